package config

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/hop/internal/plan"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/program"
)

// readCaddy reads a Caddyfile: https://caddyserver.com/docs/caddyfile/concepts.
func readCaddy(r *configReader, text string) error {
	isJSON := regexp.MustCompile(`\A\s*\{\s*"`).MatchString(text)
	of := caddyDirectives
	if isJSON {
		of = r.caddyJSON
	}
	list, err := of(text)
	if err == nil && !isJSON {
		list, err = r.included(list, "import", caddyDirectives, 0)
	}
	if err != nil {
		return err
	}
	r.counted(list, func(string) bool { return false })
	f := &caddyReader{configReader: r, snippets: map[string]*directive{}, routes: map[string]*directive{}, order: strings.Fields(caddyOrder), json: isJSON}
	if len(list) > 0 && list[0].name == "{" { // global options
		for _, d := range list[0].block {
			switch {
			case d.name == "order" && f.reorder(d.args):
				f.understood(d)
			case !caddyOptions.Get()[d.name]:
				f.doubt(d, mayChange)
			}
		}
		list = list[1:]
	}
	list = slices.DeleteFunc(list, func(d *directive) bool {
		switch {
		case d.open && strings.HasPrefix(d.name, "&("):
			f.routes[strings.TrimSuffix(d.name[2:], ")")] = d
			return true
		case d.open && strings.HasPrefix(d.name, "("):
			f.snippets[strings.TrimSuffix(d.name[1:], ")")] = d
			return true
		case d.name == "import":
			f.doubt(d, otherFile)
			return true
		}
		return false
	})
	if len(list) > 0 && !list[0].open { // one site, without braces
		list = []*directive{{name: list[0].name, args: list[0].args, line: list[0].line, block: list[1:], open: true}}
	}
	for _, site := range list {
		if r.failed != nil {
			return nil
		}
		c := *f
		host := strings.TrimSuffix(site.name, ",")
		if scheme, rest, ok := strings.Cut(host, "://"); ok && (scheme == "http" || scheme == "https") {
			host = rest
		}
		if strings.Contains(host, "/") {
			c.doubt(site, "a path in an address")
		}
		var names, hosts, first []string // of hosts
		open := ""                       // an address of more than one
		for address := range strings.FieldsFuncSeq(strings.Join(append([]string{site.name}, site.args...), " "), func(r rune) bool { return r == ' ' || r == ',' }) {
			name, scheme := caddyAddress(address)
			if hosts = append(hosts, name); name == "" {
				first = []string{"*"}
			}
			if c.scheme = scheme; name == "" || strings.ContainsAny(name, "*{") {
				open = strings.ToLower(name)
			} else {
				names = append(names, strings.ToLower(name))
			}
		}
		if names != nil {
			c.host = names[0]
		}
		c.site(site, host)
		r.answersFor(hosts, nil, first)
		if !c.onHost {
			continue
		}
		suffix, wild := strings.CutPrefix(open, "*")
		any := names == nil && open == ""
		for _, name := range c.hosts {
			if !amongTexts(names, name) && (any || wild && strings.HasSuffix(name, suffix)) {
				names = append(names, name)
			}
		}
		for i, name := range slices.Compact(names) {
			if name != c.host && i < maxHosts {
				other := *f
				other.doubts, other.scheme, other.host = c.doubts, c.scheme, name
				other.site(site, name)
				r.answersFor([]string{name}, nil, nil)
			}
		}
	}
	return nil
}

// caddyAddress returns the name of the host of an address, and the scheme of its requests, or "" if
// that is not known.
func caddyAddress(address string) (host, scheme string) {
	scheme, host, ok := strings.Cut(address, "://")
	if !ok {
		scheme, host = "", address
	}
	host, _, _ = strings.Cut(host, "/")
	host, port, hasPort := strings.Cut(host, ":")
	switch {
	case scheme != "":
	case port == "80" || hasPort && host == "":
		scheme = "http"
	case port == "443" || !hasPort:
		scheme = "https"
	}
	return host, scheme
}

// site adds a site for requests of its host.
func (c *caddyReader) site(site *directive, name string) {
	c.maps = map[string]*directive{}
	block := c.expand(site.block, 0)
	for _, d := range block {
		if d.name == "handle_errors" {
			c.errors = append(c.errors, d)
		}
	}
	end := []plan.Step{plan.Answer(200)} // Caddy's answer if no handler answers
	steps := append([]plan.Step{plan.CaddyTarget}, c.compile(block, nil, false, end)...)
	if c.onHost {
		// In absolute form the target names the host.
		other := plan.Not(plan.Prefix("/"))
		if own, ok := expression(goRegexp, `^https?://`+quoted(c.host)+`(:[0-9]*)?([/?]|$)`, true); ok && c.host != "" {
			other = plan.And(other, plan.Not(own))
		}
		steps = append([]plan.Step{&plan.Branch{Cases: []plan.Case{{On: []plan.Step{plan.ApacheOriginal}, If: other, Steps: []plan.Step{plan.Unknown("a target that names another host")}}}}}, steps...)
	}
	c.configReader.site(site.line, name, c.version, stepsOf(c.doubts, steps))
}

// failed returns the steps for an error with a status, to which handle_errors may say something. It
// sees the target as it came.
func (c *caddyReader) failed(status int) []plan.Step {
	answer := []plan.Step{plan.Answer(status)}
	if c.status != 0 {
		return answer // within handle_errors
	}
	number := strconv.Itoa(status)
	for _, d := range c.errors {
		if len(d.args) > 0 && !slices.ContainsFunc(d.args, func(a string) bool { return a == number || a == number[:1]+"xx" }) {
			continue
		}
		if !c.reuse(len(d.block)) {
			return answer
		}
		c.understood(d)
		inner := *c
		inner.status = status
		steps := append([]plan.Step{plan.Raw, plan.CaddyTarget}, inner.compile(d.block, &caddyScope{}, false, answer)...)
		c.doubts, c.made, c.onHost, c.hosts = inner.doubts, inner.made, inner.onHost, inner.hosts
		return steps
	}
	return answer
}

