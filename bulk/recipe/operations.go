package recipe

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/form"
	"github.com/pct-encoded/percent/inspect/layers"
	"github.com/pct-encoded/percent/inspect/lint"
	"github.com/pct-encoded/percent/internal/uriformat"
	"github.com/pct-encoded/percent/internal/uritrim"
	"github.com/pct-encoded/percent/internal/views"
	"github.com/pct-encoded/percent/uri"
	"github.com/pct-encoded/percent/weburl"
)

// options returns the options that encode, decode and fix share.
func (r *Recipe) options(lookup func(name string) (*dialect.Dialect, string, error), standard string) (bulk.Options, error) {
	d, e, err := r.encoding(lookup, standard)
	o := bulk.Options{Dialect: d, Encoding: e}
	if err == nil {
		o.Charset, err = r.charset()
	}
	if err != nil {
		return o, err
	}
	if o.Charset != nil && e == nil {
		return o, usage("leave out --charset", "%s has rules of its own, and cannot be used with another charset", d.ID)
	}
	if d.ID == "rfc3986.uri" {
		o.Parts = bulk.QueryOnly
	}
	return o, nil
}

func (r *Recipe) decode() (*bulk.Operation, error) {
	whole := strings.EqualFold(r.As, wholeURL)
	q := *r
	if whole {
		if r.Space != "" {
			return nil, usage("leave out --space", "a whole URL says itself where a '+' is a space")
		}
		q.As = "rfc3986.uri"
	}
	o, err := q.options(Dialect, "rfc3986")
	if err != nil {
		return nil, err
	}
	if whole {
		o.Parts = bulk.FormQuery
	}
	// With an explicit policy, dialects that would keep malformed input report it:
	// even "keep" then reports each place.
	if e := o.Encoding; e != nil && e.Malformed() == percent.MalformedKept && r.OnError != "" {
		o.Encoding = e.WithMalformed(percent.MalformedRefused)
	}
	if r.Layers != "" {
		if o.Layers, err = Layers(r.Layers); err != nil {
			return nil, err
		}
	}
	return operation(bulk.Decode(o))
}

func (r *Recipe) encode() (*bulk.Operation, error) {
	o, err := r.options(Encoder, "rfc3986")
	if err != nil {
		return nil, err
	}
	if r.Times < 0 || r.Times > mostTimes {
		return nil, usage("", "--times takes a number from 1 to %d", mostTimes)
	}
	o.Layers = bulk.Layers(r.Times)
	return operation(bulk.Encode(output(o)))
}

func (r *Recipe) fix() (*bulk.Operation, error) {
	q := *r
	if strings.EqualFold(r.As, wholeURL) {
		q.As = "rfc3986.uri"
	}
	o, err := q.options(Encoder, "rfc3986.uri")
	if err != nil {
		return nil, err
	}
	return operation(bulk.Fix(output(o)))
}

// mostTimes limits how many times encode encodes, as in the command: with
// --escape-all, each time triples the length.
const mostTimes = 6

// output returns o with the charset to write instead of the charset to read.
func output(o bulk.Options) bulk.Options {
	if o.Charset != nil {
		o.Charset = o.Charset.Output()
	}
	return o
}

// operation returns op, and errors about options as a *UsageError.
func operation(op *bulk.Operation, err error) (*bulk.Operation, error) {
	var option *bulk.OptionError
	var direction *dialect.DirectionError
	var fix *dialect.FixError
	if errors.As(err, &option) || errors.As(err, &direction) || errors.As(err, &fix) {
		return nil, usage("", "%v", err)
	}
	return op, err
}

// references returns an operation on URIs; code appends the result. Text that is not
// a URI is a flaw, and is then parsed leniently.
func references(code func(dst []byte, u uri.URI) []byte) *bulk.Operation {
	return bulk.Func(func(dst []byte, rec bulk.Record) ([]byte, error) {
		s := string(rec.Text)
		u, err := uri.Parse(s)
		if err != nil {
			u = uri.ParseLenient(s)
		}
		return code(dst, u), flaw(err, 0)
	})
}

