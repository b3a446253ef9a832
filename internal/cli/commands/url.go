package commands

import (
	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/stream"
)

func newURL(a *stream.Streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "url",
		Short: "URLs as browsers read them",
		Long: `url follows the URL Standard, as browsers, Node.js and Deno do: it
accepts spaces, tabs and backslashes, and writes every URL in one canonical form. The
commands of uri follow the grammar of RFC 3986 instead, and change only the bytes that
you ask them to change.

A URL that cannot be parsed ends a command with status 3.`,
	}
	addVerbs(a, cmd, urlVerbs)
	return Family(cmd)
}

var urlVerbs = []verb{
	{
		row: "url resolve", use: "BASE [REF...]",
		short: "where a link leads to on a page",
		long: `resolve prints the URL that each REF leads to on a page whose address is BASE, as a
browser resolves it. ` + "`percent uri resolve`" + ` follows RFC 3986 instead.`,
		example: `  percent url resolve https://example.com/a/b ../c '?q=1' //example.org
  percent url resolve https://example.com/ < links.txt`,
		needs: "a base", done: "resolved", let: "kept as written",
	},
	{
		row: "url get", use: "COMPONENT [URL...]",
		short: "one component of a URL",
		long: `get prints one component of each URL: href, origin, protocol, username,
password, host, hostname, port, pathname, search or hash, as in JavaScript's URL;
search.NAME, the first search parameter of that name, decoded; or readable, the whole
URL for people to read. For a missing component, get prints an empty line.`,
		example: `  percent url get hostname 'http://EX%41MPLE.com:80/'
  percent url get search.q 'https://example.com/?q=a+b'
  percent url get readable 'https://xn--bcher-kva.example/%C3%BCber%20uns'
  percent url get origin < urls.txt`,
		needs: "a component", done: "read", let: "kept as written", columns: true,
	},
	{
		row: "url set", use: "COMPONENT=TEXT... [--] [URL...]",
		short: "change components of a URL as JavaScript does",
		long: `set changes components of each URL, as an assignment in JavaScript does,
and writes the URL in its canonical form. Characters that a component cannot hold are
encoded. search.NAME=VALUE sets a search parameter, and search.NAME+=VALUE adds one.
--replace sets a parameter only if the URL has it. --without removes a component, or all
parameters of a name. If JavaScript uses only part of the new value, such as 8 in
port=8x, a note names the part that was left out. If JavaScript ignores the whole value,
because the URL cannot have it, set treats the URL as one that cannot be parsed.

Leading arguments of these forms are changes; every argument after -- is a URL.
` + "`percent uri set`" + ` leaves all other bytes of a URL as they are.`,
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
		long: `canonical prints each URL, or each line of standard input or of the files
of -f, as a browser writes it after parsing. Crawlers use this form as the key of a
page. For a URL that cannot be parsed, --on-error keep writes the text unchanged,
replace writes an empty line, and skip writes nothing.`,
		example: `  percent url canonical 'HTTP://EXAMPLE.com:80/a/../b c'
  percent url canonical --on-error skip -f urls.txt -o canonical.txt`,
		done: "written", let: "kept as written", columns: true,
	},
}
