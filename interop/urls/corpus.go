package main

import (
	"fmt"
	"strings"
)

// A Case is a text and the base that it is parsed with, if any.
type Case struct {
	Input string
	Base  *string
}

// Corpus returns what browsers are asked: the same every time.
func Corpus() []Case {
	c := corpus{seen: map[string]bool{}}
	c.traps()
	c.schemes()
	c.hosts()
	c.addresses()
	c.ports()
	c.dots()
	c.characters()
	c.files()
	c.references()
	c.random(1500)
	return c.cases
}

type corpus struct {
	cases []Case
	seen  map[string]bool
}

func (c *corpus) add(format string, args ...any) {
	c.resolve("", fmt.Sprintf(format, args...))
}

// resolve adds an input with a base; there is none when base is empty.
func (c *corpus) resolve(base, input string) {
	key := base + "\x00\x00" + input
	if c.seen[key] {
		return
	}
	c.seen[key] = true
	if base == "" {
		c.cases = append(c.cases, Case{Input: input})
		return
	}
	c.cases = append(c.cases, Case{Input: input, Base: &base})
}

// traps adds what implementations of the Standard get wrong most easily.
func (c *corpus) traps() {
	for _, t := range [][2]string{
		{"https://h/a/b", "https:foo"},
		{"http://h/a/b", "https:foo"},
		{"", `http:\\\\h\a?\#\`},
		{"", `foo:\\h\a`},
		{"foo://h/x", "///p"},
		{"", "http://a:b@c:d@h/"},
		{"", "http://:@h:80/"},
		{"", "foo://u@/x"},
		{"", "http://h:/?"},
		{"", "http://h:8 0/"},
		{"", "http://h:00000000000000000065535/"},
		{"", "http://h/a/.%2E/%2e/b/%2E%2e"},
		{"", "http://h/..%2f..%5c"},
		{"", "foo:/a/..//b"},
		{"", "file:///C:/../.."},
		{"", "file://C|/x"},
		{"file:///C:/a", "/x"},
		{"file://h/D:/x", "C|"},
		{"file://h/D:/y", "/C|/x"},
		{"", "file://%6cocalhost:80/"},
		{"", "file://LOCALHOST/"},
		{"", "data: x  ?#"},
		{"mailto:a?b#c", "#f"},
		{"", "http://0x7F.1."},
		{"", "http://a.0x"},
		{"", "http://1.."},
		{"", "http://%30%78.１"},
		{"", "http://[1:0:0:2::1.2.3.4]"},
		{"", "http://[1::2:3:4:5:6:7:8]"},
		{"", "http://xn--a.ex%41mple"},
		{"", "http://xn--a.é"},
		{"", "http://a\u00adb。c。"},
		{"", "http://\u00ad"},
		{"", "http://a_b!\"$&'()*+,;=`{}~"},
		{"", "foo://A%7f%zz\"`{}é"},
		{"", "http://h/^|`{}'\"?^|`{}'\"#^|`{}'\""},
		{"", "foo:/^|`{}'\"?^|`{}'\"#^|`{}'\""},
		{"", "foo:^|`{}'\" <"},
		{"", "http://h/%?%zz#%"},
		{"", " \x00ht\x00atp://h\t/a\r \x1f"},
		{"", " \x00ht\ttp://h\t/a\r \x1f"},
	} {
		c.resolve(t[0], t[1])
	}
}

func (c *corpus) schemes() {
	schemes := strings.Fields(`http https ws wss ftp file HTTPS fIlE foo FOO a a+b-c.1 javascript data mailto blob about view-source urn tel
		chrome chrome-extension moz-extension resource filesystem ssh git gopher ldap intent 1a -a .a é ht%74p http%3A foo_bar`)
	rests := []string{
		"", "/", "//", "///", "////", "h", "/h", "//h", "///h", "////h/p", "//h/p?q#f", `\\h\p`, `/\h`, `\/h`, `\h`, "//u:p@h:80/", "//h:443/", "//h:21",
		"?q", "#f", "?", "#", "//h?q", "//h#f", "//h?", "//h#", "//h:", "//:80", "//:80/p", "//u@", "//u@/p", "//@h", "//:@h", "//@", "//u:@h", "//:p@h",
		"/../a/./b", "//h/..", "//H/A", "//é/é", "//%41/%41", "//[::1]:80/", "//1.2/", "//h/a b", "//h h/", " x", "x y ?q r #f g", "a@b,c@d?subject=é",
		"https://h:443/p", "/.//p", "/..//p", ".", "..", "//./p", "//../p",
	}
	for _, s := range append(schemes, "") {
		for _, r := range rests {
			c.add("%s", s+":"+r)
		}
	}
}

func (c *corpus) hosts() {
	for _, h := range []string{
		"EXAMPLE.com", "a.b.", ".a", ".", "..", "a..b", "a.", "-", "-a", "a-", "a--b", "ab--c", "_", "a_b", "*", "*.h", "!$&'()+,;=~", "%", "%4", "%zz", "%%41", "%25", "%2525",
		"%41%2e%42", "%C3%A9", "%c3", "%e9", "%FF", "%ED%A0%80", "%F4%90%80%80", "%EF%BC%8E", "a%00b", "a%20b", "a%2Fb", "a%3ab", "a%40b", "a%5bb", "a%5db", "a%7cb", "a%7fb",
		"bücher.example", "BÜCHER", "b%C3%BCcher", "bu\u0308cher", "straße", "STRASSE", "ẞ", "σς", "βόλος", "a\u200db", "a\u200cb", "क्\u200dष", "نامه\u200cای", "\u200d", "\u200c",
		"日本語。jp", "a。b", "a．b", "a｡b", "ａｂ", "Ａ", "①", "½", "℡", "ﬁ", "Ⅷ", "ſ", "K", "Å", "ı", "İ", "I", "≠", "≮", "≯", "=\u0338", "<\u0338", "a\u0338", "\u0301a", "a\u0301", "\u00ad", "a\u00adb",
		"\u2060a", "a\u034fb", "\ufe0fa", "☃", "☃.net", "😀", "😀️", "❤️", "👨‍👩‍👧", "אב", "אבa", "aאב", "א1", "1א", "א-1", "עב.a", "a.עב", "٠", "٠א", "۰", "۰א٠", "\u0660a", "ש\u0301", "\u202ea", "\u200fa",
		"·", "l·l", "·a", "・", "ア・", "a・b", "׳", "א׳", "͵", "͵α", "゠", "〃", "𐐀", "𐐨", "\U0002F868", "\U00010FFF", "\U000E0001", "\u0378", "\uE000", "\uFDD0", "\uFFFD", "\uFFFE", "\uFEFFa", "\U0001E900", "Ა", "ა", "Ꭰ", "ꭰ", "ↄ", "Ↄ", "㋿", "\U0001F170", "\u1806a", "ᴀ", "ΐ", "ϴ", "Ω", "\u2F1A", "\u3002", "\uFF61a", "¨", "´", "ª", "º", "²", "³", "µ", "¼", "ĳ", "ŀ", "ŉ", "ǆ", "ʰ", "\u0340", "\u0343", "\u17b4", "\u115f", "\u1160a", "\u3164", "\uffa0", "\u2028", "\u3000", "\u1680", "\u00a0", "\u00a0a", "\u2000", "\u200b", "a\u200bb", "\u2061", "\u2044", "\u2215", "℀", "℅", "⒈", "⒈com", "🄀", "？", "／", "＃", "＠", "：", "［", "％", "％41", "＼", "＜",
		"xn--", "xn--a", "xn--a-", "xn---", "xn--a.é", "xn--bcher-kva", "XN--BCHER-KVA", "xn--Bcher-Kva", "xn--bcher-kv", "xn--bcher-kva.é", "xn--strae-oqa", "xn--zca", "xn--3xa", "xn--nxasmq6b", "xn--80ak6aa92e", "xn--ls8h", "xn--pokxncvks", "xn--55qw42g", "xn--0000", "xn--abc-", "xn--abc.com", "xn--ASCII-", "xn--unicode-", "xn--xn---epa", "xn--xn--a--gua.pt", "xn--1ug", "xn--0ug", "xn--a-yoc", "xn--tiq49xqyj", "xn--n3h", "xn--jxalpdlp", "xn--m-0ga", "xn--99999", "xn--é", "xn--é.com", "é.xn--a", "xn--ö-", "xn--%C3%A9", "%58n--a", "xn--j1b", "xn--4ca0bs", "xn--u-ccb", "xn--weiarg-fta", "xn--53hx", "xn--e28h",
		"aa--é", "é--a", "-é", "é-", "a.-é", "ab--é.c", "é.", "é..", ".é", "é..é", "é.com.", "1.é", "é.1", "é.0x1", "é.1.", "localhost", "LOCALHOST", "localhost.", "ｌocalhost", "%6cocalhost",
		strings.Repeat("a", 63), strings.Repeat("a", 64), strings.Repeat("a", 254), strings.Repeat("a.", 127), strings.Repeat("a.", 130) + "b", strings.Repeat("é", 57), strings.Repeat("é", 64), strings.Repeat("é.", 80), "é." + strings.Repeat("a", 64),
	} {
		for _, form := range []string{"http://%s/", "foo://%s/", "file://%s/"} {
			if form == "http://%s/" || len(h) < 12 {
				c.add(form, h)
			}
		}
	}
	for i := range 256 {
		c.add("http://a%%%02Xb/", i)
		if i < 128 {
			c.add("foo://a%%%02xb/", i)
		}
	}
	for _, u := range []string{"u", "u:", ":p", "u:p", "u:p:q", "u@v", "u@v:p@q", "%40:%3a", "é:☃", "/", `\`, "?", "#", "u:/p", "[", "u;v=w", "", ":", "::", "@", "%", "%zz", "u\tv", "\u00ad"} {
		for _, form := range []string{"http://%s@h/", "foo://%s@h/", "file://%s@h/", "http://%s@/", "http://%s@:80/"} {
			c.add(form, u)
		}
	}
}

func (c *corpus) addresses() {
	for _, n := range []string{"0", "00", "1", "01", "08", "09a", "0x", "0X", "0xF", "0XfF", "0xg", "010", "255", "256", "65535", "65536", "16777216", "4294967295", "4294967296", "0xFFFFFFFF", "0x100000000", "037777777777", "040000000000", "99999999999999999999999", "", "1a", "-1", "+1", "1e1", "１", "%31", "٣", "0x1p", "0b1"} {
		for _, form := range []string{"%s", "%s.", "%s..", "1.%s", "%s.1", "1.2.%s", "1.2.3.%s", "1.%s.3.4", "1.2.3.4.%s", "1.2.3.4.5.%s", "a.%s", "%s.a", "a.b.%s.", "..%s"} {
			c.add("http://"+form+"/", n)
		}
		c.add("foo://1.2.3.%s/", n)
		c.add("file://1.%s/", n)
	}
	for _, a := range []string{
		"", ":", "::", ":::", "::1", "1::", "1::2", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "1::2:3:4:5:6:7:8", "1:0:0:2:0:0:0:3", "1:0:0:2:0:0:3:4", "0:0:0:0:0:0:0:0",
		"0:1:0:1:0:1:0:1", "1:0:1:0:1:0:1:0", "0:0:1:0:0:0:1:1", "00001::", "0001::", "12345::", "g::", "G", "1:2", "1", "::1::", "1::2::3", ":1", "1:", "::1:", "2001:DB8::A", "::ffff:1.2.3.4", "::1.2.3.4", "1.2.3.4", "::1.2.3", "::1.2.3.4.5",
		"::1.2.3.256", "::1.2.3.04", "::1.2.3.0", "::00.0.0.0", "::.1.2.3", "::1..2.3", "::1.2.3.", "1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:7:1.2.3.4", "1:2:3:4:5:1.2.3.4", "::1.2.3.4:5", "::0x1", "::1%eth0", "::1%25eth0", "fe80::1%25", "::1 ", " ::1", "::%31", "::１",
		"v1.a", "::1]", "[::1", "::1]x", "::1]]", "::1/64", "::-1", "::1\t", "::é",
	} {
		c.add("http://[%s]/", a)
		c.add("foo://[%s]/", a)
	}
	for _, s := range []string{"http://[::1", "http://::1]/", "http://[::1]:/", "http://[::1]80/", "http://a[::1]/", "http://[::1]a/", "file://[::1]/", "file://[::1]:80/", "http://%5b::1%5d/", "http://[[::1]]", "foo://[::1", "foo://::1]/", "foo://a]/", "foo://[/", "http://[/", "http://]/"} {
		c.add("%s", s)
	}
}

func (c *corpus) ports() {
	for _, p := range []string{"", "0", "00", "1", "21", "80", "080", "443", "65535", "65536", "0000000080", "8 0", " 80", "80 ", "8%30", "８０", "٨", "-1", "+1", "1e3", "80a", "a", "a80", ":80", "80:", "80@h", "99999999999999999999", "8\t0", "0x50", "4294967376", "80\\x", "80?", "80#", "1.0"} {
		for _, s := range []string{"http", "https", "ws", "wss", "ftp", "foo", "file"} {
			c.add("%s://h:%s/", s, p)
		}
	}
}

func (c *corpus) dots() {
	segments := []string{".", "..", "%2e", "%2E", ".%2e", "%2e.", "%2E%2e", "...", "%2e%2e%2e", "%252e", "a", "", ".a", "..\t", "%2", "․", "．"}
	for _, a := range segments {
		for _, prefix := range []string{"http://h/", "foo://h/", "foo:/", "foo:", "file:///", "file:///C:/", "file://h/", "http:", "data:/", `http://h\`} {
			c.add("%s", prefix+a)
			c.add("%s", prefix+a+"/")
			c.add("%s", prefix+a+"?q/../r")
			c.add("%s", prefix+"x/y/"+a+"#/../f")
		}
		for _, b := range segments {
			c.add("http://h/x/%s/%s", a, b)
			c.add("foo:/%s/%s/b", a, b)
		}
	}
}

