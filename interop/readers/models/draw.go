package main

import "math/rand/v2"

// draw returns n random URLs of at most 400 octets: joined from pieces, or plain ones
// with a few pieces put in, taken out or put in place of an octet.
func draw(n int, seed uint64) []string {
	r := rand.New(rand.NewPCG(seed, 29))
	piece := func() string { return pieces[r.IntN(len(pieces))] }
	urls := make([]string, 0, n)
	for len(urls) < n {
		var u string
		if r.IntN(3) == 0 {
			u = starts[r.IntN(len(starts))]
			for range 2 + r.IntN(9) {
				u += piece()
			}
		} else {
			u = plain[r.IntN(len(plain))]
			for range 1 + r.IntN(3) {
				at := r.IntN(len(u) + 1)
				drop := min(r.IntN(2), len(u)-at)
				u = u[:at] + piece() + u[at+drop:]
			}
		}
		if len(u) < 400 {
			urls = append(urls, u)
		}
	}
	return urls
}

var starts = []string{"http://", "http://", "http://", "https://", "http:", "http:/", "http:///", `http:\\`, "//", "", "ftp://", "foo://", "HTTPS://", "foo:", "file://", "ws://", "mailto:"}

var plain = []string{
	"http://a.test/", "http://a.test/b/c?q=1#f", "http://u:p@a.test:8080/b?q#f", "https://www.example.com/a/./b/../c", "http://127.0.0.1:80/", "http://[::1]:8080/a",
	"http://[::ffff:127.0.0.1]/", "https://bücher.test/é?ü#ö", "foo://u@a.test:1/b?c#d", "//a.test/b", "/a/b?c", "ftp://a.test/a;type=i", "http://0x7f.1/", "http://a.test/%41%2f?%61#%62", "mailto:a@b.test", "https://xn--bcher-kva.test:443/",
}

var pieces = []string{
	"a.test", "b.test", "127.0.0.1", "[::1]", "u", "p", "A", "Z", "g", ":", ":", ":", "@", "@", "@", "/", "/", "/", `\`, `\`, "?", "#", ".", ".", "..", "/../", "/./", "%2e", "%", "%41", "%7e", "%zz", "%00", "%0a", "%20", "%25", "%2f", "%2F", "%40", "%3a", "%5c", "%c3%a9", "%ff",
	"80", "443", "8080", "0", "1", "65536", "99999999999", "0x7f.1", "0177", "0x", "[", "]", "[", "]", "::", "1::2", "%25lo", "v1.a", "é", "É", "ß", "。", "．", "/", "＠", "：", "℀", "ａ", "İ", "\u00ad", "\u200d", "\u00a0", "\u3000", "\ufeff", " ", " ", "\t", "\n", "\r", "\x00", "\x01", "\x1f", "\x7f", "\x80", "\xff", "\xc3",
	";", "&", "=", "+", "-", "_", "~", "!", "$", "'", "(", ")", "*", ",", "\"", "<", ">", "|", "^", "`", "{", "}", "xn--", "//", "http:", "😀",
}
