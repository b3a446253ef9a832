package page_test

import (
	"encoding/json"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/inspect/lint"
	"github.com/pct-encoded/percent/internal/page"
)

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := fs.ReadFile(page.Files, name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestFile: what is packed are the files. If it fails, run `go generate ./internal/page`.
func TestFile(t *testing.T) {
	files := 0
	err := fs.WalkDir(page.Files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		if got, ok := page.File(name); !ok || got != read(t, name) {
			t.Errorf("%s is not packed, or not as it is", name)
		}
		return nil
	})
	if err != nil || files < 20 {
		t.Errorf("%d files, %v", files, err)
	}
	if _, ok := page.File("page.go"); ok {
		t.Error("page.go is packed")
	}
}

// texts returns the texts of a language.
func texts(t *testing.T, file string) map[string]string {
	t.Helper()
	var m map[string]string
	if err := json.Unmarshal([]byte(read(t, file)), &m); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return m
}

var value = regexp.MustCompile(`\{\w+\}`)

// TestTexts: no language lacks a text, or has one that no other has, and all have
// the same values in it.
func TestTexts(t *testing.T) {
	files, err := fs.Glob(page.Files, "texts/*.json")
	if err != nil || len(files) != 3 {
		t.Fatalf("%v, %v", files, err)
	}
	english := texts(t, "texts/en.json")
	for _, file := range files {
		other := texts(t, file)
		if file != "texts/en.json" {
			same := 0
			for key, text := range other {
				if text == english[key] {
					same++
				}
			}
			if same > len(other)/10 {
				t.Errorf("%s: %d of %d texts are English", file, same, len(other))
			}
		}
		for key, text := range english {
			want := slices.Sorted(slices.Values(value.FindAllString(text, -1)))
			got := slices.Sorted(slices.Values(value.FindAllString(other[key], -1)))
			if other[key] == "" || !slices.Equal(got, want) {
				t.Errorf("%s: %s: %q; in English %q", file, key, other[key], text)
			}
		}
		for key := range other {
			rule, isRule := strings.CutPrefix(key, "rule.")
			if isRule {
				// What a finding is, in English, comes with the finding.
				if _, err := lint.LookupRule(rule); err != nil {
					t.Errorf("%s: %v", file, err)
				}
			} else if _, ok := english[key]; !ok {
				t.Errorf("%s: %s is not in English", file, key)
			}
		}
	}
}

// TestKeys: every text that the page asks for is there, and every one that is there
// is asked for.
func TestKeys(t *testing.T) {
	english := texts(t, "texts/en.json")
	used := map[string]bool{}
	var beginnings []string
	whole := regexp.MustCompile(`"([a-z0-9-]+(?:\.[a-z0-9_-]+)*)"`)
	begin := regexp.MustCompile(`"([a-z]+(?:\.[a-z]+)*\.)" \+`)
	sources := []string{"index.html"}
	scripts, err := fs.Glob(page.Files, "app/*.js")
	if err != nil {
		t.Fatal(err)
	}
	asked := regexp.MustCompile(`\bt\("([^"]+)"[,)]|data-t="([^"]+)"`)
	for _, name := range append(sources, scripts...) {
		text := read(t, name)
		for _, m := range asked.FindAllStringSubmatch(text, -1) {
			if key := m[1] + m[2]; english[key] == "" {
				t.Errorf("%s asks for %q, which there is not", name, key)
			}
		}
		for _, m := range whole.FindAllStringSubmatch(text, -1) {
			used[m[1]] = true
		}
		for _, m := range begin.FindAllStringSubmatch(text, -1) {
			beginnings = append(beginnings, m[1])
		}
	}
	for key := range english {
		dynamic := slices.ContainsFunc(beginnings, func(b string) bool { return strings.HasPrefix(key, b) })
		// "data.about" is made of a side.
		if !used[key] && !dynamic && !strings.HasSuffix(key, ".about") {
			t.Errorf("nothing asks for %q", key)
		}
	}
	if len(beginnings) < 10 {
		t.Errorf("beginnings: %q", beginnings)
	}
}

// TestNoCodeInHTML: what the policy forbids is not there, and nothing puts markup
// into the page.
func TestNoCodeInHTML(t *testing.T) {
	for _, forbidden := range []string{"<script>", "<style", " style=", " onclick", " onload", "javascript:", "http://", "https://"} {
		if strings.Contains(read(t, "index.html"), forbidden) {
			t.Errorf("index.html holds %q", forbidden)
		}
	}
	scripts, _ := fs.Glob(page.Files, "app/*.js")
	for _, name := range scripts {
		text := read(t, name)
		for _, forbidden := range []string{"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "http://", "https://"} {
			if strings.Contains(text, forbidden) {
				t.Errorf("%s holds %q", name, forbidden)
			}
		}
	}
}

// TestImports: what a module imports is there, by that name.
func TestImports(t *testing.T) {
	scripts, _ := fs.Glob(page.Files, "app/*.js")
	exports := map[string]map[string]bool{}
	exported := regexp.MustCompile(`(?m)^export (?:async )?(?:function|const|class) ([\w$]+)`)
	for _, name := range scripts {
		exports[name] = map[string]bool{}
		for _, m := range exported.FindAllStringSubmatch(read(t, name), -1) {
			exports[name][m[1]] = true
		}
	}
	imported := regexp.MustCompile(`(?m)^import \{ ([^}]+) \} from "\./([^"]+)";`)
	used := map[string]map[string]bool{}
	for _, name := range scripts {
		for _, m := range imported.FindAllStringSubmatch(read(t, name), -1) {
			file := path.Join("app", m[2])
			if exports[file] == nil {
				t.Errorf("%s imports %s", name, file)
			}
			body := imported.ReplaceAllString(read(t, name), "")
			for n := range strings.SplitSeq(m[1], ", ") {
				if !exports[file][n] {
					t.Errorf("%s: %s exports no %s", name, file, n)
				}
				if !regexp.MustCompile(`(^|[^\w.]|\.\.\.)` + regexp.QuoteMeta(n) + `\W`).MatchString(body) {
					t.Errorf("%s: %s is imported and not used", name, n)
				}
				if used[file] == nil {
					used[file] = map[string]bool{}
				}
				used[file][n] = true
			}
		}
	}
	for _, file := range slices.Sorted(maps.Keys(exports)) {
		for n := range exports[file] {
			if !used[file][n] {
				t.Errorf("%s exports %s, and nothing imports it", file, n)
			}
		}
	}
}
