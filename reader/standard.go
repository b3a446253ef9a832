package reader

import (
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/internal/uts46"
	"github.com/pct-encoded/percent/uri"
	"github.com/pct-encoded/percent/weburl"
)

// rfc3986 is the chain of the grammar of RFC 3986, and generic that of a reader that
// takes anything apart as appendix B does.
func generic() chain {
	return chain{
		input: anyInput, trim: trimNothing, octets: octetsAny, scheme: schemeRFC, backslash: backslashOrdinary,
		slashes: slashesTwo, ends: endsRFC, at: atLast, userinfo: userinfoRaw, colon: colonLast, port: portDigits,
		brackets: bracketsKept, host: hostAny, names: namesKept, ipv4: ipv4Text, path: pathRaw, dots: dotsKept,
		query: queryRaw, fragment: fragmentRaw, demands: demandsNothing,
	}
}

func standardRows() []row {
	whatwg := generic().with(map[kind]*step{
		trim: trimWHATWG, backslash: backslashSpecial, slashes: slashesAny, port: portWHATWG, brackets: bracketsIPv6,
		host: hostWHATWG, names: namesUTS46, ipv4: ipv4WHATWG, path: pathWHATWG, dots: dotsRemoved, demands: demandsScheme,
	})
	strict := generic().with(map[kind]*step{
		octets: octetsRFC, scheme: schemeAsWritten, at: atFirst, brackets: bracketsIPv6,
	})
	const asIs = "========"
	web := func(name, versions, program, accessors string, c chain, exact func(string, *Reading)) row {
		return row{name: name, versions: versions, program: program, chain: c, exact: exact, accessors: accessors}
	}
	const getters = "=eeeeeee"
	checked := whatwg.with(map[kind]*step{names: namesUTS46Checked})
	caret := checked.with(map[kind]*step{path: pathWHATWGCaret})
	return append(rubyRows(strict),
		web("bun.url", "1.4.5", "Bun URL", getters, checked, unless(bunUnknown, readWebChecked)),
		web("deno.url", "2.9.6", "Deno URL", getters, caret, unless(denoUnknown, readWebCaret)),
		web("npm.whatwg-url", "17.3.0", "npm whatwg-url", getters, whatwg, readWeb),
		web("rust.url", "2.3.1", "Rust url::Url", "=en=n===", caret, unless(rustUnknown, readWebCaret)),
		web("webkit.url", "2.50.6", "WebKitGTK URL", getters, checked, unless(webkitUnknown, readWebChecked)),
		web("workerd.url", "2026-11-17", "workerd URL", getters, whatwg, readWeb),
		web("node.url", "18.20.8 20.20.2 22.23.3", "Node.js URL", getters, caret.with(map[kind]*step{names: namesUTS46Old}), unless(nodeUnknown, readWebCaret)),
		web("node.url", "24.21.0 26.10.0", "Node.js URL", getters, whatwg, readWeb),
		row{name: "percent.weburl", versions: "0.1.0", program: "the URL Standard, package weburl", chain: whatwg, exact: readWeb, accessors: "=eeee==="},
		row{name: "php.rfc3986", versions: "8.5.10", program: `PHP Uri\Rfc3986\Uri`, chain: strict, exact: readURIPHP, accessors: asIs},
		row{name: "uriparser.uri", versions: "0.9.7", program: "uriparser uriParseSingleUriExA", chain: strict, exact: readURIParser, accessors: asIs},
		row{name: "percent.uri", versions: "0.1.0", program: "RFC 3986, package uri", chain: strict, exact: readURI, accessors: asIs},
	)
}

// readWeb reads a URL as the URL Standard says.
func readWeb(url string, r *Reading) {
	u, err := weburl.Parse(url)
	if err != nil {
		r.Verdict = Refused
		return
	}
	r.Verdict = Read
	r.Scheme = present(u.Scheme())
	r.User, r.Password = present(u.Username()), present(u.Password())
	r.Host = Part{u.Hostname(), u.HostKind() != weburl.NoHost}
	r.Port, r.Path = present(u.Port()), present(u.Pathname())
	r.Query.Text, r.Query.Present = u.Query()
	r.Fragment.Text, r.Fragment.Present = u.Fragment()
}

