package rule

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/pct-encoded/percent"
)

// A Variant is a rule with one field set to another value.
type Variant[T Encode | Decode] struct {
	Field string // its name, such as "Surrogates"
	// Value is the new value in words, such as "becomes U+FFFD", and Was the old one.
	// They are "" for a field that is on or off.
	Value, Was string
	Rule       T
}

// EncodeVariants returns r with each field set in turn to each of its other values.
// Fields that hold a set or a text are left alone.
func EncodeVariants(r Encode) []Variant[Encode] { return variants(r) }

// DecodeVariants is like EncodeVariants, but for a Decode.
func DecodeVariants(r Decode) []Variant[Decode] { return variants(r) }

func variants[T Encode | Decode](r T) []Variant[T] {
	var list []Variant[T]
	fields := reflect.TypeFor[T]()
	for i := range fields.NumField() {
		field := reflect.ValueOf(&r).Elem().Field(i)
		was := reflect.New(field.Type()).Elem()
		was.Set(field)
		said := ""
		if field.Kind() != reflect.Bool {
			said = words(field)
		}
		add := func(value string) {
			list = append(list, Variant[T]{fields.Field(i).Name, value, said, r})
		}
		switch field.Kind() {
		case reflect.Bool:
			field.SetBool(!was.Bool())
			add("")
		case reflect.Uint8: // one of a list
			for n := uint64(0); ; n++ {
				field.SetUint(n)
				if strings.HasPrefix(words(field), field.Type().Name()+"(") {
					break // there is no such value
				}
				if n != was.Uint() {
					add(words(field))
				}
			}
		case reflect.Uint16: // a sum
			for bit := range bits(field.Type()) {
				field.SetUint(was.Uint() ^ 1<<bit)
				add(words(field))
			}
		}
		field.Set(was)
	}
	return list
}

// words returns the value of a field in words, or "" if it has none.
func words(field reflect.Value) string {
	if said, ok := field.Interface().(fmt.Stringer); ok {
		return said.String()
	}
	return ""
}

// bits returns the number of flags in a type that is a sum of flags, and 0 for others.
func bits(t reflect.Type) int {
	switch t {
	case reflect.TypeFor[HexRule]():
		return len(hexTexts)
	case reflect.TypeFor[LaxRule]():
		return len(laxTexts)
	}
	return 0
}

// EncodeOf returns the encoding part of r, also for a Plain rule. The rule must encode.
func (r *Rule) EncodeOf() Encode {
	if r.Encode != nil {
		return *r.Encode
	}
	five := FiveOf(r.plain())
	e := Encode{Kept: setText(five.Kept.String()), Plus: five.Space != 0, Lower: five.Hex != 0}
	if five.Escapes != 0 {
		e.Escapes = EscapesKept
	}
	return e
}

// setText returns a set as rules write it: "" for the empty set.
func setText(s string) string { return strings.TrimPrefix(s, "[]") }

// DecodeOf returns the decoding part of r, also for a Plain rule, and the default if r
// has no decoding part.
func (r *Rule) DecodeOf() Decode {
	if r.Decode != nil {
		return *r.Decode
	}
	plain := r.plain()
	if plain == nil {
		return Decode{Plus: r.Encode.Plus}
	}
	d := Decode{
		Plus: plain.Plus() == percent.PlusIsSpace, Preserved: setText(plain.Preserved().String()),
		RawRefused: setText(plain.Raw().Complement().String()), UTF8: [...]UTF8Rule{UTF8Kept, UTF8Replaced, UTF8Refused}[plain.InvalidUTF8()],
	}
	if plain.Malformed() == percent.MalformedKept {
		d.Malformed = MalformedKept
	}
	return d
}
