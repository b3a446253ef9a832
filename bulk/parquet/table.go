package parquet

import (
	"bytes"
	"encoding/binary"
	"io"
	"math"
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
	leaves []*leaf // of the source
	groups []written
}

// A written row group is one of the writer, or a newGroup that is in the file.
type written struct {
	shift int64     // of one of the writer: how far behind its place in the writer's own file it is
	raw   rawStruct // of a newGroup, without its chunks; otherwise nil
	rows  int64
	own   []rawStruct // its ColumnChunks
	pages []*format.OffsetIndex
	index [][]byte
}

// newTable begins a file with the columns of the source and one column for each name
// of into.
func newTable(w io.Writer, source *parquet.File, columns []column, into []string) (*table, error) {
	meta := source.Metadata()
	t := &table{out: &tail{w: w}, schema: slices.Clone(meta.Schema), leaves: leavesOf(source)}
	elements := leaves(meta.Schema)
	root := &field{Field: source.Root()}
	root.fields = fieldsOf(source.Root(), meta, t.leaves)
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
		root.fields = append(root.fields, &added{parquet.Optional(leaf), name, encodingOf(meta, c.leaf, &elements[c.leaf]), compression(t.leaves[c.leaf].codec)})
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
	config.WriteBufferSize = -1 // none: other row groups come between
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
	codec    compress.Codec
}

func (f *field) Fields() []parquet.Field     { return f.fields }
func (f *field) Encoding() encoding.Encoding { return f.encoding }
func (f *field) Compression() compress.Codec { return f.codec }

