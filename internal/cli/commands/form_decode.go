package commands

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/protocols"
)

func newFormDecode(a *stream.Streams) *cobra.Command {
	o := &formDecodeOptions{formJob: newFormJob(a, "decode")}
	cmd := &cobra.Command{
		Use:   "decode [flags] [QUERY...]",
		Short: "a query to a JSON array of pairs",
		Long: `decode prints the pairs of each QUERY, or of each line of standard input
or of the files of -f, as a JSON array of arrays of two strings: a name and its value.

By the URL Standard no form is malformed: a '%' that begins no escape stays a '%'. With
--on-error fail, such a '%' is an error, and so is invalid UTF-8. A name or value that
is not UTF-8 is written as an object with its bytes in base64.

--as rfc1866 splits at ';', too, as HTML 2.0 asks servers to do.`,
		Example: `  percent form decode 'a=1&a=2'
  percent form decode --charset shift_jis 'q=%8E%A9%93%AE'
  percent form decode --nested php 'user[name]=Zoë&tag[]=a&tag[]=b'`,
		RunE: records.Runs(a, o.run),
	}
	o.addTo(cmd)
	return cmd
}

// formDecodeOptions holds the flags of form decode.
type formDecodeOptions struct {
	*formJob
}

func (o *formDecodeOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	if err := o.prepare(l); err != nil {
		return err
	}
	if o.job.Do.Request.Nested == "jquery" {
		return term.UsageError("name the program that reads the form", "jQuery writes forms but does not read them")
	}
	return o.start(l, 0, o.decodeOne)
}

func (f *formJob) decodeOne(o *records.Object, dst []byte, query string) ([]byte, error) {
	if f.convention != nil {
		data, err := f.convention.Parse(query)
		if err == nil {
			dst, err = protocols.AppendFormData(dst, data)
		}
		o.Result = struct {
			Data rawJSON `json:"data"`
		}{rawJSON{dst}}
		return dst, err
	}
	pairs, err := f.inText().Parse(query)
	if err != nil {
		return dst, err
	}
	dst = protocols.AppendFormPairs(dst, pairs)
	o.Result = struct {
		Pairs rawJSON `json:"pairs"`
	}{rawJSON{dst}}
	return dst, nil
}

// A rawJSON is a value in JSON.
type rawJSON struct{ text []byte }

// AppendJSON appends it.
func (r rawJSON) AppendJSON(dst []byte) []byte { return append(dst, r.text...) }
