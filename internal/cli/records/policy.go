package records

import (
	"strings"

	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/internal/operation/flags"
)

// A Policy is the choice of --on-error.
type Policy struct {
	flags.Word
	// Let says in the note about values that keep accepted what became of them, if they are
	// not as written.
	Let string
}

// newPolicy returns a policy that accepts words, the default first.
func newPolicy(words ...string) Policy { return Policy{Word: flags.Word{Words: words}} }

// OnError returns the value of the flag or its default, the first of its words.
func (p *Policy) OnError() string {
	if p.Value == "" && len(p.Words) > 0 {
		return p.Words[0]
	}
	return p.Value
}

// rule returns the policy for package bulk. It is Keep for words that only one
// command has, such as escape, and for commands without the flag.
func (p *Policy) rule() bulk.Policy {
	if rule, err := bulk.LookupPolicy(p.OnError()); err == nil {
		return rule
	}
	return bulk.Keep
}

// usage returns the help of the flag.
func (p *Policy) usage() string {
	what := map[string]string{
		"fail": "stop", "keep": "accept it as it is", "skip": "drop the value", "replace": "write an empty line for it", "null": "empty the field", "escape": "escape illegal characters",
	}
	var uses []string
	for _, word := range p.Words {
		uses = append(uses, what[word])
	}
	last := len(uses) - 1
	return "malformed input: " + strings.Join(uses[:last], ", ") + " or " + uses[last] + " (default " + p.Words[0] + ")"
}
