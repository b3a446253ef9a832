package config

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/hop/internal/plan"
	"github.com/pct-encoded/percent/internal/lazy"
)

// An apacheRule is a RewriteRule with the conditions before it:
// https://httpd.apache.org/docs/2.4/mod/mod_rewrite.html#rewriterule.
type apacheRule struct {
	*directive
	conditions []*directive
	flags      map[string]string // by their short names, such as "r" and "qsa"
	nothing    bool              // the substitution is "-"
	status     int               // that the rule answers, or of its redirect, or 0
}

// apacheFlags are the flags of RewriteRule by their long names, and those that change nothing
// here.
const apacheFlags = " backrefnoplus=bnp chain=c cookie=co discardpath=dpi env=e forbidden=f gone=g handler=h last=l next=n nocase=nc noescape=ne nosubreq=ns passthrough=pt proxy=p qsappend=qsa qsdiscard=qsd qslast=qsl redirect=r skip=s type=t "

// apacheRuleOf reads a RewriteRule.
func apacheRuleOf(d *directive, conditions []*directive) *apacheRule {
	rule := &apacheRule{directive: d, conditions: conditions, flags: map[string]string{}, nothing: d.arg(1) == "-"}
	for flag := range strings.SplitSeq(strings.Trim(d.arg(2), "[]"), ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(flag), "=")
		name = strings.ToLower(name)
		if _, rest, ok := strings.Cut(apacheFlags, " "+name+"="); ok {
			name, _, _ = strings.Cut(rest, " ")
		}
		if name != "" {
			rule.flags[name] = value
		}
	}
	if value, ok := rule.flags["r"]; ok {
		rule.status = map[string]int{"": 302, "temp": 302, "permanent": 301, "seeother": 303}[strings.ToLower(value)]
		if n, ok := statusOf(value); ok {
			rule.status = n
		}
	}
	for flag, status := range map[string]int{"f": 403, "g": 410} {
		if _, ok := rule.flags[flag]; ok {
			rule.status = status
		}
	}
	return rule
}

//go:noinline
func (r *apacheRule) has(flag string) bool {
	_, ok := r.flags[flag]
	return ok
}

// followed returns why a rule is not followed, or "".
func (r *apacheRule) followed() string {
	for flag := range r.flags {
		switch flag {
		case "b", "bnp", "c", "co", "dpi", "e", "end", "f", "g", "l", "nc", "ne", "ns", "pt", "p", "qsa", "qsd", "r", "s", "t", "unsafeprefixstat":
		default:
			return "the flag " + plainName(flag) + " is not followed"
		}
	}
	if r.has("r") && (r.has("f") || r.has("g")) || r.has("f") && r.has("g") || r.has("pt") && (r.has("p") || r.status/100 == 3 || strings.Contains(r.arg(1), "://")) || r.nothing && (r.has("p") || r.status/100 == 3) {
		return mayChange
	}
	if skip := r.flags["s"]; r.has("s") {
		if n, err := strconv.Atoi(skip); err != nil || n < 0 {
			return mayChange
		}
	}
	return ""
}

// An apacheWalk goes through the rules of a server in their order.
type apacheWalk struct {
	*apacheReader
	s     *apacheServer
	rules []*apacheRule
	ends  []int // behind the rules that each is chained with
	made  map[apachePlace][]plan.Step
	// What follows: for targets that no rule changes, or one with PT; for the name of a file
	// that a rule makes; and for a path that is passed on.
	unchanged []plan.Step
	file      []plan.Step
	proxied   func(canonical bool) []plan.Step
	folder    *apacheDir // that the rules are of, or nil for those of a server
	held      bool       // the rule has conditions, so that variables hold what it matched
	toHost    bool       // the text is a URL, and what the request says of its host may be in it
}

// An apachePlace is a rule, and what the rules before it did.
type apachePlace struct {
	at      int
	changed bool // the path is in the variable of the name of the file
	query   bool // so is the query
}

// The variable of what rules have made of the path, and for the rules of folders those of the
// file and the path before. They are no names in a file.
const (
	apacheFile  = "file name"
	apacheFound = "found file"
	apachePath  = "path of the request"
)

// valueOf returns the text that is the value of a variable.
//
//go:noinline
func valueOf(name string) plan.Text { return plan.Text{{Kind: plan.Variable, Text: name}} }

