package preimage

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/growth"
	"github.com/pct-encoded/percent/internal/rule"
)

// randomText returns a text of what dialects treat in ways of their own.
func randomText(rnd *rand.Rand) []byte {
	var b []byte
	pick := func(list ...string) { b = append(b, list[rnd.IntN(len(list))]...) }
	for range rnd.IntN(12) {
		switch rnd.IntN(16) {
		case 0, 1, 2:
			b = append(b, byte('!'+rnd.IntN(0x5E)))
		case 3, 4:
			pick("a", "Z", "0", "abc", "f", "F", "x")
		case 5:
			b = append(b, byte(rnd.IntN(0x20)))
		case 6:
			pick(" ", "  ", "+", "\r\n", "\n", "\r", "\x7F", "\x00")
		case 7:
			pick("é", "ÿ", "€", "Ω", "日本", "語", "\u0085", "\u00A0", "\u2028", "\u200E", "\uFEFF", "\uFFFD")
		case 8:
			pick("😀", "\U00020000", "\U0010FFFF", "\U0001FFFE", "\uFFFE", "\uFDD0", "\uE000")
		case 9:
			pick("\xFF", "\xC3", "\xE3\x81", "\x80", "\xC0\xAF", "\xF5\x80\x80\x80", "\xF0\x9F")
		case 10:
			pick("%41", "%7e", "%2F", "%2f", "%C3%A9", "%c3", "%25", "%2541", "%20", "%00", "%0A", "%u20AC", "%uD83D%uDE00")
		case 11:
			pick("%", "%%", "%zz", "%4", "%g1", "&amp;", "&#233;", "%26%23233%3B")
		case 12:
			pick("\xED\xA0\x80", "\xED\xB0\x80", "\xED\xA0\xBD\xED\xB8\x80", "\xED\xA0\x80x")
		case 13:
			pick("/", "//", "/./", "/../", "?", "#", "?#", "://", ":", "\\", "=", "http://h/")
		case 14:
			pick("e\u0301", "\uFF21", "\u1100\u1161", "\u2000", "\u205F", "ﬁ", "Å")
		case 15:
			b = utf8.AppendRune(b, rune(rnd.IntN(0x3000)))
		}
	}
	return b
}

// of returns a text that d encodes as encoded.
func of(d *dialect.Dialect, encoded []byte) ([]byte, error) { return New(encoded).Preimage(d) }

// TestPreimageOfOutput puts out what dialects have written: a text must be
// found, always where the dialect is an Encoding, and nothing may be held to be
// impossible that was just written.
func TestPreimageOfOutput(t *testing.T) {
	rounds := 100
	if growth.Long() {
		rounds = 300
	}
	found, all := 0, 0
	for d := range dialect.All() {
		if !d.Encodes() {
			continue
		}
		rnd := rand.New(rand.NewPCG(9, uint64(len(d.ID))))
		missing, n := 0, 0
		var example string
		for range rounds {
			raw := randomText(rnd)
			encoded, err := d.AppendEncode(nil, raw)
			if err != nil {
				continue
			}
			n++
			text, err := of(d, encoded)
			if err == nil {
				if out, _ := d.AppendEncode(nil, text); !bytes.Equal(out, encoded) {
					t.Fatalf("%s: Preimage(%q) = %q, which gives %q", d.ID, encoded, text, out)
				}
				continue
			}
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("%s: Preimage(%q): %v", d.ID, encoded, err)
			}
			if e.Proved || d.Encoding() != nil {
				t.Fatalf("%s: Preimage(%q): %v (proved %t), but %q gives it", d.ID, encoded, err, e.Proved, raw)
			}
			missing++
			example = fmt.Sprintf("%q from %q: %v", encoded, raw, err)
		}
		found, all = found+n-missing, all+n
		if missing*100 > n*3 {
			t.Errorf("%s: no text found for %d of %d outputs, such as %s", d.ID, missing, n, example)
		}
	}
	t.Logf("a text was found for %d of %d outputs", found, all)
	if found*1000 < all*999 {
		t.Errorf("a text was found for %d of %d outputs only", found, all)
	}
}

// TestGivesLongTexts asks of long texts, of which the beginning is looked at
// first, that Gives says what encoding says.
func TestGivesLongTexts(t *testing.T) {
	rounds := 12
	switch {
	case testing.Short():
		rounds = 5
	case growth.Long():
		rounds = 40
	}
	rnd := rand.New(rand.NewPCG(2, 9))
	accepted := 0
	for range rounds {
		var raw []byte
		for len(raw) < 600 {
			raw = append(raw, randomText(rnd)...)
		}
		for d := range dialect.All() {
			if !d.Encodes() {
				continue
			}
			out, failed := d.AppendEncode(nil, raw)
			err := New(out).Gives(d, raw)
			if (err == nil) != (failed == nil) {
				t.Fatalf("%s: Gives says %v, encoding %v, of %q", d.ID, err, failed, raw)
			}
			if failed != nil {
				continue
			}
			accepted++
			at := rnd.IntN(len(out) + 1)
			wrong := append(append(out[:at:at], '\x01'), out[at:]...)
			var e *Error
			if err := New(wrong).Gives(d, raw); !errors.As(err, &e) || e.Offset > int64(at) || e.Offset < int64(at)-5 || !e.Proved {
				if at < len(out) && out[at] == '\x01' {
					continue
				}
				t.Fatalf("%s: Gives says %v of a text that is wrong at %d", d.ID, err, at)
			}
		}
	}
	if accepted < 50*rounds {
		t.Errorf("only %d texts were accepted", accepted)
	}
}

