package operation

import (
	"testing"

	"github.com/pct-encoded/percent/uri"
)

func TestURITrim(t *testing.T) {
	params := func(patterns ...string) func(uri.URI) uri.URI {
		return func(u uri.URI) uri.URI {
			v, err := dropParameters(u, patterns...)
			if err != nil {
				t.Error(err)
			}
			return v
		}
	}
	tracking := params(trackingPatterns...)
	for _, tt := range []struct {
		name     string
		step     func(uri.URI) uri.URI
		in, want string
	}{
		{"sort", sortQuery, "/?b=2&a=2&a=1&&B#f", "/?&B&a=2&a=1&b=2#f"},
		{"sort without query", sortQuery, "/a", "/a"},
		{"sort empty", sortQuery, "/?", "/?"},
		{"fragment", dropFragment, "/a?b#c", "/a?b"},
		{"empty fragment", dropFragment, "/a#", "/a"},
		{"index", dropIndex, "http://h/a/index.html?q#f", "http://h/a/?q#f"},
		{"no index", dropIndex, "http://h/a/index.html5", "http://h/a/index.html5"},
		{"relative", dropIndex, "index.html", "index.html"},
		{"tracking", tracking, "/?utm_source=x&a=%26&fbclid=1&utmost=2&oly_enc_id=1&vero_id=2&__s=3#f", "/?a=%26&utmost=2#f"},
		{"escaped name", tracking, "/?%75tm_source=x", "/"},
		{"nothing left", tracking, "/?gclid=1#f", "/#f"},
		{"own pattern", params("s?d", "x*"), "/?sid=1&x&y&sidd", "/?y&sidd"},
		{"no query", tracking, "/a", "/a"},
		{"empty query", params("*"), "/?", "/?"},
	} {
		if got := tt.step(uri.MustParse(tt.in)).String(); got != tt.want {
			t.Errorf("%s: %q becomes %q, want %q", tt.name, tt.in, got, tt.want)
		}
	}
	if u, err := dropParameters(uri.MustParse("/?a"), "["); err == nil || u.String() != "/?a" {
		t.Errorf("a bad pattern gives %v, %v", u, err)
	}
	for _, name := range indexNames {
		if got := dropIndex(uri.MustParse("/a/" + name)).String(); got != "/a/" {
			t.Errorf("%s stays: %s", name, got)
		}
	}
}
