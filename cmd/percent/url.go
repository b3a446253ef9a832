package main

import (
	"context"
	"errors"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/pages"
	"github.com/pct-encoded/percent/internal/strictjson"
	"github.com/pct-encoded/percent/internal/views"
)

func newURL(a *stream.Streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "url",
		Short: "URLs as browsers read them",
		Long: `url does what the URL Standard says, as browsers, Node.js and Deno do: it lets
spaces, tabs and backslashes pass and writes every URL in one canonical form. The
commands of uri go by the grammar of RFC 3986 instead, and change no byte that
they were not asked to change.

What cannot be parsed ends a command with status 3.`,
	}
	cmd.AddCommand(newURLParse(a), newURLCheck(a))
	addVerbs(a, cmd, urlVerbs)
	return family(cmd)
}

var urlVerbs = []verb{
	{
		row: "url resolve", use: "BASE [REF...]",
		short: "where a link leads to on a page",
		long: `resolve prints where each REF leads to on a page whose address is BASE, as a browser
follows it. ` + "`percent uri resolve`" + ` does so by RFC 3986.`,
		example: `  percent url resolve https://example.com/a/b ../c '?q=1' //example.org
  percent url resolve https://example.com/ < links.txt`,
		needs: "a base", done: "resolved", let: "kept as written",
	},
	{
		row: "url get", use: "COMPONENT [URL...]",
		short: "one component of a URL",
		long: `get prints one component of each URL: href, origin, protocol, username,
password, host, hostname, port, pathname, search or hash, as JavaScript's URL has
them, or search.NAME, the first search parameter of that name, decoded. A missing
component gives an empty line.`,
		example: `  percent url get hostname 'http://EX%41MPLE.com:80/'
  percent url get search.q 'https://example.com/?q=a+b'
  percent url get readable 'https://xn--bcher-kva.example/%C3%BCber%20uns'
  percent url get origin < urls.txt`,
		needs: "a component", done: "read", let: "kept as written", columns: true,
	},
	{
		row: "url set", use: "COMPONENT=TEXT... [--] [URL...]",
		short: "change components of a URL as JavaScript does",
		long: `set changes components of each URL as assigning to them in JavaScript does,
and writes the URL in its canonical form: what a component cannot hold is encoded,
search.NAME=VALUE sets a search parameter, and search.NAME+=VALUE adds one. --without
removes a component or all parameters of a name. Where JavaScript takes only part of the
new value, as 8 of port=8x, a note says what was left out. Where it ignores all of the
value, because the URL cannot have it, set treats the URL as one that cannot be parsed.

The first arguments of these forms are the changes; everything after -- is a URL.
` + "`percent uri set`" + ` changes no other byte.`,
		example: `  percent url set hostname=example.org https://example.com/a
  percent url set search.q='a b' hash=top https://example.com/?q=1
  percent url set --without hash --without search.utm_source < urls.txt
  percent url set protocol=https < urls.txt`,
		done: "changed", let: "kept as written",
	},
	{
		row: "url canonical", use: "[URL...]",
		short: "the one form in which browsers write a URL",
		long: `canonical prints each URL, or each line of standard input or of the files of -f, as
a browser writes it after parsing: what a crawler uses as the key of a page. For what
cannot be parsed, --on-error keep writes the text as it was, replace an empty line,
and skip nothing.`,
		example: `  percent url canonical 'HTTP://EXAMPLE.com:80/a/../b c'
  percent url canonical --on-error skip -f urls.txt -o canonical.txt`,
		done: "written", let: "kept as written", columns: true,
	},
}

