package sigv4

import (
	"context"
	"crypto/subtle"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/pct-encoded/percent/internal/words"
)

// ErrUnknown is what Verifier.Credentials returns for an access key that is
// unknown or disabled.
var ErrUnknown = errors.New("sigv4: unknown access key")

// The defaults of Verifier.
const (
	DefaultWindow = 15 * time.Minute
	// MaxExpires is how long a presigned URL may be valid.
	MaxExpires = 7 * 24 * time.Hour
)

// A Verifier verifies requests for a server. Credentials is required. It does not
// detect that a request is sent twice: the protocol has no nonce.
type Verifier struct {
	// Credentials returns the credentials of an access key, or ErrUnknown. An
	// access key with an empty secret is unknown, too: anyone could sign with it.
	Credentials func(ctx context.Context, accessKeyID string) (Credentials, error)
	// Region and Service must be those of the credential; "" accepts any.
	Region, Service string
	Path            PathStyle
	Plus            PlusStyle
	// Payload says which bodies are accepted. By default, a request whose body no
	// signature covers is refused, except for a presigned URL of S3, whose body is
	// never signed. With PayloadUnsigned such a request is accepted; Verified.Payload
	// says that its body may be any.
	Payload PayloadPolicy
	// Window is how far the date of a request may be from the clock, and how far
	// that of a presigned URL may lie in the future. The default is DefaultWindow.
	// Below 0, the date of a request signed by header is not checked, and a
	// presigned URL has the default.
	Window time.Duration
	// Now is the clock. The default is time.Now.
	Now func() time.Time
}

// Verified is what a signature has proved. Fields of the request that are not in
// SignedHeaders may have been changed or added on the way, Content-Type too:
// AWS asks only for Host and every X-Amz-… field to be signed.
type Verified struct {
	AccessKeyID     string
	Region, Service string
	// Path and Plus are the rules by which the path and the query were signed, never
	// PathByService or PlusByService.
	Path          PathStyle
	Plus          PlusStyle
	Time          time.Time
	SignedHeaders []string // in lower case
	// PayloadHash is the signed hash of the body, or the value in its place.
	PayloadHash string
	// Payload is what the signatures cover of the body.
	Payload Coverage
	// Data is what the chunks of the body hold, and Trailer the fields behind them,
	// without their signature. They are nil unless the chunks are signed.
	Data    []byte
	Trailer []Header
}

// Coverage is what signatures cover of a body.
type Coverage uint8

// What signatures cover of a body.
const (
	BodyUnsigned           Coverage = iota // nothing: the body may have been replaced
	BodySigned                             // all of it, by its hash
	ChunksSigned                           // all chunks, each by a signature of its own
	ChunksAndTrailerSigned                 // all chunks, and the fields behind them
)

var coverageTexts = [...]string{
	BodyUnsigned: "unsigned", BodySigned: "signed", ChunksSigned: "signed chunks",
	ChunksAndTrailerSigned: "signed chunks and trailer",
}

// String returns the coverage in words, such as "signed chunks".
func (c Coverage) String() string { return words.Of(coverageTexts[:], c) }

