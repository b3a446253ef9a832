package results

import "github.com/pct-encoded/percent/dialect"

// A DialectsDiff is where two dialects differ.
type DialectsDiff struct {
	Names       []string // that were asked for
	Pair        [2]*dialect.Dialect
	Choices     []ChoicePair
	Differences []dialect.Difference
}

// A ChoicePair is a choice that two dialects make differently. The value is
// empty for one that does not make it.
type ChoicePair struct {
	Name string `json:"name"`
	A    string `json:"a"`
	B    string `json:"b"`
}

// NewDialectsDiff compares two dialects, which were asked for by those names.
func NewDialectsDiff(names []string, pair [2]*dialect.Dialect) *DialectsDiff {
	c := &DialectsDiff{Names: names, Pair: pair, Differences: dialect.Diff(pair[0], pair[1])}
	var values [2]map[dialect.Key]string
	var order []dialect.Key
	for i, d := range pair {
		values[i] = map[dialect.Key]string{}
		for _, choice := range comparableChoices(d, pair[0].Encodes() && pair[1].Encodes()) {
			if _, ok := values[0][choice.Key]; !ok || i == 0 {
				order = append(order, choice.Key)
			}
			values[i][choice.Key] = choice.Value
		}
	}
	for _, key := range order {
		a, b := values[0][key], values[1][key]
		if a != b {
			c.Choices = append(c.Choices, ChoicePair{key.String(), a, b})
		}
	}
	return c
}

// comparableChoices returns the choices of d or, unless both dialects encode, those of
// decoding, of which the first is about malformed escapes.
func comparableChoices(d *dialect.Dialect, both bool) []dialect.Choice {
	choices := d.Choices()
	if both {
		return choices
	}
	for i, c := range choices {
		if c.Key == dialect.KeyMalformed {
			return choices[i:]
		}
	}
	return nil
}

// Identical reports whether they do not differ.
func (c *DialectsDiff) Identical() bool { return len(c.Choices) == 0 && len(c.Differences) == 0 }

// Judge reports whether they differ.
func (c *DialectsDiff) Judge() Verdict { return foundIf(!c.Identical()) }

// A dialectsDiff is one in JSON. `percent schema dialects diff` describes it.
type dialectsDiff struct {
	A           string               `json:"a"`
	B           string               `json:"b"`
	Identical   bool                 `json:"identical"`
	Choices     []ChoicePair         `json:"choices"`
	Differences []dialectsDifference `json:"differences"`
}

type dialectsDifference struct {
	Operation string  `json:"operation"`
	Input     string  `json:"input"`
	A         *string `json:"a,omitempty"`
	AReason   string  `json:"a_reason,omitempty"`
	B         *string `json:"b,omitempty"`
	BReason   string  `json:"b_reason,omitempty"`
	Choice    string  `json:"choice,omitempty"`
}

// JSON returns the difference.
func (c *DialectsDiff) JSON() any {
	o := dialectsDiff{A: c.Pair[0].ID, B: c.Pair[1].ID, Identical: c.Identical(), Choices: c.Choices}
	for _, d := range c.Differences {
		x := dialectsDifference{Operation: operationName(d.Decode), Input: d.Input, Choice: d.Choice.String()}
		x.A, x.AReason = outputOrReason(d.A, d.ErrA)
		x.B, x.BReason = outputOrReason(d.B, d.ErrB)
		o.Differences = append(o.Differences, x)
	}
	return o
}

// outputOrReason returns what a dialect made of a text, or why it refused it.
func outputOrReason(output string, err error) (*string, string) {
	if err != nil {
		return nil, string(Refusal(err).Reason)
	}
	return &output, ""
}
