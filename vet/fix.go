package vet

import (
	"bytes"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// A fix changes only the expression that was reported, and only where its value goes
// nowhere else: there it may be right.

func one(message string, edits ...analysis.TextEdit) []analysis.SuggestedFix {
	return []analysis.SuggestedFix{{Message: message, TextEdits: edits}}
}

// onlyIn says whether a value goes nowhere but into an instruction, through variables
// and conversions; if into is nil, into a text that is put together.
func onlyIn(v ssa.Value, into ssa.Instruction) bool {
	for range maxDepth {
		var use ssa.Instruction
		for _, r := range *referrers(v) {
			if _, ok := r.(*ssa.DebugRef); ok {
				continue
			}
			if use != nil {
				return false
			}
			use = r
		}
		if use == nil {
			return false
		}
		if use == into {
			return true
		}
		next, joins := passes(use)
		if into == nil && joins {
			return true
		}
		if next == nil {
			return false
		}
		v = next
	}
	return false
}

// passes returns the value in which an instruction passes on the one that it uses, or
// nil, and whether it is a part of a text there.
func passes(use ssa.Instruction) (next ssa.Value, joins bool) {
	switch use := use.(type) {
	case *ssa.Convert, *ssa.ChangeType, *ssa.MakeInterface, *ssa.Phi, *ssa.Slice, *ssa.TypeAssert:
		return use.(ssa.Value), false
	case *ssa.BinOp:
		return use, use.Op == token.ADD
	case *ssa.Store:
		switch addr := use.Addr.(type) {
		case *ssa.IndexAddr: // an argument of a variadic function
			if array, ok := addr.X.(*ssa.Alloc); ok {
				for s := range uses[*ssa.Slice](array) {
					return s, false
				}
			}
		case *ssa.Alloc:
			var load *ssa.UnOp
			for _, r := range *referrers(addr) {
				switch r := r.(type) {
				case *ssa.UnOp:
					if load != nil {
						return nil, false
					}
					load = r
				case *ssa.Store, *ssa.DebugRef:
				default:
					return nil, false
				}
			}
			if load != nil {
				return load, false
			}
		}
	case *ssa.Call:
		switch name, _ := callOf(&use.Call); name {
		case "fmt.Sprintf", "strings.Join":
			return use, true
		case "strings.Clone", "strings.TrimPrefix", "strings.TrimSuffix", "strings.Trim", "strings.TrimLeft", "strings.TrimRight", "fmt.Sprint":
			return use, false
		case "(*strings.Builder).WriteString", "(*bytes.Buffer).WriteString":
			return nil, true
		case "":
			if isAppend(use) {
				return use, true
			}
		}
	}
	return nil, false
}

// astOf returns the call expression of a call.
func (p *pass) astOf(v ssa.Value) *ast.CallExpr {
	if c, ok := v.(*ssa.Call); ok {
		return p.calls[c.Pos()]
	}
	return nil
}

// selectorOf returns the name of a function of a package, such as url.QueryEscape, in a
// call of it.
func (p *pass) selectorOf(c *ast.CallExpr, pkg string) *ast.SelectorExpr {
	s, ok := c.Fun.(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	if f, ok := p.TypesInfo.Uses[s.Sel].(*types.Func); !ok || f.Pkg() == nil || f.Pkg().Path() != pkg {
		return nil
	}
	return s
}

// constants says whether expressions are constants, which may go.
func (p *pass) constants(all []ast.Expr) bool {
	return !slices.ContainsFunc(all, func(x ast.Expr) bool { return p.TypesInfo.Types[x].Value == nil })
}

// unwrap replaces a call by its first argument, if all that becomes of its result is
// what the instruction does with it; if that is nil, whatever becomes of it.
func (p *pass) unwrap(t *term, into ssa.Instruction) []analysis.SuggestedFix {
	v := callIn(t)
	c := p.astOf(v)
	if c == nil || len(c.Args) == 0 || into != nil && !onlyIn(v, into) || !p.constants(c.Args[1:]) {
		return nil
	}
	arg := c.Args[0]
	if t.fn == spacesEscape {
		inner, ok := ast.Unparen(arg).(*ast.CallExpr)
		if !ok || len(inner.Args) != 1 {
			return nil
		}
		arg = inner.Args[0]
	}
	if b, ok := p.TypesInfo.TypeOf(arg).(*types.Basic); !ok || b.Info()&types.IsString == 0 {
		return nil
	}
	for _, n := range p.enclosing(c.Pos()) { // x = url.QueryEscape(x)
		if a, ok := n.(*ast.AssignStmt); ok && a.Tok == token.ASSIGN && len(a.Lhs) == 1 && a.Rhs[0] == c && types.ExprString(a.Lhs[0]) == types.ExprString(arg) {
			return one("Leave out the statement", p.without(a))
		}
	}
	return one("Leave out the call", analysis.TextEdit{Pos: c.Pos(), End: arg.Pos()}, analysis.TextEdit{Pos: arg.End(), End: c.End()})
}

// rename calls another function of net/url for a part of a text, or for what an
// instruction uses.
func (p *pass) rename(v ssa.Value, name string, into ssa.Instruction) []analysis.SuggestedFix {
	c := p.astOf(v)
	if c == nil || !onlyIn(v, into) {
		return nil
	}
	return p.renamed(c, name)
}

// reescape returns fixes that escape a value in another way, or none where that could
// change a value that arrives as it is meant. url.PathEscape keeps delimiters of queries
// and what is written as "+" for a space, so that only a value that is known to be one,
// and plain, may go to another function. What url.QueryEscape returns is read alike
// except for spaces: there, it is enough that nothing speaks against it.
func (p *pass) reescape(t *term, in spot, fixes []analysis.SuggestedFix) []analysis.SuggestedFix {
	c, ok := callIn(t).(*ssa.Call)
	if t.kind != encoded || !ok || !in.here {
		return nil
	}
	// In its own function: a caller's value is one of several.
	name, args := callOf(&c.Call)
	f := functions[name]
	if f == nil || !f.encodes {
		return nil
	}
	switch o := p.origin(p.evaluate(c.Parent()).eval(args[f.argument])); {
	case o == plain && (in.at != inQuery || in.single), o == passed && t.fn == queryEscape && in.at != inQuery:
		return fixes
	}
	return nil
}

// fixes returns fixes of what is made for one text only.
func (s spot) fixes(all []analysis.SuggestedFix) []analysis.SuggestedFix {
	if !s.here {
		return nil
	}
	return all
}

// madeIn says whether a term is made in a function, or in one within it that is called
// where it stands.
func madeIn(t *term, f *ssa.Function) bool {
	made := t.call
	if made == nil {
		made = t.value
	}
	if made == nil || made.Parent() == nil {
		return true
	}
	for g := made.Parent(); g != f; g = g.Parent() {
		if g == nil || g.Parent() == nil || !calledOnce(g) {
			return false
		}
	}
	return true
}

// calledOnce says whether a function within another is called where it stands.
func calledOnce(f *ssa.Function) bool {
	all := *f.Referrers()
	if len(all) != 1 {
		return false
	}
	if m, ok := all[0].(*ssa.MakeClosure); ok {
		if all = *m.Referrers(); len(all) != 1 {
			return false
		}
	}
	c, ok := all[0].(ssa.CallInstruction)
	return ok && c.Common().StaticCallee() == f
}

func (p *pass) renamed(c *ast.CallExpr, name string) []analysis.SuggestedFix {
	if c == nil {
		return nil
	}
	s := p.selectorOf(c, "net/url")
	if s == nil {
		return nil
	}
	return one("Call "+name, analysis.TextEdit{Pos: s.Sel.Pos(), End: s.Sel.End(), NewText: []byte(name)})
}

// swap calls one function of net/url for a replacement in what another returns.
func (p *pass) swap(t *term, name string) []analysis.SuggestedFix {
	outer, inner := p.astOf(t.call), p.astOf(callIn(t.parts[0]))
	if outer == nil || inner == nil || inner != outer.Args[0] || !p.constants(outer.Args[1:]) {
		return nil
	}
	s := p.selectorOf(inner, "net/url")
	if s == nil {
		return nil
	}
	return one("Call "+name,
		analysis.TextEdit{Pos: outer.Pos(), End: inner.Pos()},
		analysis.TextEdit{Pos: s.Sel.Pos(), End: s.Sel.End(), NewText: []byte(name)},
		analysis.TextEdit{Pos: inner.End(), End: outer.End()})
}

// replaceAll calls strings.ReplaceAll for strings.Replace.
func (p *pass) replaceAll(t *term) []analysis.SuggestedFix {
	c := p.astOf(t.call)
	if c == nil || len(c.Args) != 4 || !p.constants(c.Args[3:]) {
		return nil
	}
	s := p.selectorOf(c, "strings")
	if s == nil {
		return nil
	}
	return one("Call ReplaceAll",
		analysis.TextEdit{Pos: s.Sel.Pos(), End: s.Sel.End(), NewText: []byte("ReplaceAll")},
		analysis.TextEdit{Pos: c.Args[2].End(), End: c.Args[3].End()})
}

// fileOf returns the file that holds a position.
func (p *pass) fileOf(pos token.Pos) *ast.File {
	for _, f := range p.Files {
		if f.FileStart <= pos && pos < f.FileEnd {
			return f
		}
	}
	return nil
}

// imported returns the name under which a file imports a package, and the edit that
// imports it where it does not.
func (p *pass) importedAs(f *ast.File, path, name string) (string, []analysis.TextEdit) {
	for _, i := range f.Imports {
		if got, err := strconv.Unquote(i.Path.Value); err == nil && got == path {
			switch {
			case i.Name == nil:
				return name, nil
			case i.Name.Name != "_" && i.Name.Name != ".":
				return i.Name.Name, nil
			}
		}
	}
	if scope := p.TypesInfo.Scopes[f]; scope != nil && scope.Lookup(name) != nil || p.Pkg.Scope().Lookup(name) != nil {
		return "", nil
	}
	for _, d := range f.Decls {
		if d, ok := d.(*ast.GenDecl); ok && d.Tok == token.IMPORT {
			line := strconv.Quote(path)
			if d.Lparen.IsValid() {
				return name, []analysis.TextEdit{{Pos: d.Rparen, End: d.Rparen, NewText: []byte("\t" + line + "\n")}}
			}
			return name, []analysis.TextEdit{{Pos: d.End(), End: d.End(), NewText: []byte("\nimport " + line)}}
		}
	}
	return name, []analysis.TextEdit{{Pos: f.Name.End(), End: f.Name.End(), NewText: []byte("\n\nimport " + strconv.Quote(path))}}
}

// wrap escapes an expression with a function of net/url.
func (p *pass) wrap(t *term, name string) []analysis.SuggestedFix {
	x := p.exprOf(t.value)
	if x == nil || !onlyIn(t.value, nil) || !p.plainString(x) {
		return nil
	}
	pkg, edits := p.importedAs(p.fileOf(x.Pos()), "net/url", "url")
	if pkg == "" || p.shadowed(x.Pos(), pkg, edits != nil) {
		return nil
	}
	edits = append(edits,
		analysis.TextEdit{Pos: x.Pos(), End: x.Pos(), NewText: []byte(pkg + "." + name + "(")},
		analysis.TextEdit{Pos: x.End(), End: x.End(), NewText: []byte(")")})
	return one("Escape it with url."+name, edits...)
}

// wrapRaw escapes what a view of a request gives, unless it may be escaped already.
func (p *pass) wrapRaw(t *term, name string) []analysis.SuggestedFix {
	if t.fn.gives != decodedPath && p.origin(t) == anywhere {
		return nil
	}
	return p.wrap(t, name)
}

// plainString reports whether an expression has type string, not a type made of it.
func (p *pass) plainString(x ast.Expr) bool {
	return types.Identical(p.TypesInfo.TypeOf(x), types.Typ[types.String])
}

// shadowed says whether a name is not that of an import where the expression stands.
func (p *pass) shadowed(pos token.Pos, name string, missing bool) bool {
	scope := p.Pkg.Scope().Innermost(pos)
	if scope == nil {
		return true
	}
	_, o := scope.LookupParent(name, pos)
	if o == nil {
		return !missing
	}
	_, ok := o.(*types.PkgName)
	return !ok
}

// escapedPath reads u.EscapedPath() for u.Path, in a text or in what an instruction uses.
func (p *pass) escapedPath(t *term, into ssa.Instruction) []analysis.SuggestedFix {
	s, ok := p.exprOf(t.value).(*ast.SelectorExpr)
	if !ok || !onlyIn(t.value, nil) && !onlyIn(t.value, into) {
		return nil
	}
	return one("Call EscapedPath", analysis.TextEdit{Pos: s.Sel.Pos(), End: s.Sel.End(), NewText: []byte("EscapedPath()")})
}

// escapeAll escapes a part of a text with a function of percent that keeps only what
// every part of a URL may have, or, if the package does not import percent, in the same
// way with net/url.
func (p *pass) escapeAll(v ssa.Value, path, function string) []analysis.SuggestedFix {
	c := p.astOf(v)
	if c == nil || !onlyIn(v, nil) {
		return nil
	}
	s := p.selectorOf(c, "net/url")
	if s == nil {
		return nil
	}
	with, pkg := "strings", "strings"
	if slices.ContainsFunc(p.Pkg.Imports(), func(i *types.Package) bool { return i.Path() == path }) {
		with, pkg = path, path[strings.LastIndexByte(path, '/')+1:]
	}
	name, edits := p.importedAs(p.fileOf(c.Pos()), with, pkg)
	if name == "" || p.shadowed(c.Pos(), name, edits != nil) {
		return nil
	}
	if with == path {
		return one("Call "+pkg+"."+function, append(edits, analysis.TextEdit{Pos: c.Fun.Pos(), End: c.Fun.End(), NewText: []byte(name + "." + function)})...)
	}
	return one("Write a space as %20", append(edits,
		analysis.TextEdit{Pos: c.Pos(), End: c.Pos(), NewText: []byte(name + ".ReplaceAll(")},
		analysis.TextEdit{Pos: s.Sel.Pos(), End: s.Sel.End(), NewText: []byte("QueryEscape")},
		analysis.TextEdit{Pos: c.End(), End: c.End(), NewText: []byte(`, "+", "%20")`)})...)
}

// undecode leaves out the call of a decoder: its result is what it was given, and the
// test of its error goes as well.
func (p *pass) undecode(c *ssa.Call) []analysis.SuggestedFix {
	call := p.calls[c.Pos()]
	if call == nil {
		return nil
	}
	around := p.enclosing(call.Pos())
	for i, n := range around {
		a, ok := n.(*ast.AssignStmt)
		if !ok || len(a.Rhs) != 1 || a.Rhs[0] != call || len(a.Lhs) != 2 {
			continue
		}
		var list []ast.Stmt
		switch n := around[i+1].(type) {
		case *ast.BlockStmt:
			list = n.List
		case *ast.CaseClause:
			list = n.Body
		case *ast.CommClause:
			list = n.Body
		}
		if at := slices.Index(list, ast.Stmt(a)); at >= 0 {
			return p.unassign(a, call, list[at+1:])
		}
	}
	return nil
}

// unassign takes out x, err := url.PathUnescape(y) and the if statement after it.
func (p *pass) unassign(a *ast.AssignStmt, call *ast.CallExpr, rest []ast.Stmt) []analysis.SuggestedFix {
	x, ok := a.Lhs[1].(*ast.Ident)
	if !ok {
		return nil
	}
	result, ok := a.Lhs[0].(*ast.Ident)
	if ok && result.Name == "_" {
		return nil // only the error counts
	}
	edits := []analysis.TextEdit{
		{Pos: a.Lhs[0].End(), End: a.Lhs[1].End()},
		{Pos: call.Pos(), End: call.Args[0].Pos()},
		{Pos: call.Args[0].End(), End: call.End()},
	}
	if a.Tok == token.DEFINE && ok && p.TypesInfo.Defs[result] == nil {
		// Only the error was new.
		edits = append(edits, analysis.TextEdit{Pos: a.TokPos, End: a.TokPos + token.Pos(len(":=")), NewText: []byte("=")})
	}
	y, goes := call.Args[0].(*ast.Ident)
	if goes = goes && ok && p.TypesInfo.Uses[y] == p.TypesInfo.Uses[result]; goes {
		edits = []analysis.TextEdit{p.without(a)}
	}
	if x.Name == "_" {
		return one("Leave out the call", edits...)
	}
	object := p.TypesInfo.Defs[x]
	if object == nil || len(rest) == 0 {
		return nil
	}
	test, ok := rest[0].(*ast.IfStmt)
	if !ok || test.Init != nil || test.Else != nil {
		return nil
	}
	condition, ok := test.Cond.(*ast.BinaryExpr)
	if !ok || condition.Op != token.NEQ {
		return nil
	}
	if y, ok := condition.X.(*ast.Ident); !ok || p.TypesInfo.Uses[y] != object {
		return nil
	}
	// Whatever else is assigned to or read from the error must stay.
	for id, o := range p.TypesInfo.Uses {
		if o == object && (id.Pos() < test.Pos() || id.Pos() >= test.End()) {
			return nil
		}
	}
	if !p.usedElsewhere(test, a, goes) {
		return nil
	}
	edits = append(edits, analysis.TextEdit{Pos: a.End(), End: test.End()})
	return one("Leave out the call and the test of its error", edits...)
}

// without returns the edit that takes out a statement, with its line if it begins that.
func (p *pass) without(s ast.Stmt) analysis.TextEdit {
	f := p.Fset.File(s.Pos())
	begin := f.LineStart(f.Line(s.Pos()))
	if p.ReadFile != nil {
		if text, err := p.ReadFile(f.Name()); err == nil && len(text) == f.Size() && len(bytes.TrimSpace(text[f.Offset(begin):f.Offset(s.Pos())])) == 0 {
			return analysis.TextEdit{Pos: begin - 1, End: s.End()}
		}
	}
	return analysis.TextEdit{Pos: s.Pos(), End: s.End()}
}

// usedElsewhere says whether each variable that is read in a statement is read outside of
// it, too: the compiler refuses one that is not. The assignment in front of it counts
// unless it goes as well.
func (p *pass) usedElsewhere(s ast.Stmt, a *ast.AssignStmt, goes bool) bool {
	within := func(id *ast.Ident, n ast.Node) bool { return n.Pos() <= id.Pos() && id.Pos() < n.End() }
	left := map[types.Object]bool{}
	for id, o := range p.TypesInfo.Uses {
		if v, ok := o.(*types.Var); ok && !v.IsField() && v.Parent() != p.Pkg.Scope() && within(id, s) {
			left[o] = true
		}
	}
	if id, ok := a.Lhs[0].(*ast.Ident); ok {
		if v, ok := p.TypesInfo.ObjectOf(id).(*types.Var); ok && v.Parent() != p.Pkg.Scope() {
			left[v] = true
		}
	}
	if id, ok := a.Lhs[1].(*ast.Ident); ok {
		delete(left, p.TypesInfo.Defs[id]) // the error itself goes
	}
	assigned := map[*ast.Ident]bool{}
	ast.Inspect(p.fileOf(a.Pos()), func(n ast.Node) bool {
		if n, ok := n.(*ast.AssignStmt); ok && n.Tok == token.ASSIGN {
			for _, x := range n.Lhs {
				if id, ok := x.(*ast.Ident); ok {
					assigned[id] = true
				}
			}
		}
		return true
	})
	for id, o := range p.TypesInfo.Uses {
		if left[o] && !within(id, s) && !(goes && within(id, a)) && !assigned[id] {
			delete(left, o)
		}
	}
	for o := range left {
		// Parameters need no use.
		switch o.(*types.Var).Kind() {
		case types.ParamVar, types.RecvVar, types.ResultVar:
			delete(left, o)
		}
	}
	return len(left) == 0
}
