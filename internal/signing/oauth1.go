package signing

import (
	"cmp"
	"context"
	"crypto/rsa"
	"errors"
	"fmt"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/inspect/compare"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/mistake"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/sign"
	"github.com/pct-encoded/percent/sign/oauth1"
)

// OAuth1 is OAuth 1.0.
var OAuth1 = &Scheme{
	Name: "oauth1", What: "base string", Format: compare.BaseString,
	Title: "RFC 5849, section 3.4.1", URL: "https://www.rfc-editor.org/rfc/rfc5849.html#section-3.4.1",
	Secrets: []Variable{{"PERCENT_CONSUMER_SECRET", "consumer_secret", true}, {"PERCENT_TOKEN_SECRET", "token_secret", true}},
	Keys:    []string{"consumer_key", "token", "method", "realm", "nonce", "timestamp", "parameters", "body_hash", "oauth_version", "window"},
	Explain: explainOAuth1, Sign: signOAuth1, Check: checkOAuth1,
	Refused: func(err error) Refusal {
		var method *oauth1.MethodError
		var refused *oauth1.VerifyError
		switch {
		case errors.As(err, &refused):
			r := Refusal{Reason: refused.Reason.String(), Parameter: refused.Param, Wrong: refused.Reason == oauth1.WrongSignature}
			if refused.Reason == oauth1.MissingParameter {
				r.Hint = "pass the request as it was sent, with its Authorization header or its oauth_ parameters"
			}
			return r
		case errors.As(err, &method):
			return Refusal{Reason: "unknown signature method", Parameter: "oauth_signature_method"}
		}
		return Refusal{}
	},
}

// bodyHash is the parameter that adds a body that is not a form to the signed text.
const bodyHash = "oauth_body_hash"

// oauth1 returns the request to sign, with the parameters of the options.
func (c *Call) oauth1() (*oauth1.Request, error) {
	var params []oauth1.Param
	for _, p := range c.Parameters {
		name, value, ok := strings.Cut(p, "=")
		if !ok {
			return nil, usage("write --param NAME=VALUE", "%q has no '='", p)
		}
		params = append(params, oauth1.Param{Name: name, Value: value})
	}
	return c.Request.OAuth1(params)
}

func explainOAuth1(c *Call) (*Signing, error) {
	req, err := c.oauth1()
	if err != nil {
		return nil, err
	}
	return c.signedByOAuth1(req, "")
}

// signedByOAuth1 returns the signing of a request, which has the Authorization or is to
// be signed.
func (c *Call) signedByOAuth1(req *oauth1.Request, authorization string) (*Signing, error) {
	steps, err := oauth1.Explain(req)
	if err != nil {
		return nil, err
	}
	s := &Signing{
		Text: steps.BaseString, Output: cmp.Or(authorization, steps.BaseString), Authorization: authorization,
		Steps: []Step{
			{"base_uri", "base string URI", steps.BaseURI},
			{"normalized", "normalized", steps.Normalized},
			{"base_string", "base string", steps.BaseString},
		},
		View: newOAuth1View(steps, authorization), page: func() string { return oauth1Page(steps, authorization) },
	}
	for _, p := range steps.Collected {
		s.Collected = append(s.Collected, Parameter{p.Source.String(), p.Name, p.Value})
	}
	s.Again = func(quote func(string) string) ([]string, [][2]string) {
		given := ""
		if c.Request.IsForm() {
			given = ", Form: " + quote(string(c.Request.Body))
		}
		if _, ok := c.Request.Get("Authorization"); ok {
			given += ", Authorization: authorization" // which may hold a signature
		}
		return []string{"steps, err := oauth1.Explain(&oauth1.Request{Method: " + quote(c.Request.Method) + ", URL: " + quote(c.Request.URL) + given + "})"}, nil
	}
	return s, nil
}

func signOAuth1(c *Call) (*Signing, error) {
	if c.ConsumerKey == "" {
		return nil, usage("set --consumer-key", "no consumer key").of("consumer_key", "", Missing)
	}
	req, err := c.oauth1()
	if err != nil {
		return nil, err
	}
	if err := oneLine("realm", "--realm", c.Realm); err != nil {
		return nil, err
	}
	s := &oauth1.Signer{Consumer: oauth1.Credentials{Key: c.ConsumerKey}, Token: oauth1.Credentials{Key: c.Token}, Realm: c.Realm}
	if s.Method, err = oauth1.LookupSignatureMethod(cmp.Or(c.Method, "HMAC-SHA1")); err != nil {
		return nil, err
	}
	if s.Version, err = choice[oauth1.VersionPolicy]("oauth_version", c.OAuthVersion); err != nil {
		return nil, err
	}
	hashing, err := choice[oauth1.BodyHashPolicy]("body_hash", c.BodyHash)
	if err != nil {
		return nil, err
	}
	secrets, err := c.oauth1Secrets(s.Method, c.Token != "" || c.TokenSecret)
	if err != nil {
		return nil, err
	}
	s.Consumer.Secret, s.Token.Secret, s.PrivateKey = secrets.Consumer, secrets.Token, secrets.PrivateKey
	if c.Timestamp != 0 {
		s.Now = func() time.Time { return time.Unix(c.Timestamp, 0) }
	}
	if c.Nonce != "" {
		s.Nonce = func() string { return c.Nonce }
	}
	if !c.Request.IsForm() && (hashing == oauth1.BodyHashAlways || hashing == oauth1.BodyHashOfBody && len(c.Request.Body) > 0) {
		req.Params = append(req.Params, oauth1.Param{Name: bodyHash, Value: oauth1.BodyHash(c.Request.Body, s.Method)})
	}
	req.Authorization = ""
	header, err := s.AuthorizationHeader(req)
	if err != nil {
		return nil, err
	}
	req.Authorization, req.Params = header, nil
	return c.signedByOAuth1(req, header)
}

