package lint

import (
	"fmt"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/inspect"
)

// ruleExamples has, for each rule, a text in which it alone finds something, and
// one that differs from it in nothing else and is clean. docs/rules.md shows them.
var ruleExamples = []struct {
	id      string
	in      inspect.Kind
	bad     string
	clean   string
	offset  int
	len     int
	replace string // "" for none
}{
	{"dot-segment-encoded", inspect.KindAuto, "http://h/a/%2E%2E/b", "http://h/a/%C3%A9%C3%A8/b", 11, 7, ""},
	{"dot-segment-parameter", inspect.KindAuto, "http://h/a/..;/b", "http://h/a/c/b", 11, 4, ""},
	{"ambiguous-authority", inspect.KindAuto, "//good.example%2F.evil.example/", "//good.example.evil.example/", 14, 3, ""},
	{"hidden-scheme", inspect.KindAuto, "javascript%3Aalert(1)", "javascripts%3Aalert(1)", 0, 13, ""},
	{"nul", inspect.KindAuto, "http://h/a%00b", "http://h/a%20b", 10, 3, ""},
	{"crlf-injection", inspect.KindAuto, "http://h/%0D%0ASet-Cookie:%20a=b", "http://h/%20Set-Cookie:%20a=b", 9, 6, ""},
	{"overlong-utf8", inspect.KindAuto, "http://h/a%C0%AFb", "http://h/a%C3%AFb", 10, 6, ""},
	{"nested-escape", inspect.KindAuto, "http://h/%2%35", "http://h/2%25", 9, 5, ""},
	{"malformed-escape", inspect.KindAuto, "http://h/100%/a", "http://h/100%25/a", 12, 1, "%25"},
	{"truncated-escape", inspect.KindAuto, "http://h/caf%C3%A", "http://h/caf%C3%A9", 15, 2, ""},
	{"host-confusion", inspect.KindAuto, "http://good.example'.evil.example/", "http://good.example.evil.example/", 7, 26, ""},
	{"double-encoding", inspect.KindAuto, "http://h/caf%25C3%25A9", "http://h/caf%C3%A9", 12, 10, "%C3%A9"},
	{"unicode-escape", inspect.KindAuto, "http://h/caf%u00E9", "http://h/caf%C3%A9", 12, 6, "%C3%A9"},
	{"encoded-slash", inspect.KindAuto, "http://h/a%2Fb", "http://h/?a%2Fb", 10, 3, ""},
	{"encoded-backslash", inspect.KindAuto, "http://h/a%5Cb", "http://h/?a%5Cb", 10, 3, ""},
	{"backslash", inspect.KindAuto, `http://h/a\b`, "http://h/a/b", 10, 1, "%5C"},
	{"dot-segment-above-root", inspect.KindAuto, "http://h/../b", "http://h/b", 9, 3, ""},
	{"dot-segment-in-value", inspect.KindAuto, "http://h/?f=../b", "http://h/?f=b", 12, 3, ""},
	{"compatibility-delimiter", inspect.KindAuto, "http://h/a%EF%BC%8Fb", "http://h/a%EF%BC%9Fb", 10, 9, ""},
	{"misleading-userinfo", inspect.KindAuto, "http://www.bank.example@h/", "http://me@h/", 7, 17, ""},
	{"escaped-host", inspect.KindAuto, "//%65xample.com/", "//example.com/", 2, 3, ""},
	{"confusable-host", inspect.KindAuto, "http://xn--80ak6aa92e.com/", "http://xn--mnchen-3ya.de/", 7, 18, ""},
	{"bidi-control", inspect.KindAuto, "http://h/%E2%80%AEfdp.exe", "http://h/%E2%80%93fdp.exe", 9, 9, ""},
	{"invisible-character", inspect.KindAuto, "http://h/a%E2%80%8B", "http://h/a", 10, 9, ""},
	{"control-character", inspect.KindAuto, "http://h/a%09b", "http://h/a%20b", 10, 3, ""},
	{"invalid-utf8", inspect.KindAuto, "http://h/%FF%C3%A9", "http://h/%C3%A9", 9, 3, ""},
	{"surrogate-utf8", inspect.KindAuto, "http://h/%ED%A0%BD%ED%B8%80", "http://h/%F0%9F%98%80", 9, 18, "%F0%9F%98%80"},
	{"charset-not-utf8", inspect.KindAuto, "http://h/M%FCnchen", "http://h/M%C3%BCnchen", 10, 3, ""},
	{"double-utf8", inspect.KindAuto, "http://h/caf%C3%83%C2%A9", "http://h/caf%C3%A9", 12, 12, "%C3%A9"},
	{"replacement-character", inspect.KindAuto, "http://h/caf%EF%BF%BD", "http://h/caf%C3%A9", 12, 9, ""},
	{"placeholder", inspect.KindAuto, "http://h/users/{id}", "http://h/users/7", 15, 4, ""},
	{"reserved-unescaped", inspect.KindValue, "Tom&Jerry", "Tom%26Jerry", 3, 1, "%26"},
	{"raw-space", inspect.KindAuto, "http://h/a b", "http://h/a%20b", 10, 1, "%20"},
	{"escaped-alphanumeric", inspect.KindAuto, "http://h/%61bc", "http://h/abc", 9, 3, "a"},
	{"cut-by-delimiter", inspect.KindAuto, "postgres://me:p/w@h/db", "postgres://me:p%2Fw@h/db", 15, 1, "%2F"},
	{"mistaken-host", inspect.KindAuto, "file://C:/a", "file:///C:/a", 7, 2, ""},
	{"dot-segment", inspect.KindAuto, "http://h/a/../b", "http://h/b", 11, 3, ""},
	{"empty-segment", inspect.KindAuto, "http://h/a//b", "http://h/a/b", 10, 2, ""},
	{"html-entity", inspect.KindAuto, "http://h/?a=1&amp;b=2", "http://h/?a=1&b=2", 13, 5, "&"},
	{"line-break", inspect.KindAuto, "http://h/?t=a%0D%0Ab", "http://h/?t=a%20b", 13, 6, ""},
	{"plus-ambiguity", inspect.KindAuto, "http://h/?q=a+b", "http://h/?q=a%20b", 13, 1, ""},
	{"semicolon", inspect.KindAuto, "http://h/?a=1;b=2", "http://h/?a=1%3Bb=2", 13, 1, ""},
	{"illegal-character", inspect.KindAuto, "http://h/?a[]=1", "http://h/?a%5B%5D=1", 11, 2, "%5B%5D"},
	{"not-legal", inspect.KindAuto, "ssh://h:name/a", "ssh://h:22/a", 8, 1, ""},
	{"misplaced-delimiter", inspect.KindAuto, "http://h/?u=http://i/?a=1&b=2", "http://h/?u=http://i/%3Fa=1&b=2", 25, 1, ""},
	{"quoted-printable", inspect.KindAuto, "http://h/?a=3D1&b=3Dc", "http://h/?a=1&b=c", 11, 3, ""},
	{"not-nfc", inspect.KindAuto, "http://h/cafe%CC%81", "http://h/caf%C3%A9", 12, 7, ""},
	{"unescaped-non-ascii", inspect.KindAuto, "http://h/café", "http://h/caf%C3%A9", 12, 2, "%C3%A9"},
	{"escaped-unreserved", inspect.KindAuto, "http://h/%7Eme", "http://h/~me", 9, 3, "~"},
	{"mixed-hex-case", inspect.KindAuto, "http://h/%c3%A9", "http://h/%C3%A9", 9, 3, "%C3"},
	{"lower-hex-case", inspect.KindAuto, "http://h/%c3%a9", "http://h/%C3%A9", 9, 6, "%C3%A9"},
}

