package vet

import (
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// check applies the rules to every instruction of a function.
func (p *pass) check(f *ssa.Function) {
	if f.Blocks == nil {
		return
	}
	e := p.evaluate(f)
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			switch i := i.(type) {
			case *ssa.Call:
				p.checkCall(e, i)
			case *ssa.Store:
				p.checkStore(e, i)
			case *ssa.MapUpdate:
				if typeName(i.Map.Type()) == "net/url.Values" {
					if all, ok := elements(i.Value); ok {
						for _, v := range all {
							p.checkValue(e.eval(v), "url.Values", i)
						}
					}
				}
			case *ssa.BinOp:
				switch {
				case i.Op == token.ADD && isString(i.Type()):
					p.checkText(e, i)
				case (i.Op == token.EQL || i.Op == token.NEQ) && isString(i.X.Type()):
					p.checkComparison(e, i.X, i.Y, i)
				}
			case *ssa.FieldAddr:
				p.checkHost(e, i)
			}
		}
	}
}

// checkCall looks at the arguments of functions that encode, decode, or take what is
// plain or encoded.
func (p *pass) checkCall(e *evaluator, c *ssa.Call) {
	name, args := callOf(&c.Call)
	p.checkElsewhere(name, args, c)
	switch name {
	case "net/url.QueryEscape", "net/url.PathEscape":
		p.checkEncoder(e.eval(args[0]), functions[name], c)
		return
	case "net/url.QueryUnescape", "net/url.PathUnescape":
		p.checkDecoder(e.eval(args[0]), functions[name], c)
		return
	case "(net/url.Values).Set", "(net/url.Values).Add":
		p.checkValue(e.eval(args[2]), "url.Values", c)
	case "net/url.User":
		p.checkValue(e.eval(args[0]), "url.User", c)
	case "net/url.UserPassword":
		p.checkValue(e.eval(args[0]), "url.UserPassword", c)
		p.checkValue(e.eval(args[1]), "url.UserPassword", c)
	case "fmt.Sprintf":
		p.checkText(e, c)
	case "strings.Join":
		p.checkText(e, c)
	case "strings.Replace", "strings.ReplaceAll":
		p.checkReplacement(e.eval(c))
		p.checkPlaceholder(e, e.eval(args[0]), c, args[1], args[2])
	case "strings.Split", "strings.SplitN", "strings.FieldsFunc":
		p.checkSplit(e, c, args)
	case "(*strings.Replacer).Replace":
		p.checkReplacer(e, c, args)
	case "net/url.JoinPath", "(*net/url.URL).JoinPath":
		p.checkJoined(e, c, args[1])
	case "strings.HasPrefix", "strings.HasSuffix", "strings.EqualFold", "bytes.Equal":
		p.checkComparison(e, args[0], args[1], c)
		p.checkPrefix(e, name, c, args)
	case "(io.Writer).Write", "io.WriteString":
		if isHash(args[0]) {
			p.checkSigned(e.eval(args[1]), c)
		}
	case "net/http.Redirect":
		p.checkTarget(e, args[2], c, true)
	case "(net/http.Header).Set":
		if strings.EqualFold(text(args[1]), "Location") {
			p.checkTarget(e, args[2], c, false)
		}
	case "(*text/template.Template).Parse", "(*html/template.Template).Parse":
		p.checkTemplate(e.eval(args[1]), c)
	case "(*strings.Builder).String", "(*bytes.Buffer).String", "(*bytes.Buffer).Bytes":
		p.checkText(e, c)
	case "":
		if isAppend(c) {
			p.checkText(e, c)
		}
	}
	// A function of the module may encode or decode what it is given, and one of percent
	// encodes.
	if results := c.Call.Signature().Results(); results.Len() == 0 || !isText(results.At(0).Type()) {
		return
	}
	switch t := e.call(c); {
	case t.call != c || t.fn == spacesEscape && t.user == nil:
	case t.kind == encoded:
		p.checkEncoder(t.parts[0], t.fn, c)
	case t.kind == decoded:
		p.checkDecoder(t.parts[0], t.fn, c)
	}
}

// isAppend is for append to bytes.
func isAppend(c *ssa.Call) bool {
	b, ok := c.Call.Value.(*ssa.Builtin)
	return ok && b.Name() == "append" && isText(c.Type())
}

