package operation

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/words"
	"github.com/pct-encoded/percent/uri"
	"github.com/pct-encoded/percent/uritemplate"
)

func variablesOf(c *Call) (results.Result, error) {
	t, wrong := uritemplate.ParseLenient(c.Values[0])
	names := results.TemplateVariables(t.Variables())
	if len(wrong) > 0 {
		return names, wrong[0]
	}
	return names, nil
}

// expanded expands a template. The values after it are assignments, which take precedence
// over Variables.
func expanded(c *Call) (results.Result, error) {
	given := map[string][]string{}
	var order []string
	for _, arg := range c.Values[1:] {
		name, text, ok := strings.Cut(arg, "=")
		if !ok || name == "" {
			return nil, usage("write NAME=VALUE", "%q gives no variable a value", arg)
		}
		if given[name] == nil {
			order = append(order, name)
		}
		given[name] = append(given[name], text)
	}
	e := &results.TemplateExpansion{Template: c.Values[0]}
	refuse := func(err error, hint string) (results.Result, error) {
		errors.As(err, &e.Wrong)
		return e, usage(hint, "%v", err).of("arg 1", Malformed).because(err)
	}
	t, err := uritemplate.Parse(e.Template)
	if err != nil {
		if c.OnError != "keep" {
			return refuse(err, "--on-error keep copies what is not an expression")
		}
		var wrong []*percent.SyntaxError
		t, wrong = uritemplate.ParseLenient(e.Template)
		e.Wrong = wrong[0]
		c.note("%s in the template copied, the first at byte %d", pct.Count(len(wrong), "malformed part"), wrong[0].Offset)
	}
	known := map[string]bool{}
	for _, name := range t.Variables() {
		known[name] = true
	}
	values := uritemplate.Values{}
	maps.Copy(values, c.Variables)
	for _, name := range order {
		if values[name] = uritemplate.String(given[name][0]); len(given[name]) > 1 {
			values[name] = uritemplate.List(given[name]...)
		}
		if !known[name] {
			c.note("the template has no variable %q", name)
		}
	}
	keys, _ := words.Value[uritemplate.Keys](cmp.Or(c.Keys, words.All[uritemplate.Keys]()[0]))
	t = t.WithKeys(keys)
	out, err := t.Expand(values)
	if err != nil {
		return refuse(err, "")
	}
	var dots *percent.SyntaxError
	if _, err := t.WithDots(uritemplate.DotsRefused).Expand(values); errors.As(err, &dots) {
		if c.RefuseDots {
			return refuse(err, "no escape helps, since %2E is the same as '.': check values before they go into a path")
		}
		e.Hint = fmt.Sprintf("%s makes a segment %q of the path, which %s; --refuse-dots refuses such values", excerpt.Name(dots.Field), dots.Bytes, DotsMean(dots.Bytes))
	}
	e.Output = &out
	return e, nil
}

// note adds a decision made for the request.
func (c *Call) note(format string, args ...any) {
	c.Notes = append(c.Notes, fmt.Sprintf(format, args...))
}

// DotsMean describes what resolving a path does to a dot segment.
func DotsMean(segment string) string {
	if uri.Segment(segment).Dots() == uri.Dot {
		return "is removed when the path is resolved"
	}
	return "is removed with the segment before it when the path is resolved"
}
