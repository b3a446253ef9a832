package views

import (
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/pct-encoded/percent/conform"
	"github.com/pct-encoded/percent/dialect"
)

// Conformance is what conform says of a program.
type Conformance struct {
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
	if at := x.Part(); at >= 0 {
		v.Offset = &at
	}
	return v
}

// NewConformance returns the view of a report.
func NewConformance(r *conform.Report) *Conformance {
	s := r.Suite
	v := &Conformance{
		Operation: s.Operation.String(), Size: s.Options.Size.String(), OK: r.OK(),
		Tests: len(r.Results), Passed: r.Passed, Failed: r.Failed, Refused: r.Refused, LeftOut: r.LeftOut, Unanswered: r.Unanswered,
		First: newTestFailure(r.First), Shortest: newTestFailure(r.Shortest), Minimal: newTestFailure(r.Minimal),
		Problems: r.Problems, Notes: r.Notes,
	}
	if s.Dialect != nil {
		v.Dialect, v.Units = s.Dialect.ID, conform.UnitsName(s.Options.Units)
	}
	for _, g := range r.Gaps() {
		v.Gaps = append(v.Gaps, testGap(g))
	}
	for _, m := range r.Mistakes {
		v.Mistakes = append(v.Mistakes, testMistake{m.ID, m.Text, m.Detail, m.Fix, m.Explains, r.Results[m.Example].ID})
	}
	if p := r.Speech; p != nil {
		v.Speaks = &speech{Dialects: IDs(p.Dialects), Rules: p.Rules, Same: p.Unchanged, Agrees: p.Agrees, Answers: p.Answers}
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

// ConformanceTAP returns a report in the Test Anything Protocol, version 14.
func ConformanceTAP(r *conform.Report) []byte {
	dst := fmt.Appendf(nil, "TAP version 14\n1..%d\n", len(r.Results)+1)
	for i := range r.Results {
		x := &r.Results[i]
		switch x.Verdict {
		case conform.Passed:
			dst = fmt.Appendf(dst, "ok %d - %s\n", i+1, x.ID)
			continue
		case conform.LeftOut:
			dst = fmt.Appendf(dst, "ok %d - %s # SKIP %s\n", i+1, x.ID, oneLine(x.Reason))
			continue
		}
		dst = fmt.Appendf(dst, "not ok %d - %s\n  ---\n  input: %s\n", i+1, x.ID, conform.YAML(x.Input))
		if x.Want.Refused() {
			dst = fmt.Appendf(dst, "  refuse: %s\n", conform.YAML(x.Want.Refusal))
		} else {
			dst = fmt.Appendf(dst, "  wanted: %s\n", conform.YAML(x.Want.Output))
		}
		if x.State == conform.Answered {
			dst = fmt.Appendf(dst, "  answer: %s\n", conform.YAML(x.Answer.Output))
		} else {
			dst = fmt.Appendf(dst, "  said: %s\n", conform.YAML(x.Said()))
		}
		dst = append(dst, "  ...\n"...)
	}
	// The last test is for problems other than wrong answers.
	if len(r.Problems) == 0 {
		return fmt.Appendf(dst, "ok %d - program\n", len(r.Results)+1)
	}
	return fmt.Appendf(dst, "not ok %d - program\n  ---\n  problem: %s\n  ...\n", len(r.Results)+1, conform.YAML(strings.Join(r.Problems, "; ")))
}

func oneLine(text string) string { return strings.NewReplacer("\n", " ", "\r", " ").Replace(text) }

// The elements of JUnit's XML.
type (
	junitSuite struct {
		XMLName  xml.Name    `xml:"testsuite"`
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string      `xml:"classname,attr"`
		Name    string      `xml:"name,attr"`
		Failure *junitFault `xml:"failure,omitempty"`
		Error   *junitFault `xml:"error,omitempty"`
		Skipped *junitFault `xml:"skipped,omitempty"`
	}
	junitFault struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// ConformanceJUnit returns a report as the XML that JUnit writes.
func ConformanceJUnit(r *conform.Report) ([]byte, error) {
	name := SuiteName(r.Suite.Operation, r.Suite.Dialect)
	s := junitSuite{Name: "percent conform " + name, Tests: len(r.Results) + 1, Failures: r.Failed + r.Refused, Errors: r.Unanswered, Skipped: r.LeftOut}
	for i := range r.Results {
		x := &r.Results[i]
		c := junitCase{Class: name, Name: x.ID}
		switch x.Verdict {
		case conform.Failed, conform.RefusedWrongly:
			wanted := "an error: " + x.Want.Refusal
			if !x.Want.Refused() {
				wanted = r.Suite.Quote(x.Want.Output)
			}
			input := r.Suite.Quote(x.Input)
			text := fmt.Sprintf("\ninput   %s\nwanted  %s\nanswer  %s\n", input, wanted, x.Said())
			if at := x.Part(); at >= 0 {
				text += fmt.Sprintf("they part at byte %d\n", at)
			}
			c.Failure = &junitFault{Message: fmt.Sprintf("input %s, wanted %s, answered %s", input, wanted, x.Said()), Text: text}
		case conform.Unanswered:
			c.Error = &junitFault{Message: x.Reason}
		case conform.LeftOut:
			c.Skipped = &junitFault{Message: x.Reason}
		}
		s.Cases = append(s.Cases, c)
	}
	last := junitCase{Class: name, Name: "program"}
	if len(r.Problems) > 0 {
		s.Errors++
		last.Error = &junitFault{Message: strings.Join(r.Problems, "; ")}
	}
	s.Cases = append(s.Cases, last)
	// What XML cannot hold becomes U+FFFD.
	text, err := xml.MarshalIndent(s, "", "  ")
	if err != nil {
		return nil, err
	}
	return append(append([]byte(xml.Header), text...), '\n'), nil
}

// SuiteName returns the name of what is tested, such as "encode oauth1".
func SuiteName(o conform.Operation, d *dialect.Dialect) string {
	if d == nil {
		return o.String()
	}
	return o.String() + " " + d.ID
}
