package main

import "strings"

// Corpus returns the URLs that every program is given: the same every time, all distinct. Each host
// is a name under .test or example.com, or an address, so that clients can be run where a resolver of
// ours answers.
func Corpus() []string {
	c := corpus{seen: map[string]bool{}}
	c.plain()
	c.seams()
	for _, class := range classes {
		for _, v := range class.variants {
			for _, context := range contexts {
				c.add(context.with(v))
			}
		}
	}
	c.pairs()
	c.joined(320)
	// What is added later comes last: a recording of a program that cannot be run any more
	// answers the URLs before it.
	c.more()
	return c.urls
}

// maxLength is the length in octets that no URL of the corpus reaches.
const maxLength = 400

type corpus struct {
	urls []string
	seen map[string]bool
}

func (c *corpus) add(p parts) { c.text(p.String()) }

func (c *corpus) text(s string) {
	if len(s) < maxLength && !c.seen[s] {
		c.seen[s] = true
		c.urls = append(c.urls, s)
	}
}

// parts are the places of a URL that a variant can change. They hold their delimiters.
type parts struct {
	before, scheme, colon, slashes, user, host, port, path, query, fragment, after string
}

func (p parts) String() string {
	return p.before + p.scheme + p.colon + p.slashes + p.user + p.host + p.port + p.path + p.query + p.fragment + p.after
}

func (p *parts) place(name string) *string {
	switch name {
	case "before":
		return &p.before
	case "scheme":
		return &p.scheme
	case "colon":
		return &p.colon
	case "slashes":
		return &p.slashes
	case "user":
		return &p.user
	case "host":
		return &p.host
	case "port":
		return &p.port
	case "path":
		return &p.path
	case "query":
		return &p.query
	case "fragment":
		return &p.fragment
	case "after":
		return &p.after
	}
	panic("readers: no place " + name)
}

// A variant is a place and what stands there, in which <> stands for what stood there before.
type variant struct{ place, text string }

func (p parts) with(v variant) parts {
	place := p.place(v.place)
	*place = strings.ReplaceAll(v.text, "<>", *place)
	return p
}

var (
	bare = parts{scheme: "http", colon: ":", slashes: "//", host: "a.test", path: "/"}
	full = parts{scheme: "http", colon: ":", slashes: "//", user: "u:p@", host: "a.test", port: ":8080", path: "/b/c", query: "?q=1", fragment: "#f"}
)

// contexts are what single variants are put into.
var contexts = []parts{bare, full}

// A class is a way in which URLs are made that programs read differently.
type class struct {
	name     string
	variants []variant
}

func in(place string, texts ...string) []variant {
	var out []variant
	for _, t := range texts {
		out = append(out, variant{place, t})
	}
	return out
}

