package text

import "fmt"

// MaxInput is the longest text, in bytes, that this package takes apart: 1 MiB,
// a hundred times what servers accept as a URL. A report can be a hundred times
// as long as the text, so a limit on the text is one on the memory.
const MaxInput = 1 << 20

// A LimitError says that a text is too long, or that there are too many.
type LimitError struct {
	What   string // the package that was asked, such as "explain"
	Of     string // what there is too much of: "bytes" or "samples"
	Length int    // how many there are
	Limit  int    // how many there may be
}

// Error names the length and the limit.
func (e *LimitError) Error() string {
	return fmt.Sprintf("%s: takes at most %d %s, not %d", e.What, e.Limit, e.Of, e.Length)
}

// Limited returns a *LimitError if a text of that length is too long for what.
func Limited(what string, length, limit int) error {
	if length > limit {
		return &LimitError{What: what, Of: "bytes", Length: length, Limit: limit}
	}
	return nil
}
