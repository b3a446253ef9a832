package config

import (
	"cmp"
	"fmt"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/hop/internal/plan"
)

// caddyPieces are the placeholders that are parts of a request:
// https://caddyserver.com/docs/caddyfile/concepts#placeholders.
func caddyPieces(name string) plan.Text {
	switch name {
	case "uri", "http.request.uri":
		return plan.Text{{Kind: plan.ThePath}, {Kind: plan.Tail}}
	case "query", "http.request.uri.query":
		return plan.Text{{Kind: plan.Query}}
	case "?query", "http.request.uri.prefixed_query":
		return plan.Text{{Kind: plan.IsArgs}, {Kind: plan.Query}}
	case "method", "http.request.method":
		return plan.Text{{Text: "GET"}}
	}
	return nil
}

// text returns a text with placeholders, and the steps that make its parts. escaped says that
// {path} is the escaped path, as in rewrite. It reports false for one that depends on more
// than the target.
func (c *caddyReader) text(s, expression string, escaped bool) (text plan.Text, before []plan.Step, known bool) {
	known = true
	for s != "" {
		i := strings.IndexByte(s, '{')
		if i < 0 {
			text = append(text, plan.Piece{Text: s})
			break
		}
		name, rest, ok := strings.Cut(s[i+1:], "}")
		text, s = append(text, plan.Piece{Text: s[:i]}), rest
		pieces := caddyPieces(name)
		group, isGroup := strings.CutPrefix(strings.TrimPrefix(name, "http.regexp."), "re.")
		switch {
		case !ok:
			return nil, nil, false
		case pieces != nil:
		case name == "path" || name == "http.request.uri.path":
			pieces = plan.Text{{Kind: plan.ThePath}}
			if !escaped {
				c.made++
				made := fmt.Sprintf("path %d", c.made)
				before = append(before, &plan.Make{Name: made, Of: pieces, Steps: []plan.Step{plan.CaddyDecode}})
				pieces = plan.Text{{Kind: plan.Variable, Text: made}}
			}
		case name == "file" || name == "path.file" || name == "http.request.uri.path.file":
			// It is not escaped, in rewrite either.
			last, _ := compiled(goRegexp, `^(?s:.*)/`, false)
			c.made++
			made := fmt.Sprintf("path %d", c.made)
			before = append(before, &plan.Make{Name: made, Of: plan.Text{{Kind: plan.ThePath}}, Steps: []plan.Step{plan.CaddyDecode, &plan.Sub{Source: "^.*/", Pattern: last}}})
			pieces = valueOf(made)
			before = append(before, unlessItEnds(pieces))
		case isGroup:
			own, number, named := strings.Cut(group, ".")
			if !named {
				own, number = "", group
			}
			n, err := strconv.Atoi(number)
			if i := slices.Index(c.groups, number); err != nil && i > 0 {
				n, err = i, nil
			}
			if err != nil || named && own != expression || n < 0 || n > 9 {
				return nil, nil, false
			}
			if pieces = (plan.Text{{Kind: plan.Capture, N: n}}); escaped {
				before = append(before, unlessItEnds(pieces))
			}
		case c.status != 0 && (name == "err.status_code" || name == "http.error.status_code"):
			pieces = plan.Text{{Text: strconv.Itoa(c.status)}}
		case c.maps[name] != nil:
			made, steps, ok := c.mapped(c.maps[name], name)
			if before, pieces = append(before, steps...), valueOf(made); !ok {
				known, pieces = false, plan.Text{{Kind: plan.Foreign, Text: name}}
			}
		default:
			known, pieces = false, plan.Text{{Kind: plan.Foreign, Text: strings.Replace(strings.TrimPrefix(name, "http.request."), "hostport", "host", 1)}}
		}
		text = append(text, pieces...)
	}
	return joined(slices.DeleteFunc(text, func(p plan.Piece) bool { return p.Kind == plan.Literal && p.Text == "" })), before, known
}

