package jsonapi

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/pct-encoded/percent/form"
	"github.com/pct-encoded/percent/inspect/compare"
	"github.com/pct-encoded/percent/internal/httprequest"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/sign/oauth1"
	"github.com/pct-encoded/percent/sign/sigv4"
	"github.com/pct-encoded/percent/uri"
)

// local has the operations that the page does not have: those for programs, which need
// no explanation, and those that take secrets, which no transport should carry. Unlike
// the others, they use the clock and random numbers where a request does not name a date
// or a nonce. They are not linked without CallLocal.
var local struct {
	once       sync.Once
	operations []call
}

// CallLocal is Call with the operations that only a program in the same process may do.
func CallLocal(op string, request []byte) []byte {
	local.once.Do(func() { local.operations = localOperations() })
	for _, o := range local.operations {
		if o.name == op {
			return o.do(request)
		}
	}
	return Call(op, request)
}

func localOperations() []call {
	return []call{
		row("form decode", "form decode", parseForm),
		row("form encode", "form encode", serializeForm),
		row("url get", "url get", getURL),
		row("url set", "url set", setURL),
		op("oauth1 sign", signOAuth1),
		op("oauth1 verify", verifyOAuth1),
		op("sigv4 sign", signSigV4),
		op("sigv4 presign", presignSigV4),
		op("sigv4 verify", verifySigV4),
	}
}

// A formRequest is a request to read a query or a form body.
type formRequest struct {
	Text string `json:"text"`
	choices
}

type formResult struct {
	Pairs [][]string `json:"pairs"`
}

// formRules returns the rules that a request chooses.
func formRules(r *operation.Request) (*form.Rules, error) {
	plan, err := r.FormPlan(operation.Page)
	if err != nil {
		return nil, err
	}
	if r.Operation == "form encode" {
		plan, err = plan.Written()
	} else if plan.Detect {
		err = refuse("charset", r.Charset, unknownWord)
	}
	if err != nil {
		return nil, err
	}
	rules := r.Form(plan.Encoding)
	if plan.Charset != nil {
		rules = rules.WithCharset(plan.Charset)
	}
	return rules, nil
}

func parseForm(q *formRequest) (*reply, error) {
	if _, err := checked(&q.Request); err != nil {
		return nil, err
	}
	q.OnError = cmp.Or(q.OnError, "replace") // as URLSearchParams does
	rules, err := formRules(&q.Request)
	if err != nil {
		return nil, err
	}
	lo, hi := operation.Query(q.Text, q.In)
	pairs, err := rules.Parse(q.Text[lo:hi])
	if err != nil {
		return nil, err
	}
	result := formResult{Pairs: [][]string{}}
	for _, p := range pairs {
		result.Pairs = append(result.Pairs, []string{p.Name, p.Value})
	}
	return &reply{Result: result}, nil
}

// A pairsRequest is a request to write a query or a form body.
type pairsRequest struct {
	Pairs [][]string `json:"pairs"`
	choices
}

type outputResult struct {
	Output string `json:"output"`
}

func serializeForm(q *pairsRequest) (*reply, error) {
	if _, err := checked(&q.Request); err != nil {
		return nil, err
	}
	rules, err := formRules(&q.Request)
	if err != nil {
		return nil, err
	}
	var pairs []form.Pair
	for _, p := range q.Pairs {
		if len(p) != 2 {
			return nil, refuse("pairs", "", "not a pair")
		}
		pairs = append(pairs, form.Pair{Name: p[0], Value: p[1]})
	}
	return &reply{Result: outputResult{rules.Serialize(pairs)}}, nil
}

// A componentRequest is a request for a component of a URL.
type componentRequest struct {
	Text      string `json:"text"`
	Component string `json:"component"`
	choices
}

func getURL(q *componentRequest) (*reply, error) {
	q.Arguments = []string{q.Component}
	return converted(&q.Request, q.Text)
}

// A changeRequest is a request to change components of a URL.
type changeRequest struct {
	Text    string     `json:"text"`
	Changes [][]string `json:"changes,omitempty"`
	choices
}

func setURL(q *changeRequest) (*reply, error) {
	for _, c := range q.Changes {
		if len(c) != 2 || strings.Contains(c[0], "=") {
			return nil, refuse("changes", "", "not a pair")
		}
		q.Arguments = append(q.Arguments, c[0]+"="+c[1])
	}
	return converted(&q.Request, q.Text)
}

// converted returns what an operation on one value makes of a text.
func converted(r *operation.Request, text string) (*reply, error) {
	_, plan, err := planned(r)
	if err != nil {
		return nil, err
	}
	out, err := plan.Convert(nil, text)
	if err != nil {
		return nil, err
	}
	return &reply{Result: outputResult{string(out)}}, nil
}

