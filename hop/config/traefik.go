package config

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/hop/internal/plan"
)

// traefikVersion is the version that files of Traefik are read as.
const traefikVersion = "3.6.4"

// readTraefik reads a file of Traefik, static or dynamic, in YAML, JSON or TOML, or labels
// and flags of containers. The file does not name the version, and versions differ: the
// hop is that of 3.6.4, as in traefik3.6.4:PathPrefix.
func readTraefik(r *configReader, text string) error {
	if len(text) > maxSettings {
		return fmt.Errorf("config: a configuration of Traefik of more than %d KiB", maxSettings>>10)
	}
	t := &traefikReader{settingReader: settingReader{configReader: r, labels: &setting{line: 1}}, middlewares: map[string]*traefikMiddleware{}}
	r.missed(&directive{name: "version", line: 1}, "the file does not say which Traefik reads it: taken as "+traefikVersion)
	var roots []*setting
	var err error
	if isTOML(r.base, text) {
		var root *setting
		root, err = t.toml(text)
		roots = []*setting{root}
	} else {
		roots, err = t.yaml(text)
	}
	template := strings.Index(text, "{{")
	switch {
	case r.failed != nil:
		return r.failed
	case err != nil:
		// Labels of a script, or a template.
		t.labels = &setting{line: 1}
		if found := t.scan(t.labels, text); !found && template < 0 {
			return err
		}
		roots = nil
		t.doubt(r.doubted(&directive{name: "file", line: 1}, "neither YAML nor TOML: only labels and flags are read", everyTarget))
	}
	if template >= 0 {
		line := strings.Count(text[:template], "\n") + 1
		t.doubt(r.doubted(&directive{name: "{{", line: line}, "a template, which is not evaluated", everyTarget))
	}
	for i, root := range roots {
		switch {
		case i > 0:
			for _, s := range root.each() {
				t.doubt(r.doubted(s.directive(), "Traefik may not read a second document", everyTarget))
			}
		case root.at("services") != nil && root.at("http") == nil && root.at("entrypoints") == nil:
			t.environment(root.at("services"), 0)
		default:
			t.read(root)
		}
	}
	t.read(t.labels)
	t.sites()
	return r.failed
}

type traefikReader struct {
	settingReader
	whole       []plan.Step // for what is not followed and applies before a router
	routed      []plan.Step // for what is not followed and applies to all routers
	entries     []*setting
	routers     []*setting
	named       []*setting // middlewares
	middlewares map[string]*traefikMiddleware
}

// A traefikMiddleware is a middleware, and what targets that come to it get, or nil if it
// changes no result.
type traefikMiddleware struct {
	setting *setting
	steps   []plan.Step
	done    bool
}

func (t *traefikReader) doubt(steps []plan.Step) {
	if t.whole == nil {
		t.whole = steps
	}
}

// read reads a static or a dynamic configuration, or both.
func (t *traefikReader) read(root *setting) {
	for _, s := range root.each() {
		switch s.key() {
		case "entrypoints":
			t.entries = append(t.entries, s.each()...)
		case "providers":
			for _, p := range s.each() {
				if p.key() != "providersthrottleduration" && p.key() != "precedence" {
					t.route(t.doubted(p.directive("providers"), "it brings routers from elsewhere", "targets that are not refused before a router"))
				}
			}
		case "http":
			for _, part := range s.each() {
				switch part.key() {
				case "routers":
					t.routers = append(t.routers, part.each()...)
				case "middlewares":
					t.named = append(t.named, part.each()...)
				case "services":
					t.services(part)
				case "serverstransports":
				default:
					t.route(t.doubted(part.directive("http"), mayChange, "targets that are not refused before a router"))
				}
			}
		case "tcp":
			for _, x := range s.at("routers").each() {
				t.doubt(t.doubted(x.directive("tcp", "routers"), "connections may go by it instead", everyTarget))
			}
		case "experimental":
			for _, x := range s.each() {
				if x.key() == "plugins" || x.key() == "localplugins" {
					t.missed(x.directive("experimental"), "plugins are described where they are used")
				} else {
					t.doubt(t.doubted(x.directive("experimental"), mayChange, everyTarget))
				}
			}
		case "core":
			if d := s.at("defaultrulesyntax"); d != nil && d.value != "v3" {
				t.route(t.doubted(d.directive("core"), "only rules in the syntax of v3 are followed", "targets that are not refused before a router"))
			}
		case "global", "log", "accesslog", "metrics", "tracing", "ping", "api", "certificatesresolvers", "hostresolver", "serverstransport", "tcpserverstransport", "spiffe", "ocsp", "udp", "tls", "enable", "docker", "swarm", "label", "l":
		default:
			if !strings.HasPrefix(s.name, "x-") || len(s.name) < 3 {
				t.doubt(t.doubted(s.directive(), mayChange, everyTarget))
			}
		}
	}
}

