package parquet

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"io"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/charset"
)

// Most row groups are not taken apart into rows. The columns that nobody named are copied
// as they are, with their pages, indexes and statistics. Of a named column the values of
// plain pages are replaced, or the words of its dictionary, whose indices are copied. Only
// where rows are dropped, values become nulls, or something is unusual, is a row group
// processed row by row.

// Limits of a row group that is processed by columns.
const (
	// namedSize limits the pages of a named column, as they are in the file.
	namedSize = 32 << 20
	// flawsHeld limits the flaws.
	flawsHeld = 64 << 10
	// indexSize limits an index of pages.
	indexSize = 16 << 20
	// mostWords limits the words of a dictionary, and mostValues the values of a page.
	mostWords  = 1 << 20
	mostValues = 1 << 24
)

// A newGroup is a row group of the result.
type newGroup struct {
	raw    rawStruct // of the source
	rows   int64
	chunks []newChunk
	// What it has besides w.fields.
	stats bulk.Stats
	flaws []bulk.Flaw
}

// A newChunk is a column of a row group of the result. Offsets count from its begin.
type newChunk struct {
	raw        rawStruct // a ColumnChunk with the offsets of the source
	from, size int64     // of what is copied from the source, unless there are
	data       []byte    // pages
	unpacked   int64     // size without compression, with headers
	dictionary int64     // offset of the page with the dictionary, or -1
	first      int64     // offset of the first page with values
	pages      *format.OffsetIndex
	index      []byte // the ColumnIndex
}

// byRows turns processing by columns off, for tests.
var byRows bool

// columnsOf returns the result for a row group, or nil if it has to be processed row by
// row. Damage is left to those who read rows.
func (w *worker) columnsOf(t *task) *newGroup {
	g := &newGroup{raw: t.raw, rows: t.meta.NumRows}
	raw := t.raw.list(1)
	if byRows || w.rows == nil || !t.checked.whole || len(raw) != len(t.meta.Columns) || g.rows == 0 {
		return nil
	}
	for i := range raw {
		c := &t.meta.Columns[i]
		leaf := w.table.leaves[i]
		if raw[i].get(1) != nil || raw[i].get(8) != nil || c.MetaData.Codec != leaf.codec || leaf.repetition == 0 && c.MetaData.NumValues != g.rows {
			return nil // in another file, encrypted, in another codec, or damaged
		}
		g.chunks = append(g.chunks, w.copied(&c.MetaData, raw[i], leaf))
	}
	flawed := 0
	for i := range w.columns {
		c := &w.columns[i]
		r := rewriter{worker: w, task: t, column: c, leaf: w.table.leaves[c.leaf], meta: &t.meta.Columns[c.leaf].MetaData, raw: raw[c.leaf], group: g}
		made, ok := r.chunk()
		if !ok {
			w.tried = nil // its state is lost
			return nil
		}
		if r.flawed {
			// Flaws are told in the order of rows, and a row with several counts once.
			if flawed++; flawed > 1 {
				w.tried = nil
				return nil
			}
		}
		if c.target < 0 {
			g.chunks[c.leaf] = made
			continue
		}
		for len(g.chunks) <= c.target {
			g.chunks = append(g.chunks, newChunk{})
		}
		g.chunks[c.target] = made
	}
	g.stats.Records = g.rows
	return g
}

// copied returns a column that stays as it is.
func (w *worker) copied(m *format.ColumnMetaData, raw rawStruct, leaf *leaf) newChunk {
	begin := chunkBegin(m)
	n := newChunk{raw: raw, from: begin, size: m.TotalCompressedSize, unpacked: m.TotalUncompressedSize, dictionary: -1, first: m.DataPageOffset - begin}
	if m.DictionaryPageOffset > 0 {
		n.dictionary = m.DictionaryPageOffset - begin
	}
	n.pages = w.pageIndex(raw, begin)
	// Without orders of columns in the footer, minima and maxima have no meaning.
	meta := n.raw.inner(3).without(14, 15)
	if !leaf.ordered || !w.ordered {
		if s := meta.inner(12); s != nil {
			meta = meta.withStruct(12, s.without(5, 6, 7, 8))
		}
	} else if n.pages != nil {
		n.index = w.section(raw, 6, 7)
	}
	n.raw = n.raw.withStruct(3, meta)
	return n
}

