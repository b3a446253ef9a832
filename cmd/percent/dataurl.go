package main

import (
	"context"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/commands"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/operation/flags"
	"github.com/pct-encoded/percent/scheme/dataurl"
)

func newDataURL(a *stream.Streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "dataurl",
		Short: "data: URLs",
		Long: `dataurl reads and writes data: URLs, as browsers do (the Fetch Standard) and by the
grammar of RFC 2397.`,
	}
	cmd.AddCommand(newDataURLEncode(a), newDataURLDecode(a))
	return commands.Family(cmd)
}

func newDataURLEncode(a *stream.Streams) *cobra.Command {
	opts := &dataURLEncodeOptions{job: records.NewJob(a, "dataurl encode")}
	in := &opts.job.In
	opts.job.Do.Framed = true
	cmd := &cobra.Command{
		Use:   "encode [flags] [TEXT...]",
		Short: "the shortest data: URL of a text or a file",
		Long: `encode prints the data: URL of each TEXT, of each file of -f, or of
standard input, which is read to its end: percent-encoded, or in base64 if that is
shorter.

Without --type, ASCII text gets no media type, which means text/plain in US-ASCII. Other
UTF-8 text gets text/plain;charset=utf-8, and all other data gets
application/octet-stream.`,
		Example: `  percent dataurl encode 'A brief note'
  percent dataurl encode --type image/png -f icon.png
  percent dataurl encode --type image/svg+xml < icon.svg`,
		RunE: records.Runs(a, opts.run),
	}
	set := cmd.Flags()
	opts.job.Do.AddTo(cmd)
	set.VarP((*flags.List)(&in.Files), "file", "f", "encode what is in `FILE`, - for standard input; repeatable")
	set.VarP((*stream.OutputName)(&in.Output), "output", "o", "write to `FILE`, which must not be an input")
	opts.job.Tell.AddTo(cmd)
	return cmd
}

// dataURLEncodeOptions holds the flags of dataurl encode.
type dataURLEncodeOptions struct {
	job *records.Job
}

func (opts *dataURLEncodeOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	j := opts.job
	var named *dataurl.MIMEType
	if name := j.Do.Request.Type; name != "" {
		t, err := dataurl.ParseMIMEType(name)
		if err != nil {
			return term.UsageError("write --type text/html", "--type: %s", records.SyntaxError(err).Text)
		}
		named = &t
	}
	j.In.Whole, j.In.AsIs = true, true
	j.Do.Convert = func(o *records.Object, dst []byte, v records.Value) ([]byte, error) {
		d := dataurl.Data{Body: v.Text}
		switch {
		case named != nil:
			d.Type = *named
		case isASCII(v.Text):
		case utf8.Valid(v.Text):
			d.Type = dataurl.MIMEType{Type: "text", Subtype: "plain", Params: []dataurl.Param{{Name: "charset", Value: "utf-8"}}}
		default:
			d.Type = dataurl.MIMEType{Type: "application", Subtype: "octet-stream"}
		}
		u, err := d.Build()
		if err != nil {
			return dst, term.UsageError("", "--type: %s", records.SyntaxError(err).Text)
		}
		if j.Tell.JSON {
			o.Result = dataURLResult{u}
		}
		return append(append(dst, u...), '\n'), nil
	}
	return j.RunValues(l, "encoded")
}

// dataURLResult is the object that encode --json writes for a text.
type dataURLResult struct {
	Output string `json:"output"`
}

func isASCII(b []byte) bool {
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// dataURLContent is the object that decode --json writes for a URL.
type dataURLContent struct {
	Type string `json:"type"`
	Body []byte `json:"body"`
}

func newDataURLDecode(a *stream.Streams) *cobra.Command {
	j := records.NewJob(a, "dataurl decode")
	j.In.Bodies, j.Do.Framed = true, true
	j.Do.Convert = func(o *records.Object, dst []byte, v records.Value) ([]byte, error) {
		parse := dataurl.Parse
		if j.Do.Request.RFC2397 {
			parse = dataurl.ParseRFC2397
		}
		d, err := parse(string(v.Text))
		if err != nil {
			return dst, records.SyntaxError(err)
		}
		if j.Tell.JSON {
			content := dataURLContent{d.Type.String(), d.Body}
			if d.Type.Type == "" {
				content.Type = "text/plain;charset=US-ASCII"
			}
			o.Result = content
			return dst, nil
		}
		dst = append(dst, d.Body...)
		if j.In.Separator() == stream.NULs {
			dst = append(dst, 0)
		}
		return dst, nil
	}
	cmd := &cobra.Command{
		Use:   "decode [flags] [URL...]",
		Short: "what a data: URL holds",
		Long: `decode prints the body of each data: URL, or of each line of standard
input or of the files of -f: exactly its bytes, without a line end after them. With
--json, decode prints one object per line, with type and body, or with type and
body_base64 if the body is not UTF-8. For a URL that is refused, the object has input,
offset and reason.`,
		Example: `  percent dataurl decode data:,A%20brief%20note
  percent dataurl decode -o icon.png < icon.txt
  percent dataurl decode --json 'data:text/html;base64,PGI+aGk8L2I+'`,
	}
	return j.Ready(cmd, "decoded")
}
