//go:build !js

package results

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/hop"
	"github.com/pct-encoded/percent/internal/cli/term"
)

// JSON returns v.
func (v Hops) JSON() any { return v }

// Page returns a row for each hop.
func (v Hops) Page(Style) string {
	rows := [][]string{{"  hop", "status", "rules match", "passed on", "served"}}
	for _, h := range v.Hops {
		if h.Unknown != "" {
			rows = append(rows, []string{"  " + h.Hop, "not described: " + h.Unknown})
			continue
		}
		status := strconv.Itoa(*h.Status)
		switch {
		case *h.Status == 0:
			status = "closed"
		case h.Location != nil:
			status += " to " + term.Shown(*h.Location)
		}
		row := []string{"  " + h.Hop, status}
		for _, part := range []*string{h.Rule, h.Forward, h.App} {
			text := "-"
			if part != nil {
				text = term.Shown(*part)
			}
			row = append(row, text)
		}
		rows = append(rows, row)
	}
	return term.Columns(rows)
}

// JSON returns the list.
func (list HopList) JSON() any { return list }

// Page lists the hops with their configurations.
func (list HopList) Page(s Style) string {
	var rows [][]string
	for _, h := range list {
		text := h.Version + ": " + strings.Join(strings.Fields(h.Config), " ")
		if h.Source != "" {
			text = h.Version + ", cited, not recorded"
		}
		rows = append(rows, []string{h.ID, text})
	}
	return term.Columns(s.Wrapped(rows))
}

// JSON returns h.
func (h HopDetail) JSON() any { return h }

// Page returns the configuration and the steps.
func (h HopDetail) Page(s Style) string {
	head := [][]string{{"version", h.Version}, {"provenance", strings.TrimSuffix(h.Provenance+": "+h.Source, ": ")}}
	var rows [][]string
	for _, step := range h.Steps {
		rows = append(rows, []string{"  " + step.Name, step.Text})
	}
	config := "  " + strings.ReplaceAll(h.Config, "\n", "\n  ")
	return s.Bold(h.ID) + "\n" + term.Columns(s.Wrapped(head)) + "\nconfiguration\n" + config + "\n\nsteps, in order\n" + term.Columns(s.Wrapped(rows))
}

// JSON returns v.
func (v HopsFound) JSON() any { return v }

// Judge reports whether a target gets past the rule.
func (v HopsFound) Judge() Verdict {
	return map[string]Verdict{hop.Exists.String(): Found, hop.Undecided.String(): Undecided}[v.Verdict]
}

// Page returns the targets that get past the rule, or why there are none.
func (v HopsFound) Page(s Style) string {
	switch v.Verdict {
	case hop.None.String():
		return s.WrapText("none: no target of any length that begins with a slash and has no space or control character gets past a rule that denies "+term.Shown(v.Deny)+" in these models", 0) + "\n"
	case hop.Undecided.String():
		page := s.WrapText("undecided: no target was found that gets past a rule that denies "+term.Shown(v.Deny)+", and it was not proved that there is none. What stands in the way:", 0) + "\n"
		for _, reason := range v.Reasons {
			page += "  " + s.WrapText(term.Shown(reason), 2) + "\n"
		}
		return page
	}
	page := ""
	for i, t := range v.Targets {
		if i > 0 {
			page += "\n"
		}
		page += s.Bold(term.Shown(t.Input)) + "\n" + t.Page(s)
	}
	for _, name := range v.Closed {
		page += "\n" + s.WrapText("closed with "+name, 0)
	}
	for _, name := range v.Undecided {
		page += "\n" + s.WrapText("undecided whether closed with "+term.Shown(name), 0)
	}
	if len(v.Closed)+len(v.Undecided) == 0 {
		page += "\n" + s.WrapText("no other setting of one of these servers is known to close it", 0)
	}
	return page + "\n"
}

// JSON returns v.
func (v HopsDiff) JSON() any { return v }

// Judge reports whether a target is treated differently.
func (v HopsDiff) Judge() Verdict {
	if len(v.Classes) == 0 && v.Unknown > 0 {
		return Undecided
	}
	return foundIf(len(v.Classes) > 0)
}

// Page returns the classes of differences.
func (v HopsDiff) Page(s Style) string {
	var b strings.Builder
	b.WriteString(term.Columns([][]string{{"old", v.Old}, {"new", v.New}, {"targets", strconv.Itoa(v.Targets)}}))
	switch {
	case len(v.Classes) == 0 && v.Unknown > 0:
		b.WriteString("\nundecided: none of the targets that the models describe differs\n")
	case len(v.Classes) == 0:
		b.WriteString("\nNone differs.\n")
	}
	for _, c := range v.Classes {
		b.WriteString(fmt.Sprintf("\n%s: %d, the shortest %s\n", c.Class, c.Count, s.Bold(term.Shown(c.Example.Input))))
		b.WriteString(" old\n" + c.Example.Page(s) + " new\n" + c.Now.Page(s))
	}
	if v.Unknown > 0 {
		b.WriteString(fmt.Sprintf("\nnot described: %d\n", v.Unknown))
	}
	return b.String()
}

// JSON returns the list.
func (list HopsConfigs) JSON() any { return list }

// Page returns the servers and the directives.
func (list HopsConfigs) Page(s Style) string {
	page := ""
	for i, v := range list {
		if i > 0 {
			page += "\n"
		}
		page += s.Bold(term.Shown(v.File)) + ", " + v.Kind + "\n"
		rows := [][]string{}
		for _, server := range v.Servers {
			rows = append(rows, []string{"  " + term.Shown(server.Chain), "line " + strconv.Itoa(server.Line)})
		}
		page += term.Columns(rows)
		for _, part := range []struct {
			head  string
			lines []HopLine
		}{{"understood", v.Understood}, {"not understood", v.Missed}} {
			if len(part.lines) == 0 {
				continue
			}
			rows := [][]string{}
			for _, l := range part.lines {
				text := term.Shown(l.Text)
				if why := l.Why(); why != "" {
					text += ": " + why
				}
				rows = append(rows, []string{"  line " + strconv.Itoa(l.Line), text})
			}
			page += "\n" + part.head + "\n" + term.Columns(s.Wrapped(rows))
		}
	}
	return page
}
