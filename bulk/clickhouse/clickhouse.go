// Package clickhouse is the inside of functions for ClickHouse: decode, encode,
// fix, normalize, lint and canonicalize URLs in a query, by a program that the
// server keeps running (an executable user defined function of the type
// executable_pool).
//
//	f, err := clickhouse.Lookup("percentDecodeOrNull")
//	err = f.Serve(os.Stdin, os.Stdout)
//
// [Functions] are all there are. [Config] writes the XML by which a server learns
// of them, and [Function.Serve] answers the server: blocks of rows in the format
// Native, or in RowBinary behind the number of rows (send_chunk_header). In both, a
// text has its length in front, so that a decoded line end or tab changes nothing;
// in a line format, it would end the row.
//
// A row that is malformed ends the query, becomes NULL or stays as it was, each by
// a function of its own. Any octets go through; nothing is taken for UTF-8 that
// need not be.
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
	// Name is how queries call it, such as percentDecodeOrNull.
	Name string
	// Arguments are the names of its arguments: the first is the text. All are of
	// the type String.
	Arguments []string
	// Nullable: the text may be NULL, and then so is the result. ClickHouse
	// refuses NULL otherwise.
	Nullable bool
	// OnError says what becomes of a malformed row.
	OnError OnError
	// Does says in a sentence what the function returns.
	Does string

	code    func(OnError) coder
	verdict bool // the result is about the text, which cannot stand for it
}

// OnError says what becomes of a malformed row.
type OnError uint8

const (
	// Exception: the query ends, with the row and the offset.
	Exception OnError = iota
	// Null: the result is NULL.
	Null
	// Input: the result is the text as it was.
	Input
)

// forms are what there is of each operation, with what ends the name.
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
// there is one. An error that is a *percent.SyntaxError is about the text, any
// other about the call, which no form of the function lets pass.
type coder func(dst, text, by []byte) ([]byte, error)

// operations are the functions without what ends their names.
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
		Name: "percentFix", Arguments: []string{"text", "dialect"}, Does: "the text with what the dialect does not allow escaped",
		code: func(OnError) coder {
			return byDialect(func(d *dialect.Dialect) dialectCoder { return d.AppendFix })
		},
	},
	{
		Name: "percentNormalize", Arguments: []string{"uri"}, Does: "the URI, normalized (RFC 3986, section 6.2)",
		code: func(OnError) coder { return normalize },
	},
	{
		Name: "percentLint", Arguments: []string{"text"}, Does: "the IDs of the rules of lint that find something, with commas between them",
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

// Functions returns all functions, the forms of one after the other.
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

// Operation returns the name of the function without what ends it for its form:
// percentDecode for percentDecodeOrNull.
func (f *Function) Operation() string {
	for _, o := range operations {
		if strings.HasPrefix(f.Name, o.Name) {
			return o.Name
		}
	}
	return f.Name
}

// Lookup returns the function of that name.
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

// decoder returns what decodes by d. A form of the function that marks malformed rows
// refuses malformed escapes even if d keeps them, as --on-error does.
func decoder(d *dialect.Dialect, onError OnError) dialectCoder {
	if e := d.Encoding(); e != nil && onError != Exception && e.Malformed() == percent.MalformedKept {
		return e.WithMalformed(percent.MalformedRefused).AppendDecode
	}
	return d.AppendDecode
}

// byDialect returns a coder that looks up the dialect which the second argument
// names. Most rows have the same as the row before.
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

// mostDialects is how many names are remembered: a column of names that have
// nothing to do with dialects must not fill the memory.
const mostDialects = 1 << 10

// TooLong is the reason for a text that lint does not take.
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

// A RowError says that a row cannot be worked on, by a function that ends the
// query, or whatever the function if the dialect is unknown.
type RowError struct {
	Function *Function
	// Row is the number of the row in its block, from 1: a query cannot be told
	// more, since the engine cuts columns into blocks as it likes.
	Row int
	// Err is a *percent.SyntaxError about the text of the row, with the offset in
	// it, or says why there is no such dialect.
	Err error
}

// Error names the function and the row, and says what is wrong and where.
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
