package reader

import (
	"strconv"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/reader/internal/plain"
	"github.com/pct-encoded/percent/uri"
)

// generic is the chain of a reader that splits any text as RFC 3986, appendix B, does.
//
//go:noinline
func generic() *chain {
	return &chain{
		input: anyInput, trim: trimNothing, octets: octetsAny, scheme: schemeRFC, backslash: backslashOrdinary,
		slashes: slashesTwo, ends: endsRFC, at: atLast, userinfo: userinfoRaw, colon: colonLast, port: portDigits,
		brackets: bracketsKept, host: hostAny, names: namesKept, ipv4: ipv4Text, path: pathRaw, dots: dotsKept,
		query: queryRaw, fragment: fragmentRaw, demands: demandsNothing,
	}
}

// strict is the chain of the grammar of RFC 3986, appendix A.
func strict() *chain {
	return generic().with(&chain{
		octets: octetsRFC, scheme: schemeAsWritten, at: atFirst, userinfo: userinfoRFC, colon: colonRFC, brackets: bracketsRFC, host: hostRFC,
		path: pathRFC, demands: demandsNoColon,
	})
}

func standardRows() []row {
	c := strict()
	php := c.with(&chain{userinfo: userinfoPHPURI, port: portPHPURI})
	parser := c.with(&chain{userinfo: userinfoRFCOne, brackets: bracketsRFCBare})
	boost := c.with(&chain{ends: endsBoost, at: atLibxml2, userinfo: userinfoRaw, colon: colonLibxml2, host: hostAny})
	haskell := c.with(&chain{userinfo: userinfoRFCOne, brackets: bracketsHaskell, host: hostHaskell})
	erlang := c.with(&chain{octets: octetsErlang, port: portErlang, userinfo: userinfoRFCOne, colon: colonErlang, brackets: bracketsErlang})
	elixir := generic().with(&chain{at: atElixir, userinfo: userinfoElixir, colon: colonElixir, port: portElixir, fragment: fragmentElixir, demands: demandsElixirParse})
	const asIs = "========"
	return append(rubyRows(c),
		row{Program: recorded("boost.url", "1.81.0", "Boost.URL parse_uri_reference"), chain: boost, accessors: asIs},
		row{Program: recorded("erlang.uri_string", "25.2.3", "Erlang uri_string:parse"), chain: erlang, accessors: asIs},
		row{Program: recorded("elixir.new", "1.14.0", "Elixir URI.new"), chain: erlang.with(&chain{port: portElixirNew, demands: demandsElixir}), accessors: "====dn=="},
		row{Program: recorded("elixir.parse", "1.14.0", "Elixir URI.parse"), chain: elixir, accessors: "====dn=="},
		row{Program: recorded("haskell.uri", "2.6.4.1", "Haskell Network.URI.parseURIReference"), chain: haskell, accessors: asIs},
		row{Program: recorded("php.rfc3986", "8.5.10", `PHP Uri\Rfc3986\Uri`), chain: php, accessors: asIs},
		row{Program: recorded("uriparser.uri", "0.9.7", "uriparser uriParseSingleUriExA"), chain: parser, accessors: asIs},
		row{Program: recorded("percent.uri", "0.1.0", "RFC 3986, package uri"), chain: c, exact: readURI, accessors: asIs},
	)
}

// readURI reads a URI as package uri does.
func readURI(url string, r *Reading) {
	u, err := uri.Parse(url)
	if err != nil {
		r.Verdict = Refused
		return
	}
	r.Verdict = Read
	r.Scheme = Part{u.Scheme(), part(u, uri.Scheme).Present}
	r.Host, r.Port, r.Path = part(u, uri.Host), part(u, uri.Port), part(u, uri.Path)
	r.Query, r.Fragment = part(u, uri.Query), part(u, uri.Fragment)
	if c := u.Get(uri.Userinfo); c.Present {
		r.User.Present = true
		r.User.Text, r.Password.Text, r.Password.Present = strings.Cut(c.Raw, ":")
	}
}

// maxPortPHP is how many digits of a port PHP reads, zeros included; they must fit into a
// zend_long.
const maxPortPHP = 20

