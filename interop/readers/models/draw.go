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

var starts = []string{
	"http://", "http://", "http://", "http://", "http://", "http://", "https://", "https://", "http:", "http:/", "http:///", `http:\\`, "//", "", "foo://", "HTTPS://", "foo:", "mailto:", "://", ":", "1a://", "a_b://",
	"ftp://", "ftps://", "ws://", "wss://", "file:", "file:/", "file://", "file:///", "file:///C:", "file:///c|", "file://C:", "file:C:", `file:\\`, "file://localhost/", "gopher://", "dict://", "ldap://", "telnet://", "tftp://", "sftp://", "smb://", "mqtt://", "rtsp://", "imap://", "pop3://", "smtp://",
	"data:", "javascript:", "about:", "blob:http://", "jar:file:", "view-source:http://", "url:http://", "URL:http://",
}

var plain = []string{
	"http://a.test/", "http://a.test/b/c?q=1#f", "http://u:p@a.test:8080/b?q#f", "https://www.example.com/a/./b/../c", "http://127.0.0.1:80/", "http://[::1]:8080/a",
	"http://[::ffff:127.0.0.1]/", "https://bücher.test/é?ü#ö", "foo://u@a.test:1/b?c#d", "//a.test/b", "/a/b?c", "ftp://a.test/a;type=i", "http://0x7f.1/", "http://a.test/%41%2f?%61#%62", "mailto:a@b.test", "https://xn--bcher-kva.test:443/",
	"file:///C:/b/../c", "file:///C|/b", "file://C:/b", "file:C:/b", "file:///b/C:/../..", "file://a.test/C:/b", "file:///etc/hosts", "file://localhost/b", "http:////a.test/b", "http://a.test:/", "http://@a.test/", "http://:@a.test:8080/", "http://a.test?", "http://a.test#", "http://?q",
	"http://a%2eb.test/", "http://%61.test/", "http://☃.test/", "http://例え.テスト/", "http://ε.test/", "http://[fe80::1%25eth0]/", "http://[::1%lo]:80/", "http://[1:2:3:4:5:6:7:8]/", "http://1.2.3.4.5/", "http://256.0.0.1/", "http://127.1/", "ws://a.test/", "ftp://u:p@a.test:21/%2Fa",
}

var pieces = []string{
	"a.test", "b.test", "127.0.0.1", "[::1]", "u", "p", "A", "Z", "g", ":", ":", ":", "@", "@", "@", "/", "/", "/", `\`, `\`, "?", "#", ".", ".", "..", "/../", "/./", "%2e", "%", "%41", "%7e", "%zz", "%00", "%0a", "%20", "%25", "%2f", "%2F", "%40", "%3a", "%5c", "%c3%a9", "%ff",
	"80", "443", "8080", "0", "1", "65536", "99999999999", "0x7f.1", "0177", "0x", "[", "]", "[", "]", "::", "1::2", "%25lo", "v1.a", "é", "É", "ß", "。", "．", "/", "＠", "：", "℀", "ａ", "İ", "\u00ad", "\u200d", "\u00a0", "\u3000", "\ufeff", " ", " ", "\t", "\n", "\r", "\x00", "\x01", "\x1f", "\x7f", "\x80", "\xff", "\xc3",
	";", "&", "=", "+", "-", "_", "~", "!", "$", "'", "(", ")", "*", ",", "\"", "<", ">", "|", "^", "`", "{", "}", "xn--", "//", "http:", "😀",
	"C:", "/C|/", "c%3A", "%7C", "/..", "//", ":80", ":443", ":0", ":080", ":+80", ":-1", ":８", "%5b", "%5D", "[::", "::ffff:1.2.3.4", "fe80::1", "%eth0", "%2e%2E", "%E9", "%u0041", "256", "0300.", "1.2.3", "½", "℡", "中", "ñ", "ا", "א", "ς", "xn--a", "xn--bcher-kva", "\u0085", "\u2028", "\u200b", "\v", "\f", "\x1b", "?q=1&r", "#f", "@b.test", "u:p@", "a_b", "-a", "a-",
}
