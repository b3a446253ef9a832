package dataurl

import (
	"fmt"
	"net/netip"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent"
)

// output collects the serialization of a URL and, if sources is not nil, for
// each of its bytes the index of where it is from.
type output struct {
	b       []byte
	sources *[]int
}

func (o *output) add(at int, s string) {
	o.b = append(o.b, s...)
	if o.sources != nil {
		for range len(s) {
			*o.sources = append(*o.sources, at)
		}
	}
}

// encode adds s, whose bytes are from the indexes at, percent-encoded.
func (o *output) encode(s []byte, at []int, e *percent.Encoding) {
	for i := range s {
		source := 0
		if at != nil {
			source = at[i]
		}
		if e.Kept().Contains(s[i]) {
			o.b = append(o.b, s[i])
			if o.sources != nil {
				*o.sources = append(*o.sources, source)
			}
			continue
		}
		o.add(source, e.Encode(string(s[i:i+1])))
	}
}

// serialize returns what the URL serializer makes of a data: URL without its
// fragment and without the "data:" at its front, after the URL parser has read
// s. It keeps bytes that are not UTF-8, which the parser never sees.
func serialize(s string, sources *[]int) (string, *percent.SyntaxError) {
	begin := len(s) - len(strings.TrimLeft(s, c0AndSpace))
	end := len(strings.TrimRight(s, c0AndSpace))
	clean := make([]byte, 0, max(0, end-begin))
	var at []int
	track := sources != nil || strings.HasPrefix(s[min(begin+5, len(s)):], "/") || strings.ContainsAny(s, "\t\n\r")
	for i := begin; i < end; i++ {
		switch s[i] {
		case '\t', '\n', '\r':
			continue
		case '#':
			end = i
			continue
		}
		clean = append(clean, s[i])
		if track {
			at = append(at, i)
		}
	}
	if len(clean) < 5 || !strings.EqualFold(string(clean[:5]), "data:") {
		return "", syntax.Error(s, min(begin, len(s)), begin+5, NotData)
	}
	clean = clean[5:]
	if track {
		at = at[5:]
	}
	o := &output{sources: sources, b: make([]byte, 0, len(clean))}
	path, query, hasQuery := clean, []byte(nil), false
	if i := strings.IndexByte(string(clean), '?'); i >= 0 {
		path, query, hasQuery = clean[:i], clean[i+1:], true
	}
	sub := func(from, to int) []int {
		if at == nil {
			return nil
		}
		return at[from:to]
	}
	if len(path) > 0 && path[0] == '/' {
		if err := o.hierarchy(s, path, at); err != nil {
			return "", err
		}
	} else {
		// A space before '?' or '#' is escaped, which lets nothing at the end be
		// trimmed.
		n := len(path)
		last := n > 0 && path[n-1] == ' ' && (hasQuery || end < len(s) && s[end] == '#')
		if last {
			n--
		}
		o.encode(path[:n], sub(0, n), percent.WHATWGC0Control)
		if last {
			o.encode(path[n:], sub(n, n+1), percent.RFC3986)
		}
	}
	if hasQuery {
		n := len(path)
		o.encode(clean[n:n+1], sub(n, n+1), percent.WHATWGC0Control)
		o.encode(query, sub(n+1, len(clean)), percent.WHATWGQuery)
	}
	return string(o.b), nil
}

const c0AndSpace = "\x00\x01\x02\x03\x04\x05\x06\x07\x08\t\n\x0B\f\r\x0E\x0F\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1A\x1B\x1C\x1D\x1E\x1F "

