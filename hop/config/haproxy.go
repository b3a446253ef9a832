package config

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/hop/internal/plan"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/program"
)

// haproxySections are the words that begin a section.
var haproxySections = []string{"global", "defaults", "frontend", "backend", "listen", "peers", "resolvers", "userlist", "mailers", "cache", "program", "http-errors", "ring", "log-forward", "fcgi-app", "crt-store", "traces", "acme", "log-profile"}

// Notes on directives of HAProxy.
const (
	onEnvironment = "it depends on the environment"
	onIf          = "it depends on .if"
)

// readHAProxy reads a file of HAProxy: each frontend, with the backends that it uses.
func readHAProxy(r *configReader, text string) error {
	h := &haproxyReader{configReader: r, backends: map[string]*haproxySection{}, named: map[string][]*directive{}}
	h.used, h.experimental = haproxyUsed(text), strings.Contains(text, "expose-experimental-directives")
	var sections []*haproxySection
	var defaults []*directive
	number, count, conditional := 0, 0, 0
	for line := range strings.SplitSeq(text, "\n") {
		number++
		words, varies, err := haproxyWords(line)
		switch {
		case err != nil:
			return fmt.Errorf("config: line %d: %w", number, err)
		case len(words) == 0:
			continue
		}
		r.config.Directives++
		if count++; count > maxDirectives {
			return errTooManyDirectives
		}
		d := &directive{name: words[0], args: words[1:], line: number}
		switch d.name {
		case ".if", ".endif":
			conditional = max(conditional+map[bool]int{true: 1, false: -1}[d.name == ".if"], 0)
			continue
		case ".elif", ".else", ".notice", ".warning", ".alert", ".diag":
			continue
		}
		if amongTexts(haproxySections, d.name) {
			s := &haproxySection{directive: d}
			if d.name != "global" && (varies || conditional > 0) {
				// It is not known to which section the lines after it belong.
				h.anywhere = r.doubted(d, onEnvironment, everyTarget)
			}
			if i := slices.Index(d.args, "from"); i >= 0 {
				s.inherited = h.named[d.arg(i+1)]
			} else if d.name != "defaults" {
				s.inherited = defaults
			}
			sections = append(sections, s)
			if d.name == "defaults" { // also one that adds nothing
				defaults = s.all(h)
				if s.arg(0) != "" && s.arg(0) != "from" {
					h.named[s.arg(0)] = defaults
				}
			}
			if d.name == "backend" || d.name == "listen" {
				h.backends[d.arg(0)] = s
			}
			continue
		}
		if len(sections) == 0 {
			return fmt.Errorf("config: line %d: %q before any section", d.line, plainName(d.name))
		}
		switch {
		case varies:
			d.given = onEnvironment
		case conditional > 0:
			d.given = onIf
		}
		s := sections[len(sections)-1]
		s.block = append(s.block, d)
		if s.name == "defaults" {
			d.named = "defaults " // only its own rules know its ACLs
			defaults = s.all(h)
			if s.arg(0) != "" && s.arg(0) != "from" {
				h.named[s.arg(0)] = defaults
			}
		}
	}
	if conditional > 0 {
		return fmt.Errorf("config: line %d: .if without its .endif", number)
	}
	var tcp *directive
	for _, s := range sections {
		if s.name != "frontend" && s.name != "listen" || r.failed != nil {
			continue
		}
		mode := "tcp"
		for _, d := range s.all(h) {
			if d.name == "mode" {
				mode = d.arg(0)
			}
		}
		if mode != "http" {
			tcp = s.directive
			h.missed(tcp, "in mode "+plainName(mode)+" no path is read, so that nothing is described")
			continue
		}
		h.frontend(s)
	}
	if tcp != nil && len(r.config.Sites) == 0 {
		return fmt.Errorf("config: line %d: %s is in mode tcp, in which HAProxy reads no path", tcp.line, tcp)
	}
	return nil
}

// haproxyUsed returns the variables that a file refers to.
func haproxyUsed(text string) map[string]bool {
	used := map[string]bool{}
	for {
		before, rest, ok := strings.Cut(text, "var(")
		if !ok {
			return used
		}
		if name, _, ok := strings.Cut(rest[:min(len(rest), 200)], ")"); ok && !strings.HasSuffix(before, "set-") {
			used[name] = true
		}
		text = rest
	}
}

// A haproxySection is a section with the directives of the defaults that apply to it.
type haproxySection struct {
	*directive
	inherited []*directive
}

// all returns the directives of a section, the inherited ones first.
func (s *haproxySection) all(h *haproxyReader) []*directive {
	if !h.reuse(len(s.inherited)) {
		return nil
	}
	return append(slices.Clip(s.inherited), s.block...)
}

// haproxyWords returns the words of a line, with quotes and backslashes as in
// https://docs.haproxy.org/2.6/configuration.html#2.2, and whether they hold an
// environment variable.
func haproxyWords(line string) (words []string, varies bool, err error) {
	var b strings.Builder
	quote, within := byte(0), false
	end := func() {
		if within {
			words = append(words, b.String())
		}
		b.Reset()
		within = false
	}
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case c == '\\' && quote != '\'' && i+1 < len(line):
			within = true
			switch e := line[i+1]; e {
			case ' ', '\\', '"', '\'', '#', '$':
				c = e
				i++
			case 'n', 'r', 't':
				c = map[byte]byte{'n': '\n', 'r': '\r', 't': '\t'}[e]
				i++
			case 'x':
				n, failed := strconv.ParseUint(line[min(i+2, len(line)):min(i+4, len(line))], 16, 8)
				if failed != nil || i+4 > len(line) {
					return nil, false, fmt.Errorf(`\x without two digits`)
				}
				c = byte(n)
				i += 3
			}
			b.WriteByte(c)
		case quote == '"' && c == '$':
			varies = true
			b.WriteByte(c)
		case quote != 0:
			b.WriteByte(c)
		case c == '"' || c == '\'':
			quote, within = c, true
		case c == '#':
			end()
			return words, varies, nil
		case c == ' ' || c == '\t' || c == '\r':
			end()
		default:
			b.WriteByte(c)
			within = true
		}
	}
	end()
	return words, varies, nil
}