// flaw returns a *percent.SyntaxError as a *bulk.Flaw, by bytes further on in the
// text, and any other error unchanged.
func flaw(err error, by int) error {
	var syntax *percent.SyntaxError
	if !errors.As(err, &syntax) {
		return err
	}
	f := &bulk.Flaw{SyntaxError: *syntax}
	f.Offset += int64(by)
	return f
}

func (r *Recipe) normalize() (*bulk.Operation, error) {
	n := uritrim.Normalizer{
		SortQuery: r.SortQuery, DropFragment: r.DropFragment, DropIndex: r.DropIndex, DropTracking: r.DropTracking, DropParameters: r.DropParameters,
	}
	for _, name := range r.Rungs {
		rung, err := uri.LookupRung(name)
		if err != nil {
			return nil, usage("", "%v", err)
		}
		n.Rungs |= rung
	}
	if n.Rungs == 0 {
		n.Rungs = uri.AllRungs
	}
	if _, err := uritrim.DropParameters(uri.URI{}, r.DropParameters...); err != nil {
		return nil, usage("write \\ in front of a literal [", "--unsafe-drop-parameter does not take a pattern like that: %v", err)
	}
	return references(n.Append), nil
}

func (r *Recipe) uriGet() (*bulk.Operation, error) {
	text := r.Argument
	if !strings.ContainsAny(text, "{}") {
		text = "{" + text + "}"
	}
	t, err := uriformat.Parse(text)
	if err != nil {
		return nil, usage("`percent uri get --help` shows what a template holds", "%v", err)
	}
	return references(t.Append), nil
}

func (r *Recipe) urlCanonical() (*bulk.Operation, error) {
	var parser weburl.Parser
	var err error
	if r.Base != "" {
		if parser.Base, err = weburl.Parse(r.Base); err != nil {
			return nil, usage("a base is an absolute URL", "--base: %v", err)
		}
	}
	if parser.Charset, err = r.charset(); err != nil {
		return nil, err
	}
	keep := r.policy() == "keep"
	canonical := func(dst []byte, rec bulk.Record) ([]byte, error) {
		u, err := parser.Parse(string(rec.Text))
		if err == nil {
			return u.AppendHref(dst), nil
		}
		if keep {
			dst = append(dst, rec.Text...)
		}
		return dst, flaw(err, 0)
	}
	if !parser.Base.IsZero() || parser.Charset != nil {
		return bulk.Func(canonical), nil
	}
	return bulk.QuickFunc(func(dst, text []byte) ([]byte, bool) {
		dst, err := weburl.AppendHref(dst, text)
		return dst, err == nil
	}, canonical), nil
}

// Form returns the rules for forms in an encoding, with OnError, MaxPairs and
// Semicolons applied. As names the dialect of the encoding: for rfc1866 they are
// form.RFC1866, since that specification defines whole forms.
func (r *Recipe) Form(e *percent.Encoding) *form.Rules {
	switch r.OnError {
	case "", "keep":
		e = e.WithMalformed(percent.MalformedKept).WithInvalidUTF8(percent.InvalidUTF8Kept)
	case "replace":
		e = e.WithMalformed(percent.MalformedKept).WithInvalidUTF8(percent.InvalidUTF8Replaced)
	default:
		e = e.WithMalformed(percent.MalformedRefused).WithInvalidUTF8(percent.InvalidUTF8Refused)
	}
	rules := form.Standard
	if isRFC1866(r.As) {
		rules = form.RFC1866
	}
	rules = rules.WithEncoding(e).WithLimits(form.Limits{Pairs: r.MaxPairs, Bytes: form.NoLimit})
	if r.Semicolons {
		rules = rules.WithSeparators(form.AmpersandOrSemicolon)
	}
	return rules
}

// isRFC1866 reports whether name means the dialect. A function of a program that
// encodes by it, such as libwebsockets.lws_urlencode, does so with names and values
// alone.
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

