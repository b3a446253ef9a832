package lint

import (
	"encoding/base64"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/inspect"
)

// TestValues: a URL in a value is checked where it stands, three deep, and only for what
// programs make of it.
func TestValues(t *testing.T) {
	const number = "2130706433" // a host that browsers read as 127.0.0.1
	one := "http://" + number + "/"
	two := "http://a.example/?u=" + url.QueryEscape(one)
	three := "http://b.example/?u=" + url.QueryEscape(two)
	for _, tt := range []struct {
		text  string
		depth int
		found string // the part of the text, "" for none
	}{
		{"http://h/?u=" + one, 3, number},
		{"/r?u=" + one, 3, number},
		{"http://h/#u=" + one, 3, number},
		{"http://h/?a&b=1;u=" + one + "&c", 3, number},
		{"http://h/?u=" + url.QueryEscape(one), 3, number},
		{"http://h/?u=" + url.QueryEscape(two), 3, number},
		{"http://h/?u=" + url.QueryEscape(three), 3, number},
		{"http://h/?u=" + url.QueryEscape("http://c.example/?u="+url.QueryEscape(three)), 3, ""},
		{"http://h/?u=" + one, 0, ""},
		{"http://h/?u=" + url.QueryEscape(two), 1, ""},
		{"http://h/?u=" + url.QueryEscape(two), 2, number},
		{"http://h/?u=%2F%2F" + number, 3, number},
		{"u=" + one + "&b=c", 3, number},
		{"data:text/html,<a href='" + one + "'>", 3, number},
		//percent:ignore wrong-encoder the text has no space
		{"data:text/html,%3Ca%20href=" + url.QueryEscape(one) + "%3E", 3, number},
		{"data:text/html;base64," + base64.StdEncoding.EncodeToString([]byte("<a href="+one+">")), 3, "MjEzMDcwNjQzMy"},
		{"data:image/png;base64," + base64.StdEncoding.EncodeToString([]byte("<a href="+one+">")), 3, ""},
		{"http://h/?u=http%253A%252F%252F" + number + "%252F", 3, number},
		{"http://h/?j=%7B%22u%22%3A%22http%3A%2F%2F" + number + "%2F%22%7D", 3, number},
		{`http://h/?j=[{"u":"http:\/\/` + number + `\/"}]`, 3, number},
		{"http://h/?t=see%20http%3A%2F%2F" + number + "%2F.", 3, number},
		{"http://h/?t=see+http%3A%2F%2F" + number + "%2F+ok", 3, number},
		{"http://h/?t=see+http%3A%2F%2F" + number + "%2Fa%2Bb+ok", 3, number},
		{"/r?next=/s?u=http://" + number + "/", 3, number},
		{"/r?next=%2Fs%3Fu%3Dhttp%3a%2f%2f" + number, 3, number},
		{"/r?t=see%20http%3A%2F%2F" + number + "%2F.", 0, ""},
		{"http://h/?n=2130706433", 3, ""},
		{"ftps://h/?u=" + one, 3, ""},
		{"http://h/?u=http://h/100%25/a%20b", 3, ""},
		{"http://h/?protocol=http:&a", 3, ""},
	} {
		l, err := Linter{}.Within(tt.depth).Only("ambiguous-authority")
		if err != nil {
			t.Fatal(err)
		}
		found, _ := l.Lint(tt.text)
		got := ""
		if len(found) > 0 {
			got = tt.text[found[0].Offset:][:found[0].Len]
		}
		if got != tt.found || len(found) > 1 {
			t.Errorf("%s, %d deep: %q, want %q of %+v", tt.text, tt.depth, got, tt.found, found)
		}
	}
	found, _ := Lint("http://h/?d=xn--80ak6aa92e.com")
	if len(found) != 1 || found[0].Rule != "confusable-host" || found[0].Offset != 12 {
		t.Errorf("%+v", found)
	}
}

