package config_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/hop/config"
)

// A configTest is a file of one kind, with what its sites make of targets: "SITE TARGET",
// or "TARGET" for the first site that passes requests on.
type configTest struct {
	name, text string
	targets    [][2]string
}

func testConfigs(t *testing.T, file string, tests []configTest) {
	t.Helper()
	for _, test := range tests {
		t.Run("file="+strings.ReplaceAll(test.name, " ", "_"), func(t *testing.T) {
			c, err := config.Read(file, []byte(test.text))
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range test.targets {
				name, target, named := strings.Cut(want[0], " ")
				if !named {
					name, target = "", name
				}
				site, ok := c.Site(name)
				if !ok {
					t.Fatalf("no site %q", name)
				}
				got := seenAs(site.Hop, target)
				if got != want[1] {
					t.Errorf("%s: %q, want %q", want[0], got, want[1])
				}
				// What is unknown for a directive is listed, with the line that is named.
				if place, ok := strings.CutPrefix(got, "? "+file+":"); ok {
					line, _, _ := strings.Cut(place, ":")
					found := false
					for _, m := range c.Missed {
						found = found || strings.HasPrefix(line, " ") || line == strconv.Itoa(m.Line) && m.Changes != "" && m.Note != ""
					}
					if !found {
						t.Errorf("%s: %q is not listed: %+v", want[0], got, c.Missed)
					}
				}
			}
		})
	}
}

