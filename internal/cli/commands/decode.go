package commands

import (
	"bytes"
	"context"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/inspect/explain"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
)

func newDecode(a *stream.Streams) *cobra.Command {
	o := &decodeOptions{Job: records.NewJob(a, "decode")}
	cmd := &cobra.Command{
		Use:   "decode [flags] [TEXT...]",
		Short: "decode percent-encoded text",
		Long: `decode percent-decodes each TEXT, or each line of standard input or of the files
of -f, and prints one line for each.

A '+' stays a plus sign. --as form reads it as a space. --as url decodes a whole URL, in
which only the '+' of the query is a space. A malformed escape ends the command with
status 3, unless --on-error says otherwise; everything before it is written.

Without --charset, values are octets, and none is malformed: %FF becomes the octet FF,
even with --on-error replace. With --charset utf-8, text that is not UTF-8 is malformed
too, and --on-error replace writes U+FFFD for it.`,
		Example: `  percent decode Dogs%2C%20Cats%20%26%20Mice
  percent decode --as form 'q=caf%C3%A9+au+lait'
  percent decode --as url 'https://example.com/a+b?q=caf%C3%A9+au+lait'
  percent decode --on-error keep -f urls.txt -o decoded.txt
  percent decode --layers all 100%2525
  percent decode --json < urls.txt`,
		RunE: records.Runs(a, o.run),
	}
	addCoding(o.Job, cmd)
	return cmd
}

func (o *decodeOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	if err := o.Prepare(); err != nil {
		return err
	}
	ordinary := o.Request.As == "" && o.Request.Space == ""
	o.Decodes, o.Ordinary = true, ordinary
	o.OnRead = o.see
	if records.Undoes(o.Plan.Dialect, "%0A") {
		o.lineEnd.Find = records.FindLineEnd
	}
	if !o.JSON {
		o.left.Find = records.FindEscape
		o.OnWrite = func(b []byte) {
			o.left.See(b)
			o.text.See(b)
		}
	}
	if e := o.Plan.Encoding; o.Verbose && e != nil && e.Malformed() == percent.MalformedKept {
		o.Plan.Tolerated = bulk.Told
	}
	err := o.Run(l)
	o.ReportCharset()
	if err != nil {
		return err
	}
	o.report(ordinary)
	return nil
}

// decodeOptions holds the flags of decode and what was observed in the values.
type decodeOptions struct {
	*records.Job
	pluses int64 // number of '+', or 1 if more than none suffices

	lineEnd, left records.Lookout // an escaped line end, and an escape in the result
	plus          records.PlusWatch
	text          records.TextWatch
}

// see counts the '+' in text and looks for surprises.
func (d *decodeOptions) see(text []byte) {
	d.lineEnd.See(text)
	d.plus.See(text)
	switch {
	case d.Plan.Encoding == nil:
	case d.Verbose:
		d.pluses += int64(bytes.Count(text, []byte{'+'}))
	case d.pluses == 0 && bytes.IndexByte(text, '+') >= 0:
		d.pluses = 1
	}
}

// report reports what decoding did and what may be unintended. ordinary means
// that no option determines the meaning of '+'.
func (d *decodeOptions) report(ordinary bool) {
	j := d.Job
	j.Policy.Report(j.UI)
	plusIsSpace := j.Plan.Encoding != nil && j.Plan.Encoding.Plus() == percent.PlusIsSpace
	if j.Verbose {
		j.UI.Note("decoded %s as %s%s", term.Count(j.Values, "value"), j.Name(), j.InCharset())
		switch {
		case j.Plan.Encoding == nil, j.Table != nil, j.Plan.Parts == bulk.FormQuery:
		case plusIsSpace:
			j.UI.Note("%d '+' read as spaces", d.pluses)
		default:
			j.UI.Note("%d '+' kept", d.pluses)
		}
		if j.Plan.Tolerated == bulk.Told {
			j.UI.Note("%s kept, as %s has it", term.Count(j.Kept, "malformed escape"), j.Plan.Dialect.ID)
		}
	}
	if ordinary && d.pluses > 0 && !plusIsSpace {
		switch d.plus.Reading() {
		case explain.PlusItself:
		case explain.PlusProbablySpace:
			j.UI.Hint("a '+' was kept; in the query of a URL it is a space: --as url")
		default:
			j.UI.Hint("a '+' was kept; a form would read it as a space: --as form")
		}
	}
	if j.JSON {
		return
	}
	if escape := d.left.Found; escape != "" && j.Policy.Count == 0 && records.Undoes(j.Plan.Dialect, escape) {
		j.UI.Hint("the result still holds escapes, such as " + escape + ": `percent layers` shows how often it was encoded")
	}
	if j.Sep == stream.Lines && d.lineEnd.Found != "" {
		j.UI.Hint("a value contains a line end, " + d.lineEnd.Found + ", so it takes several lines; -0 ends values with NUL, --json escapes line ends")
	}
	if d.text.NotUTF8() && j.Plan.Charset == nil {
		j.UI.Hint("the result is not UTF-8" + j.OctetsStay())
	}
}
