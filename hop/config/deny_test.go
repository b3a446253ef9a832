package config_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/hop"
)

// TestFindDecoded: a search follows conditions on what url_dec makes of a path, and parts of texts
// that are escaped. Where there is no target, 20,000 random ones contradict it nowhere.
func TestFindDecoded(t *testing.T) {
	pieces := []string{"/", "//", "a", "admin", "%61", "%41", "%2f", "%5c", "%25", "%2561", "%", "%zz", ".", "..", "%2e", ";", "?", "+", "b", "\\", "ADMIN", "x"}
	for _, tt := range []struct {
		rules, prefix string
		want          hop.Verdict
	}{
		{"http-request deny if { path,url_dec -m beg /admin }", "/admin", hop.Exists},
		{"http-request deny if { path,url_dec -m sub admin }", "/admin", hop.Exists}, // as an octet of it may be escaped twice, or not
		{"http-request deny if { path,url_dec -i -m sub a } or { path_sub % }", "/admin", hop.None},
		{"http-request deny unless { path,url_dec -m beg /b/ } !{ path_sub . }", "/admin", hop.Exists}, // /b/%2E%2E/admin
		{"http-request set-path %[path,regsub(^/api/,/)] if { path_beg /api/ }\n http-request deny unless { path_beg /b }", "/admin", hop.Exists},
		{"http-request deny unless { path_beg /api/ }\n http-request set-path %[path,regsub(^/api/,/b/)]\n http-request deny if { path_sub . } or { path_sub % }", "/admin", hop.None},
		// Runs of an octet.
		{"http-request set-path %[path,regsub(/+,/,g)]\n http-request deny if { path_beg /admin }", "/admin", hop.Exists}, // /./admin
		{"http-request set-path %[path,regsub(//+,/,g)]\n http-request deny if { path_beg /admin } or { path_sub . } or { path_sub % } or { path_sub \\\\ }", "/admin", hop.None},
		{"http-request set-path %[path,regsub(/+,/)]\n http-request deny if { path_beg /admin } or { path_sub . } or { path_sub % } or { path_sub \\\\ }", "/admin", hop.None},
		{"http-request set-path %[path,regsub(a+,ad,g)]\n http-request deny if { path_beg /ad } or { path_sub . } or { path_sub % } or { path_sub \\\\ }", "/admin", hop.Exists},
		{"http-request deny if { path_beg /admin } or { path_sub . } or { path_sub % } or { path_sub \\\\ }\n http-request set-path %[path,regsub(z+,,g)]", "/admin", hop.Exists},
	} {
		h := readSite(t, "haproxy.cfg", "defaults\n mode http\nfrontend f\n bind :80\n "+tt.rules+"\n default_backend b\nbackend b\n server s 127.0.0.1:1\n")
		chain := hop.Chain{h, mustLookup(t, "node:URL")}
		f, err := chain.Find(t.Context(), tt.prefix, 1, hop.DefaultLimit)
		if err != nil || f.Verdict != tt.want {
			t.Errorf("%s: %+v, %v", tt.rules, f, err)
		}
		for _, target := range f.Targets {
			if !chain.Passes(target, tt.prefix) {
				t.Errorf("%s: %q", tt.rules, target)
			}
		}
		if f.Verdict != hop.None {
			continue
		}
		r := rand.New(rand.NewPCG(2, 45))
		for range 20_000 {
			var b strings.Builder
			b.WriteString([]string{"/", "/b/", "/api/"}[r.IntN(3)])
			for range r.IntN(7) {
				b.WriteString(pieces[r.IntN(len(pieces))])
			}
			results := chain.Apply(b.String())
			last := results[len(results)-1]
			if len(results) == 2 && last.Unknown == "" && last.App.Present && (last.App.Text == tt.prefix || strings.HasPrefix(last.App.Text, tt.prefix+"/")) {
				t.Fatalf("%s: none, but %q", tt.rules, b.String())
			}
		}
	}
}

