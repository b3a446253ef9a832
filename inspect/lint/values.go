package lint

import (
	"encoding/base64"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/document"
	"github.com/pct-encoded/percent/inspect/internal/text"
	"github.com/pct-encoded/percent/inspect/layers"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/uri"
	"github.com/pct-encoded/percent/weburl"
)

// MaxDepth is how deep Lint looks at URLs in the values of URLs: 3.
const MaxDepth = 3

// Within returns a linter that looks at URLs in values of URLs to a depth of n, at most
// MaxDepth, which is the default: 0 is for the URL itself alone.
func (l Linter) Within(n int) Linter {
	l.spared = uint8(MaxDepth - min(max(n, 0), MaxDepth))
	return l
}

// inValues looks at the values of a query or a fragment that are URLs themselves, or hosts.
func (x *pass) inValues(c uri.Component) {
	if x.spared >= MaxDepth {
		return
	}
	s := c.Raw
	for i := 0; i < len(s); {
		end := i
		for end < len(s) && s[end] != '&' && s[end] != ';' {
			end++
		}
		value := i
		if n := strings.IndexByte(s[i:end], '='); n >= 0 {
			value = i + n + 1
		}
		x.value(c.Offset+value, c.Offset+end)
		i = end + 1
	}
}

// value looks at s[lo:hi], if it is a URL or the name of a host once it is decoded.
func (x *pass) value(lo, hi int) {
	s, layer := x.s[lo:hi], 1
	kind := kindOfValue(s)
	if kind == inspect.KindAuto && strings.Contains(s, "%25") {
		kind, layer = kindOfValue(text.Decode(s)), 2
	}
	if kind == inspect.KindAuto && namesHost(x.nameOf(lo)) && isShortAddress(s) {
		kind = inspect.KindHost
	}
	if kind == inspect.KindAuto {
		if name := grammarOf(s); name != "" {
			x.inDocument(strings.ReplaceAll(s, "+", " "), name, false, lo, hi)
		}
		return
	}
	if beginsNumber(s) && (lo == 0 || x.s[lo-1] != '=') {
		return // no value of a name
	}
	if i := strings.IndexAny(s, ":%"); i >= 0 && strings.Contains(s[:i], "+") {
		x.inDocument(strings.ReplaceAll(s, "+", " "), "text", false, lo, hi) // or a scheme such as git+https
	}
	l, err := layers.Of(s)
	if err != nil {
		return
	}
	layer = min(layer, l.Depth())
	inner, text := x.forValues().In(kind), l.Layers[layer].Text
	if strings.ContainsAny(text, "\t\r\n") {
		inner.without |= 1<<crlfInjection | 1<<controlCharacter // there is a finding of the escape
	}
	x.runs(text, lo, l, layer)
	if strings.HasPrefix(text, "//") && namesPath(x.nameOf(lo)) {
		x.add(isHostInValue, lo, lo+l.Origin(layer, len("//")), layer)
	}
	if inner.Clean([]byte(text)) {
		return
	}
	if strings.HasPrefix(text, `\`) || strings.HasPrefix(text, `/\`) {
		x.add(beginsHost, lo, lo+l.Origin(layer, len("//")), layer)
	}
	before := len(x.found)
	for _, f := range newPass(inner, text).results((*pass).all) {
		x.noteInner(f, before, lo+l.Origin(layer, f.Offset), lo+l.Origin(layer, f.Offset+f.Len), layer)
	}
}

// runs notes a value that runs as a program where it becomes a link; one that is hidden, scheme
// finds.
func (x *pass) runs(s string, lo int, l *layers.Stack, layer int) {
	for _, scheme := range codeSchemes {
		// "JavaScript: The Good Parts" is a title.
		if text.HasPrefix(s, scheme) && (scheme == "data:text/html" || strings.ContainsAny(s, "(=`[;")) {
			x.add(runsInLink, lo, lo+l.Origin(layer, len(scheme)), layer, scheme)
		}
	}
}

