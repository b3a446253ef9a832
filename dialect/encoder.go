package dialect

import (
	"bytes"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
)

// A RefusedError says that a dialect does not take what it was given: a
// character that it cannot encode, or an escape that it forbids.
type RefusedError struct {
	// Offset is the index of Bytes in what the caller passed.
	Offset int64
	// Bytes is what was refused.
	Bytes string
	// Reason says what is wrong with it, such as "lone surrogate".
	Reason string
}

// Error returns a text such as
//
//	dialect: lone surrogate "\xed\xa0\x80" at byte 17
func (e *RefusedError) Error() string {
	return fmt.Sprintf("dialect: %s %q at byte %d", e.Reason, e.Bytes, e.Offset)
}

// An encoder is an encodeRule made ready for use.
type encoder struct {
	*encodeRule
	base     *percent.Encoding // the five choices
	simple   bool              // they say it all
	keep     percent.ByteSet
	refuse   percent.ByteSet
	rewrites *[256]*string
	legacy   *charset.Charset
	special  percent.ByteSet // bytes that may be dealt with beyond the five choices
	text     bool            // so are octets that are not UTF-8
	lone     bool            // so are lone surrogates
}

func newEncoder(r *encodeRule) *encoder {
	e := &encoder{encodeRule: r, keep: parseSet(r.kept), refuse: parseSet(r.refused)}
	e.base = r.five().encoding()
	if len(r.rewritten) > 0 {
		e.rewrites = new([256]*string)
		for i := 0; i < len(r.rewritten); i += 2 {
			c, _ := utf8.DecodeRuneInString(r.rewritten[i])
			e.rewrites[c] = &r.rewritten[i+1]
		}
	}
	if r.charset != "" {
		var err error
		if e.legacy, err = charset.Lookup(r.charset); err != nil {
			panic("dialect: " + err.Error())
		}
	}
	e.simple = r.escapes <= escapesKept && r.nul == 0 && r.bom == 0 && r.newlines == 0 && r.form == 0 && r.stray == 0 &&
		r.surrogates == 0 && r.invalid == 0 && r.points == 0 && r.beyond == 0 && e.rewrites == nil && r.refused == "" &&
		r.prefix == "" && r.suffix == "" && r.charset == "" && r.empty == 0 && r.removed == "" && r.dot == 0 && r.segments == 0 && r.nonchars == 0 && r.first == "" && !r.origin && !r.emptyQuery && r.inQuery == "" && r.inFragment == "" && r.outside == 0 && r.colon == ""
	e.findSpecial()
	return e
}

// five are the five choices, as far as encoding goes, in a form that can be
// compared.
type five struct {
	kept    percent.ByteSet
	space   percent.SpaceSpelling
	hex     percent.HexCase
	escapes percent.ExistingEscapes
}

func (r *encodeRule) five() five {
	f := five{kept: parseSet(r.kept)}
	if r.plus {
		f.space = percent.SpacePlus
	}
	if r.lower {
		f.hex = percent.HexLower
	}
	if r.escapes == escapesKept {
		f.escapes = percent.TripletsKept
	}
	return f
}

func fiveOf(e *percent.Encoding) five { return five{e.Kept(), e.Space(), e.Hex(), e.Escapes()} }

// made holds what encoding has returned: two behaviours in three make the five
// choices of another one.
var made = struct {
	sync.Mutex
	encodings map[five]*percent.Encoding
}{encodings: map[five]*percent.Encoding{}}

// encoding returns the encoding that makes the choices.
func (f five) encoding() *percent.Encoding {
	made.Lock()
	defer made.Unlock()
	e := made.encodings[f]
	if e == nil {
		e = percent.New(f.kept)
		if f.space == percent.SpacePlus {
			e = e.WithSpace(f.space)
		}
		if f.hex == percent.HexLower {
			e = e.WithHex(f.hex)
		}
		if f.escapes == percent.TripletsKept {
			e = e.WithEscapes(f.escapes)
		}
		made.encodings[f] = e
	}
	return e
}

