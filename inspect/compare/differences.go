package compare

import (
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/internal/words"
	"github.com/pct-encoded/percent/uri"
)

// maxDifferences is how many differences a Comparison holds at most.
const maxDifferences = 64

// A DifferenceKind is how something differs.
type DifferenceKind uint8

// The kinds.
const (
	Changed DifferenceKind = iota // both have it, with different text
	Missing                       // only the first text has it
	Extra                         // only the second text has it
	Moved                         // both have it, in different places among the parameters
)

// String returns "changed", "missing", "extra" or "moved".
func (k DifferenceKind) String() string { return words.Of(differenceNames[:], k) }

var differenceNames = [...]string{"changed", "missing", "extra", "moved"}

// A Difference is one component, or one parameter of a query, in which two texts
// differ.
type Difference struct {
	Kind DifferenceKind
	// Part is the component, or PartNone in a text that is not a URI reference.
	Part inspect.Part
	// IsPair says that it is a parameter of a query or form. Pair is the name of that,
	// as written in the text that has it.
	IsPair bool
	Pair   string
	// First and Second are the component or parameter, as written in each text.
	First, Second string
	// FirstOffset and SecondOffset are where these begin, in bytes, or -1 for one that
	// is not there.
	FirstOffset, SecondOffset int
	// Rules are those by which First and Second are equivalent, or nil if they are not.
	Rules []uri.Rule
}

// Equivalent reports whether there are rules by which the two are equivalent.
func (d Difference) Equivalent() bool { return d.Rules != nil }

// String returns what differs, such as "path" or "parameter \"a\"".
func (d Difference) String() string {
	if d.IsPair {
		return "parameter " + strconv.Quote(d.Pair)
	}
	return d.Part.String()
}

// relateTexts fills in verdict, rules and differences of two texts.
func (c *Comparison) relateTexts(a, b string) {
	k := commonKind(a, b)
	if k == inspect.KindURI {
		c.relate(uri.ParseLenient(a), uri.ParseLenient(b))
		return
	}
	// A scheme has no escapes (RFC 3986, section 3.1).
	if k == inspect.KindQuery || inspect.GuessKind(a) != inspect.KindURI && inspect.GuessKind(b) != inspect.KindURI ||
		strings.EqualFold(uri.ParseLenient(a).Scheme(), uri.ParseLenient(b).Scheme()) {
		var ok bool
		if c.Rules, ok = c.textRules(a, b); ok {
			c.Verdict = Equivalent
		}
	}
	if k == inspect.KindQuery {
		c.pairs(a, b, 0, 0, inspect.PartNone, c.textRules)
	} else {
		c.Differences = []Difference{{First: a, Second: b, Rules: c.Rules}}
	}
	c.namePart()
}

// relate fills in verdict, rules and differences of two references.
func (c *Comparison) relate(u, v uri.URI) {
	made := c.comparer().Compare(u, v)
	if c.Verdict, c.Rules = made.Verdict, made.Rules; c.Verdict == Different {
		c.Apart = &made
	}
	var differ []uri.Part
	for _, p := range parts {
		if x, y := u.Get(p), v.Get(p); x.Raw != y.Raw || x.Present != y.Present {
			differ = append(differ, p)
		}
	}
	for _, p := range differ {
		c.component(u, v, p, func() []uri.Rule {
			if len(differ) == 1 {
				return c.Rules
			}
			ids, _ := c.comparer().Rules(u, v, p)
			return ids
		})
	}
	c.namePart()
}

func (c *Comparison) namePart() {
	if d := c.First(); d != nil {
		c.Part = d.String()
	}
}

// parts are the components that do not contain others, in the order of Part.
var parts = [...]uri.Part{uri.Scheme, uri.Userinfo, uri.Host, uri.Port, uri.Path, uri.Query, uri.Fragment}

// partOf returns the component that is one of parts.
func partOf(p uri.Part) inspect.Part { return inspect.Part(slices.Index(parts[:], p) + 1) }

// First returns the first difference that is not equivalent or, if all are, the first
// one; nil if there is none.
func (c *Comparison) First() *Difference {
	for i, d := range c.Differences {
		if !d.Equivalent() {
			return &c.Differences[i]
		}
	}
	if len(c.Differences) > 0 {
		return &c.Differences[0]
	}
	return nil
}