func (w *apacheWalk) from(p apachePlace) []plan.Step {
	if p.at >= len(w.rules) {
		if p.changed {
			return searched(p.query, w.file)
		}
		return w.unchanged
	}
	if steps, ok := w.made[p]; ok {
		return steps
	}
	if !w.reuse(1) {
		return nil
	}
	steps := w.rule(w.rules[p.at], p)
	if p.at > 0 {
		steps = onwards(fmt.Sprintf("go on with line %d", w.rules[p.at].line), steps)
	}
	w.made[p] = steps
	return steps
}

// searched returns steps behind rules that made a query or not: Apache refuses spaces and control
// characters in one that is not escaped.
func searched(query bool, steps []plan.Step) []plan.Step {
	if !query {
		return steps
	}
	return append([]plan.Step{plan.ApacheSearch}, steps...)
}

// rule returns the steps of a rule and what follows it.
func (w *apacheWalk) rule(r *apacheRule, p apachePlace) []plan.Step {
	pattern, not := strings.CutPrefix(r.arg(0), "!")
	c, ok := capturing(apacheRegexp, pattern, r.has("nc"))
	if !r.refers('$') {
		c, ok = expression(apacheRegexp, pattern, r.has("nc"))
	}
	note := r.followed()
	switch {
	case !ok || not && r.refers('$') && !r.nothing:
		c, not, note = plan.Any, false, notThisRegex
	case !w.reuse(maxExpression):
		return nil
	}
	otherwise := p
	otherwise.at = w.behind(p.at)
	no := w.from(otherwise)
	var yes []plan.Step
	if note != "" {
		yes = w.given(r.directive, note)
	} else {
		w.understood(r.directive)
		w.held = len(r.conditions) > 0
		var hold []plan.Step
		for n := 0; w.held && n <= 9; n++ {
			if strings.Contains(r.text(), "$"+strconv.Itoa(n)) {
				hold = append(hold, &plan.Put{To: plan.ToVariable, Name: "$" + strconv.Itoa(n), Text: plan.Text{{Kind: plan.Capture, N: n}}})
			}
		}
		yes = append(hold, w.conditions(r, r.conditions, p, w.matched(r, p), no)...)
	}
	one := plan.Case{If: c, Steps: yes}
	if p.changed {
		one.On = []plan.Step{&plan.Put{To: plan.ToTarget, Text: valueOf(apacheFile)}}
	}
	if w.folder != nil {
		one.On = w.folder.within(apacheFile)
	}
	if not {
		one.Steps, no = no, yes
	}
	cases := []plan.Case{one}
	if w.s.again != nil && (r.has("p") || r.has("r") || r.has("ns")) {
		next := p
		next.at++
		cases = []plan.Case{{On: []plan.Step{&plan.Put{To: plan.ToTarget, Text: valueOf(apacheSub)}}, If: plan.Path("1"), Steps: w.from(next)}, one}
	}
	return w.chooses(cases, no)
}

// behind returns the rule that follows where one does not hold: behind those that it is chained
// with.
func (w *apacheWalk) behind(at int) int {
	if w.ends == nil {
		w.ends = make([]int, len(w.rules))
		for i, r := range slices.Backward(w.rules) {
			if w.ends[i] = i + 1; r.has("c") && i+1 < len(w.rules) {
				w.ends[i] = w.ends[i+1]
			}
		}
	}
	return w.ends[at]
}

// text returns all texts of a rule and its conditions.
func (r *apacheRule) text() string {
	text := r.arg(1)
	for _, c := range r.conditions {
		text += " " + c.arg(0)
	}
	return text
}

// refers reports whether a text of the rule refers to what an expression matched.
func (r *apacheRule) refers(sign byte) bool {
	text := r.text()
	for i := range len(text) - 1 {
		if text[i] == sign && isDigitOctet(text[i+1]) {
			return true
		}
	}
	return false
}

func isDigitOctet(c byte) bool { return '0' <= c && c <= '9' }

// matched returns what a rule does where it and its conditions hold.
func (w *apacheWalk) matched(r *apacheRule, p apachePlace) []plan.Step {
	next := p
	next.at++
	if n, err := strconv.Atoi(r.flags["s"]); err == nil {
		next.at = min(next.at+n, len(w.rules))
	}
	switch {
	case r.status/100 > 3 || r.status > 0 && r.status/100 < 3:
		return searched(p.query, []plan.Step{plan.Answer(r.status)})
	case r.nothing && (r.has("l") || r.has("end") || r.has("pt")):
		next.at = len(w.rules)
		if r.has("pt") && p.changed && w.folder == nil {
			return searched(p.query, append([]plan.Step{w.passThrough()}, w.unchanged...))
		}
		return w.from(next)
	case r.nothing:
		return w.from(next)
	}
	return w.substituted(r, p, next)
}

