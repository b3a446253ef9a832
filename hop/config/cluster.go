package config

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/hop"
	"github.com/pct-encoded/percent/hop/internal/plan"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/program"
)

// clusterText is what files for clusters, and of Envoy, have.
var clusterText = `(?m)^[ \t-]*"?(kind"?:[ \t]*"?(Ingress|HTTPRoute|VirtualService|IngressRoute|Middleware|List)\b|static_?[rR]esources"?:|route_?[cC]onfig"?:|virtual_?[hH]osts"?:)`

// readCluster reads objects of Kubernetes that route by path, and Envoy's own configuration. An
// Ingress is read as ingress-nginx or Traefik do. What Envoy does to routes is known from its
// documents only: https://www.envoyproxy.io/docs/envoy/latest/api-v3/config/route/v3/route_components.proto.
func readCluster(r *configReader, text string) error {
	if len(text) > maxSettings {
		return fmt.Errorf("config: objects of more than %d KiB", maxSettings>>10)
	}
	c := &clusterReader{settingReader: settingReader{configReader: r, labels: &setting{line: 1}, proto: true}, classes: map[string]*setting{}, touched: map[*setting]bool{}}
	roots, err := c.yaml(text)
	if err != nil {
		return err
	}
	for _, root := range roots {
		c.object(root)
	}
	var nginx, traefik []*setting
	for _, s := range c.ingresses {
		switch class := cmp.Or(r.as, ingressClass(s)); {
		case class == "" || strings.Contains(class, "nginx"):
			nginx = append(nginx, s)
		case strings.Contains(class, "traefik"):
			traefik = append(traefik, s)
		default:
			return fmt.Errorf("config: an Ingress is read as ingress-nginx or traefik, and not as %q", plainName(class))
		}
	}
	if len(nginx) > 0 {
		c.nginx(nginx)
	}
	if len(traefik)+len(c.routes) > 0 {
		if err := cmp.Or(c.versionOfTraefik(), c.traefik(traefik)); err != nil {
			return err
		}
	}
	if own := r.as == istio || r.as == envoyGateway; r.as != "" && len(c.ingresses)+len(c.routes) == 0 && (!own || len(c.gateways) == 0) {
		return fmt.Errorf("config: an HTTPRoute is read as %s or %s, and not as %q", envoyGateway, istio, plainName(r.as))
	}
	for _, text := range r.past.Versions {
		if strings.HasPrefix(text, "envoy=") {
			return &program.PastError{Text: text, Reason: "is not followed in files", Known: envoyVersion}
		}
	}
	c.envoy()
	c.untouched()
	return r.failed
}

// What an HTTPRoute may be read as.
const (
	istio        = "istio"
	envoyGateway = "envoy-gateway"
)

// reads returns who reads an object: that of Options.As, or of the class of its Gateway, which is
// nil where no file says so.
func (c *clusterReader) reads(s *setting) (who string, class *setting) {
	if s.valueAt("kind") == "VirtualService" {
		return istio, nil
	}
	for _, parent := range s.at("spec", "parentrefs").each() {
		if class = c.classes[parent.valueAt("name")]; class != nil {
			break
		}
	}
	switch name := strings.ToLower(class.valueAt()); {
	case c.as == istio, c.as == envoyGateway:
		return c.as, nil
	case strings.Contains(name, istio):
		return istio, nil
	case class == nil, name == "eg", strings.HasPrefix(name, "envoy"):
		return envoyGateway, nil
	}
	return "", class
}

// A clusterReader reads a file of several objects.
type clusterReader struct {
	settingReader
	ingresses, routes []*setting // Ingress; IngressRoute
	middlewares       []*setting
	gateways          []*setting          // HTTPRoute and VirtualService
	classes           map[string]*setting // of Gateway objects, by name
	proxies           []*setting          // of Envoy
	others            []*setting          // objects beside them that may change what becomes of a target
	touched           map[*setting]bool   // those that can
}

// object notes an object, or those in a list.
func (c *clusterReader) object(s *setting) {
	kind := ""
	if k := s.at("kind"); k != nil {
		kind = k.value
	}
	switch kind {
	case "Ingress":
		c.ingresses = append(c.ingresses, s)
	case "IngressRoute":
		c.routes = append(c.routes, s)
	case "Middleware":
		c.middlewares = append(c.middlewares, s)
	case "Gateway":
		if class := s.at("spec", "gatewayclassname"); class != nil {
			c.classes[s.valueAt("metadata", "name")] = class
		} else {
			c.others = append(c.others, s)
		}
	case "HTTPRoute", "VirtualService":
		c.gateways = append(c.gateways, s)
	case "List":
		for _, item := range s.at("items").each() {
			c.object(item)
		}
	case "":
		if s.at("staticresources") != nil || s.at("routeconfig") != nil || s.at("virtualhosts") != nil {
			c.proxies = append(c.proxies, s)
		}
	default:
		if !idleKinds.Get()[kind] {
			c.others = append(c.others, s)
		}
	}
}

