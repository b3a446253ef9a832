package vet

import (
	"fmt"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// checkReplacement checks a replacement in what was encoded or decoded.
func (p *pass) checkReplacement(t *term) {
	if t.kind != replaced {
		return
	}
	for _, inner := range t.parts[0].sources() {
		p.checkReplacementIn(t, inner)
	}
}

func (p *pass) checkReplacementIn(t, inner *term) {
	is := func(f *function) bool { return inner.kind == encoded && inner.fn == f }
	replace := func(s string) (string, error) { return strings.Replace(s, t.old, t.new, t.count), nil }
	switch {
	case is(queryEscape) && t.old == "+" && t.new == "%20" && t.count > 0:
		p.replaced = append(p.replaced, t)
	case is(pathEscape) && t.old == "%20" && t.new == "+":
		p.replaced = append(p.replaced, t)
	case inner.kind == decoded && t.old == "+" && t.new == " ":
		p.report("replaced-escape", posOf(t), fmt.Sprintf("this also replaces a \"+\" that was written as %%2B: use url.QueryUnescape alone; %s",
			witness(by(queryEscape), by(inner.fn), replace)))
	case inner.kind == view && inner.fn.isDecoded() && t.old == "+" && t.new == " ":
		p.report("replaced-escape", posOf(t), fmt.Sprintf("%s is decoded already, and a \"+\" in it is a plus sign; %s", inner.fn.name, witness(replace)), p.unwrap(t, nil)...)
	}
}

// checkReplaced checks replacements of which the place in a URL says what they do.
func (p *pass) checkReplaced() {
	for _, t := range p.replaced {
		in := p.places[t.call]
		at := in.at
		replace := func(s string) (string, error) { return strings.Replace(s, t.old, t.new, t.count), nil }
		switch {
		case t.old == "%20" && at != nowhere && at != inQuery:
			p.report("replaced-escape", posOf(t), fmt.Sprintf("a \"+\" in %s is a plus sign: leave out the replacement; %s", at, witness(by(pathEscape), replace, at.readIn)), in.fixes(p.unwrap(t, nil))...)
		case t.old == "%20":
			p.report("replaced-escape", posOf(t), "url.PathEscape keeps \"+\", so that it is read as a space, too: use url.QueryEscape alone; "+
				witness(by(pathEscape), replace, by(queryUnescape)), p.reescape(t.parts[0], in, p.swap(t, "QueryEscape"))...)
		case at == inQuery: // both are spaces there
		default:
			p.report("replaced-escape", posOf(t), fmt.Sprintf("only the first %d of all \"+\" are replaced: use strings.ReplaceAll; %q arrives as %q",
				t.count, strings.Repeat(" ", t.count+1), strings.Repeat(" ", t.count)+"+"), p.replaceAll(t)...)
		}
	}
}

// placeholder is what a template of a path has for a value.
var placeholder = regexp.MustCompile(`^(\{[^{}/]+\}|:[A-Za-z_]\w*)$`)

// checkPlaceholder checks a value that takes the place of {name} in a path.
func (p *pass) checkPlaceholder(e *evaluator, in *term, c *ssa.Call, old, new ssa.Value) {
	if !placeholder.MatchString(text(old)) {
		return
	}
	for in.kind == replaced {
		in = in.parts[0]
	}
	for _, a := range in.atoms() {
		if a.kind == literal && strings.Contains(a.text, "?") {
			return
		}
	}
	for _, a := range e.eval(new).alternatives() {
		if a.kind == encoded && a.fn == queryEscape {
			p.report("wrong-encoder", posOf(a), fmt.Sprintf("%s is not for %s: use url.PathEscape; %s", a.calls(), inPath, witness(by(a.fn), inPath.readIn)), p.reescape(a, spot{at: inPath, here: true}, p.rename(callIn(a), "PathEscape", c))...)
		}
	}
}

// checkReplacer checks strings.NewReplacer("{name}", name).Replace(path).
func (p *pass) checkReplacer(e *evaluator, c *ssa.Call, args []ssa.Value) {
	made, ok := args[0].(*ssa.Call)
	if !ok {
		return
	}
	name, pairs := callOf(&made.Call)
	if name != "strings.NewReplacer" {
		return
	}
	all, _ := elements(pairs[0])
	for i := 0; i+1 < len(all); i += 2 {
		p.checkPlaceholder(e, e.eval(args[1]), made, all[i], all[i+1])
	}
}
