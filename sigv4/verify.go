package sigv4

import (
	"bytes"
	"context"
	"crypto/subtle"
	"errors"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pct-encoded/percent"
)

// ErrUnknown is what Verifier.Credentials returns for an access key that is
// unknown or disabled.
var ErrUnknown = errors.New("sigv4: unknown access key")

// The defaults of Verifier.
const (
	DefaultWindow  = 15 * time.Minute
	DefaultMaxBody = 10 << 20
	// MaxExpires is how long a presigned URL may be valid.
	MaxExpires = 7 * 24 * time.Hour
)

// A Verifier verifies requests for a server. Credentials is needed. It does not
// detect that the same request comes twice: the protocol has no nonce.
type Verifier struct {
	// Credentials returns the credentials of an access key, or ErrUnknown.
	Credentials func(ctx context.Context, accessKeyID string) (Credentials, error)
	// Region and Service are what the credential must name; "" is any.
	Region, Service string
	Path            PathStyle
	Plus            PlusStyle
	// Window is how far the date of a request may be from the clock. The default
	// is DefaultWindow.
	Window time.Duration
	// Now is the clock. The default is time.Now.
	Now func() time.Time
	// MaxBody bounds a body that is hashed, in bytes. The default is
	// DefaultMaxBody.
	MaxBody int64
}

// Verified is what a signature has proved.
type Verified struct {
	AccessKeyID     string
	Region, Service string
	Time            time.Time
	SignedHeaders   []string // in lower case
	// PayloadHash is the hash that was signed. That of a body was compared with
	// the body; UnsignedPayload and the streaming ones say that nothing was.
	PayloadHash string
}

// A Signature is what an Authorization header or a presigned URL says.
type Signature struct {
	AccessKeyID   string
	Day           string // of the scope, such as 20130524
	Region        string
	Service       string
	SignedHeaders []string
	Signature     string // in lower-case base 16
}

// ParseAuthorization reads the value of an Authorization header of
// AWS4-HMAC-SHA256. Whitespace around commas may be left out. An error is a
// *VerifyError.
func ParseAuthorization(value string) (*Signature, error) {
	rest, ok := strings.CutPrefix(value, algorithm)
	if !ok || rest != "" && rest[0] != ' ' {
		return nil, &VerifyError{Reason: NotSigned}
	}
	values := map[string]string{}
	for part := range strings.SplitSeq(rest, ",") {
		name, value, ok := strings.Cut(strings.TrimSpace(part), "=")
		if !ok {
			return nil, &VerifyError{Reason: Malformed, Field: "Authorization"}
		}
		if _, ok := values[name]; ok {
			return nil, &VerifyError{Reason: Repeated, Field: name}
		}
		values[name] = value
	}
	return newSignature(values["Credential"], values["SignedHeaders"], values["Signature"])
}

func newSignature(credential, signed, signature string) (*Signature, error) {
	for _, field := range []Header{{"Credential", credential}, {"SignedHeaders", signed}, {"Signature", signature}} {
		if field.Value == "" {
			return nil, &VerifyError{Reason: Missing, Field: field.Name}
		}
	}
	// An access key may hold a slash: the scope is what stands at the end.
	parts := strings.Split(credential, "/")
	n := len(parts)
	if n < 5 || parts[n-1] != "aws4_request" {
		return nil, &VerifyError{Reason: Malformed, Field: "Credential"}
	}
	if _, err := time.Parse(shortDate, parts[n-4]); err != nil {
		return nil, &VerifyError{Reason: Malformed, Field: "Credential"}
	}
	s := &Signature{
		AccessKeyID:   strings.Join(parts[:n-4], "/"),
		Day:           parts[n-4],
		Region:        parts[n-3],
		Service:       parts[n-2],
		SignedHeaders: strings.Split(signed, ";"),
		Signature:     signature,
	}
	if s.AccessKeyID == "" {
		return nil, &VerifyError{Reason: Malformed, Field: "Credential"}
	}
	return s, nil
}

// Verify verifies a request that a server received, signed by header or
// presigned. A body whose hash was signed is read and replaced. An error is a
// *VerifyError. Verify panics without Credentials.
func (v *Verifier) Verify(r *http.Request) (*Verified, error) {
	if v.Credentials == nil {
		panic("sigv4: Verifier without Credentials")
	}
	target := r.RequestURI
	if target == "" {
		target = r.URL.RequestURI()
	}
	if _, rest, ok := strings.Cut(target, "://"); ok && !strings.HasPrefix(target, "/") {
		i := strings.IndexAny(rest+"/", "/?")
		target = rest[i:]
	}
	path, query, _ := strings.Cut(target, "?")
	req := &Request{Method: r.Method}
	for name, values := range r.Header {
		for _, value := range values {
			req.Header = append(req.Header, Header{name, value})
		}
	}
	read := func() ([]byte, error) {
		limit := v.MaxBody
		if limit == 0 {
			limit = DefaultMaxBody
		}
		if r.Body == nil {
			return nil, nil
		}
		body, err := io.ReadAll(io.LimitReader(r.Body, limit+1))
		if err == nil && int64(len(body)) > limit {
			return nil, &VerifyError{Reason: BodyTooLarge}
		}
		_ = r.Body.Close()
		r.Body = io.NopCloser(bytes.NewReader(body))
		if err != nil {
			return nil, &VerifyError{Reason: Malformed, Field: "body", Err: err}
		}
		return body, nil
	}
	return v.verify(r.Context(), req, r.Host, path, query, read)
}

