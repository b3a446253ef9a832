package hop

import (
	"strings"
	"testing"
)

// incidents are published holes: a target that passed a rule of the first hop and was served
// all the same, with the settings and versions of the time, and no longer after the fix. A
// rule denies the paths that begin with a text or, where it ends with "$", that path and
// those below it, as middleware does. The hop decode:once stands for fixes of double decoding
// of which no more is published.
//
// A row says in words what the program did, and shows the difference between the versions
// on neutral paths: the segments a to e, and /admin and /static where the hop that stands
// for the fix was recorded with rules for them.
var incidents = []struct{ id, url, did, chain, fixed, deny, target string }{
	{"CVE-2019-9901", "https://github.com/envoyproxy/envoy/security/advisories/GHSA-xcx5-93pw-jw2w", "matched rules against the path before its dot segments were resolved", "envoy1.9:route > node:URL", "envoy:normalize_path > node:URL", "/b", "/a/../b"},
	{"CVE-2021-29492", "https://github.com/envoyproxy/envoy/security/advisories/GHSA-4987-27fx-x6cf", "did not decode the slashes that the server behind decodes", "envoy:normalize_path > go:http.FileServer", "envoy:UNESCAPE_AND_FORWARD > go:http.FileServer", "/b", "/a%2F..%2Fb"},
	{"CVE-2021-31920", "https://istio.io/latest/news/security/istio-security-2021-005/", "kept the empty segment that the server behind merges", "envoy:normalize_path > go:http.FileServer", "envoy:merge_slashes > go:http.FileServer", "/b", "//b"},
	{"CVE-2026-73551", "https://github.com/envoyproxy/envoy/security/advisories/GHSA-2w8w-rfw7-8gg4", "took a dot segment with a parameter for a name", "envoy:normalize_path > tomcat:getServletPath", "envoy1.39.1:normalize_path > tomcat:getServletPath", "/b", "/a/..;c=d/b"},
	{"CVE-2023-47106", "https://github.com/advisories/GHSA-fvhj-4qfh-q2hm", "passed on a fragment as a part of the path", "nginx:proxy_pass > traefik2.10.5:forward > node:URL", "nginx:proxy_pass > traefik2.10.6:forward > node:URL", "/b", "/#/../b"},
	{"CVE-2025-32431", "https://github.com/traefik/traefik/security/advisories/GHSA-6p68-w45g-48j7", "matched rules against the path before its dot segments were resolved", "traefik3.3.5:PathPrefix > node:URL", "traefik3.3.6:PathPrefix > node:URL", "/b", "/a/../b"},
	{"CVE-2025-47952", "https://github.com/traefik/traefik/security/advisories/GHSA-vrch-868g-9jx5", "resolved dot segments, and not escaped ones", "traefik3.3.6:PathPrefix > node:URL", "traefik3.4.1:PathPrefix > node:URL", "/b", "/a/%2e%2e/b"},
	{"CVE-2025-66490", "https://github.com/traefik/traefik/security/advisories/GHSA-gm3x-23wp-hc2c", "matched rules against an escaped slash that the server behind decodes", "traefik3.4.1:PathPrefix > gunicorn:WSGI", "traefik3.6.4:PathPrefix > gunicorn:WSGI", "/b/", "/b%2F"},
	{"CVE-2026-22031", "https://github.com/fastify/middie/security/advisories/GHSA-cxrg-g7r8-w69p", "matched a mount against the path that was not decoded", "middie9.0.3:app.use", "middie:app.use", "/admin$", "/%61dmin"},
	{"CVE-2026-2880", "https://github.com/advisories/GHSA-8p85-9qpw-fwgw", "matched a mount against a path with what the router cuts off at a semicolon", "middie9.1.0:useSemicolonDelimiter", "middie9.2.0:useSemicolonDelimiter", "/b$", "/b;c=d"},
	{"CVE-2026-33804", "https://github.com/advisories/GHSA-v9ww-2j6r-98q6", "matched a mount before the router merged slashes", "middie9.3.1:ignoreDuplicateSlashes", "middie9.3.2:ignoreDuplicateSlashes", "/b$", "//b/c"},
	{"CVE-2026-22037", "https://github.com/advisories/GHSA-g6q3-96cp-5r5m", "matched a mount against the path that was not decoded", "fastify-express4.0.2:app.use", "fastify-express4.0.3:app.use", "/b$", "/%62"},
	{"CVE-2026-33808", "https://github.com/advisories/GHSA-6hw5-45gm-fj88", "matched a mount before the router merged slashes", "fastify-express4.0.4:ignoreDuplicateSlashes", "fastify-express4.0.5:ignoreDuplicateSlashes", "/b$", "//b/c"},
	{"CVE-2025-69211", "https://github.com/advisories/GHSA-8wpr-639p-ccrj", "matched a mount against the path that was not decoded", "nest11.1.9:platform-fastify", "nest11.1.11:platform-fastify", "/b$", "/%62"},
	{"CVE-2026-7120", "https://github.com/advisories/GHSA-8pvw-jcv7-9cmj", "asked whether a path is allowed before its dot segments were resolved", "fastify-static10.1.0:allowedPath", "fastify-static10.1.2:allowedPath", "/b", "/a/../b/c"},
	{"CVE-2026-6321", "https://github.com/advisories/GHSA-q3j6-qgpj-74h6", "decoded slashes and then resolved dot segments that no rule had seen", "fast-uri3.1.0:normalize", "fast-uri3.1.1:normalize", "/b", "/a/..%2Fb"},
	{"caddy#4407", "https://github.com/caddyserver/caddy/pull/4407", "kept the empty segment that the server behind merges", "caddy2.4.5:path > go:http.FileServer", "caddy:handle_path > go:http.FileServer", "/admin", "//admin"},
	{"GHSA-m8m5-v4jf-3wcm", "https://github.com/caddyserver/caddy/security/advisories/GHSA-m8m5-v4jf-3wcm", "matched rules against the path that was not decoded", "caddy:url_pattern", "caddy:url_pattern,fixed", "/b", "/a/..%2fb/c"},
	{"CVE-2026-52844", "https://github.com/advisories/GHSA-qrp7-cvwr-j2c6", "took a backslash for a slash after the rule, and not in it", "caddy2.11.3:file_server,windows", "caddy2.11.4:file_server,windows", "/b/", "/b%5cc"},
	{"CVE-2021-41773", "https://nvd.nist.gov/vuln/detail/CVE-2021-41773", "resolved dot segments before it decoded them", "apache2.4.49:Alias", "apache:Alias", "/srv/b", "/static/.%2e/b"},
	{"CVE-2021-42013", "https://nvd.nist.gov/vuln/detail/CVE-2021-42013", "decoded again after dot segments were resolved", "apache2.4.50:Alias", "apache:Alias", "/srv/b", "/static/.%%32%65/b"},
	{"GHSA-cpmr-mw4j-99r7", "https://github.com/advisories/GHSA-cpmr-mw4j-99r7", "replaced a prefix that does not end with a slash by a folder", "nginx:alias", "nginx:alias", "/srv/b", "/static../b"},
	{"CVE-2018-19052", "https://nvd.nist.gov/vuln/detail/CVE-2018-19052", "replaced a prefix that does not end with a slash by a folder", "lighttpd1.4.49:alias.url", "lighttpd:alias.url", "/srv/b", "/static../b"},
	{"CVE-2020-1957", "https://nvd.nist.gov/vuln/detail/CVE-2020-1957", "cut the path at its first semicolon, where the server cuts a parameter", "shiro1.5.1:PathMatchingFilter", "shiro1.5.2:PathMatchingFilter", "/b", "/a/..;/b/"},
	{"CVE-2020-13933", "https://nvd.nist.gov/vuln/detail/CVE-2020-13933", "cut the path at a semicolon that was escaped", "shiro1.5.3:PathMatchingFilter", "shiro1.6.0:InvalidRequestFilter", "/b/", "/b/%3bc"},
	{"CVE-2021-28164", "https://github.com/advisories/GHSA-v7ff-8wcx-gmc5", "resolved dot segments before it decoded them", "jetty9.4.38:WEB-INF", "jetty:getServletPath", "/b", "/%2e/b"},
	{"CVE-2021-34429", "https://github.com/advisories/GHSA-vjv5-gp2w-65vm", "resolved dot segments before it decoded %u escapes", "jetty9.4.42:WEB-INF", "jetty:getServletPath", "/b", "/%u002e/b"},
	{"CVE-2021-28169", "https://github.com/advisories/GHSA-gwcr-j4wh-j3cq", "decoded again after the check", "jetty9.4.40:ConcatServlet", "jetty:getServletPath", "/b", "/%2562/c"},
	{"CVE-2026-50559", "https://github.com/advisories/GHSA-qcxp-gm7m-4j5v", "cut a parameter off only after the check", "quarkus:GHSA-qcxp-gm7m-4j5v", "quarkus3.36.3:permission", "/b$", "/b%3Bc=d/e"},
	{"CVE-2020-14882", "https://nvd.nist.gov/vuln/detail/CVE-2020-14882", "decoded again after the check", "weblogic:console", "decode:once", "/b", "/a/%252e%252e%252fb"},
	{"CVE-2020-17519", "https://nvd.nist.gov/vuln/detail/CVE-2020-17519", "decoded again after the check", "flink1.11.2:jobmanager", "decode:once", "/b", "/a/..%252fb"},
	{"CVE-2019-3799", "https://nvd.nist.gov/vuln/detail/CVE-2019-3799", "decoded again after the check", "spring-cloud-config2.1.1:label", "decode:once", "/b", "/a/a/..%252f../b"},
	{"CVE-2020-5410", "https://tanzu.vmware.com/security/cve-2020-5410", "decoded again after the check, and cut at a #", "spring-cloud-config2.2.2:label", "decode:once", "/b", "/..%252Fb%23c/a"},
	{"CVE-2018-3760", "https://nvd.nist.gov/vuln/detail/CVE-2018-3760", "decoded again after the check", "sprockets3.7.1:server", "decode:once", "/b", "/a/%252e%252e/b"},
	{"CVE-2021-43557", "https://nvd.nist.gov/vuln/detail/CVE-2021-43557", "matched rules against the path that was not normalized", "apisix2.10.1:uri-blocker", "apisix2.10.2:uri-blocker", "/b/", "//b/"},
	{"CVE-2020-24660", "https://nvd.nist.gov/vuln/detail/CVE-2020-24660", "matched rules against the path that was not decoded", "lemonldap-ng2.0.8:nginx > go:http.FileServer", "lemonldap-ng2.0.9:nginx > go:http.FileServer", "/b", "/%62"},
	{"CVE-2026-33494", "https://github.com/advisories/GHSA-p224-6x5r-fjpm", "matched rules against the path before its dot segments were resolved", "oathkeeper:GHSA-p224-6x5r-fjpm > node:URL", "oathkeeper:GHSA-p224-6x5r-fjpm,fixed > node:URL", "/b/", "/a/../b/c"},
}

