package commands

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode/utf8"
	"unsafe"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/form"
	"github.com/pct-encoded/percent/form/nested"
	"github.com/pct-encoded/percent/internal/cli/records"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/protocols"
	"github.com/pct-encoded/percent/internal/strictjson"
	"github.com/pct-encoded/percent/internal/words"
	"github.com/spf13/cobra"
)

func newForm(a *stream.Streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "form",
		Short: "queries and forms: pairs of names and values",
		Long: `form reads, writes and edits application/x-www-form-urlencoded, the
a=1&b=2 of queries and form bodies, as pairs in order, by the URL Standard. Write a
query without its '?', or write a whole URL, whose query is then read or edited.`,
	}
	cmd.AddCommand(newFormDecode(a), newFormEncode(a), newFormGet(a), newFormNames(a), newFormSet(a), newFormAppend(a), newFormDelete(a), newFormSort(a))
	return onlyBelow(cmd)
}

// A formJob is one run of a form command: a job whose values are queries.
type formJob struct {
	job   *records.Job
	reads bool // values are queries
	edits bool // the result for a URL is a URL

	// quick, if not nil, appends the result for a query as the function passed to start
	// does, or reports false. It must not retain the query.
	quick      func(dst []byte, query string) ([]byte, bool)
	rules      *form.Rules
	convention *nested.Convention
	notes      bool         // report left-out fields, which no flag asked for
	omitted    atomic.Int64 // number of fields left out
	mu         sync.Mutex
	hints      []string // given at the end, each once
}

// newFormJob returns a job for the operation "form" verb.
func newFormJob(a *stream.Streams, verb string) *formJob {
	f := &formJob{job: records.NewJob(a, "form "+verb)}
	f.reads = f.job.Do.Row.Choice("in", operation.Command) != nil
	return f
}

// conventions are the values of --nested.
var conventions = lazy.Value[map[string]*nested.Convention]{Make: func() map[string]*nested.Convention {
	return map[string]*nested.Convention{
		"php":         nested.PHP,
		"php-rfc3986": nested.PHPRFC3986,
		"rails":       nested.Rails,
		"rack":        nested.Rack,
		"qs":          nested.QS,
		"qs-brackets": nested.QSBrackets,
		"qs-repeat":   nested.QSRepeat,
		"qs-rfc1738":  nested.QSRFC1738,
		"jquery":      nested.JQuery,
		"python":      nested.Python,
	}
}}

// addTo gives cmd the flags of the job.
func (f *formJob) addTo(cmd *cobra.Command) {
	f.job.In.AddTo(cmd)
	f.job.Tell.AddJSON(cmd)
	f.job.Do.AddTo(cmd)
}

// prepare makes the rules from the flags.
func (f *formJob) prepare(l records.Line) error {
	do := &f.job.Do
	request := &do.Request
	limits := form.Limits{Pairs: form.DefaultPairs, Depth: form.DefaultDepth, Bytes: form.NoLimit}
	if n := request.MaxDepth; n != nil {
		limits.Depth = *n
	}
	if n := request.MaxPairs; n != nil {
		limits.Pairs = *n
	}
	if request.Nested != "" {
		for _, name := range []string{"as", "space", "hex", "charset", "charset-field", "semicolons", "crlf", "empty"} {
			if l.Has(name) {
				return term.UsageError("leave out --"+name, "--nested follows the program and does not accept --%s", name)
			}
		}
		f.convention = conventions.Get()[request.Nested].WithLimits(limits)
		return nil
	}
	request.OnError = do.Policy.Value
	plan, err := request.FormPlan(operation.Command)
	if err != nil {
		return records.BadRequest(err)
	}
	do.Plan = plan
	f.rules = request.Form(plan.Encoding)
	if l.Has("semicolons") {
		f.rules = f.rules.WithSeparators(form.AmpersandOnly)
		if request.Semicolons {
			f.rules = f.rules.WithSeparators(form.AmpersandOrSemicolon)
		}
	}
	plan.Encoding = f.rules.Encoding()
	if l.Has("crlf") {
		f.rules = f.rules.WithNewlines(form.NewlinesKept)
		if request.CRLF {
			f.rules = f.rules.WithNewlines(form.NewlinesCRLF)
		}
	}
	if empty, ok := words.Value[form.EmptyValues](request.Empty); ok {
		f.rules = f.rules.WithEmpty(empty)
	} else {
		f.notes = true
	}
	if !f.reads {
		_, err = plan.Written()
	}
	if err == nil {
		for _, text := range plan.Notes {
			f.job.Tell.UI.Note("%s", text)
		}
	}
	return records.BadRequest(err)
}

// inText returns the rules with the named or detected charset.
func (f *formJob) inText() *form.Rules {
	if c := f.job.Do.Plan.Charset; c != nil && c != f.rules.Charset() {
		f.rules = f.rules.WithCharset(c)
	}
	return f.rules
}

