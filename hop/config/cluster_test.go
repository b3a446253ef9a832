package config_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/hop"
	"github.com/pct-encoded/percent/hop/config"
)

// TestClusters holds objects of Kubernetes, and files of Envoy, to what their documents say.
func TestClusters(t *testing.T) {
	ingress := func(annotations, paths string) string {
		return "apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  name: x\n  annotations:\n" + annotations + "spec:\n  rules:\n  - host: h.test\n    http:\n      paths:\n" + paths
	}
	path := func(path, kind string) string {
		return "      - path: " + path + "\n        pathType: " + kind + "\n        backend: {service: {name: web, port: {number: 80}}}\n"
	}
	const nginx = "    nginx.ingress.kubernetes.io/"
	route := func(rules string) string {
		return "kind: HTTPRoute\nmetadata: {name: r}\nspec:\n  hostnames: [h.test]\n  rules:\n" + rules
	}
	tests := []struct {
		name, as, text string
		targets        [][2]string
	}{
		// https://kubernetes.io/docs/concepts/services-networking/ingress/#examples.
		{"path types", "", ingress("    a: b\n", path("/foo", "Prefix")+path("/bar", "Exact")), [][2]string{
			{"/foo", "-> /foo"}, {"/foo/", "-> /foo/"}, {"/foobar", "404"}, {"/bar", "-> /bar"}, {"/bar/", "404"}, {"/", "404"}, {"/foo/%2e%2e/bar", "-> /foo/%2e%2e/bar"},
		}},
		// https://kubernetes.github.io/ingress-nginx/examples/rewrite/.
		{"rewrite-target", "", ingress(nginx+"use-regex: \"true\"\n"+nginx+"rewrite-target: /$2\n", path("/something(/|$)(.*)", "ImplementationSpecific")), [][2]string{
			{"/something", "-> /"}, {"/something/", "-> /"}, {"/something/new", "-> /new"}, {"/Something/new", "-> /new"}, {"/something/a%2fb", "-> /a/b"}, {"/else", "404"},
		}},
		{"app-root", "", ingress(nginx+"app-root: /app1\n", path("/", "Prefix")), [][2]string{{"/", "302 to http://{host}/app1"}, {"/x", "-> /x"}}},
		{"permanent-redirect", "", ingress(nginx+"permanent-redirect: https://www.h.test\n", path("/", "Prefix")), [][2]string{{"/x", "301 to https://www.h.test"}}},
		{"snippets", "", ingress(nginx+"server-snippet: |\n      location /admin { deny all; }\n      location ~ ^/x/ { return 410; }\n"+nginx+"configuration-snippet: if ($uri ~ \\.bak) { return 404; }\n", path("/", "Prefix")), [][2]string{
			{"/admin/x", "403"}, {"/%61dmin", "403"}, {"/x/", "410"}, {"/a.bak", "404"}, {"/y", "-> /y"},
		}},
		{"a snippet that is none", "", ingress(nginx+"server-snippet: 'location /x {'\n", path("/", "Prefix")), [][2]string{{"/y", "? x.yaml:6: nginx.ingress.kubernetes.io/server-snippet"}}},
		{"auth-url", "", ingress(nginx+"auth-url: https://auth.test/check\n", path("/", "Prefix")), [][2]string{{"/x", "-> /x | if https://auth.test/check refuses the request: 401"}}},
		{"auth-signin", "", ingress(nginx+"auth-url: https://auth.test/check\n"+nginx+"auth-signin: https://auth.test/login\n", path("/", "Prefix")), [][2]string{{"/x", "-> /x | if https://auth.test/check refuses the request: 302 to https://auth.test/login"}}},
		{"an annotation", "", ingress(nginx+"something-new: x\n", path("/", "Prefix")), [][2]string{{"/x", "? x.yaml:6: something-new"}}},
		// The class of F5's controller is nginx as well; ingress-nginx ignores its annotations.
		{"an annotation of F5", "", ingress("    nginx.org/rewrites: serviceName=web rewrite=/b/\n", path("/", "Prefix")), [][2]string{{"/x", "? x.yaml:6: nginx.org/rewrites"}}},
		{"an annotation of HAProxy", "", ingress("    haproxy.org/path-rewrite: /b\n", path("/", "Prefix")), [][2]string{{"/x", "? x.yaml:6: haproxy.org/path-rewrite"}}},
		{"an annotation of Traefik", "", ingress("    traefik.ingress.kubernetes.io/router.middlewares: default-strip@kubernetescrd\n", path("/", "Prefix")), [][2]string{{"/x", "? x.yaml:6: traefik.ingress.kubernetes.io/router.middlewares"}}},
		{"an annotation of F5 for ingress-nginx", "ingress-nginx", ingress("    nginx.org/rewrites: serviceName=web rewrite=/b/\n    cert-manager.io/issuer: x\n", path("/", "Prefix")), [][2]string{{"/x", "-> /x"}}},
		{"Ingress of Traefik", "traefik@3.6.4", ingress("    a: b\n", path("/foo", "Prefix")+path("/bar", "Exact")), [][2]string{
			{"/foobar", "-> /foobar"}, {"/bar", "-> /bar"}, {"/bar/", "404 | if a router of another file matches: ? x.yaml: no router of the file"}, {"/foo%2f", "400"},
		}},
		{"IngressRoute", "", "kind: IngressRoute\nmetadata: {name: r}\nspec:\n  routes:\n  - match: Host(`h.test`) && PathPrefix(`/api`)\n    kind: Rule\n    middlewares: [{name: strip}]\n---\nkind: Middleware\nmetadata: {name: strip}\nspec:\n  stripPrefix:\n    prefixes: [/api]\n", [][2]string{
			{"/api/x", "-> /x"}, {"/api", "-> /"}, {"/apix", "-> /x"}, {"/x", "404 | if a router of another file matches: ? x.yaml: no router of the file"},
		}},
		{"several classes", "", ingress(nginx+"rewrite-target: /\n    kubernetes.io/ingress.class: traefik\n    traefik.ingress.kubernetes.io/router.middlewares: default-strip@kubernetescrd\n", path("/api", "Prefix")) + "\n---\nkind: Middleware\nmetadata: {name: strip}\nspec:\n  stripPrefix:\n    prefixes: [/api]\n---\n" + strings.ReplaceAll(ingress(nginx+"app-root: /in\n    kubernetes.io/ingress.class: nginx\n", path("/", "Prefix")), "h.test", "other.test"), [][2]string{
			{"other.test /x", "-> /x"}, {"other.test /", "302 to http://{host}/in"}, {"entrypoints /api/x", "-> /x"}, {"entrypoints /x", "404 | if a router of another file matches: ? x.yaml: no router of the file"},
		}},
		// https://gateway-api.sigs.k8s.io/reference/spec/#httppathmatch.
		{"a Gateway of Istio", "", "kind: Gateway\nmetadata: {name: g}\nspec: {gatewayClassName: istio}\n---\n" + strings.Replace(route("  - matches: [{path: {type: PathPrefix, value: /foo}}]\n"), "spec:\n", "spec:\n  parentRefs: [{name: g}]\n", 1), [][2]string{{"/foo/a%2Fb", "-> /foo/a%2Fb"}, {"/foo//x#y?z", "-> /foo//x"}, {"h.test /foo/a b", "400"}}},
		{"a Gateway of Envoy Gateway", "", "kind: Gateway\nmetadata: {name: g}\nspec: {gatewayClassName: eg}\n---\n" + strings.Replace(route("  - matches: [{path: {type: PathPrefix, value: /foo}}]\n"), "spec:\n", "spec:\n  parentRefs: [{name: g}]\n", 1), [][2]string{{"/foo/a%2Fb", "307 to /foo/a/b"}, {"/foo/x#y", "400"}, {"/foo?x#y", "400"}, {"/foo/\"<é>`{}", "-> /foo/%22%3C%C3%A9%3E%60%7B%7D"}, {"/foo/|", "? a ^ or a |, or a # in the query"}}},
		{"a Gateway of another", "", "kind: Gateway\nmetadata: {name: g}\nspec: {gatewayClassName: cilium}\n---\n" + strings.Replace(route("  - matches: [{path: {type: PathPrefix, value: /foo}}]\n"), "spec:\n", "spec:\n  parentRefs: [{name: g}]\n", 1), [][2]string{{"/foo", "? x.yaml:3: spec.gatewayclassname"}}},
		{"an HTTPRoute of Istio", "istio", route("  - matches: [{path: {type: PathPrefix, value: /foo}}]\n"), [][2]string{{"/foo/a%2Fb", "-> /foo/a%2Fb"}}},
		{"HTTPRoute", "", route("  - matches: [{path: {type: PathPrefix, value: /foo}}]\n  - matches: [{path: {type: Exact, value: /foo/bar}}]\n    filters: [{type: RequestRedirect, requestRedirect: {statusCode: 301, path: {type: ReplaceFullPath, replaceFullPath: /new}}}]\n  - matches: [{path: {type: RegularExpression, value: '/[a-z]+/[0-9]+'}}]\n"), [][2]string{
			{"/foo", "-> /foo"}, {"/foo/x?y", "-> /foo/x?y"}, {"/foobar", "404"}, {"/foo/bar", "301 to /new"}, {"/x/12", "-> /x/12"}, {"/x/1a", "404"}, {"/foo/../x//1", "-> /x/1"}, {"/foo/a%2Fb", "307 to /foo/a/b"},
		}},
		// https://istio.io/latest/docs/reference/config/networking/virtual-service/#HTTPRewrite.
		{"VirtualService", "", "kind: VirtualService\nmetadata: {name: r}\nspec:\n  hosts: [h.test]\n  http:\n  - match: [{uri: {prefix: /ratings}}]\n    rewrite: {uri: /v1/bookRatings}\n    route: [{destination: {host: r}}]\n  - match: [{uri: {exact: /old}}]\n    redirect: {uri: /new}\n  - match: [{headers: {x: {exact: y}}}]\n    route: [{destination: {host: s}}]\n", [][2]string{
			{"/ratings/1", "-> /v1/bookRatings/1"}, {"/old", "301 to /new"}, {"/x", "404 | if the match of line 11: -> /x"},
		}},
		// https://www.envoyproxy.io/docs/envoy/latest/api-v3/config/route/v3/route_components.proto.
		{"Envoy", "", "static_resources:\n  listeners:\n  - filter_chains:\n    - filters:\n      - typed_config:\n          normalize_path: true\n          merge_slashes: true\n          path_with_escaped_slashes_action: REJECT_REQUEST\n          route_config:\n            virtual_hosts:\n            - name: all\n              domains: [\"*\"]\n              routes:\n              - match: {prefix: /a/}\n                route: {cluster: x, prefix_rewrite: /b/}\n              - match: {path: /c}\n                direct_response: {status: 403}\n              - match: {safe_regex: {regex: '/d/[0-9]+'}}\n                redirect: {path_redirect: /e, response_code: FOUND}\n              - match: {prefix: /f}\n                route: {cluster: x, regex_rewrite: {pattern: {regex: '^/f/(.*)$'}, substitution: '/g/\\1'}}\n", [][2]string{
			{"/a/x", "-> /b/x"}, {"/a/../c", "403"}, {"/d/12", "302 to /e"}, {"/f/x", "-> /g/x"}, {"/a/b%2fc", "400"}, {"/x", "404"}, {"//a//x", "-> /b/x"},
		}},
		{"a list of Envoy in lowerCamelCase", "", "- name: first\n  virtualHosts:\n  - domains: [a.test]\n    name: first/a\n    routes:\n    - match: {pathSeparatedPrefix: /old, headers: [{name: ':method', stringMatch: {exact: GET}}]}\n      route: {cluster: x, regexRewrite: {pattern: {regex: '^/old/*'}, substitution: /}}\n    - match: {pathSeparatedPrefix: /v1, grpc: {}}\n      route: {cluster: y}\n    - match: {prefix: /v1, queryParameters: [{name: debug}]}\n      route: {cluster: y}\n    - match: {prefix: /host, headers: [{name: ':authority', stringMatch: {exact: a.test}}]}\n      redirect: {regexRewrite: {pattern: {regex: '^/host/+'}, substitution: /}, responseCode: FOUND}\n    - match: {prefix: /post, headers: [{name: ':method', stringMatch: {exact: POST}}]}\n      route: {cluster: y}\n- name: second\n  virtualHosts:\n  - domains: [b.test]\n    routes:\n    - match: {prefix: /}\n      directResponse: {status: 410}\n", [][2]string{
			{"/old/a/old/b", "-> /a/old/b"}, {"/older", "404"}, {"/host//x", "302 to /x"}, {"/post", "404"}, {"/v1/x", "? x.yaml:10: a match on more than the path | if the match of line 8: -> /v1/x"}, {"b.test /old", "410"},
		}},
	}
	for _, test := range tests {
		t.Run("file="+strings.ReplaceAll(test.name, " ", "_"), func(t *testing.T) {
			c, err := config.ReadWith(config.Options{As: test.as}, "x.yaml", []byte(test.text))
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range test.targets {
				name, target, named := strings.Cut(want[0], " ")
				if !named {
					name, target = "", name
				}
				site, _ := c.Site(name)
				if got := seenAs(site.Hop, target); got != want[1] {
					t.Errorf("%s: %q, want %q", want[0], got, want[1])
				}
			}
		})
	}
}

