package operation

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/form"
	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/document"
	"github.com/pct-encoded/percent/inspect/layers"
	"github.com/pct-encoded/percent/inspect/lint"
	"github.com/pct-encoded/percent/internal/words"
	"github.com/pct-encoded/percent/iri"
	"github.com/pct-encoded/percent/reader"
	"github.com/pct-encoded/percent/uritemplate"
)

// rows is the registry, in the order of lists. Each operation is made at its first use:
// most programs need one.
func rows() []row {
	return append([]row{
		{"decode", func() *Operation {
			return &Operation{
				Choices: []Choice{
					as("the `NAME` of the dialect (its ID or an alias) or of a program that uses it (default rfc3986); url for whole URLs"),
					space("read a '+' as a space (plus) or as a plus sign (percent)"),
					label("the charset of the escapes: any `LABEL` of the Encoding Standard, or detect; the output is UTF-8"),
					text("layers", "decode `N` times, or all: repeat as long as there are escapes and all are valid (default 1)", func(r *Request) *string { return &r.Layers }).filled("a number from 1 to "+strconv.Itoa(int(bulk.MaxLayers))+", or all").suggesting("2", "all").only(notInSQL),
					onError("stop, keep it as it is, write U+FFFD for it, drop the value or, in a table, the row, or empty the field", "fail", "keep", "replace", "skip", "null"),
				},
				Function: "percentDecode", Arguments: []string{"text", "dialect"}, Does: "the text, decoded by a dialect",
				apart: decodeApart, plan: decode, inGo: codeInGo,
			}
		}},
		{"encode", func() *Operation {
			return &Operation{
				Choices: []Choice{
					toggle("escape-all", "escape every byte, even letters, except those of --keep", func(r *Request) *bool { return &r.EscapeAll }).only(notInSQL),
					number("times", "encode `N` times, each time encoding the previous result (default 1)", 1, mostTimes, func(r *Request) **int { return &r.Times }).only(notInSQL),
					as("the `NAME` of the dialect (its ID or an alias) or of a program that uses it (default rfc3986)"),
					keep(), escape(), hex(),
					space("how a space is written"),
					label("convert the text from UTF-8 to this charset before encoding it: any `LABEL` of the Encoding Standard"),
					onError("stop, keep it as it is, write U+FFFD for it, drop the value or, in a table, the row, or empty the field", "fail", "keep", "replace", "skip", "null"),
				},
				Function: "percentEncode", Arguments: []string{"text", "dialect"}, Does: "the text, encoded by a dialect",
				apart: encodeApart, plan: encode, inGo: codeInGo,
			}
		}},
		{"fix", func() *Operation {
			return &Operation{
				Choices: []Choice{
					as("the `NAME` of the dialect (its ID or an alias) or of a program that uses it (default rfc3986.uri)"),
					keep(), escape(), hex(),
					space("how a space is written"),
					label("convert the text from UTF-8 to this charset before encoding it: any `LABEL` of the Encoding Standard"),
					onError("stop, keep it as it is, write U+FFFD for it, drop the value or, in a table, the row, or empty the field", "fail", "keep", "replace", "skip", "null"),
				},
				Function: "percentFix", Arguments: []string{"text", "dialect"}, Does: "the text, with everything escaped that the dialect does not allow",
				marked: true, plan: fix, inGo: codeInGo,
			}
		}},
		{"normalize", func() *Operation {
			return &Operation{
				Choices: []Choice{
					toggle("case", "do only the named steps: case of scheme, host and escapes", func(r *Request) *bool { return &r.Case }).only(Command | Beam),
					toggle("percent-encoding", "do only the named steps: decode escapes of unreserved characters", func(r *Request) *bool { return &r.PercentEncoding }).only(Command | Beam),
					toggle("dot-segments", "do only the named steps: remove dot segments", func(r *Request) *bool { return &r.DotSegments }).only(Command | Beam),
					toggle("scheme", "do only the named steps: default ports, empty paths and the like", func(r *Request) *bool { return &r.Scheme }).only(Command | Beam),
					toggle("unsafe-sort-query", "sort the pieces of the query by name", func(r *Request) *bool { return &r.SortQuery }).only(Command | Beam),
					toggle("unsafe-drop-fragment", "drop the fragment", func(r *Request) *bool { return &r.DropFragment }).only(Command | Beam),
					toggle("unsafe-drop-index", "drop index.html and the like from the end of the path", func(r *Request) *bool { return &r.DropIndex }).only(Command | Beam),
					toggle("unsafe-drop-tracking", "drop utm_source, fbclid and the like from the query", func(r *Request) *bool { return &r.DropTracking }).only(Command | Beam),
					list("unsafe-drop-parameter", "drop parameters from the query whose names match `PATTERN`, which may contain * and ?; repeatable", func(r *Request) *[]string { return &r.DropParameters }).only(Command | Beam),
					onError("use it as it is, stop, drop the value or empty the field", "keep", "fail", "skip", "null"),
				},
				Function: "percentNormalize", Arguments: []string{"uri"}, Does: "the URI, normalized (RFC 3986, section 6.2)",
				marked: true, plan: normalize,
			}
		}},
		{"uri get", func() *Operation {
			return &Operation{
				Argument: "TEMPLATE", Suggested: append(PartNames(), effectivePortName), Choices: []Choice{
					lenientlyInFields(),
				},
				marked: true, plan: uriGet,
			}
		}},
		{"uri parse", func() *Operation {
			return &Operation{Choices: []Choice{leniently()}, marked: true, Converts: true, run: parsed(components)}
		}},
		{"uri set", func() *Operation {
			return &Operation{
				Argument: "COMPONENT=DATA...", leads: func(s string) bool { return assignment.Get().MatchString(s) }, Suggested: append(assignable(PartNames()), "path+=", "query:"), Choices: []Choice{
					without("remove the component `NAME`, or the parameter query:NAME; repeatable").suggesting(append(PartNames(), "query:")...),
					replace("set the parameter only if the query has it: `query:NAME=DATA`; repeatable").suggesting("query:"),
					list("trim", "remove the parameters whose names match `PATTERN`, such as utm_*; several separated by commas", func(r *Request) *[]string { return &r.Trim }).suggesting("utm_*").only(notInSQL),
					list("iterate", "write one URI for each value in `COMPONENT=VALUES`, separated by spaces; repeatable", func(r *Request) *[]string { return &r.Iterate }).only(Command | Beam),
					lenientlyInFields(),
				},
				marked: true, plan: uriSet,
			}
		}},
		{"uri resolve", func() *Operation {
			return &Operation{
				Argument: "BASE", Choices: []Choice{
					toggle("compatible", "ignore the scheme of a REF if it is that of the base: read \"http:g\" as \"g\"", func(r *Request) *bool { return &r.Compatible }).only(notInSQL),
					lenientlyInFields(),
				},
				marked: true, plan: uriResolve,
			}
		}},
		{"uri compare", func() *Operation {
			return &Operation{
				Choices: []Choice{
					word("format", []string{"text", "form"}, "what the queries are (default text)", func(r *Request) *string { return &r.Format }),
					onError("stop, or use it as it is", "fail", "keep"),
				},
				run: comparedURIs,
			}
		}},
		{"uri segments", func() *Operation {
			return &Operation{
				Choices: []Choice{
					toggle("raw", "write the segments as they are, with their escapes", func(r *Request) *bool { return &r.Raw }).only(Command),
					leniently(),
				},
				marked: true, Converts: true, run: parsed(segments),
			}
		}},
		{"url canonical", func() *Operation {
			return &Operation{
				Choices: []Choice{
					base(), pageCharset().only(notInSQL),
					browserOnError(),
				},
				Function: "percentHref", Arguments: []string{"url"}, Does: "the URL as a browser writes it (URL Standard)",
				marked: true, plan: urlCanonical,
			}
		}},
		{"url parse", func() *Operation {
			return &Operation{
				Choices: append(
					past(Page), base().only(Command|Page), pageCharset().only(Command|Page),
					toggle("explain", "show the validation errors", func(r *Request) *bool { return &r.Explain }).only(Command),
					onError("stop, use it as it is, write an empty line for it or drop the value", "fail", "keep", "replace", "skip").only(Command),
				),
				marked: true, start: parsedURLs, inGo: urlInGo,
			}
		}},
		{"url resolve", func() *Operation {
			return &Operation{Argument: "BASE", Choices: []Choice{pageCharset().only(notInSQL), browserOnError()}, marked: true, plan: urlResolve}
		}},
		{"url get", func() *Operation {
			return &Operation{Argument: "COMPONENT", Suggested: append(urlPartNames(), readableURL.Name), Choices: []Choice{base(), pageCharset().only(notInSQL), browserOnError()}, marked: true, plan: urlGet}
		}},
		{"url set", func() *Operation {
			return &Operation{
				Argument: "COMPONENT=TEXT...", leads: leadsURLSet, Suggested: assignable(urlSettable()), Choices: []Choice{
					without("remove this `COMPONENT`: username, password, port, search, hash, or search.NAME; repeatable").suggesting(urlRemovable...),
					replace("set the parameter only if the URL has it: `search.NAME=TEXT`; repeatable").suggesting("search."),
					base(), pageCharset().only(notInSQL), browserOnError(),
				},
				marked: true, plan: urlSet,
			}
		}},
		{"url check", func() *Operation {
			return &Operation{Choices: []Choice{base(), pageCharset()}, marked: true, start: parsedURLs}
		}},
		{"iri to-uri", func() *Operation {
			return &Operation{
				Choices: []Choice{
					host(),
					toggle("nfc", "normalize to NFC first, for text that does not come from Unicode", func(r *Request) *bool { return &r.NFC }).only(notInSQL),
					onError("stop, escape illegal characters, drop the value or empty the field", "fail", "escape", "skip", "null"),
				},
				marked: true, plan: iriToURI,
			}
		}},
		{"iri from-uri", func() *Operation { return &Operation{Choices: []Choice{host()}, marked: true, plan: iriFromURI} }},
		{"iri readable", func() *Operation { return &Operation{marked: true, plan: iriReadable} }},
		{"dataurl encode", func() *Operation {
			return &Operation{
				Choices: []Choice{
					text("type", "the media `TYPE`, such as image/png", func(r *Request) *string { return &r.Type }).filled("a media type, such as text/html"),
				},
				Converts: true, start: dataURLs,
			}
		}},
		{"dataurl decode", func() *Operation {
			return &Operation{
				Choices: []Choice{
					toggle("rfc2397", "follow the grammar of RFC 2397 instead of browsers", func(r *Request) *bool { return &r.RFC2397 }),
					onError("stop, or drop the value", "fail", "skip"),
				},
				Converts: true, start: dataURLContents,
			}
		}},
		{"template expand", func() *Operation {
			return &Operation{
				Choices: []Choice{
					word("keys", words.All[uritemplate.Keys](), "how the keys of exploded associative arrays are encoded: as values (RFC 6570, 3.2.1) or as literals (appendix A) (default values)", func(r *Request) *string { return &r.Keys }).only(Command),
					toggle("refuse-dots", `refuse values that make a segment "." or ".." of the path`, func(r *Request) *bool { return &r.RefuseDots }).only(Command),
					word("on-error", []string{"fail", "keep"}, "for a malformed template, stop or copy its malformed parts (default fail)", func(r *Request) *string { return &r.OnError }),
				},
				run: expanded,
			}
		}},
		{"template variables", func() *Operation {
			return &Operation{Choices: []Choice{onError("stop, read as far as possible or drop the value", "fail", "keep", "skip")}, Converts: true, run: variablesOf}
		}},
		{"form get", func() *Operation {
			return &Operation{
				Argument: "NAME", Choices: reading(), plan: formGet,
			}
		}},
		{"form names", func() *Operation { return &Operation{Choices: reading()} }},
		{"form decode", func() *Operation {
			return &Operation{Choices: append(reading(), nestedAs("print an object, with the names read as this program reads them"), maxDepth())}
		}},
		{"form encode", func() *Operation {
			return &Operation{
				Choices: append(
					writing(formAs(), formSpace(), formCharset(), charsetField()),
					nestedAs("read an object, and write it as this program does"), maxDepth(),
				),
			}
		}},
		{"form set", func() *Operation { return &Operation{Argument: "NAME VALUE", Choices: writing(reading()...)} }},
		{"form append", func() *Operation { return &Operation{Argument: "NAME VALUE", Choices: writing(reading()...)} }},
		{"form delete", func() *Operation { return &Operation{Argument: "NAME", Choices: reading()} }},
		{"form sort", func() *Operation { return &Operation{Choices: reading()} }},
		{"layers", func() *Operation {
			return &Operation{
				Choices: []Choice{
					word("plus", words.All[layers.PlusMode](), "read a '+' as a space nowhere, in TEXT only, or in every layer (default keep)", func(r *Request) *string { return &r.Plus }),
				},
				plan: recorded(layersOf), run: layersOf, inGo: layersInGo,
			}
		}},
		{"lint", func() *Operation {
			return &Operation{
				Choices: append([]Choice{
					toggle("json", "write one JSON object per finding; the same as --format json", func(r *Request) *bool { return &r.JSON }).only(Command | Beam),
					word("format", []string{"text", "json", "sarif"}, "print text, json (one line per finding) or sarif (one document) (default text)", func(r *Request) *string { return &r.Format }).only(Command | Beam),
					toggle("fix", "print the values, fixed where no decision is needed", func(r *Request) *bool { return &r.Fix }).only(Command | Beam),
					toggle("extract", "check the URLs in documents: JSON, HTML, logs, mail, code or prose", func(r *Request) *bool { return &r.Extract }).only(Command | Beam),
					grammar().only(Command | Beam),
					word("fail-on", severities(), "end with status 1 for findings of at least this severity (default warning)", func(r *Request) *string { return &r.FailOn }).only(Command | Beam),
					list("only", "apply only these `RULES`, separated by commas", func(r *Request) *[]string { return &r.Only }).separated().only(notInSQL),
					list("except", "apply all rules except these `RULES`", func(r *Request) *[]string { return &r.Except }).separated().only(notInSQL),
					word("severity", severities(), "report no findings below this severity (default info)", func(r *Request) *string { return &r.Severity }).only(notInSQL),
					number("depth", "look at URLs in values of URLs, and in those, `N` deep (default "+strconv.Itoa(lint.MaxDepth)+")", 0, lint.MaxDepth, func(r *Request) **int { return &r.Depth }).only(notInSQL),
					kind(),
					as("the dialect that the text is in, by its `NAME`: whether a '+' in it is a space").only(Page),
					toggle("list", "list the rules that the other flags select, and do nothing else", func(r *Request) *bool { return &r.List }).only(Command),
				}, past(Command|Beam|Page)...),
				Function: "percentLint", Arguments: []string{"text"}, Does: "the IDs of the lint rules that find something, separated by commas",
				Verdict: true,
				marked:  true, apart: lintApart, plan: checked, run: lintText, inGo: lintInGo,
			}
		}},
		{"extract", func() *Operation {
			return &Operation{
				Choices: []Choice{
					toggle("json", "write one JSON object per URL, with its place", func(r *Request) *bool { return &r.JSON }).only(Command),
					grammar().only(Command),
				},
				run: extracted,
			}
		}},
		{"explain", func() *Operation {
			return &Operation{Choices: []Choice{kind()}, run: explainText, inGo: explainInGo}
		}},
		{"compare", func() *Operation {
			return &Operation{
				Choices: []Choice{
					word("format", []string{"text", "form", "base-string", "canonical-request", "alpn"}, "the format of both texts (default text)", func(r *Request) *string { return &r.Format }).only(Command | Page),
					toggle("list", "list the rules of equivalence and the mistakes, and do nothing else", func(r *Request) *bool { return &r.List }).only(Command),
				},
				run: compared, inGo: compareInGo,
			}
		}},
		{"identify", func() *Operation {
			return &Operation{
				Choices: []Choice{
					list("of", "ENCODED was made from `RAW`; repeatable, in order", func(r *Request) *[]string { return &r.Of }).only(Command),
					list("refuses", "the encoder refused `RAW`; repeatable", func(r *Request) *[]string { return &r.Refuses }).only(Command),
					programs("use only functions of these `PROGRAMS`: languages or beginnings of IDs, separated by commas"),
					toggle("ruled-out", "show what rules out the other dialects", func(r *Request) *bool { return &r.RuledOut }).only(Command),
				},
				run: identified,
			}
		}},
		{"see", func() *Operation {
			return &Operation{
				Choices: []Choice{
					toggle("decode", "decode TEXT instead of encoding it", func(r *Request) *bool { return &r.Decode }).only(Command),
					programs("use only functions of these `PROGRAMS`: languages or beginnings of IDs, separated by commas"),
					list("at", "the functions of these `VERSIONS` instead, such as php@5.2, separated by commas", func(r *Request) *[]string { return &r.At }).separated().only(Command),
				},
				run: see,
			}
		}},
		{"set", func() *Operation {
			return &Operation{
				Choices: []Choice{
					toggle("list", "list the character classes, with their sources", func(r *Request) *bool { return &r.List }).only(Command),
					toggle("octets", "print one octet per line, in hexadecimal digits", func(r *Request) *bool { return &r.Octets }).only(Command),
					toggle("abnf", "print the set as the right side of a rule of ABNF (RFC 5234)", func(r *Request) *bool { return &r.ABNF }).only(Command),
				},
				run: setOf,
			}
		}},
		{"table", func() *Operation {
			return &Operation{
				Choices: []Choice{
					toggle("values", "print each character, what one dialect writes for it, and whether the two are equal", func(r *Request) *bool { return &r.Each }).only(Command),
					toggle("all", "print a row for each of the 256 octets", func(r *Request) *bool { return &r.All }).only(Command),
					toggle("markdown", "write a table in Markdown, a row for each character", func(r *Request) *bool { return &r.Markdown }).only(Command),
					toggle("csv", "write CSV, a row for each character", func(r *Request) *bool { return &r.CSV }).only(Command),
					toggle("json", "write one JSON array", func(r *Request) *bool { return &r.JSON }).only(Command),
				},
				apart: tableApart, run: tableOf,
			}
		}},
		{"dialects list", func() *Operation {
			return &Operation{
				Choices: []Choice{
					text("family", "list only this family, which is the part of an ID before the first dot", func(r *Request) *string { return &r.Family }).only(Command),
					list("language", "list only dialects that these `PROGRAMS` use: languages or beginnings of IDs, separated by commas", func(r *Request) *[]string { return &r.Language }).separated().only(Command),
					toggle("all", "list every dialect", func(r *Request) *bool { return &r.All }).only(Command),
					toggle("implementations", "list functions of programs", func(r *Request) *bool { return &r.Implementations }).only(Command),
				},
				run: listDialects,
			}
		}},
		{"dialects show", func() *Operation { return &Operation{run: showDialect} }},
		{"dialects diff", func() *Operation { return &Operation{run: diffDialects} }},
		{"dialects history", func() *Operation { return &Operation{run: historyOf} }},
		{"readers", func() *Operation {
			return &Operation{
				Choices: append(past(Command), programs("ask only these `READERS`: names or beginnings of names, separated by commas")),
				run:     readingsOf,
			}
		}},
		{"readers list", func() *Operation { return &Operation{run: listReaders} }},
		{"readers show", func() *Operation { return &Operation{run: showReader} }},
		{"readers diff", func() *Operation { return &Operation{run: diffReaders} }},
		{"readers split", func() *Operation {
			return &Operation{
				Choices: []Choice{
					limit("try at most `N` URLs for each of host, port and path", reader.DefaultLimit),
				},
				run: splitReaders,
			}
		}},
	}, slices.Concat(further(), formatRows(), functionRows(), signingRows())...)
}

