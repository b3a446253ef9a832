package compare

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/internal/growth"
	"github.com/pct-encoded/percent/uri"
)

func TestEquivalences(t *testing.T) {
	for _, tt := range []struct {
		name, a, b string
		rules      string // "" for different
		mistake    string // the first, or "", and that of the second and the first
	}{
		// RFC 3986, section 6.2.2.1.
		{"hex case", "/%c3%a9", "/%C3%A9", "rfc3986.6.2.2.1", "hex-case"},
		{"hex case of a bare text", "%c3%a9", "%C3%A9", "rfc3986.6.2.2.1", "hex-case"},
		{"scheme", "HTTP://h/", "http://h/", "rfc3986.6.2.2.1", "host-case"},
		{"host", "http://H/a", "http://h/a", "rfc3986.6.2.2.1", "host-case"},
		{"host without scheme", "//H/a", "//h/a", "rfc3986.6.2.2.1", "host-case"},
		{"scheme without authority", "HTTP:a", "http:a", "rfc3986.6.2.2.1", "host-case"},
		{"scheme of mail", "MailTo:a@b", "mailto:a@b", "rfc3986.6.2.2.1", "host-case"},
		{"host and path without scheme", "//H/A", "//h/a", "", "case-folded"},
		{"path like a host", "/H/a", "/h/a", "", "case-folded"},
		{"case of a path", "http://h/A", "http://h/a", "", "case-folded"},
		{"case of userinfo", "http://U@h/", "http://u@h/", "", "case-folded"},
		// Section 6.2.2.2.
		{"unreserved", "/%7Euser", "/~user", "rfc3986.6.2.2.2", "unreserved-escaped"},
		{"unreserved in a bare text", "a%2Db", "a-b", "rfc3986.6.2.2.2", "unreserved-escaped"},
		{"unreserved in a query", "?a=%41", "?a=A", "rfc3986.6.2.2.2", "unreserved-escaped"},
		{"unreserved and case", "/%7e%c3", "/~%C3", "rfc3986.6.2.2.1 rfc3986.6.2.2.2", ""},
		{"slash", "/a%2Fb", "/a/b", "", "slash-unescaped"},
		{"slash of a bare text", "a%2Fb", "a/b", "", "slash-unescaped"},
		{"reserved in a path", "http://h/a%21", "http://h/a!", "", "reserved-unescaped"},
		{"stray percent", "%%34%31", "%41", "", ""},
		// Section 6.2.2.3.
		{"dot segments", "http://h/a/./b/../c", "http://h/a/c", "rfc3986.6.2.2.3", "path-normalized"},
		{"escaped dots", "http://h/a/%2E%2E/c", "http://h/c", "rfc3986.6.2.2.3", ""},
		{"dots of a bare text", "a/../b", "b", "", ""},
		{"empty segments", "http://h/a//b", "http://h/a/b", "", "path-normalized"},
		// Section 6.2.3.
		{"default port", "http://h:80/", "http://h/", "rfc3986.6.2.3", "default-port"},
		{"default port of https", "https://h:443/", "https://h/", "rfc3986.6.2.3", "default-port"},
		{"empty port", "foo://h:/", "foo://h/", "rfc3986.6.2.3", "default-port"},
		{"port of another scheme", "https://h:80/", "https://h/", "", ""},
		{"empty path", "http://h", "http://h/", "rfc3986.6.2.3", "trailing-slash"},
		{"empty path of another scheme", "foo://h", "foo://h/", "", "trailing-slash"},
		{"a slash more", "http://h/a/", "http://h/a", "", "trailing-slash"},
		{"file", "file:///a", "file://localhost/a", "rfc8089.2", ""},
		{"mailto", "mailto:a@Example.com", "mailto:a@example.com", "rfc6068.2", "case-folded"},
		{"mailto, local part", "mailto:A@example.com", "mailto:a@example.com", "", "case-folded"},
		// RFC 8141, section 3.1.
		{"urn, hex case", "urn:isbn:a%2cb", "urn:isbn:a%2Cb", "rfc8141.3.1", "hex-case"},
		{"urn, namespace", "URN:ISBN:0", "urn:isbn:0", "rfc8141.3.1", "case-folded"},
		{"urn, unreserved", "urn:x:%61", "urn:x:a", "", "unreserved-escaped"},
		{"urn, r-component", "urn:x:a?+r", "urn:x:a", "rfc8141.3.1", "truncated"},
		{"urn, q-component", "urn:x:a?=q", "urn:x:a?+r?=p", "rfc8141.3.1", ""},
		{"urn, f-component", "urn:x:a#b", "urn:x:a#c", "rfc8141.3.1", ""},
		{"urn, other query", "urn:example:b?x", "urn:example:b?y", "", ""},
		{"urn, other query and none", "urn:example:b?x", "urn:example:b", "", "truncated"},
		{"urn, no r-component", "urn:example:b?+", "urn:example:b?=", "", ""},
		{"urn, other query and f-component", "urn:example:b?x#c", "urn:example:b?x#d", "rfc8141.3.1", ""},
		{"urn, case of the rest", "urn:x:A", "urn:x:a", "", "case-folded"},
		// RFC 3987, section 3.1.
		{"iri", "http://h/é", "http://h/%C3%A9", "rfc3987.3.1", "non-ascii-raw"},
		{"iri, bare", "é", "%C3%A9", "rfc3987.3.1", "non-ascii-raw"},
		{"iri, host", "http://例え.jp/", "http://xn--r8jz45g.jp/", "rfc3987.3.1", "non-ascii-raw"},
		{"iri, escaped host", "http://é.com/", "http://%C3%A9.com/", "rfc3987.3.1", "non-ascii-raw"},
		{"iri, escaped host and label", "http://xn--9ca.com/", "http://%C3%A9.com/", "rfc3987.3.1", ""},
		{"iri, escaped host, another scheme", "foo://é/", "foo://%C3%A9/", "rfc3987.3.1", "non-ascii-raw"},
		{"iri, label, another scheme", "foo://é/", "foo://xn--9ca/", "rfc3987.3.1", "non-ascii-raw"},
		{"iri, escaped host, hex case", "http://é.com/", "http://%c3%a9.com/", "rfc3987.3.1", "non-ascii-raw"},
		{"iri, unreserved in a host", "http://é%61.com/", "http://éa.com/", "rfc3986.6.2.2.2 rfc3987.3.1", "unreserved-escaped"},
		{"iri, delimiter in a host", "http://é%2Fa.com/", "http://%C3%A9%2Fa.com/", "rfc3987.3.1", "non-ascii-raw"},
		{"iri, other delimiter in a host", "http://é%2Fa.com/", "http://%C3%A9%2Ba.com/", "", ""},
		{"iri, host that is not UTF-8", "http://é.com/", "http://%E9.com/", "", ""},
		{"iri, another host", "http://é.com/", "http://%C3%A8.com/", "", ""},
		{"iri, escaped host and port", "http://u@é.com:80/", "http://u@%C3%A9.com/", "rfc3986.6.2.3 rfc3987.3.1", ""},
		// UTS #46.
		{"uts46, digits", "http://①②⑦.⓪.⓪.①/", "http://127.0.0.1/", "uts46", "nfkc non-ascii-raw"},
		{"uts46, dot", "http://a。com/", "http://a.com/", "uts46", "non-ascii-raw"},
		{"uts46, capital", "http://É.com/", "http://é.com/", "uts46", "host-case"},
		{"uts46, capital and label", "http://É.com/", "http://xn--9ca.com/", "rfc3987.3.1 uts46", "non-ascii-raw"},
		{"uts46, capital of ASCII", "http://Aé.com/", "http://aé.com/", "rfc3986.6.2.2.1 rfc3987.3.1", "host-case"},
		{"uts46, escaped capital", "http://%C3%89.com/", "http://é.com/", "rfc3987.3.1 uts46", ""},
		{"uts46, slash", "http://a／b/", "http://a/b/", "", "nfkc"},
		{"uts46, path", "http://h/①", "http://h/1", "", "nfkc"},
		{"iri, host and path", "http://例え.jp/é", "http://xn--r8jz45g.jp/%C3%A9", "rfc3987.3.1", "non-ascii-raw"},
		{"iri, hex case", "http://h/é", "http://h/%c3%a9", "rfc3986.6.2.2.1 rfc3987.3.1", "non-ascii-raw"},
		{"iri, composed", "http://h/é", "http://h/e\u0301", "", "nfc-nfd"},
		{"iri, Latin-1", "http://h/é", "http://h/%E9", "", ""},
		// The form.
		{"form", "http://h/?q=a+b", "http://h/?q=a%20b", "form", "space-as-plus"},
		{"form, ws", "wss://h/?q=a+b", "wss://h/?q=a%20b", "form", "space-as-plus"},
		{"form, escaped delimiter of a URI", "https://h/?q=a/b", "https://h/?q=a%2Fb", "form", "slash-escaped"},
		{"form, no equals", "https://h/?q", "https://h/?q=", "form", "missing-equals"},
		{"form, empty parameter", "https://h/?a=1&&b=2", "https://h/?a=1&b=2", "form", "missing-parameter"},
		{"form, another scheme", "ftp://h/?q=a+b", "ftp://h/?q=a%20b", "form", "space-as-plus"},
		{"form, relative", "/?q=a+b", "/?q=a%20b", "form", "space-as-plus"},
		{"form, bare", "q=a+b", "q=a%20b", "form", "space-as-plus"},
		{"form, one parameter of two", "http://h/?q=a+b&r=%7e", "http://h/?q=a%20b&r=~", "form", ""},
		{"form, path", "http://h/a+b", "http://h/a%20b", "", "space-as-plus"},
		{"form, plus", "http://h/?q=a+b", "http://h/?q=a%2Bb", "", "plus-as-literal reserved-unescaped"},
		{"form, plus, bare", "q=a+b", "q=a%2Bb", "", "plus-as-literal reserved-unescaped"},
		{"form, pluses", "?q=a+b+c&d=+", "?q=a%2Bb%2Bc&d=%2B", "", "plus-as-literal reserved-unescaped"},
		{"plus of a text", "a+b", "a%2Bb", "", "reserved-unescaped"},
		{"plus of a path", "/a+b", "/a%2Bb", "", "reserved-unescaped"},
		{"form, ampersand", "http://h/?q=a&b", "http://h/?q=a%26b", "", "reserved-escaped"},
		{"form, order", "http://h/?a=1&b=2", "http://h/?b=2&a=1", "", "wrong-order"},
		{"form, octets", "http://h/?q=%FF", "http://h/?q=%FE", "", ""},
		{"form, fragment", "http://h/?q=1#a+b", "http://h/?q=1#a%20b", "", "space-as-plus"},
		{"all at once", "HTTP://H:80?q=a+%7e", "http://h/?q=a%20~", "rfc3986.6.2.2.1 rfc3986.6.2.3 form", ""},
		// A scheme has no escapes (RFC 3986, section 3.1).
		{"escaped scheme", "%68ttp://h/", "http://h/", "", ""},
		{"escaped scheme of code", "j%61vascript:x", "javascript:x", "", ""},
		{"escaped scheme of mail", "mailt%6F:a@b", "mailto:a@b", "", "unreserved-escaped"},
		{"escaped scheme twice", "mailt%6F:a@b", "mailt%6f:a@b", "rfc3986.6.2.2.1", "hex-case"},
		// What neither a URI nor an IRI may hold.
		{"iri, bar", "http://h/a|é", "http://h/a|%C3%A9", "rfc3987.3.1", "non-ascii-raw"},
		{"iri, bar escaped", "http://h/a|é", "http://h/a%7C%C3%A9", "rfc3987.3.1", "missing-encoding"},
		{"bar", "http://h/a|", "http://h/a%7C", "", "reserved-unescaped"},
		// Ports of file.
		{"file, drive", "file://c:/x", "file://c/x", "", "default-port"},
		{"file, empty port", "file://ho:/x", "file://ho/x", "rfc3986.6.2.3", "default-port"},
		{"file, empty port of no host", "file://:/x", "file:///x", "rfc3986.6.2.3", "default-port"},
		// A URL in a query is not the host.
		{"URL in a query", "/login?next=http://h/x", "/Login?next=http://h/x", "", "case-folded"},
		{"URL in a query, case", "/login?next=http://h/x", "/login?next=http://H/x", "", "case-folded"},
		// Neither.
		{"a URL and a text", "http://h/", "http%3A%2F%2Fh%2F", "", "missing-encoding reserved-escaped"},
		{"empty", "", "/", "", "trailing-slash"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for _, swap := range []bool{false, true} {
				a, b := tt.a, tt.b
				if swap {
					a, b = b, a
				}
				format := Text
				if strings.HasSuffix(tt.rules, uri.RuleForm.String()) {
					if c := Compare(a, b, Text); c.Verdict != Different {
						t.Errorf("%v by %q without being read as forms", c.Verdict, c.Rules)
					}
					format = Form
				}
				c := Compare(a, b, format)
				verdict := Equivalent
				if tt.rules == "" {
					verdict = Different
				}
				if got := ids(c.Rules); got != tt.rules || c.Verdict != verdict {
					t.Errorf("%v by %q", c.Verdict, got)
				}
				mistake := ""
				if len(c.Mistakes) > 0 {
					mistake = c.Mistakes[0].ID
				}
				want, swapped, _ := strings.Cut(tt.mistake, " ")
				if swapped == "" {
					swapped = opposites[want]
				}
				if mistake != want && (!swap || mistake != swapped) {
					t.Errorf("swapped %v: mistake %q of %v", swap, mistake, c.Mistakes)
				}
				if rule := tt.rules[strings.LastIndex(tt.rules, " ")+1:]; c.Rule() != rule {
					t.Errorf("rule %q", c.Rule())
				}
			}
		})
	}
}