// TestReplacedPrefix: the table of ReplacePrefixMatch in
// https://gateway-api.sigs.k8s.io/reference/spec/#httppathmodifier.
func TestReplacedPrefix(t *testing.T) {
	for _, row := range [][4]string{
		{"/foo/bar", "/foo", "/xyz", "/xyz/bar"},
		{"/foo/bar", "/foo", "/xyz/", "/xyz/bar"},
		{"/foo/bar", "/foo/", "/xyz", "/xyz/bar"},
		{"/foo/bar", "/foo/", "/xyz/", "/xyz/bar"},
		{"/foo", "/foo", "/xyz", "/xyz"},
		{"/foo/", "/foo", "/xyz", "/xyz/"},
		{"/foo/bar", "/foo", "", "/bar"},
		{"/foo/", "/foo", "", "/"},
		{"/foo", "/foo", "", "/"},
		{"/foo/", "/foo", "/", "/"},
		{"/foo", "/foo", "/", "/"},
	} {
		text := "kind: HTTPRoute\nspec:\n  rules:\n  - matches: [{path: {type: PathPrefix, value: " + row[1] + "}}]\n    filters: [{type: URLRewrite, urlRewrite: {path: {type: ReplacePrefixMatch, replacePrefixMatch: \"" + row[2] + "\"}}}]\n"
		c, err := config.Read("x.yaml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := seenAs(c.Sites[0].Hop, row[0]); got != "-> "+row[3] {
			t.Errorf("%q: %s", row, got)
		}
	}
}

