package form

import (
	"iter"
	"slices"

	"github.com/pct-encoded/percent/internal/wtf8"
)

// A Pair is a name and its value, decoded.
type Pair struct {
	Name, Value string
}

// Pairs are the pairs of a form in order. The methods are those of
// URLSearchParams (URL Standard, section 6.2); use len and indexing for the rest.
// Every method takes time in proportion to the number of pairs.
type Pairs []Pair

// All iterates over the names and values in order.
func (p Pairs) All() iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		for _, pair := range p {
			if !yield(pair.Name, pair.Value) {
				return
			}
		}
	}
}

// Get returns the first value with that name and whether there is one.
func (p Pairs) Get(name string) (value string, ok bool) {
	if i := p.index(name); i < len(p) {
		return p[i].Value, true
	}
	return "", false
}

// GetAll returns all values with that name in order, nil if there are none.
func (p Pairs) GetAll(name string) []string {
	var values []string
	for _, pair := range p {
		if pair.Name == name {
			values = append(values, pair.Value)
		}
	}
	return values
}

// Has reports whether there is a pair with that name.
func (p Pairs) Has(name string) bool { return p.index(name) < len(p) }

// HasValue reports whether there is a pair with that name and value.
func (p Pairs) HasValue(name, value string) bool { return slices.Contains(p, Pair{name, value}) }

// Append adds a pair at the end.
func (p *Pairs) Append(name, value string) { *p = append(*p, Pair{name, value}) }

// Set gives the first pair with that name the value and removes the others; if
// there is none, it appends one.
func (p *Pairs) Set(name, value string) {
	i := p.index(name)
	if i == len(*p) {
		p.Append(name, value)
		return
	}
	(*p)[i].Value = value
	rest := slices.DeleteFunc((*p)[i+1:], func(pair Pair) bool { return pair.Name == name })
	*p = (*p)[:i+1+len(rest)]
}

// Delete removes every pair with that name.
func (p *Pairs) Delete(name string) {
	*p = slices.DeleteFunc(*p, func(pair Pair) bool { return pair.Name == name })
}

// DeleteValue removes every pair with that name and value.
func (p *Pairs) DeleteValue(name, value string) {
	*p = slices.DeleteFunc(*p, func(pair Pair) bool { return pair == Pair{name, value} })
}

// Sort sorts the pairs by name, by UTF-16 code units: U+1F308, whose first unit
// is D83C, comes before U+FB03. Pairs with the same name stay in order.
func (p Pairs) Sort() {
	slices.SortStableFunc(p, func(a, b Pair) int { return wtf8.CompareUTF16(a.Name, b.Name) })
}

// String returns p as Serialize does.
func (p Pairs) String() string { return Serialize(p) }

func (p Pairs) index(name string) int {
	for i := range p {
		if p[i].Name == name {
			return i
		}
	}
	return len(p)
}
