package protocols

import (
	"strconv"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/form"
	"github.com/pct-encoded/percent/form/nested"
	"github.com/pct-encoded/percent/internal/strictjson"
)

// Why JSON is not a form, besides the reasons of package strictjson.
const (
	NotPairs    percent.Reason = "not an array of pairs"
	ObjectFound percent.Reason = "an object, which has no order and no repeated names, instead of an array of pairs"
	NotTwo      percent.Reason = "not an array of two"
)

// AppendFormPairs appends pairs. A name or a value that is not UTF-8 is an object
// with its octets in base64.
func AppendFormPairs(dst []byte, pairs form.Pairs) []byte {
	dst = append(dst, '[')
	for i, p := range pairs {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(strictjson.AppendString(append(dst, '['), p.Name), ',')
		dst = append(strictjson.AppendString(dst, p.Value), ']')
	}
	return append(dst, ']')
}

// FormPairs reads what AppendFormPairs writes. A number is text as it is spelled.
func FormPairs(text string) (form.Pairs, error) {
	v, err := strictjson.Parse(text)
	switch {
	case err != nil:
		return nil, err
	case v.Kind == strictjson.Object:
		return nil, refuseForm("", v, ObjectFound)
	case v.Kind != strictjson.Array:
		return nil, refuseForm("", v, NotPairs)
	}
	pairs := make(form.Pairs, len(v.Items))
	for i, item := range v.Items {
		field := "pair " + strconv.Itoa(i+1)
		if item.Kind != strictjson.Array || len(item.Items) != 2 {
			return nil, refuseForm(field, item, NotTwo)
		}
		for j, to := range []*string{&pairs[i].Name, &pairs[i].Value} {
			text := item.Items[j]
			if text.Kind == strictjson.Number {
				text.Kind = strictjson.String
			}
			if err := (strictjson.Reader{}).Fill(text, to); err != nil {
				e := *err.(*percent.SyntaxError)
				e.Field = field + []string{", name", ", value"}[j]
				return nil, &e
			}
		}
	}
	return pairs, nil
}

func refuseForm(field string, v strictjson.Value, reason percent.Reason) error {
	return &percent.SyntaxError{Format: "json", Field: field, Offset: int64(v.Offset), Reason: reason}
}

// AppendFormData appends nested formData. Text that is not UTF-8 has no form in it.
func AppendFormData(dst []byte, v nested.Value) ([]byte, error) {
	var err error
	switch v := v.(type) {
	case nested.String:
		if s := string(v); !utf8.ValidString(s) {
			return dst, &percent.SyntaxError{Format: "json", Bytes: s, Reason: percent.InvalidUTF8}
		}
		return strictjson.AppendString(dst, string(v)), nil
	case nested.Number:
		return append(dst, v...), nil
	case nested.Bool:
		return strconv.AppendBool(dst, bool(v)), nil
	case nested.List:
		dst = append(dst, '[')
		for i, item := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			if dst, err = AppendFormData(dst, item); err != nil {
				return dst, err
			}
		}
		return append(dst, ']'), nil
	case nested.Map:
		dst = append(dst, '{')
		for i, field := range v {
			if i > 0 {
				dst = append(dst, ',')
			}
			if dst, err = AppendFormData(dst, nested.String(field.Key)); err != nil {
				return dst, err
			}
			if dst, err = AppendFormData(append(dst, ':'), field.Value); err != nil {
				return dst, err
			}
		}
		return append(dst, '}'), nil
	}
	return append(dst, "null"...), nil
}

// FormData reads a JSON object of nested formData.
func FormData(text string) (nested.Map, error) {
	v, err := strictjson.Parse(text)
	if err != nil {
		return nil, err
	}
	if v.Kind != strictjson.Object {
		return nil, refuseForm("", v, strictjson.NotObject)
	}
	return formData(v).(nested.Map), nil
}

func formData(v strictjson.Value) nested.Value {
	switch v.Kind {
	case strictjson.String:
		return nested.String(v.Text)
	case strictjson.Number:
		return nested.Number(v.Text)
	case strictjson.Bool:
		return nested.Bool(v.Text == "true")
	case strictjson.Array:
		list := nested.List{}
		for _, item := range v.Items {
			list = append(list, formData(item))
		}
		return list
	case strictjson.Object:
		m := nested.Map{}
		for _, x := range v.Members {
			m = append(m, nested.Field{Key: x.Key, Value: formData(x.Value)})
		}
		return m
	}
	return nested.Null{}
}
