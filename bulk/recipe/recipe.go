// Package recipe describes what the percent command does with a table: an operation
// with its options, the columns, and the policy for malformed fields. A [Recipe] is
// data, which a scheduler can send to another machine as JSON, and [Recipe.Job] turns
// it into a job of package bulk. Its values are those of the command's flags, and the
// job writes the same bytes as the command.
//
//	r := recipe.Recipe{Command: "decode", As: "form", Columns: []string{"url"}}
//	job, err := r.Job("clicks.tsv")
//
// [New] returns an empty recipe with the flags that fill it. A recipe that does not
// make sense gives a *[UsageError].
package recipe

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/inspect/lint"
	"github.com/pct-encoded/percent/internal/views"
)

// A Recipe describes a job. An empty field means the same as the command without the
// flag of that name.
type Recipe struct {
	// Command is one of Commands, and Argument its argument before the values: the
	// template of "uri get", or the name of "form get".
	Command  string `json:"command"`
	Argument string `json:"argument,omitempty"`

	// For encode, decode and fix. As, Space and Charset are also for "form get", and
	// Charset is also for "url canonical".
	As        string `json:"as,omitempty"`
	Keep      string `json:"keep,omitempty"`
	Escape    string `json:"escape,omitempty"`
	EscapeAll bool   `json:"escape_all,omitempty"`
	Space     string `json:"space,omitempty"`
	Hex       string `json:"hex,omitempty"`
	Charset   string `json:"charset,omitempty"`
	// Layers is how many times decode decodes, or "all". Times is how many times
	// encode encodes.
	Layers string `json:"layers,omitempty"`
	Times  int    `json:"times,omitempty"`

	// For normalize: the names of the rungs, all if empty, and the flags that begin
	// with --unsafe-.
	Rungs          []string `json:"rungs,omitempty"`
	SortQuery      bool     `json:"sort_query,omitempty"`
	DropFragment   bool     `json:"drop_fragment,omitempty"`
	DropIndex      bool     `json:"drop_index,omitempty"`
	DropTracking   bool     `json:"drop_tracking,omitempty"`
	DropParameters []string `json:"drop_parameters,omitempty"`

	// Base is for "url canonical".
	Base string `json:"base,omitempty"`
	// Plus is for layers.
	Plus string `json:"plus,omitempty"`
	// For "form get".
	Semicolons bool `json:"semicolons,omitempty"`
	MaxPairs   int  `json:"max_pairs,omitempty"`
	// In is for "form get" and lint.
	In string `json:"in,omitempty"`
	// For lint. Output is text or json, one line per finding; with Fix, the values are
	// written instead. Only and Except are IDs of rules.
	Output   string   `json:"output,omitempty"`
	Fix      bool     `json:"fix,omitempty"`
	Extract  bool     `json:"extract,omitempty"`
	Severity string   `json:"severity,omitempty"`
	FailOn   string   `json:"fail_on,omitempty"`
	Only     []string `json:"only,omitempty"`
	Except   []string `json:"except,omitempty"`

	// OnError is the policy.
	OnError string `json:"on_error,omitempty"`

	// The table. Format is csv, tsv, jsonl, parquet, match or lines; if empty, the name
	// of the source decides. Parquet is for package bulk/parquet.
	Format    string   `json:"format,omitempty"`
	Delimiter string   `json:"delimiter,omitempty"`
	Match     string   `json:"match,omitempty"`
	Columns   []string `json:"columns,omitempty"`
	Into      []string `json:"into,omitempty"`
	Header    string   `json:"header,omitempty"`
	Newlines  string   `json:"newlines,omitempty"`
}

// A UsageError says that a recipe does not make sense. Hint says how to mend it, or
// is empty.
type UsageError struct{ Text, Hint string }

// Error returns the text.
func (e *UsageError) Error() string { return "recipe: " + e.Text }

func usage(hint, format string, args ...any) error {
	return &UsageError{Text: fmt.Sprintf(format, args...), Hint: hint}
}

// A command is a percent command that works on columns.
type command struct {
	name     string
	argument string   // its argument before the values
	policies []string // the default first
	// copies: without a table, a byte order mark is copied instead of processed.
	copies bool
}

