package config

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/hop/internal/plan"
)

// readNginx reads a file of nginx: servers, their locations, and how these handle
// paths.
func readNginx(r *configReader, text string) error {
	list, err := nginxDirectives(text)
	if err != nil {
		return err
	}
	n := nginxReader{configReader: r}
	if slices.ContainsFunc(list, func(d *directive) bool { return d.name == "location" }) {
		n.server(&directive{line: 1, block: list, open: true}, nil) // a file that a server includes
		return nil
	}
	if i := slices.IndexFunc(list, func(d *directive) bool { return d.name == "http" }); i >= 0 {
		for _, d := range list {
			if d.name == "include" {
				n.missed(d, "another file, which is not read; beside http it can hold nothing on paths")
			}
		}
		list = list[i].block
	}
	n.http(list)
	return nil
}

// nginxDirectives returns the directives of a file: words up to a semicolon or a block,
// quoted or not, without comments, which begin at a #.
func nginxDirectives(text string) ([]*directive, error) {
	root := &directive{open: true}
	stack := []*directive{root}
	var words []string
	line, begun, count := 1, 1, 0
	var failed error
	add := func(open bool) *directive {
		d := &directive{name: words[0], args: words[1:], line: begun, open: open}
		words = nil
		if count++; count > maxDirectives && failed == nil {
			failed = errTooManyDirectives
		}
		if d.name == "location" && (len(d.args) == 0 || len(d.args) > 2) && failed == nil {
			failed = fmt.Errorf("config: line %d: a location without a path, or with more than one", begun)
		}
		top := stack[len(stack)-1]
		top.block = append(top.block, d)
		return d
	}
	for i := 0; i < len(text) && failed == nil; {
		switch c := text[i]; {
		case c == '\n':
			line++
			i++
		case c == ' ' || c == '\t' || c == '\r':
			i++
		case c == '#':
			for i < len(text) && text[i] != '\n' {
				i++
			}
		case c == ';':
			if len(words) == 0 {
				return nil, fmt.Errorf("config: line %d: a semicolon without a directive", line)
			}
			add(false)
			i++
		case c == '{':
			switch {
			case len(words) == 0:
				return nil, fmt.Errorf("config: line %d: a block without a directive", line)
			case len(stack) > maxNesting:
				return nil, fmt.Errorf("config: line %d: more than %d blocks in one another", line, maxNesting)
			}
			i++
			d := add(true)
			if strings.HasSuffix(d.name, "_by_lua_block") {
				n := closing(text[i:])
				if n < 0 {
					return nil, fmt.Errorf("config: line %d: a block without an end", line)
				}
				line += strings.Count(text[i:i+n], "\n")
				i += n + 1
				continue
			}
			stack = append(stack, d)
		case c == '}':
			switch {
			case len(words) > 0:
				return nil, fmt.Errorf("config: line %d: no semicolon after %q", begun, words[0])
			case len(stack) == 1:
				return nil, fmt.Errorf("config: line %d: a } without a block", line)
			}
			stack = stack[:len(stack)-1]
			i++
		default:
			if len(words) == 0 {
				begun = line
			}
			word, n, ok := nginxWord(text[i:])
			if !ok {
				return nil, fmt.Errorf("config: line %d: a quotation mark without its other", line)
			}
			line += strings.Count(text[i:i+n], "\n")
			words = append(words, word)
			i += n
		}
	}
	switch {
	case failed != nil:
		return nil, failed
	case len(words) > 0:
		return nil, fmt.Errorf("config: line %d: no semicolon after %q", begun, words[0])
	case len(stack) > 1:
		return nil, fmt.Errorf("config: line %d: a block without an end", stack[len(stack)-1].line)
	}
	return root.block, nil
}

