package weburl

import (
	"encoding/binary"
	"math"
	"math/bits"
	"strings"
	"unsafe"

	"github.com/pct-encoded/percent/internal/kernel"
)

// Nearly all URLs that programs meet are canonical: http or https, a domain in
// lower-case ASCII, nothing to escape and no dot segments. To parse one is to find
// where its components begin, which this file does with masks of a few classes of
// bytes, 64 bytes at a time. For other URLs, walk.go goes on from the masks. Both take
// only what is certain: where they are not, the state machine decides, and where they
// are, the result is that of the machine.

// The classes of bytes.
const (
	badPath     = iota // in the path percent-encode set, or '\'
	badQuery           // in the special-query percent-encode set
	badFragment        // in the fragment percent-encode set
	badHost            // forbidden in a domain (#forbidden-domain-code-point), or not canonical
	slashes            // '/' and what is odd: '\', and what is removed, tabs and line ends
	delims             // '?' and '#'
	dots               // '.' and what may be an escaped one
	uppers             // letters in upper case, what is odd, and digits of IPv6, which are in no other class
)

// Bytes above 0x7F are in every class.
var classes = kernel.NewClasses(func(b byte) (of uint8) {
	in := func(class int, set string) {
		if strings.IndexByte(set, b) >= 0 {
			of |= 1 << class
		}
	}
	if b <= ' ' || b == 0x7F {
		of |= 1<<badHost | 1<<badPath | 1<<badQuery | 1<<badFragment
	}
	const upper, odd = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "\\\t\n\r"
	in(badHost, upper+"#%/:<>?@[\\]^|")
	in(badPath, "\"#<>?^`{}\\")
	in(badQuery, "\"#<>'")
	in(badFragment, "\"<>`")
	in(slashes, "/"+odd)
	in(delims, "?#")
	in(dots, ".%")
	in(uppers, upper+odd+"0123456789abcdef")
	return of
})

// The first bytes of a text, as little-endian words.
const (
	http  = 0x2f2f3a_70747468
	https = 0x2f2f3a73_70747468
)

// parse is Parser.Parse, with the parameters p.
func parse(s string, p *Parser) (URL, error) {
	w := uint64(0)
	if len(s) >= 8 {
		w = binary.LittleEndian.Uint64(octets(s[:8]))
	}
	kind, start := schemeHTTP, 7
	if w == https {
		kind, start = schemeHTTPS, 8
	}
	if w<<8 != http<<8 && w != https {
		if s == "" || s[0] != 'w' && s[0] != 'f' && s[0] != 'h' {
			return p.parseOther(s)
		}
		if kind, start = cutScheme(s); start == 0 {
			return p.parseOther(s)
		}
	}
	if p.OnError != nil || tooLong(s) {
		return p.parseAny(s)
	}
	t := s[start:]
	var m kernel.Masks
	if b := head(t); !kernel.ClassifyVector(classes, &m, b) {
		kernel.ClassifyPortable(classes, &m, b)
	}
	host := below(m[slashes] | m[delims])
	rest := ^host
	hostEnd := min(bits.TrailingZeros64(rest), len(t))
	label := bits.Len64(m[dots] & host)
	bad, ends := uint64(0), uint64(0)
	if m[delims]&rest == 0 && len(t) <= 64 {
		bad = m[badPath]&rest | (m[slashes]&rest)<<1&m[dots]
	} else {
		hash := m[delims] & m[badQuery] & rest
		before := below(hash) & rest
		question := m[delims] & before
		path := below(question) & before
		slashed := m[slashes] & path
		bad = m[badPath]&path | m[badQuery]&before&^path | m[badFragment]&rest&^before | slashed<<1&m[dots]&path
		pathEnd, queryEnd := uint(bits.TrailingZeros64(question)), uint(bits.TrailingZeros64(hash))
		if len(t) > 64 {
			if hostEnd == 64 {
				return p.rewrite(s, kind, start, &m)
			}
			pathEnd, queryEnd, bad = canonicalRest(t, pathEnd, queryEnd, slashed>>63, bad)
		}
		if pathEnd < queryEnd && pathEnd < uint(len(t)) {
			ends = uint64(start) + uint64(pathEnd)
		}
		if queryEnd < uint(len(t)) {
			ends |= (uint64(start) + uint64(queryEnd)) << 32
		}
	}
	if bad != 0 || hostEnd == 64 {
		return p.rewrite(s, kind, start, &m)
	}
	u := URL{s, ends, uint64(start) | uint64(kind)<<schemeShift}
	if m[badHost]&host != 0 || hostEnd == len(t) || t[hostEnd] != '/' || label == hostEnd || isDigit(t[label]) {
		return p.parseHost(u, m[badHost]&host, m[uppers], m[dots]&host, hostEnd)
	}
	u.rest |= uint64(hostEnd)<<hostShift | uint64(DomainHost)<<kindShift
	return u, nil
}

// head returns the first 64 bytes of t.
func head(t string) []byte { return unsafe.Slice(unsafe.StringData(t), min(len(t), 64)) }

