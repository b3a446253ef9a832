// Package sets evaluates expressions over named sets of octets: the octets that
// dialects keep or escape, and the character classes of specifications.
//
//	s, err := sets.Parse("rfc3986.segment - unreserved | tchar")
//	s.Contains('#')  // true: tchar has it
//
// An expression is made of
//
//	rfc3986.segment             the kept set of a dialect, by any name that dialect.Find takes
//	escaped(rfc3986.segment)    what the dialect escapes
//	tchar, pchar, c0            a class: Classes has all of them
//	default encode set          a class by the name that a specification gives it
//	RFC 3986 path               a dialect by its specification
//	"a/b"  'a/b'                exactly these octets, without escapes
//	%2F  %00-%1F                an octet, and a range of octets
//	[\-.0-9A-Z_a-z~]            a class of octets, as percent.ByteSet prints it
//
// joined by '|' (union), '-' (difference), '&' (intersection) and '!' in front
// (complement, in all 256 octets), with brackets. '!' binds tightest, then '&';
// '|' and '-' associate to the left. Names can contain '-', so write a space or a
// bracket before a '-' that means difference.
//
// The API of this package may still change.
package sets

import (
	"errors"
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/dialect"
	"github.com/pct-encoded/percent/internal/pct"
)

// The reasons of a *percent.SyntaxError for an invalid expression that say what was
// meant. Its Format is "set", and its Offset counts in the expression.
const (
	NoOperator percent.Reason = "an operator is missing"
	Ambiguous  percent.Reason = "ambiguous name"
)

// The other reasons.
const (
	noSet       percent.Reason = "a set is missing"
	unknownName percent.Reason = "unknown name"
	decodesOnly percent.Reason = "this dialect only decodes, so it has no kept set"
	notClosed   percent.Reason = "not closed"
	notOpen     percent.Reason = "no matching opening bracket"
	notOctet    percent.Reason = "not an octet such as %2F"
	wrongRange  percent.Reason = "the range ends before it begins"
	notASCII    percent.Reason = "not ASCII: write its octets"
	tooDeep     percent.Reason = "too many levels"
	tooLong     percent.Reason = "expression too long"
)

const (
	// MaxDepth is how deep brackets and complements may be nested: more than
	// anybody writes, and few enough for the stack.
	MaxDepth = 100
	// MaxLength is the length of the longest expression, in bytes. Naming each of
	// the 256 octets takes a few thousand.
	MaxLength = 1 << 16
)

// A NameError reports a name that is unknown or ambiguous. It wraps the
// *percent.SyntaxError that gives its position.
type NameError struct {
	Err *percent.SyntaxError
	// Names are the names that may be meant, the likeliest first. It may be empty.
	Names []string
}

// Error returns the message of Err.
func (e *NameError) Error() string { return e.Err.Error() }

// Unwrap returns Err.
func (e *NameError) Unwrap() error { return e.Err }

// Parse returns the set that an expression denotes. The error is a
// *percent.SyntaxError, wrapped in a *NameError if it concerns a name.
func Parse(expr string) (percent.ByteSet, error) {
	p := &parser{text: expr}
	if len(expr) > MaxLength {
		p.fail(MaxLength, "", tooLong)
		return percent.ByteSet{}, p.err
	}
	s := p.union(0)
	if p.err == nil && p.at < len(p.text) {
		if p.text[p.at] == ')' {
			p.fail(p.at, ")", notOpen)
		} else {
			p.fail(p.at, p.text[p.at:p.at+1], NoOperator)
		}
	}
	if p.err != nil {
		return percent.ByteSet{}, p.err
	}
	return s, nil
}

type parser struct {
	text string
	at   int
	err  error
}

//go:noinline
func (p *parser) fail(at int, bytes string, reason percent.Reason) *percent.SyntaxError {
	e := &percent.SyntaxError{Format: "set", Offset: int64(at), Bytes: bytes, Reason: reason}
	if p.err == nil {
		p.err = e
	}
	return e
}

// take skips white space, and consumes the byte b if it comes next.
func (p *parser) take(b byte) bool {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
	if p.err == nil && p.at < len(p.text) && p.text[p.at] == b {
		p.at++
		return true
	}
	return false
}

// union reads sets joined by '|' and '-'.
func (p *parser) union(depth int) percent.ByteSet {
	s := p.intersection(depth)
	for p.err == nil {
		switch {
		case p.take('|'):
			s = s.Union(p.intersection(depth))
		case p.take('-'):
			s = s.Intersect(p.intersection(depth).Complement())
		default:
			return s
		}
	}
	return s
}

