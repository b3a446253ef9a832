package mid

import (
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/syntaxtest"
)

func TestURLs(t *testing.T) {
	for in, want := range map[string]URL{
		"mid:960830.1639@XIson.com/partA.960830.1639@XIson.com": {"960830.1639@XIson.com", "partA.960830.1639@XIson.com"},
		"mid:960830.1639@XIson.com":                             {"960830.1639@XIson.com", ""},
		"cid:foo4%25foo1@bar.net":                               {"", "foo4%foo1@bar.net"},
		"mid:a%2Fb@c":                                           {"a/b@c", ""},
		"cid:a+b@c":                                             {"", "a+b@c"},
	} {
		got, err := Parse(in)
		if err != nil || got != want {
			t.Errorf("%s: %+v, %v", in, got, err)
		}
		if built, err := want.Build(); err != nil || built != in {
			t.Errorf("%+v: %q, %v", want, built, err)
		}
	}
	if got, err := Brackets("foo4%foo1@bar.net"); err != nil || got != "<foo4%foo1@bar.net>" {
		t.Error(got, err)
	}
	for _, tt := range []struct {
		in     string
		offset int64
		bytes  string
		reason percent.Reason
	}{
		{"mailto:", 0, "mail", UnknownScheme},
		{"cid:", 4, "", Empty},
		{"mid:/a", 4, "/", Empty},
		{"mid:a/", 6, "", Empty},
		{"cid:a/b", 5, "/", percent.InvalidByte},
		{"mid:a/b/c", 7, "/", percent.InvalidByte},
		{"cid:a%zz", 5, "%zz", percent.InvalidEscape},
		{"cid:%41%0D%0Ab", 7, "%0D", percent.InvalidByte},
		{"cid:a%3E", 5, "%3E", percent.InvalidByte},
		{"cid:<a>", 4, "<", percent.InvalidByte},
	} {
		_, err := Parse(tt.in)
		syntaxtest.Check(t, tt.in, err, tt.offset, tt.bytes, tt.reason)
	}
	_, err := URL{}.Build()
	syntaxtest.Check(t, "", err, 0, "", Empty)
	_, err = URL{MessageID: "a\r\n"}.Build()
	syntaxtest.Check(t, "", err, 1, "\r", percent.InvalidByte)
	_, err = URL{MessageID: "a", ContentID: "b\x00"}.Build()
	syntaxtest.Check(t, "", err, 1, "\x00", percent.InvalidByte)
	_, err = Brackets("a>")
	syntaxtest.Check(t, "", err, 1, ">", percent.InvalidByte)
}

func FuzzMid(f *testing.F) {
	f.Add("mid:a%2Fb@c/d%25@e")
	f.Add("cid:%41")
	f.Fuzz(func(t *testing.T, s string) {
		u, err := Parse(s)
		if err != nil {
			syntaxtest.Within(t, s, err)
			return
		}
		built, err := u.Build()
		if again, err2 := Parse(built); err != nil || err2 != nil || again != u || strings.ContainsAny(built, "\r\n\x00") {
			t.Fatalf("%q: %q, %+v, %v, %v", s, built, again, err, err2)
		}
	})
}
