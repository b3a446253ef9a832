package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/inspect/compare"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/pages"
	"github.com/pct-encoded/percent/internal/protocols"
	"github.com/pct-encoded/percent/scheme/dsn"
	"github.com/pct-encoded/percent/uri"
)

func newURI(a *stream.Streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "uri",
		Short: "URIs by their components",
		Long: `uri takes URI references apart by the grammar of RFC 3986 and works on their
components. An escape hides a delimiter from the parser: a reference is taken
apart first, and each component is decoded once.

Text that is not a URI ends a command with status 3; --on-error keep takes it apart
as well as it can.`,
	}
	cmd.AddCommand(newURIParse(a), newURIBuild(a), newURICompare(a), newURISegments(a))
	addVerbs(a, cmd, append(uriVerbs, normalizeVerb))
	return family(cmd)
}

var uriVerbs = []verb{
	{
		row: "uri get", use: "TEMPLATE [URI...]",
		short: "fill a template from the components of a URI",
		long: `get prints TEMPLATE for each URI reference, or each line of standard input or of
the files of -f. In it, {host} is a component decoded and {:host} as written, {uri}
the whole reference, {{ and }} a brace. {query:q} is the value of the parameter q in
the query, with '+' as a space in http, https, ws, wss and references without a scheme.
A component that is missing is empty. One name alone will do: host for {host}.

The components are scheme, authority, userinfo, user, password, host, zone, port,
path, query and fragment.`,
		example: `  percent uri get host https://example.com/a
  percent uri get '{scheme}://{:host}' < urls.txt
  percent uri get query:q 'https://example.com/?q=caf%C3%A9+au+lait'
  percent uri get '{path} and {:path}' https://example.com/caf%C3%A9`,
		needs: "a template", done: "read", columns: true, breaks: true,
	},
	{
		row: "uri set", use: "COMPONENT=DATA... [--] [URI...]",
		short: "change components of a URI, and no other byte",
		long: `set changes components of each URI reference, or of each line of standard input
or of the files of -f. host=DATA takes data, in which what the component cannot
hold is encoded, '%' too; :host=TEXT takes text that is encoded already. In a path
'/' stays a delimiter. Every other byte stays as it is.

query:NAME=DATA gives the parameter NAME of the query one value, and query:NAME+=DATA
adds one; a space becomes %20, which forms read as well. path+=DATA adds a segment, in which '/' is data.
--without removes a component or a parameter, --trim parameters by a pattern. With
--iterate there is one URI for each of several values.

The first arguments of these forms are the changes; everything after -- is a URI. For
a URI that cannot have the new value, such as mailto:x and a host, --on-error decides.`,
		example: `  percent uri set port=8443 https://example.com/a%2fb
  percent uri set query:page=2 'https://example.com/list?page=1&lang=en'
  percent uri set path+='Q1 & Q2' https://example.com/reports
  percent uri set --trim 'utm_*' --without fragment < urls.txt
  percent uri set --iterate 'port=80 8080' http://example.com
  percent uri set :path=/a%2Fb http://example.com`,
		done: "changed",
	},
	{
		row: "uri resolve", use: "BASE [REF...]",
		short: "what references mean at a base URI",
		long: `resolve prints the URI that each REF, or each line of standard input or of the
files of -f, means where BASE is the base URI: RFC 3986 section 5. A base without a
scheme gives a relative reference.`,
		example: `  percent uri resolve http://a/b/c/d;p?q ../g '?y' '#s'
  percent uri resolve https://example.com/dir/ < links.txt`,
		needs: "a base URI", done: "resolved",
	},
}

// takeURI returns a convert that parses the value first: by the grammar, or
// leniently if it is not legal.
func takeURI(convert func(o *records.Object, dst []byte, v records.Value, u uri.URI) ([]byte, error)) func(*records.Object, []byte, records.Value) ([]byte, error) {
	return func(o *records.Object, dst []byte, v records.Value) ([]byte, error) {
		s := string(v.Text)
		u, err := uri.Parse(s)
		if err != nil {
			u = uri.ParseLenient(s)
		}
		dst, failed := convert(o, dst, v, u)
		if failed != nil {
			return dst, failed
		}
		return dst, records.BadURI(err)
	}
}

func newURIParse(a *stream.Streams) *cobra.Command {
	opts := &uriParseOptions{ValueJob: records.NewRowJob(a, "uri parse")}
	opts.Framed, opts.InOrder = true, true
	opts.ofDatabase = false
	parse := takeURI(func(o *records.Object, dst []byte, v records.Value, u uri.URI) ([]byte, error) {
		if opts.JSON {
			o.Result = protocols.NewURIView(u)
			return dst, nil
		}
		if opts.Values > 1 && opts.Sep == stream.Lines {
			dst = append(dst, '\n')
		}
		dst = pages.AppendURI(dst, u)
		if opts.Sep == stream.NULs {
			dst = append(dst, 0)
		}
		return dst, nil
	})
	opts.Convert = func(o *records.Object, dst []byte, v records.Value) ([]byte, error) {
		dst, err := parse(o, dst, v)
		if isDSN(v.Text) {
			var bad *records.NotLegal
			if errors.As(err, &bad) && opts.OnError() == "fail" {
				bad.Hint = dsnHint
			} else {
				opts.ofDatabase = true
			}
		}
		return dst, err
	}
	cmd := &cobra.Command{
		Use:   "parse [flags] [URI...]",
		Short: "show the components of a URI",
		Long: `parse prints the components of each URI reference, each as written and, where
that is something else, decoded. With --json, what it prints is enough to put the
reference together again, byte for byte, as build does.`,
		Example: `  percent uri parse 'https://user@example.com:8080/a%2Fb?q=1#top'
  percent uri parse --json < urls.txt`,
		RunE: runs(a, opts),
	}
	opts.AddTo(cmd)
	return cmd
}

