package weburl

import (
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/growth"
)

// seedTexts returns texts to begin with.
func seedTexts(t testing.TB) (all []string) {
	for _, s := range newMaker(t).seeds {
		all = append(all, string(s))
	}
	if len(all) == 0 {
		t.Fatal("no seeds")
	}
	return all
}

// FuzzParse: what is parsed serializes to what parses to itself, and every way to
// parse gives the same.
func FuzzParse(f *testing.F) {
	for i, s := range seedTexts(f) {
		f.Add(s, "")
		f.Add(s, []string{"https://u:p@h:1/a/b?q#f", "file://h/C:/x", "foo://h/x", "foo:/x", "mailto:a?b#c"}[i%5])
	}
	f.Fuzz(func(t *testing.T, input, base string) {
		var p Parser
		if base != "" {
			var err error
			if p.Base, err = Parse(base); err != nil {
				return
			}
		}
		u, err := p.Parse(input)
		checkEntrances(t, p, input, u, err)
		if err == nil {
			if v, err := p.Base.Parse(u.Href()); v != u {
				t.Errorf("%q resolved against %q: %q, %v", u, p.Base, v, err)
			}
		}
	})
}

// FuzzSet: what setters return is a URL, and parses to itself. It need not where a
// URL becomes one of a file: the protocol setter looks at nothing else, so that
// http://localhost/ becomes file://localhost/.
func FuzzSet(f *testing.F) {
	for i, s := range seedTexts(f) {
		f.Add("https://u:p@h:1/a/b?q#f", byte(i), s)
		f.Add(s, byte(i), "x")
	}
	f.Fuzz(func(t *testing.T, href string, which byte, value string) {
		u, err := Parse(href)
		if err != nil {
			return
		}
		name := settable[int(which)%len(settable)]
		v, err := setters[name](u, value)
		checkGetters(t, v)
		if !(name == "protocol" && v.scheme() == schemeFile && u.scheme() != schemeFile) {
			checkURL(t, v)
		}
		if w, _ := setters[name](v, value); w != v && !(name == "protocol" && v.scheme() == schemeFile) {
			t.Errorf("%s of %q = %q: %q, and once more: %q", name, u, value, v, w)
		}
		if err == nil && v != u && v.IsZero() {
			t.Errorf("%s of %q = %q: nothing", name, u, value)
		}
	})
}

// TestLinear: parsing takes time in proportion to the input. There is none of these
// that ends before go test gives up if it takes time by the square.
func TestLinear(t *testing.T) {
	size := 1 << 16
	if growth.Long() {
		size = 1 << 20
	}
	bases := []URL{{}, must(t, "http://h/a/b/c"), must(t, "file:///C:/a"), must(t, "foo://h/a")}
	for _, piece := range []string{
		"@", "a:@", "../", "a/../", "..", "%2e%2E/", "./", "xn--", "xn--a.", "xn--0", "0x", "0x.", "1.", "%", "%41", "\\", "/", ":", "[", "]",
		"é", "\u00ad", "．", "\u0301", "ß.", "\t", "\n/", " ", "\x00", "?", "#", "&=", "a", "A", "0", "\xff", "ｘn--é.", "\u0644\u200d",
	} {
		text := strings.Repeat(piece, size/len(piece))
		for _, prefix := range []string{"", "http://", "http://é", "http://%41", "http://h:", "http://h/", "http://h/?", "http://h/#", "foo:", "foo:/", "foo://", "file:", "file:///", "http://[", "http://u@"} {
			for i, base := range bases {
				if i > 0 && prefix != "" {
					continue
				}
				p := Parser{Base: base}
				u, err := p.Parse(prefix + text)
				p.OnError = func(ValidationError) {}
				if v, _ := p.Parse(prefix + text); v != u {
					t.Errorf("%s%s…, %s: %.50q, %v, otherwise with OnError", prefix, piece, base, u, err)
				}
			}
		}
		u := must(t, "foo://h/a")
		for _, set := range setters {
			_, _ = set(u, text)
			_, _ = set(bases[1], text)
		}
	}
}
