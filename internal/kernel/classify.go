package kernel

// Classes says which of eight classes each ASCII byte has, in the layouts that the
// tiers read. A byte above 0x7F is in every class. Make one with NewClasses.
type Classes struct {
	// Of holds the classes of each byte as bits.
	Of [256]uint8
	// low holds each class as a bitmap: the byte with low digit l and high
	// digit h < 8 is bit h of low[class][l].
	low [8][16]uint8
	// rows holds the classes of each byte as bytes of 0 and 1, the first one lowest.
	rows [256]uint64
}

// NewClasses makes the tables. of returns the classes of an ASCII byte, as bits.
func NewClasses(of func(b byte) uint8) *Classes {
	c := new(Classes)
	for i := range c.Of {
		b := byte(i)
		if b >= 0x80 {
			c.Of[b] = 0xFF
			c.rows[b] = 0x0101010101010101
			continue
		}
		c.Of[b] = of(b)
		for class := range c.low {
			in := c.Of[b] >> class & 1
			c.low[class][b&15] |= in << (b >> 4)
			c.rows[b] |= uint64(in) << (8 * class)
		}
	}
	return c
}

// Set returns the bytes that are in any of the classes.
func (c *Classes) Set(classes uint8) *Set {
	s := new(Set)
	for i, of := range c.Of {
		if of&classes != 0 {
			s.Add(byte(i))
		}
	}
	return s
}

// Masks holds for each class the places of its bytes: bit i is byte i.
type Masks [8]uint64

// Classify64 sets m to the places of the classes in src, which has at most 64
// bytes.
func Classify64(c *Classes, m *Masks, src []byte) {
	if !ClassifyVector(c, m, src) {
		ClassifyPortable(c, m, src)
	}
}

// ClassifyAll does the same for src in pieces of 64 bytes, the last of which may be
// shorter. m has one element for each.
func ClassifyAll(c *Classes, m []Masks, src []byte) {
	for i := classifyAll(c, m, src); 64*i < len(src); i++ {
		Classify64(c, &m[i], src[64*i:min(len(src), 64*i+64)])
	}
}

// ClassifyPortable adds up what eight bytes have in each class, one byte of a word for
// a class, and turns the square of these bytes around.
func ClassifyPortable(c *Classes, m *Masks, src []byte) {
	var x [8]uint64
	t, k := &c.rows, 0
	for ; len(src) >= 8; src = src[8:] {
		b := src[:8]
		x[k&7] = t[b[0]] | t[b[1]]<<1 | t[b[2]]<<2 | t[b[3]]<<3 | t[b[4]]<<4 | t[b[5]]<<5 | t[b[6]]<<6 | t[b[7]]<<7
		k++
	}
	for i, b := range src {
		x[k&7] |= t[b] << i
	}
	const even1, even2, even4 = 0x00FF00FF00FF00FF, 0x0000FFFF0000FFFF, 0x00000000FFFFFFFF
	x[0], x[4] = swap(x[0], x[4], 32, even4)
	x[1], x[5] = swap(x[1], x[5], 32, even4)
	x[2], x[6] = swap(x[2], x[6], 32, even4)
	x[3], x[7] = swap(x[3], x[7], 32, even4)
	x[0], x[2] = swap(x[0], x[2], 16, even2)
	x[1], x[3] = swap(x[1], x[3], 16, even2)
	x[4], x[6] = swap(x[4], x[6], 16, even2)
	x[5], x[7] = swap(x[5], x[7], 16, even2)
	m[0], m[1] = swap(x[0], x[1], 8, even1)
	m[2], m[3] = swap(x[2], x[3], 8, even1)
	m[4], m[5] = swap(x[4], x[5], 8, even1)
	m[6], m[7] = swap(x[6], x[7], 8, even1)
}

// swap exchanges the bits of a that are shift above those of the mask, and those of b
// in the mask.
func swap(a, b uint64, shift int, mask uint64) (uint64, uint64) {
	t := (a>>(shift&63) ^ b) & mask
	return a ^ t<<(shift&63), b ^ t
}
