package weburl

import (
	"errors"
	"strings"
	"unsafe"

	"github.com/pct-encoded/percent"
)

// AppendHref parses src as [Parse] does and appends the URL to dst. It is for
// programs that work on many URLs in memory of their own: it allocates nothing if
// src is canonical and dst has room. src must not overlap the free capacity of dst.
// With an error, which is like that of Parse, dst is returned unchanged.
func AppendHref(dst, src []byte) ([]byte, error) {
	// Neither the URL nor the error that is returned holds on to src.
	s := unsafe.String(unsafe.SliceData(src), len(src))
	u, err := parse(s, &plain)
	if err != nil {
		var e *percent.SyntaxError
		if errors.As(err, &e) {
			e.Bytes = strings.Clone(e.Bytes)
		}
		return dst, err
	}
	return append(dst, u.href...), nil
}
