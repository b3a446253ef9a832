package rule

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/kernel"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/wtf8"
	"github.com/pct-encoded/percent/web/safebrowsing"
)

// A Decoder is a Decode prepared for use.
type Decoder struct {
	*Decode
	Base                                   *percent.Encoding
	simple                                 bool
	remove, preserve, forbid, refuseRaw    percent.ByteSet
	end, blanks, ban, trim, trail, squeeze percent.ByteSet
	ends, bans                             kernel.Set // end and ban, to search for
}

// newDecoder returns the decoder of r with its five choices.
func newDecoder(r *Decode, base *percent.Encoding) *Decoder {
	d := &Decoder{
		Decode: r, Base: base, simple: r.isSimple(),
		remove: ParseSet(r.Removed), preserve: ParseSet(r.Preserved),
		forbid: ParseSet(r.Forbidden), refuseRaw: ParseSet(r.RawRefused),
		end: ParseSet(r.Ends), blanks: ParseSet(r.Blank), ban: ParseSet(r.Banned), trim: ParseSet(r.Trimmed), trail: ParseSet(r.Trailing), squeeze: ParseSet(r.Squeezed),
	}
	for b := range byte(utf8.RuneSelf) {
		if d.end.Contains(b) {
			d.ends.Add(b)
		}
		if d.ban.Contains(b) {
			d.bans.Add(b)
		}
	}
	return d
}

// base adds the choices for decoding to base.
func (r *Decode) base(base *percent.Encoding) *percent.Encoding {
	if r.Plus {
		base = base.WithPlus(percent.PlusIsSpace)
	}
	if r.Malformed == MalformedKept {
		base = base.WithMalformed(percent.MalformedKept)
	}
	switch r.UTF8 {
	case UTF8Replaced:
		base = base.WithInvalidUTF8(percent.InvalidUTF8Replaced)
	case UTF8Refused:
		base = base.WithInvalidUTF8(percent.InvalidUTF8Refused)
	}
	refused := ParseSet(r.RawRefused)
	if r.Raw == RawRefused {
		refused = refused.AddRange(0x80, 0xFF)
	}
	return base.WithRaw(refused.Complement()).WithPreserved(ParseSet(r.Preserved))
}

// isSimple reports whether r has no other choices than base adds.
func (r *Decode) isSimple() bool {
	five := Decode{Plus: r.Plus, RawRefused: r.RawRefused, Preserved: r.Preserved}
	if r.Malformed == MalformedKept {
		five.Malformed = r.Malformed
	}
	if r.UTF8 <= UTF8Refused {
		five.UTF8 = r.UTF8
	}
	if r.Raw == RawRefused {
		five.Raw = r.Raw
	}
	return *r == five
}

// Append appends src, decoded, to dst.
func (d *Decoder) Append(dst, src []byte) ([]byte, error) {
	if d.simple {
		return d.Base.AppendDecode(dst, src)
	}
	if d.Stable {
		return safebrowsing.AppendUnescape(dst, src), nil
	}
	return d.once(dst, src)
}

// AppendRest does not decode its argument as a whole: a text with many errors would be
// read to its end after each of them. It starts with firstWindow bytes, and makes the
// window four times as long each time. An error that ends more than lookAhead bytes
// before the end of the window does not depend on what comes after it.
const (
	firstWindow = 128
	lookAhead   = 64
)

// AppendRest is like Append, for the rest of a text after an error. If rest has another
// error, the time it takes is proportional to the distance to that error, not to the
// length of rest.
func (d *Decoder) AppendRest(dst, rest []byte) ([]byte, error) {
	if d.local(rest) {
		for n := firstWindow; n < len(rest); n *= 4 {
			out, err := d.Append(dst, rest[:n])
			if e, ok := err.(*percent.SyntaxError); ok && int(e.Offset)+len(e.Bytes) < n-lookAhead {
				return out, err
			}
		}
	}
	return d.Append(dst, rest)
}

