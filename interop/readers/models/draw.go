package main

import (
	"math/rand/v2"
	"strings"
)

// draw returns n random URLs of at most 400 octets: joined from pieces, plain ones with a
// few pieces put in, taken out or put in place of an octet, or a value drawn for each part.
func draw(n int, seed uint64) []string {
	r := rand.New(rand.NewPCG(seed, 29))
	piece := func() string { return pieces[r.IntN(len(pieces))] }
	urls := make([]string, 0, n)
	for len(urls) < n {
		var u string
		switch r.IntN(4) {
		case 0:
			u = starts[r.IntN(len(starts))]
			for range 2 + r.IntN(9) {
				u += piece()
			}
		case 1:
			for _, part := range parts {
				u += part[r.IntN(len(part))]
			}
		default:
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

// parts are values of the scheme, user, host, port, path, query and fragment.
var parts = [][]string{
	{"http://", "http://", "http://", "http://", "https://", "https://", "HTTP://", "Https://", "http:\\\\", "http:/\\", "http:/", "http:///", "//", "ftp://", "FTP://", "ws://", "wss://", "file://", "FILE:///", "foo://", "git+ssh://", "s3://", "redis://", "jdbc:mysql://", "http:", "mailto:", " http://", "\thttp://", "ht\ttp://", "http://\n", "h://", "1http://", "http+unix://", "http\u200b://", "httpſ://"},
	{"", "", "", "", "", "", "u@", "u:p@", "u:@", ":p@", "@", "u@v@", "u:p@q@", "u:p:q@", "u%40v:p@", "u:p%3aq@", "a.test:80@", "ü:ö@", "u:p/q@", "u:p?q@", "u:p#q@", "u\\@", "u|v:^{}@", "u;v=1@", "[::1]@", "u%@", "u:p%zz@", "me@b.test:", "u+v:p w@", "<u>:\"p\"@", "u:`p`@", "%00@", "ﬀ:½@"},
	{
		"a.test", "a.test", "A.TEST", "b.A.Test", "a.test.", "a.test..", "a..test", ".a.test", "localhost", "LOCALHOST", "a.localhost", "a_b.test", "-a.test", "a-.test", "a--b.test", "ab--c.test", "a+b.test", "a~b.test", "a!b.test", "a$b.test", "a&b.test", "a'b.test", "a(b).test", "a*.test", "*.a.test", "a,b.test", "a;b.test", "a=b.test", "a|b.test", "a^b.test", "a{b}.test", "a`b.test", "a\"b.test", "a<b>.test", "a b.test", "a\tb.test", "a\nb.test", "a\\b.test", "a%2eb.test", "a%2Fb.test", "a%40b.test", "a%3a80.test", "a%5cb.test", "a%00b.test", "a%25b.test", "a%20b.test", "a%zz.test", "a%.test", "%41.test", "%c3%a9.test", "%E9.test", "a%E3%80%82test", "a\x7fb.test", "a\x01b.test", "",
		strings.Repeat("a", 63) + ".test", strings.Repeat("a", 64) + ".test", strings.Repeat("a.", 126) + "b", strings.Repeat("a.", 127) + "b", strings.Repeat("bc.", 85) + "d", "x" + strings.Repeat("ü", 57) + ".test", "x" + strings.Repeat("ü", 20) + ".test",
		"bücher.test", "BÜCHER.test", "bu\u0308cher.test", "straße.test", "STRASSE.test", "faß.de", "例え.テスト", "例え。テスト", "δοκιμή.test", "ΔΟΚΙΜΉΣ.test", "пример.test", "ПРИМЕР.test", "مثال.test", "דוגמה.test", "a.דוגמה", "1א.test", "א1.test", "हिन्दी.test", "क्\u200dष.test", "क्\u200cष.test", "ไทย.test", "한국.test", "\u1112\u1161\u11ab.test", "i❤.test", "☃.test", "😀.test", "👨\u200d👩.test", "xn--bcher-kva.test", "XN--BCHER-KVA.test", "xn--strae-oqa.test", "xn--a.test", "xn--.test", "xn--a-.test", "xn--bcher-kva.bücher", "xn--zca.test", "xn--0.test", "ａ.test", "Ａ。ｔｅｓｔ", "a.test", "①.test", "㎏.test", "a‥b.test", "a\u00adb.test", "\u0301a.test", "℀.test", "a／b.test", "a：80", "a？b.test", "a＃b.test", "a＠b.test", "a％41.test", "ẞ.test", "ŀ.test", "ı.test", "İ.test", "ǆ.test", "ﬁ.test", "\ufeffa.test", "a\u2060b.test", "a\u180eb.test", "Å.test", "·.test", "l·l.test", "゛.test", "〇.test", "\U0001f1e9.test", "\xffa.test", "\xed\xa0\x80.test",
		"1.2.3.4", "1.2.3", "1.2", "1", "1.2.3.4.", "1.2.3.4.5", "1.2.3.256", "1.2.3.4a", "1.2.65535", "1.16777215", "1.16777216", "4294967295", "4294967296", "0x7f000001", "0X7F.1", "0x", "0x.0x", "017.1", "08.1", "1.2.3.08", "0.0.0.0", "00.0.0.0", "127.0.0.1", "１.2.3.4", "①.2.3.4", "1。2。3。4", "1.2.3.%34", "a.1", "a.0x1", "a.09", "1..2", "+1.2.3.4", "-1", "1e3", "192.0.2.1",
		"[::1]", "[::]", "[1::]", "[1:2:3:4:5:6:7:8]", "[1:2:3:4:5:6:7]", "[1:2:3:4:5:6:7::]", "[::ffff:1.2.3.4]", "[::1.2.3.4]", "[::FFFF:1.2.3.256]", "[::01.2.3.4]", "[64:ff9b::1.2.3.4]", "[ABCD::Ef]", "[00001::]", "[::g]", "[:1]", "[::1", "::1]", "::1", "[[::1]]", "[::1]a", "a[::1]", "[1::2::3]", "[0:0:1:0:0:0:0:1]", "[fe80::1%25eth0]", "[fe80::1%eth0]", "[fe80::1%251]", "[fe80::1%1]", "[fe80::1%25]", "[fe80::1%]", "[fe80::1%25a%20b]", "[v1.a]", "[v1.a:b]", "[V1F.a!]", "[v.a]", "[1.2.3.4]", "[a.test]", "[%3a%3a1]", "[::1%5d]", "[]", "[ ::1]", "[::1]]", "[::１]",
	},
	{"", "", "", "", "", ":", ":80", ":443", ":8080", ":21", ":0", ":00", ":1", ":65535", ":65536", ":65616", ":99999", ":0080", ":00000000000000000080", ":4294967376", ":18446744073709551696", ":-1", ":+80", ": 80", ":80 ", ":8\t0", ":8_0", ":80a", ":a", ":0x50", ":８０", ":٨٠", ":80:90", "::80", ":%38%30", ":80\\", ":1e2", ":80.0"},
	{
		"", "", "/", "/", "/a", "/a/b", "/a//b", "//", "//a", "///", "/.", "/..", "/./", "/../", "/a/.", "/a/..", "/a/./b", "/a/../b", "/../a", "/a/../../b", "/...", "/..a", "/.a", "/%2e", "/%2E%2e/a", "/a/%2e%2e/b", "/a%2f..%2fb", "/a/..;/b", "/a;b=1/c;d", "/;", "/a;", "/a/;x=1/../b", "/\\", "/a\\..\\b", "\\a", "/a|b", "/a^b", "/a{b}c", "/{a}", "/a`b", "/<a>", "/\"a\"", "/a b", "/a ", "/ a", "/a%20b", "/a+b", "/a\tb", "/a\nb", "/a\rb", "/a\x01b", "/a\x7f", "/a%00b", "/%", "/%4", "/%zz", "/%41", "/%7e", "/%7E", "/%c3%a9", "/%C3%A9", "/%ff", "/%25", "/%2541", "/é", "/e\u0301", "/ü/ß", "/中", "/😀", "/\u00a0", "/\u200b", "/\u2028", "/\ufeff", "/\xff", "/a@b", "/u:p@a", "/a:b", "/:", "/[a]", "/~a", "/!$&'()*,=", "/C:/b", "/C|/b", "/c%3A/b", "/C:/../..", "/c:", "/C:b", "/http://b.test/c", "a@b.test", "a@b.test,c@d.test", "a", "a:b", ".", "..",
	},
	{"", "", "", "", "?", "?q", "?q=1", "?q=1&r=2", "?q=a b", "?q=a+b", "?q=%20", "?q=é", "?q=中&r=ß", "?q=😀", "?q=\xff", "?q=%ff", "?q=%", "?q=%zz", "?q='", "?q=\"", "?q=<>", "?q=`", "?q={}|^\\", "?q=[1]", "?a[]=1", "?q=a\tb", "?q=\n", "?q=\x00", "?q=\x7f", "??", "?q?r", "?q=/../", "?q=http://b.test/?c#d", "?&", "?=", "?q=;r", "?u@b.test", "?@", "?q=%2541", "?q=$!()*,", "?q=~-_."},
	{"", "", "", "", "", "#", "#f", "#f#g", "##", "#f?g", "#f/../g", "#é", "#中", "#f g", "#f\tg", "#%", "#%zz", "#%41", "#`", "#<>\"", "#{|}^\\", "#@b.test", "#\x00", "#\x7f", "#\xff", "#😀", " ", "\n", "\x00", "#f ", "#!/a", "#:~:text=a"},
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
