package reader

// Slow is Reader.Read without the short way for canonical URLs.
func Slow(r Reader, url string) Reading { return r.row.read(url) }

// Chained is Slow by the chain of the reader alone.
func Chained(r Reader, url string) Reading {
	reading := r.row.chain.read(url)
	r.row.give(&reading)
	return reading
}
