package protocols

import (
	"fmt"
	"slices"
	"testing"

	"github.com/pct-encoded/percent/form"
	"github.com/pct-encoded/percent/form/nested"
)

func TestPairs(t *testing.T) {
	want := form.Pairs{{Name: "a", Value: "1"}, {Name: "\xff", Value: ""}, {Name: "a", Value: "é\n"}}
	text := `[["a","1"],[{"base64":"/w=="},""],["a","é\n"]]`
	if got := string(AppendFormPairs(nil, want)); got != text {
		t.Errorf("%s, want %s", got, text)
	}
	if got, err := FormPairs(text); err != nil || !slices.Equal(got, want) {
		t.Errorf("%v, %v", got, err)
	}
	for text, want := range map[string]string{
		`{}`:                          "json: an object, which has no order and no repeated names, instead of an array of pairs at byte 0",
		`1`:                           "json: not an array of pairs at byte 0",
		`[["a","b"],["c"]]`:           "json: pair 2: not an array of two at byte 11",
		`[["a",true]]`:                "json: pair 1, value: not a string at byte 6",
		`[[null,""]]`:                 "json: pair 1, name: null at byte 2",
		`[["a","\ud800"]]`:            `json: half of a surrogate pair "\\ud800" at byte 7`,
		`[["a",{"base64":"_"}]]`:      "json: pair 1, value: not base64 at byte 16",
		`[["a",{"base64":"","x":1}]]`: "json: pair 1, value: not a string at byte 6",
	} {
		if _, err := FormPairs(text); fmt.Sprint(err) != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func TestData(t *testing.T) {
	text := `{"z":{"b":[],"a":["1",null,true]},"":"\u0000"}`
	m, err := FormData(text)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := AppendFormData(nil, m); err != nil || string(got) != text {
		t.Errorf("%s, %v", got, err)
	}
	if _, err := FormData(`{"a":{"b":1,"b":2}}`); fmt.Sprint(err) != `json: duplicate key "b" at byte 12` {
		t.Error(err)
	}
	if _, err := FormData(`[]`); fmt.Sprint(err) != "json: not a JSON object at byte 0" {
		t.Error(err)
	}
	if _, err := AppendFormData(nil, nested.List{nested.String("a\xff")}); fmt.Sprint(err) != `json: invalid UTF-8 "a\xff" at byte 0` {
		t.Error(err)
	}
}
