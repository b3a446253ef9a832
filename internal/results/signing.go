package results

import (
	"errors"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/inspect/compare"
	"github.com/pct-encoded/percent/sign/oauth1"
	"github.com/pct-encoded/percent/sign/sigv4"
)

// Expectation is how a text that is signed differs from the one that was expected.
type Expectation struct {
	Equal    bool      `json:"equal"`
	Differs  string    `json:"differs,omitempty"` // which text, such as "string to sign"
	Offset   *int      `json:"offset,omitempty"`
	Part     string    `json:"part,omitempty"`
	Ours     string    `json:"ours"`
	Expected string    `json:"expected"`
	Mistakes []Mistake `json:"mistakes"`
	Together int       `json:"together,omitempty"` // how many of Mistakes explain only together
}

// NewExpectation returns the view of a comparison of ours with what was expected. what is
// the kind of text that is compared.
func NewExpectation(c *compare.Comparison, what, ours, expected string) Expectation {
	v := Expectation{Equal: c.Equal(), Part: c.Part, Ours: ours, Expected: expected, Mistakes: Mistakes(c), Together: len(c.Together)}
	if !c.Equal() {
		v.Offset, v.Differs = &c.Offset, what
	}
	return v
}

// Signature is one that was checked. `percent schema oauth1 verify` and `percent schema
// sigv4 verify` describe it.
type Signature struct {
	Valid         bool       `json:"valid"`
	Method        string     `json:"method,omitempty"`
	Consumer      string     `json:"consumer,omitempty"`
	Token         string     `json:"token,omitempty"`
	AccessKey     string     `json:"access_key,omitempty"`
	Service       string     `json:"service,omitempty"`
	Region        string     `json:"region,omitempty"`
	SignedHeaders string     `json:"signed_headers,omitempty"`
	Payload       string     `json:"payload,omitempty"`
	Rule          string     `json:"rule,omitempty"` // by which it holds, as flags
	Reason        string     `json:"reason,omitempty"`
	Parameter     string     `json:"parameter,omitempty"`
	Offset        *int64     `json:"offset,omitempty"`
	Differs       string     `json:"differs,omitempty"` // which text, such as "string to sign"
	Part          string     `json:"part,omitempty"`
	Mistake       string     `json:"mistake,omitempty"`
	Ours          string     `json:"ours,omitempty"`
	Expected      string     `json:"expected,omitempty"`
	Mistakes      *[]Mistake `json:"mistakes,omitempty"`
	Together      int        `json:"together,omitempty"` // how many of Mistakes explain only together
}

// Compared adds what a comparison with the text that was signed or expected says.
func (v *Signature) Compared(c *compare.Comparison, ours, theirs string) {
	mistakes := Mistakes(c)
	v.Ours, v.Expected, v.Mistakes, v.Together = ours, theirs, &mistakes, len(c.Together)
	if !c.Equal() {
		offset := int64(c.Offset)
		v.Offset, v.Part = &offset, c.Part
	}
	if len(mistakes) > 0 {
		v.Mistake = mistakes[0].Mistake
	}
}

// RuleOf returns the rule by which the path and the query of r are signed, as flags.
func RuleOf(path sigv4.PathStyle, plus sigv4.PlusStyle, r *sigv4.Request) string {
	text := "--path " + path.String()
	if _, query, _ := strings.Cut(r.URL, "?"); strings.Contains(query, "+") {
		text += " --plus " + plus.String()
	}
	return text
}

// RefusedSignature returns the view of a signature that was refused for err: the reason,
// the parameter or field that it is about, and the offset in it where it is malformed.
func RefusedSignature(err error) Signature {
	var (
		syntax   *percent.SyntaxError
		method   *oauth1.MethodError
		byOAuth1 *oauth1.VerifyError
		bySigV4  *sigv4.VerifyError
	)
	switch {
	case errors.As(err, &syntax):
		return Signature{Reason: string(syntax.Reason), Parameter: syntax.Field, Offset: &syntax.Offset}
	case errors.As(err, &method):
		return Signature{Reason: "unknown signature method", Parameter: "oauth_signature_method"}
	case errors.As(err, &byOAuth1):
		return Signature{Reason: byOAuth1.Reason.String(), Parameter: byOAuth1.Param}
	case errors.As(err, &bySigV4):
		return Signature{Reason: bySigV4.Reason.String(), Parameter: bySigV4.Field}
	}
	return Signature{Reason: err.Error()}
}

// OAuth1 is a base string, with the steps to it.
type OAuth1 struct {
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

// NewOAuth1 returns the view of the steps to a base string. authorization is the header
// made of it, or "".
func NewOAuth1(steps *oauth1.Steps, authorization string) OAuth1 {
	v := OAuth1{nil, steps.Normalized, steps.BaseURI, steps.BaseString, authorization}
	for i, c := range steps.Collected {
		v.Parameters = append(v.Parameters, oauth1Parameter{c.Source.String(), c.Name, c.Value, steps.Encoded[i].Name, steps.Encoded[i].Value})
	}
	return v
}

// OAuth1Header is an Authorization header of OAuth 1.0.
type OAuth1Header struct {
	Realm  *string           `json:"realm,omitempty"`
	Params []oauth1Parameter `json:"parameters"`
}

// NewOAuth1Header returns the view of h.
func NewOAuth1Header(h *oauth1.Header) OAuth1Header {
	var v OAuth1Header
	if h.HasRealm {
		v.Realm = &h.Realm
	}
	for _, p := range h.Params {
		q := oauth1Parameter{Source: oauth1.FromHeader.String(), Name: p.Name, Value: p.Value}
		q.EncodedName, q.EncodedValue, _ = strings.Cut(oauth1.Normalize([]oauth1.Param{p}), "=")
		v.Params = append(v.Params, q)
	}
	return v
}

// SigV4 is a canonical request, with the steps to it and what is made of it.
type SigV4 struct {
	CanonicalURI     string      `json:"canonical_uri"`
	CanonicalQuery   string      `json:"canonical_query"`
	CanonicalHeaders string      `json:"canonical_headers"`
	SignedHeaders    string      `json:"signed_headers"`
	PayloadHash      string      `json:"payload_hash"`
	CanonicalRequest string      `json:"canonical_request"`
	Scope            string      `json:"scope"`
	StringToSign     string      `json:"string_to_sign"`
	Signature        string      `json:"signature,omitempty"`
	Headers          [][2]string `json:"headers,omitempty"`
	URL              string      `json:"url,omitempty"`
}

// NewSigV4 returns the view of steps. A request that is only made ready to be signed has
// neither signature nor authorization.
func NewSigV4(steps *sigv4.Steps, signature, authorization string) SigV4 {
	v := SigV4{
		CanonicalURI: steps.CanonicalURI, CanonicalQuery: steps.CanonicalQuery, CanonicalHeaders: steps.CanonicalHeaders,
		SignedHeaders: steps.SignedHeaders, PayloadHash: steps.PayloadHash, CanonicalRequest: steps.CanonicalRequest,
		Scope: steps.Scope, StringToSign: steps.StringToSign, Signature: signature, URL: steps.URL,
	}
	for _, h := range steps.Added {
		v.Headers = append(v.Headers, [2]string{h.Name, h.Value})
	}
	if authorization != "" {
		v.Headers = append(v.Headers, [2]string{"Authorization", authorization})
	}
	return v
}