// TestPreimageIsComplete compares with all texts of up to four of a few bytes:
// for an Encoding, what none of them gives must be refused with proof.
func TestPreimageIsComplete(t *testing.T) {
	// With the octets that escapes of these digits stand for.
	const output, input = "%4fFa~ +\xE9", "%4fFa~ +\xE9DOJ\xF4\xFF\xFA\xA4\xAF\xAA"
	for _, e := range []*percent.Encoding{
		percent.RFC3986, percent.Form, percent.WHATWGUserinfo, percent.URI,
		percent.RFC3986.WithHex(percent.HexLower),
		percent.New(percent.Unreserved.Add("%+")).WithSpace(percent.SpacePlus),
		percent.New(percent.Unreserved.Add("%").Remove("F4")),
		percent.New(percent.Unreserved).WithEscapes(percent.EscapesKept).WithSpace(percent.SpacePlus),
	} {
		r := &rule.Rule{Plain: &e}
		image := map[string]bool{}
		each(input, 4, func(s string) { image[e.Encode(s)] = true })
		each(output, 4, func(s string) {
			_, err := New([]byte(s)).preimage(r)
			if (err == nil) != image[s] {
				t.Errorf("%v: Preimage(%q): %v, want found %t", e.Kept(), s, err, image[s])
			}
			var p *Error
			if errors.As(err, &p) && !p.Proved {
				t.Errorf("%v: Preimage(%q): not proved", e.Kept(), s)
			}
		})
	}
}

// each calls f with all strings of up to n bytes of alphabet.
func each(alphabet string, n int, f func(string)) {
	var grow func(string)
	grow = func(s string) {
		f(s)
		if len(s) < n {
			for i := range len(alphabet) {
				grow(s + alphabet[i:i+1])
			}
		}
	}
	grow("")
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		id, encoded, unit, written string
		offset                     int64
	}{
		{"rfc3986", "ab~%2f", "%2f", "%2F", 3},
		{"rfc3986", "a b", " ", "%20", 1},
		{"rfc3986", "a%7Eb", "%7E", "~", 1},
		{"rfc3986", "a%zz", "%", "%25", 1},
		{"rfc3986", "%4", "%", "%25", 0},
		{"whatwg.form", "a%20b", "%20", "+", 1},
		{"whatwg.form", "a~", "~", "%7E", 1},
		{"js.escape", "%u65e5", "%u65e5", "%u65E5", 0},
		{"js.encodeURIComponent", "x%u65E5", "%u65E5", "%25", 1},
		{"rfc3986.uri", "a%41", "%41", "A", 1},
	} {
		d, err := dialect.Lookup(c.id)
		if err != nil {
			t.Fatal(err)
		}
		_, err = of(d, []byte(c.encoded))
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%s: Preimage(%q): %v", c.id, c.encoded, err)
			continue
		}
		if e.Offset != c.offset || e.Bytes != c.unit || e.Written != c.written || !e.Proved {
			t.Errorf("%s: Preimage(%q): %+v", c.id, c.encoded, e)
		}
	}
	d, _ := dialect.Lookup("php.urldecode")
	var direction *dialect.DirectionError
	if _, err := of(d, nil); !errors.As(err, &direction) {
		t.Errorf("Preimage of a dialect that decodes only: %v", err)
	}
}

// TestEncodesLike asks that dialects said to be alike are.
func TestEncodesLike(t *testing.T) {
	var all []*dialect.Dialect
	for d := range dialect.All() {
		if d.Encodes() {
			all = append(all, d)
		}
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	pairs, rounds := 0, 60
	if growth.Long() {
		rounds = 200
	}
	for i, a := range all {
		for _, b := range all[:i] {
			same := encodeChoices(a) == encodeChoices(b)
			if EncodesLike(a, b) != same {
				t.Errorf("%s and %s: EncodesLike %t, but their choices say %t", a.ID, b.ID, !same, same)
			}
			if !same {
				continue
			}
			pairs++
			for range rounds {
				raw := randomText(rnd)
				x, errX := a.AppendEncode(nil, raw)
				y, errY := b.AppendEncode(nil, raw)
				if !bytes.Equal(x, y) || (errX == nil) != (errY == nil) {
					t.Fatalf("%s and %s are alike, but differ on %q: %q, %q", a.ID, b.ID, raw, x, y)
				}
			}
		}
	}
	if pairs == 0 {
		t.Error("no two dialects are alike")
	}
}

// encodeChoices returns what d says of encoding, in words.
func encodeChoices(d *dialect.Dialect) string {
	var b strings.Builder
	for _, c := range d.Choices() {
		if c.Key == dialect.KeyMalformed {
			break
		}
		fmt.Fprintln(&b, c)
	}
	return b.String()
}

func FuzzPreimage(f *testing.F) {
	for _, s := range []string{"", "a%20b", "a+b%7E", "%u65E5%E9", "%ED%A0%BD", "a%zz%", "日%2f?x#y", "./a:b"} {
		f.Add(s)
	}
	var all []*dialect.Dialect
	for d := range dialect.All() {
		if d.Encodes() {
			all = append(all, d)
		}
	}
	f.Fuzz(func(t *testing.T, encoded string) {
		if len(encoded) > 1000 {
			return
		}
		for _, d := range all {
			text, err := of(d, []byte(encoded))
			if err == nil {
				if out, err := d.AppendEncode(nil, text); err != nil || string(out) != encoded {
					t.Fatalf("%s: Preimage(%q) = %q, which gives %q, %v", d.ID, encoded, text, out, err)
				}
			}
			// What it writes of anything must be held to be possible.
			out, err := d.AppendEncode(nil, []byte(encoded))
			if err != nil {
				continue
			}
			var e *Error
			if _, err := of(d, out); errors.As(err, &e) && (e.Proved || d.Encoding() != nil) {
				t.Fatalf("%s: Preimage(%q): %v, but %q gives it", d.ID, out, err, encoded)
			}
		}
	})
}