// local reports whether an error in text is independent of what comes far after it.
func (d *Decoder) local(text []byte) bool {
	switch {
	case d.Malformed == MalformedUnchanged, d.Truncated == MalformedUnchanged, d.UTF8 == UTF8Unchanged,
		d.Trimmed != "", d.Trailing != "", d.Quoted && bytes.HasPrefix(text, []byte{'"'}):
		return false
	}
	// Any number of removed bytes may stand in an escape or a character.
	return d.Removed == "" || d.Malformed == MalformedKept && d.UTF8 == UTF8Kept
}

// The kinds of a decoded octet.
const (
	fromRaw    = iota // unescaped
	fromEscape        // from an escape
	asText            // part of a character that is already decoded
)

// piece holds the octets that a decoder has read, before they are turned into text.
type piece struct {
	octets []byte
	kinds  []uint8
	from   []int // index of the source
}

//go:noinline
func (p *piece) add(kind uint8, from int, octets ...byte) {
	for _, c := range octets {
		p.octets = append(p.octets, c)
		p.kinds = append(p.kinds, kind)
		p.from = append(p.from, from)
	}
}

func (d *Decoder) once(dst, src []byte) ([]byte, error) {
	if d.Shown == ShownIRI {
		return appendShown(dst, src), nil
	}
	whole := src
	start := 0
	if d.Banned != "" {
		if i := kernel.Index(&d.bans, whole); i < len(whole) {
			dst, err := d.once(dst, whole[:i])
			if err != nil {
				return dst, err
			}
			return dst, &percent.SyntaxError{Offset: int64(i), Bytes: string(whole[i : i+1]), Reason: percent.RawByte}
		}
	}
	if bytes.IndexByte(whole, '%') < 0 && (d.Raw == RawHighDropped || d.Raw == RawBMP && bytes.IndexByte(whole, '+') < 0) {
		return append(dst, whole...), nil
	}
	if d.Trimmed != "" || d.Trailing != "" || d.Quoted {
		src, start = d.cut(whole)
	}
	text, origin := src, func(i int) int { return i + start }
	if d.Removed != "" || d.Squeezed != "" {
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
	if d.Ends != "" {
		text = text[:kernel.Index(&d.ends, text)]
	}
	if d.Raw == RawHighDropped && HasSurrogate(text) {
		held, moved := waiting(text, func(text []byte) int {
			if _, ok := pct.Octet(text); ok {
				return 3
			}
			return 0
		})
		before := origin
		text, origin = held, func(i int) int { return before(moved.from(i)) }
	}
	if d.Shown == ShownRuns {
		return appendRuns(dst, text), nil
	}
	if d.Brackets {
		text = bracketEscapes.Get().ReplaceAllFunc(text, unescapeAll)
	}
	if d.Raw == RawLowOctetIfPercent || d.Raw == RawLowOctetIfBad || d.mended() {
		clean := *d
		rule := *d.Decode
		rule.Raw, rule.Banned, rule.Trimmed, rule.Trailing, rule.Quoted = RawLoneKept, "", "", "", false
		if d.Raw == RawLoneReplacedIfMended {
			rule.Raw = RawLoneReplaced
		}
		if d.Raw == RawLowOctetIfBad || d.mended() && hasEscape(text) {
			rule.Malformed, rule.Truncated, rule.UTF8 = MalformedRefused, 0, UTF8Refused
		}
		clean.Decode = &rule
		if d.Raw == RawLowOctetIfBad || d.mended() || !d.hasPercent(text) {
			if out, err := clean.once(nil, text); err == nil {
				return append(dst, out...), nil
			}
		}
	}
	p := &piece{}
	verdict, err := d.read(p, text)
	if verdict == MalformedUnchanged {
		return append(dst, d.unchanged(text)...), nil
	}
	var at, n int
	var reason percent.Reason
	switch {
	case d.Decoded == DecodedXMLRefused:
		at, n = p.notXML()
		reason = NotInXML
	case d.Raw == RawMixedRefused:
		at, n = p.mixed()
		reason = MixedEscape
	}
	if n > 0 {
		from := p.from[at]
		err = &percent.SyntaxError{Offset: int64(from), Bytes: string(text[from:sourceEnd(p, text, at+n-1)]), Reason: reason}
		p.octets = p.octets[:at]
	}
	out, end, verdict := d.text(p, text)
	switch verdict {
	case MalformedUnchanged:
		return append(dst, d.unchanged(text)...), nil
	case MalformedRefused:
		read := text
		if e, ok := err.(*percent.SyntaxError); ok {
			read = text[:e.Offset] // reading stops at malformed input
		}
		i := p.from[end]
		err = &percent.SyntaxError{Offset: int64(i), Bytes: string(text[i:sourceEnd(p, read, end)]), Reason: percent.InvalidUTF8}
	}
	if d.Unicode == UnicodeDecoded || d.Lax&LaxSurrogates != 0 && d.Raw == RawLoneKept {
		out = JoinPairs(out)
	}
	if d.BOM {
		out = bytes.TrimPrefix(out, []byte("\uFEFF"))
	}
	if d.Lines == LinesLF {
		out = bytes.ReplaceAll(out, []byte("\r\n"), []byte("\n"))
		out = bytes.ReplaceAll(out, []byte("\r"), []byte("\n"))
	}
	if d.Decoded == DecodedXMLReplaced {
		out = replaceNotXML(out)
	}
	if d.NUL == NULEnds {
		if i := bytes.IndexByte(out, 0); i >= 0 {
			out = out[:i]
		}
	}
	if e, ok := err.(*percent.SyntaxError); ok {
		at := int(e.Offset)
		from, end := origin(at), origin(at+len(e.Bytes)-1)+1
		e.Offset, e.Bytes = int64(from), string(whole[from:end])
	}
	return append(dst, out...), err
}

// bracketEscapes are the escapes that qs decodes before it looks at a value.
var bracketEscapes = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp { return regexp.MustCompile(`%5[BbDd]`) }}