func newURLParse(a *stream.Streams) *cobra.Command {
	opts := &urlParseOptions{ValueJob: records.NewRowJob(a, "url parse")}
	opts.Framed, opts.InOrder, opts.Let = true, true, "kept as written"

	cmd := &cobra.Command{
		Use:   "parse [flags] [URL...]",
		Short: "show the components of a URL as a browser has them",
		Long: `parse prints the components of each URL under the names that JavaScript has
for them, and its origin. --explain adds the validation errors of the Standard: what
browsers accept although it is wrong, and at which byte. After the first 10,000 of a
URL, validation errors are only counted.`,
		Example: `  percent url parse 'HTTP://ex%41mple.com:80/a\b?q=é'
  percent url parse --base https://example.com/a/b ../c
  percent url parse --explain 'http:\\0x7f.1/'`,
		RunE: runs(a, opts),
	}
	opts.AddTo(cmd)
	return cmd
}

// urlParseOptions are what the flags of url parse choose.
type urlParseOptions struct {
	*records.ValueJob
	found views.ValidationErrors
}

func (opts *urlParseOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	parser, err := opts.Request.URLParser()
	if err != nil {
		return records.BadRequest(err)
	}
	explain := opts.Request.Explain
	if explain {
		parser.OnError = opts.found.Add
	}
	parse := func(o *records.Object, dst []byte, v records.Value) ([]byte, error) {
		u, err := parser.Parse(string(v.Text))
		switch {
		case err != nil && opts.OnError() == "keep":
			return append(dst, v.Text...), records.BadURL(err)
		case err != nil:
			return dst, records.BadURL(err)
		case opts.JSON:
			o.Result = views.NewURL(u)
			return dst, nil
		case opts.Values > 1:
			dst = append(dst, '\n')
		}
		var parts [][2]string
		for _, p := range operation.URLParts() {
			parts = append(parts, [2]string{p.Name, p.Get(u)})
		}
		return pages.AppendURL(dst, parts), nil
	}
	opts.Convert = func(o *records.Object, dst []byte, v records.Value) ([]byte, error) {
		opts.found.Reset()
		dst, err := parse(o, dst, v)
		if explain && opts.JSON {
			view, _ := o.Result.(*views.URL) // nil where it cannot be parsed
			o.Result = views.NewExplainedURL(view, &opts.found)
			return dst, err
		}
		return pages.AppendValidationErrors(dst, &opts.found), err
	}
	return opts.Run(l, "parsed")
}

func newURLCheck(a *stream.Streams) *cobra.Command {
	opts := &urlCheckOptions{ValueJob: records.NewRowJob(a, "url check")}
	opts.Report = true
	cmd := &cobra.Command{
		Use:   "check [flags] [URL...]",
		Short: "whether a browser can parse a URL",
		Long: `check prints a line for each URL that a browser cannot parse, with the place and the
name that the Standard has for the reason. The status is 1 if there is one and 0
otherwise.`,
		Example: `  percent url check https://example.com/ http://a.b.0x/
  percent url check -f urls.txt`,
		RunE: runs(a, opts),
	}
	opts.AddTo(cmd)
	return cmd
}

// urlCheckOptions are what the flags of url check choose.
type urlCheckOptions struct {
	*records.ValueJob
}

func (opts *urlCheckOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	parser, err := opts.Request.URLParser()
	if err != nil {
		return records.BadRequest(err)
	}
	var failed atomic.Int64
	opts.Operation = bulk.Func(func(dst []byte, rec bulk.Record) ([]byte, error) {
		_, err := parser.Parse(string(rec.Text))
		if err == nil {
			return dst, nil
		}
		failed.Add(1)
		v, bad := opts.ValueOf(rec), records.BadURL(err)
		if !opts.JSON {
			return append(dst, v.Place.String()+": "+bad.Text+"\n"...), nil
		}
		o := opts.Object(v)
		o.Fault(bad.Offset, v.Offset+bad.Offset, bad.Reason)
		return append(dst, strictjson.Line(o)...), nil
	}).Framed()
	err = opts.Job.Run(l)
	if failed.Load() > 0 && (err == nil || errors.Is(err, term.ErrQuiet)) {
		return term.ErrFindings
	}
	return err
}
