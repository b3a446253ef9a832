// Package uts46 is the processing of domain names that Unicode Technical
// Standard #46 (revision 33 and later) defines, with tables of Unicode 18 that
// are the same in whatever version of Go a program is built by.
//
//	name, err := uts46.ToASCII(nil, "bücher.example", 0)
//	// "xn--bcher-kva.example", nil
//
// Processing is never transitional, and IgnoreInvalidPunycode is false, as the URL
// Standard demands; the other parameters are [Options].
package uts46

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

//go:generate go run gen.go

// Options are the parameters of UTS #46 that differ between callers. The zero
// value is what the URL Standard asks for when it parses a host.
type Options uint8

const (
	// CheckHyphens refuses labels that begin or end with a hyphen, or have two of
	// them in their third and fourth places.
	CheckHyphens Options = 1 << iota
	// UseSTD3ASCIIRules refuses ASCII characters other than a-z, 0-9 and the hyphen.
	UseSTD3ASCIIRules
	// VerifyDNSLength refuses empty labels, labels of more than 63 octets and
	// names of more than 253.
	VerifyDNSLength
	// AnyJoiners leaves CheckJoiners out.
	AnyJoiners
	// AnyDirections leaves CheckBidi out.
	AnyDirections
	// AnyMarks lets a combining mark begin a label.
	AnyMarks
	// AnyForm lets what Punycode decodes to be in no normalization form.
	AnyForm
	// Unvalidated maps, normalizes and encodes, and refuses no label.
	Unvalidated
)

// A Rule is a rule that names can break. Its text ends a sentence about a label.
type Rule string

// The rules, by the numbers of the validity criteria of UTS #46 section 4.1.
const (
	NotNormalized   Rule = "is not in Unicode Normalization Form C"                // 1
	HyphenPlaces    Rule = "has hyphens where they are not allowed"                // 2, 3
	BeginsXN        Rule = `begins with "xn--" once more`                          // 4
	BeginsMark      Rule = "begins with a combining mark"                          // 6
	Disallowed      Rule = "has a character that is not allowed in domain names"   // 7
	WrongJoiner     Rule = "has an invisible joiner where it has no effect"        // 8
	WrongDirections Rule = "mixes writing directions"                              // 9
	WrongPunycode   Rule = `is not valid Punycode after "xn--"`                    // section 4, step 4
	WrongLength     Rule = "is empty, or longer than the Domain Name System takes" // section 4.2, step 4
)

// An Error tells which label of a name breaks which rule.
type Error struct {
	// Label is the label after mapping and normalization, or the name where the
	// rule is about the whole of it.
	Label string
	Rule  Rule
	// Rune is the character, where the rule is about one, or 0.
	Rune rune
}

// Error returns a text such as
//
//	label "a\u2028b" has a character that is not allowed in domain names: U+2028
func (e *Error) Error() string {
	text := fmt.Sprintf("label %+q %s", e.Label, e.Rule)
	if e.Rune != 0 {
		text += fmt.Sprintf(": U+%04X", e.Rune)
	}
	return text
}

// The statuses of characters that are not mapped to others.
const (
	valid uint8 = iota
	ignored
	disallowed
)

// Joining types.
const (
	nonJoining uint8 = iota
	dualJoining
	leftJoining
	rightJoining
	transparent
)

// The Bidi classes that RFC 5893 speaks of, as bits.
const (
	bidiL uint16 = 1 << iota
	bidiR
	bidiAL
	bidiAN
	bidiEN
	bidiES
	bidiCS
	bidiET
	bidiON
	bidiBN
	bidiNSM
	otherBidi

	bidiRTL     = bidiR | bidiAL | bidiAN
	bidiNeutral = bidiES | bidiCS | bidiET | bidiON | bidiBN | bidiNSM
)

// Whether a character can stand in normalized text.
const (
	quickYes uint8 = iota
	quickNo
	quickMaybe
)

