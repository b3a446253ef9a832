package commands

import (
	"bytes"
	"context"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
)

// A verb is a command that applies an operation of the registry to each value and
// prints the result. Its flags and behaviour are those of the row.
type verb struct {
	row string // the name in the registry, which ends with that of the command
	// use names the arguments: those of the row, then the values, as in BASE [REF...].
	use, short, long, example string

	needs   string // the required argument before the values, for messages, or ""
	done    string // what was done to the values, for --verbose
	let     string // what --on-error keep did to a value; by default "accepted as written"
	columns bool   // the values may be columns of tables
	breaks  bool   // a result may contain line ends, which get a hint
}

// addVerbs adds the commands of verbs to cmd.
func addVerbs(a *stream.Streams, cmd *cobra.Command, verbs []verb) {
	for _, v := range verbs {
		cmd.AddCommand(v.command(a))
	}
}

func (v verb) command(a *stream.Streams) *cobra.Command {
	o := &verbOptions{job: records.NewJob(a, v.row), verb: v}
	row := o.job.Do.Row
	o.job.Do.Policy.Let = v.let
	name := v.row[strings.LastIndexByte(v.row, ' ')+1:]
	cmd := &cobra.Command{Use: name + " [flags] " + v.use, Short: v.short, Long: v.long, Example: v.example}
	if v.needs != "" {
		cmd.Args = AtLeast(v.needs)
	}
	cmd.RunE = records.Runs(a, o.run)
	if several := strings.HasSuffix(row.Argument, "..."); several {
		cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return row.Suggested, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
		}
	} else if row.Suggested != nil {
		cmd.ValidArgsFunction = completeFirst(row.Suggested...)
	}
	if v.columns {
		o.job.AddColumns(cmd)
	}
	o.job.AddTo(cmd)
	return cmd
}

// verbOptions holds the flags of a verb.
type verbOptions struct {
	job *records.Job
	verb
}

func (v *verbOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	leading := l.Args
	if dash := l.Dash(); dash >= 0 && v.needs == "" {
		leading = l.Args[:dash] // everything after it is a value
	}
	j := v.job
	lead := j.Do.Row.Leading(leading)
	j.Do.Request.Arguments = l.Args[:lead]
	if err := j.Prepare(); err != nil {
		return err
	}
	if plan := j.Do.Plan; plan.Several {
		if j.Tell.JSON {
			return term.UsageError("leave out --json", "--iterate makes several URIs from one, but JSON shows one")
		}
		if j.In.NUL {
			plan.Between = stream.NULs.String()
		}
	}
	var broken atomic.Bool
	var see func([]byte)
	if v.breaks {
		see = func(result []byte) {
			if bytes.IndexByte(result, '\n') >= 0 {
				broken.Store(true)
			}
		}
	}
	j.ConvertByRow(see)
	err := j.RunValues(l.Behind(lead), v.done)
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
