package config_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/hop"
	"github.com/pct-encoded/percent/hop/config"
)

// TestHAProxyDirectives: what HAProxy 2.6.12 makes of targets, or that it is unknown, for
// the line of a directive that is not followed.
func TestHAProxyDirectives(t *testing.T) {
	testConfigs(t, "haproxy.cfg", []configTest{
		{"lengths and parameters", `frontend f
	mode http
	bind :80
	http-request normalize-uri query-sort-by-name
	http-request deny deny_status 401 if { path_len gt 20 }
	http-request deny deny_status 404 if { path_len 3:4 }
	http-request deny deny_status 405 if { url_param(debug) -m found }
	http-request deny deny_status 429 if { urlp(next) -m beg http }
	http-request deny deny_status 410 if { urlp(next) x y }
	default_backend b
backend b
	server s up:80`, [][2]string{
			{"/12345678901234567890", "401"},
			{"/1234567890123456789", "-> /1234567890123456789"},
			{"/ab", "404"},
			{"/a", "-> /a"},
			{"/abc", "404"},
			{"/abcd", "-> /abcd"},
			{"/a?debug=", "405"},
			{"/a?xdebug=1", "-> /a?xdebug=1"},
			{"/a?debug", "-> /a?debug"},
			{"/a?next=http:", "429"},
			{"/a?next=y", "410"},
			{"/a?next=yy", "-> /a?next=yy"},
			{"/a?b?debug=1", "405"},
			{"/a?next=x?z", "410"},
			{"/a?b&a", "? haproxy.cfg:4: http-request"},
		}},
		{"numbers of fields", `frontend f
	mode http
	bind :80
	http-request return status 201 if { path /one } { req.hdr_cnt(X-A) eq 0 }
	http-request return status 202 if { path /two } { hdr_cnt(X-A) gt 0 }
	http-request return status 204 if { path /three } { hdr_cnt(X-A) lt 1 }
	http-request return status 204 if { path /four } { hdr_cnt(host) gt 0 }
	default_backend b
backend b
	mode http
	server s up:80`, [][2]string{
			{"/one", "201 | if not { path /one } { req.hdr_cnt(X-A) eq 0 }: -> /one"},
			{"/two", "-> /two | if { path /two } { hdr_cnt(X-A) gt 0 }: 202"},
			{"/three", "204 | if not { path /three } { hdr_cnt(X-A) lt 1 }: -> /three"},
			{"/four", "? haproxy.cfg:7: http-request"},
		}},
		{"statuses without an answer", `frontend f
	mode http
	bind :80
	http-request deny deny_status 418 if { path /a }
	http-request deny deny_status 418 content-type text/plain string x if { path /b }
	http-request deny status 451 if { path /c }
	http-request return status 418 if { path /d }`, [][2]string{{"/a", "? haproxy.cfg:4: http-request"}, {"/b", "418"}, {"/c", "451"}, {"/d", "418"}}},
		{"defaults of others, and an empty query", `defaults base
	mode http
defaults other from base
frontend f from other
	bind :80
	http-request set-uri /w%[pathq] if { path_beg /a }
	default_backend b
backend b from base
	server s up:80`, [][2]string{{"/a?", "-> /w/a?"}, {"/a?b", "-> /w/a?b"}, {"/b?", "-> /b?"}}},
		{"allow before deny", `defaults
 mode http
frontend www
 http-request allow if { path_beg /public }
 http-request deny if { path_reg ^/(public|admin) }
 http-request return status 200 content-type text/plain string ok if { path /health }
 http-request deny if { path_beg /q } METH_POST
 default_backend web
backend web
 http-request deny deny_status 404 if { path_end .bak }
 server s up:80
`, [][2]string{{"/public", "-> /public"}, {"/public.bak", "404"}, {"/admin", "403"}, {"/health", "200"}, {"/q", "-> /q"}, {"*", "400"}, {"http://h.test:80/admin", "403"}, {"http://a.test/admin", "? a target in absolute form that names another host than h.test"}, {"http:///admin", "400"}, {"x:/admin", "400"}}},
		{"a beginning everywhere", `frontend f
 mode http
 http-request set-path %[path,regsub(^/a,/b,g)]
 default_backend b
backend b
 server s up:80`, [][2]string{{"/a/a/a", "-> /b/a/a"}, {"/c/a", "-> /c/a"}}},
		{"captures, and a query of the path", `frontend f
 mode http
 http-request set-path "%[path,regsub('^/r/([^/]+)/(.*)','/R/\2/\1')]" if { path_beg /r/ }
 http-request set-uri %[path]?from=%[path,url_enc] if { path_beg /u }
 default_backend b
backend b
 server s up:80`, [][2]string{{"/r/a/b", "-> /R/b/a"}, {"/u/a%2Fb?x", "-> /u/a%2Fb?from=%2Fu%2Fa%252Fb"}, {"http://h.test/u/b", "-> /u/b?from=%2Fu%2Fb"}}},
		{"hosts and TLS, site by site", `frontend www
 mode http
 bind :80
 bind :443 ssl crt a.pem
 http-request redirect scheme https code 301 unless { ssl_fc }
 acl api hdr(host) -i api.test
 acl wiki hdr_end(host) -i .wiki.test
 http-request deny if wiki
 http-request set-path /v1%[path] if api
 http-request set-path /beta%[path] if { req.cook(beta) -m found }
 default_backend b
backend b
 server s up:80
`, [][2]string{
			{"www /x", "301 to https://{host}/x"},
			{"www:tls /x", "-> /x | if wiki: 403 | if { req.cook(beta) -m found }: -> /beta/x"},
			{"api.test /x", "301 to https://{host}/x"},
			{"api.test:tls /x", "-> /v1/x | if { req.cook(beta) -m found }: -> /beta/v1/x"},
			{"api.test:tls http://api.test/x", "? a target in absolute form that names another host than h.test"},
			{"api.test *", "400"},
		}},
		{"targets in absolute form", `frontend f
 mode http
 http-request deny if { hdr(host) -i a.test }
 http-request set-path /h%[path] if { hdr(host) -i h.test }
 default_backend b
backend b
 server s up:80
`, [][2]string{
			{"h.test http://h.test/x", "-> http://h.test/h/x"},
			{"h.test http://a.test/x", "? a target in absolute form, which names a host"},
			{"f http://h.test/x", "? a target in absolute form, which names a host"},
			{"f /x", "-> /x"},
		}},
		{"hosts that no condition writes out", `frontend www
 mode http
 http-request return status 200 if { hdr_reg(host) ^r[.] }
 http-request return status 201 if { hdr_beg(host) -i www. }
 http-request return status 202 if { hdr(host) a.test:80 } { path /p }
 http-request return status 204 if { hdr_reg(host) . } { path /q }
 http-request return status 204 if { hdr(host) -m found } { path /f }
 http-request return status 204 if { hdr(host) -m len 3 } { path /l }
 http-request deny
`, [][2]string{
			{"www /x", "403 | if { hdr_reg(host) ^r[.] }: 200 | if { hdr_beg(host) -i www. }: 201"},
			{"www /p", "403 | if { hdr_reg(host) ^r[.] }: 200 | if { hdr_beg(host) -i www. }: 201 | if { hdr(host) a.test:80 } { path /p }: 202"},
			{"www /f", "204 | if { hdr_reg(host) ^r[.] }: 200 | if { hdr_beg(host) -i www. }: 201"},
			{"www /q", "204 | if { hdr_reg(host) ^r[.] }: 200 | if { hdr_beg(host) -i www. }: 201 | if not { hdr_reg(host) . } { path /q }: 403"},
			{"www /l", "? haproxy.cfg:8: http-request | if { hdr_reg(host) ^r[.] }: 200 | if { hdr_beg(host) -i www. }: 201"},
		}},
		{"what no plain request says", `frontend www
 mode http
 acl bot hdr_sub(User-Agent) bot
 acl office src 192.0.2.0/24
 acl local src 127.0.0.0/8
 acl slow src_http_req_rate lt 3
 http-request deny if bot { path /a }
 http-request deny if !office { path /b }
 http-request deny if local { path /c }
 http-request deny if slow { path /d }
`, [][2]string{{"/a", "-> /a | if bot { path /a }: 403"}, {"/b", "403 | if not !office { path /b }: -> /b"}, {"/c", "? haproxy.cfg:9: http-request"}, {"/d", "? haproxy.cfg:10: http-request"}}},
		{"rules before the path is normalized", `frontend www
 mode http
 http-request deny deny_status 401 if { path_beg /early }
 http-request normalize-uri path-strip-dot
 http-request normalize-uri path-strip-dotdot
 http-request deny if { path_beg /late }
 http-request deny deny_status 410 if { path_beg /early }
`, [][2]string{{"/early", "401"}, {"/x/../early", "410"}, {"/x/../late", "403"}, {"/x/../y?/../z", "-> /y?/../z"}}},
		{"converters behind a criterion", `frontend www
 mode http
 acl whole path_beg,url_dec -i /admin
 acl begins path_beg,url_dec -m beg /low
 acl second path,field(2,/) -m str one two
 acl third path,word(2,/),lower -m beg three
 acl long query,length gt 3
 acl number url_param(v) -i Ab
 http-request deny if whole
 http-request deny deny_status 401 if begins
 http-request deny deny_status 404 if second
 http-request deny deny_status 405 if third number or long { path /l }
 http-request redirect location /home?u=%[path,url_enc] code 303 if { path_beg /enc }
 http-request redirect prefix /new drop-query append-slash if { path_beg /nq }
 http-request auth realm x if { path /auth }
 use_backend %[path,word(2,/)]_be if { path_beg /svc/ }
 default_backend web
backend a_be
 http-request set-path /a
 server s 127.0.0.1:1
backend web
 http-request set-path /web%[path,field(2,/)] if { path_beg /web1 }
 server s 127.0.0.1:1
`, [][2]string{
			{"/admin", "403"},
			{"/ADMIN", "403"},
			{"/adminx", "-> /adminx"},
			{"/%6cow1", "401"},
			{"/one", "404"},
			{"/two/x", "404"},
			{"/onex", "-> /onex"},
			{"//one", "-> //one"},
			{"//x//Three1/?v=aB", "405"},
			{"//x//Three1/?v=aBc", "-> //x//Three1/?v=aBc"},
			{"/l?1234", "405"},
			{"/l?123", "-> /l?123"},
			{"/enc/a&b%20", "303 to /home?u=%2Fenc%2Fa%26b%2520"},
			{"/nq?x", "302 to /new/nq/"},
			{"/auth", "401"},
			{"/svc/a", "-> /a"},
			{"/svc/b", "-> /svc/b"},
			{"/web1/x", "-> /webweb1"},
		}},
		{"a rule without an action", "frontend www\n mode http\n http-request\n tcp-request\n redirect\n acl\n use_backend\n", [][2]string{{"/x", "? haproxy.cfg:4: tcp-request"}}},
		{"http-error", `frontend www
 mode http
 http-error status 403 errorfile /etc/x.http
 http-error status 404 content-type text/plain string gone
 http-request deny if { path_beg /a }
 http-request deny deny_status 404 if { path_beg /b }
`, [][2]string{{"/a", "? haproxy.cfg:3: http-error"}, {"/b", "404"}, {"/x", "-> /x"}}},
		{"no server", `frontend www
 bind :80
 mode http
 use_backend empty if { path_beg /empty }
 use_backend off if { path_beg /off }
 use_backend idle if { path_beg /idle }
 use_backend half if { path_beg /half }
 use_backend refuse if { path_beg /refuse }
backend empty
backend off
 server s up:80 disabled
backend idle
 default-server disabled
 server s up:80
 server t up:80 enabled weight 0
backend half
 server s up:80 disabled
 server t up:80 backup
backend refuse
 http-request deny if { path_end .a }
`, [][2]string{{"/empty", "503"}, {"/off", "? haproxy.cfg:11: server"}, {"/idle", "? haproxy.cfg:14: server"}, {"/half", "-> /half"}, {"/refuse", "503"}, {"/refuse.a", "403"}, {"/x", "503"}}},
		{"a listen without a server", `listen all
 bind :80
 mode http
 http-request deny if { path_beg /a }
`, [][2]string{{"/a", "403"}, {"/x", "503"}}},
		{"ACLs of defaults", `defaults one
 mode http
 acl x path_beg /a
 http-request deny deny_status 404 if x
frontend www from one
 acl x path_beg /b
 http-request deny deny_status 410 if x
 default_backend web
backend web
 server s up:80
`, [][2]string{{"/a", "404"}, {"/b", "410"}, {"/c", "-> /c"}}},
		{"words", `listen all
 mode http
 server s up:80
 http-request deny if { path "/hex\x2fa" }
 http-request deny deny_status 404 if { path '/raw\x2fa' }
 http-request deny deny_status 405 if { path_reg ^/dot\.x$ }
 http-request deny deny_status 410 if { path /sp\ ace } or { path /h\#h }
`, [][2]string{{"/hex/a", "403"}, {`/raw\x2fa`, "404"}, {"/dot.x", "405"}, {"/dotyx", "-> /dotyx"}, {"/h", "-> /h"}}},
		{"environment", `frontend www
 mode http
 http-request deny if { path_beg "/$SECRET" }
`, [][2]string{{"/x", "? haproxy.cfg:3: http-request"}}},
		{".if", `frontend www
 mode http
 .if defined(X)
 acl bad path_beg /bad
 http-request deny if { path_beg /if }
 .endif
 http-request deny deny_status 404 if bad { path_beg /a }
`, [][2]string{{"/if", "? haproxy.cfg:5: http-request"}, {"/x", "-> /x"}, {"/a", "? haproxy.cfg:7: http-request"}}},
		{"content rules", `frontend www
 mode http
 tcp-request inspect-delay 5s
 tcp-request content accept if { path_beg /rejected/not }
 tcp-request content reject if { path_beg /rejected }
 tcp-request content reject if { src 192.0.2.1 } { path_beg /maybe }
 monitor-uri /alive
 stats uri /stats
 redirect location /new if { path_beg /old }
`, [][2]string{{"/rejected/not", "-> /rejected/not"}, {"/rejected", "0"}, {"/maybe", "-> /maybe | if { src 192.0.2.1 } { path_beg /maybe }: 0"}, {"/alive", "200"}, {"/stats/x", "200"}, {"/old", "302 to /new"}, {"/x", "-> /x"}}},
		{"answers that are replaced", `defaults
 mode http
 option accept-invalid-http-request
 errorfile 403 /srv/403.http
 errorfile 503 /etc/haproxy/errors/503.http
frontend www
 http-request deny if { path_beg /no }
 http-request deny deny_status 404 if { path_beg /none }
`, [][2]string{{"/x", "-> /x"}, {"/no", "? haproxy.cfg:4: errorfile"}, {"/\xe9", "? haproxy.cfg:4: errorfile"}}},
		{"backends", `frontend www
 mode http
 acl inside src 10.0.0.0/8
 use_backend plain if inside
 use_backend changed if inside { path_beg /in }
 use_backend status if { path_beg /status }
 use_backend plain if { path_beg /plain }
 default_backend plain
backend plain
 server s up:80
backend changed
 http-request set-path /x
backend status
 http-response set-status 418
`, [][2]string{{"/x", "-> /x"}, {"/in", "-> /in | if inside: -> /in | if inside { path_beg /in }: 503"}, {"/plain", "-> /plain"}, {"/status", "? haproxy.cfg:14: http-response | if inside: -> /status"}}},
		{"no backend", `frontend www
 mode http
 use_backend b if { path_beg /b }
backend b
 server s up:80
`, [][2]string{{"/b", "-> /b"}, {"/c", "503"}}},
		{"unknown directives", `defaults base
 mode http
defaults odd from base
 some-filter on
frontend www from base
 http-request lua.f if { path_beg /lua }
 filter spoe engine x
frontend other from odd
`, [][2]string{{"www /x", "-> /x"}, {"www /lua", "? haproxy.cfg:6: http-request"}, {"other /x", "? haproxy.cfg:4: some-filter"}}},
	})
}

