// Package algorithm makes and checks signatures.
package algorithm

import (
	"bytes"
	"crypto"
	"crypto/hmac"
	_ "crypto/md5" // for the algorithms, as the next three
	_ "crypto/sha1"
	_ "crypto/sha256"
	_ "crypto/sha512"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"strings"
)

// A Key is what signs or verifies: a secret, or one or both of a pair of keys.
type Key struct {
	Secret  string
	Private crypto.Signer
	Public  crypto.PublicKey
}

// An Algorithm says how a text and a key become a signature.
type Algorithm struct {
	Name  string // such as "HMAC-SHA256"
	Kind  Kind
	Hash  crypto.Hash // 0 where the algorithm has one of its own
	Form  Form
	Begin string // what stands before the signature, such as "sha256="
	// Derive, if not nil, makes the key of the MAC from the octets of the secret.
	Derive func(secret []byte) []byte
	// Misderived makes keys as signers do by mistake, each with what they do.
	Misderived func(secret []byte, add func(key []byte, text string))
	// AnySalt is set if the salt of RSAPSS may have any length, not only that of the hash.
	AnySalt bool
	// Base64Key is set if the secret is written in Base64.
	Base64Key bool
	// KeyBegin may stand before a secret in Base64.
	KeyBegin string
	// HexKey is set if the secret is written in hex.
	HexKey bool
	// NoNUL is set if the verifier ends a secret at a NUL.
	NoNUL bool
}

// A Kind is one of algorithms.
type Kind uint8

// The kinds. An ECDSA signature is in ASN.1, or the two numbers one after the other.
const (
	HMAC Kind = iota
	// Suffixed is a hash of the text and the secret after it, which is no MAC but in use.
	Suffixed
	// Inserted is a hash of the text, in which the secret stands in the place of Secret.
	Inserted
	// SecretECDSA is ECDSA in ASN.1 by a key of P-256 that Derive makes from the secret.
	SecretECDSA
	RSA
	RSAPSS
	ECDSA
	ECDSANumbers
	Ed25519
)

// Secret stands for the secret in a text that is Inserted.
const Secret = "{secret}"

// A Form is how octets of a signature are written.
type Form uint8

// The forms.
const (
	Base64     Form = iota
	Hex             // with lower-case digits
	Base64URL       // without '='
	CloudFront      // Base64 with - for +, _ for = and ~ for /
)

// String returns the form in words.
func (f Form) String() string {
	switch f {
	case Hex:
		return "hex"
	case Base64URL:
		return "Base64 for URLs, without ="
	case CloudFront:
		return "Base64 with - _ ~ for + = /"
	}
	return "Base64"
}

// Encode writes octets.
func (f Form) Encode(octets []byte) string {
	switch f {
	case Hex:
		return hex.EncodeToString(octets)
	case Base64URL:
		return base64.RawURLEncoding.EncodeToString(octets)
	case CloudFront:
		return strings.NewReplacer("+", "-", "=", "_", "/", "~").Replace(base64.StdEncoding.EncodeToString(octets))
	}
	return base64.StdEncoding.EncodeToString(octets)
}

func (f Form) decode(text string) ([]byte, error) {
	switch f {
	case Hex:
		return hex.DecodeString(text)
	case Base64URL:
		return base64.RawURLEncoding.DecodeString(text)
	case CloudFront:
		if strings.ContainsAny(text, "+=/") {
			return nil, base64.CorruptInputError(strings.IndexAny(text, "+=/"))
		}
		text = strings.NewReplacer("-", "+", "_", "=", "~", "/").Replace(text)
	}
	return base64.StdEncoding.Strict().DecodeString(text)
}

// Secret reports whether the key is one that both sides have.
func (a *Algorithm) Secret() bool { return a.Kind <= SecretECDSA }

