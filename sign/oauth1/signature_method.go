package oauth1

import (
	"crypto"
	"crypto/hmac"
	"crypto/rsa"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"hash"
	"sync"
	"sync/atomic"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/words"
)

// A SignatureMethod is how a base string is signed (RFC 5849, section 3.4). The
// zero value is HMAC-SHA1, which every service accepts.
type SignatureMethod uint8

// The signature methods. Those with SHA-256 and SHA-512 are not in the RFC: they
// are HMAC-SHA1 and RSA-SHA1 with another hash.
const (
	HMACSHA1 SignatureMethod = iota
	HMACSHA256
	HMACSHA512
	RSASHA1
	RSASHA256
	Plaintext // the secrets themselves: only over TLS (RFC 5849, section 3.4.4)
	methods
)

var methodNames = [methods]string{"HMAC-SHA1", "HMAC-SHA256", "HMAC-SHA512", "RSA-SHA1", "RSA-SHA256", "PLAINTEXT"}

// String returns the value of oauth_signature_method, such as "HMAC-SHA1".
func (m SignatureMethod) String() string { return words.Of(methodNames[:], m) }

// LookupSignatureMethod returns the method with that name, which is
// case-sensitive. The error is a *MethodError.
func LookupSignatureMethod(name string) (SignatureMethod, error) {
	for m, n := range methodNames {
		if n == name {
			return SignatureMethod(m), nil
		}
	}
	return 0, &MethodError{name}
}

func (m SignatureMethod) hash() crypto.Hash {
	return [...]crypto.Hash{crypto.SHA1, crypto.SHA256, crypto.SHA512, crypto.SHA1, crypto.SHA256, crypto.SHA1}[m]
}

func (m SignatureMethod) isRSA() bool { return m == RSASHA1 || m == RSASHA256 }

// newHash returns a constructor of the hash that m uses.
func (m SignatureMethod) newHash() func() hash.Hash {
	switch m.hash() {
	case crypto.SHA256:
		return sha256.New
	case crypto.SHA512:
		return sha512.New
	}
	return sha1.New
}

// Credentials are an identifier and its secret: of a client (the consumer) or of
// a token. Printing them does not show the secret.
type Credentials struct {
	Key, Secret string
}

// String returns the key, and not the secret.
func (c Credentials) String() string { return fmt.Sprintf("{%q …}", c.Key) }

// GoString returns the key, and not the secret.
func (c Credentials) GoString() string { return c.String() }

// Secrets make and check signatures: two shared secrets for HMAC and PLAINTEXT, a
// key for RSA. Printing them shows no secret.
type Secrets struct {
	Consumer, Token string
	PrivateKey      *rsa.PrivateKey // to sign with RSA
	PublicKey       *rsa.PublicKey  // to check with RSA
}

// String returns a text without any secret.
func (Secrets) String() string { return "{…}" }

// GoString returns a text without any secret.
func (s Secrets) GoString() string { return s.String() }

// ErrNoKey says that an RSA method has no key.
var ErrNoKey = errors.New("oauth1: RSA methods need a key")

// Signature returns the signature of a base string, which is oauth_signature
// before it is percent-encoded. An error is ErrNoKey, a *MethodError, or one of
// crypto/rsa.
func (m SignatureMethod) Signature(base string, s Secrets) (string, error) {
	if m >= methods {
		return "", &MethodError{m.String()}
	}
	if m == Plaintext {
		return string(appendKey(nil, s.Consumer, s.Token)), nil
	}
	raw, err := m.sign(nil, octets(base), s, new(hmacCache))
	if err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(raw), nil
}

// Check reports whether signature is that of the base string. The time it takes
// does not depend on where a wrong one differs. An error is ErrNoKey or a
// *MethodError; a wrong signature is not an error.
func (m SignatureMethod) Check(base, signature string, s Secrets) (bool, error) {
	if m.isRSA() {
		if s.PublicKey == nil {
			return false, ErrNoKey
		}
		raw, err := base64.StdEncoding.DecodeString(signature)
		if err != nil {
			return false, nil
		}
		h := m.newHash()()
		h.Write(octets(base))
		return rsa.VerifyPKCS1v15(s.PublicKey, m.hash(), h.Sum(nil), raw) == nil, nil
	}
	want, err := m.Signature(base, s)
	if err != nil {
		return false, err
	}
	return subtle.ConstantTimeCompare([]byte(want), []byte(signature)) == 1, nil
}

// appendKey appends the key of HMAC, which is the signature of PLAINTEXT (RFC
// 5849, section 3.4.2).
func appendKey(dst []byte, consumer, token string) []byte {
	dst = percent.OAuth1.AppendEncode(dst, octets(consumer))
	dst = append(dst, '&')
	return percent.OAuth1.AppendEncode(dst, octets(token))
}

// sign appends the signature of the base string, before base64, to dst.
func (m SignatureMethod) sign(dst, base []byte, s Secrets, cache *hmacCache) ([]byte, error) {
	if m.isRSA() {
		if s.PrivateKey == nil {
			return dst, ErrNoKey
		}
		h := m.newHash()()
		h.Write(base)
		sig, err := rsa.SignPKCS1v15(nil, s.PrivateKey, m.hash(), h.Sum(nil))
		if err != nil {
			return dst, fmt.Errorf("oauth1: %w", err)
		}
		return append(dst, sig...), nil
	}
	return cache.sum(dst, base, m, s.Consumer, s.Token), nil
}

// An hmacCache keeps the state of HMAC for the secrets used last: a client signs
// with the same ones again and again.
type hmacCache struct {
	last atomic.Pointer[keyedHashes]
}

// keyedHashes are HMACs with the same key.
type keyedHashes struct {
	method          SignatureMethod
	consumer, token string
	hashes          sync.Pool
}

func (c *hmacCache) sum(dst, data []byte, m SignatureMethod, consumer, token string) []byte {
	k := c.last.Load()
	if k == nil || k.method != m || k.consumer != consumer || k.token != token {
		k = &keyedHashes{method: m, consumer: consumer, token: token}
		key := appendKey(nil, consumer, token)
		k.hashes.New = func() any { return hmac.New(m.newHash(), key) }
		c.last.Store(k)
	}
	h := k.hashes.Get().(hash.Hash)
	h.Reset()
	h.Write(data)
	dst = h.Sum(dst)
	k.hashes.Put(h)
	return dst
}
