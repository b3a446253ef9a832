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

// A Style is the layout and colour of a page of text.
type Style struct {
	Pen
	Columns int // the width of a line; only a longer word exceeds it
}

// The width of a page that is not for a terminal, and the limits: in less, no table
// fits; wider lines are hard to read.
const (
	DefaultColumns = 80
	MinColumns     = 60
	MaxColumns     = 160
)

// columnsOf returns the width of a page on a stream: COLUMNS, the width of the
// terminal, or 80.
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

// A Builder is a [strings.Builder] whose methods are not inlined: pages write at some
// hundreds of places.
type Builder struct{ strings.Builder }

// WriteString adds s.
//
//go:noinline
func (b *Builder) WriteString(s string) { b.Builder.WriteString(s) }

// WriteByte adds c.
//
//go:noinline
func (b *Builder) WriteByte(c byte) error { return b.Builder.WriteByte(c) }

// Width returns how many terminal columns s takes. What a [Pen] adds takes none.
//
//go:noinline
func Width(s string) int {
	n := 0
	for {
		text, after, painted := strings.Cut(s, "\x1b[")
		if n += widthOf(text); !painted {
			return n
		}
		_, s, _ = strings.Cut(after, "m")
	}
}

func widthOf(s string) int {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return uniseg.StringWidth(s)
		}
	}
	return len(s)
}

// Pad returns s padded with spaces to n columns.
func Pad(s string, n int) string {
	return s + strings.Repeat(" ", max(0, n-Width(s)))
}

// Shown returns data for a page of text: as it is if that is unambiguous, and
// otherwise quoted.
//
//go:noinline
func Shown(data string) string { return excerpt.Of(data, len(data)) }

// MaxShort is how many bytes of a text Short shows.
const MaxShort = 60

// Short returns data as Shown does or, if it is long, its beginning and its
// length.
func Short(data string) string {
	if len(data) <= MaxShort {
		return Shown(data)
	}
	return Shown(excerpt.Beginning(data, MaxShort)) + " … (" + Count(int64(len(data)), "byte") + ")"
}

// Character returns a character in quotation marks, made visible.
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

// Typed returns text quoted for a shell, with the escapes of bash and zsh if it
// cannot be typed.
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

// Fit returns text or, if it is too wide, as much of its beginning as fits the
// columns with "…" after it.
func Fit(text string, columns int) string {
	if Within(text, columns) == text {
		return text
	}
	return Within(text, columns-1) + "…"
}

// Within returns as much of the beginning of text as fits the columns.
func Within(text string, columns int) string { return withinBy(cluster, text, columns) }

// withinBy is Within for the characters that next returns. It examines only
// those that fit and one more.
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

// cluster returns the length in bytes of the first character of text, with its
// marks, and how many columns it takes.
func cluster(text string) (n, width int) {
	if text[0] < utf8.RuneSelf && (len(text) == 1 || text[1] < utf8.RuneSelf) {
		return 1, 1
	}
	first, _, width, _ := uniseg.FirstGraphemeClusterInString(text, -1)
	return len(first), width
}

// Columns returns rows as a table with aligned columns, two spaces apart. The
// last column is not padded.
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

// Wrapped returns rows whose last cell is wrapped within its column if it does
// not fit the page, provided that there is room for a word.
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

// narrowed returns rows in which every cell is wrapped within its column: the wider
// columns share the space that the others leave. Words are never broken.
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
		if w > share { // and so are the columns after it
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

// Wrap returns words on indented lines that fit a page, on at most most lines
// unless most is 0. left is the number of words left out.
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
// indented, and the line before it stay as they are.
func (s Style) Rewrap(text string) string {
	paragraphs := strings.Split(strings.TrimSpace(text), "\n\n")
	for i, p := range paragraphs {
		if !strings.Contains(p, "\n ") {
			paragraphs[i] = s.WrapText(p, 0)
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

// WrapText returns text on lines that fit a page, indented by n columns except
// for the first.
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