// escapeRuns matches what vscode-uri takes for escapes.
var escapeRuns = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp { return regexp.MustCompile(`(?:%[0-9A-Za-z]{2})+`) }}

// appendRuns appends text with the longest valid end of each run of escapes decoded as
// UTF-8.
func appendRuns(dst, text []byte) []byte {
	return append(dst, escapeRuns.Get().ReplaceAllFunc(text, func(run []byte) []byte {
		from := len(run)
		for from > 0 {
			if _, ok := pct.Octet(run[from-3:]); !ok {
				break
			}
			from -= 3
		}
		octets := unescapeAll(run[from:])
		start := len(octets)
		for start > 0 {
			r, n := utf8.DecodeLastRune(octets[:start])
			if r == utf8.RuneError && n == 1 {
				break
			}
			start -= n
		}
		return slices.Concat(run[:from+3*start], octets[start:])
	})...)
}

// hasPercent reports whether text has a '%' before the character that ends it.
func (d *Decoder) hasPercent(text []byte) bool {
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

// unchanged returns a text that is left as it is, except for '+'.
func (d *Decoder) unchanged(src []byte) []byte {
	if d.Upper {
		// Preserved escapes were escaped before.
		var out []byte
		for i, c := range src {
			out = append(out, c)
			if octet, ok := pct.Octet(src[i:]); ok && d.preserve.Contains(octet) {
				out = append(out, "25"...)
			}
		}
		return []byte(strings.ReplaceAll(string(out), "%252f", "%252F"))
	}
	if d.Plus && !d.PlusKept {
		return bytes.ReplaceAll(src, []byte("+"), []byte(" "))
	}
	return src
}

// sourceEnd returns the index in the source just after the octet at index at.
func sourceEnd(p *piece, text []byte, at int) int {
	if at+1 < len(p.from) {
		return p.from[at+1]
	}
	return len(text)
}

// twoAlnum reports whether s begins with two letters or digits of any script.
func twoAlnum(s []byte) bool {
	for range 2 {
		r, n := utf8.DecodeRune(s)
		if n == 0 || !unicode.In(r, unicode.L, unicode.N) {
			return false
		}
		s = s[n:]
	}
	return true
}

// read reads the octets of text into p. The verdict is MalformedUnchanged if the text is
// left as it is, and MalformedRefused with an error.
func (d *Decoder) read(p *piece, text []byte) (MalformedRule, error) {
	query := false
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case d.end.Contains(c):
			return MalformedKept, nil
		case c == '+' && d.PlusQuery && query:
			p.add(fromRaw, i, ' ')
			i++
		case c == '%' && d.Doubled && i+1 < len(text) && text[i+1] == '%':
			p.add(fromRaw, i, '%')
			i += 2
		case c == '%':
			n, verdict, err := d.percent(p, text, i)
			switch {
			case err != nil:
				return MalformedRefused, err
			case verdict == MalformedStops:
				return MalformedKept, nil
			case verdict != MalformedKept:
				return verdict, nil
			}
			i += n
		case c == '+' && d.Plus:
			p.add(fromRaw, i, ' ')
			i++
		case d.refuseRaw.Contains(c):
			return MalformedRefused, &percent.SyntaxError{Offset: int64(i), Bytes: string(text[i : i+1]), Reason: percent.RawByte}
		case c < utf8.RuneSelf:
			query = query || c == '?'
			p.add(fromRaw, i, c)
			i++
		default:
			n, err := d.rawText(p, text, i)
			if err != nil {
				return MalformedRefused, err
			}
			i += n
		}
	}
	return MalformedKept, nil
}

