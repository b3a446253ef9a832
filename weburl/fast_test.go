package weburl

import (
	"flag"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/internal/corpus"
	"github.com/pct-encoded/percent/internal/growth"
	"github.com/pct-encoded/percent/internal/kernel"
)

var fastInputs = flag.Int("fast-inputs", 0, "how many inputs TestFast makes for each tier, instead of those of a while")

// pieces are what URLs are made up from: canonical, nearly so, and not.
var pieces = struct{ scheme, userinfo, host, port, path, query, fragment []string }{
	scheme: []string{
		"https://", "http://", "https://", "http://", "https://", "ws://", "wss://", "ftp://", "file://", "foo://", "HTTP://", "https:/", "https:", "http:///", "http:\\\\", " http://", "htt\tp://", "https//", "wss:", "data:", "mailto:", "a+b-c.1:", "foo:/", "Foo:", "1:", ":", "foo: ",
	},
	userinfo: []string{"", "", "", "", "", "", "", "", "u@", "u:p@", ":@", "@", "a%40b@", "u:@"},
	host: []string{
		"example.com", "a", "www.example.org", "xn--bcher-kva.example", "xn--a", "sub-1.sub_2.example", "Example.com", "example.COM", "", ".", "..", "a..b", "a.", ".a", "1.a", "a.1", "a.1.", "a.0x", "a.0x1f", "a.0xg", "a.1a", "3com.com", "a.09", "1", "0", "09", "0x", "0X1", "127.0.0.1", "127.0.0.01", "127.0.0.256", "127.0.0.1.", "255.255.255.255", "1.2.3", "1.2.3.4.5", "1..2.3", "0.0.0.0", "00.0.0.0", "1.2.3.4a", "1.2.3.a4", "a.1.2.3.4", "[::1]", "[1::]", "[::1.2.3.4]", "[", "exa%41mple.com", "b\u00FCcher.example", "\uFF11.\uFF12.\uFF13.\uFF14", "a b", "a\x00", "a\x7Fb", "a^b", "a|b", "a<b", "a>b", "a%b", "a\\b", "a!$&'()*+,;=`{}~b", "localhost", "\"",
		"abcdefghijklmnopqrstuvwxyz.abcdefghijklmnopqrstuvwxyz.example.com", "abcdefghijklmnopqrstuvwxyz.abcdefghijklmnopqrstuvwxy", "\xff", "a\u00ADb", "\u00AD",
	},
	port: []string{"", "", "", "", "", "", "", ":", ":80", ":443", ":21", ":0", ":00", ":8080", ":65535", ":65536", ":099999", ":1a", ":a", ":8 ", ":80:80", ":99999999999999999999", ":80@b"},
	path: []string{
		"", "/", "/", "/a", "/a/b", "/index.html", "//", "///a", "/.", "/..", "/./", "/../", "/...", "/....", "/.a", "/a.", "/..a", "/a/.", "/a/..", "/a/../b", "/a/./b", "/.well-known/x", "/%2e", "/%2E/", "/%2e%2e", "/.%2e", "/%2e.", "/%2e.a", "/%2ea", "/%", "/%2", "/%2f", "/%zz", "/%41", "/.%", "/.%2", "/%2e%2e%2e", "/%2e%2e/", "/a\\b", "/a b", "/a\"b", "/a^b", "/a`b", "/{a}", "/<a>", "/a|b", "/[a]", "/a'b", "/\u00E9", "/a\x7F", "/a\x00", "/a\tb", "/@", "/:", "/;a=1", "/~a", "/c:/x", "/c|/x", "\\a", "/a/\xff", "/" + strings.Repeat("ab/", 20), "/" + strings.Repeat("a", 50), "/abcdefghijklmnopqrstuvwxyz/abcdefghijklmnopqrstuvwxyz/x/.././y",
	},
	query: []string{
		"", "", "", "", "", "?", "?a", "?a=b&c=d", "??", "?/", "?/../", "?a b", "?a\"b", "?'", "?<>", "?`{}^|\\", "?\u00E9", "?%", "?%zz", "?a\x7F", "?\x1f", "?a\n", "?.", "?/./", "?" + strings.Repeat("q=1&", 15), "?\xe2\x82",
	},
	fragment: []string{
		"", "", "", "", "", "#", "#a", "##", "#?", "#/../", "#a b", "#a\"b", "#'", "#<", "#>", "#`", "#{}^|\\", "#\u00E9", "#%", "#a\x7F", "#\x1f", "# ", "#\r", "#" + strings.Repeat("f", 70),
	},
}

