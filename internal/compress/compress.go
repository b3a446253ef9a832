// Package compress reads and writes gzip and Zstandard for jobs of package bulk,
// which does not link them itself. [NewReader] detects the format by the first bytes,
// and reads uncompressed data unchanged. [FormatOf] returns the format for a file
// name, and [NewWriter] writes it.
//
// The API of this package may still change.
package compress

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/pct-encoded/percent/internal/peek"
)

// A Format is a format of compressed data.
type Format int

const (
	// None is uncompressed data.
	None Format = iota
	// Gzip is RFC 1952.
	Gzip
	// Zstd is Zstandard, RFC 8878.
	Zstd
)

// String returns gzip, zstd or none.
func (f Format) String() string {
	switch f {
	case Gzip:
		return "gzip"
	case Zstd:
		return "zstd"
	}
	return "none"
}

// FormatOf returns the format for the extension of a file name: .gz, .zst or .zstd, in
// upper or lower case, and otherwise None.
func FormatOf(name string) Format {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".gz":
		return Gzip
	case ".zst", ".zstd":
		return Zstd
	}
	return None
}

// maxWindow is the largest window of Zstandard data that is read, in bytes. It limits
// the memory, and is the window of `zstd --long`.
const maxWindow = 128 << 20

// How many bytes identify a format, and how many are read at a time.
const (
	magicLength = 4
	bufferSize  = 64 << 10
)

// formatOf returns the format of data that begins with b, and whether more bytes are
// needed to decide.
func formatOf(b []byte) (f Format, more bool) {
	for _, m := range []struct {
		magic  string
		format Format
	}{{"\x1f\x8b\x08", Gzip}, {"\x28\xb5\x2f\xfd", Zstd}} {
		if bytes.HasPrefix(b, []byte(m.magic)) {
			return m.format, false
		}
		more = more || strings.HasPrefix(m.magic, string(b))
	}
	// A skippable frame, which parallel compressors write first.
	if len(b) > 0 && b[0]&0xf0 == 0x50 && strings.HasPrefix("\x2a\x4d\x18", string(b[1:min(len(b), magicLength)])) {
		return Zstd, len(b) < magicLength
	}
	return None, more
}

// An Error says that compressed data cannot be read. Err is io.ErrUnexpectedEOF if the
// data ends too early.
type Error struct {
	Format Format
	// Offset is the number of decompressed bytes before the error.
	Offset int64
	// Length is the number of compressed bytes, if the data ends too early.
	Length int64
	Err    error
}

// Error says how far the data could be read, and what is wrong there.
func (e *Error) Error() string {
	if e.Err == io.ErrUnexpectedEOF {
		return fmt.Sprintf("%s data is cut off at byte %d, after %d bytes of text", e.Format, e.Length, e.Offset)
	}
	if e.Err == errGarbage {
		return fmt.Sprintf("%s data ends after %d bytes of text, and %s", e.Format, e.Offset, e.Err)
	}
	if e.Err == errFormat {
		return fmt.Sprintf("%s, although the name of the file says %s", e.Err, e.Format)
	}
	reason := strings.TrimPrefix(strings.TrimPrefix(e.Err.Error(), "gzip: "), "zstd: ")
	return fmt.Sprintf("%s data is corrupt after %d bytes of text: %s", e.Format, e.Offset, reason)
}

// Unwrap returns Err.
func (e *Error) Unwrap() error { return e.Err }

// NewReader returns a reader of the decompressed data of r, and the format of r. There
// may be several members or frames, one after the other, and zeros after those of gzip,
// as on tapes. If the data is cut off or corrupt, or is followed by anything else, the
// error is an *Error; errors of r are returned unchanged. Closing the reader frees its
// memory; it does not close r.
//
// named is the format that the name of r promises, see [FormatOf], or None. Data that ends
// before its format is known was then cut off, as it is to gzip and zstd, and data that
// begins with a control character other than whitespace is an error. Other text is taken
// for what it is: browsers decompress what they save and keep its name.
func NewReader(r io.Reader, named Format) (io.ReadCloser, Format, error) {
	head := make([]byte, 0, magicLength)
	format, more := None, true
	for more {
		n, err := r.Read(head[len(head):min(len(head)+1, magicLength)])
		head = head[:len(head)+n]
		format, more = formatOf(head)
		if err == nil {
			continue
		}
		if more && err == io.EOF && named != None {
			return nil, named, &Error{Format: named, Length: int64(len(head)), Err: io.ErrUnexpectedEOF}
		}
		if more {
			format, more = None, false
		}
		if err != io.EOF {
			return asRead{&peek.Reader{Head: head, R: &errorReader{err}}}, None, nil
		}
	}
	all := &peek.Reader{Head: head, R: r}
	if format == None && named != None && len(head) > 0 && head[0] < ' ' && !strings.ContainsRune("\t\n\f\r", rune(head[0])) {
		return nil, named, &Error{Format: named, Err: errFormat}
	}
	if format == None {
		return asRead{all}, None, nil
	}
	src := &countingReader{r: all}
	in := &reader{format: format, src: src}
	var err error
	switch format {
	case Gzip:
		var z *gzipReader
		if z, err = newGzipReader(src); err == nil {
			in.r, in.free = z, func() { _ = z.member.Close() }
		}
	case Zstd:
		var z *zstd.Decoder
		if z, err = zstd.NewReader(src, zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderLowmem(true)); err == nil {
			in.r, in.free = z, z.Close
		}
	}
	if err != nil {
		return nil, format, in.failure(err)
	}
	return in, format, nil
}

