package commands

import (
	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/stream"
)

func newURI(a *stream.Streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "uri",
		Short: "URIs by their components",
		Long: `uri splits URI references into components by the grammar of RFC 3986. A
reference is split first, and then each component is decoded once, so an escaped
delimiter never splits a component.

Text that is not a URI ends a command with status 3; with --on-error keep, the text is
split as far as possible.`,
	}
	addVerbs(a, cmd, append(uriVerbs, normalizeVerb))
	return Family(cmd)
}

var uriVerbs = []verb{
	{
		row: "uri get", use: "TEMPLATE [URI...]",
		short: "fill a template from the components of a URI",
		long: `get fills TEMPLATE with components of each URI reference, or of each line
of standard input or of the files of -f, and prints the result. {host} is the decoded
host and {:host} the host as written; other components work in the same way. {uri} is
the whole reference, and {{ and }} are literal braces. {query:q} is the value of the
parameter q in the query; a '+' there is a space in http, https, ws, wss and references
without a scheme. A missing component is empty. For one component, write only its name:
host means {host}.

The components are scheme, authority, userinfo, user, password, host, zone, port, path,
query and fragment. {effective-port} is the port or, where the URI has none, the default
port of its scheme.`,
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
		long: `set changes components of each URI reference, or of each line of standard
input or of the files of -f. In host=DATA, characters of DATA that the component cannot
hold are encoded, and so is '%'. In :host=TEXT, TEXT is already encoded. In a path, '/'
stays a delimiter. All other bytes stay as they are.

query:NAME=DATA gives the parameter NAME of the query one value, and query:NAME+=DATA
adds a value. A space becomes %20, which forms read as a space, too. path+=DATA adds a
segment, in which '/' is escaped. --replace sets a parameter only if the query has it.
--without removes a component or a parameter, and --trim removes the parameters whose
names match a pattern. --iterate writes one URI for each of several values.

Leading arguments of these forms are changes; every argument after -- is a URI. If a URI
cannot have the new value, as mailto:x cannot have a host, it is malformed input, and
--on-error applies.`,
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
		long: `resolve resolves each REF, or each line of standard input or of the files
of -f, against the base URI BASE and prints the result (RFC 3986, section 5). If BASE
has no scheme, the result is a relative reference.`,
		example: `  percent uri resolve http://a/b/c/d;p?q ../g '?y' '#s'
  percent uri resolve https://example.com/dir/ < links.txt`,
		needs: "a base URI", done: "resolved",
	},
}
