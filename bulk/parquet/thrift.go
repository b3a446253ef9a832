package parquet

import (
	"encoding/binary"
	"slices"
)

// Structs of the compact protocol of Thrift as they are written, so that what is copied
// keeps fields that the library does not know, and lacks those that its types cannot lack:
// a number of nulls that nobody counted would become 0.

// A rawField is a field of a struct.
type rawField struct {
	id    int16
	typ   byte
	value []byte // as it is written; empty for a bool, whose value is the type
}

// A rawStruct is the fields of a struct, in their order.
type rawStruct []rawField

// readStruct reads a struct at the start of data, and returns its length. It is of data
// that [compact.skip] has accepted, or fails.
func readStruct(data []byte) (s rawStruct, n int, err error) {
	c := compact{data}
	id := int16(0)
	for {
		head, err := c.byte()
		if err != nil {
			return nil, 0, err
		}
		if head == 0 {
			return s, len(data) - len(c.left), nil
		}
		if delta := head >> 4; delta > 0 {
			id += int16(delta)
		} else {
			v, err := c.varint()
			if err != nil {
				return nil, 0, err
			}
			id = int16(unzigzag(v))
		}
		from := c.left
		if err := c.skip(head&0x0F, 1); err != nil {
			return nil, 0, err
		}
		s = append(s, rawField{id, head & 0x0F, from[:len(from)-len(c.left)]})
	}
}

// append appends the struct in the compact protocol.
func (s rawStruct) append(dst []byte) []byte {
	last := int16(0)
	for _, f := range s {
		if d := f.id - last; d > 0 && d < 16 {
			dst = append(dst, byte(d)<<4|f.typ)
		} else {
			dst = binary.AppendUvarint(append(dst, f.typ), zigzag(int64(f.id)))
		}
		last = f.id
		dst = append(dst, f.value...)
	}
	return append(dst, 0)
}

// get returns a field, or nil.
func (s rawStruct) get(id int16) *rawField {
	for i := range s {
		if s[i].id == id {
			return &s[i]
		}
	}
	return nil
}

// without returns the struct without some fields.
func (s rawStruct) without(ids ...int16) rawStruct {
	return slices.DeleteFunc(slices.Clone(s), func(f rawField) bool { return slices.Contains(ids, f.id) })
}

// with returns the struct with a field, in its place.
func (s rawStruct) with(f rawField) rawStruct {
	s = s.without(f.id)
	i := 0
	for i < len(s) && s[i].id < f.id {
		i++
	}
	return slices.Insert(s, i, f)
}

func (s rawStruct) withInt(id int16, typ byte, v int64) rawStruct {
	return s.with(rawField{id, typ, binary.AppendUvarint(nil, zigzag(v))})
}

func (s rawStruct) withBytes(id int16, b []byte) rawStruct {
	return s.with(rawField{id, typeBinary, append(binary.AppendUvarint(nil, uint64(len(b))), b...)})
}

func (s rawStruct) withStruct(id int16, v rawStruct) rawStruct {
	return s.with(rawField{id, typeStruct, v.append(nil)})
}

func (s rawStruct) withList(id int16, items []rawStruct) rawStruct {
	var list []byte
	if n := len(items); n < 15 {
		list = append(list, byte(n)<<4|typeStruct)
	} else {
		list = binary.AppendUvarint(append(list, 15<<4|typeStruct), uint64(n))
	}
	for _, item := range items {
		list = item.append(list)
	}
	return s.with(rawField{id, typeList, list})
}

// int returns an integer, or false if there is none.
func (s rawStruct) int(id int16) (int64, bool) {
	f := s.get(id)
	if f == nil || f.typ != typeI16 && f.typ != typeI32 && f.typ != typeI64 {
		return 0, false
	}
	v, _ := binary.Uvarint(f.value)
	return unzigzag(v), true
}

// inner returns the struct that is a field, or nil.
func (s rawStruct) inner(id int16) rawStruct {
	f := s.get(id)
	if f == nil || f.typ != typeStruct {
		return nil
	}
	inner, _, err := readStruct(f.value)
	if err != nil {
		return nil
	}
	return inner
}

// list returns the structs of a list, or nil if it is none of structs.
func (s rawStruct) list(id int16) []rawStruct {
	f := s.get(id)
	if f == nil || f.typ != typeList {
		return nil
	}
	c := compact{f.value}
	head, err := c.byte()
	n := uint64(head >> 4)
	if err != nil || head&0x0F != typeStruct {
		return nil
	}
	if n == 15 {
		if n, err = c.varint(); err != nil {
			return nil
		}
	}
	var items []rawStruct
	for range n {
		item, size, err := readStruct(c.left)
		if err != nil {
			return nil
		}
		items, c.left = append(items, item), c.left[size:]
	}
	return items
}

func zigzag(v int64) uint64   { return uint64(v)<<1 ^ uint64(v>>63) }
func unzigzag(v uint64) int64 { return int64(v>>1) ^ -int64(v&1) }
