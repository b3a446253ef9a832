package hop

import (
	"encoding/binary"
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/hop/internal/plan"
)

// haproxyHops returns the hops of HAProxy, which forwards targets unchanged, unless
// http-request changes them.
func haproxyHops() []*Hop {
	uri := func(after string) func(func(string) string) []step {
		return func(func(string) string) []step { return haproxyStart(after) }
	}
	return slices.Concat(
		haproxyOf("2.6.12-1+deb12u4", haproxyBefore30, haproxyDecode()),
		haproxyOf("3.0.11-1+deb13u5", uri("/"), haproxyDecode()),
		haproxyOf("3.2.26-1", uri("/?"), when(includes{substring: "%00"}, []step{replaceWhole{""}}, []step{haproxyDecode()})))
}

// haproxyOf returns the hops of a version. start returns the steps before those that
// http-request chooses, and noPath what is forwarded of a target without a path.
func haproxyOf(version string, start func(noPath func(target string) string) []step, decode step) []*Hop {
	const set = "http-request set-var(txn.rule) "
	hop := func(name, config string, noPath func(target string) string, steps ...step) *Hop {
		return model("haproxy:"+name, version, config, start(noPath), steps, []step{&haproxyBefore{}, forward})
	}
	query := func(target string) string {
		_, query := cutAny(target, "?")
		return query
	}
	return []*Hop{
		hop("path", set+"path", asItCame, split{"?"}, rule, raw{}),
		hop("url_dec", set+"path,url_dec\nhttp-request set-path %[path,url_dec]", query,
			split{"?"}, decode, encode{kept: controls.Remove("\t").Complement()}),
		hop("normalize-uri=path-strip-dotdot", "http-request normalize-uri path-strip-dot\nhttp-request normalize-uri path-strip-dotdot\n"+set+"path", asItCame,
			append(haproxyDotDot(), rule)...),
		hop("normalize-uri=percent-decode-unreserved", "http-request normalize-uri fragment-strip\nhttp-request normalize-uri percent-decode-unreserved strict\nhttp-request normalize-uri percent-to-uppercase strict\nhttp-request normalize-uri path-merge-slashes\nhttp-request normalize-uri path-strip-dot\nhttp-request normalize-uri path-strip-dotdot full\n"+set+"path", asItCame,
			append(haproxyFull(), rule)...),
	}
}

// haproxyBefore30 returns the steps of HAProxy before 3.0 before those that http-request
// chooses. noPath returns what is forwarded of a target without a path; without it, that is
// unknown.
func haproxyBefore30(noPath func(target string) string) []step {
	return []step{trimEnd{" \t"}, &haproxyScan{}, form{`answer 400 unless the target begins with * or / or ends with @ before a slash or has a scheme, "://" and the host of the field Host; without a path no rule sees any`, haproxyForm(noPath)}}
}

// haproxyStart returns the steps of HAProxy since 3.0 before those that http-request
// chooses. The authority of a target in absolute form ends at one of the octets of after:
// since 3.2 at a query, too.
func haproxyStart(after string) []step {
	return []step{
		trimEnd{" \t"},
		refuse{status: 400, octets: visible.Remove("#").Complement()},
		haproxyURI(after),
	}
}

// haproxyURI takes the path out of a target in absolute form.
func haproxyURI(after string) form {
	return form{`answer 400 unless the target begins with / or has a scheme, "://" and the host of the field Host; write a slash for a path and a query that are empty`, func(r *request) {
		if strings.HasPrefix(r.path, "/") {
			return
		}
		scheme, _, _, ok := absolute(r.path)
		if bare, _ := cutAny(r.path, "/?#"); !ok && len(bare) > 1 && strings.HasSuffix(bare, "@") && !strings.Contains(bare, ":") {
			r.unknown("a target that is a name of a user")
			return
		}
		if !ok {
			r.end(400)
			return
		}
		authority, path := cutAny(r.path[len(scheme+"://"):], after)
		if authority == "" || strings.HasSuffix(authority, "@") {
			r.end(400)
			return
		}
		bare, ok := haproxyHost(r, authority, map[string]string{"http": "80", "https": "443"}[strings.ToLower(scheme)])
		if !ok {
			return
		}
		if path == "" {
			path = "/"
		}
		r.before, r.origin, r.path = scheme+"://"+bare, path, path
	}}
}

