package charset

import "github.com/pct-encoded/percent"

// The reasons of a *percent.SyntaxError, whose Format is "charset" and whose Field
// is the name of the charset. Bytes are, for a decoder, the 1 to 4 bytes that one
// U+FFFD would replace; for an encoder the UTF-8 of one character, or bytes that
// are not UTF-8 and have the reason percent.InvalidUTF8.
const (
	// Malformed: the bytes stand for no character in this charset.
	Malformed percent.Reason = "malformed bytes"
	// Truncated: the input ends inside a character.
	Truncated percent.Reason = "truncated character"
	// Unencodable: the charset has no bytes for the character.
	Unencodable percent.Reason = "unencodable character"
	// ForbiddenControl: U+000E, U+000F or U+001B, which would change the
	// state of an ISO-2022-JP reader. References stand for U+FFFD.
	ForbiddenControl percent.Reason = "forbidden control character"
	// NoEncoder: the charset only decodes; see [Charset.Output].
	NoEncoder percent.Reason = "no encoder"
)

// syntaxError returns the error for bytes, which stand at offset.
func (c *Charset) syntaxError(offset int64, bytes []byte, r percent.Reason) *percent.SyntaxError {
	return &percent.SyntaxError{Format: "charset", Field: c.name, Offset: offset, Bytes: string(bytes), Reason: r}
}
