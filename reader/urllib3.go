package reader

import (
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/uts46"
)

// urllib3Rows returns the rows of urllib3 and of packages built on it. Sources:
// urllib3/util/url.py, requests/models.py and requests/utils.py, and the package idna.
func urllib3Rows() (list []row) {
	for i, c := range urllib3Chains.Get() {
		requests := c.with(&chain{trim: trimSpacePython, names: namesRequests(c[names]), demands: demandsRequests})
		list = append(list,
			row{Program: recorded("urllib3.parse_url", urllib3Versions[i].urllib3, "Python urllib3.util.parse_url"), chain: c, accessors: "========"},
			row{Program: recorded("requests.prepare", urllib3Versions[i].requests, "Python requests PreparedRequest"), chain: requests, exact: func(url string, r *Reading) { readRequests(c, url, r) }, accessors: "========"},
		)
	}
	return list
}

// urllib3Versions are the versions of urllib3 that read alike, and those of requests that were
// recorded with them.
var urllib3Versions = [...]struct{ urllib3, requests string }{{"1.26.12", "2.28.1"}, {"2.3.0", "2.32.3"}, {"2.8.0", "2.34.2"}}

// urllib3Chains are the chains of parse_url in urllib3Versions.
var urllib3Chains = lazy.Value[[len(urllib3Versions)]*chain]{Make: func() [len(urllib3Versions)]*chain {
	v1 := generic().with(&chain{
		input: textInput, scheme: schemeURLLib3, ends: endsURLLib3, userinfo: userinfoURLLib3, colon: colonURLLib3, port: portURLLib3,
		brackets: bracketsURLLib3, host: hostURLLib3, names: namesIDNA2008, path: pathURLLib3, dots: dotsURLLib3,
	})
	v2 := v1.with(&chain{port: portURLLib3Zeros})
	return [...]*chain{v1, v2, v2.with(&chain{colon: colonURLLib3Visible, brackets: bracketsURLLib3Visible, names: namesURLLib3})}
}}

