package saml

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/rand"
	"crypto/rsa"
	_ "crypto/sha1" // for the algorithms, as the next two
	_ "crypto/sha256"
	_ "crypto/sha512"
	"encoding/asn1"
	"errors"
	"math/big"
)

// An Algorithm is one that SigAlg names.
type Algorithm struct {
	URI  string // as SigAlg holds it, decoded
	Name string // such as "RSA-SHA256"

	hash  crypto.Hash
	ecdsa bool
}

// Weak reports whether the algorithm uses SHA-1, which RFC 9231 advises against.
func (a *Algorithm) Weak() bool { return a.hash == crypto.SHA1 }

// algorithms are those of XML Signature (xmldsig-core1, section 6.4) and RFC 9231.
var algorithms = []Algorithm{
	{"http://www.w3.org/2001/04/xmldsig-more#rsa-sha256", "RSA-SHA256", crypto.SHA256, false},
	{"http://www.w3.org/2000/09/xmldsig#rsa-sha1", "RSA-SHA1", crypto.SHA1, false},
	{"http://www.w3.org/2001/04/xmldsig-more#rsa-sha224", "RSA-SHA224", crypto.SHA224, false},
	{"http://www.w3.org/2001/04/xmldsig-more#rsa-sha384", "RSA-SHA384", crypto.SHA384, false},
	{"http://www.w3.org/2001/04/xmldsig-more#rsa-sha512", "RSA-SHA512", crypto.SHA512, false},
	{"http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256", "ECDSA-SHA256", crypto.SHA256, true},
	{"http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha1", "ECDSA-SHA1", crypto.SHA1, true},
	{"http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha224", "ECDSA-SHA224", crypto.SHA224, true},
	{"http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384", "ECDSA-SHA384", crypto.SHA384, true},
	{"http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512", "ECDSA-SHA512", crypto.SHA512, true},
}

// Algorithms returns the algorithms that are known; RSA-SHA256 comes first.
func Algorithms() []Algorithm { return append([]Algorithm(nil), algorithms...) }

// LookupAlgorithm returns the algorithm with a URI or a name. The error is a *VerifyError.
func LookupAlgorithm(name string) (*Algorithm, error) {
	for i, a := range algorithms {
		if a.URI == name || a.Name == name {
			return &algorithms[i], nil
		}
	}
	return nil, &VerifyError{Reason: unknownAlgorithm, Param: sigAlgName}
}

// fits reports whether a public key is of the kind of a.
func (a *Algorithm) fits(key crypto.PublicKey) bool {
	switch key.(type) {
	case *rsa.PublicKey:
		return !a.ecdsa
	case *ecdsa.PublicKey:
		return a.ecdsa
	}
	return false
}

func (a *Algorithm) digest(text string) []byte {
	h := a.hash.New()
	h.Write([]byte(text))
	return h.Sum(nil)
}

// check reports whether a signature of the text is right.
func (a *Algorithm) check(key crypto.PublicKey, text string, signature []byte) bool {
	switch key := key.(type) {
	case *rsa.PublicKey:
		return !a.ecdsa && rsa.VerifyPKCS1v15(key, a.hash, a.digest(text), signature) == nil
	case *ecdsa.PublicKey:
		if !a.ecdsa || len(signature) == 0 || len(signature)%2 != 0 {
			return false
		}
		// Two numbers of the same length (RFC 9231, section 2.3.6).
		half := len(signature) / 2
		r, s := new(big.Int).SetBytes(signature[:half]), new(big.Int).SetBytes(signature[half:])
		return ecdsa.Verify(key, a.digest(text), r, s)
	}
	return false
}

// checkDER is check for a signature of ECDSA in ASN.1, which is not that of XML Signature.
func (a *Algorithm) checkDER(key crypto.PublicKey, text string, signature []byte) bool {
	k, ok := key.(*ecdsa.PublicKey)
	return ok && a.ecdsa && ecdsa.VerifyASN1(k, a.digest(text), signature)
}

var errKey = errors.New("saml: the key is of another kind than the algorithm")

func (a *Algorithm) sign(key crypto.Signer, text string) ([]byte, error) {
	if !a.fits(key.Public()) {
		return nil, errKey
	}
	signature, err := key.Sign(rand.Reader, a.digest(text), a.hash)
	if err != nil || !a.ecdsa {
		return signature, err
	}
	var n struct{ R, S *big.Int }
	if _, err := asn1.Unmarshal(signature, &n); err != nil {
		return nil, err
	}
	size := (key.Public().(*ecdsa.PublicKey).Params().BitSize + 7) / 8
	both := make([]byte, 2*size)
	n.R.FillBytes(both[:size])
	n.S.FillBytes(both[size:])
	return both, nil
}
