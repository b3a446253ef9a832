package inspect

import (
	"iter"
	"unicode/utf8"

	"github.com/pct-encoded/percent/internal/words"
	"github.com/pct-encoded/percent/internal/wtf8"
)

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

var faultIDs = [...]string{"", "overlong", "surrogate", "too-large", "truncated", "unexpected", "never"}

// ID returns the fault in one word, as JSON has it, such as "overlong", and "" for
// NoFault.
func (f Fault) ID() string { return words.Of(faultIDs[:], f) }

// String returns the fault in words, such as "overlong form", and "" for NoFault.
func (f Fault) String() string { return words.Of(faultTexts[:], f) }

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
