package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// The library trusts the length of lists and the depth of groups in a footer before
// it reads them. With a damaged footer, it takes all memory or overflows the stack,
// which cannot be recovered from. So the footer is checked first.

// maxNesting is how deep structs and lists of a footer, and groups of a schema,
// may be nested: the library's own limit for groups.
const maxNesting = 255

var (
	errNotParquet = errors.New("not a Parquet file")
	errEncrypted  = errors.New("the file is encrypted")
	errFooter     = errors.New("damaged footer")
)

// checkFooter returns the footer of a file, or an error if the library must not read it.
func checkFooter(r io.ReaderAt, size int64) ([]byte, error) {
	var begin, end [footerEnd]byte
	if size < int64(len(magic)+footerEnd) {
		return nil, errNotParquet
	}
	if _, err := r.ReadAt(begin[:len(magic)], 0); err != nil {
		return nil, err
	}
	if _, err := r.ReadAt(end[:], size-int64(footerEnd)); err != nil {
		return nil, err
	}
	switch first, last := string(begin[:len(magic)]), string(end[4:]); {
	case first == "PARE" || last == "PARE":
		return nil, errEncrypted
	case first != magic:
		return nil, errNotParquet
	case last != magic:
		return nil, fmt.Errorf("%w: it is cut off, or was never finished", errNotParquet)
	}
	length := int64(binary.LittleEndian.Uint32(end[:]))
	if length > size-int64(len(magic)+footerEnd) {
		return nil, errFooter
	}
	footer := make([]byte, length)
	if _, err := r.ReadAt(footer, size-int64(footerEnd)-length); err != nil {
		return nil, err
	}
	if (&compact{footer}).skip(typeStruct, 0) == errFooter {
		return nil, errFooter
	}
	var meta format.FileMetaData
	if err := thrift.Unmarshal(new(thrift.CompactProtocol), footer, &meta); err != nil {
		return nil, err
	}
	if meta.EncryptionAlgorithm.Value != nil {
		return nil, errEncrypted
	}
	return footer, checkSchema(meta.Schema)
}

// checkSchema returns an error for a schema that is not a tree, or too deep.
func checkSchema(schema []format.SchemaElement) error {
	var open []int32 // for each open group, the number of children still to come
	for i, e := range schema {
		if i > 0 {
			if len(open) == 0 {
				return errFooter
			}
			open[len(open)-1]--
		}
		n := e.NumChildren.V
		switch {
		case n < 0, e.Type.Valid && n > 0:
			return errFooter
		case !e.Type.Valid:
			open = append(open, n)
		}
		for len(open) > 0 && open[len(open)-1] == 0 {
			open = open[:len(open)-1]
		}
		if len(open) > maxNesting {
			return errFooter
		}
	}
	if len(open) > 0 || len(schema) == 0 {
		return errFooter
	}
	return nil
}

// Types of the compact protocol of Thrift (thrift-compact-protocol.md).
const (
	typeTrue   = 1
	typeFalse  = 2
	typeByte   = 3
	typeI16    = 4
	typeI32    = 5
	typeI64    = 6
	typeDouble = 7
	typeBinary = 8
	typeList   = 9
	typeSet    = 10
	typeStruct = 12
)

// compact reads data in the compact protocol.
type compact struct{ left []byte }

func (c *compact) take(n uint64) error {
	if n > uint64(len(c.left)) {
		return errFooter
	}
	c.left = c.left[n:]
	return nil
}

func (c *compact) varint() (uint64, error) {
	v, n := binary.Uvarint(c.left)
	if n <= 0 {
		return 0, errFooter
	}
	c.left = c.left[n:]
	return v, nil
}

func (c *compact) byte() (byte, error) {
	if len(c.left) == 0 {
		return 0, errFooter
	}
	b := c.left[0]
	c.left = c.left[1:]
	return b, nil
}

// skip skips a value. No list or text may be longer than the rest of the data: each
// element takes at least one byte.
func (c *compact) skip(typ byte, depth int) error {
	if depth > maxNesting {
		return errFooter
	}
	switch typ {
	case typeTrue, typeFalse:
		return nil
	case typeByte:
		return c.take(1)
	case typeI16, typeI32, typeI64:
		_, err := c.varint()
		return err
	case typeDouble:
		return c.take(8)
	case typeBinary:
		n, err := c.varint()
		if err != nil {
			return err
		}
		return c.take(n)
	case typeList, typeSet:
		return c.list(depth)
	case typeStruct:
		for {
			head, err := c.byte()
			if err != nil || head == 0 {
				return err
			}
			if head>>4 == 0 { // the number of the field follows
				if _, err := c.varint(); err != nil {
					return err
				}
			}
			if err := c.skip(head&0x0F, depth+1); err != nil {
				return err
			}
		}
	}
	// Parquet has no maps.
	return errFooter
}

func (c *compact) list(depth int) error {
	head, err := c.byte()
	if err != nil {
		return err
	}
	n, typ := uint64(head>>4), head&0x0F
	if n == 15 {
		if n, err = c.varint(); err != nil {
			return err
		}
	}
	if n > uint64(len(c.left)) {
		return errFooter
	}
	for range n {
		if typ == typeTrue || typ == typeFalse {
			err = c.take(1)
		} else {
			err = c.skip(typ, depth+1)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
