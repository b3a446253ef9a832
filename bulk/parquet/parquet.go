// Package parquet does the operation of a job of package bulk to columns of
// Parquet files.
//
//	job := bulk.Job{
//		Operation: decode,
//		Table:     &bulk.Table{Format: bulk.Foreign, Columns: []string{"url", "/request/referer"}},
//	}
//	stats, err := parquet.Run(&job, out, parquet.FromFile(file))
//
// As many rows come out as go in, in the same order, unless the policy drops
// some. All other columns keep their values, their nulls, and their types as the
// footer of the first file states them. The result has the row groups of the
// source, of which very large ones become several. Its pages are compressed by
// Zstandard; statistics are made anew, and Bloom filters and sorting columns are
// left out, since they may no longer hold.
//
// A column is named by its name, by its number among the columns of the root, from
// 1, or, within groups, by the names on the way, as in a JSON Pointer: /request/url,
// /links/list/element. It must be a BYTE_ARRAY that is a STRING, an ENUM or of no
// logical type. A null stays a null, and the operation is not asked.
//
// A STRING or an ENUM must be UTF-8. A result that is not is a flaw: Keep leaves
// the field as it was, Replace writes U+FFFD for what is not UTF-8, Null writes a
// null, Skip drops the row and Fail ends the job.
//
// Files are read and written by github.com/parquet-go/parquet-go. What a damaged
// file makes it panic over is an error here.
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

// A File is a source that can be read at any place.
type File struct {
	// Name is what flaws and errors call it.
	Name string
	// Open opens it and returns its size in bytes.
	Open func() (ReaderAtCloser, int64, error)
}

// A ReaderAtCloser is an open File. ReadAt is called by several goroutines.
type ReaderAtCloser interface {
	io.ReaderAt
	io.Closer
}

// FromFile returns the File that f is, which is not closed.
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

// ErrNoFile says that a source cannot be read from its end, where the footer is.
var ErrNoFile = errors.New("not a regular file, and Parquet is read from the end")

// What is held in memory, for each row group that is worked on.
const (
	// heldSize is how many bytes of a row group are made, compressed or still to
	// be compressed, before they are written as one of their own. Readers like row
	// groups to be large, and a few of them must fit in memory.
	heldSize = 24 << 20
	// pagesSize is what the pages of all columns that are being filled may take,
	// and pageSize what that of one may take.
	pagesSize = 16 << 20
	pageSize  = 256 << 10
	// dictionarySize is the largest dictionary of a column in a row group. Where
	// values do not repeat, a dictionary costs and does not save.
	dictionarySize = 1 << 20
	// fullPage is how many bytes of pages of text are handed over at once.
	fullPage = 1 << 20
	// rowsAtOnce and batchSize are how many rows, and how many bytes of them, are
	// read at once.
	rowsAtOnce = 64
	batchSize  = 1 << 20
	// readPages is what pages of all columns that are being read may take before
	// fewer row groups are worked on at a time than there are processors. Some
	// writers make one page of a column in a row group, of a hundred megabytes and
	// more, and such a page is held as it is decompressed and as it is decoded.
	readPages = 32 << 20
	// readSize is the buffer of each column that is read.
	readSize = 32 << 10
)

// Run works on the named columns of the files, in order, and writes one Parquet
// file of all their rows to w; the schema of all files must be that of the first.
// For an operation that is framed, its pages are written to w instead.
//
// j.Table must be of the format bulk.Foreign, of which Columns and Into count.
// Separator, Mark, OnOpen, Report and Chunk of j do not count. OnRead is called by
// several goroutines.
//
// The error is one of those of [bulk.Job.Run]. What is not Parquet, or damaged, is
// a *bulk.ReadError. But for a *bulk.WriteError, what was written by then is a
// whole Parquet file of the rows before the error, if there were any.
func Run(j *bulk.Job, w io.Writer, files ...File) (bulk.Stats, error) {
	return (&run{j: j, out: w}).files(files)
}

// files works on files.
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
	for _, f := range files {
		if err := r.file(f, &stats); err != nil {
			return stats, err
		}
	}
	return stats, nil
}

// A run is the work on some files.
type run struct {
	j       *bulk.Job
	out     io.Writer
	part    *bulk.Part // of the only file, or nil for all of each
	table   *table     // that is written, or nil for pages of text
	schema  []format.SchemaElement
	workers []*worker
}

// guard calls f, whose panics and errors are those of a damaged source.
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

// file works on a file.
func (r *run) file(f File, stats *bulk.Stats) error {
	reader, size, err := f.Open()
	if err != nil {
		return &bulk.ReadError{Source: f.Name, Err: err}
	}
	defer reader.Close()
	in := io.ReaderAt(reader)
	if r.j.OnRead != nil {
		in = &counted{in, r.j.OnRead}
	}
	source, err := openFile(f.Name, in, size)
	if err != nil {
		return err
	}
	groups, err := r.chosen(f.Name, source)
	if err != nil {
		return err
	}
	columns, err := find(f.Name, source, r.j)
	if err != nil {
		return err
	}
	schema := source.Metadata().Schema[1:] // the root may have any name
	if r.schema == nil {
		r.schema = schema
	} else if !slices.EqualFunc(r.schema, schema, func(a, b format.SchemaElement) bool { return reflect.DeepEqual(a, b) }) {
		return &bulk.ColumnError{Source: f.Name, Reason: OtherSchema}
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

// openFile reads the footer of a file.
func openFile(name string, in io.ReaderAt, size int64) (source *parquet.File, err error) {
	err = guard(name, func() (err error) {
		if err := checkFooter(in, size); err != nil {
			return err
		}
		source, err = parquet.OpenFile(in, size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true), parquet.ReadBufferSize(readSize))
		if err != nil {
			return err
		}
		mendLZ4(source.Root())
		return checkCodecs(source.Metadata())
	})
	return source, err
}

// A counted reader tells of how much was read.
type counted struct {
	io.ReaderAt
	onRead func(n int)
}

func (c *counted) ReadAt(p []byte, at int64) (int, error) {
	n, err := c.ReaderAt.ReadAt(p, at)
	c.onRead(n)
	return n, err
}

// groups works on the row groups of a file: each by a goroutine of its own, as
// many at a time as there are processors, and one more that waits to be written.
// What they hand over is taken in order.
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
		w.run, w.fields, w.columns, w.stop = r, fields, columns, stop
		w.width = len(source.Schema().Columns())
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

// sideBySide returns how many row groups may be worked on at a time.
func sideBySide(groups []group) int {
	largest := int64(1)
	for _, g := range groups {
		largest = max(largest, g.pages)
	}
	return int(max(1, readPages/largest))
}

// take writes what a worker hands over.
func (r *run) take(w *worker, stats *bulk.Stats) error {
	flaws, stop := w.fields.Take(stats)
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
