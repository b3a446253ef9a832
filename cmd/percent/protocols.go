package main

import (
	"github.com/pct-encoded/percent/internal/cli/commands"
)

// The formats are families of parse and build.

var mailto = commands.Format{
	Name: "mailto", What: "a mailto: URI",
	Short: "mailto: URIs: recipients, headers and body",
	Long: `mailto reads and writes mailto: URIs (RFC 6068). In these URIs, a space
is always %20, and a '+' is a plus sign.`,
	Parse: `parse prints a JSON object for each mailto: URI, decoded: to, an array of addresses;
headers, an array of objects of name and value, one of which may be body; and
fragment.`,
	Samples: []string{`'mailto:chris@example.com?subject=100%25&body=line%0D%0Aline'`},
	Build: `build prints the mailto: URI of each JSON object that parse could have
written. The fragment has no meaning and is left out. Only a body may contain line ends,
which are written as CR LF; line ends in an address or another header are refused.`,
	Object:  `{"to":["chris@example.com"],"headers":[{"name":"subject","value":"a & b"}]}`,
	Instead: mailInstead,
}

var fileurl = commands.Format{
	Name: "fileurl", What: "a file: URI",
	Short: "file: URIs and the paths of POSIX and Windows",
	Long: `fileurl turns absolute paths into file: URIs and back (RFC 8089). Paths
are those of POSIX, or of the system that --system names, on whatever system percent
runs.`,
	Parse: `parse prints a JSON object for each file: URI: its path, and the system. A URI that no
path of that system can express, such as one with an escaped slash, is refused.`,
	Samples: []string{`file:///tmp/50%25%20%C3%A9`, `--system windows file://host/share/x`},
	Build: `build prints the file: URI of the path in each JSON object. A system in
the object takes precedence over --system.`,
	Object: `{"system":"windows","path":"C:\\a b"}`,
	Builds: []string{`'{"path":"/tmp/50% é"}'`},
}

var purl = commands.Format{
	Name: "purl", What: "a package URL",
	Short: "package URLs: pkg:npm/%40angular/animation",
	Long: `purl reads and writes package URLs (ECMA-427). build writes the canonical form, so
parse and build together make any package URL canonical.`,
	Parse: `parse prints a JSON object with the components of each package URL, decoded: type,
namespace, name, version, qualifiers (an object) and subpath. A component that is
missing is left out.`,
	Samples: []string{`'pkg:deb/debian/curl@7.50.3-1?arch=i386'`, `< purls.txt | percent purl build`},
	Build:   "build prints the canonical package URL of each JSON object that parse could have\nwritten.",
	Object:  `{"type":"npm","namespace":"@angular","name":"animation","version":"12.3.1"}`,
}

