package reader

import (
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// fastURIRows returns the row of fast-uri, which Ajv validates by. Sources: fast-uri/index.js,
// fast-uri/lib/utils.js and fast-uri/lib/schemes.js.
func fastURIRows() []row {
	browser := web().with(&chain{path: pathWebSpaced, dots: dotsAda, names: namesAda})
	c := generic().with(&chain{
		input: textInput, trim: trimFastURI, scheme: schemeFastURI, slashes: slashesFastURI, ends: endsFastURI, at: atFirst, userinfo: userinfoFastURI,
		colon: colonFastURI, port: portFastURI, brackets: bracketsFastURI, host: hostFastURI, names: namesFastURI(browser, isWordFastURI), path: pathFastURI,
		query: queryFastURI, fragment: fragmentFastURI, demands: demandsFastURI(browser, " http https "),
	})
	newer := c.with(&chain{names: namesFastURI(browser, isDomainNameFastURI), demands: demandsFastURI(browser, " http https ws wss ")})
	of := func(version string, c *chain) row {
		return row{Program: recorded("npm.fast-uri", version, "npm fast-uri parse"), chain: c, accessors: "========"}
	}
	return []row{of("4.2.3", c), of("4.2.4", newer)}
}

var (
	trimFastURI = &step{value: "nothing", text: "refuses C0 controls and spaces at both ends", do: func(s *state, _ string) {
		s.refuseUnless(s.rest == "" || s.rest[0] > ' ' && s.rest[len(s.rest)-1] > ' ')
	}}
	schemeFastURI = &step{value: "RFC 3986, or refused", text: `refuses what stands before a ":" unless it is a letter and then letters, digits, +, - and .`, do: func(s *state, _ string) {
		if i := strings.IndexAny(s.rest, ":/?#"); i > 0 && s.rest[i] == ':' {
			s.refuseUnless(schemeEnd(s.rest) == i)
			schemeRFC.do(s, "")
		}
	}}
	slashesFastURI = &step{value: "two, without backslashes", text: `wants "//" before an authority, and refuses "\", tabs and line ends among slashes at the beginning`, do: func(s *state, _ string) {
		region := s.rest[:span(s.rest, func(c byte) bool { return isSlash(c) || c == '\t' || c == '\n' || c == '\r' })]
		slashes := remove(region, tabsAndLines)
		s.refuseUnless(len(slashes) < 2 || slashes[:2] == "//" && slashes == region)
		slashesTwo.do(s, "")
	}}
	endsFastURI = &step{value: `/?#, without \`, text: `ends an authority at "/", "?" or "#", and refuses "\" in it`, do: func(s *state, _ string) {
		endsNoBackslash.do(s, "")
		// "." of a regular expression, by which a fragment is read, takes any other line end.
		if i := strings.IndexByte(s.rest, '#'); i >= 0 {
			fragment := s.rest[i:]
			if n := strings.IndexAny(fragment, "\u2028\u2029"); n >= 0 {
				s.rest = s.rest[:i] + fragment[:n]
			}
		}
	}}
	userinfoFastURI = &step{value: "as it is, in one", text: "does not split the userinfo, and refuses malformed escapes", do: func(s *state, _ string) {
		s.joinUser()
		s.refuseUnless(wellEscaped(s.User.Text))
	}}
	colonFastURI = &step{value: "first, behind brackets", text: `begins the port at the first ":", or behind the "]" of a host that begins with "["`, do: func(s *state, _ string) {
		i := strings.IndexByte(s.hostPort, ':')
		if n := strings.IndexByte(s.hostPort, ']'); strings.HasPrefix(s.hostPort, "[") && n > 1 {
			i = n + 1
			s.refuseUnless(i == len(s.hostPort) || s.hostPort[i] == ':')
		}
		if s.Verdict == Read && 0 <= i && i < len(s.hostPort) {
			s.Port, s.hostPort = present(s.hostPort[i+1:]), s.hostPort[:i]
		}
	}}
	portFastURI = &step{value: "to 65535", text: "wants a port of at most 65535, or an empty one", do: func(s *state, _ string) {
		_, ok := number(s.Port.Text, 65535)
		s.refuseUnless(ok)
		s.Port.Text = trimZeros(s.Port.Text)
	}}
	bracketsFastURI = &step{value: "IPv6 with a zone, IPvFuture", text: "wants an IPv6 address, which may have a zone and is given without the brackets, or an IPvFuture in brackets", do: func(s *state, _ string) {
		h := s.hostPort
		in := unbracketed(h)
		if s.literal = in != h; !s.literal {
			s.refuseUnless(!strings.ContainsAny(h, "[]"))
			return
		}
		if in != "" && in[0]|0x20 == 'v' {
			s.hostPort = pct.Lower(h)
			s.refuseUnless(isLiteralRFC(in))
			return
		}
		addr, zone, zoned := strings.Cut(in, "%")
		if zoned {
			zone = strings.TrimPrefix(zone, "25")
			s.refuseUnless(zone != "" && wellEscaped(zone) && all(zone, func(c byte) bool { return c == '%' || percent.Unreserved.Contains(c) }))
			zone = "%" + zone
		}
		s.refuseUnless(isIPv6(addr))
		s.hostPort = ipv6Dotted(addr) + zone
	}}
	hostFastURI = &step{value: "RFC 3986 in http and ws", text: "refuses malformed escapes in a host, and in http, https, ws and wss what RFC 3986 does not allow in it", do: func(s *state, _ string) {
		if s.literal {
			return
		}
		s.refuseUnless(wellEscaped(s.Host.Text) && (!s.isDomainFastURI() || all(s.Host.Text, func(c byte) bool {
			return c >= 0x80 || percent.Unreserved.Contains(c) || percent.SubDelims.Contains(c) || c == '%'
		})))
	}}
	pathFastURI = &step{value: "escaped anew", text: "decodes the escapes of unreserved characters but for the full stop, and escapes what no path has; gives none in ws, wss, urn and mailto", do: func(s *state, _ string) {
		s.refuseUnless(wellEscaped(s.Path.Text) && wellEscaped(s.Query.Text) && wellEscaped(s.Fragment.Text))
		s.refuseUnless(!s.hasAuthority || s.Path.Text == "" || s.Path.Text[0] == '/')
		switch s.Scheme.Text {
		case "urn":
			s.refuseUnless(isURNFastURI(s.Path.Text))
			if strings.ContainsAny(s.Path.Text, "\u017f\u212a") {
				s.Verdict = Unknown // regular expressions without regard to case take them for letters
			}
			s.Path = Part{}
		case "mailto":
			s.Path, s.written = Part{}, s.Path.Text
		case "ws", "wss":
			s.Path, s.Query = Part{}, Part{}
		default:
			s.Path.Text = normalFastURI(s.Path.Text, isPathOctet, '.')
		}
	}}
	queryFastURI = &step{value: "escaped anew", text: "decodes the escapes of unreserved characters and escapes what no query has; gives none in ws, wss and mailto", do: func(s *state, _ string) {
		if s.Scheme.Text != "urn" && s.Scheme.Text != "mailto" {
			s.Query.Text = normalFastURI(s.Query.Text, isQueryOctet, 0)
		}
	}}
	fragmentFastURI = &step{value: "escaped anew", text: "decodes the escapes of unreserved characters and escapes what no fragment has", do: func(s *state, _ string) {
		if s.Scheme.Text != "urn" && s.Scheme.Text != "mailto" {
			s.Fragment.Text = normalFastURI(s.Fragment.Text, isQueryOctet, 0)
		}
	}}
)

