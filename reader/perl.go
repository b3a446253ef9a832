package reader

import (
	"cmp"
	"net/netip"
	"strings"
	"unicode"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/uts46"
	"github.com/pct-encoded/percent/uri"
)

// perlRows returns the row of Perl's URI. Sources: URI.pm, URI/_generic.pm, URI/_server.pm,
// URI/_idna.pm and those of the schemes.
func perlRows() []row {
	tiny := generic().with(&chain{
		scheme: schemeTiny, slashes: slashesDemanded, at: atFirst, userinfo: userinfoRaw, colon: colonTiny, port: portKept, host: hostAny,
		names: namesLower, demands: connectsTiny,
	})
	c := uriPerl()
	return []row{
		{Program: recorded("perl.uri", "5.17", "Perl URI->new"), chain: c, accessors: "========"},
		{Program: recorded("perl.http-tiny", "0.082", "Perl HTTP::Tiny, given octets"), client: true, chain: tiny, accessors: "========"},
		{Program: recorded("perl.http-tiny", "0.096", "Perl HTTP::Tiny, given octets"), client: true, chain: tiny.with(&chain{demands: connectsTiny96}), accessors: "========"},
		{Program: recorded("perl.lwp", "6.68", "Perl LWP, given octets"), client: true, chain: lwpChain.Get().with(&chain{demands: connectsLWP(&lwpChain)}), accessors: "========"},
		{Program: recorded("perl.lwp", "6.83", "Perl LWP, given octets"), client: true, chain: lwpChain83.Get().with(&chain{demands: connectsLWP(&lwpChain83)}), accessors: "========"},
	}
}

var (
	lwpChain   = lazy.Value[*chain]{Make: func() *chain { return uriPerl().with(&chain{input: inputLWP}) }}
	lwpChain83 = lazy.Value[*chain]{Make: func() *chain { return uriPerl().with(&chain{input: inputLWP83, colon: colonPerl83}) }}
)

func uriPerl() *chain {
	return generic().with(&chain{
		input: textInput, trim: trimPerl, scheme: schemePerl, slashes: slashesPerl, ends: endsPerl, at: atPerl, userinfo: userinfoPerl,
		colon: colonPerl, port: portKept, host: hostPerl, path: pathPerl, query: queryPerl, fragment: fragmentPerl,
	})
}

// What LWP and HTTP::Tiny do. Sources: LWP/Protocol/http.pm, Net/HTTP/Methods.pm, HTTP/Tiny.pm and
// IO/Socket/IP.pm. Both were given octets.
var (
	inputLWP   = &step{value: "octets", text: "takes any octets, of which it reads each beyond ASCII as a character of Latin-1", do: func(s *state, _ string) { s.inputLWP(false) }}
	inputLWP83 = &step{value: "octets, in UTF-8 twice behind a host beyond ASCII", text: inputLWP.text + ", and behind a host beyond ASCII escapes it in UTF-8", do: func(s *state, _ string) { s.inputLWP(true) }}
	// connectsLWP reads the host that it has decoded once more as that of a URL.
	connectsLWP = func(again *lazy.Value[*chain]) *step {
		return &step{value: "a connection, to what it reads of the decoded host", text: "decodes a host twice, ends it at a slash that was escaped and begins it behind an @ that was, and connects by http, https and ftp to addresses, and to names that the Domain Name System has", do: func(s *state, _ string) {
			s.connectLWP(again.Get())
		}}
	}
	schemeTiny = &step{value: "anything before ://", text: `reads what stands before a ":" as a scheme, unless it has a "/", "?" or "#"`, do: func(s *state, _ string) {
		if i := strings.IndexAny(s.rest, ":/?#"); i > 0 && s.rest[i] == ':' {
			s.Scheme, s.rest = present(pct.Lower(s.rest[:i])), s.rest[i+1:]
		}
	}}
	slashesDemanded = &step{value: "two, demanded", text: `wants a scheme and "//" behind it`, do: func(s *state, _ string) {
		s.refuseUnless(s.Scheme.Present && strings.HasPrefix(s.rest, "//"))
		slashesTwo.do(s, "")
	}}
	colonTiny = &step{value: "last, before digits", text: `begins the port at a ":" that only digits follow`, do: func(s *state, _ string) {
		if i := strings.LastIndexByte(s.hostPort, ':'); i >= 0 && all(s.hostPort[i+1:], isDigit) {
			s.Port, s.hostPort = present(s.hostPort[i+1:]), s.hostPort[:i]
		}
	}}
	// connectsTiny96 writes no request with controls or spaces in its target.
	connectsTiny96 = &step{value: "a connection, no controls and spaces", text: "connects by http and https to addresses, and to names that the Domain Name System has, and to localhost where there is no host, and asks for nothing where a path or query has controls or spaces, or a host NUL", do: func(s *state, _ string) {
		silent := strings.ContainsAny(s.Path.Text+s.Query.Text, c0AndSpace+"\x7f") || strings.Contains(s.Host.Text, "\x00")
		if connectsTiny.do(s, ""); silent {
			s.Path, s.Query = Part{}, Part{}
		}
	}}
	connectsTiny = &step{value: "a connection", text: "connects by http and https to addresses, and to names that the Domain Name System has, and to localhost where there is no host", do: func(s *state, _ string) {
		s.refuseUnless(s.Scheme.Text == "http" || s.Scheme.Text == "https")
		if s.Host.Text == "" {
			s.Host.Text = "localhost"
		}
		s.connectPerl()
	}}
)

