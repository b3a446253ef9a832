package commands

// uriFamily is the family of commands.
var uriFamily = Family{
	Name:  "uri",
	Short: "URIs by their components",
	Long: `uri splits URI references into components by the grammar of RFC 3986. A
reference is split first, and then each component is decoded once, so an escaped
delimiter never splits a component.

Text that is not a URI ends a command with status 3; with --on-error keep, the text is
split as far as possible.`,
	Below: []Maker{
		Verb{
			Row: "uri get", Use: "TEMPLATE [URI...]",
			Short: "fill a template from the components of a URI",
			Long: `get fills TEMPLATE with components of each URI reference, or of each line
of standard input or of the files of -f, and prints the result. {host} is the decoded
host and {:host} the host as written; other components work in the same way. {uri} is
the whole reference, and {{ and }} are literal braces. {query:q} is the value of the
parameter q in the query; a '+' there is a space in http, https, ws, wss and references
without a scheme. A missing component is empty. For one component, write only its name:
host means {host}.

The components are scheme, authority, userinfo, user, password, host, zone, port, path,
query and fragment. {effective-port} is the port or, where the URI has none, the default
port of its scheme. A blank line, or a comment in a list or a log, such as "#Fields:
date cs-uri-stem", gives an empty line.`,
			Example: `  percent uri get host https://example.com/a
  percent uri get '{scheme}://{:host}' < urls.txt
  percent uri get effective-port https://example.com/
  percent uri get query:q 'https://example.com/?q=caf%C3%A9+au+lait'
  percent uri get '{path} and {:path}' https://example.com/caf%C3%A9`,
			Needs: "a template", Done: "read", Columns: true, Breaks: true, Remarks: true,
		},
		Verb{
			Row: "uri set", Use: "COMPONENT=DATA... [--] [URI...]",
			Short: "change components of a URI, and no other byte",
			Long: `set changes components of each URI reference, or of each line of standard
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
			Example: `  percent uri set port=8443 https://example.com/a%2fb
  percent uri set query:page=2 'https://example.com/list?page=1&lang=en'
  percent uri set path+='Q1 & Q2' https://example.com/reports
  percent uri set --trim 'utm_*' --without fragment < urls.txt
  percent uri set --iterate 'port=80 8080' http://example.com
  percent uri set :path=/a%2Fb http://example.com`,
			Done: "changed", Columns: true,
		},
		Verb{
			Row: "uri resolve", Use: "BASE [REF...]",
			Short: "what references mean at a base URI",
			Long: `resolve resolves each REF, or each line of standard input or of the files
of -f, against the base URI BASE and prints the result (RFC 3986, section 5). If BASE
has no scheme, the result is a relative reference.`,
			Example: `  percent uri resolve http://a/b/c/d;p?q ../g '?y' '#s'
  percent uri resolve https://example.com/dir/ < links.txt`,
			Needs: "a base URI", Done: "resolved", Columns: true,
		},
		normalizeVerb,
		Verb{
			Row: "uri parse", Use: "[URI...]",
			Short: "show the components of a URI",
			Long: `parse prints the components of each URI reference, each as written and,
if that is different, decoded. The output of --json is enough to rebuild the reference
byte for byte, as build does.`,
			Example: `  percent uri parse 'https://user@example.com:8080/a%2Fb?q=1#top'
  percent uri parse --json < urls.txt`,
			Done: "parsed", Framed: true, InOrder: true,
		},
		Verb{
			Row: "uri segments", Use: "[URI...]",
			Short: "the segments of the path of a URI, decoded",
			Long: `segments prints the segments of the path of each URI reference, one per
line. The path is split first, and then each segment is decoded once, so "%2F" does not
split a segment. A decoded segment may contain a line end; -0 ends each segment with NUL
instead.`,
			Example: `  percent uri segments https://example.com/path%2Fto/file
  percent uri segments --json < urls.txt`,
			Done: "read", Framed: true,
		},
		Verb{
			Row: "uri build", Use: "[OBJECT...]",
			Short: "put a URI together from what parse --json printed",
			Long: `build makes a URI reference from each JSON object, or from each line of
standard input. The object holds the components that parse --json prints, as written. A
component that contains others takes precedence over them: to change the host, leave out
authority. host_kind, segments and decoded are ignored if the object has the component
that they explain. Without that component they are an error, as is an unknown key.`,
			Example: `  percent uri parse --json < urls.txt | percent uri build
  percent uri build '` + uriObject + "'",
			Done: "built", Refused: Format{Object: uriObject}.unbuilt,
		},
		Question{
			Row: "uri compare", Use: "compare [flags] A B",
			Short: "whether two URIs are equivalent, and where they differ",
			Long: `compare reads A and B as URI references and shows whether they are identical,
equivalent by rules of RFC 3986 section 6.2 and of their scheme, or different, and if
so where and why. ` + "`percent compare`" + ` compares any two texts, and looks
for the mistake that turned one into the other.

The status is 0 if they are identical or equivalent and 1 if they are different.`,
			Example: `  percent uri compare /%7Euser /~user
  percent uri compare '/path?key=value' /path%3Fkey=value`,

			Takes: &Takes{Least: 2, Most: 2, What: "two URIs", Hint: "`percent uri compare --help` shows its usage"},
		},
	},
}

const uriObject = `{"scheme":"http","host":"example.com","path":"/a%2Fb"}`
