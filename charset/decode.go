package charset

import (
	"encoding/binary"
	"unicode/utf8"
	"unsafe"

	"github.com/pct-encoded/percent/internal/words"
	"github.com/pct-encoded/percent/internal/wtf8"
)

// OnMalformed says what a decoder does with bytes that stand for no
// character. The Encoding Standard defines how many bytes make one error: an
// ASCII byte after an impossible lead byte is not swallowed.
type OnMalformed uint8

const (
	// Fail stops with a *percent.SyntaxError ("fatal" in the Encoding Standard).
	Fail OnMalformed = iota
	// Replace writes U+FFFD for each error ("replacement" in the Encoding
	// Standard) and never fails.
	Replace
	// Keep copies the malformed bytes as they are and never fails. The result
	// need not be UTF-8.
	Keep
)

var onMalformedWords = []string{"fail", "replace", "keep"}

// String returns "fail", "replace" or "keep".
func (o OnMalformed) String() string { return words.Of(onMalformedWords, o) }

// Decode returns the UTF-8 text of s, or what precedes the first malformed
// sequence and a *percent.SyntaxError. Text that needs no change is returned as it
// is, without allocating. A byte order mark is text like any other.
func (c *Charset) Decode(s string) (string, error) {
	src := unsafe.Slice(unsafe.StringData(s), len(s))
	if c.identicalUTF8(src) {
		return s, nil
	}
	dst, err := c.AppendDecode(make([]byte, 0, len(s)+len(s)/2+8), src, Fail)
	return unsafe.String(unsafe.SliceData(dst), len(dst)), err
}

// identicalUTF8 reports whether src decodes to itself.
func (c *Charset) identicalUTF8(src []byte) bool {
	switch {
	case c.kind == utf8Kind:
		return utf8.Valid(src)
	case c.asciiTransparent():
		return asciiPrefix(src) == len(src)
	case c.kind == iso2022jpKind:
		return len(src) == plainISO2022JP(src)
	}
	return len(src) == 0
}

// AppendDecode appends the UTF-8 text of src to dst and returns the extended
// slice. With [Fail] the error is a *percent.SyntaxError, and what precedes the
// malformed sequence has been appended; otherwise it is nil. dst and src must
// not overlap. AppendDecode allocates only where dst has no room.
func (c *Charset) AppendDecode(dst, src []byte, on OnMalformed) ([]byte, error) {
	n := 0
	if c.hasFast() {
		if tables := c.fastDecode(0); tables != nil {
			dst, n = tables.decodeRegular(dst, src)
		} else {
			n = asciiPrefix(src)
			dst = append(dst, src[:n]...)
		}
		if n == len(src) {
			return dst, nil
		}
	}
	d := newDecoder(c).withFast(len(src) - n)
	d.offset = int64(n)
	dst, _, err := d.decode(dst, src[n:], on, true)
	return dst, err
}

// Results of decoder.step that are not code points.
const (
	malformed rune = -1 - iota
	short          // more bytes are needed
	nothing        // consumed without output
	big5Pair       // big5Pair, big5Pair-1, …: an element of big5Pairs
)

// big5Pairs are the two-character rows of the Big5 decoder, for pointers
// 1133, 1135, 1164 and 1166.
var big5Pairs = [...]string{"\u00CA\u0304", "\u00CA\u030C", "\u00EA\u0304", "\u00EA\u030C"}

// A decoder is a decoder of the Encoding Standard with its state. Where the
// Standard gives bytes back to the queue, step has not consumed them.
type decoder struct {
	c       *Charset
	index   []rune
	jis0212 []rune
	fast    *fastTables
	offset  int64 // of the next byte, from the start of the input

	state    iso2022State
	escaped  bool // "ISO-2022-JP output"
	finished bool // "replacement error returned"
}

type iso2022State uint8

const (
	stateASCII iso2022State = iota
	stateRoman
	stateKatakana
	stateJIS0208
)

func newDecoder(c *Charset) decoder {
	d := decoder{c: c}
	if c.index != nil {
		d.index = c.index.decode()
	}
	if c.kind == eucjpKind {
		d.jis0212 = indexJis0212.decode()
	}
	return d
}

// withFast returns d with the tables of decodeRegular, if n more bytes make them
// worth it.
func (d decoder) withFast(n int) decoder {
	if d.c.hasFast() {
		d.fast = d.c.fastDecode(n)
	}
	return d
}

