package operation

import (
	"cmp"
	"errors"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/words"
	"github.com/pct-encoded/percent/iri"
)

// converter returns the converter that Host and NFC choose.
func (r *Request) converter() iri.Converter {
	c := iri.Converter{}
	if host, ok := words.Value[iri.HostMode](r.Host); ok {
		c = c.WithHost(host)
	}
	if r.NFC {
		c = c.WithForm(iri.NFC)
	}
	return c
}

func iriToURI(r *Request, _ Front) (*Plan, error) {
	strict := r.converter()
	lenient := strict.WithIllegal(iri.IllegalEscaped)
	return &Plan{convert: func(dst []byte, text string) ([]byte, error) {
		out, err := strict.ToURI(text)
		if err == nil || r.OnError != "escape" {
			return append(dst, out...), err
		}
		// Offsets are those of the text before its host is converted.
		if _, bad := fixed(nil, text); bad != nil {
			return dst, bad
		}
		out, failed := lenient.ToURI(text)
		dst, bad := fixed(dst, out)
		if bad != nil {
			return dst, bad
		}
		return dst, cmp.Or(failed, err)
	}}, nil
}

// fixed appends text to dst, fixed as a URI reference. The error is a *NotFixedError.
func fixed(dst []byte, text string) ([]byte, error) {
	d, err := dialect.Lookup(wholeURI)
	if err != nil {
		return dst, err
	}
	fix, err := bulk.Fix(bulk.Options{Dialect: d})
	if err != nil {
		return dst, err
	}
	job := bulk.Job{Operation: fix}
	out, err := job.Record(dst, bulk.Record{Text: []byte(text)})
	var flaw *bulk.Flaw
	if errors.As(err, &flaw) {
		return dst, &NotFixedError{flaw.SyntaxError}
	}
	return out, err
}

// A NotFixedError is for text that no escape makes a legal URI, because of its host or its
// port, or that has a "%%".
type NotFixedError struct{ percent.SyntaxError }

// Error returns the reason and its place.
func (e *NotFixedError) Error() string { return e.SyntaxError.Error() }

// Unwrap returns the error that says what is wrong.
func (e *NotFixedError) Unwrap() error { return &e.SyntaxError }

func iriFromURI(r *Request, _ Front) (*Plan, error) {
	return always(r.converter().FromURI), nil
}

func iriReadable(*Request, Front) (*Plan, error) { return always(iri.Readable), nil }

// always returns the plan for an operation that takes any text.
func always(f func(string) string) *Plan {
	return &Plan{convert: func(dst []byte, text string) ([]byte, error) { return append(dst, f(text)...), nil }}
}
