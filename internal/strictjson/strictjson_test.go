package strictjson

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
)

var valid = []string{
	`null`, `true`, ` false `, `0`, `-0.5e+10`, `1E3`, `""`, `"a\"\\\/\b\f\n\r\tz"`, `"\u00e9\ud83d\ude00"`, `"é😀"`,
	`[]`, `[ ]`, `[1,[2,{"a":[]}]]`, `{}`, `{"a":1,"b":{"a":2}}`, "\t{\n\"a\" : \r1 }", "\"\u2028\x7f\"",
}

func TestParseValid(t *testing.T) {
	for _, text := range valid {
		v, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		var want any
		d := json.NewDecoder(strings.NewReader(text))
		d.UseNumber()
		if err := d.Decode(&want); err != nil {
			t.Fatal(err)
		}
		if got := plain(v); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
		if text[v.Offset:][:len(v.Raw)] != v.Raw {
			t.Errorf("%s: Raw %q is not at %d", text, v.Raw, v.Offset)
		}
	}
}

// plain returns what encoding/json makes of a value.
func plain(v Value) any {
	switch v.Kind {
	case Bool:
		return v.Text == "true"
	case Number:
		return json.Number(v.Text)
	case String:
		return v.Text
	case Array:
		list := []any{}
		for _, x := range v.Items {
			list = append(list, plain(x))
		}
		return list
	case Object:
		m := map[string]any{}
		for _, x := range v.Members {
			m[x.Key] = plain(x.Value)
		}
		return m
	}
	return nil
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]percent.SyntaxError{
		``:                    {Offset: 0, Reason: EndsTooEarly},
		`{"a":`:               {Offset: 5, Reason: EndsTooEarly},
		`{"a"`:                {Offset: 4, Reason: EndsTooEarly},
		`"a`:                  {Offset: 2, Reason: EndsTooEarly},
		`"\u12`:               {Offset: 5, Reason: EndsTooEarly},
		`-`:                   {Offset: 1, Reason: EndsTooEarly},
		`[1 2]`:               {Offset: 3, Bytes: "2", Reason: NotJSON},
		`[1,]`:                {Offset: 3, Bytes: "]", Reason: NotJSON},
		`{a:1}`:               {Offset: 1, Bytes: "a", Reason: NotJSON},
		`é`:                   {Offset: 0, Bytes: "é", Reason: NotJSON},
		`01`:                  {Offset: 1, Bytes: "1", Reason: MoreThanOne},
		`1 x`:                 {Offset: 2, Bytes: "x", Reason: MoreThanOne},
		"\"a\xff\"":           {Offset: 2, Bytes: "\xff", Reason: percent.InvalidUTF8},
		"\"\n\"":              {Offset: 1, Bytes: "\n", Reason: NotJSON},
		`"\x"`:                {Offset: 2, Bytes: "x", Reason: NotJSON},
		`"a\ud800"`:           {Offset: 2, Bytes: `\ud800`, Reason: LoneSurrogate},
		`"\udc00\ud800"`:      {Offset: 1, Bytes: `\udc00`, Reason: LoneSurrogate},
		`"\ud800\u0041"`:      {Offset: 1, Bytes: `\ud800`, Reason: LoneSurrogate},
		`{"a":1,"\u0061":2}`:  {Offset: 7, Bytes: "a", Reason: DuplicateKey},
		`[{"b":{"a":1,"a":}}`: {Offset: 13, Bytes: "a", Reason: DuplicateKey},

		strings.Repeat("[", MaxDepth+2): {Offset: MaxDepth + 1, Reason: TooDeep},
	} {
		_, err := Parse(text)
		var got *percent.SyntaxError
		want.Format = "json"
		if !errors.As(err, &got) || *got != want {
			t.Errorf("%.40q: %v, want %v", text, err, &want)
		}
	}
}

