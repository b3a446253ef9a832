package hop

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// jettyHops returns the hops of Jetty and of Spring in Jetty: HttpParser reads the
// request line, and HttpURI its target.
func jettyHops() []*Hop {
	const servlets = "Servlets at /*, /admin/*, /static/* and /api/v1/*, rule: getServletPath() + getPathInfo(), app: "
	const lookup = "AntPathMatcher on UrlPathHelper.getLookupPathForRequest, in Jetty, rule: that path, app: what /** extracts from it, after /"
	hop := func(name, version, config string, steps ...step) *Hop {
		return model(name, version, config, jettyTarget(), steps)
	}
	spring := func(name, config string, steps ...step) *Hop {
		steps = append(steps, &merge{}, rule, &dropLastSlash{}, app)
		return hop("spring:"+name, "4.3.30", config, join([]step{&jettyChecks{}}, steps)...)
	}
	return []*Hop{
		hop("jetty:getServletPath", "9.4.57", servlets+"the same", jettyPath(), dots{above: 400}, rule, app),
		hop("jetty:getRequestURI", "9.4.57", servlets+"getRequestURI()", app, jettyPath(), dots{above: 400}, rule),
		spring("UrlPathHelper", lookup, cut{';'}, springDecode()),
		spring("urlDecode=false", "setAlwaysUseFullPath(true), setUrlDecode(false)\n"+lookup, cut{';'}),
		spring("removeSemicolonContent=false", "setAlwaysUseFullPath(true), setRemoveSemicolonContent(false)\n"+lookup, &cutSession{}, springDecode()),
	}
}

// jettyTarget returns the steps up to the original path, which [jettyPath()] decodes.
func jettyTarget() []step {
	return []step{
		lineFeed,
		trimAround{" "},
		refuse{status: 400, octets: controls.Add(" ").Remove("\x7f"), tail: true},
		&jettyDelete{},
		&refuseMalformed{400},
		form{`answer 400 unless the target begins with / or with a scheme, a colon and either a path or "//" and a host`, jettyForm},
		&jettySplit{},
		when(&jettyDots{}, []step{answer{status: 400}}, nil),
	}
}

func jettyForm(r *request) {
	if strings.HasPrefix(r.path, "/") {
		return
	}
	scheme, rest, ok := strings.Cut(r.path, ":")
	if !ok || scheme == "" || strings.ContainsAny(scheme, "/;?#%") || scheme[0] == '*' || scheme[0] == '.' {
		r.end(400)
		return
	}
	if after, ok := strings.CutPrefix(rest, "//"); ok {
		authority, path := cutAny(after, "/")
		host, port, _ := strings.Cut(authority, ":")
		whole := len(host) // without an escape that the end cuts short
		if i := strings.LastIndexByte(host, '%'); i >= 0 && i >= whole-2 && !has(host[i+1:], hexDigits.Complement()) {
			whole = i
		}
		switch {
		case strings.HasPrefix(authority, "[") && authority != "[::1]":
			r.unknown("an IP literal in a target in absolute form")
			return
		case authority == "[::1]":
		case has(host, percent.Unreserved.Add("!$%&'()*+,=").Complement()), has(port, digits.Complement()), len(port) > 9,
			!(&wellFormed{}).holds(host[:whole]):
			r.end(400)
			return
		}
		if path == "" {
			path = "/"
		}
		rest = path
	}
	if r.origin, r.path = rest, rest; !strings.HasPrefix(rest, "/") {
		r.end(400)
	}
}

// jettyDelete refuses a delete character after octets beyond ASCII. Earlier ones are
// not checked.
type jettyDelete struct{}

func (*jettyDelete) words() Step {
	return Step{"refuse", "answer 400 to 7F after an octet beyond ASCII"}
}

