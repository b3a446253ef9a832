package dialect

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/safebrowsing"
)

// A decoder is a decodeRule made ready for use.
type decoder struct {
	*decodeRule
	base                                   *percent.Encoding
	simple                                 bool
	remove, preserve, forbid, refuseRaw    percent.ByteSet
	end, blanks, ban, trim, trail, squeeze percent.ByteSet
}

// newDecoder returns the decoder of r. The five choices are added to base.
func newDecoder(r *decodeRule, base *percent.Encoding) *decoder {
	d := &decoder{
		decodeRule: r,
		remove:     parseSet(r.removed), preserve: parseSet(r.preserved),
		forbid: parseSet(r.forbidden), refuseRaw: parseSet(r.rawRefused),
		end: parseSet(r.ends), blanks: parseSet(r.blank), ban: parseSet(r.banned), trim: parseSet(r.trimmed), trail: parseSet(r.trailing), squeeze: parseSet(r.squeezed),
	}
	if r.plus {
		base = base.WithPlus(percent.PlusIsSpace)
	}
	if r.malformed == malformedKept {
		base = base.WithMalformed(percent.MalformedKept)
	}
	switch r.utf8 {
	case utf8Replaced:
		base = base.WithInvalidUTF8(percent.InvalidUTF8Replaced)
	case utf8Refused:
		base = base.WithInvalidUTF8(percent.InvalidUTF8Refused)
	}
	refused := d.refuseRaw
	if r.raw == rawRefused {
		refused = refused.AddRange(0x80, 0xFF)
	}
	base = base.WithRaw(refused.Complement()).WithPreserved(d.preserve)
	d.base = base
	d.simple = r.removed == "" && r.hex == 0 && r.unicode == 0 && r.malformed <= malformedKept && r.truncated == 0 &&
		!r.upper && r.forbidden == "" && !r.plusLate && r.raw <= rawRefused && r.utf8 <= utf8Refused && r.lax == 0 &&
		r.nul == 0 && r.ends == "" && !r.plusQuery && r.blank == "" && !r.bom && r.lines == 0 && r.shown == 0 && r.decoded == 0 &&
		r.banned == "" && r.trimmed == "" && r.trailing == "" && r.squeezed == "" && !r.quoted && !r.doubled && !r.plusKept && !r.stable
	return d
}

// append appends src, decoded, to dst.
func (d *decoder) append(dst, src []byte) ([]byte, error) {
	if d.simple {
		return d.base.AppendDecode(dst, src)
	}
	if d.stable {
		return safebrowsing.AppendUnescape(dst, src), nil
	}
	return d.once(dst, src)
}

// What a decoded octet is.
const (
	fromRaw    = iota // it stood there
	fromEscape        // it was escaped
	asText            // it is part of a character that is settled
)

// piece is what a decoder has read, octet by octet, before it is taken for
// text.
type piece struct {
	octets []byte
	kinds  []uint8
	from   []int // index of the source
}

func (p *piece) add(kind uint8, from int, octets ...byte) {
	for _, c := range octets {
		p.octets = append(p.octets, c)
		p.kinds = append(p.kinds, kind)
		p.from = append(p.from, from)
	}
}

