package hop

import (
	"fmt"
	"slices"
	"strings"
)

// readCaddy reads a Caddyfile: https://caddyserver.com/docs/caddyfile/concepts.
func readCaddy(r *configReader, text string) error {
	list, err := caddyDirectives(text)
	if err != nil {
		return err
	}
	if len(list) > 0 && list[0].name == "{" { // global options
		for _, d := range list[0].block {
			if d.name == "order" || d.name == "import" {
				r.missed(d, mayChange)
			}
		}
		list = list[1:]
	}
	list = slices.DeleteFunc(list, func(d *directive) bool {
		if d.open && strings.HasPrefix(d.name, "(") || strings.HasPrefix(d.name, "&(") {
			return true // a snippet, which import names
		}
		if d.name == "import" {
			r.missed(d, otherFile)
			return true
		}
		return false
	})
	if len(list) > 0 && !list[0].open { // one site, without braces
		list = []*directive{{name: list[0].name, args: list[0].args, line: list[0].line, block: list[1:], open: true}}
	}
	for _, site := range list {
		c := &caddyReader{configReader: r, matchers: map[string]*directive{}}
		end := []step{answer{status: 200}} // Caddy's answer if no handler answers
		steps := append(goTarget(), showRule{[]step{decode{}}}, goEscaped())
		host := strings.TrimSuffix(site.name, ",")
		if scheme, rest, ok := strings.Cut(host, "://"); ok && (scheme == "http" || scheme == "https") {
			host = rest
		}
		if strings.Contains(host, "/") {
			steps = append(steps, r.given(site, "a path in an address")...)
		}
		r.site(site.line, host, "2.11.9", append(steps, c.compile(site.block, false, end)...))
	}
	return nil
}

