package main

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/inspect"
)

func init() { register(newLint) }

func newLint(a *app) *cobra.Command {
	// A value is held to be looked at, so the limit of package inspect is the
	// limit here. A line end comes on top.
	held := *a
	held.limit = min(a.limit, inspect.MaxInput+2)
	l := &linting{job: &job{app: &held, bom: true, report: true, hold: true, policy: &policy{}}}
	l.take = l.value
	l.byValue = func(s *splitter) worker { return &lineLinter{splitter: s, l: l} }
	l.severity.words = []string{"info", "warning", "error"}
	var list bool
	cmd := &cobra.Command{
		Use:   "lint [flags] [TEXT...]",
		Short: "what is dangerous, broken or ambiguous in a text",
		Long: `lint looks at each TEXT, or each line of standard input or of the files of -f, and
prints what its rules find, one finding a line: source, number of the value, byte
in it, severity, rule, the text, what is wrong and what to do. Clean values print
nothing. The status is 1 when there are findings and 0 when there are none.

Rules apply by component: an escaped '/' is data in a query, and a surprise in a
path. lint guesses what TEXT is, as explain does: --in says it.

docs/rules.md explains each rule.`,
		Example: `  percent lint 'http://example.com/a/%2e%2e/b'
  percent lint --severity warning -f urls.txt
  percent lint --except plus-ambiguity,semicolon --json < urls.txt
  percent lint --in value 'Tom&Jerry'
  percent lint --list`,
		GroupID: groupKnow,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := l.choose(); err != nil {
				return err
			}
			if list {
				if len(args) > 0 || len(l.inputFlags.files) > 0 {
					return usageError("leave out --list, or the values", "--list lints nothing")
				}
				return l.list(cmd.OutOrStdout())
			}
			return l.run(cmd, args)
		},
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	l.addStreams(cmd)
	f := cmd.Flags()
	f.BoolVar(&l.json, "json", false, "write one JSON object a finding")
	f.BoolVar(&l.verbose, "verbose", false, "report what was done on standard error")
	f.BoolVar(&list, "list", false, "list the rules that the flags leave, and do nothing else")
	f.StringSliceVar(&l.only, "only", nil, "only these `RULES`, with commas between them")
	f.StringSliceVar(&l.except, "except", nil, "all rules but these `RULES`")
	addChoice(cmd, &l.severity, "severity", "nothing below this severity (default info)")
	addKind(cmd, &l.in)
	for _, name := range []string{"only", "except"} {
		_ = cmd.RegisterFlagCompletionFunc(name, completeRules)
	}
	return cmd
}

