package conform

import (
	"context"
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/strictjson"
)

// parser is a function from JSON to JSON.
func parser(f func(input map[string]any) (any, error)) Func {
	return func(in string) (string, error) {
		var v map[string]any
		if err := json.Unmarshal([]byte(in), &v); err != nil {
			return "", err
		}
		out, err := f(v)
		if err != nil {
			return "", err
		}
		if text, ok := out.(string); ok {
			return text, nil
		}
		b, err := json.Marshal(out)
		return string(b), err
	}
}

// right answers as the suite wants, changed by f.
func right(s *Suite, f func(string) string) Func {
	return func(in string) (string, error) {
		want, err := s.expect(in)
		switch {
		case err != nil:
			return "", err
		case want.Refused():
			return "", errors.New("refused")
		}
		return f(want.Output), nil
	}
}

func same(s string) string { return s }

// TestValues: answers by the specification pass every operation, in every order of
// keys, and answers with a mistake fail with its name.
func TestValues(t *testing.T) {
	for _, c := range []struct {
		o      Operation
		change func(string) string
		id     string // of the mistake; "" for any
	}{
		{FormEncode, func(s string) string { return strings.ReplaceAll(s, "+", "%20") }, ""},
		{FormEncode, func(s string) string { return strings.ReplaceAll(s, "%7E", "~") }, ""},
		{FormEncode, func(s string) string { return strings.ReplaceAll(s, "%C3%A9", "%E9") }, "wrong-charset"},
		{FormDecode, func(s string) string { return strings.ReplaceAll(s, "+", " ") }, ""},
		{URL, func(s string) string { return strings.ReplaceAll(s, "%20", "+") }, "space-as-plus"},
		{URI, func(s string) string { return strings.ReplaceAll(s, `,"query":""`, "") }, ""},
		{Template, func(s string) string { return strings.ReplaceAll(s, "%2F", "/") }, "slash-unescaped"},
		{Template, func(s string) string { return strings.ReplaceAll(s, "%", "%25") }, "double-encoding"},
		{Template, strings.NewReplacer("%21", "!", "%27", "'", "%28", "(", "%29", ")", "%2A", "*").Replace, "reserved-unescaped: reserved characters are not escaped: ! ' ( ) *"},
		{OAuth1, func(s string) string { return strings.ReplaceAll(s, "%2520", "%2B") }, "space-as-plus"},
		{OAuth1, func(s string) string {
			return strings.ToLower(s[:strings.IndexByte(s, '&')]) + s[strings.IndexByte(s, '&'):]
		}, "method-case"},
		{SigV4, func(s string) string { return strings.ReplaceAll(s, "%20", "+") }, "space-as-plus"},
		{SigV4, func(s string) string { return strings.ReplaceAll(s, "=\n", "\n") }, ""},
	} {
		s, err := New(c.o, nil, Options{Size: Quick, Random: 50})
		if err != nil {
			t.Fatal(err)
		}
		r, err := s.Run(context.Background(), right(s, same))
		if err != nil || !r.OK() || r.Passed != len(s.Tests) || len(s.Tests) < 200 {
			t.Fatalf("%s: right answers to %d tests: %v, %d passed, %+v", c.o, len(s.Tests), err, r.Passed, r.First)
		}
		r, err = s.Run(context.Background(), right(s, c.change))
		if err != nil || r.OK() {
			t.Fatalf("%s: wrong answers: %v, %d failed", c.o, err, r.Failed)
		}
		if c.id != "" && (len(r.Mistakes) == 0 || r.Mistakes[0].ID != c.id && r.Mistakes[0].String() != c.id) {
			t.Errorf("%s: mistakes %+v, want %s; shortest %q: %s, want %s", c.o, r.Mistakes, c.id, r.Shortest.Input, r.Shortest.Said(), r.Shortest.Want)
		}
	}
}

