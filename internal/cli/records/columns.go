package records

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/operation/flags"
	"github.com/pct-encoded/percent/internal/words"
)

// An Input is what a job reads, and where it writes to.
type Input struct {
	stream.Options
	columns *columnFlags // which fields of tables are values, or nil for a command without
}

// AddTo adds the flags for input and output.
func (i *Input) AddTo(cmd *cobra.Command) {
	i.Options.AddTo(cmd.Flags())
	completeWords(cmd, "progress", i.Progress.Words)
}

// columnFlags select the fields of a table that are values, as docs/columns.md
// describes.
type columnFlags struct {
	table     operation.Table
	errors    string
	maxErrors string  // as given; header rows do not count
	most      float64 // the limit in maxErrors: rows, or per cent if rate
	rate      bool
	dryRun    bool // report what would be done
}

// AddColumns gives cmd the flags for tables, but not those of the formats in without.
func (j *Job) AddColumns(cmd *cobra.Command, without ...string) {
	c := &columnFlags{}
	j.In.columns = c
	f := cmd.Flags()
	flags.AddTable(f, &c.table, without...)
	completeWords(cmd, "header", []string{"auto", "yes", "no"})
	completeWords(cmd, "newlines", []string{"escape", "space", "error"})
	f.Var((*stream.OutputName)(&c.errors), "errors", "write a list of malformed values to `FILE`, one JSON object per line; implies --on-error keep unless --on-error is given")
	f.BoolVar(&c.dryRun, "dry-run", false, "examine only the first rows or lines, and print the findings and the command to run")
	f.BoolVar(&j.In.Resume, "resume", false, "continue an interrupted run with the same flags, from the checkpoint beside its unfinished -o FILE")
	f.StringVar(&c.maxErrors, "max-errors", "", "stop when more than `N` rows, or N% of them, are malformed; implies --on-error keep unless --on-error is given")
	if p := &j.Do.Policy; len(p.Words) > 0 && !slices.Contains(p.Words, "null") {
		p.Words = append(p.Words, "null")
	}
	if j.app.Parquet == nil && j.app.StartParquet != nil && !slices.Contains(without, "parquet") {
		// Before any file is opened or message written.
		cmd.PreRunE = func(*cobra.Command, []string) error {
			if !c.table.IsParquet(j.In.Files...) {
				return nil
			}
			return j.app.StartParquet(j.app)
		}
	}
}

// columnNames are the flags that only tables have.
var columnNames = []string{"csv", "tsv", "jsonl", "parquet", "delimiter", "match", "column", "into", "header", "newlines", "errors", "max-errors", "dry-run"}

// TableFlag returns the first of the flags that ask for a table, or "".
//
//go:noinline
func (l Line) TableFlag() string {
	for _, name := range columnNames {
		if l.Has(name) {
			return "--" + name
		}
	}
	return ""
}

// useColumns sets up r to read a table if the flags ask for one.
func (r *run) useColumns(l Line) error {
	j := r.job
	c, used := j.In.columns, l.TableFlag()
	switch {
	case c == nil || used == "":
		return nil
	case r.in.from == nil:
		return term.UsageError("leave out the arguments; -f names files", "%s is for files and standard input", used)
	case j.In.NUL || j.In.Whole:
		return term.UsageError("leave out -0 and --whole", "%s works on rows, which may span lines", used)
	case j.Tell.JSON && !j.Do.Describes:
		return term.UsageError("leave out --json; --jsonl reads JSON", "--json describes values, and %s keeps a table", used)
	}
	t, err := c.tableOf(r.in.from)
	if err != nil {
		return err
	}
	if t.Format == bulk.Foreign {
		if err := r.checkParquet(); err != nil {
			return err
		}
	}
	if c.errors != "" && !c.dryRun {
		if r.to.bad, err = stream.NewQuarantine(c.errors, j.app, r.in.from, r.to.out); err != nil {
			return err
		}
	}
	if err := c.limit(); err != nil {
		return err
	}
	if p := &j.Do.Policy; c.lists() && !c.dryRun && p.Value == "" && slices.Contains(p.Words, "keep") {
		p.Value = "keep"
		j.Do.Plan.Policy = p.rule()
	}
	r.in.table, j.Tell.rows, j.Tell.replaced = t, t.Format != bulk.WholeLines, len(t.Into) == 0 && !c.dryRun
	// A table counts surprises by column, so nothing watches the raw input and
	// output, unless the columns beside those that are decoded may be in a charset.
	if j.Do.OnRead = nil; t.Format == bulk.Foreign || j.Do.Plan.Charset == nil {
		r.to.out.See = nil
	}
	return nil
}

