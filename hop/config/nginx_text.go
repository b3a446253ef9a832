package config

import (
	"regexp"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/hop/internal/plan"
	"github.com/pct-encoded/percent/internal/lazy"
)

// nginxVariables are the variables that are parts of a request:
// https://nginx.org/en/docs/http/ngx_http_core_module.html#variables.
var nginxVariables = lazy.Value[map[string]plan.Piece]{Make: func() map[string]plan.Piece {
	return map[string]plan.Piece{
		"uri": {Kind: plan.ThePath}, "document_uri": {Kind: plan.ThePath}, "request_uri": {Kind: plan.Original},
		"args": {Kind: plan.Query}, "query_string": {Kind: plan.Query}, "is_args": {Kind: plan.IsArgs},
		"request_method": {Text: "GET"}, "server_protocol": {Text: "HTTP/1.1"},
	}
}}

// text returns a text with variables. A literal comes before and after each.
func (n nginxReader) text(s string) plan.Text {
	var t plan.Text
	literal := func(text string) {
		if text == "" {
			return
		}
		if k := len(t) - 1; k >= 0 && t[k].Kind == plan.Literal {
			t[k].Text += text
			return
		}
		t = append(t, plan.Piece{Text: text})
	}
	for s != "" {
		i := strings.IndexByte(s, '$')
		if i < 0 {
			literal(s)
			break
		}
		literal(s[:i])
		s = s[i+1:]
		name := ""
		switch {
		case s != "" && '1' <= s[0] && s[0] <= '9':
			t = append(t, plan.Piece{Kind: plan.Capture, N: int(s[0] - '0')})
			s = s[1:]
			continue
		case strings.HasPrefix(s, "{"):
			name, s, _ = strings.Cut(s[1:], "}")
		default:
			end := 0
			for end < len(s) && isNginxName(s[end]) {
				end++
			}
			name, s = s[:end], s[end:]
		}
		for _, p := range n.variable(strings.ToLower(name), name) {
			if p.Kind == plan.Literal {
				literal(p.Text)
			} else {
				t = append(t, p)
			}
		}
	}
	return t
}

func isNginxName(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_'
}

// variable returns the text that a variable stands for.
func (n nginxReader) variable(name, written string) plan.Text {
	if p, ok := nginxVariables.Get()[name]; ok {
		return plan.Text{p}
	}
	foreign := plan.Text{{Kind: plan.Foreign, Text: strings.Replace(name, "http_host", "host", 1)}}
	argument, isArgument := strings.CutPrefix(name, "arg_")
	switch {
	case n.shared.settled[name] != "":
		return plan.Text{{Text: n.shared.settled[name]}}
	case n.shared.variables[name]:
		return plan.Text{{Kind: plan.Variable, Text: name}}
	case name == nginxScript && n.split == nil && n.scriptIndex == nil:
		return plan.Text{{Kind: plan.ThePath}}
	case name == nginxScript, name == nginxPathInfo:
		return plan.Text{{Kind: plan.Variable, Text: name}}
	case isArgument:
		return plan.Text{{Kind: plan.Argument, Text: argument}}
	case name == "scheme" && n.shared.scheme != "":
		return plan.Text{{Text: n.shared.scheme}}
	case name == "https" && n.shared.scheme != "":
		return plan.Text{{Text: map[string]string{"https": "on"}[n.shared.scheme]}}
	case name == "server_name" && n.shared.name != "":
		return plan.Text{{Text: n.shared.name}}
	case name == "document_root" || name == "request_filename":
		if (n.root == nil || !strings.Contains(n.root.arg(0), "$")) && n.alias == nil {
			t := plan.Text{{Text: "html"}} // the default
			if n.root != nil {
				t[0].Text = nginxFolder(n.root.arg(0))
			}
			if name == "request_filename" {
				t = append(t, plan.Piece{Kind: plan.ThePath})
			}
			return t
		}
		if n.alias != nil && n.aliasedName() != nil {
			return map[string]plan.Text{"document_root": {{Text: n.alias.arg(0)}}, "request_filename": valueOf(nginxAliased)}[name]
		}
	}
	return foreign
}

