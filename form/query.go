package form

import (
	"iter"
	"slices"
	"sort"

	"github.com/pct-encoded/percent/internal/wtf8"
)

// A Query is a form that remembers how it was written. Editing a pair changes
// only that pair and the separator next to it; every other byte stays, legal or
// not, and so do empty pieces and semicolons. The methods are those of Pairs.
type Query struct {
	rules *Rules
	items []item
}

// An item is the text between two separators.
type item struct {
	separator byte // before it, 0 for the first
	raw       string
	pair      Pair // of raw, unless that is empty
}

// Edit returns s for editing by the rules of Standard. The only error is a
// *LimitError.
func Edit(s string) (*Query, error) { return Standard.Edit(s) }

// Edit returns s for editing. The errors are those of Parse.
func (r *Rules) Edit(s string) (*Query, error) {
	pairs, err := r.Parse(s)
	if err != nil {
		return nil, err
	}
	r = r.forForm(s)
	q := &Query{rules: r}
	if s == "" {
		return q, nil
	}
	var separator byte
	for at := 0; at <= len(s); {
		var p piece
		p, at = r.next(s, at)
		it := item{separator: separator, raw: s[p.start:p.end]}
		if it.raw != "" {
			it.pair, pairs = pairs[0], pairs[1:]
		}
		q.items = append(q.items, it)
		if p.end < len(s) {
			separator = s[p.end]
		}
	}
	return q, nil
}

// Len returns the number of pairs.
func (q *Query) Len() int {
	n := 0
	for range q.All() {
		n++
	}
	return n
}

// All iterates over the names and values in order.
func (q *Query) All() iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		for i := range q.items {
			if it := &q.items[i]; it.raw != "" && !yield(it.pair.Name, it.pair.Value) {
				return
			}
		}
	}
}

// Pairs returns a copy of the pairs.
func (q *Query) Pairs() Pairs {
	var pairs Pairs
	for name, value := range q.All() {
		pairs.Append(name, value)
	}
	return pairs
}

// Get returns the first value with that name and whether there is one.
func (q *Query) Get(name string) (value string, ok bool) {
	for n, v := range q.All() {
		if n == name {
			return v, true
		}
	}
	return "", false
}

// GetAll returns all values with that name in order, nil if there are none.
func (q *Query) GetAll(name string) []string { return q.Pairs().GetAll(name) }

// Has reports whether there is a pair with that name.
func (q *Query) Has(name string) bool {
	_, ok := q.Get(name)
	return ok
}

// HasValue reports whether there is a pair with that name and value.
func (q *Query) HasValue(name, value string) bool { return q.Pairs().HasValue(name, value) }

// Append adds a pair at the end, after a '&' unless q is empty or ends with a
// separator. Rules that leave out empty values append nothing for one.
func (q *Query) Append(name, value string) {
	if q.rules.omits(name, value) {
		return
	}
	raw := string(q.rules.appendPair(nil, name, value))
	pair := Pair{name, value}
	if n := len(q.items); n > 0 && q.items[n-1].raw == "" {
		q.items[n-1].raw, q.items[n-1].pair = raw, pair
		return
	}
	q.items = append(q.items, item{'&', raw, pair})
	q.items[0].separator = 0
}

// Set gives the first pair with that name the value and removes the others; if
// there is none, it appends one. The name stays as it is written, and so does a
// pair that has the value already. Rules that leave out empty values remove every
// pair with that name if the value is empty.
func (q *Query) Set(name, value string) {
	i := slices.IndexFunc(q.items, func(it item) bool { return it.raw != "" && it.pair.Name == name })
	if i < 0 {
		q.Append(name, value)
		return
	}
	if q.rules.omits(name, value) {
		q.Delete(name)
		return
	}
	it := &q.items[i]
	if it.pair.Value != value {
		p, _ := q.rules.next(it.raw, 0)
		b := []byte(it.raw[:p.eq])
		if value != "" || q.rules.empty != EmptyBare || name == "" {
			b = q.rules.appendText(append(b, '='), value)
		}
		it.raw, it.pair.Value = string(b), value
	}
	first := true
	q.remove(func(pair Pair) bool {
		if pair.Name != name {
			return false
		}
		was := first
		first = false
		return !was
	})
}

// Delete removes every pair with that name, each with the separator before it.
func (q *Query) Delete(name string) {
	q.remove(func(pair Pair) bool { return pair.Name == name })
}

// DeleteValue removes every pair with that name and value, each with the
// separator before it.
func (q *Query) DeleteValue(name, value string) {
	q.remove(func(pair Pair) bool { return pair == Pair{name, value} })
}

func (q *Query) remove(which func(Pair) bool) {
	q.items = slices.DeleteFunc(q.items, func(it item) bool { return it.raw != "" && which(it.pair) })
	if len(q.items) > 0 {
		q.items[0].separator = 0
	}
}

// Sort sorts the pairs as Pairs.Sort does. Each keeps its spelling; separators
// and empty pieces stay where they are.
func (q *Query) Sort() {
	var sorted []item
	for _, it := range q.items {
		if it.raw != "" {
			sorted = append(sorted, it)
		}
	}
	sort.SliceStable(sorted, func(i, j int) bool { return wtf8.CompareUTF16(sorted[i].pair.Name, sorted[j].pair.Name) < 0 })
	for i := range q.items {
		if it := &q.items[i]; it.raw != "" {
			it.raw, it.pair = sorted[0].raw, sorted[0].pair
			sorted = sorted[1:]
		}
	}
}

// String returns the form as it is now.
func (q *Query) String() string {
	size := 0
	for i := range q.items {
		size += 1 + len(q.items[i].raw)
	}
	b := make([]byte, 0, size)
	for i := range q.items {
		if q.items[i].separator != 0 {
			b = append(b, q.items[i].separator)
		}
		b = append(b, q.items[i].raw...)
	}
	return string(b)
}
