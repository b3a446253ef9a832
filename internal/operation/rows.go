package operation

import (
	"strconv"
	"strings"
	"sync"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/form"
	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/compare"
	"github.com/pct-encoded/percent/inspect/layers"
	"github.com/pct-encoded/percent/internal/uriformat"
	"github.com/pct-encoded/percent/internal/words"
	"github.com/pct-encoded/percent/iri"
)

// rows returns the registry, in the order in which lists name the operations. It is made
// at the first use, not at the start of every program.
var rows = sync.OnceValue(func() []*Operation {
	return []*Operation{
		{
			Name: "decode", Choices: []Choice{
				as("the dialect, by its `NAME` (ID or alias), or the program that speaks it (default rfc3986); url for whole URLs"),
				space("a '+' is a space (plus) or itself (percent)"),
				label("the charset that the escapes are in, any `LABEL` of the Encoding Standard, or detect; the output is UTF-8"),
				text("layers", "decode `N` times; all: as long as there are escapes and all are valid (default 1)", func(r *Request) *string { return &r.Layers }).filled("a number from 1 to "+strconv.Itoa(int(bulk.MaxLayers))+", or all").suggesting("2", "all").only(notInSQL),
				onError("stop there, keep it as it is, write U+FFFD for it, drop the value or, in a table, the row, or empty the field", "fail", "keep", "replace", "skip", "null"),
			},
			Function: "percentDecode", Arguments: []string{"text", "dialect"}, Does: "the text, decoded by a dialect",
			apart: decodeApart, plan: decode, inGo: codeInGo,
		},
		{
			Name: "encode", Choices: []Choice{
				toggle("escape-all", "escape every byte, even letters, except those of --keep", func(r *Request) *bool { return &r.EscapeAll }).only(notInSQL),
				number("times", "encode `N` times, each time the result of the last (default 1)", 1, mostTimes, func(r *Request) **int { return &r.Times }).only(notInSQL),
				as("the dialect, by its `NAME` (ID or alias), or the program that speaks it (default rfc3986)"),
				keep, escape, hex,
				space("how a space is written"),
				label("convert the text from UTF-8 to this charset, any `LABEL` of the Encoding Standard, and encode that"),
				onError("stop there, keep it as it is, write U+FFFD for it, drop the value or, in a table, the row, or empty the field", "fail", "keep", "replace", "skip", "null"),
			},
			Function: "percentEncode", Arguments: []string{"text", "dialect"}, Does: "the text, encoded by a dialect",
			apart: encodeApart, plan: encode, inGo: codeInGo,
		},
		{
			Name: "fix", Choices: []Choice{
				as("the dialect, by its `NAME` (ID or alias), or the program that speaks it (default rfc3986.uri)"),
				keep, escape, hex,
				space("how a space is written"),
				label("convert the text from UTF-8 to this charset, any `LABEL` of the Encoding Standard, and encode that"),
				onError("stop there, keep it as it is, write U+FFFD for it, drop the value or, in a table, the row, or empty the field", "fail", "keep", "replace", "skip", "null"),
			},
			Function: "percentFix", Arguments: []string{"text", "dialect"}, Does: "the text, with everything escaped that the dialect does not allow",
			marked: true, plan: fix, inGo: codeInGo,
		},
		{
			Name: "normalize", Choices: []Choice{
				toggle("case", "take only the steps that are named: case of scheme, host and escapes", func(r *Request) *bool { return &r.Case }).only(Command | Beam),
				toggle("percent-encoding", "take only the steps that are named: decode escapes of unreserved characters", func(r *Request) *bool { return &r.PercentEncoding }).only(Command | Beam),
				toggle("dot-segments", "take only the steps that are named: remove dot segments", func(r *Request) *bool { return &r.DotSegments }).only(Command | Beam),
				toggle("scheme", "take only the steps that are named: default ports, empty paths and the like", func(r *Request) *bool { return &r.Scheme }).only(Command | Beam),
				toggle("unsafe-sort-query", "sort the pieces of the query by name", func(r *Request) *bool { return &r.SortQuery }).only(Command | Beam),
				toggle("unsafe-drop-fragment", "drop the fragment", func(r *Request) *bool { return &r.DropFragment }).only(Command | Beam),
				toggle("unsafe-drop-index", "drop index.html and the like from the end of the path", func(r *Request) *bool { return &r.DropIndex }).only(Command | Beam),
				toggle("unsafe-drop-tracking", "drop utm_source, fbclid and the like from the query", func(r *Request) *bool { return &r.DropTracking }).only(Command | Beam),
				list("unsafe-drop-parameter", "drop the parameters whose name matches `PATTERN` (* and ?) from the query; repeatable", func(r *Request) *[]string { return &r.DropParameters }).only(Command | Beam),
				onError("take it as it stands, stop there, drop the value or empty the field", "keep", "fail", "skip", "null"),
			},
			Function: "percentNormalize", Arguments: []string{"uri"}, Does: "the URI, normalized (RFC 3986, section 6.2)",
			marked: true, plan: normalize,
		},
		{
			Name: "uri get", Argument: "TEMPLATE", Suggested: append(PartNames(), uriformat.EffectivePort), Choices: []Choice{
				onError("stop there, take it as it stands, drop the value or empty the field", "fail", "keep", "skip", "null"),
			},
			marked: true, plan: uriGet,
		},
		{Name: "uri parse", Choices: []Choice{leniently}},
		{
			Name: "uri set", Argument: "COMPONENT=DATA...", leads: func(s string) bool { return assignment().MatchString(s) }, Suggested: append(assignable(PartNames()), "path+=", "query:"), Choices: []Choice{
				without("remove the component `NAME`, or the parameter query:NAME; repeatable").suggesting(append(PartNames(), "query:")...),
				replace("give the parameter a new value where it is there: `query:NAME=DATA`; repeatable").suggesting("query:"),
				list("trim", "remove the parameters whose names match `PATTERN`, such as utm_*; repeatable", func(r *Request) *[]string { return &r.Trim }).suggesting("utm_*").only(notInSQL),
				list("iterate", "one URI for each value in `COMPONENT=VALUES`, which spaces separate; repeatable", func(r *Request) *[]string { return &r.Iterate }).only(Command | Beam),
				leniently,
			},
			marked: true, plan: uriSet,
		},
		{
			Name: "uri resolve", Argument: "BASE", Choices: []Choice{
				toggle("compatible", "take a REF with the scheme of the base for one without: \"http:g\" is \"g\"", func(r *Request) *bool { return &r.Compatible }).only(notInSQL),
				leniently,
			},
			marked: true, plan: uriResolve,
		},
		{
			Name: "uri compare", Choices: []Choice{
				word("format", []string{"text", "form"}, "what the queries are (default text)", func(r *Request) *string { return &r.Format }),
				onError("stop there or take it as it stands", "fail", "keep"),
			},
		},
		{
			Name: "uri segments", Choices: []Choice{
				toggle("raw", "write the segments as they stand, with their escapes", func(r *Request) *bool { return &r.Raw }),
				leniently,
			},
		},
		{
			Name: "url canonical", Choices: []Choice{
				base, pageCharset.only(notInSQL),
				browserOnError,
			},
			Function: "percentHref", Arguments: []string{"url"}, Does: "the URL as a browser writes it (URL Standard)",
			marked: true, plan: urlCanonical,
		},
		{
			Name: "url parse", Choices: []Choice{
				base.only(Command | Page), pageCharset.only(Command | Page),
				toggle("explain", "show the validation errors", func(r *Request) *bool { return &r.Explain }).only(Command),
				asBrowser.only(Command),
			},
			inGo: urlInGo,
		},
		{Name: "url resolve", Argument: "BASE", Choices: []Choice{pageCharset.only(notInSQL), asBrowser}, marked: true, plan: urlResolve},
		{Name: "url get", Argument: "COMPONENT", Suggested: append(urlPartNames(), readableURL.Name), Choices: []Choice{base, pageCharset.only(notInSQL), browserOnError}, marked: true, plan: urlGet},
		{
			Name: "url set", Argument: "COMPONENT=TEXT...", leads: leadsURLSet, Suggested: assignable(urlSettable()), Choices: []Choice{
				without("remove this `COMPONENT`: username, password, port, search, hash, or search.NAME; repeatable").suggesting(urlRemovable...),
				replace("give the parameter a new value where it is there: `search.NAME=TEXT`; repeatable").suggesting("search."),
				base, pageCharset.only(notInSQL), asBrowser,
			},
			marked: true, plan: urlSet,
		},
		{Name: "url check", Choices: []Choice{base, pageCharset}},
		{
			Name: "iri to-uri", Choices: []Choice{
				host,
				toggle("nfc", "normalize to NFC first, for text that does not come from Unicode", func(r *Request) *bool { return &r.NFC }).only(notInSQL),
				onError("stop there, escape what is illegal or drop the value", "fail", "escape", "skip"),
			},
			marked: true, plan: iriToURI,
		},
		{Name: "iri from-uri", Choices: []Choice{host}, marked: true, plan: iriFromURI},
		{Name: "iri readable", marked: true, plan: iriReadable},
		{
			Name: "dataurl encode", Choices: []Choice{
				text("type", "the media `TYPE`, such as image/png", func(r *Request) *string { return &r.Type }).filled("a media type, such as text/html"),
			},
		},
		{
			Name: "dataurl decode", Choices: []Choice{
				toggle("rfc2397", "follow the grammar of RFC 2397 instead of browsers", func(r *Request) *bool { return &r.RFC2397 }),
				onError("stop there or drop the value", "fail", "skip"),
			},
		},
		{
			Name: "form get", Argument: "NAME", Choices: reading(), plan: formGet,
		},
		{Name: "form names", Choices: reading()},
		{Name: "form decode", Choices: append(reading(), nestedAs("print an object, as this program reads the names"), maxDepth)},
		{
			Name: "form encode", Choices: append(
				writing(formAs, formSpace, formCharset, charsetField),
				nestedAs("take an object, and write it as this program does"), maxDepth,
			),
		},
		{Name: "form set", Argument: "NAME VALUE", Choices: writing(reading()...)},
		{Name: "form append", Argument: "NAME VALUE", Choices: writing(reading()...)},
		{Name: "form delete", Argument: "NAME", Choices: reading()},
		{Name: "form sort", Choices: reading()},
		{
			Name: "layers", Choices: []Choice{
				word("plus", words.All[layers.PlusMode](), "where a '+' is a space: nowhere, in TEXT, in every layer (default keep)", func(r *Request) *string { return &r.Plus }),
			},
			plan: countLayers, inGo: layersInGo,
		},
		{
			Name: "lint", Choices: []Choice{
				toggle("json", "write one JSON object a finding; the same as --format json", func(r *Request) *bool { return &r.JSON }).only(Command | Beam),
				word("format", []string{"text", "json", "sarif"}, "what is printed: text, json (a line a finding) or sarif (one document) (default text)", func(r *Request) *string { return &r.Format }).only(Command | Beam),
				toggle("fix", "print the values, fixed where no decision is needed", func(r *Request) *bool { return &r.Fix }).only(Command | Beam),
				toggle("extract", "check the URLs in each value: of logs, HTML or other text", func(r *Request) *bool { return &r.Extract }).only(Command | Beam),
				word("fail-on", severities(), "end with status 1 for findings of at least this severity (default warning)", func(r *Request) *string { return &r.FailOn }).only(Command | Beam),
				list("only", "only these `RULES`, separated by commas", func(r *Request) *[]string { return &r.Only }).separated().only(notInSQL),
				list("except", "all rules but these `RULES`", func(r *Request) *[]string { return &r.Except }).separated().only(notInSQL),
				word("severity", severities(), "nothing below this severity (default info)", func(r *Request) *string { return &r.Severity }).only(notInSQL),
				kind,
				as("the dialect that the text is in, by its `NAME`: whether a '+' in it is a space").only(Page),
			},
			Function: "percentLint", Arguments: []string{"text"}, Does: "the IDs of the lint rules that find something, separated by commas",
			Verdict: true,
			marked:  true, apart: lintApart, plan: checked, inGo: lintInGo,
		},
		{Name: "explain", Choices: []Choice{kind}, inGo: explainInGo},
		{
			Name: "compare", Choices: []Choice{
				word("format", formats(), "what the texts are", func(r *Request) *string { return &r.Format }).only(Command | Page),
			},
			inGo: compareInGo,
		},
	}
})

