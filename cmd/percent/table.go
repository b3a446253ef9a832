package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/views"
)

func init() { register("table", newTable) }

// classic are the dialects that table compares when none is named.
var classic = []string{
	"whatwg.c0-control", "whatwg.fragment", "whatwg.query", "whatwg.special-query",
	"whatwg.path", "whatwg.userinfo", "whatwg.component", "whatwg.form",
	"oauth1", "js.escape", "js.encodeURI", "js.encodeURIComponent", "http.alpn",
}

func newTable(a *app) *cobra.Command {
	var values, all, markdown, asJSON, asCSV bool
	cmd := &cobra.Command{
		Use:   "table [flags] [NAME...]",
		Short: "which ASCII characters dialects escape",
		Long: `table prints what each dialect writes for the space, for each punctuation character
of ASCII by itself, and for digits, upper-case and lower-case letters. Without names
it compares the eight sets of the URL Standard, OAuth, JavaScript's escape, encodeURI
and encodeURIComponent, and ALPN.

With --values it prints, for every printable character of ASCII, what one dialect
writes and whether that is the character itself. With --all it goes through all 256
octets, named by their hexadecimal digits.`,
		Example: `  percent table
  percent table php.urlencode php.rawurlencode
  percent table --values encodeURIComponent
  percent table --all --csv > table.csv`,
		GroupID: groupKnow,
		RunE: func(cmd *cobra.Command, args []string) error {
			out := cmd.OutOrStdout()
			switch {
			case markdown && asJSON, markdown && asCSV, asJSON && asCSV:
				return term.UsageError("", "--markdown, --json and --csv exclude each other")
			case values && len(args) != 1:
				return term.UsageError("`percent dialects list` lists the names", "%s --values takes one name, not %d", cmd.CommandPath(), len(args))
			}
			t, err := newTableOf(a.ui, args)
			if err != nil {
				return err
			}
			if values {
				t.chars = span(' ', '~')
			}
			if all {
				t.all, t.chars = true, span(0x00, 0xFF)
			}
			switch {
			case asJSON:
				return printJSON(out, views.Tables(t.names, t.ids, t.tables, t.chars))
			case asCSV:
				return t.csv(out, values)
			case markdown:
				_, err = io.WriteString(out, t.markdown(values))
			case values || all:
				_, err = io.WriteString(out, term.Columns(t.rows(values, term.Shown)))
			default:
				_, err = io.WriteString(out, t.matrix())
			}
			return err
		},
		ValidArgsFunction: completeNames(1 << 10),
	}
	f := cmd.Flags()
	f.BoolVar(&values, "values", false, "of one dialect, print each character, its output and whether they are equal")
	f.BoolVar(&all, "all", false, "print a row for each of the 256 octets")
	f.BoolVar(&markdown, "markdown", false, "write a table in Markdown, a row for each character")
	f.BoolVar(&asCSV, "csv", false, "write CSV, a row for each character")
	f.BoolVar(&asJSON, "json", false, "write one JSON array")
	return cmd
}

// An asciiTable is what dialects write for some characters of ASCII, or for all
// octets.
type asciiTable struct {
	all    bool
	names  []string
	ids    []string
	tables []*dialect.Table
	chars  []byte
}

// newTableOf returns the table of the dialects with those names, or of the
// classic ones.
func newTableOf(u *term.UI, names []string) (*asciiTable, error) {
	t := &asciiTable{chars: append([]byte{' '}, punctuation()...)}
	if len(names) == 0 {
		names = classic
	}
	for _, name := range names {
		d, _, err := lookupEncoder(u, name)
		if err != nil {
			return nil, err
		}
		t.names = append(t.names, name)
		t.ids = append(t.ids, d.ID)
		t.tables = append(t.tables, d.Table())
	}
	return t, nil
}

// The marks of a cell.
const (
	markKept    = "·"
	markEscaped = "%"
	markRefused = "!"
	markOther   = "*"
)

// mark returns the mark for what becomes of the characters: markOther if it is not
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

// matrix returns a line for each dialect and a column for each character.
func (t *asciiTable) matrix() string {
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
		row += mark(table, span('0', '9')...) + mark(table, span('A', 'Z')...) + mark(table, span('a', 'z')...)
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

// span returns the octets from one to another, both included.
func span(from, to int) (chars []byte) {
	for c := from; c <= to; c++ {
		chars = append(chars, byte(c))
	}
	return chars
}

// rows returns the names of the columns, and a row for each character.
func (t *asciiTable) rows(values bool, show func(string) string) [][]string {
	rows := [][]string{t.header(values)}
	for _, c := range t.chars {
		rows = append(rows, t.row(c, values, show))
	}
	return rows
}

// row returns the name of c, what each dialect writes for it and, with values,
// whether that is c itself, each text passed through show.
func (t *asciiTable) row(c byte, values bool, show func(string) string) []string {
	name := show(string([]byte{c}))
	if t.all {
		name = fmt.Sprintf("%02X", c)
	}
	row := []string{name}
	for _, table := range t.tables {
		if err := table[c].Err; err != nil {
			row = append(row, "error: "+string(views.Refusal(err).Reason))
		} else {
			row = append(row, show(table[c].Output))
		}
	}
	if values {
		row = append(row, fmt.Sprint(t.tables[0].Kept(c)))
	}
	return row
}

// header returns the names of the columns.
func (t *asciiTable) header(values bool) []string {
	first := "character"
	if t.all {
		first = "octet"
	}
	if values {
		return []string{first, "output", "equal"}
	}
	return append([]string{first}, t.names...)
}

func (t *asciiTable) csv(out io.Writer, values bool) error {
	return csv.NewWriter(out).WriteAll(t.rows(values, func(s string) string { return s }))
}

func (t *asciiTable) markdown(values bool) string {
	show := markdownCode
	if t.all {
		show = func(s string) string { return markdownCode(term.Shown(s)) }
	}
	var b strings.Builder
	for i, row := range t.rows(values, show) {
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
