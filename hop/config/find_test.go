package config_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/hop"
	"github.com/pct-encoded/percent/hop/config"
)

// TestFindIsLong finds a target of which the shortest is long: a location takes the prefix
// that the server behind it gives another meaning.
func TestFindIsLong(t *testing.T) {
	c := readSite(t, "nginx.conf", "server { location /static/ { proxy_pass http://app; } location / { return 404; } }")
	f, err := hop.Chain{c, mustLookup(t, "tomcat:getServletPath")}.Find(t.Context(), "/docs", 1, hop.DefaultLimit)
	if err != nil || f.Verdict != hop.Exists || len(f.Targets[0]) <= 14 {
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
		want         hop.Verdict
		why          string
	}{
		{`location /d/ { perl m::f; proxy_pass http://app; } location / { proxy_pass http://app/; }`, "/x", hop.Undecided, "nginx.conf:1: perl"},
		{`location /d/ { perl m::f; proxy_pass http://app; } location / { proxy_pass http://app/; }`, "/d", hop.None, ""},
		{`location ~ ^/(d)\1 { return 403; } location / { proxy_pass http://app/; }`, "/x", hop.Undecided, "nginx.conf:1: location"},
		{`location ~* \.(php|cgi)$ { return 403; } location / { proxy_pass http://app/; }`, "/x", hop.None, ""},
		{`location /d/ { try_files $uri /i.html; } location / { proxy_pass http://app/; }`, "/x", hop.None, ""},
		{`location / { try_files $uri @up; } location @up { proxy_pass http://app; }`, "/x", hop.Exists, ""},
		{`location /d/ { rewrite ^/d/(.*)$ /$1 break; proxy_pass http://app; } location / { return 404; }`, "/x", hop.Exists, ""},
		{`location ~ ^/d/([^/]+)/(.*)$ { proxy_pass http://app/$1/$2; } location / { return 404; }`, "/x", hop.Exists, ""},
		{`location ~ ^/d/([^/]+)/(.*)$ { proxy_pass http://app/e/$1/$2; } location / { return 404; }`, "/x", hop.Exists, ""},
		{`location ~ ^/d/([^/]+)/(.*)$ { proxy_pass http://app/$2/$1; } location / { return 404; }`, "/x", hop.Undecided, "a text that the search cannot follow"},
		{`if ($request_uri ~ "%2e") { return 403; } location /d/ { rewrite ^/d/(.*)$ /e/$1 last; } location /e/ { proxy_pass http://app/; } location / { return 404; }`, "/x", hop.Exists, ""},
		{`map $uri $to { default /none; ~^/d/(?<name>.*) /$name; } location / { proxy_pass http://app$to; }`, "/x", hop.Exists, ""},
		{`location ~* ^/X { proxy_pass http://app; } location / { return 404; }`, "/x", hop.Exists, ""},
	} {
		f, err := hop.Chain{readSite(t, "nginx.conf", "server { "+tt.file+" }"), last}.Find(t.Context(), tt.prefix, 1, hop.DefaultLimit)
		if err != nil || f.Verdict != tt.want || tt.why != "" && !slices.Contains(f.Undecided, tt.why) || f.Verdict == hop.Undecided && len(f.Undecided) == 0 {
			t.Errorf("%s: %+v, %v", tt.file, f, err)
		}
	}
}

// TestFindCountsWays: a search ends at its limit, undecided, where what takes long is to make
// the ways through a server, or to follow each of many stages, and not to go through states.
func TestFindCountsWays(t *testing.T) {
	const file = "../../interop/hops/configs/Caddyfile-joined"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	less := regexp.MustCompile(`.* /[gk]/.*\n`).ReplaceAllString(string(text), "")
	for _, tt := range []struct {
		text       string
		limit, max int
	}{
		{string(text), hop.DefaultLimit, 0}, // two million stages
		{string(text), 1000, 0},
		{less, 100_000, 90_000}, // a state has some ninety stages
	} {
		f, err := hop.Chain{readSite(t, "Caddyfile", tt.text)}.Find(t.Context(), "/b", 1, tt.limit)
		if want := fmt.Sprintf("the limit of %d states", tt.limit); err != nil || f.Verdict != hop.Undecided || !slices.Contains(f.Undecided, want) || f.States > tt.max {
			t.Errorf("%+v, %v, want at most %d states", f, err, tt.max)
		}
	}
}

// TestFindManyIfs gives up where many conditions in a row have too many ways.
func TestFindManyIfs(t *testing.T) {
	var b strings.Builder
	b.WriteString("server { set $block 0;")
	for i := range 40 {
		b.WriteString(" if ($uri ~ x" + strings.Repeat("y", i) + ") { set $block 1; }")
	}
	h := readSite(t, "nginx.conf", b.String()+" if ($block) { return 403; } location / { proxy_pass http://up; } }")
	f, err := hop.Chain{h, mustLookup(t, "go:http.FileServer")}.Find(t.Context(), "/z", 1, 2000)
	if err != nil || f.Verdict != hop.Undecided && f.Verdict != hop.Exists {
		t.Errorf("%+v, %v", f, err)
	}
}

func readSite(t *testing.T, name, text string) *hop.Hop {
	t.Helper()
	c, err := config.Read(name, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	site, _ := c.Site("")
	return site.Hop
}

func mustLookup(t *testing.T, name string) *hop.Hop {
	t.Helper()
	h, err := hop.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// TestFindOwnRule: a file that refuses the path by itself has its own rule, which may hold for
// less than one that denies the path. nginx 1.22 answered 403 to /admin/, and passed on //admin/
// and /%61dmin/, which Python's http.server served.
func TestFindOwnRule(t *testing.T) {
	for _, tt := range []struct {
		file, last string
		want       hop.Verdict
	}{
		{`if ($request_uri ~* "^/admin") { return 403; } location / { proxy_pass http://app; }`, "python:http.server", hop.Exists},
		{`if ($request_uri ~* "^/admin") { return 403; } location / { proxy_pass http://app; }`, "webrick:mount_proc", hop.Exists},
		{`location /admin { return 403; } location / { proxy_pass http://app/; }`, "go:http.FileServer", hop.Undecided},
		{`root /srv/site; location /admin { return 403; }`, "", hop.None},
		{`root /srv/site; location = /admin { return 403; } location = /admin/ { return 403; } location = /admin/x { return 403; }`, "", hop.Exists},
	} {
		c := hop.Chain{readSite(t, "nginx.conf", "server { "+tt.file+" }")}
		if tt.last != "" {
			c = append(c, mustLookup(t, tt.last))
		}
		f, err := c.Find(t.Context(), "/admin", 1, 20_000)
		if err != nil || f.Verdict != tt.want {
			t.Errorf("%s: %+v, %v", tt.file, f, err)
		}
		for _, target := range f.Targets {
			if r := c[0].Apply(target); r.Status != 200 {
				t.Errorf("%s: %s is refused with %d", tt.file, target, r.Status)
			}
		}
	}
}
