// Package answers finds what answers a question in people's own words: guides and their
// sections, commands, dialects and functions of programs. The search of the web site
// (docs/build/assets/search.js) ranks in the same way; a test there compares both.
package answers

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"sort"
	"strings"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/find"
	"github.com/pct-encoded/percent/internal/guides"
)

// An Answer is one place that answers a question.
type Answer struct {
	Command string // what prints it, such as `percent guide space-plus`
	Title   string // of the guide or its section, or what the command or function is for
	Path    string // of the page on the web site; empty for a command
	Heading string // of the section that answers best; empty for a page or a command
}

// Text returns the first paragraph of the guide or of its section, and in Markdown the whole
// section or what stands before the first one; both are "" for what is no guide.
func (a Answer) Text() (lead, section string) {
	for _, g := range guides.All() {
		if g.Path() == a.Path {
			section, _ = g.Section(a.Heading)
			return cmp.Or(g.Lead(a.Heading), g.Lead("")), section
		}
	}
	return "", ""
}

// A Command is a command of the program, such as {"uri get", "parts of URIs", "…"}.
type Command struct {
	Name, Short, Long string
}

// An entry is a page of the index, a command, a dialect or a function.
type entry struct {
	Answer
	kind       kind
	name       string // of a dialect or a function, or of a command, in lower case
	translated bool
	defined    bool // a dialect that is not also the ID of a function
	rank       int  // among those that are most used
	title      set
	keys       set
	phrases    [][]string // the words of each keyword
	sections   []section
}

type section struct {
	heading        string // empty for what stands before the first one
	headings, body set
}

type kind int

const (
	guide kind = iota
	command
	function // or dialect
)

type set map[string]bool

// setOf returns the words of a text without their endings; if only is not nil, of those that
// it has.
func setOf(text string, only set) set {
	s := set{}
	for w := range stems(text) {
		if only == nil || only[w] {
			s[w] = true
		}
	}
	return s
}

// An index is what one search looks through.
type index struct {
	entries []entry
	counts  map[string]int // of entries with a word
	pages   map[string]int // of guides with a word
	titles  map[string]int // of guides with a word in the title
	guides  int
	english set // words of what is not translated
	used    int // the ranks there are
}

// newIndex makes the index for a search of these words. It reads all guides, which takes some
// milliseconds.
func newIndex(words []string, commands []Command) *index {
	x := &index{counts: map[string]int{}, pages: map[string]int{}, titles: map[string]int{}, english: set{}}
	keywords := guides.Keywords()
	all := guides.All()
	for _, g := range all {
		e := entry{Answer: Answer{Command: "percent guide " + g.Name, Title: g.Title(), Path: g.Path()}, translated: g.Translated()}
		e.title = setOf(g.Title(), nil)
		e.keywords(keywords[g.Path()])
		delete(keywords, g.Path())
		x.entries = append(x.entries, e)
	}
	// Of other languages there are only the functions.
	for path, text := range keywords {
		name, ok := strings.CutPrefix(strings.TrimSuffix(path, "/"), guides.Languages+"/")
		if !ok {
			continue
		}
		e := entry{Answer: Answer{Command: "percent dialects list " + name, Title: "URL-encode in " + name, Path: path}}
		e.title = setOf(e.Title, nil)
		e.keywords(text)
		e.sections = []section{{}}
		x.entries = append(x.entries, e)
	}
	for _, c := range commands {
		e := entry{Answer: Answer{Command: "percent help " + c.Name, Title: c.Short}, kind: command, name: strings.ToLower(c.Name), rank: math.MaxInt}
		e.title = setOf(c.Name, nil)
		e.sections = []section{{headings: setOf(c.Short, nil), body: setOf(c.Long, nil)}}
		x.entries = append(x.entries, e)
	}
	programs := set{}
	for m := range dialect.Implementations() {
		programs[m.ID] = true
	}
	for d := range dialect.All() {
		x.function(d.ID, "dialects/", d.Title, strings.Join(append([]string{d.Title, d.UseFor}, d.Aliases...), " "), !programs[d.ID])
	}
	for m := range dialect.Implementations() {
		x.function(m.ID, "functions/", m.Call+" of "+m.Language, m.Call+" "+m.Language, false)
	}
	// Of the text of guides, only words that are counted or looked for.
	only := set{}
	for _, w := range words {
		only[w] = true
	}
	for _, e := range x.entries {
		maps.Copy(only, e.title)
		for _, phrase := range e.phrases {
			for _, w := range phrase {
				only[w] = true
			}
		}
	}
	for i, g := range all {
		for heading, text := range g.Sections() {
			s := section{heading: heading, headings: setOf(heading, only), body: setOf(text, only)}
			for line := range strings.Lines(text) {
				if strings.HasPrefix(line, "### ") {
					maps.Copy(s.headings, setOf(line, only))
				}
			}
			x.entries[i].sections = append(x.entries[i].sections, s)
		}
	}
	for i := range x.entries {
		e := &x.entries[i]
		if e.kind == guide {
			x.guides++
		}
		has := maps.Clone(e.title)
		maps.Copy(has, e.keys)
		for _, s := range e.sections {
			maps.Copy(has, s.headings)
			maps.Copy(has, s.body)
		}
		for w := range has {
			if x.counts[w]++; e.kind == guide {
				x.pages[w]++
				if e.title[w] {
					x.titles[w]++
				}
			}
			if !e.translated {
				x.english[w] = true
			}
		}
	}
	return x
}