// madeUp returns a URL of random pieces, often changed at some places.
func madeUp(r *rand.Rand, buf []byte) []byte {
	pick := func(of []string, odd int) {
		// The first ones are canonical.
		n := len(of)
		if r.IntN(odd) != 0 {
			n = min(n, 5)
		}
		buf = append(buf, of[r.IntN(n)]...)
	}
	buf = buf[:0]
	pick(pieces.scheme, 8)
	pick(pieces.userinfo, 8)
	pick(pieces.host, 3)
	pick(pieces.port, 3)
	pick(pieces.path, 1)
	for r.IntN(4) == 0 {
		pick(pieces.path, 1)
	}
	pick(pieces.query, 2)
	pick(pieces.fragment, 2)
	if r.IntN(3) == 0 {
		buf = mutate(r, buf)
	}
	return buf
}

// bases are URLs to resolve references against.
var bases = []string{
	"https://example.com/a/b/c?d=e#f", "http://h/", "https://user:pass@example.com:8080/a//b/..c", "ws://[::1]:1/x?", "ftp://127.0.0.1/x#",
	"http://example.com/" + strings.Repeat("a/", 50), "file:///C:/a/b", "file://h/x", "foo://h/a/b?c", "foo:/a", "foo:a", "mailto:a@example.com?b#c",
}

// reference returns a reference of random pieces, often changed at some places.
func reference(r *rand.Rand, buf []byte) []byte {
	buf = buf[:0]
	starts := []string{"", "a", "a/b", ".", "..", "./", "../", "../../", "/", "//", "/a", "?", "#", "\\", "/\\", "a:b", "1:2", "C:", "C|/", "%2e", ".%2E/", "//example.com", " ", "é", "a b", "\t/", "/\t/", "ht\ttp://h", "..."}
	buf = append(buf, starts[r.IntN(len(starts))]...)
	for r.IntN(3) > 0 {
		buf = append(buf, pieces.path[r.IntN(len(pieces.path))]...)
	}
	if r.IntN(2) == 0 {
		buf = append(buf, pieces.query[r.IntN(len(pieces.query))]...)
	}
	if r.IntN(2) == 0 {
		buf = append(buf, pieces.fragment[r.IntN(len(pieces.fragment))]...)
	}
	if r.IntN(4) == 0 {
		buf = mutate(r, buf)
	}
	return buf
}

// mutate changes, inserts, deletes or doubles at some places.
func mutate(r *rand.Rand, b []byte) []byte {
	const alphabet = "/.%2eE?#:@\\[]'\"<>`{}|^ \t\n\r\x00\x1f\x7f\x80\xc3\xa9aZ019xX-_~!$&()*+,;="
	for range 1 + r.IntN(3) {
		i := r.IntN(len(b) + 1)
		c := alphabet[r.IntN(len(alphabet))]
		if r.IntN(8) == 0 {
			c = byte(r.IntN(256))
		}
		switch r.IntN(4) {
		case 0:
			b = append(b, 0)
			copy(b[i+1:], b[i:])
			b[i] = c
		case 1:
			if i < len(b) {
				b[i] = c
			}
		case 2:
			if i < len(b) {
				b = append(b[:i], b[i+1:]...)
			}
		case 3:
			// Moves what follows towards the edge of a block.
			n := r.IntN(64)
			fill := "abcdefghijklmnopqrstuvwxyz/abcdefghijklmnopqrstuvwxyz/abcdefghijk"[:n]
			b = append(b[:i], append([]byte(fill), b[i:]...)...)
		}
	}
	return b
}

// checkFast holds the fast path for one text and a base, which may be the zero URL, to
// the state machine, and reports whether it was taken.
func checkFast(t *testing.T, s string, base URL) (taken bool) {
	t.Helper()
	p := Parser{Base: base}
	want, why := p.parse(s)
	taken = true
	onMachine = func() { taken = false }
	got, err := parse(s, &p)
	canTaken := true
	onMachine = func() { canTaken = false }
	can := canParse(s, &p)
	onMachine = nil
	switch {
	case got != want || (err == nil) != (why.reason == ""):
		t.Fatalf("%q, %q is %+v, %v, by the machine %+v, %v", s, base, got, err, want, why)
	case can != (why.reason == ""):
		t.Fatalf("canParse(%q, %q) is %v, the machine says %v", s, base, can, why)
	case taken && !canTaken:
		t.Fatalf("%q, %q is parsed at a glance, but canParse asks the machine", s, base)
	case got.href == s && s != "" && unsafe.StringData(got.href) != unsafe.StringData(s):
		t.Fatalf("%q is copied", s)
	}
	return taken
}