// passThrough makes what rules have made the path that other modules see.
func (w *apacheWalk) passThrough() plan.Step {
	return &plan.Put{To: plan.ToPath, Text: valueOf(apacheFile)}
}

// substituted returns what a rule with a substitution does.
func (w *apacheWalk) substituted(r *apacheRule, p, next apachePlace) []plan.Step {
	by := r.arg(1)
	if scheme, rest, ok := strings.Cut(by, "://"); ok && r.has("p") && scheme != "fcgi" && apacheSchemes.Get().MatchString(scheme) {
		by = "http://" + rest // whatever the scheme, the path is passed on
	}
	isURL := strings.Contains(by, "://") && !strings.ContainsAny(by[:strings.Index(by, "://")], "/$%")
	by, steps := w.mapped(by)
	w.toHost = strings.Contains(by, "://")
	text, ok := w.textOf(by, r, p)
	w.toHost = false
	// What it becomes tells whether it is a URL. One of the server itself is only a path again.
	scheme := ""
	if len(text) > 0 && text[0].Kind == plan.Literal {
		scheme, _, _ = strings.Cut(strings.ToLower(text[0].Text), "://")
	}
	isURL = isURL || scheme == "http" || scheme == "https"
	if isURL && r.status == 0 && !r.has("p") && namesHost(by) && (scheme == "https") == w.s.tls {
		ok = false
	}
	if !ok || len(steps) > 0 && r.has("b") {
		return w.given(r.directive, "it depends on more than the target")
	}
	path, query, hasQuery := cutQuery(text)
	relative := !isURL && (len(path) == 0 || path[0].Kind == plan.Literal && !strings.HasPrefix(path[0].Text, "/"))
	var rooted plan.Text // what it is without the folder, where that may begin with a slash
	switch f := w.folder; {
	case f == nil && relative && !r.has("p"):
		path = append(plan.Text{{Text: "/"}}, path...)
	case f == nil:
	case relative || !isURL && path[0].Kind != plan.Literal:
		// What an expression matched in a folder has no slash before it.
		if !relative && (path[0].Kind != plan.Capture && path[0].Kind != plan.Variable || strings.HasPrefix(r.arg(0), "^/")) {
			return w.given(r.directive, mayChange)
		}
		if strings.HasPrefix(by, "%") {
			rooted = path
		}
		path = append(plan.Text{{Text: f.name}}, path...)
	}
	if w.folder != nil && next.at < len(w.rules) && !r.has("l") && !r.has("end") && !r.has("dpi") && r.status == 0 && !isURL {
		// The next rule sees what follows the file in the path, too.
		steps = append(steps, &plan.Branch{Cases: []plan.Case{{
			On: w.folder.within(apacheFound), If: plan.Part("/"), Steps: w.given(r.directive, "what the next rule sees depends on which folders there are"),
		}}})
	}
	// A question mark that was escaped is refused.
	if slices.ContainsFunc(path, func(p plan.Piece) bool { return p.Kind != plan.Literal && p.Kept == nil }) {
		steps = append(steps, &plan.Branch{Cases: []plan.Case{{
			On: []plan.Step{&plan.Put{To: plan.ToTarget, Text: slices.DeleteFunc(slices.Clone(path), func(p plan.Piece) bool { return p.Kind == plan.Foreign })}},
			If: plan.Part("?"), Steps: []plan.Step{plan.Answer(403), plan.End},
		}}})
	}
	target := plan.ToVariable
	put := plan.Step(&plan.Put{To: target, Name: apacheFile, Text: path})
	if rooted != nil {
		put = &plan.Branch{Cases: []plan.Case{{
			On: []plan.Step{&plan.Put{To: plan.ToTarget, Text: rooted}}, If: plan.Prefix("/"),
			Steps: []plan.Step{&plan.Put{To: target, Name: apacheFile, Text: rooted}},
		}}, Otherwise: []plan.Step{put}}
	}
	changed := p.query
	switch {
	case r.has("qsd") && !hasQuery:
		steps, changed = append(steps, put, &plan.Put{To: plan.ToQuery}), true
	case hasQuery && len(query) == 1 && query[0].Kind == plan.Query && !r.has("qsa"):
		steps = append(steps, put)
	case hasQuery:
		set := []plan.Step{put, &plan.Put{To: plan.ToQuery, Text: query}, plan.ApacheQuery}
		if r.has("qsa") {
			set[1] = &plan.Put{To: plan.ToQuery, Text: append(slices.Clip(query), plan.Piece{Kind: plan.AndQuery})}
			// A query that is empty is added to nothing.
			set = []plan.Step{&plan.Branch{Cases: []plan.Case{{
				On: []plan.Step{&plan.Put{To: plan.ToTarget, Text: query}}, If: plan.Path(""), Steps: []plan.Step{put, plan.ApacheQuery},
			}}, Otherwise: set}}
		}
		steps, changed = append(steps, set...), true
	default:
		steps = append(steps, put)
	}
	switch {
	case r.has("p"):
		if !isURL || namesServer(text, r.arg(0)) || !strings.HasPrefix(by, "http://") {
			return w.given(r.directive, mayChange)
		}
		return append(steps, w.proxied(!r.has("ne"))...)
	case r.status > 0 || isURL:
		status := r.status
		if status == 0 {
			status = 302
		}
		steps = append(steps, w.passThrough(), plan.URLHost)
		if w.folder != nil && !isURL {
			steps = append(steps, w.folder.based())
		}
		if !r.has("ne") {
			steps = append(steps, plan.ApacheEscape)
			if changed {
				steps = append(steps, plan.ApacheEscapeQuery)
			}
		} else {
			steps = append(steps, searched(changed, []plan.Step{plan.ApacheControls})...)
		}
		return append(steps, plan.Redirect(status))
	case r.has("pt") && w.folder == nil:
		return stepsOf(steps, searched(changed, []plan.Step{w.passThrough()}), w.unchanged)
	}
	next.changed, next.query = true, changed
	if r.has("end") && w.folder != nil {
		steps = append(steps, &plan.Put{To: plan.ToVariable, Name: apacheEnd, Text: plan.Text{{Text: "1"}}})
	}
	if r.has("l") || r.has("end") || r.has("pt") {
		next.at = len(w.rules)
	}
	return append(steps, w.from(next)...)
}