// FuzzParse: what is taken is JSON to encoding/json, and means the same.
func FuzzParse(f *testing.F) {
	for _, text := range valid {
		f.Add(text)
	}
	f.Add(`{"a":1,"a":2}`)
	f.Add("\"\\ud800\xff")
	f.Fuzz(func(t *testing.T, text string) {
		v, err := Parse(text)
		if err != nil {
			var e *percent.SyntaxError
			if !errors.As(err, &e) || e.Offset < 0 || e.Offset > int64(len(text)) {
				t.Fatalf("%q: %v", text, err)
			}
			if json.Valid([]byte(text)) {
				switch e.Reason {
				case DuplicateKey, LoneSurrogate, percent.InvalidUTF8, TooDeep:
				default:
					t.Fatalf("%q: %v", text, err)
				}
			}
			return
		}
		var want any
		d := json.NewDecoder(strings.NewReader(text))
		d.UseNumber()
		if err := d.Decode(&want); err != nil || !json.Valid([]byte(text)) {
			t.Fatalf("%q is not JSON: %v", text, err)
		}
		if got := plain(v); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q: %v, want %v", text, got, want)
		}
	})
}

type inner struct {
	Name  string  `json:"name"`
	Value *string `json:"value,omitempty"`
}

type outer struct {
	ID string `json:"id"`
	inner
	Raw     []byte   `json:"raw,omitempty"`
	List    []string `json:"list,omitempty"`
	Inside  []inner  `json:"inside,omitempty"`
	Map     Pairs    `json:"map,omitempty"`
	N       *int     `json:"n,omitempty"`
	Yes     bool     `json:"yes,omitempty"`
	ignored int
}

func pointer[T any](v T) *T { return &v }

func TestAppend(t *testing.T) {
	_ = outer{}.ignored
	for _, test := range []struct {
		v    any
		want string
	}{
		{outer{ID: "a&<\u2028\"\x01", inner: inner{Name: "\xff"}}, `{"id":"a&<\u2028\"\u0001","name_base64":"/w=="}`},
		{
			outer{inner: inner{Value: pointer("")}, Raw: []byte("\xff"), List: []string{"a", "\xff"}, Inside: []inner{{Name: "b"}}, N: pointer(0), Yes: true},
			`{"id":"","name":"","value":"","raw_base64":"/w==","list_base64":["YQ==","/w=="],"inside":[{"name":"b"}],"n":0,"yes":true}`,
		},
		{outer{Map: Pairs{{"z", "1"}, {"a", "2"}}, List: []string{"é"}}, `{"id":"","name":"","list":["é"],"map":{"z":"1","a":"2"}}`},
		{[][2]string{{"a", "\xff"}}, `[["a",{"base64":"/w=="}]]`},
		{[]string{}, `[]`},
		{nil, `null`},
		{(*inner)(nil), `null`},
		{1.5, `1.5`},
	} {
		if got := string(Append(nil, test.v)); got != test.want {
			t.Errorf("%+v: %s, want %s", test.v, got, test.want)
		}
	}
}

// TestAppendStrings compares strings with encoding/json: each character at some place among
// plain ones, and every two of those that are written differently.
func TestAppendStrings(t *testing.T) {
	check := func(s string) {
		var want strings.Builder
		e := json.NewEncoder(&want)
		e.SetEscapeHTML(false)
		if err := e.Encode(s); err != nil {
			t.Fatal(err)
		}
		if got := string(Line(s)); got != want.String() {
			t.Errorf("%q: %s, want %s", s, got, want.String())
		}
	}
	const plain = "abcdefghijklmnopq ~!#[]x"
	for r := range rune(0x3000) {
		n := int(r) % len(plain)
		check(plain[:n] + string(r) + plain[n:])
	}
	special := []string{"\x00", "\x1f", "\"", "\\", "\x7f", "é", "\u2028", "\u2027", "😀"}
	for _, a := range special {
		for _, b := range special {
			for n := range 20 {
				for m := range 10 {
					check(plain[:n] + a + plain[:m] + b + plain[m:])
				}
			}
		}
	}
}

