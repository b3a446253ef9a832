package dsn

import (
	"reflect"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/syntaxtest"
)

func TestSQLite(t *testing.T) {
	for _, tt := range []struct {
		in        string
		want      SQLite
		canonical string // "" where it is in
	}{
		// Executed with SQLite 3.40.1: PRAGMA database_list gave these names.
		{"file:a%20b%23c.db", SQLite{Path: "a b#c.db"}, ""},
		{"file:q%zz.db", SQLite{Path: "q%zz.db"}, "file:q%25zz.db"},
		{"file:n%00ul.db", SQLite{Path: "n"}, "file:n"},
		{"file:n%00ul%zz?mode=rwc", SQLite{Path: "n", Params: []Param{{"mode", "rwc"}}}, "file:n?mode=rwc"},
		{"file:a+b", SQLite{Path: "a+b"}, "file:a%2Bb"},
		{"file:x%3fy", SQLite{Path: "x?y"}, "file:x%3Fy"},
		{"file:t%4", SQLite{Path: "t%4"}, "file:t%254"},
		{"file:t%", SQLite{Path: "t%"}, "file:t%25"},
		{"file:m%e3%81%82", SQLite{Path: "mあ"}, "file:m%E3%81%82"},
		{"file:p#frag?mode=ro", SQLite{Path: "p"}, "file:p"},
		{"file:p2?mode=rwc#frag", SQLite{Path: "p2", Params: []Param{{"mode", "rwc"}}}, "file:p2?mode=rwc"},
		{"file://localhost/tmp/x", SQLite{Path: "/tmp/x"}, "file:///tmp/x"},
		{"file:///tmp/x", SQLite{Path: "/tmp/x"}, ""},
		{"file:%00", SQLite{}, "file:"},
		{"file:p?m%6Fde=%72o", SQLite{Path: "p", Params: []Param{{"mode", "ro"}}}, "file:p?mode=ro"},
		{"file:p?mode%00x=ro", SQLite{Path: "p", Params: []Param{{"mode", "ro"}}}, "file:p?mode=ro"},
		{"file:p?mode=rwc%00bad", SQLite{Path: "p", Params: []Param{{"mode", "rwc"}}}, "file:p?mode=rwc"},
		{"file:p?%00x=1&mode=rwc", SQLite{Path: "p", Params: []Param{{"mode", "rwc"}}}, "file:p?mode=rwc"},
		{"file:p?&mode=ro&=x", SQLite{Path: "p", Params: []Param{{"mode", "ro"}}}, "file:p?mode=ro"},
		{"file:p?mode", SQLite{Path: "p", Params: []Param{{"mode", ""}}}, "file:p?mode="},
		{"file:p?a=b=c+d&a=%zz?", SQLite{Path: "p", Params: []Param{{"a", "b=c+d"}, {"a", "%zz?"}}}, "file:p?a=b%3Dc%2Bd&a=%25zz%3F"},
		{"file:", SQLite{}, ""},
		{"file:////x", SQLite{Path: "//x"}, ""},
		{"file:/x", SQLite{Path: "/x"}, "file:///x"},
	} {
		got, err := ParseSQLite(tt.in)
		if err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %+v, %v", tt.in, got, err)
		}
		if tt.canonical == "" {
			tt.canonical = tt.in
		}
		if built, err := tt.want.Build(); err != nil || built != tt.canonical {
			t.Errorf("%s: %s, %v", tt.in, built, err)
		}
	}
	for _, tt := range []struct {
		in     string
		offset int64
		bytes  string
		reason percent.Reason
	}{
		{"FILE:x", 0, "FILE:", UnknownScheme},
		{"x", 0, "x", UnknownScheme},
		{"file://host/x", 7, "host", InvalidHost},
		{"file://LOCALHOST/x", 7, "LOCALHOST", InvalidHost},
		{"file://localhost?x", 7, "localhost?x", InvalidHost},
		{"file:a\x00", 6, "\x00", ForbiddenNUL},
	} {
		_, err := ParseSQLite(tt.in)
		syntaxtest.Check(t, tt.in, err, tt.offset, tt.bytes, tt.reason)
	}
	_, err := SQLite{Path: "a\x00"}.Build()
	syntaxtest.Check(t, "path", err, 1, "\x00", ForbiddenNUL)
	_, err = SQLite{Params: []Param{{"a", "\x00"}}}.Build()
	syntaxtest.Check(t, "value", err, 0, "\x00", ForbiddenNUL)
	_, err = SQLite{Params: []Param{{"", "a"}}}.Build()
	syntaxtest.Check(t, "name", err, 0, "", MissingName)
}

func FuzzSQLite(f *testing.F) {
	f.Add("file:///a%20b%00?mode=ro&a=%zz#x")
	f.Add("file://localhost/?&=&a")
	f.Fuzz(func(t *testing.T, s string) {
		d, err := ParseSQLite(s)
		if err != nil {
			syntaxtest.Within(t, s, err)
			d = SQLite{Path: s, Params: []Param{{"x", s}, {s + "x", ""}}}
		}
		uri, err := d.Build()
		if err != nil {
			return
		}
		if strings.ContainsAny(uri, "\r\n\x00 ") {
			t.Fatalf("%q: %q", d, uri)
		}
		if again, err := ParseSQLite(uri); err != nil || !reflect.DeepEqual(again, d) {
			t.Fatalf("%q: %q, %+v, %v, want %+v", s, uri, again, err, d)
		}
	})
}
