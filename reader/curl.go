package reader

import (
	"bytes"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/program"
)

// curlRows returns the rows of libcurl's URL API. Source: lib/urlapi.c of each version.
func curlRows() []row {
	const accessors, since814 = "=======n", "======nn" // an empty query is none since 8.8
	v788 := curlChain()
	list := []row{{
		Program: program.Cite("https://curl.se/docs/CVE-2022-27780.html", "curl.url", "7.80.0, 7.81.0, 7.82.0, 7.83.0", "libcurl curl_url"),
		chain:   v788.with(&chain{host: hostCurlSeparators}), accessors: accessors,
	}}
	v814 := v788.with(&chain{scheme: schemeCurlLetter, host: hostCurlNoPercent, ipv4: ipv4CurlLower, dots: dotsCurlEscaped, demands: demandsCurl814})
	v823 := v814.with(&chain{slashes: slashesCurl823, brackets: bracketsCurlDecoded, host: hostCurlDecoded, ipv4: ipv4CurlDecoded, demands: demandsCurl823})
	for _, v := range []struct {
		version, accessors string
		*chain
	}{{"7.88.1", accessors, v788}, {"8.14.1", since814, v814}, {"8.23.0", since814, v823}} {
		list = append(list,
			row{Program: recorded("curl.url", v.version, "libcurl curl_url"), chain: v.chain, accessors: v.accessors},
			row{Program: recorded("curl.url-guess", v.version, "libcurl curl_url, as the command curl calls it"), chain: v.chain.with(curlGuesses(v.chain)), accessors: v.accessors})
	}
	return list
}

func curlChain() *chain {
	return generic().with(&chain{
		input: cText, octets: octetsCurl, scheme: schemeCurl, slashes: slashesCurl, at: atFirst, colon: colonCurl, port: portCurl,
		brackets: bracketsCurl, host: hostCurl, ipv4: ipv4Curl, path: pathCurl, dots: dotsCurl, demands: demandsCurl,
	})
}

// curlGuesses returns the steps of a chain of libcurl with CURLU_GUESS_SCHEME.
func curlGuesses(c *chain) *chain {
	guess := schemeCurlGuess
	if c[scheme] == schemeCurlLetter {
		guess = schemeCurlGuessLetter
	}
	return &chain{scheme: guess, demands: demandsCurlGuess}
}

// curlGuess is the chain of libcurl 7.88 with CURLU_GUESS_SCHEME, and curlGuess823 the part of that of
// 8.23 that reads what is in brackets.
var (
	curlGuess = lazy.Value[*chain]{Make: func() *chain {
		c := curlChain()
		return c.with(curlGuesses(c))
	}}
	curlGuess823 = lazy.Value[*chain]{Make: func() *chain {
		return curlGuess.Get().with(&chain{brackets: bracketsCurlDecoded})
	}}
)

// curlSchemes are the schemes that Debian's libcurl is built with.
var curlSchemes = lazy.Value[[]string]{Make: func() []string {
	return strings.Fields("dict file ftp ftps gopher gophers http https imap imaps ldap ldaps mqtt pop3 pop3s rtmp rtmpe rtmps rtmpt rtmpte rtmpts rtsp scp sftp smb smbs smtp smtps telnet tftp")
}}

// curlSchemes823 are those of 8.23, which has no more of RTMP and SMB, and reads those of proxies.
var curlSchemes823 = lazy.Value[[]string]{Make: func() []string {
	list := slices.DeleteFunc(slices.Clone(curlSchemes.Get()), func(s string) bool { return strings.HasPrefix(s, "rtmp") || strings.HasPrefix(s, "smb") })
	return append(list, "mqtts", "socks", "socks4", "socks4a", "socks5", "socks5h", "ws", "wss")
}}

// bannedCurl are the octets that no host has.
const bannedCurl = " \r\n\t/:#?!@{}[]\\$'\"^`*<>=;,+&()"

// maxSchemeCurl is MAX_SCHEME_LEN, in octets.
const maxSchemeCurl = 40

