package jsonapi

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/pct-encoded/percent/form"
	"github.com/pct-encoded/percent/internal/operation"
)

// local has the operations that the page does not have: those for programs, which need
// no explanation, and those that take secrets, which no transport should carry. Unlike
// the others, they use the clock and random numbers where a request does not name a date
// or a nonce. They are not linked without CallLocal.
var local struct {
	once       sync.Once
	operations []call
}

// CallLocal is Call with the operations that only a program in the same process may do.
func CallLocal(op string, request []byte) []byte {
	if c := named(op); c != nil {
		return c.do(request)
	}
	return Refuse(unknownOperation, op)
}

// named returns the operation with that name, or nil.
func named(op string) *call {
	local.once.Do(func() { local.operations = localOperations() })
	for _, list := range [][]call{local.operations, operations.Get()} {
		for i := range list {
			if list[i].name == op {
				return &list[i]
			}
		}
	}
	return nil
}

func localOperations() []call {
	return append([]call{
		row("form decode", "form decode", parseForm),
		row("form encode", "form encode", serializeForm),
		row("url get", "url get", getURL),
		row("url set", "url set", setURL),
	}, slices.Concat(conversions(), signatures())...)
}

// conversions returns the operations that parse or build a format, or apply a function.
func conversions() []call {
	var list []call
	for _, o := range operation.All() {
		if o.Converts {
			list = append(list, row(o.Name, o.Name, func(q *conversionRequest) (*reply, error) { return q.do(o) }))
		}
	}
	return list
}

// A conversionRequest is a request to convert a text.
type conversionRequest struct {
	Text     string  `json:"text"`
	Argument *string `json:"argument,omitempty"` // what the command takes before the values
	choices
}

func (q *conversionRequest) do(o *operation.Operation) (*reply, error) {
	if q.Argument != nil {
		q.Arguments = []string{*q.Argument}
	}
	if err := o.Check(&q.Request, operation.Page); err != nil {
		return nil, err
	}
	made, err := o.Run(&operation.Call{Request: &q.Request, Values: []string{q.Text}})
	if made == nil || err != nil && q.OnError != "keep" {
		return nil, err
	}
	return &reply{Result: made.JSON()}, nil
}

// A formRequest is a request to read a query or a form body.
type formRequest struct {
	Text string `json:"text"`
	choices
}

type formResult struct {
	Pairs [][]string `json:"pairs"`
}

// formRules returns the rules that a request chooses.
func formRules(r *operation.Request) (*form.Rules, error) {
	plan, err := r.FormPlan(operation.Page)
	if err != nil {
		return nil, err
	}
	if r.Operation == "form encode" {
		plan, err = plan.Written()
	} else if plan.Detect {
		err = refuse("charset", r.Charset, unknownWord)
	}
	if err != nil {
		return nil, err
	}
	rules := r.Form(plan.Encoding)
	if plan.Charset != nil {
		rules = rules.WithCharset(plan.Charset)
	}
	return rules, nil
}

// rules returns the rules of the request.
func (q *formRequest) rules() (*form.Rules, error) {
	if _, err := checked(&q.Request); err != nil {
		return nil, err
	}
	q.OnError = cmp.Or(q.OnError, "replace") // as URLSearchParams does
	return formRules(&q.Request)
}

// parse returns the pairs of a text.
func (q *formRequest) parse(rules *form.Rules, text string) ([]form.Pair, error) {
	lo, hi := operation.Query(text, q.In)
	return rules.Parse(text[lo:hi])
}

func parseForm(q *formRequest) (*reply, error) {
	rules, err := q.rules()
	if err != nil {
		return nil, err
	}
	pairs, err := q.parse(rules, q.Text)
	if err != nil {
		return nil, err
	}
	result := formResult{Pairs: [][]string{}}
	for _, p := range pairs {
		result.Pairs = append(result.Pairs, []string{p.Name, p.Value})
	}
	return &reply{Result: result}, nil
}

// A pairsRequest is a request to write a query or a form body.
type pairsRequest struct {
	Pairs [][]string `json:"pairs"`
	choices
}

type outputResult struct {
	Output string `json:"output"`
}

func serializeForm(q *pairsRequest) (*reply, error) {
	if _, err := checked(&q.Request); err != nil {
		return nil, err
	}
	rules, err := formRules(&q.Request)
	if err != nil {
		return nil, err
	}
	var pairs []form.Pair
	for _, p := range q.Pairs {
		if len(p) != 2 {
			return nil, refuse("pairs", "", "not a pair")
		}
		pairs = append(pairs, form.Pair{Name: p[0], Value: p[1]})
	}
	return &reply{Result: outputResult{rules.Serialize(pairs)}}, nil
}

// A componentRequest is a request for a component of a URL.
type componentRequest struct {
	Text      string `json:"text"`
	Component string `json:"component"`
	choices
}

func getURL(q *componentRequest) (*reply, error) {
	q.Arguments = []string{q.Component}
	return converted(&q.Request, q.Text)
}

// A changeRequest is a request to change components of a URL.
type changeRequest struct {
	Text    string     `json:"text"`
	Changes [][]string `json:"changes,omitempty"`
	choices
}

func setURL(q *changeRequest) (*reply, error) {
	for _, c := range q.Changes {
		if len(c) != 2 || strings.Contains(c[0], "=") {
			return nil, refuse("changes", "", "not a pair")
		}
		q.Arguments = append(q.Arguments, c[0]+"="+c[1])
	}
	return converted(&q.Request, q.Text)
}

// converted returns what an operation on one value makes of a text.
func converted(r *operation.Request, text string) (*reply, error) {
	_, plan, err := planned(r)
	if err != nil {
		return nil, err
	}
	out, err := plan.Convert(nil, text)
	if err != nil {
		return nil, err
	}
	return &reply{Result: outputResult{string(out)}}, nil
}
