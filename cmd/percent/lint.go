package main

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"sync/atomic"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/inspect/lint"
	"github.com/pct-encoded/percent/internal/strictjson"
	"github.com/pct-encoded/percent/internal/views"
)

func init() { register("lint", newLint) }

func newLint(a *app) *cobra.Command {
	// A value is held to be looked at, so the limit of package inspect is the
	// limit here. A line end comes on top.
	held := *a
	held.limit = min(a.limit, lint.MaxInput+2)
	l := &lintRun{job: &job{app: &held, bom: true, report: true, policy: &policy{}}}
	l.each = bulk.Func(l.value).Framed()
	l.severity.words = []string{"info", "warning", "error"}
	l.failOn.words = l.severity.words
	l.format.words = []string{"text", "json", "sarif"}
	var list bool
	cmd := &cobra.Command{
		Use:   "lint [flags] [TEXT...]",
		Short: "what is dangerous, broken or ambiguous in a text",
		Long: `lint checks each TEXT, or each line of standard input or of the files of -f, and
prints one finding a line: source, line, column, severity, rule, the text, what is
wrong and what to do. Columns count characters from 1, as editors do. Clean values
print nothing. The status is 1 when there is a warning or an error (--fail-on says
what counts) and 0 otherwise.

With --extract, the values are lines of a log, of HTML or of other text, and what is
checked are the URLs in them. With --fix, the values are printed with every fix made
that needs no decision, and what is left to decide goes to standard error.

Rules apply by component: an escaped '/' is data in a query, but a surprise in a
path. lint guesses what TEXT is, as explain does, unless --in says it.

docs/rules.md explains each rule.`,
		Example: `  percent lint 'http://example.com/a/%2e%2e/b'
  percent lint --severity warning -f urls.txt
  percent lint --except plus-ambiguity,semicolon --json < urls.txt
  percent lint --in value 'Tom&Jerry'
  percent lint --extract --fail-on error -f access.log
  percent lint --fix -f urls.txt -o fixed.txt
  percent lint --format sarif -f urls.txt > lint.sarif
  percent lint --list`,
		GroupID: groupKnow,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := l.choose(); err != nil {
				return err
			}
			switch {
			case l.json && l.format.value != "" && l.format.value != "json":
				return usageError("leave out --json", "--json and --format %s contradict each other", l.format.value)
			case l.fix && (l.json || l.format.value != ""):
				return usageError("leave out --fix, or --json and --format", "--fix prints the values, not findings")
			}
			l.json = l.json || l.format.value == "json"
			if list {
				if len(args) > 0 || len(l.inputFlags.files) > 0 {
					return usageError("leave out --list, or the values", "--list takes no values")
				}
				return l.list(cmd.OutOrStdout())
			}
			return l.run(cmd, args)
		},
	}
	l.addStreams(cmd)
	f := cmd.Flags()
	f.BoolVar(&l.json, "json", false, "write one JSON object a finding; the same as --format json")
	addChoice(cmd, &l.format, "format", "what is printed: text, json (a line a finding) or sarif (one document) (default text)")
	f.BoolVar(&l.fix, "fix", false, "print the values, fixed where no decision is needed")
	f.BoolVar(&l.extract, "extract", false, "check the URLs in each value: of logs, HTML or other text")
	addChoice(cmd, &l.failOn, "fail-on", "end with status 1 for findings of at least this severity (default warning)")
	f.BoolVar(&l.verbose, "verbose", false, "report what was done on standard error")
	f.BoolVar(&list, "list", false, "list the rules that the flags leave, and do nothing else")
	f.StringSliceVar(&l.only, "only", nil, "only these `RULES`, with commas between them")
	f.StringSliceVar(&l.except, "except", nil, "all rules but these `RULES`")
	l.addColumns(cmd)
	addChoice(cmd, &l.severity, "severity", "nothing below this severity (default info)")
	addKind(cmd, &l.in)
	for _, name := range []string{"only", "except"} {
		_ = cmd.RegisterFlagCompletionFunc(name, completeRules)
	}
	return cmd
}

