package main

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

// A valueJob is one run of a command that takes each of its values as a whole,
// such as a URI, and writes one result for it.
type valueJob struct {
	*job
	// convert appends what becomes of a value to dst. With --json it may give o a
	// Result instead. What is wrong with the value is a *notLegal;
	// with the policy keep, or one like it, the result is there all the same.
	// It is called from several goroutines unless inOrder is set.
	convert func(o *recordObject, dst []byte, v value) ([]byte, error)
	// quick, if not nil, is that of bulk.QuickFunc for convert.
	quick func(dst, text []byte) ([]byte, bool)
	// framed: the result has its own line ends, and JSON shows the Result only.
	framed bool
	// keeps and let say what keep does: in the help of --on-error, and in the note
	// on the values that it let pass.
	keeps, let string
}

// newValueJob returns a job with the words that its --on-error takes, the
// default first.
func newValueJob(a *stream.Streams, words ...string) *valueJob {
	r := &valueJob{keeps: "take it as it stands", let: "taken as written"}
	r.job = &job{Streams: a, bom: true, plan: &operation.Plan{}, policy: newPolicy(words...)}
	return r
}

// newRowJob returns a job that does an operation of the registry.
func newRowJob(a *stream.Streams, name string) *valueJob {
	r := &valueJob{job: newJob(a, name), keeps: "take it as it stands", let: "taken as written"}
	r.bom = true
	return r
}

// convertByRow makes r convert by the plan of its row.
func (r *valueJob) convertByRow() {
	r.convert = func(_ *recordObject, dst []byte, v value) ([]byte, error) {
		dst, err := r.plan.Convert(dst, string(v.text))
		if err != nil {
			err = badValue(err)
		}
		return dst, err
	}
	r.quick = r.plan.Quick()
}

func (r *valueJob) addTo(cmd *cobra.Command) {
	if r.row != nil {
		r.addRow(cmd) // first, for its --raw may be another
		r.add(cmd)
		return
	}
	r.add(cmd)
	if words := r.policy.Words; len(words) > 0 {
		addChoice(cmd, &r.policy.Word, "on-error", onErrorUsage(r.keeps, words))
	}
}

// ready makes cmd run the job, without anything to prepare, and gives it the flags.
func (r *valueJob) ready(cmd *cobra.Command, done string) *cobra.Command {
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return r.run(cmd, args, done) }
	r.addTo(cmd)
	return cmd
}

// onErrorUsage returns the help of --on-error where keep does that.
func onErrorUsage(keeps string, words []string) string {
	what := map[string]string{
		"fail": "stop there", "keep": keeps, "skip": "drop the value", "replace": "write an empty line for it", "null": "empty the field", "escape": "escape what is illegal",
	}
	var uses []string
	for _, word := range words {
		uses = append(uses, what[word])
	}
	last := len(uses) - 1
	return "malformed input: " + strings.Join(uses[:last], ", ") + " or " + uses[last] + " (default " + words[0] + ")"
}

// word returns what --on-error says.
func (r *valueJob) word() string { return r.policy.word() }

// run does the job and reports what was done.
func (r *valueJob) run(cmd *cobra.Command, args []string, done string) error {
	each := func(dst []byte, rec bulk.Record) ([]byte, error) {
		if r.inOrder {
			r.values++
		}
		return r.value(dst, r.valueOf(rec))
	}
	r.each = bulk.Func(each)
	if r.quick != nil && !r.json {
		r.each = bulk.QuickFunc(r.quick, each)
	}
	if r.framed || r.json {
		r.each = r.each.Framed()
	}
	if r.inOrder {
		r.each = r.each.InOrder()
	}
	if err := r.job.run(cmd, args); err != nil {
		return err
	}
	what := r.let
	switch r.word() {
	case "skip":
		what = "skipped"
	case "replace":
		what = "replaced by nothing"
	case "null":
		what = "made empty"
	}
	r.policy.tell(r.UI, "value", " not legal, "+what)
	if r.verbose {
		r.UI.Note("%s %s", done, term.Count(r.values, "value"))
	}
	return nil
}

// value appends what becomes of a value to dst.
func (r *valueJob) value(dst []byte, v value) ([]byte, error) {
	from, to := len(dst), dst
	var o recordObject
	if r.json {
		o = r.object(v)
		to = nil
	}
	out, err := r.convert(&o, to, v)
	var bad *notLegal
	if err != nil && !errors.As(err, &bad) {
		return dst, err
	}
	stop := bad != nil && (r.word() == "fail" || bad.hopeless)
	switch {
	case r.json:
		if !r.framed && !stop && o.Result == nil {
			o.Output = &out
		}
		if bad != nil {
			o.fault(bad.offset, v.offset+bad.offset, bad.reason)
		}
		out = append(dst, strictjson.Line(o)...)
	case stop:
		out = out[:from]
	}
	if bad == nil {
		return out, nil
	}
	return out, &bulk.Flaw{SyntaxError: percent.SyntaxError{Offset: bad.offset}, Cause: bad, Hopeless: bad.hopeless}
}
