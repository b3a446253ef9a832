package tree

import (
	"go/ast"
	"strings"
	"testing"
)

// Bounds of the command, in lines without tests. A package of 14,500 lines around one
// struct is what the command was: nobody could change a command without reading how files
// are read, resumed and reported. What does not fit is work that is no command's own, and
// belongs into a package below internal/cli, into internal/results, or into the library; a
// package below internal/cli that outgrows its bound does two things.
const (
	mostOfCommand = 7000
	mostOfLayer   = 3000
)

// TestCommandBounds holds package main of the command and the packages that it is made of
// to their bounds, and to having no init function: the table in main.go lists the commands.
func TestCommandBounds(t *testing.T) {
	lines := map[string]int{}
	for _, f := range sources(t) {
		dir := f.dir()
		if f.isTest() || f.nested || dir != "cmd/percent" && !strings.HasPrefix(dir, "internal/cli/") {
			continue
		}
		lines[dir] += f.set.File(f.ast.Pos()).LineCount()
		for _, decl := range f.ast.Decls {
			if d, ok := decl.(*ast.FuncDecl); ok && d.Recv == nil && d.Name.Name == "init" {
				t.Errorf("%s: an init function", f.set.Position(d.Pos()))
			}
		}
	}
	if lines["cmd/percent"] == 0 || len(lines) < 2 {
		t.Fatalf("found only %v", lines)
	}
	for dir, n := range lines {
		most := mostOfLayer
		if dir == "cmd/percent" {
			most = mostOfCommand
		}
		if n > most {
			t.Errorf("%s has %d lines, more than %d", dir, n, most)
		}
		t.Logf("%s: %d lines", dir, n)
	}
}
