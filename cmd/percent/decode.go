package main

import (
	"bytes"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/inspect/explain"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
)

func init() { register("decode", newDecode) }

func newDecode(a *stream.Streams) *cobra.Command {
	d := &decodeRun{job: newJob(a, "decode")}
	j := d.job
	cmd := &cobra.Command{
		Use:   "decode [flags] [TEXT...]",
		Short: "decode percent-encoded text",
		Long: `decode percent-decodes each TEXT, or each line of standard input or of the files
of -f, and prints one line for each.

A '+' is a '+'. Only forms write a space that way: --as form. In a whole URL only the
query does: --as url decodes each component by its own rule. A malformed escape ends
the command with status 3, unless --on-error says otherwise; what precedes it is
written.

Without --charset, values are octets, and none is malformed: %FF becomes the octet FF,
even with --on-error replace. With --charset utf-8, --on-error is for text that is not
UTF-8, too, and replace writes U+FFFD for it.`,
		Example: `  percent decode Dogs%2C%20Cats%20%26%20Mice
  percent decode --as form 'q=caf%C3%A9+au+lait'
  percent decode --as url 'https://example.com/a+b?q=caf%C3%A9+au+lait'
  percent decode --on-error keep -f urls.txt -o decoded.txt
  percent decode --layers all 100%2525
  percent decode --json < urls.txt`,
		GroupID: groupCode,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := j.prepare(); err != nil {
				return err
			}
			ordinary := j.request.As == "" && j.request.Space == ""
			j.decodes, j.ordinary = true, ordinary
			j.onRead = d.see
			if undoes(j.plan.Dialect, "%0A") {
				d.lineEnd.find = aLineEnd
			}
			if !j.json {
				d.left.find = anEscape
				j.onWrite = func(b []byte) {
					d.left.see(b)
					d.text.see(b)
				}
			}
			if e := j.plan.Encoding; j.verbose && e != nil && e.Malformed() == percent.MalformedKept {
				j.plan.Tolerated = bulk.Told
			}
			err := j.run(cmd, args)
			j.reportCharset()
			if err != nil {
				return err
			}
			d.report(ordinary)
			return nil
		},
	}
	j.addCoding(cmd)
	return cmd
}

// octetsStay returns what to do about a result that is not UTF-8, for a hint.
func (j *job) octetsStay() string {
	switch word := j.policy.Value; {
	case j.plan.Encoding == nil:
		return ""
	case j.plan.Layers > 1:
		return "; decode the last layer on its own, with --charset utf-8 or detect"
	case word != "":
		return "; only with --charset utf-8 does --on-error " + word + " apply to it"
	}
	return "; --charset detect guesses its charset"
}

// A decodeRun is what the values of one run of decode have in common.
type decodeRun struct {
	*job
	pluses int64 // '+', or 1 where it is enough to know that there is one

	lineEnd, left lookout // an escape of a line end, and one in the result
	plus          plusWatch
	text          textWatch
}

// see counts the '+' of text, and looks for what surprises.
func (d *decodeRun) see(text []byte) {
	d.lineEnd.see(text)
	d.plus.see(text)
	switch {
	case d.plan.Encoding == nil:
	case d.verbose:
		d.pluses += int64(bytes.Count(text, []byte{'+'}))
	case d.pluses == 0 && bytes.IndexByte(text, '+') >= 0:
		d.pluses = 1
	}
}

// report tells what decoding did and what may not have been meant. ordinary
// means that nobody has said what a '+' is.
func (d *decodeRun) report(ordinary bool) {
	j := d.job
	j.policy.report(j.UI)
	plusIsSpace := j.plan.Encoding != nil && j.plan.Encoding.Plus() == percent.PlusIsSpace
	if j.verbose {
		j.UI.Note("decoded %s as %s%s", term.Count(j.values, "value"), j.name(), j.inCharset())
		switch {
		case j.plan.Encoding == nil, j.table != nil, j.plan.Parts == bulk.FormQuery:
		case plusIsSpace:
			j.UI.Note("%d '+' read as spaces", d.pluses)
		default:
			j.UI.Note("%d '+' kept", d.pluses)
		}
		if j.plan.Tolerated == bulk.Told {
			j.UI.Note("%s kept, as %s has it", term.Count(j.kept, "malformed escape"), j.plan.Dialect.ID)
		}
	}
	if ordinary && d.pluses > 0 && !plusIsSpace {
		switch d.plus.reading() {
		case explain.PlusItself:
		case explain.PlusProbablySpace:
			j.UI.Hint("a '+' was kept; in the query of a URL it is a space: --as url")
		default:
			j.UI.Hint("a '+' was kept; a form would read it as a space: --as form")
		}
	}
	if j.json {
		return
	}
	if escape := d.left.found; escape != "" && j.policy.Count == 0 && undoes(j.plan.Dialect, escape) {
		j.UI.Hint("the result still holds escapes, such as " + escape + ": `percent layers` shows how often it was encoded")
	}
	if j.sep == stream.Lines && d.lineEnd.found != "" {
		j.UI.Hint("a value holds a line end, " + d.lineEnd.found + ", so that it takes several lines; -0 ends values by NUL, --json escapes line ends")
	}
	if d.text.notUTF8() && j.plan.Charset == nil {
		j.UI.Hint("the result is not UTF-8" + j.octetsStay())
	}
}
