package charset

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// A PercentEncoder percent-encodes bytes one by one, such as the
// *Encoding of package percent.
type PercentEncoder interface {
	// AppendEncode appends src, percent-encoded, to dst.
	AppendEncode(dst, src []byte) []byte
}

// BareReferences returns enc with the references that the URL Standard had until
// 2018-05-23 (commit f0e4390): what a charset cannot write is the text &#N; for enc, so a
// set that keeps '&' and ';' gives &%23N;, which splits a query in two.
func BareReferences(enc PercentEncoder) PercentEncoder { return bareReferences{enc} }

type bareReferences struct{ PercentEncoder }

// AppendPercentEncode appends text, which is UTF-8, to dst in the charset
// c.Output(), percent-encoded by enc: "percent-encode after encoding" (URL
// Standard, section 1.3). enc sees the bytes of the charset one by one, so an
// ASCII trail byte that enc keeps stays as it is: ア in Shift_JIS is %83A.
//
// A character that the charset cannot write becomes %26%23N%3B, N being its
// decimal number, whatever enc keeps, unless enc has [BareReferences]. What is not UTF-8 counts as U+FFFD.
// dst and text must not overlap.
//
// Spec divergence (drafts before July 2026): their example keeps '+' and '%' in
// the userinfo set with '+' for a space. Since then that set takes only UTF-8, and
// the example has the form set.
//
// The URL Standard allows a charset other than UTF-8 only with the special-query
// and the application/x-www-form-urlencoded percent-encode sets. With a set that
// keeps "%" the result cannot be decoded with certainty; with any set, the text
// "&#N;" cannot be told from a character that was replaced.
func (c *Charset) AppendPercentEncode(dst, text []byte, enc PercentEncoder) []byte {
	c = c.Output()
	if c.identicalUTF8(text) {
		return enc.AppendEncode(dst, text)
	}
	e, err := newEncoder(c)
	if err != nil {
		panic(err) // Output has an encoder.
	}
	e = e.withFast(len(text))
	buf := make([]byte, 0, min(chunk, 2*len(text)+16))
	for len(text) > 0 {
		piece := text[:min(len(text), chunk)]
		n := 0
		buf, n, err = e.encode(buf[:0], piece, Refuse, len(piece) == len(text))
		text = text[n:]
		if err != nil {
			bad := err.(*percent.SyntaxError)
			text = text[len(bad.Bytes):]
			r := utf8.RuneError
			switch bad.Reason {
			case Unencodable:
				r, _ = utf8.DecodeRuneInString(bad.Bytes)
			case percent.InvalidUTF8:
				buf, r = e.put(buf, r)
			}
			dst = enc.AppendEncode(dst, buf)
			if _, bare := enc.(bareReferences); bare && r >= 0 {
				dst = enc.AppendEncode(dst, strconv.AppendInt([]byte("&#"), int64(r), 10))
				dst = enc.AppendEncode(dst, []byte(";"))
			} else if r >= 0 {
				dst = append(dst, "%26%23"...)
				dst = strconv.AppendInt(dst, int64(r), 10)
				dst = append(dst, "%3B"...)
			}
			buf = buf[:0]
			continue
		}
		dst = enc.AppendEncode(dst, buf)
	}
	return enc.AppendEncode(dst, e.end(buf[:0]))
}

// AppendPercentFix appends text, which is UTF-8, to dst like
// AppendPercentEncode, except that escapes stay as they are and a '%' that
// does not begin one becomes %25. Escapes are found before the text is written in
// the charset: in ISO-2022-JP the octet of '%' may be half of a character.
func (c *Charset) AppendPercentFix(dst, text []byte, enc PercentEncoder) []byte {
	for len(text) > 0 {
		i := bytes.IndexByte(text, '%')
		if i < 0 {
			i = len(text)
		}
		dst = c.AppendPercentEncode(dst, text[:i], enc)
		text = text[i:]
		switch {
		case len(text) == 0:
		case len(text) >= 3 && pct.IsHex(text[1]) && pct.IsHex(text[2]):
			dst = append(dst, text[:3]...)
			text = text[3:]
		default:
			dst = append(dst, "%25"...)
			text = text[1:]
		}
	}
	return dst
}