func (t *traefikReader) route(steps []plan.Step) {
	if t.routed == nil {
		t.routed = steps
	}
}

// environment looks for variables that configure Traefik in a file of compose.
func (t *traefikReader) environment(s *setting, depth int) {
	for _, x := range s.each() {
		if _, ok := cutFold(x.name, "traefik_"); ok {
			t.doubt(t.doubted(x.directive(), "settings in the environment are not followed", everyTarget))
		}
		for _, item := range x.items {
			if _, ok := cutFold(item, "traefik_"); ok {
				name, _, _ := strings.Cut(item, "=")
				t.doubt(t.doubted(&directive{name: name, line: x.line}, "settings in the environment are not followed", everyTarget))
			}
		}
		t.environment(x, depth+1)
	}
}

// services notes servers with a path of their own.
func (t *traefikReader) services(list *setting) {
	for _, s := range list.each() {
		balancer := s.at("loadbalancer")
		for _, server := range slices.Concat(balancer.at("servers").each(), []*setting{balancer.at("server")}) {
			if url := server.at("url"); url != nil && strings.Trim(nginxURI(url.value), "/") != "" {
				t.route(t.doubted(url.directive("http", "services", s.name), mayChange, "targets that are not refused before a router"))
			}
		}
	}
}

// traefikRefused are the escapes that Traefik refuses, by the options that allow them:
// https://doc.traefik.io/traefik/security/request-path.
var traefikRefused = []struct{ option, text string }{
	{"allowencodedslash", "%2f"},
	{"allowencodedbackslash", "%5c"},
	{"allowencodednullcharacter", "%00"},
	{"allowencodedsemicolon", "%3b"},
	{"allowencodedpercent", "%25"},
	{"allowencodedquestionmark", "%3f"},
	{"allowencodedhash", "%23"},
}

// sites adds a site for each entry point or, if the file has none, one.
func (t *traefikReader) sites() {
	slices.SortStableFunc(t.routers, func(a, b *setting) int { return traefikPriority(b) - traefikPriority(a) })
	for _, m := range t.named {
		t.middlewares[m.key()] = &traefikMiddleware{setting: m}
	}
	var rules []traefikRule
	for _, s := range t.routers {
		rules = append(rules, t.router(s))
	}
	if t.entries == nil {
		t.site(&setting{name: "entrypoints", line: 1}, rules)
		return
	}
	for _, e := range t.entries {
		t.site(e, rules)
	}
}

// A traefikRule is a router: when it gets a request, and what it does.
type traefikRule struct {
	setting *setting
	entries []string
	when    partial
	size    int
	steps   []plan.Step // or nil, if it passes the request on
}

// site adds the site of an entry point.
func (t *traefikReader) site(e *setting, rules []traefikRule) {
	whole, routed := t.whole, t.routed
	doubt := func(list *[]plan.Step, d *directive, note string) {
		if steps := t.doubted(d, note, "every target of "+e.name); *list == nil {
			*list = steps
		}
	}
	allowed := map[string]bool{}
	for _, s := range e.each() {
		switch s.key() {
		case "address", "asdefault", "allowacmebypass", "reuseport", "transport", "proxyprotocol", "forwardedheaders", "http2", "http3", "udp", "observability":
		case "http":
			for _, x := range s.each() {
				switch x.key() {
				case "tls", "maxheaderbytes":
				case "encodedcharacters":
					for _, option := range x.each() {
						t.understood(option.directive("entryPoints", e.name, "http", "encodedCharacters"))
						allowed[option.key()] = strings.EqualFold(option.value, "true")
					}
				case "sanitizepath":
					if strings.EqualFold(x.value, "true") {
						t.understood(x.directive("entryPoints", e.name, "http"))
					} else {
						doubt(&whole, x.directive("entryPoints", e.name, "http"), mayChange)
					}
				case "redirections":
					doubt(&routed, x.directive("entryPoints", e.name, "http"), "a redirect is not followed")
				case "middlewares":
					if steps := t.uses(x); steps != nil && routed == nil {
						routed = steps
					}
				default:
					doubt(&whole, x.directive("entryPoints", e.name, "http"), mayChange)
				}
			}
		default:
			doubt(&whole, s.directive("entryPoints", e.name), mayChange)
		}
	}
	steps := append(slices.Clip(whole), plan.TraefikTarget)
	for _, x := range traefikRefused {
		if !allowed[x.option] {
			steps = append(steps, plan.RefuseEscape(x.text))
		}
	}
	steps = slices.Concat(steps, []plan.Step{plan.TraefikNormalize, plan.Rule}, routed, t.choice(e, rules))
	t.configReader.site(e.line, e.name, t.version, steps)
}