func asItCame(target string) string { return target }

// haproxyDotDot and haproxyFull return the steps of normalize-uri in two hops, up to
// the path that rules match.
func haproxyDotDot() []step { return []step{split{"?"}, dots{keep: true}} }

func haproxyFull() []step {
	return []step{&checkEscapes{400}, normalize{decoded: percent.Unreserved, kept: percent.AllBytes}, split{"?"}, &merge{}, dots{}}
}

// haproxyWhole restores the query, for what reads path and query as one.
type haproxyWhole struct{}

func (*haproxyWhole) words() Step   { return Step{"query", "put the query back behind the path"} }
func (*haproxyWhole) do(r *request) { r.path, r.tail = r.path+r.tail, "" }

func (*haproxyWhole) follow(v *variant) []*variant { return v.on(&unmarker{}) }

// haproxyAlone forgets the scheme and the host of a target in absolute form.
type haproxyAlone struct{}

func (*haproxyAlone) words() Step                  { return Step{"url", "leave out the scheme and the host"} }
func (*haproxyAlone) do(r *request)                { r.before = "" }
func (*haproxyAlone) follow(v *variant) []*variant { return []*variant{v} }

// haproxyDecoded holds where a condition does for what url_dec makes of the path, and not where
// an escape is malformed or of NUL.
type haproxyDecoded struct {
	condition
	null bool // also with NUL, as before 3.2
}

func (c *haproxyDecoded) text() string { return "decoded, " + c.condition.text() }

func (c *haproxyDecoded) holds(path string) bool {
	decoded, ok := decode{malformed: 1}.decoded(path)
	return ok && (c.null || !strings.Contains(decoded, "\x00")) && c.condition.holds(decoded)
}

var asciiUpper = &change{"case", "write ASCII letters in upper case", func(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'a' <= c && c <= 'z' {
			b[i] = c - 'a' + 'A'
		}
	}
	return string(b)
}}

// made is plan.Make.
type made struct {
	plan.Make
	steps []step
}

func (s *made) words() Step {
	return Step{"text", "take " + inText(s.Of) + " apart: " + inWords(s.steps)}
}

func (s *made) do(r *request) {
	c := *r
	c.path, c.tail = r.textOf(s.Of), ""
	c.take(s.steps)
	if r.done {
		return
	}
	(&put{plan.Put{To: plan.ToVariable, Name: s.Name, Text: plan.Text{{Text: c.path}}}}).do(r)
}

func (s *made) follow(v *variant) []*variant {
	var list []*variant
	for _, w := range grow(v.writes(v.resolve(s.Of), true), s.steps) {
		if w.unknown == "" {
			w = w.copied()
			w.set(s.Name, []part{{Piece: plan.Piece{Kind: plan.ThePath}, at: w.at}})
			w.at, w.matched, w.rule = v.at, v.matched, v.rule
		}
		list = append(list, w)
	}
	return list
}

// substitution is plan.Sub.
type substitution struct{ plan.Sub }

func (s *substitution) words() Step {
	return Step{"text", "replace what " + shown(s.Source) + " matches by " + shown(s.By)}
}

func (s *substitution) do(r *request) {
	path := latin1.of(r.path)
	n := 1
	if s.All {
		n = -1
	}
	var b strings.Builder
	end := 0
	for _, m := range s.Pattern.Regexp.FindAllStringIndex(path, n) {
		b.WriteString(path[end:m[0]])
		b.WriteString(latin1.of(s.By))
		end = m[1]
	}
	b.WriteString(path[end:])
	octets := make([]byte, 0, b.Len())
	for _, c := range b.String() {
		octets = append(octets, byte(c))
	}
	if len(octets) > maxText {
		r.unknown("a text that grows beyond a mebibyte")
		return
	}
	r.path = string(octets)
}

