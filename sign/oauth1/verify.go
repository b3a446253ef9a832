package oauth1

import (
	"context"
	"crypto/hmac"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/pct-encoded/percent/internal/words"
)

// VerifyReason says why a request was refused.
type VerifyReason uint8

// The reasons of a VerifyError.
const (
	_                  VerifyReason = iota
	Malformed                       // the URL or the Authorization header; Err says how
	MissingParameter                // Param is not there
	RepeatedParameter               // Param is there more than once
	UnsupportedMethod               // oauth_signature_method is not accepted
	UnsupportedVersion              // oauth_version is not 1.0
	BadTimestamp                    // oauth_timestamp is not a positive number
	OutsideWindow                   // oauth_timestamp is too old or too new
	UnknownCredentials              // the consumer or the token is unknown
	NonceUsed                       // the nonce came before
	WrongSignature                  // the signature does not match
	WrongBodyHash                   // oauth_body_hash is not that of the body
	BodyTooLarge                    // the body is larger than the caller allows
	LookupFailed                    // Secrets or Nonces returned the error Err
)

// String returns the reason in words, such as "nonce used before".
func (r VerifyReason) String() string {
	return words.Of([]string{
		0: words.Unknown, Malformed: "malformed request", MissingParameter: "missing parameter", RepeatedParameter: "repeated parameter",
		UnsupportedMethod: "signature method not accepted", UnsupportedVersion: "version not supported",
		BadTimestamp: "timestamp is not a positive number", OutsideWindow: "timestamp outside the window",
		UnknownCredentials: "unknown credentials", NonceUsed: "nonce used before", WrongSignature: "wrong signature",
		WrongBodyHash: "wrong body hash", BodyTooLarge: "body too large", LookupFailed: "lookup failed",
	}, r)
}

// A VerifyError says why a request was refused. It holds nothing secret: neither
// the expected signature nor the base string.
type VerifyError struct {
	Reason VerifyReason
	Param  string // the parameter that is missing, repeated or wrong, if one is
	Err    error  // the cause, if there is one
}

// Error returns a text such as
//
//	oauth1: missing parameter oauth_nonce
func (e *VerifyError) Error() string {
	text := "oauth1: " + e.Reason.String()
	if e.Reason == MissingParameter || e.Reason == RepeatedParameter {
		text += " " + e.Param
	}
	if e.Err != nil {
		text += ": " + strings.TrimPrefix(e.Err.Error(), "oauth1: ")
	}
	return text
}

// Unwrap returns e.Err.
func (e *VerifyError) Unwrap() error { return e.Err }

// ErrUnknown is what Verifier.Secrets returns for a consumer or a token that is
// unknown or revoked.
var ErrUnknown = errors.New("oauth1: unknown consumer or token")

// Nonces remembers the requests that have been received.
type Nonces interface {
	// Use records the combination and reports whether it is new (RFC 5849,
	// section 3.3). It may forget what is older than the window of the Verifier.
	// It is called only for requests with a valid signature.
	Use(ctx context.Context, consumer, token, nonce string, timestamp time.Time) (fresh bool, err error)
}

// NoncesUnchecked accepts every nonce as new. Anyone who sees a request can then
// send it again.
var NoncesUnchecked Nonces = anyNonce{}

type anyNonce struct{}

func (anyNonce) Use(context.Context, string, string, string, time.Time) (bool, error) {
	return true, nil
}

// DefaultWindow is how far a timestamp may be from the clock of the server.
const DefaultWindow = 5 * time.Minute

// A Verifier verifies requests for a server. Secrets and Nonces are required.
type Verifier struct {
	// Secrets returns the secrets or the public key of a consumer and a token,
	// or ErrUnknown. The token is "" where the request has none. A consumer and a
	// token whose secrets are both empty are unknown, too: anyone could sign.
	Secrets func(ctx context.Context, consumer, token string) (Secrets, error)
	Nonces  Nonces
	// Methods are the accepted methods. The default is all but PLAINTEXT.
	Methods []SignatureMethod
	// Window is how far a timestamp may be from the clock, in either direction.
	// The default is DefaultWindow.
	Window time.Duration
	// Now is the clock. The default is time.Now.
	Now func() time.Time
}

