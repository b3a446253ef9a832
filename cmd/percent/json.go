package main

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"

	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/dialect"
)

// A codedObject is what --json writes for a value, one object a line.
// docs/command.md has the schema.
type codedObject struct {
	ID           string  `json:"id"`
	Input        *string `json:"input,omitempty"`
	InputBase64  []byte  `json:"input_base64,omitempty"`
	Output       *string `json:"output,omitempty"`
	OutputBase64 []byte  `json:"output_base64,omitempty"`
	Offset       *int64  `json:"offset,omitempty"`
	StreamOffset *int64  `json:"stream_offset,omitempty"`
	Reason       string  `json:"reason,omitempty"`
	Charset      string  `json:"charset,omitempty"`
}

// codedJSON returns the line for a value, the charset it is in, if one was
// named, what it became, and what was first wrong with it, if anything.
func codedJSON(d *dialect.Dialect, c *charset.Charset, v value, coded []byte, first *flaw) []byte {
	o := codedObject{ID: d.ID}
	if c != nil {
		o.Charset = c.Name()
	}
	o.Input, o.InputBase64 = textOrBytes(v.text)
	o.Output, o.OutputBase64 = textOrBytes(coded)
	if first != nil {
		stream := v.offset + first.Offset
		o.Offset, o.StreamOffset, o.Reason = &first.Offset, &stream, first.reason()
	}
	return marshalJSON(o)
}

// textOrBytes returns b as a string if it is UTF-8, and otherwise as it is, for
// base64.
func textOrBytes(b []byte) (*string, []byte) {
	if !utf8.Valid(b) {
		return nil, b
	}
	s := string(b)
	return &s, nil
}

// marshalJSON returns v in JSON with a line end. HTML is not escaped: URLs are
// full of '&'.
func marshalJSON(v any) []byte {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		panic("percent: " + err.Error()) // a type that cannot be written
	}
	return b.Bytes()
}
