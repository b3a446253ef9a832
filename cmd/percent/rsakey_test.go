package main

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"testing"
	"time"
)

// TestParseKey: RSA keys in all forms that crypto/x509 writes are read, other keys and what
// is damaged are not.
func TestParseKey(t *testing.T) {
	key, err := rsa.GenerateKey(rand.Reader, 1024)
	if err != nil {
		t.Fatal(err)
	}
	curve, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	edPublic, ed, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	der := func(b []byte, err error) []byte {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	cert := func(signer, public any) []byte {
		template := &x509.Certificate{
			SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "a"}, NotAfter: time.Now().Add(time.Hour),
			DNSNames: []string{"a.example"}, IsCA: true, BasicConstraintsValid: true,
		}
		return der(x509.CreateCertificate(rand.Reader, template, template, public, signer))
	}
	private := der(x509.MarshalPKCS8PrivateKey(key))
	public := der(x509.MarshalPKIXPublicKey(&key.PublicKey))
	for _, c := range []struct {
		name, kind string // kind is "private", "public" or "" if it is refused
		text       []byte
	}{
		{"PKCS 1", "private", x509.MarshalPKCS1PrivateKey(key)},
		{"PKCS 8", "private", private},
		{"SubjectPublicKeyInfo", "public", public},
		{"certificate", "public", cert(key, &key.PublicKey)},
		{"certificate that another key signed", "public", cert(curve, &key.PublicKey)},
		{"PKCS 1, public", "", x509.MarshalPKCS1PublicKey(&key.PublicKey)},
		{"ECDSA", "", der(x509.MarshalPKCS8PrivateKey(curve))},
		{"ECDSA, public", "", der(x509.MarshalPKIXPublicKey(&curve.PublicKey))},
		{"ECDSA, certificate", "", cert(key, &curve.PublicKey)},
		{"Ed25519", "", der(x509.MarshalPKCS8PrivateKey(ed))},
		{"Ed25519, public", "", der(x509.MarshalPKIXPublicKey(edPublic))},
		{"private key, too long", "private", append(private[:len(private):len(private)], 0)},
		{"private key, too short", "", private[:len(private)-1]},
		{"public key, too long", "", append(public[:len(public):len(public)], 0)},
		{"public key, too short", "", public[:len(public)-1]},
		{"nothing", "", nil},
	} {
		t.Run("name="+c.name, func(t *testing.T) {
			a, b, err := parseKey(pem.EncodeToMemory(&pem.Block{Type: "ANY", Bytes: c.text}))
			switch {
			case c.kind == "" && (err == nil || a != nil || b != nil):
				t.Errorf("it is read: %v", b)
			case c.kind != "" && (err != nil || !b.Equal(&key.PublicKey) || (a != nil) != (c.kind == "private") || a != nil && !a.Equal(key)):
				t.Errorf("%v, %v", b, err)
			}
			_, want, _ := parseKeyX509(c.text)
			if (want == nil) != (b == nil) {
				t.Errorf("crypto/x509: %v", want)
			}
		})
	}
	if _, _, err := parseKey([]byte("no PEM")); err == nil || err.Error() != "no PEM block" {
		t.Error(err)
	}
}

// parseKeyX509 reads a key by crypto/x509.
func parseKeyX509(der []byte) (*rsa.PrivateKey, *rsa.PublicKey, bool) {
	if key, err := x509.ParsePKCS1PrivateKey(der); err == nil {
		return key, &key.PublicKey, true
	}
	if key, err := x509.ParsePKCS8PrivateKey(der); err == nil {
		if key, ok := key.(*rsa.PrivateKey); ok {
			return key, &key.PublicKey, true
		}
	}
	if key, err := x509.ParsePKIXPublicKey(der); err == nil {
		key, ok := key.(*rsa.PublicKey)
		return nil, key, ok
	}
	if cert, err := x509.ParseCertificate(der); err == nil {
		key, ok := cert.PublicKey.(*rsa.PublicKey)
		return nil, key, ok
	}
	return nil, nil, false
}
