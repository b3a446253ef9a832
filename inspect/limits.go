package inspect

import "fmt"

// MaxInput is the longest text, in bytes, that layers.Of and lint.Lint accept, and
// the most that the samples of identify.Identify may be together: 1 MiB, a hundred
// times what servers accept as a URL. A report can be a hundred times as long as the
// text, so a limit on the text is one on the memory. Nothing in this package needs
// the limit.
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
