package hop

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/hop/internal/plan"
)

// foreignPart stands in a text before and behind the name of what depends on more than the
// target. No target and no configuration has this octet.
const foreignPart = "\x00"

// hasForeign reports whether a text, which may be decoded, has a name between two of them.
func hasForeign(text string) bool {
	_, rest, ok := strings.Cut(text, foreignPart)
	for ok {
		var name string
		if name, rest, ok = strings.Cut(rest, foreignPart); ok && name != "" && !has(name, visible.Complement()) {
			return true
		}
	}
	return false
}

// inBraces writes the names in a text for people.
func inBraces(text string) string {
	if !hasForeign(text) {
		return text
	}
	before, rest, _ := strings.Cut(text, foreignPart)
	name, rest, _ := strings.Cut(rest, foreignPart)
	return before + "{" + name + "}" + inBraces(rest)
}

// put writes a text: plan.Put.
type put struct{ plan.Put }

func (s *put) words() Step {
	to := map[plan.Place]string{plan.ToPath: "the path", plan.ToQuery: "the query", plan.ToTarget: "the path, without a query,", plan.ToVariable: "$" + s.Name}[s.To]
	return Step{"text", "make " + to + " " + inText(s.Text)}
}

func (s *put) do(r *request) {
	text := r.textOf(s.Text)
	switch s.To {
	case plan.ToPath:
		r.path = text
	case plan.ToQuery:
		if r.tail = ""; text != "" {
			r.tail = "?" + text
		}
	case plan.ToTarget:
		r.path, r.tail = text, ""
	case plan.ToVariable:
		r.variables = maps.Clone(r.variables)
		if r.variables == nil {
			r.variables = map[string]string{}
		}
		r.variables[s.Name] = text
	}
}

// inText returns a text for people.
func inText(t plan.Text) string {
	var b strings.Builder
	for _, p := range t {
		switch p.Kind {
		case plan.Literal:
			b.WriteString(shown(p.Text))
		case plan.Capture:
			fmt.Fprintf(&b, "$%d", p.N)
		case plan.Argument:
			b.WriteString("$arg_" + p.Text)
		case plan.Variable, plan.Foreign:
			b.WriteString("$" + p.Text)
		default:
			b.WriteString(map[plan.PieceKind]string{plan.ThePath: "$path", plan.Original: "$target", plan.Sent: "$target", plan.Tail: "$is_args$query", plan.Query: "$query", plan.AndQuery: "&$query", plan.IsArgs: "$is_args"}[p.Kind])
		}
	}
	if b.Len() == 0 {
		return "empty"
	}
	return b.String()
}

// textOf returns a text as it is at this step.
func (r *request) textOf(t plan.Text) string {
	var b strings.Builder
	for _, p := range t {
		text := r.partOf(p)
		if p.Kept != nil && (!p.Only || r.noted || r.plus) {
			text = escapedAs(p, text)
		}
		if b.WriteString(text); b.Len() > maxText {
			r.unknown("a text that grows beyond a mebibyte")
			return ""
		}
	}
	return b.String()
}

// escapedAs returns a text as a piece wants it.
func escapedAs(p plan.Piece, text string) string {
	kept := *p.Kept
	if p.Plus {
		kept = kept.Add(" ")
	}
	text = encode{kept: kept, lower: p.Lower}.encoded(text)
	if p.Plus {
		//percent:ignore escaped-by-hand all but spaces is escaped
		text = strings.ReplaceAll(text, " ", "+")
	}
	return text
}

// maxText is how long a text may become: one that is made of itself doubles.
const maxText = 1 << 20

func (r *request) partOf(p plan.Piece) string {
	query := strings.TrimPrefix(r.tail, "?")
	switch p.Kind {
	case plan.Literal:
		return p.Text
	case plan.ThePath:
		return r.path
	case plan.Original:
		return r.origin
	case plan.Tail:
		return r.tail
	case plan.Sent:
		return r.target
	case plan.Query:
		return query
	case plan.AndQuery:
		if query != "" {
			return "&" + query
		}
	case plan.IsArgs:
		if query != "" {
			return "?"
		}
	case plan.Argument:
		return argument(query, p.Text)
	case plan.Capture:
		return r.captured(p.N)
	case plan.Variable:
		return r.variables[p.Text]
	case plan.Foreign:
		return foreignPart + p.Text + foreignPart
	}
	return ""
}