// intersection reads sets joined by '&'.
func (p *parser) intersection(depth int) percent.ByteSet {
	s := p.one(depth)
	for p.err == nil && p.take('&') {
		s = s.Intersect(p.one(depth))
	}
	return s
}

// one reads a set without operators, or with '!' in front.
func (p *parser) one(depth int) percent.ByteSet {
	if depth > MaxDepth {
		p.fail(p.at, "", tooDeep)
	}
	switch {
	case p.err != nil:
		return percent.ByteSet{}
	case p.take('!'):
		return p.one(depth + 1).Complement()
	case p.take('('):
		return p.closed(p.at-1, func() percent.ByteSet { return p.union(depth + 1) })
	case p.take('"'):
		return p.quoted('"')
	case p.take('\''):
		return p.quoted('\'')
	case p.take('['):
		return p.class()
	case p.take('%'):
		p.at--
		return p.octets()
	}
	return p.named()
}

// closed reads the rest of a parenthesis that was opened at open.
func (p *parser) closed(open int, inside func() percent.ByteSet) percent.ByteSet {
	s := inside()
	if p.err == nil && !p.take(')') {
		if p.at < len(p.text) {
			p.fail(p.at, p.text[p.at:p.at+1], NoOperator)
		} else {
			p.fail(open, "(", notClosed)
		}
	}
	return s
}

// quoted reads up to the quotation mark.
func (p *parser) quoted(mark byte) percent.ByteSet {
	open := p.at - 1
	n := strings.IndexByte(p.text[p.at:], mark)
	if n < 0 {
		p.fail(open, p.text[open:open+1], notClosed)
		return percent.ByteSet{}
	}
	text := p.text[p.at : p.at+n]
	p.at += n + 1
	return percent.ByteSet{}.Add(text)
}

// octet reads %HH.
func (p *parser) octet() byte {
	c, ok := pct.Octet(p.text[p.at:])
	end := min(p.at+3, len(p.text))
	if !ok {
		p.fail(p.at, p.text[p.at:end], notOctet)
	}
	p.at = end
	return c
}

// octets reads %HH or %HH-%HH.
func (p *parser) octets() percent.ByteSet {
	begin := p.at
	lo := p.octet()
	hi := lo
	if strings.HasPrefix(p.text[p.at:], "-%") {
		p.at++
		hi = p.octet()
	}
	return p.span(begin, lo, hi)
}

func (p *parser) span(begin int, lo, hi byte) percent.ByteSet {
	switch {
	case p.err != nil:
		return percent.ByteSet{}
	case hi < lo:
		p.fail(begin, p.text[begin:p.at], wrongRange)
		return percent.ByteSet{}
	}
	return percent.ByteSet{}.AddRange(lo, hi)
}

// class reads what follows '[', in the syntax that percent.ByteSet prints.
func (p *parser) class() percent.ByteSet {
	open := p.at - 1
	var s percent.ByteSet
	for p.err == nil {
		switch {
		case p.at == len(p.text):
			p.fail(open, "[", notClosed)
		case p.text[p.at] == ']':
			p.at++
			return s
		default:
			begin := p.at
			lo := p.member()
			hi := lo
			if rest := p.text[p.at:]; len(rest) > 1 && rest[0] == '-' && rest[1] != ']' {
				p.at++
				hi = p.member()
			}
			s = s.Union(p.span(begin, lo, hi))
		}
	}
	return s
}

// member reads one octet of a class.
func (p *parser) member() byte {
	c := p.text[p.at]
	if c >= 0x80 {
		p.fail(p.at, p.text[p.at:p.at+1], notASCII)
	}
	if c != '\\' || p.at+1 == len(p.text) {
		p.at++
		return c
	}
	if c = p.text[p.at+1]; c != 'x' {
		p.at += 2
		return c
	}
	end := min(p.at+4, len(p.text))
	digits := p.text[p.at+2 : end]
	o, ok := pct.Octet("%" + digits)
	if !ok {
		p.fail(p.at, p.text[p.at:end], notOctet)
	}
	p.at = end
	return o
}

// word reads a name and returns it with its index. A leading '-' is not part of
// it.
func (p *parser) word() (name string, begin int) {
	p.take(0) // white space
	begin = p.at
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n|&!()[]\"'", p.text[p.at]) < 0 && (p.at > begin || p.text[p.at] != '-') {
		p.at++
	}
	if name = p.text[begin:p.at]; name == "" {
		p.fail(begin, p.text[begin:min(begin+1, len(p.text))], noSet)
	}
	return name, begin
}