func (d *decoder) once(dst, src []byte) ([]byte, error) {
	if d.shown == shownIRI {
		return appendShown(dst, src), nil
	}
	whole := src
	start := 0
	if d.banned != "" {
		if i := bytes.IndexFunc(whole, func(r rune) bool { return r < utf8.RuneSelf && d.ban.Contains(byte(r)) }); i >= 0 {
			return dst, &percent.SyntaxError{Offset: int64(i), Bytes: string(whole[i : i+1]), Reason: percent.RawByte}
		}
	}
	if d.raw == rawBMP && bytes.IndexByte(whole, '%') < 0 && bytes.IndexByte(whole, '+') < 0 {
		return append(dst, whole...), nil
	}
	if d.trimmed != "" || d.trailing != "" || d.quoted {
		src, start = d.cut(whole)
	}
	text, origin := src, func(i int) int { return i + start }
	if d.removed != "" || d.squeezed != "" {
		text = make([]byte, 0, len(src))
		at := make([]int, 0, len(src)+1)
		for i, c := range src {
			if d.squeeze.Contains(c) {
				if i > 0 && d.squeeze.Contains(src[i-1]) {
					continue
				}
				c = ' '
			}
			if !d.remove.Contains(c) {
				text, at = append(text, c), append(at, i+start)
			}
		}
		at = append(at, len(src)+start)
		origin = func(i int) int { return at[i] }
	}
	if d.raw == rawLowOctetIfPercent || d.raw == rawLowOctetIfBad || d.mended() {
		clean := *d
		rule := *d.decodeRule
		rule.raw, rule.banned, rule.trimmed, rule.trailing, rule.quoted = rawLoneKept, "", "", "", false
		if d.raw == rawLoneReplacedIfMended {
			rule.raw = rawLoneReplaced
		}
		if d.raw == rawLowOctetIfBad || d.mended() && hasEscape(text) {
			rule.malformed, rule.truncated, rule.utf8 = malformedRefused, 0, utf8Refused
		}
		clean.decodeRule = &rule
		if d.raw == rawLowOctetIfBad || d.mended() || !d.hasPercent(text) {
			if out, err := clean.once(nil, text); err == nil {
				return append(dst, out...), nil
			}
		}
	}
	p := &piece{}
	verdict, err := d.read(p, text)
	switch {
	case verdict == malformedUnchanged:
		return append(dst, d.unchanged(src)...), nil
	case verdict == malformedEmpty:
		return dst, nil
	}
	out, end, verdict := d.text(p, text)
	switch verdict {
	case malformedUnchanged:
		return append(dst, d.unchanged(src)...), nil
	case malformedEmpty:
		return dst, nil
	case malformedRefused:
		i := p.from[end]
		err = &percent.SyntaxError{Offset: int64(i), Bytes: string(text[i:sourceEnd(p, text, end)]), Reason: percent.InvalidUTF8}
	}
	if d.raw == rawMixedRefused && err == nil {
		err = p.mixed(text)
	}
	if d.plusLate {
		out = bytes.ReplaceAll(out, []byte("+"), []byte(" "))
	}
	if d.bom {
		out = bytes.TrimPrefix(out, []byte("\uFEFF"))
	}
	if d.lines == linesLF {
		out = bytes.ReplaceAll(out, []byte("\r\n"), []byte("\n"))
		out = bytes.ReplaceAll(out, []byte("\r"), []byte("\n"))
	}
	if d.decoded != decodedPlain {
		var refused string
		if out, refused = d.decoded.apply(out); refused != "" && err == nil {
			err = &RefusedError{Bytes: refused, Reason: "character that XML does not allow"}
		}
	}
	if d.nul == nulEnds {
		if i := bytes.IndexByte(out, 0); i >= 0 {
			out = out[:i]
		}
	}
	switch e := err.(type) {
	case *percent.SyntaxError:
		e.Offset = int64(origin(int(e.Offset)))
	case *RefusedError:
		e.Offset = int64(origin(int(e.Offset)))
	}
	return append(dst, out...), err
}

// hasPercent reports whether there is a '%' in text, before what ends it.
func (d *decoder) hasPercent(text []byte) bool {
	for _, c := range text {
		if d.end.Contains(c) {
			return false
		}
		if c == '%' {
			return true
		}
	}
	return false
}

// unchanged returns a text that is left as it is, but for '+'.
func (d *decoder) unchanged(src []byte) []byte {
	if d.plus && !d.plusKept {
		return bytes.ReplaceAll(src, []byte("+"), []byte(" "))
	}
	return src
}

// sourceEnd returns the index in the source behind the octet at.
func sourceEnd(p *piece, text []byte, at int) int {
	if at+1 < len(p.from) {
		return p.from[at+1]
	}
	return len(text)
}

