package reader

import (
	"strings"
	"unicode"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/uts46"
)

// perlRows returns the row of Perl's URI. Sources: URI.pm, URI/_generic.pm, URI/_server.pm,
// URI/_idna.pm and those of the schemes.
func perlRows() []row {
	c := generic().with(&chain{
		input: textInput, trim: trimPerl, scheme: schemePerl, slashes: slashesPerl, ends: endsPerl, at: atPerl, userinfo: userinfoPerl,
		colon: colonPerl, port: portKept, host: hostPerl, path: pathPerl, query: queryPerl, fragment: fragmentPerl,
	})
	return []row{{Program: recorded("perl.uri", "5.17", "Perl URI->new"), chain: c, accessors: "========"}}
}

// The classes of schemes that have a host, or are read otherwise.
const (
	serversPerl = " ftp gopher http https ldap ldaps mms news nntp nntps pop rlogin rsync rtsp rtspu sftp snews ssh telnet tn3270 "
	opaquePerl  = " mailto data urn "
)

// isPerl reports whether the scheme is in a list.
func (s *state) isPerl(list string) bool {
	return s.Scheme.Present && strings.Contains(list, " "+s.Scheme.Text+" ")
}

// isSIP reports whether the scheme is that of URI::sip.
func (s *state) isSIP() bool { return s.Scheme.Text == "sip" || s.Scheme.Text == "sips" }

var (
	trimPerl = &step{value: "white space, <>, URL:, quotes", text: `removes "<" and ">" around the text, with a "URL:" behind the first, then quotes, then white space at both ends`, do: func(s *state, _ string) {
		if in, ok := wrappedPerl(s.rest, "<", ">"); ok {
			s.rest = strings.TrimPrefix(in, "URL:")
		}
		if in, ok := wrappedPerl(s.rest, `"`, `"`); ok {
			s.rest = in
		}
		s.rest = strings.TrimSpace(s.rest)
	}}
	schemePerl = &step{value: "RFC 3986", text: `reads a letter and then letters, digits, +, - and . as a scheme, and without one leaves out what stands before a ":"`, do: func(s *state, _ string) {
		if schemeRFC.do(s, ""); s.Scheme.Present {
			return
		}
		if i := strings.IndexAny(s.rest, ":/?#"); i > 0 && s.rest[i] == ':' {
			s.rest = s.rest[i+1:]
		}
	}}
	slashesPerl = &step{value: "two", text: `wants "//" before an authority, but none in sip, and gives no host where it does not know the scheme`, do: func(s *state, _ string) {
		switch {
		case s.isSIP():
			s.hasAuthority = true
		case s.isPerl(opaquePerl):
		case s.isPerl(serversPerl), s.Scheme.Text == "file":
			slashesTwo.do(s, "")
		default:
			slashesTwo.do(s, "")
			s.noHost = true
		}
	}}
	endsPerl = &step{value: `/?#, in sip ;?`, text: `ends an authority at "/", "?" or "#", and in sip at ";" or "?"`, do: func(s *state, _ string) {
		if !s.isSIP() {
			endAt(s, "/?#")
			return
		}
		i := strings.IndexAny(s.rest, ";?")
		if i < 0 {
			i = len(s.rest)
		}
		s.authority, s.hostPort = s.rest[:i], s.rest[:i]
	}}
	atPerl = &step{value: "last, none in files", text: `ends the userinfo at the last "@", and has none in file`, do: func(s *state, _ string) {
		if s.Scheme.Text != "file" && !s.noHost {
			s.idnaPerl()
			atLast.do(s, "")
		}
	}}
	userinfoPerl = &step{value: "escaped, in one", text: "does not split the userinfo, and escapes what no URI has", do: func(s *state, _ string) {
		s.joinUser()
		s.User.Text = escape(s.User.Text, isURICPerl)
	}}
	colonPerl = &step{value: "last, before digits", text: `begins the port at the last ":" that only digits follow`, do: func(s *state, _ string) {
		if s.noHost || s.Scheme.Text == "file" {
			return
		}
		if i := strings.LastIndexByte(s.hostPort, ':'); i >= 0 && all(s.hostPort[i+1:], isDigit) {
			if s.Port = present(s.hostPort[i+1:]); s.Port.Text != "" {
				s.hostPort = s.hostPort[:i]
			}
		}
	}}
	portKept = &step{value: "as it is", text: "gives a port as it is"}
	// hostPerl gives octets as characters.
	hostPerl = &step{value: "without brackets, decoded to octets", text: "gives a host without its brackets and decodes its escapes, each to a character of Latin-1", do: func(s *state, _ string) {
		if !s.Host.Present {
			return
		}
		h := bracketsPerl.Get().Replace(s.Host.Text)
		if s.Scheme.Text != "file" {
			h = unbracketed(h)
		}
		var b strings.Builder
		for _, c := range []byte(decode(h)) {
			b.WriteRune(rune(c))
		}
		s.Host.Text = b.String()
	}}
	pathPerl = &step{value: "escaped", text: "escapes what no path has, and gives the query of ftp and mailto with the path", do: func(s *state, _ string) {
		switch {
		case s.isSIP():
			s.Path = Part{}
			return
		case s.Query.Present && (s.Scheme.Text == "ftp" || s.isPerl(opaquePerl)):
			s.Path.Text += "?" + s.Query.Text
		}
		s.Path.Text = s.escapePerl(s.Path.Text)
	}}
	queryPerl = &step{value: "escaped", text: "escapes what no query has, and has none in data and urn", do: func(s *state, _ string) {
		if s.isPerl(" data urn ") {
			s.Query = Part{}
		}
		s.Query.Text = s.escapePerl(s.Query.Text)
	}}
	fragmentPerl = &step{value: "escaped", text: "escapes what no fragment has", do: func(s *state, _ string) { s.Fragment.Text = s.escapePerl(s.Fragment.Text) }}
)

