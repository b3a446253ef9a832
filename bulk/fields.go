package bulk

import "github.com/pct-encoded/percent/internal/kernel"

// Fields does the operation of a job on fields of rows that another package reads
// and writes, such as bulk/parquet. Flaws, policies and counts are those of
// [Job.Run]. It is for one goroutine; each of several has Fields of its own.
//
// A row goes from [Fields.Row] to [Fields.End]; between them, each of its fields
// goes to [Fields.Append]. [Fields.Take] hands over what was met.
type Fields struct {
	w      *rowWorker
	chunk  chunk
	column column
	span   span
}

// Fields returns what does the operation of j on fields of a table. j.Table must
// be of the format Foreign. source is what flaws call the table.
func (j *Job) Fields(source string) (*Fields, error) {
	if j.Table == nil || j.Table.Format != Foreign {
		return nil, &OptionError{Option: "table", Reason: "its format is not Foreign"}
	}
	if err := j.check(); err != nil {
		return nil, err
	}
	f := &Fields{w: newRowWorker(j, j.Operation, &plan{Table: j.Table, special: new(kernel.Set)}, source)}
	f.chunk.offset = -1 // there is none in the source
	f.w.chunk = &f.chunk
	f.span.column = &f.column
	return f, nil
}

// Framed reports whether results are pages that are written instead of the table.
// Append then appends a page, and returns Ended.
func (f *Fields) Framed() bool { return !f.w.frame }

// Row begins the row of that number, which counts from 1.
func (f *Fields) Row(number int64) {
	f.w.row, f.w.flawed, f.w.dropped = number, false, false
	f.chunk.records++
}

// Append appends the result for text, a field of the column, to dst. After Nulled,
// nothing was appended; after Same, text itself was; after Ended, the rest of the row
// need not be looked at. A text that is longer than Job.MaxRecord ends the job with a
// *LengthError.
func (f *Fields) Append(dst, text []byte, column string) ([]byte, Outcome) {
	if limit := f.w.j.maxRecord(); len(text) > limit {
		f.chunk.stop = &LengthError{Source: f.w.name, Record: f.w.row, Limit: limit, Offset: -1}
		return dst, Ended
	}
	f.column.name = column
	return f.w.code(dst, text, &f.span)
}

// NotUTF8 deals with a field that cannot hold what Append has just appended,
// because that is not UTF-8, as the policy says. text is what the field was. The
// outcome is Same, Nulled or Ended.
func (f *Fields) NotUTF8(text []byte) Outcome {
	return f.w.notUTF8(NotUTF8String, text)
}

// Stopped reports whether the job ended in the row at hand.
func (f *Fields) Stopped() bool { return f.chunk.stop != nil }

// Full reports whether there are so many flaws that Take should be called.
func (f *Fields) Full() bool { return len(f.chunk.flaws) >= fullFlaws }

// End ends the row. It reports whether the row is to be written: it was not
// dropped, and the job did not end in it.
func (f *Fields) End() bool {
	stats := &f.chunk.stats
	if f.w.flawed {
		stats.Rows++
	}
	if f.w.dropped {
		stats.Skipped++
	}
	return !f.w.dropped && f.chunk.stop == nil
}

// Take adds what was counted since the last Take to stats. It returns the flaws
// since then, in order, which are valid until the next row, and the error that ends
// the job, or nil. The StreamOffset of the flaws is -1.
func (f *Fields) Take(stats *Stats) (flaws []Flaw, stop error) {
	c := &f.chunk
	flaws = c.flaws
	for i := range flaws {
		flaws[i].StreamOffset = -1
	}
	stats.Table.add(&c.stats)
	stats.Records += c.records
	c.flaws, c.records = c.flaws[:0], 0
	return flaws, c.stop
}
