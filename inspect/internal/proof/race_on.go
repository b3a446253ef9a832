//go:build race

package proof

// Race says whether the race detector is on.
const Race = true
