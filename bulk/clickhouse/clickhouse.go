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
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/inspect/lint"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/uri"
	"github.com/pct-encoded/percent/weburl"
)

// A Function is one that a query can call.
type Function struct {
	// Name is its name in queries, such as percentDecodeOrNull.
	Name string
	// Arguments are the names of its arguments. The first is the text. All have the
	// type String.
	Arguments []string
	// Nullable: the text may be NULL, and the result is then NULL, too. Without it,
	// ClickHouse rejects NULL.
	Nullable bool
	// OnError says what happens to a malformed row.
	OnError OnError
	// Does describes the result in a phrase.
	Does string

	code    func(OnError) coder
	verdict bool // the result is about the text, so that the text cannot replace it
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

// A coder appends the result for a text to dst; by is the second argument, if
// there is one. A *percent.SyntaxError is about the text. Any other error is about
// the call, and ends the query in every form of the function.
type coder func(dst, text, by []byte) ([]byte, error)

// operations are the functions without the suffixes of their names.
var operations = []Function{
	{
		Name: "percentDecode", Arguments: []string{"text", "dialect"}, Does: "the text, decoded by a dialect",
		code: func(onError OnError) coder {
			return byDialect(func(d *dialect.Dialect) dialectCoder { return decoder(d, onError) })
		},
	},
	{
		Name: "percentEncode", Arguments: []string{"text", "dialect"}, Does: "the text, encoded by a dialect",
		code: func(OnError) coder {
			return byDialect(func(d *dialect.Dialect) dialectCoder { return d.AppendEncode })
		},
	},
	{
		Name: "percentFix", Arguments: []string{"text", "dialect"}, Does: "the text, with everything escaped that the dialect does not allow",
		code: func(OnError) coder {
			return byDialect(func(d *dialect.Dialect) dialectCoder { return d.AppendFix })
		},
	},
	{
		Name: "percentNormalize", Arguments: []string{"uri"}, Does: "the URI, normalized (RFC 3986, section 6.2)",
		code: func(OnError) coder { return normalize },
	},
	{
		Name: "percentLint", Arguments: []string{"text"}, Does: "the IDs of the lint rules that find something, separated by commas",
		verdict: true,
		code:    func(OnError) coder { return findings },
	},
	{
		Name: "percentHref", Arguments: []string{"url"}, Does: "the URL as a browser writes it (URL Standard)",
		code: func(OnError) coder {
			return func(dst, text, _ []byte) ([]byte, error) { return weburl.AppendHref(dst, text) }
		},
	},
}

// Functions returns all functions, grouped by operation.
func Functions() []*Function {
	var all []*Function
	for _, f := range operations {
		for _, form := range forms {
			if f.verdict && form.onError == Input {
				continue
			}
			one := f
			one.Name += form.suffix
			one.Nullable, one.OnError = form.nullable, form.onError
			all = append(all, &one)
		}
	}
	return all
}

// Operation returns the name of the function without the suffix of its form:
// percentDecode for percentDecodeOrNull.
func (f *Function) Operation() string {
	for _, o := range operations {
		if strings.HasPrefix(f.Name, o.Name) {
			return o.Name
		}
	}
	return f.Name
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

// A dialectCoder appends the result of a dialect for a text to dst.
type dialectCoder func(dst, text []byte) ([]byte, error)

// decoder returns the decoder of d. A form of the function that marks malformed rows
// rejects malformed escapes even if d keeps them, as --on-error does.
func decoder(d *dialect.Dialect, onError OnError) dialectCoder {
	if e := d.Encoding(); e != nil && onError != Exception && e.Malformed() == percent.MalformedKept {
		return e.WithMalformed(percent.MalformedRefused).AppendDecode
	}
	return d.AppendDecode
}

// byDialect returns a coder that looks up the dialect in the second argument.
// Usually, many rows in sequence have the same one.
func byDialect(codes func(d *dialect.Dialect) dialectCoder) coder {
	var last []byte
	var code dialectCoder
	known := map[string]dialectCoder{}
	return func(dst, text, by []byte) ([]byte, error) {
		if code == nil || string(by) != string(last) {
			next, ok := known[string(by)]
			if !ok {
				d, err := dialect.Lookup(string(by))
				if err != nil {
					return dst, err
				}
				next = codes(d)
				if len(known) < mostDialects {
					known[string(by)] = next
				}
			}
			code, last = next, append(last[:0], by...)
		}
		return code(dst, text)
	}
}

// mostDialects limits how many names are remembered, so that a column with many
// different names does not fill the memory.
const mostDialects = 1 << 10

// TooLong is the reason for a text longer than lint.MaxInput.
const TooLong percent.Reason = "text is too long to be checked"

func normalize(dst, text, _ []byte) ([]byte, error) {
	u, err := uri.Parse(string(text))
	if err != nil {
		return dst, err
	}
	return u.AppendNormalize(dst, uri.AllRungs), nil
}

func findings(dst, text, _ []byte) ([]byte, error) {
	var l lint.Linter
	if len(text) <= lint.MaxInput && l.Clean(text) {
		return dst, nil
	}
	found, err := l.Lint(string(text))
	var long *lint.LimitError
	if errors.As(err, &long) {
		return dst, &percent.SyntaxError{Offset: lint.MaxInput, Reason: TooLong}
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
	var syntax *percent.SyntaxError
	hint := ""
	if errors.As(e.Err, &syntax) {
		hint = "; " + e.Function.Operation() + orNull + " returns NULL for such rows"
	}
	return fmt.Sprintf("clickhouse: %s: row %d of the block: %s%s", e.Function.Name, e.Row, e.Err, hint)
}

// Unwrap returns Err.
func (e *RowError) Unwrap() error { return e.Err }
