package main

import (
	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/form"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
)

// What the commands that edit say about the rest of the query.
const untouched = `Every other byte stays as it is: escapes, empty pieces, the order, and of a URL all
but its query.`

// newFormEdit returns a command that edits queries. words are its arguments in
// front of them.
func newFormEdit(f *formJob, cmd *cobra.Command, edit func(q *form.Query, args []string), words ...string) *cobra.Command {
	f.edits = true
	cmd.Args = atLeast(words...)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := f.prepare(cmd); err != nil {
			return err
		}
		return f.start(cmd, args, len(words), func(_ *records.Object, dst []byte, query string) ([]byte, error) {
			q, err := f.inText().Edit(query)
			if err != nil {
				return dst, err
			}
			edit(q, args)
			if len(words) == 2 { // a name and a value
				f.omitted.Add(int64(f.rules.Omitted([]form.Pair{{Name: args[0], Value: args[1]}})))
			}
			return append(dst, q.String()...), nil
		})
	}
	f.addTo(cmd)
	return cmd
}

func newFormSet(a *stream.Streams) *cobra.Command {
	return newFormEdit(newFormJob(a, "set"), &cobra.Command{
		Use:   "set [flags] NAME VALUE [QUERY...]",
		Short: "give a name one value",
		Long: `set gives the first pair of that NAME the VALUE and removes the others; if there is
no such pair, it appends one. NAME and VALUE are text, and are encoded.

` + untouched,
		Example: `  percent form set page 3 'q=%7efoo&page=2'
  percent form set page 3 'https://example.com/list?page=2#top'`,
	}, func(q *form.Query, args []string) { q.Set(args[0], args[1]) }, "a NAME", "a VALUE")
}

func newFormAppend(a *stream.Streams) *cobra.Command {
	return newFormEdit(newFormJob(a, "append"), &cobra.Command{
		Use:   "append [flags] NAME VALUE [QUERY...]",
		Short: "add a pair at the end",
		Long: `append adds a pair at the end of the query. NAME and VALUE are text, and are
encoded.

` + untouched,
		Example: `  percent form append tag 'b & c' 'tag=a'`,
	}, func(q *form.Query, args []string) { q.Append(args[0], args[1]) }, "a NAME", "a VALUE")
}

func newFormDelete(a *stream.Streams) *cobra.Command {
	f := newFormJob(a, "delete")
	var value string
	var cmd *cobra.Command
	cmd = newFormEdit(f, &cobra.Command{
		Use:   "delete [flags] NAME [QUERY...]",
		Short: "remove a name",
		Long: `delete removes every pair of that NAME, or with --value those of that value, each
with the separator in front of it.

` + untouched,
		Example: `  percent form delete utm_source 'q=a&utm_source=mail&page=2'
  percent form delete --value a tag 'tag=a&tag=b'`,
	}, func(q *form.Query, args []string) {
		if cmd.Flags().Changed("value") {
			q.DeleteValue(args[0], value)
			return
		}
		q.Delete(args[0])
	}, "a NAME")
	cmd.Flags().StringVar(&value, "value", "", "remove only pairs with this value")
	return cmd
}

func newFormSort(a *stream.Streams) *cobra.Command {
	return newFormEdit(newFormJob(a, "sort"), &cobra.Command{
		Use:   "sort [flags] [QUERY...]",
		Short: "sort by name",
		Long: `sort sorts the pairs by name, in the order of UTF-16 code units, as URLSearchParams
does. Pairs of one name stay in order, and each keeps its spelling.`,
		Example: `  percent form sort 'b=2&a=%7e&b=1'`,
	}, func(q *form.Query, _ []string) { q.Sort() })
}
