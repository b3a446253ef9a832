package main

import (
	"bytes"
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/commands"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/protocols"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/scheme/dsn"
	"github.com/pct-encoded/percent/uri"
)

// takeURI returns a Convert that parses the value first, by the grammar or, if
// that fails, leniently.
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
	j := records.NewJob(a, "uri parse")
	opts := &uriParseOptions{job: j}
	j.Do.Framed, j.Do.InOrder = true, true
	parse := takeURI(func(o *records.Object, dst []byte, v records.Value, u uri.URI) ([]byte, error) {
		if j.Tell.JSON {
			o.Result = protocols.NewURIView(u)
			return dst, nil
		}
		if j.Tell.Values > 1 && j.In.Separator() == stream.Lines {
			dst = append(dst, '\n')
		}
		dst = results.AppendURI(dst, u)
		if opts.escaped == "" {
			opts.escaped = escapedDelimiter(u)
		}
		if j.In.Separator() == stream.NULs {
			dst = append(dst, 0)
		}
		return dst, nil
	})
	j.Do.Convert = func(o *records.Object, dst []byte, v records.Value) ([]byte, error) {
		dst, err := parse(o, dst, v)
		if isDSN(v.Text) {
			var bad *records.NotLegal
			if errors.As(err, &bad) && j.Do.Policy.OnError() == "fail" {
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
		Long: `parse prints the components of each URI reference, each as written and,
if that is different, decoded. The output of --json is enough to rebuild the reference
byte for byte, as build does.`,
		Example: `  percent uri parse 'https://user@example.com:8080/a%2Fb?q=1#top'
  percent uri parse --json < urls.txt`,
		RunE: records.Runs(a, opts.run),
	}
	j.AddTo(cmd)
	return cmd
}

// uriParseOptions holds the flags of uri parse.
type uriParseOptions struct {
	job        *records.Job
	ofDatabase bool
	escaped    string // the hint for the first escaped delimiter that is shown decoded
}

func (opts *uriParseOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	err := opts.job.RunValues(l, "parsed")
	if opts.ofDatabase {
		s.UI.Hint(dsnHint)
	}
	if opts.escaped != "" {
		s.UI.Hint(opts.escaped)
	}
	return err
}

// escapedDelimiter returns a hint if the decoded form of the path or the query has a
// delimiter that was escaped, and so is data, or "".
func escapedDelimiter(u uri.URI) string {
	if path := strings.ToUpper(u.Path().Raw); strings.Contains(path, "%2F") {
		return "a '/' that was %2F is data and does not split the path; `percent uri segments` splits the path before it decodes"
	}
	if query := strings.ToUpper(u.Query().Raw); strings.Contains(query, "%26") || strings.Contains(query, "%3D") || strings.Contains(query, "%2B") {
		return "a '&', '=' or '+' that was escaped in the query is data; `percent form decode` splits the query before it decodes"
	}
	return ""
}

const dsnHint = "connection URIs of databases have rules of their own, such as several hosts: `percent dsn parse` follows those of its scheme"

// isDSN reports whether a text begins like the connection URI of a database or
// a broker whose driver has rules of its own.
func isDSN(text []byte) bool {
	scheme, _, ok := bytes.Cut(text[:min(len(text), 32)], []byte("://"))
	if ok {
		_, ok = dsn.FormatOf(string(scheme))
	}
	return ok
}

func newURIBuild(a *stream.Streams) *cobra.Command {
	p := protocol{object: `{"scheme":"http","host":"example.com","path":"/a%2Fb"}`}
	return p.builder(a, "uri build", &cobra.Command{
		Use:   "build [flags] [OBJECT...]",
		Short: "put a URI together from what parse --json printed",
		Long: `build makes a URI reference from each JSON object, or from each line of
standard input. The object holds the components that parse --json prints, as written. A
component that contains others takes precedence over them: to change the host, leave out
authority. host_kind, segments and decoded are ignored if the object has the component
that they explain. Without that component they are an error, as is an unknown key.`,
		Example: `  percent uri parse --json < urls.txt | percent uri build
  percent uri build '` + p.object + "'",
	})
}

func uriComparing() commands.Question {
	return commands.Question{
		Row: "uri compare", Use: "compare [flags] A B",
		Short: "whether two URIs are equivalent, and where they differ",
		Long: `compare reads A and B as URI references and shows whether they are identical,
equivalent by rules of RFC 3986 section 6.2 and of their scheme, or different, and if
so where and why. ` + "`percent compare`" + ` compares any two texts, and looks
for the mistake that turned one into the other.

The status is 0 if they are identical or equivalent and 1 if they are different.`,
		Example: `  percent uri compare /%7Euser /~user
  percent uri compare '/path?key=value' /path%3Fkey=value`,

		Takes: &commands.Takes{Least: 2, Most: 2, What: "two URIs", Hint: "`percent uri compare --help` shows its usage"},
	}
}

func newURISegments(a *stream.Streams) *cobra.Command {
	j := records.NewJob(a, "uri segments")
	j.Do.Framed = true
	j.Do.Convert = takeURI(func(o *records.Object, dst []byte, v records.Value, u uri.URI) ([]byte, error) {
		if j.Tell.JSON {
			view := &protocols.URIView{Decoded: &protocols.URIView{}}
			view.Segments, view.Decoded.Segments = protocols.Segments(u)
			o.Result = view
			return dst, nil
		}
		end := "\n"
		if j.In.Separator() == stream.NULs {
			end = stream.NULs.String()
		}
		for _, s := range u.Segments() {
			if j.Do.Request.Raw {
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
		Long: `segments prints the segments of the path of each URI reference, one per
line. The path is split first, and then each segment is decoded once, so "%2F" does not
split a segment. A decoded segment may contain a line end; -0 ends each segment with NUL
instead.`,
		Example: `  percent uri segments https://example.com/path%2Fto/file
  percent uri segments --json < urls.txt`,
	}
	return j.Ready(cmd, "read")
}