// section reads a part of the file whose offset and length are fields of raw, or returns
// nil.
func (w *worker) section(raw rawStruct, offset, length int16) []byte {
	at, ok := raw.int(offset)
	size, _ := raw.int(length)
	if !ok || at <= 0 || size <= 0 || size > indexSize || at > w.size-size {
		return nil
	}
	b := make([]byte, size)
	if n, _ := w.counted.ReadAt(b, at); n < len(b) {
		return nil
	}
	if c := (compact{b}); c.skip(typeStruct, 0) != nil {
		return nil
	}
	return b
}

// pageIndex returns the OffsetIndex of a column, whose offsets count from begin, or nil.
func (w *worker) pageIndex(raw rawStruct, begin int64) *format.OffsetIndex {
	b := w.section(raw, 4, 5)
	index := new(format.OffsetIndex)
	if b == nil || thrift.Unmarshal(new(thrift.CompactProtocol), b, index) != nil {
		return nil
	}
	for i := range index.PageLocations {
		index.PageLocations[i].Offset -= begin
	}
	return index
}

// A rewriter makes a column of results.
type rewriter struct {
	*worker
	task   *task
	column *column
	leaf   *leaf
	meta   *format.ColumnMetaData
	raw    rawStruct
	group  *newGroup

	codec   compress.Codec
	out     newChunk
	words   []word
	old     []byte            // the texts of words
	texts   []byte            // their results
	counts  []bulk.TableStats // different ones
	nulls   bool              // the page has nulls
	present []int32           // of a page with nulls, the rows that have a value
	values  int               // how many values of the page are not null
	before  int64             // rows before the page
	flawed  bool
	low     []byte
	high    []byte
	any     bool // low and high are set
}

// buffers are what a worker uses again for the next column.
type buffers struct{ src, unpacked, values, levels, packed []byte }

// A word is an entry of a dictionary.
type word struct {
	old, made place
	times     int64 // how many values there are
	counts    int32 // an index of rewriter.counts: what one value counts
	flawed    bool
	bad       bool // its result is no value
}

// A place is a part of rewriter.old or rewriter.texts.
type place struct{ from, to uint32 }

func (p place) of(b []byte) []byte { return b[p.from:p.to] }

// chunk returns the column, or false if it has to be processed row by row.
func (r *rewriter) chunk() (newChunk, bool) {
	m := r.meta
	if m.TotalCompressedSize > namedSize || r.leaf.codec != m.Codec {
		return newChunk{}, false
	}
	if r.codec = codecOf(m.Codec); r.codec == nil {
		return newChunk{}, false
	}
	if r.tried == nil {
		fields, err := r.j.Fields(r.task.source)
		if err != nil {
			return newChunk{}, false
		}
		r.tried = fields
	}
	begin := chunkBegin(m)
	r.src = slices.Grow(r.src[:0], int(m.TotalCompressedSize))
	src := r.src[:m.TotalCompressedSize]
	if n, _ := r.counted.ReadAt(src, begin); n < len(src) {
		return newChunk{}, false
	}
	r.out = newChunk{dictionary: -1, first: -1}
	old := r.pageIndex(r.raw, begin)
	var pages format.OffsetIndex
	for len(src) > 0 {
		raw, n, err := readStruct(src)
		if err != nil {
			return newChunk{}, false
		}
		var h format.PageHeader
		if thrift.Unmarshal(new(thrift.CompactProtocol), bytes.Clone(src[:n]), &h) != nil || int(h.CompressedPageSize) > len(src)-n || h.CompressedPageSize < 0 || h.UncompressedPageSize < 0 {
			return newChunk{}, false
		}
		body := src[n : n+int(h.CompressedPageSize)]
		src = src[n+len(body):]
		if sum, ok := raw.int(4); ok && uint32(sum) != crc32.ChecksumIEEE(body) {
			return newChunk{}, false
		}
		at := int64(len(r.out.data))
		if !r.one(&h, raw, body) {
			return newChunk{}, false
		}
		if h.Type == format.DictionaryPage {
			r.out.dictionary = at
			continue
		}
		if r.out.first < 0 {
			r.out.first = at
		}
		if i := len(pages.PageLocations); old != nil && i < len(old.PageLocations) {
			pages.PageLocations = append(pages.PageLocations, format.PageLocation{
				Offset: at, CompressedPageSize: int32(int64(len(r.out.data)) - at), FirstRowIndex: old.PageLocations[i].FirstRowIndex,
			})
		} else {
			old = nil
		}
	}
	if old != nil && len(old.PageLocations) == len(pages.PageLocations) {
		r.out.pages = &pages
	}
	for i := range r.words {
		if w := &r.words[i]; w.times > 0 {
			if r.bound(w.made.of(r.texts)); !w.flawed {
				addTimes(&r.group.stats.Table, &r.counts[w.counts], w.times)
			}
		}
	}
	r.out.size = int64(len(r.out.data))
	r.out.raw = r.chunkMeta()
	return r.out, r.out.first >= 0 && (r.leaf.repetition > 0 || r.before == r.group.rows)
}

