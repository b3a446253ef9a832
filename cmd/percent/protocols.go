package main

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/protocols"
	"github.com/pct-encoded/percent/internal/strictjson"
)

// A protocol is a command whose parse and build read text into JSON and write
// it from JSON.
type protocol struct {
	name, short, long string
	parse, build      help
	format            func() protocols.Format
	// formatOf takes the place of format where --system chooses.
	formatOf func(system string) protocols.Format
	object   string            // an example of what build takes
	instead  map[string]string // what to write for keys that are unknown
}

// A help is the text of a command.
type help struct{ short, long, example string }

func init() {
	for _, p := range uriProtocols {
		register(p.name, func(a *app) *cobra.Command {
			cmd := p.command(a)
			cmd.GroupID = groupURI
			return cmd
		})
	}
	register("header", func(a *app) *cobra.Command {
		cmd := &cobra.Command{
			Use:   "header",
			Short: "header fields that hold percent-encoding",
			Long: `header reads and writes the values of header fields and of their parameters,
without the name of the field. What build prints never holds a line end or NUL: a
value that would need one is refused.`,
			GroupID: groupProtocol,
		}
		for _, p := range headerProtocols {
			cmd.AddCommand(p.command(a))
		}
		return family(cmd)
	})
	register("fragment", func(a *app) *cobra.Command {
		cmd := &cobra.Command{
			Use:   "fragment",
			Short: "fragments that have a syntax of their own",
			Long: `fragment reads and writes fragments of URLs, without their '#', that have a syntax of
their own. In all of them '+' is itself.`,
			GroupID: groupURI,
		}
		for _, p := range fragmentProtocols {
			cmd.AddCommand(p.command(a))
		}
		return family(cmd)
	})
}

func (p protocol) command(a *app) *cobra.Command {
	cmd := &cobra.Command{Use: p.name, Short: p.short, Long: p.long}
	cmd.AddCommand(p.parser(a), p.builder(a))
	return family(cmd)
}

// chosen gives cmd the flag --system, if there is something to choose, and
// returns the format that is chosen when the command runs.
func (p protocol) chosen(cmd *cobra.Command) func() protocols.Format {
	if p.formatOf == nil {
		return p.format
	}
	system := &choice{words: []string{"posix", "windows"}}
	addChoice(cmd, system, "system", "whose paths are meant (default posix)")
	return func() protocols.Format {
		if system.value == "" {
			return p.formatOf("posix")
		}
		return p.formatOf(system.value)
	}
}

// parser returns the command that prints what each value says, one JSON object a
// line.
func (p protocol) parser(a *app) *cobra.Command {
	argument := map[bool]string{true: "[URI...]", false: "[VALUE...]"}[strings.Contains(p.long, "URI") || p.name == "purl"]
	cmd := &cobra.Command{Use: "parse [flags] " + argument, Short: p.parse.short, Long: p.parse.long, Example: p.parse.example}
	format := p.chosen(cmd)
	words := []string{"fail", "skip"}
	if format().Lenient != nil {
		words = []string{"fail", "keep", "skip"}
	}
	r := newValueJob(a, words...)
	r.bom, r.framed, r.let = false, true, "read as well as possible"
	r.convert = func(o *recordObject, dst []byte, v value) ([]byte, error) {
		f, text := format(), string(v.text)
		view, err := f.Parse(text)
		var bad *notLegal
		if err != nil {
			bad = syntaxError(err)
			if f.Lenient != nil {
				bad.hint = "--on-error keep reads what can be read"
			}
			if r.word() != "keep" {
				return dst, bad
			}
			if view, err = f.Lenient(text); err != nil {
				bad = syntaxError(err)
				bad.hopeless = true
				return dst, bad
			}
		}
		if r.json {
			o.Result = view
		} else {
			dst = append(dst, strictjson.Line(view)...)
		}
		if bad != nil {
			return dst, bad
		}
		return dst, nil
	}
	return r.ready(cmd, "parsed")
}

