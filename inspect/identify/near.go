package identify

import (
	"cmp"
	"errors"
	"slices"

	"github.com/pct-encoded/percent/internal/preimage"
)

// A Near is a dialect that has nearly made the samples.
type Near struct {
	Exclusion
	// Differing is how many characters it writes otherwise, of those in the
	// first 4 KiB of each sample. It is -1 where Output is not the encoded text
	// with some characters written otherwise.
	Differing int
	// Text is what was encoded: the input, or the text that comes nearest.
	Text string
	// Output is what the dialect makes of Text, and "" where it refuses it.
	Output string
}

// To encode a long text in every dialect once more takes too long.
const (
	nearEnd  = 4 << 10 // where Near stops to count
	nearMany = 32      // how many dialects are looked at for samples longer than that
)

// Nearest returns up to n of the dialects that are ruled out, those first that
// would have written the fewest characters otherwise, of equals those that part
// last, and then those that come first in the catalogue. Of dialects that make
// the same choices only one is named. Where the samples are longer than 4 KiB,
// only the 32 that part last are looked at. Samples must be those of id.
func (id *Identification) Nearest(n int, samples ...Sample) []Near {
	from := id.Exclusions
	length := 0
	for _, s := range samples {
		length += max(len(s.raw), len(s.encoded))
	}
	if length > nearEnd && len(from) > nearMany {
		from = slices.Clone(from)
		slices.SortStableFunc(from, func(a, b Exclusion) int {
			return cmp.Or(cmp.Compare(b.Sample, a.Sample), cmp.Compare(b.Offset, a.Offset))
		})
		from = from[:nearMany]
	}
	list := make([]Near, len(from))
	trials := newTrials(samples)
	var buf []byte
	for i := range list {
		list[i] = nearOf(&from[i], trials, &buf)
	}
	slices.SortStableFunc(list, func(a, b Near) int {
		return cmp.Or(cmp.Compare(a.Differing, b.Differing), cmp.Compare(b.Sample, a.Sample), cmp.Compare(b.Offset, a.Offset))
	})
	var near []Near
	for _, x := range list {
		if len(near) == n {
			break
		}
		if !slices.ContainsFunc(near, func(y Near) bool { return preimage.EncodesLike(y.Dialect, x.Dialect) }) {
			if x.Differing >= apart {
				x.Differing = -1
			}
			near = append(near, x)
		}
	}
	return near
}

func nearOf(x *Exclusion, trials []*trial, buf *[]byte) Near {
	near := Near{Exclusion: *x}
	for i, s := range trials {
		text := s.Sample.raw
		var e *preimage.Error
		if s.kind == outputSeen {
			if _, err := s.asked.Preimage(x.Dialect); errors.As(err, &e) {
				text = string(e.Text())
			} else {
				continue
			}
		}
		out, err := x.Dialect.AppendEncode((*buf)[:0], []byte(text))
		*buf = out
		switch {
		case s.kind == refusalSeen && err == nil, s.kind != refusalSeen && err != nil:
			near.Differing += apart
		case err == nil:
			near.Differing += differences([]byte(s.encoded), out)
		}
		if i == x.Sample {
			near.Text = text
			if err == nil {
				near.Output = string(out)
			}
		}
	}
	return near
}

// apart is more differences than anyone calls near.
const apart = 1 << 20

// differences returns how many units differ in the beginning of two texts. It
// is apart when they do not run side by side.
func differences(a, b []byte) int {
	n, i, j := 0, 0, 0
	for (i < len(a) || j < len(b)) && i < nearEnd {
		x, y := writtenUnit(a, i), writtenUnit(b, j)
		if string(x) != string(y) {
			n++
			if len(x) == 0 || len(y) == 0 || plainOctet(x) != plainOctet(y) {
				return apart
			}
		}
		i, j = i+len(x), j+len(y)
	}
	return n
}

// plainOctet returns what a unit stands for, as far as it is one octet: a '+'
// is taken for a space.
func plainOctet(unit []byte) int {
	switch {
	case len(unit) == 3:
		return int(octetOf(string(unit)))
	case len(unit) == 6:
		return -1
	case unit[0] == '+':
		return ' '
	}
	return int(unit[0])
}
