package jsonapi

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/pct-encoded/percent/inspect/compare"
	"github.com/pct-encoded/percent/internal/httprequest"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/signing"
	"github.com/pct-encoded/percent/internal/strictjson"
	"github.com/pct-encoded/percent/sign"
)

// signedTexts returns the operations that show the text that a scheme signs. The name of
// each is that of the scheme.
func signedTexts() []call {
	var list []call
	for _, o := range operation.All() {
		if o.Signs != nil && o.Signs.Open {
			list = append(list, op(o.Signs.Name, func(q *signRequest) (*reply, error) { return q.explain(o) }))
		}
	}
	return list
}

// signatures returns the operations that take secrets: those that sign and verify.
func signatures() []call {
	var list []call
	for _, o := range operation.All() {
		if o.Signs == nil || o.Signs.Open || o.Signs.Secrets == nil { // those of SAML sign with a key in PEM
			continue
		}
		keys := append([]string{"request", "scheme"}, o.Signs.Keys...)
		for _, secret := range o.Signs.Secrets {
			keys = append(keys, secret.Key)
		}
		list = append(list, call{name: o.Name, call: func(request string) (*reply, error) {
			var q signatureRequest
			if err := (strictjson.Reader{Only: keys}).Read(request, &q); err != nil {
				return nil, err
			}
			return q.do(o.Signs)
		}})
	}
	return list
}

// A signRequest is a request for the text that a signature of an HTTP request is made
// of. It has no member for a secret, because none is needed.
type signRequest struct {
	// Request is raw HTTP, a command line of curl, what `curl -v` prints, a HAR
	// archive or JSON.
	Request string `json:"request"`
	Entry   int    `json:"entry,omitempty"` // which of several requests, from 1
	Scheme  string `json:"scheme,omitempty"`
	// Theirs is the text that somebody else has signed, or the error document in which
	// AWS shows it.
	Theirs string `json:"theirs,omitempty"`

	// For AWS. They take the place of what the request says of its signature.
	Service string `json:"service,omitempty"`
	Region  string `json:"region,omitempty"`
	Date    string `json:"date,omitempty"` // such as 20130524T000000Z
	// DefaultService and DefaultDate are for requests that say nothing.
	DefaultService string `json:"default_service,omitempty"`
	DefaultDate    string `json:"default_date,omitempty"`

	// For signatures of services: what the request need not say.
	As         string `json:"as,omitempty"`
	Account    string `json:"account,omitempty"`
	Label      string `json:"label,omitempty"`
	Method     string `json:"method,omitempty"`
	Expression string `json:"expression,omitempty"`
}

type signResult struct {
	Method     string              `json:"method"`
	URL        string              `json:"url"`
	Requests   int                 `json:"requests"`
	Parameters []signing.Parameter `json:"parameters,omitempty"`
	Steps      []part              `json:"steps"`
	Text       string              `json:"text"` // what is signed
	Theirs     *inspected          `json:"theirs,omitempty"`
	// TheirsText is the text that Theirs is about, if it was taken from a document.
	TheirsText string `json:"theirs_text,omitempty"`
	// Signature is what the request says of its signature, as the command prints it with
	// --json, for the schemes that read more than the text.
	Signature any `json:"signature,omitempty"`
}

// read returns the request that is to be signed, and how many there are.
func (q *signRequest) read() (*httprequest.Request, int, error) {
	if err := word("scheme", &q.Scheme, "https", "http"); err != nil {
		return nil, 0, err
	}
	list, err := httprequest.Parse([]byte(q.Request), q.Scheme, func(name string) ([]byte, error) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errors.New("the page reads no files: paste what is in it")}
	})
	if err != nil {
		return nil, 0, err
	}
	i := max(q.Entry, 1) - 1
	if i >= len(list) {
		return nil, 0, refuse("entry", "", "no such request")
	}
	return list[i], len(list), nil
}