// builder returns the command that prints the text of each JSON object.
func (p protocol) builder(a *app) *cobra.Command {
	cmd := &cobra.Command{Use: "build [flags] [OBJECT...]", Short: p.build.short, Long: p.build.long, Example: p.build.example}
	format := p.chosen(cmd)
	r := newValueJob(a)
	r.bom = false
	r.convert = func(_ *recordObject, dst []byte, v value) ([]byte, error) {
		text, err := format().Build(string(v.text))
		if err != nil {
			return dst, unbuilt(v.place, err, p.object, p.instead)
		}
		return append(dst, text...), nil
	}
	return r.ready(cmd, "built")
}

// unbuilt returns the failure for a JSON object that nothing can be built of.
// object is an example of one, and instead says what to write for unknown keys.
func unbuilt(at place, err error, object string, instead map[string]string) error {
	bad := syntaxError(err)
	var unknown *strictjson.KeyError
	switch {
	case errors.As(err, &unknown):
		bad.hint = "the keys are " + strings.Join(unknown.Keys, ", ")
		if more := instead[unknown.Err.Bytes]; more != "" {
			bad.hint += "; " + more
		}
	case bad.ofJSON:
		bad.hint = jsonHint(bad.reason, "a value is a JSON object like "+object+"; one of several lines is read with --whole")
	case bad.field == "":
		bad.text += " in the component"
	}
	return bad.failure(at)
}

// ready gives cmd what commands share whose values are taken one by one.
func (r *valueJob) ready(cmd *cobra.Command, done string) *cobra.Command {
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return r.run(cmd, args, done) }
	r.add(cmd)
	if words := r.policy.words; len(words) > 0 {
		usage := onErrorUsage(words)
		if len(words) == 3 {
			usage = "malformed input: stop there, read what can be read, or drop the value (default fail)"
		}
		addChoice(cmd, &r.policy.choice, "on-error", usage)
	}
	return cmd
}

