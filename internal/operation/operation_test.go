package operation

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/internal/signing"
)

// TestJSON: a request comes out of JSON as it went in, with every field set.
func TestJSON(t *testing.T) {
	var r Request
	v := reflect.ValueOf(&r).Elem()
	for i := range v.NumField() {
		switch f := v.Field(i); f.Interface().(type) {
		case string:
			f.SetString("x\xff")
		case bool:
			f.SetBool(true)
		case int:
			f.SetInt(7)
		case []string:
			f.Set(reflect.ValueOf([]string{"a", "b,c"}))
		case *int:
			n := 7
			f.Set(reflect.ValueOf(&n))
		case signing.Options:
			// Not in JSON.
		case *Table:
			f.Set(reflect.ValueOf(&Table{Format: "csv", Columns: []string{"a", "\xff"}}))
		default:
			t.Fatalf("%s: a kind of field that nobody has thought of", v.Type().Field(i).Name)
		}
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var got Request
	if err := json.Unmarshal(text, &got); err != nil || !reflect.DeepEqual(got, r) {
		t.Errorf("%+v, %v; want %+v", got, err, r)
	}
}

// TestRows: every field of a request is a choice of some row under the key that JSON has
// for it, unless it is of this list, and a row's words of a choice are those it takes.
func TestRows(t *testing.T) {
	keys := map[string]bool{"": true, "operation": true, "arguments": true, "table": true, "lists": true}
	for _, o := range All() {
		seen := map[string]bool{}
		for i := range o.Choices {
			c := &o.Choices[i]
			if seen[c.Name] || c.Help == "" || c.On == 0 {
				t.Errorf("%s --%s: twice, without help or nowhere", o.Name, c.Name)
			}
			seen[c.Name] = true
			var r Request
			v := reflect.ValueOf(&r).Elem()
			for j := range v.NumField() {
				if v.Field(j).Addr().Interface() == c.Field(&r) {
					key, _, _ := strings.Cut(v.Type().Field(j).Tag.Get("json"), ",")
					if key != c.Key() {
						t.Errorf("%s --%s is %q in JSON", o.Name, c.Name, key)
					}
					keys[key] = true
				}
			}
		}
		if got, err := Lookup(o.Name); got != o || err != nil {
			t.Errorf("Lookup(%q): %v, %v", o.Name, got, err)
		}
	}
	v := reflect.TypeOf(Request{})
	for i := range v.NumField() {
		if key, _, _ := strings.Cut(v.Field(i).Tag.Get("json"), ","); !keys[key] {
			t.Errorf("no row has %q", key)
		}
	}
}

// TestRefused: a choice that no row has is refused by name.
func TestRefused(t *testing.T) {
	var bad *UsageError
	if _, err := (&Request{Operation: "uri put"}).Job("a"); !errors.As(err, &bad) || bad.Hint == "" {
		t.Errorf("uri put: %v", err)
	}
	if _, err := (&Request{Operation: "decode", Arguments: []string{"a"}}).Job("a"); !errors.As(err, &bad) {
		t.Errorf("decode a: %v", err)
	}
	if _, err := (&Request{Operation: "uri get"}).Job("a"); !errors.As(err, &bad) {
		t.Errorf("uri get: %v", err)
	}
	// Messages name the dialect that was found.
	if _, err := (&Request{Operation: "encode", As: "escape", Keep: "/"}).Job("a"); !errors.As(err, &bad) || !strings.Contains(bad.Text, "js.escape") {
		t.Errorf("encode --as escape --keep /: %v", err)
	}
	if _, err := (&Request{Operation: "layers"}).Job("a"); !errors.As(err, &bad) || !strings.Contains(bad.Hint, "--column") {
		t.Errorf("layers of lines: %v", err)
	}
	for _, v := range []struct {
		request        Request
		choice, reason string
	}{
		{Request{Operation: "decode", As: "nosuch"}, "as", "unknown word"},
		{Request{Operation: "encode", As: "js.unescape"}, "as", "not possible together"},
		{Request{Operation: "decode", OnError: "explode"}, "on-error", "unknown word"},
		{Request{Operation: "decode", Space: "tab"}, "space", "unknown word"},
		{Request{Operation: "encode", Times: new(int)}, "times", "unknown word"},
		{Request{Operation: "decode", As: "url", Space: "plus"}, "space", "not possible together"},
		{Request{Operation: "decode", Charset: "detect"}, "charset", "not possible together"},
		{Request{Operation: "decode", Keep: "a"}, "", ""},
		{Request{Operation: "normalize", Base: "http://h/"}, "", ""},
	} {
		if _, err := v.request.Job("a"); !errors.As(err, &bad) || bad.Choice != v.choice || string(bad.Reason) != v.reason {
			t.Errorf("%+v: %v, choice %q, %q", v.request, err, bad.Choice, bad.Reason)
		}
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

// TestNames: an unknown name is refused with a suggestion.
func TestNames(t *testing.T) {
	for _, v := range []struct {
		request    Request
		text, hint string
	}{
		{Request{Operation: "decode", As: "php.rawurlencod"}, "unknown dialect", "did you mean"},
		{Request{Operation: "decode", As: "nothing at all"}, "unknown dialect", "dialects list"},
		{Request{Operation: "encode", As: "php.urldecode"}, "php.urldecode only decodes", "--as php.urlencode"},
		{Request{Operation: "fix", As: "decodeURIComponent"}, "js.decodeURIComponent only decodes", "--as js.encodeURIComponent"},
		{Request{Operation: "fix", As: "decode"}, "only decodes, in every program", "--as py.mdurl.encode,"},
		{Request{Operation: "encode", As: "js.escape", Keep: "/"}, "--keep cannot change js.escape", "dialects show js.escape"},
		{Request{Operation: "decode", Charset: "shiftjis"}, "unknown charset", "did you mean shift"},
		{Request{Operation: "url canonical", Charset: "iso-2022-kr"}, "refuses charset", "another program"},
		{Request{Operation: "decode", Charset: "nothing at all"}, "unknown charset", "use any label"},
		{Request{Operation: "url get", Arguments: []string{"hostnam"}}, "unknown component", "did you mean hostname"},
		{Request{Operation: "url get", Arguments: []string{"scheme"}}, "unknown component", "did you mean protocol"},
		{Request{Operation: "uri get", Arguments: []string{"{hots}"}}, "invalid template", "did you mean {host}"},
		{Request{Operation: "uri get", Arguments: []string{"pathname"}}, "unknown component", "did you mean path?"},
		{Request{Operation: "uri get", Arguments: []string{"{host"}}, "invalid template", "{{ and }}"},
		{Request{Operation: "decode", Layers: "0"}, "--layers takes a number", ""},
		{Request{Operation: "uri get"}, "uri get takes TEMPLATE", ""},
		{Request{Operation: "uri set"}, "nothing to set", "host=example.org"},
		{Request{Operation: "uri set", Arguments: []string{"port=1", "http://h/"}}, "uri set takes COMPONENT=DATA..., not", "-f"},
		{Request{Operation: "uri set", Arguments: []string{"hots=a"}}, `unknown component "hots"`, "did you mean host"},
		{Request{Operation: "uri set", Arguments: []string{"userinfo=a:b@c\x00", ":port=x"}}, "port cannot become", ""},
		{Request{Operation: "uri set", Arguments: []string{":userinfo=me:secret["}}, "userinfo cannot become what was given", ""},
		{Request{Operation: "url set", Arguments: []string{"port=x:secret@"}}, "port cannot become what was given", ""},
		{Request{Operation: "url set", Without: []string{"host"}}, "host cannot be removed", "those that can"},
		{Request{Operation: "url set", Arguments: []string{"origin=a"}}, "origin cannot be set", "set href"},
		{Request{Operation: "url get", Arguments: []string{"domain"}}, "unknown component", "components are"},
		{Request{Operation: "uri resolve", Arguments: []string{"%zz"}}, "base: ", ""},
		{Request{Operation: "decode", Table: &Table{Format: "csv"}}, "--csv needs a --column", "--column"},
		{Request{Operation: "decode", Table: &Table{Delimiter: ";"}}, "--delimiter needs a --column", "--column"},
		{Request{Operation: "decode", Table: &Table{Columns: []string{"a"}, Into: []string{"b", "c"}}}, "there are 1 --column and 2 --intos", "same order"},
	} {
		var bad *UsageError
		_, err := v.request.Job("a.csv")
		if !errors.As(err, &bad) || !strings.Contains(bad.Text, v.text) || !strings.Contains(bad.Hint, v.hint) {
			t.Errorf("%+v: %v, hint %q", v.request, err, bad.Hint)
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
		{"/p/a", "auto", 4, 4},
		{"/p/a#f", "auto", 4, 4},
		{"/p&a", "auto", 0, 4},
		{"://x?a", "auto", 0, 6},
		{"1a://x?a", "auto", 0, 8},
		{"a1+.-://x?a", "auto", 10, 11},
		{"zZ9://x?a", "auto", 8, 9},
		{"{://x?a", "auto", 0, 7},
		{"@://x?a", "auto", 0, 7},
		{"a/://x?a", "auto", 0, 8},
		{"a:://x?a", "auto", 0, 8},
		{"#a", "url", 0, 0},
		{"u=http://h/?q", "auto", 0, 13},
		{"", "url", 0, 0},
	} {
		if lo, hi := Query(v.value, v.in); lo != v.lo || hi != v.hi {
			t.Errorf("%q in %q: %d to %d, want %d to %d", v.value, v.in, lo, hi, v.lo, v.hi)
		}
	}
}
