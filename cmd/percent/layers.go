package main

import (
	"strconv"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/inspect/layers"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/pages"
	"github.com/pct-encoded/percent/internal/strictjson"
	"github.com/pct-encoded/percent/internal/views"
)

func init() { register("layers", newLayers) }

func newLayers(a *stream.Streams) *cobra.Command {
	var all bool
	t := newPageJob(a, "layers")
	cmd := &cobra.Command{
		Use:   "layers [flags] [TEXT...]",
		Short: "how often a text has been encoded",
		Long: `layers decodes TEXT again and again until nothing changes, and shows the text after
each step: what was decoded, what information was lost, and why it stops. What other
encodings left behind, such as &#233;, is shown but not undone.

A '+' is itself. With --plus first each '+' of TEXT is a space, as in a form; with
--plus every, so is each '+' that appears by decoding.

Nobody can know how often a text was meant to be encoded: 100%25 may be the data.
Without TEXT, or with -, layers takes each line of standard input. For columns, it
writes how many layers came off.`,
		Example: `  percent layers 100%2525
  percent layers '%%30%30'
  percent layers --plus first 'q=a+b%252Bc'`,
		GroupID: groupKnow,
		RunE: func(cmd *cobra.Command, args []string) error {
			options := layers.Options{Plus: t.request.PlusMode()}
			t.take = func(dst []byte, v value) ([]byte, error) {
				l, err := layers.With(string(v.text), options)
				if err != nil {
					return dst, tooLong(v.Place.String(), err)
				}
				if t.json {
					return append(dst, strictjson.Line(v.about(views.NewLayers(l)))...), nil
				}
				return t.page(dst, v, pages.Layers(a.UI.Style(), l, detailOf(all))), nil
			}
			t.each = bulk.Func(func(dst []byte, r bulk.Record) ([]byte, error) {
				l, err := layers.With(string(r.Text), options)
				if err != nil {
					return dst, tooLong(stream.At(r.Source, r.Number).String(), err)
				}
				return strconv.AppendInt(dst, int64(l.Depth()), 10), nil
			})
			if tableFlag(cmd) == "" {
				t.each = nil
			}
			return t.run(cmd, args)
		},
	}
	t.addTo(cmd)
	t.addColumns(cmd)
	cmd.Flags().BoolVar(&all, "all", false, "show every escape, and texts at full length")
	return cmd
}
