package term

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
	"golang.org/x/term"

	"github.com/pct-encoded/percent/internal/excerpt"
)

// A Style is how a page of text is laid out and painted.
type Style struct {
	Pen
	Columns int // that a line takes at most, except for words that are longer
}

// The columns of a page whose output is no terminal, and limits: narrower, no table
// fits; wider, no line can be read.
const (
	DefaultColumns = 80
	MinColumns     = 60
	MaxColumns     = 160
)

// columnsOf returns the columns of a page on a stream: those of the terminal that it is,
// unless COLUMNS says otherwise, or 80.
func columnsOf(stream io.Writer) int {
	file, ok := stream.(*os.File)
	if !ok {
		return DefaultColumns
	}
	n, err := strconv.Atoi(os.Getenv("COLUMNS"))
	if err != nil || n <= 0 {
		if n, _, err = term.GetSize(int(file.Fd())); err != nil || n <= 0 {
			return DefaultColumns
		}
	}
	return min(max(n, MinColumns), MaxColumns)
}

// Width returns how many columns of a terminal s takes.
func Width(s string) int {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return uniseg.StringWidth(s)
		}
	}
	return len(s)
}

// Pad returns s with spaces up to n columns.
func Pad(s string, n int) string {
	return s + strings.Repeat(" ", max(0, n-Width(s)))
}

// Quoted returns data as a message quotes it.
func Quoted(data string) string { return excerpt.Quoted(data, excerpt.InMessage) }

// Shown returns data as a page of text can hold it: as it is where that is
// unmistakable, and otherwise quoted.
func Shown(data string) string { return excerpt.Of(data, len(data)) }

// MaxShort is how much of a text Short shows, in bytes.
const MaxShort = 60

// Short returns data as Shown does, or its beginning and its length.
func Short(data string) string {
	if len(data) <= MaxShort {
		return Shown(data)
	}
	return Shown(excerpt.Beginning(data, MaxShort)) + " … (" + Count(int64(len(data)), "byte") + ")"
}

// Character returns a character between quotation marks, so that it can be seen.
func Character(s string) string {
	q := strconv.Quote(s)
	if len(q) == len(s)+2 && len(s) == 1 {
		return "'" + s + "'"
	}
	if s == `"` || s == `\` {
		return "'" + s + "'"
	}
	return q
}

// Escaped returns a character as Go writes it between quotation marks, in ASCII.
func Escaped(r rune) string {
	text := strconv.QuoteToASCII(string(r))
	return text[1 : len(text)-1]
}

// Typed returns text as a shell takes it: between quotation marks, or, where it
// cannot be typed, as bash and zsh read escapes.
func Typed(text string) string {
	if excerpt.Printable(text) {
		return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
	}
	var b strings.Builder
	b.WriteString("$'")
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '\'' || r == '\\':
			b.WriteString(`\` + string(r))
		case unicode.IsPrint(r) && (r != utf8.RuneError || n > 1):
			b.WriteRune(r)
		default:
			for _, octet := range []byte(text[i : i+n]) {
				fmt.Fprintf(&b, `\%03o`, octet)
			}
		}
		i += n
	}
	return b.String() + "'"
}

// Fit returns text, or as much of its beginning as fits that many columns with
// "…" after it.
func Fit(text string, columns int) string {
	if Within(text, columns) == text {
		return text
	}
	return Within(text, columns-1) + "…"
}

// Within returns as much of the beginning of text as fits that many columns.
func Within(text string, columns int) string { return withinBy(cluster, text, columns) }

// withinBy is Within for characters as next finds them: it looks at those that
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

// Columns returns rows as text whose columns stand below each other, two spaces
// apart. The last one is not padded.
func Columns(rows [][]string) string {
	var widths []int
	for _, row := range rows {
		for i, cell := range row[:len(row)-1] {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], Width(cell))
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
				pending = -Width(cell)
			}
			if i < len(widths) {
				pending += widths[i] + 2
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Wrapped returns rows whose last cell goes on below itself, where it stands too
// far to the right to fit a page, and where there is room for a word.
func (s Style) Wrapped(rows [][]string) [][]string {
	const word = 12
	start := 0
	for i := range len(rows[0]) - 1 {
		widest := 0
		for _, row := range rows {
			if i < len(row)-1 {
				widest = max(widest, Width(row[i]))
			}
		}
		start += widest + 2
	}
	if s.Columns-start < word {
		return s.narrowed(rows)
	}
	var all [][]string
	for _, row := range rows {
		last := len(row) - 1
		if start+Width(row[last]) <= s.Columns {
			all = append(all, row)
			continue
		}
		for i, line := range strings.Split(s.WrapText(row[last], start), "\n") {
			if i > 0 {
				row = make([]string, last+1)
			}
			row[last] = strings.TrimLeft(line, " ")
			all = append(all, row)
		}
	}
	return all
}

// narrowed returns rows of which every cell goes on below itself: the wider columns share
// the room that the others leave. A word is never broken.
func (s Style) narrowed(rows [][]string) [][]string {
	const leastShare = 8
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row[:min(len(row), len(widths))] {
			widths[i] = max(widths[i], Width(cell))
		}
	}
	room := s.Columns - 2*(len(widths)-1)
	for i, w := range slices.Sorted(slices.Values(widths)) {
		share := room / (len(widths) - i)
		if share < leastShare {
			return rows
		}
		if w > share { // so are all that follow
			for k := range widths {
				widths[k] = min(widths[k], share)
			}
			break
		}
		room -= w
	}
	var all [][]string
	for _, row := range rows {
		height := 1
		cells := make([][]string, len(row))
		for i, cell := range row {
			cells[i] = []string{cell}
			if i < len(widths) {
				narrow := s
				narrow.Columns = widths[i]
				cells[i] = strings.Split(narrow.WrapText(cell, 0), "\n")
			}
			height = max(height, len(cells[i]))
		}
		for line := range height {
			below := make([]string, len(row))
			for i := range cells {
				if line < len(cells[i]) {
					below[i] = cells[i][line]
				}
			}
			all = append(all, below)
		}
	}
	return all
}

// Wrap returns words on lines that, indented, fit a page; most is how many
// lines at most, or 0. The second result is how many words were left out.
func (s Style) Wrap(words []string, indent string, most int) (text string, left int) {
	var b strings.Builder
	lines, column := 0, 0
	for i, word := range words {
		if i < len(words)-1 {
			word += ","
		}
		room := s.Columns
		if most > 0 && lines == most && i < len(words)-1 {
			room -= len(" and 1000 more")
		}
		switch n := Width(word); {
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

// Rewrap returns paragraphs on lines that fit a page. A list, whose lines are
// indented, stays as it is, with the line in front of it.
func (s Style) Rewrap(text string) string {
	paragraphs := strings.Split(strings.TrimSpace(text), "\n\n")
	for i, p := range paragraphs {
		if !strings.Contains(p, "\n ") {
			paragraphs[i] = s.WrapText(p, 0)
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

// WrapText returns text on lines that, indented by n columns, fit a page. The
// first line is not indented.
func (s Style) WrapText(text string, n int) string {
	var b strings.Builder
	column := 0
	for word := range strings.FieldsSeq(text) {
		switch w := Width(word); {
		case column == 0:
			b.WriteString(word)
			column = n + w
		case column+1+w > s.Columns:
			b.WriteString("\n" + strings.Repeat(" ", n) + word)
			column = n + w
		default:
			b.WriteString(" " + word)
			column += 1 + w
		}
	}
	return b.String()
}