// VerifyRequest verifies a request that is not a *http.Request. The Host field
// is taken from the URL where it is missing; PayloadHash of r is not used. An
// error is a *VerifyError or a *RequestError. VerifyRequest panics without
// Credentials.
func (v *Verifier) VerifyRequest(ctx context.Context, r *Request, body []byte) (*Verified, error) {
	if v.Credentials == nil {
		panic("sigv4: Verifier without Credentials")
	}
	u, err := splitURL(r.URL)
	if err != nil {
		return nil, err
	}
	return v.verify(ctx, r, u.host, u.path, u.query, func() ([]byte, error) { return body, nil })
}

// CanonicalRequest returns the canonical request over which VerifyRequest checks
// the signature of r, for whoever looks for the reason of a wrong one. Neither
// the signature nor the time is checked, and Credentials is not called. It may
// hold what is private to the sender. The errors are those of VerifyRequest.
func (v *Verifier) CanonicalRequest(r *Request, body []byte) (string, error) {
	u, err := splitURL(r.URL)
	if err != nil {
		return "", err
	}
	c, err := v.claimed(r, u.query)
	if err != nil {
		return "", err
	}
	payload, _, err := v.payload(r, c.sig, c.presigned, func() ([]byte, error) { return body, nil })
	if err != nil {
		return "", err
	}
	b := newBuffer()
	defer b.free()
	v.canonical(b, &Signer{}, r, c, u.host, u.path, u.query, payload)
	return string(b.canon), nil
}

// A claim is what a request says of its signature.
type claim struct {
	sig         *Signature
	presigned   bool
	params      map[string]string // that presigning sets
	date, token string
}

func (v *Verifier) claimed(r *Request, query string) (c claim, err error) {
	var repeated string
	c.params, repeated = presignParams(query, v.Plus)
	authorization, byHeader := r.get("authorization")
	_, c.presigned = c.params[algorithmParam]
	c.presigned = c.presigned && !(byHeader && strings.HasPrefix(authorization, algorithm))
	switch {
	case c.presigned:
		if repeated != "" {
			return c, &VerifyError{Reason: Repeated, Field: repeated}
		}
		if c.params[algorithmParam] != algorithm {
			return c, &VerifyError{Reason: NotSigned}
		}
		c.sig, err = newSignature(c.params[credentialParam], c.params[signedHeadersParam], c.params[signatureParam])
		c.date, c.token = c.params[dateParam], c.params[tokenParam]
	case byHeader:
		c.sig, err = ParseAuthorization(authorization)
		c.date, _ = r.get(dateField)
		c.token, _ = r.get(tokenField)
	default:
		err = &VerifyError{Reason: NotSigned}
	}
	return c, err
}

// canonical leaves the canonical request of r in b, and completes s.
func (v *Verifier) canonical(b *buffer, s *Signer, r *Request, c claim, host, path, query, payload string) {
	s.Region, s.Service, s.Path, s.Plus = c.sig.Region, c.sig.Service, v.Path, v.Plus
	for _, h := range r.Header {
		if name := lower(h.Name); slices.Contains(c.sig.SignedHeaders, name) {
			b.addField(name, h.Value)
		}
	}
	if !b.hasField(hostField) {
		b.addField(hostField, host)
	}
	if c.presigned {
		query = withoutParams(query, func(name string) bool { return name == signatureParam })
	}
	b.addQuery(query, v.Plus)
	s.canonical(b, r.Method, path, payload, nil)
}