// checkParquet refuses flags that do not apply to Parquet.
func (r *run) checkParquet() error {
	switch j := r.job; {
	case j.app.Parquet == nil:
		return term.UsageError("", "this program does not read Parquet")
	case j.In.columns.table.Header != "":
		return term.UsageError("", "--header is for CSV and TSV: Parquet always has the names of its columns")
	case j.Do.Plan.Detect:
		return term.UsageError("name a charset", "--charset detect does not support Parquet")
	case r.to.out.Stdout && j.Tell.UI.DataTerminal && !j.In.Pages:
		return term.UsageError("-o names a file", "Parquet cannot be written to a terminal")
	}
	return nil
}

// parquet runs the program's engine for Parquet files.
func (r *run) parquet(work *bulk.Job) (bulk.Stats, error) {
	if r.bar != nil {
		work.OnRead = func(n int) { r.bar.Add(int64(n)) }
	}
	return r.job.app.Parquet(r.job.app, work, r.to.out, r.in.from)
}

// tableOf returns the table that the flags or the names of the files describe.
func (c *columnFlags) tableOf(from []stream.Source) (*bulk.Table, error) {
	var names []string
	for _, s := range from {
		names = append(names, s.Name)
	}
	t, err := c.table.Of(names...)
	return t, BadRequest(err)
}

// list writes a flaw to the file of --errors.
func (t *outputs) list(f *bulk.Flaw) {
	if t.bad == nil {
		return
	}
	bad := *f
	bad.Reason = percent.Reason(ReasonOf(f))
	t.line = operation.AppendBad(t.line[:0], &bad)
	t.bad.Write(t.line)
}

// dry reports whether the command only says what it would do.
func (c *columnFlags) dry() bool { return c != nil && c.dryRun }

// lists reports whether malformed values are listed or limited, so that
// --on-error defaults to keep.
func (c *columnFlags) lists() bool {
	return c != nil && c.errors+c.maxErrors != ""
}

// A tooMany ends a job with more malformed rows than --max-errors allows.
type tooMany struct{ bad, rows int64 }

func (*tooMany) Error() string { return "too many errors" }

// rateAfter is the number of rows after which a rate of errors counts.
const rateAfter = 10000

// limit reads --max-errors: a number of rows, or a rate.
func (c *columnFlags) limit() error {
	if c.maxErrors == "" {
		return nil
	}
	var err error
	if text, percent := strings.CutSuffix(c.maxErrors, "%"); percent {
		c.most, err = strconv.ParseFloat(text, 64)
		c.rate = true
	} else {
		var n int64
		n, err = strconv.ParseInt(text, 10, 64)
		c.most = float64(n)
	}
	if err != nil || !(c.most >= 0) || c.rate && c.most > 100 {
		return term.UsageError("such as 100 or 0.5%", "--max-errors does not take %q", c.maxErrors)
	}
	return nil
}

// check ends a job with too many errors.
func (c *columnFlags) check(s bulk.Stats, end bool) error {
	bad, rows := float64(s.Table.Rows), float64(s.Records-s.Table.Header)
	switch {
	case c.maxErrors == "" || bad == 0:
	case !c.rate && bad > c.most, c.rate && (end || rows >= rateAfter) && bad*100 > c.most*rows:
		return &tooMany{s.Table.Rows, s.Records - s.Table.Header}
	}
	return nil
}

// checkColumns looks for the columns in every file that can be read again. The engine
// looks for them only when it reaches a file, after it has written the results of the
// files before.
func (in *reading) checkColumns(work *bulk.Job, f *Input) error {
	if len(in.from) < 2 || in.table.Format == bulk.Foreign {
		return nil
	}
	var files []bulk.Source
	for _, s := range in.from {
		if s.Again {
			files = append(files, bulk.Source{Name: s.Name, Open: func() (io.ReadCloser, error) { return f.OpenAside(s) }})
		}
	}
	_, err := work.Plan(bulk.Cuts{}, files...)
	return err
}

