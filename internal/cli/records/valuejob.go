package records

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/strictjson"
)

// A ValueJob is one run of a command that reads each value as a whole, such as
// a URI, and writes one result for it.
type ValueJob struct {
	*Job
	// Convert appends the result for a value to dst. With --json it may set the
	// Result of o instead. For a value that is not legal it returns a *NotLegal;
	// with the policy keep, or one like it, it returns the result as well. It is
	// called from several goroutines unless InOrder is set.
	Convert func(o *Object, dst []byte, v Value) ([]byte, error)
	// quick, if not nil, is the quick function that bulk.QuickFunc takes beside
	// Convert.
	quick func(dst, text []byte) ([]byte, bool)
	// Framed is set if results have their own line ends, and JSON shows only
	// the Result.
	Framed bool
	// Keeps and Let describe keep: in the help of --on-error, and in the note
	// about the values it accepted.
	Keeps, Let string
}

// NewValueJob returns a job whose --on-error accepts words, the default first.
func NewValueJob(a *stream.Streams, words ...string) *ValueJob {
	r := &ValueJob{Keeps: "accept it as it is", Let: "accepted as written"}
	r.Job = &Job{Streams: a, Input: Input{BOM: true}, Action: Action{Plan: &operation.Plan{}, Policy: newPolicy(words...)}}
	return r
}

// NewRowJob returns a job that does an operation of the registry.
func NewRowJob(a *stream.Streams, name string) *ValueJob {
	r := &ValueJob{Job: NewJob(a, name), Keeps: "accept it as it is", Let: "accepted as written"}
	r.BOM = true
	return r
}

// ConvertByRow makes r convert values by the plan of its row.
func (r *ValueJob) ConvertByRow() {
	r.Convert = func(_ *Object, dst []byte, v Value) ([]byte, error) {
		dst, err := r.Plan.Convert(dst, string(v.Text))
		if err != nil {
			err = badValue(err)
		}
		return dst, err
	}
	r.quick = r.Plan.Quick()
}

// Watch calls see with each result.
func (r *ValueJob) Watch(see func(result []byte)) {
	convert, quick := r.Convert, r.quick
	r.Convert = func(o *Object, dst []byte, v Value) ([]byte, error) {
		begin := len(dst)
		dst, err := convert(o, dst, v)
		see(dst[begin:])
		return dst, err
	}
	if quick != nil {
		r.quick = func(dst, text []byte) ([]byte, bool) {
			begin := len(dst)
			dst, ok := quick(dst, text)
			see(dst[begin:])
			return dst, ok
		}
	}
}

// AddTo gives cmd the flags of the job.
func (r *ValueJob) AddTo(cmd *cobra.Command) {
	if r.Row != nil {
		r.AddRow(cmd) // first, because the row may define --raw itself
		r.Job.AddTo(cmd)
		return
	}
	r.Job.AddTo(cmd)
	if words := r.Policy.Words; len(words) > 0 {
		AddChoice(cmd, &r.Policy.Word, "on-error", onErrorUsage(r.Keeps, words))
	}
}

// Ready gives cmd the flags of the job and makes it run the job.
func (r *ValueJob) Ready(cmd *cobra.Command, done string) *cobra.Command {
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return r.Run(LineOf(cmd, args), done) }
	r.AddTo(cmd)
	return cmd
}

// onErrorUsage returns the help of --on-error, with keeps for what keep does.
func onErrorUsage(keeps string, words []string) string {
	what := map[string]string{
		"fail": "stop", "keep": keeps, "skip": "drop the value", "replace": "write an empty line for it", "null": "empty the field", "escape": "escape illegal characters",
	}
	var uses []string
	for _, word := range words {
		uses = append(uses, what[word])
	}
	last := len(uses) - 1
	return "malformed input: " + strings.Join(uses[:last], ", ") + " or " + uses[last] + " (default " + words[0] + ")"
}

// OnError returns the value of --on-error.
func (r *ValueJob) OnError() string { return r.Policy.OnError() }

// Run does the job and reports what was done.
func (r *ValueJob) Run(l Line, done string) error {
	each := func(dst []byte, rec bulk.Record) ([]byte, error) {
		if r.InOrder {
			r.Values++
		}
		return r.value(dst, r.ValueOf(rec))
	}
	r.Operation = bulk.Func(each)
	if r.quick != nil && !r.JSON {
		r.Operation = bulk.QuickFunc(r.quick, each)
	}
	if r.Framed || r.JSON {
		r.Operation = r.Operation.Framed()
	}
	if r.InOrder {
		r.Operation = r.Operation.InOrder()
	}
	if err := r.Job.Run(l); err != nil {
		return err
	}
	what := r.Let
	switch r.OnError() {
	case "skip":
		what = "skipped"
	case "replace":
		what = "replaced by nothing"
	case "null":
		what = "made empty"
	}
	r.Policy.tell(r.UI, "value", " not legal, "+what)
	if r.Verbose {
		r.UI.Note("%s %s", done, term.Count(r.Values, "value"))
	}
	return nil
}

// value appends the result for a value to dst.
func (r *ValueJob) value(dst []byte, v Value) ([]byte, error) {
	from, to := len(dst), dst
	var o Object
	if r.JSON {
		o = r.Object(v)
		to = nil
	}
	out, err := r.Convert(&o, to, v)
	var bad *NotLegal
	if err != nil && !errors.As(err, &bad) {
		return dst, err
	}
	stop := bad != nil && (r.OnError() == "fail" || bad.Hopeless)
	switch {
	case r.JSON:
		if !r.Framed && !stop && o.Result == nil {
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
