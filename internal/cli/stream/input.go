package stream

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
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

// Sources returns the inputs that the flags name, standard input if there is neither an
// input nor a value among the arguments, and nil if these are the values.
func (f *Options) Sources(a *Streams, args []string) ([]Source, error) {
	stdin := Source{Name: "stdin", Open: func() (io.ReadCloser, error) { return io.NopCloser(a.Stdin), nil }}
	if file, ok := a.Stdin.(*os.File); ok {
		stdin.stat, _ = file.Stat()
	}
	switch {
	case f.NUL && f.Whole:
		return nil, term.UsageError("use one of them", "-0 and --whole cannot be used together")
	case len(f.Files) == 0 && len(args) == 0:
		return []Source{stdin}, nil
	case len(f.Files) == 0:
		return nil, nil
	case len(args) > 0:
		return nil, term.UsageError("leave out -f, or the values", "values come as arguments or from files, not both")
	}
	var from []Source
	for _, name := range f.Files {
		if name == "-" {
			from = append(from, stdin)
			continue
		}
		s, err := fileSource(name)
		if err != nil {
			return nil, err
		}
		from = append(from, s)
	}
	return from, nil
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

// Open opens s and decompresses what is compressed. It warns when the text turns out to
// be UTF-16 or UTF-32, in which most bytes of ASCII are NUL, so that no result is what the
// user meant. bar counts what is read of the file, and see, unless it is nil, is called
// with the text.
func (f *Options) Open(s Source, u *term.UI, bar *Progress, see func(text []byte)) (io.ReadCloser, error) {
	file, err := s.Open()
	if err != nil {
		return nil, err
	}
	var r io.Reader = file
	if bar != nil {
		// The total is the size of the file, so count compressed bytes.
		r = &meteredReader{file, bar}
	}
	text, err := f.unpacked(s.Path, r, file)
	if err != nil {
		return nil, err
	}
	return &seenReader{ReadCloser: text, see: see, sniffer: sniffer{markOnly: f.NUL, reads: f.UTF16, name: s.Name, ui: u}}, nil
}

// OpenAside opens a source that can be read again, beside those who read it.
func (f *Options) OpenAside(s Source) (io.ReadCloser, error) {
	file, err := os.Open(s.Path)
	if err != nil {
		return nil, err
	}
	at, err := file.Seek(0, io.SeekCurrent)
	if err != nil {
		_ = file.Close()
		return nil, err
	}
	aside := &fileAside{file, at}
	return f.unpacked(s.Path, aside, aside)
}

// A fileAside is a file whose Close restores the offset. If the file is
// /dev/stdin, systems other than Linux share the offset with standard input.
type fileAside struct {
	*os.File
	at int64
}

func (f *fileAside) Close() error {
	_, err := f.Seek(f.at, io.SeekStart)
	return errors.Join(err, f.File.Close())
}

// A seenReader shows what is read to a sniffer and to a function.
type seenReader struct {
	io.ReadCloser
	sniffer
	see func(text []byte) // or nil
}

func (s *seenReader) Read(p []byte) (int, error) {
	n, err := s.ReadCloser.Read(p)
	if !s.done {
		s.sniff(p[:n], err)
	}
	if s.see != nil {
		s.see(p[:n])
	}
	return n, err
}

func (s *seenReader) Skip(n int64) error { return peek.Skip(s.ReadCloser, n) }

// A sniffer warns when text is UTF-16 or UTF-32: it begins with a byte order mark or,
// unless values end at NUL, with code units of ASCII.
type sniffer struct {
	name     string // of the source, for the warning
	ui       *term.UI
	begin    []byte
	markOnly bool
	reads    bool // UTF-16 is no surprise
	done     bool
}

// How many code units without a mark are enough to recognize a charset, and how many
// bytes are examined.
const (
	fewestUnits = 2
	sniffed     = 64
)

// sniff looks at the next piece of the text, and at the error that came with it.
func (s *sniffer) sniff(text []byte, err error) {
	s.begin = append(s.begin, text[:min(len(text), sniffed-len(s.begin))]...)
	charset, marked := wideCharset(s.begin)
	if len(s.begin) < sniffed && err == nil && (!marked || len(s.begin) < len("\xff\xfe\x00\x00")) {
		return // there may be more
	}
	s.done = true
	if charset == "" || !marked && s.markOnly {
		return
	}
	hint := "; make it UTF-8 first: `iconv -f " + charset + " -t UTF-8`"
	if strings.HasPrefix(charset, "UTF-16") {
		if s.reads {
			return
		}
		s.ui.Hint(s.name + " is UTF-16, as PowerShell writes files, and is read as bytes" + hint + ", or in PowerShell Out-File -Encoding utf8")
		return
	}
	s.ui.Hint(s.name + " is UTF-32, and is read as bytes" + hint)
}

// wideCharset returns UTF-16 or UTF-32 for text with a byte order mark, the same with BE
// or LE for ASCII without one, and "" for anything else. The mark of UTF-32LE is that
// of UTF-16LE and a NUL, which no text begins with.
func wideCharset(b []byte) (name string, marked bool) {
	for _, mark := range []struct{ bytes, charset string }{
		{"\xff\xfe\x00\x00", "UTF-32"}, {"\x00\x00\xfe\xff", "UTF-32"}, {"\xff\xfe", "UTF-16"}, {"\xfe\xff", "UTF-16"},
	} {
		if bytes.HasPrefix(b, []byte(mark.bytes)) {
			return mark.charset, true
		}
	}
	for _, unit := range []struct {
		size, at int // of a unit, and of its byte that is not 0
		charset  string
	}{{4, 3, "UTF-32BE"}, {4, 0, "UTF-32LE"}, {2, 1, "UTF-16BE"}, {2, 0, "UTF-16LE"}} {
		all := len(b) >= fewestUnits*unit.size && len(b)%unit.size == 0
		for i, c := range b {
			all = all && (i%unit.size != unit.at) == (c == 0) && c < 0x80
		}
		if all {
			return unit.charset, false
		}
	}
	return "", false
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
//
//go:noinline
func (p Place) String() string { return bulk.Place(p.Source, p.Number) }
