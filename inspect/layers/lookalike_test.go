package layers

import (
	"fmt"
	"slices"
	"testing"
)

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
