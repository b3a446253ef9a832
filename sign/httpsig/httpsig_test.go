package httpsig

import (
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/sign"
)

// The keys of RFC 9421, appendix B.1.
const (
	keyPSS = "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAr4tmm3r20Wd/PbqvP1s2+QEtvpuRaV8Yq40gjUR8y2Rjxa6dpG2GXHbPfvMs8ct+Lh1GH45x28Rw3Ry53mm+" +
		"oAXjyQ86OnDkZ5N8lYbggD4O3w6M6pAvLkhk95AndTrifbIFPNU8PPMO7OyrFAHqgDsznjPFmTOtCEcN2Z1FpWgchwuYLPL+Wokqltd11nqqzi+bJ9cvSKADYdUAAN5W" +
		"Utzdpiy6LbTgSxP7ociU4Tn0g5I6aDZJ7A8Lzo0KSyZYoA485mqcO0GVAdVw9lq4aOT9v6d+nb4bnNkQVklLQ3fVAvJm+xdDOp9LCNCN48V2pnDOkFV6+U9nV5oyc6XI2wIDAQAB"
	keyEC      = "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEqIVYZVLCrPZHGHjP17CTW0/+D9Lfw0EkjqF7xB4FivAxzic30tMM4GF+hR6Dxh71Z50VGGdldkkDXZCnTNnoXQ=="
	keyEd25519 = "MCowBQYDK2VwAyEAJrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs="
	sharedKey  = "uzvJfB4u3N0Jy4T7NZ75MDVcr8zSTInedJtkgcu46YW4XByzNJjxBdtjUkdJPBtbmHhIDi6pcl8jsasjlTMtDQ=="
)

func keyOf(t *testing.T, text string) *sign.Key {
	t.Helper()
	der, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	if text == sharedKey {
		return &sign.Key{Secret: string(der)}
	}
	block, _ := pem.Decode(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der}))
	key, err := x509.ParsePKIXPublicKey(block.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	return &sign.Key{Public: key}
}

// testRequest is test-request of appendix B.2.
func testRequest() *sign.Request {
	return &sign.Request{Method: "POST", URL: "https://example.com/foo?param=Value&Pet=dog", Body: []byte(`{"hello": "world"}`), Header: []sign.Field{
		{Name: "Host", Value: "example.com"},
		{Name: "Date", Value: "Tue, 20 Apr 2021 02:07:55 GMT"},
		{Name: "Content-Type", Value: "application/json"},
		{Name: "Content-Digest", Value: "sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:"},
		{Name: "Content-Length", Value: "18"},
	}}
}

