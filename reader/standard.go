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
		octets: octetsRFC, scheme: schemeAsWritten, at: atFirst, brackets: bracketsIPv6, demands: demandsScheme,
	})
	const setters = "=nn=nnnn"
	return []row{
		{name: "whatwg", version: "2026-10", program: "the URL Standard, package weburl", chain: whatwg, exact: readWeb, accessors: setters},
		{name: "rfc3986", version: "2005", program: "RFC 3986, package uri", chain: strict, exact: readURI, accessors: "========"},
	}
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
	r.Host = present(u.Hostname())
	r.Port, r.Path = present(u.Port()), present(u.Pathname())
	r.Query.Text, r.Query.Present = u.Query()
	r.Fragment.Text, r.Fragment.Present = u.Fragment()
}

// readURI reads a URI by the grammar of RFC 3986, appendix A.
func readURI(url string, r *Reading) {
	u, err := uri.ParseURI(url)
	if err != nil {
		r.Verdict = Refused
		return
	}
	r.Verdict = Read
	part := func(p uri.Part) Part {
		c := u.Get(p)
		return Part{c.Raw, c.Present}
	}
	r.Scheme, r.Host, r.Port, r.Path = part(uri.Scheme), part(uri.Host), part(uri.Port), part(uri.Path)
	r.Query, r.Fragment = part(uri.Query), part(uri.Fragment)
	if c := u.Get(uri.Userinfo); c.Present {
		r.User.Present = true
		r.User.Text, r.Password.Text, r.Password.Present = strings.Cut(c.Raw, ":")
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
			s.refuseUnless(s.Host.Text != "")
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
		s.refuseUnless(!strings.ContainsAny(s.Host.Text, c0AndSpace+"\"#%/:<>?@[\\]^`{|}\x7f"))
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
	dotsRemoved = &step{value: "removed", text: "removes dot segments", do: func(s *state, _ string) {
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
		if n = n*10 + int(s[i]-'0'); n > limit {
			return 0, false
		}
	}
	return n, true
}