// chunkMeta returns the ColumnChunk of the result, whose offsets are set later.
func (r *rewriter) chunkMeta() rawStruct {
	meta := r.raw.inner(3).without(14, 15, 16, 17)
	statistics := meta.inner(12).without(1, 2, 4, 5, 6, 7, 8)
	if r.any && r.leaf.ordered && len(r.low) <= boundSize && len(r.high) <= boundSize {
		statistics = statistics.withBytes(5, r.high).withBytes(6, r.low)
	}
	if meta = meta.without(12); len(statistics) > 0 {
		meta = meta.withStruct(12, statistics)
	}
	if c := r.column; c.target >= 0 {
		meta = meta.with(rawField{3, typeList, append(binary.AppendUvarint([]byte{1<<4 | typeBinary}, uint64(len(c.into))), c.into...)}).without(8)
	}
	return rawStruct{}.withStruct(3, meta)
}

// one appends the result for a page.
func (r *rewriter) one(h *format.PageHeader, raw rawStruct, body []byte) bool {
	switch {
	case h.Type == format.DictionaryPage && h.DictionaryPageHeader.Valid && len(r.out.data) == 0:
		return r.dictionary(h, raw, body)
	case h.Type == format.DataPage && h.DataPageHeader.Valid:
		d := &h.DataPageHeader.V
		unpacked, ok := r.unpack(body, int(h.UncompressedPageSize))
		if !ok || d.DefinitionLevelEncoding != format.RLE && r.leaf.definition > 0 || d.RepetitionLevelEncoding != format.RLE && r.leaf.repetition > 0 {
			return false
		}
		at := 0
		if r.leaf.repetition > 0 {
			if _, at, ok = prefixed(unpacked, 0); !ok {
				return false
			}
		}
		var definition []byte
		if from := at; r.leaf.definition > 0 {
			if definition, at, ok = prefixed(unpacked, from); !ok {
				return false
			}
		}
		if !r.read(definition, int(d.NumValues)) {
			return false
		}
		r.levels = append(r.levels[:0], unpacked[:at]...)
		same := true
		if r.column.target >= 0 && r.leaf.definition != 1 {
			same = false
			own := r.definition(int(d.NumValues))
			r.levels = append(binary.LittleEndian.AppendUint32(r.levels[:0], uint32(len(own))), own...)
		}
		return r.data(raw, 5, 5, d.Encoding, body, unpacked[at:], same)
	case h.Type == format.DataPageV2 && h.DataPageHeaderV2.Valid:
		return r.second(h, raw, body)
	}
	return false
}

// second is one for a data page of version 2, whose levels are not compressed.
func (r *rewriter) second(h *format.PageHeader, raw rawStruct, body []byte) bool {
	d := &h.DataPageHeaderV2.V
	rep, def := int(d.RepetitionLevelsByteLength), int(d.DefinitionLevelsByteLength)
	if rep < 0 || def < 0 || rep+def > len(body) || rep+def > int(h.UncompressedPageSize) || d.IsCompressed.Valid && !d.IsCompressed.V {
		return false
	}
	var definition []byte
	if r.leaf.definition > 0 {
		definition = body[rep : rep+def]
	}
	if !r.read(definition, int(d.NumValues)) {
		return false
	}
	unpacked, ok := r.unpack(body[rep+def:], int(h.UncompressedPageSize)-rep-def)
	if !ok {
		return false
	}
	levels, same := body[:rep+def], true
	if r.column.target >= 0 && r.leaf.definition != 1 {
		levels, same = r.definition(int(d.NumValues)), false
		own := raw.inner(8).withInt(5, typeI32, int64(len(levels))).withInt(6, typeI32, 0)
		raw = raw.withStruct(8, own)
	}
	r.levels = append(r.levels[:0], levels...)
	return r.data(raw, 8, 8, d.Encoding, body, unpacked, same)
}

// prefixed returns the levels at a place of a page, and where they end.
func prefixed(page []byte, at int) (levels []byte, end int, ok bool) {
	if len(page)-at < 4 {
		return nil, 0, false
	}
	n := uint64(binary.LittleEndian.Uint32(page[at:]))
	if n > uint64(len(page)-at-4) {
		return nil, 0, false
	}
	end = at + 4 + int(n)
	return page[at+4 : end], end, true
}

