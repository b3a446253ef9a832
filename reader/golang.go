package reader

import (
	"cmp"
	"net/netip"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/uts46"
)

// goRows returns the rows of Go's net/url. Sources: src/net/url/url.go of the version.
func goRows() []row {
	c := generic().with(&chain{
		octets: octetsGo, scheme: schemeGo, slashes: slashesGo, userinfo: userinfoGo, colon: colonGo,
		brackets: bracketsGo, host: hostGo, path: pathGo, fragment: fragmentGo,
	})
	return []row{
		{Program: recorded("go.url", "1.26.8", "Go net/url.Parse"), chain: c, accessors: "e==eee=e"},
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
				return percent.Unreserved.Contains(c) || percent.SubDelims.Contains(c) || c == ':' || c == '%' || c == '@'
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
		h = unbracketed(h)
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
			// Decoding may produce a port, and brackets as well.
			h := s.Host.Text
			if i := strings.LastIndexByte(h, ':'); i >= 0 && all(h[i+1:], isDigit) {
				s.Port, s.Host.Text = present(h[i+1:]), h[:i]
			}
		}
	}}
	pathGo = &step{value: "escaped again", text: "refuses malformed escapes, and escapes the decoded path again where it has octets that a path cannot have", do: func(s *state, _ string) {
		if s.opaque {
			return
		}
		s.refuseUnless(wellEscaped(s.Path.Text))
		s.Path.Text = escapedGo(s.Path.Text, isPathGo)
	}}
	fragmentGo = &step{value: "escaped again", text: "refuses malformed escapes, and escapes the decoded fragment again where it has octets that a fragment cannot have", do: func(s *state, _ string) {
		s.refuseUnless(wellEscaped(s.Fragment.Text))
		s.Fragment.Text = escapedGo(s.Fragment.Text, isFragmentGo)
	}}
)

// connectsGo: net/http maps names, and the dialer reads ports in 32 bits.
var connectsGo = &step{value: "a connection, IDNA for lookup", text: "connects by http and https to addresses in decimals, and to names that it maps by UTS #46 for a lookup; without a name, but with a port, to the machine", do: func(s *state, _ string) {
	s.refuseUnless(s.Host.Text != "" || s.Port.Text != "")
	if !isASCII(s.Host.Text) {
		host := strings.ReplaceAll(s.Host.Text, "ẞ", "ss")
		options := uts46.UseSTD3ASCIIRules | uts46.CheckHyphens
		if !utf8.ValidString(host) {
			// Octets that begin no character become U+FFFD, which is accepted.
			options |= uts46.Unvalidated
			s.refuseUnless(utf8.FullRuneInString(host[lastLeadOctet(host):]) && all(host, func(c byte) bool { return c >= 0x80 || isAlnum(c) || c == '-' || c == '.' }) && !strings.ContainsFunc(host, unicode.IsControl))
			if strings.Contains(host, "xn--") || isTornGo(host) || strings.ContainsFunc(host, isRightToLeft) {
				s.Verdict = Unknown
			}
			host = replacedGo(host)
		}
		if strings.ContainsFunc(host, isNew) || ageNode18.isNewer(host) {
			s.Verdict = Unknown
		}
		b, err := uts46.ToASCII(nil, host, options)
		if text, _ := uts46.ToUnicode(host, options); ageNode18.isNewer(text) {
			s.Verdict = Unknown
		}
		s.refuseUnless(err == nil)
		s.Host.Text = string(b)
	}
	s.refuseUnless(!strings.Contains(unbracketed(s.Host.Text), "]"))
	port, ok := portGo(s.Port.Text)
	s.refuseUnless(ok)
	s.Port.Text = port
	connect(&s.Reading, func(host string) (string, bool) {
		if addr, err := netip.ParseAddr(host); err == nil {
			// A zone that is no interface is the number that it begins with.
			zone := addr.Zone()
			digits := zone[:len(zone)-len(strings.TrimLeft(zone, "0123456789"))]
			return connected(addr, cmp.Or(digits, zone))
		}
		if host == "" {
			return "127.0.0.1", true
		}
		return undotted(host), isNameGo(host)
	})
}}

