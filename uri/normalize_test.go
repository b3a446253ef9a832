package uri

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// checkNormalization holds the laws that every reference must obey on every rung.
func checkNormalization(t *testing.T, u URI) {
	t.Helper()
	_, strictErr := Parse(u.s)
	if isNormal(&u) {
		n := normalizer{s: u.s, rungs: AllRungs, trace: tracing}
		n.uri(&u)
		if string(n.out) != u.s {
			t.Fatalf("%q is not normal: %q", u, n.out)
		}
	}
	for r := Rungs(0); r <= AllRungs; r++ {
		v := u.Normalize(r)
		if w := v.Normalize(r); w.s != v.s {
			t.Fatalf("%v: %q becomes %q and then %q", r, u, v, w)
		}
		if got := string(u.AppendNormalize([]byte("x%4"), r)); got != "x%4"+v.s {
			t.Fatalf("%v: AppendNormalize(%q) gives %q", r, u, got)
		}
		if w, err := Parse(v.s); strictErr == nil && (err != nil || w != v) {
			t.Fatalf("%v: %q becomes %q, which is not legal or not taken apart alike: %v", r, u, v, err)
		}
		if c := Compare(u, v); c.Verdict == Different {
			t.Fatalf("%v: %q becomes %q: %v", r, u, v, c)
		}
		if before, after := escapes(u.s), escapes(v.s); after > before {
			t.Fatalf("%v: %q becomes %q and has more escapes", r, u, v)
		}
		if r&SchemeBased == 0 && reservedEscapes(v.s) > reservedEscapes(u.s) {
			t.Fatalf("%v: %q becomes %q and has reserved characters escaped", r, u, v)
		}
		if r&(DotSegments|SchemeBased) == 0 && reservedEscapes(v.s) != reservedEscapes(u.s) {
			t.Fatalf("%v: %q becomes %q and lost reserved characters", r, u, v)
		}
	}
}

func escapes(s string) (n int) {
	for i := range len(s) {
		if isEscape(s, i) {
			n++
		}
	}
	return n
}

func reservedEscapes(s string) (n int) {
	for i := range len(s) {
		if isEscape(s, i) && !percent.Unreserved.Contains(pct.Hex(s[i+1])<<4|pct.Hex(s[i+2])) {
			n++
		}
	}
	return n
}