// VerifyRequest verifies a request, signed by header or presigned. The Host field
// is taken from the URL where it is missing; PayloadHash of r is not used. Body
// returns the body as it was sent, with the sizes and signatures of its chunks if
// it has any. It is called only where a hash or chunks of the body were signed, and
// nil stands for an empty body. An error is a *VerifyError, a *percent.SyntaxError
// or one of body. VerifyRequest panics without Credentials.
func (v *Verifier) VerifyRequest(ctx context.Context, r *Request, body func() ([]byte, error)) (*Verified, error) {
	if v.Credentials == nil {
		panic("sigv4: Verifier without Credentials")
	}
	u, err := splitURL(r.URL)
	if err != nil {
		return nil, err
	}
	c, err := v.claimed(r, u.query)
	if err != nil {
		return nil, err
	}
	if c.date == "" {
		return nil, &VerifyError{Reason: Missing, Field: dateParam}
	}
	t, err := parseDate(c.date)
	if err != nil {
		return nil, &VerifyError{Reason: Malformed, Field: dateParam}
	}
	sig := c.sig
	if sig.Day != c.date[:8] || v.Region != "" && sig.Region != v.Region || v.Service != "" && sig.Service != v.Service {
		return nil, &VerifyError{Reason: WrongScope, Field: "Credential"}
	}
	if err := v.checkTime(t, c.presigned, c.params[expiresParam]); err != nil {
		return nil, err
	}
	if err := c.checkSigned(r); err != nil {
		return nil, err
	}
	// S3 asks for the hash of the body; servers that imitate it need not.
	if _, ok := r.get(payloadField); !ok && !c.presigned && isS3(sig.Service) && v.Path.of(sig.Service) == PathS3 {
		return nil, &VerifyError{Reason: Missing, Field: payloadField}
	}
	if err := v.checkEscapes(r.URL, u, &c); err != nil {
		return nil, err
	}
	p, err := c.payload(r, body)
	if err != nil {
		return nil, err
	}
	credentials, err := v.Credentials(ctx, sig.AccessKeyID)
	unknown := errors.Is(err, ErrUnknown)
	if err != nil && !unknown {
		return nil, &VerifyError{Reason: LookupFailed, Err: err}
	}
	// A lookup that returns the zero value for a key that it does not have must not
	// open the door to requests signed with an empty secret.
	unknown = unknown || credentials.SecretAccessKey == ""

	s := &Signer{Credentials: credentials}
	b := newBuffer()
	defer b.free()
	v.canonical(b, s, r, c, u, p.hash, nil)
	want := s.signature(b, nil, c.date)
	// For an unknown key a signature is computed as well, so that the time does
	// not reveal which keys are known.
	right := subtle.ConstantTimeCompare(want, []byte(sig.Signature)) == 1
	switch {
	case unknown:
		return nil, &VerifyError{Reason: UnknownAccessKey}
	case subtle.ConstantTimeCompare([]byte(credentials.SessionToken), []byte(c.token)) != 1:
		return nil, &VerifyError{Reason: WrongToken, Field: tokenParam}
	case !right:
		return nil, &VerifyError{Reason: WrongSignature}
	case p.wrong:
		return nil, &VerifyError{Reason: WrongPayloadHash, Field: "X-Amz-Content-Sha256"}
	case p.covers == BodyUnsigned && !p.neverSigned && v.Payload != PayloadUnsigned:
		return nil, &VerifyError{Reason: PayloadNotSigned, Field: "X-Amz-Content-Sha256"}
	}
	verified := &Verified{
		AccessKeyID: sig.AccessKeyID, Region: sig.Region, Service: sig.Service,
		Path: v.Path.of(sig.Service), Plus: v.Plus.of(sig.Service), Time: t,
		SignedHeaders: sig.SignedHeaders, PayloadHash: p.hash, Payload: p.covers,
	}
	if p.covers == ChunksSigned || p.covers == ChunksAndTrailerSigned {
		sent, err := readBody(body)
		if err != nil {
			return nil, err
		}
		chunks := s.newChunks(c.date, string(want))
		if verified.Data, verified.Trailer, err = chunks.verify(r, sent, p.covers == ChunksAndTrailerSigned); err != nil {
			return nil, err
		}
	}
	return verified, nil
}

// CanonicalRequest returns the canonical request over which VerifyRequest checks
// the signature of r, to find out why a signature is wrong. Neither the signature
// nor the time is checked, and Credentials is not called. It may hold what is
// private to the sender. The errors are those of VerifyRequest.
func (v *Verifier) CanonicalRequest(r *Request, body []byte) (string, error) {
	steps, err := v.Explain(r, body)
	if err != nil {
		return "", err
	}
	return steps.CanonicalRequest, nil
}

// Explain returns the steps to the text over which VerifyRequest checks the signature
// of r, as CanonicalRequest does. Signature is the one that r claims; Added,
// Authorization and URL are empty. The errors are those of CanonicalRequest.
func (v *Verifier) Explain(r *Request, body []byte) (*Steps, error) {
	u, err := splitURL(r.URL)
	if err != nil {
		return nil, err
	}
	c, err := v.claimed(r, u.query)
	if err != nil {
		return nil, err
	}
	if err := v.checkEscapes(r.URL, u, &c); err != nil {
		return nil, err
	}
	p, err := c.payload(r, func() ([]byte, error) { return body, nil })
	if err != nil {
		return nil, err
	}
	b := newBuffer()
	defer b.free()
	s := &Signer{}
	steps := &Steps{PayloadHash: p.hash, Signature: c.sig.Signature}
	v.canonical(b, s, r, c, u, p.hash, steps)
	steps.Scope = s.scope(c.sig.Day)
	steps.StringToSign = algorithm + "\n" + c.date + "\n" + steps.Scope + "\n" + HashPayload(b.canon)
	return steps, nil
}

