package results

import (
	"strconv"

	"github.com/pct-encoded/percent/internal/board"
)

// A Board is what recorded functions do otherwise than the specifications that they name.
type Board []board.Row

// Page returns the rows by specification and section.
func (rows Board) Page(s Style) string {
	p := page{style: s}
	for i := 0; i < len(rows); {
		first := &rows[i]
		if i > 0 {
			p.WriteByte('\n')
		}
		p.WriteString(s.Bold(first.Specification+", section "+first.Section) + "\n  " + first.URL + "\n")
		var follow []string
		for ; i < len(rows) && rows[i].Specification == first.Specification && rows[i].Section == first.Section; i++ {
			r := &rows[i]
			if r.Failing == 0 {
				follow = append(follow, r.Function)
				continue
			}
			p.WriteString("  " + r.Function + ", " + r.Version + ", " + strconv.Itoa(r.Failing) + " of " + strconv.Itoa(r.Tried) + " inputs\n")
			p.WriteString("    " + s.WrapText(example([3]string{r.Input, r.Want, r.Got}, "not"), 4) + "\n")
		}
		if len(follow) > 0 {
			follow[0] = "as demanded: " + follow[0]
			text, _ := s.Wrap(follow, "  ", 0)
			p.WriteString(text)
		}
	}
	return p.String()
}
