package bulk

import (
	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/words"
)

// A Policy says what happens to a record with a flaw: malformed input, or input that
// the operation rejects.
type Policy uint8

const (
	// Fail ends the job with the flaw. Everything before it is written.
	Fail Policy = iota
	// Keep writes the malformed part as it is and continues.
	Keep
	// Replace writes U+FFFD for the malformed part and continues.
	Replace
	// Skip drops the record.
	Skip
	// Null empties the field: it becomes null in JSON and Parquet, and an empty field
	// in other tables. It is for tables only.
	Null
)

var policyNames = []string{"fail", "keep", "replace", "skip", "null"}

// String returns the name of p: "fail", "keep", "replace", "skip" or "null".
func (p Policy) String() string { return words.Of(policyNames, p) }

// LookupPolicy returns the policy with that name. The error for an unknown name lists
// the names.
func LookupPolicy(name string) (Policy, error) {
	return words.Lookup[Policy]("bulk", "policy", policyNames, name)
}

// malformed returns the malformed part of the text that f names.
//
// Of an invalid escape, this is only the '%': the bytes after it are data and may
// begin another escape. An escape that the end of the record cuts off is malformed
// as a whole.
func malformed(f *Flaw) string {
	if f.Kind == Malformed && f.Reason == percent.InvalidEscape {
		return "%"
	}
	return f.Bytes
}