var dsn = commands.Format{
	Name: "dsn", What: "a connection URI",
	Short: "connection URIs of databases and brokers",
	Long: `dsn reads and writes connection URIs, whose passwords often hold the
characters that delimit a URI. The scheme selects the rules: those of PostgreSQL,
MySQL, MongoDB, AMQP or Redis. Drivers differ: "redis://secret@h" has a password for
redis-cli and redigo and a user for other clients, "amqp://h/" is the virtual host "" for
the specification and librabbitmq and "/" for other clients, and most drivers that were
run read '+' in a parameter as a space. Other users can see arguments in the list of
processes, so pass secrets on standard input.`,
	Parse: `parse prints a JSON object with the components of each connection URI, decoded:
scheme, user, password, hosts (an array of objects of name and port), database and
params (an array of objects of name and value). A component that is missing is left
out; an empty one is not.`,
	Samples: []string{`'postgresql://app:p%40ss@db.example:5432/shop?sslmode=require'`},
	Build: `build prints the connection URI of each JSON object that parse could
have written. Everything but unreserved characters is escaped; a hint names recorded
drivers that read the URI otherwise. For Redis, a password without a user is written with
the user "default", with which all clients that were run log in to Redis 6 and later.
An object that "dsn see --json --show-password" prints is built for its driver.

With --for, build prints a string that all of the named drivers read as it is meant, by
their models: with some octets raw where a driver decodes nothing, with the user, the
hosts or the database as parameters, as keywords and values of PostgreSQL, or in the form
of Go's driver of MySQL.
If there is none, build says for which part and which driver, and for which drivers there
is one.`,
	Object: `{"scheme":"redis","password":"p@ss:w/rd%","hosts":[{"name":"localhost"}]}`,
	Builds: []string{`< secret.json`},
	Below: []commands.Maker{
		commands.Question{
			Row: "dsn see", Use: "see [flags] [URI...]", Short: "what each driver reads in a connection URI",
			Long: `see prints which user, host, port, database and options the drivers of a server read in
each connection URI, and how the password that they read differs from the one that is
written. Drivers that read the same form a group. Groups that differ from the largest
come first, marked '!'; drivers that refuse the URI come last, with the beginning of what
they say.

Passwords are not printed, nor is a part that holds some of one: with
--show-password they are. No connection is made: the drivers were run on 25,000
URIs, and see replays what they read. A driver is there once for each range of
versions that read differently, from the first to the last that was run.`,
			Example: `  percent dsn see 'postgresql://app:p%40ss+1@db.example/shop'
  percent dsn see --for pgx,pg,sqlalchemy < uris.txt`,
			JSON: "write one JSON object for each driver",
		},
		commands.Question{
			Row: "dsn check", Use: "check [flags] [URI...]", Short: "what drivers would misread in a connection URI", Judges: true,
			Long: `check prints what is raw in the user, the password, the database and the options of a
connection URI that a recorded driver of its scheme does not read as itself, with its
place, what to write instead, and how many versions of drivers refuse it or read other
values because of it. An octet that all drivers read as itself is not reported, whatever RFC 3986
says of it. The password ends at the last '@' before the options.

Versions of a driver that read alike count as one. Passwords are not printed, but for such
an octet. The newest version of each driver decides the status. It is 1 if one of them
refuses or misreads the URI for such an octet, if none reads it, and if most refuse it or
read another password than the one that is written: what fewer do, or only older versions,
is printed alone. With --for it is 1 if a driver that is named refuses the URI or reads
another password or database than is written. It is 5 if it is not known what any driver
reads, or no line has a URI, and 0 otherwise.

A line may be a variable of a .env or a Compose file: what stands before the URI, quotation
marks and a comment behind a space are left out, and lines without a URI are passed over.`,
			Example: `  percent dsn check 'postgresql://app:p@ss#1@db.example/shop'
  percent dsn check -f .env
  percent dsn check --for pgx < uris.txt`,
		},
	},
}

var did = commands.Format{
	Name: "did", What: "an identifier",
	Short: "decentralized identifiers: did:web:example.com%3A3000",
	Long:  "did reads and writes decentralized identifiers (DID 1.0), which are URIs.",
	Parse: `parse prints a JSON object for each identifier: its method, its parts, decoded, and,
for did:web, the url of the document.`,
	Samples: []string{`did:web:example.com%3A3000:org`},
	Build:   "build prints the identifier of the method and the parts in each JSON object.",
	Object:  `{"method":"web","parts":["example.com:3000","org"]}`,
}

var coap = commands.Format{
	Name: "coap", What: "a coap: URI",
	Short: "coap: URIs and the options of a request",
	Long:  "coap splits coap: and coaps: URIs into the options of a request, and builds such URIs from options (RFC 7252).",
	Parse: `parse prints a JSON object for each URI: scheme, host or address, port, and path and
query, arrays of decoded options.`,
	Samples: []string{`'coap://example.net/.well-known/core?rt=a%26b'`},
	Build:   "build prints the URI of the options in each JSON object.",
	Object:  `{"scheme":"coap","host":"example.net","path":["a/b"]}`,
}

