package inspect

import (
	"iter"

	"github.com/pct-encoded/percent/inspect/internal/text"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/words"
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

var formIDs = [...]string{"literal", "stray-percent", "escape", "upper-escape", "lower-escape", "mixed-escape", "percent-u"}

// ID returns the form in one word, as JSON has it, such as "upper-escape".
func (f Form) ID() string { return words.Of(formIDs[:], f) }

// String returns the form in words, such as "upper-case escape".
func (f Form) String() string { return words.Of(formTexts[:], f) }

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
		if value := text.Hex4(s[i+2:]); value >= 0 {
			return Unit{Offset: i, Len: 6, Form: UnicodeEscape, Value: uint16(value)}
		}
	}
	return u
}

// escapeForm returns the form of an escape with these digits.
func escapeForm(a, b byte) Form {
	upper, lower := a-'A' < 6 || b-'A' < 6, a >= 'a' || b >= 'a'
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
