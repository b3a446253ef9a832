package oauth1

import (
	"crypto/rsa"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/form"
)

const example = `OAuth realm="Example",
    oauth_consumer_key="9djdj82h48djs9d2",
    oauth_token="kkk9d7dh3k39sjv7",
    oauth_signature_method="HMAC-SHA1",
    oauth_timestamp="137131201",
    oauth_nonce="7d8f3e4a",
    oauth_signature="djosJKDKJSD8743243%2Fjdk33klY%3D"`

// The vectors are those of RFC 5849, of the page "Creating a signature" of the X
// API, and one case a rule.
var baseVectors = []struct {
	name string
	req  Request
	want string
}{
	{"RFC 5849 section 3.4.1.1", Request{
		Method:        "post",
		URL:           "http://EXAMPLE.com:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b#part",
		Form:          "c2&a3=2+q",
		Authorization: example,
	}, "POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26" +
		"oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26" +
		"oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7"},
	{"X API, creating a signature", Request{
		Method: "POST",
		URL:    "https://api.twitter.com/1.1/statuses/update.json?include_entities=true",
		Form:   "status=Hello%20Ladies%20%2b%20Gentlemen%2c%20a%20signed%20OAuth%20request%21",
		Params: []Param{
			{"oauth_consumer_key", "xvz1evFS4wEEPTGEFPHBog"},
			{"oauth_nonce", "kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg"},
			{"oauth_signature_method", "HMAC-SHA1"},
			{"oauth_timestamp", "1318622958"},
			{"oauth_token", "370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb"},
			{"oauth_version", "1.0"},
		},
	}, "POST&https%3A%2F%2Fapi.twitter.com%2F1.1%2Fstatuses%2Fupdate.json&include_entities%3Dtrue%26" +
		"oauth_consumer_key%3Dxvz1evFS4wEEPTGEFPHBog%26oauth_nonce%3DkYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg%26" +
		"oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D1318622958%26" +
		"oauth_token%3D370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb%26oauth_version%3D1.0%26" +
		"status%3DHello%2520Ladies%2520%252B%2520Gentlemen%252C%2520a%2520signed%2520OAuth%2520request%2521"},
	{"octets that are no UTF-8", Request{Method: "POST", URL: "http://h/", Form: "a=%FF&\xfe"}, "POST&http%3A%2F%2Fh%2F&%25FE%3D%26a%3D%25FF"},
	{"empty path", Request{Method: "GET", URL: "https://h?a"}, "GET&https%3A%2F%2Fh%2F&a%3D"},
	{"path as it is sent", Request{Method: "GET", URL: "http://h/r%20v/%7e/./..//X"}, "GET&http%3A%2F%2Fh%2Fr%2520v%2F%257e%2F.%2F..%2F%2FX&"},
	{"other port", Request{Method: "GET", URL: "HTTPS://WWW.Example.net:8080/?q=1"}, "GET&https%3A%2F%2Fwww.example.net%3A8080%2F&q%3D1"},
	{"port of the other scheme", Request{Method: "GET", URL: "https://h:80/"}, "GET&https%3A%2F%2Fh%3A80%2F&"},
	{"empty port", Request{Method: "GET", URL: "https://h:/"}, "GET&https%3A%2F%2Fh%2F&"},
	{"user information", Request{Method: "GET", URL: "http://u:p@h/"}, "GET&http%3A%2F%2Fh%2F&"},
	{"IPv6", Request{Method: "GET", URL: "http://[2001:DB8::1]:80/"}, "GET&http%3A%2F%2F%5B2001%3Adb8%3A%3A1%5D%2F&"},
	{"sorted after encoding", Request{Method: "GET", URL: "http://h/?a%3A=1&aZ=2&a=3&a-=4"}, "GET&http%3A%2F%2Fh%2F&a%3D3%26a%253A%3D1%26a-%3D4%26aZ%3D2"},
	{"values of one name", Request{Method: "GET", URL: "http://h/?x=b&x=%C3%A9&x&x=a"}, "GET&http%3A%2F%2Fh%2F&x%3D%26x%3D%25C3%25A9%26x%3Da%26x%3Db"},
	{"empty pieces and names", Request{Method: "GET", URL: "http://h/?&&=v&=&a&"}, "GET&http%3A%2F%2Fh%2F&%3D%26%3Dv%26a%3D"},
	{"malformed escapes", Request{Method: "GET", URL: "http://h/?a=100%&b=%zz"}, "GET&http%3A%2F%2Fh%2F&a%3D100%2525%26b%3D%2525zz"},
	{"signature left out wherever it is", Request{Method: "GET", URL: "http://h/?oauth_signature=x&a=1", Form: "oauth_signature=y"}, "GET&http%3A%2F%2Fh%2F&a%3D1"},
	{"realm is a parameter outside of the header", Request{Method: "GET", URL: "http://h/?realm=x", Authorization: `OAuth realm="y"`}, "GET&http%3A%2F%2Fh%2F&realm%3Dx"},
	{"another scheme", Request{Method: "GET", URL: "http://h/", Authorization: "Basic YTpi"}, "GET&http%3A%2F%2Fh%2F&"},
}

