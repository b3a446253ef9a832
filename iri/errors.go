package iri

import "github.com/pct-encoded/percent"

// The reasons of a *percent.SyntaxError of this package, beside
// percent.InvalidEscape, percent.InvalidUTF8 and the productions of package uri.
// Bytes are one character, or the whole host.
const (
	// NotAllowed: a character beyond ASCII that is neither in ucschar nor in
	// iprivate, or an ASCII character that no IRI may hold.
	NotAllowed percent.Reason = "character not allowed"
	// PrivateUse: a character of iprivate outside the query.
	PrivateUse percent.Reason = "private-use character outside the query"
	// BidiControl: a bidirectional formatting character (RFC 3987 section 4.1).
	BidiControl percent.Reason = "bidirectional formatting character"
	// InvalidHost: IDNA does not allow the host.
	InvalidHost percent.Reason = "host not allowed by IDNA"
)

// syntaxError returns the error for bytes at i.
func syntaxError(r percent.Reason, i int, bytes string) *percent.SyntaxError {
	return &percent.SyntaxError{Format: "iri", Offset: int64(i), Bytes: bytes, Reason: r}
}
