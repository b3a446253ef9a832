package reader

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/uts46"
	"github.com/pct-encoded/percent/internal/wtf8"
)

// urlopenRows returns the row of urllib.request. Sources: Lib/urllib/request.py,
// Lib/urllib/parse.py, Lib/http/client.py and Lib/encodings/idna.py.
func urlopenRows() []row {
	c := generic().with(&chain{
		input: textInput, trim: trimUnwrap, scheme: schemeUrlopen, ends: endsUrlopen, at: atUrlopen, colon: colonUrlopen, port: portUrlopen,
		brackets: bracketsUrlopen, host: hostUrlopen, names: namesIDNA2003, ipv4: ipv4Resolved, path: pathUrlopen, demands: connectsUrlopen,
	})
	of := func(version string, c *chain) row {
		return row{Program: recorded("python.urlopen", version, "Python urllib.request.urlopen"), client: true, chain: c, accessors: "========"}
	}
	return []row{of("3.11.2", c), of("3.14.10", c.with(&chain{ends: endsUrlopenCapital}))}
}

var (
	trimUnwrap = &step{value: "white space, <>, URL:", text: `removes white space at both ends, then "<" and ">" at both ends, then "URL:" at the beginning, and what stands behind the last "#"`, do: func(s *state, _ string) {
		strip := func(t string) string { return strings.TrimFunc(t, isSpacePython) }
		s.rest = strip(s.rest)
		if strings.HasPrefix(s.rest, "<") && strings.HasSuffix(s.rest, ">") {
			s.rest = strip(s.rest[1:max(1, len(s.rest)-1)])
		}
		if strings.HasPrefix(s.rest, "URL:") {
			s.rest = strip(s.rest[4:])
		}
		if i := strings.LastIndexByte(s.rest, '#'); i >= 0 {
			s.rest = s.rest[:i]
		}
	}}
	schemeUrlopen = &step{value: "any but slashes", text: `reads any characters but slashes before the first ":" as a scheme`, do: func(s *state, _ string) {
		i := strings.IndexAny(s.rest, ":/")
		if i <= 0 || s.rest[i] != ':' {
			s.refuse()
			return
		}
		s.setScheme(lowerPython(s.rest[:i]), s.rest[i+1:])
	}}
	// endsUrlopen also decodes escapes, before the port is split off.
	endsUrlopen        = &step{value: `/?#`, text: `ends an authority at "/", "?" or "#", refuses one in which NFKC makes delimiters, and decodes its escapes`, do: func(s *state, _ string) { s.endUrlopen(bracketsPythonWhole) }}
	endsUrlopenCapital = &step{value: `/?#`, text: endsUrlopen.text + `; an IPvFuture in brackets may begin with "V"`, do: func(s *state, _ string) { s.endUrlopen(bracketsPythonCapital) }}
	atUrlopen          = &step{value: "none, last in ftp", text: `reads an "@" as part of the host, and in ftp ends the userinfo at the last one`, do: func(s *state, _ string) {
		if s.Scheme.Text == "ftp" {
			atLast.do(s, "")
		}
	}}
	colonUrlopen = &step{value: "last, not in brackets", text: `begins the port at the last ":" behind the last "]"`, do: func(s *state, _ string) {
		h := s.hostPort
		if i := strings.LastIndexByte(h, ':'); i > strings.LastIndexByte(h, ']') {
			s.Port, s.hostPort = present(h[i+1:]), h[:i]
		}
	}}
	portUrlopen = &step{value: "an integer of 16 bits", text: "wants a port that int() reads, with signs, underscores, spaces and the digits of any script, or an empty one, and connects to its last 16 bits", do: func(s *state, _ string) {
		if s.Port.Text == "" {
			return
		}
		port := s.Port.Text
		if s.Scheme.Text == "ftp" {
			s.refuseUnless(all(port, isDigit))
		}
		port, ok := intTextPython(port)
		s.refuseUnless(ok)
		if port == "0" && s.Scheme.Text == "ftp" {
			s.Port = Part{} // ftplib takes its own
			return
		}
		port, ok = portC(port)
		s.refuseUnless(ok)
		s.Port.Text = port
	}}
	bracketsUrlopen = &step{value: "removed but in ftp", text: "removes brackets around a host, and in ftp decodes its escapes instead", do: func(s *state, _ string) {
		if s.Scheme.Text == "ftp" {
			s.hostPort = unquote(s.hostPort)
			return
		}
		s.hostPort = unbracketed(s.hostPort)
	}}
	hostUrlopen = &step{value: "no controls and spaces, Latin-1", text: "refuses controls, spaces and characters beyond Latin-1 in a host", do: func(s *state, _ string) {
		s.refuseUnless(s.Scheme.Text == "ftp" || all(s.Host.Text, func(c byte) bool { return c > ' ' && c != 0x7F }) && isLatin1(s.authority) && !strings.ContainsAny(s.authority, "\r\n"))
	}}
	namesIDNA2003 = &step{value: "IDNA 2003", text: "maps names by IDNA 2003", do: func(s *state, _ string) {
		if h := s.Host.Text; !isASCII(h) {
			name, ok := s.idna2003(h)
			s.refuseUnless(ok)
			s.Host.Text = name
		}
	}}
	pathUrlopen = &step{value: "ASCII without controls and spaces", text: "refuses controls, spaces and characters beyond ASCII in path and query", do: func(s *state, _ string) {
		if s.Scheme.Text == "ftp" {
			return
		}
		target := s.written
		if !strings.HasPrefix(target, "/") {
			target = "/" + target
		}
		s.refuseUnless(all(target, func(c byte) bool { return c > ' ' && c < 0x7F }))
		s.Path.Text, s.Query.Text, s.Query.Present = strings.Cut(target, "?")
	}}
	connectsUrlopen = &step{value: "a connection", text: "connects by http, https and ftp to addresses, by ftp of IPv4 alone, and to names that the Domain Name System has, and by ftp to the machine where there is no host", do: func(s *state, _ string) {
		s.refuseUnless(s.Scheme.Text == "http" || s.Scheme.Text == "https" || s.Scheme.Text == "ftp")
		if s.Scheme.Text == "ftp" {
			h := s.Host.Text
			if h == "" {
				s.Host.Text = "127.0.0.1" // gethostbyname without a name returns 0.0.0.0
			}
			// gethostbyname asks nobody for a name of numbers that is no address of IPv4.
			numbers := all(h, func(c byte) bool { return isDigit(c) || c == '.' })
			s.refuseUnless(!strings.ContainsAny(h, ":[") && (h == "" || !isDigit(h[0]) || !numbers || strings.HasSuffix(h, ".") || isIPv4(h)))
		}
		connectBy(&s.Reading, reachedPython)
	}}
)

