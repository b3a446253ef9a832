package signing

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/pct-encoded/percent/inspect/compare"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/httprequest"
	"github.com/pct-encoded/percent/internal/mistake"
	"github.com/pct-encoded/percent/internal/results"
)

// An expectation is how one of the texts of a signature differs from another.
type expectation struct {
	*compare.Comparison
	what         string // the text that is compared, such as "canonical request"
	ours, theirs string
	// refusal says that the expected text stands in the refusal of a service.
	refusal bool
	absent  bool // the expected text is another one, such as a message
}

// An unusable error says that nothing can be compared with the expected text.
type unusable struct{ error }

func (e unusable) Unwrap() error { return e.error }

// failure returns the failure with which a command ends, or nil.
func (e *expectation) failure() error {
	switch {
	case e.absent:
		return &Failure{
			Kind: Findings, Text: "the expected text holds no " + e.what,
			Hint: "AWS sends its own with most errors of the code SignatureDoesNotMatch; others, such as \"Signature expired\", are not about the text that is signed",
		}
	case !e.Equal():
		return &Failure{Kind: Findings, Text: fmt.Sprintf("the %s is not the expected one: byte %d", e.what, e.Offset)}
	case e.refusal:
		return &Failure{
			Kind: Findings, Text: "AWS refused the signature, although it signs the same text",
			Hint: "the secret is not that of the access key, or the request was changed after it was signed",
		}
	}
	return nil
}

// page says how ours differs from the expected or signed text.
func (e *expectation) page(whose string) string {
	if e.Equal() {
		return "the " + e.what + " is the " + whose + " one\n"
	}
	if e.absent {
		return ""
	}
	var b term.Builder
	where := ""
	if e.Part != "" {
		where = ", " + e.Part
	}
	fmt.Fprintf(&b, "first difference at byte %d%s\n  ours:     %s\n  %-9s %s\n", e.Offset, where, around(e.ours, e.Offset), whose+":", around(e.theirs, e.Offset))
	bare := false // the two read a '+' differently
	results.Explained(e.Comparison, func(m compare.Mistake) {
		bare = bare || m.ID == mistake.PlusAsLiteral || m.ID == mistake.PlusAsSpace
		if whose == "signed" {
			b.WriteString(signedWith(m))
			return
		}
		by := map[compare.Side]string{compare.Second: whose, compare.First: "ours"}[m.Side]
		fmt.Fprintf(&b, "%s has %s\n", by, m)
	}, &b)
	fixed := results.Fixes(e.Comparison)
	for _, fix := range fixed {
		b.WriteString(whatToDo(fix))
	}
	if bare && whose != "signed" {
		b.WriteString(whatToDo("where the service is not yours, send %20 for a space and %2B for a plus sign, and no bare +"))
	}
	switch {
	case len(fixed) > 0:
	case e.alone():
		fmt.Fprintf(&b, "nothing but the %s differs, and no known mistake explains that\n", e.Part)
	default:
		b.WriteString("no single mistake explains the difference: there may be two; mend this one and compare again\n")
	}
	return b.String()
}

// alone reports whether the texts differ in one line that is not encoded, such as the method.
func (e *expectation) alone() bool {
	part, _, _ := strings.Cut(e.Part, " \"")
	switch part {
	case "method", "header field", "algorithm", "date", "scope":
	default:
		return false
	}
	separator := "\n"
	if !strings.Contains(e.ours, separator) {
		separator = "&"
	}
	ours, theirs := strings.Split(e.ours, separator), strings.Split(e.theirs, separator)
	if len(ours) != len(theirs) {
		return false
	}
	others := 0
	for i, line := range ours {
		if line != theirs[i] {
			others++
		}
	}
	return others == 1
}

func signedWith(m compare.Mistake) string { return fmt.Sprintf("signed with %s\n", m) }

func whatToDo(fix string) string { return "what to do: " + fix + "\n" }

// around returns the text of s around that index, quoted.
func around(s string, at int) string {
	const before, after = 24, 36
	start, end := max(0, at-before), min(len(s), at+after)
	text := fmt.Sprintf("%q", s[start:end])
	if start > 0 {
		text = "…" + text
	}
	if end < len(s) {
		text += "…"
	}
	return text
}

