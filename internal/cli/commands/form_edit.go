package commands

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/form"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
)

// The help of the editing commands about the rest of the query.
const untouched = `All other bytes stay as they are: escapes, empty pieces, the order
and, in a URL, everything outside the query.`

// formEditOptions holds the flags of a command that edits queries.
type formEditOptions struct {
	*formJob
	words []string // the arguments before the queries
	edit  func(q *form.Query, l records.Line)
}

// newFormEdit returns a command that edits queries. words are its arguments
// before the queries.
func newFormEdit(a *stream.Streams, f *formJob, cmd *cobra.Command, edit func(q *form.Query, l records.Line), words ...string) *cobra.Command {
	f.edits = true
	cmd.Args = AtLeast(words...)
	cmd.RunE = records.Runs(a, (&formEditOptions{formJob: f, words: words, edit: edit}).run)
	f.addTo(cmd)
	return cmd
}

func (o *formEditOptions) run(_ context.Context, _ *stream.Streams, l records.Line) error {
	if err := o.prepare(l); err != nil {
		return err
	}
	records.OneName(o.job.Tell.UI, l.Args[:len(o.words)])
	return o.start(l, len(o.words), func(_ *records.Object, dst []byte, query string) ([]byte, error) {
		q, err := o.inText().Edit(query)
		if err != nil {
			return dst, err
		}
		o.edit(q, l)
		if len(o.words) == 2 { // a name and a value
			o.omitted.Add(int64(o.rules.Omitted([]form.Pair{{Name: l.Args[0], Value: l.Args[1]}})))
		}
		return append(dst, q.String()...), nil
	})
}

func newFormSet(a *stream.Streams) *cobra.Command {
	return newFormEdit(a, newFormJob(a, "set"), &cobra.Command{
		Use:   "set [flags] NAME VALUE [QUERY...]",
		Short: "give a name one value",
		Long: `set gives the first pair with that NAME the VALUE and removes the other
pairs with that NAME. If there is no such pair, set appends one. NAME and VALUE are
plain text, which set encodes.

` + untouched,
		Example: `  percent form set page 3 'q=%7efoo&page=2'
  percent form set page 3 'https://example.com/list?page=2#top'`,
	}, func(q *form.Query, l records.Line) { q.Set(l.Args[0], l.Args[1]) }, "a NAME", "a VALUE")
}

func newFormAppend(a *stream.Streams) *cobra.Command {
	return newFormEdit(a, newFormJob(a, "append"), &cobra.Command{
		Use:   "append [flags] NAME VALUE [QUERY...]",
		Short: "add a pair at the end",
		Long: `append adds a pair at the end of the query. NAME and VALUE are plain
text, which append encodes.

` + untouched,
		Example: `  percent form append tag 'b & c' 'tag=a'`,
	}, func(q *form.Query, l records.Line) { q.Append(l.Args[0], l.Args[1]) }, "a NAME", "a VALUE")
}

func newFormDelete(a *stream.Streams) *cobra.Command {
	f := newFormJob(a, "delete")
	var value string
	cmd := newFormEdit(a, f, &cobra.Command{
		Use:   "delete [flags] NAME [QUERY...]",
		Short: "remove a name",
		Long: `delete removes every pair with that NAME or, with --value, only those
with that value. The separator in front of each removed pair is removed, too.

` + untouched,
		Example: `  percent form delete utm_source 'q=a&utm_source=mail&page=2'
  percent form delete --value a tag 'tag=a&tag=b'`,
	}, func(q *form.Query, l records.Line) {
		if l.Has("value") {
			q.DeleteValue(l.Args[0], value)
			return
		}
		q.Delete(l.Args[0])
	}, "a NAME")
	cmd.Flags().StringVar(&value, "value", "", "remove only pairs with this value")
	return cmd
}

func newFormSort(a *stream.Streams) *cobra.Command {
	return newFormEdit(a, newFormJob(a, "sort"), &cobra.Command{
		Use:   "sort [flags] [QUERY...]",
		Short: "sort by name",
		Long: `sort sorts the pairs by name, in the order of UTF-16 code units, as
URLSearchParams does. Pairs with the same name keep their order, and each pair keeps its
spelling.`,
		Example: `  percent form sort 'b=2&a=%7e&b=1'`,
	}, func(q *form.Query, _ records.Line) { q.Sort() })
}
