package results

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/internal/cli/term"
)

// Page returns the groups with what they make of the text.
func (v Seen) Page(s Style) string {
	most := 3
	if s.Detail == Full {
		most = 0
	}
	columns := 1
	for _, g := range v.Groups {
		columns = max(columns, len(strconv.Itoa(len(g.Functions))))
	}
	var b strings.Builder
	errors := false
	for _, g := range v.Groups {
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
			result = RefusalText(Refusal(g.Err))
		}
		b.WriteString(mark + strings.Repeat(" ", columns-len(number)) + number + "  " + result + "\n")
		ids := g.Functions
		if s.Detail != Full {
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
		program := ProgramOf(id)
		place[id] = count[program]
		count[program]++
	}
	ids = slices.Clone(ids)
	slices.SortStableFunc(ids, func(a, b string) int { return cmp.Compare(place[a], place[b]) })
	return ids
}