// TestRulesDocument checks that docs/rules.md has a section for each rule, in
// order, that begins with its severity, the example, the clean counterpart and the
// fix, and tells of the CVEs of the rule.
func TestRulesDocument(t *testing.T) {
	page, err := os.ReadFile("../../docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	parts := strings.Split(string(page), "\n### ")
	sections := map[string]string{}
	var order []string
	for _, part := range parts[1:] {
		title, section, _ := strings.Cut(part, "\n")
		order = append(order, title)
		sections[title] = section
	}
	cve := regexp.MustCompile(`CVE-[0-9]{4}-[0-9]+`)
	known := map[string]bool{}
	var want []string
	for _, r := range Rules() {
		want = append(want, r.ID)
		for _, id := range r.CVE {
			known[id] = true
		}
	}
	if !slices.Equal(order, want) {
		t.Errorf("sections are %v, not %v", order, want)
	}
	for i, r := range Rules() {
		section := sections[r.ID]
		e := ruleExamples[i]
		if e.id != r.ID {
			t.Fatalf("example %d is of %s, not of %s", i, e.id, r.ID)
		}
		severity := r.Severity.String()
		severity = strings.ToUpper(severity[:1]) + severity[1:]
		bad := "`" + e.bad + "`"
		if e.in != inspect.KindAuto {
			bad += " with `--in " + e.in.String() + "`"
		}
		if line := fmt.Sprintf("\n%s: %s. Clean: `%s`. Fix: %s.\n", severity, bad, e.clean, r.Fix); !strings.HasPrefix(section, line) {
			t.Errorf("%s: does not begin with%s", r.ID, line)
		}
		for _, id := range r.CVE {
			if !strings.Contains(section, id) {
				t.Errorf("%s: nothing about %s", r.ID, id)
			}
		}
		for _, id := range cve.FindAllString(section, -1) {
			if !known[id] {
				t.Errorf("%s: %s is of no rule", r.ID, id)
			}
		}
	}
}

// TestBackslashInHost: no fix chooses one of the hosts that a backslash leads to.
func TestBackslashInHost(t *testing.T) {
	for text, fixed := range map[string]bool{
		`http://a.example\@b.example/`: false,
		`http://a.example\b`:           false,
		`http:\\a.example/`:            false,
		`https:/\a.example`:            false,
		`ftp:a\b/`:                     false,
		`/\a.example`:                  false,
		` \/a.example`:                 false,
		`\/a.example`:                  false,
		`\\a.example\b`:                false,
		`//a\b`:                        false,
		`postgres://u:p\w@h/`:          false,
		`http://a.example/b\c`:         true,
		`http://a.example/?b\c`:        true,
		`/a\b`:                         true,
	} {
		found := 0
		list, err := Linter{}.In(inspect.KindURI).Lint(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range list {
			if f.Rule == "backslash" {
				found++
				if f.Mechanical != fixed {
					t.Errorf("%s: a fix is %t, want %t", text, f.Mechanical, fixed)
				}
			}
		}
		if found == 0 {
			t.Errorf("%s: no finding", text)
		}
	}
}

// TestOwnSlashes: "//" and "%2F" are data in the paths of schemes that no web server takes
// apart, and no fix takes an empty segment out of the name of an object.
func TestOwnSlashes(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"s3://bucket//key%2Fa", ""},
		{"gs://bucket/a//b", ""},
		{"amqp://u:p@h/%2F", ""},
		{"amqps://u:p@h//", ""},
		{"ftp://h//etc/%2Fmotd", ""},
		{"git+ssh://git@h//srv/a.git", ""},
		{"https://b.s3.amazonaws.com/a//b", "empty-segment"},
		{"https://h/a%2Fb", "encoded-slash"},
		{"wss://h/a%2Fb", "encoded-slash"},
		{"file:///a//b", "empty-segment"},
		{"/a//b", "empty-segment"},
		{"/a%2Fb/c", "encoded-slash"},
	} {
		fixed, left, err := Linter{}.Fix(test.text)
		if err != nil || fixed != test.text {
			t.Errorf("Fix(%q) = %q, %v", test.text, fixed, err)
		}
		found := ""
		for _, f := range left {
			if f.Rule == "empty-segment" || f.Rule == "encoded-slash" {
				found += f.Rule
			}
		}
		if found != test.want {
			t.Errorf("%q: found %q, want %q", test.text, found, test.want)
		}
	}
}

