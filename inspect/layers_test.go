package inspect

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
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
			l, err := LayersWith(c.text, LayerOptions{Plus: c.mode})
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
	l, err := LayersWith("a+%2F%c3%A9%%zz", LayerOptions{Plus: PlusFirst})
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
		{"%%30%30", []string{"0 0 %%30%30 %00"}},
		{"a%%30%30", []string{"0 1 %%30%30 %00"}},
		{"%2%35", []string{"0 0 %2%35 %25"}},
		{"%%41b%%61%42", []string{"0 0 %%41b %Ab", "0 5 %%61%42 %aB"}},
		// In the second layer.
		{"%25%2530%2530", []string{"1 0 %%30%30 %00"}},
		{"x%20%%32%35", []string{"0 4 %%32%35 %25"}},
		// A triplet beside a stray '%', and one layer more, are no nestings.
		{"100%%20off", nil},
		{"%2530", nil},
		{"%25%33%30", nil},
		{"%%25", nil},
		{"%", nil},
	}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			l, err := Layers(c.text)
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
			l, err := Layers(c.text)
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
	l, err := LayersWith("a+b", LayerOptions{Plus: PlusFirst})
	if err != nil {
		t.Fatal(err)
	}
	if got := l.Losses(0); len(got) != 1 || got[0] != (Loss{Kind: LossPlus, Count: 1, Offset: 1}) {
		t.Errorf("%+v", got)
	}
}

func TestNotUTF8(t *testing.T) {
	l, err := Layers("a%C3%A9%25E9")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{-1, -1, 3} {
		if got := l.Layers[i].NotUTF8; got != want {
			t.Errorf("layer %d: %d, not %d", i, got, want)
		}
	}
}

func TestLookalikes(t *testing.T) {
	cases := []struct {
		text string
		want []string // kind, offset, text, meaning
	}{
		{"a&#233;&#xe9;&#XE9;", []string{"numeric-reference 1 &#233; é", "numeric-reference 7 &#xe9; é", "numeric-reference 13 &#XE9; é"}},
		{"&#0;&#xD800;&#x110000;", []string{"numeric-reference 0 &#0; \uFFFD", "numeric-reference 4 &#xD800; \uFFFD", "numeric-reference 12 &#x110000; \uFFFD"}},
		{"&#128;&#x93;&#159;&#129;&#160;", []string{"numeric-reference 0 &#128; €", "numeric-reference 6 &#x93; “", "numeric-reference 12 &#159; Ÿ", "numeric-reference 18 &#129; \u0081", "numeric-reference 24 &#160; \u00A0"}},
		{"?a=b&amp;c&lt;&eacute;&semi;", []string{"named-reference 4 &amp; &", "named-reference 10 &lt; <", "named-reference 14 &eacute; é", "named-reference 22 &semi; ;"}},
		// Without ';' it is a name in a query.
		{"?a=b&amp=c&copy=1&lt", nil},
		{"&notit;&nosuchname;&;&#;&#x;&#12a;&# 1;", nil},
		{"%26%23233%3B%26%23xE9%3b", []string{"escaped-reference 0 %26%23233%3B é", "escaped-reference 12 %26%23xE9%3b é"}},
		{"%26%23233;%26%23%3B", nil},
		{"?a=1%26amp%3Bb=%26eacute%3b%26%23128%3B", []string{"escaped-reference 4 %26amp%3B &", "escaped-reference 15 %26eacute%3b é", "escaped-reference 27 %26%23128%3B €"}},
		{"%26amp;%26nosuchname%3B%26%3B%26amp%3", nil},
		{"%u00e9%uD83D%uDE00%uD83D", []string{"percent-u 0 %u00e9 é", "percent-u 6 %uD83D%uDE00 😀", "percent-u 18 %uD83D "}},
		{`\u00e9\uD83D\uDE00\uDE00\x41\xzz`, []string{`backslash-u 0 \u00e9 é`, `backslash-u 6 \uD83D\uDE00 😀`, `backslash-u 18 \uDE00 `, `backslash-x 24 \x41 A`}},
		{"caf=C3=A9", []string{"quoted-printable 3 =C3 \xC3", "quoted-printable 6 =A9 \xA9"}},
		{"?id=3D5", []string{"quoted-printable 3 =3D ="}},
		// There is no telling these from values.
		{"?page=20&n=30", nil},
		{"?a=C3=A9&b=x", nil},
		{"=C3=", nil},
	}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			var got []string
			for x := range Lookalikes(c.text) {
				got = append(got, fmt.Sprintf("%v %d %s %s", x.Kind, x.Offset, c.text[x.Offset:x.Offset+x.Len], x.Means))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("%q\nnot\n%q", got, c.want)
			}
		})
	}
}

// TestLookalikesStay: no decoding undoes what another encoding wrote.
func TestLookalikesStay(t *testing.T) {
	for _, s := range []string{"&#233;", "&amp;", "%u00e9", `\u00e9`, `\xe9`, "=C3=A9"} {
		l, err := Layers(s)
		if err != nil {
			t.Fatal(err)
		}
		if l.Depth() != 0 {
			t.Errorf("%q became %q", s, l.Layers[1].Text)
		}
	}
}

func FuzzLayersWith(f *testing.F) {
	for _, s := range []string{"a+b%2B%252B", "%%30%30&#233;", "%25%2530%2530+", "%C3\xA9%E9%26%2338%3B", "=C3=A9&amp;", "%" + strings.Repeat("25", 20)} {
		for mode := range uint8(3) {
			f.Add(s, mode)
		}
	}
	f.Fuzz(func(t *testing.T, s string, mode uint8) {
		o := LayerOptions{Plus: PlusMode(mode % 3)}
		l, err := LayersWith(s, o)
		if err != nil || len(s) > 4096 {
			return
		}
		if l.Depth() > MaxLayers {
			t.Fatalf("%d layers of %q", l.Depth(), s)
		}
		for i := range l.Layers {
			layer := &l.Layers[i]
			spaces := o.Plus == PlusEvery || o.Plus == PlusFirst && i == 0
			if i < l.Depth() {
				e := lenient
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
				made, _ := lenient.Decode(layer.Text[x.Offset : x.Offset+x.Len])
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