// argument returns the value of the first argument of a query with the name, in either case.
func argument(query, name string) string {
	for pair := range strings.SplitSeq(query, "&") {
		if key, value, ok := strings.Cut(pair, "="); ok && strings.EqualFold(key, name) {
			return value
		}
	}
	return ""
}

// match notes that a condition with a regular expression holds for a text.
func (r *request) match(c condition, text string) {
	m, ok := capturing(c)
	if !ok {
		return
	}
	r.matched, r.subject = &m, text
	for i, name := range m.pattern.SubexpNames() {
		if name != "" {
			(&put{plan.Put{To: plan.ToVariable, Name: name, Text: plan.Text{{Kind: plan.Capture, N: i}}}}).do(r)
		}
	}
}

// capturing returns the expression of a condition whose groups texts may refer to.
func capturing(c condition) (matches, bool) {
	switch c := c.(type) {
	case matches:
		return c, c.captures
	case both:
		if m, ok := capturing(c.a); ok {
			return m, true
		}
		return capturing(c.b)
	}
	return matches{}, false
}

// captured returns what a group of the last expression matched.
func (r *request) captured(n int) string {
	if r.matched == nil || n > r.matched.pattern.NumSubexp() {
		return ""
	}
	groups := r.matched.pattern.FindStringSubmatch(latin1.of(r.subject))
	if groups == nil {
		return ""
	}
	b := make([]byte, 0, len(groups[n]))
	for _, c := range groups[n] {
		b = append(b, byte(c))
	}
	return string(b)
}

// fork goes on, and notes what else may come of the target.
type fork struct {
	condition string
	of        plan.Text
	reach     reach
	steps     []step
}

// A reach says for whom a condition of a fork may hold, from all clients to few.
type reach uint8

const (
	plainly  reach = iota // it is about the server, such as its files
	anyone                // any client can send such a request, with a field for example
	admitted              // no client but those that an address or credentials let in
)

func reachOf(p *plan.Fork) reach {
	switch {
	case p.Who:
		return admitted
	case p.Of == nil:
		return anyone
	}
	return plainly
}

// maxForks limits what else may come of a target.
const maxForks = 32

func (s *fork) words() Step {
	text := "if " + s.condition
	if s.of != nil {
		text += " " + inText(s.of)
	}
	return Step{"when", text + ": " + inWords(s.steps)}
}

func (s *fork) do(r *request) {
	text := s.condition
	if s.of != nil {
		text += " " + inBraces(r.textOf(s.of))
	}
	holds, known := r.known[text]
	if strings.HasSuffix(text, "/") && (s.condition == plan.ThereIsFile || s.condition == plan.ThereIsNoFile) {
		holds, known = s.condition == plan.ThereIsNoFile, true // no file has such a name
	}
	if name, ok := strings.CutPrefix(text, plan.ThereIsEither+" "); ok && !known {
		file, fileKnown := r.known[plan.ThereIsFile+" "+name]
		folder, folderKnown := r.known[plan.ThereIsFolder+" "+name]
		holds = file || folder
		known = holds || folderKnown && fileKnown
	}
	if name, ok := strings.CutPrefix(text, plan.ThereIsNoFile+" "); ok && !known {
		holds, known = r.known[plan.ThereIsFile+" "+name]
		holds = !holds
	}
	if known {
		if holds {
			r.take(s.steps)
			r.done = true
		}
		return
	}
	if *r.forks++; *r.forks > maxForks {
		r.unknown("more than 32 results")
		return
	}
	c := *r
	c.result.Or = nil
	if c.reach = max(c.reach, s.reach); s.reach == admitted {
		c.who += text + "\x00"
	}
	c.knows(text, true)
	r.knows(text, false)
	if r.given != "" {
		c.given = r.given + " and " + text
	} else {
		c.given = text
	}
	c.take(s.steps)
	c.result.reach, c.result.who = c.reach, c.who
	r.or(c.result, text)
}

// or notes what else may come of the target, under a condition.
func (r *request) or(result Result, text string) {
	if result.If = text; r.given != "" {
		result.If = r.given + " and " + text
	}
	result.reach, result.who = max(result.reach, r.reach), cmp.Or(result.who, r.who)
	last := &r.result.Or
	for *last != nil {
		last = &(*last).Or
	}
	*last = &result
}