// Expectation is how a text that is signed differs from the one that was expected.
type Expectation struct {
	Equal    bool              `json:"equal"`
	Differs  string            `json:"differs,omitempty"` // which text, such as "string to sign"
	Offset   *int              `json:"offset,omitempty"`
	Part     string            `json:"part,omitempty"`
	Ours     string            `json:"ours"`
	Expected string            `json:"expected"`
	Mistakes []results.Mistake `json:"mistakes"`
	Together int               `json:"together,omitempty"` // how many of Mistakes explain only together
}

func newExpectation(e *expectation) Expectation {
	v := Expectation{Equal: e.Equal(), Part: e.Part, Ours: e.ours, Expected: e.theirs, Mistakes: results.Mistakes(e.Comparison), Together: len(e.Together)}
	if !e.Equal() {
		v.Offset, v.Differs = &e.Offset, e.what
	}
	return v
}

// expected returns the expected text, of which a file is read.
func (s *Scheme) expected(c *Call) (string, error) {
	name, ok := strings.CutPrefix(*c.Expect, "@")
	if !ok {
		if c.Program.isFileName(name) {
			return "", unusable{usage("did you mean @"+name+"?", "%q is not a %s", name, s.What)}
		}
		return s.told(name), nil
	}
	text, err := c.Program.read(name)
	if err != nil {
		return "", unusable{err}
	}
	return s.told(strings.TrimRight(string(text), "\r\n")), nil
}

func (s *Scheme) told(expected string) string {
	if s.Told == nil {
		return expected
	}
	return s.Told(expected)
}

// isFileName reports whether a text that is expected is rather the name of a file: there is
// one, or it ends as names do. No text that is signed is so short and has no delimiter.
func (p *Program) isFileName(text string) bool {
	if text == "" || len(text) > 4096 || strings.ContainsAny(text, "\n&<>") {
		return false
	}
	if p.IsFile != nil && p.IsFile(text) {
		return true
	}
	switch strings.ToLower(filepath.Ext(text)) {
	case ".xml", ".txt", ".json", ".http", ".log", ".html":
		return true
	}
	return false
}

// compare compares the text of ours with the expected one, or that of toSign if the
// expected one is a string to sign, or holds one beside a text that is the same.
func (s *Scheme) compare(c *Call, ours, toSign func() (string, error)) (*expectation, error) {
	expected, err := s.expected(c)
	if err != nil {
		return nil, err
	}
	e := &expectation{what: s.What, theirs: expected}
	stringToSign := ""
	if s.Format == compare.CanonicalRequest {
		if m, ok := httprequest.ParseMismatch(expected); ok {
			e.refusal, e.theirs, stringToSign = true, m.CanonicalRequest, m.StringToSign
		} else if strings.HasPrefix(expected, sigv4StringToSign) {
			e.theirs, stringToSign = "", expected
		}
	}
	if e.theirs != "" || stringToSign == "" && !e.refusal {
		if e.ours, err = ours(); err != nil {
			return nil, err
		}
		method, _, lines := strings.Cut(e.theirs, "\n")
		e.absent = s.Format == compare.CanonicalRequest && (!lines || strings.ContainsAny(method, " <{"))
		if s.Told != nil && strings.TrimRight(e.ours, "\n") == strings.TrimRight(e.theirs, "\n") {
			e.theirs = e.ours // files end with a line end, and refusals do not show one
		}
		e.Comparison = compare.Compare(e.ours, e.theirs, s.Format)
	}
	if stringToSign != "" && (e.Comparison == nil || e.Equal()) {
		text, err := toSign()
		if err != nil {
			return nil, err
		}
		second := compareStringsToSign(text, stringToSign)
		if e.Comparison == nil || !second.Equal() {
			e.Comparison, e.what, e.ours, e.theirs = second, "string to sign", text, stringToSign
		}
	}
	if e.Comparison == nil {
		return nil, unusable{&Failure{Kind: Findings, Text: "AWS refused the signature, and its answer holds no canonical request"}}
	}
	return e, nil
}

// sigv4StringToSign is the beginning of a string to sign of AWS.
const sigv4StringToSign = "AWS4-HMAC-SHA256\n"

// compareStringsToSign compares two strings to sign of AWS, whose lines are the algorithm,
// the date, the scope and the hash of the canonical request.
func compareStringsToSign(ours, theirs string) *compare.Comparison {
	c := compare.Compare(ours, theirs, compare.CanonicalRequest)
	c.Mistakes, c.Together, c.Part = nil, nil, ""
	if !c.Equal() {
		parts := []string{"algorithm", "date", "scope", "hash of the canonical request"}
		c.Part = parts[min(strings.Count(ours[:c.Offset], "\n"), len(parts)-1)]
	}
	return c
}
