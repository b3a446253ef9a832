package header

import (
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// A Link is one link of a Link field (RFC 8288).
type Link struct {
	Target string // the URI reference as it stands in the field
	// Params are the parameters in their order, each name once. If there is a
	// title*, its value is that of title; so it is for every other name.
	Params []Param
}

// Param returns the value of a parameter by its name in lower case, and whether
// the link has it.
func (l Link) Param(name string) (string, bool) {
	for _, p := range l.Params {
		if p.Name == name {
			return p.Value, true
		}
	}
	return "", false
}

// ParseLink parses a Link field (RFC 8288 section 3). A parameter need not have a
// value. Strict refuses a target with an octet that no URI reference holds, a
// parameter that comes twice, and one that cannot be read; it returns the links
// before the error, a *percent.SyntaxError. Lenient takes the first of two parameters
// of a name and leaves out those that cannot be read.
func ParseLink(s string, mode Mode) ([]Link, error) {
	p := &scanner{s: s, mode: mode}
	var links []Link
	for {
		p.space()
		if p.skip(',') {
			continue
		}
		if p.end() {
			return links, nil
		}
		if !p.next('<') {
			return links, p.fail(percent.InvalidByte)
		}
		n := strings.IndexByte(s[p.pos:], '>')
		if n < 0 {
			return links, syntax.Error(s, p.pos, len(s), UnclosedTarget)
		}
		start := p.pos + 1
		l := Link{Target: s[start : p.pos+n]}
		p.pos += n + 1
		if mode == Strict {
			if err := checkReference(s, start, start+len(l.Target)); err != nil {
				return links, err
			}
		}
		raw, err := p.params(true)
		if err != nil && mode == Strict {
			return links, err
		}
		if l.Params, err = decodeParams(raw, mode); err != nil {
			return links, err
		}
		links = append(links, l)
		if p.space(); !p.end() && !p.next(',') {
			if mode == Strict {
				return links, p.fail(percent.InvalidByte)
			}
			p.pos += pct.Until(s[p.pos:], ',')
		}
	}
}

// BuildLink returns a Link field. Values that are not printable ASCII or have a
// language are written as extended values. The error, a *percent.SyntaxError,
// reports a target with an octet that no URI reference holds, a name that is
// not a token or comes twice, and a value that is not UTF-8.
func BuildLink(links ...Link) (string, error) {
	var dst []byte
	for i, l := range links {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		if err := checkReference(l.Target, 0, len(l.Target)); err != nil {
			return "", pct.In(pct.Nth(i)+" link, Target", err)
		}
		dst = append(append(append(dst, '<'), l.Target...), '>')
		var err error
		if dst, err = appendParams(dst, l.Params); err != nil {
			return "", pct.In(pct.Nth(i)+" link", err)
		}
	}
	return string(dst), nil
}

var reference = percent.New(percent.URISet).WithRaw(percent.URISet)

func checkReference(s string, i, end int) error {
	_, err := syntax.Decode(reference, s, i, end)
	return err
}
