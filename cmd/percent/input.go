package main

import (
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
	dash := cmd.ArgsLenAtDash()
	hyphen := len(args) == 1 && args[0] == "-" && (dash < 0 || dash > f.leading)
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