// TestFindLikely: what gets past many servers is found where a search ends without an answer, at
// its limit or at what no model describes.
func TestFindLikely(t *testing.T) {
	normal := ""
	for _, name := range strings.Fields("percent-decode-unreserved path-merge-slashes path-strip-dot percent-to-uppercase") {
		normal += " http-request normalize-uri " + name + "\n"
	}
	for name, rules := range map[string]string{
		"the limit":                   normal + " http-request deny deny_status 404 if { path,url_dec -m reg ^/x/.*\\.\\. }\n",
		"a rule that is not followed": " http-request lua.check if { path_beg /lua }\n",
	} {
		h := readSite(t, "haproxy.cfg", "global\n expose-experimental-directives\ndefaults\n mode http\nfrontend f\n bind :80\n"+rules+" default_backend b\nbackend b\n server s 127.0.0.1:1\n")
		f, err := (hop.Chain{h, mustLookup(t, "nginx:proxy_pass=/")}).Find(t.Context(), "/admin", 2, 2000)
		if err != nil || f.Verdict != hop.Exists || len(f.Targets) == 0 || len(f.Targets) > 2 {
			t.Errorf("%s: %+v, %v", name, f, err)
		}
	}
}

// TestFindUnknown: what is unknown for targets that may get through leaves a search undecided, be it
// for all of them, before or behind what reads a path. What is followed wholly has an answer.
func TestFindUnknown(t *testing.T) {
	haproxy := func(rules string) string {
		return "defaults\n mode http\nfrontend f\n bind :80\n" + rules + " default_backend b\nbackend b\n server s 127.0.0.1:1\n"
	}
	const istio = "kind: VirtualService\nmetadata: {name: v}\nspec:\n  hosts: [h.test]\n  http:\n  - match: [{uri: {prefix: /x}}]\n    directResponse: {status: 403}\n  - route: [{destination: {host: a}}]\n"
	const gateway = "kind: HTTPRoute\nmetadata: {name: r}\nspec:\n  parentRefs: [{name: g}]\n  rules: [{}]\n---\nkind: Gateway\nmetadata: {name: g}\nspec: {gatewayClassName: eg}\n---\n"
	for _, tt := range []struct {
		file, text, behind string
		want               hop.Verdict
	}{
		{"x.yaml", istio, "", hop.None},
		{"x.yaml", istio, "nginx:proxy_pass", hop.None},
		{"x.yaml", istio, "tomcat:getServletPath", hop.Exists},
		{"x.yaml", istio + "---\nkind: EnvoyFilter\nspec: {a: b}\n", "", hop.Undecided},
		{"x.yaml", istio + "---\nkind: EnvoyFilter\nspec: {a: b}\n", "tomcat:getServletPath", hop.Undecided},
		{"x.yaml", istio + "---\nkind: WasmPlugin\nspec: {a: b}\n", "", hop.Undecided},
		{"x.yaml", istio + "---\nkind: IstioOperator\nspec: {a: b}\n", "", hop.Undecided},
		{"x.yaml", istio + "---\nkind: ConfigMap\ndata: {mesh: 'pathNormalization: {normalization: NONE}'}\n", "", hop.Undecided},
		{"x.yaml", istio + "---\nkind: AuthorizationPolicy\nspec: {action: DENY, rules: [{to: [{operation: {paths: [/x, '/y/{*}']}}]}]}\n", "", hop.Undecided},
		{"x.yaml", gateway + "kind: SecurityPolicy\nspec: {targetRefs: [{kind: Gateway, name: g, sectionName: s}], basicAuth: {}}\n", "", hop.Undecided},
		{"x.yaml", gateway + "kind: BackendTrafficPolicy\nspec: {targetRef: {kind: HTTPRoute, name: r}, faultInjection: {}}\n", "nginx:proxy_pass", hop.Undecided},
		{"haproxy.cfg", haproxy(" http-request lua.check\n"), "", hop.Undecided},
		{"haproxy.cfg", haproxy(" http-request deny if { path_sub % }\n http-request lua.check\n"), "tomcat:getServletPath", hop.Undecided},
		{"haproxy.cfg", haproxy(" http-request deny\n http-request lua.check\n"), "", hop.None},
	} {
		chain := hop.Chain{readSite(t, tt.file, tt.text)}
		if tt.behind != "" {
			chain = append(chain, mustLookup(t, tt.behind))
		}
		f, err := chain.Find(t.Context(), "/x", 1, hop.DefaultLimit)
		if err != nil || f.Verdict != tt.want {
			t.Errorf("%s > %s: %+v, %v", tt.text, tt.behind, f, err)
		}
	}
}