var commands = []command{
	{name: "decode", policies: []string{"fail", "keep", "replace", "skip", "null"}},
	{name: "encode", policies: []string{"fail", "keep", "replace", "skip", "null"}},
	{name: "fix", policies: []string{"fail", "keep", "replace", "skip", "null"}, copies: true},
	{name: "normalize", policies: []string{"keep", "fail", "skip", "null"}, copies: true},
	{name: "uri get", argument: "TEMPLATE", policies: []string{"fail", "keep", "skip", "null"}, copies: true},
	{name: "url canonical", policies: []string{"fail", "keep", "replace", "skip", "null"}, copies: true},
	{name: "form get", argument: "NAME", policies: []string{"keep", "fail", "replace", "skip", "null"}},
	{name: "layers", policies: []string{"keep"}},
	{name: "lint", policies: []string{"keep"}, copies: true},
}

// Findings counts the findings of lint. It is safe to use while the job runs.
type Findings struct{ linting views.Linting }

// Found returns the number of findings so far, and the number of them with at least
// the severity of FailOn, or warning if that is empty. With Fix, it counts only the
// findings that need a decision.
func (f *Findings) Found() (all, failed int64) {
	return f.linting.Found.Load(), f.linting.Failed.Load()
}

// Numbered reports whether the output contains record numbers: parts then need to
// know how many records come before them.
func (r *Recipe) Numbered() bool { return r.Command == "lint" && !r.Fix }

// operation returns the operation of the recipe.
func (r *Recipe) operation(found *Findings) (*bulk.Operation, error) {
	switch r.Command {
	case "lint":
		return r.lint(&found.linting)
	case "decode":
		return r.decode()
	case "encode":
		return r.encode()
	case "fix":
		return r.fix()
	case "normalize":
		return r.normalize()
	case "uri get":
		return r.uriGet()
	case "url canonical":
		return r.urlCanonical()
	case "form get":
		return r.formGet()
	}
	return r.layers()
}

// Commands returns the names of the commands.
func Commands() []string {
	var names []string
	for _, c := range commands {
		names = append(names, c.name)
	}
	return names
}

// Argument returns the name of the argument that a command takes before its values,
// such as "TEMPLATE", or "" if it takes none.
func Argument(name string) string {
	if i := index(name); i >= 0 {
		return commands[i].argument
	}
	return ""
}

// Policies returns the values of --on-error for a command, the default first, or nil
// if name is not in Commands.
func Policies(name string) []string {
	if i := index(name); i >= 0 {
		return slices.Clone(commands[i].policies)
	}
	return nil
}

func index(name string) int {
	return slices.IndexFunc(commands, func(c command) bool { return c.name == name })
}

// Job returns the job that r describes, for sources with these names. The error is a
// *UsageError.
func (r *Recipe) Job(sources ...string) (*bulk.Job, error) {
	job, _, err := r.JobFinding(sources...)
	return job, err
}

// JobFinding is Job, and also returns the Findings of lint. They stay 0 for other
// commands.
func (r *Recipe) JobFinding(sources ...string) (*bulk.Job, *Findings, error) {
	found := &Findings{}
	job, err := r.job(found, sources)
	return job, found, err
}

func (r *Recipe) job(found *Findings, sources []string) (*bulk.Job, error) {
	i := index(r.Command)
	if i < 0 {
		return nil, usage("the commands are "+strings.Join(Commands(), ", "), "unknown command %q", r.Command)
	}
	c := commands[i]
	switch {
	case c.argument == "" && r.Argument != "":
		return nil, usage("", "%s takes no argument, but there is %q", r.Command, r.Argument)
	case r.OnError != "" && !slices.Contains(c.policies, r.OnError):
		return nil, usage("it takes "+strings.Join(c.policies, ", "), "--on-error of %s does not take %q", r.Command, r.OnError)
	}
	op, err := r.operation(found)
	if err != nil {
		return nil, err
	}
	job := &bulk.Job{Operation: op}
	if job.Policy, err = bulk.LookupPolicy(r.policy()); err != nil {
		return nil, err
	}
	if r.Command == "lint" {
		job.MaxRecord = lint.MaxInput + len("\r\n")
	}
	switch {
	case r.tabular():
		job.Table, err = r.Table(sources...)
	case r.Command == "layers":
		return nil, usage("--column names one", "layers is for columns here")
	case r.Numbered():
		job.Mark = bulk.MarkDropped
	case c.copies:
		job.Mark = bulk.MarkCopied
	}
	return job, err
}

