package doctest

import (
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// guides is the file in which the page has paragraphs of the documents.
const guides = "internal/jsonapi/guides.tsv"

var markdownLink = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)

// TestPageGuides: what the page quotes is what the documents say: a heading and the
// first paragraph below it, without links. With -update it copies them.
func TestPageGuides(t *testing.T) {
	text := read(t, guides)
	var want strings.Builder
	for line := range strings.Lines(text) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(fields) != 4 {
			t.Fatalf("%s: line %q", guides, line)
		}
		title, paragraph := section(t, fields[1])
		want.WriteString(strings.Join([]string{fields[0], fields[1], title, paragraph}, "\t") + "\n")
	}
	if want.String() == text {
		return
	}
	if *update {
		write(t, guides, want.String())
		return
	}
	t.Errorf("%s is not what the documents say; run go generate ./internal/doctest\n%s", guides, want.String())
}

// section returns the heading that a link leads to, and the first paragraph of
// prose after it.
func section(t *testing.T, link string) (title, paragraph string) {
	t.Helper()
	file, anchor, _ := strings.Cut(link, "#")
	blocks := strings.Split(read(t, file), "\n\n")
	for i, block := range blocks {
		heading, isHeading := strings.CutPrefix(block, "#")
		if !isHeading || i+1 == len(blocks) {
			continue
		}
		heading = strings.TrimLeft(heading, "# ")
		if names := anchors("## " + heading + "\n"); len(names) == 0 || names[0] != anchor {
			continue
		}
		for _, block := range blocks[i+1:] {
			if strings.HasSuffix(block, ".") && !strings.ContainsAny(block[:1], "#|-`<*") {
				plain := strings.NewReplacer("`", "", "**", "")
				return heading, plain.Replace(markdownLink.ReplaceAllString(strings.Join(strings.Fields(block), " "), "$1"))
			}
		}
	}
	t.Fatalf("%s: no such heading, or no prose below it", link)
	return "", ""
}

// TestEscapes: the list of escapes names what each stands for.
func TestEscapes(t *testing.T) {
	list := regexp.MustCompile("`(%[0-9A-F]{2}|%C3%A9|%E2%82%AC)` (?:is )?`(.+?)`").FindAllStringSubmatch(read(t, "docs/explain.md"), -1)
	if len(list) < 30 {
		t.Errorf("%d escapes", len(list))
	}
	for _, m := range list {
		if text, err := url.PathUnescape(m[1]); text != m[2] {
			t.Errorf("%s is %q, %v, not %q", m[1], text, err, m[2])
		}
	}
}
