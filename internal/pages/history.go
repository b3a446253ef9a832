package pages

import (
	"cmp"
	"slices"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/views"
)

// History returns a page on the versions of a function.
func History(s term.Style, h *dialect.History) string {
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
		p.line("  recorded", recorded+", the last with "+span.Program)
		if span.From != "" && span.Date != "" {
			p.line("  released", span.Date)
		}
		p.line("  source", span.Source)
		name := "  differs"
		for _, e := range span.Examples {
			p.line(name, example(e))
			name = ""
		}
	}
	return p.String()
}

// follows names the dialect of a span.
func follows(s *dialect.Span) string {
	return cmp.Or(s.Dialect, "no dialect gives all that was recorded")
}

// maxExample is how much of an input or an output is shown.
const maxExample = 40

func example(e [3]string) string {
	cut := func(text string) string {
		if text == "" {
			return "an error"
		}
		if r := []rune(text); len(r) > maxExample {
			return string(r[:maxExample]) + "…"
		}
		return text
	}
	return cut(e[0]) + " gives " + cut(e[2]) + ", before " + cut(e[1])
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

// former returns the functions that followed one of the dialects in older versions only,
// such as "php.rawurlencode before 5.3", familiar programs first.
func former(ids []string) []string {
	var list []*dialect.Implementation
	for h := range dialect.Histories() {
		for i := range h.Spans[:len(h.Spans)-1] {
			s := &h.Spans[i]
			if h.Encodes && slices.Contains(ids, s.Dialect) {
				list = append(list, &dialect.Implementation{ID: h.ID + " " + s.String()})
			}
		}
	}
	slices.SortStableFunc(list, views.ByFamiliarity)
	names := make([]string, len(list))
	for i, m := range list {
		names[i] = m.ID
	}
	return names
}
