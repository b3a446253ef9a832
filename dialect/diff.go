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
	{"a%41b", []Key{keyEscapes, keyKept, keySpace, keyHex}},
	{"%2f", []Key{keyEscapes, keyHex}},
	{"%7e", []Key{keyEscapes}},
	{"%zz", []Key{keyStray, keyEscapes, keyKept}},
	{"%41%", []Key{keyStray, keyEscapes, keyKept}},
	{"%41 %", []Key{keyEscapes, keyStray, keyKept, keySpace}},
	{"%2541", []Key{keyEscapes}},
	{"", []Key{keyEmpty}},
	{".", []Key{keyDot}},
	{"..", []Key{keyDot}},
	{"a/./b", []Key{keySegments}},
	{"a/b/../c", []Key{keySegments}},
	{"a/%2e/b", []Key{keySegments}},
	{"a//b", []Key{keySegments}},
	{"a:b", []Key{keyColon}},
	{"a\r\nb", []Key{keyNewlines, keyRemoved}},
	{"a\rb", []Key{keyNewlines, keyRemoved}},
	{"a\nb", []Key{keyNewlines, keyRemoved}},
	{"a\x00b", []Key{keyNUL}},
	{"\uFEFFa", []Key{keyBOM}},
	{"\uFFFEa", []Key{keyBOM, keyNonchars}},
	{"e\u0301", []Key{keyForm}},
	{"\uFF21", []Key{keyForm}},
	{"\u1100\u1161", []Key{keyForm}},
	{"\u2000", []Key{keyForm, keyPoints}},
	{"é", []Key{keyCharset, keyBeyond, keyPoints, keyKept, keyHex}},
	{"€", []Key{keyCharset, keyBeyond, keyPoints, keyKept, keyHex}},
	{"日", []Key{keyCharset, keyBeyond, keyPoints, keyKept, keyHex}},
	{"😀", []Key{keyBeyond, keyPoints, keyKept, keyHex}},
	{"\u0085", []Key{keyPoints, keyBeyond, keyKept, keyHex}},
	{"\u00A0", []Key{keyPoints, keyBeyond, keyKept, keyHex}},
	{"\uE000", []Key{keyPoints, keyBeyond, keyKept, keyHex}},
	{"\uFFFE", []Key{keyNonchars}},
	{"\U0001FFFE", []Key{keyNonchars}},
	{"a\xED\xA0\x80b", []Key{keySurrogates, keyBeyond, keyPoints, keyInvalid, keyKept, keyHex}},
	{"\xED\xA0\x80", []Key{keySurrogates, keyBeyond, keyPoints, keyInvalid, keyKept, keyHex}},
	{"\xED\xB0\x80", []Key{keySurrogates, keyBeyond, keyPoints, keyInvalid, keyKept, keyHex}},
	{"a\xFFb", []Key{keyInvalid, keyKept, keyBeyond, keyHex}},
	{"a\xE3\x81b", []Key{keyInvalid, keyKept, keyBeyond, keyHex}},
}

var decodeProbes = []probe{
	{"a+b", []Key{keyPlus}},
	{"%2B", []Key{keyPreserved, keyForbidden}},
	{"a%zzb", []Key{KeyMalformed, keyDigits}},
	{"%%41", []Key{KeyMalformed, keyDigits}},
	{"%4g", []Key{KeyMalformed, keyDigits}},
	{"% 4", []Key{keyDigits, KeyMalformed}},
	{"%+4", []Key{keyDigits, KeyMalformed}},
	{"a%", []Key{keyTruncated, KeyMalformed, keyDigits}},
	{"a%4", []Key{keyTruncated, keyDigits, KeyMalformed}},
	{"%u20AC", []Key{keyUnicode, KeyMalformed, keyDigits}},
	{"%U20AC", []Key{keyUnicode, KeyMalformed, keyDigits}},
	{"%00", []Key{keyForbidden, keyDecNUL, keyPreserved}},
	{"a%00b", []Key{keyForbidden, keyDecNUL, keyPreserved}},
	{"%2F", []Key{keyForbidden, keyPreserved}},
	{"%2f", []Key{keyForbidden, keyPreserved, keyUpper, keyDigits}},
	{"%C3%A9", []Key{keyUTF8, keyPreserved, keyForbidden}},
	{"%E9", []Key{keyUTF8, keyPreserved, keyForbidden}},
	{"a%FFb", []Key{keyUTF8, keyPreserved, keyForbidden}},
	{"%E3%81", []Key{keyUTF8, keyPreserved, keyForbidden}},
	{"%C0%AF", []Key{keyLax, keyUTF8}},
	{"%ED%A0%80", []Key{keyLax, keyUTF8}},
	{"%ED%A0%BD%ED%B8%80", []Key{keyLax, keyUTF8}},
	{"%F5%80%80%80", []Key{keyLax, keyUTF8}},
	{"é", []Key{keyRawText, keyRaw, keyUTF8}},
	{"日", []Key{keyRawText, keyRaw, keyUTF8}},
	{"\xFF", []Key{keyRaw, keyRawText, keyUTF8}},
	{"\xED\xA0\x80", []Key{keyRawText, keyRaw, keyUTF8, keyLax}},
	{"a b", []Key{keyRaw, keyDecRemoved}},
	{"a\nb", []Key{keyDecRemoved, keyRaw}},
	{"a&b", []Key{keyEnds}},
	{"a;b", []Key{keyEnds}},
	{"a?b", []Key{keyEnds}},
	{"a#b", []Key{keyEnds}},
	{"?a+b", []Key{keyPlusQuery, keyPlus}},
	{"%EF%BB%BFa", []Key{keyDecBOM}},
	{"a%0D%0Ab", []Key{keyLines, keyBlank}},
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
		keyRewritten, keyRefused, keyRemoved, keyNewlines, keyNUL, keySpace, keyEscapes,
		keyStray, keyDot, keyKept, keyHex, keyInvalid, keyBeyond, keyPoints, keyColon, keyEmpty,
	}
	for i := range 256 {
		order := single
		if i == ' ' {
			order = append([]Key{keyRewritten, keyRefused, keySpace}, single...)
		}
		try(false, string([]byte{byte(i)}), order, true)
	}
	for _, p := range encodeProbes {
		try(false, p.input, p.choices, false)
	}
	raw := []Key{keyPlus, keyEnds, keyTruncated, KeyMalformed, keyDecRemoved, keyRaw, keyRawText, keyUTF8, keyDigits, keyDecNUL}
	for i := range 256 {
		try(true, string([]byte{byte(i)}), raw, true)
	}
	octet := []Key{keyForbidden, keyBlank, keyLines, keyPreserved, keyUpper, keyDecNUL, keyLax, keyUTF8, keyDigits, keyDecRemoved}
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
	case keyPlus:
		return strings.Contains(d.Input, "+")
	case keySpace:
		return strings.Contains(d.Input, " ")
	case keyEscapes, keyStray, KeyMalformed, keyTruncated, keyDigits:
		return strings.Contains(d.Input, "%")
	case keyHex:
		return strings.EqualFold(d.A, d.B)
	case keyKept:
		return !strings.EqualFold(d.A, d.B)
	case keyRaw:
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
