package main

import (
	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/commands"
	"github.com/pct-encoded/percent/internal/cli/stream"
)

// The functions are families of commands, each of which applies an operation of the
// registry.

var robots = commands.Family{
	Name:  "robots",
	Short: "paths as robots.txt compares them",
	Long:  "robots compares paths as the Robots Exclusion Protocol does (RFC 9309).",
	Below: []commands.Maker{
		commands.Verb{
			Row: "robots match", Use: "PATTERN [PATH...]", Needs: "PATTERN", Done: "done",
			Short:   "whether a line of robots.txt matches a path",
			Long:    "match prints true for each PATH that the PATTERN of an allow or disallow line matches, and false for any other. PATTERN is the value of the line, without \"Disallow:\"; a PATH begins with '/' and may have a query.",
			Example: "  percent robots match '/*.gif$' /a/b.gif /a/b.png",
		},
		commands.Verb{
			Row: "robots normalize", Use: "[PATH...]", Done: "done",
			Short:   "the form of a path that is compared",
			Long:    "normalize prints each PATH in the form in which paths are compared.",
			Example: "  percent robots normalize /foo/bar/%62%61%7A",
		},
	},
}

var csp = commands.Family{
	Name:  "csp",
	Short: "paths as a Content Security Policy compares them",
	Long:  "csp compares paths as Content Security Policy does (Level 3, section 6.7.2.12).",
	Below: []commands.Maker{commands.Verb{
		Row: "csp match", Use: "PATH-PART [PATH...]", Needs: "PATH-PART", Done: "done",
		Short:   "whether the path of a source expression matches a path",
		Long:    "match prints true for each PATH that the PATH-PART of a source expression matches, and false for any other.",
		Example: "  percent csp match /scripts/ /scripts/a%2Fb.js",
	}},
}

var safebrowsing = commands.Family{
	Name:  "safebrowsing",
	Short: "URLs as Safe Browsing hashes them",
	Long:  "safebrowsing canonicalizes URLs as Google's Safe Browsing does before it hashes them.",
	Below: []commands.Maker{commands.Verb{
		Row: "safebrowsing canonical", Use: "[URL...]", Done: "done",
		Short:   "the canonical form of a URL",
		Long:    "canonical prints the canonical form of each URL, in which escapes are decoded until\nnothing changes.",
		Example: "  percent safebrowsing canonical 'http://%31%36%38%2e1/a//%25%32%35'",
	}},
}

var handler = commands.Family{
	Name:  "handler",
	Short: "the URLs of protocol handlers",
	Long:  "handler builds the URLs of protocol handlers, which registerProtocolHandler() of the HTML Standard registers.",
	Below: []commands.Maker{commands.Verb{
		Row: "handler expand", Use: "TEMPLATE [URL...]", Needs: "TEMPLATE", Done: "done",
		Short:   "the address that handles a URL",
		Long:    "expand prints TEMPLATE for each URL, with the encoded URL in place of %s.",
		Example: "  percent handler expand 'https://example.com/?u=%s' 'mailto:a b@c'",
	}},
}

var cgi = commands.Family{
	Name:  "cgi",
	Short: "the meta-variables of CGI",
	Long:  "cgi computes the variables of the Common Gateway Interface (RFC 3875).",
	Below: []commands.Maker{commands.Verb{
		Row: "cgi variables", Use: "SCRIPT [TARGET...]", Needs: "SCRIPT", Done: "done",
		Short: "the variables for a request target",
		Long: `variables prints a JSON object for each request TARGET, a path with
its query: script_name and path_info, decoded; query_string, as it is; and the arguments
of a query without '='. SCRIPT is the path of the script, encoded as in the target.`,
		Example: "  percent cgi variables /cgi-bin/x.cgi '/cgi-bin/x.cgi/a%20b?c+d'",
	}},
}

var formmail = commands.Family{
	Name:  "formmail",
	Short: "forms that are sent by mail",
	Long:  "formmail makes the mailto: URLs that browsers open for forms whose action is a mailto: URL.",
	Below: []commands.Maker{
		commands.Verb{
			Row: "formmail headers", Use: "ACTION [QUERY...]", Needs: "ACTION", Done: "done",
			Short:   "of a form with method GET",
			Long:    "headers prints ACTION, a mailto: URL, with the pairs of each QUERY as its headers, as browsers do for a form with method GET.",
			Example: "  percent formmail headers mailto:a@example.com 'subject=a+b&cc=c%40d'",
		},
		commands.Verb{
			Row: "formmail body", Use: "ACTION [QUERY...]", Needs: "ACTION", Done: "done",
			Short:   "of a form with method POST",
			Long:    "body prints ACTION with the pairs of each QUERY as its body, as browsers do for a form with method POST.",
			Example: "  percent formmail body mailto:a@example.com 'q=a+b'",
		},
		commands.Verb{
			Row: "formmail text", Use: "ACTION [QUERY...]", Needs: "ACTION", Done: "done",
			Short:   "of a form with enctype text/plain",
			Long:    "text prints ACTION with the pairs of each QUERY as its body, one per line, as browsers do for a form with method POST and enctype text/plain.",
			Example: "  percent formmail text mailto:a@example.com 'q=a+b'",
		},
	},
}

