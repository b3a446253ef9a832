package weburl

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/internal/growth"
)

// subparts are the beginnings of the well-formed sequences of more than one byte, by
// table 3-7 of the Unicode Standard, as ranges of their bytes.
var subparts = [][][2]byte{
	{{0xC2, 0xDF}, {0x80, 0xBF}},
	{{0xE0, 0xE0}, {0xA0, 0xBF}, {0x80, 0xBF}},
	{{0xE1, 0xEC}, {0x80, 0xBF}, {0x80, 0xBF}},
	{{0xED, 0xED}, {0x80, 0x9F}, {0x80, 0xBF}},
	{{0xEE, 0xEF}, {0x80, 0xBF}, {0x80, 0xBF}},
	{{0xF0, 0xF0}, {0x90, 0xBF}, {0x80, 0xBF}, {0x80, 0xBF}},
	{{0xF1, 0xF3}, {0x80, 0xBF}, {0x80, 0xBF}, {0x80, 0xBF}},
	{{0xF4, 0xF4}, {0x80, 0x8F}, {0x80, 0xBF}, {0x80, 0xBF}},
}

// asText returns s as every program reads it that works on text: each maximal subpart
// of an ill-formed sequence is U+FFFD (the Unicode Standard, section 3.9, and "UTF-8
// decode without BOM" of the Encoding Standard). at[i] is the place of the byte s[i] in
// it; inside a subpart it is that of the U+FFFD.
func asText(s string) (text string, at []int) {
	var b strings.Builder
	for i := 0; i < len(s); {
		n, whole := 1, s[i] < 0x80
		for _, sequence := range subparts {
			k := 0
			for k < len(sequence) && i+k < len(s) && sequence[k][0] <= s[i+k] && s[i+k] <= sequence[k][1] {
				k++
			}
			if k > 0 {
				n, whole = k, k == len(sequence)
			}
		}
		for k := range n {
			at = append(at, b.Len())
			if whole {
				b.WriteByte(s[i+k])
			}
		}
		if !whole {
			b.WriteString("\uFFFD")
		}
		i += n
	}
	return b.String(), append(at, b.Len())
}

func TestAsText(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		// The examples of section 3.9: tables 3-8 to 3-11.
		{"\xC0\xAF\xE0\x80\xBF\xF0\x81\x82A", strings.Repeat("\uFFFD", 8) + "A"},
		{"\xED\xA0\x80\xED\xBF\xBF\xED\xAFA", strings.Repeat("\uFFFD", 8) + "A"},
		{"\xF4\x91\x92\x93\xFFA\x80\xBFB", strings.Repeat("\uFFFD", 5) + "A\uFFFD\uFFFDB"},
		{"\xE1\x80\xE2\xF0\x91\x92\xF1\xBFA", strings.Repeat("\uFFFD", 4) + "A"},
		{"é\U0001F308", "é\U0001F308"},
	} {
		if got, _ := asText(tt.in); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.in, got, tt.want)
		}
	}
}

// joining are what becomes something else when raw bytes and escapes join.
var joining = []string{
	"\xe2\x93%97", "\xe2%93%97", "%e2\x93\x97", "%e2%93\x97", "\xef\xbc%91", "\xef%bc%8e", "%ef\xbc\x8f", "%ef%bc\x9a", "\xc3%a9", "%c3\xa9",
	"\xf0\x9f%8c%88", "\xf0%9f\x8c%88", "\xe2\x80%8b", "\xc2%ad", "\xef\xbb%bf", "%ef\xbb\xbf", "\xed\xa0\x80", "\xed\xa0%80\xed\xb0\x80",
	"\xe2", "\x93", "\x97", "\xe2\x93", "\xef\xbc", "\xff", "\x80", "\xc0\xae", "%c0\xae", "\xf4\x90\x80\x80", "%97", "%e2", "%e2%93", "%", "%e", "%\xe2",
	"\t", "\xe2\t\x93\t\x97", "\xe2\t%93", "%\xe2\x939", "%4\xc3\xa9", ".", "1", "xn--", "é", "ⓗ", "\uFFFD", "%EF%BF%BD", "@", ":", "/", "?", "#", "[", "]", "\\", "\xe2@\x93%97", "..\xff",
}

// octetCase returns a URL, a reference or the value of a setter with raw bytes and
// escapes in it.
func octetCase(r *rand.Rand, buf []byte) []byte {
	buf = buf[:0]
	switch r.IntN(4) {
	case 0: // a value, or a reference
	case 1:
		starts := []string{"http://", "https://u:p@", "http://h:8", "http://h/", "http://h/?", "http://h/#", "foo:", "foo://", "foo:/", "file://", "file:///", "ht", "", "//", "foo://u:"}
		buf = append(buf, starts[r.IntN(len(starts))]...)
	default:
		buf = madeUp(r, buf)
	}
	for range 1 + r.IntN(4) {
		piece := joining[r.IntN(len(joining))]
		i := len(buf)
		if r.IntN(2) == 0 {
			i = r.IntN(len(buf) + 1)
		}
		buf = slices.Insert(buf, i, []byte(piece)...)
	}
	if r.IntN(4) == 0 && len(buf) > 0 {
		buf = mutate(r, buf)
	}
	return buf
}

