package hop

import (
	"context"
	"os"
	"slices"
	"testing"
)

// TestFindIsExact compares the search with all targets of few octets: no chain of two for
// which it says that there is none lets one of them through, and none is shorter than what
// it finds. It looks at a sample, with PERCENT_LONG at a larger one and an octet more, and
// with PERCENT_CHAINS=1 at all chains and seven octets, which takes hours.
func TestFindIsExact(t *testing.T) {
	const prefix, letters = "/a", "/a.%2ef;\\?"
	every, octets := 251, 5
	if os.Getenv("PERCENT_LONG") == "1" {
		every, octets = 97, 6
	}
	if os.Getenv("PERCENT_CHAINS") == "1" {
		every, octets = 1, 7
	}
	counts := map[Verdict]int{}
	chains := 0
	for first := range All() {
		if first.Provenance() != Recorded || !first.Forwards() {
			continue
		}
		var lasts []*Hop
		for last := range All() {
			if last.Provenance() != Recorded {
				continue
			}
			if chains++; chains%every == 0 {
				lasts = append(lasts, last)
			}
		}
		if len(lasts) == 0 {
			continue
		}
		forwarded := passedOn(first, prefix, letters, octets)
		for _, last := range lasts {
			c := Chain{first, last}
			shortest := ""
			for _, f := range forwarded {
				if f[1] != "" && serves(last, f[1], prefix) {
					shortest = f[0]
					break
				}
			}
			f, err := c.Find(t.Context(), prefix, 1, 100_000)
			if err != nil {
				t.Fatal(err)
			}
			counts[f.Verdict]++
			switch {
			case (f.Verdict == Exists) != (len(f.Targets) > 0), (f.Verdict == Undecided) != (len(f.Undecided) > 0) && f.Verdict != Exists:
				t.Errorf("%s: %+v", c, f)
			case f.Verdict == None && shortest != "":
				t.Errorf("%s: none, and %q passes", c, shortest)
			case f.Verdict == Exists && !c.Passes(f.Targets[0], prefix):
				t.Errorf("%s: %q does not pass", c, f.Targets[0])
			case f.Verdict == Exists && shortest != "" && len(f.Targets[0]) > len(shortest):
				t.Errorf("%s: %q, and %q is shorter", c, f.Targets[0], shortest)
			}
		}
	}
	t.Logf("%d of %d chains: %d have a target, %d have none, %d are undecided", counts[Exists]+counts[None]+counts[Undecided], chains, counts[Exists], counts[None], counts[Undecided])
	if counts[Exists] < 2 || counts[None] < 2 {
		t.Error("too few of both")
	}
}

// passedOn returns the targets of up to some octets that a rule of the hop does not deny, each
// with what is passed on of it, the shortest for each.
func passedOn(h *Hop, prefix, letters string, octets int) (list [][2]string) {
	seen := map[string]bool{}
	targets := []string{"/"}
	for n := 1; n <= octets; n++ {
		for _, target := range targets {
			r := h.Apply(target)
			if r.Rule.Present && !hasPrefix(prefix).holds(r.Rule.Text) && r.Forward.Present && !seen[r.Forward.Text] {
				seen[r.Forward.Text] = true
				list = append(list, [2]string{target, r.Forward.Text})
			}
		}
		var longer []string
		for _, target := range targets {
			for _, c := range []byte(letters) {
				if n < octets {
					longer = append(longer, target+string([]byte{c}))
				}
			}
		}
		targets = longer
	}
	return list
}

// serves reports whether the last hop serves a path as the search wants it.
func serves(h *Hop, target, prefix string) bool {
	r := h.Apply(target)
	served := r.App
	if !served.Present {
		served = r.Forward
		served.Text, _ = cutAny(served.Text, "?")
	}
	return served.Present && r.Status == 200 && below(prefix).holds(served.Text)
}