// read takes text apart. The verdict is malformedUnchanged or malformedEmpty
// when that is the result, and malformedRefused with an error.
func (d *decoder) read(p *piece, text []byte) (malformedRule, error) {
	query := false
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case d.end.Contains(c):
			return malformedKept, nil
		case c == '+' && d.plusQuery && query:
			p.add(fromRaw, i, ' ')
			i++
		case c == '%' && d.doubled && i+1 < len(text) && text[i+1] == '%':
			p.add(fromRaw, i, '%')
			i += 2
		case c == '%':
			n, verdict, err := d.percent(p, text, i)
			switch {
			case err != nil:
				return malformedRefused, err
			case verdict == malformedStops:
				return malformedKept, nil
			case verdict != malformedKept:
				return verdict, nil
			}
			i += n
		case c == '+' && d.plus:
			p.add(fromRaw, i, ' ')
			i++
		case d.refuseRaw.Contains(c):
			return malformedRefused, &percent.SyntaxError{Offset: int64(i), Bytes: string(text[i : i+1]), Reason: percent.RawByte}
		case c < utf8.RuneSelf:
			query = query || c == '?'
			p.add(fromRaw, i, c)
			i++
		default:
			n, err := d.rawText(p, text, i)
			if err != nil {
				return malformedRefused, err
			}
			i += n
		}
	}
	return malformedKept, nil
}

// percent reads what begins with the '%' at text[i] and returns its length and
// malformedKept, or how it ends the text.
func (d *decoder) percent(p *piece, text []byte, i int) (int, malformedRule, error) {
	rest := text[i:]
	if d.unicode != unicodeMalformed {
		if u, n := d.unit(rest); n > 0 {
			if d.unicode == unicodeOctets {
				switch {
				case u < 0x100:
					p.add(fromEscape, i, byte(u))
				case 0xD800 <= u && u <= 0xDFFF:
					p.add(asText, i, replacement...)
				default:
					p.add(asText, i, appendUnit(nil, u)...)
				}
				return n, malformedKept, nil
			}
			if 0xD800 <= u && u < 0xDC00 {
				if lo, m := d.unit(rest[n:]); m > 0 && 0xDC00 <= lo && lo <= 0xDFFF {
					r := 0x10000 + rune(u&0x3FF)<<10 + rune(lo&0x3FF)
					p.add(asText, i, utf8.AppendRune(nil, r)...)
					return n + m, malformedKept, nil
				}
			}
			if lone := 0xD800 <= u && u <= 0xDFFF; !lone || d.unicode != unicodeLoneDropped {
				p.add(asText, i, appendUnit(nil, u)...)
			}
			return n, malformedKept, nil
		}
	}
	if d.lines == linesEscaped && len(rest) >= 6 && bytes.EqualFold(rest[:6], []byte("%0D%0A")) {
		p.add(fromEscape, i, '\n')
		return 6, malformedKept, nil
	}
	octet, n := d.octet(rest)
	switch {
	case n == 0:
		return d.irregular(p, text, i)
	case d.forbid.Contains(octet):
		return 0, 0, &RefusedError{Offset: int64(i), Bytes: string(rest[:n]), Reason: "forbidden escape"}
	case d.blanks.Contains(octet):
		p.add(fromEscape, i, ' ')
	case d.preserve.Contains(octet) && d.upper:
		p.add(asText, i, '%', upperDigits[octet>>4], upperDigits[octet&15])
	case d.preserve.Contains(octet):
		p.add(asText, i, rest[:n]...)
	default:
		p.add(fromEscape, i, octet)
	}
	return n, malformedKept, nil
}

