package config

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/hop/internal/plan"
	"github.com/pct-encoded/percent/internal/lazy"
)

// idleKinds are kinds of objects that change no path, no status and no target of an HTTP request, or
// only where a route refers to them.
var idleKinds = lazy.Value[map[string]bool]{Make: func() map[string]bool {
	return namesOf(`APIService BackendLBPolicy BackendTLSPolicy Backend Certificate CertificateRequest
	ClusterIssuer ClusterRole ClusterRoleBinding ControllerRevision CronJob CustomResourceDefinition
	DaemonSet Deployment DestinationRule EndpointSlice Endpoints Event ExternalSecret GatewayClass
	GrafanaDashboard HTTPRouteFilter HorizontalPodAutoscaler IngressClass IngressRouteUDP Issuer Job
	Lease LimitRange MiddlewareTCP Namespace NetworkPolicy Node PeerAuthentication PersistentVolume
	PersistentVolumeClaim Pod PodDisruptionBudget PodMonitor PriorityClass PrometheusRule ProxyConfig
	ReferenceGrant ReplicaSet ReplicationController ResourceQuota Role RoleBinding SealedSecret Secret
	Service ServiceAccount ServiceEntry ServiceMonitor ServersTransport ServersTransportTCP Sidecar
	StatefulSet StorageClass TCPRoute TLSOption TLSStore Telemetry TraefikService UDPRoute
	VerticalPodAutoscaler VolumeAttachment WorkloadEntry WorkloadGroup`)
}}

// nginxMapKeys are keys of the ConfigMap of ingress-nginx that change a path, a status or a target:
// https://kubernetes.github.io/ingress-nginx/user-guide/nginx-configuration/configmap/.
var nginxMapKeys = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp {
	return regexp.MustCompile(`^([a-z-]*-snippet|block-(cidrs|user-agents|referers)|global-auth-.*|custom-http-errors|(white|allow|deny)list-source-range|http-redirect-code|server-name-hash-.*|enable-(modsecurity|owasp.*)|modsecurity-.*|use-proxy-protocol|disable-access-log-snippet|lua-.*|plugins|default-type)$`)
}}

// idleFields are what policies of Envoy Gateway may have that changes no path, status or target.
var idleFields = lazy.Value[map[string]*regexp.Regexp]{Make: func() map[string]*regexp.Regexp {
	return map[string]*regexp.Regexp{
		"ClientTrafficPolicy":  regexp.MustCompile(`^(target(ref|refs|selectors)|path|timeout|tls|tcpkeepalive|http[123]|headers|enableproxyprotocol|proxyprotocol|clientipdetection|connection)$`),
		"BackendTrafficPolicy": regexp.MustCompile(`^(target(ref|refs|selectors)|mergetype|loadbalancer|proxyprotocol|tcpkeepalive|healthcheck|circuitbreaker|retry|ratelimit|timeout|connection|dns|http2|compression|compressor|useclientprotocol|requestbuffer|telemetry|httpupgrade)$`),
		"SecurityPolicy":       regexp.MustCompile(`^(target(ref|refs|selectors)|mergetype|cors|authorization|basicauth|jwt|apikeyauth|extauth)$`),
	}
}}

// A clusterPolicy is what the objects beside a route do to its targets.
type clusterPolicy struct {
	before []plan.Step     // they are not followed
	path   *setting        // of a ClientTrafficPolicy
	guards []plan.Step     // behind the match of a route
	gate   []authorization // of Istio, before a route is chosen
	behind []authorization // of Istio, where a request is passed on
}

// An authorization is an AuthorizationPolicy.
type authorization struct {
	d      *directive
	denies bool
	when   partial
}

// kindOf returns an object as a directive.
func kindOf(s *setting) *directive {
	kind := s.at("kind")
	return &directive{name: kind.value, args: []string{cmp.Or(s.valueAt("metadata", "name"), "without a name")}, line: kind.line}
}

