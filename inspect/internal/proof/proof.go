// Package proof says how much the tests of inspect do, and counts what they
// measure: bytes, not seconds.
package proof

import (
	"os"
	"runtime"
	"testing"
)

// Long reports whether the tests do all that they can: where the environment has
// PERCENT_LONG=1, as in .ci/run, and neither -short nor the race detector is on.
func Long() bool { return os.Getenv("PERCENT_LONG") == "1" && !testing.Short() && !Race }

// Allocated returns how many bytes f allocates. Tests that call it are not
// parallel: others would be counted, too.
func Allocated(f func()) uint64 {
	var before, after runtime.MemStats
	f() // what is made once is not counted
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
