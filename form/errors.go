package form

import (
	"fmt"
	"strconv"
)

// A PairError says which pair of a form cannot be decoded. Err is the
// *percent.SyntaxError or *charset.DecodeError, whose offset counts within
// the form too.
type PairError struct {
	Pair   int   // number of the pair, from 1; empty pieces between separators do not count
	Offset int64 // of the first offending byte, from the start of the form
	Err    error
}

// Error returns a text such as
//
//	form: pair 3: percent: invalid escape "%zz" at byte 17
func (e *PairError) Error() string {
	return fmt.Sprintf("form: pair %d: %v", e.Pair, e.Err)
}

// Unwrap returns e.Err.
func (e *PairError) Unwrap() error { return e.Err }

// A Limit is something that Limits bound.
type Limit uint8

// The limits.
const (
	_ Limit = iota
	ByteLimit
	PairLimit
	DepthLimit
)

var limitTexts = [...]string{ByteLimit: "bytes", PairLimit: "pairs", DepthLimit: "levels of nesting"}

// String returns what is limited, such as "pairs".
func (l Limit) String() string {
	if int(l) < len(limitTexts) && limitTexts[l] != "" {
		return limitTexts[l]
	}
	return "Limit(" + strconv.Itoa(int(l)) + ")"
}

// A LimitError says that a form is larger than its reader allows.
type LimitError struct {
	Limit  Limit
	Max    int   // how much is allowed
	Offset int64 // where the form exceeds it, in bytes from its start
}

// Error returns a text such as
//
//	form: more than 65536 pairs at byte 131072
func (e *LimitError) Error() string {
	return fmt.Sprintf("form: more than %d %v at byte %d", e.Max, e.Limit, e.Offset)
}
