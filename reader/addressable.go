package reader

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/pct"
)

// addressableRows returns the row of Addressable::URI. Source: lib/addressable/uri.rb. In its regular
// expressions, "^" and "$" stand at line ends.
func addressableRows() []row {
	c := generic().with(&chain{
		input: textInput, scheme: schemeAddressable, at: atAddressable, userinfo: userinfoAddressable, colon: colonAddressable, port: portAddressable,
		brackets: bracketsAddressable, host: hostAddressable, fragment: fragmentElixir, demands: demandsAddressable,
	})
	return []row{
		{Program: recorded("addressable.uri", "2.8.1, 2.9.0", "Ruby Addressable::URI.parse"), chain: c, accessors: "========"},
		{Program: recorded("addressable.heuristic", "2.8.1, 2.9.0", "Ruby Addressable::URI.heuristic_parse"), chain: c.with(&chain{
			input: &step{value: textInput.value, text: textInput.text, do: func(s *state, _ string) {
				// strip removes octets behind white space as well, but not in all versions.
				if end := strings.TrimRightFunc(s.rest, func(r rune) bool { return r == utf8.RuneError }); end != s.rest && strings.TrimRight(end, "\x00\t\n\v\f\r ") != end {
					s.Verdict = Unknown
				}
				textInput.do(s, "")
			}},
			trim: &step{value: "white space, mended slashes, http", text: `removes white space and NUL at both ends, makes two slashes of those behind "http:", "https:" and "feed:" and three of those behind "file:", reads "\" before a path as "/", and puts "http://" before an IPv4 address and before a scheme with a full stop`, do: func(s *state, _ string) {
				s.rest = mendedAddressable(s.rest)
				name, _, ok := strings.Cut(s.rest, ":")
				if i := strings.IndexByte(name, '.'); ok && i > 0 && i < len(name)-1 && !strings.ContainsAny(name, "/?#") {
					s.Verdict = c.read(s.rest).Verdict
					s.rest = "http://" + s.rest
				}
			}},
			demands: demandsHeuristic,
		}), accessors: "========"},
	}
}

// mendsAddressable are the cases of heuristic_parse, the first of which that matches is mended.
var mendsAddressable = lazy.Value[[]mendAddressable]{Make: func() (list []mendAddressable) {
	for _, m := range [...][2]string{
		{`http:/+`, "http://"},
		{`https:/+`, "https://"},
		{`feed:/+http:/+`, "feed:http://"},
		{`feed:/+`, "feed://"},
		{`file:/{4,}`, "file:////"},
		{`file://localhost/+`, "file:///"},
		{`file:/+`, "file:///"},
	} {
		list = append(list, mendAddressable{regexp.MustCompile("(?im)^" + m[0]), m[1]})
	}
	return list
}}

type mendAddressable struct {
	start *regexp.Regexp
	by    string
}

// addressAddressable matches what heuristic_parse puts http before.
var addressAddressable = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp {
	return regexp.MustCompile(`(?m:^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})|\A\d+\..*:\d+\z`)
}}

