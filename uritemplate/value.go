package uritemplate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// Values are the values of variables by name. A name that is missing is an
// undefined variable.
type Values map[string]Value

// A Value is the value of a variable: a string, a list or an associative array.
// The zero Value is undefined. A Value is never changed; a list shares the memory
// of the slice it was made from.
type Value struct {
	kind  kind
	text  string
	items []string // of a list, or keys and values in turn
}

type kind uint8

const (
	_ kind = iota
	stringKind
	listKind
	pairsKind
)

// A Pair is an entry of an associative array.
type Pair struct {
	Key, Value string
}

// String returns a string value. The empty string is defined.
func String(s string) Value { return Value{kind: stringKind, text: s} }

// List returns a list value. An empty list is undefined (section 2.3).
func List(items ...string) Value { return Value{kind: listKind, items: items} }

// Pairs returns an associative array whose entries keep their order. An empty
// one is undefined (section 2.3).
func Pairs(pairs ...Pair) Value {
	items := make([]string, 0, 2*len(pairs))
	for _, p := range pairs {
		items = append(items, p.Key, p.Value)
	}
	return Value{kind: pairsKind, items: items}
}

// Map returns an associative array with the entries of m sorted by key.
func Map(m map[string]string) Value {
	items := make([]string, 0, 2*len(m))
	for _, k := range slices.Sorted(maps.Keys(m)) {
		items = append(items, k, m[k])
	}
	return Value{kind: pairsKind, items: items}
}

// Defined reports whether v counts as defined: a string, even an empty one, or
// a list or an associative array with something in it.
func (v Value) Defined() bool {
	return v.kind == stringKind || len(v.items) > 0
}

// UnmarshalJSON sets v from JSON: null is undefined; strings, numbers and
// booleans are strings, numbers as they are spelled; arrays of these are lists;
// objects of these are associative arrays in the order of the text. Members
// that are null are left out. Deeper nesting is an error.
func (v *Value) UnmarshalJSON(data []byte) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	first, err := dec.Token()
	if err != nil {
		return err
	}
	*v = Value{}
	delim, composite := first.(json.Delim)
	if !composite {
		if text, ok := scalar(first); ok {
			*v = String(text)
		}
		return nil
	}
	v.kind = listKind
	if delim == '{' {
		v.kind = pairsKind
	}
	for dec.More() {
		key := ""
		if v.kind == pairsKind {
			token, err := dec.Token()
			if err != nil {
				return err
			}
			key = token.(string)
		}
		token, err := dec.Token()
		if err != nil {
			return err
		}
		if _, nested := token.(json.Delim); nested {
			return errNested
		}
		text, ok := scalar(token)
		switch {
		case !ok:
		case v.kind == pairsKind:
			v.items = append(v.items, key, text)
		default:
			v.items = append(v.items, text)
		}
	}
	return nil
}

var errNested = errors.New("uritemplate: a value holds an array or object inside another")

// scalar returns the text of a JSON token, and false for null.
func scalar(token json.Token) (string, bool) {
	if token == nil {
		return "", false
	}
	return fmt.Sprint(token), true
}
