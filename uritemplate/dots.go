package uritemplate

import (
	"slices"
	"strings"

	"github.com/pct-encoded/percent/uri"
)

// A share is what one variable of an expression has become, which may be nothing.
type share struct {
	*expression
	spec   *varspec
	start  int // of the expression in the result
	lo, hi int // of the share
}

// holds reports whether the share has an octet of the segment from lo to hi.
func (s share) holds(lo, hi int) bool { return s.lo < s.hi && s.lo < hi && lo < s.hi }

// lacks reports whether the share is nothing, and could have been part of the segment
// from lo to hi: "/{x}.." is "/.." for want of x. With operators such as '/' and '?' it
// would have stood behind the segment.
func (s share) lacks(lo, hi int) bool {
	return s.lo == s.hi && lo <= s.lo && s.hi <= hi && (s.op.first == 0 || s.op.first == '.')
}

// expandWithoutDots is expand for DotsRefused.
func (t *Template) expandWithoutDots(dst []byte, values Values) ([]byte, error) {
	var shares []share
	begin := len(dst)
	dst, err := t.expand(dst, values, func(s share) { shares = append(shares, s) })
	u := uri.ParseLenient(string(dst[begin:]))
	path := u.Path()
	lo := begin + path.Offset
	for segment := range strings.SplitSeq(path.Raw, "/") {
		hi := lo + len(segment)
		if uri.Segment(segment).Dots() != uri.NoDots {
			i := slices.IndexFunc(shares, func(s share) bool { return s.holds(lo, hi) })
			if i < 0 {
				i = slices.IndexFunc(shares, func(s share) bool { return s.lacks(lo, hi) })
			}
			if i >= 0 {
				s := shares[i]
				e := syntax.At(s.spec.offset, segment, uri.DotSegment)
				e.Field = s.spec.name
				return dst[:s.start], e
			}
		}
		lo = hi + 1
	}
	return dst, err
}
