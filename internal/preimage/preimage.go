// Package preimage finds a text that a dialect encodes to a given encoded text, or
// explains why there is none.
package preimage

import (
	"bytes"
	"fmt"
	"iter"
	"slices"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/rule"
)

// An Error says that no text is known that a dialect encodes to the given encoded
// text.
type Error struct {
	// Offset is the index of Bytes in the encoded text.
	Offset int64
	// Bytes is the escape or byte that the dialect does not write there. It is empty
	// if the encoded text ends too early.
	Bytes string
	// Written is what it writes instead, as far as that is known. It is empty if it
	// writes nothing more.
	Written string
	// Refused is why the dialect refuses the nearest text, if it does: `refused
	// character "#" at byte 1`.
	Refused string
	// Proved is true if there is certainly no such text, and false if none was found.
	Proved bool

	rule  *rule.Rule
	trial *Trial
}

// Text returns a text that the dialect encodes to nearly the encoded text. The
// dialect may refuse it.
func (e *Error) Text() []byte {
	return imageOf(e.rule, e.trial).attempts()[0]().data
}

// Error says what the dialect does not write, and what it writes instead.
func (e *Error) Error() string {
	text := fmt.Sprintf("preimage: does not write %q at byte %d", e.Bytes, e.Offset)
	if e.Written != "" {
		text += fmt.Sprintf(", but %q", e.Written)
	}
	if !e.Proved {
		text += ", as far as is known"
	}
	return text
}

// streams reports whether the output for the beginning of a text is independent of
// the rest of it.
func streams(r *rule.Encode) bool {
	switch r.Escapes {
	case rule.EscapesData, rule.EscapesKept, rule.EscapesUpper, rule.EscapesSlash, rule.EscapesUnreservedUpper:
	default:
		return false
	}
	switch r.Surrogates {
	case rule.SurrogatesEmpty, rule.SurrogatesUnchanged, rule.SurrogatesSlashes, rule.SurrogatesDroppedIfChanged, rule.SurrogatesRawQuestion, rule.SurrogatesJoined:
		return false
	}
	return r.Form == 0 && r.Segments == 0 && !r.Origin && r.Colon == "" && r.Stray != rule.StrayRefused
}

// parting returns the index of the first unit in which two encoded texts differ.
func parting(a, b []byte) int {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	for at := i - 1; at >= max(0, i-5); at-- {
		if a[at] == '%' {
			if max(len(unitAt(a, at)), len(unitAt(b, at))) > i-at {
				return at
			}
			break
		}
	}
	return i
}

// unitAt returns the unit at index i of an encoded text: an escape, %uHHHH, or a
// single byte. It is empty at the end.
func unitAt(encoded []byte, i int) []byte {
	s := encoded[i:]
	if _, ok := pct.Octet(s); ok {
		return s[:3]
	}
	if _, ok := unicodeEscape(s); ok {
		return s[:6]
	}
	return s[:min(1, len(s))]
}

// unicodeEscape returns the code unit of the %uHHHH at the beginning of s.
func unicodeEscape(s []byte) (uint16, bool) {
	if len(s) < 6 || s[0] != '%' || s[1] != 'u' {
		return 0, false
	}
	var u uint16
	for _, c := range s[2:6] {
		if !pct.IsHex(c) {
			return 0, false
		}
		u = u<<4 | uint16(pct.Hex(c))
	}
	return u, true
}

// An image says which bytes and escapes a dialect can write. It may allow more than
// the dialect really writes, never less.
type image struct {
	trial   *Trial
	enc     *percent.Encoding
	rule    *rule.Encode    // nil for an Encoding
	e       *rule.Encoder   // nil for an Encoding
	literal percent.ByteSet // bytes written outside escapes, which may include '%'
	escaped percent.ByteSet // octets written as escapes
	cases   bool            // the digits of escapes are always in the case of enc
	unicode bool            // %uHHHH may be written
	whole   bool            // anything may be written
}

// imageOf returns what r can write in the encoded text of t.
func imageOf(r *rule.Rule, t *Trial) *image {
	im := &image{trial: t, enc: r.EncodingBase(), cases: true}
	if e := r.Encoder(); e != nil && !e.Simple {
		im.e, im.rule = e, e.Encode
	}
	im.literal = im.enc.Kept()
	im.escaped = im.literal.Complement()
	if im.enc.Space() == percent.SpacePlus {
		im.literal, im.escaped = im.literal.Remove(" ").Add("+"), im.escaped.Remove(" ")
	}
	if im.enc.Escapes() == percent.EscapesKept {
		im.escapes()
		im.literal = im.literal.Remove("%")
	}
	if im.rule != nil {
		im.widen()
	}
	return im
}

