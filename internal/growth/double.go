package growth

import (
	"fmt"
	"testing"
)

// What Doubled judges by. Sorting grows a little faster than its input, by 4.8 where
// that grows by 4, and quadratic work by 16.
const (
	shortest  = 1 << 10
	doublings = 4
	mostBy4   = 6.4
	// Buffers grow in steps, so memory is compared over all doublings, of which
	// quadratic work would make 256.
	mostBy16 = 40
	// What is less is noise: tables that are made once, pools that were emptied.
	fewestOperations = 20_000
	fewestBytes      = 4 << 20
)

// Doubled calls run with texts of every shape, doubled four times, and fails the test
// unless what run does grows in proportion. It counts the bytes that are allocated
// and, in a build that counts operations (see TestOperations), the statements that
// are executed. Without PERCENT_LONG, and where statements are not counted, it takes
// every fifth shape. run must not depend on what it was called with before, and tests
// that call Doubled must not be parallel.
func Doubled(t *testing.T, name string, run func(text string)) {
	t.Helper()
	doubled(t, name, Shapes, shortest, 0, usual(), run)
}

// DoubledFifth is Doubled with every fifth shape, of which n says the first: for many
// functions that are slow, and have most of their work in common.
func DoubledFifth(t *testing.T, name string, n int, run func(text string)) {
	t.Helper()
	doubled(t, name, Shapes, shortest, n%fifth, fifth, run)
}

// DoubledURLs is Doubled with URLShapes, from texts of size bytes on, for what has a
// limit of length.
func DoubledURLs(t *testing.T, name string, size int, run func(text string)) {
	t.Helper()
	doubled(t, name, URLShapes(), size, 0, usual(), run)
}

// fifth is how many shapes there are for each that is taken where there is not the time
// for all.
const fifth = 5

func usual() (every int) {
	if Long() || Counting {
		return 1
	}
	return fifth
}

func doubled(t *testing.T, name string, shapes []Shape, size, first, every int, run func(text string)) {
	t.Helper()
	for i := first; i < len(shapes); i += every {
		shape := shapes[i]
		if fault := superlinear(shape, size, run); fault != "" {
			t.Errorf("%s, %s: %s", name, shape.Name, fault)
		}
	}
}

// superlinear says how the work of run grows with texts of a shape, of size bytes and
// more, and returns "" if it grows in proportion.
func superlinear(shape Shape, size int, run func(text string)) string {
	run(shape.Of(size)) // makes the tables that are made once
	var operations, bytes []uint64
	for i := range doublings + 1 {
		text := shape.Of(size << i)
		before := executed()
		bytes = append(bytes, Allocated(func() { run(text) }))
		operations = append(operations, executed()-before)
	}
	if last := len(operations) - 1; operations[last] > fewestOperations && float64(operations[last]) > mostBy4*float64(operations[last-2]) {
		return fmt.Sprintf("operations grow faster than the text: %d", operations)
	}
	if last := len(bytes) - 1; bytes[last] > fewestBytes && bytes[last] > mostBy16*bytes[0] {
		return fmt.Sprintf("memory grows faster than the text: %d bytes", bytes)
	}
	return ""
}