// gotPast reports whether a target passes the rule of the first hop of a chain and is served
// by the last as what the rule denies. A file system resolves the dot segments of a path that
// it is given.
func gotPast(c Chain, deny, target string) bool {
	results := c.Apply(target)
	if len(results) < len(c) {
		return false
	}
	first, last := results[0], results[len(results)-1]
	served := last.App
	if !served.Present {
		served = last.Forward
	}
	if !first.Rule.Present || !served.Present {
		return false
	}
	path, _ := resolved(served.Text, true)
	if deny, ok := strings.CutSuffix(deny, "$"); ok {
		return !below(deny).holds(first.Rule.Text) && below(deny).holds(path)
	}
	return !strings.HasPrefix(first.Rule.Text, deny) && strings.HasPrefix(path, deny)
}

func TestIncidents(t *testing.T) {
	seen := map[string]bool{}
	for _, i := range incidents {
		t.Run(i.id, func(t *testing.T) {
			if seen[i.id] || !strings.HasPrefix(i.url, "https://") {
				t.Errorf("twice, or without an address: %s", i.url)
			}
			seen[i.id] = true
			chain, err := ParseChain(i.chain)
			if err != nil {
				t.Fatal(err)
			}
			fixed, err := ParseChain(i.fixed)
			if err != nil {
				t.Fatal(err)
			}
			if !gotPast(chain, i.deny, i.target) {
				t.Errorf("%s, which %s: %q did not get past a rule for %s: %+v", i.chain, i.did, i.target, i.deny, chain.Apply(i.target))
			}
			target := i.target
			if i.fixed == i.chain {
				// The fix is in the same configuration: a location that ends with a slash.
				target = strings.Replace(target, "/static", "/api/v1", 1)
			}
			if r := fixed.Apply(target); gotPast(fixed, i.deny, target) || r[len(r)-1].Unknown != "" {
				t.Errorf("%s: %q still gets past a rule for %s: %+v", i.fixed, target, i.deny, r)
			}
		})
	}
	if len(incidents) < 30 {
		t.Errorf("%d incidents", len(incidents))
	}
}

// TestIncidentsAreFound lets the search find some of them by itself.
func TestIncidentsAreFound(t *testing.T) {
	found := 0
	for _, i := range incidents {
		chain, err := ParseChain(i.chain)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(i.deny, "$") || !chain.Passes(i.target, i.deny) {
			continue // a mount or a file, of which the search knows nothing
		}
		f, err := chain.Find(t.Context(), "/a", 1, DefaultLimit)
		switch {
		case err != nil:
			t.Error(err)
		case f.Verdict != Exists:
			t.Errorf("%s: %s: %s %q", i.id, i.chain, f.Verdict, f.Undecided)
		default:
			found++
			t.Logf("%s: %s: %q", i.id, i.chain, f.Targets[0])
		}
	}
	t.Logf("%d found", found)
}
