package jsonapi

import (
	"encoding/base64"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/dialect"
)

// pieces are what random texts are made of: what encoders and decoders treat apart.
var pieces = []string{
	"a", "Z", "0", " ", "+", "%", "%4", "%zz", "%20", "%2B", "%2520", "%e9", "%C3%A9", "%00", "%u00e9", "%uD83D", "/", "?", "&", "=", "#", "~", "'", "\x00", "\r\n", "\n",
	"\"", "<", "é", "€", "日", "😀", "e\u0301", "\uFEFF", "\uFFFD", "\uFFFF", "\x80", "\xff", "\xc3", "\xed\xa0\x80", "http://h/", "%EF%BB%BF", "%26%23", "&#233;", "\x1b$B",
}

// TestDirect compares Direct with the reply of Call for random texts, by all dialects
// and choices.
func TestDirect(t *testing.T) {
	names := []string{"", "url", "form", "php.urlencode", "js.encodeURIComponent", "no such"}
	for d := range dialect.All() {
		names = append(names, d.ID)
	}
	choices := map[string][]any{
		"space": {"plus", "percent", "dialect"}, "keep": {"/", "é", "+%", " "}, "escape": {"~", "a", "\xff"}, "escape_all": {true},
		"hex": {"upper", "lower"}, "times": {1, 2, 6}, "layers": {"1", "2", "all"},
		"charset":  {"utf-8", "windows-1252", "shift_jis", "iso-2022-jp", "utf-16le", "gb18030", "detect"},
		"on_error": {"fail", "keep", "replace", "skip", "null"}, "lines": {true}, "most": {3},
	}
	of := map[string][]string{
		"encode": {"space", "keep", "escape", "escape_all", "hex", "times", "charset", "on_error", "lines", "most"},
		"decode": {"space", "layers", "charset", "on_error", "lines", "most"},
		"fix":    {"space", "keep", "escape", "hex", "charset", "on_error", "lines"},
	}
	random := rand.New(rand.NewPCG(26, 1))
	replies, outputs, direct := 0, 0, 0
	for i := range 4_000 {
		op := []string{"encode", "decode", "fix"}[random.IntN(3)]
		request := map[string]any{}
		if name := names[i%len(names)]; name != "" {
			request["as"] = name
		}
		for range []int{0, 0, 0, 1, 1, 2}[random.IntN(6)] {
			key := of[op][random.IntN(len(of[op]))]
			request[key] = choices[key][random.IntN(len(choices[key]))]
		}
		prepared := Direct(op, asJSON(t, request, ""))
		for range 3 {
			var b strings.Builder
			for range random.IntN(8) {
				b.WriteString(pieces[random.IntN(len(pieces))])
			}
			if random.IntN(40) == 0 {
				b.WriteString(strings.Repeat(b.String(), 700)) // longer than a block
			}
			text := b.String()
			output, ok := outputOf(t, Call(op, asJSON(t, request, text)))
			replies++
			if ok {
				outputs++
			}
			if prepared == nil {
				continue
			}
			got, done := prepared([]byte("before"), []byte(text))
			if !done {
				continue
			}
			direct++
			if !ok || string(got) != "before"+output {
				t.Errorf("%s %v of %q: %q, and the reply has %q (%v)", op, request, text, got, output, ok)
			}
		}
	}
	t.Logf("%d of %d replies with an output, of %d, are direct", direct, outputs, replies)
	// The rest has lines, a guess, a byte order mark, or part of the output.
	if direct < outputs*3/4 || direct > outputs {
		t.Errorf("%d of %d outputs are direct", direct, outputs)
	}
	if Direct("lint", []byte(`{"text":""}`)) != nil || Direct("encode", []byte(`{"text":"","as":1}`)) != nil {
		t.Error("what only Call does is direct")
	}
	if _, ok := Direct("encode", []byte(`{"text":"","escape_all":true,"times":6}`))(nil, make([]byte, MaxOutput/700)); ok {
		t.Error("an output that is too long is made")
	}
}

