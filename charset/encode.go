package charset

import (
	"strconv"
	"unicode/utf8"
	"unsafe"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/words"
)

// OnUnencodable says what an encoder does with a character that the charset
// has no bytes for. The references cannot be told from the same text typed by
// a user, so no reader can undo them.
type OnUnencodable uint8

const (
	// Refuse stops with a *percent.SyntaxError ("fatal" in the Encoding Standard).
	Refuse OnUnencodable = iota
	// Reference writes the numeric reference &#N;, N in decimal ("html" in
	// the Encoding Standard, what forms send in a multipart body).
	Reference
	// EscapedReference writes %26%23N%3B, the same reference
	// percent-encoded, as the URL Standard does in a query. Nothing else is
	// percent-encoded: see [Charset.AppendPercentEncode] for the whole of it.
	EscapedReference
	// QuestionMark writes "?".
	QuestionMark
)

var onUnencodableWords = []string{"refuse", "reference", "escaped reference", "question mark"}

// String returns "refuse", "reference", "escaped reference" or "question mark".
func (o OnUnencodable) String() string { return words.Of(onUnencodableWords, o) }

// Encode returns s, which is UTF-8, in the charset c, or what precedes the
// first character that c cannot write and a *percent.SyntaxError. Text that needs no
// change is returned as it is, without allocating.
func (c *Charset) Encode(s string) (string, error) {
	src := unsafe.Slice(unsafe.StringData(s), len(s))
	if c.Output() == c && c.identicalUTF8(src) {
		return s, nil
	}
	dst, err := c.AppendEncode(make([]byte, 0, len(s)+8), src, Refuse)
	return unsafe.String(unsafe.SliceData(dst), len(dst)), err
}

// AppendEncode appends src, which is UTF-8, to dst in the charset c and
// returns the extended slice. With [Refuse] the error is a *percent.SyntaxError, and
// what precedes the character that c cannot write has been appended. What is
// not UTF-8 is an error too, and U+FFFD under the other policies. dst and src
// must not overlap. AppendEncode allocates only where dst has no room.
//
// A stateful charset begins and ends in its initial state: ISO-2022-JP ends
// with ESC ( B where it must. UTF-16BE, UTF-16LE and replacement have no
// encoder and give a *percent.SyntaxError under every policy; see [Charset.Output].
func (c *Charset) AppendEncode(dst, src []byte, on OnUnencodable) ([]byte, error) {
	n := 0
	if c.hasFast() {
		if table := c.fastEncode(0); table != nil {
			dst, n = encodeRegular(dst, src, table)
		} else {
			n = asciiPrefix(src)
			dst = append(dst, src[:n]...)
		}
		if n == len(src) {
			return dst, nil
		}
	}
	e, err := newEncoder(c)
	if err != nil {
		return dst, err
	}
	e = e.withFast(len(src) - n)
	e.offset = int64(n)
	dst, _, err = e.encode(dst, src[n:], on, true)
	return dst, err
}

// An encoder is an encoder of the Encoding Standard with its state.
type encoder struct {
	c       *Charset
	reverse *reverse
	fast    *reverse
	offset  int64 // of the next byte, from the start of the input
	state   iso2022State
}

func newEncoder(c *Charset) (encoder, error) {
	if c.Output() != c {
		return encoder{}, c.syntaxError(0, nil, NoEncoder)
	}
	e := encoder{c: c}
	switch {
	case c.kind == shiftjisKind:
		e.reverse = c.index.encodeShiftJIS()
	case c.index != nil:
		e.reverse = c.index.encode()
	}
	return e, nil
}

// withFast returns e with the table of encodeRegular, if n more bytes make it
// worth it.
func (e encoder) withFast(n int) encoder {
	if e.c.hasFast() {
		e.fast = e.c.fastEncode(n)
	}
	return e
}

