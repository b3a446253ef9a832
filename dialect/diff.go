package dialect

import (
	"bytes"
	"strconv"
	"strings"
)

// A Difference is one input that two dialects code differently.
type Difference struct {
	// Decode tells whether Input was decoded; otherwise it was encoded.
	Decode bool
	// Input is one byte or character, or the shortest text that shows what a
	// choice does.
	Input string
	// A and B are the results of the two dialects, and ErrA and ErrB their
	// errors.
	A, B       string
	ErrA, ErrB error
	// Choice is the name of the choice that makes the difference, as Choices
	// gives it.
	Choice string
}

// A probe is an input that shows what some choices do.
type probe struct {
	input   string
	choices []string // by name; the first that differs is the cause
}

var encodeProbes = []probe{
	{"a%41b", []string{choiceEscapes, choiceKept, choiceSpace, choiceHex}},
	{"%2f", []string{choiceEscapes, choiceHex}},
	{"%7e", []string{choiceEscapes}},
	{"%zz", []string{choiceStray, choiceEscapes, choiceKept}},
	{"%41%", []string{choiceStray, choiceEscapes, choiceKept}},
	{"%41 %", []string{choiceEscapes, choiceStray, choiceKept, choiceSpace}},
	{"%2541", []string{choiceEscapes}},
	{"", []string{choiceEmpty, choiceAround}},
	{".", []string{choiceDot}},
	{"..", []string{choiceDot}},
	{"a/./b", []string{choiceSegments}},
	{"a/b/../c", []string{choiceSegments}},
	{"a/%2e/b", []string{choiceSegments}},
	{"a//b", []string{choiceSegments}},
	{"a:b", []string{choiceColon}},
	{"a\r\nb", []string{choiceNewlines, choiceRemoved}},
	{"a\rb", []string{choiceNewlines, choiceRemoved}},
	{"a\nb", []string{choiceNewlines, choiceRemoved}},
	{"a\x00b", []string{choiceNUL}},
	{"\uFEFFa", []string{choiceBOM}},
	{"\uFFFEa", []string{choiceBOM, choiceNonchars}},
	{"e\u0301", []string{choiceForm}},
	{"\uFF21", []string{choiceForm}},
	{"\u1100\u1161", []string{choiceForm}},
	{"\u2000", []string{choiceForm, choicePoints}},
	{"é", []string{choiceCharset, choiceBeyond, choicePoints, choiceKept, choiceHex}},
	{"€", []string{choiceCharset, choiceBeyond, choicePoints, choiceKept, choiceHex}},
	{"日", []string{choiceCharset, choiceBeyond, choicePoints, choiceKept, choiceHex}},
	{"😀", []string{choiceBeyond, choicePoints, choiceKept, choiceHex}},
	{"\u0085", []string{choicePoints, choiceBeyond, choiceKept, choiceHex}},
	{"\u00A0", []string{choicePoints, choiceBeyond, choiceKept, choiceHex}},
	{"\uE000", []string{choicePoints, choiceBeyond, choiceKept, choiceHex}},
	{"\uFFFE", []string{choiceNonchars}},
	{"\U0001FFFE", []string{choiceNonchars}},
	{"a\xED\xA0\x80b", []string{choiceSurrogates, choiceBeyond, choicePoints, choiceInvalid, choiceKept, choiceHex}},
	{"\xED\xA0\x80", []string{choiceSurrogates, choiceBeyond, choicePoints, choiceInvalid, choiceKept, choiceHex}},
	{"\xED\xB0\x80", []string{choiceSurrogates, choiceBeyond, choicePoints, choiceInvalid, choiceKept, choiceHex}},
	{"a\xFFb", []string{choiceInvalid, choiceKept, choiceBeyond, choiceHex}},
	{"a\xE3\x81b", []string{choiceInvalid, choiceKept, choiceBeyond, choiceHex}},
	{"x", []string{choiceAround}},
}

var decodeProbes = []probe{
	{"a+b", []string{choicePlus}},
	{"%2B", []string{choicePlusLate, choicePreserved, choiceForbidden}},
	{"a%zzb", []string{choiceMalformed, choiceDigits}},
	{"%%41", []string{choiceMalformed, choiceDigits}},
	{"%4g", []string{choiceMalformed, choiceDigits}},
	{"% 4", []string{choiceDigits, choiceMalformed}},
	{"%+4", []string{choiceDigits, choiceMalformed}},
	{"a%", []string{choiceTruncated, choiceMalformed, choiceDigits}},
	{"a%4", []string{choiceTruncated, choiceDigits, choiceMalformed}},
	{"%u20AC", []string{choiceUnicode, choiceMalformed, choiceDigits}},
	{"%U20AC", []string{choiceUnicode, choiceMalformed, choiceDigits}},
	{"%00", []string{choiceForbidden, choiceDecNUL, choicePreserved}},
	{"a%00b", []string{choiceForbidden, choiceDecNUL, choicePreserved}},
	{"%2F", []string{choiceForbidden, choicePreserved}},
	{"%2f", []string{choiceForbidden, choicePreserved, choiceUpper, choiceDigits}},
	{"%C3%A9", []string{choiceUTF8, choicePreserved, choiceForbidden}},
	{"%E9", []string{choiceUTF8, choicePreserved, choiceForbidden}},
	{"a%FFb", []string{choiceUTF8, choicePreserved, choiceForbidden}},
	{"%E3%81", []string{choiceUTF8, choicePreserved, choiceForbidden}},
	{"%C0%AF", []string{choiceLax, choiceUTF8}},
	{"%ED%A0%80", []string{choiceLax, choiceUTF8}},
	{"%ED%A0%BD%ED%B8%80", []string{choiceLax, choiceUTF8}},
	{"%F5%80%80%80", []string{choiceLax, choiceUTF8}},
	{"é", []string{choiceRawText, choiceRaw, choiceUTF8}},
	{"日", []string{choiceRawText, choiceRaw, choiceUTF8}},
	{"\xFF", []string{choiceRaw, choiceRawText, choiceUTF8}},
	{"\xED\xA0\x80", []string{choiceRawText, choiceRaw, choiceUTF8, choiceLax}},
	{"a b", []string{choiceRaw, choiceDecRemoved}},
	{"a\nb", []string{choiceDecRemoved, choiceRaw}},
	{"a&b", []string{choiceEnds}},
	{"a;b", []string{choiceEnds}},
	{"a?b", []string{choiceEnds}},
	{"a#b", []string{choiceEnds}},
	{"?a+b", []string{choicePlusQuery, choicePlus}},
	{"%EF%BB%BFa", []string{choiceDecBOM}},
	{"a%0D%0Ab", []string{choiceLines, choiceBlank}},
}