// findSpecial notes what a text must not hold for the five choices to say it
// all.
func (e *encoder) findSpecial() {
	add := func(chars string) { e.special = e.special.Add(chars) }
	if e.escapes > escapesKept || e.stray != 0 {
		add("%")
	}
	if e.nul != 0 {
		add("\x00")
	}
	if e.newlines != 0 {
		add("\r\n")
	}
	if e.dot != 0 {
		add(".")
	}
	if e.segments != 0 {
		add("/")
	}
	if e.origin || e.colon != "" {
		add(":")
	}
	if e.emptyQuery || e.inQuery != "" {
		add("?")
	}
	if e.inFragment != "" {
		add("#")
	}
	add(e.removed)
	e.special = e.special.Union(e.refuse).Union(parseSet(e.first))
	if e.rewrites != nil {
		for i, to := range e.rewrites {
			switch {
			case to != nil && i < utf8.RuneSelf:
				e.special = e.special.AddRange(byte(i), byte(i))
			case to != nil:
				e.special = e.special.AddRange(0x80, 0xFF) // which the UTF-8 of it is of
			}
		}
	}
	if e.bom != 0 || e.form != 0 || e.nonchars != 0 || e.points != 0 || e.beyond != 0 || e.outside != 0 || e.charset != "" {
		e.special = e.special.AddRange(0x80, 0xFF)
	}
	if e.charset != "" {
		// ISO-2022-JP refuses them, since it writes them itself.
		add("\x0E\x0F\x1B")
	}
	e.text = e.surrogates == surrogatesJoined || e.invalid != 0
	e.lone = e.surrogates != 0
}

// plain reports whether the five choices say all about src.
func (e *encoder) plain(src []byte) bool {
	if e.prefix != "" || e.suffix != "" || len(src) == 0 {
		return false
	}
	var high byte
	for _, c := range src {
		if e.special.Contains(c) {
			return false
		}
		high |= c
	}
	return high < utf8.RuneSelf || !e.text && !e.lone || utf8.Valid(src) || !e.text && !hasSurrogate(src)
}