// function adds a dialect or a function.
func (x *index) function(id, folder, title, text string, defined bool) {
	e := entry{Answer: Answer{Command: "percent dialects show " + id, Title: title, Path: folder + id + "/"}, kind: function, name: strings.ToLower(id), defined: defined}
	rank, ok := find.Rank(id)
	if e.rank = rank; ok {
		x.used = max(x.used, rank+1)
	} else {
		e.rank = math.MaxInt
	}
	// "oauth1" is found by "oauth", too.
	digits := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return ' '
		}
		return r
	}, id)
	e.title = setOf(strings.ReplaceAll(id+" "+digits, ".", " "), nil)
	e.sections = []section{{body: setOf(text, nil)}}
	x.entries = append(x.entries, e)
}

// keywords notes keywords, which semicolons separate.
func (e *entry) keywords(text string) {
	e.keys = setOf(text, nil)
	for phrase := range strings.SplitSeq(text, ";") {
		if words := wanted(phrase); len(words) > 0 {
			e.phrases = append(e.phrases, words)
		}
	}
}

// rare returns how much a word says: more, the fewer entries have it.
func (x *index) rare(word string) float64 {
	if n := x.pages[word]; n > 0 {
		return math.Log(1 + float64(x.guides)/float64(n))
	}
	return math.Log(1 + 2*float64(x.guides))
}

// says returns how much a word says of an entry. What a guide is called says more than where
// else the word is: many guides name Go, and one is about it.
func (x *index) says(e *entry, w string) float64 {
	r := x.rare(w)
	if e.kind != guide || !e.title[w] || x.titles[w]*common > x.guides {
		return r
	}
	return max(r, (r+math.Log(1+float64(x.guides)/float64(x.titles[w])))/2)
}

func (x *index) rareness(words set) (sum float64) {
	for w := range words {
		sum += x.rare(w)
	}
	return sum
}

// What a word is worth by where it is.
const (
	inTitle   = 3
	inKey     = 2.6
	inHeading = 1.8
	inBody    = 1
	elsewhere = 0.5 // in another section of the guide
	begins    = 0.4 // for a word that is only the beginning of one
	synonym   = 0.8 // of what its synonym is worth
	other     = 0.62
	mostUsed  = 0.14
	whole     = 2 // for a keyword that is all of the question
	called    = 3 // for a name that is all of the question
	common    = 8 // a word says little that more than one title in eight has
)

func (x *index) worth(e *entry, s *section, w string) float64 {
	switch {
	case e.title[w] && e.kind == guide && x.titles[w]*common > x.guides:
		return inBody // as in "URL-encode in Go"
	case e.title[w]:
		return inTitle
	case e.keys[w]:
		return inKey
	case s.headings[w]:
		return inHeading
	case s.body[w]:
		return inBody
	case slices.ContainsFunc(e.sections, func(s section) bool { return s.headings[w] || s.body[w] }):
		return elsewhere
	}
	return 0
}

// Search returns the places that answer a question, the best first, at most that many, and
// the best command if none is among them. It returns none where most of what the question
// says is not known here.
func Search(question string, commands []Command, most int) []Answer {
	return newIndex(lookedFor(question), commands).search(question, most)
}

// lookedFor returns the words that a search for a question meets.
func lookedFor(question string) []string {
	words := wanted(question)
	for _, w := range slices.Clone(words) {
		for _, list := range synonyms(w) {
			words = append(words, list...)
		}
	}
	return words
}

