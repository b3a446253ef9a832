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
	o := &decodeOptions{job: records.NewJob(a, "decode")}
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
	addCoding(o.job, cmd)
	return cmd
}

func (o *decodeOptions) run(_ context.Context, s *stream.Streams, l records.Line) error {
	j := o.job
	if err := j.Prepare(); err != nil {
		return err
	}
	j.Do.OnRead = o.see
	if records.Undoes(j.Do.Plan.Dialect, "%0A") {
		o.lineEnd.Find = records.FindLineEnd
	}
	if !j.Tell.JSON {
		o.left.Find = records.FindEscape
		j.Do.OnWrite = func(b []byte) {
			o.left.See(b)
			o.text.See(b)
		}
	}
	if e := j.Do.Plan.Encoding; j.Tell.Verbose && e != nil && e.Malformed() == percent.MalformedKept {
		j.Do.Plan.Tolerated = bulk.Told
	}
	err := j.Run(l)
	j.Tell.Charset(&j.Do)
	if err != nil {
		return err
	}
	o.report(s.UI, l)
	return nil
}

// decodeOptions holds the flags of decode and what was observed in the values.
type decodeOptions struct {
	job    *records.Job
	pluses int64 // number of '+', with --verbose

	lineEnd, left records.Lookout // an escaped line end, and an escape in the result
	plus          records.PlusWatch
	text          records.TextWatch
}

// see counts the '+' in text and looks for surprises.
func (d *decodeOptions) see(text []byte) {
	d.lineEnd.See(text)
	d.plus.See(text)
	if d.job.Tell.Verbose {
		d.pluses += int64(bytes.Count(text, []byte{'+'}))
	}
}

// report reports what decoding did and what may be unintended.
func (d *decodeOptions) report(u *term.UI, l records.Line) {
	do, tell, table := &d.job.Do, &d.job.Tell, l.TableFlag() != ""
	plan := do.Plan
	tell.Flaws(&do.Policy)
	plusIsSpace := plan.Encoding != nil && plan.Encoding.Plus() == percent.PlusIsSpace
	if tell.Verbose {
		u.Note("decoded %s as %s%s", term.Count(tell.Values, "value"), do.Name(), do.InCharset())
		switch {
		case plan.Encoding == nil, table, plan.Parts == bulk.FormQuery:
		case plusIsSpace:
			u.Note("%d '+' read as spaces", d.pluses)
		default:
			u.Note("%d '+' kept", d.pluses)
		}
		if plan.Tolerated == bulk.Told {
			u.Note("%s kept, as %s has it", term.Count(tell.Kept, "malformed escape"), plan.Dialect.ID)
		}
	}
	if do.Ordinary() && !plusIsSpace {
		switch d.plus.Reading() {
		case explain.PlusNone, explain.PlusItself:
		case explain.PlusProbablySpace:
			u.Hint("a '+' was kept; in the query of a URL it is a space: --as url")
		default:
			u.Hint("a '+' was kept; a form would read it as a space: --as form")
		}
	}
	if escape := d.left.Found; escape != "" && !table && tell.Malformed.Count == 0 && records.Undoes(plan.Dialect, escape) {
		u.Hint("the result still holds escapes, such as " + escape + ": `percent layers` shows how often it was encoded")
	}
	if !tell.JSON && d.job.In.Separator() == stream.Lines && d.lineEnd.Found != "" {
		u.Hint("a value contains a line end, " + d.lineEnd.Found + ", so it takes several lines; -0 ends values with NUL, --json escapes line ends")
	}
	if broken := d.text.NotUTF8(); broken && plan.Charset == nil {
		u.Hint("the result is not UTF-8" + do.OctetsStay())
	} else if broken && table {
		u.Hint("the table is not UTF-8, and what was decoded is: the output is in two charsets; convert the table to UTF-8 first, such as with iconv")
	}
}
