package hop

import (
	"testing"

	"github.com/pct-encoded/percent/hop/internal/plan"
)

// TestOps: every op of a plan has steps.
func TestOps(t *testing.T) {
	for op := plan.Rule; op <= plan.URLEscape; op++ {
		if len(planned.Get()[op]) == 0 {
			t.Errorf("op %d has no steps", op)
		}
	}
}

// TestCompose: the steps of a plan do what their comments say, and what a plan shares is
// made once.
func TestCompose(t *testing.T) {
	shared := &plan.Shared{Text: "pass it on", Steps: []plan.Step{plan.Replace{Old: "/a", By: "/b"}, plan.Forward}}
	once := &plan.Branch{Cases: []plan.Case{
		{If: plan.Path("/gone"), Steps: []plan.Step{plan.Answer(410)}},
		{If: plan.And(plan.Below("/old"), plan.Not(plan.Suffix("/"))), Steps: []plan.Step{plan.SetPath("/new"), plan.Redirect(301)}},
		{On: []plan.Step{plan.CaddyMatched}, If: plan.Or(plan.Prefix("/x"), plan.Part("%")), Steps: []plan.Step{plan.Unknown("x")}},
	}, Otherwise: []plan.Step{shared}}
	h := Compose("n", "1", "c", []plan.Step{
		plan.SplitQuery, plan.RefuseEscape("%2f"), plan.Rule,
		&plan.Override{Steps: []plan.Step{once, once}, Statuses: map[int]bool{410: true}, Class: "error_page"},
	})
	for target, want := range map[string]Result{
		"/a%2Fb":   {Status: 400},
		"/gone":    {Unknown: "error_page"},
		"/old/a":   {Rule: Part{"/old/a", true}, Status: 301, Location: "/new"},
		"/%58/a":   {Unknown: "x"},
		"/a/b?c":   {Rule: Part{"/a/b", true}, Forward: Part{"/b/b?c", true}, Status: 200},
		"/old/?/x": {Rule: Part{"/old/", true}, Forward: Part{"/old/?/x", true}, Status: 200},
	} {
		if got := h.Apply(target); got != want {
			t.Errorf("%q: %+v, want %+v", target, got, want)
		}
	}
	if !h.Forwards() {
		t.Error("it passes nothing on")
	}
	inner := h.steps[len(h.steps)-1].(*overridden).steps
	if inner[0] != inner[1] {
		t.Error("a branch is made twice")
	}
}

// TestNotedWithin: what is escaped again within an override is escaped in the search, too.
func TestNotedWithin(t *testing.T) {
	h := Compose("n", "1", "c", []plan.Step{
		plan.NginxTarget, plan.NginxDots, plan.Rule,
		&plan.Override{Steps: []plan.Step{plan.NginxEncode, plan.Forward}, Statuses: map[int]bool{404: true}, Class: "error_page"},
	})
	if list, _, _ := waysOf(h).machines("/%20a"); len(list) != 1 || list[0][1].Text != h.Apply("/%20a").Forward.Text {
		t.Errorf("%+v", list)
	}
}