// endTable closes the file of --errors and tells what the table contained. err is the
// error of the work.
func (r *run) endTable(err error) error {
	err = r.to.bad.Close(err)
	if err != nil && !errors.Is(err, term.ErrFindings) {
		return err
	}
	s, t, d, format := &r.stats.Table, &r.job.Tell, &r.job.Do, r.in.table.Format
	u := t.UI
	if word := d.Policy.OnError(); t.Malformed.Count > 0 && word != "null" && word != "skip" {
		t.Malformed.Count = s.Malformed
	}
	if s.Guessed && s.Header > 0 {
		u.Note("the first row was read as a header; if it is data, use --header no")
	}
	if t.Verbose {
		u.Note("%s", r.summary())
	}
	if s.Ragged > 0 {
		u.Note("%s shorter or longer than the first", term.Count(s.Ragged, "row"))
	}
	if s.Missing > 0 {
		what := "field"
		switch format {
		case bulk.JSONLines:
			what = "member"
		case bulk.Matches:
			what = "match"
		}
		u.Note("%s missing", strings.Replace(term.Count(s.Missing, what), "matchs", "matches", 1))
		if format == bulk.JSONLines && s.Missing >= r.stats.Records {
			hint := "--jsonl reads an object on each line; `jq -c '.[]'` makes such lines of an array"
			if slices.ContainsFunc(r.in.table.Columns, func(name string) bool { return strings.HasPrefix(name, "/") && strings.Contains(name, "*") }) {
				hint = "'*' in a JSON Pointer is the name of a member; an element of an array is /0, /1 and so on"
			}
			u.Hint(hint)
		}
	}
	if s.NotText > 0 {
		u.Note("%s left alone", term.Count(s.NotText, "non-string member"))
	}
	if s.Newlines > 0 && r.job.In.columns.table.Newlines == "" {
		u.Note(`%s with line ends or tabs, written as \n and \t`, term.Count(s.Newlines, "result"))
	}
	if s.NotUTF8 > 0 {
		as := ""
		if format == bulk.JSONLines {
			as = ", written in base64"
		}
		u.Note("%s not UTF-8%s", term.Count(s.NotUTF8, "result"), as)
	}
	if !d.codes() || !d.decodes() {
		return err
	}
	if s.NotUTF8 > 0 && d.Plan.Charset == nil && format != bulk.JSONLines {
		if octets := d.OctetsStay(); octets != "" {
			u.Hint("databases reject invalid UTF-8" + octets)
		}
	}
	if s.StillEncoded > 0 {
		u.Hint(term.Count(s.StillEncoded, "result") + " may still be encoded; `percent layers` with the same columns counts the layers")
	}
	if s.Pluses > 0 && d.Ordinary() {
		u.Hint("there was a '+' in " + term.Count(s.Pluses, "field") + ", and it was kept; a form would read it as a space: --as form")
	}
	return err
}

// summary returns the counts of rows and of each kind of field.
func (r *run) summary() string {
	s := &r.stats.Table
	text := fmt.Sprintf("%s, %s, %d changed, %d malformed, %d not UTF-8", term.Count(r.stats.Records, "row"), term.Count(s.Fields, "field"), s.Changed, s.Malformed, s.NotUTF8)
	if r.job.Do.decodes() {
		text += fmt.Sprintf(", %d still encoded, %d with a '+'", s.StillEncoded, s.Pluses)
	}
	if s.Skipped > 0 {
		text += fmt.Sprintf(", %s skipped", term.Count(s.Skipped, "row"))
	}
	return text
}

// columnFailure returns the failure for a column that cannot be used, such as a
// missing one.
func columnFailure(err *bulk.ColumnError) error {
	hint := ""
	switch err.Reason {
	case bulk.NoSuchColumn, bulk.NoSuchMember, bulk.NoSuchGroup, bulk.TooLargeANumber:
		for _, d := range [...][2]string{{";", "';'"}, {"\t", "tab"}, {"|", "'|'"}} {
			if err.Reason == bulk.NoSuchColumn && len(err.Names) == 1 && strings.Contains(err.Names[0], d[0]) {
				return term.UsageError("the first line is one field; --delimiter "+d[1]+" divides it", "%s: column %q: %s", err.Source, err.Column, err.Reason)
			}
		}
		shown := err.Names[:min(len(err.Names), 12)]
		for i := range shown {
			shown[i] = excerpt.Name(shown[i])
		}
		what := "columns"
		switch err.Reason {
		case bulk.NoSuchMember:
			what = "members"
		case bulk.NoSuchGroup:
			what = "groups"
		}
		hint = "the " + what + " are " + strings.Join(shown, ", ")
		if len(err.Names) > len(shown) {
			hint += " and others"
		}
		hint = words.DidYouMean(words.Nearest(err.Column, err.Names), hint)
		if err.Reason == bulk.NoSuchMember {
			hint += "; /" + err.Column + " may be missing"
		}
	case bulk.SeveralColumns:
		hint = "use the number of the column"
	case bulk.NoHeader:
		hint = "numbers count from 1; --header yes reads names from the first row"
	case bulk.ColumnExists:
		hint = "choose another name for --into; without --into, results replace the fields"
	case bulk.OnlyColumn:
		hint = "--into NAME adds a column for the results, in which an empty field is null; --on-error skip drops such rows, and --errors FILE keeps and lists them"
	case bulk.OtherHeader:
		hint = "process one file at a time"
	}
	if err.Column == "" {
		return term.UsageError(hint, "%s: %s", err.Source, err.Reason)
	}
	return term.UsageError(hint, "%s: column %q: %s", err.Source, err.Column, err.Reason)
}
