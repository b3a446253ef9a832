package percent

import (
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/kernel"
)

// benchClasses are the classes of input, as data and as what is decoded: text
// that needs nothing, URLs (7 % escaped), Japanese text, text of which every
// byte is escaped, and malformed escapes.
var benchClasses = []struct {
	name, decoded, encoded string
}{
	{"clean", "The-quick_brown.fox~jumps0over1the2lazy3dog", ""},
	{"sparse", "https://www.example.com/a/path with words/and.some-more?query=yes&lang=de", "https%3A//www.example.com/a/path%20with%20words/and.some-more?query=yes&lang=de"},
	{"dense", "日本語のテキストには、パーセント符号化が必要です", ""},
	{"all", "\x00\x01\x02\xFF\xFE /?#[]@!$&'()", ""},
	{"malformed", "", "100%zz of %4 and %%41 or%"},
}

var benchSizes = []struct {
	name string
	size int
}{{"8B", 8}, {"32B", 32}, {"100B", 100}, {"1KB", 1 << 10}, {"64KB", 64 << 10}, {"1MB", 1 << 20}}

// fill repeats s up to size bytes, without cutting an escape or a character
// where that can be helped.
func fill(s string, size int) string {
	s = strings.Repeat(s, size/len(s)+1)[:size]
	if i := strings.LastIndexByte(s, '%'); i >= size-2 && i >= 0 && s[:i] != "" {
		s = s[:i] + strings.Repeat("x", size-i)
	}
	return s
}

func benchInputs(b *testing.B, decode bool, run func(b *testing.B, s, class string)) {
	for _, class := range benchClasses {
		in := class.decoded
		if decode {
			in = class.encoded
			if in == "" {
				in = pathEscape.Encode(class.decoded)
			}
			if class.name == "all" {
				in = New(ByteSet{}).Encode(class.decoded)
			}
		}
		if in == "" {
			continue
		}
		for _, size := range benchSizes {
			s := fill(in, size.size)
			b.Run(fmt.Sprintf("class=%s/size=%s", class.name, size.name), func(b *testing.B) {
				b.SetBytes(int64(len(s)))
				b.ReportAllocs()
				run(b, s, class.name)
			})
		}
	}
}

// The encodings are the derivations that give exactly what net/url gives.

func BenchmarkEncode(b *testing.B) {
	benchInputs(b, false, func(b *testing.B, s, _ string) {
		if got, want := pathEscape.Encode(s), url.PathEscape(s); got != want {
			b.Fatalf("Encode = %q, want %q", got, want)
		}
		for b.Loop() {
			pathEscape.Encode(s)
		}
	})
}

func BenchmarkEncodeNetURL(b *testing.B) {
	benchInputs(b, false, func(b *testing.B, s, _ string) {
		for b.Loop() {
			url.PathEscape(s)
		}
	})
}

func BenchmarkAppendEncode(b *testing.B) {
	benchInputs(b, false, func(b *testing.B, s, _ string) {
		dst, src := make([]byte, 0, 3*len(s)+64), []byte(s)
		for b.Loop() {
			dst = pathEscape.AppendEncode(dst[:0], src)
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	benchInputs(b, true, func(b *testing.B, s, class string) {
		e := pathEscape
		if class == "malformed" {
			e = e.WithMalformed(MalformedKept)
		} else if got, err := e.Decode(s); err != nil {
			b.Fatal(err)
		} else if want, err := url.PathUnescape(s); got != want || err != nil {
			b.Fatalf("Decode = %q, want %q, %v", got, want, err)
		}
		for b.Loop() {
			e.Decode(s)
		}
	})
}

func BenchmarkDecodeNetURL(b *testing.B) {
	benchInputs(b, true, func(b *testing.B, s, class string) {
		if class == "malformed" {
			b.Skip("net/url refuses malformed escapes")
		}
		for b.Loop() {
			url.PathUnescape(s)
		}
	})
}

func BenchmarkAppendDecode(b *testing.B) {
	benchInputs(b, true, func(b *testing.B, s, _ string) {
		e := pathEscape.WithMalformed(MalformedKept)
		dst, src := make([]byte, 0, len(s)+64), []byte(s)
		for b.Loop() {
			dst, _ = e.AppendDecode(dst[:0], src)
		}
	})
}

func BenchmarkFix(b *testing.B) {
	benchInputs(b, true, func(b *testing.B, s, _ string) {
		for b.Loop() {
			URI.Fix(s)
		}
	})
}

// BenchmarkUncleared is the uncleared allocation of the result of each
// encoding: what a string form takes beyond its Append form.
func BenchmarkUncleared(b *testing.B) {
	benchInputs(b, false, func(b *testing.B, s, _ string) {
		n := len(pathEscape.Encode(s))
		for b.Loop() {
			kernel.Uncleared(n)
		}
	})
}