func (c *corpus) characters() {
	all := []rune{0, 1, 8, 9, 0xA, 0xB, 0xC, 0xD, 0x1B, 0x1F, 0x7F, 0x80, 0x85, 0xA0, 0xAD, 0xE9, 0x100, 0x200B, 0x2028, 0x20AC, 0x3042, 0xE000, 0xFDD0, 0xFEFF, 0xFFFD, 0xFFFE, 0xFFFF, 0x1F308, 0xE0001, 0x10FFFF}
	for r := rune(' '); r < 0x7F; r++ {
		all = append(all, r)
	}
	for _, r := range all {
		for _, form := range []string{
			"http://a%cb@h/", "http://u:a%cb@h/", "http://a%cb/", "http://h:8%c1/", "http://h/a%cb", "http://h/?a%cb", "http://h/#a%cb",
			"foo://a%cb@h/", "foo://a%cb/", "foo:/a%cb", "foo:/?a%cb", "foo:/#a%cb", "foo:a%cb", "foo:?a%cb", "foo:#a%cb",
			"file://a%cb/", "file:///a%cb", "a%cb://h/", "htt%cp://h/", "%chttp://h/a", "http://h/a%c", "foo:a%c", "foo:a%c?q", "foo:a#b%c", "ws://h/?%c", "javascript:%c", "http:%c/h", "http:/%ch",
		} {
			c.resolve("", strings.ReplaceAll(form, "%c", string(r)))
		}
	}
	for i := range 256 {
		c.add("http://h/%%%02x?%%%02X#%%%02x", i, i, i)
	}
	for _, e := range []string{"%", "%2", "%zz", "%%", "%%20", "%u0041", "%2%35"} {
		for _, form := range []string{"http://%s@h/", "http://h/%s", "http://h/?%s", "http://h/#%s", "foo:%s", "foo:/%s", "foo://%s/", "data:,%s"} {
			c.add(form, e)
		}
	}
}

