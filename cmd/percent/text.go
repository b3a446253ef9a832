package main

import (
	"os"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
	"golang.org/x/term"

	"github.com/pct-encoded/percent/internal/excerpt"
)

// pageWidth is how many columns a page of text has, except for words that are longer:
// 80, or what main sets before anything else runs.
var pageWidth = 80

// Limits of it: narrower, no table fits; wider, no line can be read.
const (
	narrowest = 60
	widest    = 160
)

// terminalWidth returns the columns of a page on stdout: what COLUMNS says, or
// those of the terminal that it is, or 80.
func terminalWidth(stdout *os.File) int {
	n, err := strconv.Atoi(os.Getenv("COLUMNS"))
	if err != nil || n <= 0 {
		if n, _, err = term.GetSize(int(stdout.Fd())); err != nil || n <= 0 {
			return 80
		}
	}
	return min(max(n, narrowest), widest)
}

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

// isPrintable reports whether s is text that a terminal can show as it is.
func isPrintable(s string) bool { return excerpt.Printable(s) }

// printable returns a name as it can be shown on one line.
func printable(name string) string { return excerpt.Name(name) }

// quoted returns data as a message quotes it.
func quoted(data string) string { return excerpt.Quoted(data, excerpt.InMessage) }

// shown returns data as a page of text can hold it: as it is where that is
// unmistakable, and otherwise quoted.
func shown(data string) string { return excerpt.Of(data, len(data)) }

// visible returns a character between quotation marks, so that it can be seen.
func visible(s string) string {
	q := strconv.Quote(s)
	if len(q) == len(s)+2 && len(s) == 1 {
		return "'" + s + "'"
	}
	if s == `"` || s == `\` {
		return "'" + s + "'"
	}
	return q
}

// escaped returns a character as Go writes it between quotation marks, in ASCII.
func escaped(r rune) string {
	text := strconv.QuoteToASCII(string(r))
	return text[1 : len(text)-1]
}

// fit returns text, or as much of its beginning as fits that many columns with
// "…" after it.
func fit(text string, columns int) string {
	if within(text, columns) == text {
		return text
	}
	return within(text, columns-1) + "…"
}

// within returns as much of the beginning of text as fits that many columns.
func within(text string, columns int) string { return withinBy(cluster, text, columns) }

// withinBy is within for characters as next finds them: it looks at those that
// fit and at one more, however long the text is.
func withinBy(next func(string) (n, width int), text string, columns int) string {
	end := 0
	for end < len(text) {
		n, width := next(text[end:])
		if columns -= width; columns < 0 {
			break
		}
		end += n
	}
	return text[:end]
}

// cluster returns how many bytes the first character of text is long, marks
// included, and how many columns it takes.
func cluster(text string) (n, width int) {
	if text[0] < utf8.RuneSelf && (len(text) == 1 || text[1] < utf8.RuneSelf) {
		return 1, 1
	}
	first, _, width, _ := uniseg.FirstGraphemeClusterInString(text, -1)
	return len(first), width
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
		pending := 0 // spaces that a cell may follow
		for i, cell := range row {
			if cell != "" && cell != " " {
				for ; pending > 0; pending-- {
					b.WriteByte(' ')
				}
				b.WriteString(cell)
				pending = -width(cell)
			}
			if i < len(widths) {
				pending += widths[i] + 2
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// wrapped returns rows whose last cell goes on below itself, where it stands too
// far to the right to fit a page, and where there is room for a word.
func wrapped(rows [][]string) [][]string {
	const word = 12
	start := 0
	for i := range len(rows[0]) - 1 {
		widest := 0
		for _, row := range rows {
			if i < len(row)-1 {
				widest = max(widest, width(row[i]))
			}
		}
		start += widest + 2
	}
	if pageWidth-start < word {
		return rows
	}
	var all [][]string
	for _, row := range rows {
		last := len(row) - 1
		if start+width(row[last]) <= pageWidth {
			all = append(all, row)
			continue
		}
		for i, line := range strings.Split(wrapText(row[last], start), "\n") {
			if i > 0 {
				row = make([]string, last+1)
			}
			row[last] = strings.TrimLeft(line, " ")
			all = append(all, row)
		}
	}
	return all
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

// rewrap returns paragraphs on lines that fit a page. A list, whose lines are
// indented, stays as it is, with the line in front of it.
func rewrap(text string) string {
	paragraphs := strings.Split(strings.TrimSpace(text), "\n\n")
	for i, p := range paragraphs {
		if !strings.Contains(p, "\n ") {
			paragraphs[i] = wrapText(p, 0)
		}
	}
	return strings.Join(paragraphs, "\n\n")
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
