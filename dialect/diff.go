package dialect

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/internal/pct"
)

// A Difference is one input that two dialects code differently.
type Difference struct {
	// Decode reports whether Input was decoded; otherwise it was encoded.
	Decode bool
	// Input is a single byte or character, or a short text on which the two
	// choices differ.
	Input string
	// A and B are the results of the two dialects, ErrA and ErrB their errors.
	A, B       string
	ErrA, ErrB error
	// Choice is the choice that causes the difference, or 0 if no single choice
	// does.
	Choice Key
}

// A probe is an input that shows the effect of some choices.
type probe struct {
	input   string
	choices []Key // the first that differs is the cause
}

var encodeProbes = []probe{
	{"a%41b", []Key{KeyEscapes, KeyKept, KeySpace, KeyHex}},
	{"%2f", []Key{KeyEscapes, KeyHex}},
	{"%7e", []Key{KeyEscapes}},
	{"%zz", []Key{KeyStray, KeyEscapes, KeyKept}},
	{"%41%", []Key{KeyStray, KeyEscapes, KeyKept}},
	{"%41 %", []Key{KeyEscapes, KeyStray, KeyKept, KeySpace}},
	{"%2541", []Key{KeyEscapes}},
	{"", []Key{KeyEmpty}},
	{".", []Key{KeyDot}},
	{"..", []Key{KeyDot}},
	{"a/./b", []Key{KeySegments}},
	{"a/b/../c", []Key{KeySegments}},
	{"a/%2e/b", []Key{KeySegments}},
	{"a//b", []Key{KeySegments}},
	{"a:b", []Key{KeyColon}},
	{"a\r\nb", []Key{KeyNewlines, KeyRemoved}},
	{"a\rb", []Key{KeyNewlines, KeyRemoved}},
	{"a\nb", []Key{KeyNewlines, KeyRemoved}},
	{"a\x00b", []Key{KeyNUL}},
	{"\uFEFFa", []Key{KeyBOM}},
	{"\uFFFEa", []Key{KeyBOM, KeyNonchars}},
	{"e\u0301", []Key{KeyForm}},
	{"\uFF21", []Key{KeyForm}},
	{"\u1100\u1161", []Key{KeyForm}},
	{"\u2000", []Key{KeyForm, KeyPoints}},
	{"é", []Key{KeyCharset, KeyBeyond, KeyPoints, KeyKept, KeyHex}},
	{"€", []Key{KeyCharset, KeyBeyond, KeyPoints, KeyKept, KeyHex}},
	{"日", []Key{KeyCharset, KeyBeyond, KeyPoints, KeyKept, KeyHex}},
	{"😀", []Key{KeyBeyond, KeyPoints, KeyKept, KeyHex}},
	{"\u0085", []Key{KeyPoints, KeyBeyond, KeyKept, KeyHex}},
	{"\u00A0", []Key{KeyPoints, KeyBeyond, KeyKept, KeyHex}},
	{"\uE000", []Key{KeyPoints, KeyBeyond, KeyKept, KeyHex}},
	{"\uFFFE", []Key{KeyNonchars}},
	{"\U0001FFFE", []Key{KeyNonchars}},
	{"a\xED\xA0\x80b", []Key{KeySurrogates, KeyBeyond, KeyPoints, KeyInvalid, KeyKept, KeyHex}},
	{"\xED\xA0\x80", []Key{KeySurrogates, KeyBeyond, KeyPoints, KeyInvalid, KeyKept, KeyHex}},
	{"\xED\xB0\x80", []Key{KeySurrogates, KeyBeyond, KeyPoints, KeyInvalid, KeyKept, KeyHex}},
	{"a\xFFb", []Key{KeyInvalid, KeyKept, KeyBeyond, KeyHex}},
	{"a\xE3\x81b", []Key{KeyInvalid, KeyKept, KeyBeyond, KeyHex}},
}