// onHosts returns the condition of a matcher on hosts.
func (c *caddyReader) onHosts(list []string) partial {
	c.onHost = true
	holds := false
	for _, name := range list {
		name = strings.ToLower(name)
		switch suffix, wild := strings.CutPrefix(name, "*"); {
		case strings.ContainsAny(name, "{:"), strings.Contains(suffix, "*"):
			return depends
		case wild:
			holds = holds || strings.HasSuffix(c.host, suffix) && !strings.Contains(strings.TrimSuffix(c.host, suffix), ".")
		default:
			if holds = holds || c.host == name; !amongTexts(c.hosts, name) {
				c.hosts = append(c.hosts, name)
			}
		}
	}
	return decided(holds)
}

// caddyCompares is a comparison in an expression.
var caddyCompares = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp {
	return regexp.MustCompile(`^\s*\{([\w.-]+)\}\s*(==|!=|>=|<=|>|<|in)\s*(?:(\d+)|\[([\d, ]+)\]|"([^"]*)"|'([^']*)')\s*$`)
}}

// compared returns the condition of an expression: on the status of an error, or on the value of a map,
// which on makes.
func (c *caddyReader) compared(t *directive) (holds partial, on []plan.Step) {
	m := caddyCompares.Get().FindStringSubmatch(strings.Trim(strings.Join(t.args, " "), "`"))
	if m == nil {
		return depends, nil
	}
	if m[1] == "err.status_code" || m[1] == "http.error.status_code" {
		n, _ := strconv.Atoi(m[3])
		is := c.status - n
		answer, ok := map[string]bool{"==": is == 0, "!=": is != 0, ">=": is >= 0, "<=": is <= 0, ">": is > 0, "<": is < 0}[m[2]]
		switch {
		case c.status == 0:
			return depends, nil
		case m[2] == "in" && m[4] != "":
			return decided(amongTexts(strings.FieldsFunc(m[4], func(r rune) bool { return r == ',' || r == ' ' }), strconv.Itoa(c.status))), nil
		case !ok || m[3] == "":
			return depends, nil
		}
		return decided(answer), nil
	}
	if m[2] != "==" && m[2] != "!=" || m[3]+m[4] != "" || c.maps[m[1]] == nil {
		return depends, nil
	}
	text, before, known := c.text("{"+m[1]+"}", "", false)
	if !known {
		return depends, nil
	}
	one := plan.Path(m[5] + m[6])
	if m[2] == "!=" {
		one = plan.Not(one)
	}
	return wholly(one), append(before, &plan.Put{To: plan.ToTarget, Text: text})
}

// mapped returns the steps that give a variable the value of a name that map makes:
// https://caddyserver.com/docs/caddyfile/directives/map.
func (c *caddyReader) mapped(d *directive, name string) (made string, steps []plan.Step, ok bool) {
	i := slices.Index(d.args, "{"+name+"}")
	source, before, ok := c.text(d.arg(0), "", false)
	if !ok || i < 1 || !c.reuse(len(d.block)) {
		return "", nil, false
	}
	c.made++
	made = fmt.Sprintf("map %d", c.made)
	give := func(value plan.Text) []plan.Step {
		return []plan.Step{&plan.Put{To: plan.ToVariable, Name: made, Text: value}}
	}
	on := append(before, &plan.Put{To: plan.ToTarget, Text: source})
	var cases []plan.Case
	otherwise := give(nil)
	for _, row := range d.block {
		value := row.arg(i - 1)
		text := plan.Text{{Text: value}}
		expr, isExpr := strings.CutPrefix(row.name, "~")
		captures := isExpr && strings.Contains(value, "${")
		if captures {
			if text, ok = caddyCaptures(value); !ok {
				return "", nil, false
			}
		} else if strings.ContainsAny(value, "{$") {
			return "", nil, false
		}
		if value == "-" || row.name == "default" && i > len(row.args) {
			return "", nil, false
		}
		one := plan.Path(row.name)
		if isExpr {
			of := expression
			if captures {
				of = capturing
			}
			if one, ok = of(goRegexp, expr, false); !ok || one.Kind == plan.IsMatch && !octetwise(one.Pattern.Tree, false) || !c.reuse(maxExpression) {
				return "", nil, false
			}
		}
		if row.name == "default" {
			otherwise = give(text)
		} else {
			cases = append(cases, plan.Case{On: on, If: one, Steps: give(text)})
		}
	}
	c.understood(d)
	return made, c.chooses(cases, otherwise), true
}

// caddyCaptures returns a value of map with ${1} for what a group matched.
func caddyCaptures(value string) (t plan.Text, ok bool) {
	for {
		before, rest, found := strings.Cut(value, "${")
		if strings.ContainsAny(before, "{$") {
			return nil, false
		}
		t = append(t, plan.Piece{Text: before})
		if !found {
			return joined(t), true
		}
		if len(rest) < 2 || !isDigitOctet(rest[0]) || rest[1] != '}' {
			return nil, false
		}
		t, value = append(t, plan.Piece{Kind: plan.Capture, N: int(rest[0] - '0')}), rest[2:]
	}
}

