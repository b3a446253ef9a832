package records

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
)

// A Report is what a job tells about its work.
type Report struct {
	Counts
	JSON    bool // the output is JSON
	Verbose bool // report what was done, too
	UI      *term.UI
	rows    bool // what is skipped are rows of a table
	// replaced says that results replace the fields of the table.
	replaced bool
}

// Lacking returns the error for values that gave no result. Most tables have rows with some.
func (t *Report) Lacking() error {
	if !t.rows {
		return term.ErrFindings
	}
	if t.replaced {
		t.UI.Hint("their fields are empty now; --into NAME adds a column for the results, and leaves the fields")
	}
	return nil
}

// Counts are what a job counts for its report, beside what bulk.Stats counts. They are
// part of checkpoints.
type Counts struct {
	Values     int64  `json:"values"`     // processed so far
	Kept       int64  `json:"kept"`       // malformed escapes that the dialect accepts
	Malformed  notice `json:"malformed"`  // places or, with skip, the values that contain them
	References notice `json:"references"` // characters that a charset cannot write
	Raw        notice `json:"raw"`        // bytes that were not escaped
	Long       notice `json:"long"`       // values that are too long
}

// AddTo gives cmd the flags of the report.
func (t *Report) AddTo(cmd *cobra.Command) {
	t.AddJSON(cmd)
	t.AddVerbose(cmd)
}

// AddJSON adds --json.
func (t *Report) AddJSON(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&t.JSON, "json", false, "write one JSON object per value")
}

// AddVerbose adds --verbose.
func (t *Report) AddVerbose(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&t.Verbose, "verbose", false, "report what was done on standard error")
}

// flaw takes note of a flaw.
func (r *run) flaw(f bulk.Flaw) {
	t, at := &r.job.Tell, stream.At(f.Source, f.Record)
	if !f.Kind.Noted() {
		r.to.list(&f)
	}
	switch {
	case f.Kind == bulk.TooLong:
		t.Long.Add(at, 0, "")
		var limit *inspect.LimitError
		if errors.As(f.Cause, &limit) && limit.Limit>>20 < r.job.app.Limit>>20 { // a URL in a document is
			t.UI.Note("%s: a URL of %d bytes is longer than %d MiB, skipped", at, limit.Length, limit.Limit>>20)
			return
		}
		t.UI.Note("%s: longer than %d MiB, skipped", at, r.job.app.Limit>>20)
	case f.Kind == bulk.Tolerated:
		t.Kept++
	case f.Kind == bulk.Unencodable:
		t.References.Add(at, f.Offset, "")
	case f.Kind == bulk.Unescaped:
		t.Raw.Add(at, f.Offset, f.Bytes)
	case r.job.Do.Policy.OnError() != "fail" && !f.Hopeless:
		t.Malformed.Add(at, f.Offset, "")
		t.Malformed.Others = t.Malformed.Others || f.Kind != bulk.Malformed || f.Reason != percent.InvalidEscape && f.Reason != percent.TruncatedEscape
	}
}

// flawsLike takes note of n more flaws like f.
func (t *Report) flawsLike(f bulk.Flaw, n int64) {
	if f.Kind == bulk.Tolerated {
		t.Kept += n
		return
	}
	t.Malformed.Count += n
}

// Charset tells about text that does not fit the charset of d.
func (t *Report) Charset(d *Action) {
	c := d.Plan.Charset
	if t.References.Count > 0 {
		t.References.tell(t.UI, "character", fmt.Sprintf(" that %s cannot write replaced by a numeric reference", c))
	}
	if r := &t.Raw; r.Count > 0 {
		t.UI.Note("byte %q is not escaped and was read as %s, first at %s", r.Text, c, r.where())
		t.UI.Hint("unescaped text is usually UTF-8; check that the result makes sense")
	}
}

// Flaws tells what was done about malformed input.
func (t *Report) Flaws(p *Policy) {
	what := "malformed escape"
	if t.Malformed.Others {
		what = "malformed place"
	}
	done := ""
	switch p.OnError() {
	case "skip":
		what, done = "value", " skipped"
		if t.rows {
			what = "row"
		}
	case "keep":
		done = " kept"
	case "replace":
		done = " replaced by U+FFFD"
	case "null":
		what, done = "field", " made empty"
	}
	t.Malformed.tell(t.UI, what, done)
}

// Illegal tells what was done about values that are not legal, and how many values were
// done.
func (t *Report) Illegal(p *Policy, done string) {
	what := cmp.Or(p.Let, "accepted as written")
	switch p.OnError() {
	case "skip":
		what = "skipped"
	case "replace":
		what = "replaced by nothing"
	case "null":
		what = "made empty"
	}
	t.Malformed.tell(t.UI, "value", " not legal, "+what)
	if t.Verbose {
		t.UI.Note("%s %s", done, term.Count(t.Values, "value"))
	}
}

// Skipped returns the failure for values that were too long, or nil.
func (t *Report) Skipped() error {
	if t.Long.Count == 0 {
		return nil
	}
	return &term.Failure{
		Status: term.StatusInput, Text: term.Count(t.Long.Count, "value") + " too long, the first at " + stream.At(t.Long.Source, t.Long.Number).String(),
		Hint: "nothing is known of what was skipped",
	}
}

// A notice counts occurrences that are reported once, and records the place of
// the first. It is part of checkpoints.
type notice struct {
	Count  int64  `json:"count"`
	Source string `json:"source,omitempty"`
	Number int64  `json:"number,omitempty"`
	Offset int64  `json:"offset,omitempty"` // in the value
	Text   []byte `json:"text,omitempty"`
	Others bool   `json:"others,omitempty"` // some of the malformed parts are not escapes
}

func (n *notice) Add(at stream.Place, offset int64, text string) {
	if n.Count == 0 {
		n.Source, n.Number, n.Offset, n.Text = at.Source, at.Number, offset, []byte(text)
	}
	n.Count++
}

// where returns the place of the first occurrence.
func (n *notice) where() string {
	return fmt.Sprintf("%s, byte %d", stream.At(n.Source, n.Number), n.Offset)
}

// tell reports how many there were, what was done with them, and where the
// first was.
func (n *notice) tell(u *term.UI, what, done string) {
	switch n.Count {
	case 0:
	case 1:
		u.Note("1 %s%s, at %s", what, done, n.where())
	default:
		u.Note("%s%s, the first at %s", term.Count(n.Count, what), done, n.where())
	}
}
