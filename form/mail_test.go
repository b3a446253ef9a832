package form

import (
	"strings"
	"testing"

	"github.com/pct-encoded/percent/charset"
)

func TestMail(t *testing.T) {
	pairs := []Pair{{"a b", "c+d"}, {"e", "1\n2\r3\r\n4 é&%41"}, {"_charset_", "x"}}
	const (
		headers = "a%20b=c%2Bd&e=1%0D%0A2%0D%0A3%0D%0A4%20%C3%A9%26%2541&_charset_=UTF-8"
		body    = "a+b=c%2Bd&e=1%0D%0A2%0D%0A3%0D%0A4+%C3%A9%26%2541&_charset_=UTF-8"
		text    = "a%20b=c+d%0D%0Ae=1%0D%0A2%0D%0A3%0D%0A4%20%C3%A9&%41%0D%0A_charset_=UTF-8%0D%0A"
	)
	for _, tt := range []struct{ action, headers, body, text string }{
		{"mailto:x@y", "mailto:x@y?" + headers, "mailto:x@y?body=" + body, "mailto:x@y?body=" + text},
		{"mailto:x@y?", "mailto:x@y?" + headers, "mailto:x@y?body=" + body, "mailto:x@y?body=" + text},
		{"mailto:x@y?subject=s+t", "mailto:x@y?" + headers, "mailto:x@y?subject=s+t&body=" + body, "mailto:x@y?subject=s+t&body=" + text},
		{"mailto:?cc=z#f?g", "mailto:?" + headers + "#f?g", "mailto:?cc=z&body=" + body + "#f?g", "mailto:?cc=z&body=" + text + "#f?g"},
	} {
		if got := HTML.MailHeaders(tt.action, pairs); got != tt.headers {
			t.Errorf("headers of %s: %s, want %s", tt.action, got, tt.headers)
		}
		if got := HTML.MailBody(tt.action, pairs); got != tt.body {
			t.Errorf("body of %s: %s, want %s", tt.action, got, tt.body)
		}
		if got := HTML.MailText(tt.action, pairs); got != tt.text {
			t.Errorf("text of %s: %s, want %s", tt.action, got, tt.text)
		}
	}
	if got := HTML.SerializeText(pairs); got != "a b=c+d\r\ne=1\r\n2\r\n3\r\n4 é&%41\r\n_charset_=UTF-8\r\n" {
		t.Errorf("%q", got)
	}
	if got := HTML.MailHeaders("mailto:x", nil); got != "mailto:x?" {
		t.Error(got)
	}
	if got := HTML.MailText("mailto:x", []Pair{{"\xFF", "\xED\xA0\x80\x00"}}); got != "mailto:x?body=%EF%BF%BD=%EF%BF%BD%00%0D%0A" {
		t.Error(got)
	}
	// The charset of the form is for headers and urlencoded bodies; text is UTF-8.
	sjis := HTML.WithCharset(charset.ShiftJIS)
	pairs = []Pair{{"_CHARSET_", ""}, {"ソ", "€ +"}}
	if got := sjis.MailHeaders("mailto:x", pairs); got != "mailto:x?_CHARSET_=Shift_JIS&%83%5C=%26%238364%3B%20%2B" {
		t.Error(got)
	}
	if got := sjis.MailBody("mailto:x", pairs); got != "mailto:x?body=_CHARSET_=Shift_JIS&%83%5C=%26%238364%3B+%2B" {
		t.Error(got)
	}
	if got := sjis.MailText("mailto:x", pairs); got != "mailto:x?body=_CHARSET_=Shift_JIS%0D%0A%E3%82%BD=%E2%82%AC%20+%0D%0A" {
		t.Error(got)
	}
	// Mailto is what MailHeaders writes.
	if got := Mailto.Serialize([]Pair{{"a b", "c+d\n"}}); got != "a%20b=c%2Bd%0D%0A" {
		t.Error(got)
	}
}

func FuzzMail(f *testing.F) {
	f.Add("mailto:x?a#b", "n\r", "v+ &%")
	f.Add("", "\xFF", "\x00\n")
	f.Fuzz(func(t *testing.T, action, name, value string) {
		pairs := []Pair{{name, value}, {value, name}}
		rest, _, _ := splitAction(action)
		for _, got := range []string{HTML.MailHeaders(action, pairs), HTML.MailBody(action, pairs), HTML.MailText(action, pairs)} {
			if !strings.HasPrefix(got, rest+"?") {
				t.Fatalf("%q", got)
			}
		}
		added := HTML.MailHeaders("", pairs) + HTML.MailBody("", pairs) + HTML.MailText("", pairs)
		if strings.ContainsAny(added, "\r\n\x00 ") {
			t.Fatalf("%q", added)
		}
		query := strings.TrimPrefix(HTML.MailHeaders("", pairs), "?")
		if strings.Contains(query, "+") || Mailto.Serialize(pairs) != query {
			t.Fatalf("%q", query)
		}
		got, err := Standard.Parse(query)
		if want, err2 := Standard.Parse(HTML.Serialize(pairs)); err != nil || err2 != nil || Serialize(got) != Serialize(want) {
			t.Fatalf("%q: %q, %q", query, got, want)
		}
	})
}