// octet returns the octet of the escape at the beginning of rest and its
// length, 0 when there is none.
func (d *decoder) octet(rest []byte) (octet byte, n int) {
	if octet, ok := escape(rest); ok && (d.hex&hexLower == 0 || !isUpper(rest[1]) && !isUpper(rest[2])) {
		return octet, 3
	}
	if d.hex == 0 || len(rest) < 2 {
		return 0, 0
	}
	if len(rest) > 2 && isHex(rest[2]) {
		switch c := rest[1]; {
		case c == '+' && d.hex&hexPlus != 0, (c == ' ' || '\t' <= c && c <= '\r') && d.hex&hexSpace != 0:
			return unhex(rest[2]), 3
		case c == '-' && d.hex&hexMinus != 0:
			return -unhex(rest[2]), 3
		}
	}
	if d.hex&hexWide != 0 {
		if hi, n := wideDigit(rest[1:]); n > 0 {
			if lo, m := wideDigit(rest[1+n:]); m > 0 {
				return hi<<4 | lo, 1 + n + m
			}
		}
	}
	switch {
	case d.hex&hexOne != 0 && isHex(rest[1]), d.hex&hexOneEnd != 0 && len(rest) == 2 && isHex(rest[1]):
		return unhex(rest[1]), 2
	case d.hex&hexRaw != 0 && len(rest) > 2:
		return loose(rest[1])<<4 | loose(rest[2]), 3
	case d.hex&hexZero != 0 && len(rest) > 2:
		return counted(rest[1])<<4 | counted(rest[2]), 3
	case d.hex&hexLetters != 0 && len(rest) > 2:
		return letters(rest[1])<<4 + letters(rest[2]), 3
	case d.hex&hexPrefix != 0 && len(rest) > 2, d.hex&hexAlnum != 0 && len(rest) > 2 && isAlnum(rest[1]) && isAlnum(rest[2]):
		if isHex(rest[1]) {
			return unhex(rest[1]), 3
		}
		return 0, 3
	}
	return 0, 0
}

// counted is the value of c, 0 when it is no digit.
func counted(c byte) byte {
	if isHex(c) {
		return unhex(c)
	}
	return 0
}

// letters is the value of c when letters count on beyond F.
func letters(c byte) byte {
	if isAlnum(c) {
		return unhex(c)
	}
	return 0
}

// loose is the value of c for those who do not look whether it is a digit.
func loose(c byte) byte {
	if isHex(c) {
		return unhex(c)
	}
	return c
}

// wideDigit returns the value of the hexadecimal digit, in any script, that s
// begins with, and its length.
func wideDigit(s []byte) (value byte, n int) {
	r, n := utf8.DecodeRune(s)
	switch {
	case len(s) == 0:
		return 0, 0
	case r < utf8.RuneSelf && isHex(byte(r)):
		return unhex(byte(r)), 1
	case 0xFF21 <= r && r <= 0xFF26, 0xFF41 <= r && r <= 0xFF46:
		return byte(r&0x1F) + 9, n
	case !unicode.Is(unicode.Nd, r):
		return 0, 0
	}
	// Decimal digits stand in rows of ten, the first of a range at zero.
	for _, t := range unicode.Nd.R16 {
		if rune(t.Lo) <= r && r <= rune(t.Hi) {
			return byte((r - rune(t.Lo)) % 10), n
		}
	}
	for _, t := range unicode.Nd.R32 {
		if rune(t.Lo) <= r && r <= rune(t.Hi) {
			return byte((r - rune(t.Lo)) % 10), n
		}
	}
	return 0, 0
}

// unit returns the UTF-16 code unit of the %uHHHH at the beginning of rest and
// its length, 0 when there is none.
func (d *decoder) unit(rest []byte) (u uint16, n int) {
	if len(rest) < 6 || rest[0] != '%' || rest[1] != 'u' {
		return 0, 0
	}
	for _, c := range rest[2:6] {
		if !isHex(c) {
			return 0, 0
		}
		u = u<<4 | uint16(unhex(c))
	}
	return u, 6
}