// append appends src, encoded, to dst.
func (e *encoder) append(dst, src []byte) ([]byte, error) {
	if e.simple || e.plain(src) {
		return e.base.AppendEncode(dst, src), nil
	}
	if len(src) == 0 && e.empty == emptyRefused {
		return dst, &RefusedError{Reason: "empty text"}
	}
	if e.dot != dotPlain && (string(src) == "." || string(src) == "..") {
		switch {
		case e.dot == dotEmptyRefused && len(src) == 2:
			return dst, &RefusedError{Bytes: string(src), Reason: "dot segment"}
		}
		return dst, nil
	}
	if e.escapes == escapesDecoded && e.stray == strayRefused {
		if i := indexStray(src); i >= 0 {
			return dst, &RefusedError{Offset: int64(i), Bytes: "%", Reason: "malformed escape"}
		}
	}
	text := e.prepare(src)
	if e.surrogates == surrogatesJoined && !utf8.Valid(text) {
		var lone int
		if text, lone = joinSurrogates(text); lone >= 0 {
			at := e.offset(src, lone)
			return dst, &RefusedError{Offset: int64(at), Bytes: string(src[at:]), Reason: "lone surrogate"}
		}
	}
	if e.segments != segmentsPlain {
		var ok bool
		if text, ok = e.segments.apply(text); !ok {
			return dst, &RefusedError{Bytes: "..", Reason: "dot segment without a segment before it"}
		}
	}
	escapes := e.escapes
	switch escapes {
	case escapesAny:
		if hasEscape(text) {
			return append(dst, text...), nil
		}
		escapes = escapesData
	case escapesIfAll, escapesIfAllUpper, escapesUnreservedAll:
		switch {
		case !allEscapes(text):
			escapes = escapesData
		case escapes == escapesIfAll:
			escapes = escapesKept
		case escapes == escapesIfAllUpper:
			escapes = escapesUpper
		default:
			escapes = escapesUnreservedUpper
		}
	case escapesRequote:
		if requoteFails(text) {
			text, escapes = bytes.ReplaceAll(text, []byte("%"), []byte("%25")), escapesKept
		}
	}
	start := len(dst)
	dst = append(dst, e.prefix...)
	if e.colon != "" {
		if first, _, _ := bytes.Cut(text, []byte("/")); bytes.IndexByte(first, ':') >= 0 {
			dst = append(dst, e.colon...)
		}
	}
	if e.legacy != nil {
		if i := bytes.IndexFunc(text, func(r rune) bool { return r < utf8.RuneSelf && e.refuse.Contains(byte(r)) }); i >= 0 {
			return dst, &RefusedError{Offset: int64(e.offset(src, i)), Bytes: string(text[i : i+1]), Reason: "refused character"}
		}
		return e.appendLegacy(dst, text), nil
	}
	if e.origin {
		if i := bytes.Index(text, []byte("://")); i >= 0 {
			n := bytes.IndexByte(text[i+3:], '/')
			if n < 0 {
				return append(append(dst, text...), e.suffix...), nil
			}
			dst = append(dst, text[:i+4+n]...)
			text = text[i+4+n:]
		}
	}
	first := parseSet(e.first)
	whole := e
	piece := 0 // where what stands between two escapes ends
	usual := e.usual(text, escapes)
	for i := 0; i < len(text); {
		if e == whole {
			n := 0
			for i+n < len(text) && usual.Contains(text[i+n]) {
				n++
			}
			if n > 0 {
				dst = e.base.AppendEncode(dst, text[i:i+n])
				i += n
				continue
			}
		}
		if part := e.after(whole, text[i]); part != e {
			dst = append(dst, text[i])
			e = part
			i++
			continue
		}
		if first.Contains(text[i]) {
			dst = append(dst, text[i])
			first = percent.ByteSet{}
			i++
			continue
		}
		if escapes == escapesPieces && i >= piece {
			n, stays := plainPiece(text[i:])
			piece = i + n
			if stays {
				dst = append(dst, text[i:piece]...)
				i = piece
				continue
			}
		}
		n, reason := e.unit(&dst, text[i:], escapes)
		switch reason {
		case verdictEmpty:
			return dst[:start], nil
		case verdictUnchanged:
			return append(dst[:start], src...), nil
		}
		if reason != "" {
			at := e.offset(src, i)
			return dst, &RefusedError{Offset: int64(at), Bytes: string(text[i : i+n]), Reason: reason}
		}
		i += n
	}
	if e.surrogates == surrogatesDroppedIfChanged && bytes.Equal(dst[start:], dropSurrogates(src)) {
		return append(dst[:start], src...), nil
	}
	if e.surrogates == surrogatesRawQuestion && bytes.Equal(dst[start:], questionSurrogates(src)) {
		return append(dst[:start], src...), nil
	}
	return append(dst, e.suffix...), nil
}

// usual returns the bytes of text of which runs can be left to the five choices.
func (e *encoder) usual(text []byte, escapes escapesRule) percent.ByteSet {
	switch {
	case escapes == escapesPieces:
		return percent.ByteSet{}
	case (e.text || e.lone) && !utf8.Valid(text) && (e.text || hasSurrogate(text)):
		return e.special.Complement().Intersect(percent.ASCII).Remove("%")
	}
	return e.special.Complement().Remove("%")
}

// after returns the encoder of what follows the character c of a text that
// whole encodes and e has come to, e itself where nothing changes.
func (e *encoder) after(whole *encoder, c byte) *encoder {
	if c == '?' && e == whole && e.inQuery != "" || c == '#' && e.inFragment != "" {
		part, r := *whole, *whole.encodeRule
		part.encodeRule, part.rewrites = &r, nil
		if c == '?' {
			part.keep, r.inQuery = parseSet(r.inQuery), ""
		} else {
			part.keep, r.inQuery, r.inFragment = parseSet(r.inFragment), "", ""
		}
		return &part
	}
	return e
}

