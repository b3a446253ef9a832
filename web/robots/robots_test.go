package robots

import (
	"regexp"
	"strings"
	"testing"
)

func TestNormalize(t *testing.T) {
	for in, want := range map[string]string{
		// The table of section 2.2.2, without the row that contradicts the rest.
		"/foo/bar?baz=quz": "/foo/bar?baz=quz", "/foo/bar/ツ": "/foo/bar/%E3%83%84", "/foo/bar/%E3%83%84": "/foo/bar/%E3%83%84", "/foo/bar/%62%61%7A": "/foo/bar/baz",
		"/a%2fb%7e": "/a%2Fb~", "/a b%zz%": "/a%20b%25zz%25", "/*$": "/%2A%24", "/%2a%24": "/%2A%24", "/?x=https://foo.bar": "/?x=https://foo.bar",
		"/?x=https%3A%2F%2Ffoo.bar": "/?x=https%3A%2F%2Ffoo.bar", "/\xFF": "/%FF", "": "",
	} {
		if got := Normalize(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// The table of section 2.2.2 escapes the reserved characters of a value; the
// rules of URIs tell them from their escapes.
func TestReservedStays(t *testing.T) {
	const raw, escaped = "/foo/bar?baz=https://foo.bar", "/foo/bar?baz=https%3A%2F%2Ffoo.bar"
	if got := Normalize(raw); got != raw {
		t.Errorf("%q", got)
	}
	if got := Normalize(escaped); got != escaped {
		t.Errorf("%q", got)
	}
	if Compile(escaped).Match(raw) || Compile(raw).Match(escaped) {
		t.Error("they match")
	}
}

func TestMatch(t *testing.T) {
	for _, tt := range []struct {
		pattern, path string
		want          bool
	}{
		{"/foo/bar/%62%61%7A", "/foo/bar/baz", true},
		{"/foo/bar/ツ", "/foo/bar/%e3%83%84", true},
		{"/foo", "/foobar", true},
		{"/foo", "/fo", false},
		{"/foo", "/x/foo", false},
		{"/foo$", "/foo", true},
		{"/foo$", "/foo/", false},
		{"/*.gif$", "/a/b.gif", true},
		{"/*.gif$", "/a.gif?x", false},
		{"/*.gif", "/a.gif?x", true},
		{"/a*b*c", "/a1b2c3", true},
		{"/a*b*c", "/a1c2b3", false},
		{"/a*a$", "/a", false},
		{"*", "/", true},
		{"*a", "/ba", true},
		{"/path/file-with-a-%2A.html", "/path/file-with-a-*.html", true},
		{"/path/file-with-a-%2A.html", "/path/file-with-a-x.html", false},
		{"/path/file-with-a-*.html", "/path/file-with-a-*.html", true},
		{"/path/foo-%24", "/path/foo-$", true},
		{"/path/foo-%24", "/path/foo-", false},
		{"/a$b", "/a$b", true},
		{"/a%2Fb", "/a/b", false},
		{"/a/b", "/a%2fb", false},
		{"/a%2Fb", "/a%2fb", true},
		{"", "/", false},
		{"$", "", true},
	} {
		if got := Compile(tt.pattern).Match(tt.path); got != tt.want {
			t.Errorf("%q matches %q: %v", tt.pattern, tt.path, got)
		}
	}
	if (Pattern{}).Match("") {
		t.Error("the zero Pattern matches")
	}
}

func TestLen(t *testing.T) {
	for value, want := range map[string]int{"": 0, "/": 1, "/a*b$": 5, "/%61": 2, "/ツ": 10, "*": 1} {
		p := Compile(value)
		if got := p.Len(); got != want || p.String() != value {
			t.Errorf("%q: %d", value, got)
		}
	}
}

// FuzzMatch compares Match with a regular expression.
func FuzzMatch(f *testing.F) {
	f.Add("/a*b$", "/aab")
	f.Add("/%2a*é", "/*%zzé")
	f.Fuzz(func(t *testing.T, pattern, path string) {
		n := Normalize(path)
		if Normalize(n) != n {
			t.Fatalf("%q: %q, then %q", path, n, Normalize(n))
		}
		body, anchored := strings.CutSuffix(pattern, "$")
		var b strings.Builder
		b.WriteString(`\A`)
		for i, piece := range strings.Split(body, "*") {
			if i > 0 {
				b.WriteString(".*")
			}
			b.WriteString(regexp.QuoteMeta(Normalize(piece)))
		}
		if anchored {
			b.WriteString(`\z`)
		}
		want := pattern != "" && regexp.MustCompile(b.String()).MatchString(n)
		if got := Compile(pattern).Match(path); got != want {
			t.Fatalf("%q matches %q: %v, want %v", pattern, path, got, want)
		}
	})
}