// unpack decompresses a page.
func (r *rewriter) unpack(body []byte, size int) ([]byte, bool) {
	if r.meta.Codec == format.Uncompressed {
		return body, len(body) == size
	}
	if size > mostPage {
		return nil, false
	}
	if len(body) == 0 && size == 0 {
		return nil, true
	}
	r.unpacked = slices.Grow(r.unpacked[:0], size)
	out, err := r.codec.Decode(r.unpacked[:size], body)
	if err != nil || len(out) != size {
		return nil, false
	}
	r.unpacked = out
	return out, true
}

// read reads the definition levels of a page of n values.
func (r *rewriter) read(definition []byte, n int) bool {
	r.values, r.nulls, r.present = n, false, r.present[:0]
	if n < 0 || n > mostValues {
		return false
	}
	if r.leaf.definition == 0 {
		return true
	}
	at := int32(0)
	full := uint32(r.leaf.definition)
	r.values = 0
	_, err := eachRun(definition, widthOf(r.leaf.definition), n, func(level uint32, times int) {
		if level != full {
			r.nulls = true
		} else {
			if r.leaf.repetition == 0 {
				for i := range int32(times) {
					r.present = append(r.present, at+i)
				}
			}
			r.values += times
		}
		at += int32(times)
	})
	return err == nil
}

// definition returns the definition levels of an added column, for n rows.
func (r *rewriter) definition(n int) []byte {
	var out []byte
	run := func(from, to int, level byte) {
		if from < to {
			out = append(binary.AppendUvarint(out, uint64(to-from)<<1), level)
		}
	}
	if r.leaf.definition == 0 {
		run(0, n, 1)
		return out
	}
	last, begin := 0, 0 // the rows from begin to last have values
	for _, p := range r.present {
		if int(p) != last {
			run(begin, last, 1)
			run(last, int(p), 0)
			begin = int(p)
		}
		last = int(p) + 1
	}
	run(begin, last, 1)
	run(last, n, 0)
	return out
}

// number returns the number of the row of the i-th value of the page, from 1.
func (r *rewriter) number(i int) int64 {
	if r.leaf.definition > 0 && r.leaf.repetition == 0 {
		i = int(r.present[i])
	}
	return r.task.first + r.before + int64(i) + 1
}

// data appends the result for a page of values, whose header has the struct id. same: the
// levels are those of body.
func (r *rewriter) data(raw rawStruct, id, statistics int16, e format.Encoding, body, values []byte, same bool) bool {
	inner := raw.inner(id)
	n, _ := inner.int(1)
	raw = raw.withStruct(id, inner.without(statistics))
	ok := false
	switch e {
	case format.Plain:
		if values, ok = r.plain(values); !ok {
			return false
		}
	//lint:ignore SA1019 old writers use it
	case format.RLEDictionary, format.PlainDictionary:
		if !r.indices(values) {
			return false
		}
		if same {
			size, _ := raw.int(2)
			r.append(raw, nil, body, int(size))
			r.before += n
			return true
		}
	default:
		return false
	}
	r.before += n
	return r.pack(raw, id, values)
}

// pack appends a page of the levels and values.
func (r *rewriter) pack(raw rawStruct, id int16, values []byte) bool {
	var head []byte // what is not compressed
	packed := values
	size := len(r.levels) + len(values)
	if id == 8 {
		head = r.levels
	} else {
		r.levels = append(r.levels, values...)
		packed = r.levels
	}
	if size > math.MaxInt32/2 {
		return false
	}
	if r.meta.Codec != format.Uncompressed {
		out, err := r.codec.Encode(r.packed[:0], packed)
		if err != nil {
			return false
		}
		r.packed, packed = out, out
	}
	r.append(raw, head, packed, size)
	return true
}

// append appends a page to the result.
func (r *rewriter) append(raw rawStruct, head, packed []byte, size int) {
	raw = raw.withInt(2, typeI32, int64(size)).withInt(3, typeI32, int64(len(head)+len(packed)))
	if raw.get(4) != nil {
		sum := crc32.Update(crc32.ChecksumIEEE(head), crc32.IEEETable, packed)
		raw = raw.withInt(4, typeI32, int64(int32(sum)))
	}
	from := len(r.out.data)
	r.out.data = raw.append(r.out.data)
	r.out.unpacked += int64(len(r.out.data)-from) + int64(size)
	r.out.data = append(append(r.out.data, head...), packed...)
}

