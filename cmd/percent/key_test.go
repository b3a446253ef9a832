package main

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"strings"
	"testing"
	"time"
)

// TestParseKey: keys of RSA and ECDSA in all forms that crypto/x509 writes are read; other keys, encrypted
// ones and damaged ones are not.
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
		{"ECDSA, PKCS 8", "private", der(x509.MarshalPKCS8PrivateKey(curve))},
		{"ECDSA, SEC 1", "private", der(x509.MarshalECPrivateKey(curve))},
		{"ECDSA, public", "public", der(x509.MarshalPKIXPublicKey(&curve.PublicKey))},
		{"ECDSA, certificate", "public", cert(key, &curve.PublicKey)},
		{"Ed25519", "private", der(x509.MarshalPKCS8PrivateKey(ed))},
		{"Ed25519, public", "public", der(x509.MarshalPKIXPublicKey(edPublic))},
		{"private key, too long", "private", append(private[:len(private):len(private)], 0)},
		{"private key, too short", "", private[:len(private)-1]},
		{"public key, too long", "", append(public[:len(public):len(public)], 0)},
		{"public key, too short", "", public[:len(public)-1]},
		{"nothing", "", nil},
	} {
		t.Run("name="+c.name, func(t *testing.T) {
			a, b, err := parseKey("a", pem.EncodeToMemory(&pem.Block{Type: "ANY", Bytes: c.text}))
			switch {
			case c.kind == "" && (err == nil || a != nil || b != nil):
				t.Errorf("it is read: %v", b)
			case c.kind != "":
				want := crypto.PublicKey(&key.PublicKey)
				switch {
				case strings.HasPrefix(c.name, "ECDSA"):
					want = &curve.PublicKey
				case strings.HasPrefix(c.name, "Ed25519"):
					want = edPublic
				}
				equal := func(k crypto.PublicKey) bool {
					e, ok := k.(interface{ Equal(crypto.PublicKey) bool })
					return ok && e.Equal(want)
				}
				if err != nil || !equal(b) || (a != nil) != (c.kind == "private") || a != nil && !equal(a.Public()) {
					t.Errorf("%v, %v", b, err)
				}
			}
		})
	}
	encrypted := pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Headers: map[string]string{"Proc-Type": "4,ENCRYPTED", "DEK-Info": "AES-128-CBC,00"}, Bytes: []byte("secret")})
	for text, want := range map[string]string{
		"no PEM": "a: no PEM block",
		string(pem.EncodeToMemory(&pem.Block{Type: "ENCRYPTED PRIVATE KEY", Bytes: []byte("secret")})): "a: the key is encrypted",
		string(encrypted): "a: the key is encrypted",
		string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: []byte("secret")})): "a: not a key of RSA, ECDSA or Ed25519",
	} {
		if _, _, err := parseKey("a", []byte(text)); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