// An asRead reads uncompressed data. Its Skip does not read the bytes if r can seek.
type asRead struct{ *peek.Reader }

func (asRead) Close() error { return nil }

// An errorReader returns an error.
type errorReader struct{ err error }

func (f *errorReader) Read([]byte) (int, error) { return 0, f.err }

// A countingReader remembers how much was read, and the error that ended it.
type countingReader struct {
	r   io.Reader
	n   int64
	err error // except io.EOF
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	if err != nil && err != io.EOF {
		c.err = err
	}
	return n, err
}

type reader struct {
	format Format
	src    *countingReader
	r      io.Reader
	n      int64
	free   func()
}

func (z *reader) Read(p []byte) (int, error) {
	n, err := z.r.Read(p)
	z.n += int64(n)
	if err != nil && err != io.EOF {
		err = z.failure(err)
	}
	return n, err
}

// A gzipReader reads members one after the other.
type gzipReader struct {
	in     *bufio.Reader
	member *gzip.Reader
}

// errFormat says that data named like compressed data is not.
var errFormat = errors.New("the data is not compressed")

// errGarbage says that data which is no member follows the last one.
var errGarbage = errors.New("something else follows")

func newGzipReader(r io.Reader) (*gzipReader, error) {
	z := &gzipReader{in: bufio.NewReaderSize(r, bufferSize)}
	var err error
	if z.member, err = gzip.NewReader(z.in); err != nil {
		return nil, err
	}
	z.member.Multistream(false)
	return z, nil
}

func (z *gzipReader) Read(p []byte) (int, error) {
	for {
		n, err := z.member.Read(p)
		if err != io.EOF {
			return n, err
		}
		if err = z.next(); n > 0 || err != nil {
			return n, err
		}
	}
}

// next goes to the next member. The error is io.EOF if there is none.
func (z *gzipReader) next() error {
	zeros := false
	for {
		b, err := z.in.ReadByte()
		if err != nil {
			return err
		}
		if b != 0 {
			break
		}
		zeros = true
	}
	if err := z.in.UnreadByte(); err != nil {
		return err
	}
	// gzip ignores a member after zeros, too. To lose it would be worse.
	if head, _ := z.in.Peek(2); zeros || !strings.HasPrefix("\x1f\x8b", string(head)) {
		return errGarbage
	}
	if err := z.member.Reset(z.in); err != nil {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		return err
	}
	z.member.Multistream(false)
	return nil
}

// failure returns the error of the source, if there was one, and otherwise an error of
// a decoder as an *Error.
func (z *reader) failure(err error) error {
	if z.src.err != nil {
		return z.src.err
	}
	e := &Error{Format: z.format, Offset: z.n, Err: err}
	if err == io.EOF || errors.Is(err, io.ErrUnexpectedEOF) {
		e.Err, e.Length = io.ErrUnexpectedEOF, z.src.n
	}
	return e
}

func (z *reader) Close() error {
	z.free()
	return nil
}

// NewWriter returns a writer that compresses to w. Closing it writes the rest of the
// data; it does not close w. With None, data is written to w unchanged.
func NewWriter(w io.Writer, f Format) (io.WriteCloser, error) {
	switch f {
	case Gzip:
		return newGzipWriter(w), nil
	case Zstd:
		return zstd.NewWriter(w, zstd.WithLowerEncoderMem(true))
	}
	return asIs{w}, nil
}

type asIs struct{ io.Writer }

func (asIs) Close() error { return nil }