// outcome is all that a parse or a setter gives, with places in the text.
type outcome struct {
	href   string
	reason percent.Reason
	// start and end are where the error is.
	start, end int
}

// outcomeOf returns the outcome of what was done with a value, of which at has the
// places.
func outcomeOf(t *testing.T, u URL, err error, at []int) outcome {
	o := outcome{href: u.Href()}
	var e *percent.SyntaxError
	switch {
	case errors.As(err, &e):
		o.reason, o.start, o.end = e.Reason, at[e.Offset], at[int(e.Offset)+len(e.Bytes)]
	case err != nil:
		t.Errorf("not a syntax error: %v", err)
	}
	return o
}

// hasSurrogate reports whether bytes of s may be read as a surrogate.
func hasSurrogate(s string) bool {
	for i := range max(len(s)-1, 0) {
		if s[i] == 0xED && s[i+1] >= 0xA0 {
			return true
		}
	}
	return false
}

// TestOctets holds what is made of bytes that are not UTF-8 to what is made of the
// text with U+FFFD in place of them: in every component and every setter, beside
// escapes that would be characters together with them. With PERCENT_LONG=1 there are a
// million cases.
func TestOctets(t *testing.T) {
	cases := 20_000
	if growth.Long() {
		cases = 1_000_000
	}
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 0))
	bases := []URL{{}, {}, must(t, "http://u:p@h:8/a/b?c#d"), must(t, "file://h/C:/a"), must(t, "foo://h/a"), must(t, "mailto:a?b")}
	charsets := []string{"", "", "shift_jis", "windows-1252", "utf-16", "gb18030", "iso-2022-jp"}
	differ, parsed, set, part := 0, 0, 0, 0
	var buf []byte
	for i := range cases {
		buf = octetCase(r, buf)
		raw := string(buf)
		text, at := asText(raw)
		if text != raw {
			differ++
		}
		same := make([]int, len(text)+1)
		for i := range same {
			same[i] = i
		}
		p := Parser{Base: bases[r.IntN(len(bases))]}
		if label := charsets[r.IntN(len(charsets))]; label != "" {
			var err error
			if p.Charset, err = charset.Lookup(label); err != nil {
				t.Fatal(err)
			}
		}
		parse := func(s string, at []int) (o outcome, reports []outcome) {
			u, err := p.Parse(s)
			o = outcomeOf(t, u, err, at)
			q := p
			q.OnError = func(e ValidationError) {
				reports = append(reports, outcome{reason: e.Name, start: at[e.Offset], end: at[int(e.Offset)+len(e.Bytes)]})
			}
			if v, err := q.Parse(s); outcomeOf(t, v, err, at) != o {
				t.Errorf("%q is otherwise with OnError: %q, %v", s, v, err)
			}
			if p.CanParse(s) != (err == nil) {
				t.Errorf("CanParse(%q) is not as Parse: %v", s, err)
			}
			if p.Base.IsZero() && p.Charset == nil {
				href, err := AppendHref(nil, []byte(s))
				if string(href) != o.href || (err == nil) != (o.reason == "") {
					t.Errorf("AppendHref(%q) is not as Parse: %q, %v", s, href, err)
				}
			}
			if err == nil {
				parsed++
			}
			return o, reports
		}
		got, gotReports := parse(raw, at)
		want, wantReports := parse(text, same)
		if got != want || !slices.Equal(gotReports, wantReports) {
			t.Fatalf("seed %d, case %d: %q against %q in %q:\n got %+v %+v\nwant %+v %+v", seed, i, raw, p.Base, p.Charset, got, gotReports, want, wantReports)
		}
		u := bases[2+i%(len(bases)-2)]
		for _, name := range settable {
			v, err := setters[name](u, raw)
			w, err2 := setters[name](u, text)
			if got, want := outcomeOf(t, v, err, at), outcomeOf(t, w, err2, same); got != want {
				t.Fatalf("seed %d, case %d: %s of %q = %q:\n got %+v\nwant %+v", seed, i, name, u, raw, got, want)
			}
			var e *percent.SyntaxError
			switch {
			case err == nil:
				set++
			case TookPart(err) && errors.As(err, &e):
				part++
				if x, _ := setters[name](u, raw[:e.Offset]); x != v || strings.TrimRight(raw[e.Offset:], "\t\n\r") != e.Bytes {
					t.Fatalf("%s of %q = %q is %q, and not as without what %v leaves out", name, u, raw, v, err)
				}
			case v != u:
				t.Fatalf("%s of %q = %q is %q, in spite of %v", name, u, raw, v, err)
			}
		}
		params := func(s string) string {
			p := u.SearchParams()
			p.Append(s, s)
			v, _ := u.WithSearchParams(p)
			return v.Href()
		}
		// In pairs, three bytes for a lone surrogate of JavaScript are one character.
		if got, want := params(raw), params(text); got != want && !hasSurrogate(raw) {
			t.Fatalf("seed %d, case %d: the parameter %q:\n got %s\nwant %s", seed, i, raw, got, want)
		}
	}
	t.Logf("seed %d: %d cases, %d not UTF-8, %d parses and %d calls of setters without an error, %d took a part", seed, cases, differ, parsed, set, part)
	if differ < cases/2 || parsed < cases/4 || set < cases || part < cases/100 {
		t.Error("too few of a kind")
	}
}
