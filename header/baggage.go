package header

import (
	"github.com/pct-encoded/percent"
)

// BaggageEncoding writes the values of baggage: what baggage-octet of W3C
// Baggage section 3.3.1 holds, without '%'. Its decoder keeps malformed
// escapes, takes '+' for itself and writes U+FFFD for what is not UTF-8, as the
// specification demands.
var BaggageEncoding = percent.New(baggageOctet.Remove("%")).
	WithMalformed(percent.MalformedKept).
	WithInvalidUTF8(percent.InvalidUTF8Replaced)

var baggageOctet = percent.ByteSet{}.AddRange('!', '~').Remove(`",;\`)

// A BaggageMember is a list-member of a baggage field.
type BaggageMember struct {
	Key        string // a token; escapes in it are not decoded
	Value      string
	Properties []BaggageProperty
}

// A BaggageProperty is metadata of a member.
type BaggageProperty struct {
	Key   string // a token
	Value string
	Kind  PropertyKind
}

// PropertyKind says whether a property has a value.
type PropertyKind uint8

// The kinds of properties.
const (
	KeyOnly     PropertyKind = iota // key
	KeyAndValue                     // key=value
)

// ParseBaggage parses a baggage field, values decoded. The error is a
// *SyntaxError; malformed escapes are none. The members before the one with the
// error come with it. Nothing is said about how many there may be: the limits of
// the specification are for those who pass baggage on.
func ParseBaggage(s string) ([]BaggageMember, error) {
	p := &scanner{s: s}
	var list []BaggageMember
	for {
		key, value, kind, err := p.baggagePair()
		if err != nil {
			return list, err
		}
		if kind == KeyOnly {
			return list, p.fail(MissingEquals)
		}
		m := BaggageMember{Key: key, Value: value}
		for p.skip(';') {
			key, value, kind, err := p.baggagePair()
			if err != nil {
				return list, err
			}
			m.Properties = append(m.Properties, BaggageProperty{key, value, kind})
		}
		list = append(list, m)
		if p.end() {
			return list, nil
		}
		if !p.skip(',') {
			return list, p.fail(InvalidByte)
		}
	}
}

func (p *scanner) baggagePair() (key, value string, kind PropertyKind, err *SyntaxError) {
	p.space()
	if key = p.token(percent.TcharSet); key == "" {
		return "", "", KeyOnly, p.fail(MissingName)
	}
	p.space()
	if !p.skip('=') {
		return key, "", KeyOnly, nil
	}
	p.space()
	value, _ = BaggageEncoding.Decode(p.token(baggageOctet))
	p.space()
	return key, value, KeyAndValue, nil
}

// BuildBaggage returns a baggage field. The error, a *SyntaxError, is for a key
// that is no token, a value that is not UTF-8, and an empty list, which has no
// field.
func BuildBaggage(members ...BaggageMember) (string, error) {
	if len(members) == 0 {
		return "", &SyntaxError{Reason: MissingName}
	}
	var dst []byte
	pair := func(key, value string, kind PropertyKind) error {
		if err := checkToken(key); err != nil {
			return err
		}
		dst = append(dst, key...)
		if kind == KeyOnly {
			return nil
		}
		if err := checkUTF8(value); err != nil {
			return err
		}
		dst = BaggageEncoding.AppendEncode(append(dst, '='), []byte(value))
		return nil
	}
	for i, m := range members {
		if i > 0 {
			dst = append(dst, ',')
		}
		if err := pair(m.Key, m.Value, KeyAndValue); err != nil {
			return "", err
		}
		for _, q := range m.Properties {
			dst = append(dst, ';')
			if err := pair(q.Key, q.Value, q.Kind); err != nil {
				return "", err
			}
		}
	}
	return string(dst), nil
}