var (
	schemeURLLib3 = &step{value: "RFC 3986, or an authority", text: `reads a letter and then letters, digits, +, - and . as a scheme; what begins with neither a slash nor a scheme without "." is an authority`, do: func(s *state, _ string) {
		if s.rest == "" {
			return
		}
		if i := schemeEnd(s.rest); s.rest[0] != '/' && (i == 0 || strings.Contains(s.rest[:i], ".")) {
			s.rest = "//" + s.rest
		}
		schemeRFC.do(s, "")
	}}
	endsURLLib3 = &step{value: `/?#\`, text: `ends an authority at "/", "?", "#" or "\"`, arg: `/?#\`, do: func(s *state, set string) {
		endAt(s, set)
		// An empty authority counts as none.
		s.hasAuthority = s.authority != ""
	}}
	userinfoURLLib3 = &step{value: "escaped, in one", text: "escapes what a userinfo may not have, and does not split it", do: func(s *state, _ string) {
		if s.Password.Present {
			s.User.Text += ":" + s.Password.Text
			s.Password = Part{}
		}
		s.User.Present = s.User.Text != ""
		if s.isHTTP() {
			s.User.Text = escapeURLLib3(s.User.Text, func(c byte) bool { return percent.Unreserved.Contains(c) || percent.SubDelims.Contains(c) || c == ':' })
		}
	}}
	colonURLLib3 = &step{value: "behind the host", text: `begins the port at the first ":", or behind the "]" of a host in brackets`, do: func(s *state, _ string) {
		h := s.hostPort
		i := strings.IndexByte(h, ':')
		if strings.HasPrefix(h, "[") {
			i = strings.IndexByte(h, ']') + 1
			s.refuseUnless(i > 0 && (i == len(h) || h[i] == ':' || h[i:] == "\n"))
			if s.Verdict != Read || i == len(h) {
				return
			}
			if h[i] == '\n' {
				s.hostPort = h[:i]
				return
			}
		}
		if i >= 0 {
			s.Port, s.hostPort = present(strings.TrimSuffix(h[i+1:], "\n")), h[:i]
		}
	}}
	portURLLib3 = &step{value: "five digits, to 65535", text: "wants a port of at most five digits and at most 65535, or an empty one", do: func(s *state, _ string) {
		if s.Port.Text == "" {
			s.Port = Part{}
			return
		}
		n, ok := number(s.Port.Text, 65535)
		s.refuseUnless(ok && len(s.Port.Text) <= 5)
		s.Port.Text = strconv.Itoa(n)
	}}
	portURLLib3Zeros = &step{value: "five digits behind zeros, to 65535", text: "wants a port of at most five digits behind zeros and at most 65535, or an empty one", do: func(s *state, _ string) {
		s.Port.Text = trimZeros(s.Port.Text)
		portURLLib3.do(s, "")
	}}
	// colonURLLib3Visible refuses what is no part of any host before it looks at the port.
	colonURLLib3Visible = &step{value: "behind the host, without controls and spaces", text: `refuses controls and spaces in a host, and begins the port at the first ":", or behind the "]" of a host in brackets`, do: func(s *state, _ string) {
		if s.refuseUnless(all(s.hostPort, func(c byte) bool { return c > ' ' && c != 0x7F })); s.Verdict == Read {
			colonURLLib3.do(s, "")
		}
	}}
	bracketsURLLib3Visible = &step{value: `IPv6 with a zone, without controls and "!"`, text: `wants an IPv6 address in brackets, which may have a zone without "!" and escapes of controls`, do: func(s *state, _ string) {
		if strings.HasPrefix(s.hostPort, "[") {
			s.refuseUnless(!strings.Contains(s.hostPort, "!"))
		}
		if _, zone, zoned := strings.Cut(s.hostPort, "%"); zoned && strings.HasPrefix(s.hostPort, "[") && s.isHTTP() {
			s.refuseUnless(!hasControls(decode(strings.TrimPrefix(zone, "25"))))
		}
		if s.Verdict == Read {
			bracketsURLLib3.do(s, "")
		}
	}}
	bracketsURLLib3 = &step{value: "IPv6 with a zone", text: "wants an IPv6 address in brackets, which may have a zone", do: func(s *state, _ string) {
		h := s.hostPort
		if !strings.HasPrefix(h, "[") {
			return
		}
		s.literal = true
		addr, zone, zoned := strings.Cut(unbracketed(h), "%")
		a, err := netip.ParseAddr(withoutZeros(laxIPv4(addr)))
		if err != nil || !a.Is6() || zoned && !isZoneURLLib3(zone) {
			s.refuse()
			return
		}
		if !s.isHTTP() {
			return
		}
		s.hostPort = "[" + pct.Lower(addr) + "]"
		if zoned {
			if len(zone) > 2 {
				zone = strings.TrimPrefix(zone, "25")
			}
			s.hostPort = "[" + pct.Lower(addr) + "%" + escapeURLLib3(zone, percent.Unreserved.Contains) + "]"
		}
	}}
	hostURLLib3 = &step{value: "no brackets, whole escapes", text: "takes any character in a host but brackets and delimiters, and refuses malformed escapes", do: func(s *state, _ string) {
		if !s.hasAuthority {
			s.User, s.Host, s.Port = Part{}, Part{}, Part{}
			return
		}
		if !s.literal {
			s.refuseUnless(wellEscaped(s.Host.Text) && !strings.ContainsAny(s.Host.Text, "[]"))
		}
	}}
	namesIDNA2008 = &step{value: "lower case, IDNA 2008", text: "writes names in lower case and those beyond ASCII by IDNA 2008, in http, https and without a scheme", do: func(s *state, _ string) {
		if !s.isHTTP() || s.literal || !s.hasAuthority {
			return
		}
		labels := strings.Split(s.Host.Text, ".")
		for i, l := range labels {
			var ok bool
			if labels[i], ok = idna2008(lowerPython(l)); !ok {
				s.refuse()
				return
			}
		}
		s.Host.Text = strings.Join(labels, ".")
	}}
	// namesURLLib3: the labels are those behind decoding.
	namesURLLib3 = &step{value: "unreserved decoded, lower case, IDNA 2008", text: "decodes escapes of unreserved characters in a host that is no number, refuses those of controls, and writes names in lower case and those beyond ASCII by IDNA 2008, in http, https and without a scheme", do: func(s *state, _ string) {
		if !s.isHTTP() || s.literal || !s.hasAuthority || isNumberURLLib3(s.Host.Text) {
			return
		}
		if strings.ContainsFunc(s.Host.Text, isNew) {
			s.Verdict = Unknown // its tables are newer than these
			return
		}
		if strings.Contains(s.Host.Text, "%") {
			s.refuseUnless(wellEscaped(s.Host.Text) && !hasControls(decode(s.Host.Text)))
			s.Host.Text = decodeUnreserved(s.Host.Text)
		}
		namesIDNA2008.do(s, "")
		s.Host.Text = upperEscapes(s.Host.Text)
	}}
	pathURLLib3 = &step{value: "escaped", text: "escapes what path, query and fragment may not have, in http, https and without a scheme", do: func(s *state, _ string) {
		if s.isHTTP() {
			s.Path.Text = dotlessURLLib3(s.Path.Text)
			s.Path.Text = escapeURLLib3(s.Path.Text, isPathOctet)
			s.Query.Text = escapeURLLib3(s.Query.Text, isQueryOctet)
			s.Fragment.Text = escapeURLLib3(s.Fragment.Text, isQueryOctet)
		}
		if s.Path.Text == "" {
			s.Path.Present = s.Query.Present || s.Fragment.Present
		} else if s.Path.Text[0] != '/' {
			s.Path.Text = "/" + s.Path.Text
		}
	}}
	dotsURLLib3 = &step{value: "removed", text: "removes dot segments, in http, https and without a scheme"}

	trimSpacePython = &step{value: "white space at the beginning", text: "removes white space at the beginning", do: func(s *state, _ string) {
		s.rest = strings.TrimLeftFunc(s.rest, isSpacePython)
	}}
	demandsRequests = &step{value: "a host", text: `wants a scheme and a host where there is no ":" or the URL begins with "http"`, do: func(s *state, _ string) {
		if strings.HasPrefix(s.Scheme.Text, "http") || !s.Scheme.Present {
			s.refuseUnless(s.Scheme.Present && s.Host.Text != "")
			if s.Path.Text == "" {
				s.Path = present("/")
			}
		}
	}}
)

