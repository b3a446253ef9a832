// Package kernel holds the inner loops of percent-encoding and -decoding, and
// Classify64, with which parsers find delimiters, and ValidUTF8.
//
// Encode and Decode report how far they came as (consumed, written): the number of
// bytes of src that are done and the number of bytes of dst that are filled. They
// stop before anything irregular (a malformed escape, a refused byte, an escape
// that src cuts off, a dst without room) and leave the decision to their caller.
//
// The portable bodies in portable.go are always compiled and are the
// specification; a vector tier does what it can at the front of the input, and
// the portable body does the rest.
//
// Encode and Decode may write anything to dst beyond the bytes they report.
package kernel

import (
	"bytes"
	"encoding/binary"

	"github.com/pct-encoded/percent/internal/lazy"
)

// A Set is a set of byte values in the layouts that the tiers read.
type Set struct {
	// Byte is 0xFF for a member and 0 for any other byte.
	Byte [256]uint8
	// Low and High are the same set as bitmaps: the byte with low digit l and
	// high digit h is bit h&7 of Low[l] where h < 8 and of High[l] elsewhere.
	Low, High [16]uint8
}

// SetOf returns the set of the given bytes.
func SetOf(bytes ...byte) *Set {
	s := new(Set)
	for _, b := range bytes {
		s.Add(b)
	}
	return s
}

// Add makes b a member.
func (s *Set) Add(b byte) {
	s.Byte[b] = 0xFF
	if h := b >> 4; h < 8 {
		s.Low[b&15] |= 1 << h
	} else {
		s.High[b&15] |= 1 << (h - 8)
	}
}

// everyHigh reports whether all bytes above 0x7F are in s.
func (s *Set) everyHigh() bool {
	return s.High == [16]uint8{
		0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
		0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
	}
}

// An Encoder says what each byte becomes. Make one with NewEncoder.
type Encoder struct {
	// Escape holds the bytes that become three, Change these and a space that
	// becomes a plus sign. With KeepEscapes both hold '%'.
	Escape, Change Set
	// Unit holds what a byte becomes, first byte lowest, with the number of
	// bytes (1 or 3) in the highest byte.
	Unit [256]uint32
	// Rows begin with Digits; the others are '%'.
	Rows [64]uint8
	// Digits are the hexadecimal digits that escapes are written with.
	Digits [16]uint8
	// Plus: a space becomes a plus sign.
	Plus bool
	// High: all bytes above 0x7F are in Change.
	High bool
	// KeepEscapes: an escape that is already there stays as it is.
	KeepEscapes bool
	// escapesDigits: Escape holds hexadecimal digits. In an escape that stays they
	// are not escaped.
	escapesDigits bool
	// Escapes holds the escapes of all octets in turn.
	Escapes string
}

const (
	upperDigits = "0123456789ABCDEF"
	lowerDigits = "0123456789abcdef"
)

var (
	upperEscapes = lazy.Value[string]{Make: func() string { return everyEscape(upperDigits) }}
	lowerEscapes = lazy.Value[string]{Make: func() string { return everyEscape(lowerDigits) }}
)

func everyEscape(digits string) string {
	b := make([]byte, 0, 3*256)
	for i := range 256 {
		b = append(b, '%', digits[i>>4], digits[i&15])
	}
	return string(b)
}

// An EncoderConfig holds the choices of an Encoder.
type EncoderConfig struct {
	Kept        func(byte) bool // the bytes written as they are
	Plus        bool            // a space is written as a plus sign, whatever Kept says
	Lower       bool            // escapes have lower-case digits
	KeepEscapes bool            // existing escapes stay; any other '%' is escaped, whatever Kept says
}

