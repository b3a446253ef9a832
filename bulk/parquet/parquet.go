// Package parquet applies the operation of a job of package bulk to columns of
// Parquet files.
//
//	job := bulk.Job{
//		Operation: decode,
//		Table:     &bulk.Table{Format: bulk.Foreign, Columns: []string{"url", "/request/referer"}},
//	}
//	stats, err := parquet.Run(&job, out, parquet.FromFile(file))
//
// The result has the rows of the sources in the same order, except those that the
// policy drops. All other columns keep their values, their nulls, and their types as
// the footer of the first file gives them. The result also has the row groups of the
// sources, and each column is compressed as it was.
//
// Other columns are copied as they are, with their pages, statistics and indexes; damage
// in them is not noticed. In the named columns the values of plain pages are replaced, and
// the words of dictionaries. Row groups of which rows are dropped or values become null,
// and those that are unusual, such as with values in a DELTA encoding, are processed row by
// row, which takes several times as long; very large ones are then split. Statistics
// of results are computed, but their index of minima and maxima is left out where rows were
// not processed, and Bloom filters and sorting columns are left out everywhere, since they
// may no longer be right.
//
// Name a column by its name, its number among the columns of the root, from 1,
// or, within groups, its path, as in a JSON Pointer: /request/url,
// /links/list/element. It must be a BYTE_ARRAY that is a STRING, an ENUM or has no
// logical type. A null stays a null; the operation is not called for it.
//
// A STRING or an ENUM must be UTF-8. A result that is not UTF-8 is a flaw: Keep leaves
// the field unchanged, Replace writes U+FFFD for the invalid bytes, Null writes a null,
// Skip drops the row and Fail ends the job.
//
// Files are read and written with github.com/parquet-go/parquet-go. If it panics on a
// damaged file, the panic is returned as an error.
//
// The API of this package may still change.
package parquet

import (
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"runtime"
	"slices"
	"sync"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/pct-encoded/percent/bulk"
)

// A File is a source with random access.
type File struct {
	// Name is its name in flaws and errors.
	Name string
	// Open opens it and returns its size in bytes. Run opens each of several files
	// twice.
	Open func() (ReaderAtCloser, int64, error)
}

// A ReaderAtCloser is an open File. ReadAt is called by several goroutines.
type ReaderAtCloser interface {
	io.ReaderAt
	io.Closer
}

// FromFile returns f as a File. f is not closed.
func FromFile(f *os.File) File {
	return File{Name: f.Name(), Open: func() (ReaderAtCloser, int64, error) {
		info, err := f.Stat()
		if err != nil {
			return nil, 0, err
		}
		if !info.Mode().IsRegular() {
			return nil, 0, ErrNoFile
		}
		return keepOpen{f}, info.Size(), nil
	}}
}

type keepOpen struct{ io.ReaderAt }

func (keepOpen) Close() error { return nil }

// ErrNoFile is the error for a source that cannot be read from its end, where the
// footer is.
var ErrNoFile = errors.New("not a regular file, but Parquet must be read from its end")

// Memory for each row group that is being processed, in bytes.
const (
	// heldSize is how much of a new row group is held, compressed and uncompressed
	// pages together, before it is written as a row group of its own. Readers prefer
	// large row groups, but a few of them must fit in memory.
	heldSize = 24 << 20
	// pagesSize limits the unfinished pages of all columns, and pageSize that of one
	// column.
	pagesSize = 16 << 20
	pageSize  = 256 << 10
	// dictionarySize limits the dictionary of a column in a row group. If values do
	// not repeat, a dictionary saves nothing.
	dictionarySize = 1 << 20
	// fullPage is how many bytes of text of a framed operation are handed over
	// at once.
	fullPage = 1 << 20
	// rowsAtOnce and batchSize are how many rows, and bytes of them, are read at
	// once.
	rowsAtOnce = 64
	batchSize  = 1 << 20
	// readPages limits the pages that are being read, one of each column. If they
	// are larger, fewer row groups are processed at a time than there are processors.
	// Some writers put all values of a column in a row group into one page of a
	// hundred megabytes and more; such a page is held decompressed and decoded.
	readPages = 32 << 20
	// readSize is the size of the read buffer of each column.
	readSize = 32 << 10
)

