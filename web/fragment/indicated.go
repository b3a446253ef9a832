package fragment

import (
	"strings"

	"github.com/pct-encoded/percent/internal/words"
)

// Indication is what a fragment indicates in an HTML document.
type Indication uint8

// The values of Indication.
const (
	IndicatesNothing Indication = iota
	IndicatesTop                // the top of the document
	IndicatesElement            // the element with the name that Indicated returns
)

var indicationNames = []string{"nothing", "top", "element"}

// String returns "nothing", "top" or "element".
func (i Indication) String() string { return words.Of(indicationNames, i) }

// Indicated returns what a fragment indicates in an HTML document, and the name of
// the element (HTML, section 7.4.6.4, "select the indicated part"). That is the
// element whose name is the fragment as it is written, or else the fragment
// percent-decoded, where malformed escapes stay and invalid UTF-8 becomes U+FFFD.
// Without either, "top" in any case is the top of the document. So is the empty
// fragment. Cut off directives first, with ParseTextDirectives.
//
// has reports whether there is an element with that ID, or an a element with that
// name attribute. It is called twice at most.
func Indicated(fragment string, has func(name string) bool) (name string, what Indication) {
	if fragment == "" {
		return "", IndicatesTop
	}
	if has(fragment) {
		return fragment, IndicatesElement
	}
	decoded := decodeText(fragment)
	switch {
	case has(decoded):
		return decoded, IndicatesElement
	case strings.EqualFold(decoded, "top"):
		return "", IndicatesTop
	}
	return "", IndicatesNothing
}
