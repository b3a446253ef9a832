package tree

import (
	"go/ast"
	"go/token"
	"maps"
	"slices"
	"strings"
	"testing"
)

// withoutString are the public enumerations that have no String yet. The list only
// shrinks: a new enumeration has one from the beginning.
var withoutString = strings.Fields(`
ExistingEscapes HexCase MalformedEscapes PlusMeaning SpaceSpelling UTF8Policy
bulk.Kind bulk.MarkMode bulk.Outcome bulk.Scan bulk.Telling
charset.OnMalformed charset.OnUnencodable conform.State
form.CharsetField form.EmptyValues form.Newlines form.Separators
header.KeyOrder header.Mode header.MultipartEscapes header.ParamRule header.PropertyKind
inspect.Places inspect/layers.PlusMode inspect/lint.Place
iri.HostMode iri.IllegalMode iri.NormalForm uri.DotKind
`)

// TestEnumerationsHaveString: a public enumeration, which is a type of integers with
// constants, says what its values are called.
func TestEnumerationsHaveString(t *testing.T) {
	types, constants, strung := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, f := range sources(t) {
		if f.isTest() || f.nested || f.ast.Name.Name == "main" || strings.Contains("/"+f.dir()+"/", "/internal/") {
			continue
		}
		enumerated(f.ast, func(set, name string) {
			map[string]map[string]bool{"type": types, "constant": constants, "String": strung}[set][f.dir()+"."+name] = true
		})
	}
	var without []string
	for _, name := range slices.Sorted(maps.Keys(types)) {
		if constants[name] && !strung[name] {
			without = append(without, strings.TrimPrefix(name, ".."))
		}
	}
	listed := slices.Sorted(slices.Values(withoutString))
	for _, name := range without {
		if !slices.Contains(listed, name) {
			t.Errorf("%s has constants and no String: use internal/words", name)
		}
	}
	for _, name := range listed {
		if !slices.Contains(without, name) {
			t.Errorf("%s has a String now, or is gone: take it from the list", name)
		}
	}
	if len(types) < 40 {
		t.Errorf("found only %d types of integers", len(types))
	}
}

// enumerated calls found with "type" and the exported types of integers of a file, with
// "constant" and the types of which it has exported constants, and with "String" and
// the types of which it has that method, or Error.
func enumerated(f *ast.File, found func(set, name string)) {
	integers := strings.Fields("int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 byte rune")
	for _, decl := range f.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Recv != nil && (d.Name.Name == "String" || d.Name.Name == "Error") {
				found("String", receiverName(d.Recv.List[0].Type))
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					if id, ok := s.Type.(*ast.Ident); ok && s.Name.IsExported() && slices.Contains(integers, id.Name) {
						found("type", s.Name.Name)
					}
				case *ast.ValueSpec:
					if id, ok := s.Type.(*ast.Ident); ok && d.Tok == token.CONST {
						found("constant", id.Name)
					}
				}
			}
		}
	}
}
