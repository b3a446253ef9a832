package charset

import (
	"sort"
	"sync"
)

// An index maps pointers to code points, and back (Encoding Standard
// section 5). Both directions are unpacked when they are first needed.
type index struct {
	size   int
	packed string

	decodeOnce sync.Once
	codePoints []rune // by pointer; 0 where there is none

	encodeOnce sync.Once
	first      reverse
	shiftJIS   reverse
}

// decode returns the code points by pointer.
func (x *index) decode() []rune {
	x.decodeOnce.Do(func() { x.codePoints = unpack(x.packed, x.size) })
	return x.codePoints
}

// unpack reverses pack of gen.go.
func unpack(packed string, size int) []rune {
	out := make([]rune, 0, size)
	i := 0
	uvarint := func() int {
		v, shift := 0, 0
		for {
			c := packed[i]
			i++
			v |= int(c&0x7F) << shift
			if c < 0x80 {
				return v
			}
			shift += 7
		}
	}
	next := rune(0)
	for i < len(packed) {
		v := uvarint()
		if v == 0 {
			for range uvarint() {
				out = append(out, 0)
			}
			continue
		}
		v--
		n := 1
		if v&1 != 0 {
			n = uvarint() + 2
		}
		v >>= 1
		if v&1 != 0 {
			next -= rune(v+1) >> 1
		} else {
			next += rune(v >> 1)
		}
		for range n {
			out = append(out, next)
			next++
		}
	}
	if len(out) != size {
		panic("charset: damaged table")
	}
	return out
}

// A reverse maps code points below 0x30000 to pointers, in pages of 256.
type reverse struct {
	page  []uint8
	cells []uint16 // pointer plus 1; page 0 is empty
}

func (v *reverse) set(r rune, pointer int) {
	p := int(v.page[r>>8])
	if p == 0 {
		p = len(v.cells) >> 8
		if p > 255 {
			panic("charset: too many pages")
		}
		v.page[r>>8] = uint8(p)
		v.cells = append(v.cells, make([]uint16, 256)...)
	}
	v.cells[p<<8|int(r&0xFF)] = uint16(pointer + 1)
}

// pointer returns the pointer of r, or -1.
func (v *reverse) pointer(r rune) int {
	if uint(r>>8) >= uint(len(v.page)) {
		return -1
	}
	return int(v.cells[int(v.page[r>>8])<<8|int(r&0xFF)]) - 1
}

func newReverse() reverse {
	return reverse{page: make([]uint8, 0x300), cells: make([]uint16, 256)}
}

// build returns the pointers of x for which use is true, by code point: the first
// one, or the last one where last says so.
func (x *index) build(use func(pointer int) bool, last func(r rune) bool) reverse {
	v := newReverse()
	var pages [0x300]bool
	n := 1
	for _, r := range x.decode() {
		if p := &pages[r>>8]; r != 0 && !*p {
			*p = true
			n++
		}
	}
	v.cells = make([]uint16, 256, n<<8)
	for p, r := range x.decode() {
		if r != 0 && use(p) && (v.pointer(r) < 0 || last(r)) {
			v.set(r, p)
		}
	}
	return v
}

func always(int) bool { return true }
func never(rune) bool { return false }

// encode returns the "index pointer" of each code point: the "index Big5 pointer"
// for Big5, the first pointer for every other index.
func (x *index) encode() *reverse {
	x.encodeOnce.Do(func() {
		switch x {
		case &indexBig5:
			// No pointer of the Hong Kong Supplementary Character Set.
			x.first = x.build(
				func(p int) bool { return p >= (0xA1-0x81)*157 },
				func(r rune) bool {
					switch r {
					case 0x2550, 0x255E, 0x2561, 0x256A, 0x5341, 0x5345:
						return true
					}
					return false
				})
		case &indexJis0208:
			x.first = x.build(always, never)
			// Index Shift_JIS pointer: the IBM extensions, not the rows that
			// NEC copied from them.
			x.shiftJIS = x.build(func(p int) bool { return p < 8272 || p > 8835 }, never)
		default:
			x.first = x.build(always, never)
		}
	})
	return &x.first
}

// encodeShiftJIS returns the "index Shift_JIS pointer" of each code point.
func (x *index) encodeShiftJIS() *reverse {
	x.encode()
	return &x.shiftJIS
}

// gb18030RangesCodePoint returns the code point of a four-byte pointer, or -1.
func gb18030RangesCodePoint(pointer int) rune {
	if pointer > 39419 && pointer < 189000 || pointer > 1237575 {
		return -1
	}
	if pointer == 7457 {
		return 0xE7C7
	}
	i := sort.Search(len(gb18030Ranges), func(i int) bool { return int(gb18030Ranges[i][0]) > pointer }) - 1
	return gb18030Ranges[i][1] + rune(pointer) - gb18030Ranges[i][0]
}

// gb18030RangesPointer returns the four-byte pointer of a code point that
// index gb18030 does not have.
func gb18030RangesPointer(r rune) int {
	if r == 0xE7C7 {
		return 7457
	}
	i := sort.Search(len(gb18030Ranges), func(i int) bool { return gb18030Ranges[i][1] > r }) - 1
	return int(gb18030Ranges[i][0] + r - gb18030Ranges[i][1])
}