// OtherRule looks for a rule other than that of v by which the signature of r holds,
// since servers that speak a protocol of AWS do not all sign the path and the '+' of a
// query as AWS does. It returns a copy of v with that rule, and the canonical request by
// it, or nil if there is none. Nothing else is checked, and a rule does not make a request
// valid. The errors are those of Signed.
func (v *Verifier) OtherRule(ctx context.Context, r *Request, body []byte) (other *Verifier, canonical string, err error) {
	seen := map[string]bool{}
	if own, err := v.CanonicalRequest(r, body); err == nil {
		seen[own] = true
	}
	for _, path := range []PathStyle{PathS3, PathDecoded, PathUntouched, PathNotNormalized, PathEncodedTwice} {
		for _, plus := range []PlusStyle{PlusIsSpace, PlusLiteral} {
			try := *v
			try.Path, try.Plus = path, plus
			canonical, err := try.CanonicalRequest(r, body)
			if err != nil || seen[canonical] {
				continue // such as a path that this rule cannot decode
			}
			seen[canonical] = true
			if holds, err := try.Signed(ctx, r, canonical); err != nil || holds {
				return &try, canonical, err
			}
		}
	}
	return nil, "", nil
}

// Claimed returns what r says about its signature, by header or in its URL. Nothing
// is checked. The errors are those of CanonicalRequest: a *VerifyError with the reason
// NotSigned for a request that is not signed.
func (v *Verifier) Claimed(r *Request) (*Signature, error) {
	u, err := splitURL(r.URL)
	if err != nil {
		return nil, err
	}
	c, err := v.claimed(r, u.query)
	return c.sig, err
}

// Signed reports whether the signature of r, which is as for VerifyRequest, is
// that of another canonical request: the mistake of a signer can be found so.
// Nothing else is checked, and true does not make a request valid. An error is
// one of CanonicalRequest, of Credentials, or a *VerifyError for a date that is
// missing or malformed. Signed panics without Credentials.
func (v *Verifier) Signed(ctx context.Context, r *Request, canonical string) (bool, error) {
	u, err := splitURL(r.URL)
	if err != nil {
		return false, err
	}
	c, err := v.claimed(r, u.query)
	if err != nil {
		return false, err
	}
	if _, err := parseDate(c.date); err != nil {
		return false, &VerifyError{Reason: Malformed, Field: dateParam}
	}
	credentials, err := v.Credentials(ctx, c.sig.AccessKeyID)
	if err != nil {
		return false, err
	}
	s := &Signer{Credentials: credentials, Region: c.sig.Region, Service: c.sig.Service}
	b := newBuffer()
	defer b.free()
	b.canon = append(b.canon[:0], canonical...)
	return subtle.ConstantTimeCompare(s.signature(b, nil, c.date), []byte(c.sig.Signature)) == 1, nil
}

func (v *Verifier) checkEscapes(url string, u target, c *claim) error {
	if err := checkEscapes(url, u, v.Path.of(c.sig.Service)); err != nil {
		return &VerifyError{Reason: Malformed, Field: "URL", Err: err}
	}
	return nil
}

// plusIn returns what a '+' is in the query of a request, which names the service if the
// URL is presigned.
func (v *Verifier) plusIn(query string) PlusStyle {
	params, _ := presignParams(query, v.Plus.of(""))
	scope := strings.Split(params[credentialParam], "/")
	return v.Plus.of(scope[max(len(scope)-2, 0)])
}

// A claim is what a request says about its signature.
type claim struct {
	sig         *Signature
	signed      map[string]bool // sig.SignedHeaders
	presigned   bool
	params      map[string]string // that presigning sets
	date, token string
	signsDate   bool // the date is that of the Date field
}

// parseDate reads a date that is written as longDate says. time.Parse takes fractions of
// seconds, too, which AWS refuses.
func parseDate(text string) (time.Time, error) {
	if len(text) > len(longDate) {
		text = ""
	}
	return time.Parse(longDate, text)
}

func isDate(text string) bool {
	_, err := parseDate(text)
	return err == nil
}

func (v *Verifier) claimed(r *Request, query string) (c claim, err error) {
	var repeated string
	c.params, repeated = presignParams(query, v.plusIn(query))
	authorization, byHeader := r.get(authorizationField)
	_, c.presigned = c.params[algorithmParam]
	switch {
	case r.count(authorizationField) > 1, byHeader && c.params[algorithmParam] != "":
		// Other software may read the other one, and S3 accepts only one.
		err = &VerifyError{Reason: Repeated, Field: "Authorization"}
	case c.presigned:
		if repeated != "" {
			return c, &VerifyError{Reason: Repeated, Field: repeated}
		}
		if c.params[algorithmParam] != algorithm {
			return c, &VerifyError{Reason: NotSigned}
		}
		get := func(name string) param { return param{name: name, value: c.params[name]} }
		c.sig, err = newSignature(get(credentialParam), get(signedHeadersParam), get(signatureParam))
		c.date, c.token = c.params[dateParam], c.params[tokenParam]
	case byHeader:
		c.sig, err = ParseAuthorization(authorization)
		c.date, _ = r.get(dateField)
		c.token, _ = r.get(tokenField)
		// AWS takes the Date field where it is in the same form.
		if date, _ := r.get("date"); c.date == "" && isDate(date) {
			c.date, c.signsDate = date, true
		}
	default:
		err = &VerifyError{Reason: NotSigned}
	}
	if err != nil {
		return c, refused(err)
	}
	// A sender chooses how many names and fields there are.
	c.signed = map[string]bool{}
	for _, name := range c.sig.SignedHeaders {
		c.signed[name] = true
	}
	return c, nil
}

