// Package operation is the registry of operations on values: a row for each
// operation, with its choices, and how choices become an operation of package bulk.
//
//	o, err := operation.Lookup("decode")
//	plan, err := o.Plan(&operation.Request{As: "form"}, operation.Command)
//	op, err := plan.Operation()
//
// The flags of the command and of percent-beam (package flags), the keys of the page's
// and npm's JSON, the functions of ClickHouse, and the lines "the same as a command"
// and "the same in Go" are all made from the rows. The words are those of the command.
//
// A row that codes, edits or normalizes values has a plan for many of them; one that
// inspects, signs or parses has a result for each call, which [Operation.Run] returns: a
// struct with its JSON, its page of text and its verdict.
//
// A new command is four files: what it does, in a package of its own; its result, in
// package results; its row here, with choices and a function from a [Call] to the result;
// and its name, group and help, as a commands.Question in the table of cmd/percent. The
// flags, --json, --all, the exit status, and what is read follow from these.
//
// A [Request] is data: a scheduler can send it to another machine as JSON, where
// [Request.Job] turns it into a job on the same columns that writes the same bytes.
// An invalid request gives a *[UsageError].
package operation

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/results"
	"github.com/pct-encoded/percent/internal/signing"
)

// An Operation is a row of the registry.
type Operation struct {
	// Name is its name in the command, such as "decode" or "form get".
	Name string
	// Argument names its arguments before the values, such as TEMPLATE or NAME VALUE;
	// "..." at the end means any number. It is "" if there are none.
	Argument string
	// Suggested are some of the possible arguments, or beginnings of them.
	Suggested []string
	// Choices are in the order in which help lists them.
	Choices []Choice
	// Function is the name of the function in ClickHouse, without the suffix of its
	// form, or "". Arguments are the names of the function's arguments, the first of
	// which is the value and the second the choice "as". Does describes the result.
	Function  string
	Arguments []string
	Does      string
	// Verdict is set if the result is a statement about the value, not the
	// value in another form.
	Verdict bool

	// Converts is set if Run makes a result of one text: it parses or builds a format, or
	// applies a function. The package for npm has these operations, too.
	Converts bool
	// Signs is what an operation of a scheme that signs does to a request of HTTP, by the
	// Signing of a Request; nil for any other operation.
	Signs *signing.Verb

	// leads reports whether an argument is one of Argument and not a value, for an
	// Argument of any number.
	leads func(arg string) bool
	// marked is set if a byte order mark at the start of a source is copied outside
	// of tables.
	marked bool
	// apart returns an error for choices that exclude each other, or nil.
	apart func(*Request) error
	plan  func(*Request, Front) (*Plan, error)
	run   func(*Call) (results.Result, error)
	// start is set instead of run if there is something to do once for all values.
	start func(*Call) (func(values ...string) (results.Result, error), error)
	inGo  func(r *Request, p *Plan, text string, lines bool) []string
}

// A Front is a set of front ends.
type Front uint8

const (
	// Command is percent.
	Command Front = 1 << iota
	// Page is the page and the npm package.
	Page
	// Beam is percent-beam, where each part of a source is processed
	// separately.
	Beam
	// SQL is ClickHouse, where each row is processed separately.
	SQL

	everywhere = Command | Page | Beam | SQL
)

// A Choice is a setting of a request. Its kind follows from the type of the field that
// holds it: text, a switch, a number, a time or a list.
type Choice struct {
	// Name is the name of the flag, without hyphens. The JSON key has '_' for '-'.
	Name string
	// Letter is the short name of the flag, or "".
	Letter string
	// Help is a line of help, with the word for the value in backquotes.
	Help string
	// Words are the possible values, the default first, or nil if any text is possible.
	Words []string
	// Least and Most are the bounds of a number; if Most is 0, there is no
	// upper bound.
	Least, Most int
	// Default is that of a time.
	Default time.Duration
	// Filled describes the value if an empty one is refused, as it may come from an
	// unset variable in a script. It is "" if an empty value is allowed.
	Filled string
	// Guesses is set if the choice accepts Detect.
	Guesses bool
	// Separated is set if the flag accepts several items at once, separated by
	// commas.
	Separated bool
	// Suggested are some of the possible values.
	Suggested []string
	// On is the set of front ends that have the choice.
	On Front

	field func(*Request) any
}

// Field returns a pointer to the field of r that holds the choice: a *string, *bool,
// **int or *[]string or, of an operation that signs, an *int64, *time.Duration or
// **string, which is nil until it is set.
func (c *Choice) Field(r *Request) any { return c.field(r) }

// Key returns the JSON key.
func (c *Choice) Key() string { return strings.ReplaceAll(c.Name, "-", "_") }

