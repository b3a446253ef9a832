package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/hop/internal/plan"
)

// A nginxWalk goes through the directives of the rewrite module in a block, in their order:
// https://nginx.org/en/docs/http/ngx_http_rewrite_module.html. What follows the last of them
// is finish.
type nginxWalk struct {
	nginxReader
	list   []*directive
	server bool
	// finish returns what follows. For a location, block is the if whose directives count
	// instead of its own, or nil.
	finish func(block *directive) []plan.Step
	// behind returns what follows the last directive of an if, and is nil of other blocks.
	behind func(nginxPlace) []plan.Step
	again  plan.Step // for a path that was changed: nil in a server
	block  *directive
	made   map[nginxPlace][]plan.Step
}

// A nginxPlace is a place in the list, and whether the path was changed.
type nginxPlace struct {
	at      int
	changed bool
	block   *directive
	// A rewrite was followed, behind which captures are not escaped, or one with a query,
	// behind which it depends on the version.
	rewritten, query bool
}

func (w *nginxWalk) steps() []plan.Step {
	w.made = map[nginxPlace][]plan.Step{}
	return w.from(nginxPlace{})
}

// ends returns what follows the directives.
func (w *nginxWalk) end(p nginxPlace) []plan.Step {
	if p.changed && w.again != nil {
		return []plan.Step{w.again}
	}
	return w.finish(p.block)
}

// from returns the steps from a place on.
func (w *nginxWalk) from(p nginxPlace) []plan.Step {
	for p.at < len(w.list) && !nginxRewrites(w.list[p.at]) {
		p.at++
	}
	if p.at == len(w.list) {
		p.at++
	}
	if steps, ok := w.made[p]; ok {
		return steps
	}
	var steps []plan.Step
	if p.at > len(w.list) && w.behind != nil {
		return w.behind(p)
	} else if p.at > len(w.list) {
		steps = onwards("go on behind the rewrites", w.end(p))
	} else if w.reuse(1) {
		steps = w.directive(w.list[p.at], p)
		if p.at > 0 {
			steps = onwards(fmt.Sprintf("go on with line %d", w.list[p.at].line), steps)
		}
	}
	w.made[p] = steps
	return steps
}

func nginxRewrites(d *directive) bool {
	return amongTexts([]string{"return", "rewrite", "if", "break", "set"}, d.name)
}

// directive returns the steps of a directive and what follows it.
func (w *nginxWalk) directive(d *directive, p nginxPlace) []plan.Step {
	next := p
	next.at++
	switch d.name {
	case "return":
		return w.returns(d)
	case "rewrite":
		return w.rewrite(d, p, next)
	case "break":
		w.understood(d)
		p.changed = false
		return w.end(p)
	case "set":
		if w.shared.idle(d) {
			w.understood(d)
			return w.from(next)
		}
		value := w.text(d.arg(1))
		if hasCapture(value) && p.query {
			return w.given(d, mayChange)
		}
		if !p.rewritten {
			value = escapedCaptures(value)
		}
		name := strings.ToLower(strings.TrimPrefix(d.arg(0), "$"))
		put := &plan.Put{To: plan.ToVariable, Name: name, Text: value}
		switch {
		case name == "args":
			put.To = plan.ToQuery
		case !w.shared.variables[name]:
			return w.given(d, mayChange)
		}
		w.understood(d)
		return stepsOf(w.sets(value), []plan.Step{put}, w.from(next))
	}
	return w.condition(d, next)
}

