package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const mistakes = `package p

import (
	"net/http"
	"net/url"
	"strings"
)

// Link has odd   spacing that a fix leaves alone.
func Link(q url.Values, u *url.URL,   name string) string {
	q.Set("name", url.QueryEscape(name)) // a comment
	u.Path = "/users/" + url.PathEscape(strings.ToLower(name))
	s := strings.Replace(url.QueryEscape(name), "+", "%20", 1)
	s += strings.ReplaceAll(url.PathEscape(name), "%20", "+")
	return s + "https://h/a/" + name
}

func Path(base, name, password string) string {
	return base + "/users/" + url.QueryEscape(name) + "?q=" + url.PathEscape(name)
}

func Database(name, password string) string {
	return "postgres://" + name + ":" + url.QueryEscape(password) + "@localhost/db"
}

func Handle(w http.ResponseWriter, r *http.Request) {
	id, err := url.QueryUnescape(r.URL.Query().Get("id"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	http.Redirect(w, r, "/login?id="+id+"&next="+r.URL.Path, http.StatusFound)
}
`

const only = `package p

import "net/url"

func Only(s string) string {
	v, _ := url.PathUnescape(value(s))
	return v
}

func value(s string) string { v, _ := url.PathUnescape(s); return v }
`

const alone = `package p

import (
	"net/http"
	"net/url" // for decoding
)

func Alone(r *http.Request) string {
	v, _ := url.PathUnescape(r.PathValue("v"))
	return v
}
`

const fixed = `package p

import (
	"net/http"
	"net/url"
	"strings"
	"github.com/pct-encoded/percent"
)

// Link has odd   spacing that a fix leaves alone.
func Link(q url.Values, u *url.URL,   name string) string {
	q.Set("name", name) // a comment
	u.Path = "/users/" + strings.ToLower(name)
	s := strings.ReplaceAll(url.QueryEscape(name), "+", "%20")
	s += url.QueryEscape(name)
	return s + "https://h/a/" + name
}

func Path(base, name, password string) string {
	return base + "/users/" + url.PathEscape(name) + "?q=" + url.QueryEscape(name)
}

func Database(name, password string) string {
	return "postgres://" + name + ":" + percent.RFC3986.Encode(password) + "@localhost/db"
}

func Handle(w http.ResponseWriter, r *http.Request) {
	id := r.URL.Query().Get("id")
	http.Redirect(w, r, "/login?id="+id+"&next="+url.QueryEscape(r.URL.Path), http.StatusFound)
}
`

// module makes a module of files and works in its folder.
func module(t *testing.T, files map[string]string) {
	t.Helper()
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	files["go.mod"] = "module example.com/p\n\ngo 1.26.0\n\nrequire github.com/pct-encoded/percent v0.0.0\n\nrequire golang.org/x/sys v0.49.0 // indirect\n\nreplace github.com/pct-encoded/percent => " + root + "\n"
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	sum, err := os.ReadFile("../../go.sum")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "go.sum"), sum, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestFix checks that fixes change what was reported and nothing else, compile, and
// leave nothing to fix.
func TestFix(t *testing.T) {
	module(t, map[string]string{"p.go": mistakes, "only.go": only, "alone.go": alone})
	var out, errs bytes.Buffer
	if status := run([]string{"--fix"}, &out, &errs); status != statusFindings {
		t.Fatalf("status %d\n%s%s", status, &out, &errs)
	}
	if diff := cmp.Diff(fixed, read(t, "p.go")); diff != "" {
		t.Errorf("p.go:\n%s", diff)
	}
	want := strings.NewReplacer("\t\"net/url\" // for decoding\n", "", `v, _ := url.PathUnescape(r.PathValue("v"))`, `v := r.PathValue("v")`).Replace(alone)
	if diff := cmp.Diff(want, read(t, "alone.go")); diff != "" {
		t.Errorf("alone.go:\n%s", diff)
	}
	want = strings.Replace(only, "v, _ := url.PathUnescape(value(s))", "v := value(s)", 1)
	if diff := cmp.Diff(want, read(t, "only.go")); diff != "" {
		t.Errorf("only.go:\n%s", diff)
	}
	build := exec.Command("go", "build", "./...")
	if text, err := build.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
	// What has no fix is reported still: the user name.
	if got := out.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, "unescaped-userinfo") {
		t.Errorf("left:\n%s", got)
	}
}

