package records

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/inspect/document"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/operation"
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
