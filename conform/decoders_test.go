package conform

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/dialect"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"
)

// A decoderUnderTest shares nothing with the code that finds what is wrong with it.
type decoderUnderTest struct {
	plus    bool // is a space
	lenient bool // malformed escapes are kept
	unicode bool // %uHHHH
	keeps   string
	refuses string
	ascii   bool
	before  func(string) string
	after   func(string) string
	charset encoding.Encoding // of the octets; what is malformed in it is refused
}

func (d decoderUnderTest) decode(s string) (string, error) {
	if d.before != nil {
		s = d.before(s)
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '+' && d.plus:
			b.WriteByte(' ')
		case c >= 0x80 && d.ascii:
			return "", errMutant
		case c != '%':
			b.WriteByte(c)
		case d.unicode && i+5 < len(s) && s[i+1] == 'u' && isHexOf(s[i+2:i+6]):
			n, _ := strconv.ParseUint(s[i+2:i+6], 16, 32)
			b.WriteRune(rune(n))
			i += 5
		case i+2 < len(s) && isHexOf(s[i+1:i+3]):
			n, _ := strconv.ParseUint(s[i+1:i+3], 16, 8)
			switch {
			case strings.IndexByte(d.refuses, byte(n)) >= 0:
				return "", errMutant
			case strings.IndexByte(d.keeps, byte(n)) >= 0:
				b.WriteString(s[i : i+3])
			default:
				b.WriteByte(byte(n))
			}
			i += 2
		case d.lenient:
			b.WriteByte('%')
		default:
			return "", errMutant
		}
	}
	if d.charset != nil {
		out, err := d.charset.NewDecoder().String(b.String())
		if err != nil || strings.ContainsRune(out, '\uFFFD') {
			return "", errMutant
		}
		return out, nil
	}
	if d.after != nil {
		return d.after(b.String()), nil
	}
	return b.String(), nil
}

func isHexOf(s string) bool {
	_, err := strconv.ParseUint(s, 16, 32)
	return err == nil && s[0] != '+' && s[0] != '-' && s[0] != '_'
}

// TestDecoderMutants: decoders of two dialects pass, and with a mistake of their own
// fail by its name.
func TestDecoderMutants(t *testing.T) {
	n := 0
	for _, c := range []struct {
		id string
		decoderUnderTest
	}{
		{"rfc3986", decoderUnderTest{}},
		{"php.urlencode", decoderUnderTest{plus: true, lenient: true}},
	} {
		d, err := dialect.Lookup(c.id)
		if err != nil {
			t.Fatal(err)
		}
		s, err := New(Decode, d, Options{Units: dialect.UnitsText})
		if err != nil {
			t.Fatal(err)
		}
		r, err := s.Run(context.Background(), Func(c.decode))
		if err != nil || !r.OK() {
			t.Fatalf("%s: a good decoder fails: %v, %+v, %+v", c.id, err, r.Shortest, r.Mistakes)
		}
		type mutant struct {
			name, id, detail string
			change           func(*decoderUnderTest)
		}
		mutants := []mutant{
			{"decodes twice", "decoded-twice", "", func(m *decoderUnderTest) {
				again := *m
				m.after = func(s string) string {
					if out, err := again.decode(s); err == nil {
						return out
					}
					return s
				}
			}},
			{"reads windows-1252", "wrong-charset", "windows-1252", func(m *decoderUnderTest) { m.charset = charmap.Windows1252 }},
			{"reads windows-1251", "wrong-charset", "windows-1251", func(m *decoderUnderTest) { m.charset = charmap.Windows1251 }},
			{"reads Shift_JIS", "wrong-charset", "Shift_JIS", func(m *decoderUnderTest) { m.charset = japanese.ShiftJIS }},
			{"reads Latin-1", "wrong-charset", "ISO-8859-1", func(m *decoderUnderTest) { m.after = fromLatin1 }},
			{"replaces octets", "replaced-octets", "", func(m *decoderUnderTest) {
				m.after = func(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }
			}},
			{"ends at NUL", "nul", "", func(m *decoderUnderTest) {
				m.after = func(s string) string { s, _, _ = strings.Cut(s, "\x00"); return s }
			}},
			{"keeps %2F", "not-decoded", "/", func(m *decoderUnderTest) { m.keeps = "/" }},
			{"refuses %00", "refuses-input", "0x00", func(m *decoderUnderTest) { m.refuses = "\x00" }},
			{"decodes %u", "other-choice", "%uHHHH", func(m *decoderUnderTest) { m.unicode = true }},
			{"refuses what is not ASCII", "other-choice", "unescaped text beyond ASCII is an error", func(m *decoderUnderTest) { m.ascii = true }},
			{"trims", "whitespace-trimmed", "", func(m *decoderUnderTest) { m.before = strings.TrimSpace }},
			{"lower case", "case-folded", "", func(m *decoderUnderTest) { m.after = strings.ToLower }},
			{"cut", "truncated", "100", func(m *decoderUnderTest) { m.after = func(s string) string { return s[:min(100, len(s))] } }},
			{"quotes", "wrapped", "", func(m *decoderUnderTest) { m.after = strconv.Quote }},
		}
		if c.plus {
			mutants = append(mutants, mutant{"plus is itself", "plus-as-literal", "", func(m *decoderUnderTest) { m.plus = false }},
				mutant{"malformed refused", "other-choice", "malformed escape is an error", func(m *decoderUnderTest) { m.lenient = false }})
		} else {
			mutants = append(mutants, mutant{"plus is a space", "plus-as-space", "", func(m *decoderUnderTest) { m.plus = true }},
				mutant{"malformed kept", "other-choice", "malformed escape is kept", func(m *decoderUnderTest) { m.lenient = true }})
		}
		for _, m := range mutants {
			n++
			t.Run("dialect="+c.id+"/mutant="+m.name, func(t *testing.T) {
				bad := c.decoderUnderTest
				m.change(&bad)
				r, err := s.Run(context.Background(), Func(bad.decode))
				if err != nil || r.OK() || len(r.Mistakes) == 0 {
					t.Fatalf("%v, OK %v, mistakes %v", err, r.OK(), r.Mistakes)
				}
				first := r.Mistakes[0]
				if first.ID != m.id || !strings.Contains(first.String(), m.detail) {
					t.Errorf("named %s (%d of %d), want %s with %q; shortest %q: %s, want %s", first, first.Explains, r.Failed+r.Refused, m.id, m.detail, r.Shortest.Input, r.Shortest.Said(), r.Shortest.Want)
				}
			})
		}
	}
	if n < 28 {
		t.Errorf("%d mutants", n)
	}
}