// tabular reports whether values are fields. Otherwise they are lines.
func (r *Recipe) tabular() bool {
	return r.Format+r.Delimiter+r.Match+r.Header+r.Newlines != "" || len(r.Columns)+len(r.Into) > 0
}

// policy returns OnError, or the default of the command.
func (r *Recipe) policy() string {
	if r.OnError == "" {
		return commands[index(r.Command)].policies[0]
	}
	return r.OnError
}

var formats = map[string]bulk.Format{
	"csv": bulk.CSV, "tsv": bulk.TSV, "jsonl": bulk.JSONLines, "match": bulk.Matches, "lines": bulk.WholeLines, "parquet": bulk.Foreign,
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

// format returns the format: Format, or the one that the names of the sources give.
func (r *Recipe) format(sources []string) (bulk.Format, error) {
	if r.Match != "" && r.Format != "" && r.Format != "match" {
		return 0, usage("", "--%s and --match exclude each other", r.Format)
	}
	tab := r.Delimiter == "tab" || r.Delimiter == `\t` || r.Delimiter == "\t"
	switch {
	case r.Format != "":
		f, ok := formats[r.Format]
		if !ok {
			return 0, usage("it is csv, tsv, jsonl, parquet, match or lines", "unknown format %q", r.Format)
		}
		return f, nil
	case r.Match != "":
		return bulk.Matches, nil
	case len(r.Columns) == 0 && len(r.Into) == 0 && r.Delimiter == "":
		return bulk.WholeLines, nil
	case tab:
		return bulk.TSV, nil
	}
	found := ""
	for _, name := range sources {
		format := FormatOf(name)
		switch {
		case format == "" && r.Delimiter != "":
			format = "csv"
		case format == "":
			return 0, usage("say it with --csv, --tsv, --jsonl or --parquet", "cannot tell the format of %s", name)
		}
		if found != "" && found != format {
			return 0, usage("", "%s and %s have different formats", sources[0], name)
		}
		found = format
	}
	return formats[found], nil
}

// Table returns the table that r describes, for sources with these names. The error
// is a *UsageError.
func (r *Recipe) Table(sources ...string) (*bulk.Table, error) {
	t := &bulk.Table{Columns: r.Columns, Into: r.Into}
	var err error
	if t.Format, err = r.format(sources); err != nil {
		return nil, err
	}
	switch t.Format {
	case bulk.Matches:
		if t.Match, err = regexp.Compile(r.Match); err != nil {
			return nil, usage("write (?P<url>...) for a group to change", "--match: %v", err)
		}
	case bulk.WholeLines:
		if r.Newlines == "" {
			t.Newlines = bulk.NewlinesKept
		}
	default:
		if len(r.Columns) == 0 {
			flag := "into"
			if r.Delimiter != "" {
				flag = "delimiter"
			}
			return nil, usage("--column names one, by its name or its number", "--%s needs a --column", cmp.Or(r.Format, flag))
		}
	}
	switch {
	case r.Delimiter == "":
	case t.Format != bulk.CSV && t.Format != bulk.TSV:
		return nil, usage("", "--delimiter is for --csv and --tsv")
	case r.Delimiter == "tab" || r.Delimiter == `\t`:
		t.Delimiter = '\t'
	case len(r.Delimiter) == 1 && !strings.Contains("\"\r\n", r.Delimiter):
		t.Delimiter = r.Delimiter[0]
	default:
		return nil, usage("such as ';' or '|', or tab", "--delimiter takes one ASCII character other than a quotation mark or a line end, not %q", r.Delimiter)
	}
	if columns, into := len(r.Columns), len(r.Into); into > 0 && into != columns {
		s := map[bool]string{false: "s"}
		return nil, usage("name one --into for each --column, in the same order", "there are %d --column%s and %d --into%s", columns, s[columns == 1], into, s[into == 1])
	}
	var ok bool
	if t.Header, ok = headers[r.Header]; !ok {
		return nil, usage("it takes auto, yes, no", "--header does not take %q", r.Header)
	}
	switch newlines, ok := newlineModes[r.Newlines]; {
	case !ok:
		return nil, usage("it takes escape, space, error", "--newlines does not take %q", r.Newlines)
	case r.Newlines != "" && (t.Format == bulk.CSV || t.Format == bulk.JSONLines || t.Format == bulk.Foreign):
		return nil, usage("", "--newlines is for lines and TSV: CSV, JSON and Parquet can hold line ends")
	case r.Newlines != "":
		t.Newlines = newlines
	}
	return t, nil
}

var headers = map[string]bulk.Header{"": bulk.HeaderAuto, "auto": bulk.HeaderAuto, "yes": bulk.HeaderYes, "no": bulk.HeaderNo}

var newlineModes = map[string]bulk.Newlines{"": bulk.NewlinesEscape, "escape": bulk.NewlinesEscape, "space": bulk.NewlinesSpace, "error": bulk.NewlinesError}

// wholeURL is the value of As for whole URLs, which are not a dialect.
const wholeURL = "url"

// encoding returns the dialect that r names, or the standard one, and its encoding
// with the changes of r.
func (r *Recipe) encoding(lookup func(name string) (*dialect.Dialect, string, error), standard string) (*dialect.Dialect, *percent.Encoding, error) {
	d, _, err := lookup(cmp.Or(r.As, standard))
	if err != nil {
		return nil, nil, err
	}
	e, err := r.Change(d, d.Encoding())
	return d, e, err
}

// Change returns e, the encoding of d, with the changes of Keep, Escape, EscapeAll,
// Space and Hex. If e is nil, since d has rules of its own, these must be empty. The
// error is a *UsageError.
func (r *Recipe) Change(d *dialect.Dialect, e *percent.Encoding) (*percent.Encoding, error) {
	if e == nil {
		return nil, r.unchanged(cmp.Or(r.As, d.ID))
	}
	if r.EscapeAll {
		e = e.WithSpace(percent.SpacePercent20).WithKept(percent.ByteSet{})
	}
	for _, c := range r.Escape {
		if strings.ContainsRune(r.Keep, c) {
			return nil, usage("", "%q is both to be kept and to be escaped", c)
		}
	}
	kept := e.Kept().Add(r.Keep).Remove(r.Escape)
	switch r.Space {
	case "plus":
		switch {
		case r.EscapeAll:
			return nil, usage("leave out --space", "--escape-all escapes spaces, too")
		case strings.Contains(r.Keep, "+"):
			return nil, usage("leave out '+' from --keep", `"+" cannot be itself and a space`)
		case strings.Contains(r.Keep+r.Escape, " "):
			return nil, usage("leave out the space from --keep and --escape", `a space is written as "+" with --space plus`)
		}
		kept = kept.Remove("+")
		e = e.WithSpace(percent.SpacePlus).WithPlus(percent.PlusIsSpace)
	case "percent":
		if !strings.Contains(r.Keep, " ") {
			kept = kept.Remove(" ")
		}
		e = e.WithSpace(percent.SpacePercent20).WithPlus(percent.PlusLiteral)
	case "":
		if e.Space() == percent.SpacePlus && strings.ContainsAny(r.Keep+r.Escape, " ") {
			return nil, usage("choose with --space plus or --space percent", "%s writes a space as \"+\"", d.ID)
		}
		if e.Space() == percent.SpacePlus && strings.Contains(r.Keep, "+") {
			return nil, usage("add --space percent", `"+" cannot be itself and a space, which is what it is in %s`, d.ID)
		}
	default:
		return nil, usage("it takes plus, percent", "--space does not take %q", r.Space)
	}
	switch r.Hex {
	case "":
	case "upper":
		e = e.WithHex(percent.HexUpper)
	case "lower":
		e = e.WithHex(percent.HexLower)
	default:
		return nil, usage("it takes upper, lower", "--hex does not take %q", r.Hex)
	}
	if kept != e.Kept() {
		e = e.WithKept(kept)
	}
	return e, nil
}

// unchanged returns an error if r would change the dialect of that name.
func (r *Recipe) unchanged(name string) error {
	flag := ""
	switch {
	case r.EscapeAll:
		flag = "escape-all"
	case r.Keep != "":
		flag = "keep"
	case r.Escape != "":
		flag = "escape"
	case r.Space != "":
		flag = "space"
	case r.Hex != "":
		flag = "hex"
	default:
		return nil
	}
	return usage("`percent dialects show "+name+"` tells them", "--%s cannot change %s, which has rules of its own", flag, name)
}

// charset returns the charset that r names, or nil.
func (r *Recipe) charset() (*charset.Charset, error) {
	switch r.Charset {
	case "":
		return nil, nil
	case "detect":
		return nil, usage("`percent decode --charset detect` guesses; name what it says", "the charset is not guessed here, since each part would guess its own")
	}
	return Charset(r.Charset)
}
