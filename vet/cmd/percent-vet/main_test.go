package main

import (
	"bytes"
	"encoding/json"
	"fmt"
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

func Search(r *http.Request) string {
	return "/s?q=" + strings.ReplaceAll(url.PathEscape(r.FormValue("q")), "%20", "+") + "&p=" + url.PathEscape(r.FormValue("p"))
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
)

// Link has odd   spacing that a fix leaves alone.
func Link(q url.Values, u *url.URL,   name string) string {
	q.Set("name", name) // a comment
	u.Path = "/users/" + url.PathEscape(strings.ToLower(name))
	s := strings.ReplaceAll(url.QueryEscape(name), "+", "%20")
	s += strings.ReplaceAll(url.PathEscape(name), "%20", "+")
	return s + "https://h/a/" + name
}

func Path(base, name, password string) string {
	return base + "/users/" + url.PathEscape(name) + "?q=" + url.PathEscape(name)
}

func Search(r *http.Request) string {
	return "/s?q=" + url.QueryEscape(r.FormValue("q")) + "&p=" + url.QueryEscape(r.FormValue("p"))
}

func Database(name, password string) string {
	return "postgres://" + name + ":" + strings.ReplaceAll(url.QueryEscape(password), "+", "%20") + "@localhost/db"
}

func Handle(w http.ResponseWriter, r *http.Request) {
	id := url.QueryEscape(r.URL.Query().Get("id"))
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
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o700); err != nil {
			t.Fatal(err)
		}
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
	// What has no fix is reported still: a path that a name would climb out of, values
	// that may be escaped already, and the user name.
	var left []string
	for line := range strings.Lines(out.String()) {
		left = append(left, strings.Split(line, ": ")[1])
	}
	if diff := cmp.Diff([]string{"encoded-twice", "replaced-escape", "wrong-encoder", "unescaped-userinfo"}, left); diff != "" {
		t.Errorf("left:\n%s\n%s", diff, &out)
	}
}

// TestFixSame checks that what would become x = x is left out.
func TestFixSame(t *testing.T) {
	const code = `package p

import "net/url"

func set(v url.Values, u *url.URL, name string) string {
	name = url.QueryEscape(name)
	v.Set("name", name)
	p, _ := u.User.Password()
	p, _ = url.PathUnescape(p)
	return p
}

var other = url.Parse
`
	module(t, map[string]string{"p.go": code})
	var out, errs bytes.Buffer
	run([]string{"--fix"}, &out, &errs)
	want := strings.NewReplacer("\tname = url.QueryEscape(name)\n", "", "\tp, _ = url.PathUnescape(p)\n", "").Replace(code)
	if diff := cmp.Diff(want, read(t, "p.go")); diff != "" {
		t.Errorf("%s\n%s%s", diff, &out, &errs)
	}
}

