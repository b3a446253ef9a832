package vet

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// checkJoined checks the elements of JoinPath as parts of an encoded path.
func (p *pass) checkJoined(e *evaluator, c *ssa.Call, list ssa.Value) {
	all, _ := elements(list)
	for _, v := range all {
		for _, t := range e.eval(v).alternatives() {
			for _, a := range t.atoms() {
				p.checkPart(c, a, spot{at: inPath, sure: true, here: madeIn(a, c.Parent())})
			}
		}
	}
}

// checkText checks a text that is put together, in which parts have a place in a URL.
// Only the largest text counts: what comes before a part says where it stands.
func (p *pass) checkText(e *evaluator, v ssa.Value) {
	use := p.usesOf(v)
	if use.inText || use.asFile || use.asPart { // checkStore checks the last
		return
	}
	for _, t := range e.eval(v).variants() {
		if t.kind == concat {
			p.checkParts(e, v, t.atoms(), use.asURL)
		}
	}
}

func (p *pass) checkParts(e *evaluator, v ssa.Value, atoms []*term, asURL bool) {
	p.checkCanonical(v, atoms)
	where := places(atoms, asURL)
	whole := atoms[0].kind == literal && hierarchical.MatchString(atoms[0].text)
	if whole && login.MatchString(atoms[0].text) && len(where) > 1 && where[1] == inUserinfo {
		where[1] = nowhere
	}
	for i, a := range atoms {
		for _, part := range a.alternatives() {
			in := spot{where[i], whole || asURL, single(atoms, i), madeIn(part, v.Parent()), respaced(v)}
			if in.here {
				p.checkPart(v, part, in)
			} else {
				// What its own function shows comes first.
				p.later = append(p.later, func() { p.checkPart(v, part, in) })
			}
			p.checkForwarded(e, v, part, whole || asURL)
			if where[i] == inQuery && i > 0 && atoms[i-1].kind == literal && strings.HasSuffix(atoms[i-1].text, "=") {
				p.checkNested(v, part, in)
			}
		}
	}
}

// checkNested reports an encoded part of a request that becomes a value of a query.
func (p *pass) checkNested(v ssa.Value, t *term, in spot) {
	if t.kind != view || t.fn.gives != wholeURL && t.fn.gives != escapedPath && t.fn.gives != rawQuery {
		return
	}
	if of := t.parts[0].value; of == nil || typeName(of.Type()) != "net/http.Request" && requestOf(of) == nil {
		return
	}
	p.report("unescaped-request", p.posIn(v, t), fmt.Sprintf("%s has delimiters of its own, and goes into a query as it is: escape it with url.QueryEscape; %s", t.fn.name, witness(inQuery.readIn)), in.fixes(p.wrap(t, "QueryEscape"))...)
}

// A spot is a place in a URL, and what is known of it.
type spot struct {
	at     place
	sure   bool // the text is a URL
	single bool // a name or a value of a query stands there alone
	here   bool // what stands there is made for this text, and not by a function that may be called for another
	spaces bool // each "+" of the text becomes "%20" after all
}

