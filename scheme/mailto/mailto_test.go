package mailto

import (
	"reflect"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/syntaxtest"
)

func TestKeptSets(t *testing.T) {
	const alnum = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	for name, tt := range map[string]struct {
		e    *percent.Encoding
		kept string
	}{
		"qchar":      {HeaderEncoding, alnum + "-._~!$'()*+,;:@"},
		"local part": {LocalPartEncoding, alnum + "-._~!$'()*+:"},
		"written":    {written, alnum + "-._~!$'()*,;:@"},
	} {
		for b := range 256 {
			if got := tt.e.Kept().Contains(byte(b)); got != (strings.IndexByte(tt.kept, byte(b)) >= 0) {
				t.Errorf("%s: %02X kept: %v", name, b, got)
			}
		}
	}
}

func TestParse(t *testing.T) {
	for _, tt := range []struct {
		name, in  string
		want      URL
		canonical string
	}{
		{"section 6.1", "mailto:chris@example.com", URL{To: []string{"chris@example.com"}}, ""},
		{"section 6.1, subject", "mailto:infobot@example.com?subject=current-issue", URL{To: []string{"infobot@example.com"}, Headers: []Header{{"subject", "current-issue"}}}, ""},
		{"section 6.1, body", "mailto:infobot@example.com?body=send%20current-issue%0D%0Asend%20index", URL{To: []string{"infobot@example.com"}, Headers: []Header{{"body", "send current-issue\r\nsend index"}}}, ""},
		{"section 6.1, In-Reply-To", "mailto:list@example.org?In-Reply-To=%3C3469A91.D10AF4C@example.com%3E", URL{To: []string{"list@example.org"}, Headers: []Header{{"In-Reply-To", "<3469A91.D10AF4C@example.com>"}}}, ""},
		{"section 6.1, two recipients", "mailto:joe@example.com?cc=bob@example.com&body=hello", URL{To: []string{"joe@example.com"}, Headers: []Header{{"cc", "bob@example.com"}, {"body", "hello"}}}, ""},
		{"section 2, several", "mailto:addr1@an.example,addr2@an.example", URL{To: []string{"addr1@an.example", "addr2@an.example"}}, ""},
		{"section 2, to", "mailto:?to=addr1@an.example,addr2@an.example", URL{Headers: []Header{{"to", "addr1@an.example,addr2@an.example"}}}, ""},
		{"section 6.1, percent", "mailto:gorby%25kremvax@example.com", URL{To: []string{"gorby%kremvax@example.com"}}, ""},
		{"section 6.1, question mark", "mailto:unlikely%3Faddress@example.com?blat=foop", URL{To: []string{"unlikely?address@example.com"}, Headers: []Header{{"blat", "foop"}}}, ""},
		{"section 6.1, ampersand", "mailto:Mike%26family@example.org", URL{To: []string{"Mike&family@example.org"}}, ""},
		{"section 6.2, quoted at", "mailto:%22not%40me%22@example.org", URL{To: []string{`"not@me"@example.org`}}, ""},
		{"section 6.2, backslash", "mailto:%22oh%5C%5Cno%22@example.org", URL{To: []string{`"oh\\no"@example.org`}}, ""},
		{"section 6.2, ugly", `mailto:%22%5C%5C%5C%22it's%5C%20ugly%5C%5C%5C%22%22@example.org`, URL{To: []string{`"\\\"it's\ ugly\\\""@example.org`}}, ""},
		{"section 6.3, UTF-8", "mailto:user@example.org?subject=caf%C3%A9", URL{To: []string{"user@example.org"}, Headers: []Header{{"subject", "café"}}}, ""},
		{"section 6.3, encoded word", "mailto:user@example.org?subject=%3D%3Futf-8%3FQ%3Fcaf%3DC3%3DA9%3F%3D", URL{To: []string{"user@example.org"}, Headers: []Header{{"subject", "=?utf-8?Q?caf=C3=A9?="}}}, ""},
		{"section 6.3, domain", "mailto:user@%E7%B4%8D%E8%B1%86.example.org?subject=Test&body=NATTO", URL{To: []string{"user@納豆.example.org"}, Headers: []Header{{"subject", "Test"}, {"body", "NATTO"}}}, ""},
		{"plus is itself", "MAILTO:a+b@c?subject=1+1", URL{To: []string{"a+b@c"}, Headers: []Header{{"subject", "1+1"}}}, "mailto:a+b@c?subject=1%2B1"},
		{"escaped delimiters divide nothing", "mailto:a%2Cb@c?x=%26y%3Dz", URL{To: []string{"a,b@c"}, Headers: []Header{{"x", "&y=z"}}}, ""},
		{"equals sign and slash in a value", "mailto:?x=a=b/c?d", URL{Headers: []Header{{"x", "a=b/c?d"}}}, "mailto:?x=a%3Db%2Fc%3Fd"},
		{"nothing", "mailto:", URL{}, ""},
		{"nothing after the question mark", "mailto:?", URL{}, "mailto:"},
		{"fragment", "mailto:a@b#c?d", URL{To: []string{"a@b"}, Fragment: "c?d"}, "mailto:a@b"},
	} {
		got, err := Parse(tt.in)
		if err != nil || !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: %+v, %v", tt.name, got, err)
		}
		if tt.canonical == "" {
			tt.canonical = tt.in
		}
		if built, err := tt.want.Build(); err != nil || built != tt.canonical {
			t.Errorf("%s: %q, %v", tt.name, built, err)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, tt := range []struct {
		in     string
		offset int64
		bytes  string
		reason percent.Reason
	}{
		{"http:", 0, "http:", NotMailto},
		{"mailto:a%zz", 8, "%zz", percent.InvalidEscape},
		{"mailto:a b", 8, " ", percent.InvalidByte},
		{"mailto:é", 7, "\xC3", percent.InvalidByte},
		{"mailto:a@[1.2.3.4]", 9, "[", percent.InvalidByte},
		{"mailto:a,,b", 9, ",", EmptyAddress},
		{"mailto:a,", 9, "", EmptyAddress},
		{"mailto:a?b", 10, "", MissingEquals},
		{"mailto:a?b&c=d", 10, "&", MissingEquals},
		{"mailto:a?=b", 9, "=", EmptyName},
		{"mailto:a?x=%4", 11, "%4", percent.TruncatedEscape},
		{"mailto:a?subject=b%0D%0ABcc:c", 18, "%0D", Control},
		{"mailto:a?body=%41%00", 17, "%00", Control},
		{"mailto:a%0Ab", 8, "%0A", Control},
		{"mailto:a?x%0A=b", 10, "%0A", Control},
		{"mailto:a?x%3A=b", 9, "x%3A", InvalidName},
	} {
		_, err := Parse(tt.in)
		syntaxtest.Check(t, tt.in, err, tt.offset, tt.bytes, tt.reason)
	}
}

func TestBuild(t *testing.T) {
	got, err := URL{To: []string{"a"}, Headers: []Header{{"Body", "1\n2\r3\r\n4"}, {"subject", "a b"}}}.Build()
	if err != nil || got != "mailto:a?Body=1%0D%0A2%0D%0A3%0D%0A4&subject=a%20b" {
		t.Errorf("%q, %v", got, err)
	}
	for _, tt := range []struct {
		in     URL
		offset int64
		bytes  string
		reason percent.Reason
	}{
		{URL{To: []string{""}}, 0, "", EmptyAddress},
		{URL{To: []string{"a\r\nb"}}, 1, "\r", Control},
		{URL{Headers: []Header{{"", "x"}}}, 0, "", EmptyName},
		{URL{Headers: []Header{{"a b", "x"}}}, 1, " ", InvalidName},
		{URL{Headers: []Header{{"a:", "x"}}}, 1, ":", InvalidName},
		{URL{Headers: []Header{{"subject", "x\ny"}}}, 1, "\n", Control},
		{URL{Headers: []Header{{"body", "x\x00"}}}, 1, "\x00", Control},
	} {
		_, err := tt.in.Build()
		syntaxtest.Check(t, "", err, tt.offset, tt.bytes, tt.reason)
	}
}

func TestRecipients(t *testing.T) {
	u, err := Parse("mailto:a@b?To=c@d,%20e@f&cc=g@h&to=")
	if err != nil {
		t.Fatal(err)
	}
	if got := u.Recipients(); !reflect.DeepEqual(got, []string{"a@b", "c@d", "e@f"}) || len(u.To) != 1 {
		t.Error(got)
	}
	for uri, want := range map[string][]string{
		"mailto:?to=%22a%2Cb%22@c,d@e":       {`"a,b"@c`, "d@e"},
		`mailto:?to=%22a%5C%22%2Cb%22@c,d@e`: {`"a\",b"@c`, "d@e"},
		`mailto:?to=a%5C,%20,b@c,`:           {`a\`, "b@c"},
		"mailto:?to=":                        nil,
	} {
		u, err := Parse(uri)
		if got := u.Recipients(); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %q, %v", uri, got, err)
		}
	}
}

func FuzzMailto(f *testing.F) {
	f.Add("mailto:%22a%40b%22@c,d?subject=%C3%A9+1&body=%0D%0A#f")
	f.Add("mailto:?&=%zz")
	f.Fuzz(func(t *testing.T, s string) {
		u, err := Parse(s)
		if err != nil {
			syntaxtest.Within(t, s, err)
			u = URL{To: []string{s}, Headers: []Header{{"x", s}, {"body", s}}}
		}
		built, err := u.Build()
		if err != nil {
			return
		}
		if strings.ContainsAny(built, "\r\n\x00 ") {
			t.Fatalf("%q", built)
		}
		again, err := Parse(built)
		u.Fragment = ""
		for i, h := range u.Headers {
			if strings.EqualFold(h.Name, "body") {
				u.Headers[i].Value = pct.CRLF(h.Value)
			}
		}
		if err != nil || !reflect.DeepEqual(again, u) {
			t.Fatalf("%q: %+v, %v, want %+v", built, again, err, u)
		}
	})
}