// escapes allows every escape, since r keeps existing ones.
func (im *image) escapes() {
	im.cases = false
	im.escaped = percent.AllBytes
}

// widen allows what the rule writes beyond the five choices, and removes what it
// never writes.
func (im *image) widen() {
	r, e := im.rule, im.e
	plain := r.InQuery == "" && r.InFragment == "" && r.First == "" && !r.Origin && e.Legacy == nil && r.Escapes == rule.EscapesData
	if plain {
		never := e.Refuse.Add(r.Removed)
		if r.NUL == rule.NULEnds {
			never = never.Add("\x00")
		}
		if e.Rewrites != nil {
			for i, to := range e.Rewrites[:128] {
				if to != nil {
					never = never.AddRange(byte(i), byte(i))
				}
			}
		}
		written := never.Intersect(percent.ASCII).Complement()
		im.literal, im.escaped = im.literal.Intersect(written), im.escaped.Intersect(written)
		if r.Plus {
			im.literal = im.literal.Add("+")
		}
	}
	switch r.Escapes {
	case rule.EscapesData:
	case rule.EscapesAny, rule.EscapesPieces:
		im.whole = true
	default:
		im.escapes()
		switch {
		case r.Stray == rule.StrayKept, r.Stray == rule.StrayAlnum, r.Escapes == rule.EscapesRequote:
			im.literal = im.literal.Add("%")
		case r.Stray == rule.StrayEscaped && r.InQuery == "" && r.InFragment == "" && r.Escapes != rule.EscapesDecoded && e.Rewrites == nil &&
			(r.Escapes == rule.EscapesKept || r.Escapes == rule.EscapesUpper || r.Escapes == rule.EscapesUnreservedUpper):
			im.literal = im.literal.Remove("%")
		}
	}
	switch r.Surrogates {
	case rule.SurrogatesUnchanged, rule.SurrogatesSlashes, rule.SurrogatesDroppedIfChanged, rule.SurrogatesRawQuestion:
		im.whole = im.whole || im.trial.lone
	}
	im.whole = im.whole || r.Origin && im.trial.remote
	switch r.Surrogates {
	case rule.SurrogatesRawQuestion:
		im.literal = im.literal.Add("?")
	case rule.SurrogatesEscapedQuestion:
		im.escaped = im.escaped.Add("?")
	}
	im.unicode = r.Beyond == rule.BeyondLatin1 || r.Beyond == rule.BeyondUnicode
	if r.Beyond == rule.BeyondLatin1NCR || r.Beyond == rule.BeyondLatin1NCRUnits || e.Legacy != nil {
		im.writes("%26%23%3B0123456789")
	}
	if r.Newlines == rule.NewlinesUpper {
		im.writes("%0D%0A")
	}
	for i, s := range r.Pairs() {
		if i%2 == 1 {
			im.writes(s)
		}
	}
	im.writes(r.Colon)
	im.literal = im.literal.Union(rule.ParseSet(r.InQuery)).Union(rule.ParseSet(r.InFragment)).Union(rule.ParseSet(r.First))
	if r.InQuery != "" {
		im.literal = im.literal.Add("?")
		im.undo(e.After(e, '?'))
	}
	if r.InFragment != "" {
		im.literal = im.literal.Add("#")
		im.undo(e.After(e, '#'))
	}
	if r.Points != rule.PointsNone || e.Legacy != nil || r.Surrogates == rule.SurrogatesRaw || r.Surrogates == rule.SurrogatesRawReplaced {
		im.literal = im.literal.AddRange(0x80, 0xFF)
	}
}

// undo allows the escapes that are written in another part of the text.
func (im *image) undo(part *rule.Encoder) {
	im.escaped = im.escaped.Union(part.Keep.Complement())
}

// writes allows the units of s.
func (im *image) writes(s string) {
	for i := 0; i < len(s); {
		unit := unitAt([]byte(s), i)
		if len(unit) == 3 {
			octet, _ := pct.Octet(unit)
			im.escaped = im.escaped.AddRange(octet, octet)
			im.cases = im.cases && im.inCase(unit)
		} else {
			im.literal = im.literal.AddRange(unit[0], unit[0])
		}
		i += len(unit)
	}
}

// cased returns an escape with its digits in the case of the dialect.
func (im *image) cased(unit []byte) []byte {
	if im.enc.Hex() == percent.HexLower {
		return bytes.ToLower(unit)
	}
	return append(unit[:1:1], bytes.Replace(bytes.ToUpper(unit[1:]), []byte("U"), []byte("u"), 1)...)
}