func (*jettyDelete) do(r *request) {
	if i := strings.IndexByte(r.path, 0x7f); i >= 0 && has(r.path[:strings.LastIndexByte(r.path, 0x7f)], percent.ASCII.Complement()) {
		r.end(400)
	}
}

// jettyHex returns the value of a digit as TypeUtil.convertHexDigit reads it, which takes
// :;<=>? for 10 to 15, and @ and ` for 9. It returns 16 or more for other octets.
func jettyHex(c byte) byte {
	switch {
	case 0x30 <= c && c <= 0x3f:
		return c & 0xf
	case 0x40 <= c && c <= 0x46, 0x60 <= c && c <= 0x66:
		return c&0xf + 9
	}
	return 16
}

// jettySplit splits off query and fragment. A ? that is a digit of an escape begins none.
type jettySplit struct{}

func (*jettySplit) words() Step {
	return Step{"split", "split off what begins at the first ? or # that is no digit of an escape; :;<=>?@` are digits, too; answer 400 to malformed escapes outside parameters"}
}

func (*jettySplit) do(r *request) {
	digits, parameter := 0, false
	for i := range len(r.path) {
		switch c := r.path[i]; {
		case digits == 2 && c == 'u' && r.path[i-1] == '%':
			digits = 4
		case digits > 0:
			if digits--; jettyHex(c) >= 16 {
				r.end(400)
				return
			}
		case c == '?' || c == '#':
			r.path, r.tail = r.path[:i], r.path[i:]
			return
		case c == '/':
			parameter = false
		case c == ';':
			parameter = true
		case c == '%' && !parameter:
			digits = 2
		}
	}
	if digits > 0 {
		r.end(400)
	}
}

// jettyDots holds for paths with a dot segment that has parameters, which HttpCompliance
// calls ambiguous.
type jettyDots struct{}

func (*jettyDots) text() string {
	return `has ";" after a segment that is ".", ".." or one of their spellings with %2e or %u002e`
}

func (*jettyDots) holds(path string) bool {
	for segment := range strings.SplitSeq(path, "/") {
		if name, _, ok := strings.Cut(segment, ";"); ok {
			name = strings.ToLower(name)
			if name = strings.NewReplacer("%2e", ".", "%u002e", ".").Replace(name); name == "." || name == ".." {
				return true
			}
		}
	}
	return false
}

// jettyPath is HttpURI.getDecodedPath but for dot segments. A path that has neither escapes
// nor dot segments nor a slash after a parameter is not decoded, which leaves all of its
// parameters but the last.
func jettyPath() step {
	return when(&jettyPlain{}, []step{&cutLast{';'}}, []step{&jettyDecode{}})
}

// jettyPlain holds for paths that HttpURI does not decode.
type jettyPlain struct{}

func (*jettyPlain) text() string {
	return `has, but in a parameter at its end, no escape, no segment that begins with "." and no ";"`
}

func (*jettyPlain) holds(path string) bool {
	path, parameters, _ := strings.Cut(path, ";")
	return !strings.Contains(path, "%") && !strings.Contains(path, "/.") && !strings.Contains(parameters, "/")
}

// cutLast cuts the path at the last octet of a kind.
type cutLast struct{ at byte }

func (s *cutLast) words() Step {
	return Step{"parameters", "cut what begins at the last " + octet(s.at)}
}

func (s *cutLast) do(r *request) {
	if i := strings.LastIndexByte(r.path, s.at); i >= 0 {
		r.path = r.path[:i]
	}
}

// jettyChecks are the errors of decoding a path whose decoded form is not used.
type jettyChecks struct{}

func (*jettyChecks) words() Step {
	return Step{"escapes", `answer 400 to malformed escapes before a ";", to those of 00, and to ".." at the root`}
}

func (*jettyChecks) do(r *request) {
	c := request{path: r.path}
	for _, s := range []step{jettyPath(), dots{above: 400}} {
		if s.do(&c); c.done {
			*r = request{target: r.target, result: c.result, done: true}
			return
		}
	}
}

