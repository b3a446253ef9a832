package reader

import (
	"strconv"
	"strings"
)

// aprRows returns the rows of APR, which Apache httpd uses, of neon and of libevent. Sources:
// uri/apr_uri.c, src/ne_uri.c and http.c.
func aprRows() []row {
	apr := generic().with(map[kind]*step{
		input: cText, scheme: schemeAPR, slashes: slashesAPR, colon: colonAPR, port: portAPR, brackets: bracketsAPR, path: pathAPR,
	})
	neon := generic().with(map[kind]*step{
		input: cText, scheme: schemeAsWritten, ends: endsNeon, at: atLibxml2, userinfo: userinfoOne, colon: colonNeon, port: portNeon,
		path: pathNeon,
	})
	libevent := generic().with(map[kind]*step{
		input: cText, scheme: schemeAsWritten, at: atFirst, userinfo: userinfoLibevent, colon: colonLibevent, port: portGLib, brackets: bracketsLibevent,
		host: hostLibevent, path: pathLibevent, demands: demandsNoColon,
	})
	return []row{
		{name: "libevent.nonconformant", versions: "2.1.12", program: "libevent evhttp_uri_parse_with_flags, EVHTTP_URI_NONCONFORMANT", chain: libevent.with(map[kind]*step{path: pathRaw}), accessors: "==-====="},
		{name: "libevent.uri", versions: "2.1.12", program: "libevent evhttp_uri_parse", chain: libevent, accessors: "==-====="},
		{name: "apr.uri", versions: "1.6.3", program: "APR apr_uri_parse", chain: apr, accessors: "=====" + "n=="},
		{name: "neon.uri", versions: "0.32.5", program: "neon ne_uri_parse", chain: neon, accessors: "==-====="},
	}
}