// further returns the rows that a program has beside those of all: see [AddSignatures].
var further = func() []row { return nil }

// past returns the choices of the versions that programs are asked in.
func past(on Front) []Choice {
	return []Choice{
		list("version-of", "take this version of a program instead of all recorded: `NAME=VERSION`, such as httpx=0.23; repeatable", func(r *Request) *[]string { return &r.VersionOf }).only(on),
		text("as-of", "take the versions that were out at the end of this `DATE`: a day, month or year, such as 2023-06", func(r *Request) *string { return &r.AsOf }).filled("a date, such as 2023-06").only(on),
	}
}

// programs returns the choice between recorded programs.
func programs(help string) Choice {
	return list("only", help, func(r *Request) *[]string { return &r.Only }).separated().only(Command)
}

// limit returns the choice of a limit of a search. limitOf checks it.
func limit(help string, standard int) Choice {
	return number("limit", help+" (default "+strconv.Itoa(standard)+")", math.MinInt, 0, func(r *Request) **int { return &r.Limit }).only(Command)
}

// limitOf returns the limit of a search. The error is a *UsageError.
func (r *Request) limitOf(standard int) (int, error) {
	switch {
	case r.Limit == nil:
		return standard, nil
	case *r.Limit < 1:
		return 0, usage("", "--limit takes a number from 1, not %d", *r.Limit)
	}
	return *r.Limit, nil
}

