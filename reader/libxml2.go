package reader

import (
	"strconv"
	"strings"

	"github.com/pct-encoded/percent"
)

// libxml2Rows returns the row of libxml2. Source: uri.c.
func libxml2Rows() []row {
	c := generic().with(&chain{
		input: cText, octets: octetsLibxml2, scheme: schemeLibxml2, ends: endsLibxml2, at: atLibxml2, userinfo: userinfoLibxml2,
		colon: colonLibxml2, port: portLibxml2, brackets: bracketsAnyText, host: hostLibxml2, path: pathLibxml2, fragment: fragmentSoupDecoded,
	})
	return []row{{Program: recorded("libxml2.uri", "2.9.14", "libxml2 xmlParseURI"), chain: c, accessors: "==-==u=="}}
}

var (
	octetsLibxml2 = &step{value: "RFC 3986 behind brackets", text: "refuses octets that no URI has, and malformed escapes, but for those in brackets"}
	schemeLibxml2 = &step{value: "RFC 3986, as written", text: `reads a letter and then letters, digits, +, - and . as a scheme, leaves its case, and refuses a reference whose first segment has a ":"`, do: func(s *state, _ string) {
		schemeAsWritten.do(s, "")
		if first := strings.IndexAny(s.rest, "/?#:"); !s.Scheme.Present && first >= 0 && s.rest[first] == ':' {
			s.refuse()
		}
	}}
	// endsLibxml2 splits the authority, which ends where no further part of it
	// follows.
	endsLibxml2 = &step{value: "where the grammar ends", text: "ends an authority where the grammar of RFC 3986 does, behind the ] of a host that begins with [", do: func(s *state, _ string) {
		endsAfterHost(s, func(text string) int { return spanRFC3986(text, "") })
	}}
	atLibxml2       = &step{value: "first, behind what RFC 3986 allows", text: `ends the userinfo at the first "@", if RFC 3986 allows in a userinfo what stands before it`}
	userinfoLibxml2 = &step{value: "decoded, in one", text: "decodes the userinfo, which it does not split, and takes all that follows for an empty one", do: func(s *state, _ string) {
		s.User.Text = decodeSoup(s.User.Text)
	}}
	colonLibxml2 = &step{value: "behind the host", text: `begins the port at the ":" behind the host`}
	portLibxml2  = &step{value: "to 2147483647", text: "wants a port of digits and at most 2147483647", do: func(s *state, _ string) {
		if !s.Port.Present {
			return
		}
		n, ok := number(s.Port.Text, 1<<31-1)
		s.refuseUnless(ok && s.Port.Text != "")
		if s.Port.Text = strconv.Itoa(n); n == 0 || s.noHost && s.Scheme.Present {
			s.Port = Part{}
		}
	}}
	bracketsAnyText = &step{value: "any text", text: "takes any text in brackets", do: func(s *state, _ string) { s.literal = strings.HasPrefix(s.hostPort, "[") }}
	hostLibxml2     = &step{value: "decoded, RFC 3986", text: "decodes the escapes of a host, to NUL", do: func(s *state, _ string) {
		s.Host.Text = decodeSoup(s.Host.Text)
	}}
	pathLibxml2 = &step{value: "decoded", text: "decodes the path, to NUL", do: func(s *state, _ string) {
		p := s.Path.Text
		legal := spanRFC3986(s.rest, ":@/") == len(p) && spanRFC3986(s.Query.Text, ":@/?") == len(s.Query.Text) && spanRFC3986(s.Fragment.Text, ":@/?[]") == len(s.Fragment.Text)
		s.refuseUnless(legal && !(s.hasAuthority && p != "" && p[0] != '/'))
		if s.Path.Text = decodeSoup(p); p == "" {
			s.Path = Part{}
		}
	}}
	fragmentSoupDecoded = &step{value: "decoded", text: "decodes the fragment, to NUL", do: func(s *state, _ string) { s.Fragment.Text = decodeSoup(s.Fragment.Text) }}
)

// endsAfterHost splits an authority by the grammar of RFC 3986. hostLength returns how
// much of a text is a name or an IPv4 address.
func endsAfterHost(s *state, hostLength func(string) int) {
	if !s.hasAuthority {
		return
	}
	text := s.rest
	p := spanRFC3986(text, ":")
	if strings.HasPrefix(text[p:], "@") {
		s.User = present(text[:p])
		if p == 0 {
			s.User.Text = text // an empty userinfo becomes everything that follows
		}
		p++
	} else {
		p = 0
	}
	from := p
	switch {
	case strings.HasPrefix(text[p:], "["):
		i := strings.IndexByte(text[p:], ']')
		if i < 0 {
			s.refuse()
			return
		}
		p += i + 1
	default:
		p += hostLength(text[p:])
	}
	s.hostPort = text[from:p]
	if strings.HasPrefix(text[p:], ":") {
		i := p + 1
		for i < len(text) && isDigit(text[i]) {
			i++
		}
		s.Port = present(text[p+1 : i])
		p = i
	}
	s.authority, s.rest = text[:p], text[p:]
	s.noHost = s.hostPort == ""
}

// spanRFC3986 returns the length of the prefix of s that consists of unreserved
// characters, sub-delims, escapes and octets in set.
func spanRFC3986(s, set string) int {
	i := 0
	for i < len(s) {
		switch c := s[i]; {
		case c == '%':
			if !isEscape(s[i:]) {
				return i
			}
			i += 3
		case percent.Unreserved.Contains(c), percent.SubDelims.Contains(c), c != 0 && strings.IndexByte(set, c) >= 0:
			i++
		default:
			return i
		}
	}
	return i
}