// jettyDecode decodes escapes, including those such as %u002e. If the octets are not
// UTF-8, each is a character of Latin-1.
type jettyDecode struct{}

func (*jettyDecode) words() Step {
	return Step{"decode", "cut what begins with a ; from every segment, and decode escapes once, also %uHHHH; read their octets as Latin-1 unless they are UTF-8; answer 400 to malformed ones and to those of 00"}
}

func (*jettyDecode) do(r *request) {
	var octets, latin []byte
	for path := r.path; path != ""; {
		var c rune
		n := 3
		switch {
		case path[0] == ';':
			_, path = cutAny(path, "/")
			continue
		case path[0] != '%':
			octets, latin = append(octets, path[0]), append(latin, path[0])
			path = path[1:]
			continue
		case strings.HasPrefix(path, "%u"):
			n = 6
			for _, digit := range []byte(path[2:min(6, len(path))]) {
				c = c<<4 | rune(pct.Hex(digit))
				if pct.Hex(digit) >= 16 {
					r.end(400)
					return
				}
			}
			if !utf8.ValidRune(c) {
				r.unknown("an escape such as %ud800")
				return
			}
			octets = utf8.AppendRune(octets, c)
		default: // jettySplit has seen that there are two digits
			c = rune(jettyHex(path[1])<<4 | jettyHex(path[2]))
			octets = append(octets, byte(c))
		}
		if c == 0 {
			r.end(400)
			return
		}
		latin = utf8.AppendRune(latin, c)
		path = path[n:]
	}
	if r.path = string(octets); !utf8.ValidString(r.path) {
		r.path = string(latin)
	}
}

// dropLastSlash drops a trailing slash, unless it is the first of the path.
type dropLastSlash struct{}

func (*dropLastSlash) words() Step { return Step{"slashes", "drop a trailing slash"} }

func (*dropLastSlash) do(r *request) {
	if len(r.path) > 1 {
		r.path = strings.TrimSuffix(r.path, "/")
	}
}

// cutSession cuts the first ";jsessionid=", ignoring case, up to the next ";"
// or slash.
type cutSession struct{}

func (*cutSession) words() Step {
	return Step{"parameters", `cut the first ";jsessionid=" to the next ";" or slash`}
}

func (*cutSession) do(r *request) {
	const key = ";jsessionid="
	for i := 0; i+len(key) <= len(r.path); i++ {
		if strings.EqualFold(r.path[i:i+len(key)], key) {
			_, rest := cutAny(r.path[i+len(key):], ";/")
			r.path = r.path[:i] + rest
			return
		}
	}
}

// springDecode is UriUtils.decode with ISO-8859-1, the default of UrlPathHelper: where the
// path has escapes, the lower octet of each character is one of Latin-1.
func springDecode() step {
	return when(includes{substring: "%"}, []step{&springOctets{}, latin1}, nil)
}

// appendUnits appends the lower octet of each UTF-16 code unit of a character.
func appendUnits(b []byte, c rune) []byte {
	if high, low := utf16.EncodeRune(c); high != utf8.RuneError {
		return append(b, byte(high), byte(low))
	}
	return append(b, byte(c))
}

// springOctets decodes escapes, and takes the lower octet of each UTF-16 code unit.
type springOctets struct{}

func (*springOctets) words() Step {
	return Step{"decode", "decode escapes once, take the lower octet of each other character, or of both of its UTF-16 code units, and answer 500 to malformed escapes"}
}

func (*springOctets) do(r *request) {
	var b []byte
	for path := r.path; path != ""; {
		if path[0] != '%' {
			c, n := utf8.DecodeRuneInString(path)
			b, path = appendUnits(b, c), path[n:]
			continue
		}
		c, ok := escape(path)
		if !ok {
			r.end(500)
			return
		}
		b, path = append(b, c), path[3:]
	}
	r.path = string(b)
}