func (s *substitution) follow(v *variant) []*variant {
	if octet, least, ok := runOf(s.Pattern.Tree); ok {
		return v.onPath(&runReplacer{symbol(octet), least, text(s.By), s.All})
	}
	return v.lacks(s)
}

// runOf returns the octet of an expression for a run of it, such as /{2,}, and how many there are
// at least.
func runOf(re *syntax.Regexp) (octet rune, least uint32, ok bool) {
	subs := []*syntax.Regexp{re}
	if re.Op == syntax.OpConcat {
		subs = re.Sub
	}
	for i, sub := range subs {
		one := sub
		n, open := 1, false
		switch sub.Op {
		case syntax.OpPlus:
			one, open = sub.Sub[0], true
		case syntax.OpStar:
			one, n, open = sub.Sub[0], 0, true
		case syntax.OpRepeat:
			one, n, open = sub.Sub[0], sub.Min, sub.Max < 0
		}
		if one.Op != syntax.OpLiteral || one.Flags&(syntax.FoldCase|syntax.NonGreedy) != 0 || sub.Flags&syntax.NonGreedy != 0 || open != (i == len(subs)-1) || octet != 0 && one.Rune[0] != octet {
			return 0, 0, false
		}
		for _, c := range one.Rune {
			if octet = one.Rune[0]; c != octet || open && len(one.Rune) > 1 {
				return 0, 0, false
			}
		}
		least += uint32(n * len(one.Rune))
	}
	return octet, least, 0 < least && least < 100
}

// A runReplacer replaces runs of an octet. The state is how much of a run was read, up to what
// counts, or that the only one is replaced.
type runReplacer struct {
	octet symbol
	least uint32
	by    []symbol
	all   bool
}

// behindRun is the state behind the only run that is replaced.
const behindRun = 1000

func (m *runReplacer) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	switch {
	case s == behindRun:
		emit(s, in)
	case in == m.octet:
		emit(min(s+1, m.least))
	default:
		after := uint32(0)
		if s == m.least && !m.all {
			after = behindRun
		}
		m.end(s, func(out ...symbol) { emit(after, append(slices.Clip(out), in)...) })
	}
}

func (m *runReplacer) end(s uint32, emit func(...symbol)) {
	switch {
	case s == behindRun:
		emit()
	case s == m.least:
		emit(m.by...)
	default:
		emit(slices.Repeat([]symbol{m.octet}, int(s))...)
	}
}

// haproxyPath returns the steps of a normalize-uri on the path, without the query.
func haproxyPath(s step) []step { return []step{split{"?"}, s, &haproxyWhole{}} }

// haproxyUpper writes the digits of escapes in upper case.
var haproxyUpper = normalize{kept: percent.AllBytes}

// haproxyDot is path-strip-dot: it drops segments that are a dot, with the slash behind them.
type haproxyDot struct{}

func (*haproxyDot) words() Step { return Step{"dots", `drop the segments "."`} }

func (*haproxyDot) do(r *request) {
	var b strings.Builder
	for rest := r.path; rest != ""; {
		segment, after, more := strings.Cut(rest, "/")
		if segment != "." {
			b.WriteString(segment)
			if more {
				b.WriteByte('/')
			}
		}
		rest = after
	}
	r.path = b.String()
}

func (*haproxyDot) follow(v *variant) []*variant { return v.onPath(&dotDropper{}) }

// dotDropper is haproxyDot. State 1 is in a segment, and 2 behind a dot that begins one.
type dotDropper struct{}

func (*dotDropper) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	switch {
	case s == 0 && in == '.':
		emit(2)
	case s == 2 && in == '/':
		emit(0)
	case s == 2:
		emit(1, '.', in)
	case in == '/':
		emit(0, in)
	default:
		emit(1, in)
	}
}

func (*dotDropper) end(_ uint32, emit func(...symbol)) { emit() }

// haproxyDecode is set-path with url_dec, which shows and forwards no path if an escape
// is malformed.
//
//go:noinline
func haproxyDecode() step {
	return when(&wellFormed{}, []step{decode{}, rule}, []step{replaceWhole{""}})
}

