package results

import (
	"slices"
	"testing"

	"github.com/pct-encoded/percent/dialect"
)

// TestDialectsHaveTheirSiblings: what is looked up once for all is what each
// dialect says of itself.
func TestDialectsHaveTheirSiblings(t *testing.T) {
	list := slices.Collect(dialect.All())
	for i, v := range NewDialects(list) {
		// Comparing each with each takes long.
		if i%10 != 0 {
			continue
		}
		var siblings, encoders, decoders []string
		for s := range list[i].Siblings() {
			siblings = append(siblings, s.ID)
		}
		for m := range list[i].Implementations() {
			if m.Encodes != "" {
				encoders = append(encoders, m.ID)
			} else {
				decoders = append(decoders, m.ID)
			}
		}
		if v.ID != list[i].ID || !slices.Equal(v.Siblings, siblings) || !slices.Equal(v.Encoders, encoders) || !slices.Equal(v.Decoders, decoders) {
			t.Errorf("%s: %v, %v, %v; want %v, %v, %v", v.ID, v.Siblings, v.Encoders, v.Decoders, siblings, encoders, decoders)
		}
	}
}
