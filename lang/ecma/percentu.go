package ecma

import (
	"bytes"
	"errors"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/wtf8"
)

// DecodePercentU decodes s as e does and reads %uHHHH, four hexadecimal digits
// after a lower-case u, as the UTF-16 code unit of that number, as IIS and
// ASP.NET up to 4.8 do:
//
//	ecma.DecodePercentU(percent.Form, "%u20AC+%E2%82%AC") // "€ €"
//
// This is the ordinary decoder with one more escape, not [Unescape]: other
// escapes are octets of UTF-8. No octets before and after a %uHHHH make one
// character. Two surrogates in a row make a pair; of a lone one, e.InvalidUTF8()
// decides: kept is three bytes, ED A0 80 for %uD800, replaced is U+FFFD, and
// refused is an error. A %u without four digits is a malformed escape to e.
//
// Firewalls that do not know %uHHHH cannot see what it hides: %uFF0F was a
// favourite '/' of the year 2001. The errors are those of e.Decode.
func DecodePercentU(e *percent.Encoding, s string) (string, error) {
	if i := bytes.Index(bytesOf(s), percentU); i < 0 {
		return e.Decode(s)
	}
	out, err := AppendDecodePercentU(make([]byte, 0, len(s)), e, bytesOf(s))
	if err == nil && string(out) == s {
		return s, nil
	}
	return string(out), err
}

// AppendDecodePercentU appends src, decoded as DecodePercentU does, to dst and
// returns the extended buffer, in case of an error with what was decoded before
// it.
func AppendDecodePercentU(dst []byte, e *percent.Encoding, src []byte) ([]byte, error) {
	var err error
	for at := 0; ; {
		run := indexUnit(src[at:])
		dst, err = e.AppendDecode(dst, src[at:at+run])
		var syntax *percent.SyntaxError
		if errors.As(err, &syntax) {
			syntax.Offset += int64(at)
			if syntax.Reason == percent.TruncatedEscape && at+run < len(src) {
				// Not the end of the input but of the run.
				i := int(syntax.Offset)
				syntax.Reason, syntax.Bytes = percent.InvalidEscape, string(src[i:min(i+3, len(src))])
			}
			return dst, err
		}
		at += run
		if at == len(src) {
			return dst, nil
		}
		u, _ := unit(src[at:])
		n := 6
		r := rune(u)
		if low, ok := unit(src[at+n:]); ok && wtf8.IsHigh(r) && wtf8.IsLow(rune(low)) {
			r = wtf8.Join(r, rune(low))
			n += 6
		}
		if wtf8.IsSurrogate(r) {
			switch e.InvalidUTF8() {
			case percent.InvalidUTF8Replaced:
				r = 0xFFFD
			case percent.InvalidUTF8Refused:
				return dst, &percent.SyntaxError{Offset: int64(at), Bytes: string(src[at : at+n]), Reason: percent.InvalidUTF8}
			}
		}
		dst = wtf8.AppendRune(dst, r)
		at += n
	}
}

var percentU = []byte("%u")

// indexUnit returns the index of the first %uHHHH in src, or len(src).
func indexUnit(src []byte) int {
	for at := 0; ; {
		i := bytes.Index(src[at:], percentU)
		if i < 0 {
			return len(src)
		}
		at += i
		if _, ok := unit(src[at:]); ok {
			return at
		}
		at += len(percentU)
	}
}
