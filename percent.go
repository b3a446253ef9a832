// Package percent percent-encodes and percent-decodes, in every dialect that a
// specification defines or that you derive from one.
//
//	percent.OAuth1.Encode("Ladies + Gentlemen")   // "Ladies%20%2B%20Gentlemen"
//	percent.PathSegment.Decode("a%2Fb")           // "a/b", nil
//	percent.URI.Fix("http://h/100% é")            // "http://h/100%25%20%C3%A9"
//
// An [Encoding] is a kept set, the bytes that are written as they are, and a
// few choices: how a space is written, what a malformed escape, a '+' or invalid
// UTF-8 becomes. The methods to reach for first are [Encoding.Encode] and
// [Encoding.Decode]; AppendEncode and AppendDecode work in your buffer,
// [NewEncoder] and [NewDecoder] on streams. An Encoding is for the content of
// one component: split a URL before you decode, and encode before you join.
//
// Encoding takes any data, and encodes again what is encoded already; that is
// what makes it reversible. [Encoding.Fix] is the other operation: it makes a
// nearly right string legal and leaves the escapes in it alone.
//
// Names without a prefix are those of RFC 3986 (January 2005); others carry
// their source. The sets of the URL Standard are those of July 2026. All sets
// are exact, byte by byte; the specifications are followed without exception,
// and where one leaves the case of hexadecimal digits open, they are upper case.
package percent