// caddyDirectives returns the directives of a Caddyfile: tokens up to the end of a line or
// a block.
func caddyDirectives(text string) ([]*directive, error) {
	root := &directive{open: true}
	stack := []*directive{root}
	var words []string
	line, begun, count := 1, 1, 0
	end := func(open bool) error {
		if len(words) == 0 && !open {
			return nil
		}
		if len(words) == 0 {
			words = []string{"{"}
			begun = line
		}
		if len(stack) > maxNesting {
			return fmt.Errorf("config: line %d: more than %d blocks in one another", line, maxNesting)
		}
		if count++; count > maxDirectives {
			return errTooManyDirectives
		}
		d := &directive{name: words[0], args: words[1:], line: begun, open: open}
		top := stack[len(stack)-1]
		top.block = append(top.block, d)
		if words = nil; open {
			stack = append(stack, d)
		}
		return nil
	}
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '\n':
			if n := len(words); n == 0 || !strings.HasSuffix(words[n-1], ",") || len(stack) > 1 {
				if err := end(false); err != nil {
					return nil, err
				}
			}
			line++
			i++
		case c == ' ' || c == '\t' || c == '\r':
			i++
		case c == '\\' && (strings.HasPrefix(text[i:], "\\\n") || strings.HasPrefix(text[i:], "\\\r\n")):
			i += strings.IndexByte(text[i:], '\n') + 1
			line++
		case c == '#':
			for i < len(text) && text[i] != '\n' {
				i++
			}
		default:
			word, n, quoted, ok := caddyWord(text[i:])
			if !ok {
				return nil, fmt.Errorf("config: line %d: a quotation mark without its other", line)
			}
			i += n
			switch {
			case word == "{" && !quoted && endsLine(text[i:]):
				if err := end(true); err != nil {
					return nil, err
				}
			case word == "}" && !quoted:
				if err := end(false); err != nil {
					return nil, err
				}
				if len(stack) == 1 {
					return nil, fmt.Errorf("config: line %d: a } without a block", line)
				}
				stack = stack[:len(stack)-1]
			default:
				if len(words) == 0 {
					begun = line
				}
				words = append(words, word)
			}
			line += strings.Count(text[i-n:i], "\n")
		}
	}
	if err := end(false); err != nil {
		return nil, err
	}
	if len(stack) > 1 {
		return nil, fmt.Errorf("config: line %d: a block without an end", stack[len(stack)-1].line)
	}
	return root.block, nil
}

// endsLine reports whether nothing but a comment comes before the end of the line.
func endsLine(text string) bool {
	text = strings.TrimLeft(text, " \t\r\v\f")
	return text == "" || text[0] == '\n' || text[0] == '#'
}

// caddyWord returns the token at the start of text, its length there, and whether it is
// quoted.
func caddyWord(text string) (word string, n int, quoted, ok bool) {
	switch q := text[0]; {
	case q == '`':
		i := strings.IndexByte(text[1:], q)
		if i < 0 {
			return "", 0, true, false
		}
		return text[1 : 1+i], i + 2, true, true
	case q == '"':
		var b strings.Builder
		for i := 1; i < len(text); i++ {
			switch c := text[i]; {
			case c == '\\' && i+1 < len(text) && text[i+1] == '"':
				i++
				b.WriteByte('"')
			case c == '"':
				return b.String(), i + 1, true, true
			default:
				b.WriteByte(c)
			}
		}
		return "", 0, true, false
	case strings.HasPrefix(text, "<<"):
		marker, rest, found := strings.Cut(text[2:], "\n")
		marker = strings.TrimSpace(marker)
		if found && marker != "" && !strings.ContainsAny(marker, " \t") {
			for at := 2 + len(text[2:]) - len(rest); at < len(text); {
				line, _, _ := strings.Cut(text[at:], "\n")
				if strings.HasPrefix(strings.TrimSpace(line), marker) {
					return text[:2], at + strings.Index(line, marker) + len(marker), true, true
				}
				at += len(line) + 1
			}
			return "", 0, true, false
		}
	}
	n = strings.IndexAny(text, " \t\r\n")
	if n < 0 {
		n = len(text)
	}
	return text[:n], n, false, true
}

// caddyOrder are the directives that become routes, in the order in which Caddy applies
// them: https://caddyserver.com/docs/caddyfile/directives#directive-order.
const caddyOrder = `
	tracing map vars fs root log_append skip_log log_skip log_name log_level header
	copy_response_headers request_body timeouts redir method rewrite uri try_files basicauth
	basic_auth forward_auth request_header encode push intercept templates invoke handle
	route abort error copy_response respond metrics reverse_proxy php_fastcgi
	file_server acme_server`

// reorder does what the option order says: https://caddyserver.com/docs/caddyfile/options#order.
func (c *caddyReader) reorder(args []string) bool {
	if len(args) < 2 || args[0] == "handle_path" || len(args) > 2 && args[2] == "handle_path" {
		return false
	}
	list := slices.DeleteFunc(slices.Clone(c.order), func(name string) bool { return name == args[0] })
	at := 0
	switch {
	case args[1] == "first" && len(args) == 2:
	case args[1] == "last" && len(args) == 2:
		at = len(list)
	case len(args) == 3 && (args[1] == "before" || args[1] == "after"):
		if at = slices.Index(list, args[2]); at < 0 {
			return false
		}
		if args[1] == "after" {
			at++
		}
	default:
		return false
	}
	c.order = slices.Insert(list, at, args[0])
	return true
}

// rank returns the place of a directive in the order, or -1.
func (c *caddyReader) rank(name string) int {
	if name == "handle_path" {
		name = "handle"
	}
	return slices.Index(c.order, name)
}

// caddyHarmless are directives that change neither the path of a request, nor where it
// goes, nor the status that a plain GET gets. A directive that is not listed may.
var caddyHarmless = lazy.Value[map[string]bool]{Make: func() map[string]bool {
	return namesOf(`
	bind copy_response_headers encode fs header log log_append log_level log_name log_skip map
	method push request_body root skip_log templates timeouts tls tracing vars`)
}}

// caddyOptions are global options that change no result.
var caddyOptions = lazy.Value[map[string]bool]{Make: func() map[string]bool {
	return namesOf(`
	acme_ca acme_ca_root acme_dns acme_eab admin auto_https cert_issuer cert_lifetime debug
	default_bind default_sni dns ech email events fallback_sni grace_period http_port
	https_port key_type local_certs log metrics ocsp_interval ocsp_stapling on_demand_tls
	persist_config pki preferred_chains renew_interval renewal_window_ratio servers
	shutdown_delay skip_install_trust storage storage_check storage_clean_interval tls_automate_names
	tls_resolvers`)
}}

// caddyProxy are the options of reverse_proxy that change no path.
var caddyProxy = lazy.Value[map[string]bool]{Make: func() map[string]bool {
	return namesOf(`
	dynamic fail_duration flush_interval header_down header_up health_body
	health_fails health_follow_redirects health_headers health_interval health_method health_passes
	health_port health_request_body health_status health_timeout health_upstream health_uri
	lb_policy lb_retries lb_retry_match lb_try_duration lb_try_interval max_fails
	request_buffers response_buffers stream_buffer_size stream_close_delay stream_timeout to transport trusted_proxies
	unhealthy_latency unhealthy_request_count unhealthy_status verbose_logs`)
}}