// isHash is for a hash, and for one that is used as a writer.
func isHash(v ssa.Value) bool {
	if c, ok := v.(*ssa.ChangeInterface); ok {
		v = c.X
	}
	return typeName(v.Type()) == "hash.Hash"
}

// checkValue is for what takes plain text and encodes it.
func (p *pass) checkValue(t *term, taker string, in ssa.Instruction) {
	for _, a := range t.alternatives() {
		if a = a.replacedIn(); a.kind == encoded {
			p.report("encoded-twice", posOf(a),
				fmt.Sprintf("%s escapes it again: leave out %s; %s", taker, a.calls(), witness(by(a.fn))), p.unwrap(a, in)...)
		}
	}
}

// checkEncoder is for the argument of an encoder.
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

// checkDecoder is for the argument of a decoder.
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

// checkReplacement is for a replacement in what was encoded or decoded.
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

// checkReplaced is for replacements of which the place in a URL says what they do.
func (p *pass) checkReplaced() {
	for _, t := range p.replaced {
		at := p.places[t.call]
		replace := func(s string) (string, error) { return strings.Replace(s, t.old, t.new, t.count), nil }
		switch {
		case t.old == "%20" && at != nowhere && at != inQuery:
			p.report("replaced-escape", posOf(t), fmt.Sprintf("a \"+\" in %s is a plus sign: leave out the replacement; %s", at, witness(by(pathEscape), replace, at.readIn)), p.unwrap(t, nil)...)
		case t.old == "%20":
			p.report("replaced-escape", posOf(t), "url.PathEscape keeps \"+\", so that it is read as a space, too: use url.QueryEscape alone; "+
				witness(by(pathEscape), replace, by(queryUnescape)), p.swap(t, "QueryEscape")...)
		case at == inQuery: // both are spaces there
		default:
			p.report("replaced-escape", posOf(t), fmt.Sprintf("only the first %d of all \"+\" are replaced: use strings.ReplaceAll; %q arrives as %q",
				t.count, strings.Repeat(" ", t.count+1), strings.Repeat(" ", t.count)+"+"), p.replaceAll(t)...)
		}
	}
}

// placeholder is what a template of a path has for a value.
var placeholder = regexp.MustCompile(`^(\{[^{}/]+\}|:[A-Za-z_]\w*)$`)

// checkPlaceholder is for a value that takes the place of {name} in a path.
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
			p.report("wrong-encoder", posOf(a), fmt.Sprintf("%s is not for %s: use url.PathEscape; %s", a.calls(), inPath, witness(by(a.fn), inPath.readIn)), p.rename(callIn(a), "PathEscape", c)...)
		}
	}
}

// checkReplacer is for strings.NewReplacer("{name}", name).Replace(path).
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

// checkJoined is for the elements of JoinPath, which are parts of an encoded path.
func (p *pass) checkJoined(e *evaluator, c *ssa.Call, list ssa.Value) {
	all, _ := elements(list)
	for _, v := range all {
		for _, t := range e.eval(v).alternatives() {
			for _, a := range t.atoms() {
				p.checkPart(c, a, inPath, true)
			}
		}
	}
}

// escape is a valid escape.
var escape = regexp.MustCompile(`%[0-9A-Fa-f]{2}`)

// checkStore is for fields of a URL.
func (p *pass) checkStore(e *evaluator, s *ssa.Store) {
	a, ok := s.Addr.(*ssa.FieldAddr)
	if !ok || typeName(a.X.Type()) != "net/url.URL" {
		return
	}
	switch field := structOf(a.X.Type()).Field(a.Field).Name(); field {
	case "Path", "Fragment":
		t := e.eval(s.Val)
		for _, text := range t.variants() {
			all := text.leaves()
			for i, part := range all {
				switch part = part.replacedIn(); {
				case part.kind == encoded:
					p.report("encoded-twice", posOf(part),
						fmt.Sprintf("the field %s of a URL holds decoded text, and String escapes it again: leave out %s; %s", field, part.calls(), witness(by(part.fn))), p.unwrap(part, s)...)
				case part.kind == literal && escape.MatchString(part.text):
					p.report("encoded-twice", s.Pos(), fmt.Sprintf("the field %s of a URL holds decoded text, and String escapes the %q again", field, escape.FindString(part.text)))
				case part.kind == literal && field == "Path" && strings.Contains(part.text, "?") && i+1 < len(all):
					p.report("query-in-path", s.Pos(), "String writes the \"?\" as %3F: set RawQuery to what follows it")
				case part.kind == view && part.fn == valuesEncode && field == "Path":
					p.report("query-in-path", s.Pos(), "String escapes a \"?\" in Path: set RawQuery to what Encode returns")
				}
			}
		}
		if field == "Path" {
			p.checkStale(e, s, a, t)
		}
	}
}

