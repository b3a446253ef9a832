package hop

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// readHAProxy reads a file of HAProxy: each frontend, with the backends that it uses.
func readHAProxy(r *configReader, text string) error {
	h := &haproxyReader{configReader: r, backends: map[string]*directive{}}
	var sections []*directive
	for i, line := range strings.Split(text, "\n") {
		words := haproxyWords(line)
		if len(words) == 0 {
			continue
		}
		d := &directive{name: words[0], args: words[1:], line: i + 1}
		switch d.name {
		case "global", "defaults", "frontend", "backend", "listen", "peers", "resolvers", "userlist", "mailers", "cache", "program", "http-errors", "ring", "log-forward", "fcgi-app", "crt-store", "traces", "acme", "log-profile":
			sections = append(sections, d)
			if d.name == "backend" {
				h.backends[d.arg(0)] = d
			}
			continue
		}
		if len(sections) == 0 {
			return fmt.Errorf("hop: line %d: %q before any section", d.line, plainName(d.name))
		}
		last := sections[len(sections)-1]
		last.block = append(last.block, d)
	}
	var defaults []*directive
	for _, s := range sections {
		switch s.name {
		case "defaults":
			defaults = s.block
			for _, d := range s.block {
				if d.name == "http-request" || haproxyTouches(d) {
					h.missed(d, mayChange)
				}
			}
		case "frontend", "listen":
			h.frontend(s, defaults)
		}
	}
	return nil
}

// haproxyWords returns the words of a line: quotes and backslashes as in
// https://docs.haproxy.org/2.6/configuration.html#2.2.
func haproxyWords(line string) []string {
	var words []string
	var b strings.Builder
	quote, within := byte(0), false
	end := func() {
		if within {
			words = append(words, b.String())
		}
		b.Reset()
		within = false
	}
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case c == '\\' && quote != '\'' && i+1 < len(line):
			i++
			b.WriteByte(line[i])
			within = true
		case quote != 0:
			b.WriteByte(c)
		case c == '"' || c == '\'':
			quote, within = c, true
		case c == '#':
			end()
			return words
		case c == ' ' || c == '\t' || c == '\r':
			end()
		default:
			b.WriteByte(c)
			within = true
		}
	}
	end()
	return words
}

type haproxyReader struct {
	*configReader
	backends    map[string]*directive
	expressions []condition // of a frontend and its backends
}

// haproxyTouches reports whether a directive may change or refuse a path.
func haproxyTouches(d *directive) bool {
	switch d.name {
	case "http-request":
		action, _, _ := strings.Cut(d.arg(0), "(")
		switch action {
		case "normalize-uri", "set-path", "set-pathq", "set-uri", "set-query", "replace-path", "replace-pathq", "replace-uri", "deny", "tarpit", "reject", "return", "redirect", "use-service", "silent-drop":
			return true
		case "set-header", "add-header", "replace-header":
			return tellsPath(d.arg(1))
		}
		return strings.HasPrefix(action, "lua.")
	case "redirect", "block", "monitor-uri", "errorloc", "filter", "use-fcgi-app", "http-reuse-path":
		return d.name != "filter" || d.arg(0) == "lua" || strings.HasPrefix(d.arg(0), "lua.")
	case "stats":
		return d.arg(0) == "uri"
	}
	return strings.HasPrefix(d.name, "reqrep") || strings.HasPrefix(d.name, "reqi") || strings.HasPrefix(d.name, "reqdeny") || strings.HasPrefix(d.name, "reqset")
}

// frontend adds a frontend or a listen section.
func (h *haproxyReader) frontend(s *directive, defaults []*directive) {
	mode := "tcp"
	for _, d := range append(slices.Clone(defaults), s.block...) {
		if d.name == "mode" {
			mode = d.arg(0)
		}
	}
	if mode == "tcp" {
		h.missed(s, "in mode tcp no rule sees a path")
		return
	}
	h.expressions = nil
	known := haproxyTerms(s.block)
	before := len(h.config.Missed)
	steps, ways, ok := h.normalized(s)
	if ok {
		steps = append(steps, rule)
		rules, _ := h.rules(s.block, known)
		rules = append(rules, h.backend(s, known, ways)...)
		steps = append(append(steps, guarded(h.expressions...)...), rules...)
	} else {
		steps = append(haproxyStart(asItCame), steps...)
	}
	if len(h.config.Missed) > before {
		// A rule that is not followed may give a path to targets without one.
		steps = append([]step{when{not{hasPrefix("/")}, []step{notDescribed{"a target that does not begin with a slash, where not all is followed"}}, nil}}, steps...)
	}
	h.site(s.line, s.arg(0), "2.6.12-1+deb12u4", steps)
}

