package uri

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCompare(t *testing.T) {
	same := func(r ...Rule) Comparison {
		if r == nil {
			return Comparison{}
		}
		return Comparison{Verdict: Equivalent, Rules: r}
	}
	for _, tt := range []struct {
		a, b string
		want Comparison
	}{
		{"http://h/", "http://h/", same()},
		{"http://h/", "HTTP://H/", same(RuleCase)},
		{"/%3a", "/%3A", same(RuleCase)},
		{"/%7Euser", "/~user", same(RuleUnreserved)},
		{"HTTP://ex%61mple.com", "http://example.com", same(RuleCase, RuleUnreserved)},
		{"/a/./b", "/a/b", same(RuleDotSegments)},
		{"example://a/b/c/%7Bfoo%7D", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d", same(RuleCase, RuleUnreserved, RuleDotSegments)},
		{"/a/%2e%2E/b", "/b", same(RuleDotSegments)},
		{"http://EXAMPLE.com:/%7esmith/home.html", "http://example.com:80/~smith/home.html", same(RuleCase, RuleUnreserved, RuleScheme)},
		{"http://h", "http://h/", same(RuleScheme)},
		{"file:/a", "file://localhost/a", same(RuleFile)},
		{"file://localhost:/a", "file:///a", same(RuleScheme, RuleFile)},
		{"file://host:/a", "file://host/a", same(RuleScheme)},
		{"mailto:a@EX", "mailto:a@ex", same(RuleMailto)},
		// RFC 8141 section 3.2.
		{"urn:example:a123,z456", "URN:example:a123,z456", same(RuleURN)},
		{"urn:example:a123,z456", "urn:EXAMPLE:a123,z456", same(RuleURN)},
		{"urn:example:a123,z456", "urn:example:a123,z456?+abc", same(RuleURN)},
		{"urn:example:a123,z456?=xyz", "urn:example:a123,z456#789", same(RuleURN)},
		{"urn:example:a123%2Cz456", "URN:EXAMPLE:a123%2cz456", same(RuleURN)},
		{"urn:example:a123,z456", "urn:example:A123,z456", Comparison{Verdict: Different, Part: Path, OffsetA: 12, OffsetB: 12, TextA: "a", TextB: "A", Difference: DifferentCase}},
		{"urn:example:a123%2Cz456", "urn:example:a123,z456", Comparison{Verdict: Different, Part: Path, OffsetA: 16, OffsetB: 16, TextA: "%2C", TextB: ",", Difference: EscapeInURN}},
		{"urn:example:%7e", "urn:example:~", Comparison{Verdict: Different, Part: Path, OffsetA: 12, OffsetB: 12, TextA: "%7e", TextB: "~", Difference: EscapeInURN}},
		{"urn:example:a123,z456", "urn:example:a123,z456/foo", Comparison{Verdict: Different, Part: Path, OffsetA: 21, OffsetB: 21, TextB: "/", Difference: DifferentText}},
		// An r- or q-component has at least one character (section 2.3).
		{"urn:example:a?+", "urn:example:a", Comparison{Verdict: Different, Part: Query, OffsetA: 13, OffsetB: 13, TextA: "?", Difference: OneAbsent}},
		{"urn:example:a?=", "urn:example:a?=b", Comparison{Verdict: Different, Part: Query, OffsetA: 13, OffsetB: 13, TextA: "?", Difference: OneAbsent}},
		{"urn:example:a?+b", "urn:example:a?=c", same(RuleURN)},
		// Different, and why.
		{"/path?key=value", "/path%3Fkey=value", Comparison{Verdict: Different, Part: Path, OffsetA: 5, OffsetB: 5, TextA: "?", TextB: "%3F", Difference: DataDelimiter}},
		{"/path%2Fto%2Ffile", "/path/to/file", Comparison{Verdict: Different, Part: Path, OffsetA: 5, OffsetB: 5, TextA: "%2F", TextB: "/", Difference: DataDelimiter}},
		{"?name=Tom%26Jerry", "?name=Tom&Jerry", Comparison{Verdict: Different, Part: Query, OffsetA: 9, OffsetB: 9, TextA: "%26", TextB: "&", Difference: DataDelimiter}},
		{"http://h/a", "http://h/A", Comparison{Verdict: Different, Part: Path, OffsetA: 9, OffsetB: 9, TextA: "a", TextB: "A", Difference: DifferentCase}},
		{"http://h/%7e/./ax", "HTTP://h:80/~/a%79", Comparison{Verdict: Different, Part: Path, OffsetA: 16, OffsetB: 15, TextA: "x", TextB: "%79", Difference: DifferentText}},
		{"/a", "/a?", Comparison{Verdict: Different, Part: Query, OffsetA: 2, OffsetB: 2, TextB: "?", Difference: OneAbsent}},
		{"/a#x", "/a?x", Comparison{Verdict: Different, Part: Query, OffsetA: 2, OffsetB: 2, TextA: "#", TextB: "?", Difference: OneAbsent}},
		{"a:b", "b", Comparison{Verdict: Different, Part: Scheme, OffsetA: 0, OffsetB: 0, TextA: "a", TextB: "b", Difference: OneAbsent}},
		{"http://h/", "https://h/", Comparison{Verdict: Different, Part: Scheme, OffsetA: 4, OffsetB: 4, TextA: ":", TextB: "s", Difference: DifferentText}},
		{"http://u@h/", "http://v@h/", Comparison{Verdict: Different, Part: Userinfo, OffsetA: 7, OffsetB: 7, TextA: "u", TextB: "v", Difference: DifferentText}},
		{"http://h:8/", "http://h:9/", Comparison{Verdict: Different, Part: Port, OffsetA: 9, OffsetB: 9, TextA: "8", TextB: "9", Difference: DifferentText}},
		{"/%3A", "/%3B", Comparison{Verdict: Different, Part: Path, OffsetA: 1, OffsetB: 1, TextA: "%3A", TextB: "%3B", Difference: DifferentText}},
		// A character that is not reserved is no delimiter.
		{"/a|", "/a%7C", Comparison{Verdict: Different, Part: Path, OffsetA: 2, OffsetB: 2, TextA: "|", TextB: "%7C", Difference: NotEscaped}},
		// Nor is a reserved one where the component may not hold it.
		{"/a[", "/a%5B", Comparison{Verdict: Different, Part: Path, OffsetA: 2, OffsetB: 2, TextA: "[", TextB: "%5B", Difference: NotEscaped}},
		{"?a]", "?a%5D", Comparison{Verdict: Different, Part: Query, OffsetA: 2, OffsetB: 2, TextA: "]", TextB: "%5D", Difference: NotEscaped}},
		{"#a#", "#a%23", Comparison{Verdict: Different, Part: Fragment, OffsetA: 2, OffsetB: 2, TextA: "#", TextB: "%23", Difference: NotEscaped}},
		{"//a@b@h", "//a%40b@h", Comparison{Verdict: Different, Part: Userinfo, OffsetA: 3, OffsetB: 3, TextA: "@", TextB: "%40", Difference: NotEscaped}},
		{"//a:b", "//a%3Ab", Comparison{Verdict: Different, Part: Host, OffsetA: 3, OffsetB: 3, TextA: ":", TextB: "%3A", Difference: NotEscaped}},
		{"1:b", "1%3Ab", Comparison{Verdict: Different, Part: Path, OffsetA: 1, OffsetB: 1, TextA: ":", TextB: "%3A", Difference: NotEscaped}},
		{"2/1:b", "2/1%3Ab", Comparison{Verdict: Different, Part: Path, OffsetA: 3, OffsetB: 3, TextA: ":", TextB: "%3A", Difference: DataDelimiter}},
		{"/u@v", "/u%40v", Comparison{Verdict: Different, Part: Path, OffsetA: 2, OffsetB: 2, TextA: "@", TextB: "%40", Difference: DataDelimiter}},
		{"/%", "/%25", Comparison{Verdict: Different, Part: Path, OffsetA: 1, OffsetB: 1, TextA: "%", TextB: "%25", Difference: NotEscaped}},
		{"/\xC3\xA9", "/%C3%A9", Comparison{Verdict: Different, Part: Path, OffsetA: 1, OffsetB: 1, TextA: "\xC3", TextB: "%C3", Difference: NotEscaped}},
		{"%68ttp://h/", "http://h/", Comparison{Verdict: Different, Part: Scheme, TextA: "%68", TextB: "h", Difference: OneAbsent}},
		{"", "#", Comparison{Verdict: Different, Part: Fragment, TextB: "#", Difference: OneAbsent}},
	} {
		t.Run("a="+tt.a+"/b="+tt.b, func(t *testing.T) {
			got := Compare(ParseLenient(tt.a), ParseLenient(tt.b))
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%v: %s", got, diff)
			}
			back := Compare(ParseLenient(tt.b), ParseLenient(tt.a))
			back.OffsetA, back.OffsetB, back.TextA, back.TextB = back.OffsetB, back.OffsetA, back.TextB, back.TextA
			if !cmp.Equal(back, got) {
				t.Errorf("the other way round: %v", back)
			}
		})
	}
	for _, tt := range []struct{ a, b, want string }{
		{"a", "a", "identical"},
		{"/%7e", "/~", "equivalent by rfc3986.6.2.2.2"},
		{"/a?b", "/a%3Fb", `different: path at byte 2 and 2, "?" and "%3F": a reserved character in one is escaped in the other, which is not equivalent (RFC 3986, section 2.2)`},
	} {
		if got := Compare(ParseLenient(tt.a), ParseLenient(tt.b)).String(); got != tt.want {
			t.Errorf("%q", got)
		}
	}
	for _, tt := range []struct{ a, b, want string }{
		{"?a=b+c", "?a=b%20c", "equivalent by form"},
		{"?a=b+c#d", "?a=b%20c#e", `different: fragment at byte 7 and 9, "d" and "e": different text`},
	} {
		if got := (Comparer{Form: true}).Compare(MustParse(tt.a), MustParse(tt.b)).String(); got != tt.want {
			t.Errorf("as forms: %q", got)
		}
	}
	if Difference(99).String() != "unknown" {
		t.Error("Difference(99)")
	}
}

// TestLookupRung: each rung has the name that String prints, and no other.
func TestLookupRung(t *testing.T) {
	for name, want := range map[string]Rungs{"case": Case, "percent-encoding": PercentEncoding, "dot-segments": DotSegments, "scheme": SchemeBased} {
		if got, err := LookupRung(name); got != want || err != nil || got.String() != name {
			t.Errorf("%s is %v, %v", name, got, err)
		}
	}
	for _, name := range []string{"", "Case", "none", "case+scheme"} {
		if got, err := LookupRung(name); err == nil {
			t.Errorf("%q is %v", name, got)
		}
	}
}
