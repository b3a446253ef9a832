package main

import (
	"bytes"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/form"
)

func init() { register(newForm) }

func newForm(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "form",
		Short: "queries and forms: pairs of names and values",
		Long: `form reads, writes and edits application/x-www-form-urlencoded, the a=1&b=2 of
queries and form bodies, as pairs in order, by the URL Standard. A query is given
without its '?'.`,
		GroupID: groupURI,
	}
	cmd.AddCommand(newFormDecode(a), newFormEncode(a), newFormGet(a), newFormSet(a), newFormAppend(a), newFormDelete(a), newFormSort(a))
	return family(cmd)
}

// A formJob is one run of a form command: a job whose values are queries.
type formJob struct {
	*job
	dialectFlags
	text charsetFlag

	semicolons   bool
	charsetField bool
	crlf         bool
	empty        choice
	nested       choice
	pairs, depth int // limits

	rules      *form.Rules
	convention *form.Convention
	looks      map[string]bool // hints to give
}

func newFormJob(a *app) *formJob {
	f := &formJob{job: &job{app: a, policy: newPolicy(), hold: true}, looks: map[string]bool{}}
	f.policy.value = "keep"
	return f
}

// conventions are what --nested takes.
var conventions = []struct {
	word string
	is   *form.Convention
}{
	{"php", form.PHP},
	{"php-rfc3986", form.PHPRFC3986},
	{"rails", form.Rails},
	{"rack", form.Rack},
	{"qs", form.QS},
	{"qs-brackets", form.QSBrackets},
	{"qs-repeat", form.QSRepeat},
	{"qs-rfc1738", form.QSRFC1738},
	{"jquery", form.JQuery},
	{"python", form.Python},
}

// addReading adds the flags of commands that read a query.
func (f *formJob) addReading(cmd *cobra.Command) {
	flags := cmd.Flags()
	f.addCommon(cmd)
	flags.BoolVar(&f.semicolons, "semicolons", false, "';' separates pairs, too, as in HTML 4")
	flags.IntVar(&f.pairs, "max-pairs", form.DefaultPairs, "refuse a query of more pairs than `N`")
	addChoice(cmd, &f.policy.choice, "on-error", "malformed escapes and text: refuse them, keep them, write U+FFFD for text that is none, or drop the query")
}

// addWriting adds the flags of commands that write pairs.
func (f *formJob) addWriting(cmd *cobra.Command) {
	f.hex.words = []string{"upper", "lower"}
	addChoice(cmd, &f.hex, "hex", "case of the digits of escapes")
	cmd.Flags().BoolVar(&f.crlf, "crlf", false, "write line breaks as CR LF, as browsers do")
	f.empty.words = []string{"written", "bare", "omitted"}
	addChoice(cmd, &f.empty, "empty", "a pair whose value is empty: a=, or a, or nothing")
}

func (f *formJob) addCommon(cmd *cobra.Command) {
	f.addAs(cmd, "form")
	f.addSpace(cmd, "a space is '+', or %20 and a '+' itself")
	f.text.add(cmd, "the charset of names and values, by any label of the Encoding Standard")
	cmd.Flags().BoolVar(&f.charsetField, "charset-field", false, "a pair _charset_ names the charset, as in HTML")
	f.addStreams(cmd)
}

func (f *formJob) addNested(cmd *cobra.Command, usage string) {
	for _, c := range conventions {
		f.nested.words = append(f.nested.words, c.word)
	}
	addChoice(cmd, &f.nested, "nested", usage)
	cmd.Flags().IntVar(&f.depth, "max-depth", form.DefaultDepth, "refuse data of more levels than `N`")
}

// prepare makes the rules of what the flags say.
func (f *formJob) prepare(cmd *cobra.Command) error {
	for name, n := range map[string]int{"max-pairs": f.pairs, "max-depth": f.depth} {
		if cmd.Flags().Changed(name) && n < 1 {
			return usageError("", "flag --%s takes a number from 1", name)
		}
	}
	if f.nested.value != "" {
		for _, name := range []string{"as", "space", "hex", "charset", "charset-field", "semicolons", "crlf", "empty"} {
			if cmd.Flags().Changed(name) {
				return usageError("leave out --"+name, "--nested writes and reads as a program does, and that has no --%s", name)
			}
		}
		for _, c := range conventions {
			if c.word == f.nested.value {
				f.convention = c.is.WithLimits(form.Limits{Pairs: f.pairs, Depth: f.depth, Bytes: form.NoLimit})
			}
		}
		return nil
	}
	var err error
	if f.dialect, f.enc, err = f.encoding("form"); err != nil {
		return err
	}
	if f.enc == nil {
		return usageError("`percent dialects list` lists others", "%s makes choices of its own, and is not for forms", f.dialect.ID)
	}
	switch f.policy.word() {
	case "keep":
		f.enc = f.enc.WithMalformed(percent.MalformedKept).WithInvalidUTF8(percent.InvalidUTF8Kept)
	case "replace":
		f.enc = f.enc.WithMalformed(percent.MalformedKept).WithInvalidUTF8(percent.InvalidUTF8Replaced)
	default:
		f.enc = f.enc.WithMalformed(percent.MalformedRefused).WithInvalidUTF8(percent.InvalidUTF8Refused)
	}
	f.rules = form.Standard.WithEncoding(f.enc).WithLimits(form.Limits{Pairs: f.pairs, Bytes: form.NoLimit})
	if f.semicolons {
		f.rules = f.rules.WithSeparators(form.AmpersandOrSemicolon)
	}
	if f.charsetField {
		f.rules = f.rules.WithCharsetField(form.CharsetFieldUsed)
	}
	if f.crlf {
		f.rules = f.rules.WithNewlines(form.NewlinesCRLF)
	}
	switch f.empty.value {
	case "bare":
		f.rules = f.rules.WithEmpty(form.EmptyBare)
	case "omitted":
		f.rules = f.rules.WithEmpty(form.EmptyOmitted)
	}
	if f.text.label == detectWord {
		if cmd.Flags().Lookup("max-pairs") == nil {
			return f.text.encodeWith(f.job)
		}
		f.detect = true
		return nil
	}
	c, err := f.text.charset()
	if c != nil {
		if c.Output() != c && cmd.Flags().Lookup("max-pairs") == nil {
			f.ui.note("%s is only read: what is written is %s, as the Encoding Standard has it", c, c.Output())
		}
		f.job.charset = c
	}
	return err
}