// TestFindRules: rules of a Caddyfile ignore the case of letters, as matchers do, and a target that
// does not begin with a slash stands in no way.
func TestFindRules(t *testing.T) {
	for _, tt := range []struct {
		file, text, behind string
		want               hop.Verdict
	}{
		{"Caddyfile", "http://h.test {\n\thandle /admin/* {\n\t\trespond 403\n\t}\n\treverse_proxy up\n}", "go:http.ServeMux", hop.None},
		{"Caddyfile", "http://h.test {\n\treverse_proxy up\n}", "koa-router:router.get", hop.Exists},
		{"traefik.yml", "http: {routers: {r: {rule: 'PathPrefix(`/`)', service: s}}}", "go:http.ServeMux", hop.None},
		{"traefik.yml", "http: {routers: {r: {rule: 'PathPrefix(`/`)', service: s}}}", "go:http.FileServer", hop.Exists},
	} {
		chain := hop.Chain{readSite(t, tt.file, tt.text), mustLookup(t, tt.behind)}
		f, err := chain.Find(t.Context(), "/admin", 1, hop.DefaultLimit)
		if err != nil || f.Verdict != tt.want {
			t.Errorf("%s > %s: %+v, %v", tt.file, tt.behind, f, err)
		}
		for _, target := range f.Targets {
			if strings.EqualFold(target, "/admin") {
				t.Errorf("%s > %s: %s", tt.file, tt.behind, target)
			}
		}
	}
}

// TestFindAdmitted: clients that an address or credentials let in are not counted, in whatever words a
// file has them, and a field that a request needs only where nothing gets past without it.
func TestFindAdmitted(t *testing.T) {
	haproxy := func(rule string) string {
		return "defaults\n mode http\nfrontend f\n bind :80\n http-request " + rule + "\n default_backend b\nbackend b\n server s 127.0.0.1:1\n"
	}
	for _, tt := range []struct {
		file, text, behind string
		want               hop.Verdict
		first              string
	}{
		{"nginx.conf", "http { server { listen 80; location /admin { allow 10.0.0.0/8; deny all; } location / { proxy_pass http://127.0.0.1:1; } } }", "tomcat:getServletPath", hop.Exists, "/;/admin"},
		{"nginx.conf", "http { server { listen 80; location ^~ /admin { auth_basic a; auth_basic_user_file f; proxy_pass http://127.0.0.1:1/admin; } location / { return 404; } } }", "tomcat:getServletPath", hop.None, ""},
		{"nginx.conf", "http { server { listen 80; location / { allow 0.0.0.0/0; deny all; proxy_pass http://127.0.0.1:1; } } }", "tomcat:getServletPath", hop.Exists, ""},
		{"nginx.conf", "http { geo $office { default 0; 10.0.0.0/8 1; } server { listen 80; location / { if ($office = 0) { return 403; } proxy_pass http://127.0.0.1:1; } } }", "tomcat:getServletPath", hop.None, ""},
		{"nginx.conf", "http { geo $http_a $office { default 0; 10.0.0.0/8 1; } server { listen 80; location / { if ($http_a != b) { return 403; } proxy_pass http://127.0.0.1:1; } } }", "tomcat:getServletPath", hop.Exists, "/admin"},
		{"apache.conf", "<VirtualHost *:80>\nServerName h.test\n<Location /admin>\nRequire ip 10.0.0.0/8\n</Location>\nProxyPass / http://127.0.0.1:1/\n</VirtualHost>\n", "go:http.ServeMux", hop.None, ""},
		{"Caddyfile", "http://h.test {\n\t@b {\n\t\tpath /admin /admin/*\n\t\tnot remote_ip 10.0.0.0/8\n\t}\n\trespond @b 403\n\treverse_proxy up\n}", "tomcat:getServletPath", hop.Exists, "/admin;"},
		{"haproxy.cfg", haproxy("deny unless { src 10.0.0.0/8 }"), "go:http.ServeMux", hop.None, ""},
		{"haproxy.cfg", haproxy("deny if { path_beg /admin } !{ src 10.0.0.0/8 }"), "tomcat:getServletPath", hop.Exists, "//admin"},
		{"haproxy.cfg", haproxy("deny unless { src 10.0.0.0/8 } or { hdr(x-a) b }"), "go:http.ServeMux", hop.Exists, "/admin"},
		{"haproxy.cfg", haproxy("deny if { path_beg /admin } !{ src 10.0.0.0/8 } !{ hdr(x-a) b }"), "tomcat:getServletPath", hop.Exists, "//admin"},
		{"haproxy.cfg", haproxy("auth unless { http_auth(users) }"), "go:http.ServeMux", hop.None, ""},
		{"traefik.yml", "http:\n  middlewares: {m: {ipAllowList: {sourceRange: [10.0.0.0/8]}}}\n  routers:\n    a: {rule: 'PathPrefix(`/admin`)', middlewares: [m], service: s}\n    r: {rule: 'PathPrefix(`/`)', service: s}\n", "go:http.ServeMux", hop.None, ""},
		{"traefik.yml", "http:\n  routers:\n    a: {rule: 'PathPrefix(`/`) && ClientIP(`10.0.0.0/8`)', service: s}\n", "go:http.ServeMux", hop.Undecided, ""}, // a router of another file
	} {
		chain := hop.Chain{readSite(t, tt.file, tt.text), mustLookup(t, tt.behind)}
		f, err := chain.Find(t.Context(), "/admin", 1, hop.DefaultLimit)
		if err != nil || f.Verdict != tt.want || tt.first != "" && (len(f.Targets) == 0 || f.Targets[0] != tt.first) {
			t.Errorf("%s > %s: %s: %+v, %v", tt.file, tt.behind, tt.text, f, err)
		}
		if tt.want != hop.Exists && chain.Passes("/admin", "/admin") {
			t.Errorf("%s passes", tt.text)
		}
	}
}

