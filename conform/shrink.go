package conform

import (
	"cmp"
	"context"
	"slices"
	"unicode/utf8"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/wtf8"
)

// The bounds of shrinking. They are enough to try every removal from an input of a
// hundred characters.
const (
	shrinkRounds = 24  // how often the program is asked again
	shrinkAsked  = 400 // how many inputs it is asked at a time
)

// shrink looks for the smallest input that the program gets wrong. It starts from the
// shortest failing input, and removes characters, singly and in runs, as long as the
// rest still fails.
func (r *Report) shrink(ctx context.Context, a Asker) {
	s := r.Suite
	from := *r.Shortest
	if from.State == Broken {
		return // crashing a program repeatedly takes long
	}
	for range shrinkRounds {
		var inputs []string
		var wants []Want
		seen := map[string]bool{from.Input: true}
		for _, input := range s.smaller(from.Input) {
			if len(inputs) == shrinkAsked {
				break
			}
			if seen[input] {
				continue
			}
			seen[input] = true
			want, err := s.expect(input)
			// Wrong answers to inputs that must be refused and to others are different
			// failures.
			if err == nil && takes(s.Options.Units, input) && want.Refused() == from.Want.Refused() && a.Carries(Test{Input: input, Want: want}) == "" {
				inputs, wants = append(inputs, input), append(wants, want)
			}
		}
		if len(inputs) == 0 || ctx.Err() != nil {
			return
		}
		var best *Result
		answers, err := a.Ask(ctx, inputs)
		if err != nil {
			return
		}
		for i, answer := range answers {
			x := &Result{Test: Test{Input: inputs[i], Want: wants[i]}, Answer: answer, Verdict: Failed, units: s.Options.Units}
			if answer.State != Answered && answer.State != Refused || s.right(&x.Want, &x.Answer) {
				continue
			}
			if answer.State == Refused {
				x.Verdict = RefusedWrongly
			}
			if best == nil || len(x.Input) < len(best.Input) {
				best = x
			}
		}
		if best == nil {
			return
		}
		from = *best
		r.Minimal = best
	}
}

// smaller returns inputs that are smaller than the given one, the smallest first.
func (s *Suite) smaller(input string) []string {
	if s.Operation.Values() {
		return smallerValues(input)
	}
	return smallerTexts(input, s.Options.Units)
}

// smallerTexts returns text with characters removed: halves, quarters and so on, down
// to single characters.
func smallerTexts(text string, units dialect.Units) []string {
	var starts []int
	for i := 0; i < len(text); {
		starts = append(starts, i)
		_, n := utf8.DecodeRuneInString(text[i:])
		if units == dialect.UnitsUTF16 {
			_, n, _ = wtf8.Decode(text[i:])
		}
		i += n
	}
	starts = append(starts, len(text))
	var list []string
	n := len(starts) - 1
	for size := (n + 1) / 2; size > 0; size /= 2 {
		for i := 0; i < n; i += size {
			end := min(i+size, n)
			list = append(list, text[:starts[i]]+text[starts[end]:])
			if size > 1 || n > 1 {
				list = append(list, text[starts[i]:starts[end]])
			}
		}
	}
	slices.SortStableFunc(list, func(a, b string) int { return cmp.Compare(len(a), len(b)) })
	return list
}