// nameOf returns the name whose value begins at x.s[lo:], in lower case, or "".
func (x *pass) nameOf(lo int) string {
	if lo == 0 || x.s[lo-1] != '=' {
		return ""
	}
	return strings.ToLower(x.s[strings.LastIndexAny(x.s[:lo-1], "?&;#")+1 : lo-1])
}

// namesHost reports whether the value of a name is a host, perhaps of a URL without a scheme.
func namesHost(name string) bool {
	if before, ok := strings.CutSuffix(name, "ip"); ok && (before == "" || strings.ContainsAny(before[len(before)-1:], "_-.") || slices.Contains([]string{"client", "remote", "server", "user", "host", "src", "dst"}, before)) {
		return true // and no clip or zip
	}
	return slices.ContainsFunc([]string{"host", "hostname", "ipaddr", "address", "server", "domain", "url", "uri", "target", "proxy"}, func(end string) bool {
		return strings.HasSuffix(name, end)
	})
}

// namesPath reports whether the value of a name is where to go next, which is mostly a path.
func namesPath(name string) bool {
	name = strings.NewReplacer("_", "", "-", "").Replace(name)
	for _, end := range []string{"url", "uri", "to", "path"} {
		name = strings.TrimSuffix(name, end)
	}
	return text.IsAmong(name, []string{"next", "return", "redirect", "continue", "go", "back", "forward", "destination", "dest"})
}

// isShortAddress reports whether s is an address of this machine that browsers read, and that is
// not written in four decimal numbers.
func isShortAddress(s string) bool {
	if !strings.HasPrefix(s, "127.") && !text.HasPrefix(s, "0x7f") || !isNumeric(s) {
		return false
	}
	u, err := weburl.Parse("http://" + s)
	return err == nil && u.Hostname() != s
}

// spelling are the rules of how a URL is written, which a value that is one may break: the
// text that was encoded is often no URL but what somebody types. The escapes themselves have
// been looked at.
const spelling ruleSet = 1<<malformedEscape | 1<<truncatedEscape | 1<<doubleEncoding | 1<<dotSegmentAboveRoot | 1<<invalidUTF8 |
	1<<charsetNotUTF8 | 1<<doubleUTF8 | 1<<replacementCharacter | 1<<placeholder | 1<<reservedUnescaped | 1<<rawSpace | 1<<backslash

const inValue = "in a value: "

// forValues returns the linter for values: without rules of which there are enough findings,
// because to ask all readers takes time.
func (x *pass) forValues() Linter {
	inner := Linter{least: max(x.least, Warning), without: x.without | spelling, spared: x.spared + 1, readers: x.readers}
	for r, n := range x.count {
		if n == MaxFindings {
			inner.without |= 1 << r
		}
	}
	return inner
}

// noteInner notes a finding in a value, which is at s[lo:hi] and appears in a layer, unless
// it is among the first ones of x.
func (x *pass) noteInner(f Finding, first, lo, hi, layer int) {
	r, _ := lookupRule(f.Rule)
	if hasFound(x.found[:first], r, lo, hi) {
		return
	}
	n := len(x.found)
	x.note(&message{r, "", f.Fix}, inValue+strings.TrimPrefix(f.Message, inValue), lo, hi, layer+f.Layer, nil)
	if len(x.found) > n {
		x.found[n].inner, x.found[n].Browser, x.found[n].Readers = true, f.Browser, f.Readers
	}
}

// inData looks at the URLs in s[lo:hi], the data of a data: URL of some media type.
func (x *pass) inData(mediaType string, isBase64 bool, lo, hi int) {
	name := ""
	for _, known := range [...][2]string{{"text/plain", "text"}, {"javascript", "source"}, {"css", "css"}, {"json", "json"}, {"xml", "html"}, {"html", "html"}} {
		if strings.Contains(mediaType, known[0]) {
			name = known[1]
		}
	}
	if x.spared < MaxDepth && name != "" {
		x.inDocument(x.s[lo:hi], name, isBase64, lo, hi)
	}
}