// ingressClass returns the class of an Ingress in lower case, or "".
func ingressClass(s *setting) string {
	return strings.ToLower(cmp.Or(s.valueAt("spec", "ingressclassname"), s.valueAt("metadata", "annotations", "kubernetes.io/ingress.class")))
}

// value returns the value of the setting below s with the keys, or "".
//
//go:noinline
func (s *setting) valueAt(keys ...string) string {
	if x := s.at(keys...); x != nil {
		return x.value
	}
	return ""
}

// nginxAnnotations are the annotations of ingress-nginx that are followed:
// https://kubernetes.github.io/ingress-nginx/user-guide/nginx-configuration/annotations/.
const nginxAnnotations = "nginx.ingress.kubernetes.io/"

// harmlessAnnotations are the beginnings of those that change no path, status or target.
var harmlessAnnotations = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp {
	return regexp.MustCompile(`^(proxy-|cors-|enable-cors|limit-|session-|affinity|client-|ssl-|force-ssl|hsts|load-balance|upstream-(vhost|hash)|service-upstream|enable-(access|opentel|opentr|rewrite-log)|custom-headers|connection-proxy|x-forwarded-prefix|http2-|preserve-|backend-protocol$|auth-(realm|secret|response|signin|method|proxy|cache|keepalive|snippet|always))`)
}}

// otherAnnotations are the beginnings of those of other controllers, as that of F5, whose class
// is nginx as well: where nobody said who reads the Ingress, it may be one of them.
var otherAnnotations = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp {
	return regexp.MustCompile(`^(nginx\.(org|com)|[a-z.]*\bingress\.(kubernetes|cilium)\.io|haproxy\.(org|com)|haproxy-ingress\.github\.io|konghq\.com|projectcontour\.io|getambassador\.io|k8s\.apisix\.apache\.org)/`)
}}

// nginx makes of each host of Ingress objects the server that ingress-nginx writes, and reads
// it as nginx.
func (c *clusterReader) nginx(ingresses []*setting) {
	c.missed(&directive{name: "ingress-nginx", line: 1}, "read as nginx "+c.version+" with the configuration that it writes; its own Lua is taken to pass requests on")
	var hosts []string
	servers := map[string]*clusterHost{}
	for _, s := range ingresses {
		for _, x := range s.at("spec", "rules").each() {
			host := cmp.Or(x.valueAt("host"), "_")
			v := servers[host]
			if v == nil {
				hosts = append(hosts, host)
				v = &clusterHost{d: &directive{name: "server", open: true, line: x.line}}
				servers[host] = v
			}
			for _, p := range x.at("http", "paths").each() {
				c.location(v, s, p)
			}
			for _, t := range s.at("spec", "tls").each() {
				v.tls = v.tls || amongTexts(t.at("hosts").list(), host)
			}
			c.annotations(v, s)
			v.fallback = v.fallback || s.at("spec", "defaultbackend") != nil
		}
	}
	var list []*directive
	beside := c.policies(nil, "").before
	for _, host := range hosts {
		v := servers[host]
		listen := []string{"80"}
		if v.tls {
			listen = []string{"443", "ssl"}
		}
		v.d.block = append(v.d.block, &directive{name: "listen", args: listen, line: v.d.line}, &directive{name: "server_name", args: []string{host}, line: v.d.line})
		slices.SortStableFunc(v.paths, func(a, b *clusterPath) int { return len(b.path) - len(a.path) })
		root := false
		for _, p := range v.paths {
			root = root || p.path == "/"
			v.d.block = append(v.d.block, p.locations(v)...)
		}
		if !root {
			block := []*directive{{name: "return", args: []string{"404"}, line: v.d.line}}
			if v.fallback {
				block = []*directive{{name: "proxy_pass", args: []string{"http://upstream_balancer"}, line: v.d.line}}
			}
			v.d.block = append(v.d.block, &directive{name: "location", args: []string{"/"}, open: true, block: block, line: v.d.line})
		}
		list = append(list, v.d)
	}
	n := nginxReader{configReader: c.configReader, file: &nginxServer{upstreams: map[string]bool{}, variables: map[string]bool{}, read: map[string]bool{}, maps: map[string]*directive{}, captures: true}}
	n.file.variablesOf(list)
	n.doubts = beside
	n.http(list)
}

// A clusterHost is a host of Ingress objects.
type clusterHost struct {
	d             *directive
	paths         []*clusterPath
	regex         bool // all its locations are expressions
	tls, fallback bool
	read          *setting // the Ingress whose annotations were read last
}

// A clusterPath is a path of an Ingress.
type clusterPath struct {
	path, kind, rewrite string
	regex               bool
	line                int
	extra               []*directive
}

