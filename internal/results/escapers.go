package results

import (
	"slices"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/lazy"
)

// names are a few well-known dialects. oauth1 and aws are rfc3986, and
// whatwg.component is JavaScript's encodeURIComponent.
var names = []string{
	"rfc3986", "rfc3986.userinfo", "rfc3986.segment", "rfc3986.query", "whatwg.path", "whatwg.special-query",
	"whatwg.component", "whatwg.form", "js.encodeURI", "js.escape",
}

// Escapers returns the IDs of the dialects that EscapersOf knows. The slice is new.
func Escapers() []string { return slices.Clone(names) }

// escapers holds a bit for each of names for each character of ASCII.
var escapers = lazy.Value[[128]uint16]{Make: func() (table [128]uint16) {
	for bit, id := range names {
		d, err := dialect.Lookup(id)
		if err != nil {
			panic("escapers: " + err.Error()) // the list is wrong
		}
		for i := range table {
			c := []byte{byte(i)}
			if out, err := d.AppendEncode(nil, c); err != nil || string(out) != string(c) {
				table[i] |= 1 << bit
			}
		}
	}
	return table
}}

// EscapersOf returns those of Escapers that do not write a character of data as it is. Beyond
// ASCII that is all of them. The slice is new.
func EscapersOf(r rune) []string {
	if r < 0 || r >= 0x80 {
		return Escapers()
	}
	var ids []string
	for bit, id := range names {
		if escapers.Get()[r]&(1<<bit) != 0 {
			ids = append(ids, id)
		}
	}
	return ids
}