var (
	cText = &step{value: "octets without NUL", text: "takes octets other than NUL", do: func(s *state, _ string) {
		s.refuseUnless(strings.IndexByte(s.rest, 0) < 0)
	}}
	octetsCurl = &step{value: "no controls and spaces", text: "refuses controls and spaces wherever they stand, but for a path of one octet behind file:", do: func(s *state, _ string) {
		text := s.rest
		if n := len("file:"); len(text) > n+1 && pct.Lower(text[:n]) == "file:" && (text[n+1] == '?' || text[n+1] == '#') {
			text = text[n+1:]
		}
		s.refuseUnless(all(text, func(c byte) bool { return c > ' ' && c != 0x7F }))
	}}
	schemeCurl = &step{value: "scheme characters, to 40", text: "reads letters, digits, +, - and . in any order as a scheme, of at most 40 octets", do: func(s *state, _ string) {
		if i := strings.IndexByte(s.rest, ':'); i > 0 && i <= maxSchemeCurl && all(s.rest[:i], isSchemeRest) {
			s.setScheme(pct.Lower(s.rest[:i]), s.rest[i+1:])
		}
	}}
	schemeCurlGuess = &step{value: "scheme characters, to 40, before a slash", text: "reads letters, digits, +, - and . in any order as a scheme, of at most 40 octets, if a slash follows", do: func(s *state, _ string) {
		if i := strings.IndexByte(s.rest, ':'); i > 0 && strings.HasPrefix(s.rest[i+1:], "/") {
			schemeCurl.do(s, "")
		}
	}}
	schemeCurlLetter = &step{value: "a letter and scheme characters, to 40", text: "reads a letter and letters, digits, +, - and . as a scheme, of at most 40 octets", do: func(s *state, _ string) {
		if s.rest != "" && isAlpha(s.rest[0]) {
			schemeCurl.do(s, "")
		}
	}}
	schemeCurlGuessLetter = &step{value: "a letter and scheme characters, to 40, before a slash", text: "reads a letter and letters, digits, +, - and . as a scheme, of at most 40 octets, if a slash follows", do: func(s *state, _ string) {
		if s.rest != "" && isAlpha(s.rest[0]) {
			schemeCurlGuess.do(s, "")
		}
	}}
	slashesCurl = &step{value: "one to three", text: "wants one to three slashes before an authority, or none without a scheme", do: func(s *state, _ string) {
		if s.Scheme.Text == "file" {
			s.fileCurl()
			return
		}
		if s.Scheme.Present {
			n := len(s.rest) - len(strings.TrimLeft(s.rest, "/"))
			s.refuseUnless(1 <= n && n <= 3)
			s.rest = s.rest[n:]
		}
		s.hasAuthority = true
	}}
	slashesCurl823 = &step{value: "one to three, or a path of file", text: "wants one to three slashes before an authority, or none without a scheme, and a path of file that begins with one", do: func(s *state, _ string) {
		if s.Scheme.Text != "file" || strings.HasPrefix(s.rest, "/") {
			slashesCurl.do(s, "")
			return
		}
		s.refuse()
	}}
	colonCurl = &step{value: "first, behind brackets", text: `begins the port at the first ":", or behind the "]" of a host that begins with "["`, do: func(s *state, _ string) {
		h := s.hostPort
		i := strings.IndexByte(h, ':')
		if strings.HasPrefix(h, "[") {
			i = strings.IndexByte(h, ']') + 1
			if i == 0 || i < len(h) && h[i] != ':' {
				s.refuse()
				return
			}
			if i == len(h) {
				return
			}
		}
		if i >= 0 {
			s.Port, s.hostPort = present(h[i+1:]), h[:i]
		}
	}}
	portCurl = &step{value: "to 65535", text: "wants a port of digits and at most 65535, or, behind a scheme, an empty one", do: func(s *state, _ string) {
		if !s.Port.Present {
			return
		}
		if s.Port.Text == "" {
			s.Port = Part{}
			s.refuseUnless(s.Scheme.Present)
			return
		}
		n, ok := number(s.Port.Text, 65535)
		s.refuseUnless(ok)
		s.Port.Text = strconv.Itoa(n)
	}}
	bracketsCurl = &step{value: "IPv6 with a zone", text: "wants an IPv6 address in brackets, whose zone it leaves out, and writes it in its shortest form", do: func(s *state, _ string) {
		h := s.hostPort
		if !strings.HasPrefix(h, "[") {
			return
		}
		s.literal = true
		addr, zone, zoned := strings.Cut(unbracketed(h), "%")
		if zoned {
			if len(zone) > 2 {
				zone = strings.TrimPrefix(zone, "25")
			}
			if zone == "" || len(zone) > 15 {
				s.refuse()
				return
			}
		}
		a, err := netip.ParseAddr(addr)
		if len(h) < 4 || err != nil || !a.Is6() {
			s.refuse()
			return
		}
		// The shortest form is used only if it is shorter: inet_ntop gets no more room.
		if short := ntop(a); len(short) < len(addr) {
			addr = short
		}
		s.hostPort = "[" + addr + "]"
	}}
	bracketsCurlDecoded = &step{value: "decoded, IPv6 with a zone", text: "decodes what is in brackets and wants an IPv6 address there, whose zone it leaves out, and writes it in its shortest form", do: func(s *state, _ string) {
		if !strings.HasPrefix(s.hostPort, "[") {
			return
		}
		s.hostPort = decode(s.hostPort)
		_, zone, _ := strings.Cut(unbracketed(s.hostPort), "%")
		if s.refuseUnless(!hasControls(s.hostPort) && !strings.ContainsAny(zone, bannedCurl+"%|")); s.Verdict != Read {
			return
		}
		if bracketsCurl.do(s, ""); s.Verdict == Read {
			addr := unbracketed(s.hostPort)
			if a, err := netip.ParseAddr(addr); err == nil && len(ntop(a)) <= len(addr) {
				s.hostPort = "[" + ntop(a) + "]" // its room is as large as the address
			}
		}
	}}
	hostCurl = &step{value: "decoded, few octets", text: "decodes the escapes of a host and refuses delimiters and controls in it", do: func(s *state, more string) {
		if !s.hasAuthority || s.literal {
			return
		}
		h := s.Host.Text
		if strings.Contains(h, "%") {
			h = decode(h)
			s.refuseUnless(all(h, func(c byte) bool { return c >= ' ' }))
		}
		s.refuseUnless(h != "" && !strings.ContainsAny(h, bannedCurl+more))
		s.Host.Text = h
	}}
	hostCurlNoPercent = &step{value: "decoded, few octets, no %", text: "decodes the escapes of a host and refuses delimiters, controls and % in it", arg: "%", do: hostCurl.do}
	// hostCurlDecoded also finds hosts that end in two full stops, or are one.
	hostCurlDecoded = &step{value: "decoded, fewer octets, no %, no empty end", text: "decodes the escapes of a host and refuses delimiters, controls and % in it, and an empty label at its end", arg: "%|\x7f", do: func(s *state, more string) {
		if hostCurl.do(s, more); s.hasAuthority && !s.literal {
			s.refuseUnless(s.Host.Text != "." && !strings.HasSuffix(s.Host.Text, ".."))
		}
	}}
	// namesCurl refuses names that libidn2 refuses.
	namesCurl = &step{value: "UTS #46 and IDNA 2008, localhost", text: "maps names beyond ASCII by UTS #46 and IDNA 2008, or else by UTS #46 alone, as libidn2 does, and takes every name that ends in .localhost for localhost", do: func(s *state, _ string) {
		if h := s.Host.Text; !s.literal && !isASCII(h) {
			name, ok := s.idn2(h)
			s.Host.Text = name
			s.refuseUnless(ok)
		}
		if strings.HasSuffix(pct.Lower(s.Host.Text), ".localhost") {
			s.Host.Text = "localhost"
		}
	}}
	// namesCurl823: the tables of libidn2 2.3.8 map the capital sharp s to the small one.
	namesCurl823 = &step{value: "UTS #46 and IDNA 2008, newer, localhost", text: "maps names beyond ASCII by UTS #46 and IDNA 2008, or else by UTS #46 alone, as libidn2 does, the capital sharp s to the small one, and takes every name that ends in .localhost for localhost, with a full stop behind it as well", do: func(s *state, _ string) {
		s.Host.Text = strings.ReplaceAll(s.Host.Text, "\u1e9e", "\u00df")
		namesCurl.do(s, "")
		if strings.HasSuffix(pct.Lower(s.Host.Text), ".localhost.") {
			s.Host.Text = "localhost"
		}
	}}
	connectsCurl = &step{value: "a connection, by any of its protocols", text: "connects to addresses, and to names that the Domain Name System has, by all its protocols but file, and refuses NUL in a userinfo and in a path of tftp, smb without a share, and ldap URLs that OpenLDAP cannot read; escapes octets beyond ASCII in paths", do: func(s *state, _ string) {
		s.refuseUnless(!strings.Contains(decode(s.User.Text+" "+s.Password.Text), "\x00"))
		scheme := s.Scheme.Text
		switch scheme {
		case "ldap", "ldaps":
			// OpenLDAP reads the URL once more, and knows no userinfo.
			s.refuseUnless(!strings.Contains(s.authority, "@") && isLDAP(s.Path.Text, s.Query, s.Fragment))
		case "smb", "smbs":
			path := decode(s.Path.Text)
			s.refuseUnless(all(path, func(c byte) bool { return c >= ' ' }) && path != "" && strings.ContainsAny(path[1:], `/\`))
		case "tftp":
			s.refuseUnless(!strings.Contains(decode(s.Path.Text), "\x00"))
			if a, err := netip.ParseAddr(unbracketed(s.Host.Text)); err == nil && a.IsMulticast() {
				s.Verdict = Unknown // a datagram may go to a group
			}
		case "rtmpt", "rtmpte":
			s.Path, s.Query = present("/open/1"), Part{} // they speak HTTP
		}
		s.Path.Text = escapedCurl(s.Path.Text)
		port := portsCurl.Get()[scheme]
		s.refuseUnless(port != "")
		if s.Port.Text == "" {
			s.Port = present(port)
		}
		// A link-local address wants the interface that brackets left out.
		if addr, err := netip.ParseAddr(unbracketed(s.Host.Text)); err == nil && !addr.Unmap().Is4() && addr.IsLinkLocalUnicast() {
			_, zone, _ := strings.Cut(s.authority[strings.LastIndexByte(s.authority, '@')+1:], "%")
			if zone, _, _ = strings.Cut(zone, "]"); len(zone) > 2 {
				zone = strings.TrimPrefix(zone, "25")
			}
			s.Host.Text = "[" + addr.String() + "%" + zone + "]"
		}
		connectBy(&s.Reading, reachedC)
	}}
	// connectsCurl823 speaks HTTP by ws and wss, and no more RTMP and SMB.
	connectsCurl823 = &step{value: "a connection, by any of its protocols", text: "connects to addresses, and to names that the Domain Name System has, by all its protocols but file, ws and wss as well, and refuses NUL in a userinfo and in a path of tftp, and ldap URLs that OpenLDAP cannot read; escapes octets beyond ASCII in paths, with digits in upper case", do: func(s *state, _ string) {
		host := s.Host.Text
		switch scheme := s.Scheme.Text; {
		case scheme == "ws":
			s.Scheme.Text = "http"
		case scheme == "wss":
			s.Scheme.Text = "https"
		case scheme == "mqtts" && s.Port.Text == "":
			s.Scheme.Text, s.Port = "mqtt", present("8883")
		case scheme == "mqtts":
			s.Scheme.Text = "mqtt"
		default:
			s.refuseUnless(slices.Contains(curlSchemes823.Get(), scheme))
		}
		s.refuseUnless(s.Scheme.Text != "tftp" || len(s.Path.Text) > 1)
		if s.Verdict == Read {
			scheme := s.Scheme.Text
			connectsCurl.do(s, "")
			switch h := s.Host.Text; {
			case isIPv4(h):
				if scheme == "tftp" && s.Verdict == Read {
					s.Verdict = Unknown // whether it sends before it gives up depends on time
				}
			case all(h, func(c byte) bool { return isDigit(c) || c == '.' }) && !strings.HasSuffix(host, "."):
				s.refuse() // no name for the resolver
			}
			s.Path.Text = upperEscapes(s.Path.Text)
		}
	}}
	// globbedCurl reads a URL in which the command curl expands braces and brackets. Of the
	// URLs that these stand for, the first that curl accepts is the one that counts.
	globbedCurl = &step{value: "octets without NUL, braces and brackets expanded", text: "takes octets other than NUL, and expands {a,b}, [1-9] and [a-z] to many URLs, of which the first counts", do: func(s *state, _ string) {
		cText.do(s, "")
		s.expandCurl(curlGuess.Get())
	}}
	// inputCurl823: "@" names a file of URLs.
	inputCurl823 = &step{value: `octets without NUL, no "@" first`, text: `takes octets other than NUL, and behind a "@" at the beginning the name of a file of URLs`, do: func(s *state, _ string) {
		cText.do(s, "")
		s.refuseUnless(!strings.HasPrefix(s.rest, "@"))
	}}
	// globbedCurl823: it reads what is in brackets by the rules of its own version.
	globbedCurl823 = &step{value: globbedCurl.value + `, no "@" first`, text: globbedCurl.text + `, and behind a "@" at the beginning the name of a file of URLs`, do: func(s *state, _ string) {
		inputCurl823.do(s, "")
		s.expandCurl(curlGuess823.Get())
	}}
	hostCurlSeparators = &step{value: "decoded, with separators", text: "decodes the escapes of a host, those of separators as well", do: func(s *state, _ string) {
		if s.hasAuthority && !s.literal {
			s.Host.Text = decode(s.Host.Text)
			s.refuseUnless(all(s.Host.Text, func(c byte) bool { return c >= ' ' }))
		}
	}}
	ipv4Curl = &step{value: "one to four numbers in three notations", text: "reads one to four decimal, octal or hexadecimal numbers as an IPv4 address, and what they do not fit as a name", do: func(s *state, _ string) {
		if s.literal || !s.hasAuthority {
			return
		}
		// An escaped number is not recognized.
		if !strings.Contains(s.hostPort, "%") {
			s.Host.Text = ipv4C(s.Host.Text)
		}
	}}
	ipv4CurlLower = &step{value: "one to four numbers in three notations, 0x in lower case", text: "reads one to four decimal, octal or hexadecimal numbers, these with 0x, as an IPv4 address, and what they do not fit as a name", do: func(s *state, _ string) {
		if !strings.Contains(s.hostPort, "0X") {
			ipv4Curl.do(s, "")
		}
	}}
	ipv4CurlDecoded = &step{value: "one to four numbers in three notations, decoded, with a full stop", text: "reads one to four decimal, octal or hexadecimal numbers, escaped as well and with a full stop behind them, as an IPv4 address, and what they do not fit as a name", do: func(s *state, _ string) {
		name := s.Host.Text
		if isASCII(decode(s.hostPort)) { // in others, it is one for the resolver only
			name = strings.TrimSuffix(name, ".")
		}
		if !s.literal && s.hasAuthority && isIPv4(ipv4C(name)) {
			s.Host.Text = ipv4C(name)
		}
	}}
	pathCurl = &step{value: "rooted", text: `gives "/" for an empty path`, do: func(s *state, _ string) {
		if s.Path.Text == "" {
			s.Path.Text = "/"
		}
	}}
	dotsCurl = &step{value: "removed", text: "removes dot segments", do: func(s *state, _ string) {
		if len(s.Path.Text) > 1 {
			s.Path.Text = dedot(s.Path.Text)
		}
	}}
	dotsCurlEscaped = &step{value: "removed, escaped as well", text: "removes dot segments, those with escapes as well", do: func(s *state, _ string) {
		if len(s.Path.Text) > 1 {
			s.Path.Text = dedot(decodeDots(s.Path.Text))
		}
	}}
	demandsCurl = &step{value: "a scheme that it knows", text: "wants a scheme that it can speak, and a host", do: func(s *state, _ string) {
		s.refuseUnless(slices.Contains(curlSchemes.Get(), s.Scheme.Text) && (s.Scheme.Text == "file" || s.Host.Text != ""))
	}}
	demandsCurl814 = &step{value: "a scheme that it knows, ws as well", text: "wants a scheme that it can speak, ws and wss as well, and a host", do: func(s *state, _ string) {
		if s.Scheme.Text == "ws" || s.Scheme.Text == "wss" {
			s.refuseUnless(s.Host.Text != "")
			return
		}
		demandsCurl.do(s, "")
	}}
	demandsCurl823 = &step{value: "a scheme that it knows, those of proxies as well", text: "wants a scheme that it can speak, or that of a proxy, and a host", do: func(s *state, _ string) {
		s.refuseUnless(slices.Contains(curlSchemes823.Get(), s.Scheme.Text) && (s.Scheme.Text == "file" || s.Host.Text != ""))
	}}
	demandsCurlGuess = &step{value: "a host", text: "wants a host, and takes the scheme from its first label where there is none, or else http", do: func(s *state, _ string) {
		if !s.Scheme.Present {
			s.Scheme = present("http")
			for _, name := range []string{"ftp", "dict", "ldap", "imap", "smtp", "pop3"} {
				if strings.HasPrefix(pct.Lower(s.Host.Text), name+".") {
					s.Scheme.Text = name
				}
			}
		}
		s.refuseUnless(s.Scheme.Text == "file" || s.Host.Text != "")
	}}
)

// decodeDots decodes the full stops of dot segments.
func decodeDots(path string) string {
	if !strings.Contains(path, "%") {
		return path
	}
	segments := strings.Split(path, "/")
	for i, segment := range segments {
		if text := strings.ReplaceAll(strings.ReplaceAll(segment, "%2e", "."), "%2E", "."); text == "." || text == ".." {
			segments[i] = text
		}
	}
	return strings.Join(segments, "/")
}

// escapedCurl escapes octets beyond ASCII, with digits in lower case.
func escapedCurl(s string) string {
	if isASCII(s) {
		return s
	}
	var b strings.Builder
	for i := range len(s) {
		if s[i] < 0x80 {
			b.WriteByte(s[i])
		} else {
			fmt.Fprintf(&b, "%%%02x", s[i])
		}
	}
	return b.String()
}

// portsCurl are the ports of the schemes that curl connects to, tftp by UDP.
var portsCurl = lazy.Value[map[string]string]{Make: func() map[string]string {
	ports := map[string]string{}
	for pair := range strings.FieldsSeq("http:80 https:443 ftp:21 ftps:990 dict:2628 gopher:70 gophers:70 imap:143 imaps:993 ldap:389 ldaps:636 mqtt:1883 pop3:110 pop3s:995 " +
		"rtmp:1935 rtmpe:1935 rtmpt:80 rtmpte:80 rtmps:443 rtmpts:443 rtsp:554 scp:22 sftp:22 smb:445 smbs:445 smtp:25 smtps:465 telnet:23 tftp:69") {
		scheme, port, _ := strings.Cut(pair, ":")
		ports[scheme] = port
	}
	return ports
}}

// fileCurl reads the text after "file:", in which localhost and 127.0.0.1 are the
// only hosts.
func (s *state) fileCurl() {
	if len(s.rest) < 2 {
		s.refuse()
		return
	}
	if strings.HasPrefix(s.rest, "//") {
		s.rest = s.rest[2:]
		if !strings.HasPrefix(s.rest, "/") {
			lower := pct.Lower(s.rest)
			if !strings.HasPrefix(lower, "localhost/") && !strings.HasPrefix(lower, "127.0.0.1/") {
				s.refuse()
				return
			}
			s.rest = s.rest[len("localhost"):]
		}
	}
	// A path of one octet is dropped unread.
	if end := strings.IndexAny(s.rest, "?#"); end == 1 && s.rest[0] != '/' {
		s.rest = s.rest[1:]
	}
	drive := strings.TrimPrefix(s.rest, "/")
	if len(drive) >= 2 && isAlpha(drive[0]) && (drive[1] == ':' || drive[1] == '|') && (len(drive) == 2 || isSlash(drive[2])) {
		s.refuse()
	}
}

// ntop is inet_ntop of an IPv6 address.
func ntop(a netip.Addr) string {
	if b := a.As16(); [10]byte(b[:10]) == [10]byte{} && a.Is4In6() {
		return fmt.Sprintf("::ffff:%d.%d.%d.%d", b[12], b[13], b[14], b[15])
	} else if [12]byte(b[:12]) == [12]byte{} && (b[12] != 0 || b[13] != 0) {
		return fmt.Sprintf("::%d.%d.%d.%d", b[12], b[13], b[14], b[15])
	}
	return a.String()
}

// ipv4C returns the address that inet_aton reads in one to four numbers, and other text
// unchanged.
func ipv4C(host string) string {
	fields := strings.Split(host, ".")
	if len(fields) > 4 {
		return host
	}
	var value uint64
	for i, f := range fields {
		if f == "" || !isDigit(f[0]) {
			return host
		}
		var n uint64
		var err error
		switch {
		case len(f) > 1 && f[0] == '0' && f[1]|0x20 == 'x':
			n, err = strconv.ParseUint(f[2:], 16, 64)
		case f[0] == '0':
			n, err = strconv.ParseUint(f, 8, 64)
		default:
			n, err = strconv.ParseUint(f, 10, 64)
		}
		bits := 8
		if i == len(fields)-1 {
			bits = 8 * (5 - len(fields))
		}
		if err != nil || n >= 1<<bits {
			return host
		}
		value = value<<bits | n
	}
	return fmt.Sprintf("%d.%d.%d.%d", value>>24, value>>16&255, value>>8&255, value&255)
}

// isLDAP reports whether ldap_url_parse of OpenLDAP reads a URL (RFC 4516, section 2):
// attributes, scope, filter and extensions follow the path, each after a "?".
func isLDAP(path string, query, fragment Part) bool {
	rest := path
	if query.Present {
		rest += "?" + query.Text
	}
	if fragment.Present {
		rest += "#" + fragment.Text
	}
	fields := strings.Split(rest, "?")
	const scope, filter, most = 2, 3, 5
	if len(fields) > most {
		return false
	}
	if len(fields) > scope && fields[scope] != "" {
		switch text, _, _ := strings.Cut(pct.Lower(decode(fields[scope])), "\x00"); text {
		case "one", "onelevel", "base", "sub", "subtree", "subord", "subordinate", "children":
		default:
			return false
		}
	}
	return len(fields) <= filter || fields[filter] == "" || !strings.HasPrefix(decode(fields[filter]), "\x00")
}

// maxGlobs is GLOB_PATTERN_NUM.
const maxGlobs = 100

// expandCurl goes on with the first URL of those that a text stands for.
func (s *state) expandCurl(guess *chain) {
	first, more, ok := firstOfGlob(s.rest, guess)
	s.refuseUnless(ok)
	s.rest, s.several = first, more
}

// firstOfGlob returns the first text that a pattern of tool_urlglob.c stands for, and
// whether it stands for several.
func firstOfGlob(pattern string, guess *chain) (first string, several, ok bool) {
	var b []byte
	globs := 0
	for pattern != "" {
		if globs++; globs >= maxGlobs {
			return "", false, false
		}
		var more bool
		switch n := literalGlob(&b, pattern, guess); {
		case n < 0:
			return "", false, false
		case n > 0:
			pattern, ok = pattern[n:], true
		case pattern[0] == '{':
			b, pattern, more, ok = firstOfSet(b, pattern[1:])
		default:
			b, pattern, more, ok = firstOfRange(b, pattern[1:])
		}
		if !ok {
			return "", false, false
		}
		several = several || more
	}
	return string(b), several, true
}

// literalGlob appends the text before a brace or bracket to dst, and returns how much of
// the pattern that is, or -1 if one closes that was not opened.
func literalGlob(dst *[]byte, pattern string, guess *chain) int {
	i := 0
	end := -1 // of the bracket that was looked for last
	for i < len(pattern) && pattern[i] != '{' {
		switch c := pattern[i]; {
		case strings.HasPrefix(pattern[i:], "[]"):
			*dst = append(*dst, "[]"...)
			i += len("[]")
			continue
		case c == '[':
			if end < i {
				if end = strings.IndexByte(pattern[i:], ']'); end < 0 {
					return i
				}
				end += i
			}
			if !isLiteralGlob(pattern[i:end+1], guess) {
				return i
			}
			*dst = append(*dst, pattern[i:end+1]...)
			i = end + 1
			continue
		case c == '}', c == ']':
			return -1
		case c == '\\' && i+1 < len(pattern) && strings.IndexByte("{}[]", pattern[i+1]) >= 0:
			i++
		}
		*dst = append(*dst, pattern[i])
		i++
	}
	return i
}

// isLiteralGlob is peek_ipv6: it reports whether libcurl reads the text as a URL.
func isLiteralGlob(text string, guess *chain) bool {
	const longest = 128
	if len(text) >= longest {
		return false
	}
	return guess.read(text).Verdict == Read
}

// firstOfSet appends the first text of a set, whose brace is open, to dst.
func firstOfSet(dst []byte, pattern string) (out []byte, rest string, several, ok bool) {
	if strings.HasPrefix(pattern, "}") {
		return dst, "", false, false
	}
	for i := 0; i < len(pattern); i++ {
		switch c := pattern[i]; c {
		case '{', '[', ']':
			return dst, "", false, false
		case '}':
			return dst, pattern[i+1:], several, true
		case ',':
			several = true
			continue
		case '\\':
			if i+1 < len(pattern) {
				i++
			}
		}
		if !several {
			dst = append(dst, pattern[i])
		}
	}
	return dst, "", false, false
}

// firstOfRange appends the first text of a range, whose bracket is open, to dst.
func firstOfRange(dst []byte, pattern string) (out []byte, rest string, several, ok bool) {
	inside, rest, closed := strings.Cut(pattern, "]")
	if !closed || inside == "" || inside[0] == ':' {
		return dst, "", false, false
	}
	span, step, stepped := strings.Cut(inside, ":")
	by := uint64(1)
	var low, high uint64
	var err error
	switch {
	case isAlpha(span[0]):
		if len(span) != len("a-z") || span[1] != '-' {
			return dst, "", false, false
		}
		low, high = uint64(span[0]), uint64(span[2])
		if high > low && high-low > 'z'-'a' {
			return dst, "", false, false
		}
		dst = append(dst, span[0])
	case isDigit(span[0]):
		from, to, _ := strings.Cut(span, "-")
		if low, err = strconv.ParseUint(from, 10, 64); err == nil {
			high, err = strconv.ParseUint(strings.TrimLeft(to, " \t"), 10, 64)
		}
		if from[0] != '0' {
			from = strconv.FormatUint(low, 10)
		}
		dst = append(dst, from...)
	default:
		return dst, "", false, false
	}
	if stepped && err == nil {
		by, err = strconv.ParseUint(step, 10, 64)
	}
	ok = err == nil && by > 0 && (low == high && by == 1 || low < high && by <= high-low)
	return dst, rest, low != high, ok
}

// dedot removes dot segments by RFC 3986, section 5.2.4.
func dedot(path string) string {
	var out []byte
	in := path
	pop := func() {
		out = out[:max(0, bytes.LastIndexByte(out, '/'))]
	}
	for in != "" {
		switch {
		case strings.HasPrefix(in, "../"):
			in = in[3:]
		case strings.HasPrefix(in, "./"), strings.HasPrefix(in, "/./"):
			in = in[2:]
		case in == "/.":
			in = "/"
		case strings.HasPrefix(in, "/../"):
			in = in[3:]
			pop()
		case in == "/..":
			in = "/"
			pop()
		case in == ".", in == "..":
			in = ""
		default:
			i := strings.IndexByte(in[1:], '/') + 1
			if i == 0 {
				i = len(in)
			}
			out = append(out, in[:i]...)
			in = in[i:]
		}
	}
	return string(out)
}