// Verified is what a signature has proved.
type Verified struct {
	Consumer, Token string
	Method          SignatureMethod
	Timestamp       time.Time // zero with PLAINTEXT, where it is optional
	Nonce           string
	Params          []Collected // all parameters that the signature covers
}

// VerifyRequest verifies a request (RFC 5849, section 3.2). The protocol
// parameters may come in the Authorization header, a form body or the query.
// Body returns the body for oauth_body_hash; it is called only if there is one and
// the signature is right, and nil stands for an empty body. An error is a
// *VerifyError or one of body. VerifyRequest panics without Secrets or Nonces.
func (v *Verifier) VerifyRequest(ctx context.Context, r *Request, body func() ([]byte, error)) (*Verified, error) {
	if v.Secrets == nil || v.Nonces == nil {
		panic("oauth1: Verifier without Secrets or Nonces")
	}
	p, err := protocol(r)
	if err != nil {
		return nil, err
	}
	m, err := v.method(p)
	if err != nil {
		return nil, err
	}
	for _, name := range []string{consumerKeyName, signatureName} {
		if _, ok := p.values[name]; !ok {
			return nil, &VerifyError{Reason: MissingParameter, Param: name}
		}
	}
	if version, ok := p.values[versionName]; ok && version != "1.0" {
		return nil, &VerifyError{Reason: UnsupportedVersion, Param: versionName}
	}
	result := &Verified{
		Consumer: p.values[consumerKeyName],
		Token:    p.values[tokenName],
		Method:   m,
		Nonce:    p.values[nonceName],
		Params:   p.covered,
	}
	if m != Plaintext {
		if result.Timestamp, err = v.timestamp(p); err != nil {
			return nil, err
		}
		if result.Nonce == "" {
			return nil, &VerifyError{Reason: MissingParameter, Param: nonceName}
		}
	}
	secrets, err := v.Secrets(ctx, result.Consumer, result.Token)
	unknown := errors.Is(err, ErrUnknown)
	if err != nil && !unknown {
		return nil, &VerifyError{Reason: LookupFailed, Err: err}
	}
	// A lookup that returns the zero value for what it does not have must not open
	// the door to requests signed with no secret at all.
	unknown = unknown || !m.isRSA() && secrets.Consumer == "" && secrets.Token == ""
	if unknown && m.isRSA() {
		return nil, &VerifyError{Reason: UnknownCredentials}
	}
	base, err := BaseString(r)
	if err != nil {
		return nil, &VerifyError{Reason: Malformed, Err: err}
	}
	// For unknown credentials a signature is computed as well, so that the time
	// does not reveal which are known.
	right, err := m.Check(base, p.values[signatureName], secrets)
	switch {
	case unknown:
		return nil, &VerifyError{Reason: UnknownCredentials}
	case err != nil:
		return nil, &VerifyError{Reason: LookupFailed, Err: err}
	case !right:
		return nil, &VerifyError{Reason: WrongSignature, Param: signatureName}
	}
	if err := checkBodyHash(p, m, body); err != nil {
		return nil, err
	}
	if m != Plaintext {
		fresh, err := v.Nonces.Use(ctx, result.Consumer, result.Token, result.Nonce, result.Timestamp)
		if err != nil {
			return nil, &VerifyError{Reason: LookupFailed, Err: err}
		}
		if !fresh {
			return nil, &VerifyError{Reason: NonceUsed, Param: nonceName}
		}
	}
	return result, nil
}

// Signed reports whether the signature of r is that of another base string: the
// mistake of a signer can be found so. Nothing else is checked, and true does not
// make a request valid. An error is a *VerifyError, or one of v.Secrets. Signed
// panics without Secrets.
func (v *Verifier) Signed(ctx context.Context, r *Request, base string) (bool, error) {
	p, err := protocol(r)
	if err != nil {
		return false, err
	}
	m, err := v.method(p)
	if err != nil {
		return false, err
	}
	secrets, err := v.Secrets(ctx, p.values[consumerKeyName], p.values[tokenName])
	if err != nil {
		return false, err
	}
	return m.Check(base, p.values[signatureName], secrets)
}