func completeRules(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, r := range inspect.Rules() {
		names = append(names, r.ID+"\t"+r.Title)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// A linting is one run of lint.
type linting struct {
	*job
	only, except []string
	severity, in choice

	linter inspect.Linter
	found  int64
	line   []byte // the memory of a line of output
}

// choose makes the linter that the flags ask for.
func (l *linting) choose() error {
	least, _ := inspect.LookupSeverity(l.severity.value)
	kind, _ := inspect.LookupKind(l.in.value)
	linter := l.linter.From(least).In(kind)
	for _, flag := range []struct {
		name   string
		ids    []string
		choose func(inspect.Linter, ...string) (inspect.Linter, error)
	}{
		{"--only", l.only, inspect.Linter.Only},
		{"--except", l.except, inspect.Linter.Except},
	} {
		if len(flag.ids) == 0 {
			continue
		}
		var err error
		if linter, err = flag.choose(linter, flag.ids...); err != nil {
			return unknownRule(flag.name, err)
		}
	}
	for _, r := range inspect.Rules() {
		if linter.Has(r.ID) {
			l.linter = linter
			return nil
		}
	}
	return usageError("`percent lint --list` lists the rules", "--only, --except and --severity leave no rule")
}

func unknownRule(flag string, err error) error {
	var unknown *inspect.UnknownRuleError
	if !errors.As(err, &unknown) {
		return err
	}
	var names []string
	for _, r := range inspect.Rules() {
		names = append(names, r.ID)
	}
	hint := "`percent lint --list` lists them"
	if near := nearest(unknown.ID, names); near != "" {
		hint = "did you mean " + near + "? " + hint
	}
	return usageError(hint, "%s: no rule is called %q", flag, unknown.ID)
}

func (l *linting) run(cmd *cobra.Command, args []string) error {
	switch err := l.job.run(cmd, args); {
	case errors.Is(err, errQuiet) && l.found > 0:
		// Who reads no further still learns that there is something.
		return errFindings
	case err != nil:
		return err
	}
	if l.verbose {
		l.ui.note("%s in %s", count(l.found, "finding"), count(l.values, "value"))
	}
	if l.found > 0 {
		return errFindings
	}
	return nil
}

// value lints one value.
func (l *linting) value(v value) error {
	if len(v.text) <= inspect.MaxInput && l.linter.Clean(v.text) {
		return nil
	}
	found, err := l.linter.Lint(string(v.text))
	if err != nil {
		return tooLong(v.place.String(), err)
	}
	return l.tell(v, found)
}

// tell writes what was found in a value.
func (l *linting) tell(v value, found []inspect.Finding) error {
	l.found += int64(len(found))
	for _, f := range found {
		if l.json {
			l.line = append(l.line[:0], findingJSON(v, f)...)
		} else {
			l.line = l.appendFinding(l.line[:0], v, f)
		}
		if err := l.out.writeBytes(l.line); err != nil {
			return err
		}
	}
	return nil
}

// appendFinding appends a finding as a line.
func (l *linting) appendFinding(dst []byte, v value, f inspect.Finding) []byte {
	dst = append(append(dst, v.place.String()...), ':')
	dst = append(strconv.AppendInt(dst, int64(f.Offset), 10), ": "...)
	p := l.ui.pen() && pen(l.out.stdout)
	dst = append(append(dst, p.paint(severityColours[f.Severity], f.Severity.String())...), ' ')
	dst = append(append(dst, f.Rule...), ": "...)
	// Quoting shows control characters and what turns the direction around.
	dst = append(dst, quoted(string(v.text[f.Offset:f.Offset+f.Len]), longestExcerpt)...)
	dst = append(append(dst, ": "...), f.Message...)
	dst = append(dst, "; "...)
	if f.Mechanical && f.Replacement != "" && len(f.Replacement) <= longestExcerpt {
		dst = append(dst, "write "...)
		dst = strconv.AppendQuote(dst, f.Replacement)
	} else {
		dst = append(dst, f.Fix...)
	}
	return append(dst, '\n')
}

var severityColours = [...]string{inspect.Info: "36", inspect.Warning: "33", inspect.Error: "31"}

// longestExcerpt is how much of a finding a line shows.
const longestExcerpt = 60

// findingJSON returns a finding as a JSON object. docs/rules.md has the schema.
func findingJSON(v value, f inspect.Finding) []byte {
	var o object
	o.add("rule", f.Rule)
	o.add("severity", f.Severity.String())
	if name, number, ok := strings.Cut(v.source, " "); ok && name == "arg" {
		n, _ := strconv.ParseInt(number, 10, 64)
		o.add("source", "arguments")
		o.add("value", n)
	} else {
		o.add("source", v.source)
		o.add("value", max(v.number, 1))
	}
	o.add("offset", f.Offset)
	o.add("length", f.Len)
	if v.number > 0 || !strings.HasPrefix(v.source, "arg ") {
		o.add("stream_offset", v.offset+int64(f.Offset))
	}
	o.bytes("text", v.text[f.Offset:f.Offset+f.Len])
	o.add("layer", f.Layer)
	o.add("message", f.Message)
	o.add("fix", f.Fix)
	if f.Mechanical {
		o.text("replacement", f.Replacement)
	}
	o.bytes("input", v.text)
	return o.line()
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
func (l *linting) list(out io.Writer) error {
	objects := []lintRuleObject{}
	var rows [][]string
	for _, r := range inspect.Rules() {
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

// A lineLinter lints chunks that hold whole values by themselves.
type lineLinter struct {
	*splitter
	l *linting
	// found has what was found in chunks that are done but not yet reported, by
	// their first byte.
	found sync.Map // *byte to []lineFindings
}

// lineFindings are what was found in a value of a chunk.
type lineFindings struct {
	line, lo, hi int // number, from 0, and place of the value in the chunk
	found        []inspect.Finding
}

func (w *lineLinter) alone(_, src []byte) (int, bool) {
	end, separated := w.j.sep.end()
	if !separated || len(src) == 0 {
		return 0, false
	}
	var all []lineFindings
	line := 0
	for lo := 0; lo < len(src); line++ {
		n := bytes.IndexByte(src[lo:], end)
		if n < 0 {
			return 0, false
		}
		text := src[lo : lo+n]
		if w.j.sep == lines {
			text = bytes.TrimSuffix(text, []byte("\r"))
		}
		if len(text) > inspect.MaxInput || !w.l.linter.Clean(text) {
			found, err := w.l.linter.Lint(string(text))
			if err != nil {
				return 0, false
			}
			if len(found) > 0 {
				all = append(all, lineFindings{line, lo, lo + len(text), found})
			}
		}
		lo += n + 1
	}
	if all != nil {
		w.found.Store(&src[0], all)
	}
	return 0, true
}

func (w *lineLinter) done(src []byte) {
	if all, ok := w.found.LoadAndDelete(&src[0]); ok {
		for _, f := range all.([]lineFindings) {
			v := value{text: src[f.lo:f.hi], offset: w.offset + int64(f.lo), place: place{source: w.source, number: w.number + int64(f.line) + 1}}
			// An error of writing comes again when the chunk is passed on.
			_ = w.l.tell(v, f.found)
		}
	}
	end, _ := w.j.sep.end()
	count := int64(bytes.Count(src, []byte{end}))
	w.number += count
	w.j.values += count
	w.offset += int64(len(src))
}
