package main

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// pageWidth is how many columns a page of text takes where it can be helped.
const pageWidth = 80

// width returns how many columns of a terminal s takes.
func width(s string) int {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return uniseg.StringWidth(s)
		}
	}
	return len(s)
}

// pad returns s with spaces up to n columns.
func pad(s string, n int) string {
	return s + strings.Repeat(" ", max(0, n-width(s)))
}

// shown returns data as a page of text can hold it: as it is where that is
// unmistakable, and otherwise quoted.
func shown(data string) string {
	plain := data != "" && utf8.ValidString(data) && data[0] != '"' &&
		data[0] != ' ' && data[len(data)-1] != ' ' &&
		!strings.ContainsFunc(data, func(r rune) bool { return !unicode.IsPrint(r) })
	if plain {
		return data
	}
	return strconv.Quote(data)
}

// columns returns rows as text whose columns stand below each other, two spaces
// apart. The last one is not padded.
func columns(rows [][]string) string {
	var widths []int
	for _, row := range rows {
		for i, cell := range row[:len(row)-1] {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], width(cell))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		for i, cell := range row {
			if i < len(row)-1 {
				cell = pad(cell, widths[i]+2)
			}
			row[i] = cell
		}
		b.WriteString(strings.TrimRight(strings.Join(row, ""), " "))
		b.WriteByte('\n')
	}
	return b.String()
}

// wrap returns words on lines that, indented, fit a page; most is how many
// lines at most, or 0. The second result is how many words were left out.
func wrap(words []string, indent string, most int) (text string, left int) {
	var b strings.Builder
	lines, column := 0, 0
	for i, word := range words {
		if i < len(words)-1 {
			word += ","
		}
		room := pageWidth
		if most > 0 && lines == most && i < len(words)-1 {
			room -= len(" and 1000 more")
		}
		switch n := width(word); {
		case column > 0 && column+1+n <= room:
			b.WriteString(" " + word)
			column += 1 + n
		case most > 0 && lines == most:
			left = len(words) - i
			b.WriteString(" and " + strconv.Itoa(left) + " more\n")
			return b.String(), left
		default:
			if column > 0 {
				b.WriteByte('\n')
			}
			b.WriteString(indent + word)
			lines, column = lines+1, len(indent)+n
		}
	}
	if column > 0 {
		b.WriteByte('\n')
	}
	return b.String(), 0
}

// wrapText returns text on lines that, indented by n columns, fit a page. The
// first line is not indented.
func wrapText(text string, n int) string {
	var b strings.Builder
	column := 0
	for word := range strings.FieldsSeq(text) {
		switch w := width(word); {
		case column == 0:
			b.WriteString(word)
			column = n + w
		case column+1+w > pageWidth:
			b.WriteString("\n" + strings.Repeat(" ", n) + word)
			column = n + w
		default:
			b.WriteString(" " + word)
			column += 1 + w
		}
	}
	return b.String()
}