// closing returns the index of the } that closes a block of Lua, or -1.
func closing(text string) int {
	depth := 1
	for i := range len(text) {
		switch text[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// nginxWord returns the word at the start of text, and its length there.
func nginxWord(text string) (word string, n int, ok bool) {
	var b strings.Builder
	quote := text[0]
	if quote != '"' && quote != '\'' {
		quote = 0
	} else {
		n = 1
	}
	for ; n < len(text); n++ {
		c := text[n]
		switch {
		case c == '\\' && n+1 < len(text):
			n++
			if strings.IndexByte(`"'\ `, text[n]) < 0 {
				b.WriteByte('\\')
			}
			b.WriteByte(text[n])
		case quote != 0 && c == quote:
			return b.String(), n + 1, true
		case quote == 0 && c == '{' && n > 0 && text[n-1] == '$':
			b.WriteByte(c)
			for n++; n < len(text) && text[n] != '}' && text[n] != '\n'; n++ {
				b.WriteByte(text[n])
			}
			if n < len(text) {
				b.WriteByte(text[n])
			}
		case quote == 0 && strings.IndexByte(" \t\r\n;{", c) >= 0:
			return b.String(), n, true
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), min(n, len(text)), quote == 0
}

type nginxReader struct {
	*configReader
	shared *nginxServer

	// What a block inherits.
	root, alias   *directive
	access, pages []*directive // allow and deny; error_page
	auth          []*directive
	any           bool // satisfy any
	index         []*directive
	doubts        []plan.Step // for a directive that is not followed
}

// An nginxServer is what all blocks of a server share.
type nginxServer struct {
	plainPages map[string]bool // locations of one path that only serve a file
	indexed    bool            // the name of an index may lead to another location
	locations  int
}

// http reads the directives of http.
func (n nginxReader) http(list []*directive) {
	n = n.within(list, everyTarget)
	merges := nginxMerge(list, true)
	var servers []*directive
	for _, d := range list {
		switch {
		case d.name == "server" && d.open:
			servers = append(servers, d)
		case d.name == "merge_slashes":
			n.understood(d)
		}
	}
	if len(servers) > maxSites {
		n.fail(errTooManySites)
		return
	}
	// The server that is the default of an address reads the target, before another is
	// chosen by name, which over TLS is known by then.
	defaults := map[string]*directive{}
	chosen := map[string]bool{}
	for _, s := range servers {
		for _, l := range nginxListens(s) {
			switch address := nginxAddress(l); {
			case slices.Contains(l.args, "default_server") || slices.Contains(l.args, "default"):
				defaults[address], chosen[address] = s, true
			case defaults[address] == nil && !chosen[address]:
				defaults[address] = s
			}
		}
	}
	for _, s := range servers {
		own := nginxMerge(s.block, merges)
		var merging [2]bool
		for _, l := range nginxListens(s) {
			merging[btoi(nginxMerge(defaults[nginxAddress(l)].block, merges))] = true
			if slices.Contains(l.args, "ssl") || slices.Contains(l.args, "quic") {
				merging[btoi(own)] = true
			}
		}
		var slashes []plan.Step
		switch {
		case merging[0] && merging[1]:
			d := cmp.Or(s.find("merge_slashes"), s)
			slashes = []plan.Step{when(plan.Part("//"), n.doubted(d, "the server of another name may read the target", "targets with two slashes"))}
		case merging[1]:
			slashes = []plan.Step{plan.MergeSlashes}
		}
		n.server(s, slashes)
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// nginxMerge returns whether merge_slashes is on in a block.
func nginxMerge(block []*directive, inherited bool) bool {
	for _, d := range block {
		if d.name == "merge_slashes" {
			inherited = !strings.EqualFold(d.arg(0), "off")
		}
	}
	return inherited
}

var nginxDefaultListen = &directive{name: "listen", args: []string{"80"}}

// nginxListens returns the directives listen of a server.
func nginxListens(s *directive) []*directive {
	var list []*directive
	for _, d := range s.block {
		if d.name == "listen" {
			list = append(list, d)
		}
	}
	if list == nil {
		return []*directive{nginxDefaultListen}
	}
	return list
}

// nginxAddress returns the address and port of a listen.
func nginxAddress(l *directive) string {
	address := strings.ToLower(l.arg(0))
	if _, err := strconv.Atoi(address); err == nil {
		return "*:" + address
	}
	if i := strings.LastIndexByte(address, ':'); strings.HasPrefix(address, "unix:") || i > strings.LastIndexByte(address, ']') {
		return strings.Replace(address, "0.0.0.0:", "*:", 1)
	}
	return address + ":80"
}

// within returns the reader for a block, with what that changes and inherits. changes
// says which targets come to the block.
func (n nginxReader) within(block []*directive, changes string) nginxReader {
	var access, pages, auth, index []*directive
	doubt := func(d *directive, note string) {
		steps := n.doubted(d, note, changes)
		if n.doubts == nil {
			n.doubts = steps
		}
	}
	for _, d := range block {
		switch d.name {
		case "root":
			n.root, n.alias = d, nil
		case "alias":
			n.alias, n.root = d, nil
		case "allow", "deny":
			access = append(access, d)
		case "error_page":
			pages = append(pages, d)
		case "satisfy":
			n.any = d.arg(0) == "any"
		case "index":
			index = append(index, d)
		case "auth_basic", "auth_request", "auth_jwt":
			auth = append(auth, d)
		case "include":
			if file := d.arg(0); nginxShipped.Get()[file[strings.LastIndexByte(file, '/')+1:]] {
				n.missed(d, "another file, which is not read: taken to be as nginx ships it")
			} else {
				doubt(d, otherFile)
			}
		case "proxy_set_header":
			if tellsPath(d.arg(0)) {
				n.missed(d, "it may tell the next server another path")
			}
		case "proxy_cache_key":
			if !strings.Contains(strings.Join(d.args, ""), "$request_uri") {
				doubt(d, "one target may get the answer to another")
			}
		case "ssl_verify_client", "ssl_reject_handshake":
			if d.arg(0) != "off" {
				doubt(d, notThePath)
			}
		case "large_client_header_buffers":
			if size := strings.ToLower(d.arg(1)); !strings.HasSuffix(size, "k") && !strings.HasSuffix(size, "m") || len(size) == 2 && size < "8k" {
				doubt(d, "it refuses long targets")
			}
		default:
			if !nginxReadElsewhere.Get()[d.name] && !isNginxHarmless(d.name) && !strings.HasSuffix(d.name, "_pass") {
				doubt(d, mayChange)
			}
		}
	}
	if access != nil {
		n.access = access
	}
	if pages != nil {
		n.pages = pages
	}
	if index != nil {
		n.index = index
	}
	for _, d := range auth {
		n.auth = slices.DeleteFunc(slices.Clone(n.auth), func(old *directive) bool { return old.name == d.name })
		if d.arg(0) != "off" {
			n.auth = append(n.auth, d)
		}
	}
	return n
}

// tellsPath reports whether a header passes a path to applications.
//
//go:noinline
func tellsPath(header string) bool {
	switch strings.ToLower(header) {
	case "x-original-url", "x-rewrite-url", "x-forwarded-prefix", "x-forwarded-uri", "x-forwarded-path", "x-original-uri", "x-script-name", "script-name":
		return true
	}
	return false
}

// An nginxLocation is a location, with the locations in it.
type nginxLocation struct {
	prefix    string
	expr      *plan.Condition
	exact     bool
	stops     bool // ^~: no regular expression comes before it
	redirects bool
	internal  bool
	steps     []plan.Step
	nested    []nginxLocation
}

// server adds a server. slashes are the steps of merge_slashes.
func (n nginxReader) server(s *directive, slashes []plan.Step) {
	n.shared = &nginxServer{plainPages: map[string]bool{}}
	fragment := n.root == nil && s.name == ""
	if fragment && nginxMerge(s.block, true) {
		slashes = []plan.Step{plan.MergeSlashes}
	}
	name := ""
	hasRewrites := false
	for _, d := range s.block {
		switch d.name {
		case "merge_slashes":
			n.understood(d)
		case "server_name":
			for _, x := range d.args {
				if name == "" && x != "_" {
					name = x
				}
			}
		case "if", "rewrite":
			hasRewrites = true
		}
	}
	n = n.within(s.block, "every target of the server")
	if !hasRewrites && n.access == nil && n.auth == nil {
		for _, d := range s.block {
			if d.name == "location" && slices.Contains([]int{1, 2}, len(d.args)) && strings.HasPrefix(d.arg(0), "=") && !slices.ContainsFunc(d.block, func(d *directive) bool {
				return d.name != "root" && d.name != "internal" && !isNginxHarmless(d.name)
			}) {
				n.shared.plainPages[strings.TrimPrefix(strings.Join(d.args, ""), "=")] = true
			}
		}
	}
	names := nginxIndexes(s.block)
	for _, d := range n.index {
		names = append(names, d.args...)
	}
	if len(names) == 0 {
		names = []string{"index.html"}
	}
	n.shared.indexed = len(names) > 20 || nginxLeadsOn(s.block, names)
	first := n.rewrites(s.block, nil)
	list := n.locations(s.block)
	last := n.answers(s, &nginxLocation{})
	steps := slices.Concat([]plan.Step{plan.NginxTarget}, slashes, []plan.Step{plan.NginxDots, plan.Rule})
	steps = slices.Concat(n.paged(steps), n.paged(first), n.dispatch(list, last, nil))
	n.site(s.line, name, versionOf("nginx"), slices.Concat(n.doubts, steps))
}

// nginxIndexes returns the names of index files of a block and the blocks in it.
func nginxIndexes(block []*directive) (names []string) {
	for _, d := range block {
		if d.name == "index" {
			names = append(names, d.args...)
		}
		names = append(names, nginxIndexes(d.block)...)
	}
	return names
}

// nginxLeadsOn reports whether the name of an index file behind a path may lead to
// another location than the path.
func nginxLeadsOn(block []*directive, names []string) bool {
	return slices.ContainsFunc(block, func(d *directive) bool {
		last := d.arg(len(d.args) - 1)
		file := last[strings.LastIndexByte(last, '/')+1:]
		return d.name == "location" && (strings.HasPrefix(d.arg(0), "~") || nginxLeadsOn(d.block, names) ||
			slices.ContainsFunc(names, func(name string) bool {
				return file != "" && strings.HasPrefix(name, file) || strings.ContainsAny(name, "/$")
			}))
	})
}

// dispatch returns the steps that choose one of the locations of a block, or own, what
// the block does without them. The order is that of
// https://nginx.org/en/docs/http/ngx_http_core_module.html#location: exact ones, then the
// longest prefix with the locations in it, then regular expressions unless it has ^~.
// outer are the regular expressions of the blocks around this one.
func (n nginxReader) dispatch(list []nginxLocation, own []plan.Step, outer []plan.Case) []plan.Step {
	if n.failed != nil {
		return nil
	}
	var cases, expressions []plan.Case
	paths := map[string]bool{}
	for _, p := range list {
		switch {
		case p.expr != nil:
			expressions = append(expressions, plan.Case{If: p.expr, Steps: n.dispatch(p.nested, p.steps, nil)})
		case p.exact:
			cases = append(cases, plan.Case{If: plan.Path(p.prefix), Steps: p.steps})
		}
		if p.expr == nil {
			paths[p.prefix] = true
		}
	}
	expressions = append(expressions, outer...)
	for _, p := range list {
		if bare := strings.TrimSuffix(p.prefix, "/"); p.redirects && bare != "" && !paths[bare] {
			steps := p.steps // of an internal location
			if !p.internal {
				steps = []plan.Step{plan.SetPath(p.prefix), plan.Redirect(301)}
			}
			cases = append(cases, plan.Case{If: plan.Path(bare), Steps: steps})
		}
	}
	prefixes := slices.DeleteFunc(slices.Clone(list), func(p nginxLocation) bool { return p.exact || p.expr != nil })
	sort.SliceStable(prefixes, func(i, j int) bool { return len(prefixes[j].prefix) < len(prefixes[i].prefix) })
	for _, p := range prefixes {
		if p.stops {
			cases = append(cases, plan.Case{If: plan.Prefix(p.prefix), Steps: n.dispatch(p.nested, p.steps, outer)})
		} else {
			cases = append(cases, plan.Case{If: plan.Prefix(p.prefix), Steps: n.dispatch(p.nested, p.steps, expressions)})
		}
	}
	return n.chooses(cases, n.chooses(expressions, own))
}

// locations returns the locations of a block.
func (n nginxReader) locations(block []*directive) []nginxLocation {
	var list []nginxLocation
	for _, d := range block {
		if d.name != "location" || n.failed != nil {
			continue
		}
		if n.shared.locations++; n.shared.locations > maxCases {
			n.fail(errTooManyCases)
			return nil
		}
		var p nginxLocation
		modifier, path := "", d.arg(len(d.args)-1)
		if len(d.args) > 1 {
			modifier = d.arg(0)
		} else {
			for _, m := range []string{"~*", "^~", "=", "~"} {
				if rest, ok := strings.CutPrefix(path, m); ok {
					modifier, path = m, rest
					break
				}
			}
		}
		if modifier == "" && strings.HasPrefix(path, "@") {
			continue // reached only from directives that are not followed
		}
		switch p.prefix = path; modifier {
		case "":
		case "=":
			p.exact = true
		case "^~":
			p.stops = true
		default:
			var ok bool
			p.expr, ok = expression(pcre, path, modifier == "~*")
			if p.prefix = ""; !ok {
				p.expr, p.steps = plan.Any, n.given(d, notThisRegex)
				list = append(list, p)
				continue
			}
		}
		n.understood(d)
		inner := n.within(d.block, "targets in the location "+shownPath(d))
		p.steps, p.internal = inner.answers(d, &p), d.find("internal") != nil
		p.redirects = p.expr == nil && !p.exact && strings.HasSuffix(p.prefix, "/") && slices.ContainsFunc(d.block, func(d *directive) bool { return strings.HasSuffix(d.name, "_pass") })
		if p.exact {
			if nested := d.find("location"); nested != nil {
				p.steps = n.given(nested, mayChange)
			}
		} else {
			p.nested = inner.locations(d.block)
		}
		list = append(list, p)
	}
	return list
}

// shownPath returns the arguments of a location for people.
func shownPath(d *directive) string {
	return (&directive{name: d.arg(0), args: d.args[1:]}).String()
}

// answers returns the steps of a location, or of a server for targets in none.
func (n nginxReader) answers(d *directive, p *nginxLocation) []plan.Step {
	var steps []plan.Step
	access := n.guard()
	if d.find("internal") != nil {
		n.understood(d.find("internal"))
		return append(slices.Clone(n.doubts), n.paged([]plan.Step{plan.Answer(404)})...)
	}
	if d.name == "location" {
		steps = n.rewrites(d.block, &nginxRewritten{d, access == nil})
	}
	if !ends(steps) {
		steps = append(append(steps, access...), n.content(d, *p)...)
	}
	return slices.Concat(n.doubts, n.paged(steps))
}

// guard returns the steps of access rules, or nil if they let all pass: the first rule
// for an address counts, and they are inherited unless a block has some. See
// https://nginx.org/en/docs/http/ngx_http_access_module.html.
func (n nginxReader) guard() []plan.Step {
	n.reuse(len(n.access))
	passes, refuses, decided := false, false, false
	var first *directive
	for _, d := range n.access {
		if d.name == "allow" {
			passes = true
		} else {
			refuses = true
		}
		if d.arg(0) == "all" {
			decided = true
			break
		}
		if first == nil {
			first = d
		}
	}
	passes = passes || !decided
	switch {
	case len(n.auth) > 0 && refuses && !passes && !n.any, len(n.auth) == 0 && refuses && !passes:
		for _, d := range n.access {
			n.understood(d)
		}
		return []plan.Step{plan.Answer(403)}
	case len(n.auth) > 0 && n.any && decided && !refuses:
		return nil
	case len(n.auth) > 0:
		return n.given(n.auth[0], "it depends on the credentials")
	case refuses:
		return n.given(first, "it depends on the address of the client")
	}
	return nil
}

// paged returns steps whose answers are unknown if error_page may replace them.
func (n nginxReader) paged(steps []plan.Step) []plan.Step {
	if !n.reuse(len(n.pages)) {
		return steps
	}
	var by *directive
	statuses := map[int]bool{}
	for _, d := range n.pages {
		if len(d.args) < 2 {
			continue
		}
		n.reuse(len(d.args))
		codes, page := d.args[:len(d.args)-1], d.arg(len(d.args)-1)
		var changed []string
		for _, text := range codes {
			// A page of its own keeps status 404, also if there is no such page.
			if status, ok := statusOf(text); ok && status < 500 && (status != 404 || !n.shared.plainPages[page] || strings.HasPrefix(codes[len(codes)-1], "=")) {
				statuses[status] = true
				changed = append(changed, text)
			}
		}
		if changed != nil {
			by = d
			n.doubted(d, mayChange, "targets that are answered "+strings.Join(changed, ", "))
		}
	}
	if by == nil || len(steps) == 0 {
		return steps
	}
	return []plan.Step{&plan.Override{Steps: steps, Statuses: statuses, Class: fmt.Sprintf("%s:%d: error_page", n.base, by.line)}}
}

// ends reports whether no steps can follow.
func ends(steps []plan.Step) bool {
	if len(steps) == 0 {
		return false
	}
	switch steps[len(steps)-1].(type) {
	case plan.Answer, plan.Redirect, plan.Unknown:
		return true
	}
	return false
}

// An nginxRewritten is the location that rewrites apply to.
type nginxRewritten struct {
	block *directive
	open  bool // no access rules follow
}

// rewrites returns the steps of the directives of the rewrite module, in their order, in
// a location or, without at, in a server:
// https://nginx.org/en/docs/http/ngx_http_rewrite_module.html.
func (n nginxReader) rewrites(block []*directive, at *nginxRewritten) []plan.Step {
	var steps []plan.Step
	for _, d := range block {
		switch d.name {
		case "return":
			status, ok := statusOf(d.arg(0))
			switch {
			case !ok || status/100 == 3:
				return append(steps, n.given(d, "a redirect is not followed")...)
			case status == 408 || status == 444 || status == 499:
				status = 0
			}
			n.understood(d)
			return append(steps, plan.Answer(status))
		case "rewrite":
			steps = append(steps, n.rewrite(d, at)...)
		case "if":
			switch holds, decided := nginxMethod(d); {
			case decided && !holds, nginxOnlyHarmless(d.block) && (at == nil || at.block.find("try_files") == nil):
				n.understood(d)
			case decided && len(d.block) == 1 && d.block[0].name == "return":
				n.understood(d)
				return append(steps, n.rewrites(d.block, at)...)
			default:
				return append(steps, n.given(d, notThePath)...)
			}
		case "break":
			n.understood(d)
			return steps
		case "set":
			if name := d.arg(0); name == "$args" || name == "$uri" || name == "$document_uri" {
				return append(steps, n.given(d, mayChange)...)
			}
		}
	}
	return steps
}

// nginxOnlyHarmless reports whether a block of an if changes no result.
func nginxOnlyHarmless(block []*directive) bool {
	return !slices.ContainsFunc(block, func(d *directive) bool {
		return !isNginxHarmless(d.name) && (d.name != "set" || d.arg(0) == "$args" || d.arg(0) == "$uri" || d.arg(0) == "$document_uri")
	})
}

// nginxMethod reports whether the condition of an if on the method holds for GET, and
// whether the condition is one on the method.
func nginxMethod(d *directive) (holds, decided bool) {
	text := strings.TrimSpace(strings.Join(d.args, " "))
	text = strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(text, "("), ")"))
	rest, ok := strings.CutPrefix(text, "$request_method")
	if !ok {
		return false, false
	}
	operator, value, ok := strings.Cut(strings.TrimSpace(rest), " ")
	value = strings.TrimSpace(value)
	if negation, ok := strings.CutPrefix(operator, "!"); ok && negation != "" {
		holds, operator = true, strings.Replace(negation, "=", "==", 1)
	}
	switch operator {
	case "=", "==":
		return holds != (value == "GET"), ok
	case "~", "~*":
		c, known := compiled(pcre, value, operator == "~*")
		return known && holds != c.Regexp.MatchString("GET"), ok && known
	}
	return false, false
}

// rewrite returns the steps of a rewrite. A rewrite of a prefix before proxy_pass is
// followed as in nginx:rewrite; for paths that another matches, the result is not
// described.
func (n nginxReader) rewrite(d *directive, at *nginxRewritten) []plan.Step {
	c, ok := expression(pcre, d.arg(0), false)
	if !ok {
		return n.given(d, notThisRegex)
	}
	from, whole := strings.CutSuffix(strings.TrimSuffix(d.arg(0), "$"), "(.*)")
	old, plain := literal(strings.TrimPrefix(from, "^"))
	by, end := strings.CutSuffix(d.arg(1), "$1")
	var pass *directive
	if at != nil && at.open && at.block.find("try_files") == nil && at.block.find("limit_except") == nil {
		pass = at.block.find("proxy_pass")
	}
	last := plan.Step(plan.NginxFirstLine) // (.*) ends there
	prefix := c
	if c.Kind == plan.IsAnd && c.B.Kind == plan.IsLine {
		prefix, last = c.A, plan.NginxTrimLine
	}
	if prefix.Kind == plan.IsPrefix && whole && plain && prefix.Text == old && end && d.arg(2) == "break" && pass != nil &&
		strings.HasPrefix(by, "/") && !strings.ContainsAny(by, "?$") && nginxURI(pass.arg(0)) == "" && !strings.Contains(pass.arg(0), "$") {
		n.understood(d)
		return n.chooses([]plan.Case{{If: c, Steps: []plan.Step{plan.Replace{Old: old, By: by}, last, plan.NginxEscape, plan.Forward, plan.End}}}, nil)
	}
	return n.chooses([]plan.Case{{If: c, Steps: n.doubted(d, "not followed where it matches", "targets that it matches")}}, nil)
}

// nginxURI returns the path of the URL of proxy_pass, or "".
func nginxURI(url string) string {
	_, rest, ok := strings.Cut(url, "://")
	if !ok {
		rest = url
	}
	if after, ok := strings.CutPrefix(rest, "unix:"); ok {
		_, uri, _ := strings.Cut(after, ":")
		return uri
	}
	if i := strings.IndexAny(rest, "/?"); i >= 0 {
		return rest[i:]
	}
	return ""
}

// content returns the steps by which a location serves or forwards.
func (n nginxReader) content(location *directive, p nginxLocation) []plan.Step {
	pass := location.find("proxy_pass")
	for _, d := range location.block {
		switch {
		case d.name == "limit_except":
			if !slices.Contains(d.args, "GET") {
				return n.given(d, notThePath)
			}
			n.understood(d)
		case strings.HasSuffix(d.name, "_pass") && d.name != "proxy_pass":
			return n.given(d, mayChange)
		}
	}
	tries := location.find("try_files")
	if tries != nil && pass != nil {
		return n.given(tries, mayChange)
	}
	if pass != nil {
		return n.pass(pass, p)
	}
	if tries != nil {
		rest := strings.Join(tries.args, " ")
		i := strings.LastIndex(rest, " =")
		if i < 0 || rest[:i] != "$uri" && (rest[:i] != "$uri $uri/" || n.shared.indexed) || n.alias != nil {
			return n.given(tries, mayChange)
		}
		n.understood(tries)
	}
	steps := n.files(location, p)
	if n.shared.indexed && !ends(steps) && tries == nil {
		// A folder goes on to the location of its index file.
		d := &directive{name: "index", args: []string{"index.html"}, line: location.line} // the default
		if len(n.index) > 0 {
			d = n.index[0]
		}
		steps = append(n.chooses([]plan.Case{{If: plan.Suffix("/"), Steps: n.doubted(d, "the index file may be in another location", "targets that end with a slash")}}, nil), steps...)
	}
	return steps
}

// files returns the steps that put the name of a folder before the path, or replace a
// prefix by it, as in nginx:alias.
func (n nginxReader) files(location *directive, p nginxLocation) []plan.Step {
	switch d := n.alias; {
	case d != nil && (location.find("alias") != d || p.expr != nil || p.exact || strings.Contains(d.arg(0), "$")):
		return n.given(d, mayChange)
	case d != nil:
		n.understood(d)
		return []plan.Step{plan.Replace{Old: p.prefix, By: d.arg(0)}, plan.App}
	}
	switch d := n.root; {
	case d == nil:
		return []plan.Step{plan.Replace{Old: "", By: "html"}, plan.App} // the default
	case strings.Contains(d.arg(0), "$"):
		return n.given(d, "the values of variables are not followed")
	}
	return []plan.Step{plan.Replace{Old: "", By: strings.TrimSuffix(n.root.arg(0), "/")}, plan.App}
}

// pass returns the steps of proxy_pass:
// https://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_pass.
func (n nginxReader) pass(d *directive, p nginxLocation) []plan.Step {
	uri := nginxURI(d.arg(0))
	kept := plan.NginxKept.Remove("?")
	authority, normal := strings.CutSuffix(d.arg(0), "$uri$is_args$args")
	switch {
	case normal && nginxURI(authority) == "" && !strings.Contains(authority, "$"):
		n.understood(d)
		return []plan.Step{plan.NginxEndOfLine, plan.Forward}
	case strings.Contains(d.arg(0), "$"):
		return n.given(d, "the values of variables are not followed")
	case uri == "":
		n.understood(d)
		return []plan.Step{plan.Raw, plan.Forward}
	case p.expr != nil || has(uri, kept.Complement()) || has(p.prefix, kept.Complement()):
		return n.given(d, mayChange)
	case p.exact:
		n.understood(d)
		return []plan.Step{plan.SetPath(uri), plan.Forward}
	}
	n.understood(d)
	if uri == p.prefix {
		return []plan.Step{plan.NginxEncode, plan.Forward}
	}
	return []plan.Step{plan.NginxEncode, plan.Replace{Old: p.prefix, By: uri}, plan.Forward}
}
