package doctest

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#{1,6} (.*)$`)
	fenced  = regexp.MustCompile("(?ms)^```.*?^```$")
)

// TestLinks checks that what a document links to inside the repository is
// there, headings included.
func TestLinks(t *testing.T) {
	seen := 0
	for _, name := range documents(t) {
		text := fenced.ReplaceAllString(read(t, name), "")
		for _, m := range link.FindAllStringSubmatch(text, -1) {
			seen++
			target, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(target, "://") || strings.HasPrefix(target, "mailto:") {
				continue
			}
			file := name
			if target != "" {
				file = path.Join(path.Dir(name), target)
			}
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(file))); err != nil {
				t.Errorf("%s: link to %s, which does not exist", name, m[1])
				continue
			}
			if anchor != "" && !slices.Contains(anchors(read(t, file)), anchor) {
				t.Errorf("%s: link to %s: no heading %q", name, m[1], anchor)
			}
		}
	}
	if seen == 0 {
		t.Error("no link in any document")
	}
}

// anchors returns the names that the headings of a document get.
func anchors(text string) []string {
	var names []string
	for _, m := range heading.FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
		name := strings.ToLower(m[1])
		name = regexp.MustCompile(`[^\p{L}\p{M}\p{N} _-]`).ReplaceAllString(name, "")
		names = append(names, strings.ReplaceAll(name, " ", "-"))
	}
	return names
}

// TestShellBlocks checks that what a document tells a reader to type in his
// clone is what .ci/run does.
func TestShellBlocks(t *testing.T) {
	var ci []string
	for line := range strings.SplitSeq(read(t, ".ci/run"), "\n") {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "echo ") {
			ci = append(ci, " "+line+" ")
		}
	}
	commands := 0
	for _, name := range documents(t) {
		for _, b := range blocksOf(t, name) {
			if b.Lang != "sh" {
				continue
			}
			for _, line := range b.Body {
				line, _, _ = strings.Cut(line, " #")
				line = strings.TrimSpace(line)
				if line == "" || line == ".ci/run" {
					continue
				}
				commands++
				if !slices.ContainsFunc(ci, func(l string) bool { return strings.Contains(l, " "+line+" ") }) {
					t.Errorf("%s: .ci/run does not run %q", b.Where(), line)
				}
			}
		}
	}
	if commands == 0 {
		t.Error("no command in any sh block")
	}
	info, err := os.Stat(filepath.Join(root, ".ci", "run"))
	if err != nil || info.Mode()&0o100 == 0 {
		t.Errorf(".ci/run is not executable: %v, %v", info, err)
	}
}

// TestMyths checks that every section of docs/myths.md has its evidence: a
// transcript, or a line that names a source.
func TestMyths(t *testing.T) {
	sections := regexp.MustCompile(`(?m)^## `).Split(read(t, "docs/myths.md"), -1)[1:]
	if len(sections) < 15 {
		t.Errorf("docs/myths.md has only %d sections", len(sections))
	}
	for _, s := range sections {
		title, _, _ := strings.Cut(s, "\n")
		if !strings.Contains(s, "```console\n") && !strings.Contains(s, "\nSource: ") {
			t.Errorf("myth %q has neither a transcript nor a source", title)
		}
	}
}