func (c *corpus) files() {
	letters := []string{"C:", "C|", "c:", "CC:", "C%3A", "C%7C", "%43:", "1:", "é:", "C", "C:D", "C||"}
	for _, d := range letters {
		for _, form := range []string{
			"file:%s", "file:/%s", "file://%s", "file:///%s", "file:////%s", "file://h/%s", "file:%s/x", "file:/%s/x", "file://%s/x", "file:///%s/x", "file:///%s/..", "file:///%s/../x", "file:///x/../%s/../..", "file:///%s?q", "file:%s#f", `file:\\%s\x`, `file:/\%s\..`, "file://localhost/%s/x", "file:///./%s/..",
			"file:///a/%s/..", "http://h/%s/..", "foo:///%s/..", "%s/x",
		} {
			c.add(form, d)
		}
		for _, base := range []string{"file:///D:/a/b", "file://h/D:/a", "file:///a/b", "file:///D:", "file:///D:/", "http://h/D:/a"} {
			for _, form := range []string{"%s", "%s/", "%s/x", "/%s", "/%s/x", "//%s/x", "///%s/x", "./%s", "../%s", "../../../%s/..", "file:%s", "file:/%s", "%s?q"} {
				c.resolve(base, fmt.Sprintf(form, d))
			}
		}
	}
}