// TestFindQuery: what ReverseProxy makes of a query with a semicolon is not known to
// the search, which therefore proves nothing of it.
func TestFindQuery(t *testing.T) {
	frontend := func(rule string) string {
		return "defaults\n mode http\nfrontend f\n bind :80\n http-request " + rule + "\n default_backend b\nbackend b\n server s 127.0.0.1:1\n"
	}
	for _, tt := range []struct {
		file, text string
		want       hop.Verdict
	}{
		{"haproxy.cfg", frontend("deny unless { url_end ?; }"), hop.Undecided},
		{"haproxy.cfg", frontend("deny unless { url_end ?%z }"), hop.Undecided},
		{"haproxy.cfg", frontend("deny unless { url /api/b?; }"), hop.Undecided},
		{"haproxy.cfg", frontend("deny unless { url /api/b?a=b&c=%41 }"), hop.None},
		{"nginx.conf", "server { listen 80; location / { if ($request_uri !~ \"^(/api)?/zz\\?;$\") { return 403; } proxy_pass http://127.0.0.1:1; } }", hop.Undecided},
	} {
		for _, proxy := range []string{"go:httputil.ReverseProxy=SetURL", "go:http.StripPrefix=ReverseProxy"} {
			f, err := hop.Chain{readSite(t, tt.file, tt.text), mustLookup(t, proxy), mustLookup(t, "go:http.ServeMux")}.Find(t.Context(), "/zz", 1, hop.DefaultLimit)
			if err != nil || f.Verdict != tt.want {
				t.Errorf("%s > %s: %+v, %v", tt.text, proxy, f, err)
			}
		}
	}
}

