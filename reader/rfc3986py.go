package reader

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/uts46"
)

// rfc3986Rows returns the rows of Python's rfc3986 and of packages built on it.
// Sources: rfc3986/abnf_regexp.py, misc.py, _mixin.py, normalizers.py, iri.py and
// httpx/_urls.py.
func rfc3986Rows() []row {
	c := generic().with(&chain{
		input: textInput, scheme: schemeAsWritten, ends: endsBackslash, at: atOnly, userinfo: userinfoInOne, colon: colonRFC3986,
		port: portFive, brackets: bracketsRFC3986, host: hostRFC3986, path: pathRFC3986,
	})
	x := c.with(&chain{
		userinfo: userinfoHTTPX, colon: lenient(colonRFC3986), port: lenient(portFive), brackets: lenient(bracketsRFC3986), host: hostHTTPX, names: namesHTTPX, path: pathHTTPX, dots: dotsHTTPX, demands: demandsHTTPX,
	})
	return []row{
		{Program: recorded("rfc3986.uri_reference", "1.5.0", "Python rfc3986.uri_reference"), chain: c, accessors: "==-==n=="},
		{Program: recorded("httpx.url", "0.23.3", "Python httpx.URL"), chain: x, accessors: "eeee===e"},
		{Program: recorded("httpx.url", "0.28.1", "Python httpx.URL"), chain: httpxChain(), accessors: "eeee===e"},
	}
}

