package conformreport

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/conform"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/strictjson"
)

// a program that makes mistakes of all kinds.
type patchy struct{ conform.Func }

func (patchy) Carries(t conform.Test) string {
	if strings.Contains(t.Input, "\x00") {
		return "it holds NUL"
	}
	return ""
}

func (patchy) Close() (problems, notes []string) {
	return []string{"it \"crashed\""}, []string{"a note"}
}

func report(t *testing.T) *conform.Report {
	t.Helper()
	d, err := dialect.Lookup("rfc3986")
	if err != nil {
		t.Fatal(err)
	}
	s, err := conform.New(conform.Encode, d, conform.Options{Size: conform.Quick, Units: dialect.UnitsBytes})
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Run(context.Background(), patchy{func(in string) (string, error) {
		switch in {
		case "\x01":
			return "\x01\x1b]]>", nil
		case "\xff":
			return "\xff", nil
		case "~":
			return "", errors.New("no\ntilde")
		}
		return d.Encode(in)
	}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestJSON(t *testing.T) {
	text := string(strictjson.Append(nil, NewObject(report(t))))
	for _, want := range []string{
		`"operation":"encode","dialect":"rfc3986","units":"bytes","size":"quick","ok":false,`, `"failed":2,"refused":1,"left_out":6,"left_out_reasons":[{"reason":"it holds NUL","tests":6}],`, `"problems":["it \"crashed\""],"notes":["a note"]`,
		`{"id":"char-01","verdict":"failed","input":"\u0001","output":"%01","answer":"\u0001\u001b]]>","offset":0}`,
		`"verdict":"failed","input_base64":"/w==","output":"%FF","answer_base64":"/w==","offset":0}`,
		`{"id":"char-7e","verdict":"refused","input":"~","output":"~","reason":"no\ntilde"}`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is not in %s", want, text)
		}
	}
	if _, err := strictjson.Parse(text); err != nil {
		t.Error(err)
	}
}

// TestTAP: as many tests as are announced, numbered, one line each.
func TestTAP(t *testing.T) {
	r := report(t)
	text := string(TAP(r))
	passed, failed, skipped := 0, 0, 0
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(line, "ok ") && strings.Contains(line, " # SKIP it holds NUL\n"):
			skipped++
		case strings.HasPrefix(line, "ok "):
			passed++
		case strings.HasPrefix(line, "not ok "):
			failed++
		}
	}
	if passed != r.Passed || failed != r.Failed+r.Refused+1 || skipped != r.LeftOut || skipped == 0 {
		t.Errorf("%d, %d, %d of %+v", passed, failed, skipped, r)
	}
	for _, want := range []string{"not ok 3 - char-01\n  ---\n  input: \"\\x01\"\n  wanted: \"%01\"\n  answer: \"\\x01\\x1B]]>\"\n  ...\n", "  input: !!binary \"/w==\"\n", "  said: \"an error: no\\x0Atilde\"\n", " - program\n  ---\n  problem: \"it \\\"crashed\\\"\"\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not there", want)
		}
	}
}

// TestJUnit: it is XML, with a case for each test.
func TestJUnit(t *testing.T) {
	r := report(t)
	text := JUnit(r)
	var suite struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
		Cases    []struct {
			Name    string `xml:"name,attr"`
			Failure *struct {
				Message string `xml:"message,attr"`
				Text    string `xml:",chardata"`
			} `xml:"failure"`
			Skipped *struct {
				Message string `xml:"message,attr"`
			} `xml:"skipped"`
		} `xml:"testcase"`
	}
	if err := xml.NewDecoder(bytes.NewReader(text)).Decode(&suite); err != nil {
		t.Fatal(err)
	}
	failures := 0
	for _, c := range suite.Cases {
		if c.Name == "char-00" && (c.Skipped == nil || c.Skipped.Message != "it holds NUL") {
			t.Errorf("%s: %+v", c.Name, c.Skipped)
		}
		if c.Failure != nil {
			failures++
			if c.Name == "char-01" && c.Failure.Message != `input "\x01", wanted "%01", answered "\x01\x1b]]>"` {
				t.Errorf("message %q", c.Failure.Message)
			}
			if want := "\ninput   \"\\x01\"\nwanted  \"%01\"\nanswer  \"\\x01\\x1b]]>\"\nthey part at byte 0\n"; c.Name == "char-01" && c.Failure.Text != want {
				t.Errorf("text %q, want %q", c.Failure.Text, want)
			}
		}
	}
	if suite.Tests != len(suite.Cases) || len(suite.Cases) != len(r.Results)+1 || failures != 3 || suite.Failures != 3 || suite.Errors != 1 {
		t.Errorf("%d of %d tests, %d failures, %d errors", len(suite.Cases), suite.Tests, failures, suite.Errors)
	}
}

// lines cannot refuse.
type lines struct{ conform.Func }

func (lines) Carries(t conform.Test) string {
	if t.Want.Refused() {
		return "a line cannot say that it is refused"
	}
	return ""
}

// TestUndecided: what has no verdict is not reported as passed.
func TestUndecided(t *testing.T) {
	d, err := dialect.Lookup("js.decodeURIComponent")
	if err != nil {
		t.Fatal(err)
	}
	s, err := conform.New(conform.Decode, d, conform.Options{Size: conform.Quick, Units: dialect.UnitsText})
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Run(context.Background(), lines{d.Decode})
	if err != nil || r.Untested == 0 || r.OK() {
		t.Fatalf("%v, %+v", err, r)
	}
	if last := " - program # SKIP " + undecided + "\n"; !strings.HasSuffix(string(TAP(r)), last) {
		t.Errorf("TAP does not end with %q", last)
	}
	var suite struct {
		Skipped int `xml:"skipped,attr"`
		Cases   []struct {
			Name    string    `xml:"name,attr"`
			Skipped *struct{} `xml:"skipped"`
		} `xml:"testcase"`
	}
	if err := xml.Unmarshal(JUnit(r), &suite); err != nil {
		t.Fatal(err)
	}
	skipped := 0
	for _, c := range suite.Cases {
		if c.Skipped != nil {
			skipped++
		}
	}
	if last := suite.Cases[len(suite.Cases)-1]; last.Skipped == nil || skipped != suite.Skipped || skipped != r.LeftOut+1 {
		t.Errorf("%d and %d skipped of %d left out; the last is %+v", skipped, suite.Skipped, r.LeftOut, last)
	}
}
