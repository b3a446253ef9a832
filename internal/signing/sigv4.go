package signing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/pct-encoded/percent/inspect/compare"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/httprequest"
	"github.com/pct-encoded/percent/sign"
	"github.com/pct-encoded/percent/sign/sigv4"
	"github.com/pct-encoded/percent/uri"
)

// SigV4 is AWS Signature Version 4.
var SigV4 = &Scheme{
	Name: "sigv4", What: "canonical request", Format: compare.CanonicalRequest, Refusals: "the SignatureDoesNotMatch of AWS",
	Title: "AWS Signature Version 4", URL: "https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html",
	Secrets:  []Variable{{"AWS_SECRET_ACCESS_KEY", "secret_access_key", true}, {"AWS_SESSION_TOKEN", "session_token", false}},
	Keys:     []string{"access_key_id", "region", "service", "date", "payload_hash", "signed_headers", "expires", "window", "allow_unsigned_payload"},
	Required: []string{"access_key_id", "secret_access_key", "service"},
	Explain:  explainSigV4, Sign: signSigV4, Presign: presignSigV4, Check: checkSigV4, Hint: tokenHint,
	Refused: func(err error) Refusal {
		var refused *sigv4.VerifyError
		if !errors.As(err, &refused) {
			return Refusal{}
		}
		r := Refusal{Reason: refused.Reason.String(), Parameter: refused.Field, Wrong: refused.Reason == sigv4.WrongSignature}
		switch refused.Reason {
		case sigv4.NotSigned:
			r.Hint = "pass the request as it was sent, with its Authorization header or its X-Amz- parameters"
		case sigv4.WrongScope:
			r.Hint = "sign with the date of the request, the region of the host, or --region, and the service; AWS refuses any other scope"
		case sigv4.PayloadNotSigned:
			r.Hint = "the signature is valid but does not cover the body; accept that with --allow-unsigned-payload"
		}
		return r
	},
}

// tokenHint says why a session token is refused, or missed, and whether that is not known here.
func tokenHint(c *Call, err error) (hint string, undecided bool) {
	var refused *sigv4.VerifyError
	if !errors.As(err, &refused) {
		return "", false
	}
	const name = "X-Amz-Security-Token"
	_, query, _ := strings.Cut(c.Request.URL, "?")
	values, _ := url.ParseQuery(query)
	field, _ := c.Request.Get(name)
	sent, known := cmp.Or(field, values.Get(name)), c.Program.env("AWS_SESSION_TOKEN")
	if refused.Reason == sigv4.WrongSignature {
		authorization, _ := c.Request.Get("Authorization")
		if sent == "" && (strings.HasPrefix(values.Get("X-Amz-Credential"), "ASIA") || strings.Contains(authorization, "Credential=ASIA")) {
			return "a key that begins with ASIA is temporary, and the request has no " + name + ", without which AWS refuses it", false
		}
		return "", false
	}
	decoded, _ := url.PathUnescape(sent)
	switch {
	case refused.Reason != sigv4.WrongToken:
		return "", false
	case known == "":
		return "AWS_SESSION_TOKEN is not set, so the token of the request cannot be compared: set it to that of the access key", true
	case sent == "":
		return "the request has no " + name + ": send and sign that of the access key", false
	case strings.ReplaceAll(sent, " ", "+") == known:
		return "a '+' of the token arrived as a space: write %2B", false
	case decoded == known:
		return "the token is encoded once more than it should be", false
	}
	return "the token of the request is not that of AWS_SESSION_TOKEN", false
}

// dateLayout is how X-Amz-Date is written.
const dateLayout = "20060102T150405Z"

func (o *Options) styles() (path sigv4.PathStyle, plus sigv4.PlusStyle, err error) {
	path, wrong := choice[sigv4.PathStyle]("path", o.Path)
	plus, err = choice[sigv4.PlusStyle]("plus", o.Plus)
	return path, plus, cmp.Or(wrong, err)
}

// clock returns a clock that always returns a date, or nil for "".
func clock(date string) (func() time.Time, error) {
	if date == "" {
		return nil, nil
	}
	t, err := time.Parse(dateLayout, date)
	if err != nil {
		return nil, usage("write it as 20130524T000000Z", "%q is not a date", date).of("date", date, Unknown)
	}
	return func() time.Time { return t }, nil
}