// wrappedPerl returns what stands between two marks in one line, which a line end may follow.
func wrappedPerl(text, first, last string) (in string, ok bool) {
	text = strings.TrimSuffix(text, "\n")
	if in, ok = strings.CutPrefix(text, first); ok {
		in, ok = strings.CutSuffix(in, last)
	}
	return in, ok && !strings.Contains(in, "\n")
}

// isURICPerl reports whether URI leaves an octet as it is.
func isURICPerl(c byte) bool {
	return percent.Unreserved.Contains(c) || c != 0 && strings.IndexByte(";/?:@&=+$,!*'()%#", c) >= 0
}

// escapePerl escapes what URI does not leave as it is, which is brackets as well but in mailto.
func (s *state) escapePerl(text string) string {
	if s.Scheme.Text != "mailto" {
		return escape(text, isURICPerl)
	}
	text = escape(text, func(c byte) bool { return isURICPerl(c) || c == '[' || c == ']' })
	return bracketsPerl.Get().Replace(text)
}

var bracketsPerl = lazy.Value[*strings.Replacer]{Make: func() *strings.Replacer {
	return strings.NewReplacer("%5B", "[", "%5b", "[", "%5D", "]", "%5d", "]")
}}

// idnaPerl is _host_escape. It puts the userinfo of the first line that has one before all lines, and
// takes digits of any script for a port.
func (s *state) idnaPerl() {
	user, host := "", s.authority
	for start := 0; start >= 0; start = nextLine(s.authority, start) {
		line, _, _ := strings.Cut(s.authority[start:], "\n")
		if i := strings.LastIndexByte(line, '@') + 1; i > 0 {
			user, host = line[:i], s.authority[:start]+s.authority[start+i:]
			break
		}
	}
	port := ""
	if h := strings.TrimRightFunc(host, unicode.IsDigit); h != host && strings.HasSuffix(h, ":") {
		host, port = h[:len(h)-1], host[len(h)-1:]
	}
	labels := strings.Split(host, ".")
	for i, l := range labels {
		if !isASCII(l) {
			if strings.ContainsFunc(l, isNew) {
				s.Verdict = Unknown
			}
			l = strings.ToLower(strings.ReplaceAll(l, "\u0130", "i\u0307"))
		}
		if !isASCII(l) {
			name, err := uts46.Encode(l)
			if strings.HasPrefix(l, "xn--") || err != nil {
				return
			}
			l = "xn--" + string(name)
		}
		if l == "" && (i < len(labels)-1 || i == 0) || len(l) > maxLabel {
			return
		}
		labels[i] = l
	}
	s.authority = user + strings.Join(labels, ".") + port
	s.hostPort = s.authority
}
