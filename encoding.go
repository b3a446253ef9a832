package percent

import (
	"sync/atomic"

	"github.com/pct-encoded/percent/internal/kernel"
	"github.com/pct-encoded/percent/internal/lazy"
)

// An Encoding is one way to percent-encode bytes and to decode them again: a
// kept set and the choices that the With methods make. Encodings are immutable
// and safe for concurrent use; derive the one you need from a similar one:
//
//	js := percent.OAuth1.WithKept(percent.Unreserved.Add("!'()*"))
//
// The predefined encodings are variables. Each keeps what its component may hold
// unescaped and escapes everything else; unless its comment says otherwise, it
// makes the choices of [New], so that it escapes '%' and refuses malformed escapes.
//
// Each choice has a type, a method that returns it, and a With method that returns
// a copy of the Encoding with another choice:
//
//	Kept         WithKept         what is written as it is       New's argument
//	Space        WithSpace        how a space is written         SpacePercent20
//	Hex          WithHex          the digits of escapes          HexUpper
//	Escapes      WithEscapes      a '%' in what is encoded       PercentIsData
//	Malformed    WithMalformed    malformed escapes in decoding  MalformedRefused
//	Plus         WithPlus         a '+' in what is decoded       PlusLiteral
//	Raw          WithRaw          bytes accepted unescaped       AllBytes
//	InvalidUTF8  WithInvalidUTF8  decoded bytes, if not UTF-8    InvalidUTF8Kept
//	Preserved    WithPreserved    escapes that are not decoded   none (ByteSet{})
//
// The last column is the choice of New.
type Encoding struct {
	codec kernel.Codec // first, as that saves time; its Encoder not with EscapesKept, where fixer encodes
	choices
	// The tables of encode, fix and decode, each made when it is first needed:
	// linking many encodings does not slow the start of a program.
	fixer   atomic.Pointer[kernel.Encoder]
	decoder atomic.Pointer[kernel.Decoder] // also that of codec, if it has no sets and invalid UTF-8 is kept
}

// choices are all choices of an Encoding. Their zero values are those of New.
type choices struct {
	kept      ByteSet
	space     SpaceSpelling
	hex       HexCase
	escapes   ExistingEscapes
	malformed MalformedEscapes
	plus      PlusMeaning
	refused   ByteSet
	utf8      UTF8Policy
	preserved ByteSet
}

// word returns the word for i, as words.Of does, which stands on this package.
func word[T ~uint8](list []string, i T) string {
	if int(i) < len(list) {
		return list[i]
	}
	return "unknown"
}

// SpaceSpelling is how an encoder writes a space.
type SpaceSpelling uint8

// The spellings of a space.
const (
	// SpacePercent20 writes a space like any other byte: as it is when it is
	// kept, as an escape otherwise.
	SpacePercent20 SpaceSpelling = iota
	// SpacePlus writes a space as '+', as forms do, even one in the kept set.
	// Remove '+' from the kept set too, or '+' and space become the same.
	SpacePlus
)

var spaceSpellingWords = []string{"percent", "plus"}

// String returns "percent" or "plus".
func (s SpaceSpelling) String() string { return word(spaceSpellingWords, s) }

// HexCase is the case of the hexadecimal digits that an encoder writes.
// Decoders read both.
type HexCase uint8

// The cases of hexadecimal digits.
const (
	HexUpper HexCase = iota // %C3%A9, what every specification but a few asks for
	HexLower                // %c3%a9
)

var hexCaseWords = []string{"upper", "lower"}

// String returns "upper" or "lower".
func (h HexCase) String() string { return word(hexCaseWords, h) }

// ExistingEscapes is what an encoder makes of a '%'.
type ExistingEscapes uint8

// What an encoder can make of a '%'.
const (
	// PercentIsData treats '%' like any other byte.
	PercentIsData ExistingEscapes = iota
	// EscapesKept leaves an escape that is already there as it is and writes any
	// other '%' as %25, whatever the kept set: Encode then does what Fix does.
	EscapesKept
)

var existingEscapesWords = []string{"data", "kept"}

// String returns "data" or "kept".
func (e ExistingEscapes) String() string { return word(existingEscapesWords, e) }

// MalformedEscapes is what a decoder makes of a '%' that is not followed by
// two hexadecimal digits.
type MalformedEscapes uint8

// The ways to treat a malformed escape.
const (
	MalformedRefused MalformedEscapes = iota // an error
	MalformedKept                            // the '%' is copied
)

var malformedEscapesWords = []string{"fail", "keep"}

// String returns "fail" or "keep".
func (m MalformedEscapes) String() string { return word(malformedEscapesWords, m) }

// PlusMeaning is what a decoder makes of a '+'.
type PlusMeaning uint8

// The meanings of '+'.
const (
	PlusLiteral PlusMeaning = iota // '+' is itself
	PlusIsSpace                    // '+' is a space, as in forms
)