// normalized returns the steps up to the path that rules match, and the steps that
// forward it, if the normalize-uri rules of a frontend are a recorded combination.
func (h *haproxyReader) normalized(s *directive) (steps, ways []step, ok bool) {
	var said []string
	var last *directive
	for _, d := range s.block {
		if d.name != "http-request" || d.arg(0) != "normalize-uri" {
			continue
		}
		said = append(said, strings.Join(d.args[1:], " "))
		if last = d; slices.Contains(d.args, "if") || slices.Contains(d.args, "unless") {
			return h.given(d, notThePath), nil, false
		}
	}
	ways = []step{haproxyBefore{}, forward}
	switch strings.Join(said, ", ") {
	case "":
		return append(haproxyStart(asItCame), split{"?"}), append([]step{raw{}}, ways...), true
	case "path-strip-dot, path-strip-dotdot":
		steps = append(haproxyStart(asItCame), haproxyDotDot()...)
	case "fragment-strip, percent-decode-unreserved strict, percent-to-uppercase strict, path-merge-slashes, path-strip-dot, path-strip-dotdot full":
		steps = append(haproxyStart(asItCame), haproxyFull()...)
	default:
		return h.given(last, "not recorded in this combination"), nil, false
	}
	for _, d := range s.block {
		if d.name == "http-request" && d.arg(0) == "normalize-uri" {
			h.understood(d)
		}
	}
	return steps, ways, true
}

// rules returns the steps of the rules that refuse or change paths in a section, and
// whether there are any.
func (h *haproxyReader) rules(list []*directive, known map[string]term) ([]step, bool) {
	var steps []step
	found := false
	for _, d := range list {
		if !haproxyTouches(d) || d.arg(0) == "normalize-uri" {
			continue
		}
		found = true
		t := haproxyCondition(d, known)
		var then []step
		switch {
		case t.is == otherTerm:
			h.missed(d, notThePath)
			continue
		case t.is == pathTerm:
			return append(steps, h.given(d, mayChange)...), true
		case d.arg(0) == "deny" || d.name == "block":
			status := 403
			for i, a := range d.args {
				if n, ok := statusOf(d.arg(i + 1)); (a == "deny_status" || a == "status") && ok {
					status = n
				}
			}
			h.understood(d)
			then = []step{answer{status: status}}
		case d.arg(0) == "reject" || d.arg(0) == "silent-drop":
			h.understood(d)
			then = []step{answer{status: 0}}
		default:
			then = h.given(d, mayChange)
		}
		h.expressions = append(h.expressions, t.condition)
		steps = append(steps, h.chooses([]chosen{{condition: t.condition, steps: then}}, nil)...)
	}
	return steps, found
}

// backend returns the steps of the backends of a frontend: those of the first
// use_backend whose condition holds, or of default_backend.
func (h *haproxyReader) backend(s *directive, known map[string]term, ways []step) []step {
	var cases []chosen
	otherwise := ways
	of := func(d *directive) (steps []step, changes bool) {
		if strings.Contains(d.arg(0), "%[") {
			return h.given(d, "backends by name are not followed"), true
		}
		b := h.backends[d.arg(0)]
		if b == nil {
			return ways, false
		}
		if i := slices.IndexFunc(b.block, func(d *directive) bool { return d.name == "http-request" && d.arg(0) == "normalize-uri" }); i >= 0 {
			return h.given(b.block[i], "followed only in frontends"), true
		}
		steps, changes = h.rules(b.block, haproxyTerms(b.block))
		return append(steps, ways...), changes
	}
	for _, d := range s.block {
		switch d.name {
		case "use_backend":
			steps, changes := of(d)
			switch t := haproxyCondition(d, known); {
			case t.is == followedTerm:
				h.understood(d)
				h.expressions = append(h.expressions, t.condition)
				cases = append(cases, chosen{condition: t.condition, steps: steps})
			case t.is == otherTerm && changes:
				h.missed(d, notThePath)
			case t.is == pathTerm && changes:
				return h.chooses(cases, h.given(d, mayChange))
			case t.is == pathTerm:
				// It decides whether later backends, which may change paths,
				// are reached.
				h.missed(d, mayChange)
			}
		case "default_backend":
			otherwise, _ = of(d)
		}
	}
	return h.chooses(cases, otherwise)
}

// A term is a part of a condition of HAProxy.
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