// condition returns the steps of an if and what follows it.
func (w *nginxWalk) condition(d *directive, next nginxPlace) []plan.Step {
	// The directives of the if, and then those behind it.
	then := next
	then.at = 0
	if !w.server && w.takesOver(d) {
		then.block = d
	}
	inner := *w
	inner.list, inner.made = d.block, map[nginxPlace][]plan.Step{}
	inner.behind = func(p nginxPlace) []plan.Step {
		p.at = next.at
		return w.from(p)
	}
	idle := then.block == next.block && !anyDirective(d.block, func(d *directive) bool { return !w.shared.idle(d) })
	c := w.conditionOf(d)
	switch {
	case idle:
		w.understood(d)
		return w.from(next)
	case !c.ok:
		return w.given(d, notThePath)
	}
	w.understood(d)
	yes, no := inner.from(then), w.from(next)
	if c.foreign && strings.Contains(strings.Join(d.args, " "), "(?") || c.foreign && (nginxCaptures(d.block) || w.mapsUsed(d.block)) {
		yes = []plan.Step{plan.Unknown(w.place(d) + ": " + d.name)}
	}
	if c.not {
		yes, no = no, yes
	}
	switch {
	case c.fork != nil:
		return stepsOf(c.before, []plan.Step{&plan.Fork{If: c.text, Of: c.fork, Steps: yes}}, no)
	case c.foreign:
		return append([]plan.Step{&plan.Fork{If: c.text, Who: c.who, Steps: yes}}, no...)
	}
	steps := []plan.Step{&plan.Same{A: c.subject, B: c.value, Steps: yes, Otherwise: no}}
	if c.If != nil {
		steps = w.chooses([]plan.Case{{On: c.on, If: c.If, Steps: yes}}, no)
	}
	if c.host {
		// In absolute form the target names another host.
		own, _ := compiled(pcre, `^https?://`+quoted(w.shared.host)+`(:[0-9]*)?([/?]|$)`, true)
		same := &plan.Condition{Kind: plan.IsMatch, Text: "the host " + w.shared.host, Pattern: own}
		original := plan.Case{On: []plan.Step{plan.ApacheOriginal}, If: plan.Not(plan.Or(plan.Prefix("/"), same)), Steps: w.doubted(d, notThePath, "targets in absolute form")}
		steps = w.chooses([]plan.Case{original}, steps)
	}
	return append(c.before, steps...)
}

// takesOver reports whether other directives count in the block of an if: it is a location of
// its own, which inherits most of what the location has, but not try_files.
func (w *nginxWalk) takesOver(d *directive) bool {
	return w.block.find("try_files") != nil || w.block.find("alias") != nil || anyDirective(d.block, func(d *directive) bool {
		return !nginxRewrites(d) && !isNginxHarmless(d.name)
	})
}

// A nginxCondition is that of an if.
type nginxCondition struct {
	ok      bool
	before  []plan.Step
	on      []plan.Step
	If      *plan.Condition // or nil, for whether two texts are the same
	subject plan.Text
	value   plan.Text
	not     bool
	host    bool      // it is on the host
	foreign bool      // it is on what a plain request lacks, for which it does not hold
	who     bool      // it is on an address or credentials
	fork    plan.Text // the file that text is about
	text    string
}

// conditionOf returns the condition of an if.
func (w *nginxWalk) conditionOf(d *directive) (c nginxCondition) {
	words := slices.Clone(d.args)
	if len(words) == 0 || !strings.HasPrefix(words[0], "(") || !strings.HasSuffix(words[len(words)-1], ")") {
		return c
	}
	words[0] = strings.TrimPrefix(words[0], "(")
	last := len(words) - 1
	words[last] = strings.TrimSuffix(words[last], ")")
	if words[last] == "" {
		words = words[:last]
	}
	if len(words) > 0 && words[0] == "" {
		words = words[1:]
	}
	if len(words) == 0 {
		return c
	}
	if test, not := strings.CutPrefix(words[0], "!"); len(test) == 2 && test[0] == '-' && len(words) == 2 {
		kind := map[string]string{"-f": plan.ThereIsFile, "-d": plan.ThereIsFolder, "-e": plan.ThereIsEither}[test]
		c.fork = w.text(words[1])
		return nginxCondition{ok: kind != "", not: not, fork: c.fork, text: kind, before: w.sets(c.fork)}
	}
	name, isVariable := strings.CutPrefix(words[0], "$")
	if !isVariable || len(words) != 1 && len(words) != 3 {
		return c
	}
	operator, value := "", ""
	if len(words) == 3 {
		operator, value = words[1], words[2]
	}
	switch operator {
	case "":
		c.If, c.not, c.ok = plan.Or(plan.Path(""), plan.Path("0")), true, true
	case "=", "!=":
		c.If, c.not, c.ok = plan.Path(value), operator == "!=", true
	case "~", "~*", "!~", "!~*":
		expr, not := strings.CutPrefix(operator, "!")
		c.If, c.ok = w.expression(value, expr == "~*")
		c.not = not
	}
	if !c.ok {
		return c
	}
	subject := w.text(words[0])
	variable := strings.HasSuffix(operator, "=") && strings.Contains(value, "$")
	if variable {
		c.If, c.value = nil, w.text(value)
	}
	lower := strings.ToLower(strings.Trim(name, "{}"))
	m := w.shared.maps[lower]
	value, plain := w.plainOf(lower, 0)
	plain = plain && !variable
	switch {
	case (lower == "host" || lower == "http_host") && w.shared.host != "":
		subject, c.host = plan.Text{{Text: w.shared.host}}, true
	case plain && (dependsOnMore(subject) || m != nil && dependsOnMore(w.text(m.arg(0)))):
		// A plain request has no such field. The other outcome is told, too.
		if words[len(words)-1] == "" {
			words[len(words)-1] = `""`
		}
		c.foreign, c.who, c.text = true, w.asksWho(lower, 0), "("+strings.Join(words, " ")+")"
		c.ok = true
		if holdsFor(c.If, value) {
			c.not = !c.not
		}
		if c.not {
			c.text = "not " + c.text
		}
		return c
	case dependsOnMore(subject):
		c.ok = false
	}
	if dependsOnMore(c.value) {
		c.ok = false
	}
	c.subject, c.before = subject, append(w.sets(subject), w.sets(c.value)...)
	c.on = []plan.Step{&plan.Put{To: plan.ToTarget, Text: subject}}
	return c
}