func TestRead(t *testing.T) {
	for _, x := range []outer{
		{ID: "a", inner: inner{Name: "\xff", Value: pointer("v")}},
		{ID: "\xff", inner: inner{Name: "b"}, List: []string{"a", "\xff"}, Inside: []inner{{Name: "c"}, {Name: "\xff"}}, N: pointer(7), Yes: true, Map: Pairs{{"k", "v"}}},
	} {
		var got outer
		if err := (Reader{}).Read(string(Append(nil, x)), &got); err != nil || !reflect.DeepEqual(got, x) {
			t.Errorf("%+v: %+v, %v", x, got, err)
		}
	}
	for text, want := range map[string]string{
		`[]`:          `json: not a JSON object at byte 0`,
		`{"id":"1"}`:  `json: missing key "name" at byte 0`,
		`{"id":1}`:    `json: id: not a string at byte 6`,
		`{"id":null}`: `json: id: null at byte 6`,
		`{"Id":"a"}`:  `json: unknown key "Id" at byte 1`,
		`{"yes_base64":"YQ==","id":"a","name":"b"}`:                         `json: unknown key "yes_base64" at byte 1`,
		`{"id":"a","id_base64":"YQ==","name":"b"}`:                          `json: id: a key both as text and in base64 at byte 22`,
		`{"id":"a","name":["b"]}`:                                           `json: name: not a string at byte 17`,
		`{"id":"a","name":"b","list":"c"}`:                                  `json: list: not an array at byte 28`,
		`{"id":"a","name":"b","list":["c",null]}`:                           `json: list 2: null at byte 33`,
		`{"id":"a","name":"b","list_base64":["c"]}`:                         `json: list 1: not base64 at byte 36`,
		`{"id":"a","name_base64":"b"}`:                                      `json: name: not base64 at byte 24`,
		`{"id":"a","name":"b","inside":[{"name":"c"},{"x":1}]}`:             `json: inside 2: unknown key "x" at byte 45`,
		`{"id":"a","name":"b","inside":[1]}`:                                `json: inside 1: not a JSON object at byte 31`,
		`{"id":"a","name":"b","n":1.5}`:                                     `json: n: not a whole number at byte 25`,
		`{"id":"a","name":"b","yes":1}`:                                     `json: yes: neither true nor false at byte 27`,
		`{"id":"a","name":"b","map":{"k":[]}}`:                              `json: map: not a string at byte 27`,
		`{"input":1,"id":"a","name":"b","inside":[{"name":"c","input":1}]}`: `json: inside 1: unknown key "input" at byte 53`,
	} {
		var got outer
		if err := (Reader{Ignored: []string{"input"}}).Read(text, &got); fmt.Sprint(err) != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	var unknown *KeyError
	err := Reader{}.Read(`{"id":"a","name":"b","inside":[{"x":1}]}`, new(outer))
	if !errors.As(err, &unknown) || strings.Join(unknown.Keys, " ") != "name value" {
		t.Errorf("%v: %+v", err, unknown)
	}
}

// TestWrite: what Write writes is what Line returns, in several pieces if it is a long list.
func TestWrite(t *testing.T) {
	type item struct {
		Text string `json:"text"`
	}
	long := make([]item, 5000)
	for i := range long {
		long[i].Text = strings.Repeat("x", i%50)
	}
	for name, v := range map[string]any{
		"long": long, "none": []item{}, "nil": []item(nil), "one": []item{{"a"}}, "object": item{"a"}, "octets": []byte("a\xFF"),
		"pairs": Pairs{{"a", "b"}}, "texts": []string{"a", "\xFF"}, "null": nil,
	} {
		var out pieces
		if err := Write(&out, v); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(out, ""); got != string(Line(v)) {
			t.Errorf("%s: %.60q, want %.60q", name, got, Line(v))
		}
		if name == "long" && len(out) < 5 {
			t.Errorf("%d pieces", len(out))
		}
	}
}

// pieces are what was written.
type pieces []string

func (p *pieces) Write(b []byte) (int, error) {
	*p = append(*p, string(b))
	return len(b), nil
}
