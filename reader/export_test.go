package reader

import (
	"slices"

	"github.com/pct-encoded/percent/uri"
)

// Flipped reports whether a, if it made the choice with that name as b does, would read the
// part of a URL that b reads.
func Flipped(a, b Reader, choice, url string, p uri.Part) bool {
	for k, name := range kindNames {
		if name == choice {
			c := *a.row.chain
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

// Swaps calls f with each reader and how it would read if it made one choice as another
// reader does, for each choice and each way of making it. Explain reads so.
func Swaps(f func(r Reader, read func(url string) Reading)) {
	made := [kinds][]*step{}
	for _, r := range All() {
		for k, s := range r.row.chain {
			if !slices.Contains(made[k], s) {
				made[k] = append(made[k], s)
			}
		}
	}
	for _, r := range All() {
		for k, steps := range made {
			for _, s := range steps {
				c := *r.row.chain
				c[k] = s
				f(r, func(url string) Reading { return r.row.chained(url, &c) })
			}
		}
	}
}

// Slow is Reader.Read without the short way for canonical URLs.
func Slow(r Reader, url string) Reading { return r.row.read(url) }

// Chained is Slow by the chain of the reader alone.
func Chained(r Reader, url string) Reading {
	reading := r.row.chain.read(url)
	r.row.give(&reading)
	return reading
}
