package vet

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// checkSigned reports a decoded path that goes into a hash.
func (p *pass) checkSigned(t *term, c *ssa.Call) {
	for _, text := range t.variants() {
		for _, part := range text.leaves() {
			if part.kind == view && part.fn.gives == decodedPath {
				p.report("signed-decoded", p.posIn(c, part), "two requests with different paths have the same signature: sign URL.EscapedPath(); \"/a%2Fb\" is signed as \"/a/b\"", p.escapedPath(part, c)...)
			}
			p.checkSignedPart(part, c.Pos())
		}
	}
}

// checkCanonical checks each part of a text that is signed, which stand on lines of their own.
func (p *pass) checkCanonical(v ssa.Value, atoms []*term) {
	if !slices.ContainsFunc(atoms, func(a *term) bool { return a.kind == literal && strings.Contains(a.text, "\n") }) {
		return
	}
	for _, a := range atoms {
		for _, part := range a.alternatives() {
			p.checkSignedPart(part, p.posIn(v, part))
		}
	}
}

// checkSignedPart checks how a part of a text that is signed was made.
func (p *pass) checkSignedPart(t *term, pos token.Pos) {
	if !p.signs {
		return
	}
	f := t.fn
	switch {
	case t.kind == encoded && (f == queryEscape || f == pathEscape), t.kind == view && f == valuesEncode:
	default:
		return
	}
	what := "write a space as %20"
	if f == pathEscape {
		what = "escape all that is not unreserved"
	}
	v, is, should := differ(f, functions["github.com/pct-encoded/percent.OAuth1"])
	if is != should {
		p.report("signature-encoder", pos, fmt.Sprintf("OAuth 1.0 and AWS %s: use percent.OAuth1 or percent.AWS; %q is signed as %q", what, v, is))
	}
}
