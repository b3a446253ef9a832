package saml

import (
	"crypto"
	"encoding/base64"
	"strings"

	"github.com/pct-encoded/percent/sign/internal/params"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/sign"
)

// Sign returns rawURL with SigAlg and Signature at its end. What is there is signed as it is
// written: rawURL must have a SAMLRequest or a SAMLResponse, and may have a RelayState. A
// fragment is left out, and so are a SigAlg and a Signature that were there. alg is nil for
// RSA-SHA256, or ECDSA-SHA256 if the key is for it. An error is a *percent.SyntaxError, one
// of the key, or that the key is of another kind.
func Sign(rawURL string, key crypto.Signer, alg *Algorithm) (string, error) {
	m, err := Parse(rawURL)
	if err != nil {
		return "", err
	}
	if alg == nil {
		if alg = &algorithms[0]; !alg.of.Fits(key.Public()) {
			if alg, err = LookupAlgorithm("ECDSA-SHA256"); err != nil {
				return "", err
			}
		}
	}
	rawURL, _, _ = params.Cut(rawURL, "#")
	start := strings.IndexByte(rawURL, '?') + 1
	var kept []string
	for piece := range strings.SplitSeq(rawURL[start:], "&") {
		name, _, _ := params.Cut(piece, "=")
		if n := decoded(name); piece != "" && n != sigAlgName && n != signatureName {
			params.Add(&kept, piece)
		}
	}
	m.SigAlg = Param{Name: sigAlgName, Spelled: percent.RFC3986.Encode(alg.URI), Value: alg.URI, Present: true}
	signature, ok, err := alg.of.Sign(&sign.Key{Private: key}, m.Signed())
	if err != nil {
		return "", err
	} else if !ok {
		return "", refused(otherKey, sigAlgName)
	}
	kept = append(kept, sigAlgName+"="+m.SigAlg.Spelled, signatureName+"="+percent.RFC3986.Encode(signature))
	return rawURL[:start] + strings.Join(kept, "&"), nil
}

// Algorithm returns the algorithm that SigAlg names. An error is a *sign.Error.
func (m *Message) Algorithm() (*Algorithm, error) {
	if !m.SigAlg.Present {
		return nil, refused(sign.NotSigned, sigAlgName)
	}
	a, err := LookupAlgorithm(m.SigAlg.Value)
	if err == nil && a.URI != m.SigAlg.Value { // the name
		return nil, refused(unknownAlgorithm, sigAlgName)
	}
	return a, err
}

// Verify verifies the signature with an *rsa.PublicKey or *ecdsa.PublicKey, over the
// parameters as they were received. It says nothing of the message: who may read it, until
// when, and whether it came before. An error is a *sign.Error.
func (m *Message) Verify(key crypto.PublicKey) error {
	a, signature, err := m.signature(key)
	if err != nil {
		return err
	}
	if !a.of.Holds(&sign.Key{Public: key}, m.Signed(), signature) {
		return refused(sign.WrongSignature, signatureName)
	}
	return nil
}

// signature returns what there is to check.
func (m *Message) signature(key crypto.PublicKey) (a *Algorithm, signature string, err error) {
	if !m.Signature.Present {
		return nil, "", refused(sign.NotSigned, signatureName)
	}
	if a, err = m.Algorithm(); err != nil {
		return nil, "", err
	}
	if !a.of.Fits(key) {
		return nil, "", refused(otherKey, sigAlgName)
	}
	octets, err := fromBase64(&m.Signature)
	if err != nil {
		return nil, "", refused(badSignature, signatureName)
	}
	return a, base64.StdEncoding.EncodeToString(octets), nil
}