// TestNginxDirectives: what nginx 1.22.1 makes of targets, or that it is unknown, for the
// line of a directive that is not followed.
func TestNginxDirectives(t *testing.T) {
	testConfigs(t, "nginx.conf", []configTest{
		// nginx 1.22.1.
		{"hosts without a resolver", `http {
	upstream up { server 127.0.0.1:8080; }
	server {
		listen 80;
		location /a { proxy_pass http://UP$request_uri; }
		location /b { proxy_pass http://localhost:8080$request_uri; }
		location /c { proxy_pass http://127.0.0.1:8080$request_uri; }
		location /d { proxy_pass http://up:80$request_uri; }
		location /f { resolver 127.0.0.1; proxy_pass http://app$uri; }
		location /g { proxy_pass http://app/x; }
	}
}`, [][2]string{{"/a", "-> /a"}, {"/b", "502"}, {"/c", "-> /c"}, {"/d", "502"}, {"/f", "-> /f"}, {"/g", "-> /x"}}},
		{"a server alone", "server { listen 80; location / { proxy_pass http://app$uri; } }", [][2]string{{"/a", "-> /a"}}},
		{"expressions in a prefix", `server {
	location /api/ {
		proxy_pass http://up/v2/;
		location ~ \.json$ { return 403; }
		location /api/open/ { proxy_pass http://up/open/; location ~ x { return 402; } }
	}
	location ^~ /raw/ { proxy_pass http://up; location ~ \.md$ { return 410; } }
	location ~ \.txt$ { return 404; }
	location ~ ^/v[0-9]/ { return 405; location ~ \.css$ { proxy_pass http://up; } }
	location / { proxy_pass http://up; }
}`, [][2]string{{"/a.json", "-> /a.json"}, {"/api/a.json", "403"}, {"/api/a.txt", "404"}, {"/raw/a.txt", "-> /raw/a.txt"}, {"/raw/a.md", "410"}, {"/api/open/x", "402"}, {"/api/open/a.json", "403"}, {"/api/open/a.b", "-> /open/a.b"}, {"/v1/a", "405"}, {"/v1/a.css", "-> /v1/a.css"}}},
		{
			"merge_slashes of the default server", `merge_slashes off;
server { listen 80 default_server; server_name a.test; location / { proxy_pass http://up; } }
server { listen 80; server_name b.test; merge_slashes on; location / { proxy_pass http://up; } location /admin { return 403; } }
server { listen 443 ssl; server_name c.test; location / { proxy_pass http://up; } }
server { listen 443 ssl; server_name d.test; merge_slashes on; location / { proxy_pass http://up; } location /admin { return 403; } }
server { listen 81; server_name e.test; merge_slashes on; location / { proxy_pass http://up; } location /admin { return 403; } }`,
			[][2]string{{"b.test //admin", "-> //admin"}, {"b.test /admin", "403"}, {"d.test //admin", "? nginx.conf:5: merge_slashes"}, {"d.test /admin", "403"}, {"e.test //admin", "403"}},
		},
		{"fastcgi_split_path_info", `server { root /w;
	location ~ [^/]\.php(/|$) {
		fastcgi_split_path_info ^(.+?\.php)(/.*)$;
		if ($uri ~ ^/(k[^.]*)) { set $k $1; }
		if (!-f $document_root$fastcgi_script_name) { return 404; }
		set $info $fastcgi_path_info;
		return 302 /o$fastcgi_script_name?p=$info&k=$k;
	}
	location /i/ { fastcgi_index i.php; return 302 /o$fastcgi_script_name; }
	location / { fastcgi_split_path_info ^(/s/[^/]*)(|/.*)$; fastcgi_param SCRIPT_FILENAME $document_root$fastcgi_script_name; fastcgi_pass up; }
}`, [][2]string{
			{"/ka/b.php/c%2fd.php/e", "404 | if there is a file /w/ka/b.php: 302 to /o/ka/b.php?p=/c/d.php/e&k=ka/b"},
			{"/i/", "302 to /o/i/i.php"},
			{"/s/x/y", "= /w/s/x"},
			{"/t", "= /w/t"},
		}},
		{"try_files with alias", `server { root /w;
	location /app { alias /f; try_files $uri /app/i.html; }
	location /v/ { alias /f/; try_files $uri /v/x?q=$uri; }
	location / { return 410; }
}`, [][2]string{
			{"/app/a", "= /f/i.html | if there is a file /f/a: = /f/a | if there is no file /f/i.html: 500"},
			{"/v/a", "= /wx | if there is a file /f/a: = /f/a"}, // nginx cuts the prefix off the last one, too
		}},
		{"a page instead of a file", `server { root /w;
	location /img { error_page 404 = @fb; }
	location /al/ { alias /f/; error_page 404 = @fb; }
	location /q { error_page 404 = /fb?x=$uri; }
	location @fb { rewrite ^/img/(.*) /fb/$1 break; proxy_pass http://up; }
	location /fb { proxy_pass http://up; }
}`, [][2]string{
			{"/img/a", "-> /fb/a | if there is a folder /w/img/a/: ? a folder without a slash | if there is a file /w/img/a: = /w/img/a"},
			{"/al/a", "-> /al/a | if there is a folder /f/a/: ? a folder without a slash | if there is a file /f/a: = /f/a"},
			{"/q/a", "-> /fb?x=/q/a | if there is a folder /w/q/a/: ? a folder without a slash | if there is a file /w/q/a: = /w/q/a"},
		}},
		{"conditions on two variables", `server { server_name a.test;
	location /a { if ($arg_a = $arg_b) { return 402; } return 204; }
	location /b { if ($request_uri != $uri) { return 302 $uri; } return 204; }
	location /c { if ($arg_a = x$arg_b) { return 402; } return 204; }
	location /d { if ($host != $server_name) { return 402; } return 204; }
	location /e { if ($arg_a = $remote_addr) { return 402; } return 204; }
	location /f { if ($http_a = $uri) { return 402; } return 204; }
	location /g { if ($arg_a ~ $arg_b) { return 402; } return 204; }
}`, [][2]string{
			{"/a?a=1&b=1", "402"},
			{"/a?a=1&b=2", "204"},
			{"/b/x", "204"},
			{"/b/%78", "302 to /b/x"},
			{"/c?a=xb&b=b", "402"},
			{"/d", "204"},
			{"/e", "? nginx.conf:6: if"},
			{"/f", "? nginx.conf:7: if"},
			{"/g?a=b&b=b", "204"}, // the expression is no text with variables
		}},
		{"the outcome that is named", `map $http_a $m { default 0; x 1; "" 1; }
server { listen 443 ssl; server_name c;
	location /a { if ($http_x != s) { return 401; } return 204; }
	location /b { if ($http_x = "") { return 401; } return 204; }
	location /c { if ($http_x = s) { return 401; } return 204; }
	location /d { if ($m) { return 401; } return 204; }
	location /e { if ($https != on) { return 301 /x; } return 204; }
}
server { listen 80; server_name b; location / { if ($https) { return 402; } return 204; } }`, [][2]string{
			{"c /a", "401 | if not ($http_x != s): 204"},
			{"c /b", "401 | if not ($http_x = \"\"): 204"},
			{"c /c", "204 | if ($http_x = s): 401"},
			{"c /d", "401 | if not ($m): 204"},
			{"c /e", "204"},
			{"b /", "204"},
		}},
		// What nginx 1.22.1 passes on: the path is made of the query that the ? takes away.
		{"rewrites without a query", `server {
	location /n/ { proxy_pass http://up; }
	location /a1 { rewrite ^ /n/$arg_y? last; }
	location /a2 { rewrite ^ /n/$args? last; }
	location /a3 { rewrite ^ /n/${arg_y}z? last; }
	location /a4 { if ($arg_y) { rewrite ^ /n/$arg_y? last; } return 404; }
	location /a5 { rewrite ^ /n/$is_args? last; }
	location /a6 { rewrite ^ /n/$arg_y? break; proxy_pass http://up; }
	location /a7 { rewrite ^ /n/$arg_y?; rewrite ^ /n/x$arg_y?; }
	location /a8 { rewrite ^/a8(.*) /n/$arg_y$1? last; }
	location /a9 { rewrite ^ /n/$arg_y last; }
	location /b2 { rewrite ^ $arg_y? last; }
}`, [][2]string{
			{"/a1?y=foo", "-> /n/foo"},
			{"/a1?y=f%20o", "-> /n/f%2520o"},
			{"/a1", "-> /n/"},
			{"/a2?y=foo", "-> /n/y=foo"},
			{"/a3?y=foo", "-> /n/fooz"},
			{"/a4?y=foo", "-> /n/foo"},
			{"/a4", "404"},
			{"/a5?y=foo", "-> /n/%3F"},
			{"/a6?y=foo", "-> /n/foo"},
			{"/a7?y=foo", "-> /n/x"},
			{"/a8/r?y=foo", "-> /n/foo/r"},
			{"/a9?y=foo", "-> /n/foo?y=foo"},
			{"/b2?y=/n/foo", "-> /n/foo"},
			{"/b2", "500"},
		}},
		{"allow and deny", `deny all;
server {
	location / { allow all; proxy_pass http://up; location /in { deny all; allow all; } }
	location /inherits { proxy_pass http://up; }
	location /office { allow 192.0.2.0/24; deny all; proxy_pass http://up; }
	location /both { deny 192.0.2.1; deny all; proxy_pass http://up; }
	location /any { satisfy any; deny all; auth_basic realm; proxy_pass http://up; }
	location /open { satisfy any; allow all; auth_basic realm; proxy_pass http://up; }
}`, [][2]string{{"/x", "-> /x"}, {"/inherits", "403"}, {"/in", "403"}, {"/office", "403 | if allow 192.0.2.0/24 lets the client in: -> /office"}, {"/both", "403"}, {"/any", "? nginx.conf:7: auth_basic"}, {"/open", "-> /open"}}},
		{"addresses", `geo $blocked { default 0; 192.0.2.0/24 1; }
geo $here { default 0; 127.0.0.0/8 1; }
map $remote_addr $far { default ""; ~^192\.0\.2\. 1; }
server { listen 80; server_name h.test;
	if ($blocked) { return 410; }
	location / { allow 127.0.0.1; deny all; proxy_pass http://up; }
	location /far { if ($far) { return 403; } proxy_pass http://up; }
	location /here { if ($here) { return 403; } proxy_pass http://up; }
	location /but { deny 192.0.2.1; proxy_pass http://up; }
	location /hot { valid_referers none blocked h.test; if ($invalid_referer) { return 403; } proxy_pass http://up; }
	location /ref { valid_referers h.test; if ($invalid_referer) { return 403; } proxy_pass http://up; }
	location = /stat { stub_status; }
}`, [][2]string{
			{"/x", "403 | if ($blocked): 410 | if allow 127.0.0.1 lets the client in: -> /x"},
			{"/far", "-> /far | if ($blocked): 410 | if ($far): 403"},
			{"/here", "-> /here | if ($blocked): 410 | if ($here): 403"},
			{"/but", "-> /but | if ($blocked): 410 | if deny 192.0.2.1 refuses the client: 403"},
			{"/hot", "-> /hot | if ($blocked): 410 | if ($invalid_referer): 403"},
			{"/ref", "403 | if ($blocked): 410 | if not ($invalid_referer): -> /ref"},
			{"/stat", "200 | if ($blocked): 410"},
		}},
		{"variables that nothing reads, and files of a host", `server { listen 80; server_name h.test; root /srv;
	set $skip 0;
	if ($http_cookie ~* in) { set $skip 1; }
	set $cached 1;
	if ($http_cookie ~* in) { set $cached 0; }
	location / { proxy_cache_bypass $skip; mirror /m; disable_symlinks on; include own/*.conf; proxy_pass http://up; }
	location /c { if ($cached = 0) { return 403; } proxy_pass http://up; }
	location /f { if (-f /srv/c/$http_host/on) { return 503; } proxy_pass http://up; }
}`, [][2]string{
			{"/x", "-> /x | if ($http_cookie ~* in): -> /x | if ($http_cookie ~* in) and a file matches own/*.conf: ? nginx.conf:6: include | if a file matches own/*.conf: ? nginx.conf:6: include"},
			{"/c", "-> /c | if ($http_cookie ~* in): 403"},
			{"/f", "-> /f | if ($http_cookie ~* in): -> /f | if ($http_cookie ~* in) and there is a file /srv/c/{host}/on: 503 | if there is a file /srv/c/{host}/on: 503"},
		}},
		{"folders in variables", `server { listen 80; server_name h.test;
	set $base /srv;
	root $base/pub;
	location / { try_files $uri =404; }
	location = /icon { alias $base/fav.ico; }
	location /a { alias /x/; location ~ \.php$ { fastcgi_param SCRIPT_FILENAME $request_filename; fastcgi_pass up; } }
	location /b { set $base2 /y; root $base2; }
	location ^~ /lang { rewrite ^(?!/lang/(en|de)/)/lang(/.*)$ /l$2 redirect; }
}`, [][2]string{{"/x", "= /srv/pub/x"}, {"/icon", "= /srv/fav.ico"}, {"/a/b.php", "= /x//b.php"}, {"/b/c", "= /y/b/c"}, {"/lang/en/a", "= /srv/pub/lang/en/a"}, {"/lang/fr/a", "302 to /l/fr/a"}}},
		{"what a plain request says", `map $http_user_agent $bad { default 0; ~*bot 1; }
map $host $canon { hostnames; default ""; www.one.test one.test; .two.test two.test; }
map $host $of { hostnames; default /d; h.test /own; }
server { listen 80; server_name h.test;
	if ($bad) { return 403; }
	if ($canon) { return 301 https://$canon$request_uri; }
	if ($http_host != 'h.test') { return 410; }
	location /x { set $a $http_x_a; if ($a) { return 402; } proxy_pass http://up; }
	location /y { proxy_pass http://up$of$uri; }
	location /z { if ($http_x_b ~ ^(.*)$) { return 301 /$1; } proxy_pass http://up; }
}
server { listen 80; server_name _; if ($host ~* ^www\.(.*)$) { set $bare $1; rewrite ^(.*)$ https://$bare$1 permanent; } location / { proxy_pass http://up; } }`, [][2]string{
			{"h.test /a", "= html/a | if ($bad): 403 | if ($canon): ? nginx.conf:6: if"},
			{"h.test /x", "? a condition on what is no part of the target | if ($bad): 403 | if ($canon): ? nginx.conf:6: if"},
			{"h.test /y", "-> /own/y | if ($bad): 403 | if ($canon): ? nginx.conf:6: if"},
			{"line-12 /a", "-> /a | if ($host ~* ^www\\.(.*)$): ? nginx.conf:12: if"},
		}},
		{"methods", `server {
	if ($request_method !~ ^(GET|HEAD)$) { return 405; }
	location / { limit_except GET { deny all; } proxy_pass http://up; }
	location /form { limit_except POST { deny all; } proxy_pass http://up; }
	location /get { if ($request_method = GET) { return 418; } proxy_pass http://up; }
	location /header { if ($http_x_a) { add_header X y; } proxy_pass http://up; }
	location /host { if ($host = a.test) { return 403; } proxy_pass http://up; }
	location /broken { break; return 403; }
	location /closed { return 408; }
}`, [][2]string{{"/x", "-> /x"}, {"/form", "403"}, {"/get", "418"}, {"/header", "-> /header"}, {"/host", "-> /host | if ($host = a.test): 403"}, {"/broken", "= html/broken"}, {"/closed", "0"}}},
		{"internal", `server {
	location /hidden/ { internal; proxy_pass http://up; }
	location /shown/ { proxy_pass http://up; }
}`, [][2]string{{"/hidden", "404"}, {"/hidden/x", "404"}, {"/shown", "301 to /shown/"}}},
		{"pages", `server {
	error_page 404 /404.html;
	error_page 400 403 /other.html;
	location = /404.html { internal; root /srv; }
	location / { proxy_pass http://up; }
	location /none { return 404; }
	location /not { return 403; }
	location /gone { error_page 410 =200 /x; return 410; }
}`, [][2]string{{"/x", "-> /x"}, {"/none", "404"}, {"/not", "-> /other.html"}, {"/%zz", "-> /other.html"}, {"/gone", "-> /x"}}},
		{"unknown directives", `load_module m.so;
include /etc/nginx/modules-enabled/*.conf;
http {
	include mime.types;
	some_filter on;
	server { location / { proxy_pass http://up; } }
}`, [][2]string{{"/x", "? nginx.conf:5: some_filter"}, {"/%zz", "? nginx.conf:5: some_filter"}}},
		{"unknown directives in places", `server {
	location / { proxy_pass http://up; }
	location /a { access_by_lua_block { if x then { } end } proxy_pass http://up; location /a/b { proxy_pass http://up; } }
	location /c { include snippets/c.conf; }
	location /d { proxy_pass http://up; proxy_set_header X-Original-URL $request_uri; gzip on; expires 3d; }
}`, [][2]string{{"/x", "-> /x"}, {"/%zz", "400"}, {"/a", "? nginx.conf:3: access_by_lua_block"}, {"/a/b", "? nginx.conf:3: access_by_lua_block"}, {"/c", "? nginx.conf:4: include"}, {"/d", "-> /d"}}},
		// As nginx 1.22 answered with and without the folders and index files.
		{"folders", `server {
	root /srv;
	location / { try_files $uri $uri/ =404; }
	location /img/ { alias /al/; }
	location /list/ { autoindex on; }
	location /al/ { alias /srv/; try_files $uri $uri/ =404; }
	location /one/ { try_files $uri $uri/ /index.html; }
	location /pass/ { try_files $uri/ =404; proxy_pass http://up; }
	location /r/ { rewrite ^/r(/.*) $1 break; try_files $uri/ =404; }
}`, [][2]string{
			{"/docs", "= /srv/docs | if there is a folder /srv/docs/: 301 to /docs/"},
			{"/b%20c?d", "= /srv/b c | if there is a folder /srv/b c/: 301 to /b%20c/?d"},
			{"/img/", "= /al/ | if there is no index file in /al/: 403"},
			{"/img/sub", "= /al/sub"},
			{"/list/", "= /srv/list/"},
			{"/al/docs", "= /srv/docs | if there is a folder /srv/docs/: 301 to /al/docs/"},
			{"/one/x", "= /srv/index.html | if there is a file /srv/one/x: = /srv/one/x | if there is a folder /srv/one/x/: 301 to /one/x/"},
			{"/pass/x", "404 | if there is a folder /srv/pass/x/: -> /pass/x"},
			{"/r/x", "404 | if there is a folder /srv/x/: 301 to /x/"},
		}},
		{"files and proxies", `server {
	root /srv;
	location / { try_files $uri $uri/ =404; }
	location /p { try_files $uri =404; proxy_pass http://up; }
	location /i/ { alias /srv/img/; location /i/j/ { expires 1d; } }
	location ~ \.php$ { fastcgi_pass up; }
}`, [][2]string{{"/x", "= /srv/x | if there is a folder /srv/x/: 301 to /x/"}, {"/p", "404 | if there is a file /srv/p: -> /p"}, {"/i/x", "= /srv/img/x"}, {"/i/j/x", "= /srv/img/j/x"}, {"/a.php", "= /a.php"}}},
	})
}

// TestManyIfs reads a block in which each of many conditions is followed by the others.
func TestManyIfs(t *testing.T) {
	var b strings.Builder
	b.WriteString("server {\n set $block 0;\n")
	for i := range 400 {
		b.WriteString(" if ($args ~ \"x" + strconv.Itoa(i) + "y\") { set $block 1; }\n")
	}
	b.WriteString(" if ($block = 1) { return 403; }\n location / { if ($args ~ a) { rewrite ^/b(.*)$ /c$1; } if ($args ~ d) { rewrite ^/c(.*)$ /e$1 break; } proxy_pass http://up; }\n}\n")
	h := readSite(t, "nginx.conf", b.String())
	for _, want := range [][2]string{{"/?x7y", "403"}, {"/?x400y", "-> /?x400y"}, {"/b/?ad", "-> /e/?ad"}, {"/b/?a", "-> /c/?a"}, {"/c/?d", "-> /e/?d"}} {
		if got := seenAs(h, want[0]); got != want[1] {
			t.Errorf("%s: %s, want %s", want[0], got, want[1])
		}
	}
}
