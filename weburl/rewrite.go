package weburl

import (
	"math/bits"
	"strings"
	"unsafe"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/kernel"
	"github.com/pct-encoded/percent/internal/pct"
)

// parts says where the parts of a text end, which is a URL behind its "//", or a
// reference, and what in them is to be changed.
type parts struct {
	text                       string
	host                       uint64 // the bytes of the authority in the first 64
	hostEnd, pathEnd, queryEnd int
	// What the authority has that a domain may not have, and where what follows its last
	// dot begins. If it has more than 64 bytes, it is only certain whether there is such.
	badHost uint64
	label   int
	// These are not 0 if there are such bytes in path, query and fragment, segments that
	// may be dot segments, bytes above 0x7F, odd ones, and those of them that are removed.
	badPath, badQuery, badFragment, dotted, high, odd, removed uint64
	escapes                                                    int // bytes that are to be escaped
}

// maxRewritten is the longest text, in bytes, that is rewritten here: its escapes and a
// base take it nowhere near the 4 GiB that a URL can have.
const maxRewritten = 64 << 20

// measure sets o to the parts of a text, whose first 64 bytes have the masks m. References
// have no authority.
func (o *parts) measure(text string, m *kernel.Masks, reference bool) {
	o.text = text
	n := len(text)
	o.high = m[uppers] & m[dots]
	slash, end := m[slashes]&^o.high, m[delims]&^o.high
	first := uint64(1) // where a segment begins without a slash
	if !reference {
		first = 0
		o.host = below(slash | end)
		o.badHost, o.label = m[badHost]&o.host, bits.Len64(m[dots]&o.host)
	}
	rest := ^o.host
	hash := end & m[badQuery] & rest
	before := below(hash) & rest
	question := end & before
	path := below(question) & before
	query := before &^ path
	fragment := rest &^ before
	o.hostEnd = min(bits.TrailingZeros64(rest), n)
	o.pathEnd = min(bits.TrailingZeros64(question|hash), n)
	o.queryEnd = min(bits.TrailingZeros64(hash), n)
	o.odd = m[uppers] & slash
	o.removed = o.odd & m[badQuery]
	slash &= path
	o.dotted = (slash<<1 | first) & m[dots] & path
	o.badPath, o.badQuery, o.badFragment = m[badPath]&path, m[badQuery]&query, m[badFragment]&fragment
	o.escapes = bits.OnesCount64(o.badPath | o.badQuery | o.badFragment)
	if n > 64 {
		o.measureRest(o.host>>63, slash>>63, query>>63, fragment>>63)
	}
}

// measureRest goes on behind 64 bytes, the last of which is in the authority, is a slash
// of the path, or is in the query or in the fragment, where these are 1.
func (o *parts) measureRest(host, slash, query, fragment uint64) {
	var m kernel.Masks
	host, query, fragment = -host, -query, -fragment
	for i := 64; i < len(o.text); i += 64 {
		block := o.text[i:min(len(o.text), i+64)]
		kernel.Classify64(classes, &m, octets(block))
		live := ^uint64(0) >> (64 - len(block))
		high := m[uppers] & m[dots]
		all, end := m[slashes]&^high, m[delims]&^high
		o.high |= high
		o.odd |= m[uppers] & all
		if host != 0 {
			host = below(all|end) & live
			o.badHost |= m[badHost] & host
			if dotted := m[dots] & host; dotted != 0 {
				o.label = i + bits.Len64(dotted)
			}
			o.hostEnd = i + bits.Len64(host)
			o.pathEnd, o.queryEnd = o.hostEnd, o.hostEnd
			live &^= host
			host = uint64(int64(host) >> 63)
		}
		before := below(end&m[badQuery]&^fragment) & live &^ fragment
		fragment = live &^ before
		path := below(end&before) & before &^ query
		query = before &^ path
		if path != 0 {
			o.pathEnd = i + bits.Len64(path)
		}
		if before != 0 {
			o.queryEnd = i + bits.Len64(before)
		}
		inPath, inQuery, inFragment := m[badPath]&path, m[badQuery]&query, m[badFragment]&fragment
		o.escapes += bits.OnesCount64(inPath | inQuery | inFragment)
		o.badPath |= inPath
		o.badQuery |= inQuery
		o.badFragment |= inFragment
		all &= path
		o.dotted |= (all<<1 | slash) & m[dots] & path
		slash = all >> 63
		query, fragment = uint64(int64(query)>>63), uint64(int64(fragment)>>63)
	}
}

// checkDots leaves dot segments in dotted, if there are any. The path begins at i.
func (o *parts) checkDots(i int) {
	if len(o.text) > 64 {
		if o.dotted != 0 && !hasDotSegment(o.text[i:o.pathEnd]) {
			o.dotted = 0
		}
		return
	}
	for d := o.dotted; d != 0; d &= d - 1 {
		if n, _ := dotSegment(o.text[bits.TrailingZeros64(d):o.pathEnd]); n == 0 {
			o.dotted &^= d & -d
		}
	}
}

// ends returns URL.ends, if query and fragment have moved by that much.
func (o *parts) ends(moved int) uint64 {
	query, fragment := uint64(0), uint64(0)
	if o.pathEnd < o.queryEnd {
		query = uint64(o.pathEnd + moved)
	}
	if o.queryEnd < len(o.text) {
		fragment = uint64(o.queryEnd + moved)
	}
	return query | fragment<<32
}

