package config

import (
	"cmp"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/hop/internal/plan"
	"github.com/pct-encoded/percent/internal/program"
)

// A traefikUse is a middleware, and whether the requests that it gets are of https.
type traefikUse struct {
	name   string
	secure bool
}

// A traefikChain is what middlewares do to targets that come to them.
type traefikChain struct {
	steps []plan.Step
	ends  bool // what is behind them gets no target
	open  bool // it is being read
}

// uses returns the steps for lists of middlewares, and whether they end.
func (t *traefikReader) uses(lists []*setting, secure bool) (steps []plan.Step, ends bool) {
	var all traefikChain
	for _, list := range lists {
		t.using(&all, list, secure, 0)
	}
	return all.steps, all.ends
}

// using adds the steps of a list of middlewares to others.
func (t *traefikReader) using(all *traefikChain, list *setting, secure bool, depth int) {
	for _, name := range list.list() {
		if all.ends || !t.reuse(1) {
			all.ends = true
			return
		}
		name, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(name)), "@")
		m := t.middlewares[name]
		use := traefikUse{name, secure}
		one, ok := t.made[use]
		switch {
		case m == nil:
			one = traefikChain{steps: t.given(&directive{name: list.name, args: []string{name}, line: list.line}, "a middleware that is not in the file"), ends: true}
		case one.open:
			// A chain that comes back to itself disables its routers.
			one = traefikChain{steps: t.given(m.directive("http", "middlewares"), "a chain with itself in it"), ends: true}
		case !ok:
			t.made[use] = traefikChain{open: true}
			if depth > maxNesting {
				t.fail(errTooDeep)
			}
			one = t.middleware(m, secure, depth)
			t.made[use] = one
		}
		if all.steps, all.ends = append(all.steps, one.steps...), one.ends; !t.reuse(len(one.steps)) {
			all.ends = true
		}
	}
}

// admitted returns steps in which one that admits some requests is followed by what refuses the
// others: only those that it admits come to the steps behind.
func admitted(steps []plan.Step) []plan.Step {
	for i, s := range steps {
		if f, ok := s.(*plan.Fork); ok && f.Steps == nil {
			behind := onwards("go on behind "+f.If, admitted(steps[i+2:]))
			return append(slices.Clip(steps[:i]), &plan.Fork{If: f.If, Who: f.Who, Steps: behind}, steps[i+1])
		}
	}
	return steps
}

// middleware reads a middleware: https://doc.traefik.io/traefik/middlewares/http/overview/.
func (t *traefikReader) middleware(m *setting, secure bool, depth int) (c traefikChain) {
	for _, x := range m.each() {
		d := x.directive("http", "middlewares", m.name)
		unknown := func(note string) { c.steps, c.ends = append(c.steps, t.given(d, note)...), true }
		switch x.key() {
		case "buffering", "circuitbreaker", "compress", "contenttype", "errors", "grpcweb", "inflightreq", "passtlsclientcert", "ratelimit", "retry":
		case "headers":
			if !slices.ContainsFunc(x.each(), func(h *setting) bool {
				return amongTexts([]string{"allowedhosts", "hostsproxyheaders", "sslredirect", "sslhost", "sslproxyheaders", "ssltemporaryredirect", "sslforcehost"}, h.key())
			}) {
				if y := x.at("customrequestheaders"); slices.ContainsFunc(y.each(), func(h *setting) bool { return tellsPath(h.name) }) {
					t.missed(y.directive("http", "middlewares", m.name, x.name), "it may tell the next server another path")
				}
				continue
			}
			unknown(notThePath)
		case "chain":
			t.understood(d)
			t.using(&c, x.at("middlewares"), secure, depth+1)
		case "basicauth", "digestauth":
			t.understood(d)
			c.steps = append(c.steps, &plan.Fork{If: "the credentials are those of a user", Who: true}, plan.Answer(401))
		case "forwardauth":
			t.understood(d)
			c.steps = append(c.steps, &plan.Fork{If: x.valueAt("address") + " refuses the request", Steps: []plan.Step{plan.Answer(401)}})
		case "ipallowlist", "ipwhitelist":
			status, ok := statusOf(cmp.Or(x.valueAt("rejectstatuscode"), "403"))
			if !ok {
				unknown(notThePath)
				continue
			}
			t.understood(d)
			if list := x.at("sourcerange").list(); !anyAddress(list) {
				c.steps = append(c.steps, &plan.Fork{If: "the client is one of " + strings.Join(list, ", "), Who: true}, plan.Answer(status))
			}
		default:
			if steps, ends, ok := t.changes(x, secure); ok {
				t.understood(d)
				c.steps, c.ends = append(c.steps, steps...), c.ends || ends
			} else {
				unknown(mayChange)
			}
		}
	}
	if m.order == nil {
		c = traefikChain{steps: t.given(m.directive("http", "middlewares"), mayChange), ends: true}
	}
	return c
}