// grammarOf returns the grammar of a value that may have a URL in it, though it is none, or "".
func grammarOf(s string) string {
	const begins = len("%7B")
	switch {
	case s == "":
		return ""
	case strings.IndexByte("{[", s[0]) >= 0, s[0] == '%' && strings.IndexAny(text.Decode(s[:min(len(s), begins)]), "{[") == 0:
		return "json"
	case strings.IndexByte(s, ':') < 0 && !strings.Contains(s, "%3"):
		return ""
	case strings.Contains(s, "://"), strings.Contains(s, "%3A%2F%2F"), strings.Contains(s, "%3a%2f%2f"):
		return "text"
	}
	return ""
}

// inDocument looks at the URLs in a document, which is s[lo:hi], or has spaces for its plus signs.
func (x *pass) inDocument(s, name string, isBase64 bool, lo, hi int) {
	l, err := layers.Of(s)
	if err != nil {
		return
	}
	layer := min(1, l.Depth())
	body := l.Layers[layer].Text
	begin, end := func(i int) int { return lo + l.Origin(layer, i) }, func(i int) int { return lo + l.Origin(layer, i) }
	if isBase64 {
		octets, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(body, "="))
		if err != nil {
			return
		}
		body = string(octets)
		begin, end = func(i int) int { return lo + l.Origin(layer, i*4/3) }, func(i int) int { return lo + l.Origin(layer, (i*4+2)/3) }
	}
	g, _ := document.Lookup(name)
	inner, before := x.forValues(), len(x.found)
	for u := range g.For(body).URLs(body) {
		found, _ := inner.For(u).Lint(body[u.Offset : u.Offset+u.Len])
		for _, f := range found {
			x.noteInner(f, before, begin(u.Offset+f.Offset), end(u.Offset+f.Offset+f.Len), layer)
		}
	}
}

// hasFound reports whether there is a finding of r in s[lo:hi].
func hasFound(list []found, r rule, lo, hi int) bool {
	for i := range list {
		if f := &list[i]; f.rule == r && f.Offset < hi && lo < f.Offset+f.Len {
			return true
		}
	}
	return false
}

// kindOfValue returns KindURI for a value that is an absolute URL or begins with two
// slashes, KindHost for one that is a name with letters beyond ASCII or an address whose first
// number is octal or hexadecimal, and KindAuto for others. An escape may stand for any octet.
func kindOfValue(s string) inspect.Kind {
	const far = 3 * longestScheme
	if len(s) < len("//a") {
		return inspect.KindAuto
	}
	s = s[:min(len(s), far)]
	if saysNoURL(s) {
		return inspect.KindAuto
	}
	raw := text.Decode(s)
	head := trimC0(text.Unbroken(raw))
	if n := text.SchemeLength(head); n > 0 && text.IsAmong(head[:n], []string{"javascript", "vbscript", "data"}) {
		return inspect.KindURI
	}
	head = raw
	if len(head) > 1 && strings.IndexByte(`/\`, head[0]) >= 0 && strings.IndexByte(`/\`, head[1]) >= 0 {
		return inspect.KindURI
	}
	if n := text.SchemeLength(head); n > 0 && (strings.HasPrefix(head[n+1:], "//") || text.IsWeb(head[:n]) && n+1 < len(head)) {
		return inspect.KindURI
	}
	if beginsNumber(head) && isNumeric(head) && (strings.Count(head, ".") == 3 || head[1]|0x20 == 'x') && weburl.CanParse("http://"+head) {
		return inspect.KindHost
	}
	if strings.IndexByte(head, '.') > 0 && strings.Contains(strings.ToLower(head), "xn--") && !strings.ContainsAny(head, "/ :@%") {
		return inspect.KindHost
	}
	return inspect.KindAuto
}

const longestScheme = 24

// saysNoURL reports whether s has no character without which a value is neither URL nor host,
// nor an escape that can be one.
func saysNoURL(s string) bool {
	for i := range len(s) {
		switch s[i] {
		case ':', '/', '\\', '.':
			return false
		case '%':
			if octet, ok := pct.Octet(s[i:]); !ok || strings.IndexByte(`:/\.%`, octet) >= 0 {
				return false
			}
		}
	}
	return true
}
