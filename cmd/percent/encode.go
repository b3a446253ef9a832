package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
)

func init() {
	register("encode", newEncode)
	register("fix", newFix)
}

func newEncode(a *stream.Streams) *cobra.Command {
	j := newJob(a, "encode")
	cmd := &cobra.Command{
		Use:   "encode [flags] [TEXT...]",
		Short: "percent-encode text",
		Long: `encode percent-encodes each TEXT, or each line of standard input or of the
files of -f, and prints one line for each.

Text that is already encoded is encoded again: that makes encoding reversible. To
repair a whole URL, use fix.`,
		Example: `  percent encode 'Ladies + Gentlemen'
  percent encode --as form 'name=Zoë & Max'
  percent encode --keep / < paths.txt > encoded.txt
  find . -print0 | percent encode -0
  percent encode --escape-all --times 2 ../`,
		GroupID: groupCode,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := j.prepare(); err != nil {
				return err
			}
			once := j.plan.Layers <= 1
			var escape, url, dots lookout
			if once && j.alters("%41") {
				escape.find = anEscape
			}
			// Naming a dialect settles what is encoded.
			if j.request.As == "" && once && !j.request.EscapeAll && j.alters("://") {
				url.find = aURL
			}
			if j.leavesDots() {
				dots.find = someDots
			}
			j.onRead = func(b []byte) {
				escape.see(b)
				url.see(b)
				dots.see(b)
			}
			if err := j.runAndReport(cmd, args, "encoded"); err != nil {
				return err
			}
			switch {
			case url.found != "":
				a.UI.Hint("a whole URL was encoded as one value; `percent fix` makes a URL legal, and --as rfc3986.segment or rfc3986.query encodes a part of one")
			case escape.found != "":
				a.UI.Hint(escape.found + " was an escape already and was encoded again; `percent fix` leaves escapes as they are")
			}
			dots.see([]byte("\n")) // the end of the last value
			if s := dots.found; s != "" {
				a.UI.Hint(fmt.Sprintf("as a segment of a path, %q %s, and so is its escape %%2E; refuse such values for paths, as `percent uri set path+=` does", s, dotsMean(s)))
			}
			return nil
		},
	}
	j.addCoding(cmd)
	return cmd
}

func newFix(a *stream.Streams) *cobra.Command {
	j := newJob(a, "fix")
	j.bom = true
	cmd := &cobra.Command{
		Use:   "fix [flags] [TEXT...]",
		Short: "make an almost right string legal, touch nothing else",
		Long: `fix makes an almost right URL, or a part of one, legal: escapes and legal
characters stay byte for byte, everything else is escaped, and a stray '%' becomes
%25. Fixing twice changes nothing more. A byte order mark at the start of a file
stays.`,
		Example: `  percent fix 'http://example.com/100% é'
  percent fix -f urls.txt -o fixed.txt`,
		GroupID: groupCode,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := j.prepare(); err != nil {
				return err
			}
			return j.runAndReport(cmd, args, "fixed")
		},
	}
	j.addCoding(cmd)
	return cmd
}

// addCoding gives cmd the flags that encode, fix and decode share.
func (j *job) addCoding(cmd *cobra.Command) {
	j.add(cmd)
	j.addColumns(cmd)
	j.addRow(cmd)
}

// runAndReport runs a job that meets malformed input only where a dialect
// refuses it or text is to be written in a charset.
func (j *job) runAndReport(cmd *cobra.Command, args []string, done string) error {
	err := j.run(cmd, args)
	j.reportCharset()
	if err != nil {
		return err
	}
	j.policy.report(j.UI)
	if j.verbose {
		j.UI.Note("%s %s as %s%s", done, term.Count(j.values, "value"), j.plan.Dialect.ID, j.inCharset())
	}
	return nil
}
