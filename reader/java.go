package reader

import (
	"fmt"
	"net/netip"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/pct-encoded/percent"
)

// javaRows returns the rows of Java. Source: the class java.net.URI and its Parser.
func javaRows() []row {
	c := generic().with(&chain{
		input: textInput, scheme: schemeJava, slashes: slashesJava, at: atFirst, userinfo: userinfoJava, colon: colonJava,
		port: portJava, brackets: bracketsJava, host: hostJava, path: pathJava,
	})
	return []row{
		{Program: recorded("java.uri", "17.0.21.1, 21.0.13.0.3, 25.0.5.0.3", "Java java.net.URI"), chain: c, accessors: "========"},
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
		addr, zone, zoned := strings.Cut(unbracketed(s.hostPort), "%")
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
		// An authority that is not host and port is a registry-based name.
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

var (
	connectsJava = &step{value: "a connection", text: "connects by http and https to addresses in decimals, and to names that the Domain Name System has, by https to none that ends in a full stop, and escapes characters beyond ASCII", do: func(s *state, _ string) {
		s.refuseUnless(s.Host.Text != "" && !isAbove(s.Port.Text, 65535))
		// SNIHostName refuses a name that ends in a full stop.
		s.refuseUnless(!strings.EqualFold(s.Scheme.Text, "https") || !strings.HasSuffix(s.Host.Text, "."))
		s.Path.Text, s.Query.Text = asciiJava(s.Path.Text), asciiJava(s.Query.Text)
		s.dropEmptyQuery()
		connect(&s.Reading, reachedJava)
	}}
	// connectsApache splits an authority that java.net.URI does not split.
	connectsApache = &step{value: "a connection, hosts of any octets", text: "connects by http and https to addresses in decimals, and to names that the Domain Name System has, those in an authority that has no host included, removes empty segments and escapes the path anew", do: func(s *state, _ string) {
		if s.Host.Text == "" {
			s.authorityApache()
		}
		s.refuseUnless(s.Host.Text != "" && !isAbove(s.Port.Text, 65535))
		if s.Port.Text == "0" {
			s.Port = Part{}
		}
		s.Path.Text, s.Query.Text = pathApache(s.Path.Text), asciiJava(s.Query.Text)
		connect(&s.Reading, reachedSocket)
	}}
)

var connectsJavaNames = &step{value: "a connection", text: "connects by http and https to addresses in decimals, and to names that the Domain Name System has", do: func(s *state, _ string) {
	connect(&s.Reading, reachedSocket)
}}

// connectsJavaURL is what openStream of java.net.URL does.
var connectsJavaURL = &step{value: "a connection, few delimiters", text: "connects by http, https and ftp, and by ftp to the host of a file, to addresses in decimals, and to names that the Domain Name System has, and refuses controls and delimiters in userinfo and host, and a port behind brackets that is not in digits; without a host it connects to the machine", do: func(s *state, _ string) {
	legal := func(text, but string) bool {
		return all(text, func(c byte) bool {
			return c >= ' ' && c != 0x7F && (strings.IndexByte(but, c) >= 0 || strings.IndexByte("#/:?@[\\]", c) < 0)
		})
	}
	if s.Scheme.Text == "file" {
		s.User, s.Port, s.authority = Part{}, Part{}, s.Host.Text
	}
	s.refuseUnless(legal(s.User.Text, ":") && (s.literal || legal(s.Host.Text, "")) && !isAbove(s.Port.Text, 65535))
	addr := strings.Trim(s.Host.Text, "[]")
	s.refuseUnless(!s.literal || addr == shortGroups(addr))
	// It asks for a proxy by a java.net.URI, in which only digits may follow the brackets.
	_, port, _ := strings.Cut(s.authority[strings.LastIndexByte(s.authority, ']')+1:], ":")
	s.refuseUnless(!s.literal || port == "-1" || all(port, isDigit))
	silent := s.Host.Text == ""
	s.refuseUnless(strings.TrimSuffix(s.authority, ":-1") != "")
	if silent {
		s.Host = present("127.0.0.1")
	}
	switch s.Scheme.Text {
	case "file":
		s.refuseUnless(!silent && !strings.EqualFold(s.Host.Text, "localhost") && s.Host.Text != "~")
		s.Scheme.Text = "ftp"
	case "http", "https", "ftp":
	default:
		s.refuse()
	}
	s.refuseUnless(!silent || !strings.ContainsAny(s.authority, "[]"))
	target := s.Path.Text + "?" + s.Query.Text + s.Fragment.Text
	s.refuseUnless(!strings.ContainsAny(s.authority+target, "\n\x00"))
	s.refuseUnless(s.Scheme.Text != "ftp" || wellEscaped(s.User.Text) && utf8.ValidString(decode(s.User.Text)))
	if connectBy(&s.Reading, reachedSocket); silent {
		s.Path, s.Query = Part{}, Part{}
	}
}}

// connectsJavaURL25: since Java 24, a file with a host is no longer fetched by FTP.
var connectsJavaURL25 = &step{value: "a connection, few delimiters, no files", text: strings.Replace(connectsJavaURL.text, ", and by ftp to the host of a file,", "", 1), do: func(s *state, _ string) {
	s.refuseUnless(s.Scheme.Text != "file")
	connectsJavaURL.do(s, "")
}}

// isAbove reports whether a number in digits is above limit.
func isAbove(digits string, limit int) bool {
	_, ok := number(digits, limit)
	return !ok
}

// authorityApache is what extractHost does if there is no host.
func (s *state) authorityApache() {
	content := unquote(s.authority)
	if _, after, ok := strings.Cut(content, "@"); ok {
		content = after
	}
	host, port, ok := strings.Cut(content, ":")
	s.Host, s.Port = present(host), Part{}
	s.refuseUnless(host != "" && !strings.ContainsFunc(host, unicode.IsSpace))
	if ok && port != "" {
		n, ok := intPython(port)
		n = max(n, 0) // a negative number means none
		s.refuseUnless(ok && !strings.ContainsFunc(port, func(c rune) bool { return c == '_' || isSpacePython(c) }))
		s.Port = present(strconv.Itoa(n))
	}
}

// pathApache drops empty segments and re-escapes the others.
func pathApache(path string) string {
	if !strings.Contains(path, "//") {
		return asciiJava(path)
	}
	segments := strings.Split(strings.TrimPrefix(path, "/"), "/")
	out := segments[:0]
	for i, segment := range segments {
		if segment == "" && i < len(segments)-1 {
			continue
		}
		text := unquote(segment)
		out = append(out, escape(text, func(c byte) bool {
			return percent.Unreserved.Contains(c) && c != '~' || c != 0 && strings.IndexByte("!'()*;:@&=+,$", c) >= 0
		}))
	}
	return "/" + strings.Join(out, "/")
}

// maxIPv4Java is the length of the longest text that Java reads as an IPv4 address.
const maxIPv4Java = 15

// ipv4Java returns one to four decimal numbers as an address (textToNumericFormatV4),
// and refuses text that other programs read as one.
func ipv4Java(host string) (addr string, is, refused bool) {
	fields := strings.Split(host, ".")
	if len(fields) > 4 {
		return "", false, false
	}
	value, ok := uint64(0), len(host) <= maxIPv4Java
	for i, f := range fields {
		bits := 8
		if i == len(fields)-1 {
			bits = 8 * (5 - len(fields))
		}
		n, err := strconv.ParseUint(f, 10, 32)
		ok = ok && err == nil && all(f, isDigit) && n < 1<<bits
		value = value<<bits | n
	}
	if ok {
		return fmt.Sprintf("%d.%d.%d.%d", value>>24, value>>16&255, value>>8&255, value&255), true, false
	}
	return "", false, ipv4C(host) != host || len(host) > maxIPv4Java && all(host, isDigit)
}

// reachedJava returns what Java connects to.
func reachedJava(host string) (string, bool) {
	if strings.Contains(host, ":") {
		addr, zone, zoned := strings.Cut(host, "%")
		a, err := netip.ParseAddr(shortGroups(withoutZeros(addr)))
		// lo has an address that is neither link-local nor site-local, and takes those alike.
		siteLocal := netip.MustParsePrefix("fec0::/10")
		if err != nil || zoned && (a.Is4In6() || zone == "" || !all(zone, isDigit) && (zone != "lo" || a.IsLinkLocalUnicast() || siteLocal.Contains(a))) {
			return "", false
		}
		return connected(a, zone)
	}
	addr, is, refused := ipv4Java(host)
	if is {
		host = addr
	}
	if refused {
		return "", false
	}
	return reachedC(host)
}

// reachedSocket is reachedJava for java.net.Socket, which connects to the local machine
// by its name if the address is unspecified.
func reachedSocket(host string) (string, bool) {
	addr, is, _ := ipv4Java(host)
	if is {
		host = addr
	}
	reached, ok := reachedJava(host)
	if a, err := netip.ParseAddr(host); err == nil && a.WithZone("").IsUnspecified() {
		reached = "localhost"
	}
	return reached, ok
}

// asciiJava is what toASCIIString does: normalized text, in UTF-8 and escaped.
func asciiJava(s string) string {
	if isASCII(s) {
		return s
	}
	return escape(norm.NFC.String(s), func(c byte) bool { return c < 0x80 })
}

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

// isServerJava reports whether an authority has only characters allowed in one with a
// host.
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

// withoutZeros removes leading zeros from the numbers of an IPv4 address at the end of
// an IPv6 address.
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
