package reader

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/uts46"
)

// uriJSRows returns the row of uri-js, which Ajv validated by before fast-uri. Source:
// uri-js/dist/es5/uri.all.js.
func uriJSRows() []row {
	c := generic().with(&chain{
		input: textInput, scheme: schemeURIJS, ends: endsURIJS, at: atFirst, userinfo: userinfoURIJS, colon: colonURIJS, port: portURIJS,
		brackets: bracketsURIJS, host: hostURIJS, names: namesURIJS, path: pathURIJS, query: queryURIJS, fragment: fragmentURIJS, demands: demandsURIJS,
	})
	return []row{{Program: recorded("npm.uri-js", "4.4.1", "npm uri-js parse"), chain: c, accessors: "========"}}
}

var (
	schemeURIJS = &step{value: "any text before a colon", text: `reads what stands before a ":" as a scheme, decoded, in lower case and without what no scheme has`, do: func(s *state, _ string) {
		i := strings.IndexAny(s.rest, ":/?#")
		if i < 1 || s.rest[i] != ':' {
			return
		}
		s.written = lowerPython(s.rest[:i])
		s.setScheme(lowerPython(decodeURIJS(s.rest[:i])), s.rest[i+1:])
		var b strings.Builder
		for _, c := range []byte(s.Scheme.Text) {
			if isSchemeRest(c) {
				b.WriteByte(c)
			}
		}
		s.Scheme.Text = b.String()
	}}
	// endsURIJS takes what the authority has no place for as path.
	endsURIJS = &step{value: `/?#, and what no host has`, text: `ends an authority at "/", "?" or "#", behind the "]" of a host that begins with "[", or behind the digits of a port`, do: func(s *state, _ string) {
		endAt(s, "/?#")
		if !s.hasAuthority {
			return
		}
		from := strings.IndexByte(s.authority, '@') + 1
		h := s.authority[from:]
		n := hostLengthURIJS(h)
		if n < len(h) && h[n] == ':' {
			n += 1 + span(h[n+1:], isDigit)
		}
		s.rest = h[n:] + s.rest
		s.authority = s.authority[:from+n]
		s.hostPort = s.authority
	}}
	colonURIJS = &step{value: "first, behind brackets", text: `begins the port at the first ":", or behind the "]" of a host that begins with "["`, do: func(s *state, _ string) {
		n := hostLengthURIJS(s.hostPort)
		if n < len(s.hostPort) {
			s.Port = present(s.hostPort[n+1:])
		}
		s.hostPort = s.hostPort[:n]
	}}
	userinfoURIJS = &step{value: "in one, escapes normalized", text: "does not split the userinfo, decodes the escapes of unreserved characters in it, and escapes what it may not have", do: func(s *state, _ string) {
		s.joinUser()
		s.User.Text = normalURIJS(s.User.Text, ":")
	}}
	portURIJS = &step{value: "digits", text: "reads the digits of a port as a number", do: func(s *state, _ string) {
		s.Port.Text = trimZeros(s.Port.Text)
		if f, err := strconv.ParseFloat(s.Port.Text, 64); len(s.Port.Text) > len("9007199254740991")-1 && err == nil {
			if s.Port.Text = strconv.FormatFloat(f, 'f', -1, 64); f >= 1e21 {
				s.Port.Text = strings.Replace(strconv.FormatFloat(f, 'e', -1, 64), "e+0", "e+", 1)
			}
		}
	}}
	bracketsURIJS = &step{value: "IPv6 without them, else kept", text: "gives an IPv6 address in its shortest form and without brackets, and keeps them around other text", do: func(s *state, _ string) {
		h := s.hostPort
		s.literal = strings.HasPrefix(h, "[") && strings.HasSuffix(h, "]") && len(h) > 2
		if !s.literal {
			return
		}
		addr, zone, zoned := strings.Cut(unbracketed(h), "%")
		if zoned && strings.HasPrefix(zone, "25") && len(zone) > 2 {
			zone = zone[2:]
		} else if zoned && isEscape("%"+zone) {
			return
		}
		if short, ok := shortIPv6URIJS(addr); ok && (!zoned || isZoneURIJS(zone)) {
			if s.hostPort = short; zoned {
				s.hostPort += "%" + zone
			}
		}
	}}
	hostURIJS = &step{value: "IPv4 without zeros", text: "gives an IPv4 address without zeros at the beginning of its numbers", do: func(s *state, _ string) {
		s.Host.Text = ipv4URIJS(s.Host.Text)
	}}
	namesURIJS = &step{value: "decoded and in Punycode for http and ws, escapes normalized", text: "decodes names of http, https, ws and wss and writes them in lower case and Punycode, and normalizes the escapes of others", do: func(s *state, _ string) {
		if s.Host.Text == "" {
			return
		}
		if s.isWebURIJS() {
			text, ok := charactersURIJS(s.Host.Text)
			if !ok || strings.ContainsFunc(text, isNew) {
				s.Verdict = Unknown
				return
			}
			s.Host.Text = punycodeURIJS(lowerPython(text))
		}
		s.Host.Text = upperEscapes(hostEscapedURIJS(lowerPython(decodeURIJS(s.Host.Text))))
	}}
	pathURIJS = &step{value: "escapes normalized", text: `decodes the escapes of unreserved characters in a path, and escapes what no path has, ":" as well where there is no scheme`, do: func(s *state, _ string) {
		keeps := ":@/"
		if s.Scheme.Text == "" {
			keeps = "@/"
		}
		s.Path.Text = normalURIJS(s.Path.Text, keeps)
	}}
	queryURIJS = &step{value: "escapes normalized", text: "decodes the escapes of unreserved characters in a query, and escapes what no query has", do: func(s *state, _ string) {
		s.Query.Text = normalURIJS(s.Query.Text, ":@/?")
	}}
	fragmentURIJS = &step{value: "escapes normalized, in lines of ASCII", text: "decodes the escapes of unreserved characters in a fragment, escapes what no fragment has, and ends it at U+2028 and U+2029", do: func(s *state, _ string) {
		if i := strings.IndexAny(s.Fragment.Text, "\u2028\u2029"); i >= 0 {
			s.Fragment.Text = s.Fragment.Text[:i]
		}
		s.Fragment.Text = normalURIJS(s.Fragment.Text, ":@/?")
	}}
	demandsURIJS = &step{value: "a host in http, an address in mailto", text: `takes relative references, too, wants a host in http and https, "@" in each address of mailto and a namespace in urn, and gives no path of ws, wss, mailto and urn`, do: func(s *state, _ string) {
		switch s.written {
		case "http", "https":
			s.refuseUnless(s.Host.Text != "")
		case "ws", "wss":
			s.Path, s.Query = Part{}, Part{}
		case "urn":
			id, rest, ok := strings.Cut(s.Path.Text, ":")
			s.refuseUnless(ok && id != "" && (pct.Lower(id) != "uuid" || isUUIDURIJS.Get().MatchString(rest)))
			s.Path = Part{}
		case "mailto":
			s.mailURIJS()
		}
	}}
)

