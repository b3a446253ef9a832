package config

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/hop/internal/plan"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/program"
)

// traefikVersion is the version that files of Traefik are read as, unless another of
// traefikVersions is asked for.
const traefikVersion = "3.6.4"

var traefikVersions = []string{traefikVersion, "3.6.5", "3.6.6", "3.6.7", "3.7", "3.7.0"}

// readTraefik reads a file of Traefik, static or dynamic, in YAML, JSON or TOML, or labels
// and flags of containers. The file does not name the version, and versions differ: the
// hop is that of 3.6.4, as in traefik3.6.4:PathPrefix.
func readTraefik(r *configReader, text string) error {
	if len(text) > maxSettings {
		return fmt.Errorf("config: a configuration of Traefik of more than %d KiB", maxSettings>>10)
	}
	t := &traefikReader{settingReader: settingReader{configReader: r, labels: &setting{line: 1}}, middlewares: map[string]*traefikMiddleware{}}
	r.missed(&directive{name: "version", line: 1}, "the file does not say which Traefik reads it: taken as "+r.version)
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
	host        string // of requests, or ""
}

// A traefikMiddleware is a middleware, and what targets that come to it get.
type traefikMiddleware struct {
	setting *setting
	steps   []plan.Step
	ends    bool // what is behind it gets no target
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
	entries := t.entries
	if entries == nil {
		entries = []*setting{{name: "entrypoints", line: 1}}
	}
	hosts := t.hosts()
	for _, host := range hosts {
		t.host = host
		var rules []traefikRule
		for _, s := range t.routers {
			if !t.reuse(1 + len(s.valueAt("rule"))/32) {
				return
			}
			rules = append(rules, t.router(s))
		}
		for _, e := range entries {
			one := *e
			switch {
			case len(hosts) == 1:
			case t.entries == nil:
				one.name = host
			default:
				one.name += ":" + host
			}
			t.site(&one, rules)
		}
	}
}

// maxHosts is for how many hosts routers are told apart.
const maxHosts = 50

var traefikHost = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp { return regexp.MustCompile("\\bHost\\(`([^`]+)`\\)") }}

// hosts returns the hosts that rules name, each of which is a site, or "" if there are none or
// too many.
func (t *traefikReader) hosts() (list []string) {
	for _, s := range t.routers {
		for _, m := range traefikHost.Get().FindAllStringSubmatch(s.valueAt("rule"), -1) {
			if host := strings.ToLower(m[1]); !slices.Contains(list, host) {
				list = append(list, host)
			}
			if len(list) > maxHosts {
				return []string{""}
			}
		}
	}
	if list == nil {
		return []string{""}
	}
	return list
}

// A traefikRule is a router: when it gets a request, and what it does.
type traefikRule struct {
	setting *setting
	entries []string
	when    partial
	size    int
	steps   []plan.Step
	ends    bool // it does not pass the request on
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
					to := x.at("entrypoint")
					if scheme := to.valueAt("scheme"); to == nil || scheme != "" && scheme != "https" {
						doubt(&routed, x.directive("entryPoints", e.name, "http"), "a redirect is not followed")
					} else if routed == nil {
						t.understood(x.directive("entryPoints", e.name, "http"))
						status := 301
						if to.valueAt("permanent") == "false" {
							status = 302
						}
						routed = []plan.Step{plan.Redirect(status)}
					}
				case "middlewares":
					steps, _ := t.uses(x)
					routed = append(slices.Clip(routed), steps...)
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
		if on, said := allowed[x.option]; !on && (said || t.refuses()) {
			steps = append(steps, plan.RefuseEscape(x.text))
		}
	}
	steps = slices.Concat(steps, []plan.Step{plan.TraefikNormalize, plan.Rule}, routed, t.choice(e, rules))
	t.configReader.site(e.line, e.name, t.version, steps)
}

