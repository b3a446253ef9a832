package bulk

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/internal/pct"
)

// textBlock is how many bytes of text are processed at a time. A block with a flaw is
// processed again, escape by escape.
const textBlock = 4 << 10

// textOperation returns the operation on text in o.Charset. newCoder returns a coder
// for text that is all in one charset.
func textOperation(o *Options, newCoder func(*charset.Charset) coder) *Operation {
	if o.Parts != AllParts {
		return &Operation{coder: func() coder {
			other, ruled := newCoder(charset.UTF8), newCoder(o.Charset)
			return &urlCoder{other: other, queries: [...]coder{0: other, inCharset: ruled, asForm: other, inCharset | asForm: ruled}}
		}}
	}
	return &Operation{coder: func() coder { return newCoder(o.Charset) }}
}

// A textDecoder decodes escapes to octets, and octets to UTF-8.
type textDecoder struct {
	enc      *percent.Encoding
	charset  *charset.Charset
	tolerant bool

	dec     charset.ChunkDecoder
	told    bool   // a byte beyond ASCII that is not escaped was reported
	careful int    // number of bytes still to process escape by escape
	octets  []byte // not decoded yet
	index   []int  // the index of each of them in the text
}

func (c *textDecoder) start(*Record) {
	c.dec = charset.NewChunkDecoder(c.charset)
	c.told, c.careful = c.charset == charset.UTF8, 0
}

func (c *textDecoder) code(dst, src []byte, last bool, note func(Flaw)) (out []byte, n int, err error) {
	for n < len(src) && err == nil {
		block := src[n:min(len(src), n+textBlock)]
		ended := last && n+len(block) == len(src)
		m := 0
		if c.careful <= headroom {
			if dst, m = c.good(dst, block, ended); m == 0 {
				c.careful = len(block)
			}
		}
		if m == 0 {
			dst, m, err = c.bySteps(dst, block, ended, func(f Flaw) {
				f.Offset += int64(n)
				note(f)
			})
			c.careful -= m
			if f, ok := err.(*Flaw); ok && f.Bytes == "" {
				err = notText(c.charset, block[m:m+f.size])
			}
		}
		n += m
		if m == 0 {
			break
		}
	}
	if seen := src[:min(len(src), n+1)]; !c.told {
		if i := slices.IndexFunc(seen, func(b byte) bool { return b >= utf8.RuneSelf }); i >= 0 && (i < n || err != nil) {
			c.told = true
			f := Flaw{Kind: Unescaped, Charset: c.charset}
			f.Offset, f.Bytes, f.Reason = int64(i), string(seen[i:i+1]), percent.RawByte
			note(f)
		}
	}
	return dst, n, err
}

// good decodes text without flaws, except for a character or an escape at the end
// that may continue. If text has a flaw, it does nothing and returns 0.
func (c *textDecoder) good(dst, text []byte, ended bool) (out []byte, n int) {
	if !ended {
		text = withoutCutEscape(text)
	}
	var err error
	if c.octets, err = c.enc.AppendDecode(c.octets[:0], text); err != nil {
		return dst, 0
	}
	saved, used := c.dec, 0
	if ended {
		out, _, err = c.dec.AppendLast(dst, c.octets)
	} else {
		out, used, err = c.dec.AppendChunk(dst, c.octets)
	}
	switch {
	case err == nil:
		return out, len(text)
	case !errors.Is(err, io.ErrUnexpectedEOF) || c.enc.Preserved() != (percent.ByteSet{}):
		c.dec = saved
		return dst, 0
	}
	n = len(text)
	for range c.octets[used:] {
		if n >= 3 && text[n-3] == '%' && pct.IsHex(text[n-2]) && pct.IsHex(text[n-1]) {
			n -= 2
		}
		n--
	}
	return out, n
}

// withoutCutEscape returns b without an incomplete escape at its end.
func withoutCutEscape(b []byte) []byte {
	n := len(b)
	switch {
	case n > 0 && b[n-1] == '%':
		return b[:n-1]
	case n > 1 && b[n-2] == '%' && pct.IsHex(b[n-1]):
		return b[:n-2]
	}
	return b
}

// bySteps decodes text escape by escape, up to a flaw.
func (c *textDecoder) bySteps(dst, text []byte, ended bool, note func(Flaw)) (out []byte, n int, err error) {
	c.octets, c.index = c.octets[:0], c.index[:0]
	for at := 0; at < len(text); {
		unit := text[at : at+1]
		stray := false
		if unit[0] == '%' {
			unit = text[at:min(len(text), at+3)]
			if len(unit) < 3 && !ended {
				return dst, c.pending(at), nil
			}
			stray = len(unit) < 3 || !pct.IsHex(unit[1]) || !pct.IsHex(unit[2])
		}
		from := len(c.octets)
		var bad *percent.SyntaxError
		if stray && c.enc.Malformed() == percent.MalformedKept {
			c.octets, unit = append(c.octets, '%'), unit[:1]
		} else if c.octets, err = c.enc.AppendDecode(c.octets, unit); errors.As(err, &bad) {
			c.octets = c.octets[:from]
			f := syntaxFlaw(bad)
			if !c.tolerant || !isEscape(f) {
				// A character cannot continue after a malformed place.
				if dst, n, err = c.flush(dst, at, true); err != nil {
					return dst, n, err
				}
				return dst, at, f
			}
			f.Kind, f.Offset = Tolerated, int64(at)
			note(*f)
			c.octets, unit = append(c.octets, '%'), unit[:1]
		}
		for i := range len(c.octets) - from {
			if len(c.octets)-from == len(unit) {
				c.index = append(c.index, at+i)
			} else {
				c.index = append(c.index, at)
			}
		}
		at += len(unit)
		if dst, n, err = c.flush(dst, at, false); err != nil {
			return dst, n, err
		}
	}
	return c.flush(dst, len(text), ended)
}

