package main

import (
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/corpus"
)

// tenKinds are units of text that are hard in different ways.
var tenKinds = map[string]string{
	"escaped percent": "%25", "stray": "%", "many layers": "25", "CJK": "東京都", "invalid": "\xE9\xFF\xC0\xAF\x80",
	"nested": "%%31%42", "plus": "+", "reference": "&amp;", "pairs": "/?a=%C3%A9+%E9&", "segments": "/a%2F..",
	"url": "https://www.example.com/caf%C3%A9/a%2Fb;v=1?q=a+b%2Bc&to=https%3A%2F%2Fexample.org%2F%3Fx%3D1#s&", "wide": "/%E6%9D%B1=",
}

// TestPagesAreBounded: a page in short does not grow with the text, and one with
// all of it, or an object, not faster than the text.
func TestPagesAreBounded(t *testing.T) {
	for name, unit := range tenKinds {
		size := func(n int, args ...string) int {
			text := "%" + strings.Repeat(unit, n/len(unit))
			r := runIn(t, strings.NewReader(""), stream.ChunkSize, append(args, "--", text)...)
			if r.status != 0 || r.stderr != "" {
				t.Fatalf("%s, %v: status %d, %s", name, args, r.status, r.stderr)
			}
			return len(r.stdout)
		}
		for _, command := range []string{"explain", "layers"} {
			if n := size(40<<10, command); n > 48<<10 {
				t.Errorf("%s of %s: a page of %d bytes", command, name, n)
			}
			for _, flag := range []string{"--all", "--json"} {
				small, large := size(2<<10, command, flag), size(8<<10, command, flag)
				if float64(large) > 4.4*float64(small)+4096 {
					t.Errorf("%s %s of %s: %d bytes for 2 KiB, %d for 8 KiB", command, flag, name, small, large)
				}
			}
		}
	}
}

// TestObjectsHoldTheText: whatever the text, an object is JSON and holds it.
func TestObjectsHoldTheText(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		s := corpus.HostileText(rnd)
		for _, command := range []string{"explain", "layers"} {
			r := runIn(t, strings.NewReader(""), stream.ChunkSize, command, "--json", "--", s)
			var o struct {
				Input       *string `json:"input"`
				InputBase64 []byte  `json:"input_base64"`
				Characters  []struct {
					Text       *string `json:"text"`
					TextBase64 []byte  `json:"text_base64"`
				} `json:"characters"`
			}
			if err := json.Unmarshal([]byte(r.stdout), &o); err != nil || r.status != 0 {
				t.Fatalf("%s %q: %v, status %d, in %s", command, s, err, r.status, r.stdout)
			}
			if o.Input != nil && *o.Input != s || o.Input == nil && string(o.InputBase64) != s {
				t.Fatalf("%s %q: %s", command, s, r.stdout)
			}
			text := ""
			for _, c := range o.Characters {
				if c.Text != nil {
					text += *c.Text
				}
				text += string(c.TextBase64)
			}
			if command == "explain" && text != s {
				t.Fatalf("%q: the characters are %q", s, text)
			}
		}
	}
}

// TestExplainSchema: the schema describes every key that the objects hold, or
// names it in the description of the object that holds it.
func TestExplainSchema(t *testing.T) {
	var document struct {
		Defs map[string]any `json:"$defs"`
	}
	if err := json.Unmarshal(schemas(), &document); err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	var describe func(v any)
	describe = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			if text, ok := v["description"].(string); ok {
				for _, word := range regexp.MustCompile("[a-z0-9_]+").FindAllString(text, -1) {
					known[word] = true
				}
			}
			for key, value := range v {
				if o, ok := value.(map[string]any); ok && o["description"] != nil {
					known[key] = true
				}
				describe(value)
			}
		case []any:
			for _, value := range v {
				describe(value)
			}
		}
	}
	for _, name := range []string{"Record", "Offset", "Character", "explain", "layers"} {
		describe(document.Defs[name])
	}
	var check func(v any)
	check = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for key, value := range v {
				if !known[strings.TrimSuffix(key, "_base64")] {
					t.Errorf("schema.json does not say what %q is", key)
					known[key] = true
				}
				check(value)
			}
		case []any:
			for _, value := range v {
				check(value)
			}
		}
	}
	for _, s := range []string{"http://u:p@a/b%2F%c3?x=1+&y%%31%42&#65;%C3%83%C2%A9%u0041", "%E9t%E9%%41%41", "a+%2B%252F\xff%c0%af", "http://a b"} {
		for _, args := range [][]string{{"explain", "--json"}, {"layers", "--json", "--plus", "first"}} {
			var v any
			if err := json.Unmarshal([]byte(runIn(t, strings.NewReader(""), stream.ChunkSize, append(args, s)...).stdout), &v); err != nil {
				t.Fatal(err)
			}
			check(v)
		}
	}
}
