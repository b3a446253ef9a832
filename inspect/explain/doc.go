// Package explain takes encoded text apart: what every character is, how it is
// written, what it delimits and whether it must be escaped there, by the grammar
// of RFC 3986 (January 2005). It takes any text, however broken.
//
//	e, err := explain.Explain("https://example.com/a%2Fb?q=1+2")
//	e.Characters[21].Verdict   // "data, because it is escaped"
//
// The [Kind] of the text is guessed unless [Options] say it. Offsets and lengths are
// in bytes of that text. A text of more than [MaxInput] bytes gives a [LimitError].
//
// The API of this package may still change.
package explain
