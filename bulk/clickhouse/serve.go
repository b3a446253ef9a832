package clickhouse

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
)

// Sizes of what is read and held.
const (
	// MaxText is the length of the longest argument, in bytes. Input that claims a
	// longer one is not a block of rows, and must not take all memory.
	MaxText = bulk.DefaultMaxRecord
	// readSize is how much is read at a time, and writeSize how much is written:
	// enough that a system call costs nothing beside it, and little enough that
	// the server has results to read while the rest of its block is worked on.
	readSize  = 256 << 10
	writeSize = 256 << 10
	// keptSize is how much memory of a block is kept for the next: a server keeps
	// many programs. Blocks of short texts have 3 MB.
	keptSize = 16 << 20
	// maxHeader is the length of the longest line with a number of rows.
	maxHeader = len("18446744073709551615\n")
)

// ErrProtocol is the error for input that is no block of rows, as from a server
// that is configured otherwise.
var ErrProtocol = errors.New("clickhouse: input is no block of rows, neither in Native nor in RowBinary behind the number of rows; print the configuration again")

// Serve works on blocks of rows from r until it ends, and writes the results of
// each to w before it reads the next. Each is answered in the format that it comes
// in: Native, or RowBinary behind a line with the number of its rows
// (send_chunk_header). The error is a *RowError, ErrProtocol, or what reading or
// writing came to; the results of the rows before it have been written.
func (f *Function) Serve(r io.Reader, w io.Writer) error {
	s := server{Function: f, r: r, w: w, code: f.code(f.OnError)}
	for {
		native, err := s.isNative()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
		case native:
			err = s.native()
		default:
			err = s.rowBinary()
		}
		if err != nil {
			return err
		}
	}
}

// isNative reports in which format the next block is: one in Native begins with the
// number of its columns, the other with a digit. There is no other block at io.EOF.
func (s *server) isNative() (bool, error) {
	for s.at == len(s.in) {
		if err := s.more(); err != nil {
			return false, err
		}
	}
	return int(s.in[s.at]) <= len(s.Arguments), nil
}

// rowBinary works on a block in RowBinary.
func (s *server) rowBinary() error {
	rows, err := s.header()
	for row := uint64(0); err == nil && row < rows; row++ {
		err = s.numbered(s.row(), row)
	}
	if failed := s.flush(); err == nil {
		err = failed
	}
	return err
}

// numbered returns err with the number of its row, of which row come before it.
func (s *server) numbered(err error, row uint64) error {
	var ours *RowError
	if errors.As(err, &ours) {
		ours.Row = int(row) + 1
	}
	return err
}

// A server answers in the name of a function.
type server struct {
	*Function
	r    io.Reader
	w    io.Writer
	code coder

	in   []byte // read, from at on not yet worked on
	at   int
	args [2][]byte // of the row, in in
	null bool      // the first of them is NULL
	out  []byte    // to be written

	// Of a block in Native.
	rows  int    // in out
	nulls []byte // which of them are NULL
	head  []byte // what comes before out
}

// more reads more of the input behind what is there.
func (s *server) more() error {
	if s.at == len(s.in) && cap(s.in) > keptSize {
		s.in, s.at = nil, 0
	}
	if s.at > 0 {
		s.in = s.in[:copy(s.in, s.in[s.at:])]
		s.at = 0
	}
	if cap(s.in)-len(s.in) < readSize/2 {
		larger := make([]byte, len(s.in), max(readSize, 2*cap(s.in)))
		copy(larger, s.in)
		s.in = larger
	}
	for range 100 {
		n, err := s.r.Read(s.in[len(s.in):cap(s.in)])
		s.in = s.in[:len(s.in)+n]
		if n > 0 || err != nil {
			if n > 0 {
				err = nil // it comes again
			}
			return err
		}
	}
	return io.ErrNoProgress
}

// header reads the number of rows of the next block.
func (s *server) header() (rows uint64, err error) {
	for i := 0; ; i++ {
		for s.at+i >= len(s.in) {
			if err := s.more(); err != nil {
				return 0, unexpected(err)
			}
		}
		b := s.in[s.at+i]
		switch {
		case b == '\n' && i > 0:
			s.at += i + 1
			return rows, nil
		case b < '0' || b > '9' || i+1 >= maxHeader:
			return 0, ErrProtocol
		}
		rows = 10*rows + uint64(b-'0')
	}
}

// unexpected returns the error for the end of the input within a block.
func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return fmt.Errorf("clickhouse: the input ends within a block of rows: %w", io.ErrUnexpectedEOF)
	}
	return err
}

// row works on a row.
func (s *server) row() error {
	for {
		n, err := s.arguments()
		if err != nil {
			return err
		}
		if n > 0 {
			s.at += n
			break
		}
		// Before it waits for more, the server gets what there is.
		if err := s.flush(); err != nil {
			return err
		}
		if err := s.more(); err != nil {
			return unexpected(err)
		}
	}
	begin := len(s.out)
	if s.Nullable {
		s.out = append(s.out, notNull)
	}
	null, err := s.result()
	switch {
	case err != nil:
		s.out = s.out[:begin]
		return err
	case null:
		s.out = append(s.out[:begin], isNull)
	}
	if len(s.out) < writeSize {
		return nil
	}
	return s.flush()
}

// result appends the result for the arguments at hand, with its length in front,
// unless it is NULL.
func (s *server) result() (null bool, err error) {
	if s.null {
		return true, nil
	}
	begin := len(s.out)
	// Most results are so short that one byte holds their length.
	s.out = append(s.out, 0)
	from := len(s.out)
	out, err := s.code(s.out, s.args[0], s.args[1])
	if s.out = out; err != nil {
		var syntax *percent.SyntaxError
		s.out = s.out[:begin]
		switch {
		case s.OnError == Exception || !errors.As(err, &syntax):
			return false, &RowError{Function: s.Function, Err: err}
		case s.OnError == Null:
			return true, nil
		}
		s.out = append(append(s.out, 0), s.args[0]...)
	}
	if n := len(s.out) - from; n < 0x80 {
		s.out[begin] = byte(n)
	} else {
		var length [binary.MaxVarintLen64]byte
		size := binary.PutUvarint(length[:], uint64(n))
		s.out = slices.Replace(s.out, begin, from, length[:size]...)
	}
	return false, nil
}

// What stands in front of a value that may be NULL.
const (
	notNull = 0
	isNull  = 1
)

// arguments finds the arguments of the next row and returns how long it is, or 0
// if not all of it has been read.
func (s *server) arguments() (n int, err error) {
	in := s.in[s.at:]
	s.null = false
	for i := range s.Arguments {
		if i == 0 && s.Nullable {
			if len(in) == 0 {
				return 0, nil
			}
			if n++; in[0] > isNull {
				return 0, ErrProtocol
			}
			if s.null = in[0] == isNull; s.null {
				continue
			}
		}
		length, size := binary.Uvarint(in[n:])
		switch {
		case size < 0 || size > 0 && length > MaxText:
			return 0, fmt.Errorf("%w: an argument of %d bytes, which is more than %d", ErrProtocol, length, MaxText)
		case size == 0 || len(in)-n-size < int(length):
			return 0, nil
		}
		n += size
		s.args[i] = in[n : n+int(length)]
		n += int(length)
	}
	return n, nil
}

// flush writes what there is.
func (s *server) flush() error {
	if len(s.out) == 0 {
		return nil
	}
	_, err := s.w.Write(s.out)
	if s.out = s.out[:0]; cap(s.out) > 4*writeSize {
		s.out = nil
	}
	return err
}
