package config

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/hop/internal/plan"
	"github.com/pct-encoded/percent/internal/program"
)

// sequence returns the steps of rules in their order, and what follows them. Each that ends is
// the last one for a request to which it applies.
func (h *haproxyReader) sequence(list []haproxyRule, after []plan.Step) []plan.Step {
	rest := after
	var cases []plan.Case // from the last to the first
	chosen := func() []plan.Step {
		slices.Reverse(cases)
		return h.chooses(cases, rest)
	}
	for _, r := range slices.Backward(list) {
		h.reuse(r.t.size)
		then := r.then
		if !r.changes && !ends(then) {
			then = stepsOf(then, after)
		}
		if !r.t.followed() && r.t.plain != nil && r.d.given == "" {
			h.understood(r.d)
			rest, cases = onwards(fmt.Sprintf("go on behind line %d", r.d.line), chosen()), nil
			if r.changes {
				then = stepsOf(then, rest)
			}
			i := slices.IndexFunc(r.d.args, func(s string) bool { return s == "if" || s == "unless" })
			rest = h.either(strings.TrimPrefix(strings.Join(r.d.args[i:], " "), "if "), r.t.partial, r.t.onSteps(), then, rest)
			continue
		}
		if r.t.ways != nil && r.d.given == "" {
			h.understood(r.d)
			rest, cases = onwards(fmt.Sprintf("go on behind line %d", r.d.line), chosen()), nil
			if r.changes {
				then = onwards(fmt.Sprintf("do what line %d says", r.d.line), stepsOf(then, rest))
			}
			for _, way := range slices.Backward(r.t.ways) {
				steps := then
				for _, t := range slices.Backward(way) {
					steps = h.chooses([]plan.Case{{On: t.onSteps(), If: t.sure, Steps: steps}}, rest)
				}
				rest = onwards(fmt.Sprintf("look at line %d again", r.d.line), steps)
			}
			continue
		}
		unknown := then
		if !r.t.followed() {
			unknown = h.given(r.d, or(r.d.given, notThePath))
		}
		own := r.t.follow(then, unknown)
		for i := range own {
			own[i].On = r.t.onSteps()
		}
		if !r.changes {
			slices.Reverse(own)
			cases = append(cases, own...)
			continue
		}
		rest = chosen()
		if cases = nil; len(own) == 1 && own[0].If == plan.Any {
			rest = stepsOf(own[0].Steps, rest)
		} else {
			rest = append(h.chooses(own, nil), rest...)
		}
	}
	return chosen()
}

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// A haproxyRule is a rule with its condition. Behind one that changes the path the next ones
// are read.
type haproxyRule struct {
	d       *directive
	t       haproxyWhen
	then    []plan.Step
	changes bool
}

