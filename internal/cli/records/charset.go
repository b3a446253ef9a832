package records

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/charset"
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
func (d *Action) InCharset() string {
	if d.Plan.Charset == nil {
		return ""
	}
	return " in " + d.Plan.Charset.Name()
}

// guess chooses the charset of encoded text from a sample, and reports the
// choice.
func (j *Job) guess(name string, sample []byte) error {
	found, err := bulk.DetectCharset(sample, j.In.Separator(), j.Do.Plan.Options())
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
	j.Tell.UI.Note("%s", note)
	j.Do.Plan.Charset = found[0].Charset
	return nil
}
