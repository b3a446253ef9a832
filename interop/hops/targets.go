package main

import (
	"fmt"
	"strings"
)

// Generated returns the request targets that every hop is given: the same every time. All
// are distinct.
func Generated() [][]byte {
	c := corpus{seen: map[string]bool{}}
	c.plain()
	c.octets()
	c.specials()
	c.malformed()
	c.dots()
	c.slashes()
	c.parameters()
	c.forms()
	c.queries()
	c.spellings()
	c.text()
	c.long()
	c.random(300)
	return c.targets
}

type corpus struct {
	targets [][]byte
	seen    map[string]bool
}

func (c *corpus) add(targets ...string) {
	for _, t := range targets {
		// A request line is cut where it ends; nothing but a space would be left of it.
		if t == "" || strings.Contains(t, "\r\n") || c.seen[t] {
			continue
		}
		c.seen[t] = true
		c.targets = append(c.targets, []byte(t))
	}
}

// fill adds every place with every piece at its %s.
func (c *corpus) fill(places, pieces []string) {
	for _, place := range places {
		for _, piece := range pieces {
			c.add(strings.ReplaceAll(place, "%s", piece))
		}
	}
}

// plain adds paths that nobody misreads.
func (c *corpus) plain() {
	c.add("/", "/admin", "/admin/", "/admin/users", "/administrator", "/Admin", "/ADMIN/", "/static", "/static/", "/static/a.css", "/static/b/c.js", "/static/index.html", "/index.html", "/api", "/api/", "/api/v1", "/api/v1/", "/api/v1/items", "/api/v1/items/", "/api/v1/items/7", "/api/v2/items", "/other", "/other/x", "/a.php", "/a.php/b", "/favicon.ico")
}

// octets adds each octet escaped alone, in either case of the digits, and raw.
func (c *corpus) octets() {
	for i := range 256 {
		c.add(fmt.Sprintf("/static/a%%%02Xb", i))
	}
	for i := range 256 {
		c.add(fmt.Sprintf("/%%%02x/b", i))
	}
	for i := range 256 {
		c.add(fmt.Sprintf("/static/a%sb", string([]byte{byte(i)})))
	}
}

// specials adds delimiters escaped once and more, overlong, and as other characters that
// are made the delimiter by some.
func (c *corpus) specials() {
	places := []string{"/admin%s", "/admin%susers", "/%sadmin", "/static/%s/admin", "/api%sv1/items", "/api/v1/a%sb"}
	for _, s := range []byte(`./\;?#% `) {
		pieces := []string{string([]byte{s}), fmt.Sprintf("%%%02X", s), fmt.Sprintf("%%%02x", s), fmt.Sprintf("%%25%02x", s), fmt.Sprintf("%%2525%02X", s)}
		c.fill(places, pieces)
		// Overlong forms of two and three octets.
		two := fmt.Sprintf("%%%02x%%%02x", 0xc0|s>>6, 0x80|s&0x3f)
		three := fmt.Sprintf("%%e0%%%02x%%%02x", 0x80|s>>6, 0x80|s&0x3f)
		wide := "" // the character of full width, U+FF00 for a space
		for _, o := range []byte(string(0xff00 + rune(s) - ' ')) {
			wide += fmt.Sprintf("%%%02x", o)
		}
		c.fill([]string{"/admin%susers", "/static/%s/admin"}, []string{two, three, wide, fmt.Sprintf("%%u%04x", s), fmt.Sprintf("%%25%%%02x%%%02x", '0'+s>>4, "0123456789abcdef"[s&15]), fmt.Sprintf("%%%%%x%%%x", '0'+s>>4, "0123456789abcdef"[s&15])})
	}
}

// malformed adds what begins as an escape and is none.
func (c *corpus) malformed() {
	pieces := []string{"%", "%4", "%2", "%zz", "%4z", "%z4", "%%", "%%41", "%41%", "%u002e", "%u002E%u002E", "%u00", "%uff0f", "%-1", "%+1", "%2g", "%0", "%00%", "%G0", "%:0", "%/2e", "%2/e"}
	c.fill([]string{"/static/%s", "/static/a%sb", "/admin%s", "/%s/admin"}, pieces)
	c.fill([]string{"/a?%s", "/static/%s?q"}, []string{"%", "%4", "%zz", "%%", "%u002e"})
}

