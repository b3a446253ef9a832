package verbs

import (
	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/stream"
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
	addVerbs(a, cmd, urlVerbs)
	return Family(cmd)
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
search.NAME=VALUE sets a search parameter, and search.NAME+=VALUE adds one. --replace
sets one only where it is there. --without
removes a component or all parameters of a name. Where JavaScript takes only part of the
new value, as 8 of port=8x, a note says what was left out. Where it ignores all of the
value, because the URL cannot have it, set treats the URL as one that cannot be parsed.

The first arguments of these forms are the changes; everything after -- is a URL.
` + "`percent uri set`" + ` changes no other byte.`,
		example: `  percent url set hostname=example.org https://example.com/a
  percent url set search.q='a b' hash=top https://example.com/?q=1
  percent url set --without hash --without search.utm_source < urls.txt
  percent url set --replace search.page=1 < urls.txt
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
