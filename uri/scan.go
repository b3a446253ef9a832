package uri

import (
	"math/bits"
	"unsafe"

	"github.com/pct-encoded/percent/internal/kernel"
)

// The components of a reference end at bytes of a few classes, which a scanner finds
// 64 bytes at a time.

// The classes of bytes that end a run, as indices of masks: those that a scheme, a
// registered name, a path, and a query or a fragment do not have, among them '%'.
const (
	endsScheme = iota
	endsName
	endsPath
	endsQuery
	// Those that normalization looks at.
	percents
	uppers
	slashes
	dots
)

var ends = kernel.NewClasses(func(b byte) (of uint8) {
	for class, set := range [...]uint8{endsScheme: schemeByte, endsName: regNameByte, endsPath: pathByte, endsQuery: queryByte} {
		if !is(b, set) {
			of |= 1 << class
		}
	}
	switch {
	case b == '%':
		of |= 1 << percents
	case 'A' <= b && b <= 'Z':
		of |= 1 << uppers
	case b == '/':
		of |= 1 << slashes
	case b == '.':
		of |= 1 << dots
	}
	return of
})

// A scanner finds where runs of a text end.
type scanner struct {
	s     string
	next  int // where the block of masks ends
	masks kernel.Masks
}

// find returns the index of the first byte of the class from i on, or the length of
// the text. i must be in the block of masks or behind it.
func (c *scanner) find(class, i int) int {
	if kernel.Active() == kernel.Portable {
		for i < len(c.s) && ends.Of[c.s[i]]>>class&1 == 0 {
			i++
		}
		return i
	}
	for ; i < len(c.s); i = c.next {
		if i >= c.next {
			c.load(i)
		}
		if m := c.masks[class] >> (i & 63); m != 0 {
			return i + bits.TrailingZeros64(m)
		}
	}
	return len(c.s)
}

// load sets masks to those of the block that i is in.
func (c *scanner) load(i int) {
	i &^= 63
	c.next = i + 64
	block := c.s[i:min(c.next, len(c.s))]
	kernel.Classify64(ends, &c.masks, unsafe.Slice(unsafe.StringData(block), len(block)))
}

// skip returns the index of the first byte from i on that is in the class and does not
// begin an escape.
func (c *scanner) skip(class, i int) int {
	for {
		if i = c.find(class, i); !isEscape(c.s, i) {
			return i
		}
		i += 3
	}
}
