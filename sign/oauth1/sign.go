package oauth1

import (
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"strconv"
	"time"
	"unsafe"

	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/words"
)

// A Signer signs requests of one client on behalf of one token. Its fields must
// not change once it is in use; it is safe for concurrent use and must not be
// copied.
type Signer struct {
	Consumer Credentials
	// Token is empty if the client has none yet; oauth_token is then left out.
	Token Credentials
	// Method is HMAC-SHA1 by default.
	Method SignatureMethod
	// PrivateKey signs by the RSA methods, which use no secrets.
	PrivateKey *rsa.PrivateKey
	// Realm is sent unless it is ""; it is not signed.
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

var versionPolicyNames = []string{"send", "omit"}

// String returns "send" or "omit".
func (v VersionPolicy) String() string { return words.Of(versionPolicyNames, v) }

// BodyHashPolicy says when oauth_body_hash is sent. It is never sent with a form
// body, which the signature covers anyway (draft-eaton-oauth-bodyhash, section
// 3.1).
type BodyHashPolicy uint8

// The policies on oauth_body_hash.
const (
	BodyHashOmitted BodyHashPolicy = iota // never
	BodyHashOfBody                        // with any body that is not a form
	BodyHashAlways                        // even without a body, as Mastercard asks
)

var bodyHashPolicyNames = []string{"omit", "body", "always"}

// String returns "omit", "body" or "always".
func (b BodyHashPolicy) String() string { return words.Of(bodyHashPolicyNames, b) }

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

// nonceSize is the length of the nonces that this package makes: 128 bits in base
// 16.
const nonceSize = 32

// nonce returns the value of oauth_nonce, in memory of b unless s.Nonce makes it.
func (s *Signer) nonce(b *buffer) string {
	if s.Nonce != nil {
		return s.Nonce()
	}
	random := b.nonce[nonceSize/2:]
	rand.Read(random) // never returns an error: it ends the program instead
	for i, octet := range random {
		b.nonce[2*i], b.nonce[2*i+1] = pct.LowerHex[octet>>4], pct.LowerHex[octet&15]
	}
	return unsafe.String(&b.nonce[0], nonceSize)
}

// AuthorizationHeader returns the value of the Authorization header that signs r:
// the realm, the protocol parameters in alphabetical order, and r.Params. It
// ignores r.Authorization. An error is a *percent.SyntaxError, a *MethodError,
// ErrNoKey or one of crypto/rsa.
func (s *Signer) AuthorizationHeader(r *Request) (string, error) {
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

	b.params.Add(consumerKeyName, s.Consumer.Key)
	b.params.Add(nonceName, nonce)
	b.params.AddEncoded(methodName, methodNames[s.Method])
	b.params.AddEncoded(timestampName, timestamp)
	if s.Token.Key != "" {
		b.params.Add(tokenName, s.Token.Key)
	}
	if s.Version == VersionSent {
		b.params.AddEncoded(versionName, "1.0")
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
