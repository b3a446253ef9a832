package weburl

import (
	"encoding/json"
	"errors"
	"net/url"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/uri"
)

func TestText(t *testing.T) {
	type page struct {
		Link URL  `json:"link"`
		None URL  `json:"none"`
		Ptr  *URL `json:"ptr"`
	}
	var p page
	if err := json.Unmarshal([]byte(`{"link":"HTTPS://É.example","none":"","ptr":"a:b"}`), &p); err != nil {
		t.Fatal(err)
	}
	if p.Link.Href() != "https://xn--9ca.example/" || !p.None.IsZero() || p.Ptr.Href() != "a:b" {
		t.Errorf("%+v", p)
	}
	out, err := json.Marshal(p)
	if err != nil || string(out) != `{"link":"https://xn--9ca.example/","none":"","ptr":"a:b"}` {
		t.Errorf("%s, %v", out, err)
	}
	u := must(t, "a:b")
	var syntax *percent.SyntaxError
	if err := u.UnmarshalText([]byte("x")); !errors.As(err, &syntax) || u.Href() != "a:b" {
		t.Errorf("%v, %s: a failure changes the URL", err, u)
	}
	if got, err := u.AppendText([]byte("x")); string(got) != "xa:b" || err != nil {
		t.Errorf("%s, %v", got, err)
	}
	if got := u.AppendHref([]byte("x")); string(got) != "xa:b" {
		t.Errorf("%s", got)
	}
}

func TestDatabase(t *testing.T) {
	var u URL
	for _, tt := range []struct {
		src  any
		want string
		ok   bool
	}{
		{"HTTP://H", "http://h/", true},
		{[]byte("HTTP://H"), "http://h/", true},
		{nil, "", true},
		{"", "", true},
		{1, "", false},
		{"x", "", false},
	} {
		u = URL{}
		if err := u.Scan(tt.src); (err == nil) != tt.ok || u.Href() != tt.want {
			t.Errorf("%v: %q, %v", tt.src, u, err)
		}
	}
	if v, err := must(t, "http://h").Value(); v != "http://h/" || err != nil {
		t.Errorf("%v, %v", v, err)
	}
	if v, err := (URL{}).Value(); v != nil || err != nil {
		t.Errorf("%v, %v", v, err)
	}
}

// TestZero: the methods of the zero URL return nothing and do not panic.
func TestZero(t *testing.T) {
	var u URL
	for name, get := range getters {
		if got := get(u); got != "" && !(name == "origin" && got == "null") {
			t.Errorf("%s: %q", name, got)
		}
	}
	if _, ok := u.PortNumber(); ok || u.IsSpecial() || u.HostKind() != NoHost || u.Redacted() != "" || u.Clone() != u {
		t.Error("the zero URL has something")
	}
	for range u.Segments() {
		t.Error("the zero URL has a segment")
	}
	for name, set := range setters {
		for _, value := range []string{"", "x", "http://h/"} {
			if v, err := set(u, value); name != "href" && !(v.IsZero() && err != nil) {
				t.Errorf("%s = %q: %q, %v", name, value, v, err)
			}
		}
	}
	if v, err := u.WithSearchParams(u.SearchParams()); !v.IsZero() {
		t.Errorf("%q, %v", v, err)
	}
	if v, err := u.Parse("http://h"); v.Href() != "http://h/" || err != nil {
		t.Errorf("%q, %v", v, err)
	}
}

func TestOtherGrammars(t *testing.T) {
	for _, tt := range []struct {
		text   string
		href   string // or ""
		offset int64
		bytes  string
	}{
		{"http://h", "http://h/", 0, ""},
		{"HTTP://EX%41MPLE.com:80/%7e/../x", "http://example.com/x", 0, ""},
		{"http://user:pw@h:1/a//b?q#f", "http://user:pw@h:1/a//b?q#f", 0, ""},
		{"http://127.0.0.1/", "http://127.0.0.1/", 0, ""},
		{"http://[1::0]/", "http://[1::]/", 0, ""},
		{"file:/etc/x", "file:///etc/x", 0, ""},
		{"file:///etc/x", "file:///etc/x", 0, ""},
		{"urn:a:b", "urn:a:b", 0, ""},
		{"mailto:a@b?c=d", "mailto:a@b?c=d", 0, ""},
		{"foo:/a", "foo:/a", 0, ""},
		{"http://0x7f.1/", "", 7, "0x7f.1"},
		{"http://127.1/", "", 7, "127.1"},
		{"http://1.2.3.4./", "", 14, "."},
		{"http:a/b", "", 5, ""},
		{"http:///a", "", 7, "/"},
		{"file:a", "", 5, ""},
		{"/a", "", 0, ""},
	} {
		check := func(name string, u URL, err error) {
			if tt.href != "" {
				if err != nil || u.Href() != tt.href {
					t.Errorf("%s: %q: %q, %v", name, tt.text, u, err)
				}
				return
			}
			var syntax *percent.SyntaxError
			if !errors.As(err, &syntax) || syntax.Offset != tt.offset || syntax.Bytes != tt.bytes || !u.IsZero() {
				t.Errorf("%s: %q: %q, %v", name, tt.text, u, err)
			}
		}
		r, err := uri.Parse(tt.text)
		if err != nil {
			t.Fatal(err)
		}
		u, err := FromURI(r)
		check("uri", u, err)
		v, err := url.Parse(tt.text)
		if err != nil || v.String() != tt.text {
			continue
		}
		u, err = FromNetURL(v)
		check("net/url", u, err)
	}
	for _, tt := range []struct {
		href     string
		uri, net bool
	}{
		{"https://user:pw@example.com:8080/a%2Fb;c?d=%20#e", true, true},
		{"mailto:a@example.com", true, true},
		{"http://h/a|b", false, false},
		{"http://h/?a|b", false, true},
		{"foo:/.//a", true, true},
		{"http://h/%zz", false, false},
		{"data:a b", false, true},
		{"http://[1::]/", true, true},
	} {
		u, err := Parse(tt.href)
		if err != nil {
			t.Fatal(err)
		}
		if r, err := u.URI(); (err == nil) != tt.uri || err == nil && r.String() != tt.href {
			t.Errorf("%q as URI: %q, %v", tt.href, r, err)
		}
		if v, err := u.NetURL(); (err == nil) != tt.net || err == nil && v.String() != tt.href {
			t.Errorf("%q as net/url: %q, %v", tt.href, v, err)
		}
	}
}