type haproxyReader struct {
	*configReader
	backends map[string]*haproxySection
	named    map[string][]*directive // defaults with a name
	read     map[string]*haproxyBackend
	anywhere []plan.Step // for a directive that may belong to any section
	// Of a frontend and its backends:
	statuses map[int]bool // of answers that something else may replace
	replaces *directive
	used     map[string]bool // variables that something refers to
	// experimental is whether the file allows normalize-uri.
	experimental bool
	made         int        // samples
	statsBy      *directive // what changes the answer of the page of statistics
	tls          *bool      // whether the connections of a site are of TLS, or nil
	host         string     // that requests of a site name, or "" for one that no condition names
	hosts        []string   // that conditions of a frontend name
	onHost       bool       // there is a condition on the host
	onPart       bool       // a condition is on a part of the host
	asksTLS      bool       // there is one on TLS
}

// A haproxyBackend is what requests meet in a backend.
type haproxyBackend struct {
	steps    []plan.Step
	changes  bool // there are rules, or no server
	statuses map[int]bool
	replaces *directive
}

// frontend adds a frontend or a listen section.
func (h *haproxyReader) frontend(s *haproxySection) {
	block := s.all(h)
	tls, mixed := h.connects(block)
	h.hosts, h.onHost, h.onPart, h.asksTLS = nil, false, false, false
	plain, secure := false, true
	if mixed {
		tls = &plain
	}
	h.siteOf(s, block, s.arg(0), "", tls)
	mixed = mixed && h.asksTLS
	if mixed {
		h.siteOf(s, block, s.arg(0)+":tls", "", &secure)
	}
	if len(h.hosts) > maxHosts {
		h.missed(s.directive, fmt.Sprintf("it names more than %d hosts, which are not told apart", maxHosts))
		return
	}
	for _, host := range h.hosts {
		h.siteOf(s, block, host, host, tls)
		if mixed {
			h.siteOf(s, block, host+":tls", host, &secure)
		}
	}
}

// siteOf adds the site of a frontend for requests that name a host. Without one they name none
// that a condition is about.
func (h *haproxyReader) siteOf(s *haproxySection, block []*directive, name, host string, tls *bool) {
	h.statuses, h.replaces, h.read = map[int]bool{}, nil, nil
	h.host, h.tls = host, tls
	known := h.terms(block)
	doubts := append(slices.Clip(h.anywhere), h.doubts(block, "every target of "+s.String())...)
	start := []plan.Step{h.target(), plan.SplitQuery}
	rules := h.rules(block, known, h.backend(s, block, known, []plan.Step{plan.HAProxyAuthority, plan.Forward, plan.End}))
	if len(rules) == 0 || rules[0] != plan.Step(plan.HAProxyWhole) { // else no rule sees this path
		start = append(start, plan.Rule)
	}
	if h.onHost {
		// The field Host must name the host of the target.
		other, names := plan.Part("://"), h.hosts
		if host != "" {
			names = []string{host}
		}
		own, ok := expression(pcre, `^[a-z]+://([^/?@]*@)?(`+strings.Join(quotedAll(names), "|")+`)(:[0-9]*)?([/?]|$)`, true)
		switch {
		case !ok || !h.reuse(maxExpression) || h.onPart && host == "":
		case host != "":
			other = plan.And(other, plan.Not(own))
		default:
			other = own
		}
		absolute := plan.Case{On: []plan.Step{plan.ApacheOriginal}, If: plan.And(plan.Not(plan.Prefix("/")), other), Steps: []plan.Step{plan.Unknown("a target in absolute form, which names a host")}}
		start = append([]plan.Step{&plan.Branch{Cases: []plan.Case{absolute}}}, start...)
	}
	h.site(s.line, name, h.version, stepsOf(doubts, h.overridden(stepsOf(start, rules))))
	var ports []string
	for _, d := range block {
		if d.name == "bind" {
			for address := range strings.SplitSeq(d.arg(0), ",") {
				ports = append(ports, portsOf(address)...)
			}
		}
	}
	if host == "" {
		h.answersFor(nil, ports, []string{"*"})
	} else {
		h.answersFor([]string{host}, ports, nil)
	}
}

func quotedAll(words []string) (list []string) {
	for _, word := range words {
		list = append(list, quoted(word))
	}
	return list
}

// target returns the step that reads the target in the version.
func (h *haproxyReader) target() plan.Step {
	switch {
	case program.CompareVersions(h.version, "3.0") < 0:
		return plan.HAProxyTarget26
	case program.CompareVersions(h.version, "3.2") < 0:
		return plan.HAProxyTarget30
	}
	return plan.HAProxyTarget
}

// overridden returns steps whose answers are unknown if something else may replace
// them.
func (h *haproxyReader) overridden(steps []plan.Step) []plan.Step {
	if h.replaces == nil {
		return steps
	}
	return []plan.Step{&plan.Override{Steps: steps, Statuses: h.statuses, Class: fmt.Sprintf("%s:%d: %s", h.base, h.replaces.line, h.replaces.name)}}
}

// replace notes that answers with some statuses are not known.
func (h *haproxyReader) replace(d *directive, note string, statuses ...int) {
	h.replaces = d
	var texts []string
	for _, s := range statuses {
		h.statuses[s] = true
		texts = append(texts, strconv.Itoa(s))
	}
	h.doubted(d, note, "targets that are answered "+strings.Join(texts, ", "))
}

// doubts returns the steps for the directives of a section that are not followed and apply
// to all targets, or nil.
func (h *haproxyReader) doubts(block []*directive, changes string) []plan.Step {
	var steps []plan.Step
	for _, d := range block {
		note := ""
		switch {
		case isHAProxyHarmless(d):
			continue
		case d.name == "option" && (d.arg(0) == "accept-invalid-http-request" || d.arg(0) == "accept-unsafe-violations-in-http-request"):
			if d.given == "" {
				h.replace(d, "it takes targets that are refused otherwise", 400)
				continue
			}
		case d.name == "http-error" && d.given == "":
			if !amongTexts(d.args, "errorfile") {
				continue
			}
			if i := slices.Index(d.args, "status"); i >= 0 {
				status, _ := statusOf(d.arg(i + 1))
				h.replace(d, otherFile, status)
				continue
			}
		case d.name == "errorfile":
			status, _ := statusOf(d.arg(0))
			switch {
			case d.given != "":
			case d.arg(1) == "/etc/haproxy/errors/"+d.arg(0)+".http":
				h.missed(d, "another file, which is not read: taken to be as HAProxy ships it")
				continue
			default:
				h.replace(d, otherFile, status)
				continue
			}
		case d.name == "errorloc" || d.name == "errorloc302" || d.name == "errorloc303":
			if status, ok := statusOf(d.arg(0)); ok && d.given == "" {
				h.replace(d, mayChange, status)
				continue
			}
		case d.name == "http-response" || d.name == "http-after-response":
			note = "it may change the status"
		case haproxyInOrder(d.name) || d.name == "acl" || d.given == "" && d.name == "mode":
			continue // in its place
		}
		if note == "" {
			note = mayChange
		}
		if d.given != "" {
			note = d.given
		}
		if doubt := h.doubted(d, note, changes); steps == nil {
			steps = doubt
		}
	}
	return steps
}

