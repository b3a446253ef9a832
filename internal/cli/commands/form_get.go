package commands

import (
	"context"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/form"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
)

func newFormGet(a *stream.Streams) *cobra.Command {
	opts := &formGetOptions{formJob: newFormJob(a, "get")}
	cmd := &cobra.Command{
		Use:   "get [flags] NAME [QUERY...]",
		Short: "the value of a name",
		Long: `get prints the first value of that NAME in each QUERY, or in each line of standard input
or of the files of -f. Without NAME it prints an empty line, and the status is 1, but 0
for fields of a table. With --json, the key values holds an array of all values.`,
		Example: `  percent form get q 'q=caf%C3%A9+au+lait&page=2'
  percent form get q 'https://example.com/?q=caf%C3%A9+au+lait'
  percent form get --all tag 'tag=a&tag=b'
  percent form get --json tag < queries.txt`,
		Args: AtLeast("a NAME"),
		RunE: records.Runs(a, opts.run),
	}
	opts.job.AddColumns(cmd)
	opts.addTo(cmd)
	cmd.Flags().BoolVar(&opts.all, "all", false, "print all values of the name, each on a line")
	return cmd
}

// formGetOptions holds the flags of form get.
type formGetOptions struct {
	*formJob
	all bool
}

func (opts *formGetOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	if err := opts.prepare(l); err != nil {
		return err
	}
	sep := opts.job.In.Separator()
	var lacking atomic.Int64
	opts.job.Do.CountAs("lacking", &lacking)
	if !opts.all {
		opts.quick = func(dst []byte, query string) ([]byte, bool) {
			var room [16]form.Pair
			pairs, err := opts.rules.AppendParse(room[:0], query)
			value, ok := pairs.Get(l.Args[0])
			if err != nil || sep == stream.Lines && strings.Contains(value, "\n") {
				return dst, false
			}
			if !ok {
				lacking.Add(1)
			}
			return append(dst, value...), true
		}
	}
	err := opts.start(l, 1, func(o *records.Object, dst []byte, query string) ([]byte, error) {
		pairs, err := opts.inText().Parse(query)
		if err != nil {
			return dst, err
		}
		values := pairs.GetAll(l.Args[0])
		if len(values) == 0 {
			lacking.Add(1)
		}
		if opts.job.Tell.JSON {
			o.Result = struct {
				Values []string `json:"values"`
			}{values}
			return dst, nil
		}
		if !opts.all {
			values = values[:min(1, len(values))]
		}
		if sep == stream.Lines && slices.ContainsFunc(values, func(v string) bool { return strings.Contains(v, "\n") }) {
			opts.hint(records.LineEndHint)
		}
		return append(dst, strings.Join(values, sep.String())...), nil
	})
	if n := lacking.Load(); err == nil && n > 0 {
		s.UI.Note("%s without a pair %q", term.Count(n, "value"), l.Args[0])
		if strings.Contains(l.Args[0], "://") || strings.Contains(l.Args[0], "=") {
			s.UI.Hint("the name comes first: percent form get NAME 'a=1&b=2'")
		}
		return opts.job.Tell.Lacking()
	}
	return err
}
