package program

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/pct-encoded/percent/internal/words"
)

// A Described is a model of a program, which embeds a [Program] or a pointer to one.
type Described interface {
	Name() string       // as [Program.Name] returns it
	Versions() []string // as [Program.Versions] returns them
	Version() string    // as [Program.Version] returns it
	String() string     // as [Program.String] returns it
	Pinned() bool       // as [Program.Pinned] returns it
	Recorded() string   // as [Program.Recorded] returns it
	Released() string   // as [Program.Released] returns it
}

// A Versioned is a [Described] that returns itself in one of its versions, as [Program.At]
// does.
type Versioned[P any] interface {
	Described
	At(version string) P // as [Program.At] returns it
}

// A List is all programs of one kind. It is made when it is first needed, and may be used
// by several goroutines. Its fields do not change afterwards.
type List[P Versioned[P]] struct {
	Kind string     // what errors call a program, which is the name of its package, too
	Make func() []P // returns the programs, the versions of one from the oldest on
	// Same reports whether two names are the same. If it is nil, they are if they are
	// equal.
	Same func(a, b string) bool
	// Known returns the names of programs that an [UnknownError] may suggest. If it is nil,
	// these are their Name.
	Known func([]P) []string

	once sync.Once
	list []P
}

// All returns the programs, which the caller must not change.
func (l *List[P]) All() []P {
	l.once.Do(func() { l.list = l.Make() })
	return l.list
}

// Lookup returns the program with a name such as "python.urlsplit", which means the latest
// version, or "python.urlsplit@3.11.2". The error is an *UnknownError.
func (l *List[P]) Lookup(name string) (P, error) {
	base, version, versioned := strings.Cut(name, "@")
	history := l.history(base)
	for _, e := range slices.Backward(history) {
		if !versioned {
			return e.program, nil
		}
		if e.version == version {
			return e.program.At(version), nil
		}
	}
	var none P
	return none, l.unknown(name)
}

// An edition is a version of a program, and the program that behaves as it does.
type edition[P any] struct {
	version string
	program P
}

// history returns the versions of a name, the oldest first.
func (l *List[P]) history(name string) []edition[P] {
	return history(l.All(), func(p P) bool { return p.Name() == name || l.Same != nil && l.Same(p.Name(), name) })
}

func history[P Described](list []P, of func(P) bool) (all []edition[P]) {
	for _, p := range list {
		if of(p) {
			for _, version := range p.Versions() {
				all = append(all, edition[P]{version, p})
			}
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return CompareVersions(all[i].version, all[j].version) < 0 })
	return all
}

// CompareVersions compares the numbers in versions.
func CompareVersions(a, b string) int {
	for a != "" || b != "" {
		var x, y string
		x, a = number(a)
		y, b = number(b)
		if c := cmp.Or(cmp.Compare(len(x), len(y)), strings.Compare(x, y)); c != 0 {
			return c
		}
	}
	return 0
}

// number returns the first number in a version, without zeros in front, or "", and the rest.
func number(version string) (digits, rest string) {
	isDigit := func(r rune) bool { return '0' <= r && r <= '9' }
	i := strings.IndexFunc(version, isDigit)
	if i < 0 {
		return "", ""
	}
	rest = strings.TrimLeftFunc(version[i:], isDigit)
	digits = strings.TrimLeft(version[i:len(version)-len(rest)], "0")
	return cmp.Or(digits, "0"), rest
}

func (l *List[P]) unknown(name string) *UnknownError {
	if version := l.versionNear(name); version != "" {
		return &UnknownError{Kind: l.Kind, Name: name, Suggestion: version}
	}
	var known []string
	if l.Known != nil {
		known = l.Known(l.All())
	} else {
		for _, p := range l.All() {
			known = append(known, p.Name())
		}
	}
	// A name may be given without what stands behind its colon, as "nginx" may.
	for _, k := range known {
		if short, _, ok := strings.Cut(k, ":"); ok && !slices.Contains(known, short) {
			known = append(known, short)
		}
	}
	near := words.Nearest(strings.ToLower(name), known)
	if near == "" || near == name {
		near = strings.Join(l.partly(name), " or ")
	}
	return &UnknownError{Kind: l.Kind, Name: name, Suggestion: near}
}

// partly returns the first names of which a word is a part between dots, such as requests.get
// and requests.prepare of "requests".
func (l *List[P]) partly(word string) (names []string) {
	for _, p := range l.All() {
		parts := strings.FieldsFunc(strings.ToLower(p.Name()), func(r rune) bool { return r == '.' || r == ':' })
		if len(names) < 3 && slices.Contains(parts, strings.ToLower(word)) && !slices.Contains(names, p.Name()) {
			names = append(names, p.Name())
		}
	}
	return names
}

// versionNear returns the name of a program with the version that an unknown one is likely
// to mean: the latest that begins with it or is spelled alike, or else the latest. It
// returns "" if no program has the name in front of the "@".
func (l *List[P]) versionNear(name string) string {
	base, version, versioned := strings.Cut(name, "@")
	if !versioned {
		return ""
	}
	history := l.history(base)
	if len(history) == 0 {
		return ""
	}
	var versions []string
	for _, e := range slices.Backward(history) {
		if version != "" && strings.HasPrefix(e.version, version+".") {
			return e.program.Name() + "@" + e.version
		}
		versions = append(versions, e.version)
	}
	return history[0].program.Name() + "@" + cmp.Or(words.Nearest(version, versions), versions[0])
}

// An UnknownError reports a name that no program has.
type UnknownError struct {
	Kind       string // of the list, such as "hop"
	Name       string
	Suggestion string // a similar name, another version of the same, names that it is a part of, or ""
}

// Error gives the unknown name and the suggestion, if there is one.
func (e *UnknownError) Error() string {
	text := fmt.Sprintf("%s: unknown %[1]s %q", e.Kind, e.Name)
	if e.Suggestion != "" {
		text += "; did you mean " + e.Suggestion + "?"
	}
	return text
}

// A Group is programs that give the same answer.
type Group[P, A any] struct {
	Answer   A
	Programs []P
}

// Groups puts programs together that give the same answer. answers has the answer of each
// of them. The groups are in the order of their first programs.
func Groups[P any, A comparable](programs []P, answers []A) []Group[P, A] {
	var groups []Group[P, A]
	index := map[A]int{}
	for i, a := range answers {
		k, ok := index[a]
		if !ok {
			k = len(groups)
			index[a] = k
			groups = append(groups, Group[P, A]{Answer: a})
		}
		groups[k].Programs = append(groups[k].Programs, programs[i])
	}
	return groups
}