// apacheMap is what stands for the variable N of a map in a text.
const apacheMap = "\x00"

// mapped returns a substitution in which the internal maps for letters are variables, and the
// steps that make these.
func (w *apacheWalk) mapped(by string) (string, []plan.Step) {
	var steps []plan.Step
	for of, op := range map[string]plan.Op{"int:tolower": plan.HAProxyLower, "int:toupper": plan.HAProxyUpperCase} {
		for name, is := range w.maps {
			for n := range 10 {
				use := "${" + name + ":$" + strconv.Itoa(n) + "}"
				if is != of || !strings.Contains(by, use) || len(steps) > 9 {
					continue
				}
				at := strconv.Itoa(len(steps))
				steps = append(steps, &plan.Make{Name: apacheMap + at, Of: plan.Text{{Kind: plan.Capture, N: n}}, Steps: []plan.Step{op}})
				by = strings.ReplaceAll(by, use, apacheMap+at)
			}
		}
	}
	return by, steps
}

// cutQuery cuts a text at the first question mark in a literal.
func cutQuery(text plan.Text) (path, query plan.Text, ok bool) {
	for i, piece := range text {
		if k := strings.IndexByte(piece.Text, '?'); piece.Kind == plan.Literal && k >= 0 {
			path = slices.Clone(text[:i])
			if k > 0 {
				path = append(path, plan.Piece{Text: piece.Text[:k]})
			}
			if rest := piece.Text[k+1:]; rest != "" {
				query = append(query, plan.Piece{Text: rest})
			}
			return path, append(query, text[i+1:]...), true
		}
	}
	return text, nil, false
}

// conditions returns what follows conditions: yes where they hold, else no.
func (w *apacheWalk) conditions(r *apacheRule, list []*directive, p apachePlace, yes, no []plan.Step) []plan.Step {
	if len(list) == 0 {
		return yes
	}
	end := 0
	for end < len(list)-1 && apacheCondFlag(list[end], "or") {
		end++
	}
	yes = w.conditions(r, list[end+1:], p, yes, no)
	if end > 0 {
		yes = onwards(fmt.Sprintf("go on behind line %d", list[end].line), yes)
	}
	steps := no
	for _, c := range slices.Backward(list[:end+1]) {
		steps = w.condition(r, c, p, yes, steps)
	}
	return steps
}