// A signing is the request that is signed: all that a request to sign has.
type signing struct {
	Request string `json:"request"` // as of signRequest
	Scheme  string `json:"scheme,omitempty"`
}

func (q *signing) read() (*httprequest.Request, error) {
	r, _, err := (&signRequest{Request: q.Request, Scheme: q.Scheme}).read()
	if err == nil && r.Method == "" { // JSON need not have one
		r.Method = "GET"
	}
	return r, err
}

// An oauth1Request is a request to sign by OAuth 1.0, or to verify a signature.
type oauth1Request struct {
	signing
	ConsumerKey    string     `json:"consumer_key,omitempty"`
	ConsumerSecret string     `json:"consumer_secret,omitempty"`
	Token          string     `json:"token,omitempty"`
	TokenSecret    string     `json:"token_secret,omitempty"`
	Method         string     `json:"method,omitempty"`
	Realm          string     `json:"realm,omitempty"`
	Nonce          string     `json:"nonce,omitempty"`
	Timestamp      int        `json:"timestamp,omitempty"`
	Parameters     [][]string `json:"parameters,omitempty"`
	BodyHash       string     `json:"body_hash,omitempty"`
	OAuthVersion   string     `json:"oauth_version,omitempty"`
	// Window is how many seconds the timestamp may be from the clock; below 0, any.
	Window int `json:"window,omitempty"`
}

type signedResult struct {
	Authorization string     `json:"authorization,omitempty"`
	URL           string     `json:"url,omitempty"`
	Headers       [][]string `json:"headers,omitempty"`
	BaseString    string     `json:"base_string,omitempty"`
	Canonical     string     `json:"canonical_request,omitempty"`
	StringToSign  string     `json:"string_to_sign,omitempty"`
	Signature     string     `json:"signature,omitempty"`
}

// hmacMethod returns a method that needs no RSA key.
func hmacMethod(name string) (oauth1.SignatureMethod, error) {
	if strings.HasPrefix(name, "RSA") {
		return 0, refuse("method", name, unknownWord)
	}
	return oauth1.LookupSignatureMethod(cmp.Or(name, "HMAC-SHA1"))
}

// oneLine returns an error for text that would be more than a line of a header.
func oneLine(field, text string) error {
	if strings.ContainsAny(text, "\r\n\x00") {
		return refuse(field, "", "more than a line")
	}
	return nil
}

func signOAuth1(q *oauth1Request) (*reply, error) {
	r, err := q.read()
	if err != nil {
		return nil, err
	}
	switch {
	case q.ConsumerKey == "":
		return nil, refuse("consumer_key", "", isMissing)
	case q.ConsumerSecret == "" && q.TokenSecret == "":
		return nil, refuse("consumer_secret", "", isMissing)
	}
	if err := oneLine("realm", q.Realm); err != nil {
		return nil, err
	}
	var params []oauth1.Param
	for _, p := range q.Parameters {
		if len(p) != 2 {
			return nil, refuse("parameters", "", "not a pair")
		}
		params = append(params, oauth1.Param{Name: p[0], Value: p[1]})
	}
	req, err := r.OAuth1(params)
	if err != nil {
		return nil, err
	}
	req.Authorization = ""
	s := &oauth1.Signer{
		Consumer: oauth1.Credentials{Key: q.ConsumerKey, Secret: q.ConsumerSecret},
		Token:    oauth1.Credentials{Key: q.Token, Secret: q.TokenSecret}, Realm: q.Realm,
	}
	if s.Method, err = hmacMethod(q.Method); err != nil {
		return nil, err
	}
	if err := cmp.Or(word("oauth_version", &q.OAuthVersion, "send", "omit"), word("body_hash", &q.BodyHash, "omit", "body", "always")); err != nil {
		return nil, err
	}
	if q.OAuthVersion == "omit" {
		s.Version = oauth1.VersionOmitted
	}
	if q.Timestamp != 0 {
		s.Now = func() time.Time { return time.Unix(int64(q.Timestamp), 0) }
	}
	if q.Nonce != "" {
		s.Nonce = func() string { return q.Nonce }
	}
	if !r.IsForm() && (q.BodyHash == "always" || q.BodyHash == "body" && len(r.Body) > 0) {
		req.Params = append(req.Params, oauth1.Param{Name: "oauth_body_hash", Value: oauth1.BodyHash(r.Body, s.Method)})
	}
	header, err := s.AuthorizationHeader(req)
	if err != nil {
		return nil, err
	}
	req.Authorization, req.Params = header, nil
	base, err := oauth1.BaseString(req)
	if err != nil {
		return nil, err
	}
	return &reply{Result: signedResult{Authorization: header, BaseString: base}}, nil
}

