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
	for name, value := range pieces(s) {
		// The form encoding decodes anything.
		n, _ := percent.Form.Decode(name)
		v, _ := percent.Form.Decode(value)
		params = append(params, Param{n, v})
	}
	return params
}

// pieces iterates over the names and values of a form as they are written.
func pieces(s string) func(yield func(name, value string) bool) {
	return func(yield func(name, value string) bool) {
		for s != "" {
			var piece string
			piece, s, _ = strings.Cut(s, "&")
			if piece == "" {
				continue
			}
			if name, value, _ := strings.Cut(piece, "="); !yield(name, value) {
				return
			}
		}
	}
}

// Normalize returns the parameters as they enter the base string, before they are
// encoded once more (RFC 5849, section 3.4.1.3.2): names and values encoded,
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