// ids returns the IDs of rules.
func ids(rules []uri.Rule) string {
	s := ""
	for _, r := range rules {
		s += " " + r.String()
	}
	return strings.TrimPrefix(s, " ")
}

func TestDifferences(t *testing.T) {
	for _, tt := range []struct{ name, a, b, want string }{
		{"identical", "http://h/", "http://h/", ""},
		{"bare", "a", "b", `changed "" a@0 b@0`},
		{"components", "http://h/a?q#f", "https://h:8/b?q", `changed scheme http@0 https@0; extra port @-1 8@10; changed path /a@8 /b@11; missing fragment f@13 @-1`},
		{"userinfo", "http://u@h/", "http://h/", `missing userinfo u@7 @-1`},
		{"equivalent component", "http://h/%7Ea?x", "http://h/~a?y", `changed path /%7Ea@8 /~a@8 rfc3986.6.2.2.2; changed query x@14 y@12`},
		{"empty query", "http://h/?", "http://h/", `missing query @10 @-1`},
		{"pairs", "http://h/?a=1&b=2&c=3", "http://h/?a=1&b=%32&d=4&c=5", `changed query[b] b=2@14 b=%32@14 rfc3986.6.2.2.2; changed query[c] c=3@18 c=5@24; extra query[d] @-1 d=4@20`},
		{"pairs moved", "?a=1&b=2&c=3", "?b=2&c=3&a=1", `moved query[a] a=1@1 a=1@9`},
		{"pairs swapped", "a=1&b=2", "b=2&a=1", `moved [a] a=1@0 a=1@4`},
		{"pair missing", "a=1&b=2", "a=1&", `changed [b] b=2@4 @4`},
		{"pair missing from three", "a=1&b=2&c=3", "a=1&c=3", `missing [b] b=2@4 @-1`},
		{"pair named otherwise", "a=1&b=2", "a=1&c=2", `changed [b] b=2@4 c=2@4`},
		{"same name twice", "a=1&a=2", "a=1&a=3", `changed [a] a=2@4 a=3@4`},
		{"pair of a form", "https://h/?a+b=c", "https://h/?a%20b=c", `changed query[a+b] a+b=c@11 a%20b=c@11`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := Compare(tt.a, tt.b, Text)
			var got []string
			for _, d := range c.Differences {
				where := d.Part.String()
				if d.IsPair {
					where += "[" + d.Pair + "]"
				} else if where == "" {
					where = `""`
				}
				got = append(got, strings.TrimSpace(fmt.Sprintf("%v %s %s@%d %s@%d %s", d.Kind, where, d.First, d.FirstOffset, d.Second, d.SecondOffset, strings.Join(strings.Fields(ids(d.Rules)), ","))))
			}
			if s := strings.Join(got, "; "); s != tt.want {
				t.Errorf("got  %s\nwant %s", s, tt.want)
			}
		})
	}
}