func forTiers(t *testing.T, f func(t *testing.T)) {
	for _, tier := range kernel.Tiers() {
		t.Run("tier="+tier.String(), func(t *testing.T) {
			defer tier.Use()()
			f(t)
		})
	}
}

// TestFast holds the fast path to the state machine on each tier, for a fifth of a
// second, with PERCENT_LONG for a second, or for as many inputs as -fast-inputs says.
func TestFast(t *testing.T) {
	forTiers(t, func(t *testing.T) {
		seed := rand.Uint64()
		r := rand.New(rand.NewPCG(seed, 0))
		var buf []byte
		n, taken, resolved, long := 0, 0, 0, time.Second/5
		if growth.Long() {
			long = time.Second
		}
		for end := time.Now().Add(long); *fastInputs > 0 && n < *fastInputs || *fastInputs == 0 && (n&0xFF != 0 || time.Now().Before(end)); n++ {
			buf = madeUp(r, buf)
			if checkFast(t, string(buf), URL{}) {
				taken++
			}
			if n%4 == 0 {
				base, err := Parse(bases[r.IntN(len(bases))])
				if err != nil {
					t.Fatal(err)
				}
				buf = reference(r, buf)
				if checkFast(t, string(buf), base) {
					resolved++
				}
			}
		}
		t.Logf("seed %d: %d inputs and a quarter as many references, %d and %d without the machine, none differs", seed, n, taken, resolved)
		if taken < n/4 || resolved < n/32 {
			t.Errorf("of %d inputs only %d, of a quarter as many references only %d were parsed without the machine", n, taken, resolved)
		}
	})
}

// glances are what the fast path must take: URLs of every class, shorter and longer than
// a block of masks, and references to resolve.
var glances = []struct{ text, base string }{
	{"https://a.bc/d/e.f?g=h#i", ""},
	{"http://example.com:8080/a/b?c=d&e#f", ""},
	{"ws://127.0.0.1/", ""},
	{"https://www.example.org/abcdefghijklmnopqrstuvwxyz/abcdefghijklm/.a/..b?c=dddddddddddddddddd&eeeeeeeeeeeeeeeeeeeee#ffffffff", ""},
	{"https://www.example.org?abcdefghijklmnopqrstuvwxyz=abcdefghijklmnopqrstuvwxyz#abcdefghijklmnopqrstuvwxyz", ""},
	{"https://WWW.Example.COM/a?b", ""},
	{"http://0xC0.0250.1/a", ""},
	{"wss://[2001:DB8::00:1:0:0]:443/a?b#c", ""},
	{"ftp://user:pass@example.com:21/", ""},
	{"https://us er:p@ss@Example.com/", ""},
	{"https://example.com", ""},
	{"https://example.com/a/./b/../%2e%2E/c?d#e", ""},
	{"https://example.com/a b?c='d\"#<é>", ""},
	{"https://example.com/" + strings.Repeat("a b/../", 15) + "?" + strings.Repeat("é", 20) + "#`", ""},
	{"https://bücher.example:80/é", ""},
	{"mailto:user@example.com?subject=a%20b#c", ""},
	{"data:text/html,<p>é", ""},
	{"a/../b c?d#e", "https://example.com/x/y?z"},
	{"/a/b?c#d", "https://u:p@example.com:1/x/y?z"},
	{"?é#f", "http://[::1]/x/y?z#"},
	{"#f", "http://1.2.3.4/x/y?z#"},
	{"../../" + strings.Repeat("a/", 40), "ws://h/x/y/z"},
	{"https://" + strings.Repeat("a-long-label.", 19) + "example/a b?c", ""},
	{"https://user:p@" + strings.Repeat("A-Long-Label.", 6) + "example:443/a", ""},
	{"file:///C|/a/../b?c#d", ""},
	{"file://server/a/./b c", ""},
	{"file:a/b", ""},
	{"file://localhost/a", ""},
	{"s3://bucket/a/../b'c?d'e#f", ""},
	{"redis://u:p@cache.example:6379/1?é", ""},
	{"foo:/a?b", ""},
	{"Foo://H/a b", ""},
	{"HTTPS:a.example/b", ""},
	{" https:////a.example/b\n", ""},
	{"https:\\\\a.example\\b\\..\\c", ""},
	{"ht\ttps://a.exa\nmple/b", ""},
	{"http://[::ffff:192.168.1.1]:80/a", ""},
	{"http://%65x%C3%A9.example/a", ""},
	{"//b.example/c", "https://a.example/"},
	{"../b?c#d", "file:///x/y/z"},
	{"/b", "file:///C:/y/z"},
	{"b/../c", "s3://bucket"},
	{"#b", "mailto:a@b?c"},
}

