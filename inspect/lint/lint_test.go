package lint

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/document"
	"github.com/pct-encoded/percent/inspect/layers"
	"github.com/pct-encoded/percent/internal/corpus"
	"github.com/pct-encoded/percent/internal/growth"
	"github.com/pct-encoded/percent/internal/kernel"
	"github.com/pct-encoded/percent/uri"
)

func lintIn(t testing.TB, in inspect.Kind, s string) []Finding {
	t.Helper()
	found, err := Linter{}.In(in).Lint(s)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func ids(found []Finding) []string {
	var list []string
	for _, f := range found {
		list = append(list, f.Rule)
	}
	return list
}

// TestRules checks each rule by a text in which it alone finds something, and
// one in which nothing does.
func TestRules(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range ruleExamples {
		t.Run("rule="+e.id, func(t *testing.T) {
			seen[e.id] = true
			found := lintIn(t, e.in, e.bad)
			if !slices.Equal(ids(found), []string{e.id}) {
				t.Fatalf("%q: found %+v", e.bad, found)
			}
			f := found[0]
			if f.Offset != e.offset || f.Len != e.len {
				t.Errorf("%q: at %d, %d bytes: %q", e.bad, f.Offset, f.Len, e.bad[f.Offset:f.Offset+f.Len])
			}
			if f.Replacement != e.replace || f.Mechanical != (e.replace != "") {
				t.Errorf("%q: replacement %q", e.bad, f.Replacement)
			}
			if r, err := LookupRule(e.id); err != nil || f.Severity != r.Severity || f.Fix == "" || f.Message == "" {
				t.Errorf("%+v", f)
			}
			if found := lintIn(t, e.in, e.clean); len(found) > 0 {
				t.Errorf("%q: found %+v", e.clean, found)
			}
		})
	}
	for _, r := range Rules() {
		if !seen[r.ID] {
			t.Errorf("%s has no example", r.ID)
		}
	}
}

// TestRealURLs: what is legal is no reason to worry. Of the URLs of the corpus, which
// nobody has normalized, the few with findings above Info each have something
// that is no URL, or is what the rule is for: a space, a backslash, in front of
// escapes too (which tears characters into octets), or ".." in a query, where
// a script takes it for a file.
func TestRealURLs(t *testing.T) {
	reasons := map[string]func(string) bool{
		"raw-space":            func(s string) bool { return strings.Contains(s, " ") },
		"backslash":            func(s string) bool { return strings.Contains(s, `\`) },
		"invalid-utf8":         func(s string) bool { return strings.Contains(s, `\%`) },
		"charset-not-utf8":     func(s string) bool { return strings.Contains(s, `\%`) },
		"ambiguous-authority":  func(s string) bool { _, rest, _ := strings.Cut(s, "://"); return strings.Trim(rest, "/") == "" },
		"dot-segment-in-value": func(s string) bool { _, q, ok := strings.Cut(s, "?"); return ok && strings.Contains(q, "..") },
	}
	count := map[string]int{}
	all, worrying, normal, unexpected := 0, 0, 0, 0
	for _, s := range corpus.URLs(t) {
		all++
		worse := false
		for _, f := range lintIn(t, inspect.KindAuto, s) {
			if f.Severity < Warning {
				continue
			}
			worse = true
			count[f.Rule]++
			if why := reasons[f.Rule]; why == nil || !why(s) {
				t.Errorf("%s: %s at %d: %s", s, f.Rule, f.Offset, f.Message)
			}
		}
		if worse {
			worrying++
		}
		u, err := uri.Parse(s)
		if err != nil {
			continue
		}
		normal++
		s = u.Normalize(uri.AllRungs).String()
		for _, f := range lintIn(t, inspect.KindAuto, s) {
			if f.Severity >= Warning {
				unexpected++
				if f.Rule != "dot-segment-in-value" && !reasons["ambiguous-authority"](s) {
					t.Errorf("%s, normalized: %s at %d: %s", s, f.Rule, f.Offset, f.Message)
				}
			}
		}
	}
	t.Logf("%d URLs, %d with findings of warning or error: %v", all, worrying, count)
	t.Logf("%d legal ones, normalized: %d findings of warning or error", normal, unexpected)
	if all < 40_000 || normal < 40_000 {
		t.Errorf("only %d URLs, %d of them legal", all, normal)
	}
	if quiet := 1 - float64(worrying)/float64(all); quiet < 0.995 {
		t.Errorf("only %.2f %% are quiet", 100*quiet)
	}
	if unexpected > normal/1000 {
		t.Errorf("%d findings in %d legal, normalized URLs", unexpected, normal)
	}
}

// TestQuiet: what is legal and in its normal form has no findings at all.
func TestQuiet(t *testing.T) {
	for _, c := range []struct {
		in   inspect.Kind
		text string
	}{
		{inspect.KindAuto, ""},
		{inspect.KindAuto, "a"},
		{inspect.KindAuto, "mid:a%25cafe@example.com"},
		{inspect.KindAuto, "cid:a%25cafe%25ca@example.com"},
		{inspect.KindAuto, "https://example.com?email=a@example.org"},
		{inspect.KindAuto, "https://example.com/?@example.org/"},
		{inspect.KindAuto, "https://example.com#@somebody"},
		{inspect.KindAuto, "https://example.com/#@somebody/"},
		{inspect.KindAuto, "http://h/.../a"},
		{inspect.KindAuto, "http://h/..../a"},
		{inspect.KindAuto, "https://example.com/caf%C3%A9/%E6%97%A5%E6%9C%AC?q=100%25&r=a%26b%3Dc#x"},
		{inspect.KindAuto, "https://user:p%40ss@example.com:8080/"},
		{inspect.KindAuto, "https://user%40example.org@example.com/"},
		{inspect.KindAuto, "http://[2001:db8::1]:80/a"},
		{inspect.KindAuto, "https://example.com/login?next=https%3A%2F%2Fexample.org%2Fa%2520b"},
		{inspect.KindAuto, "https://example.com/login?next=%2Fsearch%3Fq%3D%25C3%25A9"},
		{inspect.KindAuto, "https://example.com/?path=C%3A%5CWindows"},
		{inspect.KindAuto, "https://example.com/?path=%2Fusr%2Fbin"},
		{inspect.KindAuto, "https://xn--mnchen-3ya.de/"},
		{inspect.KindAuto, "https://web.archive.org/web/2020/https://example.com/"},
		{inspect.KindAuto, "https://example.com/.well-known/x"},
		{inspect.KindAuto, "https://example.com/a...b/c.."},
		{inspect.KindAuto, "https://example.com/%E2%9D%A4%EF%B8%8F"},                                            // a red heart: a heart and a variation selector
		{inspect.KindAuto, "https://example.com/%F0%9F%91%A8%E2%80%8D%F0%9F%91%A9"},                             // a family, with a joiner
		{inspect.KindAuto, "https://fa.wikipedia.org/wiki/%D9%85%DB%8C%E2%80%8C%D8%AE%D9%88%D8%A7%D9%87%D9%85"}, // Persian, with a non-joiner
		{inspect.KindAuto, "https://zh.wikipedia.org/wiki/%E6%98%9F%E9%99%85%E8%BF%B7%E8%88%AA%EF%BC%9A%E5%8E%9F%E5%88%9D%E7%B3%BB%E5%88%97"},
		{inspect.KindAuto, "https://ja.wikipedia.org/wiki/Fate%EF%BC%8F%E3%82%BC%E3%83%AD"},
		{inspect.KindAuto, "https://example.jp/?q=50%EF%BC%85OFF"},
		{inspect.KindAuto, "https://example.sharepoint.com/d?sourcedoc=%7BD4F504E0-4F89-41D3-9A0C-0305E82C3301%7D"},
		{inspect.KindAuto, "mailto:a@example.com?subject=a%20b&body=one%0D%0Atwo"},
		{inspect.KindAuto, "data:text/plain;charset=utf-8,a%0Ab"},
		{inspect.KindAuto, "urn:example:a%2Fb"},
		{inspect.KindAuto, "javascript:alert(1)"},          // what it says it is
		{inspect.KindAuto, "http://john.doe@example.com/"}, // a user
		{inspect.KindAuto, "http://12345:s3cr.et@example.com/"},
		{inspect.KindAuto, "http://[v1.a:b]:80/"},
		{inspect.KindAuto, "http://h:/"},
		{inspect.KindAuto, "http://h:65535/"},
		{inspect.KindAuto, "http://127.0.0.1:8080/"},
		{inspect.KindAuto, "http://4chan.example/"},
		{inspect.KindAuto, "http://0x7g/"},
		{inspect.KindAuto, "content://1234/a"}, // no host of the web
		{inspect.KindAuto, "mongodb://a:1,b:2/"},
		{inspect.KindAuto, "file:///etc/hosts"},
		{inspect.KindHost, "192.0.2.1"},
		{inspect.KindAuto, "http://M\u00DCNCHEN.de/"},
		{inspect.KindAuto, "http://mu\u0308nchen.de/"},
		{inspect.KindAuto, "http://bücher.example/"},
		{inspect.KindAuto, "http://сахар.рф/"}, // each letter looks like a Latin one
		{inspect.KindAuto, "http://яндекс+почта.рф/"},
		{inspect.KindAuto, "http://оса.рф/"},
		{inspect.KindAuto, "http://оса.ru/"},
		{inspect.KindAuto, "http://ρω.gr/"},
		{inspect.KindAuto, "http://日本語abc.jp/"}, // UTS #39, "Highly Restrictive"
		{inspect.KindAuto, "http://가나다abc.kr/"},
		{inspect.KindAuto, "http://ㄅ台abc.tw/"},
		{inspect.KindAuto, "https://example.com/%E8%91%9B%F3%A0%84%80"}, // an ideograph and its variant
		{inspect.KindAuto, "https://example.com/1%EF%B8%8F%E2%83%A3"},   // a key cap
		{inspect.KindAuto, "mailto:a@b?body=Hello%0D%0ADate:%20tomorrow"},
		{inspect.KindAuto, "mailto:a@b?subject=x&body=a%0D%0A%0D%0ATo:%20you"},
		{inspect.KindAuto, "data:text/vcard,BEGIN%3AVCARD%0AVERSION%3A3.0"},
		{inspect.KindAuto, "http://h/?query=%7Buser%7Bname%7D%7D"}, // GraphQL
		{inspect.KindAuto, "http://h/?query=%7Ba%7Bname%7Db%7Bid%7D%7D"},
		{inspect.KindAuto, "http://h/?f=%5Cfrac%7B1%7D%7B2%7D"}, // TeX
		{inspect.KindAuto, "http://h/?f=x%5E%7Bn%7D"},
		{inspect.KindAuto, "http://h/%C4%AE/%C4%AF/%E4%B8%AD%E4%B8%AE/"}, // letters with the low octets of '.' and '/'
		{inspect.KindAuto, "http://h/?q=%C4%AE%C4%AE"},
		{inspect.KindAuto, "http://h/..%C3%AF"},
		{inspect.KindAuto, "http://h/a..%20b/"},
		{inspect.KindAuto, "http://h/x#/a/../b"},
		{inspect.KindPath, "/a=b&c@d:e"},
		{inspect.KindQuery, "a=1&b=2&c=%2B"},
		{inspect.KindValue, "a%2Fb%20c"},
		{inspect.KindAuto, "a=1&b=2"},
		{inspect.KindUserinfo, "a:p%40ss"},
		{inspect.KindHost, "example.com"},
		{inspect.KindHost, "[2001:db8::1]"},
		{inspect.KindFragment, "a/b?c@d:e"},
		{inspect.KindForm, "a=1&b=%2B"},
		{inspect.KindText, "a/b?c#d"},
	} {
		if found := lintIn(t, c.in, c.text); len(found) > 0 {
			t.Errorf("%q as %v: %+v", c.text, c.in, found)
		}
	}
}

// TestMessages: a message says what probably happened.
func TestMessages(t *testing.T) {
	for s, want := range map[string]string{
		"mid:abc%xyz@example.com":      "message-ID",
		"http://h/%s/a":                "placeholder",
		"http://h/a%":                  "percent sign",
		"http://h/100%":                "or an escape that was cut off",
		"http://h/a%2":                 "ends inside the escape",
		"http://h/a%E":                 "cut off",
		"http://h/a%E3%81":             "cut off",
		"http://h/a%C3%":               "cut off",
		"http://h/?q=a+b%20c":          "both '+' and %20",
		"http://h/a;b":                 "path parameter",
		"%252525":                      "encoded 3 times",
		"%" + strings.Repeat("25", 40): "more than 16 times",
		"http://h/M%FCnchen":           "windows-1252",
		"http://h/%CF%F0%E8%E2%E5%F2":  "windows-1251",
		"%c0%af":                       "'/'",
		"%c0%80":                       "NUL",
		"%c1%1c":                       `'\'`,
		"http://h/caf%C3%83%C2%A9":     `"é"`,
		"http://h/?q=%A5%C6%A5%B9%A5%C8%A4%CE%CA%B8": `"テストの文" in EUC-JP`,
		"http://h/?q=%1B$B%25F%259%25H%1B(B":         `"テスト" in ISO-2022-JP`,
		"http://h/?q=%1B":                            "leave it as it is",
		"http://h/?q=%1B$Bq":                         "leave it as it is",
		"http://h/?e=*|EMAIL|*":                      "never replaced",
		"http://h/?e=*%7CFNAME%7C*":                  "never replaced",
		"http://h/?e=%%first_name%%":                 "placeholder",
		"http://h/?e=%CAMPAIGN%":                     "placeholder",
		"http://h/?e=%FB_id%":                        "placeholder",
		"http://h/?e=$email$":                        "never replaced",
		"http://h/?e=%E9quipe%20":                    "windows-1252",
		"http://h/?e=%EAnt%20":                       "not UTF-8",
		"http://h/?e=[[name]]":                       "never replaced",
		"http://h/?e={!Contact.Email}":               "never replaced",
		"http://h/?e=@FIRSTNAME@":                    "never replaced",
		"http://h/a/?e=__CAMPAIGN_ID__&f=g":          "never replaced",
		"http://h/?e=~Contact.Id~":                   "never replaced",
		"http://h/?e=%25%25email%25%25":              "never replaced",
		"http://h/?e=%25a.b%25":                      "never replaced",
		"http://h/?q=%83e%83X%83g%82%CC%95%B6%8E%9A": `"テストの文字" in Shift_JIS`,
		"http://h/%83%65%83%58%83%67%82%CC%95%B6":    `"テストの文" in Shift_JIS`,
	} {
		found := lintIn(t, inspect.KindAuto, s)
		if len(found) != 1 || !strings.Contains(found[0].Message, want) {
			t.Errorf("%q: no %q in %+v", s, want, found)
		}
	}
}

// TestEscapedAlphanumeric: a letter that is the second octet of a character in a
// legacy charset hides no word.
func TestEscapedAlphanumeric(t *testing.T) {
	for s, want := range map[string]bool{
		"/%61dmin": true, "/a%64min": true, "/%C3%A9%61": true, "/v%31": true, "/%2561": false,
		"/%83%65": false, "/%83%65%61": true, "/%7Eme": false, "/%2Da": false, "/?a=%61": false, "/#%61": false, "urn:%61": false, "%68ttp://h/": false,
	} {
		if got := slices.Contains(ids(lintIn(t, inspect.KindAuto, s)), "escaped-alphanumeric"); got != want {
			t.Errorf("%s: %v", s, got)
		}
	}
}

// TestWhoReadsWhat: a message about a host does not contradict what a browser does.
func TestWhoReadsWhat(t *testing.T) {
	for _, f := range lintIn(t, inspect.KindAuto, `http://192.0.2.1\@198.51.100.1/`) {
		if f.Rule == "misleading-userinfo" && (strings.Contains(f.Message, "this is not the host") || !strings.Contains(f.Message, "browsers read") || !strings.Contains(f.Message, "RFC 3986")) {
			t.Errorf("%+v", f)
		}
	}
}

// TestEscapedScheme: nobody is told to write a character that makes a scheme.
func TestEscapedScheme(t *testing.T) {
	for _, s := range []string{"%68ttp://x/", "mailt%6F:a@b", "%6D%61ilto:a@b", "ht%74p:"} {
		found := lintIn(t, inspect.KindAuto, s)
		if len(found) == 0 || found[0].Rule != "escaped-unreserved" || found[0].Mechanical || found[0].Replacement != "" || !strings.Contains(found[0].Message, "scheme") {
			t.Errorf("%q: %+v", s, found)
		}
	}
	if found := lintIn(t, inspect.KindAuto, "/%68ttp://x/"); len(found) == 0 || found[0].Replacement != "h" {
		t.Errorf("%+v", found)
	}
}

// TestPictures: what looks like no letter cannot be taken for one.
func TestPictures(t *testing.T) {
	for _, s := range []string{"http://☕.example/", "http://i❤.example/", "http://\U0001F4A9.example/"} {
		if found := ids(lintIn(t, inspect.KindAuto, s)); slices.Contains(found, "confusable-host") {
			t.Errorf("%q: %v", s, found)
		}
	}
	if found := ids(lintIn(t, inspect.KindAuto, "http://☕exаmple.example/")); !slices.Contains(found, "confusable-host") {
		t.Errorf("%v", found)
	}
}

// TestCompatible compares the table with what normalization does: no character
// that becomes one that ends a host may be missing.
func TestCompatible(t *testing.T) {
	for r := rune(0x80); r <= unicode.MaxRune; r++ {
		to := norm.NFKC.String(string(r))
		if strings.ContainsAny(to, `/\?#@:%[]`) && !splitsHost(r) {
			t.Errorf("%U becomes %q", r, to)
		}
		if to := folded(r); to != "" && strings.IndexFunc(to, func(r rune) bool { return r >= utf8.RuneSelf }) >= 0 {
			t.Errorf("%U: %q is not ASCII", r, to)
		}
	}
	for r, to := range compatible.Get() {
		switch r {
		case '\u2044', '\u2215', '\u2216', '\u3002', '\uFF61':
			continue // of IDNA and of best fit
		}
		if got := norm.NFKC.String(string(r)); got != to {
			t.Errorf("%U becomes %q, not %q", r, got, to)
		}
	}
}

func TestLintLimit(t *testing.T) {
	if _, err := Lint(strings.Repeat("%", inspect.MaxInput)); err != nil {
		t.Error(err)
	}
	var limit *inspect.LimitError
	if _, err := Lint(strings.Repeat("a", inspect.MaxInput+1)); !errors.As(err, &limit) || limit.Length != inspect.MaxInput+1 {
		t.Errorf("beyond the limit: %v", err)
	}
}

// TestMaxFindings: the last finding reaches over those that are left out.
func TestMaxFindings(t *testing.T) {
	for _, n := range []int{MaxFindings - 1, MaxFindings, MaxFindings + 1, 3 * MaxFindings} {
		for unit, rule := range map[string]string{"a ": "raw-space", "%zz.": "malformed-escape", "x%252525": "double-encoding", "/..%2fa": "dot-segment-encoded", "\xFFé": "invalid-utf8"} {
			s := strings.Repeat(unit, n)
			of := map[string]int{}
			end := 0
			for _, f := range lintIn(t, inspect.KindAuto, s) {
				of[f.Rule]++
				if f.Rule == rule {
					end = f.Offset + f.Len
					if more := strings.Contains(f.Message, "further"); more && f.Mechanical {
						t.Errorf("%q: %+v", unit, f)
					}
				}
			}
			want := min(n, MaxFindings)
			if of[rule] != want || end < len(s)-2 {
				t.Errorf("%d times %q: %d findings of %s, not %d; the last one ends at %d of %d", n, unit, of[rule], rule, want, end, len(s))
			}
		}
	}
}

func TestLinter(t *testing.T) {
	const given = "http://h/a b/%7e"
	l, err := Linter{}.Only("raw-space", "lower-hex-case")
	if err != nil {
		t.Fatal(err)
	}
	check := func(l Linter, want ...string) {
		t.Helper()
		found, err := l.Lint(given)
		if err != nil || !slices.Equal(ids(found), want) {
			t.Errorf("%v, %v; not %v", ids(found), err, want)
		}
	}
	check(l, "raw-space", "lower-hex-case")
	check(l.From(Warning), "raw-space")
	check(Linter{}, "raw-space", "escaped-unreserved", "lower-hex-case")
	l, err = Linter{}.Except("raw-space")
	if err != nil {
		t.Fatal(err)
	}
	check(l, "escaped-unreserved", "lower-hex-case")
	if l.Has("raw-space") || !l.Has("lower-hex-case") || l.From(Warning).Has("lower-hex-case") || l.Has("no-rule") {
		t.Error("Has")
	}
	var unknown *UnknownRuleError
	if _, err := (Linter{}).Only("raw-spaces"); !errors.As(err, &unknown) || unknown.ID != "raw-spaces" {
		t.Error(err)
	}
	if _, err := (Linter{}).Except("raw-spaces"); !errors.As(err, &unknown) {
		t.Error(err)
	}
	// Each of a pair of rules, of which the end decides, can be left out.
	for _, id := range []string{"lower-hex-case", "mixed-hex-case", "invalid-utf8", "charset-not-utf8"} {
		for _, s := range []string{"%c3%a9", "%c3%A9", "%FF%C3%A9", "M%FCnchen"} {
			all := lintIn(t, inspect.KindAuto, s)
			only, _ := Linter{}.Only(id)
			found, _ := only.Lint(s)
			if want := slices.Contains(ids(all), id); (len(found) > 0) != want || want && found[0].Rule != id {
				t.Errorf("only %s in %q: %v, and all %v", id, s, ids(found), ids(all))
			}
		}
	}
}

// TestCleanIsFast: clean URLs cost no memory.
func TestCleanIsFast(t *testing.T) {
	urls := []string{
		"https://example.com/a/b-c_d.html?x=1&y=2", "http://example.com", "/a/b", "a", "https://example.com/a.b/",
	}
	for _, s := range urls {
		if !new(Linter).Clean([]byte(s)) {
			t.Errorf("%q needs a closer look", s)
		}
		if growth.Race {
			continue
		}
		text := []byte(s)
		if n := testing.AllocsPerRun(10, func() { new(Linter).Clean(text) }); n > 0 {
			t.Errorf("%q: %v allocations", s, n)
		}
	}
}

// TestCleanIsRight: what the quick look calls clean has no finding, of texts that
// are made of what it knows.
func TestCleanIsRight(t *testing.T) {
	parts := []string{"http://", "//", "/", ".", "..", "-", "0x1", "1", "a", "Z", "xn", "?", "=", "&", ":", "~", "0", "mailto:"}
	r := rand.New(rand.NewPCG(1, 2))
	clean := 0
	for range 100_000 {
		var b strings.Builder
		for range 1 + r.IntN(8) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		l := Linter{}.In(inspect.Kind(r.IntN(int(inspect.KindValue + 1))))
		if s := b.String(); l.Clean([]byte(s)) {
			clean++
			if found := l.look(s); len(found) > 0 {
				t.Fatalf("%q as %v: %+v", s, l.kind, found)
			}
		}
	}
	if clean < 10_000 {
		t.Errorf("only %d are clean", clean)
	}
}

// TestBlocksAreRight: the look at blocks says what the automaton says, of texts of all
// lengths around the ends of blocks.
func TestBlocksAreRight(t *testing.T) {
	parts := []string{"http://", "://", "//", "/", ".", "..", "-", "0x1", "1", "a", "Z", "xn--", "xn", "?", "=", "&", ":", "~", "_", "0", "#", "%2F", "\x00", "é", "+", ";", "@", "abcdefghijklmnopqrstuvwxyz.a/b-c_d"}
	for _, tier := range kernel.Tiers() {
		t.Run("tier="+tier.String(), func(t *testing.T) {
			defer tier.Use()()
			r := rand.New(rand.NewPCG(3, 4))
			count := map[cleanliness]int{}
			check := func(s []byte) {
				how := lookAtBlocks(s)
				count[how]++
				if want := automata.Get()[inspect.KindURI].clean(s) && !hasValue(s) && !hasMisplaced(s) && !hasOddLabel(s) && !hasPunycode(s); how != unsure && want != (how == isClean) {
					t.Fatalf("%q: %v, and the automaton says %v", s, how, want)
				}
			}
			for n := range 200_000 {
				var b []byte
				if n%2 == 0 {
					b = append(b, "https://www.example.com/"[:r.IntN(25)]...)
				}
				for range r.IntN(12) {
					b = append(b, parts[min(r.IntN(len(parts)), r.IntN(2*len(parts)))]...)
				}
				check(b)
				if len(b) > 0 {
					b[r.IntN(len(b))] = byte(r.IntN(256))
					check(b)
				}
			}
			for first := range 256 {
				for second := range 256 {
					check([]byte{'h', 't', 't', 'p', ':', '/', '/', 'a', byte(first), byte(second), 'b'})
					check([]byte{byte(first), byte(second), 'b'})
				}
			}
			for how := range cleanliness(3) {
				if count[how] < 1000 {
					t.Errorf("only %d texts are of kind %d", count[how], how)
				}
			}
		})
	}
}

// TestCleanHasNoFinding: what the quick look calls clean has no finding, of real URLs and
// of such with damage, for every choice of kind and rules.
func TestCleanHasNoFinding(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	urls := corpus.URLs(t)
	linters := []Linter{{}}
	for _, k := range inspect.Kinds() {
		linters = append(linters, Linter{}.In(k))
	}
	for _, p := range []document.Place{document.Plain, document.Attribute, document.Content, document.Nested, document.Verbatim} {
		linters = append(linters, Linter{}.For(document.URL{Place: p}))
	}
	damage := "/.:-?&=0123456789%#@;+\\aAzZ \t\r\x00é"
	clean := 0
	for i, s := range urls {
		b := []byte(s)
		if i%4 != 0 {
			for range i % 4 {
				if len(b) > 0 {
					b[r.IntN(len(b))] = damage[r.IntN(len(damage))]
				}
			}
		}
		l := linters[i%len(linters)]
		if !l.Clean(b) {
			continue
		}
		clean++
		if found := l.look(string(b)); len(found) > 0 {
			t.Fatalf("%q as %v: %+v", b, l.kind, found)
		}
	}
	// Of the URLs that are made up, fewer than of real ones.
	if clean < len(urls)/10 {
		t.Errorf("only %d of %d are clean", clean, len(urls))
	}
}

// inputs are kinds of text that could be slow.
var inputs = map[string]string{
	"%25":     "%25",
	"%":       "%",
	"%2525":   "%2525252525252525",
	"%u":      "%u002e%uff0e",
	"CJK":     "日本語",
	"CJK esc": "%E6%97%A5",
	"invalid": "\xFF\xC0",
	"legacy":  "%CF%F0%E8",
	"%%%":     "%%%3",
	"+":       "+",
	"&amp;":   "&amp;amp;",
	"dots":    "../",
	"enc":     "%2e%2e%2f",
	"enc2":    "..%252f",
	"lf":      "%0a",
	"cafe":    "é ",
	"@":       "@",
	"{":       "{",
	"{a}":     "{a}",
	"nested":  "%2%35",
	"low":     "%c0a",
	"sur":     "%ED%A0%80",
	"slash":   "//",
	"values":  "a=%252f&",
	"tex":     `\a{b}{c}`,
	"host":    "|{a}",
	"fields":  "%0D%0Aab:c",
	"pairs":   "%0D%0Aab:c&",
	"&":       "&a",
	"labels":  "сахар.",
	"cut":     "/ĮĮ..į.. ",
}

// TestLintLinear: ten times the text takes about ten times the memory, for every
// kind and place.
func TestLintLinear(t *testing.T) {
	const short, long = 4_000, 40_000
	for name, unit := range inputs {
		for _, front := range []string{"", "http://h/?", "http://", "mailto:?body="} {
			allocated := func(n int) uint64 {
				url := front + strings.Repeat(unit, n/len(unit))
				return growth.AllocatedAgain(func() { lintIn(t, inspect.KindAuto, url) })
			}
			// A square would be 100. What is parsed as a browser does takes memory of
			// its own from some size on.
			if a, b := allocated(short), allocated(long); b > 20*a+1<<17 {
				t.Errorf("%s behind %q: %d bytes for %d, %d for %d", name, front, a, short, b, long)
			}
		}
	}
}

func FuzzLint(f *testing.F) {
	for _, a := range attacks {
		f.Add(a.text)
	}
	for _, e := range ruleExamples {
		f.Add(e.bad)
		f.Add(e.clean)
	}
	for _, unit := range inputs {
		f.Add(strings.Repeat(unit, 3))
	}
	f.Add("#106;")
	f.Add("00%%%25%%325300")
	f.Add("/0/%80\x00") // data changes what is to be done about NUL
	f.Add("/a%9b%61%ff")
	if len(attacks) == 0 || len(ruleExamples) == 0 {
		f.Fatal("no seeds")
	}
	f.Fuzz(func(t *testing.T, s string) {
		// Each replacement is a run of its own.
		if len(s) > 200 {
			return
		}
		for _, in := range inspect.Kinds() {
			l := Linter{}.In(in)
			found := l.look(s)
			if l.Clean([]byte(s)) && len(found) > 0 {
				t.Fatalf("%q as %v is clean, and has %+v", s, in, found)
			}
			end := 0
			for _, f := range found {
				r, err := LookupRule(f.Rule)
				if err != nil || f.Severity != r.Severity || f.Len <= 0 || f.Offset < end || f.Offset+f.Len > len(s) || f.Layer < 0 || f.Layer > layers.Max {
					t.Fatalf("%q as %v: %+v", s, in, f)
				}
				if f.Message == "" || f.Fix == "" || !utf8.ValidString(f.Message) {
					t.Fatalf("%q as %v: says %+v", s, in, f)
				}
				end = f.Offset
			}
			fuzzReplacements(t, l, s, found)
			fuzzSelection(t, l, s, found)
		}
		fuzzShift(t, s)
	})
}

// fuzzReplacements: what a replacement is made for is gone when it is made.
func fuzzReplacements(t *testing.T, l Linter, s string, found []Finding) {
	for _, f := range found {
		if !f.Mechanical {
			continue
		}
		made := s[:f.Offset] + f.Replacement + s[f.Offset+f.Len:]
		for _, g := range l.look(made) {
			if g.Rule == f.Rule && g.Offset < f.Offset+len(f.Replacement) && g.Offset+g.Len > f.Offset {
				t.Fatalf("%q as %v: after %+v it is %q, with %+v", s, l.kind, f, made, g)
			}
		}
	}
}

// fuzzSelection: a rule finds alone what it finds among the others.
func fuzzSelection(t *testing.T, l Linter, s string, found []Finding) {
	alone := map[string][]Finding{}
	for _, f := range found {
		if alone[f.Rule] == nil {
			only, err := l.Only(f.Rule)
			if err != nil {
				t.Fatal(err)
			}
			alone[f.Rule] = only.look(s)
		}
		if !slices.Contains(alone[f.Rule], f) {
			t.Fatalf("%q as %v: %+v is not among %+v", s, l.kind, f, alone[f.Rule])
		}
	}
}

// fuzzShift: a clean pair in front of a query moves what is found, and changes
// nothing else.
func fuzzShift(t *testing.T, s string) {
	const clean = "k=v&"
	l := Linter{}.In(inspect.KindQuery)
	if slices.ContainsFunc(l.look(clean[len(clean)-1:]+s), func(f Finding) bool { return f.Rule == "html-entity" && f.Offset == 0 }) {
		return // "&" and "#106;" are more than a clean pair and a query
	}
	if strings.Contains(s, "=3D") {
		return // an '=' that stands for itself shows that it is not quoted-printable
	}
	before, after := l.look(s), l.look(clean+s)
	for i := range before {
		before[i].Offset += len(clean)
	}
	if !slices.Equal(before, after) {
		t.Fatalf("%q: %+v, and behind %q %+v", s, before, clean, after)
	}
}

// TestKinds: what a text is decides what is found in it.
func TestKinds(t *testing.T) {
	for _, c := range []struct {
		in   inspect.Kind
		text string
		want []string
	}{
		{inspect.KindAuto, "a=1&b=x+y", []string{"plus-ambiguity"}},
		{inspect.KindAuto, "search.php?q=x+y", []string{"plus-ambiguity"}},
		{inspect.KindAuto, "htt\np://h/a%2Fb", []string{"host-confusion", "crlf-injection", "encoded-slash"}},
		{inspect.KindText, "a=1&b=x+y", nil},
		{inspect.KindQuery, "x+y", []string{"plus-ambiguity"}},
		{inspect.KindForm, "x+y", []string{"plus-ambiguity"}},
		{inspect.KindForm, "a#b", []string{"reserved-unescaped"}},
		{inspect.KindPath, "a%2Fb", []string{"encoded-slash"}},
		{inspect.KindPath, "x+y", nil},
		{inspect.KindHost, "ex%61mple.com", []string{"escaped-host"}},
		{inspect.KindHost, "good.example\\evil.example", []string{"ambiguous-authority", "backslash"}},
		{inspect.KindAuto, "/a?b={% url 'c' d=e|f %}&g={{ h|i }}", []string{"placeholder", "placeholder"}},
		{inspect.KindAuto, "/a?b={{< ref \"/c\" >}}", []string{"placeholder"}},
		{inspect.KindAuto, "http://{host}:{port}/", []string{"placeholder", "placeholder"}},
		{inspect.KindAuto, "http://h/?a=%7Bb{c}&d={e}", []string{"illegal-character", "illegal-character", "placeholder"}},
		{inspect.KindAuto, "https://wa.me/49123?text=Name%3A%20Bob%0AOrder%3A%2012", []string{"line-break"}},
		{inspect.KindAuto, "http://h/?t=Title%0A%0Ahttps%3A%2F%2Fx", []string{"line-break"}},
		{inspect.KindAuto, "http://h/?t=Title%0D%0Ahttps://x", []string{"line-break"}},
		{inspect.KindAuto, "http://h/?next=java%0Ascript:alert(1)", []string{"hidden-scheme"}},
		{inspect.KindAuto, "http://h/?a=1&copy;=2&period;", []string{"html-entity", "html-entity"}},
		{inspect.KindAuto, "../../css/x.css", []string{"dot-segment"}}, // legal, and in its normal form
		{inspect.KindText, "foo/../x", []string{"dot-segment"}},
		{inspect.KindText, "foo/../../../x", []string{"dot-segment", "dot-segment-above-root"}},
		{inspect.KindAuto, "http://h/?f=..%5c..%5ca.b", []string{"dot-segment-in-value"}},
		{inspect.KindAuto, "http://h/?f=..%2F..%2Fa", []string{"dot-segment-in-value"}},
		{inspect.KindAuto, "http://", []string{"ambiguous-authority"}},
		{inspect.KindAuto, "HTTPS:///", []string{"ambiguous-authority"}},
		{inspect.KindAuto, "ws://?a#b", []string{"ambiguous-authority"}},
		{inspect.KindAuto, "file:///", nil},
		{inspect.KindHost, "0300.0.2.1", []string{"ambiguous-authority"}},
		{inspect.KindHost, "h:80", []string{"reserved-unescaped"}},
		{inspect.KindHost, "me@h/", []string{"reserved-unescaped", "reserved-unescaped"}},
		{inspect.KindUserinfo, "me@h", []string{"reserved-unescaped"}},
		{inspect.KindUserinfo, "a/b?c", []string{"reserved-unescaped", "reserved-unescaped"}},
		{inspect.KindFragment, "a#b", []string{"reserved-unescaped"}},
		{inspect.KindValue, "a+b=c", []string{"reserved-unescaped", "reserved-unescaped"}},
		{inspect.Kind(200), "a=1&b=x+y", []string{"plus-ambiguity"}},
	} {
		if got := ids(lintIn(t, c.in, c.text)); !slices.Equal(got, c.want) {
			t.Errorf("%q in %v: %v, not %v", c.text, c.in, got, c.want)
		}
	}
}

// TestBrowser: what a browser makes of a URL is told with what can be the cause.
func TestBrowser(t *testing.T) {
	for _, tt := range []struct {
		s    string
		rule string // the first that tells; "" for none
		want string
	}{
		{"http://h/a/%2e%2e/b", "dot-segment-encoded", "a browser reads the URL as http://h/b"},
		{"http://h/a/.%2E/b", "dot-segment-encoded", "a browser reads the URL as http://h/b"},
		{"http://ex%41mple.com/", "escaped-host", "a browser reads the URL as http://example.com/"},
		{"http://h:%38%30/", "ambiguous-authority", `a browser refuses the URL: port-invalid "%" at byte 9`},
		{`http://h/a\b`, "backslash", "a browser reads the URL as http://h/a/b"},
		{"http://h/a\tb", "control-character", "a browser reads the URL as http://h/ab"},
		{"http://h/a\nb", "crlf-injection", "a browser reads the URL as http://h/ab"},
		{"java\nscript:alert(1)", "hidden-scheme", "a browser reads the URL as javascript:alert(1)"},
		{"http://0xc0.513/", "ambiguous-authority", "a browser reads the URL as http://192.0.2.1/"},
		{"http://％４１/", "ambiguous-authority", `a browser refuses the URL: domain-to-ASCII "％４１" at byte 7`},
		{"http:/x", "ambiguous-authority", "a browser reads the URL as http://x/"},
		{"%68ttp://h/", "escaped-unreserved", "to a browser, too, the URL is a relative reference: a scheme has no escapes"},
		{`/\evil.example/`, "backslash", "a browser on https://example.com/a/b reads the URL as https://evil.example/"},
		{"http://h/a%09b", "", ""},
		{"http://h/a b", "", ""},
		{"http://h/%7E%zz", "", ""},
		{"mongodb://a:1,b:2/?x=a+b", "", ""}, // refused, but legal: nothing to worry about
		{"..%2f..%2fetc", "", ""},
	} {
		rule, browser := "", ""
		for _, f := range lintIn(t, inspect.KindAuto, tt.s) {
			if f.Browser != "" && rule == "" {
				rule, browser = f.Rule, f.Browser
			}
		}
		if rule != tt.rule || browser != tt.want {
			t.Errorf("%q: %s, %q, want %s, %q", tt.s, rule, browser, tt.rule, tt.want)
		}
	}
}

// TestNoHarmfulFix: what is reported without a replacement, because the text may be right
// for what reads it, or because nobody knows what was meant.
func TestNoHarmfulFix(t *testing.T) {
	for _, s := range []string{
		"sql://u:a%%41b@h/", "http://h/50%%", "%%20", "x%%y%%", // one '%' to ConfigParser, systemd and printf
		"http://h/?a=1&amp;gt;=2", "http://h/?a&amp;quot;", // the parameters "gt;" and "quot;"
	} {
		fixed, left, err := Linter{}.Fix(s)
		if err != nil || fixed != s || len(left) == 0 {
			t.Errorf("%q is fixed to %q: %v", s, fixed, left)
		}
	}
	if fixed, _, _ := (Linter{}).Fix("http://h/?a&amp;amp;b"); fixed != "http://h/?a&b" {
		t.Errorf("%q", fixed)
	}
	for s, want := range map[string]string{
		"http://h/?h=%9b%00%ff%01%c8": "leave it if the value is data", "http://h/%95%5C": "second octet of a letter",
		"ftp://u:50%@h/": "a password", "http://h/\\a@b%zz@": "",
	} {
		found, _ := Lint(s)
		ok := false
		for _, f := range found {
			ok = ok || strings.Contains(f.Message+f.Fix, want)
			if strings.Contains(f.Message, "message-ID") {
				t.Errorf("%q: %s", s, f.Message)
			}
		}
		if !ok {
			t.Errorf("%q: %+v", s, found)
		}
	}
	found, _ := Lint("http://h/%C3%83%C2%89t%C3%83%C2%A9") // Été, encoded twice
	for _, f := range found {
		if f.Rule != "double-utf8" {
			t.Errorf("%+v", f)
		}
	}
}

// TestPlaceholdersStay: what printf, strftime, cmd.exe, ConfigParser and systemd replace by a
// value is no percent sign that was not encoded, and has no fix.
func TestPlaceholdersStay(t *testing.T) {
	for text, fixed := range map[string]string{
		"https://h/%s/x":                                        "https://h/%s/x",
		"https://h/%d/%u?a=%v&b=%q":                             "https://h/%d/%u?a=%v&b=%q",
		"https://h/%1$s/%12$d/":                                 "https://h/%1$s/%12$d/",
		"https://h/%Y/%m/%H:%M":                                 "https://h/%Y/%m/%H:%M",
		"https://h/%Y%m%d.gz":                                   "https://h/%Y%m%d.gz",
		"https://h/%TEMP%/%my_x%":                               "https://h/%TEMP%/%my_x%",
		"https://h/50%off%20now":                                "https://h/50%25off%20now",
		"https://u:%(word)s@h/%(a)s":                            "https://u:%(word)s@h/%(a)s",
		"https://h/%{NAME}":                                     "https://h/%{NAME}",
		"https://h/%i.service":                                  "https://h/%i.service",
		"https://h/?q=50%sale":                                  "https://h/?q=50%25sale",
		"https://h/?q=%(a*b)/":                                  "https://h/?q=%25(a*b)/",
		"https://h/?q=%()":                                      "https://h/?q=%25()",
		"https://h/%zz/":                                        "https://h/%25zz/",
		"https://h/?a=%DATE%&b=%ADID%&c=%date_sent%":            "https://h/?a=%DATE%&b=%ADID%&c=%date_sent%",
		"https://h/?a=%recipient.email%":                        "https://h/?a=%recipient.email%",
		"https://h/?a=%%=v(@x)=%%&b=%%First Name%%":             "https://h/?a=%%=v(@x)=%%&b=%%First Name%%",
		"https://h/?a=*|MC:SUBJECT|*&b=*|FNAME:Friend|*":        "https://h/?a=*|MC:SUBJECT|*&b=*|FNAME:Friend|*",
		"https://h/?a={keyword:default}&b={ifmobile:{keyword}}": "https://h/?a={keyword:default}&b={ifmobile:{keyword}}",
		"https://h/{a:int}/{+b}{?c,d*}":                         "https://h/{a:int}/{+b}{?c,d*}",
		"https://h/?a={{lead.Email Address:default=x}}&b={{${c} | upcase}}": "https://h/?a={{lead.Email Address:default=x}}&b={{${c} | upcase}}",
		"https://h/?a={{{b}}}&c=${{ d.e }}&f={{#if g}}":                     "https://h/?a={{{b}}}&c=${{ d.e }}&f={{#if g}}",
		"https://h/?a=[email,fallback=you]&b=[%name%]&c=[[data:d:\"e\"]]":   "https://h/?a=[email,fallback=you]&b=[%name%]&c=[[data:d:\"e\"]]",
		"https://h/?a=<%= b.c %>&d=<?= $e ?>&f=$email$":                     "https://h/?a=<%= b.c %>&d=<?= $e ?>&f=$email$",
		"https://h/?a=[b,c]&d=[true]&e={f,g}&h={i:1}&j={k:true}":            "https://h/?a=%5Bb,c%5D&d=%5Btrue%5D&e=%7Bf,g%7D&h=%7Bi:1%7D&j=%7Bk:true%7D",
		"https://h/?a=50%off-10%more":                                       "https://h/?a=50%25off-10%25more",
		"https://h/?a=*|b":                                                  "https://h/?a=*%7Cb",
	} {
		if got, _, err := (Linter{}).Fix(text); err != nil || got != fixed {
			t.Errorf("%q becomes %q, %v, want %q", text, got, err, fixed)
		}
	}
}
