package vet

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

var (
	// action is an action of a template that writes a value.
	action = regexp.MustCompile(`\{\{-?\s*([^{}]*?)\s*-?\}\}`)
	// field is an action without a call.
	field = regexp.MustCompile(`^\.[A-Za-z_.]*$`)
	// keyword begins an action that writes nothing.
	keyword = regexp.MustCompile(`^(if|else|end|range|with|define|block|template|break|continue)\b|^/\*|:=`)
	word    = regexp.MustCompile(`[A-Za-z_]\w*`)
)

// parsesTemplate checks the actions in the constant text of a template: how often and by
// which functions each escapes its value, and where that stands in a URL.
func parsesTemplate(p *pass, e *evaluator, c *ssa.Call, name string, args []ssa.Value) {
	t := e.eval(args[1])
	if t.kind != literal {
		return
	}
	html := strings.Contains(name, "html/template")
	encoders := templateFuncs(args[0])
	report := func(message string) { p.report("template-urlquery", c.Pos(), message) }
	for _, at := range action.FindAllStringSubmatchIndex(t.text, -1) {
		body := t.text[at[2]:at[3]]
		if keyword.MatchString(body) {
			continue
		}
		// What stands before it, back to where the URL begins; other actions are text.
		before := action.ReplaceAllString(t.text[:at[0]], "x")
		before = before[strings.LastIndexAny(before, " \t\r\n\"'`=<>(")+1:]
		whole := action.ReplaceAllString(t.text[strings.LastIndexAny(t.text[:at[0]], " \t\r\n\"'`<>(")+1:at[0]], "x")
		if strings.Contains(whole, "://") || strings.ContainsAny(whole, "?&") {
			before = whole
		}
		in := places([]*term{{kind: literal, text: before}, {kind: unknown}}, false)[1]
		var used []string
		for _, w := range word.FindAllString(body, -1) {
			if encoders[w] != nil {
				used = append(used, w)
			}
		}
		switch {
		case len(used) > 1:
			report(fmt.Sprintf("%s escapes what %s has escaped; %s", used[1], used[0], witness(by(encoders[used[0]]))))
		case len(used) == 1 && in == inPath && encoders[used[0]] == queryEscape:
			report(fmt.Sprintf("%s is for queries, and is used in a path: leave it to html/template, or call a function of your own; %s", used[0], witness(by(queryEscape), in.readIn)))
		case len(used) == 1 && in == inQuery && html && used[0] != "urlquery":
			report(fmt.Sprintf("html/template escapes what %s has escaped: leave it out; %s", used[0], witness(by(encoders[used[0]]))))
		case len(used) == 1 && in == inQuery && encoders[used[0]] == pathEscape:
			report(fmt.Sprintf("%s is for paths, and is used in a query: use urlquery; %s", used[0], witness(by(pathEscape), in.readIn)))
		case in == inQuery && !html && field.MatchString(body) && strings.Contains(before, "://"):
			report("text/template escapes nothing: write {{… | urlquery}} in a query; " + witness(in.readIn))
		}
	}
}

// templateFuncs returns the encoders that a template may call, by their names there.
func templateFuncs(v ssa.Value) map[string]*function {
	all := map[string]*function{"urlquery": queryEscape}
	for {
		c, ok := v.(*ssa.Call)
		if !ok {
			return all
		}
		name, args := callOf(&c.Call)
		if len(args) == 0 {
			return all
		}
		if strings.HasSuffix(name, "template.Template).Funcs") {
			m := args[1]
			if change, ok := m.(*ssa.ChangeType); ok {
				m = change.X
			}
			for set := range uses[*ssa.MapUpdate](m) {
				if made, ok := set.Value.(*ssa.MakeInterface); ok {
					if f, ok := made.X.(*ssa.Function); ok && funcOf(f) != nil && slices.Contains([]*function{queryEscape, pathEscape}, functions[funcOf(f).FullName()]) {
						all[text(set.Key)] = functions[funcOf(f).FullName()]
					}
				}
			}
		}
		v = args[0]
	}
}