// append appends path, query and fragment, which begin at i, to b, which has room, and
// where the path begins at from and may have some segments already. It returns URL.ends.
func (o *parts) append(b []byte, from, i int, kind schemeKind) (_ []byte, ends uint64) {
	t := o.text
	switch {
	case o.badPath|o.badQuery|o.badFragment|o.dotted == 0:
		return append(b, t[i:]...), o.ends(len(b) - i)
	case len(t) <= 64 && kind != notSpecial && kind != schemeFile:
		return o.appendShort(b, from, i)
	case o.dotted != 0:
		b = appendSegments(b, from, t[i:o.pathEnd], kind, o.badPath)
	default:
		b = appendEncoded(b, percent.WHATWGPath, o.badPath, t[i:o.pathEnd])
	}
	if kind == notSpecial {
		return o.appendEnds(b, percent.WHATWGQuery)
	}
	return o.appendEnds(b, percent.WHATWGSpecialQuery)
}

// appendShort is append for texts of at most 64 bytes, where masks say which bytes are
// to be escaped and where dot segments begin.
func (o *parts) appendShort(b []byte, from, i int) (_ []byte, ends uint64) {
	t, bad := o.text, o.badPath|o.badQuery|o.badFragment
	for d := o.dotted; d != 0; d &= d - 1 {
		j := bits.TrailingZeros64(d)
		b = appendMasked(b, t[i:j], bad>>(i&63))
		n, double := dotSegment(t[j:o.pathEnd])
		if k := len(b) - 1; double && k > from {
			for b[k-1] != '/' {
				k--
			}
			b = b[:k]
		}
		if i = j + n; i < o.pathEnd {
			i++
		}
	}
	ends = o.ends(len(b) - i)
	bad = bad >> (i & 63) << (i & 63)
	if o.pathEnd < o.queryEnd {
		ends += 2 * uint64(bits.OnesCount64(bad&^o.odd&(1<<o.pathEnd-1)))
	}
	if o.queryEnd < len(t) {
		ends += 2 * uint64(bits.OnesCount64(bad&^o.odd&(1<<o.queryEnd-1))) << 32
	}
	return appendMasked(b, t[i:], bad>>(i&63)), ends
}

// appendMasked appends s with the bytes escaped that bad has, but '/' for '\'.
func appendMasked(b []byte, s string, bad uint64) []byte {
	i := 0
	for ; bad != 0; bad &= bad - 1 {
		j := bits.TrailingZeros64(bad)
		if j >= len(s) {
			break
		}
		if i < j {
			b = append(b, s[i:j]...)
		}
		if i = j + 1; s[j] == '\\' {
			b = append(b, '/')
		} else {
			b = append(b, '%', pct.UpperHex[s[j]>>4], pct.UpperHex[s[j]&15])
		}
	}
	return append(b, s[i:]...)
}

// appendEnds appends query and fragment.
func (o *parts) appendEnds(b []byte, query *percent.Encoding) (_ []byte, ends uint64) {
	t := o.text
	if o.pathEnd < o.queryEnd {
		ends = uint64(len(b))
		b = appendEncoded(b, query, o.badQuery, t[o.pathEnd:o.queryEnd])
	}
	if o.queryEnd < len(t) {
		ends |= uint64(len(b)) << 32
		b = appendEncoded(append(b, '#'), percent.WHATWGFragment, o.badFragment, t[o.queryEnd+1:])
	}
	return b, ends
}

// appendEncoded appends text, encoded unless bad is 0.
func appendEncoded(b []byte, e *percent.Encoding, bad uint64, text string) []byte {
	if bad == 0 {
		return append(b, text...)
	}
	return e.AppendEncode(b, octets(text))
}

// shrunk returns b as a string. If dot segments have left much of its memory unused, it
// is copied.
func shrunk(b []byte) string {
	if cap(b)-len(b) > 64+len(b)/4 {
		return string(b)
	}
	return unsafeString(b)
}

func unsafeString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// hasDotSegment reports whether a segment of the path, which may begin with '/', is a dot
// segment.
func hasDotSegment(path string) bool {
	path = strings.TrimPrefix(path, "/")
	for {
		if n, _ := dotSegment(path); n > 0 {
			return true
		}
		i := strings.IndexByte(path, '/')
		if i < 0 {
			return false
		}
		path = path[i+1:]
	}
}

// dotSegment returns the length of the single-dot or double-dot path segment that s
// begins with, and which of these it is; 0 if it begins with another one.
func dotSegment(s string) (length int, double bool) {
	i, dots := 0, 0
	for {
		switch {
		case i < len(s) && s[i] == '.':
			i++
		case i+3 <= len(s) && isEscapedDot(s[i:]):
			i += 3
		case dots == 0 || dots > 2 || i < len(s) && s[i] != '/':
			return 0, false
		default:
			return i, dots == 2
		}
		dots++
	}
}

// appendSegments appends a path to that of a URL of this kind, which begins at b[from].
func appendSegments(b []byte, from int, path string, kind schemeKind, bad uint64) []byte {
	if len(b) == from || strings.HasPrefix(path, "/") {
		b = append(b, '/')
		path = strings.TrimPrefix(path, "/")
	}
	for more := true; more; {
		var segment string
		segment, path, more = strings.Cut(path, "/")
		switch {
		case isDoubleDot(segment):
			b = b[:from+shortened(b[from:len(b)-1], kind)+1]
			continue
		case isSingleDot(segment):
			continue
		case kind == schemeFile && len(b) == from+1 && isDriveLetter(segment):
			b = append(b, segment[0], ':')
		default:
			b = appendEncoded(b, percent.WHATWGPath, bad, segment)
		}
		if more {
			b = append(b, '/')
		}
	}
	return b
}
