package uri

import (
	"strings"

	"github.com/pct-encoded/percent"
)

// The classes of bytes, as bits of classes.
const (
	schemeByte uint8 = 1 << iota
	userinfoByte
	regNameByte
	pathByte // pchar and '/'
	queryByte
	hexByte
	digitByte
	alphaByte
)

var classes = func() (t [256]uint8) {
	for bit, set := range map[uint8]percent.ByteSet{
		schemeByte:   percent.ByteSet{}.AddRange('a', 'z').AddRange('A', 'Z').AddRange('0', '9').Add("+-."),
		userinfoByte: percent.UserinfoSet,
		regNameByte:  percent.RegNameSet,
		pathByte:     percent.PathSet,
		queryByte:    percent.QuerySet,
		hexByte:      percent.ByteSet{}.AddRange('a', 'f').AddRange('A', 'F').AddRange('0', '9'),
		digitByte:    percent.ByteSet{}.AddRange('0', '9'),
		alphaByte:    percent.ByteSet{}.AddRange('a', 'z').AddRange('A', 'Z'),
	} {
		for b := range set.All() {
			t[b] |= bit
		}
	}
	return t
}()

func is(b, class uint8) bool { return classes[b]&class != 0 }

func isEscape(s string, i int) bool {
	return i+2 < len(s) && s[i] == '%' && is(s[i+1], hexByte) && is(s[i+2], hexByte)
}

// Parse parses a URI reference: a URI or a relative reference, by the grammar of
// RFC 3986, appendix A. The error is a *percent.SyntaxError with the offset and
// the production that failed. Parse does not allocate unless it fails.
func Parse(s string) (u URI, err error) {
	if p, at := u.parse(s, noZones); p != "" {
		return URI{}, syntaxError(p, s, at)
	}
	return u, nil
}

// ParseURI parses a URI, with a scheme and an optional fragment: the production
// URI. Use Parse to accept relative references as well.
func ParseURI(s string) (URI, error) {
	u, err := Parse(s)
	if err == nil && u.schemeLen == 0 {
		return URI{}, syntaxError(InvalidURI, s, 0)
	}
	return u, err
}

// ParseAbsolute parses a URI without a fragment: the production absolute-URI,
// which a base URI has to be.
func ParseAbsolute(s string) (URI, error) {
	u, err := ParseURI(s)
	if err == nil && u.queryEnd < len(s) {
		return URI{}, syntaxError(InvalidAbsoluteURI, s, u.queryEnd)
	}
	return u, err
}

// ParseZoned parses as Parse does, and accepts the zone of RFC 6874 in an IPv6
// address, as in http://[fe80::1%25en0]/. That RFC has been obsoleted and
// browsers refuse such addresses: use it with software that still writes them.
func ParseZoned(s string) (URI, error) {
	var u URI
	if p, at := u.parse(s, zones); p != "" {
		return URI{}, syntaxError(p, s, at)
	}
	return u, nil
}

// MustParse is Parse for text that is known to be legal. It panics on errors.
func MustParse(s string) URI {
	u, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return u
}

type zoneRule uint8

const (
	noZones zoneRule = iota
	zones
)

// parse fills u, whose offsets must be zero. It returns the production that fails
// and where, or "".
func (u *URI) parse(s string, z zoneRule) (failed percent.Reason, at int) {
	u.s = s
	c := scanner{s: s}
	// scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
	i := c.find(endsScheme, 0)
	if i < len(s) && s[i] == ':' && i > 0 && is(s[0], alphaByte) {
		u.schemeLen = i
		i++
	} else {
		if at := badScheme(s, i); at >= 0 {
			return InvalidScheme, at
		}
		i = 0
	}
	production := InvalidPathNoscheme
	if i+1 < len(s) && s[i] == '/' && s[i+1] == '/' {
		end, failed, at := u.parseAuthority(&c, i+2, z)
		if failed != "" {
			return failed, at
		}
		i, production = end, InvalidPathAbempty
	} else if i < len(s) && s[i] == '/' {
		production = InvalidPathAbsolute
	} else if u.schemeLen > 0 {
		production = InvalidPathRootless
	}
	u.pathStart = i
	i = c.skip(endsPath, i)
	u.pathEnd = i
	if i < len(s) && s[i] == '?' {
		i = c.skip(endsQuery, i+1)
		production = InvalidQuery
	}
	u.queryEnd = i
	if i < len(s) && s[i] == '#' {
		i = c.skip(endsQuery, i+1)
		production = InvalidFragment
	}
	if i < len(s) {
		return bad(production, s, i), i
	}
	return "", 0
}