// namesRequests returns what requests does with names after a step of urllib3.
func namesRequests(of *step) *step {
	return &step{value: of.value + ", then escaped", text: of.text + ", and escapes what no URL has", do: func(s *state, _ string) {
		of.do(s, "")
		s.Host.Text = requote(s.Host.Text)
	}}
}

// isNumberURLLib3 reports whether a host matches _IPV4_RE: one to four numbers, decimal or hexadecimal.
func isNumberURLLib3(host string) bool {
	fields := strings.Split(host, ".")
	for _, f := range fields {
		if digits, ok := strings.CutPrefix(pct.Lower(f), "0x"); ok {
			if digits == "" || !all(digits, pct.IsHex) {
				return false
			}
		} else if f == "" || !all(f, isDigit) {
			return false
		}
	}
	return len(fields) <= 4
}

// decodeUnreserved decodes escapes of unreserved characters.
func decodeUnreserved(s string) string {
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if c, ok := pct.Octet(s[i:]); ok && percent.Unreserved.Contains(c) {
			b = append(b, c)
			i += 2
		} else {
			b = append(b, s[i])
		}
	}
	return string(b)
}

//go:noinline
func hasControls(s string) bool {
	return !all(s, func(c byte) bool { return c >= ' ' && c != 0x7F })
}

// connectsURLLib38 is what urllib3 does with a URL since 2.8, which reads neither a port 0 as none nor a
// path as a URL.
var connectsURLLib38 = &step{value: "a connection, http without a scheme, to any port", text: "connects by http and https, and by http without a scheme, to addresses, and to names that the Domain Name System has", do: func(s *state, _ string) {
	if !s.Scheme.Present {
		s.Scheme = present("http")
	}
	s.refuseUnless(s.Host.Text != "")
	connect(&s.Reading, reachedPython)
}}

