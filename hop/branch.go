package hop

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/hop/internal/plan"
)

// A branch takes the steps of the first arm whose condition holds, or else those of
// otherwise.
type branch struct {
	arms      []arm
	otherwise []step
}

// An arm is a condition and the steps that are taken if it holds. The condition is on what
// the steps in on make of the path, which they do not change.
type arm struct {
	on        []step
	condition condition
	steps     []step
}

// when takes the steps of then if the condition holds for the path, and those of
// otherwise if not.
//
//go:noinline
func when(c condition, then, otherwise []step) step { return whenMade(nil, c, then, otherwise) }

// whenMade is when with a condition on the result of other steps on the path.
//
//go:noinline
func whenMade(on []step, c condition, then, otherwise []step) step {
	return &branch{[]arm{{on, c, then}}, otherwise}
}

func (s *branch) words() Step {
	if a := s.arms[0]; len(s.arms) == 1 && len(a.on) > 0 && a.steps == nil {
		return Step{"when", "unless " + a.text() + "; do this: " + inWords(s.otherwise)}
	}
	var texts []string
	for {
		for _, a := range s.arms {
			texts = append(texts, a.words())
		}
		if len(s.otherwise) == 0 {
			break
		}
		// A chain of branches is told as one.
		next, ok := s.otherwise[0].(*branch)
		if !ok || len(s.otherwise) > 1 {
			texts = append(texts, inWords(s.otherwise))
			break
		}
		s = next
	}
	return Step{"when", strings.Join(texts, "; otherwise: ")}
}

func (a arm) words() string {
	then := ": "
	if len(a.on) > 0 {
		then = "; do this: "
	}
	return "if " + a.text() + then + inWords(a.steps)
}

// text returns the condition in words.
func (a arm) text() string {
	text, on := "the path ", a.on
	if len(on) > 0 {
		if _, original := on[0].(*original); original {
			text, on = "the target ", on[1:]
		}
	}
	if text += inShort(a.condition); len(on) > 0 {
		text += " once this is done: " + inWords(on)
	}
	return text
}

func (s *branch) do(r *request) {
	for _, a := range s.arms {
		looked := r
		if len(a.on) > 0 {
			c := *r
			looked = &c
			for _, s := range a.on {
				s.do(looked)
			}
		}
		if len(a.on) > 0 && hasForeign(looked.path) {
			r.unknown("a condition on what is no part of the target")
			return
		}
		if a.condition.holds(looked.path) {
			r.match(a.condition, looked.path)
			r.take(a.steps)
			return
		}
	}
	r.take(s.otherwise)
}

// take takes steps up to one that ends them.
//
//go:noinline
func (r *request) take(steps []step) {
	for _, s := range steps {
		if s.do(r); r.done {
			return
		}
	}
}

func (s *branch) follow(v *variant) []*variant {
	if list, ok := s.followPath(v); ok {
		return list
	}
	var list []*variant
	rest := []*variant{v}
	for _, a := range s.arms {
		var others []*variant
		for _, w := range rest {
			for _, made := range w.as(a.on...) {
				for _, x := range made.where(a.condition, true) {
					x.match(a.condition, made.at)
					x.at = w.at
					list = append(list, x.as(a.steps...)...)
				}
				for _, x := range made.where(a.condition, false) {
					x.at = w.at
					if len(s.arms) == 1 {
						list = append(list, x.as(s.otherwise...)...)
					} else {
						others = append(others, x)
					}
				}
			}
		}
		rest = others
	}
	for _, w := range rest {
		list = append(list, w.as(s.otherwise...)...)
	}
	return list
}

// followPath is follow for several conditions on the path itself. Lists of the same steps
// are one variant.
func (s *branch) followPath(v *variant) (list []*variant, ok bool) {
	if v.fixed != nil && v.fixed.at == v.at {
		return nil, false
	}
	var conditions []condition
	var steps [][]step
	for _, a := range s.arms {
		if len(a.on) > 0 {
			return nil, false
		}
		conditions, steps = append(conditions, a.condition), append(steps, a.steps)
	}
	steps = append(steps, s.otherwise)
	groups := alike(steps)
	if len(groups) == 2 && len(s.arms) == 1 {
		return nil, false
	}
	for _, some := range groups {
		r, ok := firstOf(conditions, some)
		if !ok {
			return nil, false
		}
		w := v.with(inPath{acceptor{r, false}})
		if len(some) == 1 && some[0] < len(conditions) {
			w.match(conditions[some[0]], v.at)
		} else if slices.ContainsFunc(conditions, func(c condition) bool { _, ok := capturing(c); return ok }) {
			w.matched = nil
		}
		list = append(list, w.as(steps[some[0]]...)...)
	}
	return list, true
}

// alike groups the indices of lists of steps by what they do.
func alike(lists [][]step) (groups [][]int) {
	for i, l := range lists {
		k := slices.IndexFunc(groups, func(g []int) bool { return reflect.DeepEqual(lists[g[0]], l) })
		if k < 0 {
			groups = append(groups, []int{i})
		} else {
			groups[k] = append(groups[k], i)
		}
	}
	return groups
}

// within returns the lists of steps that a step may take.
//
//go:noinline
func within(s step) [][]step {
	switch s := s.(type) {
	case *branch:
		lists := [][]step{s.otherwise}
		for _, a := range s.arms {
			lists = append(lists, a.steps)
		}
		return lists
	case *shared:
		return [][]step{s.steps}
	case *overridden:
		lists := [][]step{s.steps}
		for _, p := range s.pages {
			lists = append(lists, p.steps)
		}
		return lists
	case *fork:
		return [][]step{s.steps}
	case *loop:
		return [][]step{s.steps}
	case *jump:
		return [][]step{s.to.steps}
	case *internal:
		return [][]step{s.steps, s.otherwise}
	case *same:
		return [][]step{s.steps, s.otherwise}
	}
	return nil
}