// explain returns the text that o shows, and the steps to it.
func (q *signRequest) explain(o *operation.Operation) (*reply, error) {
	r, n, err := q.read()
	if err != nil {
		return nil, err
	}
	s := o.Signs
	made, err := s.Make(&signing.Call{
		Context: context.Background(), Request: r, Program: &signing.Program{LookupEnv: noEnvironment},
		Options: &signing.Options{Service: q.Service, Region: q.Region, Date: q.Date, DefaultService: q.DefaultService, DefaultDate: q.DefaultDate, As: q.As, Account: q.Account, Label: q.Label, Method: q.Method, Expression: q.Expression},
	})
	if err != nil {
		return nil, notSigned(err)
	}
	result := signResult{Method: r.Method, URL: r.URL, Requests: n, Text: made.Text, Parameters: firsts(made.Collected, MaxItems)}
	for _, step := range made.Steps {
		if step.Name != s.Key() {
			result.Steps = append(result.Steps, part{step.Name, step.Text})
		}
	}
	q.compare(&result, s.Format)
	c := newCommand(append(append([]string{"percent"}, strings.Fields(o.Name)...), "--explain")...)
	var program []string
	var flags [][2]string
	if made.Again != nil {
		program, flags = made.Again(goText)
	} else {
		result.Signature = made.View
		flags = slices.DeleteFunc([][2]string{{"--as", q.As}, {"--account", q.Account}, {"--service", q.Service}, {"--label", q.Label}, {"--method", q.Method}, {"--expression", q.Expression}}, func(f [2]string) bool { return f[1] == "" })
	}
	for _, flag := range flags {
		c.flag(flag[0], flag[1])
	}
	c.add("-f", "request.http")
	return &reply{Result: result, Command: c.String(), Go: program, Sources: []source{{s.Title, s.URL}}, Guide: guideTo(s.Name)}, nil
}

// compare adds a comparison with theirs to r.
func (q *signRequest) compare(r *signResult, format compare.Format) {
	if q.Theirs == "" {
		return
	}
	theirs := q.Theirs
	if m, ok := httprequest.ParseMismatch(theirs); ok && format == compare.CanonicalRequest && m.CanonicalRequest != "" {
		theirs = m.CanonicalRequest
		r.TheirsText = beginning(theirs, MaxRepair)
	}
	found := &results.Comparison{Comparison: compare.Compare(r.Text, theirs, format), Texts: [2]string{r.Text, theirs}}
	view, cut := shortened(found)
	repairs, _ := withRepairs(nil, found, cut)
	r.Theirs = &inspected{view, repairs}
}

// notSigned returns an error of package signing as one about a member of the request.
func notSigned(err error) error {
	var failure *signing.Failure
	if errors.As(err, &failure) && failure.Reason != "" {
		return refuse(failure.Option, failure.Value, failure.Reason)
	}
	return err
}

// noEnvironment is the environment of what depends on the request alone.
func noEnvironment(string) (string, bool) { return "", true }

// A signatureRequest is a request to sign, or to verify a signature.
type signatureRequest struct {
	Request string `json:"request"` // as of signRequest
	Scheme  string `json:"scheme,omitempty"`
	signing.Options
	ConsumerSecret  string     `json:"consumer_secret,omitempty"`
	TokenSecret     string     `json:"token_secret,omitempty"`
	SecretAccessKey string     `json:"secret_access_key,omitempty"`
	Secret          string     `json:"secret,omitempty"` // of the schemes of services
	SessionToken    string     `json:"session_token,omitempty"`
	Parameters      [][]string `json:"parameters,omitempty"`
	Expires         *int       `json:"expires,omitempty"` // in seconds
	// Window is how many seconds the date may be from the clock; below 0, any.
	Window int `json:"window,omitempty"`
}

// text returns what stands under a key, of those with secrets and of those that a scheme
// requires.
func (q *signatureRequest) text(key string) string {
	return map[string]string{
		"consumer_secret": q.ConsumerSecret, "token_secret": q.TokenSecret,
		"secret_access_key": q.SecretAccessKey, "session_token": q.SessionToken, "secret": q.Secret,
		"access_key_id": q.AccessKey, "service": q.Service,
	}[key]
}

type signedResult struct {
	Authorization string      `json:"authorization,omitempty"`
	URL           string      `json:"url,omitempty"`
	Headers       [][2]string `json:"headers,omitempty"`
	BaseString    string      `json:"base_string,omitempty"`
	Canonical     string      `json:"canonical_request,omitempty"`
	StringToSign  string      `json:"string_to_sign,omitempty"`
	Signature     string      `json:"signature,omitempty"`
	SignedText    string      `json:"signed_text,omitempty"`
	Sent          string      `json:"sent,omitempty"`
}

