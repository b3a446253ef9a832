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
		"https://", "http://", "https://", "http://", "https://", "ws://", "wss://", "ftp://", "file://", "foo://", "HTTP://", "https:/", "https:", "http:///", "http:\\\\", " http://", "htt\tp://", "https//", "wss:", "data:",
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

// checkFast holds the fast path for one text to the state machine and reports
// whether it was taken.
func checkFast(t *testing.T, s string) (taken bool) {
	var got URL
	taken = got.setCanonical(s)
	mapped := !taken && (got.setMapped(s) || got.setRewritten(s))
	if rewritten := new(URL); rewritten.setRewritten(s) {
		if want, why := new(Parser).parse(s); why.reason != "" || *rewritten != want {
			t.Fatalf("setRewritten makes %+v of %q, the machine %+v, %v", *rewritten, s, want, why)
		}
	}
	can := canParse(s, nil)
	if !taken && !mapped && !can {
		return false
	}
	want, why := new(Parser).parse(s)
	if (taken || mapped) && (why.reason != "" || got != want) {
		t.Fatalf("the fast path makes %+v of %q, the machine %+v, %v", got, s, want, why)
	}
	if taken && unsafe.StringData(got.href) != unsafe.StringData(s) {
		t.Fatalf("setCanonical(%q) copies", s)
	}
	if can && why.reason != "" {
		t.Fatalf("canParse(%q), the machine says %v", s, why)
	}
	if taken && !can {
		t.Fatalf("Parse takes %q at a glance, CanParse does not", s)
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
		n, taken, long := 0, 0, time.Second/5
		if growth.Long() {
			long = time.Second
		}
		for end := time.Now().Add(long); *fastInputs > 0 && n < *fastInputs || *fastInputs == 0 && (n&0xFF != 0 || time.Now().Before(end)); n++ {
			buf = madeUp(r, buf)
			if checkFast(t, string(buf)) {
				taken++
			}
		}
		t.Logf("seed %d: %d inputs, %d canonical, none differs", seed, n, taken)
		if taken < n/20 {
			t.Errorf("the fast path was taken for %d of %d inputs only", taken, n)
		}
	})
}

// TestFastBytes puts every byte at every place of URLs that are shorter and
// longer than a block.
func TestFastBytes(t *testing.T) {
	forTiers(t, func(t *testing.T) {
		for _, s := range []string{
			"https://a.bc/d/e.f?g=h#i",
			"http://example.com:8080/a/b?c=d&e#f",
			"ws://127.0.0.1/",
			"https://www.example.org/abcdefghijklmnopqrstuvwxyz/abcdefghijklm/.a/..b?c=dddddddddddddddddd&eeeeeeeeeeeeeeeeeeeee#ffffffff",
		} {
			if !checkFast(t, s) {
				t.Errorf("the fast path does not take %q", s)
			}
			b := []byte(s)
			for i := range b {
				for c := range 256 {
					b[i] = byte(c)
					checkFast(t, string(b))
				}
				b[i] = s[i]
			}
		}
	})
}

// TestFastTaken: what the machine has written is taken by the fast path, where it
// is of the kind that the fast path knows.
func TestFastTaken(t *testing.T) {
	forTiers(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(31, 32))
		var buf []byte
		n := 0
		for range 20_000 {
			buf = madeUp(r, buf)
			u, why := new(Parser).parse(string(buf))
			if why.reason != "" {
				continue
			}
			taken := new(URL).setCanonical(u.href)
			known := u.scheme != notSpecial && u.scheme != schemeFile && u.userEnd == u.hostStart && u.host != IPv6Host &&
				!strings.HasSuffix(u.Hostname(), ".")
			if known {
				n++
			}
			if taken != known {
				t.Fatalf("the fast path takes %q: %v, want %v", u.href, taken, known)
			}
		}
		if n == 0 {
			t.Error("no URL was of that kind")
		}
	})
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
		if of>>endsQuery&1 == 0 {
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
	for range 200 {
		f.Add(string(madeUp(r, nil)))
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, tier := range kernel.Tiers() {
			restore := tier.Use()
			checkFast(t, s)
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
		checkFast(t, b.String())
		if new(URL).setMapped(b.String()) {
			taken++
		}
	}
	if taken < 10_000 {
		t.Errorf("only %d addresses", taken)
	}
}
