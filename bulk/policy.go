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

// A measure is what a policy does about a flaw. [worker.stretch] carries it out for
// records of text, [fieldStep.code] for fields of tables, and [fieldStep.refuse] and
// [fieldStep.refuseRow] for fields and rows that are flawed as a whole.
type measure uint8

const (
	mend  measure = iota // write the malformed part or a substitute: see patch
	drop                 // drop the record
	stop                 // end the job
	empty                // make the field null
)

// upon returns what p does about f.
func (p Policy) upon(f *Flaw) measure {
	switch {
	case p == Skip, f.Kind == TooLong:
		return drop
	case p == Fail, f.Hopeless:
		return stop
	case p == Null:
		return empty
	}
	return mend
}

// replacement is what Replace writes.
const replacement = "\uFFFD"

// patch appends the policy's substitute for f, a flaw at the start of rest, and returns
// how many bytes of rest it replaces.
func patch(c coder, p Policy, dst, rest []byte, f *Flaw) (out []byte, n int) {
	switch {
	case f.size == 0:
		return dst, 0
	case f.size == allOfIt:
		return append(dst, rest...), len(rest)
	}
	text := replacement
	if p == Keep {
		text = malformed(f)
	}
	if s, ok := c.(substituter); ok {
		return s.substitute(dst, f, text), f.size
	}
	return append(dst, text...), f.size
}

// malformed returns the malformed part of the text that f names.
//
// In an invalid escape, only the '%' is malformed: the bytes after it are data and
// may begin another escape. An escape truncated by the end of the record is
// malformed as a whole.
func malformed(f *Flaw) string {
	if f.Kind == Malformed && f.Reason == percent.InvalidEscape {
		return "%"
	}
	return f.Bytes
}
