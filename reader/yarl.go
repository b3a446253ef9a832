package reader

import (
	"net/netip"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/uts46"
)

// yarlRows returns the row of yarl, which is built on urlsplit. Source: yarl/_url.py
// and yarl/_quoting_py.py.
func yarlRows() []row {
	c := urlsplitChain().with(&chain{
		userinfo: userinfoYarl, names: namesYarl, path: pathYarl, dots: dotsYarl, query: queryYarl, fragment: fragmentYarl,
	})
	// Since 1.18, yarl splits URLs itself.
	c19 := c.with(&chain{scheme: schemePython, port: portPythonInt, brackets: bracketsYarl, names: namesYarl19, path: pathYarl19, dots: dotsYarl19})
	c24 := c19.with(&chain{ends: endsNoBackslash, userinfo: userinfoYarl24, brackets: bracketsYarl24, names: namesYarl24, path: pathYarl24})
	of := func(version string, c *chain) row {
		return row{Program: recorded("yarl.url", version, "Python yarl.URL"), chain: c, accessors: "e===neee"}
	}
	return []row{of("1.8.2", c), of("1.19.0", c19), of("1.24.5", c24)}
}

var (
	userinfoYarl = &step{value: "escaped anew", text: `splits the userinfo at its first ":", decodes the escapes of what a userinfo may have, and escapes the rest`, do: func(s *state, _ string) {
		userinfoPython.do(s, "")
		s.User = Part{requoteYarl(s.User.Text, "", ""), s.User.Text != ""}
		s.Password.Text = requoteYarl(s.Password.Text, "", "")
	}}
	namesYarl = &step{value: "lower case, IDNA 2008 or 2003", text: "writes names in lower case and those beyond ASCII by UTS #46 and IDNA 2008, or else by IDNA 2003", do: func(s *state, _ string) {
		namesPython.do(s, "")
		h := s.Host.Text
		if s.authority == "" {
			s.Host, s.Port = Part{}, Part{}
			return
		}
		s.refuseUnless(h != "")
		addr, zone, zoned := strings.Cut(h, "%")
		if a, err := netip.ParseAddr(addr); err == nil && a.Zone() == "" {
			s.Host.Text = ntop6Python(a)
			if zoned {
				s.Host.Text += "%" + zone
			}
			s.dropPortZero()
			return
		}
		if h = lowerPython(h); !isASCII(h) {
			var ok bool
			h, ok = s.idnaYarl(ageNode14, h)
			s.refuseUnless(ok && h != "")
		}
		if strings.Contains(h, ":") {
			s.refuse() // it would be parsed again
			return
		}
		s.dropPortZero()
		s.Host.Text = h
		if name, rest, ok := strings.Cut(h, "%"); ok {
			s.Host.Text = pct.Lower(name) + "%" + rest
		}
	}}
	pathYarl = &step{value: "escaped anew", text: "decodes the escapes of what a path may have, but for / and +, and escapes the rest", do: func(s *state, _ string) {
		s.Path.Text = requoteYarl(s.Path.Text, "@:", "/+")
	}}
	dotsYarl = &step{value: "removed behind a host", text: "removes dot segments where there is an authority, those that were escaped as well", do: func(s *state, _ string) {
		if s.authority == "" {
			return
		}
		s.Path.Text = dotlessYarl(s.Path.Text)
		s.refuseUnless(s.Path.Text == "" || s.Path.Text[0] == '/')
		if s.Path.Text == "" {
			s.Path.Text = "/"
		}
	}}
	queryYarl = &step{value: "escaped anew, spaces as +", text: "decodes the escapes of what a query may have, but for =, +, & and ;, and escapes the rest, spaces as +", do: func(s *state, _ string) {
		s.Query.Text = requoteYarl(s.Query.Text, "?/:@", "=+&; ")
	}}
	fragmentYarl = &step{value: "escaped anew", text: "decodes the escapes of what a fragment may have, and escapes the rest", do: func(s *state, _ string) {
		s.Fragment.Text = requoteYarl(s.Fragment.Text, "?/:@", "")
	}}
)

