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
// Records go in, an [Operation] works on each, and records come out: in the same
// order, with the same ends. [Decode], [Encode] and [Fix] return the operations
// of the catalogue's dialects, in any charset; [Func] makes one of any function
// from a record to a record or a [Flaw], and [QuickFunc] one that does most records
// in less time. Reach for [Job.Run] first, and for
// [Job.Record] where values come one by one.
//
// What happens to a bad record is the [Policy]: the job ends there, what is
// malformed is kept or replaced, or the record is dropped. Job.OnFlaw is called
// for every flaw, in order, with the number of the record, the offset in it and
// the offset in the source. Job.OnRead is called with what was read, for a
// progress bar.
//
// A job works on all processors, one chunk of whole records each, and in
// constant memory: chunks are fixed in number, and a record that is longer than
// a chunk goes on piece by piece. Where a record must be whole, because it may be
// skipped or because the operation needs all of it, it is held, up to
// Job.MaxRecord.
package bulk
