package doctest

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// translations are the languages of the folders of docs that hold translations.
var translations = []string{"es", "ja"}

// everywhere are the documents that every language has.
var everywhere = []string{"README.md", "field-guide.md", "oauth.md"}

// translated is the comment before a translation: the document that it
// translates, or a section of it, and the hash of the prose that was translated.
var translated = regexp.MustCompile(`(?m)^<!-- translation of ([^ #]+)(?:#([^ ]+))? ([^ ]+) -->\n`)

// TestTranslations names each translation that is older than its original. What
// readers run is the same in both. Prose cannot be compared, so a translation
// carries the hash of the prose that it was made of. Nothing rewrites the hash:
// whoever writes it says that he has read the change.
func TestTranslations(t *testing.T) {
	names := map[string][]string{}
	for _, name := range documents(t) {
		language, ok := strings.CutPrefix(path.Dir(name), "docs/")
		if !ok || !slices.Contains(translations, language) {
			continue
		}
		names[language] = append(names[language], path.Base(name))
		t.Run("doc="+name, func(t *testing.T) {
			if err := checkTranslation(name, read(t, name), func(original string) string { return read(t, original) }); err != nil {
				t.Error(err)
			}
		})
	}
	if got := slices.Sorted(maps.Keys(names)); !slices.Equal(got, translations) {
		t.Errorf("translations into %q, want %q", got, translations)
	}
	for _, language := range translations {
		for _, name := range everywhere {
			if !slices.Contains(names[language], name) {
				t.Errorf("docs/%s has no %s", language, name)
			}
		}
	}
}

// checkTranslation says where a document is not the translation of what its
// comments name.
func checkTranslation(name, text string, read func(name string) string) error {
	marks := translated.FindAllStringSubmatchIndex(text, -1)
	if len(marks) == 0 || len(marks) != strings.Count(text, "<!--") {
		return fmt.Errorf("%s: want comments of the form <!-- translation of docs/x.md#section HASH -->, and no others", name)
	}
	var errs []error
	for i, m := range marks {
		end := len(text)
		if i+1 < len(marks) {
			end = marks[i+1][0]
		}
		file, anchor, hash := text[m[2]:m[3]], "", text[m[6]:m[7]]
		of := file
		if m[4] >= 0 {
			anchor = text[m[4]:m[5]]
			of += "#" + anchor
		}
		original, ok := sectionOf(read(file), anchor)
		if !ok {
			errs = append(errs, fmt.Errorf("%s: %s is no section", name, of))
			continue
		}
		prose, code, err := split(of, original)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		_, ours, err := split(name, text[m[1]:end])
		if err != nil {
			errs = append(errs, err)
			continue
		}
		sum := sha256.Sum256([]byte(prose))
		if want := hex.EncodeToString(sum[:8]); hash != want {
			errs = append(errs, fmt.Errorf("%s is older than its original %s: translate what has changed (git log -p %s), then write %s instead of %s in its comment", name, of, file, want, hash))
		}
		if !slices.Equal(ours, code) {
			errs = append(errs, fmt.Errorf("%s: the blocks that are run are not those of %s\n--- original\n%s\n--- translation\n%s", name, of, strings.Join(code, "\n"), strings.Join(ours, "\n")))
		}
	}
	return errors.Join(errs...)
}

// sectionOf returns the section of a document that has that anchor, up to the
// next heading of its level or a higher one, or for "" the document.
func sectionOf(text, anchor string) (section string, ok bool) {
	if anchor == "" {
		return text, true
	}
	level, inBlock := 0, false
	var lines []string
	for line := range strings.Lines(text) {
		inBlock = inBlock != strings.HasPrefix(line, "```")
		n := len(line) - len(strings.TrimLeft(line, "#"))
		if isHeading := !inBlock && n > 0 && strings.HasPrefix(line[n:], " "); isHeading {
			if level > 0 && n <= level {
				break
			}
			if level == 0 && anchors(line)[0] == anchor {
				level = n
			}
		}
		if level > 0 {
			lines = append(lines, line)
		}
	}
	return strings.TrimSpace(strings.Join(lines, "")), level > 0
}

// split returns a text without the blocks that are run, and the lines of those.
func split(name, text string) (prose string, code []string, err error) {
	blocks, err := Parse(name, text)
	if err != nil {
		return "", nil, err
	}
	lines := strings.Split(text, "\n")
	for _, b := range slices.Backward(blocks) {
		if b.Lang != "text" {
			fences := b.Line - 1 // counts from 0
			code = append(slices.Concat(lines[fences:fences+1], b.Body), code...)
			lines = slices.Delete(lines, fences, fences+len(b.Body)+2)
		}
	}
	return strings.Join(lines, "\n"), code, nil
}

// TestOldTranslationIsSeen changes an original and its translation by one thing each.
func TestOldTranslationIsSeen(t *testing.T) {
	const original = "# A\n\nTop.\n\n## B\n\nProse.\n\n```console\n$ true\n# no heading\n```\n\n### C\n\nMore.\n\n## D\n\nEnd.\n"
	sum := sha256.Sum256([]byte("## B\n\nProse.\n\n\n### C\n\nMore."))
	translation := "# a\n\n<!-- translation of docs/a.md#b " + hex.EncodeToString(sum[:8]) + " -->\n\n## b\n\nprosa\n\n```console\n$ true\n# no heading\n```\n"
	for _, tt := range []struct{ name, original, translation, want string }{
		{"same", original, translation, ""},
		{"other-section", strings.Replace(original, "End.", "Ende.", 1), translation, ""},
		{"before-it", strings.Replace(original, "Top.", "Top!", 1), translation, ""},
		{"prose", strings.Replace(original, "Prose.", "Prose!", 1), translation, "docs/xx/a.md is older than its original docs/a.md#b"},
		{"subsection", strings.Replace(original, "More.", "More!", 1), translation, "is older"},
		{"heading", strings.Replace(original, "## B", "## E", 1), translation, "docs/a.md#b is no section"},
		{"command", strings.Replace(original, "$ true", "$ false", 1), translation, "the blocks that are run"},
		{"output", original, strings.Replace(translation, "# no", "# a", 1), "the blocks that are run"},
		{"no-comment", original, "# a\n", "want comments"},
		{"other-comment", original, translation + "<!-- translation of x -->\n", "want comments"},
	} {
		t.Run("change="+tt.name, func(t *testing.T) {
			err := checkTranslation("docs/xx/a.md", tt.translation, func(string) string { return tt.original })
			if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
				t.Errorf("%v, want %q", err, tt.want)
			}
		})
	}
}