func fieldsOf(c *parquet.Column, meta *format.FileMetaData, all []*leaf) []parquet.Field {
	var fields []parquet.Field
	elements := leaves(meta.Schema)
	for _, child := range c.Columns() {
		f := &field{Field: child, fields: fieldsOf(child, meta, all)}
		if child.Leaf() {
			f.codec = compression(all[child.Index()].codec)
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
	codec    compress.Codec
}

func (f *added) Name() string                { return f.name }
func (f *added) Encoding() encoding.Encoding { return f.encoding }
func (f *added) Compression() compress.Codec { return f.codec }

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

// A tail is where the writer writes to, between row groups that it does not write. It
// holds back everything once cut is set.
type tail struct {
	w     io.Writer
	total int64 // number of bytes written to w
	n     int64 // how many of them are the writer's
	cut   bool
	held  []byte
}

// Write is for the writer.
func (t *tail) Write(p []byte) (int, error) {
	if t.cut {
		t.held = append(t.held, p...)
		return len(p), nil
	}
	if rest, ok := bytes.CutPrefix(p, []byte(magic)); ok && t.n == 0 && t.total > 0 {
		// The file has begun before.
		t.n = int64(len(magic))
		n, err := t.Write(rest)
		return n + len(magic), err
	}
	n, err := t.between().Write(p)
	t.n += int64(n)
	return n, err
}

// between returns where to write what is not the writer's.
func (t *tail) between() io.Writer { return (*between)(t) }

type between tail

func (t *between) Write(p []byte) (int, error) {
	n, err := t.w.Write(p)
	t.total += int64(n)
	return n, err
}

// commit writes the rows of a worker as a row group.
func (t *table) commit(rows *parquet.ConcurrentRowGroupWriter) error {
	n, err := rows.Commit()
	if err == nil && n > 0 {
		t.groups = append(t.groups, written{shift: t.out.total - t.out.n})
	}
	return err
}

// add writes a row group that is not the writer's. Its copied columns are in the file in.
func (t *table) add(in io.ReaderAt, g *newGroup) error {
	if t.out.total == 0 {
		if _, err := io.WriteString(t.out.between(), magic); err != nil {
			return err
		}
	}
	w := written{rows: g.rows}
	begin := t.out.total
	unpacked := int64(0)
	for i := range g.chunks {
		c := &g.chunks[i]
		at := t.out.total
		if err := c.copyTo(t.out.between(), in); err != nil {
			return err
		}
		meta := c.raw.inner(3).withInt(6, typeI64, c.unpacked).withInt(7, typeI64, c.size).withInt(9, typeI64, at+c.first).without(10, 11)
		if c.dictionary >= 0 {
			meta = meta.withInt(11, typeI64, at+c.dictionary)
		}
		if c.pages != nil {
			for k := range c.pages.PageLocations {
				c.pages.PageLocations[k].Offset += at
			}
		}
		w.own = append(w.own, c.raw.without(4, 5, 6, 7).withInt(2, typeI64, 0).withStruct(3, meta))
		w.pages, w.index = append(w.pages, c.pages), append(w.index, c.index)
		unpacked += c.unpacked
	}
	w.raw = g.raw.without(1, 4).withInt(2, typeI64, unpacked).withInt(3, typeI64, g.rows).withInt(5, typeI64, begin).withInt(6, typeI64, t.out.total-begin)
	t.groups = append(t.groups, w)
	return nil
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
	held := t.out.held
	if t.out.total == 0 {
		// Without row groups the writer's magic bytes are held, too.
		if _, err := io.WriteString(t.out.between(), magic); err != nil {
			return err
		}
	}
	meta := *t.writer.File().Metadata()
	meta.Schema = t.schema
	e := ending{table: t, held: held, groups: meta.RowGroups}
	if err := e.indexes(); err != nil {
		return err
	}
	footer, err := e.footer(&meta)
	if err != nil {
		return err
	}
	e.end = append(e.end, footer...)
	e.end = binary.LittleEndian.AppendUint32(e.end, uint32(len(footer)))
	_, err = t.out.between().Write(append(e.end, magic...))
	return err
}

// An ending makes the end of a file.
type ending struct {
	*table
	held   []byte            // what the writer has written at the end
	groups []format.RowGroup // of the writer
	end    []byte
}

// place appends an index and returns its offset and length.
func (e *ending) place(index []byte) (offset int64, length int32) {
	offset = e.out.total + int64(len(e.end))
	e.end = append(e.end, index...)
	return offset, int32(len(index))
}

// of returns an index that the writer has written.
func (e *ending) of(offset int64, length int32) []byte {
	from := offset - e.out.n
	return e.held[from : from+int64(length)]
}

// indexes makes the indexes of pages: of columns first, then of offsets.
func (e *ending) indexes() error {
	elements := leaves(e.schema)
	next := 0
	for i := range e.table.groups {
		w := &e.table.groups[i]
		if w.raw != nil {
			for k, index := range w.index {
				if index != nil {
					offset, length := e.place(index)
					w.own[k] = w.own[k].withInt(6, typeI64, offset).withInt(7, typeI32, int64(length))
				}
			}
			continue
		}
		for k := range e.groups[next].Columns {
			c := &e.groups[next].Columns[k]
			s := &c.MetaData.Statistics
			ordered := isOrdered(&elements[k])
			if ordered {
				c.ColumnIndexOffset, c.ColumnIndexLength = e.place(e.of(c.ColumnIndexOffset, c.ColumnIndexLength))
			} else {
				c.ColumnIndexOffset, c.ColumnIndexLength = 0, 0
			}
			if !ordered || len(s.MinValue) > boundSize || len(s.MaxValue) > boundSize {
				s.MinValue, s.MaxValue = nil, nil
			}
		}
		next++
	}
	next = 0
	for i := range e.table.groups {
		w := &e.table.groups[i]
		for k, pages := range w.pages {
			if pages == nil {
				continue
			}
			index, err := thrift.Marshal(new(thrift.CompactProtocol), pages)
			if err != nil {
				return err
			}
			offset, length := e.place(index)
			w.own[k] = w.own[k].withInt(4, typeI64, offset).withInt(5, typeI32, int64(length))
		}
		if w.raw != nil {
			continue
		}
		if err := e.shift(&e.groups[next], w.shift); err != nil {
			return err
		}
		next++
	}
	return nil
}

// shift moves a row group of the writer to where it is in the file, and places its indexes
// of offsets.
func (e *ending) shift(g *format.RowGroup, by int64) error {
	if g.FileOffset > 0 {
		g.FileOffset += by
	}
	for k := range g.Columns {
		c := &g.Columns[k]
		for _, offset := range []*int64{&c.FileOffset, &c.MetaData.DataPageOffset, &c.MetaData.DictionaryPageOffset} {
			if *offset > 0 {
				*offset += by
			}
		}
		index := new(format.OffsetIndex)
		if err := thrift.Unmarshal(new(thrift.CompactProtocol), e.of(c.OffsetIndexOffset, c.OffsetIndexLength), index); err != nil {
			return err
		}
		for i := range index.PageLocations {
			index.PageLocations[i].Offset += by
		}
		b, err := thrift.Marshal(new(thrift.CompactProtocol), index)
		if err != nil {
			return err
		}
		c.OffsetIndexOffset, c.OffsetIndexLength = e.place(b)
	}
	return nil
}

// footer returns the footer with all row groups in their order.
func (e *ending) footer(meta *format.FileMetaData) ([]byte, error) {
	b, err := thrift.Marshal(new(thrift.CompactProtocol), meta)
	if err != nil {
		return nil, err
	}
	raw, _, err := readStruct(b)
	if err != nil {
		return nil, err
	}
	writers, groups := raw.list(4), []rawStruct(nil)
	rows := meta.NumRows
	for i, w := range e.table.groups {
		g := w.raw
		if g == nil {
			g, writers = writers[0], writers[1:]
		} else {
			g = g.withList(1, w.own)
			rows += w.rows
		}
		if g = g.without(7); i <= math.MaxInt16 {
			g = g.withInt(7, typeI16, int64(i))
		}
		groups = append(groups, g)
	}
	return raw.withInt(3, typeI64, rows).withList(4, groups).append(nil), nil
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
