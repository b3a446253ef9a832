package reader

import (
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/pct-encoded/percent/internal/lazy"
)

// javaURLRows returns the row of java.net.URL. Source: java.net.URL and
// java.net.URLStreamHandler.parseURL.
func javaURLRows() []row {
	c := generic().with(&chain{
		input: textInput, trim: trimJavaURL, scheme: schemeJavaURL, slashes: slashesJavaURL, at: atJavaURL, userinfo: userinfoOne,
		colon: colonJavaURL, port: portJavaURL, brackets: bracketsJavaURL, host: hostJavaURL, path: pathJavaURL,
	})
	of := func(versions string, c *chain) row {
		return row{Program: recorded("java.url", versions, "Java java.net.URL"), chain: c, accessors: "===e=e=="}
	}
	early := c.with(&chain{userinfo: userinfoJavaURL21, brackets: bracketsJavaURL21, host: hostJavaURL21})
	return []row{of("17.0.21.1", c), of("21.0.13.0.3, 25.0.5.0.3", early)}
}

// protocolsJava are the schemes that Java has a handler for.
var protocolsJava = lazy.Value[[]string]{Make: func() []string { return strings.Fields("http https ftp file jar jmod jrt mailto") }}

var (
	trimJavaURL = &step{value: "controls and spaces at the ends, url:", text: `removes controls and spaces at both ends, and then "url:" at the beginning`, do: func(s *state, _ string) {
		s.rest = strings.Trim(s.rest, c0AndSpace)
		if len(s.rest) >= 4 && strings.EqualFold(s.rest[:4], "url:") {
			s.rest = s.rest[4:]
		}
	}}
	schemeJavaURL = &step{value: "one that it knows", text: `reads a letter and then letters, digits, +, - and . as a scheme, before a "/", and wants one that Java has a handler of`, do: func(s *state, _ string) {
		i := strings.IndexAny(s.rest, ":/")
		if i <= 0 || s.rest[i] != ':' || s.rest[0] == '#' {
			s.refuse()
			return
		}
		s.setScheme(lowerPython(s.rest[:i]), s.rest[i+1:])
		s.refuseUnless(slices.Contains(protocolsJava.Get(), s.Scheme.Text))
		if s.Scheme.Text == "jar" || s.Scheme.Text == "jmod" || s.Scheme.Text == "jrt" {
			s.Verdict = Unknown
		}
	}}
	slashesJavaURL = &step{value: "two, not four", text: `wants "//" before an authority, and not "////"`, do: func(s *state, _ string) {
		before, _, _ := strings.Cut(s.rest, "#")
		before, _, _ = strings.Cut(before, "?")
		if s.Scheme.Text != "mailto" && strings.HasPrefix(before, "//") && !strings.HasPrefix(before, "////") {
			s.hasAuthority, s.rest = true, s.rest[2:]
		}
	}}
	atJavaURL = &step{value: "only one", text: `ends the userinfo at the only "@", and has no host where there are several`, do: func(s *state, _ string) {
		if strings.Count(s.authority, "@") > 1 {
			s.hostPort, s.noHost = "", true
			return
		}
		s.cutUser(strings.IndexByte(s.authority, '@'))
	}}
	userinfoOne = &step{value: "as it is, in one", text: "does not split the userinfo", do: func(s *state, _ string) { s.joinUser() }}
	// colonJavaURL also splits off the port.
	colonJavaURL = &step{value: "first, behind brackets", text: `begins the port at the first ":", or behind the "]" of a host that begins with "["`, do: func(s *state, _ string) {
		h := s.hostPort
		i := strings.IndexByte(h, ':')
		if strings.HasPrefix(h, "[") {
			i = strings.IndexByte(h, ']') + 1
			if i <= 3 || i < len(h) && h[i] != ':' {
				s.refuse()
				return
			}
			if i == len(h) {
				return
			}
		}
		if i >= 0 {
			s.Port, s.hostPort = Part{h[i+1:], i+1 < len(h)}, h[:i]
		}
	}}
	portJavaURL = &step{value: "an integer of 32 bits", text: "wants a port that Integer.parseInt reads, with a sign and the digits of any script, or an empty one, and has none where it is -1", do: func(s *state, _ string) {
		if !s.Port.Present {
			return
		}
		n, ok := parseIntJava(s.Port.Text)
		if s.Port = (Part{strconv.Itoa(n), true}); n == -1 {
			s.Port = Part{}
		}
		s.refuseUnless(ok && n >= -1)
	}}
	bracketsJavaURL = &step{value: "IPv6 with a zone", text: "wants an IPv6 address in brackets, which may have a zone, and keeps the brackets", do: func(s *state, _ string) {
		h := s.hostPort
		if !strings.HasPrefix(h, "[") {
			return
		}
		s.literal = true
		addr, zone, zoned := strings.Cut(unbracketed(h), "%")
		a, err := netip.ParseAddr(shortGroups(withoutZeros(addr)))
		s.refuseUnless(err == nil && a.Is6() && (!zoned || zone != "" && all(zone, func(c byte) bool { return c >= ' ' && c != 0x7F })))
	}}
	pathJavaURL = &step{value: "as it is", text: `gives the path as it is, or behind a "/" where there is an authority`, do: func(s *state, _ string) {
		p := s.Path.Text
		if s.Scheme.Text == "mailto" {
			if s.Query.Present {
				p += "?" + s.Query.Text
			}
			s.refuseUnless(strings.TrimFunc(p, func(c rune) bool { return unicode.IsSpace(c) || c >= 0x1C && c <= 0x1F }) != "")
			s.Query, s.Fragment = Part{}, Part{}
			if i := strings.LastIndexByte(p, '?'); i >= 0 {
				p, s.Query = p[:i], present(p[i+1:])
			}
		} else if p != "" && p[0] != '/' && s.hasAuthority {
			p = "/" + p
		}
		s.Path.Text = p
	}}
	hostJavaURL = &step{value: "no controls, no lookalikes of delimiters", text: "refuses controls in a host, and characters that NFKC maps to delimiters", do: func(s *state, _ string) {
		s.refuseUnless(s.literal || !strings.ContainsFunc(s.Host.Text, func(c rune) bool { return c < ' ' || c == 0x7F || strings.ContainsRune(othersJava, c) }))
	}}
)