// start runs the job and calls one for each query: one appends the result to
// dst or, with --json, may set the Result of o instead. The first lead
// arguments are not queries.
func (f *formJob) start(l records.Line, lead int, one func(o *records.Object, dst []byte, query string) ([]byte, error)) error {
	do, tell := &f.job.Do, &f.job.Tell
	do.Each = func(dst []byte, v records.Value) ([]byte, error) {
		f.look(v.Text)
		text, lo, hi := string(v.Text), 0, len(v.Text)
		if f.reads {
			lo, hi = operation.Query(text, do.Request.In)
		}
		f.seeRaw(v.Text[lo:hi], v.Place)
		var o records.Object
		begin, to := len(dst), dst
		if tell.JSON {
			o = do.Object(v)
			begin, to = 0, nil
		}
		out, err := one(&o, to, text[lo:hi])
		var wrong *bulk.Flaw
		switch {
		case err != nil:
			wrong = formFlaw(err)
			wrong.Offset += int64(lo)
			// With keep and replace, only a convention refuses anything.
			wrong.Hopeless = do.Policy.OnError() != "skip" && do.Policy.OnError() != "null"
			out = out[:begin]
			o.Fault(wrong.Offset, v.Offset+wrong.Offset, records.ReasonOf(wrong))
		case f.edits && (lo > 0 || hi < len(text)):
			out = append(out[:begin], operation.WithQuery(text, lo, hi, string(out[begin:]))...)
		}
		if tell.JSON {
			if wrong == nil && o.Result == nil {
				o.Output = &out
			}
			out = strictjson.AppendLine(dst, o)
		}
		if wrong == nil {
			return out, nil
		}
		return out, wrong
	}
	do.Framed = tell.JSON || do.Totals
	// Only the first text without escapes is reported, and a charset changes the rules.
	do.InOrder = do.Plan.Detect || do.Plan.Charset != nil
	if f.quick != nil && !tell.JSON {
		do.Quick = func(dst, text []byte) ([]byte, bool) {
			if bytes.HasPrefix(text, []byte("?")) {
				return dst, false // look gives a hint
			}
			query := unsafe.String(unsafe.SliceData(text), len(text))
			lo, hi := operation.Query(query, do.Request.In)
			return f.quick(dst, query[lo:hi])
		}
	}
	err := f.job.Run(l.Behind(lead))
	tell.Charset(do)
	f.noteOmitted()
	for _, hint := range f.hints {
		tell.UI.Hint(hint)
	}
	if err == nil {
		tell.Flaws(&do.Policy)
	}
	return err
}

// noteOmitted reports how many fields were left out, unless a flag asked for
// that.
func (f *formJob) noteOmitted() {
	if n := f.omitted.Load(); n > 0 && f.notes {
		were := " were"
		if n == 1 {
			were = " was"
		}
		f.job.Tell.UI.Note("%s without a value%s left out, as RFC 1866 allows; --empty written keeps them", term.Count(n, "field"), were)
	}
}

// seeRaw looks for unescaped text in a query that is read in a charset.
func (f *formJob) seeRaw(query []byte, at stream.Place) {
	raw := &f.job.Tell.Raw
	if c := f.job.Do.Plan.Charset; c == nil || c == charset.UTF8 || raw.Count > 0 || !f.reads {
		return
	}
	if i := slices.IndexFunc(query, func(b byte) bool { return b >= utf8.RuneSelf }); i >= 0 {
		raw.Add(at, int64(i), string(query[i:i+1]))
	}
}

// look gives a hint if a query begins with '?'.
func (f *formJob) look(query []byte) {
	if bytes.HasPrefix(query, []byte("?")) && f.job.Do.Request.In != "url" {
		f.hint("the query begins with '?', which becomes part of the first name; leave it out")
	}
}

// hint remembers a hint for the end.
func (f *formJob) hint(text string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !slices.Contains(f.hints, text) {
		f.hints = append(f.hints, text)
	}
}

// formHints are the hints for refused JSON.
var formHints = lazy.Value[map[percent.Reason]string]{Make: func() map[percent.Reason]string {
	return map[percent.Reason]string{
		strictjson.EndsTooEarly: "JSON of several lines is read with --whole",
		strictjson.MoreThanOne:  "a line is one value",
		strictjson.NotJSON:      `pairs are written [["name","value"]]; --data takes name=value`,
		protocols.NotPairs:      `pairs are written [["name","value"]]; --data takes name=value`,
		protocols.NotTwo:        `pairs are written [["name","value"]]`,
		protocols.ObjectFound:   "--nested says how a program writes objects",
		strictjson.NotString:    "--nested says how a program writes other data",
		strictjson.IsNull:       "--nested says how a program writes other data",
		strictjson.NotObject:    "without --nested, an array of pairs is taken",
		percent.InvalidUTF8:     "without --nested, such text is an object with its bytes in base64",
	}
}}

// formFlaw returns an error of reading or writing a form as a flaw.
func formFlaw(err error) *bulk.Flaw {
	var (
		own    *term.Failure
		limit  *form.LimitError
		syntax *percent.SyntaxError
	)
	_, text, _ := strings.Cut(err.Error(), ": ")
	switch {
	case errors.As(err, &own):
	case errors.As(err, &limit):
		own = &term.Failure{Status: term.StatusUsage, Text: text, Hint: "--max-pairs raises the limit"}
		if limit.Limit == form.DepthLimit {
			own.Hint = "--max-depth raises the limit"
		}
	case errors.As(err, &syntax) && syntax.Format == "form":
		f := &bulk.Flaw{SyntaxError: *syntax}
		f.Format = ""
		if pair, name, ok := strings.Cut(syntax.Field, ", "); ok {
			f.Kind, f.Field = bulk.NotText, pair
			f.Charset, _ = charset.Lookup(name)
			f.Reason = percent.Reason("invalid " + name)
		}
		return f
	case errors.As(err, &syntax):
		own = &term.Failure{Status: term.StatusInput, Text: text, Hint: formHints.Get()[syntax.Reason]}
		return &bulk.Flaw{SyntaxError: percent.SyntaxError{Offset: syntax.Offset, Reason: syntax.Reason}, Cause: own}
	default:
		own = &term.Failure{Status: term.StatusInput, Text: text}
	}
	return &bulk.Flaw{Cause: own}
}