// location notes a path of an Ingress.
func (c *clusterReader) location(v *clusterHost, s, p *setting) {
	notes := s.at("metadata", "annotations")
	one := &clusterPath{path: cmp.Or(p.valueAt("path"), "/"), kind: p.valueAt("pathtype"), line: p.line}
	one.rewrite = notes.valueAt(nginxAnnotations + "rewrite-target")
	one.regex = notes.valueAt(nginxAnnotations+"use-regex") == "true"
	v.regex = v.regex || one.regex || one.rewrite != "" && one.rewrite != one.path
	if notes.valueAt(nginxAnnotations+"canary") == "true" {
		return // of the same paths
	}
	add := func(name string, args ...string) {
		one.extra = append(one.extra, &directive{name: name, args: args, line: one.line})
	}
	if to := notes.valueAt(nginxAnnotations + "permanent-redirect"); to != "" {
		add("return", cmp.Or(notes.valueAt(nginxAnnotations+"permanent-redirect-code"), "301"), to)
	}
	if to := notes.valueAt(nginxAnnotations + "temporal-redirect"); to != "" {
		add("return", "302", to)
	}
	if notes.valueAt(nginxAnnotations+"auth-type") != "" {
		add("auth_basic", "x")
	}
	if url := notes.valueAt(nginxAnnotations + "auth-url"); url != "" {
		add(nginxAsks, url)
		if to := notes.valueAt(nginxAnnotations + "auth-signin"); to != "" {
			add("error_page", "401", "=302", to)
		}
	}
	for _, cidr := range notes.at(nginxAnnotations + "denylist-source-range").list() {
		add("deny", strings.TrimSpace(cidr))
	}
	if list := cmp.Or(notes.at(nginxAnnotations+"allowlist-source-range"), notes.at(nginxAnnotations+"whitelist-source-range")).list(); list != nil {
		for _, cidr := range list {
			add("allow", strings.TrimSpace(cidr))
		}
		add("deny", "all")
	}
	one.extra = append(one.extra, c.snippet(notes.at(nginxAnnotations+"configuration-snippet"))...)
	v.paths = append(v.paths, one)
}

// snippet returns the directives of nginx in an annotation, or one that is not known for a text
// that is none.
func (c *clusterReader) snippet(s *setting) []*directive {
	if s == nil {
		return nil
	}
	if c.snippetsRefused() {
		return []*directive{{name: s.key(), args: []string{"refused since ingress-nginx 1.9"}, line: s.line}}
	}
	list, err := nginxDirectives(s.valueAt())
	if err != nil {
		return []*directive{{name: s.key(), line: s.line}}
	}
	var at func(list []*directive)
	at = func(list []*directive) {
		for _, d := range list {
			d.line = s.line
			at(d.block)
		}
	}
	at(list)
	return list
}

// allowsSnippets reports whether a ConfigMap of the file lets ingress-nginx take snippets from annotations:
// https://github.com/kubernetes/ingress-nginx/pull/10393.
func (c *clusterReader) allowsSnippets() bool {
	return slices.ContainsFunc(c.others, func(o *setting) bool { return o.valueAt("data", "allow-snippet-annotations") == "true" })
}

// snippetsRefused reports whether the version of ingress-nginx that was asked for refuses an Ingress with
// snippets.
func (c *clusterReader) snippetsRefused() bool {
	major, minor, _ := strings.Cut(c.since, ".")
	minor, _, _ = strings.Cut(minor, ".")
	n, err := strconv.Atoi(minor)
	return c.since != "" && strings.Contains(c.as, "nginx") && !(strings.TrimPrefix(major, "v") == "1" && err == nil && n < 9 || strings.TrimPrefix(major, "v") == "0") && !c.allowsSnippets()
}

// annotations reads the annotations of an Ingress that are about its host.
func (c *clusterReader) annotations(v *clusterHost, s *setting) {
	if v.read == s || !c.reuse(100*len(s.at("metadata", "annotations").each())) {
		return
	}
	v.read = s
	for _, x := range s.at("metadata", "annotations").each() {
		name, ok := strings.CutPrefix(x.key(), nginxAnnotations)
		if ok && strings.HasSuffix(name, "-snippet") && c.since == "" && !c.allowsSnippets() {
			c.missed(x.directive(), "followed, but ingress-nginx refuses such an Ingress since 1.9 unless allow-snippet-annotations is set: --as ingress-nginx@VERSION says which reads it")
		}
		switch {
		case !ok && c.as == "" && otherAnnotations.Get().MatchString(x.key()):
			v.d.block = append(v.d.block, &directive{name: x.key(), args: []string{x.value}, line: x.line})
		case !ok, harmlessAnnotations.Get().MatchString(name):
			continue
		case name == "rewrite-target" || name == "use-regex" || name == "permanent-redirect" || name == "permanent-redirect-code" || name == "temporal-redirect" || name == "auth-type" || name == "auth-url" || strings.HasSuffix(name, "list-source-range") || name == "configuration-snippet" || name == "canary" || strings.HasPrefix(name, "canary-"):
			c.understood(x.directive())
		case name == "server-snippet":
			c.understood(x.directive())
			v.d.block = append(v.d.block, c.snippet(x)...)
		case name == "app-root":
			c.understood(x.directive())
			v.d.block = append(v.d.block, &directive{name: "if", args: []string{"($uri", "=", "/)"}, line: x.line, open: true, block: []*directive{{name: "return", args: []string{"302", "$scheme://$host" + x.value}, line: x.line}}})
		default:
			v.d.block = append(v.d.block, &directive{name: name, args: []string{x.value}, line: x.line})
		}
	}
}

