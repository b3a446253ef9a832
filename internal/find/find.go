// Package find finds dialects and functions of programs by words, as people type them,
// and puts first what they are likeliest to mean: whatever has exactly that name, then
// what is most used, then the rest.
package find

import (
	"cmp"
	"errors"
	"iter"
	"slices"
	"sort"
	"strings"
	"unicode"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/lazy"
)

// An Entry is a dialect or a function; the other one is nil.
type Entry struct {
	Dialect  *dialect.Dialect
	Function *dialect.Implementation
}

// ID returns the ID of the entry.
func (e Entry) ID() string {
	if e.Dialect != nil {
		return e.Dialect.ID
	}
	return e.Function.ID
}

// Rank returns the place of an ID among those that are most used, from 0, and whether it
// is one of them. The others come after all of those.
func Rank(id string) (int, bool) {
	i := slices.IndexFunc(mostUsed, func(u used) bool { return u.id == id })
	if i < 0 {
		return len(mostUsed), false
	}
	return i, true
}

// How well a word fits an entry.
const (
	somewhere = 1 + iota // it is in the text
	begins               // a word of the text, or of a name, begins with it
	whole                // it is a word of a name
)

// A candidate is an entry with what words are compared with, in lower case.
type candidate struct {
	Entry
	names []string // words of the ID, the aliases, the language, and what people call it
	words []string // of the other text
	text  string   // all of it
	exact []string // what it is called as a whole, and its language
	rank  int
}

var candidates = lazy.Value[[]candidate]{Make: func() []candidate {
	var list []candidate
	add := func(e Entry, exact, names []string, other ...string) {
		c := candidate{Entry: e}
		c.rank, _ = Rank(e.ID())
		if c.rank < len(mostUsed) {
			names = append(names, mostUsed[c.rank].also)
		}
		c.names, c.words = wordsOf(names), wordsOf(other)
		c.text = strings.ToLower(strings.Join(append(names, other...), "\n"))
		for _, name := range exact {
			name = strings.ToLower(name)
			c.exact = append(c.exact, name, name[strings.LastIndexByte(name, '.')+1:])
			_, behind, _ := strings.Cut(name, ".")
			c.exact = append(c.exact, behind)
		}
		if e.Function != nil {
			c.exact = append(c.exact, strings.ToLower(e.Function.Language))
		}
		list = append(list, c)
	}
	for d := range dialect.All() {
		names := append([]string{d.ID}, d.Aliases...)
		add(Entry{Dialect: d}, names, names, d.Title, d.UseFor, d.Spec.String())
	}
	for m := range dialect.Implementations() {
		add(Entry{Function: m}, []string{m.ID}, []string{m.ID, m.Language, m.Call}, m.Version, m.Dialect().ID)
	}
	return list
}}

func wordsOf(texts []string) []string {
	return strings.FieldsFunc(strings.ToLower(strings.Join(texts, " ")), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// fit returns how well the words fit the candidate, and whether all of them do.
func (c *candidate) fit(words []string) (sum int, all bool) {
	for _, w := range words {
		starts := func(s string) bool { return strings.HasPrefix(s, w) }
		switch {
		case slices.Contains(c.names, w):
			sum += whole
		case slices.ContainsFunc(c.names, starts), slices.Contains(c.words, w):
			sum += begins
		case strings.Contains(c.text, w):
			sum += somewhere
		default:
			return 0, false
		}
	}
	return sum, true
}

// begins reports whether words of the candidate begin with all of the words, as while they
// are typed.
func (c *candidate) begins(words []string) bool {
	return !slices.ContainsFunc(wordsOf(words), func(w string) bool {
		starts := func(s string) bool { return strings.HasPrefix(s, w) }
		return !slices.ContainsFunc(c.names, starts) && !slices.ContainsFunc(c.words, starts)
	})
}

// Dialects iterates over the dialects that Find returns; without words, over all of
// them in the order of the catalogue.
func Dialects(words ...string) iter.Seq[*dialect.Dialect] {
	if len(words) == 0 {
		return dialect.All()
	}
	return func(yield func(*dialect.Dialect) bool) {
		for _, e := range Find(words...) {
			if e.Dialect != nil && !yield(e.Dialect) {
				return
			}
		}
	}
}

// Functions iterates over the functions that Find returns; without words, over all of
// them in the order of the catalogue.
func Functions(words ...string) iter.Seq[*dialect.Implementation] {
	if len(words) == 0 {
		return dialect.Implementations()
	}
	return func(yield func(*dialect.Implementation) bool) {
		for _, e := range Find(words...) {
			if e.Function != nil && !yield(e.Function) {
				return
			}
		}
	}
}

// How an entry was found; the first comes first.
const (
	meant   = iota // dialect.Find takes the words for this
	general        // the words fit the dialect that is the default
	exact          // it is called so, or its language is
	fits           // the words fit
	also           // dialect.FindAll has it, whatever its words are
)

// Find returns the dialects and functions that dialect.FindAll takes these words for, or
// that have all of the words in their names, title, use, source, language or call, the
// likeliest to be meant first.
func Find(words ...string) []Entry {
	text := strings.Join(words, " ")
	name := strings.ToLower(text)
	words = strings.Fields(name)
	type found struct {
		*candidate
		how, fit int
	}
	names, err := dialect.FindAll(text)
	certain := err == nil && len(names) > 0
	var several *dialect.AmbiguousError
	if errors.As(err, &several) {
		names = several.Candidates
	}
	// What a name stands for may have another ID, as "unreserved" has.
	for i, n := range names {
		if d, err := dialect.Lookup(n); err == nil && slices.ContainsFunc(d.Aliases, func(a string) bool { return strings.EqualFold(a, n) }) {
			names[i] = d.ID
		}
	}
	var list []found
	all := candidates.Get()
	for i := range all {
		c := &all[i]
		fit, ok := c.fit(words)
		at := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, c.ID()) })
		f := found{c, fits, fit}
		switch {
		case at == 0 && certain:
			f.how = meant
		case ok && c.ID() == "rfc3986" && (fit >= begins*len(words) || c.begins(words)):
			f.how = general
		case ok && slices.Contains(c.exact, name):
			f.how = exact
		case ok:
		case at >= 0:
			f.how, f.fit = also, -at
		default:
			continue
		}
		list = append(list, f)
	}
	sort.SliceStable(list, func(i, j int) bool {
		a, b := &list[i], &list[j]
		return cmp.Or(
			cmp.Compare(a.how, b.how), cmp.Compare(b.fit, a.fit), cmp.Compare(a.rank, b.rank),
			dialect.Likelier(a.ID(), b.ID()),
		) < 0
	})
	entries := make([]Entry, len(list))
	for i, f := range list {
		entries[i] = f.Entry
	}
	return entries
}
