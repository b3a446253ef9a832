// Package proof says how much the tests of inspect do, and counts what they
// measure: bytes, not seconds.
package proof

import "github.com/pct-encoded/percent/internal/growth"

// Long reports whether the tests do all that they can: where the environment has
// PERCENT_LONG=1, as in .ci/run, and neither -short nor the race detector is on.
func Long() bool { return growth.Long() && !growth.Race }

// Allocated returns how many bytes f allocates the second time: what is made once
// is not counted. Tests that call it are not parallel: others would be counted, too.
func Allocated(f func()) uint64 {
	f()
	return growth.Allocated(f)
}
