package stream

import (
	"bytes"
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

// Sources returns the inputs that the arguments and flags name or, if the arguments are
// values, the values. literal reports that they follow "--", where a hyphen is text.
func (f *Options) Sources(a *Streams, args []string, literal bool) (from []Source, values []string, err error) {
	stdin := Source{Name: "stdin", Open: func() (io.ReadCloser, error) { return io.NopCloser(a.Stdin), nil }}
	if file, ok := a.Stdin.(*os.File); ok {
		stdin.stat, _ = file.Stat()
	}
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
		from = append(from, s)
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

// Sniffed makes open warn when the input turns out to be UTF-16 or UTF-32, in which most
// bytes of ASCII are NUL, so that no result is what the user meant. name is for the
// warning.
func (f *Options) Sniffed(u *term.UI, name string, open func() (io.ReadCloser, error)) func() (io.ReadCloser, error) {
	return func() (io.ReadCloser, error) {
		r, err := open()
		return &sniffer{ReadCloser: r, markOnly: f.NUL, tell: func(charset string) {
			hint := "; make it UTF-8 first: `iconv -f " + charset + " -t UTF-8`"
			if strings.HasPrefix(charset, "UTF-16") {
				u.Hint(name + " is UTF-16, as PowerShell writes files, and is read as bytes" + hint + ", or in PowerShell Out-File -Encoding utf8")
				return
			}
			u.Hint(name + " is UTF-32, and is read as bytes" + hint)
		}}, err
	}
}

// A sniffer warns when the input is UTF-16 or UTF-32: it begins with a byte order mark
// or, unless values end at NUL, with code units of ASCII.
type sniffer struct {
	io.ReadCloser
	begin    []byte
	markOnly bool
	done     bool
	tell     func(charset string)
}

// How many code units without a mark are enough to recognize a charset, and how many
// bytes are examined.
const (
	fewestUnits = 2
	sniffed     = 64
)

func (s *sniffer) Skip(n int64) error { return peek.Skip(s.ReadCloser, n) }

func (s *sniffer) Read(p []byte) (int, error) {
	n, err := s.ReadCloser.Read(p)
	if s.done {
		return n, err
	}
	s.begin = append(s.begin, p[:min(n, sniffed-len(s.begin))]...)
	name, marked := wideCharset(s.begin)
	if len(s.begin) < sniffed && err == nil && (!marked || len(s.begin) < len("\xff\xfe\x00\x00")) {
		return n, err // there may be more
	}
	s.done = true
	if name != "" && (marked || !s.markOnly) {
		s.tell(name)
	}
	return n, err
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
func (p Place) String() string { return bulk.Place(p.Source, p.Number) }
