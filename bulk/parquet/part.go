package parquet

import (
	"errors"
	"io"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/pct-encoded/percent/bulk"
)

// errChanged says that a file is not the one that was planned.
var errChanged = errors.New("the file has changed since it was cut into parts: plan again")

// Plan cuts files into parts of whole row groups, as [bulk.Job.Plan] cuts text: a part
// has cuts.Size bytes of the file at least, but for the last of a file, and all of the
// file if that is 0. From and To of a part are offsets in the file: its row groups are
// those that begin there. Only footers are read.
//
// The error is that of Run for columns that are not there. A file that is damaged, or
// not Parquet, becomes a part that fails when it is run.
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
	source, err := openFile(f.Name, reader, size)
	if err != nil {
		return []bulk.Part{{Source: f.Name, Of: 1, To: -1}}, nil // of which RunPart will say what is wrong
	}
	if _, err := find(f.Name, source, j); err != nil {
		return nil, err
	}
	parts := []bulk.Part{{Source: f.Name, To: size}}
	for i, g := range groupsOf(source) {
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

// RunPart does with the row groups of a part of f what Run does with all of it: what
// is written to w is a Parquet file of its own. Numbers of rows are those of f, and
// Stats count the part.
func RunPart(j *bulk.Job, w io.Writer, p bulk.Part, f File) (bulk.Stats, error) {
	return (&run{j: j, out: w, part: &p}).files([]File{f})
}

// A group is a row group of a file.
type group struct {
	parquet.RowGroup
	first int64 // rows of the file before it
	size  int64 // of its values, in bytes
	pages int64 // of one page of each column, about, in bytes
	begin int64 // where its first page begins in the file; -1 if row groups are in no order
}

// groupsOf returns the row groups of a file. The format does not say that they follow
// each other as the footer has them.
func groupsOf(source *parquet.File) []group {
	var groups []group
	first, ordered := int64(0), true
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
		groups = append(groups, group{g, first, meta.TotalByteSize, pages, begin})
		first += g.NumRows()
	}
	for i := range groups {
		if !ordered {
			groups[i].begin = -1
		}
	}
	return groups
}

// pagesOf returns how many pages of data a column has in a row group: one, which
// is what some writers make, unless the footer says otherwise.
func pagesOf(c *format.ColumnMetaData) int64 {
	n := int64(0)
	for _, s := range c.EncodingStats {
		if s.PageType == format.DataPage || s.PageType == format.DataPageV2 {
			n += int64(s.Count)
		}
	}
	return max(1, n)
}

// chosen returns the row groups of a file that are to be worked on.
func (r *run) chosen(name string, source *parquet.File) ([]group, error) {
	groups := groupsOf(source)
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
	// The first part has the start of the file, which is no row group.
	if len(own) == 0 || own[0].first != p.Record || p.Index > 0 && own[0].begin != p.From || p.Index == p.Of-1 && source.Size() != p.To {
		return nil, &bulk.ReadError{Source: name, Err: errChanged}
	}
	return own, nil
}
