package form

import (
	"unsafe"

	"github.com/pct-encoded/percent/charset"
)

// AppendEncode appends src, one name or value, to dst as Serialize writes it, and
// returns the extended buffer. src must not overlap the spare capacity of dst.
func (r *Rules) AppendEncode(dst, src []byte) []byte {
	return r.appendText(dst, unsafe.String(unsafe.SliceData(src), len(src)))
}

// AppendDecode appends src, one name or value, to dst as Parse reads it, and
// returns the extended buffer. Delimiters in src are data. The errors are those
// of the encoding and the charset; what was decoded before an error is returned as
// well only if the charset is UTF-8.
func (r *Rules) AppendDecode(dst, src []byte) ([]byte, error) {
	if r.charset == charset.UTF8 {
		return r.encoding.AppendDecode(dst, src)
	}
	text, err := r.decodeCharset(string(src), 0, len(src))
	return append(dst, text...), err
}
