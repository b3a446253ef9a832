package results

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
