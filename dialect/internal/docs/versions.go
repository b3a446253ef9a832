package docs

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/recordings"
)

const versionsHead = `# Which version does what

Generated from the recordings by ` + "`go generate ./dialect`" + `; a test compares.

Programs change what they encode. The functions below were run in every version that is
named here, on the same inputs: %d functions, of which %d have changed, %d times in
all. A change has the version that brought it by a changelog, or else the first version
that was recorded with it: it came after the version before that and not later. A link
leads to what is written about the change. Each has the shortest of the inputs that tell
the two versions apart.

` + "`percent dialects history php.rawurlencode`" + ` prints more of one function, ` + "`percent see --at php@5.2 TEXT`" + `
asks all functions of a version, and ` + "`--as php@5.2.rawurlencode`" + ` encodes as one did.

A line of releases that gets corrections is recorded at its last release. So Node.js 20 may
do what 21, which got none, does not, and the date, which is that of the first release of
the version, is only the earliest that the change can have. Versions without a date have
none because no changelog gives it.

## Recorded versions

| program | versions | functions | changed |
|---|---|---|---|
`

const versionsTail = `
## Not reachable

The changelogs of PHP, Python, Node.js and Ruby name these changes too, and the recordings
do not show them:

| change | version | why not |
|---|---|---|
`

// Versions returns docs/data/versions.md, with the changes that were not reached.
func Versions(unreached []recordings.Unreached) []byte {
	type program struct {
		name               string
		functions, changed int
		first, last        string
		histories          []*dialect.History
	}
	byName := map[string]*program{}
	all, changed, changes := 0, 0, 0
	for h := range dialect.Histories() {
		last := &h.Spans[len(h.Spans)-1]
		name := h.Program()
		p := byName[name]
		if p == nil {
			p = &program{name: name, first: h.Spans[0].First, last: last.Last}
			byName[name] = p
		}
		if older(h.Spans[0].First, p.first) {
			p.first = h.Spans[0].First
		}
		if older(p.last, last.Last) {
			p.last = last.Last
		}
		all++
		p.functions++
		if len(h.Spans) > 1 {
			changed++
			changes += len(h.Spans) - 1
			p.changed++
			p.histories = append(p.histories, h)
		}
	}
	var programs []*program
	for _, p := range byName {
		programs = append(programs, p)
	}
	slices.SortFunc(programs, func(a, b *program) int {
		return cmp.Compare(strings.ToLower(a.name), strings.ToLower(b.name))
	})
	var b bytes.Buffer
	fmt.Fprintf(&b, versionsHead, all, changed, changes)
	for _, p := range programs {
		fmt.Fprintf(&b, "| %s | %s to %s | %d | %d |\n", p.name, p.first, p.last, p.functions, p.changed)
	}
	for _, p := range programs {
		if p.changed == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n## %s\n", p.name)
		for _, h := range p.histories {
			fmt.Fprintf(&b, "\n### %s\n\n%s\n\n", h.ID, quoted(h.Call))
			for i := range h.Spans {
				s := &h.Spans[i]
				follows := "no dialect"
				if s.Dialect != "" {
					follows = quoted(s.Dialect)
				}
				fmt.Fprintf(&b, "- **%s**: %s", s, follows)
				if s.Date != "" {
					fmt.Fprintf(&b, "; %s came out on %s", s.From, s.Date)
				}
				if s.Source != "" {
					fmt.Fprintf(&b, " ([about it](%s))", s.Source)
				}
				b.WriteByte('\n')
				for _, e := range s.Examples[:min(1, len(s.Examples))] {
					fmt.Fprintf(&b, "  - %s gives %s, before %s\n", answer(e[0], 0), answer(e[2], parts(e)), answer(e[1], parts(e)))
				}
			}
		}
	}
	b.WriteString(versionsTail)
	for _, u := range unreached {
		fmt.Fprintf(&b, "| [%s](%s) | %s | %s |\n", u.Change, u.Source, u.Version, u.Why)
	}
	return b.Bytes()
}

// older compares versions by their numbers.
func older(a, b string) bool {
	number := func(v string) []int {
		var list []int
		for _, part := range strings.FieldsFunc(v, func(r rune) bool { return r < '0' || r > '9' }) {
			n := 0
			for _, c := range part {
				n = n*10 + int(c-'0')
			}
			list = append(list, n)
		}
		return list
	}
	return slices.Compare(number(a), number(b)) < 0
}

// code puts text into a code span.
func quoted(text string) string {
	if strings.Contains(text, "`") {
		return "`` " + text + " ``"
	}
	return "`" + text + "`"
}

// longest is how much of an input or an output the document shows, in characters, and
// ahead how much of that stands before the place where two outputs part.
const (
	longest = 60
	ahead   = 20
)

// parts returns the character at which the two outputs of an example part.
func parts(e [3]string) int {
	before, after := []rune(e[1]), []rune(e[2])
	n := 0
	for n < min(len(before), len(after)) && before[n] == after[n] {
		n++
	}
	return n
}

// answer returns the part of text that shows the character at, as code.
func answer(text string, at int) string {
	if text == "" {
		return "an error"
	}
	if r := []rune(text); len(r) > longest {
		start := max(0, min(at-ahead, len(r)-longest))
		cut := string(r[start:min(len(r), start+longest)])
		if start > 0 {
			cut = "…" + cut
		}
		if start+longest < len(r) {
			cut += "…"
		}
		text = cut
	}
	return quoted(text)
}
