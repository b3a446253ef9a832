package docs

import (
	"bytes"
	"fmt"

	"github.com/pct-encoded/percent/internal/board"
)

const divergencesHead = `# Divergences

This page lists where other programs depart from the specifications, and then where [this project](#this-project) does.

Up to [Others](#others) it is generated from the recordings by ` + "`go generate ./dialect`" + `; a test compares. It has the functions that name a specification or are defined by one, each in its newest recorded version: how many of the recorded inputs it answers otherwise than the specification demands, and a shortest of them. ` + "`percent conform --recorded`" + ` prints the same, and who answers as demanded. A function that follows no specification is [a dialect of its own](dialects.md).
`

// Others begins what is written by hand in docs/divergences.md.
const Others = "\n## Others\n"

// Divergences returns the generated part of docs/divergences.md, up to Others.
func Divergences() []byte {
	var b bytes.Buffer
	b.WriteString(divergencesHead)
	rows := board.Rows()
	for len(rows) > 0 {
		n := 0
		for n < len(rows) && rows[n].Specification == rows[0].Specification && rows[n].Section == rows[0].Section {
			n++
		}
		group := rows[:n]
		rows = rows[n:]
		fmt.Fprintf(&b, "\n## %s, section %s\n\n<%s>\n\n", group[0].Specification, group[0].Section, group[0].URL)
		follow := 0
		for _, r := range group {
			if r.Failing == 0 {
				follow++
				continue
			}
			fmt.Fprintf(&b, "- `%s`, %s: %s gave %s, not %s (%d of %d)\n", r.Function, r.Version, answer(r.Input, 0), answer(r.Got, 0), answer(r.Want, 0), r.Failing, r.Tried)
		}
		if follow > 0 {
			if follow < len(group) {
				b.WriteByte('\n')
			}
			fmt.Fprintf(&b, "As demanded: %d.\n", follow)
		}
	}
	return b.Bytes()
}