// connectsURLLib3 returns what urllib3, whose chain of parse_url is c, does with a URL.
func connectsURLLib3(c *chain) *step {
	if c[names] == namesURLLib3 {
		return connectsURLLib38
	}
	return &step{value: "a connection, http without a scheme", text: "connects by http and https, and by http without a scheme, to addresses, and to names that the Domain Name System has; port 0 is none", do: func(s *state, _ string) {
		if !s.Scheme.Present {
			s.Scheme = present("http")
		}
		if s.Port.Text == "0" {
			s.Port = Part{}
		}
		// It parses a path as a URL, to find out whether it is one.
		s.refuseUnless(s.Host.Text != "" && (!strings.HasPrefix(s.Path.Text, "//") || c.read(s.Path.Text).Verdict == Read))
		connect(&s.Reading, reachedPython)
	}}
}

// connectsRequests returns what requests does with a URL that it prepared.
func connectsRequests(c *chain) *step {
	urllib3 := connectsURLLib3(c)
	return &step{value: "a connection, credentials in Latin-1", text: "connects by http and https to addresses, and to names that the Domain Name System has, and refuses credentials beyond Latin-1; port 0 is none", do: func(s *state, _ string) {
		s.refuseUnless(s.Scheme.Present && (!strings.Contains(s.User.Text, ":") || !strings.ContainsFunc(decode(s.User.Text), func(c rune) bool { return c > 0xFF })))
		urllib3.do(s, "")
	}}
}

// fetchRequests is requests.get with urllib3, whose chain is c: it requests the path of the URL that
// it prepared, while its pool takes host and port from what the chain pool reads in that URL, if there is
// one, and normalizes the host without its brackets once more.
func fetchRequests(c, pool *chain, connects *step, url string, r *Reading) {
	prepared, verdict := prepareRequests(c, url)
	s := state{Reading: Reading{Verdict: verdict}}
	if verdict == Read {
		s.Reading = c.read(prepared)
	}
	if s.Verdict == Read && pool != nil {
		x := pool.read(prepared)
		s.Verdict, s.Host, s.Port, s.hasAuthority = x.Verdict, x.Host, x.Port, true
		c[names].do(&s, "")
	}
	if s.Verdict == Read {
		_, rest, _ := strings.Cut(prepared, "://")
		rest, _, _ = strings.Cut(rest, "#")
		rest = rest[len(rest)-len(strings.TrimLeftFunc(rest, func(c rune) bool { return c != '/' && c != '?' })):]
		if pool != nil && c[names] == namesIDNA2008 && strings.HasPrefix(rest, "//") { // 2.32 alone
			rest = "/" + strings.TrimLeft(rest, "/")
		}
		s.Path.Text, s.Query.Text, s.Query.Present = strings.Cut(rest, "?")
		s.Path.Text = escapeURLLib3(s.Path.Text, isPathOctet)
		s.dropEmptyQuery()
		connects.do(&s, "")
	}
	*r = s.Reading
	if r.Verdict != Read {
		*r = Reading{Verdict: r.Verdict}
	}
}

// reachedPython is reachedC for names whose labels the codec "idna" accepts.
func reachedPython(host string) (string, bool) {
	name := strings.TrimSuffix(host, ".")
	if name == "" || !isASCII(host) {
		return "", false
	}
	if !strings.Contains(host, ":") {
		for label := range strings.SplitSeq(name, ".") {
			if label == "" || len(label) > maxLabel {
				return "", false
			}
		}
	}
	return reachedService(host)
}

// isHTTP reports whether urllib3 normalizes the URL.
func (s *state) isHTTP() bool {
	return !s.Scheme.Present || s.Scheme.Text == "http" || s.Scheme.Text == "https"
}

// isQueryOctet reports whether c stands for itself in a query or fragment (RFC 3986).
func isQueryOctet(c byte) bool { return isPathOctet(c) || c == '?' }

// isZoneURLLib3 reports whether a zone matches ZONE_ID_PAT after its "%".
func isZoneURLLib3(zone string) bool {
	ok := func(z string) bool {
		return z != "" && wellEscaped(z) && all(z, func(c byte) bool { return percent.Unreserved.Contains(c) || c == '!' || c == '%' })
	}
	return ok(zone)
}

// laxIPv4 writes numbers of three digits above 255 in an IPv4 address at the end of an
// IPv6 address as 255.
func laxIPv4(addr string) string {
	i := strings.LastIndexByte(addr, ':') + 1
	if !strings.Contains(addr[i:], ".") {
		return addr
	}
	fields := strings.Split(addr[i:], ".")
	for k, f := range fields {
		if len(f) == 3 && f > "255" && all(f, isDigit) {
			fields[k] = "255"
		} else if len(f) > 3 {
			fields[k] = "-"
		}
	}
	return addr[:i] + strings.Join(fields, ".")
}

