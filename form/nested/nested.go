// Package nested reads and writes forms whose names hold structure, such as
// user[name]=x&tag[]=1, as PHP, Rails, Rack, qs, jQuery and Python do.
//
//	data, err := nested.PHP.Parse("user[name]=Bob&tag[]=x&tag[]=y")
//	name := data.Get("user").(nested.Map).Get("name")   // nested.String("Bob")
//	s, err := nested.JQuery.Build(data)
//
// The functions to reach for first are [Convention.Parse] and [Convention.Build].
// No specification defines any of the conventions: each is what the program of
// the version that it names was recorded to do (testdata/record.sh). Where a
// program silently drops input because there is too much of it, this package
// returns an error.
//
// The API of this package may still change.
package nested

import (
	"errors"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/form"
	"github.com/pct-encoded/percent/historic"
	"github.com/pct-encoded/percent/internal/lazy"
	"github.com/pct-encoded/percent/internal/pct"
)

// A Convention is how a program puts data with structure into the names of a form.
// Conventions are immutable and safe for concurrent use.
type Convention struct {
	name     string
	encoding *lazy.Value[*percent.Encoding] // of what is written
	build    func(c *Convention, dst []byte, data Map) ([]byte, error)
	parse    func(query string, limits form.Limits) (Map, error)
	limits   form.Limits
}

// PHP writes as http_build_query and reads as parse_str of PHP 8.2: a[b]=1
// and a[0]=1, null left out, true and false as 1 and 0, names with brackets
// escaped. Reading changes ' ' and '.' in names to '_', keeps bytes that are
// not UTF-8, and turns keys 0, 1, 2 … into a List.
var PHP = &Convention{name: "PHP", encoding: &phpEncoding, build: buildPHP, parse: parsePHP}

// PHPRFC3986 is PHP with the encoding type PHP_QUERY_RFC3986: a space is %20
// and '~' stays. It reads as PHP, '+' as a space.
var PHPRFC3986 = &Convention{name: "PHP (RFC 3986)", encoding: &rfc3986, build: buildPHP, parse: parsePHP}

// Rails writes as Hash#to_query of Active Support 6.1: a[b]=1 and a[]=1,
// sorted, brackets escaped, empty lists and maps left out. It reads as Rack,
// whose parser Rails calls.
var Rails = &Convention{name: "Rails", encoding: &rfc3986Plus, build: buildRails, parse: parseRack}

// Rack writes as build_nested_query and reads as parse_nested_query of
// Rack::Utils 2.2: a[b]=1 and a[]=1 with brackets as they are, null as a name
// without '='. Reading splits at ';' too, and refuses malformed escapes and
// names that contradict each other.
var Rack = &Convention{name: "Rack", encoding: &rackNames, build: buildRack, parse: parseRack}

// QS writes as stringify and reads as parse of qs 6.17 for Node.js, with
// their defaults: a[b]=1 and a[0]=1, brackets escaped, null as an empty
// value. Fields are written in their order; an object of ECMAScript would put
// keys that are indices first. Reading takes five levels of brackets, indices
// below 20 and drops names like __proto__. parse's limit of 1000 pairs is not
// imitated, since it silently drops the rest; see form.Limits.
var QS = &Convention{name: "qs", encoding: &rfc3986, build: buildQSIndices, parse: parseQS}

// QSBrackets is QS with arrayFormat "brackets": a[]=1.
var QSBrackets = &Convention{name: "qs (brackets)", encoding: &rfc3986, build: buildQSBrackets, parse: parseQS}

// QSRepeat is QS with arrayFormat "repeat": a=1&a=2.
var QSRepeat = &Convention{name: "qs (repeat)", encoding: &rfc3986, build: buildQSRepeat, parse: parseQS}

// QSRFC1738 is QS with format "RFC1738": a space is '+', and ( and ) stay.
var QSRFC1738 = &Convention{name: "qs (RFC 1738)", encoding: &qsRFC1738, build: buildQSIndices, parse: parseQS}

// JQuery writes as jQuery.param of jQuery 4: a[b]=1, a[]=1 for a scalar and
// a[0][b]=1 for anything else, brackets escaped, a space as %20. jQuery does
// not read forms.
var JQuery = &Convention{name: "jQuery", encoding: &rfc2396, build: buildJQuery}

// Python writes as urllib.parse.urlencode with doseq=True: a=1&a=2 for a
// list, one level deep. It reads as parse_qs: every value is a List, pairs
// with an empty value are dropped, invalid UTF-8 becomes U+FFFD.
var Python = &Convention{name: "Python", encoding: &rfc3986Plus, build: buildPython, parse: parsePython}

// String returns the name of the program, such as "PHP (RFC 3986)".
func (c *Convention) String() string { return c.name }

// MaxDepth is the greatest Depth of Limits, form.NoLimit included: each level of
// nesting takes a call, and the stack of a program is limited.
const MaxDepth = 1 << 16

// WithLimits returns a copy of c that reads, and for Depth also writes, no more
// than l, and no names deeper than MaxDepth.
func (c *Convention) WithLimits(l form.Limits) *Convention {
	d := *c
	d.limits = l
	return &d
}