// TestMalformedTemplates: a template that the grammar does not allow is an error to
// every processor (RFC 6570, section 3), and one that says nothing is told so, by what is
// malformed and not by what is left of a template that is not.
func TestMalformedTemplates(t *testing.T) {
	s, err := New(Template, nil, Options{Random: 300})
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for i, x := range s.Tests {
		malformed := strings.HasPrefix(x.ID, "malformed-")
		if malformed != x.Want.Refused() {
			t.Errorf("%s: %s is %s", x.ID, x.Input, x.Want)
		}
		if malformed {
			n++
		} else if n > 0 && !strings.HasPrefix(x.ID, "random-") {
			t.Fatalf("test %d: those that were there before come first", i)
		}
	}
	if n != len(malformedTemplates.Get()) || n < 80 {
		t.Errorf("%d of %d malformed templates are asked", n, len(malformedTemplates.Get()))
	}
	r, err := s.Run(context.Background(), Func(func(in string) (string, error) {
		want, err := s.expect(in)
		if err != nil || want.Refused() {
			return "", err
		}
		return want.Output, nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	if r.Failed != n || len(r.Mistakes) == 0 || r.Mistakes[0].ID != acceptsInput || r.Mistakes[0].Explains != n {
		t.Errorf("%d failed, %+v", r.Failed, r.Mistakes)
	}
	// A failure on a well-formed template is not shrunk to a malformed one.
	asked := map[string]bool{}
	for _, x := range s.Tests {
		asked[x.Input] = true
	}
	r, err = s.Run(context.Background(), Func(func(in string) (string, error) {
		want, err := s.expect(in)
		switch {
		case err != nil:
			return "", err
		case want.Refused() && asked[in]:
			return "", errors.New(want.Refusal)
		}
		return strings.ReplaceAll(want.Output, "Hello", "Ho"), nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	if r.Minimal == nil || r.Minimal.Want.Refused() || r.Minimal.Want.Output != "Hello" {
		t.Errorf("shrunk to %+v", r.Minimal)
	}
}

// TestRareMistakes: mistakes that explain hardly anything are not reported, and
// wrongly accepted input is counted in full.
func TestRareMistakes(t *testing.T) {
	s, err := New(Template, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Run(context.Background(), Func(func(in string) (string, error) {
		v, err := strictjson.Parse(in)
		if err != nil {
			return "", err
		}
		template, _ := v.Get("template")
		return template.Text, nil // expands nothing
	}))
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Mistakes) == 0 || r.Mistakes[0].ID != acceptsInput || r.Mistakes[0].Explains != len(malformedTemplates.Get()) {
		t.Errorf("%d malformed templates: %v", len(malformedTemplates.Get()), r.Mistakes)
	}
	for _, m := range r.Mistakes {
		if m.Explains < 4 {
			t.Errorf("%s explains %d of %d", m, m.Explains, r.Failed)
		}
	}
}

// TestNetURL: net/url is neither the URL Standard nor RFC 3986 in full, and the suites
// find where.
func TestNetURL(t *testing.T) {
	uris, err := New(URI, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := uris.Run(context.Background(), parser(func(in map[string]any) (any, error) {
		u, err := url.Parse(in["uri"].(string))
		if err != nil {
			return nil, err
		}
		if base, ok := in["base"].(string); ok {
			b, err := url.Parse(base)
			if err != nil {
				return nil, err
			}
			u = b.ResolveReference(u)
		}
		text := u.String()
		answer := map[string]any{"scheme": nil, "path": u.EscapedPath()}
		if u.Scheme != "" {
			answer["scheme"] = u.Scheme
		}
		if strings.Contains(text, "//") {
			answer["authority"] = u.Host
		}
		if u.RawQuery != "" || u.ForceQuery {
			answer["query"] = u.RawQuery
		}
		if u.Fragment != "" {
			answer["fragment"] = u.EscapedFragment()
		}
		return answer, nil
	}))
	if err != nil || r.OK() || r.Passed < 300 {
		t.Errorf("%v, %d passed, %d failed, %d refused", err, r.Passed, r.Failed, r.Refused)
	}
	// What it accepts is named: a space in the path.
	if r.Minimal == nil && r.Shortest == nil {
		t.Error("no shortest input")
	}
}

// TestURLKeys: a URL parser need not answer all keys, but those that it does must be
// right, href must be there, and none may be unknown. For a URI all must be there.
func TestURLKeys(t *testing.T) {
	urls, err := New(URL, nil, Options{Size: Quick})
	if err != nil {
		t.Fatal(err)
	}
	uris, err := New(URI, nil, Options{Size: Quick})
	if err != nil {
		t.Fatal(err)
	}
	const u = `{"url":"http://h/a?b#c"}`
	for _, c := range []struct {
		s         *Suite
		in, reply string
		ok        bool
	}{
		{urls, u, `{"href":"http://h/a?b#c"}`, true},
		{urls, u, `{ "pathname" : "\u002fa", "href":"http://h/a?b#c"}`, true},
		{urls, u, `{"href":"http://h/a?b#c","port":null}`, true},
		{urls, u, `{"pathname":"/a"}`, false},
		{urls, u, `{}`, false},
		{urls, u, `{"href":"http://h/a?b#c","search":"b"}`, false},
		{urls, u, `{"href":"http://h/a?b#c","serach":"?b"}`, false},
		{urls, u, `"http://h/a?b#c"`, false},
		{urls, u, `{"href":"http://h/a?b#c"`, false},
		{uris, `{"uri":"//h?#"}`, `{"authority":"h","path":"","query":"","fragment":""}`, true},
		{uris, `{"uri":"//h?#"}`, `{"fragment":"","query":"","path":"","authority":"h","scheme":null}`, true},
		{uris, `{"uri":"//h?#"}`, `{"authority":"h","path":"","query":"","fragment":null}`, false},
		{uris, `{"uri":"//h?#"}`, `{"authority":"h","path":"","query":"","fragment":"","scheme":""}`, false},
	} {
		want, err := c.s.expect(c.in)
		if err != nil {
			t.Fatal(err)
		}
		a := &Answer{State: Answered, Output: c.reply}
		if got := c.s.right(&want, a); got != c.ok {
			t.Errorf("%s is answered %s: %v, want %v", c.in, c.reply, got, c.ok)
		}
	}
	for _, in := range []string{"", "{}", `{"url":1}`, `{"url":"a","base":"b","x":"c"}`, `{"url":"a","base":"not a base"}`, "[]"} {
		if _, err := urls.expect(in); err == nil {
			t.Errorf("%s is taken for an input", in)
		}
	}
}

// TestShrinkValues: inputs that are JSON are shrunk inside their values.
func TestShrinkValues(t *testing.T) {
	s, err := New(FormEncode, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Run(context.Background(), Func(func(in string) (string, error) {
		want, err := s.expect(in)
		if err != nil {
			return "", err
		}
		v, err := strictjson.Parse(in)
		if err != nil {
			return "", err
		}
		if len(v.Items) > 1 && strings.Contains(in, "c d") || strings.Contains(in, "Program") {
			return "wrong", nil
		}
		return want.Output, nil
	}))
	if err != nil || r.OK() {
		t.Fatal(err)
	}
	if r.Minimal == nil || !strings.Contains(r.Minimal.Input, "Program") || len(r.Minimal.Input) > len(`[["Program",""]]`) {
		t.Errorf("shrunk to %+v", r.Minimal)
	}
}