// percent reads the unit that begins with the '%' at text[i]. It returns its length and
// MalformedKept, or how the unit ends the text.
func (d *Decoder) percent(p *piece, text []byte, i int) (int, MalformedRule, error) {
	rest := text[i:]
	if d.Unicode != UnicodeMalformed {
		if u, n := d.unit(rest); n > 0 {
			if d.Unicode == UnicodeOctets {
				switch {
				case u < 0x100:
					p.add(fromEscape, i, byte(u))
				case 0xD800 <= u && u <= 0xDFFF:
					p.add(asText, i, replacement...)
				default:
					p.add(asText, i, AppendUnit(nil, u)...)
				}
				return n, MalformedKept, nil
			}
			if 0xD800 <= u && u < 0xDC00 {
				if lo, m := d.unit(rest[n:]); m > 0 && 0xDC00 <= lo && lo <= 0xDFFF {
					r := 0x10000 + rune(u&0x3FF)<<10 + rune(lo&0x3FF)
					p.add(asText, i, utf8.AppendRune(nil, r)...)
					return n + m, MalformedKept, nil
				}
			}
			if 0xD800 <= u && u < 0xDC00 && d.Unicode == UnicodeLoneDropped {
				if _, m := d.unit(rest[n:]); m > 0 {
					return n + m, MalformedKept, nil
				}
				return min(n+1, len(rest)), MalformedKept, nil
			}
			if lone := 0xD800 <= u && u <= 0xDFFF; !lone || d.Unicode != UnicodeLoneDropped {
				p.add(asText, i, AppendUnit(nil, u)...)
			}
			return n, MalformedKept, nil
		}
	}
	if d.Lines == LinesEscaped && len(rest) >= 6 && bytes.EqualFold(rest[:6], []byte("%0D%0A")) {
		p.add(fromEscape, i, '\n')
		return 6, MalformedKept, nil
	}
	octet, n := d.octet(rest)
	switch {
	case n == 0:
		return d.irregular(p, text, i)
	case d.forbid.Contains(octet):
		return 0, 0, &percent.SyntaxError{Offset: int64(i), Bytes: string(rest[:n]), Reason: ForbiddenEscape}
	case d.blanks.Contains(octet):
		p.add(fromEscape, i, ' ')
	case d.preserve.Contains(octet) && d.Upper:
		p.add(asText, i, '%', pct.UpperHex[octet>>4], pct.UpperHex[octet&15])
	case d.preserve.Contains(octet):
		p.add(asText, i, rest[:n]...)
	default:
		p.add(fromEscape, i, octet)
	}
	return n, MalformedKept, nil
}