// A class is what is known of a character that is not mapped to others.
type class struct {
	status, joining uint8
	bidi            uint16
	quick, ccc      uint8
	mark            bool
}

// disallowedClass is the class of whatever the tables do not reach.
var disallowedClass = class{status: disallowed, bidi: otherBidi}

const virama = 9 // a canonical combining class

// number returns the index of the class of r, or firstMapping plus the index of its
// mapping. It returns false beyond the end of the table.
func number(r rune) (int, bool) {
	if uint32(r) >= tableEnd {
		return 0, false
	}
	return int(blocks[int(index[r/blockSize])*blockSize+int(r%blockSize)]), true
}

// classOf returns the class of r as it stands in a label. What would be mapped is
// disallowed there.
func classOf(r rune) *class {
	n, ok := number(r)
	if ok && n < firstMapping {
		return &classes[n]
	}
	return &disallowedClass
}

// stackRunes is up to how many characters nothing is allocated: a name in the Domain
// Name System has no more.
const stackRunes = 256

// fewRunes is the same for most names.
const fewRunes = 64

// mapTo appends domain, mapped and normalized, to dst.
func mapTo(dst []rune, domain string) []rune {
	if len(domain) > stackRunes {
		dst = slices.Grow(dst, utf8.RuneCountInString(domain))
	}
	start := len(dst)
	normal := true
	var last uint8
	for i := 0; i < len(domain); {
		r, size := rune(domain[i]), 1
		if r < utf8.RuneSelf {
			if 'A' <= r && r <= 'Z' {
				r += 'a' - 'A'
			}
			last = 0
			dst = append(dst, r)
			i++
			continue
		}
		r, size = utf8.DecodeRuneInString(domain[i:])
		i += size
		n, ok := number(r)
		if ok && n >= firstMapping {
			n -= firstMapping
			for _, r := range mappingText[mappingEnds[n]:mappingEnds[n+1]] {
				c := classOf(r)
				normal = normal && c.quick == quickYes && (c.ccc == 0 || last <= c.ccc)
				last = c.ccc
				dst = append(dst, r)
			}
			continue
		}
		c := &disallowedClass
		if ok {
			c = &classes[n]
		}
		if c.status == ignored || 0xE0100 <= r && r <= 0xE01EF { // variation selectors
			continue
		}
		normal = normal && c.quick == quickYes && (c.ccc == 0 || last <= c.ccc)
		last = c.ccc
		dst = append(dst, r)
	}
	if !normal {
		dst = append(dst[:start], normalize(dst[start:])...)
	}
	return dst
}

// ToASCII appends domain to dst by ToASCII of UTS #46 section 4.2: mapped,
// normalized, validated, and every label that is not ASCII as "xn--" and its
// Punycode. Octets of domain that are not UTF-8 make it invalid. With an error, an
// *Error, dst is returned unchanged.
func ToASCII(dst []byte, domain string, o Options) ([]byte, error) {
	if len(domain) <= fewRunes {
		// Less memory to clear.
		var stack, decoded [fewRunes]rune
		return toASCII(dst, domain, o, stack[:0], decoded[:0])
	}
	var stack, decoded [stackRunes]rune
	return toASCII(dst, domain, o, stack[:0], decoded[:0])
}

