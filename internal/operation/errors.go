package operation

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/internal/strictjson"
)

// A Bad is a line that --errors writes for a malformed field, as a JSON object.
type Bad struct {
	// Source and Row are the place: rows count from 1, including a header.
	Source string `json:"source"`
	Row    int64  `json:"row"`
	Column string `json:"column,omitempty"`
	// Offset is the offset in the text of the field, in bytes, and StreamOffset the
	// offset in the source, or nil for Parquet.
	Offset       int64  `json:"offset"`
	StreamOffset *int64 `json:"stream_offset,omitempty"`
	Reason       string `json:"reason"`
	// Input is the text of the field.
	Input []byte `json:"input"`
}

// AppendBad appends the line for a flaw to dst.
func AppendBad(dst []byte, f *bulk.Flaw) []byte {
	b := Bad{Source: f.Source, Row: f.Record, Column: f.Column, Offset: f.Offset, Reason: string(f.Reason), Input: f.Input}
	if f.StreamOffset >= 0 {
		b.StreamOffset = &f.StreamOffset
	}
	return append(strictjson.Append(dst, b), '\n')
}

// Renumber appends line, written by AppendBad, to dst with add added to its row. It
// is for parts whose rows were counted from the start of the part. It returns an
// error for any other line.
func Renumber(dst, line []byte, add int64) ([]byte, error) {
	// Quotation marks in the name of a source are escaped.
	head, rest, ok := bytes.Cut(line, []byte(rowKey))
	digits, tail, more := bytes.Cut(rest, []byte{','})
	row, err := strconv.ParseInt(string(digits), 10, 64)
	if !ok || !more || err != nil {
		return dst, fmt.Errorf("operation: %.80q is not a line of --errors", line)
	}
	dst = append(append(dst, head...), rowKey...)
	dst = strconv.AppendInt(dst, row+add, 10)
	return append(append(dst, ','), tail...), nil
}

const rowKey = `","row":`
