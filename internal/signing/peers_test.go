//go:build !js

package signing

import (
	"bufio"
	"compress/gzip"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"io"
	mathrand "math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pct-encoded/percent/internal/httprequest"
	"github.com/pct-encoded/percent/sign"
)

// A recorded request is one that another program signed.
type recorded struct {
	Program, Version string // of the line at the start
	Scheme, Method   string
	URL              string
	Header           [][2]string
	Body             string
	Key, Public      string
	Given            sign.Given
	Text             string // that was signed, if the program tells
	Time             int64  // at which it is valid, in seconds since 1970
	// Not is set for a request that the program's own verifier refuses.
	Not bool
}

func (r *recorded) request() *sign.Request {
	request := &sign.Request{Method: r.Method, URL: r.URL, Body: []byte(r.Body)}
	for _, h := range r.Header {
		request.Header = append(request.Header, sign.Field{Name: h[0], Value: h[1]})
	}
	return request
}

func schemeOf(t *testing.T, name string) *sign.Scheme {
	t.Helper()
	for _, s := range Schemes() {
		if s.Name == name {
			return s
		}
	}
	t.Fatalf("no scheme %q", name)
	return nil
}

// eachRecorded calls f with every request of the recordings; PERCENT_SIGNED names further
// files, with more requests of the same recorders.
func eachRecorded(t *testing.T, f func(t *testing.T, r *recorded)) {
	t.Helper()
	names, err := filepath.Glob("../../interop/signatures/*.signed.jsonl.gz")
	if err != nil || len(names) == 0 {
		t.Fatal("no recordings", err)
	}
	names = append(names, strings.Fields(os.Getenv("PERCENT_SIGNED"))...)
	for _, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) {
			file, err := os.Open(name)
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			var text io.Reader = file
			if strings.HasSuffix(name, ".gz") {
				if text, err = gzip.NewReader(file); err != nil {
					t.Fatal(err)
				}
			}
			n := 0
			for lines := bufio.NewReader(text); ; {
				line, err := lines.ReadBytes('\n')
				if err == io.EOF {
					break
				}
				var r recorded
				if err := json.Unmarshal(line, &r); err != nil {
					t.Fatalf("%s: %s", err, line)
				}
				if r.Program != "" {
					continue
				}
				n++
				f(t, &r)
			}
			if n < 100 {
				t.Errorf("%d requests", n)
			}
			t.Logf("%d requests", n)
		})
	}
}

// claim returns what is read of a recorded request, the key and a time at which the
// signature is valid.
func (r *recorded) claim(t *testing.T) (*sign.Claim, *sign.Key, time.Time) {
	t.Helper()
	s := schemeOf(t, r.Scheme)
	request := r.request()
	if !s.Marked(request) && !r.Not {
		t.Errorf("no marks of %s: %s", s.Name, r.URL)
	}
	c, err := s.Read(request, r.Given)
	if err != nil {
		if !r.Not {
			t.Errorf("%s: %v", r.URL, err)
		}
		return nil, nil, time.Time{}
	}
	key := &sign.Key{Secret: r.Key}
	if r.Public != "" {
		_, key.Public = parsePEM(t, r.Public)
	}
	now := time.Unix(r.Time, 0)
	switch {
	case r.Time != 0:
	case !c.From.IsZero():
		now = c.From
	default:
		now = c.Until
	}
	return c, key, now
}

// TestPeers: what other programs have signed is valid, and nothing that they refuse is.
func TestPeers(t *testing.T) {
	failed := 0
	eachRecorded(t, func(t *testing.T, r *recorded) {
		c, key, now := r.claim(t)
		if c == nil {
			failed++
			return
		}
		err := c.Verify(key, now)
		if (err == nil) == r.Not || r.Text != "" && !r.Not && r.Text != c.Text {
			if failed++; failed < 10 {
				t.Errorf("%s %s\n%v\nours   %q\ntheirs %q\n%+v", r.Scheme, r.URL, err, c.Text, r.Text, c.FindMistake(key))
			}
		}
		if err == nil && c.FindMistake(key) != nil {
			t.Errorf("a mistake in a signature that is right: %s", r.URL)
		}
	})
}

// mostSecrets is up to which request secrets are looked for in all that is printed.
const mostSecrets = 5000