// Octets returns the secret that a key holds; ok is false if it is not one of a.
func (a *Algorithm) Octets(key *Key) (secret []byte, ok bool) {
	switch {
	case a.HexKey:
		secret, err := hex.DecodeString(key.Secret)
		return secret, err == nil
	case !a.Base64Key:
		return []byte(key.Secret), true
	}
	secret, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(key.Secret, a.KeyBegin))
	return secret, err == nil && !(a.NoNUL && bytes.IndexByte(secret, 0) >= 0)
}

// MAC returns the signature of a text by octets of a secret, which are as those of the key.
func (a *Algorithm) MAC(secret []byte, text string) []byte {
	if a.Derive != nil {
		secret = a.Derive(secret)
	}
	if a.Kind == Suffixed {
		h := a.Hash.New()
		h.Write([]byte(text))
		h.Write(secret)
		return h.Sum(nil)
	}
	if a.Kind == Inserted {
		if strings.Count(text, Secret) != 1 {
			return nil
		}
		return a.digest(strings.Replace(text, Secret, string(secret), 1))
	}
	h := hmac.New(a.Hash.New, secret)
	h.Write([]byte(text))
	return h.Sum(nil)
}

func (a *Algorithm) digest(text string) []byte {
	if a.Hash == 0 {
		return []byte(text)
	}
	h := a.Hash.New()
	h.Write([]byte(text))
	return h.Sum(nil)
}

// Holds reports whether a signature of a text, as it is written, is right.
func (a *Algorithm) Holds(key *Key, text, signature string) bool {
	if a.Secret() {
		secret, ok := a.Octets(key)
		return ok && a.HoldsBy(secret, text, signature)
	}
	signature, begins := strings.CutPrefix(signature, a.Begin)
	octets, err := a.Form.decode(signature)
	return begins && err == nil && a.Fits(key.Public) && a.verifies(key.Public, text, octets)
}

// HoldsBy is Holds for the octets of a secret.
func (a *Algorithm) HoldsBy(secret []byte, text, signature string) bool {
	if a.Kind != SecretECDSA {
		return a.HoldsMAC(a.MAC(secret, text), signature)
	}
	octets, err := a.Form.decode(signature)
	return err == nil && a.verifiesBySecret(secret, text, octets)
}

// HoldsMAC reports whether a signature is that of octets that MAC returns; none is that of nil.
func (a *Algorithm) HoldsMAC(mac []byte, signature string) bool {
	return mac != nil && Same(a.Begin+a.Form.Encode(mac), signature)
}

// Begins reports whether a signature by a secret is right, but cut short.
func (a *Algorithm) Begins(key *Key, text, signature string) bool {
	secret, ok := a.Octets(key)
	if !ok || !a.Secret() || a.Kind == SecretECDSA || len(signature) < len(a.Begin)+leastBegun {
		return false
	}
	mac := a.MAC(secret, text)
	whole := a.Begin + a.Form.Encode(mac)
	return mac != nil && len(signature) < len(whole) && Same(whole[:len(signature)], signature)
}

// leastBegun is how long a signature that is cut short is at least: none begins so by chance.
const leastBegun = 12

// Same reports whether two texts are the same, in constant time.
func Same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// Sign returns the signature of a text, as it is written; ok is false if the key is not one
// of a.
func (a *Algorithm) Sign(key *Key, text string) (signature string, ok bool, err error) {
	if a.Secret() {
		secret, ok := a.Octets(key)
		if !ok || len(secret) == 0 {
			return "", false, nil
		}
		if a.Kind == SecretECDSA {
			octets, ok, err := a.signedBySecret(secret, text)
			return a.Form.Encode(octets), ok, err
		}
		return a.Begin + a.Form.Encode(a.MAC(secret, text)), true, nil
	}
	if key.Private == nil || !a.Fits(key.Private.Public()) {
		return "", false, nil
	}
	octets, err := a.signed(key.Private, text)
	if err != nil {
		return "", true, err
	}
	return a.Begin + a.Form.Encode(octets), true, nil
}
