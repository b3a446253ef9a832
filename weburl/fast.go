package weburl

import (
	"math"
	"math/bits"
	"strings"
	"unsafe"

	"github.com/pct-encoded/percent/internal/kernel"
	"github.com/pct-encoded/percent/internal/uts46"
)

// Nearly all URLs that programs meet are canonical: http or https, a domain in
// lower-case ASCII, nothing to escape and no dot segments. To parse one is to find
// where its components begin, which this file does by looking for a few classes of
// bytes, 64 bytes at a time. It says yes only where the state machine would certainly
// return the very same URL.

// The classes of bytes.
const (
	endsHost     = iota // forbidden in a domain (#forbidden-domain-code-point), or not canonical
	endsPath            // in the path percent-encode set, or '\'
	endsQuery           // in the special-query percent-encode set
	endsFragment        // in the fragment percent-encode set
	slashes
	dots // '.' and what may be an escaped one
)

var classes = kernel.NewClasses(func(b byte) (of uint8) {
	in := func(class int, set string) {
		if strings.IndexByte(set, b) >= 0 {
			of |= 1 << class
		}
	}
	if b <= ' ' || b == 0x7F {
		of |= 1<<endsHost | 1<<endsPath | 1<<endsQuery | 1<<endsFragment
	}
	in(endsHost, "ABCDEFGHIJKLMNOPQRSTUVWXYZ#%/:<>?@[\\]^|")
	in(endsPath, "\"#<>?^`{}\\")
	in(endsQuery, "\"#<>'")
	in(endsFragment, "\"<>`")
	in(slashes, "/")
	in(dots, ".%")
	return of
})

// hostEnds are the bytes that may end a host in ASCII of either case, and
// asciiHostEnds those of them that are ASCII.
var hostEnds, asciiHostEnds = func() (all, ascii *kernel.Set) {
	all, ascii = new(kernel.Set), new(kernel.Set)
	for c := range 256 {
		b := byte(c)
		if classes.Of[b]>>endsHost&1 == 0 || 'A' <= b && b <= 'Z' {
			continue
		}
		all.Add(b)
		if b < 0x80 {
			ascii.Add(b)
		}
	}
	return all, ascii
}()

// setCanonical sets u, which must be the zero URL, to s if s is clearly the
// serialization of a URL, and reports whether it is. Otherwise it leaves anything in
// u; setMapped and the machine overwrite that.
func (u *URL) setCanonical(s string) bool {
	kind, start := cutScheme(s)
	if start == 0 || tooLong(s) {
		return false
	}
	var c scanner
	hostEnd := c.begin(s, endsHost, start)
	if hostEnd == len(s) {
		return false
	}
	if u.host = kindOfHost(s[start:hostEnd], s[c.lastLabel(start, hostEnd):hostEnd]); u.host == NoHost {
		return false
	}
	pathStart := hostEnd
	if s[hostEnd] == ':' {
		if u.port, pathStart = cutPort(s, hostEnd+1); u.port == 0 || u.port == kind.defaultPort() {
			return false
		}
	}
	if pathStart == len(s) || s[pathStart] != '/' {
		return false
	}
	u.href = s
	u.schemeEnd = uint32(start - 3)
	u.userEnd, u.hostStart, u.hostEnd, u.pathStart = uint32(start), uint32(start), uint32(hostEnd), uint32(pathStart)
	u.scheme = kind
	return u.setRest(&c, pathStart)
}

// setRest sets where query and fragment begin in a text whose path begins at i,
// and reports whether all three are canonical.
func (u *URL) setRest(c *scanner, i int) bool {
	end, ok := c.path(i)
	if !ok {
		return false
	}
	if end < len(c.s) && c.s[end] == '?' {
		u.queryStart = uint32(end)
		end = c.find(endsQuery, end+1)
	}
	if end < len(c.s) && c.s[end] == '#' {
		u.fragStart = uint32(end)
		end = c.find(endsFragment, end+1)
	}
	return end == len(c.s)
}

// maxMapped is the longest text, in bytes, that setMapped takes. Mapping makes no host
// 64 times as long, so that offsets stay below 4 GiB.
const maxMapped = 64 << 20