// The reasons of a *percent.SyntaxError. Its Field is the convention and the name
// in the form, decoded as far as possible: `Rack, "a[b]"`. For Parse, Offset
// counts in the form; for Build it is 0. Malformed escapes and text that is not
// UTF-8 have the reasons of package percent.
const (
	StringAndList percent.Reason = "used as a string and as a list"
	StringAndMap  percent.Reason = "used as a string and as a map"
	ListAndMap    percent.Reason = "used as a list and as a map"
	NestedTooDeep percent.Reason = "nested more than one level deep" // Python cannot write it
	NoParser      percent.Reason = "does not read forms"             // of jQuery
)

// The encodings of what is written.
var (
	rfc2396     = lazy.Value[*percent.Encoding]{Make: func() *percent.Encoding { return historic.RFC2396 }}
	rfc3986     = lazy.Value[*percent.Encoding]{Make: func() *percent.Encoding { return percent.RFC3986 }}
	rfc3986Plus = lazy.Value[*percent.Encoding]{Make: func() *percent.Encoding { return percent.RFC3986.WithSpace(percent.SpacePlus) }}
	phpEncoding = lazy.Value[*percent.Encoding]{Make: func() *percent.Encoding { return plusBeside("-._") }}
	rackNames   = lazy.Value[*percent.Encoding]{Make: func() *percent.Encoding { return plusBeside("*-._") }}
	qsRFC1738   = lazy.Value[*percent.Encoding]{Make: func() *percent.Encoding { return plusBeside("-._~()") }}
)

// plusBeside returns the encoding that keeps letters, digits and these marks, and writes a
// space as '+'.
func plusBeside(marks string) *percent.Encoding {
	return percent.New(percent.Unreserved.Remove("-._~").Add(marks)).WithSpace(percent.SpacePlus)
}

// fail returns the error for a name of a form.
func fail(convention, name string, offset int, r percent.Reason) error {
	return &percent.SyntaxError{Format: "nested", Field: convention + ", " + strconv.Quote(name), Offset: int64(offset), Reason: r}
}

// shift returns err, from decoding a part of the form s that begins at offset, as
// the error for a name.
func shift(err error, convention, name, s string, offset int) error {
	var e *percent.SyntaxError
	if errors.As(err, &e) {
		e.Format, e.Field = "nested", convention+", "+strconv.Quote(name)
		pct.ShiftOffset(e, s, offset)
	}
	return err
}

// Build returns data as a form. A *form.LimitError says that it is too deep, a
// *percent.SyntaxError that the program cannot write it.
func (c *Convention) Build(data Map) (string, error) {
	b, err := c.AppendBuild(nil, data)
	return string(b), err
}

// AppendBuild appends data as a form to dst and returns the extended buffer, or
// dst and an error.
func (c *Convention) AppendBuild(dst []byte, data Map) ([]byte, error) {
	if depth := min(c.limits.WithDefaults().Depth, MaxDepth); deeper(data, depth+1) {
		return dst, &form.LimitError{Limit: form.DepthLimit, Max: depth, Offset: 0}
	}
	out, err := c.build(c, dst, data)
	if err != nil {
		return dst, err
	}
	return out, nil
}

// Parse returns the data of a form. A *form.LimitError says that it is too large
// or too deep, a *percent.SyntaxError that its names contradict each other or
// that the program refuses it. The data before it is returned as well.
func (c *Convention) Parse(query string) (Map, error) {
	if c.parse == nil {
		return nil, &percent.SyntaxError{Format: "nested", Field: c.name, Reason: NoParser}
	}
	limits := c.limits
	if limits.Depth == 0 && c.name != PHP.name && c.name != PHPRFC3986.name {
		limits.Depth = rackDepth
	}
	limits = limits.WithDefaults()
	limits.Depth = min(limits.Depth, MaxDepth)
	if len(query) > limits.Bytes {
		return nil, &form.LimitError{Limit: form.ByteLimit, Max: limits.Bytes, Offset: int64(limits.Bytes)}
	}
	return c.parse(query, limits)
}

// appendPair appends the name and the value, both encoded, after a '&' unless
// nothing was appended before.
func (c *Convention) appendPair(dst []byte, from int, name, value string) []byte {
	if len(dst) > from {
		dst = append(dst, '&')
	}
	dst = append(append(dst, c.encoding.Get().Encode(name)...), '=')
	return append(dst, c.encoding.Get().Encode(value)...)
}

// pieces splits query at the separators and counts those that are not empty.
func pieces(query, separators string, limits form.Limits, yield func(piece string, offset int) error) error {
	number := 0
	for at := 0; at <= len(query); {
		end := strings.IndexAny(query[at:], separators)
		if end < 0 {
			end = len(query) - at
		}
		if piece := query[at : at+end]; piece != "" {
			if number++; number > limits.Pairs {
				return &form.LimitError{Limit: form.PairLimit, Max: limits.Pairs, Offset: int64(at)}
			}
			if err := yield(piece, at); err != nil {
				return err
			}
		}
		at += end + 1
	}
	return nil
}