// oauth1Secrets returns the secrets that a method needs.
func (c *Call) oauth1Secrets(m oauth1.SignatureMethod, token bool) (s oauth1.Secrets, err error) {
	if m == oauth1.RSASHA1 || m == oauth1.RSASHA256 {
		if c.KeyFile == "" {
			return s, usage("name its file with --key-file", "%v needs a key", m).of("method", m.String(), Unknown)
		}
		private, public, err := c.key("key")
		if err != nil {
			return s, err
		}
		var isRSA bool
		if s.PublicKey, isRSA = public.(*rsa.PublicKey); !isRSA {
			return s, usage(m.String()+" takes a key of RSA", "%s: not an RSA key", excerpt.FileName(c.KeyFile))
		}
		s.PrivateKey, _ = private.(*rsa.PrivateKey)
		return s, nil
	}
	consumer := secret{"consumer_secret", "PERCENT_CONSUMER_SECRET", c.ConsumerSecretFile, "consumer secret"}
	if s.Consumer, err = c.Program.given(consumer); err != nil {
		return s, err
	}
	if token {
		if s.Token, err = c.Program.given(secret{"token_secret", "PERCENT_TOKEN_SECRET", c.TokenSecretFile, "token secret"}); err != nil {
			return s, err
		}
	}
	switch {
	case s.Consumer == "" && s.Token == "":
		return s, c.Program.empty(consumer)
	case s.Consumer == "":
		// Either may be empty (RFC 5849, section 3.4.2), but rarely is on purpose.
		c.Program.note("the consumer secret is empty: only the token secret signs")
	}
	return s, nil
}

func checkOAuth1(c *Call) (*Check, error) {
	req, ambiguous := c.Request.OAuth1(nil)
	v := &oauth1.Verifier{Nonces: oauth1.NoncesUnchecked, Window: c.Window}
	if c.Window == Unchecked {
		v.Window = 1<<63 - 1
	}
	// Ask only once, not for every text that may have been signed.
	hasToken := false
	known := sync.OnceValues(func() (oauth1.Secrets, error) { return c.oauth1Secrets(v.Methods[0], hasToken) })
	v.Secrets = func(_ context.Context, consumer, token string) (oauth1.Secrets, error) {
		if c.ConsumerKey != "" && consumer != c.ConsumerKey || c.Token != "" && token != c.Token {
			return oauth1.Secrets{}, oauth1.ErrUnknown
		}
		hasToken = token != ""
		return known()
	}
	return &Check{
		Verify: func() (*Verified, string, error) {
			if ambiguous != nil {
				return nil, "", Unreadable{ambiguous}
			}
			hashed, err := c.methods(req, v)
			if err != nil {
				return nil, "", err
			}
			verified, err := v.VerifyRequest(c.Context, req, func() ([]byte, error) { return c.Request.Body, nil })
			if err != nil {
				return nil, "", err
			}
			if len(c.Request.Body) > 0 && !c.Request.IsForm() && !hashed {
				c.Program.note("the body is not signed, because it is not a form and there is no " + bodyHash)
			}
			return &Verified{Valid: true, Method: verified.Method.String(), Consumer: verified.Consumer, Token: verified.Token},
				fmt.Sprintf("valid %v signature of %q\n", verified.Method, verified.Consumer), nil
		},
		Ours: func() (string, error) { return oauth1.BaseString(req) },
		Signed: func(base string) bool {
			right, err := v.Signed(c.Context, req, base)
			return right && err == nil
		},
		InSecret: func() *compare.Mistake {
			secrets, err := known()
			if err != nil {
				return nil
			}
			return mistakeInSecrets(secrets, func(key string) bool {
				made, err := v.SignedBy(c.Context, req, func(oauth1.Secrets) string { return key })
				return made && err == nil
			})
		},
		Own: func() *sign.Mistake {
			secrets, err := known()
			if err != nil {
				return nil
			}
			return c.ownMistake(oauth1Scheme, oauth1Key(secrets))
		},
	}, nil
}

