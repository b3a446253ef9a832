package commands

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/inspect/layers"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/results"
)

func newLayers(a *stream.Streams) *cobra.Command {
	o := &layersOptions{job: records.NewPagesJob(a, "layers")}
	cmd := &cobra.Command{
		Use:   "layers [flags] [TEXT...]",
		Short: "how often a text has been encoded",
		Long: `layers decodes TEXT repeatedly until nothing changes. It shows the text
after each step, what was decoded, what information was lost, and why decoding stops.
Traces of other encodings, such as &#233;, are shown but not decoded.

A '+' stays a plus sign. With --plus first, each '+' in TEXT is read as a space, as in a
form. With --plus every, each '+' that decoding produces is read as a space, too.

How often a text was meant to be encoded cannot be known: 100%25 may be the data itself.
Without TEXT, or with -, layers reads each line of standard input. For the fields of
--column, it writes the number of layers.`,
		Example: `  percent layers 100%2525
  percent layers '%%34%31'
  percent layers --plus first 'q=a+b%252Bc'`,
		RunE: records.Runs(a, o.run),
	}
	o.job.AddPagesTo(cmd)
	o.job.AddColumns(cmd)
	cmd.Flags().BoolVar(&o.all, "all", false, "show every escape, and texts at full length")
	return cmd
}

// layersOptions holds the flags of layers.
type layersOptions struct {
	all bool
	job *records.Job
}

func (o *layersOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	options := layers.Options{Plus: o.job.Do.Request.PlusMode()}
	if l.TableFlag() != "" {
		o.job.Do.Each = func(dst []byte, v records.Value) ([]byte, error) {
			l, err := layers.With(string(v.Text), options)
			if err != nil {
				return dst, records.TooLong(v.Place.String(), err)
			}
			return strconv.AppendInt(dst, int64(l.Depth()), 10), nil
		}
		return o.job.Run(l)
	}
	style := records.Style(s.UI, records.DetailOf(o.all))
	before, after := results.PlainLayers(style)
	return records.Pages{
		Of: func(text string) (results.Result, error) {
			l, err := layers.With(text, options)
			return results.Layers{Stack: l}, err
		},
		Style: style,
		Plain: func(text []byte) (string, string, bool) { return before, after, results.IsPlainLayer(text) },
	}.Run(o.job, l)
}
