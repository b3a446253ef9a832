// Package growth lets tests see that work grows with its input and not with the
// square of it. It counts bytes of memory, which are the same on every machine
// however busy. If PERCENT_LONG is set, it also runs inputs so large that a test
// in quadratic time would not end before go test gives up, and counts the statements
// that are executed.
//
// A package that takes input is tested with [Doubled], in a function whose name begins
// with TestDoubled: TestOperations of this package runs those of the packages that it
// lists in a build that counts statements.
package growth

import (
	"os"
	"runtime"
	"strconv"
	"testing"
)

// Long reports whether the long tests are to run: if PERCENT_LONG=1 is in the
// environment, as in .ci/run, and -short is off.
func Long() bool { return os.Getenv("PERCENT_LONG") == "1" && !testing.Short() }

// Requests is how many random requests a test sends: few, 50,000 with PERCENT_LONG, or as
// many as the variable PERCENT_REQUESTS says.
func Requests(few int) int {
	if n, err := strconv.Atoi(os.Getenv("PERCENT_REQUESTS")); err == nil && n > 0 {
		return n
	}
	if Long() {
		return 50_000
	}
	return few
}

// Times is how much larger the larger input of Linear is.
const Times = 16

// Linear calls run with inputs of size few and Times as much and fails the test
// unless the second allocates about Times as much. With PERCENT_LONG it calls run
// with many, too, which must be so large that quadratic time would be hours: then
// go test stops the test.
func Linear(t *testing.T, few, many int, run func(n int)) {
	t.Helper()
	run(few) // so that tables made once count in neither
	small, large := Allocated(func() { run(few) }), Allocated(func() { run(few * Times) })
	// A square would be Times * Times.
	if large > 4*Times*max(small, 4096) {
		t.Errorf("%d times the input takes %.1f times the memory: %d bytes and %d", Times, float64(large)/float64(small), small, large)
	}
	if Long() {
		run(many)
	}
}

// Allocated returns how many bytes f allocates. Tests that call it must not be
// parallel: it would count what others allocate.
func Allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
