// Package conformreport writes the reports of package conform: as text, as JSON, in the
// Test Anything Protocol and as the XML of JUnit.
package conformreport

import (
	"github.com/pct-encoded/percent/conform"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/results"
)

// An Object is a report in JSON. `percent schema conform` describes it.
type Object struct {
	Operation  string        `json:"operation"`
	Dialect    string        `json:"dialect,omitempty"`
	Units      string        `json:"units,omitempty"`
	Size       string        `json:"size"`
	OK         bool          `json:"ok"`
	Tests      int           `json:"tests"`
	Passed     int           `json:"passed"`
	Failed     int           `json:"failed"`
	Refused    int           `json:"refused"`
	LeftOut    int           `json:"left_out"`
	Untested   int           `json:"untested,omitempty"`
	Gaps       []testGap     `json:"left_out_reasons"`
	Unanswered int           `json:"unanswered"`
	First      *testFailure  `json:"first,omitempty"`
	Shortest   *testFailure  `json:"shortest,omitempty"`
	Minimal    *testFailure  `json:"minimal,omitempty"`
	Mistakes   []testMistake `json:"mistakes"`
	Speaks     *speech       `json:"speaks,omitempty"`
	Problems   []string      `json:"problems"`
	Notes      []string      `json:"notes"`
	Failures   []testFailure `json:"failures"`
}

type testGap struct {
	Reason string `json:"reason"`
	Tests  int    `json:"tests"`
}

type testMistake struct {
	Mistake  string `json:"mistake"`
	Text     string `json:"text"`
	Detail   string `json:"detail,omitempty"`
	Fix      string `json:"fix"`
	Explains int    `json:"explains"`
	ID       string `json:"id"`
}

type speech struct {
	Dialects []string `json:"dialects"`
	Rules    int      `json:"rules"`
	Same     bool     `json:"unchanged,omitempty"`
	Nearest  string   `json:"nearest,omitempty"`
	Agrees   int      `json:"agrees"`
	Answers  int      `json:"answers"`
	Parts    string   `json:"parts,omitempty"`
}

type testFailure struct {
	ID      string  `json:"id"`
	Verdict string  `json:"verdict"`
	Input   *string `json:"input,omitempty"`
	Output  *string `json:"output,omitempty"`
	Error   string  `json:"error,omitempty"`
	Answer  *string `json:"answer,omitempty"`
	Reason  string  `json:"reason,omitempty"`
	Offset  *int    `json:"offset,omitempty"`
}

func newTestFailure(x *conform.Result) *testFailure {
	if x == nil {
		return nil
	}
	v := &testFailure{ID: x.ID, Verdict: x.Verdict.String(), Input: &x.Input}
	if x.Want.Refused() {
		v.Error = x.Want.Refusal
	} else {
		v.Output = &x.Want.Output
	}
	switch {
	case x.State == conform.Answered:
		v.Answer = &x.Answer.Output
	case x.Reason != "":
		v.Reason = x.Reason
	default:
		v.Reason = "an error"
	}
	if at := firstDifference(x); at >= 0 {
		v.Offset = &at
	}
	return v
}

// NewObject returns a report as JSON shows it.
func NewObject(r *conform.Report) *Object {
	s := r.Suite
	v := &Object{
		Operation: s.Operation.String(), Size: s.Options.Size.String(), OK: r.OK(),
		Tests: len(r.Results), Passed: r.Passed, Failed: r.Failed, Refused: r.Refused, LeftOut: r.LeftOut, Untested: r.Untested, Unanswered: r.Unanswered,
		First: newTestFailure(r.First), Shortest: newTestFailure(r.Shortest), Minimal: newTestFailure(r.Minimal),
		Problems: r.Problems, Notes: r.Notes,
	}
	if s.Dialect != nil {
		v.Dialect, v.Units = s.Dialect.ID, s.Options.Units.String()
	}
	v.Gaps = gaps(r)
	for _, m := range r.Mistakes {
		v.Mistakes = append(v.Mistakes, testMistake{m.ID, m.Text, m.Detail, m.Fix, m.Explains, r.Results[m.Example].ID})
	}
	if p := r.Speech; p != nil {
		v.Speaks = &speech{Dialects: results.IDs(p.Dialects), Rules: p.Rules, Same: p.Unchanged, Agrees: p.Agrees, Answers: p.Answers}
		if p.Nearest != nil {
			v.Speaks.Nearest, v.Speaks.Parts = p.Nearest.ID, r.Results[p.Parts].ID
		}
	}
	for i := range r.Results {
		if x := &r.Results[i]; x.Verdict != conform.Passed && x.Verdict != conform.LeftOut {
			v.Failures = append(v.Failures, *newTestFailure(x))
		}
	}
	return v
}

// suiteName returns the name of what is tested, such as "encode oauth1".
func suiteName(o conform.Operation, d *dialect.Dialect) string {
	if d == nil {
		return o.String()
	}
	return o.String() + " " + d.ID
}
