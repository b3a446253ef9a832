package bulk

// OneByOne turns decoding rows together off, until the function that it returns is called.
func OneByOne() (reset func()) {
	oneByOne = true
	return func() { oneByOne = false }
}

// SetLongRow sets from which length in bytes on a row is long, until the function that it
// returns is called.
func SetLongRow(n int) (reset func()) {
	before := longRow
	longRow = n
	return func() { longRow = before }
}
