package program

import (
	"cmp"
	"slices"
	"sort"
	"strings"
	"time"
)

// A Mention says of which versions of a program an answer is: of Version, or of those From
// that version and Before another one, where "" is no bound. Versions are ones that were
// recorded: the change came after the one before it and not later.
type Mention struct {
	Name, Version string
	From, Before  string
	Old           string // what [Old] says of the recording of Version
}

// Older reports whether the mention is of versions other than the newest.
func (m *Mention) Older() bool { return m.From+m.Before != "" }

// ID returns the name and version, as a List finds it.
func (m *Mention) ID() string { return m.Name + "@" + m.Version }

// String returns the ID, or the name and the span, such as "httpx.url before 0.28.1", and
// what Old says.
func (m *Mention) String() string {
	text := m.Name + "@" + m.Version
	if m.Older() {
		text = strings.TrimSpace(m.Name + " " + m.From)
		if m.Before != "" {
			if m.From != "" {
				text += " to"
			}
			text += " before " + m.Before
		}
	}
	if m.Old != "" {
		text += " (" + m.Old + ")"
	}
	return text
}

// Mentions returns which versions some of all programs are, sorted: those that are asked for
// without a version by the newest, and by spans those versions of which the answer is
// another than that of the newest. Some are those of all with one answer.
func Mentions[P interface {
	comparable
	Described
}](some, all []P, now time.Time,
) (list []Mention) {
	of := map[string][]P{} // the name, without a version
	for _, p := range some {
		if !p.Pinned() {
			of[p.Name()] = nil
		}
	}
	for _, p := range all {
		if list, ok := of[p.Name()]; ok && !p.Pinned() {
			of[p.Name()] = append(list, p)
		}
	}
	for _, p := range some {
		if p.Pinned() {
			list = append(list, Mention{Name: p.Name(), Version: p.Version(), Old: Old(p.Recorded(), now)})
			continue
		}
		editions := history(of[p.Name()], func(P) bool { return true })
		of[p.Name()] = nil // they are done
		in := func(i int) bool { return slices.Contains(some, editions[i].program) }
		for i := len(editions) - 1; i >= 0; i-- {
			if !in(i) {
				continue
			}
			last := i
			for i > 0 && in(i-1) {
				i--
			}
			e := editions[last]
			m := Mention{Name: e.program.Name(), Version: e.version, Old: Old(e.program.Recorded(), now)}
			if last < len(editions)-1 {
				if m.Before = editions[last+1].version; i > 0 {
					m.From = editions[i].version
				}
			}
			list = append(list, m)
			if in(len(editions)-1) && last < len(editions)-1 {
				list = list[:len(list)-1] // they answer as the newest does
			}
		}
	}
	sort.SliceStable(list, func(i, j int) bool {
		a, b := list[i], list[j]
		return cmp.Or(strings.Compare(a.Name, b.Name), CompareVersions(a.Version, b.Version)) < 0
	})
	return list
}
