package reader

import (
	"slices"
	"strings"

	"github.com/pct-encoded/percent/uri"
)

// Diff returns the choices that two readers make differently, in the order in which they
// take effect.
func Diff(a, b Reader) []Difference {
	var list []Difference
	for k := range kind(kinds) {
		if x, y := a.row.chain[k], b.row.chain[k]; x != y {
			list = append(list, Difference{choiceOf(k, x), choiceOf(k, y)})
		}
	}
	return list
}

// disagree reports whether two readers disagree on a URL: both read it, both have a host,
// and the host, port or path that p names differs by [Reading.Compared].
func disagree(x, y Reading, p uri.Part) bool {
	s, t, ok := both(x, y, p)
	return ok && s != t
}

// both returns a part of two readings if both have it. A port that is not known is none.
func both(x, y Reading, p uri.Part) (s, t string, ok bool) {
	s, ok = x.Compared(p)
	t, also := y.Compared(p)
	return s, t, ok && also && (p != uri.Port || s != "" && t != "")
}

// Explain returns the choice that makes two readers disagree on a URL: if one of them
// made it as the other does, it would read the other's host, port or path, whichever p
// names. ok is false if they do not disagree, or if no single choice makes the
// difference. What is a scheme makes none where both read the same one. A choice that makes
// either of them read as the other does goes before one that does so for one of them.
func Explain(a, b Reader, url string, p uri.Part) (d Difference, ok bool) {
	x, y := a.Read(url), b.Read(url)
	if !disagree(x, y, p) {
		return d, false
	}
	chainA, chainB := a.row.explains(url, p, x), b.row.explains(url, p, y)
	for k := range kind(kinds) {
		s, t := a.row.chain[k], b.row.chain[k]
		if s == t || k == scheme && x.Scheme == y.Scheme || !strings.ContainsAny(url, needs[k]) && needs[k] != "" {
			continue
		}
		there := chainA && a.row.becomes(k, t, url, p, y)
		back := chainB && b.row.becomes(k, s, url, p, x)
		switch {
		case there && back, there && !chainB, back && !chainA:
			return Difference{choiceOf(k, s), choiceOf(k, t)}, true
		case (there || back) && !ok:
			// A choice that decides for both is a better reason.
			d, ok = Difference{choiceOf(k, s), choiceOf(k, t)}, true
		}
	}
	return d, ok
}

