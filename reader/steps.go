package reader

import (
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent/internal/pct"
)

const (
	c0AndSpace   = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\t\n\v\f\r\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f "
	tabsAndLines = "\t\n\r"
)

// The steps that several programs share. Those of one program are in its file.

var (
	anyInput  = &step{value: "octets", text: "takes any octets"}
	textInput = &step{value: "text", text: "takes text only", do: func(s *state, _ string) { s.refuseUnless(utf8.ValidString(s.rest)) }}

	trimNothing = &step{value: "nothing", text: "removes nothing"}
	octetsAny   = &step{value: "any", text: "refuses no octet wherever it stands"}

	backslashOrdinary = &step{value: "ordinary", text: `reads "\" as an ordinary character`}
	backslashSpecial  = &step{value: "slash in special schemes", text: `reads "\" as "/" in http, https, ws, wss, ftp and file`, do: func(s *state, _ string) { s.slashed = s.special }}

	// slashesTwo wants exactly "//".
	slashesTwo = &step{value: "two", text: `wants "//" before an authority`, do: func(s *state, _ string) {
		if strings.HasPrefix(s.rest, "//") {
			s.hasAuthority, s.rest = true, s.rest[2:]
		}
	}}
	endsRFC = &step{value: `/?#`, text: `ends an authority at "/", "?" or "#"`, arg: "/?#", do: endAt}

	atLast = &step{value: "last", text: `ends the userinfo at the last "@"`, do: func(s *state, _ string) {
		s.cutUser(strings.LastIndexByte(s.authority, '@'))
	}}
	atFirst = &step{value: "first", text: `ends the userinfo at the first "@"`, do: func(s *state, _ string) {
		s.cutUser(strings.IndexByte(s.authority, '@'))
	}}

	userinfoRaw = &step{value: "as it is", text: `splits the userinfo at its first ":"`}

	colonLast = &step{value: "last", text: `begins the port at the last ":" that is not in brackets`, do: func(s *state, _ string) {
		i := strings.LastIndexByte(s.hostPort, ':')
		if i > strings.LastIndexByte(s.hostPort, ']') {
			s.Port, s.hostPort = present(s.hostPort[i+1:]), s.hostPort[:i]
		}
	}}

	portDigits = &step{value: "digits", text: "wants a port of digits, or an empty one", do: func(s *state, _ string) { s.refuseUnless(all(s.Port.Text, isDigit)) }}

	bracketsKept = &step{value: "kept", text: "takes brackets as part of the host"}

	hostAny = &step{value: "any octets", text: "takes any octets in a host"}

	namesKept  = &step{value: "as they are", text: "leaves names as they are"}
	namesLower = &step{value: "lower case", text: "writes names in lower case", do: func(s *state, _ string) { s.Host.Text = pct.Lower(s.Host.Text) }}

	ipv4Text = &step{value: "text", text: "takes IPv4 addresses as text"}

	pathRaw     = &step{value: "as it is", text: "gives the path as it is"}
	dotsKept    = &step{value: "kept", text: "keeps dot segments"}
	queryRaw    = &step{value: "as it is", text: "gives the query as it is"}
	fragmentRaw = &step{value: "as it is", text: "gives the fragment as it is"}

	demandsNothing = &step{value: "nothing", text: "takes relative references, too"}
	demandsScheme  = &step{value: "a scheme", text: "wants a scheme", do: func(s *state, _ string) { s.refuseUnless(s.Scheme.Present) }}
)

// endAt ends the authority at the first octet of set, or at "\" where that is a slash.
func endAt(s *state, set string) {
	if !s.hasAuthority {
		return
	}
	i := strings.IndexAny(s.rest, set)
	if i < 0 {
		i = len(s.rest)
	}
	if s.slashed {
		if j := strings.IndexByte(s.rest[:i], '\\'); j >= 0 {
			i = j
		}
	}
	s.authority, s.hostPort, s.rest = s.rest[:i], s.rest[:i], s.rest[i:]
}

// cutUser cuts the userinfo off the authority if i is not negative.
func (s *state) cutUser(i int) {
	if i < 0 {
		return
	}
	s.hostPort = s.authority[i+1:]
	s.User.Present = true
	s.User.Text, s.Password.Text, s.Password.Present = strings.Cut(s.authority[:i], ":")
}

// schemeRFC reads what RFC 3986 calls a scheme (section 3.1), in lower case.
var schemeRFC = &step{value: "RFC 3986", text: "reads a letter and then letters, digits, +, - and . as a scheme", do: func(s *state, _ string) {
	if i := schemeEnd(s.rest); i > 0 {
		s.Scheme, s.rest = present(pct.Lower(s.rest[:i])), s.rest[i+1:]
		s.special = isSpecial(s.Scheme.Text)
	}
}}

// schemeEnd returns the index of the ":" after a scheme, or 0.
func schemeEnd(url string) int {
	for i := range len(url) {
		switch c := url[i]; {
		case i > 0 && c == ':':
			return i
		case isAlpha(c), i > 0 && isSchemeRest(c):
		default:
			return 0
		}
	}
	return 0
}

// isSpecial reports whether a scheme is special (#special-scheme).
func isSpecial(scheme string) bool {
	switch scheme {
	case "http", "https", "ws", "wss", "ftp", "file":
		return true
	}
	return false
}
