package form

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent"
)

// A Value is data with structure: a String, a Bool, Null, a List or a Map.
// Numbers are strings, in whatever way the program prints them. A nil Value is
// Null.
type Value interface{ isValue() }

// The kinds of Value.
type (
	// String is text, or a number in the way the program prints it.
	String string
	// Bool is true or false, for which each convention has a spelling.
	Bool bool
	// Null is a value that is not there.
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

// A Convention is the way in which a program puts data with structure into the
// names of a form. Conventions are immutable and safe for concurrent use.
type Convention struct {
	name     string
	encoding *percent.Encoding // of what is written
	build    func(c *Convention, dst []byte, data Map) ([]byte, error)
	parse    func(query string, limits Limits) (Map, error)
	limits   Limits
}

// The conventions. Each writes and reads what the program of that version was
// recorded to.
var (
	// PHP writes as http_build_query and reads as parse_str of PHP 8.2: a[b]=1
	// and a[0]=1, null left out, true and false as 1 and 0, names with brackets
	// escaped. Reading changes ' ' and '.' in names to '_', keeps bytes that are
	// not UTF-8, and turns keys 0, 1, 2 … into a List.
	PHP = &Convention{name: "PHP", encoding: percent.New(alnum.Add("-._")).WithSpace(percent.SpacePlus), build: buildPHP, parse: parsePHP}
	// PHPRFC3986 is PHP with the encoding type PHP_QUERY_RFC3986: a space is %20
	// and '~' stays. It reads as PHP, '+' as a space.
	PHPRFC3986 = &Convention{name: "PHP (RFC 3986)", encoding: percent.RFC3986, build: buildPHP, parse: parsePHP}
	// Rails writes as Hash#to_query of Active Support 6.1: a[b]=1 and a[]=1,
	// sorted, brackets escaped, empty lists and maps left out. It reads as Rack,
	// whose parser Rails calls.
	Rails = &Convention{name: "Rails", encoding: percent.RFC3986.WithSpace(percent.SpacePlus), build: buildRails, parse: parseRack}
	// Rack writes as build_nested_query and reads as parse_nested_query of
	// Rack::Utils 2.2: a[b]=1 and a[]=1 with brackets as they are, null as a name
	// without '='. Reading splits at ';' too, and refuses malformed escapes and
	// names that contradict each other.
	Rack = &Convention{name: "Rack", encoding: percent.New(alnum.Add("*-._")).WithSpace(percent.SpacePlus), build: buildRack, parse: parseRack}
	// QS writes as stringify and reads as parse of qs 6.17 for Node.js, with
	// their defaults: a[b]=1 and a[0]=1, brackets escaped, null as an empty value.
	// Fields are written in their order; an object of ECMAScript would put keys
	// that are indices first.
	// Reading takes five levels of brackets, indices below 20 and drops names
	// like __proto__. parse's limit of 1000 pairs is not imitated, since it drops
	// the rest in silence; see Limits.
	QS = &Convention{name: "qs", encoding: percent.RFC3986, build: buildQS(qsIndices), parse: parseQS}
	// QSBrackets is QS with arrayFormat "brackets": a[]=1.
	QSBrackets = &Convention{name: "qs (brackets)", encoding: percent.RFC3986, build: buildQS(qsBrackets), parse: parseQS}
	// QSRepeat is QS with arrayFormat "repeat": a=1&a=2.
	QSRepeat = &Convention{name: "qs (repeat)", encoding: percent.RFC3986, build: buildQS(qsRepeat), parse: parseQS}
	// QSRFC1738 is QS with format "RFC1738": a space is '+', and ( and ) stay.
	QSRFC1738 = &Convention{name: "qs (RFC 1738)", encoding: percent.New(alnum.Add("-._~()")).WithSpace(percent.SpacePlus), build: buildQS(qsIndices), parse: parseQS}
	// JQuery writes as jQuery.param of jQuery 4: a[b]=1, a[]=1 for a scalar and
	// a[0][b]=1 for what is none, brackets escaped, a space as %20. jQuery does
	// not read forms.
	JQuery = &Convention{name: "jQuery", encoding: percent.RFC2396, build: buildJQuery}
	// Python writes as urllib.parse.urlencode with doseq=True: a=1&a=2 for a
	// list, one level deep. It reads as parse_qs: every value is a List, pairs
	// with an empty value are dropped, what is not UTF-8 becomes U+FFFD.
	Python = &Convention{name: "Python", encoding: percent.RFC3986.WithSpace(percent.SpacePlus), build: buildPython, parse: parsePython}
)

// String returns the name of the program, such as "PHP (RFC 3986)".
func (c *Convention) String() string { return c.name }

// WithLimits returns a copy of c that reads, and for Depth also writes, no more
// than l.
func (c *Convention) WithLimits(l Limits) *Convention {
	d := *c
	d.limits = l
	return &d
}

// A NestingError says that data and names do not fit a convention: the program
// cannot write such a value, or names contradict each other.
type NestingError struct {
	Convention string // its name
	Name       string // in the form, decoded as far as that goes
	Problem    string // such as "is a list and a map"
	Err        error  // what is wrong with an escape, or nil
}

// Error returns a text such as
//
//	form: Rack: "a" is a string and a map
func (e *NestingError) Error() string {
	text := fmt.Sprintf("form: %s: %q %s", e.Convention, e.Name, e.Problem)
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns e.Err.
func (e *NestingError) Unwrap() error { return e.Err }

// Build returns data as a form. A *LimitError says that it is too deep, a
// *NestingError that the program has no way to write it.
func (c *Convention) Build(data Map) (string, error) {
	b, err := c.AppendBuild(nil, data)
	return string(b), err
}

// AppendBuild appends data as a form to dst and returns the extended buffer, or
// dst and an error.
func (c *Convention) AppendBuild(dst []byte, data Map) ([]byte, error) {
	if depth := c.limits.orDefault().Depth; deeper(data, depth+1) {
		return dst, &LimitError{DepthLimit, depth, 0}
	}
	out, err := c.build(c, dst, data)
	if err != nil {
		return dst, err
	}
	return out, nil
}

// Parse returns the data of a form. A *LimitError says that it is too large or
// too deep, a *NestingError that its names contradict each other or that the
// program refuses it. Either comes with the data before it.
func (c *Convention) Parse(query string) (Map, error) {
	if c.parse == nil {
		return nil, &NestingError{c.name, "", "is not read by " + c.name, nil}
	}
	limits := c.limits
	if limits.Depth == 0 && c.name != PHP.name && c.name != PHPRFC3986.name {
		limits.Depth = rackDepth
	}
	limits = limits.orDefault()
	if len(query) > limits.Bytes {
		return nil, &LimitError{ByteLimit, limits.Bytes, int64(limits.Bytes)}
	}
	return c.parse(query, limits)
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

// appendPair appends the name and the value, both encoded, behind '&' unless dst
// is as it was.
func (c *Convention) appendPair(dst []byte, from int, name, value string) []byte {
	if len(dst) > from {
		dst = append(dst, '&')
	}
	dst = append(c.encoding.AppendEncode(dst, bytesOf(name)), '=')
	return c.encoding.AppendEncode(dst, bytesOf(value))
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

// pieces splits query at the separators and counts those that are not empty.
func pieces(query, separators string, limits Limits, yield func(piece string, offset int) error) error {
	number := 0
	for at := 0; at <= len(query); {
		end := strings.IndexAny(query[at:], separators)
		if end < 0 {
			end = len(query) - at
		}
		if piece := query[at : at+end]; piece != "" {
			if number++; number > limits.Pairs {
				return &LimitError{PairLimit, limits.Pairs, int64(at)}
			}
			if err := yield(piece, at); err != nil {
				return err
			}
		}
		at += end + 1
	}
	return nil
}

// PHP.

func buildPHP(c *Convention, dst []byte, data Map) ([]byte, error) {
	var walk func(name string, v Value)
	from := len(dst)
	walk = func(name string, v Value) {
		switch v := v.(type) {
		case nil, Null:
		case List:
			for i, v := range v {
				walk(name+"["+strconv.Itoa(i)+"]", v)
			}
		case Map:
			for _, f := range v {
				walk(name+"["+f.Key+"]", f.Value)
			}
		default:
			text, _ := scalarText(v, "", "0", "1")
			dst = c.appendPair(dst, from, name, text)
		}
	}
	for _, f := range data {
		walk(f.Key, f.Value)
	}
	return dst, nil
}

// Rails.

func buildRails(c *Convention, dst []byte, data Map) ([]byte, error) {
	var query func(name string, v Value) string
	hash := func(namespace string, top bool, m Map) string {
		var parts []string
		for _, f := range m {
			switch v := f.Value.(type) {
			case List:
				if len(v) == 0 {
					continue
				}
			case Map:
				if len(v) == 0 {
					continue
				}
			}
			name := namespace + "[" + f.Key + "]"
			if top {
				name = f.Key
			}
			parts = append(parts, query(name, f.Value))
		}
		if !strings.Contains(namespace, "[]") {
			slices.Sort(parts)
		}
		return strings.Join(parts, "&")
	}
	query = func(name string, v Value) string {
		switch v := v.(type) {
		case List:
			name += "[]"
			if len(v) == 0 {
				return query(name, Null{})
			}
			var parts []string
			for _, v := range v {
				parts = append(parts, query(name, v))
			}
			return strings.Join(parts, "&")
		case Map:
			return hash(name, false, v)
		}
		text, _ := scalarText(v, "", "false", "true")
		return c.encoding.Encode(name) + "=" + c.encoding.Encode(text)
	}
	return append(dst, hash("", true, data)...), nil
}

// Rack.

func buildRack(c *Convention, dst []byte, data Map) ([]byte, error) {
	var query func(name string, top bool, v Value) string
	query = func(name string, top bool, v Value) string {
		var parts []string
		switch v := v.(type) {
		case List:
			for _, v := range v {
				parts = append(parts, query(name+"[]", false, v))
			}
		case Map:
			for _, f := range v {
				key := c.encoding.Encode(f.Key)
				if !top {
					key = name + "[" + key + "]"
				}
				if part := query(key, false, f.Value); part != "" {
					parts = append(parts, part)
				}
			}
		case nil, Null:
			return name
		default:
			text, _ := scalarText(v, "", "false", "true")
			return name + "=" + c.encoding.Encode(text)
		}
		return strings.Join(parts, "&")
	}
	return append(dst, query("", true, data)...), nil
}

// qs.

type qsFormat uint8

const (
	qsIndices qsFormat = iota
	qsBrackets
	qsRepeat
)

func buildQS(format qsFormat) func(c *Convention, dst []byte, data Map) ([]byte, error) {
	return func(c *Convention, dst []byte, data Map) ([]byte, error) {
		from := len(dst)
		var walk func(name string, v Value)
		walk = func(name string, v Value) {
			switch v := v.(type) {
			case List:
				for i, v := range v {
					switch format {
					case qsIndices:
						walk(name+"["+strconv.Itoa(i)+"]", v)
					case qsBrackets:
						walk(name+"[]", v)
					default:
						walk(name, v)
					}
				}
			case Map:
				for _, f := range v {
					walk(name+"["+f.Key+"]", f.Value)
				}
			default:
				text, _ := scalarText(v, "", "false", "true")
				dst = c.appendPair(dst, from, name, text)
			}
		}
		for _, f := range data {
			walk(f.Key, f.Value)
		}
		return dst, nil
	}
}

// jQuery.

func buildJQuery(c *Convention, dst []byte, data Map) ([]byte, error) {
	from := len(dst)
	add := func(name, text string) {
		dst = c.appendPair(dst, from, name, text)
	}
	var walk func(name string, v Value)
	walk = func(name string, v Value) {
		switch v := v.(type) {
		case List:
			for i, item := range v {
				_, scalar := scalarText(item, "", "", "")
				switch {
				case strings.HasSuffix(name, "[]"):
					// jQuery takes whatever is in such a list for a string.
					add(name, scriptString(item, ""))
				case scalar:
					walk(name+"[]", item)
				default:
					walk(name+"["+strconv.Itoa(i)+"]", item)
				}
			}
		case Map:
			for _, f := range v {
				walk(name+"["+f.Key+"]", f.Value)
			}
		default:
			add(name, scriptString(v, ""))
		}
	}
	for _, f := range data {
		walk(f.Key, f.Value)
	}
	return dst, nil
}

// scriptString returns v as String(v) of ECMAScript has it, null as given.
func scriptString(v Value, null string) string {
	switch v := v.(type) {
	case List:
		var parts []string
		for _, v := range v {
			parts = append(parts, scriptString(v, ""))
		}
		return strings.Join(parts, ",")
	case Map:
		return "[object Object]"
	}
	text, _ := scalarText(v, null, "false", "true")
	return text
}

// Python.

func buildPython(c *Convention, dst []byte, data Map) ([]byte, error) {
	from := len(dst)
	add := func(name string, v Value) error {
		text, scalar := scalarText(v, "None", "False", "True")
		if !scalar {
			return &NestingError{c.name, name, "is nested more than one level deep", nil}
		}
		dst = c.appendPair(dst, from, name, text)
		return nil
	}
	for _, f := range data {
		switch v := f.Value.(type) {
		case List:
			for _, item := range v {
				if err := add(f.Key, item); err != nil {
					return dst, err
				}
			}
		case Map:
			// A dict is the sequence of its keys.
			for _, inner := range v {
				if err := add(f.Key, String(inner.Key)); err != nil {
					return dst, err
				}
			}
		default:
			if err := add(f.Key, v); err != nil {
				return dst, err
			}
		}
	}
	return dst, nil
}

func parsePython(query string, limits Limits) (Map, error) {
	pairs, err := Standard.WithLimits(limits).Parse(query)
	if err != nil {
		return nil, err
	}
	var m Map
	index := map[string]int{}
	for _, p := range pairs {
		if p.Value == "" {
			continue
		}
		i, ok := index[p.Name]
		if !ok {
			i = len(m)
			index[p.Name] = i
			m = append(m, Field{p.Name, List{}})
		}
		m[i].Value = append(m[i].Value.(List), String(p.Value))
	}
	return m, nil
}