// choice returns the steps that choose a router. Which other routers there are is not
// known, unless the file has none.
func (t *traefikReader) choice(e *setting, rules []traefikRule) []plan.Step {
	if len(rules) == 0 {
		return []plan.Step{plan.Forward}
	}
	var cases []plan.Case
	for _, rule := range rules {
		if rule.entries != nil && len(t.entries) > 0 && !slices.ContainsFunc(rule.entries, func(name string) bool { return strings.EqualFold(strings.TrimSpace(name), e.name) }) {
			continue
		}
		if !t.reuse(1 + rule.size) {
			return nil
		}
		steps := rule.steps
		if steps == nil {
			steps = []plan.Step{plan.Forward}
		}
		unknown := steps
		if _, isUnknown := steps[0].(plan.Unknown); !isUnknown && !rule.when.followed() {
			unknown = t.given(cmp.Or(rule.setting.at("rule"), rule.setting).directive("http", "routers", rule.setting.name), "a rule on more than the path")
		}
		cases = append(cases, rule.when.follow(steps, unknown)...)
	}
	return t.chooses(cases, []plan.Step{plan.Unknown(t.base + ": no router of the file")})
}

// router reads a router.
func (t *traefikReader) router(s *setting) traefikRule {
	rule := traefikRule{setting: s, when: depends, size: 1, entries: s.at("entrypoints").list()}
	doubt := func(steps []plan.Step) {
		if rule.steps == nil {
			rule.steps = steps
		}
	}
	for _, x := range s.each() {
		switch x.key() {
		case "rule":
			rule.size += len(x.value) / 32
			if syntax := s.at("rulesyntax"); syntax == nil || syntax.value == "v3" {
				rule.when = traefikCondition(x.value)
			}
		case "middlewares":
			doubt(t.uses(x))
		case "entrypoints", "service", "priority", "tls", "rulesyntax", "observability":
		default:
			doubt(t.given(x.directive("http", "routers", s.name), mayChange))
		}
	}
	return rule
}

// traefikPriority returns the priority of a router: by default the length of its rule.
func traefikPriority(s *setting) int {
	if p := s.at("priority"); p != nil {
		if n, err := strconv.Atoi(p.value); err == nil && n != 0 {
			return n
		}
	}
	if rule := s.at("rule"); rule != nil {
		return len(rule.value)
	}
	return 0
}

// uses returns the steps for a list of middlewares, or nil if none of them changes a
// result.
func (t *traefikReader) uses(list *setting) []plan.Step {
	for _, name := range list.list() {
		name, _, _ = strings.Cut(strings.ToLower(strings.TrimSpace(name)), "@")
		m := t.middlewares[name]
		if !t.reuse(1) {
			return nil
		}
		if m == nil {
			return t.given(&directive{name: list.name, args: []string{name}, line: list.line}, "a middleware that is not in the file")
		}
		if steps := t.middleware(m, 0); steps != nil {
			return steps
		}
	}
	return nil
}

