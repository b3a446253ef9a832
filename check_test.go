package percent

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// checkedEncodings are encodings whose decoders differ.
var checkedEncodings = map[string]*Encoding{
	"RFC3986": RFC3986, "Form": Form, "ALPN": ALPN, "WHATWGPath": WHATWGPath,
	"refuse":           RFC3986.WithInvalidUTF8(InvalidUTF8Refused),
	"replace":          RFC3986.WithInvalidUTF8(InvalidUTF8Replaced),
	"refuse, kept":     RFC3986.WithMalformed(MalformedKept).WithInvalidUTF8(InvalidUTF8Refused),
	"refuse, raw":      RFC3986.WithRaw(Unreserved).WithInvalidUTF8(InvalidUTF8Refused),
	"refuse, form":     Form.WithInvalidUTF8(InvalidUTF8Refused),
	"refuse, preserve": RFC3986.WithPreserved(Reserved).WithInvalidUTF8(InvalidUTF8Refused),
}

func checkCheck(t *testing.T, name string, e *Encoding, s string) {
	t.Helper()
	_, want := e.Decode(s)
	got := e.Check(s)
	var a, b *SyntaxError
	if errors.As(want, &a) != errors.As(got, &b) || a != nil && *a != *b || (got == nil) != (want == nil) {
		t.Errorf("%s: %q: %v, but Decode says %v", name, s, got, want)
	}
}

// TestCheck holds Check to the errors of Decode.
func TestCheck(t *testing.T) {
	long := strings.Repeat("%C3%A9a é+/", 200)
	texts := []string{
		"", "a", "%", "%4", "%zz", "%41", "a%20b%", "é", "\xFF", "%FF", "%C3", "%C3%", "%E2%82%AC%E2%82", "%F0%9F%98", "a b", "%FF%zz", "%zz%FF", "%C3%zz",
		long, long + "%", long + "%FF", long + "%C3", long + "%C3%", long + "%zz" + long, long + "\xC3" + long, "%FF" + long + "%zz",
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		var b strings.Builder
		for range r.IntN(60) {
			b.WriteString([]string{"a", "%41", "%C3%A9", "é", "%", "%F0%9F%98%80", "%C3", "+", "/", "\xE2"}[min(r.IntN(200), 9)])
		}
		texts = append(texts, strings.Repeat("é", r.IntN(3)*150)+b.String())
	}
	for name, e := range checkedEncodings {
		for _, s := range texts {
			checkCheck(t, name, e, s)
		}
		for a := range 256 {
			for b := range 256 {
				checkCheck(t, name, e, string([]byte{'x', '%', byte(a), byte(b)}))
			}
		}
	}
}

// TestCheckAllocations: nothing but the error is allocated.
func TestCheckAllocations(t *testing.T) {
	long := strings.Repeat("%C3%A9a%20é", 500)
	for _, name := range []string{"RFC3986", "Form", "WHATWGPath", "refuse", "replace", "refuse, kept"} {
		e := checkedEncodings[name]
		for _, s := range []string{"clean", "%41", long} {
			if n := testing.AllocsPerRun(20, func() {
				if err := e.Check(s); err != nil {
					t.Error(err)
				}
			}); n != 0 {
				t.Errorf("%s: %v allocations for %d bytes", name, n, len(s))
			}
		}
	}
}

func FuzzCheck(f *testing.F) {
	f.Add("a%C3%A9%zz+%")
	f.Add("%E2%82\xFF")
	f.Fuzz(func(t *testing.T, s string) {
		for name, e := range checkedEncodings {
			checkCheck(t, name, e, s)
		}
	})
}

// TestReasonIsError: a reason is an error that the error of a position wraps.
func TestReasonIsError(t *testing.T) {
	for _, tt := range []struct {
		text   string
		e      *Encoding
		reason Reason
	}{
		{"a%zz", RFC3986, InvalidEscape},
		{"a%4", RFC3986, TruncatedEscape},
		{"%FF", RFC3986.WithInvalidUTF8(InvalidUTF8Refused), InvalidUTF8},
	} {
		err := fmt.Errorf("wrapped: %w", tt.e.Check(tt.text))
		for _, reason := range []Reason{InvalidEscape, TruncatedEscape, RawByte, InvalidUTF8} {
			if got := errors.Is(err, reason); got != (reason == tt.reason) {
				t.Errorf("%q: errors.Is(%v, %q) = %t", tt.text, err, reason, got)
			}
		}
	}
}
