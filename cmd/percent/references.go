package main

import (
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/internal/strictjson"
	"github.com/pct-encoded/percent/uri"
)

// A references is one run of a command whose values are URI or IRI references,
// each of which is taken as a whole.
type references struct {
	*job
	// convert appends what becomes of a value to dst, and to o what JSON says of
	// it besides input and output. What is wrong with the value is a *notLegal;
	// with the policy keep, or one like it, the result is there all the same.
	convert func(o *object, dst []byte, v value) ([]byte, error)
	// quick, if not nil, appends what becomes of a value that is legal, in less
	// time. It reports whether it is.
	quick func(dst, text []byte) ([]byte, bool)
	// framed: the result has its own line ends, and JSON does not show it.
	framed bool
	// let is what the note says of values that are not legal and were let pass.
	let string

	// anyOrder: convert has no memory, so that it may be called from several
	// goroutines.
	anyOrder bool
}

// newReferences returns a job with the words that its --on-error takes, the
// default first.
func newReferences(a *app, words ...string) *references {
	r := &references{let: "taken as written"}
	r.job = &job{app: a, bom: true, policy: &policy{choice: choice{words: words}}}
	return r
}

func (r *references) addTo(cmd *cobra.Command) {
	r.add(cmd)
	if words := r.policy.words; len(words) > 0 {
		addChoice(cmd, &r.policy.choice, "on-error", onErrorUsage(words))
	}
}

func onErrorUsage(words []string) string {
	what := map[string]string{
		"fail": "stop there", "keep": "take it as it stands", "skip": "drop the value", "replace": "write an empty line for it", "null": "empty the field", "escape": "escape what is illegal",
	}
	var uses []string
	for _, word := range words {
		uses = append(uses, what[word])
	}
	return "malformed input: " + strings.Join(uses, ", ") + " (default " + words[0] + ")"
}

// word returns what --on-error says.
func (r *references) word() string { return r.policy.word() }

// run does the job and reports what was done.
func (r *references) run(cmd *cobra.Command, args []string, done string) error {
	r.each = bulk.Func(func(dst []byte, rec bulk.Record) ([]byte, error) {
		if r.inOrder {
			r.values++
		}
		return r.value(dst, r.valueOf(rec))
	})
	if r.framed || r.json {
		r.each = r.each.Framed()
	}
	if r.inOrder = !r.anyOrder; r.inOrder {
		r.each = r.each.InOrder()
	}
	if err := r.job.run(cmd, args); err != nil {
		return err
	}
	what := r.let
	switch r.word() {
	case "skip":
		what = "skipped"
	case "null":
		what = "made empty"
	}
	r.policy.tell(r.ui, "value", " not legal, "+what)
	if r.verbose {
		r.ui.note("%s %s", done, count(r.values, "value"))
	}
	return nil
}

// value appends what becomes of a value to dst.
func (r *references) value(dst []byte, v value) ([]byte, error) {
	from, to := len(dst), dst
	if r.quick != nil && !r.json {
		if out, ok := r.quick(dst, v.text); ok {
			return out, nil
		}
	}
	var o object
	if r.json {
		o.bytes("input", v.text)
		to = nil
	}
	out, err := r.convert(&o, to, v)
	var bad *notLegal
	if err != nil && !errors.As(err, &bad) {
		return dst, err
	}
	stop := bad != nil && (r.word() == "fail" || bad.hopeless)
	switch {
	case r.json:
		if !r.framed && !stop {
			o.bytes("output", out)
		}
		if bad != nil {
			o.add("offset", bad.offset)
			o.add("stream_offset", v.offset+bad.offset)
			o.add("reason", bad.reason)
		}
		out = append(dst, o.line()...)
	case stop:
		out = out[:from]
	}
	if bad == nil {
		return out, nil
	}
	return out, &bulk.Flaw{SyntaxError: percent.SyntaxError{Offset: bad.offset}, Cause: bad, Hopeless: bad.hopeless}
}

// A notLegal is what is wrong with a value.
type notLegal struct {
	offset int64
	reason string // such as "invalid port"
	field  string // what is wrong of several, such as "To, 2nd address"
	text   string // the same with the place in the value
	hint   string
	// hopeless: even what lets malformed values pass cannot do so.
	hopeless bool
	ofJSON   bool // it is about the JSON, and not about what it says
}

