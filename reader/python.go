package reader

import (
	"net/netip"
	"strconv"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// pythonRows returns the rows of Python's urlsplit. Sources: Lib/urllib/parse.py of each
// version.
func pythonRows() []row {
	c := generic().with(map[kind]*step{
		input: textInput, trim: trimPython, userinfo: userinfoPython, colon: colonPython, port: portPython,
		brackets: bracketsPython, names: namesPython,
	})
	const accessors, program = "e==nneee", "Python urllib.parse.urlsplit"
	return []row{
		{name: "python.urlsplit", version: "3.13.0", program: program, chain: c, accessors: accessors},
	}
}

var (
	trimPython = &step{value: "C0 and space at the beginning, tabs and line ends", text: "removes C0 controls and spaces at the beginning, and tabs and line ends anywhere", do: func(s *state, _ string) {
		s.rest = remove(strings.TrimLeft(s.rest, c0AndSpace), tabsAndLines)
	}}
	userinfoPython = &step{value: "as it is, without NFKC delimiters", text: "splits the userinfo at its first colon, and refuses an authority in which NFKC makes delimiters", do: func(s *state, _ string) {
		s.refuseUnless(!expands(s.authority))
	}}
	colonPython = &step{value: "first behind brackets", text: `begins the port at the first ":" behind the first "]", or else at the first ":"`, do: func(s *state, _ string) {
		h := s.hostPort
		if _, in, ok := strings.Cut(h, "["); ok {
			s.literal = true
			h, in, _ = strings.Cut(in, "]")
			_, in, ok = strings.Cut(in, ":")
			s.hostPort, s.Port = h, Part{in, ok}
			return
		}
		s.hostPort, s.Port.Text, s.Port.Present = strings.Cut(h, ":")
	}}
	portPython = &step{value: "to 65535", text: "wants a port of ASCII digits and at most 65535, or an empty one", do: func(s *state, _ string) {
		if s.Port.Text == "" {
			s.Port = Part{}
			return
		}
		n, ok := number(s.Port.Text, 65535)
		s.refuseUnless(ok)
		s.Port.Text = strconv.Itoa(n)
	}}
	bracketsPython = &step{value: "IPv6 with a zone, IPvFuture", text: "wants an IPv6 address, which may have a zone, or an IPvFuture in the first brackets of an authority, and gives it without them", do: func(s *state, _ string) {
		a := s.authority
		if strings.Contains(a, "[") != strings.Contains(a, "]") {
			s.refuse()
			return
		}
		if _, in, ok := strings.Cut(a, "["); ok {
			in, _, _ = strings.Cut(in, "]")
			s.refuseUnless(isBracketedPython(in))
		}
	}}
	namesPython = &step{value: "lower case of Unicode", text: "writes names in the lower case of Unicode, but for what follows a %", do: func(s *state, _ string) {
		name, zone, ok := strings.Cut(s.Host.Text, "%")
		s.Host.Text = lowerPython(name)
		if ok {
			s.Host.Text += "%" + zone
		}
	}}
)

// isBracketedPython is _check_bracketed_host.
func isBracketedPython(h string) bool {
	if strings.HasPrefix(h, "v") {
		version, rest, ok := strings.Cut(h[1:], ".")
		return ok && version != "" && all(version, isHex) && rest != "" && !strings.Contains(rest, "\n")
	}
	a, err := netip.ParseAddr(h)
	return err == nil && a.Is6() && !strings.Contains(a.Zone(), "%")
}

// lowerPython is str.lower.
func lowerPython(s string) string {
	if all(s, func(c byte) bool { return c < 0x80 }) {
		return lowerASCII(s)
	}
	return strings.ToLower(strings.ReplaceAll(s, "\u0130", "i\u0307"))
}

// expands is _checknetloc: it reports whether NFKC makes a delimiter of a character of
// an authority.
func expands(authority string) bool {
	if all(authority, func(c byte) bool { return c < 0x80 }) {
		return false
	}
	n := remove(authority, "@:#?")
	m := norm.NFKC.String(n)
	return m != n && strings.ContainsAny(m, "/?#@:")
}