// plain returns the results for values of BYTE_ARRAY in the encoding PLAIN.
func (r *rewriter) plain(values []byte) ([]byte, bool) {
	out := r.buffers.values[:0]
	defer func() { r.buffers.values = out }()
	for i := range r.values {
		text, rest, ok := nextText(values)
		if !ok {
			return nil, false
		}
		values = rest
		from := len(out)
		if r.tried.Full() && !r.take() {
			return nil, false
		}
		r.tried.Row(r.number(i))
		made, what := r.worker.append(r.tried, append(out, 0, 0, 0, 0), text, r.column)
		r.tried.End()
		if what == bulk.Nulled || what == bulk.Ended || len(made) > math.MaxInt32/2 {
			return nil, false
		}
		out = made
		binary.LittleEndian.PutUint32(out[from:], uint32(len(out)-from-4))
		r.bound(out[from+4:])
	}
	return out, r.take()
}

// nextText returns the first text of values in the encoding PLAIN.
func nextText(values []byte) (text, rest []byte, ok bool) {
	if len(values) < 4 {
		return nil, nil, false
	}
	n := uint64(binary.LittleEndian.Uint32(values))
	if values = values[4:]; n > uint64(len(values)) {
		return nil, nil, false
	}
	return values[:n], values[n:], true
}

// bound notes a result for the statistics.
func (r *rewriter) bound(b []byte) {
	switch {
	case !r.any:
		r.low, r.high, r.any = bytes.Clone(b), bytes.Clone(b), true
	case bytes.Compare(b, r.low) < 0:
		r.low = append(r.low[:0], b...)
	case bytes.Compare(b, r.high) > 0:
		r.high = append(r.high[:0], b...)
	}
}

// take takes the counts and flaws so far. It reports false if the row group has to be
// processed row by row.
func (r *rewriter) take() bool {
	var s bulk.Stats
	flaws, stop := r.tried.Take(&s)
	s.Records = 0
	if stop != nil || len(r.group.flaws)+len(flaws) > flawsHeld {
		return false
	}
	if len(flaws) > 0 || s.Table.Flawed > 0 {
		if r.flawed = true; r.leaf.repetition > 0 {
			return false // the rows are not known
		}
	}
	r.group.flaws = append(r.group.flaws, flaws...)
	addTimes(&r.group.stats.Table, &s.Table, 1)
	return true
}

// addTimes adds what fields of Parquet count, n times.
func addTimes(to, s *bulk.TableStats, n int64) {
	to.Fields += n * s.Fields
	to.Changed += n * s.Changed
	to.Flawed += n * s.Flawed
	to.Malformed += n * s.Malformed
	to.Rows += n * s.Rows
	to.NotUTF8 += n * s.NotUTF8
	to.StillEncoded += n * s.StillEncoded
	to.Pluses += n * s.Pluses
	to.Newlines += n * s.Newlines
}

// dictionary appends a page with the results for the words of a dictionary.
func (r *rewriter) dictionary(h *format.PageHeader, raw rawStruct, body []byte) bool {
	d := &h.DictionaryPageHeader.V
	//lint:ignore SA1019 old writers use it
	known := d.Encoding == format.Plain || d.Encoding == format.PlainDictionary
	if d.NumValues > mostWords || h.UncompressedPageSize > namedSize || !known {
		return false
	}
	values, ok := r.unpack(body, int(h.UncompressedPageSize))
	if !ok {
		return false
	}
	r.old = bytes.Clone(values)
	rest := r.old
	for range d.NumValues {
		text, next, ok := nextText(rest)
		if !ok {
			return false
		}
		at := uint32(len(r.old) - len(next))
		rest = next
		w := word{old: place{at - uint32(len(text)), at}}
		if !r.word(&w, text) {
			return false
		}
		r.words = append(r.words, w)
	}
	r.levels = r.levels[:0]
	inner := raw.inner(7).without(3) // the results are in another order
	return r.pack(raw.withStruct(7, inner), 7, r.texts)
}