// caddyDirectives returns the directives of a Caddyfile: tokens up to the end of a line or
// a block.
func caddyDirectives(text string) ([]*directive, error) {
	root := &directive{open: true}
	stack := []*directive{root}
	var words []string
	line, begun := 1, 1
	end := func(open bool) error {
		if len(words) == 0 && !open {
			return nil
		}
		if len(words) == 0 {
			words = []string{"{"}
			begun = line
		}
		if len(stack) > maxNesting {
			return fmt.Errorf("hop: line %d: more than %d blocks in one another", line, maxNesting)
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
				return nil, fmt.Errorf("hop: line %d: a quotation mark without its other", line)
			}
			i += n
			rest, _, _ := strings.Cut(text[i:], "\n")
			rest = strings.TrimSpace(rest)
			switch {
			case word == "{" && !quoted && (rest == "" || rest[0] == '#'):
				if err := end(true); err != nil {
					return nil, err
				}
			case word == "}" && !quoted:
				if err := end(false); err != nil {
					return nil, err
				}
				if len(stack) == 1 {
					return nil, fmt.Errorf("hop: line %d: a } without a block", line)
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
		return nil, fmt.Errorf("hop: line %d: a block without an end", stack[len(stack)-1].line)
	}
	return root.block, nil
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

// caddyOrder lists the directives that are followed or may change paths, in the order
// in which Caddy applies them:
// https://caddyserver.com/docs/caddyfile/directives#directive-order.
var caddyOrder = []string{"redir", "rewrite", "uri", "try_files", "forward_auth", "request_header", "invoke", "handle", "route", "abort", "error", "respond", "reverse_proxy", "php_fastcgi", "file_server", "acme_server"}

// caddyQuiet lists directives that have nothing to do with the path of a
// request.
var caddyQuiet = []string{"tracing", "fs", "root", "log", "log_append", "log_skip", "log_name", "skip_log", "header", "copy_response_headers", "request_body", "method", "basic_auth", "basicauth", "encode", "push", "tls", "bind", "metrics", "handle_errors", "map", "vars", "templates", "intercept", "copy_response"}

type caddyReader struct {
	*configReader
	matchers map[string]*directive
}

// rank returns where a directive stands in caddyOrder.
func rank(d *directive) int {
	name := d.name
	if name == "handle_path" {
		name = "handle"
	}
	return slices.Index(caddyOrder, name)
}

// compile returns the steps of directives, followed by those of after.
func (c *caddyReader) compile(block []*directive, literal bool, after []step) []step {
	var list []*directive
	for _, d := range block {
		switch {
		case strings.HasPrefix(d.name, "@"):
			c.matchers[d.name] = d
		case d.name == "request_header" && (len(d.args) == 0 || !tellsPath(strings.TrimLeft(d.args[min(1, len(d.args)-1)], "+-")) && !tellsPath(strings.TrimLeft(d.args[0], "+-"))):
		case d.name == "import":
			c.missed(d, "a snippet or another file, which is not followed")
		case slices.Contains(caddyQuiet, d.name):
		case rank(d) < 0:
			c.missed(d, mayChange)
		default:
			list = append(list, d)
		}
	}
	if !literal {
		slices.SortStableFunc(list, func(a, b *directive) int {
			if n := rank(a) - rank(b); n != 0 {
				return n
			}
			return c.specific(b) - c.specific(a)
		})
	}
	// From the last to the first, so that the steps that follow are known.
	steps, handled := after, after
	group := false
	for i := len(list) - 1; i >= 0; i-- {
		d := list[i]
		isHandle := d.name == "handle" || d.name == "handle_path"
		if isHandle && !group {
			handled = steps // the steps after the first handle that matches
		}
		group = isHandle
		next := handled
		if !isHandle {
			next = steps
		}
		body, passes := c.body(d, next)
		holds, made, kind := c.condition(d)
		switch {
		case kind == otherTerm:
			c.missed(d, notThePath)
		case kind == pathTerm:
			steps = c.given(d, "a matcher that is not followed")
		case passes:
			if len(body) > 0 && holds != nil {
				body = c.chooses([]chosen{{condition: holds, made: made, steps: body}}, nil)
			}
			steps = append(slices.Clone(body), steps...)
		case holds == nil:
			steps = body
		default:
			steps = c.chooses([]chosen{{condition: holds, made: made, steps: body}}, steps)
		}
	}
	return steps
}

// specific returns how specific the matcher of a directive is. Among directives
// of one name, more specific ones come first.
func (c *caddyReader) specific(d *directive) int {
	switch m := d.arg(0); {
	case strings.HasPrefix(m, "/"):
		return 2*len(strings.TrimSuffix(m, "*")) + 1 - strings.Count(m[len(m)-1:], "*")
	case strings.HasPrefix(m, "@"):
		return 1
	}
	return 0
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
func (c *caddyReader) body(d *directive, next []step) (steps []step, passes bool) {
	args := argsOf(d)
	switch d.name {
	case "reverse_proxy":
		for _, x := range d.block {
			if x.name == "rewrite" || x.name == "handle_response" || x.name == "header_up" && tellsPath(strings.TrimLeft(x.arg(0), "+-")) || x.name == "import" {
				return c.given(x, mayChange), false
			}
		}
		c.understood(d)
		return []step{goRequestURI{}, forward}, false
	case "handle", "route":
		c.understood(d)
		return c.compile(d.block, d.name == "route", next), false
	case "handle_path":
		prefix, ok := strings.CutSuffix(d.arg(0), "/*")
		if !ok || strings.Contains(prefix, "*") || prefix == "" {
			return c.given(d, mayChange), false
		}
		c.understood(d)
		return append(slices.Clone(caddyStrip(prefix)), c.compile(d.block, false, next)...), false
	case "uri":
		if len(args) == 2 && args[0] == "strip_prefix" && strings.HasPrefix(args[1], "/") && !strings.ContainsAny(args[1], "%{") {
			c.understood(d)
			return caddyStrip(args[1]), true
		}
	case "respond", "error":
		status := 200
		if d.name == "error" {
			status = 500
		}
		for _, a := range args {
			if n, ok := statusOf(a); ok {
				status = n
			}
		}
		c.understood(d)
		return []step{answer{status: status}}, false
	case "abort":
		c.understood(d)
		return []step{answer{status: 0}}, false
	case "file_server":
		c.understood(d)
		return []step{answer{status: 200}}, false
	case "request_header", "forward_auth":
		c.missed(d, mayChange)
		return nil, true
	}
	return c.given(d, mayChange), false
}

// condition returns the condition of the matcher of a directive, nil for all requests,
// with the steps up to the path that it matches.
func (c *caddyReader) condition(d *directive) (condition, []step, termKind) {
	m := d.arg(0)
	switch {
	case strings.HasPrefix(m, "/"):
		return caddyPatterns([]string{m})
	case !strings.HasPrefix(m, "@"):
		return nil, nil, followedTerm
	}
	named := c.matchers[m]
	switch {
	case named == nil:
		return nil, nil, pathTerm
	case named.arg(0) == "path" && !named.open:
		return caddyPatterns(named.args[1:])
	case named.open && len(named.args) == 0 && len(named.block) == 1 && named.block[0].name == "path":
		return caddyPatterns(named.block[0].args)
	}
	text := named.String()
	for _, x := range named.block {
		text += " " + x.String()
		for _, y := range x.block {
			text += " " + y.String()
		}
	}
	if strings.Contains(text, "path") || strings.Contains(text, "uri") || strings.Contains(text, "file") || strings.Contains(text, "…") {
		return nil, nil, pathTerm
	}
	return nil, nil, otherTerm
}

// caddyPatterns returns a condition that holds if one of the patterns of path matches.
func caddyPatterns(list []string) (condition, []step, termKind) {
	var any condition
	for _, p := range list {
		one, ok := caddyPattern(p)
		switch {
		case !ok:
			return nil, nil, pathTerm
		case any == nil:
			any = one
		default:
			any = either{any, one}
		}
	}
	if any == nil {
		return nil, nil, pathTerm
	}
	return any, []step{decode{}, lowerCase, goClean{true}}, followedTerm
}

// caddyPattern returns the condition of one pattern of path:
// https://caddyserver.com/docs/caddyfile/matchers#path.
func caddyPattern(pattern string) (condition, bool) {
	pattern = strings.ToLower(pattern)
	bare := strings.Trim(pattern, "*")
	switch {
	case strings.ContainsAny(bare, "*%{?") || strings.Contains(pattern, "**"):
		return nil, false
	case pattern == "*" || pattern == "/*":
		return hasPrefix(""), true
	case strings.HasPrefix(pattern, "*") && strings.HasSuffix(pattern, "*"):
		return includes{substring: bare}, true
	case strings.HasPrefix(pattern, "*"):
		return hasSuffix(bare), true
	case strings.HasSuffix(pattern, "*"):
		return hasPrefix(bare), true
	}
	return is(pattern), true
}

// A term is a part of a condition.
type term struct {
	is        termKind
	condition condition
}

type termKind uint8

const (
	followedTerm termKind = iota
	pathTerm              // on the path, but not followed
	otherTerm             // on anything else
)