// action reports whether a rule of http-request does more than to note or to set
// headers.
func (h *haproxyReader) action(d *directive) bool {
	action, _, _ := strings.Cut(d.arg(0), "(")
	return !haproxyActions.Get()[action] || d.given != ""
}

// rules returns the steps of the rules of a section, in the order in which HAProxy takes
// them: tcp-request content, http-request, stats, redirect. steps is what follows them.
func (h *haproxyReader) rules(block []*directive, known map[string]sized, steps []plan.Step) []plan.Step {
	for _, kind := range []string{"redirect", "stats", "http-request", "tcp-request", "monitor-uri"} {
		var list []haproxyRule
		for _, d := range h.ofKind(block, kind) {
			if r, ok := h.ruleOf(d, known); ok {
				list = append(list, r)
			}
		}
		if len(list) > 0 {
			steps = h.sequence(list, onwards("go on behind the rules of "+kind, steps))
		}
	}
	return steps
}

// ofKind returns the directives of a block with a name, of those for statistics the one that
// has their path.
func (h *haproxyReader) ofKind(block []*directive, kind string) []*directive {
	var list []*directive
	var uri *directive
	h.statsBy = nil
	for _, d := range block {
		switch {
		case d.name != kind:
		case kind != "stats":
			list = append(list, d)
		case d.arg(0) == "uri":
			uri = d
		case d.arg(0) == "auth" || d.arg(0) == "http-request" || d.arg(0) == "scope" || d.given != "":
			h.statsBy = d
			uri = cmp.Or(uri, d)
		default:
			uri = cmp.Or(uri, d)
		}
	}
	if uri != nil {
		list = []*directive{uri}
	}
	return list
}

// ruleOf returns a rule; ok is false for one that changes nothing here.
func (h *haproxyReader) ruleOf(d *directive, known map[string]sized) (r haproxyRule, ok bool) {
	t, then, ok := h.steps(d, known)
	if ok {
		return haproxyRule{d: d, t: t, then: then}, true
	}
	if t.possible == plan.None || h.failed != nil || d.name != "http-request" || len(d.args) == 0 {
		return r, false
	}
	then, ok = h.change(d)
	return haproxyRule{d, t, then, true}, ok && then != nil
}

// steps returns the condition of a rule, and the steps that it takes; ends is false for
// one that goes on with the next.
func (h *haproxyReader) steps(d *directive, known map[string]sized) (t haproxyWhen, then []plan.Step, ends bool) {
	if t = h.condition(d, known); t.possible == plan.None || h.failed != nil {
		return t, nil, false
	}
	switch d.given {
	case onEnvironment:
		t.partial = depends
	case onIf:
		t.sure = plan.None
	}
	action, _, _ := strings.Cut(d.arg(0), "(")
	switch d.name {
	case "monitor-uri":
		h.understood(d)
		t.partial, t.on = wholly(plan.Path(d.arg(0))), "pathq"
		return t, []plan.Step{plan.Answer(200)}, true
	case "stats":
		uri := "/haproxy?stats"
		if d.arg(0) == "uri" {
			uri = d.arg(1)
		}
		t.partial, t.on = wholly(plan.Prefix(uri)), "pathq"
		return t, h.stats(d), true
	case "redirect":
		return t, h.redirect(d, d.args), true
	case "tcp-request":
		switch action = d.arg(1); {
		case d.arg(0) == "inspect-delay", amongTexts([]string{"track-sc0", "track-sc1", "track-sc2", "capture", "expect-proxy", "expect-netscaler-cip", "set-priority-class", "set-priority-offset", "silent-drop-log"}, action), strings.HasPrefix(action, "set-var"), strings.HasPrefix(action, "sc-"), strings.HasPrefix(action, "unset-var"):
			return t, nil, false
		case d.arg(0) == "content" && action == "accept":
			h.understood(d)
			return t, nil, true
		case action == "reject":
			h.understood(d)
			return t, []plan.Step{plan.Answer(0)}, true
		}
		return t, h.given(d, mayChange), true
	}
	if (action == "set-header" || action == "add-header" || action == "replace-header") && tellsPath(d.arg(1)) {
		h.missed(d, "it may tell the next server another path")
		return t, nil, false
	}
	switch action {
	case "normalize-uri", "set-path", "set-pathq", "set-query", "set-uri", "replace-path", "replace-pathq", "replace-uri":
		return t, nil, false
	}
	if !h.action(d) {
		return t, nil, false
	}
	rest := d.args[min(1, len(d.args)):]
	status := func(word string, status int) int {
		for i, a := range rest {
			if n, ok := statusOf(d.arg(i + 2)); (a == word || a == "status") && ok {
				status = n
			}
		}
		return status
	}
	switch action {
	case "allow":
		h.understood(d)
		return t, nil, true
	case "deny", "return":
		if slices.ContainsFunc(rest, func(a string) bool { return a == "errorfile" || a == "errorfiles" || a == "default-errorfiles" }) {
			return t, h.given(d, otherFile), true
		}
		if action == "return" {
			h.understood(d)
			return t, []plan.Step{plan.Answer(status("status", 200))}, true
		}
		return t, h.denies(d, rest, status("deny_status", 403)), true
	case "reject", "silent-drop":
		h.understood(d)
		return t, []plan.Step{plan.Answer(0)}, true
	case "auth":
		h.understood(d) // whatever the credentials are
		return t, []plan.Step{plan.Answer(401)}, true
	case "tarpit":
		return t, h.denies(d, rest, status("deny_status", 500)), true
	case "redirect":
		return t, h.redirect(d, rest), true
	}
	return t, h.given(d, mayChange), true
}

