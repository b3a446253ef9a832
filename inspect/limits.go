package inspect

import "fmt"

// MaxInput is the longest text, in bytes, that this package takes apart: 1 MiB,
// a hundred times what servers accept as a URL. A report can be a hundred times
// as long as the text, so a limit on the text is one on the memory.
const MaxInput = 1 << 20

// MaxExplained is the longest text, in bytes, that Explain takes: 256 KiB, thirty
// times what servers accept as a URL. What it says of a character takes some 300
// bytes of JSON.
const MaxExplained = 1 << 18

// A LimitError says that a text is too long.
type LimitError struct {
	What   string // what was to be done, such as "explain"
	Length int    // of the text, in bytes
	Limit  int    // the longest one, in bytes
}

// Error names the length and the limit.
func (e *LimitError) Error() string {
	return fmt.Sprintf("inspect: %s takes at most %d bytes, not %d", e.What, e.Limit, e.Length)
}

// limited returns a *LimitError if a text of that length is too long for what.
func limited(what string, length, limit int) error {
	if length > limit {
		return &LimitError{What: what, Length: length, Limit: limit}
	}
	return nil
}
