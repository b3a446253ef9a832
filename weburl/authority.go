package weburl

import (
	"math"
	"math/bits"
	"strings"
)

// readHost reads the authority s[start:][:end] of a special URL that is not a file, with
// end from 1 to 63. It is ASCII, bad has the bytes that a domain may not have but for
// letters in upper case, which upper has, and digits those of readIPv6; label is where what
// follows the last dot begins, -1 if there are no domains and addresses of IPv4. It returns where the host begins and ends behind start, the
// port plus one, and which kind of host it is: NoHost where it is not certain that there
// is a host. If room is not nil, addresses that are to be written are written there, and
// size is how long they are.
func readHost(room *[maxAddress]byte, s string, start int, bad, digits, upper uint64, end, label int) (hostStart, hostEnd int, port uint32, kind HostKind, size int) {
	t := s[start:]
	hostEnd = end
	is, opaque := DomainHost, label < 0
	if bad != 0 {
		if t[0] != '[' {
			for b := bad; b != 0; {
				i := bits.Len64(b) - 1
				if t[i] == '@' {
					hostStart = i + 1
					bad &^= 2<<(i&63) - 1
					label = max(label, hostStart)
					break
				}
				b &^= 1 << (i & 63)
			}
		}
		switch {
		case hostStart == end:
			return
		case t[hostStart] == '[':
			behind, e, n := readIPv6(room, s, start, hostStart, end, bad, digits, upper)
			if behind == 0 {
				return
			}
			is, hostEnd, size = IPv6Host, behind, n
			if e != 0 {
				size = hostEnd - hostStart + e.grows()
				e.apply(room[:], t[hostStart:hostEnd], 0)
			}
		case bad != 0:
			hostEnd = bits.TrailingZeros64(bad)
			if hostEnd == hostStart || bad&(bad-1) != 0 {
				return
			}
		}
		if hostEnd < end {
			var i int
			if port, i = cutPort(t, hostEnd+1); t[hostEnd] != ':' || port == 0 || i != end {
				return
			}
		}
	}
	if is == DomainHost && !opaque && (label >= hostEnd || isDigit(t[label])) {
		var address uint64
		if is, address = numberHost(t[hostStart:hostEnd]); is == IPv4Host && room != nil {
			a := newIPv4(address)
			a.put(room[:])
			size = a.size
		}
	}
	kind = is
	return
}

// numberHost returns the kind of a host that may be an IPv4 address, and the address:
// NoHost if it ends in a number but is none.
func numberHost(host string) (kind HostKind, address uint64) {
	address, ok := readIPv4(host)
	switch {
	case ok:
		return IPv4Host, address
	case endsInNumber(host):
		return NoHost, 0
	}
	return DomainHost, 0
}

// parseHost is parse for URLs whose path, query and fragment are canonical, but for a
// path that is missing. u is the URL without what its host is, and without it in its
// offsets. It ends at end; bad has the bytes there that may be wrong, upper letters in
// upper case, and dotted the dots. All are places behind "//".
func (p *Parser) parseHost(u URL, bad, upper, dotted uint64, end int) (URL, error) {
	s, start := u.href, u.field(0, startBits)
	t := s[start:]
	digits := upper &^ bad
	upper &= bad
	bad ^= upper
	hostEnd, label := end, bits.Len64(dotted)
	if bad != 0 {
		if bad&dotted != 0 {
			return p.parseAgain(u) // escapes
		}
		hostEnd = bits.TrailingZeros64(bad)
		if bad&(bad-1) != 0 || t[hostEnd] != ':' {
			if t[0] == '[' {
				return p.parseIPv6(u, bad, digits, upper, end, dotted != 0)
			}
			return p.parseAuthority(u, bad, upper, digits, end, label)
		}
		port, i := cutPort(t, hostEnd+1)
		if port == 0 || i != end {
			return p.parseAgain(u)
		}
		if port != u.scheme().defaultPort() {
			u.rest |= uint64(end-hostEnd)<<portShift | uint64(port)<<numberShift
		}
	}
	if hostEnd == 0 || len(s) > maxRewritten {
		return p.parseAgain(u)
	}
	kind := DomainHost
	if label >= hostEnd || isDigit(t[label]) {
		kind = IPv4Host
		if upper != 0 || !isCanonicalIPv4(s, start, start+hostEnd, dotted) {
			var address uint64
			switch kind, address = numberHost(t[:hostEnd]); kind {
			case NoHost:
				return p.parseAgain(u)
			case IPv4Host:
				return u.withIPv4(address, start, start+hostEnd, start+end), nil
			}
		}
	}
	u.rest |= uint64(hostEnd)<<hostShift | uint64(kind)<<kindShift
	if u.port() != 0 {
		hostEnd = end
	}
	switch {
	case end == len(t) || t[end] != '/':
		u = u.rebuild(start+hostEnd, "", "", start+end)
	case hostEnd < end:
		cut := end - hostEnd
		b := make([]byte, len(s)-cut)
		copy(b, s[:start+hostEnd])
		copy(b[start+hostEnd:], s[start+end:])
		u.href = unsafeString(b)
		u = u.move(-cut)
	case upper != 0:
		u.href = string(octets(s))
	default:
		return u, nil
	}
	toLower(u.href[start:], upper)
	return u, nil
}

