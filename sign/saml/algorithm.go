package saml

import (
	"crypto"

	"github.com/pct-encoded/percent/sign/internal/algorithm"
)

// An Algorithm is one that SigAlg names.
type Algorithm struct {
	URI  string // as SigAlg holds it, decoded
	Name string // such as "RSA-SHA256"

	of algorithm.Algorithm
}

// Weak reports whether the algorithm uses SHA-1, which RFC 9231 advises against.
func (a *Algorithm) Weak() bool { return a.of.Hash == crypto.SHA1 }

// algorithms are those of XML Signature (xmldsig-core1, section 6.4) and RFC 9231.
var algorithms = []Algorithm{
	row("http://www.w3.org/2001/04/xmldsig-more#rsa-sha256", "RSA-SHA256", algorithm.RSA, crypto.SHA256),
	row("http://www.w3.org/2000/09/xmldsig#rsa-sha1", "RSA-SHA1", algorithm.RSA, crypto.SHA1),
	row("http://www.w3.org/2001/04/xmldsig-more#rsa-sha224", "RSA-SHA224", algorithm.RSA, crypto.SHA224),
	row("http://www.w3.org/2001/04/xmldsig-more#rsa-sha384", "RSA-SHA384", algorithm.RSA, crypto.SHA384),
	row("http://www.w3.org/2001/04/xmldsig-more#rsa-sha512", "RSA-SHA512", algorithm.RSA, crypto.SHA512),
	row("http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256", "ECDSA-SHA256", algorithm.ECDSANumbers, crypto.SHA256),
	row("http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha1", "ECDSA-SHA1", algorithm.ECDSANumbers, crypto.SHA1),
	row("http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha224", "ECDSA-SHA224", algorithm.ECDSANumbers, crypto.SHA224),
	row("http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384", "ECDSA-SHA384", algorithm.ECDSANumbers, crypto.SHA384),
	row("http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512", "ECDSA-SHA512", algorithm.ECDSANumbers, crypto.SHA512),
}

// row returns an algorithm; a signature of ECDSA is two numbers of the length of the key
// (RFC 9231, section 2.3.6).
//
//go:noinline
func row(uri, name string, kind algorithm.Kind, hash crypto.Hash) Algorithm {
	return Algorithm{uri, name, algorithm.Algorithm{Name: name, Kind: kind, Hash: hash}}
}

// Algorithms returns the algorithms that are known; RSA-SHA256 comes first.
func Algorithms() []Algorithm { return append([]Algorithm(nil), algorithms...) }

// LookupAlgorithm returns the algorithm with a URI or a name. The error is a *sign.Error.
func LookupAlgorithm(name string) (*Algorithm, error) {
	for i, a := range algorithms {
		if a.URI == name || a.Name == name {
			return &algorithms[i], nil
		}
	}
	return nil, refused(unknownAlgorithm, sigAlgName)
}
