package vet

import (
	"regexp"
	"strings"
)

// A place is where in a URL a part of a text stands.
type place uint8

const (
	nowhere place = iota // not in a URL, or nobody can tell
	inUserinfo
	inHost
	inPath
	inQuery
	inFragment
	inParameter // of a header field, behind the charset of filename*=UTF-8''
)

var placeNames = [...]string{"text", "the userinfo", "a host", "a path", "a query", "a fragment", "a header parameter"}

func (p place) String() string { return placeNames[p] }

var (
	// hierarchical is how a URL with an authority begins.
	hierarchical = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*://`)
	// login is how a URL begins whose user name is one of a system, which has no
	// reserved characters.
	login = regexp.MustCompile(`(?i)^(git\+)?(ssh|sftp)://$`)
	// relative is how a reference begins that has a query.
	relative = regexp.MustCompile(`^[A-Za-z0-9._~/:-]*\?`)
	// segments is how a path begins that is put behind another.
	segments = regexp.MustCompile(`^[A-Za-z0-9._~-]+/`)
	// pair is how a query or a form begins.
	pair = regexp.MustCompile(`^&?[A-Za-z0-9_.~%\[\]-]+=`)
	// extended is how the value of an extended parameter begins (RFC 8187 section 3.2.1).
	extended = regexp.MustCompile(`(?i)\*=utf-8'[a-z-]*'$`)
	// foreign is what no URL holds: text around it is HTML, SQL or prose.
	foreign = regexp.MustCompile("[ \t\r\n<>\"'`{}|\\\\^]")
)

// places returns for each atom of a text where in a URL it stands. A text that does
// not look like a URL, a reference or a query has no places; where it is taken for a
// URL, a path without a slash in front has some as well.
func places(atoms []*term, asURL bool) []place {
	all := make([]place, len(atoms))
	for i := range atoms {
		if i > 0 && atoms[i-1].kind == literal && extended.MatchString(atoms[i-1].text) {
			all[i] = inParameter
			return all
		}
	}
	for _, a := range atoms {
		if a.cut || a.kind == literal && foreign.MatchString(a.text) {
			return all
		}
	}
	const (
		atStart = iota
		afterBase
		inAuthority
		elsewhere // in the place now
		lost
	)
	state, now := atStart, nowhere
	follow := func(text string) {
		for i := range len(text) {
			switch c := text[i]; {
			case now == inFragment:
			case c == '#':
				now = inFragment
			case now == inQuery:
			case c == '?':
				now = inQuery
			case c == '/' && state == inAuthority:
				now = inPath
			default:
				continue
			}
			state = elsewhere
		}
	}
	for i, a := range atoms {
		if a.kind != literal {
			switch {
			case state == atStart:
				state = afterBase
			case state == inAuthority && userinfoAhead(atoms[i+1:]):
				all[i] = inUserinfo
			case state == inAuthority:
				all[i] = inHost
			case state == elsewhere:
				all[i] = now
			case state == afterBase:
				state = lost
			}
			continue
		}
		text := a.text
		if text == "" {
			continue
		}
		switch state {
		case atStart:
			switch scheme := hierarchical.FindString(text); {
			case strings.HasPrefix(strings.ToLower(scheme), "file:"):
				return all
			case scheme != "":
				state = inAuthority
				follow(text[len(scheme):])
			case strings.HasPrefix(text, "//"):
				return all
			case text[0] == '/':
				state, now = elsewhere, inPath
				follow(text)
			case relative.MatchString(text), asURL && segments.MatchString(text):
				state, now = elsewhere, inPath
				follow(text)
			case pair.MatchString(text):
				state, now = elsewhere, inQuery
				follow(text)
			default:
				return all
			}
		case afterBase:
			switch text[0] {
			case '/':
				state, now = elsewhere, inPath
			case '?', '&':
				state, now = elsewhere, inQuery
			case '#':
				state, now = elsewhere, inFragment
			default:
				state = lost
			}
			follow(text)
		case lost:
			if i := strings.IndexByte(text, '?'); i >= 0 && pair.MatchString(text[i+1:]) {
				state, now = elsewhere, inQuery
				follow(text[i+1:])
			}
		default:
			follow(text)
		}
	}
	return all
}

// userinfoAhead says whether an @ comes before the authority ends.
func userinfoAhead(rest []*term) bool {
	for _, a := range rest {
		if a.kind != literal {
			continue
		}
		if i := strings.IndexAny(a.text, "@/?#"); i >= 0 {
			return a.text[i] == '@'
		}
	}
	return false
}
