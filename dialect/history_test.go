package dialect_test

import (
	"bytes"
	"errors"
	"go/format"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/dialect/internal/proof"
	"github.com/pct-encoded/percent/internal/recordings"
	"github.com/pct-encoded/percent/internal/words"
)

// history_generated.go is what the recordings of versions say, and every span follows
// its dialect in each of its versions.
func TestHistories(t *testing.T) {
	recordings.Folder(t)
	all, err := proof.Histories(interop)
	if err != nil {
		t.Fatal(err)
	}
	want, err := format.Source(proof.HistorySource(all))
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile("history_generated.go")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("history_generated.go is not what go generate ./dialect writes")
	}
	changed := 0
	for _, h := range all {
		if len(h.Spans) > 1 {
			changed++
		}
		for i, s := range h.Spans {
			if s.Dialect == nil {
				continue
			}
			for _, v := range []*recordings.Versioned{s.First, s.Last} {
				if c, out, differs := proof.Mismatch(s.Dialect, v.Implementation); differs {
					t.Errorf("%s %s: %q is %s by %s", h.ID, v.Release, c.Input, out, s.Dialect.ID)
				}
			}
			if i > 0 {
				if _, _, differs := proof.Mismatch(s.Dialect, h.Spans[i-1].Last.Implementation); !differs {
					t.Errorf("%s %s: the span before follows %s too", h.ID, s.First.Release, s.Dialect.ID)
				}
			}
		}
	}
	if changed < 50 {
		t.Errorf("only %d functions have changed", changed)
	}
}

func TestLookupVersion(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"php@5.2.rawurlencode", "a~ b", "a%7E%20b"},
		{"PHP@5.2.17.RawUrlEncode", "~", "%7E"},
		{"php@5.3.rawurlencode", "~", "~"},      // between two recorded; the manual decides
		{"php@5.3.0.rawurlencode", "~", "~"},    //
		{"php@5.2.99.rawurlencode", "~", "%7E"}, //
		{"php@8.rawurlencode", "~", "~"},
		{"php@8.5.rawurlencode", "~", "~"},
		{"py@3.6.quote", "~/", "%7E/"},
		{"Python@3.6.quote", "~/", "%7E/"},
		{"node@22.URL.pathname", "^", "^"},
		{"node@0.8.querystring.escape", "~", "~"},
		{"nodejs@0.8.escape", "~", "%7E"},
		{"oauth-1.0a@2.2.percentEncode", "~'", "~%27"},
		{"py@2.7.quote_bytes", "~/", "%7E/"},
		{"py@3.7.quote", "~/", "~/"},
		{"js@22.URL.pathname", "^", "^"},
		{"js@26.URL.pathname", "^", "%5E"},
		{"bun.URL.pathname", "^", "%5E"},
	} {
		d, err := dialect.Lookup(c.name)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got, err := d.Encode(c.text); err != nil || got != c.want {
			t.Errorf("%s: %q is %q, %v, not %q", c.name, c.text, got, err, c.want)
		}
		if found, err := dialect.Find(c.name); err != nil || found != c.name {
			t.Errorf("Find(%q) is %q, %v", c.name, found, err)
		}
	}
	for name, want := range map[string]string{
		"php@4.rawurlencode":              "from version 5.2 on",
		"php@9.rawurlencode":              "up to version 8.5",
		"js@23.URL.pathname":              "no dialect does what js.URL.pathname did in version 23",
		"php@5.2.rawurlencod":             "unknown dialect",
		"php@.rawurlencode":               "unknown dialect",
		"encodeurl@3":                     "no dialect does what encodeurl did",
		"nothing@1.urlencode":             "unknown dialect",
		"nothing@1.js.escape":             "unknown dialect", // and not today's js.escape
		"Python@2.7.quote":                "py.quote was recorded from version 3.6 on",
		"workerd@2022-10.URLSearchParams": "which differ",
	} {
		if _, err := dialect.Lookup(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", name, err, want)
		}
	}
	d, err := dialect.Lookup("php@8.5.urldecode")
	if err != nil {
		t.Fatal(err)
	}
	var direction *dialect.DirectionError
	if _, err := d.Encode("a"); !errors.As(err, &direction) {
		t.Errorf("encoding by a version of a decoder: %v", err)
	}
}