// unquote is urllib.parse.unquote: what is not UTF-8 becomes U+FFFD, once for each maximal subpart.
func unquote(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	s = decode(s)
	var b strings.Builder
	for s != "" {
		n, valid, _ := wtf8.Subsequence(s)
		if valid {
			b.WriteString(s[:n])
		} else {
			b.WriteRune(utf8.RuneError)
		}
		s = s[n:]
	}
	return b.String()
}

func isLatin1(s string) bool {
	for _, c := range s {
		if c > 0xFF {
			return false
		}
	}
	return true
}

// fullStops replaces the other full stops of IDNA by ".".
var fullStops = lazy.Value[*strings.Replacer]{Make: func() *strings.Replacer {
	return strings.NewReplacer("。", ".", "．", ".", "｡", ".")
}}

// idna2003 maps a name as Python's codec "idna" does. It knows the characters of
// scripts that are in Unicode 3.2.
func (s *state) idna2003(name string) (string, bool) {
	if ageDeno.isNewer(name) || strings.ContainsFunc(name, func(c rune) bool { return unicode.Is(unicode.Cherokee, c) }) {
		s.Verdict = Unknown // the mapping has changed since, and str.lower maps Cherokee the other way
		return name, true
	}
	labels := strings.Split(fullStops.Get().Replace(name), ".")
	for i, label := range labels {
		if isASCII(label) {
			if label == "" && i < len(labels)-1 || len(label) > maxLabel {
				return "", false
			}
			continue
		}
		for _, c := range label {
			if c >= 0x80 && !isOld(c) && !isProhibited(c) {
				// A character without a mapping today had none then.
				if text, _ := uts46.ToUnicode(string(c), uts46.Unvalidated); text != string(c) || norm.NFKC.String(text) != text {
					s.Verdict = Unknown
				}
			}
		}
		text := norm.NFKC.String(strings.NewReplacer("ß", "ss", "ẞ", "ss", "ς", "σ", "\u200c", "", "\u200d", "").Replace(label))
		text, _ = uts46.ToUnicode(text, uts46.Unvalidated)
		if strings.ContainsFunc(text, isProhibited) || !isOneDirection(text) {
			return "", false
		}
		if !isASCII(text) {
			if strings.HasPrefix(text, "xn--") {
				return "", false
			}
			if strings.Contains(text, ".") {
				s.Verdict = Unknown
			}
			b, err := uts46.ToASCII(nil, text, uts46.Unvalidated)
			if err != nil {
				return "", false
			}
			text = string(b)
		}
		if text == "" || len(text) > maxLabel {
			return "", false
		}
		labels[i] = text
	}
	return strings.Join(labels, "."), true
}

