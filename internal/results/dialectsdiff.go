package results

import (
	"fmt"
	"strings"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/pct"
)

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

// Page returns the choices and the texts in which they differ.
func (c *DialectsDiff) Page(s Style) string {
	var b term.Builder
	var rows [][]string
	for i, d := range c.Pair {
		row := []string{string(rune('A' + i)), c.Names[i]}
		if !strings.EqualFold(c.Names[i], d.ID) {
			row[1] += " (" + d.ID + ")"
		}
		rows = append(rows, row)
	}
	b.WriteString(term.Columns(rows))
	if !c.Pair[0].Encodes() || !c.Pair[1].Encodes() {
		b.WriteString("\nOnly decoding is compared.\n")
	}
	if c.Identical() {
		b.WriteString("\nThey are the same.\n")
		return b.String()
	}
	if len(c.Choices) > 0 {
		b.WriteString("\nchoices\n")
	}
	for _, choice := range c.Choices {
		b.WriteString("  " + choice.Name + "\n")
		for i, value := range []string{choice.A, choice.B} {
			if value == "" {
				value = "nothing said"
			}
			b.WriteString("    " + string(rune('A'+i)) + "  " + s.WrapText(value, 7) + "\n")
		}
	}
	b.WriteString(differenceRows("encoding", c.Differences, false))
	b.WriteString(differenceRows("decoding", c.Differences, true))
	return b.String()
}

// differenceRows returns the differences in one operation as lines.
func differenceRows(title string, list []dialect.Difference, decode bool) string {
	rows := [][]string{{"  " + title, "A", "B", "choice"}}
	var run []string // the row that bytes before this one share
	var first, last byte
	flush := func() {
		switch {
		case run == nil:
			return
		case first == last:
			rows = append(rows, run)
		default:
			form := "%02X to %02X"
			if decode && strings.HasPrefix(run[0], "  %") {
				form = "%%%02X to %%%02X"
			}
			run[0] = "  " + fmt.Sprintf(form, first, last)
			rows = append(rows, run)
		}
		run = nil
	}
	var runKey string
	for _, d := range list {
		if d.Decode != decode {
			continue
		}
		row := []string{"  " + term.Shown(d.Input), outcomeText(d.A, d.ErrA), outcomeText(d.B, d.ErrB), d.Choice.String()}
		octet, escaped, single := singleByte(d.Input)
		if !single {
			flush()
			rows = append(rows, row)
			continue
		}
		key := fmt.Sprint(escaped, " ", pattern(d.A, d.ErrA, octet), " ", pattern(d.B, d.ErrB, octet), " ", d.Choice)
		if run != nil && key == runKey && octet == last+1 && !isPrinted(octet) && !isPrinted(last) {
			last = octet
			run[1], run[2] = pattern(d.A, d.ErrA, octet), pattern(d.B, d.ErrB, octet)
			continue
		}
		flush()
		run, runKey, first, last = row, key, octet, octet
	}
	flush()
	if len(rows) == 1 {
		return ""
	}
	return "\n" + term.Columns(rows)
}

func isPrinted(b byte) bool { return b > ' ' && b < 0x7F }

// singleByte reports whether input is one byte or one escape.
func singleByte(input string) (octet byte, escaped, ok bool) {
	switch {
	case len(input) == 1:
		return input[0], false, true
	case len(input) == 3:
		octet, ok = pct.Octet(input)
	}
	return octet, ok, ok
}

// pattern returns what became of a byte, in words that are the same for bytes
// that were dealt with in the same way.
func pattern(result string, err error, octet byte) string {
	switch {
	case err != nil:
		return "error"
	case result == string([]byte{octet}):
		return "itself"
	case result == fmt.Sprintf("%%%02X", octet):
		return "%HH"
	case result == fmt.Sprintf("%%%02x", octet):
		return "%hh"
	case result == string(rune(octet)):
		return "U+00HH"
	}
	return term.Shown(result)
}

// outcomeText returns a result, or the error.
func outcomeText(result string, err error) string {
	if err != nil {
		return "error"
	}
	return term.Shown(result)
}