// Choice returns the choice of o with the name, or nil if no front end in on has it.
//
//go:noinline
func (o *Operation) Choice(name string, on Front) *Choice {
	i := slices.IndexFunc(o.Choices, func(c Choice) bool { return c.Name == name && c.On&on != 0 })
	if i < 0 {
		return nil
	}
	return &o.Choices[i]
}

// Policies returns the values of --on-error, the default first, or nil if malformed
// values are always kept.
func (o *Operation) Policies() []string {
	if c := o.Choice("on-error", everywhere); c != nil {
		return slices.Clone(c.Words)
	}
	return nil
}

// A row of the registry is the name of an operation and a function that makes the rest
// of it.
type row struct {
	name string
	make func() *Operation
}

// made holds the operations made so far.
var made struct {
	sync.Mutex
	rows map[string]*Operation
}

// operation returns the operation of the row.
func (r row) operation() *Operation {
	made.Lock()
	defer made.Unlock()
	o := made.rows[r.name]
	if o == nil {
		if made.rows == nil {
			made.rows = map[string]*Operation{}
		}
		o = r.make()
		o.Name = r.name
		made.rows[r.name] = o
	}
	return o
}

// All returns the rows.
func All() []*Operation {
	var all []*Operation
	for _, r := range rows() {
		all = append(all, r.operation())
	}
	return all
}

// Lookup returns the row with the name. The error is a *UsageError.
func Lookup(name string) (*Operation, error) {
	made.Lock()
	o := made.rows[name]
	made.Unlock()
	if o != nil {
		return o, nil
	}
	all := rows()
	if i := slices.IndexFunc(all, func(r row) bool { return r.name == name }); i >= 0 {
		return all[i].operation(), nil
	}
	return nil, usage("the operations are "+strings.Join(Names(everywhere), ", "), "unknown operation %q", name)
}

// Names returns the names of the operations that a front end of on has.
func Names(on Front) []string {
	var names []string
	for _, o := range All() {
		if o.on()&on != 0 {
			names = append(names, o.Name)
		}
	}
	return names
}

// Has reports whether a front end of on has o.
func (o *Operation) Has(on Front) bool { return o.on()&on != 0 }

// on returns the front ends that have o.
func (o *Operation) on() Front {
	f := Command
	if o.plan != nil {
		f |= Beam
	}
	if o.inGo != nil {
		f |= Page
	}
	if o.Function != "" {
		f |= SQL
	}
	return f
}

// Check returns a *UsageError for a request that o does not accept from a front
// end.
func (o *Operation) Check(r *Request, on Front) error {
	switch n := len(r.Arguments); {
	case o.Leading(r.Arguments) == n && (o.leads != nil || n == len(strings.Fields(o.Argument))):
	case o.Argument == "":
		return usage("-f names files", "%s takes no argument, but there is %q", o.Name, r.Arguments[0])
	case n == 0:
		return usage("", "%s takes %s", o.Name, o.Argument)
	default:
		return usage("-f names files", "%s takes %s, not %q", o.Name, o.Argument, r.Arguments)
	}
	known := map[any]bool{&r.Operation: true, &r.Arguments: true, &r.Table: true, &r.Lists: true, &r.Signing: o.Signs != nil}
	for i := range o.Choices {
		c := &o.Choices[i]
		known[c.field(r)] = true
		if !c.set(r) {
			continue
		}
		if c.On&on == 0 {
			return usage("", "there is no --%s of %s here", c.Name, o.Name).of(c.Name, NotTogether)
		}
		if err := c.check(r); err != nil {
			return err
		}
	}
	v := reflect.ValueOf(r).Elem()
	for i := range v.NumField() {
		if f := v.Field(i); !f.IsZero() && !known[f.Addr().Interface()] {
			return usage("", "%s has no choice %q", o.Name, v.Type().Field(i).Tag.Get("json"))
		}
	}
	if o.apart != nil {
		return o.apart(r)
	}
	return nil
}

// Leading returns how many of the arguments of a command come before the values.
func (o *Operation) Leading(args []string) int {
	if o.leads == nil {
		return min(len(args), len(strings.Fields(o.Argument)))
	}
	n := slices.IndexFunc(args, func(arg string) bool { return !o.leads(arg) })
	if n < 0 {
		return len(args)
	}
	return n
}

// Foreign returns the JSON keys of a Request that o does not have on a front end.
func (o *Operation) Foreign(on Front) []string {
	var r Request
	own := map[any]bool{}
	for i := range o.Choices {
		if c := &o.Choices[i]; c.On&on != 0 {
			own[c.field(&r)] = true
		}
	}
	var keys []string
	v := reflect.ValueOf(&r).Elem()
	for i := range v.NumField() {
		if !own[v.Field(i).Addr().Interface()] {
			if key, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ","); key != "" {
				keys = append(keys, key)
			}
		}
	}
	return keys
}