// canonical leaves the canonical request of r in b and, unless that is nil, its parts
// in steps, and completes s.
func (v *Verifier) canonical(b *buffer, s *Signer, r *Request, c claim, u target, payload string, steps *Steps) {
	s.Region, s.Service, s.Path, s.Plus = c.sig.Region, c.sig.Service, v.Path, v.Plus
	for _, h := range r.Header {
		if name := lower(h.Name); c.signed[name] {
			b.addField(name, h.Value)
		}
	}
	if !b.hasField(hostField) {
		b.addField(hostField, u.host)
	}
	without := ""
	if c.presigned {
		without = signatureParam
	}
	b.addQuery(u.query, v.Plus.of(s.Service), without)
	s.canonical(b, r.Method, u.path, payload, steps)
}

func (v *Verifier) checkTime(t time.Time, presigned bool, expires string) error {
	now, window := time.Now(), v.Window
	if v.Now != nil {
		now = v.Now()
	}
	if window == 0 || window < 0 && presigned {
		window = DefaultWindow
	}
	if !presigned {
		if d := now.Sub(t); window >= 0 && (d > window || d < -window) {
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
	switch {
	case t.Sub(now) > window:
		return &VerifyError{Reason: NotYetValid, Field: dateParam}
	case now.After(t.Add(time.Duration(seconds) * time.Second)):
		return &VerifyError{Reason: Expired, Field: expiresParam}
	}
	return nil
}

// checkSigned checks that Host and every X-Amz-… field are signed, and that what
// is signed is there.
func (c *claim) checkSigned(r *Request) error {
	if !c.signed[hostField] {
		return &VerifyError{Reason: HeaderNotSigned, Field: hostField}
	}
	if c.signsDate && !c.signed["date"] {
		return &VerifyError{Reason: HeaderNotSigned, Field: "date"}
	}
	there := map[string]bool{hostField: true}
	for _, h := range r.Header {
		there[lower(h.Name)] = true
	}
	for i, name := range c.sig.SignedHeaders {
		if i > 0 && c.sig.SignedHeaders[i-1] >= name {
			return &VerifyError{Reason: Malformed, Field: "SignedHeaders"}
		}
		if !there[name] {
			return &VerifyError{Reason: Missing, Field: name}
		}
	}
	for _, h := range r.Header {
		if name := lower(h.Name); strings.HasPrefix(name, "x-amz-") && !c.signed[name] {
			return &VerifyError{Reason: HeaderNotSigned, Field: name}
		}
	}
	return nil
}

// A payload is what a request says about its body.
type payload struct {
	hash   string // that is signed, or the value in its place
	covers Coverage
	wrong  bool // the hash is not that of the body
	// neverSigned says that it is a presigned URL of S3: nobody knows the body when
	// the URL is made.
	neverSigned bool
}

// payload returns what r says about its body, which it reads for its hash only.
func (c *claim) payload(r *Request, body func() ([]byte, error)) (payload, error) {
	given, ok := r.get(payloadField)
	presignedS3 := c.presigned && isS3(c.sig.Service)
	if !ok && presignedS3 {
		return payload{hash: UnsignedPayload, neverSigned: true}, nil
	}
	switch given {
	case UnsignedPayload:
		return payload{hash: given, neverSigned: presignedS3}, nil
	case StreamingUnsignedPayloadTrailer:
		return payload{hash: given}, nil
	case StreamingPayload:
		return payload{hash: given, covers: ChunksSigned}, nil
	case StreamingPayloadTrailer:
		return payload{hash: given, covers: ChunksAndTrailerSigned}, nil
	}
	sent, err := readBody(body)
	if err != nil {
		return payload{}, err
	}
	hash := HashPayload(sent)
	if !ok {
		given = hash
	}
	return payload{hash: given, covers: BodySigned, wrong: given != hash}, nil
}

// readBody returns the body, which is empty if there is no function for it.
func readBody(body func() ([]byte, error)) ([]byte, error) {
	if body == nil {
		return nil, nil
	}
	return body()
}
