package strictjson

import (
	"encoding"
	"encoding/base64"
	"reflect"
	"slices"
	"strconv"

	"github.com/pct-encoded/percent"
)

// A Reader reads JSON objects into structs. The zero Reader is ready to use.
type Reader struct {
	// Ignored are keys that an object may have, at the top, besides those of the
	// struct.
	Ignored []string
	// Hidden are keys of the struct that an object may not have, at the top.
	Hidden []string
	// Only, unless nil, are the keys of the struct that an object may have, at the top.
	Only []string
}

// An Unmarshaler reads a value by itself.
type Unmarshaler interface {
	// UnmarshalValue reads v. It returns what is wrong with it, or "".
	UnmarshalValue(v Value) percent.Reason
}

// Read reads a JSON object into the struct that into points to, by its json
// tags. A string is required unless its tag says omitempty. A string with the tag
// also:"number" takes a number, too, as it is written. The error is a
// *percent.SyntaxError or a *KeyError, which wraps one; Field names the part of
// the object.
func (r Reader) Read(text string, into any) error {
	v, err := Parse(text)
	if err != nil {
		return err
	}
	return r.Fill(v, into)
}

// Fill is Read for a value that was parsed.
func (r Reader) Fill(v Value, into any) error {
	f := &filler{ignored: r.Ignored, hidden: r.Hidden, only: r.Only}
	f.value("", v, reflect.ValueOf(into).Elem())
	switch {
	case f.known != nil:
		return &KeyError{f.err, f.known}
	case f.err != nil:
		return f.err
	}
	return nil
}

// A KeyError says that a key is unknown. It wraps a *percent.SyntaxError.
type KeyError struct {
	Err  *percent.SyntaxError
	Keys []string // the keys that are known there
}

// Error returns the text of Err.
func (e *KeyError) Error() string { return e.Err.Error() }

// Unwrap returns Err.
func (e *KeyError) Unwrap() error { return e.Err }

type filler struct {
	ignored []string
	hidden  []string
	only    []string
	err     *percent.SyntaxError
	known   []string // the keys of a KeyError
}

//go:noinline
func (f *filler) fail(field string, at int, bytes string, reason percent.Reason) {
	if f.err == nil {
		f.err = &percent.SyntaxError{Format: "json", Field: field, Offset: int64(at), Bytes: bytes, Reason: reason}
	}
}

// wrong fails at a value, which is not shown: it may be a secret.
//
//go:noinline
func (f *filler) wrong(field string, v Value, reason percent.Reason) {
	if v.Kind == Null {
		reason = IsNull
	}
	f.fail(field, v.Offset, "", reason)
}

const base64Suffix = "_base64"

// object reads the members of v into the struct s. field is where v stands.
func (f *filler) object(field string, v Value, s reflect.Value) {
	if v.Kind != Object {
		f.wrong(field, v, NotObject)
		return
	}
	fields := fieldsOf(s.Type())
	if field == "" && (len(f.hidden) > 0 || f.only != nil) {
		fields = slices.DeleteFunc(slices.Clone(fields), func(x structField) bool {
			return slices.Contains(f.hidden, x.key) || f.only != nil && !slices.Contains(f.only, x.key)
		})
	}
	// For a misspelled key this helps more than to say that a key is missing.
	for _, m := range v.Members {
		known := slices.ContainsFunc(fields, func(x structField) bool {
			return m.Key == x.key || m.Key == x.key+base64Suffix && x.isText
		})
		if !known && (field != "" || !slices.Contains(f.ignored, m.Key)) {
			if f.err == nil {
				for _, x := range fields {
					f.known = append(f.known, x.key)
				}
			}
			f.fail(field, m.KeyOffset, m.Key, UnknownKey)
			return
		}
	}
	for _, x := range fields {
		value, ok := v.Get(x.key)
		coded, isCoded := v.Get(x.key + base64Suffix)
		inside := x.key
		if field != "" {
			inside = field + ": " + x.key
		}
		switch {
		case x.isText && ok && isCoded:
			f.fail(inside, coded.Offset, "", BothKeys)
		case x.isText && isCoded:
			f.coded(inside, coded, s.FieldByIndex(x.index))
		case ok:
			if x.number && value.Kind == Number {
				value.Kind = String
			}
			f.value(inside, value, s.FieldByIndex(x.index))
		case x.required:
			f.fail(field, v.Offset, x.key, MissingKey)
		}
	}
}

// value reads v into to.
func (f *filler) value(field string, v Value, to reflect.Value) {
	if own, ok := to.Addr().Interface().(Unmarshaler); ok {
		if reason := own.UnmarshalValue(v); reason != "" {
			f.wrong(field, v, reason)
		}
		return
	}
	if u, ok := to.Addr().Interface().(encoding.TextUnmarshaler); ok {
		if v.Kind != String || u.UnmarshalText([]byte(v.Text)) != nil {
			f.wrong(field, v, NotString)
		}
		return
	}
	switch to.Kind() {
	case reflect.Pointer:
		to.Set(reflect.New(to.Type().Elem()))
		f.value(field, v, to.Elem())
	case reflect.String:
		if v.Kind == Object && len(v.Members) == 1 && v.Members[0].Key == "base64" {
			f.coded(field, v.Members[0].Value, to)
			return
		}
		if v.Kind != String {
			f.wrong(field, v, NotString)
			return
		}
		to.SetString(v.Text)
	case reflect.Bool:
		if v.Kind != Bool {
			f.wrong(field, v, NotBool)
			return
		}
		to.SetBool(v.Text == "true")
	case reflect.Int, reflect.Int64:
		n, err := strconv.ParseInt(v.Text, 10, to.Type().Bits())
		if v.Kind != Number || err != nil {
			f.wrong(field, v, NotNumber)
			return
		}
		to.SetInt(n)
	case reflect.Slice:
		f.array(field, v, to, f.value)
	case reflect.Struct:
		f.object(field, v, to)
	default:
		panic("strictjson: cannot read into a " + to.Type().String())
	}
}

// array reads the items of v into the slice to.
func (f *filler) array(field string, v Value, to reflect.Value, item func(string, Value, reflect.Value)) {
	if v.Kind != Array {
		f.wrong(field, v, NotArray)
		return
	}
	list := reflect.MakeSlice(to.Type(), len(v.Items), len(v.Items))
	for i, x := range v.Items {
		item(field+" "+strconv.Itoa(i+1), x, list.Index(i))
	}
	to.Set(list)
}

// coded reads text in base64 into to, a string or a slice of them.
func (f *filler) coded(field string, v Value, to reflect.Value) {
	switch to.Kind() {
	case reflect.Pointer:
		to.Set(reflect.New(to.Type().Elem()))
		f.coded(field, v, to.Elem())
	case reflect.Slice:
		f.array(field, v, to, f.coded)
	default:
		octets, err := base64.StdEncoding.DecodeString(v.Text)
		if v.Kind != String || err != nil {
			f.wrong(field, v, NotBase64)
			return
		}
		to.SetString(string(octets))
	}
}
