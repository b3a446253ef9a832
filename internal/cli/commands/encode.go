package commands

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/operation"
)

func newEncode(a *stream.Streams) *cobra.Command {
	o := &encodeOptions{job: records.NewJob(a, "encode")}
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
		RunE: records.Runs(a, o.run),
	}
	addCoding(o.job, cmd)
	return cmd
}

// encodeOptions holds the flags of encode.
type encodeOptions struct {
	job *records.Job
}

func (o *encodeOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	if err := o.job.Prepare(); err != nil {
		return err
	}
	do := &o.job.Do
	once := do.Plan.Layers <= 1
	var escape, url, dots records.Lookout
	if once && do.Alters("%41") {
		escape.Find = records.FindEscape
	}
	// Somebody who names a dialect knows what gets encoded.
	if do.Request.As == "" && once && !do.Request.EscapeAll && do.Alters("://") {
		url.Find = records.FindURL
	}
	if do.LeavesDots() {
		dots.Find = records.FindDots
	}
	do.OnRead = func(b []byte) {
		escape.See(b)
		url.See(b)
		dots.See(b)
	}
	if err := runAndReport(o.job, l, "encoded"); err != nil {
		return err
	}
	switch {
	case url.Found != "":
		s.UI.Hint("a whole URL was encoded as one value; `percent fix` makes a URL legal, and --as rfc3986.segment or rfc3986.query encodes a part of one")
	case escape.Found != "":
		s.UI.Hint(escape.Found + " was an escape already and was encoded again; `percent fix` leaves escapes as they are")
	}
	dots.See([]byte("\n")) // the end of the last value
	if segment := dots.Found; segment != "" {
		s.UI.Hint(fmt.Sprintf("as a segment of a path, %q %s, and so is its escape %%2E; refuse such values for paths, as `percent uri set path+=` does", segment, operation.DotsMean(segment)))
	}
	return nil
}

func newFix(a *stream.Streams) *cobra.Command {
	j := records.NewJob(a, "fix")
	cmd := &cobra.Command{
		Use:   "fix [flags] [TEXT...]",
		Short: "make a nearly right string legal and change nothing else",
		Long: `fix makes a nearly right URL, or a part of one, legal: escapes and legal
characters stay byte for byte, everything else is escaped, and a stray '%' becomes
%25. Fixing twice changes nothing more. A byte order mark stays.`,
		Example: `  percent fix 'http://example.com/100% é'
  percent fix -f urls.txt -o fixed.txt`,
		RunE: records.Runs(a, func(_ context.Context, s *stream.Streams, l records.Line) error {
			return j.HintPlaceholder(s.UI, func() error { return runAndReport(j, l, "fixed") })
		}),
	}
	addCoding(j, cmd)
	return cmd
}

// addCoding gives cmd the flags shared by encode, fix and decode.
func addCoding(j *records.Job, cmd *cobra.Command) {
	j.AddTo(cmd)
	j.AddColumns(cmd)
}

// runAndReport runs a job whose input is malformed only if a dialect refuses it
// or a charset cannot represent it.
func runAndReport(j *records.Job, l records.Line, done string) error {
	err := j.Run(l)
	j.Tell.Charset(&j.Do)
	if err != nil {
		return err
	}
	j.Tell.Flaws(&j.Do.Policy)
	if j.Tell.Verbose {
		j.Tell.UI.Note("%s %s as %s%s", done, term.Count(j.Tell.Values, "value"), j.Do.Plan.Dialect.ID, j.Do.InCharset())
	}
	return nil
}
