package bulk

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/words"
)

// Options are the options of [Decode], [Encode] and [Fix].
type Options struct {
	// Dialect is the dialect; rfc3986 if nil.
	Dialect *dialect.Dialect
	// Encoding, if not nil, is the encoding of the dialect with some of its
	// choices changed. It is ignored for a dialect that is not an encoding.
	Encoding *percent.Encoding
	// Charset is the charset of the encoded text; the other side is UTF-8. If nil,
	// records are octets. It needs a dialect that is an encoding.
	Charset *charset.Charset
	// Parts says which part of a record is in Charset.
	Parts Parts
	// Tolerated says whether Decode reports malformed escapes that the dialect
	// accepts.
	Tolerated Telling
	// Layers is how many times Encode encodes and Decode decodes. More than one
	// cannot be combined with Charset.
	Layers Layers
}

// Parts says which part of a record is in a charset.
type Parts uint8

const (
	// AllParts: the whole record.
	AllParts Parts = iota
	// QueryOnly: records are URLs, and only the query is in the charset (URL
	// Standard, section 4.4).
	QueryOnly
	// FormQuery is QueryOnly, and Decode reads the query as a form where
	// [uri.QueryIsForm] is true of the scheme: there, a '+' is a space. Anywhere else,
	// it is a plus sign.
	//
	// [uri.QueryIsForm]: https://pkg.go.dev/github.com/pct-encoded/percent/uri#QueryIsForm
	FormQuery
)

var partsWords = []string{"AllParts", "QueryOnly", "FormQuery"}

// String returns "AllParts", "QueryOnly" or "FormQuery".
func (p Parts) String() string { return words.Of(partsWords, p) }

// LookupParts returns the Parts with that name. The error for an unknown name lists
// the names.
func LookupParts(name string) (Parts, error) {
	return words.Lookup[Parts]("bulk", "parts", partsWords, name)
}

// Telling says whether something is reported.
type Telling uint8

const (
	// Untold: it is not reported.
	Untold Telling = iota
	// Told: it is reported as a flaw that is only noted.
	Told
)

// encoding returns the dialect and its encoding, nil where it has none.
func (o *Options) encoding() (*dialect.Dialect, *percent.Encoding, error) {
	d, e := o.Dialect, o.Encoding
	if d == nil {
		var err error
		if d, err = dialect.Lookup("rfc3986"); err != nil {
			return nil, nil, err
		}
	}
	if own := d.Encoding(); e == nil || own == nil {
		e = own
	}
	switch {
	case e == nil && o.Charset != nil:
		return nil, nil, &OptionError{Option: "charset", Reason: d.ID + " has rules of its own, and cannot be used with another charset"}
	case o.Charset == charset.Replacement:
		return nil, nil, &OptionError{Option: "charset", Reason: "the Encoding Standard refuses " + o.Charset.Name()}
	}
	return d, e, o.Layers.check(o)
}

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
	return encodedAgain(encoding(e, &o), o.Layers, d, e), nil
}

// Fix returns the operation that makes nearly correct records legal: escapes and
// legal characters stay, and everything else is escaped. It returns the error of
// [dialect.Dialect.Fixes] for a dialect that cannot fix.
func Fix(o Options) (*Operation, error) {
	d, e, err := o.encoding()
	if err != nil {
		return nil, err
	}
	if err := d.Fixes(); err != nil {
		return nil, err
	}
	if o.Layers > 1 {
		return nil, &OptionError{Option: "layers", Reason: "after one fix there is nothing left to fix"}
	}
	if e == nil {
		return refusing(d.AppendFix), nil
	}
	if e.Space() == percent.SpacePlus {
		// A '+' is legal there: it stands for a space.
		e = e.WithKept(e.Kept().Add("+"))
	}
	return encoding(e.WithEscapes(percent.EscapesKept), &o), nil
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
	op.cannotLet = true
	return op
}

// encoding returns the operation that encodes by e.
func encoding(e *percent.Encoding, o *Options) *Operation {
	if o.Charset != nil {
		op := textOperation(o, func(c *charset.Charset) coder { return &textEncoder{enc: e, charset: c.Output()} })
		// Its encoder has a state, which cannot be carried from piece to piece.
		op.whole = o.Charset.Output() == charset.ISO2022JP
		return op
	}
	return &Operation{
		coder: func() coder { return encoder{e} },
		idle:  e.Kept().Remove("%+ "),
		many: func(sep Separator) batch {
			kept, lone := e.Kept(), false
			switch sep {
			case Whole:
				return nil
			case NULs:
				kept = kept.Add("\x00")
			case Lines:
				// A CR that is not part of a line end must not be kept as if it were.
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
		},
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
// encoded. It stops at an escape that the end of src cuts off, and reports that.
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