func (r *Recipe) formGet() (*bulk.Operation, error) {
	if r.Argument == "" {
		return nil, usage("", "form get takes a NAME")
	}
	d, e, err := r.encoding(Dialect, "form")
	if err != nil {
		return nil, err
	}
	if e == nil {
		return nil, usage("`percent dialects list` lists others", "%s cannot write forms", d.ID)
	}
	rules := r.Form(e)
	c, err := r.charset()
	if err != nil {
		return nil, err
	}
	if c != nil {
		rules = rules.WithCharset(c)
	}
	if !slices.Contains([]string{"", "auto", "query", "url"}, r.In) {
		return nil, usage("it takes auto, query, url", "--in does not take %q", r.In)
	}
	return bulk.Func(func(dst []byte, rec bulk.Record) ([]byte, error) {
		value := string(rec.Text)
		lo, hi := Query(value, r.In)
		found, err := rules.Parse(value[lo:hi])
		var limit *form.LimitError
		switch {
		case errors.As(err, &limit):
			f := &bulk.Flaw{SyntaxError: percent.SyntaxError{Offset: limit.Offset + int64(lo), Reason: percent.Reason(strings.TrimPrefix(err.Error(), "form: "))}, Hopeless: true}
			return dst, f
		case err != nil:
			return dst, flaw(err, lo)
		}
		if values := found.GetAll(r.Argument); len(values) > 0 {
			dst = append(dst, values[0]...)
		}
		return dst, nil
	}), nil
}

func (r *Recipe) layers() (*bulk.Operation, error) {
	modes := map[string]layers.PlusMode{"": layers.PlusKept, "keep": layers.PlusKept, "first": layers.PlusFirst, "every": layers.PlusEvery}
	mode, ok := modes[r.Plus]
	if !ok {
		return nil, usage("it takes keep, first, every", "--plus does not take %q", r.Plus)
	}
	return bulk.Func(func(dst []byte, rec bulk.Record) ([]byte, error) {
		l, err := layers.With(string(rec.Text), layers.Options{Plus: mode})
		if err != nil {
			return dst, err
		}
		return strconv.AppendInt(dst, int64(l.Depth()), 10), nil
	}), nil
}

// lint returns the operation that writes the findings or, with Fix, the fixed value.
// It counts findings in l.
func (r *Recipe) lint(l *views.Linting) (*bulk.Operation, error) {
	severity := func(flag, word string, standard lint.Severity) (lint.Severity, error) {
		if word == "" {
			return standard, nil
		}
		s, err := lint.LookupSeverity(word)
		if err != nil {
			return s, usage("it takes info, warning, error", "--%s does not take %q", flag, word)
		}
		return s, nil
	}
	least, err := severity("severity", r.Severity, lint.Info)
	if err != nil {
		return nil, err
	}
	if l.Least, err = severity("fail-on", r.FailOn, lint.Warning); err != nil {
		return nil, err
	}
	kind, err := lint.LookupKind(r.In)
	if err != nil && r.In != "" {
		return nil, usage("`percent lint --help` lists them", "--in does not take %q", r.In)
	}
	l.Extract, l.Linter = r.Extract, l.Linter.From(least).In(kind)
	if err := l.Select(r.Only, r.Except); err != nil {
		return nil, usage("`percent lint --list` lists the rules", "%v", err)
	}
	switch {
	case r.Output == "sarif":
		return nil, usage("--format json writes a line for each finding", "SARIF is one document, and each part would write its own")
	case !slices.Contains([]string{"", "text", "json"}, r.Output):
		return nil, usage("it takes text, json", "--format does not take %q", r.Output)
	case r.Fix && r.Output != "":
		return nil, usage("leave out --fix, or --json and --format", "--fix prints the values, not findings")
	case r.Fix:
		return bulk.Func(func(dst []byte, rec bulk.Record) ([]byte, error) {
			dst, _, err := l.Fix(dst, rec.Text)
			return dst, located(err, &rec)
		}), nil
	}
	return bulk.Func(func(dst []byte, rec bulk.Record) ([]byte, error) {
		v := views.Linted{Source: rec.Source, Number: rec.Number, Column: rec.Column, Offset: rec.Offset, Text: rec.Text}
		err := l.Each(rec.Text, func(f lint.Finding) {
			if r.Output == "json" {
				dst = v.AppendJSON(dst, f)
			} else {
				dst = v.AppendLine(dst, f, lint.Severity.String)
			}
		})
		return dst, located(err, &rec)
	}).Framed(), nil
}

// located puts the place of a record before an error.
func located(err error, r *bulk.Record) error {
	if err != nil {
		err = fmt.Errorf("%s: %w", bulk.Place(r.Source, r.Number), err)
	}
	return err
}