// decode appends the text of src to dst and returns how many bytes of src it
// consumed: all, unless it stops at an error or, where the input goes on, at
// an unfinished character of at most 3 bytes.
func (d *decoder) decode(dst, src []byte, on OnMalformed, atEOF bool) ([]byte, int, error) {
	if d.c.kind == replacementKind {
		return d.decodeReplacement(dst, src, on)
	}
	if d.c.kind == utf8Kind && utf8.Valid(src) {
		d.offset += int64(len(src))
		return append(dst, src...), len(src), nil
	}
	i := 0
	for i < len(src) {
		var n int
		switch {
		case d.fast != nil:
			dst, n = d.fast.decodeRegular(dst, src[i:])
		case d.c.asciiTransparent():
			n = asciiPrefix(src[i:])
			dst = append(dst, src[i:i+n]...)
		case d.c.kind == iso2022jpKind && d.state == stateASCII:
			if n = plainISO2022JP(src[i:]); n > 0 {
				dst = append(dst, src[i:i+n]...)
				d.escaped = false
			}
		}
		if i += n; i == len(src) {
			break
		}
		r, n := d.step(src[i:], atEOF)
		switch {
		case r >= utf8.RuneSelf:
			dst = utf8.AppendRune(dst, r)
		case r >= 0:
			dst = append(dst, byte(r))
		case r == short:
			d.offset += int64(i)
			return dst, i, nil
		case r == malformed:
			switch on {
			case Replace:
				dst = append(dst, "\uFFFD"...)
			case Keep:
				dst = append(dst, src[i:i+n]...)
			default:
				err := d.c.syntaxError(d.offset+int64(i), src[i:i+n], Malformed)
				if atEOF && d.prefix(src[i:]) {
					err.Reason = Truncated
				}
				d.offset += int64(i)
				return dst, i, err
			}
		case r <= big5Pair:
			dst = append(dst, big5Pairs[big5Pair-r]...)
		}
		i += n
	}
	d.offset += int64(i)
	return dst, i, nil
}

// prefix reports whether src would be the beginning of a character if more
// bytes followed.
func (d *decoder) prefix(src []byte) bool {
	again := *d
	r, _ := again.step(src, false)
	return r == short
}

func (d *decoder) decodeReplacement(dst, src []byte, on OnMalformed) ([]byte, int, error) {
	switch {
	case on == Keep:
		dst = append(dst, src...)
	case len(src) == 0 || d.finished:
	case on == Replace:
		d.finished = true
		dst = append(dst, "\uFFFD"...)
	default:
		d.finished = true
		return dst, 0, d.c.syntaxError(d.offset, src[:1], Malformed)
	}
	d.offset += int64(len(src))
	return dst, len(src), nil
}

// step decodes the character that src, which is not empty, begins with. It
// returns a code point or one of the constants above, and the bytes consumed.
func (d *decoder) step(src []byte, atEOF bool) (rune, int) {
	switch d.c.kind {
	case singleByte:
		b := src[0]
		if b < 0x80 {
			return rune(b), 1
		}
		return orMalformed(d.index[b-0x80]), 1
	case utf8Kind:
		return stepUTF8(src, atEOF)
	case gbkKind, gb18030Kind:
		return d.stepGB18030(src, atEOF)
	case big5Kind:
		return d.stepBig5(src, atEOF)
	case eucjpKind:
		return d.stepEUCJP(src, atEOF)
	case iso2022jpKind:
		return d.stepISO2022JP(src, atEOF)
	case shiftjisKind:
		return d.stepShiftJIS(src, atEOF)
	case euckrKind:
		return d.stepEUCKR(src, atEOF)
	case utf16BE, utf16LE:
		return d.stepUTF16(src, atEOF)
	default: // xuserdefinedKind
		b := src[0]
		if b < 0x80 {
			return rune(b), 1
		}
		return 0xF700 + rune(b), 1
	}
}

func orMalformed(r rune) rune {
	if r == 0 {
		return malformed
	}
	return r
}

// unfinished is the result for a character whose last bytes are missing.
func unfinished(src []byte, atEOF bool) (rune, int) {
	if atEOF {
		return malformed, len(src)
	}
	return short, 0
}

// badPair is the result for a pair that stands for no character: an ASCII byte
// goes back to the queue.
func badPair(trail byte) (rune, int) {
	if trail < 0x80 {
		return malformed, 1
	}
	return malformed, 2
}

// stepUTF8 is the UTF-8 decoder. Its errors are as long as "Best Practices
// for Using U+FFFD" of Unicode says, unlike those of package utf8.
func stepUTF8(src []byte, atEOF bool) (rune, int) {
	if r, n := utf8.DecodeRune(src); r != utf8.RuneError || n > 1 {
		return r, n
	}
	n, _, cut := wtf8.Subsequence(src)
	if cut {
		return unfinished(src, atEOF)
	}
	return malformed, n
}

