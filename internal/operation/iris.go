package operation

import (
	"cmp"

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
		if err != nil && r.OnError == "escape" {
			var failed error
			out, failed = lenient.ToURI(text)
			err = cmp.Or(failed, err)
		}
		return append(dst, out...), err
	}}, nil
}

func iriFromURI(r *Request, _ Front) (*Plan, error) {
	return always(r.converter().FromURI), nil
}

func iriReadable(*Request, Front) (*Plan, error) { return always(iri.Readable), nil }

// always returns the plan for an operation that takes any text.
func always(f func(string) string) *Plan {
	return &Plan{convert: func(dst []byte, text string) ([]byte, error) { return append(dst, f(text)...), nil }}
}