var cpe = commands.Format{
	Name: "cpe", What: "a CPE URI",
	Short: "names of the Common Platform Enumeration: cpe:/a:foo:big%7emoney",
	Long: `cpe reads and writes CPE names in their URI binding (NISTIR 7695). Values are the
quoted text of a well-formed name: a backslash stands before everything but letters,
digits and '_', and an unquoted * or ? is a wildcard. "-" means not applicable.`,
	Parse:   "parse prints a JSON object with the attributes of each name, except those that are ANY.",
	Samples: []string{`'cpe:/a:microsoft:internet_explorer:8.%02:sp%01'`},
	Build:   "build prints the name of the attributes in each JSON object.",
	Object:  `{"part":"a","vendor":"foo","product":"big\\~money"}`,
}

// mailInstead describes how to write a mail header in the object.
func mailInstead(key string) string {
	switch key {
	case "subject", "body", "cc", "bcc":
		return `write "headers":[{"name":"` + key + `","value":…}]`
	}
	return ""
}

var header = commands.Family{
	Name:  "header",
	Short: "header fields that hold percent-encoding",
	Long: `header reads and writes the values of header fields and of their
parameters, without the name of the field. The output of build never contains a line end
or NUL: a value that would need one is refused.`,
	Below: []commands.Maker{
		commands.Format{
			Name: "header ext-value", What: "an extended value",
			Short: "extended parameter values: UTF-8'en'%E2%82%AC",
			Long: `ext-value reads and writes extended values: those of parameters whose names end in
an asterisk (RFC 8187).`,
			Parse: `parse prints a JSON object with the charset, the language and the value of each
extended value, in UTF-8. With --on-error keep it also reads other charsets, values
in quotes, and characters that should have been escaped.`,
			Samples: []string{`"UTF-8'en'%E2%82%AC%20rates"`},
			Build: `build prints the extended value of each JSON object: its value, and its
language if there is one. The result is always UTF-8; charset is ignored.`,
			Object: `{"value":"€ rates","language":"en"}`,
		},
		commands.Format{
			Name: "header disposition", What: "Content-Disposition",
			Short: "Content-Disposition with filename and filename*",
			Long:  "disposition reads and writes the value of Content-Disposition in HTTP (RFC 6266).",
			Parse: `parse prints a JSON object for each value of Content-Disposition: type,
filename, language, fallback (the plain filename beside filename*) and params. The
filename is printed as the sender wrote it and may be a path; an empty filename is left
out. With --on-error keep, filename is used if filename* cannot be read.`,
			Samples: []string{`"attachment; filename=r.txt; filename*=UTF-8''%E2%82%AC.txt"`},
			Build: `build prints the value of Content-Disposition for each JSON object: type
(attachment if there is none), filename, language, fallback and params, an array of
objects of name, value and language. A filename that programs may read in different ways
is written as filename*, after a fallback in ASCII.`,
			Object: `{"type":"attachment","filename":"€ rates.txt"}`,
		},
		commands.Format{
			Name: "header display-string", What: "a Display String",
			Short: "Display Strings of Structured Fields",
			Long:  "display-string reads and writes Display Strings (RFC 9651), such as %\"f%c3%bc\".",
			Parse: `parse prints a JSON object with the value of each Display String. A Display String is
UTF-8, and its escapes have lower-case digits.`,
			Samples: []string{`'%"f%c3%bc"'`},
			Build:   "build prints the Display String of the value in each JSON object.",
			Object:  `{"value":"fü"}`,
		},
		commands.Format{
			Name: "header alpn", What: "ALPN",
			Short:   "the ALPN field: identifiers of protocols",
			Long:    "alpn reads and writes the ALPN field of CONNECT requests (RFC 7639).",
			Parse:   "parse prints a JSON object with the identifiers of protocols in each value, decoded.",
			Samples: []string{`'h2, http%2F1.1, w%3Dx%3Ay'`},
			Build:   "build prints the ALPN value of the protocols in each JSON object.",
			Object:  `{"protocols":["h2","http/1.1"]}`,
		},
		commands.Format{
			Name: "header alt-svc", What: "Alt-Svc",
			Short: "the Alt-Svc field: alternative services",
			Long:  "alt-svc reads and writes the Alt-Svc field (RFC 7838). A protocol stays encoded, in\nits canonical form.",
			Parse: `parse prints a JSON object with the alternatives in each value: objects
of protocol, authority and params. The value clear has no alternatives.`,
			Samples: []string{`'h3=":443"; ma=3600, w%3Dx%3Ay="alt:8000"'`},
			Build:   "build prints the Alt-Svc value of the alternatives in each JSON object.",
			Object:  `{"alternatives":[{"protocol":"h3","authority":":443"}]}`,
		},
		commands.Format{
			Name: "header baggage", What: "baggage",
			Short: "the baggage field of traces",
			Long:  "baggage reads and writes the baggage field (W3C Baggage).",
			Parse: `parse prints a JSON object with the members of each value: key, value, decoded, and
properties, objects of key and value.`,
			Samples: []string{`'user=Zo%C3%AB;p, k=1'`},
			Build:   "build prints the baggage of the members in each JSON object.",
			Object:  `{"members":[{"key":"user","value":"Zoë"}]}`,
		},
		commands.Format{
			Name: "header otel-resource", What: "OTEL_RESOURCE_ATTRIBUTES",
			Short: "OTEL_RESOURCE_ATTRIBUTES, which resembles baggage",
			Long: `otel-resource reads and writes the variable OTEL_RESOURCE_ATTRIBUTES (OpenTelemetry
Resource SDK). It is not a header field, but looks like baggage; keys are escaped too.`,
			Parse:   "parse prints a JSON object with the attributes in each value: key and value, decoded.",
			Samples: []string{`"$OTEL_RESOURCE_ATTRIBUTES"`},
			Build:   "build prints the value of the variable for the attributes in each JSON object.",
			Object:  `{"attributes":[{"key":"service.name","value":"a,b=c"}]}`,
		},
	},
}

