package records

import (
	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/internal/cli/stream"
	"github.com/pct-encoded/percent/internal/cli/term"
	"github.com/pct-encoded/percent/internal/operation/flags"
)

// A policy is the choice of --on-error, and counts how often it was applied.
type policy struct {
	flags.Word
	notice      // malformed places or, with skip, the values that contain them
	rows   bool // values are fields of a table, and skip drops rows
}

// newPolicy returns a policy that accepts words, the default first.
func newPolicy(words ...string) *policy { return &policy{Word: flags.Word{Words: words}} }

// OnError returns the value of the flag or its default, the first of its words.
func (p *policy) OnError() string {
	if p.Value == "" && len(p.Words) > 0 {
		return p.Words[0]
	}
	return p.Value
}

// rule returns the policy for package bulk. It is Keep for words that only one
// command has, such as escape, and for commands without the flag.
func (p *policy) rule() bulk.Policy {
	if rule, err := bulk.LookupPolicy(p.OnError()); err == nil {
		return rule
	}
	return bulk.Keep
}

// add counts a malformed place.
func (p *policy) add(at stream.Place, f *bulk.Flaw) {
	p.notice.Add(at, f.Offset, "")
	p.Others = p.Others || f.Kind != bulk.Malformed || f.Reason != percent.InvalidEscape && f.Reason != percent.TruncatedEscape
}

// Report reports what was done about malformed input.
func (p *policy) Report(u *term.UI) {
	what := "malformed escape"
	if p.Others {
		what = "malformed place"
	}
	done := ""
	switch p.OnError() {
	case "skip":
		what, done = "value", " skipped"
		if p.rows {
			what = "row"
		}
	case "keep":
		done = " kept"
	case "replace":
		done = " replaced by U+FFFD"
	case "null":
		what, done = "field", " made empty"
	}
	p.tell(u, what, done)
}