// TestFastBytes puts bytes at every place of such texts, every fifth, or with
// PERCENT_LONG every one, and takes every place and every end away.
func TestFastBytes(t *testing.T) {
	forTiers(t, func(t *testing.T) {
		for _, g := range glances {
			base, _ := Parse(g.base)
			if !checkFast(t, g.text, base) {
				t.Errorf("%q, %q is not parsed at a glance", g.text, g.base)
			}
			b := []byte(g.text)
			for i := range b {
				for c := range 256 {
					if !growth.Long() && (c+i)%5 != 0 {
						continue
					}
					b[i] = byte(c)
					checkFast(t, string(b), base)
				}
				b[i] = g.text[i]
				checkFast(t, g.text[:i], base)
				checkFast(t, g.text[i:], base)
				checkFast(t, g.text[:i]+g.text[i+1:], base)
			}
		}
	})
}

// TestWide takes URLs apart whose parts have about the sizes that a URL has room for,
// and compares with what stands between the delimiters.
func TestWide(t *testing.T) {
	check := func(scheme, user, password, host int, end string) {
		t.Helper()
		s, u, p, h := strings.Repeat("s", scheme), strings.Repeat("u", user), strings.Repeat("p", password), strings.Repeat("h", host)
		text := s + "://" + u
		if password > 0 {
			text += ":" + p
		}
		if user+password > 0 {
			text += "@"
		}
		text += h + end
		v := must(t, text)
		port := strings.TrimPrefix(end[:strings.IndexAny(end+"/", "/?#")], ":")
		if v.Href() != text || v.Protocol() != s+":" || v.Username() != u || v.Password() != p || v.Hostname() != h ||
			v.Port() != port || v.Host()+v.Pathname()+v.Search()+v.Hash() != h+end {
			t.Fatalf("%q, %q, %q, %q, %q of %q", v.Scheme(), v.Username(), v.Password(), v.Host(), v.Pathname(), text)
		}
		checkGetters(t, v)
	}
	for _, end := range []string{"", ":1", ":65535/", "/a@b:c?d#e", "?a@b", "#a@b", ":80/a"} {
		for _, n := range []int{1, 2, 58, 59, 60, 61, 62, 63, 64, 65, 1000} {
			check(n, 0, 0, 1, end)
			check(n, 1, 1, 1, end)
		}
		for _, n := range []int{1, 2, 1022, 1023, 1024, 1025, 2044, 2045, 2046, 2047, 2048, 2049, 5000} {
			check(1, 0, 0, n, end)
			check(1, n, 0, 1, end)
			check(1, 0, n, 1, end)
			check(1, 1, n, 1, end)
			check(1, n, n, n, end)
		}
	}
	s := strings.Repeat("s", 70)
	for _, x := range []struct{ rest, host, path string }{{":a", "", "a"}, {":/a", "", "/a"}, {":/.//a", "", "//a"}, {":///a", "", "/a"}, {"://h", "h", ""}, {"://h/a", "h", "/a"}} {
		v := must(t, s+x.rest+"?b@#c:")
		if v.Scheme() != s || v.Hostname() != x.host || v.Pathname() != x.path || v.Search() != "?b@" || v.Hash() != "#c:" {
			t.Errorf("%q, %q, %q of %q", v.Scheme(), v.Hostname(), v.Pathname(), v)
		}
		checkGetters(t, v)
	}
}