// notInSQL are the front ends whose operations can have more than the two arguments
// of a function.
const notInSQL = Command | Page | Beam

// mostTimes limits how many times encode encodes: with --escape-all, each time triples
// the length.
const mostTimes = 6

//go:noinline
func as(help string) Choice {
	return text("as", help, func(r *Request) *string { return &r.As }).filled("the name of a dialect, not an empty text")
}

func space(help string) Choice {
	return word("space", []string{"plus", "percent"}, help, func(r *Request) *string { return &r.Space }).only(notInSQL)
}

func label(help string) Choice {
	c := text("charset", help, func(r *Request) *string { return &r.Charset }).only(notInSQL)
	c.Guesses = true
	return c
}

// onError returns the choice between policies, the default first. does describes
// each.
//
//go:noinline
func onError(does string, words ...string) Choice {
	return word("on-error", words, "malformed input: "+does+" (default "+words[0]+")", func(r *Request) *string { return &r.OnError })
}

func keep() Choice {
	return text("keep", "write these `CHARACTERS` as they are, too", func(r *Request) *string { return &r.Keep }).only(notInSQL)
}

func escape() Choice {
	return text("escape", "escape these `CHARACTERS`, too", func(r *Request) *string { return &r.Escape }).only(notInSQL)
}

func hex() Choice {
	return word("hex", words.All[percent.HexCase](), "case of the digits of escapes", func(r *Request) *string { return &r.Hex }).only(notInSQL)
}

