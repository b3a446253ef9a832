package signing

import (
	"bufio"
	"bytes"
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
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/pct-encoded/percent/sign/oauth1"
	"github.com/pct-encoded/percent/sign/sigv4"

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
	for _, s := range append(Schemes(), sigv4Scheme(&sigv4.Verifier{}), oauth1Scheme) {
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
			if failed++; failed < 10 || err == nil && r.Not {
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

// An attempt is a request that is valid, by which mistakes are made.
type attempt struct {
	recorded *recorded
	claim    *sign.Claim
	key      *sign.Key
	now      time.Time
	// find returns the mistake that is named for a signature in place of the right one: its ID,
	// the text that it says was signed, and the second mistake; "" for none.
	find func(signature string) (id, signed, with string)
}

// by returns the request with the functions of its claim.
func (q *attempt) by(claim *sign.Claim, key *sign.Key) *attempt {
	q.claim, q.key = claim, key
	q.find = func(signature string) (id, signed, with string) {
		wrong := *claim
		wrong.Signature, wrong.Signatures = signature, nil
		m := wrong.FindMistake(key)
		if m == nil {
			return "", "", ""
		}
		if m.With != nil {
			with = m.With.ID
		}
		return m.ID, m.Signed, with
	}
	return q
}

// mostTried is of how many requests of a scheme mistakes are made.
const mostTried = 400

// allTried returns valid requests of each scheme.
func allTried(t *testing.T) map[string][]*attempt {
	list := map[string][]*attempt{}
	eachRecorded(t, func(t *testing.T, r *recorded) {
		if r.Not || len(list[r.Scheme]) >= mostTried {
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
		list[r.Scheme] = append(list[r.Scheme], (&attempt{recorded: r, now: now}).by(c, key))
	})
	list["sigv4"], list["oauth1"] = triedSigV4(t), triedOAuth1(t)
	return list
}

// throughVerify makes q name mistakes as the command does.
func (q *attempt) throughVerify(t *testing.T, s *Scheme, o *Options, old string, environment map[string]string) {
	q.find = func(signature string) (id, signed, with string) {
		replace := strings.NewReplacer(old, percent.RFC3986.Encode(signature))
		r := &httprequest.Request{Method: q.recorded.Method, URL: replace.Replace(q.recorded.URL), Body: []byte(q.recorded.Body)}
		for _, h := range q.recorded.Header {
			r.Header = append(r.Header, httprequest.Field{Name: h[0], Value: replace.Replace(h[1])})
		}
		program := &Program{Clock: true, LookupEnv: func(name string) (string, bool) { v, ok := environment[name]; return v, ok }}
		v, _ := s.Verify(&Call{Context: t.Context(), Options: o, Request: r, Program: program}).View.(*Verified)
		switch {
		case v == nil || v.Mistake == "":
			return "", "", ""
		case v.Together == 2 && v.Mistakes != nil:
			with = (*v.Mistakes)[1].Mistake
		}
		if signed = v.Expected; signed == "" {
			signed = q.claim.Text
		}
		return v.Mistake, signed, with
	}
}

// triedSigV4 returns requests that Signature Version 4 signs, those of interop/signatures.
func triedSigV4(t *testing.T) (list []*attempt) {
	var requests []struct {
		Method, Host, Path, Query string
		Header                    [][2]string
		Body, Region, Service     string
		Secret, Date              string
	}
	readJSON(t, "../../interop/signatures/sigv4.json", &requests)
	for i, q := range requests[:mostTried] {
		r := &recorded{Scheme: "sigv4", Method: q.Method, URL: "https://" + q.Host + q.Path + "?" + q.Query, Header: q.Header, Body: q.Body, Key: q.Secret}
		at, err := time.Parse(dateLayout, q.Date)
		if err != nil {
			t.Fatal(err)
		}
		s := &sigv4.Signer{Credentials: sigv4.Credentials{AccessKeyID: "AKID", SecretAccessKey: q.Secret}, Region: q.Region, Service: q.Service, Now: func() time.Time { return at }}
		request := ofSign(r.request()).SigV4()
		request.PayloadHash = sigv4.HashPayload([]byte(q.Body))
		steps, err := s.Explain(request)
		if i%2 == 0 {
			r.Body, request.PayloadHash = "", ""
			if steps, err = s.ExplainPresign(request, time.Hour); err == nil {
				r.URL = steps.URL
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range steps.Added {
			r.Header = append(r.Header, [2]string{h.Name, h.Value})
		}
		if i%2 == 1 {
			r.Header = append(r.Header, [2]string{"Authorization", steps.Authorization})
		}
		v := &sigv4.Verifier{}
		c, err := sigv4Scheme(v).Read(r.request(), sign.Given{})
		if err != nil {
			continue // a path that S3 does not read
		}
		tried := (&attempt{recorded: r}).by(c, &sign.Key{Secret: q.Secret})
		tried.throughVerify(t, SigV4, &Options{Window: Unchecked, Date: q.Date}, steps.Signature, map[string]string{"AWS_ACCESS_KEY_ID": "AKID", "AWS_SECRET_ACCESS_KEY": q.Secret})
		list = append(list, tried)
	}
	return list
}

// triedOAuth1 returns requests that OAuth 1.0 signs, those of interop/signatures.
func triedOAuth1(t *testing.T) (list []*attempt) {
	var requests []struct {
		Method, URL, Form                               string
		ConsumerKey, ConsumerSecret, Token, TokenSecret string
		Hash                                            string
	}
	text, err := os.ReadFile("../../interop/signatures/oauth1.json")
	if err != nil {
		t.Fatal(err)
	}
	// The keys of the file have underscores.
	if err := json.Unmarshal([]byte(regexp.MustCompile(`"(consumer|token)_(key|secret)":`).ReplaceAllString(string(text), `"$1$2":`)), &requests); err != nil {
		t.Fatal(err)
	}
	for _, q := range requests[:mostTried] {
		r := &recorded{Scheme: "oauth1", Method: q.Method, URL: q.URL, Body: q.Form}
		if q.Form != "" {
			r.Header = [][2]string{{"Content-Type", oauth1.FormContentType}}
		}
		m, err := oauth1.LookupSignatureMethod("HMAC-" + q.Hash)
		if err != nil {
			t.Fatal(err)
		}
		s := &oauth1.Signer{Consumer: oauth1.Credentials{Key: q.ConsumerKey, Secret: q.ConsumerSecret}, Token: oauth1.Credentials{Key: q.Token, Secret: q.TokenSecret}, Method: m}
		header, err := s.AuthorizationHeader(&oauth1.Request{Method: q.Method, URL: q.URL, Form: q.Form})
		if err != nil {
			t.Fatal(err)
		}
		r.Header = append(r.Header, [2]string{"Authorization", header})
		c, err := oauth1Scheme.Read(r.request(), sign.Given{})
		if err != nil {
			t.Fatal(err)
		}
		tried := (&attempt{recorded: r}).by(c, oauth1Key(oauth1.Secrets{Consumer: q.ConsumerSecret, Token: q.TokenSecret}))
		tried.throughVerify(t, OAuth1, &Options{Window: Unchecked}, percent.RFC3986.Encode(c.Signature), map[string]string{"PERCENT_CONSUMER_SECRET": q.ConsumerSecret, "PERCENT_TOKEN_SECRET": q.TokenSecret})
		list = append(list, tried)
	}
	return list
}

func readJSON(t *testing.T, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(name)
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// trials is how many mistakes are made in each scheme: every night more. PERCENT_TRIALS sets
// another number: 10,000 in each take an hour.
func trials() int {
	if n, err := strconv.Atoi(os.Getenv("PERCENT_TRIALS")); err == nil {
		return n
	}
	if growth.Whole() {
		return 1000
	}
	return 160
}

// TestMistakes makes mistakes in each scheme: another text of those that the scheme knows, a
// request that was changed, a signature that is written in another way or made by another
// secret or algorithm, two of these, or a text or key that is no mistake that is known. What
// is named must be what was made, by whatever way to the same text, or nothing.
func TestMistakes(t *testing.T) {
	only := os.Getenv("PERCENT_SCHEME")
	for scheme, list := range allTried(t) {
		if only != "" && !slices.Contains(strings.Fields(only), scheme) {
			continue
		}
		t.Run(scheme, func(t *testing.T) {
			random := mathrand.New(mathrand.NewPCG(1, 2))
			n := trials()
			named, none, undecided := map[string]int{}, 0, 0
			for i := range n {
				q := list[random.IntN(len(list))]
				m := q.mistake(t, random, i)
				if m == nil {
					undecided++
					continue
				}
				id, signed, with := q.find(m.signature)
				switch {
				case id == "" && m.must:
					t.Fatalf("%s: nothing is named for %s, %q", q.recorded.URL, m.what, m.text)
				case id == "" && m.none:
					none++
				case id == "":
					undecided++
				case m.none, signed != m.text && !slices.Contains(m.ids, id) && !(with != "" && m.two):
					t.Fatalf("%s %v: %s is named %s with %q:\n%q\n%q", q.recorded.URL, q.recorded.Header, m.what, id, with, signed, m.text)
				default:
					named[id]++
				}
			}
			t.Logf("%d trials, %d mistakes: %d none, %d undecided; %v", n, len(named), none, undecided, named)
			if len(named) < 12 {
				t.Errorf("only %v", named)
			}
		})
	}
}

// A made mistake is a signature, and how it may be named: as one that explains the text, or
// by one of some IDs.
type made struct {
	what, signature, text string
	ids                   []string
	must, two, none       bool // it must be named; it is two mistakes, or none that is known
}

// mistake makes the mistake of a trial; nil if it makes no difference.
func (q *attempt) mistake(t *testing.T, random *mathrand.Rand, trial int) *made {
	c := q.claim
	sign := func(text string, key *sign.Key) string {
		other := *c
		other.Text = text
		signature, _, err := other.Sign(key)
		if err != nil {
			t.Fatal(err)
		}
		return signature
	}
	texts := wrongTexts(c)
	switch kind := trial % 16; {
	case kind < 6:
		if len(texts) == 0 {
			return nil
		}
		text := texts[random.IntN(len(texts))]
		return &made{what: "another text", text: text, signature: sign(text, q.key), must: c.Scheme.Name != "oauth1" && c.Scheme.Name != "sigv4"}
	case kind < 11:
		good := *c
		good.Signature = sign(c.Text, q.key)
		m := wrongSignature(t, random, &good, q.key)
		if m.signature == good.Signature {
			return nil
		}
		return m
	case kind < 14:
		text, ok := q.altered(random)
		if !ok || text == c.Text {
			return nil
		}
		return &made{what: "another request", text: text, signature: sign(text, q.key)}
	case kind < 15: // two take long, and so does finding none
		if !c.Algorithm.Secret() || len(texts) == 0 {
			return nil
		}
		text := texts[random.IntN(len(texts))]
		if trial%32 == 14 && !c.Algorithm.Base64Key && !c.Algorithm.HexKey {
			return &made{what: "text and key", text: text, signature: sign(text, &signKey{Secret: q.key.Secret + "\n"}), two: true}
		}
		return &made{what: "text and spelling", text: text, signature: "\"" + sign(text, q.key) + "\" ", two: true}
	}
	text := c.Text + "\x00x"
	if at := random.IntN(len(c.Text) + 1); trial%32 == 15 {
		text = c.Text[:at] + string(rune('a'+random.IntN(26))) + "\x00" + c.Text[at:]
	}
	return &made{what: "no known mistake", signature: sign(text, q.key), none: true}
}

type signKey = sign.Key

// altered returns what is signed of a request that is changed in one thing.
func (q *attempt) altered(random *mathrand.Rand) (text string, ok bool) {
	r := q.recorded.request()
	switch random.IntN(6) {
	case 0:
		r.Method = []string{"GET", "PUT", "POST", "HEAD", "DELETE", "PATCH"}[random.IntN(6)]
	case 1:
		r.Header = slices.DeleteFunc(r.Header, func(f sign.Field) bool { return strings.EqualFold(f.Name, "Content-Type") })
		if t := []string{"", "text/plain", "application/json; charset=utf-8", "image/png", "application/x-www-form-urlencoded"}[random.IntN(5)]; t != "" {
			r.Header = append(r.Header, sign.Field{Name: "Content-Type", Value: t})
		}
	case 2:
		r.URL = strings.ReplaceAll(r.URL, "&", "&amp;")
	case 3:
		r.URL = strings.ReplaceAll(r.URL, "%", "%25")
	case 4:
		r.Body = append(bytes.Clone(r.Body), '\n')
	case 5:
		r.URL = strings.Replace(strings.Replace(r.URL, "https://", "http://x", 1), "http://x", "http://", 1)
	}
	c, err := q.claim.Scheme.Read(r, q.recorded.Given)
	if err != nil || slices.Contains(q.claim.Also, c.Text) {
		return "", false
	}
	return c.Text, true
}

// wrongTexts are those that the mistakes of a scheme give.
func wrongTexts(c *sign.Claim) (list []string) {
	if c.Scheme.Name == "oauth1" || c.Scheme.Name == "sigv4" { // and those that package compare finds
		for _, r := range [][2]string{{"%2520", "%2B"}, {"%2520", "%252B"}, {"%20", "+"}, {"%25", "%"}, {"%257E", "~"}, {"%2A", "*"}, {"%252A", "%2A"}, {"%252F", "%2F"}, {"%26", "&"}, {"%3D", "="}, {"oauth_version%3D1.0", ""}, {"GET&", "get&"}, {"POST&", "post&"}} {
			list = append(list, strings.ReplaceAll(c.Text, r[0], r[1]))
		}
		list = append(list, strings.ToLower(c.Text), c.Text+"&")
		list = slices.DeleteFunc(list, func(text string) bool { return text == c.Text })
	}
	if c.Candidates != nil {
		c.Candidates(func(_, _, _, text string) {
			if text != c.Text && !slices.Contains(c.Also, text) {
				list = append(list, text)
			}
		})
	}
	return list
}

// Values of package algorithm, which stays within sign: the kind of a hash with the secret
// after the text, and the form of hex digits.
const suffixed, hexForm = 1, 1

// wrongSignature makes the signature of a claim written in another way, or by another
// algorithm or secret, which can be the same.
func wrongSignature(t *testing.T, random *mathrand.Rand, c *sign.Claim, key *sign.Key) *made {
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
	secret := func(secret string) string { return again(&sign.Key{Secret: secret, Private: key.Private}) }
	ways := []struct {
		ids  string
		make func() string
	}{
		{"signature-plus-as-space", func() string { return strings.ReplaceAll(s, "+", " ") }},
		{"signature-hex-case", func() string { return strings.ToUpper(s) }},
		{"signature-space-around", func() string { return "\"" + s + "\"" }},
		{"signature-without-padding", func() string { return strings.TrimRight(s, "=") }},
		{"signature-encoded-twice", func() string { return percent.RFC3986.Encode(s) }},
		{"signature-url-alphabet", func() string { return strings.NewReplacer("+", "-", "/", "_").Replace(s) }},
		{"signature-without-prefix", func() string { return strings.TrimPrefix(s, c.Algorithm.Begin) }},
		{"signature-in-hex", func() string { return c.Algorithm.Begin + hex.EncodeToString(octets) }},
		{"signature-in-base64 signature-url-alphabet signature-without-padding", func() string { return c.Algorithm.Begin + base64.StdEncoding.EncodeToString(octets) }},
		{"signature-of-hex", func() string { return base64.StdEncoding.EncodeToString([]byte(hex.EncodeToString(octets))) }},
		{"other-hash", func() string { other.Algorithm.Hash = crypto.MD5; return again(key) }},
		{"other-hash", func() string { other.Algorithm.Hash = crypto.SHA512; return again(key) }},
		{"line-end-added", func() string { other.Text += "\n"; return again(key) }},
		{"crlf", func() string { other.Text = strings.ReplaceAll(other.Text, "\n", "\r\n"); return again(key) }},
		{"lines-joined", func() string { other.Text = strings.ReplaceAll(other.Text, "\n", ""); return again(key) }},
		{"key-with-line-end line-end", func() string { return secret(key.Secret + "\n") }},
		{"key-with-space", func() string { return secret(key.Secret + " ") }},
		{"key-decoded", func() string { return secret(string(decoded)) }},
		{"key-not-derived key-not-decoded", func() string { other.Algorithm.Derive = nil; return again(key) }},
		{"hash-not-mac", func() string { other.Algorithm.Kind = suffixed; return again(key) }},
	}
	if !c.Algorithm.Secret() {
		ways = ways[:15]
	}
	way := ways[random.IntN(len(ways))]
	if strings.Contains(c.Text, "{secret}") { // the same octets, if the secret stands at the end
		way.ids = strings.Replace(way.ids, "line-end-added", "line-end-added key-with-line-end", 1)
	}
	m := &made{what: way.ids, ids: strings.Fields(way.ids), signature: way.make()}
	m.text = other.Text
	return m
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