// TestTraefikVersions: what versions of Traefik were seen to make of targets.
func TestTraefikVersions(t *testing.T) {
	const text = `
entryPoints: {web: {address: ":80"}, secure: {address: ":443", http: {middlewares: [strip]}}}
http:
  middlewares:
    strip: {stripPrefix: {prefixes: [/api, "/x y"]}}
    expression: {stripPrefixRegex: {regex: ["^/t/[a-z]+"]}}
    two: {replacePathRegex: {regex: "^/v1/(.*)", replacement: "/v2/$1"}}
    moved: {redirectRegex: {regex: "^http://h\\.test/old/(.*)", replacement: "https://n.test/new/$1", permanent: true}}
  routers:
    api: {rule: "Host(` + "`h.test`) && (PathPrefix(`/api`) || PathPrefix(`/x y`" + `))", middlewares: [strip], entryPoints: [web]}
    tenants: {rule: "PathPrefix(` + "`/t/`" + `)", middlewares: [expression], entryPoints: [web]}
    versions: {rule: "PathPrefix(` + "`/v1/`" + `)", middlewares: [two], entryPoints: [web]}
    gone: {rule: "PathPrefix(` + "`/old/`" + `)", middlewares: [moved], entryPoints: [web]}
    one: {rule: "PathPrefix(` + "`/a`" + `)", entryPoints: [web]}
    all: {rule: "PathPrefix(` + "`/`" + `)"}
`
	for target, want := range map[string][4]string{
		"web /b%2Fc":       {"400", "-> /b%2Fc", "-> /b%2Fc", "-> /b%2Fc"},
		"web /b%c3%a9?c;d": {"-> /b%C3%A9?c&d", "-> /b%C3%A9?c&d", "-> /b%C3%A9?c&d", "-> /b%C3%A9?c&d"},
		"web /b#c":         {"400", "400", "400", "400"},
		"web /b/%2e/":      {"-> /b/", "-> /b/", "-> /b/", "-> /b/"},
		"web /b//.":        {"-> /b", "-> /b", "-> /b", "-> /b"},
		"web /api":         {"-> /", "-> /", "-> /", "-> /"},
		"web /api./b":      {"-> /./b", "-> /./b", "? a path with dot segments behind a middleware, in 3.7.0", "400"},
		"web /x%20y/(%2C)": {"-> /%28,%29", "-> /(%2C)", "? an escape in what stripPrefix removes, in 3.7.0", "-> /(%2C)"},
		"web /t/ab/c":      {"-> /c", "-> /c", "-> /c", "-> /c"},
		"web /t/ab%20/c":   {"? an escape in a path of stripPrefixRegex", "? an escape in a path of stripPrefixRegex", "? an escape in a path of stripPrefixRegex", "? an escape in a path of stripPrefixRegex"},
		"web /v1/b%20c":    {"-> /v2/b%20c", "-> /v2/b%20c", "-> /v2/b%20c", "-> /v2/b%20c"},
		"web /old/b?c":     {"301 to https://n.test/new/b?c", "301 to https://n.test/new/b?c", "301 to https://n.test/new/b?c", "301 to https://n.test/new/b?c"},
		"web /old":         {"-> /old", "-> /old", "-> /old", "-> /old"},
		"secure /api/b":    {"-> /b", "-> /b", "-> /b", "-> /b"},
	} {
		for i, version := range []string{"3.6.6", "3.6.12", "3.7.0", "3.7.13"} {
			c, err := config.ReadIn(hop.Past{Versions: []string{"traefik=" + version}}, "traefik.yml", []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			name, path, _ := strings.Cut(target, " ")
			site, ok := c.Site(name)
			if !ok {
				t.Fatalf("no site %q", name)
			}
			if got := seenAs(site.Hop, path); got != want[i] {
				t.Errorf("%s, %s: %s, want %s", version, target, got, want[i])
			}
		}
	}
}

// TestTraefikRivals: which of two routers of one priority comes first is not known.
func TestTraefikRivals(t *testing.T) {
	testConfigs(t, "traefik.yml", []configTest{{"rivals", `http:
  routers:
    one: {rule: "PathPrefix(` + "`/ab`" + `)"}
    two: {rule: "PathPrefix(` + "`/a/`" + `)"}
    three: {rule: "PathRegexp(` + "`^/a`" + `)"}
    four: {rule: "PathPrefix(` + "`/c`" + `)", priority: 19}
`, [][2]string{{"/ab", "? traefik.yml:3: http.routers.one.rule"}, {"/a/", "? traefik.yml:4: http.routers.two.rule"}, {"/ac", "-> /ac"}, {"/c", "-> /c"}}}})
}

// TestTraefikNewest: a file is read as by the newest version, a site that its host or its entry
// point names alone is found by either, and "traefik@" names a version of what reads objects.
func TestTraefikNewest(t *testing.T) {
	file := "entryPoints: {web: {address: ':80'}}\nhttp: {routers: {r: {rule: Host(`h.test`)}}}\n"
	ingress := "kind: Ingress\nmetadata: {name: i}\nspec:\n  rules:\n  - http:\n      paths:\n      - {path: /, pathType: Prefix}\n"
	for _, test := range []struct {
		options          config.Options
		name, text, site string
		version, want    string
	}{
		{config.Options{}, "traefik.yml", file, "web", "3.7.13", "-> /a%2Fb"},
		{config.Options{}, "traefik.yml", file, "h.test", "3.7.13", "-> /a%2Fb"},
		{config.Options{Past: hop.Past{Versions: []string{"traefik=3.6.4"}}}, "traefik.yml", file, "h.test", "3.6.4", "400"},
		{config.Options{As: "traefik"}, "x.yaml", ingress, "", "3.7.13", "-> /a%2Fb"},
		{config.Options{As: "Traefik@3.6.5"}, "x.yaml", ingress, "", "3.6.5", "400"},
		{config.Options{As: "traefik", Past: hop.Past{Versions: []string{"traefik=3.6.6"}}}, "x.yaml", ingress, "", "3.6.6", "400"},
	} {
		c, err := config.ReadWith(test.options, test.name, []byte(test.text))
		if err != nil {
			t.Errorf("%+v: %v", test.options, err)
			continue
		}
		site, ok := c.Site(test.site)
		if !ok {
			t.Errorf("no site %q", test.site)
			continue
		}
		if got := seenAs(site.Hop, "/a%2Fb"); got != test.want || site.Hop.Version() != test.version {
			t.Errorf("%+v, %s: %s of %s, want %s of %s", test.options, test.name, got, site.Hop.Version(), test.want, test.version)
		}
	}
	// Routers of an entry point stay, whatever hosts there are.
	two := "entryPoints: {web: {address: ':80'}}\nhttp: {routers: {a: {rule: Host(`a.test`), entryPoints: [web]}, b: {rule: Host(`b.test`), entryPoints: [web]}}}\n"
	c, err := config.Read("traefik.yml", []byte(two))
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := c.Site("web"); ok {
		t.Error("web is one of two sites")
	}
	for _, name := range []string{"a.test", "web:b.test"} {
		if site, ok := c.Site(name); !ok || seenAs(site.Hop, "/x") != "-> /x" {
			t.Errorf("%s, %t: %s", name, ok, seenAs(site.Hop, "/x"))
		}
	}
	if _, err := config.ReadWith(config.Options{As: "traefik@3.5"}, "x.yaml", []byte(ingress)); err == nil {
		t.Error("version 3.5 is taken")
	}
}

// TestPolicies: what objects beside a route do to its targets, by their documents, and those of which
// nothing is known make all targets unknown that they can touch.
func TestPolicies(t *testing.T) {
	gateway := func(class string) string {
		return "kind: Gateway\nmetadata: {name: g}\nspec: {gatewayClassName: " + class + "}\n---\n"
	}
	const route = "kind: HTTPRoute\nmetadata: {name: r}\nspec:\n  parentRefs: [{name: g}]\n  rules:\n  - matches: [{path: {type: PathPrefix, value: /api}}]\n  - matches: [{path: {type: PathPrefix, value: /old}}]\n    filters: [{type: URLRewrite, urlRewrite: {path: {type: ReplacePrefixMatch, replacePrefixMatch: /v2}}}]\n---\n"
	policy := func(kind, spec string) string {
		return "kind: " + kind + "\nmetadata: {name: c}\nspec:\n" + spec + "\n"
	}
	const ofGateway, ofRoute = "  targetRefs: [{kind: Gateway, name: g}]\n", "  targetRef: {kind: HTTPRoute, name: r}\n"
	const ingress = "kind: Ingress\nmetadata: {name: i}\nspec:\n  rules:\n  - http:\n      paths:\n      - {path: /, pathType: Prefix}\n---\n"
	const traefik = "kind: IngressRoute\nmetadata: {name: r}\nspec:\n  routes:\n  - match: PathPrefix(`/`)\n---\n"
	for _, test := range []struct {
		text    string
		missed  int // with results that they can change
		targets [][2]string
	}{
		// https://gateway.envoyproxy.io/docs/api/extension_types/#pathsettings.
		{gateway("eg") + route, 0, [][2]string{{"/api/x%2Fy", "307 to /api/x/y"}, {"/api//x", "-> /api/x"}}},
		{gateway("eg") + route + policy("ClientTrafficPolicy", ofGateway+"  path: {escapedSlashesAction: KeepUnchanged, disableMergeSlashes: true}"), 0, [][2]string{{"/api/x%2Fy", "-> /api/x%2Fy"}, {"/api//x", "-> /api//x"}, {"/old//../x", "-> /v2/x"}}},
		{gateway("eg") + route + policy("ClientTrafficPolicy", ofGateway+"  path: {escapedSlashesAction: RejectRequest}"), 0, [][2]string{{"/api/x%2fy", "400"}, {"/api/%5C", "400"}, {"/api//x", "-> /api/x"}}},
		{gateway("eg") + route + policy("ClientTrafficPolicy", ofGateway+"  path: {escapedSlashesAction: UnescapeAndForward}\n  tls: {}"), 0, [][2]string{{"/api/x%2fy", "-> /api/x/y"}}},
		{gateway("eg") + route + policy("ClientTrafficPolicy", "  targetRefs: [{kind: Gateway, name: other}]\n  path: {escapedSlashesAction: KeepUnchanged}"), 0, [][2]string{{"/api/x%2Fy", "307 to /api/x/y"}}},
		{gateway("eg") + route + policy("ClientTrafficPolicy", "  targetRefs: [{kind: Gateway, name: g, sectionName: s}]\n  path: {escapedSlashesAction: KeepUnchanged}"), 1, [][2]string{{"/api", "? x.yaml:14: ClientTrafficPolicy"}}},
		{gateway("eg") + route + policy("ClientTrafficPolicy", ofGateway+"  something: {}"), 1, [][2]string{{"/api", "? x.yaml:18: clienttrafficpolicy.spec.something"}}},
		{gateway("eg") + route + policy("BackendTrafficPolicy", ofRoute+"  retry: {}"), 0, [][2]string{{"/api", "-> /api"}}},
		{gateway("eg") + route + policy("BackendTrafficPolicy", ofRoute+"  faultInjection: {}"), 1, [][2]string{{"/api", "? x.yaml:18: backendtrafficpolicy.spec.faultinjection"}}},
		// https://gateway.envoyproxy.io/docs/tasks/security/restrict-ip-access/.
		{gateway("eg") + route + policy("SecurityPolicy", ofRoute+"  authorization: {defaultAction: Deny}"), 0, [][2]string{{"/api", "403"}, {"/old", "403"}, {"/x", "404"}}},
		{gateway("eg") + route + policy("SecurityPolicy", ofRoute+"  authorization: {rules: [{action: Allow, principal: {clientCIDRs: [10.0.0.0/8]}}]}"), 0, [][2]string{{"/old/x", "403 | if the client is one of 10.0.0.0/8: -> /v2/x"}}},
		{gateway("eg") + route + policy("SecurityPolicy", ofRoute+"  basicAuth: {}\n  cors: {}"), 0, [][2]string{{"/api", "401 | if the credentials are those of a user: -> /api"}}},
		{gateway("eg") + route + policy("SecurityPolicy", ofRoute+"  oidc: {}"), 1, [][2]string{{"/api", "? x.yaml:18: securitypolicy.spec.oidc"}}},
		// https://istio.io/latest/docs/reference/config/security/authorization-policy/.
		{gateway("istio") + route + policy("AuthorizationPolicy", "  action: DENY\n  rules: [{to: [{operation: {paths: ['/api/*', '/v2/x', '*.php']}}]}]"), 0, [][2]string{{"/api/x", "403"}, {"/api", "-> /api"}, {"/api/../old/x", "403"}, {"/old/y", "-> /v2/y"}, {"/old/y.php", "403"}, {"/y.php", "404"}}},
		{gateway("istio") + route + policy("AuthorizationPolicy", "  action: DENY\n  rules: [{to: [{operation: {paths: ['/*']}}]}]"), 0, [][2]string{{"/api/x", "403"}}},
		{gateway("istio") + route + policy("AuthorizationPolicy", "  selector: {matchLabels: {istio: ingressgateway}}\n  rules: [{to: [{operation: {paths: ['/api*'], methods: [G*]}}]}, {from: [{source: {principals: [a]}}]}]"), 0, [][2]string{{"/api/x", "-> /api/x"}, {"/old", "403 | if AuthorizationPolicy c holds: -> /v2"}}},
		{gateway("istio") + route + policy("AuthorizationPolicy", "  action: DENY\n  rules: [{from: [{source: {notRequestPrincipals: ['*']}}], to: [{operation: {notPaths: [/api]}}]}]"), 0, [][2]string{{"/api", "-> /api"}, {"/old", "403 | if not AuthorizationPolicy c holds: -> /v2"}}},
		{gateway("istio") + route + policy("AuthorizationPolicy", "  rules: [{to: [{operation: {paths: ['/api/{*}/x']}}]}]"), 1, [][2]string{{"/api/a/x", "? x.yaml:14: AuthorizationPolicy"}}},
		{gateway("istio") + route + policy("AuthorizationPolicy", "  {}"), 0, [][2]string{{"/api", "403"}}},
		{gateway("istio") + route + policy("AuthorizationPolicy", "  action: CUSTOM"), 1, [][2]string{{"/api", "? x.yaml:14: AuthorizationPolicy"}}},
		{gateway("istio") + route + policy("EnvoyFilter", "  a: b"), 1, [][2]string{{"/api", "? x.yaml:14: EnvoyFilter"}, {"/x", "? x.yaml:14: EnvoyFilter"}}},
		{gateway("istio") + route + policy("SomethingNew", "  a: b"), 1, [][2]string{{"/api", "? x.yaml:14: SomethingNew"}}},
		{gateway("istio") + route + policy("SomethingNew", "  targetRefs: [{kind: HTTPRoute, name: other}]"), 0, [][2]string{{"/api", "-> /api"}}},
		{gateway("istio") + route + policy("Service", "  a: b") + "---\n" + policy("Deployment", "  a: b") + "---\nkind: Secret\n", 0, [][2]string{{"/api", "-> /api"}}},
		{"kind: VirtualService\nmetadata: {name: v}\nspec:\n  http:\n  - route: [{destination: {host: a}}]\n---\nkind: Gateway\nmetadata: {name: g}\nspec: {servers: [{tls: {httpsRedirect: true}}]}\n", 1, [][2]string{{"/a", "? x.yaml:7: Gateway"}}},
		{ingress + "kind: ConfigMap\nmetadata: {name: n}\ndata: {server-snippet: 'return 403;'}\n", 1, [][2]string{{"/a", "? x.yaml:9: ConfigMap"}}},
		{ingress + "kind: ConfigMap\nmetadata: {name: n}\ndata: {proxy-body-size: 1m}\n", 0, [][2]string{{"/a", "-> /a"}}},
		{ingress + policy("EnvoyFilter", "  a: b"), 1, [][2]string{{"/a", "? x.yaml:9: EnvoyFilter"}}},
		{traefik + policy("IngressRouteTCP", "  a: b"), 1, [][2]string{{"/a", "? x.yaml:7: IngressRouteTCP"}}},
		{traefik + policy("TLSOption", "  a: b"), 0, [][2]string{{"/a", "-> /a"}}},
	} {
		c, err := config.Read("x.yaml", []byte(test.text))
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		if missed := c.Directives - c.Followed(); missed != test.missed {
			t.Errorf("%s: %d missed, want %d: %+v", test.text, missed, test.missed, c.Missed)
		}
		for _, want := range test.targets {
			if got := seenAs(c.Sites[0].Hop, want[0]); got != want[1] {
				t.Errorf("%s\n%s: %q, want %q", test.text, want[0], got, want[1])
			}
		}
	}
}

// TestNamespaces: a policy is about objects of its own namespace and about gateways that have its
// labels, and a Middleware is found in the namespace of what names it. Where an object names no
// namespace and the other does, it is not known.
// https://gateway-api.sigs.k8s.io/geps/gep-713/, https://doc.traefik.io/traefik/routing/providers/kubernetes-crd/.
func TestNamespaces(t *testing.T) {
	object := func(kind, name, space, spec string) string {
		if space != "" {
			space = ", namespace: " + space
		}
		return "kind: " + kind + "\nmetadata: {name: " + name + space + "}\nspec: " + spec + "\n---\n"
	}
	route := func(class, space, parent string) string {
		return object("HTTPRoute", "r", space, "{parentRefs: [{name: g"+parent+"}], rules: [{}]}") + object("Gateway", "g", "", "{gatewayClassName: "+class+"}")
	}
	const secured, kept = "{targetRefs: [{kind: HTTPRoute, name: r}], authorization: {defaultAction: Deny}}", "{targetRefs: [{kind: Gateway, name: g}], path: {escapedSlashesAction: KeepUnchanged}}"
	mesh := object("VirtualService", "v", "app", "{hosts: [h.test], gateways: [infra/g], http: [{route: [{destination: {host: a}}]}]}") + object("Gateway", "g", "infra", "{selector: {istio: ingressgateway}, servers: [{port: {number: 80}}]}")
	deny := func(labels string) string {
		return "{selector: {matchLabels: " + labels + "}, action: DENY, rules: [{to: [{operation: {paths: [/a/b]}}]}]}"
	}
	uses := func(space, use string) string {
		return object("IngressRoute", "i", space, "{routes: [{match: 'PathPrefix(`/`)', middlewares: ["+use+"]}]}")
	}
	strip := func(space string) string { return object("Middleware", "m", space, "{stripPrefix: {prefixes: [/a]}}") }
	chain := object("Middleware", "c", "app", "{chain: {middlewares: [{name: m}]}}")
	for _, test := range []struct{ text, target, want string }{
		{route("eg", "app", "") + object("SecurityPolicy", "p", "app", secured), "/a", "403"},
		{route("eg", "app", "") + object("SecurityPolicy", "p", "other", secured), "/a", "-> /a"},
		{route("eg", "app", "") + object("SecurityPolicy", "p", "", secured), "/a", "? SecurityPolicy"},
		{route("eg", "", "") + object("SecurityPolicy", "p", "other", secured), "/a", "? SecurityPolicy"},
		{route("eg", "", "") + object("SecurityPolicy", "p", "default", secured), "/a", "403"},
		{route("eg", "app", "") + object("SecurityPolicy", "p", "app", "{targetSelectors: [{kind: HTTPRoute, matchLabels: {x: y}}], authorization: {defaultAction: Deny}}"), "/a", "? SecurityPolicy"},
		{route("eg", "app", "") + object("SecurityPolicy", "p", "other", "{targetSelectors: [{kind: HTTPRoute, matchLabels: {x: y}}], authorization: {defaultAction: Deny}}"), "/a", "-> /a"},
		{route("eg", "app", "") + object("ClientTrafficPolicy", "p", "app", kept), "/a%2Fb", "-> /a%2Fb"},
		{route("eg", "app", "") + object("ClientTrafficPolicy", "p", "other", kept), "/a%2Fb", "307 to /a/b"},
		{route("eg", "app", ", namespace: infra") + object("ClientTrafficPolicy", "p", "infra", kept), "/a%2Fb", "-> /a%2Fb"},
		{route("eg", "app", ", namespace: infra") + object("ClientTrafficPolicy", "p", "app", kept), "/a%2Fb", "307 to /a/b"},
		{route("eg", "app", "") + object("BackendTrafficPolicy", "p", "other", "{targetRef: {kind: HTTPRoute, name: r}, faultInjection: {}}"), "/a", "-> /a"},
		{mesh + object("AuthorizationPolicy", "p", "infra", deny("{istio: ingressgateway}")), "/a/b", "403"},
		{mesh + object("AuthorizationPolicy", "p", "infra", deny("{istio: egressgateway}")), "/a/b", "-> /a/b"},
		{mesh + object("AuthorizationPolicy", "p", "infra", deny("{app: gateway}")), "/a/b", "? AuthorizationPolicy"},
		{mesh + object("WasmPlugin", "p", "infra", "{selector: {matchLabels: {istio: egressgateway}}}"), "/a/b", "-> /a/b"},
		{route("istio", "app", "") + object("AuthorizationPolicy", "p", "app", deny("{istio: egressgateway}")), "/a/b", "? AuthorizationPolicy"},
		{mesh + object("AuthorizationPolicy", "p", "app", deny("{app: web}")), "/a/b", "? AuthorizationPolicy"},
		{mesh + object("AuthorizationPolicy", "p", "app", deny("{app: web}")), "/a", "-> /a"},
		{mesh + object("AuthorizationPolicy", "p", "app", "{}"), "/a", "403"},
		{mesh + object("AuthorizationPolicy", "p", "other", "{}"), "/a", "? AuthorizationPolicy"},
		{mesh + object("AuthorizationPolicy", "p", "istio-system", "{}"), "/a", "403"},
		{uses("app", "{name: m}") + strip("app"), "/a/b", "-> /b"},
		{uses("app", "{name: m, namespace: other}") + strip("other"), "/a/b", "-> /b"},
		{uses("app", "{name: m}") + strip("other"), "/a/b", "? middlewares"},
		{uses("app", "{name: m}") + strip(""), "/a/b", "? middlewares"},
		{uses("", "{name: m}") + strip(""), "/a/b", "-> /b"},
		{uses("app", "{name: m}") + strip("other") + strip("app"), "/a/b", "-> /b"},
		{uses("app", "{name: c}") + strip("app") + chain, "/a/b", "-> /b"},
		{uses("app", "{name: c}") + strip("other") + chain, "/a/b", "? middlewares"},
	} {
		c, err := config.Read("x.yaml", []byte(test.text))
		if err != nil {
			t.Errorf("%s: %v", test.text, err)
			continue
		}
		got := seenAs(c.Sites[0].Hop, test.target)
		if unknown, ok := strings.CutPrefix(got, "? x.yaml:"); ok {
			_, got, _ = strings.Cut(unknown, ": ")
			got = "? " + got
		}
		if got != test.want {
			t.Errorf("%s%s: %q, want %q", test.text, test.target, got, test.want)
		}
	}
}

// TestSnippets: ingress-nginx refuses snippets since 1.9, unless its ConfigMap allows them:
// https://github.com/kubernetes/ingress-nginx/issues/10543. Lists of addresses are allow and deny.
func TestSnippets(t *testing.T) {
	ingress := func(annotations string) string {
		return "kind: Ingress\nmetadata:\n  name: i\n  annotations:\n" + annotations + "spec:\n  rules:\n  - http:\n      paths:\n      - {path: /, pathType: Prefix}\n"
	}
	const prefix = "    nginx.ingress.kubernetes.io/"
	snippet := ingress(prefix + "configuration-snippet: if ($uri ~ /a) { return 403; }\n")
	allowed := snippet + "---\nkind: ConfigMap\nmetadata: {name: c}\ndata: {allow-snippet-annotations: \"true\"}\n"
	for _, test := range []struct {
		as, text, want string
		noted          bool
	}{
		{"", snippet, "403", true},
		{"ingress-nginx@1.8", snippet, "403", false},
		{"ingress-nginx@1.8.4", snippet, "403", false},
		{"ingress-nginx@1.9", snippet, "? x.yaml:5: nginx.ingress.kubernetes.io/configuration-snippet", true},
		{"ingress-nginx@1.11.2", snippet, "? x.yaml:5: nginx.ingress.kubernetes.io/configuration-snippet", true},
		{"ingress-nginx@1.11.2", allowed, "403", false},
		{"", allowed, "403", false},
		{"", ingress(prefix + "whitelist-source-range: 10.0.0.0/8, 192.0.2.0/24\n"), "403 | if allow 10.0.0.0/8 lets the client in: -> /a", false},
		{"", ingress(prefix + "allowlist-source-range: 0.0.0.0/0\n"), "-> /a", false},
		{"", ingress(prefix + "denylist-source-range: 10.0.0.0/8\n"), "-> /a | if deny 10.0.0.0/8 refuses the client: 403", false},
	} {
		c, err := config.ReadWith(config.Options{As: test.as}, "x.yaml", []byte(test.text))
		if err != nil {
			t.Errorf("%s: %v", test.as, err)
			continue
		}
		if got := seenAs(c.Sites[0].Hop, "/a"); got != test.want {
			t.Errorf("%s, %s: %q, want %q", test.as, test.text, got, test.want)
		}
		if noted := strings.Contains(fmt.Sprint(c.Missed), "since"); noted != test.noted {
			t.Errorf("%s, %s: %+v", test.as, test.text, c.Missed)
		}
	}
}
