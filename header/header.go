// Package header reads and writes percent-encoding inside header fields, where
// every field has rules of its own.
//
//	header.Disposition{Type: "attachment", Filename: "€ rates.txt"}.Build()
//	// attachment; filename="_ rates.txt"; filename*=UTF-8''%E2%82%AC%20rates.txt
//
// The functions to reach for first are [ParseDisposition] and
// [Disposition.Build] for downloads, [ParseExtValue] and [ExtValue.Build] for
// any other parameter whose name ends in an asterisk. For each of the other formats
// there is a pair of functions:
//
//   - extended values, of parameters with an asterisk: RFC 8187 (September 2017), RFC 5987
//   - Content-Disposition: RFC 6266 (June 2011)
//   - MIME parameters with charsets and continuations: RFC 2231 (November 1997)
//   - Display Strings of Structured Fields: RFC 9651 (September 2024)
//   - ALPN: RFC 7639 (August 2015); Alt-Svc: RFC 7838 (April 2016)
//   - Link: RFC 8288 (October 2017)
//   - baggage: W3C Baggage (2025), and OTEL_RESOURCE_ATTRIBUTES, which resembles it
//   - No-Vary-Search: draft-ietf-httpbis-no-vary-search-05 (May 2026)
//   - grpc-message: gRPC over HTTP/2
//   - Slug: RFC 5023 (October 2007)
//   - names and filenames in multipart/form-data: the HTML Standard (2026)
//
// Values are the content of one field, without its name and without the line
// end. A parser says at which byte of it something is wrong. Nothing that a
// builder returns holds CR, LF or NUL, whatever it was given: such octets are
// escaped where the format can, and refused where it cannot.
//
// The API of this package may still change.
package header

import (
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/words"
)

// Mode is how a parser treats what its specification does not allow.
type Mode uint8

// The modes of parsers.
const (
	// Strict refuses everything that the grammar does not allow.
	Strict Mode = iota
	// Lenient reads what it can: malformed escapes stay as they are, invalid UTF-8
	// becomes U+FFFD, and a parameter that cannot be read is left out, or stays as it
	// is where its parser says so.
	Lenient
)

var modeWords = []string{"strict", "lenient"}

// String returns "strict" or "lenient".
func (m Mode) String() string { return words.Of(modeWords, m) }

// A Param is a parameter of a field. Its name is in lower case and without the
// asterisk of an extended value.
type Param struct {
	Name string
	// Value is the text of the parameter, in UTF-8 unless the field held
	// something else.
	Value string
	// Language is the language tag of an extended value, or "".
	Language string
}

// scanner reads a field from left to right.
type scanner struct {
	s      string
	pos    int
	mode   Mode
	tokens percent.ByteSet // of names and of values without quotes
}

func (p *scanner) end() bool { return p.pos == len(p.s) }

// next reports whether c comes next.
func (p *scanner) next(c byte) bool { return p.pos < len(p.s) && p.s[p.pos] == c }

// skip consumes c if it comes next.
func (p *scanner) skip(c byte) bool {
	if p.next(c) {
		p.pos++
		return true
	}
	return false
}

// space consumes optional whitespace.
func (p *scanner) space() {
	for p.next(' ') || p.next('\t') {
		p.pos++
	}
}

// fail returns the error for the byte that comes next.
//
//go:noinline
func (p *scanner) fail(r percent.Reason) error {
	return syntax.Error(p.s, p.pos, p.pos+1, r)
}

// token consumes bytes of a set.
func (p *scanner) token(set percent.ByteSet) string {
	start := p.pos
	for p.pos < len(p.s) && set.Contains(p.s[p.pos]) {
		p.pos++
	}
	return p.s[start:p.pos]
}

// quoted consumes a quoted-string, whose first quote comes next, and returns
// its text (RFC 9110 section 5.6.4).
func (p *scanner) quoted() (string, error) {
	start := p.pos
	p.pos++
	var b strings.Builder
	for !p.end() {
		c := p.s[p.pos]
		switch {
		case c == '"':
			p.pos++
			return b.String(), nil
		case c == '\\' && p.pos+1 < len(p.s) && !control(p.s[p.pos+1]):
			p.pos++
			c = p.s[p.pos]
		case control(c):
			return b.String(), p.fail(percent.InvalidByte)
		}
		b.WriteByte(c)
		p.pos++
	}
	return b.String(), syntax.Error(p.s, start, len(p.s), UnclosedQuote)
}

// control reports whether c is a control character that a field cannot hold.
func control(c byte) bool { return c < ' ' && c != '\t' || c == 0x7F }

// rawParam is a parameter as it is written in a field.
type rawParam struct {
	in     string // the whole field
	name   string // in lower case, with its asterisk
	raw    string // the name as it is written
	value  string
	offset int // of the name
	at     int // of the value, after its quote if there is one; the end of the name if there is no value
	quoted bool
}

// params consumes parameters, each after a semicolon, up to the end or to a byte
// that cannot follow one. valueless allows names without a value. A lenient scanner
// leaves out what is not a parameter.
func (p *scanner) params(valueless bool) ([]rawParam, error) {
	var list []rawParam
	for {
		r, ok, err := p.param(valueless)
		switch {
		case err != nil && p.mode == Strict:
			return list, err
		case err == nil && !ok:
			return list, nil
		case err == nil && r.name != "":
			list = append(list, r)
		}
		if p.mode == Lenient {
			p.token(notDelimiter)
		}
	}
}