// parseIPv6 is parseHost for addresses of IPv6, with one of IPv4 in it if dotted.
func (p *Parser) parseIPv6(u URL, bad, digits, upper uint64, end int, dotted bool) (URL, error) {
	var room [maxAddress]byte
	s, start := u.href, u.field(0, startBits)
	t := s[start:]
	var hostEnd, size int
	var e edit
	if !dotted {
		hostEnd, e, size = readIPv6(&room, s, start, 0, end, bad, digits, upper)
	} else if behind, address := dottedIPv6(t[:end]); behind > 0 {
		hostEnd, size = behind, len(appendIPv6(room[:0], &address))
	}
	if hostEnd == 0 || len(s) > maxRewritten {
		return p.parseAgain(u)
	}
	port, kept := uint32(0), t[hostEnd:end]
	if kept != "" {
		var i int
		if port, i = cutPort(t, hostEnd+1); t[hostEnd] != ':' || port == 0 || i != end {
			return p.parseAgain(u)
		}
		if port == u.scheme().defaultPort() {
			port, kept = 0, ""
		}
	}
	name := t[:hostEnd]
	if e != 0 {
		size = hostEnd + e.grows()
	}
	switch {
	case size != 0 && e == 0, len(kept) < end-hostEnd, end == len(t), t[end] != '/':
		if e != 0 {
			e.apply(room[:], name, 0)
		}
		if size != 0 {
			name = unsafeString(room[:size])
		}
		u = u.rebuild(start, name, kept, start+end)
	case e != 0:
		b := make([]byte, len(s)+size-hostEnd)
		e.apply(b, s, start)
		u.href = unsafeString(b)
		u = u.move(size - hostEnd)
	}
	if size != 0 {
		hostEnd = size
	}
	u.rest |= uint64(hostEnd)<<hostShift | uint64(len(kept))<<portShift | uint64(port)<<numberShift | uint64(IPv6Host)<<kindShift
	return u, nil
}

// dottedIPv6 returns the address of IPv6, with one of IPv4 in it, that t begins with, and what is
// behind it, or 0 if there is none.
func dottedIPv6(t string) (behind int, address [8]uint16) {
	if i := strings.IndexByte(t, ']'); i > 0 {
		if address, why := parseIPv6(t, 1, i, nil); why.reason == "" {
			return i + 1, address
		}
	}
	return 0, address
}

