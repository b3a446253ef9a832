package operation

import (
	"github.com/pct-encoded/percent/inspect/document"
	"github.com/pct-encoded/percent/internal/results"
)

// grammarOf returns the grammar that r names, or the one that a text looks like.
func (r *Request) grammarOf(text string) *document.Grammar {
	if g, err := document.Lookup(r.Grammar); err == nil {
		return g.For(text)
	}
	return document.Detect("", text)
}

func extracted(c *Call) (results.Result, error) {
	return results.Extract(c.Values[0], c.grammarOf(c.Values[0])), nil
}
