package growth

import (
	"fmt"
	"hash/crc32"
	"testing"
)

// What Doubled judges by. Where the text grows by 4, work in proportion grows by 4,
// sorting by 4.8 and work that grows with the square by 16.
const (
	doublings = 4
	mostBy4   = 6.4
	mostBy2   = 2.6
	// Buffers grow in steps, so memory is compared over all doublings, of which
	// quadratic work would make 256.
	mostBy16 = 40
	// What is less is noise: tables that are made once, pools that were emptied.
	fewestOperations = 20_000
	fewestBytes      = 4 << 20
	// What seems to grow faster is doubled twice more: a step, such as another way
	// for long texts, does not grow on.
	more = 2
)

// Doubled calls run with texts of every shape, doubled four times, and fails the test
// unless what run does grows in proportion. It counts the bytes that are allocated
// and, in a build that counts operations (see TestOperations), the statements that
// are executed. It takes every tenth shape, and in a build that counts operations the
// day's share. run must not depend on what it was
// called with before, and tests that call Doubled must not be parallel.
func Doubled(t *testing.T, name string, run func(text string)) {
	t.Helper()
	doubled(t, name, Shapes, shortest, anySize, run)
}

// DoubledURLs is Doubled with URLShapes, for what takes no more than most bytes.
func DoubledURLs(t *testing.T, name string, most int, run func(text string)) {
	t.Helper()
	doubled(t, name, URLShapes(), min(shortest, most>>doublings), most, run)
}

// anySize is the limit of length of what has none.
const anySize = 1 << 30

// tenth is how many shapes there are for each that is taken where operations are not
// counted.
const tenth = 10

// Days is how many days it takes until a build that counts operations has met every
// shape in every function.
const Days = 20

// chosen returns the shapes that are taken for a function.
func chosen(t testing.TB, name string) func(shape int) bool {
	if Counting {
		return ofTheDay(t, name)
	}
	first := number(name)
	return func(shape int) bool { return (first+shape)%tenth == 0 }
}

// ofTheDay returns the shapes of which a function has its share today.
func ofTheDay(t testing.TB, name string) func(shape int) bool {
	first, today := number(name), Share(t, Days)
	return func(shape int) bool { return today(first + shape) }
}

// number returns a number for a name, so that not all functions get the same shapes.
func number(name string) int { return int(crc32.ChecksumIEEE([]byte(name)) >> 1) }

func doubled(t *testing.T, name string, shapes []Shape, size, most int, run func(text string)) {
	t.Helper()
	taken := chosen(t, name)
	for i, shape := range shapes {
		if !taken(i) {
			continue
		}
		if fault := superlinear(shape, size, most, run); fault != "" {
			t.Errorf("%s, %s: %s", name, shape.Name, fault)
		}
	}
}

// superlinear says how the work of run grows with texts of a shape, of size bytes up to
// at most most, and returns "" if it grows in proportion.
func superlinear(shape Shape, size, most int, run func(text string)) (fault string) {
	run(shape.Of(size)) // makes the tables that are made once
	var operations, bytes []uint64
	for i := range doublings + more + 1 {
		if size<<i > most {
			break
		}
		text := shape.Of(size << i)
		operations = append(operations, executed(func() {
			bytes = append(bytes, Allocated(func() { run(text) }))
		}))
		if i < doublings {
			continue
		}
		switch {
		case steep(operations):
			fault = fmt.Sprintf("operations grow faster than the text, of which there are %d to %d bytes: %d", size, size<<i, operations)
		case bytes[i] > fewestBytes && bytes[i] > mostBy16*bytes[i-doublings]:
			fault = fmt.Sprintf("memory grows faster than the text, of which there are %d to %d bytes: %d bytes", size, size<<i, bytes)
		default:
			return ""
		}
	}
	return fault
}

// steep says whether counts, for texts each of which is twice as long as the one before,
// grow faster than the texts. It compares how much is added, so that what is done for
// every text hides nothing.
func steep(counts []uint64) bool {
	last := len(counts) - 1
	add, before := float64(counts[last])-float64(counts[last-2]), float64(counts[last-2])-float64(counts[last-4])
	// A choice between ways at small sizes looks like a step, which has no second one.
	half := float64(counts[last-1])
	return add > fewestOperations && add > mostBy4*before && float64(counts[last])-half > mostBy2*(half-float64(counts[last-2]))
}
