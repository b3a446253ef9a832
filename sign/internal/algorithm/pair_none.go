//go:build nopairs

package algorithm

import (
	"crypto"
	"errors"
)

// The page and the package for npm have no keys of RSA, ECDSA and Ed25519, and are smaller by
// 0.2 MB without the code of curves: WebCrypto verifies a text that is signed with a pair.

// Fits reports whether a public key is of the kind of a: none is.
func (a *Algorithm) Fits(crypto.PublicKey) bool { return false }

func (a *Algorithm) verifiesBySecret([]byte, string, []byte) bool { return false }

func (a *Algorithm) signedBySecret([]byte, string) ([]byte, bool, error) { return nil, false, nil }

func (a *Algorithm) verifies(crypto.PublicKey, string, []byte) bool { return false }

func (a *Algorithm) signed(crypto.Signer, string) ([]byte, error) {
	return nil, errors.New("no pairs of keys")
}
