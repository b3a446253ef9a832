package oauth1

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

// known returns a verifier of one client whose clock stands at 1000 s. It remembers
// nonces.
func known() *Verifier {
	used := usedNonces{}
	return &Verifier{
		Secrets: func(_ context.Context, consumer, token string) (Secrets, error) {
			switch {
			case consumer == "down":
				return Secrets{}, errors.New("no database")
			case consumer == "empty":
				return Secrets{}, nil
			case consumer == "half":
				return Secrets{Token: "s2+"}, nil
			case consumer != "client" || token != "token" && token != "":
				return Secrets{Consumer: "s1&", Token: "s2+"}, ErrUnknown
			}
			return Secrets{Consumer: "s1&", Token: "s2+"}, nil
		},
		Nonces: used,
		Now:    func() time.Time { return time.Unix(1000, 999_999_999) },
	}
}

type usedNonces map[string]bool

func (u usedNonces) Use(_ context.Context, consumer, token, nonce string, at time.Time) (bool, error) {
	if nonce == "broken" {
		return false, errors.New("no database")
	}
	key := strings.Join([]string{consumer, token, nonce, at.String()}, "\x00")
	fresh := !u[key]
	u[key] = true
	return fresh, nil
}

// signed returns a request that testSigner has signed at second 1000 with nonce n.
func signed(t *testing.T, m SignatureMethod, change func(*Signer, *Request)) *Request {
	t.Helper()
	s := testSigner(m)
	s.Now = func() time.Time { return time.Unix(1000, 0) }
	s.Nonce = func() string { return "n" }
	r := &Request{Method: "POST", URL: "https://h.example/a?q=1", Form: "b=2"}
	if change != nil {
		change(s, r)
	}
	var err error
	if r.Authorization, err = s.AuthorizationHeader(r); err != nil {
		t.Fatal(err)
	}
	r.Params = nil
	return r
}

// TestVerify: a request as it was signed is accepted, once.
func TestVerify(t *testing.T) {
	v := known()
	for _, m := range []SignatureMethod{HMACSHA1, HMACSHA256, HMACSHA512} {
		got, err := v.VerifyRequest(t.Context(), signed(t, m, nil), nil)
		if err != nil {
			t.Fatalf("%s: %v", m, err)
		}
		if got.Consumer != "client" || got.Token != "token" || got.Method != m || got.Nonce != "n" || got.Timestamp != time.Unix(1000, 0) {
			t.Errorf("%+v", got)
		}
		for _, p := range got.Params {
			if p.Name == signatureName {
				t.Error("the signature is among what it covers")
			}
		}
		if len(got.Params) != 8 {
			t.Errorf("%d parameters: %v", len(got.Params), got.Params)
		}
		v.Nonces = usedNonces{}
	}
	v.Methods = []SignatureMethod{Plaintext}
	for range 2 { // which has no nonces that count
		got, err := v.VerifyRequest(t.Context(), signed(t, Plaintext, nil), nil)
		if err != nil || !got.Timestamp.IsZero() {
			t.Errorf("PLAINTEXT: %+v, %v", got, err)
		}
	}
}