func TestNormalize(t *testing.T) {
	for _, tt := range []struct {
		name     string
		rungs    Rungs
		in, want string
	}{
		// RFC 3986 section 6.2.2 and 6.2.3.
		{"6.2.2", SyntaxBased, "eXAMPLE://a/./b/../b/%63/%7bfoo%7d", "example://a/b/c/%7Bfoo%7D"},
		{"6.2.2.1", Case, "HTTP://www.EXAMPLE.com/", "http://www.example.com/"},
		{"6.2.2.1 hex", Case, "/%3a", "/%3A"},
		{"6.2.3 a", AllRungs, "http://example.com", "http://example.com/"},
		{"6.2.3 b", AllRungs, "http://example.com/", "http://example.com/"},
		{"6.2.3 c", AllRungs, "http://example.com:/", "http://example.com/"},
		{"6.2.3 d", AllRungs, "http://example.com:80/", "http://example.com/"},
		{"9110 4.2.3 a", AllRungs, "http://example.com:80/~smith/home.html", "http://example.com/~smith/home.html"},
		{"9110 4.2.3 b", AllRungs, "http://EXAMPLE.com/%7Esmith/home.html", "http://example.com/~smith/home.html"},
		{"9110 4.2.3 c", AllRungs, "http://EXAMPLE.com:/%7esmith/home.html", "http://example.com/~smith/home.html"},
		{"address without path", AllRungs, "http://192.0.2.1", "http://192.0.2.1/"},
		// One rung at a time.
		{"case only", Case, "HTTP://EX%61MPLE.%c3%a9:80/./%7e/%2e", "http://ex%61mple.%C3%A9:80/./%7E/%2E"},
		{"percent only", PercentEncoding, "HTTP://EX%61MPLE.%c3%a9:80/./%7e/%2e", "HTTP://EXaMPLE.%c3%a9:80/./~/."},
		{"dots only", DotSegments, "HTTP://EX%61MPLE.%c3%a9:80/./%7e/%2e", "HTTP://EX%61MPLE.%c3%a9:80/%7e/"},
		{"scheme only", SchemeBased, "HTTP://EX%61MPLE.%c3%a9:80/./%7e/%2e", "HTTP://EX%61MPLE.%c3%a9/./%7e/%2e"},
		{"all", AllRungs, "HTTP://EX%61MPLE.%c3%a9:80/./%7e/%2e", "http://example.%C3%A9/~/"},
		{"none", 0, "HTTP://EX%61MPLE/%7e", "HTTP://EX%61MPLE/%7e"},
		// Percent-encoding.
		{"user", PercentEncoding, "/%7Euser", "/~user"},
		{"upper-case letter of a host", AllRungs, "http://ex%41mple.com/", "http://example.com/"},
		{"reg-name", AllRungs, "http://ex%61mple.com/", "http://example.com/"},
		{"full-width host", AllRungs, "http://%ef%bc%85%EF%BC%94%EF%BC%91/", "http://%EF%BC%85%EF%BC%94%EF%BC%91/"},
		{"path and data", AllRungs, "/path%2Fto%2Ffile", "/path%2Fto%2Ffile"},
		{"question mark", AllRungs, "/path%3Fkey=value", "/path%3Fkey=value"},
		{"twice encoded", AllRungs, "/%2541", "/%2541"},
		{"query and fragment", AllRungs, "?%61=%26%2b#%7e%2f", "?a=%26%2B#~%2F"},
		{"userinfo", AllRungs, "http://%55ser:%3a@h/", "http://User:%3A@h/"},
		{"no escape comes into being", AllRungs, "%%34%31", "%%341"},
		{"not in a path either", AllRungs, "http://a/%%34%32", "http://a/%%342"},
		{"nor by one digit", AllRungs, "/%4%31", "/%4%31"},
		{"nor by a letter", AllRungs, "/%%41%41", "/%%41A"},
		{"unless it cannot", AllRungs, "/%%7e%zz%7e", "/%~%zz~"},
		{"a letter that is a digit", AllRungs, "/%%46%4b%4a", "/%%46KJ"},
		// Dot segments.
		{"5.2.4 a", DotSegments, "/a/b/c/./../../g", "/a/g"},
		{"last, escaped", DotSegments, "/a/%2E", "/a/"},
		{"last double, escaped", DotSegments, "/a/b/%2e%2E", "/a/"},
		{"inner, half escaped", DotSegments, "/a/b/%2E./c", "/a/c"},
		{"inner, other half", DotSegments, "/a/b/.%2E/c", "/a/c"},
		{"inner single, escaped", DotSegments, "/a/%2e/c", "/a/c"},
		{"three dots", AllRungs, "/a/%2E../%2e%2e%2e/", "/a/.../.../"},
		{"above the root", DotSegments, "http://h/../../a", "http://h/a"},
		{"empty segments", DotSegments, "/a//../b", "/a/b"},
		{"no authority comes into being", DotSegments, "a:/.//b", "a:/.//b"},
		{"nor by two dots", DotSegments, "a:/x/..//b", "a:/.//b"},
		{"nor without scheme", DotSegments, "/x/..//b", "/.//b"},
		{"behind an authority it is one", DotSegments, "//h/x/..//b", "//h//b"},
		{"leading dots stay", DotSegments, "../a/../b", "../b"},
		{"two of them", DotSegments, "../../a", "../../a"},
		{"leading single dot", DotSegments, "./a", "a"},
		{"itself", DotSegments, ".", "./"},
		{"localhost with an empty port", AllRungs, "file://localhost:/a", "file:///a"},
		{"localhost with an empty port, by scheme only", SchemeBased, "file://LOCALHOST:", "file:///"},
		{"localhost with an escape", AllRungs, "file://%6Cocalhost/a", "file:///a"},
		{"a drive with an escape", AllRungs, "file://%43:/a", "file://c:/a"},
		{"parent", DotSegments, "..", "../"},
		{"there and back", DotSegments, "a/..", "./"},
		{"there and further", DotSegments, "a/../..", "../"},
		{"colon in the first segment", DotSegments, "./a:b", "./a:b"},
		{"colon comes first", DotSegments, "x/../a:b", "./a:b"},
		{"empty first segment", DotSegments, "a/..//b", ".//b"},
		{"empty stays empty", DotSegments, "", ""},
		{"escaped dots in front", AllRungs, "%2e%2E/%2e/a", "../a"},
		{"rootless", AllRungs, "data:text/plain,a/../b", "data:text/plain,a/../b"},
		// Schemes.
		{"https", AllRungs, "https://h:443", "https://h/"},
		{"wrong port", AllRungs, "https://h:80", "https://h:80/"},
		{"ws", AllRungs, "ws://h:80?q", "ws://h/?q"},
		{"wss", AllRungs, "WSS://h:443/", "wss://h/"},
		{"ftp", AllRungs, "ftp://h:21", "ftp://h/"},
		{"leading zeros", AllRungs, "http://h:0080/", "http://h/"},
		{"other scheme", AllRungs, "foo://H:80", "foo://h:80"},
		{"other scheme, empty port", AllRungs, "foo://h:", "foo://h"},
		{"empty query stays", AllRungs, "http://h/?#", "http://h/?#"},
		{"file, localhost", AllRungs, "file://LOCALHOST/a", "file:///a"},
		{"file, no authority", AllRungs, "file:/a/../b", "file:///b"},
		{"file, two slashes", AllRungs, "file:/.//b", "file:////b"},
		{"file, drive", AllRungs, "file://c:/x", "file://c:/x"},
		{"file, drive, upper case", AllRungs, "file://C:/x", "file://c:/x"},
		{"file, host", AllRungs, "file://Host/C:/a", "file://host/C:/a"},
		{"mailto", AllRungs, "MAILTO:Joe@EXAMPLE.Com,%41b@X?Subject=A%2ab&CC=Q", "mailto:Joe@example.com,Ab@x?subject=A%2Ab&cc=Q"},
		{"mailto, escaped at", AllRungs, "mailto:Not%40ME@EX.com", "mailto:Not%40ME@ex.com"},
		{"urn", AllRungs, "URN:Example:a123%2cz%41/./x?+R#F", "urn:example:a123%2Cz%41/./x?+R#F"},
		{"urn, syntax only", SyntaxBased, "URN:Example:%7e", "urn:Example:%7E"},
		// Literals.
		{"IPv6", AllRungs, "http://[2001:DB8::ABCD]:80/", "http://[2001:db8::abcd]/"},
		{"zone has case", AllRungs, "http://[FE80::1%25En%7E0]/", "http://[fe80::1%25En~0]/"},
		{"IPvFuture", AllRungs, "http://[V1F.Ab]/", "http://[v1f.ab]/"},
	} {
		t.Run("case="+tt.name, func(t *testing.T) {
			u := ParseLenient(tt.in)
			if got := u.Normalize(tt.rungs).String(); got != tt.want {
				t.Errorf("Normalize(%q) = %q, want %q", tt.in, got, tt.want)
			}
			checkNormalization(t, u)
		})
	}
}

