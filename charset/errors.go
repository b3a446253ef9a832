package charset

import "fmt"

// A Reason says what is wrong with the bytes that an error points at.
type Reason uint8

const (
	// Malformed: the bytes stand for no character in this charset.
	Malformed Reason = iota + 1
	// Truncated: the input ends inside a character.
	Truncated
	// Unencodable: the charset has no bytes for the character.
	Unencodable
	// ForbiddenControl: U+000E, U+000F or U+001B, which would change the
	// state of an ISO-2022-JP reader.
	ForbiddenControl
	// InvalidUTF8: the text to encode is not UTF-8 here.
	InvalidUTF8
	// NoEncoder: the charset only decodes; see [Charset.Output].
	NoEncoder
)

var reasons = [...]string{
	Malformed:        "malformed",
	Truncated:        "truncated",
	Unencodable:      "unencodable",
	ForbiddenControl: "forbidden control character",
	InvalidUTF8:      "invalid UTF-8",
	NoEncoder:        "no encoder",
}

// String returns the reason in words.
func (r Reason) String() string {
	if int(r) < len(reasons) && reasons[r] != "" {
		return reasons[r]
	}
	return fmt.Sprintf("Reason(%d)", uint8(r))
}

// A DecodeError says which bytes are not text in a charset.
type DecodeError struct {
	Charset *Charset
	Offset  int64  // of the first of Bytes, from the start of the input or stream
	Bytes   []byte // what one U+FFFD would stand for: 1 to 4 bytes
	Reason  Reason // Malformed or Truncated
}

// Error returns the reason, the bytes and their offset.
func (e *DecodeError) Error() string {
	return fmt.Sprintf("charset: %s %s sequence % X at byte %d", e.Reason, e.Charset.name, e.Bytes, e.Offset)
}

// An EncodeError says which character cannot be written in a charset.
type EncodeError struct {
	Charset *Charset
	Offset  int64  // of the first of Bytes, from the start of the input or stream
	Bytes   []byte // the UTF-8 of the character, or what is not UTF-8
	// Rune is the code point of the error in the sense of the Encoding
	// Standard, the N of &#N;. It is U+FFFD where Reason is ForbiddenControl
	// or InvalidUTF8.
	Rune   rune
	Reason Reason // Unencodable, ForbiddenControl, InvalidUTF8 or NoEncoder
}

// Error returns the reason, the character and its offset.
func (e *EncodeError) Error() string {
	switch e.Reason {
	case NoEncoder:
		return fmt.Sprintf("charset: %s has no encoder", e.Charset.name)
	case InvalidUTF8:
		return fmt.Sprintf("charset: invalid UTF-8 % X at byte %d", e.Bytes, e.Offset)
	}
	return fmt.Sprintf("charset: %s %q in %s at byte %d", e.Reason, e.Bytes, e.Charset.name, e.Offset)
}
