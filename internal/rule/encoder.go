package rule

import (
	"bytes"
	"sort"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/wtf8"
)

// An Encoder is an Encode prepared for use.
type Encoder struct {
	*Encode
	Base     *percent.Encoding // the five choices
	Simple   bool              // Base describes the rule completely
	Keep     percent.ByteSet
	Refuse   percent.ByteSet
	Rewrites *[256]*string
	Legacy   *charset.Charset
	steps    []step // what makes the encoded form of a text that is not plain
	prepared []func(src []byte) []byte
	first    percent.ByteSet // First
	special  percent.ByteSet // bytes that the rule may treat differently from Base
	text     bool            // it may treat invalid UTF-8 differently
	lone     bool            // it may treat lone surrogates differently
}

func newEncoder(r *Encode) *Encoder {
	e := &Encoder{Encode: r, Keep: ParseSet(r.Kept), Refuse: ParseSet(r.Refused), first: ParseSet(r.First)}
	e.Base = r.five().encoding()
	if pairs := r.Pairs(); pairs != nil {
		e.Rewrites = new([256]*string)
		for i := 0; i < len(pairs); i += 2 {
			c, _ := utf8.DecodeRuneInString(pairs[i])
			e.Rewrites[c] = &pairs[i+1]
		}
	}
	if r.Charset != "" {
		var err error
		if e.Legacy, err = charset.Lookup(r.Charset); err != nil {
			panic("rule: " + err.Error())
		}
	}
	e.Simple = r.beyond() == Encode{}
	e.findSpecial()
	e.findSteps()
	return e
}

// Five holds those of the five choices that concern encoding, in a form that can be
// compared.
type Five struct {
	Kept    percent.ByteSet
	Space   percent.SpaceSpelling
	Hex     percent.HexCase
	Escapes percent.ExistingEscapes
}

func (r *Encode) five() Five {
	f := Five{Kept: ParseSet(r.Kept)}
	if r.Plus {
		f.Space = percent.SpacePlus
	}
	if r.Lower {
		f.Hex = percent.HexLower
	}
	if r.Escapes == EscapesKept {
		f.Escapes = percent.EscapesKept
	}
	return f
}

// FiveOf returns the choices of e.
func FiveOf(e *percent.Encoding) Five { return Five{e.Kept(), e.Space(), e.Hex(), e.Escapes()} }

// made caches the results of encoding, since two programs in three share their five
// choices with another one.
var made struct {
	sync.Mutex
	encodings map[Five]*percent.Encoding
}

// encoding returns the encoding with these choices.
func (f Five) encoding() *percent.Encoding {
	made.Lock()
	defer made.Unlock()
	e := made.encodings[f]
	if e == nil {
		e = percent.New(f.Kept)
		if f.Space == percent.SpacePlus {
			e = e.WithSpace(f.Space)
		}
		if f.Hex == percent.HexLower {
			e = e.WithHex(f.Hex)
		}
		if f.Escapes == percent.EscapesKept {
			e = e.WithEscapes(f.Escapes)
		}
		if made.encodings == nil {
			made.encodings = map[Five]*percent.Encoding{}
		}
		made.encodings[f] = e
	}
	return e
}

// findSpecial sets the fields for plain: what a text must not contain if Base alone is
// to encode it.
func (e *Encoder) findSpecial() {
	add := func(chars string) { e.special = e.special.Add(chars) }
	if e.Escapes > EscapesKept || e.Stray != 0 {
		add("%")
	}
	if e.NUL != 0 {
		add("\x00")
	}
	if e.Newlines != 0 {
		add("\r\n")
	}
	if e.Dot != 0 {
		add(".")
	}
	if e.Segments != 0 {
		add("/")
	}
	if e.Origin || e.Colon != "" {
		add(":")
	}
	if e.EmptyQuery || e.InQuery != "" {
		add("?")
	}
	if e.InFragment != "" {
		add("#")
	}
	add(e.Removed)
	e.special = e.special.Union(e.Refuse).Union(e.first)
	if e.Rewrites != nil {
		for i, to := range e.Rewrites {
			switch {
			case to != nil && i < utf8.RuneSelf:
				e.special = e.special.AddRange(byte(i), byte(i))
			case to != nil:
				e.special = e.special.AddRange(0x80, 0xFF) // its UTF-8
			}
		}
	}
	if e.BOM != 0 || e.Form != 0 || e.Nonchars != 0 || e.Points != 0 || e.Beyond != 0 || e.Outside != 0 || e.Charset != "" {
		e.special = e.special.AddRange(0x80, 0xFF)
	}
	if e.Charset != "" {
		// ISO-2022-JP refuses them, since it writes them itself.
		add("\x0E\x0F\x1B")
	}
	e.text = e.Surrogates == SurrogatesJoined || e.Invalid != 0
	e.lone = e.Surrogates != 0
}

