package reader

import (
	"net/netip"
	"strings"
)

// goRows returns the rows of Go's net/url. Sources: src/net/url/url.go of the version.
func goRows() []row {
	c := generic().with(map[kind]*step{
		octets: octetsGo, scheme: schemeGo, slashes: slashesGo, userinfo: userinfoGo, colon: colonGo,
		brackets: bracketsGo, host: hostGo, path: pathGo, fragment: fragmentGo,
	})
	return []row{
		{name: "go.url", versions: "1.26.8", program: "Go net/url.Parse", chain: c, accessors: "e==eee=e"},
	}
}

var (
	octetsGo = &step{value: "controls before #", text: "refuses controls before the fragment", do: func(s *state, _ string) {
		before, _, _ := strings.Cut(s.rest, "#")
		s.refuseUnless(all(before, func(c byte) bool { return c >= ' ' && c != 0x7F }))
	}}
	schemeGo = &step{value: "RFC 3986, no empty one", text: `reads a letter and then letters, digits, +, - and . as a scheme, and refuses a URL that begins with ":" or whose first segment has a ":" otherwise`, do: func(s *state, _ string) {
		before, _, _ := strings.Cut(s.rest, "#")
		if strings.HasPrefix(before, ":") {
			s.refuse()
			return
		}
		schemeRFC.do(s, "")
		if !s.Scheme.Present && !strings.HasPrefix(s.rest, "/") {
			segment := before
			if i := strings.IndexAny(segment, "/?"); i >= 0 {
				segment = segment[:i]
			}
			s.refuseUnless(!strings.Contains(segment, ":"))
		}
	}}
	slashesGo = &step{value: "two", text: `wants "//" before an authority, and not "///" where there is no scheme`, do: func(s *state, _ string) {
		switch {
		case !s.Scheme.Present && strings.HasPrefix(s.rest, "///"):
		case s.Scheme.Present && !strings.HasPrefix(s.rest, "/"):
			s.opaque = true
		default:
			slashesTwo.do(s, "")
		}
	}}
	userinfoGo = &step{value: "decoded, RFC 3986", text: "refuses a userinfo that RFC 3986 does not allow, but for more @, and decodes it", do: func(s *state, _ string) {
		for _, p := range []*Part{&s.User, &s.Password} {
			s.refuseUnless(wellEscaped(p.Text) && all(p.Text, func(c byte) bool {
				return isUnreserved(c) || isSubDelim(c) || c == ':' || c == '%' || c == '@'
			}))
			p.Text = decode(p.Text)
		}
	}}
	colonGo = &step{value: "first in http, last in others", text: `begins the port after the brackets, or at the first ":" in http and https and at the last in other schemes`, do: func(s *state, _ string) {
		h := s.hostPort
		var i int
		switch open := strings.LastIndexByte(h, '['); {
		case open > 0:
			s.refuse()
			return
		case open == 0:
			i = strings.LastIndexByte(h, ']') + 1
			if i == 0 || i < len(h) && h[i] != ':' {
				s.refuse()
				return
			}
			if i == len(h) {
				return
			}
		case s.Scheme.Text == "http" || s.Scheme.Text == "https":
			i = strings.IndexByte(h, ':')
		default:
			i = strings.LastIndexByte(h, ':')
		}
		if i >= 0 {
			s.Port, s.hostPort = present(h[i+1:]), h[:i]
		}
	}}
	bracketsGo = &step{value: "IPv6 with a zone", text: `wants an IPv6 address in brackets, which may have a zone, and gives it without them`, do: func(s *state, _ string) {
		h := s.hostPort
		if !strings.HasPrefix(h, "[") {
			return
		}
		h = h[1 : len(h)-1]
		s.literal = true
		addr, zone := h, ""
		if i := strings.Index(h, "%25"); i >= 0 {
			addr, zone = h[:i], h[i:]
		}
		if !hostEscapesGo(addr) || !zoneEscapesGo(zone) {
			s.refuse()
			return
		}
		s.hostPort = decode(addr) + decode(zone)
		a, err := netip.ParseAddr(s.hostPort)
		s.refuseUnless(err == nil && !a.Is4())
	}}
	hostGo = &step{value: "decoded beyond ASCII", text: "decodes escapes of octets beyond ASCII and of %, and refuses others and delimiters", do: func(s *state, _ string) {
		if s.literal {
			return
		}
		if !hostEscapesGo(s.Host.Text) {
			s.refuse()
			return
		}
		s.Host.Text = decode(s.Host.Text)
		if !s.Port.Present {
			// A port may come out of the escapes, and brackets as well.
			h := s.Host.Text
			if i := strings.LastIndexByte(h, ':'); i >= 0 && all(h[i+1:], isDigit) {
				s.Port, s.Host.Text = present(h[i+1:]), h[:i]
			}
		}
	}}
	pathGo = &step{value: "escaped again", text: "refuses malformed escapes, and escapes the decoded path again where it has octets that a path has not", do: func(s *state, _ string) {
		if s.opaque {
			return
		}
		s.refuseUnless(wellEscaped(s.Path.Text))
		s.Path.Text = escapedGo(s.Path.Text, isPathGo)
	}}
	fragmentGo = &step{value: "escaped again", text: "refuses malformed escapes, and escapes the decoded fragment again where it has octets that a fragment has not", do: func(s *state, _ string) {
		s.refuseUnless(wellEscaped(s.Fragment.Text))
		s.Fragment.Text = escapedGo(s.Fragment.Text, isFragmentGo)
	}}
)

// isHostGo reports whether an octet may stand in a host: shouldEscape with encodeHost.
func isHostGo(c byte) bool {
	return c >= 0x80 || isUnreserved(c) || isSubDelim(c) || strings.IndexByte(`:[]<>"`, c) >= 0
}

// hostEscapesGo reports whether a host has only octets and escapes that it may have.
func hostEscapesGo(h string) bool {
	for i := 0; i < len(h); i++ {
		switch {
		case h[i] != '%':
			if !isHostGo(h[i]) {
				return false
			}
		case !isEscape(h[i:]), h[i+1] < '8' && h[i:i+3] != "%25":
			return false
		}
	}
	return true
}

// zoneEscapesGo is hostEscapesGo of a zone, which may escape what it may have, and a
// space.
func zoneEscapesGo(z string) bool {
	for i := 0; i < len(z); i++ {
		if z[i] != '%' {
			if !isHostGo(z[i]) {
				return false
			}
			continue
		}
		if !isEscape(z[i:]) {
			return false
		}
		if v := unhex(z[i+1])<<4 | unhex(z[i+2]); v != '%' && v != ' ' && (!isHostGo(v) || v >= 0x80) {
			return false
		}
		i += 2
	}
	return true
}

// isPathGo and isFragmentGo report whether an octet stays as it is: shouldEscape with
// encodePath and encodeFragment.
func isPathGo(c byte) bool {
	return isUnreserved(c) || c != 0 && strings.IndexByte("$&+,/:;=@", c) >= 0
}

func isFragmentGo(c byte) bool {
	return isPathGo(c) || c != 0 && strings.IndexByte("?!()*", c) >= 0
}

// escapedGo is EscapedPath and EscapedFragment.
func escapedGo(raw string, keeps func(byte) bool) string {
	valid := all(raw, func(c byte) bool {
		return keeps(c) || c != 0 && strings.IndexByte("!$&'()*+,;=:@[]%", c) >= 0
	})
	if valid || raw == "*" {
		return raw
	}
	return escape(decode(raw), keeps)
}