func kind() Choice {
	return word("in", kinds(), "the `KIND` of TEXT: auto, which guesses it, or text, uri, userinfo, host, path, query, fragment, form, value (default auto)", func(r *Request) *string { return &r.In }).only(notInSQL)
}

func grammar() Choice {
	return word("grammar", document.Names(), "read documents as this `GRAMMAR`, and do not guess it: "+strings.Join(document.Names(), ", "), func(r *Request) *string { return &r.Grammar })
}

//go:noinline
func pageCharset() Choice {
	return text("charset", "the charset of the page, which browsers use for queries: any `LABEL` of the Encoding Standard", func(r *Request) *string { return &r.Charset })
}

// Choices shared by verbs of uri, url and iri:

func leniently() Choice {
	return onError("stop, use it as it is or drop the value", "fail", "keep", "skip")
}

func lenientlyInFields() Choice {
	return onError("stop, use it as it is, drop the value or empty the field", "fail", "keep", "skip", "null")
}

func browserOnError() Choice {
	return onError("stop, use it as it is, write an empty line for it, drop the value or empty the field", "fail", "keep", "replace", "skip", "null")
}

func base() Choice {
	return text("base", "resolve relative URLs against this `URL`", func(r *Request) *string { return &r.Base }).only(notInSQL)
}