// The steps since Java 21, which checks in the constructor what only connections checked before.
var (
	userinfoJavaURL21 = &step{value: "as it is, in one, without delimiters", text: "does not split the userinfo, and refuses controls and delimiters in it", do: func(s *state, _ string) {
		s.joinUser()
		s.refuseUnless(!strings.ContainsAny(s.User.Text, `#/?@[\]`) && !hasControls(s.User.Text))
		s.refuseUnless(!s.noHost || !strings.Contains(s.authority, `\`) && !hasControls(s.authority))
	}}
	bracketsJavaURL21 = &step{value: "IPv6 with a zone, without delimiters", text: bracketsJavaURL.text + ", in which it refuses delimiters", do: func(s *state, _ string) {
		bracketsJavaURL.do(s, "")
		_, zone, _ := strings.Cut(s.hostPort, "%")
		s.refuseUnless(!s.literal || !strings.ContainsAny(strings.TrimSuffix(zone, "]"), `[]/\#?`))
	}}
	hostJavaURL21 = &step{value: "no controls, delimiters and unwise characters, nor their lookalikes", text: "refuses controls in a host, delimiters, spaces and what RFC 2396 calls unwise, and characters that NFKC maps to delimiters", do: func(s *state, _ string) {
		hostJavaURL.do(s, "")
		s.refuseUnless(s.literal || !strings.ContainsAny(s.Host.Text, "#/:?@[\\]<>\" {}|^`"))
	}}
)

// othersJava is OTHERS of sun.net.util.IPAddressUtil.
const othersJava = "⁇⁈⁉℀℁℅℆⩴﹕﹖﹟﹫＃／：？＠"

// shortGroups removes the zeros that make a group of an IPv6 address longer than four
// digits, which Java allows.
func shortGroups(addr string) string {
	groups := strings.Split(addr, ":")
	for i, g := range groups {
		for len(g) > 4 && g[0] == '0' && !strings.Contains(g, ".") {
			g = g[1:]
		}
		groups[i] = g
	}
	return strings.Join(groups, ":")
}

// parseIntJava is Integer.parseInt of a port.
func parseIntJava(s string) (n int, ok bool) {
	digits := strings.TrimPrefix(strings.TrimPrefix(s, "+"), "-")
	if len(s)-len(digits) > 1 || digits == "" || strings.ContainsFunc(digits, func(c rune) bool { return c > 0xFFFF || !unicode.Is(unicode.Nd, c) }) {
		return 0, false
	}
	value := int64(0)
	for _, c := range digits {
		d, _ := digitValue(c)
		if value = value*10 + int64(d); value > 1<<31 {
			return 0, false
		}
	}
	if strings.HasPrefix(s, "-") {
		value = -value
	}
	return int(value), value < 1<<31
}
