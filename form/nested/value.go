package nested

import "slices"

// A Value is data with structure: a String, a Bool, Null, a List or a Map. A nil
// Value is Null.
type Value interface{ isValue() }

// The kinds of Value.
type (
	// String is text, or a number in the way the program prints it.
	String string
	// Bool is true or false, for which each convention has a spelling.
	Bool bool
	// Null is a missing value.
	Null struct{}
	// List is values in order, which most conventions number or leave unnamed.
	List []Value
	// Map is named values in order.
	Map []Field
)

// A Field is a key of a Map and its value.
type Field struct {
	Key   string
	Value Value
}

func (String) isValue() {}
func (Bool) isValue()   {}
func (Null) isValue()   {}
func (List) isValue()   {}
func (Map) isValue()    {}

// Get returns the value of the first field with that key, or nil.
func (m Map) Get(key string) Value {
	if i := slices.IndexFunc(m, func(f Field) bool { return f.Key == key }); i >= 0 {
		return m[i].Value
	}
	return nil
}

// deeper reports whether v has more than that many levels of lists and maps.
func deeper(v Value, levels int) bool {
	switch v := v.(type) {
	case List:
		return levels == 0 || slices.ContainsFunc(v, func(v Value) bool { return deeper(v, levels-1) })
	case Map:
		return levels == 0 || slices.ContainsFunc(v, func(f Field) bool { return deeper(f.Value, levels-1) })
	}
	return false
}

// scalarText returns a scalar as a string, with these words for the rest.
func scalarText(v Value, null, no, yes string) (text string, scalar bool) {
	switch v := v.(type) {
	case String:
		return string(v), true
	case Bool:
		if v {
			return yes, true
		}
		return no, true
	case nil, Null:
		return null, true
	}
	return "", false
}