// escapeURLLib3 is _encode_invalid_chars.
func escapeURLLib3(s string, keeps func(byte) bool) string {
	b := []byte(s)
	for i := range b {
		if isEscape(s[i:]) {
			b[i+1], b[i+2] = upper(b[i+1]), upper(b[i+2])
		}
	}
	escaped := wellEscaped(s)
	return escape(string(b), func(c byte) bool { return keeps(c) || c == '%' && escaped })
}

func upper(c byte) byte {
	if 'a' <= c && c <= 'z' {
		c -= 0x20
	}
	return c
}

// dotlessURLLib3 is _remove_path_dot_segments.
func dotlessURLLib3(path string) string {
	if path == "" {
		return path
	}
	var out []string
	for segment := range strings.SplitSeq(path, "/") {
		switch {
		case segment == ".":
		case segment != "..":
			out = append(out, segment)
		case len(out) > 0:
			out = out[:len(out)-1]
		}
	}
	if path[0] == '/' && (len(out) == 0 || out[0] != "") {
		out = append([]string{""}, out...)
	}
	if strings.HasSuffix(path, "/.") || strings.HasSuffix(path, "/..") {
		out = append(out, "")
	}
	return strings.Join(out, "/")
}

// idna2008 is idna.encode for one lower-case label. A label in ASCII stays as it is.
func idna2008(label string) (string, bool) {
	if all(label, func(c byte) bool { return c < 0x80 }) {
		return label, true
	}
	if !norm.NFC.IsNormalString(label) || strings.HasPrefix(label, "-") || strings.HasSuffix(label, "-") {
		return "", false
	}
	runes := []rune(label)
	if len(runes) > 3 && string(runes[2:4]) == "--" || unicode.Is(unicode.M, runes[0]) {
		return "", false
	}
	whole := contextOf(runes)
	for i, c := range runes {
		if !isPValid(c) && !isContextual(runes, i, whole) {
			return "", false
		}
	}
	b, err := uts46.ToASCII(nil, label, 0)
	if err != nil {
		return "", false
	}
	return string(b), len(b) <= maxLabel
}

// isPValid reports whether RFC 5892 calls a character PVALID: a letter, digit or mark in
// lower case that NFKC leaves alone, or an exception.
func isPValid(c rune) bool {
	switch {
	case c < 0x80:
		return isAlpha(byte(c)) || isDigit(byte(c)) || c == '-'
	case strings.ContainsRune("\u00df\u03c2\u06fd\u06fe\u0f0b\u3007", c):
		return true
	case strings.ContainsRune("\u0640\u07fa\u302e\u302f\u3031\u3032\u3033\u3034\u3035\u303b", c), 0x660 <= c && c <= 0x669, 0x6F0 <= c && c <= 0x6F9:
		return false
	case 0x1100 <= c && c <= 0x11FF, 0xA960 <= c && c <= 0xA97F, 0xD7B0 <= c && c <= 0xD7FF: // old Hangul
		return false
	case unicode.Is(unicode.Other_Default_Ignorable_Code_Point, c), unicode.Is(unicode.Variation_Selector, c):
		return false
	case 0x20D0 <= c && c <= 0x20FF, 0x1D100 <= c && c <= 0x1D24F: // IgnorableBlocks
		return false
	case c == 0x587, 0x13F8 <= c && c <= 0x13FD, 0x1C80 <= c && c <= 0x1C88, 0xAB70 <= c && c <= 0xABBF, strings.ContainsRune(norm.NFD.String(string(c)), 0x345):
		return false // folding their case changes them, though they are in lower case
	}
	s := string(c)
	return unicode.In(c, unicode.Ll, unicode.Lo, unicode.Lm, unicode.Mn, unicode.Mc, unicode.Nd) &&
		norm.NFKC.String(strings.ToLower(norm.NFKC.String(s))) == s
}

