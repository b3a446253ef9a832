package reader

import (
	"net/netip"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// javaRows returns the rows of Java. Source: the class java.net.URI and its Parser.
func javaRows() []row {
	c := generic().with(map[kind]*step{
		input: textInput, scheme: schemeJava, slashes: slashesJava, at: atFirst, userinfo: userinfoJava, colon: colonJava,
		port: portJava, brackets: bracketsJava, host: hostJava, path: pathJava,
	})
	return []row{
		{name: "java.uri", versions: "17.0.21.1", program: "Java java.net.URI", chain: c, accessors: "========"},
	}
}

var (
	schemeJava = &step{value: "RFC 2396, or refused", text: `reads a letter and then letters, digits, +, - and . as a scheme, and refuses a URL with another ":" before "/", "?" and "#"`, do: func(s *state, _ string) {
		i := strings.IndexAny(s.rest, ":/?#")
		if i < 0 || s.rest[i] != ':' {
			return
		}
		if i == 0 || schemeEnd(s.rest) != i {
			s.refuse()
			return
		}
		s.setScheme(s.rest[:i], s.rest[i+1:])
	}}
	slashesJava = &step{value: "two", text: `wants "//" before an authority; without a slash, all up to "#" is path`, do: func(s *state, _ string) {
		if s.Scheme.Present && !strings.HasPrefix(s.rest, "/") {
			s.opaque = true
			return
		}
		if strings.HasPrefix(s.rest, "//") {
			if s.rest == "//" {
				s.refuse()
			}
			s.rest = s.rest[2:]
			s.hasAuthority = strings.IndexAny(s.rest, "/?#") != 0
		}
	}}
	userinfoJava = &step{value: "RFC 2396", text: "refuses what RFC 2396 does not allow in a userinfo, which it does not split", do: func(s *state, _ string) {
		if !s.User.Present {
			return
		}
		if s.Password.Present {
			s.User.Text += ":" + s.Password.Text
			s.Password = Part{}
		}
		s.unreadable = !isJava(s.User.Text, userinfoOctetsJava)
	}}
	colonJava = &step{value: "behind the host", text: `begins the port at the first ":", or behind the first "]"`, do: func(s *state, _ string) {
		h := s.hostPort
		i := strings.IndexByte(h, ':')
		if strings.HasPrefix(h, "[") {
			i = strings.IndexByte(h, ']') + 1
			if i == 0 || i < len(h) && h[i] != ':' {
				s.unreadable = true
				return
			}
			if i == len(h) {
				return
			}
		}
		if i >= 0 {
			s.Port, s.hostPort = present(h[i+1:]), h[:i]
		}
	}}
	portJava = &step{value: "to 2147483647", text: "wants a port of digits and at most 2147483647, or an empty one", do: func(s *state, _ string) {
		if s.Port.Text == "" {
			s.Port = Part{}
			return
		}
		n, ok := number(s.Port.Text, 1<<31-1)
		s.unreadable = s.unreadable || !ok
		s.Port.Text = strconv.Itoa(n)
	}}
	bracketsJava = &step{value: "IPv6 with a zone", text: "wants an IPv6 address in brackets, which may have a zone", do: func(s *state, _ string) {
		if !strings.HasPrefix(s.hostPort, "[") || s.unreadable {
			return
		}
		s.literal = true
		addr, zone, zoned := strings.Cut(s.hostPort[1:len(s.hostPort)-1], "%")
		a, err := netip.ParseAddr(withoutZeros(addr))
		s.unreadable = err != nil || !a.Is6() || zoned && (zone == "" || !all(zone, func(c byte) bool { return isAlpha(c) || isDigit(c) || c == '_' || c == '.' }))
	}}
	hostJava = &step{value: "letters, digits and hyphens", text: "wants a host of labels of letters, digits and hyphens, the last of which begins with a letter, or an IPv4 address; where there is another, it has no host", do: func(s *state, _ string) {
		if !s.hasAuthority {
			s.Host = Part{}
			return
		}
		server := !strings.HasPrefix(s.authority, "]") && isServerJava(s.authority)
		if server && !s.unreadable && (s.literal || isHostJava(s.Host.Text)) {
			return
		}
		// An authority that names no server is a registry-based name.
		s.refuseUnless(isJava(s.authority, regNameOctetsJava))
		s.User, s.Host, s.Port = Part{}, Part{}, Part{}
	}}
	pathJava = &step{value: "RFC 2396", text: "refuses what RFC 2396 does not allow in path, query and fragment, but for characters beyond ASCII", do: func(s *state, _ string) {
		if s.opaque {
			if s.Query.Present {
				s.Path.Text += "?" + s.Query.Text
				s.Query = Part{}
			}
			s.refuseUnless(s.Path.Text != "" && isJava(s.Path.Text, uricJava))
		}
		s.refuseUnless(isJava(s.Fragment.Text, uricJava) && isJava(s.Query.Text, uricJava))
		if !s.opaque {
			s.refuseUnless(isJava(s.Path.Text, pathOctetsJava))
		}
	}}
)

// The sets of RFC 2396 in Java, without letters and digits.
const (
	unreservedJava     = "_-!.~'()*"
	userinfoOctetsJava = unreservedJava + ";:&=+$,"
	regNameOctetsJava  = unreservedJava + "$,;:@&=+"
	pathOctetsJava     = unreservedJava + ":@&=+$,;/"
	uricJava           = unreservedJava + ";/?:@&=+$,[]"
)

// isJava is checkChars: s has letters, digits, octets of set, escapes, and characters
// beyond ASCII that are neither spaces nor controls.
func isJava(s, set string) bool {
	for i := 0; i < len(s); {
		c, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case c == '%':
			if !isEscape(s[i:]) {
				return false
			}
			n = 3
		case c < 0x80:
			if !isAlpha(s[i]) && !isDigit(s[i]) && (c == 0 || strings.IndexByte(set, s[i]) < 0) {
				return false
			}
		case c <= 0x9F, unicode.In(c, unicode.Zs, unicode.Zl, unicode.Zp):
			return false
		}
		i += n
	}
	return true
}

// isServerJava reports whether an authority has only characters that one with a host has.
func isServerJava(authority string) bool {
	return isJava(strings.ReplaceAll(authority, "%", "a"), userinfoOctetsJava+".:@[]")
}

// isHostJava is parseIPv4Address and parseHostname.
func isHostJava(h string) bool {
	if fields := strings.Split(h, "."); len(fields) == 4 {
		ok := true
		for _, f := range fields {
			_, is := number(f, 255)
			ok = ok && is && f != ""
		}
		if ok {
			return true
		}
	}
	labels := strings.Split(strings.TrimSuffix(h, "."), ".")
	for _, l := range labels {
		if l == "" || l[0] == '-' || l[len(l)-1] == '-' || !all(l, func(c byte) bool { return isAlpha(c) || isDigit(c) || c == '-' }) {
			return false
		}
	}
	return len(labels) == 1 || isAlpha(labels[len(labels)-1][0])
}

// withoutZeros removes the zeros that numbers of an IPv4 address at the end of an IPv6
// address begin with.
func withoutZeros(addr string) string {
	i := strings.LastIndexByte(addr, ':') + 1
	if !strings.Contains(addr[i:], ".") {
		return addr
	}
	fields := strings.Split(addr[i:], ".")
	for k := range fields {
		fields[k] = trimZeros(fields[k])
	}
	return addr[:i] + strings.Join(fields, ".")
}
