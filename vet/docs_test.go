package vet

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// program is what the code of the guide stands in: a handler.
const program = `package p

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"net"
	"net/http"
	"net/url"
	"os/exec"
	"path"
	"regexp"
	"strings"
)

func vars(*http.Request) map[string]string { return nil }

var mac = hmac.New(sha256.New, nil)

func use(...any) { use(fmt.Sprint, template.New, strings.Split, exec.Command, path.Join, regexp.Compile, base64.StdEncoding, json.Marshal, net.ParseIP) }

func names(w http.ResponseWriter, r *http.Request, u *url.URL, q url.Values, base, name string) {
%[1]s
%[2]s
}

func handle(w http.ResponseWriter, r *http.Request) {
	var u *url.URL
	var q url.Values
	var base, name string
	use(u, q, base, name)
%[1]s
%[2]s
}
`

// TestGuide checks that the guide has a section for each rule, in their order, and
// that each block reports what it says.
func TestGuide(t *testing.T) {
	text, err := os.ReadFile("../docs/data/vet.md")
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	blocks := 0
	for _, section := range strings.Split(string(text), "\n### ")[1:] {
		id, body, _ := strings.Cut(section, "\n")
		ids = append(ids, id)
		found := false
		for _, m := range regexp.MustCompile("(?s)```text\n(.*?)\n(.*?)\n```").FindAllStringSubmatch(body, -1) {
			blocks++
			found = true
			if got := analyze(t, m[1]); !strings.Contains(got, id+": "+m[2]+"\n") {
				t.Errorf("%s\n%s\ngot:\n%s", m[1], m[2], got)
			}
		}
		if !found {
			t.Errorf("%s: no block", id)
		}
	}
	var want []string
	for _, r := range Rules() {
		want = append(want, r.ID)
	}
	if strings.Join(ids, " ") != strings.Join(want, " ") {
		t.Errorf("sections %v\nrules    %v", ids, want)
	}
	if blocks < len(want) {
		t.Errorf("%d blocks", blocks)
	}
}

// analyze returns what all rules report about a statement, one report on a line.
func analyze(t *testing.T, statement string) string {
	t.Helper()
	used := ""
	if name, _, ok := strings.Cut(statement, " := "); ok && !strings.HasPrefix(name, "if ") {
		used = "use(" + strings.TrimSuffix(name, ", _") + ")"
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "p.go", fmt.Sprintf(program, statement, used), parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
		Scopes: map[ast.Node]*types.Scope{}, Instances: map[*ast.Ident]types.Instance{}, FileVersions: map[*ast.File]string{},
	}
	pkg, err := (&types.Config{Importer: standardImporter(t, set)}).Check("p", set, []*ast.File{file}, info)
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
	defer func(was string) { chosen = was }(chosen)
	chosen = "all"
	var all strings.Builder
	_, err = run(&analysis.Pass{
		Analyzer: Analyzer, Fset: set, Files: []*ast.File{file}, Pkg: pkg, TypesInfo: info, TypesSizes: types.SizesFor("gc", "amd64"),
		Report:           func(d analysis.Diagnostic) { fmt.Fprintln(&all, d.Message) },
		ImportObjectFact: func(types.Object, analysis.Fact) bool { return false },
		ExportObjectFact: func(types.Object, analysis.Fact) {},
		AllObjectFacts:   func() []analysis.ObjectFact { return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

var cached types.Importer

// standardImporter reads the packages that the program imports as they were compiled.
func standardImporter(t *testing.T, set *token.FileSet) types.Importer {
	t.Helper()
	if cached != nil {
		return cached
	}
	file, err := parser.ParseFile(set, "p.go", fmt.Sprintf(program, "", ""), parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}"}
	for _, i := range file.Imports {
		args = append(args, strings.Trim(i.Path.Value, `"`))
	}
	text, err := exec.Command("go", args...).Output()
	if err != nil {
		t.Fatal(err)
	}
	compiled := map[string]string{}
	for line := range strings.Lines(string(text)) {
		name, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		compiled[name] = file
	}
	cached = importer.ForCompiler(set, "gc", func(path string) (io.ReadCloser, error) { return os.Open(compiled[path]) })
	return cached
}
