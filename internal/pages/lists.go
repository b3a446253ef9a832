package pages

import (
	"strings"

	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/results"
)

// Classes lists sets that have names.
func Classes(list []results.Class) string {
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

// LintRules lists rules of lint.
func LintRules(list []results.LintRule) string {
	var rows [][]string
	for _, r := range list {
		rows = append(rows, []string{r.Severity, r.Rule, r.Title})
	}
	return term.Columns(rows)
}

// CompareTerms returns a list of what a comparison can name.
func CompareTerms(list []results.CompareTerm) string {
	rows := map[string][][]string{}
	for _, x := range list {
		rows[x.Kind] = append(rows[x.Kind], []string{x.ID, x.Text})
	}
	return "rules by which texts are equivalent\n\n" + term.Columns(rows["rule"]) + "\nmistakes, the likelier first\n\n" + term.Columns(rows["mistake"])
}