// notInSQL are the front ends whose operations have more than the two arguments of a
// function.
const notInSQL = Command | Page | Beam

// mostTimes limits how many times encode encodes: with --escape-all, each time triples
// the length.
const mostTimes = 6

func as(help string) Choice { return text("as", help, func(r *Request) *string { return &r.As }) }

func space(help string) Choice {
	return word("space", []string{"plus", "percent"}, help, func(r *Request) *string { return &r.Space }).only(notInSQL)
}

func label(help string) Choice {
	c := text("charset", help, func(r *Request) *string { return &r.Charset }).only(notInSQL)
	c.Guesses = true
	return c
}

// onError returns the choice between policies, the default first. does says what each
// does.
func onError(does string, words ...string) Choice {
	return word("on-error", words, "malformed input: "+does+" (default "+words[0]+")", func(r *Request) *string { return &r.OnError })
}

var (
	keep        = text("keep", "write these `CHARACTERS` as they are, too", func(r *Request) *string { return &r.Keep }).only(notInSQL)
	escape      = text("escape", "escape these `CHARACTERS`, too", func(r *Request) *string { return &r.Escape }).only(notInSQL)
	hex         = word("hex", words.All[percent.HexCase](), "case of the digits of escapes", func(r *Request) *string { return &r.Hex }).only(notInSQL)
	kind        = word("in", kinds(), "TEXT is of this `KIND`: auto, which guesses, or text, uri, userinfo, host, path, query, fragment, form, value (default auto)", func(r *Request) *string { return &r.In }).only(notInSQL)
	pageCharset = text("charset", "the charset of the page, in which browsers write queries, by any `LABEL` of the Encoding Standard", func(r *Request) *string { return &r.Charset })
)