// TestFindLetIn: a target with which clients that an address or credentials let in get to what is
// refused to them as to all others is found, and none where the file lets them there. Whether clients of two lists are the same is not known.
func TestFindLetIn(t *testing.T) {
	haproxy := func(rules ...string) string {
		return "defaults\n mode http\nfrontend f\n bind :80\n http-request " + strings.Join(rules, "\n http-request ") + "\n default_backend b\nbackend b\n server s 127.0.0.1:1\n"
	}
	nginx := func(admin, rest string) string {
		return "server { listen 80; merge_slashes off; location /admin { " + admin + " } location / { " + rest + " proxy_pass http://127.0.0.1:1; } }"
	}
	const (
		listed, others = "allow 127.0.0.0/8; deny all;", "allow 10.0.0.0/8; deny all;"
		user           = "auth_basic a; auth_basic_user_file f;"
		pass           = " proxy_pass http://127.0.0.1:1;"
	)
	traefik := func(m string) string {
		return "http:\n  middlewares: {m: {" + m + "}}\n  routers:\n    a: {rule: 'Path(`/b`)', service: s}\n    r: {rule: 'PathPrefix(`/`) && !PathPrefix(`/admin`)', middlewares: [m], service: s}\n"
	}
	for _, tt := range []struct {
		file, text string
		want       hop.Verdict
	}{
		{"nginx.conf", nginx("return 403;", listed), hop.Exists},
		{"nginx.conf", nginx("return 403;", user), hop.Exists},
		{"nginx.conf", nginx("return 403;", listed+user), hop.Undecided},
		{"nginx.conf", nginx("return 403;", "deny all;"), hop.None},
		{"nginx.conf", nginx(listed+pass, listed), hop.None},
		{"nginx.conf", nginx(others+pass, listed), hop.Undecided},
		{"nginx.conf", nginx(user+pass, listed), hop.Undecided},
		{"nginx.conf", strings.Replace(nginx("return 403;", user), "/admin", "/admin/", 1), hop.Exists},
		{"nginx.conf", strings.Replace(nginx("return 403;", user), "/admin", "= /admin", 1), hop.Exists},
		{"nginx.conf", "server { listen 80; location /admin { " + user + pass + " } location / { return 404; } }", hop.None},
		{"apache.conf", "<VirtualHost *:80>\nServerName h.test\n<Location />\nRequire ip 127.0.0.0/8\n</Location>\n<Location /admin>\nRequire all denied\n</Location>\nProxyPass / http://127.0.0.1:1/\n</VirtualHost>\n", hop.Exists},
		{"Caddyfile", "http://h.test {\n\trespond /admin* 403\n\tbasic_auth {\n\t\tu $2a$14$x\n\t}\n\treverse_proxy up\n}", hop.Exists},
		{"haproxy.cfg", haproxy("deny if { path_beg /admin }", "deny unless { src 192.0.2.0/24 }"), hop.Exists},
		{"haproxy.cfg", haproxy("deny if { path_beg /admin }", "auth unless { http_auth(users) }"), hop.Exists},
		{"haproxy.cfg", haproxy("deny if { path_beg /admin } !{ src 10.0.0.0/8 }", "deny unless { src 10.0.0.0/8 }"), hop.Undecided},
		{"haproxy.cfg", haproxy("deny unless { src 10.0.0.0/8 }"), hop.None},
		{"traefik.yml", traefik("ipAllowList: {sourceRange: [127.0.0.0/8]}"), hop.Exists},
		{"traefik.yml", traefik("basicAuth: {users: ['u:p']}"), hop.Exists},
	} {
		chain := hop.Chain{readSite(t, tt.file, tt.text), mustLookup(t, "tomcat:getServletPath")}
		f, err := chain.Find(t.Context(), "/admin", 1, hop.DefaultLimit)
		if err != nil || f.Verdict != tt.want {
			t.Errorf("%s: %s: %+v, %v", tt.file, tt.text, f, err)
		}
		if len(f.Targets) > 0 && !chain.Passes(f.Targets[0], "/admin") || chain.Passes("/admin", "/admin") {
			t.Errorf("%s: %s: Passes", tt.file, tt.text)
		}
	}
}

// TestForwardsUnknown: a file of which not all is known may pass something on.
func TestForwardsUnknown(t *testing.T) {
	for text, want := range map[string]hop.Verdict{
		"auth_request /b; location /admin { return 403; } location / { proxy_pass http://127.0.0.1:1; }": hop.Undecided,
		"location / { return 403; }": hop.None,
	} {
		h := readSite(t, "nginx.conf", "server { listen 80; "+text+" }")
		chain, err := hop.ParseChainWith("a>b", func(name string) (*hop.Hop, error) {
			if name == "a" {
				return h, nil
			}
			return hop.Lookup("tomcat:getServletPath")
		})
		if (err != nil) != (want == hop.None) {
			t.Errorf("%s: %v", text, err)
		}
		if err != nil {
			continue
		}
		f, err := chain.Find(t.Context(), "/admin", 1, hop.DefaultLimit)
		if err != nil || f.Verdict != want {
			t.Errorf("%s: %+v, %v", text, f, err)
		}
	}
}
