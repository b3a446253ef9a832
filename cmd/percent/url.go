package main

import (
	"context"
	"errors"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/strictjson"
)

func newURLParse(a *stream.Streams) *cobra.Command {
	opts := &urlParseOptions{job: records.NewJob(a, "url parse")}
	do := &opts.job.Do
	do.Framed, do.InOrder, do.Policy.Let = true, true, "kept as written"

	cmd := &cobra.Command{
		Use:   "parse [flags] [URL...]",
		Short: "show the components of a URL as a browser has them",
		Long: `parse prints the components of each URL, under their names in JavaScript,
and the origin. --explain adds the validation errors of the Standard, which browsers
tolerate, and the byte of each. Beyond the first 10,000 in a URL, validation errors are
only counted.`,
		Example: `  percent url parse 'HTTP://ex%41mple.com:80/a\b?q=é'
  percent url parse --base https://example.com/a/b ../c
  percent url parse --explain 'http:\\0xc0.0.2.1/'`,
		RunE: records.Runs(a, opts.run),
	}
	opts.job.AddTo(cmd)
	return cmd
}

// urlParseOptions holds the flags of url parse.
type urlParseOptions struct {
	job   *records.Job
	found results.ValidationErrors
}

func (opts *urlParseOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	do, tell := &opts.job.Do, &opts.job.Tell
	parser, err := do.Request.URLParser()
	if err != nil {
		return records.BadRequest(err)
	}
	explain := do.Request.Explain
	if explain {
		parser.OnError = opts.found.Add
	}
	parse := func(o *records.Object, dst []byte, v records.Value) ([]byte, error) {
		u, err := parser.Parse(string(v.Text))
		switch {
		case err != nil && do.Policy.OnError() == "keep":
			return append(dst, v.Text...), records.BadURL(err)
		case err != nil:
			return dst, records.BadURL(err)
		case tell.JSON:
			o.Result = results.NewURL(u)
			return dst, nil
		case tell.Values > 1:
			dst = append(dst, '\n')
		}
		var parts [][2]string
		for _, p := range operation.URLParts() {
			parts = append(parts, [2]string{p.Name, p.Get(u)})
		}
		return results.AppendURL(dst, parts), nil
	}
	do.Convert = func(o *records.Object, dst []byte, v records.Value) ([]byte, error) {
		opts.found.Reset()
		dst, err := parse(o, dst, v)
		if explain && tell.JSON {
			view, _ := o.Result.(*results.URL) // nil if the URL cannot be parsed
			o.Result = results.NewExplainedURL(view, &opts.found)
			return dst, err
		}
		return results.AppendValidationErrors(dst, &opts.found), err
	}
	return opts.job.RunValues(l, "parsed")
}

func newURLCheck(a *stream.Streams) *cobra.Command {
	opts := &urlCheckOptions{job: records.NewJob(a, "url check")}
	opts.job.Do.Describes = true
	cmd := &cobra.Command{
		Use:   "check [flags] [URL...]",
		Short: "whether a browser can parse a URL",
		Long: `check prints a line for each URL that a browser cannot parse, with the
place and the Standard's name for the reason. The status is 1 if there is such a URL and
0 otherwise.`,
		Example: `  percent url check https://example.com/ http://a.b.0x/
  percent url check -f urls.txt`,
		RunE: records.Runs(a, opts.run),
	}
	opts.job.AddTo(cmd)
	return cmd
}

// urlCheckOptions holds the flags of url check.
type urlCheckOptions struct {
	job *records.Job
}

func (opts *urlCheckOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	do := &opts.job.Do
	parser, err := do.Request.URLParser()
	if err != nil {
		return records.BadRequest(err)
	}
	var failed atomic.Int64
	do.Framed = true
	do.Each = func(dst []byte, v records.Value) ([]byte, error) {
		_, err := parser.Parse(string(v.Text))
		if err == nil {
			return dst, nil
		}
		failed.Add(1)
		bad := records.BadURL(err)
		if !opts.job.Tell.JSON {
			return append(dst, v.Place.String()+": "+bad.Text+"\n"...), nil
		}
		o := do.Object(v)
		o.Fault(bad.Offset, v.Offset+bad.Offset, bad.Reason)
		return strictjson.AppendLine(dst, o), nil
	}
	err = opts.job.Run(l)
	if failed.Load() > 0 && (err == nil || errors.Is(err, term.ErrQuiet)) {
		return term.ErrFindings
	}
	return err
}