func (e *notLegal) Error() string { return e.text }

func (e *notLegal) failure(at fmt.Stringer) error {
	return &failure{status: statusInput, text: at.String() + ": " + e.text, hint: e.hint}
}

// named is a value that is no part of a stream.
type named string

func (n named) String() string { return string(n) }

const keepHint = "--on-error keep takes it as it stands"

// badURI returns what err says, if it is of package uri. keep tells whether there
// is an --on-error that keeps.
func badURI(err error, keep keeping) error {
	var e *percent.SyntaxError
	if !errors.As(err, &e) || e.Format != "uri" {
		return err
	}
	bad := &notLegal{offset: e.Offset, reason: string(e.Reason), text: strings.TrimPrefix(e.Error(), "uri: ")}
	switch e.Reason {
	case percent.InvalidEscape:
		bad.hint = "a '%' that is meant is written %25"
	case uri.InvalidURI, uri.InvalidAbsoluteURI, uri.InvalidScheme:
	case uri.InvalidPathAbempty, uri.InvalidPathAbsolute, uri.InvalidPathNoscheme, uri.InvalidPathRootless, uri.InvalidQuery, uri.InvalidFragment:
		bad.hint = "`percent fix` escapes what may not stand in a URI"
		fallthrough
	default:
		if e.Bytes != "" && e.Bytes[0] >= 0x80 {
			bad.hint = "`percent iri to-uri` makes a URI of it"
		}
	}
	if keep == canKeep {
		if bad.hint != "" {
			bad.hint += "; "
		}
		bad.hint += keepHint
	}
	return bad
}

type keeping uint8

const (
	cannotKeep keeping = iota
	canKeep
)

// badIRI returns what err says, if it is of package iri.
func badIRI(err error) error {
	var e *percent.SyntaxError
	if !errors.As(err, &e) || e.Format != "iri" {
		return err
	}
	bad := &notLegal{offset: e.Offset, reason: string(e.Reason), text: strings.TrimPrefix(err.Error(), "iri: "), hint: "--on-error escape escapes what is illegal"}
	if e.Reason == percent.InvalidEscape {
		bad.hint = "a '%' that is meant is written %25"
	}
	return bad
}

// takeURI returns a convert that parses the value first: by the grammar, and
// what is not legal leniently.
func takeURI(convert func(o *object, dst []byte, v value, u uri.URI) ([]byte, error)) func(*object, []byte, value) ([]byte, error) {
	return func(o *object, dst []byte, v value) ([]byte, error) {
		s := string(v.text)
		u, err := uri.Parse(s)
		if err != nil {
			u = uri.ParseLenient(s)
		}
		dst, failed := convert(o, dst, v, u)
		if failed != nil {
			return dst, failed
		}
		return dst, badURI(err, canKeep)
	}
}

// An object is a JSON object whose members stand in the order in which they
// were added.
type object struct{ b []byte }

func (o *object) add(key string, value any) {
	o.key(key)
	o.b = strictjson.Append(o.b, value)
}

func (o *object) key(key string) {
	if len(o.b) > 0 {
		o.b = append(o.b, ',')
	}
	o.b = append(strictjson.AppendString(o.b, key), ':')
}

// bytes adds a text, under another key and in base64 if it is not UTF-8.
func (o *object) bytes(key string, value []byte) {
	if utf8.Valid(value) {
		o.add(key, string(value))
	} else {
		o.add(key+"_base64", base64.StdEncoding.EncodeToString(value))
	}
}

func (o *object) text(key, value string) { o.bytes(key, []byte(value)) }

// list adds texts, all of them in base64 if one is not UTF-8.
func (o *object) list(key string, values []string) {
	if !slices.ContainsFunc(values, func(s string) bool { return !utf8.ValidString(s) }) {
		o.add(key, values)
		return
	}
	coded := make([]string, len(values))
	for i, s := range values {
		coded[i] = base64.StdEncoding.EncodeToString([]byte(s))
	}
	o.add(key+"_base64", coded)
}

// join adds what is in p.
func (o *object) join(p object) {
	if len(o.b) > 0 && len(p.b) > 0 {
		o.b = append(o.b, ',')
	}
	o.b = append(o.b, p.b...)
}

// line returns the object with a line end.
func (o *object) line() []byte { return append(append([]byte{'{'}, o.b...), '}', '\n') }
