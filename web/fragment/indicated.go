package fragment

import "strings"

// Indication is what a fragment indicates in an HTML document.
type Indication uint8

// The values of Indication.
const (
	IndicatesNothing Indication = iota
	IndicatesTop                // the top of the document
	IndicatesElement            // the element with the name that Indicated returns
)

// Indicated returns what a fragment indicates in an HTML document and under which
// name (HTML, section 7.4.6.4, "select the indicated part"): the element that has
// the fragment, as it stands, for its name, otherwise the one whose name is the
// fragment percent-decoded, malformed escapes staying and what is not UTF-8
// becoming U+FFFD; without either, the top of the document for the empty fragment
// and for "top" in any case. Directives have to be cut off before, see
// ParseTextDirectives.
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