var fragment = commands.Family{
	Name:  "fragment",
	Short: "fragments that have a syntax of their own",
	Long: `fragment reads and writes fragments of URLs that have a syntax of their
own. A fragment is written without its '#'. A '+' is always a plus sign.`,
	Below: []commands.Maker{
		commands.Format{
			Name: "fragment media", What: "a media fragment",
			Short: "media fragments: t=10,20&xywh=160,120,320,240",
			Long:  "media reads and writes media fragments (Media Fragments URI 1.0).",
			Parse: `parse prints a JSON object with the pairs of each fragment: name and
value, decoded. With --on-error keep, malformed pairs are left out, as the specification
says.`,
			Samples: []string{`'t=10,20&track=caf%C3%A9'`},
			Build:   "build prints the media fragment of the pairs in each JSON object.",
			Object:  `{"pairs":[{"name":"track","value":"1&2"}]}`,
		},
		commands.Format{
			Name: "fragment text", What: "text directives",
			Short: "text directives: :~:text=a%2Db",
			Long:  "text reads and writes text directives, which name the text that a browser scrolls to.",
			Parse: `parse prints a JSON object for each fragment: directives, objects of prefix, start, end
and suffix, and the fragment without them. With --on-error keep, those that browsers
ignore are left out.`,
			Samples: []string{`'top:~:text=before-,a%2Db,c'`},
			Build:   "build prints the fragment of each JSON object.",
			Object:  `{"directives":[{"start":"a-b, c"}]}`,
		},
		commands.Format{
			Name: "fragment pointer", What: "a JSON Pointer",
			Short:   "JSON Pointers: /a~1b/c%25d",
			Long:    "pointer reads and writes JSON Pointers in fragments (RFC 6901, section 6).",
			Parse:   "parse prints a JSON object with the tokens of each pointer, decoded.",
			Samples: []string{`'/a~1b/c%25d'`},
			Build:   "build prints the pointer of the tokens in each JSON object.",
			Object:  `{"tokens":["a/b","c%d"]}`,
		},
	},
}