func (p *pass) checkPart(v ssa.Value, t *term, in spot) {
	at, sure := in.at, in.sure
	switch {
	case at == nowhere || t.kind == literal || t.kind == number:
	case t.kind == replaced:
		p.places[t.call] = in
	case t.kind == piece:
		for _, from := range t.sources() {
			if from.kind == view && from.fn.isDecoded() {
				p.checkPart(v, &term{kind: view, fn: from.fn, parts: from.parts, value: t.value}, in)
			}
		}
	case t.kind == encoded && t.fn == queryEscape && (t.parts[0].spaceless && at == inPath || in.spaces):
		// Only spaces and what they become differ.
	case t.kind == encoded && at == inQuery && !in.single && wholeIn(t.parts[0]) != nil:
		p.checkWhole(t)
	case t.kind == encoded && t.fn == pathEscape && at == inQuery && hasPairs(t.parts[0]):
		// Another function would escape the delimiters as well.
	case t.kind == encoded && t.fn == queryEscape && (at == inPath || at == inUserinfo || at == inHost || at == inParameter),
		t.kind == encoded && t.fn == pathEscape && (at == inQuery || at == inUserinfo || at == inHost):
		if at == inHost && t.fn == pathEscape && !sure {
			return
		}
		better, fixes := "", []analysis.SuggestedFix(nil)
		switch at {
		case inPath:
			better, fixes = "use url.PathEscape", p.reescape(t, in, p.rename(callIn(t), "PathEscape", nil))
		case inQuery:
			better, fixes = "use url.QueryEscape", p.reescape(t, in, p.rename(callIn(t), "QueryEscape", nil))
		case inUserinfo:
			better, fixes = "use url.UserPassword or percent.RFC3986.Encode", p.reescape(t, in, p.escapeAll(callIn(t), "github.com/pct-encoded/percent", "RFC3986.Encode"))
		case inParameter:
			better, fixes = "use header.ExtValueEncoding.Encode", p.reescape(t, in, p.escapeAll(callIn(t), "github.com/pct-encoded/percent/header", "ExtValueEncoding.Encode"))
		case inHost:
			better = "check the host instead"
		}
		p.report("wrong-encoder", posOf(t), fmt.Sprintf("%s is not for %s: %s; %s", t.calls(), at, better, witness(by(t.fn), at.readIn)), fixes...)
	case t.kind == view && t.fn.isDecoded() && (at == inQuery || at == inPath && sure):
		better, fixes := "escape it with url.QueryEscape", []analysis.SuggestedFix(nil)
		if in.single {
			fixes = in.fixes(p.wrapRaw(t, "QueryEscape"))
		}
		if at == inPath {
			better = "escape it with url.PathEscape"
			if t.fn != pathValue { // of {name...}, it is more than one segment
				fixes = in.fixes(p.wrapRaw(t, "PathEscape"))
			}
			if t.fn.gives == decodedPath {
				better, fixes = "use EscapedPath", in.fixes(p.escapedPath(t, nil))
			}
		}
		read := step(at.readIn)
		if at == inPath && t.fn.gives == decodedPath {
			read = func(s string) (string, error) {
				if s == "/" {
					return s, nil
				}
				return at.readIn(s)
			}
		}
		p.report("unescaped-request", p.posIn(v, t), fmt.Sprintf("%s is decoded, and goes into %s as it is: %s; %s", t.fn.name, at, better, witness(read)), fixes...)
	case at == inUserinfo && (t.kind == param || t.kind == view && t.fn.isDecoded() || t.kind == unknown && within(t.value, v.Parent()) && p.outside(t.value)):
		if t.value != nil && isUserinfo(t.value) {
			return
		}
		p.report("unescaped-userinfo", p.posIn(v, t), fmt.Sprintf("a user name or password goes into a URL as it is: use url.UserPassword or percent.RFC3986.Encode; %s", witness(at.readIn)))
	case t.kind == param && sure && (at == inQuery || at == inPath):
		better := "url.QueryEscape"
		if at == inPath {
			better = "url.PathEscape"
		}
		p.report("unescaped-parameter", p.posIn(v, t), fmt.Sprintf("a parameter goes into %s as it is: escape it with %s; %s", at, better, witness(at.readIn)))
	}
}

// respaced says whether each "+" of a text becomes "%20".
func respaced(v ssa.Value) bool {
	for _, r := range *referrers(v) {
		if c, ok := r.(*ssa.Call); ok {
			name, args := callOf(&c.Call)
			if (name == "strings.ReplaceAll" || name == "strings.Replace") && args[0] == v && text(args[1]) == "+" && text(args[2]) == "%20" {
				return true
			}
		}
	}
	return false
}

// checkWhole reports a query that is escaped as a whole, as it is sent.
func (p *pass) checkWhole(t *term) {
	if t.kind != encoded || wholeIn(t.parts[0]) == nil {
		return
	}
	p.report("wrong-encoder", posOf(t), fmt.Sprintf("%s escapes %s, which is escaped and has delimiters that must stay: leave out %s; %s",
		t.calls(), wholeIn(t.parts[0]).name, t.calls(), witness(by(queryEscape), by(t.fn), inQuery.readIn)))
}

// wholeIn returns what gives a query or a URL as it is sent, all or in part, or nil.
func wholeIn(t *term) *function {
	for _, a := range t.sources() {
		if a.kind == view && (a.fn.gives == rawQuery || a.fn.gives == wholeURL) {
			return a.fn
		}
	}
	return nil
}

// hasPairs says whether a text is a whole query, with delimiters that must stay.
func hasPairs(t *term) bool {
	return slices.ContainsFunc(t.atoms(), func(a *term) bool { return a.kind == literal && strings.ContainsAny(a.text, "=&") })
}

// within says whether a value is one of a function, or of one around it, and not of one
// that it calls.
func within(v ssa.Value, f *ssa.Function) bool {
	for ; f != nil; f = f.Parent() {
		if v.Parent() == f {
			return true
		}
	}
	return false
}

// isUserinfo reports whether v writes a userinfo itself.
func isUserinfo(v ssa.Value) bool {
	if m, ok := v.(*ssa.MakeInterface); ok {
		v = m.X
	}
	return typeName(v.Type()) == "net/url.Userinfo"
}
