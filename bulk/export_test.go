package bulk

// OneByOne returns o without decoding rows together.
func (o *Operation) OneByOne() *Operation {
	c := *o
	c.plain = false
	return &c
}
