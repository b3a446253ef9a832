package plain

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var (
	form  = regexp.MustCompile(`^(https?)://([a-z0-9.-]+)(:[1-9][0-9]*)?(/[A-Za-z0-9._~!$&()*+,;=:@/-]*)(\?[A-Za-z0-9._~!$&()*+,;=:@/-]+)?$`)
	label = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$`)
	dots  = regexp.MustCompile(`//|/\.\.?(/|$)`)
	octet = `(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])`
	// What follows is no digit that would make the last number longer.
	address = regexp.MustCompile(`^` + octet + `\.` + octet + `\.` + octet + `\.` + octet + `([^0-9]|$)`)
)

// slow is Parse by regular expressions, as the documentation of reader.Canonical has it.
func slow(url string) (c Cut, ok bool) {
	m := form.FindStringSubmatchIndex(url)
	if m == nil {
		return c, false
	}
	host, path := url[m[4]:m[5]], url[m[8]:m[9]]
	labels := strings.Split(host, ".")
	for _, l := range labels {
		if !label.MatchString(l) || len(l) > 3 && l[2:4] == "--" {
			return c, false
		}
	}
	last := labels[len(labels)-1]
	if len(host) > 253 || strings.Contains("0123456789", last[:1]) || address.MatchString(host) || dots.MatchString(path) || strings.HasSuffix(path, ";") {
		return c, false
	}
	if m[6] >= 0 {
		port, err := strconv.ParseUint(url[m[6]+1:m[7]], 10, 16)
		if err != nil || url[:5] == "http:" && port == 80 || url[:5] == "https" && port == 443 {
			return c, false
		}
	}
	return Cut{Scheme: m[3], Host: m[5], Port: m[8], Path: m[9], Query: len(url)}, true
}

func check(t *testing.T, url string) (canonical bool) {
	t.Helper()
	got, ok := Parse(url)
	want, canonical := slow(url)
	if ok != canonical || got != want {
		t.Errorf("%q: %+v %v, want %+v %v", url, got, ok, want, canonical)
	}
	return ok
}

var seeds = []string{
	"http://a.test/", "https://a.test:8443/b/c.html?d=e", "http://a/", "http://1.2.3.4a.test/", "http://1.2.3.256.test/", "http://1.2.3.4.test/", "http://01.2.3.4.test/",
	"http://a.test:80/", "http://a.test:443/", "https://a.test:443/", "http://a.test:65535/", "http://a.test:65536/", "http://a.test:99999999999999999999/",
	"http://a.test/.well-known/x", "http://a.test/..a/...", "http://a.test/a/.", "http://a.test/a/..", "http://a.test/a/./b", "http://a.test/a//b", "http://a.test//",
	"http://a.test/b;", "http://a.test/b;?c", "http://a.test/?", "http://a.test/?b/../c", "http://a.test/a?b?c", "http://a.test/'", "http://a.test/?'", "http://a.test/a..b/c../d.",
	"http://xn--a/", "http://ab--c.test/", "http://a--b.test/", "http://-a.test/", "http://a-.test/", "http://a..test/", "http://.test/", "http://a.test./", "http://a.1/", "http:///",
}

// TestParse compares Parse with the slow way on random changes of the seeds.
func TestParse(t *testing.T) {
	pieces := append(strings.Split(`/ / . . .. ? ; : : - -- % ' 0 1 255 256 80 443 a A z Z é # @ [ \`, " "), " ", "", strings.Repeat("a", 62), strings.Repeat("a", 63), strings.Repeat("a.", 110), strings.Repeat("b/", 9), strings.Repeat("c", 8))
	r := rand.New(rand.NewPCG(3, 29))
	canonical := 0
	const n = 50_000
	for range n {
		url := seeds[r.IntN(len(seeds))]
		for range r.IntN(3) {
			at := r.IntN(len(url) + 1)
			drop := min(r.IntN(2), len(url)-at)
			url = url[:at] + pieces[r.IntN(len(pieces))] + url[at+drop:]
		}
		if check(t, url) {
			canonical++
		}
	}
	if canonical < n/10 || canonical > n*9/10 {
		t.Errorf("%d of %d URLs are canonical", canonical, n)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { check(t, s) })
}
