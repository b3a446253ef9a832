//go:build growth

package growth

import (
	"unsafe"
	_ "unsafe" // for linkname
)

// Counting says whether this build counts operations.
const Counting = true

// shortest is how long, in bytes, the shortest text is that is doubled: what is counted
// shows a square at small sizes.
const shortest = 1 << 8

// A covered is where the counters of a package's functions are.
type covered struct {
	counters *uint32
	length   uint64
}

// The runtime knows where the counters of -cover are. runtime/coverage, which would
// write them out, does so only in programs that are no tests.
//
//go:linkname coveredPackages internal/coverage/cfile.getCovCounterList
func coveredPackages() []covered

// executed calls f and returns how many blocks of statements it has executed. Counters
// have 32 bits, so they begin anew with each call.
func executed(f func()) uint64 {
	eachCounter(func(c *uint32) { *c = 0 })
	f()
	sum := uint64(0)
	eachCounter(func(c *uint32) { sum += uint64(*c) })
	return sum
}

// eachCounter calls f with the counter of each block of the functions that were executed.
func eachCounter(f func(*uint32)) {
	for _, p := range coveredPackages() {
		counters := unsafe.Slice(p.counters, p.length)
		for i := 0; i < len(counters); {
			// A function that was executed has the number of its counters, of its
			// package and its own number before the counters.
			n := int(counters[i])
			if n == 0 {
				i++
				continue
			}
			for j := range n {
				f(&counters[i+3+j])
			}
			i += 3 + n
		}
	}
}