// locations returns the locations that ingress-nginx writes for a path.
func (p *clusterPath) locations(v *clusterHost) []*directive {
	block := slices.Clone(p.extra)
	if p.rewrite != "" && p.rewrite != p.path {
		block = append(block, &directive{name: "rewrite", args: []string{"(?i)" + p.path, p.rewrite, "break"}, line: p.line})
	}
	block = append(block, &directive{name: "proxy_pass", args: []string{"http://upstream_balancer"}, line: p.line})
	location := func(args ...string) *directive {
		return &directive{name: "location", args: args, open: true, block: block, line: p.line}
	}
	switch bare := strings.TrimSuffix(p.path, "/"); {
	case v.regex:
		return []*directive{location("~*", "^"+p.path)}
	case p.kind == "Exact":
		return []*directive{location("=", p.path)}
	case p.kind == "Prefix" && bare != "":
		list := []*directive{location(bare + "/")}
		if !slices.ContainsFunc(v.paths, func(q *clusterPath) bool { return q.kind == "Exact" && q.path == bare }) {
			list = append(list, location("=", bare))
		}
		return list
	}
	return []*directive{location(p.path)}
}

// traefikAnnotations begins the annotations of Traefik that are about a router.
const traefikAnnotations = "traefik.ingress.kubernetes.io/router."

// namesOf returns the names of middlewares in an annotation: "space-name@kubernetescrd" is the
// object of that name, if the file has it.
func (c *clusterReader) namesOf(list []string) (names []string) {
	for _, name := range list {
		name = strings.TrimSpace(name)
		for _, m := range c.middlewares {
			if own := m.valueAt("metadata", "name"); name == cmp.Or(m.valueAt("metadata", "namespace"), "default")+"-"+own+"@kubernetescrd" {
				name = m.crdName()
			}
		}
		names = append(names, name)
	}
	return names
}

// crdName returns the name of a Middleware among those of all namespaces.
func (s *setting) crdName() string {
	return strings.TrimPrefix(spaceOf(s)+"-"+s.valueAt("metadata", "name"), "-")
}

// middlewaresOf returns the names of the middlewares in a list of an object: they are of its namespace
// unless they have one. Where only one of both has it they are not known.
func (c *clusterReader) middlewaresOf(object, list *setting) (names []string) {
	for _, item := range list.each() {
		own, name := cmp.Or(item.valueAt("namespace"), spaceOf(object)), item.valueAt("name")
		found := cmp.Or(own, "default") + "-" + name
		if !c.reuse(len(c.middlewares)) {
			return nil
		}
		for _, m := range c.middlewares {
			if same, _ := together(own, spaceOf(m)); same && name == m.valueAt("metadata", "name") {
				found = m.crdName()
			}
		}
		names = append(names, found)
	}
	return names
}

