package conformreport

import (
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/pct-encoded/percent/conform"
)

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

// JUnit returns a report as the XML that JUnit writes.
func JUnit(r *conform.Report) ([]byte, error) {
	name := suiteName(r.Suite.Operation, r.Suite.Dialect)
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
			if at := firstDifference(x); at >= 0 {
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
