package reader

import (
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// aprRows returns the rows of APR, which Apache httpd uses, and of libevent. Sources:
// uri/apr_uri.c and http.c.
func aprRows() []row {
	apr := generic().with(&chain{
		input: cText, scheme: schemeAPR, slashes: slashesAPR, colon: colonAPR, port: portAPR, brackets: bracketsAPR, path: pathAPR,
	})
	libevent := generic().with(&chain{
		input: cText, scheme: schemeAsWritten, at: atFirst, userinfo: userinfoLibevent, colon: colonLibevent, port: portGLib, brackets: bracketsLibevent,
		host: hostLibevent, path: pathLibevent, demands: demandsNoColon,
	})
	return []row{
		{Program: recorded("libevent.nonconformant", "2.1.12", "libevent evhttp_uri_parse_with_flags, EVHTTP_URI_NONCONFORMANT"), chain: libevent.with(&chain{path: pathRaw}), accessors: "==-====="},
		{Program: recorded("libevent.uri", "2.1.12", "libevent evhttp_uri_parse"), chain: libevent, accessors: "==-====="},
		{Program: recorded("apr.uri", "1.6.3", "APR apr_uri_parse"), chain: apr, accessors: "=====" + "n=="},
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
			s.refuseUnless(dotted && version != "" && all(version, pct.IsHex) && all(text, func(c byte) bool { return percent.Unreserved.Contains(c) || percent.SubDelims.Contains(c) || c == ':' }))
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
)

// isIPv6Libevent is evutil_inet_pton, which reads groups by strtol and accepts a colon
// after them.
func isIPv6Libevent(addr string) bool {
	if text, ok := strings.CutSuffix(addr, ":"); ok && !strings.HasSuffix(text, ":") && strings.Contains(text, "::") {
		addr = text
	}
	groups := strings.Split(addr, ":")
	for i, g := range groups {
		if len(g) > 2 && len(g) <= 4 && pct.Lower(g[:2]) == "0x" {
			groups[i] = g[2:]
		}
	}
	return isIPv6(withoutZeros(strings.Join(groups, ":")))
}
