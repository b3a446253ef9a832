package dialect

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync/atomic"

	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/pct"
)

// Lookup returns the dialect with that ID or alias, or the dialect of the
// implementation with that ID, or of a version of it, as in "php@5.2.rawurlencode" (see
// [History.At] for what versions there are), or what any other name stands for that Find
// takes. If
// the implementation only decodes, the returned dialect refuses to encode, with a
// *DirectionError that names an encoder of the same program, if there is one. Case
// does not matter. The error is an *UnknownError or an *AmbiguousError.
func Lookup(name string) (*Dialect, error) {
	if d := lookup(name); d != nil {
		return d, nil
	}
	if d, err := lookupVersion(name); d != nil || err != nil {
		return d, err
	}
	names, err := find(name)
	if err != nil {
		return nil, err
	}
	return lookup(names[0]), nil
}

// lookup returns the dialect of an ID or alias, or nil.
func lookup(name string) *Dialect {
	key := strings.ToLower(name)
	// Most names are found here, which saves reading the implementations.
	if d := specifiedAs(key); d != nil {
		return d
	}
	if d, ok := byName.Get()[key]; ok {
		return d
	}
	m, ok := implementationByName.Get()[key]
	if !ok {
		return nil
	}
	if m.Encodes != "" {
		return byName.Get()[strings.ToLower(m.Encodes)]
	}
	d := *byName.Get()[strings.ToLower(m.Decodes)]
	d.sibling = cmp.Or(m.sibling, d.sibling)
	if d.Encodes() {
		// This copy differs from the dialect only in that it does not encode.
		d.sibling = d.ID
	}
	return &d
}

// LookupImplementation returns the implementation with that ID. Case does not
// matter. The error is an *UnknownError.
func LookupImplementation(id string) (*Implementation, error) {
	if m, ok := implementationByName.Get()[strings.ToLower(id)]; ok {
		return m, nil
	}
	return nil, &UnknownError{Name: id, Suggestions: suggest(id)}
}

// byName maps every ID and alias, in lower case, to its dialect.
var byName = lazy.Value[map[string]*Dialect]{Make: func() map[string]*Dialect { return named(dialects.Get()) }}

// specifiedAs returns the dialect of a specification with that ID or alias in lower case, or
// nil. A program that asks once is faster without a map.
func specifiedAs(key string) *Dialect {
	if lookups.Add(1) > 4 {
		return specifiedByName.Get()[key]
	}
	for _, d := range specified.Get() {
		isAlias := func(name string) bool { return strings.ToLower(name) == key }
		if isAlias(d.ID) || slices.ContainsFunc(d.Aliases, isAlias) {
			return d
		}
	}
	return nil
}

// lookups counts the calls of specifiedAs.
var lookups atomic.Int32

var specifiedByName = lazy.Value[map[string]*Dialect]{Make: func() map[string]*Dialect { return named(specified.Get()) }}

func named(list []*Dialect) map[string]*Dialect {
	m := make(map[string]*Dialect, 2*len(list))
	for _, d := range list {
		for _, name := range d.names() {
			key := strings.ToLower(name)
			if other, taken := m[key]; taken {
				panic("dialect: both " + other.ID + " and " + d.ID + " are called " + name)
			}
			m[key] = d
		}
	}
	return m
}

func (d *Dialect) names() []string {
	return append([]string{d.ID}, d.Aliases...)
}

// An UnknownError reports a name that no dialect or implementation has.
type UnknownError struct {
	Name        string
	Suggestions []string // at most three similar names, best first
}

// Error gives the unknown name and any suggestions.
func (e *UnknownError) Error() string {
	text := fmt.Sprintf("dialect: unknown dialect %q", e.Name)
	if len(e.Suggestions) > 0 {
		text += "; did you mean " + strings.Join(e.Suggestions, ", ") + "?"
	}
	return text
}

// maxName is the length of the longest name, in bytes, that gets suggestions.
// Comparing takes time in proportion to it, and no real name is nearly as long.
const maxName = 64

// suggest returns up to three names that contain name or differ from it in a few
// characters. At equal distance, dialects come before implementations.
func suggest(name string) []string {
	name = strings.ToLower(name)
	if name == "" || len(name) > maxName {
		return nil
	}
	type candidate struct {
		name     string
		distance int
		program  int
	}
	var found []candidate
	consider := func(known string, program int) {
		distance, lower := 0, strings.ToLower(known)
		most := 1 + len(name)/4
		if far := len(name) - len(lower); far > most || -far > most {
			distance = most + 1
		} else {
			distance = pct.Distance(name, lower)
		}
		if distance > most {
			if len(name) < 3 || !strings.Contains(lower, name) {
				return
			}
			distance = most + 1
		}
		found = append(found, candidate{known, distance, program})
	}
	for d := range All() {
		for _, n := range d.names() {
			consider(n, 0)
		}
	}
	for m := range Implementations() {
		if _, isDialect := byName.Get()[strings.ToLower(m.ID)]; !isDialect {
			consider(m.ID, 1)
		}
	}
	sort.Slice(found, func(i, j int) bool {
		a, b := &found[i], &found[j]
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.program, b.program),
			cmp.Compare(len(a.name), len(b.name)), cmp.Compare(a.name, b.name)) < 0
	})
	var names []string
	for _, c := range found[:min(3, len(found))] {
		names = append(names, c.name)
	}
	return names
}
