package bulk

import "bytes"

// A Separator says where a record of a source ends.
type Separator uint8

const (
	// Lines end in LF or CRLF.
	Lines Separator = iota
	// NULs end records, as those of find -print0 do.
	NULs
	// Whole: a source is one record, line ends and all.
	Whole
)

// String returns what is written after a record that has no end of its own:
// "\n", "\x00" or "".
func (s Separator) String() string { return [...]string{"\n", "\x00", ""}[s] }

// end returns the byte that ends a record.
func (s Separator) end() (b byte, ok bool) {
	switch s {
	case Lines:
		return '\n', true
	case NULs:
		return 0, true
	}
	return 0, false
}

// cut returns the first record of src and what ends it, or reports that src has
// no end of one.
func (s Separator) cut(src []byte) (text, end []byte, found bool) {
	b, ok := s.end()
	if !ok {
		return src, nil, false
	}
	i := bytes.IndexByte(src, b)
	if i < 0 {
		return src, nil, false
	}
	n := i
	if s == Lines && n > 0 && src[n-1] == '\r' {
		n--
	}
	return src[:n], src[n : i+1], true
}

// last returns the index after the last end of a record in src, or 0. Where the
// source is one record, a line end is as good a place to cut: no escape and no
// character goes on after it.
func (s Separator) last(src []byte) int {
	b, ok := s.end()
	if !ok {
		b = '\n'
	}
	return bytes.LastIndexByte(src, b) + 1
}

// first returns the index after the first end of a record in src, or 0.
func (s Separator) first(src []byte) int {
	b, ok := s.end()
	if !ok {
		return 0
	}
	return bytes.IndexByte(src, b) + 1
}

// count returns how many records end in src.
func (s Separator) count(src []byte) int64 {
	b, ok := s.end()
	if !ok {
		return 0
	}
	return int64(bytes.Count(src, []byte{b}))
}

// A Record is a value with the place where it stands.
type Record struct {
	// Text is the record without what ends it.
	Text []byte
	// End is what ends it as it stands there: "\n", "\r\n", "\x00", or nothing.
	End []byte
	// Source is the name of its source.
	Source string
	// Number counts the records of a source from 1. It is 0 where the source is
	// one record.
	Number int64
	// Offset is the index of Text in its source, or -1 in a Foreign format.
	Offset int64
	// Column is the name of the field that Text is, or its number, in a table.
	Column string
}

// byteOrderMark is that of UTF-8.
const byteOrderMark = "\xEF\xBB\xBF"

// A MarkMode says what becomes of a byte order mark at the start of a source.
type MarkMode uint8

const (
	// MarkIsData: it is the beginning of the first record.
	MarkIsData MarkMode = iota
	// MarkCopied: it is part of no record, and is written as it is.
	MarkCopied
	// MarkDropped: it is part of no record, and is not written.
	MarkDropped
)
