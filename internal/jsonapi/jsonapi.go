// Package jsonapi holds the operations of the page of `percent serve` and of the package
// for npm: a table of operations that take JSON and give JSON.
//
//	jsonapi.Call("encode", []byte(`{"text":"a b","as":"form"}`))
//	// {"result":{"id":"whatwg.form","output":"a+b",…},"command":"percent encode --as form -- 'a b'",…}
//
// The page calls them over HTTP, or in its own process as WebAssembly; the replies
// are the same, byte for byte. A reply depends only on the request: operations use no
// clock, no network and no files, and remember nothing of earlier calls.
//
// A reply has "result", and beside it how to get that without the page: "command",
// "go", "sources" and "guide". The reply to a request that makes no sense is an
// "error" with "reason", "text" and, if it is about a place, "format", "field" and
// "offset". Text that is not UTF-8 is in base64 in both directions, with _base64
// appended to its key. Long results are cut, and say so: see the constants.
package jsonapi

import (
	"cmp"
	"errors"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/bulk"
	"github.com/pct-encoded/percent/charset"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/inspect"
	"github.com/pct-encoded/percent/internal/excerpt"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/operation"
	"github.com/pct-encoded/percent/internal/strictjson"
)

// The files of npm that come from the registry and the catalogue.
//
//go:generate go run ./generate

// MaxRequest is the longest request that a transport passes on, in bytes: 10 MB,
// in which a text of some megabytes has room, however it is written in JSON.
const MaxRequest = 10_000_000

// How much of a result a reply holds. The page shows no more at a time, and can ask
// for more characters.
const (
	// MaxText is the longest text, in bytes, that an operation of inspection
	// returns whole: 4 KiB.
	MaxText = 4 << 10
	// MaxItems is the longest list, 200 entries, except of the dialects that identify
	// names.
	MaxItems = 200
	// MaxCharacters is how many characters explain returns at once: 400.
	MaxCharacters = 400
	// MaxExcerpt is the longest text, in bytes, of one result among many: 300.
	MaxExcerpt = 300
)

// The reasons of errors that are not those of other packages.
const (
	unknownOperation percent.Reason = "unknown operation"
	unknownWord      percent.Reason = "unknown word"
	wrongTogether    percent.Reason = "not possible together"
	decodesOnly      percent.Reason = "decodes only"
	cannotFix        percent.Reason = "cannot fix"
	tooLong          percent.Reason = "too long"
	isMissing        percent.Reason = "missing"
)

// MaxQuestion is the longest question, in bytes, that answer takes.
const MaxQuestion = 1000

// A call is a row of the table.
type call struct {
	name string
	call func(request string) (*reply, error)
	// of is the name of the row of the registry, or "", and hidden returns the keys that a
	// request of it does not have.
	of     string
	hidden func() []string
}

// read reads a request into q.
func (c *call) read(request string, q any) error {
	var r strictjson.Reader
	if c.hidden != nil {
		r.Hidden = c.hidden()
	}
	return r.Read(request, q)
}

// operations is the table. docs/data/operations.md describes it.
var operations = lazy.Value[[]call]{Make: func() []call {
	return slices.Concat([]call{
		op("about", about),
		op("catalogue", catalogue),
		op("find", findNames),
		op("dialect", show),
		row("encode", "encode", code),
		row("decode", "decode", code),
		row("fix", "fix", code),
	}, inspections(), []call{
		op("see", see),
		op("charsets", inCharsets),
		op("table", table),
		op("set", set),
		op("classes", classes),
		op("identify", identifySamples),
		row("url", "url parse", readURL),
	}, signedTexts(), questions())
}}

// op returns the operation that reads its request into a Q.
func op[Q any](name string, f func(*Q) (*reply, error)) call {
	return call{name: name, call: func(request string) (*reply, error) {
		q := new(Q)
		if err := (strictjson.Reader{}).Read(request, q); err != nil {
			return nil, err
		}
		return f(q)
	}}
}

// choices are what a request chooses of a row of the registry.
type choices struct{ operation.Request }

func (c *choices) chosen() *operation.Request { return &c.Request }

// A choosing request has choices.
type choosing[Q any] interface {
	*Q
	chosen() *operation.Request
}

// row returns the operation that does what a row of the registry does, and reads the
// choices of the row beside what else is in Q, except the keys of others.
//
//go:noinline
func row[Q any, P choosing[Q]](name, of string, f func(P) (*reply, error), others ...string) call {
	hidden := sync.OnceValue(func() []string {
		o, err := operation.Lookup(of)
		if err != nil {
			panic(err) // there is no such row
		}
		return append(o.Foreign(operation.Page), others...)
	})
	c := call{name: name, of: of, hidden: hidden}
	c.call = func(request string) (*reply, error) {
		q := P(new(Q))
		if err := c.read(request, q); err != nil {
			return nil, err
		}
		q.chosen().Operation = of
		return f(q)
	}
	return c
}

// Operations iterates over the names of the operations.
func Operations() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, o := range operations.Get() {
			if !yield(o.name) {
				return
			}
		}
	}
}

