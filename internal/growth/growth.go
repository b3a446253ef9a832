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
	"hash/crc32"
	"os"
	"runtime"
	"strconv"
	"testing"
	"time"
)

// Long reports whether the long tests are to run: if PERCENT_LONG is 1, as in .ci/run, or
// "whole", and -short is off.
func Long() bool {
	long := os.Getenv("PERCENT_LONG")
	return (long == "1" || long == "whole") && !testing.Short()
}

// Whole reports whether the long tests are to run in full and not for the share of the
// day: if PERCENT_LONG=whole, as every night.
func Whole() bool { return Long() && os.Getenv("PERCENT_LONG") == "whole" }

// Number returns how much a test does: few, every day more with PERCENT_LONG=1, and most
// every night, with PERCENT_LONG=whole.
func Number(few, daily, most int) int {
	switch {
	case Whole():
		return most
	case Long():
		return daily
	}
	return few
}

// Share returns which items of a list the long form of a test takes today: one of n, by
// the number of the day, which it logs and PERCENT_SEED replaces. All of them are taken in
// n days, and with Whole at once.
func Share(t testing.TB, n int) func(item int) bool {
	if Whole() {
		return func(int) bool { return true }
	}
	seed := Seed(t)
	return func(item int) bool { return (uint64(item)+seed)%uint64(n) == 0 }
}

// Seed returns what random inputs are made from in long tests: the number of the day, or
// PERCENT_SEED. It logs it.
func Seed(t testing.TB) uint64 {
	t.Helper()
	seed := uint64(time.Now().Unix() / (24 * 60 * 60))
	if n, err := strconv.ParseUint(os.Getenv("PERCENT_SEED"), 10, 64); err == nil {
		seed = n
	}
	t.Logf("PERCENT_SEED=%d", seed)
	return seed
}

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
// unless the second allocates about Times as much. In the long form of a quarter of the
// tests, another one every day, it calls run with many, too, which must be so large that
// quadratic time would be hours: then go test stops the test.
func Linear(t *testing.T, few, many int, run func(n int)) {
	t.Helper()
	run(few) // so that tables made once count in neither
	small, large := Allocated(func() { run(few) }), Allocated(func() { run(few * Times) })
	// A square would be Times * Times.
	if large > 4*Times*max(small, 4096) {
		t.Errorf("%d times the input takes %.1f times the memory: %d bytes and %d", Times, float64(large)/float64(small), small, large)
	}
	const days = 4
	if Long() && Share(t, days)(int(crc32.ChecksumIEEE([]byte(t.Name()))%days)) {
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
