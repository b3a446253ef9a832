package reader

import (
	"strings"
	"unicode"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// addressableRows returns the row of Addressable::URI. Source: lib/addressable/uri.rb. In its regular
// expressions, "^" and "$" stand at line ends.
func addressableRows() []row {
	c := generic().with(&chain{
		input: textInput, scheme: schemeAddressable, at: atAddressable, userinfo: userinfoAddressable, colon: colonAddressable, port: portAddressable,
		brackets: bracketsAddressable, host: hostAddressable, fragment: fragmentElixir, demands: demandsAddressable,
	})
	return []row{{Program: recorded("addressable.uri", "2.8.1, 2.9.0", "Ruby Addressable::URI.parse"), chain: c, accessors: "========"}}
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
