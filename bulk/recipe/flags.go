package recipe

import (
	"strings"

	"github.com/spf13/pflag"
)

// New returns the recipe of a command, and flags that set its fields: those flags of
// the percent command that decide about the result, with the same names and meanings.
// It returns nil if name is not in Commands.
func New(name string) (*Recipe, *pflag.FlagSet) {
	i := index(name)
	if i < 0 {
		return nil, nil
	}
	r := &Recipe{Command: name}
	f := pflag.NewFlagSet(name, pflag.ContinueOnError)
	switch name {
	case "decode", "encode", "fix":
		f.StringVar(&r.As, "as", "", "the dialect, by ID or alias, or the program that speaks it; of decode and fix also url")
		f.StringVar(&r.Space, "space", "", "a space is '+' (plus) or %20 (percent)")
		f.StringVar(&r.Charset, "charset", "", "the charset of the text, by any label of the Encoding Standard")
		if name == "decode" {
			f.StringVar(&r.Layers, "layers", "", "decode `N` times; all: as long as there are escapes and all are valid")
			break
		}
		f.StringVar(&r.Keep, "keep", "", "write these characters as they are, too")
		f.StringVar(&r.Escape, "escape", "", "escape these characters, too")
		f.StringVar(&r.Hex, "hex", "", "case of the digits of escapes: upper or lower")
		if name == "encode" {
			f.BoolVar(&r.EscapeAll, "escape-all", false, "escape every byte, even letters, except those of --keep")
			f.IntVar(&r.Times, "times", 0, "encode `N` times")
		}
	case "normalize":
		for _, rung := range []string{"case", "percent-encoding", "dot-segments", "scheme"} {
			f.BoolFunc(rung, "take only the steps that are named", func(string) error {
				r.Rungs = append(r.Rungs, rung)
				return nil
			})
		}
		f.BoolVar(&r.SortQuery, "unsafe-sort-query", false, "sort the pieces of the query by name")
		f.BoolVar(&r.DropFragment, "unsafe-drop-fragment", false, "drop the fragment")
		f.BoolVar(&r.DropIndex, "unsafe-drop-index", false, "drop index.html and the like from the end of the path")
		f.BoolVar(&r.DropTracking, "unsafe-drop-tracking", false, "drop utm_source, fbclid and the like from the query")
		f.StringArrayVar(&r.DropParameters, "unsafe-drop-parameter", nil, "drop the parameters whose name matches `PATTERN` (* and ?); repeatable")
	case "url canonical":
		f.StringVar(&r.Base, "base", "", "resolve what is relative against this `URL`")
		f.StringVar(&r.Charset, "charset", "", "the charset of the page, in which browsers write queries")
	case "form get":
		f.StringVar(&r.As, "as", "", "the dialect (default form)")
		f.StringVar(&r.Space, "space", "", "a space is '+' (plus), or %20 and a '+' itself (percent)")
		f.StringVar(&r.Charset, "charset", "", "the charset of names and values, by any label of the Encoding Standard")
		f.BoolVar(&r.Semicolons, "semicolons", false, "';' separates pairs, too, as in HTML 4")
		f.StringVar(&r.In, "in", "", "a value is a query, or a url, whose query is meant; auto goes by how it begins")
		f.IntVar(&r.MaxPairs, "max-pairs", 0, "refuse a query of more pairs than `N`")
	case "lint":
		format := func(word string) error {
			if r.Output != "" && r.Output != word {
				return usage("leave out one of them", "--format %s and %s contradict each other", r.Output, word)
			}
			r.Output = word
			return nil
		}
		f.Func("format", "what is written: `FORMAT` is text or json, a line a finding (default text)", format)
		f.BoolFunc("json", "the same as --format json", func(string) error { return format("json") })
		f.BoolVar(&r.Fix, "fix", false, "write the values, fixed where no decision is needed; the manifest counts what is left")
		f.BoolVar(&r.Extract, "extract", false, "check the URLs in each value: of logs, HTML or other text")
		f.StringVar(&r.Severity, "severity", "", "nothing below this severity: info, warning, error (default info)")
		f.StringVar(&r.FailOn, "fail-on", "", "end with status 1 for findings of at least this severity (default warning)")
		f.StringSliceVar(&r.Only, "only", nil, "only these `RULES`, separated by commas")
		f.StringSliceVar(&r.Except, "except", nil, "all rules but these `RULES`")
		f.StringVar(&r.In, "in", "", "the values are of this `KIND`: auto, which guesses, or text, uri, userinfo, host, path, query, fragment, form, value (default auto)")
	case "layers":
		f.StringVar(&r.Plus, "plus", "", "where a '+' is a space: nowhere (keep), in the text (first), in every layer (every)")
	}
	if policies := commands[i].policies; len(policies) > 1 {
		f.StringVar(&r.OnError, "on-error", "", "malformed input: "+strings.Join(policies, ", ")+" (default "+policies[0]+")")
	}
	for _, format := range []string{"csv", "tsv", "jsonl", "parquet"} {
		f.BoolFunc(format, "the inputs are "+format, func(string) error {
			if r.Format != "" && r.Format != format {
				return usage("", "--%s and --%s exclude each other", r.Format, format)
			}
			r.Format = format
			return nil
		})
	}
	f.StringVar(&r.Delimiter, "delimiter", "", "the `CHARACTER` between fields, or tab")
	f.StringVar(&r.Match, "match", "", "the values are the named groups of `REGEX` in each line")
	f.Var((*Names)(&r.Columns), "column", "the `NAME` or number of a column, or a JSON Pointer; several separated by commas")
	f.Var((*Names)(&r.Into), "into", "add a column of this `NAME` for the results, one for each --column")
	f.StringVar(&r.Header, "header", "", "whether the first row holds names: auto, yes or no")
	f.StringVar(&r.Newlines, "newlines", "", "a line end or tab in a result that cannot hold it: escape, space or error")
	return r, f
}