// TestFormats checks the text, JSON and SARIF of one finding.
func TestFormats(t *testing.T) {
	module(t, map[string]string{"only.go": only})
	text := `only.go:6:26: decoded-twice: url.PathUnescape decodes what url.PathUnescape (in value) has decoded; "%" is refused` + "\n"
	for format, want := range map[string]string{
		"text": text,
		"json": `{"source":"only.go","line":6,"column":26,"rule":"decoded-twice",`,
	} {
		var out, errs bytes.Buffer
		status := run([]string{"--format", format, "./..."}, &out, &errs)
		if status != statusFindings || !strings.HasPrefix(out.String(), want) {
			t.Errorf("%s: status %d\n%s%s", format, status, &out, &errs)
		}
	}
	var out, errs bytes.Buffer
	run([]string{"--format", "sarif"}, &out, &errs)
	var document struct {
		Version string
		Runs    []struct {
			Results []struct {
				RuleID string
				Fixes  []struct {
					ArtifactChanges []struct{ Replacements []any }
				}
			}
		}
	}
	if err := json.Unmarshal(out.Bytes(), &document); err != nil {
		t.Fatal(err)
	}
	if document.Version != "2.1.0" || len(document.Runs) != 1 || len(document.Runs[0].Results) != 1 || len(document.Runs[0].Results[0].Fixes) != 1 {
		t.Errorf("%s", &out)
	}
}

// TestStatus checks the exit status of what goes wrong.
func TestStatus(t *testing.T) {
	module(t, map[string]string{"p.go": "package p\n\nvar x int = \"\"\n"})
	for _, test := range []struct {
		args   string
		status int
		says   string
	}{
		{"./...", statusInput, "needs packages that compile"},
		{"--formt x", statusUsage, "--help lists the flags"},
		{"--format xml", statusUsage, "text, json or sarif"},
		{"--rules encoded-thrice", statusUsage, `unknown rule "encoded-thrice"`},
		{"--help", statusDone, "percent-vet finds"},
		{"--list", statusDone, "encoded-twice"},
	} {
		var out, errs bytes.Buffer
		status := run(strings.Fields(test.args), &out, &errs)
		if status != test.status || !strings.Contains(out.String()+errs.String(), test.says) {
			t.Errorf("%s: status %d\n%s%s", test.args, status, &out, &errs)
		}
	}
}

// TestGoVet checks that go vet can call the program, and that a function of another
// package of the module is followed.
func TestGoVet(t *testing.T) {
	dir := t.TempDir()
	tool := filepath.Join(dir, "percent-vet")
	if text, err := exec.Command("go", "build", "-o", tool, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	module(t, map[string]string{"alone.go": alone})
	if err := os.Mkdir("q", 0o700); err != nil {
		t.Fatal(err)
	}
	text := "package q\n\nimport \"net/url\"\n\n// Escape escapes.\nfunc Escape(s string) string { return url.PathEscape(s) }\n"
	if err := os.WriteFile("q/q.go", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	text = "package p\n\nimport (\n\t\"net/url\"\n\n\t\"example.com/p/q\"\n)\n\nfunc Both(v url.Values, s string) { v.Add(\"s\", q.Escape(s)) }\n"
	if err := os.WriteFile("both.go", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "vet", "-vettool="+tool, "./...").CombinedOutput()
	if err == nil || !strings.Contains(string(out), "both.go:9:56: encoded-twice: url.Values escapes it again: leave out url.PathEscape (in Escape)") || !strings.Contains(string(out), "alone.go:9:26: decoded-twice") {
		t.Errorf("%v\n%s", err, out)
	}
	var alone, errs bytes.Buffer
	run(nil, &alone, &errs)
	for _, line := range strings.Split(strings.TrimSpace(alone.String()), "\n") {
		if !strings.Contains(string(out), line) {
			t.Errorf("go vet does not say %s", line)
		}
	}
	if strings.Count(alone.String(), "\n") != 2 {
		t.Errorf("alone:\n%s%s", &alone, &errs)
	}
}