// readWebChecked reads a URL as the URL Standard said before 2024, when "xn--" labels of
// names in ASCII were checked as well.
func readWebChecked(url string, r *Reading) {
	readWeb(url, r)
	if r.Verdict != Read || !isSpecial(r.Scheme.Text) || !strings.Contains(r.Host.Text, "xn--") {
		return
	}
	if _, err := uts46.ToASCII(nil, r.Host.Text, 0); err != nil {
		r.Verdict = Refused
	}
}

// readWebCaret is readWebChecked where the Standard did not yet escape "^" in paths.
func readWebCaret(url string, r *Reading) {
	if !strings.Contains(url, "^") {
		readWebChecked(url, r)
		return
	}
	// A character that is escaped wherever "^" is allowed stands for it.
	const stand, escaped = "\U0010fffd", "%F4%8F%BF%BD"
	if strings.Contains(url, stand) || strings.Contains(strings.ToUpper(url), escaped) {
		r.Verdict = Unknown
		return
	}
	readWebChecked(strings.ReplaceAll(url, "^", stand), r)
	if strings.Contains(r.Host.Text, escaped) {
		r.Verdict = Refused
		return
	}
	for _, p := range []*Part{&r.User, &r.Password} {
		p.Text = strings.ReplaceAll(p.Text, escaped, "%5E")
	}
	for _, p := range []*Part{&r.Path, &r.Query, &r.Fragment} {
		p.Text = strings.ReplaceAll(p.Text, escaped, "^")
	}
}

// unless returns read, but for what is unknown.
func unless(unknown func(url string, r *Reading) bool, read func(string, *Reading)) func(string, *Reading) {
	return func(url string, r *Reading) {
		read(url, r)
		if unknown(url, r) {
			r.Verdict = Unknown
		}
	}
}

// oldNames: names in which the tables of Unicode 15 or the rules of then differ: ẞ is ss
// there, writing directions may not be checked, and "xn--" may follow itself.
func oldNames(url string, _ *Reading) bool {
	return strings.ContainsFunc(url, func(c rune) bool { return c == 'ẞ' || isRightToLeft(c) }) || strings.Contains(lowerASCII(url), "xn--xn--")
}

// isRightToLeft reports whether a character is of a block that UAX #9 sets aside for
// right-to-left scripts.
func isRightToLeft(c rune) bool {
	return 0x590 <= c && c <= 0x8FF || 0xFB1D <= c && c <= 0xFDFF || 0xFE70 <= c && c <= 0xFEFE || 0x10800 <= c && c <= 0x10FFF || 0x1E800 <= c && c <= 0x1EFFF
}

// dottedSegments: a segment that begins with a dot and is none, beside a dot segment.
func dottedSegments(url string, _ *Reading) bool {
	dotted, segment := false, false
	for s := range strings.FieldsFuncSeq(url, func(c rune) bool { return strings.ContainsRune(`/\?#`, c) }) {
		if isDotSegment(s) {
			segment = true
		} else if strings.HasPrefix(s, ".") || strings.HasPrefix(s, "%2") {
			dotted = true
		}
	}
	return dotted && segment
}

// nodeUnknown: oldNames and dottedSegments.
func nodeUnknown(url string, r *Reading) bool { return oldNames(url, r) || dottedSegments(url, r) }

// webkitUnknown: bunUnknown and ẞ.
func webkitUnknown(url string, r *Reading) bool {
	return bunUnknown(url, r) || strings.Contains(url, "ẞ")
}