// dots adds dot segments in every spelling between separators in every spelling.
func (c *corpus) dots() {
	up := []string{"..", "%2e%2e", "%2E%2E", ".%2e", "%2e.", "%252e%252e", "..;", "..;x=y", "..%3b", "...", "..%00", "..%20", "%20..", "..%09", "%c0%ae%c0%ae", "%uff0e%uff0e", ". .", "..."}
	here := []string{".", "%2e", "%2E", "%252e", ".;", ".;x", "%2e;", ""}
	separators := []string{"/", "%2f", "%2F", `\`, "%5c", "%252f", "//", "/./", "/%2e/", "%2f/"}
	for _, s := range separators {
		for _, d := range up {
			c.add("/static/"+d+s+"admin", "/static"+s+d+s+"admin")
		}
		for _, d := range up[:7] {
			c.add("/"+d+s+"admin", "/api/v1/x"+s+d+s+d+s+"y", "/static"+d+s+"admin", "/a"+s+d)
		}
		for _, d := range here {
			c.add("/static"+s+d+s+"admin", "/"+d+s+"admin", "/admin"+s+d)
		}
	}
	for _, d := range append(up[:9:9], here...) {
		c.add("/"+d, "/admin/"+d, "/admin/"+d+"/", "/static/x/"+d, d+"/admin")
	}
	c.add("/static/../../admin", "/static/../../../etc/passwd", "/a/b/../../../c", "/static/x/../../admin", "/static/%2e%2e/%2e%2e/admin", "/static/..%2f..%2fadmin", "/static/..%5c..%5cadmin", "/static/.../admin", "/static/..../admin", "/static/..x/admin", "/static/x../admin", "/static/.x/admin", "/.htaccess", "/.well-known/x", "/admin/..", "/admin/../", "/admin/../admin", "/other/../admin/x", "/static/../static/../admin", "/static/.%00./admin", "/static/.%0a./admin", "/static/%2e%2e%2fadmin", "/static/%2e%2e%5cadmin", "/static/%2e%2e%252fadmin", "/static/%32%65%32%65/admin", "/static/%2%65%2%65/admin", "/static/%252e%252e%252fadmin", "/static/%%32%65%%32%65/admin")
}

func (c *corpus) slashes() {
	c.add("//", "///", "////", "//admin", "///admin", "/admin//", "/admin///", "/admin//users", "//admin//users//", "/static//a.css", "/static//admin", "/static///admin", "/static//../admin", "/static//..//admin", "/static///../admin", "/static//..//..//admin", "/static/x//../admin", "/static/x//../../admin", "//static/../admin", "//..//admin", "//h.test/admin", "//other.test/admin", "//other.test/../admin", "//h.test", "/\\admin", "\\admin", "\\\\admin", "/admin\\", "/admin\\users", "/static\\..\\admin", "/static\\../admin", "/static/..\\admin", "\\/admin", "/\\/admin", "/\\\\admin", "/%2fadmin", "/%2f%2fadmin", "%2fadmin", "/%5cadmin", "/admin%2f", "/admin%2f%2f", "/admin%5c", "/%2f/admin", "//%2fadmin", "/%2f/%2f/", "/api//v1/items", "/api/v1//items", "/api%2fv1%2fitems", "/api%2Fv1/items", "/api/v1%2fitems", "/api/v1/items%2f7", "/api/v1/items%2F7", "/api/v1/items%2F..%2F7", "/api/v1/items%2f%2e%2e%2f7")
}

func (c *corpus) parameters() {
	pieces := []string{";", ";x", ";x=y", ";jsessionid=A0", ";x=y;z", ";a,b=c", ";/", ";x/", "%3b", "%3B", "%3bx=y", "%253b"}
	c.fill([]string{"/admin%s", "/admin%s/users", "/%s/admin", "/%sadmin", "/static/..%s/admin", "/static/.%s/admin", "/static/%s/../admin", "/static%s/../admin"}, pieces)
	c.add("/a;b/../c", "/a;b/..;c/d", "/a;../b", "/a;/../b", "/a;x=../b", "/a;x=%2e%2e/b", "/a;x=/../b", "/;", "/;/", "/;;/admin", "/;a;b/admin", "/admin;?x", "/admin;x?y;z", ";/admin", "/static/a.css;.js", "/admin;.css", "/admin;a=b.css", "/admin/;/users")
}

// forms adds targets that are not in origin form.
func (c *corpus) forms() {
	c.add("*", "**", "/*", "*/admin", "?", "?x", "#", "#x", "admin", "./admin", "../admin", ".", "..", "%61dmin", "a:b", "data:,x", "h.test", "h.test:80", "h.test/admin", "://", "://h.test/admin", ":80/admin", "@h.test/admin", "/@h.test/admin", "file:///admin", "javascript:x", "/http://other.test/admin", "/http:/other.test/admin")
	for _, scheme := range []string{"http", "HTTP", "https", "ftp", "ws", "x"} {
		c.add(scheme+"://h.test", scheme+"://h.test/", scheme+"://h.test/admin", scheme+"://h.test?x", scheme+"://h.test/static/../admin")
	}
	for _, rest := range []string{"", "/", "//", "///admin", "/admin", "admin", "//h.test:80/admin", "//h.test:/admin", "//h.test:8080/admin", "//H.TEST/admin", "//other.test", "//other.test/", "//other.test/admin", "//other.test:81/admin?x", "//u@h.test/admin", "//u:p@h.test/admin", "//h.test#x", "//h.test/#x", "//h.test//admin", "//h.test///admin", "//h.test\\admin", "//h.test\\@other.test/admin", "//h.test/..", "//h.test/../admin", "//h.test/./admin", "//h.test/%2e%2e/admin", "//h.test/static/%2e%2e/admin", "//h.test/static/..%2fadmin", "//h.test/%61dmin", "//h.test/admin%2fusers", "//h.test/a%00b", "//h.test/%zz", "//h.test/;x", "//h.test;x", "//h%2etest/admin", "//h.test./admin", "//[::1]/admin", "//127.0.0.1/admin", "//h.test:x/admin", "//h.test /admin", "//h_test/admin", "//h.test?/../admin", "//%68.test/admin", "//:80/admin", "//@/admin"} {
		c.add("http:" + rest)
	}
}

// queries adds raw and escaped ? and #.
func (c *corpus) queries() {
	c.fill([]string{"/admin%s", "/static/%s/../admin", "/%s/admin", "/static/..%s/admin", "/a%s/%2e%2e/b"}, []string{"?", "?x", "??", "#", "#x", "#?", "?#", "%3f", "%3Fx", "%23", "%23x", "%253f", "%2523"})
	c.add("/?", "/?x", "/?/", "/?/../admin", "/?..", "/?a=/admin", "/a?b=c&d=e", "/a?b?c", "/a?b/../c", "/a?b//c", "/a?%2e%2e/%2f", "/a?%00", "/a?%0d%0a", "/a?%c3%a9", "/a?%e9", "/a?\xe9", "/a?é", "/a?\\", "/a?b c", "/a?b+c", "/a?%20", "/a?%2B", "/a?<>\"'`{}|^", "/a?x;y", "/a?x=%26", "/a?#", "/a#b?c", "/a#b#c", "/a#%2e", "/a#\xff", "/a%3f?b", "/admin?.css", "/admin%3f.css", "/admin#.css", "/admin%23.css", "/%3f", "/%23", "/a\t?b", "/a?\tb", "/a?\x7f", "/a?\x00")
}

// spellings adds other ways to write the paths that rules are made for.
func (c *corpus) spellings() {
	c.fill([]string{"/%s", "/%s/users", "/static/../%s", "//%s"}, []string{"%61dmin", "%61%64%6d%69%6e", "%61%64%6D%69%6E", "adm%69n", "%41dmin", "aDmin", "%2561dmin", "admin.", "admin..", "admin%2e", "admin%20", "%20admin", "admin%00", "admin%00x", "admin%0a", "admin%0d", "admin%0d%0ax:%20y", "admin%09", "admin+", "admin~", "admin%7e", "admin%7E", "%e1dmin", "admin%c2%a0", "admin%e2%80%8b", "admin:", "admin%3a", "admin::$DATA", "admin@", "admin!", "admin$", "admin&", "admin'", "admin()", "admin*", "admin,", "admin=", "admin\"", "admin<>", "admin[]", "admin^", "admin`", "admin{}", "admin|", "admin%22", "admin%3c%3e", "admin%5b%5d", "admin%5e", "admin%60", "admin%7b%7d", "admin%7c"})
	c.add("/static%2fa.css", "/static%2f..%2fadmin", "/static%2f%2e%2e%2fadmin", "/%73tatic/a.css", "/static/%61.css", "/static/a%2ecss", "/static/a.css%00.html", "/static/a.css/", "/static/a.css/x", "/api/%761/items", "/api/v%31/items", "/api/v1/%69tems", "/api/v1/a%20b", "/api/v1/a+b", "/api/v1/a%2Bb", "/api/v1/a b", "/api/v1/100%", "/api/v1/100%25", "/api/v1/%2541", "/api/v1/a%26b", "/api/v1/a%3Db", "/api/v1/a:b", "/api/v1/a%3Ab", "/api/v1/%7B%7D", "/api/v1/%5B%5D", "/api/v1/[]", "/api/v1/{}", "/api/v1/'", "/api/v1/%27", "/api/v1/~", "/api/v1/%7E")
}

// text adds UTF-8, raw and escaped, and octets that are not UTF-8.
func (c *corpus) text() {
	for _, s := range []string{"é", "e\u0301", "É", "ß", "日本", "😀", "\u2024\u2024", "\uff0e\uff0e", "\u2215", "\uff0f", "\u29f8", "\ufe68", "\uff3c", "\u00a0", "\u2028", "\ufeff", "\u0131", "\u212a", "\u0085", "\xff", "\xc3", "\xe2\x82", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80", "\x80", "\xc0\xae\xc0\xae", "\xc0\xaf", "\xe9"} {
		var upper, lower string
		for _, o := range []byte(s) {
			upper += fmt.Sprintf("%%%02X", o)
			lower += fmt.Sprintf("%%%02x", o)
		}
		c.add("/static/"+s, "/static/"+upper, "/static/"+lower+"/admin", "/adm"+s+"in")
	}
}

// long adds targets of up to 2,000 octets, which no server finds too long.
func (c *corpus) long() {
	c.add(
		"/"+strings.Repeat("a", 1999),
		"/static/"+strings.Repeat("a", 255)+".css",
		"/"+strings.Repeat("a/", 500)+strings.Repeat("../", 300)+"admin",
		"/static/"+strings.Repeat("../", 60)+"admin",
		"/static/"+strings.Repeat("%2e%2e/", 30)+"admin",
		"/"+strings.Repeat("%61", 600),
		"/"+strings.Repeat("/", 1000)+"admin",
		"/a?"+strings.Repeat("b", 1900),
		"/"+strings.Repeat("%C3%A9", 80),
	)
}

var randomPieces = []string{"/", "/", "/", "//", `\`, "%2f", "%2F", "%5c", ".", "..", "%2e", "%2E", "%2e%2e", ";", ";x", "%3b", "?", "#", "%3f", "%23", "%", "%25", "%252e", "%252f", "%zz", "%41", "%61", "a", "b", "admin", "static", "api/v1", "%00", "%0a", "%20", "+", " ", "é", "%c3%a9", "\xff", "%ff", ":", "@", "~", "%7e", "*"}

// random adds n targets joined from randomPieces.
func (c *corpus) random(n int) {
	state := uint32(30)
	next := func(n int) int {
		state ^= state << 13
		state ^= state >> 17
		state ^= state << 5
		return int(state % uint32(n))
	}
	starts := []string{"/", "/", "/static/", "/admin", "/api/v1/", "/static", "//", "http://h.test/"}
	for want := len(c.targets) + n; len(c.targets) < want; {
		t := starts[next(len(starts))]
		for k := next(8); k >= 0; k-- {
			t += randomPieces[next(len(randomPieces))]
		}
		c.add(t)
	}
}
