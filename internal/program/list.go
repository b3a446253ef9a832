package program

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/pct-encoded/percent/internal/words"
)

// A Described is a model of a program, which embeds a [Program] or a pointer to one.
type Described interface {
	Name() string       // as [Program.Name] returns it
	Versions() []string // as [Program.Versions] returns them
	String() string     // as [Program.String] returns it
}

// A List is all programs of one kind. It is made when it is first needed, and may be used
// by several goroutines. Its fields do not change afterwards.
type List[P Described] struct {
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
	for _, p := range slices.Backward(l.All()) {
		same := p.Name() == base || l.Same != nil && l.Same(p.Name(), base)
		if same && (!versioned || slices.Contains(p.Versions(), version)) {
			return p, nil
		}
	}
	var none P
	return none, l.unknown(name)
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
	return &UnknownError{Kind: l.Kind, Name: name, Suggestion: words.Nearest(strings.ToLower(name), known)}
}

// versionNear returns the name of a program with the version that an unknown one is likely
// to mean: the latest that begins with it or is spelled alike, or else the latest. It
// returns "" if no program has the name in front of the "@".
func (l *List[P]) versionNear(name string) string {
	base, version, versioned := strings.Cut(name, "@")
	if !versioned {
		return ""
	}
	latest, err := l.Lookup(base)
	if err != nil {
		return ""
	}
	var versions []string
	for _, p := range slices.Backward(l.All()) {
		if p.Name() != latest.Name() {
			continue
		}
		for _, v := range slices.Backward(p.Versions()) {
			if version != "" && strings.HasPrefix(v, version+".") {
				return p.Name() + "@" + v
			}
			versions = append(versions, v)
		}
	}
	return latest.Name() + "@" + cmp.Or(words.Nearest(version, versions), versions[0])
}

// An UnknownError reports a name that no program has.
type UnknownError struct {
	Kind       string // of the list, such as "hop"
	Name       string
	Suggestion string // a similar name, another version of the same, or ""
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

// Names returns the names of some of all programs, sorted, each once: without a version
// where all versions among all are there.
func Names[P interface {
	comparable
	Described
}](some, all []P,
) []string {
	missing := map[string]bool{}
	for _, p := range all {
		if !slices.Contains(some, p) {
			missing[p.Name()] = true
		}
	}
	var names []string
	for _, p := range some {
		name := p.Name()
		if missing[name] {
			name = p.String()
		}
		names = append(names, name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
