package dataurl

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/syntaxtest"
	"github.com/pct-encoded/percent/weburl"
)

const def = "text/plain;charset=US-ASCII"

func TestParse(t *testing.T) {
	for _, tt := range []struct{ name, in, mediaType, body string }{
		{"RFC 2397 section 4", "data:,A%20brief%20note", def, "A brief note"},
		{"escapes decoded, plus literal", "data:,a+b%2Bc%zz%4", def, "a+b+c%zz%4"},
		{"empty body", "data:,", def, ""},
		{"fragment", "data:,X#X,Y", def, "X"},
		{"query", "data:,X?Y Z", def, "X?Y Z"},
		{"scheme in upper case", "DATA:TEXT/HTML,X", "text/html", "X"},
		{"white space around the type", "data: text/plain ,X", "text/plain", "X"},
		{"escapes in the type stay", "data:text/plain%20,X", "text/plain%20", "X"},
		{"bad type", "data:text plain,X", def, "X"},
		{"no subtype", "data:text/,X", def, "X"},
		{"leading semicolon", "data:;charset=utf-8,X", "text/plain;charset=utf-8", "X"},
		{"parameter only", "data:;x=y;charset=,X", "text/plain;x=y", "X"},
		{"base64", "data:;base64,WA", def, "X"},
		{"base64 in upper case, spaces", "data:text/plain;  BASE64,WA==", "text/plain", "X"},
		{"base64 with white space and escapes", "data:;base64,W%20A%0A%3D%3D", def, "X"},
		{"base64, lax bits", "data:;base64,WB", def, "X"},
		{"base64 is not last", "data:;base64;x=y,WA", "text/plain;x=y", "WA"},
		{"escaped base64", "data:;%62ase64,WA", "text/plain", "WA"},
		{"space before semicolon", "data:text/plain ;base64,WA", "text/plain", "X"},
		{"space after base64", "data:;base64 ,WA", def, "X"},
		{"no semicolon", "data:base64,WA", def, "WA"},
		{"comma in quotes ends the type", `data:text/plain;x=",",Y`, "text/plain;x=\"\"", "\",Y"},
		{"tabs and line ends", "da\tta:te\nxt/pl\rain,X\tY\n", "text/plain", "XY"},
		{"an escape with a tab inside", "data:,%4\t1", def, "A"},
		{"controls and spaces around", "\x00 data:,X \x1F", def, "X"},
		{"space before a fragment", "data:,X #f", def, "X "},
		{"controls inside", "data:,a\x01b\x7F", def, "a\x01b\x7F"},
		{"raw beyond ASCII", "data:,é\xFF", def, "é\xFF"},
		{"raw beyond ASCII in the type is encoded", "data:text/plain;x=é,", "text/plain;x=%C3%A9", ""},
		{"authority", "data://test/,X", def, "X"},
		{"authority with everything", "data://u:p@[::1]:80/text,X", def, "X"},
		{"comma in the host", "data://a,b/c?d", def, "b/c?d"},
		{"empty authority", "data:///,X", def, "X"},
		{"path", "data:/text/plain,X", def, "X"},
		{"path with dot segments", "data:/x/../,a/./b", def, "a/b"},
		{"path with escaped dot segments", "data:/x/%2E%2e/,a/%2eb/.%2E/c", def, "a/c"},
		{"path that would look like an authority", "data:/..//,b", def, "b"},
		{"ipv4 in ipv6", "data://[::1.2.3.4]/,", def, ""},
	} {
		d, err := Parse(tt.in)
		if err != nil || d.Type.String() != tt.mediaType || string(d.Body) != tt.body {
			t.Errorf("%s: %v, %v", tt.name, d, err)
		}
	}
}

