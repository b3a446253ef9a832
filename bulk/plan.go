package bulk

import (
	"bytes"
	"io"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"github.com/pct-encoded/percent/internal/kernel"
)

// A column is one that the operation applies to.
type column struct {
	name  string // as messages show it
	index int    // index of the field in its row
	slot  int    // index in Table.Columns
}

// A plan is a table whose columns have been found in a source.
type plan struct {
	*Table
	delim     byte
	fieldEnds *kernel.Set // the delimiter and LF
	special   *kernel.Set // bytes that a field can contain only quoted or escaped
	columns   []column    // in the order of the fields
	width     int         // number of fields in the header, or in the first row
	header    []byte      // the header row, without its line end
	added     []byte      // the same with the names of the added columns
	tree      *node       // the JSON members to look for
	groups    []column    // of Match, in the order of the groups
}

// plan returns a plan whose columns are still to be found, and a reader of the rows.
func (j *Job) plan(r io.Reader, name string) (*plan, *rowReader) {
	p := &plan{Table: j.Table, delim: j.Table.delimiter()}
	p.fieldEnds = kernel.SetOf(p.delim, '\n')
	switch p.Format {
	case CSV:
		p.special = kernel.SetOf(p.delim, '"', '\r', '\n')
	case TSV:
		p.special = kernel.SetOf(p.delim, '\\', '\t', '\r', '\n')
	case JSONLines:
		p.delim, p.special = '\n', jsonSpecial
	default:
		// A line of text can contain a tab unescaped.
		p.delim = '\n'
		p.special = kernel.SetOf('\\', '\r', '\n')
	}
	return p, &rowReader{r: r, j: j, source: name, cutter: cutter{quotes: p.Format == CSV, delim: p.delim}}
}

// begin finds the columns, and reads and writes the header. It returns the number of
// header rows, 0 or 1.
func (p *plan) begin(in *rowReader, out *gluedWriter, op *Operation, stats *Stats, offset *int64) (int64, error) {
	switch p.Format {
	case JSONLines:
		return 0, p.members(in)
	case Matches:
		return 0, p.groupsOf(in.source)
	case WholeLines:
		p.groups = []column{{}}
		return 0, nil
	}
	head, err := in.next(nil, 64<<10, 0, nil)
	if err != nil {
		return 0, err
	}
	in.unread(head)
	if len(head) == 0 {
		return 0, nil
	}
	// The first row alone.
	end := 0
	for end < len(head) && head[end] != '\n' {
		if p.Format == CSV {
			if end = csvField(head, end, p.fieldEnds); end < len(head) && head[end] == p.delim {
				end++
			}
		} else if end = bytes.IndexByte(head, '\n'); end < 0 {
			end = len(head)
		}
	}
	text, tail := head[:end], head[end:min(end+1, len(head))]
	if n := len(text); n > 0 && text[n-1] == '\r' && len(tail) > 0 {
		text, tail = head[:n-1], head[n-1:end+1]
	}
	header, guessed, err := p.fields(in.source, text)
	if err != nil {
		return 0, err
	}
	if first := p.columns[0]; p.width == 1 && first.index == 0 && in.j.Policy == Null && len(p.Into) == 0 && !op.framed {
		return 0, &ColumnError{Source: in.source, Column: first.name, Reason: OnlyColumn}
	}
	stats.Table.Guessed = stats.Table.Guessed || guessed
	if !header {
		return 0, nil
	}
	in.rest = bytes.Clone(in.rest[len(text)+len(tail):])
	*offset += int64(len(text) + len(tail))
	stats.Table.Header++
	stats.Records++
	if out.header == nil {
		out.header = p.header
		if !op.framed {
			if len(p.Into) > 0 {
				text = p.added
			}
			stats.Unended = len(tail) == 0
			if err := out.write(text); err != nil {
				return 1, err
			}
			return 1, out.write(tail)
		}
	} else if !bytes.Equal(out.header, p.header) {
		return 0, &ColumnError{Source: in.source, Reason: OtherHeader}
	}
	return 1, nil
}

// number returns the index of a column whose name is a number.
func number(name string) (int, bool) {
	n, err := strconv.Atoi(name)
	return n - 1, err == nil && n > 0 && name[0] != '+'
}

// fields finds the columns by the first row of a source. It reports whether that row
// is a header, and whether this was guessed.
func (p *plan) fields(source string, row []byte) (header bool, guessed bool, err error) {
	if p.width = p.countFields(row); p.width > MaxColumns {
		return false, false, &ColumnsError{Source: source}
	}
	names := p.names(row)
	numbers := true
	for _, c := range p.Columns {
		_, is := number(c)
		numbers = numbers && is
	}
	switch header = p.Header == HeaderYes; {
	case p.Header != HeaderAuto:
	case !numbers:
		header = true
	default:
		header, guessed = looksLikeHeader(names), true
	}
	bad := func(name string, why ColumnReason) (bool, bool, error) {
		e := &ColumnError{Source: source, Column: name, Reason: why}
		if header {
			e.Names = names
		}
		return header, guessed, e
	}
	p.columns = p.columns[:0]
	for slot, name := range p.Columns {
		i := -1
		if header {
			i = slices.Index(names, name)
		}
		if i >= 0 && slices.Contains(names[i+1:], name) {
			return bad(name, SeveralColumns)
		}
		if i < 0 {
			n, is := number(name)
			switch {
			case !is && header:
				return bad(name, NoSuchColumn)
			case !is:
				return bad(name, NoHeader)
			case n >= p.width && header:
				return bad(name, TooLargeANumber)
			}
			if i = n; header {
				name = names[i]
			}
		}
		if slices.ContainsFunc(p.columns, func(c column) bool { return c.index == i }) {
			return bad(name, ColumnTwice)
		}
		p.columns = append(p.columns, column{name, i, slot})
	}
	sort.Slice(p.columns, func(i, j int) bool { return p.columns[i].index < p.columns[j].index })
	if !header {
		return header, guessed, nil
	}
	p.header = bytes.Clone(row)
	p.added = bytes.Clone(row)
	for _, name := range p.Into {
		if slices.Contains(names, name) {
			return bad(name, ColumnExists)
		}
		p.added = append(p.added, p.delim)
		from := len(p.added)
		p.added = append(p.added, name...)
		switch {
		case p.Format == CSV:
			p.added = quoteWhere(p.added, from, p.special)
		case kernel.Index(p.special, p.added[from:]) < len(name):
			p.added = appendEscaped(p.added[:from], []byte(name), p.delim)
		}
	}
	return header, guessed, nil
}

