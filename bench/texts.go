package main

import (
	"bytes"
	"math/rand/v2"
	"strings"

	"github.com/pct-encoded/percent"
)

var classes = []string{"clean", "sparse", "dense", "all", "malformed"}

var sizes = []struct {
	name string
	n    int
}{{"8B", 8}, {"32B", 32}, {"100B", 100}, {"1KB", 1 << 10}, {"64KB", 64 << 10}, {"1MB", 1 << 20}}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

var (
	words = strings.Fields("search index.html article 2026-11-21 images user_id session catalogue en a q long-segment-of-a-path~with.marks page item token")
	marks = []string{"/", "/", "/", "?", "=", "&", " "}
	kana  = []string{"百分号編碼", "日本語の文章", "です。", "符号化", "、", "これは", "例", "テキスト", "2026", "URL", "\n", "東京都千代田区", "そして", "パーセント"}
)

// plain returns n bytes of UTF-8 to encode: letters only, URLs (about one byte
// in ten is escaped), Japanese text (about nine in ten), or nothing but
// characters that are escaped. It does not repeat, so that branches cannot be
// learned.
func plain(class string, n int) []byte {
	r := rand.New(rand.NewPCG(21, uint64(n)))
	var b []byte
	for len(b) < n {
		switch class {
		case "clean":
			b = append(b, letters[r.IntN(len(letters))])
		case "sparse", "malformed":
			b = append(b, words[r.IntN(len(words))]...)
			b = append(b, marks[r.IntN(len(marks))]...)
			if r.IntN(60) == 0 {
				b = append(b, "東京"...)
			}
		case "dense":
			b = append(b, kana[r.IntN(len(kana))]...)
		case "all":
			b = append(b, string(rune(0x3042+r.IntN(80)))...)
		}
	}
	b = b[:n]
	// Characters that the end cuts off are replaced by shorter ones.
	ok := bytes.ToValidUTF8(b, nil)
	switch n - len(ok) {
	case 1:
		if class != "all" {
			return append(ok, 'x')
		}
		return append(ok[:len(ok)-3:len(ok)-3], "éé"...)
	case 2:
		return append(ok, "é"...)
	}
	return b
}

// encoded returns n bytes to decode: plain text of the class, encoded. In
// malformed every fourth escape has lost a digit.
func encoded(class string, n int) []byte {
	b := percent.RFC3986.AppendEncode(nil, plain(class, n))[:n]
	// What the end cuts off becomes letters, whole characters at a time.
	for i := n - 1; i >= 0; i-- {
		ok, err := percent.RFC3986.AppendDecode(nil, b)
		if err == nil && bytes.Equal(ok, bytes.ToValidUTF8(ok, nil)) {
			break
		}
		if b[i] == '%' {
			for ; i < n; i++ {
				b[i] = 'x'
			}
			i = bytes.LastIndexByte(b, '%') + 1
		}
	}
	if class == "malformed" {
		k := 0
		for i := range b {
			if b[i] == '%' && i+2 < n {
				if k++; k%4 == 0 {
					b[i+2] = 'x'
				}
			}
		}
	}
	return b
}