// TestVersionNames checks that every function is found by its newest version, under each
// name of its program, and that no other name or version makes any of it panic.
func TestVersionNames(t *testing.T) {
	pick := func(r *rand.Rand, list []string) string { return list[r.IntN(len(list))] }
	programs := []string{"", "php", "PY", "python", "javascript", "Node.js", "oauth-1", "oauth-1.0a", "é", "%s", "php@5.2", strings.Repeat("a", 1000)}
	versions := []string{"", ".", "5", "5.2", "v5.2", "5..2", "5.", "-5", "2022-10", "0", "00", "3.6.0rc1", "99999999999999999999", "5.99999999999999999999", "é", "\x00", "5 2", "%d", strings.Repeat("1.", 1000) + "1"}
	functions := []string{"", ".", "quote", "QUOTE", "rawurlencode", "URL.pathname", "percentEncode", "@", "()", "\xff"}
	for h := range dialect.Histories() {
		last := h.Spans[len(h.Spans)-1].Last
		function, ok := words.FunctionOf(h.ID, h.Program(), h.Program())
		head := strings.TrimSuffix(strings.TrimSuffix(h.ID, function), ".")
		if again, is := words.FunctionOf(h.ID, h.Program(), strings.ToUpper(head)); !ok || !is || again != function {
			t.Errorf("%s: of %s it is %q, of %s %q", h.ID, h.Program(), function, head, again)
		}
		name := strings.TrimSuffix(head+"@"+last+"."+function, ".")
		if _, err := dialect.Lookup(name); err != nil && !strings.Contains(err.Error(), "no dialect does what "+h.ID+" did") {
			t.Errorf("%s: %v", name, err)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		name := pick(r, programs) + "@" + pick(r, versions) + "." + pick(r, functions)
		d, err := dialect.Lookup(name)
		if err == nil && d == nil || err != nil && strings.Contains(err.Error(), "%!") {
			t.Fatalf("%q: %v, %v", name, d, err)
		}
		_, _ = dialect.Find(name)
		_, _ = dialect.LookupHistory(name)
	}
	h, err := dialect.LookupHistory("php.rawurlencode")
	if err != nil {
		t.Fatal(err)
	}
	for version, want := range map[string]string{
		"":                       `"" is not a version such as 8.5`,
		"v5.2":                   `"v5.2" is not a version such as 8.5`,
		"5..2":                   `"5..2" is not a version`,
		"5.":                     `"5." is not a version`,
		"99999999999999999999":   "up to version 8.5",
		"8.99999999999999999999": "up to version 8.5",
		"5.1":                    "from version 5.2 on",
	} {
		if s, err := h.At(version); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v, not an error with %q", version, s, err, want)
		}
	}
	for _, program := range []string{"python", "CPython", "py"} {
		if h, err := dialect.LookupHistory("py.quote"); err != nil {
			t.Error(err)
		} else if function, ok := words.FunctionOf(h.ID, h.Program(), program); !ok || function != "quote" {
			t.Errorf("of %s it is %q, %v", program, function, ok)
		}
	}
	if function, ok := words.FunctionOf(h.ID, h.Program(), "python"); ok {
		t.Errorf("php.rawurlencode is %q of Python", function)
	}
}

func TestSpanString(t *testing.T) {
	h, err := dialect.LookupHistory("PHP.rawurlencode")
	if err != nil {
		t.Fatal(err)
	}
	if len(h.Spans) != 2 || h.Spans[0].String() != "before 5.3.0" || h.Spans[1].String() != "5.3.0 and later" {
		t.Errorf("%v", h.Spans)
	}
	for _, c := range []struct {
		span dialect.Span
		want string
	}{
		{dialect.Span{First: "1", Last: "3"}, "1 to 3"},
		{dialect.Span{First: "1", Last: "1"}, "1"},
		{dialect.Span{From: "2", Until: "4", First: "2", Last: "3"}, "2 to before 4"},
	} {
		if got := c.span.String(); got != c.want {
			t.Errorf("%+v is %q, not %q", c.span, got, c.want)
		}
	}
	if _, err := dialect.LookupHistory("no.such"); err == nil {
		t.Error("no error for an unknown function")
	}
}
