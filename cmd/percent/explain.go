package main

import (
	"cmp"
	"context"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/explain"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/pages"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/strictjson"
)

func newExplain(a *stream.Streams) *cobra.Command {
	o := &explainOptions{PageJob: records.NewPageJob(a, "explain")}
	cmd := &cobra.Command{
		Use:   "explain [flags] [TEXT...]",
		Short: "what a text is, character by character",
		Long: `explain shows what kind of text TEXT is. For each character it prints the
position, the spelling, the octets in hexadecimal and binary, the name, the class in RFC
3986, what the character delimits, and whether it must be escaped there. Then
explain shows what a '+' means, the result of decoding, and the charsets that octets
beyond ASCII may be in.

A '!' marks a character that is not allowed in its place, an invalid escape, or invalid
UTF-8; a '~' marks a needless escape. Errors come first, and characters of one kind
share a row. --all shows a row for every character, where each is allowed in a URI, and
which dialects escape it. The kind of TEXT is guessed unless --in names it.

Without TEXT, or with -, explain reads each line of standard input.`,
		Example: `  percent explain 'https://example.com/caf%C3%A9?q=a+b%2Bc'
  percent explain --in form 'a+b=%E9'
  percent explain --json 'a%c0%afb'`,
		RunE: records.Runs(a, o.run),
	}
	o.AddTo(cmd)
	cmd.Flags().BoolVar(&o.all, "all", false, "show every character, and texts at full length")
	return cmd
}

// explainOptions holds the flags of explain.
type explainOptions struct {
	all bool
	*records.PageJob
}

func (o *explainOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	if err := o.Row.Check(&o.Request, operation.Command); err != nil {
		return records.BadRequest(err)
	}
	kind, _ := inspect.LookupKind(cmp.Or(o.Request.In, "auto"))
	page := func(dst []byte, v records.Value) ([]byte, error) {
		e, err := explain.With(string(v.Text), explain.Options{Kind: kind})
		if err != nil {
			return dst, records.TooLong(v.Place.String(), err)
		}
		if o.JSON {
			return strictjson.AppendLine(dst, v.About(results.NewExplanation(e))), nil
		}
		detail := records.DetailOf(o.all)
		if !o.all && s.UI.DataTerminal {
			detail = pages.BriefForUser
		}
		return o.Page(dst, v, pages.Explain(s.UI.Style(), e, detail)), nil
	}
	return o.Run(l, page)
}