// The escapes of the 66 unreserved characters are decoded, and no others.
func TestUnreservedOnly(t *testing.T) {
	decoded := 0
	for b := range 256 {
		for _, format := range []string{"%%%02X", "%%%02x"} {
			escape := fmt.Sprintf(format, b)
			for _, prefix := range []string{"/x", "?x", "#x", "//u", "//h@x"} {
				got := MustParse(prefix + escape).Normalize(SyntaxBased).String()[len(prefix):]
				if percent.Unreserved.Contains(byte(b)) {
					want := string(rune(b))
					if prefix == "//u" || prefix == "//h@x" {
						want = strings.ToLower(want)
					}
					if got != want {
						t.Errorf("%s%s becomes %s", prefix, escape, got)
					}
					decoded++
				} else if got != strings.ToUpper(escape) {
					t.Errorf("%s%s becomes %s", prefix, escape, got)
				}
			}
		}
	}
	if decoded != 66*2*5 {
		t.Errorf("%d escapes were decoded", decoded)
	}
}

func TestRungNames(t *testing.T) {
	if got := AllRungs.String(); got != "case+percent-encoding+dot-segments+scheme" {
		t.Errorf("AllRungs is %s", got)
	}
	if got := Rungs(0x81).String() + " " + Rungs(0).String(); got != "case+Rungs(0x80) none" {
		t.Errorf("odd rungs are %s", got)
	}
	if r, err := LookupRung("dot-segments"); r != DotSegments || err != nil {
		t.Errorf("LookupRung = %v, %v", r, err)
	}
	if _, err := LookupRung("all"); err == nil {
		t.Error("LookupRung accepts the name of several rungs")
	}
	if DefaultPort("HTTPS") != "443" || DefaultPort("mailto") != "" || DefaultPort("x-unknown") != "" {
		t.Error("DefaultPort")
	}
}
