package main

import (
	"bytes"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
)

// A verb is a command that does an operation of the registry to each value and prints
// what comes of it. Its flags and what it does are those of the row.
type verb struct {
	row string // the name in the registry, which ends with that of the command
	// use names the arguments: what the row takes before the values, and the values, as in
	// BASE [REF...].
	use, short, long, example string

	needs   string // what the row takes before the values, for messages; "" if it is optional
	done    string // what was done to the values, for --verbose
	let     string // what --on-error keep did to a value; by default "taken as written"
	columns bool   // the values may be columns of tables
	breaks  bool   // a result may hold line ends, of which a hint tells
}

// addVerbs adds the commands of verbs to cmd.
func addVerbs(a *stream.Streams, cmd *cobra.Command, verbs []verb) {
	for _, v := range verbs {
		cmd.AddCommand(v.command(a))
	}
}

func (v verb) command(a *stream.Streams) *cobra.Command {
	r := records.NewRowJob(a, v.row)
	if v.let != "" {
		r.Let = v.let
	}
	name := v.row[strings.LastIndexByte(v.row, ' ')+1:]
	cmd := &cobra.Command{Use: name + " [flags] " + v.use, Short: v.short, Long: v.long, Example: v.example}
	if v.needs != "" {
		cmd.Args = atLeast(v.needs)
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return v.run(r, cmd, args) }
	if several := strings.HasSuffix(r.Row.Argument, "..."); several {
		cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return r.Row.Suggested, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
		}
	} else if r.Row.Suggested != nil {
		cmd.ValidArgsFunction = completeFirst(r.Row.Suggested...)
	}
	if v.columns {
		r.AddColumns(cmd)
	}
	r.AddTo(cmd)
	return cmd
}

func (v verb) run(r *records.ValueJob, cmd *cobra.Command, args []string) error {
	leading := args
	if dash := cmd.ArgsLenAtDash(); dash >= 0 && v.needs == "" {
		leading = args[:dash] // everything after it is a value
	}
	lead := r.Row.Leading(leading)
	r.Request.Arguments = args[:lead]
	if err := r.Prepare(); err != nil {
		return err
	}
	if r.Plan.Several {
		if r.JSON {
			return term.UsageError("leave out --json", "--iterate makes several URIs of one, and JSON shows one")
		}
		if r.NUL {
			r.Plan.Between = stream.NULs.String()
		}
	}
	r.ConvertByRow()
	var broken atomic.Bool
	if convert := r.Convert; v.breaks {
		r.Convert = func(o *records.Object, dst []byte, w records.Value) ([]byte, error) {
			begin := len(dst)
			dst, err := convert(o, dst, w)
			if bytes.IndexByte(dst[begin:], '\n') >= 0 {
				broken.Store(true)
			}
			return dst, err
		}
	}
	err := r.Run(records.LineOf(cmd, args[lead:]), v.done)
	for _, left := range r.Plan.LeftOut {
		if n, text := left.Told(); n > 0 {
			r.UI.Note("%s, as in JavaScript, in %s", text, term.Count(n, "value"))
		}
	}
	if err == nil && broken.Load() && r.Sep == stream.Lines && !r.JSON && r.Table == nil {
		r.UI.Hint(records.LineEndHint)
	}
	return err
}