// inputLWP reads octets as characters of Latin-1 in an authority, and behind it too if twice is set and a
// host has some beyond ASCII.
func (s *state) inputLWP(twice bool) {
	s.octets = true
	from := strings.Index(s.rest, "//") + 1
	if from > 0 {
		from++
	}
	to := from + span(s.rest[from:], func(c byte) bool { return c != '?' && c != '#' && c != '/' })
	isASCII := func(c byte) bool { return c < 0x80 }
	authority, rest := s.rest[from:to], s.rest[to:]
	characters := latin1(authority)
	if encoded := (state{authority: characters, octets: true}); twice && !all(authority, isASCII) {
		if encoded.idnaPerl(); encoded.authority != characters && hasMixedLabel(encoded.authority) {
			rest = latin1(rest)
		}
	}
	s.rest = escape(s.rest[:from], isASCII) + characters + escape(rest, isASCII)
}

// hasMixedLabel reports whether a label that is encoded has a character of ASCII, after which Perl has the
// whole URL as characters.
func hasMixedLabel(authority string) bool {
	for label := range strings.SplitSeq(authority[strings.LastIndexByte(authority, '@')+1:], ".") {
		if rest, ok := strings.CutPrefix(label, "xn--"); ok && strings.Contains(rest, "-") {
			return true
		}
	}
	return false
}

// connectLWP is what connectsLWP does, with the chain that reads the host again.
func (s *state) connectLWP(c *chain) {
	if strings.Contains(" gopher news nntp ", " "+s.Scheme.Text+" ") {
		s.Verdict = Unknown
	}
	s.refuseUnless(strings.Contains(" ftp http https ", " "+s.Scheme.Text+" ") && s.Host.Present)
	if s.Scheme.Text == "http" || s.Scheme.Text == "https" {
		s.refuseUnless(s.Host.Text != "")
		peer := s.Host.Text
		if strings.Contains(peer, ":") && peer[0] != '[' {
			peer = "[" + peer + "]"
		}
		again := c.read("http://" + string(octetsOf(peer)))
		if again.Verdict == Unknown {
			s.Verdict = Unknown
		}
		s.Host = again.Host
		if p := again.Port.Text; p != "" && p != "0" {
			s.Port = again.Port
		}
	}
	if s.Port.Text == "0" {
		s.Port.Text = ""
	}
	s.connectPerl()
}

// connectPerl connects as IO::Socket::IP does, which splits a host that has a port.
func (s *state) connectPerl() {
	host, service := s.Host.Text, cmp.Or(s.Port.Text, uri.DefaultPort(s.Scheme.Text))
	address, after, closed := strings.Cut(strings.TrimPrefix(host, "["), "]")
	name, port, split := strings.Cut(host, ":")
	isService := func(text string) bool { return !strings.ContainsAny(text, ": \t\n\v\f\r") }
	switch {
	case closed && host[0] == '[' && isIPv6(address) && (after == "" || after[0] == ':' && isService(after[1:])):
		host, port = address, strings.TrimPrefix(after, ":")
	case split && isService(name) && isService(port):
		host = name
	default:
		port = ""
	}
	if host == "" {
		host = "::1"
	}
	host, _, _ = strings.Cut(host, "\x00")
	service, _, _ = strings.Cut(cmp.Or(port, service), "\x00")
	service = strings.TrimPrefix(strings.TrimLeft(service, " \t\n\v\f\r"), "+")
	var ok bool
	if service, ok = portC(cmp.Or(service, "0")); !ok {
		if s.refuse(); strings.HasSuffix(port, ")") || len(port) > 1 && isAlpha(port[0]) && all(port, func(c byte) bool { return isAlpha(c) || isDigit(c) || c == '-' }) {
			s.Verdict = Unknown // the name of a service, or a number in parentheses
		}
	}
	_, err := netip.ParseAddr(ipv4C(host))
	s.refuseUnless(host != "" && host[0] != '[' && (err == nil || !allParts(host)))
	s.Host.Text, s.Port = host, present(service)
	if !strings.HasPrefix(s.Path.Text, "/") {
		s.Path.Text = "/" + s.Path.Text
	}
	user, _, _ := strings.Cut(s.User.Text, ":")
	broken := s.octets && strings.Contains(decode(user), ":") || strings.Contains(s.Path.Text+"?"+s.Query.Text, "\r\n")
	if connectBy(&s.Reading, reachedService); broken {
		s.Path, s.Query = Part{}, Part{} // no request that a server reads
	}
}

// allParts reports whether a host is four numbers in digits.
func allParts(host string) bool {
	return strings.Count(host, ".") == 3 && all(host, func(c byte) bool { return c == '.' || isDigit(c) }) && !strings.Contains("."+host+".", "..")
}

// latin1 returns octets as characters of Latin-1, and octetsOf these as octets.
func latin1(octets string) string {
	var b strings.Builder
	for _, c := range []byte(octets) {
		b.WriteRune(rune(c))
	}
	return b.String()
}

func octetsOf(text string) (octets []byte) {
	for _, r := range text {
		octets = append(octets, byte(r))
	}
	return octets
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
		if s.octets {
			s.rest = strings.Trim(s.rest, " \t\n\v\f\r")
		} else {
			s.rest = strings.TrimSpace(s.rest)
		}
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
	// colonPerl83 is that of URI 5.40.
	colonPerl83 = &step{value: "last, before digits or the end", text: `begins the port at the last ":" that only digits follow, or nothing`, do: func(s *state, _ string) {
		if colonPerl.do(s, ""); !s.Port.Present || s.Port.Text != "" {
			return
		}
		s.hostPort = strings.TrimSuffix(s.hostPort, ":")
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
		switch {
		case s.octets:
			l = pct.Lower(l)
		case !isASCII(l):
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