// traefikLiteral are the octets that may stand for themselves in an escaped path, and
// traefikPlain those of them that Go does not escape.
var (
	traefikPlain   = percent.Unreserved.Add("$&+,/:;=@")
	traefikLiteral = traefikPlain.Add("!'()*")
)

// changes returns the steps of a middleware that changes the path or redirects.
func (t *traefikReader) changes(x *setting, secure bool) (steps []plan.Step, ends, ok bool) {
	switch x.key() {
	case "stripprefix":
		list := x.at("prefixes").list()
		if x.at("prefixes") != nil && list == nil {
			return nil, false, false
		}
		var cases []plan.Case
		for _, p := range list {
			p = strings.TrimSpace(p)
			if !strings.HasPrefix(p, "/") || has(p, percent.ASCII.Complement()) {
				return nil, false, false
			}
			cases = append(cases, plan.Case{On: []plan.Step{plan.CaddyDecode}, If: plan.Prefix(p), Steps: t.strip(p, x.valueAt("forceslash") == "true")})
		}
		return t.chooses(cases, nil), false, true
	case "stripprefixregex":
		return t.stripExpressions(x.at("regex").list())
	case "addprefix":
		p := x.valueAt("prefix")
		return []plan.Step{plan.Replace{By: p}}, false, strings.HasPrefix(p, "/") && !has(p, traefikPlain.Complement())
	case "replacepath":
		p := x.valueAt("path")
		return []plan.Step{plan.SetPath(p)}, false, strings.HasPrefix(p, "/") && !has(p, traefikLiteral.Complement())
	case "replacepathregex":
		match, put, ok := t.replaced(strings.TrimSpace(x.at("regex").unescaped()), strings.TrimSpace(x.at("replacement").unescaped()))
		if !ok {
			return nil, false, false
		}
		steps := append([]plan.Step{
			&plan.Put{To: plan.ToPath, Text: put}, plan.TraefikUnescape, plan.URLEscape,
			when(plan.Not(plan.Prefix("/")), []plan.Step{plan.Unknown("a path without a slash")}),
		}, t.checked()...)
		return t.chooses([]plan.Case{{If: match, Steps: steps}}, nil), false, true
	case "redirectregex":
		return t.redirectExpression(x, secure)
	case "redirectscheme":
		scheme := x.valueAt("scheme")
		if scheme != "https" && scheme != "http" || scheme == "http" && x.valueAt("port") != "" {
			return nil, false, false
		}
		if (scheme == "https") == secure {
			return nil, false, x.valueAt("port") == "" || x.valueAt("port") == "443"
		}
		return t.redirectScheme(scheme, x.valueAt("port"), x.valueAt("permanent") == "true"), true, true
	}
	return nil, false, false
}

// redirectScheme returns the steps of a redirect to the same target of another scheme.
func (t *traefikReader) redirectScheme(scheme, port string, permanent bool) []plan.Step {
	status := 302
	if permanent {
		status = 301
	}
	whole := plan.Text{{Kind: plan.ThePath}, {Kind: plan.Tail}}
	steps := []plan.Step{when(plan.Path(""), []plan.Step{plan.SetPath("/")}), t.withoutHash(whole)}
	return stepsOf(steps, atHost(scheme, "", port), []plan.Step{plan.Redirect(status)})
}

// withoutHash makes targets unknown whose query has a #, which is a fragment in a redirect.
func (t *traefikReader) withoutHash(text plan.Text) plan.Step {
	return &plan.Branch{Cases: []plan.Case{{On: []plan.Step{&plan.Put{To: plan.ToTarget, Text: text}}, If: plan.Part("#"), Steps: []plan.Step{plan.Unknown("a # in the query of a redirect")}}}}
}