// nginxCaptures reports whether directives refer to what an expression matched.
func nginxCaptures(block []*directive) bool {
	return anyDirective(block, func(d *directive) bool {
		return nginxCapture.Get().MatchString(strings.Join(d.args, " ")) && d.name != "rewrite" || nginxCaptures(d.block)
	})
}

// mapsUsed reports whether directives use a variable of a map: for other than a plain request
// it has another value.
func (n nginxReader) mapsUsed(block []*directive) bool {
	return anyDirective(block, func(d *directive) bool {
		for _, a := range d.args {
			for _, p := range n.text(a) {
				if p.Kind == plan.Variable && n.shared.maps[p.Text] != nil && dependsOnMore(n.text(n.shared.maps[p.Text].arg(0))) {
					return true
				}
			}
		}
		return n.mapsUsed(d.block)
	})
}

// asksWho reports whether a variable is about the address or the credentials of the client.
func (n nginxReader) asksWho(name string, depth int) bool {
	if m := n.shared.maps[name]; m != nil && depth < maxNesting {
		return n.asksWho(strings.ToLower(strings.Trim(m.arg(0), "${}")), depth+1)
	}
	if d := n.shared.geos[name]; d != nil {
		return len(d.args) == 1 || d.arg(0) == "$remote_addr"
	}
	return name == "remote_addr" || name == "remote_user"
}

// plainOf returns the value of a variable that is no part of the target in a plain request for
// the host of the server, or for one that no condition names.
func (n nginxReader) plainOf(name string, depth int) (value string, ok bool) {
	m := n.shared.maps[name]
	switch {
	case name == "host" || name == "http_host":
		return cmp.Or(n.shared.host, "host.example"), true
	case name == "https" && n.shared.scheme == "https":
		return "on", true
	case strings.HasPrefix(name, "http_") || strings.HasPrefix(name, "cookie_") || name == "remote_user" || name == "https":
		return "", true
	case name == "scheme":
		return cmp.Or(n.shared.scheme, "http"), true
	case name == "remote_addr":
		return someAddress, true
	case name == "invalid_referer" && n.referers != nil:
		return map[bool]string{true: "1"}[!amongTexts(n.referers.args, "none")], true
	case n.shared.geos[name] != nil:
		// Of an address that no line names.
		for _, row := range n.shared.geos[name].block {
			switch {
			case row.name == "default":
				value = row.arg(0)
			case row.name == "include" || row.name == "ranges" || anyAddress([]string{row.name}):
				return "", false
			}
		}
		return value, true
	case m != nil && depth < maxNesting:
		if source, isVariable := strings.CutPrefix(m.arg(0), "$"); isVariable {
			if of, ok := n.plainOf(strings.ToLower(strings.Trim(source, "{}")), depth+1); ok {
				return n.mapValue(m, of)
			}
		}
	}
	return "", false
}

