package operation

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/inspect/compare"
	"github.com/pct-encoded/percent/inspect/explain"
	"github.com/pct-encoded/percent/inspect/identify"
	"github.com/pct-encoded/percent/inspect/layers"
	"github.com/pct-encoded/percent/internal/program"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/uri"
	"github.com/pct-encoded/percent/uritemplate"
)

// A Call is a request about values, such as the text that explain explains.
type Call struct {
	*Request
	// Values are the arguments of the command behind those of the request.
	Values []string
	// Samples are what an encoder is known to have made beside Values, for identify.
	Samples []identify.Sample
	// Named, if not nil, returns the program that a name means beside those of the
	// catalogue, as in configuration files, or nil if there is none.
	Named func(name string) (program.Described, error)
	// Context, if not nil, ends searches.
	Context context.Context
	// Variables are values of variables, for "template expand".
	Variables uritemplate.Values
	// Notes are the decisions made for the request, one line each.
	Notes []string
}

// Run returns the result of a call whose request has passed [Operation.Check]: a request
// is checked once and run for each of its values. It is safe for concurrent use by
// different calls. An error about the request or the values is a *UsageError, one about
// the length of a value an *inspect.LimitError.
//
// With the policy keep, the result of a malformed value may come with the error: the one
// for which the value was read only as far as possible.
func (o *Operation) Run(c *Call) (results.Result, error) {
	if o.run != nil {
		return o.run(c)
	}
	answer, err := o.Start(c)
	if err != nil {
		return nil, err
	}
	return answer(c.Values...)
}

// Start does what a call whose request has passed [Operation.Check] has to do once, and
// returns the function that answers for values, which stand in place of those of c. Where
// values have one result together, it returns that each time, and the result is about all
// values so far. The function is safe for concurrent use.
func (o *Operation) Start(c *Call) (func(values ...string) (results.Result, error), error) {
	switch {
	case o.start != nil:
		return o.start(c)
	case o.run == nil:
		return nil, usage("", "%s has no result but the values", o.Name)
	}
	return func(values ...string) (results.Result, error) {
		each := *c
		each.Values = values
		return o.run(&each)
	}, nil
}

// recorded returns the plan of an operation whose results are records of columns.
func recorded(run func(*Call) (results.Result, error)) func(*Request, Front) (*Plan, error) {
	return func(r *Request, _ Front) (*Plan, error) {
		return &Plan{convert: func(dst []byte, text string) ([]byte, error) {
			found, err := run(&Call{Request: r, Values: []string{text}})
			if err != nil {
				return dst, err
			}
			return found.(results.Recorded).AppendRecord(dst), nil
		}}, nil
	}
}

func explainText(c *Call) (results.Result, error) {
	kind, _ := inspect.LookupKind(cmp.Or(c.In, "auto")) // a word of the choice
	e, err := explain.With(c.Values[0], explain.Options{Kind: kind})
	if err != nil {
		return nil, err
	}
	return results.Explanation{Explanation: e}, nil
}

func layersOf(c *Call) (results.Result, error) {
	l, err := layers.With(c.Values[0], layers.Options{Plus: c.PlusMode()})
	if err != nil {
		return nil, err
	}
	return results.Layers{Stack: l}, nil
}

func lintText(c *Call) (results.Result, error) {
	var l results.Linting
	if err := c.selectRules(&l); err != nil {
		return nil, err
	}
	if c.List {
		return results.NewLintRules(l.Linter), nil
	}
	found, err := l.Findings(c.Values[0])
	if err != nil {
		return nil, err
	}
	return found, nil
}

func compared(c *Call) (results.Result, error) {
	if c.List {
		return results.NewCompareTerms(), nil
	}
	format, _ := compare.LookupFormat(cmp.Or(c.Format, "text")) // a word of the choice
	a, b := c.Values[0], c.Values[1]
	if isEncoder(a) && isEncoder(b) {
		c.note("these were compared as texts; `percent dialects diff %s %s` tells how the two functions differ", a, b)
	}
	return &results.Comparison{Comparison: compare.Compare(a, b, format), Texts: [2]string{a, b}}, nil
}

// isEncoder reports whether name is what people call a function or dialect that encodes.
func isEncoder(name string) bool {
	if strings.ContainsAny(name, "=%+&?") {
		return false // a call has "q=…" in front
	}
	found, err := dialect.Find(name)
	if err != nil {
		return false
	}
	d, err := dialect.Lookup(found)
	return err == nil && d.Encodes()
}

func comparedURIs(c *Call) (results.Result, error) {
	format, _ := compare.LookupFormat(cmp.Or(c.Format, "text")) // a word of the choice
	var both [2]uri.URI
	for i, text := range c.Values {
		u, err := uri.Parse(text)
		if err != nil && c.OnError != "keep" {
			return nil, usage("", "%v", err).of("arg "+strconv.Itoa(i+1), Malformed).because(err)
		}
		if err != nil {
			u = uri.ParseLenient(text)
		}
		both[i] = u
	}
	return &results.Comparison{Comparison: compare.References(both[0], both[1], format), Texts: [2]string(c.Values), References: true}, nil
}
