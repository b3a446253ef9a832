package reader

import (
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent/internal/pct"
)

// npmRows returns the rows of ufo and fast-uri. Sources: ufo/dist/index.mjs, fast-uri/index.js,
// fast-uri/lib/utils.js and fast-uri/lib/schemes.js.
func npmRows() []row {
	ufo := generic().with(&chain{
		input: textInput, scheme: schemeUfo, slashes: slashesUfo, ends: endsUfo, at: atNone, colon: colonUfo, port: portKept, host: hostUfo, path: pathUfo, fragment: fragmentUfo,
	})
	return []row{
		{Program: recorded("npm.ufo", "1.6.4", "npm ufo parseURL"), chain: ufo, accessors: "=n====ee"},
	}
}

var (
	atNone = &step{value: "none", text: `does not look for "@"`}

	schemeUfo = &step{value: "two characters or more", text: `reads two or more letters, digits, _, +, - and . as a scheme behind white space, and blob, data, javascript and vbscript without a host`, do: func(s *state, _ string) {
		rest := strings.TrimLeftFunc(s.rest, func(c rune) bool { return c == 0 || isSpaceECMA(c) })
		name, after, ok := strings.Cut(rest, ":")
		switch pct.Lower(name) {
		case "blob", "data", "javascript", "vbscript":
			if ok {
				s.Scheme, s.opaque, s.rest = present(pct.Lower(name)), true, firstLine(after)
				return
			}
		}
		if !hasProtocolUfo(s.rest) {
			s.noHost = true
			return
		}
		s.Scheme = present("")
		rest = strings.ReplaceAll(rest, `\`, "/")
		if n := span(rest, func(c byte) bool { return isSchemeRest(c) || c == '_' }); n > 1 && strings.HasPrefix(rest[n:], ":") {
			s.Scheme.Text, rest = pct.Lower(rest[:n]), rest[n+1:]
			s.written = name
		}
		if !strings.HasPrefix(rest, "//") {
			s.Scheme.Text, rest = "", "" // nothing is left
		}
		s.rest = rest
	}}
	slashesUfo = &step{value: "two, in any scheme", text: `wants "//" or "\\" before an authority, and reads nothing of a URL with a scheme and without them`, do: func(s *state, _ string) {
		if s.hasAuthority = !s.noHost; s.hasAuthority && !s.opaque {
			s.rest = strings.TrimPrefix(s.rest, "//")
		}
	}}
	endsUfo = &step{value: `/?#, the userinfo before`, text: `ends the userinfo at the first "@" that no "/" stands before, and then the authority at "/", "?" or "#"`, do: func(s *state, _ string) {
		if s.noHost || s.opaque {
			return
		}
		if i := strings.IndexAny(s.rest, "/@"); i > 0 && s.rest[i] == '@' {
			s.User, s.rest = present(s.rest[:i]), s.rest[i+1:]
		}
		s.rest = firstLine(s.rest)
		endAt(s, "/?#")
		if s.written == "file" {
			for i := range len(s.rest) {
				if t := s.rest[i:]; t[0] == '/' && len(t) > 2 && isAlpha(t[1]) && t[2] == ':' {
					s.rest = s.rest[:i] + t[1:]
					break
				}
			}
		}
	}}
	colonUfo = &step{value: "first", text: `ends the host at the first ":", even in brackets, and reads the digits behind it as port`, do: func(s *state, _ string) {
		host, after, ok := strings.Cut(s.hostPort, ":")
		if n := span(after, isDigit); ok {
			s.hostPort, s.Port = host, Part{after[:n], n > 0}
		}
	}}
	hostUfo = &step{value: "decoded", text: "decodes the escapes of a host, if that gives UTF-8", do: func(s *state, _ string) {
		if text := decode(s.Host.Text); wellEscaped(s.Host.Text) && utf8.ValidString(text) {
			s.Host.Text = text
		}
	}}
	pathUfo = &step{value: "as it is", text: "gives the path as it is, and in blob, data, javascript and vbscript the query and the fragment with it", do: func(s *state, _ string) {
		if s.opaque {
			s.joinTail()
		}
	}}
	fragmentUfo = &step{value: "to the line end", text: "ends the fragment at a line end", do: func(s *state, _ string) { s.Fragment.Text = firstLine(s.Fragment.Text) }}
)

// hasProtocolUfo is hasProtocol with acceptRelative.
func hasProtocolUfo(url string) bool {
	rest := strings.TrimLeftFunc(url, func(c rune) bool {
		return c == 0 || c == '_' || isSpaceECMA(c) || c < 0x80 && isSchemeRest(byte(c))
	})
	if utf8.RuneCountInString(url[:len(url)-len(rest)]) > 1 && strings.HasPrefix(rest, ":") {
		return true
	}
	for slashes := 1; url != "" && isSlash(url[0]); slashes++ {
		url = url[1:]
		if slashes > 1 && url != "" && !isSlash(url[0]) {
			return true
		}
		url = strings.TrimLeftFunc(url, isSpaceECMA)
	}
	return false
}

// joinTail puts the query and the fragment behind the path again.
func (s *state) joinTail() {
	if s.Query.Present {
		s.Path.Text += "?" + s.Query.Text
	}
	if s.Fragment.Present {
		s.Path.Text += "#" + s.Fragment.Text
	}
	s.Query, s.Fragment = Part{}, Part{}
}
