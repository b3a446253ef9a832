package operation

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/form"
	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/document"
	"github.com/pct-encoded/percent/inspect/layers"
	"github.com/pct-encoded/percent/inspect/lint"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/words"
)

// Form returns the rules for forms in an encoding, with OnError, MaxPairs,
// CharsetField and Semicolons applied. As names the dialect of the encoding: for rfc1866 they are
// form.RFC1866, since that specification defines whole forms.
func (r *Request) Form(e *percent.Encoding) *form.Rules {
	switch r.OnError {
	case "", "keep":
		e = e.WithMalformed(percent.MalformedKept).WithInvalidUTF8(percent.InvalidUTF8Kept)
	case "replace":
		e = e.WithMalformed(percent.MalformedKept).WithInvalidUTF8(percent.InvalidUTF8Replaced)
	default:
		e = e.WithMalformed(percent.MalformedRefused).WithInvalidUTF8(percent.InvalidUTF8Refused)
	}
	limits := form.Limits{Bytes: form.NoLimit}
	if r.MaxPairs != nil {
		limits.Pairs = *r.MaxPairs
	}
	rules := form.Standard
	if r.As != "" && isRFC1866(r.As) { // the catalogue is searched for a name that it does not have
		rules = form.RFC1866
	}
	rules = rules.WithEncoding(e).WithLimits(limits)
	if r.CharsetField {
		rules = rules.WithCharsetField(form.CharsetFieldUsed)
	}
	if r.Semicolons {
		rules = rules.WithSeparators(form.AmpersandOrSemicolon)
	}
	return rules
}

// isRFC1866 reports whether name means the dialect itself. A function of a program
// that follows it, such as libwebsockets.lws_urlencode, encodes only names and
// values.
func isRFC1866(name string) bool {
	found, err := dialect.Find(name)
	if err != nil {
		return false
	}
	if _, err := dialect.LookupImplementation(found); err == nil {
		return false
	}
	d, err := dialect.Lookup(found)
	return err == nil && d.ID == "rfc1866"
}

// FormPlan returns the dialect and the charset of an operation on forms. The error is a
// *UsageError.
func (r *Request) FormPlan(from Front) (*Plan, error) {
	p, err := r.coding(from, Dialect, "form", nil)
	if err != nil {
		return nil, err
	}
	if p.Encoding == nil {
		return nil, usage("`percent dialects list` lists others", "%s cannot write forms", p.Dialect.ID)
	}
	return p, nil
}

func formGet(r *Request, from Front) (*Plan, error) {
	p, err := r.FormPlan(from)
	if err != nil {
		return nil, err
	}
	rules := r.Form(p.Encoding)
	if p.Charset != nil {
		rules = rules.WithCharset(p.Charset)
	}
	p.convert = func(dst []byte, value string) ([]byte, error) {
		lo, hi := Query(value, r.In)
		found, err := rules.Parse(value[lo:hi])
		var limit *form.LimitError
		var syntax *percent.SyntaxError
		switch {
		case errors.As(err, &limit):
			return dst, &bulk.Flaw{SyntaxError: percent.SyntaxError{Offset: limit.Offset + int64(lo), Reason: percent.Reason(strings.TrimPrefix(err.Error(), "form: "))}, Hopeless: true}
		case errors.As(err, &syntax):
			e := *syntax
			e.Offset += int64(lo)
			return dst, &e
		case err != nil:
			return dst, err
		}
		if values := found.GetAll(r.Arguments[0]); len(values) > 0 {
			dst = append(dst, values[0]...)
		}
		return dst, nil
	}
	return p, nil
}

// PlusMode returns the mode for the choice "plus".
func (r *Request) PlusMode() layers.PlusMode {
	mode, _ := words.Value[layers.PlusMode](r.Plus)
	return mode
}

func lintApart(r *Request) error {
	switch {
	case r.JSON && r.Format != "" && r.Format != "json":
		return usage("leave out --json", "--json and --format %s contradict each other", r.Format)
	case r.Fix && (r.JSON || r.Format != ""):
		return usage("leave out --fix, or --json and --format", "--fix prints the values, not findings")
	}
	return nil
}

// checked returns the plan of lint.
func checked(r *Request, from Front) (*Plan, error) {
	if r.Format == "sarif" && from&Beam != 0 {
		return nil, usage("--format json writes a line for each finding", "SARIF is one document, and each part would write its own")
	}
	var l results.Linting
	if err := r.selectRules(&l); err != nil {
		return nil, err
	}
	linter, extract, grammar, least := l.Linter, l.Extract, l.Grammar, l.Least
	return &Plan{linting: func(l *results.Linting) {
		l.Linter, l.Extract, l.Grammar, l.Least = linter, extract, grammar, least
	}}, nil
}

// selectRules sets the rules in l that r selects.
func (r *Request) selectRules(l *results.Linting) error {
	// check has made sure that these are known.
	least, _ := lint.LookupSeverity(cmp.Or(r.Severity, "info"))
	l.Least, _ = lint.LookupSeverity(cmp.Or(r.FailOn, "warning"))
	in, _ := inspect.LookupKind(cmp.Or(r.In, "auto"))
	l.Extract, l.Linter = r.Extract || r.Grammar != "", l.Linter.From(least).In(in)
	if r.Depth != nil {
		l.Linter = l.Linter.Within(*r.Depth)
	}
	if len(r.VersionOf) > 0 || r.AsOf != "" {
		var err error
		if l.Linter, err = l.Linter.Past(r.Past()); err != nil {
			return r.notThen(err)
		}
	}
	if r.Grammar != "" {
		l.Grammar, _ = document.Lookup(r.Grammar)
	}
	err := l.Select(r.Only, r.Except)
	if err == nil {
		return nil
	}
	hint := "`percent lint --list` lists the rules"
	var unknown *results.UnknownRuleError
	if errors.As(err, &unknown) {
		var names []string
		for _, rule := range lint.Rules() {
			names = append(names, rule.ID)
		}
		hint = words.DidYouMean(words.Nearest(unknown.ID, names), "`percent lint --list` lists them")
	}
	return usage(hint, "%v", err).of("only", UnknownWord)
}

// FindingFormat returns the format of findings: text, json or sarif, or "" for text.
func (r *Request) FindingFormat() string {
	if r.JSON {
		return "json"
	}
	return r.Format
}

// lintOperation returns the operation that writes the findings or, with Fix, the fixed
// value. It counts findings in l.
func lintOperation(l *results.Linting, r *Request) *bulk.Operation {
	if l.Grammar == nil {
		// Parts of a source are read alike.
		l.Grammar, _ = document.Lookup("text")
	}
	if r.Fix {
		return bulk.Func(func(dst []byte, rec bulk.Record) ([]byte, error) {
			dst, _, err := l.Fix(dst, rec.Text, nil)
			return dst, located(err, &rec)
		})
	}
	write := results.FindingWriter(r.FindingFormat(), lint.Severity.String)
	return bulk.Func(func(dst []byte, rec bulk.Record) ([]byte, error) {
		v := results.Linted{Source: rec.Source, Number: rec.Number, Column: rec.Column, Offset: rec.Offset, Text: rec.Text}
		dst, err := l.Append(dst, v, write)
		return dst, located(err, &rec)
	}).Framed()
}

// located puts the place of a record before an error.
func located(err error, r *bulk.Record) error {
	if err != nil {
		err = fmt.Errorf("%s: %w", bulk.Place(r.Source, r.Number), err)
	}
	return err
}