// The steps since 1.18.
var (
	endsNoBackslash = &step{value: `/?#, without \`, text: `ends an authority at "/", "?" or "#", and refuses "\" in it`, do: func(s *state, _ string) {
		endAt(s, "/?#")
		s.refuseUnless(!strings.Contains(s.authority, `\`))
	}}
	userinfoYarl24 = &step{value: userinfoYarl.value, text: userinfoYarl.text + `, and refuses an authority in which NFKC makes delimiters or "%"`, do: func(s *state, _ string) {
		userinfoYarl.do(s, "")
		s.refuseUnless(!expandsTo(s.authority, "%"))
	}}
	bracketsYarl = &step{value: "with a colon, IPvFuture", text: `wants a text with ":" or an IPvFuture in the first brackets of an authority, and gives it without them`, do: func(s *state, _ string) {
		bracketsPythonPaired.do(s, "")
		if _, in, ok := strings.Cut(s.authority, "["); ok {
			s.refuseUnless(isBracketedYarl(in))
		}
	}}
	bracketsYarl24 = &step{value: "with a colon, IPvFuture, alone", text: `wants a text with ":" or an IPvFuture in brackets, with nothing but a port beside them, and gives it without them`, do: func(s *state, _ string) {
		h := s.authority[strings.LastIndexByte(s.authority, '@')+1:]
		bracketsPythonPaired.do(s, "")
		if strings.Contains(s.authority, "[") {
			_, after, _ := strings.Cut(h, "]")
			s.refuseUnless(strings.HasPrefix(h, "[") && strings.Count(h, "[") == 1 && strings.Count(h, "]") <= 1 && (after == "" || after[0] == ':') && isBracketedYarl(h[1:]))
		}
	}}
	namesYarl19 = &step{value: namesYarl.value, text: namesYarl.text, do: func(s *state, _ string) { s.hostYarl("%", false) }}
	namesYarl24 = &step{value: namesYarl.value + ", nothing ignored", text: namesYarl.text + ", and refuses characters that these ignore", do: func(s *state, _ string) { s.hostYarl("%25", true) }}
	pathYarl19  = &step{value: pathYarl.value, text: pathYarl.text, do: func(s *state, _ string) {
		pathYarl.do(s, "")
		if s.Path.Text == "" && s.hasAuthorityYarl() {
			s.Path.Text = "/"
		}
	}}
	pathYarl24 = &step{value: pathYarl.value + ", no scheme", text: pathYarl.text + `, and a ":" that would make a scheme`, do: func(s *state, _ string) {
		pathYarl19.do(s, "")
		if name, rest, ok := strings.Cut(s.Path.Text, ":"); ok && name != "" && s.Scheme.Text == "" && !s.hasAuthorityYarl() && all(name, isSchemeRest) {
			s.Path.Text = name + "%3A" + rest
		}
	}}
	dotsYarl19 = &step{value: dotsYarl.value, text: dotsYarl.text, do: func(s *state, _ string) {
		if s.hasAuthorityYarl() {
			s.Path.Text = "/" + dotlessYarl(strings.TrimPrefix(s.Path.Text, "/"))
		}
	}}
)

// isBracketedYarl reports whether what begins a text, up to "]", may stand in brackets.
func isBracketedYarl(text string) bool {
	in, _, _ := strings.Cut(text, "]")
	if strings.HasPrefix(in, "v") {
		return isBracketedPython(in)
	}
	return strings.Contains(in, ":")
}

// hasAuthorityYarl reports whether anything is left of an authority.
func (s *state) hasAuthorityYarl() bool {
	return s.authority != "" && (s.Host.Text != "" || s.Port.Text != "" || s.User.Text != "" || s.Password.Present)
}

// hostYarl is _encode_host, where zones stand behind percent or else a "%".
func (s *state) hostYarl(percent string, strict bool) {
	h := s.Host.Text
	if s.authority == "" {
		s.Host, s.Port = Part{}, Part{}
		return
	}
	s.refuseUnless(h != "" || s.Scheme.Text == "" || s.Scheme.Text == "file" || !isSpecial(s.Scheme.Text))
	if !strings.Contains(h, percent) {
		percent = "%"
	}
	addr, zone, zoned := strings.Cut(h, percent)
	a, err := netip.ParseAddr(addr)
	if err == nil && (a.Is4() || isIPv6Python(addr)) && (strings.Contains(h, ":") || endsInDigitPython(h)) {
		if s.Host.Text = a.String(); zoned {
			s.Host.Text += percent + zone
		}
		return
	}
	if isASCII(h) {
		h = pct.Lower(h)
	} else {
		if strict && strings.ContainsFunc(h, isIgnoredYarl) {
			s.refuse()
			return
		}
		tables := ageDeno
		if strict {
			tables = ageNode24
		}
		var ok bool
		h, ok = s.idnaYarl(tables, h)
		s.refuseUnless(ok && h != "")
	}
	if strings.Contains(h, "[") {
		h = h[1:max(1, len(h)-1)]
	}
	s.Host.Text = h
}

// endsInDigitPython reports whether str.isdigit holds for the last character of a text: a digit of any
// script, or one of superscripts, subscripts and those in circles.
func endsInDigitPython(s string) bool {
	c, _ := utf8.DecodeLastRuneInString(s)
	_, ok := digitValue(c)
	return ok || strings.ContainsFunc(norm.NFKD.String(string(c)), unicode.IsDigit) && unicode.Is(unicode.No, c)
}

// isIgnoredYarl reports whether a character is of those that IDNA may ignore: it has the property
// Default_Ignorable_Code_Point, or is U+1806.
func isIgnoredYarl(c rune) bool {
	switch {
	case unicode.Is(unicode.Other_Default_Ignorable_Code_Point, c), unicode.Is(unicode.Variation_Selector, c):
		return true
	case c == 0xAD, c == 0x61C, c == 0x1806, c == 0x180E, 0x200B <= c && c <= 0x200F, 0x202A <= c && c <= 0x202E, 0x2060 <= c && c <= 0x206F, c == 0xFEFF,
		0x1BCA0 <= c && c <= 0x1BCA3, 0x1D173 <= c && c <= 0x1D17A, 0xE0000 <= c && c <= 0xE0FFF:
		return true
	}
	return false
}

// dropPortZero treats port 0 as no port.
func (s *state) dropPortZero() {
	if s.Port.Text == "0" {
		s.Port = Part{}
	}
}

// ntop6Python is the text of ipaddress, in which IPv4-mapped addresses are hexadecimal.
func ntop6Python(a netip.Addr) string {
	if a.Is4In6() {
		return ipv6Web(a.String())
	}
	return a.String()
}

// corrected are the characters that Unicode Corrigendum #4 maps to others.
const corrected = "\U0002F868\U0002F874\U0002F91F\U0002F95F\U0002F9BF"

// idnaYarl maps a name by the package idna, or else by Python's codec.
func (s *state) idnaYarl(tables age, name string) (string, bool) {
	// Its tables are those of one version of Unicode, and its rules of writing directions
	// differ from those of IDNA 2003.
	direction := func(c rune) bool { return isRightToLeft(c) && !unicode.IsLetter(c) && !unicode.IsMark(c) }
	if tables < ageNode24 && strings.ContainsAny(name, corrected) || tables.isNewer(name) || strings.ContainsFunc(name, isNew) || strings.ContainsAny(name, "［］") {
		s.Verdict = Unknown
		return name, true
	}
	text, _ := uts46.ToUnicode(name, uts46.Unvalidated)
	labels := strings.Split(strings.TrimSuffix(text, "."), ".")
	legal, encoded := true, false
	for i, l := range labels {
		var ok bool
		labels[i], ok = idna2008(l)
		if strings.ContainsFunc(l, direction) {
			// A label that an Arabic digit begins, or a letter from left to right, may have none.
			first, _ := utf8.DecodeRuneInString(l)
			if ok = false; isRightToLeft(first) && !direction(first) {
				s.Verdict = Unknown
			}
		}
		legal = legal && ok && l != "" && len(l) <= maxLabel && all(l, func(c byte) bool { return c >= 0x80 || isAlnum(c) || c == '-' }) &&
			l[0] != '-' && l[len(l)-1] != '-' && !(len(l) > 3 && l[2:4] == "--" && l[:2] != "xn")
		encoded = encoded || strings.HasPrefix(l, "xn--")
	}
	newer := strings.Join(labels, ".")
	if strings.HasSuffix(text, ".") {
		newer += "."
	}
	if legal && !encoded {
		return newer, true
	}
	// A last label of only ignored characters may not count.
	if i := strings.LastIndexByte(name, '.'); i >= 0 && i+1 < len(name) && strings.Trim(name[i+1:], "\u00ad\ufeff") == "" {
		s.Verdict = Unknown
	}
	older, ok := s.idna2003(name)
	if legal && (!ok || older != newer) {
		s.Verdict = Unknown // a label that is encoded already may be refused by the newer
	}
	return older, ok
}

// requoteYarl is _Quoter: escapes of what is safe are decoded, unless it is protected.
func requoteYarl(s, safe, protected string) string {
	isSafe := func(c byte) bool {
		return percent.Unreserved.Contains(c) || c != 0 && c != ' ' && (strings.IndexByte("!$'()*,+&=;", c) >= 0 || strings.IndexByte(safe, c) >= 0 || strings.IndexByte(protected, c) >= 0)
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '%' && isEscape(s[i:]):
			v, _ := pct.Octet(s[i:])
			if isSafe(v) && (v == 0 || strings.IndexByte(protected, v) < 0) {
				b = append(b, v)
			} else {
				b = pct.AppendEscape(b, v)
			}
			i += 2
		case c == ' ' && strings.HasSuffix(protected, " "):
			b = append(b, '+') // of a query
		case isSafe(c):
			b = append(b, c)
		default:
			b = pct.AppendEscape(b, c)
		}
	}
	return string(b)
}

// dotlessYarl is _normalize_path.
func dotlessYarl(path string) string {
	segments := strings.Split(path, "/")
	var out []string
	for _, segment := range segments {
		switch segment {
		case "..":
			if len(out) > 0 {
				out = out[:len(out)-1]
			}
		case ".":
		default:
			out = append(out, segment)
		}
	}
	if last := segments[len(segments)-1]; last == "." || last == ".." {
		out = append(out, "")
	}
	return strings.Join(out, "/")
}