// needs are the octets of which a URL has one if a choice matters in it; "" for any URL.
var needs = [kinds]string{backslash: `\`, at: "@", userinfo: "@", brackets: "[", query: "?", fragment: "#"}

// explains reports whether the choices of r alone make its reading of a URL, as far as p
// goes: then another choice shows what that changes.
func (r *row) explains(url string, p uri.Part, reading Reading) bool {
	if r.exact == nil {
		return true
	}
	return agree(r.chained(url, r.chain), reading, p)
}

// becomes reports whether r with another step would read what want has.
func (r *row) becomes(k kind, s *step, url string, p uri.Part, want Reading) bool {
	c := *r.chain
	c[k] = s
	return agree(r.chained(url, &c), want, p)
}

// chained is what r would return if it read a URL by c.
func (r *row) chained(url string, c *chain) Reading {
	reading := c.read(url)
	r.give(&reading)
	return reading
}

// agree reports whether two readings have the part, and the same.
func agree(x, y Reading, p uri.Part) bool {
	s, t, ok := both(x, y, p)
	return ok && s == t
}

// A token is a piece of the URLs that Split tries: one of each class of octets that
// some choice distinguishes. kinds are the choices that it is for; a token without
// kinds is always tried.
type token struct {
	text      string
	by        []kind
	delimiter bool // it may end a part
}

var tokens = []token{
	{text: "a"},
	{text: "/"},
	{text: "?"},
	{text: "#"},
	{text: "@"},
	{text: ":"},
	{text: "1"},
	{text: ".", by: []kind{ipv4, dots, names, host}},
	{text: `\`, by: []kind{backslash, slashes, ends, host, octets}, delimiter: true},
	{text: " ", by: []kind{trim, octets, ends, host, path}},
	{text: "\t", by: []kind{trim, octets, host}},
	{text: "\x00", by: []kind{input, trim, octets, ends, host}},
	{text: ";", by: []kind{ends, host, path}, delimiter: true},
	{text: "[", by: []kind{brackets, colon, host}, delimiter: true},
	{text: "]", by: []kind{brackets, colon, host}, delimiter: true},
	{text: "0", by: []kind{ipv4, port}},
	{text: "x", by: []kind{ipv4}},
	{text: "+", by: []kind{port}},
	{text: "%", by: []kind{host, octets, path}},
	{text: "%41", by: []kind{host, path}},
	{text: "%2f", by: []kind{host, path}},
	{text: "%2e", by: []kind{dots}},
	{text: "ß", by: []kind{names, host, input, path}},
	{text: "．", by: []kind{names, host}},
	{text: "\xff", by: []kind{input, names, host, path}},
}

// prefixes are the beginnings of the URLs that Split tries.
var prefixes = []string{"http://", "http:", "x://"}

// DefaultLimit is how many URLs Split tries unless another number is asked for, which takes
// about a second.
const DefaultLimit = 160_000

// Split returns the shortest URLs on which two readers disagree about the host, the
// port or the path, at most as many as most, in the order in which they were found: they
// begin with "http://", "http:" or "x://", and continue with octets distinguished by a
// choice that the two make differently; if one is a Checker, "a.test" and "b.test" stand for
// letters and digits, and an octet for each counts. If there is none among the first half of limit
// URLs, it continues after "http://" with only letters, digits and delimiters. If it finds
// none, urls is empty, and tried is the number of octets after the prefix up to which all
// were tried: there may be a longer URL, and one with other octets. Only two that are the
// same reader surely never disagree. The result is the same each time, and on every machine.
func Split(a, b Reader, p uri.Part, most, limit int) (urls []string, tried int) {
	different := [kinds]bool{}
	for k := range kinds {
		different[k] = a.row.chain[k] != b.row.chain[k]
	}
	var all, delimiters []string
	for _, t := range tokens {
		needed := len(t.by) == 0
		for _, k := range t.by {
			needed = needed || different[k]
		}
		if needed {
			all = append(all, t.text)
			if len(t.by) == 0 || t.delimiter {
				delimiters = append(delimiters, t.text)
			}
		}
	}
	s := search{a: a, b: b, part: p, most: most, limit: limit / 2, names: func(text string) string { return text }}
	if a.Checker() || b.Checker() {
		s.names = strings.NewReplacer("a", "a.test", "1", "b.test").Replace
		all = slices.DeleteFunc(all, func(text string) bool { return !isASCII(text) }) // it does not map names
	}
	urls, tried = s.run(all, prefixes, 0)
	if len(urls) == 0 {
		urls, _ = s.run(delimiters, prefixes[:1], tried+1)
	}
	return urls, tried
}

// A search looks for URLs that two readers read differently. names writes letters and digits as names
// for readers that want a top-level domain.
type search struct {
	a, b        Reader
	part        uri.Part
	most, limit int
	names       func(text string) string
}

// run tries the texts made of tokens after each prefix, the shortest first, from
// length first on. It returns the URLs of the first length with any, or none and the
// last length that it tried, which is the last of which there are not more than limit with
// all shorter ones. The length 0 is always tried.
func (s *search) run(tokens, prefixes []string, first int) (urls []string, tried int) {
	count := len(prefixes)
	// words[n] are the texts of n octets, made by adding a token to shorter ones.
	words := [][]string{{""}}
	for n := 0; ; n++ {
		if n > 0 {
			more := 0
			for _, t := range tokens {
				if len(t) <= n {
					more += len(words[n-len(t)])
				}
			}
			if count += more * len(prefixes); count > s.limit {
				return nil, n - 1
			}
			list := make([]string, 0, more)
			for _, t := range tokens {
				if len(t) > n {
					continue
				}
				for _, w := range words[n-len(t)] {
					list = append(list, w+t)
				}
			}
			words = append(words, list)
		}
		if n < first {
			continue
		}
		for _, prefix := range prefixes {
			for _, w := range words[n] {
				url := prefix + s.names(w)
				if disagree(s.a.Read(url), s.b.Read(url), s.part) {
					if urls = append(urls, url); len(urls) >= s.most {
						return urls, n
					}
				}
			}
		}
		if len(urls) > 0 {
			return urls, n
		}
	}
}