// isProhibited reports whether nameprep prohibits a character that it has mapped (RFC 3491,
// section 5), for those of isOld.
func isProhibited(c rune) bool {
	return 0x80 <= c && c <= 0x9F || c == 0x6DD || c == 0x70F || c == 0x180E || c == 0x340 || c == 0x341 || c == 0x2028 || c == 0x2029 || 0x2FF0 <= c && c <= 0x2FFB || 0x200E <= c && c <= 0x200F || 0x202A <= c && c <= 0x202E ||
		0x206A <= c && c <= 0x206F || 0xE000 <= c && c <= 0xF8FF || 0xFFF9 <= c && c <= 0xFFFF || 0xFDD0 <= c && c <= 0xFDEF || 0xE0001 <= c && c <= 0xE007F
}

// isOneDirection is the rule of RFC 3454, section 6: a label with right-to-left letters
// has no others, and begins and ends with one.
func isOneDirection(label string) bool {
	rightToLeft := func(c rune) bool { return isOldRightToLeft(c) && (unicode.IsLetter(c) || isRightToLeftSign(c)) }
	if !strings.ContainsFunc(label, rightToLeft) {
		return true
	}
	first, _ := utf8.DecodeRuneInString(label)
	last, _ := utf8.DecodeLastRuneInString(label)
	return rightToLeft(first) && rightToLeft(last) && !strings.ContainsFunc(label, func(c rune) bool { return unicode.IsLetter(c) && !rightToLeft(c) })
}

// isRightToLeftSign reports whether a character that is no letter is of table D.1 of RFC 3454.
func isRightToLeftSign(c rune) bool {
	switch c {
	case 0x5BE, 0x5C0, 0x5C3, 0x5F3, 0x5F4, 0x61B, 0x61F, 0x66D, 0x6D4, 0x6DD, 0x6FD, 0x6FE:
		return true
	}
	return 0x700 <= c && c <= 0x70D
}

// isOldRightToLeft is isRightToLeft for the characters of Unicode 3.2, to which alone the
// rule applies.
func isOldRightToLeft(c rune) bool {
	switch {
	case c == 0x620, 0x72D <= c && c <= 0x72F, 0x63B <= c && c <= 0x63F, c == 0x6EE, c == 0x6EF, c == 0x6FF, 0x74D <= c && c <= 0x77F, 0x7B2 <= c && c <= 0x8FF, 0xFBC2 <= c && c <= 0xFBD2, c > 0xFFFF:
		return false
	}
	return isRightToLeft(c)
}

// isOld reports whether a character beyond ASCII is in Unicode 3.2, for the most used
// blocks.
func isOld(c rune) bool {
	switch {
	case c < 0x220, 0x250 <= c && c <= 0x2AD, 0x300 <= c && c <= 0x34F, 0x386 <= c && c <= 0x3CE, 0x400 <= c && c <= 0x45F,
		0x2000 <= c && c <= 0x2052, 0x2100 <= c && c <= 0x213A, 0x2153 <= c && c <= 0x2182, 0x2190 <= c && c <= 0x23CE, 0x2460 <= c && c <= 0x24FE,
		0x3000 <= c && c <= 0x30FE, 0x4E00 <= c && c <= 0x9FA5, 0xAC00 <= c && c <= 0xD7A3, c == 0xFEFF, 0xFF01 <= c && c <= 0xFF9F, c == 0xFFFD,
		0x660 <= c && c <= 0x669, 0x5D0 <= c && c <= 0x5EA, c == 0x2060, 0x2A00 <= c && c <= 0x2AFF, 0xFB00 <= c && c <= 0xFB06:
		return true
	}
	return false
}

// endUrlopen ends an authority, whose brackets are looked at before it is decoded.
func (s *state) endUrlopen(brackets *step) {
	endAt(s, "/?#")
	brackets.do(s, "")
	s.refuseUnless(!expands(s.authority))
	s.authority = unquote(s.authority)
	s.hostPort = s.authority
	s.refuseUnless(s.authority != "")
	// Everything after the authority is requested.
	s.written, s.rest = s.rest, ""
}
