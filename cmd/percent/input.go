package main

import (
	"errors"
	"io"
	"os"
	"strconv"
	"syscall"

	"github.com/spf13/cobra"
)

// Sizes of what is read and held.
const (
	// chunkSize is how much is read at a time: enough that a system call costs
	// nothing beside it, little enough to stay in a core's cache.
	chunkSize = 256 << 10
	// maxHeldValue is the longest value that --json and --on-error skip take.
	// They must hold a value until its end is known to be good; the limit keeps
	// a file without line ends from taking all memory. No URL, header or form
	// field that a program accepts is nearly as long.
	maxHeldValue = 64 << 20
	// headroom is the space in front of a chunk for what the one before it left
	// over: the beginning of an escape or a character (11 bytes at most), and a
	// CR that may belong to the end of a line.
	headroom = 16
)

// A source is an input with the name that errors call it by.
type source struct {
	name string
	open func() (io.ReadCloser, error)
	stat os.FileInfo // nil where there is nothing to know
}

// sources returns the inputs that the arguments and flags name, or, where the
// arguments are values, these.
func (f *inputFlags) sources(a *app, cmd *cobra.Command, args []string) (from []source, values []string, err error) {
	stdin := source{name: "stdin", open: func() (io.ReadCloser, error) { return io.NopCloser(a.stdin), nil }}
	if file, ok := a.stdin.(*os.File); ok {
		stdin.stat, _ = file.Stat()
	}
	// Behind "--" a hyphen is text.
	hyphen := len(args) == 1 && args[0] == "-" && cmd.ArgsLenAtDash() != 0
	switch {
	case len(f.files) == 0 && (len(args) == 0 || hyphen):
		return []source{stdin}, nil, nil
	case len(f.files) == 0:
		return nil, args, nil
	case len(args) > 0:
		return nil, nil, usageError("leave out -f, or the values", "values come as arguments or from files, not both")
	}
	for _, name := range f.files {
		if name == "-" {
			from = append(from, stdin)
			continue
		}
		s, err := fileSource(name)
		if err != nil {
			return nil, nil, err
		}
		from = append(from, s)
	}
	return from, nil, nil
}

func fileSource(name string) (source, error) {
	shown := printable(name)
	info, err := os.Stat(name)
	if err != nil {
		return source{}, ioError(shown, err)
	}
	if info.IsDir() {
		return source{}, ioError(shown, syscall.EISDIR)
	}
	return source{name: shown, stat: info, open: func() (io.ReadCloser, error) { return os.Open(name) }}, nil
}

// A place is where a value stands: the source and, where it has several, the
// number of the value there, from 1.
type place struct {
	source string
	number int64 // 0 where the source is one value
}

func (p place) String() string {
	if p.number == 0 {
		return p.source
	}
	return p.source + ":" + strconv.FormatInt(p.number, 10)
}

// A piece is a chunk as it was read.
type piece struct {
	buf []byte // with headroom in front
	n   int    // bytes read, behind the headroom
	err error  // io.EOF at the end
}

// A reader reads the chunks of a source while the one before is worked on.
type reader struct {
	full chan piece
	free chan []byte
	stop chan struct{}
}

// readAhead starts to read from r in chunks of at most size bytes. The caller
// must close stop in the end; a goroutine that hangs in a Read ends with it.
func readAhead(r io.Reader, size int, bar *progress) *reader {
	const buffers = 3 // one read, one waiting, one worked on
	a := &reader{
		full: make(chan piece, buffers),
		free: make(chan []byte, buffers),
		stop: make(chan struct{}),
	}
	for range buffers {
		a.free <- nil
	}
	go a.run(r, size, bar)
	return a
}

func (a *reader) run(r io.Reader, size int, bar *progress) {
	for empty := 0; ; {
		var buf []byte
		select {
		case buf = <-a.free:
		case <-a.stop:
			return
		}
		if buf == nil {
			buf = make([]byte, headroom+size)
		}
		n, err := r.Read(buf[headroom:])
		bar.add(n)
		if n == 0 && err == nil {
			if empty++; empty == 100 {
				err = io.ErrNoProgress
			}
		} else {
			empty = 0
		}
		select {
		case a.full <- piece{buf, n, err}:
		case <-a.stop:
			return
		}
		if err != nil {
			return
		}
	}
}

// waiting reports whether the next chunk has been read already.
func (a *reader) waiting() bool { return len(a.full) > 0 }

// A worker takes the text of a source piece by piece.
type worker interface {
	// work deals with src, or with what comes before an escape, a character or
	// a separator that src may cut off, and returns how many bytes that was.
	// What is left, at most headroom bytes less the separator's, comes again
	// with what follows. With last, nothing follows.
	work(src []byte, last bool) (n int, err error)
}

// feed passes what r holds to w, chunk by chunk. With lines, no src but the
// last ends in CR, so that w always sees what follows one.
func (a *app) feed(r io.Reader, name string, sep separator, bar *progress, idle func() error, w worker) error {
	ahead := readAhead(r, a.chunk, bar)
	defer close(ahead.stop)
	var left [headroom]byte
	held := 0
	for {
		p := <-ahead.full
		start := headroom - held
		copy(p.buf[start:], left[:held])
		data := p.buf[start : headroom+p.n]
		last := errors.Is(p.err, io.EOF)
		now := data
		if n := len(now); sep == lines && !last && n > 0 && now[n-1] == '\r' {
			now = now[:n-1]
		}
		n, err := w.work(now, last)
		if err != nil {
			return err
		}
		if p.err != nil {
			if last {
				return nil
			}
			return ioError(name, p.err)
		}
		held = copy(left[:], data[n:])
		ahead.free <- p.buf
		if !ahead.waiting() {
			if err := idle(); err != nil {
				return err
			}
		}
	}
}