// octet returns the octet of the escape at the beginning of rest and the length of the
// escape, or 0 if there is none.
func (d *Decoder) octet(rest []byte) (octet byte, n int) {
	if octet, ok := pct.Octet(rest); ok && (d.Hex&HexLower == 0 || !isUpper(rest[1]) && !isUpper(rest[2])) {
		return octet, 3
	}
	if d.Hex == 0 || len(rest) < 2 {
		return 0, 0
	}
	if len(rest) > 2 && pct.IsHex(rest[2]) {
		if rest[1] == '+' && d.Hex&HexPlus != 0 {
			return pct.Hex(rest[2]), 3
		}
	}
	if d.Hex&HexWide != 0 {
		if hi, n := wideDigit(rest[1:]); n > 0 {
			if lo, m := wideDigit(rest[1+n:]); m > 0 {
				return hi<<4 | lo, 1 + n + m
			}
		}
	}
	switch {
	case d.Hex&HexOneEnd != 0 && len(rest) == 2 && pct.IsHex(rest[1]):
		return pct.Hex(rest[1]), 2
	case d.Hex&HexRaw != 0 && len(rest) > 2:
		return loose(rest[1])<<4 | loose(rest[2]), 3
	case d.Hex&HexZero != 0 && len(rest) > 2:
		return counted(rest[1])<<4 | counted(rest[2]), 3
	case d.Hex&HexLetters != 0 && len(rest) > 2:
		return letters(rest[1])<<4 + letters(rest[2]), 3
	case d.Hex&HexAlnum != 0 && len(rest) > 2 && isAlnum(rest[1]) && isAlnum(rest[2]):
		if pct.IsHex(rest[1]) {
			return pct.Hex(rest[1]), 3
		}
		return 0, 3
	}
	return 0, 0
}

// counted returns the value of the hexadecimal digit c, or 0 if it is not one.
func counted(c byte) byte {
	if pct.IsHex(c) {
		return pct.Hex(c)
	}
	return 0
}

// letters returns the value of c, where letters after F continue the count.
func letters(c byte) byte {
	switch {
	case !isAlnum(c):
		return 0
	case c > '9':
		return c | 0x20 - 'a' + 10
	}
	return c - '0'
}

// loose returns the value of c for decoders that do not check that it is a digit.
func loose(c byte) byte {
	if pct.IsHex(c) {
		return pct.Hex(c)
	}
	return c
}