func (x *index) search(question string, most int) []Answer {
	all := wanted(question)
	alike := map[string][][]string{}
	for _, w := range all {
		alike[w] = synonyms(w)
	}
	var known, typed []string // typed: the beginning of a word
	for _, w := range all {
		switch {
		case x.counts[w] > 0 || alike[w] != nil:
			known = append(known, w)
		case len(w) > 2:
			typed = append(typed, w)
		}
	}
	if 3*len(known) < len(all) || len(known) == 0 {
		return nil
	}
	q := query{x: x, name: strings.ToLower(strings.TrimSpace(question)), all: all, known: known, typed: typed, alike: alike, said: set{}}
	for _, w := range known {
		q.total += x.rare(w)
		q.said[w] = true
		for _, words := range alike[w] {
			if len(words) == 1 {
				q.said[words[0]] = true
			}
		}
	}
	type scored struct {
		Answer
		score float64
		kind  kind
	}
	var found []scored
	for i := range x.entries {
		if a, score := q.score(&x.entries[i]); score > 0 {
			found = append(found, scored{a, score, x.entries[i].kind})
		}
	}
	sort.SliceStable(found, func(i, j int) bool { return found[i].score > found[j].score })
	var list []Answer
	commanded := false
	for _, f := range found {
		// What has much less than the best is noise.
		if f.score <= found[0].score/5 {
			break
		}
		// A dialect and a function of one name are shown by one command.
		if slices.ContainsFunc(list, func(a Answer) bool { return a.Command == f.Command }) {
			continue
		}
		// One command is among them, or comes after them.
		if len(list) < most || f.kind == command && !commanded {
			list = append(list, f.Answer)
			commanded = commanded || f.kind == command
		}
	}
	return list
}

// A query is a question taken apart.
type query struct {
	x                 *index
	name              string
	all, known, typed []string
	alike             map[string][][]string
	said              set // known words and single words for them
	total             float64
}

// score returns how well an entry answers, 0 for not at all, and the answer with the section
// that does.
func (q *query) score(e *entry) (Answer, float64) {
	best, most, heading := 0.0, -1.0, ""
	for i := range e.sections {
		s := &e.sections[i]
		score, own := 0.0, 0.0
		for _, w := range q.known {
			points := q.x.worth(e, s, w)
			for _, words := range q.alike[w] {
				least := math.Inf(1)
				for _, o := range words {
					least = min(least, q.x.worth(e, s, o))
				}
				points = max(points, synonym*least)
			}
			score += points * q.x.says(e, w)
			switch {
			case s.headings[w]:
				own += 2 * q.x.rare(w)
			case s.body[w]:
				own += q.x.rare(w)
			}
		}
		for _, w := range q.typed {
			starts := func(s set) bool {
				for k := range s {
					if strings.HasPrefix(k, w) {
						return true
					}
				}
				return false
			}
			if starts(e.title) || starts(e.keys) {
				score += begins * 6
			} else if strings.Contains(e.name, w) {
				score += begins * 4
			}
		}
		best = max(best, score)
		if own > most && score > 0 {
			most, heading = own, s.heading
		}
	}
	if best == 0 {
		return Answer{}, 0
	}
	score := best + q.share(e.title)*q.total
	for _, phrase := range e.phrases {
		if slices.ContainsFunc(phrase, func(w string) bool { return !q.said[w] }) {
			continue
		}
		for _, w := range phrase {
			if len(phrase) > 1 { // a single word has counted
				score += q.x.rare(w)
			}
		}
		if len(phrase) == len(q.all) && !slices.ContainsFunc(q.all, func(w string) bool { return !slices.Contains(phrase, w) }) {
			score += whole * q.total
		}
	}
	if e.kind != guide {
		score = q.named(e, score)
	}
	// What only a translation says is looked for in its language.
	if e.translated {
		if slices.ContainsFunc(q.known, func(w string) bool { return !q.x.english[w] }) {
			score *= 1.5
		} else {
			score *= 0.6
		}
	}
	a := e.Answer
	if heading != "" && most > 0 {
		a.Command = "percent guide '" + strings.TrimPrefix(a.Command, "percent guide ") + "#" + heading + "'"
		a.Title += ": " + heading
		a.Heading = heading
	}
	return a, score - float64(len(a.Title))/100
}

// share returns how much of a title is said: all of it says more than a part.
func (q *query) share(title set) float64 {
	sum := 0.0
	for w := range title {
		if q.said[w] {
			sum += q.x.rare(w)
		}
	}
	return sum / max(1, q.x.rareness(title))
}

// named returns the score of what is looked for by name: guides answer questions.
func (q *query) named(e *entry, score float64) float64 {
	score *= other
	if e.rank < q.x.used {
		score *= 1 + mostUsed/other*(1-float64(e.rank)/float64(q.x.used))
	}
	_, behind, _ := strings.Cut(e.name, ".")
	has := func(w string) bool {
		return e.title[w] || slices.ContainsFunc(q.alike[w], func(words []string) bool {
			return !slices.ContainsFunc(words, func(o string) bool { return !e.title[o] })
		})
	}
	switch {
	case e.name == q.name:
		score += called * q.total
	case behind == q.name:
		score += q.total * map[bool]float64{true: 2.2, false: 0.4}[e.defined]
	case len(q.known) > 1 && len(q.known) == len(q.all) && !slices.ContainsFunc(q.known, func(w string) bool { return !has(w) }):
		score += q.total
	}
	return score
}