// toASCII is ToASCII. It uses the memory of stack and decoded.
func toASCII(dst []byte, domain string, o Options, stack, decoded []rune) ([]byte, error) {
	start := len(dst)
	text := mapTo(stack, domain)
	if len(text) > stackRunes {
		dst = slices.Grow(dst, len(text))
	}
	var bidi uint16
	for at, more := 0, true; more; {
		var label []rune
		label, at, more = next(text, at)
		_, seen, err := validate(decoded, label, o)
		if err != nil {
			return dst[:start], err
		}
		bidi |= seen
		from := len(dst)
		if isASCII(label) {
			for _, r := range label {
				dst = append(dst, byte(r))
			}
		} else {
			dst = append(dst, "xn--"...)
			dst, err = encode(dst, label)
			if err != nil {
				return dst[:start], err
			}
		}
		if n := len(dst) - from; o&VerifyDNSLength != 0 && (n == 0 || n > 63) {
			return dst[:start], &Error{Label: string(label), Rule: WrongLength}
		}
		if more {
			dst = append(dst, '.')
		}
	}
	if bidi&bidiRTL != 0 && o&AnyDirections == 0 {
		if err := checkBidi(decoded, text); err != nil {
			return dst[:start], err
		}
	}
	if o&VerifyDNSLength != 0 && len(dst)-start > 253 {
		return dst[:start], &Error{Label: string(text), Rule: WrongLength}
	}
	return dst, nil
}

// ToUnicode returns domain mapped, normalized and with its "xn--" labels decoded
// (UTS #46 section 4.3). If it is invalid, that text comes with an error, an *Error.
// VerifyDNSLength has no effect.
func ToUnicode(domain string, o Options) (string, error) {
	var stack, decoded [stackRunes]rune
	text := mapTo(stack[:0], domain)
	var b strings.Builder
	b.Grow(len(domain))
	var first error
	var bidi uint16
	for at, more := 0, true; more; {
		var label []rune
		label, at, more = next(text, at)
		unicode, seen, err := validate(decoded[:0], label, o)
		if err != nil && first == nil {
			first = err
		}
		bidi |= seen
		for _, r := range unicode {
			b.WriteRune(r)
		}
		if more {
			b.WriteByte('.')
		}
	}
	if bidi&bidiRTL != 0 && o&AnyDirections == 0 && first == nil {
		first = checkBidi(decoded[:0], text)
	}
	return b.String(), first
}

// next cuts the label that begins at text[at] and returns where the one after
// its full stop begins.
func next(text []rune, at int) (label []rune, then int, more bool) {
	for i := at; i < len(text); i++ {
		if text[i] == '.' {
			return text[at:i], i + 1, true
		}
	}
	return text[at:], len(text), false
}