func TestManyDifferences(t *testing.T) {
	a, b := strings.Repeat("a=1&", 20000), strings.Repeat("b=2&", 20000)
	if c := Compare(a, b, Text); len(c.Differences) != maxDifferences {
		t.Errorf("%d differences", len(c.Differences))
	}
}

func TestLimitErrorOfCompare(t *testing.T) {
	// What commands say of texts that are too long.
	err := error(&inspect.LimitError{What: "compare", Of: "bytes", Length: inspect.MaxInput + 1, Limit: inspect.MaxInput})
	var limit *inspect.LimitError
	if !errors.As(err, &limit) || limit.Error() != "compare: takes at most 1048576 bytes, not 1048577" {
		t.Error(err)
	}
}

// FuzzCompareText: verdicts and differences are consistent, mistakes are proved,
// and with package uri the equivalence of URLs by RFC 3986 is the same.
func FuzzCompareText(f *testing.F) {
	f.Add("http://h/%7Ea?b=c%20d#e", "HTTP://h:80/~a?b=c+d#e")
	f.Add("a=1&b=caf%C3%A9", "b=caf%E9&a=1")
	f.Add("é%2F", "e\u0301%2f")
	f.Add("a%2520b", "a%20b")
	f.Add("https://h/?a=1&b", "https://h/?a=1&amp;b")
	f.Fuzz(checkComparison)
}