var uriProtocols = []protocol{
	{
		name:  "mailto",
		short: "mailto: URIs: recipients, headers and body",
		long: `mailto reads and writes mailto: URIs (RFC 6068). In them a space is always %20, and
'+' is itself.`,
		parse: help{"a mailto: URI to JSON", `parse prints a JSON object for each mailto: URI, decoded: to, an array of addresses;
headers, an array of objects of name and value, one of which may be body; and
fragment.`, `  percent mailto parse 'mailto:chris@example.com?subject=100%25&body=line%0D%0Aline'`},
		build: help{"JSON to a mailto: URI", `build prints the mailto: URI of each JSON object that parse could have written. The
fragment, which means nothing, is left out. Only a body may hold line ends, written
as CR LF; in an address or another header they are refused.`, `  percent mailto build '{"to":["chris@example.com"],"headers":[{"name":"subject","value":"a & b"}]}'`},
		format: protocols.Mailto,
		object: `{"to":["chris@example.com"],"headers":[{"name":"subject","value":"a & b"}]}`,
		instead: map[string]string{
			"subject": headerInstead("subject"), "body": headerInstead("body"), "cc": headerInstead("cc"), "bcc": headerInstead("bcc"),
		},
	},
	{
		name:  "fileurl",
		short: "file: URIs and the paths of POSIX and Windows",
		long: `fileurl turns absolute paths into file: URIs and back (RFC 8089). Paths are those of
POSIX, or of the system that --system names, wherever the program runs.`,
		parse: help{"a file: URI to a path, in JSON", `parse prints a JSON object for each file: URI: its path, and the system. A URI that no
path of that system can express, such as one with an escaped slash, is refused.`, `  percent fileurl parse file:///tmp/50%25%20%C3%A9
  percent fileurl parse --system windows file://host/share/x`},
		build: help{"JSON with a path to a file: URI", `build prints the file: URI of the path in each JSON object. A system in the object
prevails over --system.`, `  percent fileurl build '{"path":"/tmp/50% é"}'
  percent fileurl build '{"path":"C:\\a b.txt","system":"windows"}'`},
		formatOf: protocols.FileURL,
		object:   `{"system":"windows","path":"C:\\a b"}`,
	},
	{
		name:  "purl",
		short: "package URLs: pkg:npm/%40angular/animation",
		long: `purl reads and writes package URLs (ECMA-427). build writes the canonical form, so
parse and build together make any package URL canonical.`,
		parse: help{"a package URL to JSON", `parse prints a JSON object with the components of each package URL, decoded: type,
namespace, name, version, qualifiers (an object) and subpath. A component that is
missing is left out.`, `  percent purl parse 'pkg:deb/debian/curl@7.50.3-1?arch=i386'
  percent purl parse < purls.txt | percent purl build`},
		build: help{
			"JSON to a package URL", "build prints the canonical package URL of each JSON object that parse could have\nwritten.",
			`  percent purl build '{"type":"npm","namespace":"@angular","name":"animation","version":"12.3.1"}'`,
		},
		format: protocols.PackageURL,
		object: `{"type":"npm","namespace":"@angular","name":"animation","version":"12.3.1"}`,
	},
	{
		name:  "dsn",
		short: "connection URIs of databases and brokers",
		long: `dsn reads and writes connection URIs, whose passwords often hold the
characters that delimit a URI. It knows PostgreSQL, MySQL, MongoDB, AMQP and Redis by
their schemes. Other users can see the arguments in the list of processes: pass
secrets on standard input.`,
		parse: help{"a connection URI to JSON", `parse prints a JSON object with the components of each connection URI, decoded:
scheme, user, password, hosts (an array of objects of name and port), database and
params (an array of objects of name and value). A component that is missing is left
out; an empty one is not.`, `  percent dsn parse 'postgresql://app:p%40ss@db.example:5432/shop?sslmode=require'`},
		build: help{"JSON to a connection URI", `build prints the connection URI of each JSON object that parse could have written. It
escapes everything but unreserved characters, which all programs read alike.`, `  percent dsn build '{"scheme":"redis","password":"p@ss:w/rd%","hosts":[{"name":"localhost"}]}'
  percent dsn build < secret.json`},
		format: protocols.DSN,
		object: `{"scheme":"redis","password":"p@ss","hosts":[{"name":"localhost"}]}`,
	},
	{
		name:  "did",
		short: "decentralized identifiers: did:web:example.com%3A3000",
		long:  "did reads and writes decentralized identifiers (DID 1.0), which are URIs.",
		parse: help{"an identifier to JSON", `parse prints a JSON object for each identifier: its method, its parts, decoded, and,
for did:web, the url of the document.`, `  percent did parse did:web:example.com%3A3000:org`},
		build: help{
			"JSON to an identifier", "build prints the identifier of the method and the parts in each JSON object.",
			`  percent did build '{"method":"web","parts":["example.com:3000","org"]}'`,
		},
		format: protocols.DID,
		object: `{"method":"web","parts":["example.com:3000"]}`,
	},
	{
		name:  "coap",
		short: "coap: URIs and the options of a request",
		long:  "coap takes coap: and coaps: URIs apart into the options of a request (RFC 7252).",
		parse: help{"a coap: URI to JSON", `parse prints a JSON object for each URI: scheme, host or address, port, and path and
query, arrays of decoded options.`, `  percent coap parse 'coap://example.net/.well-known/core?rt=a%26b'`},
		build: help{
			"JSON to a coap: URI", "build prints the URI of the options in each JSON object.",
			`  percent coap build '{"scheme":"coap","host":"example.net","path":["a/b"]}'`,
		},
		format: protocols.CoAP,
		object: `{"scheme":"coap","host":"example.net","path":["a/b"]}`,
	},
	{
		name:  "cpe",
		short: "names of the Common Platform Enumeration: cpe:/a:foo:big%7emoney",
		long: `cpe reads and writes CPE names in their URI binding (NISTIR 7695). Values are the
quoted text of a well-formed name: a backslash stands before everything but letters,
digits and '_', and an unquoted * or ? is a wildcard. "-" means not applicable.`,
		parse: help{
			"a CPE URI to JSON", "parse prints a JSON object with the attributes of each name, but for those that are\nANY.",
			`  percent cpe parse 'cpe:/a:microsoft:internet_explorer:8.%02:sp%01'`,
		},
		build: help{
			"JSON to a CPE URI", "build prints the name of the attributes in each JSON object.",
			`  percent cpe build '{"part":"a","vendor":"foo","product":"big\\~money"}'`,
		},
		format: protocols.CPE,
		object: `{"part":"a","vendor":"foo","product":"big\\~money"}`,
	},
}

