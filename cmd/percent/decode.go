package main

import (
	"bytes"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/bulk/recipe"
	"github.com/pct-encoded/percent/inspect/explain"
)

func init() { register("decode", newDecode) }

// wholeURLName is what --as takes for whole URLs, which are not a dialect: each
// component has its own.
const wholeURLName = "url"

func newDecode(a *app) *cobra.Command {
	d := &decodeRun{job: &job{app: a, policy: newPolicy(), code: bulk.Decode}}
	j := d.job
	var flags dialectFlags
	var text charsetFlag
	var layers string
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
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			wholeURL := strings.EqualFold(flags.as, wholeURLName)
			if wholeURL {
				if flags.space.value != "" {
					return usageError("leave out --space", "a whole URL says itself where a '+' is a space")
				}
				flags.as, j.called = "rfc3986.uri", wholeURLName
			}
			if j.dialect, j.enc, err = flags.encoding(a.ui, "rfc3986"); err != nil {
				return err
			}
			if err := j.obeys(); err != nil {
				return err
			}
			j.decodes, j.ordinary = true, flags.as == "" && flags.space.value == ""
			if err := text.suits(j); err != nil {
				return err
			}
			if j.layers, err = recipe.Layers(layers); err != nil {
				return recipeError(err)
			}
			if j.layers > 1 && text.label != "" {
				return usageError("decode all layers but the last without --charset first", "--charset is for one layer, and --layers %s is for more", layers)
			}
			if j.enc != nil {
				j.parts = charsetParts(j.dialect)
				if wholeURL {
					j.parts = bulk.FormQuery
				}
			}
			j.onRead = d.see
			if undoes(j.dialect, "%0A") {
				d.lineEnd.find = aLineEnd
			}
			if !j.json {
				d.left.find = anEscape
				j.onWrite = func(b []byte) {
					d.left.see(b)
					d.text.see(b)
				}
			}
			if j.verbose && j.enc != nil && j.enc.Malformed() == percent.MalformedKept {
				j.tolerated = bulk.Told
			}
			if err := text.decodeWith(j); err != nil {
				return err
			}
			err = j.run(cmd, args)
			j.reportCharset()
			if err != nil {
				return err
			}
			d.report(flags.as == "" && flags.space.value == "")
			return nil
		},
	}
	flags.addAs(cmd, "rfc3986")
	cmd.Flag("as").Usage += "; url for whole URLs"
	flags.addSpace(cmd, "a '+' is a space (plus) or itself (percent)")
	text.add(cmd, "the charset that the escapes are in, any `LABEL` of the Encoding Standard, or detect; the output is UTF-8")
	j.addCoding(cmd)
	cmd.Flags().StringVar(&layers, "layers", "1", "decode `N` times; all: as long as there are escapes and all are valid")
	_ = cmd.RegisterFlagCompletionFunc("layers", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return []string{"2", "all"}, cobra.ShellCompDirectiveNoFileComp
	})
	return cmd
}

// octetsStay returns what to do about a result that is not UTF-8, for a hint.
func (j *job) octetsStay() string {
	switch word := j.policy.value; {
	case j.enc == nil:
		return ""
	case j.layers > 1:
		return "; decode the last layer on its own, with --charset utf-8 or detect"
	case word != "":
		return "; only with --charset utf-8 does --on-error " + word + " apply to it"
	}
	return "; --charset detect guesses its charset"
}

// obeys makes j follow --on-error where the dialect itself keeps malformed escapes.
// To list those that are kept, as --errors does, j refuses them too. A dialect with
// rules of its own cannot be changed so.
func (j *job) obeys() error {
	word := j.policy.value
	switch {
	case (word == "" || word == "keep") && !j.columns.lists():
	case j.enc != nil && j.enc.Malformed() == percent.MalformedKept:
		j.enc = j.enc.WithMalformed(percent.MalformedRefused)
	case word != "" && word != "keep" && j.enc == nil && j.refusesNothing():
		return usageError("leave out --on-error, or take another dialect",
			"--on-error %s has nothing to do: %s decodes whatever it is given, as the program does", word, j.dialect.ID)
	}
	return nil
}

// refusesNothing reports whether the dialect decodes what others refuse.
func (j *job) refusesNothing() bool {
	for _, s := range []string{"%zz", "%", "%4", "%FF", "é", "%u12", "%00"} {
		if _, err := j.dialect.AppendDecode(nil, []byte(s)); err != nil {
			return false
		}
	}
	return true
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
	case d.enc == nil:
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
	j.policy.report(j.ui)
	plusIsSpace := j.enc != nil && j.enc.Plus() == percent.PlusIsSpace
	if j.verbose {
		j.ui.note("decoded %s as %s%s", count(j.values, "value"), j.name(), j.inCharset())
		switch {
		case j.enc == nil, j.table != nil, j.parts == bulk.FormQuery:
		case plusIsSpace:
			j.ui.note("%d '+' read as spaces", d.pluses)
		default:
			j.ui.note("%d '+' kept", d.pluses)
		}
		if j.tolerated == bulk.Told {
			j.ui.note("%s kept, as %s has it", count(j.kept, "malformed escape"), j.dialect.ID)
		}
	}
	if ordinary && d.pluses > 0 && !plusIsSpace {
		switch d.plus.reading() {
		case explain.PlusItself:
		case explain.PlusProbablySpace:
			j.ui.hint("a '+' was kept; in the query of a URL it is a space: --as url")
		default:
			j.ui.hint("a '+' was kept; a form would read it as a space: --as form")
		}
	}
	if j.json {
		return
	}
	if escape := d.left.found; escape != "" && j.policy.Count == 0 && undoes(j.dialect, escape) {
		j.ui.hint("the result still holds escapes, such as " + escape + ": `percent layers` shows how often it was encoded")
	}
	if j.sep == lines && d.lineEnd.found != "" {
		j.ui.hint("a value holds a line end, " + d.lineEnd.found + ", so that it takes several lines; -0 ends values by NUL, --json escapes line ends")
	}
	if d.text.notUTF8() && j.charset == nil {
		j.ui.hint("the result is not UTF-8" + j.octetsStay())
	}
}