// What several of the verbs of uri, url and iri have.
var (
	leniently      = onError("stop there, take it as it stands or drop the value", "fail", "keep", "skip")
	asBrowser      = onError("stop there, take it as it stands, write an empty line for it or drop the value", "fail", "keep", "replace", "skip")
	browserOnError = onError("stop there, take it as it stands, write an empty line for it, drop the value or empty the field", "fail", "keep", "replace", "skip", "null")
	base           = text("base", "resolve what is relative against this `URL`", func(r *Request) *string { return &r.Base }).only(notInSQL)
	host           = word("host", words.All[iri.HostMode](), "a host beyond ASCII in \"xn--\" labels (idna) or in escapes (percent) (default idna)", func(r *Request) *string { return &r.Host }).only(notInSQL)
)

// assignable returns names with '=' after each.
func assignable(names []string) []string {
	for i := range names {
		names[i] += "="
	}
	return names
}

// The choices of forms.
var (
	formAs       = as("the dialect, by its `NAME` (ID or alias), or the program that speaks it (default form)")
	formSpace    = space("a space is '+', or %20 and a '+' itself")
	formCharset  = label("the charset of names and values, by any `LABEL` of the Encoding Standard")
	charsetField = toggle("charset-field", "a pair _charset_ names the charset, as in HTML", func(r *Request) *bool { return &r.CharsetField }).only(Command | Beam)
	maxDepth     = number("max-depth", "refuse data of more levels than `N` (default "+strconv.Itoa(form.DefaultDepth)+")", 1, 0, func(r *Request) **int { return &r.MaxDepth }).only(Command)
)

