package results

import (
	"strconv"

	"github.com/pct-encoded/percent/internal/board"
)

// A boardJSON is what recorded functions do otherwise than the specifications that they name.
type boardJSON struct {
	Recorded []boardRow `json:"recorded"`
}

type boardRow struct {
	Function      string  `json:"function"`
	Version       string  `json:"version"`
	Specification string  `json:"specification"`
	Section       string  `json:"section"`
	URL           string  `json:"url"`
	Claim         string  `json:"claim,omitempty"`
	Failing       int     `json:"failing"`
	Tried         int     `json:"tried"`
	Input         *string `json:"input,omitempty"`
	Got           *string `json:"got,omitempty"`
	Want          *string `json:"want,omitempty"`
}

// JSON returns the rows. Inputs and outputs are quoted as in Go; one that is
// missing beside an input was a failure.
func (rows Board) JSON() any {
	text := func(s string) *string {
		if s == "" {
			return nil
		}
		return &s
	}
	v := boardJSON{[]boardRow{}}
	for _, r := range rows {
		v.Recorded = append(v.Recorded, boardRow{r.Function, r.Version, r.Specification, r.Section, r.URL, r.Claim, r.Failing, r.Tried, text(r.Input), text(r.Got), text(r.Want)})
	}
	return v
}

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