// A caddyReader reads one site.
type caddyReader struct {
	*configReader
	snippets map[string]*directive
	routes   map[string]*directive // that invoke names
	errors   []*directive          // handle_errors
	status   int                   // of the error that handle_errors is about, or 0
	host     string                // of requests, or ""
	scheme   string                // of requests, or ""
	hosts    []string              // that matchers name
	onHost   bool                  // a matcher is on the host
	order    []string              // of directives
	groups   []string              // the names of the groups of an expression
	maps     map[string]*directive
	doubts   []plan.Step // for every target
	root     string      // the folder of files
	made     int         // parts of texts
	json     bool        // its routes say themselves of which group they are

	// Of the matcher that is read: escapes in its patterns, one of which a target must have to
	// match them, and whether its parameters are taken to match.
	escaped *plan.Condition
	queried partial
}

// A caddyScope holds the named matchers of a block.
type caddyScope struct {
	matchers map[string]*directive
	outer    *caddyScope
}

func (s *caddyScope) find(name string) *directive {
	for ; s != nil; s = s.outer {
		if d := s.matchers[name]; d != nil {
			return d
		}
	}
	return nil
}

// doubt notes a directive that can change the result of every target of a site.
//
//go:noinline
func (c *caddyReader) doubt(d *directive, note string) {
	steps := c.doubted(d, note, everyTarget)
	if c.doubts == nil {
		c.doubts = steps
	}
}

// expand puts snippets in the place of the directives that import them.
func (c *caddyReader) expand(block []*directive, depth int) []*directive {
	if !anyDirective(block, func(d *directive) bool { return d.name == "import" }) {
		return block
	}
	var list []*directive
	for _, d := range block {
		if d.name != "import" {
			list = append(list, d)
			continue
		}
		snippet := c.snippets[d.arg(0)]
		switch {
		case snippet == nil:
			c.doubt(d, otherFile)
		case d.open || depth == maxNesting:
			c.doubt(d, "a snippet that is not followed")
		case c.reuse(len(snippet.block)):
			body := snippet.block
			if len(d.args) > 1 {
				body = c.withArgs(body, d.args[1:])
			}
			c.understood(d)
			list = append(list, c.expand(body, depth+1)...)
		}
	}
	return list
}

// withArgs returns directives with the arguments of an import.
func (c *caddyReader) withArgs(block []*directive, args []string) []*directive {
	if !c.reuse(len(block)) {
		return nil
	}
	list := make([]*directive, len(block))
	put := func(word string) string {
		if !strings.Contains(word, "{args") {
			return word
		}
		var b strings.Builder
		for {
			before, rest, ok := strings.Cut(word, "{args")
			b.WriteString(before)
			if !ok {
				return b.String()
			}
			index, after, _ := strings.Cut(rest, "}")
			i, err := strconv.Atoi(strings.Trim(index, "[.]"))
			if err != nil || i < 0 || i >= len(args) || !c.reuse(len(args[i])) {
				b.WriteString("{args")
				word = rest
				continue
			}
			b.WriteString(args[i])
			word = after
		}
	}
	for i, d := range block {
		e := *d
		e.name, e.args = put(d.name), make([]string, len(d.args))
		for k, arg := range d.args {
			e.args[k] = put(arg)
		}
		e.block = c.withArgs(d.block, args)
		list[i] = &e
	}
	return list
}

// unset reports whether the name or an argument has an environment variable, or an
// argument of a snippet, for which the file has no value.
func (d *directive) unset() bool {
	open := func(word string) bool {
		return strings.Contains(word, "{$") || strings.Contains(word, "{args") || strings.Contains(word, "{block")
	}
	return open(d.name) || slices.ContainsFunc(d.args, open)
}

// unsetWithin is unset for a directive and its block.
func (d *directive) unsetWithin() bool {
	return d.unset() || anyDirective(d.block, (*directive).unsetWithin)
}

// compile returns the steps of directives, followed by those of after.
func (c *caddyReader) compile(block []*directive, outer *caddyScope, literal bool, after []plan.Step) []plan.Step {
	scope := &caddyScope{map[string]*directive{}, outer}
	var list []*directive
	outside := c.root
	root := outside
	defer func() { c.root = outside }()
	for _, d := range c.expand(block, 0) {
		ordered := d.name == "handle_path" || amongTexts(strings.Fields(caddyOrder), d.name)
		switch {
		case strings.HasPrefix(d.name, "@"):
			scope.matchers[d.name] = d
		case d.name == "root":
			if args := argsOf(d); len(args) == 1 && len(d.args) == 1 || d.arg(0) == "*" && len(args) == 1 {
				root = args[0]
			} else {
				root = "{" // it depends
			}
		case d.name == "handle_errors" && outer == nil:
		case d.name == "map":
			for _, to := range d.args[min(1, len(d.args)):] {
				c.maps[strings.Trim(to, "{}")] = d
			}
		case ordered, c.json && !caddyHarmless.Get()[d.name]:
			list = append(list, d)
		case !caddyHarmless.Get()[d.name]:
			c.doubt(d, mayChange)
		}
	}
	c.root = root
	if !c.json {
		if !literal {
			c.sort(list, scope)
		}
		list = c.joined(list, scope)
	}
	list = slices.DeleteFunc(list, func(d *directive) bool { return caddyHarmless.Get()[d.name] })
	// Of a group, only the first that matches applies. From the last to the first, so that the steps
	// that follow are known, for each set of groups of which one may have matched before.
	first, last, bits := map[string]int{}, map[string]int{}, map[string]int{}
	grouped := !c.json && (!literal || program.CompareVersions(c.version, "2.7") >= 0)
	for i, d := range list {
		switch {
		case !grouped:
		case d.name == "handle" || d.name == "handle_path":
			d.group = "handle"
		case d.name == "rewrite":
			d.group = "rewrite"
		}
		if _, ok := first[d.group]; !ok {
			first[d.group], bits[d.group] = i, 1<<len(bits)
		}
		last[d.group] = i
	}
	open := func(at int) (set int) {
		for g, bit := range bits {
			if g != "" && first[g] < at && at <= last[g] {
				set |= bit
			}
		}
		return set
	}
	if len(bits) > 6 {
		return c.given(list[0], "more groups of routes than are followed")
	}
	steps := map[int][]plan.Step{0: after}
	for i, d := range slices.Backward(list) {
		behind := open(i + 1)
		made := map[int][]plan.Step{}
		own := bits[d.group]
		if d.group == "" {
			own = 0
		}
		all := open(i)
		for set := all; ; set = (set - 1) & all {
			rest := steps[set&behind]
			if set&own == 0 && c.reuse(len(rest)) {
				rest = c.compiled(d, scope, own != 0, steps[(set|own)&behind], rest)
			}
			if set != 0 && len(rest) > 8 { // what is put before it copies it
				rest = onwards(fmt.Sprintf("go on at line %d", d.line), rest)
			}
			if made[set] = rest; set == 0 {
				break
			}
		}
		steps = made
	}
	return steps[0]
}

