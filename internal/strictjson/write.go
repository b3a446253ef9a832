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
	"unsafe"

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
		text := m.Value.Text
		if coded, ok := m.Value.Get("base64"); ok && m.Value.Kind == Object && len(m.Value.Members) == 1 {
			octets, err := base64.StdEncoding.DecodeString(coded.Text)
			if err != nil || coded.Kind != String {
				return NotBase64
			}
			text = string(octets)
		} else if m.Value.Kind != String && m.Value.Kind != Number {
			return NotString
		}
		*p = append(*p, Pair{m.Key, text})
	}
	return ""
}

// Line returns v in JSON with a line end.
func Line(v any) []byte { return AppendLine(nil, v) }

// AppendLine appends v in JSON with a line end.
//
//go:noinline
func AppendLine(dst []byte, v any) []byte { return append(Append(dst, v), '\n') }

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

// octets returns the text that v holds, if it is a string or octets, without copying it.
func octets(v reflect.Value) (text string, ok bool) {
	switch {
	case v.Kind() == reflect.String:
		return v.String(), true
	case v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8:
		b := v.Bytes()
		return unsafe.String(unsafe.SliceData(b), len(b)), true
	}
	return "", false
}

func appendStruct(dst []byte, s reflect.Value) []byte {
	return append(appendMembers(append(dst, '{'), s), '}')
}

// appendMembers appends the fields of s after an opening brace, or after those
// of the struct around it.
func appendMembers(dst []byte, s reflect.Value) []byte {
	fields := fieldsOf(s.Type())
	for i := range fields {
		x := &fields[i]
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
		if v.Kind() == reflect.Pointer && !v.IsNil() {
			v = v.Elem()
		}
		if !x.isText {
			dst = appendValue(appendKey(dst, x.key, ""), v)
		} else if text, ok := octets(v); ok {
			dst = AppendMember(dst, x.key, text)
		} else if v.Kind() == reflect.Slice && !allText(v) {
			dst = appendItems(appendKey(dst, x.key, base64Suffix), v, func(dst []byte, v reflect.Value) []byte {
				text, _ := octets(v)
				return appendBase64(dst, text)
			})
		} else {
			dst = appendValue(appendKey(dst, x.key, ""), v)
		}
	}
	return dst
}

// AppendMember appends text under a key, or under key_base64 if it is not UTF-8, to an
// object that is not closed yet.
func AppendMember(dst []byte, key, text string) []byte {
	plain := plainBeginning(text)
	if plain < len(text) && !utf8.ValidString(text[plain:]) {
		return appendBase64(appendKey(dst, key, base64Suffix), text)
	}
	return appendText(appendKey(dst, key, ""), text, plain)
}

// appendKey appends a key to an object, after a comma unless the object begins here.
func appendKey(dst []byte, key, suffix string) []byte {
	if dst[len(dst)-1] != '{' {
		dst = append(dst, ',')
	}
	return append(append(append(append(dst, '"'), key...), suffix...), '"', ':')
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
	plain := plainBeginning(s)
	if plain == len(s) || utf8.ValidString(s[plain:]) {
		return appendText(dst, s, plain)
	}
	return append(appendBase64(append(dst, `{"base64":`...), s), '}')
}

func appendBase64(dst []byte, s string) []byte {
	dst = base64.StdEncoding.AppendEncode(append(dst, '"'), []byte(s))
	return append(dst, '"')
}

// plainBeginning returns how many bytes at the start of s are ASCII that stands for itself
// in a JSON string: all, or, of a longer text, as many groups of eight as are found so.
func plainBeginning(s string) int {
	const every = ^uint64(0) / 255 // a 1 in each byte
	n := 0
	for ; n+8 <= len(s); n += 8 {
		b := s[n : n+8]
		w := uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 | uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
		quote, backslash := w^'"'*every, w^'\\'*every
		// The high bit of a byte is set where it is below ' ', '"', '\\' or not ASCII. After one
		// such byte the subtraction may borrow from the next, so the sum only says whether
		// there is any.
		if ((w-' '*every)|(quote-every)|(backslash-every)|w)&(0x80*every) != 0 {
			return n
		}
	}
	for i := n; i < len(s); i++ {
		if c := s[i]; c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			return n
		}
	}
	return len(s)
}

// appendText appends text, which is UTF-8, as a JSON string. Like encoding/json it
// escapes U+2028 and U+2029, which old JavaScript refuses in strings; unlike it, it
// leaves '&', '<' and '>' alone. plain is what plainBeginning says of s.
func appendText(dst []byte, s string, plain int) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	start := 0
	for i := plain; i < len(s); i++ {
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
		i += plainBeginning(s[start:])
	}
	return append(append(dst, s[start:]...), '"')
}