func host() Choice {
	return word("host", words.All[iri.HostMode](), "write a host beyond ASCII with \"xn--\" labels (idna) or with escapes (percent) (default idna)", func(r *Request) *string { return &r.Host }).only(notInSQL)
}

// assignable returns names with '=' after each.
func assignable(names []string) []string {
	for i := range names {
		names[i] += "="
	}
	return names
}

// The choices of forms:

func formAs() Choice {
	return as("the `NAME` of the dialect (its ID or an alias) or of a program that uses it (default form)")
}

func formSpace() Choice {
	return space("a space is '+' (plus), or a space is %20 and a '+' is a plus sign (percent)")
}

func formCharset() Choice {
	return label("the charset of names and values: any `LABEL` of the Encoding Standard")
}

func charsetField() Choice {
	return toggle("charset-field", "the value of a pair named _charset_ is the charset, as in HTML", func(r *Request) *bool { return &r.CharsetField }).only(Command | Beam)
}

func maxDepth() Choice {
	return number("max-depth", "refuse data with more than `N` levels (default "+strconv.Itoa(form.DefaultDepth)+")", 1, 0, func(r *Request) **int { return &r.MaxDepth }).only(Command)
}

// reading returns the choices of operations that read queries.
func reading() []Choice {
	return []Choice{
		formAs(), formSpace(), formCharset(), charsetField(),
		toggle("semicolons", "split pairs at ';', too, as in HTML 4", func(r *Request) *bool { return &r.Semicolons }),
		word("in", []string{"auto", "query", "url"}, "QUERY is a query or a whole URL; auto decides by its beginning (default auto)", func(r *Request) *string { return &r.In }),
		number("max-pairs", "refuse a query with more than `N` pairs (default "+strconv.Itoa(form.DefaultPairs)+")", 1, 0, func(r *Request) **int { return &r.MaxPairs }),
		onError("keep it, refuse it, write U+FFFD for invalid text, drop the query or, in a table, the row, or empty the field", "keep", "fail", "replace", "skip", "null"),
	}
}

// writing returns choices and the choices of operations that write pairs.
func writing(choices ...Choice) []Choice {
	return append(choices, hex(),
		toggle("crlf", "write line breaks as CR LF, as browsers do", func(r *Request) *bool { return &r.CRLF }).only(Command),
		word("empty", words.All[form.EmptyValues](), "write a pair with an empty value as a=, as a, or not at all", func(r *Request) *string { return &r.Empty }).only(Command),
	)
}

// nestedAs returns the choice of a program with nested data.
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