// change returns the steps of an action of http-request that changes the path or a variable,
// or false for another: https://docs.haproxy.org/3.2/configuration.html#4.4.
func (h *haproxyReader) change(d *directive) (steps []plan.Step, ok bool) {
	args := d.args[1:]
	if i := slices.IndexFunc(args, func(s string) bool { return s == "if" || s == "unless" }); i >= 0 {
		args = args[:i]
	}
	arg := func(i int) string {
		if i < len(args) {
			return args[i]
		}
		return ""
	}
	action, name, isVariable := strings.Cut(d.arg(0), "(")
	name = strings.TrimSuffix(name, ")")
	anew := []plan.Step{plan.HAProxyWhole, plan.SplitQuery, plan.Rule}
	switch {
	case action == "normalize-uri":
		ops, known := haproxyNormalizers.Get()[strings.Join(args, " ")]
		if arg(0) == "query-sort-by-name" {
			// One parameter stays where it is.
			several := plan.Case{On: sized{on: "query"}.onSteps(), If: plan.Part("&"), Steps: h.doubted(d, mayChange, "targets with several parameters")}
			return h.chooses([]plan.Case{several}, nil), true
		}
		if !known {
			return h.given(d, "a normalization that is not followed"), true
		}
		if h.understood(d); !h.experimental {
			h.missed(d, "HAProxy refuses it without expose-experimental-directives in global")
		}
		if len(ops) == 0 {
			return nil, true
		}
		steps = append(steps, plan.HAProxyWhole)
		for _, op := range ops {
			steps = append(steps, op)
		}
		return append(steps, plan.SplitQuery, plan.Rule), true
	case strings.HasSuffix(action, "-header") && strings.EqualFold(arg(0), "host"):
		return h.chooses([]plan.Case{{On: []plan.Step{plan.ApacheOriginal}, If: plan.Not(plan.Prefix("/")), Steps: h.doubted(d, "it changes the host in the target, too", "targets in absolute form")}}, nil), true
	case action == "set-var" && isVariable || action == "set-var-fmt" && isVariable:
		if !h.used[name] {
			return nil, true
		}
		format := strings.Join(args, " ")
		if action == "set-var" {
			format = "%[" + strings.Join(args, "") + "]"
		}
		text, before, known := h.format(format)
		if !known {
			text, before = plan.Text{{Kind: plan.Foreign, Text: name}}, nil
		}
		return append(before, &plan.Put{To: plan.ToVariable, Name: name, Text: text}), true
	case action == "set-path" || action == "set-pathq" || action == "set-query" || action == "set-uri":
		text, before, known := h.format(strings.Join(args, " "))
		if !known || len(text) == 0 || action == "set-uri" && text[0].Kind != plan.ThePath && (text[0].Kind != plan.Literal || !strings.HasPrefix(text[0].Text, "/")) {
			return h.given(d, "it depends on more than the target, or is not followed"), true
		}
		h.understood(d)
		put := &plan.Put{To: plan.ToPath, Text: text}
		switch action {
		case "set-query":
			put.To, anew = plan.ToQuery, nil
		case "set-pathq":
			put.To = plan.ToTarget
		case "set-uri":
			put.To, before = plan.ToTarget, append(before, plan.HAProxyAlone)
		}
		return stepsOf(before, []plan.Step{put}, anew), true
	case action == "replace-path" || action == "replace-pathq" || action == "replace-uri":
		c, followed := capturing(pcre, arg(0), false)
		text, before, known := h.format(strings.Join(args[min(1, len(args)):], " "))
		if !known || !followed || !h.reuse(maxExpression) {
			return h.given(d, notThisRegex), true
		}
		h.understood(d)
		put := &plan.Put{To: plan.ToPath, Text: numbered(text)}
		if action != "replace-path" {
			put.To, steps = plan.ToTarget, []plan.Step{plan.HAProxyWhole}
		}
		steps = append(steps, when(c, append(before, put)))
		if action == "replace-uri" {
			absolute := plan.Case{On: []plan.Step{plan.ApacheOriginal}, If: plan.Not(plan.Prefix("/")), Steps: h.given(d, "a target in absolute form")}
			return h.chooses([]plan.Case{absolute}, append(steps, anew...)), true
		}
		return append(steps, anew...), true
	}
	return nil, false
}

// numbered returns a text in which \1 is what a group matched.
func numbered(t plan.Text) plan.Text {
	var list plan.Text
	for _, p := range t {
		for s := p.Text; p.Kind == plan.Literal && s != ""; {
			i := strings.IndexByte(s, '\\')
			if i < 0 || i+1 == len(s) {
				list = append(list, plan.Piece{Text: s})
				break
			}
			list = append(list, plan.Piece{Text: s[:i]})
			if isDigitOctet(s[i+1]) {
				list = append(list, plan.Piece{Kind: plan.Capture, N: int(s[i+1] - '0')})
			} else {
				list = append(list, plan.Piece{Text: s[i+1 : i+2]})
			}
			s = s[i+2:]
		}
		if p.Kind != plan.Literal {
			list = append(list, p)
		}
	}
	return joined(list)
}