var classes = []class{
	{"scheme", in("scheme", "HTTP", "hTtP", "https", "ftp", "file", "ws", "wss", "foo", "a+b-c.1", "1a", "+a", "ht_tp", "ht%74p", "javascript", "data", "mailto", "gopher", "jar:http", "url:http", "view-source:http", "blob:http", "httpé", "h", "")},
	{"colon", in("colon", "", "::", ":::", "%3A", "：", ";")},
	{"slashes", in("slashes", "", "/", "///", "////", "//////////", `\`, `\\`, `\/`, `/\`, `/\/`, `//\`, `\\\`, "/./", "//./", "/%2F", "%2F%2F", "／／", "//?", "//#", "//;")},
	{"backslash", append(in("host", `<>\`, `<>\@b.test`, `<>\\@b.test`, `<>\.b.test`, `<>\b.test`, `\<>`, `b.test\@<>`, `b.test\/@<>`, `b.test\\@<>`, `b.test\?@<>`, `b.test\#@<>`, `b.test:80\@<>`, `b.test/\@<>`, `127.0.0.1\@<>`, `<>\@127.0.0.1`, `[::1]\@<>`, `b.test\;@<>`, `b.test%5C@<>`, `b.test%5c%5c@<>`, `b.test＼@<>`), in("path", `\`, `\..\b`, `/\b.test`, `/b\..\c`)...)},
	{"at", append(in("user", "u@", "@", ":@", "u:@", ":p@", "u:p@b.test@", "b.test@", "b.test:80@", "b.test@b.test@", "a@b@c@", "@@", "b.test%40", "u%40b.test@", "b.test%2F@", "b.test/@", "b.test?@", "b.test#@", "b.test:80#@", "b.test;@", "b.test&@", "[::1]@", "u:p:q@", "%75:%70@", "é:é@", "b.test:a@c@", "＠", "b.test＠", "-@", "u%3Ap@", "u%00p@", "u p@", "u\tp@"), in("path", "/@b.test/", "@b.test/", ":@b.test/", "/u:p@b.test")...)},
	{"hash", in("host", "<>#", "<>#@b.test", "b.test#@<>", "<>#b.test", "b.test#<>", "#<>", "<>##", "<>#?b", "<>#\\@b.test", "<>:80#@b.test:81", "<>%23@b.test", "<>＃@b.test", "<>#/@b.test/", "b.test:80#@<>")},
	{"question", in("host", "<>?", "<>?@b.test", "b.test?@<>", "<>?b.test", "b.test?<>", "?<>", "<>??", "<>?#b", "<>?\\@b.test", "<>:80?@b.test:81", "<>%3F@b.test", "<>？@b.test", "<>?/@b.test/", "<>?a=/../b")},
	{"escape", in("host", "%61.test", "a%2etest", "a%2Etest", "%41.TEST", "a.tes%74", "a%252etest", "a%00.test", "a%00b.test", "a.test%00", "a.test%00.b.test", "a.test%2f", "a.test%2Fb.test", "a.test%2f.b.test", "a.test%5c.b.test", "a.test%3a80", "a.test%40b.test", "a.test%23b.test", "a.test%3fb.test", "a.test%20", "%20a.test", "a%20.test", "a.test%09", "a.test%0a", "a.test%0d%0ab.test", "a.test%25", "a%zz.test", "a%.test", "a%4.test", "%%61.test", "a.test%", "a.test%e3%80%82", "a%e3%80%82test", "%e4%be%8b.test", "%ff.test", "%c3.test", "%C3%A9.test", "%ED%A0%80.test", "%31%32%37.0.0.1", "127%2e0%2e0%2e1", "%5b::1%5d", "[%3a%3a1]", "%6c%6f%63alhost", "a.test%c2%ad", "a%c0%aetest", "%u0061.test", "a.test%7F", "%3Ca.test", "a%7Cb.test", "a%26.test", "a%3b.test")},
	{"host", in("host", "", "A.TEST", "a.test.", "a.test..", ".a.test", "..", ".", "a..test", "localhost", "LOCALHOST", "localhost.", "localhost.test", "a_b.test", "_a.test", "-a.test", "a-.test", "a--b.test", "*.test", "a,b.test", "a;b.test", "a'b.test", "a\"b.test", "a!b.test", "a$b.test", "a&b.test", "a(b).test", "a+b.test", "a=b.test", "a~b.test", "a<b.test", "a>b.test", "a^b.test", "a`b.test", "a{b}.test", "a|b.test", "[a.test]", "a.test]", "[a.test", "a[b].test", "a.test,b.test", "a.test;b.test", "a.test&b.test", "a.test b.test", "www.example.com", "example.com", "sub.www.example.org", strings.Repeat("a", 63)+".test", strings.Repeat("a", 64)+".test", strings.Repeat("abcdefg.", 32)+"test", "a.test:b.test", "a.test:80:81", "a.test::80", "a.test|b.test", "a.test'b.test", "0.test", "1.2.3.4.test", "0x7f.test", "test")},
	{"port", append(in("port", ":", ":0", ":00", ":1", ":80", ":080", ":0080", ":443", ":8080", ":65535", ":65536", ":65616", ":131152", ":4294967376", ":18446744073709551696", ":99999999999999999999", ":00000000000000000000080", ":a", ":80a", ":a80", ":-1", ":-80", ":+80", ":8 0", ": 80", ":80 ", ":8\t0", ":８０", ":٨٠", ":%38%30", ":80%20", ":0x50", ":1e2", ":80.0", ":80,81", ":80;81", ":80&", ":80=", ":80@", ":80@b.test", ":80@b.test:81", ":@b.test", ":\\@b.test", ":80\\@b.test", "::80", ":80:", ":80:81", ":80:@b.test", ":80#@b.test", ":80?@b.test", ":80/@b.test", "：80", "%3A80", ":80'", ":\x0080", ":80\x00", ":8\xff0", ":_80", ":8_0", ":0o120", ":0b1010000"), in("host", "<>:80", ":80", ":80@<>")...)},
	{"ipv4", in("host", "127.0.0.1", "127.0.0.2", "127.1", "127.0.1", "2130706433", "2130706433.", "0x7f000001", "0x7F.1", "0x7f.0x0.0x0.0x1", "0X7f.0.0.1", "017700000001", "0177.1", "0177.0.0.01", "0177.0.0.1", "00000177.0.0.1", "127.0.0.1.", "127.0.0.1..", "127.0.0.01", "127.0.0.08", "127.0.0.0x1", "127.0.0.256", "127.0.0.999", "127.0.256", "127.0.0.1.1", "127.0.0", "127", "0", "0.0.0.0", "00", "0x", "0x.0x.0", "127.0x", "127.0.0.", "127..1", ".127.0.0.1", "127.0.0.1a", "127.0.0.a", "a.127.0.0.1", "1.2.3.4.5", "127.65537", "127.16777216", "127.0.65536", "4294967296", "6425673729", "18446744073709551616", "0x17f000001", "040000000000", "0x7f.1.2.3.4", "383.256.256.257", "127.0.0.1%00", "127。0。0。1", "１２７.０.０.１", "①②⑦.⓪.⓪.①", "127．0．0．1", "٠", "127.0.0.1,", "127.0.0.1-", "127.0.0.1_", "127.0.0.-1", "127.0.0.+1", "127.0.0. 1", "127.0.0.1\t", "[127.0.0.1]", "127.0.0.1/32", "127.0.0.1.test", "0b1111111.0.0.1", "0o177.0.0.1", "127.0.0.1e0", "127.000.000.001", "127.0.0.0000000000000000001", "0x00000000000000000000007f000001", "127.0.0.1٠", "255.255.255.255", "256.256.256.256", "10.0.0.1", "169.254.169.254", "192.168.0.1", "0xa9fea9fe", "2852039166", "169.254.43518", "0251.0376.0251.0376")},
	{"ipv6", in("host", "[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[0000:0000:0000:0000:0000:0000:0000:0001]", "[00000::1]", "[::127.0.0.1]", "[::ffff:127.0.0.1]", "[::FFFF:7f00:1]", "[::ffff:127.1]", "[::ffff:0177.0.0.1]", "[::ffff:127.0.0.256]", "[::ffff:127.0.0]", "[::ffff:127.0.0.1.]", "[64:ff9b::127.0.0.1]", "[2002:7f00:1::]", "[::1", "::1]", "::1", "[::1]]", "[[::1]]", "[]", "[:]", "[:::]", "[::1::]", "[1:2:3:4:5:6:7:8]", "[1:2:3:4:5:6:7]", "[1:2:3:4:5:6:7:8:9]", "[1::2::3]", "[::g]", "[12345::]", "[::1%lo]", "[::1%25lo]", "[::1%251]", "[::1%]", "[::1%25]", "[fe80::1%25lo]", "[fe80::1%lo]", "[::1%2525lo]", "[::1%00]", "[::1%5d]", "[::1%0a]", "[::1 ]", "[ ::1]", "[::1]a", "[::1].test", "a[::1]", "[::1]80", "[::1]:80", "[::1]@a.test", "[::1]\\@a.test", "[::1@a.test]", "[a.test@::1]", "[::1]:80@a.test", "[a@::1]", "[v1.a]", "[v1.a:b]", "[vF.127.0.0.1]", "[v.a]", "[::１]", "［::1］", "[::1]/[::1]", "[::1#]", "[::1?]", "[::1/]", "[::1\\]", "[::1]%00", "[::1\t]", "[0::0::1]", "[::0x1]", "[-1::]", "[::1/128]", "[a.test]", "[127.0.0.1]", "[2001:DB8::1]", "[::1%25a%25b]", "[::1%25%6co]", "[::1%é]")},
	{"idna", in("host", "bücher.test", "BÜCHER.test", "xn--bcher-kva.test", "XN--BCHER-KVA.test", "bu\u0308cher.test", "straße.test", "STRASSE.test", "ẞ.test", "βόλος.test", "ΒΌΛΟΣ.test", "क्\u200dष.test", "a\u200cb.test", "a\u200db.test", "ａ.test", "ａ．test", "a。test", "a．test", "a｡test", "a.ｔｅｓｔ", "ℓocalhost", "ｌocalhost", "ⓛocalhost", "①.test", "½.test", "℀.test", "a℀b.test", "℁.test", "℅.test", "a℆b.test", "⩴.test", "a／b.test", "a？b.test", "a＃b.test", "a＠b.test", "a：80.test", "a％41.test", "ﬁ.test", "K.test", "ſ.test", "İ.test", "ı.test", "\u00ada.test", "a\u00adb.test", "\u00ad", "a\u2060b.test", "a\u034fb.test", "☃.test", "😀.test", "אב.test", "aאב.test", "1א.test", "a.אב.test", "\u202ea.test", "\u0301a.test", "xn--.test", "xn--a.test", "xn---.test", "xn--zca.test", "xn--é.test", "xn--bcher-kv.test", "xn--xn--a--gua.test", "xn--ls8h.test", "xn--1ug.test", "a_é.test", "-é.test", "é-.test", "ab--é.test", "é..test", "é.test.", ".é.test", "é.127.0.0.1", "⑯.test", "日本語.test", "日本語。test", "例え.example.com", "\ufffd.test", "\ufdd0.test", "\ue000.test", "\U000e0001.test", "\u2044.test", "a\u2215b.test", "a\u2488b.test", "⒈test", "\xff.test", "\xe9.test", "a\xc3.test", "\xed\xa0\x80.test", "\xc0\xae.test", "a\xc0\xaftest", "\xf4\x90\x80\x80.test", strings.Repeat("é", 60)+".test")},
	{"dots", in("path", "", "/..", "/.", "/../", "/./", "/a/..", "/a/../", "/a/./b", "/a/../b", "/a/../../b", "/../../../a", "/a//../b", "//..", "//../b", "/%2e", "/%2e%2e", "/a/%2E%2E/b", "/a/.%2e/b", "/a/%2e./b", "/a/..%2fb", "/a/%2e%2e%2fb", "/a/..%5cb", `/a/..\b`, `/..\..\b`, "/a/%252e%252e/b", "/a/..;/b", "/a/..;x=y/b", "/a/;/../b", "/a/...", "/a/.../b", "/..%00/b", "/a/..%00", "/.hidden", "/..a", "/a/. /b", "/a/.. /b", "/a/..\t/b", "/a/．．/b", "/a/%ef%bc%8e%ef%bc%8e/b", "/a/%c0%ae%c0%ae/b", "/a/.\t./b", ".", "..", "./b", "../b", ";/../b", "/a/b/../../..", "/a/../..")},
	{"path", in("path", "/a b", "/a%20b", "/a+b", "/a%2Fb", "/a%2fb", "/a;b", "/a;b=c", "/a;b=c/d;e", "/;", ";a", ";a@b.test/", ";", "//", "///a", "/a//b", "//b.test", "//b.test/c", "/http://b.test/", "/a:b", ":b", "/é", "/%C3%A9", "/%c3%a9", "/%E9", "/\xe9", "/\xff", "/a%", "/a%zz", "/a%4", "/%41", "/~", "/%7E", "/%00", "/a%00b", "/a%0d%0ab", "/a<b>", "/a\"b", "/a{b}", "/a|b", "/a^b", "/a`b", "/[a]", "/a'b", "/*", "/a,b", "/!$&'()*+,;=:@", "/%25", "/%2525", "/%u0041", "/日本", "/😀", "/\u202e", "/a\u0308", "/a\u00a0b", "/a&b", "/a=b", "/%", "/%%", "/%%20")},
	{"query", in("query", "?", "??", "?a", "?a=b&c=d", "?a=b;c", "?a b", "?a+b", "?a%20b", "?é", "?%C3%A9", "?\xe9", "?\xff", "?a%", "?a%zz", "?a/b", "?/../b", "?a:b@c", "?@b.test", "?http://b.test/", "?a'b", "?a\"b", "?a<b>", "?a\\b", "?a[b]=c", "?a{b}", "?a|b", "?a^b", "?a`b", "?%00", "?a\x00b", "?%0d%0a", "?a#b?c", "?=", "?&", "?a=b?c=d", "?日本", "?%2f%2e%2e", "？a", "%3Fa", "?-")},
	{"fragment", in("fragment", "#", "##", "#a", "#a#b", "#a b", "#é", "#%C3%A9", "#\xff", "#a%", "#a?b", "#/../b", "#@b.test", "#//b.test/", "#\\@b.test", "#%00", "#a\x00b", "#a<b>`", "#!/a", "＃a", "%23a", "#-", "#a[b]{c}|^")},
	{"white", append(in("before", " ", "  ", "\t", "\n", "\r", "\x0b", "\x0c", "\x00", "\x01", "\x1b", "\x1f", "\x7f", "\u0085", "\u00a0", "\u200b", "\u2028", "\u3000", "\ufeff", "\x80", "%20", "<", "\"", "URL:"), in("after", " ", "  ", "\t", "\n", "\r\n", "\x0b", "\x0c", "\x00", "\x01", "\x1b", "\x1f", "\x7f", "\u0085", "\u00a0", "\u200b", "\u2028", "\u3000", "\ufeff", "\x80", "%20", ">", "\"", "%00", " \x00 ", " x", "\n\n", "\nHost: b.test", " HTTP/1.1")...)},
}

// seams are the places where an octet can stand between or within the parts of a URL.
var seams = []string{
	"<>http://u:p@a.test:80/b?q#f",
	"ht<>tp://a.test/b",
	"http<>://a.test/b",
	"http:<>//a.test/b",
	"http:/<>/a.test/b",
	"http://<>a.test/b",
	"http://<>@a.test/b",
	"http://u<>:p@a.test/b",
	"http://u:p<>@a.test:80/b",
	"http://u@<>a.test/b",
	"http://b.test<>@a.test/b",
	"http://a<>b.test/b",
	"http://a<>.test/b",
	"http://a.test<>/b",
	"http://a.test<>:80/b",
	"http://a.test:<>80/b",
	"http://a.test:8<>0/b",
	"http://a.test:80<>/b",
	"http://a.test<>.b.test/b",
	"http://a.test/<>b",
	"http://a.test/b/<>../c",
	"http://a.test/b/.<>./c",
	"http://a.test/b<>?q",
	"http://a.test/b?q<>r",
	"http://a.test/b?q<>#f",
	"http://a.test/b#f<>g",
	"http://127.0.0.1<>@a.test/",
	"http://127.0.0.1<>",
	"http://[::1<>]/",
	"http://[::1]<>/",
	"http://a.test<>",
}

// atSeams stand at every seam; someSeams at some only, by turns.
var (
	atSeams   = []string{"\t", "\n", "\r", " ", "\x00", "\x0b", "\x1f", "\x7f", "\xff", "\\", "/", "@", "#", "?", ":", ";", "%00", "%0a", "%20", "%2f", "%5c", "%", "\u00a0", "\u00ad", "\u3000", "\u3002"}
	someSeams = []string{"\x01", "\x08", "\x0c", "\x1b", "\x0e", "\x80", "\xc3", "\u0085", "\u200b", "\u200d", "\u2028", "\ufeff", "\uff0f", "\uff3c", "\uff20", "\uff1a", "\uff03", "\uff1f", "\uff0e", "\uff05", "\uff11", "\u2100", "\ufffd", "é", "😀", "%09", "%0d", "%0d%0a", "%23", "%25", "%2e", "%3a", "%3f", "%40", "%5b", "%7f", "%c2%a0", "%ff", "%e3%80%82", "%zz", "%4", "[", "]", "<", ">", "\"", "'", "`", "{", "}", "|", "^", "&", "=", "+", ",", "!", "$", "(", "*", "~", "_", "-", ".", "\r\n", "\\\\", "\\@", "@@", "//", "#@", "?@", ";@"}
)

func (c *corpus) seams() {
	put := func(seam, s string) { c.text(strings.ReplaceAll(seam, "<>", s)) }
	for _, seam := range seams {
		for _, s := range atSeams {
			put(seam, s)
		}
	}
	for i, s := range someSeams {
		for k := range 7 {
			put(seams[(i*5+k*9)%len(seams)], s)
		}
	}
}

// pairs adds URLs in which two classes meet, two for every pair in either order.
func (c *corpus) pairs() {
	turn := 0
	for i := range classes {
		for j := range classes {
			if i == j {
				continue
			}
			a, b := classes[i].variants, classes[j].variants
			for k := range 2 {
				turn += 7
				c.add(meet(contexts[k], a[(turn*3)%len(a)], b[(turn*5+k)%len(b)]))
			}
		}
	}
}

// meet returns a URL with both variants. Of two hosts the first stands before an @, and of two texts
// for another place one follows the other.
func meet(context parts, a, b variant) parts {
	if a.place == b.place && !strings.Contains(b.text, "<>") {
		if a.place == "host" {
			b.text = "<>@" + b.text
		} else {
			b.text = "<>" + b.text
		}
	}
	return context.with(a).with(b)
}

// plain adds URLs that every program should read alike.
func (c *corpus) plain() {
	hosts := []string{"a.test", "www.example.com", "127.0.0.1", "[::1]"}
	for i, scheme := range []string{"http", "https"} {
		for j, host := range hosts {
			for k, port := range []string{"", ":80", ":443", ":8080"} {
				for l, rest := range []string{"", "/", "/index.html", "/a/b/c.html", "/a/?q=1", "/a?q=1&r=two", "/a#top", "/a/b?q=%20x#y", "/%7Euser/", "/a/b/", "?q", "#f"} {
					if (i+j+k+l)%3 == 0 {
						c.text(scheme + "://" + host + port + rest)
					}
				}
			}
		}
	}
	for _, s := range []string{
		"", "a", "/", "//", "a.test", "a.test/b", "a.test:80", "a.test:80/b", "www.example.com", "localhost:8080", "127.0.0.1", "127.0.0.1:80/a", "[::1]:80", "//a.test/b", "///a.test/b",
		`\\a.test\b`, `/\a.test`, "/a/b", "/a?b#c", "?q", "#f", "u@a.test", "u:p@a.test", "http", "http:", "http:/", "http://", "http:///", "http://a.test:80", "http:a.test", "http:/a.test", "https:a.test/b",
		"mailto:u@a.test", "mailto:u@a.test?subject=x", "urn:example:a", "tel:+1", "data:text/plain,a", "javascript:alert(1)", "about:blank", "file:///a/b", "file://a.test/b", "file:/a", "file://localhost/a", `file:\\a.test\b`,
		"ftp://u:p@a.test/a;type=i", "ftp://a.test:21/", "ssh://u@a.test/", "git+ssh://u@a.test:22/a.git", "ldap://a.test/dc=a?b?c", "jdbc:mysql://a.test:3306/b", "redis://:p@a.test:6379/0", "foo:a", "foo:/a", "foo://a.test/b", "foo:///b", "foo://", "ws://a.test/", "wss://a.test:443/",
		"http://example.com/?a=http://b.test/", "http://a.test/b.test@c", "http://a.test/#@b.test", "http://a.test?q@b.test", "http://sub.a.test/", "http://A.Test/A", "http://a.test./",
		"http://a.test/" + strings.Repeat("a/", 150), "http://" + strings.Repeat("a.", 100) + "test/", "http://" + strings.Repeat("u", 200) + "@a.test/",
	} {
		c.text(s)
	}
}

// joined adds n texts that are joined from pieces.
func (c *corpus) joined(n int) {
	starts := []string{"http://", "http://", "http://", "https://", "http:", "http:/", "http:///", `http:\\`, "//", "", "ftp://", "foo://", "HTTP://"}
	pieces := []string{"a.test", "b.test", "127.0.0.1", "[::1]", "u", "p", ":", ":", "@", "@", "/", "/", "\\", "?", "#", ".", "..", "%2e", "%", "%41", "%zz", "%00", "%2f", "%5c", "80", "0", "0x7f.1", "[", "]", "é", "。", "\u00ad", " ", "\t", "\n", "\x00", ";", "&", "=", "+", "'", "\"", "<", "|", "^", "xn--", "-", "_", "~", "\xff", "：", "＠", "::"}
	state := uint32(29)
	next := func(n int) int {
		state ^= state << 13
		state ^= state >> 17
		state ^= state << 5
		return int(state % uint32(n))
	}
	for want := len(c.urls) + n; len(c.urls) < want; {
		s := starts[next(len(starts))]
		for range 3 + next(8) {
			s += pieces[next(len(pieces))]
		}
		c.text(s)
	}
}

// schemes are those that some client or parser knows by name, and some that none does.
var schemes = []string{
	"dict", "file", "ftp", "ftps", "gopher", "gophers", "http", "https", "imap", "imaps", "ldap", "ldaps", "mqtt", "mqtts", "pop3", "pop3s", "rtmp", "rtmpe", "rtmps", "rtmpt", "rtmpte", "rtmpts", "rtsp", "scp", "sftp", "smb", "smbs", "smtp", "smtps", "telnet", "tftp", "ws", "wss",
	"acap", "coap", "coaps", "dav", "davs", "dns", "finger", "git", "git+ssh", "ipp", "irc", "ldapi", "mms", "mysql", "news", "nfs", "nntp", "pop", "postgres", "redis", "rsync", "rtspu", "s3", "sip", "sips", "snews", "snmp", "socks5", "ssh", "svn", "udp", "unix", "vnc", "wais", "xmpp",
}

// more adds plain URLs of every scheme, and the classes that were found later.
func (c *corpus) more() {
	for i, s := range schemes {
		c.text(s + "://a.test/b")
		if i%3 == 0 {
			c.text(strings.ToUpper(s) + "://127.0.0.1/")
		} else if i%3 == 1 {
			c.text(s + "://b.test:8080")
		}
	}
	for _, class := range later {
		for _, v := range class.variants {
			for _, context := range contexts {
				c.add(context.with(v))
			}
		}
	}
	for _, u := range wholes {
		c.text(u)
	}
}

var later = []class{
	{"glob", append(in("path", "/{b,c}", "/{b}", "/{}", "/{b", "/b}", "/{b,{c}}", "/{b,[1-2]}", "/{b]}", "/{b\\,c}", "/\\{b\\}", "/\\[b\\]", "/\\b", "/[1-3]", "/[01-10]", "/[1-9:2]", "/[3-1]", "/[1-3:9]", "/[1-1]", "/[1-1:2]", "/[1-]", "/[-1]", "/[1]", "/[a-c]", "/[a-z:5]", "/[a-Z]", "/[A-z]", "/[c-a]", "/[a-a]", "/[ab-c]", "/[a-c", "/a-c]", "/[]", "/[::1]", "/[1-2][3-4]", "/{b,c}{d,e}", "/[1- 3]", "/[99999999999999999999-2]", "/{,b}", "/{b,}"), in("host", "{a,b}.test", "{a.test,b.test}", "[1-2].test", "a[b-c].test", "[::1]", "[a.test]", "127.0.0.[1-2]", "{127.0.0.1}", "\\{a.test\\}")...)},
	{"dot", in("host", "127.0.0.2.", "127.1.", "0x7f.0.0.1.", "0x7f000001.", "017700000001.", "127.0.0.2..", "1.2.3.4.", "256.1.1.1.", "1.2.3.4.5.", "b.test.", "xn--bcher-kva.test.", "bücher.test.", "a.1.", "0x.", "1.", "[::1].", "127.0.0.2%2e", "127.0.0.2。")},
	{"age", in("host", "a\u180eb.test", "\u180e.test", "\u04c0.test", "a\u10a0.test", "\u2132.test", "a\u115fb.test", "\u3164.test", "\uffa0.test", "\u17b4.test", "a\u2064b.test", "\u206a.test", "\U0001d173.test", "\ua7d0.test", "\ua7cb.test", "\u1c89.test", "\u1e9e.test", "\U0002f868.test", "\u3002.test", "\u2183.test", "\u09be.test", "a\u05bfb.test", "\U00010d50.test", "\U0001e030.test", "\u4dae.test", "\U0001ccd6.test", "a\ufe0fb.test", "\U000e0020.test")},
}

// wholes are URLs in which the scheme decides what the rest is.
var wholes = []string{
	"file:///C:/", "file:///C:/a/../..", "file:///C|/a/../..", "file:C:/a", "file:C|/a/..", "file:/C:/..", "file://C:/a", "file://c|/a", "file:///c:", "file:///C:?q", "file:///C:#f", "file:///C%3A/..", "file:///C%7C/..", "file:///a/C:/..", "file:///C:/D:/..", "file://a.test/C:/..", "file://a.test/C|/../..",
	"file://localhost/C:/a", "file:////C:/a", "file://///a", "file:///C:a/..", "file:///CC:/..", "file:///1:/..", "file:\\C:\\a", "file:///C:\\..\\a", "file:///C:/./a", "file:///./C:/../a", "file:C:", "file:///C:/..?q", "file://C:", "file:///C:/%2e%2e/a",
	"foo:/..", "foo:/.", "foo:/../a", "foo:/.//a", "foo:/..//a", "foo:/a/..//b", "foo:/a/../..//b", "foo:///..", "foo:////..", "foo://a.test/..", "foo://a.test/../", "foo://a.test/a/../..", "foo://a.test//../", "foo://a.test/.//a", "foo:/a/%2e%2e", "foo:/%2e//a", "foo:..", "foo:../a", "foo:./a", "foo:a/..", "foo://a.test?/..", "foo://a.test#/..",
	"foo:a ?q", "foo:a  ?q", "foo:a #f", "foo:a  #f", "foo:a ", "foo: a", "foo: ?q", "foo: #f", "foo:a b?q r#f g", "foo:a\x00?q", "foo:/a ?q", "foo://a.test ?q", "foo:a %20?q", "foo:é ?q", "javascript:a ?q", "data:a #f", "mailto:a@b.test ?subject=x",
	"http://a\u0b55b.test/", "http://a\u0b55b.test:80/", "smb://u:p@a.test/b/c", "smb://a.test/b/c", "smbs://a.test/b\\c", "ldap://a.test/dc=a?b?sub", "ldap://u:p@a.test/", "ldap://u@a.test/", "ldaps://[::1]/dc=a??one?(a=b)", "ldap://a.test/a?b?c?d?e?f", "ldap://a.test?a", "rtmpt://a.test/b/c?d",
	"http://[V1F.a]/", "http://[fe80::1]/", "http://[fe80::1%251]/", "http://[fe80::1%2]/",
	"HTTPS://a.test/b", "HttpS://a.test:8080/b", "hTTps://a.test:80/", "FTPS://a.test/b", "ftp://[::1]/a", "ftp://::1:80/a", "ftp://1.2.3.4.5/a", "ftp://1.16777216/a", "ftp://a.test/b%0ac", "ftp://a.test/%ff",
	"http://[::1]:+80/", "http://[::1]:８０/", "http://u@[::1]:-1/", "http://:-1/a", "http://[::%lo]/", "http://u@v@b.test]/a", "file://u:p%zz@127.1:65616/a", "//[::1]:00/a", "http://:\u200d@a.test/", "http://[[::1]]:8080/#f",
	"a.test:b", "u:p@a.test/b", "http//u:p@a.test/b", "http//a.test:80/b", "http://é/é", "http://aé/é", "http://a.test:/b?c", "http://a.test/?b=2&a=1&b=3&c&=d&e[]=f", "mailto://a.test", "./http://a.test/../b",
}