// sigv4 returns a signer without credentials, the request, and what a request that is
// signed already says of its signature.
func (c *Call) sigv4() (s *sigv4.Signer, req *sigv4.Request, claimed *sigv4.Signature, err error) {
	if err := c.versionTwo(); err != nil {
		return nil, nil, nil, err
	}
	r := c.Request
	req = r.SigV4()
	s = &sigv4.Signer{Service: c.Service, Region: c.Region, SignedHeaders: c.SignedHeaders}
	if s.Path, s.Plus, err = c.styles(); err != nil {
		return nil, nil, nil, err
	}
	if s.Service == "" || !c.Program.Clock {
		claimed, err = (&sigv4.Verifier{Plus: s.Plus}).Claimed(req)
		var refused *sigv4.VerifyError
		switch {
		case err == nil:
			s.Service, s.Region = cmp.Or(s.Service, claimed.Service), cmp.Or(s.Region, claimed.Region)
		case !errors.As(err, &refused) || refused.Reason != sigv4.NotSigned:
			return nil, nil, nil, err
		default:
			s.Service = cmp.Or(s.Service, c.DefaultService)
		}
		if s.Service == "" {
			return nil, nil, nil, usage("set --service: s3 for objects, execute-api for API Gateway", "no service").of("service", "", Missing)
		}
	}
	c.locate(s)
	if err := cmp.Or(oneLine("service", "--service", s.Service), oneLine("region", "--region", s.Region), oneLine("payload_hash", "--payload-hash", c.PayloadHash)); err != nil {
		return nil, nil, nil, err
	}
	if s.Now, err = clock(c.Date); err != nil {
		return nil, nil, nil, err
	}
	_, given := r.Get("X-Amz-Content-Sha256")
	switch {
	case c.PayloadHash != "":
		req.PayloadHash = c.PayloadHash
	case !given && len(r.Body) > 0:
		req.PayloadHash = sigv4.HashPayload(r.Body)
	}
	return s, req, claimed, nil
}

// versionTwo returns the error for a request that is signed by version 2.
func (c *Call) versionTwo() error {
	two := &sign.Scheme{Marks: []string{"Authorization:AWS ", "|", "?AWSAccessKeyId", "?Signature", "|", "&AWSAccessKeyId", "&SignatureVersion"}}
	if !two.Marked(c.signRequest()) {
		return nil
	}
	return usage("use percent signature, which knows it", "the request is signed by Signature Version 2").of("request", "", Unknown)
}

// locate sets the region of s, unless it is known, and reports a host in another region,
// which makes AWS refuse the request.
func (c *Call) locate(s *sigv4.Signer) {
	url, field, _ := c.Request.Hosts()
	named, configured := sigv4.RegionOfHost(cmp.Or(field, url)), c.Program.env("AWS_REGION")
	switch {
	case s.Region != "" && named != "" && s.Region != named:
		c.Program.note("the host is in %s, and the request is signed for %s", named, excerpt.Name(s.Region))
	case s.Region == "" && named != "" && configured != "" && named != configured:
		c.Program.note("signed for %s, where the host is, and not for %s of AWS_REGION", named, excerpt.Name(configured))
	}
	s.Region = cmp.Or(s.Region, named, configured, "us-east-1")
}

// hostOfAWS returns the host to which a request goes, if it is one of AWS, or "".
func (c *Call) hostOfAWS() string {
	url, field, _ := c.Request.Hosts()
	host, _, _ := strings.Cut(cmp.Or(field, url), ":")
	if host = strings.ToLower(host); !strings.HasSuffix(host, ".amazonaws.com") && !strings.HasSuffix(host, ".amazonaws.com.cn") {
		return ""
	}
	return host
}

// regionOfAWS returns the region of a host of AWS, which refuses credentials of another one.
func (c *Call) regionOfAWS() string { return sigv4.RegionOfHost(c.hostOfAWS()) }

// serviceOfAWS returns the service of a host of AWS, which refuses credentials of another one,
// such as execute-api of x.execute-api.eu-west-1.amazonaws.com, or "" where the labels of the
// host do not say it for certain.
func (c *Call) serviceOfAWS() string {
	host := c.hostOfAWS()
	region, labels := sigv4.RegionOfHost(host), strings.Split(host, ".")
	for i := len(labels) - 2; region != "" && i >= 0; i-- {
		switch label := labels[i]; label {
		case "execute-api", "s3", "dynamodb", "sqs", "sns", "kms", "sts", "secretsmanager", "ssm", "lambda":
			if labels[i+1] == region {
				return label
			}
		case "appsync-api":
			return "appsync"
		case "es", "aoss":
			if i > 0 && labels[i-1] == region {
				return label
			}
		}
	}
	return ""
}