// below returns the bits below the lowest bit of m, or all if there is none.
func below(m uint64) uint64 { return (m - 1) &^ m }

// canonicalRest finds where path and query end in a text of more than 64 bytes if they
// do not in the first 64: pathEnd and queryEnd are 64 then. slash is 1 if those end with
// a slash of the path. What is not canonical is added to bad.
func canonicalRest(t string, pathEnd, queryEnd uint, slash, bad uint64) (uint, uint, uint64) {
	var m kernel.Masks
	query, fragment := uint64(0), uint64(0)
	if pathEnd < 64 {
		query = ^query
	}
	if queryEnd < 64 {
		fragment = ^fragment
	}
	for i := 64; i < len(t); i += 64 {
		kernel.Classify64(classes, &m, octets(t[i:min(len(t), i+64)]))
		hash := m[delims] & m[badQuery] &^ fragment
		before := below(hash) &^ fragment
		question := m[delims] & before &^ query
		path := below(question) & before &^ query
		slashed := m[slashes] & path
		bad |= m[badPath]&path | m[badQuery]&before&^path | m[badFragment]&^before | (slashed<<1|slash)&m[dots]&path
		slash = slashed >> 63
		if query == 0 {
			pathEnd = uint(i + bits.TrailingZeros64(question))
		}
		if fragment == 0 {
			queryEnd = uint(i + bits.TrailingZeros64(hash))
		}
		if question != 0 {
			query = ^uint64(0)
		}
		if hash != 0 {
			fragment = ^uint64(0)
		}
	}
	return pathEnd, queryEnd, bad
}

// Most hosts end in so many bytes, a multiple of 8, as which the portable code classifies.
const mostHosts = 24

// canParse is Parser.CanParse, with the parameters p. What follows the host and the port
// of a special URL cannot be wrong.
func canParse(s string, p *Parser) bool {
	w := uint64(0)
	if len(s) >= 8 {
		w = binary.LittleEndian.Uint64(octets(s[:8]))
	}
	start := 7
	if w == https {
		start = 8
	}
	if w<<8 != http<<8 && w != https {
		if _, start = cutScheme(s); start == 0 {
			return p.canParseOther(s)
		}
	}
	if tooLong(s) {
		return false
	}
	t := s[start:]
	// The host is all that counts, and what its bytes are is in the last five masks.
	var m kernel.Masks
	b := head(t)
	n, portable := kernel.ClassifyHead(classes, &m, b), false
	if n == 0 {
		n, portable = min(len(b), mostHosts), true
		kernel.ClassifyPortable(classes, &m, b[:n])
	}
	if end := m[slashes] | m[delims]; n < len(b) && (end == 0 || end&-end&m[uppers] != 0) {
		if portable || !kernel.ClassifyVector(classes, &m, b) {
			kernel.ClassifyPortable(classes, &m, b)
		}
	}
	end := m[slashes] | m[delims]
	host := below(end)
	label := bits.Len64(m[dots] & host)
	hostEnd := min(bits.TrailingZeros64(end), len(t))
	bad := m[badHost] & host &^ m[uppers]
	switch odd := end & -end & m[uppers]; {
	case odd != 0 || hostEnd == 64:
	case bad == 0 && label < hostEnd && !isDigit(t[label]):
		return true
	case hostEnd > 0 && t[0] == '[':
		var behind int
		if label == 0 {
			behind, _, _ = readIPv6(nil, s, start, 0, hostEnd, bad, m[uppers]&^m[badHost], m[uppers]&m[badHost])
		} else {
			behind, _ = dottedIPv6(t[:hostEnd])
		}
		if behind == hostEnd {
			return true
		}
		if behind > 0 && t[behind] == ':' {
			if port, end := cutPort(t, behind+1); port != 0 && end == hostEnd {
				return true
			}
		}
	case hostEnd > 0:
		if _, _, _, kind, _ := readHost(nil, s, start, bad, m[uppers]&^m[badHost], m[uppers]&m[badHost], hostEnd, label); kind != NoHost {
			return true
		}
	}
	return p.canParseOther(s)
}

// cutScheme returns the scheme of a URL, if it is one of these and in lower case, and
// where the authority begins; 0 for any other text.
func cutScheme(s string) (kind schemeKind, authority int) {
	switch {
	case strings.HasPrefix(s, "http://"):
		return schemeHTTP, 7
	case strings.HasPrefix(s, "wss://"):
		return schemeWSS, 6
	case strings.HasPrefix(s, "ws://"):
		return schemeWS, 5
	case strings.HasPrefix(s, "ftp://"):
		return schemeFTP, 6
	}
	return notSpecial, 0
}

// cutPort returns the port that begins at s[i], plus one, and where it ends. The
// port is 0 if it is not written in its shortest form.
func cutPort(s string, i int) (port uint32, end int) {
	for end = i; end < len(s) && end < i+6 && isDigit(s[end]); end++ {
		port = port*10 + uint32(s[end]-'0')
	}
	if end == i || port > math.MaxUint16 || s[i] == '0' && end > i+1 {
		return 0, end
	}
	return port + 1, end
}

func octets(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
