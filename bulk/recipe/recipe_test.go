package recipe

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
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

// TestNames: a name that leads nowhere is refused with what may have been meant.
func TestNames(t *testing.T) {
	for _, v := range []struct {
		recipe     Recipe
		text, hint string
	}{
		{Recipe{Command: "decode", As: "php.rawurlencod"}, "unknown dialect", "did you mean"},
		{Recipe{Command: "decode", As: "nothing at all"}, "unknown dialect", "dialects list"},
		{Recipe{Command: "encode", As: "php.urldecode"}, "php.urldecode only decodes", "--as php.urlencode"},
		{Recipe{Command: "fix", As: "decodeURIComponent"}, "js.decodeURIComponent only decodes", "--as js.encodeURIComponent"},
		{Recipe{Command: "fix", As: "decode"}, "only decodes, in every program", "--as py.mdurl.encode,"},
		{Recipe{Command: "encode", As: "js.escape", Keep: "/"}, "--keep cannot change js.escape", "dialects show js.escape"},
		{Recipe{Command: "decode", Charset: "shiftjis"}, "unknown charset", "did you mean shift"},
		{Recipe{Command: "url canonical", Charset: "iso-2022-kr"}, "refuses charset", "another program"},
		{Recipe{Command: "decode", Layers: "0"}, "--layers takes a number", ""},
		{Recipe{Command: "decode", Format: "csv"}, "--csv needs a --column", "--column"},
		{Recipe{Command: "decode", Delimiter: ";"}, "--delimiter needs a --column", "--column"},
		{Recipe{Command: "decode", Columns: []string{"a"}, Into: []string{"b", "c"}}, "there are 1 --column and 2 --intos", "same order"},
	} {
		var bad *UsageError
		_, err := v.recipe.Job("a.csv")
		if !errors.As(err, &bad) || !strings.Contains(bad.Text, v.text) || !strings.Contains(bad.Hint, v.hint) {
			t.Errorf("%+v: %v, hint %q", v.recipe, err, bad.Hint)
		}
	}
}

// TestQuery: the place of the query in a value.
func TestQuery(t *testing.T) {
	for _, v := range []struct {
		value, in string
		lo, hi    int
	}{
		{"a=1", "auto", 0, 3},
		{"http://h/?a=1#f", "auto", 10, 13},
		{"http://h/?a=1#f", "", 10, 13},
		{"http://h/?a=1#f", "query", 0, 15},
		{"a=1", "url", 3, 3},
		{"h/?a", "url", 3, 4},
		{"/p?a=1", "auto", 3, 6},
		{"/p=1?a", "auto", 0, 6},
		{"://x?a", "auto", 0, 6},
		{"1a://x?a", "auto", 0, 8},
		{"a1+.-://x?a", "auto", 10, 11},
		{"u=http://h/?q", "auto", 0, 13},
		{"", "url", 0, 0},
	} {
		if lo, hi := Query(v.value, v.in); lo != v.lo || hi != v.hi {
			t.Errorf("%q in %q: %d to %d, want %d to %d", v.value, v.in, lo, hi, v.lo, v.hi)
		}
	}
}