// policies reads the objects beside a route that who reads, or beside those that are nil. Each that
// is not followed makes the targets unknown that it can touch.
func (c *clusterReader) policies(route *setting, who string) (p clusterPolicy) {
	seen := map[string]bool{}
	for _, o := range c.others {
		if !c.reuse(1) || !c.touches(o, route, who) {
			continue
		}
		c.touched[o] = true
		d, kind := kindOf(o), o.valueAt("kind")
		_, sure := c.aims(o, route)
		unknown := func(d *directive, note string) {
			if steps := c.doubted(d, note, everyTarget); p.before == nil {
				p.before = steps
			}
		}
		known := idleFields.Get()[kind]
		switch {
		case !sure && (known != nil || kind == "AuthorizationPolicy"):
			unknown(d, "the file does not say whether it is about the route")
			continue
		case kind == "AuthorizationPolicy" && who == istio:
			c.authorized(o, route, d, &p, unknown)
			continue
		case kind == "Gateway":
			unknown(d, "it redirects to https")
			continue
		case known == nil || who != envoyGateway:
			unknown(d, "an object that is not followed: "+mayChange)
			continue
		case seen[kind] && kind != "BackendTrafficPolicy":
			unknown(d, "of several policies it is not known which counts")
			continue
		case slices.ContainsFunc(append(o.at("spec", "targetrefs").each(), o.at("spec", "targetref")), func(ref *setting) bool { return ref.at("sectionname") != nil }):
			unknown(d, "it is for a part of its target alone")
			continue
		}
		seen[kind] = true
		for _, x := range o.at("spec").each() {
			if !known.MatchString(x.key()) {
				unknown(x.directive(kind, "spec"), mayChange)
			}
		}
		switch kind {
		case "ClientTrafficPolicy":
			p.path = o.at("spec", "path")
			for _, x := range p.path.each() {
				c.understood(x.directive(kind, "spec.path"))
			}
		case "SecurityPolicy":
			c.secured(o.at("spec"), d, &p, unknown)
		}
	}
	return p
}

// touches reports whether an object can change what becomes of the targets of a route. A policy that
// names its targets is about no other.
func (c *clusterReader) touches(o, route *setting, who string) bool {
	switch kind := o.valueAt("kind"); kind {
	case "ConfigMap":
		return slices.ContainsFunc(o.at("data").each(), func(x *setting) bool {
			return who == "" && nginxMapKeys.Get().MatchString(x.key()) || who == istio && x.key() == "mesh" && strings.Contains(x.value, "pathNormalization")
		})
	case "Gateway":
		servers := o.at("spec", "servers").each()
		redirects := func(x *setting) bool { return x.valueAt("tls", "httpsredirect") == "true" }
		return who == istio && slices.ContainsFunc(servers, redirects) && !slices.ContainsFunc(servers, func(x *setting) bool { return !redirects(x) })
	case "GRPCRoute", "TLSRoute":
		return who == istio || who == envoyGateway
	case "IngressRouteTCP":
		return who == ofTraefik
	case "RequestAuthentication":
		return false // a request without a token passes
	}
	is, _ := c.aims(o, route)
	return is
}

// aims reports whether a policy is about a route, and whether that is sure. It is about objects of its
// own namespace, or about the gateways that it selects.
func (c *clusterReader) aims(o, route *setting) (is, sure bool) {
	if labels := gatewayLabels(o); labels != nil {
		return c.selects(labels, route)
	}
	refs := append(slices.Clone(o.at("spec", "targetrefs").each()), o.at("spec", "targetselectors").each()...)
	if ref := o.at("spec", "targetref"); ref != nil {
		refs = append(refs, ref)
	}
	if len(refs) == 0 {
		return true, true
	}
	for _, ref := range refs {
		hit, known := false, true
		own, name := cmp.Or(ref.valueAt("namespace"), spaceOf(o)), ref.valueAt("name")
		look := func(of, space string) {
			if same, told := together(own, space); (name == "" || name == of) && (same || !told) {
				hit, known = true, same && name != ""
			}
		}
		switch kind := ref.valueAt("kind"); kind {
		case "HTTPRoute", "GRPCRoute", "TCPRoute", "TLSRoute", "UDPRoute":
			if route != nil && kind == route.valueAt("kind") {
				look(route.valueAt("metadata", "name"), spaceOf(route))
			}
		case "Gateway":
			parents := route.at("spec", "parentrefs").each()
			if hit = route != nil && parents == nil; !hit {
				for _, p := range parents {
					c.reuse(1)
					look(p.valueAt("name"), cmp.Or(p.valueAt("namespace"), spaceOf(route)))
				}
			}
		default:
			hit = true
		}
		is, sure = is || hit, sure || hit && known
	}
	return is, sure
}