// mendedAddressable is what heuristic_parse does before it parses.
func mendedAddressable(text string) string {
	text = strings.Trim(text, "\x00\t\n\v\f\r ")
	mended := false
	for _, m := range mendsAddressable.Get() {
		if at := m.start.FindStringIndex(text); at != nil {
			text, mended = text[:at[0]]+m.by+text[at[1]:], true
			break
		}
	}
	if !mended && addressAddressable.Get().MatchString(text) {
		text = "http://" + text
	}
	from := 0
	if i := strings.IndexAny(text, ":/?#"); i > 0 && text[i] == ':' {
		from = i + 1
	}
	if !strings.HasPrefix(text[from:], "//") {
		return text
	}
	from += 2
	to := from + span(text[from:], func(c byte) bool { return c != '/' && c != '?' && c != '#' })
	return text[:from] + strings.NewReplacer(`\`, "/", " ", "%20").Replace(text[from:to]) + text[to:]
}

// demandsHeuristic takes the beginning of a path for a host.
var demandsHeuristic = &step{value: `a host or a path, or a full stop before a slash`, text: `takes the beginning of a path with a full stop for a host of http, and one with an "@" between letters for that of mailto`, do: func(s *state, _ string) {
	demandsAddressable.do(s, "")
	if s.Verdict != Read || !strings.Contains(s.Path.Text, ".") {
		return
	}
	if isMailAddressable(s.Path.Text) {
		if !s.Scheme.Present {
			s.Scheme = present("mailto")
		}
		return
	}
	for start := 0; start >= 0; start = nextLine(s.Path.Text, start) {
		line := s.Path.Text[start:]
		end := strings.IndexByte(line, '/')
		if end < 0 {
			end = len(line)
		}
		if strings.LastIndexByte(line[:end], '.') < 1 {
			continue
		}
		host, rest := line[:end], s.Path.Text[:start]+line[end:]
		if rest != "" && rest[0] != '/' {
			rest = "/" + rest
		}
		s.Host, s.Path = present(host), present(rest)
		if !s.Scheme.Present {
			s.Scheme = present("http")
		}
		inner := host
		if b := unbracketed(host); b != host {
			inner = b
			s.refuseUnless(all(b, func(c byte) bool { return percent.Unreserved.Contains(c) || percent.SubDelims.Contains(c) || c == ':' }))
		}
		hostAddressable.do(s, "")
		s.Host.Text = inner
		return
	}
}}

// isMailAddressable reports whether an "@" stands between characters of words.
func isMailAddressable(path string) bool {
	isWord := func(r rune) bool {
		return unicode.In(r, unicode.L, unicode.M, unicode.Nd, unicode.Nl, unicode.Pc, unicode.Other_Alphabetic) || strings.ContainsRune("²³¹¼½¾", r)
	}
	for i := range len(path) {
		if path[i] == '@' {
			before, _ := utf8.DecodeLastRuneInString(path[:i])
			after, _ := utf8.DecodeRuneInString(path[i+1:])
			if isWord(before) && isWord(after) {
				return true
			}
		}
	}
	return false
}

// schemesAddressable are those that want a host or a path.
const schemesAddressable = " http https ftp tftp sftp ssh svn+ssh telnet nntp gopher wais ldap prospero "

var (
	schemeAddressable = &step{value: "RFC 3986, or refused", text: `refuses what stands before a ":" unless it is a letter and then letters, digits, +, - and ., and leaves its case`, do: func(s *state, _ string) {
		if i := strings.IndexAny(s.rest, ":/?#"); i > 0 && s.rest[i] == ':' {
			// Two letters beyond ASCII have capitals in ASCII.
			name := strings.NewReplacer("ſ", "s", "\u212a", "k").Replace(s.rest[:i])
			s.refuseUnless(schemeEnd(name+":") > 0)
			s.Scheme, s.rest = present(s.rest[:i]), s.rest[i+1:]
			s.special = isSpecial(pct.Lower(s.Scheme.Text))
		}
	}}
	atAddressable = &step{value: "last before brackets", text: `ends the userinfo at the last "@" before brackets`, do: func(s *state, _ string) {
		for start := 0; start >= 0; {
			text := s.authority[start:]
			end := strings.IndexAny(text, "[]")
			if end < 0 {
				end = len(text)
			}
			if i := strings.LastIndexByte(text[:end], '@'); i >= 0 {
				s.cutUser(start + i)
				s.User.Text, s.Password, s.hostPort = text[:i], Part{}, s.authority[:start]+text[i+1:]
				return
			}
			// Lines that begin before the bracket have no "@" before it, either.
			if end == len(text) {
				return
			}
			start = nextLine(s.authority, start+end)
		}
	}}
	userinfoAddressable = &step{value: "without white space at the ends", text: `splits the userinfo at its first ":", without white space at both ends`, do: func(s *state, _ string) {
		if !s.User.Present {
			return
		}
		s.joinUser()
		s.User.Text, s.Password.Text, s.Password.Present = strings.Cut(strings.Trim(s.User.Text, "\x00\t\n\v\f\r "), ":")
		s.Password.Text, _, _ = strings.Cut(s.Password.Text, "\n")
	}}
	colonAddressable = &step{value: "last, not in brackets", text: `begins the port at the last ":" that no bracket follows`, do: func(s *state, _ string) {
		if i, end := portAt(s.authority); i >= 0 && i+1 < end {
			s.Port = present(s.authority[i+1 : end])
		}
		if i, end := portAt(s.hostPort); i >= 0 {
			s.hostPort = s.hostPort[:i] + s.hostPort[end:]
		}
	}}
	portAddressable = &step{value: "decoded digits", text: "decodes the escapes of a port and wants digits, or an empty one, and has none where it is 0", do: func(s *state, _ string) {
		if !s.Port.Present {
			return
		}
		port := decode(s.Port.Text)
		switch digits := all(port, isDigit); {
		case digits:
			port = trimZeros(port)
			s.Port = Part{port, port != "0"}
		case strings.Contains(port, "\n"):
			s.Verdict = Unknown // a line of digits is enough
		default:
			s.refuse()
		}
		if s.Port.Text == "0" {
			s.Port = Part{}
		}
	}}
	bracketsAddressable = &step{value: "RFC 3986", text: `wants unreserved characters, sub-delims and ":" in brackets, and gives them without these`, do: func(s *state, _ string) {
		if h := unbracketed(s.hostPort); h != s.hostPort {
			s.literal, s.hostPort = true, h
			s.refuseUnless(all(h, func(c byte) bool { return percent.Unreserved.Contains(c) || percent.SubDelims.Contains(c) || c == ':' }))
		}
	}}
	hostAddressable = &step{value: "few octets refused", text: `refuses white space, <, >, {, }, \, " and "@" in a host`, do: func(s *state, _ string) {
		s.refuseUnless(!strings.ContainsAny(s.Host.Text, `<>{}/\?#@"`) && !strings.ContainsFunc(s.Host.Text, unicode.IsSpace))
	}}
	demandsAddressable = &step{value: `a host or a path, no ":" at the beginning`, text: `takes relative references, too, whose first segment has no ":", and wants a host or a path in http, https, ftp and schemes of other ports that it knows`, do: func(s *state, _ string) {
		s.refuseUnless(s.Host.Text != "" || s.literal || s.Path.Text != "" || !strings.Contains(schemesAddressable, " "+pct.Lower(s.Scheme.Text)+" "))
		if s.Scheme.Present {
			return
		}
		text, next := s.Path.Text, -1
		for start := 0; start >= 0; start = nextLine(text, start) {
			if next < start {
				i := strings.IndexAny(text[start:], "/:")
				if i < 0 {
					break
				}
				next = start + i
			}
			s.refuseUnless(text[next] != ':')
		}
	}}
)

// nextLine returns where the line behind the one at an index begins, or -1.
func nextLine(text string, at int) int {
	if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
		return at + i + 1
	}
	return -1
}

// portAt returns the index of the first ":" that none of ":@[]" follows in its line, and where the line
// ends, or -1.
func portAt(text string) (at, end int) {
	for start := 0; start >= 0; {
		next := nextLine(text, start)
		end := len(text)
		if next > 0 {
			end = next - 1
		}
		if i := strings.LastIndexByte(text[start:end], ':'); i >= 0 && !strings.ContainsAny(text[start+i+1:end], "@[]") {
			return start + i, end
		}
		start = next
	}
	return -1, -1
}
