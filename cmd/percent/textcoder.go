package main

import (
	"bytes"
	"errors"
	"slices"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
)

// textBlock is how much is decoded to octets at a time: what has to be done
// again, step by step, where there is something wrong.
const textBlock = 4 << 10

// An observer is told what a textCoder meets, with offsets that count from the
// start of the text at hand.
type observer interface {
	// flaw decides on malformed input.
	flaw(f *flaw) (written string, n int, stop bool)
	// reference is told of a character that the charset cannot write.
	reference(offset int) (stop bool)
	// raw is told of a byte that is not ASCII and stands without an escape.
	raw(offset int, b byte) (stop bool)
}

// A textCoder codes text in a charset, whole values or piece by piece.
type textCoder struct {
	enc     *percent.Encoding
	charset *charset.Charset
	decode  bool
	lenient bool // see decoding
	whole   bool // values are whole URLs
	fix     bool // escapes that are there stay

	// Of the value at hand:
	parts urlParts
	iso   isoState

	octets []byte
	index  []int // where each of them stands in the text
}

func (j *job) newTextCoder() *textCoder {
	return &textCoder{
		enc: j.enc, charset: j.charset, whole: j.parts,
		decode: j.decoding != nil, lenient: j.decoding != nil && j.decoding.lenient,
		fix: j.enc.Escapes() == percent.TripletsKept,
	}
}

// start makes c ready for the next value.
func (c *textCoder) start() {
	c.parts = urlParts{}
	c.iso = isoState{}
}

// code appends text, coded, to dst. Unless ended, more of the value follows, and
// what text cuts off is left: at most four octets and an escape. It returns the
// extended buffer and how much of text it has dealt with.
func (c *textCoder) code(dst, text []byte, ended bool, o observer) (out []byte, n int, stop bool) {
	for n < len(text) {
		size, cs, done := len(text)-n, c.charset, ended
		if c.whole {
			var ruled, ends bool
			if size, ruled, ends = c.parts.next(text[n:]); !ruled {
				cs = charset.UTF8
			}
			done = ended || ends
		}
		part := shifted{o, n}
		var m int
		if c.decode {
			dst, m, stop = c.decodePart(dst, text[n:n+size], cs, done, part)
		} else {
			dst, m, stop = c.encodePart(dst, text[n:n+size], cs, done, part)
		}
		n += m
		if stop || m < size {
			return dst, n, stop
		}
	}
	return dst, n, false
}

// shifted is an observer of a part that begins at an index of the text.
type shifted struct {
	observer
	by int
}

func (s shifted) flaw(f *flaw) (written string, n int, stop bool) {
	f.Offset += int64(s.by)
	return s.observer.flaw(f)
}

func (s shifted) reference(offset int) bool { return s.observer.reference(offset + s.by) }

func (s shifted) raw(offset int, b byte) bool { return s.observer.raw(offset+s.by, b) }

// decodePart decodes what is all in one charset, block by block.
func (c *textCoder) decodePart(dst, text []byte, cs *charset.Charset, ended bool, o observer) (out []byte, n int, stop bool) {
	if cs != charset.UTF8 {
		if i := slices.IndexFunc(text, func(b byte) bool { return b >= utf8.RuneSelf }); i >= 0 && o.raw(i, text[i]) {
			return dst, 0, true
		}
	}
	size := textBlock
	if cs == charset.ISO2022JP {
		// What follows a malformed place is copied.
		size = 256
	}
	for n < len(text) {
		block := text[n:min(len(text), n+size)]
		last := ended && n+len(block) == len(text)
		m := 0
		if dst, m = c.decodeGood(dst, block, cs, last); m == 0 {
			dst, m, stop = c.decodeSteps(dst, block, cs, last, shifted{o, n})
		}
		n += m
		if stop || m == 0 {
			return dst, n, stop
		}
	}
	return dst, n, false
}

// decodeGood decodes text in which nothing is wrong, up to what may go on.
// Otherwise it does nothing and returns 0.
func (c *textCoder) decodeGood(dst, text []byte, cs *charset.Charset, ended bool) (out []byte, n int) {
	if !ended {
		text = withoutCutEscape(text)
	}
	var err error
	if c.octets, err = c.enc.AppendDecode(c.octets[:0], text); err != nil {
		return dst, 0
	}
	if cs == charset.ISO2022JP && (len(c.iso.escape) > 0 || bytes.IndexByte(c.octets, 0x1B) >= 0) {
		return dst, 0
	}
	decoded, err := cs.AppendDecode(dst, c.octets, charset.Fail)
	var bad *charset.DecodeError
	switch {
	case !errors.As(err, &bad):
		return decoded, len(text)
	case ended || bad.Reason != charset.Truncated || c.enc.Preserved() != (percent.ByteSet{}):
		return dst, 0
	}
	n = len(text)
	for range bad.Bytes {
		if n >= 3 && text[n-3] == '%' && isHex(text[n-2]) && isHex(text[n-1]) {
			n -= 2
		}
		n--
	}
	return decoded, n
}

