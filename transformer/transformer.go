// Package transformer makes percent-encoding and -decoding available as
// golang.org/x/text/transform.Transformer, to be chained with the transformers
// of other packages:
//
//	latin1 := transform.Chain(transformer.NewDecoder(percent.RFC3986), charmap.ISO8859_1.NewDecoder())
//	text, _, err := transform.String(latin1, "caf%E9")   // "café"
//
// For a plain stream use percent.NewEncoder and percent.NewDecoder, for a value
// in memory the methods of percent.Encoding.
//
// The API of this package may still change.
package transformer

import (
	"io"

	"golang.org/x/text/transform"

	"github.com/pct-encoded/percent"
)

// NewEncoder returns a Transformer that percent-encodes as e does. It needs a
// destination of at least three bytes and never fails. It has no state and is
// safe for concurrent use.
func NewEncoder(e *percent.Encoding) transform.Transformer {
	return encoder{e: e}
}

// NewDecoder returns a Transformer that percent-decodes as e does. It needs a
// destination of at least 33 bytes. If its input is wrong, the error is a
// *percent.SyntaxError, whose Offset counts from the start of the text, that is,
// from the last Reset.
func NewDecoder(e *percent.Encoding) transform.Transformer {
	return &decoder{e: e}
}

type encoder struct {
	transform.NopResetter
	e *percent.Encoding
}

// Transform implements transform.Transformer.
func (t encoder) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	nDst, nSrc, err = t.e.EncodeChunk(dst, src)
	if err == io.ErrUnexpectedEOF && atEOF {
		rest := src[nSrc:]
		if t.e.EncodedLen(rest) > len(dst)-nDst {
			return nDst, nSrc, transform.ErrShortDst
		}
		return nDst + len(t.e.AppendEncode(dst[nDst:nDst], rest)), len(src), nil
	}
	return nDst, nSrc, short(err)
}

type decoder struct {
	e      *percent.Encoding
	offset int64 // of src, in the text
}

// Reset implements transform.Transformer.
func (t *decoder) Reset() { t.offset = 0 }

// maxRest is the most that decoding the rest of a text can give: eleven bytes
// of three replacement bytes each.
const maxRest = 33

// Transform implements transform.Transformer.
func (t *decoder) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	nDst, nSrc, err = t.e.DecodeChunk(dst, src)
	if err == io.ErrUnexpectedEOF && atEOF {
		if len(dst)-nDst < maxRest {
			t.offset += int64(nSrc)
			return nDst, nSrc, transform.ErrShortDst
		}
		var rest []byte
		rest, err = t.e.AppendDecode(dst[nDst:nDst], src[nSrc:])
		nDst += len(rest)
		if e, ok := err.(*percent.SyntaxError); ok {
			e.Offset += int64(nSrc)
			nSrc = int(e.Offset)
		} else {
			nSrc = len(src)
		}
	}
	if e, ok := err.(*percent.SyntaxError); ok {
		e.Offset += t.offset
	}
	t.offset += int64(nSrc)
	return nDst, nSrc, short(err)
}

// short turns the errors of package percent that ask for more room or more input
// into those of package transform.
func short(err error) error {
	switch err {
	case io.ErrShortBuffer:
		return transform.ErrShortDst
	case io.ErrUnexpectedEOF:
		return transform.ErrShortSrc
	}
	return err
}
