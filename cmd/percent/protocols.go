package main

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/cli/commands"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/strictjson"
)

// A protocol is a command with the subcommands parse, from text to JSON, and
// build, from JSON to text.
type protocol struct {
	name, short, long string
	what              string                  // what is read and written, such as "a mailto: URI"
	parse, build      string                  // the help of the subcommands
	samples           []string                // arguments of parse in its examples, quoted for a shell
	builds            []string                // arguments of build in its examples, besides the object
	object            string                  // an example of an object for build
	instead           func(key string) string // what to write for an unknown key, or ""
}

// protocolOf returns the constructor of the protocol with a name.
func protocolOf(name string) commands.Constructor {
	return func(a *stream.Streams) *cobra.Command {
		i := slices.IndexFunc(uriProtocols, func(p protocol) bool { return p.name == name })
		return uriProtocols[i].command(a, "percent", "URI")
	}
}

func newHeader(a *stream.Streams) *cobra.Command {
	return protocolsBelow(a, headerProtocols, &cobra.Command{
		Use:   "header",
		Short: "header fields that hold percent-encoding",
		Long: `header reads and writes the values of header fields and of their
parameters, without the name of the field. The output of build never contains a line end
or NUL: a value that would need one is refused.`,
	})
}

func newFragment(a *stream.Streams) *cobra.Command {
	return protocolsBelow(a, fragmentProtocols, &cobra.Command{
		Use:   "fragment",
		Short: "fragments that have a syntax of their own",
		Long: `fragment reads and writes fragments of URLs that have a syntax of their
own. A fragment is written without its '#'. A '+' is always a plus sign.`,
	})
}

// protocolsBelow adds protocols as subcommands to cmd.
func protocolsBelow(a *stream.Streams, list []protocol, cmd *cobra.Command) *cobra.Command {
	for _, p := range list {
		cmd.AddCommand(p.command(a, "percent "+cmd.Name(), "VALUE"))
	}
	return commands.Family(cmd)
}

// command returns the command below path. value is what usage lines call a
// value.
func (p protocol) command(a *stream.Streams, path, value string) *cobra.Command {
	cmd := &cobra.Command{Use: p.name, Short: p.short, Long: p.long}
	example := func(verb string, arguments []string) string {
		between := "  " + path + " " + p.name + " " + verb + " "
		return between + strings.Join(arguments, "\n"+between)
	}
	row := strings.TrimPrefix(path+" "+p.name, "percent ")
	cmd.AddCommand(p.parser(a, row+" parse", &cobra.Command{
		Use: "parse [flags] [" + value + "...]", Short: p.what + " to JSON", Long: p.parse, Example: example("parse", p.samples),
	}), p.builder(a, row+" build", &cobra.Command{
		Use: "build [flags] [OBJECT...]", Short: "JSON to " + p.what, Long: p.build, Example: example("build", append([]string{"'" + p.object + "'"}, p.builds...)),
	}))
	return commands.Family(cmd)
}

// parser makes cmd print the contents of each value, one JSON object per line, by the row
// of that name.
func (p protocol) parser(a *stream.Streams, row string, cmd *cobra.Command) *cobra.Command {
	j := records.NewJob(a, row)
	do := &j.Do
	do.Framed = true
	do.Policy.Let = "read as far as possible"
	lenient := slices.Contains(do.Policy.Words, "keep")
	do.Convert = func(o *records.Object, dst []byte, v records.Value) ([]byte, error) {
		r, err := do.Row.Run(&operation.Call{Request: &do.Request, Values: []string{string(v.Text)}})
		var bad *records.NotLegal
		if err != nil {
			bad = records.SyntaxError(err)
			switch {
			case r == nil && do.Request.OnError == "keep":
				bad.Hopeless = true
			case lenient:
				bad.Hint = "--on-error keep reads the value as far as possible"
			case bad.Reason == string(percent.InvalidByte) && p.name == "dsn":
				bad.Hint = "in a user name or password write '@' as %40, ':' as %3A and '/' as %2F"
			}
		}
		switch {
		case r == nil:
		case j.Tell.JSON:
			o.Result = r.JSON()
		default:
			dst = strictjson.AppendLine(dst, r.JSON())
		}
		if bad != nil {
			return dst, bad
		}
		return dst, nil
	}
	j.AddTo(cmd)
	cmd.RunE = records.Runs(a, func(_ context.Context, _ *stream.Streams, l records.Line) error {
		do.Request.OnError = do.Policy.OnError()
		return j.RunValues(l, "parsed")
	})
	return cmd
}