// inText returns the rules with the charset that was named or guessed.
func (f *formJob) inText() *form.Rules {
	if c := f.job.charset; c != nil && c != f.rules.Charset() {
		f.rules = f.rules.WithCharset(c)
	}
	return f.rules
}

// start runs the job with that function for each query. The first lead
// arguments are no queries.
func (f *formJob) start(cmd *cobra.Command, args []string, lead int, one func(dst []byte, query string) ([]byte, error)) error {
	f.one = func(_ *job, dst, text []byte, at place) ([]byte, *flaw) {
		f.look(text)
		f.seeRaw(cmd, text, at)
		out, err := one(dst, string(text))
		if err == nil {
			return out, nil
		}
		wrong := formFlaw(err)
		if f.policy.word() == "skip" {
			f.policy.add(at, wrong)
		} else if wrong.failure == nil && f.policy.word() != "fail" {
			// Only a convention refuses anything then.
			wrong.failure = &failure{status: statusInput, text: wrong.text()}
		}
		return dst, wrong
	}
	f.leading = lead
	err := f.run(cmd, args[lead:])
	f.reportCharset()
	for hint := range f.looks {
		f.ui.hint(hint)
	}
	if err == nil {
		f.policy.report(f.ui)
	}
	return err
}

// seeRaw notices text without escapes in a query that is read in a charset.
func (f *formJob) seeRaw(cmd *cobra.Command, query []byte, at place) {
	if c := f.job.charset; c == nil || c == charset.UTF8 || f.raw.count > 0 || cmd.Flags().Lookup("max-pairs") == nil {
		return
	}
	if i := slices.IndexFunc(query, func(b byte) bool { return b >= utf8.RuneSelf }); i >= 0 {
		f.raw.add(at, int64(i), string(query[i:i+1]))
	}
}

// look sees whether something else than a query was given.
func (f *formJob) look(query []byte) {
	switch name, _, _ := bytes.Cut(query, []byte("=")); {
	case bytes.HasPrefix(query, []byte("?")):
		f.looks["the query begins with '?', which is part of the first name then; leave it out"] = true
	case bytes.Contains(name, []byte("://")) && bytes.IndexByte(name, '?') >= 0:
		f.looks["a whole URL was given; its query is what stands between '?' and '#'"] = true
	}
}

// formFlaw returns what an error of package form says.
func formFlaw(err error) *flaw {
	var (
		own      *flawError
		pair     *form.PairError
		limit    *form.LimitError
		nesting  *form.NestingError
		syntax   *percent.SyntaxError
		encoded  *charset.DecodeError
		lacksTop = strings.TrimPrefix(err.Error(), "form: ")
	)
	switch {
	case errors.As(err, &own):
		return own.flaw
	case errors.As(err, &limit):
		hint := "--max-pairs raises the limit"
		if limit.Limit == form.DepthLimit {
			hint = "--max-depth raises the limit"
		}
		return &flaw{failure: &failure{status: statusUsage, text: lacksTop, hint: hint}}
	case errors.As(err, &nesting):
		return &flaw{failure: &failure{status: statusInput, text: lacksTop}}
	case errors.As(err, &pair) && errors.As(err, &syntax):
		return &flaw{SyntaxError: *syntax, pair: pair.Pair}
	case errors.As(err, &pair) && errors.As(err, &encoded):
		f := newTextFlaw(encoded.Charset, int(encoded.Offset), encoded.Bytes)
		f.pair = pair.Pair
		return f
	}
	return &flaw{failure: &failure{status: statusInput, text: lacksTop}}
}

// A flawError is a flaw on its way.
type flawError struct{ flaw *flaw }

func (e *flawError) Error() string { return e.flaw.text() }

// refuse returns the error for a value that makes no sense.
func refuse(hint, text string) error {
	return &flawError{&flaw{failure: &failure{status: statusInput, text: text, hint: hint}}}
}

// exactly refuses fewer arguments than there are words, which come before the
// queries.
func exactly(words ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < len(words) {
			return usageError("`"+cmd.CommandPath()+" --help` shows its usage", "%s needs %s", cmd.CommandPath(), strings.Join(words, " and "))
		}
		return nil
	}
}

// pairNumber returns how an error calls a pair.
func pairNumber(i int) string { return "pair " + strconv.Itoa(i+1) }
