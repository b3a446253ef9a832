package recordings

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"testing"
	"unicode/utf8"
)

func TestInputs(t *testing.T) {
	in, err := ReadInputs(filepath.Join(Folder(t), "inputs.json"))
	if err != nil {
		t.Fatal(err)
	}
	for name, list := range map[string][]Input{"points": in.Points, "strings": in.Strings, "awkward": in.Awkward} {
		seen := map[string]string{}
		valid, wtf8, invalid := 0, 0, 0
		for _, c := range list {
			if other, ok := seen[string(c.Octets)]; ok {
				t.Errorf("%s: %s and %s are the same", name, other, c.Name)
			}
			seen[string(c.Octets)] = c.Name
			switch {
			case utf8.Valid(c.Octets):
				valid++
			case validWTF8(c.Octets):
				wtf8++
			default:
				invalid++
			}
		}
		if valid == 0 || wtf8 == 0 || invalid == 0 && name != "points" {
			t.Errorf("%s: %d of UTF-8, %d with lone surrogates, %d of neither", name, valid, wtf8, invalid)
		}
	}
	for _, row := range []struct {
		kind, units string
		want        int
	}{
		{Encoder, Bytes, 256 + len(in.Strings)},
		{Decoder, Bytes, 512 + len(in.Awkward)},
	} {
		if got := len(in.Questions(row.kind, row.units)); got != row.want {
			t.Errorf("%s of %s: %d cases, want %d", row.kind, row.units, got, row.want)
		}
	}
	for _, kind := range []string{Encoder, Decoder} {
		for _, c := range in.Questions(kind, Text) {
			if !utf8.Valid(c.Octets) {
				t.Errorf("%s of text is asked %s %s, which is not text", kind, c.Section, c.Name)
			}
		}
		if text, wide := len(in.Questions(kind, Text)), len(in.Questions(kind, UTF16)); wide <= text {
			t.Errorf("%s: %d cases for utf16, %d for text: no lone surrogates", kind, wide, text)
		}
	}
}

func TestValidWTF8(t *testing.T) {
	for in, want := range map[string]bool{
		"":                         true,
		"aé😀":                      true,
		"a\xed\xa0\x80b":           true,
		"\xed\xb8\x80\xed\xa0\xbd": true,
		"\xed\xa0\xbd\xed\xb8\x80": false,
		"\xed\xa0":                 false,
		"\xc0\xaf":                 false,
		"\xff":                     false,
		"\xf4\x90\x80\x80":         false,
	} {
		if got := validWTF8([]byte(in)); got != want {
			t.Errorf("validWTF8(%q) = %v, want %v", in, got, want)
		}
	}
}

func TestResultJSON(t *testing.T) {
	for _, r := range []struct {
		result Result
		json   string
	}{
		{Result{Output: []byte{}}, `""`},
		{Result{Output: []byte("a<&>\"\u2028\x00é")}, `"a<&>\"\u2028\u0000é"`},
		{Result{Output: []byte{0xFF, 0x41}}, `{"hex": "ff41"}`},
		{Result{Output: []byte("\xed\xa0\x80")}, `{"hex": "eda080"}`},
		{Result{Message: "Error: x"}, `{"error": "Error: x"}`},
		{Result{Inexpressible: true}, `null`},
	} {
		got := string(r.result.appendJSON(nil))
		if got != r.json {
			t.Errorf("%+v is written %s, want %s", r.result, got, r.json)
		}
		var back Result
		if err := json.Unmarshal([]byte(got), &back); err != nil {
			t.Error(err)
		}
		if string(back.appendJSON(nil)) != r.json || back.Message != r.result.Message || back.Inexpressible != r.result.Inexpressible || !bytes.Equal(back.Output, r.result.Output) {
			t.Errorf("%s is read as %+v", got, back)
		}
	}
	for _, bad := range []string{`1`, `{}`, `{"hex": "zz"}`, `{"error": ""}`, `{"hex": "41", "error": "e"}`, `{"text": "a"}`} {
		if err := json.Unmarshal([]byte(bad), new(Result)); err == nil {
			t.Errorf("%s is read without an error", bad)
		}
	}
}
