package sigv4

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"github.com/pct-encoded/percent/internal/words"
)

// Credentials are an access key. Printing them does not show the secret.
type Credentials struct {
	AccessKeyID     string
	SecretAccessKey string
	SessionToken    string // of temporary credentials, "" otherwise
}

// String returns the access key ID, and nothing secret.
func (c Credentials) String() string { return fmt.Sprintf("{%q …}", c.AccessKeyID) }

// GoString returns the access key ID, and nothing secret.
func (c Credentials) GoString() string { return c.String() }

// A Signer signs requests to one service in one region. Its fields must not
// change once it is in use; it is safe for concurrent use and must not be
// copied.
type Signer struct {
	Credentials Credentials
	Region      string // such as "us-east-1"
	Service     string // such as "s3"
	// Path says how the path is signed. The default depends on the service.
	Path PathStyle
	// Plus says what a '+' in a query is.
	Plus PlusStyle
	// Payload says what Sign does with the body. Presigned URLs always leave the
	// body of S3 requests unsigned.
	Payload PayloadPolicy
	// SignedHeaders are the names of the fields to sign. The default is all but
	// those that are known to change on the way, such as User-Agent. Host and
	// X-Amz-… are always signed.
	SignedHeaders []string
	// Now is the clock. The default is time.Now.
	Now func() time.Time

	cache keyCache
}

// PayloadPolicy is what Sign does with the body.
type PayloadPolicy uint8

// The policies on the body. A request with the field X-Amz-Content-Sha256 is
// signed with the hash in it.
const (
	PayloadHashed   PayloadPolicy = iota // it is read, hashed and replaced
	PayloadUnsigned                      // UNSIGNED-PAYLOAD takes the place of the hash
)

var payloadPolicyNames = []string{"hashed", "unsigned"}

// String returns "hashed" or "unsigned".
func (p PayloadPolicy) String() string { return words.Of(payloadPolicyNames, p) }

// HashPayload returns the SHA-256 of a body in lower-case base 16.
func HashPayload(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])
}

// The formats of dates.
const (
	longDate  = "20060102T150405Z"
	shortDate = "20060102"
)

func (s *Signer) now() time.Time {
	if s.Now != nil {
		return s.Now()
	}
	return time.Now()
}

// Steps are the steps to a signature, in order. Authorization is "" for a
// presigned URL, and URL is "" for a request signed by header.
type Steps struct {
	CanonicalURI     string
	CanonicalQuery   string
	CanonicalHeaders string // with the line end of each
	SignedHeaders    string
	PayloadHash      string
	CanonicalRequest string
	Scope            string // date/region/service/aws4_request
	StringToSign     string
	Signature        string
	// Added are the fields that Signer adds to the request.
	Added         []Header
	Authorization string
	URL           string
}

// Explain signs a request by header and returns every step. Fields that signing
// adds (X-Amz-Date, X-Amz-Security-Token, and for S3 X-Amz-Content-Sha256) are
// taken from the request if it has them. An error is a *percent.SyntaxError.
func (s *Signer) Explain(r *Request) (*Steps, error) {
	u, err := splitURL(r.URL)
	if err != nil {
		return nil, err
	}
	if err := checkEscapes(r.URL, u, s.Path.of(s.Service)); err != nil {
		return nil, err
	}
	b := newBuffer()
	defer b.free()
	steps := &Steps{PayloadHash: r.payloadHash()}
	date, ok := r.get(dateField)
	if !ok {
		date = s.now().UTC().Format(longDate)
		steps.Added = append(steps.Added, Header{"X-Amz-Date", date})
	}
	if _, err := time.Parse(longDate, date); err != nil {
		return nil, syntaxError("X-Amz-Date", date, BadDate)
	}
	if _, ok := r.get(tokenField); !ok && s.Credentials.SessionToken != "" {
		steps.Added = append(steps.Added, Header{"X-Amz-Security-Token", s.Credentials.SessionToken})
	}
	if _, ok := r.get(payloadField); !ok && s.isS3() {
		steps.Added = append(steps.Added, Header{"X-Amz-Content-Sha256", steps.PayloadHash})
	}
	s.addFields(b, r.Header, u.host)
	for _, h := range steps.Added {
		b.addField(h.Name, h.Value)
	}
	b.addQuery(u.query, s.Plus.of(s.Service), "")
	s.canonical(b, r.Method, u.path, steps.PayloadHash, steps)
	steps.sign(s, b, date)
	steps.Authorization = string(b.appendAuthorization(nil, s, date[:8], steps.Signature))
	return steps, nil
}

