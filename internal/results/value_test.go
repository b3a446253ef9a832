package results

import (
	"testing"

	"github.com/pct-encoded/percent/internal/strictjson"
)

func TestValue(t *testing.T) {
	view := struct {
		A string `json:"a"`
	}{"b"}
	for _, tt := range []struct {
		name       string
		value      Value
		page, json string
	}{
		{"a text", Value{Text: "a"}, "a", `{"output":"a"}`},
		{"a struct", Value{View: view}, `{"a":"b"}`, `{"a":"b"}`},
	} {
		if page, json := tt.value.Page(Style{}), string(strictjson.Append(nil, tt.value.JSON())); page != tt.page || json != tt.json {
			t.Errorf("%s: %s, %s", tt.name, page, json)
		}
	}
}