// apacheCondFlag reports whether a RewriteCond has a flag.
func apacheCondFlag(d *directive, flag string) bool {
	long := map[string]string{"or": "ornext", "nc": "nocase"}[flag]
	return slices.ContainsFunc(strings.Split(strings.Trim(d.arg(2), "[]"), ","), func(f string) bool {
		f = strings.ToLower(strings.TrimSpace(f))
		return f == flag || f == long
	})
}

// apacheMatches is an expression that compares one variable with a pattern.
var apacheMatches = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp {
	return regexp.MustCompile(`^\s*%\{(REQUEST_URI|QUERY_STRING|THE_REQUEST|HTTP_USER_AGENT|HTTP_REFERER|HTTP_COOKIE)\}\s*([=!]~)\s*(?:m#([^#]+)#|/((?:[^/\\]|\\.)+)/)(i?)\s*$`)
}}

// condition returns what follows one RewriteCond:
// https://httpd.apache.org/docs/2.4/mod/mod_rewrite.html#rewritecond.
func (w *apacheWalk) condition(r *apacheRule, d *directive, p apachePlace, yes, no []plan.Step) []plan.Step {
	w.understood(d)
	if m := apacheMatches.Get().FindStringSubmatch(d.arg(1)); m != nil && d.arg(0) == "expr" {
		// The same in the way of all others, without its comparisons.
		one := *d
		one.args = []string{"%{" + m[1] + "}", map[string]string{"!~": "!"}[m[2]] + "(?:" + m[3] + strings.ReplaceAll(m[4], `\/`, "/") + ")", "[NC]"}
		if m[5] == "" {
			one.args = one.args[:2]
		}
		d = &one
	}
	pattern, not := strings.CutPrefix(d.arg(1), "!")
	other := func(held bool) string { // the outcome that a plain request has not, for whether c holds for it
		if held != not {
			return "not RewriteCond " + strings.Join(d.args, " ")
		}
		return "RewriteCond " + strings.Join(d.args, " ")
	}
	if not {
		yes, no = no, yes
	}
	text, known := w.textOf(d.arg(0), r, p)
	fold, name := apacheCondFlag(d, "nc"), strings.ToLower(d.arg(0))
	if kind := map[string]string{"-f": plan.ThereIsFile, "-d": plan.ThereIsFolder, "-s": plan.ThereIsFile, "-F": plan.ThereIsFile, "-e": plan.ThereIsEither, "-l": "there is a symbolic link", "-h": "there is a symbolic link", "-L": "there is a symbolic link"}[pattern]; kind != "" {
		if w.folder != nil && !p.changed && kind == plan.ThereIsFile && (name == "%{request_filename}" || name == "%{script_filename}") {
			kind = plan.ThereIsFileAbove
		}
		if !known {
			return w.given(d, "it depends on more than the target")
		}
		steps := append([]plan.Step{&plan.Fork{If: kind, Of: text, Steps: yes}}, no...)
		if kind == plan.ThereIsFileAbove {
			steps = append([]plan.Step{&plan.Fork{If: plan.ThereIsFile, Of: text, Steps: yes}, &plan.Fork{If: kind, Of: text, Steps: apacheBelow}}, no...)
			// A script, which takes what follows its name, is taken to be there.
			behind, _ := compiled(apacheRegexp, `\.php/.*`, false)
			script := []plan.Step{
				&plan.Make{Name: "script", Of: text, Steps: []plan.Step{&plan.Sub{Source: `\.php/.*`, Pattern: behind, By: ".php"}}},
				&plan.Fork{If: plan.ThereIsNoFile, Of: valueOf("script"), Steps: []plan.Step{plan.Unknown("a script that is not there")}},
			}
			steps = w.chooses([]plan.Case{{On: []plan.Step{&plan.Put{To: plan.ToTarget, Text: text}}, If: plan.Part(".php/"), Steps: append(script, yes...)}}, steps)
		}
		if is := map[string][]plan.Step{plan.ThereIsFolder: yes, plan.ThereIsEither: yes, plan.ThereIsFileAbove: no}[kind]; w.folder != nil && !p.changed && strings.HasSuffix(name, "_filename}") && is != nil {
			// The folder itself is there.
			return w.chooses([]plan.Case{{On: w.folder.within(apacheFile), If: plan.Path(""), Steps: is}}, steps)
		}
		return steps
	}
	var c *plan.Condition
	ok := true
	switch {
	case strings.HasPrefix(pattern, "="):
		if c = plan.Path(strings.Trim(pattern[1:], `"`)); fold {
			c, ok = exactly(strings.Trim(pattern[1:], `"`))
		}
	case strings.HasPrefix(pattern, "<"), strings.HasPrefix(pattern, ">"), strings.HasPrefix(pattern, "-") && len(pattern) < 4, d.arg(0) == "expr":
		return w.given(d, notThePath)
	case r.refers('%') && !not:
		c, ok = capturing(apacheRegexp, pattern, fold)
	default:
		c, ok = expression(apacheRegexp, pattern, fold)
	}
	if !ok || !w.reuse(maxExpression) {
		return w.given(d, notThisRegex)
	}
	onHost := strings.Contains(name, "%{http_host}") || strings.Contains(name, "%{server_name}")
	host := w.s.name != "" && onHost
	switch {
	case !known && onHost && (name == "%{http_host}" || name == "%{server_name}"):
		// Hosts that no expression names are alike, and those that it names are told.
		if r.refers('%') && !not {
			yes = []plan.Step{plan.Unknown(w.place(d) + ": " + d.name)}
		}
		held := holdsFor(c, "host.example") && holdsFor(c, "b")
		if held {
			yes, no = no, yes
		}
		return append([]plan.Step{&plan.Fork{If: other(held), Steps: yes}}, no...)
	case known:
		steps := w.chooses([]plan.Case{{On: []plan.Step{&plan.Put{To: plan.ToTarget, Text: text}}, If: c, Steps: yes}}, no)
		if host {
			steps = w.ownHost(d, steps)
		}
		return steps
	case apacheAbsent(name):
		// A plain request has no such field. The other outcome is told, too.
		held := holdsForEmpty(c)
		if held {
			yes, no = no, yes
		}
		return append([]plan.Step{&plan.Fork{If: other(held), Who: name == "%{remote_user}", Steps: yes}}, no...)
	}
	return w.given(d, notThePath)
}