var (
	endsBackslash = &step{value: `/?#\`, text: `ends an authority at "/", "?", "#" or "\"`, arg: `/?#\`, do: func(s *state, set string) {
		// A line end ends the fragment.
		before, fragment, ok := strings.Cut(s.rest, "#")
		if fragment, _, _ = strings.Cut(fragment, "\n"); ok {
			s.rest = before + "#" + fragment
		}
		endAt(s, set)
	}}
	atOnly = &step{value: "only one", text: `ends the userinfo at the only "@", and refuses an authority with an empty one or with several`, do: func(s *state, _ string) {
		s.cutUser(strings.IndexByte(s.authority, '@'))
	}}
	userinfoInOne = &step{value: "RFC 3986, in one", text: "refuses a userinfo that RFC 3986 does not allow, and does not split it", do: func(s *state, _ string) {
		s.joinUser()
		s.refuseUnless(!s.User.Present || s.User.Text != "" && wellEscaped(s.User.Text) && all(s.User.Text, func(c byte) bool {
			return percent.Unreserved.Contains(c) || percent.SubDelims.Contains(c) || c == ':' || c == '%'
		}))
	}}
	// colonRFC3986: the colon may be missing behind brackets, and a line end may follow.
	colonRFC3986 = &step{value: "the only one, or behind brackets", text: `begins the port at the only ":", or behind the "]" of a host that begins with "[", with or without a ":"`, do: func(s *state, _ string) {
		h := strings.TrimSuffix(s.hostPort, "\n")
		i := strings.IndexByte(h, ':')
		if strings.HasPrefix(h, "[") {
			i = strings.IndexByte(h, ']') + 1
			s.refuseUnless(i > 0)
		}
		if s.Verdict != Read || i < 0 {
			s.hostPort = h
			return
		}
		s.hostPort = h[:i]
		if port := strings.TrimPrefix(h[i:], ":"); port != "" {
			s.Port = present(port)
		}
	}}
	portFive = &step{value: "five digits", text: "wants a port of at most five digits, or an empty one, which is none", do: func(s *state, _ string) {
		s.refuseUnless(len(s.Port.Text) <= 5 && all(s.Port.Text, isDigit))
	}}
	bracketsRFC3986 = &step{value: "IPv6 with a zone, IPvFuture", text: "wants an IPv6 address, which may have a zone, or an IPvFuture in brackets", do: func(s *state, _ string) {
		h := s.hostPort
		if !strings.HasPrefix(h, "[") {
			return
		}
		s.literal = true
		in := strings.TrimSuffix(h[1:], "]")
		addr, zone, zoned := strings.Cut(in, "%")
		if version, rest, ok := strings.Cut(in, "."); ok && strings.HasPrefix(in, "v") {
			s.refuseUnless(len(version) > 1 && all(version[1:], pct.IsHex) && rest != "" && all(rest, func(c byte) bool { return percent.Unreserved.Contains(c) || percent.SubDelims.Contains(c) || c == ':' }))
			return
		}
		s.refuseUnless(isIPv6(withoutZeros(laxIPv4(addr))) && (!zoned || isZoneRFC3986(zone)))
	}}
	hostRFC3986 = &step{value: "RFC 3986", text: "refuses a host that RFC 3986 does not allow, and four numbers of which one is above 255", do: func(s *state, _ string) {
		if s.authority == "" {
			s.Host = Part{}
			return
		}
		s.checkHostRFC3986(func(c byte) bool { return percent.Unreserved.Contains(c) || percent.SubDelims.Contains(c) || c == '%' })
	}}
	pathRFC3986 = &step{value: "escaped", text: "escapes what no path, query and fragment has", do: func(s *state, _ string) {
		for _, p := range []*Part{&s.Path, &s.Query, &s.Fragment} {
			p.Text = encodeRFC3986(p.Text)
		}
	}}

	userinfoHTTPX = &step{value: "decoded", text: `refuses a userinfo that RFC 3987 does not allow, splits it at the first ":" and decodes it`, do: func(s *state, _ string) {
		s.joinUser()
		text := s.User.Text
		s.unreadable = s.User.Present && (text == "" || !wellEscaped(text) || !all(text, func(c byte) bool {
			return c >= 0x80 || percent.Unreserved.Contains(c) || percent.SubDelims.Contains(c) || c == ':' || c == '%'
		}) || !isUCS(text))
		s.User.Text, s.Password.Text, s.Password.Present = strings.Cut(encodeRFC3986(text), ":")
		s.User.Text, s.Password.Text = unquote(s.User.Text), unquote(s.Password.Text)
	}}
	hostHTTPX = &step{value: "RFC 3987, or none", text: "has no host, userinfo and port where RFC 3987 does not allow the authority", do: func(s *state, _ string) {
		if s.checkHostRFC3986(func(c byte) bool {
			return c >= 0x80 || percent.Unreserved.Contains(c) || percent.SubDelims.Contains(c) || c == '%'
		}); s.Verdict != Read || s.unreadable || !isUCS(s.Host.Text) {
			s.Verdict = Read
			s.User, s.Password, s.Host, s.Port = Part{}, Part{}, Part{}, Part{}
		}
	}}
	namesHTTPX = &step{value: "lower case, IDNA 2008", text: "writes names in lower case and those beyond ASCII by IDNA 2008", do: func(s *state, _ string) {
		if s.Host.Text == "" {
			return
		}
		if s.literal {
			if strings.Contains(s.Host.Text, ":") {
				s.Host.Text = unbracketed(s.Host.Text)
			}
			addr, zone, zoned := strings.Cut(s.Host.Text, "%")
			if s.Scheme.Present {
				addr = pct.Lower(addr)
				if zoned && (!strings.HasPrefix(zone, "25") || zone == "25") {
					zone = "25" + zone
				}
			}
			s.Host.Text = addr
			if zoned {
				s.Host.Text += "%" + zone
			}
			return
		}
		labels := strings.Split(s.Host.Text, ".")
		for i, l := range labels {
			if !isASCII(l) {
				name, ok := idna2008(lowerPython(l))
				s.refuseUnless(ok)
				labels[i] = name
			}
		}
		if s.Host.Text = strings.Join(labels, "."); s.Scheme.Present {
			s.Host.Text = pct.Lower(s.Host.Text)
		}
	}}
	pathHTTPX = &step{value: "escaped, rooted", text: `escapes what no path, query and fragment has, decodes the fragment, and gives "/" for an empty path`, do: func(s *state, _ string) {
		pathRFC3986.do(s, "")
		s.Fragment.Text = unquote(s.Fragment.Text)
	}}
	dotsHTTPX = &step{value: "removed", text: "removes dot segments where there is a scheme and a host", do: func(s *state, _ string) {
		if s.Scheme.Text != "" && s.Host.Text != "" {
			s.Scheme.Text = pct.Lower(s.Scheme.Text)
			s.Path.Text = dotlessURLLib3(upperEscapes(s.Path.Text))
			s.Query.Text = upperEscapes(s.Query.Text)
		}
		if s.Path.Text == "" {
			s.Path = present("/")
		}
	}}
	demandsHTTPX = &step{value: "nothing, the default port left out", text: "takes relative references, too, and omits the default port of the scheme", do: func(s *state, _ string) {
		n, _ := number(s.Port.Text, 99999)
		if s.Port.Text != "" {
			if s.Port.Text == defaultHTTPX(s.Scheme.Text) {
				s.Port = Part{}
			} else {
				s.Port.Text = strconv.Itoa(n)
			}
		}
	}}
)