// TestVectors: appendix B.2 of RFC 9421, but for that of a response, and B.3.
func TestVectors(t *testing.T) {
	const digest = "sha-512=:WZDPaVn/7XgHaAy8pmojAkGWoRx2UFChF41A2svX+TaPm+AbwAgBWnrIiYllu7BNNyealdVLvRwEmTHWXvJwew==:\n"
	for _, tt := range []struct{ name, method, key, label, params, lines, signature string }{
		{
			"B.2.1", "rsa-pss-sha512", keyPSS, "sig-b21", `();created=1618884473;keyid="test-key-rsa-pss";nonce="b3k2pp5k7z-50gnwp.yemd"`, "",
			"d2pmTvmbncD3xQm8E9ZV2828BjQWGgiwAaw5bAkgibUopemLJcWDy/lkbbHAve4cRAtx31Iq786U7it++wgGxbtRxf8Udx7zFZsckzXaJMkA7ChG52eSkFxykJeNqsrWH5S+oxNFlD4dzVuwe8DhTSja8xxbR/Z2cOGdCbzR72rgFWhzx2VjBqJzsPLMIQKhO4DGezXehhWwE56YCE+O6c0mKZsfxVrogUvA4HELjVKWmAvtl6UnCh8jYzuVG5WSb/QEVPnP5TmcAnLH1g+s++v6d4s8m0gCw1fV5/SITLq9mhho8K3+7EPYTU8IU1bLhdxO5Nyt8C8ssinQ98Xw9Q==",
		},
		{
			"B.2.2", "rsa-pss-sha512", keyPSS, "sig-b22", `("@authority" "content-digest" "@query-param";name="Pet");created=1618884473;keyid="test-key-rsa-pss";tag="header-example"`,
			"\"@authority\": example.com\n\"content-digest\": " + digest + "\"@query-param\";name=\"Pet\": dog\n",
			"LjbtqUbfmvjj5C5kr1Ugj4PmLYvx9wVjZvD9GsTT4F7GrcQEdJzgI9qHxICagShLRiLMlAJjtq6N4CDfKtjvuJyE5qH7KT8UCMkSowOB4+ECxCmT8rtAmj/0PIXxi0A0nxKyB09RNrCQibbUjsLS/2YyFYXEu4TRJQzRw1rLEuEfY17SARYhpTlaqwZVtR8NV7+4UKkjqpcAoFqWFQh62s7Cl+H2fjBSpqfZUJcsIk4N6wiKYd4je2U/lankenQ99PZfB4jY3I5rSV2DSBVkSFsURIjYErOs0tFTQosMTAoxk//0RoKUqiYY8Bh0aaUEb0rQl3/XaVe4bXTugEjHSw==",
		},
		{
			"B.2.3", "rsa-pss-sha512", keyPSS, "sig-b23", `("date" "@method" "@path" "@query" "@authority" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-rsa-pss"`,
			"\"date\": Tue, 20 Apr 2021 02:07:55 GMT\n\"@method\": POST\n\"@path\": /foo\n\"@query\": ?param=Value&Pet=dog\n\"@authority\": example.com\n\"content-type\": application/json\n\"content-digest\": " + digest + "\"content-length\": 18\n",
			"bbN8oArOxYoyylQQUU6QYwrTuaxLwjAC9fbY2F6SVWvh0yBiMIRGOnMYwZ/5MR6fb0Kh1rIRASVxFkeGt683+qRpRRU5p2voTp768ZrCUb38K0fUxN0O0iC59DzYx8DFll5GmydPxSmme9v6ULbMFkl+V5B1TP/yPViV7KsLNmvKiLJH1pFkh/aYA2HXXZzNBXmIkoQoLd7YfW91kE9o/CCoC1xMy7JA1ipwvKvfrs65ldmlu9bpG6A9BmzhuzF8Eim5f8ui9eH8LZH896+QIF61ka39VBrohr9iyMUJpvRX2Zbhl5ZJzSRxpJyoEZAFL2FUo5fTIztsDZKEgM4cUA==",
		},
		{
			"B.2.5", "hmac-sha256", sharedKey, "sig-b25", `("date" "@authority" "content-type");created=1618884473;keyid="test-shared-secret"`,
			"\"date\": Tue, 20 Apr 2021 02:07:55 GMT\n\"@authority\": example.com\n\"content-type\": application/json\n",
			"pxcQw6G3AjtMBQjwo8XzkZf/bws5LelbaMk5rGIGtE8=",
		},
		{
			"B.2.6", "ed25519", keyEd25519, "sig-b26", `("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"`,
			"\"date\": Tue, 20 Apr 2021 02:07:55 GMT\n\"@method\": POST\n\"@path\": /foo\n\"@authority\": example.com\n\"content-type\": application/json\n\"content-length\": 18\n",
			"wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==",
		},
	} {
		r := testRequest()
		r.Header = append(r.Header, sign.Field{Name: "Signature-Input", Value: tt.label + "=" + tt.params}, sign.Field{Name: "Signature", Value: tt.label + "=:" + tt.signature + ":"})
		c, err := RFC9421.Read(r, sign.Given{Method: tt.method})
		if err != nil {
			t.Fatal(tt.name, err)
		}
		if want := tt.lines + `"@signature-params": ` + tt.params; c.Text != want {
			t.Errorf("%s: %q, want %q", tt.name, c.Text, want)
		}
		if err := c.Verify(keyOf(t, tt.key), time.Unix(1618884473, 0)); err != nil {
			t.Errorf("%s: %v", tt.name, err)
		}
		r.Body = append(r.Body, ' ')
		if c, err = RFC9421.Read(r, sign.Given{Method: tt.method}); err != nil {
			t.Fatal(err)
		}
		if err := c.Verify(keyOf(t, tt.key), time.Unix(1618884473, 0)); (err != nil) != strings.Contains(tt.params, "content-digest") {
			t.Errorf("%s with another body: %v", tt.name, err)
		}
	}
}