// haproxyStatuses are those for which HAProxy 2.6 has an answer of its own; 3.2 has 414 and 431, too.
const haproxyStatuses = " 200 400 401 403 404 405 407 408 410 413 414 421 422 425 429 431 500 501 502 503 504 "

// denies returns the steps of an action that answers a status. HAProxy does not start with
// deny_status and another status than those, unless the answer is written beside it.
func (h *haproxyReader) denies(d *directive, args []string, status int) []plan.Step {
	written := slices.ContainsFunc(args, func(a string) bool {
		return amongTexts([]string{"string", "lf-string", "file", "lf-file", "hdr", "content-type"}, a)
	})
	if !written && amongTexts(args, "deny_status") && !strings.Contains(haproxyStatuses, " "+strconv.Itoa(status)+" ") {
		return h.given(d, "HAProxy does not start with this status")
	}
	h.understood(d)
	return []plan.Step{plan.Answer(status)}
}

// stats returns what the page of statistics answers.
func (h *haproxyReader) stats(d *directive) []plan.Step {
	switch {
	case h.statsBy == nil:
		h.understood(d)
		return []plan.Step{plan.Answer(200)}
	case h.statsBy.arg(0) == "auth":
		h.understood(d)
		return []plan.Step{plan.Answer(401)}
	}
	return h.given(h.statsBy, mayChange)
}

// redirect returns the steps of a redirect:
// https://docs.haproxy.org/3.2/configuration.html#4-redirect.
func (h *haproxyReader) redirect(d *directive, args []string) []plan.Step {
	status := 302
	put := &plan.Put{}
	path := plan.Text{{Kind: plan.ThePath}}
	var before, host []plan.Step
	slash := false
	for i := 0; i < len(args) && args[i] != "if" && args[i] != "unless"; i++ {
		value := ""
		if i+1 < len(args) {
			value = args[i+1]
		}
		if d.name == "redirect" && strings.Contains(value, "%") {
			return h.given(d, "whether it is a format depends on the version")
		}
		switch word := args[i]; word {
		case "code":
			status, _ = statusOf(value)
		case "location":
			text, steps, known := h.format(value)
			if !known && !nginxIsURL(value) {
				return h.given(d, "it depends on more than the target, or is not followed")
			}
			put.To, put.Text, before = plan.ToTarget, text, steps
		case "prefix":
			text, steps, known := h.format(value)
			if !known && !nginxIsURL(value) {
				return h.given(d, "it depends on more than the target, or is not followed")
			}
			if put.Text, before = path, steps; value != "/" {
				put.Text = append(text, path...)
			}
		case "drop-query":
			put.To = plan.ToTarget
			i--
		case "scheme":
			put.Text, host = path, atHost(value, "", "")
		case "set-cookie", "clear-cookie":
		case "ignore-empty":
			i--
		case "append-slash":
			slash = true
			i--
		default:
			return h.given(d, "a redirect that is not followed")
		}
		i++
	}
	if put.Text == nil || status/100 != 3 {
		return h.given(d, "a redirect that is not followed")
	}
	if slash && (put.To != plan.ToTarget || !amongTexts(args, "prefix")) {
		return h.given(d, "a redirect that is not followed")
	}
	h.understood(d)
	if slash {
		host = append(host, when(plan.Not(plan.Suffix("/")), []plan.Step{&plan.Put{To: plan.ToTarget, Text: plan.Text{{Kind: plan.ThePath}, {Text: "/"}}}}))
	}
	return stepsOf(before, []plan.Step{put, plan.URLHost}, host, []plan.Step{plan.Redirect(status)})
}

// noServer is what HAProxy answers where there is no server.
var noServer = []plan.Step{plan.Answer(503)}

// idle returns the steps that end requests in a section without a server that gets
// them, or nil.
func (h *haproxyReader) idle(s *directive, block []*directive) []plan.Step {
	var off *directive
	disabled := false // by default
	for _, d := range block {
		switch d.name {
		case "default-server":
			for _, arg := range d.args {
				disabled = arg == "disabled" || disabled && arg != "enabled"
			}
		case "server", "server-template":
			own := disabled
			for i, arg := range d.args {
				own = arg == "disabled" || own && arg != "enabled" || arg == "weight" && d.arg(i+1) == "0"
			}
			if !own {
				return nil
			}
			off = cmp.Or(off, d)
		case "dispatch":
			return nil
		case "option":
			if d.arg(0) == "transparent" || d.arg(0) == "http_proxy" {
				return nil
			}
		}
	}
	if off != nil {
		return h.given(off, "it gets no requests until that is changed")
	}
	h.understood(s)
	return noServer
}

// backendOf returns what requests meet in a backend.
func (h *haproxyReader) backendOf(s *haproxySection, pass []plan.Step) *haproxyBackend {
	key := s.arg(0)
	if b, ok := h.read[key]; ok {
		return b
	}
	if h.read == nil {
		h.read = map[string]*haproxyBackend{}
	}
	outer := *h
	h.statuses, h.replaces = map[int]bool{}, nil
	block := s.all(h)
	b := &haproxyBackend{}
	where := "targets that come to " + s.String()
	b.steps = h.doubts(block, where)
	after := pass
	if idle := h.idle(s.directive, block); idle != nil {
		after = idle
	}
	doubts := len(b.steps)
	rules := h.rules(block, h.terms(block), after)
	b.steps = append(b.steps, rules...)
	b.changes, b.statuses, b.replaces = doubts > 0 || !slices.Equal(rules, pass), h.statuses, h.replaces
	h.statuses, h.replaces = outer.statuses, outer.replaces
	h.read[key] = b
	return b
}

