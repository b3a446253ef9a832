package kernel

import "math"

// A Tier is one set of bodies for the kernels.
type Tier uint8

// The tiers, slowest first.
const (
	Portable Tier = iota
	NEON
	AVX2
	AVX512 // with VBMI, VBMI2 and GFNI
)

// String returns the name of the tier, such as "avx512".
func (t Tier) String() string {
	return [...]string{"portable", "neon", "avx2", "avx512"}[t]
}

// active is the tier that the kernels use, and short, which was measured, the size
// below which they use the portable bodies; Index and Count use them for that size,
// too, and Classify64 has sizes of its own. encodeShort and decodeShort are for texts
// of shortMax bytes at most, and texts of up to tiny bytes are encoded without a kernel.
// All are set once at start, and by tests.
var (
	active         = best()
	short          = active.short()
	shortMax, tiny = active.sizes()
)

func (t Tier) short() int {
	switch t {
	case AVX512:
		return 8
	case AVX2, NEON:
		// Their bodies do whole vectors only; NEON was never measured.
		return 32
	default:
		return math.MaxInt
	}
}

func (t Tier) sizes() (shortMax, tiny uint) {
	if t == AVX512 {
		return MaxShort, 8
	}
	return 0, 31
}

func (t Tier) set() {
	active, short = t, t.short()
	shortMax, tiny = t.sizes()
}

// best returns the fastest tier that the machine has.
func best() Tier {
	t := Tiers()
	return t[len(t)-1]
}

// Active returns the tier in use.
func Active() Tier { return active }

// Use makes the kernels use t, which must be one of Tiers, until restore is
// called. It is for tests and benchmarks: nothing may use the kernels meanwhile.
func (t Tier) Use() (restore func()) {
	was := active
	t.set()
	return was.set
}
