package main

import (
	"github.com/spf13/cobra"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
)

// A policy is what --on-error says becomes of malformed input, and counts how
// often it had to.
type policy struct {
	choice
	count   int64 // malformed places, or with skip the values that hold them
	others  bool  // some of them were no escapes
	rows    bool  // values are those of a table, and skip drops rows
	first   place
	atFirst int64 // byte in the value
}

func newPolicy() *policy {
	return &policy{choice: choice{words: []string{"fail", "keep", "replace", "skip", "null"}}}
}

func (p *policy) addTo(cmd *cobra.Command) {
	addChoice(cmd, &p.choice, "on-error", "malformed input: stop there, keep it as it is, write U+FFFD for it, drop the value or, in a table, the row, or empty the field")
}

// word returns what the flag says, or its default: the first of its words.
func (p *policy) word() string {
	if p.value == "" && len(p.words) > 0 {
		return p.words[0]
	}
	return p.value
}

// rule returns the policy for package bulk. What keeps a value in a way of its
// own, such as escape, is Keep to it, and so is a command without the flag.
func (p *policy) rule() bulk.Policy {
	if rule, err := bulk.LookupPolicy(p.word()); err == nil {
		return rule
	}
	return bulk.Keep
}

// add counts a malformed place.
func (p *policy) add(at place, f *bulk.Flaw) {
	if p.count == 0 {
		p.first, p.atFirst = at, f.Offset
	}
	p.count++
	p.others = p.others || f.Kind != bulk.Malformed || f.Reason != percent.InvalidEscape && f.Reason != percent.TruncatedEscape
}

// report tells what was let pass.
func (p *policy) report(u *ui) {
	what := "malformed escape"
	if p.others {
		what = "malformed place"
	}
	done := ""
	switch p.word() {
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

// tell tells that what was counted was done with, and where the first was.
func (p *policy) tell(u *ui, what, done string) {
	if p.count == 0 {
		return
	}
	where := "the first at "
	if p.count == 1 {
		where = "at "
	}
	u.note("%s%s, %s%s, byte %d", count(p.count, what), done, where, p.first, p.atFirst)
}
