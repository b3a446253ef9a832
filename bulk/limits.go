package bulk

import "runtime"

// Limits on what is read at a time and held in memory, in bytes.
const (
	// DefaultChunk is how much of a source is read at a time: large enough to make the
	// cost of the system call negligible, and small enough for a core's cache.
	DefaultChunk = 256 << 10
	// DefaultMaxRecord is the length of the longest record that is held. No program
	// accepts a URL, header or form field nearly as long, and a file without line
	// ends must not use up the memory.
	DefaultMaxRecord = 64 << 20
	// MaxColumns is how many fields the first row of CSV or TSV may have: one million.
	// What they are called has to be held. Spreadsheets have 16,384, and databases
	// fewer.
	MaxColumns = 1 << 20
	// MaxFound is how many fields are looked for in a row of JSON Lines, where a member
	// may come again and again, or in a line for a regular expression.
	MaxFound = 1 << 18
)

// A longRow, in bytes, is one whose buffers are freed as soon as possible, and for
// which there are no bit maps, since these would take as much memory as the row.
var longRow = 4 << 20 // a variable for tests

// small returns an empty buffer with the memory of b, unless that is so much that it
// should be freed.
func small(b []byte) []byte {
	if cap(b) > longRow {
		return nil
	}
	return b[:0]
}

// maxRecord returns the length of the longest record that is held, in bytes.
func (j *Job) maxRecord() int {
	if j.MaxRecord > 0 {
		return j.MaxRecord
	}
	return DefaultMaxRecord
}

// workers returns the number of goroutines that run op.
func (j *Job) workers(op *Operation) int {
	if op.oneByOne || j.Separator == Whole && j.Table == nil {
		return 1
	}
	return runtime.GOMAXPROCS(0)
}

// heldText limits the bytes of text in all chunks of a job on a machine with many
// processors, unless Job.Chunk is set. With the results, a job takes two to three
// times as much memory.
const heldText = 16 << 20

// chunkSize returns how many bytes are read at a time into each of the chunks.
func (j *Job) chunkSize(usual, chunks int) int {
	if j.Chunk > 0 {
		return j.Chunk
	}
	return min(usual, max(blockSize, heldText/chunks))
}
