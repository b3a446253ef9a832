package reader

import (
	"bytes"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/uts46"
)

// lexborChain is the chain of Lexbor, which is PHP's Uri\WhatWg\Url. It is that of the URL Standard
// but for what was seen. Source: lexbor/url/url.c.
func lexborChain() *chain {
	return web().with(&chain{
		input: inputLexbor, ends: endsLexbor, userinfo: userinfoLexbor, host: hostLexbor, names: namesLexbor, path: pathLexbor, dots: dotsLexbor,
	})
}

var (
	inputLexbor = &step{value: "octets", text: "takes octets", do: func(s *state, _ string) {
		first, _ := utf8.DecodeRuneInString(strings.TrimLeft(s.rest, c0AndSpace))
		last := strings.TrimRightFunc(s.rest, func(c rune) bool { return c == utf8.RuneError })
		if first == utf8.RuneError || last != s.rest && (last == "" || last[len(last)-1] <= ' ') || isCutLexbor(s.rest) {
			s.Verdict = Unknown // octets at the ends are lost, and so are those behind a character that is cut off
		}
	}}
	endsLexbor = &step{value: `/?#, the query behind a dot segment is path`, text: `ends an authority at "/", "?" or "#", and reads a "?" or "#" behind a last dot segment as "/", and one in the two octets behind a "%" that begins no escape as part of the path`, do: func(s *state, _ string) {
		endAt(s, "/?#")
		if !s.opaque {
			s.written, s.rest = s.readPathLexbor(s.rest)
		}
	}}
	userinfoLexbor = &step{value: "escaped, both or neither", text: userinfoWeb.text + ", and gives both or neither", do: func(s *state, _ string) {
		if s.Password.Present && strings.Contains(s.User.Text, "@") {
			s.Verdict = Unknown
		}
		userinfoWeb.do(s, "")
		s.User.Present = s.User.Text != "" || s.Password.Text != ""
		s.Password.Present = s.User.Present
	}}
	hostLexbor = &step{value: "decoded, its case kept", text: "decodes the escapes of a host in special schemes, and then leaves the case of ASCII", do: func(s *state, _ string) {
		s.simple = s.special && strings.Contains(s.Host.Text, "%")
		if hostWeb.do(s, ""); isCutLexbor(s.Host.Text) || s.simple && strings.Contains(pct.Lower(s.Host.Text), "xn--") {
			s.Verdict = Unknown
		}
	}}
	namesLexbor = &step{value: "UTS #46, not validated", text: `maps names by UTS #46 in special schemes without the rules of CheckBidi, CheckJoiners and of the characters of a label, and refuses a wrong "xn--" label`, do: func(s *state, _ string) {
		s.mapWeb(func(name string) (string, bool) {
			lower := pct.Lower(name)
			switch {
			case !utf8.ValidString(name):
				return "", false
			case isASCII(name) && s.simple:
				return name, true
			case isASCII(name) && !strings.Contains(lower, "xn--"):
				return lower, true
			}
			const anywhere = uts46.AnyJoiners | uts46.AnyDirections
			b, err := uts46.ToASCII(nil, name, anywhere)
			text, _ := uts46.ToUnicode(name, anywhere)
			var broken *uts46.Error
			empty := strings.Contains(lower, "xn--") && strings.Contains(lower+".", "-.") // Punycode of ASCII alone
			if empty || errors.As(err, &broken) && broken.Rule == uts46.BeginsMark || strings.ContainsFunc(name+text, isNew) || ageNode24.isNewer(name+text) {
				s.Verdict = Unknown // its tables are another version's, and marks may begin a label
			}
			return string(b), err == nil
		})
	}}
	pathLexbor = &step{value: "slashes and escapes, but spaces of opaque ones", text: `escapes what no path has, but for the spaces at the end of an opaque path`, do: func(s *state, _ string) {
		if s.Path.Text = s.written; s.opaque {
			s.Path.Text = percent.WHATWGC0Control.Encode(s.rest)
		}
	}}
	dotsLexbor = &step{value: "removed, sometimes with a slash", text: "removes dot segments, escaped ones as well, and sometimes an empty segment before them or at the beginning"}
)

// A lexborPath is the state of reading a path. count is how many slashes were read.
type lexborPath struct {
	*state
	out   []byte
	count int
}

// isSlash reports whether an octet is a slash in this URL.
func (p *lexborPath) isSlash(c byte) bool { return c == '/' || c == '\\' && p.special }