// plain reports whether Base alone encodes src correctly.
func (e *Encoder) plain(src []byte) bool {
	if len(src) == 0 {
		return false
	}
	var high byte
	for _, c := range src {
		if e.special.Contains(c) {
			return false
		}
		high |= c
	}
	return high < utf8.RuneSelf || !e.text && !e.lone || utf8.Valid(src) || !e.text && !HasSurrogate(src)
}

// Append appends src, encoded, to dst.
func (e *Encoder) Append(dst, src []byte) ([]byte, error) {
	if e.Simple || e.plain(src) {
		return e.Base.AppendEncode(dst, src), nil
	}
	p := passes.Get().(*pass)
	*p = pass{Encoder: e, src: src, text: src, dst: dst, start: len(dst), escapes: e.Escapes}
	for _, do := range e.steps {
		if !do(p) {
			break
		}
	}
	dst, err := p.dst, p.err
	*p = pass{}
	passes.Put(p)
	return dst, err
}

// usual returns the bytes of text whose runs can be left to Base.
func (e *Encoder) usual(text []byte, escapes EscapesRule) percent.ByteSet {
	switch {
	case escapes == EscapesPieces:
		return percent.ByteSet{}
	case (e.text || e.lone) && !utf8.Valid(text) && (e.text || HasSurrogate(text)):
		return e.special.Complement().Intersect(percent.ASCII).Remove("%")
	}
	return e.special.Complement().Remove("%")
}

// After returns the encoder for the text after the character c, or e itself if nothing
// changes there. whole is the encoder of the whole text, and e the one that reached c.
func (e *Encoder) After(whole *Encoder, c byte) *Encoder {
	if c == '?' && e == whole && e.InQuery != "" || c == '#' && e.InFragment != "" {
		part, r := *whole, *whole.Encode
		part.Encode, part.Rewrites = &r, nil
		if c == '?' {
			part.Keep, r.InQuery = ParseSet(r.InQuery), ""
		} else {
			part.Keep, r.InQuery, r.InFragment = ParseSet(r.InFragment), "", ""
		}
		return &part
	}
	return e
}

// What unit returns instead of a reason if the whole text is affected.
const (
	verdictEmpty     percent.Reason = "empty"
	verdictUnchanged percent.Reason = "unchanged"
	verdictSlashes   percent.Reason = "slashes"
)