// irregular reads a '%' that begins no escape.
func (d *decoder) irregular(p *piece, text []byte, i int) (int, malformedRule, error) {
	rest := text[i:]
	verdict := d.malformed
	if len(rest) < 3 && d.truncated != 0 {
		verdict = d.truncated
		if verdict == truncatedRefused {
			verdict = malformedRefused
		}
	}
	three := min(3, len(rest))
	if verdict == malformedRefusedAlnum || verdict == malformedDroppedAlnum {
		switch alnum := len(rest) > 2 && isAlnum(rest[1]) && isAlnum(rest[2]); {
		case !alnum:
			verdict = malformedKept
		case verdict == malformedRefusedAlnum:
			verdict = malformedRefused
		default:
			return three, malformedKept, nil
		}
	}
	if verdict == malformedStopsDigits || verdict == malformedKeptDigits {
		if verdict == malformedKeptDigits {
			verdict = malformedKept
		} else {
			verdict = malformedStops
		}
		if len(rest) > 1 && !isHex(rest[1]) {
			verdict = malformedRefused
		}
	}
	switch verdict {
	case malformedRefused:
		err := &percent.SyntaxError{Offset: int64(i), Bytes: string(rest[:three]), Reason: percent.InvalidEscape}
		if len(rest) < 3 && (len(rest) < 2 || isHex(rest[1])) {
			err.Reason = percent.TruncatedEscape
		}
		return 0, 0, err
	case malformedKept:
		p.add(fromRaw, i, '%')
		return 1, malformedKept, nil
	case malformedReplaced:
		p.add(asText, i, replacement...)
		return three, malformedKept, nil
	case malformedNginx:
		if len(rest) > 1 && !isHex(rest[1]) {
			p.add(fromRaw, i, rest[1])
			return 2, malformedKept, nil
		}
		return three, malformedKept, nil
	case malformedKeptTwo:
		n := min(2, len(rest))
		if verdict == malformedKeptTwo {
			n = three
		}
		p.add(fromRaw, i, rest[:n]...)
		return n, malformedKept, nil
	}
	return 0, verdict, nil
}

// rawText reads the octet or character beyond ASCII at text[i].
func (d *decoder) rawText(p *piece, text []byte, i int) (int, error) {
	rest := text[i:]
	r, n, surrogate := decodeWTF8(rest)
	refuse := func(reason percent.Reason) (int, error) {
		return 0, &percent.SyntaxError{Offset: int64(i), Bytes: string(rest[:n]), Reason: reason}
	}
	switch d.raw {
	case rawRefused:
		return refuse(percent.RawByte)
	case rawAccepted, rawMixedRefused:
		p.add(fromRaw, i, rest[0])
		return 1, nil
	case rawOctets:
		p.add(asText, i, utf8.AppendRune(nil, rune(rest[0]))...)
		return 1, nil
	}
	switch {
	case surrogate:
		switch d.raw {
		case rawLoneReplaced, rawBMP:
			p.add(asText, i, replacement...)
		case rawLoneQuestion:
			p.add(asText, i, '?')
		case rawHighDropped:
			if r >= 0xDC00 {
				p.add(asText, i, '?')
			}
		case rawLowOctet, rawLowOctetIfPercent, rawLowOctetIfBad, rawLowOctetIfMended:
			p.add(fromRaw, i, byte(r))
		default:
			p.add(asText, i, rest[:n]...)
		}
	case d.raw == rawJava && (!pointsJava.contains(r)):
		return refuse(percent.RawByte)
	case n > 3 && d.raw == rawBMP:
		p.add(asText, i, []byte("\uFFFD\uFFFD")...)
	case n > 1 && (d.raw == rawLowOctet || d.raw == rawLowOctetIfPercent || d.raw == rawLowOctetIfBad || d.mended()):
		if r > 0xFFFF {
			hi, lo := pair(r)
			p.add(fromRaw, i, byte(hi), byte(lo))
		} else {
			p.add(fromRaw, i, byte(r))
		}
	case (d.raw == rawLatin1Octet || d.raw == rawBMP) && r < 0x100 && n > 1:
		p.add(fromRaw, i, byte(r))
	case n == 1:
		p.add(fromRaw, i, rest[0])
	default:
		p.add(asText, i, rest[:n]...)
	}
	return n, nil
}