func completeRules(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, r := range lint.Rules() {
		names = append(names, r.ID+"\t"+r.Title)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// A lintRun is one run of lint.
type lintRun struct {
	*job
	only, except []string
	severity, in choice
	failOn       choice
	format       choice
	fix, extract bool

	linter lint.Linter
	least  lint.Severity // of what fails
	found  atomic.Int64
	failed atomic.Int64 // findings of least and above
	begun  atomic.Int64 // 1 when the document of --format sarif is
}

// choose makes the linter that the flags ask for.
func (l *lintRun) choose() error {
	least, _ := lint.LookupSeverity(l.severity.value)
	kind, _ := lint.LookupKind(l.in.value)
	linter := l.linter.From(least).In(kind)
	for _, flag := range []struct {
		name   string
		ids    []string
		choose func(lint.Linter, ...string) (lint.Linter, error)
	}{
		{"--only", l.only, lint.Linter.Only},
		{"--except", l.except, lint.Linter.Except},
	} {
		if len(flag.ids) == 0 {
			continue
		}
		var err error
		if linter, err = flag.choose(linter, flag.ids...); err != nil {
			return unknownRule(flag.name, err)
		}
	}
	l.least = lint.Warning
	if l.failOn.value != "" {
		l.least, _ = lint.LookupSeverity(l.failOn.value)
	}
	for _, r := range lint.Rules() {
		if linter.Has(r.ID) {
			l.linter = linter
			return nil
		}
	}
	return usageError("`percent lint --list` lists the rules", "--only, --except and --severity leave no rule")
}

func unknownRule(flag string, err error) error {
	var unknown *lint.UnknownRuleError
	if !errors.As(err, &unknown) {
		return err
	}
	var names []string
	for _, r := range lint.Rules() {
		names = append(names, r.ID)
	}
	hint := "`percent lint --list` lists them"
	if near := nearest(unknown.ID, names); near != "" {
		hint = "did you mean " + near + "? " + hint
	}
	return usageError(hint, "%s: no rule is called %q", flag, unknown.ID)
}

func (l *lintRun) run(cmd *cobra.Command, args []string) error {
	switch {
	case l.fix:
		l.each, l.report = bulk.Func(l.fixed).InOrder(), false
	case l.format.value == "sarif":
		l.each = bulk.Func(l.result).Framed().InOrder()
		l.end = func() []byte { return append(l.begin(nil), views.SARIFEnd...) }
	}
	l.countAs("found", &l.found)
	l.countAs("failed", &l.failed)
	l.countAs("begun", &l.begun)
	l.pages = !l.fix
	switch err := l.job.run(cmd, args); {
	case errors.Is(err, errQuiet) && l.failed.Load() > 0:
		// Who reads no further still learns that there is something.
		return errFindings
	case err != nil:
		return err
	}
	if l.verbose {
		l.ui.note("%s in %s", count(l.found.Load(), "finding"), count(l.values, "value"))
	}
	if l.failed.Load() > 0 {
		return errFindings
	}
	return nil
}

// look calls each for what is found in a value, or in the URLs in it.
func (l *lintRun) look(r bulk.Record, each func(value, lint.Finding)) error {
	v := l.valueOf(r)
	return l.parts(r.Text, func(lo, hi int) error {
		part := r.Text[lo:hi]
		if len(part) <= lint.MaxInput && l.linter.Clean(part) {
			return nil
		}
		found, err := l.linter.Lint(string(part))
		if err != nil {
			return tooLong(v.place.String(), err)
		}
		for _, f := range toldOnce(found) {
			f.Offset += lo
			l.count(f)
			each(v, f)
		}
		return nil
	})
}

// toldOnce leaves what a browser makes of a text with the first finding alone.
func toldOnce(found []lint.Finding) []lint.Finding {
	told := false
	for i := range found {
		if told {
			found[i].Browser = ""
		}
		told = told || found[i].Browser != ""
	}
	return found
}

// parts calls each with what is to be looked at of a value: all of it, or the
// URLs in it.
func (l *lintRun) parts(text []byte, each func(lo, hi int) error) error {
	if !l.extract {
		return each(0, len(text))
	}
	for lo, hi := range lint.Extract(string(text)) {
		if err := each(lo, hi); err != nil {
			return err
		}
	}
	return nil
}

func (l *lintRun) count(f lint.Finding) {
	l.found.Add(1)
	if f.Severity >= l.least {
		l.failed.Add(1)
	}
}

// value appends what is found in a value to dst.
func (l *lintRun) value(dst []byte, r bulk.Record) ([]byte, error) {
	err := l.look(r, func(v value, f lint.Finding) {
		if l.json {
			dst = append(strictjson.Append(dst, newFinding(v, f)), '\n')
		} else {
			dst = l.appendFinding(dst, v, f, l.ui.pen() && pen(l.out.stdout))
		}
	})
	return dst, err
}

// fixed appends a value to dst, with the fixes that need no decision, and tells of
// what is left on standard error.
func (l *lintRun) fixed(dst []byte, r bulk.Record) ([]byte, error) {
	v := l.valueOf(r)
	begin := len(dst)
	at := 0
	var left []lint.Finding
	err := l.parts(r.Text, func(lo, hi int) error {
		dst = append(dst, r.Text[at:lo]...)
		text, found, err := l.linter.Fix(string(r.Text[lo:hi]))
		if err != nil {
			return tooLong(v.place.String(), err)
		}
		for _, f := range toldOnce(found) {
			f.Offset += len(dst) - begin
			left = append(left, f)
		}
		dst, at = append(dst, text...), hi
		return nil
	})
	dst = append(dst, r.Text[at:]...)
	v.text = dst[begin:]
	for _, f := range left {
		l.count(f)
		l.ui.finding(l.appendFinding(nil, v, f, pen(l.ui.colour)))
	}
	return dst, err
}

// begin appends what comes before all results of a SARIF document, or between two
// of them.
func (l *lintRun) begin(dst []byte) []byte {
	if l.begun.Swap(1) == 1 {
		return dst
	}
	return append(dst, views.SARIFBegin(version(), l.linter)...)
}

// result appends what is found in a value as results of a SARIF document.
func (l *lintRun) result(dst []byte, r bulk.Record) ([]byte, error) {
	err := l.look(r, func(v value, f lint.Finding) {
		if l.begun.Load() == 1 {
			dst = append(dst, ",\n"...)
		}
		dst = l.begin(dst)
		line, column, last := v.position(f)
		source := ""
		if !v.argument {
			source = v.source
		}
		dst = append(dst, views.SARIFResult(f, source, string(v.text[f.Offset:f.Offset+f.Len]), line, column, last)...)
	})
	return dst, err
}

// position returns where a finding stands as editors count: the number of its
// line, from 1, and the columns of its first character and of the one after it,
// from 1, in characters.
func (v value) position(f lint.Finding) (line int64, first, behind int) {
	line = v.number
	start := 0
	if line == 0 { // a value of any number of lines
		line = int64(bytes.Count(v.text[:f.Offset], []byte("\n"))) + 1
		start = bytes.LastIndexByte(v.text[:f.Offset], '\n') + 1
	}
	first = utf8.RuneCount(v.text[start:f.Offset]) + 1
	return line, first, first + utf8.RuneCount(v.text[f.Offset:f.Offset+f.Len])
}

// appendFinding appends a finding as a line.
func (l *lintRun) appendFinding(dst []byte, v value, f lint.Finding, p pen) []byte {
	line, column, _ := v.position(f)
	dst = append(dst, v.source...)
	if !v.argument || line > 1 {
		dst = strconv.AppendInt(append(dst, ':'), line, 10)
	}
	if v.column != "" {
		dst = append(append(dst, ':'), printable(v.column)...)
	}
	dst = append(strconv.AppendInt(append(dst, ':'), int64(column), 10), ": "...)
	dst = append(append(dst, p.paint(severityColours[f.Severity], f.Severity.String())...), ' ')
	dst = append(append(dst, f.Rule...), ": "...)
	// Quoting shows control characters and what turns the direction around.
	dst = append(dst, quoted(string(v.text[f.Offset:f.Offset+f.Len]), longestExcerpt)...)
	dst = append(append(dst, ": "...), f.Message...)
	if f.Browser != "" {
		dst = append(append(dst, "; "...), f.Browser...)
	}
	dst = append(dst, "; "...)
	if f.Mechanical && f.Replacement != "" && len(f.Replacement) <= longestExcerpt {
		dst = append(dst, "write "...)
		dst = strconv.AppendQuote(dst, f.Replacement)
	} else {
		dst = append(dst, f.Fix...)
	}
	return append(dst, '\n')
}

var severityColours = [...]string{lint.Info: "36", lint.Warning: "33", lint.Error: "31"}

// longestExcerpt is how much of a finding a line shows.
const longestExcerpt = 60

// A finding is one in JSON. docs/rules.md has the schema.
type finding struct {
	Rule         string  `json:"rule"`
	Severity     string  `json:"severity"`
	Source       string  `json:"source"`
	Number       int64   `json:"number"`
	Column       string  `json:"column,omitempty"`
	Offset       int     `json:"offset"`
	Length       int     `json:"length"`
	StreamOffset *int64  `json:"stream_offset,omitempty"` // not of Parquet
	Text         string  `json:"text"`
	Layer        int     `json:"layer"`
	Message      string  `json:"message"`
	Browser      string  `json:"browser,omitempty"`
	Fix          string  `json:"fix"`
	Replacement  *string `json:"replacement,omitempty"`
	Input        []byte  `json:"input"`
}

// newFinding returns what was found in v.
func newFinding(v value, f lint.Finding) finding {
	source, number := v.origin()
	o := finding{
		Rule: f.Rule, Severity: f.Severity.String(), Source: source, Number: number, Column: v.column, Offset: f.Offset, Length: f.Len,
		Text: string(v.text[f.Offset : f.Offset+f.Len]), Layer: f.Layer, Message: f.Message, Browser: f.Browser, Fix: f.Fix, Input: v.text,
	}
	if v.offset >= 0 {
		offset := v.offset + int64(f.Offset)
		o.StreamOffset = &offset
	}
	if f.Mechanical {
		o.Replacement = &f.Replacement
	}
	return o
}

// A lintRuleObject is what --list --json writes for a rule.
type lintRuleObject struct {
	Rule     string   `json:"rule"`
	Severity string   `json:"severity"`
	Title    string   `json:"title"`
	Fix      string   `json:"fix"`
	CVE      []string `json:"cve,omitempty"`
}

// list prints the rules that the linter has.
func (l *lintRun) list(out io.Writer) error {
	var objects []lintRuleObject
	var rows [][]string
	for _, r := range lint.Rules() {
		if !l.linter.Has(r.ID) {
			continue
		}
		objects = append(objects, lintRuleObject{r.ID, r.Severity.String(), r.Title, r.Fix, r.CVE})
		rows = append(rows, []string{r.Severity.String(), r.ID, r.Title})
	}
	if l.json {
		return printJSON(out, objects)
	}
	_, err := io.WriteString(out, columns(rows))
	return err
}
