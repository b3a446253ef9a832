package main

import (
	"bytes"
	"io"
	"os"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/peek"
)

// Sizes of what is read and held, except in tests.
const (
	chunkSize    = bulk.DefaultChunk
	maxHeldValue = bulk.DefaultMaxRecord
)

// A source is an input with the name that errors call it by.
type source struct {
	name string
	open func() (io.ReadCloser, error)
	path string      // of a file, or "" for standard input
	stat os.FileInfo // nil where there is nothing to know

	again bool // open gives the same once more
}

// sources returns the inputs that the arguments and flags name, or, where the
// arguments are values, these.
func (f *inputFlags) sources(a *app, cmd *cobra.Command, args []string) (from []source, values []string, err error) {
	stdin := source{name: "stdin", open: func() (io.ReadCloser, error) { return io.NopCloser(a.stdin), nil }}
	if file, ok := a.stdin.(*os.File); ok {
		stdin.stat, _ = file.Stat()
	}
	stdin = f.sniffed(a.ui, stdin)
	// Behind "--" a hyphen is text.
	dash := cmd.ArgsLenAtDash()
	hyphen := len(args) == 1 && args[0] == "-" && (dash < 0 || dash > f.leading)
	switch {
	case len(f.files) == 0 && (len(args) == 0 || hyphen):
		return []source{stdin}, nil, nil
	case len(f.files) == 0:
		return nil, args, nil
	case len(args) > 0:
		return nil, nil, term.UsageError("leave out -f, or the values", "values come as arguments or from files, not both")
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
		from = append(from, f.sniffed(a.ui, s))
	}
	return from, nil, nil
}

func fileSource(name string) (source, error) {
	if name == "" {
		return source{}, term.UsageError("", "-f: the name of a file is missing")
	}
	shown := excerpt.Name(name)
	info, err := os.Stat(name)
	if err != nil {
		return source{}, term.IOError(shown, err)
	}
	if info.IsDir() {
		return source{}, term.IOError(shown, syscall.EISDIR)
	}
	return source{name: shown, path: name, stat: info, again: info.Mode().IsRegular(), open: func() (io.ReadCloser, error) { return os.Open(name) }}, nil
}

// sniffed returns s, which tells when it is read and holds UTF-16: every second byte
// of that is NUL, and nothing comes out as it was meant.
func (f *inputFlags) sniffed(u *term.UI, s source) source {
	open := s.open
	s.open = func() (io.ReadCloser, error) {
		r, err := open()
		return &sniffer{ReadCloser: r, markOnly: f.nul, tell: func(charset string) {
			u.Hint(s.name + " is UTF-16, as PowerShell writes files, and is read as bytes; make it UTF-8 first: `iconv -f " + charset + " -t UTF-8`, or in PowerShell Out-File -Encoding utf8")
		}}, err
	}
	return s
}

// A sniffer tells when what is read is UTF-16: when it begins with a byte order mark
// or, where values do not end at NUL, with ASCII in every second byte and NUL in the
// others.
type sniffer struct {
	io.ReadCloser
	begin    []byte
	markOnly bool
	done     bool
	tell     func(charset string)
}

// How much of UTF-16 without a mark is enough to know it, and how much is looked at,
// in code units.
const (
	fewestUnits = 2
	mostUnits   = 32
)

func (s *sniffer) Skip(n int64) error { return peek.Skip(s.ReadCloser, n) }

func (s *sniffer) Read(p []byte) (int, error) {
	n, err := s.ReadCloser.Read(p)
	if s.done {
		return n, err
	}
	s.begin = append(s.begin, p[:min(n, 2*mostUnits-len(s.begin))]...)
	name := utf16Name(s.begin)
	if len(s.begin) < 2*mostUnits && err == nil && (name != "UTF-16" || len(s.begin) < 2) {
		return n, err // there may be more
	}
	s.done = true
	if name == "UTF-16" || name != "" && !s.markOnly {
		s.tell(name)
	}
	return n, err
}

// utf16Name returns UTF-16 for text with a byte order mark, UTF-16LE or UTF-16BE for
// ASCII without one, and "" for anything else.
func utf16Name(b []byte) string {
	switch {
	case bytes.HasPrefix(b, []byte("\xff\xfe")), bytes.HasPrefix(b, []byte("\xfe\xff")):
		return "UTF-16"
	case len(b) < 2*fewestUnits || len(b)%2 != 0:
		return ""
	}
	for zeros, name := range []string{"UTF-16BE", "UTF-16LE"} {
		all := true
		for i, c := range b {
			all = all && (i%2 == zeros) == (c == 0) && c < 0x80
		}
		if all {
			return name
		}
	}
	return ""
}

// A place is where a value stands: the source and, where it has several, the
// number of the value there, from 1.
type place struct {
	source string
	number int64 // 0 where the source is one value
}

func (p place) String() string { return bulk.Place(p.source, p.number) }
