// Package lint finds what is dangerous, broken or ambiguous in encoded text,
// through every layer of encoding. [Lint] applies all [Rules], a [Linter] those
// that were chosen.
//
//	found, err := lint.Lint("http://example.com/%2e%2e/a")
//	found[0].Rule    // "dot-segment-encoded"
//	found[0].Offset  // 19
//
// Offsets and lengths are in bytes. A text of more than [MaxInput] bytes gives a
// [LimitError].
//
// The API of this package may still change.
package lint
