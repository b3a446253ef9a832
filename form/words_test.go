package form_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/form"
)

// slowly writes text as the URL Standard says, octet by octet.
func slowly(kept, text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		switch alnum := c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9'; {
		case c == ' ':
			b.WriteByte('+')
		case alnum, strings.IndexByte(kept, c) >= 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}

// TestWords: text of every length that words of octets cover, with each octet at each
// place, is written as it is octet by octet, with memory of the caller and without.
func TestWords(t *testing.T) {
	const word = "0aZ9zA4mQ"
	room := make([]byte, 0, 1<<12)
	for n := range 20 {
		plain := strings.Repeat(word, 3)[:n]
		texts := []string{plain}
		for at := range n {
			for _, c := range []byte("09azAZ/:@[`{*-._~ +%&=;\x00\x7F") {
				texts = append(texts, plain[:at]+string([]byte{c})+plain[at+1:])
			}
			texts = append(texts, plain[:at]+"é"+plain[at:])
		}
		for _, text := range texts {
			for _, rules := range []struct {
				*form.Rules
				kept string
			}{{form.Standard, "*-._"}, {form.RFC1866, ""}} {
				want := slowly(rules.kept, text)
				if text != "" || rules.Rules == form.Standard {
					want = "n=" + want + "&" + slowly(rules.kept, "a"+text) + "="
				} else {
					want = "" // RFC 1866 leaves out empty fields
				}
				pairs := []form.Pair{{Name: "n", Value: text}, {Name: "a" + text}}
				if rules.Rules != form.Standard {
					pairs[1] = form.Pair{Name: "a" + text, Value: "1"}
					if want != "" {
						want += "1"
					} else {
						want = "a=1"
					}
				}
				if got := rules.Serialize(pairs); got != want {
					t.Fatalf("%q: %s, want %s", text, got, want)
				}
				if got := string(rules.AppendSerialize(append(room, "x?"...), pairs)); got != "x?"+want {
					t.Fatalf("%q: appended to memory as %s, want %s", text, got, want)
				}
				back, err := rules.Parse(want)
				if err != nil || text != "" && (len(back) != 2 || back[0] != pairs[0] || back[1] != pairs[1]) {
					t.Fatalf("%s is read as %q, %v", want, back, err)
				}
			}
		}
	}
}

// TestCharsetPolicies: octets that are none of the charset are kept, replaced or refused,
// at the place where they stand in the text.
func TestCharsetPolicies(t *testing.T) {
	for _, c := range []struct {
		encoding *percent.Encoding
		want     string
	}{
		{percent.Form.WithInvalidUTF8(percent.InvalidUTF8Kept), "あ\x81\xFF!"},
		{percent.Form.WithInvalidUTF8(percent.InvalidUTF8Replaced), "あ\uFFFD!"},
		{percent.Form.WithInvalidUTF8(percent.InvalidUTF8Refused), ""},
	} {
		rules := form.Standard.WithEncoding(c.encoding).WithCharset(charset.ShiftJIS)
		pairs, err := rules.Parse("a=1&q=%82%A0%81%FF!")
		switch {
		case c.want == "":
			if err == nil || !strings.Contains(err.Error(), "pair 2") || !strings.Contains(err.Error(), "at byte 12") {
				t.Errorf("%v", err)
			}
		case err != nil || len(pairs) != 2 || pairs[1].Value != c.want:
			t.Errorf("%q, %v, want %q", pairs, err, c.want)
		}
	}
}

// TestCounted: many pairs take the memory for as many, and one allocation.
func TestCounted(t *testing.T) {
	semicolons := form.Standard.WithSeparators(form.AmpersandOrSemicolon)
	for _, n := range []int{1, 2, 31, 32, 33, 34, 100} {
		for separator, rules := range map[string]*form.Rules{"&": form.Standard, ";": semicolons} {
			text := strings.TrimSuffix(strings.Repeat("a=1"+separator, n), separator)
			pairs, err := rules.Parse(text)
			if err != nil || len(pairs) != n || cap(pairs) != n {
				t.Errorf("%d pairs with %s: %d of %d, %v", n, separator, len(pairs), cap(pairs), err)
			}
			text += strings.Repeat("&", 1000)
			if pairs, _ = rules.Parse(text); len(pairs) != n || n > 33 && cap(pairs) > n+1 {
				t.Errorf("%d pairs with %s, and separators: memory for %d", n, separator, cap(pairs))
			}
			if got := testing.AllocsPerRun(10, func() { _, _ = rules.Parse(text) }); got > 1 {
				t.Errorf("%d pairs with %s: %v allocations", n, separator, got)
			}
		}
	}
}

// TestBeyondASCII: 80, the first octet beyond ASCII, is checked as the others are, and
// letters that a set does not have are escaped.
func TestBeyondASCII(t *testing.T) {
	if pairs, err := form.Standard.Parse("a=\x80&\x80=b"); err != nil || len(pairs) != 2 || pairs[0].Value != "\uFFFD" || pairs[1].Name != "\uFFFD" {
		t.Errorf("%q, %v", pairs, err)
	}
	if _, err := form.Strict.Parse("a=\x80"); err == nil {
		t.Error("80 is UTF-8")
	}
	raw := form.Standard.WithEncoding(percent.Form.WithKept(percent.Form.Kept().AddRange(0x80, 0xFF)).WithInvalidUTF8(percent.InvalidUTF8Replaced))
	if got := raw.Serialize([]form.Pair{{Name: "é", Value: "\x80"}}); got != "é=\uFFFD" {
		t.Errorf("%q", got)
	}
	all := form.Standard.WithEncoding(percent.Form.WithKept(percent.ByteSet{}))
	if got := all.Serialize([]form.Pair{{Name: "abcd", Value: "12345678"}}); got != "%61%62%63%64=%31%32%33%34%35%36%37%38" {
		t.Error(got)
	}
}

// TestWordsOfLargeForms: so is text in a form that is not written to the stack, in which
// everything else is plain.
func TestWordsOfLargeForms(t *testing.T) {
	const word = "0aZ9zA4mQ"
	large := strings.Repeat("p", 1<<10)
	for n := range 20 {
		plain := strings.Repeat(word, 3)[:n]
		texts := []string{plain}
		for at := range n {
			for _, c := range []byte("/:@[`{ +%!\x00") {
				texts = append(texts, plain[:at]+string([]byte{c})+plain[at+1:], plain[:at]+strings.Repeat(string([]byte{c}), n-at))
			}
		}
		for _, text := range texts {
			pairs := []form.Pair{{Name: "n", Value: text}, {Name: "large", Value: large}}
			want := "n=" + slowly("*-._", text) + "&large=" + large
			if got := form.Standard.Serialize(pairs); got != want {
				t.Fatalf("%q in a large form: %.60s", text, got)
			}
		}
	}
}