// field returns the end of the field that begins at row[at:].
func (p *plan) field(row []byte, at int) int {
	if p.Format == CSV {
		return csvField(row, at, p.fieldEnds)
	}
	if i := bytes.IndexByte(row[at:], p.delim); i >= 0 {
		return at + i
	}
	return len(row)
}

// countFields returns the number of fields of a row, or MaxColumns+1 if there are more.
func (p *plan) countFields(row []byte) int {
	count := 1
	for at := p.field(row, 0); at < len(row) && count <= MaxColumns; at = p.field(row, at+1) {
		count++
	}
	return count
}

// names returns the text of each field of a row.
func (p *plan) names(row []byte) []string {
	names := make([]string, 0, p.width)
	for at := 0; ; {
		end := p.field(row, at)
		text := row[at:end]
		if p.Format == CSV {
			text = unquote(nil, text)
		}
		names = append(names, string(text))
		if end >= len(row) {
			return names
		}
		at = end + 1
	}
}

// isWord reports whether name looks like the name of a column: a letter or '_',
// then letters, numbers, '_', '-' and spaces.
func isWord(name string) bool {
	for i, r := range name {
		switch {
		case r == '_', unicode.IsLetter(r):
		case i > 0 && (r == ' ' || r == '-' || unicode.IsNumber(r)):
		default:
			return false
		}
	}
	return name != ""
}

// looksLikeHeader reports whether all fields of a row are distinct words.
func looksLikeHeader(names []string) bool {
	for _, name := range names {
		if !isWord(name) {
			return false
		}
	}
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		seen[name] = true
	}
	return len(seen) == len(names)
}

// sampleSize is how many bytes of JSON are searched for the named members.
const sampleSize = 1 << 20

// members makes the tree of the members to look for, and checks that the first rows
// have those that are named directly, and none with a name to add.
func (p *plan) members(in *rowReader) error {
	p.tree = &node{}
	p.columns = make([]column, len(p.Columns))
	named := map[string]bool{}
	for i, name := range p.Columns {
		p.columns[i] = column{name, i, i}
		n := p.tree.add(pointerPath(name))
		if n.column != nil {
			return &ColumnError{Source: in.source, Column: name, Reason: ColumnTwice}
		}
		n.column = &p.columns[i]
		if len(p.Into) == 0 {
			path := pointerPath(name)
			path[len(path)-1] += base64Suffix
			p.tree.add(path).base64 = &p.columns[i]
		}
		if !strings.HasPrefix(name, "/") {
			named[name] = true
		}
	}
	for i, name := range p.Into {
		n := p.tree.add([]string{name})
		if n.column != nil {
			return &ColumnError{Source: in.source, Column: name, Reason: ColumnExists}
		}
		n.added = &p.columns[i]
		p.tree.add([]string{name + base64Suffix}).base64 = &p.columns[i]
	}
	if in.j.found {
		return nil
	}
	// Read rows until all of them were found, up to sampleSize.
	const mostNames = 1000 // that an error suggests
	var seen []string
	known := map[string]bool{}
	looked := 0
	exists := ""
	look := func(text []byte) bool {
		for looked < len(text) && (len(named) > 0 || looked == 0) {
			row, _, _ := bytes.Cut(text[looked:], newline)
			looked = min(looked+len(row)+1, len(text))
			memberNames(row, func(name []byte) {
				if known[string(name)] {
					return
				}
				if len(known) < mostNames {
					known[string(name)] = true
					seen = append(seen, string(name))
				}
				if exists == "" && slices.Contains(p.Into, string(name)) {
					exists = string(name)
				}
				delete(named, string(name))
			})
		}
		return len(named) == 0
	}
	head, err := in.next(nil, sampleSize, 0, look)
	if err != nil {
		return err
	}
	look(head)
	in.unread(head)
	for _, name := range p.Columns {
		if named[name] && len(seen) > 0 {
			return &ColumnError{Source: in.source, Column: name, Reason: NoSuchMember, Names: seen}
		}
	}
	if exists != "" {
		return &ColumnError{Source: in.source, Column: exists, Reason: ColumnExists}
	}
	return nil
}

// groupsOf finds the groups of the regular expression that are columns.
func (p *plan) groupsOf(source string) error {
	names := p.Match.SubexpNames()
	p.groups = p.groups[:0]
	for _, name := range p.Columns {
		if name == "" || !slices.Contains(names, name) {
			return &ColumnError{Source: source, Column: name, Reason: NoSuchGroup, Names: slices.DeleteFunc(slices.Clone(names), func(s string) bool { return s == "" })}
		}
	}
	for i, name := range names {
		if name != "" && (len(p.Columns) == 0 || slices.Contains(p.Columns, name)) {
			p.groups = append(p.groups, column{name: name, index: i})
		}
	}
	return nil
}
