package bulk

import "errors"

// headroom is the space before a chunk for bytes left over from the previous one:
// an incomplete escape or character, and a CR that may belong to a line end.
const headroom = 16

// When a chunk has this many bytes of results or this many flaws, they are handed
// over before it continues, so that memory stays bounded however long results are.
const (
	fullOut   = 4 << 20
	fullFlaws = 4 << 10
)

// A chunk is a piece of a source that passes through the pipeline.
type chunk struct {
	in   []byte // headroom, then the bytes read
	n    int    // number of bytes read
	last bool   // the source ends after it
	err  error  // error of reading after those bytes
	mark bool   // a byte order mark came before it

	number  int64        // number of records that end before it
	records int64        // number of records that end in it
	offset  int64        // offset of its first byte in the source
	from    chan *worker // brings the worker of a record that continues here, or nil
	next    chan *worker // takes the worker of a record that continues after it, or nil

	text     []byte // the bytes left over from the previous chunk, then the bytes read
	long     bool   // in a table: text is a long row, perhaps with others after it
	unquoted bool   // in a table: text has no quotation mark
	at       int    // bytes of text that are done
	counted  int    // bytes of text whose records are counted in number

	out   []byte
	flaws []Flaw
	likes []like // flaws that are like one of flaws
	stop  error  // the job ends here
	// checkpoint is right after the chunk, or nil.
	checkpoint *Checkpoint
	unended    bool // the last record that was written has no end
	written    bool // a record was written

	copied int // in a table: bytes of text that are copied to out or replaced
	stats  TableStats

	ready chan bool // whether the chunk is done; if not, it continues after again
	again chan struct{}
}

// A like is a flaw, or a number of flaws, that differ from another only in offset and
// bytes. Every byte may have one, and making a Flaw for each would dominate the running
// time.
type like struct {
	flaw   int32 // the index of the other flaw
	size   uint8 // of text
	text   [3]byte
	offset int64 // in the record; if size is 0, the number of flaws instead
}

// full reports whether c holds so much that it should be handed over before it
// continues.
func (c *chunk) full() bool {
	return len(c.out) >= fullOut || len(c.flaws)+len(c.likes) >= fullFlaws
}

// errNotTaken ends a job that would otherwise never end: results were handed over, and are
// still there.
var errNotTaken = errors.New("bulk: results were not taken")

// proceed begins or continues the work on c after its results were taken.
func (c *chunk) proceed() {
	if c.full() {
		c.stop = errNotTaken
	}
}

func (c *chunk) rest() []byte { return c.text[c.at:] }
