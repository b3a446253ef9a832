package operation

import (
	"cmp"

	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/explain"
	"github.com/pct-encoded/percent/internal/results"
)

// A Call is a request about values, such as the text that explain explains.
type Call struct {
	*Request
	// Values are the arguments of the command behind those of the request.
	Values []string
	// Notes are the decisions made for the request, one line each.
	Notes []string
}

// Run returns the result of a call whose request has passed [Operation.Check]: a request
// is checked once and run for each of its values. It is safe for concurrent use by
// different calls. An error about the request or the values is a *UsageError, one about
// the length of a value an *inspect.LimitError.
func (o *Operation) Run(c *Call) (results.Result, error) {
	if o.run == nil {
		return nil, usage("", "%s has no result but the values", o.Name)
	}
	return o.run(c)
}

func explainText(c *Call) (results.Result, error) {
	kind, _ := inspect.LookupKind(cmp.Or(c.In, "auto")) // a word of the choice
	e, err := explain.With(c.Values[0], explain.Options{Kind: kind})
	if err != nil {
		return nil, err
	}
	return results.Explanation{Explanation: e}, nil
}