// traefik reads objects as the Kubernetes provider of Traefik does.
func (c *clusterReader) traefik(ingresses []*setting) error {
	t := &traefikReader{settingReader: c.settingReader, middlewares: map[string]*setting{}}
	router := func(line int, name, rule string) *setting {
		s := &setting{name: name, line: line}
		t.add(s, "rule", line).value = rule
		t.routers = append(t.routers, s)
		return s
	}
	for _, s := range ingresses {
		notes := s.at("metadata", "annotations")
		for _, x := range s.at("spec", "rules").each() {
			for _, p := range x.at("http", "paths").each() {
				matcher := "PathPrefix"
				if p.valueAt("pathtype") == "Exact" {
					matcher = "Path"
				}
				rule := matcher + "(`" + cmp.Or(p.valueAt("path"), "/") + "`)"
				r := router(p.line, cmp.Or(x.valueAt("host"), "ingress"), rule)
				if list := notes.at(traefikAnnotations + "middlewares"); list != nil {
					t.add(r, "middlewares", list.line).items = c.namesOf(list.list())
				}
				if p := notes.at(traefikAnnotations + "priority"); p != nil {
					t.add(r, "priority", p.line).value = p.value
				}
			}
		}
		for _, x := range notes.each() {
			name, own := strings.CutPrefix(x.key(), traefikAnnotations)
			other, ofNginx := strings.CutPrefix(x.key(), nginxAnnotations)
			switch {
			case ofNginx && !harmlessAnnotations.Get().MatchString(other):
				t.missed(x.directive(), "an Ingress of Traefik ignores annotations of ingress-nginx")
			case own && (name == "middlewares" || name == "priority"):
				t.understood(x.directive())
			case own && name != "entrypoints" && !strings.HasPrefix(name, "tls"):
				t.route(t.doubted(x.directive(), mayChange, "targets that are not refused before a router"))
			}
		}
	}
	for _, s := range c.routes {
		for _, x := range s.at("spec", "routes").each() {
			r := router(x.line, cmp.Or(s.valueAt("metadata", "name"), "route"), x.valueAt("match"))
			if p := x.at("priority"); p != nil {
				t.add(r, "priority", p.line).value = p.value
			}
			if list := x.at("middlewares"); list != nil {
				t.add(r, "middlewares", list.line).items = c.middlewaresOf(s, list)
			}
		}
	}
	for _, s := range c.middlewares {
		if spec := s.at("spec"); spec != nil {
			m := *spec
			m.name = s.crdName()
			if list := m.at("chain", "middlewares"); list != nil {
				list.items = c.middlewaresOf(s, list)
			}
			t.named = append(t.named, &m)
		}
	}
	c.missed(&directive{name: "version", line: 1}, "the file does not say which Traefik reads it: taken as "+c.version)
	t.doubt(c.policies(nil, ofTraefik).before)
	t.sites()
	return c.failed
}

// envoyVersion is the version whose documents are followed.
const envoyVersion = "1.18.4"

// A clusterRoute is a route of Envoy.
type clusterRoute struct {
	line  int
	when  partial
	rank  int // the higher comes first
	steps []plan.Step
}

// envoy reads routes as Envoy does, with what its documents say.
func (c *clusterReader) envoy() {
	note := "known from documents only: it was not run"
	for _, s := range c.gateways {
		who, class := c.reads(s)
		p := c.policies(s, who)
		if who != "" {
			c.missed(s.directive(s.valueAt("kind")), note+"; with the defaults of "+map[string]string{istio: "Istio", envoyGateway: "Envoy Gateway"}[who]+" for slashes and dots")
		}
		name := cmp.Or(slices.Concat(s.at("spec", "hostnames").list(), s.at("spec", "hosts").list(), []string{""})[0], s.valueAt("metadata", "name"))
		var routes []clusterRoute
		steps := []plan.Step{plan.EnvoyFragment, plan.EnvoyTarget, plan.EnvoyNormalize} // of Istio
		switch who {
		case "":
			steps = c.doubted(class.directive("spec"), "it is not known how such a Gateway reads routes", everyTarget)
		case envoyGateway:
			// It merges slashes, and redirects to a path without escaped ones.
			merge := p.path.valueAt("disablemergeslashes") != "true"
			steps = append([]plan.Step{plan.EnvoyTarget}, c.slashes(strings.ToLower(cmp.Or(p.path.valueAt("escapedslashesaction"), "UnescapeAndRedirect")), merge)...)
			if steps = append(steps, plan.EnvoyNormalize); merge {
				steps = append(steps, plan.MergeSlashes)
			}
		}
		steps = stepsOf(p.before, steps)
		if s.valueAt("kind") == "HTTPRoute" {
			for _, rule := range s.at("spec", "rules").each() {
				routes = append(routes, c.rule(rule)...)
			}
			sort.SliceStable(routes, func(i, j int) bool { return routes[i].rank > routes[j].rank })
		} else {
			for _, x := range s.at("spec", "http").each() {
				routes = append(routes, c.virtual(x)...)
			}
		}
		for i, r := range routes {
			if n := len(r.steps) - 1; n >= 0 && r.steps[n] == plan.Step(plan.Forward) && p.behind != nil {
				r.steps = append(r.steps[:n:n], c.permitted(p.behind, r.steps[n:])...)
			}
			routes[i].steps = guarded(p.guards, r.steps)
		}
		c.routed(s.line, name, steps, routes, p.gate)
	}
	for _, s := range c.proxies {
		c.missed(s.directive("envoy"), note)
		c.managers(s, nil, 0)
	}
}

// routed adds a site of Envoy.
func (c *clusterReader) routed(line int, name string, steps []plan.Step, routes []clusterRoute, gate []authorization) {
	var list []alternative
	for _, r := range routes {
		if !c.reuse(1) {
			return
		}
		list = append(list, alternative{text: fmt.Sprintf("the match of line %d", r.line), when: r.when, steps: r.steps, unknown: func() []plan.Step {
			return []plan.Step{plan.Unknown(fmt.Sprintf("%s:%d: a match on more than the path", c.base, r.line))}
		}})
	}
	c.site(line, name, "Envoy "+envoyVersion+" (documents)", stepsOf(steps, []plan.Step{plan.Rule}, c.permitted(gate, c.alternatives(list, []plan.Step{plan.Answer(404)}))))
}

