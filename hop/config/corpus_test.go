package config_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/hop/config"
)

// corpus are files as people write them, of those in interop/hops/configs, where each was
// compared with its server. The others there hold what is odd.
var corpus = strings.Fields(`
	Caddyfile-basic Caddyfile-front Caddyfile-hosts Caddyfile-nest Caddyfile-plain Caddyfile-proxy
	Caddyfile-lookups Caddyfile-route Caddyfile-sites Caddyfile-spa Caddyfile-strip Caddyfile-php Caddyfile-redirs
	Caddyfile-routes Caddyfile-stack Caddyfile-vars
	apache-app.conf apache-basic.conf apache-canon.conf apache-front.conf apache-locpass.conf
	apache-mix.conf apache-moved.conf apache-order.conf apache-rewrite.conf apache-sites.conf
	apache-slashes.conf apache-vhosts.conf apache-vhosts2.conf apache-access2.conf
	apache-laravel.conf apache-map2.conf apache-moodle.conf apache-n8n.conf apache-name.conf
	apache-spa.conf apache-svn.conf
	haproxy-acl.cfg haproxy-edge.cfg haproxy-listen.cfg haproxy-move.cfg haproxy-norm.cfg
	haproxy-norm2.cfg haproxy-redirects.cfg haproxy-uri-full.cfg haproxy-web.cfg
	haproxy-acme.cfg haproxy-guard.cfg haproxy-if2.cfg haproxy-listen2.cfg haproxy-normal.cfg
	haproxy-rewrite.cfg
	nginx-api.conf nginx-asked.conf nginx-blog.conf nginx-captures.conf nginx-cloud.conf
	nginx-conditions.conf nginx-errors.conf nginx-files.conf nginx-hosts.conf nginx-if.conf
	nginx-inherit.conf nginx-longest.conf nginx-merge.conf nginx-nested.conf nginx-pages.conf
	nginx-php.conf nginx-proxyvars.conf nginx-rails.conf nginx-redirects.conf nginx-regex.conf
	nginx-rewrite.conf nginx-rewrites.conf nginx-spa.conf nginx-static.conf nginx-store.conf
	nginx-tools.conf nginx-two.conf nginx-upstream.conf
	nginx-auth.conf nginx-bucket.conf nginx-cors.conf nginx-gitea.conf nginx-hosts3.conf
	nginx-magento.conf nginx-maintenance.conf nginx-matrix.conf nginx-mediawiki.conf
	nginx-mobile.conf nginx-odoo.conf nginx-phpmyadmin.conf nginx-phppath.conf nginx-spa3.conf
	nginx-www.conf
	nginx-canary.conf nginx-panel.conf nginx-pma.conf nginx-render.conf nginx-rules.conf
	nginx-skipcache.conf nginx-supercache.conf apache-live.conf apache-near.conf apache-next.conf
	apache-override.conf apache-websocket.conf haproxy-graphs.cfg haproxy-set.cfg apache-debian.conf Caddyfile-all Caddyfile-invoke
	Caddyfile-realms
	traefik-moved.yml traefik-paths.yml traefik-base.yml`)

// TestCorpus: of the directives of these files at least 90 % are followed or change nothing, and
// of 200 targets each at least 95 % are described.
func TestCorpus(t *testing.T) {
	if len(corpus) < 60 {
		t.Errorf("%d files", len(corpus))
	}
	paths := regexp.MustCompile(`/[A-Za-z0-9._~/-]+`)
	ends := []string{"", "/", "/x", "?a=b", "/a%20b", "/x.html?q=%2F", "/1/2/", "/%C3%A9"}
	directives, followed, targets, described := 0, 0, 0, 0
	for _, name := range corpus {
		text, err := os.ReadFile(filepath.Join("../../interop/hops/configs", name))
		if err != nil {
			t.Fatal(err)
		}
		c, err := config.Read(name, []byte(strings.NewReplacer("UPSTREAM", "127.0.0.1:8080", "PORT", "80", "DIR", "/tmp").Replace(string(text))))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		site, ok := c.Site("h.test")
		if !ok {
			site, _ = c.Site("")
		}
		directives, followed = directives+c.Directives, followed+c.Followed()
		bases := append([]string{"", "/index.html", "/favicon.ico", "/login"}, paths.FindAllString(string(text), -1)...)
		known, unknown := 0, map[string]int{}
		for i := range 200 {
			target := strings.TrimSuffix(bases[i%len(bases)], "/") + ends[i/len(bases)%len(ends)]
			if !strings.HasPrefix(target, "/") {
				target = "/" + target
			}
			if class := site.Hop.Apply(target).Unknown; class != "" {
				unknown[class]++
			} else {
				known++
			}
		}
		if known < 150 {
			t.Logf("%s: %d of 200 described: %v", name, known, unknown)
		}
		targets, described = targets+200, described+known
	}
	t.Logf("%d of %d directives followed, %d of %d targets described", followed, directives, described, targets)
	if followed*100 < directives*90 || described*100 < targets*95 {
		t.Errorf("%d of %d directives followed, %d of %d targets described", followed, directives, described, targets)
	}
}
