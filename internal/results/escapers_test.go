package results

import (
	"slices"
	"testing"

	"github.com/pct-encoded/percent/dialect"
)

// TestOf holds the table against the dialects themselves.
func TestOf(t *testing.T) {
	for _, id := range Escapers() {
		d, err := dialect.Lookup(id)
		if err != nil {
			t.Fatal(err)
		}
		if d.ID != id {
			t.Errorf("%s is an alias of %s", id, d.ID)
		}
		for r := range rune(0x100) {
			out, err := d.AppendEncode(nil, []byte(string(r)))
			if err != nil {
				t.Fatal(err)
			}
			if got := slices.Contains(EscapersOf(r), id); got != (string(out) != string(r)) {
				t.Errorf("%q: %s writes %q, and EscapersOf says %v", r, id, out, got)
			}
		}
	}
	// What the comment of names promises.
	for a, b := range map[string]string{"oauth1": "rfc3986", "aws": "rfc3986", "js.encodeURIComponent": "whatwg.component"} {
		x, errX := dialect.Lookup(a)
		y, errY := dialect.Lookup(b)
		if errX != nil || errY != nil {
			t.Fatal(errX, errY)
		}
		for r := range rune(0x100) {
			p, _ := x.AppendEncode(nil, []byte(string(r)))
			q, _ := y.AppendEncode(nil, []byte(string(r)))
			if string(p) != string(q) {
				t.Errorf("%q: %s writes %q, %s %q", r, a, p, b, q)
			}
		}
	}
}