// Diff returns every single byte that a and b encode differently or decode
// differently, alone or escaped, and every text of a fixed list on which they
// differ because of a choice that single bytes do not show; each with the
// choice that makes the difference. Dialects without a difference there can
// still be different ones: Choices tells.
func Diff(a, b *Dialect) []Difference {
	cause := causes(a, b)
	var list []Difference
	seen := map[string]bool{}
	try := func(decode bool, input string, choices []string, always bool) {
		key := strconv.FormatBool(decode) + input
		if seen[key] || !decode && (!a.Encodes() || !b.Encodes()) {
			return
		}
		d := Difference{Decode: decode, Input: input}
		code := (*Dialect).AppendEncode
		if decode {
			code = (*Dialect).AppendDecode
		}
		outA, errA := code(a, nil, []byte(input))
		outB, errB := code(b, nil, []byte(input))
		if bytes.Equal(outA, outB) && (errA == nil) == (errB == nil) {
			return
		}
		d.A, d.B, d.ErrA, d.ErrB = string(outA), string(outB), errA, errB
		for _, c := range choices {
			if cause[c] && d.shows(c) {
				d.Choice = c
				break
			}
		}
		if d.Choice == "" && !always {
			return
		}
		seen[key] = true
		list = append(list, d)
	}
	single := []string{
		choiceRewritten, choiceRefused, choiceRemoved, choiceNewlines, choiceNUL, choiceSpace, choiceEscapes,
		choiceStray, choiceDot, choiceKept, choiceHex, choiceInvalid, choiceBeyond, choicePoints, choiceColon, choiceAround, choiceEmpty,
	}
	for i := range 256 {
		order := single
		if i == ' ' {
			order = append([]string{choiceRewritten, choiceRefused, choiceSpace}, single...)
		}
		try(false, string([]byte{byte(i)}), order, true)
	}
	for _, p := range encodeProbes {
		try(false, p.input, p.choices, false)
	}
	raw := []string{choicePlus, choiceEnds, choiceTruncated, choiceMalformed, choiceDecRemoved, choiceRaw, choiceRawText, choiceUTF8, choiceDigits, choiceDecNUL}
	for i := range 256 {
		try(true, string([]byte{byte(i)}), raw, true)
	}
	octet := []string{choiceForbidden, choiceBlank, choiceLines, choicePreserved, choiceUpper, choiceDecNUL, choicePlusLate, choiceLax, choiceUTF8, choiceDigits, choiceDecRemoved}
	for i := range 256 {
		try(true, string([]byte{'%', upperDigits[i>>4], upperDigits[i&15]}), octet, true)
	}
	for _, p := range decodeProbes {
		try(true, p.input, p.choices, false)
	}
	return list
}

// shows reports whether the choice can have to do with the difference.
func (d *Difference) shows(choice string) bool {
	switch choice {
	case choicePlus:
		return strings.Contains(d.Input, "+")
	case choiceSpace:
		return strings.Contains(d.Input, " ")
	case choiceMalformed, choiceTruncated, choiceDigits:
		return strings.Contains(d.Input, "%")
	case choiceHex:
		return strings.EqualFold(d.A, d.B)
	case choiceKept:
		return !strings.EqualFold(d.A, d.B)
	case choiceRaw:
		return !strings.Contains(d.Input, "%")
	}
	return true
}

// causes returns the names of the choices in which a and b differ.
func causes(a, b *Dialect) map[string]bool {
	values := func(d *Dialect) map[string]string {
		m := map[string]string{}
		for _, c := range d.Choices() {
			m[c.Name] = c.Value
		}
		return m
	}
	va, vb := values(a), values(b)
	cause := map[string]bool{}
	for name, value := range va {
		if vb[name] != value {
			cause[name] = true
		}
	}
	for name := range vb {
		if _, ok := va[name]; !ok {
			cause[name] = true
		}
	}
	return cause
}

// A Table is what a dialect writes for each character of ASCII.
type Table [128]Cell

// A Cell is what a dialect writes for one character.
type Cell struct {
	Output string
	Err    error // for a character that the dialect refuses
}

// Kept reports whether the character c is written as it is.
func (t *Table) Kept(c byte) bool { return t[c].Err == nil && t[c].Output == string(rune(c)) }

// Table returns what the dialect writes for each character of ASCII, alone.
func (d *Dialect) Table() *Table {
	var t Table
	for i := range t {
		out, err := d.AppendEncode(nil, []byte{byte(i)})
		t[i] = Cell{string(out), err}
	}
	return &t
}
