package weburl

import (
	"errors"
	"strings"
	"unsafe"

	"github.com/pct-encoded/percent"
)

// AppendHref appends what [Parse] of src serializes to, for programs that work on
// many URLs in memory of their own: it allocates nothing where src is canonical
// and dst has room. src may not overlap the room of dst. On an error, which is like
// that of Parse, dst is returned as it came.
func AppendHref(dst, src []byte) ([]byte, error) {
	// The text is not kept: neither the URL nor the error leaves with it.
	s := unsafe.String(unsafe.SliceData(src), len(src))
	var u URL
	if u.setCanonical(s) {
		return append(dst, src...), nil
	}
	if u.setMapped(s) {
		return append(dst, u.href...), nil
	}
	u, err := Parser{}.parseAny(s)
	if err != nil {
		var e *percent.SyntaxError
		if errors.As(err, &e) {
			e.Bytes = strings.Clone(e.Bytes)
		}
		return dst, err
	}
	return append(dst, u.href...), nil
}
