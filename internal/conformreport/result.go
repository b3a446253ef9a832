package conformreport

import (
	"sort"

	"github.com/pct-encoded/percent/conform"
	"github.com/pct-encoded/percent/internal/pct"
)

// firstDifference returns the offset of the first byte at which the answer differs from the
// wanted one, or -1 if there is no output on either side.
func firstDifference(r *conform.Result) int {
	if r.Refused() || r.State != conform.Answered {
		return -1
	}
	return pct.Differ(r.Answer.Output, r.Want.Output)
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