// A verifiedResult says whether a signature is right.
type verifiedResult struct {
	Valid         bool     `json:"valid"`
	Reason        string   `json:"reason,omitempty"`
	Field         string   `json:"field,omitempty"` // the parameter or header field that it is about
	Text          string   `json:"text,omitempty"`
	Ours          string   `json:"ours,omitempty"` // what should have been signed
	Consumer      string   `json:"consumer,omitempty"`
	Token         string   `json:"token,omitempty"`
	Method        string   `json:"method,omitempty"`
	AccessKeyID   string   `json:"access_key_id,omitempty"`
	Region        string   `json:"region,omitempty"`
	Service       string   `json:"service,omitempty"`
	SignedHeaders []string `json:"signed_headers,omitempty"`
	Payload       string   `json:"payload,omitempty"`
	// Rule is the rule by which a signature of AWS holds, as flags of the command. Of a
	// wrong signature it is another rule than was asked for, and Mistake the one that the
	// signer made then, with MistakeText in words.
	Rule        string `json:"rule,omitempty"`
	Mistake     string `json:"mistake,omitempty"`
	MistakeText string `json:"mistake_text,omitempty"`
}

func verifyOAuth1(q *oauth1Request) (*reply, error) {
	r, err := q.read()
	if err != nil {
		return nil, err
	}
	if q.ConsumerSecret == "" && q.TokenSecret == "" {
		return nil, refuse("consumer_secret", "", isMissing)
	}
	v := &oauth1.Verifier{
		Nonces: oauth1.NoncesUnchecked, Window: time.Duration(q.Window) * time.Second,
		Methods: []oauth1.SignatureMethod{oauth1.HMACSHA1, oauth1.HMACSHA256, oauth1.HMACSHA512},
		Secrets: func(_ context.Context, consumer, token string) (s oauth1.Secrets, err error) {
			if q.ConsumerKey != "" && consumer != q.ConsumerKey || q.Token != "" && token != q.Token {
				return s, oauth1.ErrUnknown
			}
			s.Consumer = q.ConsumerSecret
			if token != "" {
				s.Token = q.TokenSecret
			}
			return s, nil
		},
	}
	if q.Window < 0 {
		v.Window = 1<<63 - 1
	}
	if q.Method != "" {
		m, err := hmacMethod(q.Method)
		if err != nil {
			return nil, err
		}
		v.Methods = []oauth1.SignatureMethod{m}
	}
	req, err := r.OAuth1(nil)
	var verified *oauth1.Verified
	if err == nil {
		verified, err = v.VerifyRequest(context.Background(), req, func() ([]byte, error) { return r.Body, nil })
	}
	var refused *oauth1.VerifyError
	if errors.As(err, &refused) {
		result := verifiedResult{Reason: refused.Reason.String(), Field: refused.Param, Text: forPeople(err.Error())}
		if refused.Reason == oauth1.WrongSignature {
			result.Ours, _ = oauth1.BaseString(req)
		}
		return &reply{Result: result}, nil
	}
	if err != nil {
		return nil, err
	}
	return &reply{Result: verifiedResult{Valid: true, Consumer: verified.Consumer, Token: verified.Token, Method: verified.Method.String()}}, nil
}

// A sigV4Request is a request to sign by Signature Version 4, or to verify a signature.
type sigV4Request struct {
	signing
	AccessKeyID     string   `json:"access_key_id,omitempty"`
	SecretAccessKey string   `json:"secret_access_key,omitempty"`
	SessionToken    string   `json:"session_token,omitempty"`
	Region          string   `json:"region,omitempty"`
	Service         string   `json:"service,omitempty"`
	Date            string   `json:"date,omitempty"` // such as 20130524T000000Z
	PayloadHash     string   `json:"payload_hash,omitempty"`
	SignedHeaders   []string `json:"signed_headers,omitempty"`
	Expires         *int     `json:"expires,omitempty"` // in seconds
	// Window is how many seconds the date may be from the clock; below 0, any.
	Window        int  `json:"window,omitempty"`
	AllowUnsigned bool `json:"allow_unsigned_payload,omitempty"`
}

// now returns the clock, or nil for that of the machine.
func (q *sigV4Request) now() (func() time.Time, error) {
	if q.Date == "" {
		return nil, nil
	}
	t, err := time.Parse(dateLayout, q.Date)
	if err != nil {
		return nil, refuse("date", q.Date, unknownWord)
	}
	return func() time.Time { return t }, nil
}

