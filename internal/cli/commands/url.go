package commands

import (
	"context"
	"errors"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/strictjson"
)

// urlFamily is the family of commands.
var urlFamily = Family{
	Name:  "url",
	Short: "URLs as browsers read them",
	Long: `url follows the URL Standard, as browsers, Node.js and Deno do: it
accepts spaces, tabs and backslashes, and writes every URL in one canonical form. The
commands of uri follow the grammar of RFC 3986 instead, and change only the bytes that
you ask them to change.

A URL that cannot be parsed ends a command with status 3.`,
	Below: []Maker{
		Verb{
			Row: "url resolve", Use: "BASE [REF...]",
			Short: "where a link leads to on a page",
			Long: `resolve prints the URL that each REF leads to on a page whose address is BASE, as a
browser resolves it. ` + "`percent uri resolve`" + ` follows RFC 3986 instead.`,
			Example: `  percent url resolve https://example.com/a/b ../c '?q=1' //example.org
  percent url resolve https://example.com/ < links.txt`,
			Needs: "a base", Done: "resolved", Let: "kept as written", Columns: true,
		},
		Verb{
			Row: "url get", Use: "COMPONENT [URL...]",
			Short: "one component of a URL",
			Long: `get prints one component of each URL: href, origin, protocol, username,
password, host, hostname, port, pathname, search or hash, as in JavaScript's URL;
search.NAME, the first search parameter of that name, decoded; or readable, the whole
URL for people to read. For a missing component, and for a comment in a list or a log,
get prints an empty line.`,
			Example: `  percent url get hostname 'http://EX%41MPLE.com:80/'
  percent url get search.q 'https://example.com/?q=a+b'
  percent url get readable 'https://xn--bcher-kva.example/%C3%BCber%20uns'
  percent url get origin < urls.txt`,
			Needs: "a component", Done: "read", Let: "kept as written", Columns: true, Remarks: true,
		},
		Verb{
			Row: "url set", Use: "COMPONENT=TEXT... [--] [URL...]",
			Short: "change components of a URL as JavaScript does",
			Long: `set changes components of each URL, as an assignment in JavaScript does,
and writes the URL in its canonical form. Characters that a component cannot hold are
encoded. search.NAME=VALUE sets a search parameter, and search.NAME+=VALUE adds one.
--replace sets a parameter only if the URL has it. --without removes a component, or all
parameters of a name. If JavaScript uses only part of the new value, such as 8 in
port=8x, a note names the part that was left out. If JavaScript ignores the whole value,
because the URL cannot have it, set treats the URL as one that cannot be parsed.

Leading arguments of these forms are changes; every argument after -- is a URL.
` + "`percent uri set`" + ` leaves all other bytes of a URL as they are.`,
			Example: `  percent url set hostname=example.org https://example.com/a
  percent url set search.q='a b' hash=top https://example.com/?q=1
  percent url set --without hash --without search.utm_source < urls.txt
  percent url set --replace search.page=1 < urls.txt
  percent url set protocol=https < urls.txt`,
			Done: "changed", Let: "kept as written", Columns: true,
		},
		Verb{
			Row: "url canonical", Use: "[URL...]",
			Short: "the one form in which browsers write a URL",
			Long: `canonical prints each URL, or each line of standard input or of the files
of -f, as a browser writes it after parsing. Crawlers use this form as the key of a
page. For a URL that cannot be parsed, --on-error keep writes the text unchanged,
replace writes an empty line, and skip writes nothing.`,
			Example: `  percent url canonical 'HTTP://EXAMPLE.com:80/a/../b c'
  percent url canonical --on-error skip -f urls.txt -o canonical.txt`,
			Done: "written", Let: "kept as written", Columns: true,
		},
		Verb{
			Row: "url parse", Use: "[URL...]",
			Short: "show the components of a URL as a browser has them",
			Long: `parse prints the components of each URL, under their names in JavaScript,
and the origin. --explain adds the validation errors of the Standard, which browsers
tolerate, and the byte of each. Beyond the first 10,000 in a URL, validation errors are
only counted.`,
			Example: `  percent url parse 'HTTP://ex%41mple.com:80/a\b?q=é'
  percent url parse --base https://example.com/a/b ../c
  percent url parse --explain 'http:\\0xc0.0.2.1/'`,
			Done: "parsed", Let: "kept as written", Framed: true, InOrder: true,
		},
		Constructor(newURLCheck),
	},
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
	answer, err := do.Row.Start(&operation.Call{Request: &do.Request})
	if err != nil {
		return records.BadRequest(err)
	}
	var failed atomic.Int64
	do.Framed = true
	do.Each = func(dst []byte, v records.Value) ([]byte, error) {
		_, err := answer(string(v.Text))
		var bad *records.NotLegal
		if !errors.As(records.BadValue(err), &bad) {
			return dst, err
		}
		failed.Add(1)
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
