package reader

import (
	"strings"

	"github.com/pct-encoded/percent/uri"
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
	strict := generic().with(map[kind]*step{
		octets: octetsRFC, scheme: schemeAsWritten, at: atFirst, brackets: bracketsIPv6,
	})
	const asIs = "========"
	return append(rubyRows(strict),
		row{name: "php.rfc3986", versions: "8.5.10", program: `PHP Uri\Rfc3986\Uri`, chain: strict, exact: readURIPHP, accessors: asIs},
		row{name: "uriparser.uri", versions: "0.9.7", program: "uriparser uriParseSingleUriExA", chain: strict, exact: readURIParser, accessors: asIs},
		row{name: "percent.uri", versions: "0.1.0", program: "RFC 3986, package uri", chain: strict, exact: readURI, accessors: asIs},
	)
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

	bracketsIPv6 = &step{value: "IPv6", text: "wants an IPv6 address in brackets", do: func(s *state, _ string) {
		if strings.HasPrefix(s.hostPort, "[") {
			a := s.hostPort[1:]
			i := strings.IndexByte(a, ']')
			s.refuseUnless(i == len(a)-1 && i > 0 && strings.Contains(a, ":") && canonicalIPv6(a[:i]) != "" && isIPv6(a[:i]))
			s.literal = true
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