// unlessItEnds returns a step that does not know the request if a value, which is not escaped, has
// a "?", at which rewrite begins a query, or a "#", at which it stops.
func unlessItEnds(value plan.Text) plan.Step {
	return &plan.Branch{Cases: []plan.Case{{
		On: []plan.Step{&plan.Put{To: plan.ToTarget, Text: value}}, If: plan.Or(plan.Part("?"), plan.Part("#")),
		Steps: []plan.Step{plan.Unknown("a ? or a # that a placeholder of rewrite gives")},
	}}}
}

// rewrite returns the steps of rewrite: https://caddyserver.com/docs/caddyfile/directives/rewrite.
func (c *caddyReader) rewrite(d *directive, to, expression string) []plan.Step {
	text, before, known := c.text(to, expression, true)
	if !known || len(text) == 0 || strings.Contains(to, "#") {
		return c.given(d, "it depends on more than the target")
	}
	path, query, hasQuery := cutQuery(text)
	// A query that is part of a placeholder in the path comes before others.
	if i := slices.IndexFunc(path, func(p plan.Piece) bool { return p.Kind == plan.Tail }); i >= 0 {
		if i != len(path)-1 || hasQuery {
			return c.given(d, mayChange)
		}
		path = path[:i]
	}
	c.understood(d)
	steps := before
	if len(path) > 0 {
		steps = append(steps, &plan.Make{Name: "rewritten", Of: path, Steps: []plan.Step{plan.CaddyDecode, plan.CaddyEncode}})
	}
	if hasQuery {
		put, ok := c.query(query)
		if !ok {
			return c.given(d, mayChange)
		}
		steps = append(steps, put...)
	}
	if len(path) > 0 {
		steps = append(steps, &plan.Put{To: plan.ToPath, Text: plan.Text{{Kind: plan.Variable, Text: "rewritten"}}})
	}
	return steps
}

// query returns the steps that make a text the query of the request. Caddy leaves out an & beside a
// query that is empty, and escapes a value that is put in.
func (c *caddyReader) query(text plan.Text) (steps []plan.Step, ok bool) {
	text = slices.Clone(text)
	first := func(t plan.Text) plan.Text { return t }
	for i, p := range text {
		last := max(i-1, 0)
		switch p.Kind {
		case plan.Literal:
		case plan.Query:
			switch {
			case i > 0 && strings.HasSuffix(text[last].Text, "&"):
				text[last].Text = strings.TrimSuffix(text[last].Text, "&")
				text[i].Kind = plan.AndQuery
			case i > 0:
				return nil, false // it is escaped
			}
			if i+1 < len(text) && (i > 0 || !strings.HasPrefix(text[i+1].Text, "&")) {
				return nil, false
			} else if i+1 < len(text) {
				first = func(t plan.Text) plan.Text {
					t = slices.Clone(t[1:])
					t[0].Text = t[0].Text[1:]
					return t
				}
			}
		case plan.Variable, plan.Capture, plan.ThePath:
			if p.Kind == plan.ThePath {
				p = valueOf("decoded")[0]
				steps = append(steps, &plan.Make{Name: p.Text, Of: plan.Text{{Kind: plan.ThePath}}, Steps: []plan.Step{plan.CaddyDecode}})
			}
			// Of what a value may hold, only slashes are known to be escaped.
			odd, _ := expression(goRegexp, `[^A-Za-z0-9._~/-]`, false)
			slash, _ := compiled(goRegexp, "/", false)
			c.made++
			made := fmt.Sprintf("value %d", c.made)
			steps = append(steps, &plan.Branch{Cases: []plan.Case{{
				On: []plan.Step{&plan.Put{To: plan.ToTarget, Text: plan.Text{p}}}, If: odd,
				Steps: []plan.Step{plan.Unknown("an octet that is escaped in a query")},
			}}}, &plan.Make{Name: made, Of: plan.Text{p}, Steps: []plan.Step{&plan.Sub{Source: "/", Pattern: slash, By: "%2F", All: true}}})
			text[i] = valueOf(made)[0]
		default:
			return nil, false
		}
	}
	put := []plan.Step{&plan.Put{To: plan.ToQuery, Text: text}}
	if without := first(text); len(without) != len(text) {
		put = []plan.Step{&plan.Branch{
			Cases:     []plan.Case{{On: []plan.Step{&plan.Put{To: plan.ToTarget, Text: plan.Text{{Kind: plan.Query}}}}, If: plan.Path(""), Steps: []plan.Step{&plan.Put{To: plan.ToQuery, Text: without}}}},
			Otherwise: put,
		}}
	}
	return append(steps, put...), true
}

