package operation

import (
	"cmp"
	"regexp"
	"strings"

	"github.com/pct-encoded/percent/bulk"
)

// A Table selects the fields of a table that are the values, in the words of the
// command's flags.
type Table struct {
	// Format is csv, tsv, jsonl, parquet, match or lines; if empty, the name of the
	// source decides. Parquet is for package bulk/parquet.
	Format    string   `json:"format,omitempty"`
	Delimiter string   `json:"delimiter,omitempty"`
	Match     string   `json:"match,omitempty"`
	Columns   []string `json:"columns,omitempty"`
	Into      []string `json:"into,omitempty"`
	Header    string   `json:"header,omitempty"`
	Newlines  string   `json:"newlines,omitempty"`
}

// Given reports whether t has any settings: otherwise values are lines.
func (t *Table) Given() bool {
	return t != nil && (t.Format+t.Delimiter+t.Match+t.Header+t.Newlines != "" || len(t.Columns)+len(t.Into) > 0)
}

// FormatOf returns the format for the extension of a file name, after removing an
// extension of compressed data, or "" if it is unknown.
func FormatOf(name string) string {
	name = strings.ToLower(name)
	for _, ending := range []string{".gz", ".zst", ".zstd"} {
		name = strings.TrimSuffix(name, ending)
	}
	for ending, format := range map[string]string{".csv": "csv", ".tsv": "tsv", ".tab": "tsv", ".jsonl": "jsonl", ".ndjson": "jsonl", ".parquet": "parquet"} {
		if strings.HasSuffix(name, ending) {
			return format
		}
	}
	return ""
}

// format returns Format or, if empty, the format by the names of the sources.
func (t *Table) format(sources []string) (bulk.Format, error) {
	if t.Match != "" && t.Format != "" && t.Format != "match" {
		return 0, usage("use one of them", "--csv, --tsv, --jsonl, --parquet and --match cannot be used together")
	}
	tab := t.Delimiter == "tab" || t.Delimiter == `\t` || t.Delimiter == "\t"
	switch {
	case t.Format != "":
		f, err := bulk.LookupFormat(t.Format)
		if err != nil {
			return 0, usage("use csv, tsv, jsonl, parquet, match or lines", "unknown format %q", t.Format)
		}
		return f, nil
	case t.Match != "":
		return bulk.Matches, nil
	case len(t.Columns) == 0 && len(t.Into) == 0 && t.Delimiter == "":
		return bulk.WholeLines, nil
	case tab:
		return bulk.TSV, nil
	}
	found := ""
	for _, name := range sources {
		format := FormatOf(name)
		switch {
		case format == "" && t.Delimiter != "":
			format = "csv"
		case format == "":
			return 0, usage("use --csv, --tsv, --jsonl or --parquet", "cannot tell the format of %s", name)
		}
		if found != "" && found != format {
			return 0, usage("", "%s and %s have different formats", sources[0], name)
		}
		found = format
	}
	return bulk.LookupFormat(cmp.Or(found, "csv"))
}

// IsParquet reports whether the sources with these names are Parquet files.
func (t *Table) IsParquet(sources ...string) bool {
	f, err := t.format(sources)
	return err == nil && f == bulk.Foreign
}

// Of returns the table that t describes, for sources with these names. The error
// is a *UsageError.
func (t *Table) Of(sources ...string) (*bulk.Table, error) {
	table := &bulk.Table{Columns: t.Columns, Into: t.Into}
	var err error
	if table.Format, err = t.format(sources); err != nil {
		return nil, err
	}
	switch table.Format {
	case bulk.Matches:
		if table.Match, err = regexp.Compile(t.Match); err != nil {
			return nil, usage("write (?P<url>...) for a group to change", "--match: %v", err)
		}
	case bulk.WholeLines:
		if t.Newlines == "" {
			table.Newlines = bulk.NewlinesKept
		}
	default:
		if len(t.Columns) == 0 {
			flag := "into"
			if t.Delimiter != "" {
				flag = "delimiter"
			}
			return nil, usage("--column names one, by its name or its number", "--%s needs a --column", cmp.Or(t.Format, flag))
		}
	}
	switch {
	case t.Delimiter == "":
	case table.Format != bulk.CSV && table.Format != bulk.TSV:
		return nil, usage("", "--delimiter is for --csv and --tsv")
	case t.Delimiter == "tab" || t.Delimiter == `\t`:
		table.Delimiter = '\t'
	case len(t.Delimiter) == 1 && !strings.Contains("\"\r\n", t.Delimiter):
		table.Delimiter = t.Delimiter[0]
	default:
		return nil, usage("write, for example, ';', '|' or tab", "--delimiter takes one ASCII character other than a quotation mark or a line end, not %q", t.Delimiter)
	}
	if len(t.Into) > 0 && table.Format == bulk.Matches {
		return nil, usage("the result replaces what the group matches", "--into is for tables: lines have no columns to add to")
	}
	if columns, into := len(t.Columns), len(t.Into); into > 0 && into != columns {
		s := map[bool]string{false: "s"}
		return nil, usage("give one --into for each --column, in the same order", "there are %d --column%s and %d --into%s", columns, s[columns == 1], into, s[into == 1])
	}
	if t.Header != "" {
		if table.Header, err = bulk.LookupHeader(t.Header); err != nil {
			return nil, usage("write auto, yes or no", "--header does not take %q", t.Header)
		}
	}
	switch newlines, err := bulk.LookupNewlines(cmp.Or(t.Newlines, "escape")); {
	case err != nil || newlines == bulk.NewlinesKept:
		return nil, usage("write escape, space or error", "--newlines does not take %q", t.Newlines)
	case t.Newlines != "" && (table.Format == bulk.CSV || table.Format == bulk.JSONLines || table.Format == bulk.Foreign):
		return nil, usage("", "--newlines is for lines and TSV: CSV, JSON and Parquet can hold line ends")
	case t.Newlines != "":
		table.Newlines = newlines
	}
	return table, nil
}
