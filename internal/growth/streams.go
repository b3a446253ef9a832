package growth

// Zeros is a source of the digit zero that never ends.
type Zeros struct{}

// Read fills p.
func (Zeros) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '0'
	}
	return len(p), nil
}

// A Counter counts the bytes that are written to it.
type Counter int64

// Write counts p.
func (c *Counter) Write(p []byte) (int, error) {
	*c += Counter(len(p))
	return len(p), nil
}
