package oauth1

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unsafe"
)

// A Signer signs requests of one client on behalf of one token. Its fields must
// not change once it is in use; it is safe for concurrent use and must not be
// copied.
type Signer struct {
	Consumer Credentials
	// Token is empty while a client has none. Then there is no oauth_token.
	Token Credentials
	// Method is HMAC-SHA1 unless said otherwise.
	Method SignatureMethod
	// PrivateKey is for the RSA methods, which use no secrets.
	PrivateKey *rsa.PrivateKey
	// Realm is sent, unless it is "", and not signed.
	Realm string
	// Version says whether oauth_version is sent.
	Version VersionPolicy
	// BodyHash says whether oauth_body_hash is sent.
	BodyHash BodyHashPolicy
	// Now returns the time of oauth_timestamp. The default is time.Now.
	Now func() time.Time
	// Nonce returns a new oauth_nonce. The default takes 128 bits from
	// crypto/rand.
	Nonce func() string

	cache hmacCache
}

// VersionPolicy says whether oauth_version="1.0" is sent. It is optional (RFC
// 5849, section 3.1).
type VersionPolicy uint8

// The policies on oauth_version.
const (
	VersionSent VersionPolicy = iota
	VersionOmitted
)

// BodyHashPolicy says when oauth_body_hash is sent. It is never sent with a form
// body, which the signature covers anyway (draft-eaton-oauth-bodyhash, section
// 3.1).
type BodyHashPolicy uint8

// The policies on oauth_body_hash.
const (
	BodyHashOmitted BodyHashPolicy = iota // never
	BodyHashOfBody                        // with any other body
	BodyHashAlways                        // also where there is no body, as Mastercard asks
)

// FormContentType is the media type of form bodies.
const FormContentType = "application/x-www-form-urlencoded"

// BodyHash returns the value of oauth_body_hash for a body: its hash by the hash
// function of the method, in base64 (draft-eaton-oauth-bodyhash, section 3.2).
// For PLAINTEXT, which has none, it is SHA-1.
func BodyHash(body []byte, m SignatureMethod) string {
	h := m.newHash()()
	h.Write(body)
	return base64.StdEncoding.EncodeToString(h.Sum(nil))
}

// now returns the value of oauth_timestamp.
func (s *Signer) now() int64 {
	if s.Now != nil {
		return s.Now().Unix()
	}
	return time.Now().Unix()
}

// nonceSize is the length of the nonces that the package makes: 128 bits in
// base 16.
const nonceSize = 32

// nonce returns the value of oauth_nonce, in memory of b where it is made here.
func (s *Signer) nonce(b *buffer) string {
	if s.Nonce != nil {
		return s.Nonce()
	}
	random := b.nonce[nonceSize/2:]
	rand.Read(random) // never fails: it ends the program instead
	const digits = "0123456789abcdef"
	for i, octet := range random {
		b.nonce[2*i], b.nonce[2*i+1] = digits[octet>>4], digits[octet&15]
	}
	return unsafe.String(&b.nonce[0], nonceSize)
}

// AuthorizationHeader returns the value of the Authorization header that signs
// r: the realm, the protocol parameters in alphabetical order and r.Params
// behind them. It ignores r.Authorization. An error is a *URLError, ErrNoKey or
// one of crypto/rsa.
func (s *Signer) AuthorizationHeader(r *Request) (string, error) {
	return s.header(r, "")
}

func (s *Signer) header(r *Request, bodyHash string) (string, error) {
	if s.Method >= methods {
		return "", &MethodError{s.Method.String()}
	}
	u, err := splitURL(r.URL)
	if err != nil {
		return "", err
	}
	b := newBuffer()
	defer b.free()

	var seconds [20]byte
	stamp := strconv.AppendInt(seconds[:0], s.now(), 10)
	nonce := s.nonce(b)
	timestamp := unsafe.String(unsafe.SliceData(stamp), len(stamp))

	if bodyHash != "" {
		b.add(bodyHashName, bodyHash)
	}
	b.add(consumerKeyName, s.Consumer.Key)
	b.add(nonceName, nonce)
	b.addEncoded(methodName, methodNames[s.Method])
	b.addEncoded(timestampName, timestamp)
	if s.Token.Key != "" {
		b.add(tokenName, s.Token.Key)
	}
	if s.Version == VersionSent {
		b.addEncoded(versionName, "1.0")
	}
	b.addForm(u.query)
	b.addForm(r.Form)
	b.addParams(r.Params)

	var signature []byte
	secrets := Secrets{Consumer: s.Consumer.Secret, Token: s.Token.Secret, PrivateKey: s.PrivateKey}
	if s.Method == Plaintext {
		signature = appendKey(b.inner[:0], secrets.Consumer, secrets.Token)
		b.inner = signature
	} else {
		b.finish(r.Method, u)
		sum, err := s.Method.sign(b.sum[:0], b.base, secrets, &s.cache)
		if err != nil {
			return "", err
		}
		signature = base64.StdEncoding.AppendEncode(b.inner[:0], sum)
		b.inner = signature
	}

	out := append(b.out[:0], scheme...)
	first := true
	if s.Realm != "" {
		out = appendRealm(append(out, ' '), s.Realm)
		first = false
	}
	add := func(name, value string) {
		out = appendParam(out, first, name, value)
		first = false
	}
	if bodyHash != "" {
		add(bodyHashName, bodyHash)
	}
	add(consumerKeyName, s.Consumer.Key)
	add(nonceName, nonce)
	add(signatureName, unsafe.String(unsafe.SliceData(signature), len(signature)))
	add(methodName, methodNames[s.Method])
	add(timestampName, timestamp)
	if s.Token.Key != "" {
		add(tokenName, s.Token.Key)
	}
	if s.Version == VersionSent {
		add(versionName, "1.0")
	}
	for _, p := range r.Params {
		add(p.Name, p.Value)
	}
	b.out = out
	return string(out), nil
}

