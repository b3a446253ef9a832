package text

import (
	"iter"
	"unicode/utf8"

	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/wtf8"
)

// A Form is how a unit of encoded text is written.
type Form uint8

// The forms.
const (
	Literal       Form = iota // a byte that stands for itself
	StrayPercent              // a '%' that begins no escape
	Escape                    // %HH of two decimal digits, which have no case
	UpperEscape               // %HH with A to F
	LowerEscape               // %HH with a to f
	MixedEscape               // %HH with one letter of each case
	UnicodeEscape             // %uHHHH of ECMAScript's escape, a UTF-16 code unit
)

var formTexts = [...]string{"literal", "stray percent", "escape", "upper-case escape", "lower-case escape", "mixed-case escape", "%u escape"}

// String returns the form in words, such as "upper-case escape".
func (f Form) String() string { return Word(formTexts[:], f) }

// IsEscape reports whether the form is that of an escape of an octet, %HH.
func (f Form) IsEscape() bool { return Escape <= f && f <= MixedEscape }

// A Unit is a piece of encoded text that stands for one octet or, as a
// UnicodeEscape, for one UTF-16 code unit.
type Unit struct {
	Offset int    // of its first byte in the text
	Len    int    // in bytes: 1, 3 or 6
	Form   Form   // how it is written
	Value  uint16 // the octet, or the code unit
}

// UnitAt returns the unit at s[i:], which is not empty.
func UnitAt(s string, i int) Unit {
	u := Unit{Offset: i, Len: 1, Value: uint16(s[i])}
	if s[i] != '%' {
		return u
	}
	u.Form = StrayPercent
	if octet, ok := pct.Octet(s[i:]); ok {
		return Unit{Offset: i, Len: 3, Form: escapeForm(s[i+1], s[i+2]), Value: uint16(octet)}
	}
	if i+5 < len(s) && s[i+1]|0x20 == 'u' {
		if value := hex4(s[i+2:]); value >= 0 {
			return Unit{Offset: i, Len: 6, Form: UnicodeEscape, Value: uint16(value)}
		}
	}
	return u
}

// Hex2 returns the value of the two hexadecimal digits that s begins with, or -1.
func Hex2(s string) int {
	if len(s) < 2 || !pct.IsHex(s[0]) || !pct.IsHex(s[1]) {
		return -1
	}
	return int(pct.Hex(s[0])<<4 | pct.Hex(s[1]))
}

// hex4 returns the value of the four hexadecimal digits that s begins with, or -1.
func hex4(s string) int {
	high := Hex2(s)
	if high < 0 || Hex2(s[2:]) < 0 {
		return -1
	}
	return high<<8 | Hex2(s[2:])
}

// IsAlphanumeric reports whether c is a letter or digit of ASCII.
func IsAlphanumeric(c byte) bool { return '0' <= c && c <= '9' || IsLetter(c) }

// IsLetter reports whether c is a letter of ASCII.
func IsLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func escapeForm(digits ...byte) Form {
	upper, lower := false, false
	for _, c := range digits {
		upper = upper || 'A' <= c && c <= 'F'
		lower = lower || 'a' <= c && c <= 'f'
	}
	switch {
	case upper && lower:
		return MixedEscape
	case upper:
		return UpperEscape
	case lower:
		return LowerEscape
	}
	return Escape
}

// Units yields the units of s from left to right, which cover all of it without
// gaps. The u of %uHHHH may be a capital, as some servers accept.
func Units(s string) iter.Seq[Unit] {
	return func(yield func(Unit) bool) {
		for i := 0; i < len(s); {
			u := UnitAt(s, i)
			if !yield(u) {
				return
			}
			i += u.Len
		}
	}
}

// A Fault is why octets are not UTF-8.
type Fault uint8

// The faults.
const (
	NoFault       Fault = iota
	Overlong            // a longer form than the character has: C0 AF for '/'
	LoneSurrogate       // ED A0 80 to ED BF BF, or %uD800 without the other half
	TooLarge            // beyond U+10FFFF
	Truncated           // the beginning of a character, without the rest
	Unexpected          // a continuation octet that continues nothing
	NeverUTF8           // C0, C1 or F5 to FF, alone (RFC 3629, section 1)
)

var faultTexts = [...]string{"", "overlong form", "surrogate", "beyond U+10FFFF", "truncated character", "unexpected continuation octet", "octet that UTF-8 never has"}

// String returns the fault in words, such as "overlong form", and "" for NoFault.
func (f Fault) String() string { return Word(faultTexts[:], f) }

