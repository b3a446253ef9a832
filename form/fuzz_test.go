package form

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
)

func addSeeds(f *testing.F) {
	if len(parseVectors) == 0 {
		f.Fatal("no seeds")
	}
	for _, v := range parseVectors {
		f.Add(v.in)
	}
}

// FuzzReaders checks that all ways to read agree, by several rules.
func FuzzReaders(f *testing.F) {
	addSeeds(f)
	small := Limits{Bytes: 200, Pairs: 5}
	f.Fuzz(func(t *testing.T, s string) {
		for _, r := range []*Rules{Standard, Strict, RFC1866, HTML, Standard.WithCharset(charset.ShiftJIS), Strict.WithCharset(charset.EUCKR).WithLimits(small)} {
			checkReaders(t, r, s)
		}
	})
}

// FuzzRoundTrip checks that what is written is read again, and that reading and
// writing settles.
func FuzzRoundTrip(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, s string) {
		pairs, err := Parse(s)
		if err != nil {
			return
		}
		for _, r := range []*Rules{Standard, Standard.WithEncoding(Percent20), Standard.WithEncoding(percent.RFC3986), Standard.WithEmpty(EmptyBare)} {
			again, err := r.Parse(r.Serialize(pairs))
			if err != nil || !slices.Equal(pairs, again) {
				t.Errorf("%q comes back as %q, %v", pairs, again, err)
			}
		}
		// The short way to decode agrees with the encoding.
		padded, err := Parse(s + strings.Repeat("x", shortPart))
		if n := len(pairs); err == nil && n > 1 && !slices.Equal(padded[:n-1], pairs[:n-1]) {
			t.Errorf("%q beside a long one gives %q, alone %q", s, padded, pairs)
		}
		for _, piece := range strings.Split(s, "&") {
			name, value, _ := strings.Cut(piece, "=")
			for _, r := range []*Rules{Standard, Standard.WithEncoding(percent.Form), Standard.WithEncoding(percent.WHATWGComponent)} {
				for _, part := range []string{name, value} {
					want, err := r.Encoding().Decode(part)
					got, _ := r.Parse("=" + strings.ReplaceAll(part, "&", ""))
					if err != nil || got[0].Value != want {
						t.Errorf("%q alone is %q, by the encoding %q, %v", part, got, want, err)
					}
				}
			}
		}
		for _, pair := range pairs {
			if !utf8.ValidString(pair.Name) || !utf8.ValidString(pair.Value) {
				t.Errorf("%q is not UTF-8", pair)
			}
		}
	})
}

// FuzzNetURL checks that net/url reads the same values where it reads anything.
func FuzzNetURL(f *testing.F) {
	addSeeds(f)
	octets := Standard.WithEncoding(percent.Form)
	f.Fuzz(func(t *testing.T, s string) {
		values, err := url.ParseQuery(s)
		if err != nil || strings.Contains(s, ";") {
			return
		}
		pairs, err := octets.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for name, list := range values {
			n += len(list)
			if got := pairs.GetAll(name); !slices.Equal(got, list) {
				t.Errorf("%q: %q is %q, net/url gives %q", s, name, got, list)
			}
		}
		if n != len(pairs) {
			t.Errorf("%q: %d pairs, net/url gives %d", s, len(pairs), n)
		}
	})
}
