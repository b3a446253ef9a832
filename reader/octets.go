package reader

import (
	"net/netip"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

func isAlpha(c byte) bool      { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isDigit(c byte) bool      { return '0' <= c && c <= '9' }
func isSchemeRest(c byte) bool { return isAlpha(c) || isDigit(c) || c == '+' || c == '-' || c == '.' }

// isPathOctet reports whether c stands for itself in a path (RFC 3986, section 3.3).
func isPathOctet(c byte) bool {
	return percent.Unreserved.Contains(c) || percent.SubDelims.Contains(c) || c == ':' || c == '@' || c == '/'
}

// isEscape reports whether s begins with an escape.
func isEscape(s string) bool {
	_, ok := pct.Octet(s)
	return ok
}

// all reports whether f holds for each octet of s.
//
//go:noinline
func all(s string, f func(byte) bool) bool {
	for i := range len(s) {
		if !f(s[i]) {
			return false
		}
	}
	return true
}

// span returns the length of the prefix of s for whose octets f holds.
func span(s string, f func(byte) bool) int {
	for i := range len(s) {
		if !f(s[i]) {
			return i
		}
	}
	return len(s)
}

// decode decodes the escapes of s and leaves malformed ones as they are.
func decode(s string) string {
	i := strings.IndexByte(s, '%')
	if i < 0 {
		return s
	}
	b := append(make([]byte, 0, len(s)), s[:i]...)
	for ; i < len(s); i++ {
		if v, ok := pct.Octet(s[i:]); ok {
			b = append(b, v)
			i += 2
		} else {
			b = append(b, s[i])
		}
	}
	return string(b)
}

// wellEscaped reports whether each '%' of s begins an escape.
func wellEscaped(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && !isEscape(s[i:]) {
			return false
		}
	}
	return true
}

// remove returns s without the octets of set.
func remove(s, set string) string {
	if !strings.ContainsAny(s, set) {
		return s
	}
	b := make([]byte, 0, len(s))
	for i := range len(s) {
		if strings.IndexByte(set, s[i]) < 0 {
			b = append(b, s[i])
		}
	}
	return string(b)
}

// unbracketed returns a host without the brackets around it, or as it is.
//
//go:noinline
func unbracketed(host string) string {
	if n := len(host); n > 1 && host[0] == '[' && host[n-1] == ']' {
		return host[1 : n-1]
	}
	return host
}

// canonicalIPv6 returns an IPv6 address, with or without a zone, in its canonical form,
// and any other text unchanged.
func canonicalIPv6(s string) string {
	addr, zone, zoned := strings.Cut(s, "%")
	a, err := netip.ParseAddr(addr)
	if err != nil {
		return s
	}
	if zoned {
		return a.String() + "%" + zone
	}
	return a.String()
}

// isIPv4 reports whether s is an IPv4 address of four decimal numbers.
//
//go:noinline
func isIPv4(s string) bool {
	a, err := netip.ParseAddr(s)
	return err == nil && a.Is4()
}

// isIPv6 reports whether s is an IPv6 address without a zone.
func isIPv6(s string) bool {
	a, err := netip.ParseAddr(s)
	return err == nil && a.Is6() && a.Zone() == ""
}

// escape escapes the octets for which keeps does not hold, with upper-case
// digits.
func escape(s string, keeps func(byte) bool) string {
	if all(s, keeps) {
		return s
	}
	b := make([]byte, 0, len(s)+16)
	for i := range len(s) {
		if c := s[i]; keeps(c) {
			b = append(b, c)
		} else {
			b = pct.AppendEscape(b, c)
		}
	}
	return string(b)
}