// signer returns what signs, and what is signed.
func (q *sigV4Request) signer() (*sigv4.Signer, *sigv4.Request, error) {
	r, err := q.read()
	if err != nil {
		return nil, nil, err
	}
	for _, f := range [][2]string{{"access_key_id", q.AccessKeyID}, {"secret_access_key", q.SecretAccessKey}, {"service", q.Service}} {
		if f[1] == "" {
			return nil, nil, refuse(f[0], "", isMissing)
		}
	}
	for _, f := range [][2]string{{"access_key_id", q.AccessKeyID}, {"session_token", q.SessionToken}, {"service", q.Service}, {"region", q.Region}, {"payload_hash", q.PayloadHash}} {
		if err := oneLine(f[0], f[1]); err != nil {
			return nil, nil, err
		}
	}
	url, field, _ := r.Hosts()
	s := &sigv4.Signer{
		Credentials: sigv4.Credentials{AccessKeyID: q.AccessKeyID, SecretAccessKey: q.SecretAccessKey, SessionToken: q.SessionToken},
		Region:      cmp.Or(q.Region, sigv4.RegionOfHost(cmp.Or(field, url)), "us-east-1"), Service: q.Service, SignedHeaders: q.SignedHeaders,
	}
	if s.Now, err = q.now(); err != nil {
		return nil, nil, err
	}
	req := r.SigV4()
	_, given := r.Get("X-Amz-Content-Sha256")
	switch {
	case q.PayloadHash != "":
		req.PayloadHash = q.PayloadHash
	case !given && len(r.Body) > 0:
		req.PayloadHash = sigv4.HashPayload(r.Body)
	}
	return s, req, nil
}

func signSigV4(q *sigV4Request) (*reply, error) {
	s, req, err := q.signer()
	if err != nil {
		return nil, err
	}
	steps, err := s.Explain(req)
	if err != nil {
		return nil, err
	}
	result := signedResult{Canonical: steps.CanonicalRequest, StringToSign: steps.StringToSign, Signature: steps.Signature, Authorization: steps.Authorization}
	for _, h := range steps.Added {
		result.Headers = append(result.Headers, []string{h.Name, h.Value})
	}
	result.Headers = append(result.Headers, []string{"Authorization", steps.Authorization})
	return &reply{Result: result}, nil
}

func presignSigV4(q *sigV4Request) (*reply, error) {
	s, req, err := q.signer()
	if err != nil {
		return nil, err
	}
	expires := 15 * time.Minute
	if q.Expires != nil {
		expires = time.Duration(*q.Expires) * time.Second
	}
	if expires < time.Second || expires > sigv4.MaxExpires {
		return nil, refuse("expires", "", "not from 1 to 604800 seconds")
	}
	steps, err := s.ExplainPresign(req, expires)
	if err != nil {
		return nil, err
	}
	return &reply{Result: signedResult{URL: steps.URL, Canonical: steps.CanonicalRequest, StringToSign: steps.StringToSign, Signature: steps.Signature}}, nil
}

func verifySigV4(q *sigV4Request) (*reply, error) {
	r, err := q.read()
	if err != nil {
		return nil, err
	}
	if q.SecretAccessKey == "" {
		return nil, refuse("secret_access_key", "", isMissing)
	}
	v := &sigv4.Verifier{
		Region: q.Region, Service: q.Service, Window: time.Duration(q.Window) * time.Second,
		Credentials: func(_ context.Context, id string) (c sigv4.Credentials, err error) {
			if q.AccessKeyID != "" && id != q.AccessKeyID {
				return c, sigv4.ErrUnknown
			}
			return sigv4.Credentials{AccessKeyID: id, SecretAccessKey: q.SecretAccessKey, SessionToken: q.SessionToken}, nil
		},
	}
	if q.AllowUnsigned {
		v.Payload = sigv4.PayloadUnsigned
	}
	if v.Now, err = q.now(); err != nil {
		return nil, err
	}
	verified, err := v.VerifyRequest(context.Background(), r.SigV4(), func() ([]byte, error) { return r.Body, nil })
	var refused *sigv4.VerifyError
	if errors.As(err, &refused) {
		result := verifiedResult{Reason: refused.Reason.String(), Field: refused.Field, Text: forPeople(err.Error())}
		if refused.Reason == sigv4.WrongSignature {
			result.Ours, _ = v.CanonicalRequest(r.SigV4(), r.Body)
			if other, made, err := v.OtherRule(context.Background(), r.SigV4(), r.Body); err == nil && other != nil {
				result.Rule = results.RuleOf(other.Path, other.Plus, r.SigV4())
				if m := compare.SentRaw(uri.ParseLenient(r.URL).Path().Raw, result.Ours, made); m != nil {
					result.Mistake, result.MistakeText = m.ID, m.String()
				}
			}
		}
		return &reply{Result: result}, nil
	}
	if err != nil {
		return nil, err
	}
	return &reply{Result: verifiedResult{
		Valid: true, AccessKeyID: verified.AccessKeyID, Region: verified.Region, Service: verified.Service,
		SignedHeaders: verified.SignedHeaders, Payload: verified.Payload.String(),
		Rule: results.RuleOf(verified.Path, verified.Plus, r.SigV4()),
	}}, nil
}