// TestSecretsStay: nothing that is printed holds a secret, right or wrong, also if the request
// was changed and what was signed is compared.
func TestSecretsStay(t *testing.T) {
	n := 0
	eachRecorded(t, func(t *testing.T, r *recorded) {
		if n++; len(r.Key) < 12 || n%3 != 0 || n > mostSecrets {
			return
		}
		for i, url := range []string{r.URL, r.URL + "x", strings.Replace(r.URL, "%", "%25", 1)} {
			for _, verb := range []*Verb{{Scheme: Signature, Make: explainSignature}, {Scheme: Signature, Make: signSignature}, {Scheme: Signature}} {
				var told []string
				tell := func(text string) { told = append(told, text) }
				request := &httprequest.Request{Method: r.Method, URL: url, Body: []byte(r.Body)}
				for _, h := range r.Header {
					request.Header = append(request.Header, httprequest.Field{Name: h[0], Value: h[1]})
				}
				o := &Options{As: r.Scheme, Account: r.Given.Account, Service: r.Given.Service, Label: r.Given.Label, Method: r.Given.Method, Expression: r.Given.Expression, Steps: i == 0}
				if i == 1 {
					text := "x"
					o.Expect = &text
				}
				program := &Program{Note: tell, Hint: tell, Clock: true, LookupEnv: func(name string) (string, bool) { return r.Key, name == "PERCENT_SIGNING_SECRET" }}
				result := verb.Run(&Call{Context: t.Context(), Options: o, Request: request, Program: program})
				view, err := json.Marshal(result.View)
				if err != nil {
					t.Fatal(err)
				}
				told = append(told, result.Page, string(view))
				var failure *Failure
				if errors.As(result.Err, &failure) {
					told = append(told, failure.Text, failure.Hint, failure.Value)
				} else if result.Err != nil {
					told = append(told, result.Err.Error())
				}
				for _, text := range told {
					if strings.Contains(text, r.Key) || strings.Contains(text, strings.Trim(r.Key, "=")) {
						t.Fatalf("%s: the secret is in %q", r.Scheme, text)
					}
				}
			}
		}
	})
}

// TestMistakes signs, in place of the right text, each of those that mistakes give. The one
// that is named must explain the signature: by another way to the same text, if need be. A
// signature of another text, or by another key, has none.
func TestMistakes(t *testing.T) {
	random := mathrand.New(mathrand.NewPCG(1, 2))
	trials, named := 0, map[string]map[string]bool{}
	eachRecorded(t, func(t *testing.T, r *recorded) {
		// Signatures of RSA take long, and so does finding none.
		if r.Not || r.Public != "" && random.IntN(8) != 0 || r.Public == "" && more() == 1 && random.IntN(2) != 0 {
			return
		}
		c, key, now := r.claim(t)
		if c == nil || c.Verify(key, now) != nil {
			return
		}
		if r.Public != "" {
			if key = ours(t, key.Public); key == nil {
				return
			}
		}
		if named[r.Scheme] == nil {
			named[r.Scheme] = map[string]bool{}
		}
		type made struct{ id, text string }
		var list []made
		if c.Candidates != nil {
			c.Candidates(func(id, _, _, text string) {
				if text != c.Text {
					list = append(list, made{id, text})
				}
			})
		}
		signed := func(text string) *sign.Claim {
			other := *c
			other.Text = text
			signature, _, err := other.Sign(key)
			if err != nil {
				t.Fatal(err)
			}
			other.Text, other.Signature = c.Text, signature
			return &other
		}
		for range min(max(more(), 4), len(list)) {
			m := list[random.IntN(len(list))]
			trials++
			wrong := signed(m.text)
			found := wrong.FindMistake(key)
			if wrong.Verify(key, now) == nil || found == nil || found.Signed != m.text {
				t.Fatalf("%s, %s: %q gives %+v", r.Scheme, m.id, m.text, found)
			}
			named[r.Scheme][found.ID] = true
		}
		trials++
		if found := signed(c.Text + "\x00x").FindMistake(key); found != nil {
			t.Fatalf("%s: %+v for another text", r.Scheme, found)
		}
	})
	for scheme, ids := range named {
		t.Logf("%s: %d mistakes of its own", scheme, len(ids))
		if len(ids) < 8 { // of those that were drawn; the engine has twelve more
			t.Errorf("%s: only %v", scheme, ids)
		}
	}
	t.Logf("%d trials", trials)
}

// parsePEM returns the keys in PEM.
func parsePEM(t *testing.T, text string) (crypto.Signer, crypto.PublicKey) {
	t.Helper()
	block, _ := pem.Decode([]byte(text))
	if block == nil {
		t.Fatal("no PEM")
	}
	if key, err := x509.ParsePKIXPublicKey(block.Bytes); err == nil {
		return nil, key
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	signer := key.(crypto.Signer)
	return signer, signer.Public()
}

// ours returns a key of the kind of another; nil for one of Ed25519.
func ours(t *testing.T, public crypto.PublicKey) *sign.Key {
	t.Helper()
	switch public.(type) {
	case *rsa.PublicKey:
		return &sign.Key{Private: rsaKey(), Public: rsaKey().Public()}
	case *ecdsa.PublicKey:
		return &sign.Key{Private: ecKey(), Public: ecKey().Public()}
	}
	return nil
}

var (
	rsaKey = sync.OnceValue(func() *rsa.PrivateKey {
		key, err := rsa.GenerateKey(rand.Reader, 1536)
		if err != nil {
			panic(err)
		}
		return key
	})
	ecKey = sync.OnceValue(func() *ecdsa.PrivateKey {
		key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			panic(err)
		}
		return key
	})
)

// more is how many wrong texts are tried for a request.
func more() int {
	if os.Getenv("PERCENT_LONG") != "" {
		return 20
	}
	return 1 // of each
}