// redirect returns the steps of redir: https://caddyserver.com/docs/caddyfile/directives/redir.
func (c *caddyReader) redirect(d *directive, args []string, expression string) []plan.Step {
	status := 302
	if len(args) == 0 || len(args) > 2 || d.open {
		return c.given(d, mayChange)
	}
	if len(args) == 2 {
		named := map[string]int{"permanent": 301, "temporary": 302}
		if status = named[args[1]]; status == 0 {
			status, _ = statusOf(args[1])
		}
	}
	text, before, known := c.text(args[0], expression, false)
	if status/100 != 3 || !known && !strings.Contains(args[0], "://") {
		return c.given(d, "a redirect that is not followed")
	}
	c.understood(d)
	return append(before, &plan.Put{To: plan.ToTarget, Text: text}, plan.URLHost, plan.CaddyControls, plan.Redirect(status))
}

// uri returns the steps of uri: https://caddyserver.com/docs/caddyfile/directives/uri.
func (c *caddyReader) uri(d *directive, args []string) ([]plan.Step, bool) {
	plain := len(args) > 1 && !slices.ContainsFunc(args[1:], func(a string) bool {
		_, name, ok := strings.Cut(a, "{")
		return ok && (args[0] != "path_regexp" || name == "" || !isDigitOctet(name[0]))
	})
	if !plain || d.open {
		return c.given(d, mayChange), false
	}
	simple := !slices.ContainsFunc(args[1:], func(a string) bool { return strings.ContainsAny(a, "%?#") })
	switch {
	case args[0] == "strip_prefix" && len(args) == 2 && simple && strings.HasPrefix(args[1], "/"):
		c.understood(d)
		return []plan.Step{plan.StripPrefix(args[1])}, true
	case args[0] == "strip_suffix" && len(args) == 2 && simple && !has(args[1], plan.NginxKept.Complement()):
		c.understood(d)
		escaped := when(&plan.Condition{Kind: plan.IsFoldedPart, Text: "%2e"}, []plan.Step{plan.Unknown("an escaped dot before uri strip_suffix")})
		return []plan.Step{escaped, plan.StripSuffix(args[1])}, true
	case args[0] == "replace" && len(args) == 3 && simple:
		c.understood(d)
		return []plan.Step{plan.ReplaceAll{Old: args[1], By: args[2]}}, true
	case args[0] == "path_regexp" && len(args) == 3 && simple && !strings.Contains(args[2], "$") && !strings.HasPrefix(args[1], "@"):
		p, ok := compiled(goRegexp, args[1], false)
		if ok && octetwise(p.Tree, false) && !p.Regexp.MatchString("") && c.reuse(maxExpression) {
			c.understood(d)
			return []plan.Step{&plan.Sub{Source: args[1], Pattern: p, By: args[2], All: true}}, true
		}
	}
	return c.given(d, mayChange), false
}

// octetwise reports whether an expression of Go matches the same octet by octet as it does
// character by character.
func octetwise(re *syntax.Regexp, repeated bool) bool {
	switch re.Op {
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return repeated
	case syntax.OpCharClass:
		return repeated || len(re.Rune) > 0 && re.Rune[len(re.Rune)-1] < 0x80
	case syntax.OpLiteral:
		return !slices.ContainsFunc(re.Rune, func(r rune) bool { return r >= 0x80 })
	}
	repeated = re.Op == syntax.OpStar || re.Op == syntax.OpPlus || repeated && (re.Op == syntax.OpCapture || re.Op == syntax.OpConcat && len(re.Sub) == 1)
	return !slices.ContainsFunc(re.Sub, func(sub *syntax.Regexp) bool { return !octetwise(sub, repeated) })
}

