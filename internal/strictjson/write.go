package strictjson

import (
	"encoding"
	"encoding/base64"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
)

// A Writer writes itself as a JSON value.
type Writer interface {
	// AppendJSON appends the value.
	AppendJSON(dst []byte) []byte
}

// Pairs is an object whose keys are data, in their order.
type Pairs []Pair

// A Pair is a key and its value.
type Pair struct{ Key, Value string }

// AppendJSON appends the object.
func (p Pairs) AppendJSON(dst []byte) []byte {
	dst = append(dst, '{')
	for i, x := range p {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(AppendString(dst, x.Key), ':')
		dst = AppendString(dst, x.Value)
	}
	return append(dst, '}')
}

// UnmarshalValue reads the object.
func (p *Pairs) UnmarshalValue(v Value) percent.Reason {
	if v.Kind != Object {
		return NotObject
	}
	for _, m := range v.Members {
		if m.Value.Kind != String && m.Value.Kind != Number {
			return NotString
		}
		*p = append(*p, Pair{m.Key, m.Value.Text})
	}
	return ""
}

// Line returns v in JSON with a line end.
func Line(v any) []byte { return append(Append(nil, v), '\n') }

// Write writes v in JSON with a line end. Of a list it holds only some items at a time.
func Write(out io.Writer, v any) error {
	list := reflect.ValueOf(v)
	if !list.IsValid() || list.Kind() != reflect.Slice || list.NumMethod() > 0 || list.Type().Elem().Kind() == reflect.Uint8 {
		_, err := out.Write(Line(v))
		return err
	}
	line := make([]byte, 0, atOnce+atOnce/2)
	line = append(line, '[')
	for i := range list.Len() {
		if i > 0 {
			line = append(line, ',')
		}
		if line = appendValue(line, list.Index(i)); len(line) >= atOnce {
			if _, err := out.Write(line); err != nil {
				return err
			}
			line = line[:0]
		}
	}
	_, err := out.Write(append(line, ']', '\n'))
	return err
}

// atOnce is how many bytes Write writes at once, or more.
const atOnce = 16 << 10

// Append appends v in JSON: a struct with its fields in order, by their json
// tags. It knows the options omitempty and inline: the fields of an embedded
// struct, and of one in a field with the option inline, become fields of the
// struct around it.
func Append(dst []byte, v any) []byte { return appendValue(dst, reflect.ValueOf(v)) }

// A structField is a field that has a key.
type structField struct {
	key       string
	index     []int
	omitEmpty bool
	inline    bool // it holds fields of the struct around it; written only
	number    bool // may be a number; read only
	required  bool // read only
	isText    bool // may be under key_base64
}

var plans sync.Map // reflect.Type to []structField

func fieldsOf(t reflect.Type) []structField {
	if known, ok := plans.Load(t); ok {
		return known.([]structField)
	}
	var fields []structField
	for i := range t.NumField() {
		f := t.Field(i)
		key, rest, _ := strings.Cut(f.Tag.Get("json"), ",")
		options := strings.Split(rest, ",")
		switch {
		case f.Anonymous && f.Tag.Get("json") == "":
			for _, x := range fieldsOf(f.Type) {
				x.index = append(slices.Clone(f.Index), x.index...)
				fields = append(fields, x)
			}
		case slices.Contains(options, "inline"):
			fields = append(fields, structField{index: f.Index, inline: true})
		case key != "":
			x := structField{key: key, index: f.Index, omitEmpty: slices.Contains(options, "omitempty"), number: f.Tag.Get("also") == "number"}
			x.required = !x.omitEmpty && f.Type.Kind() == reflect.String
			x.isText = isText(f.Type)
			fields = append(fields, x)
		}
	}
	plans.Store(t, fields)
	return fields
}

// isText reports whether t is a string, octets, or a slice of them or a pointer to
// them.
func isText(t reflect.Type) bool {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	return t.Kind() == reflect.String || t.Kind() == reflect.Uint8
}

// octets returns the text that v holds, if it is a string or octets.
func octets(v reflect.Value) (text string, ok bool) {
	switch {
	case v.Kind() == reflect.String:
		return v.String(), true
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8:
		return string(v.Bytes()), true
	}
	return "", false
}

func appendStruct(dst []byte, s reflect.Value) []byte {
	return append(appendMembers(append(dst, '{'), s), '}')
}