// encode appends src to dst and returns how many bytes of src it consumed:
// all, unless it stops at an error or, where the input goes on, at an
// unfinished character.
func (e *encoder) encode(dst, src []byte, on OnUnencodable, atEOF bool) ([]byte, int, error) {
	if e.c.kind == utf8Kind && utf8.Valid(src) {
		e.offset += int64(len(src))
		return append(dst, src...), len(src), nil
	}
	i := 0
	for i < len(src) {
		var n int
		switch {
		case e.fast != nil:
			dst, n = encodeRegular(dst, src[i:], e.fast)
		case e.c.asciiTransparent():
			n = asciiPrefix(src[i:])
			dst = append(dst, src[i:i+n]...)
		case e.state == stateASCII: // of ISO-2022-JP
			n = plainISO2022JP(src[i:])
			dst = append(dst, src[i:i+n]...)
		}
		if i += n; i == len(src) {
			break
		}
		r, n := stepUTF8(src[i:], atEOF)
		var reason percent.Reason
		bad := rune(-1)
		switch {
		case r == short:
			e.offset += int64(i)
			return dst, i, nil
		case r == malformed:
			reason, bad = percent.InvalidUTF8, utf8.RuneError
			if on != Refuse {
				dst, bad = e.put(dst, utf8.RuneError)
			}
		default:
			dst, bad = e.put(dst, r)
			if bad >= 0 {
				reason = Unencodable
				if bad != r {
					reason = ForbiddenControl
				}
			}
		}
		if bad >= 0 {
			switch on {
			case Reference:
				dst = append(dst, "&#"...)
				dst = strconv.AppendInt(dst, int64(bad), 10)
				dst = append(dst, ';')
			case EscapedReference:
				dst = append(dst, "%26%23"...)
				dst = strconv.AppendInt(dst, int64(bad), 10)
				dst = append(dst, "%3B"...)
			case QuestionMark:
				dst = append(dst, '?')
			default:
				e.offset += int64(i)
				return dst, i, e.c.syntaxError(e.offset, src[i:i+n], reason)
			}
		}
		i += n
	}
	e.offset += int64(i)
	if atEOF {
		dst = e.end(dst)
	}
	return dst, i, nil
}

// end appends what the end of the input needs: in ISO-2022-JP the escape to ASCII.
func (e *encoder) end(dst []byte) []byte {
	if e.c.kind == iso2022jpKind {
		dst = e.shift(dst, stateASCII)
	}
	return dst
}

// put appends r to dst. Where the charset has no bytes for it the second
// result is the code point of the error, otherwise -1. An error may append an
// escape sequence too.
func (e *encoder) put(dst []byte, r rune) ([]byte, rune) {
	switch e.c.kind {
	case utf8Kind:
		return utf8.AppendRune(dst, r), -1
	case iso2022jpKind:
		return e.putISO2022JP(dst, r)
	case xuserdefinedKind:
		if r >= 0xF780 && r <= 0xF7FF {
			return append(dst, byte(r-0xF700)), -1
		}
	}
	if r < 0x80 {
		return append(dst, byte(r)), -1
	}
	switch e.c.kind {
	case singleByte:
		if p := e.reverse.pointer(r); p >= 0 {
			return append(dst, byte(p+0x80)), -1
		}
	case gbkKind, gb18030Kind:
		return e.putGB18030(dst, r)
	case big5Kind:
		if p := e.reverse.pointer(r); p >= 0 {
			lead, trail := p/157, p%157
			offset := 0x62
			if trail < 0x3F {
				offset = 0x40
			}
			return append(dst, byte(lead+0x81), byte(trail+offset)), -1
		}
	case euckrKind:
		if p := e.reverse.pointer(r); p >= 0 {
			return append(dst, byte(p/190+0x81), byte(p%190+0x41)), -1
		}
	case eucjpKind, shiftjisKind:
		return e.putJapanese(dst, r)
	}
	return dst, r
}

func (e *encoder) putJapanese(dst []byte, r rune) ([]byte, rune) {
	euc := e.c.kind == eucjpKind
	switch {
	case r == 0xA5:
		return append(dst, 0x5C), -1
	case r == 0x203E:
		return append(dst, 0x7E), -1
	case r >= 0xFF61 && r <= 0xFF9F:
		if euc {
			dst = append(dst, 0x8E)
		}
		return append(dst, byte(r-0xFF61+0xA1)), -1
	case r == 0x80 && !euc:
		return append(dst, 0x80), -1
	}
	p := e.reverse.pointer(fullwidthMinus(r))
	switch {
	case p < 0:
		return dst, r
	case euc:
		return append(dst, byte(p/94+0xA1), byte(p%94+0xA1)), -1
	}
	lead, trail := p/188, p%188
	leadOffset, offset := 0xC1, 0x41
	if lead < 0x1F {
		leadOffset = 0x81
	}
	if trail < 0x3F {
		offset = 0x40
	}
	return append(dst, byte(lead+leadOffset), byte(trail+offset)), -1
}

