package conformreport

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent/conform"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/results"
)

// Text returns a report on subject, such as "the program", for people.
func Text(p term.Style, r *conform.Report, subject string) string {
	var b term.Builder
	verdict := p.Paint("32", "passed")
	switch {
	case !r.Right():
		verdict = p.Paint("31", "FAILED")
	case !r.OK():
		verdict = p.Paint("33", "undecided")
	}
	counts := []string{strconv.Itoa(r.Passed) + " passed"}
	for _, n := range []struct {
		n    int
		what string
	}{{r.Failed, "failed"}, {r.Refused, "refused"}, {r.LeftOut, "left out"}, {r.Unanswered, "unanswered"}} {
		if n.n > 0 || n.what == "failed" {
			counts = append(counts, strconv.Itoa(n.n)+" "+n.what)
		}
	}
	b.WriteString(verdict + " " + suiteName(r.Suite.Operation, r.Suite.Dialect) + ": " + strings.Join(counts, ", ") + "\n")
	for _, text := range r.Problems {
		b.WriteString(p.WrapText(subject+": "+text, 2) + "\n")
	}
	if r.Shortest != nil {
		shortest, what := r.Shortest, "the shortest input that fails"
		if r.Minimal != nil {
			shortest = r.Minimal
			what = "the shortest input that fails, shrunk"
		}
		if r.First.ID != r.Shortest.ID {
			b.WriteString("\n" + failurePage(r.Suite, "the first input that fails", r.First, p))
		} else if r.Minimal == nil {
			what = "the first input that fails, and the shortest"
		}
		b.WriteString("\n" + failurePage(r.Suite, what, shortest, p))
	}
	for i, m := range r.Mistakes {
		if i == 0 {
			b.WriteByte('\n')
		}
		line := m.String() + " (" + strconv.Itoa(m.Explains) + " of " + strconv.Itoa(r.Failed+r.Refused) + ")"
		b.WriteString(strings.Replace(p.WrapText(line, 2), m.ID, p.Bold(m.ID), 1) + "\n")
		if m.Fix != "" {
			b.WriteString("  " + p.WrapText("what to do: "+m.Fix, 4) + "\n")
		}
	}
	if len(r.Mistakes) == 0 && slices.ContainsFunc(r.Results, wrongAnswer) {
		b.WriteString("\nno known mistake explains the answers\n")
	}
	b.WriteString(speechPage(r, p))
	if r.Untested > 0 {
		what := "input that an encoder must refuse"
		if r.Suite.Operation == conform.Decode {
			what = "malformed input"
		}
		why, remedy := "answers to it are missing", ""
		if slices.ContainsFunc(r.Results, func(x conform.Result) bool { return x.Verdict == conform.LeftOut && x.Want.Refused() }) {
			why, remedy = "these answers cannot be errors", ". To test it, use --wire json, or --refusal TEXT"
		}
		b.WriteString("\n" + p.WrapText(what+" was not tested ("+term.Count(int64(r.Untested), "test")+"), because "+why+"; so nothing is said of which dialect "+subject+" follows"+remedy, 2) + "\n")
	}
	var left []string
	for _, g := range gaps(r) {
		left = append(left, term.Shown(g.Reason)+" ("+strconv.Itoa(g.Tests)+")")
	}
	if len(left) > 0 {
		b.WriteString(p.WrapText("left out: "+strings.Join(left, ", "), 2) + "\n")
	}
	for _, text := range r.Notes {
		b.WriteString(p.WrapText("note: "+text, 2) + "\n")
	}
	return b.String()
}

// wrongAnswer reports whether a program has answered, but wrongly.
func wrongAnswer(x conform.Result) bool {
	return x.Verdict == conform.RefusedWrongly || x.Verdict == conform.Failed && x.State == conform.Answered
}

