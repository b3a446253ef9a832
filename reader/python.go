package reader

import (
	"net/netip"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/pct-encoded/percent/internal/pct"
)

// pythonRows returns the rows of Python's urlsplit. Source: Lib/urllib/parse.py of each
// version.
func pythonRows() []row {
	v314 := urlsplitChain()
	v313 := v314.with(&chain{brackets: bracketsPython})
	v310 := v313.with(&chain{scheme: schemePython, brackets: bracketsPythonPaired})
	v39 := v310.with(&chain{port: portPythonInt})
	v38 := v39.with(&chain{scheme: schemePythonPort})
	v37 := v38.with(&chain{trim: trimTabsAndLines})
	v27 := v37.with(&chain{
		input: anyInput, trim: trimNothing, userinfo: userinfoRaw, colon: colonPython27, port: portPython27, names: namesLower,
	})
	of := func(versions string, c *chain) row {
		return row{Program: recorded("python.urlsplit", versions, "Python urllib.parse.urlsplit"), chain: c, accessors: "e==nneee"}
	}
	first := of("2.7.18", v27)
	first.accessors = "e===neee"
	return []row{
		first, of("3.6.15, 3.7.16", v37.with(&chain{names: namesPython37})), of("3.8.18", v38), of("3.9.18", v39), of("3.10.13", v310),
		of("3.11.2, 3.13.5, 3.14.2", v314), of("3.11.7, 3.12.1, 3.13.0", v313),
		of("3.13.18, 3.14.10", v314.with(&chain{brackets: bracketsPythonCapital})),
	}
}

// urlsplitChain is the chain of urlsplit in the latest version, and in 3.11.2 of Debian.
func urlsplitChain() *chain {
	return generic().with(&chain{
		input: textInput, trim: trimPython, scheme: schemeRFC, userinfo: userinfoPython, colon: colonPython,
		port: portPython, brackets: bracketsPythonWhole, names: namesPython,
	})
}

