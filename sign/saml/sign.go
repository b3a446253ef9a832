package saml

import (
	"crypto"
	"encoding/base64"
	"strings"

	"github.com/pct-encoded/percent"
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
		if alg = &algorithms[0]; !alg.fits(key.Public()) {
			if alg, err = LookupAlgorithm("ECDSA-SHA256"); err != nil {
				return "", err
			}
		}
	}
	rawURL, _, _ = strings.Cut(rawURL, "#")
	start := strings.IndexByte(rawURL, '?') + 1
	var kept []string
	for piece := range strings.SplitSeq(rawURL[start:], "&") {
		name, _, _ := strings.Cut(piece, "=")
		if n := decoded(name); piece != "" && n != sigAlgName && n != signatureName {
			kept = append(kept, piece)
		}
	}
	m.SigAlg = Param{Name: sigAlgName, Spelled: percent.RFC3986.Encode(alg.URI), Value: alg.URI, Present: true}
	signature, err := alg.sign(key, m.Signed())
	if err != nil {
		return "", err
	}
	kept = append(kept, sigAlgName+"="+m.SigAlg.Spelled, signatureName+"="+percent.RFC3986.Encode(base64.StdEncoding.EncodeToString(signature)))
	return rawURL[:start] + strings.Join(kept, "&"), nil
}

// Algorithm returns the algorithm that SigAlg names. An error is a *VerifyError.
func (m *Message) Algorithm() (*Algorithm, error) {
	if !m.SigAlg.Present {
		return nil, &VerifyError{Reason: notSigned, Param: sigAlgName}
	}
	a, err := LookupAlgorithm(m.SigAlg.Value)
	if err == nil && a.URI != m.SigAlg.Value { // the name
		return nil, &VerifyError{Reason: unknownAlgorithm, Param: sigAlgName}
	}
	return a, err
}

// Verify verifies the signature with an *rsa.PublicKey or *ecdsa.PublicKey, over the
// parameters as they were received. It says nothing of the message: who may read it, until
// when, and whether it came before. An error is a *VerifyError.
func (m *Message) Verify(key crypto.PublicKey) error {
	a, signature, err := m.signature(key)
	if err != nil {
		return err
	}
	if !a.check(key, m.Signed(), signature) {
		return &VerifyError{Reason: WrongSignature, Param: signatureName}
	}
	return nil
}

// signature returns what there is to check.
func (m *Message) signature(key crypto.PublicKey) (*Algorithm, []byte, error) {
	if !m.Signature.Present {
		return nil, nil, &VerifyError{Reason: notSigned, Param: signatureName}
	}
	a, err := m.Algorithm()
	if err != nil {
		return nil, nil, err
	}
	if !a.fits(key) {
		return nil, nil, &VerifyError{Reason: otherKey, Param: sigAlgName}
	}
	signature, err := fromBase64(&m.Signature)
	if err != nil {
		return nil, nil, &VerifyError{Reason: badSignature, Param: signatureName}
	}
	return a, signature, nil
}
