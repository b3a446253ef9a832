package tree

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestEnumerationsHaveString: a public enumeration, which is a type of integers with
// constants, says what its values are called.
func TestEnumerationsHaveString(t *testing.T) {
	types, constants, strung := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, f := range sources(t) {
		if f.isTest() || f.nested || f.ast.Name.Name == "main" || strings.Contains("/"+f.dir()+"/", "/internal/") {
			continue
		}
		enumerated(f.ast, func(set, name string) {
			if into := map[string]map[string]bool{"type": types, "constant": constants, "String": strung}[set]; into != nil {
				into[f.dir()+"."+name] = true
			}
		})
	}
	for _, name := range slices.Sorted(maps.Keys(types)) {
		if constants[name] && !strung[name] {
			t.Errorf("%s has constants and no String: use internal/words", strings.TrimPrefix(name, ".."))
		}
	}
	if len(types) < 40 {
		t.Errorf("found only %d types of integers", len(types))
	}
}

// frontEnds are the folders of what reads the words of enumerations.
var frontEnds = strings.Fields("cmd/percent distributed/beam internal/cli internal/clickhouse internal/jsonapi internal/operation")

// twoWords are constants beside a word that is not theirs, by file: a policy on malformed
// input decides two enumerations.
var twoWords = map[string]string{"internal/operation/values.go": "MalformedKept InvalidUTF8Kept InvalidUTF8Replaced"}

// TestWordsAreNotRepeated: no front end maps a word to the constant of an enumeration.
// The words are those of String, and words.Value finds the constant.
func TestWordsAreNotRepeated(t *testing.T) {
	constants, used := map[string]bool{}, map[string]bool{}
	for _, f := range sources(t) {
		if !f.isTest() && !f.nested && f.ast.Name.Name != "main" {
			enumerated(f.ast, func(set, name string) {
				if set == "value" {
					constants[f.ast.Name.Name+"."+name] = true
				}
			})
		}
	}
	if len(constants) < 150 {
		t.Fatalf("found only %d constants", len(constants))
	}
	for _, f := range sources(t) {
		if f.isTest() || !slices.ContainsFunc(frontEnds, func(dir string) bool { return strings.HasPrefix(f.dir()+"/", dir+"/") }) {
			continue
		}
		for _, name := range besideWords(f.ast, constants) {
			_, short, _ := strings.Cut(name, ".")
			if slices.Contains(strings.Fields(twoWords[f.name]), short) {
				used[f.name] = true
				continue
			}
			t.Errorf("%s has a word for %s: let words.Value find it", f.name, name)
		}
	}
	for path := range twoWords {
		if !used[path] {
			t.Errorf("%s is allowed what it does not do", path)
		}
	}
}

// TestRepeatedWordIsSeen: besideWords sees a word in a switch and in a map.
func TestRepeatedWordIsSeen(t *testing.T) {
	const source = `package p
var m = map[string]q.E{"a": q.A, r: q.B}
func f(s string) q.E {
	switch s {
	case "b":
		return q.B
	case r, q.A.String():
		return q.C
	case "c":
		return q.F(q.unknown)
	}
	return q.A
}`
	f, err := parser.ParseFile(token.NewFileSet(), "p.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := besideWords(f, map[string]bool{"q.A": true, "q.B": true, "q.C": true}); !slices.Equal(got, []string{"q.A", "q.B"}) {
		t.Errorf("%q", got)
	}
}

// besideWords returns those of the constants, such as "percent.HexLower", that stand in a
// case whose value is a string, or in a map beside one.
func besideWords(f *ast.File, constants map[string]bool) (found []string) {
	isWord := func(e ast.Expr) bool {
		literal, ok := e.(*ast.BasicLit)
		return ok && literal.Kind == token.STRING
	}
	look := func(in ast.Node) {
		ast.Inspect(in, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if pkg, ok := s.X.(*ast.Ident); ok && constants[pkg.Name+"."+s.Sel.Name] {
					found = append(found, pkg.Name+"."+s.Sel.Name)
				}
			}
			return true
		})
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CaseClause:
			if slices.ContainsFunc(n.List, isWord) {
				for _, s := range n.Body {
					look(s)
				}
			}
		case *ast.KeyValueExpr:
			if isWord(n.Key) {
				look(n.Value)
			}
		}
		return true
	})
	return found
}

// enumerated calls found with "type" and the exported types of integers of a file, with
// "constant" and the types of which it has exported constants, and with "String" and
// the types of which it has that method, or Error; with "value" and each of their
// exported constants, and with "of" and its type.
func enumerated(f *ast.File, found func(set, name string)) {
	integers := strings.Fields("int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 byte rune")
	for _, decl := range f.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Recv != nil && (d.Name.Name == "String" || d.Name.Name == "Error") {
				found("String", receiverName(d.Recv.List[0].Type))
			}
		case *ast.GenDecl:
			typed := "" // the exported type that the constants of the block have
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					if id, ok := s.Type.(*ast.Ident); ok && s.Name.IsExported() && slices.Contains(integers, id.Name) {
						found("type", s.Name.Name)
					}
				case *ast.ValueSpec:
					if id, ok := s.Type.(*ast.Ident); ok && d.Tok == token.CONST {
						found("constant", id.Name)
						typed = ""
						if id.IsExported() {
							typed = id.Name
						}
					}
					for _, name := range s.Names {
						if typed != "" && name.IsExported() {
							found("value", name.Name)
							found("of", typed)
						}
					}
				}
			}
		}
	}
}