// strip returns the steps that remove a prefix from a path which begins with it, decoded. What
// an escaped path stands for is written anew where it no longer stands for the decoded one.
func (t *traefikReader) strip(prefix string, force bool) []plan.Step {
	anew := []plan.Step{plan.CaddyDecode, plan.CaddyEncode}
	slash := when(plan.Not(plan.Prefix("/")), []plan.Step{plan.Replace{By: "/"}})
	empty := slash
	if !force {
		empty = plan.Replace{}
	}
	rest := func(always bool) []plan.Step {
		escaped := []plan.Step{plan.CaddyDecode, slash, plan.CaddyEncode}
		plain := []plan.Step{&plan.Branch{Cases: []plan.Case{{If: plan.Path(""), Steps: []plan.Step{empty}}, {If: plan.Prefix("%2F"), Steps: anew}}, Otherwise: []plan.Step{slash}}}
		if always {
			plain = []plan.Step{&plan.Branch{Cases: []plan.Case{{If: plan.Path(""), Steps: []plan.Step{empty}}}, Otherwise: escaped}}
		}
		return append([]plan.Step{plan.TakePrefix(prefix)}, plain...)
	}
	steps := rest(false)
	switch literal := plan.Prefix(prefix); {
	case program.CompareVersions(t.version, "3.6.7") <= 0:
		steps = []plan.Step{&plan.Branch{Cases: []plan.Case{{If: literal, Steps: steps}}, Otherwise: rest(true)}}
	case t.between():
		steps = []plan.Step{&plan.Branch{Cases: []plan.Case{{If: literal, Steps: steps}}, Otherwise: []plan.Step{plan.Unknown("an escape in what stripPrefix removes, in " + t.version)}}}
	}
	return append(steps, t.checked()...)
}

// between reports whether the version is one of those of which it is not known whether they
// strip prefixes as 3.6.12 or as 3.7.11 does.
func (t *traefikReader) between() bool {
	return program.CompareVersions(t.version, "3.6.12") > 0 && program.CompareVersions(t.version, "3.7.11") < 0
}

// checked returns the steps by which newer versions answer 400 to a path that a middleware
// made and that has dot segments or empty ones.
func (t *traefikReader) checked() []plan.Step {
	unclean := plan.And(plan.Prefix("/"), plan.Not(&plan.Condition{Kind: plan.IsClean}))
	switch {
	case t.between():
		return []plan.Step{when(unclean, []plan.Step{plan.Unknown("a path with dot segments behind a middleware, in " + t.version)})}
	case program.CompareVersions(t.version, "3.7.11") >= 0:
		return []plan.Step{when(unclean, []plan.Step{plan.Answer(400)})}
	}
	return nil
}

// stripExpressions returns the steps of stripPrefixRegex. Its expressions match the decoded
// path.
func (t *traefikReader) stripExpressions(list []string) (steps []plan.Step, ends, ok bool) {
	var cases, escaped []plan.Case
	for _, source := range list {
		source = strings.TrimSpace(source)
		all := `^(?:` + source + `)(?s:(.*))$`
		one, ok := capturing(goRegexp, all, false)
		if !ok || one.Kind != plan.IsMatch || !octetwise(one.Pattern.Tree, false) || !t.reuse(maxExpression) || one.Pattern.Regexp.MatchString("") {
			return nil, false, false
		}
		rest := plan.Text{{Kind: plan.Capture, N: one.Pattern.Tree.MaxCap()}}
		put := append([]plan.Step{
			&plan.Put{To: plan.ToPath, Text: rest}, when(plan.Not(plan.Or(plan.Path(""), plan.Prefix("/"))), []plan.Step{plan.Replace{By: "/"}}),
		}, t.checked()...)
		cases = append(cases, plan.Case{If: one, Steps: put})
		escaped = append(escaped, plan.Case{On: []plan.Step{plan.CaddyDecode}, If: one, Steps: []plan.Step{plan.Unknown("an escape in a path of stripPrefixRegex")}})
	}
	return t.chooses([]plan.Case{{If: plan.Part("%"), Steps: t.chooses(escaped, nil)}}, t.chooses(cases, nil)), false, true
}

// replaced returns the condition and the text for an expression that replaces what it matches,
// once. Where it does not match all that there is, what is behind it stays.
func (t *traefikReader) replaced(source, by string) (match *plan.Condition, put plan.Text, ok bool) {
	match, put, again, ok := t.replacedOnce(source, by)
	return match, put, ok && again == nil && octetwise(match.Pattern.Tree, false)
}