func TestBaseString(t *testing.T) {
	for _, v := range baseVectors {
		t.Run(v.name, func(t *testing.T) {
			got, err := BaseString(&v.req)
			if err != nil || got != v.want {
				t.Errorf("got  %s, %v\nwant %s", got, err, v.want)
			}
			steps, err := Explain(&v.req)
			if err != nil || steps.BaseString != v.want {
				t.Fatalf("Explain: %+v, %v", steps, err)
			}
			uri, _ := BaseURI(v.req.URL)
			whole := strings.ToUpper(v.req.Method) + "&" + percent.OAuth1.Encode(uri) + "&" + percent.OAuth1.Encode(steps.Normalized)
			if whole != v.want || steps.BaseURI != uri || len(steps.Sorted) != len(steps.Collected) {
				t.Errorf("the steps do not fit together: %+v", steps)
			}
		})
	}
}

// TestSignatures has the signatures that the specifications print, with errata
// 2550 for that of section 3.1 of RFC 5849.
func TestSignatures(t *testing.T) {
	photos := Credentials{Key: "dpf43f3p2l4k3l03", Secret: "kd94hf93k423kf44"}
	for _, v := range []struct {
		name   string
		signer *Signer
		req    Request
		time   int64
		nonce  string
		want   string
	}{
		{
			"RFC 5849 section 1.2, temporary credentials",
			&Signer{Consumer: photos, Realm: "Photos", Version: VersionOmitted},
			Request{Method: "POST", URL: "https://photos.example.net/initiate", Params: []Param{{"oauth_callback", "http://printer.example.com/ready"}}},
			137131200, "wIjqoS", "74KNZJeDHnMBp0EMJ9ZHt/XKycU=",
		},
		{
			"RFC 5849 section 1.2, token credentials",
			&Signer{Consumer: photos, Token: Credentials{"hh5s93j4hdidpola", "hdhd0244k9j7ao03"}, Version: VersionOmitted},
			Request{Method: "POST", URL: "https://photos.example.net/token", Params: []Param{{"oauth_verifier", "hfdp7dh39dks9884"}}},
			137131201, "walatlh", "gKgrFCywp7rO0OXSjdot/IHF7IU=",
		},
		{
			"RFC 5849 section 1.2, the photo",
			&Signer{Consumer: photos, Token: Credentials{"nnch734d00sl2jdk", "pfkkdhi9sl3r4s00"}, Version: VersionOmitted},
			Request{Method: "GET", URL: "http://photos.example.net/photos?file=vacation.jpg&size=original"},
			137131202, "chapoH", "MdpQcU8iPSUjWoN/UDMsK2sui9I=",
		},
		{
			"RFC 5849 section 3.1, errata 2550",
			&Signer{Consumer: Credentials{"9djdj82h48djs9d2", "j49sk3j29djd"}, Token: Credentials{"kkk9d7dh3k39sjv7", "dh893hdasih9"}, Version: VersionOmitted},
			Request{Method: "POST", URL: "http://example.com/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b", Form: "c2&a3=2+q"},
			137131201, "7d8f3e4a", "r6/TJjbCOr97/+UU0NsvSne7s5g=",
		},
		{
			"X API, creating a signature",
			&Signer{
				Consumer: Credentials{"xvz1evFS4wEEPTGEFPHBog", "kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw"},
				Token:    Credentials{"370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb", "LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE"},
			},
			Request{Method: "POST", URL: "https://api.twitter.com/1.1/statuses/update.json?include_entities=true", Form: "status=Hello%20Ladies%20%2B%20Gentlemen%2C%20a%20signed%20OAuth%20request%21"},
			1318622958, "kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg", "hCtSmYh+iHYCEqBWrE7C7hYmtUk=",
		},
	} {
		t.Run(v.name, func(t *testing.T) {
			v.signer.Now = func() time.Time { return time.Unix(v.time, 0) }
			v.signer.Nonce = func() string { return v.nonce }
			value, err := v.signer.AuthorizationHeader(&v.req)
			if err != nil {
				t.Fatal(err)
			}
			h, err := ParseHeader(value)
			if err != nil {
				t.Fatal(err)
			}
			if got, _ := h.Get("oauth_signature"); got != v.want {
				t.Errorf("signature %s, want %s", got, v.want)
			}
			if h.Realm != v.signer.Realm {
				t.Errorf("realm %q", h.Realm)
			}
		})
	}
}

