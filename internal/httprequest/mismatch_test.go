package httprequest

import (
	"encoding/hex"
	"encoding/xml"
	"testing"
)

func TestParseMismatch(t *testing.T) {
	const canonical = "GET\n/a&b\n\nhost:h\n\nhost\nUNSIGNED-PAYLOAD"
	bytes := ""
	for _, c := range []byte(canonical) {
		bytes += hex.EncodeToString([]byte{c}) + " "
	}
	for _, text := range []string{
		`<?xml version="1.0" encoding="UTF-8"?>` + "\n<Error><Code>SignatureDoesNotMatch</Code><CanonicalRequest>GET\n/a&amp;b\n\nhost:h\n\nhost\nUNSIGNED-PAYLOAD</CanonicalRequest></Error>",
		"<Error><Code>SignatureDoesNotMatch</Code><CanonicalRequest>cut</CanonicalRequest><CanonicalRequestBytes>" + bytes + "</CanonicalRequestBytes></Error>",
		`{"message":"… The Canonical String for this request should have been\n'GET\n/a&b\n\nhost:h\n\nhost\nUNSIGNED-PAYLOAD'\n\nThe String-to-Sign should have been\n'AWS4'\n"}`,
	} {
		m, ok := ParseMismatch(text)
		if !ok || m.CanonicalRequest != canonical {
			t.Errorf("%s\n%q", text, m.CanonicalRequest)
		}
	}
	for _, text := range []string{"", canonical, "<Error><Code>NoSuchKey</Code></Error>", "<a"} {
		if m, ok := ParseMismatch(text); ok {
			t.Errorf("%q: %q", text, m)
		}
	}
}

func TestElements(t *testing.T) {
	for _, text := range []string{
		"", "<", "text", "<a/>", "<a><Code/></a>", "<a><Code>x</Code></a>", "<a>y<Code>x</Code>z</a> rest <",
		"<?xml version='1.0'?><!-- c --><a><Code>x<!-- c -->y<b>z</b>&amp;&#10;<![CDATA[<]]></Code></a>",
		"<a><Code>1</Code><Code>2</Code></a>", "<a><b><Code>1</Code></b></a>", "<a><n:Code xmlns:n='n'>1</n:Code></a>",
		"<a><Code>1</Code>", "<a><Code>1</b></a>", "<a><Code>&none;</Code></a>", "\ufeff<a><Code>1</Code></a>", "<a><code>1</code></a>",
	} {
		var want struct{ Code string }
		wantErr := xml.Unmarshal([]byte(text), &want)
		got, err := elements(text)
		if (err == nil) != (wantErr == nil) || wantErr == nil && got["Code"] != want.Code {
			t.Errorf("%q: got %q, %v, want %q, %v", text, got["Code"], err, want.Code, wantErr)
		}
	}
}