func (s *fork) follow(v *variant) []*variant {
	if s.reach > v.clients.reach || slices.Contains(v.clients.without, s.condition) {
		return []*variant{v}
	}
	list := v.as(s.steps...)
	for _, w := range list {
		w.ended = true
	}
	if text, ok := v.constant(s.of); ok && v.known[s.condition+" "+text] {
		return list
	}
	return append(list, v)
}

// knows notes whether a condition holds.
func (r *request) knows(condition string, holds bool) {
	known := maps.Clone(r.known)
	if known == nil {
		known = map[string]bool{}
	}
	known[condition] = holds
	if name, ok := strings.CutPrefix(condition, plan.ThereIsNoFile+" "); ok {
		condition, holds = plan.ThereIsFile+" "+name, !holds
		known[condition] = holds
	}
	// What is a file is no folder.
	if name, ok := strings.CutPrefix(condition, plan.ThereIsFileAbove+" "); ok && holds {
		known[plan.ThereIsFolder+" "+name], known[plan.ThereIsFolder+" "+strings.TrimSuffix(name, "/")] = false, false
		known[plan.ThereIsFile+" "+name] = false
	}
	if name, ok := strings.CutPrefix(condition, plan.ThereIsFile+" "); ok && holds {
		known[plan.ThereIsFolder+" "+name], known[plan.ThereIsFolder+" "+name+"/"] = false, false
		known[plan.ThereIsFileAbove+" "+name] = false
	}
	if name, ok := strings.CutPrefix(condition, plan.ThereIsFolder+" "); ok && holds {
		known[plan.ThereIsFile+" "+strings.TrimSuffix(name, "/")] = false
		known[plan.ThereIsFileAbove+" "+name] = false
	}
	r.known = known
}

// loop takes steps that a jump in them takes again.
type loop struct {
	text  string
	steps []step
}

func (s *loop) words() Step                  { return Step{"when", inWords(s.steps)} }
func (s *loop) do(r *request)                { r.take(s.steps) }
func (s *loop) follow(v *variant) []*variant { return v.as(s.steps...) }

// jump takes the steps of a loop again.
type jump struct{ to *loop }

// maxJumps is how often nginx changes the path within. followedJumps is how often the search
// follows that: each choice of a location has many ways.
const (
	maxJumps      = 10
	followedJumps = 2
)

func (s *jump) words() Step { return Step{"when", s.to.text} }

func (s *jump) do(r *request) {
	if r.jumps++; r.jumps > maxJumps {
		r.end(500)
		return
	}
	r.take(s.to.steps)
	r.done = true
}

func (s *jump) follow(v *variant) []*variant {
	if v.jumps == followedJumps {
		return []*variant{v.lost("a path that is changed within more than twice")}
	}
	c := v.copied()
	c.jumps++
	list := c.as(s.to.steps...)
	for _, w := range list {
		w.ended = true
	}
	return list
}

// internal takes steps if the request is internal.
type internal struct{ steps, otherwise []step }

func (s *internal) words() Step {
	return Step{"when", "if the request is internal: " + inWords(s.steps) + "; otherwise: " + inWords(s.otherwise)}
}

func (s *internal) do(r *request) {
	if r.internal {
		r.take(s.steps)
	} else {
		r.take(s.otherwise)
	}
}

func (s *internal) follow(v *variant) []*variant {
	if v.internal {
		return v.as(s.steps...)
	}
	return v.as(s.otherwise...)
}

// same takes steps if two texts are the same. The search follows both ways: what it finds is
// checked.
type same struct {
	a, b             plan.Text
	steps, otherwise []step
}

func (s *same) words() Step {
	return Step{"when", "if " + inText(s.a) + " is " + inText(s.b) + ": " + inWords(s.steps) + "; otherwise: " + inWords(s.otherwise)}
}

func (s *same) do(r *request) {
	if r.textOf(s.a) == r.textOf(s.b) {
		r.take(s.steps)
	} else {
		r.take(s.otherwise)
	}
}

func (s *same) follow(v *variant) []*variant {
	return append(v.as(s.steps...), v.as(s.otherwise...)...)
}