// checkStale is for r.URL.Path = strings.TrimPrefix(r.URL.Path, …), and other changes of
// the path, with a RawPath that stays.
func (p *pass) checkStale(e *evaluator, s *ssa.Store, a *ssa.FieldAddr, t *term) {
	if p.stored(e.fn, "net/url.URL.RawPath", nil) {
		return
	}
	load, ok := a.X.(*ssa.UnOp)
	if !ok {
		return
	}
	of, ok := load.X.(*ssa.FieldAddr)
	if !ok || typeName(of.X.Type()) != "net/http.Request" {
		return
	}
	// The path itself is not known here, because the function sets it.
	changed := t.kind == piece || slices.ContainsFunc(t.atoms(), func(a *term) bool { return a.kind == piece || t.kind == concat && isPath(a.value) })
	if changed {
		p.report("stale-raw-path", s.Pos(), "RawPath keeps what Path had, so that \"%2F\" becomes \"/\": use http.StripPrefix, or set RawPath as well")
	}
}

// isPath is for the field Path of a URL.
func isPath(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	a, ok := load.X.(*ssa.FieldAddr)
	return ok && typeName(a.X.Type()) == "net/url.URL" && structOf(a.X.Type()).Field(a.Field).Name() == "Path"
}

// checkText is for a text that is put together, and in which parts have a place in a
// URL. Only the largest text counts: what comes before a part says where it stands.
func (p *pass) checkText(e *evaluator, v ssa.Value) {
	use := p.usesOf(v)
	if use.inText || use.asFile {
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
			p.checkPart(v, part, where[i], whole || asURL)
			p.checkForwarded(e, v, part, whole || asURL)
			if where[i] == inQuery && i > 0 && atoms[i-1].kind == literal && strings.HasSuffix(atoms[i-1].text, "=") {
				p.checkNested(v, part)
			}
		}
	}
}

// checkNested is for a part of a request that is encoded, as a value of a query.
func (p *pass) checkNested(v ssa.Value, t *term) {
	if t.kind != view || t.fn.gives != wholeURL && t.fn.gives != escapedPath && t.fn.gives != rawQuery {
		return
	}
	if of := t.parts[0].value; of == nil || typeName(of.Type()) != "net/http.Request" && requestOf(of) == nil {
		return
	}
	p.report("unescaped-request", p.posIn(v, t), fmt.Sprintf("%s has delimiters of its own, and goes into a query as it is: escape it with url.QueryEscape; %s", t.fn.name, witness(inQuery.readIn)), p.wrap(t, "QueryEscape")...)
}