// replacedOnce is replaced for any expression of a URL in ASCII. again makes targets unknown in
// which it matches again behind the first match, or is nil.
func (t *traefikReader) replacedOnce(source, by string) (match *plan.Condition, put plan.Text, again []plan.Step, ok bool) {
	text, sure := goReplacement(by)
	p, ok := compiled(goRegexp, source, false)
	if !sure || !ok || strings.Contains(source+by, "\x00") {
		return nil, nil, nil, false
	}
	anchored := at(p.Tree, 0).Op == syntax.OpBeginText
	twice := !anchored && !toEnd(at(p.Tree, -1))
	all := `^(?:` + source + `)(?s:(.*))$`
	if !anchored {
		all = `^(?s:(.*?))(?:` + source + `)(?s:(.*))$`
		for i := range text {
			if text[i].Kind == plan.Capture {
				text[i].N++ // a group more is before it
			}
		}
	}
	one, ok := capturing(goRegexp, all, false)
	if !ok || one.Kind != plan.IsMatch || !t.reuse(maxExpression) {
		return nil, nil, nil, false
	}
	rest := plan.Piece{Kind: plan.Capture, N: one.Pattern.Tree.MaxCap()}
	if !anchored {
		text = append(plan.Text{{Kind: plan.Capture, N: 1}}, text...)
		if rest.N > 9 {
			return nil, nil, nil, false
		}
	}
	if twice {
		other, ok := expression(goRegexp, source, false)
		if !ok || p.Regexp.MatchString("") {
			return nil, nil, nil, false
		}
		again = []plan.Step{&plan.Branch{Cases: []plan.Case{{
			On: []plan.Step{&plan.Put{To: plan.ToTarget, Text: plan.Text{rest}}}, If: other, Steps: []plan.Step{plan.Unknown("a URL that an expression matches twice")},
		}}}}
	}
	return one, append(text, rest), again, true
}

// at returns the first part of an expression, or the last for -1.
func at(re *syntax.Regexp, i int) *syntax.Regexp {
	for (re.Op == syntax.OpConcat || re.Op == syntax.OpCapture) && len(re.Sub) > 0 {
		re = re.Sub[(i+len(re.Sub))%len(re.Sub)]
	}
	return re
}

// toEnd reports whether a part of an expression matches up to the end of a text of one line.
func toEnd(re *syntax.Regexp) bool {
	return re.Op == syntax.OpEndText || re.Op == syntax.OpStar && re.Flags&syntax.NonGreedy == 0 && (re.Sub[0].Op == syntax.OpAnyChar || re.Sub[0].Op == syntax.OpAnyCharNotNL)
}

// redirectExpression returns the steps of redirectRegex, whose expression matches the whole
// URL.
func (t *traefikReader) redirectExpression(x *setting, secure bool) (steps []plan.Step, ends, ok bool) {
	replacement := x.at("replacement").unescaped()
	match, put, again, ok := t.replacedOnce(x.at("regex").unescaped(), replacement)
	if !ok || t.host == "" || has(replacement, traefikLiteral.Add("?{}").Complement()) {
		return nil, false, false
	}
	scheme, status := "http://", 302
	if secure {
		scheme = "https://"
	}
	if x.valueAt("permanent") == "true" {
		status = 301
	}
	url := plan.Text{{Text: scheme + t.host}, {Kind: plan.ThePath}, {Kind: plan.Tail}}
	moved := append(again,
		&plan.Put{To: plan.ToTarget, Text: put}, when(plan.Part("#"), []plan.Step{plan.Unknown("a # in the query of a redirect")}),
		plan.URLHost, plan.SplitQuery, plan.URLEscape, plan.Redirect(status),
	)
	at := []plan.Step{&plan.Put{To: plan.ToTarget, Text: url}}
	var cases []plan.Case
	if beyond, ok := expression(goRegexp, `[\x80-\xff]`, false); ok && !octetwise(match.Pattern.Tree, false) {
		cases = []plan.Case{{On: at, If: beyond, Steps: []plan.Step{plan.Unknown("octets beyond ASCII in a redirect")}}}
	}
	cases = append(cases, plan.Case{On: at, If: match, Steps: []plan.Step{&plan.Same{A: url, B: put, Otherwise: moved}}})
	return []plan.Step{
		t.absolute(`^https?://`+regexp.QuoteMeta(t.host)+`([/?]|$)`, false), when(plan.Path(""), []plan.Step{plan.SetPath("/")}),
		&plan.Branch{Cases: cases},
	}, false, true
}

// goReplacement returns a text in which $1 and ${1} are what groups matched, as Go reads it.
func goReplacement(s string) (t plan.Text, ok bool) {
	for s != "" {
		before, rest, found := strings.Cut(s, "$")
		t = append(t, plan.Piece{Text: before})
		if !found {
			break
		}
		name, after := rest, ""
		if braced, ok := strings.CutPrefix(rest, "{"); ok {
			name, after, _ = strings.Cut(braced, "}")
		} else {
			n := 0
			for n < len(rest) && isNginxName(rest[n]) {
				n++
			}
			name, after = rest[:n], rest[n:]
		}
		if len(name) != 1 || !isDigitOctet(name[0]) {
			return nil, false
		}
		t, s = append(t, plan.Piece{Kind: plan.Capture, N: int(name[0] - '0')}), after
	}
	return joined(slices.DeleteFunc(t, func(p plan.Piece) bool { return p.Kind == plan.Literal && p.Text == "" })), true
}