// appendLegacy appends text in a charset. Octets that are not ASCII are kept
// where characters beyond ASCII are.
func (e *encoder) appendLegacy(dst, text []byte) []byte {
	if !utf8.Valid(text) {
		var whole []byte
		for i := 0; i < len(text); {
			r, n, surrogate := decodeWTF8(text[i:])
			if surrogate {
				r = utf8.RuneError
			}
			whole = utf8.AppendRune(whole, r)
			i += n
		}
		text = whole
	}
	if e.points != pointsAll {
		return e.legacy.AppendPercentEncode(dst, text, e.base)
	}
	// With references there is nothing that the charset cannot write.
	octets, _ := e.legacy.AppendEncode(nil, text, charset.Reference)
	for _, c := range octets {
		if c < utf8.RuneSelf {
			e.octet(&dst, c)
		} else {
			dst = append(dst, c)
		}
	}
	return dst
}

// What unit returns instead of a reason when the whole text is concerned.
const (
	verdictEmpty     = "empty"
	verdictUnchanged = "unchanged"
)

// indexStray returns the index of the first '%' that begins no escape, or -1.
func indexStray(text []byte) int {
	for i := 0; i < len(text); i++ {
		if text[i] == '%' {
			if _, ok := escape(text[i:]); !ok {
				return i
			}
			i += 2
		}
	}
	return -1
}

// requoteFails reports whether some '%' stands before two letters or digits
// that are not hexadecimal.
func requoteFails(text []byte) bool {
	for i, c := range text {
		if c == '%' && len(text) > i+2 && isAlnum(text[i+1]) && isAlnum(text[i+2]) {
			if _, ok := escape(text[i:]); !ok {
				return true
			}
		}
	}
	return false
}

func isAlnum(c byte) bool {
	return '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
}

// plainPiece returns the length of the text before the next valid escape, and
// whether there is a '%' and a hexadecimal digit in it.
func plainPiece(text []byte) (n int, stays bool) {
	for ; n < len(text); n++ {
		if text[n] == '%' {
			if _, ok := escape(text[n:]); ok {
				break
			}
			stays = stays || n+1 < len(text) && isHex(text[n+1])
		}
	}
	return n, stays
}

// joinSurrogates makes one character of every surrogate and the code unit after
// it, whatever that is. It returns the index of one that nothing follows, or -1.
func joinSurrogates(text []byte) ([]byte, int) {
	var units []uint16
	var from []int
	for i := 0; i < len(text); {
		r, n, _ := decodeWTF8(text[i:])
		if r > 0xFFFF {
			hi, lo := pair(r)
			units, from = append(units, hi, lo), append(from, i, i)
		} else {
			units, from = append(units, uint16(r)), append(from, i)
		}
		i += n
	}
	var out []byte
	for i := 0; i < len(units); i++ {
		r := rune(units[i])
		if 0xD800 <= r && r <= 0xDFFF {
			if i+1 == len(units) {
				return nil, from[i]
			}
			i++
			r = 0x10000 + ((r&0x3FF)<<10 | rune(units[i]&0x3FF))
		}
		out = utf8.AppendRune(out, r)
	}
	return out, -1
}

// questionSurrogates returns src with '?' for lone surrogates.
func questionSurrogates(src []byte) []byte {
	var out []byte
	for i := 0; i < len(src); {
		_, n, surrogate := decodeWTF8(src[i:])
		if surrogate {
			out = append(out, '?')
		} else {
			out = append(out, src[i:i+n]...)
		}
		i += n
	}
	return out
}

func dropSurrogates(src []byte) []byte {
	var out []byte
	for i := 0; i < len(src); {
		_, n, surrogate := decodeWTF8(src[i:])
		if !surrogate {
			out = append(out, src[i:i+n]...)
		}
		i += n
	}
	return out
}

// apply removes segments of path that stand between slashes. It reports false
// where there is nothing for '..' to remove but the beginning.
func (s segmentRule) apply(path []byte) ([]byte, bool) {
	parts := strings.Split(string(path), "/")
	var out []string
	for i, part := range parts {
		inner := i > 0 && i < len(parts)-1
		dots := part
		if s == segmentsDotsDecoded {
			dots = strings.ReplaceAll(strings.ReplaceAll(part, "%2e", "."), "%2E", ".")
		}
		switch {
		case !inner:
		case part == "" && s >= segmentsEmpty, dots == "." && s != segmentsEmpty:
			continue
		case dots == ".." && (s <= segmentsDotsDecoded || s == segmentsEmptyDots):
			if len(out) <= 1 {
				return nil, false
			}
			out = out[:len(out)-1]
			continue
		}
		out = append(out, part)
	}
	return []byte(strings.Join(out, "/")), true
}

