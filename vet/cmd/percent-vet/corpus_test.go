package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// atLeast is how many mistakes of public projects the corpus has, and most how many of
// ten are found.
const (
	atLeast = 60
	foundOf = 9
)

// TestCorpusFixes compares three forms of each mistake of the corpus by what they do with
// values that break URLs: as it was, as percent-vet fixes it, and as the public project
// did. The first must differ from the last, and the second must not.
func TestCorpusFixes(t *testing.T) {
	const source = "../../testdata/src/corpus/"
	files := map[string]string{}
	set := token.NewFileSet()
	declared := map[string]*ast.FuncDecl{}
	cited, missed := 0, 0
	for _, name := range []string{"corpus.go", "fixed.go"} {
		text := read(t, source+name)
		cited += strings.Count(text, "// https://")
		missed += strings.Count(text, "// missed:")
		files[name] = strings.Replace(text, "package corpus", "package main", 1)
		parsed, err := parser.ParseFile(set, name, text, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range parsed.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				declared[f.Name.Name] = f
			}
		}
	}
	if cited < atLeast || missed*10 > cited*(10-foundOf) {
		t.Errorf("%d mistakes, of which %d are missed", cited, missed)
	}
	var table strings.Builder
	pairs := 0
	for name, f := range declared {
		fixed := declared[name+"Fixed"]
		if fixed == nil {
			continue
		}
		pairs++
		receiver := ""
		if f.Recv != nil {
			receiver = "api()."
		}
		var names []string
		for _, field := range f.Type.Params.List {
			for _, n := range field.Names {
				names = append(names, n.Name)
			}
		}
		fmt.Fprintf(&table, "\t%q: {%s%s, %s%sFixed, %q},\n", name, receiver, name, receiver, name, strings.Join(names, " "))
	}
	if pairs < atLeast {
		t.Errorf("%d pairs", pairs)
	}
	files["driver.go"] = strings.Replace(read(t, "testdata/driver.go.txt"), "\t// The pairs.\n", table.String(), 1)
	module(t, files)
	before := effects(t)
	was := bodies(t, "corpus.go")
	var out, errs bytes.Buffer
	if status := run([]string{"--rules", "all", "--fix"}, &out, &errs); status != statusFindings {
		t.Fatalf("status %d\n%s%s", status, &out, &errs)
	}
	after := effects(t)
	changed := 0
	is := bodies(t, "corpus.go")
	for name, pair := range before {
		if pair.Is == pair.Fixed {
			t.Errorf("%s does what its fix does", name)
		}
		if is[name] == was[name] {
			continue
		}
		changed++
		if got := after[name]; got.Is != got.Fixed {
			t.Errorf("%s, fixed by percent-vet:\n%s\nas its project fixed it:\n%s", name, got.Is, got.Fixed)
		}
	}
	if changed < 20 {
		t.Errorf("only %d were fixed", changed)
	}
	t.Logf("%d mistakes, %d found, %d fixed", cited, cited-missed, changed)
}

// An effect is what a function of the corpus did with all values, and what its fixed
// form did.
type effect struct{ Is, Fixed string }

// effects runs the functions of the module.
func effects(t *testing.T) map[string]effect {
	t.Helper()
	cmd := exec.Command("go", "run", ".")
	var errs bytes.Buffer
	cmd.Stderr = &errs // with -v in GOFLAGS, the names of what is compiled
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &errs)
	}
	var all map[string]effect
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return all
}

// bodies returns the text of each function of a file.
func bodies(t *testing.T, file string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Clean(file))
	if err != nil {
		t.Fatal(err)
	}
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, text, 0)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, d := range parsed.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			all[f.Name.Name] = string(text[set.Position(f.Pos()).Offset:set.Position(f.End()).Offset])
		}
	}
	return all
}