// original takes the original target, without spaces at its end, for a condition on it.
type original struct{}

func (*original) words() Step { return Step{"raw", "take the original target"} }

func (*original) do(r *request) { r.path = strings.TrimRight(r.target, " ") }

func (*original) follow(v *variant) []*variant {
	c := v.copied()
	c.at = -1
	return c.on(&endTrimmer{percent.ByteSet{}.Add(" "), inside})
}

// shared takes steps that several branches have in common, and that text stands for.
type shared struct {
	text  string
	steps []step
}

func (s *shared) words() Step                  { return Step{"when", s.text} }
func (s *shared) do(r *request)                { r.take(s.steps) }
func (s *shared) follow(v *variant) []*variant { return v.as(s.steps...) }

// overridden takes steps and makes their answers unknown that something else may
// replace, or takes the steps of a page instead.
type overridden struct {
	steps    []step
	statuses map[int]bool
	class    string
	pages    map[int]page
}

// A page is taken instead of an answer. status is that of what it serves, or 0.
type page struct {
	status int
	steps  []step
}

func (s *overridden) words() Step {
	text := inWords(s.steps)
	if len(s.statuses) > 0 {
		text += "; some answers are not described: " + s.class
	}
	for _, status := range slices.Sorted(maps.Keys(s.pages)) {
		text += fmt.Sprintf("; instead of an answer %d: %s", status, inWords(s.pages[status].steps))
	}
	return Step{"when", text}
}

func (s *overridden) do(r *request) {
	r.take(s.steps)
	if !r.done || r.result.Unknown != "" || r.result.Forward.Present || r.paged {
		return
	}
	p, ok := s.pages[r.result.Status]
	switch {
	case s.statuses[r.result.Status]:
		r.unknown(s.class)
	case ok:
		r.result.Status, r.result.Location, r.host = 200, "", ""
		r.done, r.paged = false, true
		r.take(p.steps)
		r.done = true
		r.answered(p.status)
	}
}

// served notes that a path is the name of a file.
type served struct{}

func (served) words() Step                  { return Step{"note", "the path is the name of a file"} }
func (served) do(r *request)                { r.served = true }
func (served) follow(v *variant) []*variant { return []*variant{v} }

// answered gives what a page serves its status.
func (r *request) answered(status int) {
	if status == 0 || r.result.Unknown != "" || r.result.Status >= 300 {
		return
	}
	r.result.Status = status
	file := r.result.App
	if !file.Present || !r.served {
		return
	}
	if r.result.App = (Part{}); status != 404 {
		r.or(Result{Status: 404, Rule: r.result.Rule}, plan.ThereIsNoFile+" "+file.Text)
	}
}

func (s *overridden) follow(v *variant) []*variant {
	c := v.copied()
	c.overridden = append(slices.Clip(c.overridden), s)
	list := c.as(s.steps...)
	for _, w := range list {
		w.overridden = v.overridden
	}
	if _, paged := s.pages[400]; s.statuses[400] || paged {
		list = append(list, v.lost(s.class)) // what refuses malformed targets is no answer
	}
	return list
}

// followed returns the ways of what stands in for an answer.
func (o *overridden) followed(v *variant, status int) []*variant {
	p, ok := o.pages[status]
	switch {
	case o.statuses[status]:
		return []*variant{v.lost(o.class)}
	case !ok || v.paged:
		return nil
	}
	c := v.copied()
	c.paged = true
	var list []*variant
	for _, w := range c.as(p.steps...) {
		if w.ended = true; p.status != 0 {
			w.app = none // a file that is no answer to the target
		}
		list = append(list, w)
	}
	return list
}

// notDescribed ends the steps: the target reaches a directive that no step describes.
type notDescribed struct{ class string }

func (s *notDescribed) words() Step                  { return Step{"unknown", "not described: " + s.class} }
func (s *notDescribed) do(r *request)                { r.unknown(s.class) }
func (s *notDescribed) follow(v *variant) []*variant { return []*variant{v.lost(s.class)} }

// stop ends the steps.
type stop struct{}

func (*stop) words() Step   { return Step{"end", "stop here"} }
func (*stop) do(r *request) { r.done = true }

func (*stop) follow(v *variant) []*variant {
	c := v.copied()
	c.ended = true
	return []*variant{c}
}

func inWords(steps []step) string {
	texts := make([]string, len(steps))
	for i, s := range steps {
		texts[i] = s.words().Text
	}
	return strings.Join(texts, ", then ")
}

// maxConditions is how many conditions are told in words: an ACL may have thousands, and
// every rule may use it.
const maxConditions = 50

// inShort returns a condition in words, unless it has too many parts.
func inShort(c condition) string {
	if parts(c, maxConditions) < 0 {
		return fmt.Sprintf("meets a condition of more than %d parts", maxConditions)
	}
	return c.text()
}

// parts returns how many more conditions than those in c there may be, of left, or less
// than 0.
func parts(c condition, left int) int {
	if left < 0 {
		return left
	}
	switch c := c.(type) {
	case not:
		return parts(c.condition, left)
	case both:
		return parts(c.b, parts(c.a, left))
	case either:
		return parts(c.b, parts(c.a, left))
	}
	return left - 1
}
