package operation

import (
	"strings"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/inspect/identify"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/results"
)

// maxNearest is how many near dialects are shown when none remains.
const maxNearest = 5

// decodesTo reports whether encoded decodes to raw, read as a form or as it is elsewhere.
func decodesTo(encoded, raw string) bool {
	for _, name := range []string{"rfc3986", "urlencoded"} {
		d, _ := dialect.Lookup(name) // of the catalogue
		if decoded, err := d.Decode(encoded); err == nil && decoded == raw {
			return true
		}
	}
	return false
}

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
	if len(c.Of) == 0 && len(c.Values) == 2 {
		for i, raw := range c.Values {
			encoded := c.Values[1-i]
			if raw != encoded && !strings.Contains(raw, "%") && decodesTo(encoded, raw) {
				c.note("if %s was made from %s, say so: `percent identify --of RAW ENCODED`", excerpt.Name(encoded), excerpt.Name(raw))
			}
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
