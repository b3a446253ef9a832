package results

import (
	"strings"
	"testing"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/cli/term"
)

// TestSeeTakesAnything puts awkward pairs through every program: each must
// answer or refuse, and nothing that a terminal would obey comes out.
func TestSeeTakesAnything(t *testing.T) {
	parts := []string{
		"%", "%zz", "%4", "a", "é", "\xff", "\xed\xa0\x80", "\xed\xb0\x80", "+", " ", "%00", "%2F", "%u20AC",
		"..", "\r\n", "\x00", "%C3", "日", "%1B", "?",
	}
	functions := map[bool][]*dialect.Implementation{}
	for m := range dialect.Implementations() {
		functions[m.Decodes != ""] = append(functions[m.Decodes != ""], m)
	}
	for i, a := range parts {
		for _, b := range parts[i%2:] {
			for _, decode := range []bool{false, true} {
				if page := (Seen{Groups: See(a+b, decode, functions[decode])}).Page(Style{Style: term.Style{Columns: term.DefaultColumns}}); strings.ContainsAny(page, "\x00\r\x1b") {
					t.Errorf("decode=%t, %q: %q", decode, a+b, page)
				}
			}
		}
	}
}
