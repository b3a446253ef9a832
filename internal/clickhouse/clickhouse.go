// Package clickhouse implements functions for ClickHouse: they decode, encode, fix,
// normalize, lint and canonicalize URLs in a query. The server runs them in a program
// that it keeps running (an executable user-defined function of the type
// executable_pool).
//
//	f, err := clickhouse.Lookup("percentDecodeOrNull")
//	err = f.Serve(os.Stdin, os.Stdout)
//
// [Functions] returns all of them. [Config] writes the XML that defines them for a
// server, and [Function.Serve] answers the server: blocks of rows in the format
// Native, or in RowBinary after a row count (send_chunk_header). In both, the length
// of a text precedes it, so that results may contain line ends and tabs; in a line
// format, these would end the row.
//
// There are separate functions for a malformed row to end the query, to become NULL
// or to stay unchanged. Texts may be any octets; they need not be UTF-8.
package clickhouse

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/internal/kernel"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/results"
)

// A Function is one that a query can call.
type Function struct {
	// Name is its name in queries, such as percentDecodeOrNull.
	Name string
	// Nullable: the text may be NULL, and the result is then NULL, too. Without it,
	// ClickHouse rejects NULL.
	Nullable bool
	// OnError says what happens to a malformed row.
	OnError OnError
	// The row of the registry. Its Arguments all have the type String; the first is the
	// text.
	*operation.Operation
}

// OnError says what happens to a malformed row.
type OnError uint8

const (
	// Exception: the query ends with an error that names the row and the offset.
	Exception OnError = iota
	// Null: the result is NULL.
	Null
	// Input: the result is the text, unchanged.
	Input
)

// forms are the forms of each operation, with the suffixes of their names.
var forms = []struct {
	suffix   string
	nullable bool
	onError  OnError
}{
	{"", false, Exception},
	{"Nullable", true, Exception},
	{orNull, true, Null},
	{"OrInput", false, Input},
	{"NullableOrInput", true, Input},
}

const orNull = "OrNull"

// A coder computes the results of a function for one value of its second argument, or
// for all if it has none.
type coder struct {
	// code appends the result for a text to dst. A *percent.SyntaxError is about the
	// text. Any other error is about the call, and ends the query in every form of the
	// function.
	code operation.Coder
	// stops, if not nil, has every octet that can make the result differ from the text.
	stops *kernel.Set
}

// A chooser returns the coder for the second argument.
type chooser func(by []byte) (*coder, error)

// Functions returns all functions, grouped by operation.
func Functions() []*Function {
	var all []*Function
	for _, o := range operation.All() {
		for _, form := range forms {
			// A verdict is about the text, so that the text cannot replace it.
			if o.Function != "" && !(o.Verdict && form.onError == Input) {
				all = append(all, &Function{o.Function + form.suffix, form.nullable, form.onError, o})
			}
		}
	}
	return all
}

// Lookup returns the function with that name. The error for an unknown name lists
// the names.
func Lookup(name string) (*Function, error) {
	all := Functions()
	if i := slices.IndexFunc(all, func(f *Function) bool { return f.Name == name }); i >= 0 {
		return all[i], nil
	}
	var names []string
	for _, f := range all {
		names = append(names, f.Name)
	}
	return nil, pct.Format("clickhouse").Unknown("function", name, names)
}

// chooser returns the chooser of f.
func (f *Function) chooser() (chooser, error) {
	r := operation.Request{Operation: f.Operation.Name}
	if f.OnError == Null && f.Choice("on-error", operation.SQL) != nil {
		r.OnError = "null"
	}
	// Malformed escapes that a dialect keeps are marked as well.
	r.Lists = f.OnError != Exception
	if f.Choice("as", operation.SQL) == nil {
		c, err := f.coder(&r)
		return func([]byte) (*coder, error) { return c, nil }, err
	}
	return byDialect(func(name string) (*coder, error) {
		if name == "" { // which would stand for the default
			_, _, err := operation.Dialect(name)
			return nil, err
		}
		q := r
		q.As = name
		return f.coder(&q)
	}), nil
}

// coder returns the coder for a request.
func (f *Function) coder(r *operation.Request) (*coder, error) {
	plan, err := f.Plan(r, operation.SQL)
	if err != nil {
		return nil, err
	}
	if f.Verdict {
		return &coder{code: findings(plan)}, nil
	}
	code, err := plan.Coder()
	if err != nil {
		return nil, err
	}
	c := &coder{code: code}
	if idle := plan.Idle(); idle.Len() > 0 {
		c.stops = new(kernel.Set)
		for b := range idle.Complement().All() {
			c.stops.Add(b)
		}
	}
	return c, nil
}

// byDialect returns a chooser that calls coders for each dialect once. Usually, many
// rows in sequence have the same one.
func byDialect(coders func(name string) (*coder, error)) chooser {
	var last []byte
	var chosen *coder
	known := map[string]*coder{}
	return func(by []byte) (*coder, error) {
		if chosen == nil || string(by) != string(last) {
			next, ok := known[string(by)]
			if !ok {
				var err error
				if next, err = coders(string(by)); err != nil {
					return nil, err
				}
				if len(known) < mostDialects {
					known[string(by)] = next
				}
			}
			chosen, last = next, append(last[:0], by...)
		}
		return chosen, nil
	}
}

// mostDialects limits how many names are remembered, so that a column with many
// different names does not fill the memory.
const mostDialects = 1 << 10

// TooLong is the reason for a text longer than inspect.MaxInput.
const TooLong percent.Reason = "text is too long to be checked"

// findings returns what writes the IDs of rules.
func findings(plan *operation.Plan) operation.Coder {
	var chosen results.Linting
	plan.Linting(&chosen)
	l := chosen.Linter
	return func(dst, text []byte) ([]byte, error) {
		if len(text) <= inspect.MaxInput && l.Clean(text) {
			return dst, nil
		}
		found, err := l.Lint(string(text))
		var long *inspect.LimitError
		if errors.As(err, &long) {
			return dst, &percent.SyntaxError{Offset: inspect.MaxInput, Reason: TooLong}
		}
		if err != nil {
			return dst, err
		}
		var ids []string
		for _, f := range found {
			if !slices.Contains(ids, f.Rule) {
				ids = append(ids, f.Rule)
			}
		}
		return append(dst, strings.Join(ids, ",")...), nil
	}
}

// A RowError says that a row ends the query: it is malformed, and the OnError of the
// function is Exception, or its dialect is unknown.
type RowError struct {
	Function *Function
	// Row is the number of the row in its block, from 1. The row number in the query
	// is unknown, since the server cuts columns into blocks as it likes.
	Row int
	// Err is a *percent.SyntaxError about the text of the row, with the offset in
	// it, or the error of looking up the dialect.
	Err error
}

// Error names the function and the row, and says what is wrong at which offset.
func (e *RowError) Error() string {
	text, hint := e.Err.Error(), ""
	var usage *operation.UsageError
	var syntax *percent.SyntaxError
	switch {
	case errors.As(e.Err, &usage):
		text = usage.Text
		if usage.Hint != "" {
			hint = "; " + usage.Hint
		}
	case errors.As(e.Err, &syntax):
		hint = "; " + e.Function.Function + orNull + " returns NULL for such rows"
	}
	return fmt.Sprintf("clickhouse: %s: row %d of the block: %s%s", e.Function.Name, e.Row, text, hint)
}

// Unwrap returns Err.
func (e *RowError) Unwrap() error { return e.Err }
