package reader

import (
	"cmp"
	"slices"
	"sort"

	"github.com/pct-encoded/percent/internal/program"
	"github.com/pct-encoded/percent/uri"
)

// A Disagreement is two readers that read another scheme, host, port or path in a URL.
type Disagreement struct {
	Part    uri.Part
	Readers [2]Reader
	// Offset is the index, in octets from 0, behind the longest beginning of the URL that
	// both read alike, or of the octet that ends the shortest one on which they disagree,
	// if they do not with a letter in its place. It is -1 if it is not known which octets
	// make the difference, or if they are too far from the end of the URL.
	Offset int
	// Choice is the choice that makes the difference, or the zero Difference if no single
	// choice does.
	Choice Difference
}

// NewDisagreement returns how two readers that read another part of a URL do so.
func NewDisagreement(a, b Reader, url string, p uri.Part) Disagreement {
	d := Disagreement{Part: p, Readers: [2]Reader{a, b}, Offset: offset(a, b, url, p)}
	d.Choice, _ = Explain(a, b, url, p)
	return d
}

// maxSearched is how many octets of beginnings of a URL, together, offset has each reader
// read: all beginnings of one of 361 octets, and the longest of a longer one.
const maxSearched = 1 << 16

// offset returns the Offset of a Disagreement.
func offset(a, b Reader, url string, p uri.Part) int {
	alike := func(url string) (same, known bool) {
		s, ok := a.Read(url).Compared(p)
		t, also := b.Read(url).Compared(p)
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

// A Group is readers that have the same answer. Reading is what they read, as far as it is
// compared: the verdict and, if the URL has a host, the host, port and path, all as
// [Reading.Compared] returns them. A Host that is not Present and has Text is one that they
// read and no client could connect to, such as "h:80" in "http://h:80:90/".
type Group struct {
	Reading
	Readers []Reader
	// From is how one of Readers disagrees with one of the largest group that has a host,
	// where this is another group with a host, and nil elsewhere.
	From *Disagreement

	size int // how many of Readers count
}

// Groups returns what readers read in a URL. Groups with a host come first, the largest of
// them after the others, which disagree with it; then those that read no host, that refuse
// the URL, and that are not known to do either. The size of a group is how many readers in
// it are the newest of their name or asked for by their version; they come first in it. A reader that returns the path
// decoded, or neither path nor port, goes with the most that read the same host, and the same port if it
// has one.
func Groups(url string, readers []Reader) []Group {
	last := map[string]Reader{}
	for _, r := range readers {
		last[r.Name()] = r
	}
	newest := func(r Reader) bool { return r.Pinned() || last[r.Name()] == r }
	answers := make([]Reading, len(readers))
	count := map[Reading]int{}
	var decoded []int
	for i, r := range readers {
		a, reading := &answers[i], r.Read(url)
		a.Verdict = reading.Verdict
		if host, ok := reading.Compared(uri.Host); ok {
			port, _ := reading.Compared(uri.Port)
			path, sent := reading.Compared(uri.Path)
			a.Host, a.Port, a.Path = Part{host, true}, Part{port, true}, Part{path, true}
			if !sent {
				decoded = append(decoded, i)
				continue
			}
		} else if reading.Verdict == Read {
			a.Host.Text = reading.Host.Text
		}
		if newest(r) {
			count[*a]++
		}
	}
	for _, i := range decoded {
		own, most := answers[i], 0
		for _, a := range answers {
			if n := count[a]; n > most && a.Host.Present && a.Host == own.Host && (own.Port.Text == "" || a.Port == own.Port) {
				answers[i], most = a, n
			}
		}
	}
	var groups []Group
	largest := -1
	for i, g := range program.Groups(readers, answers) {
		x := Group{Reading: g.Answer}
		for _, isNewest := range []bool{true, false} {
			for _, r := range g.Programs {
				if newest(r) == isNewest {
					x.Readers = append(x.Readers, r)
				}
			}
			if isNewest {
				x.size = len(x.Readers)
			}
		}
		if x.Host.Present && (largest < 0 || x.size > groups[largest].size) {
			largest = i
		}
		groups = append(groups, x)
	}
	if largest >= 0 {
		from := groups[largest]
		for i := range groups {
			if g := &groups[i]; g.Host.Present && i != largest {
				g.From = g.disagree(url, from)
			}
		}
	}
	sort.SliceStable(groups, func(i, j int) bool {
		a, b := &groups[i], &groups[j]
		return cmp.Or(cmp.Compare(a.rank(), b.rank()), cmp.Compare(b.size, a.size)) < 0
	})
	return groups
}

// rank returns the place of a group in the order of Groups.
func (g *Group) rank() int {
	switch {
	case g.From != nil:
		return slices.Index(parts[:], g.From.Part)
	case g.Host.Present:
		return len(parts)
	case g.Verdict == Read:
		return len(parts) + 1
	case g.Verdict == Refused:
		return len(parts) + 2
	}
	return len(parts) + 3
}

// parts are the parts that groups disagree in, the worst first.
var parts = [...]uri.Part{uri.Host, uri.Port, uri.Path}

// maxPairs is how many readers of a group are asked for a choice that makes the difference.
const maxPairs = 4

// disagree returns how a group disagrees with another one. Of the pairs of readers, the
// first for which a single choice makes the difference is the one to name: one that says what
// is read rather than what is demanded, if there is any.
func (g *Group) disagree(url string, from Group) *Disagreement {
	part := uri.Path
	switch {
	case g.Host != from.Host:
		part = uri.Host
	case g.Port != from.Port:
		part = uri.Port
	}
	pair, found := [2]Reader{g.Readers[0], from.Readers[0]}, false
search:
	for _, b := range from.Readers[:min(len(from.Readers), maxPairs)] {
		for _, a := range g.Readers[:min(len(g.Readers), maxPairs)] {
			choice, ok := Explain(a, b, url, part)
			read := choice.A.Name != kindNames[demands]
			if ok && (read || !found) {
				pair, found = [2]Reader{a, b}, true
			}
			if ok && read {
				break search
			}
		}
	}
	d := NewDisagreement(pair[0], pair[1], url, part)
	return &d
}