// indexStray returns the index of the first '%' that does not begin an escape, or -1.
func indexStray(text []byte) int {
	for i := 0; i < len(text); i++ {
		if text[i] == '%' {
			if _, ok := pct.Octet(text[i:]); !ok {
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
		if c == '%' && twoAlnum(text[i+1:]) {
			if _, n := wideEscape(text[i:]); n == 0 {
				return true
			}
		}
	}
	return false
}

// wideEscape returns the octet of the escape that text begins with, whose digits
// may be of any script, and its length.
func wideEscape(text []byte) (octet byte, n int) {
	hi, n := wideDigit(text[1:])
	lo, m := wideDigit(text[1+n:])
	if n == 0 || m == 0 {
		return 0, 0
	}
	return hi<<4 | lo, 1 + n + m
}

// unescapeWide decodes the unreserved characters whose escapes have digits beyond
// ASCII.
func unescapeWide(text []byte) []byte {
	var out []byte
	for i := 0; i < len(text); {
		if text[i] == '%' {
			if octet, n := wideEscape(text[i:]); n > 3 && percent.Unreserved.Contains(octet) {
				out = append(out, octet)
				i += n
				continue
			}
		}
		out = append(out, text[i])
		i++
	}
	return out
}

func isAlnum(c byte) bool {
	return '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
}

// plainPiece returns the length of the text before the next valid escape, and
// whether there is a '%' and a hexadecimal digit in it.
func plainPiece(text []byte) (n int, stays bool) {
	for ; n < len(text); n++ {
		if text[n] == '%' {
			if _, ok := pct.Octet(text[n:]); ok {
				break
			}
			stays = stays || n+1 < len(text) && pct.IsHex(text[n+1])
		}
	}
	return n, stays
}

// joinSurrogates combines every surrogate with the code unit after it, whatever that
// is. It returns the index of a surrogate at the end, or -1.
func joinSurrogates(text []byte) ([]byte, int) {
	var units []uint16
	var from []int
	for i := 0; i < len(text); {
		r, n, _ := DecodeWTF8(text[i:])
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

// shifts maps the bytes of a text to their positions before bytes were removed or
// added. A shift applies from its index at to the next shift.
type shifts []struct{ at, by int }

// add records that the text from at on was at from. It takes no memory if the last
// shift already says so, which is the usual case.
func (s *shifts) add(at, from int) {
	by := 0
	if n := len(*s); n > 0 {
		by = (*s)[n-1].by
	}
	if from-at != by {
		*s = append(*s, struct{ at, by int }{at, from - at})
	}
}

// from returns where the byte at i was.
func (s shifts) from(i int) int {
	n := sort.Search(len(s), func(n int) bool { return s[n].at > i })
	if n > 0 {
		return i + s[n-1].by
	}
	return i
}

// waiting returns text, and how it was moved, as it comes out of a writer of characters
// that holds a high surrogate back until the next character. passed returns how many bytes
// at the beginning of text do not go through that writer.
func waiting(text []byte, passed func(text []byte) int) (out []byte, moved shifts) {
	var high rune
	for i := 0; i < len(text); {
		r, n, surrogate := DecodeWTF8(text[i:])
		by := passed(text[i:])
		if by > 0 {
			n = by
		} else if high != 0 && !(surrogate && r >= 0xDC00) {
			out, high = append(out, '?'), 0
		}
		moved.add(len(out), i)
		switch {
		case by > 0 || !surrogate:
			out = append(out, text[i:i+n]...)
		case r < 0xDC00:
			high = r
		case high != 0:
			out, high = utf8.AppendRune(out, wtf8.Join(high, r)), 0
		default:
			out = append(out, '?')
		}
		i += n
	}
	return out, moved
}

// quoted returns src as the constructors of java.net.URI quote it, before it is
// normalized: with escapes, but for characters beyond ASCII that are neither
// controls nor spaces.
func (e *Encoder) quoted(src []byte) []byte {
	var out []byte
	for i := 0; i < len(src); {
		r, n := utf8.DecodeRune(src[i:])
		if r >= utf8.RuneSelf && PointsJava.contains(r) {
			out = append(out, src[i:i+n]...)
		} else {
			out = e.Base.AppendEncode(out, src[i:i+n])
		}
		i += n
	}
	return out
}

// swapUnits returns src with the octets of each UTF-16 code unit swapped.
func swapUnits(src []byte) []byte {
	units, _ := wtf8.AppendUnits(nil, string(src))
	for i, u := range units {
		units[i] = u<<8 | u>>8
	}
	return wtf8.AppendText(nil, units)
}

// replaceSurrogates returns src with by for each lone surrogate.
func replaceSurrogates(src []byte, by string) []byte {
	var out []byte
	for i := 0; i < len(src); {
		_, n, surrogate := DecodeWTF8(src[i:])
		if surrogate {
			out = append(out, by...)
		} else {
			out = append(out, src[i:i+n]...)
		}
		i += n
	}
	return out
}

// apply removes segments of path that stand between slashes, and returns how what is left
// was moved. top is -1, or the index of a '..' that has nothing to remove but the
// beginning.
func (s SegmentRule) apply(path []byte) (left []byte, moved shifts, top int) {
	type segment struct{ from, end int }
	var kept []segment
	for from, end := 0, 0; from <= len(path); from = end + 1 {
		end = len(path)
		if n := bytes.IndexByte(path[from:], '/'); n >= 0 {
			end = from + n
		}
		dots := string(path[from:end])
		if s == SegmentsDotsDecoded {
			dots = strings.ReplaceAll(strings.ReplaceAll(dots, "%2e", "."), "%2E", ".")
		}
		switch {
		case from == 0 || end == len(path): // not between slashes
		case end == from && s >= SegmentsEmpty, dots == "." && s != SegmentsEmpty:
			continue
		case dots == ".." && (s <= SegmentsDotsDecoded || s == SegmentsEmptyDots):
			if len(kept) <= 1 {
				return nil, nil, from
			}
			kept = kept[:len(kept)-1]
			continue
		}
		kept = append(kept, segment{from, end})
	}
	for i, k := range kept {
		if i > 0 {
			left = append(left, '/')
		}
		moved.add(len(left), k.from)
		left = append(left, path[k.from:k.end]...)
	}
	return left, moved, -1
}

// prepare applies the steps that come before characters are looked at one by one.
func (e *Encoder) prepare(src []byte) []byte {
	for _, f := range e.prepared {
		src = f(src)
	}
	return src
}

// offset returns the index in src of what prepare has moved to i: the beginning of the
// last character before which prepare gives at most i octets. A longer beginning never
// gives less, so binary search finds it.
func (e *Encoder) offset(src []byte, i int) int {
	n := sort.Search(len(src)+1, func(n int) bool {
		for n < len(src) && !utf8.RuneStart(src[n]) {
			n++
		}
		return len(e.prepare(src[:n])) > i
	})
	return max(0, n-1)
}

// unit appends the encoded form of the first unit of text and returns the length of
// that unit, or why it is refused.
func (e *Encoder) unit(dst *[]byte, text []byte, escapes EscapesRule) (n int, reason percent.Reason) {
	c := text[0]
	if c == '%' && escapes != EscapesData && escapes != EscapesDecoded {
		if octet, ok := pct.Octet(text); ok {
			if escapes == EscapesGroups {
				return e.group(dst, text), ""
			}
			e.existing(dst, text[:3], octet, escapes)
			return 3, ""
		}
		switch {
		case e.Stray == StrayKept,
			e.Stray == StrayAlnum && len(text) > 2 && isAlnum(text[1]) && isAlnum(text[2]),
			escapes == EscapesRequote:
			*dst = append(*dst, '%')
		case e.Stray == StrayRefused:
			return 1, MalformedEscape
		default:
			*dst = append(*dst, "%25"...)
		}
		return 1, ""
	}
	if e.Newlines == NewlinesUpper && c == '\r' && len(text) > 1 && text[1] == '\n' {
		*dst = append(*dst, "%0D%0A"...)
		return 2, ""
	}
	if c < utf8.RuneSelf {
		if e.Refuse.Contains(c) && (c != '%' || escapes == EscapesData) {
			return 1, RefusedCharacter
		}
		e.octet(dst, c)
		return 1, ""
	}
	r, n, surrogate := DecodeWTF8(text)
	switch {
	case e.Outside == OutsideIRI && (r == utf8.RuneError && n == 1 || pct.IsBidiControl(r) || !pct.IsUcschar(r) && !pct.IsIprivate(r)):
		return n, NotInIRI
	case surrogate && e.Surrogates != SurrogatesPlain:
		return n, e.surrogate(dst, text, r < 0xDC00)
	case surrogate && (e.Beyond == BeyondLatin1NCR || e.Beyond == BeyondLatin1NCRUnits):
		*dst = appendReference(*dst, r)
		return n, ""
	case surrogate && (e.Beyond == BeyondLatin1 || e.Beyond == BeyondUnicode):
		*dst = e.appendUnicode(*dst, uint16(r))
		return n, ""
	case surrogate, r == utf8.RuneError && n == 1:
		return e.notUTF8(dst, text, n, surrogate)
	}
	if r < 0x100 && e.Rewrites != nil && e.Rewrites[r] != nil {
		*dst = append(*dst, *e.Rewrites[r]...)
		return n, ""
	}
	if e.Points != PointsNone && e.Points.contains(r) {
		*dst = append(*dst, text[:n]...)
		return n, ""
	}
	return n, e.BeyondASCII(dst, text[:n], r)
}

// existing writes a valid escape of the input.
func (e *Encoder) existing(dst *[]byte, escape []byte, octet byte, escapes EscapesRule) {
	switch {
	case (escapes == EscapesUnreservedUpper || escapes == EscapesRequote) && percent.Unreserved.Contains(octet),
		escapes == EscapesDots && octet == '.':
		*dst = append(*dst, octet)
	case escapes == EscapesUpper, escapes == EscapesUnreservedUpper, escapes == EscapesSlash && octet == '/':
		*dst = append(*dst, '%', upper(escape[1]), upper(escape[2]))
	case escapes == EscapesSlash:
		e.octet(dst, '%')
		*dst = append(*dst, escape[1:]...)
	default:
		*dst = append(*dst, escape...)
	}
}

// group writes the group of escapes at the beginning of text and returns its length. A
// group has three escapes from %E0 on, two from %80 on, if there are as many, and else
// one. It is decoded if that gives an unreserved character.
func (e *Encoder) group(dst *[]byte, text []byte) int {
	var octets []byte
	for len(octets) < 3 {
		octet, ok := pct.Octet(text[3*len(octets):])
		if !ok {
			break
		}
		octets = append(octets, octet)
	}
	switch {
	case octets[0] >= 0xE0 && len(octets) == 3:
	case octets[0] >= 0x80 && len(octets) > 1:
		octets = octets[:2]
	default:
		octets = octets[:1]
	}
	var decoded []byte
	for i := 0; i < len(octets); {
		c := octets[i]
		switch {
		case c < utf8.RuneSelf:
			decoded = append(decoded, c)
			i++
		case 0xC2 <= c && c < 0xE0 && len(octets)-i >= 2:
			decoded = AppendUnit(decoded, uint16(c&0x1F)<<6|uint16(octets[i+1]&0x3F))
			i += 2
		case c >= 0xE0 && len(octets)-i >= 3:
			decoded = AppendUnit(decoded, uint16(c&0x0F)<<12|uint16(octets[i+1]&0x3F)<<6|uint16(octets[i+2]&0x3F))
			i += 3
		default:
			// A sequence that is too short stays, and so does an octet that cannot
			// begin one.
			last := i + 1
			if c >= 0xC2 {
				last = len(octets)
			}
			for ; i < last; i++ {
				decoded = append(decoded, '%', pct.UpperHex[octets[i]>>4], pct.UpperHex[octets[i]&15])
			}
		}
	}
	if bytes.ContainsFunc(decoded, func(r rune) bool { return r < utf8.RuneSelf && percent.Unreserved.Contains(byte(r)) }) {
		e.octets(dst, decoded)
	} else {
		*dst = append(*dst, upperEscapes(text[:3*len(octets)])...)
	}
	return 3 * len(octets)
}

// octet writes c, which is ASCII or not part of a character.
func (e *Encoder) octet(dst *[]byte, c byte) {
	switch {
	case c < utf8.RuneSelf && e.Rewrites != nil && e.Rewrites[c] != nil:
		*dst = append(*dst, *e.Rewrites[c]...)
	case c == ' ' && e.Plus:
		*dst = append(*dst, '+')
	case e.Keep.Contains(c):
		*dst = append(*dst, c)
	default:
		*dst = e.appendEscape(*dst, c)
	}
}

func (e *Encoder) octets(dst *[]byte, s []byte) {
	for _, c := range s {
		e.octet(dst, c)
	}
}

func (e *Encoder) surrogate(dst *[]byte, text []byte, high bool) (reason percent.Reason) {
	switch e.Surrogates {
	case SurrogatesEmpty:
		return verdictEmpty
	case SurrogatesUnchanged:
		return verdictUnchanged
	case SurrogatesSlashes:
		return verdictSlashes
	case SurrogatesHighRefusedLowDropped:
		if high {
			return LoneSurrogate
		}
	case SurrogatesRefused:
		return LoneSurrogate
	case SurrogatesReplaced:
		e.octets(dst, []byte("\uFFFD"))
	case SurrogatesRawReplaced:
		*dst = append(*dst, "\uFFFD"...)
	case SurrogatesQuestion:
		e.octet(dst, '?')
	case SurrogatesRawQuestion:
		*dst = append(*dst, '?')
	case SurrogatesEscapedQuestion:
		*dst = e.appendEscape(*dst, '?')
	case SurrogatesRaw:
		*dst = append(*dst, text[:3]...)
	}
	return ""
}

// notUTF8 writes the first octets of text, which are not UTF-8.
func (e *Encoder) notUTF8(dst *[]byte, text []byte, n int, surrogate bool) (int, percent.Reason) {
	switch e.Invalid {
	case InvalidReplacedLong:
		e.octets(dst, []byte("\uFFFD"))
		if text[0]&0xFE == 0xC0 || text[0] >= 0xF8 {
			return 1, ""
		}
		return illFormedLong(text), ""
	case InvalidSurrogates:
		e.octets(dst, AppendUnit(nil, 0xDC00|uint16(text[0])))
		return 1, ""
	case InvalidReplacedEach:
		e.octets(dst, []byte("\uFFFD"))
		return 1, ""
	}
	if surrogate && e.Beyond != BeyondUTF8 && e.Beyond != BeyondCESU {
		return n, LoneSurrogate
	}
	e.octets(dst, text[:n])
	return n, ""
}

// BeyondASCII writes the character r, whose UTF-8 is s.
func (e *Encoder) BeyondASCII(dst *[]byte, s []byte, r rune) (reason percent.Reason) {
	if r < 0x100 {
		switch e.Beyond {
		case BeyondLatin1Questions, BeyondLatin1NCR, BeyondLatin1NCRUnits, BeyondLatin1, BeyondLatin1Refused:
			e.octet(dst, byte(r))
			return ""
		}
	}
	if e.Nonchars != NoncharsPlain && isNonchar(r) {
		switch {
		case e.Nonchars == NoncharsFFFE && r&^1 == 0xFFFE:
			r, s = utf8.RuneError, replacement
		case e.Nonchars == NoncharsReplaced:
			r, s = utf8.RuneError, replacement
		case e.Nonchars == NoncharsHigh && r > 0xFFFF:
			hi, _ := pair(r)
			e.octets(dst, AppendUnit(nil, hi))
			return ""
		}
	}
	switch e.Beyond {
	case BeyondLatin1Refused:
		return BeyondCharset
	case BeyondLatin1, BeyondUnicode:
		if r > 0xFFFF {
			hi, lo := pair(r)
			*dst = e.appendUnicode(e.appendUnicode(*dst, hi), lo)
		} else {
			*dst = e.appendUnicode(*dst, uint16(r))
		}
	case BeyondCESU:
		if r > 0xFFFF {
			hi, lo := pair(r)
			e.octets(dst, AppendUnit(AppendUnit(nil, hi), lo))
		} else {
			e.octets(dst, s)
		}
	case BeyondBMP:
		if r > 0xFFFF {
			s = []byte("\uFFFD\uFFFD")
		}
		e.octets(dst, s)
	case BeyondLatin1NCR:
		*dst = appendReference(*dst, r)
	case BeyondLatin1NCRUnits:
		if r > 0xFFFF {
			hi, lo := pair(r)
			*dst = appendReference(appendReference(*dst, rune(hi)), rune(lo))
		} else {
			*dst = appendReference(*dst, r)
		}
	case BeyondLatin1Questions:
		e.octet(dst, '?')
	default:
		e.octets(dst, s)
	}
	return ""
}

// appendReference appends an encoded numeric character reference.
func appendReference(dst []byte, r rune) []byte {
	return append(strconv.AppendInt(append(dst, "%26%23"...), int64(r), 10), "%3B"...)
}

func isNonchar(r rune) bool {
	return r&0xFFFE == 0xFFFE || 0xFDD0 <= r && r <= 0xFDEF
}

func (e *Encoder) appendEscape(dst []byte, c byte) []byte {
	digits := pct.UpperHex
	if e.Lower {
		digits = pct.LowerHex
	}
	return append(dst, '%', digits[c>>4], digits[c&15])
}

func (e *Encoder) appendUnicode(dst []byte, u uint16) []byte {
	digits := pct.UpperHex
	if e.Lower {
		digits = pct.LowerHex
	}
	return append(dst, '%', 'u', digits[u>>12], digits[u>>8&15], digits[u>>4&15], digits[u&15])
}

// normalizeText applies NFC to the text between spaces and controls beyond ASCII.
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

// addedLater are the characters up to U+FFFF that NFKC changes and that the tables of
// Addressable lack.
var addedLater = &unicode.RangeTable{R16: []unicode.Range16{
	{0x03F4, 0x03F5, 1},
	{0x03F9, 0x03F9, 1},
	{0x10FC, 0x10FC, 1},
	{0x1D2C, 0x1D2E, 1},
	{0x1D30, 0x1D3A, 1},
	{0x1D3C, 0x1D4D, 1},
	{0x1D4F, 0x1D6A, 1},
	{0x1D78, 0x1D78, 1},
	{0x1D9B, 0x1DBF, 1},
	{0x2047, 0x2047, 1},
	{0x2057, 0x2057, 1},
	{0x205F, 0x205F, 1},
	{0x2071, 0x2071, 1},
	{0x2090, 0x209C, 1},
	{0x213B, 0x2140, 1},
	{0x2145, 0x2149, 1},
	{0x2150, 0x2152, 1},
	{0x2189, 0x2189, 1},
	{0x2A0C, 0x2A0C, 1},
	{0x2A74, 0x2A76, 1},
	{0x2ADC, 0x2ADC, 1},
	{0x2C7C, 0x2C7D, 1},
	{0x2D6F, 0x2D6F, 1},
	{0x309F, 0x309F, 1},
	{0x30FF, 0x30FF, 1},
	{0x321D, 0x321E, 1},
	{0x3244, 0x3247, 1},
	{0x3250, 0x325F, 1},
	{0x327C, 0x327E, 1},
	{0x32B1, 0x32BF, 1},
	{0x32CC, 0x32CF, 1},
	{0x32FF, 0x32FF, 1},
	{0x3377, 0x337A, 1},
	{0x33DE, 0x33DF, 1},
	{0x33FF, 0x33FF, 1},
	{0xA69C, 0xA69D, 1},
	{0xA770, 0xA770, 1},
	{0xA7F8, 0xA7F9, 1},
	{0xAB5C, 0xAB5F, 1},
	{0xAB69, 0xAB69, 1},
	{0xFA2E, 0xFA6D, 1},
	{0xFA70, 0xFAD9, 1},
	{0xFB1D, 0xFB1D, 1},
	{0xFDFC, 0xFDFC, 1},
	{0xFE10, 0xFE19, 1},
	{0xFE47, 0xFE48, 1},
	{0xFF5F, 0xFF60, 1},
}}

// normalizeOld applies NFKC to UTF-8 as Addressable does.
func normalizeOld(s []byte) []byte {
	if !utf8.Valid(s) {
		return s
	}
	var out []byte
	for len(s) > 0 {
		at, stays := len(s), ""
	scan:
		for i, r := range string(s) {
			switch {
			case r == 0xF951:
				stays = "\u96FB" // which Corrigendum 4 made U+964B
			case r > 0xFFFF || unicode.Is(addedLater, r):
				stays = string(r)
			default:
				continue
			}
			at = i
			break scan
		}
		out = append(norm.NFKC.Append(out, s[:at]...), stays...)
		s = s[at:]
		if stays != "" {
			_, n := utf8.DecodeRune(s)
			s = s[n:]
		}
	}
	return out
}

func hasEscape(text []byte) bool {
	for i := range text {
		if _, ok := pct.Octet(text[i:]); ok {
			return true
		}
	}
	return false
}

// judged returns text with %25 for every '%' in each part that has a '%' that does not
// begin an escape, and how the result was moved.
func (e *Encoder) judged(text []byte) (out []byte, moved shifts) {
	ends := ParseSet(e.Parts)
	for from, n := 0, 0; from < len(text); from += n {
		part := text[from:]
		if part[0] == '#' {
			ends = percent.ByteSet{}
		}
		n = 1 + bytes.IndexFunc(part[1:], func(r rune) bool { return r < utf8.RuneSelf && ends.Contains(byte(r)) })
		if n == 0 {
			n = len(part)
		} else {
			ends = ends.Remove("?")
		}
		part = part[:n]
		moved.add(len(out), from)
		if allEscapes(part) {
			out = append(out, part...)
			continue
		}
		if e.Escapes == EscapesUpperIfAll || e.Escapes == EscapesUpperUnreservedAll {
			part = upperEscapes(part)
		}
		for i, c := range part {
			out = append(out, c)
			if c == '%' {
				out = append(out, "25"...)
				moved.add(len(out), from+i+1)
			}
		}
	}
	return out, moved
}

// upperEscapes returns text with the digits of its escapes in upper case.
func upperEscapes(text []byte) []byte {
	out := bytes.Clone(text)
	for i := range out {
		if _, ok := pct.Octet(out[i:]); ok {
			out[i+1], out[i+2] = upper(out[i+1]), upper(out[i+2])
		}
	}
	return out
}

func allEscapes(text []byte) bool {
	for i, c := range text {
		if c == '%' {
			if _, ok := pct.Octet(text[i:]); !ok {
				return false
			}
		}
	}
	return true
}

func unescapeAll(text []byte) []byte {
	var out []byte
	for i := 0; i < len(text); {
		if octet, ok := pct.Octet(text[i:]); ok {
			out = append(out, octet)
			i += 3
			continue
		}
		out = append(out, text[i])
		i++
	}
	return out
}

// crlf turns every line break of s into CR LF. cr says whether a lone CR is one.
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

// DecodeWTF8 is like utf8.DecodeRune, but accepts surrogates.
func DecodeWTF8(s []byte) (r rune, n int, surrogate bool) {
	r, n = utf8.DecodeRune(s)
	if r == utf8.RuneError && n == 1 && len(s) >= 3 && s[0] == 0xED && 0xA0 <= s[1] && s[1] <= 0xBF && s[2]&0xC0 == 0x80 {
		return 0xD000 | rune(s[1]&0x3F)<<6 | rune(s[2]&0x3F), 3, true
	}
	return r, n, false
}

// AppendUnit appends the UTF-8 of the UTF-16 code unit u, extended to surrogates.
func AppendUnit(dst []byte, u uint16) []byte {
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
func (p PointRule) contains(r rune) bool {
	switch p {
	case PointsAll:
		return true
	case PointsJava:
		return !unicode.In(r, unicode.Z) && !unicode.IsControl(r)
	case PointsNotIRI:
		return r >= 0xA0 && r < 0x10000 && !pct.IsUcschar(r) && !pct.IsIprivate(r)
	case PointsUcschar:
		return pct.IsUcschar(r)
	case PointsLEIRI:
		return pct.IsUcschar(r) && !pct.IsBidiControl(r)
	}
	return false
}

// PlainText is plain for any text with these bytes. valid says whether it is UTF-8, and
// lone whether it contains a lone surrogate.
func (e *Encoder) PlainText(used percent.ByteSet, valid, lone bool) bool {
	if used == (percent.ByteSet{}) || e.special.Intersect(used) != (percent.ByteSet{}) {
		return false
	}
	return valid || !e.text && (!e.lone || !lone)
}

// HasSurrogate reports whether text holds a lone surrogate.
func HasSurrogate(text []byte) bool {
	for i := bytes.IndexByte(text, 0xED); i >= 0 && i < len(text); {
		if _, _, surrogate := DecodeWTF8(text[i:]); surrogate {
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

// JoinPairs replaces each pair of surrogates in text with the character it stands for.
func JoinPairs(text []byte) []byte {
	var out []byte
	for i := 0; i < len(text); {
		r, n, surrogate := DecodeWTF8(text[i:])
		if surrogate && r < 0xDC00 {
			if low, m, ok := DecodeWTF8(text[i+n:]); ok && low >= 0xDC00 {
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