// methods sets the methods that v accepts: those of the options or the one that the request
// names. In the second case it reports whether the request has a hash of its body.
func (c *Call) methods(req *oauth1.Request, v *oauth1.Verifier) (hashed bool, err error) {
	for _, name := range c.Methods {
		m, err := oauth1.LookupSignatureMethod(name)
		if err != nil {
			return false, as(Usage, err)
		}
		v.Methods = append(v.Methods, m)
	}
	if c.Methods != nil {
		return false, nil
	}
	collected, err := oauth1.Collect(req)
	if err != nil {
		return false, Unreadable{err}
	}
	var m oauth1.SignatureMethod
	for _, p := range collected {
		hashed = hashed || p.Name == bodyHash
		if p.Name == "oauth_signature_method" {
			if m, err = oauth1.LookupSignatureMethod(p.Value); err != nil {
				return false, err
			}
		}
	}
	v.Methods = []oauth1.SignatureMethod{m}
	return hashed, nil
}

// mistakeInSecrets returns the mistake made with a secret, or nil. signedBy reports
// whether the signature was made with a key.
func mistakeInSecrets(secrets oauth1.Secrets, signedBy func(key string) bool) *compare.Mistake {
	consumer, token := percent.OAuth1.Encode(secrets.Consumer), percent.OAuth1.Encode(secrets.Token)
	if signedBy(consumer + token) {
		return &compare.Mistake{ID: mistake.MissingAmpersand, Side: compare.Second, Where: "signing key"}
	}
	if m := compare.SignedSecret(secrets.Consumer, percent.OAuth1.Encode, func(text string) bool { return signedBy(text + "&" + token) }); m != nil {
		m.Where = "consumer secret"
		return m
	}
	m := compare.SignedSecret(secrets.Token, percent.OAuth1.Encode, func(text string) bool { return signedBy(consumer + "&" + text) })
	if m != nil {
		m.Where = "token secret"
	}
	return m
}

// OAuth1View is a base string with the steps to it, as JSON.
type OAuth1View struct {
	Parameters    []oauth1Parameter `json:"parameters"`
	Normalized    string            `json:"normalized"`
	BaseURI       string            `json:"base_uri"`
	BaseString    string            `json:"base_string"`
	Authorization string            `json:"authorization,omitempty"`
}

type oauth1Parameter struct {
	Source       string `json:"source"`
	Name         string `json:"name"`
	Value        string `json:"value"`
	EncodedName  string `json:"encoded_name"`
	EncodedValue string `json:"encoded_value"`
}

func newOAuth1View(steps *oauth1.Steps, authorization string) OAuth1View {
	v := OAuth1View{nil, steps.Normalized, steps.BaseURI, steps.BaseString, authorization}
	for i, c := range steps.Collected {
		v.Parameters = append(v.Parameters, oauth1Parameter{c.Source.String(), c.Name, c.Value, steps.Encoded[i].Name, steps.Encoded[i].Value})
	}
	return v
}

// oauth1Page returns the steps to a base string for people. authorization is the header
// made of it, or "".
func oauth1Page(steps *oauth1.Steps, authorization string) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "parameters, decoded (RFC 5849, 3.4.1.3.1)\n")
	for _, c := range steps.Collected {
		fmt.Fprintf(w, "  %v\t%q\t%q\n", c.Source, c.Name, c.Value)
	}
	fmt.Fprintf(w, "encoded and sorted (3.4.1.3.2)\n")
	for _, p := range steps.Sorted {
		fmt.Fprintf(w, "  %s\t%s\n", p.Name, p.Value)
	}
	fmt.Fprintf(w, "normalized\n  %s\nbase string URI (3.4.1.2)\n  %s\nbase string (3.4.1.1)\n  %s\n", steps.Normalized, steps.BaseURI, steps.BaseString)
	if authorization != "" {
		fmt.Fprintf(w, "Authorization\n  %s\n", authorization)
	}
	_ = w.Flush() // to memory
	return b.String()
}

// OAuth1Header is an Authorization header of OAuth 1.0, as JSON.
type OAuth1Header struct {
	Realm  *string           `json:"realm,omitempty"`
	Params []oauth1Parameter `json:"parameters"`
}

// ReadOAuth1Header returns the parameters of an Authorization header. The name of the field
// may stand before it.
func ReadOAuth1Header(value string) (*OAuth1Header, error) {
	if name, rest, ok := strings.Cut(value, ":"); ok && strings.EqualFold(name, "Authorization") {
		value = rest
	}
	h, err := oauth1.ParseHeader(value)
	if err != nil {
		return nil, err
	}
	v := &OAuth1Header{}
	if h.HasRealm {
		v.Realm = &h.Realm
	}
	for _, p := range h.Params {
		q := oauth1Parameter{Source: oauth1.FromHeader.String(), Name: p.Name, Value: p.Value}
		q.EncodedName, q.EncodedValue, _ = strings.Cut(oauth1.Normalize([]oauth1.Param{p}), "=")
		v.Params = append(v.Params, q)
	}
	return v, nil
}

// JSON returns the header.
func (h *OAuth1Header) JSON() any { return h }

// Page returns a line for each parameter.
func (h *OAuth1Header) Page(results.Style) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	if h.Realm != nil {
		fmt.Fprintf(w, "realm\t%q\n", *h.Realm)
	}
	for _, p := range h.Params {
		fmt.Fprintf(w, "%s\t%q\n", excerpt.Name(p.Name), p.Value)
	}
	_ = w.Flush() // to memory
	return b.String()
}
