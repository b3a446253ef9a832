package layers

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/internal/text"
)

var formLenient = percent.New(percent.Unreserved).WithMalformed(percent.MalformedKept).WithPlus(percent.PlusIsSpace)

func TestLayersPlus(t *testing.T) {
	cases := []struct {
		text string
		mode PlusMode
		want []string
	}{
		{"a+b%2Bc", PlusKept, []string{"a+b%2Bc", "a+b+c"}},
		{"a+b%2Bc", PlusFirst, []string{"a+b%2Bc", "a b+c"}},
		{"a+b%2Bc", PlusEvery, []string{"a+b%2Bc", "a b+c", "a b c"}},
		{"a+b%252Bc", PlusFirst, []string{"a+b%252Bc", "a b%2Bc", "a b+c"}},
		{"a%252Bb", PlusEvery, []string{"a%252Bb", "a%2Bb", "a+b", "a b"}},
		{"+", PlusFirst, []string{"+", " "}},
		{"+", PlusKept, []string{"+"}},
	}
	for _, c := range cases {
		t.Run(fmt.Sprint(c.text, c.mode), func(t *testing.T) {
			l, err := With(c.text, Options{Plus: c.mode})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, layer := range l.Layers {
				got = append(got, layer.Text)
				if layer.Plus != strings.Count(layer.Text, "+") {
					t.Errorf("%q has %d '+'", layer.Text, layer.Plus)
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%q, not %q", got, c.want)
			}
		})
	}
}

func TestChanges(t *testing.T) {
	l, err := With("a+%2F%c3%A9%%zz", Options{Plus: PlusFirst})
	if err != nil {
		t.Fatal(err)
	}
	want := []Change{{1, 1, ' ', 1}, {2, 3, '/', 2}, {5, 3, 0xC3, 3}, {8, 3, 0xA9, 4}}
	if got := slices.Collect(l.Changes(0)); !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
	if got := slices.Collect(l.Changes(1)); got != nil {
		t.Errorf("of the last layer: %+v", got)
	}
	tally := l.Tally(0)
	if tally['/'] != 1 || tally[0xC3] != 1 || tally[' '] != 0 {
		t.Errorf("%v", tally)
	}
}

func TestNestings(t *testing.T) {
	cases := []struct {
		text string
		want []string // layer, offset, text, what it makes
	}{
		{"%%34%31", []string{"0 0 %%34%31 %41"}},
		{"a%%34%31", []string{"0 1 %%34%31 %41"}},
		{"%2%35", []string{"0 0 %2%35 %25"}},
		{"%%41b%%61%42", []string{"0 0 %%41b %Ab", "0 5 %%61%42 %aB"}},
		// In the second layer.
		{"%25%2534%2531", []string{"1 0 %%34%31 %41"}},
		{"x%20%%32%35", []string{"0 4 %%32%35 %25"}},
		// An escape beside a stray '%', and one layer more, are no nestings.
		{"100%%20off", nil},
		{"%2530", nil},
		{"%25%33%30", nil},
		{"%%25", nil},
		{"%", nil},
	}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			l, err := Of(c.text)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for i, layer := range l.Layers {
				for n := range l.Nestings(i) {
					got = append(got, fmt.Sprintf("%d %d %s %s", i, n.Offset, layer.Text[n.Offset:n.Offset+n.Len], n.Makes))
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%q, not %q", got, c.want)
			}
		})
	}
}