// TestLeftEscapes: what is left over from JSON or from a string literal is written as what
// it stands for, but not where that chooses a host.
func TestLeftEscapes(t *testing.T) {
	for _, test := range []struct{ text, fixed string }{
		{`https://h/?a=1\u0026b=2`, "https://h/?a=1&b=2"},
		{`https://h/?a=1\x26b=2\x3d`, "https://h/?a=1&b=2="},
		{`https:\/\/h\/a\/b`, "https://h/a/b"},
		{`https://h/\u00e9\u4E2D\ud83d\ude00`, "https://h/%C3%A9%E4%B8%AD%F0%9F%98%80"},
		{`https://h/a\/b`, "https://h/a%5C/b"},
		{`https://h/\ud83d`, "https://h/%5Cud83d"},
		{`https://h/\u004`, "https://h/%5Cu004"},
		{`https://h/\x`, "https://h/%5Cx"},
		{`https://h/\xe9`, "https://h/%5Cxe9"},
		{`https://h/\u005Cu0026`, "https://h/%5Cu005Cu0026"},
		{`https://h/\u0000`, "https://h/%5Cu0000"},
		{`http://good\u0040h.example/`, `http://good\u0040h.example/`},
		{`http:\u002f\u002fh/`, `http:\u002f\u002fh/`},
		{`C:\a b\c`, `C:\a b\c`},
	} {
		if fixed, _, err := (Linter{}).Fix(test.text); err != nil || fixed != test.fixed {
			t.Errorf("Fix(%q) = %q, %v, want %q", test.text, fixed, err, test.fixed)
		}
	}
}

