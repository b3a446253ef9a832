package percent_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"testing"

	"github.com/pct-encoded/percent"
)

// TestDerived: what is derived from an encoding that has been in use does the same as what is
// derived from one that has not.
func TestDerived(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	texts := []string{"", "a b", "a+b%20%2f%C3%A9%", "%zz", "é\xFF/?&", "a long text with + and %2B in it, longer than what is decoded to the stack %41"}
	type outcome struct{ encoded, decoded, fixed, err string }
	results := func(e *percent.Encoding, s string) (o outcome) {
		var err error
		o.encoded, o.fixed = e.Encode(s), e.Fix(s)
		o.decoded, err = e.Decode(s)
		o.err = fmt.Sprint(err)
		return o
	}
	changes := []func(*percent.Encoding) *percent.Encoding{
		func(e *percent.Encoding) *percent.Encoding { return e.WithKept(percent.Unreserved.Add("/ +")) },
		func(e *percent.Encoding) *percent.Encoding { return e.WithSpace(percent.SpacePlus) },
		func(e *percent.Encoding) *percent.Encoding { return e.WithSpace(percent.SpacePercent20) },
		func(e *percent.Encoding) *percent.Encoding { return e.WithHex(percent.HexLower) },
		func(e *percent.Encoding) *percent.Encoding { return e.WithEscapes(percent.EscapesKept) },
		func(e *percent.Encoding) *percent.Encoding { return e.WithMalformed(percent.MalformedKept) },
		func(e *percent.Encoding) *percent.Encoding { return e.WithMalformed(percent.MalformedRefused) },
		func(e *percent.Encoding) *percent.Encoding { return e.WithPlus(percent.PlusIsSpace) },
		func(e *percent.Encoding) *percent.Encoding { return e.WithPlus(percent.PlusLiteral) },
		func(e *percent.Encoding) *percent.Encoding { return e.WithRaw(percent.ASCII) },
		func(e *percent.Encoding) *percent.Encoding { return e.WithRaw(percent.AllBytes) },
		func(e *percent.Encoding) *percent.Encoding { return e.WithInvalidUTF8(percent.InvalidUTF8Replaced) },
		func(e *percent.Encoding) *percent.Encoding { return e.WithInvalidUTF8(percent.InvalidUTF8Refused) },
		func(e *percent.Encoding) *percent.Encoding { return e.WithPreserved(percent.ByteSet{}.Add("/+")) },
		func(e *percent.Encoding) *percent.Encoding { return e.WithPreserved(percent.ByteSet{}) },
	}
	for range 500 {
		used, fresh := percent.New(percent.Unreserved), percent.New(percent.Unreserved)
		for range 6 {
			results(used, texts[random.IntN(len(texts))])
			i := random.IntN(len(changes))
			used, fresh = changes[i](used), changes[i](fresh)
		}
		for _, s := range texts {
			if got, want := results(used, s), results(fresh, s); got != want {
				t.Fatalf("%q: %q of what was in use, else %q", s, got, want)
			}
		}
	}
}

// TestPreservedOffset: the offset of octets that are not UTF-8 counts escapes that stay.
func TestPreservedOffset(t *testing.T) {
	e := percent.New(percent.Unreserved).WithPreserved(percent.ByteSet{}.Add("/")).WithInvalidUTF8(percent.InvalidUTF8Refused)
	for s, at := range map[string]int64{"%2F%FF": 3, "a%2F%2f%41%FF": 10, "%FF%2F": 0, "é%2F\xFF": 5} {
		_, err := e.Decode(s)
		if syntax, ok := errors.AsType[*percent.SyntaxError](err); !ok || syntax.Offset != at {
			t.Errorf("%q: %v, want an error at %d", s, err, at)
		}
	}
}

// TestPairsOfBytes: each set of two bytes is written as a class that has just these.
func TestPairsOfBytes(t *testing.T) {
	for a := range 256 {
		for _, b := range []int{a, a ^ 1, a ^ 64, 63, 64, 127, 128, 191, 192, 255} {
			set := percent.ByteSet{}.Add(string([]byte{byte(a)})).Add(string([]byte{byte(b)}))
			class, err := regexp.Compile(`^(?:` + set.String() + `)$`)
			if err != nil {
				t.Fatal(err)
			}
			for c := range 256 {
				if got := class.MatchString(string(rune(c))); got != set.Contains(byte(c)) {
					t.Fatalf("%s: %02X is in it: %v", set, c, got)
				}
			}
		}
	}
}

// TestUnknownWords: a value that is none has the word "unknown".
func TestUnknownWords(t *testing.T) {
	for _, s := range []fmt.Stringer{percent.SpacePlus + 1, percent.HexLower + 1, percent.EscapesKept + 1, percent.PlusIsSpace + 1, percent.InvalidUTF8Refused + 1} {
		if s.String() != "unknown" {
			t.Errorf("%T: %s", s, s)
		}
	}
}