// ownHost returns steps that hold for requests for the host of the server.
func (w *apacheWalk) ownHost(d *directive, steps []plan.Step) []plan.Step {
	host, _, _ := strings.Cut(w.s.name, ":")
	own, _ := compiled(apacheRegexp, `^http://`+quoted(host)+`([/?]|$)`, false)
	same := &plan.Condition{Kind: plan.IsMatch, Text: "the host " + host, Pattern: own}
	return w.chooses([]plan.Case{{On: []plan.Step{plan.ApacheOriginal}, If: plan.Not(plan.Or(plan.Prefix("/"), same)), Steps: w.doubted(d, notThePath, "targets in absolute form")}}, steps)
}

// apacheAbsent reports whether a text is one variable that a plain request has not.
func apacheAbsent(name string) bool {
	name = strings.Trim(name, "%{}")
	return strings.HasPrefix(name, "http_") && name != "http_host" || strings.HasPrefix(name, "http:") || name == "remote_user"
}

// needsField reports whether a plain request meets conditions never: one is on a field that it
// has not.
func needsField(conditions []*directive) bool {
	for i, d := range conditions {
		c, ok := expression(apacheRegexp, d.arg(1), apacheCondFlag(d, "nc"))
		alone := !apacheCondFlag(d, "or") && (i == 0 || !apacheCondFlag(conditions[i-1], "or"))
		if ok && alone && !strings.HasPrefix(d.arg(1), "!") && apacheAbsent(strings.ToLower(d.arg(0))) && !holdsForEmpty(c) {
			return true
		}
	}
	return false
}

