package records

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/operation"
)

// completeCharsets completes the labels of charsets and, if guesses is set, the word
// that asks for detection.
func completeCharsets(guesses bool) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		var labels []string
		for _, c := range charset.All() {
			for _, label := range c.Labels() {
				labels = append(labels, label+"\t"+c.Name())
			}
		}
		if guesses {
			labels = append(labels, operation.Detect+"\tguess")
		}
		return labels, cobra.ShellCompDirectiveNoFileComp
	}
}

// InCharset returns " in " and the charset of the values, or "" without a
// charset.
func (j *Job) InCharset() string {
	if j.Plan.Charset == nil {
		return ""
	}
	return " in " + j.Plan.Charset.Name()
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

// ReportCharset reports text that does not fit its charset.
func (j *Job) ReportCharset() {
	if j.references.Count > 0 {
		j.references.tell(j.UI, "character", fmt.Sprintf(" that %s cannot write replaced by a numeric reference", j.Plan.Charset))
	}
	if r := &j.Raw; r.Count > 0 {
		j.UI.Note("byte %q is not escaped and was read as %s, first at %s", r.Text, j.Plan.Charset, r.where())
		j.UI.Hint("unescaped text is usually UTF-8; check that the result makes sense")
	}
}

// guess chooses the charset of encoded text from a sample, and reports the
// choice.
func (j *Job) guess(name string, sample []byte) error {
	found, err := bulk.DetectCharset(sample, j.Sep, j.Plan.Options())
	if err != nil {
		return err
	}
	note := fmt.Sprintf("%s: detected %s, confidence %.2f", name, found[0].Charset, found[0].Confidence)
	for i, other := range found[1:min(len(found), 3)] {
		if other.Confidence < 0.005 {
			break // it would show as 0.00
		}
		if i == 0 {
			note += "; then"
		} else {
			note += ","
		}
		note += fmt.Sprintf(" %s %.2f", other.Charset, other.Confidence)
	}
	j.UI.Note("%s", note)
	j.Plan.Charset = found[0].Charset
	return nil
}
