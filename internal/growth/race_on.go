//go:build race

package growth

// Race says whether the race detector is on.
const Race = true
