package dialect_test

import (
	"errors"
	"testing"

	"github.com/pct-encoded/percent/dialect"
)

// TestFind asks for dialects as people call them.
func TestFind(t *testing.T) {
	for _, tt := range []struct{ name, found, first string }{
		{"rfc3986", "rfc3986", ""},
		{"path", "", "rfc3986.path"},
		{"segment", "", "rfc3986.segment"},
		{"js", "", "js.encodeURIComponent"},
		{"python", "", "py.quote"},
		{"urllib.parse.quote", "py.quote", ""},
		{"urllib.parse.quote()", "py.quote", ""},
		{"quote", "", "py.quote"},
		{"application/x-www-form-urlencoded", "whatwg.form", ""},
		{"decodeURIComponent", "", "js.decodeURIComponent"},
		{"escape", "", "js.escape"},
		{"rawurlencode", "php.rawurlencode", ""},
		{"RAWURLENCODE", "php.rawurlencode", ""},
		{"http_build_query", "", "php.http_build_query.rfc1738"},
		{"UriEncode", "aws.uriencode", ""},
		{"url.QueryEscape", "go.url.QueryEscape", ""},
	} {
		found, err := dialect.Find(tt.name)
		var several *dialect.AmbiguousError
		switch {
		case tt.found != "":
			if found != tt.found || err != nil {
				t.Errorf("Find(%q) = %q, %v; want %q", tt.name, found, err, tt.found)
			}
		case !errors.As(err, &several) || several.Candidates[0] != tt.first:
			t.Errorf("Find(%q) = %q, %v; want several, %q first", tt.name, found, err, tt.first)
		}
		if several != nil {
			for _, name := range several.Candidates {
				if _, err := dialect.Lookup(name); err != nil {
					t.Errorf("Find(%q) names %q: %v", tt.name, name, err)
				}
			}
		}
	}
	for _, name := range []string{"", "nothing like it"} {
		var unknown *dialect.UnknownError
		if found, err := dialect.Find(name); !errors.As(err, &unknown) {
			t.Errorf("Find(%q) = %q, %v; want an unknown name", name, found, err)
		}
	}
}

// TestFindTakesNamesOfLookup changes no name that Lookup takes.
func TestFindTakesNamesOfLookup(t *testing.T) {
	for m := range dialect.Implementations() {
		if found, err := dialect.Find(m.ID); found != m.ID || err != nil {
			t.Errorf("Find(%q) = %q, %v", m.ID, found, err)
		}
	}
	n := 0
	for d := range dialect.Common() {
		if found, err := dialect.Find(d.ID); found != d.ID || err != nil {
			t.Errorf("Find(%q) = %q, %v", d.ID, found, err)
		}
		n++
	}
	if n != 15 {
		t.Errorf("%d dialects to start with", n)
	}
}
