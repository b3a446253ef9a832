package identify

import (
	"cmp"
	"errors"
	"slices"
	"sort"

	"github.com/pct-encoded/percent/internal/preimage"
)

// A Near is a dialect that would have made nearly the same samples.
type Near struct {
	Exclusion
	// Differing is how many characters it writes differently in the first 4 KiB of
	// each sample, or -1 if more than the writing of some characters differs.
	Differing int
	// Text is what was encoded: the input, or the text that comes nearest.
	Text string
	// Output is what the dialect makes of Text, or "" if it refuses it.
	Output string
}

// Encoding a long text once more in every dialect would take too long.
const (
	nearEnd  = 4 << 10 // where Nearest stops counting
	nearMany = 32      // how many dialects it looks at for samples longer than that
)

// Nearest returns up to n of the dialects that are ruled out: first those that would
// have written the fewest characters differently, of equals those that differ latest,
// and then those that come first in the catalogue. Of dialects that make the same
// choices only one is named. If the samples are longer than 4 KiB, only the 32 that
// differ latest are considered. The samples must be those that id was made from.
func (id *Identification) Nearest(n int, samples ...Sample) []Near {
	from := id.Exclusions
	length := 0
	for _, s := range samples {
		length += max(len(s.raw), len(s.encoded))
	}
	if length > nearEnd && len(from) > nearMany {
		from = slices.Clone(from)
		sort.SliceStable(from, func(i, j int) bool {
			a, b := &from[i], &from[j]
			return cmp.Or(cmp.Compare(b.Sample, a.Sample), cmp.Compare(b.Offset, a.Offset)) < 0
		})
		from = from[:nearMany]
	}
	list := make([]Near, len(from))
	trials := newTrials(samples)
	var buf []byte
	for i := range list {
		list[i] = nearOf(&from[i], trials, &buf)
	}
	sort.SliceStable(list, func(i, j int) bool {
		a, b := &list[i], &list[j]
		return cmp.Or(cmp.Compare(a.Differing, b.Differing), cmp.Compare(b.Sample, a.Sample), cmp.Compare(b.Offset, a.Offset)) < 0
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
			near.Differing += differences(s.encoded, string(out))
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

// apart is more differences than anyone would call near.
const apart = 1 << 20

// differences returns how many units differ in the beginning of two texts, or apart
// if these stand for different characters.
func differences(a, b string) int {
	n, i, j := 0, 0, 0
	for (i < len(a) || j < len(b)) && i < nearEnd {
		x, y := writtenUnit(a, i), writtenUnit(b, j)
		if x != y {
			n++
			if len(x) == 0 || len(y) == 0 || plainOctet(x) != plainOctet(y) {
				return apart
			}
		}
		i, j = i+len(x), j+len(y)
	}
	return n
}

// plainOctet returns the octet that a unit stands for, or -1 for %uHHHH. A '+' is
// taken for a space.
func plainOctet(unit string) int {
	switch {
	case len(unit) == 3:
		return int(octetOf(unit))
	case len(unit) == 6:
		return -1
	case unit[0] == '+':
		return ' '
	}
	return int(unit[0])
}
