// Package safebrowsing makes URLs canonical before they are hashed, as Google's
// Safe Browsing (the page "URLs and Hashing" of API version 5, 2026) says.
//
//	safebrowsing.Canonicalize("http://%31%36%38%2e1/a//%25%32%35") // "http://168.0.0.1/a/%25", nil
//
// It is the one place where percent-decoding is repeated until nothing changes.
// [Canonicalize] is the function to use. It takes domain names in ASCII: convert those
// in Unicode first.
//
// The API of this package may still change.
package safebrowsing

import (
	"math"
	"net/netip"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/pct"
)

// MissingHost is the reason of the error for a URL without a host.
const MissingHost percent.Reason = "missing host"

const syntax pct.Format = "safebrowsing"

// Encoding escapes what is escaped at the end: 00 to 20, '#', '%' and 7F to
// FF. Its decoder keeps malformed escapes.
var Encoding = percent.New(percent.ByteSet{}.AddRange('!', '~').Remove("#%")).WithMalformed(percent.MalformedKept)

// Unescape decodes the escapes of s until there are none. A malformed escape
// stays. It takes time in proportion to the length of s, however often s was
// encoded.
func Unescape(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	return string(AppendUnescape(make([]byte, 0, len(s)), []byte(s)))
}

// AppendUnescape appends src, decoded as Unescape does, to dst and returns the
// extended buffer.
func AppendUnescape(dst, src []byte) []byte {
	start := len(dst)
	for _, b := range src {
		dst = append(dst, b)
		// Escapes do not overlap, so the order in which they are decoded does not
		// matter. dst held none before, so a new one ends here.
		for n := len(dst); n-start >= 3 && dst[n-3] == '%'; n = len(dst) {
			octet, ok := pct.Octet(dst[n-3:])
			if !ok {
				break
			}
			dst = append(dst[:n-3], octet)
		}
	}
	return dst
}

// Canonicalize returns the canonical form of a URL: without spaces around it,
// tabs, line ends, fragment, userinfo and port; escapes decoded until there are none;
// the host in lower case, without needless dots, an address as four decimal numbers
// however it was spelled; dot segments and repeated slashes of the path resolved;
// what is not printable escaped at the end. A URL without a scheme is an http: URL.
// The error, a *percent.SyntaxError, reports a URL without a host, such as
// mailto:a@example.com: its offset is where the host should be, or 0 if there is an
// escape before that.
func Canonicalize(url string) (string, error) {
	b := make([]byte, 0, len(url))
	for i := range len(url) {
		if strings.IndexByte("\t\r\n", url[i]) < 0 {
			b = append(b, url[i])
		}
	}
	u, _, _ := strings.Cut(strings.Trim(string(b), " "), "#")
	u = Unescape(u)
	scheme, rest, ok := strings.Cut(u, "://")
	if !ok || !isScheme(scheme) {
		if name, _, ok := strings.Cut(u, ":"); ok && isScheme(name) && !startsPort(u[len(name)+1:]) {
			return "", missingHost(url, u[:len(name)+1])
		}
		scheme, rest = "http", u
	}
	scheme = pct.Lower(scheme)
	end := strings.IndexAny(rest, "/?")
	if end < 0 {
		end = len(rest)
	}
	authority, path := rest[:end], rest[end:]
	authority = authority[strings.LastIndexByte(authority, '@')+1:]
	host := canonicalHost(withoutPort(authority))
	if host == "" {
		return "", missingHost(url, u[:len(u)-len(rest)])
	}
	path, query, hasQuery := strings.Cut(path, "?")
	path = canonicalPath(path)
	if hasQuery {
		path += "?" + query
	}
	return scheme + "://" + Encoding.Encode(host+path), nil
}

// missingHost returns the error for a URL in which a host should follow the text
// before.
func missingHost(url, before string) error {
	if !strings.HasPrefix(url, before) {
		before = ""
	}
	return syntax.At(len(before), "", MissingHost)
}

// startsPort reports whether s, which follows a colon, begins with a port and
// not with the rest of a URL such as mailto:a@example.com.
func startsPort(s string) bool {
	digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
	return digits == len(s) || strings.IndexByte("/?", s[digits]) >= 0
}

func isScheme(s string) bool {
	for i := range len(s) {
		c := s[i] | 0x20
		if (c < 'a' || c > 'z') && (i == 0 || (s[i] < '0' || s[i] > '9') && strings.IndexByte("+-.", s[i]) < 0) {
			return false
		}
	}
	return s != ""
}

func withoutPort(authority string) string {
	i := strings.LastIndexByte(authority, ':')
	if i < 0 || strings.IndexByte(authority[i:], ']') >= 0 {
		return authority
	}
	for _, c := range []byte(authority[i+1:]) {
		if c < '0' || c > '9' {
			return authority
		}
	}
	return authority[:i]
}

func canonicalHost(host string) string {
	host = strings.Trim(host, ".")
	for strings.Contains(host, "..") {
		host = strings.ReplaceAll(host, "..", ".")
	}
	if v4, ok := ipv4(host); ok {
		return v4
	}
	if strings.HasPrefix(host, "[") && strings.HasSuffix(host, "]") {
		if addr, err := netip.ParseAddr(host[1 : len(host)-1]); err == nil && addr.Is6() && addr.Zone() == "" {
			if nat64.Get().Contains(addr) {
				b := addr.As16()
				return netip.AddrFrom4([4]byte(b[12:])).String()
			}
			if addr.Is4In6() {
				return addr.Unmap().String()
			}
			return "[" + addr.String() + "]"
		}
	}
	return pct.Lower(host)
}

var nat64 = lazy.Value[netip.Prefix]{Make: func() netip.Prefix { return netip.MustParsePrefix("64:ff9b::/96") }}

// ipv4 reads an address in any form that inet_aton knows: one to four numbers,
// decimal, octal or hexadecimal, the last of which fills what is left.
func ipv4(host string) (string, bool) {
	parts := strings.Split(host, ".")
	if len(parts) > 4 {
		return "", false
	}
	var address uint64
	for i, part := range parts {
		limit := uint64(math.MaxUint8)
		if i == len(parts)-1 {
			limit = math.MaxUint32 >> (8 * i)
		}
		n, ok := number(part)
		if !ok || n > limit {
			return "", false
		}
		if i < len(parts)-1 {
			n <<= 8 * (3 - i)
		}
		address |= n
	}
	return netip.AddrFrom4([4]byte{byte(address >> 24), byte(address >> 16), byte(address >> 8), byte(address)}).String(), true
}

func number(s string) (uint64, bool) {
	if s == "" || s[0] < '0' || s[0] > '9' {
		return 0, false
	}
	base := 10
	switch {
	case len(s) > 2 && (s[:2] == "0x" || s[:2] == "0X"):
		s, base = s[2:], 16
	case len(s) > 1 && s[0] == '0':
		base = 8
	}
	n, err := strconv.ParseUint(s, base, 33)
	return n, err == nil
}

func canonicalPath(path string) string {
	var segments []string
	parts := strings.Split(path, "/")
	for i, part := range parts {
		last := i == len(parts)-1
		switch part {
		case "..":
			segments = segments[:max(0, len(segments)-1)]
		case ".", "":
		default:
			segments = append(segments, part)
			if last {
				return "/" + strings.Join(segments, "/")
			}
		}
	}
	if len(segments) == 0 {
		return "/"
	}
	return "/" + strings.Join(segments, "/") + "/"
}