// builder makes cmd print the text of each JSON object, by the row of that name.
func (p protocol) builder(a *stream.Streams, row string, cmd *cobra.Command) *cobra.Command {
	j := records.NewJob(a, row)
	j.Do.Convert = func(_ *records.Object, dst []byte, v records.Value) ([]byte, error) {
		r, err := j.Do.Row.Run(&operation.Call{Request: &j.Do.Request, Values: []string{string(v.Text)}})
		if err != nil {
			return dst, p.unbuilt(v.Place, err)
		}
		return append(dst, r.(results.Value).Text...), nil
	}
	return j.Ready(cmd, "built")
}

// unbuilt returns the failure for a JSON object from which nothing can be built.
func (p protocol) unbuilt(at stream.Place, err error) error {
	bad := records.SyntaxError(err)
	var unknown *strictjson.KeyError
	switch {
	case errors.As(err, &unknown):
		bad.Hint = "the keys are " + strings.Join(unknown.Keys, ", ")
		if p.instead == nil {
			break
		}
		if more := p.instead(unknown.Err.Bytes); more != "" {
			bad.Hint += "; " + more
		}
	case bad.OfJSON:
		bad.Hint = records.JSONHint(bad.Reason, "a value is a JSON object like "+p.object+"; one of several lines is read with --whole")
	case bad.Field == "":
		bad.Text += " in the component"
	}
	return bad.Failure(at)
}

var uriProtocols = []protocol{
	{
		name: "mailto", what: "a mailto: URI",
		short: "mailto: URIs: recipients, headers and body",
		long: `mailto reads and writes mailto: URIs (RFC 6068). In these URIs, a space
is always %20, and a '+' is a plus sign.`,
		parse: `parse prints a JSON object for each mailto: URI, decoded: to, an array of addresses;
headers, an array of objects of name and value, one of which may be body; and
fragment.`,
		samples: []string{`'mailto:chris@example.com?subject=100%25&body=line%0D%0Aline'`},
		build: `build prints the mailto: URI of each JSON object that parse could have
written. The fragment has no meaning and is left out. Only a body may contain line ends,
which are written as CR LF; line ends in an address or another header are refused.`,
		object:  `{"to":["chris@example.com"],"headers":[{"name":"subject","value":"a & b"}]}`,
		instead: mailInstead,
	},
	{
		name: "fileurl", what: "a file: URI",
		short: "file: URIs and the paths of POSIX and Windows",
		long: `fileurl turns absolute paths into file: URIs and back (RFC 8089). Paths
are those of POSIX, or of the system that --system names, on whatever system percent
runs.`,
		parse: `parse prints a JSON object for each file: URI: its path, and the system. A URI that no
path of that system can express, such as one with an escaped slash, is refused.`,
		samples: []string{`file:///tmp/50%25%20%C3%A9`, `--system windows file://host/share/x`},
		build: `build prints the file: URI of the path in each JSON object. A system in
the object takes precedence over --system.`,
		object: `{"system":"windows","path":"C:\\a b"}`,
		builds: []string{`'{"path":"/tmp/50% é"}'`},
	},
	{
		name: "purl", what: "a package URL",
		short: "package URLs: pkg:npm/%40angular/animation",
		long: `purl reads and writes package URLs (ECMA-427). build writes the canonical form, so
parse and build together make any package URL canonical.`,
		parse: `parse prints a JSON object with the components of each package URL, decoded: type,
namespace, name, version, qualifiers (an object) and subpath. A component that is
missing is left out.`,
		samples: []string{`'pkg:deb/debian/curl@7.50.3-1?arch=i386'`, `< purls.txt | percent purl build`},
		build:   "build prints the canonical package URL of each JSON object that parse could have\nwritten.",
		object:  `{"type":"npm","namespace":"@angular","name":"animation","version":"12.3.1"}`,
	},
	{
		name: "dsn", what: "a connection URI",
		short: "connection URIs of databases and brokers",
		long: `dsn reads and writes connection URIs, whose passwords often hold the
characters that delimit a URI. The scheme selects the rules: those of PostgreSQL,
MySQL, MongoDB, AMQP or Redis. Drivers differ: "redis://secret@h" has a password for
redis-cli and redigo and a user for other clients, "amqp://h/" is the virtual host "" for
the specification and librabbitmq and "/" for other clients, and most drivers that were
run read '+' in a parameter as a space. Other users can see arguments in the list of
processes, so pass secrets on standard input.`,
		parse: `parse prints a JSON object with the components of each connection URI, decoded:
scheme, user, password, hosts (an array of objects of name and port), database and
params (an array of objects of name and value). A component that is missing is left
out; an empty one is not.`,
		samples: []string{`'postgresql://app:p%40ss@db.example:5432/shop?sslmode=require'`},
		build: `build prints the connection URI of each JSON object that parse could
have written. Everything but unreserved characters is escaped. Nearly all of 30 drivers
that were run decode the user and the password (librabbitmq refuses letters beyond ASCII);
9 of 16 of PostgreSQL and MySQL do not decode all of the name of a database. For Redis, a password without a user is written with the user
"default", with which all eight clients that were run log in to Redis 6 and later.`,
		object: `{"scheme":"redis","password":"p@ss:w/rd%","hosts":[{"name":"localhost"}]}`,
		builds: []string{`< secret.json`},
	},
	{
		name: "did", what: "an identifier",
		short: "decentralized identifiers: did:web:example.com%3A3000",
		long:  "did reads and writes decentralized identifiers (DID 1.0), which are URIs.",
		parse: `parse prints a JSON object for each identifier: its method, its parts, decoded, and,
for did:web, the url of the document.`,
		samples: []string{`did:web:example.com%3A3000:org`},
		build:   "build prints the identifier of the method and the parts in each JSON object.",
		object:  `{"method":"web","parts":["example.com:3000","org"]}`,
	},
	{
		name: "coap", what: "a coap: URI",
		short: "coap: URIs and the options of a request",
		long:  "coap splits coap: and coaps: URIs into the options of a request, and builds such URIs from options (RFC 7252).",
		parse: `parse prints a JSON object for each URI: scheme, host or address, port, and path and
query, arrays of decoded options.`,
		samples: []string{`'coap://example.net/.well-known/core?rt=a%26b'`},
		build:   "build prints the URI of the options in each JSON object.",
		object:  `{"scheme":"coap","host":"example.net","path":["a/b"]}`,
	},
	{
		name: "cpe", what: "a CPE URI",
		short: "names of the Common Platform Enumeration: cpe:/a:foo:big%7emoney",
		long: `cpe reads and writes CPE names in their URI binding (NISTIR 7695). Values are the
quoted text of a well-formed name: a backslash stands before everything but letters,
digits and '_', and an unquoted * or ? is a wildcard. "-" means not applicable.`,
		parse:   "parse prints a JSON object with the attributes of each name, except those that are ANY.",
		samples: []string{`'cpe:/a:microsoft:internet_explorer:8.%02:sp%01'`},
		build:   "build prints the name of the attributes in each JSON object.",
		object:  `{"part":"a","vendor":"foo","product":"big\\~money"}`,
	},
}