// slashes returns the steps for escaped slashes, by the name of an action in lower case.
func (c *clusterReader) slashes(action string, merges bool) []plan.Step {
	then := []plan.Step{plan.EnvoyUnescape}
	switch action {
	case "", "implementationspecificdefault", "keepunchanged":
		return nil
	case "rejectrequest":
		return []plan.Step{plan.RefuseEscape("%2f"), plan.RefuseEscape("%5c")}
	case "unescapeandredirect":
		if then = append(then, plan.EnvoyNormalize); merges {
			then = append(then, plan.MergeSlashes)
		}
		then = append(then, plan.Redirect(307))
	}
	return []plan.Step{when(plan.Or(&plan.Condition{Kind: plan.IsFoldedPart, Text: "%2f"}, &plan.Condition{Kind: plan.IsFoldedPart, Text: "%5c"}), then)}
}

// replaced returns the steps of a rewrite of a prefix, and of what passes on.
func replacedPrefix(prefix, by string) []plan.Step {
	return []plan.Step{plan.Replace{Old: prefix, By: by}, when(plan.Path(""), []plan.Step{plan.SetPath("/")})}
}

// rule reads a rule of an HTTPRoute:
// https://gateway-api.sigs.k8s.io/reference/spec/#httprouterule.
func (c *clusterReader) rule(rule *setting) (list []clusterRoute) {
	matches := rule.at("matches").each()
	if matches == nil {
		matches = []*setting{{line: rule.line}}
	}
	for _, m := range matches {
		value := cmp.Or(m.valueAt("path", "value"), "/")
		prefix := strings.TrimSuffix(value, "/")
		r := clusterRoute{line: m.line, when: wholly(plan.Below(prefix)), rank: len(value)}
		if prefix == "" {
			r.when = wholly(plan.Prefix("/"))
		}
		switch m.valueAt("path", "type") {
		case "Exact":
			r.when, r.rank = wholly(plan.Path(value)), 1<<30
		case "RegularExpression":
			r.when, r.rank = c.whole(value), 1<<20+len(value)
			prefix = ""
		}
		if method := m.valueAt("method"); method != "" {
			r.when, r.rank = r.when.and(decided(method == "GET")), r.rank*2+1
		}
		if m.at("headers") != nil {
			r.when = r.when.and(lacks)
		}
		if m.at("queryparams") != nil {
			r.when = r.when.and(depends)
		}
		pass := []plan.Step{plan.Forward}
		for _, f := range rule.at("filters").each() {
			d := f.directive("filters")
			switch f.valueAt("type") {
			case "URLRewrite":
				pass = append(c.modified(f.at("urlrewrite", "path"), prefix, d), pass...)
			case "RequestRedirect":
				status, ok := statusOf(cmp.Or(f.valueAt("requestredirect", "statuscode"), "302"))
				to := f.at("requestredirect")
				pass = append(c.modified(to.at("path"), prefix, d), atHost(strings.ToLower(to.valueAt("scheme")), to.valueAt("hostname"), to.valueAt("port"))...)
				if pass = append(pass, plan.Redirect(status)); !ok {
					pass = c.given(d, mayChange)
				}
			case "RequestHeaderModifier", "ResponseHeaderModifier", "RequestMirror", "CORS":
			default:
				pass = c.given(d, mayChange)
			}
		}
		if r.steps = pass; r.when.possible != plan.None {
			list = append(list, r)
		}
	}
	return list
}

// modified returns the steps of an HTTPPathModifier.
func (c *clusterReader) modified(s *setting, prefix string, d *directive) []plan.Step {
	switch s.valueAt("type") {
	case "":
		return nil
	case "ReplaceFullPath":
		c.understood(d)
		return []plan.Step{plan.SetPath(s.valueAt("replacefullpath"))}
	case "ReplacePrefixMatch":
		c.understood(d)
		return replacedPrefix(prefix, strings.TrimSuffix(s.valueAt("replaceprefixmatch"), "/"))
	}
	return c.given(d, mayChange)
}

// whole returns the condition for an expression that all of the path must match.
func (c *clusterReader) whole(pattern string) partial {
	one, ok := capturing(goRegexp, `\A(?:`+pattern+`)\z`, false)
	if !ok || !octetwise(one.Pattern.Tree, false) || !c.reuse(maxExpression) {
		return depends
	}
	return wholly(one)
}

// uri returns the condition of a StringMatch, and the prefix that a rewrite replaces.
func (c *clusterReader) uri(s *setting) (when partial, prefix string) {
	switch {
	case s.at("exact") != nil:
		return wholly(plan.Path(s.valueAt("exact"))), s.valueAt("exact")
	case s.at("prefix") != nil:
		return wholly(plan.Prefix(s.valueAt("prefix"))), s.valueAt("prefix")
	case s.at("regex") != nil:
		return c.whole(s.valueAt("regex")), ""
	case s == nil:
		return wholly(plan.Any), ""
	}
	return depends, ""
}

