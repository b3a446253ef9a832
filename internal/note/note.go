// Package note names the notes of package explain. Importers use the texts, which
// explain.Note lists.
package note

// The IDs of notes.
const (
	Illegal       = "illegal"        // not a URI reference by RFC 3986
	CutOff        = "cut-off"        // the text ends in an escape, or in a percent sign
	NoScheme      = "no-scheme"      // a path begins with what looks like a host
	InnerURI      = "inner-uri"      // a URI once it is decoded
	Layers        = "layers"         // more than one layer
	Nested        = "nested"         // an escape inside a broken one
	Lookalike     = "lookalike"      // what looks like another encoding
	Host          = "host"           // the other form of an internationalized host
	DotSegment    = "dot-segment"    // "." or ".." as a segment
	Control       = "control"        // control characters, escaped or not
	Bidi          = "bidi"           // characters that change the direction of text
	Invisible     = "invisible"      // invisible characters
	Doubled       = "double-utf8"    // UTF-8 that was taken for windows-1252
	SurrogatePair = "surrogate-pair" // two surrogates that CESU-8 reads as a character
	Letter        = "letter"         // an escaped ASCII octet that may be part of a letter in a legacy charset
	NotNFC        = "not-nfc"        // not in Unicode's normal form NFC
	Browser       = "browser"        // what a browser makes of it, if RFC 3986 reads it differently
)
