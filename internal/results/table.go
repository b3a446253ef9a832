package results

import (
	"encoding/csv"
	"fmt"
	"strings"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/cli/term"
)

// A tableJSON is what a dialect writes for some octets. `percent schema table` describes it.
type tableJSON struct {
	Name       string      `json:"name"`
	ID         string      `json:"id"`
	Kind       string      `json:"kind"`
	Characters []tableCell `json:"characters"`
}

type tableCell struct {
	Input  string  `json:"input"`
	Output *string `json:"output,omitempty"`
	Equal  bool    `json:"equal"`
	Reason string  `json:"reason,omitempty"`
}

// tablesJSON returns the views of tables of dialects, for those octets. names are those that
// the dialects were asked for by.
func tablesJSON(names, ids []string, tables []*dialect.Table, octets []byte) []tableJSON {
	var list []tableJSON
	for i, table := range tables {
		v := tableJSON{Name: names[i], ID: ids[i], Kind: "dialect"}
		for _, c := range octets {
			cell := tableCell{Input: string([]byte{c}), Equal: table.Kept(c)}
			if err := table[c].Err; err != nil {
				cell.Reason = string(Refusal(err).Reason)
			} else {
				cell.Output = &table[c].Output
			}
			v.Characters = append(v.Characters, cell)
		}
		list = append(list, v)
	}
	return list
}

// An Extent says which octets a Table has.
type Extent int8

// Extents.
const (
	Punctuation Extent = iota // the space, and the punctuation characters of ASCII
	Printable                 // the printable characters of ASCII
	AllOctets                 // all 256, named by their hexadecimal digits
)

// A Form says how the page of a Table is written.
type Form int8

// Forms.
const (
	Rows     Form = iota // a row for each octet
	Matrix               // a line for each dialect, and a column for each punctuation character
	Markdown             // a row for each octet, in Markdown
	CSV                  // a row for each octet, as CSV
)

// A Table is what dialects write for octets.
type Table struct {
	Form
	extent Extent
	names  []string
	ids    []string
	tables []*dialect.Table
	octets []byte
	values bool
}

// NewTable returns the table of dialects, which were asked for by those names.
func NewTable(names []string, list []*dialect.Dialect, extent Extent) *Table {
	t := &Table{extent: extent, names: names}
	switch extent {
	case Punctuation:
		t.octets = append([]byte{' '}, punctuation()...)
	case Printable:
		t.octets = octetsFrom(' ', '~')
	case AllOctets:
		t.octets = octetsFrom(0x00, 0xFF)
	}
	for _, d := range list {
		t.ids = append(t.ids, d.ID)
		t.tables = append(t.tables, d.Table())
	}
	return t
}

// WithEqual returns t with a column that says which octets its only dialect writes as
// they are.
func (t *Table) WithEqual() *Table {
	more := *t
	more.values = true
	return &more
}

// JSON returns a table for each dialect.
func (t *Table) JSON() any { return tablesJSON(t.names, t.ids, t.tables, t.octets) }

// Page returns the table in its form.
func (t *Table) Page(Style) string {
	switch t.Form {
	case Matrix:
		return t.matrix()
	case Markdown:
		return t.markdown()
	case CSV:
		// Nothing in it is quoted for a terminal.
		var b term.Builder
		_ = csv.NewWriter(&b).WriteAll(t.rows(func(s string) string { return s })) // to memory
		return b.String()
	}
	return term.Columns(t.rows(term.Shown))
}

// The marks of a cell.
const (
	markKept    = "·"
	markEscaped = "%"
	markRefused = "!"
	markOther   = "*"
)

// mark returns the mark for what happens to the characters: markOther if it is not
// the same for all of them.
func mark(t *dialect.Table, chars ...byte) string {
	m := ""
	for _, c := range chars {
		cell := t[c]
		this := markOther
		switch {
		case cell.Err != nil:
			this = markRefused
		case t.Kept(c):
			this = markKept
		case strings.EqualFold(cell.Output, fmt.Sprintf("%%%02X", c)):
			this = markEscaped
		case cell.Output == "+":
			this = "+"
		}
		if m != "" && m != this {
			return markOther
		}
		m = this
	}
	return m
}

