package vet

import (
	"fmt"
	"go/token"
	"go/types"
	"regexp"
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
				p.checkPart(c, a, spot{at: inPath, sure: true, here: madeIn(a, c.Parent()), begins: true})
				if a.kind == literal && strings.Contains(a.text, "?") {
					p.report("query-in-path", c.Pos(), "JoinPath escapes the \"?\" as %3F: set RawQuery to what follows it")
				}
			}
		}
	}
}

// checkText checks a text that is put together, in which parts have a place in a URL.
// Only the largest text counts: what comes before a part says where it stands.
func (p *pass) checkText(e *evaluator, v ssa.Value) {
	use := p.usesOf(v)
	if use.inText || use.asPart { // checkStore checks the last
		return
	}
	for _, t := range e.eval(v).variants() {
		if begin := t.atoms()[0].text; t.kind == concat && (!use.asFile || hierarchical.MatchString(begin) || opaque.MatchString(begin)) {
			p.checkParts(e, v, t.atoms(), use.asURL)
		}
	}
}

// checkBehind checks a text that is known to be a URL behind the text before it.
func (p *pass) checkBehind(e *evaluator, before string, v ssa.Value) {
	for _, t := range joined(&term{kind: literal, text: before}, e.eval(v)).variants() {
		p.checkParts(e, v, t.atoms(), true)
	}
}