// TestFormats checks the text, JSON and SARIF of one finding.
func TestFormats(t *testing.T) {
	module(t, map[string]string{"only.go": only})
	text := `only.go:6:10: decoded-twice: url.PathUnescape decodes what url.PathUnescape (in value) has decoded; "%" is refused` + "\n"
	for format, want := range map[string]string{
		"text": text,
		"json": `{"source":"only.go","line":6,"column":10,"rule":"decoded-twice",`,
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
	module(t, map[string]string{"p.go": "package p\n\nvar x int = \"\"\n", "alone/alone.go": alone})
	for _, test := range []struct {
		args   string
		status int
		says   string
	}{
		{"./...", statusInput, "packages that do not compile are left out"},
		{"./...", statusInput, "alone.go:9:10: decoded-twice"}, // the others are looked at
		{"./alone", statusFindings, "decoded-twice"},
		{"--rules -decoded-twice ./alone", statusDone, ""},
		{"./none", statusInput, "none"},
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

// TestWhich checks which files are looked at, and what a comment silences.
func TestWhich(t *testing.T) {
	const wrong = "package p\n\nimport \"net/url\"\n\nfunc %s(q url.Values, s string) {\n\t%s\n\tq.Set(\"s\", url.QueryEscape(s))%s\n}\n"
	code := func(name, line, comment string) string { return fmt.Sprintf(wrong, name, line, comment) }
	tagged := "//go:build some\n\n" + code("tagged", "", "")
	module(t, map[string]string{
		"plain.go": code("plain", "", ""), "p_test.go": code("tests", "", ""), "tagged.go": tagged,
		"generated.go": "// Code generated by a program; DO NOT EDIT.\n\n" + code("generated", "", ""),
		"same.go":      code("same", "", " //percent:ignore encoded-twice its reader decodes twice"),
		"above.go":     code("above", "//percent:ignore encoded-twice its reader decodes twice", ""),
		"other.go":     code("other", "//percent:ignore decoded-twice its reader decodes twice", ""),
		"reason.go":    code("reason", "//percent:ignore encoded-twice", ""),
		"unknown.go":   code("unknown", "//percent:ignore encoded-thrice its reader decodes twice", ""),
		"bare.go":      code("bare", "//percent:ignore", ""),
		"word.go":      code("word", "//percent:ignored encoded-twice", ""),

		"vendored/go.mod": "module example.com/vendored\n", "vendored/p.go": code("vendored", "", ""),
		"testdata/p.go": code("testdata", "", ""),
	})
	for _, test := range []struct{ args, want string }{
		{"", "above.go| bare.go:6 ignore bare.go:7 encoded-twice other.go:7 encoded-twice p_test.go:7 encoded-twice plain.go:7 encoded-twice reason.go:6 ignore reason.go:7 encoded-twice unknown.go:6 ignore unknown.go:7 encoded-twice word.go:7 encoded-twice"},
		{"--tests=false", "above.go| bare.go:6 ignore bare.go:7 encoded-twice other.go:7 encoded-twice plain.go:7 encoded-twice reason.go:6 ignore reason.go:7 encoded-twice unknown.go:6 ignore unknown.go:7 encoded-twice word.go:7 encoded-twice"},
		{"--tags some", "above.go| bare.go:6 ignore bare.go:7 encoded-twice other.go:7 encoded-twice p_test.go:7 encoded-twice plain.go:7 encoded-twice reason.go:6 ignore reason.go:7 encoded-twice tagged.go:9 encoded-twice unknown.go:6 ignore unknown.go:7 encoded-twice word.go:7 encoded-twice"},
	} {
		var out, errs bytes.Buffer
		run(append([]string{"--json"}, strings.Fields(test.args)...), &out, &errs)
		got := "above.go|"
		for d := json.NewDecoder(&out); d.More(); {
			var r record
			if err := d.Decode(&r); err != nil {
				t.Fatal(err)
			}
			got += fmt.Sprintf(" %s:%d %s", r.Source, r.Line, r.Rule)
		}
		if got != test.want {
			t.Errorf("%s:\n%s\nwant:\n%s\n%s", test.args, got, test.want, &errs)
		}
	}
	// Fixes leave alone what is generated or silenced.
	before := map[string]string{}
	for _, name := range []string{"generated.go", "same.go", "above.go", "tagged.go"} {
		before[name] = read(t, name)
	}
	var out, errs bytes.Buffer
	run([]string{"--fix"}, &out, &errs)
	for name, text := range before {
		if got := read(t, name); got != text {
			t.Errorf("%s is\n%s", name, got)
		}
	}
	if got := read(t, "plain.go"); strings.Contains(got, "QueryEscape") {
		t.Errorf("plain.go is\n%s", got)
	}
}

// TestCgo checks that a file that calls C is looked at and left as it is: what
// is compiled in its place is what cgo makes of it.
func TestCgo(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("cgo asks for a C compiler: no gcc")
	}
	t.Setenv("CGO_ENABLED", "1")
	const file = "package p\n\n// #include <stdlib.h>\nimport \"C\"\n\nimport \"net/url\"\n\nfunc c(q url.Values, s string) {\n\tC.abs(1)\n\tq.Set(\"s\", url.QueryEscape(s))\n}\n"
	module(t, map[string]string{"cgo.go": file})
	var out, errs bytes.Buffer
	if status := run([]string{"--fix"}, &out, &errs); status != statusFindings || !strings.Contains(out.String(), "cgo.go:10:") {
		t.Errorf("status %d\n%s%s", status, &out, &errs)
	}
	if got := read(t, "cgo.go"); got != file {
		t.Errorf("cgo.go is\n%s", got)
	}
}

// TestWorkspace checks that modules of a workspace are followed into each other.
func TestWorkspace(t *testing.T) {
	module(t, map[string]string{
		"go.work":  "go 1.26.0\n\nuse (\n\t./a\n\t./b\n)\n",
		"a/go.mod": "module example.com/a\n\ngo 1.26.0\n",
		"a/a.go":   "package a\n\nimport \"net/url\"\n\n// Escape escapes.\nfunc Escape(s string) string { return url.PathEscape(s) }\n",
		"b/go.mod": "module example.com/b\n\ngo 1.26.0\n",
		"b/b.go":   "package b\n\nimport (\n\t\"net/url\"\n\n\t\"example.com/a\"\n)\n\nfunc both(q url.Values, s string) { q.Set(\"s\", a.Escape(s)) }\n",
	})
	var out, errs bytes.Buffer
	status := run([]string{"./a/...", "./b/..."}, &out, &errs)
	if status != statusFindings || !strings.Contains(out.String(), "b/b.go:9:48: encoded-twice: url.Values escapes it again: leave out url.PathEscape (in Escape)") {
		t.Errorf("status %d\n%s%s", status, &out, &errs)
	}
}

// TestBrokenFix checks that files stay as they were where a fix does not compile, or they
// have changed.
func TestBrokenFix(t *testing.T) {
	module(t, map[string]string{"p.go": mistakes, "alone.go": alone})
	o := options{patterns: []string{"./..."}}
	r, err := analyze(o)
	if err != nil {
		t.Fatal(err)
	}
	for i := range r.found {
		for j := range r.found[i].edits {
			r.found[i].edits[j].text += " wrong "
		}
	}
	if fixed, _, err := fixAll(o, r); fixed != 0 || err == nil {
		t.Errorf("%d fixed, %v", fixed, err)
	}
	if read(t, "p.go") != mistakes || read(t, "alone.go") != alone {
		t.Errorf("files have changed")
	}
	if r, err = analyze(o); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("alone.go", []byte("// new\n"+alone), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := fixAll(o, r); err == nil || !strings.Contains(err.Error(), "alone.go has changed since it was read") {
		t.Errorf("%v", err)
	}
	if read(t, "p.go") != mistakes {
		t.Errorf("p.go has changed")
	}
}

// TestSARIF checks the names of files and the columns of SARIF.
func TestSARIF(t *testing.T) {
	code := "package p\n\nimport \"net/url\"\n\nfunc f(q url.Values, s string) { q.Set(\"é𝄞\", url.QueryEscape(s)) }\n"
	module(t, map[string]string{"a b%20#.go": code})
	var out, errs bytes.Buffer
	run([]string{"--format", "sarif"}, &out, &errs)
	for _, want := range []string{`"uri":"a%20b%2520%23.go"`, `"startColumn":46,`, `"columnKind":"unicodeCodePoints"`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s is missing in %s%s", want, &out, &errs)
		}
	}
	if got := artifact("a:b/c.go")["uri"]; got != "./a:b/c.go" {
		t.Errorf("%s", got)
	}
	if got := artifact("/some where/c.go")["uri"]; got != "file:///some%20where/c.go" {
		t.Errorf("%s", got)
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
	if err == nil || !strings.Contains(string(out), "both.go:9:48: encoded-twice: url.Values escapes it again: leave out url.PathEscape (in Escape)") || !strings.Contains(string(out), "alone.go:9:10: decoded-twice") {
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
