package saml

import (
	"bytes"
	"compress/flate"
	"compress/zlib"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	mathrand "math/rand/v2"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/growth"
	"github.com/pct-encoded/percent/sign"
)

var rsaKey = sync.OnceValue(func() *rsa.PrivateKey {
	key, err := rsa.GenerateKey(rand.Reader, 1024)
	if err != nil {
		panic(err)
	}
	return key
})

var ecKey = sync.OnceValue(func() *ecdsa.PrivateKey {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		panic(err)
	}
	return key
})

const authnRequest = `<samlp:AuthnRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_1" Version="2.0"><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">é &amp; a</saml:Issuer></samlp:AuthnRequest>`

// deflate and signed are the steps of section 3.4.4.1, by the standard library alone.
func deflate(t *testing.T, text string) string {
	t.Helper()
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, 6)
	if err == nil {
		_, err = w.Write([]byte(text))
	}
	if err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

func signed(t *testing.T, text string) string {
	t.Helper()
	sum := sha256.Sum256([]byte(text))
	s, err := rsa.SignPKCS1v15(nil, rsaKey(), crypto.SHA256, sum[:])
	if err != nil {
		t.Fatal(err)
	}
	return base64.StdEncoding.EncodeToString(s)
}

const rsaSHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"

// TestVerify: a URL made by other code is read and verified, with its parameters in any
// order and with any spelling of escapes, and no longer when an octet of them changes.
func TestVerify(t *testing.T) {
	message := strings.ReplaceAll(url.QueryEscape(deflate(t, authnRequest)), "+", "%20")
	for _, alg := range []string{url.QueryEscape(rsaSHA256), strings.ToLower(url.QueryEscape(rsaSHA256)), "http://www.w3.org/2001/04/xmldsig-more%23rsa-sha256"} {
		for _, state := range []string{"", "&RelayState=a%20b%2f%C3%A9", "&RelayState=a+b!'()", "&RelayState="} {
			text := "SAMLRequest=" + message + state + "&SigAlg=" + alg
			signature := "Signature=" + url.QueryEscape(signed(t, text))
			for _, u := range []string{
				"https://idp.example/sso?" + text + "&" + signature, text + "&" + signature,
				"https://idp.example/sso?x=1&" + signature + "&SigAlg=" + alg + state + "&&SAMLRequest=" + message + "#f",
			} {
				m, err := Parse(u)
				if err != nil {
					t.Fatal(u, err)
				}
				if err := m.Verify(rsaKey().Public()); err != nil {
					t.Errorf("%s: %v", u, err)
				}
				if xml, err := m.XML(); err != nil || string(xml) != authnRequest {
					t.Errorf("XML %q, %v", xml, err)
				}
				for _, p := range []Param{m.Message, m.RelayState, m.SigAlg, m.Signature} {
					if p.Present && u[p.Offset:p.Offset+len(p.Spelled)] != p.Spelled {
						t.Errorf("%s: %s at %d", u, p.Name, p.Offset)
					}
				}
				if i := strings.Index(u, "%2F"); i > 0 {
					m, err := Parse(u[:i] + "%2f" + u[i+3:])
					var refused *sign.Error
					if err != nil {
						t.Fatal(err)
					}
					if err := m.Verify(rsaKey().Public()); m.Signature.Offset > i && (!errors.As(err, &refused) || refused.Reason != sign.WrongSignature) {
						t.Errorf("with other digits: %v", err)
					}
				}
			}
		}
	}
}

// TestSign: what is signed verifies, with every algorithm, and nothing that was there has
// changed.
func TestSign(t *testing.T) {
	for _, a := range Algorithms() {
		var key crypto.Signer = rsaKey()
		if strings.HasPrefix(a.Name, "ECDSA") {
			key = ecKey()
		}
		before := "https://idp.example/sso?a=%c3&SAMLRequest=" + Encode([]byte(authnRequest)) + "&RelayState=x%2by"
		u, err := Sign(before+"&SigAlg=old&Signature=old#f", key, &a)
		if err != nil || !strings.HasPrefix(u, before+"&SigAlg=") {
			t.Fatalf("%s: %q, %v", a.Name, u, err)
		}
		m, err := Parse(u)
		if err != nil || m.Verify(key.Public()) != nil {
			t.Errorf("%s: %v", a.Name, err)
		}
		if m.SigAlg.Value != a.URI || a.Weak() != strings.HasSuffix(a.Name, "-SHA1") {
			t.Errorf("%s: SigAlg %q", a.Name, m.SigAlg.Value)
		}
		other := crypto.Signer(ecKey())
		if strings.HasPrefix(a.Name, "ECDSA") {
			other = rsaKey()
		}
		var refused *sign.Error
		if err := m.Verify(other.Public()); !errors.As(err, &refused) || refused.Reason != otherKey {
			t.Errorf("%s with a key of another kind: %v", a.Name, err)
		}
		if _, err := Sign(u, other, &a); err == nil {
			t.Errorf("%s signs with a key of another kind", a.Name)
		}
	}
}

