package docs

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/dialect"
)

const versionsHead = `# Which version does what

Generated from the recordings by ` + "`go generate ./dialect`" + `; a test compares.

Programs change what they encode. The functions below were run in every version that is
named here, on the same inputs: %d functions, of which %d have changed, %d times in
all. A change has the version that brought it by a changelog, with the source, or else
the first version that was recorded with it: it came after the version before that and
not later. Each has the shortest of the inputs that tell the two versions apart.

` + "`percent dialects history php.rawurlencode`" + ` prints more of one function, ` + "`percent see --at php@5.2 TEXT`" + `
asks all functions of a version, and ` + "`--as php@5.2.rawurlencode`" + ` encodes as one did.

A line of releases that gets corrections is recorded at its last release. So Node.js 20 may
do what 21, which got none, does not.

## Recorded versions

| program | versions | functions | changed |
|---|---|---|---|
`

const versionsTail = `
## Not reachable

Changelogs name these changes too. No version from before them could be run:

| change | version | why |
|---|---|---|
| Ruby's ` + "`ERB::Util.url_encode` and `CGI.escape`" + ` leave ` + "`~`" + ` alone | 2.5 | the oldest Ruby recorded is 3.1 |
| Ruby's ` + "`URI.escape`" + ` is gone | 3.0 | as above; ` + "`ruby.URI.DEFAULT_PARSER.escape`" + ` is what it did |
| Python's ` + "`parse_qsl`" + ` splits at ` + "`&`" + ` only, not at ` + "`;`" + ` | 3.10, and 3.6.13, 3.7.10, 3.8.8 and 3.9.2 | the last releases are recorded |
| PHP's ` + "`http_build_query`" + ` takes ` + "`PHP_QUERY_RFC3986`" + ` | 5.4 | a new argument, not another result |
`

// Versions returns docs/versions.md.
func Versions() []byte {
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
		name, _, _ := strings.Cut(last.Program, " ")
		switch {
		case name == "node":
			name = "Node.js"
		case name == "CPython":
			name = "Python"
		case strings.HasPrefix(name, "go1"):
			name = "Go"
		}
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
				if s.From != "" && s.Date != "" {
					fmt.Fprintf(&b, ", since %s", s.Date)
				}
				if s.Source != "" {
					fmt.Fprintf(&b, " ([source](%s))", s.Source)
				}
				b.WriteByte('\n')
				for _, e := range s.Examples[:min(1, len(s.Examples))] {
					fmt.Fprintf(&b, "  - %s gives %s, before %s\n", answer(e[0]), answer(e[2]), answer(e[1]))
				}
			}
		}
	}
	b.WriteString(versionsTail)
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

// longest is how much of an input or an output the document shows, in characters.
const longest = 60

func answer(text string) string {
	if text == "" {
		return "an error"
	}
	if r := []rune(text); len(r) > longest {
		text = string(r[:longest]) + "…"
	}
	return quoted(text)
}