func isASCII(label []rune) bool {
	for _, r := range label {
		if r >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// isPlain reports whether a label that is not empty has nothing but letters in lower
// case, digits and no more than one '-' in a row, which no rule is about.
func isPlain(label []rune) bool {
	last := rune(0)
	for _, r := range label {
		switch {
		case 'a' <= r && r <= 'z' || '0' <= r && r <= '9':
		case r == '-' && last != '-':
		default:
			return false
		}
		last = r
	}
	return true
}

func hasPrefix(label []rune) bool {
	return len(label) >= 4 && label[0] == 'x' && label[1] == 'n' && label[2] == '-' && label[3] == '-'
}

// validate returns a label in Unicode, the Bidi classes in it, and the error for a
// rule that it breaks (UTS #46 section 4, step 4, and section 4.1). It may use the
// memory of scratch.
func validate(scratch, label []rune, o Options) (unicode []rune, bidi uint16, err error) {
	if len(label) == 0 || o&Unvalidated != 0 {
		return label, 0, nil
	}
	if o == 0 && isPlain(label) {
		return label, 0, nil
	}
	fail := func(rule Rule, r rune) error { return &Error{Label: string(label), Rule: rule, Rune: r} }
	unicode = label
	encoded := hasPrefix(label)
	if encoded {
		if !isASCII(label) {
			return label, 0, fail(WrongPunycode, 0)
		}
		var ok bool
		if unicode, ok = decode(scratch, label[4:]); !ok {
			return label, 0, fail(WrongPunycode, 0)
		}
		if isASCII(unicode) {
			return unicode, 0, fail(WrongPunycode, 0)
		}
	}
	joiners := false
	normal := true
	var last uint8
	for i, r := range unicode {
		c := classOf(r)
		if i == 0 && c.mark && o&AnyMarks == 0 {
			return unicode, 0, fail(BeginsMark, r)
		}
		if c.status != valid || r == '.' {
			return unicode, 0, fail(Disallowed, r)
		}
		if r < utf8.RuneSelf && o&UseSTD3ASCIIRules != 0 && !('a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '-') {
			return unicode, 0, fail(Disallowed, r)
		}
		normal = normal && c.quick == quickYes && (c.ccc == 0 || last <= c.ccc)
		last = c.ccc
		bidi |= c.bidi
		joiners = joiners || r == zwnj || r == zwj
	}
	// Only what comes out of Punycode can be anything but normalized.
	if encoded && !normal && o&AnyForm == 0 && !isNormal(unicode) {
		return unicode, 0, fail(NotNormalized, 0)
	}
	if o&CheckHyphens != 0 {
		if n := len(unicode); unicode[0] == '-' || unicode[n-1] == '-' || n >= 4 && unicode[2] == '-' && unicode[3] == '-' {
			return unicode, 0, fail(HyphenPlaces, 0)
		}
	} else if encoded && hasPrefix(unicode) {
		return unicode, 0, fail(BeginsXN, 0)
	}
	if joiners && o&AnyJoiners == 0 {
		if r := wrongJoiner(unicode); r != 0 {
			return unicode, 0, fail(WrongJoiner, r)
		}
	}
	return unicode, bidi, nil
}

const (
	zwnj = '\u200C'
	zwj  = '\u200D'
)

// wrongJoiner returns the first joiner of a label that neither follows a virama
// nor, as a ZERO WIDTH NON-JOINER, keeps two letters from joining (RFC 5892
// appendix A.1 and A.2), or 0.
func wrongJoiner(label []rune) rune {
	for i, r := range label {
		if r != zwnj && r != zwj || i > 0 && classOf(label[i-1]).ccc == virama {
			continue
		}
		if r == zwj {
			return r
		}
		// Joiners are not transparent, so no character is passed more than twice.
		before, after := i-1, i+1
		for before >= 0 && classOf(label[before]).joining == transparent {
			before--
		}
		for after < len(label) && classOf(label[after]).joining == transparent {
			after++
		}
		if before < 0 || after == len(label) {
			return r
		}
		b, a := classOf(label[before]).joining, classOf(label[after]).joining
		if b != leftJoining && b != dualJoining || a != rightJoining && a != dualJoining {
			return r
		}
	}
	return 0
}

// checkBidi applies RFC 5893 section 2 to every label of a name that has
// right-to-left characters. The labels are known to be valid otherwise.
func checkBidi(scratch, text []rune) error {
	for at, more := 0, true; more; {
		var label []rune
		label, at, more = next(text, at)
		unicode := label
		if hasPrefix(label) {
			unicode, _ = decode(scratch, label[4:])
		}
		if len(unicode) > 0 && !bidiRule(unicode) {
			return &Error{Label: string(label), Rule: WrongDirections}
		}
	}
	return nil
}

// bidiRule is RFC 5893 section 2, for one label.
func bidiRule(label []rune) bool {
	var seen uint16
	for _, r := range label {
		seen |= classOf(r).bidi
	}
	end := len(label) - 1
	for end > 0 && classOf(label[end]).bidi == bidiNSM {
		end--
	}
	last := classOf(label[end]).bidi
	switch classOf(label[0]).bidi {
	case bidiR, bidiAL: // conditions 2 to 4
		return seen&^(bidiRTL|bidiEN|bidiNeutral) == 0 &&
			last&(bidiRTL|bidiEN) != 0 &&
			seen&(bidiEN|bidiAN) != bidiEN|bidiAN
	case bidiL: // conditions 5 and 6
		return seen&^(bidiL|bidiEN|bidiNeutral) == 0 && last&(bidiL|bidiEN) != 0
	}
	return false // condition 1
}