// hostLengthURIJS returns how long the host is that a text begins with: brackets with text in them, or what
// is before the first ":".
func hostLengthURIJS(text string) int {
	if i := strings.IndexByte(text, ']'); strings.HasPrefix(text, "[") && i > 1 {
		return i + 1
	}
	if i := strings.IndexByte(text, ':'); i >= 0 {
		return i
	}
	return len(text)
}

// isUUIDURIJS matches a UUID.
var isUUIDURIJS = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp {
	return regexp.MustCompile(`^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$`)
}}

// isWebURIJS reports whether the host is that of a scheme whose hosts are domains.
func (s *state) isWebURIJS() bool {
	return s.written == "http" || s.written == "https" || s.written == "ws" || s.written == "wss"
}

// mailURIJS refuses an address without "@".
func (s *state) mailURIJS() {
	addresses := []string{}
	if s.Path.Text != "" {
		addresses = strings.Split(s.Path.Text, ",")
	}
	for field := range strings.SplitSeq(s.Query.Text, "&") {
		if name, value, ok := strings.Cut(field, "="); name == "to" && s.Query.Text != "" {
			s.refuseUnless(ok)
			value, _, _ = strings.Cut(value, "=")
			addresses = append(addresses, strings.Split(value, ",")...)
		}
	}
	for _, a := range addresses {
		s.refuseUnless(strings.Contains(a, "@"))
	}
	s.Path, s.Query = Part{}, Part{}
}

