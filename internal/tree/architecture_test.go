package tree

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestArchitecture compares ARCHITECTURE.md with the tree: every folder at the top
// level is in the picture, every entry of the picture exists, and so does every
// path that ARCHITECTURE.md or CONTRIBUTING.md gives as code.
func TestArchitecture(t *testing.T) {
	architecture := readFile(t, "ARCHITECTURE.md")
	_, picture, _ := strings.Cut(architecture, "\n## The tree\n\n```text\n")
	picture, _, ok := strings.Cut(picture, "```\n")
	if !ok {
		t.Fatal("ARCHITECTURE.md has no tree")
	}
	drawn := map[string]bool{}
	for line := range strings.Lines(picture) {
		entry, _, _ := strings.Cut(line, " ")
		entry = strings.TrimSuffix(entry, "/…")
		if drawn[entry] {
			t.Errorf("the tree in ARCHITECTURE.md has %s twice", entry)
		}
		drawn[entry] = true
		if info, err := os.Stat(filepath.Join(root, filepath.FromSlash(entry))); err != nil || !info.IsDir() {
			t.Errorf("the tree in ARCHITECTURE.md has %s, which is no folder", entry)
		}
		first, _, _ := strings.Cut(entry, "/")
		drawn[first] = true
	}
	walk(t, func(name string, d fs.DirEntry) {
		if d.IsDir() && !strings.Contains(name, "/") && !drawn[name] {
			t.Errorf("the tree in ARCHITECTURE.md lacks %s", name)
		}
	})

	asPath := regexp.MustCompile("`((?:\\.ci/|[a-z_0-9.-]+/)[A-Za-z_0-9./-]*|[A-Za-z_0-9-]+\\.(?:go|md|mod|txt|s))`")
	for _, doc := range []string{"ARCHITECTURE.md", "CONTRIBUTING.md"} {
		found := 0
		for _, m := range asPath.FindAllStringSubmatch(readFile(t, doc), -1) {
			if strings.HasPrefix(m[1], "golang.org/") {
				continue
			}
			found++
			if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(m[1]))); err != nil {
				t.Errorf("%s names %s, which does not exist", doc, m[1])
			}
		}
		if found == 0 {
			t.Errorf("%s names no path", doc)
		}
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestFirstGuess: what people look for is in a file that the table of ARCHITECTURE.md names,
// or whose path has a word of the question, and the file has a word that shows it.
func TestFirstGuess(t *testing.T) {
	_, table, _ := strings.Cut(readFile(t, "ARCHITECTURE.md"), "\n## To find or change\n")
	table, _, ok := strings.Cut(table, "\n## ")
	if !ok {
		t.Fatal("ARCHITECTURE.md has no table of files")
	}
	for _, tt := range []struct{ question, name, word string }{
		{"parsing SigV4's Authorization", "sign/sigv4/authorization.go", "func ParseAuthorization"},
		{"lint's encoded dot segments", "inspect/lint/dot_segments.go", "dot"},
		{"encodeURI's kept set", "lang/ecma/ecma.go", "encodeURI"},
		{"dot-segment removal", "uri/dot_segments.go", "func RemoveDotSegments"},
		{"splitting standard input into records", "bulk/records.go", "record"},
		{"`--on-error`", "bulk/policy.go", "type "},
		{"PHP's nested names", "form/nested/php.go", "PHP"},
		{"charset detection", "charset/detect.go", "func Detect"},
		{"the AVX2 decode kernel", "internal/kernel/_asm/avx2.go", "func decode"},
		{"what Java's URLEncoder does", "dialect/programs.go", "java.URLEncoder"},
		{"the OAuth base string", "sign/oauth1/base_string.go", "func BaseString"},
		{"`filename*`", "header/disposition.go", "filename"},
		{"naming \"double encoding\" in compare", "inspect/compare/mistakes.go", "ouble"},
		{"explain's JSON", "internal/results/explain.go", "json:"},
		{"how lint prints a finding", "internal/results/findings.go", "json:"},
		{"ISO-2022-JP", "charset/decode.go", "ISO-2022-JP"},
		{"the test that executes the README", "internal/doctest/doctest_test.go", "README.md"},
	} {
		switch {
		case !strings.Contains(table, "`"+tt.name+"`") && !leads(tt.name, tt.question):
			t.Errorf("%s: neither the table of ARCHITECTURE.md nor its path leads to %s", tt.question, tt.name)
		case !strings.Contains(readFile(t, tt.name), tt.word):
			t.Errorf("%s: %s has no %q", tt.question, tt.name, tt.word)
		}
	}
}

// leads reports whether a question has a word of the path.
func leads(path, question string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(strings.TrimSuffix(path, ".go"), func(r rune) bool { return strings.ContainsRune("/_", r) }), func(word string) bool {
		return len(word) > 2 && strings.Contains(strings.ToLower(question), word)
	})
}

var update = flag.Bool("update", false, "write the tiers to ARCHITECTURE.md")

// TestTiersPrinted: ARCHITECTURE.md has the tiers as the test of imports has them.
func TestTiersPrinted(t *testing.T) {
	var list strings.Builder
	for i, tier := range tiers {
		fmt.Fprintf(&list, "%d. %s: `%s`\n", i+1, tier.name, strings.ReplaceAll(strings.ReplaceAll(tier.packages, "/...", "/"), " ", "`, `"))
	}
	text := readFile(t, "ARCHITECTURE.md")
	head, rest, found := strings.Cut(text, "-update -->\n")
	_, tail, ended := strings.Cut(rest, "\nWhat is under")
	if !found || !ended {
		t.Fatal("ARCHITECTURE.md has no place for the tiers")
	}
	want := head + "-update -->\n\n" + list.String() + "\nWhat is under" + tail
	if text == want {
		return
	}
	if !*update {
		t.Fatal("ARCHITECTURE.md has other tiers: go test ./internal/tree -run Tiers -args -update")
	}
	if err := os.WriteFile(filepath.Join("..", "..", "ARCHITECTURE.md"), []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}