// runs are what texts can have long runs of, in which no place is one to cut at.
var runs = []string{"%80", "\x80", "\u0301", "%CC%81", "%", "%25", "a", "&", "%C3%A9", "+"}

// FuzzCompareRuns: the same of texts with a long run of something.
func FuzzCompareRuns(f *testing.F) {
	for _, run := range runs {
		f.Add("/", "/x", run, uint16(140), "")
		f.Add("?a=", "?a=%41", run, uint16(260), "&b=%7E")
	}
	f.Fuzz(func(t *testing.T, a, b, run string, n uint16, end string) {
		run = strings.Repeat(run, int(n%1024))
		if max(len(a), len(b))+len(run)+len(end) <= 4096 {
			checkComparison(t, a+run+end, b+run+end)
		}
	})
}

// TestCompareRuns: a difference may stand anywhere in, before or after a long run.
func TestCompareRuns(t *testing.T) {
	for _, run := range runs {
		for _, start := range []string{"/", "http://h/?a=b&c=", ""} {
			for _, n := range []int{86, 140, 300} {
				text := strings.Repeat(run, n)
				for _, one := range []string{"x", "%7E", "\u0301"} {
					checkComparison(t, start+text, start+one+text)
					checkComparison(t, start+text+"?a#b", start+text[:len(text)/2]+one+text[len(text)/2:]+"?a#b")
					checkComparison(t, start+text, start+text+one)
				}
			}
		}
	}
}