func (v *Verifier) verify(ctx context.Context, r *Request, host, path, query string, body func() ([]byte, error)) (*Verified, error) {
	c, err := v.claimed(r, query)
	if err != nil {
		return nil, err
	}
	sig, presigned, date, token := c.sig, c.presigned, c.date, c.token
	if date == "" {
		return nil, &VerifyError{Reason: Missing, Field: dateParam}
	}
	t, err := time.Parse(longDate, date)
	if err != nil {
		return nil, &VerifyError{Reason: Malformed, Field: dateParam}
	}
	if sig.Day != date[:8] || v.Region != "" && sig.Region != v.Region || v.Service != "" && sig.Service != v.Service {
		return nil, &VerifyError{Reason: WrongScope, Field: "Credential"}
	}
	if err := v.checkTime(t, presigned, c.params[expiresParam]); err != nil {
		return nil, err
	}
	if err := v.checkSigned(r, sig); err != nil {
		return nil, err
	}
	payload, checked, err := v.payload(r, sig, presigned, body)
	if err != nil {
		return nil, err
	}
	credentials, err := v.Credentials(ctx, sig.AccessKeyID)
	unknown := errors.Is(err, ErrUnknown)
	if err != nil && !unknown {
		return nil, &VerifyError{Reason: LookupFailed, Err: err}
	}

	s := &Signer{Credentials: credentials}
	b := newBuffer()
	defer b.free()
	v.canonical(b, s, r, c, host, path, query, payload)
	want := s.signature(b, nil, date)
	// For an unknown key a signature is computed all the same, so that time does
	// not tell who is known.
	right := subtle.ConstantTimeCompare(want, []byte(sig.Signature)) == 1
	switch {
	case unknown:
		return nil, &VerifyError{Reason: UnknownAccessKey}
	case subtle.ConstantTimeCompare([]byte(credentials.SessionToken), []byte(token)) != 1:
		return nil, &VerifyError{Reason: WrongToken, Field: tokenParam}
	case !right:
		return nil, &VerifyError{Reason: WrongSignature}
	case !checked:
		return nil, &VerifyError{Reason: WrongPayloadHash, Field: "X-Amz-Content-Sha256"}
	}
	return &Verified{
		AccessKeyID: sig.AccessKeyID, Region: sig.Region, Service: sig.Service, Time: t,
		SignedHeaders: sig.SignedHeaders, PayloadHash: payload,
	}, nil
}

// presignParams returns the parameters that presigning sets, and the name of one
// that is there more than once.
func presignParams(query string, plus PlusStyle) (params map[string]string, repeated string) {
	e := decoder
	if plus == PlusIsSpace {
		e = percent.Form
	}
	params = map[string]string{}
	for piece := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(piece, "=")
		// Neither encoding refuses anything.
		name, _ = e.Decode(name)
		if !isPresign(name) {
			continue
		}
		if _, ok := params[name]; ok {
			repeated = name
		}
		params[name], _ = e.Decode(value)
	}
	return params, repeated
}

func (v *Verifier) checkTime(t time.Time, presigned bool, expires string) error {
	now, window := time.Now(), v.Window
	if v.Now != nil {
		now = v.Now()
	}
	if window == 0 {
		window = DefaultWindow
	}
	if !presigned {
		if d := now.Sub(t); d > window || d < -window {
			return &VerifyError{Reason: OutsideWindow, Field: "X-Amz-Date"}
		}
		return nil
	}
	if expires == "" {
		return &VerifyError{Reason: Missing, Field: expiresParam}
	}
	seconds, err := strconv.ParseUint(expires, 10, 32)
	if err != nil || seconds == 0 || time.Duration(seconds)*time.Second > MaxExpires {
		return &VerifyError{Reason: Malformed, Field: expiresParam}
	}
	if now.After(t.Add(time.Duration(seconds)*time.Second)) || t.Sub(now) > window {
		return &VerifyError{Reason: Expired, Field: expiresParam}
	}
	return nil
}

// checkSigned checks that what must be signed is: Host and every X-Amz-… field.
func (v *Verifier) checkSigned(r *Request, sig *Signature) error {
	if !slices.Contains(sig.SignedHeaders, hostField) {
		return &VerifyError{Reason: HeaderNotSigned, Field: hostField}
	}
	for i, name := range sig.SignedHeaders {
		if i > 0 && sig.SignedHeaders[i-1] >= name {
			return &VerifyError{Reason: Malformed, Field: "SignedHeaders"}
		}
		if _, ok := r.get(name); name != lower(name) || !ok && name != hostField {
			return &VerifyError{Reason: Missing, Field: name}
		}
	}
	for _, h := range r.Header {
		if name := lower(h.Name); strings.HasPrefix(name, "x-amz-") && !slices.Contains(sig.SignedHeaders, name) {
			return &VerifyError{Reason: HeaderNotSigned, Field: name}
		}
	}
	return nil
}

// payload returns the hash that was signed, and whether it fits the body.
func (v *Verifier) payload(r *Request, sig *Signature, presigned bool, read func() ([]byte, error)) (hash string, right bool, err error) {
	given, ok := r.get(payloadField)
	if !ok && presigned && isS3(sig.Service) {
		return UnsignedPayload, true, nil
	}
	switch given {
	case UnsignedPayload, StreamingPayload, StreamingPayloadTrailer, StreamingUnsignedPayloadTrailer:
		return given, true, nil
	}
	body, err := read()
	if err != nil {
		return "", false, err
	}
	hash = HashPayload(body)
	if !ok {
		return hash, true, nil
	}
	return given, given == hash, nil
}
