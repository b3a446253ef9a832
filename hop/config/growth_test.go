package config_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/hop/config"
	"github.com/pct-encoded/percent/internal/growth"
)

// TestConfigGrowth: files of many parts are read in memory in proportion to their length,
// or refused by a limit that the error names.
func TestConfigGrowth(t *testing.T) {
	rule := func(path string) string { return "PathPrefix(`" + path + "`)" }
	shapes := []struct{ name, file, before, piece, after string }{
		{"nginx, servers", "nginx.conf", "http {", "server { server_name a%d.test; location / { proxy_pass http://u; } }\n", "}"},
		{"nginx, servers of one name", "nginx.conf", "http {", "server { server_name a; } ", "}"},
		{"nginx, locations", "nginx.conf", "server {", "location /a%d { return 403; }\n", "}"},
		{"nginx, expressions", "nginx.conf", "server {", "location ~ a%d { return 403; }\n", "}"},
		{"nginx, locations and expressions", "nginx.conf", "server {", "location ~ a%d { return 403; } location /b%[1]d/ { proxy_pass http://u; }\n", "}"},
		{"nginx, error pages", "nginx.conf", "server {", "error_page 40%d /x; location /b%[1]d/ { proxy_pass http://u; }\n", "}"},
		{"nginx, access", "nginx.conf", "server {", "allow 192.0.2.%d; location /b%[1]d/ { proxy_pass http://u; }\n", "}"},
		{"nginx, unknown directives", "nginx.conf", "server {", "a%d b;", "}"},
		{"nginx, words", "nginx.conf", "server { server_name ", "a%d.test ", "; }"},
		{"nginx, indexes", "nginx.conf", "server { index ", "a%d ", "; location /a { } location /b { location ~ x { } } }"},
		{"nginx, quoted", "nginx.conf", "server { ", "a%d \"{};\\\"\"; ", "}"},
		{"HAProxy, frontends", "haproxy.cfg", "defaults\n mode http\n", "frontend f%d\n", ""},
		{"HAProxy, defaults", "haproxy.cfg", "", "defaults d%d\n mode http\n errorfile 404 x\nfrontend f%[1]d from d%[1]d\n", ""},
		{"HAProxy, defaults of defaults", "haproxy.cfg", "defaults d0\n mode http\n", "defaults d0 from d0\n some x%d\n", "frontend f from d0\n"},
		{"HAProxy, backends", "haproxy.cfg", "frontend f\n mode http\n", " use_backend b if { path /a%d }\n", "backend b\n http-request deny if { path /x }\n"},
		{"HAProxy, values", "haproxy.cfg", "frontend f\n mode http\n acl a path", " /a%d", "\n http-request deny if a\n"},
		{"HAProxy, ACLs", "haproxy.cfg", "frontend f\n mode http\n", " acl a path_beg /a%d\n", " http-request deny if a\n"},
		{"HAProxy, ACLs and rules", "haproxy.cfg", "frontend f\n mode http\n", " acl a path_beg /a%d\n http-request deny if a\n", ""},
		{"HAProxy, terms", "haproxy.cfg", "frontend f\n mode http\n http-request deny if", " or { path /a%d } !METH_GET", "\n"},
		{"HAProxy, unfollowed", "haproxy.cfg", "frontend f\n mode http\n", " http-request deny if { path /a%d } { src 192.0.2.1 }\n use_backend b if { path /b } { hdr(host) x%[1]d }\n", "backend b\n"},
		{"HAProxy, stats and error files", "haproxy.cfg", "listen f\n mode http\n", " stats uri /a%d\n errorfile 403 x%[1]d\n", ""},
		{"Apache, hosts", "httpd.conf", "ProxyPass /a http://u/a\n<Location /x>\nRequire all denied\n</Location>\n", "<VirtualHost *>\nServerName a%d.test\nProxyPass / http://u/\n</VirtualHost>\n", ""},
		{"Apache, passes", "httpd.conf", "AllowEncodedSlashes NoDecode\n<Location /x>\n</Location>\n", "ProxyPass /a%d http://u/b nocanon\n", ""},
		{"Apache, locations", "httpd.conf", "AllowEncodedSlashes NoDecode\nProxyPass / http://u/\n", "<Location /a%d>\nProxyPass http://u/\nRequire all denied\nRedirect 410\n</Location>\n", ""},
		{"Apache, expressions", "httpd.conf", "RewriteEngine On\n", "RewriteRule ^/a%d(.*) - [F,NC]\n", ""},
		{"Apache, folders", "httpd.conf", "DocumentRoot /srv\n", "<Directory /srv/a%d>\nRequire all denied\nAllowOverride All\n</Directory>\nAlias /a%[1]d /srv/b\n", ""},
		{"Apache, rules of folders", "httpd.conf", "DocumentRoot /srv\n", "<Directory /srv/a%d>\nRewriteEngine On\nRewriteRule ^x%[1]d /y\nRedirect /z /a\n</Directory>\nAlias /a%[1]d /srv/b\n", ""},
		{"Apache, rules of one folder", "httpd.conf", "DocumentRoot /srv\n<Directory /srv>\nRewriteEngine On\n", "RewriteCond %%{REQUEST_FILENAME} !-f\nRewriteRule ^x%d y [DPI]\n", "</Directory>"},
		{"Apache, variables", "httpd.conf", "Define A aaaaaaaaaaaaaaaa\n", "Define A%d ${A}\nProxyPass /${A%[1]d} http://u/${A}${B}\n", ""},
		{"Apache, variables of variables", "httpd.conf", "Define A a\n", "Define A ${A}${A}\n", ""},
		{"Apache, rules of access", "httpd.conf", "<Location />\n<RequireAll>\n", "Require ip 192.0.2.%d\n", "</RequireAll>\n</Location>\n"},
		{"Apache, pages", "httpd.conf", "ProxyPass / http://u/\n", "ErrorDocument 40%d /a\nRedirect 410 /b%[1]d\n", ""},
		{"Apache, words and lines", "httpd.conf", "SetEnvIf", " a%d \\\n \"b c\"", "\n"},
		{"Caddy, sites", "Caddyfile", "(s) {\n respond /a 403\n}\n", "a%d.test {\n import s\n}\n", ""},
		{"Caddy, snippets", "Caddyfile", "(s) {\n respond {args[0]} 403\n}\nlocalhost {\n", "import s /a%d\n", "}\n"},
		{"Caddy, snippets of snippets", "Caddyfile", "(s) {\n", "import s\n", "}\nlocalhost {\n import s\n}\n"},
		{"Caddy, arguments", "Caddyfile", "(s) {\n respond /a", "{args[0]}{args[%d]}", " 403\n}\nlocalhost {\n import s /aaaaaaaaaaaaaaaaaaaa b\n}\n"},
		{"Caddy, handles", "Caddyfile", "localhost {\n", "handle /a%d* {\n respond 403\n}\n", "reverse_proxy u\n}\n"},
		{"Caddy, responses", "Caddyfile", "localhost {\n", "@a%d {\n path /a%[1]d /b\n not method GET\n}\nrespond @a%[1]d 403\n", "}\n"},
		{"Caddy, changes", "Caddyfile", "localhost {\n", "uri strip_prefix /a%d\n", "reverse_proxy u\n}\n"},
		{"Caddy, one matcher", "Caddyfile", "localhost {\n@a path", " /a%d", "\nrespond @a 403\n}\n"},
		{"Caddy, one matcher used", "Caddyfile", "localhost {\n@a path /a /b\n", "respond @a 40%d\n", "}\n"},
		{"Caddy, handles between", "Caddyfile", "localhost {\nroute {\n", "handle /a%d {\n}\nuri strip_prefix /b\n", "}\n}\n"},
		{"Caddy, groups in JSON", "caddy.json", `{"apps": {"http": {"servers": {"s": {"routes": [`, `{"group": "g%[1]d", "match": [{"path": ["/a%[1]d"]}], "handle": [{"handler": "rewrite", "uri": "/b"}]}, {"group": "g", "match": [{"path": ["/a%[1]d"]}], "handle": [{"handler": "error"}]}, {"handle": [{"handler": "rewrite", "strip_path_prefix": "/b"}]}, `, `]}}}}}`},
		{"Traefik, routers", "traefik.yml", "http:\n routers:\n", "  r%d: {rule: " + rule("/a%[1]d") + "}\n", ""},
		{"Traefik, routers and middlewares", "traefik.yml", "http:\n", "", ""},
		{"Traefik, chains", "traefik.yml", "http:\n middlewares:\n", "  m%d: {chain: {middlewares: [m1, m2, m%[1]d]}}\n", " routers: {r: {rule: " + rule("/") + ", middlewares: [m1]}}\n"},
		{"Traefik, rule", "traefik.yml", "http: {routers: {r: {rule: \"" + rule("/"), " || " + rule("/a%d"), "\"}}}"},
		{"Traefik, nested rule", "traefik.yml", "http: {routers: {r: {rule: \"", "!(", "\"}}}"},
		{"Traefik, repeated names", "traefik.yml", "http: {middlewares: {m: {stripPrefix: {}}}, routers: {r: {rule: " + rule("/") + ", middlewares: [", "m, ", "m]}}}"},
		{"Traefik, labels", "traefik.yml", "services: {a: {labels: [", "traefik.http.routers.r%d.rule=Path, ", "x]}}"},
		{"Traefik, keys of labels", "traefik.yml", "services: {a: {labels: [traefik.http", ".a%d", "=x]}}"},
		{"Traefik, aliases", "traefik.yml", "a0: &a0 [x]\n", "b%d: *a0\n", ""},
		{"Traefik, entry points", "traefik.yml", "entryPoints:\n", "  e%d: {odd: 1}\n", ""},
		{"Traefik, tables", "traefik.toml", "", "[http.routers.r%d]\nrule = 'x'\n", ""},
		{"Traefik, arrays of tables", "traefik.toml", "", "[[http.x]]\na = %d\n", ""},
		{"Traefik, lists", "traefik.toml", "a = [", "%d,\n", "]\n"},
		{"Traefik, inline tables", "traefik.toml", "a = {", "b%d = {}, ", "b = 1}\n"},
		{"Traefik, flow", "traefik.yml", "a: [", "[%d], ", "x]\n"},
	}
	for _, s := range shapes {
		t.Run("shape="+strings.ReplaceAll(s.name, " ", "_"), func(t *testing.T) {
			growth.Linear(t, 40, 20_000, func(n int) {
				var b strings.Builder
				b.WriteString(s.before)
				for i := range n {
					if strings.Contains(s.piece, "%") {
						fmt.Fprintf(&b, s.piece, i)
					} else {
						b.WriteString(s.piece)
					}
				}
				if s.name == "Traefik, routers and middlewares" {
					b.WriteString(" middlewares:\n")
					for i := range n {
						fmt.Fprintf(&b, "  m%d: {stripPrefix: {}}\n", i)
					}
					b.WriteString(" routers:\n")
					for i := range n {
						fmt.Fprintf(&b, "  r%d: {rule: %s, middlewares: [m%[1]d, m1]}\n", i, rule("/a"))
					}
				}
				b.WriteString(s.after)
				c, err := config.Read(s.file, []byte(b.String()))
				if err != nil && !strings.Contains(err.Error(), "more than") && !strings.Contains(err.Error(), "no server") {
					t.Fatal(err)
				}
				for _, site := range c.Sites[:min(len(c.Sites), 3)] {
					site.Hop.Steps()
					site.Hop.Apply("/a1/b%25")
				}
			})
		})
	}
}