// backend returns the steps of the backends of a frontend: those of the first
// use_backend whose condition holds, or of default_backend.
func (h *haproxyReader) backend(s *haproxySection, block []*directive, known map[string]sized, pass []plan.Step) []plan.Step {
	type target struct {
		t       haproxyWhen
		d       *directive
		steps   []plan.Step
		changes bool
	}
	byName := &plan.Shared{Text: "go on with the default"} // where there is no backend of a name
	of := func(d *directive) target {
		w := target{haproxyWhen{sized: sized{partial: wholly(plan.Any)}}, d, nil, true}
		b := h.backends[d.arg(0)]
		switch {
		case d.given != "":
			w.steps = h.given(d, d.given)
		case strings.Contains(d.arg(0), "%["):
			if w.steps = h.byName(d, pass, byName); w.steps != nil {
				break
			}
			w.changes = false
			for _, b := range h.backends {
				w.changes = w.changes || h.backendOf(b, pass).changes
			}
			if w.changes {
				w.steps = h.given(d, "backends by name are not followed")
			} else {
				w.steps = pass
			}
		case b == nil:
			w.steps, w.changes = pass, false
		default:
			made := h.backendOf(b, pass)
			for status := range made.statuses {
				h.statuses[status] = true
			}
			if made.replaces != nil {
				h.replaces = made.replaces
			}
			w.steps, w.changes = made.steps, made.changes
		}
		h.reuse(len(w.steps) + 1)
		return w
	}
	last := target{steps: pass}
	switch {
	case s.name == "listen":
		if idle := h.idle(s.directive, block); idle != nil {
			last.steps, last.changes = idle, true
		}
	case anyDirective(block, func(d *directive) bool { return d.name == "bind" || d.name == "use_backend" }):
		last.steps, last.changes = noServer, true // no backend at all
	}
	var list []target
	for _, d := range block {
		switch d.name {
		case "use_backend":
			w := of(d)
			if w.t = h.condition(d, known); h.failed != nil {
				return nil
			}
			if d.given != "" {
				w.t.partial = w.t.partial.or(depends)
			}
			list = append(list, w)
		case "default_backend":
			last = of(d)
			last.d = d
		}
	}
	byName.Steps = onwards("go on with the default", last.steps)
	// Between a backend that passes everything on and one that is not known to be chosen,
	// it matters only where a later one does something else.
	matters := plan.None
	if last.changes {
		matters = plan.Any
	}
	size := 0
	for i, w := range slices.Backward(list) {
		size += w.t.size
		switch {
		case w.changes:
			matters = plan.Or(w.t.possible, matters)
		case !w.t.followed() && h.reuse(size):
			list[i].t.possible = plan.And(w.t.possible, matters)
		}
	}
	var rules []haproxyRule
	for _, w := range list {
		if w.t.followed() || w.t.possible == plan.None {
			h.understood(w.d)
		}
		if w.t.possible != plan.None {
			rules = append(rules, haproxyRule{w.d, w.t, w.steps, false})
		}
	}
	return h.sequence(rules, last.steps)
}

// byName returns the steps of the backend whose name a format makes, or nil if it is not followed.
func (h *haproxyReader) byName(d *directive, pass []plan.Step, otherwise plan.Step) []plan.Step {
	name, before, known := h.format(d.arg(0))
	if !known || len(h.backends) > maxHosts {
		return nil
	}
	steps := []plan.Step{otherwise}
	for _, own := range slices.Sorted(maps.Keys(h.backends)) {
		b := h.backendOf(h.backends[own], pass)
		for status := range b.statuses {
			h.statuses[status] = true
		}
		h.replaces = cmp.Or(b.replaces, h.replaces)
		steps = []plan.Step{&plan.Same{A: name, B: plan.Text{{Text: own}}, Steps: onwards("go on in backend "+own, b.steps), Otherwise: steps}}
	}
	h.understood(d)
	return append(before, steps...)
}

// A sized condition is a part of a condition of HAProxy.
type sized struct {
	partial
	size int    // how much there is to compare
	on   string // what it is on, or "" for the path
}

// A haproxyWhen is the condition of a rule. ways are the terms on several texts, of which all of
// one way hold, or nil.
type haproxyWhen struct {
	sized
	ways [][]sized
}

func (t sized) not() sized { return sized{t.partial.not(), t.size, t.on} }

// not returns the condition that does not hold where t does.
func (t haproxyWhen) not() haproxyWhen {
	not := haproxyWhen{sized: t.sized.not()}
	if t.ways == nil {
		return not
	}
	not.ways = [][]sized{nil}
	for _, way := range t.ways {
		var next [][]sized
		for _, w := range not.ways {
			for _, term := range way {
				next = append(next, append(slices.Clip(w), term.not()))
			}
		}
		if not.ways = next; len(next) > maxWays {
			return haproxyWhen{sized: not.sized}
		}
	}
	return not
}

// maxWays limits the ways in which a condition on several texts holds.
const maxWays = 16

// several returns the ways of groups of terms that are on several texts, or nil.
func several(groups [][]sized) [][]sized {
	var ways [][]sized
	texts := map[string]bool{}
	for _, group := range groups {
		by := map[string][]sized{}
		var names []string
		never := false
		for _, t := range group {
			switch {
			case t.partial == wholly(plan.Any):
				continue
			case t.partial == wholly(plan.None):
				never = true
			case !t.followed():
				return nil
			case by[t.on] == nil:
				names = append(names, t.on)
			}
			by[t.on] = append(by[t.on], t)
		}
		if never {
			continue
		}
		var way []sized
		for _, name := range names {
			texts[name] = true
			way = append(way, anyOf(by[name], partial.and))
		}
		ways = append(ways, way)
	}
	if len(texts) < 2 || len(ways) > maxWays {
		return nil
	}
	return ways
}

// haproxyKnown returns a predefined ACL, for a GET. See
// https://docs.haproxy.org/2.6/configuration.html#7.4.
func haproxyKnown(name string) (holds, ok bool) {
	switch name {
	case "TRUE", "HTTP", "METH_GET":
		return true, true
	case "FALSE", "METH_CONNECT", "METH_DELETE", "METH_HEAD", "METH_OPTIONS", "METH_POST", "METH_PUT", "METH_TRACE":
		return false, true
	}
	return false, false
}

func decided(holds bool) partial {
	if holds {
		return wholly(plan.Any)
	}
	return wholly(plan.None)
}

// terms returns the ACLs of a section by name. ACLs with the same name hold if one of
// them does.
func (h *haproxyReader) terms(list []*directive) map[string]sized {
	all := map[string][]sized{}
	for _, d := range list {
		if d.name != "acl" || len(d.args) < 2 {
			continue
		}
		t := h.term(d.args[1:])
		h.warns(d, d.args[1:])
		if d.given != "" {
			t.partial = depends
		}
		all[d.named+d.arg(0)] = append(all[d.named+d.arg(0)], t)
	}
	known := map[string]sized{}
	for name, terms := range all {
		known[name] = anyOf(terms, partial.or)
	}
	return known
}