// settle finds the variables that always have the value that a server gives them first, before it
// does anything else.
func (n *nginxServer) settle(block []*directive) {
	n.settled = map[string]string{}
	for _, d := range block {
		switch name := strings.ToLower(strings.TrimPrefix(d.arg(0), "$")); {
		case d.name == "set" && n.given[name] == 1 && n.variables[name] && !strings.Contains(d.arg(1), "$"):
			n.settled[name] = d.arg(1)
		case nginxRewrites(d) && d.name != "set":
			return
		}
	}
}

// nginxFolder returns the name of a folder without a slash at its end.
func nginxFolder(name string) string { return strings.TrimSuffix(name, "/") }

// dependsOnMore reports whether a text has a variable that is no part of the target.
//
//go:noinline
func dependsOnMore(t plan.Text) bool {
	return slices.ContainsFunc(t, func(p plan.Piece) bool { return p.Kind == plan.Foreign })
}

// variablesOf notes the variables that a file sets, and its maps.
func (n *nginxServer) variablesOf(list []*directive) {
	for _, d := range list {
		name := strings.ToLower(strings.TrimPrefix(d.arg(0), "$"))
		if !isNginxHarmless(d.name) || d.name == "map" || d.name == "geo" || d.name == "fastcgi_param" {
			n.reads(d, name)
		}
		switch d.name {
		case "geo":
			target := strings.ToLower(strings.TrimPrefix(d.arg(len(d.args)-1), "$"))
			n.geos[target] = d
			continue
		case "set":
			n.given[name]++
			if nginxVariables.Get()[name].Kind == 0 && name != "request_method" {
				n.variables[name] = true
			}
		case "map":
			target := strings.ToLower(strings.TrimPrefix(d.arg(1), "$"))
			n.variables[target], n.maps[target] = true, d
			n.given[target]++
			for _, row := range d.block {
				n.groupsOf(row.name)
			}
			continue
		case "location", "rewrite", "if":
			for _, a := range d.args {
				n.groupsOf(a)
			}
		}
		n.variablesOf(d.block)
	}
}

// reads notes the variables that a directive, or a row of a map, reads.
func (n *nginxServer) reads(d *directive, own string) {
	for _, a := range append([]string{d.name}, d.args...) {
		for _, m := range nginxNamed.Get().FindAllStringSubmatch(a, -1) {
			if name := strings.ToLower(m[1]); d.name != "set" || name != own {
				n.read[name] = true
			}
		}
	}
	if d.name == "map" {
		for _, row := range d.block {
			n.reads(row, "")
		}
	}
}

var nginxNamed = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp { return regexp.MustCompile(`\$\{?(\w+)`) }}

// idle reports whether a directive changes no result: it is harmless, or it sets a variable that
// nothing reads.
func (n *nginxServer) idle(d *directive) bool {
	name := strings.ToLower(strings.TrimPrefix(d.arg(0), "$"))
	return isNginxHarmless(d.name) || d.name == "set" && n.variables[name] && !n.read[name]
}

// groupsOf notes the names of the groups of an expression.
func (n *nginxServer) groupsOf(pattern string) {
	for _, m := range nginxGroup.Get().FindAllStringSubmatch(pattern, -1) {
		n.variables[strings.ToLower(m[1])] = true
		n.given[strings.ToLower(m[1])]++
	}
}

var nginxGroup = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp { return regexp.MustCompile(`\(\?P?<([A-Za-z_]\w*)>`) }}

// sets returns the steps that give the maps in a text their values.
func (n nginxReader) sets(t plan.Text) []plan.Step {
	var steps []plan.Step
	for _, p := range t {
		switch {
		case p.Kind != plan.Variable:
		case n.shared.maps[p.Text] != nil:
			steps = append(steps, n.mapped(p.Text)...)
		case p.Text == nginxAliased:
			steps = append(steps, n.aliasedName()...)
		case p.Text == nginxScript || p.Text == nginxPathInfo:
			steps = append(steps, n.splits(p.Text)...)
		}
	}
	return steps
}