// TestValuesAreURLs: what is an error or a warning about the host of a URL is one where the
// URL is a value, of the same octets.
func TestValuesAreURLs(t *testing.T) {
	r := rand.New(rand.NewPCG(44, 4))
	pick := func(all ...string) string { return all[r.IntN(len(all))] }
	rules := []string{"ambiguous-authority", "misleading-userinfo", "escaped-host", "confusable-host", "mistaken-host", "cut-by-delimiter"}
	l, _ := Linter{}.Only(rules...)
	some := 0
	for range 3000 {
		inner := pick("http://", "https://", "ws://") + pick("", "", "u@", "www.a.example@", "u:p@") + pick("h", "127.1", "0x7f.1", "a.example", "%61.example", "xn--80ak6aa92e.com", "https", "[::1", "h:99999", "é.example", "h:p") + pick("", "/", "//", "/a", "/%2e%2e/")
		direct, _ := l.Lint(inner)
		front := pick("http://h/?u=", "/a?x=1&u=", "http://h/#u=")
		text := front + url.QueryEscape(inner)
		within, _ := l.Lint(text)
		var want, got []string
		for _, f := range direct {
			want = append(want, f.Rule+" "+inner[f.Offset:][:f.Len])
		}
		for _, f := range within {
			part, err := url.QueryUnescape(text[f.Offset:][:f.Len])
			if err != nil || f.Layer == 0 && strings.Contains(text[f.Offset:][:f.Len], "%") {
				t.Fatalf("%s: %+v", text, f)
			}
			got = append(got, f.Rule+" "+part)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%s: %q, but %s: %q", text, got, inner, want)
		}
		some += len(got)
	}
	if some < 1000 {
		t.Errorf("only %d findings", some)
	}
}