// NewEncoder makes the tables for c.
func NewEncoder(c EncoderConfig) *Encoder {
	e := &Encoder{Plus: c.Plus, KeepEscapes: c.KeepEscapes, Escapes: upperEscapes.Get()}
	copy(e.Digits[:], upperDigits)
	if c.Lower {
		copy(e.Digits[:], lowerDigits)
		e.Escapes = lowerEscapes.Get()
	}
	for i := range e.Unit {
		b := byte(i)
		switch {
		case c.Plus && b == ' ':
			e.Unit[i] = 1<<24 | '+'
			e.Change.Add(b)
		case c.Kept(b) && !(c.KeepEscapes && b == '%'):
			e.Unit[i] = 1<<24 | uint32(b)
		default:
			e.escape(b)
		}
	}
	for i := range e.Rows {
		e.Rows[i] = '%'
	}
	copy(e.Rows[:], e.Digits[:])
	e.High = e.Change.everyHigh()
	return e
}

// escape makes b one of the bytes that become three.
func (e *Encoder) escape(b byte) {
	e.Unit[b] = 3<<24 | uint32(e.Digits[b&15])<<16 | uint32(e.Digits[b>>4])<<8 | '%'
	e.Escape.Add(b)
	e.Change.Add(b)
	e.escapesDigits = e.escapesDigits || low[b] < malformed
}

// A Decoder says how escapes are read. Make one with NewDecoder.
type Decoder struct {
	// Special holds the bytes that are not copied: '%', '+' where it is a
	// space, and the refused bytes.
	Special Set
	// Preserved holds the octets whose escapes stay in place.
	Preserved Set
	// Plus: a plus sign is a space.
	Plus bool
	// Strict: it stops at a '%' that begins no escape. Otherwise, that is copied.
	Strict bool
	// Refuses: Special holds more than '%' and, with Plus, '+'.
	Refuses bool
	// Preserves: Preserved is not empty.
	Preserves bool
	// Sets: Refuses or Preserves.
	Sets bool
	// Second is the byte besides '%' that is not copied: '+' with Plus, else '%'.
	Second byte
}

// A DecoderConfig holds the choices of a Decoder.
type DecoderConfig struct {
	Accepted  func(byte) bool // the bytes that may stand unescaped; '%' always may, and '+' with Plus
	Preserved func(byte) bool // the octets whose escapes stay in place
	Plus      bool            // a plus sign is a space
	Lenient   bool            // a '%' that begins no escape is copied
}

// NewDecoder makes the tables for c.
func NewDecoder(c DecoderConfig) *Decoder {
	d := &Decoder{Plus: c.Plus, Strict: !c.Lenient, Second: '%'}
	if c.Plus {
		d.Second = '+'
	}
	for i := range 256 {
		b := byte(i)
		switch {
		case b == '%', b == '+' && c.Plus:
			d.Special.Add(b)
		case !c.Accepted(b):
			d.Special.Add(b)
			d.Refuses = true
		}
		if c.Preserved(b) {
			d.Preserved.Add(b)
			d.Preserves = true
		}
	}
	d.Sets = d.Refuses || d.Preserves
	return d
}

// Index returns the index of the first byte of src in s, or len(src).
func Index(s *Set, src []byte) int {
	if len(src) <= short {
		return indexPortable(s, src)
	}
	i := indexVector(s, src)
	if i == len(src) || s.Byte[src[i]] != 0 {
		return i
	}
	return i + indexPortable(s, src[i:])
}

// Count returns how many bytes of src are in s.
func Count(s *Set, src []byte) int {
	if len(src) <= short {
		return countPortable(s, src)
	}
	i, n := countVector(s, src)
	return n + countPortable(s, src[i:])
}

// Encode encodes src to dst until src ends, dst has no room for what comes
// next, or, with KeepEscapes, src ends in what may be the beginning of an escape.
func Encode(e *Encoder, dst, src []byte) (consumed, written int) {
	if len(src) < short {
		return encodePortable(e, dst, src)
	}
	consumed, written = encodeVector(e, dst, src)
	if consumed == len(src) {
		return consumed, written
	}
	c, w := encodePortable(e, dst[written:], src[consumed:])
	return consumed + c, written + w
}