// Run applies the operation to the named columns of the files, in order, and writes
// one Parquet file with all their rows to w. All files must have the schema of the
// first, or nothing is written. If the operation is framed, its results are written to w instead.
//
// The format of j.Table must be bulk.Foreign; of its other fields, only Columns and
// Into count. Separator, Mark, OnOpen, Report, Chunk, Every and Resume of j are
// ignored. OnRead is called by several goroutines.
//
// The error is one of those of [bulk.Job.Run]; for a file that is damaged, or not
// Parquet, it is a *bulk.ReadError. Unless it is a *bulk.WriteError, w then contains a
// complete Parquet file of the rows before the error, if there were any.
func Run(j *bulk.Job, w io.Writer, files ...File) (bulk.Stats, error) {
	return (&run{j: j, out: w}).files(files)
}

// files processes files, one after the other.
func (r *run) files(files []File) (stats bulk.Stats, err error) {
	if _, err := r.j.Fields(""); err != nil {
		return stats, err
	}
	defer func() {
		var failed *bulk.WriteError
		if r.table == nil || errors.As(err, &failed) {
			return
		}
		if closed := guard("", r.table.close); closed != nil && err == nil {
			err = &bulk.WriteError{Err: errors.Unwrap(closed)}
		}
	}()
	if len(files) > 1 {
		for _, f := range files {
			if err := r.check(f); err != nil {
				return stats, err
			}
		}
	}
	for _, f := range files {
		if err := r.file(f, &stats); err != nil {
			return stats, err
		}
	}
	return stats, nil
}

// A run is one call of Run or RunPart.
type run struct {
	j       *bulk.Job
	out     io.Writer
	part    *bulk.Part // of the only file, or nil for all row groups of each file
	table   *table     // the output file, or nil for a framed operation
	schema  []format.SchemaElement
	workers []*worker
	in      io.ReaderAt // the input file, whose reads are not counted
	counted io.ReaderAt // the input file
	ordered bool        // its footer says how columns are ordered
}

// guard calls f. It returns a panic or an error of f as a *bulk.ReadError.
func guard(source string, f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("damaged: %v", p)
		}
		var read *bulk.ReadError
		if err != nil && !errors.As(err, &read) {
			err = &bulk.ReadError{Source: source, Err: err}
		}
	}()
	return f()
}

// file processes a file.
func (r *run) file(f File, stats *bulk.Stats) error {
	reader, size, err := f.Open()
	if err != nil {
		return &bulk.ReadError{Source: f.Name, Err: err}
	}
	defer reader.Close()
	r.in = reader
	in := io.ReaderAt(reader)
	if r.j.OnRead != nil {
		in = &counted{in, r.j.OnRead}
	}
	r.counted = in
	source, footer, err := openFile(f.Name, in, size)
	if err != nil {
		return err
	}
	r.ordered = len(source.Metadata().ColumnOrders) > 0
	groups, err := r.chosen(f.Name, source, footer)
	if err != nil {
		return err
	}
	columns, err := r.find(f.Name, source)
	if err != nil {
		return err
	}
	fields, err := r.j.Fields(f.Name)
	if err != nil {
		return err
	}
	if r.table == nil && !fields.Framed() {
		if err := guard(f.Name, func() (err error) {
			r.table, err = newTable(r.out, source, columns, r.j.Table.Into)
			return err
		}); err != nil {
			return err
		}
	}
	return r.groups(f.Name, source, groups, columns, stats)
}

// check looks for the columns in the footer of a file, before any file is processed. A
// damaged file is an error only once it is processed.
func (r *run) check(f File) error {
	reader, size, err := f.Open()
	if err != nil {
		return &bulk.ReadError{Source: f.Name, Err: err}
	}
	defer reader.Close()
	source, _, err := openFile(f.Name, reader, size)
	if err != nil {
		return nil
	}
	_, err = r.find(f.Name, source)
	return err
}