// credentials returns those of an access key.
func (c *Call) credentials(id string) (k sigv4.Credentials, err error) {
	k.AccessKeyID, k.SessionToken = cmp.Or(id, c.Program.env("AWS_ACCESS_KEY_ID")), c.Program.env("AWS_SESSION_TOKEN")
	if k.AccessKeyID == "" {
		return k, usage("set AWS_ACCESS_KEY_ID, or use --access-key", "no access key").of("access_key_id", "", Missing)
	}
	if err := cmp.Or(oneLine("access_key_id", "the access key", k.AccessKeyID), oneLine("session_token", "AWS_SESSION_TOKEN", k.SessionToken)); err != nil {
		return k, err
	}
	k.SecretAccessKey, err = c.Program.filled(secret{"secret_access_key", "AWS_SECRET_ACCESS_KEY", c.SecretFile, "secret access key"})
	return k, err
}

// sentPath returns the path of a URL as it is sent.
func sentPath(url string) string { return uri.ParseLenient(url).Path().Raw }

// surprise reports a path that S3 reads differently than it looks, or that servers other
// than AWS sign differently.
// https://github.com/anomalizer/ngx_aws_auth/issues/87 shows what S3 signs then.
func (c *Call) surprise(service string, sent string, steps *sigv4.Steps) {
	if sigv4.CanonicalURI(sent, sigv4.PathS3) != steps.CanonicalURI || !strings.HasPrefix(service, "s3") || c.Path != "" && c.Path != "service" {
		return
	}
	plus := strings.Contains(sent, "+")
	if plus {
		c.Program.hint("S3 reads a '+' in a path as a space: write %2B for a plus sign, %20 for a space")
	}
	if steps.URL != "" {
		return // its path is written as it is signed
	}
	switch {
	case strings.Contains(sent, " "):
		c.Program.hint("a path with a space cannot be sent: write %20")
	case !plus && sent != "" && sent != steps.CanonicalURI:
		c.Program.hint("send the path as " + excerpt.Name(steps.CanonicalURI) + ", as it is signed: not every server of S3's protocol accepts another spelling")
	}
}

// explainSigV4 returns the canonical request that the signature of a signed request should
// match or, for any other request and with options, the one to sign.
func explainSigV4(c *Call) (*Signing, error) {
	s, req, claimed, err := c.sigv4()
	if err != nil {
		return nil, err
	}
	asClaimed := claimed != nil && c.Service == "" && c.Region == "" && c.PayloadHash == "" && c.SignedHeaders == nil && c.Date == ""
	explain := s.Explain
	date := c.Date
	if asClaimed {
		v := &sigv4.Verifier{Path: s.Path, Plus: s.Plus}
		explain = func(req *sigv4.Request) (*sigv4.Steps, error) { return v.Explain(req, c.Request.Body) }
	} else {
		sent, _ := c.Request.Get("X-Amz-Date")
		if expires, presigned, ok := c.Request.Presigned(s); ok {
			sent = presigned
			if at, err := clock(presigned); err == nil && s.Now == nil {
				s.Now = at
			}
			explain = func(req *sigv4.Request) (*sigv4.Steps, error) { return s.ExplainPresign(req, expires) }
		}
		if date, err = c.dated(s, sent); err != nil {
			return nil, err
		}
	}
	steps, err := explain(req)
	if err != nil {
		return nil, err
	}
	made := c.signedBySigV4(s, req, steps, "", "")
	made.Output = steps.CanonicalRequest
	made.Again = func(quote func(string) string) (program []string, flags [][2]string) {
		given := ""
		if len(req.Header) > 0 {
			given = ", Header: header" // which may hold a token
		}
		if req.PayloadHash != "" {
			given += ", PayloadHash: sigv4.HashPayload(body)"
		}
		request := "(&sigv4.Request{Method: " + quote(c.Request.Method) + ", URL: " + quote(c.Request.URL) + given + "}"
		if asClaimed {
			return []string{"steps, err := new(sigv4.Verifier).Explain" + request + ", body)"}, nil
		}
		return []string{
			`date, err := time.Parse("` + dateLayout + `", ` + quote(date) + ")",
			"s := &sigv4.Signer{Service: " + quote(s.Service) + ", Region: " + quote(s.Region) + ", Now: func() time.Time { return date }}",
			"steps, err := s.Explain" + request + ")",
		}, [][2]string{{"--service", s.Service}, {"--region", c.Region}, {"--date", c.Date}}
	}
	return made, nil
}

