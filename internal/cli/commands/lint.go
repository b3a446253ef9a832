package commands

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/document"
	"github.com/pct-encoded/percent/inspect/lint"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/results"
)

func newLint(a *stream.Streams) *cobra.Command {
	// A value is held whole, so that the limit of package lint applies to it
	// without its line end.
	held := *a
	held.Limit = min(a.Limit, inspect.MaxInput+2)
	o := &lintOptions{job: records.NewJob(&held, "lint"), held: &held, limit: a.Limit}
	do := &o.job.Do
	do.Describes, do.Framed, do.LongSkipped = true, true, true
	do.Each, do.Quick, do.Opened = o.value(nil), o.clean, o.opened

	cmd := &cobra.Command{
		Use:   "lint [flags] [TEXT...]",
		Short: "what is dangerous, broken or ambiguous in a text",
		Long: `lint checks each TEXT, or each line of standard input or of the files of -f, and
prints a line for each finding: source, line, column, severity, rule, the text, what is
wrong and what to do. --count prints only how many findings each rule has. Columns count characters from 1, as editors do. Clean values
print nothing. The status is 1 when there is a warning or an error (--fail-on says
what counts) and 0 otherwise.

With --extract, lint checks the URLs in documents, as ` + "`percent extract`" + ` finds them: in
JSON, HTML, logs, mail, code or prose. The name and the first bytes of a file say what
it is, or --grammar. A URL is read as it is without the escapes of the document, and a
fix is written in them: "&amp;" in HTML is '&', and a fix writes '&' as "&amp;".

With --source, the arguments are files of source code in JavaScript, TypeScript,
Python, PHP, Java, Ruby, C#, Kotlin, Rust or Swift, and lint finds encoders that
are wrong whatever is around them.

--fix prints the values with every fix that needs no decision, and writes the findings
that are left to standard error.

--as-of and --version-of ask programs about host-confusion as they were in the past;
those of which it is not known what they did then are not asked.

Rules apply by component: an escaped '/' is data in a query, but a surprise in a
path. lint guesses what TEXT is, as explain does, unless --in says it.

` + "`percent lint --list --json`" + ` prints what to do for each rule.`,
		Example: `  percent lint 'http://example.com/a/%2e%2e/b'
  percent lint --severity warning -f urls.txt
  percent lint --except plus-ambiguity,semicolon --json < urls.txt
  percent lint --in value 'Tom&Jerry'
  percent lint --count -f urls.txt
  percent lint --extract --fail-on error -f access.log
  percent lint --extract --grammar json < openapi.txt
  percent lint --fix -f urls.txt -o fixed.txt
  percent lint --format sarif -f urls.txt > lint.sarif
  percent lint --source client.ts
  percent lint --list`,
		RunE: records.Runs(a, o.run),
	}
	o.job.In.AddTo(cmd)
	o.job.Tell.AddVerbose(cmd)
	f := cmd.Flags()
	f.BoolVar(&o.counts, "count", false, "print only how many findings each rule has, by severity")
	f.BoolVar(&o.sources, "source", false, "look for wrong encoders in files of JavaScript, TypeScript, Python, PHP, Java, Ruby, C#, Kotlin, Rust and Swift")
	o.as.AddTo(cmd)
	o.job.AddColumns(cmd)
	do.AddTo(cmd)
	return cmd
}

func (o *lintOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	if err := o.choose(); err != nil {
		return err
	}
	o.version = s.Version
	request := &o.job.Do.Request
	o.job.Tell.JSON = request.FindingFormat() == "json"
	o.write = results.FindingWriter(request.FindingFormat(), results.Severity(s.UI.Pen() && term.Pen(o.job.In.ToStdout())))
	if o.sources {
		return o.lintSources(s, l)
	}
	if request.List {
		if len(l.Args) > 0 || len(o.job.In.Files) > 0 {
			return term.UsageError("leave out --list, or the values", "--list takes no values")
		}
		rules, err := o.job.Do.Row.Run(&operation.Call{Request: request})
		if err != nil {
			return records.BadRequest(err)
		}
		return records.Show(s.Text, o.job.Tell.JSON, rules, results.Style{})
	}
	return o.check(s.UI, l)
}

// lintOptions holds the flags of lint.
type lintOptions struct {
	held    *stream.Streams
	limit   int // of a document, in bytes
	as      records.Grammars
	sources bool   // files of source code
	version string // of the program
	counts  bool   // findings
	job     *records.Job
	results.Linting
	write func(dst []byte, v *results.Linted, f lint.Finding) []byte
	begun atomic.Int64 // 1 once the SARIF document has begun
	total results.RuleCounter
}

// choose makes the linter from the flags.
func (l *lintOptions) choose() error {
	if err := l.job.Prepare(); err != nil {
		return err
	}
	l.job.Do.Plan.Linting(&l.Linting)
	return nil
}

