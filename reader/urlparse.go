package reader

import (
	"strings"
	"unicode/utf8"
)

// urlParseRows returns the row of npm's url-parse. Source: url-parse/index.js and
// requires-port/index.js.
func urlParseRows() []row {
	c := generic().with(&chain{
		input: textInput, trim: trimURLParse, backslash: backslashSpecial, slashes: slashesURLParse, ends: endsURLParse, userinfo: userinfoURLParse,
		colon: colonURLParse, port: portURLParse, names: namesURLParse, path: pathURLParse,
	})
	return []row{{Program: recorded("npm.url-parse", "1.5.10", "npm url-parse"), chain: c, accessors: "eeeeeeee"}}
}

var (
	trimURLParse = &step{value: "white space and controls at the beginning, tabs and line ends", text: "removes C0 controls and white space at the beginning, and tabs and line ends anywhere", do: func(s *state, _ string) {
		s.rest = remove(strings.TrimLeftFunc(s.rest, func(c rune) bool { return c <= ' ' || isSpaceECMA(c) }), tabsAndLines)
	}}
	// slashesURLParse also decides whether there is an authority without slashes.
	slashesURLParse = &step{value: "any number in special schemes, two in others", text: `takes any number of slashes and "\" before an authority in special schemes, exactly two in file and "//" in others, and no authority without a scheme or before a drive letter`, do: func(s *state, _ string) {
		n := span(s.rest, isSlash)
		forward := strings.HasPrefix(s.rest, "//")
		switch {
		case s.Scheme.Text == "file":
			if s.hasAuthority = n == 2; n >= 2 {
				s.rest = s.rest[2:]
			}
			s.hasAuthority = s.hasAuthority && !(len(s.rest) > 1 && isAlpha(s.rest[0]) && s.rest[1] == ':')
			s.opaque = !s.hasAuthority
		case s.special:
			s.hasAuthority, s.rest = true, s.rest[n:]
		case s.Scheme.Present && forward:
			s.hasAuthority, s.rest = true, s.rest[2:]
		default:
			s.opaque = !forward
		}
	}}
	endsURLParse = &step{value: `/?#`, text: `ends an authority at "/", "?" or "#"`, arg: "/?#", do: func(s *state, set string) {
		s.Host.Present = true
		endAt(s, set)
	}}
	userinfoURLParse = &step{value: "decoded and escaped", text: `splits the userinfo at its first ":", decodes it, which must give UTF-8, and escapes it`, do: func(s *state, _ string) {
		for _, p := range []*Part{&s.User, &s.Password} {
			text := decode(p.Text)
			s.refuseUnless(wellEscaped(p.Text) && utf8.ValidString(text))
			p.Text = escape(text, func(c byte) bool { return isAlnum(c) || strings.IndexByte("-_.!~*'()", c) >= 0 })
		}
	}}
	colonURLParse = &step{value: "last, before digits", text: `begins the port at the last ":" that only digits follow`, do: func(s *state, _ string) {
		if i := strings.LastIndexByte(s.hostPort, ':'); i >= 0 && all(s.hostPort[i+1:], isDigit) {
			s.Port, s.hostPort = present(s.hostPort[i+1:]), s.hostPort[:i]
		}
	}}
	portURLParse = &step{value: "any digits, without the default", text: "reads any digits of a port, and has none where it is 0, the default of the scheme, or in file", do: func(s *state, _ string) {
		standard := defaultHTTPX(s.Scheme.Text)
		if s.Scheme.Text == "gopher" {
			standard = "70"
		}
		if n := trimZeros(s.Port.Text); n == "0" || n == standard || s.Scheme.Text == "file" {
			s.Port = Part{}
		}
	}}
	namesURLParse = &step{value: "lower case of Unicode", text: "writes names in the lower case of Unicode", do: func(s *state, _ string) {
		if strings.ContainsFunc(s.Host.Text, isNew) {
			s.Verdict = Unknown
		}
		s.Host.Text = lowerPython(s.Host.Text)
	}}
	pathURLParse = &step{value: "slashes", text: `reads "\" as "/" in special schemes, and roots their paths`, do: func(s *state, _ string) {
		if s.opaque {
			s.Path.Text = firstLine(s.Path.Text)
		}
		if s.special {
			s.Path.Text = strings.ReplaceAll(s.Path.Text, `\`, "/")
			if !strings.HasPrefix(s.Path.Text, "/") {
				s.Path.Text = "/" + s.Path.Text
			}
		}
	}}
)

// firstLine returns a text up to the first line end of ECMAScript, which "." does not match.
func firstLine(s string) string {
	if i := strings.IndexAny(s, "\n\r\u2028\u2029"); i >= 0 {
		return s[:i]
	}
	return s
}