// virtual reads an HTTPRoute of a VirtualService:
// https://istio.io/latest/docs/reference/config/networking/virtual-service/#HTTPRoute.
func (c *clusterReader) virtual(s *setting) (list []clusterRoute) {
	matches := s.at("match").each()
	if matches == nil {
		matches = []*setting{{line: s.line}}
	}
	for _, m := range matches {
		r := clusterRoute{line: m.line}
		var prefix string
		r.when, prefix = c.uri(m.at("uri"))
		for _, x := range m.each() {
			switch x.key() {
			case "uri", "name":
			case "method":
				r.when = r.when.and(decided(x.valueAt("exact") == "GET"))
			case "headers":
				r.when = r.when.and(lacks)
			default:
				r.when = r.when.and(depends)
			}
		}
		r.steps = []plan.Step{plan.Forward}
		switch d := s.directive("http"); {
		case s.at("redirect") != nil:
			status, ok := statusOf(cmp.Or(s.valueAt("redirect", "redirectcode"), "301"))
			x := s.at("redirect")
			r.steps = append(atHost(x.valueAt("scheme"), x.valueAt("authority"), x.valueAt("port")), plan.Redirect(status))
			if to := x.valueAt("uri"); to != "" {
				r.steps = append([]plan.Step{plan.SetPath(to)}, r.steps...)
			}
			if !ok || x.valueAt("deriveport") != "" || strings.Contains(s.valueAt("redirect", "uri"), "%") {
				r.steps = c.given(d, mayChange)
			}
		case s.at("directresponse") != nil:
			status, _ := statusOf(s.valueAt("directresponse", "status"))
			r.steps = []plan.Step{plan.Answer(status)}
		case s.at("delegate") != nil || s.at("rewrite", "uriregexrewrite") != nil || s.at("fault") != nil || m.at("uri", "regex") != nil && s.valueAt("rewrite", "uri") != "":
			r.steps = c.given(d, mayChange)
		case s.valueAt("rewrite", "uri") != "":
			c.understood(d)
			r.steps = append(replacedPrefix(prefix, s.valueAt("rewrite", "uri")), plan.Forward)
		}
		list = append(list, r)
	}
	return list
}

// managers looks for connection managers and routes in a configuration of Envoy. With steps they
// are those of the manager around s.
func (c *clusterReader) managers(s *setting, steps []plan.Step, depth int) {
	if depth > maxNesting {
		c.fail(errTooDeep)
		return
	}
	if s.at("routeconfig") != nil || s.at("virtualhosts") != nil && steps == nil {
		steps = []plan.Step{plan.EnvoyTarget}
		action := strings.ToLower(strings.ReplaceAll(s.valueAt("pathwithescapedslashesaction"), "_", ""))
		steps = append(steps, c.slashes(action, s.valueAt("mergeslashes") == "true")...)
		if s.valueAt("normalizepath") == "true" {
			steps = append(steps, plan.EnvoyNormalize)
		}
		if s.valueAt("mergeslashes") == "true" {
			steps = append(steps, plan.MergeSlashes)
		}
	}
	for _, host := range s.at("virtualhosts").each() {
		var routes []clusterRoute
		for _, x := range host.at("routes").each() {
			routes = append(routes, c.native(x, host.at("domains").list()))
		}
		name := cmp.Or(slices.Concat(host.at("domains").list(), []string{""})[0], host.valueAt("name"))
		if name == "*" {
			name = cmp.Or(host.valueAt("name"), name)
		}
		c.routed(host.line, name, steps, routes, nil)
	}
	for _, x := range s.each() {
		if !strings.EqualFold(strings.ReplaceAll(x.name, "_", ""), "virtualHosts") {
			c.managers(x, steps, depth+1)
		}
	}
}

// envoyHeader returns the condition of a matcher on a field: a plain request has none but those
// that begin with a colon, of which the method is known, and the host where the routes are of one.
func envoyHeader(s *setting, domains []string) partial {
	is := lacks
	switch name := s.valueAt("name"); {
	case name == ":authority" && len(domains) == 1 && !strings.Contains(domains[0], "*") && s.at("stringmatch", "exact") != nil:
		is = decided(strings.EqualFold(s.valueAt("stringmatch", "exact"), domains[0]))
	case name == ":method" && s.at("stringmatch", "exact") != nil:
		is = decided(s.valueAt("stringmatch", "exact") == "GET")
	case strings.HasPrefix(name, ":"), strings.EqualFold(name, "host"), s.at("treatmissingheaderasempty") != nil, s.valueAt("presentmatch") == "false":
		return depends
	}
	if s.valueAt("invertmatch") == "true" {
		// A field that is missing meets no matcher, inverted or not, but for presence.
		if is.followed() {
			return is.not()
		}
		return depends
	}
	return is
}