// TestHAProxyTCP: a file without a frontend in mode http says why nothing is described;
// beside one it is listed.
func TestHAProxyTCP(t *testing.T) {
	const text = "defaults\n mode tcp\nlisten db\n bind :1\n"
	_, err := config.Read("haproxy.cfg", []byte(text))
	if want := "config: line 3: listen db is in mode tcp, in which HAProxy reads no path"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	c, err := config.Read("haproxy.cfg", []byte(text+"frontend www\n mode http\n"))
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Sites) != 1 || len(c.Missed) != 1 || c.Missed[0].Line != 3 || !strings.Contains(c.Missed[0].Note, "mode tcp") {
		t.Errorf("%+v", c)
	}
}

// TestHAProxyUserInformation: a target whose authority is empty is compared with no host,
// as HAProxy 2.6.12 does, and refused since 3.0.
func TestHAProxyUserInformation(t *testing.T) {
	h, err := hop.Lookup("haproxy:path@2.6.12-1+deb12u4")
	if err != nil {
		t.Fatal(err)
	}
	for target, want := range map[string]string{
		"@": "-> @", "@/x": "-> @/x", "a:b@": "-> a:b@", "a@b@h.test": "-> a@b@h.test", "?@": "-> ?@",
		"@x": "400", "@:80": "400", "@?x": "400", "a/b@": "400", "x//http://": "400", "h.test//http://x": "-> h.test//http://x",
	} {
		if got := seenAs(h, target); got != want {
			t.Errorf("%s: %q, want %q", target, got, want)
		}
		for _, version := range []string{"3.0.11-1+deb13u5", "3.2.26-1"} {
			newer, err := hop.Lookup("haproxy:path@" + version)
			if err != nil {
				t.Fatal(err)
			}
			if got := seenAs(newer, target); got != "400" {
				t.Errorf("%s: %s: %q", version, target, got)
			}
		}
	}
}