// rustUnknown: denoUnknown, ẞ, joiners, and "xn--" labels that decode to nothing or to a
// joiner.
func rustUnknown(url string, r *Reading) bool {
	r.Host.Present = r.Host.Text != ""
	return strings.ContainsAny(url, "ẞ\u200c\u200d") || strings.Contains(url, "xn--.") || strings.Contains(url, "xn--1ug") || denoUnknown(url, r)
}

// bunUnknown: an IPv6 address that ends in a single colon, and oldNames.
func bunUnknown(url string, r *Reading) bool {
	for i := 2; i < len(url); i++ {
		if url[i] == ']' && url[i-1] == ':' && url[i-2] != ':' {
			return true
		}
	}
	return strings.Contains(lowerASCII(url), "xn--xn--") || !isSpecial(r.Scheme.Text) && r.Host.Text != "" && r.Path.Text == ""
}

// denoUnknown: segments that look like a drive, and
// authorities of schemes that are not special with controls or "\".
func denoUnknown(url string, r *Reading) bool {
	if r.Verdict == Read && r.Scheme.Text == "file" {
		// Empty segments at the beginning are left out.
		r.Path.Text = "/" + strings.TrimLeft(r.Path.Text, "/")
	}
	scheme, rest, ok := strings.Cut(url, ":")
	if strings.Contains(lowerASCII(url), "xn--xn--") || strings.HasPrefix(r.Path.Text, "//") && r.Host.Text == "" && !strings.HasPrefix(rest, "//") {
		return true
	}
	for i := 2; i+1 < len(url); i++ {
		if (url[i] == ':' || url[i] == '|') && isAlpha(url[i-1]) && isSlash(url[i-2]) && isSlash(url[i+1]) && strings.Contains(url[i:], "..") {
			return true
		}
	}
	if r.Verdict == Read && (isSpecial(r.Scheme.Text) || r.Host.Text == "") {
		return false
	}
	return ok && strings.HasPrefix(rest, "//") && !isSpecial(lowerASCII(scheme)) && strings.ContainsFunc(rest, func(c rune) bool { return c < ' ' || c == '\\' })
}

// readURI reads a URI by the grammar of RFC 3986, appendix A.
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

// maxPortPHP is how many digits of a port fit into a zend_long.
const maxPortPHP = 19

// readURIPHP is readURI with an empty password where there is a user, and no empty port.
func readURIPHP(url string, r *Reading) {
	readURI(url, r)
	r.Password.Present = r.User.Present
	if len(r.Port.Text) > maxPortPHP {
		r.Verdict = Refused
	}
	r.Port = Part{trimZeros(r.Port.Text), r.Port.Text != ""}
}

// readURIParser is readURI with hosts without brackets and the userinfo in one.
func readURIParser(url string, r *Reading) {
	readURI(url, r)
	if r.Password.Present {
		r.User.Text += ":" + r.Password.Text
		r.Password = Part{}
	}
	if h := r.Host.Text; strings.HasPrefix(h, "[") {
		r.Host.Text = h[1 : len(h)-1]
	}
}