// text makes text of what was read. The verdict is malformedKept, or what
// becomes of the whole; malformedRefused is about the octet at end.
func (d *decoder) text(p *piece, source []byte) (out []byte, end int, verdict malformedRule) {
	if d.utf8 == utf8Kept {
		return p.octets, 0, malformedKept
	}
	runs := false
	switch d.utf8 {
	case utf8EscapedPrefix:
		runs = true
	}
	for i := 0; i < len(p.octets); {
		kind := p.kinds[i]
		end := i + 1
		for end < len(p.octets) && p.kinds[end] == kind || end < len(p.octets) && !runs && kind != asText && p.kinds[end] != asText {
			end++
		}
		if kind == asText {
			out = append(out, p.octets[i:end]...)
			i = end
			continue
		}
		var stop int
		out, stop, verdict = d.run(out, p, source, i, end)
		if verdict != malformedKept {
			if verdict == malformedStops {
				return out, 0, malformedKept
			}
			return out, stop, verdict
		}
		i = end
	}
	return out, 0, malformedKept
}

// run makes text of the octets from to end, none of which is text yet.
func (d *decoder) run(out []byte, p *piece, source []byte, from, end int) ([]byte, int, malformedRule) {
	start := len(out)
	for i := from; i < end; {
		c := p.octets[i]
		if d.utf8 == utf8Latin1 && p.kinds[i] == fromEscape {
			out = utf8.AppendRune(out, rune(c))
			i++
			continue
		}
		text, n, ok := d.character(p.octets[i:end])
		if ok {
			if n > 1 && len(text) == 1 && d.preserve.Contains(text[0]) && p.kinds[i] == fromEscape {
				text = source[p.from[i]:sourceEnd(p, source, i+n-1)]
			}
			out = append(out, text...)
			i += n
			continue
		}
		if n < 0 {
			return out, i, malformedRefused
		}
		switch d.utf8 {
		case utf8Refused:
			return out, i, malformedRefused
		case utf8ReplacedJava, utf8ReplacedTwo:
			out, n = append(out, "\uFFFD"...), illFormedJava(p.octets[i:end], d.utf8 == utf8ReplacedJava)
			if d.utf8 == utf8ReplacedTwo {
				n = illFormedTwo(p.octets[i:end])
			}
		case utf8RefusedInside:
			if i+n < end || end < len(p.octets) || n >= announced(c) || c < 0xC2 || c > 0xF4 {
				return out, i, malformedRefused
			}
			out = append(out, "\uFFFD"...)
		case utf8ReplacedLong:
			out, n = append(out, "\uFFFD"...), illFormedLong(p.octets[i:end])
		case utf8ReplacedBreak:
			out, n = append(out, "\uFFFD"...), illFormedTwo(p.octets[i:end])
			if 0xC2 <= c && c <= 0xF4 && n < announced(c) && i+n < end && (n == 1 || p.octets[i+n]&0xC0 != 0x80) && p.kinds[i+n] == fromEscape {
				n++
			}
		case utf8Surrogates:
			out, n = appendUnit(out, 0xDC00|uint16(c)), 1
		case utf8EscapedPrefix:
			// What has been decoded of the run stays escaped after all.
			for j := i + 1; j <= end; j++ {
				if j == end || d.valid(p.octets[j:end]) {
					last := sourceEnd(p, source, j-1)
					out = append(append(out[:start], source[p.from[from]:last]...), p.octets[j:end]...)
					return out, 0, malformedKept
				}
			}
		case utf8Unchanged:
			return out, i, malformedUnchanged
		case utf8Empty:
			return out, i, malformedEmpty
		case utf8Stops:
			return out, i, malformedStops
		case utf8Replaced:
			out = append(out, "\uFFFD"...)
		case utf8ReplacedEach:
			out, n = append(out, "\uFFFD"...), 1
		case utf8Latin1Octets:
			out, n = utf8.AppendRune(out, rune(c)), 1
		case utf8Escaped, utf8EscapedUpper:
			n = 1
			switch {
			case d.utf8 == utf8EscapedUpper:
				out = append(out, '%', upperDigits[c>>4], upperDigits[c&15])
			case p.kinds[i] == fromRaw:
				out = append(out, c)
			default:
				out = append(out, source[p.from[i]:sourceEnd(p, source, i)]...)
			}
		default:
			out, n = append(out, c), 1
		}
		i += n
	}
	return out, 0, malformedKept
}

