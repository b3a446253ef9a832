package reader

import (
	"bytes"
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
		input: anyInput, trim: trimLexbor, ends: endsLexbor, userinfo: userinfoLexbor, host: hostLexbor, names: namesLexbor, ipv4: ipv4Lexbor, path: pathLexbor, dots: dotsLexbor,
	})
}

var (
	trimLexbor = &step{value: "C0 and space at the ends, tabs and line ends", text: "removes C0 controls, spaces and cut-off characters at both ends, and tabs and line ends anywhere", do: func(s *state, _ string) {
		s.rest = remove(trimmedLexbor(s.rest), tabsAndLines)
	}}
	endsLexbor = &step{value: `/?#, the query behind a dot segment is path`, text: `ends an authority at "/", "?" or "#", and reads a "?" or "#" behind a last dot segment as "/", and one in the two octets behind a "%" that begins no escape as part of the path`, do: func(s *state, _ string) {
		endAt(s, "/?#")
		if !s.opaque {
			s.written, s.rest = s.readPathLexbor(s.rest)
		} else {
			i := indexLexbor(s.rest, "?#")
			s.written, s.rest = s.rest[:i], s.rest[i:]
		}
		if strings.HasPrefix(s.rest, "?") {
			i := indexLexbor(s.rest, "#")
			//percent:ignore escaped-by-hand Lexbor escapes this one
			s.rest = strings.ReplaceAll(s.rest[:i], "#", "%23") + s.rest[i:]
		}
	}}
	userinfoLexbor = &step{value: "escaped, both or neither", text: userinfoWeb.text + `, gives both or neither, and leaves out what stands in a user behind its last "@" and before the ":"`, do: func(s *state, _ string) {
		if i := strings.LastIndexByte(s.User.Text, '@'); i >= 0 && s.Password.Present {
			s.User.Text = s.User.Text[:i]
		}
		userinfoWeb.do(s, "")
		s.User.Present = s.User.Text != "" || s.Password.Text != ""
		s.Password.Present = s.User.Present
	}}
	hostLexbor = &step{value: "decoded, its case kept", text: "decodes the escapes of a host in special schemes, and then leaves the case of ASCII", do: func(s *state, _ string) {
		s.simple = s.special && strings.Contains(s.Host.Text, "%") && !strings.Contains(pct.Lower(s.Host.Text), "xn--")
		hostWeb.do(s, "")
	}}
	namesLexbor = &step{value: "UTS #46 of Unicode 16, less validated", text: `maps names by UTS #46 of Unicode 16 in special schemes without CheckBidi and CheckJoiners, lets a mark begin a label, takes Punycode of what is not normalized, decodes Punycode of ASCII, and refuses a wrong "xn--" label`, do: func(s *state, _ string) {
		s.mapWeb(func(name string) (string, bool) {
			s.simple = s.simple && isASCII(name)
			name, ok := charactersLexbor(name)
			if !ok {
				return "", false
			}
			lower := pct.Lower(name)
			switch {
			case isASCII(name) && s.simple:
				return name, true
			case isASCII(name) && !strings.Contains(lower, "xn--"):
				return lower, true
			}
			labels := strings.Split(fullStops.Get().Replace(name), ".")
			for i, label := range labels {
				// Punycode of ASCII alone, or of nothing.
				if text, ok := strings.CutPrefix(pct.Lower(label), "xn--"); ok && isASCII(text) {
					if ascii := strings.TrimSuffix(text, "-"); ascii != text && ascii != "" && !strings.HasPrefix(ascii, "xn--") || text == "" {
						labels[i] = ascii
					}
				}
			}
			name = strings.Join(labels, ".")
			const lenient = uts46.AnyJoiners | uts46.AnyDirections | uts46.AnyMarks | uts46.AnyForm
			b, err := uts46.ToASCII(nil, name, lenient)
			text, _ := uts46.ToUnicode(name, lenient)
			if strings.ContainsFunc(name+text, func(c rune) bool { return isRightToLeft(c) && isNew(c) }) {
				s.Verdict = Unknown // the file of ages has only what may stand beside Latin letters
			}
			return string(b), err == nil && !ageNode24.isNewer(name+text)
		})
	}}
	ipv4Lexbor = &step{value: "numbers, none beyond 32 bits", text: ipv4Web.text + ", and refuses a name whose last label begins with a decimal or octal number of more than 32 bits", do: func(s *state, _ string) {
		if s.special && !s.literal {
			last := undotted(s.Host.Text)
			last = last[strings.LastIndexByte(last, '.')+1:]
			digits := span(last, isDigit)
			if strings.HasPrefix(last, "0") {
				digits = span(last, func(c byte) bool { return '0' <= c && c <= '7' })
			}
			n, _ := ipv4Number(last[:digits])
			s.refuseUnless(n < 1<<32 || !all(last, func(c byte) bool { return pct.IsHex(c) || c|0x20 == 'x' }))
		}
		ipv4Web.do(s, "")
	}}
	pathLexbor = &step{value: "slashes and escapes, but spaces of opaque ones", text: `escapes what no path has, but for the spaces at the end of an opaque path`, do: func(s *state, _ string) {
		if s.Path.Text = s.written; s.opaque {
			s.Path.Text = percent.WHATWGC0Control.Encode(s.written)
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
		case dots == 2 && p.out != nil && !p.isDrive():
			p.out = p.out[:max(end, 0)]
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
		if c >= 0x80 {
			_, n := decodeLexbor(text[i:])
			for ; n > 1; n-- {
				p.out = pct.AppendEscape(p.out, text[i])
				i++
			}
			p.out = pct.AppendEscape(p.out, text[i])
			continue
		}
		if dots, n := 0, 0; last == len(p.out) && (c == '.' || c == '%') {
			if dots, n = p.dots(text[i:]); dots > 0 {
				if dots == 2 && p.count > 0 && !p.isDrive() {
					p.count--
					if end := bytes.LastIndexByte(p.out[:last-1], '/'); end >= 0 {
						p.out = p.out[:end+1]
					}
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

// decodeLexbor returns the character that text begins with, of which only the first octet is checked, and
// how many octets it takes: all that is left if there are too few.
func decodeLexbor(text string) (c rune, size int) {
	first := text[0]
	switch {
	case first < 0x80:
		return rune(first), 1
	case first < 0xC0, first >= 0xF8:
		return utf8.RuneError, 1
	case first < 0xE0:
		c, size = rune(first&0x1F), 2
	case first < 0xF0:
		c, size = rune(first&0x0F), 3
	default:
		c, size = rune(first&0x07), 4
	}
	if len(text) < size {
		return utf8.RuneError, len(text)
	}
	for i := 1; i < size; i++ {
		c = c<<6 | rune(text[i]&0x7F)
	}
	return c, size
}

// isCutLexbor reports whether decodeLexbor gave c for an octet that begins no character, or one that is cut off.
func isCutLexbor(text string, c rune) bool {
	return c == utf8.RuneError && !strings.HasPrefix(text, "\uFFFD")
}

// indexLexbor returns where an octet of set is that begins a character, or the length of the text.
func indexLexbor(text, set string) int {
	i := 0
	for i < len(text) && strings.IndexByte(set, text[i]) < 0 {
		_, size := decodeLexbor(text[i:])
		i += size
	}
	return i
}

// charactersLexbor returns the characters of a name; ok is false if an octet begins none.
func charactersLexbor(name string) (text string, ok bool) {
	if utf8.ValidString(name) {
		return name, true
	}
	b := make([]byte, 0, len(name))
	for name != "" {
		c, size := decodeLexbor(name)
		if isCutLexbor(name, c) {
			return "", false
		}
		b = utf8.AppendRune(b, c)
		name = name[size:]
	}
	return string(b), true
}

// trimmedLexbor returns text without controls, spaces and characters that are cut off at its ends.
func trimmedLexbor(text string) string {
	for text != "" {
		c, size := decodeLexbor(text)
		if c > ' ' && !isCutLexbor(text, c) || c == ' ' && size > 1 {
			break
		}
		text = text[size:]
	}
	for text != "" {
		i := len(text) - 1
		continues := func() bool { return 0x80 <= text[i] && text[i] < 0xC0 || text[i] >= 0xF8 }
		for i > 0 && len(text)-i < utf8.UTFMax && continues() {
			i--
		}
		if c, _ := decodeLexbor(text[i:]); c > ' ' && !continues() && !isCutLexbor(text[i:], c) {
			break
		}
		text = text[:i]
	}
	return text
}