// tries returns the steps of try_files, which goes on with the first file that is there.
func (c *caddyReader) tries(d *directive, args []string, next []plan.Step) []plan.Step {
	if d.open || len(args) == 0 {
		return c.given(d, mayChange)
	}
	last := next
	if code, ok := strings.CutPrefix(args[len(args)-1], "="); ok {
		status, known := statusOf(code)
		if !known {
			return c.given(d, mayChange)
		}
		args, last = args[:len(args)-1], c.failed(status)
	}
	queries := true
	steps, ok := c.look(c.root, args, func(bare, query string, hasQuery bool) []plan.Step {
		to, _, _ := c.text(bare, "", true)
		found := []plan.Step{&plan.Make{Name: "rewritten", Of: to, Steps: []plan.Step{plan.CaddyDecode, plan.CaddyCleaned, plan.CaddyEncode}}}
		if base := bare[strings.LastIndexByte(bare, '/')+1:]; base != "" && len(to) == 1 {
			// file_server redirects where the name was the same, with a slash behind it.
			same, _ := expression(goRegexp, quoted("/"+base)+`/+\z`, false)
			found = append(found, &plan.Branch{Cases: []plan.Case{{
				On: []plan.Step{&plan.Put{To: plan.ToTarget, Text: plan.Text{{Kind: plan.Original}}}, plan.SplitQuery, plan.CaddyDecode},
				If: same, Steps: []plan.Step{plan.Unknown("a redirect of file_server")},
			}}})
		}
		if hasQuery {
			t, before, known := c.text(query, "", false)
			put, ok := c.query(t)
			queries = queries && known && ok
			found = stepsOf(found, before, put)
		}
		return stepsOf(found, []plan.Step{&plan.Put{To: plan.ToPath, Text: plan.Text{{Kind: plan.Variable, Text: "rewritten"}}}}, next)
	}, []plan.Step{plan.Unknown("a redirect of file_server")})
	if !ok || !queries {
		return c.given(d, "it depends on more than the target")
	}
	c.understood(d)
	return append(steps, last...)
}

// look returns the steps that look for files below a folder, and take those of found for the first
// that is there; above are those where a slash follows the name of a file.
func (c *caddyReader) look(root string, names []string, found func(bare, query string, hasQuery bool) []plan.Step, above []plan.Step) (steps []plan.Step, ok bool) {
	root = strings.TrimSuffix(cmp.Or(root, "."), "/")
	if root == "" || strings.Contains(root, "{") {
		return nil, false
	}
	for _, a := range names {
		bare, query, hasQuery := strings.Cut(a, "?")
		text, before, known := c.text(bare, "", false)
		if !known || strings.HasPrefix(a, "=") || !c.reuse(1) {
			return nil, false
		}
		kind := plan.ThereIsFile
		if strings.HasSuffix(bare, "/") {
			kind = plan.ThereIsFolder
		}
		// The name of the file has no dot segments.
		name := fmt.Sprintf("file %d", len(steps))
		on := []plan.Step{&plan.Put{To: plan.ToTarget, Text: valueOf(name)}}
		looked := []plan.Step{&plan.Fork{If: kind, Of: plan.Text{{Text: root}, {Kind: plan.Variable, Text: name}}, Steps: found(bare, query, hasQuery)}}
		if kind == plan.ThereIsFolder { // the root itself is none that is found
			looked = []plan.Step{&plan.Branch{Cases: []plan.Case{{On: on, If: plan.Path("/")}}, Otherwise: looked}}
		}
		if bare == "{path}" { // a file is found without the slash behind its name, and file_server redirects to it
			looked = []plan.Step{&plan.Branch{Cases: []plan.Case{{On: on, If: plan.Suffix("/"), Steps: []plan.Step{
				&plan.Fork{If: plan.ThereIsFileAbove, Of: plan.Text{{Text: root}, {Kind: plan.Variable, Text: name}}, Steps: above},
			}}}, Otherwise: looked}}
		}
		steps = stepsOf(steps, before, []plan.Step{&plan.Make{Name: name, Of: text, Steps: []plan.Step{plan.CaddyCleaned}}}, looked)
	}
	return steps, true
}