// anyOf joins terms pairwise, so that conditions do not become deep.
func anyOf(terms []sized, join func(a, b partial) partial) sized {
	switch len(terms) {
	case 0:
		return sized{partial: wholly(plan.None)}
	case 1:
		return terms[0]
	}
	a, b := anyOf(terms[:len(terms)/2], join), anyOf(terms[len(terms)/2:], join)
	switch size := a.size + b.size; {
	case a.on == b.on:
		return sized{join(a.partial, b.partial), size, a.on}
	case a.partial == wholly(plan.Any) || a.partial == wholly(plan.None):
		return sized{join(a.partial, b.partial), size, b.on}
	case b.partial == wholly(plan.Any) || b.partial == wholly(plan.None):
		return sized{join(a.partial, b.partial), size, a.on}
	default:
		return sized{join(depends, depends), size, ""} // on two texts
	}
}

// term returns the condition of a criterion with its values in a frontend.
func (h *haproxyReader) term(words []string) sized {
	if len(words) == 1 && words[0] == "ssl_fc" && h.tls != nil {
		h.asksTLS = true
		return sized{decided(*h.tls), 1, ""}
	}
	return h.termOf(words, h.used)
}

var haproxyConverted = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp {
	return regexp.MustCompile(`^[a-z.]+_(beg|end|sub|reg|dir|dom|len)(\([^()]*\))?,`)
}}

// warns notes a criterion such as path_beg,url_dec, which compares the whole text.
func (h *haproxyReader) warns(d *directive, words []string) {
	if m := haproxyConverted.Get().FindStringSubmatch(words[0]); m != nil && !amongTexts(words, "-m") {
		h.missed(d, fmt.Sprintf("behind a converter the whole text is compared, as -m str does: -m %s is missing", m[1]))
	}
}

// connects returns whether all connections of a section are of TLS, or nil if that is not known,
// and whether some are and some are not.
func (h *haproxyReader) connects(block []*directive) (all *bool, mixed bool) {
	for _, d := range block {
		if d.name != "bind" {
			continue
		}
		tls := amongTexts(d.args, "ssl")
		if d.given != "" || amongTexts(d.args, "accept-proxy") {
			return nil, false
		}
		mixed = mixed || all != nil && *all != tls
		all = &tls
	}
	return all, mixed
}

// onHosts returns the condition of a way to match the host.
func (h *haproxyReader) onHosts(method string, values []string, fold bool) sized {
	h.onHost, h.onPart = true, h.onPart || method != "" && method != "str"
	t := sized{decided(method == "found"), 1, ""}
	for _, v := range values {
		name := strings.ToLower(v)
		if exact := method == "" || method == "str" || strings.Contains(strings.Trim(name, "."), ".") && (method == "dom" || method == "beg" && !strings.HasSuffix(name, ".") || method == "end" && name[0] != '.'); exact && !amongTexts(h.hosts, name) && !strings.ContainsAny(name, ":") {
			h.hosts = append(h.hosts, name)
		}
		if h.host == "" {
			// Hosts that are not written out have no site of their own: both outcomes are told.
			one := lacks
			switch method {
			case "", "str":
				if !strings.Contains(name, ":") {
					continue
				}
			case "beg", "end", "sub", "dom":
			case "reg":
				c, ok := expression(pcre, v, fold)
				if !ok {
					return sized{depends, 1, ""}
				}
				if holdsFor(c, "host.example") && holdsFor(c, "b") {
					one.plain = plan.Any
				}
			default:
				return sized{depends, 1, ""}
			}
			t.partial = t.or(one)
			continue
		}
		if !fold {
			name = v
		}
		holds := false
		switch method {
		case "", "str":
			holds = h.host == name
		case "beg":
			holds = strings.HasPrefix(h.host, name)
		case "end":
			holds = strings.HasSuffix(h.host, name)
		case "sub":
			holds = strings.Contains(h.host, name)
		case "dom":
			holds = strings.Contains("."+h.host+".", "."+strings.Trim(name, ".:/?")+".")
		case "reg":
			one, ok := expression(pcre, v, fold)
			if !ok {
				return sized{depends, 1, ""}
			}
			holds = holdsFor(one, h.host)
		default:
			return sized{depends, 1, ""}
		}
		if holds {
			t.partial = decided(true)
		}
	}
	return t
}

// haproxyField is what a plain request lacks: other fields than Host, cookies, credentials; rates
// of its client; and what is about other clients than any that is named.
var haproxyField = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:(?:req\.f?hdr|hdr|req\.cook|cook|hdr_val|req\.hdr_val)(?:_(?:beg|end|sub|reg|dom|dir|cnt|len))?\([\w-]+\)|http_auth(?:_group)?\(.*|src|(?:src|sc[0-2]?)_[a-z0-9_]*(?:\(.*)?)$`)
}}

// haproxyCount is a criterion on how many fields of a name there are.
var haproxyCount = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:req\.)?f?hdr_cnt\(([\w-]+)\)$`)
}}

// haproxyNone reports whether the number 0 is one of the values, behind operators such as "gt".
func haproxyNone(values []string) (is, ok bool) {
	operator := "eq"
	for _, v := range values {
		n, err := strconv.Atoi(v)
		switch {
		case amongTexts([]string{"eq", "ge", "gt", "le", "lt"}, v):
			operator = v
			continue
		case err != nil || n < 0:
			return false, false
		}
		is = is || map[string]bool{"eq": n == 0, "ge": n == 0, "gt": false, "le": true, "lt": n > 0}[operator]
	}
	return is, len(values) > 0
}