// matrix returns a line for each dialect, and a column for each punctuation character.
func (t *Table) matrix() string {
	// What stands together in ASCII stands together here.
	groups := [][]byte{[]byte(" !\"#$%&'()*+,-./"), []byte(":;<=>?@"), []byte("[\\]^_`"), []byte("{|}~")}
	const alphanumeric = "0Aa"
	head := ""
	for _, g := range groups {
		head += string(g) + " "
	}
	rows := [][]string{{"", strings.Replace(head, " ", "␠", 1) + alphanumeric}}
	seen := ""
	for i, table := range t.tables {
		row := ""
		for _, g := range groups {
			for _, c := range g {
				row += mark(table, c)
			}
			row += " "
		}
		row += mark(table, octetsFrom('0', '9')...) + mark(table, octetsFrom('A', 'Z')...) + mark(table, octetsFrom('a', 'z')...)
		seen += row
		rows = append(rows, []string{t.names[i], row})
	}
	legend := ""
	for _, l := range [][2]string{
		{markEscaped, "escaped"}, {markKept, "kept"}, {"+", "written as +"}, {markRefused, "refused"}, {markOther, "something else"},
	} {
		if strings.Contains(seen, l[0]) {
			legend += "   " + l[0] + " " + l[1]
		}
	}
	return term.Columns(rows) + "\n" + strings.TrimLeft(legend, " ") + "   0 A a digits and letters\n"
}

// octetsFrom returns the octets from one to another, both included.
func octetsFrom(from, to int) (chars []byte) {
	for c := from; c <= to; c++ {
		chars = append(chars, byte(c))
	}
	return chars
}

// rows returns the names of the columns, and a row for each character.
func (t *Table) rows(show func(string) string) [][]string {
	rows := [][]string{t.header()}
	for _, c := range t.octets {
		rows = append(rows, t.row(c, show))
	}
	return rows
}

// row returns the name of c, what each dialect writes for it and, with t.values,
// whether that is c itself, each text passed through show.
func (t *Table) row(c byte, show func(string) string) []string {
	name := show(string([]byte{c}))
	if t.extent == AllOctets {
		name = fmt.Sprintf("%02X", c)
	}
	row := []string{name}
	for _, table := range t.tables {
		if err := table[c].Err; err != nil {
			row = append(row, "error: "+string(Refusal(err).Reason))
		} else {
			row = append(row, show(table[c].Output))
		}
	}
	if t.values {
		row = append(row, fmt.Sprint(t.tables[0].Kept(c)))
	}
	return row
}

// header returns the names of the columns.
func (t *Table) header() []string {
	first := "character"
	if t.extent == AllOctets {
		first = "octet"
	}
	if t.values {
		return []string{first, "output", "equal"}
	}
	return append([]string{first}, t.names...)
}

// markdown returns a row for each octet, in Markdown.
func (t *Table) markdown() string {
	show := markdownCode
	if t.extent == AllOctets {
		show = func(s string) string { return markdownCode(term.Shown(s)) }
	}
	var b term.Builder
	for i, row := range t.rows(show) {
		b.WriteString("| " + strings.Join(row, " | ") + " |\n")
		if i == 0 {
			b.WriteString(strings.Repeat("|---", len(row)) + "|\n")
		}
	}
	return b.String()
}

// markdownCode returns s as code in a cell of a table in Markdown.
func markdownCode(s string) string {
	switch {
	case s == "":
		return ""
	case s == " ":
		return "space"
	}
	s = strings.ReplaceAll(s, "|", `\|`)
	if strings.Contains(s, "`") {
		return "`` " + s + " ``"
	}
	return "`" + s + "`"
}
