package oauth1

import (
	"strings"

	"github.com/pct-encoded/percent"
)

// A Param is a parameter, decoded. Name and Value are octets, not necessarily
// UTF-8.
type Param struct {
	Name, Value string
}

// ParseForm returns the parameters of a query or form body in order: '&'
// separates, the first '=' ends the name, '+' is a space, a malformed escape
// stays, empty pieces are skipped (RFC 5849, section 3.4.1.3.1). The result is
// octets; it may share the memory of s.
func ParseForm(s string) []Param {
	var params []Param
	for piece := range strings.SplitSeq(s, "&") {
		if piece == "" {
			continue
		}
		name, value, _ := strings.Cut(piece, "=")
		// The form encoding decodes anything.
		name, _ = percent.Form.Decode(name)
		value, _ = percent.Form.Decode(value)
		params = append(params, Param{name, value})
	}
	return params
}

// Normalize returns the normalized parameters, which the base string holds encoded
// once more (RFC 5849, section 3.4.1.3.2): names and values encoded,
// sorted by the encoded bytes of the name and then of the value, written
// name=value and joined by '&'. Leave out realm and oauth_signature first.
func Normalize(params []Param) string {
	b := newBuffer()
	defer b.free()
	for _, p := range params {
		b.params.Add(p.Name, p.Value)
	}
	return string(b.normalize())
}