// lastLeadOctet returns the start of the last, possibly incomplete, character of s.
func lastLeadOctet(s string) int {
	i := max(0, len(s)-1)
	for i > 0 && len(s)-i < utf8.UTFMax && !utf8.RuneStart(s[i]) {
		i--
	}
	return i
}

// isTornGo reports whether too few octets follow an octet that begins a character.
func isTornGo(s string) bool {
	for i := range len(s) {
		if s[i] >= 0xC2 && s[i] < 0xF8 {
			if n := lengthGo(s[i]); i+n > len(s) || !all(s[i+1:i+n], func(c byte) bool { return !utf8.RuneStart(c) }) {
				return true
			}
		}
	}
	return false
}

// lengthGo returns the length of a character whose first octet is c.
func lengthGo(c byte) int {
	switch {
	case c >= 0xF0:
		return 4
	case c >= 0xE0:
		return 3
	}
	return 2
}

// replacedGo writes U+FFFD for an octet that begins no character, and for sequences
// that look like UTF-8 but are invalid.
func replacedGo(s string) string {
	var b strings.Builder
	for s != "" {
		r, n := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError && n == 1 && s[0] >= 0xC2 && s[0] < 0xF8 {
			length := lengthGo(s[0])
			if length <= len(s) && all(s[1:length], func(c byte) bool { return !utf8.RuneStart(c) }) {
				n = length
			}
		}
		b.WriteRune(r)
		s = s[n:]
	}
	return b.String()
}

// portGo is parsePort of package net, whose numbers of 32 bits may wrap.
func portGo(port string) (string, bool) {
	var n uint32
	for i := range len(port) {
		if n >= 1<<30 {
			return "", false
		}
		n *= 10
		m := n + uint32(port[i]-'0')
		if m < n {
			return "", false
		}
		n = m
	}
	if port == "" {
		return "", true
	}
	return strconv.FormatUint(uint64(n), 10), n <= 65535
}

// isNameGo is isDomainName of package net.
func isNameGo(host string) bool {
	if host == "." {
		return true
	}
	name := strings.TrimSuffix(host, ".")
	if len(name) > maxName || all(name, func(c byte) bool { return isDigit(c) || c == '.' }) {
		return false
	}
	for label := range strings.SplitSeq(name, ".") {
		n := len(label)
		if n == 0 || n > maxLabel || label[0] == '-' || label[n-1] == '-' || !all(label, func(c byte) bool { return isAlnum(c) || c == '-' || c == '_' }) {
			return false
		}
	}
	return true
}

// isHostGo reports whether an octet may stand in a host: shouldEscape with encodeHost.
func isHostGo(c byte) bool {
	return c >= 0x80 || percent.Unreserved.Contains(c) || percent.SubDelims.Contains(c) || strings.IndexByte(`:[]<>"`, c) >= 0
}

// hostEscapesGo reports whether a host has only allowed octets and escapes.
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

// zoneEscapesGo is hostEscapesGo for a zone, which may escape allowed octets and a
// space.
func zoneEscapesGo(z string) bool {
	for i := 0; i < len(z); i++ {
		if z[i] != '%' {
			if !isHostGo(z[i]) {
				return false
			}
			continue
		}
		v, ok := pct.Octet(z[i:])
		if !ok || v != '%' && v != ' ' && (!isHostGo(v) || v >= 0x80) {
			return false
		}
		i += 2
	}
	return true
}

// isPathGo and isFragmentGo report whether an octet stays as it is: shouldEscape with
// encodePath and encodeFragment.
func isPathGo(c byte) bool {
	return percent.Unreserved.Contains(c) || c != 0 && strings.IndexByte("$&+,/:;=@", c) >= 0
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
