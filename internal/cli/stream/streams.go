package stream

import (
	"io"
	"os"
	"time"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/excerpt"
)

// Streams are the environment of a command: the three standard streams and how the
// process was set up. Tests make their own.
type Streams struct {
	Stdin  io.Reader
	Stdout io.Writer
	Text   *term.Printer // stdout, for commands that print a page
	UI     *term.UI
	Chunk  int // bytes of input read at a time
	Limit  int // bytes of a value held in memory
	// Memory is how many bytes a job on records may have in memory before the collector
	// works more often than usual, or 0 if that is left to it, as in a process that does
	// other work as well.
	Memory int64

	Every int64         // bytes between two checkpoints
	Pause time.Duration // between two that are put on the disk

	Sample  int64    // bytes of text that --dry-run looks at
	drained bool     // ReadFile has read standard input
	Line    []string // the command line, without the name of the program
	Version string   // of the program, which checkpoints name

	// Parquet runs a job on Parquet files. It is nil in a program that cannot, which
	// has StartParquet instead: it continues in the program that can, possibly by
	// replacing the process.
	Parquet      func(a *Streams, work *bulk.Job, out io.Writer, from []Source) (bulk.Stats, error)
	StartParquet func(a *Streams) error
}

// New returns the streams with the sizes and times of the command.
func New(stdin io.Reader, stdout, stderr io.Writer) *Streams {
	u := term.NewUI(stdout, stderr)
	return &Streams{
		Stdin:  stdin,
		Stdout: stdout,
		Text:   term.NewPrinter(stdout, u),
		UI:     u,
		Chunk:  ChunkSize,
		Limit:  maxHeldValue,
		Every:  checkpointEvery,
		Pause:  checkpointPause,
		Sample: drySample,
	}
}

// The sizes that apply except in tests.
const (
	ChunkSize    = bulk.DefaultChunk
	maxHeldValue = bulk.DefaultMaxRecord
	// checkpointEvery is the number of bytes of text between two checkpoints:
	// small enough that little work is repeated, and large enough that ending a
	// frame of a compressed file at each does not matter.
	checkpointEvery = 64 << 20
	// checkpointPause is the least time between two saved checkpoints, because
	// saving blocks the work.
	checkpointPause = time.Second
)

// drySample is the number of bytes of text that --dry-run examines, up to the end
// of a row: what the slowest command processes in about a second.
const drySample = 8 << 20

// ReadFile returns the contents of a file or, for "-", of standard input, which it
// reads only once.
func (a *Streams) ReadFile(name string) ([]byte, error) {
	var from io.Reader = a.Stdin
	shown := ShownName(name)
	if name == "-" {
		if a.drained {
			return nil, term.UsageError("put one of the texts in a file", "standard input cannot be read twice")
		}
		a.drained = true
	} else {
		file, err := os.Open(name)
		if err != nil {
			return nil, term.IOError(shown, err)
		}
		defer file.Close()
		from = file
	}
	text, err := io.ReadAll(io.LimitReader(from, int64(a.Limit)+1))
	if err != nil {
		return nil, term.IOError(shown, err)
	}
	if len(text) > a.Limit {
		return nil, term.UsageError("", "%s: value is longer than %d MiB", shown, a.Limit>>20)
	}
	return text, nil
}

// ShownName returns a file name for messages.
//
//go:noinline
func ShownName(name string) string { return excerpt.FileName(name) }