// failurePage shows a test that has failed.
func failurePage(s *conform.Suite, what string, x *conform.Result, p term.Style) string {
	var b term.Builder
	b.WriteString(what + ": ")
	if x.ID != "" {
		b.WriteString(p.Dim(x.ID))
	}
	out := strings.TrimRight(b.String(), " ") + "\n  input   " + shortOf(s, x.Input) + "\n"
	if x.Want.Refused() {
		out += "  wanted  an error: " + x.Want.Refusal + "\n"
	} else {
		out += "  wanted  " + shortFrom(s, x.Want.Output, firstDifference(x)) + "\n"
	}
	if x.State != conform.Answered {
		return out + "  said    " + term.Shown(x.Said()) + "\n"
	}
	out += "  answer  " + shortFrom(s, x.Answer.Output, firstDifference(x)) + "\n"
	if at := firstDifference(x); at >= 0 {
		out += "  they part at byte " + strconv.Itoa(at) + "\n"
	}
	return out
}

// shortOf returns data of a suite as short does, and lone surrogates as \uD83D.
func shortOf(s *conform.Suite, data string) string {
	if s.Options.Units != dialect.UnitsUTF16 || utf8.ValidString(data) {
		return term.Short(data)
	}
	if len(data) <= term.MaxShort {
		return s.Quote(data)
	}
	return s.Quote(excerpt.Beginning(data, term.MaxShort)) + " … (" + term.Count(int64(len(data)), "byte") + ")"
}

// shortFrom is shortOf, but shows long data from shortly before an index on.
func shortFrom(s *conform.Suite, data string, at int) string {
	const before = 20
	if len(data) <= term.MaxShort || at <= before {
		return shortOf(s, data)
	}
	from := min(at-before, len(data))
	for from > 0 && from < len(data) && data[from]&0xC0 == 0x80 {
		from--
	}
	return "… " + shortOf(s, data[from:])
}

// speechPage says which dialect the program follows.
func speechPage(r *conform.Report, p term.Style) string {
	s := r.Speech
	if s == nil {
		return ""
	}
	verb := "it encodes by "
	if r.Suite.Operation == conform.Decode {
		verb = "it decodes by "
	}
	switch {
	case s.Unchanged:
		verb = "it changes nothing: each answer is the text itself"
		if len(s.Dialects) == 0 {
			return "\n" + verb + "\n"
		}
		return "\n" + p.WrapText(verb+", as with "+someOf(results.IDs(s.Dialects)), 2) + "\n"
	case s.Nearest == nil && len(s.Dialects) == 0:
		return ""
	case len(s.Dialects) == 0:
		if s.Nearest == r.Suite.Dialect {
			return "no dialect of the catalogue agrees with all answers\n"
		}
		x := &r.Results[s.Parts]
		return p.WrapText("no dialect of the catalogue agrees with all answers; the nearest is "+s.Nearest.ID+", with "+strconv.Itoa(s.Agrees)+" of "+strconv.Itoa(s.Answers)+", and not with that to "+shortOf(r.Suite, x.Input), 2) + "\n"
	}
	ids := results.IDs(s.Dialects)
	text := verb + p.Bold(ids[0])
	if slices.Contains(s.Dialects, r.Suite.Dialect) {
		text = verb + p.Bold(r.Suite.Dialect.ID)
		ids = slices.DeleteFunc(ids, func(id string) bool { return id == r.Suite.Dialect.ID })
	} else {
		ids = ids[1:]
	}
	if len(ids) > 0 {
		some := someOf(ids) + " do"
		if len(ids) == 1 {
			some += "es"
		}
		if s.Rules > 1 {
			text += "; as far as these answers tell, that is also what " + some
		} else {
			text += ", as " + some
		}
	}
	return "\n" + p.WrapText(text, 2) + "\n"
}

// someOf returns the first few of a list, and how many more there are.
func someOf(ids []string) string {
	const most = 4
	if n := len(ids) - most; n > 0 {
		return strings.Join(ids[:most], ", ") + " and " + strconv.Itoa(n) + " more"
	}
	return strings.Join(ids, ", ")
}
