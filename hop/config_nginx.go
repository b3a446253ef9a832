package hop

import (
	"fmt"
	"slices"
	"strings"
)

// readNginx reads a file of nginx: servers, their locations, and how these handle
// paths.
func readNginx(r *configReader, text string) error {
	list, err := nginxDirectives(text)
	if err != nil {
		return err
	}
	n := nginxReader{configReader: r, merge: true}
	if slices.ContainsFunc(list, func(d *directive) bool { return d.name == "location" }) {
		n.server(&directive{line: 1, block: list, open: true}) // a file that a server includes
		return nil
	}
	n.outside(list)
	return nil
}

// nginxDirectives returns the directives of a file: words up to a semicolon or a block,
// quoted or not, without comments, which begin at a #.
func nginxDirectives(text string) ([]*directive, error) {
	root := &directive{open: true}
	stack := []*directive{root}
	var words []string
	line, begun := 1, 1
	add := func(open bool) *directive {
		d := &directive{name: words[0], args: words[1:], line: begun, open: open}
		words = nil
		top := stack[len(stack)-1]
		top.block = append(top.block, d)
		return d
	}
	for i := 0; i < len(text); {
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
				return nil, fmt.Errorf("hop: line %d: a semicolon without a directive", line)
			}
			add(false)
			i++
		case c == '{':
			switch {
			case len(words) == 0:
				return nil, fmt.Errorf("hop: line %d: a block without a directive", line)
			case len(stack) > maxNesting:
				return nil, fmt.Errorf("hop: line %d: more than %d blocks in one another", line, maxNesting)
			}
			i++
			d := add(true)
			if strings.HasSuffix(d.name, "_by_lua_block") {
				n := closing(text[i:])
				if n < 0 {
					return nil, fmt.Errorf("hop: line %d: a block without an end", line)
				}
				line += strings.Count(text[i:i+n], "\n")
				i += n + 1
				continue
			}
			stack = append(stack, d)
		case c == '}':
			switch {
			case len(words) > 0:
				return nil, fmt.Errorf("hop: line %d: no semicolon after %q", begun, words[0])
			case len(stack) == 1:
				return nil, fmt.Errorf("hop: line %d: a } without a block", line)
			}
			stack = stack[:len(stack)-1]
			i++
		default:
			if len(words) == 0 {
				begun = line
			}
			word, n, ok := nginxWord(text[i:])
			if !ok {
				return nil, fmt.Errorf("hop: line %d: a quotation mark without its other", line)
			}
			line += strings.Count(text[i:i+n], "\n")
			words = append(words, word)
			i += n
		}
	}
	switch {
	case len(words) > 0:
		return nil, fmt.Errorf("hop: line %d: no semicolon after %q", begun, words[0])
	case len(stack) > 1:
		return nil, fmt.Errorf("hop: line %d: a block without an end", stack[len(stack)-1].line)
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
	merge       bool
	root        string
	expressions *[]condition // of the server, in its locations and rewrites
}

// expression is the function expression, and remembers the conditions.
func (n nginxReader) expression(pattern string, fold bool) (condition, bool) {
	c, ok := expression(pattern, fold)
	if ok {
		*n.expressions = append(*n.expressions, c)
	}
	return c, ok
}

// outside reads the directives outside of servers.
func (n nginxReader) outside(list []*directive) {
	for _, d := range list {
		switch d.name {
		case "http":
			n.outside(d.block)
			return
		case "merge_slashes":
			n.understood(d)
			n.merge = d.arg(0) != "off"
		case "root":
			n.root = d.arg(0)
		}
	}
	for _, d := range list {
		switch {
		case d.name == "server" && d.open:
			n.server(d)
		case d.name == "merge_slashes" || d.name == "root" || d.open && slices.Contains(nginxQuietBlocks, d.name):
		default:
			n.other(d)
		}
	}
}

// nginxQuietBlocks are blocks outside of servers that have nothing to do with paths.
var nginxQuietBlocks = []string{"events", "upstream", "types", "geo", "split_clients", "stream", "mail", "map"}

// other notes a directive that is not followed, if it may affect paths.
func (n nginxReader) other(d *directive) {
	switch {
	case d.name == "include" && strings.HasSuffix(d.arg(0), "mime.types"):
	case d.name == "include":
		n.missed(d, otherFile)
	case d.name == "error_page" && !slices.ContainsFunc(d.args[:max(len(d.args)-1, 0)], func(s string) bool { return !strings.HasPrefix(s, "5") }):
	case d.name == "proxy_set_header" && !tellsPath(d.arg(0)):
	case nginxQuiet(d.name):
	default:
		n.missed(d, mayChange)
	}
}

