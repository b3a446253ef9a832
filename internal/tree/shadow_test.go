package tree

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"
)

// builtins are the functions of the language that a name must not hide.
var builtins = map[string]bool{
	"append": true, "cap": true, "clear": true, "close": true, "complex": true, "copy": true, "delete": true, "imag": true, "len": true,
	"make": true, "max": true, "min": true, "new": true, "panic": true, "print": true, "println": true, "real": true, "recover": true,
}

// TestNoBuiltinIsHidden: no variable, parameter or function has the name of a function
// of the language, and no method is called print, which reads like that function.
func TestNoBuiltinIsHidden(t *testing.T) {
	seen := 0
	for _, f := range sources(t) {
		if f.isTest() || f.nested {
			continue
		}
		declared(f.ast, func(name *ast.Ident) {
			seen++
			if builtins[name.Name] {
				t.Errorf("%s:%d: %s hides the function of that name", f.name, f.set.Position(name.Pos()).Line, name.Name)
			}
		})
	}
	if seen < 10_000 {
		t.Errorf("found only %d names", seen)
	}
}

// declared calls found with the names that functions, parameters, results, variables
// and constants of a file have; those of methods only if it is print.
func declared(f *ast.File, found func(*ast.Ident)) {
	names := func(list []*ast.Field) {
		for _, field := range list {
			for _, name := range field.Names {
				found(name)
			}
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Recv == nil || n.Name.Name == "print" {
				found(n.Name)
			}
			if n.Recv != nil {
				names(n.Recv.List)
			}
		case *ast.FuncType:
			names(n.Params.List)
			if n.Results != nil {
				names(n.Results.List)
			}
		case *ast.ValueSpec:
			for _, name := range n.Names {
				found(name)
			}
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				for _, x := range n.Lhs {
					if name, ok := x.(*ast.Ident); ok {
						found(name)
					}
				}
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				for _, x := range []ast.Expr{n.Key, n.Value} {
					if name, ok := x.(*ast.Ident); ok {
						found(name)
					}
				}
			}
		}
		return true
	})
}

// TestHiddenBuiltinIsSeen checks that the test above sees what it is for.
func TestHiddenBuiltinIsSeen(t *testing.T) {
	const source = `package p
func len(make int) (new int) { print := 1; for cap, copy := range x {}; var max int; const min = 1; f(func(clear int) {}); return }
type T struct{ close int }
func (recover T) append() {}
func (t T) print() {}`
	f, err := parser.ParseFile(token.NewFileSet(), "p.go", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	declared(f, func(name *ast.Ident) { got[name.Name] = true })
	for _, want := range []string{"len", "make", "new", "print", "cap", "copy", "max", "min", "clear", "recover"} {
		if !got[want] {
			t.Errorf("%s is not seen", want)
		}
	}
	if got["close"] || got["append"] {
		t.Error("a field or a method hides nothing")
	}
}
