package bulk

import (
	"errors"
	"io"
	"slices"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/kernel"
	"github.com/pct-encoded/percent/internal/rule"
)

// Decode returns the operation that decodes records.
func Decode(o Options) (*Operation, error) {
	d, e, err := o.encoding()
	if err != nil {
		return nil, err
	}
	if e == nil {
		op := &Operation{coder: func() coder { return &dialectDecoder{dialect: d} }, whole: true}
		return decodedAgain(op, o.Layers, d, nil), nil
	}
	tolerant := o.Tolerated == Told && e.Malformed() == percent.MalformedKept
	if tolerant {
		e = e.WithMalformed(percent.MalformedRefused)
	}
	if o.Parts == FormQuery {
		return decodedAgain(o.decodeURL(e, tolerant), o.Layers, d, e), nil
	}
	switch o.Charset {
	case nil:
	case charset.UTF8:
		// The decoder checks UTF-8 itself.
		e = e.WithInvalidUTF8(percent.InvalidUTF8Refused)
	default:
		e = e.WithInvalidUTF8(percent.InvalidUTF8Kept)
		return textOperation(&o, func(c *charset.Charset) coder {
			return &textDecoder{enc: e, charset: c, tolerant: tolerant}
		}), nil
	}
	op := &Operation{
		coder: func() coder { return &decoder{e, tolerant} },
		idle:  e.Raw().Remove("%+"),

		simple: e.Plus() == percent.PlusLiteral,
		plain: e.Plus() == percent.PlusLiteral && e.Malformed() == percent.MalformedRefused && e.InvalidUTF8() == percent.InvalidUTF8Kept &&
			e.Raw() == percent.ByteSet{}.Complement() && e.Preserved() == percent.ByteSet{},
		many: func(sep Separator) batch {
			end, ok := sep.end()
			if !ok {
				return nil
			}
			all := e
			if !e.Raw().Contains(end) {
				all = e.WithRaw(e.Raw().Add(string([]byte{end})))
			}
			return allOrNone(func(dst, src []byte) ([]byte, bool) {
				dst, n, err := decodeChunk(all, dst, src)
				return dst, err == nil && n == len(src)
			})
		},
	}
	return decodedAgain(op, o.Layers, d, e), nil
}

// decodeURL returns the operation that decodes URLs, with queries read as forms where
// the scheme has forms. Below the first layer, the text is no longer treated as a URL.
func (o *Options) decodeURL(e *percent.Encoding, tolerant bool) *Operation {
	form := e.WithPlus(percent.PlusIsSpace)
	if o.Charset == nil {
		op := &Operation{coder: func() coder {
			other, query := &decoder{e, tolerant}, &decoder{form, tolerant}
			return &urlCoder{other: other, queries: [...]coder{0: other, inCharset: other, asForm: query, inCharset | asForm: query}}
		}}
		if e.InvalidUTF8() == percent.InvalidUTF8Kept {
			op.many = copiesIdle(e.Raw().Remove("%+"))
		}
		return op
	}
	return &Operation{coder: func() coder {
		text := func(e *percent.Encoding, c *charset.Charset) coder {
			return &textDecoder{enc: e.WithInvalidUTF8(percent.InvalidUTF8Kept), charset: c, tolerant: tolerant}
		}
		other := text(e, charset.UTF8)
		return &urlCoder{other: other, queries: [...]coder{
			0:                  other,
			inCharset:          text(e, o.Charset),
			asForm:             text(form, charset.UTF8),
			inCharset | asForm: text(form, o.Charset),
		}}
	}}
}

// copiesIdle makes batches for an operation that copies records of the bytes in idle:
// they copy what comes before the first record with another byte.
func copiesIdle(idle percent.ByteSet) func(sep Separator) batch {
	return func(sep Separator) batch {
		end, ok := sep.end()
		if !ok {
			return nil
		}
		others := new(kernel.Set)
		for b := range idle.Complement().All() {
			if b != end {
				others.Add(b)
			}
		}
		return func(dst, src []byte) (out []byte, done, alone int) {
			if n := kernel.Index(others, src); n < len(src) {
				done = sep.last(src[:n])
				text, tail, _ := sep.cut(src[done:])
				alone = len(text) + len(tail)
			} else {
				done = n
			}
			return append(dst, src[:done]...), done, alone
		}
	}
}

// A decoder decodes to octets.
type decoder struct {
	enc      *percent.Encoding
	tolerant bool
}

func (*decoder) start(*Record) {}

func (c *decoder) code(dst, src []byte, last bool, note func(Flaw)) (out []byte, n int, err error) {
	for {
		var m int
		dst, m, err = decodeChunk(c.enc, dst, src[n:])
		if n += m; err == nil {
			return dst, n, nil
		}
		var bad *percent.SyntaxError
		if errors.Is(err, io.ErrUnexpectedEOF) {
			if !last {
				return dst, n, nil
			}
			if dst, err = c.enc.AppendDecode(dst, src[n:]); errors.As(err, &bad) {
				n += int(bad.Offset)
			} else {
				n = len(src)
			}
		}
		if !errors.As(err, &bad) {
			return dst, n, err
		}
		f := syntaxFlaw(bad)
		if !c.tolerant || !isEscape(f) {
			return dst, n, f
		}
		f.Kind, f.Offset = Tolerated, int64(n)
		note(*f)
		dst = append(dst, '%')
		n++
	}
}

// all appends src, decoded, to dst. It reports false if src has a flaw.
func (c *decoder) all(dst, src []byte) ([]byte, bool) {
	dst, n, err := decodeChunk(c.enc, dst, src)
	return dst, err == nil && n == len(src)
}

// decodeChunk appends src, decoded, to dst, and returns how many bytes of src it
// decoded. It stops at malformed input, or with io.ErrUnexpectedEOF at an escape or a
// character that the end of src cuts off.
func decodeChunk(e *percent.Encoding, dst, src []byte) (out []byte, n int, err error) {
	for room := len(src) + 64; ; room = 2*(len(src)-n) + 64 {
		dst = slices.Grow(dst, room)
		nDst, nSrc, err := e.DecodeChunk(dst[len(dst):cap(dst)], src[n:])
		if dst = dst[:len(dst)+nDst]; err == nil {
			return dst, n + nSrc, nil
		}
		var bad *percent.SyntaxError
		if errors.As(err, &bad) {
			nSrc = int(bad.Offset)
		}
		n += nSrc
		if !errors.Is(err, io.ErrShortBuffer) {
			return dst, n, err
		}
	}
}

// A dialectDecoder decodes by a dialect that is not an encoding. After malformed
// input it starts again.
type dialectDecoder struct {
	dialect *dialect.Dialect
	refused bool // part of the record was malformed
}

func (c *dialectDecoder) start(*Record) { c.refused = false }

func (c *dialectDecoder) code(dst, src []byte, _ bool, _ func(Flaw)) (_ []byte, _ int, err error) {
	if !c.refused {
		dst, err = c.dialect.AppendDecode(dst, src)
	} else {
		dst, err = rule.Of(c.dialect.ID).Decoder().AppendRest(dst, src)
	}
	var bad *percent.SyntaxError
	if !errors.As(err, &bad) {
		return dst, len(src), err
	}
	bad.Format = c.dialect.ID
	c.refused = true
	f := dialectFlaw(bad)
	if f.size == 0 {
		f.size = allOfIt
	}
	return dst, int(f.Offset), f
}