// reading returns the choices of operations that read queries.
func reading() []Choice {
	return []Choice{
		formAs, formSpace, formCharset, charsetField,
		toggle("semicolons", "';' separates pairs, too, as in HTML 4", func(r *Request) *bool { return &r.Semicolons }),
		word("in", []string{"auto", "query", "url"}, "a QUERY is a query, or a URL, whose query is meant; auto goes by how it begins (default auto)", func(r *Request) *string { return &r.In }),
		number("max-pairs", "refuse a query of more pairs than `N` (default "+strconv.Itoa(form.DefaultPairs)+")", 1, 0, func(r *Request) **int { return &r.MaxPairs }),
		onError("keep it, refuse it, write U+FFFD for invalid text, drop the query or, in a table, the row, or empty the field", "keep", "fail", "replace", "skip", "null"),
	}
}

// writing returns choices, and those of operations that write pairs.
func writing(choices ...Choice) []Choice {
	return append(choices, hex,
		toggle("crlf", "write line breaks as CR LF, as browsers do", func(r *Request) *bool { return &r.CRLF }).only(Command),
		word("empty", words.All[form.EmptyValues](), "a pair whose value is empty: a=, or a, or nothing", func(r *Request) *string { return &r.Empty }).only(Command),
	)
}

// nestedAs returns the choice of a program that has nested data.
func nestedAs(help string) Choice {
	words := []string{"php", "php-rfc3986", "rails", "rack", "qs", "qs-brackets", "qs-repeat", "qs-rfc1738", "jquery", "python"}
	return word("nested", words, help, func(r *Request) *string { return &r.Nested }).only(Command)
}

func without(help string) Choice {
	return list("without", help, func(r *Request) *[]string { return &r.Without }).only(notInSQL)
}

func replace(help string) Choice {
	return list("replace", help, func(r *Request) *[]string { return &r.Replace }).only(notInSQL)
}

func kinds() []string {
	var words []string
	for _, k := range inspect.Kinds() {
		words = append(words, k.String())
	}
	return words
}

func severities() []string { return []string{"info", "warning", "error"} }

func formats() []string {
	var words []string
	for _, f := range compare.Formats() {
		words = append(words, strings.ToLower(strings.ReplaceAll(f.String(), " ", "-")))
	}
	return words
}