// TestConfigLimits: what would take more than the file is worth names its limit.
func TestConfigLimits(t *testing.T) {
	var bomb strings.Builder
	bomb.WriteString("a0: &a0 {x: 1}\n")
	for i := range 30 {
		fmt.Fprintf(&bomb, "a%d: &a%[1]d {x: *a%[2]d, y: *a%[2]d}\n", i+1, i)
	}
	access := "server {" + strings.Repeat("allow 192.0.2.1; ", 2000)
	for i := range 1500 {
		access += fmt.Sprintf("location /%d { } ", i)
	}
	for _, test := range []struct{ file, text, want string }{
		{"traefik.yml", bomb.String(), "more than"},
		{"nginx.conf", access + "}", "more than 1000000 directives that others refer to or inherit"},
		{"nginx.conf", "server {" + strings.Repeat("a;", 60_000) + "}", "more than 30000 directives"},
		{"nginx.conf", "http {" + strings.Repeat("server { }", 3000) + "}", "more than 2000 servers"},
		{"haproxy.cfg", strings.Repeat("global\n", 60_000), "more than 30000 directives"},
		{"haproxy.cfg", "defaults\nmode http\n" + strings.Repeat("frontend x\n", 3000), "more than 2000 servers"},
		{"traefik.yml", "a:\n" + strings.Repeat(" - {x}\n", 35_000), "more than 30000 directives"},
		{"traefik.yml", strings.Repeat("# a\n", 70_000), "more than 256 KiB"},
		{"httpd.conf", "Define A " + strings.Repeat("a", 1000) + "\n" + strings.Repeat("Header ${A}${A}${A}${A}\n", 2000), "variables make more than 4 MiB"},
		{"httpd.conf", strings.Repeat("KeepAlive On\n", 60_000), "more than 30000 directives"},
		{"httpd.conf", strings.Repeat("<VirtualHost *>\n</VirtualHost>\n", 3000), "more than 2000 servers"},
		{"httpd.conf", "RewriteEngine On\n" + strings.Repeat("RewriteRule a|b -\n", 3000), "more than"},
		{"Caddyfile", "localhost {\n" + strings.Repeat("log\n", 60_000) + "}\n", "more than 30000 directives"},
		{"Caddyfile", "(s) {\n" + strings.Repeat("import s\n", 30) + "}\nlocalhost {\nimport s\n}\n", "more than 1000000 directives that others refer to or inherit"},
		{"nginx.conf", "server { location { } }", "line 1: a location without a path"},
		{"nginx.conf", "server {\n location\n~ a b { } }", "line 2: a location without a path, or with more than one"},
	} {
		if _, err := config.Read(test.file, []byte(test.text)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s %.30q: %v, want %q", test.file, test.text, err, test.want)
		}
	}
}