var plusMeaningWords = []string{"literal", "space"}

// String returns "literal" or "space".
func (p PlusMeaning) String() string { return word(plusMeaningWords, p) }

// UTF8Policy is what a decoder makes of decoded bytes that are not UTF-8.
type UTF8Policy uint8

// The ways to treat invalid UTF-8.
const (
	InvalidUTF8Kept     UTF8Policy = iota // the bytes stay as they are
	InvalidUTF8Replaced                   // each ill-formed subsequence becomes U+FFFD, as the Encoding Standard does
	InvalidUTF8Refused                    // an error
)

var utf8PolicyWords = []string{"keep", "replace", "fail"}

// String returns "keep", "replace" or "fail".
func (u UTF8Policy) String() string { return word(utf8PolicyWords, u) }

// New returns an Encoding that keeps the bytes of kept and writes every other
// byte as an escape with upper-case digits. It decodes every escape to its
// octet, leaves '+' alone, accepts any byte unescaped and refuses malformed
// escapes.
//
//go:noinline
func New(kept ByteSet) *Encoding {
	return choices{kept: kept}.encoding()
}

//go:noinline
func (c choices) encoding() *Encoding {
	e := &Encoding{choices: c}
	e.codec.General = (*general)(e)
	return e
}

func init() { kernel.Zero = (*general)(new(Encoding)) }

// derive returns a copy of e with the choices c. It shares those tables of e that
// stay the same.
func (e *Encoding) derive(c choices) *Encoding {
	if c == e.choices {
		return e
	}
	d := c.encoding()
	if c.kept == e.kept && c.space == e.space && c.hex == e.hex && c.escapes == e.escapes {
		d.codec.Encoder.Store(e.codec.Encoder.Load())
		d.fixer.Store(e.fixer.Load())
	}
	if c.refused == e.refused && c.preserved == e.preserved && c.plus == e.plus && c.malformed == e.malformed {
		if t := e.decoder.Load(); t != nil {
			d.setDecoder(t)
		}
	}
	return d
}

func (e *Encoding) encoderTable() *kernel.Encoder {
	if t := e.codec.Encoder.Load(); t != nil {
		return t
	}
	return e.makeEncoder()
}

func (e *Encoding) fixerTable() *kernel.Encoder {
	if t := e.fixer.Load(); t != nil {
		return t
	}
	return e.makeFixer()
}

func (e *Encoding) decoderTable() *kernel.Decoder {
	if t := e.decoder.Load(); t != nil {
		return t
	}
	return e.makeDecoder()
}

func (e *Encoding) encoderConfig() kernel.EncoderConfig {
	return kernel.EncoderConfig{
		Kept:        e.kept.Contains,
		Plus:        e.space == SpacePlus,
		Lower:       e.hex == HexLower,
		KeepEscapes: e.escapes == EscapesKept,
	}
}

func (e *Encoding) makeEncoder() *kernel.Encoder {
	if e.escapes == EscapesKept {
		return e.fixerTable()
	}
	t := kernel.NewEncoder(e.encoderConfig())
	e.codec.Encoder.Store(t)
	return t
}

func (e *Encoding) makeDecoder() *kernel.Decoder {
	t := plainDecoder.Get()
	if e.refused != (ByteSet{}) || e.preserved != (ByteSet{}) || e.plus != PlusLiteral || e.malformed != MalformedRefused {
		t = newDecoder(e.choices)
	}
	e.setDecoder(t)
	return t
}

func (e *Encoding) setDecoder(t *kernel.Decoder) {
	e.decoder.Store(t)
	if !t.Sets && e.utf8 == InvalidUTF8Kept {
		e.codec.Decoder.Store(t)
	}
}

// plainDecoder is the table of New's choices, which most encodings share.
var plainDecoder = lazy.Value[*kernel.Decoder]{Make: func() *kernel.Decoder { return newDecoder(choices{}) }}

func newDecoder(e choices) *kernel.Decoder {
	return kernel.NewDecoder(kernel.DecoderConfig{
		Accepted:  e.refused.Complement().Contains,
		Preserved: e.preserved.Contains,
		Plus:      e.plus == PlusIsSpace,
		Lenient:   e.malformed == MalformedKept,
	})
}

// WithKept returns a copy of e whose kept set is kept.
//
//go:noinline
func (e *Encoding) WithKept(kept ByteSet) *Encoding {
	c := e.choices
	c.kept = kept
	return e.derive(c)
}

// WithSpace returns a copy of e that writes a space as s says.
func (e *Encoding) WithSpace(s SpaceSpelling) *Encoding {
	c := e.choices
	c.space = s
	return e.derive(c)
}

// WithHex returns a copy of e that writes the digits of escapes in case h.
func (e *Encoding) WithHex(h HexCase) *Encoding {
	c := e.choices
	c.hex = h
	return e.derive(c)
}

