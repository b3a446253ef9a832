package operation

import (
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/form"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/protocols"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/iri"
	"github.com/pct-encoded/percent/lang/xpath"
	"github.com/pct-encoded/percent/scheme/did"
	"github.com/pct-encoded/percent/web/csp"
	"github.com/pct-encoded/percent/web/protocolhandler"
	"github.com/pct-encoded/percent/web/robots"
	"github.com/pct-encoded/percent/web/safebrowsing"
)

// functionRows are functions of the library that take a text or, in those with an
// Argument, two, and return one.
func functionRows() []row {
	return []row{
		{"robots match", func() *Operation {
			o := second("PATTERN", func(pattern, path string) (string, error) {
				return strconv.FormatBool(robots.Compile(pattern).Match(path)), nil
			})
			o.apart = func(r *Request) error { return robotsPattern(r.Arguments[0]) }
			match := o.run
			o.run = func(c *Call) (results.Result, error) {
				r, err := match(c)
				v := r.(results.Value) // it cannot fail
				v.Hint = robotsHint(c.Arguments[0], c.Values[0])
				return v, err
			}
			return o
		}},
		surely("robots normalize", robots.Normalize),
		{"csp match", func() *Operation {
			return second("PATH-PART", func(pattern, path string) (string, error) {
				return strconv.FormatBool(csp.MatchPath(pattern, path)), nil
			})
		}},
		first("safebrowsing canonical", safebrowsing.Canonicalize),
		{"handler expand", func() *Operation { return second("TEMPLATE", protocolhandler.Expand) }},
		{"cgi variables", func() *Operation {
			return converts("SCRIPT", func(c *Call) (results.Value, error) {
				view, err := protocols.CGI(c.Arguments[0], c.Values[0])
				return results.Value{View: view}, err
			})
		}},
		mails("formmail headers", (*form.Rules).MailHeaders),
		mails("formmail body", (*form.Rules).MailBody),
		mails("formmail text", (*form.Rules).MailText),
		surely("xpath encode-for-uri", xpath.EncodeForURI),
		surely("xpath decode-from-uri", xpath.DecodeFromURI),
		surely("xpath iri-to-uri", xpath.IRIToURI),
		surely("xpath escape-html-uri", xpath.EscapeHTMLURI),
		surely("xpath escape-uri-attributes", xpath.EscapeURIAttribute),
		surely("xpath iri-safe", xpath.IRISafe),
		first("did-web to-url", did.WebURL),
		first("did-web from-url", did.FromWebURL),
		surely("xri to-iri", iri.FromXRI),
		// The authority of an XRI is not a host, and need not be legal in a URI.
		surely("xri to-uri", func(s string) string { return iri.Encoding.Encode(iri.FromXRI(s)) }),
		surely("leiri to-iri", iri.FromLEIRI),
		surely("leiri to-uri", iri.XMLSystemID.Encode),
	}
}

// converts returns the row of a function of each value and, unless argument is "", of a
// text before them.
func converts(argument string, f func(*Call) (results.Value, error)) *Operation {
	return &Operation{
		Argument: argument, Converts: true, Choices: []Choice{onError("stop or drop the value", "fail", "skip")},
		run: func(c *Call) (results.Result, error) {
			v, err := f(c)
			if err != nil {
				return nil, err
			}
			return v, nil
		},
	}
}

// second returns the row of a function of an argument and a value, first that of a function
// of a value, and surely that of one that cannot fail.
func second(argument string, f func(argument, value string) (string, error)) *Operation {
	return converts(argument, func(c *Call) (results.Value, error) {
		text, err := f(c.Arguments[0], c.Values[0])
		return results.Value{Text: text}, err
	})
}

func first(name string, f func(string) (string, error)) row {
	return row{name, func() *Operation {
		return converts("", func(c *Call) (results.Value, error) {
			text, err := f(c.Values[0])
			return results.Value{Text: text}, err
		})
	}}
}

func surely(name string, f func(string) string) row {
	return first(name, func(s string) (string, error) { return f(s), nil })
}

// mails returns the row of a function that sends the form in a value to an address.
func mails(name string, send func(r *form.Rules, action string, pairs []form.Pair) string) row {
	return row{name, func() *Operation {
		return second("ACTION", func(action, query string) (string, error) {
			pairs, err := form.HTML.Parse(query)
			if err != nil {
				return "", err
			}
			return send(form.HTML, action, pairs), nil
		})
	}}
}

// robotsPattern refuses a whole line of robots.txt: no path begins as one does.
func robotsPattern(pattern string) error {
	name, value, ok := strings.Cut(strings.TrimLeft(pattern, " \t"), ":")
	if !ok || strings.ContainsAny(name, "/*$%?") {
		return nil
	}
	value, _, _ = strings.Cut(value, "#")
	value = strings.TrimSpace(value)
	switch name = strings.ToLower(strings.TrimSpace(name)); name {
	case "allow", "disallow":
		if value == "" {
			value = "''"
		}
		return usage("write the value alone: "+excerpt.Name(value), "%s is a whole line of robots.txt, not the pattern in one", excerpt.Quoted(pattern, 60))
	}
	return usage("the pattern is the value of a line with allow or disallow, such as /private/", "%s is no pattern of robots.txt", excerpt.Quoted(pattern, 60))
}

// robotsHint says why a pattern matches no path, or why a value is none.
func robotsHint(pattern, path string) string {
	switch {
	case pattern != "" && pattern[0] != '/' && pattern[0] != '*':
		return "paths begin with '/', so a pattern that begins with neither '/' nor '*' matches none"
	case pattern != "" && !strings.HasPrefix(path, "/"):
		return "robots.txt compares the path and the query of a URL, which begin with '/': leave out the scheme and the host"
	case strings.ContainsAny(pattern, " \t#"):
		return "a space, a tab or '#' in the pattern stands for itself here; in robots.txt '#' begins a comment, and white space around a value is no part of it"
	}
	return ""
}