// TestMistakes: each mistake is named by the text that it makes, written here step by step.
func TestMistakes(t *testing.T) {
	plain := deflate(t, authnRequest)
	message := percent.RFC3986.Encode(plain)
	alg := percent.RFC3986.Encode(rsaSHA256)
	const state = "a%20b%2Fc"
	lowered := func(s string) string {
		return strings.NewReplacer("%2F", "%2f", "%2B", "%2b", "%3D", "%3d", "%3A", "%3a").Replace(s)
	}
	right := "SAMLRequest=" + message + "&RelayState=" + state + "&SigAlg=" + alg
	tests := []struct{ id, sent, text string }{
		{"hex-case", right, lowered(right)},
		{"hex-case", lowered(right), right},
		{"hex-case", right, "SAMLRequest=" + lowered(message) + "&RelayState=" + state + "&SigAlg=" + alg},
		{"space-as-plus", right, strings.ReplaceAll(right, "a%20b", "a+b")},
		{"space-as-plus", strings.ReplaceAll(right, "a%20b", "a+b"), right},
		{"hex-case-and-space", right, strings.ReplaceAll(lowered(right), "a%20b", "a+b")},
		{"other-encoder", right, strings.ReplaceAll(right, "%2F", "/")[:len("SAMLRequest=")] + strings.NewReplacer("%2F", "/", "%3A", ":", "%3D", "=").Replace(right[len("SAMLRequest="):])},
		{"not-encoded", right, "SAMLRequest=" + plain + "&RelayState=a b/c&SigAlg=" + rsaSHA256},
		//percent:ignore encoded-twice it is the mistake
		{"encoded-twice", right, "SAMLRequest=" + percent.RFC3986.Encode(message) + "&RelayState=" + percent.RFC3986.Encode(state) + "&SigAlg=" + percent.RFC3986.Encode(alg)},
		{"relay-state-left-out", right, "SAMLRequest=" + message + "&SigAlg=" + alg},
		{"empty-relay-state", "SAMLRequest=" + message + "&SigAlg=" + alg, "SAMLRequest=" + message + "&RelayState=&SigAlg=" + alg},
		{"other-order", right, "RelayState=" + state + "&SAMLRequest=" + message + "&SigAlg=" + alg},
		{"other-order", right, "SigAlg=" + alg + "&RelayState=" + state + "&SAMLRequest=" + message},
		{"signature-algorithm-left-out", right, "SAMLRequest=" + message + "&RelayState=" + state},
		{"other-name", right, "SAMLResponse=" + message + "&RelayState=" + state + "&SigAlg=" + alg},
		{"signed-before-deflate", right, "SAMLRequest=" + percent.RFC3986.Encode(base64.StdEncoding.EncodeToString([]byte(authnRequest))) + "&RelayState=" + state + "&SigAlg=" + alg},
		{"signed-xml", right, authnRequest},
		{"signed-message-alone", right, message},
		{"base64-in-lines", right, "SAMLRequest=" + percent.RFC3986.Encode(plain[:76]+"\r\n"+plain[76:152]+"\r\n"+plain[152:]) + "&RelayState=" + state + "&SigAlg=" + alg},
		{"whole-query", "x=%41&" + right, "x=%41&" + right},
	}
	for _, tt := range tests {
		m, err := Parse("https://idp.example/sso?" + tt.sent + "&Signature=" + url.QueryEscape(signed(t, tt.text)))
		if err != nil {
			t.Fatal(err)
		}
		if m.Verify(rsaKey().Public()) == nil {
			t.Errorf("%s: the signature is right", tt.id)
		}
		if found := m.FindMistake(rsaKey().Public()); found == nil || found.ID != tt.id || found.Signed != tt.text || found.Text == "" || found.Fix == "" {
			t.Errorf("%s: found %+v", tt.id, found)
		}
	}
	if len(plain) < 153 || len(plain) > 228 {
		t.Fatalf("the message has %d characters of Base64, not three lines", len(plain))
	}
	// Of ECDSA, and of the algorithm.
	m, err := Parse(right + "&Signature=x")
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256([]byte(strings.Replace(m.Signed(), "rsa-", "ecdsa-", 1)))
	der, err := ecKey().Sign(rand.Reader, sum[:], crypto.SHA256)
	if err != nil {
		t.Fatal(err)
	}
	m, err = Parse(strings.Replace(right, "rsa-", "ecdsa-", 1) + "&Signature=" + url.QueryEscape(base64.StdEncoding.EncodeToString(der)))
	if err != nil {
		t.Fatal(err)
	}
	if found := m.FindMistake(ecKey().Public()); m.Verify(ecKey().Public()) == nil || found == nil || found.ID != "ecdsa-in-asn1" {
		t.Errorf("ASN.1: %+v", found)
	}
	sent := strings.Replace(right, "rsa-sha256", "rsa-sha512", 1)
	m, err = Parse(sent + "&Signature=" + url.QueryEscape(signed(t, sent)))
	if err != nil {
		t.Fatal(err)
	}
	if found := m.FindMistake(rsaKey().Public()); found == nil || found.ID != "other-algorithm" {
		t.Errorf("another algorithm: %+v", found)
	}
}

