package docs

import (
	"bytes"
	"fmt"

	"github.com/pct-encoded/percent/internal/board"
)

const divergencesHead = `# Divergences

This page lists where other programs depart from the specifications, and then where [this project](#this-project) does.

Up to [Others](#others) it is generated from the recordings by ` + "`go generate ./dialect`" + `; a test compares. It has the functions that name a specification or are defined by one, each in its newest recorded version: how many of the recorded inputs it answers otherwise than the specification demands, and a shortest of them. ` + "`percent conform --recorded`" + ` prints the same, and who answers as demanded. A link leads to what names the specification. For RFC 3986 and other grammars, an output that is legal and decodes to the input is as demanded, whatever else it escapes. The functions of [unclaimed.txt](../../interop/unclaimed.txt) name no specification; many are [dialects of their own](dialects.md).
`

// Others begins what is written by hand in docs/data/divergences.md.
const Others = "\n## Others\n"

// Divergences returns the generated part of docs/data/divergences.md, up to Others.
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
		for i := 0; i < len(group); i++ {
			r := group[i]
			if r.Failing == 0 {
				follow++
				continue
			}
			// Functions of one program, such as forms in several charsets, share a line.
			alike := 0
			for i+1 < len(group) && group[i+1].Version == r.Version && group[i+1].Failing > 0 && [3]string{group[i+1].Input, group[i+1].Got, group[i+1].Want} == [3]string{r.Input, r.Got, r.Want} {
				i++
				alike++
			}
			name := "`" + r.Function + "`"
			if r.Claim != "" {
				name = "[" + name + "](" + r.Claim + ")"
			}
			if alike > 0 {
				name += fmt.Sprintf(" and %d more", alike)
			}
			fmt.Fprintf(&b, "- %s, %s: %s gave %s, not %s (%d of %d)\n", name, r.Version, answer(r.Input, 0), answer(r.Got, 0), answer(r.Want, 0), r.Failing, r.Tried)
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
