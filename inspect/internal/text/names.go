package text

import (
	"fmt"
	"unicode"

	"github.com/pct-encoded/percent/internal/pct"
)

// Name returns the name that Unicode gives to a character, such as "SOLIDUS".
// Control characters have no names; for those it is the first alias in
// NameAliases.txt. A character with neither is described in lower case in angle
// brackets, such as "<private use>". The version is that of package unicode.
func Name(r rune) string {
	switch {
	case r < 0 || r > 0x10FFFF:
		return "<beyond Unicode>"
	case r < 0x20:
		return c0[r]
	case 0x7F <= r && r < 0xA0:
		return c1[r-0x7F]
	case 0xAC00 <= r && r <= 0xD7A3:
		return hangul(r)
	case 0xD800 <= r && r < 0xDC00:
		return "<high surrogate>"
	case 0xDC00 <= r && r < 0xE000:
		return "<low surrogate>"
	case 0xE000 <= r && r <= 0xF8FF, r >= 0xF0000 && r&0xFFFF <= 0xFFFD:
		return "<private use>"
	case 0xFDD0 <= r && r <= 0xFDEF, r&0xFFFE == 0xFFFE:
		return "<noncharacter>"
	}
	switch name := listed(r); {
	case name != "":
		return name
	case !unicode.Is(unicode.Lo, r):
		return "<unassigned>"
	case r >= 0x17000 && r < 0x19000:
		return fmt.Sprintf("TANGUT IDEOGRAPH-%X", r)
	default:
		return fmt.Sprintf("CJK UNIFIED IDEOGRAPH-%04X", r)
	}
}

var c0 = [...]string{
	"NULL", "START OF HEADING", "START OF TEXT", "END OF TEXT", "END OF TRANSMISSION", "ENQUIRY", "ACKNOWLEDGE", "ALERT",
	"BACKSPACE", "CHARACTER TABULATION", "LINE FEED", "LINE TABULATION", "FORM FEED", "CARRIAGE RETURN", "SHIFT OUT", "SHIFT IN",
	"DATA LINK ESCAPE", "DEVICE CONTROL ONE", "DEVICE CONTROL TWO", "DEVICE CONTROL THREE", "DEVICE CONTROL FOUR",
	"NEGATIVE ACKNOWLEDGE", "SYNCHRONOUS IDLE", "END OF TRANSMISSION BLOCK", "CANCEL", "END OF MEDIUM", "SUBSTITUTE", "ESCAPE",
	"INFORMATION SEPARATOR FOUR", "INFORMATION SEPARATOR THREE", "INFORMATION SEPARATOR TWO", "INFORMATION SEPARATOR ONE",
}

var c1 = [...]string{
	"DELETE", "PADDING CHARACTER", "HIGH OCTET PRESET", "BREAK PERMITTED HERE", "NO BREAK HERE", "INDEX", "NEXT LINE",
	"START OF SELECTED AREA", "END OF SELECTED AREA", "CHARACTER TABULATION SET", "CHARACTER TABULATION WITH JUSTIFICATION",
	"LINE TABULATION SET", "PARTIAL LINE FORWARD", "PARTIAL LINE BACKWARD", "REVERSE LINE FEED", "SINGLE SHIFT TWO",
	"SINGLE SHIFT THREE", "DEVICE CONTROL STRING", "PRIVATE USE ONE", "PRIVATE USE TWO", "SET TRANSMIT STATE",
	"CANCEL CHARACTER", "MESSAGE WAITING", "START OF GUARDED AREA", "END OF GUARDED AREA", "START OF STRING",
	"SINGLE GRAPHIC CHARACTER INTRODUCER", "SINGLE CHARACTER INTRODUCER", "CONTROL SEQUENCE INTRODUCER", "STRING TERMINATOR",
	"OPERATING SYSTEM COMMAND", "PRIVACY MESSAGE", "APPLICATION PROGRAM COMMAND",
}

// The short names of conjoining jamo, from which the names of syllables are built
// (Unicode Standard, section 3.12).
var (
	leading  = [...]string{"G", "GG", "N", "D", "DD", "R", "M", "B", "BB", "S", "SS", "", "J", "JJ", "C", "K", "T", "P", "H"}
	vowels   = [...]string{"A", "AE", "YA", "YAE", "EO", "E", "YEO", "YE", "O", "WA", "WAE", "OE", "YO", "U", "WEO", "WE", "WI", "YU", "EU", "YI", "I"}
	trailing = [...]string{"", "G", "GG", "GS", "N", "NJ", "NH", "D", "L", "LG", "LM", "LB", "LS", "LT", "LP", "LH", "M", "B", "BS", "S", "SS", "NG", "J", "C", "K", "T", "P", "H"}
)

func hangul(r rune) string {
	n := int(r - 0xAC00)
	tails := len(trailing)
	return "HANGUL SYLLABLE " + leading[n/(len(vowels)*tails)] + vowels[n/tails%len(vowels)] + trailing[n%tails]
}

// Display returns a character as messages show it: '/', or U+00AD SOFT HYPHEN.
func Display(r rune) string {
	if r > ' ' && r < 0x7F {
		return "'" + string(r) + "'"
	}
	return fmt.Sprintf("U+%04X %s", r, Name(r))
}

// IsBidiControl reports whether r changes or isolates the direction of text
// (UAX #9, section 2): the characters that RFC 3987 section 4.1 keeps out of IRIs,
// and those that Unicode has added since.
func IsBidiControl(r rune) bool {
	return pct.IsBidiControl(r) || r == 0x061C || 0x2066 <= r && r <= 0x2069
}

// IsInvisible reports whether r is displayed as nothing: a line or paragraph
// separator, or a Default_Ignorable_Code_Point (DerivedCoreProperties.txt).
func IsInvisible(r rune) bool {
	switch {
	case r < 0xAD:
		return false
	case unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector, unicode.Zl, unicode.Zp):
		return true
	case unicode.Is(unicode.Prepended_Concatenation_Mark, r), 0xFFF9 <= r && r <= 0xFFFB, 0x13430 <= r && r <= 0x13440:
		return false
	}
	return unicode.Is(unicode.Cf, r)
}
