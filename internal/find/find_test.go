package find

import (
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/dialect"
)

// TestFind: what people type finds what they mean first.
func TestFind(t *testing.T) {
	for _, tt := range []struct {
		text  string
		wants []string // the first ones, in any order
	}{
		{"php", []string{"php.rawurlencode", "php.urlencode"}},
		{"python quote", []string{"py.quote"}},
		{"go", []string{"go.url.QueryEscape"}},
		{"golang", []string{"go.url.QueryEscape"}},
		{"java", []string{"java.URLEncoder"}},
		{"javascript", []string{"js.encodeURIComponent"}},
		{"query string", []string{"whatwg.form", "rfc3986.query"}},
		{"rawurlencode", []string{"php.rawurlencode"}},
		{"urlencode", []string{"php.urlencode", "py.urlencode"}},
		{"encodeuricomponent", []string{"js.encodeURIComponent"}},
		{"QueryEscape", []string{"go.url.QueryEscape"}},
		{"form", []string{"whatwg.form"}},
		{"segment", []string{"rfc3986.segment"}},
		{"RFC3986", []string{"rfc3986"}},
		{"php.urlencode", []string{"php.urlencode"}},
		{"dotnet", []string{"mono.WebUtility.UrlEncode"}},
		{"s3 key", []string{"aws.path"}},
		{"oauth parameter", []string{"oauth1"}},
		{"encode-for-uri", []string{"xpath.encode-for-uri"}},
		// The default comes first wherever the words fit it.
		{"RFC 3986", []string{"rfc3986"}},
		{"rfc", []string{"rfc3986"}},
		{"url encode", []string{"rfc3986"}},
		{"percent encode value", []string{"rfc3986"}},
		{"any component", []string{"rfc3986"}},
		{"RFC 39", []string{"rfc3986"}},
		{"rfc 398", []string{"rfc3986"}},
		{"percent encoding", []string{"rfc3986"}},
		{"percent-encoding", []string{"rfc3986"}},
		{"STD 66", []string{"rfc3986"}},
		// But not where they are the name of another.
		{"uri", []string{"rfc3986.uri"}},
		{"RFC 1738", []string{"rfc1738"}},
		{"RFC 3986 path", []string{"rfc3986.path"}},
		// Functions as the command takes them.
		{"net.oauth.OAuth.percentEncode", []string{"java.net.oauth.percentEncode"}},
		{"unescape", []string{"js.unescape"}},
		{"urllib.parse.quote_plus(s)", []string{"py.quote_plus"}},
		{"URI.encode_www_form", []string{"ruby.URI.encode_www_form"}},
		{"PHP_QUERY_RFC1738", []string{"php.http_build_query.rfc1738"}},
		{"UrlEncode", []string{"mono.WebUtility.UrlEncode"}},
		// Several share what is named; all are there.
		{"URL Standard", []string{"js.URLSearchParams", "whatwg.form", "whatwg.component", "form.percent20", "whatwg.c0-control", "whatwg.fragment", "whatwg.query", "whatwg.special-query", "whatwg.path", "whatwg.userinfo"}},
	} {
		var got []string
		for _, e := range Find(strings.Fields(tt.text)...) {
			if !slices.Contains(got, e.ID()) {
				got = append(got, e.ID())
			}
		}
		first := slices.Clone(got[:min(len(got), len(tt.wants))])
		slices.Sort(first)
		want := slices.Sorted(slices.Values(tt.wants))
		if !slices.Equal(first, want) {
			t.Errorf("%q finds %q first, want %q", tt.text, got[:min(len(got), 6)], tt.wants)
		}
	}
	if got := Find("no", "such", "thing", "at", "all"); len(got) != 0 {
		t.Errorf("found %v", got[0].ID())
	}
	if got := Find(); len(got) < 1000 {
		t.Errorf("without words %d entries", len(got))
	}
}

// TestMostUsed: the list has IDs of the catalogue, each once and with a reason.
func TestMostUsed(t *testing.T) {
	ids := map[string]bool{}
	for d := range dialect.All() {
		ids[d.ID] = true
	}
	for m := range dialect.Implementations() {
		ids[m.ID] = true
	}
	seen := map[string]bool{}
	for i, u := range mostUsed {
		if !ids[u.id] || seen[u.id] || u.why == "" {
			t.Errorf("%q: is in the catalogue: %t, comes again: %t, reason: %q", u.id, ids[u.id], seen[u.id], u.why)
		}
		seen[u.id] = true
		if rank, ok := Rank(u.id); !ok || rank != i {
			t.Errorf("%q has rank %d, want %d", u.id, rank, i)
		}
	}
	if rank, ok := Rank("no.such"); ok || rank != len(mostUsed) {
		t.Errorf("an unknown ID has rank %d", rank)
	}
}
