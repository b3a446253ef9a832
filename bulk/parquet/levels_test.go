package parquet

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/parquet-go/parquet-go/encoding/rle"
)

// TestEachRun reads runs of both kinds, and what the library writes.
func TestEachRun(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	for i := range 3000 {
		width := random.IntN(maxWidth + 1)
		var want []uint32
		var src []byte
		for range 1 + random.IntN(6) {
			if random.IntN(2) == 0 {
				v, n := uint32(random.Uint64()&(1<<width-1)), 1+random.IntN(300)
				src = binary.AppendUvarint(src, uint64(n)<<1)
				src = append(src, binary.LittleEndian.AppendUint32(nil, v)[:(width+7)/8]...)
				want = append(want, slices.Repeat([]uint32{v}, n)...)
				continue
			}
			groups := 1 + random.IntN(20)
			src = binary.AppendUvarint(src, uint64(groups)<<1|1)
			packed := make([]byte, groups*width)
			for k := range groups * 8 {
				v := uint32(random.Uint64() & (1<<width - 1))
				want = append(want, v)
				for b := range width {
					if at := k*width + b; v>>b&1 != 0 {
						packed[at/8] |= 1 << (at % 8)
					}
				}
			}
			src = append(src, packed...)
		}
		n := random.IntN(len(want) + 1)
		got := runsOf(t, src, width, n)
		if !slices.Equal(got, want[:n]) {
			t.Fatalf("case %d: width %d: other values", i, width)
		}
		for cut := range min(len(src), 40) {
			// Whatever is missing, it ends.
			_, _ = eachRun(src[:cut], width, len(want), func(uint32, int) {})
		}
	}
	for range 500 {
		levels := make([]uint8, 1+random.IntN(3000))
		for i := range levels {
			levels[i] = uint8(random.IntN(2) * random.IntN(4))
		}
		src, err := (&rle.Encoding{BitWidth: 2}).EncodeLevels(nil, levels)
		if err != nil {
			t.Fatal(err)
		}
		got := runsOf(t, src, 2, len(levels))
		if !slices.EqualFunc(got, levels, func(a uint32, b uint8) bool { return a == uint32(b) }) {
			t.Fatal("levels of the library are read otherwise")
		}
	}
}

func runsOf(t *testing.T, src []byte, width, n int) (got []uint32) {
	t.Helper()
	if _, err := eachRun(src, width, n, func(v uint32, times int) { got = append(got, slices.Repeat([]uint32{v}, times)...) }); err != nil {
		t.Fatal(err)
	}
	return got
}