// headerInstead says how a header of mail is written.
func headerInstead(name string) string {
	return `write "headers":[{"name":"` + name + `","value":…}]`
}

var headerProtocols = []protocol{
	{
		name:  "ext-value",
		short: "extended parameter values: UTF-8'en'%E2%82%AC",
		long: `ext-value reads and writes extended values: those of parameters whose names end in
an asterisk (RFC 8187).`,
		parse: help{"an extended value to JSON", `parse prints a JSON object with the charset, the language and the value of each
extended value, in UTF-8. With --on-error keep it also reads other charsets, values
in quotes, and characters that should have been escaped.`, `  percent header ext-value parse "UTF-8'en'%E2%82%AC%20rates"`},
		build: help{"JSON to an extended value", `build prints the extended value of each JSON object: its value, and its language if
there is one. It always writes UTF-8, whatever charset says.`, `  percent header ext-value build '{"value":"€ rates","language":"en"}'`},
		format: protocols.ExtValue,
		object: `{"value":"€ rates","language":"en"}`,
	},
	{
		name:  "disposition",
		short: "Content-Disposition with filename and filename*",
		long:  "disposition reads and writes the value of Content-Disposition in HTTP (RFC 6266).",
		parse: help{"Content-Disposition to JSON", `parse prints a JSON object for each value of Content-Disposition: type, filename,
language, fallback (the plain filename beside filename*) and params. The filename is
what the sender wrote, and may be a path; an empty one is left out. With --on-error
keep, filename takes the place of a filename* that cannot be read.`, `  percent header disposition parse "attachment; filename=r.txt; filename*=UTF-8''%E2%82%AC.txt"`},
		build: help{"JSON to Content-Disposition", `build prints the value of Content-Disposition for each JSON object: type (attachment
if there is none), filename, language, fallback and params, an array of objects of
name, value and language. A filename that not every program reads alike is written
as filename*, after a fallback in ASCII.`, `  percent header disposition build '{"type":"attachment","filename":"€ rates.txt"}'`},
		format: protocols.Disposition,
		object: `{"type":"attachment","filename":"€ rates.txt"}`,
	},
	{
		name:  "display-string",
		short: "Display Strings of Structured Fields",
		long:  "display-string reads and writes Display Strings (RFC 9651), such as %\"f%c3%bc\".",
		parse: help{"a Display String to JSON", `parse prints a JSON object with the value of each Display String. A Display String is
UTF-8, and its escapes have lower-case digits.`, `  percent header display-string parse '%"f%c3%bc"'`},
		build: help{
			"JSON to a Display String", "build prints the Display String of the value in each JSON object.",
			`  percent header display-string build '{"value":"fü"}'`,
		},
		format: protocols.DisplayString,
		object: `{"value":"fü"}`,
	},
	{
		name:  "alpn",
		short: "the ALPN field: identifiers of protocols",
		long:  "alpn reads and writes the ALPN field of CONNECT requests (RFC 7639).",
		parse: help{"ALPN to JSON", "parse prints a JSON object with the identifiers of protocols in each value, decoded.", `  percent header alpn parse 'h2, http%2F1.1, w%3Dx%3Ay'`},
		build: help{
			"JSON to ALPN", "build prints the ALPN value of the protocols in each JSON object.",
			`  percent header alpn build '{"protocols":["h2","http/1.1"]}'`,
		},
		format: protocols.ALPN,
		object: `{"protocols":["h2","http/1.1"]}`,
	},
	{
		name:  "alt-svc",
		short: "the Alt-Svc field: alternative services",
		long:  "alt-svc reads and writes the Alt-Svc field (RFC 7838). A protocol stays encoded, in\nits canonical form.",
		parse: help{"Alt-Svc to JSON", `parse prints a JSON object with the alternatives in each value: objects of protocol,
authority and params. For clear there are none.`, `  percent header alt-svc parse 'h3=":443"; ma=3600, w%3Dx%3Ay="alt:8000"'`},
		build: help{
			"JSON to Alt-Svc", "build prints the Alt-Svc value of the alternatives in each JSON object.",
			`  percent header alt-svc build '{"alternatives":[{"protocol":"h3","authority":":443"}]}'`,
		},
		format: protocols.AltSvc,
		object: `{"alternatives":[{"protocol":"h3","authority":":443"}]}`,
	},
	{
		name:  "baggage",
		short: "the baggage field of traces",
		long:  "baggage reads and writes the baggage field (W3C Baggage).",
		parse: help{"baggage to JSON", `parse prints a JSON object with the members of each value: key, value, decoded, and
properties, objects of key and value.`, `  percent header baggage parse 'user=Zo%C3%AB;p, k=1'`},
		build: help{
			"JSON to baggage", "build prints the baggage of the members in each JSON object.",
			`  percent header baggage build '{"members":[{"key":"user","value":"Zoë"}]}'`,
		},
		format: protocols.Baggage,
		object: `{"members":[{"key":"user","value":"Zoë"}]}`,
	},
	{
		name:  "otel-resource",
		short: "OTEL_RESOURCE_ATTRIBUTES, which resembles baggage",
		long: `otel-resource reads and writes the variable OTEL_RESOURCE_ATTRIBUTES (OpenTelemetry
Resource SDK). It is not a header field, but looks like baggage; keys are escaped too.`,
		parse: help{
			"OTEL_RESOURCE_ATTRIBUTES to JSON", "parse prints a JSON object with the attributes in each value: key and value, decoded.",
			`  percent header otel-resource parse "$OTEL_RESOURCE_ATTRIBUTES"`,
		},
		build: help{
			"JSON to OTEL_RESOURCE_ATTRIBUTES", "build prints the value of the variable for the attributes in each JSON object.",
			`  percent header otel-resource build '{"attributes":[{"key":"service.name","value":"a,b=c"}]}'`,
		},
		format: protocols.ResourceAttributes,
		object: `{"attributes":[{"key":"service.name","value":"a,b=c"}]}`,
	},
}