func TestLosses(t *testing.T) {
	cases := []struct {
		text string
		want []string
	}{
		{"%41%7e", nil},
		{"a%2Fb/c%2f", []string{"delimiter 2 1 2F"}},
		{"%26%2F%26", []string{"delimiter 2 0 26", "delimiter 1 3 2F"}},
		{"%2541", []string{"escape 1 0 25"}},
		{"100%25", []string{"stray 1 3 25"}},
		{"%zz%25", []string{"stray 1 3 25", "mixed 1 3 25"}},
		{"a%20%3C", []string{"illegal 2 1 00"}},
		{"%C3%A9%E6%9D%B1", []string{"non-ascii 2 0 00"}},
		{"\xC3%A9", nil}, // the character stood there already, in part
		{"%C3\xA9", []string{"non-ascii 1 0 00"}},
		{"%E9", []string{"not-utf8 1 0 00"}},
		{"%2B+", []string{"delimiter 1 0 2B"}},
	}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			l, err := Of(c.text)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, loss := range l.Losses(0) {
				got = append(got, fmt.Sprintf("%v %d %d %02X", loss.Kind, loss.Count, loss.Offset, loss.Octet))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%q, not %q", got, c.want)
			}
			if l.Losses(l.Depth()) != nil {
				t.Error("the last layer loses something")
			}
		})
	}
	l, err := With("a+b", Options{Plus: PlusFirst})
	if err != nil {
		t.Fatal(err)
	}
	if got := l.Losses(0); len(got) != 1 || got[0] != (Loss{Kind: LossPlus, Count: 1, Offset: 1}) {
		t.Errorf("%+v", got)
	}
}

func TestNotUTF8(t *testing.T) {
	l, err := Of("a%C3%A9%25E9")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{-1, -1, 3} {
		if got := l.Layers[i].NotUTF8; got != want {
			t.Errorf("layer %d: %d, not %d", i, got, want)
		}
	}
}

func FuzzWith(f *testing.F) {
	for _, s := range []string{"a+b%2B%252B", "%%34%31&#233;", "%25%2534%2531+", "%C3\xA9%E9%26%2338%3B", "=C3=A9&amp;", "%" + strings.Repeat("25", 20)} {
		for mode := range uint8(3) {
			f.Add(s, mode)
		}
	}
	f.Fuzz(func(t *testing.T, s string, mode uint8) {
		o := Options{Plus: PlusMode(mode % 3)}
		l, err := With(s, o)
		if err != nil || len(s) > 4096 {
			return
		}
		if l.Depth() > Max {
			t.Fatalf("%d layers of %q", l.Depth(), s)
		}
		for i := range l.Layers {
			layer := &l.Layers[i]
			spaces := o.Plus == PlusEvery || o.Plus == PlusFirst && i == 0
			if i < l.Depth() {
				e := text.Lenient()
				if spaces {
					e = formLenient
				}
				if want, _ := e.Decode(layer.Text); want != l.Layers[i+1].Text || want == layer.Text {
					t.Fatalf("%q, layer %d: %q, not %q", s, i+1, l.Layers[i+1].Text, want)
				}
			}
			// Each change is where it says, and the rest is kept.
			n, at, next := 0, 0, ""
			for c := range l.Changes(i) {
				next += layer.Text[at:c.Offset]
				if c.Index != len(next) {
					t.Fatalf("%q, layer %d: %+v is at %d", s, i, c, len(next))
				}
				next += string([]byte{c.To})
				at = c.Offset + c.Len
				n++
				if got := l.Origin(i+1, c.Index); got != l.Origin(i, c.Offset) {
					t.Fatalf("%q, layer %d: %+v comes from %d", s, i, c, got)
				}
			}
			if i < l.Depth() && (next+layer.Text[at:] != l.Layers[i+1].Text || n != layer.Escapes+layer.Spaces) {
				t.Fatalf("%q, layer %d: %d changes give %q", s, i, n, next+layer.Text[at:])
			}
			for x := range l.Nestings(i) {
				made := text.Decode(layer.Text[x.Offset : x.Offset+x.Len])
				if made != x.Makes {
					t.Fatalf("%q, layer %d: %+v makes %q", s, i, x, made)
				}
			}
			last := 0
			for x := range Lookalikes(layer.Text) {
				if x.Offset < last || x.Len <= 0 || x.Offset+x.Len > len(layer.Text) || x.Kind == 0 {
					t.Fatalf("%q, layer %d: %+v behind %d", s, i, x, last)
				}
				last = x.Offset + x.Len
			}
			// Only the escapes of unreserved characters cost nothing.
			if losses := l.Losses(i); len(losses) == 0 && i < l.Depth() && layer.Spaces == 0 {
				for octet, n := range l.Tally(i) {
					if n > 0 && octet < 0x80 && !percent.Unreserved.Contains(byte(octet)) {
						t.Fatalf("%q, layer %d loses nothing of %02X", s, i, octet)
					}
				}
			}
		}
	})
}

