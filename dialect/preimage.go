package dialect

import (
	"bytes"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
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
	trial   *Trial
}

// Text returns a text that the dialect encodes to nearly what it was asked for.
// It may refuse it.
func (e *PreimageError) Text() []byte {
	return e.dialect.image(e.trial).attempts()[0]().data
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

// Preimage returns a text that d encodes as encoded, as [Trial.Preimage] does.
func (d *Dialect) Preimage(encoded []byte) ([]byte, error) {
	return NewTrial(encoded).Preimage(d)
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
	trial   *Trial
	enc     *percent.Encoding
	rule    *encodeRule     // nil for an Encoding
	e       *encoder        // nil for an Encoding
	literal percent.ByteSet // bytes that stand outside escapes, a stray '%' among them
	escaped percent.ByteSet // octets of escapes
	cases   bool            // the digits of escapes are in the case that enc says
	unicode bool            // %uHHHH is written
	whole   bool            // anything is written
}

// image returns what d can write as, or as a part of, the encoded text of t.
func (d *Dialect) image(t *Trial) *image {
	im := &image{trial: t, enc: d.fiveChoices(), cases: true}
	if d.rule != nil {
		im.e = d.encoder()
		im.rule = im.e.encodeRule
		if im.e.simple {
			im.e, im.rule = nil, nil
		}
	}
	im.literal = im.enc.Kept()
	im.escaped = im.literal.Complement()
	if im.enc.Space() == percent.SpacePlus {
		im.literal, im.escaped = im.literal.Remove(" ").Add("+"), im.escaped.Remove(" ")
	}
	if im.enc.Escapes() == percent.TripletsKept {
		im.triplets()
		im.literal = im.literal.Remove("%")
	}
	if im.rule != nil {
		im.widen()
	}
	return im
}

// triplets allows every escape, since those in the text stay.
func (im *image) triplets() {
	im.cases = false
	im.escaped = percent.AllBytes
}

// widen allows what the rule writes beyond the five choices, and takes away
// what it never writes.
func (im *image) widen() {
	r, e := im.rule, im.e
	plain := r.inQuery == "" && r.inFragment == "" && r.first == "" && !r.origin && e.legacy == nil && r.escapes == escapesData
	if plain {
		never := e.refuse.Add(r.removed)
		if r.nul == nulEnds {
			never = never.Add("\x00")
		}
		if e.rewrites != nil {
			for i, to := range e.rewrites[:128] {
				if to != nil {
					never = never.AddRange(byte(i), byte(i))
				}
			}
		}
		written := never.Intersect(percent.ASCII).Complement()
		im.literal, im.escaped = im.literal.Intersect(written), im.escaped.Intersect(written)
		if r.plus {
			im.literal = im.literal.Add("+")
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
			im.literal = im.literal.Add("%")
		case r.stray == strayEscaped && r.inQuery == "" && r.inFragment == "" && r.escapes != escapesDecoded && e.rewrites == nil &&
			(r.escapes == escapesKept || r.escapes == escapesUpper || r.escapes == escapesUnreservedUpper):
			im.literal = im.literal.Remove("%")
		}
	}
	switch r.surrogates {
	case surrogatesUnchanged, surrogatesDroppedIfChanged, surrogatesRawQuestion:
		im.whole = im.whole || im.trial.lone
	}
	im.whole = im.whole || r.origin && im.trial.remote
	switch r.surrogates {
	case surrogatesRawQuestion:
		im.literal = im.literal.Add("?")
	case surrogatesEscapedQuestion:
		im.escaped = im.escaped.Add("?")
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
	im.literal = im.literal.Union(parseSet(r.inQuery)).Union(parseSet(r.inFragment)).Union(parseSet(r.first))
	if r.inQuery != "" {
		im.literal = im.literal.Add("?")
		im.undo(e.after(e, '?'))
	}
	if r.inFragment != "" {
		im.literal = im.literal.Add("#")
		im.undo(e.after(e, '#'))
	}
	if r.points != pointsNone || e.legacy != nil || r.surrogates == surrogatesRaw || r.surrogates == surrogatesRawReplaced {
		im.literal = im.literal.AddRange(0x80, 0xFF)
	}
}

// undo allows the escapes that another part of the text needs.
func (im *image) undo(part *encoder) {
	im.escaped = im.escaped.Union(part.keep.Complement())
}

// writes allows the units of s.
func (im *image) writes(s string) {
	for i := 0; i < len(s); {
		unit := unitAt([]byte(s), i)
		if len(unit) == 3 {
			octet, _ := escape(unit)
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

// foreignOf is foreign of a dialect that writes '%' outside escapes.
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
	return im.escaped.Contains(octet) && (!im.cases || im.inCase(unit))
}

// instead returns what is written for what a foreign unit stands for.
func (im *image) instead(unit []byte) []byte {
	c := unit[0]
	if len(unit) == 6 && im.unicode {
		return im.cased(unit)
	}
	if len(unit) == 3 {
		octet, _ := escape(unit)
		if im.escaped.Contains(octet) {
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
func (im *image) attempts() []func() *trialText {
	t := im.trial
	itself := func() *trialText { return t.text(t.encoded) }
	parse := func() *trialText { return t.parse(im) }
	if im.rule == nil {
		if im.enc.Escapes() == percent.TripletsKept {
			return []func() *trialText{parse, itself}
		}
		return []func() *trialText{parse}
	}
	r := im.rule
	list := []func() *trialText{parse}
	add := func(make func(encoded []byte) []byte) {
		list = append(list, func() *trialText { return t.text(make(t.encoded)) })
	}
	if r.escapes != escapesData {
		list = append(list, itself)
	}
	if im.e.rewrites != nil {
		add(func(s []byte) []byte { return im.parse(s, true) })
		if r.escapes != escapesData {
			add(r.unrewritten)
		}
	}
	if r.colon != "" {
		add(func(s []byte) []byte { return im.parse(bytes.TrimPrefix(s, []byte(r.colon)), im.e.rewrites != nil) })
	}
	if r.surrogates == surrogatesEscapedQuestion {
		add(func(s []byte) []byte {
			return im.parse(bytes.ReplaceAll(s, []byte("%3F"), []byte("\xED\xA0\x80")), false)
		})
	}
	if r.invalid == invalidSurrogates {
		add(func([]byte) []byte { return surrogateOctets(t.parse(im).data) })
	}
	if r.bom != bomPlain {
		add(func([]byte) []byte { return append([]byte("\uFEFF"), t.parse(im).data...) })
	}
	if r.escapes == escapesDecoded {
		add(func([]byte) []byte { return bytes.ReplaceAll(t.parse(im).data, []byte("%"), []byte("%25")) })
	}
	if r.escapes == escapesData && (im.whole || im.literal.Contains('%')) {
		list = append(list, itself)
	}
	if r.empty == emptyRefused {
		// What becomes empty, but is not.
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

// parse returns encoded with its escapes undone, those of octets that the
// dialect keeps excepted where it keeps '%' too; rewritten tells whether what
// can be a rewritten character is one.
func (im *image) parse(encoded []byte, rewritten bool) []byte {
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
	latin := r.latin()
	legacyOrLatin := latin || r.charset != "" || r.escapes == escapesSlash
	stays := im.stays(kept)
	wrong := im.wrongDigits()
	text := im.literal.Contains('%') // so may be what looks like an escape
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
			out = appendUnit(out, u)
		case c == '+' && plus:
			out = append(out, ' ')
		default:
			out = append(out, unit...)
			if part != nil {
				if next := part.after(im.e, c); next != part {
					part, stays, r.rewritten = next, im.stays(next.keep), nil
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

// stays returns the octets whose escapes are text where a '%' stands outside
// escapes too.
func (im *image) stays(kept percent.ByteSet) percent.ByteSet {
	set := kept.Union(im.escaped.Complement())
	if im.rule != nil && im.rule.points == pointsAll && im.rule.charset != "" {
		set = set.AddRange(0x80, 0xFF)
	}
	return set
}

// latin reports whether characters up to U+00FF are written as one octet.
func (r *encodeRule) latin() bool {
	switch r.beyond {
	case beyondLatin1, beyondLatin1NCR, beyondLatin1NCRUnits, beyondLatin1Questions, beyondLatin1Refused:
		return true
	}
	return false
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
	return d.encodeRule() == other.encodeRule()
}

// An encodeKey is all that a dialect says of encoding, in a form that can be
// compared.
type encodeKey struct {
	five
	beyondFive
}

func (d *Dialect) encodeRule() encodeKey {
	if d.encoding != nil {
		return encodeKey{five: fiveOf(d.encoding)}
	}
	return encodeKey{d.rule.encode.five(), d.beyondFive()}
}

// Rules iterates over the rules that the dialects state that encode: over the
// dialects that state each, in catalogue order, of which any two encode alike.
// The rules have the order of their first dialects. The slices must not be
// changed.
func Rules() iter.Seq[[]*Dialect] { return slices.Values(rules()) }

var rules = sync.OnceValue(func() [][]*Dialect {
	var list [][]*Dialect
	index := make(map[encodeKey]int, len(dialects()))
	for d := range All() {
		if !d.Encodes() {
			continue
		}
		key := d.encodeRule()
		at, ok := index[key]
		if !ok {
			at = len(list)
			index[key] = at
			list = append(list, nil)
		}
		list[at] = append(list[at], d)
	}
	return list
})

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