// dated returns the date of a request that is to be signed, which comes with it as sent
// where the program has no clock.
func (c *Call) dated(s *sigv4.Signer, sent string) (date string, err error) {
	if c.Program.Clock {
		return c.Date, nil
	}
	if date = cmp.Or(c.Date, sent, c.DefaultDate); date == "" {
		return "", usage("", "no date").of("date", "", Missing)
	}
	s.Now, err = clock(date)
	return date, err
}

func signSigV4(c *Call) (*Signing, error) {
	s, req, _, err := c.sigv4()
	if err != nil {
		return nil, err
	}
	if s.Credentials, err = c.credentials(c.AccessKey); err != nil {
		return nil, err
	}
	steps, err := s.Explain(req)
	if err != nil {
		return nil, err
	}
	made := c.signedBySigV4(s, req, steps, steps.Signature, steps.Authorization)
	for _, h := range made.Headers {
		made.Output += h[0] + ": " + h[1] + "\n"
	}
	made.Output = strings.TrimSuffix(made.Output, "\n")
	return made, nil
}

func presignSigV4(c *Call) (*Signing, error) {
	if c.Expires < time.Second || c.Expires > sigv4.MaxExpires {
		return nil, usage("set --expires to a time between 1s and 168h", "a URL cannot be valid for %v", c.Expires).of("expires", "", OutOfBounds)
	}
	s, req, _, err := c.sigv4()
	if err != nil {
		return nil, err
	}
	if s.Credentials, err = c.credentials(c.AccessKey); err != nil {
		return nil, err
	}
	steps, err := s.ExplainPresign(req, c.Expires)
	if err != nil {
		return nil, err
	}
	made := c.signedBySigV4(s, req, steps, steps.Signature, steps.Authorization)
	made.Output = steps.URL
	return made, nil
}

// signedBySigV4 returns the signing of a request. That of a request which is only made
// ready to be signed has neither signature nor authorization.
func (c *Call) signedBySigV4(s *sigv4.Signer, req *sigv4.Request, steps *sigv4.Steps, signature, authorization string) *Signing {
	c.surprise(s.Service, sentPath(req.URL), steps)
	made := &Signing{
		Text: steps.CanonicalRequest, ToSign: steps.StringToSign,
		Signature: signature, Authorization: authorization, URL: steps.URL,
		Steps: []Step{
			{"canonical_uri", "canonical URI", steps.CanonicalURI},
			{"canonical_query", "canonical query", steps.CanonicalQuery},
			{"canonical_headers", "canonical headers", steps.CanonicalHeaders},
			{"signed_headers", "signed headers", steps.SignedHeaders},
			{"payload_hash", "payload hash", steps.PayloadHash},
			{"canonical_request", "canonical request", steps.CanonicalRequest},
			{"scope", "scope", steps.Scope},
			{"string_to_sign", "string to sign", steps.StringToSign},
		},
	}
	for _, h := range steps.Added {
		made.Headers = append(made.Headers, [2]string{h.Name, h.Value})
	}
	if authorization != "" {
		made.Headers = append(made.Headers, [2]string{"Authorization", authorization})
	}
	made.page = made.list
	made.View = SigV4View{
		CanonicalURI: steps.CanonicalURI, CanonicalQuery: steps.CanonicalQuery, CanonicalHeaders: steps.CanonicalHeaders,
		SignedHeaders: steps.SignedHeaders, PayloadHash: steps.PayloadHash, CanonicalRequest: steps.CanonicalRequest,
		Scope: steps.Scope, StringToSign: steps.StringToSign, Signature: signature, Headers: made.Headers, URL: steps.URL,
	}
	return made
}

