package config

import (
	"cmp"
	"fmt"
	"net/netip"
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/hop/internal/plan"
	"github.com/pct-encoded/percent/internal/lazy"
)

// readNginx reads a file of nginx: servers, their locations, and how these handle
// paths.
func readNginx(r *configReader, text string) error {
	list, err := nginxDirectives(text)
	if err == nil {
		list, err = r.included(list, "include", nginxDirectives, 0)
	}
	if err != nil {
		return err
	}
	n := nginxReader{configReader: r, file: &nginxServer{upstreams: map[string]bool{}, variables: map[string]bool{}, read: map[string]bool{}, maps: map[string]*directive{}, geos: map[string]*directive{}, given: map[string]int{}}}
	n.file.variablesOf(list)
	n.counted(list, func(name string) bool { return isNginxHarmless(name) || name == "events" })
	n.file.captures = nginxCapture.Get().MatchString(text)
	if anyDirective(list, func(d *directive) bool { return d.name == "location" }) {
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
		n.file.whole = !anyDirective(list, func(d *directive) bool {
			return d.name == "include" && !nginxShipped.Get()[d.arg(0)[strings.LastIndexByte(d.arg(0), '/')+1:]]
		})
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
			if i := strings.IndexByte("trn", text[n]); i >= 0 {
				b.WriteByte("\t\r\n"[i])
				continue
			}
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
	file   *nginxServer // what all servers share: its variables and maps
	shared *nginxServer

	// What a block inherits.
	root, alias   *directive
	aliased       string       // the prefix that alias replaces, or ""
	referers      *directive   // valid_referers
	lists         bool         // autoindex
	split         *directive   // fastcgi_split_path_info
	scriptIndex   *directive   // fastcgi_index
	access, pages []*directive // allow and deny; error_page
	auth          []*directive
	any           bool // satisfy any
	recursive     bool // recursive_error_pages
	index         []*directive
	doubts        []plan.Step // for a directive that is not followed
	inIf          bool
	resolves      bool // there is a resolver
}

// An nginxServer is what all blocks of a server share.
type nginxServer struct {
	plainPages map[string]bool // locations of one path that only serve a file
	indexed    bool            // the name of an index may lead to another location
	locations  int

	host, scheme string // of requests, or ""
	name         string // the first of its names, or ""
	captures     bool   // texts of the file refer to what expressions match
	whole        bool   // the file has all of http
	upstreams    map[string]bool
	variables    map[string]bool
	read         map[string]bool // variables that a directive reads
	maps         map[string]*directive
	geos         map[string]*directive
	given        map[string]int    // how often a variable gets a value
	settled      map[string]string // the values of those that always have the same
	mapped       map[string][]plan.Step
	again        *plan.Loop // chooses the location
	inside       *plan.Loop // begins with the directives of the server
	named        map[string]*plan.Loop
	block        []*directive
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
		case d.name == "upstream":
			n.file.upstreams[strings.ToLower(d.arg(0))] = true
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
			case amongTexts(l.args, "default_server") || amongTexts(l.args, "default"):
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
			if amongTexts(l.args, "ssl") || amongTexts(l.args, "quic") {
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
		var names, ports, first []string
		for _, d := range s.block {
			if d.name == "server_name" {
				names = append(names, d.args...)
			}
		}
		for _, l := range nginxListens(s) {
			address := nginxAddress(l)
			port := address[strings.LastIndexByte(address, ':')+1:]
			if ports = append(ports, port); defaults[address] == s {
				first = append(first, port)
			}
		}
		n.answersFor(names, ports, first)
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
	var used *directive // of the variables of fastcgi_split_path_info
	doubt := func(d *directive, note string) {
		steps := n.doubted(d, note, changes)
		if !ends(n.doubts) {
			n.doubts = append(slices.Clip(n.doubts), steps...)
		}
	}
	for _, d := range block {
		switch d.name {
		case "root":
			n.root, n.alias = n.settled(d), nil
		case "alias":
			n.alias, n.root, n.aliased = n.settled(d), nil, ""
		case "valid_referers":
			n.referers = d
		case "resolver":
			n.resolves = true
		case "autoindex":
			n.lists = d.arg(0) != "off"
		case "allow", "deny":
			access = append(access, d)
		case "error_page":
			pages = append(pages, d)
		case "fastcgi_split_path_info":
			n.split = d
		case "fastcgi_index":
			n.scriptIndex = d
		case "rewrite":
			// nginx has cut the path before.
			if used != nil {
				doubt(used, "it depends on the path before a rewrite")
			}
		case "set", "if":
			if strings.Contains(strings.Join(d.args, " "), "$fastcgi_") {
				used = d
			}
		case "satisfy":
			n.any = d.arg(0) == "any"
		case "recursive_error_pages":
			n.recursive = d.arg(0) != "off"
		case "index":
			index = append(index, d)
		case "auth_basic", "auth_request", "auth_jwt", nginxAsks:
			auth = append(auth, d)
		case "include":
			// What comes with nginx has types and header fields only.
			switch file := d.arg(0); {
			case nginxShipped.Get()[file[strings.LastIndexByte(file, '/')+1:]]:
			case n.shared == nil && nginxSites.Get().MatchString(file):
				n.doubted(d, otherFile+", taken to hold other servers", "targets that another server of the same address takes")
			case strings.ContainsAny(file, "*?["):
				n.doubts = append(n.mayAdd(d), n.doubts...)
			default:
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
		case "disable_symlinks":
			n.missed(d, "no file is taken to be a link that it refuses")
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
	named     bool
	steps     []plan.Step
	nested    []nginxLocation
}

// server adds a server. slashes are the steps of merge_slashes.
func (n nginxReader) server(s *directive, slashes []plan.Step) {
	file := *n.file
	n.shared = &file
	file.plainPages, file.mapped, file.named = map[string]bool{}, map[string][]plan.Step{}, map[string]*plan.Loop{}
	file.again = &plan.Loop{Text: "choose the location again"}
	file.inside = &plan.Loop{Text: "begin again with the directives of the server"}
	file.scheme, file.block = nginxScheme(s), s.block
	file.settle(s.block)
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
			if file.name == "" && !strings.ContainsAny(d.arg(0), "*~$") && !strings.HasPrefix(d.arg(0), ".") {
				file.name = strings.ToLower(d.arg(0))
			}
			for _, x := range d.args {
				if name == "" && x != "_" {
					name = x
				}
			}
		case "if", "rewrite":
			hasRewrites = true
		case "location":
			if name := d.arg(0); len(d.args) == 1 && strings.HasPrefix(name, "@") {
				file.named[name] = &plan.Loop{Text: "go on in the location " + name}
			}
		}
	}
	if !strings.ContainsAny(name, "*~$") && name != "" && !strings.HasPrefix(name, ".") {
		file.host = strings.ToLower(name)
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
	names := append(nginxIndexes(s.block), n.indexNames()...)
	n.shared.indexed = len(names) > 20 || nginxLeadsOn(s.block, names)
	list := n.locations(s.block)
	own := n.files(s, nginxLocation{}) // only for a path without a slash
	if !slices.ContainsFunc(list, func(p nginxLocation) bool { return p.prefix == "/" && !p.exact }) {
		own = n.content(s, nginxLocation{})
	}
	file.again.Steps = n.dispatch(list, own, nil)
	walk := &nginxWalk{nginxReader: n, list: s.block, server: true, block: s, finish: func(*directive) []plan.Step { return []plan.Step{file.again} }}
	file.inside.Steps = walk.steps()
	steps := stepsOf([]plan.Step{plan.NginxTarget}, slashes, []plan.Step{plan.NginxDots, plan.Rule})
	n.site(s.line, name, n.version, stepsOf(n.doubts, n.paged(steps), []plan.Step{file.inside}))
}

// nginxSites are names of files in http that by custom hold servers.
var nginxSites = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp {
	return regexp.MustCompile(`(^|/)(conf\.d|sites(-enabled|\.d)?|vhosts?(\.d)?|servers)/[^/]*\*[^/]*$`)
}}

// nginxCapture is a capture in a text.
var nginxCapture = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp { return regexp.MustCompile(`\$[1-9]|\(\?P?<[A-Za-z_]`) }}

// nginxScheme returns the scheme of all requests of a server, or "".
func nginxScheme(s *directive) string {
	var tls [2]bool
	for _, l := range nginxListens(s) {
		tls[btoi(amongTexts(l.args, "ssl") || amongTexts(l.args, "quic"))] = true
	}
	switch {
	case s.name == "" || tls[0] && tls[1] || s.find("ssl") != nil:
		return ""
	case tls[1]:
		return "https"
	}
	return "http"
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
	return anyDirective(block, func(d *directive) bool {
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
			if loop := n.shared.named[path]; loop != nil && loop.Steps == nil {
				n.understood(d)
				loop.Steps = n.within(d.block, "targets in the location "+shownPath(d)).answers(d, &nginxLocation{named: true})
			}
			continue
		}
		switch p.prefix = path; modifier {
		case "":
		case "=":
			p.exact = true
		case "^~":
			p.stops = true
		default:
			var ok bool
			p.expr, ok = n.expression(path, modifier == "~*")
			if p.prefix = ""; !ok {
				p.expr, p.steps = plan.Any, n.given(d, notThisRegex)
				list = append(list, p)
				continue
			}
		}
		n.understood(d)
		inner := n.within(d.block, "targets in the location "+shownPath(d))
		if inner.alias != n.alias && p.expr == nil && !(p.exact && strings.HasSuffix(p.prefix, "/")) {
			inner.aliased = p.prefix
		}
		p.steps, p.internal = inner.answers(d, &p), d.find("internal") != nil
		p.redirects = p.expr == nil && !p.exact && strings.HasSuffix(p.prefix, "/") && anyDirective(d.block, func(d *directive) bool { return strings.HasSuffix(d.name, "_pass") })
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

// answers returns the steps of a location.
func (n nginxReader) answers(d *directive, p *nginxLocation) []plan.Step {
	walk := &nginxWalk{nginxReader: n, list: d.block, block: d, again: &plan.Jump{To: n.shared.again}}
	walk.finish = func(block *directive) []plan.Step {
		if block == nil {
			return n.content(d, *p)
		}
		inner := n.within(block.block, "targets that "+block.String()+" is about")
		inner.inIf = true
		merged := &directive{name: d.name, args: d.args, line: d.line, block: slices.Clone(block.block)}
		passes := anyDirective(block.block, func(d *directive) bool { return strings.HasSuffix(d.name, "_pass") })
		for _, x := range d.block {
			if x.name != "try_files" && !(passes && strings.HasSuffix(x.name, "_pass")) {
				merged.block = append(merged.block, x)
			}
		}
		return stepsOf(inner.doubts, inner.content(merged, *p))
	}
	steps := walk.steps()
	if i := d.find("internal"); i != nil {
		n.understood(i)
		steps = []plan.Step{&plan.Internal{Steps: steps, Otherwise: n.paged([]plan.Step{plan.Answer(404)})}}
	}
	return stepsOf(n.doubts, steps)
}

// rules returns whether access rules let some addresses pass and refuse some, whether one of
// them is for all, and the first that is not.
func (n nginxReader) rules() (passes, refuses, decided bool, first *directive) {
	n.reuse(len(n.access))
	for _, d := range n.access {
		if d.name == "allow" {
			passes = true
		} else {
			refuses = true
		}
		if nginxAll(d) {
			decided = true
			break
		}
		if first == nil {
			first = d
		}
	}
	return passes || !decided, refuses, decided, first
}

// nginxAll reports whether an access rule is for all clients.
func nginxAll(d *directive) bool { return d.arg(0) == "all" || d.arg(0) == "0.0.0.0/0" }

// anyAddress reports whether one of some networks is that of all addresses.
func anyAddress(list []string) bool {
	return slices.ContainsFunc(list, func(a string) bool { return strings.HasSuffix(a, "/0") })
}

// guarded returns steps behind access rules and credentials: the first rule for an address
// counts, and they are inherited unless a block has some. See
// https://nginx.org/en/docs/http/ngx_http_access_module.html.
func (n nginxReader) guarded(steps []plan.Step) []plan.Step {
	passes, refuses, decided, first := n.rules()
	denied := n.paged([]plan.Step{plan.Answer(403)})
	switch {
	case refuses && !passes && !(len(n.auth) > 0 && n.any):
		for _, d := range n.access {
			n.understood(d)
		}
		return denied
	case len(n.auth) > 0 && n.any && decided && !refuses:
		return steps
	case len(n.auth) > 0 && n.any && n.access != nil || len(n.auth) > 1:
		return n.given(n.auth[0], "it depends on the credentials")
	case refuses && len(n.auth) > 0:
		return n.given(first, "it depends on the address of the client")
	case refuses:
		// Of an address that no rule names, the rule for all of them decides.
		for _, d := range n.access {
			n.understood(d)
		}
		last := n.access[slices.IndexFunc(n.access, func(d *directive) bool { return !decided || nginxAll(d) })]
		if decided && last.name == "deny" {
			return append([]plan.Step{&plan.Fork{If: first.String() + " lets the client in", Who: !anyDirective(n.access, func(d *directive) bool { return anyAddress(d.args) }), Steps: onwards("go on behind allow", steps)}}, denied...)
		}
		return append([]plan.Step{&plan.Fork{If: first.String() + " refuses the client", Steps: denied}}, steps...)
	case len(n.auth) == 0:
		return steps
	}
	d := n.auth[0]
	switch d.name {
	case "auth_basic":
		n.understood(d)
		return append([]plan.Step{&plan.Fork{If: "the credentials are those of a user", Who: true, Steps: onwards("go on behind auth_basic", steps)}}, n.paged([]plan.Step{plan.Answer(401)})...)
	case "auth_request":
		return n.asked(d, steps)
	case nginxAsks:
		return n.unlessRefused(d, steps)
	}
	return n.given(d, "it depends on the credentials")
}

// asked returns steps behind auth_request, which asks a location whether a request may pass:
// https://nginx.org/en/docs/http/ngx_http_auth_request_module.html. What an application says
// there is taken to be yes.
func (n nginxReader) asked(d *directive, steps []plan.Step) []plan.Step {
	for _, l := range n.shared.block {
		if l.name != "location" || l.arg(len(l.args)-1) != d.arg(0) || len(l.args) > 1 && l.arg(0) != "=" {
			continue
		}
		if l.find("rewrite") != nil || l.find("if") != nil {
			break
		}
		if answer := l.find("return"); answer != nil {
			switch status, _ := statusOf(answer.arg(0)); {
			case status/100 == 2:
				n.understood(d)
				return steps
			case status == 401 || status == 403:
				n.understood(d)
				return n.paged([]plan.Step{plan.Answer(status)})
			}
			break
		}
		if anyDirective(l.block, func(d *directive) bool { return strings.HasSuffix(d.name, "_pass") }) {
			return n.unlessRefused(d, steps)
		}
	}
	return n.given(d, "it depends on the credentials")
}

// nginxAsks is auth_request for a URL, as ingress-nginx writes it with a location.
const nginxAsks = "auth-url"

// unlessRefused returns steps behind auth_request, and what comes instead of them.
func (n nginxReader) unlessRefused(d *directive, steps []plan.Step) []plan.Step {
	n.understood(d)
	refused := n.paged([]plan.Step{plan.Answer(401)})
	return append([]plan.Step{&plan.Fork{If: d.arg(0) + " refuses the request", Steps: refused}}, steps...)
}

// paged returns steps whose answers error_page replaces:
// https://nginx.org/en/docs/http/ngx_http_core_module.html#error_page.
func (n nginxReader) paged(steps []plan.Step) []plan.Step {
	if !n.reuse(len(n.pages)) || len(steps) == 0 {
		return steps
	}
	over := &plan.Override{Steps: steps, Pages: map[int]plan.Page{}, Statuses: map[int]bool{}}
	for _, d := range n.pages {
		if len(d.args) < 2 {
			continue
		}
		n.reuse(len(d.args))
		codes, to := d.args[:len(d.args)-1], d.arg(len(d.args)-1)
		as, replaced := strings.CutPrefix(codes[len(codes)-1], "=")
		var missed []string
		for _, text := range codes {
			status, ok := statusOf(text)
			if _, taken := over.Pages[status]; !ok || taken || over.Statuses[status] {
				continue // the first one counts
			}
			// A page of its own keeps status 404, also if there is no such page.
			if status == 404 && n.shared.plainPages[to] && !replaced {
				over.Pages[status] = plan.Page{Steps: []plan.Step{plan.Answer(404)}}
				continue
			}
			p, ok := n.page(to, status, as, replaced)
			if over.Pages[status] = p; !ok {
				delete(over.Pages, status)
				over.Statuses[status], over.Class = true, n.place(d)+": error_page"
				missed = append(missed, text)
			}
		}
		if missed != nil {
			n.doubted(d, mayChange, "targets that are answered "+strings.Join(missed, ", "))
		} else {
			n.understood(d)
		}
	}
	for status, p := range over.Pages {
		if status >= 500 || len(p.Steps) == 1 && p.Steps[0] == plan.Step(plan.Answer(status)) {
			delete(over.Pages, status) // no step answers so, or it changes nothing
		}
	}
	if len(over.Pages)+len(over.Statuses) == 0 {
		return steps
	}
	return []plan.Step{over}
}

// page returns what error_page does instead of an answer.
func (n nginxReader) page(to string, status int, as string, replaced bool) (p plan.Page, ok bool) {
	p.Status = status
	if replaced {
		if p.Status, ok = statusOf(as); !ok && as != "" {
			return p, false
		}
	}
	if strings.HasPrefix(to, "@") {
		loop := n.shared.named[to]
		if loop == nil {
			return plan.Page{Steps: []plan.Step{plan.Answer(500)}}, true
		}
		p.Steps = []plan.Step{plan.NginxInternal, &plan.Jump{To: loop}}
		return p, true
	}
	t := n.text(to)
	if dependsOnMore(t) && !nginxIsURL(to) || n.recursive {
		return p, false
	}
	put := append(n.sets(t), &plan.Put{To: plan.ToTarget, Text: t})
	switch {
	case strings.HasPrefix(to, "/"):
		p.Steps = stepsOf(put, []plan.Step{plan.NginxSplit}, n.redirectsWithin())
	case nginxIsURL(to):
		if !nginxRedirectStatus(p.Status) {
			p.Status = 302
		}
		p = plan.Page{Steps: append(put, plan.URLHost, plan.NginxEndOfLine, plan.Redirect(p.Status))}
	default:
		return p, false
	}
	return p, true
}

// ends reports whether no steps can follow.
func ends(steps []plan.Step) bool {
	if len(steps) == 0 {
		return false
	}
	switch last := steps[len(steps)-1].(type) {
	case plan.Answer, plan.Redirect, plan.Unknown:
		return true
	case plan.Op:
		return last == plan.End
	}
	return false
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

// nginxHost returns the host of the URL of proxy_pass, in lower case, if it is a name.
func nginxHost(url plan.Text) string {
	_, rest, ok := strings.Cut(url[0].Text, "://")
	end := strings.IndexAny(rest, "/?")
	if !ok || end < 0 && (len(url) < 2 || url[1].Kind != plan.ThePath && url[1].Kind != plan.Original) {
		return ""
	}
	if end >= 0 {
		rest = rest[:end]
	}
	name, _, _ := strings.Cut(rest, ":")
	if _, err := netip.ParseAddr(name); err == nil || name == "" || name == "unix" || rest[0] == '[' {
		return ""
	}
	return strings.ToLower(rest)
}

// content returns the steps by which a location, or a server for targets in none, answers
// behind its rewrites.
func (n nginxReader) content(location *directive, p nginxLocation) []plan.Step {
	if passes, refuses, _, _ := n.rules(); refuses && !passes && !(len(n.auth) > 0 && n.any) {
		return n.guarded(nil) // nobody comes to the rest
	}
	var pass *directive
	for _, d := range location.block {
		switch {
		case d.name == "limit_except":
			if !amongTexts(d.args, "GET") {
				rewrites := anyDirective(location.block, nginxRewrites)
				if len(d.block) != 1 || d.block[0].String() != "deny all" || n.any || rewrites {
					return n.given(d, notThePath)
				}
				n.understood(d)
				return n.paged([]plan.Step{plan.Answer(403)})
			}
			n.understood(d)
		case strings.HasSuffix(d.name, "_pass") && pass == nil:
			pass = d
		}
	}
	var steps []plan.Step
	switch {
	case pass != nil && pass.name == "proxy_pass":
		steps = n.pass(pass, p)
	case pass != nil:
		steps = n.application(pass, location)
	case location.find("stub_status") != nil || location.find("empty_gif") != nil:
		return n.guarded(n.paged([]plan.Step{plan.Answer(200)}))
	default:
		steps = n.files(location, p)
	}
	if tries := location.find("try_files"); tries != nil {
		steps = n.tries(tries, pass, steps, location, p)
	} else if pass == nil && !ends(steps) {
		steps = append(n.indexes(location), steps...)
	}
	return n.guarded(steps)
}

// application returns the steps that give the path to an application by FastCGI or a like
// protocol.
func (n nginxReader) application(pass, location *directive) []plan.Step {
	var script *directive
	for _, d := range location.block {
		if d.name == "fastcgi_param" && d.arg(0) == "SCRIPT_FILENAME" {
			script = d
		}
	}
	if pass.name != "fastcgi_pass" && pass.name != "uwsgi_pass" && pass.name != "scgi_pass" {
		return n.given(pass, mayChange)
	}
	n.understood(pass)
	steps := []plan.Step{plan.App}
	if script == nil {
		return steps
	}
	file := n.text(strings.ReplaceAll(script.arg(1), "$realpath_root", "$document_root"))
	if dependsOnMore(file) {
		return n.given(script, "it depends on more than the target")
	}
	return append(n.sets(file), &plan.Put{To: plan.ToPath, Text: file}, plan.App)
}

// indexes returns the steps for a path that ends with a slash: nginx goes on with each index
// file that is there.
func (n nginxReader) indexes(location *directive) []plan.Step {
	if !n.shared.indexed {
		return nil // the file is served where the folder is
	}
	names, line := n.indexNames(), location
	for _, d := range n.index {
		n.understood(d)
		line = n.index[0]
	}
	var steps []plan.Step
	folder := plan.Text{{Text: "html"}, {Kind: plan.ThePath}} // the default
	switch {
	case n.alias != nil:
		folder, steps = valueOf(nginxAliased), n.aliasedName()
	case n.root != nil:
		folder[0].Text = nginxFolder(n.root.arg(0))
	}
	for _, name := range names {
		path := append(plan.Text{{Kind: plan.ThePath}}, n.text(name)...)
		switch {
		case strings.HasPrefix(name, "/"):
			path = path[1:]
		case n.alias != nil && steps == nil || strings.Contains(folder[0].Text, "$") || dependsOnMore(path):
			return n.chooses([]plan.Case{{If: plan.Suffix("/"), Steps: n.doubted(line, "the index file may be in another location", "targets that end with a slash")}}, nil)
		}
		inner := append([]plan.Step{&plan.Put{To: plan.ToPath, Text: path}}, n.redirectsWithin()...)
		if strings.HasPrefix(name, "/") {
			// The last one is taken, whether it is there or not.
			steps = append(steps, inner...)
			break
		}
		file := append(slices.Clip(folder), path[1:]...)
		steps = append(steps, &plan.Fork{If: plan.ThereIsFile, Of: file, Steps: inner})
	}
	return n.chooses([]plan.Case{{If: plan.Suffix("/"), Steps: steps}}, nil)
}

// nginxToFolder redirects to the folder of the path, which has no slash at its end.
var nginxToFolder = []plan.Step{&plan.Put{To: plan.ToPath, Text: plan.Text{{Kind: plan.ThePath}, {Text: "/"}}}, plan.NginxEscape, plan.Redirect(301)}

// redirectsWithin returns the steps of an internal redirect to the path.
func (n nginxReader) redirectsWithin() []plan.Step {
	return []plan.Step{plan.NginxChanged, plan.NginxEntered, &plan.Jump{To: n.shared.inside}}
}

// tries returns the steps of try_files before those that serve:
// https://nginx.org/en/docs/http/ngx_http_core_module.html#try_files.
func (n nginxReader) tries(d, pass *directive, serves []plan.Step, location *directive, p nginxLocation) []plan.Step {
	folder, prefix := "html", "" // the default
	switch {
	case len(d.args) < 2 || n.root != nil && strings.Contains(n.root.arg(0), "$"):
		return n.given(d, mayChange)
	case n.alias != nil && (location.find("alias") == nil || p.prefix == "" || p.exact || n.inIf || strings.Contains(n.alias.arg(0), "$")):
		return n.given(d, mayChange)
	case n.alias != nil:
		folder, prefix = n.alias.arg(0), p.prefix
	case n.root != nil:
		folder = nginxFolder(n.root.arg(0))
	}
	// With alias, a text with variables that begins with the prefix is used without it.
	within := func(t plan.Text) (plan.Text, []plan.Step) {
		if prefix == "" || !slices.ContainsFunc(t, func(p plan.Piece) bool { return p.Kind != plan.Literal }) {
			return t, nil
		}
		return valueOf(nginxTried), []plan.Step{&plan.Make{Name: nginxTried, Of: t, Steps: []plan.Step{plan.Replace{Old: prefix}}}}
	}
	files, last := d.args[:len(d.args)-1], d.arg(len(d.args)-1)
	code, isCode := strings.CutPrefix(last, "=")
	status, ok := statusOf(code)
	if isCode && !ok {
		return n.given(d, mayChange)
	}
	var steps []plan.Step
	plain := false // what is tried is the path itself
	for _, name := range files {
		t := n.text(name)
		bare, isFolder := strings.CutSuffix(name, "/")
		switch {
		case dependsOnMore(t):
			file := append(plan.Text{{Text: folder}}, t...)
			steps = stepsOf(steps, n.sets(t), []plan.Step{&plan.Fork{If: plan.ThereIsFile, Of: file, Steps: n.given(d, "it depends on more than the target")}})
			continue
		case name == "$uri" && isCode && status == 404 && pass == nil:
			plain = true
			continue
		}
		steps = append(steps, n.sets(t)...)
		t, made := within(t)
		steps = append(steps, made...)
		file := append(plan.Text{{Text: folder}}, t...)
		if prefix != "" {
			t = append(plan.Text{{Text: prefix}}, t...)
		}
		if isFolder && plain && bare == "$uri" && !n.shared.indexed {
			// The file is taken to be there, and where a redirect within leads.
			is := &plan.Fork{If: plan.ThereIsFolder, Of: file, Steps: nginxToFolder}
			steps = append(steps, &plan.Internal{Otherwise: []plan.Step{when(plan.Not(plan.Suffix("/")), []plan.Step{is})}})
			continue
		}
		if last := len(t) - 1; isFolder && t[last].Text == "/" && t[last].Kind == plan.Literal && last > 0 {
			t = t[:last] // nginx looks for the name without it, and goes on with that
		}
		found := []plan.Step{&plan.Put{To: plan.ToPath, Text: t}}
		switch {
		case isFolder && pass == nil:
			open := stepsOf(n.indexes(d), serves)
			is := &plan.Branch{Cases: []plan.Case{{If: plan.Suffix("/"), Steps: open}}, Otherwise: nginxToFolder}
			steps = append(steps, &plan.Fork{If: plan.ThereIsFolder, Of: file, Steps: append(found, is)})
		case isFolder:
			steps = append(steps, &plan.Fork{If: plan.ThereIsFolder, Of: file, Steps: append(found, serves...)})
		default:
			steps = append(steps, &plan.Fork{If: plan.ThereIsFile, Of: file, Steps: append(found, serves...)})
		}
	}
	n.understood(d)
	switch {
	case plain:
		return append(steps, serves...)
	case isCode:
		return append(steps, n.paged([]plan.Step{plan.Answer(status)})...)
	case strings.HasPrefix(last, "@"):
		loop := n.shared.named[last]
		if loop == nil {
			return append(steps, plan.Answer(500))
		}
		return append(steps, plan.NginxInternal, &plan.Jump{To: loop})
	}
	t := n.text(last)
	if dependsOnMore(t) {
		return append(steps, n.given(d, "it depends on more than the target")...)
	}
	steps = append(steps, n.sets(t)...)
	t, made := within(t)
	steps = append(append(steps, made...), &plan.Put{To: plan.ToTarget, Text: t}, plan.NginxSplit)
	file := plan.Text{{Text: folder}, {Kind: plan.ThePath}}
	if rest, ok := strings.CutPrefix(last, prefix); prefix != "" && made == nil && ok {
		file = plan.Text{{Text: folder + rest}}
	} else if prefix != "" {
		return append(steps, n.redirectsWithin()...)
	}
	// If it is a file, it is taken to be there.
	return stepsOf(steps, []plan.Step{&plan.Fork{If: plan.ThereIsNoFile, Of: file, Steps: n.redirectsWithin()}}, n.redirectsWithin())
}

// The variables of what try_files looks for, and of the path that a file is looked for. They are no
// names in a file.
const (
	nginxTried = "tried name"
	nginxAsked = "path of a file"
	// nginxAliased is the name of the file that alias makes of the path.
	nginxAliased = "name of a file"
)

// aliasedName returns the steps that give nginxAliased its value, or nil where it is not known.
func (n nginxReader) aliasedName() []plan.Step {
	if n.aliased == "" || n.inIf || strings.Contains(n.alias.arg(0), "$") {
		return nil
	}
	return []plan.Step{&plan.Make{Name: nginxAliased, Of: plan.Text{{Kind: plan.ThePath}}, Steps: []plan.Step{plan.Replace{Old: n.aliased, By: n.alias.arg(0)}}}}
}

// settled returns root or alias with the values of its variables, if the file has them.
func (n nginxReader) settled(d *directive) *directive {
	if !strings.Contains(d.arg(0), "$") || n.shared == nil {
		return d
	}
	t := n.text(d.arg(0))
	if len(t) != 1 || t[0].Kind != plan.Literal {
		return d
	}
	e := *d
	e.args = []string{t[0].Text}
	return &e
}

// files returns the steps that serve a file.
func (n nginxReader) files(location *directive, p nginxLocation) []plan.Step {
	steps := n.fileOf(location, p)
	if ends(steps) {
		return steps
	}
	// What replaces the answer sees the path again, not the name of the file.
	asked := &plan.Put{To: plan.ToVariable, Name: nginxAsked, Text: plan.Text{{Kind: plan.ThePath}}}
	missing := n.paged([]plan.Step{plan.Answer(404)})
	over, ok := missing[0].(*plan.Override)
	if !ok || len(over.Pages[404].Steps) == 0 && !over.Statuses[404] {
		if !n.lists {
			none := &plan.Fork{If: plan.ThereIsNoIndex, Of: plan.Text{{Kind: plan.ThePath}}, Steps: n.paged([]plan.Step{plan.Answer(403)})}
			steps = append(slices.Clip(steps), when(plan.Suffix("/"), []plan.Step{none}))
		}
		return append(steps, plan.File) // it is taken to be there
	}
	found := []plan.Step{plan.File}
	this := plan.Text{{Kind: plan.ThePath}}
	var indexes []plan.Step
	for _, name := range n.indexNames() {
		of := append(slices.Clip(this), n.text(name)...)
		if strings.HasPrefix(name, "/") || dependsOnMore(of) {
			break
		}
		indexes = append(indexes, &plan.Fork{If: plan.ThereIsFile, Of: of, Steps: found})
	}
	listed := found
	if !n.lists {
		listed = n.paged([]plan.Step{plan.Answer(403)})
	}
	indexes = append(indexes, &plan.Fork{If: plan.ThereIsFolder, Of: this, Steps: listed})
	return stepsOf([]plan.Step{asked}, steps, []plan.Step{
		&plan.Branch{
			Cases:     []plan.Case{{If: plan.Suffix("/"), Steps: indexes}},
			Otherwise: []plan.Step{&plan.Fork{If: plan.ThereIsFolder, Of: append(slices.Clip(this), plan.Piece{Text: "/"}), Steps: []plan.Step{plan.Unknown("a folder without a slash")}}, &plan.Fork{If: plan.ThereIsFile, Of: this, Steps: found}},
		},
		&plan.Put{To: plan.ToPath, Text: valueOf(nginxAsked)},
	}, missing)
}

// indexNames returns the names of the index files.
func (n nginxReader) indexNames() (names []string) {
	for _, d := range n.index {
		names = append(names, d.args...)
	}
	if names == nil {
		return []string{"index.html"} // the default
	}
	return names
}

// fileOf returns the steps that put the name of a folder before the path, or replace a
// prefix by it, as in nginx:alias.
func (n nginxReader) fileOf(location *directive, p nginxLocation) []plan.Step {
	switch d := n.alias; {
	case d != nil && p.expr != nil && n.aliased == "" && location.find("alias") != nil && !n.inIf:
		// The whole name, made of what the expression matched.
		t := n.text(d.arg(0))
		if dependsOnMore(t) {
			return n.given(d, "it depends on more than the target")
		}
		n.understood(d)
		return stepsOf(n.sets(t), []plan.Step{&plan.Put{To: plan.ToPath, Text: t}})
	case d != nil && (n.aliased == "" || n.inIf || p.named || strings.Contains(d.arg(0), "$")):
		return n.given(d, mayChange)
	case d != nil:
		n.understood(d)
		return []plan.Step{plan.Replace{Old: n.aliased, By: d.arg(0)}}
	}
	switch d := n.root; {
	case d == nil:
		return []plan.Step{plan.Replace{Old: "", By: "html"}} // the default
	case strings.Contains(d.arg(0), "$"):
		t := append(n.text(d.arg(0)), plan.Piece{Kind: plan.ThePath})
		if dependsOnMore(t) {
			return n.given(d, "it depends on more than the target")
		}
		return stepsOf(n.sets(t), []plan.Step{&plan.Put{To: plan.ToPath, Text: t}})
	}
	return []plan.Step{plan.Replace{Old: "", By: nginxFolder(n.root.arg(0))}}
}

// pass returns the steps of proxy_pass:
// https://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_pass.
func (n nginxReader) pass(d *directive, p nginxLocation) []plan.Step {
	uri := nginxURI(d.arg(0))
	kept := plan.NginxKept.Remove("?").Add("%")
	switch {
	case strings.Contains(d.arg(0), "$"):
		url := n.text(d.arg(0))
		n.understood(d)
		if host := nginxHost(url); host != "" && n.shared.whole && !n.resolves && !n.shared.upstreams[host] {
			// nginx looks for the name when a request comes.
			if anyDirective(n.pages, func(d *directive) bool { return amongTexts(d.args, "502") }) {
				return n.given(d, "there is no resolver for the host, and error_page answers instead")
			}
			return []plan.Step{plan.Answer(502)}
		}
		return append(n.sets(url), &plan.NginxURL{Text: url})
	case uri == "":
		n.understood(d)
		return []plan.Step{&plan.NginxPass{}, plan.Forward}
	case p.expr != nil || p.named || n.inIf || has(uri, kept.Complement()):
		return n.given(d, mayChange)
	}
	n.understood(d)
	return []plan.Step{&plan.NginxPass{Prefix: p.prefix, URI: uri}, plan.Forward}
}