// TestComponents: the examples of sections 2.1 and 2.2, and its errata.
func TestComponents(t *testing.T) {
	fields := []sign.Field{
		{Name: "Host", Value: "www.example.com"},
		{Name: "X-OWS-Header", Value: "  Leading and trailing whitespace.   "},
		{Name: "X-Obs-Fold-Header", Value: "Obsolete\n    line folding."},
		{Name: "Cache-Control", Value: "max-age=60"},
		{Name: "Cache-Control", Value: "   must-revalidate"},
		{Name: "X-Empty-Header", Value: ""},
		{Name: "Example-Dict", Value: "  a=1,    b=2;x=1;y=2,   c=(a   b   c), d"},
		{Name: "Priority", Value: "u=1,   i"},
		{Name: "Example-Header", Value: "value, with, lots"},
		{Name: "Example-Header", Value: "of, commas"},
	}
	for _, tt := range []struct{ url, component, line string }{
		{"", `"x-ows-header"`, "Leading and trailing whitespace."},
		{"", `"x-obs-fold-header"`, "Obsolete line folding."},
		{"", `"cache-control"`, "max-age=60, must-revalidate"},
		{"", `"x-empty-header"`, ""},
		{"", `"example-dict"`, "a=1,    b=2;x=1;y=2,   c=(a   b   c), d"},
		{"", `"priority";sf`, "u=1, i"},
		{"", `"example-dict";key="a"`, "1"},
		{"", `"example-dict";key="d"`, "?1"},
		{"", `"example-dict";key="b"`, "2;x=1;y=2"},
		{"", `"example-dict";key="c"`, "(a b c)"},
		{"", `"example-header";bs`, ":dmFsdWUsIHdpdGgsIGxvdHM=:, :b2YsIGNvbW1hcw==:"},
		{"https://www.example.com/path?param=value", `"@method"`, "POST"},
		{"https://www.example.com/path?param=value", `"@target-uri"`, "https://www.example.com/path?param=value"},
		{"https://www.example.com/path?param=value", `"@authority"`, "www.example.com"},
		{"http://www.example.com/path?param=value", `"@scheme"`, "http"},
		{"https://www.example.com/path?param=value", `"@request-target"`, "/path?param=value"},
		{"https://www.example.com/path?param=value", `"@path"`, "/path"},
		{"https://www.example.com", `"@path"`, "/"},
		{"https://www.example.com/path?param=value&foo=bar&baz=bat%2Dman", `"@query"`, "?param=value&foo=bar&baz=bat%2Dman"},
		{"https://www.example.com/path?queryString", `"@query"`, "?queryString"},
		{"https://www.example.com/path", `"@query"`, "?"},
		{"https://www.example.com/path?param=value&foo=bar&baz=batman&qux=", `"@query-param";name="qux"`, ""},
		{"https://h/parameters?var=this%20is%20a%20big%0Amultiline%20value&bar=with+plus+whitespace&fa%C3%A7ade%22%3A%20=something", `"@query-param";name="var"`, "this%20is%20a%20big%0Amultiline%20value"},
		{"https://h/parameters?var=this%20is%20a%20big%0Amultiline%20value&bar=with+plus+whitespace&fa%C3%A7ade%22%3A%20=something", `"@query-param";name="bar"`, "with%20plus%20whitespace"},
		{"https://h/parameters?var=this%20is%20a%20big%0Amultiline%20value&bar=with+plus+whitespace&fa%C3%A7ade%22%3A%20=something", `"@query-param";name="fa%C3%A7ade%22%3A%20"`, "something"},
	} {
		if tt.url == "" {
			tt.url = "https://www.example.com/path"
		}
		r := &sign.Request{Method: "POST", URL: tt.url, Header: append([]sign.Field{{Name: "Signature-Input", Value: "a=(" + tt.component + ")"}}, fields...)}
		c, err := RFC9421.Read(r, sign.Given{Method: "hmac-sha256"})
		if err != nil {
			t.Errorf("%s of %s: %v", tt.component, tt.url, err)
			continue
		}
		if want := tt.component + ": " + tt.line + "\n\"@signature-params\": (" + tt.component + ")"; c.Text != want {
			t.Errorf("%s: %q, want %q", tt.component, c.Text, want)
		}
	}
}

