//go:build unix

package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A mutant is a fault that can be switched on: text before and after a piece of a file.
type mutant struct {
	file, function, change string
	line, start, end       int                     // the piece; start and end are bytes of the file
	before                 func(number int) string // given the number that switches it on
	after                  string
}

func (m *mutant) String() string {
	return fmt.Sprintf("%s:%d: %s: %s", filepath.Base(m.file), m.line, m.function, m.change)
}

// apply inserts mutants into a text, by their numbers. Of pieces that lie in one another
// the longer is outside, and of the same the one of the lower number.
func apply(text string, mutants map[int]*mutant) string {
	type insert struct {
		at, order int
		text      string
	}
	const most = 1 << 40
	var inserts []insert
	for number, m := range mutants {
		inside := most - (m.end-m.start)<<16 + number
		inserts = append(inserts, insert{m.start, inside, m.before(number)}, insert{m.end, -inside, m.after})
	}
	slices.SortFunc(inserts, func(a, b insert) int {
		if a.at != b.at {
			return a.at - b.at
		}
		return a.order - b.order
	})
	var out strings.Builder
	at := 0
	for _, i := range inserts {
		out.WriteString(text[at:i.at] + i.text)
		at = i.at
	}
	return out.String() + text[at:]
}

// find returns the mutants of a package, without those of generated files.
func find(p *packages.Package) ([]*mutant, error) {
	f := finder{Package: p}
	for _, syntax := range p.Syntax {
		if f.file = p.Fset.File(syntax.Pos()); ast.IsGenerated(syntax) {
			continue
		}
		text, err := os.ReadFile(f.file.Name())
		if err != nil {
			return nil, err
		}
		f.text = string(text)
		for _, d := range syntax.Decls {
			f.function = "var"
			if d, ok := d.(*ast.FuncDecl); ok {
				f.function = d.Name.Name
			}
			ast.Inspect(d, f.visit)
		}
	}
	return f.found, nil
}

// A finder collects the mutants of the files of a package.
type finder struct {
	*packages.Package
	text, function string
	file           *token.File
	found          []*mutant
}

func (f *finder) source(n ast.Node) string {
	return f.text[f.file.Offset(n.Pos()):f.file.Offset(n.End())]
}

func (f *finder) add(n ast.Node, to string, before func(int) string, after string) {
	f.found = append(f.found, &mutant{
		file: f.file.Name(), function: f.function, change: strings.Join(strings.Fields(f.source(n)), " ") + " → " + to,
		line: f.file.Line(n.Pos()), start: f.file.Offset(n.Pos()), end: f.file.Offset(n.End()), before: before, after: after,
	})
}

func (f *finder) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.GenDecl:
		return n.Tok == token.VAR
	case *ast.IfStmt:
		f.negate(n.Cond)
		if last := n.Body.List; n.Else == nil && len(last) > 0 {
			if r, ok := last[len(last)-1].(*ast.ReturnStmt); ok { // others may have to be there
				f.leaveOut(r)
			}
		}
	case *ast.ForStmt:
		f.negate(n.Cond)
	case *ast.ExprStmt, *ast.SendStmt, *ast.DeferStmt:
		f.leaveOut(n)
	case *ast.AssignStmt, *ast.IncDecStmt, *ast.BranchStmt:
		// Only those of a list of statements have a line of their own, as a rule.
		line := f.text[strings.LastIndexByte(f.text[:f.file.Offset(n.Pos())], '\n')+1:]
		if strings.HasPrefix(strings.TrimLeft(line, "\t"), f.source(n)) {
			f.leaveOut(n)
		}
	case *ast.BinaryExpr:
		f.exchange(n)
	case *ast.BasicLit:
		f.offByOne(n)
	}
	return true
}

func (f *finder) negate(cond ast.Expr) {
	if b, ok := cond.(*ast.BinaryExpr); cond == nil || ok && (b.Op == token.EQL || b.Op == token.NEQ) {
		return // exchange has these
	}
	f.add(cond, "not", func(n int) string { return fmt.Sprintf("mutated(%d) != (", n) }, ")")
}

func (f *finder) leaveOut(s ast.Node) {
	if a, ok := s.(*ast.AssignStmt); ok && a.Tok == token.DEFINE {
		return
	}
	if b, ok := s.(*ast.BranchStmt); ok && b.Tok != token.BREAK && b.Tok != token.CONTINUE {
		return
	}
	f.add(s, "nothing", func(n int) string { return fmt.Sprintf("if !mutated(%d) { ", n) }, " }")
}

var other = map[token.Token]string{
	token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">",
	token.EQL: "!=", token.NEQ: "==", token.LAND: "||", token.LOR: "&&",
}

// exchange writes an operation twice, with both operators.
func (f *finder) exchange(e *ast.BinaryExpr) {
	op, ok := other[e.Op]
	if x, y := f.source(e.X), f.source(e.Y); ok && !strings.Contains(x+y, "\n") {
		f.add(e, op, func(n int) string {
			return fmt.Sprintf("(mutated(%d) && (%s %s %s) || !mutated(%d) && (", n, x, op, y, n)
		}, "))")
	}
}

func (f *finder) offByOne(l *ast.BasicLit) {
	t := f.TypesInfo.Types[l]
	if l.Kind != token.INT && l.Kind != token.CHAR || t.Value == nil {
		return
	}
	to := l.Value + "+1"
	if v, _ := constant.Int64Val(constant.ToInt(t.Value)); v > 1 && v&(v+1) == 0 { // perhaps the largest of its type
		to = l.Value + "-1"
	}
	name := types.TypeString(types.Default(t.Type), types.RelativeTo(f.Types))
	name = name[strings.LastIndexByte(name, '/')+1:]
	f.add(l, to, func(n int) string { return fmt.Sprintf("mutatedValue[%s](%d, %s, ", name, n, to) }, ")")
}
