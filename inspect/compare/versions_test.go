package compare_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/inspect/compare"
)

// found returns the changes of c, as "function side older".
func found(c *compare.Comparison) []string {
	var list []string
	for _, v := range c.Versions {
		list = append(list, v.Function.ID+" "+v.Side.String()+" "+v.Older.String())
	}
	return list
}

// TestVersions: the version of a program is named if it decides, in values and in parts
// of URLs, whichever text is the older.
func TestVersions(t *testing.T) {
	const php = "php.rawurlencode second before 5.3.0"
	for _, c := range []struct {
		a, b, want string
		is         bool
	}{
		{"a~b", "a%7Eb", php, true},
		{"a%7Eb", "a~b", "php.rawurlencode first before 5.3.0", true},
		{"a~b%20c%2F", "a%7Eb%20c%2F", php, true},
		{"http://h/a~b?x=~", "http://h/a%7Eb?x=%7E", php, true},
		{"a~b", "a%7Eb", "py.quote second before 3.7", true},
		{"k=a+~", "k=a+%7E", "py.quote_plus second before 3.7", true},
		{"k=a+~", "k=a+%7E", "php.rawurlencode", false}, // it writes no "+" for a space
		{"a~b*", "a%7Eb*", "php.rawurlencode", false},   // it writes %2A
		{"http://h/a~b?x=~", "http://h/a%7Eb?x=~", "php.rawurlencode second", true},
		{"http://h/a~b/c", "http://h/a%7Eb/d", "php", false}, // another part differs by itself
		{"a~b", "a%7eb", "php.rawurlencode", false},
		{"a~b", "a~b", "", false},
		{"a", "b", "", false},
		{"/a^b", "/a%5Eb", "js.URL.pathname first before 23", true},
		{strings.Repeat("~", 4097), strings.Repeat("%7E", 4097), "php", false}, // too long
	} {
		list := found(compare.Compare(c.a, c.b, compare.Text))
		if is := slices.ContainsFunc(list, func(s string) bool { return strings.HasPrefix(s, c.want) }); is != c.is {
			t.Errorf("%.20q and %.20q: %q named is %t, not %t, in %q", c.a, c.b, c.want, is, c.is, list)
		}
	}
}

// TestVersionsWriteThem: for every change of the catalogue, the two answers to one of its
// examples name the function, as far as dialects describe both versions.
func TestVersionsWriteThem(t *testing.T) {
	tried := 0
	for h := range dialect.Histories() {
		for i := 1; i < len(h.Spans) && h.Encodes; i++ {
			older, newer := h.Spans[i-1], h.Spans[i]
			if older.Dialect == "" || newer.Dialect == "" {
				continue
			}
			first, err := dialect.Lookup(newer.Dialect)
			if err != nil {
				t.Fatal(err)
			}
			second, err := dialect.Lookup(older.Dialect)
			if err != nil {
				t.Fatal(err)
			}
			for _, data := range []string{"a~b", "a^b", "a'b", "a!b", "a b", "a[b", "a,b", "a@b", "é"} {
				x, errX := first.Encode(data)
				y, errY := second.Encode(data)
				back, errB := first.Decode(x)
				if errX != nil || errY != nil || errB != nil || x == y || back != data {
					continue
				}
				tried++
				list := found(compare.Compare(x, y, compare.Text))
				if !slices.ContainsFunc(list, func(s string) bool { return strings.HasPrefix(s, h.ID+" ") }) {
					t.Errorf("%q and %q: %s is not named: %q", x, y, h.ID, list)
				}
			}
		}
	}
	if tried < 40 {
		t.Errorf("only %d pairs tried", tried)
	}
}