func TestLayers(t *testing.T) {
	cases := []struct {
		text   string
		layers []string
		stop   Stop
	}{
		{"", []string{""}, StopPlain},
		{"a+b", []string{"a+b"}, StopPlain},
		{"100%2525", []string{"100%2525", "100%25", "100%"}, StopStray},
		{"%%30%31", []string{"%%30%31", "%01", "\x01"}, StopPlain},
		{"50%+%2541", []string{"50%+%2541", "50%+%41", "50%+A"}, StopStray},
		{"%u0041", []string{"%u0041"}, StopStray},
		{"%2525252525252525", []string{"%2525252525252525", "%25252525252525", "%252525252525", "%2525252525", "%25252525", "%252525", "%2525", "%25", "%"}, StopStray},
		{"%" + strings.Repeat("25", Max+1) + "41", nil, StopLimit},
	}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			l, err := Of(c.text)
			if err != nil {
				t.Fatal(err)
			}
			if l.Stop != c.stop {
				t.Errorf("stopped with %d, not %d", l.Stop, c.stop)
			}
			if c.stop == StopLimit {
				if l.Depth() != Max {
					t.Errorf("%d layers", l.Depth())
				}
				return
			}
			if len(l.Layers) != len(c.layers) {
				t.Fatalf("%d layers: %+v", len(l.Layers), l.Layers)
			}
			for i, want := range c.layers {
				if l.Layers[i].Text != want {
					t.Errorf("layer %d is %q, not %q", i, l.Layers[i].Text, want)
				}
			}
		})
	}
	if _, err := Of(strings.Repeat("a", inspect.MaxInput+1)); err == nil {
		t.Error("a text beyond the limit is taken")
	}
}

// TestOrigin: "a%2541%C3%A9b" is "a%41éb" is "aAéb".
func TestOrigin(t *testing.T) {
	l, err := Of("a%2541%C3%A9b")
	if err != nil {
		t.Fatal(err)
	}
	for layer, want := range [][]int{nil, {0, 1, 4, 5, 6, 9, 12, 13}, {0, 1, 6, 9, 12, 13}} {
		for i, origin := range want {
			if got := l.Origin(layer, i); got != origin {
				t.Errorf("byte %d of layer %d comes from %d, not %d", i, layer, got, origin)
			}
		}
	}
}

func FuzzLayers(f *testing.F) {
	for _, s := range []string{"100%2525", "%%34%31", "50%+%2541", "%25%32%35"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		l, err := Of(s)
		if err != nil {
			return
		}
		for i, layer := range l.Layers {
			// Each byte of a layer is one of the input, or an escape of it.
			for j := range len(layer.Text) + 1 {
				if j > 0 && l.Origin(i, j) <= l.Origin(i, j-1) {
					t.Fatalf("origins in layer %d of %q", i, s)
				}
			}
			if l.Origin(i, len(layer.Text)) != len(s) {
				t.Fatalf("the end of layer %d of %q", i, s)
			}
			if i > 0 {
				want := text.Decode(l.Layers[i-1].Text)
				if layer.Text != want {
					t.Fatalf("layer %d of %q is %q, not %q", i, s, layer.Text, want)
				}
			}
		}
	})
}

// TestLookalikesStay: no decoding undoes what another encoding wrote.
func TestLookalikesStay(t *testing.T) {
	for _, s := range []string{"&#233;", "&amp;", "%u00e9", `\u00e9`, `\xe9`, "=C3=A9"} {
		l, err := Of(s)
		if err != nil {
			t.Fatal(err)
		}
		if l.Depth() != 0 {
			t.Errorf("%q became %q", s, l.Layers[1].Text)
		}
	}
}
