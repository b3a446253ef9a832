package vet

import (
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/ssa"
)

// posOf returns where a term was made.
func posOf(t *term) token.Pos {
	if t.call != nil {
		return t.call.Pos()
	}
	if t.value != nil {
		return t.value.Pos()
	}
	return token.NoPos
}

// posIn returns where a part of a text stands in the expression that makes the text,
// or where that is.
func (p *pass) posIn(v ssa.Value, t *term) token.Pos {
	e, text := p.exprOf(t.value), p.texts[v.Pos()]
	if e != nil && text != nil && text.Pos() <= e.Pos() && e.End() <= text.End() {
		return e.Pos()
	}
	return v.Pos()
}

// partPos returns where a part of a text stands in it, or where it becomes a part of one
// that becomes a part of the text.
func (p *pass) partPos(v ssa.Value, t *term) token.Pos {
	if at := p.posIn(v, t); at != v.Pos() {
		return at
	}
	if at := joinedAt(t.value); at.IsValid() && within(t.value, v.Parent()) {
		return at
	}
	return v.Pos()
}

// joinedAt returns where a value becomes a part of a text, if that is in one place.
func joinedAt(v ssa.Value) token.Pos {
	for range maxDepth {
		if v == nil || len(*referrers(v)) != 1 {
			return token.NoPos
		}
		use := (*referrers(v))[0]
		next, joins := passes(use)
		if c, ok := use.(*ssa.Call); ok {
			name, _ := callOf(&c.Call)
			joins = joins || formats[name] > 0
		}
		if joins {
			return use.Pos()
		}
		v = next
	}
	return token.NoPos
}

// calls returns the name of the function that made a term, and of the function of the
// module that calls it.
func (t *term) calls() string {
	if t.user != nil {
		return fmt.Sprintf("%s (in %s)", t.fn.name, t.user.Name())
	}
	return t.fn.name
}

// exprOf returns the expression that a value stands for: a call or a field.
func (p *pass) exprOf(v ssa.Value) ast.Expr {
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return p.exprOf(v.X)
	case *ssa.Call:
		if c := p.calls[v.Pos()]; c != nil {
			return c
		}
	case *ssa.UnOp:
		if a, ok := v.X.(*ssa.FieldAddr); ok {
			return p.selector(a.Pos())
		}
	}
	return nil
}

// selector returns the expression x.f whose f is at pos.
func (p *pass) selector(pos token.Pos) ast.Expr {
	for _, n := range p.enclosing(pos) {
		if s, ok := n.(*ast.SelectorExpr); ok && s.Sel.Pos() == pos {
			return s
		}
	}
	return nil
}

// enclosing returns the nodes around a position, the innermost first.
func (p *pass) enclosing(pos token.Pos) []ast.Node {
	f := p.fileOf(pos)
	if f == nil {
		return nil
	}
	all, _ := astutil.PathEnclosingInterval(f, pos, pos)
	return all
}

// callIn returns the call of the encoder itself, unless a function of the module makes it.
func callIn(t *term) ssa.Value {
	if t.user != nil {
		return nil
	}
	return t.call
}