func (p *pass) checkPart(v ssa.Value, t *term, at place, sure bool) {
	switch {
	case at == nowhere || t.kind == literal || t.kind == number:
	case t.kind == replaced:
		p.places[t.call] = at
	case t.kind == piece:
		for _, from := range t.sources() {
			if from.kind == view && from.fn.isDecoded() {
				p.checkPart(v, &term{kind: view, fn: from.fn, parts: from.parts, value: t.value}, at, sure)
			}
		}
	case t.kind == encoded && t.fn == queryEscape && t.parts[0].spaceless && at == inPath:
		// Only spaces and what they become differ.
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
			better, fixes = "use url.PathEscape", p.rename(callIn(t), "PathEscape", nil)
		case inQuery:
			better, fixes = "use url.QueryEscape", p.rename(callIn(t), "QueryEscape", nil)
		case inUserinfo:
			better, fixes = "use url.UserPassword or percent.RFC3986.Encode", p.escapeAll(callIn(t), "github.com/pct-encoded/percent", "RFC3986.Encode")
		case inParameter:
			better, fixes = "use header.ExtValueEncoding.Encode", p.escapeAll(callIn(t), "github.com/pct-encoded/percent/header", "ExtValueEncoding.Encode")
		case inHost:
			better = "check the host instead"
		}
		p.report("wrong-encoder", posOf(t), fmt.Sprintf("%s is not for %s: %s; %s", t.calls(), at, better, witness(by(t.fn), at.readIn)), fixes...)
	case t.kind == view && t.fn.isDecoded() && (at == inQuery || at == inPath && sure):
		better, fixes := "escape it with url.QueryEscape", p.wrap(t, "QueryEscape")
		if at == inPath {
			better, fixes = "escape it with url.PathEscape", p.wrap(t, "PathEscape")
			if t.fn.gives == decodedPath {
				better, fixes = "use EscapedPath", p.escapedPath(t, nil)
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

// isUserinfo is for what writes a userinfo itself.
func isUserinfo(v ssa.Value) bool {
	if m, ok := v.(*ssa.MakeInterface); ok {
		v = m.X
	}
	return typeName(v.Type()) == "net/url.Userinfo"
}

// checkComparison is for texts that are compared: two that are encoded differently, and
// one that is decoded with one that is not.
func (p *pass) checkComparison(e *evaluator, a, b ssa.Value, at ssa.Instruction) {
	for _, x := range e.eval(a).variants() {
		for _, y := range e.eval(b).variants() {
			p.compare(x, y, at)
			p.compareDecoded(x, y, at)
			p.compareDecoded(y, x, at)
		}
	}
}

// compare is for two texts with encoded parts in the same places.
func (p *pass) compare(x, y *term, at ssa.Instruction) {
	xs, ys := x.atoms(), y.atoms()
	if len(xs) != len(ys) {
		return
	}
	for i := range xs {
		if (xs[i].kind == literal || ys[i].kind == literal) && xs[i].text != ys[i].text {
			return
		}
	}
	for i := range xs {
		for _, x := range xs[i].alternatives() {
			for _, y := range ys[i].alternatives() {
				if x.kind != encoded || y.kind != encoded {
					continue
				}
				if v, one, other := differ(x.fn, y.fn); one != other {
					p.report("compared-encodings", at.Pos(), fmt.Sprintf("%s and %s write the same text differently; %q becomes %q and %q", x.calls(), y.calls(), v, one, other))
				}
			}
		}
	}
}

// compareDecoded is for a part of a request and a text with an encoded part.
func (p *pass) compareDecoded(x, y *term, at ssa.Instruction) {
	for _, from := range x.sources() {
		if from.kind != view || !from.fn.isDecoded() {
			continue
		}
		for _, a := range y.leaves() {
			if a.kind == encoded {
				p.report("compared-encodings", at.Pos(), fmt.Sprintf("%s is decoded, and what %s returns is encoded; %s", from.fn.name, a.calls(), witness(by(a.fn))), p.unwrap(a, at)...)
			}
		}
	}
}

// checkSigned is for what goes into a hash.
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

// checkCanonical is for the text that is signed, which has one part on each line.
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

// checkSignedPart is for a part of a text that is signed.
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

// checkSplit is for paths and queries that are split by hand.
func (p *pass) checkSplit(e *evaluator, c *ssa.Call, args []ssa.Value) {
	separator, ok := args[1].(*ssa.Const)
	if !ok {
		return
	}
	for _, from := range e.eval(args[0]).sources() {
		switch by := text(separator); {
		case from.kind != view:
		case by == "/" && from.fn.gives == decodedPath && p.ofServer(from):
			p.report("split-decoded-path", c.Pos(), "a \"/\" that was written as %2F splits, too: split URL.EscapedPath(), then decode each part; \"a%2Fb\" is read as two segments")
		case by == "&" && from.fn == rawQueryOf && !p.decodes(e.fn):
			p.report("split-raw-query", c.Pos(), "names and values are still encoded: use URL.Query(); \" \" arrives as \"+\"")
		}
	}
}

// decodes says whether a function calls a decoder, or a function of the module that does.
func (p *pass) decodes(f *ssa.Function) bool {
	seen := map[*ssa.Function]bool{}
	var visit func(f *ssa.Function) bool
	visit = func(f *ssa.Function) bool {
		if seen[f] {
			return false
		}
		seen[f] = true
		for _, b := range f.Blocks {
			for _, i := range b.Instrs {
				c, ok := i.(ssa.CallInstruction)
				if !ok {
					continue
				}
				if name, _ := callOf(c.Common()); functions[name] != nil && functions[name].decodes {
					return true
				}
				callee := c.Common().StaticCallee()
				if callee == nil {
					continue
				}
				var fact codes
				if o := funcOf(callee); o != nil && callee.Blocks == nil && p.ImportObjectFact(o, &fact) && functions[fact.Function].decodes || visit(callee) {
					return true
				}
			}
		}
		return slices.ContainsFunc(f.AnonFuncs, visit)
	}
	return visit(f)
}

// checkPrefix is for a host that is checked by the beginning of a URL.
func (p *pass) checkPrefix(e *evaluator, name string, c *ssa.Call, args []ssa.Value) {
	prefix := e.eval(args[1])
	if prefix.kind != literal || name != "strings.HasPrefix" {
		return
	}
	host := strings.TrimPrefix(prefix.text, hierarchical.FindString(prefix.text))
	rest := ".evil.example"
	if name, ok := strings.CutSuffix(host, ":"); ok {
		host, rest = name, "80@evil.example"
	}
	if host == prefix.text || host == "" || !strings.Contains(host, ".") || strings.ContainsAny(host, "/?#:@") || strings.HasSuffix(host, ".") {
		return
	}
	p.report("host-prefix", c.Pos(), fmt.Sprintf("%s%s begins with it as well: compare the host that url.Parse returns, or end the text with a slash", prefix.text, rest))
}

// ofServer says whether a view is of the request that a handler was given.
func (p *pass) ofServer(t *term) bool {
	if len(t.parts) == 0 {
		return false
	}
	r := requestOf(t.parts[0].value)
	return r != nil && isHandler(r.Parent())
}

// isHandler is for func(http.ResponseWriter, *http.Request), also as a method.
func isHandler(f *ssa.Function) bool {
	all := f.Signature.Params()
	return all.Len() == 2 && typeName(all.At(0).Type()) == "net/http.ResponseWriter" && typeName(all.At(1).Type()) == "net/http.Request"
}

// requestOf returns the parameter of which v is the field URL, or nil. A closure has
// parameters of the function around it.
func requestOf(v ssa.Value) *ssa.Parameter {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return nil
	}
	a, ok := load.X.(*ssa.FieldAddr)
	if !ok || typeName(a.X.Type()) != "net/http.Request" {
		return nil
	}
	of := a.X
	if load, ok := of.(*ssa.UnOp); ok {
		if all := variable(load.X); len(all) == 1 {
			of = all[0]
		}
	}
	r, _ := of.(*ssa.Parameter)
	return r
}

// checkHost is for r.URL.Host in a handler.
func (p *pass) checkHost(e *evaluator, a *ssa.FieldAddr) {
	if !p.on["server-url-host"] || typeName(a.X.Type()) != "net/url.URL" || structOf(a.X.Type()).Field(a.Field).Name() != "Host" {
		return
	}
	if r := requestOf(a.X); r == nil || !isHandler(r.Parent()) || p.stored(e.fn, "net/url.URL.Host", nil) || proxies(e.fn) {
		return
	}
	p.report("server-url-host", a.Pos(), "it is empty unless the request is one to a proxy: use r.Host; \"GET / HTTP/1.1\" has no host in its target")
}

// proxies says whether a function looks for what only a proxy is sent.
func proxies(f *ssa.Function) bool {
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			for _, o := range i.Operands(nil) {
				if c, ok := (*o).(*ssa.Const); ok && c.Value != nil && c.Value.ExactString() == `"CONNECT"` {
					return true
				}
			}
			if c, ok := i.(*ssa.Call); ok {
				if name, _ := callOf(&c.Call); name == "(*net/url.URL).IsAbs" {
					return true
				}
			}
		}
	}
	return false
}