// haproxyTerm returns the condition of a criterion with its values.
func (h *haproxyReader) termOf(words []string, used map[string]bool) sized {
	criterion, method, fold := strings.Replace(words[0], "(Host)", "(host)", 1), "", false
	values := words[1:]
	open := sized{depends, 1, ""}
	for len(values) > 0 && strings.HasPrefix(values[0], "-") {
		switch values[0] {
		case "-i":
			fold, values = true, values[1:]
		case "-m":
			if len(values) < 2 {
				return open
			}
			method, values = values[1], values[2:]
		case "--":
			values = values[1:]
		default:
			return open
		}
	}
	switch {
	case criterion == "method" && (method == "" || method == "str"):
		return sized{decided(slices.ContainsFunc(values, func(v string) bool { return v == "GET" || fold && strings.EqualFold(v, "GET") })), 1, ""}
	case (criterion == "always_true" || criterion == "always_false") && len(values) == 0:
		return sized{decided(criterion == "always_true"), 1, ""}
	}
	if length, ok := strings.CutSuffix(criterion, "_len"); ok && method == "" {
		criterion, method = length, "len"
	}
	name, converters := haproxyParts(criterion)
	if parameter, ok := strings.CutSuffix(name, ")"); ok && len(converters) == 0 {
		for _, fetch := range []string{"url_param(", "urlp("} {
			if argument, ok := strings.CutPrefix(parameter, fetch); ok && !strings.ContainsAny(argument, ",") && argument != "" {
				return haproxyParameter(argument, method, fold, values)
			}
		}
	}
	if fetch, matches, ok := strings.Cut(name, "(host)"); ok && matches == "" {
		head, m, _ := strings.Cut(fetch, "_")
		if method == "" && len(converters) == 0 {
			method = m
		}
		if head == "hdr" || head == "req.hdr" || head == "req.fhdr" {
			for _, c := range converters {
				switch c {
				case "lower", "host_only", "field(1,:)":
				default:
					return open
				}
				fold = fold || c == "lower"
			}
			return h.onHosts(method, values, fold)
		}
	}
	if m := haproxyCount.Get().FindStringSubmatch(name); m != nil && !strings.EqualFold(m[1], "host") && len(converters) == 0 && (method == "" || method == "int") {
		// A plain request has none.
		none, ok := haproxyNone(values)
		switch {
		case !ok:
			return open
		case none:
			return sized{lacks.not(), 1, ""}
		}
		return sized{lacks, 1, ""}
	}
	if haproxyField.Get().MatchString(name) && !slices.ContainsFunc(values, func(v string) bool {
		return v == "lt" || v == "le" || v == "eq" || v == "0" || strings.HasPrefix(v, "127.") || strings.HasPrefix(v, "0.0.0.0") || v == "::1" || strings.HasPrefix(v, "-")
	}) && (len(values) > 0 || method == "found" || strings.HasPrefix(name, "http_auth")) {
		if name == "src" && !anyAddress(values) || strings.HasPrefix(name, "http_auth") {
			return sized{names, 1, ""}
		}
		return sized{lacks, 1, ""}
	}
	decodes := false
	field := haproxyPart{}
	for i, c := range converters {
		if c == "length" && i == len(converters)-1 && (method == "" || method == "int") {
			method = "len"
			continue
		}
		if one, ok := haproxyCut(c); ok && i == 0 {
			field = one
			continue
		}
		switch c {
		case "lower":
			if slices.ContainsFunc(values, func(v string) bool { return v != strings.ToLower(v) }) {
				return open
			}
			fold = true
		case "url_dec":
			decodes = true
		default:
			return open
		}
	}
	on := ""
	if head, m, ok := strings.Cut(name, "_"); ok && (head == "path" || head == "url") {
		if name = head; method == "" && len(converters) == 0 {
			method = m // behind a converter, the whole text is compared
		}
	}
	switch name {
	case "path":
	case "url", "pathq", "query":
		if on = name; decodes {
			return open
		}
	default:
		argument, ok := strings.CutPrefix(name, "var(")
		if on = strings.TrimSuffix(argument, ")"); !ok || decodes || !used[on] {
			return open
		}
	}
	var terms []sized
	switch {
	case method == "found" && name == "path" && len(values) == 0:
		return sized{wholly(plan.Any), 1, ""}
	case method == "len" && !decodes && field.delimiter == "":
		if c := haproxyLength(values); c != nil {
			return sized{wholly(c), 1, on}
		}
		return open
	}
	if field.delimiter != "" && decodes {
		return open
	}
	for _, v := range values {
		t := sized{depends, 1 + len(v)/32, on}
		one := haproxyMatch(method, v, fold)
		if field.delimiter != "" {
			one = field.match(method, v, fold)
		}
		if one != nil {
			if decodes {
				one = &plan.Condition{Kind: plan.IsDecoded, A: one}
				if program.CompareVersions(h.version, "3.2") < 0 {
					one.Text = "NUL"
				}
			}
			t.partial = wholly(one)
		}
		terms = append(terms, t)
	}
	if terms == nil {
		return open
	}
	return anyOf(terms, partial.or)
}

// A haproxyPart is one of the parts of a text between delimiters.
type haproxyPart struct {
	delimiter string
	before    string // an expression for what comes before it
	some      bool   // it is not empty
}

var haproxyCutting = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp {
	return regexp.MustCompile(`^(field|word)\(([1-9]),(.)\)$`)
}}

// haproxyCut returns the part that a converter takes, counted from the left.
func haproxyCut(converter string) (f haproxyPart, ok bool) {
	m := haproxyCutting.Get().FindStringSubmatch(converter)
	if m == nil || m[3] >= "\x7f" || strings.Contains(`\"' `, m[3]) {
		return f, false
	}
	n, _ := strconv.Atoi(m[2])
	c := `\x` + strconv.FormatInt(int64(m[3][0]), 16)
	if len(c) == 3 {
		return f, false
	}
	f = haproxyPart{m[3], fmt.Sprintf(`\A(?:[^%[1]s]*%[1]s){%d}`, c, n-1), m[1] == "word"}
	if f.some {
		f.before = fmt.Sprintf(`\A%[1]s*(?:[^%[1]s]+%[1]s+){%d}`, c, n-1)
	}
	return f, true
}

// match returns the condition of a way to match the part, or nil.
func (f haproxyPart) match(method, v string, fold bool) *plan.Condition {
	frame, ok := map[string][2]string{"": {"", "e"}, "str": {"", "e"}, "beg": {"", ""}, "end": {"a", "e"}, "sub": {"a", ""}}[method]
	if !ok || v == "" || strings.Contains(v, f.delimiter) {
		return nil
	}
	c := `\x` + strconv.FormatInt(int64(f.delimiter[0]), 16)
	frame[0] = strings.Replace(frame[0], "a", "[^"+c+"]*", 1)
	frame[1] = strings.Replace(frame[1], "e", "(?:"+c+`|\z)`, 1)
	one, _ := expression(pcre, f.before+frame[0]+regexp.QuoteMeta(v)+frame[1], fold)
	return one
}

