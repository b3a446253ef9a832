package tree

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// What the module may offer. An issue that adds packages or names says how many, and
// raises these numbers by that.
const (
	maxPackages = 58
	maxNames    = 2078
	maxFields   = 790
)

// TestSurface counts what importers can use of this module, without the modules below
// it. A package is importable if it is not a program, not internal, and has files
// beside its tests. Its names are its constants, variables, functions and types, the
// methods of its exported types, and those that its exported interfaces list; what an
// embedded field promotes counts where it is declared. The exported fields of its
// exported structs are counted by themselves: a type with ten fields is one thing to
// learn, not eleven.
func TestSurface(t *testing.T) {
	names, fields := map[string]bool{}, map[string]bool{}
	perPackage := map[string]int{}
	for _, f := range sources(t) {
		if f.isTest() || f.nested || f.ast.Name.Name == "main" || strings.Contains("/"+f.dir()+"/", "/internal/") {
			continue
		}
		dir := f.dir()
		if _, ok := perPackage[dir]; !ok {
			perPackage[dir] = 0
		}
		exported(f.ast, func(name string, field bool) {
			// A name that files for several systems declare is one name.
			set := names
			if field {
				set = fields
			} else if !names[dir+" "+name] {
				perPackage[dir]++
			}
			set[dir+" "+name] = true
		})
	}
	t.Logf("%d packages, %d names and %d fields are exported: %v", len(perPackage), len(names), len(fields), perPackage)
	for _, count := range []struct {
		what      string
		is, limit int
	}{{"packages", len(perPackage), maxPackages}, {"names", len(names), maxNames}, {"fields", len(fields), maxFields}} {
		if count.is > count.limit {
			t.Errorf("the module exports %d %s, more than %d; go test -v shows how many a package has", count.is, count.what, count.limit)
		}
		if count.is < count.limit/2 {
			t.Errorf("found only %d %s", count.is, count.what)
		}
	}
}

// exported calls found with each exported name of a file: "Name", "Type.Method", and
// "Type.Field" with field set.
func exported(f *ast.File, found func(name string, field bool)) {
	for _, decl := range f.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			switch name := d.Name.Name; {
			case !d.Name.IsExported():
			case d.Recv == nil:
				found(name, false)
			case ast.IsExported(receiverName(d.Recv.List[0].Type)):
				found(receiverName(d.Recv.List[0].Type)+"."+name, false)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.ValueSpec:
					for _, name := range s.Names {
						if name.IsExported() {
							found(name.Name, false)
						}
					}
				case *ast.TypeSpec:
					if s.Name.IsExported() {
						found(s.Name.Name, false)
						members(s, found)
					}
				}
			}
		}
	}
}

// members calls found with the exported fields or methods that a type lists.
func members(s *ast.TypeSpec, found func(name string, field bool)) {
	list, field := &ast.FieldList{}, false
	switch x := s.Type.(type) {
	case *ast.StructType:
		list, field = x.Fields, true
	case *ast.InterfaceType:
		list = x.Methods
	}
	for _, m := range list.List {
		for _, name := range m.Names {
			if name.IsExported() {
				found(s.Name.Name+"."+name.Name, field)
			}
		}
		if field && m.Names == nil {
			embedded := m.Type
			if q, ok := embedded.(*ast.SelectorExpr); ok {
				embedded = q.Sel
			}
			if name := receiverName(embedded); ast.IsExported(name) {
				found(s.Name.Name+"."+name, true)
			}
		}
	}
}

// TestExported checks that TestSurface counts what it says.
func TestExported(t *testing.T) {
	const source = `package p
const A, b = 1, 2
var C int
func D() {}
func e() {}
type F struct { G, H int; i int; J; *k }
func (f *F) L() {}
func (f F) m() {}
type n struct { O int }
func (n) P() {}
type Q[T any] interface { R(); s(); J }
func (q *W[T]) V() {}
type X = F
type (Y int; z int)`
	f, err := parser.ParseFile(token.NewFileSet(), "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	exported(f, func(name string, field bool) {
		if field {
			name += " (field)"
		}
		got = append(got, name)
	})
	if want := []string{"A", "C", "D", "F", "F.G (field)", "F.H (field)", "F.J (field)", "F.L", "Q", "Q.R", "W.V", "X", "Y"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
