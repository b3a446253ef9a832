package conformreport

import (
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/pct-encoded/percent/conform"
)

// A junitSuite is the testsuite of JUnit's XML.
type junitSuite struct {
	XMLName  xml.Name    `xml:"testsuite"`
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
}

// A junitCase is a testcase. At most one of its outcomes is set; a test without one passed.
type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Failure *junitOutcome `xml:"failure"`
	Error   *junitOutcome `xml:"error"`
	Skipped *junitOutcome `xml:"skipped"`
}

// A junitOutcome says why a test did not pass.
type junitOutcome struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// JUnit returns a report as the XML that JUnit writes.
func JUnit(r *conform.Report) []byte {
	name := suiteName(r.Suite.Operation, r.Suite.Dialect)
	suite := junitSuite{
		Name: "percent conform " + name, Tests: len(r.Results) + 1,
		Failures: r.Failed + r.Refused, Errors: r.Unanswered, Skipped: r.LeftOut,
	}
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
			c.Failure = &junitOutcome{fmt.Sprintf("input %s, wanted %s, answered %s", input, wanted, x.Said()), text}
		case conform.Unanswered:
			c.Error = &junitOutcome{Message: x.Reason}
		case conform.LeftOut:
			c.Skipped = &junitOutcome{Message: x.Reason}
		}
		suite.Cases = append(suite.Cases, c)
	}
	last := junitCase{Class: name, Name: "program"}
	switch {
	case len(r.Problems) > 0:
		suite.Errors++
		last.Error = &junitOutcome{Message: strings.Join(r.Problems, "; ")}
	case r.Untested > 0:
		suite.Skipped++
		last.Skipped = &junitOutcome{Message: undecided}
	}
	suite.Cases = append(suite.Cases, last)
	text, err := xml.MarshalIndent(suite, "", "  ")
	if err != nil {
		panic(err) // no value of these types fails
	}
	return append(append([]byte(xml.Header), text...), '\n')
}