// steps returns the steps that cut the part out.
func (f haproxyPart) steps() (plan.Step, bool) {
	c := `\x` + strconv.FormatInt(int64(f.delimiter[0]), 16)
	some := "*"
	if f.some {
		some = "+"
	}
	one, ok := capturing(pcre, f.before+"([^"+c+"]"+some+")", false)
	return &plan.Branch{
		Cases:     []plan.Case{{If: one, Steps: []plan.Step{&plan.Put{To: plan.ToPath, Text: plan.Text{{Kind: plan.Capture, N: 1}}}}}},
		Otherwise: []plan.Step{plan.SetPath("")},
	}, ok
}

// haproxyParameter returns the condition on the values of a parameter of the query. Parameters
// end at &, ; and ?.
func haproxyParameter(name, method string, fold bool, values []string) sized {
	before, open := `(?:^|[?&;])`+regexp.QuoteMeta(name)+`=`, sized{depends, 1, ""}
	if method == "found" && len(values) == 0 {
		c, _ := expression(pcre, before, false)
		return sized{wholly(c), 1, "query"}
	}
	frame, ok := map[string][2]string{"": {"", `(?:[?&;]|\z)`}, "str": {"", `(?:[?&;]|\z)`}, "beg": {"", ""}, "end": {"[^?&;]*", `(?:[?&;]|\z)`}, "sub": {"[^?&;]*", ""}}[method]
	if !ok || len(values) == 0 {
		return open
	}
	var terms []sized
	for _, v := range values {
		expr := regexp.QuoteMeta(v)
		if fold {
			expr = "(?i:" + expr + ")"
		}
		c, ok := expression(pcre, before+frame[0]+expr+frame[1], false)
		ok = ok && !(fold && has(v, percent.ASCII.Complement()))
		if !ok || strings.ContainsAny(v, "?&;") {
			return open
		}
		terms = append(terms, sized{wholly(c), 1 + len(v)/32, "query"})
	}
	return anyOf(terms, partial.or)
}

// maxLengths limits the lengths that conditions compare with.
const maxLengths = 500

// haproxyLength returns the condition on a length, such as "gt 60" or "3:5", or nil.
func haproxyLength(values []string) *plan.Condition {
	operator, all := "eq", plan.None
	for _, v := range values {
		if amongTexts([]string{"eq", "ge", "gt", "le", "lt"}, v) {
			operator = v
			continue
		}
		low, high, isRange := strings.Cut(v, ":")
		if !isRange {
			high = low
		}
		from, err := strconv.Atoi(or(low, "0"))
		to, err2 := strconv.Atoi(or(high, "-1"))
		switch {
		case err != nil || err2 != nil || isRange && operator != "eq":
			return nil
		case operator == "gt":
			from, to = from+1, -1
		case operator == "ge":
			to = -1
		case operator == "lt":
			from, to = 0, to-1
		case operator == "le":
			from = 0
		}
		if from < 0 || from > maxLengths || to > maxLengths || to >= 0 && to < from {
			return nil
		}
		most := ""
		if to >= 0 {
			most = strconv.Itoa(to)
		}
		c, ok := expression(pcre, fmt.Sprintf(`\A(?s:.{%d,%s})\z`, from, most), false)
		if !ok {
			return nil
		}
		all = plan.Or(all, c)
	}
	if all == plan.None {
		return nil
	}
	return all
}

// haproxyMatch returns the condition of a way to match, or nil.
func haproxyMatch(method, v string, fold bool) (one *plan.Condition) {
	switch {
	case method == "reg":
		one, _ = expression(pcre, v, fold)
	case method == "dir":
		one, _ = expression(pcre, `(?:^|[/?])`+regexp.QuoteMeta(strings.Trim(v, "/?"))+`(?:[/?]|\z)`, fold)
	case fold:
		if frame, ok := map[string][2]string{"": {"^", `\z`}, "str": {"^", `\z`}, "beg": {"^", ""}, "end": {"", `\z`}, "sub": {"", ""}}[method]; ok {
			one, _ = expression(pcre, frame[0]+regexp.QuoteMeta(v)+frame[1], true)
		}
	case method == "" || method == "str":
		one = plan.Path(v)
	case method == "beg":
		one = plan.Prefix(v)
	case method == "end":
		one = plan.Suffix(v)
	case method == "sub":
		one = plan.Part(v)
	}
	return one
}

// condition returns the condition after "if" or "unless" in a directive: groups of terms
// that must all hold, separated by "or".
func (h *haproxyReader) condition(d *directive, known map[string]sized) haproxyWhen {
	i := slices.IndexFunc(d.args, func(s string) bool { return s == "if" || s == "unless" })
	if i < 0 {
		return haproxyWhen{sized: sized{wholly(plan.Any), 1, ""}}
	}
	var groups, all []sized
	var lists [][]sized
	words := d.args[i+1:]
	group := func() {
		if all != nil {
			groups, lists = append(groups, anyOf(all, partial.and)), append(lists, all)
		}
		all = nil
	}
	for len(words) > 0 {
		w := words[0]
		words = words[1:]
		if w == "or" || w == "||" {
			group()
			continue
		}
		negates := false
		for strings.HasPrefix(w, "!") {
			negates = !negates
			if w = w[1:]; w == "" && len(words) > 0 {
				w, words = words[0], words[1:]
			}
		}
		t := sized{depends, 1, ""}
		if w == "{" {
			end := slices.Index(words, "}")
			if end < 1 {
				return haproxyWhen{sized: t}
			}
			t = h.term(words[:end])
			h.warns(d, words[:end])
			words = words[end+1:]
		} else if named, ok := known[d.named+w]; ok {
			if t = named; !h.reuse(t.size) {
				return haproxyWhen{sized: t}
			}
		} else if holds, ok := haproxyKnown(w); ok {
			t.partial = decided(holds)
		}
		if negates {
			t = t.not()
		}
		all = append(all, t)
	}
	if group(); groups == nil {
		return haproxyWhen{sized: sized{depends, 1, ""}}
	}
	t := haproxyWhen{sized: anyOf(groups, partial.or)}
	if !t.followed() {
		t.ways = several(lists)
	}
	if d.args[i] == "unless" {
		t = t.not()
	}
	return t
}
