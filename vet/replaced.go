package vet

import (
	"fmt"
	"go/token"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// checkReplacement checks a replacement, by what it is made in.
func (p *pass) checkReplacement(t *term) {
	if t.kind != replaced {
		return
	}
	for _, inner := range t.parts[0].sources() {
		for _, r := range replacements {
			if r.holds(t, inner) {
				r.says(p, t, inner)
				break
			}
		}
	}
}

// A replacement is a rule for a text in which another is replaced.
type replacement struct {
	holds func(t, inner *term) bool
	says  func(p *pass, t, inner *term)
}

// later judges a replacement by its place in a URL.
func later(p *pass, t, _ *term) { p.replaced = append(p.replaced, t) }

func (t *term) is(old, new string) bool { return t.old == old && t.new == new }

// percentFirst says whether a "%" is escaped before, so that the text can be read again by
// whoever knows how: the name of a file, and no URL.
func (t *term) percentFirst() bool {
	for t.kind == replaced {
		if t = t.parts[0]; t.kind == replaced && t.is("%", "%25") {
			return true
		}
	}
	return false
}

// escapedBefore returns the replacement before t that puts in a "%", or nil.
func (t *term) escapedBefore() *term {
	for t = t.parts[0]; t.kind == replaced; t = t.parts[0] {
		if strings.Contains(t.new, "%") {
			return t
		}
	}
	return nil
}

// replaces is the step of a replacement.
func (t *term) replaces(s string) (string, error) {
	return strings.Replace(s, t.old, t.new, t.count), nil
}

// unescapes returns what an escape stands for that is replaced by that, or 0; escapes, what
// is replaced by its escape.
func (t *term) unescapes() byte {
	if s, err := url.PathUnescape(t.old); err == nil && s == t.new && len(t.old) == 3 && len(s) == 1 {
		return s[0]
	}
	return 0
}

func escapes(old, new string) byte {
	if s, err := url.PathUnescape(new); err == nil && s == old && len(new) == 3 && len(s) == 1 {
		return s[0]
	}
	return 0
}

func gives(t *term, all ...gift) bool { return t.kind == view && slices.Contains(all, t.fn.gives) }

// delimiters are what a replacement by hand escapes in a URL. Other formats escape other
// characters: workflow commands "%", "\n", ":" and ",".
const delimiters = " /#&?+="

// others are what it may escape where the text is known to be a part of a URL.
const others = ":@,;.!'()*$[]|%"

var replacements = []replacement{
	{func(t, inner *term) bool {
		return inner.fn == queryEscape && inner.kind == encoded && t.is("+", "%20") && t.count > 0
	}, later},
	{func(t, inner *term) bool { return inner.fn == valuesEncode && t.is("+", "%20") && t.count > 0 }, later},
	{func(t, inner *term) bool { return inner.kind == encoded && inner.fn == pathEscape && t.is("%20", "+") }, later},
	{func(t, inner *term) bool { return inner.kind == encoded && inner.fn == pathEscape && t.is("+", "%20") }, func(p *pass, t, inner *term) {
		p.report("replaced-escape", posOf(t), "url.PathEscape keeps \"+\", so that a plus sign becomes a space: leave out the replacement, or use url.QueryEscape; "+witness(by(pathEscape), t.replaces, by(pathUnescape)))
	}},
	{func(t, inner *term) bool { return inner.kind == decoded && t.is("+", " ") }, func(p *pass, t, inner *term) {
		p.report("replaced-escape", posOf(t), fmt.Sprintf("this also replaces a \"+\" that was written as %%2B: use url.QueryUnescape alone; %s", witness(by(queryEscape), by(inner.fn), t.replaces)))
	}},
	{func(t, inner *term) bool {
		return inner.kind == view && inner.fn.isDecoded() && (t.is("+", " ") || t.unescapes() != 0)
	}, func(p *pass, t, inner *term) {
		is, fixes := "data", []analysis.SuggestedFix(nil)
		if t.old == "+" {
			is, fixes = "a plus sign", p.unwrap(t, nil)
		}
		p.report("replaced-escape", posOf(t), fmt.Sprintf("%s is decoded already, and a %q in it is %s; %q arrives as %q", inner.fn.name, t.old, is, t.old, t.new), fixes...)
	}},
	{func(t, inner *term) bool {
		return inner.kind == encoded && t.unescapes() == '/' && t.count > 0 && inner.parts[0].kind != concat
	}, func(p *pass, t, inner *term) {
		p.report("replaced-escape", posOf(t), fmt.Sprintf("only the first %d of all %q are replaced: use strings.ReplaceAll; \"//\" arrives as \"/%%2F\"", t.count, t.old))
	}},
	{func(t, inner *term) bool {
		return (inner.fn == valuesEncode || inner.fn == stringOf) && inner.kind == view && t.is("+", "%2B")
	}, func(p *pass, t, inner *term) {
		p.report("replaced-escape", posOf(t), fmt.Sprintf("%s writes a space as \"+\" in a query, and a plus sign as %%2B already: leave out the replacement; \" \" arrives as \"+\"", inner.fn.name))
	}},
	{func(t, inner *term) bool {
		return inner.fn == stringOf && (t.is("+", "%20") || t.is("%20", "+") || strings.IndexByte("/?#&=+%", t.unescapes()) >= 0) || inner.fn == valuesEncode && strings.IndexByte("&=+%#", t.unescapes()) >= 0
	}, wasData},
	{func(t, inner *term) bool {
		return inner.fn == rawQueryOf && strings.IndexByte("&=+%#", t.unescapes()) >= 0
	}, wasData},
	{func(t, inner *term) bool {
		return gives(inner, rawQuery, escapedPath, wholeURL) && inner.fn != valuesEncode && (t.unescapes() != 0 || t.is("+", " ") && inner.fn == rawQueryOf)
	}, func(p *pass, t, inner *term) {
		p.report("decoded-by-hand", posOf(t), fmt.Sprintf("%s has other escapes as well: take it apart, and decode each part with package net/url; \"%%25\" stays \"%%25\"", inner.fn.name))
	}},
	{func(t, inner *term) bool { return t.is("%", "%25") && t.escapedBefore() != nil }, func(p *pass, t, _ *term) {
		in := t.escapedBefore()
		p.report("escaped-by-hand", posOf(t), fmt.Sprintf("this escapes the \"%%\" of the %q that was put in before: use url.PathEscape or url.QueryEscape; %q arrives as %q", in.new, in.old, in.new))
	}},
	{func(t, inner *term) bool {
		return t.is(" ", "+") && inner.kind != decoded || (t.is("+", "%2B") || strings.IndexByte(others, escapes(t.old, t.new)) >= 0 && (inner.isPassed() || inner.isPlain()) || t.old != "#" && escapes(t.old, t.new) != 0 && t.percentFirst()) && inner.kind != encoded
	}, later},
	{func(t, inner *term) bool {
		c := escapes(t.old, t.new)
		_, call := inner.value.(*ssa.Call)
		return c != 0 && strings.IndexByte(delimiters, c) >= 0 && inner.kind != encoded && !gives(inner, rawQuery, escapedPath, wholeURL) && (c == ' ' || inner.kind != unknown || !call)
	}, func(p *pass, t, inner *term) {
		if !codedNext(t.call) && !p.givenCalls(inner.value) && !p.usesOf(t.call).asFile {
			p.reportByHand(posOf(t), t.old)
		}
	}},
}

// codedNext says whether a text goes to an encoder, which is what is wrong, or to a decoder,
// also through other replacements.
func codedNext(v ssa.Value) bool {
	for len(*referrers(v)) == 1 {
		c, ok := (*referrers(v))[0].(*ssa.Call)
		if !ok {
			return false
		}
		name, _ := callOf(&c.Call)
		if f := functions[name]; f != nil && (f.encodes || f.decodes) {
			return true
		}
		if name != "strings.Replace" && name != "strings.ReplaceAll" {
			return false
		}
		v = c
	}
	return false
}

// givenCalls says whether a parameter is what another function returns, which may escape.
func (p *pass) givenCalls(v ssa.Value) bool {
	return p.gives(v, func(t *term) bool {
		_, call := t.value.(*ssa.Call)
		return t.kind == encoded || t.kind == unknown && call
	})
}

func wasData(p *pass, t, inner *term) {
	p.report("replaced-escape", posOf(t), fmt.Sprintf("%s writes %q where it is data, and %q means another thing there: leave out the replacement", inner.fn.name, t.old, t.new))
}

func (p *pass) reportByHand(pos token.Pos, old string) {
	other := "%"
	if old == "%" {
		other = "/"
	}
	p.report("escaped-by-hand", pos, fmt.Sprintf("this escapes %q and no other delimiter: use url.PathEscape or url.QueryEscape; %q stays as it is", old, other))
}

// checkReplaced checks replacements of which the place in a URL says what they do.
func (p *pass) checkReplaced() {
	for _, t := range p.replaced {
		in := p.places[t.call]
		at := in.at
		switch {
		case t.old == " " || t.new == "%2B" || escapes(t.old, t.new) != 0:
			if at == inQuery || at == inPath && t.old != " " && t.new != "%2B" {
				p.reportByHand(posOf(t), t.old)
			}
		case t.old == "%20" && at != nowhere && at != inQuery:
			p.report("replaced-escape", posOf(t), fmt.Sprintf("a \"+\" in %s is a plus sign: leave out the replacement; %s", at, witness(by(pathEscape), t.replaces, at.readIn)), in.fixes(p.unwrap(t, nil))...)
		case t.old == "%20":
			p.report("replaced-escape", posOf(t), "url.PathEscape keeps \"+\", so that it is read as a space, too: use url.QueryEscape alone; "+
				witness(by(pathEscape), t.replaces, by(queryUnescape)), p.reescape(t.parts[0], in, p.swap(t, "QueryEscape"))...)
		case at == inQuery && t.parts[0].kind == encoded: // both are spaces there
		default:
			p.report("replaced-escape", posOf(t), fmt.Sprintf("only the first %d of all \"+\" are replaced: use strings.ReplaceAll; %q arrives as %q",
				t.count, strings.Repeat(" ", t.count+1), strings.Repeat(" ", t.count)+"+"), p.replaceAll(t)...)
		}
	}
}

// placeholder is what a template of a path has for a value; a NUL is a name that is not known.
var placeholder = regexp.MustCompile(`^(\{[^{}/]+\}|:[A-Za-z_\x00]\w*)$`)

// checkPlaceholder checks a value that takes the place of {name} in a path.
func (p *pass) checkPlaceholder(e *evaluator, in *term, c *ssa.Call, old, new ssa.Value) {
	if !placeholder.MatchString(outline(e.eval(old).atoms())) {
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

// checkReplacer checks strings.NewReplacer, of which the pairs escape by hand, or fill a path:
// strings.NewReplacer("{name}", name).Replace(path).
func (p *pass) checkReplacer(e *evaluator, c *ssa.Call, args []ssa.Value) {
	name, _ := callOf(&c.Call)
	made := c
	if name != "strings.NewReplacer" {
		var ok bool
		if made, ok = args[0].(*ssa.Call); !ok {
			return
		}
	}
	_, pairs := callOf(&made.Call)
	all, _ := elements(pairs[0])
	for i := 0; i+1 < len(all); i += 2 {
		switch by := escapes(text(all[i]), text(all[i+1])); {
		case made != c:
			p.checkPlaceholder(e, e.eval(args[1]), made, all[i], all[i+1])
		case by != 0 && strings.IndexByte(" /#&?", by) >= 0:
			p.reportByHand(c.Pos(), text(all[i]))
			return
		}
	}
}
