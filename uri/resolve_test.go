package uri

import "testing"

func TestResolve(t *testing.T) {
	const base = "http://a/b/c/d;p?q"
	for _, tt := range []struct{ base, ref, want string }{
		// RFC 3986 section 5.4.1.
		{base, "g:h", "g:h"},
		{base, "g", "http://a/b/c/g"},
		{base, "./g", "http://a/b/c/g"},
		{base, "g/", "http://a/b/c/g/"},
		{base, "/g", "http://a/g"},
		{base, "//g", "http://g"},
		{base, "?y", "http://a/b/c/d;p?y"},
		{base, "g?y", "http://a/b/c/g?y"},
		{base, "#s", "http://a/b/c/d;p?q#s"},
		{base, "g#s", "http://a/b/c/g#s"},
		{base, "g?y#s", "http://a/b/c/g?y#s"},
		{base, ";x", "http://a/b/c/;x"},
		{base, "g;x", "http://a/b/c/g;x"},
		{base, "g;x?y#s", "http://a/b/c/g;x?y#s"},
		{base, "", "http://a/b/c/d;p?q"},
		{base, ".", "http://a/b/c/"},
		{base, "./", "http://a/b/c/"},
		{base, "..", "http://a/b/"},
		{base, "../", "http://a/b/"},
		{base, "../g", "http://a/b/g"},
		{base, "../..", "http://a/"},
		{base, "../../", "http://a/"},
		{base, "../../g", "http://a/g"},
		// Section 5.4.2.
		{base, "../../../g", "http://a/g"},
		{base, "../../../../g", "http://a/g"},
		{base, "/./g", "http://a/g"},
		{base, "/../g", "http://a/g"},
		{base, "g.", "http://a/b/c/g."},
		{base, ".g", "http://a/b/c/.g"},
		{base, "g..", "http://a/b/c/g.."},
		{base, "..g", "http://a/b/c/..g"},
		{base, "./../g", "http://a/b/g"},
		{base, "./g/.", "http://a/b/c/g/"},
		{base, "g/./h", "http://a/b/c/g/h"},
		{base, "g/../h", "http://a/b/c/h"},
		{base, "g;x=1/./y", "http://a/b/c/g;x=1/y"},
		{base, "g;x=1/../y", "http://a/b/c/y"},
		{base, "g?y/./x", "http://a/b/c/g?y/./x"},
		{base, "g?y/../x", "http://a/b/c/g?y/../x"},
		{base, "g#s/./x", "http://a/b/c/g#s/./x"},
		{base, "g#s/../x", "http://a/b/c/g#s/../x"},
		{base, "http:g", "http:g"},
		// More.
		{"http://a", "g", "http://a/g"},
		{"http://a?q", "", "http://a?q"},
		{"http://a?q#f", "#", "http://a?q#"},
		{base, "?", "http://a/b/c/d;p?"},
		{base, "//", "http://"},
		{base, "HTTP://x/./y/../z", "HTTP://x/z"},
		{base, "%2e%2e/g", "http://a/b/c/%2e%2e/g"},
		{"file:/a", ".//b", "file:/.//b"},
		{"x:/a", "/.//b", "x:/.//b"},
		{"mailto:a", "b", "mailto:b"},
		{"urn:a:b/c", "../d", "urn:/d"}, // section 5.2.4 to the letter
		{"a/b", "../c", "c"},
		{"a/b", "../../c", "../c"},
		{"a", "./b:c", "./b:c"},
		{"/a/b", "../../c", "/c"},
		{"//h/a", "b", "//h/b"},
		{"", "a", "a"},
	} {
		b, ref := MustParse(tt.base), MustParse(tt.ref)
		u := b.Resolve(ref)
		if u.String() != tt.want {
			t.Errorf("%q from %q is %q, want %q", tt.ref, tt.base, u, tt.want)
		}
		if v, err := Parse(u.String()); err != nil || v != u {
			t.Errorf("%q from %q is %q: %v", tt.ref, tt.base, u, err)
		}
		want := tt.want
		if tt.ref == "http:g" {
			want = "http://a/b/c/g"
		} else if ref.Scheme() == "HTTP" {
			want = "http://x/z"
		}
		if got := b.ResolveCompatible(ref); got.String() != want {
			t.Errorf("%q from %q is compatibly %q, want %q", tt.ref, tt.base, got, want)
		}
	}
	for _, tt := range []struct{ ref, want string }{
		{"HTTP:", "http://a/b/c/d;p?q"},
		{"http:?y", "http://a/b/c/d;p?y"},
		{"http:#s", "http://a/b/c/d;p?q#s"},
		{"http:/g", "http://a/g"},
		{"http://g", "http://g"},
		{"http:b:c", "http://a/b/c/b:c"},
		{"https:g", "https:g"},
	} {
		if got := MustParse(base).ResolveCompatible(MustParse(tt.ref)).String(); got != tt.want {
			t.Errorf("%q is compatibly %q, want %q", tt.ref, got, tt.want)
		}
	}
}

// TestResolveOpaque: a path behind a scheme stays as it is (RFC 3986 sections 5.2.2 and
// 5.3), although without one its first segment could not have a colon (section 4.2).
func TestResolveOpaque(t *testing.T) {
	for _, tt := range []struct{ base, ref, want string }{
		{"urn:example:a", "#f", "urn:example:a#f"},
		{"urn:example:a", "?+r", "urn:example:a?+r"},
		{"a:b:c", "", "a:b:c"},
		{"a:b/c", "d:e", "d:e"},
		{"a:b/c", "./d:e", "a:b/d:e"},
	} {
		if got := MustParse(tt.base).Resolve(MustParse(tt.ref)).String(); got != tt.want {
			t.Errorf("%q from %q is %q, want %q", tt.ref, tt.base, got, tt.want)
		}
	}
}

func TestRemoveDotSegments(t *testing.T) {
	for in, want := range map[string]string{
		"/a/b/c/./../../g": "/a/g", "mid/content=5/../6": "mid/6", // section 5.2.4
		"": "", ".": "", "..": "", "/": "/", "/.": "/", "/..": "/", "./": "", "../": "", "/../": "/", "/./": "/", "../a": "a", "./../a": "a",
		"a/..": "/", "a/../b": "/b", "/a//..": "/a/", "/...": "/...", "/a/.b/..c": "/a/.b/..c", "/%2e/a": "/%2e/a", "//../a": "/a",
	} {
		if got := RemoveDotSegments(in); got != want {
			t.Errorf("RemoveDotSegments(%q) = %q, want %q", in, got, want)
		}
	}
}

// TestResolveInSteps: against a base, two references one after the other lead to the
// same place as what they resolve to together, which has no base. An escaped dot is no
// dot to either (section 5.2.4).
func TestResolveInSteps(t *testing.T) {
	base := MustParse("foo://h/x/y/z?q")
	for _, tt := range []struct{ first, second, both string }{
		{"a/b", "../c", "c"},
		{"a", "../../c", "../../c"},
		{"", ".%2E/..", "./"},
		{"%2E%2e/a", "b", "%2E%2e/b"},
		{"a/b", "%2e/../..", "./"},
		{"..//b", ".%2e/c", "..//.%2e/c"},
	} {
		first, second := MustParse(tt.first), MustParse(tt.second)
		both := first.Resolve(second)
		if both.String() != tt.both {
			t.Errorf("%q against %q: %q, want %q", tt.second, tt.first, both, tt.both)
		}
		if steps := base.Resolve(first).Resolve(second); base.Resolve(both) != steps {
			t.Errorf("%q and %q: %q, together %q", tt.first, tt.second, steps, base.Resolve(both))
		}
	}
}
