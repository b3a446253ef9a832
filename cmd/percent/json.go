package main

import (
	"io"

	"github.com/pct-encoded/percent/internal/strictjson"
)

// A codedObject is what --json writes for a value, one object a line.
// docs/command.md has the schema.
type codedObject struct {
	ID           string `json:"id"`
	Input        []byte `json:"input"`
	Output       []byte `json:"output"`
	Offset       *int64 `json:"offset,omitempty"`
	StreamOffset *int64 `json:"stream_offset,omitempty"`
	Reason       string `json:"reason,omitempty"`
	Charset      string `json:"charset,omitempty"`
}

// printJSON writes v as one line of JSON.
func printJSON(out io.Writer, v any) error {
	_, err := out.Write(strictjson.Line(v))
	return err
}

// embed adds the members of what is written as an object.
func (o *object) embed(v any) {
	text := strictjson.Append(nil, v)
	o.join(object{text[1 : len(text)-1]})
}