// spaceOf returns the namespace of an object, or "".
func spaceOf(s *setting) string { return s.valueAt("metadata", "namespace") }

// together reports whether two namespaces are one, and whether that is told. That of an object that
// names none is the default one, or what it is put into.
func together(a, b string) (same, told bool) {
	same = cmp.Or(a, "default") == cmp.Or(b, "default")
	return same, same || a != "" && b != ""
}

// gatewayLabels returns the labels by which a policy of Istio selects gateways, or nil.
func gatewayLabels(o *setting) []*setting {
	labels := o.at("spec", "selector", "matchlabels").each()
	if slices.ContainsFunc(labels, func(x *setting) bool { return strings.Contains(x.key()+x.value, "gateway") }) {
		return labels
	}
	return nil
}

// selects reports whether labels are those of a gateway of a route, and whether that is sure. Of the
// labels of a gateway the file has those by which a Gateway selects it.
func (c *clusterReader) selects(labels []*setting, route *setting) (is, sure bool) {
	names, told := route.at("spec", "gateways").list(), false
	for _, o := range c.others {
		if !c.reuse(1) {
			return true, false
		}
		own := o.at("spec", "selector")
		if name := o.valueAt("metadata", "name"); o.valueAt("kind") != "Gateway" || own == nil || names != nil && !slices.ContainsFunc(names, func(n string) bool { return n == name || strings.HasSuffix(n, "/"+name) }) {
			continue
		}
		told = true
		fits, whole := true, true
		for _, x := range labels {
			y := own.at(x.key())
			fits, whole = fits && (y == nil || y.value == x.value), whole && y != nil
		}
		is, sure = is || fits, sure || fits && whole
	}
	if told {
		return is, sure
	}
	return true, len(labels) == 1 && labels[0].key() == "istio" && labels[0].value == "ingressgateway"
}

// ofTraefik says that Traefik reads an object.
const ofTraefik = "traefik"

// secured reads a SecurityPolicy of Envoy Gateway:
// https://gateway.envoyproxy.io/docs/api/extension_types/#securitypolicyspec.
func (c *clusterReader) secured(spec *setting, d *directive, p *clusterPolicy, unknown func(d *directive, note string)) {
	for _, x := range spec.each() {
		switch x.key() {
		case "basicauth", "apikeyauth", "jwt":
			if x.valueAt("optional") != "true" {
				c.understood(d)
				p.guards = append(p.guards, &plan.Fork{If: "the credentials are those of a user", Who: true}, plan.Answer(401))
			}
		case "extauth":
			c.understood(d)
			p.guards = append(p.guards, &plan.Fork{If: d.String() + " refuses the request", Steps: []plan.Step{plan.Answer(403)}})
		case "authorization":
			var list []string
			admits := true
			for _, rule := range x.at("rules").each() {
				own := rule.at("principal", "clientcidrs").list()
				admits = admits && rule.valueAt("action") == "Allow" && own != nil && len(rule.at("principal").each()) == 1 && rule.at("operation") == nil && !anyAddress(own)
				list = append(list, own...)
			}
			switch denies := x.valueAt("defaultaction") != "Allow"; {
			case !denies && admits:
				c.understood(d)
			case !admits:
				unknown(x.directive("SecurityPolicy", "spec"), "only addresses that are allowed are followed")
			default:
				c.understood(d)
				if list != nil {
					p.guards = append(p.guards, &plan.Fork{If: "the client is one of " + strings.Join(list, ", "), Who: true})
				}
				p.guards = append(p.guards, plan.Answer(403))
			}
		}
	}
}

// guarded returns steps behind guards.
func guarded(guards, steps []plan.Step) []plan.Step {
	if len(guards) > 0 && ends(guards) && len(guards) == 1 {
		return guards
	}
	return admitted(append(slices.Clip(guards), steps...))
}

