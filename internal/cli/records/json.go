package records

import (
	"io"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/strictjson"
)

// An Object is the line that --json writes for a value: where it comes from,
// its text, the result, and what is wrong with it. schema.json lists the keys.
type Object struct {
	ID           string  `json:"id,omitempty"` // of a dialect
	Source       string  `json:"source"`
	Number       int64   `json:"number"`
	Input        *[]byte `json:"input,omitempty"` // nil if the value came from flags
	Result       any     `json:",inline"`         // a struct instead of the output, or nil
	Output       *[]byte `json:"output,omitempty"`
	Offset       *int64  `json:"offset,omitempty"`
	StreamOffset *int64  `json:"stream_offset,omitempty"`
	Reason       string  `json:"reason,omitempty"`
	Charset      string  `json:"charset,omitempty"`
}

// Fault records what is wrong with the value, and where.
func (o *Object) Fault(offset, streamOffset int64, reason string) {
	o.Offset, o.StreamOffset, o.Reason = &offset, &streamOffset, reason
}

// Object returns an object with the keys that all values have.
func (d *Action) Object(v Value) Object {
	source, number := v.Origin()
	o := Object{Source: source, Number: number, Input: &v.Text}
	if c := d.Plan.Charset; c != nil {
		o.Charset = c.Name()
	}
	return o
}

// Origin returns where a value comes from, for JSON: the source, and the number
// of the value in it, from 1. The source of an argument is "arguments".
func (v Value) Origin() (source string, number int64) {
	if !v.Argument {
		return v.Source, max(v.Number, 1)
	}
	number, _ = strconv.ParseInt(strings.TrimPrefix(v.Source, "arg "), 10, 64)
	return "arguments", number
}

// An About is what --json writes about a value: its origin, and a view, which
// begins with the input.
type About struct {
	Source string `json:"source"`
	Number int64  `json:"number"`
	View   any    `json:",inline"`
}

// About returns a view of v with the origin of v.
func (v Value) About(view any) About {
	source, number := v.Origin()
	return About{source, number, view}
}

// PrintJSON writes v as one line of JSON.
func PrintJSON(out io.Writer, v any) error {
	return strictjson.Write(out, v)
}

// Show writes a result as one line of JSON, or else as a page. The error also tells the
// verdict.
func Show(out io.Writer, asJSON bool, r results.Result, s results.Style) error {
	var err error
	if asJSON {
		err = PrintJSON(out, r.JSON())
	} else {
		_, err = io.WriteString(out, r.Page(s))
	}
	if err == nil {
		err = verdict(r)
	}
	return err
}

// verdict returns the error that tells the verdict of a result, or nil.
func verdict(r results.Result) error {
	if judged, ok := r.(results.Judged); ok {
		return [...]error{results.None: nil, results.Found: term.ErrFindings, results.Undecided: term.ErrUndecided}[judged.Judge()]
	}
	return nil
}

// Style returns the style of pages.
func Style(u *term.UI, d results.Detail) results.Style {
	s := results.Style{Style: u.Style(), Detail: d}
	if u.DataTerminal && d == results.Brief {
		s.Detail = results.BriefForUser
	}
	return s
}