// Call does an operation. The request should be a JSON object; the reply is one
// whatever the request is.
func Call(op string, request []byte) []byte {
	i := slices.IndexFunc(operations.Get(), func(o call) bool { return o.name == op })
	if i < 0 {
		return Refuse(unknownOperation, op)
	}
	return operations.Get()[i].do(request)
}

// do returns the reply.
func (c *call) do(request []byte) []byte {
	r, err := c.call(string(request))
	if err != nil {
		return strictjson.Append(nil, errorReply{newFailure(err)})
	}
	return strictjson.Append(nil, r)
}

// Refuse returns the reply to a request that a transport does not pass on.
func Refuse(reason percent.Reason, text string) []byte {
	return strictjson.Append(nil, errorReply{failure{Reason: string(reason), Text: forPeople(text)}})
}

// A reply is what an operation returns.
type reply struct {
	Result  any      `json:"result"`
	Command string   `json:"command,omitempty"`
	Go      []string `json:"go,omitempty"`
	Sources []source `json:"sources,omitempty"`
	Guide   *guide   `json:"guide,omitempty"`
}

// A source is a section of a standard.
type source struct {
	Title string `json:"title"`
	URL   string `json:"url,omitempty"`
}

type errorReply struct {
	Error failure `json:"error"`
}

// A failure is why there is no result.
type failure struct {
	Reason string   `json:"reason"`
	Text   string   `json:"text"`
	Format string   `json:"format,omitempty"` // what the offset counts in: "json" is the request itself
	Field  string   `json:"field,omitempty"`
	Offset *int64   `json:"offset,omitempty"`
	Names  []string `json:"names,omitempty"` // that may be meant
	Hint   string   `json:"hint,omitempty"`  // what to do
}

// forPeople returns the text of an error as UTF-8.
func forPeople(text string) string { return strings.ToValidUTF8(text, "\uFFFD") }

func newFailure(err error) failure {
	text := forPeople(err.Error())
	f := failure{Reason: text, Text: text}
	var (
		syntax    *percent.SyntaxError
		unknown   *dialect.UnknownError
		several   *dialect.AmbiguousError
		direction *dialect.DirectionError
		fix       *dialect.FixError
		label     *charset.LabelError
		limit     *inspect.LimitError
		options   *bulk.OptionError
		usage     *operation.UsageError
		key       *strictjson.KeyError
	)
	if errors.As(err, &syntax) {
		f.Reason, f.Format, f.Field, f.Offset = string(syntax.Reason), syntax.Format, syntax.Field, &syntax.Offset
	}
	if errors.As(err, &usage) {
		f.Text, f.Hint, f.Format, f.Field = forPeople(usage.Text), forPeople(usage.Hint), "page", strings.ReplaceAll(usage.Choice, "-", "_")
		f.Reason = cmp.Or(string(usage.Reason), f.Text)
	}
	var named interface{ meant() []string }
	switch {
	case errors.As(err, &named):
		f.Names = named.meant()
	case errors.As(err, &key) && len(key.Keys) > 0:
		f.Hint, f.Names = "keys are "+strings.Join(key.Keys, ", "), key.Keys
	case errors.As(err, &unknown):
		f.Reason, f.Names = "unknown dialect", unknown.Suggestions
	case errors.As(err, &several):
		f.Reason, f.Names = "ambiguous name", several.Candidates[:min(len(several.Candidates), MaxItems)]
	case errors.As(err, &direction):
		f.Reason = string(decodesOnly)
	case errors.As(err, &fix):
		f.Reason = string(cannotFix)
	case errors.As(err, &label):
		f.Reason, f.Names = "unknown charset", label.Suggestions
	case errors.As(err, &limit):
		f.Reason = string(tooLong)
	case errors.As(err, &options):
		f.Reason = string(wrongTogether)
	}
	return f
}

// refuse returns the error for a member of a request that makes no sense.
//
//go:noinline
func refuse(field, value string, reason percent.Reason) error {
	return &percent.SyntaxError{Format: "page", Field: field, Bytes: beginning(value, 64), Reason: reason}
}

// word checks that value is one of words, or "", which stands for the first.
func word(field string, value *string, words ...string) error {
	if *value == "" {
		*value = words[0]
	}
	if !slices.Contains(words, *value) {
		return refuse(field, *value, unknownWord)
	}
	return nil
}

// beginning returns the beginning of s: most bytes of it or, if that would cut a
// character or an escape, a few less.
func beginning(s string, most int) string {
	if len(s) <= most {
		return s
	}
	begin := excerpt.Beginning(s, most)
	if i := strings.LastIndexByte(begin, '%'); i >= 0 && i > len(begin)-3 {
		return begin[:i]
	}
	return begin
}

// firsts returns the beginning of a list.
func firsts[T any](list []T, most int) []T { return list[:min(len(list), most)] }

// A cutText is the beginning of a text. If that is not all of it, Length is the length
// of the whole text in bytes.
type cutText struct {
	Text   string `json:"text"`
	Length int    `json:"length,omitempty"`
}

func cut(s string, most int) cutText {
	if len(s) <= most {
		return cutText{Text: s}
	}
	return cutText{beginning(s, most), len(s)}
}
