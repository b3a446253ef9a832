package reader

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/internal/lazy"
)

//go:generate go run gen.go
//go:generate go run ../internal/program/gen.go

// An age is that of the tables of UTS #46 that programs have, which take more characters
// with each version of Unicode: interop/readers/ages.tsv has what was seen.
type age uint8

// The ages, the oldest first. Package uts46 has newer tables than all of them.
const (
	ageNode10 age = iota
	ageNode12
	ageNode14 // also of Node.js 16
	ageNode18 // also of Node.js 20 and 22, and of the crate idna 0.3
	ageDeno
	ageNode24 // also of Node.js 26
)

// An aged is a range of characters, and the first tables that take them.
type aged struct {
	first, last rune
	since       age
}

var ages = lazy.Value[[]aged]{Make: func() (list []aged) {
	b := []byte(packedAges)
	next := func() rune {
		n, size := binary.Uvarint(b)
		b = b[size:]
		return rune(n)
	}
	end := rune(0)
	for len(b) > 0 {
		first := end + next()
		n := next()
		end = first + n>>3
		list = append(list, aged{first, end - 1, age(n & 7)})
	}
	return list
}}

// since returns the first age whose tables take a character that newer ones take.
func since(c rune) age {
	if c < 0x80 {
		return 0
	}
	list := ages.Get()
	i, _ := slices.BinarySearchFunc(list, c, func(a aged, c rune) int { return cmp.Compare(a.last, c) })
	if i < len(list) && list[i].first <= c {
		return list[i].since
	}
	return 0
}

// isNewer reports whether a text has a character that tables of this age refuse.
//
//go:noinline
func (a age) isNewer(text string) bool {
	return strings.ContainsFunc(text, func(c rune) bool { return since(c) > a })
}
