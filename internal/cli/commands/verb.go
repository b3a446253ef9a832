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
	o := &verbOptions{ValueJob: records.NewRowJob(a, v.row), verb: v}
	if v.let != "" {
		o.Let = v.let
	}
	name := v.row[strings.LastIndexByte(v.row, ' ')+1:]
	cmd := &cobra.Command{Use: name + " [flags] " + v.use, Short: v.short, Long: v.long, Example: v.example}
	if v.needs != "" {
		cmd.Args = AtLeast(v.needs)
	}
	cmd.RunE = records.Runs(a, o.run)
	if several := strings.HasSuffix(o.Row.Argument, "..."); several {
		cmd.ValidArgsFunction = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return o.Row.Suggested, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
		}
	} else if o.Row.Suggested != nil {
		cmd.ValidArgsFunction = completeFirst(o.Row.Suggested...)
	}
	if v.columns {
		o.AddColumns(cmd)
	}
	o.AddTo(cmd)
	return cmd
}

// verbOptions holds the flags of a verb.
type verbOptions struct {
	*records.ValueJob
	verb
}

func (v *verbOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	leading := l.Args
	if dash := l.Dash(); dash >= 0 && v.needs == "" {
		leading = l.Args[:dash] // everything after it is a value
	}
	lead := v.Row.Leading(leading)
	v.Request.Arguments = l.Args[:lead]
	if err := v.Prepare(); err != nil {
		return err
	}
	if v.Plan.Several {
		if v.JSON {
			return term.UsageError("leave out --json", "--iterate makes several URIs from one, but JSON shows one")
		}
		if v.NUL {
			v.Plan.Between = stream.NULs.String()
		}
	}
	v.ConvertByRow()
	var broken atomic.Bool
	if v.breaks {
		v.Watch(func(result []byte) {
			if bytes.IndexByte(result, '\n') >= 0 {
				broken.Store(true)
			}
		})
	}
	err := v.Run(l.Behind(lead), v.done)
	for _, left := range v.Plan.LeftOut {
		if n, text := left.Told(); n > 0 {
			s.UI.Note("%s, as in JavaScript, in %s", text, term.Count(n, "value"))
		}
	}
	if err == nil && broken.Load() && v.Sep == stream.Lines && !v.JSON && v.Table == nil {
		s.UI.Hint(records.LineEndHint)
	}
	return err
}