// format returns a text in the format of logs, and the steps that make the parts of it:
// https://docs.haproxy.org/3.2/configuration.html#8.2.6. It reports false for one that depends
// on more than the target, or is not followed.
func (h *haproxyReader) format(s string) (text plan.Text, before []plan.Step, known bool) {
	known = true
	for s != "" {
		i := strings.IndexByte(s, '%')
		if i < 0 {
			text = append(text, plan.Piece{Text: s})
			break
		}
		text = append(text, plan.Piece{Text: s[:i]})
		switch rest := s[i+1:]; {
		case strings.HasPrefix(rest, "%"):
			text = append(text, plan.Piece{Text: "%"})
			s = rest[1:]
		case strings.HasPrefix(rest, "["):
			end := closingOf(rest, '[', ']')
			if end < 0 {
				return nil, nil, false
			}
			part, steps, ok := h.sample(rest[1:end])
			known = known && ok
			text, before, s = append(text, part...), append(before, steps...), rest[end+1:]
		default:
			return append(text, plan.Piece{Kind: plan.Foreign, Text: "%"}), before, false
		}
	}
	return joined(slices.DeleteFunc(text, func(p plan.Piece) bool { return p.Kind == plan.Literal && p.Text == "" })), before, known
}

// closingOf returns the index of the octet that closes the first, or -1. Quotation marks and
// backslashes hide octets.
func closingOf(s string, opens, closes byte) int {
	depth, quote := 0, byte(0)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == opens:
			depth++
		case c == closes:
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// haproxyKept are the octets that stay as they are where a part is put into a text.
var haproxyKept = percent.AllBytes.Remove("\x00\x01\x02\x03\x04\x05\x06\x07\x08\x0a\x0b\x0c\x0d\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f\x7f")

// haproxyUnreserved are those that url_enc does not escape.
var haproxyUnreserved = percent.ByteSet{}.AddRange('a', 'z').AddRange('A', 'Z').AddRange('0', '9').Add("-._~")

// sample returns the text of a fetch with converters, and the steps that make it.
func (h *haproxyReader) sample(expr string) (text plan.Text, before []plan.Step, known bool) {
	fetch, converters := haproxyParts(expr)
	name, argument, _ := strings.Cut(fetch, "(")
	argument = strings.TrimSuffix(argument, ")")
	var pieces plan.Text
	switch name {
	case "path":
		pieces = plan.Text{{Kind: plan.ThePath}}
	case "pathq":
		pieces = plan.Text{{Kind: plan.ThePath}, {Kind: plan.Tail}}
	case "query":
		pieces = plan.Text{{Kind: plan.Query}}
	case "method":
		pieces = plan.Text{{Text: "GET"}}
	case "str":
		pieces = plan.Text{{Text: strings.Trim(argument, `"'`)}}
	case "var":
		if !h.used[argument] {
			return nil, nil, false
		}
		pieces = plan.Text{{Kind: plan.Variable, Text: argument}}
	case "capture.req.uri":
		pieces = plan.Text{{Kind: plan.Sent}}
	default:
		if (name == "hdr" || name == "req.hdr" || name == "req.fhdr") && strings.EqualFold(argument, "host") && len(converters) == 0 {
			expr = "host"
		}
		return plan.Text{{Kind: plan.Foreign, Text: expr}}, nil, false
	}
	var steps []plan.Step
	kept := &haproxyKept
	for i, c := range converters {
		if (c == "url_enc" || c == "url_enc()" || c == "url_enc(query)") && i == len(converters)-1 {
			kept = &haproxyUnreserved
			continue
		}
		step, ok := h.converter(c)
		if !ok {
			return plan.Text{{Kind: plan.Foreign, Text: expr}}, nil, false
		}
		steps = append(steps, step)
	}
	if steps == nil && kept == &haproxyKept {
		return pieces, nil, true
	}
	h.made++
	made := fmt.Sprintf("sample %d", h.made)
	return plan.Text{{Kind: plan.Variable, Text: made, Kept: kept}}, []plan.Step{&plan.Make{Name: made, Of: pieces, Steps: steps}}, true
}

// haproxyParts cuts an expression at its commas.
func haproxyParts(expr string) (fetch string, converters []string) {
	var parts []string
	for expr != "" {
		end := strings.IndexByte(expr, ',')
		if open := strings.IndexByte(expr, '('); open >= 0 && (end < 0 || open < end) {
			n := closingOf(expr[open:], '(', ')')
			if n < 0 {
				n = len(expr) - open - 1
			}
			end = open + n + 1
		}
		if end < 0 || end > len(expr) {
			end = len(expr)
		}
		parts = append(parts, strings.TrimSpace(expr[:end]))
		expr = strings.TrimPrefix(expr[end:], ",")
	}
	if parts == nil {
		return "", nil
	}
	return parts[0], parts[1:]
}

// converter returns the step of a converter.
func (h *haproxyReader) converter(c string) (plan.Step, bool) {
	name, rest, _ := strings.Cut(c, "(")
	switch name {
	case "lower":
		return plan.HAProxyLower, true
	case "upper":
		return plan.HAProxyUpperCase, true
	case "url_dec":
		if program.CompareVersions(h.version, "3.2") < 0 {
			return plan.HAProxyURLDecode30, true
		}
		return plan.HAProxyURLDecode, true
	case "field", "word":
		if f, ok := haproxyCut(c); ok && h.reuse(maxExpression) {
			return f.steps()
		}
		return nil, false
	case "regsub":
		var args []string
		for rest, more := strings.TrimSuffix(rest, ")"), true; more; {
			word := ""
			if rest != "" && (rest[0] == '"' || rest[0] == '\'') {
				var ok bool
				if word, rest, ok = strings.Cut(rest[1:], rest[:1]); !ok {
					return nil, false
				}
				rest, more = strings.CutPrefix(rest, ",")
			} else if word, rest, more = strings.Cut(rest, ","); strings.ContainsAny(word, "()\\") {
				return nil, false // what is escaped twice is not followed
			}
			args = append(args, word)
		}
		if len(args) < 2 || len(args) > 3 {
			return nil, false
		}
		flags := ""
		if len(args) == 3 {
			flags = args[2]
		}
		if prefix, ok := literal(strings.TrimPrefix(args[0], "^")); ok && prefix != "" && strings.HasPrefix(args[0], "^") && !strings.Contains(flags, "i") && !strings.ContainsAny(args[1], `\%`) {
			return plan.Replace{Old: prefix, By: args[1]}, true
		}
		if strings.Contains(args[1], `\`) && strings.HasPrefix(args[0], "^") && (strings.HasSuffix(args[0], "$") || strings.HasSuffix(args[0], "(.*)")) {
			// All of the text is replaced.
			c, ok := capturing(pcre, args[0], strings.Contains(flags, "i"))
			return when(c, []plan.Step{&plan.Put{To: plan.ToPath, Text: numbered(plan.Text{{Text: args[1]}})}}), ok && !strings.Contains(args[1], "%") && h.reuse(maxExpression)
		}
		p, ok := compiled(pcre, args[0], strings.Contains(flags, "i"))
		if !ok || strings.Contains(args[1], `\`) || strings.Contains(args[1], "%") || p.Regexp.MatchString("") || !h.reuse(maxExpression) {
			return nil, false
		}
		return &plan.Sub{Source: args[0], Pattern: p, By: args[1], All: strings.Contains(flags, "g")}, true
	}
	return nil, false
}

// onSteps returns the steps that make what a condition is on.
func (t sized) onSteps() []plan.Step {
	switch t.on {
	case "url":
		return []plan.Step{plan.HAProxyWhole, plan.HAProxyAuthority}
	case "pathq":
		return []plan.Step{plan.HAProxyWhole}
	case "query":
		return []plan.Step{&plan.Put{To: plan.ToTarget, Text: plan.Text{{Kind: plan.Query}}}}
	case "":
		return nil
	}
	return []plan.Step{&plan.Put{To: plan.ToTarget, Text: plan.Text{{Kind: plan.Variable, Text: t.on}}}}
}
