package conformreport

import (
	"sort"

	"github.com/pct-encoded/percent/conform"
)

// firstDifference returns the offset of the first byte at which the answer differs from the
// wanted one, or -1 if there is no output on either side.
func firstDifference(r *conform.Result) int {
	if r.Refused() || r.State != conform.Answered {
		return -1
	}
	n := min(len(r.Answer.Output), len(r.Want.Output))
	for i := range n {
		if r.Answer.Output[i] != r.Want.Output[i] {
			return i
		}
	}
	return n
}

// gaps returns why tests were left out, the most frequent reason first.
func gaps(r *conform.Report) []testGap {
	var list []testGap
	index := map[string]int{}
	for i := range r.Results {
		x := &r.Results[i]
		if x.Verdict != conform.LeftOut {
			continue
		}
		at, ok := index[x.Reason]
		if !ok {
			at = len(list)
			index[x.Reason] = at
			list = append(list, testGap{Reason: x.Reason})
		}
		list[at].Tests++
	}
	sort.SliceStable(list, func(i, j int) bool { return list[j].Tests < list[i].Tests })
	return list
}
