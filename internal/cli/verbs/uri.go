package verbs

import (
	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/stream"
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
	addVerbs(a, cmd, append(uriVerbs, normalizeVerb))
	return Family(cmd)
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
path, query and fragment. {effective-port} is the port or, where the URI has none, the
default port of its scheme.`,
		example: `  percent uri get host https://example.com/a
  percent uri get '{scheme}://{:host}' < urls.txt
  percent uri get effective-port https://example.com/
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
--replace does nothing where the parameter is missing. --without removes a component or a
parameter, --trim parameters by a pattern. With
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