// appendMembers appends the fields of s after an opening brace, or after those
// of the struct around it.
func appendMembers(dst []byte, s reflect.Value) []byte {
	for _, x := range fieldsOf(s.Type()) {
		v := s.FieldByIndex(x.index)
		if x.inline {
			for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
				v = v.Elem()
			}
			if v.IsValid() {
				dst = appendMembers(dst, v)
			}
			continue
		}
		if x.omitEmpty && isEmpty(v) {
			continue
		}
		if dst[len(dst)-1] != '{' {
			dst = append(dst, ',')
		}
		if v.Kind() == reflect.Pointer && !v.IsNil() {
			v = v.Elem()
		}
		key := append(append(dst, '"'), x.key...)
		if !x.isText {
			dst = appendValue(append(key, `":`...), v)
		} else if text, ok := octets(v); ok && utf8.ValidString(text) {
			dst = appendText(append(key, `":`...), text)
		} else if ok {
			dst = appendBase64(append(key, base64Suffix+`":`...), text)
		} else if v.Kind() == reflect.Slice && !allText(v) {
			dst = appendItems(append(key, base64Suffix+`":`...), v, func(dst []byte, v reflect.Value) []byte {
				text, _ := octets(v)
				return appendBase64(dst, text)
			})
		} else {
			dst = appendValue(append(key, `":`...), v)
		}
	}
	return dst
}

func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.String, reflect.Map:
		return v.Len() == 0
	}
	return v.IsZero()
}

func allText(list reflect.Value) bool {
	for i := range list.Len() {
		if text, ok := octets(list.Index(i)); ok && !utf8.ValidString(text) {
			return false
		}
	}
	return true
}

// Once so many items of a list are written, room is made for the others, as if they were
// as long, and for maxGuess bytes at most.
const (
	sample   = 16
	maxGuess = 1 << 20
)

func appendItems(dst []byte, list reflect.Value, item func([]byte, reflect.Value) []byte) []byte {
	dst = append(dst, '[')
	from, n := len(dst), list.Len()
	for i := range n {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = item(dst, list.Index(i))
		if i == sample && n > 2*sample {
			dst = slices.Grow(dst, min((len(dst)-from)/sample*(n-sample), maxGuess))
		}
	}
	return append(dst, ']')
}

func appendValue(dst []byte, v reflect.Value) []byte {
	if !v.IsValid() {
		return append(dst, "null"...)
	}
	if v.NumMethod() > 0 { // Interface allocates
		switch w := v.Interface().(type) {
		case Writer:
			return w.AppendJSON(dst)
		case encoding.TextMarshaler:
			text, err := w.MarshalText()
			if err != nil {
				panic("strictjson: " + err.Error()) // a value that has no text
			}
			return AppendString(dst, string(text))
		}
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return append(dst, "null"...)
		}
		return appendValue(dst, v.Elem())
	case reflect.Bool:
		return strconv.AppendBool(dst, v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.AppendInt(dst, v.Int(), 10)
	case reflect.Uint, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return strconv.AppendUint(dst, v.Uint(), 10)
	case reflect.Float64:
		return strconv.AppendFloat(dst, v.Float(), 'f', -1, 64)
	case reflect.Struct:
		return appendStruct(dst, v)
	case reflect.String, reflect.Slice, reflect.Array:
		if text, ok := octets(v); ok {
			return AppendString(dst, text)
		}
		return appendItems(dst, v, appendValue)
	}
	panic("strictjson: cannot write a " + v.Type().String())
}

// AppendString appends s as a JSON string, or as {"base64":"…"} if it is not
// UTF-8.
func AppendString(dst []byte, s string) []byte {
	if utf8.ValidString(s) {
		return appendText(dst, s)
	}
	return append(appendBase64(append(dst, `{"base64":`...), s), '}')
}

func appendBase64(dst []byte, s string) []byte {
	dst = base64.StdEncoding.AppendEncode(append(dst, '"'), []byte(s))
	return append(dst, '"')
}

// appendText appends text, which is UTF-8, as a JSON string. Like encoding/json it
// escapes U+2028 and U+2029, which old JavaScript refuses in strings; unlike it, it
// leaves '&', '<' and '>' alone.
func appendText(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= ' ' && c != '"' && c != '\\' && c != 0xE2 {
			continue
		}
		if c == 0xE2 {
			if rest := s[i:]; !strings.HasPrefix(rest, "\u2028") && !strings.HasPrefix(rest, "\u2029") {
				continue
			}
			dst = append(append(dst, s[start:i]...), `\u202`...)
			dst = append(dst, hex[s[i+2]&0xF])
			i += 2
			start = i + 1
			continue
		}
		dst = append(append(dst, s[start:i]...), '\\')
		start = i + 1
		if at := strings.IndexByte("\b\f\n\r\t\"\\", c); at >= 0 {
			dst = append(dst, `bfnrt"\`[at])
		} else {
			dst = append(dst, 'u', '0', '0', hex[c>>4], hex[c&0xF])
		}
	}
	return append(append(dst, s[start:]...), '"')
}
