package parquet

import (
	"encoding/binary"
	"io"
	"reflect"
	"slices"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// A table is the output file.
type table struct {
	writer *parquet.GenericWriter[any]
	out    *tail
	// schema goes into the footer: for the columns of the source, it is a copy. The
	// schema of the writer is equivalent, but lacks elements that the library does not
	// support.
	schema []format.SchemaElement
}

// newTable begins a file with the columns of the source and one column for each name
// of into.
func newTable(w io.Writer, source *parquet.File, columns []column, into []string) (*table, error) {
	meta := source.Metadata()
	t := &table{out: &tail{w: w}, schema: slices.Clone(meta.Schema)}
	elements := leaves(meta.Schema)
	root := &field{Field: source.Root()}
	root.fields = fieldsOf(source.Root(), meta)
	for slot, name := range into {
		i := slices.IndexFunc(columns, func(c column) bool { return c.target == len(elements)+slot })
		c := columns[i]
		e := format.SchemaElement{Name: name}
		e.Type.Set(format.ByteArray)
		e.RepetitionType.Set(format.Optional)
		leaf := parquet.Leaf(parquet.ByteArrayType)
		if c.utf8 {
			leaf = parquet.String()
			e.ConvertedType.Set(deprecated.UTF8)
			e.LogicalType.Value = &format.StringType{}
		}
		t.schema = append(t.schema, e)
		root.fields = append(root.fields, &added{parquet.Optional(leaf), name, encodingOf(meta, c.leaf, &elements[c.leaf])})
	}
	t.schema[0].NumChildren.Set(int32(len(root.fields)))
	size := max(8<<10, min(pageSize, pagesSize/max(1, len(elements))))
	options := []parquet.WriterOption{
		parquet.NewSchema(source.Root().Name(), root),
		parquet.PageBufferSize(size),
		parquet.DataPageStatistics(false), // the column index has them
	}
	for _, kv := range meta.KeyValueMetadata {
		if len(into) == 0 || !describesSchema(kv.Key) {
			options = append(options, parquet.KeyValueMetadata(kv.Key, kv.Value))
		}
	}
	config, err := parquet.NewWriterConfig(options...)
	if err != nil {
		return nil, err
	}
	config.DictionaryMaxBytes = dictionarySize
	t.writer = parquet.NewGenericWriter[any](t.out, config)
	return t, nil
}

// describesSchema reports whether a program keeps its own description of the columns
// under this key. It would ignore added columns that are not in the description, or
// reject the file.
func describesSchema(key string) bool {
	switch key {
	case "ARROW:schema", "org.apache.spark.sql.parquet.row.metadata", "parquet.avro.schema", "avro.schema", "iceberg.schema":
		return true
	}
	return false
}

// A field is a field of the source with the encoding that it is written in.
type field struct {
	parquet.Field
	fields   []parquet.Field
	encoding encoding.Encoding
}

func (f *field) Fields() []parquet.Field     { return f.fields }
func (f *field) Encoding() encoding.Encoding { return f.encoding }
func (f *field) Compression() compress.Codec { return codec() }

func fieldsOf(c *parquet.Column, meta *format.FileMetaData) []parquet.Field {
	var fields []parquet.Field
	elements := leaves(meta.Schema)
	for _, child := range c.Columns() {
		f := &field{Field: child, fields: fieldsOf(child, meta)}
		if child.Leaf() {
			f.encoding = encodingOf(meta, child.Index(), &elements[child.Index()])
		}
		fields = append(fields, f)
	}
	return fields
}

// An added field is a new column for results.
type added struct {
	parquet.Node
	name     string
	encoding encoding.Encoding
}

func (f *added) Name() string                { return f.name }
func (f *added) Encoding() encoding.Encoding { return f.encoding }
func (f *added) Compression() compress.Codec { return codec() }

// Value is not called: it is for rows that are Go values.
func (f *added) Value(base reflect.Value) reflect.Value { return base.FieldByName(f.name) }

// encodingOf returns the encoding to write a column in: the one of the first row group
// of the source, if it suits the type.
func encodingOf(meta *format.FileMetaData, leaf int, e *format.SchemaElement) encoding.Encoding {
	typ := e.Type.V
	if len(meta.RowGroups) == 0 || typ == format.Boolean {
		return &parquet.Plain
	}
	used := meta.RowGroups[0].Columns[leaf].MetaData.Encoding
	for _, other := range []struct {
		encoding encoding.Encoding
		types    []format.Type
	}{
		{&parquet.DeltaBinaryPacked, []format.Type{format.Int32, format.Int64}},
		{&parquet.DeltaLengthByteArray, []format.Type{format.ByteArray}},
		{&parquet.DeltaByteArray, []format.Type{format.ByteArray, format.FixedLenByteArray}},
		{&parquet.ByteStreamSplit, []format.Type{format.Float, format.Double}},
	} {
		if slices.Contains(used, other.encoding.Encoding()) && slices.Contains(other.types, typ) {
			return other.encoding
		}
	}
	//lint:ignore SA1019 old writers use it
	if slices.Contains(used, format.RLEDictionary) || slices.Contains(used, format.PlainDictionary) {
		return &parquet.RLEDictionary
	}
	return &parquet.Plain
}

// A tail is a writer that holds back everything that is written once cut is set.
type tail struct {
	w    io.Writer
	n    int64 // number of bytes written to w
	cut  bool
	held []byte
}

func (t *tail) Write(p []byte) (int, error) {
	if t.cut {
		t.held = append(t.held, p...)
		return len(p), nil
	}
	n, err := t.w.Write(p)
	t.n += int64(n)
	return n, err
}

// A footer is followed by its length, and the magic bytes.
const (
	magic     = "PAR1"
	footerEnd = 4 + len(magic)
)

// boundSize limits the length of the minimum and maximum of a column in a footer, in
// bytes. Values may have 64 MiB.
const boundSize = 1 << 10

// close writes the end of the file: the page indexes that are correct, and the
// footer with t.schema.
func (t *table) close() error {
	t.out.cut = true
	if err := t.writer.Close(); err != nil {
		return err
	}
	meta := *t.writer.File().Metadata()
	meta.Schema = t.schema
	held, end := t.out.held, []byte(nil)
	length := int64(binary.LittleEndian.Uint32(held[len(held)-footerEnd:]))
	begin := int64(len(held)-footerEnd) - length // of the footer; without row groups, nothing comes before it
	if len(meta.RowGroups) > 0 {
		begin = meta.RowGroups[0].Columns[0].ColumnIndexOffset - t.out.n
	}
	end = append(end, held[:begin]...)
	move := func(offset *int64, length int32) {
		from := *offset - t.out.n
		*offset = t.out.n + int64(len(end))
		end = append(end, held[from:from+int64(length)]...)
	}
	elements := leaves(t.schema)
	for _, g := range meta.RowGroups {
		for i := range g.Columns {
			c := &g.Columns[i]
			s := &c.MetaData.Statistics
			ordered := isOrdered(&elements[i])
			if ordered {
				move(&c.ColumnIndexOffset, c.ColumnIndexLength)
			} else {
				c.ColumnIndexOffset, c.ColumnIndexLength = 0, 0
			}
			if !ordered || len(s.MinValue) > boundSize || len(s.MaxValue) > boundSize {
				s.MinValue, s.MaxValue = nil, nil
			}
		}
	}
	for _, g := range meta.RowGroups {
		for i := range g.Columns {
			move(&g.Columns[i].OffsetIndexOffset, g.Columns[i].OffsetIndexLength)
		}
	}
	footer, err := thrift.Marshal(new(thrift.CompactProtocol), &meta)
	if err != nil {
		return err
	}
	end = append(end, footer...)
	end = binary.LittleEndian.AppendUint32(end, uint32(len(footer)))
	_, err = t.out.w.Write(append(end, magic...))
	return err
}

// isOrdered reports whether the writer can order the values of a type. If it cannot,
// its minima and maxima would be wrong, and readers would skip rows.
func isOrdered(e *format.SchemaElement) bool {
	if e.Type.V == format.Int96 || e.ConvertedType.Valid && e.ConvertedType.V == deprecated.Interval {
		return false
	}
	bytes := e.Type.V == format.ByteArray || e.Type.V == format.FixedLenByteArray
	switch e.LogicalType.Value.(type) {
	case nil:
		return !e.ConvertedType.Valid || !bytes || mustBeUTF8(e) || e.ConvertedType.V == deprecated.Json || e.ConvertedType.V == deprecated.Bson
	case *format.StringType, *format.EnumType, *format.JsonType, *format.BsonType, *format.UUIDType,
		*format.DateType, *format.TimeType, *format.TimestampType, *format.IntType:
		return true
	case *format.DecimalType:
		return !bytes
	}
	return false
}
