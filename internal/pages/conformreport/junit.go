package conformreport

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/conform"
	"github.com/pct-encoded/percent/internal/xml"
)

// A junitCase is a test of JUnit's XML. Outcome is the name of the element that says why it
// did not pass.
type junitCase struct{ class, name, outcome, message, text string }

// JUnit returns a report as the XML that JUnit writes.
func JUnit(r *conform.Report) []byte {
	name := suiteName(r.Suite.Operation, r.Suite.Dialect)
	unanswered := r.Unanswered
	var cases []junitCase
	for i := range r.Results {
		x := &r.Results[i]
		c := junitCase{class: name, name: x.ID}
		switch x.Verdict {
		case conform.Failed, conform.RefusedWrongly:
			wanted := "an error: " + x.Want.Refusal
			if !x.Want.Refused() {
				wanted = r.Suite.Quote(x.Want.Output)
			}
			input := r.Suite.Quote(x.Input)
			text := fmt.Sprintf("\ninput   %s\nwanted  %s\nanswer  %s\n", input, wanted, x.Said())
			if at := firstDifference(x); at >= 0 {
				text += fmt.Sprintf("they part at byte %d\n", at)
			}
			c.outcome, c.message, c.text = "failure", fmt.Sprintf("input %s, wanted %s, answered %s", input, wanted, x.Said()), text
		case conform.Unanswered:
			c.outcome, c.message = "error", x.Reason
		case conform.LeftOut:
			c.outcome, c.message = "skipped", x.Reason
		}
		cases = append(cases, c)
	}
	last := junitCase{class: name, name: "program"}
	skipped := r.LeftOut
	switch {
	case len(r.Problems) > 0:
		unanswered++
		last.outcome, last.message = "error", strings.Join(r.Problems, "; ")
	case r.Untested > 0:
		skipped++
		last.outcome, last.message = "skipped", undecided
	}
	text := []byte(xml.Header)
	attribute := func(name, value string) {
		text = append(xml.Append(append(text, " "+name+`="`...), value), '"')
	}
	text = append(text, "<testsuite"...)
	attribute("name", "percent conform "+name)
	attribute("tests", strconv.Itoa(len(r.Results)+1))
	attribute("failures", strconv.Itoa(r.Failed+r.Refused))
	attribute("errors", strconv.Itoa(unanswered))
	attribute("skipped", strconv.Itoa(skipped))
	text = append(text, ">\n"...)
	for _, c := range append(cases, last) {
		text = append(text, "  <testcase"...)
		attribute("classname", c.class)
		attribute("name", c.name)
		text = append(text, '>')
		if c.outcome != "" {
			text = append(text, "\n    <"+c.outcome...)
			attribute("message", c.message)
			text = append(xml.Append(append(text, '>'), c.text), "</"+c.outcome+">\n  "...)
		}
		text = append(text, "</testcase>\n"...)
	}
	return append(text, "</testsuite>\n"...)
}