// TestRefused: what cannot be read.
func TestRefused(t *testing.T) {
	for _, tt := range []struct {
		input  string
		reason percent.Reason
	}{
		{`a=("@method"), b=()`, sign.Unknown},
		{`a=("@method" "@method")`, sign.Refused},
		{`a=("Date")`, sign.Refused},
		{`a=(date)`, sign.Refused},
		{`a="x"`, sign.Refused},
		{`a=("@method"`, sign.Refused},
		{`a=("@method"),`, sign.Refused},
		{`a=("@signature-params")`, sign.Refused},
		{`a=("@status")`, sign.Unknown},
		{`a=("@method";req)`, sign.Unknown},
		{`a=("content-type";tr)`, sign.Unknown},
		{`a=("@query-param")`, sign.Missing},
		{`a=("@query-param";name="param";sf)`, sign.Refused},
		{`a=("@query-param";name="none")`, sign.Missing},
		{`a=("@query-param";name="twice")`, sign.Unknown},
		{`a=("x-none")`, sign.Missing},
		{`a=("content-type";sf)`, sign.Unknown},
		{`a=("content-digest";bs;sf)`, sign.Refused},
		{`a=("content-digest";key="md5")`, sign.Missing},
		{`a=();alg="rot13"`, sign.Unknown},
	} {
		r := testRequest()
		r.URL += "&twice=1&twice=2"
		r.Header = append(r.Header, sign.Field{Name: "Signature-Input", Value: tt.input})
		_, err := RFC9421.Read(r, sign.Given{Method: "ed25519"})
		var refused *sign.Error
		if !errors.As(err, &refused) || refused.Reason != tt.reason {
			t.Errorf("%s: %v, want %s", tt.input, err, tt.reason)
		}
	}
}

// TestCavageMethod: letters whose lower case is shorter, and a text without a signature.
func TestCavageMethod(t *testing.T) {
	r := &sign.Request{Method: "\u212A\u212A\u212A\u212A", URL: "https://h/", Header: []sign.Field{{Name: "Signature", Value: `keyId="k",algorithm="hmac-sha256",headers="(request-target)",signature="eA=="`}}}
	c, err := Cavage.Read(r, sign.Given{})
	if err != nil {
		t.Fatal(err)
	}
	if c.Text != "(request-target): kkkk /" || c.FindMistake(&sign.Key{Secret: "s"}) != nil {
		t.Errorf("%q", c.Text)
	}
}

// TestUnnamed: RFC 9421, section 2.3: the parameter alg may be missing. What is signed does not
// depend on it (the example of appendix B.2.1 has none).
func TestUnnamed(t *testing.T) {
	r := &sign.Request{Method: "POST", URL: "https://example.com/foo?param=Value&Pet=dog", Header: []sign.Field{
		{Name: "Signature-Input", Value: `sig-b21=();created=1618884473;keyid="test-key-rsa-pss";nonce="b3k2pp5k7z-50gnwp.yemd"`},
		{Name: "Signature", Value: "sig-b21=:YQ==:"},
	}}
	c, err := RFC9421.Read(r, sign.Given{})
	if err != nil {
		t.Fatal(err)
	}
	if want := `"@signature-params": ();created=1618884473;keyid="test-key-rsa-pss";nonce="b3k2pp5k7z-50gnwp.yemd"`; c.Text != want {
		t.Errorf("text %q, want %q", c.Text, want)
	}
	var refused *sign.Error
	if err := c.Verify(&sign.Key{Secret: "a"}, time.Unix(1618884473, 0)); !errors.As(err, &refused) || refused.Reason != sign.Unknown {
		t.Errorf("verified: %v", err)
	}
	if _, _, err := c.Sign(&sign.Key{Secret: "a"}); !errors.As(err, &refused) || refused.Reason != sign.Unknown {
		t.Errorf("signed: %v", err)
	}
	if m := c.FindMistake(&sign.Key{Secret: "a"}); m != nil {
		t.Errorf("mistake %v", m)
	}
	if _, err := RFC9421.Read(r, sign.Given{Method: "none"}); !errors.As(err, &refused) || refused.Reason != sign.Unknown {
		t.Errorf("a method that is not known: %v", err)
	}
}
