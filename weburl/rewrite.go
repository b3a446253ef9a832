package weburl

import (
	"math"
	"math/bits"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/kernel"
	"github.com/pct-encoded/percent/internal/pct"
)

// parts says where the parts of a text end, which is a URL behind its "//", or a
// reference, and what in them is to be changed.
type parts struct {
	text                       string
	host                       uint64 // the bytes of the authority, which ends in the first 64
	hostEnd, pathEnd, queryEnd int
	// These are not 0 if there are such bytes in path, query and fragment, segments that
	// may be dot segments, bytes above 0x7F, and odd ones.
	badPath, badQuery, badFragment, dotted, high, odd uint64
	escapes                                           int // bytes that are to be escaped
}

// maxRewritten is the longest text, in bytes, that is rewritten here: its escapes and a
// base take it nowhere near the 4 GiB that a URL can have.
const maxRewritten = 64 << 20

// measure sets o to the parts of a text whose first 64 bytes have the masks m. It reports
// whether the authority ends in them; references have none.
func (o *parts) measure(text string, m *kernel.Masks, reference bool) bool {
	o.text = text
	n := len(text)
	o.high = m[uppers] & m[dots]
	slash, end := m[slashes]&^o.high, m[delims]&^o.high
	first := uint64(1) // where a segment begins without a slash
	if !reference {
		first = 0
		o.host = below(slash | end)
		if n >= 64 && o.host == math.MaxUint64 {
			return false
		}
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
	slash &= path
	o.dotted = (slash<<1 | first) & m[dots] & path
	o.badPath, o.badQuery, o.badFragment = m[badPath]&path, m[badQuery]&query, m[badFragment]&fragment
	o.escapes = bits.OnesCount64(o.badPath | o.badQuery | o.badFragment)
	if n > 64 {
		o.measureRest(slash>>63, query>>63, fragment>>63)
	}
	return true
}

// measureRest goes on behind 64 bytes; slash, query and fragment are 1 if the last of
// them is a slash of the path, and in the query or in the fragment.
func (o *parts) measureRest(slash, query, fragment uint64) {
	var m kernel.Masks
	query, fragment = -query, -fragment
	for i := 64; i < len(o.text); i += 64 {
		block := o.text[i:min(len(o.text), i+64)]
		kernel.Classify64(classes, &m, octets(block))
		live := ^uint64(0) >> (64 - len(block))
		high := m[uppers] & m[dots]
		all, end := m[slashes]&^high, m[delims]&^high
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
		o.high |= high
		o.odd |= m[uppers] & all
		all &= path
		o.dotted |= (all<<1 | slash) & m[dots] & path
		slash = all >> 63
		query, fragment = uint64(int64(query)>>63), uint64(int64(fragment)>>63)
	}
}

// parseRewritten is parse for URLs of the given kind that may be other than canonical
// everywhere. m has the masks of the first 64 bytes of the authority, which begins at
// start, and what follows.
func (p *Parser) parseRewritten(s string, kind schemeKind, start int, m *kernel.Masks) (URL, error) {
	var o parts
	t := s[start:]
	if t == "" || t[len(t)-1] <= ' ' || len(s) > maxRewritten || !o.measure(t, m, false) || o.hostEnd == 0 || o.hostEnd < len(t) && isTab(t[o.hostEnd]) || !o.certain(p) {
		return p.parseAny(s)
	}
	o.checkDots(o.hostEnd)
	bad, missing := m[badHost]&o.host&^o.high, 0
	if o.hostEnd == o.pathEnd {
		missing = 1
	}
	if label := bits.Len64(m[dots] & o.host); m[badHost]&o.host == 0 && label < o.hostEnd && !isDigit(t[label]) {
		from := start + o.hostEnd
		rest := uint64(start) | uint64(o.hostEnd)<<hostShift | uint64(kind)<<schemeShift | uint64(DomainHost)<<kindShift
		if o.badPath|o.badQuery|o.badFragment|o.dotted == 0 && missing == 0 {
			return URL{s, o.ends(start), rest}, nil
		}
		b := append(make([]byte, 0, len(s)+2*o.escapes+missing), s[:from]...)
		if missing != 0 {
			b = append(b, '/')
		}
		b, ends := o.append(b, from, o.hostEnd)
		return URL{trimmed(b), ends, rest}, nil
	}
	upper := bad & m[uppers]
	var room [maxAddress]byte
	hostStart, hostEnd, port, as, size := readHost(&room, s, start, bad&^upper, m[uppers]&^m[badHost], upper, o.hostEnd, bits.Len64(m[dots]&^o.high&o.host))
	if port == kind.defaultPort() {
		port = 0
	}
	name := t[hostStart:hostEnd]
	inHost := o.host & (1<<(hostEnd&63) - 1) &^ (1<<(hostStart&63) - 1)
	upper &= inHost
	made := room[:0]
	switch {
	case as == NoHost:
	case o.high&inHost != 0:
		made, as = mapHost(made, name)
		name, upper = unsafeString(made), 0
	case size != 0:
		name, upper = unsafeString(room[:size]), 0
	}
	if as == NoHost || len(made) > len(room) {
		return p.parseAny(s)
	}
	l := layout{scheme: kind, kind: as, number: port, start: start}
	var username, password string
	same := true
	if hostStart > 0 {
		var colon bool
		username, password, colon = strings.Cut(t[:hostStart-1], ":")
		same = colon == (password != "") && (colon || username != "") && isUserinfo(username) && isUserinfo(password)
		l.user, l.password = len(username), hostStart-len(username)
	}
	if same && upper|o.badPath|o.badQuery|o.badFragment|o.dotted == 0 && (port != 0 || hostEnd == o.hostEnd) &&
		missing == 0 && name == t[hostStart:hostEnd] {
		l.host, l.port = hostEnd-hostStart, o.hostEnd-hostEnd
		return URL{s, o.ends(start), l.rest()}, nil
	}
	size = start + len(name) + len(t) - hostEnd + 2*o.escapes + missing
	if hostStart > 0 {
		size += percent.WHATWGUserinfo.EncodedLen(octets(username)) + percent.WHATWGUserinfo.EncodedLen(octets(password)) + 2
	}
	b := append(make([]byte, 0, size), s[:start]...)
	if hostStart > 0 {
		b = percent.WHATWGUserinfo.AppendEncode(b, octets(username))
		l.user = len(b) - start
		if password != "" {
			b = percent.WHATWGUserinfo.AppendEncode(append(b, ':'), octets(password))
		}
		if len(b) > start {
			b = append(b, '@')
		}
		l.password = len(b) - start - l.user
	}
	at := len(b)
	b = append(b, name...)
	for upper >>= hostStart & 63; upper != 0; upper &= upper - 1 {
		b[at+bits.TrailingZeros64(upper)] |= 0x20
	}
	l.host = len(name)
	if port != 0 {
		b = append(b, t[hostEnd:o.hostEnd]...)
		l.port = o.hostEnd - hostEnd
	}
	from := len(b)
	if missing != 0 {
		b = append(b, '/')
	}
	b, ends := o.append(b, from, o.hostEnd)
	return URL{trimmed(b), ends, l.rest()}, nil
}

// certain reports whether it is certain what path, query and fragment become.
func (o *parts) certain(p *Parser) bool {
	if o.badPath|o.badQuery|o.badFragment != 0 && o.odd != 0 || o.badQuery != 0 && p.Charset != nil {
		return false
	}
	return o.high == 0 || utf8.ValidString(o.text)
}

// checkDots leaves dot segments in dotted, if there are any. The path begins at i.
func (o *parts) checkDots(i int) {
	if len(o.text) > 64 {
		if !hasDotSegment(o.text[i:o.pathEnd]) {
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

// append appends path, query and fragment of a special URL that is not a file, which
// begin at i, to b, which has room, and where the path begins at from and may have some
// segments already. It returns URL.ends.
func (o *parts) append(b []byte, from, i int) (_ []byte, ends uint64) {
	t := o.text
	switch {
	case o.badPath|o.badQuery|o.badFragment|o.dotted == 0:
		return append(b, t[i:]...), o.ends(len(b) - i)
	case len(t) <= 64:
		return o.appendShort(b, from, i)
	case o.dotted != 0:
		b = appendSegments(b, from, t[i:o.pathEnd], o.badPath)
	default:
		b = appendEncoded(b, percent.WHATWGPath, o.badPath, t[i:o.pathEnd])
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
		ends += 2 * uint64(bits.OnesCount64(bad&(1<<o.pathEnd-1)))
	}
	if o.queryEnd < len(t) {
		ends += 2 * uint64(bits.OnesCount64(bad&(1<<o.queryEnd-1))) << 32
	}
	return appendMasked(b, t[i:], bad>>(i&63)), ends
}

// appendMasked appends s with the bytes escaped that bad has.
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
		b = append(b, '%', pct.UpperHex[s[j]>>4], pct.UpperHex[s[j]&15])
		i = j + 1
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

// trimmed returns b as a string. If dot segments have left much of its memory unused, it
// is copied.
func trimmed(b []byte) string {
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

// appendSegments appends a path to that of a special URL whose scheme is not file, which
// begins at b[from] and ends with a slash unless it is empty.
func appendSegments(b []byte, from int, path string, bad uint64) []byte {
	if len(b) == from {
		b = append(b, '/')
		path = strings.TrimPrefix(path, "/")
	}
	for more := true; more; {
		var segment string
		segment, path, more = strings.Cut(path, "/")
		switch {
		case isDoubleDot(segment):
			b = b[:from+shortened(b[from:len(b)-1], schemeHTTP)+1]
		case isSingleDot(segment):
		default:
			b = appendEncoded(b, percent.WHATWGPath, bad, segment)
			if more {
				b = append(b, '/')
			}
		}
	}
	return b
}