// skip returns the index of the first byte of s[i:] that is neither in class nor
// part of an escape.
func skip(s string, i int, class uint8) int {
	for {
		for i < len(s) && classes[s[i]]&class != 0 {
			i++
		}
		if !isEscape(s, i) {
			return i
		}
		i += 3
	}
}

// bad returns the reason for an error at s[i], a byte that p does not allow: that of
// a malformed escape for a '%', and otherwise p.
func bad(p percent.Reason, s string, i int) percent.Reason {
	if i < len(s) && s[i] == '%' {
		return percent.InvalidEscape
	}
	return p
}

// badScheme returns the index at which the scheme of s is wrong, or -1 if no ':'
// ends one. s has no legal scheme, and s[i] is the first byte that no scheme may
// hold.
func badScheme(s string, i int) int {
	for end := i; end < len(s); end++ {
		switch s[end] {
		case '/', '?', '#':
			return -1
		case ':':
			if !is(s[0], alphaByte) {
				return 0
			}
			return i
		}
	}
	return -1
}

// parseAuthority fills u from the authority at c.s[start:] and returns where it
// ends, or the production that fails and where.
func (u *URI) parseAuthority(c *scanner, start int, z zoneRule) (end int, failed percent.Reason, at int) {
	// Nearly always this is all: a name, followed by a delimiter.
	s := c.s
	i := c.skip(endsName, start)
	if i == len(s) || s[i] == '/' || s[i] == '?' || s[i] == '#' {
		u.hostStart, u.hostEnd, u.kind = start, i, nameKind(s[start:i])
		return i, "", 0
	}
	end = authorityEnd(s, start)
	a := s[:end]
	u.hostStart = start
	if at := strings.IndexByte(a[start:], '@'); at >= 0 {
		i = skip(a, start, userinfoByte)
		if i < start+at {
			return 0, bad(InvalidUserinfo, s, i), i
		}
		u.hostStart = i + 1
	}
	i = u.hostStart
	if i < end && s[i] == '[' {
		i, failed, at = u.parseLiteral(s, i, end, z)
		if failed != "" {
			return 0, failed, at
		}
		if i < end && s[i] != ':' {
			return 0, InvalidAuthority, i
		}
	} else {
		i = skip(a, i, regNameByte)
		if i < end && s[i] != ':' {
			return 0, bad(InvalidRegName, s, i), i
		}
		u.kind = nameKind(s[u.hostStart:i])
	}
	u.hostEnd = i
	if i < end {
		for i++; i < end; i++ {
			if !is(s[i], digitByte) {
				return 0, InvalidPort, i
			}
		}
	}
	return end, "", 0
}

// authorityEnd returns where the authority ends that begins at s[i:].
func authorityEnd(s string, i int) int {
	for i < len(s) && s[i] != '/' && s[i] != '?' && s[i] != '#' {
		i++
	}
	return i
}

// nameKind tells an IPv4 address from a registered name: a host that fits both
// is an address (RFC 3986 section 3.2.2).
func nameKind(host string) HostKind {
	if host == "" || !is(host[0], digitByte) {
		return RegName
	}
	if _, ok := ipv4(host, 0, 4); ok {
		return IPv4
	}
	return RegName
}

// parseLiteral fills u from the IP literal whose '[' is at s[i], in an authority
// that ends at end, and returns the index after its ']'.
//
//	IP-literal = "[" ( IPv6address / IPvFuture  ) "]"
func (u *URI) parseLiteral(s string, i, end int, z zoneRule) (after int, failed percent.Reason, where int) {
	start := i + 1
	n := strings.IndexByte(s[start:end], ']')
	text := s[start:end]
	if n >= 0 {
		text = s[start : start+n]
	}
	var p percent.Reason
	var at int
	var ok bool
	if text != "" && text[0]|0x20 == 'v' {
		u.kind, p = IPvFuture, InvalidIPvFuture
		at, ok = ipvFuture(text)
	} else {
		u.kind, p = IPv6, InvalidIPv6
		at, ok = ipv6(text)
		if !ok && z == zones && strings.HasPrefix(text[at:], "%25") {
			if _, whole := ipv6(text[:at]); whole {
				zone := skip(text, at+3, regNameByte)
				if j := strings.IndexAny(text[at+3:zone], "!$&'()*+,;="); j >= 0 {
					zone = at + 3 + j
				}
				at, ok, p = zone, zone == len(text) && zone > at+3, InvalidZone
			}
		}
	}
	switch {
	case !ok:
		return 0, p, start + at
	case n < 0:
		return 0, InvalidIPLiteral, end
	}
	return start + n + 1, "", 0
}

