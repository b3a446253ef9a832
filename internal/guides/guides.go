// Package guides holds the guides of docs, compressed, for a program that has no files beside
// it, and finds the one that answers a question. It takes less than 100 KB.
package guides

import (
	"cmp"
	_ "embed" // for the packed guides
	"maps"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/packed"
)

// Site is where the guides are as pages, with the catalogue and a search.
const Site = "https://pct-encoded.github.io/percent/"

// Left out are documents that say nothing to who has only the command: what it lists itself,
// tables of differences and of measurements, the page, and the library.
//
//go:generate go run ../packed/pack -base -without dialects,divergences,divergences-idna,performance,page,net-url guides.gz ../../docs/*.md ../../docs/languages/*.md

//go:embed guides.gz
var guides []byte

// A Guide is a document of docs in Markdown.
type Guide struct {
	Name string // of the file, without its ending and folder
	Text string
}

// Title returns the first heading.
func (g Guide) Title() string {
	line, _, _ := strings.Cut(g.Text, "\n")
	return strings.ReplaceAll(strings.TrimPrefix(line, "# "), "`", "")
}

// section returns the part below that heading, the heading included.
func (g Guide) section(heading string) (string, bool) {
	_, rest, ok := strings.Cut(g.Text, "\n## "+heading+"\n")
	if !ok {
		return "", false
	}
	rest, _, _ = strings.Cut(rest, "\n## ")
	return "# " + heading + "\n" + rest + "\n", true
}

// All returns the guides, by name.
func All() []Guide { return all.Get() }

var all = lazy.Value[[]Guide]{Make: func() []Guide {
	var list []Guide
	for _, t := range packed.Must(guides) {
		list = append(list, Guide(t))
	}
	return list
}}

// Find returns the guide, or the section of one, with that name or on that topic, in upper
// or lower case.
func Find(words string) (text string, ok bool) {
	words = strings.ToLower(strings.Join(strings.Fields(words), " "))
	name, heading, _ := strings.Cut(cmp.Or(topics.Get()[words], topics.Get()[strings.TrimSuffix(words, "s")], words), "#")
	for _, g := range all.Get() {
		switch {
		case g.Name != name:
		case heading != "":
			return g.section(heading)
		default:
			return g.Text, true
		}
	}
	return "", false
}

// Names returns the names of guides and topics.
func Names() []string {
	var names []string
	for _, g := range all.Get() {
		names = append(names, g.Name)
	}
	return slices.AppendSeq(names, maps.Keys(topics.Get()))
}

// Mentioning returns the names of the guides that hold words most often, at most that many.
func Mentioning(words string, most int) []string {
	words = strings.ToLower(words)
	count := map[string]int{}
	var names []string
	for _, g := range all.Get() {
		if n := strings.Count(strings.ToLower(g.Text), words); n > 0 && strings.TrimSpace(words) != "" {
			count[g.Name] = n
			names = append(names, g.Name)
		}
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(count[b], count[a]) })
	return names[:min(most, len(names))]
}