// decodeSteps decodes text escape by escape.
func (c *textCoder) decodeSteps(dst, text []byte, cs *charset.Charset, ended bool, o observer) (out []byte, n int, stop bool) {
	c.octets, c.index = c.octets[:0], c.index[:0]
	for n < len(text) {
		unit := text[n : n+1]
		malformed := false
		if unit[0] == '%' {
			unit = text[n:min(len(text), n+3)]
			if len(unit) < 3 && !ended {
				break
			}
			malformed = len(unit) < 3 || !isHex(unit[1]) || !isHex(unit[2])
		}
		from := len(c.octets)
		var err error
		if malformed && c.enc.Malformed() == percent.MalformedKept {
			unit = unit[:1]
			c.octets = append(c.octets, '%')
		} else {
			c.octets, err = c.enc.AppendDecode(c.octets, unit)
		}
		if err != nil {
			f := &flaw{}
			var syntax *percent.SyntaxError
			if errors.As(err, &syntax) {
				f.SyntaxError = *syntax
			}
			c.octets = c.octets[:from]
			f.Offset = int64(n)
			if c.lenient && f.isEscape() {
				// It is data, so that the result is the one without a count.
				o.flaw(f)
				c.octets, unit = append(c.octets, '%'), unit[:1]
			} else {
				// A malformed place ends the text in front of it.
				var m int
				if dst, m, stop = c.decodeOctets(dst, text, n, cs, true, o); stop {
					return dst, m, true
				}
				var written string
				var skip int
				if written, skip, stop = o.flaw(f); stop {
					return dst, n, true
				}
				dst = append(dst, written...)
				c.octets, c.index = c.octets[:0], c.index[:0]
				n += skip
				continue
			}
		}
		for i := range len(c.octets) - from {
			at := n
			if len(c.octets)-from == len(unit) {
				at += i
			}
			c.index = append(c.index, at)
		}
		n += len(unit)
	}
	return c.decodeOctets(dst, text, n, cs, ended && n == len(text), o)
}

// decodeOctets decodes the octets that text[:end] stands for, and returns how
// much of that it has dealt with: without ended, a character may go on.
func (c *textCoder) decodeOctets(dst, text []byte, end int, cs *charset.Charset, ended bool, o observer) (out []byte, n int, stop bool) {
	c.index = append(c.index, end)
	for at := 0; ; {
		var bad *charset.DecodeError
		dst, bad = c.iso.appendDecode(dst, c.octets[at:], cs)
		if bad == nil {
			c.iso.pass(c.octets[at:], cs)
			return dst, end, false
		}
		from := at + int(bad.Offset)
		to := from + len(bad.Bytes)
		start := c.index[from]
		if bad.Reason == charset.Truncated && !ended {
			c.iso.pass(c.octets[at:from], cs)
			return dst, start, false
		}
		written, _, stop := o.flaw(newTextFlaw(cs, start, text[start:c.index[to]]))
		if stop {
			return dst, start, true
		}
		dst = append(dst, written...)
		c.iso.pass(c.octets[at:to], cs)
		at = to
	}
}

// An isoState is the state of a decoder of ISO-2022-JP between two pieces of
// text.
type isoState struct {
	escape []byte // the last escape sequence
	fresh  bool   // nothing came behind it yet
}

// pass takes note of octets that were decoded.
func (s *isoState) pass(octets []byte, cs *charset.Charset) {
	if cs != charset.ISO2022JP || len(octets) == 0 {
		return
	}
	for at := len(octets); ; {
		if at = bytes.LastIndexByte(octets[:at], 0x1B); at < 0 {
			break
		}
		switch b := octets[at:]; {
		case bytes.HasPrefix(b, []byte("\x1B(B")), bytes.HasPrefix(b, []byte("\x1B(J")), bytes.HasPrefix(b, []byte("\x1B(I")),
			bytes.HasPrefix(b, []byte("\x1B$@")), bytes.HasPrefix(b, []byte("\x1B$B")):
			s.escape = append(s.escape[:0], b[:3]...)
			s.fresh = len(b) == 3
			return
		}
	}
	s.fresh = false
}

// appendDecode decodes octets that follow those that were passed.
func (s *isoState) appendDecode(dst, octets []byte, cs *charset.Charset) ([]byte, *charset.DecodeError) {
	var bad *charset.DecodeError
	if cs != charset.ISO2022JP || len(s.escape) == 0 {
		out, err := cs.AppendDecode(dst, octets, charset.Fail)
		errors.As(err, &bad)
		return out, bad
	}
	// What brings a decoder into the state comes first, and its text is left
	// out again.
	lead := slices.Clone(s.escape)
	if !s.fresh {
		lead = append(lead, "!!"...)
	}
	text, _ := cs.AppendDecode(nil, lead, charset.Fail)
	out, err := cs.AppendDecode(nil, append(lead, octets...), charset.Fail)
	if errors.As(err, &bad) {
		bad.Offset -= int64(len(lead))
	}
	return append(dst, out[len(text):]...), bad
}

