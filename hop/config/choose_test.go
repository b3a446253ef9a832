package config_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/hop/config"
)

// TestFor: the servers are those that nginx 1.22.1, Apache 2.4.71 and Caddy 2.6.2 were seen to
// take on ports without TLS; those of HAProxy are taken from its documents.
func TestFor(t *testing.T) {
	for _, test := range []struct {
		name, text string
		hosts      map[string]string
	}{
		{"nginx.conf", `http {
server { listen 80; server_name a.test; return 401; }
server { listen 80 default_server; server_name *.b.test .d.test; return 402; }
server { listen 80; server_name *.long.b.test; return 403; }
server { listen 80; server_name ~^x(.*)[.]b[.]test$ ~^y[0-9]+[.]; return 404; }
server { listen 80; server_name c.*; return 405; }
server { listen 443 ssl; server_name a.test; return 406; }
server { listen 8080; server_name z.test; return 407; }
}`, map[string]string{
			"a.test": "line 2", "A.TEST.": "line 2", "other.test": "line 3", "x.b.test": "line 3", "1.long.b.test": "line 4", "y1.test": "line 5", "yy.test": "line 3",
			"c.test": "line 6", "d.test": "line 3", "e.d.test": "line 3", "https://a.test/x": "line 7", "https://q.test": "line 7", "q.test:8080": "line 8", "q.test:81": "-",
		}},
		{"httpd.conf", `<VirtualHost *:80>
ServerName first.test
Redirect gone /
</VirtualHost>
<VirtualHost *:80>
ServerName http://b.test:80
ServerAlias *.b.test b?.test
Redirect 404 /
</VirtualHost>
<VirtualHost *:443>
ServerName b.test
SSLEngine on
</VirtualHost>
`, map[string]string{"b.test": "line 5", "x.y.b.test": "line 5", "b1.test": "line 5", "c.test": "line 1", "https://b.test": "line 10", "https://c.test": "line 10", "c.test:8080": "-"}},
		{"Caddyfile", `http://a.test, http://www.a.test {
	respond 201
}
http://*.a.test {
	respond 202
}
:80 {
	respond 203
}
`, map[string]string{"a.test": "line 1", "www.a.test": "line 1", "b.a.test": "line 4", "c.b.a.test": "line 7", "z.test": "line 7"}},
		{"Caddyfile", "a.test {\n\trespond 201\n}\nb.test {\n\trespond 202\n}\n", map[string]string{"b.test": "line 4", "c.test": "-"}},
		{"haproxy.cfg", `defaults
 mode http
frontend web
 bind :80
 use_backend a if { hdr(host) -i a.test }
 default_backend b
frontend admin
 bind :8404
 default_backend b
backend a
 server s 127.0.0.1:1
backend b
 server s 127.0.0.1:1
`, map[string]string{"a.test": "a.test", "b.test": "web", "b.test:8404": "admin"}},
		{"traefik.yml", "http:\n  routers:\n    a: {rule: \"Host(`a.test`)\", service: s}\n    b: {rule: \"Host(`b.test`)\", service: s}\n", map[string]string{"a.test": "a.test", "b.test": "b.test", "c.test": "-"}},
	} {
		c, err := config.Read(test.name, []byte(test.text))
		if err != nil {
			t.Fatal(err)
		}
		for host, want := range test.hosts {
			got := "-"
			if s, ok := c.For(host); ok {
				if got = s.Name; strings.HasPrefix(want, "line") {
					got = "line " + strconv.Itoa(s.Line)
				}
			}
			if got != want {
				t.Errorf("%s %s: %s, want %s", test.name, host, got, want)
			}
		}
	}
}
