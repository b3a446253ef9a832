package vet

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// checkEncoder reports an argument of an encoder that is encoded already.
func (p *pass) checkEncoder(t *term, f *function, c *ssa.Call) {
	for _, a := range t.alternatives() {
		switch {
		case a.kind == encoded:
			p.report("encoded-twice", c.Pos(),
				fmt.Sprintf("%s escapes what %s has escaped: leave out one of them; %s", f.name, a.calls(), witness(by(a.fn))), p.unwrap(a, c)...)
		case a.kind == replaced && a.parts[0].kind != encoded && a.old == " " && (a.new == "+" && f == queryEscape || a.new == "%20"):
			p.report("replaced-escape", posOf(a),
				fmt.Sprintf("%s escapes the %q that replaces a space: leave out the replacement; %s", f.name, a.new, witness(func(s string) (string, error) {
					return strings.ReplaceAll(s, a.old, a.new), nil
				})), p.unwrap(a, c)...)
		}
	}
}

// checkDecoder reports an argument of a decoder that is decoded already.
func (p *pass) checkDecoder(t *term, f *function, c *ssa.Call) {
	for _, from := range t.sources() {
		switch {
		case from.kind == decoded:
			p.report("decoded-twice", c.Pos(),
				fmt.Sprintf("%s decodes what %s has decoded; %s", f.name, from.calls(), witness(attempt(f, c))), p.undecode(c)...)
		case from.kind == view && from.fn.isDecoded():
			p.report("decoded-twice", c.Pos(),
				fmt.Sprintf("%s is decoded already: leave out %s; %s", from.fn.name, f.name, witness(attempt(f, c))), p.undecode(c)...)
		case from.kind == encoded && f == queryUnescape && from.fn != queryEscape && witness(by(from.fn), by(f)) != "":
			p.report("wrong-decoder", c.Pos(),
				fmt.Sprintf("%s does not decode what %s encodes: use url.PathUnescape; %s", f.name, from.calls(), witness(by(from.fn), by(f))), p.renamed(p.calls[c.Pos()], "PathUnescape")...)
		case from.kind == view && from.fn.gives == escapedUserinfo && f == queryUnescape:
			p.report("wrong-decoder", c.Pos(),
				fmt.Sprintf("a \"+\" in a userinfo is a plus sign: use url.PathUnescape; %s", witness(by(pathEscape), by(f))), p.renamed(p.calls[c.Pos()], "PathUnescape")...)
		case from.kind == view && from.fn.gives == escapedPath && f == queryUnescape:
			p.report("wrong-decoder", c.Pos(),
				fmt.Sprintf("a \"+\" in a path is a plus sign: use url.PathUnescape; %s", witness(by(pathEscape), by(f))), p.renamed(p.calls[c.Pos()], "PathUnescape")...)
		}
	}
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
