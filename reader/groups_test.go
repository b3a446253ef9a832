package reader

import (
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/uri"
)

func named(t *testing.T, names ...string) []Reader {
	t.Helper()
	list := make([]Reader, len(names))
	for i, name := range names {
		r, err := Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		list[i] = r
	}
	return list
}

// TestGroups: who reads what, those that part from the largest group first.
func TestGroups(t *testing.T) {
	readers := named(t, "python.urlsplit@3.13.0", "python.urlsplit@3.11.2", "percent.weburl", "go.url")
	groups := Groups(`http://a.example\@127.0.0.1/`, readers)
	if len(groups) != 3 {
		t.Fatalf("%d groups", len(groups))
	}
	web, python, golang := groups[0], groups[1], groups[2]
	if !slices.Equal(web.Readers, readers[2:3]) || web.Host.Text != "a.example" || web.Port.Text != "80" || web.Path.Text != "/@127.0.0.1/" {
		t.Errorf("%+v", web)
	}
	if d := web.From; d == nil || d.Readers[0] != readers[2] || !slices.Contains(readers[:2], d.Readers[1]) || d.Part != uri.Host || d.Offset != len("http://a.example") || d.Choice.A.Name != "backslash" {
		t.Errorf("%+v", web)
	}
	if !slices.Equal(python.Readers, readers[:2]) || python.Host.Text != "127.0.0.1" || python.Path.Text != "/" || python.From != nil {
		t.Errorf("%+v", python)
	}
	if !slices.Equal(golang.Readers, readers[3:]) || golang.Verdict != Refused || golang.Host.Present {
		t.Errorf("%+v", golang)
	}

	groups = Groups("mailto:a@b", readers)
	if slices.ContainsFunc(groups, func(g Group) bool { return g.Host.Present }) {
		t.Errorf("%+v", groups)
	}
	groups = Groups("http://a.example:81/x/../y", readers)
	if len(groups) != 2 || groups[0].From.Part != uri.Path || groups[0].From.Offset != strings.Index("http://a.example:81/x/../y", "..") {
		t.Errorf("%+v", groups[0])
	}
}

func TestOffset(t *testing.T) {
	readers := named(t, "percent.weburl", "python.urlsplit")
	for _, test := range []struct {
		url  string
		part uri.Part
		want int
	}{
		{`http://a.example\@b.example/`, uri.Host, 16},
		{"http://0300.0.2.1/", uri.Host, 7},
		{"http://1and1.example\\@b.example/", uri.Host, 20},
		{"http://a/" + strings.Repeat("b", 1000) + "/../", uri.Path, 1010},
		{"http://a/x/../" + strings.Repeat("b", 1000), uri.Path, -1},
		{"http://a/" + strings.Repeat("b", maxSearched) + "/../", uri.Path, -1},
	} {
		if got := offset(readers[0], readers[1], test.url, test.part); got != test.want {
			t.Errorf("%.40q: %d, want %d", test.url, got, test.want)
		}
	}
}

func TestComparedParts(t *testing.T) {
	r := named(t, "percent.uri")[0]
	for _, test := range []struct {
		url  string
		part uri.Part
		text string
		ok   bool
	}{
		{"HTTP://A/", uri.Scheme, "http", true},
		{"HTTP://A/", uri.Host, "a", true},
		{"x://a/", uri.Port, "", true},
		{"x://a:1/", uri.Port, "1", true},
		{"http:a", uri.Port, "", false},
		{"http://a", uri.Path, "/", true},
	} {
		if text, ok := r.Read(test.url).Compared(test.part); text != test.text || ok != test.ok {
			t.Errorf("%s, %v: %q, %t", test.url, test.part, text, ok)
		}
	}
}

// TestChoiceDecides: where numbers are an address to some and a name to others, that is what
// is named, and not what else their readers do differently.
func TestChoiceDecides(t *testing.T) {
	for _, test := range []struct {
		url, name string
	}{
		{"http://0xc0000201/", "ipv4"},
		{"http://0xc0.0.2.1:8080/a", "ipv4"},
		{"http://0300.0.2.1/", "ipv4"},
		{"http://3221225985/", "ipv4"},
		{"http://192.513/x?y", "ipv4"},
		{"http://192.0.2.2./", "ipv4"},
		{"http://a.example/b/../c", "dot segments"},
	} {
		named := 0
		for _, g := range Groups(test.url, All()) {
			if g.From == nil || g.From.Part != uri.Host && test.name == "ipv4" {
				continue
			}
			// Boost ends the authority before the full stop.
			if named++; g.From.Choice.A.Name != test.name && g.From.Readers[0].Name() != "boost.url" {
				t.Errorf("%s: %v by %q: %s", test.url, g.From.Readers, g.From.Choice.A.Name, g.From.Choice.A.Text)
			}
		}
		if named == 0 {
			t.Errorf("%s: no two groups", test.url)
		}
	}
}