var decodeProbes = []probe{
	{"a+b", []Key{KeyPlus}},
	{"%2B", []Key{KeyPreserved, KeyForbidden}},
	{"a%zzb", []Key{KeyMalformed, KeyDigits}},
	{"%%41", []Key{KeyMalformed, KeyDigits}},
	{"%4g", []Key{KeyMalformed, KeyDigits}},
	{"% 4", []Key{KeyDigits, KeyMalformed}},
	{"%+4", []Key{KeyDigits, KeyMalformed}},
	{"a%", []Key{KeyTruncated, KeyMalformed, KeyDigits}},
	{"a%4", []Key{KeyTruncated, KeyDigits, KeyMalformed}},
	{"%u20AC", []Key{KeyUnicode, KeyMalformed, KeyDigits}},
	{"%U20AC", []Key{KeyUnicode, KeyMalformed, KeyDigits}},
	{"%00", []Key{KeyForbidden, KeyDecNUL, KeyPreserved}},
	{"a%00b", []Key{KeyForbidden, KeyDecNUL, KeyPreserved}},
	{"%2F", []Key{KeyForbidden, KeyPreserved}},
	{"%2f", []Key{KeyForbidden, KeyPreserved, KeyUpper, KeyDigits}},
	{"%C3%A9", []Key{KeyUTF8, KeyPreserved, KeyForbidden}},
	{"%E9", []Key{KeyUTF8, KeyPreserved, KeyForbidden}},
	{"a%FFb", []Key{KeyUTF8, KeyPreserved, KeyForbidden}},
	{"%E3%81", []Key{KeyUTF8, KeyPreserved, KeyForbidden}},
	{"%C0%AF", []Key{KeyLax, KeyUTF8}},
	{"%ED%A0%80", []Key{KeyLax, KeyUTF8}},
	{"%ED%A0%BD%ED%B8%80", []Key{KeyLax, KeyUTF8}},
	{"%F5%80%80%80", []Key{KeyLax, KeyUTF8}},
	{"é", []Key{KeyRawText, KeyRaw, KeyUTF8}},
	{"日", []Key{KeyRawText, KeyRaw, KeyUTF8}},
	{"\xFF", []Key{KeyRaw, KeyRawText, KeyUTF8}},
	{"\xED\xA0\x80", []Key{KeyRawText, KeyRaw, KeyUTF8, KeyLax}},
	{"a b", []Key{KeyRaw, KeyDecRemoved}},
	{"a\nb", []Key{KeyDecRemoved, KeyRaw}},
	{"a&b", []Key{KeyEnds}},
	{"a;b", []Key{KeyEnds}},
	{"a?b", []Key{KeyEnds}},
	{"a#b", []Key{KeyEnds}},
	{"?a+b", []Key{KeyPlusQuery, KeyPlus}},
	{"%EF%BB%BFa", []Key{KeyDecBOM}},
	{"a%0D%0Ab", []Key{KeyLines, KeyBlank}},
}

// Diff returns the inputs that a and b encode or decode differently. It tries
// every byte, alone and escaped, and a fixed list of short texts for choices that
// no single byte shows. Dialects can still differ if the list is empty: compare
// their Choices.
func Diff(a, b *Dialect) []Difference {
	cause := causes(a, b)
	var list []Difference
	seen := map[string]bool{}
	try := func(decode bool, input string, choices []Key, always bool) {
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
		if d.Choice == 0 && !always {
			return
		}
		seen[key] = true
		list = append(list, d)
	}
	single := []Key{
		KeyRewritten, KeyRefused, KeyRemoved, KeyNewlines, KeyNUL, KeySpace, KeyEscapes,
		KeyStray, KeyDot, KeyKept, KeyHex, KeyInvalid, KeyBeyond, KeyPoints, KeyColon, KeyEmpty,
	}
	for i := range 256 {
		order := single
		if i == ' ' {
			order = append([]Key{KeyRewritten, KeyRefused, KeySpace}, single...)
		}
		try(false, string([]byte{byte(i)}), order, true)
	}
	for _, p := range encodeProbes {
		try(false, p.input, p.choices, false)
	}
	raw := []Key{KeyPlus, KeyEnds, KeyTruncated, KeyMalformed, KeyDecRemoved, KeyRaw, KeyRawText, KeyUTF8, KeyDigits, KeyDecNUL}
	for i := range 256 {
		try(true, string([]byte{byte(i)}), raw, true)
	}
	octet := []Key{KeyForbidden, KeyBlank, KeyLines, KeyPreserved, KeyUpper, KeyDecNUL, KeyLax, KeyUTF8, KeyDigits, KeyDecRemoved}
	for i := range 256 {
		try(true, string([]byte{'%', pct.UpperHex[i>>4], pct.UpperHex[i&15]}), octet, true)
	}
	for _, p := range decodeProbes {
		try(true, p.input, p.choices, false)
	}
	return list
}

// shows reports whether the choice can explain the difference.
func (d *Difference) shows(choice Key) bool {
	switch choice {
	case KeyPlus:
		return strings.Contains(d.Input, "+")
	case KeySpace:
		return strings.Contains(d.Input, " ")
	case KeyEscapes, KeyStray, KeyMalformed, KeyTruncated, KeyDigits:
		return strings.Contains(d.Input, "%")
	case KeyHex:
		return strings.EqualFold(d.A, d.B)
	case KeyKept:
		return !strings.EqualFold(d.A, d.B)
	case KeyRaw:
		return !strings.Contains(d.Input, "%")
	}
	return true
}

// causes returns the choices in which a and b differ.
func causes(a, b *Dialect) map[Key]bool {
	values := map[Key]string{}
	for _, c := range a.Choices() {
		values[c.Key] = c.Value
	}
	cause := map[Key]bool{}
	for _, c := range b.Choices() {
		value, ok := values[c.Key]
		cause[c.Key] = !ok || value != c.Value
		delete(values, c.Key)
	}
	for key := range values {
		cause[key] = true
	}
	return cause
}

// A Table is what a dialect writes for each single octet. Octets from 0x80 are not
// valid UTF-8 by themselves: a dialect that encodes characters may replace or
// refuse them.
type Table [256]Cell

// A Cell is what a dialect writes for one octet.
type Cell struct {
	Output string
	Err    error // set if the dialect refuses the octet
}

// Kept reports whether the octet c is written unchanged.
func (t *Table) Kept(c byte) bool { return t[c].Err == nil && t[c].Output == string([]byte{c}) }

// Table returns what the dialect writes for each single octet.
func (d *Dialect) Table() *Table {
	var t Table
	for i := range t {
		out, err := d.AppendEncode(nil, []byte{byte(i)})
		t[i] = Cell{string(out), err}
	}
	return &t
}
