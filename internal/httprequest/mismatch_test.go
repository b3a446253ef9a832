package httprequest

import (
	"encoding/hex"
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
