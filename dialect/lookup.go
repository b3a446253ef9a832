package dialect

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Lookup returns the dialect with that ID or alias. Case does not matter. The
// error is an *UnknownError.
func Lookup(name string) (*Dialect, error) {
	if d, ok := byName()[strings.ToLower(name)]; ok {
		return d, nil
	}
	return nil, &UnknownError{Name: name, Suggestions: suggest(name)}
}

// byName maps every ID and alias, in lower case, to its dialect.
var byName = sync.OnceValue(func() map[string]*Dialect {
	m := make(map[string]*Dialect, 2*len(catalogue))
	for d := range All() {
		for _, name := range d.names() {
			key := strings.ToLower(name)
			if other, taken := m[key]; taken {
				panic("dialect: both " + other.ID + " and " + d.ID + " are called " + name)
			}
			m[key] = d
		}
	}
	return m
})

func (d *Dialect) names() []string {
	return append([]string{d.ID}, d.Aliases...)
}

// An UnknownError says that no dialect has the name.
type UnknownError struct {
	Name        string
	Suggestions []string // names that are nearly the same, best first; three at most
}

// Error names the unknown dialect and, where there are any, the suggestions.
func (e *UnknownError) Error() string {
	text := fmt.Sprintf("dialect: unknown dialect %q", e.Name)
	if len(e.Suggestions) > 0 {
		text += "; did you mean " + strings.Join(e.Suggestions, ", ") + "?"
	}
	return text
}

// maxName bounds the names that suggestions are sought for: the comparison
// takes time in proportion to their length, and no name is nearly as long.
const maxName = 64

// suggest returns up to three names near to name: those that contain it, and
// those that a few changed characters turn into it.
func suggest(name string) []string {
	name = strings.ToLower(name)
	if name == "" || len(name) > maxName {
		return nil
	}
	type candidate struct {
		name     string
		distance int
	}
	var found []candidate
	for known, d := range byName() {
		distance := editDistance(name, known)
		if distance > 1+len(name)/4 {
			if len(name) < 3 || !strings.Contains(known, name) {
				continue
			}
			distance = len(name)/4 + 2
		}
		spelled := d.ID
		for _, n := range d.names() {
			if strings.EqualFold(n, known) {
				spelled = n
			}
		}
		found = append(found, candidate{spelled, distance})
	}
	slices.SortFunc(found, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(len(a.name), len(b.name)), cmp.Compare(a.name, b.name))
	})
	var names []string
	for _, c := range found[:min(3, len(found))] {
		names = append(names, c.name)
	}
	return names
}

// editDistance returns how many bytes must be inserted, deleted, replaced or
// swapped with their neighbour to make b of a.
func editDistance(a, b string) int {
	before, last, this := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		this[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			this[j] = min(last[j]+1, this[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				this[j] = min(this[j], before[j-2]+1)
			}
		}
		before, last, this = last, this, before
	}
	return last[len(b)]
}