// note notes what nginx knows of the path.
type note uint8

const (
	nginxInternal note = iota
	nginxChanged
	nginxMoved
	nginxEntered
)

func (s note) words() Step {
	return []Step{
		{"note", "the request is internal"},
		{"note", "the path was changed within"},
		{"note", "the location may be of another path"},
		{"note", "the location is that of the path"},
	}[s]
}

func (s note) do(r *request) {
	switch s {
	case nginxInternal:
		r.internal = true
	case nginxChanged:
		r.internal, r.changed = true, true
	default:
		r.moved = s == nginxMoved
	}
}

func (s note) follow(v *variant) []*variant {
	c := v.copied()
	switch s {
	case nginxInternal:
		c.internal = true
	case nginxChanged:
		c.internal, c.changed = true, true
	default:
		c.moved = s == nginxMoved
	}
	return []*variant{c}
}

// nginxPass is plan.NginxPass: https://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_pass.
type nginxPass struct{ prefix, uri string }

func (s *nginxPass) words() Step {
	if s.uri == "" {
		return Step{"raw", "take the original target, or the path that was made of it, escaped"}
	}
	return Step{"prefix", "escape the path if it had a % or was changed within, and replace the prefix " + s.prefix + " with " + s.uri}
}

func (s *nginxPass) do(r *request) {
	if s.uri == "" && !r.changed {
		raw{}.do(r)
		return
	}
	by := s.uri
	if r.moved || by == "" {
		by = "" // a path of another location is passed on as it is
	} else {
		r.path = r.path[min(len(s.prefix), len(r.path)):]
	}
	if r.noted || r.internal {
		nginxEncode.encode.do(r)
	}
	r.path = by + r.path
}

func (s *nginxPass) follow(v *variant) []*variant {
	if s.uri == "" && !v.changed {
		return raw{}.followed(v)
	}
	if has(s.prefix, plan.NginxKept.Complement()) {
		return v.lacks(s)
	}
	list := []*variant{v}
	if v.noted || v.internal {
		list = nginxEncode.encode.follow(v)
	}
	if s.uri == "" || v.moved {
		return list
	}
	return grow(list, []step{replace{s.prefix, s.uri}})
}

func (raw) followed(v *variant) []*variant {
	c := v.copied()
	c.at = c.origin
	return []*variant{c}
}

// nginxRedirect decodes of a redirect of rewrite what is visible and no %, up to a question
// mark.
type nginxRedirect struct{}

func (*nginxRedirect) words() Step {
	return Step{"decode", "decode escapes of octets 26 to 7E before the first question mark"}
}

func (*nginxRedirect) do(r *request) {
	var b strings.Builder
	for i := 0; i < len(r.path); i++ {
		switch c := r.path[i]; {
		case c == '?':
			b.WriteString(r.path[i:])
			i = len(r.path)
		case c != '%':
			b.WriteByte(c)
		default:
			d, ok := escape(r.path[i:])
			switch {
			case !ok:
				r.unknown("a malformed escape in a redirect")
				return
			case '%' < d && d < 0x7f:
				b.WriteByte(d)
				if d == '?' {
					b.WriteString(r.path[i+3:])
					i = len(r.path)
				}
			default:
				b.WriteString(r.path[i : i+3])
			}
			i += 2
		}
	}
	r.path = b.String()
}

func (*nginxRedirect) follow(*variant) []*variant { return nil } // a redirect

// nginxURL passes on to the URL that a text is: plan.NginxURL.
type nginxURL struct{ text plan.Text }

func (s *nginxURL) words() Step {
	return Step{"forward", "pass on to the URL " + inText(s.text) + ", or without a path in it the original target"}
}

func (s *nginxURL) do(r *request) {
	_, rest, ok := strings.Cut(r.textOf(s.text), "://")
	i := strings.IndexAny(rest, "/?")
	switch {
	case r.done:
		return
	case !ok:
		r.unknown("proxy_pass to what is no URL")
		return
	case strings.HasPrefix(rest, "unix:"):
		r.unknown("proxy_pass to a socket that a variable names")
		return
	case i < 0:
		(&nginxPass{}).do(r)
		forward.do(r)
		return
	case strings.Contains(rest[i:], foreignPart):
		r.unknown("proxy_pass with a variable that is not of the target")
		return
	case rest[i] == '?':
		rest = rest[:i] + "/" + rest[i:]
	}
	r.path, r.tail = rest[i:], ""
	(&cutLine{}).do(r)
	forward.do(r)
}

