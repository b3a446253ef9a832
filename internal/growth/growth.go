// Package growth lets tests see that work grows with its input and not with the
// square of it. It counts bytes of memory, which are the same on every machine
// however busy, and where PERCENT_LONG is set lets sizes run whose square no
// machine would finish before go test gives up.
package growth

import (
	"os"
	"runtime"
	"testing"
)

// Long reports whether the long proofs are to run: where the environment has
// PERCENT_LONG=1, as in .ci/run, and -short is not on.
func Long() bool { return os.Getenv("PERCENT_LONG") == "1" && !testing.Short() }

// Times is how much larger the larger input of Linear is.
const Times = 16

// Linear calls run with inputs of size few and Times as much and fails the test
// unless the second allocates about Times as much. With PERCENT_LONG it calls run
// with many, too, which must be so large that the square of it would take hours;
// then there is nothing to compare: go test ends what does not end.
func Linear(t *testing.T, few, many int, run func(n int)) {
	t.Helper()
	run(few) // what is made once
	small, large := Allocated(func() { run(few) }), Allocated(func() { run(few * Times) })
	// A square would be Times * Times. What is allocated once counts in neither.
	if large > 4*Times*max(small, 4096) {
		t.Errorf("%d times the input takes %.1f times the memory: %d bytes and %d", Times, float64(large)/float64(small), small, large)
	}
	if Long() {
		run(many)
	}
}

// Allocated returns how many bytes f allocates. Tests that call it are not
// parallel: others would be counted, too.
func Allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