// compiled returns the steps of a directive, followed by next where it applies and by rest where it
// does not: they differ for one of a group.
func (c *caddyReader) compiled(d *directive, scope *caddyScope, grouped bool, next, rest []plan.Step) []plan.Step {
	goOn := fmt.Sprintf("go on behind line %d", d.line)
	if d.unset() || d.name != "handle" && d.name != "route" && d.name != "handle_path" && d.unsetWithin() {
		return c.given(d, "a variable that this file does not set")
	}
	terms, file, isFile := withoutFile(caddyTerms(scope.find(d.arg(0))))
	query, odd := caddyQuery(terms, 0)
	c.escaped, c.queried = plan.None, depends
	if query != nil {
		c.queried = wholly(plan.Any)
	}
	holds, hasMatcher := c.matcher(d, terms)
	if file != nil && len(terms) == 0 {
		holds = wholly(plan.Any)
	}
	if hasMatcher && holds.sure == plan.None && holds.possible == plan.None && query == nil && c.escaped == plan.None {
		return rest // not of a GET
	}
	escaped := c.escaped
	if amongTexts([]string{"handle", "handle_path", "route", "invoke", "try_files", "php_fastcgi", "forward_auth", "basic_auth", "basicauth"}, d.name) {
		next = onwards(goOn, next)
	}
	var body []plan.Step
	passes := file != nil && isFile && relativeFile(d)
	if !passes {
		body, passes = c.body(d, scope, next)
	}
	if passes && (file != nil || grouped) {
		body, passes = stepsOf(body, onwards(goOn, next)), false
	}
	if file != nil {
		body = c.onFile(d, file, isFile, body, onwards(goOn, rest))
	}
	if hasMatcher && (query != nil || escaped != plan.None) {
		if passes {
			body, passes = stepsOf(body, onwards(goOn, rest)), false
		}
		body, rest = onwards("go on in line "+strconv.Itoa(d.line), body), onwards(goOn, rest)
	}
	steps := c.where(d, terms, holds, hasMatcher, body, passes, grouped, rest)
	if query != nil {
		of := func(queried partial) []plan.Step {
			c.queried = queried
			holds, _ := c.matcher(d, terms)
			return c.where(d, terms, holds, true, body, false, grouped, rest)
		}
		on := []plan.Step{&plan.Put{To: plan.ToTarget, Text: plan.Text{{Kind: plan.Query}}}}
		steps = c.chooses([]plan.Case{{On: on, If: odd, Steps: of(depends)}, {On: on, If: query, Steps: steps}}, of(wholly(plan.None)))
	}
	if escaped != plan.None {
		steps = c.chooses([]plan.Case{{If: escaped, Steps: c.given(d, "a pattern with an escape")}}, steps)
	}
	return steps
}

// where returns the steps of a directive for its matcher: body where it holds, and rest behind it or
// instead.
func (c *caddyReader) where(d *directive, terms []*directive, holds partial, hasMatcher bool, body []plan.Step, passes, grouped bool, rest []plan.Step) []plan.Step {
	goOn := fmt.Sprintf("go on behind line %d", d.line)
	switch {
	case hasMatcher && !holds.followed() && holds.plain != nil:
		return c.optional(d, holds, c.looked(d, terms), body, passes, onwards(goOn, rest))
	case passes && len(body) == 0:
		return rest
	case !hasMatcher && passes:
		return append(slices.Clone(body), rest...)
	case !hasMatcher:
		return body
	}
	var unknown []plan.Step
	if !holds.followed() {
		unknown = c.given(d, "a matcher that is not followed, or not on the path")
	}
	cases := holds.follow(body, unknown)
	for i := range cases {
		cases[i].On = c.looked(d, terms)
	}
	switch {
	case passes:
		return append(slices.Clone(c.chooses(cases, nil)), rest...)
	case grouped && len(rest) > 1:
		rest = onwards(goOn, rest)
	}
	return c.chooses(cases, rest)
}

// joined puts directives together that follow one another and have the same matcher: Caddy makes
// one route of them, whose matcher is asked once, whatever the first of them does to the path.
// Only those that change the path matter. A rewrite is a route of its own.
func (c *caddyReader) joined(list []*directive, scope *caddyScope) []*directive {
	var joined []*directive
	for len(list) > 0 {
		d := list[0]
		matcher := scope.matcherText(d)
		changes, n := false, 0
		for ; n < len(list) && matcher != "" && caddyJoins(list[n].name) && scope.matcherText(list[n]) == matcher && c.reuse(1); n++ {
			changes = changes || n+1 < len(list) && (list[n].name == "uri" || list[n].name == "route")
		}
		if n < 2 || !changes {
			n = max(n, 1)
			joined, list = append(joined, list[:n]...), list[n:]
			continue
		}
		route := &directive{name: "route", args: d.args[:1], line: d.line, file: d.file, open: true}
		for _, x := range list[:n] {
			one := *x
			one.args = x.args[1:]
			route.block = append(route.block, &one)
		}
		joined, list = append(joined, route), list[n:]
	}
	return joined
}

// caddyJoins reports whether a directive is one route, and in no group.
func caddyJoins(name string) bool {
	return !amongTexts([]string{"rewrite", "handle", "handle_path", "try_files", "php_fastcgi", "forward_auth", "basic_auth", "basicauth", "root", "invoke", "map"}, name)
}