// valid reports whether s is made of characters.
func (d *decoder) valid(s []byte) bool {
	for len(s) > 0 {
		_, n, ok := d.character(s)
		if !ok {
			return false
		}
		s = s[n:]
	}
	return true
}

// illFormedJava returns the length of the ill-formed sequence that s begins
// with, a surrogate being one of three octets, or of two and one.
func illFormedJava(s []byte, three bool) int {
	if s[0] != 0xED || len(s) < 2 || s[1] < 0xA0 || s[1] > 0xBF {
		return illFormed(s)
	}
	if three && len(s) > 2 && s[2]&0xC0 == 0x80 {
		return 3
	}
	return 2
}

// illFormedTwo returns the length of the ill-formed sequence that s begins
// with, to which the continuation octet belongs that its first one excludes.
func illFormedTwo(s []byte) int {
	n := illFormed(s)
	if n == 1 && len(s) > 1 && 0xE0 <= s[0] && s[0] <= 0xF4 && s[1]&0xC0 == 0x80 {
		return 2
	}
	return n
}

// illFormedLong returns the length of what s begins with: its first octet and
// the continuation octets after it, as many as that announces.
func illFormedLong(s []byte) int {
	size := announced(s[0])
	switch {
	case 0xF8 <= s[0] && s[0] < 0xFC:
		size = 5
	case 0xFC <= s[0] && s[0] < 0xFE:
		size = 6
	}
	n := 1
	for n < size && n < len(s) && s[n]&0xC0 == 0x80 {
		n++
	}
	return n
}

// mended reports whether raw text is read in another way where something is
// malformed or invalid.
func (d *decoder) mended() bool {
	return d.raw == rawLowOctetIfMended || d.raw == rawLoneReplacedIfMended
}

// cut returns src up to what ends it, without what is dropped from its ends,
// and the index where that begins.
func (d *decoder) cut(src []byte) ([]byte, int) {
	end := bytes.IndexFunc(src, func(r rune) bool { return r < utf8.RuneSelf && d.end.Contains(byte(r)) })
	if end < 0 {
		end = len(src)
	}
	start := 0
	for start < end && d.trim.Contains(src[start]) {
		start++
	}
	for end > start && (d.trim.Contains(src[end-1]) || d.trail.Contains(src[end-1])) {
		end--
	}
	if d.quoted && start < end && src[start] == '"' {
		start++
		end = max(start, end-1)
	}
	return src[start:end], start
}

// mixed returns an error for the first octet beyond ASCII that is escaped where
// others are not.
func (p *piece) mixed(text []byte) error {
	escaped, raw := -1, false
	for i, c := range p.octets {
		if c >= utf8.RuneSelf {
			raw = raw || p.kinds[i] == fromRaw
			if escaped < 0 && p.kinds[i] == fromEscape {
				escaped = i
			}
		}
	}
	if !raw || escaped < 0 {
		return nil
	}
	at := p.from[escaped]
	return &RefusedError{Offset: int64(at), Bytes: string(text[at:sourceEnd(p, text, escaped)]), Reason: "escape beside unescaped text"}
}

// announced returns how long a character with that first octet would be.
func announced(c byte) int {
	switch {
	case c < 0xC0:
		return 1
	case c < 0xE0:
		return 2
	case c < 0xF0:
		return 3
	case c < 0xF8:
		return 4
	}
	return 1
}

