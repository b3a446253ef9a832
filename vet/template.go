package vet

import (
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// action is an action of a template in which urlquery is called.
var action = regexp.MustCompile(`\{\{[^{}]*\burlquery\b[^{}]*\}\}`)

var anyAction = regexp.MustCompile(`\{\{[^{}]*\}\}`)

// checkTemplate checks the actions in the constant text of a template.
func (p *pass) checkTemplate(t *term, c *ssa.Call) {
	if t.kind != literal {
		return
	}
	for _, at := range action.FindAllStringIndex(t.text, -1) {
		before := t.text[:at[0]]
		// What stands before it, back to where the URL begins; other actions are text.
		before = anyAction.ReplaceAllString(before, "x")
		before = before[strings.LastIndexAny(before, " \t\r\n\"'`=<>(")+1:]
		where := places([]*term{{kind: literal, text: before}, {kind: unknown}}, false)
		if where[1] == inPath {
			p.report("template-urlquery", c.Pos(), "urlquery is for queries, and is used in a path: leave it to html/template, or call a function of your own; "+witness(by(queryEscape), inPath.readIn))
		}
	}
}