// matcherText returns the matcher of a directive as text, or "" for none.
func (s *caddyScope) matcherText(d *directive) string {
	switch m := d.arg(0); {
	case strings.HasPrefix(m, "/"):
		return "path " + m
	case strings.HasPrefix(m, "@"):
		var lines []string
		for _, t := range caddyTerms(s.find(m)) {
			lines = append(lines, (&directive{name: t.name, args: t.args}).String())
			for _, x := range t.block {
				lines = append(lines, t.name+"{"+x.String())
			}
		}
		slices.Sort(lines)
		return strings.Join(lines, "\n")
	}
	return ""
}

// optional returns the steps of a directive whose matcher is on fields that a plain request has
// not: both outcomes are told.
func (c *caddyReader) optional(d *directive, holds partial, on, body []plan.Step, passes bool, rest []plan.Step) []plan.Step {
	if passes && len(body) == 0 {
		return rest
	}
	if passes {
		body = stepsOf(body, rest)
	}
	return c.either(d.name+" "+d.arg(0), holds, on, body, rest)
}

// sort sorts directives as Caddy does. Its comparison is no order: a directive with
// several paths is neither before nor after the others, so that the algorithm counts.
func (c *caddyReader) sort(list []*directive, scope *caddyScope) {
	type key struct {
		rank    int
		matched bool
		path    string
	}
	type route struct {
		key
		d *directive
	}
	routes := make([]route, len(list))
	for i, d := range list {
		k := key{rank: c.rank(d.name)}
		m := d.arg(0)
		switch {
		case strings.HasPrefix(m, "/"):
			k.matched, k.path = true, m
		case strings.HasPrefix(m, "@"):
			k.matched = true
			if paths := caddyPaths(scope.find(m)); len(paths) == 1 {
				k.path = paths[0]
			}
		}
		routes[i] = route{k, d}
	}
	sort.SliceStable(routes, func(i, j int) bool {
		a, b := routes[i].key, routes[j].key
		if a.rank != b.rank {
			return a.rank < b.rank
		}
		if a.path == "" || b.path == "" {
			return a.matched && !b.matched
		}
		short, long := strings.TrimSuffix(a.path, "*"), strings.TrimSuffix(b.path, "*")
		switch {
		case short == long:
			return len(a.path) < len(b.path)
		case len(short) == len(long):
			return short < long
		}
		return len(short) > len(long)
	})
	for i := range list {
		list[i] = routes[i].d
	}
}

// caddyTerms returns the matchers of a named matcher.
func caddyTerms(named *directive) []*directive {
	if named == nil {
		return nil
	}
	if len(named.args) > 0 {
		return []*directive{{name: named.args[0], args: named.args[1:], line: named.line, block: named.block, open: named.open}}
	}
	return named.block
}

// withoutFile takes the one matcher on files out of others, and reports whether there must be one.
func withoutFile(terms []*directive) (others []*directive, file *directive, is bool) {
	for i, t := range terms {
		of := t
		if inner := caddyTerms(t); t.name == "not" && len(inner) == 1 {
			of = inner[0]
		}
		if of.name == "file" && !t.unsetWithin() {
			return append(slices.Clone(terms[:i]), terms[i+1:]...), of, of == t
		}
	}
	return terms, nil, false
}

// caddyPaths returns the patterns of path in a named matcher.
func caddyPaths(named *directive) []string {
	var paths []string
	for _, term := range caddyTerms(named) {
		if term.name == "path" {
			paths = append(paths, term.args...)
		}
	}
	return paths
}

// argsOf returns the arguments after the matcher.
func argsOf(d *directive) []string {
	if m := d.arg(0); m == "*" || strings.HasPrefix(m, "@") || strings.HasPrefix(m, "/") {
		return d.args[1:]
	}
	return d.args
}

// body returns the steps of a directive, and whether the directives after it are
// reached.
func (c *caddyReader) body(d *directive, scope *caddyScope, next []plan.Step) (steps []plan.Step, passes bool) {
	args := argsOf(d)
	switch d.name {
	case "reverse_proxy":
		for _, x := range c.expand(d.block, 0) {
			switch {
			case !caddyProxy.Get()[x.name], x.name == "transport" && x.arg(0) != "http":
				return c.given(x, mayChange), false
			case x.name == "header_up" && tellsPath(strings.TrimLeft(x.arg(0), "+-?>")):
				c.missed(x, "it may tell the next server another path")
			}
		}
		c.understood(d)
		return []plan.Step{plan.CaddyForward}, false
	case "metrics":
		c.understood(d)
		return []plan.Step{plan.Answer(200)}, false
	case "acme_server":
		return []plan.Step{when(plan.Prefix("/acme/"), c.given(d, mayChange))}, true
	case "invoke":
		name := strings.Join(argsOf(d), " ")
		if route := c.routes[name]; route != nil && c.reuse(len(route.block)) {
			c.understood(d)
			c.routes[name] = nil // within itself
			steps = c.compile(route.block, &caddyScope{}, false, next)
			c.routes[name] = route
			return steps, false
		}
	case "handle", "route":
		c.understood(d)
		return c.compile(d.block, scope, d.name == "route", next), false
	case "handle_path":
		prefix, ok := strings.CutSuffix(d.arg(0), "/*")
		if !ok && strings.HasSuffix(prefix, "*") || strings.ContainsAny(prefix, "*%{") || d.arg(0) == "" {
			return c.given(d, mayChange), false
		}
		c.understood(d)
		if prefix == "" {
			return c.compile(d.block, scope, false, next), false
		}
		return append([]plan.Step{plan.StripPrefix(prefix)}, c.compile(d.block, scope, false, next)...), false
	case "uri":
		return c.uri(d, args)
	case "rewrite":
		if len(args) == 1 && !d.open {
			return c.rewrite(d, args[0], c.expressionOf(d, scope)), true
		}
	case "intercept":
		if !anyDirective(d.block, func(x *directive) bool {
			return strings.HasPrefix(x.name, "@") && (x.arg(0) != "status" || strings.HasPrefix(x.arg(1), "2"))
		}) {
			return nil, true // it acts on other answers of the next server
		}
	case "redir":
		return c.redirect(d, args, c.expressionOf(d, scope)), false
	case "try_files":
		return c.tries(d, args, next), false
	case "php_fastcgi":
		return c.php(d, next), false
	case "basic_auth", "basicauth":
		c.understood(d)
		return append([]plan.Step{&plan.Fork{If: "the credentials are those of a user", Who: true, Steps: next}}, c.failed(401)...), false
	case "forward_auth":
		c.understood(d)
		return append([]plan.Step{&plan.Fork{If: "forward_auth refuses the request", Steps: []plan.Step{plan.Answer(401)}}}, next...), false
	case "respond", "error":
		status, text := cmp.Or(c.status, 200), ""
		if d.name == "error" {
			status = 500
		}
		switch {
		case len(args) == 1 && len(args[0]) == 3 || len(args) == 2:
			text = args[len(args)-1]
		case len(args) > 2 || d.open && d.name == "respond" && anyDirective(d.block, func(x *directive) bool { return x.name != "body" && x.name != "close" }):
			return c.given(d, mayChange), false
		}
		if n, err := strconv.Atoi(text); text != "" {
			switch {
			case err == nil && 200 <= n && n <= 599:
				status = n
			case err == nil || len(args) == 2:
				return c.given(d, mayChange), false
			}
		}
		c.understood(d)
		if d.name == "error" {
			return c.failed(status), false
		}
		return []plan.Step{plan.Answer(status)}, false
	case "abort":
		c.understood(d)
		return []plan.Step{plan.Answer(0)}, false
	case "file_server":
		return c.files(d), false
	case "request_header":
		if slices.ContainsFunc(args, func(arg string) bool { return tellsPath(strings.TrimLeft(arg, "+-?>")) }) {
			c.missed(d, "it may tell the next server another path")
		}
		return nil, true
	}
	return c.given(d, mayChange), false
}