var (
	connectsHTTPX = &step{value: "a connection, xn-- names decoded", text: `connects by http, https, ws and wss to addresses, and to names that the Domain Name System has, by the last 16 bits of a port, and refuses a name that begins with "xn--" and is none of IDNA 2008; port 0 is none`, do: func(s *state, _ string) {
		s.refuseUnless(s.Host.Text != "" && s.Scheme.Present && isDecodedHTTPX(s.Host.Text) && !strings.HasPrefix(s.Host.Text, "["))
		s.portPython()
		if s.Scheme.Text == "ws" || s.Scheme.Text == "wss" {
			if s.Port.Text == "" {
				s.Port = present(defaultHTTPX(s.Scheme.Text))
			}
			s.Scheme.Text = "http"
		}
		connect(&s.Reading, reachedPython)
	}}
	// connectsHTTPX28 speaks TLS in wss.
	connectsHTTPX28 = &step{value: "a connection, TLS in wss, xn-- names decoded", text: connectsHTTPX.text, do: func(s *state, _ string) {
		wss := s.Scheme.Text == "wss"
		_, ok := portC("0" + s.Port.Text)
		s.refuseUnless(ok)
		connectsHTTPX.do(s, "")
		if wss {
			s.Scheme.Text = "https"
		}
	}}
	connectsAiohttp = &step{value: "a connection, credentials in Latin-1", text: "connects to addresses, and to names that the Domain Name System has, by any scheme that has a port, by the last 16 bits of a port, and refuses credentials beyond Latin-1; port 0 is none", do: func(s *state, _ string) {
		s.refuseUnless(s.Host.Text != "")
		for _, text := range []string{s.User.Text, s.Password.Text} {
			if text = decode(text); utf8.ValidString(text) {
				s.refuseUnless(isLatin1(text))
			}
		}
		s.refuseUnless(!strings.Contains(decode(s.User.Text), ":"))
		s.portPython()
		s.dropEmptyQuery()
		s.Host.Text, _, _ = strings.Cut(s.Host.Text, "\x00")
		if s.Port.Text == "" && s.Scheme.Text != "ftp" {
			s.Port = present(defaultHTTPX(s.Scheme.Text))
		}
		s.refuseUnless(s.Port.Text != "")
		if s.Scheme.Text != "https" && s.Scheme.Text != "wss" {
			s.Scheme = present("http")
		}
		connectBy(&s.Reading, reachedPython)
	}}
)

var (
	// connectsAiohttp38 has no credentials without a user.
	connectsAiohttp38 = &step{value: connectsAiohttp.value, text: connectsAiohttp.text + ", of which it takes none without a user", do: func(s *state, _ string) {
		if s.User.Text == "" {
			s.Password = Part{}
		}
		connectsAiohttp.do(s, "")
	}}
	// connectsAiohttp311: a host of digits is an address, or with a full stop at its end a name.
	connectsAiohttp311 = &step{value: "a connection, by http, ws, tcp or none", text: "connects by http, https, ws, wss, tcp and without a scheme to addresses, and to names that the Domain Name System has, and refuses credentials beyond Latin-1", do: func(s *state, _ string) {
		switch s.Scheme.Text {
		case "", "http", "https", "ws", "wss", "tcp":
		default:
			s.refuse()
			return
		}
		// It may parse again what it wrote of an authority, and writes no brackets around what was mapped.
		_, host, literal := strings.Cut(s.authority, "[")
		host, _, _ = strings.Cut(host, "]")
		again := literal && (!isASCII(host) || strings.Contains(host, "["))
		s.refuseUnless(!again || s.User.Present || s.Fragment.Text == "" || isASCII(host))
		if again && s.Verdict == Read && (s.User.Present || s.Fragment.Text != "") {
			s.Verdict = Unknown
			return
		}
		if s.Port.Text == "0" {
			s.Port.Text = "65536" // port 0, which is one
		}
		if strings.HasSuffix(s.Host.Text, "..") {
			s.Host.Text = strings.TrimRight(s.Host.Text, ".") + "."
		}
		s.refuseUnless(!isDigitsAiohttp(s.Host.Text) || strings.HasSuffix(s.Host.Text, ".") || isIPv4(s.Host.Text))
		s.refuseUnless(!strings.Contains(s.Host.Text, ":") || !strings.Contains(s.Host.Text, "\x00"))
		connectsAiohttp.do(s, "")
	}}
	// connectsAiohttp314 does not write a field Host with a control.
	connectsAiohttp314 = &step{value: connectsAiohttp311.value + ", no controls", text: connectsAiohttp311.text + ", and asks for nothing where a host has controls", do: func(s *state, _ string) {
		silent := hasControls(s.Host.Text)
		if connectsAiohttp311.do(s, ""); silent {
			s.Path, s.Query = Part{}, Part{}
		}
	}}
	ipv4Aiohttp314 = &step{value: "four decimal numbers", text: "wants four decimal numbers of a host of digits and full stops", do: func(s *state, _ string) {
		s.refuseUnless(!isDigitsAiohttp(s.Host.Text) || isIPv4(s.Host.Text))
	}}
)