func (l *lintOptions) check(u *term.UI, line records.Line) error {
	do, tell := &l.job.Do, &l.job.Tell
	l.as.DoubtTexts(l.job, l.Extract, line.Args)
	if l.Extract {
		l.held.Limit, do.Quick, l.job.In.UTF16 = l.limit, nil, true
		l.as.Use(&do.Request)
		do.CountAs("urls", &l.URLs)
	}
	fix, sarif := do.Request.Fix, do.Request.Format == "sarif"
	switch {
	case l.counts && (fix || sarif):
		return term.UsageError("leave out --count, or the other", "--count prints neither values nor SARIF")
	case l.counts:
		do.Totals, do.End = true, l.counted
		do.Quick, l.write = nil, func(dst []byte, _ *results.Linted, f lint.Finding) []byte {
			l.total.Add(f)
			return dst
		}
	case fix:
		do.Each, do.Quick = l.fixed(nil), nil
		do.InOrder, do.Framed, do.Describes = true, false, false
		do.LongSkipped = false // the output has all that the input has
	case sarif:
		do.First = l.first
		do.End = func() []byte { return append(l.begin(nil), results.SARIFEnd...) }
	}
	do.CountAs("found", &l.Found)
	do.CountAs("failed", &l.Failed)
	do.CountAs("begun", &l.begun)
	l.job.In.Pages = !fix
	switch err := l.job.Run(line); {
	case errors.Is(err, term.ErrQuiet) && l.Failed.Load() > 0:
		// A reader that stops early still gets the status for findings.
		return term.ErrFindings
	case err != nil:
		return err
	}
	if l.counts {
		t := l.total.Totals(tell.Values)
		u.Note("%s in %s: %s, %s, %d info", term.Count(t.Findings, "finding"), term.Count(t.Values, "value"),
			term.Count(t.Of(lint.Error), "error"), term.Count(t.Of(lint.Warning), "warning"), t.Of(lint.Info))
	} else if tell.Verbose {
		u.Note("%s in %s", term.Count(l.Found.Load(), "finding"), term.Count(tell.Values, "value"))
	}
	if l.Extract {
		if err := l.as.End(l.job, l.URLs.Load()); err != nil {
			return err
		}
	} else if err := tell.Skipped(); err != nil {
		return err
	}
	if l.Failed.Load() > 0 {
		return term.ErrFindings
	}
	return nil
}

// opened returns what is done with the values of a source that begins with head.
func (l *lintOptions) opened(source string, head []byte) (each func(dst []byte, v records.Value) ([]byte, error), undivided bool) {
	var g *document.Grammar
	switch {
	case l.Extract:
		g = l.as.Of(l.job, source, head)
		undivided = !g.Lines()
	case l.job.In.Separator() == stream.Lines:
		l.as.Doubt(l.job, source, head)
	}
	if l.job.Do.Request.Fix {
		return l.fixed(g), undivided
	}
	return l.value(g), undivided
}

// clean reports whether text has no findings. It appends nothing to dst.
func (l *lintOptions) clean(dst, text []byte) ([]byte, bool) {
	return dst, !l.Extract && len(text) <= inspect.MaxInput && l.Linter.Clean(text)
}

// value returns what appends the findings in a value of a grammar to dst.
func (l *lintOptions) value(g *document.Grammar) func(dst []byte, v records.Value) ([]byte, error) {
	return func(dst []byte, v records.Value) ([]byte, error) {
		if l.Extract && l.Clean(v.Text, g) {
			return dst, nil
		}
		about := v.Linted(&l.job.Tell)
		about.Grammar = g
		dst, err := l.Append(dst, about, l.write)
		return dst, l.job.Over(v, err)
	}
}

// counted returns the output of --count.
func (l *lintOptions) counted() []byte {
	return l.total.Totals(l.job.Tell.Values).Output(l.job.Tell.JSON)
}

// fixed returns what appends a value of a grammar to dst, with the fixes that need no
// decision, and writes the remaining findings to standard error.
func (l *lintOptions) fixed(g *document.Grammar) func(dst []byte, v records.Value) ([]byte, error) {
	return func(dst []byte, v records.Value) ([]byte, error) {
		begin := len(dst)
		dst, left, err := l.Fix(dst, v.Text, g)
		v.Text = dst[begin:]
		about := v.Linted(&l.job.Tell)
		about.Read(g)
		for _, f := range left {
			l.job.Tell.UI.WriteLines(results.AppendFinding(nil, &about, f, results.Severity(l.job.Tell.UI.MessagePen())))
		}
		return dst, l.job.Over(v, err)
	}
}

// begin appends the beginning of the SARIF document, unless it was written before.
func (l *lintOptions) begin(dst []byte) []byte {
	if l.begun.Swap(1) == 1 {
		return dst
	}
	rules := slices.DeleteFunc(lint.Rules(), func(r lint.Rule) bool { return !l.Linter.Has(r.ID) })
	return append(dst, results.SARIFBegin(l.version, rules)...)
}

// first returns the first results with the beginning of the document in front of them.
func (l *lintOptions) first(found []byte) []byte {
	if l.begun.Load() == 1 {
		return found // an earlier run wrote the beginning, or this is the end
	}
	return append(l.begin(nil), found[len(results.BeforeSARIF):]...)
}
