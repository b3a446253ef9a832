package document

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkURLs reads a megabyte of each kind.
func BenchmarkURLs(b *testing.B) {
	line := func(i int) string {
		return fmt.Sprintf(`192.0.2.%d - - [10/Oct/2023:13:55:36 +0000] "GET /a/b/%d/c.html?x=%d HTTP/1.1" 200 1234 "https://example.com/page/%d" "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/118.0.0.0 Safari/537.36"`, i%256, i, i, i)
	}
	object := func(i int) string {
		return fmt.Sprintf(`{"id":%d,"name":"some name of a thing","tags":["a","b","c"],"time":"2023-10-10T13:55:36Z","url":"https:\/\/example.com\/a\/%d?x=y\u0026z","description":"A longer text, as APIs have it, with some words in it and without a link."}`, i, i)
	}
	element := func(i int) string {
		return fmt.Sprintf(`<li class="item item-%d" id="i%d"><a href="/a/b/%d?x=1&amp;y=2" class="link" title="A title">Text of a link, which is some words long</a> <p>And a paragraph with <b>bold</b> text, as pages have it.</p></li>`, i, i, i)
	}
	prose := func(i int) string {
		return fmt.Sprintf("Some words: a sentence, and then another one, which has a link at its end: see https://example.com/a/%d.", i)
	}
	for _, c := range []struct {
		name string
		line func(int) string
	}{{"log", line}, {"json", object}, {"html", element}, {"text", prose}} {
		var text strings.Builder
		for i := 0; text.Len() < 1<<20; i++ {
			text.WriteString(c.line(i) + "\n")
		}
		g, _ := Lookup(c.name)
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(text.Len()))
			b.ReportAllocs()
			for b.Loop() {
				n := 0
				for range g.URLs(text.String()) {
					n++
				}
				if n == 0 {
					b.Fatal("nothing found")
				}
			}
		})
	}
}