// prepare does what is done before characters are looked at one by one.
func (e *encoder) prepare(src []byte) []byte {
	if e.nul == nulEnds {
		if i := bytes.IndexByte(src, 0); i >= 0 {
			src = src[:i]
		}
	}
	if e.bom != bomPlain {
		if cut, ok := bytes.CutPrefix(src, []byte("\uFEFF")); ok {
			src = cut
		} else if e.bom == bomEither {
			src = bytes.TrimPrefix(src, []byte("\uFFFE"))
		}
	}
	if e.removed != "" {
		src = slices.DeleteFunc(slices.Clone(src), func(c byte) bool { return strings.IndexByte(e.removed, c) >= 0 })
	}
	if e.emptyQuery {
		if i := bytes.IndexAny(src, "?#"); i >= 0 && bytes.HasPrefix(src[i:], []byte("?#")) {
			src = slices.Concat(src[:i], src[i+1:])
		}
	}
	switch e.newlines {
	case newlinesCRLF, newlinesLoneLF, newlinesUpper:
		src = crlf(src, e.newlines == newlinesCRLF)
	}
	switch e.form {
	case formNFC:
		src = norm.NFC.Bytes(src)
	case formNFKC:
		src = norm.NFKC.Bytes(src)
	case formNFKCOld:
		src = normalizeOld(src)
	case formNFCText:
		src = normalizeText(src)
	}
	if e.escapes == escapesDecoded {
		src = unescapeAll(src)
	}
	return src
}

// offset returns the index in src of what prepare has moved to i: where the last
// character begins before which no more than i octets are prepared. What is
// prepared of a longer beginning is not shorter, so that it is found by halving.
func (e *encoder) offset(src []byte, i int) int {
	n := sort.Search(len(src)+1, func(n int) bool {
		for n < len(src) && !utf8.RuneStart(src[n]) {
			n++
		}
		return len(e.prepare(src[:n])) > i
	})
	return max(0, n-1)
}

// unit appends the encoded form of the first unit of text and returns how long
// that unit is, or why it is refused.
func (e *encoder) unit(dst *[]byte, text []byte, escapes escapesRule) (n int, reason string) {
	c := text[0]
	if c == '%' && escapes != escapesData && escapes != escapesDecoded {
		if octet, ok := escape(text); ok {
			e.existing(dst, text[:3], octet, escapes)
			return 3, ""
		}
		switch {
		case e.stray == strayKept,
			e.stray == strayAlnum && len(text) > 2 && isAlnum(text[1]) && isAlnum(text[2]),
			escapes == escapesRequote:
			*dst = append(*dst, '%')
		case e.stray == strayRefused:
			return 1, "malformed escape"
		default:
			*dst = append(*dst, "%25"...)
		}
		return 1, ""
	}
	if e.newlines == newlinesUpper && c == '\r' && len(text) > 1 && text[1] == '\n' {
		*dst = append(*dst, "%0D%0A"...)
		return 2, ""
	}
	if c < utf8.RuneSelf {
		if e.refuse.Contains(c) && (c != '%' || escapes == escapesData) {
			return 1, "refused character"
		}
		e.octet(dst, c)
		return 1, ""
	}
	r, n, surrogate := decodeWTF8(text)
	switch {
	case e.outside == outsideIRI && (r == utf8.RuneError && n == 1 || bidiControl(r) || !ucschar(r) && !iprivate(r)):
		return n, "not a character of an IRI"
	case surrogate && e.surrogates != surrogatesPlain:
		return n, e.surrogate(dst, text, r < 0xDC00)
	case surrogate && (e.beyond == beyondLatin1NCR || e.beyond == beyondLatin1NCRUnits):
		*dst = appendReference(*dst, r)
		return n, ""
	case surrogate && (e.beyond == beyondLatin1 || e.beyond == beyondUnicode):
		*dst = e.appendUnicode(*dst, uint16(r))
		return n, ""
	case surrogate, r == utf8.RuneError && n == 1:
		return e.notUTF8(dst, text, n, surrogate)
	}
	if r < 0x100 && e.rewrites != nil && e.rewrites[r] != nil {
		*dst = append(*dst, *e.rewrites[r]...)
		return n, ""
	}
	if e.points != pointsNone && e.points.contains(r) {
		*dst = append(*dst, text[:n]...)
		return n, ""
	}
	return n, e.beyondASCII(dst, text[:n], r)
}