// namesFastURI returns what fast-uri does with names, those of http and ws by new URL unless isPlain holds.
func namesFastURI(browser *chain, isPlain func(name string) bool) *step {
	return &step{value: "lower case, in http and ws those of a browser", text: "writes names in lower case, decodes the escapes of unreserved characters and escapes others, and reads names of http, https, ws and wss that are not plain as Node.js reads a host of http", do: func(s *state, _ string) {
		if !s.Host.Present || s.literal || isIPv4(s.Host.Text) {
			return
		}
		h := lowerPython(s.Host.Text)
		if strings.ContainsFunc(h, isNew) {
			s.Verdict = Unknown
		}
		if s.isDomainFastURI() && !isPlain(h) {
			x := browser.read("http://" + h)
			s.refuseUnless(x.Verdict != Refused)
			if x.Verdict == Unknown {
				s.Verdict = Unknown
			}
			h = x.Host.Text
		}
		if strings.Contains(h, "%") {
			h = upperEscapes(lowerPython(decodeUnreserved(h)))
		}
		if s.Scheme.Text == "mailto" {
			s.Host.Text = escape(h, func(c byte) bool { return c >= 0x80 || isRegName(c) })
		} else {
			s.Host.Text = escape(h, isRegName)
		}
	}}
}

// isWordFastURI reports whether a name has no digits and no escapes.
func isWordFastURI(name string) bool {
	return all(name, func(c byte) bool {
		return isAlpha(c) || percent.SubDelims.Contains(c) || strings.IndexByte("-._~", c) >= 0
	})
}

// isDomainNameFastURI reports whether a name has no escapes and does not end in a number.
func isDomainNameFastURI(name string) bool {
	return !endsInNumber(name) && all(name, func(c byte) bool { return isRegName(c) && c != '%' })
}

// demandsFastURI returns what fast-uri wants of a whole URL, in some schemes a host.
func demandsFastURI(browser *chain, schemes string) *step {
	return &step{value: "a host in" + schemes[:len(schemes)-1] + ", recipients in mailto", text: "takes relative references, too, wants a host (" + strings.TrimSpace(schemes) + ") and domains of recipients in mailto, which has no host beside them", do: func(s *state, _ string) {
		s.refuseUnless(s.Host.Text != "" || !s.Scheme.Present || !strings.Contains(schemes, " "+s.Scheme.Text+" "))
		if s.Scheme.Text == "mailto" {
			s.mailFastURI(browser)
		}
	}}
}