// haproxyBefore restores the scheme and the host of a target in absolute form.
type haproxyBefore struct{}

func (*haproxyBefore) words() Step {
	return Step{"url", "prepend the scheme and the host of the target, if it has them"}
}

func (*haproxyBefore) do(r *request) { r.path = r.before + r.path }

func (*haproxyBefore) follow(v *variant) []*variant { return []*variant{v} }

// haproxyScan is the loop of h1_headers_to_hdr_list over a target: it compares groups of
// four octets first, as numbers, up to the first that it does not skip.
type haproxyScan struct{}

func (*haproxyScan) words() Step {
	return Step{"refuse", "answer 400 to octets but 21 to 7E and to #, except for 7F to A3 in the first groups of four octets"}
}

func (*haproxyScan) do(r *request) {
	const after = " HTT"
	text, i := r.path+after, 0
	for i+4 <= len(text) {
		x := binary.LittleEndian.Uint32([]byte(text[i:i+4])) - 0x24242424
		if x&0x80808080 != 0 || (x-0x5b5b5b5b)&0x80808080 == 0 {
			break
		}
		i += 4
	}
	if i < len(r.path) && has(r.path[i:], visible.Remove("#").Complement()) {
		r.end(400)
	}
}

// recordedHost is what the field Host held when hops were recorded. It decides which
// targets in absolute form are refused.
const recordedHost = "h.test"

// haproxyForm returns a function that splits a target. withoutPath returns what is
// forwarded of a target without a path.
func haproxyForm(withoutPath func(target string) string) func(r *request) {
	return func(r *request) {
		if !strings.HasPrefix(r.path, "/") {
			haproxyAbsolute(r, func(target string) {
				if withoutPath == nil {
					r.unknown("a target without a path")
					return
				}
				r.result.Forward, r.done = Part{withoutPath(target), true}, true
			})
		}
	}
}

func haproxyAbsolute(r *request, noPath func(target string)) {
	scheme, _, _, ok := absolute(r.path)
	if !ok {
		// User information ends at the last @, and an empty host is compared with
		// nothing.
		authority, _, _ := strings.Cut(r.path, "/")
		at := strings.LastIndexByte(authority, '@')
		if host := authority[at+1:]; strings.HasPrefix(r.path, "*") || at >= 0 && host == "" || strings.EqualFold(host, recordedHost) {
			noPath(r.path)
			return
		}
		r.end(400)
		return
	}
	authority, path, hasPath := strings.Cut(r.path[len(scheme+"://"):], "/")
	port := ""
	if strings.EqualFold(scheme, "http") {
		port = "80"
	}
	bare, ok := haproxyHost(r, authority, port)
	if !ok {
		return
	}
	if bare != authority && strings.LastIndexByte(authority, '@') > 0 {
		r.unknown("user information and a port in a target in absolute form")
		return
	}
	target := scheme + "://" + bare
	if !hasPath {
		noPath(target)
		return
	}
	r.before, r.origin, r.path = target, "/"+path, "/"+path
}

// haproxyHost returns an authority without a port that is empty or the scheme's, or ends the
// steps if its host is not that of the field Host. An empty host is compared with nothing.
func haproxyHost(r *request, authority, port string) (bare string, ok bool) {
	host := authority[strings.LastIndexByte(authority, '@')+1:]
	bare = strings.TrimSuffix(host, ":")
	if rest, ok := strings.CutSuffix(host, ":"+port); ok {
		bare = rest
	}
	if host != "" && !strings.EqualFold(bare, recordedHost) {
		// A client must write the same host into the field Host, and gets 400 otherwise.
		name, port, _ := strings.Cut(bare, ":")
		if own := map[string]bool{"": true, "80": true, "443": true}; strings.EqualFold(name, recordedHost) && own[port] || strings.Contains(host, "?") {
			r.end(400)
			return "", false
		}
		r.unknown("a target in absolute form that names another host than " + recordedHost)
		return "", false
	}
	return strings.TrimSuffix(authority, host) + bare, true
}