// TestNoMistake: of random messages with a random octet changed none gets a mistake, since
// none explains the signature.
func TestNoMistake(t *testing.T) {
	r := mathrand.New(mathrand.NewPCG(1, 2))
	trials := growth.Number(300, 1000, 10_000)
	if testing.Short() {
		trials = 30
	}
	const chars = "abcXYZ019 +/=%&é~!'()*"
	for range trials {
		var state strings.Builder
		for range 1 + r.IntN(20) {
			state.WriteByte(chars[r.IntN(len(chars))])
		}
		u, err := Sign("https://a/?SAMLResponse="+Encode([]byte("<a>"+percent.RFC3986.Encode(state.String())+"</a>"))+"&RelayState="+percent.RFC3986.Encode(state.String()+"q"), rsaKey(), nil)
		if err != nil {
			t.Fatal(err)
		}
		m, err := Parse(strings.Replace(u, "q&SigAlg", "r&SigAlg", 1))
		if err != nil {
			t.Fatal(err)
		}
		if found := m.FindMistake(rsaKey().Public()); found != nil {
			t.Errorf("%s: %+v", u, found)
		}
	}
}

// TestCounted: of random messages each text that a mistake makes, and each that two make, gets
// the mistake of that text, and the message is not valid.
func TestCounted(t *testing.T) {
	r := mathrand.New(mathrand.NewPCG(5, 6))
	trials := growth.Number(300, 1000, 10_000)
	if testing.Short() {
		trials = 60
	}
	encoders := []func(string) string{percent.RFC3986.Encode, percent.Form.Encode, lower(percent.RFC3986.Encode), percent.WHATWGComponent.Encode}
	named, two := map[string]int{}, 0
	for range trials {
		encode := encoders[r.IntN(len(encoders))]
		var xml, state strings.Builder
		for range 20 + r.IntN(120) {
			xml.WriteByte(byte('a' + r.IntN(26)))
		}
		for range r.IntN(8) {
			state.WriteString([]string{"a", " ", "+", "/", "é", "日本", "~", "'", "%", "&", "=", "*"}[r.IntN(12)])
		}
		query := "SAMLRequest=" + encode(deflate(t, "<a>"+xml.String()+"</a>"))
		if r.IntN(3) > 0 {
			query += "&RelayState=" + encode(state.String())
		}
		if query += "&SigAlg=" + encode(rsaSHA256); r.IntN(3) == 0 {
			query += "&x=%41"
		}
		m, err := Parse("https://idp.example/sso?" + query)
		if err != nil {
			t.Fatal(err)
		}
		list := m.candidates()
		text := list[r.IntN(len(list))].Signed
		if r.IntN(4) == 0 {
			other, n := *m, r.IntN(len(spellings))
			for _, p := range []*Param{&other.Message, &other.RelayState, &other.SigAlg} {
				p.Spelled = spellings[n].write(p.Value)
			}
			texts := other.parameters()
			text = texts[r.IntN(len(texts))].Signed
		}
		m, err = Parse("https://idp.example/sso?" + query + "&Signature=" + url.QueryEscape(signed(t, text)))
		if err != nil {
			t.Fatal(err)
		}
		found := m.FindMistake(rsaKey().Public())
		if text == m.Signed() {
			if found != nil || m.Verify(rsaKey().Public()) != nil {
				t.Fatalf("%s: %+v for the right text", query, found)
			}
			continue
		}
		if found == nil || found.Signed != text || m.Verify(rsaKey().Public()) == nil {
			t.Fatalf("%s\n%q gives %+v", query, text, found)
		}
		named[found.ID]++
		if found.With != nil {
			two++
		}
	}
	t.Logf("%d trials, %d mistakes, %d of two: %v", trials, len(named), two, named)
	if two == 0 || len(named) < 12 && !testing.Short() {
		t.Errorf("only %v, %d of two", named, two)
	}
}

