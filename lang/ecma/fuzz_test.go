package ecma

import (
	"testing"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
)

func addSeeds(f *testing.F) {
	if len(vectors) == 0 {
		f.Fatal("no seeds")
	}
	for _, v := range vectors {
		f.Add(v.in)
	}
}

// FuzzForms checks that strings, appending and code units agree.
func FuzzForms(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, s string) { checkAll(t, s) })
}

// FuzzRoundTrip checks that decoding undoes encoding.
func FuzzRoundTrip(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			return
		}
		out, err := EncodeURIComponent(s)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := DecodeURIComponent(out); back != s || err != nil {
			t.Errorf("%q comes back as %q, %v", s, back, err)
		}
		if back := Unescape(Escape(s)); back != s {
			t.Errorf("escape: %q comes back as %q", s, back)
		}
		for _, e := range []*percent.Encoding{percent.Form, percent.RFC3986} {
			if back, err := DecodePercentU(e, Escape(s)); utf8.ValidString(back) && err == nil && !utf8.ValidString(s) {
				t.Errorf("DecodePercentU made UTF-8 of %q", s)
			}
		}
	})
}