// escapesURIJS calls f with each run of escapes that uri-js takes for one character, and copies the rest.
func escapesURIJS(text string, f func(run string) string) string {
	if strings.IndexByte(text, '%') < 0 {
		return text
	}
	var b strings.Builder
	for i := 0; i < len(text); {
		first, ok := pct.Octet(text[i:])
		if !ok {
			b.WriteByte(text[i])
			i++
			continue
		}
		n := 3
		if first >= 0x80 && i+6 <= len(text) && isEscape(text[i+3:]) {
			if n = 6; first >= 0xE0 && i+9 <= len(text) && isEscape(text[i+6:]) {
				n = 9
			}
		}
		b.WriteString(f(text[i : i+n]))
		i += n
	}
	return b.String()
}

// decodeRunURIJS decodes a run of escapes, without a look at whether octets continue a character. ok is
// false for a surrogate.
func decodeRunURIJS(run string) (text string, ok bool) {
	var b strings.Builder
	ok = true
	for run != "" {
		first, _ := pct.Octet(run)
		c := rune(-1)
		n := 3
		switch {
		case first < 0x80:
			c = rune(first)
		case first >= 0xC2 && first < 0xE0:
			if n = min(6, len(run)); n == 6 {
				second, _ := pct.Octet(run[3:])
				c = rune(first&0x1F)<<6 | rune(second&0x3F)
			}
		case first >= 0xE0:
			if n = min(9, len(run)); n == 9 {
				second, _ := pct.Octet(run[3:])
				third, _ := pct.Octet(run[6:])
				c = rune(first&0x0F)<<12 | rune(second&0x3F)<<6 | rune(third&0x3F)
			}
		}
		if c < 0 {
			b.WriteString(run[:n])
		} else {
			ok = ok && utf8.ValidRune(c)
			b.WriteRune(c)
		}
		run = run[n:]
	}
	return b.String(), ok
}

// decodeURIJS decodes runs of escapes in which an unreserved character comes out.
func decodeURIJS(text string) string {
	return escapesURIJS(text, func(run string) string {
		decoded, _ := decodeRunURIJS(run)
		if strings.ContainsFunc(decoded, func(c rune) bool { return c < 0x80 && percent.Unreserved.Contains(byte(c)) }) {
			return decoded
		}
		return run
	})
}

// charactersURIJS decodes all escapes.
func charactersURIJS(text string) (decoded string, ok bool) {
	ok = true
	decoded = escapesURIJS(text, func(run string) string {
		t, valid := decodeRunURIJS(run)
		ok = ok && valid
		return t
	})
	return decoded, ok
}

// normalURIJS decodes escapes of unreserved characters, and escapes what is neither these nor delimiters
// of parts nor in keeps.
func normalURIJS(text, keeps string) string {
	return upperEscapes(escapeURIJS(decodeURIJS(text), keeps))
}

func hostEscapedURIJS(text string) string { return escapeURIJS(text, "[]:") }

// escapeURIJS escapes by units of UTF-16, so that a character beyond U+FFFF becomes two.
func escapeURIJS(text, keeps string) string {
	var b []byte
	for _, c := range text {
		switch {
		case c < 0x80 && (c == '%' || percent.Unreserved.Contains(byte(c)) || percent.SubDelims.Contains(byte(c)) || strings.IndexByte(keeps, byte(c)) >= 0):
			b = append(b, byte(c))
		case c > 0xFFFF:
			for _, unit := range []rune{0xD800 + (c-0x10000)>>10, 0xDC00 + (c-0x10000)&0x3FF} {
				for _, o := range []rune{unit>>12 | 0xE0, unit>>6&0x3F | 0x80, unit&0x3F | 0x80} {
					b = pct.AppendEscape(b, byte(o))
				}
			}
		default:
			for _, o := range []byte(string(c)) {
				b = pct.AppendEscape(b, o)
			}
		}
	}
	return string(b)
}