// textOf returns a text of mod_rewrite. It reports false for one that depends on more than
// the target.
func (w *apacheWalk) textOf(s string, r *apacheRule, p apachePlace) (plan.Text, bool) {
	var t plan.Text
	known := true
	add := func(p plan.Piece) {
		if k := len(t) - 1; k >= 0 && p.Kind == plan.Literal && t[k].Kind == plan.Literal {
			t[k].Text += p.Text
		} else if p.Kind != plan.Literal || p.Text != "" {
			t = append(t, p)
		}
	}
	for i := 0; i < len(s); i++ {
		next := byte(0)
		if i+1 < len(s) {
			next = s[i+1]
		}
		switch c := s[i]; {
		case c == '\\' && next != 0:
			i++
			add(plan.Piece{Text: s[i : i+1]})
		case (c == '$' || c == '%') && isDigitOctet(next):
			i++
			piece := plan.Piece{Kind: plan.Capture, N: int(next - '0')}
			if c == '$' && w.held {
				piece = plan.Piece{Kind: plan.Variable, Text: s[i-1 : i+1]}
			}
			add(r.escaped(piece))
		case c == '%' && next == '{':
			name, _, ok := strings.Cut(s[i+2:], "}")
			pieces, sure := w.variable(strings.ToUpper(name), p)
			if _, host, found := strings.Cut(s[:i], "://"); w.toHost && found && !strings.ContainsAny(host, "/?") && namesHost(name) {
				pieces, sure = plan.Text{{Kind: plan.Foreign, Text: "host"}}, true
			}
			for _, piece := range pieces {
				add(piece)
			}
			known = known && ok && sure
			i += 2 + len(name)
		case c == '$' && next == '{':
			return nil, false // a map
		case c == apacheMap[0]:
			add(plan.Piece{Kind: plan.Variable, Text: s[i : i+2]})
			i++
		default:
			add(plan.Piece{Text: s[i : i+1]})
		}
	}
	return t, known
}

// namesHost reports whether a text has a variable for the host of a request.
func namesHost(text string) bool {
	text = strings.ToUpper(text)
	return strings.Contains(text, "HTTP_HOST") || strings.Contains(text, "SERVER_NAME")
}

// apacheArgument are the octets that the flag B leaves as they are.
var apacheArgument = percent.ByteSet{}.AddRange('a', 'z').AddRange('A', 'Z').AddRange('0', '9').Add("_")

// escaped returns a capture as the flag B wants it.
func (r *apacheRule) escaped(p plan.Piece) plan.Piece {
	octets, ok := r.flags["b"]
	if !ok {
		return p
	}
	kept := apacheArgument
	if octets != "" {
		kept = percent.ByteSet{}.Add(octets).Complement()
	}
	p.Kept, p.Lower, p.Plus = &kept, true, !r.has("bnp")
	return p
}

// variable returns the text of a variable of mod_rewrite.
func (w *apacheWalk) variable(name string, p apachePlace) (plan.Text, bool) {
	literal := func(text string, ok bool) (plan.Text, bool) { return plan.Text{{Text: text}}, ok }
	scheme := "http"
	if w.s.tls {
		scheme = "https"
	}
	switch name {
	case "REQUEST_URI":
		if w.folder != nil {
			return valueOf(apachePath), true
		}
		return plan.Text{{Kind: plan.ThePath}}, true
	case "REQUEST_FILENAME", "SCRIPT_FILENAME":
		if p.changed || w.folder != nil {
			return valueOf(apacheFile), true
		}
		return plan.Text{{Kind: plan.ThePath}}, true
	case "QUERY_STRING":
		return plan.Text{{Kind: plan.Query}}, true
	case "THE_REQUEST":
		return plan.Text{{Text: "GET "}, {Kind: plan.Sent}, {Text: " HTTP/1.1"}}, true
	case "REQUEST_METHOD":
		return literal("GET", true)
	case "SERVER_PROTOCOL":
		return literal("HTTP/1.1", true)
	case "REQUEST_SCHEME":
		return literal(scheme, true)
	case "HTTPS":
		return literal(map[string]string{"http": "off", "https": "on"}[scheme], true)
	case "DOCUMENT_ROOT":
		return literal(strings.TrimSuffix(w.s.root, "/"), w.s.root != "")
	case "HTTP_HOST", "SERVER_NAME":
		host, _, _ := strings.Cut(w.s.name, ":")
		if host == "" {
			return plan.Text{{Kind: plan.Foreign, Text: name}}, false
		}
		return literal(host, true)
	case "SERVER_PORT":
		_, port, ok := strings.Cut(w.s.name, ":")
		if !ok {
			port = map[string]string{"http": "80", "https": "443"}[scheme]
		}
		return literal(port, true)
	case "IS_SUBREQ":
		return literal("false", true)
	}
	return plan.Text{{Kind: plan.Foreign, Text: name}}, false
}