// inCase reports whether the digits of the escape unit are in the case of the
// dialect.
func (im *image) inCase(unit []byte) bool {
	wrong := byte(lowerDigit)
	if im.enc.Hex() == percent.HexLower {
		wrong = upperDigit
	}
	for _, c := range unit[1:] {
		if d := digits[c]; d != notDigit && d&wrong != 0 {
			return false
		}
	}
	return true
}

// foreignOf is foreign for a dialect that writes '%' outside escapes.
func (im *image) foreignOf(encoded []byte) (off, n int) {
	wrong := im.wrongDigits()
	for i := 0; i < len(encoded); i++ {
		c := encoded[i]
		if c != '%' {
			if !im.literal.Contains(c) {
				return i, 1
			}
			continue
		}
		if i+2 < len(encoded) {
			hi, lo := digits[encoded[i+1]], digits[encoded[i+2]]
			if hi != notDigit && lo != notDigit {
				if im.escaped.Contains(hi<<4|lo&15) && (hi|lo)&wrong == 0 {
					i += 2
				} else if !im.literal.Contains('%') {
					return i, 3
				}
				continue
			}
		}
		if !im.unicode && im.literal.Contains('%') {
			continue
		}
		unit := unitAt(encoded, i)
		if im.allows(unit) {
			i += len(unit) - 1
		} else if !im.literal.Contains('%') {
			return i, len(unit)
		}
	}
	return 0, 0
}

// Flags in the table digits, which holds the value of a hexadecimal digit in its low
// bits, and one flag.
const (
	lowerDigit   = 0x10
	upperDigit   = 0x20
	decimalDigit = 0x40
	notDigit     = 0
)

var digits = [256]byte{
	'0': decimalDigit, '1': decimalDigit | 1, '2': decimalDigit | 2, '3': decimalDigit | 3, '4': decimalDigit | 4,
	'5': decimalDigit | 5, '6': decimalDigit | 6, '7': decimalDigit | 7, '8': decimalDigit | 8, '9': decimalDigit | 9,
	'A': upperDigit | 10, 'B': upperDigit | 11, 'C': upperDigit | 12, 'D': upperDigit | 13, 'E': upperDigit | 14, 'F': upperDigit | 15,
	'a': lowerDigit | 10, 'b': lowerDigit | 11, 'c': lowerDigit | 12, 'd': lowerDigit | 13, 'e': lowerDigit | 14, 'f': lowerDigit | 15,
}

// wrongDigits returns the flag of the case that the digits of escapes never have, or 0.
func (im *image) wrongDigits() byte {
	switch {
	case !im.cases:
		return 0
	case im.enc.Hex() == percent.HexLower:
		return upperDigit
	}
	return lowerDigit
}

// allows reports whether the escape unit may be written.
func (im *image) allows(unit []byte) bool {
	switch len(unit) {
	case 1:
		return false
	case 6:
		return im.unicode && im.inCase(unit)
	}
	octet, _ := pct.Octet(unit)
	return im.escaped.Contains(octet) && (!im.cases || im.inCase(unit))
}

// instead returns what the dialect writes where a foreign unit was given.
func (im *image) instead(unit []byte) []byte {
	c := unit[0]
	if len(unit) == 6 && im.unicode {
		return im.cased(unit)
	}
	if len(unit) == 3 {
		octet, _ := pct.Octet(unit)
		if im.escaped.Contains(octet) {
			return im.cased(unit)
		}
		c = octet
	}
	if im.e == nil {
		if c == '%' && im.enc.Escapes() == percent.EscapesKept {
			return []byte("%25")
		}
		return im.enc.AppendEncode(nil, []byte{c})
	}
	if c == '%' {
		return []byte("%25")
	}
	out, err := im.e.Append(nil, []byte{c})
	if err != nil {
		return nil
	}
	return out
}