// fullwidthMinus maps U+2212 to U+FF0D, as every Japanese encoder does.
func fullwidthMinus(r rune) rune {
	if r == 0x2212 {
		return 0xFF0D
	}
	return r
}

func (e *encoder) putGB18030(dst []byte, r rune) ([]byte, rune) {
	gbk := e.c.kind == gbkKind
	if r == 0xE5E5 {
		return dst, r
	}
	if gbk && r == 0x20AC {
		return append(dst, 0x80), -1
	}
	if pair := gb18030Side(r); pair != 0 {
		return append(dst, byte(pair>>8), byte(pair)), -1
	}
	if p := e.reverse.pointer(r); p >= 0 {
		lead, trail := p/190, p%190
		offset := 0x41
		if trail < 0x3F {
			offset = 0x40
		}
		return append(dst, byte(lead+0x81), byte(trail+offset)), -1
	}
	if gbk {
		return dst, r
	}
	p := gb18030RangesPointer(r)
	return append(dst, byte(p/12600+0x81), byte(p/1260%10+0x30), byte(p/10%126+0x81), byte(p%10+0x30)), -1
}

// gb18030Side is the table in the gb18030 encoder: private-use code points
// that GB18030-2005 had where GB18030-2022 has others. It returns the two
// bytes, or 0.
func gb18030Side(r rune) uint16 {
	switch {
	case r < 0xE78D || r > 0xE864:
		return 0
	case r <= 0xE793:
		return 0xA6D9 + uint16(r-0xE78D)
	}
	switch r {
	case 0xE794:
		return 0xA6EC
	case 0xE795:
		return 0xA6ED
	case 0xE796:
		return 0xA6F3
	case 0xE81E:
		return 0xFE59
	case 0xE826:
		return 0xFE61
	case 0xE82B:
		return 0xFE66
	case 0xE82C:
		return 0xFE67
	case 0xE832:
		return 0xFE6D
	case 0xE843:
		return 0xFE7E
	case 0xE854:
		return 0xFE90
	case 0xE864:
		return 0xFEA0
	}
	return 0
}

// shift appends the escape sequence to a state that is not the current one.
func (e *encoder) shift(dst []byte, to iso2022State) []byte {
	if e.state == to {
		return dst
	}
	e.state = to
	switch to {
	case stateRoman:
		return append(dst, "\x1b(J"...)
	case stateJIS0208:
		return append(dst, "\x1b$B"...)
	}
	return append(dst, "\x1b(B"...)
}

func (e *encoder) putISO2022JP(dst []byte, r rune) ([]byte, rune) {
	forbidden := r == 0x0E || r == 0x0F || r == 0x1B
	switch {
	case forbidden && e.state != stateJIS0208:
		return dst, utf8.RuneError
	case r < 0x80:
		if e.state != stateRoman || r == 0x5C || r == 0x7E {
			dst = e.shift(dst, stateASCII)
		}
		if forbidden {
			return dst, utf8.RuneError
		}
		return append(dst, byte(r)), -1
	case r == 0xA5:
		return append(e.shift(dst, stateRoman), 0x5C), -1
	case r == 0x203E:
		return append(e.shift(dst, stateRoman), 0x7E), -1
	}
	c := fullwidthMinus(r)
	if c >= 0xFF61 && c <= 0xFF9F {
		c = katakana[c-0xFF61]
	}
	p := e.reverse.pointer(c)
	if p < 0 {
		if e.state == stateJIS0208 {
			dst = e.shift(dst, stateASCII)
		}
		return dst, r
	}
	dst = e.shift(dst, stateJIS0208)
	return append(dst, byte(p/94+0x21), byte(p%94+0x21)), -1
}
