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

// curlRows returns the rows of libcurl's URL API. Source: lib/urlapi.c.
func curlRows() []row {
	plain := curlChain()
	guess := plain.with(curlGuesses())
	const accessors = "=======n"
	separators := plain.with(map[kind]*step{host: hostCurlSeparators})
	return []row{
		{
			Program: program.Cite("https://curl.se/docs/CVE-2022-27780.html", "curl.url", "7.80.0, 7.81.0, 7.82.0, 7.83.0", "libcurl curl_url"),
			chain:   separators, accessors: accessors,
		},
		{Program: recorded("curl.url", "7.88.1", "libcurl curl_url"), chain: plain, accessors: accessors},
		{Program: recorded("curl.url-guess", "7.88.1", "libcurl curl_url, as the command curl calls it"), chain: guess, accessors: accessors},
	}
}

func curlChain() chain {
	return generic().with(map[kind]*step{
		input: cText, octets: octetsCurl, scheme: schemeCurl, slashes: slashesCurl, at: atFirst, colon: colonCurl, port: portCurl,
		brackets: bracketsCurl, host: hostCurl, ipv4: ipv4Curl, path: pathCurl, dots: dotsCurl, demands: demandsCurl,
	})
}

func curlGuesses() map[kind]*step {
	return map[kind]*step{scheme: schemeCurlGuess, demands: demandsCurlGuess}
}

// curlGuess is the chain of libcurl with CURLU_GUESS_SCHEME.
var curlGuess = lazy.Value[*chain]{Make: func() *chain {
	c := curlChain().with(curlGuesses())
	return &c
}}

// curlSchemes are the schemes that Debian's libcurl is built with.
var curlSchemes = lazy.Value[[]string]{Make: func() []string {
	return strings.Fields("dict file ftp ftps gopher gophers http https imap imaps ldap ldaps mqtt pop3 pop3s rtmp rtmpe rtmps rtmpt rtmpte rtmpts rtsp scp sftp smb smbs smtp smtps telnet tftp")
}}

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
	hostCurl = &step{value: "decoded, few octets", text: "decodes the escapes of a host and refuses delimiters and controls in it", do: func(s *state, _ string) {
		if !s.hasAuthority || s.literal {
			return
		}
		h := s.Host.Text
		if strings.Contains(h, "%") {
			h = decode(h)
			s.refuseUnless(all(h, func(c byte) bool { return c >= ' ' }))
		}
		s.refuseUnless(h != "" && !strings.ContainsAny(h, " \r\n\t/:#?!@{}[]\\$'\"^`*<>=;,+&()"))
		s.Host.Text = h
	}}
	// namesCurl refuses names that libidn2 refuses.
	namesCurl = &step{value: "UTS #46 and IDNA 2008", text: "maps names beyond ASCII by UTS #46 and IDNA 2008, or else by UTS #46 alone, as libidn2 does", do: func(s *state, _ string) {
		if h := s.Host.Text; !s.literal && !isASCII(h) {
			name, ok := s.idn2(h)
			s.Host.Text = name
			s.refuseUnless(ok)
		}
	}}
	connectsCurl = &step{value: "a connection, by any of its protocols", text: "connects to addresses, and to names that the Domain Name System has, by all its protocols but file, and refuses NUL in a userinfo, smb without a share, and ldap URLs that OpenLDAP cannot read; escapes octets beyond ASCII in paths", do: func(s *state, _ string) {
		s.refuseUnless(!strings.Contains(decode(s.User.Text+" "+s.Password.Text), "\x00"))
		scheme := s.Scheme.Text
		switch scheme {
		case "ldap", "ldaps":
			// OpenLDAP reads the URL once more, and knows no userinfo.
			s.refuseUnless(s.User.Text == "" && !s.Password.Present && isLDAP(s.Path.Text, s.Query, s.Fragment))
		case "smb", "smbs":
			path := decode(s.Path.Text)
			s.refuseUnless(all(path, func(c byte) bool { return c >= ' ' }) && path != "" && strings.ContainsAny(path[1:], `/\`))
		case "rtmpt", "rtmpte":
			s.Path, s.Query = present("/open/1"), Part{} // they speak HTTP
		}
		s.Path.Text = escapedCurl(s.Path.Text)
		port := portsCurl.Get()[scheme]
		s.refuseUnless(port != "")
		if s.Port.Text == "" {
			s.Port = present(port)
		}
		connectBy(&s.Reading, reachedC)
	}}
	// globbedCurl reads a URL in which the command curl expands braces and brackets. Of the
	// URLs that these stand for, the first that curl accepts is the one that counts.
	globbedCurl = &step{value: "octets without NUL, braces and brackets expanded", text: "takes octets other than NUL, and expands {a,b}, [1-9] and [a-z] to many URLs, of which the first counts", do: func(s *state, _ string) {
		cText.do(s, "")
		first, more, ok := firstOfGlob(s.rest)
		s.refuseUnless(ok)
		s.rest, s.several = first, more
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
	demandsCurl = &step{value: "a scheme that it knows", text: "wants a scheme that it can speak, and a host", do: func(s *state, _ string) {
		s.refuseUnless(slices.Contains(curlSchemes.Get(), s.Scheme.Text) && (s.Scheme.Text == "file" || s.Host.Text != ""))
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

// firstOfGlob returns the first text that a pattern of tool_urlglob.c stands for, and
// whether it stands for several.
func firstOfGlob(pattern string) (first string, several, ok bool) {
	var b []byte
	globs := 0
	for pattern != "" {
		if globs++; globs >= maxGlobs {
			return "", false, false
		}
		var more bool
		switch n := literalGlob(&b, pattern); {
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
func literalGlob(dst *[]byte, pattern string) int {
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
			if !isLiteralGlob(pattern[i : end+1]) {
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
func isLiteralGlob(text string) bool {
	const longest = 128
	if len(text) >= longest {
		return false
	}
	guess := curlGuess.Get()
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
