package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent/iri"
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
	// framed: the result has its own line ends, and JSON does not show it.
	framed bool
	// let is what the note says of values that are not legal and were let pass.
	let string

	count   int64 // of them, or with skip of those that were dropped
	first   place
	atFirst int64
}

// newReferences returns a job with the words that its --on-error takes, the
// default first.
func newReferences(a *app, words ...string) *references {
	r := &references{let: "taken as written"}
	r.job = &job{app: a, bom: true, hold: true, policy: &policy{choice: choice{words: words}}, take: r.value}
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
		"fail": "stop there", "keep": "take it as it stands", "skip": "drop the value", "escape": "escape what is illegal",
	}
	var uses []string
	for _, word := range words {
		uses = append(uses, what[word])
	}
	return "malformed input: " + strings.Join(uses, ", ") + " (default " + words[0] + ")"
}

// word returns what --on-error says.
func (r *references) word() string {
	if r.policy.value == "" && len(r.policy.words) > 0 {
		return r.policy.words[0]
	}
	return r.policy.value
}

// run does the job and reports what was done.
func (r *references) run(cmd *cobra.Command, args []string, done string) error {
	if err := r.job.run(cmd, args); err != nil {
		return err
	}
	if r.count > 0 {
		where := "the first at "
		if r.count == 1 {
			where = "at "
		}
		what := r.let
		if r.word() == "skip" {
			what = "skipped"
		}
		r.ui.note("%s not legal, %s, %s%s, byte %d", count(r.count, "value"), what, where, r.first, r.atFirst)
	}
	if r.verbose {
		r.ui.note("%s %s", done, count(r.values, "value"))
	}
	return nil
}

// see counts a value that is not legal.
func (r *references) see(at place, offset int64) {
	if r.count == 0 {
		r.first, r.atFirst = at, offset
	}
	r.count++
}

func (r *references) value(v value) error {
	var o object
	if r.json {
		o.bytes("input", v.text)
	}
	out, err := r.convert(&o, r.coded[:0], v)
	r.coded = out
	var bad *notLegal
	if err != nil && !errors.As(err, &bad) {
		return err
	}
	stop := bad != nil && (r.word() == "fail" || bad.hopeless)
	if bad != nil && !stop {
		r.see(v.place, bad.offset)
		if r.word() == "skip" {
			return nil
		}
	}
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
		if err := r.out.writeBytes(o.line()); err != nil {
			return err
		}
	case !stop:
		if err := r.out.writeBytes(out); err != nil {
			return err
		}
		if !r.framed {
			if err := r.out.writeBytes(v.end); err != nil {
				return err
			}
			r.dangling = len(v.end) == 0
		}
	}
	if stop {
		return bad.failure(v.place)
	}
	return nil
}

// A notLegal is what is wrong with a value.
type notLegal struct {
	offset int64
	reason string // such as "invalid port"
	text   string // the same with the place in the value
	hint   string
	// hopeless: even what lets malformed values pass cannot do so.
	hopeless bool
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
	var e *uri.SyntaxError
	if !errors.As(err, &e) {
		return err
	}
	bad := &notLegal{offset: e.Offset, reason: "invalid " + string(e.Production), text: strings.TrimPrefix(e.Error(), "uri: ")}
	switch {
	case e.Production == uri.ProdPctEncoded:
		bad.hint = "a '%' that is meant is written %25"
	case e.Production == uri.ProdURI || e.Production == uri.ProdAbsoluteURI || e.Production == uri.ProdScheme:
	case e.Bytes != "" && e.Bytes[0] >= 0x80:
		bad.hint = "`percent iri to-uri` makes a URI of it"
	case strings.HasPrefix(string(e.Production), "path") || e.Production == uri.ProdQuery || e.Production == uri.ProdFragment:
		bad.hint = "`percent fix` escapes what may not stand in a URI"
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
	var e *iri.SyntaxError
	if !errors.As(err, &e) {
		return err
	}
	bad := &notLegal{offset: e.Offset, reason: e.Reason.String(), text: strings.TrimPrefix(e.Error(), "iri: "), hint: "--on-error escape escapes what is illegal"}
	if e.Reason == iri.BadSyntax {
		bad.reason = "invalid " + string(e.Production)
		if e.Production == uri.ProdPctEncoded {
			bad.hint = "a '%' that is meant is written %25"
		}
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
	o.b = append(o.b, bytes.TrimSuffix(marshalJSON(value), []byte("\n"))...)
}

func (o *object) key(key string) {
	if len(o.b) > 0 {
		o.b = append(o.b, ',')
	}
	name, _ := json.Marshal(key)
	o.b = append(append(o.b, name...), ':')
}

// bytes adds a text, under another key and in base64 if it is not UTF-8.
func (o *object) bytes(key string, value []byte) {
	if text, raw := textOrBytes(value); text == nil {
		o.add(key+"_base64", raw)
	} else {
		o.add(key, *text)
	}
}

func (o *object) text(key, value string) { o.bytes(key, []byte(value)) }

// list adds texts, all of them in base64 if one is not UTF-8.
func (o *object) list(key string, values []string) {
	raw, valid := make([][]byte, len(values)), true
	for i, s := range values {
		raw[i] = []byte(s)
		text, _ := textOrBytes(raw[i])
		valid = valid && text != nil
	}
	if valid {
		o.add(key, append([]string{}, values...))
	} else {
		o.add(key+"_base64", raw)
	}
}

// object adds an object.
func (o *object) object(key string, value object) {
	o.key(key)
	o.b = append(append(append(o.b, '{'), value.b...), '}')
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