// ipvFuture reports whether s is "v" 1*HEXDIG "." 1*( unreserved / sub-delims /
// ":" ). If not, it returns the index of the first byte that does not fit.
func ipvFuture(s string) (int, bool) {
	i := 1
	for i < len(s) && is(s[i], hexByte) {
		i++
	}
	if i == 1 || i == len(s) || s[i] != '.' {
		return i, false
	}
	dot := i
	for i++; i < len(s) && is(s[i], userinfoByte); i++ {
	}
	return i, i == len(s) && i > dot+1
}

// ipv6 reports whether s is an IPv6address. If not, it returns the index of the
// first byte that no IPv6address has there.
func ipv6(s string) (int, bool) {
	const groups = 8
	i, n, most := 0, 0, groups
	squeezed := strings.HasPrefix(s, "::")
	if squeezed {
		i, most = 2, groups-1
	}
	for {
		// A group begins here, unless the text ends in "::".
		if i == len(s) {
			return i, squeezed && strings.HasSuffix(s, "::")
		}
		if n == most {
			return i, false
		}
		start := i
		for i < len(s) && i < start+4 && is(s[i], hexByte) {
			i++
		}
		if i == start {
			if start == 0 && s[0] == ':' {
				i = 1 // a second ':' is missing
			}
			return i, false
		}
		if i < len(s) && s[i] == '.' {
			fits := n == groups-2
			if squeezed {
				fits = n <= groups-3
			}
			if _, octet := ipv4(s[start:i], 0, 1); !fits || !octet {
				return i, false
			}
			return ipv4(s, start, 4)
		}
		n++
		if i == len(s) {
			return i, squeezed || n == groups
		}
		if s[i] != ':' || n == most {
			return i, false
		}
		i++
		if i < len(s) && s[i] == ':' {
			if squeezed {
				return i, false
			}
			squeezed, most = true, groups-1
			i++
		}
	}
}

// ipv4 reports whether s[i:] is count numbers of 0 to 255 without leading zeros,
// with full stops between them. If not, it returns the index of the first byte that
// does not fit.
func ipv4(s string, i, count int) (int, bool) {
	for k := range count {
		if k > 0 {
			if i == len(s) || s[i] != '.' {
				return i, false
			}
			i++
		}
		start, value := i, 0
		for i < len(s) && is(s[i], digitByte) {
			if i > start && value == 0 {
				return i, false
			}
			value = 10*value + int(s[i]-'0')
			if value > 255 {
				return i, false
			}
			i++
		}
		if i == start {
			return i, false
		}
	}
	return i, i == len(s)
}

// ParseLenient splits any text as the expression in appendix B of RFC 3986 does,
// and never fails: it is for text that Parse refuses and that must be shown or
// repaired. A scheme is the text before a ':' that comes before any of "/?#", if
// it is a legal scheme; the userinfo ends at the last '@' of the authority, and a
// port is the digits, or nothing, after a last ':' that no bracket follows. The
// text of the URI is s, byte for byte.
func ParseLenient(s string) URI {
	var u URI
	if failed, _ := u.parse(s, zones); failed == "" {
		return u
	}
	return split(s)
}

func split(s string) URI {
	u := URI{s: s}
	i := 0
	for i < len(s) && is(s[i], schemeByte) {
		i++
	}
	if i > 0 && i < len(s) && s[i] == ':' && is(s[0], alphaByte) {
		u.schemeLen = i
		i++
	} else {
		i = 0
	}
	if strings.HasPrefix(s[i:], "//") {
		i = u.splitAuthority(s, i+2)
	}
	u.pathStart = i
	u.queryEnd = len(s)
	if n := strings.IndexByte(s[i:], '#'); n >= 0 {
		u.queryEnd = i + n
	}
	u.pathEnd = u.queryEnd
	if n := strings.IndexByte(s[i:u.queryEnd], '?'); n >= 0 {
		u.pathEnd = i + n
	}
	return u
}

// splitAuthority fills u from the authority at s[start:] and returns where it
// ends.
func (u *URI) splitAuthority(s string, start int) int {
	end := authorityEnd(s, start)
	u.hostStart = start
	if at := strings.LastIndexByte(s[start:end], '@'); at >= 0 {
		u.hostStart = start + at + 1
	}
	u.hostEnd = end
	if colon := strings.LastIndexByte(s[u.hostStart:end], ':'); colon >= 0 {
		i := u.hostStart + colon + 1
		for i < end && is(s[i], digitByte) {
			i++
		}
		if i == end {
			u.hostEnd = u.hostStart + colon
		}
	}
	host := s[u.hostStart:u.hostEnd]
	u.kind = nameKind(host)
	if host != "" && host[0] == '[' {
		var v URI
		if i, failed, _ := v.parseLiteral(s, u.hostStart, u.hostEnd, zones); failed == "" && i == u.hostEnd {
			u.kind = v.kind
		}
	}
	return end
}