// existing writes a valid escape that was there already.
func (e *encoder) existing(dst *[]byte, triplet []byte, octet byte, escapes escapesRule) {
	switch {
	case (escapes == escapesUnreservedUpper || escapes == escapesRequote) && percent.Unreserved.Contains(octet):
		*dst = append(*dst, octet)
	case escapes == escapesUpper, escapes == escapesUnreservedUpper, escapes == escapesSlash && octet == '/':
		*dst = append(*dst, '%', upper(triplet[1]), upper(triplet[2]))
	case escapes == escapesSlash:
		e.octet(dst, '%')
		*dst = append(*dst, triplet[1:]...)
	default:
		*dst = append(*dst, triplet...)
	}
}

// octet writes c, which belongs to no character or is one of ASCII.
func (e *encoder) octet(dst *[]byte, c byte) {
	switch {
	case c < utf8.RuneSelf && e.rewrites != nil && e.rewrites[c] != nil:
		*dst = append(*dst, *e.rewrites[c]...)
	case c == ' ' && e.plus:
		*dst = append(*dst, '+')
	case e.keep.Contains(c):
		*dst = append(*dst, c)
	default:
		*dst = e.appendEscape(*dst, c)
	}
}

func (e *encoder) octets(dst *[]byte, s []byte) {
	for _, c := range s {
		e.octet(dst, c)
	}
}

func (e *encoder) surrogate(dst *[]byte, text []byte, high bool) (reason string) {
	switch e.surrogates {
	case surrogatesEmpty:
		return verdictEmpty
	case surrogatesUnchanged:
		return verdictUnchanged
	case surrogatesHighRefusedLowDropped:
		if high {
			return "lone surrogate"
		}
	case surrogatesHighDroppedLowQuestion:
		next := len(text) > 3 && (text[3] == 0xED && len(text) > 4 && text[4] >= 0xA0 || text[3] >= 0xF0)
		if !high || next {
			e.octet(dst, '?')
		}
	case surrogatesRefused:
		return "lone surrogate"
	case surrogatesReplaced:
		e.octets(dst, []byte("\uFFFD"))
	case surrogatesRawReplaced:
		*dst = append(*dst, "\uFFFD"...)
	case surrogatesQuestion:
		e.octet(dst, '?')
	case surrogatesRawQuestion:
		*dst = append(*dst, '?')
	case surrogatesEscapedQuestion:
		*dst = e.appendEscape(*dst, '?')
	case surrogatesRaw:
		*dst = append(*dst, text[:3]...)
	}
	return ""
}

// notUTF8 writes the first octets of text, which are not UTF-8.
func (e *encoder) notUTF8(dst *[]byte, text []byte, n int, surrogate bool) (int, string) {
	switch e.invalid {
	case invalidReplacedLong:
		e.octets(dst, []byte("\uFFFD"))
		if text[0]&0xFE == 0xC0 {
			return 1, ""
		}
		return illFormedLong(text), ""
	case invalidSurrogates:
		e.octets(dst, appendUnit(nil, 0xDC00|uint16(text[0])))
		return 1, ""
	case invalidReplacedEach:
		e.octets(dst, []byte("\uFFFD"))
		return 1, ""
	}
	if surrogate && e.beyond != beyondUTF8 && e.beyond != beyondCESU {
		return n, "lone surrogate"
	}
	e.octets(dst, text[:n])
	return n, ""
}