var notDelimiter = percent.AllBytes.Remove(";,")

// param consumes one parameter and its semicolon; ok is false where there is
// no semicolon.
func (p *scanner) param(valueless bool) (r rawParam, ok bool, err error) {
	r.in = p.s
	p.space()
	if !p.skip(';') {
		return r, false, nil
	}
	p.space()
	if p.mode == Lenient && (p.end() || p.next(';') || p.next(',')) {
		return r, true, nil
	}
	tokens := percent.TcharSet.Union(p.tokens)
	r.offset = p.pos
	r.raw = p.token(tokens)
	r.name = pct.Lower(r.raw)
	if r.name == "" {
		return r, true, p.fail(MissingName)
	}
	r.at = p.pos
	p.space()
	if !p.skip('=') {
		if !valueless {
			return r, true, p.fail(MissingEquals)
		}
		p.pos = r.at
		return r, true, nil
	}
	p.space()
	r.at = p.pos
	if p.next('"') {
		r.at++
		r.quoted = true
		r.value, err = p.quoted()
		return r, true, err
	}
	if p.mode == Lenient {
		tokens = lenientValue
	}
	r.value = strings.TrimRight(p.token(tokens), " \t")
	if r.value == "" {
		return r, true, p.fail(MissingValue)
	}
	return r, true, nil
}

// lenientValue has the bytes that Lenient reads in a value without quotes: all but
// delimiters and control characters.
var lenientValue = percent.AllBytes.Remove(";,\"").Intersect(percent.ByteSet{}.AddRange(0, 0x1F).Add("\x7F").Complement())

// decodeParams returns one parameter for each name: with the extended value if there
// is one that can be read, and otherwise with the first plain one. Strict refuses a
// name that comes twice in the same form.
func decodeParams(list []rawParam, mode Mode) ([]Param, error) {
	var params []Param
	extended := map[string]bool{}
	index := map[string]int{}
	seen := map[string]bool{}
	for _, r := range list {
		if mode == Strict && seen[r.name] {
			return params, syntax.At(r.offset, r.raw, DuplicateName)
		}
		seen[r.name] = true
		name, star := strings.CutSuffix(r.name, "*")
		param := Param{Name: name, Value: r.value}
		if star {
			v, err := parseExtValue(r, mode)
			if err != nil {
				if mode == Strict {
					return params, err
				}
				continue
			}
			param.Value, param.Language = v.Value, v.Language
		}
		at, seen := index[name]
		switch {
		case !seen:
			index[name] = len(params)
			params = append(params, param)
		case star && !extended[name]:
			params[at] = param
		}
		extended[name] = extended[name] || star
	}
	return params, nil
}

// checkToken returns an error unless s is a token.
func checkToken(s string) error { return checkName(s, percent.TcharSet) }

// checkName returns an error if s is empty or holds a byte that is not in set.
func checkName(s string, set percent.ByteSet) error {
	if s == "" {
		return syntax.Missing("", MissingName)
	}
	return checkBytes(s, set)
}

// checkBytes returns an error if s holds a byte that is not in set.
func checkBytes(s string, set percent.ByteSet) error {
	for i := range len(s) {
		if !set.Contains(s[i]) {
			return syntax.Error(s, i, i+1, percent.InvalidByte)
		}
	}
	return nil
}

// printable is what a quoted-string can hold that all recipients read alike.
var printable = percent.ByteSet{}.AddRange(' ', '~')

func isPrintable(s string) bool { return checkBytes(s, printable) == nil }

// appendQuoted appends printable ASCII as a quoted-string.
func appendQuoted(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for i := range len(s) {
		if s[i] == '"' || s[i] == '\\' {
			dst = append(dst, '\\')
		}
		dst = append(dst, s[i])
	}
	return append(dst, '"')
}

// appendParams appends parameters, each after a semicolon: as a quoted-string
// where that can hold the value, as an extended value otherwise.
func appendParams(dst []byte, params []Param) ([]byte, error) {
	seen := make(map[string]bool, len(params))
	for i, p := range params {
		field := "name of the " + pct.Nth(i) + " parameter"
		if err := checkToken(p.Name); err != nil {
			return dst, pct.In(field, err)
		}
		if strings.HasSuffix(p.Name, "*") {
			return dst, pct.In(field, syntax.Error(p.Name, len(p.Name)-1, len(p.Name), percent.InvalidByte))
		}
		name := pct.Lower(p.Name)
		if seen[name] {
			return dst, pct.In(field, syntax.At(0, p.Name, DuplicateName))
		}
		seen[name] = true
		dst = append(append(dst, "; "...), p.Name...)
		if p.Language == "" && isPrintable(p.Value) {
			dst = appendQuoted(append(dst, '='), p.Value)
			continue
		}
		ext, err := buildExt("value", p.Value, p.Language)
		if err != nil {
			return dst, pct.In(p.Name, err)
		}
		dst = append(append(dst, "*="...), ext...)
	}
	return dst, nil
}