// TestHeaderLayout fixes the header that a signer writes.
func TestHeaderLayout(t *testing.T) {
	s := &Signer{
		Consumer: Credentials{"key", "secret"}, Token: Credentials{"token&", "secret"}, Realm: `a "b"`,
		Now: func() time.Time { return time.Unix(1, 0) }, Nonce: func() string { return "n" },
	}
	got, err := s.AuthorizationHeader(&Request{Method: "GET", URL: "http://h/", Params: []Param{{"oauth_callback", "oob"}}})
	want := `OAuth realm="a \"b\"", oauth_consumer_key="key", oauth_nonce="n", oauth_signature="hNf1iLoGHsQS2SEyDGXEuTsQVis%3D", ` +
		`oauth_signature_method="HMAC-SHA1", oauth_timestamp="1", oauth_token="token%26", oauth_version="1.0", oauth_callback="oob"`
	signature, _ := HMACSHA1.Signature("GET&http%3A%2F%2Fh%2F&oauth_callback%3Doob%26oauth_consumer_key%3Dkey%26oauth_nonce%3Dn%26"+
		"oauth_signature_method%3DHMAC-SHA1%26oauth_timestamp%3D1%26oauth_token%3Dtoken%2526%26oauth_version%3D1.0", Secrets{Consumer: "secret", Token: "secret"})
	want = strings.Replace(want, "hNf1iLoGHsQS2SEyDGXEuTsQVis%3D", percent.OAuth1.Encode(signature), 1)
	if err != nil || got != want {
		t.Errorf("got  %s, %v\nwant %s", got, err, want)
	}
}

