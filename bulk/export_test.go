package bulk

// OneByOne returns o without decoding rows together.
func (o *Operation) OneByOne() *Operation {
	c := *o
	c.plain = false
	return &c
}

// SetLongRow sets from which length in bytes on a row is long, until the function that it
// returns is called.
func SetLongRow(n int) (reset func()) {
	before := longRow
	longRow = n
	return func() { longRow = before }
}