// haproxyTerms returns the ACLs of a section by name. ACLs with the same name hold if
// one of them does.
func haproxyTerms(list []*directive) map[string]term {
	known := map[string]term{"TRUE": {followedTerm, hasPrefix("")}, "FALSE": {followedTerm, not{hasPrefix("")}}}
	for _, d := range list {
		if d.name != "acl" || len(d.args) < 2 {
			continue
		}
		t := haproxyTerm(d.args[1:])
		if before, ok := known[d.arg(0)]; ok {
			switch {
			case before.is == followedTerm && t.is == followedTerm:
				t.condition = either{before.condition, t.condition}
			case before.is != followedTerm:
				t.is = min(before.is, max(t.is, pathTerm))
			case t.is == otherTerm:
				t.is = pathTerm
			}
		}
		known[d.arg(0)] = t
	}
	return known
}

// haproxyTerm returns the term of a criterion with its values.
func haproxyTerm(words []string) term {
	criterion, method, fold := words[0], "", false
	values := words[1:]
	onPath := false
	for _, prefix := range []string{"path", "url", "base", "uri", "capture.req.uri", "query", "urlp", "req.rdp"} {
		onPath = onPath || strings.HasPrefix(criterion, prefix)
	}
	missed := term{is: otherTerm}
	if onPath {
		missed.is = pathTerm
	}
	for len(values) > 0 && strings.HasPrefix(values[0], "-") {
		switch values[0] {
		case "-i":
			fold, values = true, values[1:]
		case "-m":
			if len(values) < 2 {
				return missed
			}
			method, values = values[1], values[2:]
		case "--":
			values = values[1:]
		default:
			return missed
		}
	}
	switch {
	case criterion == "path" && (method == "" || method == "str"):
		method = "str"
	case criterion == "path":
	case strings.HasPrefix(criterion, "path_") && method == "":
		method = strings.TrimPrefix(criterion, "path_")
	default:
		return missed
	}
	var c condition
	for _, v := range values {
		var one condition
		switch {
		case method == "reg":
			var ok bool
			if one, ok = expression(v, fold); !ok {
				return missed
			}
		case fold:
			frame, ok := map[string][2]string{"str": {"^", "$"}, "beg": {"^", ""}, "end": {"", "$"}, "sub": {"", ""}}[method]
			if !ok {
				return missed
			}
			one, _ = expression(frame[0]+regexp.QuoteMeta(v)+frame[1], true)
			if one == nil {
				return missed
			}
		case method == "str":
			one = is(v)
		case method == "beg":
			one = hasPrefix(v)
		case method == "end":
			one = hasSuffix(v)
		case method == "sub":
			one = includes{substring: v}
		default:
			return missed
		}
		if c == nil {
			c = one
		} else {
			c = either{c, one}
		}
	}
	if c == nil {
		return missed
	}
	return term{followedTerm, c}
}

// haproxyCondition returns the condition after "if" or "unless" in a directive: groups
// of terms that must all hold, separated by "or".
func haproxyCondition(d *directive, known map[string]term) term {
	i := slices.IndexFunc(d.args, func(s string) bool { return s == "if" || s == "unless" })
	if i < 0 {
		return term{followedTerm, hasPrefix("")}
	}
	var any, all condition
	worst := followedTerm
	words := d.args[i+1:]
	group := func() {
		switch {
		case all == nil:
		case any == nil:
			any = all
		default:
			any = either{any, all}
		}
		all = nil
	}
	for len(words) > 0 {
		w := words[0]
		words = words[1:]
		if w == "or" || w == "||" {
			group()
			continue
		}
		negated := strings.HasPrefix(w, "!")
		w = strings.TrimPrefix(w, "!")
		if negated && w == "" && len(words) > 0 {
			w, words = words[0], words[1:]
		}
		var t term
		if w == "{" {
			end := slices.Index(words, "}")
			if end < 1 {
				return term{is: pathTerm}
			}
			t = haproxyTerm(words[:end])
			words = words[end+1:]
		} else if named, ok := known[w]; ok {
			t = named
		} else {
			t = term{is: otherTerm}
		}
		if t.is != followedTerm {
			if worst == followedTerm || t.is == pathTerm {
				worst = t.is
			}
			continue
		}
		c := t.condition
		if negated {
			c = not{c}
		}
		if all == nil {
			all = c
		} else {
			all = both{all, c}
		}
	}
	if group(); any == nil && worst == followedTerm {
		worst = otherTerm
	}
	if worst != followedTerm {
		return term{is: worst}
	}
	if d.args[i] == "unless" {
		any = not{any}
	}
	return term{followedTerm, any}
}
