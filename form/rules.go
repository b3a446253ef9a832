package form

import (
	"encoding/binary"
	"math"
	"sync/atomic"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/internal/words"
)

// Rules are one way to read and to write forms. They are immutable and safe
// for concurrent use; the With methods return changed copies.
type Rules struct {
	choices
	// class says what each byte means to the parser.
	class [256]class
	// plain holds the bytes that the serializer copies whatever stands next to
	// them.
	plain [256]bool
	// plainWords: letters and digits are plain.
	plainWords bool
	// simple: each byte of a name or value is written by itself, as units says, which is
	// made at first use.
	simple bool
	units  atomic.Pointer[units]
	// octets is the encoding without its policy on UTF-8.
	octets *percent.Encoding
	// lenient: input in UTF-8 is decoded byte by byte, and nothing but invalid UTF-8 is
	// refused or preserved. plus is what a '+' means.
	lenient bool
	plus    byte
	// bytes and pairs are the limits.
	bytes, pairs int
}

// choices are what the With methods choose. Their zero values are those of
// Standard.
type choices struct {
	encoding   *percent.Encoding
	charset    *charset.Charset
	separators Separators
	field      CharsetField
	newlines   Newlines
	empty      EmptyValues
	limits     Limits
}

// class holds properties of a byte as bits.
type class uint8

const (
	separates class = 1 << iota // ends a pair
	equals                      // ends a name
	special                     // may not mean itself
	high                        // belongs to a character beyond ASCII
)

// Separators are the characters between pairs when a form is read; '&' is always
// the one that is written.
type Separators uint8

// The separators.
const (
	AmpersandOnly        Separators = iota // as the URL Standard
	AmpersandOrSemicolon                   // ';' too, as RFC 1866 section 8.2.1 and HTML 4.01 appendix B.2.2 ask of servers
)

var separatorsWords = []string{"ampersand", "ampersand or semicolon"}

// String returns "ampersand" or "ampersand or semicolon".
func (s Separators) String() string { return words.Of(separatorsWords, s) }

// CharsetField is the meaning of the name _charset_.
type CharsetField uint8

// The meanings of a pair whose name is _charset_, in any case of ASCII letters.
const (
	// CharsetFieldPlain: a pair like any other.
	CharsetFieldPlain CharsetField = iota
	// CharsetFieldUsed: Parse decodes all pairs, also those before it, by the
	// charset that the first such value names, if it names one (UTF-8 if that is
	// UTF-16, in which no form is written); Serialize
	// writes the name of the charset in use as its value (HTML, "constructing
	// the entry list").
	CharsetFieldUsed
)

var charsetFieldWords = []string{"plain", "used"}

// String returns "plain" or "used".
func (c CharsetField) String() string { return words.Of(charsetFieldWords, c) }

// Newlines is how line breaks are serialized.
type Newlines uint8

// The ways to write line breaks.
const (
	NewlinesKept Newlines = iota // as the URL Standard
	NewlinesCRLF                 // a CR or LF that is not part of CR LF becomes CR LF, as HTML form submission does with names and values
)

var newlinesWords = []string{"kept", "crlf"}

// String returns "kept" or "crlf".
func (n Newlines) String() string { return words.Of(newlinesWords, n) }

// EmptyValues is how a pair with an empty value is serialized. Parse reads all
// three alike.
type EmptyValues uint8

// The ways to write a pair whose value is empty.
const (
	EmptyWritten EmptyValues = iota // a=, as the URL Standard
	EmptyBare                       // a; but = if the name is empty too
	EmptyOmitted                    // not at all, as RFC 1866 section 8.2.1 allows
)

var emptyValuesWords = []string{"written", "bare", "omitted"}

// String returns "written", "bare" or "omitted".
func (e EmptyValues) String() string { return words.Of(emptyValuesWords, e) }

// Limits bound what is read. Zero is the default, NoLimit no limit.
type Limits struct {
	Bytes int // in the form
	Pairs int // in the form; empty pieces between separators do not count
	Depth int // brackets in one name, nested.MaxDepth at most; only for package form/nested
}

// The defaults of Limits. A pair takes at least 32 bytes of memory, and two bytes
// of the form.
const (
	DefaultBytes = 64 << 20
	DefaultPairs = 1 << 16
	DefaultDepth = 64
	NoLimit      = math.MaxInt
)

// Percent20 is percent.Form with a space written as %20, for mailto URIs and
// for readers to which '+' is itself. It still reads '+' as a space. Like
// percent.Form it decodes to bytes and leaves malformed escapes alone.
var Percent20 = percent.Form.WithSpace(percent.SpacePercent20)

// RFC1866Encoding escapes everything but letters and digits, and writes a
// space as '+' (RFC 1866, section 8.2.1, to the letter). It decodes as
// percent.Form does.
var RFC1866Encoding = percent.Form.WithKept(alnum)

var alnum = percent.ByteSet{}.AddRange('0', '9').AddRange('A', 'Z').AddRange('a', 'z')

// Standard is the URL Standard, section 5, July 2026.
var Standard = choices{encoding: percent.Form.WithInvalidUTF8(percent.InvalidUTF8Replaced), charset: charset.UTF8}.rules()

// Strict is Standard with an error, a *percent.SyntaxError, for malformed
// escapes and invalid UTF-8.
var Strict = Standard.WithEncoding(percent.Form.WithMalformed(percent.MalformedRefused).WithInvalidUTF8(percent.InvalidUTF8Refused))

// HTML is what a browser submits: line breaks are CR LF, and a field
// _charset_ gets the name of the charset (HTML, section 4.10.21, "form
// submission"). Derive with the charset of the page.
var HTML = choices{encoding: Standard.encoding, charset: charset.UTF8, newlines: NewlinesCRLF, field: CharsetFieldUsed}.rules()

// Mailto is what a browser writes after the '?' of a mailto URI for a form
// with method GET: HTML with %20 for a space, since '+' is itself in mail.
var Mailto = choices{encoding: Percent20.WithInvalidUTF8(percent.InvalidUTF8Replaced), charset: charset.UTF8, newlines: NewlinesCRLF, field: CharsetFieldUsed}.rules()

// RFC1866 is HTML 2.0, section 8.2.1: everything but letters and digits
// escaped, line breaks as CR LF, empty fields left out, ';' read too.
var RFC1866 = choices{
	encoding: RFC1866Encoding.WithInvalidUTF8(percent.InvalidUTF8Replaced), charset: charset.UTF8,
	separators: AmpersandOrSemicolon, newlines: NewlinesCRLF, empty: EmptyOmitted,
}.rules()

func (c choices) rules() *Rules {
	r := &Rules{choices: c, octets: c.encoding.WithInvalidUTF8(percent.InvalidUTF8Kept)}
	r.bytes, r.pairs = r.Limits().Bytes, r.Limits().Pairs
	raw, kept := c.encoding.Raw(), c.encoding.Kept()
	for i := range r.class {
		b := byte(i)
		switch {
		case b == '%', b == '+' && c.encoding.Plus() == percent.PlusIsSpace, !raw.Contains(b), c.charset != charset.UTF8:
			r.class[b] |= special
		}
		if b >= 0x80 && c.encoding.InvalidUTF8() != percent.InvalidUTF8Kept {
			r.class[b] |= high
		}
		r.plain[b] = kept.Contains(b) && b != '\r' && b != '\n' && b != ' ' && b != '%' && b < 0x80
	}
	r.plainWords = alnum.Intersect(kept) == alnum
	r.simple = c.charset == charset.UTF8 && c.field == CharsetFieldPlain && c.newlines == NewlinesKept &&
		c.empty == EmptyWritten && c.encoding.Escapes() == percent.PercentIsData
	r.lenient = c.encoding.Malformed() == percent.MalformedKept &&
		c.encoding.Preserved() == (percent.ByteSet{}) && raw == percent.AllBytes
	r.plus = '+'
	if c.encoding.Plus() == percent.PlusIsSpace {
		r.plus = ' '
	}
	r.class['&'] |= separates
	if c.separators == AmpersandOrSemicolon {
		r.class[';'] |= separates
	}
	r.class['='] |= equals
	return r
}

// units say how each byte is written: one byte or three, the first lowest, and their number
// in the highest.
type units [256]uint32

func (c choices) makeUnits() *units {
	u := new(units)
	octet, buf := make([]byte, 1), make([]byte, 8)
	for i := range u {
		octet[0] = byte(i)
		unit := c.encoding.AppendEncode(buf[:0], octet)
		u[i] = binary.LittleEndian.Uint32(buf[:4])&(1<<(8*len(unit))-1) | uint32(len(unit))<<24
	}
	return u
}

// WithEncoding returns a copy of r whose names and values are written and read
// by e. The choices of e say what a space, a '+' and a malformed escape become.
// e.InvalidUTF8() says what text that is not UTF-8, or not in the charset, becomes:
// it is kept as bytes in both directions, replaced by U+FFFD in both, or refused
// when it is read and replaced when it is written. When it is replaced, a lone
// surrogate written as three bytes becomes one U+FFFD.
func (r *Rules) WithEncoding(e *percent.Encoding) *Rules {
	c := r.choices
	c.encoding = e
	return c.rules()
}

// WithCharset returns a copy of r for text in charset cs. What cs cannot write
// becomes %26%23N%3B, N being the number of the character; a charset that has
// no encoder writes UTF-8 (URL Standard, section 1.3, "percent-encode after
// encoding").
func (r *Rules) WithCharset(cs *charset.Charset) *Rules {
	c := r.choices
	c.charset = cs
	return c.rules()
}

// WithSeparators returns a copy of r that reads these separators. The default is
// AmpersandOnly.
func (r *Rules) WithSeparators(s Separators) *Rules {
	c := r.choices
	c.separators = s
	return c.rules()
}

// WithCharsetField returns a copy of r that treats a pair _charset_ as f says. The
// default is CharsetFieldPlain.
func (r *Rules) WithCharsetField(f CharsetField) *Rules {
	c := r.choices
	c.field = f
	return c.rules()
}

// WithNewlines returns a copy of r that writes line breaks as n says. The default
// is NewlinesKept.
func (r *Rules) WithNewlines(n Newlines) *Rules {
	c := r.choices
	c.newlines = n
	return c.rules()
}

// WithEmpty returns a copy of r that writes empty values as e says. The default is
// EmptyWritten.
func (r *Rules) WithEmpty(e EmptyValues) *Rules {
	c := r.choices
	c.empty = e
	return c.rules()
}

// WithLimits returns a copy of r that reads no more than l. A zero is the default.
func (r *Rules) WithLimits(l Limits) *Rules {
	c := r.choices
	c.limits = l
	return c.rules()
}

// Encoding returns the encoding of names and values: in Standard, percent.Form with
// InvalidUTF8Replaced. [Rules.WithEncoding] sets it.
func (r *Rules) Encoding() *percent.Encoding { return r.encoding }

// Charset returns the charset of names and values: charset.UTF8 by default.
// [Rules.WithCharset] sets it.
func (r *Rules) Charset() *charset.Charset { return r.charset }

// Limits returns how much r reads at most, with the defaults (DefaultBytes,
// DefaultPairs, DefaultDepth) for zeros. [Rules.WithLimits] sets it.
func (r *Rules) Limits() Limits { return r.limits.WithDefaults() }

// WithDefaults returns l with the defaults for what is zero.
func (l Limits) WithDefaults() Limits {
	if l.Bytes == 0 {
		l.Bytes = DefaultBytes
	}
	if l.Pairs == 0 {
		l.Pairs = DefaultPairs
	}
	if l.Depth == 0 {
		l.Depth = DefaultDepth
	}
	return l
}