// find finds the columns in a file, whose schema must be that of the first.
func (r *run) find(name string, source *parquet.File) ([]column, error) {
	columns, err := find(name, source, r.j)
	if err != nil {
		return nil, err
	}
	schema := source.Metadata().Schema[1:] // the root may have any name
	if r.schema == nil {
		r.schema = schema
	} else if !slices.EqualFunc(r.schema, schema, func(a, b format.SchemaElement) bool { return reflect.DeepEqual(a, b) }) {
		return nil, &bulk.ColumnError{Source: name, Reason: OtherSchema}
	}
	return columns, nil
}

// openFile checks and reads the footer of a file.
func openFile(name string, in io.ReaderAt, size int64) (source *parquet.File, footer []byte, err error) {
	err = guard(name, func() (err error) {
		if footer, err = checkFooter(in, size); err != nil {
			return err
		}
		source, err = parquet.OpenFile(in, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true), parquet.ReadBufferSize(readSize))
		if err != nil {
			return err
		}
		mendCodecs(source.Root())
		return checkCodecs(source.Metadata())
	})
	return source, footer, err
}

// A counted reader reports how much was read.
type counted struct {
	io.ReaderAt
	onRead func(n int)
}

func (c *counted) ReadAt(p []byte, at int64) (int, error) {
	n, err := c.ReaderAt.ReadAt(p, at)
	c.onRead(n)
	return n, err
}

// groups processes the row groups of a file, each in one goroutine, and at most as
// many at a time as there are processors. The results are taken in order.
func (r *run) groups(name string, source *parquet.File, groups []group, columns []column, stats *bulk.Stats) error {
	n := min(runtime.GOMAXPROCS(0), len(groups), sideBySide(groups))
	for len(r.workers) < n {
		r.workers = append(r.workers, &worker{})
	}
	tasks, order := make(chan *task), make(chan *task, len(groups))
	stop := make(chan struct{})
	var working sync.WaitGroup
	for _, w := range r.workers[:n] {
		fields, err := r.j.Fields(name)
		if err != nil {
			return err
		}
		if r.table != nil && w.rows == nil {
			w.rows = r.table.writer.BeginRowGroup()
		}
		w.run, w.fields, w.columns, w.stop, w.source = r, fields, columns, stop, name
		w.width, w.size = len(source.Schema().Columns()), source.Size()
		w.tried = nil
		working.Add(1)
		go func() {
			defer working.Done()
			for t := range tasks {
				if !w.work(t) {
					return
				}
			}
		}()
	}
	go func() {
		defer close(tasks)
		for _, g := range groups {
			t := &task{source: name, group: g, ready: make(chan *worker), again: make(chan struct{})}
			order <- t
			select {
			case tasks <- t:
			case <-stop:
				return
			}
		}
	}()
	defer working.Wait()
	defer close(stop)
	for range groups {
		t := <-order
		for done := false; !done; {
			w := <-t.ready
			done = w.done
			if err := r.take(w, stats); err != nil {
				return err
			}
			t.again <- struct{}{}
		}
	}
	return nil
}

// sideBySide returns how many row groups may be processed at a time.
func sideBySide(groups []group) int {
	largest := int64(1)
	for _, g := range groups {
		largest = max(largest, g.pages)
	}
	return int(max(1, readPages/largest))
}

// take writes the results handed over by a worker.
func (r *run) take(w *worker, stats *bulk.Stats) error {
	flaws, stop := w.fields.Take(stats)
	if g := w.made; g != nil {
		flaws = g.flaws
		stats.Records += g.stats.Records
		addTimes(&stats.Table, &g.stats.Table, 1)
	}
	if w.failed != nil {
		stop = w.failed
	}
	if r.j.OnFlaw != nil {
		for _, f := range flaws {
			r.j.OnFlaw(f)
		}
	}
	if r.table != nil {
		if err := w.commit(); err != nil {
			var read *bulk.ReadError
			if errors.As(err, &read) {
				read.Source = w.source
				return read
			}
			return &bulk.WriteError{Err: err}
		}
	} else if n, err := r.out.Write(w.page); err != nil || n < len(w.page) {
		if err == nil {
			err = io.ErrShortWrite
		}
		return &bulk.WriteError{Err: err}
	}
	w.page = w.page[:0]
	if stop == nil && r.j.Check != nil {
		stop = r.j.Check(*stats)
	}
	return stop
}