func checkComparison(t *testing.T, a, b string) {
	t.Helper()
	c := Compare(a, b, Text)
	if (c.Verdict == Identical) != (a == b) || (c.Offset < 0) != (a == b) {
		t.Fatalf("%v at %d", c.Verdict, c.Offset)
	}
	if (c.Verdict == Equivalent) != (len(c.Rules) > 0) {
		t.Fatalf("%v by %q", c.Verdict, c.Rules)
	}
	if a == b {
		return
	}
	if n := c.Offset; a[:n] != b[:n] || n < len(a) && n < len(b) && a[n] == b[n] {
		t.Fatalf("offset %d", n)
	}
	proved(t, c, a, b)
	if len(c.Differences) == 0 {
		t.Fatal("no difference")
	}
	apart := false
	for _, d := range c.Differences {
		apart = apart || !d.Equivalent()
		for _, x := range []struct {
			whole, part string
			at          int
		}{{a, d.First, d.FirstOffset}, {b, d.Second, d.SecondOffset}} {
			if x.at >= 0 && (x.at > len(x.whole) || !strings.HasPrefix(x.whole[x.at:], x.part)) {
				t.Fatalf("%+v", d)
			}
		}
	}
	if c.Verdict == Different && !apart && len(c.Differences) < maxDifferences {
		t.Fatalf("different, and all differences are equivalent: %+v", c.Differences)
	}
	// The other way round.
	back := Compare(b, a, Text)
	if back.Verdict != c.Verdict || !slices.Equal(back.Rules, c.Rules) || back.Offset != c.Offset {
		t.Fatalf("%v by %q, and %v by %q", c.Verdict, c.Rules, back.Verdict, back.Rules)
	}
	if inspect.GuessKind(a) == inspect.KindURI && inspect.GuessKind(b) == inspect.KindURI && utf8.ValidString(a) && utf8.ValidString(b) {
		if same := uri.Compare(uri.ParseLenient(a), uri.ParseLenient(b)).Verdict != Different; same && c.Verdict == Different {
			t.Fatal("package uri holds them to be equivalent")
		} else if !same && c.Verdict == Equivalent && !slices.Contains(c.Rules, uri.RuleIRI) && !slices.Contains(c.Rules, uri.RuleUTS46) {
			t.Fatalf("package uri holds them to be different, not equivalent by %q", c.Rules)
		}
	}
}

