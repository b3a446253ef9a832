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
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"errors"
	"io"
	mathrand "math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/growth"
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
	// Unknown is set where it is not known what the service makes of the request.
	Unknown bool
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
	t.Run("made here", func(t *testing.T) {
		for _, r := range madeHere(t) {
			f(t, r)
		}
	})
}

// madeHere returns requests of schemes of which no program was recorded, signed by this one:
// they show nothing of what services accept.
func madeHere(t *testing.T) (list []*recorded) {
	t.Helper()
	random := mathrand.New(mathrand.NewPCG(3, 4))
	pieces := []string{"a", "B", "0", "~", "*", "'", "(", ".", " ", "日本", "é", "/", "&", "=", "-", "_", "!", ";", ":", "@", ","}
	word := func() (text string) {
		for range 1 + random.IntN(4) {
			text += pieces[random.IntN(len(pieces))]
		}
		return text
	}
	for i := range 120 {
		r := &recorded{Scheme: "bunny", Method: "GET", Key: percent.RFC3986.Encode("key of bunny " + word()), Unknown: true}
		url := "https://h.b-cdn.net/v/" + percent.Path.Encode(word()) + "?b=" + percent.RFC3986.Encode(word()) + "&c=" + percent.RFC3986.Encode(word())
		switch i % 4 {
		case 0:
			r.Scheme, r.Key, url = "fastly", base64.StdEncoding.EncodeToString([]byte("key of fastly "+word())), "https://h.example/v/"+percent.Path.Encode(word())+"?token=1700000000_"+strings.Repeat("0", 40+i%8/4*24)
		case 1:
			url += "&token=HS256-x&expires=1700000000"
		default:
			url += "&token=" + strings.Repeat("x", 22+i%4/3*21) + "&expires=1700000000"
		}
		r.URL = url
		c, _, _ := r.claim(t)
		_, sent, err := c.Sign(&sign.Key{Secret: r.Key})
		if err != nil {
			t.Fatal(err)
		}
		r.URL = sent
		list = append(list, r)
	}
	return list
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
		var refused *sign.Error
		if errors.As(err, &refused) && refused.Reason == sign.Unknown && r.Unknown {
			err = nil
		}
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

// TestMistakes makes, in place of the right signature, those that mistakes give: of each text
// of the scheme, and of each way of the engine. The one that is named must explain the
// signature: by another way to the same text, if need be. A signature of another text, or by
// another key, has none.
func TestMistakes(t *testing.T) {
	random := mathrand.New(mathrand.NewPCG(1, 2))
	trials, named, right := 0, map[string]map[string]int{}, map[string]int{}
	eachRecorded(t, func(t *testing.T, r *recorded) {
		// Signatures of RSA take long, and so does finding none.
		if r.Not || r.Public != "" && random.IntN(8) != 0 && named[r.Scheme] != nil || r.Public == "" && more() == 1 && random.IntN(2) != 0 {
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
			named[r.Scheme] = map[string]int{}
		}
		signed := func(text string) *sign.Claim {
			other := *c
			other.Text = text
			signature, _, err := other.Sign(key)
			if err != nil {
				t.Fatal(err)
			}
			other.Text, other.Signature, other.Signatures = c.Text, signature, nil
			return &other
		}
		list := wrongTexts(c)
		n := max(more(), 4)
		if r.Public != "" {
			n *= 4
		}
		for range min(n, len(list)) {
			text := list[random.IntN(len(list))]
			trials++
			wrong := signed(text)
			found := wrong.FindMistake(key)
			if wrong.Verify(key, now) == nil || found == nil || found.Signed != text {
				t.Fatalf("%s: %q gives %+v", r.Scheme, text, found)
			}
			named[r.Scheme][found.ID]++
		}
		good := signed(c.Text)
		for range n {
			signature := wrongSignature(t, random, good, key)
			if trials++; signature == good.Signature {
				continue
			}
			wrong := *good
			wrong.Signature = signature
			found := wrong.FindMistake(key)
			if found != nil && wrong.Verify(key, now) == nil {
				t.Fatalf("%s: %q is valid, and %+v", r.Scheme, signature, found)
			}
			if found != nil {
				named[r.Scheme][found.ID]++
			}
		}
		// Two at once: another text, and a signature that is written in another way or made by
		// another secret.
		for pair := 0; pair < more() && c.Algorithm.Secret() && len(list) > 0; pair++ {
			text := list[random.IntN(len(list))]
			wrong := signed(text)
			if wrong.Verify(key, now) == nil {
				continue
			}
			if pair%2 == 0 {
				if c.Algorithm.Base64Key || c.Algorithm.HexKey {
					continue
				}
				other := *c
				other.Text = text
				signature, _, err := other.Sign(&sign.Key{Secret: key.Secret + "\n"})
				if err != nil {
					t.Fatal(err)
				}
				wrong.Signature = signature
			} else {
				wrong.Signature = "\"" + wrong.Signature + "\" "
			}
			trials++
			found := wrong.FindMistake(key)
			if found == nil || wrong.Verify(key, now) == nil || found.With == nil && found.Signed != text {
				t.Fatalf("%s: two mistakes in %q give %+v", r.Scheme, text, found)
			}
			if found.With != nil {
				named[r.Scheme]["two"]++
			}
		}
		for n := more() * more() * 5; n > 0 && right[r.Scheme] < max(more()*more()*25, 1); n-- {
			right[r.Scheme]++
			text := c.Text + "\x00x"
			if at := random.IntN(len(c.Text) + 1); n%2 == 0 {
				text = c.Text[:at] + string(rune('a'+random.IntN(26))) + "\x00" + c.Text[at:]
			}
			if found := signed(text).FindMistake(key); found != nil {
				t.Fatalf("%s: %+v for another text", r.Scheme, found)
			}
		}
	})
	for scheme, ids := range named {
		t.Logf("%s: %d mistakes, %d wrong texts that are none: %v", scheme, len(ids), right[scheme], ids)
		if len(ids) < 12 {
			t.Errorf("%s: only %v", scheme, ids)
		}
	}
	t.Logf("%d trials", trials)
}

// wrongTexts are those that the mistakes of a scheme give.
func wrongTexts(c *sign.Claim) (list []string) {
	if c.Candidates != nil {
		c.Candidates(func(_, _, _, text string) {
			if text != c.Text {
				list = append(list, text)
			}
		})
	}
	return list
}

// Values of package algorithm, which stays within sign: the kind of a hash with the secret
// after the text, and the form of hex digits.
const suffixed, hexForm = 1, 1

// wrongSignature returns the signature of a claim written in another way, or by another
// algorithm or secret, which can be the same.
func wrongSignature(t *testing.T, random *mathrand.Rand, c *sign.Claim, key *sign.Key) string {
	t.Helper()
	other := *c
	again := func(key *sign.Key) string {
		signature, _, err := other.Sign(key)
		var refused *sign.Error
		if err != nil && !errors.As(err, &refused) {
			return c.Signature // a hash that is too long for the key
		}
		return signature
	}
	s := c.Signature
	octets, err := base64.StdEncoding.DecodeString(s)
	if c.Algorithm.Form == hexForm || err != nil {
		octets, _ = hex.DecodeString(strings.TrimPrefix(s, c.Algorithm.Begin))
	}
	decoded, err := base64.StdEncoding.DecodeString(key.Secret)
	if err != nil {
		decoded = []byte("x")
	}
	ways := []func() string{
		func() string { return strings.ReplaceAll(s, "+", " ") },
		func() string { return strings.ToUpper(s) },
		func() string { return "\"" + s + "\"" },
		func() string { return strings.TrimRight(s, "=") },
		func() string { return percent.RFC3986.Encode(s) },
		func() string { return strings.NewReplacer("+", "-", "/", "_").Replace(s) },
		func() string { return strings.TrimPrefix(s, c.Algorithm.Begin) },
		func() string { return c.Algorithm.Begin + hex.EncodeToString(octets) },
		func() string { return c.Algorithm.Begin + base64.StdEncoding.EncodeToString(octets) },
		func() string { return base64.StdEncoding.EncodeToString([]byte(hex.EncodeToString(octets))) },
		func() string { other.Algorithm.Hash = crypto.MD5; return again(key) },
		func() string { other.Algorithm.Hash = crypto.SHA512; return again(key) },
		func() string { return again(&sign.Key{Secret: key.Secret + "\n", Private: key.Private}) },
		func() string { return again(&sign.Key{Secret: string(decoded), Private: key.Private}) },
		func() string { other.Algorithm.Derive = nil; return again(key) },
		func() string { other.Algorithm.Kind = suffixed; return again(key) },
		func() string { other.Text += "\n"; return again(key) },
		func() string { other.Text = strings.ReplaceAll(other.Text, "\n", "\r\n"); return again(key) },
		func() string { other.Text = strings.ReplaceAll(other.Text, "\n", ""); return again(key) },
	}
	if !c.Algorithm.Secret() {
		ways = slices.Delete(ways, 12, 16)
	}
	return ways[random.IntN(len(ways))]()
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

// more is how many wrong texts are tried for a request: every night many.
func more() int {
	if growth.Whole() {
		return 20
	}
	return 1 // of each
}
