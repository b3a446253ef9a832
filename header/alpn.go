package header

import (
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// CheckProtocol checks an ALPN protocol identifier as it stands in an ALPN or
// Alt-Svc field (RFC 7639 section 2.2). There is only one way to write an
// identifier, so that they can be compared without decoding: what must be escaped
// is, nothing else is, and digits are in upper case. The error is a
// *percent.SyntaxError. percent.ALPN encodes octets as an identifier and decodes
// identifiers.
func CheckProtocol(encoded string) error { return checkProtocol(encoded, 0, len(encoded)) }

// checkProtocol checks s[offset:end].
func checkProtocol(s string, offset, end int) error {
	encoded := s[offset:end]
	if encoded == "" {
		return syntax.At(offset, "", MissingName)
	}
	octets, err := percent.ALPN.Decode(encoded)
	if err != nil {
		return syntax.Shift(err, s, offset)
	}
	canonical := percent.ALPN.Encode(octets)
	for i := range len(encoded) {
		if i < len(canonical) && encoded[i] == canonical[i] {
			continue
		}
		// The difference is in an escape, or at its beginning.
		start := i
		for start > 0 && i-start < 2 && encoded[start] != '%' {
			start--
		}
		return syntax.At(offset+start, encoded[start:min(start+3, len(encoded))], NotCanonical)
	}
	return nil
}

// ParseALPN returns the protocol identifiers of an ALPN field (RFC 7639), each
// in its encoded, canonical form. The error is a *percent.SyntaxError.
func ParseALPN(s string) ([]string, error) {
	p := &scanner{s: s}
	var ids []string
	err := p.list(func() error {
		start := p.pos
		id := p.token(percent.TcharSet)
		if id == "" {
			return p.fail(percent.InvalidByte)
		}
		if err := checkProtocol(s, start, p.pos); err != nil {
			return err
		}
		ids = append(ids, id)
		return nil
	})
	return ids, err
}

// BuildALPN returns the value of an ALPN field for identifiers in octets, not yet
// encoded. The error, a *percent.SyntaxError, reports that there is no identifier, or
// an empty one, which its Field names.
func BuildALPN(ids ...string) (string, error) {
	if len(ids) == 0 {
		return "", syntax.Missing("", MissingName)
	}
	encoded := make([]string, len(ids))
	for i, id := range ids {
		if id == "" {
			return "", syntax.Missing(pct.Nth(i)+" protocol", MissingName)
		}
		encoded[i] = percent.ALPN.Encode(id)
	}
	return strings.Join(encoded, ", "), nil
}

// An Alternative is one alternative service of an Alt-Svc field (RFC 7838).
type Alternative struct {
	Protocol  string  // in its encoded, canonical form
	Authority string  // host and port, such as ":443"
	Params    []Param // such as ma and persist
}

// ParseAltSvc returns the alternatives of an Alt-Svc field in their order, and
// none for the value clear, which must be in lower case. A protocol that is not
// in its canonical form is an error, a *percent.SyntaxError with its offset.
func ParseAltSvc(s string) ([]Alternative, error) {
	p := &scanner{s: s}
	p.space()
	if strings.TrimRight(s[p.pos:], " \t") == "clear" {
		return nil, nil
	}
	var list []Alternative
	err := p.list(func() error {
		start := p.pos
		a := Alternative{Protocol: p.token(percent.TcharSet)}
		if a.Protocol == "" {
			return p.fail(MissingName)
		}
		if err := checkProtocol(s, start, p.pos); err != nil {
			return err
		}
		if !p.skip('=') {
			return p.fail(MissingEquals)
		}
		if !p.next('"') {
			return p.fail(MissingQuote)
		}
		var err error
		if a.Authority, err = p.quoted(); err != nil {
			return err
		}
		raw, err := p.params(false)
		if err != nil {
			return err
		}
		for _, r := range raw {
			a.Params = append(a.Params, Param{Name: r.name, Value: r.value})
		}
		list = append(list, a)
		return nil
	})
	return list, err
}

// list reads a list of at least one element, with commas between them (RFC 9110
// section 5.6.1.2). Empty elements are skipped.
func (p *scanner) list(element func() error) error {
	for n := 0; ; n++ {
		for p.space(); p.skip(','); {
			p.space()
		}
		switch {
		case !p.end():
		case n == 0:
			return p.fail(MissingName)
		default:
			return nil
		}
		if err := element(); err != nil {
			return err
		}
		if p.space(); !p.end() && !p.next(',') {
			return p.fail(percent.InvalidByte)
		}
	}
}

// BuildAltSvc returns the value of an Alt-Svc field; without alternatives it is
// clear. The error, a *percent.SyntaxError, reports a protocol that is not in its
// canonical form, a name that is not a token, and an authority or a value that is
// not printable ASCII.
func BuildAltSvc(list ...Alternative) (string, error) {
	if len(list) == 0 {
		return "clear", nil
	}
	var dst []byte
	for i, a := range list {
		service := pct.Nth(i) + " alternative"
		if err := CheckProtocol(a.Protocol); err != nil {
			return "", pct.In(service+", Protocol", err)
		}
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = append(append(dst, a.Protocol...), '=')
		if err := checkBytes(a.Authority, printable); err != nil {
			return "", pct.In(service+", Authority", err)
		}
		dst = appendQuoted(dst, a.Authority)
		for j, p := range a.Params {
			if err := checkToken(p.Name); err != nil {
				return "", pct.In(service+", name of the "+pct.Nth(j)+" parameter", err)
			}
			if err := checkBytes(p.Value, printable); err != nil {
				return "", pct.In(service+", "+p.Name, err)
			}
			dst = append(append(append(dst, "; "...), p.Name...), '=')
			if checkToken(p.Value) == nil {
				dst = append(dst, p.Value...)
			} else {
				dst = appendQuoted(dst, p.Value)
			}
		}
	}
	return string(dst), nil
}
