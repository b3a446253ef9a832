package results

import (
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/cli/term"
)

// Page lists dialects with their titles.
func (list DialectList) Page(s Style) string {
	if !list.Common {
		return list.Dialects.Page(s)
	}
	var rows [][2]string
	for d := range dialect.Common() {
		rows = append(rows, [2]string{d.ID, d.Title})
	}
	return titled(s, rows)
}

// Page lists dialects with their titles, family by family.
func (list Dialects) Page(s Style) string {
	var b term.Builder
	var rows [][2]string
	flush := func() {
		if len(rows) > 0 && b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(titled(s, rows))
		rows = nil
	}
	alone := false
	for _, group := range familiesOf(list) {
		// Families of one dialect go together.
		if !alone || len(group) > 1 {
			flush()
		}
		alone = len(group) == 1
		for _, d := range group {
			rows = append(rows, [2]string{d.ID, d.Title})
		}
	}
	flush()
	return b.String()
}

// Page lists functions with their dialects, program by program.
func (list Implementations) Page(Style) string {
	var b term.Builder
	for i := 0; i < len(list); {
		program := list[i].Language + ", " + list[i].Version
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(program + "\n")
		var rows [][]string
		for ; i < len(list) && list[i].Language+", "+list[i].Version == program; i++ {
			does := "encodes as"
			if list[i].Decodes != "" {
				does = "decodes as"
			}
			rows = append(rows, []string{"  " + list[i].ID, does, list[i].Encodes + list[i].Decodes})
		}
		b.WriteString(term.Columns(rows))
	}
	return b.String()
}

// familiesOf returns dialects by family, families in the order in which they
// begin.
func familiesOf(list []*dialect.Dialect) [][]*dialect.Dialect {
	var groups [][]*dialect.Dialect
	index := map[string]int{}
	for _, d := range list {
		i, ok := index[d.Family()]
		if !ok {
			i = len(groups)
			index[d.Family()] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], d)
	}
	return groups
}

// titled returns a line for each name and title, or two where the name is long.
func titled(s Style, rows [][2]string) string {
	const most = 36
	column := 0
	for _, row := range rows {
		column = max(column, min(term.Width(row[0]), most))
	}
	var b term.Builder
	for _, row := range rows {
		if term.Width(row[0]) > column {
			b.WriteString(row[0] + "\n" + term.Pad("", column+2))
		} else {
			b.WriteString(term.Pad(row[0], column+2))
		}
		b.WriteString(s.WrapText(row[1], column+2) + "\n")
	}
	return b.String()
}
