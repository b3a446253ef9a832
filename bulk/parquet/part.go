package parquet

import (
	"errors"
	"io"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/pct-encoded/percent/bulk"
)

// errChanged is the error for a file that has changed since Plan cut it.
var errChanged = errors.New("the file has changed since it was cut into parts: plan again")

// Plan cuts files into parts of whole row groups, as [bulk.Job.Plan] cuts text. Each
// part, except the last of a file, has at least cuts.Size bytes of the file; if that
// is 0, a part is a whole file. From and To of a part are offsets in the file; its row
// groups are those that begin between them. Only footers are read.
//
// For missing columns, Plan returns the error that Run would. A file that is damaged,
// or not Parquet, becomes a part that fails when it is run.
func Plan(j *bulk.Job, cuts bulk.Cuts, files ...File) ([]bulk.Part, error) {
	if _, err := j.Fields(""); err != nil {
		return nil, err
	}
	var parts []bulk.Part
	for _, f := range files {
		own, err := plan(j, cuts, f)
		if err != nil {
			return nil, err
		}
		parts = append(parts, own...)
	}
	return parts, nil
}

func plan(j *bulk.Job, cuts bulk.Cuts, f File) ([]bulk.Part, error) {
	reader, size, err := f.Open()
	if err != nil {
		return nil, &bulk.ReadError{Source: f.Name, Err: err}
	}
	defer reader.Close()
	source, footer, err := openFile(f.Name, reader, size)
	if err != nil {
		return []bulk.Part{{Source: f.Name, Of: 1, To: -1}}, nil // RunPart will return the error
	}
	if _, err := find(f.Name, source, j); err != nil {
		return nil, err
	}
	parts := []bulk.Part{{Source: f.Name, To: size}}
	for i, g := range groupsOf(source, footer) {
		if last := &parts[len(parts)-1]; i > 0 && cuts.Size > 0 && g.begin-last.From >= cuts.Size {
			last.To = g.begin
			parts = append(parts, bulk.Part{Source: f.Name, Index: len(parts), From: g.begin, To: size, Record: g.first})
		}
	}
	for i := range parts {
		parts[i].Of = len(parts)
	}
	return parts, nil
}

// RunPart is Run for one part of f: it writes a complete Parquet file with the rows of
// the part to w. Row numbers are those of f; Stats count the part only.
func RunPart(j *bulk.Job, w io.Writer, p bulk.Part, f File) (bulk.Stats, error) {
	return (&run{j: j, out: w, part: &p}).files([]File{f})
}

// A group is a row group of a file.
type group struct {
	parquet.RowGroup
	first   int64 // number of rows before it in the file
	size    int64 // of its values, in bytes
	pages   int64 // approximate size of one page of each column together, in bytes
	begin   int64 // offset of its first page in the file; -1 if row groups are not in order
	meta    *format.RowGroup
	raw     rawStruct // as the footer has it, or nil
	checked checkedPages
}

// groupsOf returns the row groups of a file, which need not be in the order of the
// footer.
func groupsOf(source *parquet.File, footer []byte) []group {
	var groups []group
	first, ordered := int64(0), true
	meta, _, _ := readStruct(footer)
	raw := meta.list(4)
	for i, g := range source.RowGroups() {
		meta := &source.Metadata().RowGroups[i]
		begin, pages := int64(-1), int64(0)
		for _, c := range meta.Columns {
			pages += c.MetaData.TotalUncompressedSize / pagesOf(&c.MetaData)
			at := c.MetaData.DataPageOffset
			if d := c.MetaData.DictionaryPageOffset; d > 0 {
				at = min(at, d)
			}
			if begin < 0 || at < begin {
				begin = at
			}
		}
		ordered = ordered && begin >= 0 && (i == 0 || groups[i-1].begin < begin)
		own := group{RowGroup: g, first: first, size: meta.TotalByteSize, pages: pages, begin: begin, meta: meta}
		if len(raw) == len(source.Metadata().RowGroups) {
			own.raw = raw[i]
		}
		groups = append(groups, own)
		first += g.NumRows()
	}
	for i := range groups {
		if !ordered {
			groups[i].begin = -1
		}
	}
	return groups
}

// pagesOf returns how many data pages a column has in a row group. If the footer does
// not say, it returns 1, since some writers make only one.
func pagesOf(c *format.ColumnMetaData) int64 {
	n := int64(0)
	for _, s := range c.EncodingStats {
		if s.PageType == format.DataPage || s.PageType == format.DataPageV2 {
			n += int64(s.Count)
		}
	}
	return max(1, n)
}

// chosen returns the row groups of a file to process.
func (r *run) chosen(name string, source *parquet.File, footer []byte) ([]group, error) {
	groups := groupsOf(source, footer)
	p := r.part
	if p == nil || p.Of == 1 {
		return groups, nil
	}
	var own []group
	for _, g := range groups {
		if g.begin >= p.From && g.begin < p.To {
			own = append(own, g)
		}
	}
	// The first part begins at the start of the file, not at a row group.
	if len(own) == 0 || own[0].first != p.Record || p.Index > 0 && own[0].begin != p.From || p.Index == p.Of-1 && source.Size() != p.To {
		return nil, &bulk.ReadError{Source: name, Err: errChanged}
	}
	return own, nil
}