// mapped returns the steps that give a map its value:
// https://nginx.org/en/docs/http/ngx_http_map_module.html.
func (n nginxReader) mapped(name string) []plan.Step {
	if steps, ok := n.shared.mapped[name]; ok {
		return steps
	}
	n.shared.mapped[name] = nil // of a map that depends on itself
	d := n.shared.maps[name]
	give := func(text string) []plan.Step {
		value := n.text(text)
		return append(n.sets(value), &plan.Put{To: plan.ToVariable, Name: name, Text: value})
	}
	unknown := []plan.Step{&plan.Put{To: plan.ToVariable, Name: name, Text: plan.Text{{Kind: plan.Foreign, Text: name}}}}
	source := n.text(d.arg(0))
	var first, last []plan.Case
	otherwise := give("")
	on := []plan.Step{&plan.Put{To: plan.ToTarget, Text: source}}
	known := !dependsOnMore(source)
	for _, row := range d.block {
		key, value := row.name, row.arg(0)
		switch expr, regex := strings.CutPrefix(key, "~"); {
		case key == "default":
			otherwise = give(value)
		case key == "hostnames" || key == "include":
			known = false
		case key == "volatile":
		case regex:
			expr, fold := strings.CutPrefix(expr, "*")
			c, ok := n.expression(expr, fold)
			known = known && ok
			last = append(last, plan.Case{On: on, If: c, Steps: give(value)})
		default:
			c, ok := exactly(strings.TrimPrefix(key, `\`))
			known = known && ok
			first = append(first, plan.Case{On: on, If: c, Steps: give(value)})
		}
	}
	steps := unknown
	if plain, ok := n.plainOf(name, 0); ok && !known {
		n.missed(d, "taken as for a plain request")
		steps = give(plain)
	}
	if known {
		n.understood(d)
		steps = append(n.sets(source), n.chooses(append(first, last...), otherwise)...)
	}
	n.shared.mapped[name] = onwards("give $"+name+" its value", steps)
	return n.shared.mapped[name]
}

// exactly returns the condition for a text in either case.
func exactly(text string) (*plan.Condition, bool) {
	if strings.ToLower(text) == strings.ToUpper(text) {
		return plan.Path(text), true
	}
	p, ok := compiled(pcre, `\A`+quoted(text)+`\z`, true)
	return &plan.Condition{Kind: plan.IsMatch, Text: text, Pattern: p}, ok
}

// quoted returns an expression for a text.
func quoted(text string) string {
	var b strings.Builder
	for i := range len(text) {
		if strings.IndexByte(`\.+*?()[]{}^$|`, text[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// expression returns the condition of a regular expression of nginx.
func (n nginxReader) expression(pattern string, fold bool) (*plan.Condition, bool) {
	if n.shared.captures {
		return capturing(pcre, pattern, fold)
	}
	return expression(pcre, pattern, fold)
}

// The variables of https://nginx.org/en/docs/http/ngx_http_fastcgi_module.html#fastcgi_split_path_info.
const (
	nginxScript   = "fastcgi_script_name"
	nginxPathInfo = "fastcgi_path_info"
)

// splits returns the steps that give one of these variables its value.
func (n nginxReader) splits(name string) []plan.Step {
	group := 1
	var otherwise []plan.Step
	if name == nginxPathInfo {
		group, otherwise = 2, []plan.Step{plan.SetPath("")}
	}
	steps := otherwise
	if n.split != nil {
		c, ok := capturing(pcre, n.split.arg(0), false)
		if !ok || !n.reuse(maxExpression) {
			return n.given(n.split, notThisRegex)
		}
		n.understood(n.split)
		steps = n.chooses([]plan.Case{{If: c, Steps: []plan.Step{&plan.Put{To: plan.ToPath, Text: plan.Text{{Kind: plan.Capture, N: group}}}}}}, otherwise)
	}
	if index := n.scriptIndex; index != nil && group == 1 {
		steps = append(steps, when(plan.Suffix("/"), []plan.Step{&plan.Put{To: plan.ToPath, Text: plan.Text{{Kind: plan.ThePath}, {Text: index.arg(0)}}}}))
	}
	return []plan.Step{&plan.Make{Name: name, Of: plan.Text{{Kind: plan.ThePath}}, Steps: steps}}
}