// attempts returns functions that make a candidate text from the encoded text, the
// most promising first.
func (im *image) attempts() []func() *trialText {
	t := im.trial
	itself := func() *trialText { return t.text(t.encoded) }
	parse := func() *trialText { return t.parse(im) }
	if im.rule == nil {
		if im.enc.Escapes() == percent.EscapesKept {
			return []func() *trialText{parse, itself}
		}
		return []func() *trialText{parse}
	}
	r := im.rule
	list := []func() *trialText{parse}
	add := func(attempt func(encoded []byte) []byte) {
		list = append(list, func() *trialText { return t.text(attempt(t.encoded)) })
	}
	if r.Escapes != rule.EscapesData {
		list = append(list, itself)
	}
	if im.e.Rewrites != nil {
		add(func(s []byte) []byte { return im.parse(s, true) })
		if r.Escapes != rule.EscapesData {
			add(func(s []byte) []byte { return unrewritten(r, s) })
		}
	}
	if r.Colon != "" {
		add(func(s []byte) []byte { return im.parse(bytes.TrimPrefix(s, []byte(r.Colon)), im.e.Rewrites != nil) })
	}
	if r.Surrogates == rule.SurrogatesEscapedQuestion {
		add(func(s []byte) []byte {
			return im.parse(bytes.ReplaceAll(s, []byte("%3F"), []byte("\xED\xA0\x80")), false)
		})
	}
	if r.Invalid == rule.InvalidSurrogates {
		add(func([]byte) []byte { return surrogateOctets(t.parse(im).data) })
	}
	if r.BOM != rule.BOMPlain {
		add(func([]byte) []byte { return append([]byte("\uFEFF"), t.parse(im).data...) })
	}
	if r.Escapes == rule.EscapesDecoded {
		add(func([]byte) []byte { return bytes.ReplaceAll(t.parse(im).data, []byte("%"), []byte("%25")) })
	}
	if r.Escapes == rule.EscapesData && (im.whole || im.literal.Contains('%')) {
		list = append(list, itself)
	}
	if r.Empty == rule.EmptyRefused {
		// Texts that may become empty but are not.
		for _, s := range []string{".", "\n", "\x00"} {
			add(func(encoded []byte) []byte {
				if len(encoded) > 0 {
					return encoded
				}
				return []byte(s)
			})
		}
	}
	return list
}

// parse returns encoded with its escapes decoded. If the dialect keeps '%', escapes
// of octets that it keeps stay. rewritten says whether to reverse rewriting wherever
// that is possible.
func (im *image) parse(encoded []byte, rewritten bool) []byte {
	kept := im.enc.Kept()
	plus := im.enc.Space() == percent.SpacePlus
	out := make([]byte, 0, len(encoded))
	var r rule.Encode
	if im.rule != nil {
		r = *im.rule
	}
	part := im.e
	var high uint16 // of a pair of surrogates
	latin := latin(&r)
	legacyOrLatin := latin || r.Charset != "" || r.Escapes == rule.EscapesSlash
	stays := im.stays(kept)
	wrong := im.wrongDigits()
	text := im.literal.Contains('%') // what looks like an escape may be text
	running := !rewritten && r.InQuery == "" && r.InFragment == ""
	for i := 0; i < len(encoded); {
		c := encoded[i]
		if running && c != '%' && (c != '+' || !plus) {
			n := 1
			for i+n < len(encoded) && encoded[i+n] != '%' && (encoded[i+n] != '+' || !plus) {
				n++
			}
			out = append(out, encoded[i:i+n]...)
			i, high = i+n, 0
			continue
		}
		if running && i+2 < len(encoded) && c == '%' && !legacyOrLatin {
			// The usual kind of escape.
			hi, lo := digits[encoded[i+1]], digits[encoded[i+2]]
			if hi != notDigit && lo != notDigit {
				octet := hi<<4 | lo&15
				high = 0
				if text && (stays.Contains(octet) || (hi|lo)&wrong != 0) {
					out = append(out, '%')
					i++
				} else {
					out = append(out, octet)
					i += 3
				}
				continue
			}
			if !im.unicode {
				out = append(out, '%')
				i++
				continue
			}
		}
		if rewritten && r.InQuery == "" {
			if key, n := rewrittenFrom(&r, encoded[i:]); n > 0 {
				out = append(out, key...)
				i += n
				continue
			}
		}
		unit := unitAt(encoded, i)
		i += len(unit)
		if len(unit) != 6 {
			high = 0
		}
		switch {
		case len(unit) == 3:
			octet, _ := pct.Octet(unit)
			switch {
			case r.Escapes == rule.EscapesSlash && octet == '/':
				out = append(out, unit...)
			case text && (stays.Contains(octet) || !im.allows(unit)):
				out = append(out, '%')
				i -= len(unit) - 1
			case octet >= utf8.RuneSelf && latin:
				out = utf8.AppendRune(out, rune(octet))
			default:
				out = append(out, octet)
			}
		case len(unit) == 6 && im.unicode:
			u, _ := unicodeEscape(unit)
			if high != 0 && 0xDC00 <= u && u <= 0xDFFF {
				out = utf8.AppendRune(out[:len(out)-3], 0x10000+rune(high&0x3FF)<<10|rune(u&0x3FF))
				high = 0
				continue
			}
			high = 0
			if 0xD800 <= u && u < 0xDC00 {
				high = u
			}
			out = rule.AppendUnit(out, u)
		case c == '+' && plus:
			out = append(out, ' ')
		default:
			out = append(out, unit...)
			if part != nil {
				if next := part.After(im.e, c); next != part {
					part, stays, r.Rewritten = next, im.stays(next.Keep), ""
				}
			}
		}
	}
	if r.Beyond == rule.BeyondCESU {
		out = rule.JoinPairs(out)
	}
	if im.e != nil && im.e.Legacy != nil {
		// Keep never fails.
		out, _ = im.e.Legacy.AppendDecode(nil, out, charset.Keep)
	}
	return out
}