// TestDecodersToText: a decoder that follows section 5.1 of the URL Standard, or the
// text directives, passes where programs take text, and is said to follow the dialect;
// one that keeps octets passes where they take octets. RFC 3986 decodes to octets, and
// asks for them everywhere.
func TestDecodersToText(t *testing.T) {
	const keeps, replaces = "keeps octets", "replaces them"
	toText := func(s string) string {
		out, err := unicode.UTF8.NewDecoder().String(s)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	for _, tt := range []struct {
		id, like string
		plus     bool
		units    dialect.Units
	}{
		{"form", replaces, true, dialect.UnitsText},
		{"form", replaces, true, dialect.UnitsUTF16},
		{"form", keeps, true, dialect.UnitsBytes},
		{"form.percent20", replaces, true, dialect.UnitsText},
		{"form.percent20", keeps, true, dialect.UnitsBytes},
		{"text-fragment", replaces, false, dialect.UnitsText},
		{"text-fragment", keeps, false, dialect.UnitsBytes},
		{"rfc1866", keeps, true, dialect.UnitsText},
		{"whatwg.component", keeps, false, dialect.UnitsText},
	} {
		t.Run(fmt.Sprintf("dialect=%s/units=%s", tt.id, tt.units), func(t *testing.T) {
			d, err := dialect.Lookup(tt.id)
			if err != nil {
				t.Fatal(err)
			}
			s, err := New(Decode, d, Options{Units: tt.units, Random: 2000, Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			for _, way := range []string{keeps, replaces} {
				c := decoderUnderTest{plus: tt.plus, lenient: tt.id != "text-fragment"}
				if tt.units == dialect.UnitsUTF16 {
					c.before = lone("\uFFFD") // a USVString has no lone surrogates
				}
				if way == replaces {
					c.after = toText
				}
				r, err := s.Run(context.Background(), Func(c.decode))
				if err != nil || r.OK() != (way == tt.like) {
					t.Fatalf("a decoder that %s: %v, OK %v, shortest %+v, %v", way, err, r.OK(), r.Shortest, r.Mistakes)
				}
				if r.OK() && !slices.Contains(r.Speech.Dialects, d) {
					t.Errorf("a decoder that %s follows %v", way, r.Speech.Dialects)
				}
				if !r.OK() && tt.units != dialect.UnitsBytes && (len(r.Mistakes) == 0 || r.Mistakes[0].Explains != r.Failed) {
					t.Errorf("a decoder that %s: %v of %d", way, r.Mistakes, r.Failed)
				}
			}
		})
	}
}