// EncodedLen returns the exact size of src once encoded. With KeepEscapes, a '%'
// that src cuts off counts as escaped.
func EncodedLen(e *Encoder, src []byte) int {
	n := len(src) + 2*Count(&e.Escape, src)
	switch {
	case e.KeepEscapes && e.escapesDigits:
		return n - 2*countKept(e, src)
	case e.KeepEscapes:
		return n - 2*CountEscapes(src)
	}
	return n
}

// CountEscapes returns how many escapes src holds.
func CountEscapes(src []byte) int {
	if len(src) <= short {
		return countEscapesPortable(src)
	}
	i, n := countEscapesVector(src)
	return n + countEscapesPortable(src[i:])
}

// Decode decodes src to dst until src ends or one of these comes next: an
// escape that src cuts off, a refused byte, a malformed escape if Strict,
// or a unit for which dst has no room. dst may be src itself or lie in front of
// it in the same array; the bytes of src from consumed on are then still there.
func Decode(d *Decoder, dst, src []byte) (consumed, written int) {
	if len(src) < short {
		return decodePortable(d, dst, src)
	}
	consumed, written = decodeVector(d, dst, src)
	if consumed == len(src) {
		return consumed, written
	}
	c, w := decodePortable(d, dst[written:], src[consumed:])
	return consumed + c, written + w
}

// IndexSpecial returns the index of the first byte of src that is not copied as
// it is, or len(src).
func IndexSpecial(d *Decoder, src []byte) int {
	if d.Refuses || d.Plus {
		return Index(&d.Special, src)
	}
	switch n := len(src); {
	case n < 8:
		for i, b := range src {
			if b == '%' {
				return i
			}
		}
		return n
	case n <= 16 && hasByte(binary.LittleEndian.Uint64(src), '%')|hasByte(binary.LittleEndian.Uint64(src[n-8:]), '%') == 0:
		return n
	}
	if i := bytes.IndexByte(src, '%'); i >= 0 {
		return i
	}
	return len(src)
}

// DecodedLen returns how many bytes of src Decode consumes if dst has room, and how
// many it writes.
func DecodedLen(d *Decoder, src []byte) (consumed, written int) {
	if len(src) < short {
		return decodedLenPortable(d, src)
	}
	consumed, written = decodedLenVector(d, src)
	if consumed == len(src) {
		return consumed, written
	}
	c, w := decodedLenPortable(d, src[consumed:])
	return consumed + c, written + w
}

// MaxShort is the size up to which a text is short: one or two vectors.
const MaxShort = 128

// isShort reports whether the kernels for short texts may be called for n bytes, if the
// Encoder keeps no escapes and the Decoder has no sets.
//
// encodeShort encodes all of src to dst, which has room for the result, and returns how many
// bytes it wrote. encodedLenShort returns that size, or 0 if encoding changes nothing.
// decodeShort and decodedLenShort do the same for decoding src, a text of its own, and
// return -1 for a malformed escape where the Decoder is Strict.
func isShort(n int) bool { return uint(n-1) < shortMax }

// Digits returns the octet of an escape with the digits h and l, and whether they are digits.
func Digits(h, l byte) (octet byte, ok bool) {
	v := high[h] | low[l]
	return byte(v), v < malformed
}

// Octet returns the octet that the escape at the front of src stands for, and
// whether there is one.
func Octet(src []byte) (octet byte, ok bool) {
	if len(src) < 3 || src[0] != '%' {
		return 0, false
	}
	return Digits(src[1], src[2])
}

// Cut reports whether src, which begins with '%', may be the beginning of an
// escape whose rest is missing.
func Cut(src []byte) bool {
	return len(src) == 1 || len(src) == 2 && low[src[1]] < malformed
}

// malformed marks the bytes that are not hexadecimal digits in high and low.
const malformed = 0x100

// high and low hold the value of a hexadecimal digit as the first and as the
// second of an escape.
var high, low = digitTables()

func digitTables() (hi, lo [256]uint16) {
	for i := range 256 {
		hi[i], lo[i] = malformed, malformed
	}
	for i := range uint16(16) {
		for _, digits := range []string{upperDigits, lowerDigits} {
			hi[digits[i]], lo[digits[i]] = i<<4, i
		}
	}
	return hi, lo
}