// hierarchy adds a path that begins with '/', after the authority if it begins
// with two.
func (o *output) hierarchy(s string, path []byte, at []int) *percent.SyntaxError {
	authority := false
	if len(path) > 1 && path[1] == '/' {
		authority = true
		end := 2
		for end < len(path) && path[end] != '/' {
			end++
		}
		o.encode(path[:2], at[:2], percent.WHATWGC0Control)
		if err := o.authority(s, path[2:end], at[2:end]); err != nil {
			return err
		}
		path, at = path[end:], at[end:]
	}
	type segment struct{ from, to int }
	var segments []segment
	for i := 0; i < len(path); {
		end := i + 1
		for end < len(path) && path[end] != '/' {
			end++
		}
		last := end == len(path)
		switch dots(string(path[i+1 : end])) {
		case 2:
			segments = segments[:max(0, len(segments)-1)]
			fallthrough
		case 1:
			if last {
				segments = append(segments, segment{i, i + 1})
			}
		default:
			segments = append(segments, segment{i, end})
		}
		i = end
	}
	if !authority && len(segments) > 1 && segments[0].to-segments[0].from == 1 {
		// A path that would look like an authority.
		o.add(at[segments[0].from], "/.")
	}
	for _, g := range segments {
		o.encode(path[g.from:g.from+1], at[g.from:g.from+1], percent.WHATWGC0Control)
		o.encode(path[g.from+1:g.to], at[g.from+1:g.to], percent.WHATWGPath)
	}
	return nil
}

// dots returns 1 for a single-dot segment, 2 for a double-dot one, or 0.
func dots(s string) int {
	if len(s) > 6 {
		return 0
	}
	s = strings.ReplaceAll(strings.ToLower(s), "%2e", ".")
	if s == "." || s == ".." {
		return len(s)
	}
	return 0
}

// authority adds userinfo, host and port.
func (o *output) authority(s string, a []byte, at []int) *percent.SyntaxError {
	fail := func(from, to int, reason percent.Reason) *percent.SyntaxError {
		if from >= len(a) {
			i := len(s)
			if len(at) > 0 {
				i = at[len(at)-1] + 1
			}
			return syntax.At(i, "", reason)
		}
		return syntax.Error(s, at[from], at[to-1]+1, reason)
	}
	host := 0
	if i := strings.LastIndexByte(string(a), '@'); i >= 0 {
		host = i + 1
		if host == len(a) {
			return fail(i, host, InvalidHost)
		}
		colon := strings.IndexByte(string(a[:i]), ':')
		user := i
		if colon >= 0 {
			user = colon
		}
		o.encode(a[:user], at[:user], percent.WHATWGUserinfo)
		if colon >= 0 && colon+1 < i {
			o.add(at[colon], ":")
			o.encode(a[colon+1:i], at[colon+1:i], percent.WHATWGUserinfo)
		}
		if user > 0 || colon >= 0 && colon+1 < i {
			o.add(at[i], "@")
		}
	}
	end, inside := host, false
	for ; end < len(a) && (a[end] != ':' || inside); end++ {
		switch a[end] {
		case '[':
			inside = true
		case ']':
			inside = false
		}
	}
	if end == host && end < len(a) {
		return fail(end, end+1, InvalidHost)
	}
	if end > host && a[host] == '[' {
		text, ok := ipv6(string(a[host:end]))
		if !ok {
			return fail(host, end, InvalidHost)
		}
		o.add(at[host], text)
	} else {
		for i := host; i < end; i++ {
			if strings.IndexByte("\x00\t\n\r #/:<>?@[\\]^|", a[i]) >= 0 {
				return fail(i, i+1, InvalidHost)
			}
		}
		o.encode(a[host:end], at[host:end], percent.WHATWGC0Control)
	}
	if end+1 < len(a) {
		for i := end + 1; i < len(a); i++ {
			if a[i] < '0' || a[i] > '9' {
				return fail(end+1, len(a), InvalidPort)
			}
		}
		port, err := strconv.ParseUint(string(a[end+1:]), 10, 16)
		if err != nil {
			return fail(end+1, len(a), InvalidPort)
		}
		o.add(at[end], ":"+strconv.FormatUint(port, 10))
	}
	return nil
}

// ipv6 returns an address in brackets as the URL Standard serializes it.
func ipv6(s string) (string, bool) {
	if len(s) < 2 || s[len(s)-1] != ']' || strings.IndexByte(s, '%') >= 0 {
		return "", false
	}
	addr, err := netip.ParseAddr(s[1 : len(s)-1])
	if err != nil || !addr.Is6() {
		return "", false
	}
	if addr.Is4In6() {
		b := addr.As16()
		return fmt.Sprintf("[::ffff:%x:%x]", int(b[12])<<8|int(b[13]), int(b[14])<<8|int(b[15])), true
	}
	return "[" + addr.String() + "]", true
}