// use is what a text is used for.
type use struct {
	inText bool // as a part of another text
	asFile bool // as the name of a file
	asURL  bool // as a URL, for what parses or requests it
}

func (p *pass) usesOf(v ssa.Value) use {
	var u use
	p.addUses(&u, v, map[ssa.Value]bool{})
	return u
}

// addUses adds what v is used for, also as one of the values of a variable.
func (p *pass) addUses(u *use, v ssa.Value, seen map[ssa.Value]bool) {
	if seen[v] {
		return
	}
	seen[v] = true
	for _, r := range *referrers(v) {
		switch r := r.(type) {
		case *ssa.BinOp:
			u.inText = u.inText || r.Op == token.ADD
		case *ssa.MakeInterface:
			// An argument of fmt.Sprintf.
			for _, s := range *referrers(r) {
				if st, ok := s.(*ssa.Store); ok {
					if at, ok := st.Addr.(*ssa.IndexAddr); ok && feeds(at.X, "fmt.Sprintf") {
						u.inText = true
					}
				}
			}
		case *ssa.Store:
			if at, ok := r.Addr.(*ssa.IndexAddr); ok && feeds(at.X, "strings.Join") {
				u.inText = true
			}
		case *ssa.Phi:
			p.addUses(u, r, seen)
		case *ssa.Call:
			switch name, _ := callOf(&r.Call); {
			case isAppend(r):
				u.inText = true
			case inPackages(name, "os", "path/filepath", "io/ioutil", "os/exec", "io/fs"):
				u.asFile = true
			case takers[name]:
				u.asURL = true
			default:
				for i, a := range r.Call.Args {
					if a == v && p.takes(&r.Call, i) {
						u.asURL = true
					}
				}
			}
		}
	}
}