// beyondASCII writes the character r, whose UTF-8 is s.
func (e *encoder) beyondASCII(dst *[]byte, s []byte, r rune) (reason string) {
	if r < 0x100 {
		switch e.beyond {
		case beyondLatin1Questions, beyondLatin1NCR, beyondLatin1NCRUnits, beyondLatin1, beyondLatin1Refused, beyondLatin1UTF8:
			e.octet(dst, byte(r))
			return ""
		}
	}
	if e.nonchars != noncharsPlain && isNonchar(r) {
		switch {
		case e.nonchars == noncharsFFFE && r&^1 == 0xFFFE:
			r, s = utf8.RuneError, replacement
		case e.nonchars == noncharsReplaced:
			r, s = utf8.RuneError, replacement
		case e.nonchars == noncharsHigh && r > 0xFFFF:
			hi, _ := pair(r)
			e.octets(dst, appendUnit(nil, hi))
			return ""
		}
	}
	switch e.beyond {
	case beyondLatin1Refused:
		return "character beyond the charset"
	case beyondLatin1, beyondUnicode:
		if r > 0xFFFF {
			hi, lo := pair(r)
			*dst = e.appendUnicode(e.appendUnicode(*dst, hi), lo)
		} else {
			*dst = e.appendUnicode(*dst, uint16(r))
		}
	case beyondCESU:
		if r > 0xFFFF {
			hi, lo := pair(r)
			e.octets(dst, appendUnit(appendUnit(nil, hi), lo))
		} else {
			e.octets(dst, s)
		}
	case beyondBMP:
		if r > 0xFFFF {
			s = []byte("\uFFFD\uFFFD")
		}
		e.octets(dst, s)
	case beyondLatin1NCR:
		*dst = appendReference(*dst, r)
	case beyondLatin1NCRUnits:
		if r > 0xFFFF {
			hi, lo := pair(r)
			*dst = appendReference(appendReference(*dst, rune(hi)), rune(lo))
		} else {
			*dst = appendReference(*dst, r)
		}
	case beyondLatin1Questions:
		e.octet(dst, '?')
	default:
		e.octets(dst, s)
	}
	return ""
}

// appendReference appends a numeric character reference, encoded.
func appendReference(dst []byte, r rune) []byte {
	return append(strconv.AppendInt(append(dst, "%26%23"...), int64(r), 10), "%3B"...)
}

func isNonchar(r rune) bool {
	return r&0xFFFE == 0xFFFE || 0xFDD0 <= r && r <= 0xFDEF
}

func (e *encoder) appendEscape(dst []byte, c byte) []byte {
	digits := upperDigits
	if e.lower {
		digits = lowerDigits
	}
	return append(dst, '%', digits[c>>4], digits[c&15])
}

func (e *encoder) appendUnicode(dst []byte, u uint16) []byte {
	digits := upperDigits
	if e.lower {
		digits = lowerDigits
	}
	return append(dst, '%', 'u', digits[u>>12], digits[u>>8&15], digits[u>>4&15], digits[u&15])
}

const (
	upperDigits = "0123456789ABCDEF"
	lowerDigits = "0123456789abcdef"
)

// escape returns the octet of the escape that text begins with.
func escape(text []byte) (octet byte, ok bool) {
	if len(text) < 3 || text[0] != '%' || !isHex(text[1]) || !isHex(text[2]) {
		return 0, false
	}
	return unhex(text[1])<<4 | unhex(text[2]), true
}

// normalizeText is NFC of what stands between the spaces and controls beyond
// ASCII.
func normalizeText(s []byte) []byte {
	var out []byte
	for len(s) > 0 {
		at, n := len(s), 0
		for i := 0; i < len(s); {
			r, size := utf8.DecodeRune(s[i:])
			if r > 0x7F && (unicode.Is(unicode.Z, r) || unicode.IsControl(r)) {
				at, n = i, size
				break
			}
			i += size
		}
		out = append(norm.NFC.Append(out, s[:at]...), s[at:at+n]...)
		s = s[at+n:]
	}
	return out
}

// normalizeOld is NFKC of what is up to U+FFFF, but for U+205F.
func normalizeOld(s []byte) []byte {
	var out []byte
	for len(s) > 0 {
		at, n := len(s), 0
		for i := 0; i < len(s); {
			r, size := utf8.DecodeRune(s[i:])
			if r == 0x205F || r > 0xFFFF {
				at, n = i, size
				break
			}
			i += size
		}
		out = append(norm.NFKC.Append(out, s[:at]...), s[at:at+n]...)
		s = s[at+n:]
	}
	return out
}

