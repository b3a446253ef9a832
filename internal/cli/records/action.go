package records

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/strictjson"
)

// An Action is what a job does with each value.
type Action struct {
	// Row is the operation of the registry, or nil; Request holds its choices as the
	// flags set them, and Plan the result.
	Row     *operation.Operation
	Request operation.Request
	Plan    *operation.Plan
	Policy  Policy // for malformed input

	// Each appends the result for a value to dst. Convert does so for a command that
	// writes one result for each value, such as a URI: with --json it may set the Result
	// of o instead, and for a value that is not legal it returns a *NotLegal, with the
	// policy keep, or one like it, beside the result. Without either, the plan says what is
	// done. They are called from several goroutines unless InOrder is set.
	Each    func(dst []byte, v Value) ([]byte, error)
	Convert func(o *Object, dst []byte, v Value) ([]byte, error)
	// Quick, if not nil, does the same for most values, as bulk.QuickFunc has it. It is not
	// called in order.
	Quick     func(dst, text []byte) ([]byte, bool)
	Framed    bool // results have their own line ends; of Convert, JSON shows only the Result
	InOrder   bool // one value at a time, counted before it is done
	Describes bool // the output describes the text, without its byte order mark

	// Opened, if not nil, is called with the name of each source and its first bytes, and
	// returns what is done with its values instead of Each, and whether it is one value.
	Opened func(source string, head []byte) (each func(dst []byte, v Value) ([]byte, error), undivided bool)
	// LongSkipped says that a value that is too long is left out and told of.
	LongSkipped bool

	First   func(b []byte) []byte // returns what is written instead of the first bytes, or nil
	End     func() []byte         // returns what is written at the end, or nil
	Totals  bool                  // only End writes, so there is nothing to resume
	OnRead  func(b []byte)        // is called with what is read, unless there are no hints and notes; or nil
	OnWrite func(b []byte)        // the same with what is written

	paged    bool                     // each value gets a page as wide as the terminal
	counters map[string]*atomic.Int64 // counters of the command, which checkpoints hold
}

// AddTo gives cmd the flags of the row, or --on-error where there is none.
func (d *Action) AddTo(cmd *cobra.Command) {
	p := &d.Policy
	switch {
	case d.Row == nil && len(p.Words) > 0:
		AddChoice(cmd, &p.Word, "on-error", p.usage())
	case d.Row != nil:
		if c := d.Row.Choice("on-error", operation.Command); c != nil {
			AddChoice(cmd, &p.Word, c.Name, c.Help)
		}
		AddRow(cmd, d.Row, &d.Request)
	}
}

// CountAs adds a counter of a command to the checkpoints.
func (d *Action) CountAs(name string, n *atomic.Int64) {
	if d.counters == nil {
		d.counters = map[string]*atomic.Int64{}
	}
	d.counters[name] = n
}

// Name returns what the dialect is called.
func (d *Action) Name() string { return cmp.Or(d.Plan.Called, d.Plan.Dialect.ID) }

// codes reports whether values are encoded or decoded by a dialect.
func (d *Action) codes() bool { return d.Plan.Codes() }

// decodes reports whether the command is decode.
func (d *Action) decodes() bool { return d.Request.Operation == "decode" }

// Ordinary reports whether no option says what '+' means.
func (d *Action) Ordinary() bool { return d.Request.As == "" && d.Request.Space == "" }

// ConvertByRow makes the plan convert values. see, unless it is nil, is called with each
// result.
func (j *Job) ConvertByRow(see func(result []byte)) {
	if see == nil {
		see = func([]byte) {}
	}
	j.Do.Convert = func(_ *Object, dst []byte, v Value) ([]byte, error) {
		begin := len(dst)
		dst, err := j.Do.Plan.Convert(dst, string(v.Text))
		see(dst[begin:])
		if err != nil {
			err = BadValue(err)
		}
		return dst, err
	}
	quick := j.Do.Plan.Quick()
	if quick == nil || j.Tell.JSON {
		return
	}
	j.Do.Quick = func(dst, text []byte) ([]byte, bool) {
		begin := len(dst)
		dst, ok := quick(dst, text)
		see(dst[begin:])
		return dst, ok
	}
}