// parseAuthority is parseHost for hosts behind credentials and others that it does not
// take itself. What follows the last dot begins at label.
func (p *Parser) parseAuthority(u URL, bad, upper, digits uint64, end, label int) (URL, error) {
	s, start := u.href, u.field(0, startBits)
	t := s[start:]
	var room [maxAddress]byte
	hostStart, hostEnd, port, kind, size := readHost(&room, s, start, bad, digits, upper, end, label)
	upper &^= 1<<(hostStart&63) - 1
	user := 0
	switch {
	case kind == NoHost || len(s) > maxRewritten:
		return p.parseAgain(u)
	case hostStart > 0:
		colon := strings.IndexByte(t[:hostStart], ':')
		if user = colon; colon < 0 {
			user = hostStart - 1
		}
		if colon == hostStart-2 || user == 0 && colon < 0 || !isUserinfo(t[:user]) || !isUserinfo(t[min(user+1, hostStart-1):hostStart-1]) {
			return p.parseAgain(u)
		}
	}
	kept := t[hostEnd:end]
	if port == u.scheme().defaultPort() {
		kept, port = "", 0
	}
	u.rest |= uint64(user)<<userShift | uint64(hostStart-user)<<passwordShift | uint64(len(kept))<<portShift |
		uint64(port)<<numberShift | uint64(kind)<<kindShift
	changed := len(kept) < end-hostEnd || end == len(t) || t[end] != '/'
	if kind == DomainHost {
		u.rest |= uint64(hostEnd-hostStart) << hostShift
		if changed {
			u = u.rebuild(start+hostEnd, "", kept, start+end)
		} else if upper != 0 {
			u.href = string(octets(s))
		}
		toLower(u.href[start:], upper)
		return u, nil
	}
	name := t[hostStart:hostEnd]
	if size != 0 && name != unsafeString(room[:size]) {
		name, changed = unsafeString(room[:size]), true
	}
	u.rest |= uint64(len(name)) << hostShift
	if changed {
		u = u.rebuild(start+hostStart, name, kept, start+end)
	}
	return u, nil
}

// withIPv4 is the end of parseHost for a host that becomes an address. It and the port
// are at start to hostEnd to end.
func (u URL) withIPv4(address uint64, start, hostEnd, end int) URL {
	s := u.href
	if u.port() == 0 {
		hostEnd = end
	}
	a := newIPv4(address)
	n := a.size
	u.rest |= uint64(n)<<hostShift | uint64(IPv4Host)<<kindShift
	moved := n - (hostEnd - start)
	if end == len(s) || s[end] != '/' || len(s)+moved < start+maxIPv4 {
		var room [maxAddress]byte
		a.put(room[:])
		return u.rebuild(start, unsafeString(room[:n]), s[hostEnd:end], end)
	}
	b := make([]byte, len(s)+moved)
	copy(b, s[:start])
	a.put(b[start:])
	copy(b[start+n:], s[hostEnd:])
	u.href = unsafeString(b)
	return u.move(moved)
}

// rebuild returns u with name and port, and a slash if there is none, in place of
// href[from:to].
func (u URL) rebuild(from int, name, port string, to int) URL {
	s := u.href
	n := from + len(name) + len(port) + len(s) - to
	missing := to == len(s) || s[to] != '/'
	if missing {
		n++
	}
	b := make([]byte, n)
	i := copy(b, s[:from])
	if name != "" {
		i += copy(b[i:], name)
	}
	if port != "" {
		i += copy(b[i:], port)
	}
	if missing {
		b[i] = '/'
		i++
	}
	copy(b[i:], s[to:])
	u.href = unsafeString(b)
	return u.move(n - len(s))
}

// move returns u with a query and a fragment that begin n bytes further on.
func (u URL) move(n int) URL {
	if query := uint32(u.ends); query != 0 {
		u.ends = u.ends&^math.MaxUint32 | uint64(query+uint32(n))
	}
	if u.ends>>32 != 0 {
		u.ends += uint64(n) << 32
	}
	return u
}

// toLower makes the letters of s that upper has lower case. s is not in use yet.
func toLower(s string, upper uint64) {
	b := octets(s)
	for ; upper != 0; upper &= upper - 1 {
		b[bits.TrailingZeros64(upper)&63] |= 0x20
	}
}

// isUserinfo reports whether nothing in s is to be escaped in a username.
func isUserinfo(s string) bool {
	for i := range len(s) {
		if hostBytes[s[i]]&notUserinfo != 0 {
			return false
		}
	}
	return true
}
