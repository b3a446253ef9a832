package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/form"
)

// base64Key is the key of the object that stands for a name or a value that is
// not UTF-8.
const base64Key = "base64"

// appendJSON appends s as a JSON string.
func appendJSON(dst []byte, s string) []byte {
	return append(dst, bytes.TrimSuffix(marshalJSON(s), []byte("\n"))...)
}

// appendTextJSON appends s as a JSON string or, where it is not UTF-8, as an
// object that holds it in base64.
func appendTextJSON(dst []byte, s string) []byte {
	if utf8.ValidString(s) {
		return appendJSON(dst, s)
	}
	dst = append(dst, `{"`+base64Key+`":"`...)
	dst = base64.StdEncoding.AppendEncode(dst, []byte(s))
	return append(dst, `"}`...)
}

// appendNestedJSON appends a value of nested data.
func appendNestedJSON(dst []byte, v form.Value) ([]byte, error) {
	var err error
	switch v := v.(type) {
	case form.String:
		if !utf8.ValidString(string(v)) {
			return dst, refuse("without --nested, such text is written in base64", fmt.Sprintf("%q is not UTF-8 and has no form in JSON", string(v)))
		}
		return appendJSON(dst, string(v)), nil
	case form.Bool:
		return fmt.Append(dst, bool(v)), nil
	case form.List:
		dst = append(dst, '[')
		for i, item := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			if dst, err = appendNestedJSON(dst, item); err != nil {
				return dst, err
			}
		}
		return append(dst, ']'), nil
	case form.Map:
		dst = append(dst, '{')
		for i, field := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			if dst, err = appendNestedJSON(dst, form.String(field.Key)); err != nil {
				return dst, err
			}
			dst = append(dst, ':')
			if dst, err = appendNestedJSON(dst, field.Value); err != nil {
				return dst, err
			}
		}
		return append(dst, '}'), nil
	}
	return append(dst, "null"...), nil
}

// maxJSONDepth bounds what readJSON takes, whatever the flags say.
const maxJSONDepth = 1000

// readJSON reads one JSON value, keys in their order.
func readJSON(text string) (form.Value, error) {
	if n, _, size := validPrefix([]byte(text)); size > 0 {
		return nil, &flawError{newTextFlaw(charset.UTF8, n, []byte(text[n:n+size]))}
	}
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	v, err := readValue(d, 0)
	if err == nil {
		if _, more := d.Token(); more == nil || !errors.Is(more, io.EOF) {
			return nil, refuse("a line is one value", fmt.Sprintf("more than one JSON value, at byte %d", d.InputOffset()))
		}
		return v, nil
	}
	var own *flawError
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &own):
		return nil, err
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.As(err, &syntax) && syntax.Offset >= int64(len(text)):
		return nil, refuse("JSON of several lines is read with --whole", "the JSON ends too early")
	case errors.As(err, &syntax):
		return nil, refuse(`pairs are written [["name","value"]]; --data takes name=value`, fmt.Sprintf("not JSON at byte %d: %s", max(0, syntax.Offset-1), syntax.Error()))
	}
	return nil, refuse("", fmt.Sprintf("not JSON at byte %d: %s", d.InputOffset(), err))
}

func readValue(d *json.Decoder, depth int) (form.Value, error) {
	token, err := d.Token()
	if err != nil {
		return nil, err
	}
	if depth > maxJSONDepth {
		return nil, refuse("", fmt.Sprintf("JSON of more than %d levels", maxJSONDepth))
	}
	switch token := token.(type) {
	case string:
		return form.String(token), nil
	case json.Number:
		return form.String(token), nil
	case bool:
		return form.Bool(token), nil
	case json.Delim:
		if token == '[' {
			list := form.List{}
			for d.More() {
				item, err := readValue(d, depth+1)
				if err != nil {
					return nil, err
				}
				list = append(list, item)
			}
			_, err = d.Token()
			return list, err
		}
		m := form.Map{}
		for d.More() {
			key, err := d.Token()
			if err != nil {
				return nil, err
			}
			value, err := readValue(d, depth+1)
			if err != nil {
				return nil, err
			}
			name, _ := key.(string)
			m = append(m, form.Field{Key: name, Value: value})
		}
		_, err = d.Token()
		return m, err
	}
	return form.Null{}, nil
}

// pairsOf returns the pairs that a JSON array of pairs holds.
func pairsOf(v form.Value) (form.Pairs, error) {
	list, ok := v.(form.List)
	if !ok {
		if _, object := v.(form.Map); object {
			return nil, refuse("--nested says how a program writes objects", "a JSON object has no order and no repeated names: an array of pairs is needed")
		}
		return nil, refuse(`pairs are written [["name","value"]]; --data takes name=value`, "a JSON array of pairs is needed")
	}
	pairs := make(form.Pairs, 0, len(list))
	for i, item := range list {
		pair, ok := item.(form.List)
		if !ok || len(pair) != 2 {
			return nil, refuse(`pairs are written [["name","value"]]`, pairNumber(i)+" is no array of two")
		}
		name, err := textOfJSON(pair[0], i, "name")
		if err != nil {
			return nil, err
		}
		value, err := textOfJSON(pair[1], i, "value")
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, form.Pair{Name: name, Value: value})
	}
	return pairs, nil
}

// textOfJSON returns the text of the name or value of pair i.
func textOfJSON(v form.Value, i int, what string) (string, error) {
	switch v := v.(type) {
	case form.String:
		return string(v), nil
	case form.Map:
		if text, ok := v.Get(base64Key).(form.String); ok && len(v) == 1 {
			octets, err := base64.StdEncoding.DecodeString(string(text))
			if err != nil {
				return "", refuse("", fmt.Sprintf("%s: the %s is not base64: %q", pairNumber(i), what, string(text)))
			}
			return string(octets), nil
		}
	}
	return "", refuse("--nested says how a program writes other data", fmt.Sprintf("%s: the %s is no string", pairNumber(i), what))
}
