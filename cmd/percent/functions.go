package main

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/cli/commands"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/strictjson"
)

// A function is the help of a command that applies an operation of the registry to each
// value and prints the result. Its row has the names of the family and the function.
type function struct {
	// use names the arguments: the values as in [PATH...], perhaps with one argument
	// before them.
	name, use   string
	short, long string
	example     string
}

// A functionFamily is a command with functions as its subcommands.
type functionFamily struct {
	name, short, long string
	functions         []function
}

// functionsOf returns the constructor of the function family with a name.
func functionsOf(name string) commands.Constructor {
	return func(a *stream.Streams) *cobra.Command {
		i := slices.IndexFunc(functionFamilies.Get(), func(f functionFamily) bool { return f.name == name })
		return functionFamilies.Get()[i].command(a)
	}
}

func (f functionFamily) command(a *stream.Streams) *cobra.Command {
	cmd := &cobra.Command{Use: f.name, Short: f.short, Long: f.long}
	for _, function := range f.functions {
		cmd.AddCommand(function.command(a, f.name))
	}
	return commands.Family(cmd)
}

func (f function) command(a *stream.Streams, family string) *cobra.Command {
	cmd := &cobra.Command{Use: f.name + " [flags] " + f.use, Short: f.short, Long: f.long, Example: f.example}
	o := &functionOptions{job: records.NewJob(a, family+" "+f.name)}
	if word := o.job.Do.Row.Argument; word != "" {
		cmd.Args = commands.AtLeast(word)
	}
	cmd.RunE = records.Runs(a, o.run)
	o.job.AddTo(cmd)
	return cmd
}

// functionOptions holds the flags of a function.
type functionOptions struct{ job *records.Job }

func (o *functionOptions) run(_ context.Context, streams *stream.Streams, l records.Line) error {
	do := &o.job.Do
	leading := do.Row.Leading(l.Args)
	do.Request.Arguments = l.Args[:leading]
	if err := do.Row.Check(&do.Request, operation.Command); err != nil {
		return records.BadRequest(err)
	}
	var hint atomic.Pointer[string]
	do.Convert = func(object *records.Object, dst []byte, v records.Value) ([]byte, error) {
		r, err := do.Row.Run(&operation.Call{Request: &do.Request, Values: []string{string(v.Text)}})
		made, _ := r.(results.Value)
		if made.Hint != "" {
			hint.CompareAndSwap(nil, &made.Hint)
		}
		var syntax *percent.SyntaxError
		switch {
		case errors.As(err, &syntax):
			return dst, records.SyntaxError(err)
		case err != nil:
			return dst, err
		case made.View != nil && o.job.Tell.JSON:
			object.Result = made.View
			return dst, nil
		case made.View != nil:
			return strictjson.Append(dst, made.View), nil
		}
		return append(dst, made.Text...), nil
	}
	err := o.job.RunValues(l.Behind(leading), "done")
	if s := hint.Load(); s != nil {
		streams.UI.Hint(*s)
	}
	return err
}