// someAddress is the address of a client of which a file says nothing.
const someAddress = "198.51.100.7"

// mapValue returns what a map makes of a text.
func (n nginxReader) mapValue(d *directive, of string) (value string, ok bool) {
	found, hostnames := false, false
	for _, row := range d.block {
		hostnames = hostnames || row.name == "hostnames"
	}
	rank := 0
	for _, row := range d.block {
		key, by := row.name, 0
		expr, isExpr := strings.CutPrefix(key, "~")
		switch {
		case key == "include":
			return "", false
		case key == "hostnames" || key == "volatile":
			continue
		case key == "default":
			by = 1
		case isExpr:
			expr, fold := strings.CutPrefix(expr, "*")
			c, ok := expression(pcre, expr, fold)
			if !ok {
				return "", false
			}
			if holdsFor(c, of) && rank < 2 {
				by = 2
			}
		case strings.EqualFold(strings.TrimPrefix(key, `\`), of):
			by = 1000
		case hostnames && strings.HasPrefix(key, ".") && (strings.EqualFold(key[1:], of) || strings.HasSuffix("."+strings.ToLower(of), strings.ToLower(key))), hostnames && strings.HasPrefix(key, "*.") && strings.HasSuffix(strings.ToLower(of), strings.ToLower(key[1:])):
			by = 10 + len(key)
		case hostnames && strings.HasSuffix(key, ".*"):
			return "", false
		}
		if by > rank {
			value, found, rank = row.arg(0), true, by
		}
	}
	return value, !found || !strings.Contains(value, "$")
}

// holdsForEmpty reports whether a condition holds for an empty text.
func holdsForEmpty(c *plan.Condition) bool { return holdsFor(c, "") }

// holdsFor reports whether a condition holds for a text of one line.
func holdsFor(c *plan.Condition, text string) bool {
	switch c.Kind {
	case plan.IsPath:
		return text == c.Text
	case plan.IsPrefix:
		return strings.HasPrefix(text, c.Text)
	case plan.IsSuffix:
		return strings.HasSuffix(text, c.Text)
	case plan.IsPart:
		return strings.Contains(text, c.Text)
	case plan.IsBelow:
		rest, ok := strings.CutPrefix(text, c.Text)
		return ok && (rest == "" || rest[0] == '/')
	case plan.IsMatch:
		return c.Pattern.Regexp.MatchString(text)
	case plan.IsLine:
		return true
	case plan.IsNot:
		return !holdsFor(c.A, text)
	case plan.IsAnd:
		return holdsFor(c.A, text) && holdsFor(c.B, text)
	case plan.IsOr:
		return holdsFor(c.A, text) || holdsFor(c.B, text)
	}
	return false
}

// nginxRedirectStatus reports whether return with a status writes a Location.
func nginxRedirectStatus(status int) bool {
	return slices.Contains([]int{301, 302, 303, 307, 308}, status)
}

// returns returns the steps of return.
func (w *nginxWalk) returns(d *directive) []plan.Step {
	status, ok := statusOf(d.arg(0))
	text := d.arg(1)
	switch {
	case !ok && len(d.args) == 1 && nginxIsURL(d.arg(0)):
		status, text = 302, d.arg(0)
	case !ok:
		return w.given(d, mayChange)
	}
	w.understood(d)
	switch {
	case status == 408 || status == 444 || status == 499:
		return w.paged([]plan.Step{plan.Answer(0)})
	case !nginxRedirectStatus(status) || text == "":
		return w.paged([]plan.Step{plan.Answer(status)})
	}
	url := w.text(text)
	return append(w.sets(url), w.paged([]plan.Step{&plan.Put{To: plan.ToTarget, Text: url}, plan.URLHost, plan.NginxEndOfLine, plan.Redirect(status)})...)
}

// escapedCaptures returns a text in which captures are escaped.
func escapedCaptures(t plan.Text) plan.Text {
	t = slices.Clone(t)
	for i := range t {
		if t[i].Kind == plan.Capture {
			t[i].Kept, t[i].Only = &plan.NginxArgument, true
		}
	}
	return t
}

func hasCapture(t plan.Text) bool {
	return slices.ContainsFunc(t, func(p plan.Piece) bool { return p.Kind == plan.Capture })
}

// nginxIsURL reports whether a text begins as return and rewrite want it of a redirect.
//
//go:noinline
func nginxIsURL(text string) bool {
	return strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://") || strings.HasPrefix(text, "$scheme")
}

// rewrite returns the steps of a rewrite and what follows it.
func (w *nginxWalk) rewrite(d *directive, p, next nginxPlace) []plan.Step {
	c, ok := w.expression(d.arg(0), false)
	if !ok {
		return w.given(d, notThisRegex)
	}
	by, flag := d.arg(1), d.arg(2)
	redirect := 0
	switch {
	case flag == "permanent":
		redirect = 301
	case flag == "redirect" || nginxIsURL(by):
		redirect = 302
	}
	by, bare := strings.CutSuffix(by, "?")
	text := w.text(by)
	sets := w.sets(text)
	// In a query, and anywhere in a redirect, captures are escaped.
	path, query, hasQuery := text, plan.Text(nil), false
	for i, piece := range text {
		if k := strings.IndexByte(piece.Text, '?'); piece.Kind == plan.Literal && k >= 0 {
			path = append(slices.Clone(text[:i]), plan.Piece{Text: piece.Text[:k]})
			query = append(plan.Text{{Text: piece.Text[k+1:]}}, text[i+1:]...)
			hasQuery = true
			break
		}
	}
	w.understood(d)
	var steps []plan.Step
	has := func(t plan.Text, kinds ...plan.PieceKind) bool {
		return slices.ContainsFunc(t, func(p plan.Piece) bool { return slices.Contains(kinds, p.Kind) })
	}
	if p.query && hasCapture(text) || redirect == 0 && (dependsOnMore(text) || hasQuery && has(path, plan.Query, plan.IsArgs, plan.Argument)) {
		return w.chooses([]plan.Case{{If: c, Steps: w.doubted(d, "it depends on more than the target", "targets that it matches")}}, w.from(next))
	}
	if redirect > 0 {
		rest := plan.Text{{Kind: plan.ThePath}}
		switch {
		case bare:
		case hasQuery:
			rest = append(rest, plan.Piece{Kind: plan.AndQuery})
		default:
			rest = append(rest, plan.Piece{Kind: plan.IsArgs}, plan.Piece{Kind: plan.Query})
		}
		steps = stepsOf(sets, []plan.Step{
			&plan.Put{To: plan.ToPath, Text: escapedCaptures(text)}, plan.NginxRedirect,
			&plan.Put{To: plan.ToTarget, Text: rest}, plan.URLHost, plan.NginxEndOfLine, plan.Redirect(redirect),
		})
	} else {
		steps = append(sets, plan.NginxChanged)
		if hasQuery {
			query = escapedCaptures(query)
			if !bare {
				query = append(query, plan.Piece{Kind: plan.AndQuery})
			}
			// The query first: what it is made of is in the path.
			steps = append(steps, &plan.Put{To: plan.ToQuery, Text: query})
		}
		steps = append(steps, &plan.Put{To: plan.ToPath, Text: path})
		if bare && !hasQuery { // last: the path may be made of it
			steps = append(steps, &plan.Put{To: plan.ToQuery})
		}
		if len(path) == 0 || path[0].Kind != plan.Literal || path[0].Text == "" {
			steps = append(steps, when(plan.Path(""), []plan.Step{plan.Answer(500), plan.End}))
		}
		switch flag {
		case "break":
			p.changed = false
			steps = append(append(steps, plan.NginxMoved), w.end(p)...)
		case "last":
			p.changed = true
			steps = append(steps, w.end(p)...)
		default:
			after := next
			after.changed, after.rewritten, after.query = true, true, p.query || hasQuery
			steps = append(steps, w.from(after)...)
		}
	}
	return w.chooses([]plan.Case{{If: c, Steps: steps}}, w.from(next))
}
