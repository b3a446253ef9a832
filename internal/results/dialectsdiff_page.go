package results

import (
	"fmt"
	"strings"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/pct"
)

// Page returns the choices and the texts in which they differ.
func (c *DialectsDiff) Page(s Style) string {
	var b strings.Builder
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