// do signs or verifies.
func (q *signatureRequest) do(s *signing.Verb) (*reply, error) {
	c, err := q.call(s.Scheme)
	if err != nil {
		return nil, err
	}
	if s.Make == nil {
		return q.verify(s.Scheme, c)
	}
	for _, key := range s.Required {
		if q.text(key) == "" {
			return nil, refuse(key, "", isMissing)
		}
	}
	made, err := s.Make(c)
	if err != nil {
		return nil, notSigned(err)
	}
	result := signedResult{Authorization: made.Authorization, URL: made.URL, StringToSign: made.ToSign, Signature: made.Signature}
	if made.Authorization != "" {
		result.Headers = made.Headers
	}
	switch s.Format {
	case compare.BaseString:
		result.BaseString = made.Text
	case compare.CanonicalRequest:
		result.Canonical = made.Text
	default:
		result.SignedText, result.Sent = made.Text, made.Output
	}
	return &reply{Result: result}, nil
}

// call returns what is asked of a scheme.
func (q *signatureRequest) call(s *signing.Scheme) (*signing.Call, error) {
	r, _, err := (&signRequest{Request: q.Request, Scheme: q.Scheme}).read()
	if err != nil {
		return nil, err
	}
	if r.Method == "" { // JSON need not have one
		r.Method = "GET"
	}
	if strings.HasPrefix(q.Method, "RSA") { // for which there is no key
		return nil, refuse("method", q.Method, unknownWord)
	}
	o := &q.Options
	for _, p := range q.Parameters {
		if len(p) != 2 || strings.Contains(p[0], "=") {
			return nil, refuse("parameters", "", "not a pair")
		}
		o.Parameters = append(o.Parameters, p[0]+"="+p[1])
	}
	o.Methods = []string{"HMAC-SHA1", "HMAC-SHA256", "HMAC-SHA512"}
	if q.Method != "" {
		o.Methods = []string{q.Method}
	}
	o.TokenSecret = q.TokenSecret != ""
	o.Expires = 15 * time.Minute
	if q.Expires != nil {
		o.Expires = time.Duration(*q.Expires) * time.Second
	}
	if o.Window = time.Duration(q.Window) * time.Second; q.Window < 0 {
		o.Window = signing.Unchecked
	}
	environment := map[string]string{}
	for _, secret := range s.Secrets {
		environment[secret.Name] = q.text(secret.Key)
	}
	return &signing.Call{
		Context: context.Background(), Options: o, Request: r,
		Program: &signing.Program{Clock: true, LookupEnv: func(name string) (string, bool) { return environment[name], true }},
	}, nil
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
	// Of the schemes of services, Fix says what to do about Mistake, and With is a second one
	// that was made with the secret or the signature.
	Fix  string `json:"fix,omitempty"`
	With string `json:"with,omitempty"`
}

func (q *signatureRequest) verify(s *signing.Scheme, c *signing.Call) (*reply, error) {
	given, first := false, ""
	for _, secret := range s.Secrets {
		if secret.Needed {
			given = given || q.text(secret.Key) != ""
			first = cmp.Or(first, secret.Key)
		}
	}
	if !given {
		return nil, refuse(first, "", isMissing)
	}
	check, err := s.Check(c)
	if err != nil {
		return nil, notSigned(err)
	}
	v, _, err := check.Verify()
	if err == nil {
		result := verifiedResult{
			Valid: true, Consumer: v.Consumer, Token: v.Token, Method: v.Method,
			AccessKeyID: v.AccessKey, Region: v.Region, Service: v.Service, Payload: v.Payload, Rule: v.Rule,
		}
		if v.SignedHeaders != "" {
			result.SignedHeaders = strings.Split(v.SignedHeaders, ";")
		}
		return &reply{Result: result}, nil
	}
	refusal := s.Refused(err)
	if signing.Known(err) || refusal.Reason == "" {
		return nil, notSigned(err)
	}
	result := verifiedResult{Reason: refusal.Reason, Field: refusal.Parameter, Text: forPeople(err.Error())}
	if refusal.Wrong {
		result.Ours, _ = check.Ours()
		if check.OtherRule != nil {
			result.byRule(check.OtherRule())
		}
		if check.Own != nil {
			result.byOwn(check.Own())
		}
	}
	return &reply{Result: result}, nil
}

// byOwn adds the mistake that explains a signature, unless it is nil.
func (v *verifiedResult) byOwn(m *sign.Mistake) {
	if m == nil {
		return
	}
	v.Mistake, v.MistakeText, v.Fix = m.ID, m.Text, m.Fix
	if m.With != nil {
		v.With = m.With.ID
	}
}

// byRule adds the rule by which a signature holds, unless other is nil.
func (v *verifiedResult) byRule(other *signing.Ruled) {
	if other == nil {
		return
	}
	v.Rule = other.Rule
	if m := other.Mistake; m != nil {
		v.Mistake, v.MistakeText = m.ID, m.String()
	}
}
