package nested

import "slices"

// A Value is data with structure: a String, a Number, a Bool, Null, a List or a Map. A nil
// Value is Null.
type Value interface{ isValue() }

// The kinds of Value.
type (
	// String is text.
	String string
	// Number is a number as JSON writes it. It is written as the program prints it once it has
	// read it from JSON: 1.0 is 1 in PHP and JavaScript. Parse returns none.
	Number string
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
func (Number) isValue() {}
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

// scalars are how a program writes scalars as text.
type scalars struct {
	null, no, yes string
	number        func(json string) string
}

var (
	scalarsPHP    = scalars{"", "0", "1", numberPHP}
	scalarsScript = scalars{"", "false", "true", numberScript}
	scalarsRuby   = scalars{"", "false", "true", numberRuby}
	scalarsPython = scalars{"None", "False", "True", numberPython}
)

// text returns a scalar as a string.
func (x *scalars) text(v Value) (text string, scalar bool) {
	switch v := v.(type) {
	case String:
		return string(v), true
	case Number:
		return x.number(string(v)), true
	case Bool:
		if v {
			return x.yes, true
		}
		return x.no, true
	case nil, Null:
		return x.null, true
	}
	return "", false
}