var functionFamilies = lazy.Value[[]functionFamily]{Make: func() []functionFamily {
	return []functionFamily{
		{
			name:  "robots",
			short: "paths as robots.txt compares them",
			long:  "robots compares paths as the Robots Exclusion Protocol does (RFC 9309).",
			functions: []function{
				{
					name: "match", use: "PATTERN [PATH...]",
					short:   "whether a line of robots.txt matches a path",
					long:    "match prints true for each PATH that the PATTERN of an allow or disallow line matches, and false for any other. PATTERN is the value of the line, without \"Disallow:\"; a PATH begins with '/' and may have a query.",
					example: "  percent robots match '/*.gif$' /a/b.gif /a/b.png",
				},
				{
					name: "normalize", use: "[PATH...]",
					short:   "the form of a path that is compared",
					long:    "normalize prints each PATH in the form in which paths are compared.",
					example: "  percent robots normalize /foo/bar/%62%61%7A",
				},
			},
		},
		{
			name:  "csp",
			short: "paths as a Content Security Policy compares them",
			long:  "csp compares paths as Content Security Policy does (Level 3, section 6.7.2.12).",
			functions: []function{{
				name: "match", use: "PATH-PART [PATH...]",
				short:   "whether the path of a source expression matches a path",
				long:    "match prints true for each PATH that the PATH-PART of a source expression matches, and false for any other.",
				example: "  percent csp match /scripts/ /scripts/a%2Fb.js",
			}},
		},
		{
			name:  "safebrowsing",
			short: "URLs as Safe Browsing hashes them",
			long:  "safebrowsing canonicalizes URLs as Google's Safe Browsing does before it hashes them.",
			functions: []function{{
				name: "canonical", use: "[URL...]",
				short:   "the canonical form of a URL",
				long:    "canonical prints the canonical form of each URL, in which escapes are decoded until\nnothing changes.",
				example: "  percent safebrowsing canonical 'http://%31%36%38%2e1/a//%25%32%35'",
			}},
		},
		{
			name:  "handler",
			short: "the URLs of protocol handlers",
			long:  "handler builds the URLs of protocol handlers, which registerProtocolHandler() of the HTML Standard registers.",
			functions: []function{{
				name: "expand", use: "TEMPLATE [URL...]",
				short:   "the address that handles a URL",
				long:    "expand prints TEMPLATE for each URL, with the encoded URL in place of %s.",
				example: "  percent handler expand 'https://example.com/?u=%s' 'mailto:a b@c'",
			}},
		},
		{
			name:  "cgi",
			short: "the meta-variables of CGI",
			long:  "cgi computes the variables of the Common Gateway Interface (RFC 3875).",
			functions: []function{{
				name: "variables", use: "SCRIPT [TARGET...]",
				short: "the variables for a request target",
				long: `variables prints a JSON object for each request TARGET, a path with
its query: script_name and path_info, decoded; query_string, as it is; and the arguments
of a query without '='. SCRIPT is the path of the script, encoded as in the target.`,
				example: "  percent cgi variables /cgi-bin/x.cgi '/cgi-bin/x.cgi/a%20b?c+d'",
			}},
		},
		{
			name:  "formmail",
			short: "forms that are sent by mail",
			long:  "formmail makes the mailto: URLs that browsers open for forms whose action is a mailto: URL.",
			functions: []function{
				{
					name: "headers", use: "ACTION [QUERY...]",
					short:   "of a form with method GET",
					long:    "headers prints ACTION, a mailto: URL, with the pairs of each QUERY as its headers, as browsers do for a form with method GET.",
					example: "  percent formmail headers mailto:a@example.com 'subject=a+b&cc=c%40d'",
				},
				{
					name: "body", use: "ACTION [QUERY...]",
					short:   "of a form with method POST",
					long:    "body prints ACTION with the pairs of each QUERY as its body, as browsers do for a form with method POST.",
					example: "  percent formmail body mailto:a@example.com 'q=a+b'",
				},
				{
					name: "text", use: "ACTION [QUERY...]",
					short:   "of a form with enctype text/plain",
					long:    "text prints ACTION with the pairs of each QUERY as its body, one per line, as browsers do for a form with method POST and enctype text/plain.",
					example: "  percent formmail text mailto:a@example.com 'q=a+b'",
				},
			},
		},
		{
			name:  "xpath",
			short: "the functions of XPath and XSLT",
			long:  "xpath applies the percent-encoding functions of XPath, XSLT and R2RML.",
			functions: []function{
				xpathFunction("encode-for-uri", "data that becomes part of a URI"),
				xpathFunction("decode-from-uri", "encoded text; XPath 4.0"),
				xpathFunction("iri-to-uri", "a whole IRI"),
				xpathFunction("escape-html-uri", "a URL in an attribute of HTML"),
				xpathFunction("escape-uri-attributes", "the attribute of a serialized document that is a URL"),
				xpathFunction("iri-safe", "a value in a template of R2RML"),
			},
		},
		{
			name:  "did-web",
			short: "did:web identifiers and the URLs of their documents",
			long:  "did-web maps did:web identifiers to the URLs of their documents, and back.",
			functions: []function{
				{
					name: "to-url", use: "[DID...]",
					short:   "the URL of the document",
					long:    "to-url prints the URL of the document of each identifier.",
					example: "  percent did-web to-url did:web:example.com%3A3000:org",
				},
				{
					name: "from-url", use: "[URL...]",
					short:   "the identifier whose document is there",
					long:    "from-url prints the identifier whose document is at each URL.",
					example: "  percent did-web from-url https://example.com:3000/org/did.json",
				},
			},
		},
		{
			name:  "xri",
			short: "Extensible Resource Identifiers",
			long:  "xri maps Extensible Resource Identifiers (XRI Syntax V2.0) to IRIs and URIs.",
			functions: []function{
				{
					name: "to-iri", use: "[XRI...]",
					short: "an XRI to an IRI",
					long: `to-iri prints the IRI of each XRI in its normal form: every '%'
is escaped, and so are '#', '?' and '/' in cross-references. Apply it only once.`,
					example: "  percent xri to-iri 'xri://@example*(http://example.org/?a)/b'",
				},
				{
					name: "to-uri", use: "[XRI...]",
					short:   "an XRI to a URI",
					long:    "to-uri prints the URI of each XRI in its normal form: the URI of its IRI, with all characters escaped that a URI may not contain.",
					example: "  percent xri to-uri 'xri://@example*(http://example.org/é)/b'",
				},
			},
		},
		{
			name:  "leiri",
			short: "Legacy Extended IRIs, the identifiers of XML",
			long: `leiri maps Legacy Extended IRIs, called HRRIs before 2008, to IRIs and
URIs. System identifiers, anyURI values and XLink references of XML are Legacy Extended
IRIs, too.`,
			functions: []function{
				{
					name: "to-iri", use: "[LEIRI...]",
					short:   "a Legacy Extended IRI to an IRI",
					long:    "to-iri prints the IRI of each Legacy Extended IRI.",
					example: "  percent leiri to-iri 'http://example.com/a b<é>'",
				},
				{
					name: "to-uri", use: "[LEIRI...]",
					short:   "a Legacy Extended IRI to a URI reference",
					long:    "to-uri prints the URI reference of each Legacy Extended IRI, as XML does for system identifiers: characters that a URI may not contain are escaped, even in the host.",
					example: "  percent leiri to-uri 'http://example.com/a b<é>'",
				},
			},
		},
	}
}}

// uriAttributes lists the attributes that a serializer escapes (XSLT and XQuery
// Serialization 3.1, appendix D).
const uriAttributes = `

These are the attributes that a serializer escapes:
  action (form), archive (object), background (body), cite (blockquote, del, ins, q),
  classid (object), codebase (applet, object), data (object), datasrc (button, div,
  input, object, select, span, table, textarea), for (script), formaction (button,
  input), href (a, area, base, link), icon (command), longdesc (frame, iframe, img),
  manifest (html), name (a), poster (video), profile (head), src (audio, embed, frame,
  iframe, img, input, script, source, track, video), usemap (img, input, object),
  value (input)`

func xpathFunction(name, short string) function {
	more := ""
	if name == "escape-uri-attributes" {
		more = uriAttributes
	}
	return function{
		name: name, use: "[TEXT...]", short: short,
		long:    name + " applies the function to each TEXT, " + short + "." + more,
		example: "  percent xpath " + name + " 'http://example.com/~bébé 100%25'",
	}
}