// uriParseOptions are what the flags of uri parse choose.
type uriParseOptions struct {
	*records.ValueJob
	ofDatabase bool
}

func (opts *uriParseOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	err := opts.Run(l, "parsed")
	if opts.ofDatabase {
		s.UI.Hint(dsnHint)
	}
	return err
}

const dsnHint = "database drivers read connection URIs by rules of their own, with several hosts and raw passwords: `percent dsn parse` does so, too"

// isDSN reports whether a text begins as the connection URI of a database or a
// broker whose driver has rules of its own.
func isDSN(text []byte) bool {
	scheme, _, ok := bytes.Cut(text[:min(len(text), 32)], []byte("://"))
	if ok {
		_, ok = dsn.FormatOf(string(scheme))
	}
	return ok
}

func newURIBuild(a *stream.Streams) *cobra.Command {
	p := protocol{format: protocols.URI, object: `{"scheme":"http","host":"example.com","path":"/a%2Fb"}`}
	return p.builder(a, &cobra.Command{
		Use:   "build [flags] [OBJECT...]",
		Short: "put a URI together from what parse --json printed",
		Long: `build makes a URI reference of each JSON object, or of each line of standard
input: of the components that parse --json prints, as written. A component that
contains others takes precedence over them: to change the host, leave out authority.
host_kind, segments and decoded are ignored beside the component that they explain;
without it they are an error, as is an unknown key.`,
		Example: `  percent uri parse --json < urls.txt | percent uri build
  percent uri build '` + p.object + "'",
	})
}

func newURICompare(a *stream.Streams) *cobra.Command {
	o := &uriCompareOptions{}
	o.row, o.request = records.MustRow("uri compare"), &operation.Request{}
	cmd := &cobra.Command{
		Use:   "compare [flags] A B",
		Short: "whether two URIs are equivalent, and where they differ",
		Long: `compare reads A and B as URI references and says whether they are identical,
equivalent by rules of RFC 3986 section 6.2 and of their scheme, or different, where
and why. ` + "`percent compare`" + ` says the same of any two texts, and
looks for the mistake that turned one into the other.

The status is 0 if they are identical or equivalent and 1 if they are different.`,
		Example: `  percent uri compare /%7Euser /~user
  percent uri compare '/path?key=value' /path%3Fkey=value`,
		RunE: runs(a, o),
	}
	cmd.Flags().BoolVar(&o.c.json, "json", false, "write one JSON object")
	records.AddRow(cmd, o.row, o.request)
	return cmd
}

// uriCompareOptions are what the flags of uri compare choose.
type uriCompareOptions struct {
	c       compareOptions
	row     *operation.Operation
	request *operation.Request
}

func (o *uriCompareOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	if len(l.Args) != 2 {
		return term.UsageError("`"+l.Command+" --help` shows its usage", "%s takes two URIs, not %d", l.Command, len(l.Args))
	}
	var both [2]uri.URI
	for i, s := range l.Args {
		u, err := uri.Parse(s)
		if err != nil {
			if o.request.OnError != "keep" {
				return records.BadURI(err).(*records.NotLegal).Failure(records.Named(fmt.Sprintf("arg %d", i+1)))
			}
			u = uri.ParseLenient(s)
		}
		both[i] = u
	}
	o.c.format.Words, o.c.format.Value = o.row.Choice("format", operation.Command).Words, o.request.Format
	o.c.Comparison = pages.Comparison{
		Comparison: compare.References(both[0], both[1], o.c.formats()), Texts: [2]string(l.Args), References: true,
	}
	return o.c.print(s, s.Text)
}

func newURISegments(a *stream.Streams) *cobra.Command {
	r := records.NewRowJob(a, "uri segments")
	r.Framed = true
	r.Convert = takeURI(func(o *records.Object, dst []byte, v records.Value, u uri.URI) ([]byte, error) {
		if r.JSON {
			view := &protocols.URIView{Decoded: &protocols.URIView{}}
			view.Segments, view.Decoded.Segments = protocols.Segments(u)
			o.Result = view
			return dst, nil
		}
		end := "\n"
		if r.Sep == stream.NULs {
			end = r.Sep.String()
		}
		for _, s := range u.Segments() {
			if r.Request.Raw {
				dst = append(dst, s.Raw()...)
			} else {
				dst = append(dst, s.Text()...)
			}
			dst = append(dst, end...)
		}
		return dst, nil
	})
	cmd := &cobra.Command{
		Use:   "segments [flags] [URI...]",
		Short: "the segments of the path of a URI, decoded",
		Long: `segments prints the segments of the path of each URI reference, one a line, each
decoded once: "%2F" stays inside its segment. A segment may hold a line end; -0
writes NUL after each instead.`,
		Example: `  percent uri segments https://example.com/path%2Fto/file
  percent uri segments --json < urls.txt`,
	}
	return r.Ready(cmd, "read")
}
