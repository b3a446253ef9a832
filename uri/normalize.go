package uri

import (
	"bytes"
	"slices"
	"strings"
	"sync"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// Normalize returns u normalized by the given rungs (RFC 3986 section 6.2). It
// never decodes a reserved character, never creates an escape, and keeps malformed
// escapes. Normalizing twice changes nothing more. If nothing changes, u itself is
// returned and nothing is allocated.
func (u URI) Normalize(r Rungs) URI {
	if isNormal(&u) {
		return u
	}
	n := normalizers.Get().(*normalizer)
	*n = normalizer{out: slices.Grow(n.out[:0], len(u.s)), s: u.s, rungs: r}
	n.uri(&u)
	if string(n.out) != u.s {
		u = ParseLenient(string(n.out))
	}
	n.s = ""
	if cap(n.out) <= pooledCapacity {
		normalizers.Put(n)
	}
	return u
}

// The pool holds no buffers larger than pooledCapacity, so that one long text
// does not take up memory forever.
const pooledCapacity = 64 << 10

var normalizers = sync.Pool{New: func() any { return new(normalizer) }}

// AppendNormalize appends the text of u, normalized by the given rungs, to dst
// and returns the extended buffer.
func (u URI) AppendNormalize(dst []byte, r Rungs) []byte {
	if isNormal(&u) {
		return append(dst, u.s...)
	}
	n := normalizer{out: dst, base: len(dst), s: u.s, rungs: r}
	n.uri(&u)
	return n.out
}

// A normalizer appends the normalized form of s to out.
type normalizer struct {
	out   []byte
	base  int   // where in out the text begins
	at    []int // where in s each byte of out[base:] comes from, if trace is tracing
	s     string
	rungs Rungs
	rule  schemeRule
	trace traceMode
}

type traceMode uint8

const (
	untraced traceMode = iota
	tracing
)

func (n *normalizer) does(r Rungs) bool { return n.rungs&r != 0 }

// add appends text that comes from s[from:].
func (n *normalizer) add(text string, from int) {
	n.out = append(n.out, text...)
	if n.trace == tracing {
		for range len(text) {
			n.at = append(n.at, from)
		}
	}
}

// cut shortens out to length.
func (n *normalizer) cut(length int) {
	if n.trace == tracing {
		n.at = n.at[:len(n.at)-(len(n.out)-length)]
	}
	n.out = n.out[:length]
}

// insert puts text into out at index i.
func (n *normalizer) insert(i int, text string, from int) {
	end := len(n.out)
	n.add(text, from)
	copy(n.out[i+len(text):], n.out[i:end])
	copy(n.out[i:], text)
	if n.trace == tracing {
		copy(n.at[i+len(text):], n.at[i:end])
		for j := range len(text) {
			n.at[i+j] = from
		}
	}
}

type caseRule uint8

const (
	keepCase caseRule = iota
	foldCase
)

// copy appends s[lo:hi] as it is.
func (n *normalizer) copy(lo, hi int) {
	n.out = append(n.out, n.s[lo:hi]...)
	if n.trace == tracing {
		for i := lo; i < hi; i++ {
			n.at = append(n.at, i)
		}
	}
}

// text appends s[lo:hi] with its escapes normalized and, if asked for, its
// letters in lower case.
func (n *normalizer) text(lo, hi int, f caseRule) {
	for lo < hi {
		end := hi
		if i := strings.IndexByte(n.s[lo:hi], '%'); i >= 0 {
			end = lo + i
		}
		start := len(n.out)
		n.copy(lo, end)
		if f == foldCase {
			for i := start; i < len(n.out); i++ {
				n.out[i] = lower(n.out[i])
			}
		}
		lo = end
		if lo == hi {
			return
		}
		octet, ok := pct.Octet(n.s[lo:hi])
		if !ok {
			n.copy(lo, lo+1)
			lo++
			continue
		}
		switch {
		case n.does(PercentEncoding) && !n.rule.urn && percent.Unreserved.Contains(octet) && !pct.Completes(n.out[n.base:], octet):
			if f == foldCase {
				octet = lower(octet)
			}
			n.add(string(rune(octet)), lo)
		case n.does(Case):
			n.copy(lo, lo+3)
			for i := len(n.out) - 2; i < len(n.out); i++ {
				n.out[i] = upperHex(n.out[i])
			}
		default:
			n.copy(lo, lo+3)
		}
		lo += 3
	}
}

func upperHex(c byte) byte {
	if c > '9' {
		return c &^ 0x20
	}
	return c
}

// isNormal reports whether u can be seen to be normal already, as most references
// are. One for which it is false may be normal, too.
func isNormal(u *URI) bool {
	if u.hostEnd < u.pathStart || u.hasAuthority() && u.pathStart == u.pathEnd {
		return false
	}
	scheme := u.s[:u.schemeLen]
	if scheme != "https" && scheme != "http" && scheme != "" {
		return false
	}
	c := scanner{s: u.s}
	behindSlash := uint64(0)
	for i := 0; i < len(u.s); i = c.next {
		c.load(i)
		m := &c.masks
		ascii := ^(m[percents] & m[uppers] & m[dots]) // other bytes are in all classes
		if m[percents]&ascii != 0 || m[uppers]&ascii&within(i, u.hostStart, u.hostEnd) != 0 {
			return false
		}
		slash := m[slashes] & ascii
		if (slash<<1|behindSlash)&m[dots]&ascii&within(i, u.pathStart, u.pathEnd) != 0 {
			return false
		}
		behindSlash = slash >> 63
	}
	return u.pathStart == u.pathEnd || u.s[u.pathStart] != '.'
}

// within returns the bits of the bytes from lo to hi in the block that begins at i.
func within(i, lo, hi int) uint64 {
	lo, hi = max(lo-i, 0), min(hi-i, 64)
	if lo >= hi {
		return 0
	}
	return ^uint64(0) << lo & (^uint64(0) >> (64 - hi))
}

func (n *normalizer) uri(u *URI) {
	if n.trace == untraced && isNormal(u) {
		n.copy(0, len(u.s))
		return
	}
	caseFolding := keepCase
	if n.does(Case) {
		caseFolding = foldCase
	}
	n.rule = ruleOf(u.Scheme())
	if u.schemeLen > 0 {
		n.text(0, u.schemeLen, caseFolding)
		n.copy(u.schemeLen, u.schemeLen+1)
	}
	authority := u.hasAuthority()
	switch {
	case authority:
		n.authority(u, caseFolding)
	case n.rule.local && n.does(SchemeBased) && u.IsRooted():
		n.add("//", u.pathStart)
		authority = true
	}
	n.path(u, authority)
	if u.pathEnd < u.queryEnd {
		n.copy(u.pathEnd, u.pathEnd+1)
		if n.rule.mail && n.does(SchemeBased) {
			n.fields(u.pathEnd+1, u.queryEnd)
		} else {
			n.text(u.pathEnd+1, u.queryEnd, keepCase)
		}
	}
	if u.queryEnd < len(u.s) {
		n.copy(u.queryEnd, u.queryEnd+1)
		n.text(u.queryEnd+1, len(u.s), keepCase)
	}
}

func (n *normalizer) authority(u *URI, f caseRule) {
	start := u.hierStart()
	n.copy(start, start+2)
	start += 2
	if u.hostStart > start {
		n.text(start, u.hostStart-1, keepCase)
		n.copy(u.hostStart-1, u.hostStart)
	}
	hostEnd := u.hostEnd
	host := u.s[u.hostStart:hostEnd]
	if u.kind == RegName && skip(host, 0, regNameByte) < len(host) {
		// Normalized, an illegal host could look like a port or an address.
		n.copy(u.hostStart, u.pathStart)
		return
	}
	name := host
	if n.rule.local {
		name = u.Host().Text() // so that rungs give the same in any order
	}
	switch {
	case n.rule.local && n.does(SchemeBased) && strings.EqualFold(name, "localhost") &&
		u.hostStart == start && u.hostEnd+1 >= u.pathStart: // without a port, or with an empty one
	case u.kind == IPv6:
		// A zone has case, and its "%25" is part of the syntax.
		if lo, _, ok := u.span(Zone); ok {
			n.text(u.hostStart, lo-3, f)
			n.copy(lo-3, lo)
			n.text(lo, hostEnd, keepCase)
		} else {
			n.text(u.hostStart, hostEnd, f)
		}
	default:
		n.text(u.hostStart, hostEnd, f)
	}
	if hostEnd == u.pathStart {
		return
	}
	if n.rule.local && len(name) == 1 && is(name[0], alphaByte) && hostEnd+1 == u.pathStart {
		n.copy(hostEnd, u.pathStart) // a drive of Windows: without the ':' it would become a host
		return
	}
	if n.does(SchemeBased) {
		port := strings.TrimLeft(u.s[hostEnd+1:u.pathStart], "0")
		if hostEnd+1 == u.pathStart || port != "" && port == n.rule.port {
			return
		}
	}
	n.copy(hostEnd, u.pathStart)
}

func (n *normalizer) path(u *URI, authority bool) {
	lo, hi := u.pathStart, u.pathEnd
	path := u.s[lo:hi]
	switch {
	case u.schemeLen == 0 && !authority && badScheme(path, 0) >= 0:
		// This is illegal already. Decoded, it could look like a scheme.
		rungs := n.rungs
		n.rungs &^= PercentEncoding
		n.text(lo, hi, keepCase)
		n.rungs = rungs
	case path == "":
		if authority && n.rule.root && n.does(SchemeBased) {
			n.add("/", lo)
		}
	case n.rule.urn && n.does(SchemeBased):
		colon := max(0, strings.IndexByte(path, ':'))
		n.text(lo, lo+colon, foldCase)
		n.text(lo+colon, hi, keepCase)
	case n.rule.mail && n.does(SchemeBased):
		n.addresses(lo, hi)
	case !n.does(DotSegments) || path[0] != '/' && u.schemeLen > 0 || !mayHaveDots(path):
		n.text(lo, hi, keepCase)
	case path[0] == '/':
		base := len(n.out)
		n.rooted(lo, hi)
		if !authority && bytes.HasPrefix(n.out[base:], []byte("//")) {
			n.insert(base, "/.", lo)
		}
	default:
		n.relative(lo, hi)
	}
}

// addresses appends the addresses of a mailto URI: domains have no case.
func (n *normalizer) addresses(lo, hi int) {
	for {
		end := hi
		if i := strings.IndexByte(n.s[lo:hi], ','); i >= 0 {
			end = lo + i
		}
		domain := end
		if i := strings.LastIndexByte(n.s[lo:end], '@'); i >= 0 {
			domain = lo + i
		}
		n.text(lo, domain, keepCase)
		n.text(domain, end, foldCase)
		if end == hi {
			return
		}
		n.copy(end, end+1)
		lo = end + 1
	}
}

// fields appends the header fields of a mailto URI: their names have no case.
func (n *normalizer) fields(lo, hi int) {
	for {
		end := hi
		if i := strings.IndexByte(n.s[lo:hi], '&'); i >= 0 {
			end = lo + i
		}
		name := end
		if i := strings.IndexByte(n.s[lo:end], '='); i >= 0 {
			name = lo + i
		}
		n.text(lo, name, foldCase)
		n.text(name, end, keepCase)
		if end == hi {
			return
		}
		n.copy(end, end+1)
		lo = end + 1
	}
}
