package uri

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/internal/pct"
)

// Rungs are the rungs of the comparison ladder of RFC 3986 section 6.2, each a
// step of normalization. They can be combined.
type Rungs uint8

// The rungs, from the bottom up.
const (
	// Case is section 6.2.2.1: the scheme and the host in lower case, the
	// hexadecimal digits of escapes in upper case.
	Case Rungs = 1 << iota
	// PercentEncoding is section 6.2.2.2: the escapes of the 66 unreserved
	// characters are decoded, and no others. In a URN nothing is decoded (RFC
	// 8141 section 3.1). Decoding never creates an escape: one that would
	// complete another stays as it is, like the "%34" in "%%34%31".
	PercentEncoding
	// DotSegments is section 6.2.2.3, with "%2E" taken for '.'. A relative
	// reference keeps its leading "..".
	//
	// Spec divergence (it is data of the scheme, as in data: and mailto:): a path
	// after a scheme that does not begin with '/' is left alone.
	DotSegments
	// SchemeBased is section 6.2.3: an empty port is removed; for schemes that
	// normalization knows, so is the default port, and an empty path becomes "/";
	// the host "localhost" of "file", or a missing one, becomes an empty host;
	// the domains and field names of "mailto" and the namespace of "urn" become
	// lower case.
	SchemeBased

	// SyntaxBased is section 6.2.2, the rungs that apply to every scheme.
	SyntaxBased = Case | PercentEncoding | DotSegments
	// AllRungs is the whole ladder.
	AllRungs = SyntaxBased | SchemeBased
)

var rungNames = [...]string{"case", "percent-encoding", "dot-segments", "scheme"}

// String returns the names of the rungs, such as "case+dot-segments", or "none".
func (r Rungs) String() string {
	var names []string
	for i, name := range rungNames {
		if r>>i&1 != 0 {
			names = append(names, name)
		}
	}
	if r > AllRungs {
		names = append(names, fmt.Sprintf("Rungs(%#x)", uint8(r&^AllRungs)))
	}
	if names == nil {
		return "none"
	}
	return strings.Join(names, "+")
}

// LookupRung returns the rung with that name: case, percent-encoding,
// dot-segments or scheme.
func LookupRung(name string) (Rungs, error) {
	if i := slices.Index(rungNames[:], name); i >= 0 {
		return 1 << i, nil
	}
	return 0, pct.Format("uri").Unknown("rung", name, rungNames[:])
}