// pending returns the index in the text of the first octet that is not decoded yet,
// or end.
func (c *textDecoder) pending(end int) int {
	if len(c.index) > 0 {
		return c.index[0]
	}
	return end
}

// flush decodes the octets, which end before end in the text, and returns the index
// in the text of the first one left over, or end.
func (c *textDecoder) flush(dst []byte, end int, ended bool) (out []byte, n int, err error) {
	if len(c.octets) == 0 {
		return dst, end, nil
	}
	var used int
	if ended {
		dst, used, err = c.dec.AppendLast(dst, c.octets)
	} else {
		dst, used, err = c.dec.AppendChunk(dst, c.octets)
	}
	var bad *percent.SyntaxError
	if errors.As(err, &bad) {
		start, behind := c.index[used-len(bad.Bytes)], end
		if used < len(c.index) {
			behind = c.index[used]
		}
		return dst, start, &Flaw{size: behind - start} // code adds the text
	}
	c.octets = append(c.octets[:0], c.octets[used:]...)
	c.index = append(c.index[:0], c.index[used:]...)
	return dst, c.pending(end), nil
}

// A textEncoder encodes UTF-8 in a charset.
type textEncoder struct {
	enc     *percent.Encoding
	bare    bool // what the charset lacks becomes a reference whose '&' and ';' enc may keep
	charset *charset.Charset
	buf     []byte
}

// writes returns e as what percent-encodes octets of the charset.
func (c *textEncoder) writes(e *percent.Encoding) charset.PercentEncoder {
	if c.bare {
		return charset.BareReferences(e)
	}
	return e
}

func (*textEncoder) start(*Record) {}

func (c *textEncoder) code(dst, src []byte, last bool, note func(Flaw)) ([]byte, int, error) {
	good, bad := wellFormed(src)
	text := src[:good]
	if !last && good == len(src) && c.fixes() {
		text = withoutCutEscape(text)
	}
	dst = c.encode(dst, text, note)
	if bad == nil || !last && bad.Reason == charset.Truncated && good+len(bad.Bytes) == len(src) {
		// The character may continue.
		return dst, len(text), nil
	}
	return dst, good, notText(charset.UTF8, []byte(bad.Bytes))
}

func (c *textEncoder) fixes() bool { return c.enc.Escapes() == percent.EscapesKept }

// substitute encodes the text of a policy: octets that are kept, or a character.
func (c *textEncoder) substitute(dst []byte, f *Flaw, text string) []byte {
	if text == f.Bytes {
		return c.enc.AppendEncode(dst, []byte(text))
	}
	return c.charset.AppendPercentEncode(dst, []byte(text), c.writes(c.enc))
}

// wellFormed returns the length of the valid UTF-8 at the start of src, and the error
// after it, or nil.
func wellFormed(src []byte) (int, *percent.SyntaxError) {
	if utf8.Valid(src) {
		return len(src), nil
	}
	var buf [textBlock]byte
	d := charset.NewChunkDecoder(charset.UTF8)
	for n := 0; ; {
		block := src[n:min(len(src), n+len(buf))]
		decode := d.AppendChunk
		if n+len(block) == len(src) {
			decode = d.AppendLast
		}
		_, used, err := decode(buf[:0], block)
		n += used
		var bad *percent.SyntaxError
		if errors.As(err, &bad) {
			return n - len(bad.Bytes), bad
		}
	}
}

// encode encodes text that is UTF-8.
func (c *textEncoder) encode(dst, text []byte, note func(Flaw)) []byte {
	from := len(dst)
	if c.fixes() && c.charset == charset.ISO2022JP {
		dst = c.charset.AppendPercentFix(dst, text, c.writes(c.enc.WithEscapes(percent.PercentIsData)))
	} else {
		dst = c.charset.AppendPercentEncode(dst, text, c.writes(c.enc))
	}
	mark := "%26%23"
	if c.bare {
		mark = "%23"
	}
	if c.charset == charset.UTF8 || !bytes.Contains(dst[from:], []byte(mark)) {
		return dst
	}
	// A reference in the output may be a substitute, or text that looks like
	// one.
	for n := 0; n < len(text); {
		block := text[n:min(len(text), n+textBlock)]
		for len(block) > 0 && n+len(block) < len(text) && !utf8.RuneStart(text[n+len(block)]) {
			block = block[:len(block)-1]
		}
		var err error
		c.buf, err = c.charset.AppendEncode(c.buf[:0], block, charset.Refuse)
		var bad *percent.SyntaxError
		if !errors.As(err, &bad) {
			n += len(block)
			continue
		}
		n += int(bad.Offset)
		f := Flaw{Kind: Unencodable, Charset: c.charset}
		f.Offset, f.Bytes, f.Reason = int64(n), bad.Bytes, bad.Reason
		note(f)
		n += len(bad.Bytes)
	}
	return dst
}