// refuses reports whether the version refuses the escapes of encodedCharacters by default: those
// before 3.6.7 do. See https://doc.traefik.io/traefik/security/request-path.
func (t *traefikReader) refuses() bool { return program.CompareVersions(t.version, "3.6.7") < 0 }

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
		if !rule.ends {
			steps = append(slices.Clip(steps), plan.Forward)
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
	for _, x := range s.each() {
		switch x.key() {
		case "rule":
			rule.size += len(x.value) / 32
			if syntax := s.at("rulesyntax"); syntax == nil || syntax.value == "v3" {
				rule.when = traefikCondition(x.value, t.host)
			}
		case "middlewares":
			if steps, ends := t.uses(x); !rule.ends {
				rule.steps, rule.ends = append(rule.steps, steps...), ends
			}
		case "entrypoints", "service", "priority", "tls", "rulesyntax", "observability":
		default:
			rule.steps, rule.ends = t.given(x.directive("http", "routers", s.name), mayChange), true
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

// uses returns the steps for a list of middlewares, and whether they end.
func (t *traefikReader) uses(list *setting) (steps []plan.Step, ends bool) {
	for _, name := range list.list() {
		name, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(name)), "@")
		m := t.middlewares[name]
		if !t.reuse(1) {
			return nil, true
		}
		if m == nil {
			return append(steps, t.given(&directive{name: list.name, args: []string{name}, line: list.line}, "a middleware that is not in the file")...), true
		}
		t.middleware(m, 0)
		if steps = append(steps, m.steps...); m.ends || !t.reuse(len(m.steps)) {
			return steps, true
		}
	}
	return steps, false
}

// middleware reads a middleware: https://doc.traefik.io/traefik/middlewares/http/overview/.
func (t *traefikReader) middleware(m *traefikMiddleware, depth int) {
	if m.done || depth > maxNesting {
		return
	}
	m.done = true // also for a chain that comes back to itself
	for _, x := range m.setting.each() {
		d := x.directive("http", "middlewares", m.setting.name)
		unknown := func(note string) { m.steps, m.ends = append(m.steps, t.given(d, note)...), true }
		switch x.key() {
		case "buffering", "circuitbreaker", "compress", "contenttype", "grpcweb", "inflightreq", "passtlsclientcert", "ratelimit", "retry":
		case "headers":
			if !slices.ContainsFunc(x.each(), func(h *setting) bool {
				return slices.Contains([]string{"allowedhosts", "hostsproxyheaders", "sslredirect", "sslhost", "sslproxyheaders", "ssltemporaryredirect", "sslforcehost"}, h.key())
			}) {
				if y := x.at("customrequestheaders"); slices.ContainsFunc(y.each(), func(h *setting) bool { return tellsPath(h.name) }) {
					t.missed(y.directive("http", "middlewares", m.setting.name, x.name), "it may tell the next server another path")
				}
				continue
			}
			unknown(notThePath)
		case "chain":
			steps, ends := t.uses2(x.at("middlewares"), depth)
			if m.steps, m.ends = append(m.steps, steps...), m.ends || ends; depth == maxNesting {
				unknown(mayChange)
			}
		case "basicauth", "digestauth", "forwardauth", "ipallowlist", "ipwhitelist":
			unknown(notThePath)
		default:
			if steps, ends, ok := t.changes(x); ok {
				t.understood(d)
				m.steps, m.ends = append(m.steps, steps...), m.ends || ends
			} else {
				unknown(mayChange)
			}
		}
	}
	if m.setting.order == nil {
		m.steps, m.ends = t.given(m.setting.directive("http", "middlewares"), mayChange), true
	}
}

// uses2 is uses for a chain.
func (t *traefikReader) uses2(list *setting, depth int) (steps []plan.Step, ends bool) {
	for _, name := range list.list() {
		name, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(name)), "@")
		inner := t.middlewares[name]
		if inner == nil {
			return append(steps, t.given(list.directive("chain"), "a middleware that is not in the file")...), true
		}
		t.middleware(inner, depth+1)
		if steps = append(steps, inner.steps...); inner.ends || !t.reuse(1+len(inner.steps)) {
			return steps, true
		}
	}
	return steps, false
}

// traefikPlain are the octets of a prefix that can be escaped in no path that comes to a
// middleware.
var traefikPlain = percent.Unreserved.Add("/")

