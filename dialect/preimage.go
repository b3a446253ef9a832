package dialect

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
)

// A PreimageError says that no text is known that a dialect encodes as it was
// asked for.
type PreimageError struct {
	// Offset is the index of Bytes in the encoded text.
	Offset int64
	// Bytes is what the dialect does not write there: an escape, or a byte. It
	// is empty where the encoded text ends too early.
	Bytes string
	// Written is what it writes instead, as far as that is known. It is empty
	// where it writes nothing more.
	Written string
	// Refused is why the dialect refuses the text that comes nearest, if it does:
	// `refused character "#" at byte 1`.
	Refused string
	// Proved tells that there is no such text. Otherwise none was found.
	Proved bool

	dialect *Dialect
	encoded []byte
}

// Text returns a text that the dialect encodes to nearly what it was asked for.
// It may refuse it.
func (e *PreimageError) Text() []byte {
	im := e.dialect.image(e.encoded)
	return im.attempts()[0](e.encoded)
}

// Error names what is not written, and what is instead.
func (e *PreimageError) Error() string {
	text := fmt.Sprintf("dialect: does not write %q at byte %d", e.Bytes, e.Offset)
	if e.Written != "" {
		text += fmt.Sprintf(", but %q", e.Written)
	}
	if !e.Proved {
		text += ", as far as is known"
	}
	return text
}

// Preimage returns a text that d encodes as encoded. It was tried out: encoding
// it gives encoded, byte for byte. There may be others. The error is a
// *PreimageError, or a *DirectionError when d decodes only.
//
// Where Encoding is not nil, a text is found whenever there is one. Other
// dialects may write what no text was found for: the error tells whether it was
// proved that they do not.
func (d *Dialect) Preimage(encoded []byte) ([]byte, error) {
	if !d.Encodes() {
		return nil, &DirectionError{Name: d.ID, Sibling: d.sibling}
	}
	im := d.image(encoded)
	if off, n := im.foreign(encoded); n > 0 {
		unit := encoded[off : off+n]
		return nil, &PreimageError{Offset: int64(off), Bytes: string(unit), Written: string(im.instead(unit)), Proved: true, dialect: d, encoded: encoded}
	}
	var best *PreimageError
	var tried [][]byte
	var out []byte
	for _, try := range im.attempts() {
		text := try(encoded)
		if contains(tried, text) {
			continue
		}
		tried = append(tried, text)
		var e *PreimageError
		if e, out = d.try(text, encoded, out); e == nil {
			return text, nil
		}
		if best == nil || e.Offset > best.Offset {
			best = e
		}
	}
	best.dialect, best.encoded = d, encoded
	return nil, best
}

func contains(list [][]byte, text []byte) bool {
	for _, x := range list {
		if bytes.Equal(x, text) {
			return true
		}
	}
	return false
}

// Gives tells whether d encodes text as encoded. The error is nil if it does,
// and otherwise a *PreimageError that tells where it writes something else, or
// a *DirectionError when d decodes only. It uses buf, and returns it for the
// next call.
func (d *Dialect) Gives(text, encoded, buf []byte) ([]byte, error) {
	if !d.Encodes() {
		return buf, &DirectionError{Name: d.ID, Sibling: d.sibling}
	}
	e, buf := d.try(text, encoded, buf)
	if e == nil {
		return buf, nil
	}
	e.Proved, e.dialect, e.encoded = true, d, encoded
	return buf, e
}

// How much of a long text is encoded first by a dialect that works from left to
// right, and how much of that may depend on what follows: a line break, a cut
// escape, the return of a charset to ASCII.
const (
	trialLength = 256
	trialEnd    = 64
)

// try encodes text and tells where that leaves encoded, or nil if it does not.
func (d *Dialect) try(text, encoded, buf []byte) (*PreimageError, []byte) {
	if d.rule != nil && len(text) > 2*trialLength && d.rule.encode.streams() {
		cut := trialLength
		for cut > trialLength-utf8.UTFMax && !utf8.RuneStart(text[cut]) {
			cut--
		}
		out, err := d.AppendEncode(buf[:0], text[:cut])
		buf = out
		if err == nil && !bytes.HasPrefix(encoded, out[:max(0, len(out)-trialEnd)]) {
			return missed(encoded, out, nil), buf
		}
	}
	out, err := d.AppendEncode(buf[:0], text)
	if err == nil && bytes.Equal(out, encoded) {
		return nil, out
	}
	return missed(encoded, out, err), out
}

