package reader

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pct-encoded/percent/internal/pct"
)

// nodeRows returns the rows of url.parse of Node.js. Source: lib/url.js.
func nodeRows() []row {
	v18 := generic().with(&chain{
		input: textInput, trim: trimNode, scheme: schemeNode, backslash: backslashNode, slashes: slashesNode, ends: endsNode,
		userinfo: userinfoNode, colon: colonNode, port: portNode, brackets: bracketsNode, host: hostNode, names: namesNode,
		path: pathNode,
	})
	v22 := v18.with(&chain{names: namesNode22})
	v24 := v22.with(&chain{names: namesNode24})
	of := func(versions string, c *chain) row {
		return row{Program: recorded("node.legacy", versions, "Node.js url.parse"), chain: c, accessors: "========"}
	}
	return []row{
		{Program: recorded("bun.legacy", "1.4.5", "Bun url.parse"), chain: v22.with(&chain{slashes: slashesBun, names: namesBun}), accessors: "========"},
		of("18.20.8, 20.20.2", v18), of("22.23.3", v22), of("24.21.0", v24), of("26.10.0, 26.12.1", v24.with(&chain{host: hostNode26})),
	}
}

var (
	trimNode = &step{value: "C0, space, U+00A0 and U+FEFF at the ends", text: "removes C0 controls, spaces, U+00A0 and U+FEFF at both ends", do: func(s *state, _ string) {
		s.rest = strings.TrimFunc(s.rest, func(c rune) bool { return c <= ' ' || c == 0xA0 || c == 0xFEFF })
	}}
	schemeNode = &step{value: "scheme characters", text: "reads letters, digits, +, - and . in any order as a scheme", do: func(s *state, _ string) {
		if i := strings.IndexByte(s.rest, ':'); i > 0 && all(s.rest[:i], isSchemeRest) {
			s.written = s.rest[:i]
			s.setScheme(pct.Lower(s.written), s.rest[i+1:])
		}
	}}
	backslashNode = &step{value: "slash before ? and #", text: `reads "\" as "/" before the first "?" or "#"`, do: func(s *state, _ string) {
		i := strings.IndexAny(s.rest, "?#")
		if i < 0 {
			i = len(s.rest)
		}
		s.rest = strings.ReplaceAll(s.rest[:i], `\`, "/") + s.rest[i:]
	}}
	slashesNode = &step{value: "two, or none", text: `wants "//" before an authority in http, https, ftp, gopher, file, ws and wss in lower case, and none in other schemes; without a scheme an "@" must follow`, do: func(s *state, _ string) {
		two := strings.HasPrefix(s.rest, "//")
		switch {
		case s.Scheme.Text == "javascript":
			return
		case !s.Scheme.Present:
			s.simple = strings.HasPrefix(s.rest, "/") && isSimpleNode(s.rest)
			s.hasAuthority = two && !s.simple && startsWithUserNode(s.rest)
		default:
			s.hasAuthority = two || !isSlashedNode(s.written)
		}
		if s.hasAuthority && two {
			s.rest = s.rest[2:]
		}
	}}
	slashesBun = &step{value: "two, or none", text: `wants "//" before an authority in http, https, ftp, gopher, file, ws and wss, and none in other schemes; without a scheme an "@" must follow`, do: func(s *state, _ string) {
		s.written = s.Scheme.Text
		slashesNode.do(s, "")
	}}
	endsNode = &step{value: `/?#, and behind the @ what no host has`, text: `ends an authority at "/", "?" or "#", and behind its last "@" at white space, quotes, %, ;, <, >, \, ^, braces or "|"`, do: func(s *state, _ string) {
		if !s.hasAuthority {
			return
		}
		// Tabs and line ends are removed up to what ends the authority.
		i := strings.IndexAny(s.rest, "/?#")
		if i < 0 {
			i = len(s.rest)
		}
		clean := remove(s.rest[:i], tabsAndLines)
		s.rest = clean + s.rest[i:]
		i = len(clean)
		after := strings.LastIndexByte(clean, '@') + 1
		if j := strings.IndexAny(clean[after:], " \"%';<>\\^`{|}"); j >= 0 {
			i = after + j
		}
		s.authority, s.hostPort, s.rest = s.rest[:i], s.rest[:i], s.rest[i:]
	}}
	userinfoNode = &step{value: "decoded, in one", text: "decodes the userinfo, which it does not split", do: func(s *state, _ string) {
		if !s.User.Present {
			return
		}
		text := s.User.Text
		if s.Password.Present {
			text += ":" + s.Password.Text
		}
		s.refuseUnless(wellEscaped(text))
		text = decode(text)
		s.refuseUnless(utf8.ValidString(text))
		s.User.Text, s.Password = text, Part{}
	}}
	colonNode = &step{value: "last, before digits", text: `begins the port at the last ":" if only digits follow`, do: func(s *state, _ string) {
		h := s.hostPort
		if i := strings.LastIndexByte(h, ':'); i >= 0 && all(h[i+1:], isDigit) {
			s.Port, s.hostPort = Part{h[i+1:], i+1 < len(h)}, h[:i]
		}
	}}
	portNode     = &step{value: "any digits", text: "takes a port of any digits"}
	bracketsNode = &step{value: "any text", text: "takes nearly any text in brackets, and gives it without them", do: func(s *state, _ string) {
		h := s.hostPort
		s.literal = len(h) > 0 && h[0] == '[' && h[len(h)-1] == ']'
		if s.literal && !strings.HasPrefix(s.Path.Text, "/") {
			s.Path.Text = "/" + s.Path.Text
		}
	}}
	hostNode = &step{value: "cut at delimiters", text: `ends the host at a ":", whose rest is path, and refuses delimiters and controls in it`, do: func(s *state, _ string) {
		if !s.hasAuthority {
			return
		}
		h := s.Host.Text
		if !s.literal {
			if i := strings.IndexAny(h, `/\#?:`); i >= 0 {
				s.Path.Text, h = "/"+h[i:]+s.Path.Text, h[:i]
			}
		}
		if utf16Length(h) > 255 {
			h = ""
		}
		s.Host.Text = lowerPython(h)
	}}
	hostNode26 = &step{value: "refused with delimiters", text: `refuses a host with a ":" or another delimiter or control`, do: func(s *state, _ string) {
		s.refuseUnless(s.literal || !strings.Contains(s.hostPort, ":"))
		hostNode.do(s, "")
	}}
	namesNode = &step{value: "lower case of Unicode, UTS #46, to NUL", text: "writes names in lower case, ends them at NUL, and maps them by UTS #46", do: func(s *state, _ string) {
		mapNode(s, func(h string) (string, bool) {
			name, ok := s.toASCIIAda(ageNode18, h)
			name, _, _ = strings.Cut(name, "\x00")
			return name, ok
		})
	}}
	namesNode22 = &step{value: "lower case of Unicode, UTS #46", text: "writes names in lower case and maps them by UTS #46", do: func(s *state, _ string) {
		mapNode(s, func(h string) (string, bool) { return s.toASCIIAda(ageNode18, h) })
	}}
	namesBun = &step{value: "lower case of Unicode, UTS #46, xn-- labels checked", text: `writes names in lower case and maps them by UTS #46, and refuses names with a wrong "xn--" label even if all is ASCII`, do: func(s *state, _ string) {
		mapNode(s, s.toASCIIChecked)
	}}
	namesNode24 = &step{value: "lower case of Unicode, UTS #46 beyond ASCII", text: "writes names in lower case and maps those beyond ASCII by UTS #46", do: func(s *state, _ string) {
		if s.literal || isOddNode(strings.ReplaceAll(s.Host.Text, "xn--", "")) {
			mapNode(s, func(h string) (string, bool) { return s.toASCIIAda(ageNode24, h) })
		} else {
			s.refuseUnless(!strings.ContainsAny(s.Host.Text, forbiddenNode))
		}
	}}
	pathNode = &step{value: "unwise characters escaped", text: "escapes white space, quotes, <, >, backslashes, ^, braces and | in path, query and fragment", do: func(s *state, _ string) {
		if s.Scheme.Text != "javascript" && !s.simple {
			for _, p := range []*Part{&s.Path, &s.Query, &s.Fragment} {
				p.Text = escape(p.Text, func(c byte) bool { return strings.IndexByte("\t\n\r \"'<>\\^`{|}", c) < 0 })
			}
		}
		if s.Path.Text == "" {
			s.Path = Part{}
			if s.Host.Text != "" && isSlashedNode(s.Scheme.Text) {
				s.Path = present("/")
			}
		}
	}}
)

// forbiddenNode is forbiddenHostChars.
const forbiddenNode = "\x00\t\n\r #%/:<>?@[\\]^|"

// isOddNode reports whether a name has to be mapped.
func isOddNode(name string) bool {
	return !all(name, func(c byte) bool { return c < 0x80 }) || strings.Contains(name, "xn--")
}

// mapNode maps the host.
func mapNode(s *state, toASCII func(name string) (string, bool)) {
	h := s.Host.Text
	if h == "" {
		return
	}
	if s.literal {
		s.refuseUnless(!strings.ContainsAny(h, "\x00\t\n\r #%/<>?@\\^|"))
		s.Host.Text = unbracketed(h)
		return
	}
	if strings.ContainsFunc(h, isNew) {
		s.Verdict = Unknown // it may have a lower case
		return
	}
	h, ok := toASCII(h)
	s.refuseUnless(ok && h != "" && !strings.ContainsAny(h, forbiddenNode))
	s.Host.Text = h
}

// hasOddPunycode reports whether a label of a name is marked as Punycode with nothing to
// decode, or with nothing before its delimiter. Only some programs refuse these.
func hasOddPunycode(name string) bool {
	for label := range strings.FieldsFuncSeq(pct.Lower(name), func(c rune) bool { return c == '.' || c == '。' || c == '．' || c == '｡' }) {
		if strings.HasPrefix(label, "xn---") || strings.HasPrefix(label, "xn--") && strings.HasSuffix(label, "-") {
			return true
		}
	}
	return false
}

// isSlashedNode reports whether a scheme is of slashedProtocol.
func isSlashedNode(scheme string) bool { return isSpecial(scheme) || scheme == "gopher" }

// isSimpleNode is simplePathPattern, with the checks before it.
func isSimpleNode(rest string) bool {
	path, query, _ := strings.Cut(rest, "?")
	return !strings.Contains(rest, "#") && !strings.Contains(path, "@") && !strings.HasPrefix(rest, "///") && !strings.ContainsFunc(path+query, isSpaceECMA)
}

// startsWithUserNode is hostPattern, ^//[^@/]+@[^@/]+.
func startsWithUserNode(rest string) bool {
	user, host, ok := strings.Cut(rest[2:], "@")
	return ok && user != "" && !strings.Contains(user, "/") && host != "" && host[0] != '@' && host[0] != '/'
}

// isSpaceECMA is \s of ECMAScript.
func isSpaceECMA(c rune) bool {
	return c != 0x85 && unicode.IsSpace(c) || c == 0xFEFF
}

// utf16Length returns the number of code units of s.
func utf16Length(s string) int {
	n := 0
	for _, c := range s {
		n++
		if c > 0xFFFF {
			n++
		}
	}
	return n
}