func hasEscape(text []byte) bool {
	for i := range text {
		if _, ok := escape(text[i:]); ok {
			return true
		}
	}
	return false
}

func allEscapes(text []byte) bool {
	for i, c := range text {
		if c == '%' {
			if _, ok := escape(text[i:]); !ok {
				return false
			}
		}
	}
	return true
}

func unescapeAll(text []byte) []byte {
	var out []byte
	for i := 0; i < len(text); {
		if octet, ok := escape(text[i:]); ok {
			out = append(out, octet)
			i += 3
			continue
		}
		out = append(out, text[i])
		i++
	}
	return out
}

// crlf makes every line break of s CR LF; a lone CR is one when cr says so.
func crlf(s []byte, cr bool) []byte {
	if bytes.IndexByte(s, '\n') < 0 && bytes.IndexByte(s, '\r') < 0 {
		return s
	}
	out := make([]byte, 0, len(s)+8)
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\r' && i+1 < len(s) && s[i+1] == '\n':
			i++
			out = append(out, "\r\n"...)
		case s[i] == '\n', s[i] == '\r' && cr:
			out = append(out, "\r\n"...)
		default:
			out = append(out, s[i])
		}
	}
	return out
}

// decodeWTF8 is utf8.DecodeRune that takes a surrogate for a character.
func decodeWTF8(s []byte) (r rune, n int, surrogate bool) {
	r, n = utf8.DecodeRune(s)
	if r == utf8.RuneError && n == 1 && len(s) >= 3 && s[0] == 0xED && 0xA0 <= s[1] && s[1] <= 0xBF && s[2]&0xC0 == 0x80 {
		return 0xD000 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), 3, true
	}
	return r, n, false
}

// appendUnit appends the UTF-8 of the UTF-16 code unit u, or what it would be.
func appendUnit(dst []byte, u uint16) []byte {
	if 0xD800 <= u && u <= 0xDFFF {
		return append(dst, 0xED, 0x80|byte(u>>6&0x3F), 0x80|byte(u&0x3F))
	}
	return utf8.AppendRune(dst, rune(u))
}

// pair returns the surrogates of a character above U+FFFF.
func pair(r rune) (hi, lo uint16) {
	r -= 0x10000
	return 0xD800 | uint16(r>>10), 0xDC00 | uint16(r&0x3FF)
}

func upper(c byte) byte {
	if 'a' <= c && c <= 'f' {
		return c - 'a' + 'A'
	}
	return c
}

// contains reports whether an encoder keeps r, a character beyond ASCII.
func (p pointRule) contains(r rune) bool {
	switch p {
	case pointsAll:
		return true
	case pointsJava:
		return !unicode.In(r, unicode.Z) && !unicode.IsControl(r)
	case pointsNotIRI:
		return r >= 0xA0 && r < 0x10000 && !ucschar(r) && !iprivate(r)
	case pointsUcschar:
		return ucschar(r)
	}
	return false
}

// ucschar is the production of RFC 3987 section 2.2.
func ucschar(r rune) bool {
	switch {
	case r < 0xA0, 0xD7FF < r && r < 0xF900, 0xFDCF < r && r < 0xFDF0, 0xFFEF < r && r < 0x10000:
		return false
	case r >= 0x10000:
		return r&0xFFFF <= 0xFFFD && r < 0xF0000 && !(0xDFFFD < r && r < 0xE1000)
	}
	return true
}

// bidiControl reports whether r is one of the bidirectional formatting
// characters that RFC 3987 section 4.1 keeps out of IRIs.
func bidiControl(r rune) bool {
	return r == 0x200E || r == 0x200F || 0x202A <= r && r <= 0x202E
}

// iprivate is the production of RFC 3987 section 2.2.
func iprivate(r rune) bool {
	return 0xE000 <= r && r <= 0xF8FF || r >= 0xF0000 && r&0xFFFF <= 0xFFFD
}