// streams reports whether what is written for the beginning of a text does not
// depend on the rest of it.
func (r *encodeRule) streams() bool {
	switch r.escapes {
	case escapesData, escapesKept, escapesUpper, escapesSlash, escapesUnreservedUpper:
	default:
		return false
	}
	switch r.surrogates {
	case surrogatesEmpty, surrogatesUnchanged, surrogatesDroppedIfChanged, surrogatesRawQuestion, surrogatesJoined:
		return false
	}
	return r.form == 0 && r.segments == 0 && !r.origin && r.colon == "" && r.stray != strayRefused
}

// missed tells where out, which is what came of an attempt, leaves encoded.
func missed(encoded, out []byte, err error) *PreimageError {
	at := parting(encoded, out)
	e := &PreimageError{Offset: int64(at), Bytes: string(unitAt(encoded, at)), Written: string(unitAt(out, at))}
	if err != nil {
		e.Refused = strings.TrimPrefix(err.Error(), "dialect: ")
	}
	return e
}

// parting returns where the units begin in which two encoded texts differ first.
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

// unitAt returns what stands at i of an encoded text: a triplet, %uHHHH, or a
// single byte; nothing at its end.
func unitAt(encoded []byte, i int) []byte {
	s := encoded[i:]
	if _, ok := escape(s); ok {
		return s[:3]
	}
	if _, ok := unicodeEscape(s); ok {
		return s[:6]
	}
	return s[:min(1, len(s))]
}

// unicodeEscape returns the code unit of the %uHHHH that s begins with.
func unicodeEscape(s []byte) (uint16, bool) {
	if len(s) < 6 || s[0] != '%' || s[1] != 'u' {
		return 0, false
	}
	var u uint16
	for _, c := range s[2:6] {
		if !isHex(c) {
			return 0, false
		}
		u = u<<4 | uint16(unhex(c))
	}
	return u, true
}

// An image is what of bytes and escapes a dialect writes at all. It may allow
// more than that, and never less.
type image struct {
	enc     *percent.Encoding
	rule    *encodeRule // nil for an Encoding
	e       *encoder    // nil for an Encoding
	literal [256]bool   // bytes that stand outside escapes, a stray '%' among them
	escaped [256]bool   // octets of escapes
	cases   bool        // the digits of escapes are in the case that enc says
	unicode bool        // %uHHHH is written
	whole   bool        // anything is written
}

// image returns what d can write as, or as a part of, encoded.
func (d *Dialect) image(encoded []byte) *image {
	im := &image{enc: d.fiveChoices(), cases: true}
	if d.rule != nil {
		im.e = d.encoder()
		im.rule = im.e.encodeRule
		if im.e.simple {
			im.e, im.rule = nil, nil
		}
	}
	kept := im.enc.Kept()
	plus := im.enc.Space() == percent.SpacePlus
	for i := range 256 {
		c := byte(i)
		im.literal[i] = kept.Contains(c)
		im.escaped[i] = !kept.Contains(c)
	}
	if plus {
		im.literal[' '], im.escaped[' '], im.literal['+'] = false, false, true
	}
	if im.enc.Escapes() == percent.TripletsKept {
		im.triplets()
		im.literal['%'] = false
	}
	if im.rule != nil {
		im.widen(encoded)
	}
	return im
}

// triplets allows every escape, since those in the text stay.
func (im *image) triplets() {
	im.cases = false
	for i := range im.escaped {
		im.escaped[i] = true
	}
}