// mailInstead describes how to write a mail header in the object.
func mailInstead(key string) string {
	switch key {
	case "subject", "body", "cc", "bcc":
		return `write "headers":[{"name":"` + key + `","value":…}]`
	}
	return ""
}

var headerProtocols = []protocol{
	{
		name: "ext-value", what: "an extended value",
		short: "extended parameter values: UTF-8'en'%E2%82%AC",
		long: `ext-value reads and writes extended values: those of parameters whose names end in
an asterisk (RFC 8187).`,
		parse: `parse prints a JSON object with the charset, the language and the value of each
extended value, in UTF-8. With --on-error keep it also reads other charsets, values
in quotes, and characters that should have been escaped.`,
		samples: []string{`"UTF-8'en'%E2%82%AC%20rates"`},
		build: `build prints the extended value of each JSON object: its value, and its
language if there is one. The result is always UTF-8; charset is ignored.`,
		object: `{"value":"€ rates","language":"en"}`,
	},
	{
		name: "disposition", what: "Content-Disposition",
		short: "Content-Disposition with filename and filename*",
		long:  "disposition reads and writes the value of Content-Disposition in HTTP (RFC 6266).",
		parse: `parse prints a JSON object for each value of Content-Disposition: type,
filename, language, fallback (the plain filename beside filename*) and params. The
filename is printed as the sender wrote it and may be a path; an empty filename is left
out. With --on-error keep, filename is used if filename* cannot be read.`,
		samples: []string{`"attachment; filename=r.txt; filename*=UTF-8''%E2%82%AC.txt"`},
		build: `build prints the value of Content-Disposition for each JSON object: type
(attachment if there is none), filename, language, fallback and params, an array of
objects of name, value and language. A filename that programs may read in different ways
is written as filename*, after a fallback in ASCII.`,
		object: `{"type":"attachment","filename":"€ rates.txt"}`,
	},
	{
		name: "display-string", what: "a Display String",
		short: "Display Strings of Structured Fields",
		long:  "display-string reads and writes Display Strings (RFC 9651), such as %\"f%c3%bc\".",
		parse: `parse prints a JSON object with the value of each Display String. A Display String is
UTF-8, and its escapes have lower-case digits.`,
		samples: []string{`'%"f%c3%bc"'`},
		build:   "build prints the Display String of the value in each JSON object.",
		object:  `{"value":"fü"}`,
	},
	{
		name: "alpn", what: "ALPN",
		short:   "the ALPN field: identifiers of protocols",
		long:    "alpn reads and writes the ALPN field of CONNECT requests (RFC 7639).",
		parse:   "parse prints a JSON object with the identifiers of protocols in each value, decoded.",
		samples: []string{`'h2, http%2F1.1, w%3Dx%3Ay'`},
		build:   "build prints the ALPN value of the protocols in each JSON object.",
		object:  `{"protocols":["h2","http/1.1"]}`,
	},
	{
		name: "alt-svc", what: "Alt-Svc",
		short: "the Alt-Svc field: alternative services",
		long:  "alt-svc reads and writes the Alt-Svc field (RFC 7838). A protocol stays encoded, in\nits canonical form.",
		parse: `parse prints a JSON object with the alternatives in each value: objects
of protocol, authority and params. The value clear has no alternatives.`,
		samples: []string{`'h3=":443"; ma=3600, w%3Dx%3Ay="alt:8000"'`},
		build:   "build prints the Alt-Svc value of the alternatives in each JSON object.",
		object:  `{"alternatives":[{"protocol":"h3","authority":":443"}]}`,
	},
	{
		name: "baggage", what: "baggage",
		short: "the baggage field of traces",
		long:  "baggage reads and writes the baggage field (W3C Baggage).",
		parse: `parse prints a JSON object with the members of each value: key, value, decoded, and
properties, objects of key and value.`,
		samples: []string{`'user=Zo%C3%AB;p, k=1'`},
		build:   "build prints the baggage of the members in each JSON object.",
		object:  `{"members":[{"key":"user","value":"Zoë"}]}`,
	},
	{
		name: "otel-resource", what: "OTEL_RESOURCE_ATTRIBUTES",
		short: "OTEL_RESOURCE_ATTRIBUTES, which resembles baggage",
		long: `otel-resource reads and writes the variable OTEL_RESOURCE_ATTRIBUTES (OpenTelemetry
Resource SDK). It is not a header field, but looks like baggage; keys are escaped too.`,
		parse:   "parse prints a JSON object with the attributes in each value: key and value, decoded.",
		samples: []string{`"$OTEL_RESOURCE_ATTRIBUTES"`},
		build:   "build prints the value of the variable for the attributes in each JSON object.",
		object:  `{"attributes":[{"key":"service.name","value":"a,b=c"}]}`,
	},
}

