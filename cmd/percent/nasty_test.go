//go:build unix

package main

import (
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// A nasty table is one whose fields mean something else to databases if they are
// written carelessly.
type nasty struct {
	rows  [][]*string // nil for NULL
	lines []string    // the same as CSV, percent-encoded
}

// nastyPieces are what fields consist of: UTF-8 without NUL, as databases ask for.
var nastyPieces = []string{
	`\.`, `\N`, `\`, ".", "N", `"`, `""`, ",", "\n", "\r\n", "\r", "\t", ";", "'", "%", "%41", "+", " ", "é", "\u2028", "\uFEFF", "\x01", "\x1A", "\x7F",
	"NULL", "null", "#", "--", "a", "EOF", "\\n", "{", "=1+1",
}

// nastyTable returns a table of so many columns and rows. Only a table of several
// columns has nulls: in one column, a null is a blank line.
func nastyTable(r *rand.Rand, width, rows int) nasty {
	var n nasty
	for range rows {
		var row []*string
		var fields []string
		for range width {
			if width > 1 && r.IntN(8) == 0 {
				row, fields = append(row, nil), append(fields, "")
				continue
			}
			var text strings.Builder
			for range []int{0, 1, 1, 1, 2, 3, 5}[r.IntN(7)] {
				text.WriteString(nastyPieces[r.IntN(len(nastyPieces))])
			}
			s := text.String()
			row, fields = append(row, &s), append(fields, nastyField(r, s))
		}
		n.rows, n.lines = append(n.rows, row), append(n.lines, strings.Join(fields, ","))
	}
	return n
}

// nastyField returns a field that decodes to text. All octets or some are escaped.
func nastyField(r *rand.Rand, text string) string {
	var b strings.Builder
	often := r.IntN(4)
	for i := range len(text) {
		if c := text[i]; c == '%' || r.IntN(3) < often {
			fmt.Fprintf(&b, []string{"%%%02X", "%%%02x"}[r.IntN(2)], c)
		} else {
			b.WriteByte(c)
		}
	}
	field := b.String()
	if field == "" || slices.Contains([]string{`\.`, `\N`}, field) || strings.ContainsAny(field, "\",\r\n") || r.IntN(8) == 0 {
		field = `"` + strings.ReplaceAll(field, `"`, `""`) + `"`
	}
	return field
}

// encoded returns the table as CSV.
func (n nasty) encoded() []byte { return []byte(strings.Join(n.lines, "\n") + "\n") }

// hex returns the fields in hexadecimal, a line a row, with null for NULL.
func (n nasty) hex(between string) string {
	var lines []string
	for _, row := range n.rows {
		var fields []string
		for _, f := range row {
			if f == nil {
				fields = append(fields, "null")
			} else {
				fields = append(fields, hex.EncodeToString([]byte(*f)))
			}
		}
		lines = append(lines, strings.Join(fields, between))
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}
