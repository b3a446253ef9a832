package main

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"strings"

	"github.com/pct-encoded/percent/internal/cli/term"
)

// parseKey reads the key of RSA or ECDSA in a file of that name, in PEM with a label of any kind: a
// private key of PKCS #1 or PKCS #8, a public key, or a certificate. No error shows the
// contents of the file, which may be secret.
func parseKey(name string, text []byte) (crypto.Signer, crypto.PublicKey, error) {
	block, _ := pem.Decode(text)
	if block == nil {
		return nil, nil, &term.Failure{Status: term.StatusInput, Text: name + ": no PEM block"}
	}
	if strings.HasPrefix(block.Type, "ENCRYPTED ") || strings.Contains(block.Headers["Proc-Type"], "ENCRYPTED") {
		return nil, nil, &term.Failure{
			Status: term.StatusInput, Text: name + ": the key is encrypted",
			Hint: "decrypt it first, for instance by openssl pkey -in FILE -out NEW",
		}
	}
	if key, err := x509.ParsePKCS1PrivateKey(block.Bytes); err == nil {
		return key, &key.PublicKey, nil
	}
	var public any
	if key, err := x509.ParsePKCS8PrivateKey(block.Bytes); err == nil {
		switch key := key.(type) {
		case *rsa.PrivateKey:
			return key, &key.PublicKey, nil
		case *ecdsa.PrivateKey:
			return key, &key.PublicKey, nil
		case ed25519.PrivateKey:
			return key, key.Public(), nil
		}
	} else if key, err := x509.ParseECPrivateKey(block.Bytes); err == nil {
		return key, &key.PublicKey, nil
	} else if key, err := x509.ParsePKIXPublicKey(block.Bytes); err == nil {
		public = key
	} else if certificate, err := x509.ParseCertificate(block.Bytes); err == nil {
		public = certificate.PublicKey
	}
	switch public.(type) {
	case *rsa.PublicKey, *ecdsa.PublicKey, ed25519.PublicKey:
		return nil, public, nil
	}
	return nil, nil, &term.Failure{
		Status: term.StatusInput, Text: name + ": not a key of RSA, ECDSA or Ed25519",
		Hint: "a private key (PKCS #1, PKCS #8 or SEC 1), a public key or a certificate in PEM will do",
	}
}