var (
	octetsRFC = &step{value: "RFC 3986", text: "refuses octets that no URI has, and malformed escapes", do: func(s *state, _ string) {
		s.refuseUnless(wellEscaped(s.rest) && all(s.rest, func(c byte) bool {
			return isPathOctet(c) || strings.IndexByte("/?#[]%", c) >= 0
		}))
	}}
	octetsErlang = &step{value: "RFC 3986, any %", text: "refuses octets that no URI has, but not malformed escapes", do: func(s *state, _ string) {
		s.refuseUnless(all(s.rest, func(c byte) bool { return isPathOctet(c) || strings.IndexByte("/?#[]%", c) >= 0 }))
	}}
	portErlang = &step{value: "an integer, not empty", text: "wants a port of digits, and has none where it is empty", do: func(s *state, _ string) {
		portDigits.do(s, "")
		s.Port = Part{trimZeros(s.Port.Text), s.Port.Text != ""}
	}}
	colonErlang = &step{value: "first, behind brackets", text: `begins the port at the first ":", or behind the "]" of a host that begins with "["`, do: func(s *state, _ string) {
		if i := strings.IndexByte(s.hostPort, ']') + 1; strings.HasPrefix(s.hostPort, "[") && i > 0 && i < len(s.hostPort) && s.hostPort[i] != ':' {
			s.Verdict = Unknown
			return
		}
		colonRFC.do(s, "")
	}}
	bracketsErlang = &step{value: "IPv6, without them", text: "wants an IPv6 address in brackets, and gives it without them", do: func(s *state, _ string) {
		if h := s.hostPort; strings.HasPrefix(h, "[") {
			s.literal = true
			s.hostPort = unbracketed(h)
			s.refuseUnless(isIPv6(s.hostPort))
		}
	}}
	schemeAsWritten = &step{value: "RFC 3986, as written", text: "reads a letter and then letters, digits, +, - and . as a scheme, and leaves its case", do: func(s *state, _ string) {
		if i := schemeEnd(s.rest); i > 0 {
			s.Scheme, s.rest = present(s.rest[:i]), s.rest[i+1:]
			s.special = isSpecial(pct.Lower(s.Scheme.Text))
		}
	}}
	userinfoRFC = &step{value: "RFC 3986", text: `splits the userinfo at its first ":", and refuses brackets in it`, do: func(s *state, _ string) {
		s.refuseUnless(!strings.ContainsAny(s.User.Text+s.Password.Text, "[]"))
	}}
	userinfoRFCOne = &step{value: "RFC 3986, in one", text: "does not split the userinfo, and refuses brackets in it", do: func(s *state, _ string) {
		s.joinUser()
		userinfoRFC.do(s, "")
	}}
	userinfoPHPURI = &step{value: "RFC 3986, both or neither", text: `splits the userinfo at its first ":", refuses brackets in it, and gives an empty password where there is none`, do: func(s *state, _ string) {
		userinfoRFC.do(s, "")
		s.Password.Present = s.User.Present
	}}
	colonRFC = &step{value: "first, behind brackets", text: `begins the port at the first ":", or behind the "]" of a host that begins with "["`, do: func(s *state, _ string) {
		colonCurl.do(s, "")
	}}
	portPHPURI = &step{value: "an integer, not empty", text: "wants a port of digits, and has none where it is empty", do: func(s *state, _ string) {
		portDigits.do(s, "")
		_, err := strconv.ParseInt("0"+s.Port.Text, 10, 64)
		s.refuseUnless(len(s.Port.Text) <= maxPortPHP && err == nil)
		s.Port = Part{trimZeros(s.Port.Text), s.Port.Text != ""}
	}}
	bracketsRFC = &step{value: "IPv6, IPvFuture", text: "wants an IPv6 address or an IPvFuture in brackets", do: func(s *state, _ string) {
		if h := s.hostPort; strings.HasPrefix(h, "[") {
			s.literal = true
			s.refuseUnless(isLiteralRFC(unbracketed(h)))
		}
	}}
	bracketsRFCBare = &step{value: "IPv6, IPvFuture, without them", text: "wants an IPv6 address or an IPvFuture in brackets, and gives it without them", do: func(s *state, _ string) {
		if bracketsRFC.do(s, ""); s.literal {
			s.hostPort = unbracketed(s.hostPort)
		}
	}}
	bracketsHaskell = &step{value: "IPv6 with a zone behind %25, IPvFuture", text: `wants an IPv6 address, which may have a zone behind "%25", or an IPvFuture without ":" in brackets`, do: func(s *state, _ string) {
		h := s.hostPort
		if !strings.HasPrefix(h, "[") {
			return
		}
		s.literal = true
		in := unbracketed(h)
		if strings.HasPrefix(in, "v") {
			s.refuseUnless(isLiteralRFC(in) && !strings.Contains(in, ":"))
			return
		}
		addr, zone, zoned := strings.Cut(in, "%")
		s.refuseUnless(isIPv6(withoutZeros(addr)) && !hasLongOctet(addr) && (!zoned || len(zone) > 2 && zone[:2] == "25" && spanRFC3986(zone[2:], "") == len(zone)-2))
	}}
	hostHaskell = &step{value: "RFC 3986, to 255", text: `refuses brackets and "@" in a host, and a name of more than 255 characters`, do: func(s *state, _ string) {
		hostRFC.do(s, "")
		s.refuseUnless(s.literal || len(s.Host.Text)-2*strings.Count(s.Host.Text, "%") <= 255)
	}}
	// endsBoost: the text after an authority need not begin with a slash.
	endsBoost = &step{value: "where the grammar ends", text: "ends an authority where the grammar of RFC 3986 does, and reads what follows as a path", do: func(s *state, _ string) {
		endsAfterHost(s, func(text string) int {
			if n := plain.IPv4Prefix(text); n > 0 {
				return n // the rest is not checked
			}
			return spanRFC3986(text, "")
		})
		s.noHost = false
		if s.User.Present {
			user, _, _ := strings.Cut(s.authority, "@")
			s.User.Text, s.Password.Text, s.Password.Present = strings.Cut(user, ":")
		}
	}}
	hostRFC = &step{value: "RFC 3986", text: `refuses brackets and "@" in a host`, do: func(s *state, _ string) {
		s.refuseUnless(s.literal || !strings.ContainsAny(s.Host.Text, "[]@"))
	}}
	pathRFC = &step{value: "RFC 3986", text: `refuses brackets in path, query and fragment, and a "#" in the fragment`, do: func(s *state, _ string) {
		s.refuseUnless(!strings.ContainsAny(s.Path.Text+s.Query.Text+s.Fragment.Text, "[]") && !strings.Contains(s.Fragment.Text, "#"))
	}}
)