// A Character is the units that stand for one character: an ASCII character,
// adjacent octets, escaped or not, that are one in UTF-8 (RFC 3629, section 3), or
// octets that are not a character.
type Character struct {
	Offset int   // of its first byte in the text
	Len    int   // in bytes
	Rune   rune  // the code point; -1 if Fault is Truncated, Unexpected or NeverUTF8
	Fault  Fault // why they are not UTF-8, or NoFault
	Form   Form  // of its first unit
	// Units is how many units there are. Uniform says that all have the form Form; an
	// Escape, whose digits have no case, counts as any form of escape.
	Units   int
	Uniform bool

	octets [6]byte
	n      uint8
}

// Octets returns the UTF-8 of the character, or the octets that are not UTF-8. The
// slice is new.
func (c Character) Octets() []byte { return append([]byte(nil), c.octets[:c.n]...) }

// Lead returns the first of the octets.
func (c Character) Lead() byte { return c.octets[0] }

// Characters yields the characters of s from left to right, which cover all of it
// without gaps.
func Characters(s string) iter.Seq[Character] {
	return func(yield func(Character) bool) {
		for i := 0; i < len(s); {
			c := CharacterAt(s, i)
			if c.Fault == Truncated {
				c = c.completable(s)
			}
			if !yield(c) {
				return
			}
			i += c.Len
		}
	}
}

// minima are the smallest code points for which UTF-8, as first defined, takes
// that many octets.
var minima = [...]rune{2: 0x80, 3: 0x800, 4: 0x10000, 5: 0x200000, 6: 0x4000000}

// CharacterAt returns the character at s[i:], which is not empty, by the forms of
// one to six octets that UTF-8 had at first (RFC 2279).
func CharacterAt(s string, i int) Character {
	u := UnitAt(s, i)
	c := Character{Offset: i, Form: u.Form, Uniform: true}
	c.take(u)
	if u.Form == UnicodeEscape {
		c.Rune = rune(u.Value)
		if wtf8.IsHigh(c.Rune) && i+u.Len < len(s) {
			if low := UnitAt(s, i+u.Len); low.Form == UnicodeEscape && wtf8.IsLow(rune(low.Value)) {
				c.take(low)
				c.Rune = wtf8.Join(c.Rune, rune(low.Value))
			}
		}
		if wtf8.IsSurrogate(c.Rune) {
			c.Fault = LoneSurrogate
		}
		c.n = uint8(len(wtf8.AppendRune(c.octets[:0], c.Rune)))
		return c
	}
	lead := c.octets[0]
	size := 0
	switch {
	case lead < 0x80:
		c.Rune = rune(lead)
		return c
	case lead < 0xC0:
		c.Rune, c.Fault = -1, Unexpected
		return c
	case lead >= 0xFE:
		c.Rune, c.Fault = -1, NeverUTF8
		return c
	case lead < 0xE0:
		size = 2
	case lead < 0xF0:
		size = 3
	case lead < 0xF8:
		size = 4
	case lead < 0xFC:
		size = 5
	default:
		size = 6
	}
	value := rune(lead) & (1<<(7-size) - 1)
	for int(c.n) < size {
		next := Unit{}
		if at := i + c.Len; at < len(s) {
			next = UnitAt(s, at)
		}
		if next.Form == UnicodeEscape || next.Value&^0x3F != 0x80 {
			c.Rune, c.Fault = -1, Truncated
			return c
		}
		c.take(next)
		value = value<<6 | rune(next.Value)&0x3F
	}
	c.Rune = value
	switch {
	case value < minima[size]:
		c.Fault = Overlong
	case wtf8.IsSurrogate(value):
		c.Fault = LoneSurrogate
	case value > 0x10FFFF:
		c.Fault = TooLarge
	}
	return c
}

// completable returns the beginning of a truncated character of s that more octets
// could complete by RFC 3629: F4 of F4 90, which is beyond U+10FFFF whatever
// follows. If there is none, it is the first octet, which UTF-8 never has.
func (c Character) completable(s string) Character {
	n := int(c.n)
	for n > 0 && utf8.FullRune(c.octets[:n]) {
		n--
	}
	fault := Truncated
	if n == 0 {
		n, fault = 1, NeverUTF8
	}
	if n == int(c.n) {
		c.Fault = fault
		return c
	}
	part := Character{Offset: c.Offset, Rune: -1, Fault: fault, Form: c.Form, Uniform: true}
	for part.Units < n {
		part.take(UnitAt(s, part.Offset+part.Len))
	}
	return part
}

// take adds a unit to the character.
func (c *Character) take(u Unit) {
	c.Units++
	c.Len += u.Len
	c.Uniform = c.Uniform && (u.Form == c.Form || u.Form == Escape && c.Form.IsEscape())
	if u.Form != UnicodeEscape {
		c.octets[c.n] = byte(u.Value)
		c.n++
	}
}
