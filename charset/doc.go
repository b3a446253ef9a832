// Package charset converts text between UTF-8 and the character encodings of
// the Encoding Standard, exactly as the Standard says, in both directions.
//
// Nothing in a URL says in which charset its escapes are to be read:
// %8E%A9%93%AE is 自動 in Shift_JIS and nothing at all in UTF-8. Look up the
// charset by any of its labels and decode the bytes after the escapes:
//
//	c, err := charset.Lookup("sjis")
//	text, err := c.Decode("\x8E\xA9\x93\xAE") // "自動"
//
// The functions to reach for first are [Lookup] and [Charset.Decode]. The
// other way round, [Charset.Encode] writes text in a charset, and
// [Charset.AppendPercentEncode] is "percent-encode after encoding" of the URL
// Standard, what a browser does to the query of a link on a page that is not
// UTF-8. [NewDecoder] and [NewEncoder] are streams. [Detect] ranks the
// charsets that bytes may be in and changes nothing.
//
// Errors are chosen by the caller: malformed bytes are an error, U+FFFD or
// kept; a character that the charset cannot write is an error, a numeric
// reference, the same reference percent-encoded, or a question mark. Every
// error carries the byte offset and what stands there.
//
// The package follows the Encoding Standard, review draft of June 2025 with
// the indexes of 18 September 2024 (gb18030 as revised for GB 18030-2022).
// All 40 encodings and 228 labels are there, without divergences. Every index
// is tested over its whole length in both directions. The decoders neither
// look for nor remove a byte order mark; see [SniffBOM].
//
// The tables are part of the package rather than taken from
// golang.org/x/text/encoding, which differs from the Standard in 28 of the 40
// encodings. The package adds 250 KB to a program, x/text 890 KB. Tables are
// unpacked when a charset is first used, which takes up to 2 ms and, for the East
// Asian ones, some 300 KB of memory.
//
// The API of this package is meant for v1.
package charset