var (
	demandsElixir = &step{value: `no ":" in a first segment, default ports`, text: `takes relative references, too, whose first segment has no ":", writes the scheme in lower case, and gives its port where there is none`, do: func(s *state, _ string) {
		demandsNoColon.do(s, "")
		demandsElixirParse.do(s, "")
	}}
	demandsElixirParse = &step{value: "nothing, default ports", text: "takes relative references, too, and gives the port of the scheme where there is none", do: func(s *state, _ string) {
		s.Scheme.Text = pct.Lower(s.Scheme.Text)
		if port := portOfElixir(s.Scheme.Text); !s.Port.Present && port != "" {
			s.Port = present(port)
		}
	}}
	atElixir = &step{value: "last, in the same line", text: `ends the userinfo at the last "@" that no line end stands before`, do: func(s *state, _ string) {
		line, _, _ := strings.Cut(s.authority, "\n")
		s.cutUser(strings.LastIndexByte(line, '@'))
	}}
	userinfoElixir = &step{value: "as it is, in one", text: "does not split the userinfo, and has none where it is empty", do: func(s *state, _ string) {
		s.joinUser()
		s.User.Present = s.User.Text != ""
	}}
	// colonElixir drops the text after host and port.
	colonElixir = &step{value: "first, behind brackets", text: `begins the port at the first ":", or behind the "]" of a host of letters, digits, colons and points in brackets, and leaves out what stands behind it`, do: func(s *state, _ string) {
		h := s.hostPort
		i := strings.IndexByte(h, ':')
		if strings.HasPrefix(h, "[") {
			if n := 1 + span(h[1:], func(c byte) bool { return isAlnum(c) || c == ':' || c == '.' }); n < len(h) && h[n] == ']' {
				i = n + 1
			}
		}
		if i < 0 {
			i = len(h)
		}
		s.hostPort = strings.TrimRight(strings.TrimLeft(h[:i], "["), "]")
		s.noHost = h[:i] == "" && s.authority != ""
		if i < len(h) && h[i] == ':' {
			s.Port.Text = h[i+1 : i+1+span(h[i+1:], isDigit)]
		}
	}}
	portElixir = &step{value: "digits", text: "reads the digits of a port, and has none where there are none", do: func(s *state, _ string) {
		s.Port = Part{trimZeros(s.Port.Text), s.Port.Text != ""}
	}}
	portElixirNew = &step{value: "an integer, or undefined", text: `wants a port of digits, and gives an empty one as "undefined"`, do: func(s *state, _ string) {
		empty := s.Port.Present && s.Port.Text == ""
		if portErlang.do(s, ""); empty {
			s.Port = present("undefined")
		}
	}}
	fragmentElixir = &step{value: "to the line end", text: "ends the fragment at a line end", do: func(s *state, _ string) {
		s.Fragment.Text, _, _ = strings.Cut(s.Fragment.Text, "\n")
	}}
)

// portOfElixir returns the default port of a scheme, or "".
func portOfElixir(scheme string) string {
	switch scheme {
	case "sftp":
		return "22"
	case "tftp":
		return "69"
	case "ldap":
		return "389"
	}
	return defaultHTTPX(scheme)
}

// hasLongOctet reports whether an IPv4 address at the end of an IPv6 address has a number
// of more than three digits.
func hasLongOctet(addr string) bool {
	i := strings.LastIndexByte(addr, ':') + 1
	for f := range strings.SplitSeq(addr[i:], ".") {
		if len(f) > 3 && strings.Contains(addr, ".") {
			return true
		}
	}
	return false
}

// isLiteralRFC reports whether a text is an IPv6 address or an IPvFuture (RFC 3986, section
// 3.2.2).
func isLiteralRFC(in string) bool {
	if in == "" || in[0]|0x20 != 'v' {
		return isIPv6(in)
	}
	version, text, ok := strings.Cut(in[1:], ".")
	return ok && version != "" && all(version, pct.IsHex) && text != "" && all(text, func(c byte) bool { return percent.Unreserved.Contains(c) || percent.SubDelims.Contains(c) || c == ':' })
}

// number returns the value of decimal digits if it is at most limit.
//
//go:noinline
func number(s string, limit int) (n int, ok bool) {
	for i := range len(s) {
		if !isDigit(s[i]) {
			return 0, false
		}
		digit := int(s[i] - '0')
		if n > (limit-digit)/10 { // compared before it is multiplied: int may have 32 bits
			return 0, false
		}
		n = n*10 + digit
	}
	return n, true
}