// SigV4View is a canonical request with the steps to it and what is made of it, as JSON.
type SigV4View struct {
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

// list is the page of a scheme whose steps follow one another.
func (s *Signing) list() string {
	var b strings.Builder
	write := func(title, text string) {
		b.WriteString(title + "\n  " + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n  ") + "\n")
	}
	for _, step := range s.Steps {
		write(step.Title, step.Text)
	}
	for _, made := range [][2]string{{"signature", s.Signature}, {"Authorization", s.Authorization}, {"presigned URL", s.URL}} {
		if made[1] != "" {
			write(made[0], made[1])
		}
	}
	return b.String()
}

// ruleOf returns the rule by which the path and the query of r are signed, as flags.
func ruleOf(path sigv4.PathStyle, plus sigv4.PlusStyle, r *httprequest.Request) string {
	text := "--path " + path.String()
	if _, query, _ := strings.Cut(r.URL, "?"); strings.Contains(query, "+") {
		text += " --plus " + plus.String()
	}
	return text
}

func checkSigV4(c *Call) (*Check, error) {
	if c.Window < 0 && c.Window != Unchecked {
		return nil, usage("without --window, the date is not checked", "a window cannot be %v", c.Window)
	}
	if err := c.versionTwo(); err != nil {
		return nil, err
	}
	v := &sigv4.Verifier{Region: cmp.Or(c.Region, c.regionOfAWS()), Service: cmp.Or(c.Service, c.serviceOfAWS()), Window: max(c.Window, -1)}
	var err error
	if v.Path, v.Plus, err = c.styles(); err != nil {
		return nil, err
	}
	if c.AllowUnsigned {
		v.Payload = sigv4.PayloadUnsigned
	}
	if v.Now, err = clock(c.Date); err != nil {
		return nil, err
	}
	// Ask only once, not for every text that may have been signed.
	accessKey := ""
	known := sync.OnceValues(func() (sigv4.Credentials, error) { return c.credentials(accessKey) })
	v.Credentials = func(_ context.Context, id string) (sigv4.Credentials, error) {
		if c.AccessKey != "" && id != c.AccessKey {
			return sigv4.Credentials{}, sigv4.ErrUnknown
		}
		accessKey = id
		return known()
	}
	return c.checkBy(v, known), nil
}

// checkBy returns the check of a request by v, whose credentials are known.
func (c *Call) checkBy(v *sigv4.Verifier, known func() (sigv4.Credentials, error)) *Check {
	ctx, r := c.Context, c.Request
	ours := func() (string, error) { return v.CanonicalRequest(r.SigV4(), r.Body) }
	signed := func(v *sigv4.Verifier, canonical string) bool {
		right, err := v.Signed(ctx, r.SigV4(), canonical)
		return right && err == nil
	}
	return &Check{
		Verify: func() (*Verified, string, error) {
			verified, err := v.VerifyRequest(ctx, r.SigV4(), func() ([]byte, error) { return r.Body, nil })
			if err != nil {
				return nil, "", err
			}
			found := &Verified{
				Valid: true, AccessKey: verified.AccessKeyID, Service: verified.Service, Region: verified.Region,
				SignedHeaders: strings.Join(verified.SignedHeaders, ";"), Payload: verified.Payload.String(), Rule: ruleOf(verified.Path, verified.Plus, r),
			}
			return found, fmt.Sprintf("valid signature of %q for %s in %s\nsigned headers: %s\npayload: %s\nrule: %s\n",
				found.AccessKey, found.Service, found.Region, found.SignedHeaders, found.Payload, found.Rule), nil
		},
		Ours:   ours,
		Signed: func(canonical string) bool { return signed(v, canonical) },
		ToSign: func() (string, error) {
			steps, err := v.Explain(r.SigV4(), r.Body)
			if err != nil {
				return "", err
			}
			return steps.StringToSign, nil
		},
		OtherRule: func() *Ruled {
			other, text, err := v.OtherRule(ctx, r.SigV4(), r.Body)
			right, wrong := ours()
			if err != nil || wrong != nil || other == nil {
				return nil
			}
			return &Ruled{ruleOf(other.Path, other.Plus, r), text, compare.SentRaw(sentPath(r.URL), right, text)}
		},
		InSecret: func() *compare.Mistake {
			right, err := known()
			canonical, wrong := ours()
			if err != nil || wrong != nil {
				return nil
			}
			m := compare.SignedSecret(right.SecretAccessKey, nil, func(text string) bool {
				other := *v
				other.Credentials = func(context.Context, string) (sigv4.Credentials, error) {
					c := right
					c.SecretAccessKey = text
					return c, nil
				}
				return signed(&other, canonical)
			})
			if m != nil {
				m.Where = "secret access key"
			}
			return m
		},
		Own: func() *sign.Mistake {
			right, err := known()
			if err != nil {
				return nil
			}
			return c.ownMistake(sigv4Scheme(v), &sign.Key{Secret: right.SecretAccessKey})
		},
	}
}