// TestGuideOfCompare: docs/compare.md names each rule, in order, and opposite mistakes.
func TestGuideOfCompare(t *testing.T) {
	text, err := os.ReadFile("../../docs/compare.md")
	if err != nil {
		t.Fatal(err)
	}
	guide := string(text)
	var rules []string
	for e := range uri.Rules() {
		rules = append(rules, "`"+e.String()+"`")
	}
	if line := strings.Join(rules, ", "); !strings.Contains(guide, line+".\n") {
		t.Errorf("no list %s", line)
	}
	for one, other := range opposites {
		if !strings.Contains(guide, "`"+one+"` and `"+other+"`") && !strings.Contains(guide, "`"+other+"` and `"+one+"`") {
			t.Errorf("%s and %s are not said to be opposites", one, other)
		}
	}
}

// kinds are texts of about n bytes, of the kinds that are the slowest for some
// part of the comparison.
func kinds(n int) map[string][2]string {
	rep := func(s string, n int) string { return strings.Repeat(s, n/len(s)) }
	url := "https://example.com/" + rep("a%20b/", n/3) + "?" + rep("x=1%2F&y=%C3%A9t&", n*2/3)
	return map[string][2]string{
		"escaped percents":   {rep("%25", n), rep("%25", n) + "%2525"},
		"percents":           {rep("%", n), rep("%", n) + "25"},
		"layers":             {"%" + rep("25", n), "%" + rep("25", n-2)},
		"raw CJK":            {rep("日本語", n), rep("日本語", n) + "x"},
		"escaped CJK":        {rep("%E6%97%A5", n), rep("%93%FA", n*2/3)},
		"invalid UTF-8":      {rep("\xFF\xFE", n), rep("\xFF\xFE", n) + "x"},
		"marks":              {"/" + rep("%CC%81", n), "/x" + rep("%CC%81", n)},
		"continuations":      {"/" + rep("%80", n), "/x" + rep("%80", n)},
		"pluses":             {rep("+", n/3), rep("%20", n)},
		"entities":           {rep("&amp;", n), rep("&", n/5)},
		"parameters":         {rep("a=b%20c&", n), rep("a=c%20b&", n)},
		"URL":                {url, strings.ReplaceAll(url, "%2F", "/")},
		"URL, upper case":    {url, strings.ToUpper(url)},
		"URL, one byte more": {url, url[:n/2] + "x" + url[n/2:]},
		"dot segments":       {"http://h/" + rep("../a/", n), "http://h/a"},
	}
}

// TestCompareLinear: eight times the text takes some eight times the memory, and
// what takes the square of the time takes it of memory too, since every mistake
// that is tried makes a text.
func TestCompareLinear(t *testing.T) {
	small, large := kinds(4<<10), kinds(32<<10)
	for name := range small {
		allocated := func(pair [2]string) uint64 {
			return growth.AllocatedAgain(func() { Compare(pair[0], pair[1], Text) })
		}
		// A square would be 64.
		if s, l := allocated(small[name]), allocated(large[name]); l > 16*s+1<<16 {
			t.Errorf("%s: %d bytes for 4 KiB, %d for 32 KiB", name, s, l)
		}
	}
}

func BenchmarkCompare(b *testing.B) {
	for name, pair := range kinds(10 << 10) {
		b.Run("kind="+strings.ReplaceAll(name, " ", "-"), func(b *testing.B) {
			b.SetBytes(int64(len(pair[0])))
			b.ReportAllocs()
			for b.Loop() {
				Compare(pair[0], pair[1], Text)
			}
		})
	}
}