func (c *corpus) references() {
	refs := []string{
		"", " ", "/", "//", "///", "////", `\`, `\\`, `\\x`, `/\x`, "x", "x/y", "./x", "../x", "../../../x", ".", "..", "./", "../", "%2e", "%2e%2E/", "/x", "//x", "///x", "////x", "//x/y", "/./x", "/..//x", "//", "//:80", "//u@x:8/", "?", "?x", "#", "#x", "?x#y", ";x", "x?y/../z", "x#y/../z", "x:y", ":x", "./x:y", "http:x", "http:", "http:/x",
		"http://x", "http:?x", "http:#x", "https:x", "ws:x", "foo:x", "foo:", "foo:/x", "foo://x", "file:x", "file:", "file:/x", "file://x/", "file:?x", "file:#x", "é", "?é", "#é", "a b", "/a/./b/..", "C|/x", "//C|/x", "1.2.3.4", "//1.2", "//a b", "x\ty", "\nx\r", "mailto:x", "data:,x", "blob:x", "[", "//[", "%zz", "/%5c..%2f",
	}
	for _, base := range []string{
		"http://u:p@h:81/a/b/c?q#f", "https://h", "ws://h:80/x/", "ftp://h/a;type=i", "foo://h/a/b?q#f", "foo://h", "foo:///a", "foo:/a/b", "foo:/", "foo:/.//a", "foo:opaque?q#f", "foo:", "file:///C:/a/b?q#f", "file://h/D:/x", "file:///a/b", "data:x?q", "mailto:a@b", "javascript:x", "blob:https://h/x", "about:blank", "/relative", "http://", "http://a b/", "blob:",
	} {
		for _, ref := range refs {
			c.resolve(base, ref)
		}
	}
}

// random adds n texts, every second with a base, joined from pieces.
func (c *corpus) random(n int) {
	pieces := []string{"http:", "https:", "foo:", "file:", "ws:", "//", "/", "/", `\`, ":", "@", "?", "#", ".", "..", "%2e", "%", "%41", "%zz", "h", "a", "C:", "C|", "80", "1", "0x1", "256", "[::1]", "[", "]", "é", "ß", "\u00ad", "。", "日本", " ", "\t", "\x00", "'", "\"", "<", ">", "`", "{", "}", "|", "^", "~", "&", "=", "+", ";", ",", "!", "$", "*", "xn--", "b", "-", "_", "😀", "\u200d", "\ufffd", "א"}
	state := uint32(15)
	next := func(n int) int {
		state ^= state << 13
		state ^= state >> 17
		state ^= state << 5
		return int(state % uint32(n))
	}
	text := func(starts []string) string {
		s := starts[next(len(starts))]
		for k := next(7); k >= 0; k-- {
			s += pieces[next(len(pieces))]
		}
		return s
	}
	absolute := []string{"http://", "http://h/", "https://h:8/a/", "foo:", "foo:/", "foo://", "file:", "file:///", "file://h/C:/", "http:", "ws://u@h?", "foo://h/a/"}
	for i := range n {
		if i%2 == 0 {
			c.resolve("", text(absolute))
		} else {
			c.resolve(text(absolute), text([]string{"", "", "", "/", "//", "?", "#", "http:", "../"}))
		}
	}
}
