package bulk

import "github.com/pct-encoded/percent/internal/kernel"

// Fields applies the operation of a job to fields of rows that another package reads
// and writes, such as bulk/parquet. Flaws, policies and counts are those of
// [Job.Run]. It is not safe for concurrent use: each goroutine needs its own.
//
// Call [Fields.Row], then [Fields.Append] for each field of the row, then
// [Fields.End]. [Fields.Take] returns the flaws and counts.
type Fields struct {
	step   fieldStep
	chunk  chunk
	column column
	span   span
}

// Fields returns the Fields of j for a table. The format of j.Table must be Foreign.
// source is the name of the table in flaws. The error is an *OptionError.
func (j *Job) Fields(source string) (*Fields, error) {
	if j.Table == nil || j.Table.Format != Foreign {
		return nil, &OptionError{Option: "table", Reason: "its format must be Foreign"}
	}
	if err := j.check(); err != nil {
		return nil, err
	}
	f := new(Fields)
	f.step.init(j, j.Operation, new(kernel.Set), source)
	f.chunk.offset = -1 // fields have no offset in the source
	f.step.chunk = &f.chunk
	f.span.column = &f.column
	return f, nil
}

// Framed reports whether results are pages, written instead of the table. Append
// then appends a page and returns Ended.
func (f *Fields) Framed() bool { return !f.step.frame }

// Row begins the row with that number, counted from 1.
func (f *Fields) Row(number int64) {
	f.step.row, f.step.flawed, f.step.dropped = number, false, false
	f.chunk.records++
}

// Append appends the result for text, a field of the column, to dst. If the outcome
// is Nulled, nothing was appended; if Same, text itself; if Ended, the rest of the
// row can be skipped. A text longer than Job.MaxRecord ends the job with a
// *LengthError.
func (f *Fields) Append(dst, text []byte, column string) ([]byte, Outcome) {
	if limit := f.step.j.maxRecord(); len(text) > limit {
		f.chunk.stop = &LengthError{Source: f.step.name, Record: f.step.row, Limit: limit, Offset: -1}
		return dst, Ended
	}
	f.column.name = column
	return f.step.code(dst, text, &f.span)
}

// NotUTF8 applies the policy to a field that must be UTF-8, after Append has appended
// a result that is not UTF-8. text is the original field. The outcome is Same, Nulled
// or Ended.
func (f *Fields) NotUTF8(text []byte) Outcome {
	return f.step.notUTF8(NotUTF8String, text)
}

// Stopped reports whether the job ended in the current row.
func (f *Fields) Stopped() bool { return f.chunk.stop != nil }

// Full reports whether Take should be called because many flaws are held.
func (f *Fields) Full() bool { return len(f.chunk.flaws) >= fullFlaws }

// End ends the row. It reports whether to write the row: false if it was dropped or
// the job ended in it.
func (f *Fields) End() bool {
	stats := &f.chunk.stats
	if f.step.flawed {
		stats.Rows++
	}
	if f.step.dropped {
		stats.Skipped++
	}
	return !f.step.dropped && f.chunk.stop == nil
}

// Take adds the counts since the last Take to stats. It returns the flaws since then,
// in order, and the error that ended the job, or nil. The flaws are valid until the
// next row; their StreamOffset is -1.
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
