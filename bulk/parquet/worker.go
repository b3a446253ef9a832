package parquet

import (
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"

	"github.com/pct-encoded/percent/bulk"
)

// A task is a row group to process.
type task struct {
	group
	source string
	ready  chan *worker
	again  chan struct{}
}

// batch returns how many rows to read at once: fewer if they are long.
func (t *task) batch() int64 {
	return max(1, min(rowsAtOnce, batchSize*t.NumRows()/max(1, t.size)))
}

// A worker processes one row group after the other. It hands over its results when
// there are many of them, or when the row group is done, and waits until they have
// been taken in turn.
type worker struct {
	*run
	fields  *bulk.Fields
	columns []column // in the order of a row
	width   int      // number of columns of the source
	source  string   // its name
	size    int64    // of the source, in bytes
	stop    <-chan struct{}

	made  *newGroup    // the result of the row group, if it is not in rows
	tried *bulk.Fields // for columns; nil until it is needed
	buffers

	rows   *parquet.ConcurrentRowGroupWriter // the new rows, or nil
	broken bool                              // rows is incomplete
	page   []byte                            // results of a framed operation
	text   []byte                            // results that rows refer to
	added  []parquet.Value
	done   bool  // the row group is done
	failed error // the error that ended it
}

// work processes a row group. It reports whether the worker can take another one.
func (w *worker) work(t *task) bool {
	w.done, w.failed, w.broken, w.made = false, nil, false, nil
	broken := true
	err := guard(t.source, func() error {
		err := w.group(t)
		broken = false
		return err
	})
	if errors.Is(err, errStopped) {
		return false
	}
	w.done, w.failed, w.broken = true, err, broken
	return w.hand(t) == nil
}

// errStopped is returned once the run has ended and results are no longer taken.
var errStopped = errors.New("stopped")

// hand hands over the results so far, and waits until they have been taken.
func (w *worker) hand(t *task) error {
	select {
	case t.ready <- w:
	case <-w.stop:
		return errStopped
	}
	select {
	case <-t.again:
		return nil
	case <-w.stop:
		return errStopped
	}
}

// commit writes the new rows as a row group.
func (w *worker) commit() error {
	switch {
	case w.broken:
		return nil
	case w.made != nil:
		return w.table.add(w.counted, w.made)
	}
	return w.table.commit(w.rows)
}

// flush encodes the new rows that are not encoded yet.
func (w *worker) flush() error {
	if w.rows == nil {
		return nil
	}
	return w.rows.Flush()
}

// group processes the rows of a row group.
func (w *worker) group(t *task) (err error) {
	if t.checked, err = checkPages(w.in, w.size, t.meta); err != nil {
		return err
	}
	if w.made = w.columnsOf(t); w.made != nil {
		return nil
	}
	if t.checked.large != nil {
		return t.checked.large
	}
	rows := t.Rows()
	defer func() {
		if closed := rows.Close(); err == nil {
			err = closed
		}
	}()
	batch := make([]parquet.Row, t.batch())
	read := int64(0)
	for empty := 0; ; {
		n, err := rows.ReadRows(batch)
		ended := errors.Is(err, io.EOF)
		if err != nil && !ended {
			return fmt.Errorf("row %d: %w", t.first+read+1, err)
		}
		kept, err := w.batch(batch[:n], t.first+read)
		if err == nil && w.rows != nil {
			_, err = w.rows.WriteRows(kept)
		}
		if err != nil {
			return err
		}
		w.text = w.text[:0]
		if read += int64(n); n > 0 {
			empty = 0
		} else if empty++; empty == 100 {
			return io.ErrNoProgress
		}
		switch {
		case ended && read != t.NumRows():
			return fmt.Errorf("a row group has %d rows instead of %d", read, t.NumRows())
		case ended || w.fields.Stopped():
			return w.flush()
		case len(w.page) >= fullPage, w.fields.Full(), w.rows != nil && w.rows.Size() >= heldSize:
			if err := w.flush(); err != nil {
				return err
			}
			if err := w.hand(t); err != nil {
				return err
			}
		}
		select {
		case <-w.stop:
			return errStopped
		default:
		}
	}
}

// batch processes some rows, and returns those that are to be written. before is the
// number of rows before them in the file.
func (w *worker) batch(rows []parquet.Row, before int64) ([]parquet.Row, error) {
	kept := 0
	for i, row := range rows {
		number := before + int64(i) + 1
		w.fields.Row(number)
		row, err := w.row(row, number)
		rows[i] = row
		if err != nil {
			return nil, err
		}
		if w.fields.End() {
			rows[kept], rows[i] = rows[i], rows[kept]
			kept++
		}
		if w.fields.Stopped() {
			break
		}
	}
	return rows[:kept], nil
}

// row processes the named columns of a row.
func (w *worker) row(row parquet.Row, number int64) (parquet.Row, error) {
	w.added = w.added[:0]
	next, ended := 0, false
	at := -1
	for i, v := range row {
		// Each column has at least one value or null.
		if c := v.Column(); c != at {
			if at++; c != at {
				break
			}
			for next < len(w.columns) && w.columns[next].leaf < c {
				next++
			}
		}
		if ended || next == len(w.columns) || w.columns[next].leaf != at {
			continue
		}
		c := &w.columns[next]
		result := v
		if !v.IsNull() {
			result, ended = w.value(v, c)
		}
		if ended {
			continue
		}
		if c.target < 0 {
			row[i] = result
			continue
		}
		w.added = append(w.added, c.added(result))
	}
	if at != w.width-1 {
		return row, fmt.Errorf("row %d: column %d has no value", number, at+1)
	}
	if len(w.added) == 0 || ended {
		return row, nil
	}
	from := len(row)
	row = append(row, w.added...)
	for _, v := range w.added {
		row[from+v.Column()-w.width] = v
	}
	return row, nil
}

// value returns the result for a value, and whether the rest of the row need not be
// processed.
func (w *worker) value(v parquet.Value, c *column) (result parquet.Value, ended bool) {
	text := v.ByteArray()
	if w.fields.Framed() {
		w.page, _ = w.fields.Append(w.page, text, c.name)
		return v, w.fields.Stopped()
	}
	from := len(w.text)
	made, what := w.append(w.fields, w.text, text, c)
	w.text = made
	switch what {
	case bulk.Changed:
		return parquet.ByteArrayValue(made[from:]).Level(v.RepetitionLevel(), v.DefinitionLevel(), c.leaf), false
	case bulk.Nulled:
		return parquet.NullValue().Level(v.RepetitionLevel(), c.depth-1, c.leaf), false
	}
	return v, what == bulk.Ended
}
