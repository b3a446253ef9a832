package form_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/form"
)

// randomEncoding returns an encoding with some of the choices that encodings have.
func randomEncoding(random *rand.Rand) *percent.Encoding {
	e := percent.Form.WithKept(percent.Unreserved.Add(
		[]string{"", " ", "%", "\n", "\r", "\r\n", "é", "/?:", " %\n\r"}[random.IntN(9)]))
	if random.IntN(3) == 0 {
		e = e.WithSpace(percent.SpacePercent20)
	}
	if random.IntN(3) == 0 {
		e = e.WithEscapes(percent.EscapesKept)
	}
	if random.IntN(3) == 0 {
		e = e.WithPlus(percent.PlusLiteral)
	}
	if random.IntN(3) == 0 {
		e = e.WithPreserved(percent.ByteSet{}.Add("/?&"))
	}
	if random.IntN(3) == 0 {
		e = e.WithRaw(percent.ASCII)
	}
	e = e.WithMalformed([]percent.MalformedEscapes{percent.MalformedKept, percent.MalformedRefused}[random.IntN(2)])
	return e.WithInvalidUTF8([]percent.UTF8Policy{percent.InvalidUTF8Kept, percent.InvalidUTF8Replaced, percent.InvalidUTF8Refused}[random.IntN(3)])
}

// TestEncodings: whatever the encoding of rules is, names and values are what it makes of
// each of them by itself.
func TestEncodings(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 7))
	pieces := strings.Split("a|bc|0123456789|abcd!!!!|!!!!abcd|####|abcdefgh!ijklmnop|é|日|\xFF|%41|%2F|%c3%a9|%FF|%|%4|%zz|+| |\r|\n|\r\n|/|?|longenough", "|")
	piece := func(most int) string {
		var b strings.Builder
		for range random.IntN(most) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		return b.String()
	}
	for range 6000 {
		e := randomEncoding(random)
		rules := form.Standard.WithEncoding(e)
		crlf := random.IntN(2) == 0
		if crlf {
			rules = rules.WithNewlines(form.NewlinesCRLF)
		}
		write := func(s string) string {
			if e.InvalidUTF8() != percent.InvalidUTF8Kept {
				s = strings.ReplaceAll(s, "\xFF", "\uFFFD")
			}
			if crlf {
				s = strings.NewReplacer("\r\n", "\r\n", "\r", "\r\n", "\n", "\r\n").Replace(s)
			}
			return e.Encode(s)
		}
		var pairs []form.Pair
		var want []string
		few := 5
		if random.IntN(8) == 0 {
			few = 80 // more than is written to the stack
		}
		for range random.IntN(few) {
			p := form.Pair{Name: piece(4), Value: piece(2 + random.IntN(20))}
			pairs = append(pairs, p)
			want = append(want, write(p.Name)+"="+write(p.Value))
		}
		if got := rules.Serialize(pairs); got != strings.Join(want, "&") {
			t.Fatalf("%v: Serialize(%q) = %q, want %q", e, pairs, got, strings.Join(want, "&"))
		}
		testDecoded(t, e, rules, piece(4)+"="+piece(30)+"&"+piece(3)+"="+piece(4))
	}
}

