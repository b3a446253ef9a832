package clickhouse

import (
	"bytes"
	"encoding/binary"
	"fmt"

	"github.com/pct-encoded/percent/internal/kernel"
)

// A block in Native consists of the number of its columns, the number of its rows, and
// for each column its name, its type and its values. Numbers, and the lengths before
// texts, are LEB128. A column that may be NULL has an octet for each row, 1 for
// NULL, and then a text for each row, NULL or not.
// (https://clickhouse.com/docs/interfaces/formats/Native)

// The types of columns.
const (
	typeString   = "String"
	typeNullable = "Nullable(String)"
	// resultName is the name of the result column, unless the configuration of the
	// server has another.
	resultName = "result"
	// maxRows is the largest number of rows in a block. Servers send 65,409 unless they
	// are configured otherwise.
	maxRows = 1<<31 - 1
)

// kind returns the type of the result and of the first argument.
func (f *Function) kind() string {
	if f.Nullable {
		return typeNullable
	}
	return typeString
}

// native processes a block in Native. The whole block is held: the last argument of
// the first row comes after the first argument of the last row.
func (s *server) native() error {
	c := cursor{server: s}
	columns, err := c.number()
	if err != nil {
		return err
	}
	rows, err := c.number()
	if err != nil {
		return err
	}
	if columns != uint64(len(s.Arguments)) && columns+rows > 0 || rows > maxRows {
		return fmt.Errorf("%w: a block of %d columns and %d rows", ErrProtocol, columns, rows)
	}
	nulls := -1
	var values [2]int // start of the next value of each column
	var end int       // of the values of the first column
	same := false     // all values of the second column are the same
	for i := range columns {
		if err := c.text(); err != nil { // the name
			return err
		}
		if err := c.text(); err != nil {
			return err
		}
		want := typeString
		if i == 0 {
			want = s.kind()
		}
		if string(c.last()) != want {
			return fmt.Errorf("%w: a column of type %.40q instead of %s", ErrProtocol, c.last(), want)
		}
		if want == typeNullable {
			nulls = c.to
			if err := c.take(int(rows)); err != nil {
				return err
			}
		}
		values[i] = c.to
		switch all, err := c.texts(int(rows)); {
		case err != nil:
			return err
		case i == 0:
			end = c.to
		default:
			same = all
		}
	}
	block := s.in[s.at : s.at+c.to]
	var stops *kernel.Set
	if nulls < 0 && rows > 0 && (columns == 1 || same) {
		if columns == 2 {
			s.args[1] = block[values[1]+1:][:block[values[1]]]
		}
		if alike, err := s.choose(s.args[1]); err == nil { // an error is that of the first row
			stops = alike.stops
		}
	}
	stop := 0
	for row := uint64(0); row < rows; {
		if stops != nil {
			if values[0] >= stop {
				stop = values[0] + kernel.Index(stops, block[values[0]:end])
			}
			n, size := unchanged(block[values[0]:stop], rows-row)
			s.out = append(s.out, block[values[0]:values[0]+size]...)
			values[0] += size
			s.rows += n
			row += uint64(n)
		}
		if row < rows && len(s.out) < writeSize {
			for i := range columns {
				if i == 1 && same && row > 0 {
					continue
				}
				at, size := values[i], 1
				n := int(block[at])
				if n >= 0x80 {
					long, more := binary.Uvarint(block[at:])
					n, size = int(long), more
				}
				values[i] = at + size + n
				s.args[i] = block[at+size : values[i]]
			}
			if s.null = false; nulls >= 0 {
				octet := block[nulls+int(row)]
				if s.null = octet == isNull; octet > isNull {
					err = ErrProtocol
					break
				}
			}
			if err = s.numbered(s.cell(), row); err != nil {
				break
			}
			row++
		}
		if len(s.out) >= writeSize || row == rows {
			if err = s.answer(); err != nil {
				break
			}
		}
	}
	if err != nil {
		if failed := s.answer(); failed != nil {
			return failed
		}
		return err
	}
	s.at += c.to
	return nil
}