// TestNamedCharset: a parameter that names the charset of the others is believed where they
// are text in it.
func TestNamedCharset(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"https://h/s?q=%B8%A1%BA%F7&ei=EUC-JP", `probably "検索" in EUC-JP, which a server that expects UTF-8 cannot read`},
		{"https://h/s?ie=sjis&q=%8F%E4", `probably "丈" in Shift_JIS, which a server that expects UTF-8 cannot read`},
		{"https://h/s?ie=UTF-8&q=%8F%E4", isNotText.text},
		{"https://h/s?ie=EUC-JP&q=%8F%E4", isNotText.text},
		{"https://h/s?q=%8F%E4#ie=sjis", isNotText.text},
	} {
		found, err := Linter{}.Lint(test.text)
		if err != nil || len(found) == 0 || found[0].Message != test.want {
			t.Errorf("%s: %v, %+v, want %s", test.text, err, found, test.want)
		}
	}
}

// TestQuietValues: what is a title, a clip or a number to call is no attack, and no fix makes
// a number of two.
func TestQuietValues(t *testing.T) {
	for _, test := range []struct{ text, fixed, rules string }{
		{"https://h/?title=JavaScript:%20The%20Good%20Parts", "https://h/?title=JavaScript:%20The%20Good%20Parts", ""},
		{"https://h/?u=javascript:alert(1)", "https://h/?u=javascript:alert(1)", "hidden-scheme"},
		{"https://h/?clip=127.5&zip=127.1", "https://h/?clip=127.5&zip=127.1", ""},
		{"https://h/?client_ip=127.1", "https://h/?client_ip=127.1", "ambiguous-authority"},
		{"tel:+1 555", "tel:+1-555", ""},
		{"tel: +1 555", "tel: +1-555", "raw-space"},
		{"sms:+1 555, +1 666", "sms:+1-555, +1-666", "raw-space"},
		{`https://h/?a=b\c`, `https://h/?a=b%5Cc`, ""},
		{`https://h/a\c`, `https://h/a%5Cc`, "encoded-backslash"},
	} {
		fixed, left, err := Linter{}.Fix(test.text)
		rules := ""
		for _, f := range left {
			rules += f.Rule
		}
		if err != nil || fixed != test.fixed || rules != test.rules {
			t.Errorf("%s: %s, %s, %v", test.text, fixed, rules, err)
		}
	}
}

// TestSeveralCharsets: what is text in several charsets of two octets is no overlong form.
func TestSeveralCharsets(t *testing.T) {
	for _, text := range []string{"検索", "送信", "渋谷", "株価"} {
		octets, err := charset.EUCJP.Encode(text)
		if err != nil {
			t.Fatal(err)
		}
		found, err := Linter{}.Lint("http://h/?q=" + url.QueryEscape(octets))
		if err != nil || len(found) != 1 || found[0].Rule != "charset-not-utf8" {
			t.Errorf("%s: %v, %+v", text, err, found)
		}
	}
}
