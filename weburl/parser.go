package weburl

import (
	"math"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/charset"
)

// Parse parses an absolute URL (#concept-basic-url-parser). The error is a
// *percent.SyntaxError whose Reason is one of the Standard's validation errors,
// and whose Offset counts in s. It has no Bytes where they may be part of a password,
// as 99 may be in https://user:99/99@host/, which is a port to browsers.
func Parse(s string) (URL, error) {
	return parse(s, &plain)
}

// CanParse reports whether Parse would return a URL (#dom-url-canparse). It does
// not allocate.
func CanParse(s string) bool { return canParse(s, &plain) }

// plain is the parser of Parse and CanParse.
var plain Parser

// Parse resolves a reference against u: it returns where a link with that text
// leads to on a page whose base URL is u. The error is like that of [Parse].
func (u URL) Parse(ref string) (URL, error) { return Parser{Base: u}.Parse(ref) }

// CanParse reports whether u.Parse(ref) would return a URL.
func (u URL) CanParse(ref string) bool { return Parser{Base: u}.CanParse(ref) }

// A Parser has the parameters of the basic URL parser
// (#concept-basic-url-parser). The zero Parser is that of [Parse].
type Parser struct {
	// Base is the URL that references are resolved against. With the zero URL,
	// only absolute URLs can be parsed.
	Base URL
	// Charset is the charset of the document that a reference stands in, in which
	// browsers write its query where the scheme is http, https, ftp or file. nil is
	// UTF-8, which documents should be in.
	Charset *charset.Charset
	// OnError, if it is not nil, is called for every validation error, in the order
	// in which the Standard reports them, including the one that the error of Parse
	// is about.
	OnError func(ValidationError)
}

// Parse parses s. It allocates once, or not at all if s is the serialization of a
// URL already, whose memory the URL then shares. The error is like that of the
// function Parse.
func (p Parser) Parse(s string) (URL, error) {
	return parse(s, &p)
}

func (p *Parser) parseAny(s string) (URL, error) {
	u, why := p.parse(s)
	if why.reason != "" {
		return URL{}, why.error("", s)
	}
	return u, nil
}

// CanParse reports whether Parse would return a URL. It does not call OnError.
func (p Parser) CanParse(s string) bool { return canParse(s, &p) }

func (p *Parser) canParseAny(s string) bool {
	if tooLong(s) {
		return false
	}
	m := p.machine()
	m.report = nil
	ok := m.parse(s)
	m.free()
	return ok
}

// parse runs the machine.
func (p *Parser) parse(s string) (u URL, why failure) {
	why.reason = TooLong
	if tooLong(s) {
		return URL{}, why
	}
	m := p.machine()
	if !m.parse(s) {
		why = m.why()
	} else if v, ok := m.rec.serialize(s); ok {
		u, why = v, failure{}
	}
	m.free()
	return u, why
}

// tooLong reports whether a text has too many bytes for the offsets of a URL.
func tooLong(s string) bool { return uint64(len(s)) > math.MaxUint32 }

// onMachine is called before the machine parses something, if it is not nil: tests have
// to know what it does not parse.
var onMachine func()

func (p *Parser) machine() *machine {
	if onMachine != nil {
		onMachine()
	}
	m := newMachine()
	m.charset, m.report = p.Charset, p.OnError
	if !p.Base.IsZero() {
		m.base = p.Base.record()
	}
	return m
}

// A failure says why and where a text was refused.
type failure struct {
	reason     percent.Reason
	start, end int
}

func (f failure) error(field, s string) error {
	return &percent.SyntaxError{Format: "weburl", Field: field, Offset: int64(f.start), Bytes: s[f.start:f.end], Reason: f.reason}
}
