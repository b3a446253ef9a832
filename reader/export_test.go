package reader

import "github.com/pct-encoded/percent/uri"

// Flipped reports whether a, if it made the choice with that name as b does, would read the
// part of a URL that b reads.
func Flipped(a, b Reader, choice, url string, p uri.Part) bool {
	for k, name := range kindNames {
		if name == choice {
			c := a.row.chain
			c[k] = b.row.chain[k]
			reading := c.read(url)
			a.row.give(&reading)
			s, ok := reading.Compared(p)
			t, also := b.Read(url).Compared(p)
			return ok && also && s == t
		}
	}
	return false
}

// Slow is Reader.Read without the short way for canonical URLs.
func Slow(r Reader, url string) Reading { return r.row.read(url) }

// Chained is Slow by the chain of the reader alone.
func Chained(r Reader, url string) Reading {
	reading := r.row.chain.read(url)
	r.row.give(&reading)
	return reading
}