var (
	trimPython = &step{value: "C0 and space at the beginning, tabs and line ends", text: "removes C0 controls and spaces at the beginning, and tabs and line ends anywhere", do: func(s *state, _ string) {
		s.rest = remove(strings.TrimLeft(s.rest, c0AndSpace), tabsAndLines)
	}}
	trimTabsAndLines = &step{value: "tabs and line ends", text: "removes tabs and line ends anywhere", do: func(s *state, _ string) {
		s.rest = remove(s.rest, tabsAndLines)
	}}

	schemePython = &step{value: "scheme characters", text: "reads letters, digits, +, - and . in any order as a scheme", do: func(s *state, _ string) {
		if i := strings.IndexByte(s.rest, ':'); i > 0 && all(s.rest[:i], isSchemeRest) {
			s.Scheme, s.rest = present(pct.Lower(s.rest[:i])), s.rest[i+1:]
			s.special = isSpecial(s.Scheme.Text)
		}
	}}
	schemePythonPort = &step{value: "scheme characters, not before digits only", text: `reads letters, digits, +, - and . in any order as a scheme, unless only digits follow; "http" always`, do: func(s *state, _ string) {
		i := strings.IndexByte(s.rest, ':')
		if i > 0 && s.rest[:i] != "http" && i+1 < len(s.rest) && all(s.rest[i+1:], isDigit) {
			return
		}
		schemePython.do(s, "")
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
	colonPython27 = &step{value: "first behind the last bracket", text: `begins the port at the first ":" behind the last "]", and takes what stands from the second octet to the first "]" as the host`, do: func(s *state, _ string) {
		h := s.hostPort
		s.noHost = h == ""
		_, s.Port.Text, s.Port.Present = strings.Cut(h[strings.LastIndexByte(h, ']')+1:], ":")
		// A second ":" ends the port.
		s.Port.Text, _, _ = strings.Cut(s.Port.Text, ":")
		if strings.Contains(h, "[") && strings.Contains(h, "]") {
			s.literal = true
			h, _, _ = strings.Cut(h, "]")
			s.hostPort = h[min(1, len(h)):]
			return
		}
		s.hostPort, _, _ = strings.Cut(h, ":")
	}}

	portPython = &step{value: "to 65535", text: "wants a port of ASCII digits and at most 65535, or an empty one", do: func(s *state, _ string) {
		if s.Port.Text == "" {
			return
		}
		n, ok := number(s.Port.Text, 65535)
		s.refuseUnless(ok)
		s.Port.Text = strconv.Itoa(n)
	}}
	portPythonInt = &step{value: "an integer to 65535", text: "wants a port that int() reads, with signs, underscores, spaces and the digits of any script, of at most 65535, or an empty one", do: func(s *state, _ string) {
		if s.Port.Text == "" {
			return
		}
		n, ok := intPython(s.Port.Text)
		s.refuseUnless(ok && 0 <= n && n <= 65535)
		s.Port.Text = strconv.Itoa(n)
	}}
	portPython27 = &step{value: "an integer", text: "wants a port that int() reads, with signs and spaces, and has none above 65535", do: func(s *state, _ string) {
		if s.Port.Text == "" {
			return
		}
		text := strings.Trim(s.Port.Text, " \t\n\v\f\r")
		// A long ends in L, which int() accepts in no text in base 10.
		n, ok := 0, false
		if all(text, func(c byte) bool { return c < 0x80 && c != '_' }) {
			n, ok = intPython(text)
		}
		s.refuseUnless(ok)
		s.Port.Text = strconv.Itoa(n)
		if n < 0 || n > 65535 {
			s.Port = Part{}
		}
	}}

	bracketsPythonPaired = &step{value: "paired", text: `wants "[" and "]" both or neither, and gives what stands in brackets`, do: func(s *state, _ string) {
		s.refuseUnless(strings.Contains(s.authority, "[") == strings.Contains(s.authority, "]"))
	}}
	bracketsPython = &step{value: "IPv6 with a zone, IPvFuture", text: "wants an IPv6 address, which may have a zone, or an IPvFuture in the first brackets of an authority, and gives it without them", do: func(s *state, _ string) {
		bracketsPythonPaired.do(s, "")
		if _, in, ok := strings.Cut(s.authority, "["); ok {
			in, _, _ = strings.Cut(in, "]")
			s.refuseUnless(isBracketedPython(in))
		}
	}}
	bracketsPythonWhole = &step{value: "IPv6 with a zone, IPvFuture, alone", text: "wants an IPv6 address, which may have a zone, or an IPvFuture in brackets, with nothing but a port beside them, and gives it without them", do: func(s *state, _ string) {
		s.bracketsAlone(isBracketedPython)
	}}
	bracketsPythonCapital = &step{value: "IPv6 with a zone, IPvFuture also of V, alone", text: bracketsPythonWhole.text + `; IPvFuture may begin with "V"`, do: func(s *state, _ string) {
		s.bracketsAlone(func(in string) bool {
			if rest, ok := strings.CutPrefix(in, "V"); ok {
				in = "v" + rest
			}
			return isBracketedPython(in)
		})
	}}

	namesPython = &step{value: "lower case of Unicode", text: "writes names in the lower case of Unicode, but for what follows a %", do: func(s *state, _ string) {
		name, zone, ok := strings.Cut(s.Host.Text, "%")
		s.Host.Text = lowerPython(name)
		// Of characters that are newer than the oldest tables, it is not known whether the
		// program has their lower case.
		if name != s.Host.Text && ageNode10.isNewer(name) || strings.ContainsFunc(name, isNew) {
			s.Verdict = Unknown
		}
		if ok {
			s.Host.Text += "%" + zone
		}
	}}
)

// namesPython37: the tables of 3.6 are of Unicode 9, which has no capitals of Georgian, and
// those of 3.7 of Unicode 11.
var namesPython37 = &step{value: "lower case of an older Unicode", text: "writes names in the lower case of Unicode 9 or 11, but for what follows a %", do: func(s *state, _ string) {
	name, _, _ := strings.Cut(s.Host.Text, "%")
	if namesPython.do(s, ""); s.Verdict == Read && strings.ContainsFunc(name, func(c rune) bool {
		return 0x1C90 <= c && c <= 0x1CBF || 0xA7B8 <= c && c <= 0xA7DC || 0x16E40 <= c && c <= 0x16E7F
	}) {
		s.Verdict = Unknown
	}
}}

// The steps of tornado, which splits an authority itself.
var (
	colonTornado = &step{value: "last, before digits", text: `begins the port at the last ":" that only digits of any script follow, if something stands before it`, do: func(s *state, _ string) {
		h := s.hostPort
		i := strings.LastIndexByte(h, ':')
		if i > 0 && i+1 < len(h) && !strings.Contains(h[:i], "\n") && !strings.ContainsFunc(h[i+1:], func(c rune) bool { _, ok := digitValue(c); return !ok }) {
			s.Port, s.hostPort = present(h[i+1:]), h[:i]
		}
	}}
	portTornado = &step{value: "digits, of 16 bits", text: "reads a port in digits of any script, and connects to its last 16 bits", do: func(s *state, _ string) {
		if s.Port.Present {
			text, _ := intTextPython(s.Port.Text)
			port, ok := portC(text)
			s.Port.Text = port
			s.refuseUnless(ok)
		}
	}}
	// bracketsTornado returns the step of tornado on that of an urlsplit.
	bracketsTornado = func(urlsplit *step) *step {
		return &step{value: urlsplit.value, text: urlsplit.text, do: func(s *state, _ string) {
			urlsplit.do(s, "")
			s.hostPort = unbracketed(s.hostPort)
		}}
	}
	connectsTornado = &step{value: "a connection, IDNA 2003", text: "connects by http and https to addresses, and to names that the Domain Name System has, which it maps by IDNA 2003, and asks for nothing where there is a user without a password", do: func(s *state, _ string) {
		if h := s.Host.Text; !isASCII(h) {
			name, ok := s.idna2003(h)
			s.Host.Text = name
			s.refuseUnless(ok && !strings.HasPrefix(name, "["))
		}
		// C ends text at NUL.
		s.Host.Text, _, _ = strings.Cut(s.Host.Text, "\x00")
		silent := s.User.Present && !s.Password.Present || !isLatin1(s.authority[strings.LastIndexByte(s.authority, '@')+1:])
		s.dropEmptyQuery()
		if connect(&s.Reading, reachedPython); silent {
			s.Path, s.Query = Part{}, Part{}
		}
	}}
)

// bracketsAlone is _check_bracketed_netloc, with what may stand in brackets.
func (s *state) bracketsAlone(allowed func(string) bool) {
	bracketsPythonPaired.do(s, "")
	if !strings.Contains(s.authority, "[") {
		return
	}
	h := s.authority[strings.LastIndexByte(s.authority, '@')+1:]
	before, in, ok := strings.Cut(h, "[")
	if !ok {
		in, _, _ = strings.Cut(h, ":")
		s.refuseUnless(allowed(in))
		return
	}
	in, after, _ := strings.Cut(in, "]")
	s.refuseUnless(before == "" && (after == "" || after[0] == ':') && allowed(in))
}

// isBracketedPython is _check_bracketed_host.
func isBracketedPython(h string) bool {
	if strings.HasPrefix(h, "v") {
		version, rest, ok := strings.Cut(h[1:], ".")
		return ok && version != "" && all(version, pct.IsHex) && rest != "" && !strings.Contains(rest, "\n")
	}
	return isIPv6Python(h)
}

// isIPv6Python reports whether ipaddress.IPv6Address takes a text, which may have a zone.
func isIPv6Python(h string) bool {
	a, err := netip.ParseAddr(h)
	return err == nil && a.Is6() && !strings.Contains(a.Zone(), "%")
}

// lowerPython is str.lower, and toLowerCase of ECMAScript: a sigma that ends a word is
// final.
func lowerPython(s string) string {
	if all(s, func(c byte) bool { return c < 0x80 }) {
		return pct.Lower(s)
	}
	runes := []rune(strings.ReplaceAll(s, "\u0130", "i\u0307"))
	for i, c := range runes {
		if c == 'Σ' && isCased(runes[:i], -1) && !isCased(runes[i+1:], 1) {
			runes[i] = 'ς'
		}
	}
	return strings.ToLower(string(runes))
}

// wordMiddles are MidLetter, MidNumLet and Single_Quote of Unicode Standard Annex #29.
const wordMiddles = "'.:·\u0387\u055f\u05f4‘’\u2024\u2027\ufe13\ufe52\ufe55＇．："

// isCased reports whether the first character of text that is not case-ignorable is cased
// (The Unicode Standard, section 3.13, Final_Sigma), from its end if direction is -1.
func isCased(text []rune, direction int) bool {
	for i := range text {
		c := text[i]
		if direction < 0 {
			c = text[len(text)-1-i]
		}
		if strings.ContainsRune(wordMiddles, c) || unicode.In(c, unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk) {
			continue
		}
		return unicode.In(c, unicode.Lu, unicode.Ll, unicode.Lt, unicode.Other_Lowercase, unicode.Other_Uppercase)
	}
	return false
}

// intPython is int(s, 10), for ports: its results are at most 1 << 24.
func intPython(s string) (n int, ok bool) {
	text, ok := intTextPython(s)
	digits, negative := strings.CutPrefix(text, "-")
	n, small := number(digits, 1<<24)
	if !small {
		n = 1 << 24
	}
	if negative {
		n = -n
	}
	return n, ok
}

// intTextPython is str(int(s, 10)), which trims C's white space from ASCII text and
// Unicode's from other text.
func intTextPython(s string) (text string, ok bool) {
	if isASCII(s) {
		s = strings.Trim(s, " \t\n\v\f\r")
	} else {
		s = strings.TrimFunc(s, unicode.IsSpace)
	}
	negative := strings.HasPrefix(s, "-")
	if negative || strings.HasPrefix(s, "+") {
		s = s[1:]
	}
	digit := false // the previous character is a digit
	var b []byte
	for _, r := range s {
		if r == '_' && digit {
			digit = false
			continue
		}
		v, is := digitValue(r)
		if !is {
			return "", false
		}
		digit = true
		b = append(b, '0'+byte(v))
	}
	if text = trimZeros(string(b)); negative && text != "0" {
		text = "-" + text
	}
	return text, digit
}

// isSpacePython is str.isspace of a character.
func isSpacePython(r rune) bool { return unicode.IsSpace(r) || 0x1C <= r && r <= 0x1F }

// digitValue returns the value of a decimal digit (Nd). These come in groups of
// ten.
func digitValue(r rune) (int, bool) {
	if '0' <= r && r <= '9' {
		return int(r - '0'), true
	}
	if !unicode.Is(unicode.Nd, r) {
		return 0, false
	}
	for _, g := range unicode.Nd.R16 {
		if uint16(r) >= g.Lo && rune(g.Hi) >= r {
			return int(r-rune(g.Lo)) % 10, true
		}
	}
	for _, g := range unicode.Nd.R32 {
		if uint32(r) >= g.Lo && rune(g.Hi) >= r {
			return int(r-rune(g.Lo)) % 10, true
		}
	}
	return 0, false
}

// expands is _checknetloc: it reports whether NFKC turns a character of an authority
// into a delimiter.
func expands(authority string) bool { return expandsTo(authority, "/?#@:") }

// expandsTo reports whether NFKC changes an authority, and leaves a character of set in it.
func expandsTo(authority, set string) bool {
	if all(authority, func(c byte) bool { return c < 0x80 }) {
		return false
	}
	n := remove(authority, "@:#?")
	m := norm.NFKC.String(n)
	return m != n && strings.ContainsAny(m, set)
}
