package hop

import (
	"errors"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/program"
)

func TestParseChain(t *testing.T) {
	for _, tt := range []struct{ text, want, err string }{
		{"nginx:proxy_pass", "nginx:proxy_pass", ""},
		{" NGINX:proxy_pass>go:http.FileServer ", "nginx:proxy_pass > go:http.FileServer", ""},
		{"", "", "hop: no name of a hop at place 1 of the chain"},
		{"nginx:proxy_pass >", "", "hop: no name of a hop at place 2 of the chain"},
		{"nginx:proxy_pas", "", `hop: unknown hop "nginx:proxy_pas"; did you mean nginx:proxy_pass?`},
		{"go:http.FileServer > nginx:proxy_pass", "", "hop: go:http.FileServer passes nothing on to nginx:proxy_pass"},
		{strings.Repeat("nginx:proxy_pass>", 8) + "node:http", "", "hop: a chain of 9 hops, more than 8"},
	} {
		c, err := ParseChain(tt.text)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if c.String() != tt.want || got != tt.err {
			t.Errorf("%q: %q, %q", tt.text, c, got)
		}
	}
	var unknown *UnknownError
	if _, err := ParseChain("node:htpt"); !errors.As(err, &unknown) || unknown.Name != "node:htpt" || unknown.Suggestion != "node:http" {
		t.Errorf("%+v", unknown)
	}
}

// TestChainEnds checks that a chain stops where nothing is passed on.
func TestChainEnds(t *testing.T) {
	c, err := ParseChain("nginx:proxy_pass > node:http")
	if err != nil {
		t.Fatal(err)
	}
	for target, want := range map[string]int{"/a": 2, "/%zz": 1, "/a\nb": 1} {
		if got := c.Apply(target); len(got) != want {
			t.Errorf("%q: %d results: %+v", target, len(got), got)
		}
	}
	if got := c.Apply("/a\nb")[0]; got != (Result{Unknown: "a line feed, which ends the request line"}) {
		t.Errorf("%+v", got)
	}
}

// TestSteps checks that every step of every hop has a name and a sentence, once each way
// round.
func TestSteps(t *testing.T) {
	for h := range All() {
		if len(h.Steps()) == 0 {
			t.Errorf("%s has no steps", h.Name())
		}
		for _, s := range h.Steps() {
			if s.Name == "" || s.Text == "" || strings.HasSuffix(s.Text, ".") || strings.Contains(s.Text, "\n") {
				t.Errorf("%s: %+v", h.Name(), s)
			}
		}
		if h.Version() == "" || h.Subject() == "" || (h.Provenance() == program.Cited) != (h.Source() != "") {
			t.Errorf("%s: version %q, config %q, %s from %q", h.Name(), h.Version(), h.Subject(), h.Provenance(), h.Source())
		}
	}
}

// FuzzApply gives every hop any octets: none may panic, and a result is one of few kinds.
func FuzzApply(f *testing.F) {
	for _, s := range []string{"", "/", "*", "/a/../b", "http://h.test/", "http://[", "/%", "//", "a:b", "/\x00", "/..", "/a;b/..;/", "\\", "?", "/%2e%2e%2f"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, target string) {
		for h := range All() {
			r := h.Apply(target)
			switch {
			case r.Unknown != "" && r != Result{Unknown: r.Unknown}:
				t.Errorf("%s: %q: %+v", h.Name(), target, r)
			case (r.Status != 200) && (r.Forward.Present || r.App.Present):
				t.Errorf("%s: %q: refused, and %+v", h.Name(), target, r)
			case r.Status == 200 && r.Unknown == "" && !r.Forward.Present && !r.App.Present:
				t.Errorf("%s: %q: nothing became of it: %+v", h.Name(), target, r)
			}
		}
	})
}

// TestConditionsOnTargets: a condition on what was sent is said to be one on the target, not on
// a path to which something is done first.
func TestConditionsOnTargets(t *testing.T) {
	for _, tt := range []struct{ hop, want string }{
		{"apache:nocanon", "if the target begins with / and not: begins with //"},
		{"middie:app.use", "if the target is /admin or below it"},
	} {
		h, err := Lookup(tt.hop)
		if err != nil {
			t.Fatal(err)
		}
		text := ""
		for _, s := range h.Steps() {
			text += s.Text + "\n"
		}
		if !strings.Contains(text, tt.want) || strings.Contains(text, "done: take the original target") {
			t.Errorf("%s: no %q in\n%s", tt.hop, tt.want, text)
		}
	}
}

// TestRareTargets has what random targets found, as the servers answered.
func TestRareTargets(t *testing.T) {
	for _, test := range []struct{ hop, target, app string }{
		{"spring:UrlPathHelper", "/😀%41", "/=\x00A"},
		{"spring:removeSemicolonContent=false", "/😀;x%41", "/=\x00;xA"},
		{"apache:Alias", "?a/b:c", "/srv/www/"},
		{"apache:Alias", "?a:b/c", ""},
		{"apache:Alias", "?:", ""},
	} {
		h, err := Lookup(test.hop)
		if err != nil {
			t.Fatal(err)
		}
		r := h.Apply(test.target)
		got := r.App.Text
		if strings.HasPrefix(test.hop, "spring") {
			got = r.Rule.Text
		}
		if got != test.app || test.app == "" && r.Status != 400 {
			t.Errorf("%s of %q: %q, status %d", test.hop, test.target, got, r.Status)
		}
	}
}
