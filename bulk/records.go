package bulk

import (
	"bytes"

	"github.com/pct-encoded/percent/internal/words"
)

// A Separator says where a record of a source ends.
type Separator uint8

const (
	// Lines end in LF or CRLF.
	Lines Separator = iota
	// NULs end records, as those of find -print0 do.
	NULs
	// Whole: a source is one record, including its line ends.
	Whole
)

// String returns the text that ends a record: "\n", "\x00" or "".
func (s Separator) String() string { return words.Of([]string{"\n", "\x00", ""}, s) }

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

// cut returns the first record of src and its end. If no record ends in src, it
// returns src and false.
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

// last returns the index after the last end of a record in src, or 0. If the source
// is one record, line ends count instead: they are good places to cut, since no escape
// and no character continues after one.
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

// A Record is a value with its place.
type Record struct {
	// Text is the record without its end.
	Text []byte
	// End is the end of the record in the source: "\n", "\r\n", "\x00", or nothing.
	End []byte
	// Source is the name of its source.
	Source string
	// Number counts the records of a source from 1. It is 0 if the whole source is
	// one record.
	Number int64
	// Offset is the offset of Text in its source, in bytes, or -1 in a Foreign format.
	Offset int64
	// Column is, in a table, the name or the number of the field that Text is.
	Column string
}

// byteOrderMark is the byte order mark of UTF-8.
const byteOrderMark = "\xEF\xBB\xBF"

// A MarkMode says what happens to a byte order mark at the start of a source.
type MarkMode uint8

const (
	// MarkIsData: it is the beginning of the first record.
	MarkIsData MarkMode = iota
	// MarkCopied: it is not part of a record, and is copied.
	MarkCopied
	// MarkDropped: it is not part of a record, and is not copied.
	MarkDropped
)

var markModeWords = []string{"data", "copied", "dropped"}

// String returns "data", "copied" or "dropped".
func (m MarkMode) String() string { return words.Of(markModeWords, m) }
