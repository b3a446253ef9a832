package kernel

// Classes says which of eight classes each ASCII byte has, in the layouts that the
// tiers read. A byte above 0x7F is in every class. Make one with NewClasses.
type Classes struct {
	// Of holds the classes of each byte as bits.
	Of [256]uint8
	// low holds each class as a bitmap: the byte with low digit l and high
	// digit h < 8 is bit h of low[class][l].
	low [8][16]uint8
}

// NewClasses makes the tables. of returns the classes of an ASCII byte, as bits.
func NewClasses(of func(b byte) uint8) *Classes {
	c := new(Classes)
	for i := range c.Of {
		b := byte(i)
		if b >= 0x80 {
			c.Of[b] = 0xFF
			continue
		}
		c.Of[b] = of(b)
		for class := range c.low {
			c.low[class][b&15] |= c.Of[b] >> class & 1 << (b >> 4)
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
func Classify64(c *Classes, m *Masks, src []byte) { classify(c, m, src) }

// ClassifyAll does the same for src in pieces of 64 bytes, the last of which may be
// shorter. m has one element for each.
func ClassifyAll(c *Classes, m []Masks, src []byte) {
	for i := classifyAll(c, m, src); 64*i < len(src); i++ {
		classify(c, &m[i], src[64*i:min(len(src), 64*i+64)])
	}
}

// classifyPortable looks up eight bytes at a time and turns the square of their
// bits around.
func classifyPortable(c *Classes, m *Masks, src []byte) {
	*m = Masks{}
	i := 0
	for ; i+8 <= len(src); i += 8 {
		b := src[i : i+8 : i+8]
		m.put(i, uint64(c.Of[b[0]])|uint64(c.Of[b[1]])<<8|uint64(c.Of[b[2]])<<16|uint64(c.Of[b[3]])<<24|
			uint64(c.Of[b[4]])<<32|uint64(c.Of[b[5]])<<40|uint64(c.Of[b[6]])<<48|uint64(c.Of[b[7]])<<56)
	}
	if i < len(src) {
		var x uint64
		for j, b := range src[i:] {
			x |= uint64(c.Of[b]) << (8 * j)
		}
		m.put(i, x)
	}
}

// put enters the classes of the eight bytes from place i on, first byte lowest.
func (m *Masks) put(i int, x uint64) {
	t := (x ^ x>>7) & 0x00AA00AA00AA00AA
	x ^= t ^ t<<7
	t = (x ^ x>>14) & 0x0000CCCC0000CCCC
	x ^= t ^ t<<14
	t = (x ^ x>>28) & 0x00000000F0F0F0F0
	x ^= t ^ t<<28
	for class := range m {
		m[class] |= x >> (8 * class) & 0xFF << (i & 63)
	}
}
