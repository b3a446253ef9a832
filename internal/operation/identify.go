package operation

import (
	"strings"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/inspect/identify"
	"github.com/pct-encoded/percent/internal/results"
)

// maxNearest is how many near dialects are shown when none remains.
const maxNearest = 5

// identified returns which dialects can have made the values and the samples.
func identified(c *Call) (results.Result, error) {
	samples := c.Samples
	for i, encoded := range c.Values {
		if i < len(c.Of) {
			samples = append(samples, identify.Pair(c.Of[i], encoded))
		} else {
			samples = append(samples, identify.Output(encoded))
		}
	}
	for _, raw := range c.Refuses {
		samples = append(samples, identify.Refusal(raw))
	}
	var keep func(*dialect.Implementation) bool
	if len(c.Only) > 0 {
		filter, err := NewProgramFilter("--only", c.Only)
		if err != nil {
			return nil, err
		}
		keep = filter.Holds
	}
	id, err := identify.Among(keep, samples...)
	if err != nil {
		return nil, usage("", "%s", strings.Replace(err.Error(), ":", "", 1)).because(err)
	}
	r := &results.Identification{Identification: id, Samples: samples, RuledOut: c.RuledOut}
	if len(id.Matches) == 0 {
		r.Nearest = id.Nearest(maxNearest, samples...)
	}
	return r, nil
}