// TestFindProves has answers that a bound of length or of time would miss.
func TestFindProves(t *testing.T) {
	for _, tt := range []struct {
		chain, prefix string
		want          Verdict
		target        string
	}{
		{"nginx:proxy_pass=/ > go:http.FileServer", "/docs", None, ""},
		{"caddy:reverse_proxy > go:http.ServeMux", "/docs", None, ""},
		{"lighttpd:mod_proxy > jetty:getServletPath", "/d", None, ""},
		{"nginx:proxy_pass > gunicorn:WSGI", "/docs", Exists, "/docs/.."},
		{"apache:nocanon > gunicorn:WSGI", "/docs", Exists, "/docs/.."},
		{"nginx:merge_slashes=off > go:http.FileServer", "/docs", Exists, "//docs"},
		{"nginx:proxy_pass=/ > nginx:proxy_pass=/ > go:http.FileServer", "/d", None, ""},
		{"node:http", "/docs", Undecided, ""},
		// The order of parameters decides what stands behind the last question mark.
		{"varnish:std.querysort > lighttpd:mod_proxy", "/a?b/c", Undecided, ""},
	} {
		c, err := ParseChain(tt.chain)
		if err != nil {
			t.Fatal(err)
		}
		f, err := c.Find(t.Context(), tt.prefix, 1, DefaultLimit)
		target := ""
		if len(f.Targets) > 0 {
			target = f.Targets[0]
		}
		if err != nil || f.Verdict != tt.want || target != tt.target {
			t.Errorf("%s: %+v, %v, want %s %q", tt.chain, f, err, tt.want, tt.target)
		}
		again, err := c.Find(t.Context(), tt.prefix, 1, DefaultLimit)
		if err != nil || again.States != f.States || !slices.Equal(again.Targets, f.Targets) {
			t.Errorf("%s: %+v, and then %+v", tt.chain, f, again)
		}
	}
}

// TestFindIsLong finds a target of which the shortest is long: a location takes the prefix
// that the server behind it gives another meaning.
func TestFindIsLong(t *testing.T) {
	c := readSite(t, "nginx.conf", "server { location /static/ { proxy_pass http://app; } location / { return 404; } }")
	f, err := Chain{c, mustLookup(t, "tomcat:getServletPath")}.Find(t.Context(), "/docs", 1, DefaultLimit)
	if err != nil || f.Verdict != Exists || len(f.Targets[0]) <= 14 {
		t.Errorf("%+v, %v", f, err)
	}
	t.Logf("%q after %d states", f.Targets, f.States)
}

// TestFindNames checks that what is left out makes the answer undecided, and is named, unless
// the rule denies all that comes to it.
func TestFindNames(t *testing.T) {
	last := mustLookup(t, "go:http.FileServer")
	for _, tt := range []struct {
		file, prefix string
		want         Verdict
		why          string
	}{
		{`location /d/ { try_files $uri /i.html; } location / { proxy_pass http://app/; }`, "/x", Undecided, "nginx.conf:1: try_files"},
		{`location /d/ { try_files $uri /i.html; } location / { proxy_pass http://app/; }`, "/d", None, ""},
		{`location ~ ^/(d)\1 { return 403; } location / { proxy_pass http://app/; }`, "/x", Undecided, "nginx.conf:1: location"},
		{`location ~* \.(php|cgi)$ { return 403; } location / { proxy_pass http://app/; }`, "/x", None, ""},
		{`location ~* ^/X { proxy_pass http://app; } location / { return 404; }`, "/x", Exists, ""},
	} {
		f, err := Chain{readSite(t, "nginx.conf", "server { "+tt.file+" }"), last}.Find(t.Context(), tt.prefix, 1, DefaultLimit)
		if err != nil || f.Verdict != tt.want || tt.why != "" && !slices.Contains(f.Undecided, tt.why) {
			t.Errorf("%s: %+v, %v", tt.file, f, err)
		}
	}
}

func readSite(t *testing.T, name, text string) *Hop {
	t.Helper()
	c, err := ReadConfig(name, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	site, _ := c.Site("")
	return site.Hop
}

func mustLookup(t *testing.T, name string) *Hop {
	t.Helper()
	h, err := Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// TestFindRefuses checks what Find refuses, that it stops at its limit, and that it ends with
// its context.
func TestFindRefuses(t *testing.T) {
	c := Chain{mustLookup(t, "nginx:proxy_pass=/"), mustLookup(t, "go:http.FileServer")}
	for _, prefix := range []string{"/", "admin", "/a b", "", "/\xe9"} {
		if _, err := c.Find(t.Context(), prefix, 1, DefaultLimit); err == nil {
			t.Errorf("%q is taken", prefix)
		}
	}
	if f, err := c.Find(t.Context(), "/docs", 1, 1000); err != nil || f.Verdict != Undecided || !slices.Equal(f.Undecided, []string{"the limit of 1000 states"}) {
		t.Errorf("%+v, %v", f, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Find(ctx, "/docs", 1, DefaultLimit); err == nil {
		t.Error("it goes on")
	}
}
