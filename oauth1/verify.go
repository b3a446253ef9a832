package oauth1

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unsafe"
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
	BadTimestamp                    // oauth_timestamp is no positive number
	OutsideWindow                   // oauth_timestamp is too old or too new
	UnknownCredentials              // nobody knows the consumer or the token
	NonceUsed                       // the same request came before
	WrongSignature                  // the signature is another one
	WrongBodyHash                   // oauth_body_hash is not that of the body
	BodyTooLarge                    // the form body is larger than Verifier.MaxBody
	LookupFailed                    // Secrets or Nonces returned the error Err
)

// String returns the reason in words, such as "nonce used before".
func (r VerifyReason) String() string {
	return word("VerifyReason", int(r), []string{
		Malformed: "malformed request", MissingParameter: "missing parameter", RepeatedParameter: "repeated parameter",
		UnsupportedMethod: "signature method not accepted", UnsupportedVersion: "version not supported",
		BadTimestamp: "timestamp is no positive number", OutsideWindow: "timestamp outside of the window",
		UnknownCredentials: "unknown credentials", NonceUsed: "nonce used before", WrongSignature: "wrong signature",
		WrongBodyHash: "wrong body hash", BodyTooLarge: "body too large", LookupFailed: "lookup failed",
	})
}

// A VerifyError says why a request was refused. It holds nothing secret: neither
// the signature that would have been right nor the base string.
type VerifyError struct {
	Reason VerifyReason
	Param  string // the parameter that is missing, repeated or wrong, if it is one
	Err    error  // what is behind it, if anything
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

// Nonces remembers which requests came already.
type Nonces interface {
	// Use records the combination and reports whether it is new (RFC 5849,
	// section 3.3). It may forget what is older than the window of the
	// Verifier. It is called only for requests whose signature is right.
	Use(ctx context.Context, consumer, token, nonce string, timestamp time.Time) (fresh bool, err error)
}

// NoncesUnchecked takes every nonce for a new one. A server that uses it can be
// sent the same request again by whoever sees it once.
var NoncesUnchecked Nonces = unchecked{}

type unchecked struct{}

func (unchecked) Use(context.Context, string, string, string, time.Time) (bool, error) {
	return true, nil
}

// DefaultWindow is how far a timestamp may be from the clock of the server.
const DefaultWindow = 5 * time.Minute

// DefaultMaxBody is how large a form body may be.
const DefaultMaxBody = 10 << 20

// A Verifier verifies requests for a server. Secrets and Nonces are needed.
type Verifier struct {
	// Secrets returns the secrets or the public key of a consumer and a token,
	// or ErrUnknown. The token is "" where the request has none.
	Secrets func(ctx context.Context, consumer, token string) (Secrets, error)
	Nonces  Nonces
	// Methods are the methods that are accepted. The default is all but
	// PLAINTEXT.
	Methods []SignatureMethod
	// Window is how far a timestamp may be from the clock, in either direction.
	// The default is DefaultWindow.
	Window time.Duration
	// Now is the clock. The default is time.Now.
	Now func() time.Time
	// BaseURL returns scheme and host that the client sees. The default is https
	// or http, as the connection is, and the Host field. A server behind a proxy
	// that ends TLS or changes Host needs its own.
	BaseURL func(*http.Request) (scheme, host string)
	// MaxBody bounds a form body, and any other that has an oauth_body_hash, in
	// bytes. The default is DefaultMaxBody.
	MaxBody int64
}

// Verified is what a signature has proved.
type Verified struct {
	Consumer, Token string
	Method          SignatureMethod
	Timestamp       time.Time // zero with PLAINTEXT, where it is optional
	Nonce           string
	Params          []Collected // all parameters that the signature covers
}

// Verify verifies a request that a server received (RFC 5849, section 3.2). The
// protocol parameters may come in the Authorization header, a form body or the
// query. A form body is read and replaced. An error is a *VerifyError. Verify
// panics without Secrets or Nonces.
func (v *Verifier) Verify(r *http.Request) (*Verified, error) {
	scheme, host := "http", r.Host
	if r.TLS != nil {
		scheme = "https"
	}
	if v.BaseURL != nil {
		scheme, host = v.BaseURL(r)
	}
	req := &Request{Method: r.Method, Authorization: r.Header.Get("Authorization")}
	target := r.RequestURI
	if target == "" {
		target = r.URL.RequestURI()
	}
	if i := strings.Index(target, "://"); i >= 0 && !strings.HasPrefix(target, "/") {
		// Absolute form (RFC 9112, section 3.2.2): the host is that of Host.
		target = target[i+len("://"):]
		if j := strings.IndexAny(target, "/?"); j >= 0 {
			target = target[j:]
		} else {
			target = ""
		}
	}
	req.URL = scheme + "://" + host + target
	var body []byte
	isForm := isFormType(r.Header.Get("Content-Type"))
	read := func() error {
		limit := v.MaxBody
		if limit == 0 {
			limit = DefaultMaxBody
		}
		var err error
		body, err = readBody(r, limit)
		if errors.Is(err, errBodyTooLarge) {
			return &VerifyError{Reason: BodyTooLarge}
		} else if err != nil {
			return &VerifyError{Reason: Malformed, Err: err}
		}
		return nil
	}
	if isForm {
		if err := read(); err != nil {
			return nil, err
		}
		req.Form = unsafe.String(unsafe.SliceData(body), len(body))
	}
	return v.verify(r.Context(), req, func() ([]byte, error) {
		if !isForm {
			if err := read(); err != nil {
				return nil, err
			}
		}
		return body, nil
	})
}

// VerifyRequest verifies a request that is not a *http.Request. Body is what
// oauth_body_hash is of; it may be nil. An error is a *VerifyError. VerifyRequest
// panics without Secrets or Nonces.
func (v *Verifier) VerifyRequest(ctx context.Context, r *Request, body []byte) (*Verified, error) {
	return v.verify(ctx, r, func() ([]byte, error) { return body, nil })
}

func (v *Verifier) verify(ctx context.Context, r *Request, body func() ([]byte, error)) (*Verified, error) {
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
	if unknown && m.isRSA() {
		return nil, &VerifyError{Reason: UnknownCredentials}
	}
	base, err := BaseString(r)
	if err != nil {
		return nil, &VerifyError{Reason: Malformed, Err: err}
	}
	// For unknown credentials a signature is computed all the same, so that time
	// does not tell who is known.
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

// params are the parameters of a request: those that begin with oauth_ by name,
// and all that the signature covers.
type params struct {
	values  map[string]string
	covered []Collected
}

// protocol collects the parameters of r. None that begins with oauth_ may be
// there twice (RFC 5849, section 3.2).
func protocol(r *Request) (params, error) {
	p := params{values: map[string]string{}}
	var err error
	if p.covered, err = Collect(r); err != nil {
		return p, &VerifyError{Reason: Malformed, Err: err}
	}
	add := func(name, value string) error {
		if _, ok := p.values[name]; ok {
			return &VerifyError{Reason: RepeatedParameter, Param: name}
		}
		p.values[name] = value
		return nil
	}
	for _, c := range p.covered {
		if isProtocol(c.Name) {
			if err := add(c.Name, c.Value); err != nil {
				return p, err
			}
		}
	}
	u, _ := splitURL(r.URL) // Collect has done it before
	sources := [][]Param{ParseForm(u.query), ParseForm(r.Form), r.Params}
	if isOAuth(r.Authorization) {
		h, _ := ParseHeader(r.Authorization)
		sources = append(sources, h.Params)
	}
	for _, source := range sources {
		for _, c := range source {
			if c.Name == signatureName {
				if err := add(c.Name, c.Value); err != nil {
					return p, err
				}
			}
		}
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
	m, err := ParseSignatureMethod(name)
	if err != nil {
		return 0, &VerifyError{Reason: UnsupportedMethod, Param: methodName, Err: err}
	}
	accepted := m != Plaintext
	if v.Methods != nil {
		accepted = false
		for _, a := range v.Methods {
			accepted = accepted || a == m
		}
	}
	if !accepted {
		return 0, &VerifyError{Reason: UnsupportedMethod, Param: methodName, Err: fmt.Errorf("%v", m)}
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
	b, err := body()
	if err != nil {
		return err
	}
	if subtle.ConstantTimeCompare([]byte(BodyHash(b, m)), []byte(hash)) != 1 {
		return &VerifyError{Reason: WrongBodyHash, Param: bodyHashName}
	}
	return nil
}
