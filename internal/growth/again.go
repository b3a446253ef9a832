package growth

// LongAndFast reports whether tests do all that they can: Long, and not under the race
// detector, which makes them slower.
func LongAndFast() bool { return Long() && !Race }

// AllocatedAgain returns how many bytes f allocates the second time: what is made once is
// not counted. See Allocated.
func AllocatedAgain(f func()) uint64 {
	f()
	return Allocated(f)
}
