package results

import "github.com/pct-encoded/percent/dialect"

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
