package main

import (
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
)

func newFormGet(a *stream.Streams) *cobra.Command {
	f := newFormJob(a, "get")
	var all bool
	cmd := &cobra.Command{
		Use:   "get [flags] NAME [QUERY...]",
		Short: "the value of a name",
		Long: `get prints the first value of that NAME in each QUERY, or in each line of standard
input or of the files of -f. For a QUERY without NAME it prints an empty line, and
the status is 1. With --json, values is an array of all of them.`,
		Example: `  percent form get q 'q=caf%C3%A9+au+lait&page=2'
  percent form get q 'https://example.com/?q=caf%C3%A9+au+lait'
  percent form get --all tag 'tag=a&tag=b'
  percent form get --json tag < queries.txt`,
		Args: atLeast("a NAME"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.prepare(cmd); err != nil {
				return err
			}
			var lacking atomic.Int64
			f.CountAs("lacking", &lacking)
			err := f.start(cmd, args, 1, func(o *records.Object, dst []byte, query string) ([]byte, error) {
				pairs, err := f.inText().Parse(query)
				if err != nil {
					return dst, err
				}
				values := pairs.GetAll(args[0])
				if len(values) == 0 {
					lacking.Add(1)
				}
				if f.JSON {
					o.Result = struct {
						Values []string `json:"values"`
					}{values}
					return dst, nil
				}
				if !all {
					values = values[:min(1, len(values))]
				}
				for i, value := range values {
					if i > 0 {
						dst = append(dst, f.Sep.String()...)
					}
					if f.Sep == stream.Lines && strings.Contains(value, "\n") {
						f.hint(records.LineEndHint)
					}
					dst = append(dst, value...)
				}
				return dst, nil
			})
			if n := lacking.Load(); err == nil && n > 0 {
				f.UI.Note("%s without a pair %q", term.Count(n, "value"), args[0])
				return term.ErrFindings
			}
			return err
		},
	}
	f.AddColumns(cmd)
	f.addTo(cmd)
	cmd.Flags().BoolVar(&all, "all", false, "print all values of the name, each on a line")
	return cmd
}
