package main

import (
	"io"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/internal/strictjson"
)

// A recordObject is what --json writes of a value, one object a line: where it
// comes from, what it is, what became of it, and what is wrong with it.
// schema.json has the keys.
type recordObject struct {
	ID           string  `json:"id,omitempty"` // of a dialect
	Source       string  `json:"source"`
	Number       int64   `json:"number"`
	Input        *[]byte `json:"input,omitempty"` // nil if flags hold the value
	Result       any     `json:",inline"`         // a struct in place of the output, or nil
	Output       *[]byte `json:"output,omitempty"`
	Offset       *int64  `json:"offset,omitempty"`
	StreamOffset *int64  `json:"stream_offset,omitempty"`
	Reason       string  `json:"reason,omitempty"`
	Charset      string  `json:"charset,omitempty"`
}

// fault says what is wrong with the value, and where.
func (o *recordObject) fault(offset, streamOffset int64, reason string) {
	o.Offset, o.StreamOffset, o.Reason = &offset, &streamOffset, reason
}

// object returns what --json says of any value.
func (j *job) object(v value) recordObject {
	source, number := v.origin()
	o := recordObject{Source: source, Number: number, Input: &v.text}
	if c := j.plan.Charset; c != nil {
		o.Charset = c.Name()
	}
	return o
}

// origin returns where a value comes from as JSON has it: the source, and the
// number of the value in it from 1. The source of an argument is "arguments".
func (v value) origin() (source string, number int64) {
	if !v.argument {
		return v.Source, max(v.Number, 1)
	}
	number, _ = strconv.ParseInt(strings.TrimPrefix(v.Source, "arg "), 10, 64)
	return "arguments", number
}

// An aboutObject is what --json writes about a value: where it comes from, and a
// view, which begins with the input.
type aboutObject struct {
	Source string `json:"source"`
	Number int64  `json:"number"`
	View   any    `json:",inline"`
}

func (v value) about(view any) aboutObject {
	source, number := v.origin()
	return aboutObject{source, number, view}
}

// printJSON writes v as one line of JSON.
func printJSON(out io.Writer, v any) error {
	_, err := out.Write(strictjson.Line(v))
	return err
}

// show writes a view as one line of JSON, or else the page that says the same.
func show(out io.Writer, asJSON bool, view any, page string) error {
	if asJSON {
		return printJSON(out, view)
	}
	_, err := io.WriteString(out, page)
	return err
}
