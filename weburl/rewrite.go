package weburl

import (
	"strconv"
	"strings"
	"unsafe"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/kernel"
	"github.com/pct-encoded/percent/internal/uts46"
)

// What only the machine reads: tabs and line ends, which it removes, and '\', which may
// be a '/'. rareOrHigh are these and all bytes above 0x7F.
var rare, rareOrHigh = func() (rare, orHigh *kernel.Set) {
	rare, orHigh = kernel.SetOf('\t', '\n', '\r', '\\'), kernel.SetOf('\t', '\n', '\r', '\\')
	for b := 0x80; b < 0x100; b++ {
		orHigh.Add(byte(b))
	}
	return rare, orHigh
}()

// setRewritten is setMapped for texts that have credentials, an IPv4 address in any
// spelling, dot segments, or characters to be escaped. It goes through the text once and
// writes the URL as it goes.
func (u *URL) setRewritten(s string) bool {
	kind, start := cutScheme(s)
	if start == 0 || start == len(s) || len(s) > maxMapped || s[len(s)-1] <= ' ' {
		return false
	}
	rest := octets(s[start:])
	if i := kernel.Index(rareOrHigh, rest); i < len(rest) {
		if rest[i] < 0x80 || kernel.Index(rare, rest) < len(rest) || !kernel.ValidUTF8(rest) {
			return false
		}
	}
	end := start
	for end < len(s) && s[end] != '/' && s[end] != '?' && s[end] != '#' {
		end++
	}
	var room [512]byte
	b := append(room[:0], s[:start]...)
	*u = URL{scheme: kind, schemeEnd: uint32(start - 3), userEnd: uint32(start)}
	host := start
	if at := strings.LastIndexByte(s[start:end], '@'); at >= 0 {
		host = start + at + 1
		username, password, _ := strings.Cut(s[start:start+at], ":")
		b = percent.WHATWGUserinfo.AppendEncode(b, octets(username))
		u.userEnd = uint32(len(b))
		if password != "" {
			b = percent.WHATWGUserinfo.AppendEncode(append(b, ':'), octets(password))
		}
		if len(b) > start {
			b = append(b, '@')
		}
	}
	u.hostStart = uint32(len(b))
	b, host = u.appendHost(b, s, host, end)
	if host < 0 {
		return false
	}
	u.hostEnd = uint32(len(b))
	if host < end {
		port, i := cutPort(s, host+1)
		if s[host] != ':' || port == 0 || i != end {
			return false
		}
		if port != kind.defaultPort() {
			u.port = port
			b = append(b, s[host:end]...)
		}
	}
	u.pathStart = uint32(len(b))
	pathEnd := end
	for pathEnd < len(s) && s[pathEnd] != '?' && s[pathEnd] != '#' {
		pathEnd++
	}
	b = appendPath(b, s[end:pathEnd])
	behind := s[pathEnd:]
	if behind != "" && behind[0] == '?' {
		query, _, _ := strings.Cut(behind, "#")
		u.queryStart = uint32(len(b))
		b = percent.WHATWGSpecialQuery.AppendEncode(append(b, '?'), octets(query[1:]))
		behind = behind[len(query):]
	}
	if behind != "" {
		u.fragStart = uint32(len(b))
		b = percent.WHATWGFragment.AppendEncode(append(b, '#'), octets(behind[1:]))
	}
	if u.href = s; string(b) != s {
		u.href = string(b)
	}
	return true
}

// appendHost appends the host that s[i:] begins with, and returns where it ends: at end,
// or where a port may begin; or -1 where only the machine can tell.
func (u *URL) appendHost(b []byte, s string, i, end int) ([]byte, int) {
	from := len(b)
	if i == end {
		return b, -1
	}
	if s[i] == '[' {
		n := strings.IndexByte(s[i:end], ']')
		if n < 0 {
			return b, -1
		}
		m := machine{in: s}
		address, ok := m.parseIPv6(i+1, i+n)
		if !ok {
			return b, -1
		}
		u.host = IPv6Host
		return appendIPv6(b, &address), i + n + 1
	}
	hostEnd := i + kernel.Index(hostEnds, octets(s[i:end]))
	if hostEnd < end && s[hostEnd] >= 0x80 {
		hostEnd += kernel.Index(asciiHostEnds, octets(s[hostEnd:end]))
		var err error
		if b, err = uts46.ToASCII(b, s[i:hostEnd], 0); err != nil || kernel.Index(hostEnds, b[from:]) < len(b)-from {
			return b, -1
		}
	} else {
		for _, c := range octets(s[i:hostEnd]) {
			if 'A' <= c && c <= 'Z' {
				c |= 0x20
			}
			b = append(b, c)
		}
	}
	name := unsafe.String(unsafe.SliceData(b[from:]), len(b)-from)
	if name == "" {
		return b, -1
	}
	u.host = DomainHost
	if !endsInNumber(name) {
		return b, hostEnd
	}
	address, ok := ipv4Of(name)
	if !ok {
		return b, -1
	}
	u.host = IPv4Host
	return appendIPv4(b[:from], address), hostEnd
}

// ipv4Of is the IPv4 parser (#concept-ipv4-parser) without its errors.
func ipv4Of(name string) (address uint64, ok bool) {
	name = strings.TrimSuffix(name, ".")
	for n := 0; ; n++ {
		part, rest, more := strings.Cut(name, ".")
		value, _, ok := parseIPv4Number(part)
		switch {
		case !ok || n == 4 || more && value > 255:
			return 0, false
		case more:
			address += value << (8 * (3 - n))
			name = rest
			continue
		}
		return address + value, value < 1<<(8*(4-n))
	}
}

// appendIPv4 is the IPv4 serializer (#concept-ipv4-serializer).
func appendIPv4(b []byte, address uint64) []byte {
	for shift := 24; shift >= 0; shift -= 8 {
		b = strconv.AppendUint(b, address>>shift&0xFF, 10)
		if shift > 0 {
			b = append(b, '.')
		}
	}
	return b
}

// appendPath appends the path of a special URL whose scheme is not file.
func appendPath(b []byte, path string) []byte {
	dots := false
	for i := 0; i < len(path) && !dots; i++ {
		dots = path[i] == '/' && beginsDotSegment(path[i+1:])
	}
	switch {
	case path == "":
		return append(b, '/')
	case !dots:
		return percent.WHATWGPath.AppendEncode(b, octets(path))
	}
	from := len(b)
	path = path[1:]
	for more := true; more; {
		var segment string
		segment, path, more = strings.Cut(path, "/")
		switch {
		case isDoubleDot(segment):
			b = b[:from+shortened(b[from:], schemeHTTP)]
			if !more {
				b = append(b, '/')
			}
		case isSingleDot(segment):
			if !more {
				b = append(b, '/')
			}
		default:
			b = percent.WHATWGPath.AppendEncode(append(b, '/'), octets(segment))
		}
	}
	return b
}
