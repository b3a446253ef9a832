package results

import (
	"cmp"

	"github.com/pct-encoded/percent/dialect"
)

// A historyJSON is what the catalogue says of the versions of a function.
type historyJSON struct {
	ID       string        `json:"id"`
	Language string        `json:"language"`
	Call     string        `json:"call"`
	Spans    []historySpan `json:"spans"`
}

type historySpan struct {
	Versions string          `json:"versions"`
	From     string          `json:"from,omitempty"`
	Until    string          `json:"until,omitempty"`
	Date     string          `json:"date,omitempty"`
	First    string          `json:"first_recorded"`
	Last     string          `json:"last_recorded"`
	Program  string          `json:"program"`
	Recorded string          `json:"recorded"`
	Dialect  string          `json:"dialect,omitempty"`
	Source   string          `json:"source,omitempty"`
	Changes  []historyChange `json:"changes"`
}

type historyChange struct {
	Input  string  `json:"input"`
	Before *string `json:"before,omitempty"`
	After  *string `json:"after,omitempty"`
}

// A History is what the catalogue says of the versions of a function.
type History struct{ *dialect.History }

// JSON returns the versions. Inputs and outputs are quoted as in Go; an answer
// that is missing was a failure.
func (h History) JSON() any {
	v := historyJSON{ID: h.ID, Language: h.Language, Call: h.Call}
	answer := func(text string) *string {
		if text == "" {
			return nil
		}
		return &text
	}
	for i := range h.Spans {
		s := &h.Spans[i]
		x := historySpan{
			Versions: s.String(), From: s.From, Until: s.Until, Date: s.Date, First: s.First, Last: s.Last,
			Program: s.Program, Recorded: s.Recorded, Dialect: s.Dialect, Source: s.Source, Changes: []historyChange{},
		}
		for _, e := range s.Examples {
			x.Changes = append(x.Changes, historyChange{e[0], answer(e[1]), answer(e[2])})
		}
		v.Spans = append(v.Spans, x)
	}
	return v
}

// Page returns the versions of the function.
func (h History) Page(s Style) string {
	p := page{style: s}
	p.line("id", h.ID)
	p.line("language", h.Language)
	p.line("call", h.Call)
	for i := range h.Spans {
		span := &h.Spans[i]
		p.WriteString("\n" + s.Bold(span.String()) + ": " + follows(span) + "\n")
		recorded := span.First
		if span.Last != span.First {
			recorded += " to " + span.Last
		}
		p.line("  recorded", recorded+", the last with "+span.Program+" on "+span.Recorded)
		if span.Date != "" {
			p.line("  released", span.From+" on "+span.Date)
		}
		p.line("  source", span.Source)
		name := "  differs"
		for _, e := range span.Examples {
			p.line(name, example(e, "before"))
			name = ""
		}
	}
	return p.String()
}

// follows names the dialect of a span.
func follows(s *dialect.Span) string {
	return cmp.Or(s.Dialect, "no dialect gives all that was recorded")
}

// parts returns the character at which two texts part.
func parts(a, b string) int {
	x, y := []rune(a), []rune(b)
	n := 0
	for n < min(len(x), len(y)) && x[n] == y[n] {
		n++
	}
	return n
}

// maxExample is how much of an input or an output is shown.
const maxExample = 40

// example says that an input gives the last text of e, and after a word the one before it.
func example(e [3]string, word string) string {
	at := parts(e[1], e[2])
	cut := func(text string, at int) string {
		if text == "" {
			return "an error"
		}
		r := []rune(text)
		if len(r) <= maxExample {
			return text
		}
		start := max(0, min(at-maxExample/2, len(r)-maxExample))
		text = string(r[start : start+maxExample])
		if start > 0 {
			text = "…" + text
		}
		if start+maxExample < len(r) {
			text += "…"
		}
		return text
	}
	return cut(e[0], 0) + " gives " + cut(e[2], at) + ", " + word + " " + cut(e[1], at)
}

// historyLines returns a line for each span of a function that changed: its versions and
// its dialect.
func historyLines(id string) []string {
	h, err := dialect.LookupHistory(id)
	if err != nil {
		return nil
	}
	last := &h.Spans[len(h.Spans)-1]
	if len(h.Spans) == 1 {
		return []string{"the same in all versions recorded, " + last.String()}
	}
	var lines []string
	for i := range h.Spans {
		lines = append(lines, h.Spans[i].String()+": "+follows(&h.Spans[i]))
	}
	return lines
}