func (d *decoder) stepGB18030(src []byte, atEOF bool) (rune, int) {
	first := src[0]
	switch {
	case first < 0x80:
		return rune(first), 1
	case first == 0x80:
		return 0x20AC, 1
	case first == 0xFF:
		return malformed, 1
	case len(src) < 2:
		return unfinished(src, atEOF)
	}
	second := src[1]
	if second >= 0x30 && second <= 0x39 {
		if len(src) < 3 {
			return unfinished(src, atEOF)
		}
		third := src[2]
		if third < 0x81 || third > 0xFE {
			return malformed, 1
		}
		if len(src) < 4 {
			return unfinished(src, atEOF)
		}
		fourth := src[3]
		if fourth < 0x30 || fourth > 0x39 {
			return malformed, 1
		}
		pointer := ((int(first-0x81)*10+int(second-0x30))*126+int(third-0x81))*10 + int(fourth-0x30)
		return gb18030RangesCodePoint(pointer), 4
	}
	if second >= 0x40 && second != 0x7F && second != 0xFF {
		offset := byte(0x41)
		if second < 0x7F {
			offset = 0x40
		}
		if r := d.index[int(first-0x81)*190+int(second-offset)]; r != 0 {
			return r, 2
		}
	}
	return badPair(second)
}

func (d *decoder) stepBig5(src []byte, atEOF bool) (rune, int) {
	lead := src[0]
	switch {
	case lead < 0x80:
		return rune(lead), 1
	case lead == 0x80 || lead == 0xFF:
		return malformed, 1
	case len(src) < 2:
		return unfinished(src, atEOF)
	}
	trail := src[1]
	if trail >= 0x40 && trail <= 0x7E || trail >= 0xA1 && trail <= 0xFE {
		offset := byte(0x62)
		if trail < 0x7F {
			offset = 0x40
		}
		pointer := int(lead-0x81)*157 + int(trail-offset)
		switch pointer {
		case 1133:
			return big5Pair, 2
		case 1135:
			return big5Pair - 1, 2
		case 1164:
			return big5Pair - 2, 2
		case 1166:
			return big5Pair - 3, 2
		}
		if pointer < len(d.index) && d.index[pointer] != 0 {
			return d.index[pointer], 2
		}
	}
	return badPair(trail)
}

func (d *decoder) stepEUCJP(src []byte, atEOF bool) (rune, int) {
	lead := src[0]
	switch {
	case lead < 0x80:
		return rune(lead), 1
	case lead != 0x8E && lead != 0x8F && (lead < 0xA1 || lead > 0xFE):
		return malformed, 1
	case len(src) < 2:
		return unfinished(src, atEOF)
	}
	trail := src[1]
	switch {
	case lead == 0x8E && trail >= 0xA1 && trail <= 0xDF:
		return 0xFF61 - 0xA1 + rune(trail), 2
	case lead == 0x8F && trail >= 0xA1 && trail <= 0xFE:
		if len(src) < 3 {
			return unfinished(src, atEOF)
		}
		lead, trail = trail, src[2]
		if r := row94(d.jis0212, lead-0xA1, trail-0xA1); r != 0 {
			return r, 3
		}
		_, n := badPair(trail)
		return malformed, n + 1
	case lead >= 0xA1:
		if r := row94(d.index, lead-0xA1, trail-0xA1); r != 0 {
			return r, 2
		}
	}
	return badPair(trail)
}

// row94 returns the code point in a row and cell of a 94 by 94 set, or 0. Rows
// and cells beyond 93 do not exist.
func row94(index []rune, row, cell byte) rune {
	if row > 93 || cell > 93 {
		return 0
	}
	if p := int(row)*94 + int(cell); p < len(index) {
		return index[p]
	}
	return 0
}

func (d *decoder) stepShiftJIS(src []byte, atEOF bool) (rune, int) {
	lead := src[0]
	switch {
	case lead <= 0x80:
		return rune(lead), 1
	case lead >= 0xA1 && lead <= 0xDF:
		return 0xFF61 - 0xA1 + rune(lead), 1
	case lead == 0xA0 || lead > 0xFC:
		return malformed, 1
	case len(src) < 2:
		return unfinished(src, atEOF)
	}
	trail := src[1]
	if trail >= 0x40 && trail != 0x7F && trail <= 0xFC {
		offset, leadOffset := byte(0x41), byte(0xC1)
		if trail < 0x7F {
			offset = 0x40
		}
		if lead < 0xA0 {
			leadOffset = 0x81
		}
		pointer := int(lead-leadOffset)*188 + int(trail-offset)
		if pointer >= 8836 && pointer <= 10715 {
			return 0xE000 - 8836 + rune(pointer), 2
		}
		if pointer < len(d.index) && d.index[pointer] != 0 {
			return d.index[pointer], 2
		}
	}
	return badPair(trail)
}

