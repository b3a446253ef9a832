package main

import (
	"crypto/rsa"
	"encoding/asn1"
	"encoding/pem"
	"errors"
	"math/big"
)

// parseKey reads an RSA key in PEM: a private key, a public key or a certificate.
// Package crypto/x509, which reads all other kinds of keys too, would make percent half
// a megabyte larger.
func parseKey(text []byte) (*rsa.PrivateKey, *rsa.PublicKey, error) {
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, nil, errors.New("no PEM block")
	}
	var private pkcs8
	if _, err := asn1.Unmarshal(block.Bytes, &private); err != nil || !private.Algorithm.isRSA() {
		private.Key = block.Bytes
	}
	if key, err := private1(private.Key); err == nil {
		return key, &key.PublicKey, nil
	}
	var public publicKey
	if !isAll(block.Bytes, &public) {
		var cert certificate
		if !isAll(block.Bytes, &cert) {
			return nil, nil, errNoKey
		}
		public = cert.Signed.Key
	}
	if public.Algorithm.isRSA() && public.Algorithm.Parameters.Tag == asn1.TagNull {
		var key pkcs1Public
		if isAll(public.Key.RightAlign(), &key) && key.Modulus.Sign() > 0 && key.Exponent > 0 {
			return nil, &rsa.PublicKey{N: key.Modulus, E: key.Exponent}, nil
		}
	}
	return nil, nil, errNoKey
}

// errNoKey does not show the contents of the block, which may be secret.
var errNoKey = errors.New("not an RSA key")

// A pkcs1Private is an RSAPrivateKey (RFC 8017, appendix A.1.2).
type pkcs1Private struct {
	Version                     int
	Modulus                     *big.Int
	Exponent                    int
	Private, Prime1, Prime2     *big.Int
	Remainder1, Remainder2, Crt *big.Int                                   `asn1:"optional"`
	More                        []struct{ Prime, Remainder, Crt *big.Int } `asn1:"optional,omitempty"`
}

// A pkcs1Public is an RSAPublicKey (RFC 8017, appendix A.1.1).
type pkcs1Public struct {
	Modulus  *big.Int
	Exponent int
}

// private1 reads an RSAPrivateKey.
func private1(der []byte) (*rsa.PrivateKey, error) {
	var p pkcs1Private
	if !isAll(der, &p) || p.Version > 1 {
		return nil, errNoKey
	}
	key := &rsa.PrivateKey{PublicKey: rsa.PublicKey{N: p.Modulus, E: p.Exponent}, D: p.Private, Primes: []*big.Int{p.Prime1, p.Prime2}}
	for _, more := range p.More {
		key.Primes = append(key.Primes, more.Prime)
	}
	key.Precomputed.Dp, key.Precomputed.Dq, key.Precomputed.Qinv = p.Remainder1, p.Remainder2, p.Crt
	for _, n := range append([]*big.Int{key.N, key.D, p.Remainder1, p.Remainder2, p.Crt}, key.Primes...) {
		if n != nil && n.Sign() <= 0 {
			return nil, errNoKey
		}
	}
	key.Precompute()
	return key, key.Validate()
}

// An algorithm is an AlgorithmIdentifier (RFC 5280, section 4.1.1.2).
type algorithm struct {
	ID         asn1.ObjectIdentifier
	Parameters asn1.RawValue `asn1:"optional"`
}

// isRSA reports whether the algorithm is rsaEncryption (RFC 8017, appendix A.1).
func (a algorithm) isRSA() bool { return a.ID.Equal(asn1.ObjectIdentifier{1, 2, 840, 113549, 1, 1, 1}) }

// A pkcs8 is a PrivateKeyInfo (RFC 5208, section 5).
type pkcs8 struct {
	Version   int
	Algorithm algorithm
	Key       []byte
	// Attributes may follow.
}

// A publicKey is a SubjectPublicKeyInfo (RFC 5280, section 4.1.2.7).
type publicKey struct {
	Algorithm algorithm
	Key       asn1.BitString
}

// A certificate is the part of a Certificate (RFC 5280, section 4.1) up to its key.
type certificate struct {
	Signed struct {
		Version                              int `asn1:"optional,explicit,default:0,tag:0"`
		Serial                               asn1.RawValue
		Algorithm, Issuer, Validity, Subject asn1.RawValue
		Key                                  publicKey
		// More may follow.
	}
	Algorithm asn1.RawValue
	Signature asn1.BitString
}

// isAll reads a value from DER, and reports whether der is exactly one such
// value.
func isAll(der []byte, value any) bool {
	rest, err := asn1.Unmarshal(der, value)
	return err == nil && len(rest) == 0
}