// named reads the name of a class or a dialect, or escaped(NAME).
func (p *parser) named() percent.ByteSet {
	name, begin := p.word()
	if name == "escaped" && p.take('(') {
		return p.closed(p.at-1, func() percent.ByteSet {
			name, begin := p.word()
			return p.dialect(begin, p.spacedDialect(name), Escaped)
		})
	}
	if spaced, ok := p.spaced(name, isClass); ok {
		name = spaced
	}
	if c, ok := classOf(name); ok {
		return c.Set
	}
	return p.dialect(begin, p.spacedDialect(name), Kept)
}

// spacedDialect returns name, or the name that it and the words after it are, if it is
// none alone, as in "RFC 3986".
func (p *parser) spacedDialect(name string) string {
	if !isDialect(name) {
		name, _ = p.spaced(name, isDialect)
	}
	return name
}

func isClass(name string) bool {
	_, ok := classOf(name)
	return ok
}

func isDialect(name string) bool {
	_, err := dialect.Find(name)
	return err == nil
}

// spaced returns the longest known name that consists of name and words after it, with
// spaces between them, and consumes these. If there is none, it returns name. Anywhere
// else, two names in a row are an error.
func (p *parser) spaced(name string, known func(string) bool) (found string, ok bool) {
	at, found := p.at, name
	for p.err == nil && p.at < len(p.text) && len(name) <= maxSpaced {
		p.take(0)
		if p.at == len(p.text) || strings.IndexByte("|&!()[]\"'%-", p.text[p.at]) >= 0 {
			break
		}
		word, _ := p.word()
		name += " " + word
		if known(name) {
			found, ok, at = name, true, p.at
		}
	}
	p.at = at
	return found, ok
}

// maxSpaced is the length from which a name with spaces is none, in bytes.
const maxSpaced = 128

// dialect looks up a dialect by name and returns what of makes of it.
func (p *parser) dialect(at int, name string, of func(*dialect.Dialect) percent.ByteSet) percent.ByteSet {
	if p.err != nil {
		return percent.ByteSet{}
	}
	found, err := dialect.Find(name)
	var several *dialect.AmbiguousError
	var unknown *dialect.UnknownError
	switch {
	case errors.As(err, &several):
		p.err = &NameError{p.fail(at, name, Ambiguous), several.Candidates}
		return percent.ByteSet{}
	case errors.As(err, &unknown):
		// A class and a dialect may have one name, as unreserved does.
		near := nearClasses(name)
		for _, s := range unknown.Suggestions {
			if !slices.Contains(near, s) {
				near = append(near, s)
			}
		}
		p.err = &NameError{p.fail(at, name, unknownName), near}
		return percent.ByteSet{}
	}
	d, err := dialect.Lookup(found)
	if err != nil || !d.Encodes() {
		p.fail(at, name, decodesOnly)
		return percent.ByteSet{}
	}
	return of(d)
}

// Kept returns the octets that a dialect writes unchanged. For a dialect without
// an Encoding, all octets beyond ASCII are in the set if it keeps é, and none of
// them otherwise. The set is empty for a dialect that only decodes.
func Kept(d *dialect.Dialect) percent.ByteSet {
	return where(d, func(in, out string) bool { return out == in })
}

// Escaped returns the octets that a dialect writes as escapes; octets beyond ASCII
// are treated as in Kept. A space that is written as '+' is neither kept nor
// escaped, nor is an octet that a dialect refuses, drops or replaces with something
// else.
func Escaped(d *dialect.Dialect) percent.ByteSet {
	return where(d, func(in, out string) bool { return out != in && strings.HasPrefix(out, "%") })
}

// where returns the octets for which is returns true, given the octet and what d
// writes for it.
func where(d *dialect.Dialect, is func(in, out string) bool) percent.ByteSet {
	var s percent.ByteSet
	if !d.Encodes() {
		return s
	}
	table := d.Table()
	for i := range 0x80 {
		if in := string([]byte{byte(i)}); table[i].Err == nil && is(in, table[i].Output) {
			s = s.Add(in)
		}
	}
	if e := d.Encoding(); e != nil {
		for i := 0x80; i < 0x100; i++ {
			if in := string([]byte{byte(i)}); is(in, e.Encode(in)) {
				s = s.Add(in)
			}
		}
		return s
	}
	const beyond = "é"
	if out, err := d.Encode(beyond); err == nil && is(beyond, out) {
		s = s.AddRange(0x80, 0xFF)
	}
	return s
}