// SignedBy reports whether r was signed with the key that key makes of the secrets,
// instead of the right one: the mistake of a signer can be found so. key returns the
// key of HMAC, or the signature of PLAINTEXT; for RSA the result is false. Nothing
// else is checked, and true does not make a request valid. An error is a
// *VerifyError, or one of v.Secrets. SignedBy panics without Secrets.
func (v *Verifier) SignedBy(ctx context.Context, r *Request, key func(s Secrets) string) (bool, error) {
	p, err := protocol(r)
	if err != nil {
		return false, err
	}
	m, err := v.method(p)
	if err != nil || m.isRSA() {
		return false, err
	}
	base, err := BaseString(r)
	if err != nil {
		return false, &VerifyError{Reason: Malformed, Err: err}
	}
	secrets, err := v.Secrets(ctx, p.values[consumerKeyName], p.values[tokenName])
	if err != nil {
		return false, err
	}
	other := key(secrets)
	if m != Plaintext {
		h := hmac.New(m.newHash(), []byte(other))
		h.Write(octets(base))
		other = base64.StdEncoding.EncodeToString(h.Sum(nil))
	}
	return subtle.ConstantTimeCompare([]byte(other), []byte(p.values[signatureName])) == 1, nil
}

// params are the parameters of a request: those of the protocol by name, and all
// that the signature covers.
type params struct {
	values  map[string]string
	covered []Collected
}

// protocol collects the parameters of r. None of the protocol may be there twice
// (RFC 5849, section 3.2).
func protocol(r *Request) (params, error) {
	p := params{values: map[string]string{}}
	all, err := collect(r)
	if err != nil {
		return p, &VerifyError{Reason: Malformed, Err: err}
	}
	for _, c := range all {
		if c.Name != signatureName {
			p.covered = append(p.covered, c)
		}
		if !isProtocol(c.Name) {
			continue
		}
		if _, ok := p.values[c.Name]; ok {
			return p, &VerifyError{Reason: RepeatedParameter, Param: c.Name}
		}
		p.values[c.Name] = c.Value
	}
	return p, nil
}

// isProtocol reports whether the package gives the parameter a meaning. Others
// that begin with oauth_ are the caller's.
func isProtocol(name string) bool {
	switch name {
	case consumerKeyName, tokenName, methodName, timestampName, nonceName, versionName, signatureName, bodyHashName:
		return true
	}
	return false
}

func (v *Verifier) method(p params) (SignatureMethod, error) {
	name, ok := p.values[methodName]
	if !ok {
		return 0, &VerifyError{Reason: MissingParameter, Param: methodName}
	}
	m, err := LookupSignatureMethod(name)
	if err != nil {
		return 0, &VerifyError{Reason: UnsupportedMethod, Param: methodName, Err: err}
	}
	accepted := m != Plaintext
	if v.Methods != nil {
		accepted = slices.Contains(v.Methods, m)
	}
	if !accepted {
		return 0, &VerifyError{Reason: UnsupportedMethod, Param: methodName, Err: errors.New(m.String())}
	}
	return m, nil
}

func (v *Verifier) timestamp(p params) (time.Time, error) {
	text, ok := p.values[timestampName]
	if !ok {
		return time.Time{}, &VerifyError{Reason: MissingParameter, Param: timestampName}
	}
	seconds, err := strconv.ParseUint(text, 10, 62)
	if err != nil || seconds == 0 {
		return time.Time{}, &VerifyError{Reason: BadTimestamp, Param: timestampName}
	}
	now := time.Now
	if v.Now != nil {
		now = v.Now
	}
	window := v.Window
	if window == 0 {
		window = DefaultWindow
	}
	// In whole seconds: a time.Duration would overflow.
	difference := now().Unix() - int64(seconds)
	if difference < 0 {
		difference = -difference
	}
	if difference > int64(window/time.Second) {
		return time.Time{}, &VerifyError{Reason: OutsideWindow, Param: timestampName}
	}
	return time.Unix(int64(seconds), 0), nil
}

func checkBodyHash(p params, m SignatureMethod, body func() ([]byte, error)) error {
	hash, ok := p.values[bodyHashName]
	if !ok {
		return nil
	}
	var b []byte
	if body != nil {
		var err error
		if b, err = body(); err != nil {
			return err
		}
	}
	if subtle.ConstantTimeCompare([]byte(BodyHash(b, m)), []byte(hash)) != 1 {
		return &VerifyError{Reason: WrongBodyHash, Param: bodyHashName}
	}
	return nil
}
