package uri

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCompare(t *testing.T) {
	same := func(r Rungs) Comparison { return Comparison{Equivalent: true, Rung: r} }
	for _, tt := range []struct {
		a, b string
		want Comparison
	}{
		{"http://h/", "http://h/", same(0)},
		{"http://h/", "HTTP://H/", same(Case)},
		{"/%3a", "/%3A", same(Case)},
		{"/%7Euser", "/~user", same(PercentEncoding)},
		{"HTTP://ex%61mple.com", "http://example.com", same(PercentEncoding)},
		{"/a/./b", "/a/b", same(DotSegments)},
		{"example://a/b/c/%7Bfoo%7D", "eXAMPLE://a/./b/../b/%63/%7bfoo%7d", same(DotSegments)},
		{"/a/%2e%2E/b", "/b", same(DotSegments)},
		{"http://EXAMPLE.com:/%7esmith/home.html", "http://example.com:80/~smith/home.html", same(SchemeBased)},
		{"http://h", "http://h/", same(SchemeBased)},
		{"file:/a", "file://localhost/a", same(SchemeBased)},
		{"mailto:a@EX", "mailto:a@ex", same(SchemeBased)},
		// RFC 8141 section 3.2.
		{"urn:example:a123,z456", "URN:example:a123,z456", same(Case)},
		{"urn:example:a123,z456", "urn:EXAMPLE:a123,z456", same(SchemeBased)},
		{"urn:example:a123,z456", "urn:example:a123,z456?+abc", same(SchemeBased)},
		{"urn:example:a123,z456?=xyz", "urn:example:a123,z456#789", same(SchemeBased)},
		{"urn:example:a123%2Cz456", "URN:EXAMPLE:a123%2cz456", same(SchemeBased)},
		{"urn:example:a123,z456", "urn:example:A123,z456", Comparison{Part: Path, OffsetA: 12, OffsetB: 12, TextA: "a", TextB: "A", Why: DifferentCase}},
		{"urn:example:a123%2Cz456", "urn:example:a123,z456", Comparison{Part: Path, OffsetA: 16, OffsetB: 16, TextA: "%2C", TextB: ",", Why: EscapeInURN}},
		{"urn:example:%7e", "urn:example:~", Comparison{Part: Path, OffsetA: 12, OffsetB: 12, TextA: "%7e", TextB: "~", Why: EscapeInURN}},
		{"urn:example:a123,z456", "urn:example:a123,z456/foo", Comparison{Part: Path, OffsetA: 21, OffsetB: 21, TextB: "/", Why: DifferentText}},
		// Different, and why.
		{"/path?key=value", "/path%3Fkey=value", Comparison{Part: Path, OffsetA: 5, OffsetB: 5, TextA: "?", TextB: "%3F", Why: DataDelimiter}},
		{"/path%2Fto%2Ffile", "/path/to/file", Comparison{Part: Path, OffsetA: 5, OffsetB: 5, TextA: "%2F", TextB: "/", Why: DataDelimiter}},
		{"?name=Tom%26Jerry", "?name=Tom&Jerry", Comparison{Part: Query, OffsetA: 9, OffsetB: 9, TextA: "%26", TextB: "&", Why: DataDelimiter}},
		{"http://h/a", "http://h/A", Comparison{Part: Path, OffsetA: 9, OffsetB: 9, TextA: "a", TextB: "A", Why: DifferentCase}},
		{"http://h/%7e/./ax", "HTTP://h:80/~/a%79", Comparison{Part: Path, OffsetA: 16, OffsetB: 15, TextA: "x", TextB: "%79", Why: DifferentText}},
		{"/a", "/a?", Comparison{Part: Query, OffsetA: 2, OffsetB: 2, TextB: "?", Why: OneAbsent}},
		{"/a#x", "/a?x", Comparison{Part: Query, OffsetA: 2, OffsetB: 2, TextA: "#", TextB: "?", Why: OneAbsent}},
		{"a:b", "b", Comparison{Part: Scheme, OffsetA: 0, OffsetB: 0, TextA: "a", TextB: "b", Why: OneAbsent}},
		{"http://h/", "https://h/", Comparison{Part: Scheme, OffsetA: 4, OffsetB: 4, TextA: ":", TextB: "s", Why: DifferentText}},
		{"http://u@h/", "http://v@h/", Comparison{Part: Userinfo, OffsetA: 7, OffsetB: 7, TextA: "u", TextB: "v", Why: DifferentText}},
		{"http://h:8/", "http://h:9/", Comparison{Part: Port, OffsetA: 9, OffsetB: 9, TextA: "8", TextB: "9", Why: DifferentText}},
		{"/%3A", "/%3B", Comparison{Part: Path, OffsetA: 1, OffsetB: 1, TextA: "%3A", TextB: "%3B", Why: DifferentText}},
		{"", "#", Comparison{Part: Fragment, TextB: "#", Why: OneAbsent}},
	} {
		t.Run("a="+tt.a+"/b="+tt.b, func(t *testing.T) {
			got := Compare(MustParse(tt.a), MustParse(tt.b))
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%v: %s", got, diff)
			}
			back := Compare(MustParse(tt.b), MustParse(tt.a))
			back.OffsetA, back.OffsetB, back.TextA, back.TextB = back.OffsetB, back.OffsetA, back.TextB, back.TextA
			if back != got {
				t.Errorf("the other way round: %v", back)
			}
		})
	}
	for _, tt := range []struct{ a, b, want string }{
		{"a", "a", "identical"},
		{"/%7e", "/~", "equivalent by percent-encoding"},
		{"/a?b", "/a%3Fb", `different: path at byte 2 and 2, "?" and "%3F": a reserved character is a delimiter in one and escaped data in the other`},
	} {
		if got := Compare(MustParse(tt.a), MustParse(tt.b)).String(); got != tt.want {
			t.Errorf("%q", got)
		}
	}
	if Why(99).String() != "Why(99)" {
		t.Error("Why(99)")
	}
}
