// Package bulk does one thing to many values: to every line of a file, every
// value of a column, every record of a stream.
//
//	decode, err := bulk.Decode(bulk.Options{})
//	job := bulk.Job{
//		Operation: decode,
//		Policy:    bulk.Keep,
//		OnFlaw:    func(f bulk.Flaw) { log.Print(&f) },
//	}
//	stats, err := job.Run(os.Stdout, bulk.From("stdin", os.Stdin))
//
// Records go in, an [Operation] is applied to each, and records come out: in the
// same order, with the same line ends. [Decode], [Encode] and [Fix] return the
// operations of the catalogue's dialects, in any charset. [Func] turns a function
// that returns a record or a [Flaw] into an operation; [QuickFunc] does so with a
// faster function for most records. Start with [Job.Run]; use [Job.Record]
// where values arrive one by one.
//
// The [Policy] says what happens to a bad record: the job ends there, the malformed
// part is kept or replaced, or the record is dropped. Job.OnFlaw is called for every
// flaw, in order, with the number of the record, the offset in it and the offset in
// the source. Job.OnRead is called with the number of bytes read, for a progress bar.
//
// A job uses all processors, one chunk of whole records each, and constant memory:
// the number of chunks is fixed, and a record longer than a chunk is processed piece
// by piece. A record that may be skipped, or that the operation needs as a whole, is
// held in memory, up to Job.MaxRecord.
//
// The API of this package may still change.
package bulk