func newXPath(a *stream.Streams) *cobra.Command {
	return commands.Family{
		Name:  "xpath",
		Short: "the functions of XPath and XSLT",
		Long:  "xpath applies the percent-encoding functions of XPath, XSLT and R2RML.",
		Below: []commands.Maker{
			xpathFunction("encode-for-uri", "data that becomes part of a URI"),
			xpathFunction("decode-from-uri", "encoded text; XPath 4.0"),
			xpathFunction("iri-to-uri", "a whole IRI"),
			xpathFunction("escape-html-uri", "a URL in an attribute of HTML"),
			xpathFunction("escape-uri-attributes", "the attribute of a serialized document that is a URL"),
			xpathFunction("iri-safe", "a value in a template of R2RML"),
		},
	}.Make(a)
}

var didWeb = commands.Family{
	Name:  "did-web",
	Short: "did:web identifiers and the URLs of their documents",
	Long:  "did-web maps did:web identifiers to the URLs of their documents, and back.",
	Below: []commands.Maker{
		commands.Verb{
			Row: "did-web to-url", Use: "[DID...]", Done: "done",
			Short:   "the URL of the document",
			Long:    "to-url prints the URL of the document of each identifier.",
			Example: "  percent did-web to-url did:web:example.com%3A3000:org",
		},
		commands.Verb{
			Row: "did-web from-url", Use: "[URL...]", Done: "done",
			Short:   "the identifier whose document is there",
			Long:    "from-url prints the identifier whose document is at each URL.",
			Example: "  percent did-web from-url https://example.com:3000/org/did.json",
		},
	},
}

var xri = commands.Family{
	Name:  "xri",
	Short: "Extensible Resource Identifiers",
	Long:  "xri maps Extensible Resource Identifiers (XRI Syntax V2.0) to IRIs and URIs.",
	Below: []commands.Maker{
		commands.Verb{
			Row: "xri to-iri", Use: "[XRI...]", Done: "done",
			Short: "an XRI to an IRI",
			Long: `to-iri prints the IRI of each XRI in its normal form: every '%'
is escaped, and so are '#', '?' and '/' in cross-references. Apply it only once.`,
			Example: "  percent xri to-iri 'xri://@example*(http://example.org/?a)/b'",
		},
		commands.Verb{
			Row: "xri to-uri", Use: "[XRI...]", Done: "done",
			Short:   "an XRI to a URI",
			Long:    "to-uri prints the URI of each XRI in its normal form: the URI of its IRI, with all characters escaped that a URI may not contain.",
			Example: "  percent xri to-uri 'xri://@example*(http://example.org/é)/b'",
		},
	},
}

var leiri = commands.Family{
	Name:  "leiri",
	Short: "Legacy Extended IRIs, the identifiers of XML",
	Long: `leiri maps Legacy Extended IRIs, called HRRIs before 2008, to IRIs and
URIs. System identifiers, anyURI values and XLink references of XML are Legacy Extended
IRIs, too.`,
	Below: []commands.Maker{
		commands.Verb{
			Row: "leiri to-iri", Use: "[LEIRI...]", Done: "done",
			Short:   "a Legacy Extended IRI to an IRI",
			Long:    "to-iri prints the IRI of each Legacy Extended IRI.",
			Example: "  percent leiri to-iri 'http://example.com/a b<é>'",
		},
		commands.Verb{
			Row: "leiri to-uri", Use: "[LEIRI...]", Done: "done",
			Short:   "a Legacy Extended IRI to a URI reference",
			Long:    "to-uri prints the URI reference of each Legacy Extended IRI, as XML does for system identifiers: characters that a URI may not contain are escaped, even in the host.",
			Example: "  percent leiri to-uri 'http://example.com/a b<é>'",
		},
	},
}

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

func xpathFunction(name, short string) commands.Verb {
	more := ""
	if name == "escape-uri-attributes" {
		more = uriAttributes
	}
	return commands.Verb{
		Row: "xpath " + name, Use: "[TEXT...]", Done: "done", Short: short,
		Long:    name + " applies the function to each TEXT, " + short + "." + more,
		Example: "  percent xpath " + name + " 'http://example.com/~bébé 100%25'",
	}
}