var (
	schemeAPR = &step{value: "RFC 3986, as written", text: `reads a letter and then letters, digits, +, - and . as a scheme, leaves its case, and refuses a reference that has a ":" before its first "/", or anywhere if there is none`, do: func(s *state, _ string) {
		if strings.HasPrefix(s.rest, "/") {
			return
		}
		schemeAsWritten.do(s, "")
		if first, _, _ := strings.Cut(s.rest, "/"); !s.Scheme.Present && strings.Contains(first, ":") {
			s.refuse()
		}
	}}
	slashesAPR = &step{value: "two, not three without a scheme", text: `wants "//" before an authority, and not "///" where there is no scheme`, do: func(s *state, _ string) {
		if s.Scheme.Present || !strings.HasPrefix(s.rest, "///") {
			slashesTwo.do(s, "")
		}
	}}
	colonAPR = &step{value: "first, behind brackets", text: `begins the port at the first ":", or behind the first "]" of a host that begins with "["`, do: func(s *state, _ string) {
		h := s.hostPort
		i := strings.IndexByte(h, ':')
		if strings.HasPrefix(h, "[") {
			i = strings.IndexByte(h, ']') + 1
			s.refuseUnless(i > 0)
			if i == len(h) || h[i] != ':' {
				return
			}
		}
		if i >= 0 {
			s.Port, s.hostPort = present(h[i+1:]), h[:i]
		}
	}}
	portAPR = &step{value: "an integer", text: "wants a port that strtol reads, with a sign and spaces before it, or an empty one", do: func(s *state, _ string) {
		if s.Port.Text != "" {
			_, ok := strtoul32(s.Port.Text)
			s.refuseUnless(ok)
		}
	}}
	bracketsAPR = &step{value: "the first and last octet removed", text: `leaves the first and the last octet of a host out that begins with "["`, do: func(s *state, _ string) {
		if h := s.hostPort; strings.HasPrefix(h, "[") {
			s.literal = true
			s.hostPort = h[1:max(1, len(h)-1)]
		}
	}}
	pathAPR = &step{value: "as it is, or none", text: "gives the path as it is, and none where it is empty"}

	userinfoLibevent = &step{value: "RFC 3986, in one", text: "refuses a userinfo that RFC 3986 does not allow, and does not split it", do: func(s *state, _ string) {
		s.joinUser()
		s.refuseUnless(spanRFC3986(s.User.Text, ":") == len(s.User.Text))
	}}
	colonLibevent = &step{value: "last, before digits", text: `begins the port at the last ":" if only digits follow`, do: func(s *state, _ string) {
		h := s.hostPort
		if i := strings.LastIndexByte(h, ':'); i >= 0 && all(h[i+1:], isDigit) {
			s.Port, s.hostPort = Part{h[i+1:], i+1 < len(h)}, h[:i]
		}
	}}
	bracketsLibevent = &step{value: "IPv6, IPvFuture", text: "wants an IPv6 address or an IPvFuture in brackets", do: func(s *state, _ string) {
		h := s.hostPort
		if len(h) < 2 || h[0] != '[' || h[len(h)-1] != ']' {
			return
		}
		s.literal = true
		in := h[1 : len(h)-1]
		if rest, ok := strings.CutPrefix(in, "v"); ok {
			version, text, dotted := strings.Cut(rest, ".")
			s.refuseUnless(dotted && version != "" && all(version, isHex) && all(text, func(c byte) bool { return isUnreserved(c) || isSubDelim(c) || c == ':' }))
			return
		}
		s.refuseUnless(isIPv6Libevent(in))
	}}
	hostLibevent = &step{value: "RFC 3986", text: "refuses a host that RFC 3986 does not allow", do: func(s *state, _ string) {
		s.refuseUnless(s.literal || spanRFC3986(s.Host.Text, "") == len(s.Host.Text))
	}}
	pathLibevent = &step{value: "RFC 3986", text: "refuses path, query and fragment that RFC 3986 does not allow", do: func(s *state, _ string) {
		s.refuseUnless(spanRFC3986(s.Path.Text, ":@/") == len(s.Path.Text) && spanRFC3986(s.Query.Text, ":@/?") == len(s.Query.Text) && spanRFC3986(s.Fragment.Text, ":@/?") == len(s.Fragment.Text))
	}}
	demandsNoColon = &step{value: `no ":" in a first segment`, text: `takes relative references, too, whose first segment has no ":"`, do: func(s *state, _ string) {
		first, _, _ := strings.Cut(s.Path.Text, "/")
		s.refuseUnless(s.Scheme.Present || !strings.Contains(first, ":"))
	}}

	endsNeon = &step{value: `/`, text: `ends an authority at "/" alone`, do: func(s *state, _ string) {
		if !s.hasAuthority {
			return
		}
		i := strings.IndexByte(s.rest, '/')
		if i < 0 {
			i = len(s.rest)
		}
		s.authority, s.hostPort, s.rest = s.rest[:i], s.rest[:i], s.rest[i:]
		s.written = s.rest
		if s.rest == "" {
			s.rest = "/"
		}
		p := 0
		for p < len(s.authority) && (s.authority[p] == '%' || s.authority[p] == ':' || isUnreserved(s.authority[p]) || isSubDelim(s.authority[p])) {
			p++
		}
		if p < len(s.authority) && s.authority[p] == '@' {
			s.cutUser(p)
		}
	}}
	// colonNeon: behind a host in brackets without a port, the path is read for one.
	colonNeon = &step{value: "last, behind brackets", text: `begins the port at the last ":", or behind the first "]" of a host that begins with "[", where it reads a path for a port if there is none`, do: func(s *state, _ string) {
		h := s.hostPort
		if strings.HasPrefix(h, "[") {
			i := strings.IndexByte(h, ']') + 1
			if s.refuseUnless(i > 0 && (i == len(h) || h[i] == ':')); s.Verdict != Read {
				return
			}
			if i < len(h) {
				s.Port, s.hostPort = present(h[i+1:]), h[:i]
			} else if s.written != "" {
				s.Port = present(s.written[1:])
			}
			return
		}
		if i := strings.LastIndexByte(h, ':'); i > 0 {
			s.Port, s.hostPort = present(h[i+1:]), h[:i]
		}
	}}
	portNeon = &step{value: "what atoi reads", text: "reads the digits that a port begins with, behind spaces and a sign, and has none where they are 0", do: func(s *state, _ string) {
		if s.Port.Present {
			n := atoi(s.Port.Text)
			s.Port = Part{}
			if n != 0 {
				s.Port = present(strconv.FormatUint(uint64(uint32(n)), 10))
			}
		}
	}}
	pathNeon = &step{value: "octets of RFC 3986", text: "refuses octets that no URI has in path and query, and ends a fragment at the first", do: func(s *state, _ string) {
		legal := func(more string) func(byte) bool {
			return func(c byte) bool {
				return isUnreserved(c) || isSubDelim(c) || c != 0 && strings.IndexByte(":@%/"+more, c) >= 0
			}
		}
		s.refuseUnless(all(s.Path.Text, legal("")) && all(s.Query.Text, legal("?")))
		s.Fragment.Text = s.Fragment.Text[:span(s.Fragment.Text, legal("?"))]
	}}
)

// isIPv6Libevent is evutil_inet_pton, which strtol reads groups for, and which takes a colon
// behind them.
func isIPv6Libevent(addr string) bool {
	if text, ok := strings.CutSuffix(addr, ":"); ok && !strings.HasSuffix(text, ":") && strings.Contains(text, "::") {
		addr = text
	}
	groups := strings.Split(addr, ":")
	for i, g := range groups {
		if len(g) > 2 && len(g) <= 4 && lowerASCII(g[:2]) == "0x" {
			groups[i] = g[2:]
		}
	}
	return isIPv6(withoutZeros(strings.Join(groups, ":")))
}

// atoi is atoi of C.
func atoi(s string) int32 {
	s = strings.TrimLeft(s, " \t\n\v\f\r")
	negative := strings.HasPrefix(s, "-")
	if negative || strings.HasPrefix(s, "+") {
		s = s[1:]
	}
	i := 0
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	v, err := strconv.ParseInt(s[:i], 10, 64)
	if err != nil && i > 0 {
		v = -1 // the largest number, of which 32 bits are taken
		if negative {
			v = 0
		}
		return int32(v)
	}
	if negative {
		v = -v
	}
	return int32(v)
}