// TestErrors: what cannot be read says why, and where in the URL.
func TestErrors(t *testing.T) {
	good := percent.RFC3986.Encode(deflate(t, authnRequest))
	raw, err := base64.StdEncoding.DecodeString(deflate(t, authnRequest))
	if err != nil {
		t.Fatal(err)
	}
	var zipped bytes.Buffer
	w := zlib.NewWriter(&zipped)
	if _, err := w.Write([]byte(authnRequest)); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	b64 := func(b []byte) string { return percent.RFC3986.Encode(base64.StdEncoding.EncodeToString(b)) }
	withPlus := deflate(t, authnRequest)
	for i := 0; !strings.Contains(withPlus, "+"); i++ {
		withPlus = deflate(t, authnRequest+strings.Repeat("<a/>", i))
	}
	for _, tt := range []struct {
		url    string
		reason percent.Reason
		offset int64
	}{
		{"https://a/?x=1", noMessage, 0},
		{"", noMessage, 0},
		{"?SAMLRequest=a&SAMLRequest=b", repeated, 27},
		{"?SAMLRequest=a&SAMLResponse=b", bothMessages, 28},
		{"?SigAlg=a&SAMLRequest=a&SigAlg=b", repeated, 31},
		{"?SAMLRequest=" + good + "&SAMLEncoding=urn:x", otherEncoding, 13 + int64(len(good)) + 14},
		{"?SAMLRequest=%21%21", notBase64, 13},
		{"?a&SAMLRequest=ab-_", urlSafe, 15},
		//percent:ignore encoded-twice it is the mistake
		{"?SAMLRequest=" + percent.RFC3986.Encode(good), encodedTwice, 13},
		{"?SAMLRequest=" + strings.ReplaceAll(percent.RFC3986.Encode(withPlus), "%2B", "+"), barePlus, 13 + int64(strings.Index(strings.ReplaceAll(percent.RFC3986.Encode(withPlus), "%2B", "+"), "+"))},
		{"?SAMLRequest=" + b64([]byte(authnRequest)), notDeflated, 13},
		{"?SAMLRequest=" + b64(zipped.Bytes()), zlibHeader, 13},
		{"?SAMLRequest=" + b64(raw[:len(raw)/2]), cutOff, 13},
		{"?SAMLRequest=" + Encode([]byte("text")), notXML, 13},
		{"?SAMLRequest=" + Encode(append([]byte("<"), make([]byte, maxXML)...)), tooLarge, maxXML},
		{"?" + strings.Repeat("a", maxURL), tooLong, maxURL},
	} {
		m, err := Parse(tt.url)
		if err == nil {
			_, err = m.XML()
		}
		var at *percent.SyntaxError
		if !errors.As(err, &at) || at.Reason != tt.reason || at.Offset != tt.offset {
			t.Errorf("%.60s: %v, want %s at %d", tt.url, err, tt.reason, tt.offset)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("https://a/?SAMLRequest=" + Encode([]byte("<a/>")) + "&RelayState=%zz&SigAlg=" + percent.RFC3986.Encode(rsaSHA256) + "&Signature=aa%3D%3D")
	f.Fuzz(func(t *testing.T, s string) {
		m, err := Parse(s)
		if err != nil {
			return
		}
		for _, p := range []Param{m.Message, m.RelayState, m.SigAlg, m.Signature} {
			if p.Present && s[p.Offset:p.Offset+len(p.Spelled)] != p.Spelled {
				t.Fatalf("%s at %d", p.Name, p.Offset)
			}
		}
		if _, err := m.XML(); err == nil {
			if u, err := Sign(s, rsaKey(), nil); err == nil {
				n, err := Parse(u)
				if err != nil || n.Verify(rsaKey().Public()) != nil {
					t.Fatalf("%q is signed as %q: %v", s, u, err)
				}
			}
		}
	})
}