// takers are the functions that parse, request or redirect to what they are given.
var takers = map[string]bool{
	"net/url.Parse": true, "net/url.ParseRequestURI": true, "(*net/url.URL).Parse": true, "net/url.JoinPath": true, "(*net/url.URL).JoinPath": true,
	"net/http.NewRequest": true, "net/http.NewRequestWithContext": true, "net/http.Redirect": true,
	"net/http.Get": true, "net/http.Head": true, "net/http.Post": true, "net/http.PostForm": true,
	"(*net/http.Client).Get": true, "(*net/http.Client).Head": true, "(*net/http.Client).Post": true, "(*net/http.Client).PostForm": true,
}

// takes says whether a function of the module takes an argument for a URL, or for the
// path of one.
func (p *pass) takes(c *ssa.CallCommon, argument int) bool {
	f := c.StaticCallee()
	if f == nil {
		return false
	}
	if f.Blocks == nil {
		var fact requests
		o := funcOf(f)
		return o != nil && p.ImportObjectFact(o, &fact) && slices.Contains(fact.Parameters, argument)
	}
	return slices.Contains(p.requested(f), argument)
}

// requested returns the indexes of the parameters of which a function makes a URL.
func (p *pass) requested(f *ssa.Function) []int {
	if known, ok := p.urls[f]; ok {
		return known
	}
	p.urls[f] = nil // for functions that call themselves
	var all []int
	add := func(e *evaluator, v ssa.Value) {
		if !isString(v.Type()) {
			return
		}
		for _, t := range e.eval(v).alternatives() {
			for _, a := range t.atoms() {
				for a.kind == piece {
					a = a.parts[0]
				}
				if a.kind == param && a.param >= 0 && !slices.Contains(all, a.param) {
					all = append(all, a.param)
				}
			}
		}
	}
	e := p.evaluate(f)
	for _, b := range f.Blocks {
		for _, i := range b.Instrs {
			c, ok := i.(*ssa.Call)
			if !ok {
				continue
			}
			name, args := callOf(&c.Call)
			for i, a := range args {
				if takers[name] || !c.Call.IsInvoke() && p.takes(&c.Call, i) {
					add(e, a)
				}
			}
		}
	}
	p.urls[f] = all
	return all
}

// feeds says whether the array of variadic arguments goes to a function.
func feeds(array ssa.Value, name string) bool {
	refs := array.Referrers()
	if refs == nil {
		return false
	}
	for _, r := range *refs {
		s, ok := r.(*ssa.Slice)
		if !ok {
			continue
		}
		for _, c := range *s.Referrers() {
			if c, ok := c.(*ssa.Call); ok {
				if n, _ := callOf(&c.Call); n == name {
					return true
				}
			}
		}
	}
	return false
}

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
	for _, f := range p.Files {
		if pos < f.FileStart || pos >= f.FileEnd {
			continue
		}
		var found ast.Expr
		ast.Inspect(f, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok && s.Sel.Pos() == pos {
				found = s
			}
			return found == nil
		})
		return found
	}
	return nil
}

// callIn returns the call of the encoder itself, unless a function of the module makes it.
func callIn(t *term) ssa.Value {
	if t.user != nil {
		return nil
	}
	return t.call
}
