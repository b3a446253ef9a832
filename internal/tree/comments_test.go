package tree

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strings"
	"testing"
)

// TestExportedComments checks that every exported name of every package, of
// nested modules too, has a comment, that comments of functions, types and
// methods start with the name, and that every package has a comment, which starts
// with its name unless it is a program.
func TestExportedComments(t *testing.T) {
	documented := map[string]bool{}
	names := 0
	for _, f := range sources(t) {
		if f.isTest() || ast.IsGenerated(f.ast) {
			continue
		}
		comment := strings.TrimSpace(f.ast.Doc.Text())
		documented[f.dir()] = documented[f.dir()] || comment != ""
		if name := f.ast.Name.Name; name != "main" && comment != "" && !strings.HasPrefix(comment, "Package "+name+" ") {
			t.Errorf("%s: the package comment does not start with %q", f.name, "Package "+name)
		}
		missing, n := uncommented(f.ast)
		names += n
		for _, m := range missing {
			t.Errorf("%s: %s", f.set.Position(m.pos), m.what)
		}
	}
	for dir, ok := range documented {
		if !ok {
			t.Errorf("package %s has no package comment", dir)
		}
	}
	if names < 50 {
		t.Errorf("found only %d exported names", names)
	}
}

type gap struct {
	pos  token.Pos
	what string
}

// uncommented returns the exported names of a file without a proper comment,
// and how many exported names it has.
func uncommented(f *ast.File) (gaps []gap, names int) {
	check := func(id *ast.Ident, name string, doc *ast.CommentGroup) {
		names++
		if strings.TrimSpace(doc.Text()) == "" {
			gaps = append(gaps, gap{id.Pos(), name + " has no comment"})
		} else if !startsWith(doc.Text(), id.Name) {
			gaps = append(gaps, gap{id.Pos(), "the comment of " + name + " does not start with its name"})
		}
	}
	for _, decl := range f.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			receiver := ""
			if d.Recv != nil {
				receiver = receiverName(d.Recv.List[0].Type)
				if !ast.IsExported(receiver) {
					continue
				}
				receiver += "."
			}
			if d.Name.IsExported() {
				check(d.Name, receiver+d.Name.Name, d.Doc)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					doc := s.Doc
					if doc == nil && !d.Lparen.IsValid() {
						doc = d.Doc
					}
					if s.Name.IsExported() {
						check(s.Name, s.Name.Name, doc)
						gaps = append(gaps, methodGaps(s)...)
					}
				case *ast.ValueSpec:
					for _, id := range s.Names {
						if !id.IsExported() {
							continue
						}
						names++
						// In a group, its comment or one at the end of the line will do.
						if s.Doc == nil && s.Comment == nil && d.Doc == nil {
							gaps = append(gaps, gap{id.Pos(), id.Name + " has no comment"})
						}
					}
				}
			}
		}
	}
	return gaps, names
}

// methodGaps returns the methods of an interface that have no comment.
func methodGaps(s *ast.TypeSpec) (gaps []gap) {
	i, ok := s.Type.(*ast.InterfaceType)
	if !ok {
		return nil
	}
	for _, m := range i.Methods.List {
		for _, id := range m.Names {
			if id.IsExported() && m.Doc == nil && m.Comment == nil {
				gaps = append(gaps, gap{id.Pos(), s.Name.Name + "." + id.Name + " has no comment"})
			}
		}
	}
	return gaps
}

func receiverName(e ast.Expr) string {
	for {
		switch x := e.(type) {
		case *ast.StarExpr:
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		case *ast.IndexListExpr:
			e = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}

var article = regexp.MustCompile(`^(A|An|The) `)

// startsWith reports whether a comment begins with the name, with or without
// an article.
func startsWith(comment, name string) bool {
	rest, ok := strings.CutPrefix(article.ReplaceAllString(comment, ""), name)
	return ok && (rest == "" || strings.IndexByte(" \n,:;.", rest[0]) >= 0)
}

// TestUncommentedIsSeen runs the check over source with one gap a line.
func TestUncommentedIsSeen(t *testing.T) {
	const source = `package x

func F() {}

// Returns something.
func G() {}

// T is a type.
type T struct{}

func (t *T) M() {}

type U[P any] int

// Frob is a name that begins like another.
func (u U[P]) Fro() {}

const A = 1

var (
	B = 2
	// C is commented.
	C = 3
)

// Kinds of things.
const (
	D = iota
	E // with a comment
)

// I is an interface.
type I interface {
	J()
	// K has a comment.
	K()
}

// A V has an article.
type V int

func (v v) W() {}

type v int
`
	f, err := parser.ParseFile(token.NewFileSet(), "x.go", source, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	gaps, names := uncommented(f)
	var got []string
	for _, g := range gaps {
		got = append(got, g.what)
	}
	want := []string{
		"F has no comment",
		"the comment of G does not start with its name",
		"T.M has no comment",
		"U has no comment",
		"the comment of U.Fro does not start with its name",
		"A has no comment",
		"B has no comment",
		"I.J has no comment",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if names != 13 {
		t.Errorf("saw %d names", names)
	}
}
