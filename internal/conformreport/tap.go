package conformreport

import (
	"fmt"
	"strings"

	"github.com/pct-encoded/percent/conform"
	"github.com/pct-encoded/percent/internal/runner"
)

// undecided is why the program as a whole has no verdict.
const undecided = "undecided: no input that must be refused was tested"

// TAP returns a report in the Test Anything Protocol, version 14.
func TAP(r *conform.Report) []byte {
	dst := fmt.Appendf(nil, "TAP version 14\n1..%d\n", len(r.Results)+1)
	for i := range r.Results {
		x := &r.Results[i]
		switch x.Verdict {
		case conform.Passed:
			dst = fmt.Appendf(dst, "ok %d - %s\n", i+1, x.ID)
			continue
		case conform.LeftOut:
			dst = fmt.Appendf(dst, "ok %d - %s # SKIP %s\n", i+1, x.ID, oneLine(x.Reason))
			continue
		}
		dst = fmt.Appendf(dst, "not ok %d - %s\n  ---\n  input: %s\n", i+1, x.ID, runner.QuoteYAML(x.Input))
		if x.Want.Refused() {
			dst = fmt.Appendf(dst, "  refuse: %s\n", runner.QuoteYAML(x.Want.Refusal))
		} else {
			dst = fmt.Appendf(dst, "  wanted: %s\n", runner.QuoteYAML(x.Want.Output))
		}
		if x.State == conform.Answered {
			dst = fmt.Appendf(dst, "  answer: %s\n", runner.QuoteYAML(x.Answer.Output))
		} else {
			dst = fmt.Appendf(dst, "  said: %s\n", runner.QuoteYAML(x.Said()))
		}
		dst = append(dst, "  ...\n"...)
	}
	// The last test is for problems other than wrong answers.
	switch {
	case len(r.Problems) == 0 && r.Untested > 0:
		return fmt.Appendf(dst, "ok %d - program # SKIP %s\n", len(r.Results)+1, undecided)
	case len(r.Problems) == 0:
		return fmt.Appendf(dst, "ok %d - program\n", len(r.Results)+1)
	}
	return fmt.Appendf(dst, "not ok %d - program\n  ---\n  problem: %s\n  ...\n", len(r.Results)+1, runner.QuoteYAML(strings.Join(r.Problems, "; ")))
}

func oneLine(text string) string { return strings.NewReplacer("\n", " ", "\r", " ").Replace(text) }
