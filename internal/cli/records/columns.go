package records

import (
	"errors"
	"fmt"
	"io"
	"os"
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

// ColumnFlags select the fields of a table that are values, as docs/columns.md
// describes.
type ColumnFlags struct {
	table     operation.Table
	errors    string
	maxErrors string  // as given; header rows do not count
	most      float64 // the limit in maxErrors: rows, or per cent if rate
	rate      bool

	stats   bulk.TableStats
	records int64
	bad     *stream.Quarantine // the file of --errors, or nil
	line    []byte
}

// AddColumns gives cmd the flags for tables, but not those of the formats in without.
func (j *Job) AddColumns(cmd *cobra.Command, without ...string) {
	c := &ColumnFlags{}
	j.columns = c
	f := cmd.Flags()
	flags.AddTable(f, &c.table, without...)
	completeWords(cmd, "header", []string{"auto", "yes", "no"})
	completeWords(cmd, "newlines", []string{"escape", "space", "error"})
	f.Var((*stream.OutputName)(&c.errors), "errors", "write a list of malformed values to `FILE`, one JSON object per line; implies --on-error keep unless --on-error is given")
	f.BoolVar(&j.dry, "dry-run", false, "examine only the first rows or lines, and print the findings and the command to run")
	f.BoolVar(&j.resume, "resume", false, "continue an interrupted run with the same flags, from the checkpoint beside its unfinished -o FILE")
	f.StringVar(&c.maxErrors, "max-errors", "", "stop when more than `N` rows, or N% of them, are malformed; implies --on-error keep unless --on-error is given")
	if p := j.Policy; len(p.Words) > 0 && !slices.Contains(p.Words, "null") {
		p.Words = append(p.Words, "null")
	}
	if j.Parquet == nil && j.StartParquet != nil && !slices.Contains(without, "parquet") {
		// Before any file is opened or message written.
		cmd.PreRunE = func(*cobra.Command, []string) error {
			if !c.table.IsParquet(j.Files...) {
				return nil
			}
			return j.StartParquet(j.Streams)
		}
	}
}

// columnNames are the flags that only tables have.
var columnNames = []string{"csv", "tsv", "jsonl", "parquet", "delimiter", "match", "column", "into", "header", "newlines", "errors", "max-errors", "dry-run"}

// TableFlag returns the first of the flags that ask for a table, or "".
func (l Line) TableFlag() string {
	for _, name := range columnNames {
		if l.Has(name) {
			return "--" + name
		}
	}
	return ""
}

// useColumns sets up j to read a table if the flags ask for one.
func (j *Job) useColumns(l Line, from []stream.Source, values []string) error {
	c := j.columns
	if c == nil {
		return nil
	}
	used := l.TableFlag()
	switch {
	case used == "":
		return nil
	case values != nil:
		return term.UsageError("leave out the arguments; -f names files", "%s is for files and standard input", used)
	case j.NUL || j.Whole:
		return term.UsageError("leave out -0 and --whole", "%s works on rows, which may span lines", used)
	case j.JSON && !j.Report:
		return term.UsageError("leave out --json; --jsonl reads JSON", "--json describes values, and %s keeps a table", used)
	}
	t, err := c.tableOf(from)
	if err != nil {
		return err
	}
	if t.Format == bulk.Foreign {
		if err := j.checkParquet(); err != nil {
			return err
		}
	}
	if c.errors != "" && !j.dry {
		if c.bad, err = stream.NewQuarantine(c.errors, j.Streams, from, j.Out); err != nil {
			return err
		}
	}
	if err := c.limit(); err != nil {
		return err
	}
	if p := j.Policy; c.lists() && !j.dry && p.Value == "" && slices.Contains(p.Words, "keep") {
		p.Value = "keep"
		j.Plan.Policy = p.rule()
	}
	// A table counts surprises by column, so nothing watches the raw input and
	// output.
	j.Table, j.OnRead, j.OnWrite = t, nil, nil
	return nil
}

// checkParquet refuses flags that do not apply to Parquet.
func (j *Job) checkParquet() error {
	switch c := j.columns; {
	case j.Parquet == nil:
		return term.UsageError("", "this program does not read Parquet")
	case c.table.Header != "":
		return term.UsageError("", "--header is for CSV and TSV: Parquet always has the names of its columns")
	case j.Plan.Detect:
		return term.UsageError("name a charset", "--charset detect does not support Parquet")
	case j.Out.Stdout && j.UI.DataTerminal && !j.Pages:
		return term.UsageError("-o names a file", "Parquet cannot be written to a terminal")
	}
	return nil
}

// parquet runs a job on Parquet files.
func (j *Job) parquet(work *bulk.Job, from []stream.Source) (bulk.Stats, error) {
	if j.bar != nil {
		work.OnRead = func(n int) { j.bar.Add(int64(n)) }
	}
	return j.Parquet(j.Streams, work, j.Out, from)
}

// tableOf returns the table that the flags or the names of the files describe.
func (c *ColumnFlags) tableOf(from []stream.Source) (*bulk.Table, error) {
	var names []string
	for _, s := range from {
		names = append(names, s.Name)
	}
	t, err := c.table.Of(names...)
	return t, BadRequest(err)
}

// quarantine returns the file of --errors, or nil.
func (j *Job) quarantine() *stream.Quarantine {
	if j.columns == nil {
		return nil
	}
	return j.columns.bad
}

// flaw writes a flaw to the quarantine.
func (c *ColumnFlags) flaw(f *bulk.Flaw) {
	if c.bad == nil {
		return
	}
	bad := *f
	bad.Reason = percent.Reason(ReasonOf(f))
	c.line = operation.AppendBad(c.line[:0], &bad)
	c.bad.Write(c.line)
}

// lists reports whether malformed values are listed or limited, so that
// --on-error defaults to keep.
func (c *ColumnFlags) lists() bool {
	return c != nil && c.errors+c.maxErrors != ""
}

// errTooMany ends a job with more malformed rows than --max-errors allows.
type errTooMany struct{ bad, rows int64 }

func (errTooMany) Error() string { return "too many errors" }

// rateAfter is the number of rows after which a rate of errors counts.
const rateAfter = 10000

// limit reads --max-errors: a number of rows, or a rate.
func (c *ColumnFlags) limit() error {
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
func (c *ColumnFlags) check(s bulk.Stats, end bool) error {
	bad, rows := float64(s.Table.Rows), float64(s.Records-s.Table.Header)
	switch {
	case c.maxErrors == "" || bad == 0:
	case !c.rate && bad > c.most, c.rate && (end || rows >= rateAfter) && bad*100 > c.most*rows:
		return errTooMany{s.Table.Rows, s.Records - s.Table.Header}
	}
	return nil
}

// checkColumns looks for the columns in every file that can be read again. Run looks
// for them only when it reaches a file, after it has written the results of the
// files before.
func (j *Job) checkColumns(work *bulk.Job, from []stream.Source) error {
	if len(from) < 2 || j.Table.Format == bulk.Foreign {
		return nil
	}
	var files []bulk.Source
	for _, s := range from {
		if s.Again {
			files = append(files, bulk.Source{Name: s.Name, Open: j.Unpacked(s.Path, func() (io.ReadCloser, error) { return openAside(s.Path) }, nil)})
		}
	}
	_, err := work.Plan(bulk.Cuts{}, files...)
	return err
}

// A fileAside is a file whose Close restores the offset. If the file is
// /dev/stdin, systems other than Linux share the offset with standard input.
type fileAside struct {
	*os.File
	at int64
}

func openAside(path string) (io.ReadCloser, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	at, err := file.Seek(0, io.SeekCurrent)
	if err != nil {
		_ = file.Close()
		return nil, err
	}
	return &fileAside{file, at}, nil
}

func (f *fileAside) Close() error {
	_, err := f.Seek(f.at, io.SeekStart)
	return errors.Join(err, f.File.Close())
}

// rows runs the job on the fields of tables.
func (j *Job) rows(work *bulk.Job, from []stream.Source) error {
	work.Table, work.Policy, work.Report = j.Table, j.Policy.rule(), nil
	if err := j.checkColumns(work, from); err != nil {
		return err
	}
	j.startBar("row", from)
	defer j.bar.Stop()
	c := j.columns
	work.Check = func(s bulk.Stats) error {
		j.bar.Tell(s.Records, s.Table.Malformed)
		if err := c.bad.Err(); err != nil {
			return err
		}
		return c.check(s, false)
	}
	run := j.perform
	if j.Table.Format == bulk.Foreign {
		run = j.parquet
	}
	stats, err := run(work, from)
	c.stats, c.records = stats.Table, stats.Records
	j.Values = c.stats.Fields
	if err == nil {
		err = c.check(stats, true)
	}
	var tooMany errTooMany
	if errors.As(err, &tooMany) {
		return &term.Failure{Status: term.StatusInput, Text: term.Count(tooMany.bad, "malformed row") + " of " + strconv.FormatInt(tooMany.rows, 10) + ", more than --max-errors " + c.maxErrors}
	}
	return err
}

// end closes the quarantine and reports what the table contained.
func (c *ColumnFlags) end(j *Job, err error) error {
	err = c.bad.Close(err)
	if err != nil && !errors.Is(err, term.ErrFindings) {
		return err
	}
	s, u := &c.stats, j.UI
	if p := j.Policy; p.Count > 0 {
		p.rows = j.Table.Format != bulk.WholeLines
		if p.OnError() != "null" && p.OnError() != "skip" {
			p.Count = s.Malformed
		}
	}
	if s.Guessed && s.Header > 0 {
		u.Note("the first row was read as a header; if it is data, use --header no")
	}
	if j.Verbose {
		u.Note("%s", c.summary(j))
	}
	if s.Ragged > 0 {
		u.Note("%s shorter or longer than the first", term.Count(s.Ragged, "row"))
	}
	if s.Missing > 0 {
		what := "field"
		switch j.Table.Format {
		case bulk.JSONLines:
			what = "member"
		case bulk.Matches:
			what = "match"
		}
		u.Note("%s missing", strings.Replace(term.Count(s.Missing, what), "matchs", "matches", 1))
	}
	if s.NotText > 0 {
		u.Note("%s left alone", term.Count(s.NotText, "non-string member"))
	}
	if s.Newlines > 0 && c.table.Newlines == "" {
		u.Note(`%s with line ends or tabs, written as \n and \t`, term.Count(s.Newlines, "result"))
	}
	if s.NotUTF8 > 0 {
		as := ""
		if j.Table.Format == bulk.JSONLines {
			as = ", written in base64"
		}
		u.Note("%s not UTF-8%s", term.Count(s.NotUTF8, "result"), as)
	}
	if j.codes() && j.Decodes {
		if s.NotUTF8 > 0 && j.Plan.Charset == nil && j.Table.Format != bulk.JSONLines {
			if octets := j.OctetsStay(); octets != "" {
				u.Hint("databases reject invalid UTF-8" + octets)
			}
		}
		if s.StillEncoded > 0 {
			u.Hint(term.Count(s.StillEncoded, "result") + " may still be encoded; `percent layers` with the same columns counts the layers")
		}
		if s.Pluses > 0 && j.Ordinary {
			u.Hint("there was a '+' in " + term.Count(s.Pluses, "field") + ", and it was kept; a form would read it as a space: --as form")
		}
	}
	return err
}

// summary returns the counts of rows and of each kind of field.
func (c *ColumnFlags) summary(j *Job) string {
	s := &c.stats
	text := fmt.Sprintf("%s, %s, %d changed, %d malformed, %d not UTF-8", term.Count(c.records, "row"), term.Count(s.Fields, "field"), s.Changed, s.Malformed, s.NotUTF8)
	if j.Decodes {
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
