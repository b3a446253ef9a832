package bulk

import (
	"slices"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// A Policy says what becomes of a record with a flaw: malformed input, or what
// the operation refuses.
type Policy uint8

const (
	// Fail ends the job with the flaw. What precedes it is written.
	Fail Policy = iota
	// Keep writes what is malformed as it is and goes on.
	Keep
	// Replace writes U+FFFD for it and goes on.
	Replace
	// Skip drops the record.
	Skip
	// Null writes nothing for the field: an empty one in a table of fields, null
	// in JSON. It is for tables only.
	Null
)

var policyNames = []string{"fail", "keep", "replace", "skip", "null"}

// String returns the name of p: "fail", "keep", "replace", "skip" or "null".
func (p Policy) String() string { return policyNames[p] }

// LookupPolicy returns the policy of that name.
func LookupPolicy(name string) (Policy, error) {
	if i := slices.Index(policyNames, name); i >= 0 {
		return Policy(i), nil
	}
	return Fail, pct.Format("bulk").Unknown("policy", name, policyNames)
}

// malformed returns the part of what f names that is malformed.
//
// Of an escape that is wrong this is the '%' alone: what follows it is data and
// may begin the next escape. Of one that the record cuts off, all that is there
// is.
func malformed(f *Flaw) string {
	if f.Kind == Malformed && f.Reason == percent.InvalidEscape {
		return "%"
	}
	return f.Bytes
}