// authorized reads an AuthorizationPolicy of Istio:
// https://istio.io/latest/docs/reference/config/security/authorization-policy/.
func (c *clusterReader) authorized(o, route *setting, d *directive, p *clusterPolicy, unknown func(d *directive, note string)) {
	a := authorization{d: d, when: wholly(plan.None)}
	switch o.valueAt("spec", "action") {
	case "", "ALLOW":
	case "DENY":
		a.denies = true
	case "AUDIT":
		return
	default:
		unknown(d, "another server decides")
		return
	}
	for _, rule := range o.at("spec", "rules").each() {
		all := wholly(plan.Any)
		for _, part := range []struct {
			list, of string
		}{{"from", "source"}, {"to", "operation"}} {
			if list := rule.at(part.list).each(); list != nil {
				some := wholly(plan.None)
				for _, x := range list {
					some = some.or(c.authorizes(x.at(part.of)))
				}
				all = all.and(some)
			}
		}
		for _, x := range rule.at("when").each() {
			is := depends
			switch key := x.valueAt("key"); {
			case strings.HasPrefix(key, "request.headers["):
				is = lacks
			case key == "source.ip", key == "remote.ip", strings.HasPrefix(key, "request.auth."), key == "source.principal", key == "source.namespace":
				is = names
			}
			if x.at("notvalues") != nil {
				is = is.not()
			}
			all = all.and(is)
		}
		a.when = a.when.or(all)
	}
	if gatewayLabels(o) != nil || o.at("spec", "targetrefs") != nil {
		c.understood(d)
		p.gate = append(p.gate, a)
		return
	}
	// The workloads behind a route are taken to be of its namespace. What is in that of Istio is for all.
	same, _ := together(spaceOf(o), spaceOf(route))
	switch doubtful := !same && spaceOf(o) != "istio-system" || o.at("spec", "selector", "matchlabels") != nil; {
	case doubtful && !a.denies:
		unknown(d, "the file does not say whether it is about the workloads behind the route")
		return
	case doubtful:
		a.when = a.when.and(depends)
	default:
		c.understood(d)
	}
	p.behind = append(p.behind, a)
}

// authorizes returns the condition of a source or an operation.
func (c *clusterReader) authorizes(s *setting) partial {
	all := wholly(plan.Any)
	for _, x := range s.each() {
		name, not := strings.CutPrefix(x.key(), "not")
		is := names // principals, requestPrincipals, namespaces, ipBlocks, remoteIpBlocks, serviceAccounts
		switch name {
		case "methods":
			is = decided(slices.ContainsFunc(x.list(), func(m string) bool { return globs(m, "GET") }))
		case "paths":
			is = wholly(plan.None)
			for _, text := range x.list() {
				is = is.or(authorizedPath(text))
			}
		case "hosts", "ports":
			is = depends
		case "ipblocks", "remoteipblocks":
			if anyAddress(x.list()) {
				is = depends
			}
		}
		if not {
			is = is.not()
		}
		all = all.and(is)
	}
	return all
}

// authorizedPath returns the condition of a path: it is a whole one, or its beginning or end is.
func authorizedPath(text string) partial {
	prefix, begins := strings.CutSuffix(text, "*")
	suffix, is := strings.CutPrefix(text, "*")
	switch {
	case text == "*":
		return wholly(plan.Any)
	case strings.ContainsAny(text, "{}"), begins && strings.Contains(prefix, "*"), strings.Contains(suffix, "*") && !begins:
		return depends
	case begins:
		return wholly(plan.Prefix(prefix))
	case is:
		return wholly(plan.Suffix(suffix))
	}
	return wholly(plan.Path(text))
}

// permitted returns steps behind policies: what one of them denies ends there, and where some allow,
// all else does.
func (c *clusterReader) permitted(list []authorization, steps []plan.Step) []plan.Step {
	denied := []plan.Step{plan.Answer(403)}
	var denies, allows []alternative
	for _, a := range list {
		one := alternative{text: a.d.String() + " holds", when: a.when, steps: denied, unknown: func() []plan.Step { return c.given(a.d, "it depends on more than the path") }}
		if a.denies {
			denies = append(denies, one)
		} else {
			one.steps = onwards("go on behind "+a.d.String(), steps)
			allows = append(allows, one)
		}
	}
	if allows != nil {
		steps = c.alternatives(allows, denied)
	}
	if denies != nil {
		steps = c.alternatives(denies, onwards("go on behind policies that deny", steps))
	}
	return steps
}

// untouched notes the objects that are about no route of the file.
func (c *clusterReader) untouched() {
	for _, o := range c.others {
		switch kind := o.valueAt("kind"); {
		case c.touched[o], kind == "ConfigMap", kind == "Gateway", kind == "RequestAuthentication":
		default:
			c.missed(kindOf(o), fmt.Sprintf("a %s that is about no route of this file", plainName(kind)))
		}
	}
}
