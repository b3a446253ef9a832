package operation

import (
	"errors"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/results"
)

// A Plan is a request in which everything was looked up and checked.
type Plan struct {
	Request *Request
	// Dialect is nil for operations without one. Encoding is nil if the dialect is
	// not an encoding.
	Dialect  *dialect.Dialect
	Encoding *percent.Encoding
	// Called is the name of the dialect in the request, if it is not the ID.
	Called string
	// Charset is that of the encoded text, or nil. If Detect is set, it is to be
	// guessed from a sample of each source, and set before Operation is called.
	Charset *charset.Charset
	Detect  bool
	Parts   bulk.Parts
	Layers  bulk.Layers
	// Tolerated is whether malformed escapes that the dialect keeps are reported.
	Tolerated bulk.Telling
	Policy    bulk.Policy
	// Notes are the decisions made for the request, one line each.
	Notes []string
	// Several is set if a value can have more than one result, separated by Between.
	Several bool
	Between string
	// LeftOut counts, while the plan is carried out, the URLs for which only part of
	// a new value was used.
	LeftOut []*LeftOut

	// code makes the operation of a dialect.
	code func(bulk.Options) (*bulk.Operation, error)
	// convert appends the result for a value to dst. A *percent.SyntaxError means that
	// the value is malformed; the result is then what Keep writes. quick, if not nil,
	// is the quick function of bulk.QuickFunc.
	convert func(dst []byte, text string) ([]byte, error)
	quick   func(dst, text []byte) ([]byte, bool)
	// linting chooses the rules of lint.
	linting func(*results.Linting)
	each    *bulk.Operation
}

// Plan returns the plan for a request from a front end. The error is a *UsageError.
func (o *Operation) Plan(r *Request, from Front) (*Plan, error) {
	if o.plan == nil {
		return nil, usage("", "%s does not work on many values", o.Name)
	}
	if err := o.Check(r, from); err != nil {
		return nil, err
	}
	p, err := o.plan(r, from)
	if err != nil {
		return nil, err
	}
	p.Request = r
	// A policy that only one operation has is up to that operation.
	if p.Policy, err = bulk.LookupPolicy(r.policy(o)); err != nil {
		p.Policy = bulk.Keep
	}
	return p, nil
}

// policy returns the name of the policy for malformed values.
func (r *Request) policy(o *Operation) string {
	if words := o.Policies(); r.OnError == "" && words != nil {
		return words[0]
	}
	if r.OnError == "" {
		return bulk.Keep.String()
	}
	return r.OnError
}

// Options returns the options of package bulk for a plan with a dialect.
func (p *Plan) Options() bulk.Options {
	return bulk.Options{Dialect: p.Dialect, Encoding: p.Encoding, Charset: p.Charset, Parts: p.Parts, Tolerated: p.Tolerated, Layers: p.Layers}
}

// Codes reports whether the operation encodes, decodes or fixes by a dialect.
func (p *Plan) Codes() bool { return p.code != nil }

// Operation returns the operation on records. The error is a *UsageError. A plan of
// lint has none: see [Plan.Linting].
func (p *Plan) Operation() (*bulk.Operation, error) {
	switch {
	case p.code != nil:
		return coded(p.code(p.Options()))
	case p.each != nil:
		return p.each, nil
	}
	each := func(dst []byte, rec bulk.Record) ([]byte, error) {
		begin := len(dst)
		dst, err := p.convert(dst, string(rec.Text))
		if err != nil && p.Policy == bulk.Fail {
			dst = dst[:begin]
		}
		return dst, flawed(err)
	}
	if p.quick != nil {
		return bulk.QuickFunc(p.quick, each), nil
	}
	return bulk.Func(each), nil
}

// A Coder appends the result for a value to dst. It stops at malformed input with a
// *percent.SyntaxError.
type Coder func(dst, text []byte) ([]byte, error)

// Coder returns a Coder for single values, without a policy. It is not safe for
// concurrent use.
func (p *Plan) Coder() (Coder, error) {
	if p.code == nil {
		return func(dst, text []byte) ([]byte, error) {
			if p.quick != nil {
				if out, ok := p.quick(dst, text); ok {
					return out, nil
				}
			}
			return p.convert(dst, string(text))
		}, nil
	}
	if p.Charset == nil && p.Parts != bulk.FormQuery && p.Layers <= 1 {
		if code := p.direct(); code != nil {
			return code, nil
		}
	}
	op, err := p.Operation()
	if err != nil {
		return nil, err
	}
	job := &bulk.Job{Operation: op, Separator: bulk.Whole}
	return func(dst, text []byte) ([]byte, error) {
		dst, err := job.Record(dst, bulk.Record{Text: text})
		var flaw *bulk.Flaw
		if errors.As(err, &flaw) {
			return dst, &flaw.SyntaxError
		}
		return dst, err
	}, nil
}

// direct returns the coder of the dialect or its encoding alone, or nil.
func (p *Plan) direct() Coder {
	switch p.Request.Operation {
	case "decode":
		if p.Encoding != p.Dialect.Encoding() {
			return p.Encoding.AppendDecode
		}
		return p.Dialect.AppendDecode // whose errors name the dialect
	case "encode":
		if e := p.Encoding; e != p.Dialect.Encoding() {
			return func(dst, text []byte) ([]byte, error) { return e.AppendEncode(dst, text), nil }
		}
		return p.Dialect.AppendEncode
	}
	return nil
}

// Idle returns octets that Coder leaves as they are in a text of them alone. The set is
// empty where none are known.
func (p *Plan) Idle() percent.ByteSet {
	e := p.Encoding
	if p.Request.Operation != "decode" || e == nil || p.Charset != nil || p.Parts == bulk.FormQuery || p.Layers > 1 ||
		e.InvalidUTF8() != percent.InvalidUTF8Kept {
		return percent.ByteSet{}
	}
	return e.Raw().Remove("%+")
}

// Convert appends the result for one value to dst. A *percent.SyntaxError means
// that the value is malformed; for operations without a dialect, the result is then
// what Keep writes.
func (p *Plan) Convert(dst []byte, text string) ([]byte, error) { return p.convert(dst, text) }

// Quick returns a function that appends the result for one value to dst, or reports
// false if Convert is needed. It returns nil if there is no faster way.
func (p *Plan) Quick() func(dst, text []byte) ([]byte, bool) { return p.quick }

// Linting sets the choices of a lint request in l.
func (p *Plan) Linting(l *results.Linting) { p.linting(l) }

// flawed returns a *percent.SyntaxError as a *bulk.Flaw, and any other error
// unchanged.
func flawed(err error) error {
	var flaw *bulk.Flaw
	var syntax *percent.SyntaxError
	if errors.As(err, &flaw) || !errors.As(err, &syntax) {
		return err
	}
	// No policy writes a URI of text that no escape makes one.
	var unfixed *NotFixedError
	return &bulk.Flaw{SyntaxError: *syntax, Hopeless: errors.As(err, &unfixed)}
}

// coded returns op, and converts errors about options to a *UsageError.
func coded(op *bulk.Operation, err error) (*bulk.Operation, error) {
	var option *bulk.OptionError
	var direction *dialect.DirectionError
	var fix *dialect.FixError
	if errors.As(err, &option) || errors.As(err, &direction) || errors.As(err, &fix) {
		return nil, usage("", "%v", err).because(err)
	}
	return op, err
}
