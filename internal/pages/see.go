package pages

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/results"
)

// See returns groups of functions with what they make of a text.
func See(s term.Style, groups []*results.Group, detail Detail) string {
	most := 3
	if detail == Full {
		most = 0
	}
	columns := 1
	for _, g := range groups {
		columns = max(columns, len(strconv.Itoa(len(g.Functions))))
	}
	var b strings.Builder
	errors := false
	for _, g := range groups {
		if g.Err != nil && !errors {
			errors = true
			b.WriteString(s.Paint("31", "errors") + "\n")
		}
		number := strconv.Itoa(len(g.Functions))
		mark := " "
		if g.Odd {
			mark = s.Warning("!")
		}
		result := s.Bold(term.Shown(g.Output))
		if g.Err != nil {
			result = results.RefusalText(results.Refusal(g.Err))
		}
		b.WriteString(mark + strings.Repeat(" ", columns-len(number)) + number + "  " + result + "\n")
		ids := g.Functions
		if detail != Full {
			ids = oneOfEach(ids)
		}
		names, _ := s.Wrap(ids, strings.Repeat(" ", columns+3), most)
		b.WriteString(names)
	}
	return b.String()
}

// oneOfEach returns ids with the first of each program before the second of any,
// so that the beginning shows many.
func oneOfEach(ids []string) []string {
	place := map[string]int{}
	count := map[string]int{}
	for _, id := range ids {
		program := results.ProgramOf(id)
		place[id] = count[program]
		count[program]++
	}
	ids = slices.Clone(ids)
	slices.SortStableFunc(ids, func(a, b string) int { return cmp.Compare(place[a], place[b]) })
	return ids
}