// component adds the differences in a component that differs. rules returns those
// that make it equivalent as a whole.
func (c *Comparison) component(u, v uri.URI, p uri.Part, rules func() []uri.Rule) {
	x, y := u.Get(p), v.Get(p)
	if p == uri.Query && x.Present && y.Present && strings.ContainsAny(x.Raw, "=&") && strings.ContainsAny(y.Raw, "=&") {
		if c.pairs(x.Raw, y.Raw, x.Offset, y.Offset, inspect.PartQuery, func(a, b string) ([]uri.Rule, bool) {
			// Only the scheme says how a query is read.
			return c.comparer().Rules(bare(u, a), bare(v, b), uri.Query)
		}) {
			return
		}
	}
	d := Difference{Part: partOf(p), First: x.Raw, Second: y.Raw, FirstOffset: x.Offset, SecondOffset: y.Offset}
	switch {
	case !x.Present:
		d.Kind, d.FirstOffset = Extra, -1
	case !y.Present:
		d.Kind, d.SecondOffset = Missing, -1
	}
	d.Rules = rules()
	c.Differences = append(c.Differences, d)
}

// A spot is a parameter and where it stands.
type spot struct {
	text  string
	at    int
	taken bool
}

func spots(query string, from int) []spot {
	var list []spot
	for piece := range strings.SplitSeq(query, "&") {
		list = append(list, spot{text: piece, at: from})
		from += len(piece) + 1
	}
	return list
}

func (s spot) name() string {
	name, _, _ := strings.Cut(s.text, "=")
	return name
}

// pairs adds the differences between the parameters of two queries, which begin at
// atA and atB, and reports whether it found any. rules returns those by which two
// parameters are equivalent.
func (c *Comparison) pairs(a, b string, atA, atB int, part inspect.Part, rules func(a, b string) ([]uri.Rule, bool)) bool {
	x, y := spots(a, atA), spots(b, atB)
	other := make([]int, len(x)) // the index in y of the same parameter, or -1
	for i := range other {
		other[i] = -1
	}
	match := func(key func(s spot) string) {
		where := map[string][]int{}
		for j, s := range y {
			if !s.taken {
				where[key(s)] = append(where[key(s)], j)
			}
		}
		for i, s := range x {
			if list := where[key(s)]; other[i] < 0 && len(list) > 0 {
				other[i], y[list[0]].taken = list[0], true
				where[key(s)] = list[1:]
			}
		}
	}
	match(func(s spot) string { return s.text })
	match(func(s spot) string { return decodeForm(s.name()) })
	// Parameters that are left in the same place have different names.
	for i := range x {
		if i < len(y) && len(x) == len(y) && other[i] < 0 && !y[i].taken {
			other[i], y[i].taken = i, true
		}
	}
	before := len(c.Differences)
	add := func(d Difference) {
		d.Part, d.IsPair = part, true
		if len(c.Differences) < maxDifferences {
			c.Differences = append(c.Differences, d)
		}
	}
	stays := inOrder(other)
	for i, s := range x {
		j := other[i]
		switch {
		case j < 0:
			add(Difference{Kind: Missing, Pair: s.name(), First: s.text, FirstOffset: s.at, SecondOffset: -1})
			continue
		case s.text != y[j].text:
			d := Difference{Pair: s.name(), First: s.text, Second: y[j].text, FirstOffset: s.at, SecondOffset: y[j].at}
			if len(c.Differences) < maxDifferences {
				d.Rules, _ = rules(s.text, y[j].text)
			}
			add(d)
		case !stays[i]:
			add(Difference{Kind: Moved, Pair: s.name(), First: s.text, Second: s.text, FirstOffset: s.at, SecondOffset: y[j].at})
		}
	}
	for _, s := range y {
		if !s.taken {
			add(Difference{Kind: Extra, Pair: s.name(), Second: s.text, FirstOffset: -1, SecondOffset: s.at})
		}
	}
	return len(c.Differences) > before
}

// inOrder reports for each index whether it belongs to a longest ascending series; the
// others have been moved. Negative ones do not belong to it.
func inOrder(list []int) []bool {
	var ends []int // for each length, the index of the least end of a series
	before := make([]int, len(list))
	for i, n := range list {
		if n < 0 {
			continue
		}
		k := sort.Search(len(ends), func(k int) bool { return list[ends[k]] >= n })
		before[i] = -1
		if k > 0 {
			before[i] = ends[k-1]
		}
		if k == len(ends) {
			ends = append(ends, i)
		} else {
			ends[k] = i
		}
	}
	in := make([]bool, len(list))
	if len(ends) > 0 {
		for i := ends[len(ends)-1]; i >= 0; i = before[i] {
			in[i] = true
		}
	}
	return in
}

// bare returns a reference of the scheme of u with that query.
func bare(u uri.URI, query string) uri.URI {
	if u.Scheme() == "" {
		return uri.ParseLenient("?" + query)
	}
	return uri.ParseLenient(strings.ToLower(u.Scheme()) + "://h?" + query)
}
