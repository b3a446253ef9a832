package form

import (
	"fmt"
	"strconv"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/words"
)

// inPair returns err, whose Offset counts in the form already, as the error of the
// pair with that number, from 1.
func inPair(err error, number int) error {
	if e, ok := err.(*percent.SyntaxError); ok {
		e.Format = "form"
	}
	return pct.In("pair "+strconv.Itoa(number), err)
}

// A Limit is one of the things that Limits bound.
type Limit uint8

// The limits.
const (
	_ Limit = iota
	ByteLimit
	PairLimit
	DepthLimit
)

var limitTexts = [...]string{0: words.Unknown, ByteLimit: "bytes", PairLimit: "pairs", DepthLimit: "levels of nesting"}

// String returns what is limited, such as "pairs".
func (l Limit) String() string { return words.Of(limitTexts[:], l) }

// A LimitError says that a form is larger than its reader allows.
type LimitError struct {
	Limit  Limit
	Max    int   // how much is allowed
	Offset int64 // in bytes, where the form exceeds it
}

// Error returns a text such as
//
//	form: more than 65536 pairs at byte 131072
func (e *LimitError) Error() string {
	return fmt.Sprintf("form: more than %d %v at byte %d", e.Max, e.Limit, e.Offset)
}