// TestRefusals: each thing that is wrong with a request, by its reason.
func TestRefusals(t *testing.T) {
	replaced := func(old, by string) func(*Request) {
		return func(r *Request) {
			if !strings.Contains(r.Authorization, old) {
				t.Errorf("no %s in %s", old, r.Authorization)
			}
			r.Authorization = strings.Replace(r.Authorization, old, by, 1)
		}
	}
	at := func(second int64) func(*Signer, *Request) {
		return func(s *Signer, _ *Request) { s.Now = func() time.Time { return time.Unix(second, 0) } }
	}
	const hour = `oauth_timestamp="1000"`
	for _, c := range []struct {
		name     string
		sign     func(*Signer, *Request)
		change   func(*Request)
		verifier func(*Verifier)
		want     VerifyReason
		param    string
	}{
		{"the path", nil, func(r *Request) { r.URL = "https://h.example/b?q=1" }, nil, WrongSignature, signatureName},
		{"the method", nil, func(r *Request) { r.Method = "GET" }, nil, WrongSignature, signatureName},
		{"the form", nil, func(r *Request) { r.Form = "b=3" }, nil, WrongSignature, signatureName},
		{"a URL that is none", nil, func(r *Request) { r.URL = "/a" }, nil, Malformed, ""},
		{"a header that is none", nil, replaced(`"1000"`, `"1000`), nil, Malformed, ""},
		{"no consumer", nil, replaced(`oauth_consumer_key="client"`, `a="b"`), nil, MissingParameter, consumerKeyName},
		{"no signature", nil, func(r *Request) { r.Authorization, _, _ = strings.Cut(r.Authorization, ", oauth_signature=") }, nil, MissingParameter, ""},
		{"no method", nil, replaced(`oauth_signature_method="HMAC-SHA1"`, `a="b"`), nil, MissingParameter, methodName},
		{"no timestamp", nil, replaced(hour, `a="b"`), nil, MissingParameter, timestampName},
		{"no nonce", nil, replaced(`oauth_nonce="n"`, `a="b"`), nil, MissingParameter, nonceName},
		{"an empty nonce", nil, replaced(`oauth_nonce="n"`, `oauth_nonce=""`), nil, MissingParameter, nonceName},
		{"twice", nil, replaced(`oauth_nonce="n"`, `oauth_nonce="n", oauth_nonce="n"`), nil, RepeatedParameter, nonceName},
		{"in the query, too", nil, func(r *Request) { r.URL += "&oauth_token=token" }, nil, RepeatedParameter, tokenName},
		{"an unknown method", nil, replaced(`"HMAC-SHA1"`, `"HMAC-MD5"`), nil, UnsupportedMethod, methodName},
		{"PLAINTEXT, unless said", func(s *Signer, _ *Request) { s.Method = Plaintext }, nil, nil, UnsupportedMethod, methodName},
		{"a method that is not accepted", nil, nil, func(v *Verifier) { v.Methods = []SignatureMethod{HMACSHA256} }, UnsupportedMethod, methodName},
		{"version 2", nil, replaced(`oauth_version="1.0"`, `oauth_version="2.0"`), nil, UnsupportedVersion, versionName},
		{"time 0", at(0), nil, nil, BadTimestamp, timestampName},
		{"a time that is no number", nil, replaced(hour, `oauth_timestamp="-5"`), nil, BadTimestamp, timestampName},
		{"a time that no clock shows", nil, replaced(hour, `oauth_timestamp="4611686018427387904"`), nil, BadTimestamp, timestampName},
		{"too old", at(1000 - 301), nil, nil, OutsideWindow, timestampName},
		{"too new", at(1000 + 301), nil, nil, OutsideWindow, timestampName},
		{"far too new", nil, replaced(hour, `oauth_timestamp="4611686018427387903"`), nil, OutsideWindow, timestampName},
		{"outside another window", at(1000 - 11), nil, func(v *Verifier) { v.Window = 10 * time.Second }, OutsideWindow, timestampName},
		{"an unknown client", func(s *Signer, _ *Request) { s.Consumer.Key = "nobody" }, nil, nil, UnknownCredentials, ""},
		{"a client without secrets", func(s *Signer, _ *Request) { s.Consumer, s.Token = Credentials{"empty", ""}, Credentials{"token", ""} }, nil, nil, UnknownCredentials, ""},
		{"a lookup that fails", func(s *Signer, _ *Request) { s.Consumer.Key = "down" }, nil, nil, LookupFailed, ""},
		{"nonces that fail", func(s *Signer, _ *Request) { s.Nonce = func() string { return "broken" } }, nil, nil, LookupFailed, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, v := signed(t, HMACSHA1, c.sign), known()
			if c.change != nil {
				c.change(r)
			}
			if c.verifier != nil {
				c.verifier(v)
			}
			_, err := v.VerifyRequest(t.Context(), r, nil)
			var refused *VerifyError
			if !errors.As(err, &refused) || refused.Reason != c.want || c.param != "" && refused.Param != c.param {
				t.Fatalf("%v, want %s %s", err, c.want, c.param)
			}
			text := err.Error()
			named := refused.Reason == MissingParameter || refused.Reason == RepeatedParameter
			if !strings.HasPrefix(text, "oauth1: "+c.want.String()) || named != strings.Contains(text, c.want.String()+" "+refused.Param) && refused.Param != "" ||
				refused.Err != nil && !strings.HasSuffix(text, ": "+strings.TrimPrefix(refused.Err.Error(), "oauth1: ")) {
				t.Errorf("the text is %q", text)
			}
		})
	}
}

