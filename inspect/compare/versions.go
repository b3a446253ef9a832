package compare

import (
	"strings"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/lazy"
)

// A VersionChange is a function of a program that changed: older versions write one of
// two texts where newer ones write the other.
type VersionChange struct {
	Function *dialect.History
	// Older and Newer are the nearest ranges of its versions that write the texts.
	Older, Newer *dialect.Span
	// Side is the text that the older versions write.
	Side Side
}

// maxVersioned is the length, in bytes, up to which texts are tried with the versions of
// functions: 4 KiB. Some hundred dialects decode and encode them.
const maxVersioned = 1 << 12

// changed are the functions that encode and have changed, each with the pairs of its
// versions that dialects describe, the nearest and newest first.
var changed = lazy.Value[[][]versionPair]{Make: func() (all [][]versionPair) {
	dialects := map[string]*dialect.Dialect{}
	for d := range dialect.All() {
		dialects[d.ID] = d
	}
	for h := range dialect.Histories() {
		var pairs []versionPair
		for apart := 1; apart < len(h.Spans) && h.Encodes; apart++ {
			for i := len(h.Spans) - 1 - apart; i >= 0; i-- {
				older, newer := &h.Spans[i], &h.Spans[i+apart]
				if older.Dialect != "" && newer.Dialect != "" && older.Dialect != newer.Dialect {
					pairs = append(pairs, versionPair{VersionChange{h, older, newer, Second}, dialects[older.Dialect], dialects[newer.Dialect]})
				}
			}
		}
		if pairs != nil {
			all = append(all, pairs)
		}
	}
	return all
}}

// A versionPair is two ranges of versions and the dialects that they follow.
type versionPair struct {
	VersionChange
	older, newer *dialect.Dialect
}

// versionChanges returns the functions that write the one text in older versions and the
// other in newer ones, in the order of their IDs: all of the texts or, where the same
// delimiters divide both, each part that differs.
func versionChanges(first, second string) []VersionChange {
	if max(len(first), len(second)) > maxVersioned {
		return nil
	}
	t := &versionTrial{written: map[[2]*dialect.Dialect]bool{}, data: map[*dialect.Dialect][][]string{}}
	t.tries = [][][2]string{{{first, second}}}
	if parts := differing(first, second); parts != nil {
		t.tries = append(t.tries, parts)
	}
	var found []VersionChange
	for _, pairs := range changed.Get() {
		for _, p := range pairs {
			if t.write(p.newer, p.older) {
				found = append(found, p.VersionChange)
				break
			}
			if t.write(p.older, p.newer) {
				p.Side = First
				found = append(found, p.VersionChange)
				break
			}
		}
	}
	return found
}

// delimiters divide texts into parts that are encoded one by one.
const delimiters = "/?#&=;:@\n"

// differing returns the parts of two texts that differ, or nil if other delimiters stand
// between them.
func differing(first, second string) [][2]string {
	is := func(r rune) bool { return strings.ContainsRune(delimiters, r) }
	between := func(s string) string {
		return strings.Map(func(r rune) rune {
			if is(r) {
				return r
			}
			return -1
		}, s)
	}
	if between(first) != between(second) {
		return nil
	}
	split := func(s string) []string {
		return strings.Split(strings.Map(func(r rune) rune {
			if is(r) {
				return '/'
			}
			return r
		}, s), "/")
	}
	a, b := split(first), split(second)
	var parts [][2]string
	for i := range a {
		if a[i] != b[i] {
			parts = append(parts, [2]string{a[i], b[i]})
		}
	}
	return parts
}

// A versionTrial tries dialects on pairs of texts.
type versionTrial struct {
	tries [][][2]string // lists of pairs, of one of which all must be explained
	// data is what a dialect encodes to the first texts of each list, nil for a list
	// that it does not write.
	data    map[*dialect.Dialect][][]string
	written map[[2]*dialect.Dialect]bool
}

// write reports whether the one dialect writes the first texts and the other the second
// for the same data.
func (t *versionTrial) write(first, second *dialect.Dialect) bool {
	key := [2]*dialect.Dialect{first, second}
	if made, ok := t.written[key]; ok {
		return made
	}
	all, ok := t.data[first]
	if !ok {
		for _, pairs := range t.tries {
			all = append(all, dataOf(first, pairs))
		}
		t.data[first] = all
	}
	made := false
	for i, data := range all {
		same := data != nil
		for j := 0; same && j < len(data); j++ {
			same = encodesTo(second, data[j], t.tries[i][j][1])
		}
		made = made || same
	}
	t.written[key] = made
	return made
}

// dataOf returns what d encodes to the first text of each pair, or nil.
func dataOf(d *dialect.Dialect, pairs [][2]string) []string {
	var list []string
	for _, p := range pairs {
		data, err := d.Decode(p[0])
		if err != nil || !encodesTo(d, data, p[0]) {
			return nil
		}
		list = append(list, data)
	}
	return list
}

func encodesTo(d *dialect.Dialect, data, want string) bool {
	made, err := d.Encode(data)
	return err == nil && made == want
}