// middleware returns the steps of a middleware, or nil if it changes no result.
func (t *traefikReader) middleware(m *traefikMiddleware, depth int) []plan.Step {
	if m.done || depth > maxNesting {
		return m.steps
	}
	m.done = true // also for a chain that comes back to itself
	for _, x := range m.setting.each() {
		d := x.directive("http", "middlewares", m.setting.name)
		switch x.key() {
		case "buffering", "circuitbreaker", "compress", "contenttype", "grpcweb", "inflightreq", "passtlsclientcert", "ratelimit", "retry":
			continue
		case "headers":
			if !slices.ContainsFunc(x.each(), func(h *setting) bool {
				return slices.Contains([]string{"allowedhosts", "hostsproxyheaders", "sslredirect", "sslhost", "sslproxyheaders", "ssltemporaryredirect", "sslforcehost"}, h.key())
			}) {
				if y := x.at("customrequestheaders"); slices.ContainsFunc(y.each(), func(h *setting) bool { return tellsPath(h.name) }) {
					t.missed(y.directive("http", "middlewares", m.setting.name, x.name), "it may tell the next server another path")
				}
				continue
			}
			m.steps = t.given(d, notThePath)
		case "chain":
			for _, name := range x.at("middlewares").list() {
				name, _, _ = strings.Cut(strings.ToLower(strings.TrimSpace(name)), "@")
				inner := t.middlewares[name]
				if inner == nil {
					m.steps = t.given(d, "a middleware that is not in the file")
				} else if steps := t.middleware(inner, depth+1); steps != nil {
					m.steps = steps
				}
				if m.steps != nil || !t.reuse(1) {
					break
				}
			}
			if depth == maxNesting {
				m.steps = t.given(d, mayChange)
			}
		case "basicauth", "digestauth", "forwardauth", "ipallowlist", "ipwhitelist":
			m.steps = t.given(d, notThePath)
		default:
			m.steps = t.given(d, mayChange)
		}
		if m.steps != nil {
			return m.steps
		}
	}
	if m.setting.order == nil {
		m.steps = t.given(m.setting.directive("http", "middlewares"), mayChange)
	}
	return m.steps
}

// traefikCondition returns the condition of a rule:
// https://doc.traefik.io/traefik/routing/routers/#rule. What is not on the path, or not
// understood, is left open.
func traefikCondition(text string) partial {
	p := &traefikParser{text: text}
	c := p.any(0)
	if p.skip(); p.failed || p.text != "" {
		return depends
	}
	return c
}

type traefikParser struct {
	text   string
	failed bool
}

func (p *traefikParser) skip() { p.text = strings.TrimLeft(p.text, " \t\r\n") }

func (p *traefikParser) take(token string) bool {
	p.skip()
	rest, ok := strings.CutPrefix(p.text, token)
	if ok {
		p.text = rest
	}
	return ok
}

func (p *traefikParser) any(depth int) partial {
	list := []sized{{p.all(depth), 1, ""}}
	for !p.failed && p.take("||") {
		list = append(list, sized{p.all(depth), 1, ""})
	}
	return anyOf(list, partial.or).partial
}

func (p *traefikParser) all(depth int) partial {
	list := []sized{{p.one(depth), 1, ""}}
	for !p.failed && p.take("&&") {
		list = append(list, sized{p.one(depth), 1, ""})
	}
	return anyOf(list, partial.and).partial
}

func (p *traefikParser) one(depth int) partial {
	switch {
	case depth > maxNesting:
		p.failed = true
		return depends
	case p.take("!"):
		return p.one(depth + 1).not()
	case p.take("("):
		c := p.any(depth + 1)
		p.failed = p.failed || !p.take(")")
		return c
	}
	p.skip()
	i := strings.IndexByte(p.text, '(')
	if i <= 0 || strings.Trim(p.text[:i], "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") != "" {
		p.failed = true
		return depends
	}
	name := p.text[:i]
	p.text = p.text[i+1:]
	var args []string
	for !p.take(")") {
		if p.take(","); p.text == "" {
			p.failed = true
			return depends
		}
		p.skip()
		quote := p.text[:1]
		text, rest, ok := strings.Cut(p.text[1:], quote)
		if !strings.Contains("`\"'", quote) || !ok || quote != "`" && strings.Contains(text, `\`) {
			p.failed = true
			return depends
		}
		args, p.text = append(args, text), rest
		if p.skip(); p.text == "" {
			p.failed = true
			return depends
		}
	}
	switch {
	case len(args) != 1 || strings.Contains(args[0], "$"):
	case name == "PathPrefix":
		return wholly(plan.Prefix(args[0]))
	case name == "Path":
		return wholly(plan.Path(args[0]))
	case name == "Method":
		return decided(args[0] == "GET")
	}
	return depends
}