// Sign signs r by header: it sets X-Amz-Date, X-Amz-Security-Token for temporary
// credentials, X-Amz-Content-Sha256 for S3, and Authorization, in place of fields
// with these names in r. Method, URL, signed fields and body must not change
// afterwards. An error is a *percent.SyntaxError, and r stays as it was.
func (s *Signer) Sign(r *Request) error {
	u, err := splitURL(r.URL)
	if err != nil {
		return err
	}
	if err := checkEscapes(r.URL, u, s.Path.of(s.Service)); err != nil {
		return err
	}
	payload := r.payloadHash()
	if r.PayloadHash == "" && s.Payload == PayloadUnsigned {
		if _, ok := r.get(payloadField); !ok {
			payload = UnsignedPayload
		}
	}
	b := newBuffer()
	defer b.free()
	b.out = s.now().UTC().AppendFormat(b.out[:0], longDate)
	date := string(b.out)
	r.set("X-Amz-Date", date)
	if s.Credentials.SessionToken != "" {
		r.set("X-Amz-Security-Token", s.Credentials.SessionToken)
	}
	if s.isS3() {
		r.set("X-Amz-Content-Sha256", payload)
	}
	s.addFields(b, r.Header, u.host)
	b.addQuery(u.query, s.Plus.of(s.Service), "")
	s.canonical(b, r.Method, u.path, payload, nil)
	var space [2 * sha256.Size]byte
	signature := s.signature(b, space[:0], date)
	b.out = b.appendAuthorization(b.out[:0], s, date[:8], text(signature))
	r.set("Authorization", string(b.out))
	return nil
}

func (s *Signer) isS3() bool { return isS3(s.Service) }

//go:noinline
func (s *Signer) scope(day string) string { return string(s.appendScope(nil, day)) }

//go:noinline
func (s *Signer) appendScope(dst []byte, day string) []byte {
	dst = append(append(dst, day...), '/')
	dst = append(append(dst, s.Region...), '/')
	dst = append(append(dst, s.Service...), '/')
	return append(dst, "aws4_request"...)
}

func (r *Request) payloadHash() string {
	if r.PayloadHash != "" {
		return r.PayloadHash
	}
	if hash, ok := r.get(payloadField); ok {
		return hash
	}
	return EmptyPayloadHash
}

// addFields adds the fields to sign, Host included.
func (s *Signer) addFields(b *buffer, header []Header, host string) {
	for _, h := range header {
		if s.signs(h.Name) {
			b.addField(h.Name, h.Value)
		}
	}
	if !b.hasField(hostField) {
		b.addField("Host", host)
	}
}

// signs reports whether the field with that name is signed.
func (s *Signer) signs(name string) bool {
	name = lower(name)
	if name == hostField || strings.HasPrefix(name, "x-amz-") {
		return true
	}
	if s.SignedHeaders == nil {
		return isSigned(name)
	}
	for _, signed := range s.SignedHeaders {
		if strings.EqualFold(signed, name) {
			return true
		}
	}
	return false
}

// canonical writes the canonical request to b.canon, and its parts to steps unless
// that is nil.
func (s *Signer) canonical(b *buffer, method, path, payload string, steps *Steps) {
	c := append(append(b.canon[:0], method...), '\n')
	from := len(c)
	part := func(into func(*Steps) *string) {
		if steps != nil {
			*into(steps) = string(c[from:])
		}
		from = len(c) + 1
	}
	c = b.appendPath(c, path, s.Path.of(s.Service))
	part(func(s *Steps) *string { return &s.CanonicalURI })
	c = append(c, '\n')
	c = b.appendQuery(c)
	part(func(s *Steps) *string { return &s.CanonicalQuery })
	c = append(c, '\n')
	c = b.appendFields(c)
	part(func(s *Steps) *string { return &s.CanonicalHeaders })
	c = append(c, '\n')
	c = append(c, b.signed...)
	part(func(s *Steps) *string { return &s.SignedHeaders })
	c = append(c, '\n')
	b.canon = append(c, payload...)
	if steps != nil {
		steps.CanonicalRequest = string(b.canon)
	}
}

// signature appends the signature of b.canon in base 16 to dst, and leaves the
// string to sign in b.out.
func (s *Signer) signature(b *buffer, dst []byte, date string) []byte {
	b.out = append(b.out[:0], algorithm+"\n"...)
	b.out = append(append(b.out, date...), '\n')
	b.out = append(s.appendScope(b.out, date[:8]), '\n')
	sum := sha256.Sum256(b.canon)
	b.out = hex.AppendEncode(b.out, sum[:])
	return hex.AppendEncode(dst, s.cache.sum(b.sum[:0], b.out, s, date[:8]))
}

func (steps *Steps) sign(s *Signer, b *buffer, date string) {
	steps.Scope = s.scope(date[:8])
	steps.Signature = string(s.signature(b, nil, date))
	steps.StringToSign = string(b.out)
}