// TestSchemes: what a scheme makes of a URI.
func TestSchemes(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"http://h/?a=1?b=2&c", []string{"misplaced-delimiter"}},
		{"http://h/?next=/a?b=1&c=2", []string{"misplaced-delimiter"}},
		{"app://open?u=https%3A%2F%2Fi%2F?a=1&b=2&c", []string{"misplaced-delimiter"}},
		{"http://h/#utm_source=a&utm_medium=b", []string{"misplaced-delimiter"}},
		{"http://h/#/a?b=1", nil},
		{"http://h/?u=http://i/?a=1", nil},
		{"http://h/?u=http://i/&b=2", nil},
		{"http://h/?q=what?&b=2", nil},
		{"http://h/a&b/c=d", nil},
		{"http://h/?host=0177.0.0.1", []string{"ambiguous-authority"}},
		{"http://h/?a&host=0x7f.1", []string{"ambiguous-authority"}},
		{"http://h/?price=012.50", nil},
		{"http://h/?day=01.02.2024", nil},
		{"http://h/?v=0.17.0.1", nil},
		{"redis://:a?b#c@h:6379/0", []string{"cut-by-delimiter", "cut-by-delimiter"}},
		{"amqp://u:p/w@h:5672/v", []string{"cut-by-delimiter"}},
		{"mongodb://u:p#w@h1:1,h2:2/db", []string{"cut-by-delimiter"}},
		{"postgres://u:12#34@h/db", []string{"cut-by-delimiter"}},
		{"postgres://u:p@s#w@h/db", []string{"cut-by-delimiter"}},
		{"mysql+pymysql://u:p@s/w@h/db", []string{"cut-by-delimiter"}},
		{"smtp://u@x.example:p#a@h", []string{"cut-by-delimiter"}},
		{"postgres://u@t:p/w@h/db", []string{"cut-by-delimiter"}},
		{"postgres://u@h:5432/a#b@c", nil},
		{"mongodb://u@h1:1,h2:2/a#b@c", nil},
		{"rediss://u:1@2?w@h:6379", []string{"cut-by-delimiter"}},
		{"git+https://u:p@h/a#b@c", nil},
		{"ldap://u:p@h/cn=a,mail=b@c.example", nil},
		{"postgres://u:p@h/db?user=a@b", nil},
		{"postgres://u:p%2Fw@h/db", nil},
		{"mysql://h:3306/db?u=a@b", nil},
		{"mongodb://u@h1:1,h2:2/db", nil},
		{"foo://h:80/@a", nil},
		{"http+unix://%2Fvar%2Frun%2Fdocker.sock/v1/info", nil},
		{"postgresql://%2Fvar%2Flib%2Fpostgresql/db", nil},
		{"ldapi://%2Fvar%2Frun%2Fldapi", nil},
		{"http://%2Fvar", []string{"ambiguous-authority"}},
		{"ssh://git@github.com:org/repo.git", []string{"not-legal"}},
		{"redis://h:99999/", []string{"not-legal"}},
		{"redis://h:80\u00fc/", []string{"not-legal"}},
		{"redis://h:/", nil},
		{"redis://[::1]/", nil},
		{"redis://u:p,w:x@h:1/", nil},
		{"mongodb://h1:1,h2,h3:65535/db", nil},
		{"mongodb://h1:a,h2:2,h3:70000/db", []string{"not-legal", "not-legal"}},
		{"redis://h:${PORT}/", []string{"placeholder"}},
		{"data:image/svg+xml,%3Csvg/%3E#a", nil},
		{"data:image/png;base64,YQ==#a", nil},
		{"data:,a", nil},
		{"data:text/plain;charset=utf-8,a", nil},
		{"file:///a/b.html#c", nil},
		{"file:///a?b", []string{"cut-by-delimiter"}},
		{"file://server/a", nil},
		{"file://C|/a", []string{"mistaken-host", "ambiguous-authority"}},
		{"https://http//h", []string{"mistaken-host"}},
		{"https://https/h", nil},
		{"mailto:a@b.example,c@d.example?subject=e%0D%0Af", nil},
		{"mailto:a@b.example?body=e%0Df", []string{"line-break"}},
		{"http://h/?view=3D", nil},
		{"https//h/a", []string{"mistaken-host"}},
		{"ttps://h/a", []string{"mistaken-host"}},
		{"httpd://h/a", nil},
		{"mailto:a@b.example?cc=c@d.example;e@f.example", []string{"semicolon"}},
		{"mailto:a@b.example?subject=a&b", []string{"misplaced-delimiter"}},
		{"sms:+1?body=a+b&x=Hello+World", nil},
		{"sms:+1?body=Hello+World", []string{"misplaced-delimiter"}},
		{"mailto:a@b.example?subject=C++&body=a+b", nil},
		{"tel:+1 555", []string{"raw-space"}},
		{"http://h/?host=127.1", []string{"ambiguous-authority"}},
		{"http://h/?ip=0x7f000001", []string{"ambiguous-authority"}},
		{"http://h/?host=127.0.0.1&version=127.1&color=0x7f0000", nil},
		{"http://h/?next=//evil.example", []string{"mistaken-host"}},
		{"http://h/?return_url=%2F%2Fevil.example%2Fa", []string{"mistaken-host"}},
		{"http://h/?src=//cdn.example/a.js&next=/a", nil},
		{"http://h/?u=javascript:alert(1)", []string{"hidden-scheme"}},
		{"http://h/?u=%6Aavascript%3Aalert(1)", []string{"hidden-scheme"}},
		{"http://h/?u=data:image/png,a", nil},
		{"http://h/?q=javascript+tutorial", []string{"plus-ambiguity"}},
		{"http://h/?q=3Dglasses", nil},
		{"http://h/?id=3D123", []string{"quoted-printable"}},
		{"http://h/?a=1&b=3D2", nil},
		{"http://h/?format=3D&seat=12", nil},
		{"http://h/?a=3D&b=2D", nil},
		{"http://h/?a=3D&b=3D", nil},
		{"http://mu\u0308nchen.de/", nil},
		{"http://h/\u212b", []string{"not-nfc", "unescaped-non-ascii"}},
		{"http://h/%E2%84%AB", []string{"not-nfc"}},
		{"http://h/%CC%81%FF", []string{"invalid-utf8"}},
	} {
		found := lintIn(t, inspect.KindAuto, tt.text)
		if got := ids(found); !slices.Equal(got, tt.want) {
			t.Errorf("%q: %v, want %v", tt.text, got, tt.want)
		}
	}
}