// set reports whether r makes the choice.
func (c *Choice) set(r *Request) bool { return !reflect.ValueOf(c.field(r)).Elem().IsZero() }

// check returns an error for a value that the choice does not accept.
func (c *Choice) check(r *Request) error {
	switch f := c.field(r).(type) {
	case *string:
		if c.Words != nil && !slices.Contains(c.Words, *f) {
			return usage("it takes "+strings.Join(c.Words, ", "), "--%s does not take %q", c.Name, *f).of(c.Name, UnknownWord)
		}
	case **int:
		if n := **f; n < c.Least || c.Most > 0 && n > c.Most {
			return c.OutOfRange()
		}
	}
	return nil
}

// OutOfRange returns the error for a number outside the bounds, a *UsageError.
func (c *Choice) OutOfRange() error {
	if c.Filled != "" {
		return usage("", "flag --%s takes %s", c.Name, c.Filled).of(c.Name, UnknownWord)
	}
	if c.Most == 0 {
		return usage("", "flag --%s takes a number of at least %d", c.Name, c.Least).of(c.Name, UnknownWord)
	}
	return usage("", "flag --%s takes a number from %d to %d", c.Name, c.Least, c.Most).of(c.Name, UnknownWord)
}

// A UsageError reports an invalid request. Hint says how to correct it, or is empty.
type UsageError struct {
	Text, Hint string
	// Choice is the name of the wrong choice, and Reason why it is wrong, if known.
	Choice string
	Reason percent.Reason
	// Cause is the error of another package that Text is about, or nil.
	Cause error
}

// The reasons of a *UsageError.
const (
	// UnknownWord: the choice has no such value.
	UnknownWord percent.Reason = "unknown word"
	// NotTogether: choices exclude each other, or the dialect excludes the
	// choice.
	NotTogether percent.Reason = "not possible together"
	// Malformed: an argument that is data is malformed, as a value can be. Choice
	// names the argument, and Cause is the problem.
	Malformed percent.Reason = "malformed"
)

// Error returns the text.
func (e *UsageError) Error() string { return "operation: " + e.Text }

// Unwrap returns Cause.
func (e *UsageError) Unwrap() error { return e.Cause }

//go:noinline
func usage(hint, format string, args ...any) *UsageError {
	return &UsageError{Text: fmt.Sprintf(format, args...), Hint: hint}
}

// of returns e for a value of a choice.
//
//go:noinline
func (e *UsageError) of(choice string, reason percent.Reason) *UsageError {
	e.Choice, e.Reason = choice, reason
	return e
}

// because returns e with its cause.
func (e *UsageError) because(cause error) *UsageError {
	e.Cause = cause
	return e
}

// text, word, number, toggle and list return a choice of their kind, for every
// front end.
//
//go:noinline
func text(name, help string, field func(*Request) *string) Choice {
	return Choice{Name: name, Help: help, On: everywhere, field: func(r *Request) any { return field(r) }}
}

//go:noinline
func word(name string, words []string, help string, field func(*Request) *string) Choice {
	c := text(name, help, field)
	c.Words = words
	return c
}

//go:noinline
func number(name, help string, least, most int, field func(*Request) **int) Choice {
	return Choice{Name: name, Help: help, Least: least, Most: most, On: everywhere, field: func(r *Request) any { return field(r) }}
}

//go:noinline
func toggle(name, help string, field func(*Request) *bool) Choice {
	return Choice{Name: name, Help: help, On: everywhere, field: func(r *Request) any { return field(r) }}
}

//go:noinline
func list(name, help string, field func(*Request) *[]string) Choice {
	return Choice{Name: name, Help: help, On: everywhere, field: func(r *Request) any { return field(r) }}
}

// filled returns c for values that must not be empty. takes describes them.
func (c Choice) filled(takes string) Choice {
	c.Filled = takes
	return c
}

// suggesting returns c with suggested values.
func (c Choice) suggesting(values ...string) Choice {
	c.Suggested = values
	return c
}

// separated returns c for items without commas.
func (c Choice) separated() Choice {
	c.Separated = true
	return c
}

// Plans reports whether o has a plan for many values. Any other row has a result for each.
func (o *Operation) Plans() bool { return o.plan != nil }

// CopiesMark reports whether a byte order mark at the start of a source is copied.
func (o *Operation) CopiesMark() bool { return o.marked }

// only returns c for the front ends on.
//
//go:noinline
func (c Choice) only(on Front) Choice {
	c.On = on
	return c
}