// relativeFile reports whether a directive rewrites to the file that its matcher found.
func relativeFile(d *directive) bool {
	return d.name == "rewrite" && len(d.args) == 2 && (d.args[1] == "{http.matchers.file.relative}" || d.args[1] == "{file_match.relative}")
}

// onFile returns the steps of a directive whose matcher asks for a file, too, or for none: body where
// it holds, or else rest. Where nothing is known of files, none is taken to be there.
func (c *caddyReader) onFile(d, file *directive, is bool, body, rest []plan.Step) []plan.Step {
	root, names := c.root, file.args
	ok := true
	for _, x := range file.block {
		switch x.name {
		case "root":
			root = x.arg(0)
		case "try_files":
			names = x.args
		default:
			ok = ok && x.name == "try_policy" && x.arg(0) == "first_exist"
		}
	}
	if len(names) == 0 {
		names = []string{"{path}"}
	}
	if ok && is && root == c.root && relativeFile(d) {
		return c.tries(&directive{name: d.name, args: d.args, line: d.line, file: d.file}, names, rest)
	}
	if !is {
		body, rest = rest, body
	}
	body = onwards(fmt.Sprintf("go on with what line %d asks for", d.line), body)
	steps, found := c.look(root, names, func(string, string, bool) []plan.Step { return body }, body)
	if !ok || !found {
		return c.given(d, "a matcher that is not followed, or not on the path")
	}
	return append(steps, rest...)
}

// php returns the steps of php_fastcgi, which looks for a file, for an index.php in a folder of
// that name, and takes the index.php of the root if there is neither:
// https://caddyserver.com/docs/caddyfile/directives/php_fastcgi#expanded-form.
func (c *caddyReader) php(d *directive, next []plan.Step) []plan.Step {
	root, ok := c.folder()
	for _, x := range d.block {
		ok = ok && amongTexts([]string{"env", "dial_timeout", "read_timeout", "write_timeout", "capture_stderr", "resolve_root_symlink"}, x.name)
	}
	if !ok {
		return c.given(d, "what it answers depends on the files")
	}
	c.understood(d)
	run := []plan.Step{plan.CaddyDecode, plan.CaddyCleaned, plan.Replace{By: root}, plan.App, plan.End}
	found := []plan.Step{&plan.Branch{Cases: []plan.Case{{On: []plan.Step{plan.CaddyMatched}, If: plan.Suffix(".php"), Steps: run}}, Otherwise: next}}
	files := c.tries(&directive{name: d.name, line: d.line, file: d.file}, []string{"{path}", "{path}/index.php"}, found)
	files = files[:len(files)-len(found)]
	index := plan.Text{{Text: root}, {Kind: plan.Variable, Text: "folder"}, {Text: "/index.php"}}
	canonical := []plan.Step{
		&plan.Make{Name: "folder", Of: plan.Text{{Kind: plan.ThePath}}, Steps: []plan.Step{plan.CaddyDecode, plan.CaddyCleaned}},
		&plan.Fork{If: plan.ThereIsFile, Of: index, Steps: []plan.Step{plan.Unknown("a redirect of php_fastcgi to a folder")}},
	}
	return stepsOf([]plan.Step{
		&plan.Branch{Cases: []plan.Case{
			{On: []plan.Step{plan.CaddyMatched}, If: plan.Part(".php/"), Steps: []plan.Step{plan.Unknown("what follows .php in a path")}},
			{On: []plan.Step{plan.CaddyDecode}, If: plan.Not(plan.Suffix("/")), Steps: canonical},
		}},
	}, files, []plan.Step{plan.SetPath("/index.php")}, run)
}