// setMapped is setCanonical for texts whose host is to be mapped (a domain beyond
// ASCII, or in upper case) or is an IPv6 address, whose port is the default, or whose
// path is missing.
func (u *URL) setMapped(s string) bool {
	kind, start := cutScheme(s)
	if start == 0 || len(s) > maxMapped {
		return false
	}
	hostEnd := start + kernel.Index(hostEnds, octets(s[start:]))
	var buf [128]byte
	host := buf[:0]
	u.host = NoHost
	if hostEnd == start && hostEnd < len(s) && s[hostEnd] == '[' {
		n := strings.IndexByte(s[start:], ']')
		if n < 0 {
			return false
		}
		m := machine{in: s}
		address, ok := m.parseIPv6(start+1, start+n)
		if !ok {
			return false
		}
		hostEnd = start + n + 1
		host, u.host = appendIPv6(host, &address), IPv6Host
	} else if hostEnd < len(s) && s[hostEnd] >= 0x80 {
		hostEnd += kernel.Index(asciiHostEnds, octets(s[hostEnd:]))
		var err error
		if host, err = uts46.ToASCII(host, s[start:hostEnd], 0); err != nil || kernel.Index(hostEnds, host) < len(host) {
			return false
		}
	} else {
		for _, c := range octets(s[start:hostEnd]) {
			if 'A' <= c && c <= 'Z' {
				c |= 0x20
			}
			host = append(host, c)
		}
	}
	name := unsafe.String(unsafe.SliceData(host), len(host))
	if u.host == NoHost {
		u.host = kindOfHost(name, name[strings.LastIndexByte(name, '.')+1:])
	}
	if u.host == NoHost {
		return false
	}
	rest, port := hostEnd, ""
	u.port, u.queryStart, u.fragStart = 0, 0, 0
	if rest < len(s) && s[rest] == ':' {
		if u.port, rest = cutPort(s, rest+1); u.port == 0 {
			return false
		}
		if port = s[hostEnd:rest]; u.port == kind.defaultPort() {
			u.port, port = 0, ""
		}
	}
	slash := ""
	switch {
	case rest == len(s), s[rest] == '?', s[rest] == '#':
		slash = "/"
	case s[rest] != '/':
		return false
	}
	if !u.setRest(&scanner{s: s}, rest) {
		return false
	}
	u.hostEnd = uint32(start + len(host))
	u.pathStart = u.hostEnd + uint32(len(port))
	moved := u.pathStart + uint32(len(slash)-rest)
	if u.href = s; slash != "" || port != s[hostEnd:rest] || name != s[start:hostEnd] {
		href := make([]byte, 0, len(s)+int(int32(moved)))
		href = append(href, s[:start]...)
		href = append(href, host...)
		href = append(href, port...)
		href = append(href, slash...)
		href = append(href, s[rest:]...)
		u.href = unsafe.String(unsafe.SliceData(href), len(href))
	}
	if u.queryStart != 0 {
		u.queryStart += moved
	}
	if u.fragStart != 0 {
		u.fragStart += moved
	}
	u.schemeEnd = uint32(start - 3)
	u.userEnd, u.hostStart = uint32(start), uint32(start)
	u.scheme = kind
	return true
}

