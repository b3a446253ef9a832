// Package corpus gives tests URLs as people write and send them: made up by a
// generator, the same ones every time, and real ones if a developer has a file of
// them beside the repository.
package corpus

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// size is how many URLs are made up.
const size = 48_000

// URLs returns the made-up URLs and, where there is one, the lines of the file
// shared/data/urls.txt beside the repository. All are absolute.
func URLs(tb testing.TB) []string {
	tb.Helper()
	urls := Made(size)
	dir, err := os.Getwd()
	if err != nil {
		tb.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return urls
		}
		dir = parent
	}
	text, err := os.ReadFile(filepath.Join(filepath.Dir(dir), "shared", "data", "urls.txt"))
	if err != nil {
		return urls
	}
	for line := range strings.Lines(strings.TrimPrefix(string(text), "\uFEFF")) {
		if line = strings.TrimRight(line, "\r\n"); line != "" {
			urls = append(urls, line)
		}
	}
	return urls
}

var (
	words = strings.Fields(`about account album archive article asset author blog book browse cart category checkout city client
		comment contact content course data default details docs download edit en event explore faq feed file forum gallery
		game group help history home image index info item job journal library list live login mail main map media member
		menu message mobile model module music news node notes order page paper people photo player portal post press price
		product profile program project public query recipe release report research result review rss sale school search
		section service session shop site software sport staff start static status store story student style support tag team
		test theme ticket tools topic travel tutorial update user video view weather wiki world year`)
	others = []string{
		"café", "Grüße", "naïve", "señor", "Łódź", "smörgåsbord", "İstanbul", "Москва", "Юникод", "Αθήνα", "שלום", "مرحبا", "日本語", "東京都",
		"中文", "한국어", "ไทย", "हिन्दी", "😀", "e\u0301", "½", "№5", "“quoted”", "a b", "100%", "C++", "R&D", "Q&A", "what?", "#1", "m^2", "a=b",
		"x;y", "[1]", "}{", "<b>", "a|b", "it's", "\"x\"", "back`tick", "O'Neill", "(draft)", "v1.0", "3:2", "@home", "tom,dick", "$5", "*", "~user",
	}
	hosts = strings.Fields(`example.com example.org www.example.net test.example shop.example.co.uk a-b-c.example xn--bcher-kva.example
		192.0.2.7 [2001:db8::1] localhost cdn.img.example news.example.fr Example.COM`)
	suffixes = strings.Fields(".html .htm .php .asp .aspx .jsp .pdf .jpg .png .cgi .xml .json .tar.gz")
)

// Made returns n made-up URLs. Text in them is encoded in UTF-8 as its component
// asks for, with upper- or lower-case digits, sub-delims escaped or not. One URL in
// 200 holds a character as it would be pasted.
func Made(n int) []string {
	r := rand.New(rand.NewPCG(3986, 3987))
	urls := make([]string, n)
	for i := range urls {
		urls[i] = made(r)
	}
	return urls
}

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

func made(r *rand.Rand) string {
	var b strings.Builder
	format, kept := pick(r, []string{"%%%02X", "%%%02X", "%%%02x"}), ""
	if r.IntN(3) == 0 {
		kept = "!$'()*,;:@"
	}
	text := func(more string) {
		s := pick(r, words)
		switch r.IntN(12) {
		case 0:
			s = pick(r, others)
		case 1:
			s = fmt.Sprintf("%s-%d", s, r.IntN(100_000))
		case 2:
			s = strings.ToUpper(s[:1]) + s[1:] + "_" + pick(r, words)
		case 3:
			s = fmt.Sprint(r.IntN(1_000_000))
		}
		for _, c := range []byte(s) {
			if 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0 || strings.IndexByte(kept+more, c) >= 0 {
				b.WriteByte(c)
			} else {
				fmt.Fprintf(&b, format, c)
			}
		}
	}
	b.WriteString(pick(r, []string{"http://", "https://", "https://"}) + pick(r, hosts))
	if r.IntN(30) == 0 {
		b.WriteString(pick(r, []string{":80", ":443", ":8080", ":3000"}))
	}
	segments := r.IntN(6)
	for range segments {
		b.WriteByte('/')
		text("")
	}
	switch {
	case r.IntN(3) == 0 && segments > 0:
		b.WriteString(pick(r, suffixes))
	case r.IntN(4) > 0:
		b.WriteByte('/')
	}
	if r.IntN(4) == 0 {
		for i := range 1 + r.IntN(5) {
			b.WriteByte("?&"[min(i, 1)])
			text("")
			switch r.IntN(20) {
			case 0, 1:
			case 2:
				b.WriteString("=http%3A%2F%2Fexample.org%2F")
			default:
				b.WriteByte('=')
				text("/?")
			}
		}
	}
	if r.IntN(200) == 0 {
		b.WriteString(pick(r, []string{"/a b", "?é", "/日本語", "/a\\b", "?q=a|b"}))
	}
	if r.IntN(15) == 0 {
		b.WriteByte('#')
		text("/?")
	}
	return b.String()
}
