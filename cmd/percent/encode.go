package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/dialect"
)

func init() {
	register("encode", newEncode)
	register("fix", newFix)
}

// mostTimes is how often encode encodes at most. With --escape-all, each time
// triples the length.
const mostTimes = 6

func newEncode(a *app) *cobra.Command {
	j := &job{app: a, policy: newPolicy(), code: bulk.Encode}
	var flags dialectFlags
	var text charsetFlag
	var times int
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
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if strings.EqualFold(flags.as, wholeURLName) {
				return usageError("`percent fix` makes a URL legal; --as rfc3986.segment or rfc3986.query encodes a part of one",
					"a whole URL cannot be encoded: its delimiters cannot be told from data")
			}
			if j.dialect, j.enc, err = flags.encoding(a.ui, "rfc3986"); err != nil {
				return err
			}
			// A dialect with rules of its own holds a value and refuses it as a whole.
			if word := j.policy.word(); j.enc == nil && (word == "keep" || word == "replace") {
				return usageError("it takes fail or skip there", "--on-error %s is for decoding: an encoder that refuses a value writes none", word)
			}
			if err := text.encodeWith(j); err != nil {
				return err
			}
			if times < 1 || times > mostTimes {
				return usageError("", "flag --times takes a number from 1 to %d", mostTimes)
			}
			if j.layers = bulk.Layers(times); times > 1 && text.label != "" {
				return usageError("encode in the charset first, and what comes of it without --charset", "--charset is for one layer, and --times %d is for more", times)
			}
			var escape, url, dots lookout
			if times == 1 && j.alters("%41") {
				escape.find = anEscape
			}
			// Naming a dialect settles what is encoded.
			if flags.as == "" && times == 1 && !flags.all && j.alters("://") {
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
				a.ui.hint("a whole URL was encoded as one value; `percent fix` makes a URL legal, and --as rfc3986.segment or rfc3986.query encodes a part of one")
			case escape.found != "":
				a.ui.hint(escape.found + " was an escape already and was encoded again; `percent fix` leaves escapes as they are")
			}
			dots.see([]byte("\n")) // the end of the last value
			if s := dots.found; s != "" {
				a.ui.hint(fmt.Sprintf("as a segment of a path, %q %s, and so is its escape %%2E; refuse such values for paths, as `percent uri set path+=` does", s, dotsMean(s)))
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&flags.all, "escape-all", false, "escape every byte, even letters, except those of --keep")
	cmd.Flags().IntVar(&times, "times", 1, "encode `N` times, each time the result of the last")
	j.addEncoding(cmd, &flags, &text, "rfc3986")
	return cmd
}

func newFix(a *app) *cobra.Command {
	j := &job{app: a, bom: true, policy: newPolicy(), code: bulk.Fix}
	var flags dialectFlags
	var text charsetFlag
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
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if strings.EqualFold(flags.as, wholeURLName) {
				flags.as = "rfc3986.uri"
			}
			if j.dialect, j.enc, err = flags.encoding(a.ui, "rfc3986.uri"); err != nil {
				return err
			}
			var cannot *dialect.FixError
			if errors.As(j.dialect.Fixes(), &cannot) {
				return usageError("`percent dialects show "+flags.as+"` tells its choices", "fix cannot work by %s: %s (%v)", flags.as, cannot.Reason, cannot.Choice)
			}
			if err := text.encodeWith(j); err != nil {
				return err
			}
			return j.runAndReport(cmd, args, "fixed")
		},
	}
	j.addEncoding(cmd, &flags, &text, "rfc3986.uri")
	return cmd
}

// addEncoding gives cmd the flags that encode and fix share.
func (j *job) addEncoding(cmd *cobra.Command, flags *dialectFlags, text *charsetFlag, standard string) {
	flags.encodes = true
	flags.addAs(cmd, standard)
	flags.addSets(cmd)
	flags.addSpace(cmd, "how a space is written")
	text.add(cmd, "convert the text from UTF-8 to this charset, any `LABEL` of the Encoding Standard, and encode that")
	j.addCoding(cmd)
}

// addCoding gives cmd the flags that encode, fix and decode share.
func (j *job) addCoding(cmd *cobra.Command) {
	j.add(cmd)
	j.addColumns(cmd)
	j.policy.addTo(cmd)
}

// runAndReport runs a job that meets malformed input only where a dialect
// refuses it or text is to be written in a charset.
func (j *job) runAndReport(cmd *cobra.Command, args []string, done string) error {
	err := j.run(cmd, args)
	j.reportCharset()
	if err != nil {
		return err
	}
	j.policy.report(j.ui)
	if j.verbose {
		j.ui.note("%s %s as %s%s", done, count(j.values, "value"), j.dialect.ID, j.inCharset())
	}
	return nil
}