// widen allows what the rule writes beyond the five choices, and takes away
// what it never writes.
func (im *image) widen(encoded []byte) {
	r, e := im.rule, im.e
	plain := r.inQuery == "" && r.inFragment == "" && r.first == "" && !r.origin && e.legacy == nil && r.escapes == escapesData
	if plain {
		for i := range 128 {
			c := byte(i)
			if e.refuse.Contains(c) || strings.IndexByte(r.removed, c) >= 0 || c == 0 && r.nul == nulEnds ||
				e.rewrites != nil && e.rewrites[c] != nil {
				im.literal[c], im.escaped[c] = false, false
			}
		}
		if r.plus {
			im.literal['+'] = true
		}
	}
	switch r.escapes {
	case escapesData:
	case escapesAny, escapesPieces:
		im.whole = true
	default:
		im.triplets()
		switch {
		case r.stray == strayKept, r.stray == strayAlnum, r.escapes == escapesRequote:
			im.literal['%'] = true
		case r.stray == strayEscaped && r.inQuery == "" && r.inFragment == "" && r.escapes != escapesDecoded && e.rewrites == nil &&
			(r.escapes == escapesKept || r.escapes == escapesUpper || r.escapes == escapesUnreservedUpper):
			im.literal['%'] = false
		}
	}
	switch r.surrogates {
	case surrogatesUnchanged, surrogatesDroppedIfChanged, surrogatesRawQuestion:
		im.whole = im.whole || hasSurrogate(encoded)
	}
	im.whole = im.whole || r.origin && bytes.Contains(encoded, []byte("://"))
	switch r.surrogates {
	case surrogatesRawQuestion:
		im.literal['?'] = true
	case surrogatesEscapedQuestion:
		im.escaped['?'] = true
	}
	im.unicode = r.beyond == beyondLatin1 || r.beyond == beyondUnicode
	if r.beyond == beyondLatin1NCR || r.beyond == beyondLatin1NCRUnits || e.legacy != nil {
		im.writes("%26%23%3B0123456789")
	}
	if r.newlines == newlinesUpper {
		im.writes("%0D%0A")
	}
	for i := 1; i < len(r.rewritten); i += 2 {
		im.writes(r.rewritten[i])
	}
	for _, s := range []string{r.prefix, r.suffix, r.colon} {
		im.writes(s)
	}
	for _, set := range []percent.ByteSet{parseSet(r.inQuery), parseSet(r.inFragment), parseSet(r.first)} {
		for c := range set.All() {
			im.literal[c] = true
		}
	}
	if r.inQuery != "" {
		im.literal['?'] = true
		im.undo(e.after(e, '?'))
	}
	if r.inFragment != "" {
		im.literal['#'] = true
		im.undo(e.after(e, '#'))
	}
	if r.points != pointsNone || e.legacy != nil || r.surrogates == surrogatesRaw || r.surrogates == surrogatesRawReplaced {
		for i := 0x80; i < 0x100; i++ {
			im.literal[i] = true
		}
	}
}

// undo allows the escapes that another part of the text needs.
func (im *image) undo(part *encoder) {
	for i := range 256 {
		if !part.keep.Contains(byte(i)) {
			im.escaped[i] = true
		}
	}
}