func (d *decoder) stepEUCKR(src []byte, atEOF bool) (rune, int) {
	lead := src[0]
	switch {
	case lead < 0x80:
		return rune(lead), 1
	case lead == 0x80 || lead == 0xFF:
		return malformed, 1
	case len(src) < 2:
		return unfinished(src, atEOF)
	}
	trail := src[1]
	if trail >= 0x41 && trail <= 0xFE {
		if p := int(lead-0x81)*190 + int(trail-0x41); p < len(d.index) && d.index[p] != 0 {
			return d.index[p], 2
		}
	}
	return badPair(trail)
}

func (d *decoder) stepUTF16(src []byte, atEOF bool) (rune, int) {
	if len(src) < 2 {
		return unfinished(src, atEOF)
	}
	order := binary.ByteOrder(binary.LittleEndian)
	if d.c.kind == utf16BE {
		order = binary.BigEndian
	}
	unit := rune(order.Uint16(src))
	switch {
	case unit < 0xD800 || unit > 0xDFFF:
		return unit, 2
	case unit >= 0xDC00:
		return malformed, 2
	case len(src) < 4:
		return unfinished(src, atEOF)
	}
	second := rune(order.Uint16(src[2:]))
	if second < 0xDC00 || second > 0xDFFF {
		return malformed, 2
	}
	return 0x10000 + (unit-0xD800)<<10 + (second - 0xDC00), 4
}

// stepISO2022JP is the ISO-2022-JP decoder. The states "escape start",
// "escape" and "trailing byte" of the Standard are looked ahead instead.
func (d *decoder) stepISO2022JP(src []byte, atEOF bool) (rune, int) {
	b := src[0]
	if b == 0x1B {
		return d.stepEscape(src, atEOF)
	}
	if d.state == stateJIS0208 {
		if b < 0x21 || b > 0x7E {
			d.escaped = false
			return malformed, 1
		}
		if len(src) < 2 {
			r, n := unfinished(src, atEOF)
			if r != short {
				d.escaped = false
			}
			return r, n
		}
		d.escaped = false
		switch trail := src[1]; {
		case trail == 0x1B:
			return malformed, 1
		case trail < 0x21 || trail > 0x7E:
			return malformed, 2
		default:
			return orMalformed(row94(d.index, b-0x21, trail-0x21)), 2
		}
	}
	d.escaped = false
	switch {
	case d.state == stateKatakana:
		if b < 0x21 || b > 0x5F {
			return malformed, 1
		}
		return 0xFF61 - 0x21 + rune(b), 1
	case b >= 0x80 || b == 0x0E || b == 0x0F:
		return malformed, 1
	case d.state == stateRoman && b == 0x5C:
		return 0xA5, 1
	case d.state == stateRoman && b == 0x7E:
		return 0x203E, 1
	}
	return rune(b), 1
}

func (d *decoder) stepEscape(src []byte, atEOF bool) (rune, int) {
	if len(src) < 3 && !atEOF && (len(src) < 2 || src[1] == '$' || src[1] == '(') {
		return short, 0
	}
	if len(src) >= 3 {
		state, ok := stateASCII, true
		switch [2]byte(src[1:3]) {
		case [2]byte{'(', 'B'}:
		case [2]byte{'(', 'J'}:
			state = stateRoman
		case [2]byte{'(', 'I'}:
			state = stateKatakana
		case [2]byte{'$', '@'}, [2]byte{'$', 'B'}:
			state = stateJIS0208
		default:
			ok = false
		}
		if ok {
			d.state = state
			if d.escaped {
				return malformed, 3
			}
			d.escaped = true
			return nothing, 3
		}
	}
	d.escaped = false
	return malformed, 1
}

// plainISO2022JP returns how many bytes at the front of src stand for themselves
// in the initial state of ISO-2022-JP.
func plainISO2022JP(src []byte) int {
	for i, b := range src {
		if b >= 0x80 || b == 0x0E || b == 0x0F || b == 0x1B {
			return i
		}
	}
	return len(src)
}

// asciiPrefix returns how many bytes at the front of src are below 0x80.
func asciiPrefix(src []byte) int {
	i := 0
	for ; i+8 <= len(src); i += 8 {
		if binary.LittleEndian.Uint64(src[i:])&0x8080808080808080 != 0 {
			break
		}
	}
	for i < len(src) && src[i] < 0x80 {
		i++
	}
	return i
}
