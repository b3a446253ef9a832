package nested

import (
	"strconv"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/form"
	"github.com/pct-encoded/percent/internal/lazy"
)

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
			text, _ := scalarsPHP.text(v)
			dst = c.appendPair(dst, from, name, text)
		}
	}
	for _, f := range data {
		walk(f.Key, f.Value)
	}
	return dst, nil
}

// phpArray is an array of PHP: an ordered map whose keys are integers if they
// look like integers.
type phpArray struct {
	index  map[string]int
	fields []phpField
	next   int64 // the key of what is appended; negative once there is none
}

type phpField struct {
	key   string
	text  string
	array *phpArray // or nil for text
}

func (a *phpArray) field(key string) *phpField {
	i, ok := a.index[key]
	if !ok {
		if a.index == nil {
			a.index = map[string]int{}
		}
		i = len(a.fields)
		a.index[key] = i
		a.fields = append(a.fields, phpField{key: key})
		if n, isInt := phpInteger(key); isInt && a.next >= 0 && n >= a.next {
			a.next = n + 1
		}
	}
	return &a.fields[i]
}

// add returns a new field at the end, or nil if the keys are used up.
func (a *phpArray) add() *phpField {
	if a.next < 0 {
		return nil
	}
	return a.field(strconv.FormatInt(a.next, 10))
}

// phpInteger reports whether PHP takes key for an integer.
func phpInteger(key string) (int64, bool) {
	n, err := strconv.ParseInt(key, 10, 64)
	return n, err == nil && strconv.FormatInt(n, 10) == key
}

func (a *phpArray) value(top bool) Value {
	list := !top
	for i, f := range a.fields {
		list = list && f.key == strconv.Itoa(i)
	}
	if list {
		values := make(List, len(a.fields))
		for i, f := range a.fields {
			values[i] = f.value()
		}
		return values
	}
	m := make(Map, len(a.fields))
	for i, f := range a.fields {
		m[i] = Field{f.key, f.value()}
	}
	return m
}

func (f *phpField) value() Value {
	if f.array != nil {
		return f.array.value(false)
	}
	return String(f.text)
}

func (f *phpField) descend() *phpArray {
	if f.array == nil {
		f.array, f.text = &phpArray{}, ""
	}
	return f.array
}

func parsePHP(query string, limits form.Limits) (Map, error) {
	top := &phpArray{}
	query, _, _ = strings.Cut(query, "\x00") // parse_str reads a string of C
	err := pieces(query, "&", limits, func(piece string, offset int) error {
		name, value, _ := strings.Cut(piece, "=")
		name, _ = percent.Form.Decode(name)
		value, _ = percent.Form.Decode(value)
		if !top.register(name, value, limits.Depth) {
			return &form.LimitError{Limit: form.DepthLimit, Max: limits.Depth, Offset: int64(offset)}
		}
		return nil
	})
	m, _ := top.value(true).(Map)
	return m, err
}

// register files value under name, as php_register_variable_ex does. It returns
// false where there are too many brackets.
func (a *phpArray) register(name, value string, depth int) bool {
	name = strings.TrimLeft(name, " ")
	name, _, _ = strings.Cut(name, "\x00")
	base, rest := name, ""
	bracketed := false
	if i := strings.IndexByte(name, '['); i >= 0 {
		base, rest, bracketed = name[:i], name[i:], true
	}
	base = phpBase.Get().Replace(base)
	if base == "" {
		return true
	}
	key, appends := base, false // of the next field in a
	next := func() *phpField {
		if appends {
			return a.add()
		}
		for _, prefix := range []string{"__Host-", "__Secure-"} {
			if strings.HasPrefix(key, prefix) && !strings.HasPrefix(name, prefix) {
				return nil // PHP drops what could be taken for such a cookie
			}
		}
		return a.field(key)
	}
	for level := 1; bracketed; level++ {
		if level > depth {
			return false
		}
		inside := rest[1:]
		start := 0
		if inside != "" && strings.IndexByte(" \t\n\v\f\r", inside[0]) >= 0 {
			start = 1
		}
		end := strings.IndexByte(inside[start:], ']')
		if end < 0 {
			// Not an index. After the first bracket it is part of the name.
			if level == 1 {
				key += "_" + phpOpen.Get().Replace(inside)
			}
			break
		}
		end += start
		f := next()
		if f == nil {
			return true
		}
		a = f.descend()
		key, appends = inside[:end], end == start
		rest = inside[end+1:]
		bracketed = strings.HasPrefix(rest, "[")
	}
	if f := next(); f != nil {
		f.text, f.array = value, nil
	}
	return true
}

// phpBase replaces what a name cannot hold before the first bracket, phpOpen what
// it cannot hold after a bracket that is never closed.
var (
	phpBase = lazy.Value[*strings.Replacer]{Make: func() *strings.Replacer { return strings.NewReplacer(" ", "_", ".", "_") }}
	phpOpen = lazy.Value[*strings.Replacer]{Make: func() *strings.Replacer { return strings.NewReplacer(" ", "_", ".", "_", "[", "_") }}
)
