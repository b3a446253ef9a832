package recipe

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"github.com/pct-encoded/percent/bulk"
)

// TestJSON: a recipe comes out of JSON as it went in, with every field set.
func TestJSON(t *testing.T) {
	var r Recipe
	v := reflect.ValueOf(&r).Elem()
	for i := range v.NumField() {
		switch f := v.Field(i); f.Interface().(type) {
		case string:
			f.SetString("x")
		case bool:
			f.SetBool(true)
		case int:
			f.SetInt(7)
		case []string:
			f.Set(reflect.ValueOf([]string{"a", "b,c"}))
		default:
			t.Fatalf("%s: a kind of field that nobody has thought of", v.Type().Field(i).Name)
		}
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var got Recipe
	if err := json.Unmarshal(text, &got); err != nil || !reflect.DeepEqual(got, r) {
		t.Errorf("%+v, %v; want %+v", got, err, r)
	}
}

// TestCommands: there is nothing to be said of a command that is none. What the
// commands do is compared with the command itself in cmd/percent.
func TestCommands(t *testing.T) {
	for _, name := range Commands() {
		r, flags := New(name)
		if r.Command != name || flags == nil || len(Policies(name)) == 0 {
			t.Errorf("%s: %+v", name, r)
		}
	}
	if r, flags := New("uri set"); r != nil || flags != nil || Policies("uri set") != nil || Argument("uri set") != "" {
		t.Error("uri set is a command")
	}
	var bad *UsageError
	if _, err := (&Recipe{Command: "uri set"}).Job("a"); !errors.As(err, &bad) || bad.Hint == "" {
		t.Errorf("uri set: %v", err)
	}
	if _, err := (&Recipe{Command: "decode", Argument: "a"}).Job("a"); !errors.As(err, &bad) {
		t.Errorf("decode a: %v", err)
	}
	if Argument("uri get") != "TEMPLATE" {
		t.Errorf("uri get %s", Argument("uri get"))
	}
}

func TestAppendBad(t *testing.T) {
	f := bulk.Flaw{Source: "a", Record: 3, Column: "u", StreamOffset: 20, Input: []byte("x\xff%zz")}
	f.Offset, f.Reason = 2, "invalid escape"
	const want = `{"source":"a","row":3,"column":"u","offset":2,"stream_offset":20,"reason":"invalid escape","input_base64":"eP8leno="}` + "\n"
	if got := string(AppendBad(nil, &f)); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestRenumber(t *testing.T) {
	for _, source := range []string{"a", `a","row":5,"`, "\xff", ""} {
		f := bulk.Flaw{Source: source, Record: 3, Column: `","row":7,`, Input: []byte(`","row":9,`)}
		line := AppendBad(nil, &f)
		f.Record = 1003
		if got, err := Renumber(nil, line, 1000); err != nil || string(got) != string(AppendBad(nil, &f)) {
			t.Errorf("%q: %s, %v", source, got, err)
		}
	}
	for _, line := range []string{"", "{}\n", `{"source":"a","row":x,"` + "\n", `{"source":"a","row":3`} {
		if got, err := Renumber([]byte("x"), []byte(line), 1); err == nil || string(got) != "x" {
			t.Errorf("%q: %q, %v", line, got, err)
		}
	}
}