// writes allows the units of s.
func (im *image) writes(s string) {
	for i := 0; i < len(s); {
		unit := unitAt([]byte(s), i)
		if len(unit) == 3 {
			octet, _ := escape(unit)
			im.escaped[octet] = true
			im.cases = im.cases && im.inCase(unit)
		} else {
			im.literal[unit[0]] = true
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

// foreign returns the first unit of encoded that the dialect never writes, or
// n 0.
func (im *image) foreign(encoded []byte) (off, n int) {
	if im.whole {
		return 0, 0
	}
	wrong := im.wrongDigits()
	for i := 0; i < len(encoded); i++ {
		c := encoded[i]
		if c != '%' {
			if !im.literal[c] {
				return i, 1
			}
			continue
		}
		if i+2 < len(encoded) {
			hi, lo := digits[encoded[i+1]], digits[encoded[i+2]]
			if hi != notDigit && lo != notDigit {
				if im.escaped[hi<<4|lo&15] && (hi|lo)&wrong == 0 {
					i += 2
				} else if !im.literal['%'] {
					return i, 3
				}
				continue
			}
		}
		if !im.unicode && im.literal['%'] {
			continue
		}
		unit := unitAt(encoded, i)
		if im.allows(unit) {
			i += len(unit) - 1
		} else if !im.literal['%'] {
			return i, len(unit)
		}
	}
	return 0, 0
}

// Of a hexadecimal digit, digits has the value in the low four bits, and which
// case it has.
const (
	lowerDigit = 0x10
	upperDigit = 0x20
	notDigit   = 0xFF
)

var digits = func() (table [256]byte) {
	for i := range table {
		switch c := byte(i); {
		case !isHex(c):
			table[i] = notDigit
		case c >= 'a':
			table[i] = unhex(c) | lowerDigit
		case c >= 'A':
			table[i] = unhex(c) | upperDigit
		default:
			table[i] = unhex(c)
		}
	}
	return table
}()

// wrongDigits returns the case that the digits of escapes may not have, or 0.
func (im *image) wrongDigits() byte {
	switch {
	case !im.cases:
		return 0
	case im.enc.Hex() == percent.HexLower:
		return upperDigit
	}
	return lowerDigit
}

// allows reports whether the escape unit is written.
func (im *image) allows(unit []byte) bool {
	switch len(unit) {
	case 1:
		return false
	case 6:
		return im.unicode && im.inCase(unit)
	}
	octet, _ := escape(unit)
	return im.escaped[octet] && (!im.cases || im.inCase(unit))
}

// instead returns what is written for what a foreign unit stands for.
func (im *image) instead(unit []byte) []byte {
	c := unit[0]
	if len(unit) == 6 && im.unicode {
		return im.cased(unit)
	}
	if len(unit) == 3 {
		octet, _ := escape(unit)
		if im.escaped[octet] {
			return im.cased(unit)
		}
		c = octet
	}
	if im.e == nil {
		if c == '%' && im.enc.Escapes() == percent.TripletsKept {
			return []byte("%25")
		}
		return im.enc.AppendEncode(nil, []byte{c})
	}
	if c == '%' {
		return []byte("%25")
	}
	out, err := im.e.append(nil, []byte{c})
	if err != nil {
		return nil
	}
	return out
}

// attempts returns the ways to make a text of what the dialect has written, the
// most promising first.
func (im *image) attempts() []func([]byte) []byte {
	itself := func(s []byte) []byte { return s }
	parse := func(s []byte) []byte { return im.parse(s, false) }
	if im.rule == nil {
		if im.enc.Escapes() == percent.TripletsKept {
			return []func([]byte) []byte{parse, itself}
		}
		return []func([]byte) []byte{parse}
	}
	r := im.rule
	list := []func([]byte) []byte{parse}
	if r.escapes != escapesData {
		list = append(list, itself)
	}
	if im.e.rewrites != nil {
		list = append(list, func(s []byte) []byte { return im.parse(s, true) })
		if r.escapes != escapesData {
			list = append(list, r.unrewritten)
		}
	}
	if r.colon != "" {
		list = append(list, func(s []byte) []byte { return im.parse(bytes.TrimPrefix(s, []byte(r.colon)), im.e.rewrites != nil) })
	}
	if r.surrogates == surrogatesEscapedQuestion {
		list = append(list, func(s []byte) []byte {
			return im.parse(bytes.ReplaceAll(s, []byte("%3F"), []byte("\xED\xA0\x80")), false)
		})
	}
	if r.invalid == invalidSurrogates {
		list = append(list, func(s []byte) []byte { return surrogateOctets(im.parse(s, false)) })
	}
	if r.bom != bomPlain {
		list = append(list, func(s []byte) []byte { return append([]byte("\uFEFF"), im.parse(s, false)...) })
	}
	if r.escapes == escapesDecoded {
		list = append(list, func(s []byte) []byte {
			return bytes.ReplaceAll(im.parse(s, false), []byte("%"), []byte("%25"))
		})
	}
	if r.escapes == escapesData && (im.whole || im.literal['%']) {
		list = append(list, itself)
	}
	if r.empty == emptyRefused {
		// What becomes empty, but is not.
		for _, s := range []string{".", "\n", "\x00"} {
			list = append(list, func(encoded []byte) []byte {
				if len(encoded) > 0 {
					return encoded
				}
				return []byte(s)
			})
		}
	}
	return list
}

// parse returns encoded with its escapes undone, those of octets that the
// dialect keeps excepted where it keeps '%' too; rewritten tells whether what
// can be a rewritten character is one.
func (im *image) parse(encoded []byte, rewritten bool) []byte {
	if !rewritten && im.plain() {
		// Every '%' begins an escape: nothing is malformed.
		if im.enc.Space() == percent.SpacePlus {
			out, _ := lenientPlus.AppendDecode(make([]byte, 0, len(encoded)), encoded)
			return out
		}
		out, _ := lenient.AppendDecode(make([]byte, 0, len(encoded)), encoded)
		return out
	}
	kept := im.enc.Kept()
	plus := im.enc.Space() == percent.SpacePlus
	out := make([]byte, 0, len(encoded))
	var r encodeRule
	if im.rule != nil {
		r = *im.rule
		encoded = bytes.TrimSuffix(bytes.TrimPrefix(encoded, []byte(r.prefix)), []byte(r.suffix))
	}
	part := im.e
	var high uint16 // of a pair of surrogates
	latin := r.beyond == beyondLatin1 || r.beyond == beyondLatin1NCR || r.beyond == beyondLatin1NCRUnits ||
		r.beyond == beyondLatin1Questions || r.beyond == beyondLatin1Refused
	legacyOrLatin := latin || r.charset != "" || r.escapes == escapesSlash
	wrong := im.wrongDigits()
	running := !rewritten && r.inQuery == "" && r.inFragment == ""
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
			// What most escapes are.
			hi, lo := digits[encoded[i+1]], digits[encoded[i+2]]
			if hi != notDigit && lo != notDigit {
				octet := hi<<4 | lo&15
				high = 0
				if im.literal['%'] && (kept.Contains(octet) || !im.escaped[octet] || (hi|lo)&wrong != 0) {
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
		if rewritten && r.inQuery == "" {
			if key, n := r.rewrittenFrom(encoded[i:]); n > 0 {
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
			octet, _ := escape(unit)
			switch {
			case r.escapes == escapesSlash && octet == '/':
				out = append(out, unit...)
			case im.literal['%'] && (kept.Contains(octet) || octet >= utf8.RuneSelf && r.points == pointsAll && r.charset != "" || !im.allows(unit)):
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
			out = appendUnit(out, u)
		case c == '+' && plus:
			out = append(out, ' ')
		default:
			out = append(out, unit...)
			if part != nil {
				if next := part.after(im.e, c); next != part {
					part, kept, r.rewritten = next, next.keep, nil
				}
			}
		}
	}
	if r.beyond == beyondCESU {
		out = joinPairs(out)
	}
	if im.e != nil && im.e.legacy != nil {
		// Keep never fails.
		out, _ = im.e.legacy.AppendDecode(nil, out, charset.Keep)
	}
	return out
}

var (
	lenient     = percent.New(percent.Unreserved).WithMalformed(percent.MalformedKept)
	lenientPlus = lenient.WithPlus(percent.PlusIsSpace)
)

// plain reports whether parsing is decoding.
func (im *image) plain() bool {
	if im.literal['%'] || im.whole {
		return false
	}
	r := im.rule
	return r == nil || r.escapes != escapesSlash && r.prefix == "" && r.suffix == "" && r.charset == "" && r.inQuery == "" && r.inFragment == "" &&
		(r.beyond == beyondUTF8 || r.beyond == beyondBMP)
}

// rewrittenFrom returns the character that is rewritten to what s begins with,
// and how long that is.
func (r *encodeRule) rewrittenFrom(s []byte) (key string, n int) {
	for i := 0; i < len(r.rewritten); i += 2 {
		if to := r.rewritten[i+1]; len(to) > n && bytes.HasPrefix(s, []byte(to)) {
			key, n = r.rewritten[i], len(to)
		}
	}
	return key, n
}

// unrewritten returns encoded with rewritten characters undone, and nothing
// else.
func (r *encodeRule) unrewritten(encoded []byte) []byte {
	var out []byte
	for i := 0; i < len(encoded); {
		if key, n := r.rewrittenFrom(encoded[i:]); n > 0 {
			out = append(out, key...)
			i += n
			continue
		}
		out = append(out, encoded[i])
		i++
	}
	return out
}

// surrogateOctets returns text with the octets in it that invalidSurrogates
// makes lone surrogates of.
func surrogateOctets(text []byte) []byte {
	var out []byte
	for i := 0; i < len(text); {
		r, n, surrogate := decodeWTF8(text[i:])
		if surrogate && 0xDC80 <= r && r <= 0xDCFF {
			out = append(out, byte(r))
		} else {
			out = append(out, text[i:i+n]...)
		}
		i += n
	}
	return out
}

// joinPairs makes a character of each pair of surrogates in text.
func joinPairs(text []byte) []byte {
	var out []byte
	for i := 0; i < len(text); {
		r, n, surrogate := decodeWTF8(text[i:])
		if surrogate && r < 0xDC00 {
			if low, m, ok := decodeWTF8(text[i+n:]); ok && low >= 0xDC00 {
				out = utf8.AppendRune(out, 0x10000+(r&0x3FF)<<10|low&0x3FF)
				i += n + m
				continue
			}
		}
		out = append(out, text[i:i+n]...)
		i += n
	}
	return out
}

func hasSurrogate(text []byte) bool {
	for i := bytes.IndexByte(text, 0xED); i >= 0 && i < len(text); {
		if _, _, surrogate := decodeWTF8(text[i:]); surrogate {
			return true
		}
		next := bytes.IndexByte(text[i+1:], 0xED)
		if next < 0 {
			return false
		}
		i += 1 + next
	}
	return false
}

// fiveChoices is Base of a dialect that encodes, as far as encoding goes.
func (d *Dialect) fiveChoices() *percent.Encoding {
	if d.encoding != nil {
		return d.encoding
	}
	return d.encoder().base
}

// EncodesLike reports whether d and other make the same choices for encoding,
// so that every text gives the same in both. Dialects that make other choices
// may still never differ.
func (d *Dialect) EncodesLike(other *Dialect) bool {
	if !d.Encodes() || !other.Encodes() {
		return false
	}
	a, b := d.fiveChoices(), other.fiveChoices()
	if a.Kept() != b.Kept() || a.Space() != b.Space() || a.Hex() != b.Hex() || a.Escapes() != b.Escapes() {
		return false
	}
	return d.beyondFive() == other.beyondFive()
}

// beyondFive returns what the encoding rule says beyond the five choices, in a
// form that can be compared.
func (d *Dialect) beyondFive() beyondFive {
	if d.rule == nil {
		return beyondFive{}
	}
	r := d.rule.encode
	b := beyondFive{
		r.nul, r.bom, r.newlines, r.form, r.stray, r.surrogates, r.invalid, r.points, r.nonchars, r.beyond,
		r.removed, r.dot, r.segments, r.colon, r.empty, strings.Join(r.rewritten, "\xFF"), r.refused, r.first, r.origin,
		r.inQuery, r.inFragment, r.emptyQuery, r.outside, r.charset, r.prefix, r.suffix, r.escapes,
	}
	if b.escapes == escapesKept {
		b.escapes = escapesData // the five choices tell
	}
	return b
}

type beyondFive struct {
	nul        nulRule
	bom        bomRule
	newlines   newlineRule
	form       formRule
	stray      strayRule
	surrogates surrogateRule
	invalid    invalidRule
	points     pointRule
	nonchars   noncharRule
	beyond     beyondRule
	removed    string
	dot        dotRule
	segments   segmentRule
	colon      string
	empty      emptyRule
	rewritten  string
	refused    string
	first      string
	origin     bool
	inQuery    string
	inFragment string
	emptyQuery bool
	outside    outsideRule
	charset    string
	prefix     string
	suffix     string
	escapes    escapesRule
}
