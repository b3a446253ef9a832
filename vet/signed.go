package vet

import (
	"fmt"
	"go/token"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// checkSigned reports a decoded path that goes into a hash, and what is escaped for forms.
func (p *pass) checkSigned(t *term, c *ssa.Call) {
	for _, text := range t.variants() {
		for _, part := range text.leaves() {
			if part.kind == view && part.fn.gives == decodedPath {
				p.report("signed-decoded", p.posIn(c, part), "two requests with different paths have the same signature: sign URL.EscapedPath(); \"/a%2Fb\" is signed as \"/a/b\"", p.escapedPath(part, c)...)
			}
			if part != text || part.kind != view || p.signsIn(c.Parent()) { // other services sign a form
				p.checkSignedPart(part, c.Pos())
			}
		}
	}
}

// checkCanonical checks each part of a text that is signed, which stand on lines of their
// own, or are escaped between ampersands.
func (p *pass) checkCanonical(v ssa.Value, atoms []*term) {
	if !slices.ContainsFunc(atoms, func(a *term) bool { return a.kind == literal && strings.Contains(a.text, "\n") }) {
		if (!quotedValue.MatchString(outline(atoms)) || !p.signsIn(v.Parent())) && (len(atoms) != 5 || atoms[1].text != "&" || atoms[3].text != "&" || atoms[2].kind != encoded || atoms[4].kind != encoded) {
			return
		}
	}
	for _, a := range atoms {
		for _, part := range a.alternatives() {
			p.checkSignedPart(part, p.posIn(v, part))
		}
	}
}

// quotedValue is a value in the field Authorization of OAuth 1.0.
var quotedValue = regexp.MustCompile(`="\x00"`)

// signing is in the texts of programs that make signatures of OAuth 1.0 or AWS.
var signing = regexp.MustCompile(`oauth_(signature|consumer_key|nonce)|AWS4-HMAC-SHA256|SignatureNonce|^"?OAuth ("|$|realm|oauth)`)

// oauth is in the names of functions that make such signatures.
var oauth = regexp.MustCompile(`(?i)oauth1|oauthsig|oauthbase|signaturebase|sigv4|aws4`)

// signsIn says whether a function has to do with such signatures: it has one of their
// words, or is connected with one that has by calls, or as a method of the same type.
func (p *pass) signsIn(f *ssa.Function) bool {
	if p.signatures == nil {
		p.signatures = map[any]bool{}
		next := map[any][]any{}
		join := func(a, b any) { next[a], next[b] = append(next[a], b), append(next[b], a) }
		var found []any
		for _, f := range p.functions {
			if oauth.MatchString(f.Name()) {
				found = append(found, f)
			}
			if f.Parent() != nil {
				join(f, f.Parent())
			}
			if r := f.Signature.Recv(); r != nil {
				join(f, typeName(r.Type()))
			}
			for i := range instructions(f) {
				for _, o := range i.Operands(nil) {
					switch v := (*o).(type) {
					case *ssa.Function:
						join(f, generic(v))
					case *ssa.Global:
						if v.Pkg == f.Pkg && f.Name() != "init" {
							join(f, v)
						} else if s, ok := i.(*ssa.Store); ok && signing.MatchString(text(s.Val)) {
							found = append(found, v)
						}
					case *ssa.Const:
						if f.Name() != "init" && signing.MatchString(text(v)) {
							found = append(found, f)
						}
					}
				}
			}
		}
		for len(found) > 0 {
			f := found[0]
			if found = found[1:]; !p.signatures[f] {
				p.signatures[f] = true
				if f, ok := f.(*ssa.Function); !ok || f.Pkg != nil && f.Pkg.Pkg == p.Pkg {
					found = append(found, next[f]...)
				}
			}
		}
	}
	return p.signatures[generic(f)]
}

// checkSignedPart checks how a part of a text that is signed was made, and reports where
// that was and where the text is made of it or signed.
func (p *pass) checkSignedPart(t *term, pos token.Pos) {
	if t.kind == encoded || t.kind == concat || t.kind == choice {
		for _, a := range t.parts {
			p.checkSignedPart(a, pos)
		}
	}
	if !(t.kind == encoded && (t.fn == queryEscape || t.fn == pathEscape) || t.kind == view && t.fn == valuesEncode) {
		return
	}
	if t.kind == encoded && t.parts[0].spaceless || !p.signs {
		return
	}
	what := "write a space as %20"
	if t.fn == pathEscape {
		what = "escape all that is not unreserved"
	}
	v, is, _ := differ(t.fn, functions["github.com/pct-encoded/percent.OAuth1"])
	message := fmt.Sprintf("OAuth 1.0 and AWS %s: use percent.OAuth1 or percent.AWS; %q is signed as %q", what, v, is)
	made := posOf(t)
	line := func(pos token.Pos) int { return p.Fset.Position(pos).Line }
	report := func(pos token.Pos, message string) {
		f := p.Fset.File(pos)
		if f == nil {
			return
		}
		// A line is reported once.
		if key := (seen{f.LineStart(f.Line(pos)), "signed"}); !p.seen[key] {
			p.seen[key] = true
			p.report("signature-encoder", pos, message)
		}
	}
	switch {
	case p.fileOf(made) == nil:
		report(pos, message)
	case line(made) == line(pos):
		report(made, message)
	default:
		report(made, fmt.Sprintf("%s (signed in line %d)", message, line(pos)))
		report(pos, fmt.Sprintf("%s (made in line %d)", message, line(made)))
	}
}
