package commands

import (
	"context"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/strictjson"
)

// mostNames is how many different names form names lists unless a flag says otherwise.
const mostNames = 100_000

func newFormNames(a *stream.Streams) *cobra.Command {
	o := &formNamesOptions{formJob: newFormJob(a, "names")}
	cmd := &cobra.Command{
		Use:   "names [flags] [QUERY...]",
		Short: "which names queries have, and how often",
		Long: `names counts the names in all queries, which are arguments, lines of standard input
or of the files of -f, or fields of --column. It prints a line for each name: how many
pairs have it, in how many queries, and the name, decoded. The most frequent names come
first. Totals are written to standard error.

The first --max-names different names are counted one by one. Pairs with names that
come later are counted together, and a note says how many there are.`,
		Example: `  percent form names 'a=1&b=2&a=3'
  percent form names -f urls.txt
  percent form names --column url -f visits.csv
  percent form names --json < queries.txt`,
		RunE: records.Runs(a, o.run),
	}
	o.job.In.AddTo(cmd)
	cmd.Flags().BoolVar(&o.asJSON, "json", false, "write one JSON object with all counts")
	cmd.Flags().IntVar(&o.count.Most, "max-names", mostNames, "list at most `N` different names")
	o.job.AddColumns(cmd)
	o.job.Do.AddTo(cmd)
	return cmd
}

// formNamesOptions holds the flags of form names.
type formNamesOptions struct {
	*formJob
	asJSON bool
	count  results.NameCounter
}

func (o *formNamesOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	if o.count.Most < 1 {
		return term.UsageError("use a number of at least 1", "--max-names does not take %d", o.count.Most)
	}
	if err := o.prepare(l); err != nil {
		return err
	}
	do := &o.job.Do
	do.Totals, do.Describes, do.End = true, true, o.written
	err := o.start(l, 0, func(_ *records.Object, dst []byte, query string) ([]byte, error) {
		if records.IsRemark(query) {
			return dst, nil
		}
		pairs, err := o.inText().Parse(query)
		if err == nil {
			o.count.Add(pairs)
		}
		return dst, err
	})
	if err != nil {
		return err
	}
	t := o.count.Totals()
	pairs := term.Count(t.Pairs, "pair")
	s.UI.Note("%s in %s of %s", term.Count(int64(len(t.Names)), "name"), pairs, term.Count(t.Queries, "value"))
	if t.Others > 0 {
		s.UI.Note("%s not listed, with names beyond the first %d; --max-names raises the limit", term.Count(t.Others, "pair"), len(t.Names))
	}
	return nil
}

// written returns what the command writes.
func (o *formNamesOptions) written() []byte {
	t := o.count.Totals()
	if o.asJSON {
		return strictjson.Line(t)
	}
	var dst []byte
	for _, n := range t.Names {
		name := term.Shown(n.Name)
		const numbers = 48 // and what is between them
		dst = slices.Grow(dst, len(name)+numbers)
		dst = append(strconv.AppendInt(dst, n.Pairs, 10), '\t')
		dst = append(strconv.AppendInt(dst, n.Queries, 10), '\t')
		dst = append(append(dst, name...), '\n')
	}
	return dst
}
