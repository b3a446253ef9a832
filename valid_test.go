package percent

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
)

// validEncodings are encodings whose decoders differ.
var validEncodings = map[string]*Encoding{
	"RFC3986": RFC3986, "Form": Form, "ALPN": ALPN, "WHATWGPath": WHATWGPath,
	"refuse":           RFC3986.WithInvalidUTF8(InvalidUTF8Refused),
	"replace":          RFC3986.WithInvalidUTF8(InvalidUTF8Replaced),
	"refuse, kept":     RFC3986.WithMalformed(MalformedKept).WithInvalidUTF8(InvalidUTF8Refused),
	"refuse, raw":      RFC3986.WithRaw(Unreserved).WithInvalidUTF8(InvalidUTF8Refused),
	"refuse, form":     Form.WithInvalidUTF8(InvalidUTF8Refused),
	"refuse, preserve": RFC3986.WithPreserved(Reserved).WithInvalidUTF8(InvalidUTF8Refused),
}

func checkValid(t *testing.T, name string, e *Encoding, s string) {
	t.Helper()
	_, want := e.Decode(s)
	got := e.Valid(s)
	var a, b *SyntaxError
	if errors.As(want, &a) != errors.As(got, &b) || a != nil && *a != *b || (got == nil) != (want == nil) {
		t.Errorf("%s: %q: %v, but Decode says %v", name, s, got, want)
	}
}

// TestValid holds Valid to the errors of Decode.
func TestValid(t *testing.T) {
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
	for name, e := range validEncodings {
		for _, s := range texts {
			checkValid(t, name, e, s)
		}
		for a := range 256 {
			for b := range 256 {
				checkValid(t, name, e, string([]byte{'x', '%', byte(a), byte(b)}))
			}
		}
	}
}

// TestValidAllocations: nothing but the error is allocated.
func TestValidAllocations(t *testing.T) {
	long := strings.Repeat("%C3%A9a%20é", 500)
	for _, name := range []string{"RFC3986", "Form", "WHATWGPath", "refuse", "replace", "refuse, kept"} {
		e := validEncodings[name]
		for _, s := range []string{"clean", "%41", long} {
			if n := testing.AllocsPerRun(20, func() {
				if err := e.Valid(s); err != nil {
					t.Error(err)
				}
			}); n != 0 {
				t.Errorf("%s: %v allocations for %d bytes", name, n, len(s))
			}
		}
	}
}

func FuzzValid(f *testing.F) {
	f.Add("a%C3%A9%zz+%")
	f.Add("%E2%82\xFF")
	f.Fuzz(func(t *testing.T, s string) {
		for name, e := range validEncodings {
			checkValid(t, name, e, s)
		}
	})
}