// punycodeURIJS is toASCII of punycode, to which U+007F is not ASCII. Text behind a second "@" is lost.
func punycodeURIJS(name string) string {
	before, after, ok := strings.Cut(name, "@")
	if ok {
		name, _, _ = strings.Cut(after, "@")
		before += "@"
	} else {
		before = ""
	}
	labels := strings.Split(fullStops.Get().Replace(name), ".")
	for i, l := range labels {
		if !all(l, func(c byte) bool { return c < 0x7F }) {
			p, err := uts46.Encode(l)
			if err != nil {
				p = nil
			}
			labels[i] = "xn--" + string(p)
			if isASCII(l) {
				labels[i] = "xn--" + l + "-"
			}
		}
	}
	return before + strings.Join(labels, ".")
}

// ipv4URIJS returns an IPv4 address without zeros at the beginning of its numbers, or the text as it is.
func ipv4URIJS(host string) string {
	fields := strings.Split(host, ".")
	if len(fields) != 4 {
		return host
	}
	for i, f := range fields {
		if _, ok := number(f, 255); !ok || f == "" || len(f) > 3 {
			return host
		}
		fields[i] = trimZeros(f)
	}
	return strings.Join(fields, ".")
}

// isZoneURIJS reports whether a text is a zone: unreserved characters, those of IRIs too, and escapes.
func isZoneURIJS(zone string) bool {
	if zone == "" || !wellEscaped(zone) {
		return false
	}
	for _, c := range zone {
		switch {
		case c < 0x80 && (c == '%' || percent.Unreserved.Contains(byte(c))):
		case 0xA0 <= c && c <= 0x200D, 0x2010 <= c && c <= 0x2029, 0x202F <= c && c <= 0xD7FF, 0xF900 <= c && c <= 0xFDCF, 0xFDF0 <= c && c <= 0xFFEF:
		default:
			return false
		}
	}
	return true
}

// shortIPv6URIJS returns an IPv6 address in the form of uri-js, which leaves a lone zero that was left
// out as it is.
func shortIPv6URIJS(addr string) (string, bool) {
	i := strings.LastIndexByte(addr, ':') + 1
	v4 := strings.Contains(addr[i:], ".")
	checked := addr
	if v4 {
		checked = addr[:i] + ipv4URIJS(addr[i:])
	}
	if !isIPv6(checked) {
		return "", false
	}
	strip := func(text string) []string {
		list := strings.Split(pct.Lower(text), ":")
		for i, f := range list {
			if list[i] = strings.TrimLeft(f, "0"); list[i] == "" {
				list[i] = "0"
			}
		}
		return list
	}
	before, after, ok := strings.Cut(addr, "::")
	var first []string
	if !ok {
		before, after = "", before
	}
	if before != "" {
		first = strip(before)
	}
	last := strip(after)
	n := 8
	if v4 {
		n = 7
	}
	fields := make([]string, n)
	for i := range fields {
		switch k := len(last) - n + i; {
		case i < len(first):
			fields[i] = first[i]
		case k >= 0:
			fields[i] = last[k]
		}
	}
	if v4 {
		fields[n-1] = ipv4URIJS(fields[n-1])
	}
	best, length := 0, 0
	for i := 0; i < n; {
		j := i
		for j < n && (fields[j] == "" || fields[j] == "0") {
			j++
		}
		if j-i > length {
			best, length = i, j-i
		}
		i = max(j, i+1)
	}
	if length < 2 {
		return strings.Join(fields, ":"), true
	}
	return strings.Join(fields[:best], ":") + "::" + strings.Join(fields[best+length:], ":"), true
}
