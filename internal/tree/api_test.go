package tree

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

// TestExportedAPI holds what packages export to five rules: no variable is a
// slice or a map, which any importer could change for all, and none is in a group,
// of which go doc shows the first name only; no function takes a bool, which says
// nothing where it is called; every Lookup returns a value and an error; and no
// package but percent has a syntax error of its own.
func TestExportedAPI(t *testing.T) {
	functions := 0
	for _, f := range sources(t) {
		if f.isTest() || f.nested || f.ast.Name.Name == "main" || strings.Contains("/"+f.name, "/internal/") {
			continue
		}
		for _, decl := range f.ast.Decls {
			for _, bad := range apiFaults(f, decl) {
				t.Errorf("%s: %s", f.set.Position(bad.pos), bad.what)
			}
			if _, ok := decl.(*ast.FuncDecl); ok {
				functions++
			}
		}
	}
	if functions < 500 {
		t.Errorf("found only %d functions", functions)
	}
}

func apiFaults(f file, decl ast.Decl) (faults []gap) {
	add := func(id *ast.Ident, what string) { faults = append(faults, gap{id.Pos(), id.Name + " " + what}) }
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if !d.Name.IsExported() || d.Recv != nil && !ast.IsExported(receiverName(d.Recv.List[0].Type)) {
			break
		}
		for _, p := range d.Type.Params.List {
			if isNamed(p.Type, "bool") {
				add(d.Name, "takes a bool")
			}
		}
		if strings.HasPrefix(d.Name.Name, "Lookup") {
			results := d.Type.Results
			if results.NumFields() != 2 || !isNamed(results.List[len(results.List)-1].Type, "error") {
				add(d.Name, "does not return a value and an error")
			}
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.ValueSpec:
				for i, name := range s.Names {
					if d.Tok == token.VAR && name.IsExported() && (isShared(s.Type) || i < len(s.Values) && isShared(typeOfValue(s.Values[i]))) {
						add(name, "is a slice or a map that importers can change")
					}
					if d.Tok == token.VAR && name.IsExported() && d.Lparen.IsValid() {
						add(name, "is in a group, which hides it from go doc")
					}
				}
			case *ast.TypeSpec:
				if s.Name.Name == "SyntaxError" && f.dir() != "." {
					add(s.Name, "is a syntax error beside percent.SyntaxError")
				}
			}
		}
	}
	return faults
}

// typeOfValue returns the type that a literal or a call of make or append names.
func typeOfValue(e ast.Expr) ast.Expr {
	switch x := e.(type) {
	case *ast.CompositeLit:
		return x.Type
	case *ast.CallExpr:
		if isNamed(x.Fun, "make") {
			return x.Args[0]
		}
		if isNamed(x.Fun, "append") {
			return typeOfValue(x.Args[0])
		}
		return x.Fun // a conversion
	}
	return nil
}

func isShared(e ast.Expr) bool {
	switch x := e.(type) {
	case *ast.ArrayType:
		return x.Len == nil
	case *ast.MapType:
		return true
	}
	return false
}

func isNamed(e ast.Expr, name string) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == name
}

// TestAPIFaults checks that TestExportedAPI would find what it looks for.
func TestAPIFaults(t *testing.T) {
	const source = `package p
var A = []string{"x"}
var B map[string]int
var C = make([]int, 3)
var D = append([]byte(nil), 1)
var E, fine = []byte("x"), [2]int{}
func F(on bool) {}
func LookupG(name string) (int, bool) { return 0, false }
func LookupH(name string) (int, error) { return 0, nil }
func (T) I(a, b bool) {}
func (t) J(on bool) {}
func Is(x int) bool { return true }
type SyntaxError struct{}
var (
	k = 1
	L = 2
)
const (
	M = 1
)
`
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, "x/p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, decl := range parsed.Decls {
		for _, bad := range apiFaults(file{name: "x/p.go"}, decl) {
			name, _, _ := strings.Cut(bad.what, " ")
			found = append(found, name)
		}
	}
	if got := strings.Join(found, " "); got != "A B C D E F LookupG I SyntaxError L" {
		t.Errorf("found %s", got)
	}
}