// TestFastAllocates: what is canonical takes no allocation, anything else one.
func TestFastAllocates(t *testing.T) {
	for _, x := range []struct {
		s    string
		want float64
	}{
		{"https://example.com/a/b?c#d", 0},
		{"https://example.com/" + strings.Repeat("a/", 100), 0},
		{"http://127.0.0.1:8080/", 0},
		{"https://user:password@example.com/", 0},
		{"https://example.com", 1},
		{"https://EXAMPLE.com/", 1},
		{"https://example.com/a b/../c?d'", 1},
	} {
		if got := testing.AllocsPerRun(100, func() { Parse(x.s) }); got != x.want {
			t.Errorf("Parse(%q): %v allocations, want %v", x.s, got, x.want)
		}
		if got := testing.AllocsPerRun(100, func() { CanParse(x.s) }); got != 0 {
			t.Errorf("CanParse(%q): %v allocations", x.s, got)
		}
	}
}

// TestFastCharsets: what is canonical is so in documents of every charset, and
// with every base.
func TestFastCharsets(t *testing.T) {
	base, err := Parse("https://base.example/a/b?c#d")
	if err != nil {
		t.Fatal(err)
	}
	var query []byte
	for c, of := range classes.Of {
		if of>>badQuery&1 == 0 {
			query = append(query, byte(c))
		}
	}
	for _, s := range []string{"https://example.com/?" + string(query), "http://127.0.0.1/a#b", "ws://example.com/?" + string(query)} {
		want, err := Parse(s)
		if err != nil || want.Href() != s {
			t.Fatalf("Parse(%q) = %v, %v", s, want, err)
		}
		for _, c := range charset.All() {
			p := Parser{Base: base, Charset: c}
			if got, why := p.parse(s); got != want || why.reason != "" {
				t.Errorf("%v: %q is %q, %v", c, s, got, why)
			}
		}
	}
}

func FuzzFast(f *testing.F) {
	r := rand.New(rand.NewPCG(33, 34))
	for i := range 200 {
		f.Add(string(madeUp(r, nil)), "")
		f.Add(string(reference(r, nil)), bases[i%len(bases)])
	}
	f.Fuzz(func(t *testing.T, s, base string) {
		b, _ := Parse(base)
		for _, tier := range kernel.Tiers() {
			restore := tier.Use()
			checkFast(t, s, b)
			restore()
		}
	})
}

// BenchmarkParse gives the time for one URL of the corpus, of which most are
// canonical.
func BenchmarkParse(b *testing.B) {
	urls := corpus.URLs(b)
	for _, tier := range kernel.Tiers() {
		for name, f := range map[string]func(string){
			"Parse":    func(s string) { Parse(s) },
			"CanParse": func(s string) { CanParse(s) },
		} {
			b.Run(name+"/tier="+tier.String(), func(b *testing.B) {
				defer tier.Use()()
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					f(urls[i%len(urls)])
				}
			})
		}
	}
}

// TestFastIPv6: the fast path reads addresses of any spelling as the machine does.
func TestFastIPv6(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 4))
	pieces := []string{"0", "0", "1", "00ab", "AB", "ffff", "12345", "g", "", "1.2.3.4", "1.2.3", "01.2.3.4", "256.1.1.1", "%", "[", "@", "é", "\t"}
	ends := []string{"", "/", ":80", ":8080/a", ":080/", ":65536", "]", "x", "@h/", "/a/../b?q#f", "?q", "#f", "\\", ":", "/a b"}
	taken := 0
	for range 100_000 {
		var b strings.Builder
		b.WriteString("http://[")
		// Half of them have eight good pieces, or fewer and one "::".
		n, good, twice := 8, r.IntN(2) == 0, -1
		if r.IntN(2) == 0 {
			n = 1 + r.IntN(9)
			twice = r.IntN(n)
		}
		for i := range n {
			if i > 0 {
				b.WriteByte(':')
			}
			if good || r.IntN(4) > 0 {
				b.WriteString(pieces[r.IntN(6)])
			} else {
				b.WriteString(pieces[r.IntN(len(pieces))])
			}
			if i == twice || !good && r.IntN(9) == 0 {
				b.WriteByte(':')
			}
		}
		if r.IntN(20) > 0 {
			b.WriteByte(']')
		}
		b.WriteString(ends[r.IntN(len(ends))])
		if checkFast(t, b.String(), URL{}) {
			taken++
		}
	}
	if taken < 10_000 {
		t.Errorf("only %d addresses", taken)
	}
}