// isDigitsAiohttp is is_ip_address of a host without colons.
func isDigitsAiohttp(host string) bool {
	return all(host, func(c byte) bool { return isDigit(c) || c == '.' }) && strings.Trim(host, ".") != ""
}

// portPython treats port 0 as no port, and uses the last 16 bits of others.
func (s *state) portPython() {
	if s.Port.Text == "0" {
		s.Port = Part{}
	}
	if s.Port.Text != "" {
		s.Port.Text, _ = portC(s.Port.Text)
	}
}

// isDecodedHTTPX reports whether idna.decode accepts a name. It is called for names
// that begin with "xn--".
func isDecodedHTTPX(name string) bool {
	if !strings.HasPrefix(name, "xn--") {
		return true
	}
	text, err := uts46.ToUnicode(name, 0)
	if err != nil {
		return false
	}
	for label := range strings.SplitSeq(strings.TrimSuffix(text, "."), ".") {
		_, ok := idna2008(label)
		if !ok || label == "" || isASCII(label) && !all(label, func(c byte) bool { return isDigit(c) || 'a' <= c && c <= 'z' || c == '-' }) {
			return false
		}
	}
	return true
}

// lenient returns a step that accepts URLs that another refuses: then there is no
// host.
func lenient(of *step) *step {
	return &step{value: of.value + ", or no host", text: of.text + "; otherwise there is no host", do: func(s *state, arg string) {
		if of.do(s, of.arg); s.Verdict == Refused {
			s.Verdict, s.unreadable = Read, true
		}
	}}
}

// joinUser puts user and password together again.
func (s *state) joinUser() {
	if s.Password.Present {
		s.User.Text += ":" + s.Password.Text
		s.Password = Part{}
	}
}

// checkHostRFC3986 refuses a host with octets for which keeps does not hold, or with
// four numbers that are not an address.
func (s *state) checkHostRFC3986(keeps func(byte) bool) {
	h := s.Host.Text
	if s.literal {
		return
	}
	s.refuseUnless(wellEscaped(h) && all(h, keeps))
	if fields := strings.Split(h, "."); len(fields) == 4 {
		numbers, legal := true, true
		for _, f := range fields {
			_, ok := number(f, 255)
			numbers = numbers && f != "" && len(f) <= 3 && all(f, isDigit)
			legal = legal && ok
		}
		s.refuseUnless(!numbers || legal)
	}
}

// encodeRFC3986 is encode_component, with escapes in upper case where they are new.
func encodeRFC3986(s string) string {
	escaped := wellEscaped(s)
	return escape(s, func(c byte) bool {
		return isPathOctet(c) || c == '%' && escaped || strings.IndexByte("?#[]", c) >= 0 && c != 0
	})
}

// upperEscapes writes the digits of escapes in upper case.
func upperEscapes(s string) string {
	b := []byte(s)
	for i := range b {
		if isEscape(s[i:]) {
			b[i+1], b[i+2] = upper(b[i+1]), upper(b[i+2])
		}
	}
	return string(b)
}

// isZoneRFC3986 reports whether a zone, which "%25" or "%" begins, has the characters of
// RFC 6874.
func isZoneRFC3986(zone string) bool {
	ok := func(z string) bool {
		return z != "" && wellEscaped(z) && all(z, func(c byte) bool { return percent.Unreserved.Contains(c) || c == '%' })
	}
	return ok(zone) || strings.HasPrefix(zone, "25") && ok(zone[2:])
}

// isUCS reports whether the characters of s beyond ASCII are those of RFC 3987, ucschar.
func isUCS(s string) bool {
	for _, c := range s {
		switch {
		case c < 0x80, 0xA0 <= c && c <= 0xD7FF, 0xF900 <= c && c <= 0xFDCF, 0xFDF0 <= c && c <= 0xFFEF:
		case c >= 0x10000 && c <= 0xEFFFD && c&0xFFFF <= 0xFFFD && (c < 0xE0000 || c >= 0xE1000):
		default:
			return false
		}
	}
	return true
}

func defaultHTTPX(scheme string) string {
	switch scheme {
	case "http", "ws":
		return "80"
	case "https", "wss":
		return "443"
	case "ftp":
		return "21"
	}
	return ""
}