// encodePart encodes what is all in one charset.
func (c *textCoder) encodePart(dst, text []byte, cs *charset.Charset, ended bool, o observer) (out []byte, n int, stop bool) {
	for n < len(text) {
		good, reason, size := validPrefix(text[n:])
		// A character may go on.
		cut := !ended && reason == charset.Truncated && n+good+size == len(text)
		piece := text[n : n+good]
		if !ended && n+good == len(text) && c.fix {
			piece = withoutCutEscape(piece)
		}
		if dst, stop = c.encodeGood(dst, piece, cs, shifted{o, n}); stop {
			return dst, n, true
		}
		n += len(piece)
		if cut || len(piece) < good || size == 0 {
			return dst, n, false
		}
		f := newTextFlaw(charset.UTF8, n, text[n:n+size])
		written, _, stop := o.flaw(f)
		if stop {
			return dst, n, true
		}
		if written == f.Bytes {
			dst = c.enc.AppendEncode(dst, text[n:n+size])
		} else {
			dst = cs.AppendPercentEncode(dst, []byte(written), c.enc)
		}
		n += size
	}
	return dst, n, false
}

// validPrefix returns the length of the UTF-8 at the start of b, and what stops
// it there, if anything: the reason and the size of the ill-formed subsequence.
func validPrefix(b []byte) (n int, reason charset.Reason, size int) {
	if utf8.Valid(b) {
		return len(b), 0, 0
	}
	var buf [textBlock]byte
	for {
		// Blocks end in front of a character.
		block := b[n:min(len(b), n+len(buf))]
		whole := n+len(block) == len(b)
		_, err := charset.UTF8.AppendDecode(buf[:0], block, charset.Fail)
		var bad *charset.DecodeError
		switch {
		case !errors.As(err, &bad):
			n += len(block)
		case bad.Reason == charset.Truncated && !whole:
			n += int(bad.Offset)
		default:
			return n + int(bad.Offset), bad.Reason, len(bad.Bytes)
		}
		if n == len(b) {
			return n, 0, 0
		}
	}
}

// withoutCutEscape returns b without the beginning of an escape at its end.
func withoutCutEscape(b []byte) []byte {
	n := len(b)
	switch {
	case n > 0 && b[n-1] == '%':
		return b[:n-1]
	case n > 1 && b[n-2] == '%' && isHex(b[n-1]):
		return b[:n-2]
	}
	return b
}

// encodeGood encodes text that is UTF-8.
func (c *textCoder) encodeGood(dst, text []byte, cs *charset.Charset, o observer) (out []byte, stop bool) {
	from := len(dst)
	if c.fix && cs == charset.ISO2022JP {
		dst = fixISO2022JP(dst, text, c.enc)
	} else {
		dst = cs.AppendPercentEncode(dst, text, c.enc)
	}
	if cs == charset.UTF8 || !bytes.Contains(dst[from:], []byte("%26%23")) {
		return dst, false
	}
	// Perhaps there is a reference, or it is text.
	var buf []byte
	for n := 0; n < len(text); {
		block := text[n:min(len(text), n+textBlock)]
		for len(block) > 0 && n+len(block) < len(text) && !utf8.RuneStart(text[n+len(block)]) {
			block = block[:len(block)-1]
		}
		var err error
		buf, err = cs.AppendEncode(buf[:0], block, charset.Refuse)
		var bad *charset.EncodeError
		if !errors.As(err, &bad) {
			n += len(block)
			continue
		}
		n += int(bad.Offset)
		if o.reference(n) {
			return dst, true
		}
		n += len(bad.Bytes)
	}
	return dst, false
}

// fixISO2022JP appends text, fixed, to dst. In ISO-2022-JP a '%' may be half of
// a character, so that escapes must be found before the text is encoded.
func fixISO2022JP(dst, text []byte, e *percent.Encoding) []byte {
	data := e.WithEscapes(percent.PercentIsData)
	for len(text) > 0 {
		i := bytes.IndexByte(text, '%')
		if i < 0 {
			i = len(text)
		}
		dst = charset.ISO2022JP.AppendPercentEncode(dst, text[:i], data)
		text = text[i:]
		switch {
		case len(text) == 0:
		case len(text) >= 3 && isHex(text[1]) && isHex(text[2]):
			dst = append(dst, text[:3]...)
			text = text[3:]
		default:
			dst = append(dst, "%25"...)
			text = text[1:]
		}
	}
	return dst
}