var (
	octetsRFC = &step{value: "RFC 3986", text: "refuses octets that no URI has, and malformed escapes", do: func(s *state, _ string) {
		s.refuseUnless(wellEscaped(s.rest) && all(s.rest, func(c byte) bool {
			return isPathOctet(c) || strings.IndexByte("/?#[]%", c) >= 0
		}))
	}}
	schemeAsWritten = &step{value: "RFC 3986, as written", text: "reads a letter and then letters, digits, +, - and . as a scheme, and leaves its case", do: func(s *state, _ string) {
		if i := schemeEnd(s.rest); i > 0 {
			s.Scheme, s.rest = present(s.rest[:i]), s.rest[i+1:]
			s.special = isSpecial(lowerASCII(s.Scheme.Text))
		}
	}}

	portWHATWG = &step{value: "to 65535, without the default", text: "wants a port of at most 65535 and omits the default of the scheme", do: func(s *state, _ string) {
		if s.Port.Text == "" {
			s.Port.Present = false
			return
		}
		n, ok := number(s.Port.Text, 65535)
		if !ok {
			s.refuse()
			return
		}
		s.Port.Text = strconv.Itoa(n)
		if s.special && s.Port.Text == uri.DefaultPort(s.Scheme.Text) {
			s.Port = Part{}
		}
	}}

	bracketsIPv6 = &step{value: "IPv6", text: "wants an IPv6 address in brackets", do: func(s *state, _ string) {
		if strings.HasPrefix(s.hostPort, "[") {
			a := s.hostPort[1:]
			i := strings.IndexByte(a, ']')
			s.refuseUnless(i == len(a)-1 && i > 0 && strings.Contains(a, ":") && canonicalIPv6(a[:i]) != "" && isIPv6(a[:i]))
			s.literal = true
		}
	}}

	hostWHATWG = &step{value: "decoded", text: "decodes the escapes of a host in special schemes and refuses forbidden characters", do: func(s *state, _ string) {
		if !s.hasAuthority || s.literal {
			return
		}
		if s.special {
			s.Host.Text = decode(s.Host.Text)
			s.refuseUnless(s.Host.Text != "" || s.Scheme.Text == "file")
		}
		s.refuseUnless(!strings.ContainsAny(s.Host.Text, "\x00\t\n\r #/:<>?@[\\]^|"))
	}}
	namesUTS46 = &step{value: "UTS #46", text: "maps names by UTS #46 in special schemes", do: func(s *state, _ string) {
		if !s.hasAuthority || s.literal || !s.special {
			return
		}
		b, err := uts46.ToASCII(nil, s.Host.Text, 0)
		if err != nil {
			s.refuse()
			return
		}
		s.Host.Text = string(b)
		s.refuseUnless(!strings.ContainsAny(s.Host.Text, c0AndSpace+"#%/:<>?@[\\]^|\x7f"))
	}}
	namesUTS46Checked = &step{value: "UTS #46, xn-- labels checked", text: `maps names by UTS #46 in special schemes, and refuses names with a wrong "xn--" label even if all is ASCII`, do: func(s *state, _ string) {
		namesUTS46.do(s, "")
	}}
	namesUTS46Old = &step{value: "UTS #46 of Unicode 15", text: `maps names by UTS #46 of Unicode 15 in special schemes, without the rule for writing directions, and refuses names with a wrong "xn--" label`, do: func(s *state, _ string) {
		namesUTS46.do(s, "")
	}}
	ipv4WHATWG = &step{value: "one to four numbers in three notations", text: "reads one to four decimal, octal or hexadecimal numbers as an IPv4 address in special schemes", do: func(s *state, _ string) {
		if !s.hasAuthority || s.literal || !s.special || s.Host.Text == "" {
			return
		}
		u, err := weburl.Parse("http://" + s.Host.Text + "/")
		if err != nil {
			s.refuse()
			return
		}
		s.Host.Text = u.Hostname()
	}}
	pathWHATWG = &step{value: "slashes and escapes", text: "escapes what no path has", do: func(s *state, _ string) {
		if s.slashed {
			s.Path.Text = strings.ReplaceAll(s.Path.Text, `\`, "/")
		}
		if s.special && s.Path.Text == "" {
			s.Path.Text = "/"
		}
	}}
	pathWHATWGCaret = &step{value: "slashes and escapes, not of ^", text: `escapes what no path has, but for "^"`, do: func(s *state, _ string) { pathWHATWG.do(s, "") }}
	dotsRemoved     = &step{value: "removed", text: "removes dot segments", do: func(s *state, _ string) {
		if s.hasAuthority {
			s.Path.Text = uri.RemoveDotSegments(s.Path.Text)
		}
	}}
)

// number returns the value of decimal digits that is not above limit.
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

func isSlash(c byte) bool { return c == '/' || c == '\\' }

// isDotSegment reports whether a segment is "." or "..", escaped or not.
func isDotSegment(s string) bool {
	s = strings.ReplaceAll(lowerASCII(s), "%2e", ".")
	return s == "." || s == ".."
}