// TestAccepted: what is at the edge of what is refused.
func TestAccepted(t *testing.T) {
	at := func(second int64) func(*Signer, *Request) {
		return func(s *Signer, _ *Request) { s.Now = func() time.Time { return time.Unix(second, 0) } }
	}
	for name, sign := range map[string]func(*Signer, *Request){
		"as old as may be":       at(700),
		"as new as may be":       at(1300),
		"no token":               func(s *Signer, _ *Request) { s.Token = Credentials{"", "s2+"} },
		"only a token's secret":  func(s *Signer, _ *Request) { s.Consumer = Credentials{"half", ""} },
		"no version":             func(s *Signer, _ *Request) { s.Version = VersionOmitted },
		"another's oauth_ field": func(_ *Signer, r *Request) { r.Params = []Param{{"oauth_callback", "https://c.example/"}} },
	} {
		if _, err := known().VerifyRequest(t.Context(), signed(t, HMACSHA1, sign), nil); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	v := known()
	r := signed(t, HMACSHA1, nil)
	if _, err := v.VerifyRequest(t.Context(), r, nil); err != nil {
		t.Error(err)
	}
	var refused *VerifyError
	if _, err := v.VerifyRequest(t.Context(), r, nil); !errors.As(err, &refused) || refused.Reason != NonceUsed || refused.Param != nonceName {
		t.Errorf("again: %v", err)
	}
}

// TestBodyHash: a body is compared with its hash, after the signature.
func TestBodyHash(t *testing.T) {
	body := func() ([]byte, error) { return []byte("{}"), nil }
	sign := func(s *Signer, r *Request) {
		r.Form, r.Params = "", []Param{{bodyHashName, BodyHash([]byte("{}"), HMACSHA256)}}
	}
	r := signed(t, HMACSHA256, sign)
	if _, err := known().VerifyRequest(t.Context(), r, body); err != nil {
		t.Error(err)
	}
	var refused *VerifyError
	if _, err := known().VerifyRequest(t.Context(), r, nil); !errors.As(err, &refused) || refused.Reason != WrongBodyHash || refused.Param != bodyHashName {
		t.Errorf("without a body: %v", err)
	}
	broken := errors.New("broken")
	if _, err := known().VerifyRequest(t.Context(), r, func() ([]byte, error) { return nil, broken }); !errors.Is(err, broken) {
		t.Errorf("a body that cannot be read: %v", err)
	}
}

// TestSigned: another base string, and another key, are found to be what was signed.
func TestSigned(t *testing.T) {
	r, v := signed(t, HMACSHA1, nil), known()
	base, err := BaseString(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		base string
		want bool
	}{{base, true}, {base + "x", false}} {
		if got, err := v.Signed(t.Context(), r, c.base); err != nil || got != c.want {
			t.Errorf("Signed %q: %v, %v", c.base, got, err)
		}
	}
	right := func(s Secrets) string { return "s1%26&s2%2B" }
	for m, want := range map[SignatureMethod]bool{HMACSHA1: true, HMACSHA512: true, Plaintext: true} {
		v.Methods = []SignatureMethod{m}
		r := signed(t, m, nil)
		if got, err := v.SignedBy(t.Context(), r, right); err != nil || got != want {
			t.Errorf("%s by the right key: %v, %v", m, got, err)
		}
		if got, err := v.SignedBy(t.Context(), r, func(s Secrets) string { return s.Consumer + "&" + s.Token }); err != nil || got {
			t.Errorf("%s by keys that are not encoded: %v, %v", m, got, err)
		}
	}
	for name, change := range map[string]func(*Request){
		"a header that is none": func(r *Request) { r.Authorization += `, x="` },
		"no method":             func(r *Request) { r.Authorization = strings.Replace(r.Authorization, "_method", "", 1) },
		"an unknown client":     func(r *Request) { r.Authorization = strings.Replace(r.Authorization, `"client"`, `"nobody"`, 1) },
		"a lookup that fails":   func(r *Request) { r.Authorization = strings.Replace(r.Authorization, `"client"`, `"down"`, 1) },
	} {
		r, v := signed(t, HMACSHA1, nil), known()
		change(r)
		if ok, err := v.Signed(t.Context(), r, base); err == nil || ok {
			t.Errorf("Signed of %s: %v, %v", name, ok, err)
		}
		if ok, err := v.SignedBy(t.Context(), r, right); err == nil || ok {
			t.Errorf("SignedBy of %s: %v, %v", name, ok, err)
		}
	}
}

// TestBaseURI: schemes, ports and hosts at the edges of what they may be.
func TestBaseURI(t *testing.T) {
	for url, want := range map[string]string{
		"AZaz09+-.://H.Example:080/P?q#f": "azaz09+-.://h.example:080/P",
		"z://[::1]":                       "z://[::1]/",
		"z://[::1]:0":                     "z://[::1]:0/",
		"http://u:p@h:80":                 "http://h/",
		"https://h:80/":                   "https://h:80/",
		"https://h:443/":                  "https://h/",
		"http://h:443/":                   "http://h:443/",
		"http://h:9/":                     "http://h:9/",
		"http://h?a/b":                    "http://h/",
		"{://h/":                          "",
		"a{://h/":                         "",
		"a@://h/":                         "",
		"a/://h/":                         "",
		"a:b://h/":                        "",
		"0://h/":                          "",
		"+://h/":                          "",
		"http://h:/:/":                    "http://h/:/",
		"http://h:8/a]":                   "http://h:8/a]",
		"http://h:8:/":                    "http://h:8/",
		"http://h:8;/":                    "",
		"http://h:-/":                     "",
	} {
		if got, err := BaseURI(url); got != want || (err == nil) != (want != "") {
			t.Errorf("%s: %q, %v, want %q", url, got, err, want)
		}
	}
}

// TestNotSigned: what cannot be signed, and what no base string has.
func TestNotSigned(t *testing.T) {
	s := testSigner(methods)
	var unknown *MethodError
	if _, err := s.AuthorizationHeader(&ten); !errors.As(err, &unknown) {
		t.Errorf("a method that there is not: %v", err)
	}
	s.Method = RSASHA256
	if _, err := s.AuthorizationHeader(&ten); !errors.Is(err, ErrNoKey) {
		t.Errorf("RSA without a key: %v", err)
	}
	s.Method = HMACSHA1
	for _, r := range []*Request{{Method: "GET", URL: "/a"}, {Method: "GET", URL: "http://h/", Authorization: `OAuth a="`}} {
		if _, err := Explain(r); err == nil {
			t.Errorf("%+v has steps to a base string", r)
		}
		if _, err := known().SignedBy(t.Context(), r, func(Secrets) string { return "" }); err == nil {
			t.Errorf("%+v is signed", r)
		}
	}
	if _, err := s.AuthorizationHeader(&Request{Method: "GET", URL: "/a"}); err == nil {
		t.Error("a URL that is none was signed")
	}
	for name, v := range map[string]*Verifier{"secrets": {Nonces: NoncesUnchecked}, "nonces": {Secrets: known().Secrets}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("a verifier without %s", name)
				}
			}()
			_, _ = v.VerifyRequest(t.Context(), &ten, nil)
		}()
	}
}

// TestRealm: a realm is written if it is there, though empty, and only quotes and
// backslashes of it are escaped.
func TestRealm(t *testing.T) {
	for _, c := range []struct {
		header Header
		want   string
	}{
		{Header{}, "OAuth"},
		{Header{HasRealm: true}, `OAuth realm=""`},
		{Header{Realm: "a"}, `OAuth realm="a"`},
		{Header{Params: []Param{{"a", "b"}, {"c", "d"}}}, `OAuth a="b", c="d"`},
		{Header{Realm: `"\]a`, HasRealm: true, Params: []Param{{"b", "c"}}}, `OAuth realm="\"\\]a", b="c"`},
	} {
		got := c.header.String()
		if got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
		if back, err := ParseHeader(got + " "); err != nil || back.Realm != c.header.Realm {
			t.Errorf("%s is read as %+v, %v", got, back, err)
		}
	}
}
