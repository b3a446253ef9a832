package tree

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestArchitecture compares ARCHITECTURE.md with the tree: the first column of
// its table names every package and every folder at the top level, and nothing
// else; every other path that it or CONTRIBUTING.md gives as code exists.
func TestArchitecture(t *testing.T) {
	want := map[string]bool{".": true}
	walk(t, func(name string, d fs.DirEntry) {
		if d.IsDir() && !strings.Contains(name, "/") {
			want[name] = true
		}
	})
	for _, f := range sources(t) {
		want[f.dir()] = true
	}
	named := map[string]bool{}
	row := regexp.MustCompile("(?m)^\\| `([^`]+)` \\|")
	_, packages, _ := strings.Cut(readFile(t, "ARCHITECTURE.md"), "\n## Packages\n")
	for _, m := range row.FindAllStringSubmatch(packages, -1) {
		name := path.Clean(m[1])
		if named[name] {
			t.Errorf("ARCHITECTURE.md names %s twice", name)
		}
		named[name] = true
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if !named[name] {
			t.Errorf("ARCHITECTURE.md does not name %s", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(named)) {
		if !want[name] {
			t.Errorf("ARCHITECTURE.md names %s, which is no package and no folder at the top level", name)
		}
	}

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

// TestFirstGuess: what people look for has a row in ARCHITECTURE.md, and the file
// is there and speaks of it.
func TestFirstGuess(t *testing.T) {
	_, table, ok := strings.Cut(readFile(t, "ARCHITECTURE.md"), "\n## Where is …\n")
	if !ok {
		t.Fatal("no table of questions")
	}
	table, _, _ = strings.Cut(table, "\n## ")
	files := map[string]string{}
	for _, m := range regexp.MustCompile("(?m)^\\| (.+) \\| `([^`]+)` \\|$").FindAllStringSubmatch(table, -1) {
		files[m[1]] = m[2]
	}
	for question, word := range map[string]string{
		"parsing SigV4's Authorization":         "func ParseAuthorization",
		"lint's encoded dot segments":           "dot",
		"encodeURI's kept set":                  "encodeURI",
		"dot-segment removal":                   "func RemoveDotSegments",
		"splitting standard input into records": "record",
		"`--on-error`":                          "type ",
		"PHP's nested names":                    "PHP",
		"charset detection":                     "func Detect",
		"the AVX2 decode kernel":                "func decode",
		"what Java's URLEncoder does":           "java.URLEncoder",
		"the OAuth base string":                 "func BaseString",
		"`filename*`":                           "filename",
		"naming \"double encoding\" in compare": "ouble",
		"explain's JSON":                        "json:",
		"ISO-2022-JP":                           "ISO-2022-JP",
		"the test that executes the README":     "README.md",
	} {
		switch {
		case files[question] == "":
			t.Errorf("ARCHITECTURE.md does not say where to find %s", question)
		case !strings.Contains(readFile(t, files[question]), word):
			t.Errorf("%s: %s has no %q", question, files[question], word)
		}
	}
}
