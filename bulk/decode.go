package bulk

import (
	"bytes"
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
	all := decodesAll(e)
	op := &Operation{
		coder: func() coder { return newDecoder(e, tolerant) },
		idle:  e.Raw().Remove("%+"),

		simple: e.Plus() == percent.PlusLiteral,
		all:    all,
		strict: e.InvalidUTF8() != percent.InvalidUTF8Kept,
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
	if all != nil && !op.strict {
		op.quick = func(dst, text []byte) ([]byte, bool) {
			if out, err := all.AppendDecode(dst, text); err == nil {
				return out, true
			}
			return dst, false
		}
	}
	return decodedAgain(op, o.Layers, d, e), nil
}

// decodeURL returns the operation that decodes URLs, with queries read as forms where
// the scheme has forms. Below the first layer, the text is no longer treated as a URL.
func (o *Options) decodeURL(e *percent.Encoding, tolerant bool) *Operation {
	form := e.WithPlus(percent.PlusIsSpace)
	if o.Charset == nil {
		op := &Operation{coder: func() coder {
			other, query := newDecoder(e, tolerant), newDecoder(form, tolerant)
			return &urlCoder{other: other, queries: [...]coder{0: other, inCharset: other, asForm: query, inCharset | asForm: query}}
		}}
		op.all, op.queries, op.strict = decodesAll(e), true, e.InvalidUTF8() != percent.InvalidUTF8Kept
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
	enc *percent.Encoding
	// lenient, if not nil, is a version of enc that keeps malformed escapes: the
	// decoder handles them itself and only notes them, as flaws of kind. It keeps them
	// or, if mended is not empty, writes mended for each.
	lenient *percent.Encoding
	kind    Kind
	mended  string
	// At most one of like and more is set. They note further flaws like the last one
	// passed to note: like notes one, with its offset and text, and more only their
	// number. With like, code stops now and then with errMore.
	like func(n int, text []byte)
	more func(count int)
}

func newDecoder(e *percent.Encoding, tolerant bool) *decoder {
	d := &decoder{enc: e}
	if tolerant {
		d.keep(Tolerated)
	}
	return d
}

// keep makes c keep malformed escapes, and note them as flaws of kind, except for
// those that the dialect itself keeps.
func (c *decoder) keep(kind Kind) {
	c.lenient, c.kind = c.enc.WithMalformed(percent.MalformedKept), kind
}

// mend makes c itself apply a policy to malformed escapes, if it can, and reports
// whether it does. Otherwise each would cost an error, and every byte may be one.
func (c *decoder) mend(p Policy) bool {
	switch {
	case c.lenient != nil, c.enc.Malformed() == percent.MalformedKept:
	case p == Replace && c.enc.InvalidUTF8() == percent.InvalidUTF8Kept:
		c.mended = replacement
		fallthrough
	case p == Keep:
		c.keep(Malformed)
		return true
	}
	return false
}

func (*decoder) start(*Record) {}

func (c *decoder) code(dst, src []byte, last bool, note func(Flaw)) (out []byte, n int, err error) {
	if c.lenient != nil {
		return c.keeping(dst, src, last, note)
	}
	dst, n, err = decodeChunk(c.enc, dst, src)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		if !last {
			return dst, n, nil
		}
		return c.tail(dst, src, n)
	}
	return dst, n, asFlaw(err)
}

// tail decodes the end of a record, src[n:], at which decodeChunk stopped.
func (c *decoder) tail(dst, src []byte, n int) ([]byte, int, error) {
	dst, err := c.enc.AppendDecode(dst, src[n:])
	var bad *percent.SyntaxError
	if errors.As(err, &bad) {
		return dst, n + int(bad.Offset), asFlaw(err)
	}
	return dst, len(src), err
}

// asFlaw returns an error of package percent as a flaw, and any other error
// unchanged.
func asFlaw(err error) error {
	if err == nil {
		return nil // without allocating
	}
	var bad *percent.SyntaxError
	if errors.As(err, &bad) {
		return syntaxFlaw(bad)
	}
	return err
}

// errMore is returned by a coder that stopped only so that the flaws so far can be
// handed over.
var errMore = errors.New("bulk: more to come")

// keptAtOnce is how many bytes are decoded before a search for malformed escapes among
// them.
const keptAtOnce = fullFlaws

// keeping is code for a decoder that keeps malformed escapes. It makes no errors for
// them, since every byte may be one.
func (c *decoder) keeping(dst, src []byte, last bool, note func(Flaw)) (out []byte, n int, err error) {
	end := len(src)
	if !last && end >= 2 && src[end-2] == '%' {
		end -= 2 // a flaw shows three bytes
	}
	noted := false
	for n < end {
		var m int
		stop := min(n+keptAtOnce, end)
		from := len(dst)
		dst, m, err = decodeChunk(c.lenient, dst, src[n:stop])
		done := src[n : n+m]
		// Each escape shortens the text by two bytes.
		if percents := bytes.Count(done, percentSign); len(dst)-from != m-2*percents {
			noted = c.noteAll(src, n, n+m, percents, noted, note)
			if c.mended != "" {
				dst = c.mending(dst[:from], src, n, n+m)
			}
		}
		n += m
		switch {
		case err == nil, errors.Is(err, io.ErrUnexpectedEOF) && m > 0 && stop < end:
			if c.like != nil && n < end {
				return dst, n, errMore
			}
		case !errors.Is(err, io.ErrUnexpectedEOF):
			return dst, n, asFlaw(err)
		case !last:
			return dst, n, nil
		default:
			if !cutOff(src[n:]) {
				if dst, n, err = c.tail(dst, src, n); !cutOff(src[n:]) {
					return dst, n, err
				}
			}
			f := Flaw{Kind: c.kind}
			f.Reason, f.Offset, f.Bytes = percent.TruncatedEscape, int64(n), string(src[n:])
			note(f)
			if c.mended != "" {
				return append(dst, c.mended...), len(src), nil
			}
			return append(dst, src[n:]...), len(src), nil
		}
	}
	return dst, n, nil
}

// mending appends src[n:end], decoded, to dst, with c.mended for the malformed escapes that
// begin in it.
func (c *decoder) mending(dst, src []byte, n, end int) []byte {
	from := n
	for n < end {
		if src[n] != '%' {
			i := bytes.IndexByte(src[n:end], '%')
			if i < 0 {
				break
			}
			n += i
		}
		if _, ok := kernel.Octet(src[n:]); ok {
			n += 3
			continue
		}
		if from < n {
			dst, _, _ = decodeChunk(c.enc, dst, src[from:n])
		}
		dst = append(dst, c.mended...)
		n++
		from = n
	}
	if from < end {
		dst, _, _ = decodeChunk(c.enc, dst, src[from:end])
	}
	return dst
}

var percentSign = []byte{'%'}

// cutOff reports whether rest, the end of a record, is a truncated escape.
func cutOff(rest []byte) bool {
	return len(rest) > 0 && rest[0] == '%' && kernel.Cut(rest)
}

// noteAll notes the malformed escapes that begin in src[n:end], which has so many
// percents. noted reports whether a flaw of the record was noted before; noteAll
// returns the new value.
func (c *decoder) noteAll(src []byte, n, end, percents int, noted bool, note func(Flaw)) bool {
	malformed := 0
	if c.more != nil {
		if malformed = percents - kernel.CountEscapes(src[n:end]); malformed == 0 {
			return noted
		}
	}
	for ; n < end; n++ {
		if noted && c.more != nil {
			c.more(malformed)
			return true
		}
		if src[n] != '%' {
			i := bytes.IndexByte(src[n:end], '%')
			if i < 0 {
				break
			}
			n += i
		}
		if _, ok := kernel.Octet(src[n:]); ok {
			n += 2
			continue
		}
		text := src[n:min(n+3, len(src))]
		if noted && c.like != nil {
			c.like(n, text)
			continue
		}
		f := Flaw{Kind: c.kind}
		f.Reason, f.Offset, f.Bytes = percent.InvalidEscape, int64(n), string(text)
		note(f)
		noted = true
		if malformed--; malformed == 0 {
			return true
		}
	}
	return noted
}

// decodesAll returns what decodes many records at once as e does, or nil.
func decodesAll(e *percent.Encoding) *percent.Encoding {
	if e.Raw() != (percent.ByteSet{}).Complement() || e.Preserved() != (percent.ByteSet{}) {
		return nil
	}
	return e.WithMalformed(percent.MalformedRefused).WithInvalidUTF8(percent.InvalidUTF8Kept)
}

// decodeChunk appends src, decoded, to dst, and returns how many bytes of src it
// decoded. It stops at malformed input, or with io.ErrUnexpectedEOF at an escape or a
// character that is incomplete at the end of src.
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

// A dialectDecoder decodes by a dialect that is not an encoding. It starts anew
// after malformed input.
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