func (p *pass) checkParts(e *evaluator, v ssa.Value, atoms []*term, asURL bool) {
	p.checkCanonical(v, atoms)
	where := places(atoms, asURL)
	outlined := outline(atoms)
	whole := strings.HasPrefix(outlined, "\x00://") || keyed.MatchString(outlined) && !codedNext(v) || slices.ContainsFunc(atoms, isForeign) || atoms[0].kind == literal && hierarchical.MatchString(atoms[0].text) || slices.ContainsFunc(atoms, func(a *term) bool { return gives(a, rawQuery) })
	if whole && login.MatchString(atoms[0].text) && len(where) > 1 && where[1] == inUserinfo {
		where[1] = nowhere
	}
	for i, a := range atoms {
		for _, part := range a.alternatives() {
			in := spot{where[i], whole || asURL, single(atoms, i), madeIn(part, v.Parent()), respaced(v) || where[i] == inPath && s3.MatchString(atoms[0].text), i > 0 && named.MatchString(atoms[i-1].text) && !slices.Contains(where, inUserinfo), false}
			for j, other := range atoms {
				in.beside = in.beside || (where[j] == in.at || in.at == inQuery) && other.kind == encoded
			}
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

// keyed is the name of a value in a query.
var keyed = regexp.MustCompile(`[?&][A-Za-z_][\w.~%-]*(\[\w*\])?=\x00`)

// outline returns the constant text of atoms, with a NUL for each of the others.
func outline(atoms []*term) string {
	var b strings.Builder
	for _, a := range atoms {
		if a.kind == literal {
			b.WriteString(a.text)
		} else {
			b.WriteByte(0)
		}
	}
	return b.String()
}

// named is what stands in front of a whole segment or value.
var named = regexp.MustCompile(`[/=]$`)

// A spot is a place in a URL, and what is known of it.
type spot struct {
	at     place
	sure   bool // the text is a URL
	single bool // a name or a value of a query stands there alone
	here   bool // what stands there is made for this text, and not by a function that may be called for another
	spaces bool // each "+" of the text becomes "%20" after all, or S3 reads it as a space in a path
	begins bool // it is the beginning of a segment or of a value, and no name of a database
	beside bool // another part of the text is escaped, in a path or query as this is, or anywhere if this is a query
}

// s3 are URLs of S3, which reads a "+" in a path as a space, as forms do.
var s3 = regexp.MustCompile(`^https?://([^/]*\.)?s3[.-][^/]*amazonaws\.com`)

// A row is a rule for what stands in a place of a URL: the first row that holds counts.
// One without a rule is right.
type row struct {
	rule  string
	holds func(p *pass, v ssa.Value, t *term, in spot) bool
	says  func(p *pass, v ssa.Value, t *term, in spot) (message string, fixes []analysis.SuggestedFix)
}

// raw is what says that a value goes into a place as it is.
func raw(p *pass, _ ssa.Value, t *term, in spot) (string, []analysis.SuggestedFix) {
	if t.syntax == "JSON" {
		return fmt.Sprintf("JSON goes into %s as it is: escape it with %s; %s", in.at, in.at.encoder(), witness(in.at.readIn)), nil
	}
	if t.syntax != "" {
		return fmt.Sprintf("base64 has \"+\" and \"/\", and goes into %s as it is: escape it with %s, or use base64.URLEncoding; %s", in.at, in.at.encoder(), witness(func(s string) (string, error) {
			if s != "+" && s != "/" {
				return s, nil
			}
			return in.at.readIn(s)
		})), in.fixes(p.wrap(t, strings.TrimPrefix(in.at.encoder(), "url.")))
	}
	what, better, fixes := "a parameter", "escape it with "+in.at.encoder(), []analysis.SuggestedFix(nil)
	read := step(in.at.readIn)
	switch {
	case in.at == inHost:
		better = "check it first"
	case t.kind == view && in.at == inPath && t.fn.gives == decodedPath:
		better, fixes = "use EscapedPath", in.fixes(p.escapedPath(t, nil))
		read = func(s string) (string, error) {
			if s == "/" {
				return s, nil
			}
			return inPath.readIn(s)
		}
	case t.kind == view && in.at == inPath && t.fn != pathValue: // of {name...}, it is more than one segment
		fixes = in.fixes(p.wrapRaw(t, "PathEscape"))
	case t.kind == view && in.at == inQuery && in.single:
		fixes = in.fixes(p.wrapRaw(t, "QueryEscape"))
	}
	if t.kind == view {
		what = t.fn.name + " is decoded, and"
	}
	return fmt.Sprintf("%s goes into %s as it is: %s; %s", what, in.at, better, witness(read)), fixes
}

// misplaced is what says that an encoder is for another place.
func misplaced(p *pass, _ ssa.Value, t *term, in spot) (string, []analysis.SuggestedFix) {
	better, fixes := "use "+in.at.encoder(), []analysis.SuggestedFix(nil)
	switch in.at {
	case inPath, inFragment:
		fixes = p.reescape(t, in, p.rename(callIn(t), "PathEscape", nil))
	case inQuery:
		fixes = p.reescape(t, in, p.rename(callIn(t), "QueryEscape", nil))
	case inUserinfo, inMail, inOpaque:
		fixes = p.reescape(t, in, p.escapeAll(callIn(t), "github.com/pct-encoded/percent", "RFC3986.Encode"))
	case inParameter:
		fixes = p.reescape(t, in, p.escapeAll(callIn(t), "github.com/pct-encoded/percent/header", "ExtValueEncoding.Encode"))
	case inHost:
		better = "check the host instead"
	case inName:
		better = "nobody decodes it there: write filename*=UTF-8''…"
	}
	return fmt.Sprintf("%s is not for %s: %s; %s", t.calls(), in.at, better, witness(by(t.fn), in.at.readIn)), fixes
}

func is(k kind, f *function) func(*pass, ssa.Value, *term, spot) bool {
	return func(_ *pass, _ ssa.Value, t *term, _ spot) bool { return t.kind == k && t.fn == f }
}

var rows = []row{
	{"", func(_ *pass, _ ssa.Value, t *term, in spot) bool { // only spaces and what they become differ
		return t.kind == encoded && t.fn == queryEscape && (t.parts[0].spaceless && in.at == inPath || in.spaces)
	}, nil},
	{"wrong-encoder", func(_ *pass, _ ssa.Value, t *term, in spot) bool {
		return (in.at == inQuery || in.at == inMail) && !in.single && t.kind == encoded && wholeIn(t.parts[0]) != nil
	}, saysWhole},
	{"", func(_ *pass, _ ssa.Value, t *term, in spot) bool { // another function would escape the delimiters as well
		return t.kind == encoded && t.fn == pathEscape && in.at == inQuery && hasPairs(t.parts[0])
	}, nil},
	{"wrong-encoder", func(_ *pass, _ ssa.Value, t *term, in spot) bool {
		return is(encoded, queryEscape)(nil, nil, t, in) && in.at != inQuery
	}, misplaced},
	{"wrong-encoder", func(_ *pass, _ ssa.Value, t *term, in spot) bool {
		return is(encoded, pathEscape)(nil, nil, t, in) && (in.at == inQuery || in.at == inUserinfo || in.at == inMail && in.single || in.at == inName || in.at == inHost && in.sure)
	}, misplaced},
	{"wrong-encoder", func(_ *pass, _ ssa.Value, t *term, in spot) bool {
		return t.kind == view && t.fn == valuesEncode && (in.at == inMail || in.at == inOpaque) && !in.spaces
	}, func(_ *pass, _ ssa.Value, t *term, in spot) (string, []analysis.SuggestedFix) {
		return fmt.Sprintf("%s writes a space as \"+\", which stays one in %s: replace each by \"%%20\"; %s", t.fn.name, in.at, witness(by(t.fn), in.at.readIn)), nil
	}},
	{"wrong-encoder", func(_ *pass, _ ssa.Value, t *term, in spot) bool {
		return is(encoded, pathEscape)(nil, nil, t, in) && in.at == inPath && hasSegments(t.parts[0])
	}, func(_ *pass, _ ssa.Value, t *term, _ spot) (string, []analysis.SuggestedFix) {
		return fmt.Sprintf("%s escapes the slashes of a path as well: escape each segment; \"/\" arrives as \"%%2F\"", t.calls()), nil
	}},
	{"unescaped-request", func(_ *pass, _ ssa.Value, t *term, in spot) bool {
		return t.kind == view && t.fn.isDecoded() && !oneOf(t.value) && !(t.value != nil && validated(t.value)) && (in.at == inQuery || (in.at == inPath || in.at == inHost) && in.sure || in.at == inParameter || in.at == inMail)
	}, raw},
	{"unescaped-base64", func(_ *pass, _ ssa.Value, t *term, in spot) bool {
		return t.syntax == "base64" && in.sure && (in.at == inQuery && in.single || in.at == inPath && in.begins)
	}, raw},
	{"unescaped-json", func(_ *pass, _ ssa.Value, t *term, in spot) bool {
		return t.syntax == "JSON" && in.sure && in.at == inQuery && in.single
	}, raw},
	{"ip-in-host", func(_ *pass, v ssa.Value, t *term, in spot) bool {
		return in.at == inHost && in.begins && t.value != nil && addresses[typeName(t.value.Type())] && !calls(v.Parent(), "(net.IP).To4", "(net/netip.Addr).Is4", "(net/netip.Addr).Is6")
	}, func(_ *pass, _ ssa.Value, _ *term, _ spot) (string, []analysis.SuggestedFix) {
		return "an IPv6 address stands in brackets in a URL: use net.JoinHostPort, or put them around it; \"::1\" is read as host and port", nil
	}},
	{"unescaped-userinfo", func(p *pass, v ssa.Value, t *term, in spot) bool {
		return in.at == inUserinfo && (t.kind == param || t.kind == view && t.fn.isDecoded() || t.kind == unknown && within(t.value, v.Parent()) && p.outside(t.value)) &&
			(t.value == nil || !isUserinfo(t.value))
	}, func(_ *pass, _ ssa.Value, t *term, in spot) (string, []analysis.SuggestedFix) {
		return fmt.Sprintf("a user name or password goes into a URL as it is: use url.UserPassword or percent.RFC3986.Encode; %s", witness(in.at.readIn)), nil
	}},
	{"unescaped-parameter", func(p *pass, v ssa.Value, t *term, in spot) bool {
		return t.isPassed() && in.sure && (in.begins || t.kind == param && p.on["unescaped-parameter"] == enabled) && (t.value == nil || !refused(t.value) && !p.alwaysConst(t.value) && !p.givenPaths(t.value)) && (in.at == inQuery || in.at == inPath) && !p.usesOf(v).asFile
	}, raw},
}

// addresses are the types of IP addresses, of which those of version 6 have colons.
var addresses = map[string]bool{"net.IP": true, "net/netip.Addr": true}

// givenPaths says whether a parameter is a path, or more than one value of a query: some
// call gives it a text that has a delimiter.
func (p *pass) givenPaths(v ssa.Value) bool {
	return p.gives(v, func(t *term) bool { return strings.ContainsAny(outline(t.atoms()), "/?&=") })
}

// isPassed says whether a term is a parameter, or a field or an entry of one that is not
// the receiver.
func (t *term) isPassed() bool {
	of := t.value
	if of != nil {
		if _, named := types.Unalias(of.Type()).(*types.Named); named && isString(of.Type()) {
			return false // one of several constants
		}
	}
	switch v := of.(type) {
	case *ssa.UnOp:
		switch a := v.X.(type) {
		case *ssa.FieldAddr:
			of = a.X
		case *ssa.IndexAddr:
			of = a.X
		}
	case *ssa.Field:
		of = v.X
	case *ssa.Lookup:
		of = v.X
	case *ssa.Extract: // of a range
		if n, ok := v.Tuple.(*ssa.Next); ok {
			if r, ok := n.Iter.(*ssa.Range); ok {
				of = r.X
			}
		}
	}
	if of == t.value || t.kind != unknown {
		return t.kind == param
	}
	if made, ok := of.(*ssa.Alloc); ok && len(*referrers(made)) > 0 { // a struct that is passed by value
		if s, ok := (*referrers(made))[0].(*ssa.Store); ok {
			of = s.Val
		}
	}
	from, ok := of.(*ssa.Parameter)
	return ok && !(from.Parent().Signature.Recv() != nil && from == from.Parent().Params[0]) && !strings.HasPrefix(typeName(from.Type()), "net/")
}

// oneOf says whether a value is compared with several constants, of which it is one.
func oneOf(v ssa.Value) bool {
	n := 0
	if v != nil {
		for _, r := range *referrers(v) {
			if b, ok := r.(*ssa.BinOp); ok && b.Op == token.EQL && text(b.Y) != "" {
				n++
			}
		}
	}
	return n > 1
}

// encoder names the function for a place.
func (at place) encoder() string {
	switch at {
	case inQuery:
		return "url.QueryEscape"
	case inUserinfo:
		return "url.UserPassword or percent.RFC3986.Encode"
	case inMail, inOpaque:
		return "percent.RFC3986.Encode"
	case inParameter:
		return "header.ExtValueEncoding.Encode"
	default:
		return "url.PathEscape"
	}
}

func (p *pass) checkPart(v ssa.Value, t *term, in spot) {
	switch {
	case in.at == nowhere || t.kind == literal || t.kind == number:
		return
	case t.kind == replaced:
		p.places[t.call] = in
		for of := t; ; of = of.parts[0] {
			switch {
			case of.kind == encoded:
				p.checkPart(v, of, in)
			case of.kind == replaced && of.old != "+" && of.new != "+":
				continue
			}
			return
		}
	case t.kind == piece:
		for _, from := range t.sources() {
			if from.kind == view && from.fn.isDecoded() {
				p.checkPart(v, &term{kind: view, fn: from.fn, parts: from.parts, value: t.value}, in)
			}
		}
		return
	}
	if t.kind == encoded && t.parts[0].isPassed() && in.sure {
		p.tally.add(p.Pass, in, posOf(t), nil)
	}
	for _, r := range rows {
		if r.holds(p, v, t, in) {
			if r.rule != "" {
				pos := posOf(t)
				if t.kind != encoded {
					pos = p.partPos(v, t)
				}
				message, fixes := r.says(p, v, t, in)
				p.reportIn(in, r.rule, pos, message, fixes...)
			}
			return
		}
	}
}

// respaced says whether each "+" of a text becomes "%20".
func respaced(v ssa.Value) bool {
	for _, r := range *referrers(v) {
		if name, args := called(r); (name == "strings.ReplaceAll" || name == "strings.Replace") && args[0] == v && text(args[1]) == "+" && text(args[2]) == "%20" {
			return true
		}
	}
	return false
}

// checkWhole reports a query that is escaped as a whole, as it is sent.
func (p *pass) checkWhole(t *term) {
	if t.kind == encoded && wholeIn(t.parts[0]) != nil {
		message, _ := saysWhole(p, nil, t, spot{})
		p.report("wrong-encoder", posOf(t), message)
	}
}

func saysWhole(_ *pass, _ ssa.Value, t *term, _ spot) (string, []analysis.SuggestedFix) {
	return fmt.Sprintf("%s escapes %s, which is escaped and has delimiters that must stay: leave out %s; %s",
		t.calls(), wholeIn(t.parts[0]).name, t.calls(), witness(by(queryEscape), by(t.fn), inQuery.readIn)), nil
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

// hasSegments says whether a text is a path of several segments: it begins with a slash, or
// has a constant one, or is what a request has.
func hasSegments(t *term) bool {
	for _, a := range t.leaves() {
		if t.kind == concat && a.kind == literal && len(a.text) > 1 && strings.Contains(a.text, "/") && !strings.Contains(a.text, "://") {
			return true
		}
		if from := a.sources()[0]; from.kind == view && from.fn.gives == decodedPath {
			return true
		}
	}
	first := t.atoms()[0]
	return t.kind == concat && first.kind == literal && strings.HasPrefix(first.text, "/")
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
