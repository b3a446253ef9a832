package kernel

import (
	"bytes"
	"math/rand/v2"
	"net/url"
	"testing"
)

// Benchmark names are op/class/size; "clean" has nothing to do, "sparse" is
// URLs, "dense" Japanese text, "all" has no byte that stays.

var sizes = []struct {
	name string
	n    int
}{{"8B", 8}, {"32B", 32}, {"100B", 100}, {"1KB", 1 << 10}, {"64KB", 64 << 10}, {"1MB", 1 << 20}}

var (
	words = []string{"search", "index.html", "article", "2026-11-21", "images", "user_id", "session", "catalogue", "en", "a", "q", "long-segment-of-a-path~with.marks"}
	marks = []string{"/", "/", "?", "=", "&", "/", " "}
	kanji = []string{"百分号編碼", "日本語の文章", "です。", "符号化", "、", "これは", "例", "テキスト", "2026", "URL", "\n", "東京都千代田区", "そして", "パーセント"}
)

// plainText returns n bytes of unencoded text of a class.
func plainText(class string, n int) []byte {
	r := rand.New(rand.NewPCG(11, 12))
	var b []byte
	for len(b) < n {
		switch class {
		case "clean":
			b = append(b, alphanumeric[r.IntN(len(alphanumeric))])
		case "sparse", "malformed":
			b = append(append(b, words[r.IntN(len(words))]...), marks[r.IntN(len(marks))]...)
			if r.IntN(40) == 0 {
				b = append(b, "東京"...)
			}
		case "dense":
			b = append(b, kanji[r.IntN(len(kanji))]...)
		case "all":
			b = append(b, byte(0x80+r.IntN(128)))
		}
	}
	return b[:n]
}

// encodedText returns n bytes of encoded text of a class.
func encodedText(class string, n int) []byte {
	b, _ := refEncode(EncoderConfig{Kept: unreserved}, 1<<30, plainText(class, n))
	b = b[:n]
	if class == "malformed" {
		// Every fourth escape loses a digit.
		k := 0
		for i := range b {
			if b[i] == '%' && i+2 < n {
				if k++; k%4 == 0 {
					b[i+2] = 'x'
				}
			}
		}
	}
	for i := n - 2; i < n; i++ {
		if i >= 0 && b[i] == '%' {
			b[i] = 'a'
		}
	}
	return b
}

func BenchmarkEncode(b *testing.B) {
	e := NewEncoder(EncoderConfig{Kept: unreserved})
	forBenchmarks(b, []string{"clean", "sparse", "dense", "all"}, plainText, func(b *testing.B, src []byte) {
		want, _ := refEncode(EncoderConfig{Kept: unreserved}, 1<<30, src)
		dst := make([]byte, len(want)+64)
		n, m := 0, 0
		for b.Loop() {
			n, m = Encode(e, dst, src)
		}
		if n != len(src) || !bytes.Equal(dst[:m], want) {
			b.Fatal("wrong output")
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	c := DecoderConfig{Accepted: all, Preserved: none, Lenient: true}
	d := NewDecoder(c)
	forBenchmarks(b, []string{"clean", "sparse", "dense", "all", "malformed"}, encodedText, func(b *testing.B, src []byte) {
		want, all := refDecode(c, 1<<30, src)
		dst := make([]byte, len(src)+64)
		n, m := 0, 0
		for b.Loop() {
			n, m = Decode(d, dst, src)
		}
		if n != all || !bytes.Equal(dst[:m], want) {
			b.Fatal("wrong output")
		}
	})
}

func BenchmarkCount(b *testing.B) {
	e := NewEncoder(EncoderConfig{Kept: unreserved})
	forBenchmarks(b, []string{"sparse"}, plainText, func(b *testing.B, src []byte) {
		for b.Loop() {
			Count(&e.Escape, src)
		}
	})
}

func BenchmarkIndex(b *testing.B) {
	e := NewEncoder(EncoderConfig{Kept: unreserved})
	forBenchmarks(b, []string{"clean"}, plainText, func(b *testing.B, src []byte) {
		for b.Loop() {
			Index(&e.Escape, src)
		}
	})
}

func BenchmarkDecodedLen(b *testing.B) {
	d := NewDecoder(DecoderConfig{Accepted: all, Preserved: none})
	forBenchmarks(b, []string{"sparse"}, encodedText, func(b *testing.B, src []byte) {
		for b.Loop() {
			DecodedLen(d, src)
		}
	})
}

// BenchmarkPeers times what the kernels are measured against.
func BenchmarkPeers(b *testing.B) {
	for _, class := range []string{"clean", "sparse", "dense", "all"} {
		for _, size := range sizes {
			plain := plainText(class, size.n)
			dst := make([]byte, size.n)
			s, coded := string(plain), url.PathEscape(string(plain))
			b.Run("memcpy/"+class+"/"+size.name, func(b *testing.B) {
				b.SetBytes(int64(len(s)))
				for b.Loop() {
					copy(dst, plain)
				}
			})
			b.Run("PathEscape/"+class+"/"+size.name, func(b *testing.B) {
				b.SetBytes(int64(len(s)))
				for b.Loop() {
					url.PathEscape(s)
				}
			})
			b.Run("PathUnescape/"+class+"/"+size.name, func(b *testing.B) {
				b.SetBytes(int64(len(coded)))
				for b.Loop() {
					url.PathUnescape(coded)
				}
			})
		}
	}
}

func forBenchmarks(b *testing.B, classes []string, text func(string, int) []byte, f func(*testing.B, []byte)) {
	for _, tier := range Tiers() {
		for _, class := range classes {
			for _, size := range sizes {
				src := text(class, size.n)
				b.Run("tier="+tier.String()+"/"+class+"/"+size.name, func(b *testing.B) {
					defer tier.Use()()
					b.SetBytes(int64(len(src)))
					b.ReportAllocs()
					f(b, src)
				})
			}
		}
	}
}