// unchanged returns how many texts, of at most rows, lie with their lengths at the start
// of column, and their size. They are the results as well, since nothing in column stops
// them. A size above writeSize is enough.
func unchanged(column []byte, rows uint64) (n, size int) {
	for uint64(n) < rows && size < len(column) && size < writeSize {
		long := int(column[size])
		if long >= 0x80 || long >= len(column)-size {
			break
		}
		size += 1 + long
		n++
	}
	return n, size
}

// cell appends the result for the current arguments.
func (s *server) cell() error {
	null, err := s.result()
	switch {
	case err != nil:
		return err
	case null:
		s.out = append(s.out, 0)
		s.nulls = append(s.nulls, isNull)
	case s.Nullable:
		s.nulls = append(s.nulls, notNull)
	}
	s.rows++
	return nil
}

// answer writes the results so far as a block. A server accepts several blocks in
// answer to one, so that it can read the first results while others are computed.
func (s *server) answer() error {
	if s.rows == 0 {
		return nil
	}
	b := binary.AppendUvarint(append(s.head[:0], 1), uint64(s.rows))
	for _, text := range []string{resultName, s.kind()} {
		b = append(binary.AppendUvarint(b, uint64(len(text))), text...)
	}
	s.head = append(b, s.nulls...)
	s.rows, s.nulls = 0, s.nulls[:0]
	if _, err := s.w.Write(s.head); err != nil {
		return err
	}
	return s.flush()
}

// A cursor moves through a block, and reads more of it when needed.
type cursor struct {
	*server
	from, to int // of the last text, from the start of the block
}

// last returns the text that it has passed most recently.
func (c *cursor) last() []byte { return c.in[c.at+c.from : c.at+c.to] }

// take passes n bytes.
func (c *cursor) take(n int) error {
	for len(c.in)-c.at-c.to < n {
		if err := c.more(); err != nil {
			return unexpected(err)
		}
	}
	c.from, c.to = c.to, c.to+n
	return nil
}

// number passes a number.
func (c *cursor) number() (uint64, error) {
	for {
		n, size := binary.Uvarint(c.in[c.at+c.to:])
		switch {
		case size > 0:
			c.to += size
			return n, nil
		case size < 0:
			return 0, fmt.Errorf("%w: a number of more than 64 bits", ErrProtocol)
		}
		if err := c.more(); err != nil {
			return 0, unexpected(err)
		}
	}
}

// texts passes as many texts with their lengths as there are rows, and reports whether
// all are the same, as the name of a dialect is.
func (c *cursor) texts(rows int) (same bool, err error) {
	begin, all := c.to, rows
	for rows > 0 {
		// Nearly all have a length of one byte and have been read.
		in, to := c.in[c.at:], c.to
		if to < len(in) && in[to] < 0x80 {
			size := 1 + int(in[to])
			n := min(rows, (len(in)-to)/size)
			if n > 0 && bytes.Equal(in[to:to+(n-1)*size], in[to+size:to+n*size]) {
				to += n * size
				rows -= n
			}
		}
		for rows > 0 && to < len(in) && in[to] < 0x80 && int(in[to]) < len(in)-to {
			to += 1 + int(in[to])
			rows--
		}
		if c.to = to; rows == 0 {
			break
		}
		if err := c.text(); err != nil {
			return false, err
		}
		rows--
	}
	column := c.in[c.at+begin : c.at+c.to]
	size := len(column) / max(all, 1)
	return size > 0 && column[0] < 0x80 && size*all == len(column) && size == 1+int(column[0]) &&
		bytes.Equal(column[size:], column[:len(column)-size]), nil
}

// text passes a length and the text after it.
func (c *cursor) text() error {
	n, err := c.number()
	switch {
	case err != nil:
		return err
	case n > MaxText:
		return fmt.Errorf("%w: an argument of %d bytes, which is more than %d", ErrProtocol, n, MaxText)
	}
	return c.take(int(n))
}