// word appends the result for a word.
func (r *rewriter) word(w *word, text []byte) bool {
	from := len(r.texts)
	r.tried.Row(0)
	made, what := r.worker.append(r.tried, append(r.texts, 0, 0, 0, 0), text, r.column)
	r.tried.End()
	var s bulk.Stats
	flaws, stop := r.tried.Take(&s)
	if stop != nil || len(made) > math.MaxInt32/2 {
		return false // perhaps of a word that no row has
	}
	w.flawed, w.bad = len(flaws) > 0 || s.Table.Flawed > 0, what == bulk.Nulled || what == bulk.Ended
	if w.bad {
		made = made[:from+4]
	}
	r.texts = made
	binary.LittleEndian.PutUint32(made[from:], uint32(len(made)-from-4))
	w.made = place{uint32(from + 4), uint32(len(made))}
	if w.flawed {
		return true
	}
	i := slices.Index(r.counts, s.Table)
	if i < 0 {
		i = len(r.counts)
		r.counts = append(r.counts, s.Table)
	}
	w.counts = int32(i)
	return true
}

// indices counts the values of a page, which are indices of a dictionary.
func (r *rewriter) indices(values []byte) bool {
	if r.values == 0 {
		return true
	}
	if len(values) == 0 {
		return false
	}
	ok, flawed := true, false
	width := int(values[0])
	_, err := eachRun(values[1:], width, r.values, func(index uint32, n int) {
		if uint64(index) >= uint64(len(r.words)) || r.words[index].bad {
			ok = false
			return
		}
		w := &r.words[index]
		w.times += int64(n)
		flawed = flawed || w.flawed
	})
	switch {
	case err != nil || !ok:
		return false
	case !flawed:
		return true
	case r.leaf.repetition > 0:
		return false // the rows are not known
	}
	// Flaws are told for each row.
	i := 0
	_, err = eachRun(values[1:], width, r.values, func(index uint32, n int) {
		w := &r.words[index]
		for range n {
			if w.flawed && ok {
				if r.tried.Full() {
					ok = r.take()
				}
				r.tried.Row(r.number(i))
				r.text, _ = r.worker.append(r.tried, r.text[:0], w.old.of(r.old), r.column)
				r.tried.End()
			}
			i++
		}
	})
	r.text = r.text[:0]
	return err == nil && ok && r.take()
}

// append appends the result for a text of a column. Nothing is appended if it becomes null
// or ends the job.
func (w *worker) append(f *bulk.Fields, dst, text []byte, c *column) ([]byte, bulk.Outcome) {
	from := len(dst)
	made, what := f.Append(dst, text, c.name)
	if what != bulk.Changed || !c.utf8 || utf8.Valid(made[from:]) {
		return made, what
	}
	switch what = f.NotUTF8(text); {
	case what == bulk.Same && w.j.Policy == bulk.Replace:
		octets := bytes.Clone(made[from:])
		made, _ = charset.UTF8.AppendDecode(made[:from], octets, charset.Replace)
		return made, bulk.Changed
	case what == bulk.Same:
		return append(made[:from], text...), what
	}
	return made[:from], what
}

// A leaf is what is known of a column that contains values.
type leaf struct {
	codec                  format.CompressionCodec
	repetition, definition int  // the highest levels
	ordered                bool // see isOrdered
}

// leavesOf returns what is known of the columns of a file.
func leavesOf(source *parquet.File) []*leaf {
	meta := source.Metadata()
	elements := leaves(meta.Schema)
	var all []*leaf
	var walk func(c *parquet.Column)
	walk = func(c *parquet.Column) {
		if c.Leaf() {
			l := &leaf{codec: format.Zstd, repetition: c.MaxRepetitionLevel(), definition: c.MaxDefinitionLevel(), ordered: isOrdered(&elements[c.Index()])}
			if len(meta.RowGroups) > 0 {
				l.codec = meta.RowGroups[0].Columns[c.Index()].MetaData.Codec
			}
			all = append(all, l)
		}
		for _, child := range c.Columns() {
			walk(child)
		}
	}
	walk(source.Root())
	return all
}

// copyTo writes the pages of a column. An error of the source is a *bulk.ReadError.
func (n *newChunk) copyTo(w io.Writer, in io.ReaderAt) error {
	if n.data != nil {
		_, err := w.Write(n.data)
		return err
	}
	src := &noting{r: io.NewSectionReader(in, n.from, n.size)}
	switch copied, err := io.Copy(w, src); {
	case src.err != nil:
		return &bulk.ReadError{Err: src.err}
	case err == nil && copied < n.size:
		return &bulk.ReadError{Err: io.ErrUnexpectedEOF}
	default:
		return err
	}
}

// A noting reader notes the error of its source.
type noting struct {
	r   io.Reader
	err error
}

func (n *noting) Read(p []byte) (int, error) {
	read, err := n.r.Read(p)
	if err != nil && err != io.EOF {
		n.err = err
	}
	return read, err
}