// Sign sets the Authorization header of r, replacing what was there. The
// parameters, such as oauth_callback or oauth_verifier, are sent and signed too.
//
// A form body is read and replaced, and so is any other where BodyHash asks for
// its hash. What the signature covers must not change any more: neither method,
// URL, Host, form body nor its Content-Type. An error is one of reading the body, a *URLError, ErrNoKey or
// one of crypto/rsa.
func (s *Signer) Sign(r *http.Request, params ...Param) error {
	req := Request{Method: r.Method, URL: requestURL(r), Params: params}
	if req.Method == "" {
		req.Method = http.MethodGet
	}
	bodyHash := ""
	isForm := isFormType(r.Header.Get("Content-Type"))
	if isForm || s.BodyHash != BodyHashOmitted {
		body, err := readBody(r, -1)
		if err != nil {
			return err
		}
		switch {
		case isForm:
			req.Form = unsafe.String(unsafe.SliceData(body), len(body))
		case len(body) > 0 || s.BodyHash == BodyHashAlways:
			bodyHash = BodyHash(body, s.Method)
		}
	}
	header, err := s.header(&req, bodyHash)
	if err != nil {
		return err
	}
	if r.Header == nil {
		r.Header = http.Header{}
	}
	r.Header["Authorization"] = []string{header}
	return nil
}

// requestURL returns the URL of a request to be sent, with the host that the
// Host field will have.
func requestURL(r *http.Request) string {
	host := r.Host
	if host == "" {
		host = r.URL.Host
	}
	return r.URL.Scheme + "://" + host + r.URL.RequestURI()
}

func isFormType(contentType string) bool {
	if contentType == FormContentType {
		return true
	}
	if contentType == "" {
		return false
	}
	if media, _, err := mime.ParseMediaType(contentType); err == nil {
		return media == FormContentType
	}
	// A malformed parameter does not make it another type.
	media, _, _ := strings.Cut(contentType, ";")
	return strings.EqualFold(strings.TrimSpace(media), FormContentType)
}

// errBodyTooLarge is what readBody returns for more than limit bytes.
var errBodyTooLarge = errors.New("oauth1: the body is larger than allowed")

// readBody returns the whole body of r and puts one that starts anew in its
// place. A limit below 0 is none.
func readBody(r *http.Request, limit int64) ([]byte, error) {
	if r.Body == nil || r.Body == http.NoBody {
		return nil, nil
	}
	var from io.Reader = r.Body
	if limit >= 0 {
		from = io.LimitReader(r.Body, limit+1)
	}
	body, err := io.ReadAll(from)
	if err == nil && limit >= 0 && int64(len(body)) > limit {
		// The reader of the request sees all of it.
		r.Body = readCloser{io.MultiReader(bytes.NewReader(body), r.Body), r.Body}
		return nil, errBodyTooLarge
	}
	if closed := r.Body.Close(); err == nil {
		err = closed
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return body, err
}

type readCloser struct {
	io.Reader
	io.Closer
}

// A Transport signs each request and hands it on.
type Transport struct {
	Signer *Signer
	// Base does the round trip. The default is http.DefaultTransport.
	Base http.RoundTripper
}

// RoundTrip sends a signed copy of r (net/http.RoundTripper).
func (t *Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	signed := r.Clone(r.Context())
	if err := t.Signer.Sign(signed); err != nil {
		if r.Body != nil {
			_ = r.Body.Close() // a RoundTripper closes it, in an error too
		}
		return nil, err
	}
	base := t.Base
	if base == nil {
		base = http.DefaultTransport
	}
	return base.RoundTrip(signed)
}
