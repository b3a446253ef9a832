package parquet

import (
	"slices"
	"strconv"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"

	"github.com/pct-encoded/percent/bulk"
)

// What can be wrong with a column of Parquet, in addition to the reasons of package
// bulk.
const (
	NotText     bulk.ColumnReason = "it does not hold text: only STRING, ENUM and plain BYTE_ARRAY do"
	NotALeaf    bulk.ColumnReason = "it is a group of columns"
	NoNulls     bulk.ColumnReason = "it is required, and cannot hold a null"
	Repeats     bulk.ColumnReason = "it can have several values in a row, but an added column has only one"
	OtherSchema bulk.ColumnReason = "schema differs from that of the first file"
)

// A column is one that the operation applies to.
type column struct {
	name   string // as messages show it
	leaf   int    // its index among the columns that contain values
	utf8   bool   // its values must be UTF-8
	depth  int    // the definition level of a value that is not null
	target int    // the index of the column added for its results, or -1
	into   string // its name
}

// added returns v as a value of the added column.
func (c *column) added(v parquet.Value) parquet.Value {
	level := 1
	if v.IsNull() {
		level = 0
	}
	return v.Level(0, level, c.target)
}

// find finds the columns of the job in a file, in the order of its columns.
func find(source string, file *parquet.File, j *bulk.Job) ([]column, error) {
	var columns []column
	root := file.Root()
	elements := leaves(file.Metadata().Schema)
	for slot, name := range j.Table.Columns {
		bad := func(why bulk.ColumnReason) ([]column, error) {
			return nil, &bulk.ColumnError{Source: source, Column: name, Reason: why, Names: names(root, elements)}
		}
		c, why := lookup(root, name)
		if why != "" {
			return bad(why)
		}
		switch {
		case !c.Leaf():
			return bad(NotALeaf)
		case !isText(&elements[c.Index()]):
			return bad(NotText)
		case slices.ContainsFunc(columns, func(other column) bool { return other.leaf == c.Index() }):
			return bad(bulk.ColumnTwice)
		case len(j.Table.Into) > 0 && c.MaxRepetitionLevel() > 0:
			return bad(Repeats)
		case len(j.Table.Into) == 0 && j.Policy == bulk.Null && !c.Optional():
			return bad(NoNulls)
		}
		target, into := -1, ""
		if len(j.Table.Into) > 0 {
			target, into = len(elements)+slot, j.Table.Into[slot]
		}
		columns = append(columns, column{
			name: shown(c), leaf: c.Index(), utf8: mustBeUTF8(&elements[c.Index()]),
			depth: c.MaxDefinitionLevel(), target: target, into: into,
		})
	}
	for _, name := range j.Table.Into {
		if root.Column(name) != nil {
			return nil, &bulk.ColumnError{Source: source, Column: name, Reason: bulk.ColumnExists}
		}
	}
	slices.SortFunc(columns, func(a, b column) int { return a.leaf - b.leaf })
	return columns, nil
}

// lookup returns the column with that name, number or path, or the reason why there
// is none.
func lookup(root *parquet.Column, name string) (*parquet.Column, bulk.ColumnReason) {
	if path, ok := strings.CutPrefix(name, "/"); ok {
		c := root
		for step := range strings.SplitSeq(path, "/") {
			if c = c.Column(strings.NewReplacer("~1", "/", "~0", "~").Replace(step)); c == nil {
				return nil, bulk.NoSuchColumn
			}
		}
		return c, ""
	}
	if c := root.Column(name); c != nil {
		return c, ""
	}
	n, err := strconv.Atoi(name)
	switch columns := root.Columns(); {
	case err != nil || n <= 0 || name[0] == '+':
		return nil, bulk.NoSuchColumn
	case n > len(columns):
		return nil, bulk.TooLargeANumber
	default:
		return columns[n-1], ""
	}
}

// shown returns the name by which lookup finds a column: a path, except for columns
// of the root.
func shown(c *parquet.Column) string {
	path := c.Path()
	if len(path) == 1 && !strings.HasPrefix(path[0], "/") {
		return path[0]
	}
	var b strings.Builder
	for _, name := range path {
		b.WriteByte('/')
		b.WriteString(strings.NewReplacer("~", "~0", "/", "~1").Replace(name))
	}
	return b.String()
}

// names returns the names of all columns that an operation can be applied to.
func names(c *parquet.Column, elements []format.SchemaElement) []string {
	if c.Leaf() {
		if isText(&elements[c.Index()]) {
			return []string{shown(c)}
		}
		return nil
	}
	var all []string
	for _, child := range c.Columns() {
		all = append(all, names(child, elements)...)
	}
	return all
}

// leaves returns the elements of a schema that contain values.
func leaves(schema []format.SchemaElement) []format.SchemaElement {
	var elements []format.SchemaElement
	for _, e := range schema {
		if e.Type.Valid {
			elements = append(elements, e)
		}
	}
	return elements
}

// mustBeUTF8 reports whether a column is a STRING or an ENUM (LogicalTypes.md of
// Parquet: their octets are UTF-8).
func mustBeUTF8(e *format.SchemaElement) bool {
	switch e.LogicalType.Value.(type) {
	case *format.StringType, *format.EnumType:
		return true
	case nil:
		return e.ConvertedType.Valid && (e.ConvertedType.V == deprecated.UTF8 || e.ConvertedType.V == deprecated.Enum)
	}
	return false
}

// isText reports whether an operation can be applied to a column.
func isText(e *format.SchemaElement) bool {
	return e.Type.V == format.ByteArray && (mustBeUTF8(e) || e.LogicalType.Value == nil && !e.ConvertedType.Valid)
}
