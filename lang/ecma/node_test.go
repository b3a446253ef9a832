package ecma

import (
	"slices"
	"testing"

	"github.com/pct-encoded/percent/internal/nodejs"
	"github.com/pct-encoded/percent/internal/wtf8"
)

// TestNode compares all functions with those of Node.js:
//
//	go test ./ecma -run TestNode -node=1000000
func TestNode(t *testing.T) {
	p := nodejs.Start(t, `const reply = s => [encodeURI, encodeURIComponent, decodeURI, decodeURIComponent, escape, unescape].map(f => attempt(() => f(s)));`)
	var seeds []string
	for _, v := range vectors {
		seeds = append(seeds, v.in)
	}
	p.Compare(t, seeds, func(t *testing.T, in []uint16, answers []nodejs.Answer) {
		text := string(wtf8.AppendText(nil, in))
		for i, f := range functions {
			want := answers[i]
			out, err := f.units(in)
			if (err != nil) != (want.Error == "URIError") || err == nil && !slices.Equal(out, want.Units) {
				t.Errorf("%s(%x) = %x, %v, node gives %x %s", f.name, in, out, err, want.Units, want.Error)
			}
			s, err := f.whole(text)
			if (err != nil) != (want.Error == "URIError") || err == nil && s != want.Text() {
				t.Errorf("%s(%q) = %q, %v, node gives %q %s", f.name, text, s, err, want.Text(), want.Error)
			}
		}
		checkAll(t, text)
	})
}
