package parquet

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/charset"
)

// A task is a row group to work on.
type task struct {
	group
	source string
	ready  chan *worker
	again  chan struct{}
}

// batch returns how many rows to read at once: a few where they are long.
func (t *task) batch() int64 {
	return max(1, min(rowsAtOnce, batchSize*t.NumRows()/max(1, t.size)))
}

// A worker works on one row group after the other. What it has made it hands over
// when that is much, or all: until it is its turn, it waits.
type worker struct {
	*run
	fields  *bulk.Fields
	columns []column // in the order of a row
	width   int      // columns of a row of the source
	stop    <-chan struct{}

	rows   *parquet.ConcurrentRowGroupWriter // that are made, or nil
	broken bool                              // they are not whole
	page   []byte                            // of an operation that is framed
	text   []byte                            // of the results that rows refer to
	added  []parquet.Value
	done   bool  // with the row group
	failed error // of the source
}

// work works on a row group. It reports whether another may follow.
func (w *worker) work(t *task) bool {
	w.done, w.failed, w.broken = false, nil, false
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

// errStopped says that nobody takes what a worker hands over any more.
var errStopped = errors.New("stopped")

// hand hands over what there is, and waits until that is taken.
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

// commit writes the rows that are made as a row group.
func (w *worker) commit() error {
	if w.broken {
		return nil
	}
	_, err := w.rows.Commit()
	return err
}

// flush encodes what is left of the rows that are made.
func (w *worker) flush() error {
	if w.rows == nil {
		return nil
	}
	return w.rows.Flush()
}

// group works on the rows of a row group.
func (w *worker) group(t *task) (err error) {
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
			return fmt.Errorf("a row group has %d rows, and not %d", read, t.NumRows())
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

// batch works on some rows, and returns those that are to be written. before is
// how many rows of the file come before them.
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

// row works on the named columns of a row.
func (w *worker) row(row parquet.Row, number int64) (parquet.Row, error) {
	w.added = w.added[:0]
	next, ended := 0, false
	at := -1
	for i, v := range row {
		// Each column has a value or a null at least.
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

// value returns the result for a value, and whether nothing more is to be done for
// the row.
func (w *worker) value(v parquet.Value, c *column) (result parquet.Value, ended bool) {
	text := v.ByteArray()
	if w.fields.Framed() {
		w.page, _ = w.fields.Append(w.page, text, c.name)
		return v, w.fields.Stopped()
	}
	from := len(w.text)
	made, what := w.fields.Append(w.text, text, c.name)
	if what == bulk.Changed && c.utf8 && !utf8.Valid(made[from:]) {
		if what = w.fields.NotUTF8(text); what == bulk.Same && w.j.Policy == bulk.Replace {
			octets := bytes.Clone(made[from:])
			made, _ = charset.UTF8.AppendDecode(made[:from], octets, charset.Replace)
			what = bulk.Changed
		}
	}
	w.text = made
	switch what {
	case bulk.Changed:
		return parquet.ByteArrayValue(made[from:]).Level(v.RepetitionLevel(), v.DefinitionLevel(), c.leaf), false
	case bulk.Nulled:
		return parquet.NullValue().Level(v.RepetitionLevel(), c.depth-1, c.leaf), false
	}
	return v, what == bulk.Ended
}