// WithEscapes returns a copy of e that treats a '%' in what it encodes as x
// says. Fix does not depend on it.
func (e *Encoding) WithEscapes(x ExistingEscapes) *Encoding {
	c := e.choices
	c.escapes = x
	return e.derive(c)
}

// WithMalformed returns a copy of e that treats malformed escapes in what it
// decodes as m says.
//
//go:noinline
func (e *Encoding) WithMalformed(m MalformedEscapes) *Encoding {
	c := e.choices
	c.malformed = m
	return e.derive(c)
}

// WithPlus returns a copy of e that reads a '+' in what it decodes as p says.
func (e *Encoding) WithPlus(p PlusMeaning) *Encoding {
	c := e.choices
	c.plus = p
	return e.derive(c)
}

// WithRaw returns a copy of e whose decoder accepts only the bytes of accepted
// unescaped and refuses any other as a RawByte. WithRaw(ASCII) refuses raw
// non-ASCII; New accepts AllBytes. A '%', and a '+' that is a space, are not raw
// bytes.
func (e *Encoding) WithRaw(accepted ByteSet) *Encoding {
	c := e.choices
	c.refused = accepted.Complement()
	return e.derive(c)
}

// WithInvalidUTF8 returns a copy of e that treats decoded bytes that are not
// UTF-8 as u says.
//
//go:noinline
func (e *Encoding) WithInvalidUTF8(u UTF8Policy) *Encoding {
	c := e.choices
	c.utf8 = u
	return e.derive(c)
}

// WithPreserved returns a copy of e whose decoder leaves the escapes of the
// octets in set where they are, hexadecimal digits in their original case, as
// ECMAScript's decodeURI does for reserved characters.
func (e *Encoding) WithPreserved(set ByteSet) *Encoding {
	c := e.choices
	c.preserved = set
	return e.derive(c)
}

// Kept returns the kept set, the bytes that e writes as they are: the argument of
// [New], or of [Encoding.WithKept]. A space in it is written as '+' where Space is
// SpacePlus.
func (e *Encoding) Kept() ByteSet { return e.kept }

// Space returns how e writes a space: SpacePercent20 by default, SpacePlus in Form.
// [Encoding.WithSpace] sets it. How e reads a '+' is another choice, Plus.
func (e *Encoding) Space() SpaceSpelling { return e.space }

// Hex returns the case of the digits that e writes: HexUpper by default.
// [Encoding.WithHex] sets it. Decoding accepts both cases.
func (e *Encoding) Hex() HexCase { return e.hex }

// Escapes returns what e does with a '%' in what it encodes: PercentIsData by
// default, so that each is escaped unless it is kept. [Encoding.WithEscapes] sets it.
func (e *Encoding) Escapes() ExistingEscapes { return e.escapes }

// Malformed returns what e does with malformed escapes in what it decodes:
// MalformedRefused by default, MalformedKept in Form and the encodings of the URL
// Standard. [Encoding.WithMalformed] sets it.
func (e *Encoding) Malformed() MalformedEscapes { return e.malformed }

// Plus returns how e reads a '+' in what it decodes: PlusLiteral by default,
// PlusIsSpace in Form. [Encoding.WithPlus] sets it. How e writes a space is another
// choice, Space.
func (e *Encoding) Plus() PlusMeaning { return e.plus }

// Raw returns the bytes that e accepts unescaped in what it decodes: AllBytes by
// default. [Encoding.WithRaw] sets it.
func (e *Encoding) Raw() ByteSet { return e.refused.Complement() }

// InvalidUTF8 returns what e does with decoded bytes that are not UTF-8:
// InvalidUTF8Kept by default. [Encoding.WithInvalidUTF8] sets it.
func (e *Encoding) InvalidUTF8() UTF8Policy { return e.utf8 }

// Preserved returns the octets whose escapes e leaves as they are when it decodes:
// none by default, an empty ByteSet. [Encoding.WithPreserved] sets it.
func (e *Encoding) Preserved() ByteSet { return e.preserved }

// Reversible reports whether decoding gives back whatever was encoded, for
// every sequence of bytes: e escapes '%', writes no two bytes alike, and decodes
// everything that it writes. What it decodes besides does not matter.
func (e *Encoding) Reversible() bool {
	raw, escaped := e.kept, e.kept.Complement()
	if e.space == SpacePlus {
		raw, escaped = raw.Remove(" "), escaped.Remove(" ")
	}
	if e.escapes == EscapesKept || raw.Contains('%') || e.utf8 != InvalidUTF8Kept ||
		raw.Intersect(e.refused) != (ByteSet{}) || escaped.Intersect(e.preserved) != (ByteSet{}) {
		return false
	}
	if e.space == SpacePlus {
		return e.plus == PlusIsSpace && !raw.Contains('+')
	}
	return e.plus == PlusLiteral || !raw.Contains('+')
}

// Equal reports whether e and f make the same choices, so that they give the
// same result for every input.
func (e *Encoding) Equal(f *Encoding) bool { return e.choices == f.choices }
