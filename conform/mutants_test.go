package conform

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/growth"
	"golang.org/x/text/unicode/norm"
)

// An independent encoder, which shares nothing with the code that finds its
// mistakes.
type encoderUnderTest struct {
	kept    string // besides letters and digits
	plus    bool
	refuses bool // lone surrogates

	lower, twice, keepEscapes, rawBeyond bool
	text                                 func(string) (string, error) // done before
	after                                func(string) string
}

var errMutant = errors.New("refused")

func (e encoderUnderTest) encode(s string) (string, error) {
	if e.refuses && !utf8.ValidString(s) {
		return "", errMutant
	}
	if e.text != nil {
		var err error
		if s, err = e.text(s); err != nil {
			return "", err
		}
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		alnum := c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9'
		switch {
		case c == ' ' && e.plus:
			b.WriteByte('+')
		case c == '%' && e.keepEscapes && i+2 < len(s) && strings.IndexByte("0123456789abcdefABCDEF", s[i+1]) >= 0 && strings.IndexByte("0123456789abcdefABCDEF", s[i+2]) >= 0:
			b.WriteByte('%')
		case alnum && !strings.Contains(e.kept, "-"+string(rune(c))+"-"), c < 0x80 && !alnum && strings.IndexByte(e.kept, c) >= 0, c >= 0x80 && e.rawBeyond:
			b.WriteByte(c)
		case e.lower:
			fmt.Fprintf(&b, "%%%02x", c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	out := b.String()
	if e.twice {
		out = strings.ReplaceAll(out, "%", "%25")
	}
	if e.after != nil {
		out = e.after(out)
	}
	return out, nil
}

// clean does something to text that cannot fail.
func clean(f func(string) string) func(string) (string, error) {
	return func(s string) (string, error) { return f(s), nil }
}

func runes(f func(rune) string) func(string) (string, error) {
	return clean(func(s string) string {
		if !utf8.ValidString(s) {
			return s
		}
		var b strings.Builder
		for _, r := range s {
			b.WriteString(f(r))
		}
		return b.String()
	})
}

// A mutant is an encoder with one mistake, and the name that it should get.
type mutant struct {
	name string
	encoderUnderTest
	id, detail string // detail is part of the reported detail
}

// mutantsOf returns an encoder with one mistake after the other.
func mutantsOf(good encoderUnderTest) []mutant {
	var list []mutant
	add := func(name, id, detail string, change func(*encoderUnderTest)) {
		e := good
		change(&e)
		list = append(list, mutant{name, e, id, detail})
	}
	for _, c := range punctuation {
		char := string(c)
		switch {
		case strings.Contains(good.kept, char):
			id := "reserved-escaped"
			switch {
			case strings.Contains("-._~", char):
				id = "unreserved-escaped"
			case char == "/":
				id = "slash-escaped"
			}
			add("escapes "+char, id, detailOf(id, char), func(e *encoderUnderTest) { e.kept = strings.ReplaceAll(e.kept, char, "") })
		case c == ' ' && good.plus:
			add("space as %20", "space-as-escape", "", func(e *encoderUnderTest) { e.plus = false })
		default:
			id := "reserved-unescaped"
			switch char {
			case "/":
				id = "slash-unescaped"
			case "%":
				id = "percent-unescaped"
			}
			add("keeps "+char, id, detailOf(id, char), func(e *encoderUnderTest) { e.kept += char })
		}
	}
	if !good.plus {
		add("plus", "space-as-plus", "", func(e *encoderUnderTest) { e.plus = true })
	}
	add("lower", "hex-case", "", func(e *encoderUnderTest) { e.lower = true })
	add("twice", "double-encoding", "", func(e *encoderUnderTest) { e.twice = true })
	add("keeps escapes", "escapes-left", "", func(e *encoderUnderTest) { e.keepEscapes = true })
	add("raw beyond ASCII", "non-ascii-raw", "", func(e *encoderUnderTest) { e.rawBeyond = true })
	add("Latin-1 or ?", "wrong-charset", "ISO-8859-1", func(e *encoderUnderTest) {
		e.text = runes(func(r rune) string {
			if r < 0x100 {
				return string([]byte{byte(r)})
			}
			return "?"
		})
	})
	add("Latin-1 or an error", "wrong-charset", "ISO-8859-1", func(e *encoderUnderTest) {
		e.text = func(s string) (string, error) {
			var b []byte
			for _, r := range s {
				if r > 0xFF {
					return "", errMutant
				}
				b = append(b, byte(r))
			}
			return string(b), nil
		}
	})
	add("CESU-8", "cesu-8", "", func(e *encoderUnderTest) {
		e.text = runes(func(r rune) string {
			if r < 0x10000 {
				return string(r)
			}
			hi, lo := utf16.EncodeRune(r)
			return string([]byte{0xED, 0x80 | byte(hi>>6&0x3F), 0x80 | byte(hi&0x3F), 0xED, 0x80 | byte(lo>>6&0x3F), 0x80 | byte(lo&0x3F)})
		})
	})
	add("? for astral", "question-marks", "U+FFFF", func(e *encoderUnderTest) {
		e.text = runes(func(r rune) string {
			if r > 0xFFFF {
				return "?"
			}
			return string(r)
		})
	})
	add("double UTF-8", "double-utf8", "", func(e *encoderUnderTest) { e.text = clean(fromLatin1) })
	add("NUL ends", "nul", "", func(e *encoderUnderTest) {
		e.text = clean(func(s string) string { s, _, _ = strings.Cut(s, "\x00"); return s })
	})
	add("NUL removed", "nul", "removed", func(e *encoderUnderTest) {
		e.text = clean(func(s string) string { return strings.ReplaceAll(s, "\x00", "") })
	})
	add("cut at 255", "truncated", "255", func(e *encoderUnderTest) { e.text = clean(func(s string) string { return s[:min(255, len(s))] }) })
	add("result cut at 1024", "truncated", "1024", func(e *encoderUnderTest) { e.after = func(s string) string { return s[:min(1024, len(s))] } })
	add("one digit", "short-escape", "", func(e *encoderUnderTest) {
		written := e.after
		e.after = func(s string) string {
			if written != nil {
				s = written(s)
			}
			return strings.ReplaceAll(s, "%0", "%")
		}
	})
	add("trims", "whitespace-trimmed", "", func(e *encoderUnderTest) { e.text = clean(strings.TrimSpace) })
	add("NFC", "nfc-nfd", "NFC", func(e *encoderUnderTest) { e.text = clean(norm.NFC.String) })
	add("lower case", "case-folded", "lower", func(e *encoderUnderTest) { e.text = clean(strings.ToLower) })
	add("CRLF", "line-end", "", func(e *encoderUnderTest) {
		e.text = clean(func(s string) string { return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\n", "\r\n") })
	})
	add("quotes", "wrapped", "before it and", func(e *encoderUnderTest) { e.after = func(s string) string { return `"` + s + `"` } })
	add("BOM removed", "bom", "", func(e *encoderUnderTest) {
		e.text = clean(func(s string) string { return strings.TrimPrefix(s, "\uFEFF") })
	})
	add("identity", "missing-encoding", "", func(e *encoderUnderTest) {
		e.after = nil
		e.kept, e.rawBeyond, e.plus = punctuation+controls, true, false
	})
	if good.refuses {
		add("lone surrogates as they are", "lone-surrogates", "", func(e *encoderUnderTest) { e.refuses = false })
		add("lone surrogates replaced", "lone-surrogates", "U+FFFD", func(e *encoderUnderTest) { e.refuses = false; e.text = clean(lone("\uFFFD")) })
		add("lone surrogates removed", "lone-surrogates", "removed", func(e *encoderUnderTest) { e.refuses = false; e.text = clean(lone("")) })
		add("lone surrogates as ?", "lone-surrogates", "'?'", func(e *encoderUnderTest) { e.refuses = false; e.text = clean(lone("?")) })
	}
	return list
}

var controls = func() string {
	s := "\x7F"
	for c := range 32 {
		s += string(rune(c))
	}
	return s
}()

func detailOf(id, char string) string {
	if strings.HasPrefix(id, "slash") || id == "percent-unescaped" {
		return ""
	}
	if char == " " {
		return "0x20"
	}
	return char
}

// TestMutants: encoders of five dialects pass, and each with a mistake of its own
// fails by the name of that mistake. With PERCENT_LONG the suites are also as large as
// those of people, for the day's share of the mistakes.
func TestMutants(t *testing.T) {
	n := 0
	taken := growth.Share(t, 4)
	for _, c := range []struct {
		id    string
		units dialect.Units
		encoderUnderTest
	}{
		{"rfc3986", dialect.UnitsText, encoderUnderTest{kept: "-._~"}},
		{"form", dialect.UnitsText, encoderUnderTest{kept: "-._*", plus: true}},
		{"oauth1", dialect.UnitsText, encoderUnderTest{kept: "-._~"}},
		{"js.encodeURIComponent", dialect.UnitsUTF16, encoderUnderTest{kept: "-._~!'()*", refuses: true}},
		{"aws.path", dialect.UnitsText, encoderUnderTest{kept: "-._~/"}},
	} {
		d, err := dialect.Lookup(c.id)
		if err != nil {
			t.Fatal(err)
		}
		sizes := []Size{Quick}
		if growth.Long() {
			sizes = []Size{Default, Quick}
		}
		for _, size := range sizes {
			s, err := New(Encode, d, Options{Units: c.units, Size: size})
			if err != nil {
				t.Fatal(err)
			}
			r, err := s.Run(context.Background(), Func(c.encode))
			if err != nil || !r.OK() {
				t.Fatalf("%s %s: a good encoder fails: %v, %+v, %+v", c.id, size, err, r.Shortest, r.Mistakes)
			}
			for i, m := range mutantsOf(c.encoderUnderTest) {
				if size == sizes[0] {
					n++
				}
				if growth.Long() && size == Default && !taken(i) || !growth.Long() && c.id != "rfc3986" && i%4 != 0 {
					continue // with PERCENT_LONG=whole all of them
				}
				t.Run(fmt.Sprintf("dialect=%s/size=%s/mutant=%s", c.id, size, m.name), func(t *testing.T) {
					r, err := s.Run(context.Background(), Func(m.encode))
					switch {
					case err != nil:
						t.Fatal(err)
					case r.OK():
						t.Fatal("passes")
					case len(r.Mistakes) == 0:
						t.Fatalf("no mistake is named; shortest %q: %s, not %s", r.Shortest.Input, r.Shortest.Said(), r.Shortest.Want)
					}
					first := r.Mistakes[0]
					if first.ID != m.id || !strings.Contains(first.String(), m.detail) {
						t.Errorf("named %s (%d of %d), want %s with %q", first, first.Explains, r.Failed+r.Refused, m.id, m.detail)
					}
					if first.Explains != r.Failed+r.Refused {
						t.Errorf("%s explains %d of %d; then %v", first, first.Explains, r.Failed+r.Refused, r.Mistakes[1:])
					}
					if first.Fix == "" {
						t.Errorf("%s has no fix", first)
					}
				})
			}
		}
	}
	if n < 200 {
		t.Errorf("%d mutants, want 200", n)
	}
	t.Logf("%d mutants", n)
}