// asJSON returns a request with that text.
func asJSON(t *testing.T, request map[string]any, text string) []byte {
	t.Helper()
	request = maps.Clone(request)
	request["text"] = text
	for _, key := range slices.Collect(maps.Keys(request)) {
		if s, ok := request[key].(string); ok && strings.ToValidUTF8(s, "") != s {
			delete(request, key)
			request[key+"_base64"] = base64.StdEncoding.EncodeToString([]byte(s))
		}
	}
	made, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// outputOf returns the output of a reply, or false if there is none or it is not whole.
func outputOf(t *testing.T, text []byte) (string, bool) {
	t.Helper()
	var r struct {
		Result *struct {
			Output string `json:"output"`
			Octets []byte `json:"output_base64"`
			Ended  any    `json:"ended"`
		} `json:"result"`
	}
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	if r.Result == nil || r.Result.Ended != nil {
		return "", false
	}
	return r.Result.Output + string(r.Result.Octets), true
}

// TestDirectLocal compares Direct with the reply of CallLocal, for what is not encode,
// decode or fix.
func TestDirectLocal(t *testing.T) {
	pieces := append([]string{"q=1", "&", ";", "=", "h.example", ":80", "HTTPS:", "//", "u@", "[::1]", "\\", "..", "_base64\""}, pieces...)
	random := rand.New(rand.NewPCG(43, 1))
	text := func() string {
		var b strings.Builder
		for range random.IntN(7) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		return b.String()
	}
	options := []map[string]any{
		{},
		{},
		{"charset": "windows-1252"},
		{"charset": "no such"},
		{"base": "http://b.example/"},
		{"base": "b"},
		{"on_error": "fail"},
		{"on_error": "keep"},
		{"in": "url"},
		{"semicolons": true},
		{"max_pairs": 1},
		{"space": "percent"},
		{"as_of": "2023-01-01"},
	}
	for _, op := range []string{"form decode", "form encode", "url get", "url"} {
		direct, replies := 0, 0
		for range 1_500 {
			request := maps.Clone(options[random.IntN(len(options))])
			name, value := text(), text()
			given := []byte(value)
			switch op {
			case "url get":
				request["component"] = []string{"hostname", "search.q", "href", "x"}[random.IntN(4)]
			case "form encode":
				request["pairs"] = [][]string{}
				given = []byte(name + "\xff" + value + "\xff")
				if strings.ToValidUTF8(name+value, "") != name+value {
					continue
				}
			}
			made, err := json.Marshal(request)
			if err != nil {
				t.Fatal(err)
			}
			if op != "form encode" {
				made = asJSON(t, request, "")
			}
			prepared := Direct(op, made)
			request["pairs"] = [][]string{{name, value}}
			if op != "form encode" {
				delete(request, "pairs")
				made = asJSON(t, request, value)
			} else if made, err = json.Marshal(request); err != nil {
				t.Fatal(err)
			}
			reply := CallLocal(op, made)
			var want struct {
				Result json.RawMessage
				Error  any
			}
			if err := json.Unmarshal(reply, &want); err != nil {
				t.Fatal(err)
			}
			if want.Error == nil {
				replies++
			}
			if prepared == nil {
				continue
			}
			got, ok := prepared([]byte("before"), given)
			if !ok {
				continue
			}
			direct++
			result := string(got[len("before"):])
			if op == "url get" || op == "form encode" {
				result = `{"output":` + asString(t, result) + `}`
			} else if op == "form decode" {
				result = `{"pairs":` + result + `}`
			}
			if want.Error != nil || canonical(t, result) != canonical(t, string(want.Result)) {
				t.Fatalf("%s %v of %q: %s, and the reply is %s", op, request, given, result, reply)
			}
		}
		t.Logf("%s: %d of %d replies are direct", op, direct, replies)
		if direct < replies/2 {
			t.Errorf("%s: %d of %d replies are direct", op, direct, replies)
		}
	}
}

func asString(t *testing.T, s string) string {
	t.Helper()
	made, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(made)
}

// canonical returns JSON with its keys sorted, without the readers of a URL.
func canonical(t *testing.T, text string) string {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	delete(v, "readers")
	delete(v, "missing_readers")
	made, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(made)
}