// isRegName reports whether c stands in a name of RFC 3986 (section 3.2.2), escapes included.
func isRegName(c byte) bool {
	return percent.Unreserved.Contains(c) || percent.SubDelims.Contains(c) || c == '%'
}

// isDomainFastURI reports whether the host is that of a scheme whose hosts are domains.
func (s *state) isDomainFastURI() bool {
	switch s.Scheme.Text {
	case "http", "https", "ws", "wss":
		return true
	}
	return false
}

// normalFastURI decodes escapes of unreserved characters but one, and escapes octets for which keeps does
// not hold.
func normalFastURI(text string, keeps func(byte) bool, but byte) string {
	b := make([]byte, 0, len(text))
	for i := 0; i < len(text); i++ {
		c := text[i]
		v, ok := pct.Octet(text[i:])
		switch {
		case ok && v != but && percent.Unreserved.Contains(v):
			b = append(b, v)
		case ok:
			b = pct.AppendEscape(b, v)
		case keeps(c):
			b = append(b, c)
		default:
			b = pct.AppendEscape(b, c)
		}
		if ok {
			i += 2
		}
	}
	return string(b)
}

// maxNID is how many characters the identifier of a namespace of URNs has.
const maxNID = 32

// isURNFastURI reports whether a path is that of a URN, of a UUID in its namespace.
func isURNFastURI(path string) bool {
	nid, nss, ok := strings.Cut(path, ":")
	ok = ok && nid != "" && nss != "" && len(nid) <= maxNID && isAlnum(nid[0]) && all(nid, func(c byte) bool { return isAlnum(c) || c == '-' }) &&
		all(nss, func(c byte) bool { return isAlnum(c) || strings.IndexByte("_!$'()*+,-./:;=@%", c) >= 0 && c != 0 })
	if pct.Lower(nid) != "uuid" {
		return ok
	}
	return ok && len(nss) == len("00000000-0000-0000-0000-000000000000") && nss[8] == '-' && nss[13] == '-' && nss[18] == '-' && nss[23] == '-' &&
		strings.Count(nss, "-") == 4 && all(nss, func(c byte) bool { return c == '-' || pct.IsHex(c) })
}

// mailFastURI refuses what has no recipients, or recipients beside an authority.
func (s *state) mailFastURI(browser *chain) {
	var to []string
	if s.written != "" {
		to = strings.Split(s.written, ",")
	}
	for field := range strings.SplitSeq(s.Query.Text, "&") {
		name, value, _ := strings.Cut(field, "=")
		s.refuseUnless(!strings.Contains(value, "="))
		if pct.Lower(decode(name)) == "to" {
			to = append(to, strings.Split(value, ",")...)
		}
	}
	s.Query = Part{}
	s.refuseUnless(!s.hasAuthority || len(to) == 0)
	for _, address := range to {
		i := strings.LastIndexByte(address, '@')
		s.refuseUnless(i >= 0)
		domain := decode(address[i+1:])
		if !utf8.ValidString(domain) {
			domain = address[i+1:]
		}
		s.mailDomainFastURI(browser, lowerPython(domain))
	}
}

// mailDomainFastURI refuses what is no domain or address of mail.
func (s *state) mailDomainFastURI(browser *chain, domain string) {
	literal := all(unbracketed(domain), func(c byte) bool { return isVisible(c) && strings.IndexByte(`[\]`, c) < 0 })
	if literal && unbracketed(domain) != domain {
		return
	}
	last := domain[strings.LastIndexByte(domain, '.')+1:]
	if domain != "" && (last == "" || !all(last, isDigit)) && all(domain, func(c byte) bool {
		return isAlnum(c) || percent.SubDelims.Contains(c) || strings.IndexByte("-._~\"`{}", c) >= 0
	}) {
		return
	}
	switch x := browser.read("http://" + domain); {
	case x.Verdict == Unknown || strings.ContainsFunc(domain, isNew):
		s.Verdict = Unknown
	case x.Verdict == Refused, x.User.Text+x.Password.Text+x.Port.Text != "", x.Path.Text != "/", x.Query.Text+x.Fragment.Text != "":
		s.refuse()
	}
}

// ipv6Dotted writes an IPv6 address in its shortest form, and an IPv4 address at its end as it is.
func ipv6Dotted(addr string) string {
	i := strings.LastIndexByte(addr, ':') + 1
	if !strings.Contains(addr[i:], ".") {
		return ipv6Web(addr)
	}
	return strings.TrimSuffix(ipv6Web(addr[:i]+"1:1"), "1:1") + addr[i:]
}
