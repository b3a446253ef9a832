package commands

import (
	"bytes"
	"slices"

	"github.com/spf13/pflag"

	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/source"
)

// forSources are the flags of lint that can be combined with --source.
var forSources = []string{"source", "json", "format", "list", "fail-on", "color", "quiet"}

// lintSources checks files of source code.
func (o *lintOptions) lintSources(s *stream.Streams, l records.Line) error {
	var other *pflag.Flag
	l.Flags.Visit(func(f *pflag.Flag) {
		if other == nil && !slices.Contains(forSources, f.Name) {
			other = f
		}
	})
	switch {
	case other != nil:
		return term.UsageError("leave out one of them", "--%s cannot be used with --source", other.Name)
	case o.job.Do.Request.List:
		rules := results.RulesOf(source.Rules())
		return records.Show(s.Text, o.job.Tell.JSON, rules, results.Style{})
	case len(l.Args) == 0:
		return term.UsageError("name files, such as percent lint --source src/*.ts", "--source needs files")
	}
	var out []byte
	for _, name := range l.Args {
		language, ok := source.LanguageOf(name)
		if !ok {
			return term.UsageError("--source reads .js, .ts, .py, .php, .java, .rb, .cs, .kt, .rs, .swift and related files; for Go, use percent-vet", "%s: --source does not read such files", stream.ShownName(name))
		}
		text, err := s.ReadFile(name)
		if err != nil {
			return err
		}
		var v *results.Linted
		for _, f := range source.Lint(language, string(text)) {
			if f.Severity >= o.Least {
				o.Failed.Add(1)
			}
			v = lineOf(name, text, v, f.Offset)
			f.Offset -= int(v.Offset)
			out = o.write(out, v, f)
		}
	}
	if o.job.Do.Request.Format == "sarif" {
		out = append(results.SARIFBegin(s.Version, source.Rules()), bytes.TrimPrefix(out, []byte(results.BeforeSARIF))...)
		out = append(out, results.SARIFEnd...)
	}
	if _, err := s.Text.Write(out); err != nil {
		return err
	}
	if o.Failed.Load() > 0 {
		return term.ErrFindings
	}
	return nil
}

// lineOf returns the line of a file that an offset is in: last, if that is it, or one
// behind it.
func lineOf(name string, text []byte, last *results.Linted, offset int) *results.Linted {
	v := results.Linted{Source: name, Number: 1}
	if last != nil {
		if offset <= int(last.Offset)+len(last.Text) {
			return last
		}
		v.Number, v.Offset = last.Number, last.Offset
	}
	passed := text[v.Offset:offset]
	v.Number += int64(bytes.Count(passed, []byte("\n")))
	v.Offset += int64(bytes.LastIndexByte(passed, '\n') + 1)
	v.Text = text[v.Offset:]
	if end := bytes.IndexByte(v.Text, '\n'); end >= 0 {
		v.Text = bytes.TrimSuffix(v.Text[:end], []byte("\r"))
	}
	return &v
}