// canParse reports whether s is a URL. It asks the machine of p only where it cannot
// tell otherwise; if p is nil, it is false there. What follows the host and the port
// of a special URL cannot be wrong.
func canParse(s string, p *Parser) bool {
	if _, start := cutScheme(s); start != 0 && !tooLong(s) {
		var c scanner
		hostEnd := c.begin(s, endsHost, start)
		if hostEnd < len(s) && isAlpha(s[hostEnd]) {
			// A letter in upper case.
			hostEnd += kernel.Index(hostEnds, octets(s[hostEnd:]))
		}
		label := c.lastLabel(start, hostEnd)
		if label < hostEnd && (!isDigit(s[label]) || kindOfHost(s[start:hostEnd], s[label:hostEnd]) != NoHost) {
			if hostEnd == len(s) || s[hostEnd] == '/' {
				return true
			}
			end, ok := hostEnd, true
			if s[end] == ':' {
				var port uint32
				port, end = cutPort(s, end+1)
				ok = port != 0
			}
			if ok && (end == len(s) || strings.IndexByte(`/?#\`, s[end]) >= 0) {
				return true
			}
		}
	}
	return p != nil && p.canParseAny(s)
}

// cutScheme returns the scheme of a URL, if it is one of these and in lower case, and
// where the authority begins; 0 for any other text.
func cutScheme(s string) (kind schemeKind, authority int) {
	switch {
	case strings.HasPrefix(s, "https://"):
		return schemeHTTPS, 8
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

// kindOfHost tells a domain from an address by its last label. It returns NoHost
// where it is not certain.
func kindOfHost(host, last string) HostKind {
	switch {
	case last == "":
		return NoHost
	case !isDigit(last[0]):
		return DomainHost
	case isCanonicalIPv4(host):
		return IPv4Host
	case endsInNumber(last):
		return NoHost
	}
	return DomainHost
}

// isCanonicalIPv4 reports whether s is what the IPv4 serializer
// (#concept-ipv4-serializer) writes.
func isCanonicalIPv4(s string) bool {
	for part := range 4 {
		value, n := 0, 0
		for ; n < len(s) && n < 4 && isDigit(s[n]); n++ {
			value = value*10 + int(s[n]-'0')
		}
		if n == 0 || value > 255 || s[0] == '0' && n > 1 {
			return false
		}
		if s = s[n:]; part < 3 {
			if s == "" || s[0] != '.' {
				return false
			}
			s = s[1:]
		}
	}
	return s == ""
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

// A scanner finds classes of bytes in a text: block by block, or byte by byte
// where there is no kernel for blocks.
type scanner struct {
	s     string
	next  int // where the block of masks ends
	masks kernel.Masks
}

// begin is find for a new text, from an index in its first block on.
func (c *scanner) begin(s string, class, i int) int {
	c.s = s
	if kernel.Active() == kernel.Portable {
		return findByByte(s, i, 1<<class)
	}
	c.next = 64
	kernel.Classify64(classes, &c.masks, octets(s)[:min(len(s), 64)])
	if m := c.masks[class] >> (i & 63); m != 0 {
		return i + bits.TrailingZeros64(m)
	}
	return c.find(class, 64)
}

// load sets masks to those of the block that i is in.
func (c *scanner) load(i int) {
	i &^= 63
	c.next = i + 64
	kernel.Classify64(classes, &c.masks, octets(c.s[i:min(c.next, len(c.s))]))
}

// find returns the index of the first byte of the class from i on, or the length of
// the text. i must be in the block of masks or behind it.
func (c *scanner) find(class, i int) int {
	if kernel.Active() == kernel.Portable {
		return findByByte(c.s, i, 1<<class)
	}
	for ; i < len(c.s); i = c.next {
		if i >= c.next {
			c.load(i)
		}
		if m := c.masks[class] >> (i & 63); m != 0 {
			return i + bits.TrailingZeros64(m)
		}
	}
	return len(c.s)
}

// lastLabel returns where the last label of the host s[start:end] begins. It must be
// called before anything behind the host is looked for.
func (c *scanner) lastLabel(start, end int) int {
	if c.next == 64 && end <= 64 {
		return max(start, bits.Len64(c.masks[dots]&(1<<end-1)))
	}
	return start + 1 + strings.LastIndexByte(c.s[start:end], '.')
}

// path returns the end of the path that begins at i, and whether it has no dot
// segments.
func (c *scanner) path(i int) (end int, ok bool) {
	if kernel.Active() == kernel.Portable {
		return pathByByte(c.s, i)
	}
	afterSlash := uint64(0)
	for ; i < len(c.s); i = c.next {
		if i >= c.next {
			c.load(i)
		}
		in := ^uint64(0) << (i & 63)
		stop := c.masks[endsPath] & in
		// The bits below the lowest bit of stop, or all.
		in &= stop&-stop - 1
		slash := c.masks[slashes] & in
		for d := (slash<<1 | afterSlash) & c.masks[dots] & in; d != 0; d &= d - 1 {
			if beginsDotSegment(c.s[c.next-64+bits.TrailingZeros64(d):]) {
				return 0, false
			}
		}
		if stop != 0 {
			return c.next - 64 + bits.TrailingZeros64(stop), true
		}
		afterSlash = slash >> 63
	}
	return len(c.s), true
}

func findByByte(s string, i int, class uint8) int {
	table := &classes.Of
	for ; i+4 <= len(s); i += 4 {
		b := s[i : i+4]
		if (table[b[0]]|table[b[1]]|table[b[2]]|table[b[3]])&class != 0 {
			break
		}
	}
	for i < len(s) && table[s[i]]&class == 0 {
		i++
	}
	return i
}

func pathByByte(s string, start int) (end int, ok bool) {
	end = findByByte(s, start, 1<<endsPath)
	for i := start; ; {
		j := strings.IndexByte(s[i:end], '/') + 1
		if j == 0 {
			return end, true
		}
		if i += j; beginsDotSegment(s[i:]) {
			return 0, false
		}
	}
}

// beginsDotSegment reports whether s begins with a segment that is a single-dot
// or a double-dot path segment.
func beginsDotSegment(s string) bool {
	for n := range 3 {
		switch {
		case n > 0 && (s == "" || s[0] == '/' || s[0] == '?' || s[0] == '#'):
			return true
		case s != "" && s[0] == '.':
			s = s[1:]
		case len(s) >= 3 && isEscapedDot(s):
			s = s[3:]
		default:
			return false
		}
	}
	return false
}

func octets(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