// operation returns what is done to each record.
func (r *run) operation() (*bulk.Operation, error) {
	j := r.job
	d, each := &j.Do, j.Do.Each
	framed := d.Framed
	if d.Convert != nil {
		each, framed = j.converted, framed || j.Tell.JSON
	}
	if each == nil {
		op, err := d.Plan.Operation()
		return op, BadRequest(err)
	}
	of := func(each func(dst []byte, v Value) ([]byte, error)) *bulk.Operation {
		do := func(dst []byte, rec bulk.Record) ([]byte, error) { return each(dst, r.in.value(rec)) }
		if d.InOrder {
			do = func(dst []byte, rec bulk.Record) ([]byte, error) {
				j.Tell.Values++
				return each(dst, r.in.value(rec))
			}
		}
		op := bulk.Func(do)
		if d.Quick != nil && !d.InOrder {
			op = bulk.QuickFunc(d.Quick, do)
		}
		if framed {
			op = op.Framed()
		}
		if d.InOrder {
			op = op.InOrder()
		}
		return op
	}
	op := of(each)
	if d.Opened != nil {
		op = op.OnSource(func(name string, head []byte) *bulk.Operation {
			each, undivided := d.Opened(name, head)
			if undivided {
				return of(each).Undivided()
			}
			return of(each)
		})
	}
	return op, nil
}

// converted appends the result of Convert for a value to dst.
func (j *Job) converted(dst []byte, v Value) ([]byte, error) {
	d := &j.Do
	from, to := len(dst), dst
	var o Object
	if j.Tell.JSON {
		o = d.Object(v)
		to = nil
	}
	out, err := d.Convert(&o, to, v)
	var bad *NotLegal
	if err != nil && !errors.As(err, &bad) {
		return dst, err
	}
	stop := bad != nil && (d.Policy.OnError() == "fail" || bad.Hopeless)
	switch {
	case j.Tell.JSON:
		if !d.Framed && !stop && o.Result == nil {
			o.Output = &out
		}
		if bad != nil {
			o.Fault(bad.Offset, v.Offset+bad.Offset, bad.Reason)
		}
		out = strictjson.AppendLine(dst, &o)
	case stop:
		out = out[:from]
	}
	if bad == nil {
		return out, nil
	}
	return out, &bulk.Flaw{SyntaxError: percent.SyntaxError{Offset: bad.Offset}, Cause: bad, Hopeless: bad.Hopeless}
}

// appendJSON appends the JSON object for a value that was encoded or decoded.
func (r *run) appendJSON(dst []byte, rec bulk.Record, result []byte, first *bulk.Flaw) []byte {
	d := &r.job.Do
	o := d.Object(r.in.value(rec))
	o.ID, o.Output = d.Name(), &result
	if first != nil {
		o.Fault(first.Offset, first.StreamOffset, string(first.Reason))
	}
	return strictjson.AppendLine(dst, &o)
}

// A Value is what lies between two separators, or an argument.
type Value struct {
	Text   []byte
	Offset int64 // of text in its source
	stream.Place
	Argument bool   // it is not part of a source
	Column   string // its column, in a table
}

// value returns a record of package bulk as a value.
func (in *reading) value(r bulk.Record) Value {
	return Value{Text: r.Text, Offset: r.Offset, Place: stream.At(r.Source, r.Number), Argument: in.from == nil, Column: r.Column}
}

// IsRemark reports whether a line is blank, or a comment of a list or a log.
func IsRemark(line string) bool {
	rest, ok := strings.CutPrefix(strings.TrimSpace(line), "#")
	if !ok || rest == "" {
		return rest == ""
	}
	name, _, ok := strings.Cut(rest, ":")
	return rest[0] == ' ' || rest[0] == '#' || ok && slices.Contains([]string{"Fields", "Version", "Software", "Date", "Start-Date", "End-Date", "Remark"}, name)
}

// Remarks makes the conversion give an empty result for a remark, and returns the number of those
// that it refuses.
func (j *Job) Remarks() *atomic.Int64 {
	n, convert := new(atomic.Int64), j.Do.Convert
	j.Do.Convert = func(o *Object, dst []byte, v Value) ([]byte, error) {
		begin := len(dst)
		dst, err := convert(o, dst, v)
		if !v.Argument && IsRemark(string(v.Text)) {
			if err != nil {
				n.Add(1)
			}
			return dst[:begin], nil
		}
		return dst, err
	}
	if quick := j.Do.Quick; quick != nil {
		j.Do.Quick = func(dst, text []byte) ([]byte, bool) {
			if len(text) == 0 || text[0] == '#' {
				return dst, false
			}
			return quick(dst, text)
		}
	}
	return n
}