func TestParseHeader(t *testing.T) {
	got, err := ParseHeader(example)
	want := &Header{Realm: "Example", HasRealm: true, Params: []Param{
		{"oauth_consumer_key", "9djdj82h48djs9d2"},
		{"oauth_token", "kkk9d7dh3k39sjv7"},
		{"oauth_signature_method", "HMAC-SHA1"},
		{"oauth_timestamp", "137131201"},
		{"oauth_nonce", "7d8f3e4a"},
		{"oauth_signature", "djosJKDKJSD8743243/jdk33klY="},
	}}
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	for _, v := range []struct {
		name, value string
		want        []Param
		realm       string
	}{
		{"nothing", "OAuth", nil, ""},
		{"nothing but space", "oauth  ", nil, ""},
		{"plus is itself", `OAuth a="1+2"`, []Param{{"a", "1+2"}}, ""},
		{"any byte", "OAuth a=\"\xff %00é\\\"", []Param{{"a", "\xff \x00é\\"}}, ""},
		{"name encoded", `OAuth a%20b="c"`, []Param{{"a b", "c"}}, ""},
		{"whitespace", "\tOAuth\r\n\ta = \"1\" ,\n b\t=\"2\" ", []Param{{"a", "1"}, {"b", "2"}}, ""},
		{"empty elements", `OAuth ,,a="1",,b="2",`, []Param{{"a", "1"}, {"b", "2"}}, ""},
		{"repeated, in order", `OAuth b="2",a="1",b="2"`, []Param{{"b", "2"}, {"a", "1"}, {"b", "2"}}, ""},
		{"realm quoted", `OAuth REALM="a \"b\" \\ %20 +"`, nil, `a "b" \ %20 +`},
		{"empty value", `OAuth a=""`, []Param{{"a", ""}}, ""},
	} {
		t.Run(v.name, func(t *testing.T) {
			h, err := ParseHeader(v.value)
			if diff := cmp.Diff(v.want, h.Params); diff != "" || err != nil || h.Realm != v.realm {
				t.Errorf("%q, %v\n%s", h.Realm, err, diff)
			}
		})
	}
	for _, v := range []struct {
		value  string
		offset int64
		reason percent.Reason
	}{
		{"", 0, NotOAuth},
		{"Basic YTpi", 0, NotOAuth},
		{"OAuth2 a", 0, NotOAuth},
		{`OAuth ="1"`, 6, NoName},
		{`OAuth a`, 7, NoEquals},
		{`OAuth a,b="1"`, 7, NoEquals},
		{`OAuth a="1", b b="2"`, 15, NoEquals},
		{`OAuth a=1`, 8, NoQuote},
		{`OAuth a=`, 8, NoQuote},
		{`OAuth a="1`, 8, OpenQuote},
		{`OAuth realm="1\`, 12, OpenQuote},
		{`OAuth realm="1`, 12, OpenQuote},
		{`OAuth a="1" b="2"`, 12, NoComma},
		{`OAuth a="%4"`, 9, BadEscape},
		{`OAuth a="1",b="x%zz"`, 16, BadEscape},
		{`OAuth a%="1"`, 7, BadEscape},
	} {
		t.Run(v.value, func(t *testing.T) {
			_, err := ParseHeader(v.value)
			var e *percent.SyntaxError
			if !errors.As(err, &e) || e.Offset != v.offset || e.Reason != v.reason || e.Field != "Authorization" {
				t.Errorf("got %v, want %v at %d", err, v.reason, v.offset)
			}
		})
	}
}

func TestURLErrors(t *testing.T) {
	for url, reason := range map[string]percent.Reason{
		"": NoScheme, "/path": NoScheme, "h/p": NoScheme, "1a://h/": NoScheme, "://h": NoScheme, "http:/h": NoScheme,
		"http://": NoHost, "http:///p": NoHost, "http://:80/": NoHost, "http://u@/": NoHost,
		"http://h:x/": BadPort, "http://h:8 0/": BadPort,
	} {
		_, err := BaseString(&Request{Method: "GET", URL: url})
		var e *percent.SyntaxError
		if !errors.As(err, &e) || e.Reason != reason || e.Field != "URL" || url[e.Offset:][:len(e.Bytes)] != e.Bytes {
			t.Errorf("%q: got %v, want %v", url, err, reason)
		}
	}
}

// TestFormLaw compares with package form, which defines the format.
func TestFormLaw(t *testing.T) {
	rules := form.Standard.WithEncoding(percent.Form)
	random := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"a", "b", "=", "&", "+", "%", "%20", "%zz", "%4", "\xff", "é", "%C3", ";", "\x00", "~", " "}
	for range 20000 {
		s := ""
		for range random.IntN(12) {
			s += pieces[random.IntN(len(pieces))]
		}
		want, err := rules.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		got := ParseForm(s)
		if len(got) != len(want) {
			t.Fatalf("%q: %q, want %q", s, got, want)
		}
		for i := range got {
			if got[i].Name != want[i].Name || got[i].Value != want[i].Value {
				t.Fatalf("%q: %q, want %q", s, got, want)
			}
		}
	}
}

func TestMethodNames(t *testing.T) {
	for m := range methods {
		if got, err := LookupSignatureMethod(m.String()); err != nil || got != m {
			t.Errorf("%v: %v, %v", m, got, err)
		}
	}
	for _, name := range []string{"", "hmac-sha1", "HMAC-MD5"} {
		var e *MethodError
		if _, err := LookupSignatureMethod(name); !errors.As(err, &e) || e.Method != name {
			t.Errorf("%q: %v", name, err)
		}
	}
	if _, err := SignatureMethod(99).Signature("", Secrets{}); err == nil {
		t.Error("method 99 signs")
	}
	if _, err := RSASHA1.Signature("", Secrets{}); !errors.Is(err, ErrNoKey) {
		t.Errorf("RSA without key: %v", err)
	}
	if _, err := RSASHA1.Check("", "", Secrets{}); !errors.Is(err, ErrNoKey) {
		t.Errorf("RSA without key: %v", err)
	}
	if right, err := SignatureMethod(99).Check("", "", Secrets{}); err == nil || right {
		t.Error("method 99 checks")
	}
	if _, err := RSASHA1.Signature("", Secrets{PrivateKey: new(rsa.PrivateKey)}); err == nil {
		t.Error("an empty key signs")
	}
}

func TestSecretsAreNotPrinted(t *testing.T) {
	for _, v := range []any{Credentials{"key", "hush"}, Secrets{Consumer: "hush", Token: "hush"}, &Secrets{Token: "hush"}} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s"} {
			if text := fmt.Sprintf(verb, v); strings.Contains(text, "hush") {
				t.Errorf("%s of %T: %s", verb, v, text)
			}
		}
	}
}