// stays returns the octets whose escapes are text where a '%' stands outside
// escapes too.
func (im *image) stays(kept percent.ByteSet) percent.ByteSet {
	set := kept.Union(im.escaped.Complement())
	if im.rule != nil && im.rule.Points == rule.PointsAll && im.rule.Charset != "" {
		set = set.AddRange(0x80, 0xFF)
	}
	return set
}

// latin reports whether the characters up to U+00FF are written as one octet each.
func latin(r *rule.Encode) bool {
	switch r.Beyond {
	case rule.BeyondLatin1, rule.BeyondLatin1NCR, rule.BeyondLatin1NCRUnits, rule.BeyondLatin1Questions, rule.BeyondLatin1Refused:
		return true
	}
	return false
}

// rewrittenFrom returns the character whose rewritten form s begins with, and the
// length of that form, or 0 if there is none.
func rewrittenFrom(r *rule.Encode, s []byte) (key string, n int) {
	pairs := r.Pairs()
	for i := 0; i < len(pairs); i += 2 {
		if to := pairs[i+1]; len(to) > n && bytes.HasPrefix(s, []byte(to)) {
			key, n = pairs[i], len(to)
		}
	}
	return key, n
}

// unrewritten returns encoded with rewriting reversed and nothing else changed.
func unrewritten(r *rule.Encode, encoded []byte) []byte {
	var out []byte
	for i := 0; i < len(encoded); {
		if key, n := rewrittenFrom(r, encoded[i:]); n > 0 {
			out = append(out, key...)
			i += n
			continue
		}
		out = append(out, encoded[i])
		i++
	}
	return out
}

// surrogateOctets reverses rule.InvalidSurrogates: it returns text with an octet for
// each lone surrogate from U+DC80 to U+DCFF.
func surrogateOctets(text []byte) []byte {
	var out []byte
	for i := 0; i < len(text); {
		r, n, surrogate := rule.DecodeWTF8(text[i:])
		if surrogate && 0xDC80 <= r && r <= 0xDCFF {
			out = append(out, byte(r))
		} else {
			out = append(out, text[i:i+n]...)
		}
		i += n
	}
	return out
}

// EncodesLike reports whether a and b make the same choices for encoding, and so
// give the same result for every text. Dialects with different choices may still
// always agree.
func EncodesLike(a, b *dialect.Dialect) bool {
	return a.Encodes() && b.Encodes() && rule.Of(a.ID).Key() == rule.Of(b.ID).Key()
}

// Rules iterates over the encoding rules of the catalogue, each as the list of the
// dialects that have it. Rules and dialects are in catalogue order. The slices must
// not be changed.
func Rules() iter.Seq[[]*dialect.Dialect] { return slices.Values(rules.Get()) }

var rules = lazy.Value[[][]*dialect.Dialect]{Make: func() [][]*dialect.Dialect {
	return Group(func(d *dialect.Dialect) (key rule.Key, ok bool) {
		if !d.Encodes() {
			return key, false
		}
		return rule.Of(d.ID).Key(), true
	})
}}

// Group returns lists of the dialects that have the same key, in catalogue order. It
// leaves out those for which keyOf returns false.
func Group[K comparable](keyOf func(*dialect.Dialect) (K, bool)) [][]*dialect.Dialect {
	var list [][]*dialect.Dialect
	index := map[K]int{}
	for d := range dialect.All() {
		key, ok := keyOf(d)
		if !ok {
			continue
		}
		at, ok := index[key]
		if !ok {
			at = len(list)
			index[key] = at
			list = append(list, nil)
		}
		list[at] = append(list[at], d)
	}
	return list
}
