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

// How much is read, written and held, in bytes.
const (
	// MaxText is the length of the longest argument. Input that claims a longer one is
	// not a block of rows, and must not take all memory.
	MaxText = bulk.DefaultMaxRecord
	// readSize is how much is read at a time, and writeSize how much is written: so
	// much that the system call hardly counts, but so little that the server has
	// results to read while others are computed.
	readSize  = 256 << 10
	writeSize = 256 << 10
	// keptSize limits the buffer that is kept from one block to the next, since a
	// server runs many programs. Blocks of short texts have 3 MB.
	keptSize = 16 << 20
	// maxHeader is the length of the longest line with a row count.
	maxHeader = len("18446744073709551615\n")
)

// ErrProtocol is the error for input that is not a block of rows, as from a server
// with a different configuration.
var ErrProtocol = errors.New("clickhouse: input is not a block of rows, in Native or in RowBinary after a row count; print the configuration again")

// Serve processes blocks of rows from r until r ends, and writes the results of each
// to w before it reads the next. It answers each block in the same format: Native, or
// RowBinary after a line with the row count (send_chunk_header). The error is a
// *RowError, ErrProtocol, or an error of r or w; the results of the rows before it
// have been written.
func (f *Function) Serve(r io.Reader, w io.Writer) error {
	choose, err := f.chooser()
	if err != nil {
		return err
	}
	s := server{Function: f, r: r, w: w, choose: choose}
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

// isNative reports whether the next block is in Native: it then begins with the number
// of its columns, and otherwise with a digit. The error is io.EOF if there is no block.
func (s *server) isNative() (bool, error) {
	for s.at == len(s.in) {
		if err := s.more(); err != nil {
			return false, err
		}
	}
	return int(s.in[s.at]) <= len(s.Arguments), nil
}

// rowBinary processes a block in RowBinary.
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

// numbered returns err, with the row number set if it is a *RowError. row counts
// from 0.
func (s *server) numbered(err error, row uint64) error {
	if err == nil {
		return nil
	}
	var ours *RowError
	if errors.As(err, &ours) {
		ours.Row = int(row) + 1
	}
	return err
}

// A server answers for a function.
type server struct {
	*Function
	r      io.Reader
	w      io.Writer
	choose chooser

	in   []byte    // input that was read
	at   int       // how much of it has been processed
	args [2][]byte // of the row; they point into in
	null bool      // the first of them is NULL
	out  []byte    // to be written

	// For a block in Native.
	rows  int    // number of results in out
	nulls []byte // which of them are NULL
	head  []byte // the start of the block, before out
}

// more reads more of the input.
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
				err = nil // the next Read returns it again
			}
			return err
		}
	}
	return io.ErrNoProgress
}

// header reads the row count of the next block.
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

// row processes a row.
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
		// Send the results so far before waiting for more input.
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

// result appends the result for the current arguments, after its length, unless it is
// NULL.
func (s *server) result() (null bool, err error) {
	if s.null {
		return true, nil
	}
	begin := len(s.out)
	// Most results are so short that their length takes one byte.
	s.out = append(s.out, 0)
	from := len(s.out)
	c, err := s.choose(s.args[1])
	if err == nil {
		s.out, err = c.code(s.out, s.args[0])
	}
	if err != nil {
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

// The octet before a value that may be NULL.
const (
	notNull = 0
	isNull  = 1
)

// arguments finds the arguments of the next row and returns the length of the row, or
// 0 if more of it must be read.
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

// flush writes the results so far.
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