// TestHAProxyVersions: what came of targets in absolute form, and of an escaped NUL.
func TestHAProxyVersions(t *testing.T) {
	versions := []string{"2.6.12-1+deb12u4", "3.0.11-1+deb13u5", "3.2.26-1"}
	for target, want := range map[string][]string{
		"http://h.test?x":        {"400", "400", "-> http://h.test?x"},
		"http:///a":              {"-> http:///a", "400", "400"},
		"https://h.test:443/a":   {"400", "-> https://h.test/a", "-> https://h.test/a"},
		"http://u@h.test:80/%00": {"? user information and a port in a target in absolute form", "-> http://u@h.test/%00", "-> http://u@h.test"},
		"/%00?x":                 {"-> /%00?x", "-> /%00?x", "-> ?x"},
	} {
		for i, version := range versions {
			h, err := hop.Lookup("haproxy:url_dec@" + version)
			if err != nil {
				t.Fatal(err)
			}
			if got := seenAs(h, target); got != want[i] {
				t.Errorf("%s: %s: %q, want %q", version, target, got, want[i])
			}
		}
	}
}

// TestHAProxyFileVersions: a file is read as its version reads it: what url_dec makes of an
// escaped NUL, and which targets in absolute form are refused.
func TestHAProxyFileVersions(t *testing.T) {
	const file = "frontend f\n mode http\n bind :80\n http-request redirect location /r%[path,url_dec] if { path_beg /a }\n default_backend b\nbackend b\n mode http\n server s 127.0.0.1:1\n"
	versions := []string{"2.6.12-1+deb12u4", "3.0.11-1+deb13u5", "3.2.26-1"}
	for target, want := range map[string][]string{
		"/a%00/b":       {"302 /r/a%00/b", "302 /r/a%00/b", "302 /r"},
		"/a%0A":         {"302 /r/a%0A", "302 /r/a%0A", "302 /r/a%0A"},
		"http:///b":     {"200 ", "400 ", "400 "},
		"*":             {"? a target without a path", "400 ", "400 "},
		"http://h.test": {"? a target without a path", "200 ", "200 "},
	} {
		for i, version := range versions {
			c, err := config.ReadIn(hop.Past{Versions: []string{"haproxy=" + version}}, "haproxy.cfg", []byte(file))
			if err != nil {
				t.Fatal(err)
			}
			site, _ := c.Site("")
			r := site.Hop.Apply(target)
			got := fmt.Sprintf("%d %s", r.Status, r.Location)
			if r.Unknown != "" {
				got = "? " + r.Unknown
			}
			if got != want[i] {
				t.Errorf("%s: %s: %q, want %q", version, target, got, want[i])
			}
		}
	}
}

