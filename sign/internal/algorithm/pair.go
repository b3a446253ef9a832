//go:build !nopairs

package algorithm

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"encoding/asn1"
	"math/big"
)

// Fits reports whether a public key is of the kind of a.
func (a *Algorithm) Fits(key crypto.PublicKey) bool {
	switch k := key.(type) {
	case *rsa.PublicKey:
		return a.Kind == RSA || a.Kind == RSAPSS
	case *ecdsa.PublicKey:
		return a.Kind == ECDSA || a.Kind == ECDSANumbers
	case ed25519.PublicKey:
		return a.Kind == Ed25519 && len(k) == ed25519.PublicKeySize
	}
	return false
}

// private returns the key of SecretECDSA that a secret makes, or nil.
func (a *Algorithm) private(secret []byte) *ecdsa.PrivateKey {
	if a.Derive != nil {
		secret = a.Derive(secret)
	}
	key, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), secret)
	if err != nil {
		return nil
	}
	return key
}

// verifiesBySecret reports whether a signature of SecretECDSA is right.
func (a *Algorithm) verifiesBySecret(secret []byte, text string, octets []byte) bool {
	private := a.private(secret)
	return private != nil && ecdsa.VerifyASN1(&private.PublicKey, a.digest(text), octets)
}

// signedBySecret returns a signature of SecretECDSA; ok is false if the secret makes no key.
func (a *Algorithm) signedBySecret(secret []byte, text string) (octets []byte, ok bool, err error) {
	private := a.private(secret)
	if private == nil {
		return nil, false, nil
	}
	octets, err = private.Sign(rand.Reader, a.digest(text), a.Hash)
	return octets, true, err
}

func (a *Algorithm) verifies(key crypto.PublicKey, text string, octets []byte) bool {
	digest := a.digest(text)
	switch key := key.(type) {
	case *rsa.PublicKey:
		if a.Kind == RSAPSS {
			salt := rsa.PSSSaltLengthEqualsHash
			if a.AnySalt {
				salt = rsa.PSSSaltLengthAuto
			}
			return rsa.VerifyPSS(key, a.Hash, digest, octets, &rsa.PSSOptions{SaltLength: salt}) == nil
		}
		return rsa.VerifyPKCS1v15(key, a.Hash, digest, octets) == nil
	case ed25519.PublicKey:
		return ed25519.Verify(key, []byte(text), octets)
	case *ecdsa.PublicKey:
		if a.Kind == ECDSA {
			return ecdsa.VerifyASN1(key, digest, octets)
		}
		half := (key.Params().BitSize + 7) / 8
		if len(octets) != 2*half {
			return false
		}
		r, s := new(big.Int).SetBytes(octets[:half]), new(big.Int).SetBytes(octets[half:])
		return ecdsa.Verify(key, digest, r, s)
	}
	return false
}

// signed returns the signature by a key that fits.
func (a *Algorithm) signed(key crypto.Signer, text string) ([]byte, error) {
	var options crypto.SignerOpts = a.Hash
	if a.Kind == RSAPSS {
		options = &rsa.PSSOptions{SaltLength: rsa.PSSSaltLengthEqualsHash, Hash: a.Hash}
	}
	octets, err := key.Sign(rand.Reader, a.digest(text), options)
	if err == nil && a.Kind == ECDSANumbers {
		var n struct{ R, S *big.Int }
		if _, err = asn1.Unmarshal(octets, &n); err == nil {
			half := (key.Public().(*ecdsa.PublicKey).Params().BitSize + 7) / 8
			octets = make([]byte, 2*half)
			n.R.FillBytes(octets[:half])
			n.S.FillBytes(octets[half:])
		}
	}
	return octets, err
}
