package dialect_test

import (
	"bytes"
	"errors"
	"go/format"
	"os"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/dialect/internal/proof"
	"github.com/pct-encoded/percent/internal/recordings"
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
		"nothing@1.urlencode":             "unknown dialect",
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