// testDecoded compares the pairs of s with what e makes of their parts.
func testDecoded(t *testing.T, e *percent.Encoding, rules *form.Rules, s string) {
	t.Helper()
	var want []form.Pair
	var refused error
	at := 0
	for part := range strings.SplitSeq(s, "&") {
		name, value, _ := strings.Cut(part, "=")
		var p form.Pair
		var err error
		shift := int64(at)
		if p.Name, err = e.Decode(name); err == nil {
			shift += int64(len(name)) + 1
			p.Value, err = e.Decode(value)
		}
		if syntax, ok := errors.AsType[*percent.SyntaxError](err); ok {
			syntax.Offset += shift
			refused = syntax
			break
		}
		want = append(want, p)
		at += len(part) + 1
	}
	got, err := rules.Parse(s)
	var syntax, wanted *percent.SyntaxError
	if errors.As(err, &syntax) != errors.As(refused, &wanted) || wanted != nil && syntax.Offset != wanted.Offset {
		t.Fatalf("%v: Parse(%q): %v, want %v", e, s, err, refused)
	}
	if !slices.Equal([]form.Pair(got), want) {
		t.Fatalf("%v: Parse(%q) = %q, want %q", e, s, got, want)
	}
	var each []form.Pair
	errs := 0
	for p, err := range rules.All(s) {
		if err != nil {
			errs++
			continue
		}
		each = append(each, p)
	}
	if !slices.Equal(each, want) || errs > 1 || (errs == 1) != (refused != nil) {
		t.Fatalf("%v: All(%q) = %q and %d errors, want %q, %v", e, s, each, errs, want, refused)
	}
}

// TestEdges: sizes that are just allowed, names that are nearly the charset's, errors of
// charsets at the end of a form, and queries that editing empties.
func TestEdges(t *testing.T) {
	const s = "a=1&b=2"
	for _, limit := range []int{len(s) - 1, len(s)} {
		rules := form.Standard.WithLimits(form.Limits{Bytes: limit})
		_, err := rules.Parse(s)
		var of error
		for _, of = range rules.All(s) {
		}
		if refused := limit < len(s); (err != nil) != refused || (of != nil) != refused {
			t.Errorf("%d bytes, limit %d: %v, %v", len(s), limit, err, of)
		}
	}
	for p := range form.Standard.All(s) {
		if p.Name != "a" {
			t.Fatalf("%q follows the end", p)
		}
		break
	}
	used := form.Standard.WithCharsetField(form.CharsetFieldUsed)
	for _, tt := range []struct{ form, want string }{
		{"_charset_=shift_jis&a=%82%A0", "あ"},
		{"_CHARSET_=shift_jis&a=%82%A0", "あ"},
		{"achameset=shift_jis&a=%82%A0", "\uFFFD\uFFFD"},
		{"_char%C5%BFet_=shift_jis&a=%82%A0", "\uFFFD\uFFFD"},
		{"_charset_=no-such&a=%C3%A9", "é"},
	} {
		pairs, err := used.Parse(tt.form)
		if a, _ := pairs.Get("a"); err != nil || a != tt.want {
			t.Errorf("%s: %q, %v, want %q", tt.form, pairs, err, tt.want)
		}
	}
	strict := form.Strict.WithCharsetField(form.CharsetFieldUsed)
	var syntax *percent.SyntaxError
	if _, err := strict.Parse("_charset_=%zz"); !errors.As(err, &syntax) || syntax.Offset != 10 {
		t.Errorf("a charset with a malformed escape: %v", err)
	}
	lenient := form.Standard.WithCharset(charset.ShiftJIS).WithEncoding(percent.Form.WithInvalidUTF8(percent.InvalidUTF8Refused))
	for _, tt := range []struct {
		form string
		at   int64
	}{{"a=%\xFF", 3}, {"a=%zz\xFF", 5}, {"a=%41\xFF", 5}, {"a=%8\xFF", 4}} {
		if _, err := lenient.Parse(tt.form); !errors.As(err, &syntax) || syntax.Offset != tt.at {
			t.Errorf("%q: %v, want an error at %d", tt.form, err, tt.at)
		}
	}
	for _, tt := range []struct{ query, want string }{{"x", "a=1"}, {"x&", "a=1"}, {"x&&", "&a=1"}, {"", "a=1"}} {
		q, err := form.Edit(tt.query)
		if err != nil {
			t.Fatal(err)
		}
		q.Delete("x")
		if q.Append("a", "1"); q.String() != tt.want {
			t.Errorf("%q without x and with a: %q, want %q", tt.query, q, tt.want)
		}
	}
	if got := form.HTML.MailBody("#f", nil); got != "?body=#f" {
		t.Errorf("a body for an action that is a fragment: %q", got)
	}
}
