package header

import (
	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/words"
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

var propertyKindWords = []string{"key", "key and value"}

// String returns "key" or "key and value".
func (p PropertyKind) String() string { return words.Of(propertyKindWords, p) }

// ParseBaggage parses a baggage field and decodes its values. Malformed escapes
// stay as they are. With an error, a *percent.SyntaxError, it returns the members
// before it. It takes up to 65536 members, and as many properties in all, where the
// specification asks of programs that pass baggage on to take 64.
func ParseBaggage(s string) ([]BaggageMember, error) {
	p := &scanner{s: s}
	var list []BaggageMember
	properties := 0
	for {
		if len(list) == maxMembers {
			return list, p.fail(TooManyMembers)
		}
		key, value, kind, err := p.baggagePair()
		if err != nil {
			return list, err
		}
		if kind == KeyOnly {
			return list, p.fail(MissingEquals)
		}
		m := BaggageMember{Key: key, Value: value}
		for p.skip(';') {
			if properties++; properties > maxMembers {
				return list, p.fail(TooManyMembers)
			}
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
			return list, p.fail(percent.InvalidByte)
		}
	}
}

func (p *scanner) baggagePair() (key, value string, kind PropertyKind, err error) {
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

// BuildBaggage returns a baggage field. The error, a *percent.SyntaxError,
// reports a key that is not a token, a value that is not UTF-8, and an empty list,
// for which there is no field.
func BuildBaggage(members ...BaggageMember) (string, error) {
	if len(members) == 0 {
		return "", syntax.Missing("", MissingName)
	}
	var dst []byte
	pair := func(key, value string, kind PropertyKind) error {
		if err := checkToken(key); err != nil {
			return pct.In("key", err)
		}
		dst = append(dst, key...)
		if kind == KeyOnly {
			return nil
		}
		if err := syntax.UTF8(value); err != nil {
			return pct.In("value of "+key, err)
		}
		dst = BaggageEncoding.AppendEncode(append(dst, '='), []byte(value))
		return nil
	}
	for i, m := range members {
		if i > 0 {
			dst = append(dst, ',')
		}
		if err := pair(m.Key, m.Value, KeyAndValue); err != nil {
			return "", pct.In(pct.Nth(i)+" member", err)
		}
		for j, q := range m.Properties {
			dst = append(dst, ';')
			if err := pair(q.Key, q.Value, q.Kind); err != nil {
				return "", pct.In(pct.Nth(i)+" member, "+pct.Nth(j)+" property", err)
			}
		}
	}
	return string(dst), nil
}
