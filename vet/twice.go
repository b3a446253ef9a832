package vet

import (
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// checkEncoder reports an argument of an encoder that is encoded already.
func (p *pass) checkEncoder(t *term, f *function, c *ssa.Call) {
	for _, a := range t.alternatives() {
		switch a = a.replacedIn(); {
		case a.kind == encoded && p.meant(a, c):
		case a.kind == encoded:
			p.report("encoded-twice", c.Pos(),
				fmt.Sprintf("%s escapes what %s has escaped: leave out one of them; %s", f.name, a.calls(), witness(by(a.fn))), p.unwrap(a, c)...)
		case a.kind == replaced && a.parts[0].kind != encoded && (a.is(" ", "+") && f == queryEscape || escapes(a.old, a.new) != 0):
			p.report("replaced-escape", posOf(a),
				fmt.Sprintf("%s escapes the %q that replaces %s: leave out the replacement; %s", f.name, a.new, nameOf(a.old), witness(a.replaces)), p.unwrap(a, c)...)
		}
	}
}

// meant says whether text is encoded twice for two readers, as in the base string of OAuth
// 1.0 and in paths of AWS: a test does so, or a comment in front or behind says why.
func (p *pass) meant(inner *term, c *ssa.Call) bool {
	if p.signs && p.signedBy(c.Parent(), maxInlined) {
		return true
	}
	call, f := p.calls[c.Pos()], p.fileOf(c.Pos())
	direct := p.astOf(callIn(inner))
	if direct == nil || call == nil || f == nil || !slices.Contains(call.Args, ast.Expr(direct)) {
		return false
	}
	if strings.HasSuffix(p.Fset.Position(c.Pos()).Filename, "_test.go") {
		return true
	}
	begin := call.Pos()
	for _, n := range p.enclosing(begin) {
		if d, ok := n.(*ast.FuncDecl); ok {
			if begin = d.Pos(); d.Doc != nil {
				begin = d.Doc.Pos()
			}
		}
	}
	return slices.ContainsFunc(f.Comments, func(g *ast.CommentGroup) bool {
		return begin <= g.Pos() && (g.End() <= call.Pos() || p.Fset.Position(g.Pos()).Line == p.Fset.Position(call.Pos()).Line) && twice.MatchString(g.Text()) && why.MatchString(g.Text())
	})
}

// signedBy says whether a function, or one that calls it, has a word of such signatures.
func (p *pass) signedBy(f *ssa.Function, deep int) bool {
	return hasConstant(f, signing.MatchString) || oauth.MatchString(f.Name()) || deep > 0 && slices.ContainsFunc(p.callsOf(f).all, func(c ssa.CallInstruction) bool { return p.signedBy(c.Parent(), deep-1) })
}

// twice and why are in comments where text is encoded twice on purpose.
var (
	twice = regexp.MustCompile(`(?i)double|twice|(two|2) ?times`)
	why   = regexp.MustCompile(`(?i)requir|need|must|have to|has to|because|otherwise|expect|since|so that|decodes`)
)

// nameOf names a character.
func nameOf(s string) string {
	if s == " " {
		return "a space"
	}
	return fmt.Sprintf("%q", s)
}

// checkDecoder reports an argument of a decoder that is decoded already, or is of a place
// with another decoder.
func (p *pass) checkDecoder(t *term, f *function, c *ssa.Call) {
	for _, a := range t.alternatives() {
		for _, from := range a.sources() {
			for _, r := range decoderRows {
				if r.holds(a, from, f) {
					rule, fixes := "decoded-twice", p.undecode(c)
					if !from.isPlain() {
						rule, fixes = "wrong-decoder", nil
						if f == queryUnescape {
							fixes = p.renamed(p.calls[c.Pos()], "PathUnescape")
						}
					}
					p.report(rule, c.Pos(), r.message(from, f, c), fixes...)
					break
				}
			}
		}
	}
}

// isPlain says whether a term is decoded.
func (t *term) isPlain() bool { return t.kind == decoded || t.kind == view && t.fn.isDecoded() }

var decoderRows = []struct {
	holds   func(a, from *term, f *function) bool
	message func(from *term, f *function, c *ssa.Call) string
}{
	{func(_, from *term, _ *function) bool { return from.kind == decoded }, func(from *term, f *function, c *ssa.Call) string {
		return fmt.Sprintf("%s decodes what %s has decoded; %s", f.name, from.calls(), witness(attempt(f, c)))
	}},
	{func(_, from *term, _ *function) bool { return from.isPlain() }, func(from *term, f *function, c *ssa.Call) string {
		return fmt.Sprintf("%s is decoded already: leave out %s; %s", from.fn.name, f.name, witness(attempt(f, c)))
	}},
	{func(_, from *term, f *function) bool {
		return from.kind == encoded && f == queryUnescape && from.fn != queryEscape && witness(by(from.fn), by(f)) != ""
	}, func(from *term, f *function, _ *ssa.Call) string {
		return fmt.Sprintf("%s does not decode what %s encodes: use url.PathUnescape; %s", f.name, from.calls(), witness(by(from.fn), by(f)))
	}},
	{func(_, from *term, f *function) bool { return f == queryUnescape && gives(from, escapedUserinfo) }, plusIn("a userinfo")},
	{func(_, from *term, f *function) bool {
		return f == queryUnescape && gives(from, escapedPath, escapedSegment)
	}, plusIn("a path")},
	{func(_, from *term, f *function) bool { return f == queryUnescape && gives(from, escapedFragment) }, plusIn("a fragment")},
	{func(a, from *term, f *function) bool {
		return f == queryUnescape && a.kind == piece && gives(from, wholeURL) && !a.cutAt("?") && !a.cutAt("=") && !a.cutAt("&")
	}, plusIn("a path")},
	{func(a, from *term, f *function) bool {
		return f == pathUnescape && a.kind == piece && gives(from, rawQuery)
	}, func(_ *term, f *function, _ *ssa.Call) string {
		return fmt.Sprintf("a \"+\" in a query is a space: use url.QueryUnescape; %s", witness(by(queryEscape), by(f)))
	}},
	{func(a, _ *term, f *function) bool { return f == queryUnescape && a.kind == piece && a.cutAt("@") }, plusIn("a userinfo")},
}

func plusIn(what string) func(*term, *function, *ssa.Call) string {
	return func(_ *term, f *function, _ *ssa.Call) string {
		return fmt.Sprintf("a \"+\" in %s is a plus sign: use url.PathUnescape; %s", what, witness(by(pathEscape), by(f)))
	}
}

// cutAt says whether a part of a text was found by a separator.
func (t *term) cutAt(separator string) bool {
	return t.kind == piece && (t.text == separator || t.parts[0].cutAt(separator))
}

// attempt returns the step of a decoder. Where its result counts only if the error is nil,
// a value that it refuses may stay as it was, so that a value of another kind is shown.
func attempt(f *function, c *ssa.Call) step {
	for _, r := range *c.Referrers() {
		if x, ok := r.(*ssa.Extract); !ok || x.Index != 1 || !slices.ContainsFunc(*x.Referrers(), isNilTest) {
			continue
		}
		return func(s string) (string, error) {
			if out, err := by(f)(s); err == nil {
				return out, nil
			}
			return s, nil
		}
	}
	return by(f)
}

func isNilTest(i ssa.Instruction) bool {
	b, ok := i.(*ssa.BinOp)
	return ok && b.Op == token.EQL
}
