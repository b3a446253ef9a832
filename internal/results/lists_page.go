package results

import (
	"strings"

	"github.com/pct-encoded/percent/internal/cli/term"
)

// JSON returns the list.
func (list Classes) JSON() any { return list }

// Page lists the sets with their sources.
func (list Classes) Page(Style) string {
	var rows [][]string
	for _, c := range list {
		source := c.Source
		if len(c.Aliases) > 0 {
			source += "; also " + strings.Join(c.Aliases, ", ")
		}
		rows = append(rows, []string{c.Name, c.Title, source})
	}
	return term.Columns(rows)
}

// JSON returns the list.
func (list LintRules) JSON() any { return list }

// Page lists the rules with their severities.
func (list LintRules) Page(Style) string {
	var rows [][]string
	for _, r := range list {
		rows = append(rows, []string{r.Severity, r.Rule, r.Title})
	}
	return term.Columns(rows)
}

// JSON returns the list.
func (list CompareTerms) JSON() any { return list }

// Page lists the rules and the mistakes.
func (list CompareTerms) Page(Style) string {
	rows := map[string][][]string{}
	for _, x := range list {
		rows[x.Kind] = append(rows[x.Kind], []string{x.ID, x.Text})
	}
	return "rules by which texts are equivalent\n\n" + term.Columns(rows["rule"]) + "\nmistakes, the likelier first\n\n" + term.Columns(rows["mistake"])
}
