package config_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/pct-encoded/percent/hop/config"
)

// TestIncluded: files beside a file are read, /etc/nginx stands for its folder, and what is not
// there is unknown.
func TestIncluded(t *testing.T) {
	files := fstest.MapFS{
		"conf.d/a.conf":      {Data: []byte("server {\n\tlisten 80;\n\tserver_name h.test;\n\troot /srv;\n\tinclude /etc/nginx/snippets/deny.conf;\n\tlocation / { proxy_pass http://up; }\n\tlocation /m {\n\t\tperl x::f;\n\t}\n}\n")},
		"snippets/deny.conf": {Data: []byte("location ~ /\\.git { deny all; }\n")},
		"sites/a.conf":       {Data: []byte("ProxyPass /a/ http://up/b/\n")},
		"sites/b.caddy":      {Data: []byte("h.test {\n\treverse_proxy up:80\n}\n")},
		"loop.conf":          {Data: []byte("include loop.conf;\n")},
	}
	for _, test := range []struct {
		name, file, text string
		targets          [][2]string
		missed           []string
	}{
		{"nginx", "nginx.conf", "http {\n\tinclude mime.types;\n\tinclude /etc/nginx/conf.d/*.conf;\n\tinclude none/*.conf;\n}\n", [][2]string{{"/.git/x", "403 | if a file matches none/*.conf: ? nginx.conf:4: include"}}, []string{"3: conf.d/a.conf:8: perl x::f"}},
		{"nginx, all of it", "nginx.conf", "http {\n\tinclude conf.d/*.conf;\n}\n", [][2]string{{"/.git/x", "403"}, {"/x", "-> /x"}, {"/m", "? conf.d/a.conf:8: perl"}}, []string{"2: conf.d/a.conf:8: perl x::f"}},
		{"Apache", "httpd.conf", "IncludeOptional sites/*.conf\nInclude sites/none.conf\n", [][2]string{{"/a/x", "? httpd.conf:2: include"}}, []string{"2: include sites/none.conf"}},
		{"Apache, all of it", "httpd.conf", "Include /etc/apache2/sites/a.conf\n", [][2]string{{"/a/x", "-> /b/x"}}, nil},
		{"Caddy", "Caddyfile", "import sites/*.caddy\n", [][2]string{{"/a/x", "-> /a/x"}}, nil},
	} {
		t.Run("file="+strings.ReplaceAll(test.name, " ", "_"), func(t *testing.T) {
			c, err := config.ReadWith(config.Options{Files: files}, test.file, []byte(test.text))
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range test.targets {
				if got := seenAs(c.Sites[0].Hop, want[0]); got != want[1] {
					t.Errorf("%s: %q, want %q", want[0], got, want[1])
				}
			}
			var missed []string
			for _, m := range c.Missed {
				if m.Changes != "" {
					missed = append(missed, fmt.Sprintf("%d: %s", m.Line, m.Text))
				}
			}
			if fmt.Sprint(missed) != fmt.Sprint(test.missed) {
				t.Errorf("missed %q, want %q", missed, test.missed)
			}
		})
	}
	// A file that includes itself ends.
	if _, err := config.ReadWith(config.Options{Files: files}, "nginx.conf", []byte("http { include loop.conf; server { location / { return 404; } } }")); err != nil {
		t.Log(err)
	}
}