// tellsPath reports whether a header passes a path to applications.
func tellsPath(header string) bool {
	switch strings.ToLower(header) {
	case "x-original-url", "x-rewrite-url", "x-forwarded-prefix", "x-forwarded-uri", "x-forwarded-path", "x-original-uri", "x-script-name", "script-name":
		return true
	}
	return false
}

// nginxQuiet reports whether a directive has nothing to do with the path of a request.
// Directives of unlisted modules may.
func nginxQuiet(name string) bool {
	for _, prefix := range []string{
		"ssl_", "gzip", "brotli", "zstd", "client_", "keepalive_", "lingering_", "log_", "limit_", "open_file_cache", "real_ip_", "resolver", "send", "server_", "proxy_", "fastcgi_", "uwsgi_", "scgi_", "grpc_", "memcached_", "types_", "variables_hash", "worker_", "add_", "auth_basic", "auth_jwt", "sub_filter", "http2", "http3", "quic_", "reset_", "charset", "expires", "etag", "if_modified_since", "aio", "directio", "output_buffers", "postpone_output", "read_ahead", "tcp_", "large_client", "request_", "connection_pool", "autoindex", "stub_status", "health_check", "mirror_request_body", "ignore_invalid", "underscores", "map_hash", "max_", "min_delete", "msie_", "override_charset", "satisfy", "geoip", "access_log", "error_log", "default_type", "listen", "ssl", "user", "pid", "load_module", "daemon", "master_process", "pcre_jit", "thread_pool", "env", "events", "allow", "deny", "subrequest", "chunked", "early_hints", "absolute_redirect", "port_in_redirect", "recursive_error", "disable_symlinks", "js_import", "js_path", "js_shared", "lua_", "opentracing", "otel_", "secure_link_md5", "userid", "valid_referers", "source_charset", "image_filter", "mp4", "flv", "hls", "slice", "zone", "more_clear_headers", "more_set_headers",
	} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// An nginxPlace is a location.
type nginxPlace struct {
	prefix    string
	expr      condition
	exact     bool
	stops     bool // ^~: no regular expression comes before it
	redirects bool
	steps     []step
}

// server adds a server. The order in which it tries locations is that of
// https://nginx.org/en/docs/http/ngx_http_core_module.html#location: exact ones, then
// the longest prefix, then regular expressions unless that has ^~.
func (n nginxReader) server(s *directive) {
	name := ""
	n.expressions = &[]condition{}
	for _, d := range s.block {
		switch d.name {
		case "merge_slashes":
			n.understood(d)
			n.merge = d.arg(0) != "off"
		case "root":
			n.root = d.arg(0)
		case "server_name":
			for _, x := range d.args {
				if name == "" && x != "_" {
					name = x
				}
			}
		}
	}
	var places []nginxPlace
	first := n.rewrites(s.block, nil)
	n.locations(s.block, &places)
	last := n.content(s, nginxPlace{})
	var slashes step
	if n.merge {
		slashes = merge{}
	}
	steps := nginx(slashes, rule)
	steps = append(steps, guarded(*n.expressions...)...)
	steps = append(steps, first...)
	n.site(s.line, name, "1.22.1", append(steps, n.dispatch(places, last)...))
}

func (n nginxReader) dispatch(places []nginxPlace, last []step) []step {
	var cases, expressions, prefixes []chosen
	for _, p := range places {
		if p.exact {
			cases = append(cases, chosen{condition: is(p.prefix), steps: p.steps})
		}
	}
	for _, p := range places {
		bare := strings.TrimSuffix(p.prefix, "/")
		if p.redirects && bare != "" && !slices.ContainsFunc(places, func(q nginxPlace) bool { return q.expr == nil && q.prefix == bare }) {
			cases = append(cases, chosen{condition: is(bare), steps: []step{replaceWhole{p.prefix}, answer{301, true}}})
		}
		if p.expr != nil {
			expressions = append(expressions, chosen{condition: p.expr, steps: p.steps})
		}
	}
	places = slices.DeleteFunc(places, func(p nginxPlace) bool { return p.exact || p.expr != nil })
	slices.SortStableFunc(places, func(a, b nginxPlace) int { return len(b.prefix) - len(a.prefix) })
	if n.cases+len(cases)+(len(places)+1)*(len(expressions)+1) > maxCases {
		n.configReader.cases = maxCases + 1
		return nil
	}
	for _, p := range places {
		steps := p.steps
		if !p.stops {
			steps = n.chooses(expressions, p.steps)
		}
		prefixes = append(prefixes, chosen{condition: hasPrefix(p.prefix), steps: steps})
	}
	return n.chooses(append(cases, prefixes...), n.chooses(expressions, last))
}

// locations collects the locations of a block.
func (n nginxReader) locations(block []*directive, places *[]nginxPlace) {
	for _, d := range block {
		if d.name != "location" {
			continue
		}
		var p nginxPlace
		p.prefix = d.arg(len(d.args) - 1)
		switch modifier := d.arg(0); {
		case len(d.args) == 1 && strings.HasPrefix(p.prefix, "@"):
			continue // reached only from directives that are not followed
		case len(d.args) == 1 && strings.HasPrefix(p.prefix, "^~"):
			p.prefix, p.stops = p.prefix[2:], true
		case len(d.args) == 1 && strings.HasPrefix(p.prefix, "="):
			p.prefix, p.exact = p.prefix[1:], true
		case len(d.args) == 1 && !strings.HasPrefix(p.prefix, "~"):
		case len(d.args) == 2 && modifier == "=":
			p.exact = true
		case len(d.args) == 2 && modifier == "^~":
			p.stops = true
		default:
			pattern := strings.Join(d.args, "")
			fold := strings.HasPrefix(pattern, "~*")
			var ok bool
			p.expr, ok = n.expression(strings.TrimLeft(pattern, "~*"), fold)
			if p.prefix = ""; !ok {
				p.expr, p.steps = hasPrefix(""), n.given(d, notThisRegex)
				*places = append(*places, p)
				continue
			}
		}
		n.understood(d)
		inner := n
		if root := d.find("root"); root != nil {
			inner.root = root.arg(0)
		}
		p.steps = inner.rewrites(d.block, &p)
		if content := inner.content(d, p); !ends(p.steps) {
			p.steps = append(p.steps, content...)
		}
		p.redirects = p.expr == nil && !p.exact && strings.HasSuffix(p.prefix, "/") && slices.ContainsFunc(d.block, func(d *directive) bool { return strings.HasSuffix(d.name, "_pass") })
		if p.expr == nil && !p.exact {
			inner.locations(d.block, places)
		} else if nested := d.find("location"); nested != nil {
			p.steps = n.given(nested, mayChange)
		}
		*places = append(*places, p)
	}
}

// ends reports whether no steps can follow.
func ends(steps []step) bool {
	if len(steps) == 0 {
		return false
	}
	switch steps[len(steps)-1].(type) {
	case answer, notDescribed:
		return true
	}
	return false
}

// rewrites returns the steps of the directives of the rewrite module, in their order:
// https://nginx.org/en/docs/http/ngx_http_rewrite_module.html.
func (n nginxReader) rewrites(block []*directive, place *nginxPlace) []step {
	var steps []step
	for _, d := range block {
		switch d.name {
		case "return":
			status, ok := statusOf(d.arg(0))
			switch {
			case !ok || status/100 == 3:
				return append(steps, n.given(d, "a redirect is not followed")...)
			case status == 444:
				status = 0
			}
			n.understood(d)
			return append(steps, answer{status: status})
		case "rewrite":
			steps = append(steps, n.rewrite(d, block, place)...)
		case "if":
			if text := strings.Join(d.args, " "); strings.Contains(text, "uri") || strings.Contains(text, "_filename") || strings.Contains(text, "args") || strings.Contains(text, "$document") {
				return append(steps, n.given(d, mayChange)...)
			}
			n.missed(d, notThePath)
		case "break", "set":
			if d.name == "set" && d.arg(0) != "$uri" && d.arg(0) != "$args" {
				continue
			}
			n.missed(d, mayChange)
		}
	}
	return steps
}

// rewrite returns the steps of a rewrite. A rewrite of a prefix before proxy_pass is
// followed as in nginx:rewrite; for paths that another matches, the result is not
// described.
func (n nginxReader) rewrite(d *directive, block []*directive, place *nginxPlace) []step {
	c, ok := n.expression(d.arg(0), false)
	if !ok {
		return n.given(d, notThisRegex)
	}
	from, whole := strings.CutSuffix(strings.TrimSuffix(d.arg(0), "$"), "(.*)")
	old, plain := literal(strings.TrimPrefix(from, "^"))
	by, end := strings.CutSuffix(d.arg(1), "$1")
	pass := (&directive{block: block}).find("proxy_pass")
	if prefix, isPrefix := c.(hasPrefix); isPrefix && whole && plain && string(prefix) == old && end && d.arg(2) == "break" && place != nil && pass != nil &&
		strings.HasPrefix(by, "/") && !strings.ContainsAny(by, "?$") && nginxURI(pass.arg(0)) == "" && !strings.Contains(pass.arg(0), "$") {
		n.understood(d)
		return n.chooses([]chosen{{condition: c, steps: []step{replace{old, by}, encode{kept: nginxKept}, forward, stop{}}}}, nil)
	}
	n.missed(d, "not followed where it matches")
	return n.chooses([]chosen{{condition: c, steps: []step{notDescribed{fmt.Sprintf("%s:%d: rewrite", n.base, d.line)}}}}, nil)
}

// stop ends the steps.
type stop struct{}

func (stop) words() Step   { return Step{"end", "stop here"} }
func (stop) do(r *request) { r.done = true }

func (s stop) follow(v *variant) []*variant {
	c := v.copied()
	c.ended = true
	return []*variant{c}
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

// content returns the steps by which a location serves or forwards, and notes what is
// not followed.
func (n nginxReader) content(place *directive, p nginxPlace) []step {
	steps := n.files(p.prefix, "")
	server := place.name != "location"
	for _, d := range place.block {
		switch d.name {
		case "return", "rewrite", "if", "set", "break", "merge_slashes", "root", "location", "limit_except":
		case "proxy_pass":
			steps = n.pass(d, p)
		case "fastcgi_pass", "uwsgi_pass", "scgi_pass", "grpc_pass", "memcached_pass":
			steps = n.given(d, mayChange)
		case "alias":
			if p.expr != nil || p.exact || strings.Contains(d.arg(0), "$") {
				steps = n.given(d, mayChange)
				continue
			}
			n.understood(d)
			steps = n.files(p.prefix, d.arg(0))
		case "try_files":
			rest := strings.Join(d.args, " ")
			if i := strings.LastIndex(rest, " ="); i >= 0 && (rest[:i] == "$uri" || rest[:i] == "$uri $uri/") {
				n.understood(d)
				continue
			}
			steps = n.given(d, mayChange)
		case "deny":
			if d.arg(0) == "all" && place.find("allow") == nil && place.find("satisfy") == nil && !server {
				n.understood(d)
				steps = []step{answer{status: 403}}
			}
		case "internal":
			n.understood(d)
			steps = []step{answer{status: 404}}
		case "index":
			if servesFiles(place) {
				n.missed(d, mayChange)
			}
		default:
			n.other(d)
		}
	}
	// Access rules apply before content, wherever they stand.
	if d := place.find("deny"); !server && d != nil && d.arg(0) == "all" && place.find("allow") == nil && place.find("satisfy") == nil {
		return []step{answer{status: 403}}
	}
	if place.find("internal") != nil {
		return []step{answer{status: 404}}
	}
	return steps
}

// servesFiles reports whether a location, or a server in one of its locations, serves
// files. A path that ends with a slash then continues in the location of its index
// file.
func servesFiles(place *directive) bool {
	rest := true
	for _, d := range place.block {
		switch {
		case strings.HasSuffix(d.name, "_pass"), d.name == "return":
			return false
		case d.name == "location" && servesFiles(d):
			return true
		case d.name == "location" && len(d.args) == 1 && d.arg(0) == "/":
			rest = false
		}
	}
	return rest
}

// files returns the steps that put the name of a folder before the path, or replace a
// prefix by it, as in nginx:alias.
func (n nginxReader) files(prefix, alias string) []step {
	switch {
	case alias != "":
		return []step{replace{prefix, alias}, app}
	case strings.Contains(n.root, "$"):
		return []step{notDescribed{"root " + n.root}}
	case n.root == "":
		return []step{replace{"", "html"}, app} // the default
	}
	return []step{replace{"", strings.TrimSuffix(n.root, "/")}, app}
}

// pass returns the steps of proxy_pass:
// https://nginx.org/en/docs/http/ngx_http_proxy_module.html#proxy_pass.
func (n nginxReader) pass(d *directive, p nginxPlace) []step {
	uri := nginxURI(d.arg(0))
	kept := nginxKept.Remove("?")
	authority, normal := strings.CutSuffix(d.arg(0), "$uri$is_args$args")
	switch {
	case normal && nginxURI(authority) == "" && !strings.Contains(authority, "$"):
		n.understood(d)
		return []step{cutLine{}, forward}
	case strings.Contains(d.arg(0), "$"):
		return n.given(d, "the values of variables are not followed")
	case uri == "":
		n.understood(d)
		return []step{raw{}, forward}
	case p.expr != nil || has(uri, kept.Complement()) || has(p.prefix, kept.Complement()):
		return n.given(d, mayChange)
	case p.exact:
		n.understood(d)
		return []step{replaceWhole{uri}, forward}
	}
	n.understood(d)
	if uri == p.prefix {
		return []step{nginxEncode, forward}
	}
	return []step{nginxEncode, replace{p.prefix, uri}, forward}
}