// dots returns how many dots the segment has that begins a text, and where it ends. They are 0 if it is
// not a dot segment.
func (p *lexborPath) dots(text string) (dots, end int) {
	for end < len(text) && !p.isSlash(text[end]) && text[end] != '?' && text[end] != '#' {
		end++
	}
	dots, _ = isDotSegment(text[:end])
	if dots > 2 {
		dots = 0
	}
	return dots, end
}

// isDrive reports whether the only segment is a drive letter of a file.
func (p *lexborPath) isDrive() bool {
	return p.Scheme.Text == "file" && p.count == 1 && len(p.out) > 2 && isDrive(string(p.out[1:3])) && p.out[2] == ':'
}

// readPathLexbor reads a path, which what is left of the text follows. It skips over octets that stand
// for themselves, and starts anew where one does not.
func (s *state) readPathLexbor(text string) (path, rest string) {
	if text == "" || text[0] == '?' || text[0] == '#' {
		if s.special {
			path = "/"
		}
		return path, text
	}
	p := lexborPath{state: s}
	if p.isSlash(text[0]) {
		text = text[1:]
	}
	begin, last, i := 0, 0, 0
	for ; i < len(text) && text[i] != '?' && text[i] != '#'; i++ {
		c := text[i]
		starts := i == begin || p.isSlash(text[i-1])
		dot := c == '.'
		switch {
		case c == '/':
			p.count++
			last = i + 1
			continue
		case c == '%' && !isEscape(text[i:]):
			i = min(i+2, len(text)-1)
			continue
		case c == '%':
			if dot = text[i+1] == '2' && text[i+2]|0x20 == 'e'; !dot || !starts {
				i += 2
				continue
			}
		case p.isSlash(c):
			p.count++
			p.out = append(append(p.out, '/'), text[begin:i]...)
			begin, last = i+1, i+1
			continue
		case isPathOctet(c) && !dot:
			continue
		case !dot:
			if last-1 > begin {
				p.out = append(append(p.out, '/'), text[begin:last-1]...)
			}
			return p.slow(text[last:])
		}
		dots, n := 0, 0
		if starts {
			dots, n = p.dots(text[i:])
		}
		if dots == 0 {
			continue
		}
		if i > begin {
			p.out = append(append(p.out, '/'), text[begin:i-1]...)
		}
		switch end := bytes.LastIndexByte(p.out, '/'); {
		case dots == 2 && end >= 0 && !p.isDrive():
			p.out = p.out[:end]
			p.count--
		case dots == 1 && end >= 0 && end == len(p.out)-1:
			p.out = p.out[:end]
		}
		begin, last = min(i+n+1, len(text)), min(i+n+1, len(text))
		i = min(i+n, len(text)-1)
	}
	return string(append(append(p.out, '/'), text[begin:i]...)), text[i:]
}

// slow reads the rest of a path octet by octet.
func (p *lexborPath) slow(text string) (path, rest string) {
	p.out = append(p.out, '/')
	last, i := len(p.out), 0
	drive := func() {
		if n := len(p.out) - last; p.Scheme.Text == "file" && p.count == 0 && (n == 2 || n == 3 && p.out[last+2] == '/') && isDrive(string(p.out[last:last+2])) {
			p.out[last+1] = ':'
		}
	}
	for ; i < len(text) && text[i] != '?' && text[i] != '#'; i++ {
		c := text[i]
		if dots, n := 0, 0; last == len(p.out) && (c == '.' || c == '%') {
			if dots, n = p.dots(text[i:]); dots > 0 {
				if dots == 2 && p.count > 0 && !p.isDrive() {
					p.count--
					p.out = p.out[:bytes.LastIndexByte(p.out[:last-1], '/')+1]
					last = len(p.out)
				}
				i += n
				continue
			}
		}
		switch {
		case p.isSlash(c):
			p.out = append(p.out, '/')
			drive()
			p.count++
			last = len(p.out)
		case isPathWeb(c):
			p.out = append(p.out, c)
		default:
			p.out = pct.AppendEscape(p.out, c)
		}
	}
	drive()
	return string(p.out), text[min(i, len(text)):]
}

// isCutLexbor reports whether an octet begins a character of UTF-8 that does not follow.
func isCutLexbor(text string) bool {
	for i, c := range text {
		if c == utf8.RuneError && 0xC0 <= text[i] && text[i] < 0xF5 && !strings.HasPrefix(text[i:], "\uFFFD") {
			return true
		}
	}
	return false
}