// regexRewrite returns the steps of a rewrite of what an expression matches in a path.
func (c *clusterReader) regexRewrite(x *setting) ([]plan.Step, bool) {
	pattern, by := x.valueAt("pattern", "regex"), x.valueAt("substitution")
	one, ok := capturing(goRegexp, pattern, false)
	switch ok = ok && octetwise(one.Pattern.Tree, false) && c.reuse(maxExpression); {
	case ok && strings.HasPrefix(pattern, "^") && (strings.HasSuffix(pattern, "$") || strings.HasSuffix(pattern, "(.*)")):
		// What all of the path matches is replaced as a whole.
		return []plan.Step{when(one, []plan.Step{&plan.Put{To: plan.ToPath, Text: numbered(plan.Text{{Text: by}})}})}, true
	case ok && !one.Pattern.Regexp.MatchString("") && !strings.Contains(by, `\`):
		return []plan.Step{&plan.Sub{Source: pattern, Pattern: one.Pattern, By: by, All: true}}, true
	}
	return nil, false
}

// native reads a route of Envoy, of a host with the domains.
func (c *clusterReader) native(s *setting, domains []string) clusterRoute {
	r := clusterRoute{line: s.line, when: depends, steps: []plan.Step{plan.Forward}}
	prefix, also := "", wholly(plan.Any)
	for _, x := range s.at("match").each() {
		switch strings.ReplaceAll(x.key(), "_", "") {
		case "prefix":
			prefix = x.value
			r.when = wholly(plan.Prefix(prefix))
		case "path":
			prefix = x.value
			r.when = wholly(plan.Path(prefix))
		case "pathseparatedprefix":
			prefix = x.value
			r.when = wholly(plan.Below(prefix))
		case "saferegex":
			r.when = c.whole(x.valueAt("regex"))
		case "casesensitive":
			if x.value != "true" {
				also = depends
			}
		case "headers":
			for _, h := range x.each() {
				also = also.and(envoyHeader(h, domains))
			}
		case "grpc":
			also = also.and(lacks)
		default:
			also = depends
		}
	}
	r.when = r.when.and(also)
	d := s.directive("routes")
	switch {
	case s.at("redirect") != nil:
		x := s.at("redirect")
		status, ok := map[string]int{"": 301, "MOVED_PERMANENTLY": 301, "FOUND": 302, "SEE_OTHER": 303, "TEMPORARY_REDIRECT": 307, "PERMANENT_REDIRECT": 308}[x.valueAt("responsecode")]
		scheme := x.valueAt("schemeredirect")
		if x.valueAt("httpsredirect") == "true" {
			scheme = "https"
		}
		r.steps = append(atHost(scheme, x.valueAt("hostredirect"), x.valueAt("portredirect")), plan.Redirect(status))
		switch {
		case x.at("regexrewrite") != nil:
			steps, followed := c.regexRewrite(x.at("regexrewrite"))
			if r.steps = append(steps, r.steps...); !followed || !ok || x.at("stripquery") != nil {
				r.steps = c.given(d, notThisRegex)
			}
		case !ok || x.at("stripquery") != nil || strings.Contains(x.valueAt("pathredirect"), "?"):
			r.steps = c.given(d, mayChange)
		case x.at("pathredirect") != nil:
			r.steps = append([]plan.Step{plan.SetPath(x.valueAt("pathredirect"))}, r.steps...)
		case x.at("prefixrewrite") != nil:
			r.steps = append([]plan.Step{plan.Replace{Old: prefix, By: x.valueAt("prefixrewrite")}}, r.steps...)
		}
	case s.at("directresponse") != nil:
		status, _ := statusOf(s.valueAt("directresponse", "status"))
		r.steps = []plan.Step{plan.Answer(status)}
	case s.at("route", "prefixrewrite") != nil:
		r.steps = append(replacedPrefix(prefix, s.valueAt("route", "prefixrewrite")), plan.Forward)
	case s.at("route", "regexrewrite") != nil:
		if steps, ok := c.regexRewrite(s.at("route", "regexrewrite")); ok {
			r.steps = append(steps, plan.Forward)
		} else {
			r.steps = c.given(d, notThisRegex)
		}
	case s.at("route", "pathrewritepolicy") != nil:
		r.steps = c.given(d, mayChange)
	}
	return r
}

// versionAs sets the version of nginx, which reads objects of a cluster unless they are those of
// Traefik.
func (r *configReader) versionAs() error {
	newest, err := hop.Lookup("nginx")
	if err != nil {
		return errors.New("config: " + err.Error())
	}
	h, err := newest.In(r.past)
	if err != nil {
		return err
	}
	r.version = h.Version()
	return nil
}
