// Package ecma is encodeURI, encodeURIComponent, decodeURI, decodeURIComponent,
// escape and unescape of ECMAScript, to the last code unit.
//
//	s, err := ecma.EncodeURIComponent("a b&é") // "a%20b%26%C3%A9"
//	s, err = ecma.DecodeURIComponent(s)        // "a b&é"
//
// The functions to reach for first are [EncodeURIComponent] and
// [DecodeURIComponent]. Their siblings without "Component" are for a URI as a
// whole: they leave the delimiters ;/?:@&=+$,# alone, encodeURI as characters
// and decodeURI as escapes. [Escape] and [Unescape] are the functions of the
// 1990s, in which é is %E9 and € is %u20AC; no URI has such escapes.
//
// Every function comes three times. ECMAScript's own are over UTF-16 code
// units ([]uint16); a Go string or []byte is taken for UTF-8 and gives UTF-8. A
// lone surrogate is written in it as the three bytes that UTF-8 would have for
// it (WTF-8), ED A0 80 for U+D800, and treated as in ECMAScript: an error for
// the functions that encode, a character like any other for those that decode.
// Two that make a pair are one character. Any other byte that is not UTF-8 has no
// counterpart in ECMAScript. The four URI functions refuse it; Escape and
// Unescape, which never fail, read each ill-formed subsequence as U+FFFD.
//
// What ECMAScript throws as URIError comes as a *[URIError] that says where and
// why, together with the result up to there.
//
// The package follows ECMA-262, 15th edition (June 2024), section 19.2.6 and
// annex B.2.1, without exception. A '+' is itself everywhere; for forms, use
// package form.
//
// The API of this package is meant for v1.
package ecma