// TestFindNormalized searches through rules that normalize, each of which is an automaton.
func TestFindNormalized(t *testing.T) {
	for _, tt := range []struct {
		rules, target string
		want          hop.Verdict
	}{
		{"path-strip-dot", "/a/../x", hop.Exists},
		{"path-strip-dotdot", "/./x", hop.Exists},
		{"path-merge-slashes", "/./x", hop.Exists},
		{"percent-to-uppercase", "/%78", hop.Exists},
		{"percent-decode-unreserved, path-merge-slashes, path-strip-dot, path-strip-dotdot full", "/%2Fx", hop.Exists},
	} {
		text := "frontend f\n mode http\n bind :80\n"
		for rule := range strings.SplitSeq(tt.rules, ", ") {
			text += " http-request normalize-uri " + rule + "\n"
		}
		h := readSite(t, "haproxy.cfg", text+" http-request deny if { path_beg /x }\n default_backend b\nbackend b\n mode http\n server s 127.0.0.1:1\n")
		chain := hop.Chain{h, mustLookup(t, "go:http.FileServer")}
		if chain.Passes(tt.target, "/x") != (tt.want == hop.Exists) {
			t.Errorf("%s: %s: %+v", tt.rules, tt.target, chain.Apply(tt.target))
		}
		f, err := chain.Find(t.Context(), "/x", 1, hop.DefaultLimit)
		if err != nil || f.Verdict != tt.want {
			t.Errorf("%s: %+v, %v", tt.rules, f, err)
		}
	}
}

// TestHAProxyExperimental: what HAProxy refuses to load is said.
func TestHAProxyExperimental(t *testing.T) {
	for text, want := range map[string]int{"": 1, "global\n expose-experimental-directives\n": 0} {
		c, err := config.Read("haproxy.cfg", []byte(text+"frontend f\n mode http\n http-request normalize-uri path-strip-dot\n"))
		if err != nil || len(c.Missed) != want {
			t.Errorf("%q: %v, %+v, want %d", text, err, c.Missed, want)
		}
	}
}
