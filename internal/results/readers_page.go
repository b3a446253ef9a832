package results

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/internal/cli/term"
)

// JSON returns v.
func (v Readings) JSON() any { return v }

// Judge reports whether two readers part.
func (v Readings) Judge() Verdict { return foundIf(v.Parted) }

// Page returns each group with what it reads.
func (v Readings) Page(s Style) string {
	most := 3
	if s.Detail == Full {
		most = 0
	}
	var b strings.Builder
	for _, g := range v.Groups {
		head := map[string]string{"read": "read no host", "refused": "refuse it", "unknown": "not known"}[g.Verdict]
		if g.Host != nil {
			head = "host " + s.Bold(term.Shown(*g.Host)) + "  port " + cmp.Or(*g.Port, "none") + "  path " + term.Shown(*g.Path)
		}
		mark := "  "
		if g.Parting != nil {
			mark = s.Warning("!") + " "
		}
		b.WriteString(mark + head + "\n")
		names, _ := s.Wrap(g.Readers, "    ", most)
		b.WriteString(names)
		if p := g.Parting; p != nil {
			b.WriteString("    " + s.WrapText(partingText(p), 4) + "\n")
		}
	}
	return b.String()
}

// partingText returns by what a group parts from the largest.
func partingText(p *Parting) string {
	text := "other " + p.Part
	if p.Choice == nil {
		text += " than " + p.B
	}
	if p.Offset != nil {
		text += " from byte " + strconv.Itoa(*p.Offset) + " on"
	}
	if p.Choice == nil {
		return text + ", which no single choice explains"
	}
	return fmt.Sprintf("%s, by the choice %q: %s %s, and %s %s", text, p.Choice.Name, p.A, p.Choice.A, p.B, p.Choice.B)
}

// JSON returns the list.
func (list Readers) JSON() any { return list }

// Page lists the readers with their programs.
func (list Readers) Page(s Style) string {
	var rows [][]string
	for _, r := range list {
		what := r.Program
		if r.Client {
			what += ": what it connects to"
		}
		if n := len(r.Versions); n > 1 {
			what += "; reads the same in " + strings.Join(r.Versions, ", ")
		}
		if r.Source != "" {
			what += "; " + r.Provenance + ", not recorded"
		}
		rows = append(rows, []string{r.ID, what})
	}
	return term.Columns(s.Wrapped(rows))
}

// JSON returns r.
func (r ReaderDetail) JSON() any { return r }

// Page returns the program and the choices.
func (r ReaderDetail) Page(s Style) string {
	head := [][]string{{"program", r.Program}, {"versions", strings.Join(r.Versions, ", ")}}
	what := "its accessors"
	if r.Client {
		what = "what it connects to and asks for"
	}
	head = append(head, []string{"host, port, path", what}, []string{"provenance", strings.TrimSuffix(r.Provenance+": "+r.Source, ": ")})
	var rows [][]string
	for _, c := range r.Choices {
		rows = append(rows, []string{"  " + c.Name, c.Text})
	}
	return s.Bold(r.ID) + "\n" + term.Columns(s.Wrapped(head)) + "\nchoices, in the order in which they take effect\n" + term.Columns(s.Wrapped(rows))
}

// JSON returns v.
func (v ReadersDiff) JSON() any { return v }

// Judge reports whether they choose differently.
func (v ReadersDiff) Judge() Verdict { return foundIf(len(v.Choices) > 0) }

// Page returns the choices that differ.
func (v ReadersDiff) Page(s Style) string {
	var b strings.Builder
	b.WriteString(term.Columns([][]string{{"A", v.A}, {"B", v.B}}))
	if len(v.Choices) == 0 {
		b.WriteString("\nThey choose the same.\n")
	}
	for _, c := range v.Choices {
		b.WriteString("\n" + c.Name + "\n  A  " + s.WrapText(c.A, 5) + "\n  B  " + s.WrapText(c.B, 5) + "\n")
	}
	return b.String()
}

// JSON returns v.
func (v ReadersSplit) JSON() any { return v }

// Judge reports whether there is a URL on which the two part.
func (v ReadersSplit) Judge() Verdict {
	if v.Has("undecided") && !v.Has("exists") {
		return Undecided
	}
	return foundIf(v.Has("exists"))
}

// Page returns the URLs with what the two read.
func (v ReadersSplit) Page(Style) string {
	head := ""
	if v.Has("undecided") && !v.Has("exists") {
		head = "undecided: no URL was found that the two read differently, and it was not\nproved that there is none\n\n"
	}
	rows := [][]string{{"", "URL", "A  " + v.A, "B  " + v.B}}
	for _, p := range v.Parts {
		switch p.Verdict {
		case "none":
			rows = append(rows, []string{p.Part, "none: A and B are the same reader"})
		case "undecided":
			rows = append(rows, []string{p.Part, fmt.Sprintf("undecided: none with %d or fewer octets behind the slashes", p.Tried)})
		}
		for _, u := range p.URLs {
			rows = append(rows, []string{p.Part, term.Shown(u.Input), term.Shown(u.A), term.Shown(u.B)})
		}
	}
	return head + term.Columns(rows)
}
