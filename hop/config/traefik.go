package config

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/hop/internal/plan"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/program"
)

// traefikVersion is the version that files of Traefik are read as, unless another of
// traefikVersions is asked for: the newest. What 3.6.6, 3.6.7, 3.6.12, 3.7.11 and 3.7.13 do was
// run; 3.6.4 and 3.6.5 are taken to do what 3.6.6 does.
const traefikVersion = "3.7.13"

var traefikVersions = []string{"3.6.4", "3.6.5", "3.6.6", "3.6.7", "3.6.12", "3.7", "3.7.0", "3.7.11", traefikVersion}

// versionOfTraefik sets the version to that of the past, or the newest.
func (r *configReader) versionOfTraefik() error {
	r.version = traefikVersion
	for _, text := range r.past.Versions {
		version, ok := strings.CutPrefix(text, "traefik=")
		if ok && !amongTexts(traefikVersions, version) {
			return &program.PastError{Text: text, Reason: "is not followed in files", Known: strings.Join(traefikVersions, ", ")}
		} else if ok {
			r.version = version
		}
	}
	if r.past.AsOf != "" {
		return &program.PastError{Text: r.past.AsOf, Reason: "is no time for which it is known how Traefik reads files"}
	}
	return nil
}

// readTraefik reads a file of Traefik, static or dynamic, in YAML, JSON or TOML, or labels
// and flags of containers. The file does not name the version, and versions differ: 3.6.4 to
// 3.6.6 refuse suspicious escapes unless a setting allows them, later ones let them pass.
func readTraefik(r *configReader, text string) error {
	if len(text) > maxSettings {
		return fmt.Errorf("config: a configuration of Traefik of more than %d KiB", maxSettings>>10)
	}
	t := &traefikReader{settingReader: settingReader{configReader: r, labels: &setting{line: 1}}, middlewares: map[string]*setting{}}
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
			t.environment(root.at("services"), slices.ContainsFunc(t.labels.order, func(s *setting) bool {
				return !amongTexts([]string{"http", "tcp", "udp", "tls", "enable", "docker"}, s.key())
			}))
		default:
			t.read(root)
		}
	}
	if !t.said {
		r.missed(&directive{name: "version", line: 1}, "the file does not say which Traefik reads it: taken as "+r.version)
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
	middlewares map[string]*setting
	made        map[traefikUse]traefikChain
	host        string // of requests, or ""
	said        bool   // an image says the version
	challenges  bool   // requests of ACME have a router of their own
	providers   []*directive
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
					t.providers = append(t.providers, p.directive("providers"))
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
		case "certificatesresolvers":
			t.challenges = t.challenges || slices.ContainsFunc(s.each(), func(x *setting) bool { return x.at("acme", "httpchallenge") != nil })
		case "global", "log", "accesslog", "metrics", "tracing", "ping", "api", "hostresolver", "serverstransport", "tcpserverstransport", "spiffe", "ocsp", "udp", "tls", "enable", "docker", "swarm", "label", "l":
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

// environment reads variables that configure Traefik in a file of compose: TRAEFIK_A_B is the flag
// --a.b. It reads none of them where flags do: https://doc.traefik.io/traefik/getting-started/configuration-overview/.
func (t *traefikReader) environment(s *setting, flags bool) {
	for _, x := range s.each() {
		if x.key() == "image" {
			t.image(x)
		}
		items := x.items
		if x.under == nil && items == nil {
			items = []string{x.name + "=" + x.value}
		}
		for _, item := range items {
			if rest, ok := cutFold(item, "traefik_"); ok {
				name, value, _ := strings.Cut(rest, "=")
				d := &directive{name: "TRAEFIK_" + name, line: x.line}
				if flags || strings.Contains(value, "$") || !t.dotted(t.labels, strings.ReplaceAll(name, "_", ".")+"="+value, x.line) {
					t.doubt(t.doubted(d, "settings in the environment are not followed", everyTarget))
				}
			}
		}
		t.environment(x, flags)
	}
}

// image takes the version from the image of a container of Traefik, unless one is asked for. A tag such as
// v3.6 is the newest that was run.
func (t *traefikReader) image(x *setting) {
	name, tag, _ := strings.Cut(x.value[strings.LastIndexByte(x.value, '/')+1:], ":")
	if !strings.EqualFold(name, "traefik") || slices.ContainsFunc(t.past.Versions, func(v string) bool { return strings.HasPrefix(v, "traefik=") }) {
		return
	}
	tag, _, _ = strings.Cut(tag, "@")
	bare, _, _ := strings.Cut(strings.TrimPrefix(tag, "v"), "-")
	version := ""
	for _, v := range traefikVersions { // the newest is the last
		if bare == "" || bare == "latest" || v == bare || strings.HasPrefix(v, bare+".") {
			version = v
		}
	}
	d := x.directive()
	switch t.said = true; {
	case strings.Contains(x.value, "$"):
		t.said = false
	case version == "":
		t.doubt(t.doubted(d, "a version of which it is not known how it reads files", everyTarget))
	case version == bare:
		t.version = version
		t.understood(d)
	default:
		t.version = version
		t.missed(d, "the version is taken as "+version+", the newest of that name that was run")
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
	for _, m := range t.named {
		t.middlewares[m.key()] = m
	}
	for _, d := range t.providers {
		if note := "it brings routers from elsewhere"; len(t.routers) > 0 {
			t.missed(d, note+": only those of this file are followed")
		} else {
			t.route(t.doubted(d, note, "targets that are not refused before a router"))
		}
	}
	entries := t.entries
	if entries == nil {
		entries = []*setting{{name: "entrypoints", line: 1}}
	}
	hosts := t.hosts()
	for _, host := range hosts {
		t.host, t.made = host, map[traefikUse]traefikChain{}
		var rules []traefikRule
		for _, s := range t.routers {
			if !t.reuse(1 + len(s.valueAt("rule"))/32) {
				return
			}
			rules = append(rules, t.router(s))
		}
		for _, e := range entries {
			name := e.name
			switch {
			case host == "":
			case t.entries == nil:
				name = host
			default:
				name += ":" + host
			}
			t.site(e, name, rules)
			if host != "" {
				t.answersFor([]string{host}, portsOf(e.valueAt("address")), nil)
			}
		}
	}
}

// portOf returns the port of an entry point, or that of a text such as ":8443".
func (t *traefikReader) portOf(name string) string {
	for _, e := range t.entries {
		if strings.EqualFold(e.name, name) {
			name = e.valueAt("address")
		}
	}
	name, _, _ = strings.Cut(name, "/")
	return name[strings.LastIndexByte(name, ':')+1:]
}

// maxHosts is for how many hosts routers are told apart.
const maxHosts = 50

var traefikHost = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp { return regexp.MustCompile("\\bHost\\(`([^`]+)`\\)") }}

// hosts returns the hosts that rules name, each of which is a site, or "" if there are none or
// too many.
func (t *traefikReader) hosts() (list []string) {
	for _, s := range t.routers {
		for _, m := range traefikHost.Get().FindAllStringSubmatch(s.valueAt("rule"), -1) {
			if host := strings.ToLower(m[1]); !amongTexts(list, host) {
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
	setting  *setting
	priority int
	entries  []string
	when     partial
	size     int
	secure   bool // it is for requests of https
	// given is what is not followed and applies before its middlewares, or nil.
	given       []plan.Step
	middlewares []*setting
}

// site adds the site of an entry point.
func (t *traefikReader) site(e *setting, name string, rules []traefikRule) {
	whole, routed := t.whole, t.routed
	doubt := func(list *[]plan.Step, d *directive, note string) {
		if steps := t.doubted(d, note, "every target of "+e.name); *list == nil {
			*list = steps
		}
	}
	allowed := map[string]bool{}
	clean := plan.Step(plan.TraefikClean)
	var own []*setting // middlewares of the entry point, behind those that are refused
	var redirect *setting
	secure := false
	for _, s := range e.each() {
		switch s.key() {
		case "address", "asdefault", "allowacmebypass", "reuseport", "transport", "proxyprotocol", "forwardedheaders", "http2", "http3", "udp", "observability":
		case "http":
			for _, x := range s.each() {
				d := x.directive("entryPoints", e.name, "http")
				switch x.key() {
				case "maxheaderbytes", "aliasheadersstrategy", "underscoreheadersstrategy":
				case "tls":
					secure = true
				case "encodedcharacters":
					for _, option := range x.each() {
						t.understood(option.directive("entryPoints", e.name, "http", "encodedCharacters"))
						allowed[option.key()] = strings.EqualFold(option.value, "true")
					}
				case "sanitizepath":
					if t.understood(d); !strings.EqualFold(x.value, "true") {
						clean = plan.Replace{}
					}
				case "redirections":
					to := x.at("entrypoint")
					if scheme := to.valueAt("scheme"); to == nil || scheme != "" && scheme != "https" || to.at("priority") != nil {
						doubt(&routed, d, "a redirect is not followed")
					} else {
						t.understood(d)
						redirect = to
					}
				case "middlewares":
					own = append(own, x)
				default:
					doubt(&whole, d, mayChange)
				}
			}
		default:
			doubt(&whole, s.directive("entryPoints", e.name), mayChange)
		}
	}
	if clean == (plan.Replace{}) && slices.ContainsFunc(t.named, func(m *setting) bool { return m.at("redirectregex") != nil || m.at("redirectscheme") != nil }) {
		doubt(&routed, e.at("http", "sanitizepath").directive("entryPoints", e.name, "http"), "the target of a redirect is not followed")
	}
	if clean == (plan.Replace{}) && slices.ContainsFunc(t.named, func(m *setting) bool { return m.at("replacepathregex") != nil }) {
		odd, _ := compiled(goRegexp, `[^\w.~$&+,/:;=@!'()*\[\]%-]`, false)
		routed = append(slices.Clip(routed), &plan.Branch{Cases: []plan.Case{{
			On: []plan.Step{plan.ApacheOriginal, plan.SplitQuery}, If: &plan.Condition{Kind: plan.IsMatch, Text: "octets to escape", Pattern: odd},
			Steps: []plan.Step{plan.Unknown("octets to escape, without sanitizePath")},
		}}})
	}
	var refused []plan.Step
	for _, x := range traefikRefused {
		if on, said := allowed[x.option]; !on && (said || t.refuses()) {
			refused = append(refused, plan.RefuseEscape(x.text))
		}
	}
	steps := append(slices.Clip(whole), plan.TraefikTarget, when(plan.Path(""), []plan.Step{plan.Unknown("a target without a path")}))
	if !t.refuses() {
		steps = append(steps, plan.TraefikHash)
	}
	steps = append(steps, plan.TraefikNormalize, clean, plan.TraefikRule)
	if t.host != "" {
		steps = append(steps, t.absolute(`^https?://`+regexp.QuoteMeta(t.host)+`(:[0-9]*)?([/?]|$)`, true))
	}
	steps = append(steps, routed...)
	if t.challenges {
		steps = append(steps, when(plan.Prefix("/.well-known/acme-challenge/"), []plan.Step{plan.Unknown(t.base + ": a router of Traefik for ACME")}))
	}
	if redirect != nil {
		steps = append(steps, refused...)
		list, ends := t.uses(own, secure)
		if !ends {
			list = append(slices.Clip(list), t.redirectScheme("https", t.portOf(redirect.valueAt("to")), redirect.valueAt("permanent") != "false")...)
		}
		steps = append(steps, admitted(list)...)
	} else {
		steps = append(steps, t.choice(e, rules, refused, own, secure)...)
	}
	t.configReader.site(e.line, name, t.version, steps)
}

// absolute makes targets in absolute form unknown that do not match.
func (t *traefikReader) absolute(pattern string, fold bool) plan.Step {
	own, ok := compiled(goRegexp, pattern, fold)
	if !ok {
		return plan.Unknown("a host that is not followed")
	}
	same := &plan.Condition{Kind: plan.IsMatch, Text: "the host " + t.host, Pattern: own}
	return &plan.Branch{Cases: []plan.Case{{
		On: []plan.Step{plan.ApacheOriginal}, If: plan.Not(plan.Or(plan.Prefix("/"), same)),
		Steps: []plan.Step{plan.Unknown("a target that names another host")},
	}}}
}

// refuses reports whether the version refuses the escapes of encodedCharacters by default: those
// before 3.6.7 do. See https://doc.traefik.io/traefik/security/request-path.
func (t *traefikReader) refuses() bool { return program.CompareVersions(t.version, "3.6.7") < 0 }

// choice returns the steps that choose a router. Which other routers there are is not
// known, unless the file has none. refused and own are what an entry point puts before the
// middlewares of routers.
func (t *traefikReader) choice(e *setting, rules []traefikRule, refused []plan.Step, own []*setting, secure bool) []plan.Step {
	if len(rules) == 0 {
		steps, ends := t.uses(own, secure)
		if steps = stepsOf(refused, steps); !ends {
			steps = append(steps, plan.TraefikForward)
		}
		return admitted(steps)
	}
	rules = slices.DeleteFunc(slices.Clone(rules), func(rule traefikRule) bool {
		return rule.entries != nil && len(t.entries) > 0 && !slices.ContainsFunc(rule.entries, func(name string) bool { return strings.EqualFold(strings.TrimSpace(name), e.name) })
	})
	// Those that are not followed come before others of their priority: they may win.
	slices.SortStableFunc(rules, func(a, b traefikRule) int {
		if a.priority != b.priority || a.when.followed() == b.when.followed() {
			return b.priority - a.priority
		} else if b.when.followed() {
			return -1
		}
		return 1
	})
	routing := []plan.Step{plan.TraefikRouting}
	var list []alternative
	for i, rule := range rules {
		if !t.reuse(1 + rule.size) {
			return nil
		}
		one := alternative{text: "the router " + rule.setting.name + " matches", when: rule.when, on: routing}
		d := cmp.Or(rule.setting.at("rule"), rule.setting).directive("http", "routers", rule.setting.name)
		if both := t.rivals(rules, i); both != plan.None {
			one.before = []plan.Case{{On: routing, If: both, Steps: t.given(d, "another router has the same priority")}}
		}
		steps := rule.given
		if steps == nil {
			list, ends := t.uses(slices.Concat(own, rule.middlewares), secure || rule.secure)
			if steps = stepsOf(refused, list); !ends {
				steps = append(steps, plan.TraefikForward)
			}
			steps = admitted(steps)
		}
		one.steps, one.unknown = steps, func() []plan.Step {
			if rule.given != nil {
				return steps
			}
			return t.given(d, "a rule on more than the path")
		}
		list = append(list, one)
	}
	elsewhere := &plan.Fork{If: "a router of another file matches", Steps: []plan.Step{plan.Unknown(t.base + ": no router of the file")}}
	return t.alternatives(list, []plan.Step{elsewhere, plan.Answer(404)})
}

// maxRivals is how many routers of one priority are told apart from another.
const maxRivals = 8

// rivals returns the condition under which a router of the same priority holds, too: which of
// them comes first is not known.
func (t *traefikReader) rivals(rules []traefikRule, i int) *plan.Condition {
	own, some, count := rules[i], plan.None, 0
	for _, other := range rules[i+1:] {
		if other.priority != own.priority {
			break
		}
		if !own.when.followed() || apart(own.when.possible, other.when.possible, 0) {
			continue
		}
		if count++; count > maxRivals {
			return own.when.possible
		}
		some = plan.Or(some, other.when.possible)
	}
	return plan.And(own.when.possible, some)
}

// apart reports whether of two conditions on the beginning of a path only one can hold. It
// reports false where that is not obvious.
func apart(a, b *plan.Condition, depth int) bool {
	switch {
	case a == plan.None || b == plan.None:
		return true
	case depth > maxNesting:
		return false
	case a.Kind == plan.IsAnd:
		return apart(a.A, b, depth+1) || apart(a.B, b, depth+1)
	case a.Kind == plan.IsOr:
		return apart(a.A, b, depth+1) && apart(a.B, b, depth+1)
	case b.Kind == plan.IsAnd || b.Kind == plan.IsOr:
		return apart(b, a, depth+1)
	case a.Kind == plan.IsNot && b.Kind == plan.IsPrefix && a.A.Kind == plan.IsPrefix:
		return strings.HasPrefix(b.Text, a.A.Text)
	case b.Kind == plan.IsNot:
		return a.Kind != plan.IsNot && apart(b, a, depth+1)
	case a.Kind == plan.IsPath && b.Kind == plan.IsPath:
		return a.Text != b.Text
	case a.Kind == plan.IsPrefix && b.Kind == plan.IsPath:
		return !strings.HasPrefix(b.Text, a.Text)
	case a.Kind == plan.IsPath && b.Kind == plan.IsPrefix:
		return !strings.HasPrefix(a.Text, b.Text)
	case a.Kind == plan.IsPrefix && b.Kind == plan.IsPrefix:
		return !strings.HasPrefix(a.Text, b.Text) && !strings.HasPrefix(b.Text, a.Text)
	}
	return false
}

// router reads a router.
func (t *traefikReader) router(s *setting) traefikRule {
	rule := traefikRule{setting: s, priority: traefikPriority(s), when: depends, size: 1, entries: s.at("entrypoints").list()}
	for _, x := range s.each() {
		switch x.key() {
		case "rule":
			rule.size += len(x.value) / 32
			if syntax := s.at("rulesyntax"); syntax == nil || syntax.value == "v3" {
				refused := false
				if rule.when, refused = traefikCondition(x, t.host); refused {
					t.missed(x.directive("http", "routers", s.name), "Traefik 3 takes one value here, and has no such router")
				}
			}
		case "middlewares":
			rule.middlewares = append(rule.middlewares, x)
		case "tls":
			rule.secure = x.value != "false"
		case "entrypoints", "service", "priority", "rulesyntax", "observability":
		default:
			rule.given = t.given(x.directive("http", "routers", s.name), mayChange)
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

// traefikCondition returns the condition of a rule:
// https://doc.traefik.io/traefik/routing/routers/#rule. What is not on the path, or not
// understood, is left open. A rule with more values than a matcher takes is refused.
func traefikCondition(rule *setting, host string) (when partial, refused bool) {
	p := &traefikParser{text: rule.value, host: host}
	if rule.label != "" {
		// Compose puts variables into labels, and makes $$ one $.
		p.text = strings.ReplaceAll(p.text, "$$", "\x00")
		if strings.Contains(p.text, "$") {
			return depends, false
		}
		p.text = strings.ReplaceAll(p.text, "\x00", "$")
	}
	c := p.any(0)
	if p.skip(); p.failed || p.text != "" {
		return depends, false
	}
	if p.refused {
		return decided(false), true
	}
	return c, false
}

type traefikParser struct {
	text    string
	host    string
	failed  bool
	refused bool
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
	case len(args) != 1 && amongTexts([]string{"Host", "HostRegexp", "Path", "PathPrefix", "PathRegexp", "Method", "ClientIP"}, name):
		p.refused = true
	case len(args) == 0 || len(args) > 1 && name[0] != 'H':
	case (name == "PathPrefix" || name == "Path") && !strings.HasPrefix(args[0], "/"): // Traefik drops the router
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
		return lacks
	case name == "ClientIP" && !anyAddress(args):
		return names
	case name == "HostRegexp" && amongTexts([]string{".+", ".*", "^.+$", "^.*$"}, args[0]):
		return wholly(plan.Any)
	case name == "HostRegexp" && p.host != "":
		if one, err := regexp.Compile(args[0]); err == nil {
			return decided(one.MatchString(p.host))
		}
	case name == "Method":
		return decided(strings.EqualFold(args[0], "GET"))
	}
	return depends
}