// folder returns the folder of files without a slash at its end.
func (c *caddyReader) folder() (string, bool) {
	root := strings.TrimSuffix(cmp.Or(c.root, "."), "/") // the folder that it was started in
	return root, root != "" && !strings.Contains(root, "{")
}

// files returns the steps of file_server.
func (c *caddyReader) files(d *directive) []plan.Step {
	root, ok := c.folder()
	for _, x := range d.block {
		ok = ok && amongTexts([]string{"hide", "browse", "precompressed", "index"}, x.name)
	}
	if !ok {
		return c.given(d, "what it answers depends on the files")
	}
	c.understood(d)
	file := plan.Text{{Text: root}, {Kind: plan.Variable, Text: "file"}}
	redirected := func(is string, of plan.Text) plan.Step {
		return &plan.Fork{If: is, Of: of, Steps: []plan.Step{plan.Unknown("a redirect of file_server")}}
	}
	if c.status != 0 {
		// It redirects from the name of the file with a slash behind it.
		slash, _ := expression(goRegexp, `\.[^/]*/+\z`, false)
		same := plan.Case{On: []plan.Step{&plan.Put{To: plan.ToTarget, Text: plan.Text{{Kind: plan.Original}}}, plan.SplitQuery, plan.CaddyDecode}, If: slash, Steps: []plan.Step{plan.Unknown("a redirect of file_server")}}
		steps := []plan.Step{&plan.Branch{Cases: []plan.Case{same}}, &plan.Make{Name: "file", Of: plan.Text{{Kind: plan.ThePath}}, Steps: []plan.Step{plan.CaddyDecode, plan.CaddyCleaned}}}
		if c.status != 404 {
			steps = append(steps, &plan.Fork{If: plan.ThereIsNoFile, Of: file, Steps: []plan.Step{plan.Answer(404)}})
		}
		return append(steps, plan.Answer(c.status))
	}
	var missing []plan.Case // what is not there is an error
	if missed := c.failed(404); len(missed) > 1 && !anyDirective(d.block, func(x *directive) bool { return x.name == "browse" || x.name == "index" }) {
		missed = onwards("go on with handle_errors", missed)
		none := func(name string, then ...plan.Step) plan.Step {
			return &plan.Fork{If: plan.ThereIsNoFile, Of: append(slices.Clip(file), plan.Piece{Text: name}), Steps: then}
		}
		second := append([]plan.Step{none("index.txt", missed...)}, &plan.Put{To: plan.ToPath, Text: append(slices.Clip(file), plan.Piece{Text: "index.txt"})}, plan.File)
		missing = []plan.Case{{On: []plan.Step{&plan.Put{To: plan.ToTarget, Text: valueOf("file")}}, If: plan.Suffix("/"), Steps: []plan.Step{redirected(plan.ThereIsFileAbove, file), none("index.html", second...)}}, {If: plan.Any, Steps: []plan.Step{none("", missed...)}}}
	} else if len(missed) > 1 {
		return c.given(c.errors[0], "it answers after an error")
	}
	return stepsOf([]plan.Step{
		when(plan.Part("%00"), []plan.Step{plan.Answer(400), plan.End}),
		&plan.Make{Name: "file", Of: plan.Text{{Kind: plan.ThePath}}, Steps: []plan.Step{plan.CaddyDecode, plan.CaddyCleaned}},
		&plan.Branch{
			Cases:     []plan.Case{{If: plan.Suffix("/"), Steps: nil}},
			Otherwise: []plan.Step{redirected(plan.ThereIsFolder, append(slices.Clip(file), plan.Piece{Text: "/"}))},
		},
	}, c.chooses(missing, nil), []plan.Step{&plan.Put{To: plan.ToPath, Text: file}, plan.File})
}