// isContextual reports whether a character that is valid only in some contexts is in
// one (RFC 5892, appendix A).
func isContextual(label []rune, i int, c context) bool {
	var before, after rune
	if i > 0 {
		before = label[i-1]
	}
	if i+1 < len(label) {
		after = label[i+1]
	}
	switch r := label[i]; {
	case r == 0x200C, r == 0x200D:
		return true // uts46 checks it
	case r == 0xB7:
		return before == 'l' && after == 'l'
	case r == 0x375:
		return unicode.Is(unicode.Greek, after)
	case r == 0x5F3, r == 0x5F4:
		return unicode.Is(unicode.Hebrew, before)
	case r == 0x30FB:
		return c.japanese
	case isArabicDigit(r), isPersianDigit(r):
		return !c.mixed
	}
	return false
}

// A context is what some characters want to know of their whole label.
type context struct {
	japanese bool // it has a letter of Japanese
	mixed    bool // it has Arabic-Indic digits of both kinds
}

func contextOf(label []rune) (c context) {
	c.japanese = slices.ContainsFunc(label, func(r rune) bool { return unicode.In(r, unicode.Hiragana, unicode.Katakana, unicode.Han) })
	c.mixed = slices.ContainsFunc(label, isArabicDigit) && slices.ContainsFunc(label, isPersianDigit)
	return c
}

func isArabicDigit(r rune) bool  { return 0x660 <= r && r <= 0x669 }
func isPersianDigit(r rune) bool { return 0x6F0 <= r && r <= 0x6F9 }

// readRequests reads a URL as urllib3, whose chain is c, reassembles its parts, and
// reads the result.
func readRequests(c *chain, url string, r *Reading) {
	url, r.Verdict = prepareRequests(c, url)
	if r.Verdict == Read {
		*r = c.read(url)
	}
}

// prepareRequests is prepare_url with urllib3, whose chain is c.
func prepareRequests(c *chain, url string) (string, Verdict) {
	if !utf8.ValidString(url) {
		return "", Refused
	}
	url = strings.TrimLeftFunc(url, isSpacePython)
	if strings.Contains(url, ":") && !strings.HasPrefix(lowerPython(url), "http") {
		return url, Read
	}
	x := c.read(url)
	host := x.Host.Text
	if x.Verdict == Unknown {
		return "", Unknown
	}
	if x.Verdict != Read || x.Scheme.Text == "" || host == "" || host[0] == '*' || host[0] == '.' {
		return "", Refused
	}
	if !isASCII(host) {
		return "", Unknown
	}
	var b strings.Builder
	b.WriteString(x.Scheme.Text + "://")
	if x.User.Text != "" {
		b.WriteString(x.User.Text + "@")
	}
	b.WriteString(host)
	if x.Port.Text != "" && x.Port.Text != "0" {
		b.WriteString(":" + x.Port.Text)
	}
	if x.Path.Text == "" {
		b.WriteString("/")
	}
	b.WriteString(x.Path.Text)
	if x.Query.Text != "" {
		b.WriteString("?" + x.Query.Text)
	}
	if x.Fragment.Text != "" {
		b.WriteString("#" + x.Fragment.Text)
	}
	return requote(b.String()), Read
}

// requote is requote_uri.
func requote(url string) string {
	keeps := func(c byte) bool {
		return percent.Unreserved.Contains(c) || c != 0 && strings.IndexByte("!#$&'()*+,/:;=?@[]", c) >= 0
	}
	pieces := strings.Split(url, "%")
	for i, p := range pieces[1:] {
		first, n := utf8.DecodeRuneInString(p)
		second, _ := utf8.DecodeRuneInString(p[n:])
		if !unicode.In(first, unicode.L, unicode.N) || !unicode.In(second, unicode.L, unicode.N) { // isalnum()
			pieces[i+1] = "%" + p
			continue
		}
		c, ok := pct.Octet("%" + p[:min(2, len(p))])
		if !ok {
			return escape(url, keeps)
		}
		if percent.Unreserved.Contains(c) {
			pieces[i+1] = string(rune(c)) + p[2:]
		} else {
			pieces[i+1] = "%" + p
		}
	}
	return escape(strings.Join(pieces, ""), func(c byte) bool { return keeps(c) || c == '%' })
}

func isAlnum(c byte) bool { return isAlpha(c) || isDigit(c) }