// expressionOf returns the name of the regular expression of the matcher of a directive.
func (c *caddyReader) expressionOf(d *directive, scope *caddyScope) string {
	if m := d.arg(0); strings.HasPrefix(m, "@") {
		for _, t := range caddyTerms(scope.find(m)) {
			if t.name == "path_regexp" && len(t.args) > 0 {
				c.groups = nil
				if one, err := regexp.Compile(t.args[len(t.args)-1]); err == nil {
					c.groups = one.SubexpNames()
				}
				if len(t.args) == 2 {
					return t.arg(0)
				}
				if program.CompareVersions(c.version, "2.8") >= 0 {
					return strings.TrimPrefix(m, "@")
				}
			}
		}
	}
	return ""
}

// looked returns the steps that make what the matcher of a directive looks at.
func (c *caddyReader) looked(d *directive, terms []*directive) []plan.Step {
	if len(terms) == 1 && terms[0].name == "expression" {
		if _, on := c.compared(terms[0]); on != nil {
			return on
		}
	}
	if m := d.arg(0); strings.HasPrefix(m, "@") && hasExpression(terms) {
		return []plan.Step{plan.CaddyDecode, plan.CaddyCleaned}
	}
	return []plan.Step{plan.CaddyMatched}
}

func hasExpression(terms []*directive) bool {
	return anyDirective(terms, func(t *directive) bool { return t.name == "path_regexp" })
}

// matcher returns the condition of the matcher of a directive, and whether it has one.
func (c *caddyReader) matcher(d *directive, terms []*directive) (holds partial, ok bool) {
	m := d.arg(0)
	switch {
	case strings.HasPrefix(m, "/"):
		return c.patterns([]string{m}), true
	case strings.HasPrefix(m, "@"):
		return c.named(terms, 0), true
	}
	return wholly(plan.Any), false
}

// named returns the condition of a named matcher, all of whose terms must hold.
func (c *caddyReader) named(terms []*directive, depth int) partial {
	if len(terms) == 0 || depth == maxNesting || !c.reuse(len(terms)) {
		return depends
	}
	all := wholly(plan.Any)
	var paths []string
	for _, t := range terms {
		switch {
		case t.unsetWithin():
			all = all.and(depends)
		case t.name == "query" && depth < 2:
			all = all.and(c.queried)
		case len(t.args) == 0 && caddyCalls(t.name), t.name == "expression" && len(t.args) == 1 && caddyCalls(t.arg(0)):
			e := caddyExpression{c, cmp.Or(t.arg(0), t.name)}
			if all = all.and(e.or()); strings.TrimSpace(e.text) != "" {
				return depends
			}
		case strings.HasPrefix(t.name, "path(") || t.name == "expression" && strings.HasPrefix(t.arg(0), "path("):
			list, ok := strings.CutSuffix(strings.TrimPrefix(t.name+strings.Join(t.args, ""), "expression"), ")")
			for word := range strings.SplitSeq(strings.TrimPrefix(list, "path("), ",") {
				word = strings.TrimSpace(word)
				bare := strings.Trim(word, `'"`)
				if ok = ok && len(bare) == len(word)-2 && !strings.ContainsAny(bare, `'"()`); ok {
					paths = append(paths, bare)
				}
			}
			if !ok {
				return depends
			}
		case t.name == "path_regexp" && depth == 0 && len(t.args) > 0:
			one, ok := capturing(goRegexp, t.args[len(t.args)-1], false)
			if ok = ok && octetwise(one.Pattern.Tree, false) && c.reuse(maxExpression); !ok {
				return depends
			}
			all = all.and(wholly(one))
		case t.name == "path" && depth == 0 && hasExpression(terms), t.name == "not" && hasExpression(terms):
			return depends // one is in lower case
		case t.name == "path":
			paths = append(paths, t.args...)
		case t.name == "host":
			all = all.and(c.onHosts(t.args))
		case t.name == "protocol" && c.scheme != "" && (t.arg(0) == "http" || t.arg(0) == "https"):
			all = all.and(decided(t.arg(0) == c.scheme))
		case (t.name == "remote_ip" || t.name == "client_ip") && !anyAddress(t.args):
			all = all.and(names)
		case t.name == "expression" && len(terms) == 1 && depth == 0, t.name == "expression" && c.status != 0:
			one, on := c.compared(t)
			if on != nil && depth > 0 {
				one = depends
			}
			all = all.and(one)
		case t.name == "method":
			all = all.and(decided(amongTexts(t.args, "GET")))
		case t.name == "header" || t.name == "header_regexp":
			all = all.and(lacks)
		case t.name == "not":
			all = all.and(c.named(caddyTerms(t), depth+1).not())
		case t.name == "sets" && c.json && !anyDirective(t.block, func(set *directive) bool { return hasExpression(set.block) }):
			some, queried := wholly(plan.None), c.queried
			c.queried = depends
			for _, set := range t.block {
				some = some.or(c.named(set.block, depth+1))
			}
			c.queried = queried
			all = all.and(some)
		default:
			all = all.and(depends)
		}
	}
	if paths != nil {
		all = all.and(c.patterns(paths))
	}
	return all
}

