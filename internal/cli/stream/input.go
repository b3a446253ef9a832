package stream

import (
	"bytes"
	"io"
	"os"
	"syscall"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/peek"
)

// A Source is an input with its name for messages.
type Source struct {
	Name string
	Open func() (io.ReadCloser, error)
	Path string      // of a file, or "" for standard input
	stat os.FileInfo // nil if unknown

	Again bool // Open can be called again
}

// Sources returns the inputs that the arguments and flags name or, if the arguments are
// values, the values. literal reports that they follow "--", where a hyphen is text.
func (f *Options) Sources(a *Streams, args []string, literal bool) (from []Source, values []string, err error) {
	stdin := Source{Name: "stdin", Open: func() (io.ReadCloser, error) { return io.NopCloser(a.Stdin), nil }}
	if file, ok := a.Stdin.(*os.File); ok {
		stdin.stat, _ = file.Stat()
	}
	stdin = f.sniffed(a.UI, stdin)
	hyphen := len(args) == 1 && args[0] == "-" && !literal
	switch {
	case len(f.Files) == 0 && (len(args) == 0 || hyphen):
		return []Source{stdin}, nil, nil
	case len(f.Files) == 0:
		return nil, args, nil
	case len(args) > 0:
		return nil, nil, term.UsageError("leave out -f, or the values", "values come as arguments or from files, not both")
	}
	for _, name := range f.Files {
		if name == "-" {
			from = append(from, stdin)
			continue
		}
		s, err := fileSource(name)
		if err != nil {
			return nil, nil, err
		}
		from = append(from, f.sniffed(a.UI, s))
	}
	return from, nil, nil
}

func fileSource(name string) (Source, error) {
	if name == "" {
		return Source{}, term.UsageError("", "-f: the name of a file is missing")
	}
	shown := excerpt.Name(name)
	info, err := os.Stat(name)
	if err != nil {
		return Source{}, term.IOError(shown, err)
	}
	if info.IsDir() {
		return Source{}, term.IOError(shown, syscall.EISDIR)
	}
	return Source{Name: shown, Path: name, stat: info, Again: info.Mode().IsRegular(), Open: func() (io.ReadCloser, error) { return os.Open(name) }}, nil
}

// sniffed returns s with a warning when it turns out to be UTF-16, in which every
// second byte of ASCII is NUL, so that no result is what the user meant.
func (f *Options) sniffed(u *term.UI, s Source) Source {
	open := s.Open
	s.Open = func() (io.ReadCloser, error) {
		r, err := open()
		return &sniffer{ReadCloser: r, markOnly: f.NUL, tell: func(charset string) {
			u.Hint(s.Name + " is UTF-16, as PowerShell writes files, and is read as bytes; make it UTF-8 first: `iconv -f " + charset + " -t UTF-8`, or in PowerShell Out-File -Encoding utf8")
		}}, err
	}
	return s
}

// A sniffer warns when the input is UTF-16: it begins with a byte order mark or,
// unless values end at NUL, with bytes that are alternately ASCII and NUL.
type sniffer struct {
	io.ReadCloser
	begin    []byte
	markOnly bool
	done     bool
	tell     func(charset string)
}

// How many code units of UTF-16 without a mark are enough to recognize it, and how
// many are examined.
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

// A Place is the position of a value: its source and, if that has several
// values, its Number, from 1.
type Place struct {
	Source string
	Number int64 // 0 where the source is one value
}

// At returns the Place of a value in a source.
func At(source string, number int64) Place { return Place{source, number} }

// String returns the place as messages show it.
func (p Place) String() string { return bulk.Place(p.Source, p.Number) }