var fragmentProtocols = []protocol{
	{
		name:  "media",
		short: "media fragments: t=10,20&xywh=160,120,320,240",
		long:  "media reads and writes media fragments (Media Fragments URI 1.0).",
		parse: help{"a media fragment to JSON", `parse prints a JSON object with the pairs of each fragment: name and value, decoded.
With --on-error keep, malformed pairs are left out, as the specification has it.`, `  percent fragment media parse 't=10,20&track=caf%C3%A9'`},
		build: help{
			"JSON to a media fragment", "build prints the media fragment of the pairs in each JSON object.",
			`  percent fragment media build '{"pairs":[{"name":"track","value":"1&2"}]}'`,
		},
		format: protocols.MediaFragment,
		object: `{"pairs":[{"name":"t","value":"10,20"}]}`,
	},
	{
		name:  "text",
		short: "text directives: :~:text=a%2Db",
		long:  "text reads and writes text directives, which say to what text browsers scroll.",
		parse: help{"text directives to JSON", `parse prints a JSON object for each fragment: directives, objects of prefix, start, end
and suffix, and the fragment without them. With --on-error keep, those that browsers
ignore are left out.`, `  percent fragment text parse 'top:~:text=before-,a%2Db,c'`},
		build: help{
			"JSON to text directives", "build prints the fragment of each JSON object.",
			`  percent fragment text build '{"directives":[{"start":"a-b, c"}]}'`,
		},
		format: protocols.TextDirectives,
		object: `{"directives":[{"start":"a-b, c"}]}`,
	},
	{
		name:  "pointer",
		short: "JSON Pointers: /a~1b/c%25d",
		long:  "pointer reads and writes JSON Pointers in fragments (RFC 6901, section 6).",
		parse: help{
			"a JSON Pointer to JSON", "parse prints a JSON object with the tokens of each pointer, decoded.",
			`  percent fragment pointer parse '/a~1b/c%25d'`,
		},
		build: help{
			"JSON to a JSON Pointer", "build prints the pointer of the tokens in each JSON object.",
			`  percent fragment pointer build '{"tokens":["a/b","c%d"]}'`,
		},
		format: protocols.JSONPointer,
		object: `{"tokens":["a/b","c%d"]}`,
	},
}