// caddyQuery returns the condition of the parameters that terms ask for, all in one place, and where
// it is not known, because the query is decoded. It returns nil for other terms.
func caddyQuery(terms []*directive, depth int) (is, odd *plan.Condition) {
	values := map[string]*plan.Condition{}
	var keys []string
	plain := percent.ByteSet{}.AddRange('a', 'z').AddRange('A', 'Z').AddRange('0', '9').Add("-._~").Complement()
	for _, t := range terms {
		if inner := caddyTerms(t); t.name == "not" && depth == 0 {
			if within, _ := caddyQuery(inner, 1); within != nil {
				if is != nil || keys != nil {
					return nil, nil
				}
				is = within
			}
		}
		if t.name != "query" {
			continue
		}
		for _, arg := range t.args {
			key, value, ok := strings.Cut(arg, "=")
			if !ok || key == "" || has(key, plain) || value != "*" && has(value, plain) {
				return nil, nil
			}
			expr := "(?:^|&)" + quoted(key) + "=" + quoted(value) + "(?:&|$)"
			if value == "*" {
				expr = "(?:^|&)" + quoted(key) + "(?:[=&]|$)"
			}
			one, _ := expression(goRegexp, expr, false)
			if before := values[key]; before != nil {
				one = plan.Or(before, one)
			} else {
				keys = append(keys, key)
			}
			values[key] = one
		}
	}
	switch {
	case is != nil && keys != nil:
		return nil, nil
	case keys != nil:
		is = plan.Any
		for _, key := range keys {
			is = plan.And(is, values[key])
		}
	}
	return is, plan.Or(plan.Part("%"), plan.Or(plan.Part("+"), plan.Part(";")))
}

// caddyCalls reports whether an expression calls matchers on paths and methods, and joins them.
func caddyCalls(text string) bool {
	return (strings.Contains(text, "path(") || strings.Contains(text, "method(")) && strings.ContainsAny(text, "!&|")
}

// A caddyExpression is the rest of an expression.
type caddyExpression struct {
	c    *caddyReader
	text string
}

func (e *caddyExpression) takes(token string) (ok bool) {
	e.text, ok = strings.CutPrefix(strings.TrimSpace(e.text), token)
	return ok
}

func (e *caddyExpression) or() partial {
	p := e.and()
	for e.takes("||") {
		p = p.or(e.and())
	}
	return p
}

func (e *caddyExpression) and() partial {
	p := e.one()
	for e.takes("&&") {
		p = p.and(e.one())
	}
	return p
}

func (e *caddyExpression) one() partial {
	switch {
	case !e.c.reuse(100):
		return depends
	case e.takes("!"):
		return e.one().not()
	case e.takes("("):
		if p := e.or(); e.takes(")") {
			return p
		}
	}
	name, rest, ok := strings.Cut(e.text, "(")
	list, rest, closed := strings.Cut(rest, ")")
	if e.text = rest; !ok || !closed {
		e.text = "?"
		return depends
	}
	var words []string
	for word := range strings.SplitSeq(list, ",") {
		word = strings.TrimSpace(word)
		bare := strings.Trim(word, `'"`)
		if len(bare) != len(word)-2 {
			return depends
		}
		words = append(words, bare)
	}
	switch strings.TrimSpace(name) {
	case "path":
		return e.c.patterns(words)
	case "method":
		return decided(amongTexts(words, "GET"))
	}
	return depends
}

// patterns returns a condition that holds if one of the patterns of path matches.
func (c *caddyReader) patterns(list []string) partial {
	if !c.reuse(len(list)) {
		return depends
	}
	some := wholly(plan.None)
	for _, p := range list {
		if one, ok := caddyPattern(p); ok {
			some = some.or(wholly(one))
		} else if escape := caddyEscape.Get().FindString(p); escape != "" {
			// Caddy compares what is behind the pattern decoded.
			c.escaped = plan.Or(c.escaped, plan.Or(plan.Part("%25"), &plan.Condition{Kind: plan.IsFoldedPart, Text: strings.ToLower(escape)}))
		} else {
			some = some.or(depends)
		}
	}
	return some
}

// caddyEscape is an escape in a pattern, which is compared with one in the path.
var caddyEscape = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp { return regexp.MustCompile(`%[0-9A-Fa-f]{2}`) }}

// caddyPattern returns the condition of one pattern of path:
// https://caddyserver.com/docs/caddyfile/matchers#path.
func caddyPattern(pattern string) (*plan.Condition, bool) {
	pattern = strings.ToLower(pattern)
	bare := strings.Trim(pattern, "*")
	switch {
	case strings.ContainsAny(bare, "%{?[\\") || strings.Contains(pattern, "**") || strings.Contains(pattern, "//"):
		return nil, false
	case strings.Contains(bare, "*"):
		// Each * stands for octets of one segment.
		return expression(goRegexp, `\A`+strings.ReplaceAll(regexp.QuoteMeta(pattern), `\*`, `[^/]*`)+`\z`, false)
	case pattern == "*":
		return plan.Any, true
	case strings.HasPrefix(pattern, "*") && strings.HasSuffix(pattern, "*"):
		return plan.Part(bare), true
	case strings.HasPrefix(pattern, "*"):
		return plan.Suffix(bare), true
	case strings.HasSuffix(pattern, "*"):
		return plan.Prefix(bare), true
	}
	return plan.Path(pattern), true
}
