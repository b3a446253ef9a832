package results

import "github.com/pct-encoded/percent/internal/board"

// Board is what recorded functions do otherwise than the specifications that they name.
type Board struct {
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

// NewBoard returns the view of rows. Inputs and outputs are quoted as in Go; one that is
// missing beside an input was a failure.
func NewBoard(rows []board.Row) Board {
	text := func(s string) *string {
		if s == "" {
			return nil
		}
		return &s
	}
	v := Board{[]boardRow{}}
	for _, r := range rows {
		v.Recorded = append(v.Recorded, boardRow{r.Function, r.Version, r.Specification, r.Section, r.URL, r.Claim, r.Failing, r.Tried, text(r.Input), text(r.Got), text(r.Want)})
	}
	return v
}