// wideDigit returns the value and the length of the hexadecimal digit, in any script, at
// the beginning of s.
func wideDigit(s []byte) (value byte, n int) {
	r, n := utf8.DecodeRune(s)
	switch {
	case len(s) == 0:
		return 0, 0
	case r < utf8.RuneSelf && pct.IsHex(byte(r)):
		return pct.Hex(byte(r)), 1
	case 0xFF21 <= r && r <= 0xFF26, 0xFF41 <= r && r <= 0xFF46:
		return byte(r&0x1F) + 9, n
	case !unicode.Is(unicode.Nd, r):
		return 0, 0
	}
	// Decimal digits come in runs of ten, and each range begins with a zero.
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

// unit returns the UTF-16 code unit of the %uHHHH at the beginning of rest and the length
// of that, or 0 if there is none.
func (d *Decoder) unit(rest []byte) (u uint16, n int) {
	if len(rest) < 6 || rest[0] != '%' || rest[1] != 'u' {
		return 0, 0
	}
	for _, c := range rest[2:6] {
		if !pct.IsHex(c) {
			return 0, 0
		}
		u = u<<4 | uint16(pct.Hex(c))
	}
	return u, 6
}

// irregular reads a '%' that does not begin an escape.
func (d *Decoder) irregular(p *piece, text []byte, i int) (int, MalformedRule, error) {
	rest := text[i:]
	verdict := d.Malformed
	if d.short(rest) && d.Truncated != 0 {
		verdict = d.Truncated
	}
	three := min(3, len(rest))
	if verdict == MalformedRefusedAlnum || verdict == MalformedRefusedLetters || verdict == MalformedDroppedAlnum {
		alnum := len(rest) > 2 && isAlnum(rest[1]) && isAlnum(rest[2])
		if verdict == MalformedRefusedLetters {
			alnum, verdict = twoAlnum(rest[1:]), MalformedRefusedAlnum
		}
		switch {
		case !alnum:
			verdict = MalformedKept
		case verdict == MalformedRefusedAlnum:
			verdict = MalformedRefused
		default:
			return three, MalformedKept, nil
		}
	}
	if verdict == MalformedStopsDigits || verdict == MalformedKeptDigits {
		if verdict == MalformedKeptDigits {
			verdict = MalformedKept
		} else {
			verdict = MalformedStops
		}
		if len(rest) > 1 && !pct.IsHex(rest[1]) {
			verdict = MalformedRefused
		}
	}
	switch verdict {
	case MalformedRefused:
		err := &percent.SyntaxError{Offset: int64(i), Bytes: string(rest[:three]), Reason: percent.InvalidEscape}
		if len(rest) < 3 && (len(rest) < 2 || pct.IsHex(rest[1])) {
			err.Reason = percent.TruncatedEscape
		}
		return 0, 0, err
	case MalformedKept:
		p.add(fromRaw, i, '%')
		return 1, MalformedKept, nil
	case MalformedReplaced:
		p.add(asText, i, replacement...)
		if d.short(rest) {
			three = len(rest)
		}
		return three, MalformedKept, nil
	case MalformedNginx:
		if len(rest) > 1 && !pct.IsHex(rest[1]) {
			p.add(fromRaw, i, rest[1])
			return 2, MalformedKept, nil
		}
		return three, MalformedKept, nil
	case MalformedKeptTwo:
		p.add(fromRaw, i, '%')
		n := 1
		for left := 2; left > 0; left-- {
			switch {
			case n == len(rest):
			case rest[n] < utf8.RuneSelf:
				p.add(fromRaw, i+n, rest[n])
				n++
			default:
				size, err := d.rawText(p, text, i+n)
				if err != nil {
					return 0, MalformedRefused, err
				}
				n += size
				if size > 3 && d.Raw == RawLowOctet {
					left-- // two code units
				}
			}
		}
		return n, MalformedKept, nil
	}
	return 0, verdict, nil
}

// short reports whether fewer than two units follow the '%' at the beginning of rest:
// octets, or characters for a decoder that reads characters.
func (d *Decoder) short(rest []byte) bool {
	if len(rest) < 3 || d.Raw == RawAccepted || rest[1] < utf8.RuneSelf {
		return len(rest) < 3
	}
	_, n, _ := DecodeWTF8(rest[1:])
	return n < 4 && 1+n == len(rest)
}

// rawText reads the octet or character beyond ASCII at text[i].
func (d *Decoder) rawText(p *piece, text []byte, i int) (int, error) {
	rest := text[i:]
	r, n, surrogate := DecodeWTF8(rest)
	refuse := func(reason percent.Reason) (int, error) {
		return 0, &percent.SyntaxError{Offset: int64(i), Bytes: string(rest[:n]), Reason: reason}
	}
	switch d.Raw {
	case RawRefused:
		return refuse(percent.RawByte)
	case RawAccepted, RawMixedRefused:
		p.add(fromRaw, i, rest[0])
		return 1, nil
	case RawOctets:
		p.add(asText, i, utf8.AppendRune(nil, rune(rest[0]))...)
		return 1, nil
	}
	switch {
	case surrogate:
		switch d.Raw {
		case RawLoneReplaced, RawBMP:
			p.add(asText, i, replacement...)
		case RawLoneQuestion:
			p.add(asText, i, '?')
		case RawLoneReplacedIfMended:
			p.add(fromRaw, i, 0xFD) // of U+FFFD
		case RawLowOctet, RawLowOctetIfPercent, RawLowOctetIfBad, RawLowOctetIfMended:
			p.add(fromRaw, i, byte(r))
		default:
			p.add(asText, i, rest[:n]...)
		}
	case d.Raw == RawJava && (!PointsJava.contains(r)):
		return refuse(percent.RawByte)
	case n > 3 && d.Raw == RawBMP:
		p.add(asText, i, []byte("\uFFFD\uFFFD")...)
	case n > 1 && (d.Raw == RawLowOctet || d.Raw == RawLowOctetIfPercent || d.Raw == RawLowOctetIfBad || d.mended()):
		if r > 0xFFFF {
			hi, lo := pair(r)
			p.add(fromRaw, i, byte(hi), byte(lo))
		} else {
			p.add(fromRaw, i, byte(r))
		}
	case d.Raw == RawBMP && r < 0x100 && n > 1:
		p.add(fromRaw, i, byte(r))
	case n == 1:
		p.add(fromRaw, i, rest[0])
	default:
		p.add(asText, i, rest[:n]...)
	}
	return n, nil
}

// text turns the octets that were read into text. The verdict is MalformedKept, or what
// happens to the whole text. MalformedRefused concerns the octet at end.
func (d *Decoder) text(p *piece, source []byte) (out []byte, end int, verdict MalformedRule) {
	if d.UTF8 == UTF8Kept {
		return p.octets, 0, MalformedKept
	}
	for i := 0; i < len(p.octets); {
		kind := p.kinds[i]
		end := i + 1
		for end < len(p.octets) && p.kinds[end] == kind || end < len(p.octets) && kind != asText && p.kinds[end] != asText {
			end++
		}
		if kind == asText {
			out = append(out, p.octets[i:end]...)
			i = end
			continue
		}
		var stop int
		out, stop, verdict = d.run(out, p, source, i, end)
		if verdict != MalformedKept {
			return out, stop, verdict
		}
		i = end
	}
	return out, 0, MalformedKept
}

// run turns the octets from from to end, none of which is text yet, into text.
func (d *Decoder) run(out []byte, p *piece, source []byte, from, end int) ([]byte, int, MalformedRule) {
	for i := from; i < end; {
		c := p.octets[i]
		if d.UTF8 == UTF8Latin1 && p.kinds[i] == fromEscape {
			out = utf8.AppendRune(out, rune(c))
			i++
			continue
		}
		text, n, ok := d.character(p.octets[i:end])
		if ok {
			if d.Decoded == DecodedFFFEReplaced && p.kinds[i] == fromEscape && (string(text) == "\uFFFE" || string(text) == "\uFFFF") {
				text = replacement
			}
			if n > 1 && len(text) == 1 && d.preserve.Contains(text[0]) && p.kinds[i] == fromEscape {
				text = source[p.from[i]:sourceEnd(p, source, i+n-1)]
			}
			out = append(out, text...)
			i += n
			continue
		}
		if n < 0 {
			return out, i, MalformedRefused
		}
		switch d.UTF8 {
		case UTF8Refused:
			return out, i, MalformedRefused
		case UTF8ReplacedJava, UTF8ReplacedTwo:
			out, n = append(out, "\uFFFD"...), illFormedJava(p.octets[i:end], d.UTF8 == UTF8ReplacedJava)
			if d.UTF8 == UTF8ReplacedTwo {
				n = illFormedTwo(p.octets[i:end])
			}
		case UTF8RefusedInside:
			if i+n < end || end < len(p.octets) || n >= announced(c) || c < 0xC2 || c > 0xF4 {
				return out, i, MalformedRefused
			}
			out = append(out, "\uFFFD"...)
		case UTF8ReplacedLong:
			out, n = append(out, "\uFFFD"...), illFormedLong(p.octets[i:end])
		case UTF8ReplacedBreak:
			out, n = append(out, "\uFFFD"...), illFormedTwo(p.octets[i:end])
			if 0xC2 <= c && c <= 0xF4 && n < announced(c) && i+n < end && (n == 1 || p.octets[i+n]&0xC0 != 0x80) && p.kinds[i+n] == fromEscape {
				n++
			}
		case UTF8Surrogates:
			out, n = AppendUnit(out, 0xDC00|uint16(c)), 1
		case UTF8Unchanged:
			return out, i, MalformedUnchanged
		case UTF8Replaced:
			out = append(out, "\uFFFD"...)
		case UTF8ReplacedEach:
			out, n = append(out, "\uFFFD"...), 1
		case UTF8Latin1Octets:
			out, n = utf8.AppendRune(out, rune(c)), 1
		case UTF8Escaped, UTF8EscapedUpper:
			n = 1
			switch {
			case d.UTF8 == UTF8EscapedUpper:
				out = append(out, '%', pct.UpperHex[c>>4], pct.UpperHex[c&15])
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
	return out, 0, MalformedKept
}

// illFormedJava returns the length of the ill-formed sequence at the beginning of s. A
// surrogate has three octets if three is set, and two otherwise.
func illFormedJava(s []byte, three bool) int {
	if s[0] != 0xED || len(s) < 2 || s[1] < 0xA0 || s[1] > 0xBF {
		return illFormed(s)
	}
	if three && len(s) > 2 && s[2]&0xC0 == 0x80 {
		return 3
	}
	return 2
}

// illFormedTwo returns the length of the ill-formed sequence at the beginning of s. It
// includes a continuation octet that is not allowed after the first octet.
func illFormedTwo(s []byte) int {
	n := illFormed(s)
	if n == 1 && len(s) > 1 && 0xE0 <= s[0] && s[0] <= 0xF4 && s[1]&0xC0 == 0x80 {
		return 2
	}
	return n
}

// illFormedLong returns the length of the first octet of s and the continuation octets
// after it, up to the number that the first octet announces.
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

// mended reports whether raw text is read differently if something is malformed or
// invalid.
func (d *Decoder) mended() bool {
	return d.Raw == RawLowOctetIfMended || d.Raw == RawLoneReplacedIfMended
}

// cut returns src up to the character that ends it, without what is dropped from its
// ends, and the index in src at which the result begins.
func (d *Decoder) cut(src []byte) ([]byte, int) {
	end := kernel.Index(&d.ends, src)
	start := 0
	trail := d.trail
	if end < len(src) {
		trail = percent.ByteSet{}
	}
	for start < end && d.trim.Contains(src[start]) {
		start++
	}
	for end > start && (d.trim.Contains(src[end-1]) || trail.Contains(src[end-1])) {
		end--
	}
	if d.Quoted && start < end && src[start] == '"' {
		start++
		_, last := utf8.DecodeLastRune(src[start:end])
		end -= last
	}
	return src[start:end], start
}

// mixed returns the index of the first escaped octet beyond ASCII in a text that also has
// unescaped ones, and 1. The second result is 0 if there is none.
func (p *piece) mixed() (at, n int) {
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
		return 0, 0
	}
	return escaped, 1
}

// announced returns the length in octets of a character with that first octet.
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

// character returns the text and the length of the character at the beginning of s, or the
// length of an ill-formed sequence. s must not be empty.
func (d *Decoder) character(s []byte) (text []byte, n int, ok bool) {
	if s[0] < utf8.RuneSelf {
		return s[:1], 1, true
	}
	if d.Lax != 0 {
		if r, n := laxRune(s, d.Lax); n > 0 {
			switch {
			case r >= 0xD800 && r < 0xDC00 && d.Lax&LaxPairs != 0:
				if lo, m := laxRune(s[n:], d.Lax); m > 0 && lo >= 0xDC00 && lo <= 0xDFFF {
					return utf8.AppendRune(nil, 0x10000+(r&0x3FF)<<10+lo&0x3FF), n + m, true
				}
				return s[:n], n, true
			case (r >= 0xD800 && r <= 0xDFFF || r > utf8.MaxRune) && d.Lax&LaxError != 0:
				return nil, -1, false
			case r > utf8.MaxRune && d.Lax&LaxAbove != 0:
				return nil, -1, false
			case r >= 0xD800 && r <= 0xDFFF, r > utf8.MaxRune:
				return s[:n], n, true
			}
			return utf8.AppendRune(nil, r), n, true
		}
	}
	r, n := utf8.DecodeRune(s)
	if r == utf8.RuneError && n == 1 || n == 4 && d.Lax&LaxBMP != 0 {
		return nil, illFormed(s), false
	}
	return s[:n], n, true
}

// laxRune decodes one character as lax allows. n is 0 if there is none.
func laxRune(s []byte, lax LaxRule) (r rune, n int) {
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
	case 0xF8 <= c && c < 0xFC && lax&LaxSix != 0:
		r, n, least = rune(c&0x03), 5, 0x200000
	case 0xFC <= c && c < 0xFE && lax&LaxSix != 0:
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
	case n == 4 && lax&LaxBMP != 0, r < least && lax&LaxOverlong == 0 && !(r == 0 && n == 2 && lax&LaxNUL != 0),
		0xD800 <= r && r <= 0xDFFF && lax&(LaxSurrogates|LaxError) == 0,
		r > utf8.MaxRune && lax&(LaxSix|LaxError|LaxAbove) == 0:
		return 0, 0
	}
	return r, n
}

// illFormed returns the length of the ill-formed sequence at the beginning of s, by
// wtf8.Subsequence.
func illFormed(s []byte) int {
	n, _, _ := wtf8.Subsequence(s)
	return n
}

var replacement = []byte("\uFFFD")

// isUpper reports whether c is an upper-case ASCII letter.
func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }
