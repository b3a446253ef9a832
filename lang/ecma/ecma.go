package ecma

import (
	"unicode/utf8"
	"unsafe"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/wtf8"
)

// The sets of sections 19.2.6.1 to 19.2.6.5 and annex B.2.1.1. Their names are
// those of the specification; decodeURI preserves uriReserved and '#'.
var (
	uriReserved     = percent.ByteSet{}.Add(";/?:@&=+$,")
	uriUnescaped    = percent.ByteSet{}.AddRange('A', 'Z').AddRange('a', 'z').AddRange('0', '9').Add("-_.!~*'()")
	reservedURISet  = uriReserved.Add("#")
	unescapedURISet = reservedURISet.Union(uriUnescaped)
	escapeUnescaped = percent.ByteSet{}.AddRange('A', 'Z').AddRange('a', 'z').AddRange('0', '9').Add("@*_+-./")
	escapeKeeps     = keepsOf(escapeUnescaped)
)

// A coder is one of the four URI functions. encoding does the work if the argument
// and the result are UTF-8; units is the algorithm of the specification.
type coder struct {
	encoding *percent.Encoding
	units    unitCoder
	changes  func(u uint16) bool // whether a change can begin with u
	decodes  direction
}

type direction uint8

const (
	encoding direction = iota
	decoding
)

var (
	encodeURI          = encoderOf(unescapedURISet)
	encodeURIComponent = encoderOf(uriUnescaped)
	decodeURI          = decoderOf(reservedURISet)
	decodeURIComponent = decoderOf(percent.ByteSet{})
)

func encoderOf(kept percent.ByteSet) *coder {
	k := keepsOf(kept)
	return &coder{percent.New(kept), k.encode, k.lacks, encoding}
}

func decoderOf(preserved percent.ByteSet) *coder {
	k := keepsOf(preserved)
	e := percent.New(percent.ByteSet{}).WithInvalidUTF8(percent.InvalidUTF8Refused).WithPreserved(preserved)
	return &coder{e, k.decode, isPercent, decoding}
}

// EncodeURI percent-encodes the UTF-8 of s but for letters, digits and
// ;/?:@&=+$,#-_.!~*'() (section 19.2.6.4 encodeURI). A '%' becomes %25, so that
// encoding twice gives something else, and [ and ] are escaped, which breaks
// the IPv6 address in a URL. For one name or value use EncodeURIComponent. A
// lone surrogate is a *URIError, returned with what was encoded before it.
// A string that needs no change is returned as it is; otherwise there is one
// allocation.
func EncodeURI(s string) (string, error) { return encodeURI.whole(s) }

// AppendEncodeURI appends EncodeURI of src to dst and returns the extended
// buffer, in case of an error with what was encoded before it. It allocates
// only when dst has no room, or for an error.
func AppendEncodeURI(dst, src []byte) ([]byte, error) { return encodeURI.append(dst, src) }

// EncodeURIComponent percent-encodes the UTF-8 of s but for letters, digits and
// -_.!~*'() (section 19.2.6.5 encodeURIComponent). A lone surrogate is a
// *URIError, returned with what was encoded before it. A string that needs no
// change is returned as it is; otherwise there is one allocation.
func EncodeURIComponent(s string) (string, error) { return encodeURIComponent.whole(s) }

// AppendEncodeURIComponent appends EncodeURIComponent of src to dst and returns
// the extended buffer, in case of an error with what was encoded before it. It
// allocates only when dst has no room, or for an error.
func AppendEncodeURIComponent(dst, src []byte) ([]byte, error) {
	return encodeURIComponent.append(dst, src)
}

// DecodeURI percent-decodes s but for the escapes of ;/?:@&=+$,# which stay as
// they are, digits in their case (section 19.2.6.2 decodeURI). An escape of '%'
// is decoded: %2523 becomes %23, so decoding loses the difference. A
// malformed escape, and escapes that are not UTF-8, are a *URIError, returned
// with what was decoded before it. A string that needs no change is returned as
// it is; otherwise there is one allocation.
func DecodeURI(s string) (string, error) { return decodeURI.whole(s) }

// AppendDecodeURI appends DecodeURI of src to dst and returns the extended
// buffer, in case of an error with what was decoded before it. It allocates
// only when dst has no room, or for an error.
func AppendDecodeURI(dst, src []byte) ([]byte, error) { return decodeURI.append(dst, src) }

// DecodeURIComponent percent-decodes s (section 19.2.6.3 decodeURIComponent). A
// malformed escape, and escapes that are not UTF-8, are a *URIError, returned
// with what was decoded before it. A string that needs no change is returned as
// it is; otherwise there is one allocation.
func DecodeURIComponent(s string) (string, error) { return decodeURIComponent.whole(s) }

// AppendDecodeURIComponent appends DecodeURIComponent of src to dst and returns
// the extended buffer, in case of an error with what was decoded before it. It
// allocates only when dst has no room, or for an error.
func AppendDecodeURIComponent(dst, src []byte) ([]byte, error) {
	return decodeURIComponent.append(dst, src)
}

func (c *coder) whole(s string) (string, error) {
	if utf8.ValidString(s) {
		if c.decodes == encoding {
			return c.encoding.Encode(s), nil
		}
		// With escapes between well-formed text, the result is UTF-8 exactly
		// where each run of escapes is.
		if out, err := c.encoding.Decode(s); err == nil {
			return out, nil
		}
	}
	out, err := c.slow(nil, s)
	if err == nil && string(out) == s {
		return s, nil
	}
	return string(out), err
}

func (c *coder) append(dst, src []byte) ([]byte, error) {
	if utf8.Valid(src) {
		if c.decodes == encoding {
			return c.encoding.AppendEncode(dst, src), nil
		}
		if out, err := c.encoding.AppendDecode(dst, src); err == nil {
			return out, nil
		}
	}
	return c.slow(dst, string(src))
}

// slow works on code units. It is for surrogates and errors.
func (c *coder) slow(dst []byte, s string) ([]byte, error) {
	units, bad := wtf8.AppendUnits(make([]uint16, 0, len(s)), s)
	out, err := c.units(nil, units)
	dst = wtf8.AppendText(dst, out)
	if err == nil && bad < len(s) {
		_, n, _ := wtf8.Decode(s[bad:])
		err = newError(bad, len(units), s[bad:bad+n], InvalidText)
	}
	if err != nil {
		err.Offset = int64(wtf8.Offset(s, err.Index))
		return dst, err
	}
	return dst, nil
}

func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }
func textOf(b []byte) string  { return unsafe.String(unsafe.SliceData(b), len(b)) }
