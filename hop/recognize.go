package hop

import (
	"slices"

	"github.com/pct-encoded/percent"
)

// recognized returns the recognizer of a condition. It reports false for one that is no
// finite automaton.
func recognized(c condition) (recognizer, bool) {
	switch c := c.(type) {
	case matches:
		return newMatcher(c.program), true
	case recognizer:
		return c, true
	}
	switch c := c.(type) {
	case *haproxyDecoded:
		inner, ok := recognized(c.condition)
		return &unescaped{inner: inner, null: c.null}, ok
	case not, both, either:
	default:
		return nil, false
	}
	f := &formula{}
	value, ok := f.add(c)
	if !ok {
		return nil, false
	}
	f.value = value
	return f, true
}

// A truth is what is known of a condition before the end of a text.
type truth uint8

const (
	open truth = iota // it depends on what follows
	yes
	no
)

func truthOf(holds bool) truth {
	if holds {
		return yes
	}
	return no
}

// A formula is a condition that is made of others. A state is the states of all of them.
type formula struct {
	leaves []recognizer
	value  func(leaves []truth) truth
	states interner
}

// add adds the leaves of a condition, and returns its value.
func (f *formula) add(c condition) (func([]truth) truth, bool) {
	pair := func(a, b condition, absorbing truth) (func([]truth) truth, bool) {
		x, ok := f.add(a)
		y, also := f.add(b)
		return func(leaves []truth) truth {
			switch x, y := x(leaves), y(leaves); {
			case x == absorbing || y == absorbing:
				return absorbing
			case x == open || y == open:
				return open
			default:
				return x
			}
		}, ok && also
	}
	switch c := c.(type) {
	case not:
		x, ok := f.add(c.condition)
		return func(leaves []truth) truth { return [...]truth{open, no, yes}[x(leaves)] }, ok
	case both:
		return pair(c.a, c.b, no)
	case either:
		return pair(c.a, c.b, yes)
	}
	r, ok := recognized(c)
	if !ok {
		return nil, false
	}
	i := len(f.leaves)
	f.leaves = append(f.leaves, r)
	return func(leaves []truth) truth { return leaves[i] }, true
}

func (f *formula) step(s uint32, in byte) uint32 {
	if len(f.states.vectors) == 0 {
		f.states.number(make([]uint32, len(f.leaves)))
	}
	next := make([]uint32, len(f.leaves))
	leaves := make([]truth, len(f.leaves))
	for i, before := range f.states.vectors[s] {
		if next[i] = before; before != always && before != never {
			next[i] = f.leaves[i].step(before, in)
		}
		switch next[i] {
		case always:
			leaves[i] = yes
		case never:
			leaves[i] = no
		}
	}
	switch f.value(leaves) {
	case yes:
		return always
	case no:
		return never
	}
	return uint32(f.states.number(next))
}

func (f *formula) holdsAt(s uint32) bool {
	leaves := make([]truth, len(f.leaves))
	for i := range leaves {
		var state uint32
		if s > 0 {
			state = f.states.vectors[s][i]
		}
		leaves[i] = truthOf(state == always || state != never && f.leaves[i].holdsAt(state))
	}
	return f.value(leaves) == yes
}

func (f *formula) classes() []percent.ByteSet {
	var list []percent.ByteSet
	for _, l := range f.leaves {
		if c, ok := l.(classifier); ok {
			list = append(list, c.classes()...)
		}
	}
	return list
}

// unescaped recognizes texts that another recognizer does when their escapes are decoded, and none
// with a malformed escape, nor with one of NUL unless null is set. A state is that of the other, and
// what precedes in an escape: 1 behind its %, and 2 more than its first digit behind that.
type unescaped struct {
	inner  recognizer
	null   bool
	states interner
}

func (u *unescaped) step(s uint32, in byte) uint32 {
	if len(u.states.vectors) == 0 {
		u.states.number([]uint32{0, 0})
	}
	inner, seen := u.states.vectors[s][0], u.states.vectors[s][1]
	digit, isHex := uint32(0), true
	switch {
	case '0' <= in && in <= '9':
		digit = uint32(in - '0')
	case 'a' <= in && in <= 'f':
		digit = uint32(in-'a') + 10
	case 'A' <= in && in <= 'F':
		digit = uint32(in-'A') + 10
	default:
		isHex = false
	}
	switch {
	case seen == 0 && in == '%':
		return uint32(u.states.number([]uint32{inner, 1}))
	case seen == 0:
	case !isHex:
		return never
	case seen == 1:
		return uint32(u.states.number([]uint32{inner, 2 + digit}))
	default:
		if in = byte((seen-2)<<4 | digit); in == 0 && !u.null {
			return never
		}
	}
	if inner != always {
		inner = u.inner.step(inner, in)
	}
	if inner == never {
		return never
	}
	return uint32(u.states.number([]uint32{inner, 0}))
}

func (u *unescaped) holdsAt(s uint32) bool {
	if s == 0 {
		return u.inner.holdsAt(0)
	}
	v := u.states.vectors[s]
	return v[1] == 0 && (v[0] == always || u.inner.holdsAt(v[0]))
}

func (u *unescaped) classes() []percent.ByteSet {
	list := each("%\x00")
	for d := range "0123456789abcdefABCDEF" {
		list = append(list, percent.ByteSet{}.Add("0123456789abcdefABCDEF"[d:d+1]))
	}
	if c, ok := u.inner.(classifier); ok {
		list = append(list, c.classes()...)
	}
	return list
}

// firstOf returns the recognizer of texts for which the first of conditions that holds is
// one of some, or for which none holds, if some has len(conditions).
func firstOf(conditions []condition, some []int) (recognizer, bool) {
	f := &formula{}
	var values []func([]truth) truth
	for _, c := range conditions {
		v, ok := f.add(c)
		if !ok {
			return nil, false
		}
		values = append(values, v)
	}
	f.value = func(leaves []truth) truth {
		for i, v := range values {
			switch v(leaves) {
			case open:
				return open
			case yes:
				return truthOf(slices.Contains(some, i))
			}
		}
		return truthOf(slices.Contains(some, len(values)))
	}
	return f, true
}
