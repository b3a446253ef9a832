package main

import (
	"bytes"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

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
	r := newRowJob(a, v.row)
	if v.let != "" {
		r.let = v.let
	}
	name := v.row[strings.LastIndexByte(v.row, ' ')+1:]
	cmd := &cobra.Command{Use: name + " [flags] " + v.use, Short: v.short, Long: v.long, Example: v.example}
	if v.needs != "" {
		cmd.Args = atLeast(v.needs)
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return v.run(r, cmd, args) }
	if several := strings.HasSuffix(r.row.Argument, "..."); several {
		cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return r.row.Suggested, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
		}
	} else if r.row.Suggested != nil {
		cmd.ValidArgsFunction = completeFirst(r.row.Suggested...)
	}
	if v.columns {
		r.addColumns(cmd)
	}
	r.addTo(cmd)
	return cmd
}

func (v verb) run(r *valueJob, cmd *cobra.Command, args []string) error {
	leading := args
	if dash := cmd.ArgsLenAtDash(); dash >= 0 && v.needs == "" {
		leading = args[:dash] // everything after it is a value
	}
	lead := r.row.Leading(leading)
	r.request.Arguments = args[:lead]
	if err := r.prepare(); err != nil {
		return err
	}
	if r.plan.Several {
		if r.json {
			return term.UsageError("leave out --json", "--iterate makes several URIs of one, and JSON shows one")
		}
		if r.NUL {
			r.plan.Between = stream.NULs.String()
		}
	}
	r.convertByRow()
	var broken atomic.Bool
	if convert := r.convert; v.breaks {
		r.convert = func(o *recordObject, dst []byte, w value) ([]byte, error) {
			begin := len(dst)
			dst, err := convert(o, dst, w)
			if bytes.IndexByte(dst[begin:], '\n') >= 0 {
				broken.Store(true)
			}
			return dst, err
		}
	}
	err := r.run(cmd, args[lead:], v.done)
	for _, left := range r.plan.LeftOut {
		if n, text := left.Told(); n > 0 {
			r.UI.Note("%s, as in JavaScript, in %s", text, term.Count(n, "value"))
		}
	}
	if err == nil && broken.Load() && r.sep == stream.Lines && !r.json && r.table == nil {
		r.UI.Hint(lineEndHint)
	}
	return err
}
