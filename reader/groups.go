// Package parting compares what readers make of one URL: package reader/guard refuses by
// it, and percent readers, lint and the page say by it who reads what.
package parting

import (
	"cmp"
	"slices"
	"strings"

	"github.com/pct-encoded/percent/reader"
	"github.com/pct-encoded/percent/uri"
)

// Parts are the parts that readers may part in, the worst first.
var Parts = [...]uri.Part{uri.Host, uri.Port, uri.Path}

// Compared is [reader.Reading.Compared], and what that leaves to its caller: schemes are
// compared in lower case, and a URL with a host whose scheme has no port of its own has
// the port "".
func Compared(r reader.Reading, p uri.Part) (text string, ok bool) {
	text, ok = r.Compared(p)
	switch p {
	case uri.Scheme:
		return strings.ToLower(text), ok
	case uri.Port:
		_, ok = r.Compared(uri.Host)
		return text, ok
	}
	return text, ok
}

// maxSearched is how many octets of beginnings of a URL, together, Offset has each reader
// read: all beginnings of one of 361 octets, and the longest of a longer one.
const maxSearched = 1 << 16

// Offset returns where two readers part that part on a URL: the index, in octets from 0,
// behind the longest beginning of it that both read alike, or of the octet that ends the
// shortest one on which they part, if they do not with a letter in its place. Otherwise it
// is not known which octets part the two, and Offset is -1, as it is if that is too far from
// the end of the URL.
func Offset(a, b reader.Reader, url string, p uri.Part) int {
	alike := func(url string) (same, known bool) {
		s, ok := Compared(a.Read(url), p)
		t, also := Compared(b.Read(url), p)
		return s == t, ok && also
	}
	at, searched := len(url)-1, 0
	for n := len(url) - 1; n > 0; n-- {
		if searched += n; searched > maxSearched {
			return -1
		}
		switch same, known := alike(url[:n]); {
		case known && same:
			return n
		case known:
			at = n - 1
		}
	}
	if at >= 0 {
		if same, known := alike(url[:at] + "a"); same && known {
			return at
		}
	}
	return -1
}

// A Group is readers that read the same host, port and path, or none.
type Group struct {
	Verdict reader.Verdict
	// HasHost: they read the URL and have a host in it. Host, Port and Path are as
	// Compared has them.
	HasHost          bool
	Host, Port, Path string
	Readers          []reader.Reader
	// From is the reader of the largest group with a host that the first of Readers is
	// compared with, where this is another group with a host: they part in Part, from
	// Offset on, by Choice, which is the zero Difference if no single choice parts them.
	From   *reader.Reader
	Part   uri.Part
	Offset int
	Choice reader.Difference
}

// Parted reports whether two of groups have hosts.
func Parted(groups []*Group) bool {
	n := 0
	for _, g := range groups {
		if g.HasHost {
			n++
		}
	}
	return n > 1
}

// Groups returns what readers make of a URL. Groups with a host come first, the largest of
// them behind the others, which part from it; then those that read no host, that refuse
// the URL, and of which nobody knows what they read.
func Groups(url string, readers []reader.Reader) []*Group {
	type key struct {
		verdict          reader.Verdict
		has              bool
		host, port, path string
	}
	keys := make([]key, len(readers))
	count := map[key]int{}
	var decoded []int // readers that give no path as it would be sent
	for i, r := range readers {
		k, reading := &keys[i], r.Read(url)
		k.verdict = reading.Verdict
		if k.host, k.has = Compared(reading, uri.Host); k.has {
			k.port, _ = Compared(reading, uri.Port)
			path, sent := Compared(reading, uri.Path)
			if k.path = path; !sent {
				decoded = append(decoded, i)
				continue
			}
		}
		count[*k]++
	}
	// They go with the most that read the same host and port.
	for _, i := range decoded {
		own, most := keys[i], 0
		for _, k := range keys {
			if n := count[k]; n > most && k.has && k.host == own.host && k.port == own.port {
				keys[i], most = k, n
			}
		}
	}
	var groups []*Group
	index := map[key]*Group{}
	for i, k := range keys {
		g := index[k]
		if g == nil {
			g = &Group{Verdict: k.verdict, HasHost: k.has, Host: k.host, Port: k.port, Path: k.path}
			index[k] = g
			groups = append(groups, g)
		}
		g.Readers = append(g.Readers, readers[i])
	}
	var largest *Group
	for _, g := range groups {
		if g.HasHost && (largest == nil || len(g.Readers) > len(largest.Readers)) {
			largest = g
		}
	}
	rank := func(g *Group) int {
		switch {
		case g.HasHost && g != largest:
			return 0
		case g.HasHost:
			return 1
		case g.Verdict == reader.Read:
			return 2
		case g.Verdict == reader.Refused:
			return 3
		}
		return 4
	}
	slices.SortStableFunc(groups, func(a, b *Group) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(worst(a, largest), worst(b, largest)), cmp.Compare(len(b.Readers), len(a.Readers)))
	})
	for _, g := range groups {
		if g.HasHost && g != largest {
			g.compare(url, largest)
		}
	}
	return groups
}

// worst returns the index in Parts of the first part in which a group parts from another.
func worst(g, from *Group) int {
	switch {
	case from == nil || !g.HasHost || g == from:
		return len(Parts)
	case g.Host != from.Host:
		return 0
	case g.Port != from.Port:
		return 1
	}
	return 2
}

// compare fills what g says of the group that it parts from. Of the pairs of readers, the
// first that a single choice parts is the one to name.
func (g *Group) compare(url string, from *Group) {
	g.Part = Parts[worst(g, from)]
	pair := [2]reader.Reader{g.Readers[0], from.Readers[0]}
search:
	for _, b := range from.Readers[:min(len(from.Readers), maxPairs)] {
		for _, a := range g.Readers[:min(len(g.Readers), maxPairs)] {
			if d, ok := reader.Explain(a, b, url, g.Part); ok {
				pair, g.Choice = [2]reader.Reader{a, b}, d
				break search
			}
		}
	}
	// The first of Readers is the one that is compared.
	i := slices.Index(g.Readers, pair[0])
	g.Readers[0], g.Readers[i] = g.Readers[i], g.Readers[0]
	g.From = &pair[1]
	g.Offset = Offset(pair[0], pair[1], url, g.Part)
}

// maxPairs is how many readers of a group are asked for a choice that parts them.
const maxPairs = 4

// Names returns the names of some of readers, in order: without a version where all
// versions among readers are there.
func Names(list, readers []reader.Reader) []string {
	missing := map[string]bool{}
	for _, r := range readers {
		if !slices.Contains(list, r) {
			missing[r.Name()] = true
		}
	}
	var names []string
	for _, r := range list {
		name := r.Name()
		if missing[name] {
			name = r.String()
		}
		names = append(names, name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
