package vet

import (
	"fmt"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// checkTaken checks a whole URL that goes to what parses or requests it.
func (p *pass) checkTaken(t *term, c *ssa.Call) {
	for _, a := range t.alternatives() {
		switch {
		case a.kind == encoded && (a.fn == queryEscape || a.fn == pathEscape):
			p.report("wrong-encoder", posOf(a), fmt.Sprintf("%s escapes a whole URL, of which the delimiters must stay: escape its parts; \"https://h/a\" arrives as \"https:%%2F%%2Fh%%2Fa\"", a.calls()))
		case a.kind == decoded && isWhole(a.parts[0]):
			p.reportWhole(a, c)
		}
	}
}

// isWhole says whether a text is a URL, a path or a query as it was sent.
func isWhole(t *term) bool {
	return gives(t, rawQuery, escapedPath, wholeURL)
}

// reportWhole reports a text that is decoded as a whole, and taken apart after that.
func (p *pass) reportWhole(t *term, c *ssa.Call) {
	p.report("decoded-twice", posOf(t), fmt.Sprintf("%s has decoded it as a whole, so that its delimiters are mixed with those of its values: take it apart first; \"a=1%%26b=2\" is read as two parameters", t.calls()))
}

// checkOwn checks a call of a function of the module: the text that it makes of its
// arguments, a URL that it makes of a format, and what it signs.
func (p *pass) checkOwn(e *evaluator, c *ssa.Call, args []ssa.Value) {
	f := c.Call.StaticCallee()
	if f == nil {
		return
	}
	use := p.usesOf(c)
	if f.Blocks != nil && isText(c.Type()) && !use.inText && !use.asPart {
		// What the function itself puts into its text is reported there.
		if t := e.call(c); t.kind == concat {
			atoms := slices.Clone(t.atoms())
			for i, a := range atoms {
				if a.kind != literal && !slices.ContainsFunc(a.alternatives(), func(a *term) bool { return madeIn(a, c.Parent()) }) {
					atoms[i] = e.other(c)
				}
			}
			p.checkParts(e, c, atoms, use.asURL)
		}
	}
	if sig := f.Signature; sig.Variadic() && len(args) > 1 && isString(args[len(args)-2].Type()) && (use.asURL && isText(c.Type()) || p.takes(&c.Call, len(args)-2, requested)) {
		if t := e.format(c, args[len(args)-2:]); t.kind == concat {
			p.checkParts(e, c, t.atoms(), true)
		}
	}
	if f.Blocks != nil && !returnsBool(f) {
		for _, i := range p.flows(f, divided) {
			for _, from := range e.eval(args[i]).sources() {
				if gives(from, decodedPath) && p.receives(from) {
					p.report("split-decoded-path", c.Pos(), splitRows[0].message(from))
				}
			}
		}
		for _, i := range p.flows(f, paired) {
			for _, from := range e.eval(args[i]).alternatives() {
				if from.kind == decoded && isWhole(from.parts[0]) {
					p.reportWhole(from, c)
				}
			}
		}
		for _, i := range p.flows(f, requested) {
			for _, t := range e.eval(args[i]).variants() {
				if from := t.atoms()[0]; gives(from, decodedPath) && p.receives(from) {
					message, fixes := raw(p, c, from, spot{at: inPath, sure: true})
					p.report("unescaped-request", p.posIn(c, from), message, fixes...)
				}
			}
		}
	}
	for _, i := range p.flows(f, signed) {
		if i < len(args) {
			p.checkSigned(e.eval(args[i]), c)
		}
	}
}

// writesText checks what is written to any writer but a builder, whose text counts.
func writesText(p *pass, e *evaluator, c *ssa.Call, _ string, args []ssa.Value) {
	if isHash(args[0]) {
		p.checkSigned(e.eval(c), c)
	}
	if m, ok := args[0].(*ssa.MakeInterface); ok {
		if name := typeName(m.X.Type()); name == "strings.Builder" || name == "bytes.Buffer" {
			return
		}
	}
	p.checkText(e, c)
}

// setsHeader checks fields whose value is a URL, or a path.
func setsHeader(p *pass, e *evaluator, c *ssa.Call, _ string, args []ssa.Value) {
	switch name := text(args[1]); {
	case strings.EqualFold(name, "Location"):
		p.checkTarget(e, args[2], c, false)
		p.checkTaken(e.eval(args[2]), c)
	case strings.EqualFold(name, "X-Amz-Copy-Source"):
		p.checkSource(e, c, e.eval(args[2]))
	}
}

// A refusal of dot segments: what checks a value, and may refuse it.
func refused(v ssa.Value) bool { return refusedIn(v, false, map[ssa.Value]bool{}) }

// validated says whether all of a value is looked at, such as by a regular expression.
func validated(v ssa.Value) bool { return refusedIn(v, true, map[ssa.Value]bool{}) }

// refusedIn looks at what a value is given to. whole says that only what looks at all of it
// counts.
func refusedIn(v ssa.Value, whole bool, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	for _, r := range *referrers(v) {
		switch r := r.(type) {
		case *ssa.Range: // each character
			return true
		case *ssa.BinOp:
			if !whole && (r.Op == token.EQL || r.Op == token.NEQ) && (text(r.X) != "" || text(r.Y) != "") {
				return true
			}
		case *ssa.Call:
			name, _ := callOf(&r.Call)
			if takers[name] > 0 || functions[name] != nil || writer.MatchString(name) || whole && (inPackages(name, "strings", "net/url", "path") || r.Call.IsInvoke()) {
				continue
			}
			results := r.Call.Signature().Results()
			for i := range results.Len() {
				if t := results.At(i).Type(); types.Identical(t, types.Typ[types.Bool]) || types.Identical(t, types.Universe.Lookup("error").Type()) {
					return true
				}
			}
		case *ssa.Phi, *ssa.ChangeType, *ssa.Convert:
			if refusedIn(r.(ssa.Value), whole, seen) {
				return true
			}
		}
	}
	return false
}

// writer is what returns an error that says nothing of the value.
var writer = regexp.MustCompile(`\.(Write|Print|Fprint|Sscan|Log|Exec|Query)|^(os|io|\(\*?(os|io))\.`)

// upward returns the value in a text that can be "..", or nil: a part of a request, or a
// parameter, also where it is escaped, because dots stay.
func (p *pass) upward(t *term) *term {
	for _, a := range t.leaves() {
		in := a
		if in.kind == encoded && in.fn == pathEscape {
			in = in.parts[0]
		}
		switch {
		case in.value == nil || refused(in.value):
		case in.kind == view && in.fn.gives == decodedText:
			return in
		case in.kind == param && types.Identical(in.value.Type(), types.Typ[types.String]) && !p.alwaysConst(in.value):
			return in
		}
	}
	return nil
}

// alwaysConst says whether all calls give a constant for a parameter.
func (p *pass) alwaysConst(v ssa.Value) bool {
	all := p.argumentsFor(v)
	return len(all) > 0 && !slices.ContainsFunc(all, func(a argument) bool { return a.v == nil || !isConst(a.v) })
}

// checkDots checks the elements of JoinPath, and what else resolves "..".
func (p *pass) checkDots(e *evaluator, c *ssa.Call, list ssa.Value) {
	all, _ := elements(list)
	fixed := slices.ContainsFunc(all, func(v ssa.Value) bool { return letter.MatchString(text(v)) && !strings.Contains(text(v), "://") })
	for _, v := range all {
		// A parameter alone behind a base is a path, and not the name of something.
		if t := p.upward(e.eval(v)); t != nil && (fixed || t.kind == view || e.eval(v).kind == encoded) {
			p.reportDots(t, c)
		}
	}
}

var letter = regexp.MustCompile(`[A-Za-z]`)

func (p *pass) reportDots(t *term, c *ssa.Call) {
	if t == nil {
		return
	}
	what := "a parameter"
	if t.kind == view {
		what = t.fn.name
	}
	name, _ := callOf(&c.Call)
	name = strings.TrimPrefix(name[strings.LastIndexAny(name, "/)")+1:], ".")
	p.report("dot-segment", c.Pos(), fmt.Sprintf("%s resolves dot segments, which no escaping hides: refuse \".\" and \"..\" in %s; \"..\" leads to the folder above", name, what))
}

// joinsPath checks path.Join where it makes the path of a URL.
func joinsPath(p *pass, e *evaluator, c *ssa.Call, _ string, args []ssa.Value) {
	use := p.usesOf(c)
	sure := use.asURL || use.asPart
	for _, r := range *referrers(c) {
		if b, ok := r.(*ssa.BinOp); ok && use.inText {
			first := e.eval(b).atoms()[0]
			sure = sure || first.kind == literal && hierarchical.MatchString(first.text) || p.usesOf(b).asURL
		}
	}
	if sure {
		p.checkDots(e, c, args[0])
	}
}

// resolves checks a reference that is made of a value, and resolved.
func resolves(p *pass, e *evaluator, c *ssa.Call, name string, args []ssa.Value) {
	v := args[1]
	if strings.HasSuffix(name, ".Parse") {
		for _, t := range e.eval(v).alternatives() {
			if t.kind == encoded {
				p.checkPart(c, t, spot{at: inPath, sure: true, here: madeIn(t, c.Parent()), begins: true})
			}
		}
	}
	if x, ok := v.(*ssa.Extract); ok {
		if name, args := called(x.Tuple); isParse(name) {
			v = args[0]
		}
	}
	if made, ok := v.(*ssa.Alloc); ok {
		for _, r := range *referrers(made) {
			if a, ok := r.(*ssa.FieldAddr); ok && structOf(a.X.Type()).Field(a.Field).Name() == "Path" {
				for s := range uses[*ssa.Store](a) {
					v = s.Val
				}
			}
		}
	}
	if v == nil || !isString(v.Type()) {
		return
	}
	if t := e.eval(v); t.kind == concat && t.atoms()[0].kind == literal || gives(t, decodedText) {
		p.reportDots(p.upward(t), c)
	}
}

// checkSplit checks paths, queries, hosts and userinfos that are taken apart by hand.
func (p *pass) checkSplit(e *evaluator, c *ssa.Call, name string, args []ssa.Value) {
	of, by := args[0], "/"
	switch name {
	case "path.Base":
	case "strings.TrimPrefix", "strings.CutPrefix":
		if by = ""; strings.HasSuffix(text(args[1]), "=") {
			by = "&" // the rest is a value
		}
	case "(*regexp.Regexp).FindStringSubmatch":
		of = args[1]
		if !capturesSegment(p, args[0]) {
			return
		}
	case "strings.FieldsFunc":
	case "strings.Index", "strings.Contains":
		if by = text(args[1]); by == ":" && name == "strings.Contains" {
			return
		} else if len(by) > 1 && (by[0] == '&' || strings.HasSuffix(by, "=")) {
			by = "&="
		}
	case "strings.IndexByte":
		if b, ok := args[1].(*ssa.Const); ok {
			by = string(rune(b.Int64()))
		}
	case "net/url.ParseQuery":
		by = "&"
	default:
		if by = text(args[1]); by == "" {
			return
		}
	}
	for _, from := range e.eval(of).sources() {
		for from.kind == replaced {
			from = from.parts[0].sources()[0]
		}
		for _, s := range splitRows {
			if (by == s.by || by == "&=" && s.rule == "decoded-twice") && (!s.value || !compared(c) && !validated(c) && !rejoined(c, map[ssa.Value]bool{})) && (s.rule != "host-split" || !measured(c)) && s.holds(p, e, from, name) {
				pos := c.Pos()
				if from.kind == decoded {
					pos = posOf(from) // where the mistake is made
				}
				p.report(s.rule, pos, s.message(from))
			}
		}
	}
}

var splitRows = []struct {
	rule    string
	by      string
	value   bool // only what is used as a value, and not what decides a route
	holds   func(p *pass, e *evaluator, from *term, name string) bool
	message func(from *term) string
}{
	{"split-decoded-path", "/", true, func(p *pass, _ *evaluator, from *term, name string) bool {
		return gives(from, decodedPath) && !strings.Contains(name, "Index") && p.receives(from)
	}, say("a \"/\" that was written as %2F splits, too: split URL.EscapedPath(), then decode each part; \"a%2Fb\" is read as two segments")},
	{"split-raw-query", "&", false, func(p *pass, e *evaluator, from *term, name string) bool {
		return gives(from, rawQuery) && from.fn == rawQueryOf && name != "net/url.ParseQuery" && !p.decodes(e.fn)
	}, say("names and values are still encoded: use URL.Query(); \" \" arrives as \"+\"")},
	{"decoded-twice", "&", false, func(_ *pass, _ *evaluator, from *term, _ string) bool {
		return from.kind == decoded && isWhole(from.parts[0])
	}, func(from *term) string {
		return from.calls() + " has decoded the query as a whole: split it first; \"a=1%26b=2\" is read as two parameters"
	}},
	{
		"split-raw-query", ":", false, func(_ *pass, _ *evaluator, from *term, _ string) bool { return gives(from, escapedUserinfo) },
		say("the user name and the password are still encoded: use Username and Password; \"@\" arrives as \"%40\""),
	},
	{
		"host-split", ":", false, func(_ *pass, _ *evaluator, from *term, name string) bool { return gives(from, hostOfURL) },
		say("an IPv6 address has colons itself: use Hostname and Port of a URL, or net.SplitHostPort; \"[::1]:80\" is read as \"[\""),
	},
}

// rejoined says whether the middle of a slice is joined again: a name with slashes, behind
// which the rest is found from the end.
func rejoined(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	return slices.ContainsFunc(*referrers(v), func(i ssa.Instruction) bool {
		switch i := i.(type) {
		case *ssa.Phi, *ssa.Slice:
			return rejoined(i.(ssa.Value), seen)
		case *ssa.Call:
			name, args := callOf(&i.Call)
			s, ok := v.(*ssa.Slice)
			return ok && s.Low != nil && s.High != nil && (name == "path.Join" || name == "strings.Join" && text(args[1]) == "/")
		}
		return false
	})
}

// measured says whether the length of a slice counts.
func measured(v ssa.Value) bool {
	return isSlice(v) && slices.ContainsFunc(*referrers(v), func(i ssa.Instruction) bool { _, ok := i.(*ssa.Call); return ok && isTest(i) })
}

func isSlice(v ssa.Value) bool { _, ok := v.Type().Underlying().(*types.Slice); return ok }

func say(message string) func(*term) string { return func(*term) string { return message } }

// capturesSegment says whether a regular expression takes a segment out of a path.
func capturesSegment(p *pass, v ssa.Value) bool {
	return segmentGroup.MatchString(p.pattern(v))
}

// pattern returns the constant text of a regular expression, or "".
func (p *pass) pattern(v ssa.Value) string {
	if load, ok := v.(*ssa.UnOp); ok {
		if g, ok := load.X.(*ssa.Global); ok {
			v = p.global(g)
		}
	}
	if x, ok := v.(*ssa.Extract); ok {
		v = x.Tuple
	}
	if name, args := called(v); inPackages(name, "regexp") && len(args) == 1 {
		return text(args[0])
	}
	return ""
}

// spaces are regular expressions for spaces.
var spaces = map[string]string{" ": " ", "[ ]": " ", " +": " ", `\s`: " ", `\s+`: " ", `[\s]+`: " ", `[[:space:]]`: " "}

var segmentGroup = regexp.MustCompile(`/\((\?P?<\w+>)?\[\^/`)

// compared says whether all that is used of a result are comparisons with constants, or
// its length.
func compared(v ssa.Value) bool { return comparedIn(v, map[ssa.Value]bool{}) }

func comparedIn(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	for _, r := range *referrers(v) {
		switch r := r.(type) {
		case *ssa.DebugRef:
		case *ssa.IndexAddr, *ssa.Extract, *ssa.Slice, *ssa.UnOp, *ssa.Phi:
			if !comparedIn(r.(ssa.Value), seen) {
				return false
			}
		case *ssa.BinOp:
			if !isConst(r.X) && !isConst(r.Y) || r.Op == token.ADD {
				return false
			}
		case *ssa.Call:
			name, _ := callOf(&r.Call)
			if b, ok := r.Call.Value.(*ssa.Builtin); !(ok && b.Name() == "len") && !inPackages(name, "strconv") && !(inPackages(name, "strings") && !isText(r.Type())) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// receives says whether a view is of a request that a function was given to answer.
func (p *pass) receives(t *term) bool {
	if len(t.parts) == 0 {
		return false
	}
	r := requestOf(t.parts[0].value)
	if r == nil {
		return false
	}
	results := r.Parent().Signature.Results()
	for i := range results.Len() {
		if typeName(results.At(i).Type()) == "net/http.Response" {
			return false
		}
	}
	return true
}

// checkCut checks r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:].
func (p *pass) checkCut(e *evaluator, s *ssa.Slice) {
	if isString(s.X.Type()) && separator(s) == "/" && !compared(s) && !validated(s) {
		for _, from := range e.eval(s.X).sources() {
			if gives(from, decodedPath) && p.receives(from) {
				p.report("split-decoded-path", s.Pos(), splitRows[0].message(from))
			}
		}
	}
}

// checkKey checks a map of texts that has a decoded path as its key.
func (p *pass) checkKey(e *evaluator, m, key ssa.Value, at ssa.Instruction) {
	kind, ok := m.Type().Underlying().(*types.Map)
	if !ok || !isText(kind.Elem()) {
		return
	}
	for _, a := range e.eval(key).leaves() {
		if gives(a, decodedPath) && p.receives(a) {
			p.report("decoded-key", at.Pos(), "two requests with different paths have the same key: use URL.EscapedPath(); \"/a%2Fb\" is kept as \"/a/b\"")
		}
	}
}

// checkRawPath checks the field RawPath, which is empty for most URLs, in a function that
// does not look whether it is.
func (p *pass) checkRawPath(e *evaluator, a *ssa.FieldAddr) {
	if fieldOf(a.X, a.Field) != "net/url.URL.RawPath" || p.mindsRawPath(e.fn) {
		return
	}
	p.report("raw-path", a.Pos(), "it is empty unless the path has an escape that is not the usual one: use EscapedPath; it is \"\" for \"/a%20b\"")
}

// mindsRawPath says whether a function sets or tests a RawPath, or calls EscapedPath.
func (p *pass) mindsRawPath(f *ssa.Function) bool {
	return calls(f, "(*net/url.URL).EscapedPath") || has(f, func(i ssa.Instruction) bool {
		a, ok := i.(*ssa.FieldAddr)
		return ok && fieldOf(a.X, a.Field) == "net/url.URL.RawPath" && slices.ContainsFunc(*referrers(a), func(r ssa.Instruction) bool {
			load, ok := r.(*ssa.UnOp)
			return !ok || slices.ContainsFunc(*referrers(load), isTest)
		})
	})
}

// isTest says whether an instruction compares a text, or takes its length.
func isTest(i ssa.Instruction) bool {
	switch i := i.(type) {
	case *ssa.BinOp:
		return i.Op != token.ADD
	case *ssa.Call:
		b, ok := i.Call.Value.(*ssa.Builtin)
		return ok && b.Name() == "len"
	case *ssa.Phi:
		return slices.ContainsFunc(*referrers(i), func(r ssa.Instruction) bool { _, ok := r.(*ssa.BinOp); return ok && isTest(r) })
	}
	return false
}

// checkPart1 checks hosts and paths of which a part is compared.
func (p *pass) checkPart1(e *evaluator, name string, c *ssa.Call, args []ssa.Value) {
	p.checkPrefix(e, name, c, args)
	if name == "strings.HasPrefix" || name == "strings.Contains" {
		p.checkEncodedPath(e, args[0], args[1], c.Pos())
	}
	part := text(args[1])
	switch parts := e.eval(args[1]).atoms(); {
	case name == "strings.HasSuffix" && part == "" && !isConst(args[1]) && parts[0].kind != literal && !dotted(args[1]):
		part = "example.com"
	case !hostPart.MatchString(part) && !(name == "strings.HasPrefix" && localPart.MatchString(part)):
		return
	}
	for _, from := range e.eval(args[0]).sources() {
		if !gives(from, hostOfURL, originSent) {
			continue
		}
		other := ""
		switch {
		case name == "strings.HasSuffix" && part[0] != '.' && !strings.Contains(part, "://"):
			other = "evil" + part
		case name == "strings.Contains" && part[0] != '.':
			other = part + ".evil.example"
		case name == "strings.HasPrefix" && (from.fn.gives == hostOfURL || localPart.MatchString(part)) && part[0] != '.':
			other = part + ".evil.example"
		}
		if other != "" {
			p.report("host-prefix", c.Pos(), fmt.Sprintf("%q is accepted as well: compare the whole host, or its end from a dot on", other))
		}
	}
}

// dotted says whether a function looks at the beginning of a text, which may be a dot, or
// takes one away.
func dotted(v ssa.Value) bool {
	if phi, ok := v.(*ssa.Phi); ok {
		return slices.ContainsFunc(phi.Edges, func(v ssa.Value) bool { return v != phi && dotted(v) })
	}
	return slices.ContainsFunc(*referrers(v), func(i ssa.Instruction) bool {
		switch i := i.(type) {
		case *ssa.Index:
			return true
		case *ssa.Call:
			name, args := callOf(&i.Call)
			return inPackages(name, "strings") && args[0] == v
		}
		return false
	})
}

// hostPart is what can be the end of a host.
var hostPart = regexp.MustCompile(`^(https?://)?\.?([A-Za-z0-9-]+\.)+[A-Za-z]{2,}$`)

// localPart is what can be the beginning of a local host.
var localPart = regexp.MustCompile(`^(https?://)?(localhost|127(\.\d+)*)$`)

// matches checks a regular expression for hosts, by running it.
func matches(p *pass, e *evaluator, c *ssa.Call, _ string, args []ssa.Value) {
	pattern := p.pattern(args[0])
	re, err := regexp.Compile(pattern)
	if err != nil || !slices.ContainsFunc(e.eval(args[1]).sources(), func(t *term) bool { return gives(t, hostOfURL, originSent) }) {
		return
	}
	plain := strings.ReplaceAll(pattern, `\.`, ".")
	for _, host := range hostIn.FindAllString(plain, -1) {
		for _, scheme := range []string{"", "https://"} {
			if !re.MatchString(scheme+host) && !re.MatchString(scheme+"www."+host) {
				continue
			}
			for _, other := range []string{host + ".evil.example", "evil" + host, "www." + host + ".evil.example"} {
				if re.MatchString(scheme + other) {
					p.report("host-prefix", c.Pos(), fmt.Sprintf("%q is accepted as well: put ^ and $ around the expression, and %s in front of its dots", scheme+other, `\`))
					return
				}
			}
		}
	}
}

var hostIn = regexp.MustCompile(`([A-Za-z0-9-]+\.)+[A-Za-z]{2,}`)

// encodedTest is a path that is compared.
var encodedTest = regexp.MustCompile(`^(/?\.\.|/[A-Za-z0-9])`)

// checkEncodedPath checks a path that is compared as it was sent, in which any letter may
// be escaped.
func (p *pass) checkEncodedPath(e *evaluator, x, y ssa.Value, pos token.Pos) {
	found := encodedTest.FindString(text(y))
	if found == "" {
		return
	}
	n := len(found) - 1
	for _, from := range e.eval(x).alternatives() {
		if from.kind != view || from.fn != targetOf && from.fn != stringOf && from.fn != rawPathOf || len(from.parts) == 0 {
			continue
		}
		r, ok := from.parts[0].value.(*ssa.Parameter)
		if ok && typeName(r.Type()) == "net/http.Request" || requestOf(from.parts[0].value) != nil {
			p.report("checked-encoded", pos, fmt.Sprintf("%s is as it was sent: compare URL.Path; \"%s%%%02X%s\" is the same path", from.fn.name, found[:n], found[n], text(y)[n+1:]))
		}
	}
}

// forwardsTo does so where some caller gives a proxy for the handler that goes on.
func forwardsTo(p *pass, e *evaluator, c *ssa.Call, name string, args []ssa.Value) {
	next := args[0]
	if load, ok := next.(*ssa.UnOp); ok {
		if all := variable(load.X); len(all) == 1 {
			next = all[0]
		}
	}
	if free, ok := next.(*ssa.FreeVar); ok {
		next = bound(free)
	}
	if slices.ContainsFunc(p.argumentsFor(next), func(a argument) bool {
		m, ok := a.v.(*ssa.MakeInterface)
		return ok && typeName(m.X.Type()) == "net/http/httputil.ReverseProxy"
	}) {
		forwards(p, e, c, name, args)
	}
}

// forwards checks a request that goes on to another server beside a check of its path.
func forwards(p *pass, e *evaluator, c *ssa.Call, _ string, _ []ssa.Value) {
	if p.testsPath(e) && !p.mindsRawPath(e.fn) {
		p.report("forwarded-path", c.Pos(), "URL.Path is checked, and the path goes on as it was sent: refuse a path whose RawPath is set; \"/public%2Fx\" is checked as \"/public/x\"")
	}
}