var fragmentProtocols = []protocol{
	{
		name: "media", what: "a media fragment",
		short: "media fragments: t=10,20&xywh=160,120,320,240",
		long:  "media reads and writes media fragments (Media Fragments URI 1.0).",
		parse: `parse prints a JSON object with the pairs of each fragment: name and
value, decoded. With --on-error keep, malformed pairs are left out, as the specification
says.`,
		samples: []string{`'t=10,20&track=caf%C3%A9'`},
		build:   "build prints the media fragment of the pairs in each JSON object.",
		object:  `{"pairs":[{"name":"track","value":"1&2"}]}`,
	},
	{
		name: "text", what: "text directives",
		short: "text directives: :~:text=a%2Db",
		long:  "text reads and writes text directives, which name the text that a browser scrolls to.",
		parse: `parse prints a JSON object for each fragment: directives, objects of prefix, start, end
and suffix, and the fragment without them. With --on-error keep, those that browsers
ignore are left out.`,
		samples: []string{`'top:~:text=before-,a%2Db,c'`},
		build:   "build prints the fragment of each JSON object.",
		object:  `{"directives":[{"start":"a-b, c"}]}`,
	},
	{
		name: "pointer", what: "a JSON Pointer",
		short:   "JSON Pointers: /a~1b/c%25d",
		long:    "pointer reads and writes JSON Pointers in fragments (RFC 6901, section 6).",
		parse:   "parse prints a JSON object with the tokens of each pointer, decoded.",
		samples: []string{`'/a~1b/c%25d'`},
		build:   "build prints the pointer of the tokens in each JSON object.",
		object:  `{"tokens":["a/b","c%d"]}`,
	},
}
