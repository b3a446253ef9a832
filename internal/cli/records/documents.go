package records

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/inspect/document"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/source"
)

// Grammars are those in which a job reads documents.
type Grammars struct {
	given *document.Grammar // by a flag, or nil
	whole bool              // some of them read sources whole
	must  bool              // there must be a URL
	names []string          // Of those that were used
}

// AddTo adds --expect-urls.
func (a *Grammars) AddTo(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&a.must, "expect-urls", false, "end with status 1 if no URL is found")
}

// Use takes the grammar that a request names.
func (a *Grammars) Use(r *operation.Request) {
	if r.Grammar != "" {
		a.given, _ = document.Lookup(r.Grammar) // a word of the choice
	}
}

// Of returns the grammar of a source that begins with head, and tells which it is.
func (a *Grammars) Of(j *Job, source string, head []byte) *document.Grammar {
	g := document.Detect(source, string(head))
	if a.given != nil {
		g = a.given.For(string(head))
	}
	if j.Tell.Verbose {
		j.Tell.UI.Note("%s: read as %s (--grammar %s)", source, g, g.Name())
	}
	if j.In.Separator() != stream.Lines {
		return g
	}
	a.whole = a.whole || !g.Lines()
	if !slices.Contains(a.names, g.String()) {
		a.names = append(a.names, g.String())
	}
	return g
}

// Doubt gives a hint if the source of a name, which begins with head and whose
// lines are taken for values, is a document.
func (a *Grammars) Doubt(j *Job, name string, head []byte) {
	line, _, _ := bytes.Cut(head, []byte("\n"))
	scheme, _, found := bytes.Cut(bytes.TrimPrefix(line, []byte("\uFEFF")), []byte("://"))
	prose := found && !bytes.ContainsAny(scheme, "/?=") && bytes.IndexFunc(scheme, func(r rune) bool { return r <= ' ' || r >= utf8.RuneSelf }) >= 0
	if found && !prose && !bytes.ContainsAny(scheme, "\"'<>[]{}=") {
		return // a list of URLs
	}
	if g := document.Detect(name, string(head)); g.Name() != "csv" && (g.Name() != "text" || prose) {
		also := ""
		if _, ok := source.LanguageOf(name); ok {
			also = ", and --source the calls of encoders"
		}
		j.Tell.UI.Hint(name + " looks like " + g.String() + ", and each line is taken for a URL or a value; --extract checks the URLs in it" + also)
	}
}

// DoubtTexts is Doubt for values that are arguments, of a command that extracts nothing.
func (a *Grammars) DoubtTexts(j *Job, extracts bool, texts []string) {
	if !extracts && len(texts) > 0 && strings.Contains(texts[0], "://") {
		a.Doubt(j, "the text", []byte(texts[0]))
	}
}

// Text returns the grammar of a value without a source.
func (a *Grammars) Text(text string) *document.Grammar {
	if a.given != nil {
		return a.given.For(text)
	}
	return document.Detect("", text)
}

// End tells what there is to tell after a job that has found URLs.
func (a *Grammars) End(j *Job, found int64) error {
	if found == 0 {
		as, what := "", "value"
		if len(a.names) > 0 && !a.whole {
			what = "line"
		}
		if len(a.names) > 0 {
			as = " (read as: " + strings.Join(a.names, ", ") + ")"
		}
		j.Tell.UI.Note("no URL found in %s%s", term.Count(j.Tell.Values, what), as)
	} else if j.Tell.Verbose {
		j.Tell.UI.Note("%s in %s", term.Count(found, "URL"), term.Count(j.Tell.Values, "value"))
	}
	if err := j.Tell.Skipped(); err != nil {
		return err
	}
	if found == 0 && a.must {
		return term.ErrFindings
	}
	return nil
}

// Linted returns v as what findings refer to.
func (v Value) Linted(t *Report) results.Linted {
	l := results.Linted{Source: v.Source, Number: v.Number, Column: v.Column, Offset: v.Offset, Argument: v.Argument, Text: v.Text}
	if t.JSON {
		l.Source, l.Number = v.Origin()
	}
	return l
}

// Over returns the error for a value that is too long for an operation, which has returned
// err: a flaw where such values are left out, or a failure.
func (j *Job) Over(v Value, err error) error {
	switch {
	case err == nil:
		return nil
	case j.Do.LongSkipped && !v.Argument:
		return &bulk.Flaw{Kind: bulk.TooLong, Cause: err}
	}
	return TooLong(v.Place.String(), err)
}
