package commands

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/results"
)

// A Verb is a command that does an operation of the registry with each value and prints
// the results. Its flags and behaviour are those of the row.
type Verb struct {
	Row string // the name in the registry, which ends with that of the command
	// Use names the arguments: those of the row, then the values, as in BASE [REF...].
	Use, Short, Long, Example string

	Needs   string // the required argument before the values, for messages, or ""
	Done    string // what was done to the values, for --verbose
	Let     string // what --on-error keep did to a value; by default "accepted as written"
	Columns bool   // the values may be columns of tables
	Breaks  bool   // a result may contain line ends, which get a hint
	Framed  bool   // results have line ends of their own, whatever ends the values
	InOrder bool   // results know their place in the output
	Bodies  bool   // results may be compressed files themselves
	Remarks bool   // a comment in a list or a log, which is no value, gives an empty line
	// Input, if not nil, sets how values are read, and binds flags instead of the usual ones.
	Input func(*pflag.FlagSet, *records.Input)
	// Refused, if not nil, returns the failure for a value that is malformed.
	Refused func(v records.Value, err error) error
}

// Make makes the command.
func (v Verb) Make(a *stream.Streams) *cobra.Command {
	o := &verbOptions{job: records.NewJob(a, v.Row), Verb: v}
	do := &o.job.Do
	do.Policy.Let, do.Framed, do.InOrder = v.Let, v.Framed, v.InOrder
	o.job.In.Bodies = v.Bodies
	name := v.Row[strings.LastIndexByte(v.Row, ' ')+1:]
	cmd := &cobra.Command{Use: name + " [flags] " + v.Use, Short: v.Short, Long: v.Long, Example: v.Example}
	if v.Needs != "" {
		cmd.Args = AtLeast(v.Needs)
	}
	cmd.RunE = records.Runs(a, o.run)
	if several := strings.HasSuffix(do.Row.Argument, "..."); several {
		cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return do.Row.Suggested, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
		}
	} else if do.Row.Suggested != nil {
		cmd.ValidArgsFunction = completeFirst(do.Row.Suggested...)
	}
	if v.Columns {
		o.job.AddColumns(cmd)
	}
	if v.Input == nil {
		o.job.AddTo(cmd)
		return cmd
	}
	do.AddTo(cmd)
	v.Input(cmd.Flags(), &o.job.In)
	o.job.Tell.AddTo(cmd)
	return cmd
}

// verbOptions holds the flags of a verb.
type verbOptions struct {
	job *records.Job
	Verb

	// hints are the first about a value and about a page.
	hints [2]atomic.Pointer[string]
}

func (v *verbOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	leading := l.Args
	if dash := l.Dash(); dash >= 0 && v.Needs == "" {
		leading = l.Args[:dash] // everything after it is a value
	}
	do := &v.job.Do
	lead := do.Row.Leading(leading)
	do.Request.Arguments = l.Args[:lead]
	run := v.byResult
	if do.Row.Plans() {
		run = v.byPlan
	}
	err := run(s, l.Behind(lead))
	for i := range v.hints {
		if text := v.hints[i].Load(); text != nil {
			s.UI.Hint(*text)
		}
	}
	return err
}

// byPlan does the operation with all values.
func (v *verbOptions) byPlan(s *stream.Streams, l records.Line) error {
	j := v.job
	if err := j.Prepare(); err != nil {
		return err
	}
	if plan := j.Do.Plan; plan.Several {
		if flag := l.TableFlag(); flag != "" || j.Tell.JSON {
			flag = cmp.Or(flag, "--json")
			return term.UsageError("leave out "+flag, "--iterate makes several URIs from one, but %s takes one", flag)
		}
		if j.In.NUL {
			plan.Between = stream.NULs.String()
		}
	}
	var broken atomic.Bool
	var see func([]byte)
	if v.Breaks {
		see = func(result []byte) {
			if bytes.IndexByte(result, '\n') >= 0 {
				broken.Store(true)
			}
		}
	}
	j.ConvertByRow(see)
	remarks := new(atomic.Int64)
	if v.Remarks && l.TableFlag() == "" {
		remarks = j.Remarks()
	}
	err := j.RunValues(l, v.Done)
	if n := remarks.Load(); n > 0 {
		s.UI.Note("%s without a URI: an empty line for each", term.Count(n, "line"))
	}
	for _, left := range j.Do.Plan.LeftOut {
		if n, text := left.Told(); n > 0 {
			s.UI.Note("%s, as in JavaScript, in %s", text, term.Count(n, "value"))
		}
	}
	if err == nil && broken.Load() && j.In.Separator() == stream.Lines && !j.Tell.JSON && l.TableFlag() == "" {
		s.UI.Hint(records.LineEndHint)
	}
	return err
}

// byResult shows the result for each value.
func (v *verbOptions) byResult(_ *stream.Streams, l records.Line) error {
	do := &v.job.Do
	do.Request.OnError = do.Policy.OnError()
	if err := do.Row.Check(&do.Request, operation.Command); err != nil {
		return records.BadRequest(err)
	}
	answer, err := do.Row.Start(&operation.Call{Request: &do.Request})
	if err != nil {
		return records.BadRequest(err)
	}
	end := v.job.In.Separator().String()
	do.Convert = func(o *records.Object, dst []byte, value records.Value) ([]byte, error) {
		r, err := answer(string(value.Text))
		switch {
		case err == nil:
		case r == nil && do.Request.OnError == "keep":
			bad := records.SyntaxError(err)
			bad.Hopeless = true
			err = bad
		case v.Refused != nil:
			err = v.Refused(value, err)
		default:
			err = records.BadValue(err)
		}
		if r == nil {
			return dst, err
		}
		v.hint(r, err)
		framed, ok := r.(results.Framed)
		switch {
		case v.job.Tell.JSON:
			o.Result = r.JSON()
		case err != nil && (do.Request.OnError == "fail" || do.Request.OnError == "skip"): // nothing is written
		case v.Framed && ok:
			dst = framed.AppendFramed(dst, results.Frame{Nth: v.job.Tell.Values, End: end})
		case v.Framed:
			dst = append(append(dst, r.Page(results.Style{})...), '\n')
		default:
			dst = append(dst, r.Page(results.Style{})...)
		}
		return dst, err
	}
	return v.job.RunValues(l, v.Done)
}

// hint takes note of what may surprise in the result for a value. If the value ends the
// command, that is the hint of its error err.
func (v *verbOptions) hint(r results.Result, err error) {
	hinted, ok := r.(results.Hinted)
	if !ok {
		return
	}
	var bad *records.NotLegal
	text := hinted.ValueHint()
	if text != "" && errors.As(err, &bad) && v.job.Do.Policy.OnError() == "fail" {
		bad.Hint, text = text, ""
	}
	if text != "" {
		v.hints[0].CompareAndSwap(nil, &text)
	}
	if v.hints[1].Load() == nil && !v.job.Tell.JSON {
		if text := hinted.PageHint(); text != "" {
			v.hints[1].CompareAndSwap(nil, &text)
		}
	}
}
