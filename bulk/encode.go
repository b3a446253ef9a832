package bulk

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/dialect"
)

// Encode returns the operation that encodes records. It returns a
// *dialect.DirectionError for a dialect that only decodes.
func Encode(o Options) (*Operation, error) {
	d, e, err := o.encoding()
	if err != nil {
		return nil, err
	}
	switch {
	case !d.Encodes():
		_, err := d.AppendEncode(nil, nil)
		return nil, err
	case o.Layers == AllLayers:
		return nil, &OptionError{Option: "layers", Reason: "AllLayers is for decoding only"}
	case e == nil:
		return encodedAgain(refusing(d.AppendEncode), o.Layers, d, nil), nil
	}
	return encodedAgain(encoding(d, e, &o), o.Layers, d, e), nil
}

// refusing returns the operation of a dialect that rejects some records.
func refusing(code func(dst, src []byte) ([]byte, error)) *Operation {
	op := Func(func(dst []byte, r Record) ([]byte, error) {
		out, err := code(dst, r.Text)
		var bad *percent.SyntaxError
		if errors.As(err, &bad) {
			return out, dialectFlaw(bad)
		}
		return out, err
	})
	op.rejectsWhole = true
	op.quick = func(dst, text []byte) ([]byte, bool) {
		out, err := code(dst, text)
		if err != nil {
			return dst, false
		}
		return out, true
	}
	return op
}

// encoding returns the operation that encodes by e, the encoding of d or one made from it.
func encoding(d *dialect.Dialect, e *percent.Encoding, o *Options) *Operation {
	if o.Charset != nil {
		op := textOperation(o, func(c *charset.Charset) coder {
			return &textEncoder{enc: e, bare: d.BareReferences, charset: c.Output()}
		})
		// The encoder of ISO-2022-JP has a state, which cannot be carried from
		// piece to piece.
		op.whole = o.Charset.Output() == charset.ISO2022JP
		return op
	}
	return &Operation{
		coder: func() coder { return encoder{e} },
		quick: func(dst, text []byte) ([]byte, bool) { return e.AppendEncode(dst, text), true },
		idle:  e.Kept().Remove("%+ "),
		many:  manyEncoded(e),
	}
}

// manyEncoded makes batches that encode by e.
func manyEncoded(e *percent.Encoding) func(sep Separator) batch {
	return func(sep Separator) batch {
		kept, lone := e.Kept(), false
		switch sep {
		case Whole:
			return nil
		case NULs:
			kept = kept.Add("\x00")
		case Lines:
			// A CR that is not part of a line end must be escaped.
			lone = !kept.Contains('\r')
			kept = kept.Add("\r\n")
		}
		all := e.WithKept(kept)
		return allOrNone(func(dst, src []byte) ([]byte, bool) {
			if lone && hasLoneCR(src) {
				return dst, false
			}
			dst, n, _ := encodeChunk(all, dst, src)
			return dst, n == len(src)
		})
	}
}

// hasLoneCR reports whether src contains a CR without an LF after it.
func hasLoneCR(src []byte) bool {
	for at := 0; ; at++ {
		i := bytes.IndexByte(src[at:], '\r')
		if i < 0 {
			return false
		}
		if at += i; at+1 == len(src) || src[at+1] != '\n' {
			return true
		}
	}
}

// An encoder encodes octets.
type encoder struct{ enc *percent.Encoding }

func (encoder) start(*Record) {}

func (c encoder) code(dst, src []byte, last bool, _ func(Flaw)) ([]byte, int, error) {
	dst, n, cut := encodeChunk(c.enc, dst, src)
	if cut && last {
		dst, n = c.enc.AppendEncode(dst, src[n:]), len(src)
	}
	return dst, n, nil
}

// encodeChunk appends src, encoded, to dst, and returns how many bytes of src it
// encoded. It stops at an incomplete escape at the end of src, and reports it.
func encodeChunk(e *percent.Encoding, dst, src []byte) (out []byte, n int, cut bool) {
	for room := len(src) + len(src)/2 + 64; ; room = 2*(len(src)-n) + 64 {
		dst = slices.Grow(dst, room)
		nDst, nSrc, err := e.EncodeChunk(dst[len(dst):cap(dst)], src[n:])
		dst, n = dst[:len(dst)+nDst], n+nSrc
		if !errors.Is(err, io.ErrShortBuffer) {
			return dst, n, err != nil
		}
	}
}