// changes returns the steps of a middleware that changes the path or redirects.
func (t *traefikReader) changes(x *setting) (steps []plan.Step, ends, ok bool) {
	plain := func(text string) bool {
		return strings.HasPrefix(text, "/") && !has(text, traefikPlain.Complement())
	}
	switch x.key() {
	case "stripprefix":
		var cases []plan.Case
		list := x.at("prefixes").list()
		if x.at("prefixes") != nil && list == nil {
			return nil, false, false
		}
		for _, p := range list {
			p = strings.TrimSpace(p)
			if !plain(p) || x.valueAt("forceslash") == "true" {
				return nil, false, false
			}
			if strings.Contains(p[1:], "/") {
				odd := plan.And(plan.Not(plan.Prefix(p)), &plan.Condition{Kind: plan.IsFoldedPart, Text: "%2f"})
				cases = append(cases, plan.Case{If: odd, Steps: []plan.Step{plan.Unknown("an escaped slash before stripPrefix")}})
			}
			rest := when(plan.Not(plan.Prefix("/")), []plan.Step{
				when(plan.Prefix("%"), []plan.Step{plan.Unknown("an escape behind what stripPrefix removes")}), plan.Replace{By: "/"},
			})
			cases = append(cases, plan.Case{If: plan.Prefix(p), Steps: []plan.Step{plan.Replace{Old: p}, rest}})
		}
		return t.chooses(cases, nil), false, true
	case "addprefix":
		p := x.valueAt("prefix")
		return []plan.Step{plan.Replace{By: strings.TrimSuffix(p, "/")}}, false, plain(p)
	case "replacepath":
		p := x.valueAt("path")
		return []plan.Step{plan.SetPath(p)}, false, plain(p)
	case "replacepathregex":
		pattern := x.valueAt("regex")
		one, ok := capturing(goRegexp, pattern, false)
		text, sure := goReplacement(x.valueAt("replacement"))
		// What all of the path matches is replaced as a whole.
		if !ok || !sure || !octetwise(one.Pattern.Tree, false) || !strings.HasPrefix(pattern, "^") || !strings.HasSuffix(pattern, "$") && !strings.HasSuffix(pattern, "(.*)") || !t.reuse(maxExpression) {
			return nil, false, false
		}
		put := []plan.Step{&plan.Put{To: plan.ToPath, Text: text}, when(plan.Not(plan.Prefix("/")), []plan.Step{plan.Unknown("a path without a slash")})}
		return t.chooses([]plan.Case{{If: one, Steps: put}}, nil), false, true
	case "redirectscheme":
		if x.valueAt("scheme") != "https" {
			return nil, false, false
		}
		status := 302
		if x.valueAt("permanent") == "true" {
			status = 301
		}
		return []plan.Step{plan.Redirect(status)}, true, true
	}
	return nil, false, false
}

// goReplacement returns a text in which $1 and ${1} are what groups matched, as Go reads it.
func goReplacement(s string) (t plan.Text, ok bool) {
	for s != "" {
		before, rest, found := strings.Cut(s, "$")
		t = append(t, plan.Piece{Text: before})
		if !found {
			break
		}
		name, after := rest, ""
		if braced, ok := strings.CutPrefix(rest, "{"); ok {
			name, after, _ = strings.Cut(braced, "}")
		} else {
			n := 0
			for n < len(rest) && isNginxName(rest[n]) {
				n++
			}
			name, after = rest[:n], rest[n:]
		}
		if len(name) != 1 || !isDigitOctet(name[0]) {
			return nil, false
		}
		t, s = append(t, plan.Piece{Kind: plan.Capture, N: int(name[0] - '0')}), after
	}
	return joined(slices.DeleteFunc(t, func(p plan.Piece) bool { return p.Kind == plan.Literal && p.Text == "" })), true
}

// traefikCondition returns the condition of a rule:
// https://doc.traefik.io/traefik/routing/routers/#rule. What is not on the path, or not
// understood, is left open.
func traefikCondition(text, host string) partial {
	p := &traefikParser{text: text, host: host}
	c := p.any(0)
	if p.skip(); p.failed || p.text != "" {
		return depends
	}
	return c
}

type traefikParser struct {
	text   string
	host   string
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
	case name == "Host" && p.host != "":
		return decided(strings.EqualFold(args[0], p.host))
	case name == "PathRegexp":
		if one, ok := expression(goRegexp, args[0], false); ok && (one.Kind != plan.IsMatch || octetwise(one.Pattern.Tree, false)) {
			return wholly(one)
		}
	case name == "Header" || name == "HeaderRegexp" || name == "Headers" || name == "HeadersRegexp":
		return depends
	case name == "Method":
		return decided(args[0] == "GET")
	}
	return depends
}