func (s *nginxURL) follow(v *variant) []*variant {
	text := v.resolve(s.text)
	// Up to the path of the URL there are literals only, or what no target has.
	for k, p := range text {
		if p.Kind == plan.Foreign {
			continue
		}
		if p.Kind != plan.Literal {
			if k > 0 && (p.Kind == plan.ThePath || p.Kind == plan.Original) {
				return grow(v.writes(text[k:], true), []step{&cutLine{}, forward})
			}
			return v.lacks(s)
		}
		rest := p.Text
		if _, after, ok := strings.Cut(rest, "://"); ok {
			rest = after
		}
		if i := strings.IndexAny(rest, "/?"); i >= 0 {
			if rest = rest[i:]; rest[0] == '?' {
				rest = "/" + rest
			}
			path := append([]part{{Piece: plan.Piece{Kind: plan.Literal, Text: rest}}}, text[k+1:]...)
			return grow(v.writes(path, true), []step{&cutLine{}, forward})
		}
	}
	return grow((&nginxPass{}).follow(v), []step{forward})
}

// urlPath takes the path of a URL with a host.
type urlPath struct{}

func (*urlPath) words() Step { return Step{"path", "leave out the scheme and the host"} }

func (*urlPath) do(r *request) {
	scheme, rest, ok := strings.Cut(r.path, "://")
	if !ok || !isScheme(scheme) {
		return
	}
	if i := strings.IndexAny(rest, "/?#"); i < 0 {
		r.path = "/"
	} else if r.path = rest[i:]; r.path[0] != '/' {
		r.path = "/" + r.path
	}
}

func (*urlPath) follow(v *variant) []*variant { return v.onPath(urlPather{}) }

// isScheme reports whether a URL with a scheme is one of the web.
func isScheme(scheme string) bool {
	return strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https") || strings.HasPrefix(scheme, foreignPart)
}

// urlHost sets the scheme and the host of a URL aside, up to its path.
type urlHost struct{}

func (*urlHost) words() Step { return Step{"path", "set the scheme and the host aside"} }

func (*urlHost) do(r *request) {
	scheme, rest, ok := strings.Cut(r.path, "://")
	if r.host = ""; !ok || !isScheme(scheme) {
		return
	}
	foreign := false
	end := strings.IndexFunc(rest, func(c rune) bool {
		foreign = foreign != (string(c) == foreignPart)
		return !foreign && strings.ContainsRune("/?#", c)
	})
	if end < 0 {
		end = len(rest)
	}
	for i, part := range strings.Split(scheme+"://"+rest[:end], foreignPart) {
		if i%2 == 1 {
			part = "{" + part + "}"
		}
		r.host += part
	}
	r.path = rest[end:]
}

func (*urlHost) follow(v *variant) []*variant { return []*variant{v} } // before a redirect

// urlPather is urlPath. It also leaves every path as it is.
type urlPather struct{}

// The states of an urlPather: at the start, and how much of "https://" was read; the
// s may be missing.
const (
	asItIs       = 20
	urlAuthority = 8
)

func (urlPather) next(s uint32, in symbol, emit func(uint32, ...symbol)) {
	switch {
	case s == asItIs:
		emit(asItIs, in)
	case s == urlAuthority && in == '/':
		emit(asItIs, in)
	case s == urlAuthority && (in == '?' || in == '#'):
		emit(asItIs, '/', in)
	case s == urlAuthority:
		emit(urlAuthority)
	case s < 5 && in|0x20 == symbol("https"[s]), s >= 5 && in == symbol("https://"[s]):
		emit(s + 1)
	case s == 4 && in == ':':
		emit(6)
	}
	if s == 0 {
		emit(asItIs, in)
	}
}

func (urlPather) end(s uint32, emit func(...symbol)) {
	switch s {
	case urlAuthority:
		emit('/')
	case 0, asItIs:
		emit()
	}
}

func (urlPather) classes() []percent.ByteSet { return each("hHtTpPsS:/?#") }