func TestSerialize(t *testing.T) {
	for in, want := range map[string]string{
		"data://test:080/,X": "//test:80/,X", "data://test:/,X": "//test/,X", "data://u@é/ ,": "//u@%C3%A9/%20,",
		"data://@h/,": "//h/,", "data://:@h/,": "//h/,", "data://:p@h/,": "//:p@h/,", "data://u:@h/,": "//u@h/,", "data://a@b@h/,": "//a%40b@h/,",
		"data://[0:0::1]/": "//[::1]/", "data://[::ffff:1.2.3.4]/": "//[::ffff:102:304]/", "data:/..//a/b": "/.//a/b", "data:/a/..": "/",
		"data:/a/.": "/a/", "data:/a//../b": "/a/b", "data:\x01\"<? \"<>": "%01\"<?%20%22%3C%3E", "data://h": "//h",
		"data: x ?y": " x%20?y", "data:/^`{}": "/%5E%60%7B%7D", "data://?,": "//?,",
	} {
		got, _, err := read(in)
		if err != nil || got != want {
			t.Errorf("%q: %q, %v, want %q", in, got, err, want)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, tt := range []struct {
		in     string
		offset int64
		bytes  string
		reason percent.Reason
	}{
		{"", 0, "", NotData},
		{" \n", 2, "", NotData},
		{"http:,", 0, "http:", NotData},
		{" date:,", 1, "date:", NotData},
		{"data:", 5, "", MissingComma},
		{"data:text/html", 14, "", MissingComma},
		{"data:text/html#,", 16, "", MissingComma},
		{"data:/,a/../b", 13, "", MissingComma},
		{"data://test:test/,X", 12, "t", weburl.PortInvalid},
		{"data://test:65536/,X", 12, "65536", weburl.PortOutOfRange},
		{"data:/\t/te\tst:8x/,X", 15, "x", weburl.PortInvalid},
		{"data://:80/,X", 7, "", weburl.HostMissing},
		{"data://u@/,X", 9, "", weburl.HostMissing},
		{"data://a b/,X", 8, " ", weburl.HostInvalidCodePoint},
		{"data://a<b/,X", 8, "<", weburl.HostInvalidCodePoint},
		{"data://[::1/,X", 7, "[::1", "IPv6-unclosed"},
		{"data://[::g]/,X", 10, "g", "IPv6-invalid-code-point"},
		{"data://\xFFé\xFE\x80 /,X", 12, " ", weburl.HostInvalidCodePoint},
		{"data://\xFFé\xFE:é/,X", 12, "é", weburl.PortInvalid},
		{" d\tA\nta:;base64,W\xFFA-", 17, "\xFF", InvalidBase64},
		{"data://u:p@[0:0::1]:080/x;base64,W\nA*?é#,", 36, "*", InvalidBase64},
		{"data:/a/../x;base64,WA*", 22, "*", InvalidBase64},
		{"data\x1A,", 0, "data\x1A", NotData},
		{"data:;base64,W", 14, "", InvalidBase64},
		{"data:;base64,WA=", 15, "=", InvalidBase64},
		{"data:;base64,W===", 14, "=", InvalidBase64},
		{"data:;base64,W%20A-", 18, "-", InvalidBase64},
		{"data:;base64,W\tA%2dx", 16, "%2d", InvalidBase64},
		{"data:;base64,Wé==", 14, "\xC3", InvalidBase64},
		{"data:/x;base64,W\nA/*", 19, "*", InvalidBase64},
	} {
		_, err := Parse(tt.in)
		syntaxtest.Check(t, tt.in, err, tt.offset, tt.bytes, tt.reason)
	}
}

func TestRFC2397(t *testing.T) {
	for _, tt := range []struct{ name, in, mediaType, body string }{
		{"section 4", "data:,A%20brief%20note", def, "A brief note"},
		{"section 4, vnd", "data:application/vnd-xxx-query,select_vcount,fcol_from_fieldtable/local", "application/vnd-xxx-query", "select_vcount,fcol_from_fieldtable/local"},
		{"section 4, charset", "data:text/plain;charset=iso-8859-7,%be%be", "text/plain;charset=iso-8859-7", "\xBE\xBE"},
		{"base64", "data:text/plain;base64,WA==", "text/plain", "X"},
		{"escapes in a parameter", "data:text/plain;x=%22a%2Cb%22,X", `text/plain;x="a,b"`, "X"},
		{"no type", "data:;x=y,X", "text/plain;x=y", "X"},
		{"escaped word", "data:;x=y;%62ase64,WA", "text/plain;x=y", "WA"},
	} {
		d, err := ParseRFC2397(tt.in)
		if err != nil || d.Type.String() != tt.mediaType || string(d.Body) != tt.body {
			t.Errorf("%s: %v, %v", tt.name, d, err)
		}
	}
	for _, tt := range []struct {
		in     string
		offset int64
		bytes  string
		reason percent.Reason
	}{
		{"http:", 0, "http:", NotData},
		{"data:x", 6, "", MissingComma},
		{"data:text/plain;charset=iso-8859-7,%be%fg%be", 38, "%fg", percent.InvalidEscape},
		{"data:,a b", 7, " ", percent.InvalidByte},
		{"data:,a#b", 7, "#", percent.InvalidByte},
		{"data:a b,", 6, " ", percent.InvalidByte},
		{"data:text,X", 5, "text", InvalidType},
		{"data:;base64,W%41", 13, "W", InvalidBase64},
		{"data:;base64,WA%3D-", 18, "-", InvalidBase64},
	} {
		_, err := ParseRFC2397(tt.in)
		if tt.reason == InvalidBase64 {
			var e *percent.SyntaxError
			if !errors.As(err, &e) || e.Reason != InvalidBase64 || e.Offset < 13 {
				t.Errorf("%q: %v", tt.in, err)
			}
			continue
		}
		syntaxtest.Check(t, tt.in, err, tt.offset, tt.bytes, tt.reason)
	}
}

func TestMIMEType(t *testing.T) {
	for in, want := range map[string]string{
		"text/html;charset=gbk": "text/html;charset=gbk", "TEXT/HTML;CHARSET=GBK": "text/html;charset=GBK",
		" text/html ; x = y ;z=1 ": "text/html;z=1", "a/b;x=\"a\\\"b\\c\";x=2": `a/b;x="a\"bc"`, `a/b;x="y`: `a/b;x=y`, `a/b;x="y\`: `a/b;x="y\\"`,
		`a/b;x="";y=;=z;q`: `a/b;x=""`, `a/b;x="y"z;w=1`: `a/b;x=y;w=1`, "a/b;;;": "a/b", "a/b;x=é": "a/b;x=\"é\"", "a/b;x=€": "a/b", "a/b;x=\x01": "a/b",
	} {
		got, err := ParseMIMEType(in)
		if err != nil || got.String() != want {
			t.Errorf("%q: %q, %v, want %q", in, got, err, want)
		}
	}
	for in, offset := range map[string]int64{"": 0, "text": 4, "text/": 5, "/x": 0, "te xt/x": 2, "text/x y": 7, "text/x(": 6, " é/x": 1} {
		_, err := ParseMIMEType(in)
		syntaxtest.Check(t, in, err, offset, in[offset:min(int(offset)+1, len(in))], InvalidType)
	}
}

func TestBuild(t *testing.T) {
	html := MIMEType{Type: "text", Subtype: "html"}
	for _, tt := range []struct {
		name string
		in   Data
		want string
	}{
		{"default", Data{Body: []byte("A brief note")}, "data:,A%20brief%20note"},
		{"the default written out", Data{defaultType(), []byte("a")}, "data:,a"},
		{"text/plain without charset", Data{MIMEType{Type: "text", Subtype: "plain"}, nil}, "data:text/plain,"},
		{"text/plain with another", Data{MIMEType{"text", "plain", []Param{{"charset", "utf-8"}}}, []byte("é")}, "data:;charset=utf-8,%C3%A9"},
		{"base64 is shorter", Data{html, []byte("<b>é€</b>")}, "data:text/html;base64,PGI+w6nigqw8L2I+"},
		{"escapes and delimiters", Data{html, []byte("50% #1+?")}, "data:text/html,50%25%20%231+?"},
	} {
		got, err := tt.in.Build()
		if err != nil || got != tt.want {
			t.Errorf("%s: %q, %v", tt.name, got, err)
		}
	}
	for _, tt := range []struct {
		in     Data
		offset int64
		bytes  string
		reason percent.Reason
	}{
		{Data{Type: MIMEType{"a", "b", []Param{{"x", "a,b"}}}}, 8, ",", Unwritable},
		{Data{Type: MIMEType{"a", "b", []Param{{"x", "é"}}}}, 7, "\xC3", Unwritable},
		{Data{Type: MIMEType{"a#", "b", nil}}, 1, "#", Unwritable},
		{Data{Type: MIMEType{"a", "b", []Param{{"x", `b c`}}}}, 8, " ", Unwritable},
		{Data{Type: MIMEType{"a", "b", []Param{{"x", `b/c`}}}}, 6, `"`, Unwritable},
		{Data{Type: MIMEType{"a", "b", []Param{{"x", `;base64"\`}}}}, 14, `\`, Unwritable},
		{Data{Type: MIMEType{"a", "b^", nil}}, 3, "^", Unwritable},
		{Data{Type: MIMEType{"a\n", "b", nil}}, 1, "\n", InvalidType},
		{Data{Type: MIMEType{"a", "", nil}}, 2, "", InvalidType},
		{Data{Type: MIMEType{"a", "b", []Param{{"x\r", "y"}}}}, 0, "a/b;x\r=y", InvalidType},
		{Data{Type: MIMEType{"a", "b", []Param{{"x", "\r"}}}}, 0, "a/b;x=\"\r\"", InvalidType},
	} {
		_, err := tt.in.Build()
		syntaxtest.Check(t, tt.in.Type.String(), err, tt.offset, tt.bytes, tt.reason)
	}
}

func TestJSON(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{"data:,a%22%C3%A9", `{"type":"text/plain;charset=US-ASCII","body":"a\"é"}`},
		{"data:image/png;base64,/w==", `{"type":"image/png","body_base64":"/w=="}`},
		{"data:a/b,", `{"type":"a/b","body":""}`},
	} {
		d, err := Parse(tt.in)
		if err != nil {
			t.Fatal(err)
		}
		got, err := json.Marshal(d)
		if err != nil || string(got) != tt.want {
			t.Errorf("%s: %s, %v", tt.in, got, err)
		}
		var again Data
		if err := json.Unmarshal(got, &again); err != nil || !reflect.DeepEqual(again.Type, d.Type) || !bytes.Equal(again.Body, d.Body) {
			t.Errorf("%s: %v, %v", got, again, err)
		}
	}
	if got, err := json.Marshal(Data{}); err != nil || string(got) != `{"type":"text/plain;charset=US-ASCII","body":""}` {
		t.Errorf("%s, %v", got, err)
	}
	var d Data
	if err := json.Unmarshal([]byte(`{"type":"x"}`), &d); err == nil {
		t.Error("a bad type was accepted")
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"data:text/plain;x=\"y\";base64,WA==", "data://u:p@[::1]:80/../a,b?c#d", "data:,a\tb %zz", " data:/.//a/%2e%2e,", "data:;base64,W%2d"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		d, err := Parse(s)
		if err != nil {
			syntaxtest.Within(t, s, err)
		} else if u, err := d.Build(); err == nil {
			for name, parse := range map[string]func(string) (Data, error){"Parse": Parse, "ParseRFC2397": ParseRFC2397} {
				again, err := parse(u)
				if err != nil || again.Type.String() != d.Type.String() || !bytes.Equal(again.Body, d.Body) {
					t.Fatalf("%s(%q): %v, %v", name, u, again, err)
				}
			}
		}
		if _, err := ParseRFC2397(s); err != nil {
			syntaxtest.Within(t, s, err)
		}
		if m, err := ParseMIMEType(s); err == nil {
			if again, err := ParseMIMEType(m.String()); err != nil || !reflect.DeepEqual(again, m) {
				t.Fatalf("%q: %v, %v", m, again, err)
			}
		}
	})
}