// character returns the text of the character that s, which is not empty,
// begins with, and its length in s; or the length of the ill-formed sequence.
func (d *decoder) character(s []byte) (text []byte, n int, ok bool) {
	if s[0] < utf8.RuneSelf {
		return s[:1], 1, true
	}
	if d.lax != laxNone {
		if r, n := laxRune(s, d.lax); n > 0 {
			switch {
			case r >= 0xD800 && r < 0xDC00 && d.lax&laxPairs != 0:
				if lo, m := laxRune(s[n:], d.lax); m > 0 && lo >= 0xDC00 && lo <= 0xDFFF {
					return utf8.AppendRune(nil, 0x10000+(r&0x3FF)<<10+lo&0x3FF), n + m, true
				}
				return s[:n], n, true
			case (r >= 0xD800 && r <= 0xDFFF || r > utf8.MaxRune) && d.lax&laxError != 0:
				return nil, -1, false
			case r > utf8.MaxRune && d.lax&laxAbove != 0:
				return nil, -1, false
			case r >= 0xD800 && r <= 0xDFFF, r > utf8.MaxRune:
				return s[:n], n, true
			}
			return utf8.AppendRune(nil, r), n, true
		}
	}
	r, n := utf8.DecodeRune(s)
	if r == utf8.RuneError && n == 1 || n == 4 && d.lax&laxBMP != 0 {
		return nil, illFormed(s), false
	}
	return s[:n], n, true
}

// laxRune decodes one character as lax allows; n is 0 when it is not one.
func laxRune(s []byte, lax laxRule) (r rune, n int) {
	if len(s) == 0 {
		return 0, 0
	}
	c := s[0]
	var least rune
	switch {
	case 0xC0 <= c && c < 0xE0:
		r, n, least = rune(c&0x1F), 2, 0x80
	case 0xE0 <= c && c < 0xF0:
		r, n, least = rune(c&0x0F), 3, 0x800
	case 0xF0 <= c && c < 0xF8:
		r, n, least = rune(c&0x07), 4, 0x10000
	case 0xF8 <= c && c < 0xFC && lax&laxSix != 0:
		r, n, least = rune(c&0x03), 5, 0x200000
	case 0xFC <= c && c < 0xFE && lax&laxSix != 0:
		r, n, least = rune(c&0x01), 6, 0x4000000
	default:
		return 0, 0
	}
	if n > len(s) {
		return 0, 0
	}
	for _, c := range s[1:n] {
		if c&0xC0 != 0x80 {
			return 0, 0
		}
		r = r<<6 | rune(c&0x3F)
	}
	switch {
	case n == 4 && lax&laxBMP != 0, r < least && lax&laxOverlong == 0 && !(r == 0 && n == 2 && lax&laxNUL != 0),
		0xD800 <= r && r <= 0xDFFF && lax&(laxSurrogates|laxError) == 0,
		r > utf8.MaxRune && lax&(laxHigh|laxSix|laxError|laxAbove) == 0:
		return 0, 0
	}
	return r, n
}

// illFormed returns the length of the ill-formed sequence that s begins with,
// the maximal subpart of the Unicode Standard, section 3.9.
func illFormed(s []byte) int {
	lo, hi, size := byte(0x80), byte(0xBF), 0
	switch c := s[0]; {
	case c < 0xC2 || c > 0xF4:
		return 1
	case c < 0xE0:
		size = 2
	case c < 0xF0:
		size = 3
		if c == 0xE0 {
			lo = 0xA0
		} else if c == 0xED {
			hi = 0x9F
		}
	default:
		size = 4
		if c == 0xF0 {
			lo = 0x90
		} else if c == 0xF4 {
			hi = 0x8F
		}
	}
	n := 1
	for n < size && n < len(s) && lo <= s[n] && s[n] <= hi {
		lo, hi = 0x80, 0xBF
		n++
	}
	return n
}

var replacement = []byte("\uFFFD")

// isUpper reports whether c is a letter of ASCII in upper case.
func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }
