package uritemplate

import (
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// Parse parses a template. The error is a *percent.SyntaxError.
func Parse(s string) (*Template, error) {
	t, errs := parse(s, false)
	if len(errs) > 0 {
		return nil, errs[0]
	}
	return t, nil
}

// MustParse is Parse for templates that are part of the program. It panics if s
// is malformed.
func MustParse(s string) *Template {
	t, err := Parse(s)
	if err != nil {
		panic(err.Error())
	}
	return t
}

// ParseLenient parses any text as a template, as section 3 recommends: a malformed
// expression is copied to the result as it is, a character that a literal may not
// hold is percent-encoded, and the errors are reported, in the order of the text, up to
// a thousand.
// When the Template is expanded, an expression that asks for the prefix of a list or
// of an associative array is copied, too.
func ParseLenient(s string) (*Template, []*percent.SyntaxError) {
	return parse(s, true)
}

// maxErrors is how many errors ParseLenient returns.
const maxErrors = 1000

func parse(s string, lenient bool) (*Template, []*percent.SyntaxError) {
	t := &Template{text: s, lenient: lenient}
	var errs []*percent.SyntaxError
	failed := 0
	fail := func(offset, end int, reason percent.Reason) {
		if failed++; failed <= maxErrors {
			errs = append(errs, syntax.Error(s, offset, end, reason))
		}
	}
	for i := 0; i < len(s) && (lenient || failed == 0); {
		if s[i] != '{' {
			n := strings.IndexByte(s[i:], '{')
			if n < 0 {
				n = len(s) - i
			}
			checkLiteral(s, i, i+n, fail)
			t.parts = append(t.parts, part{literal: reserved.Encode(s[i : i+n])})
			i += n
			continue
		}
		n := strings.IndexAny(s[i+1:], "{}")
		if n < 0 || s[i+1+n] == '{' {
			// Up to the next expression, or to the end.
			end := len(s)
			if n >= 0 {
				end = i + 1 + n
			}
			fail(i, end, UnclosedExpression)
			t.parts = append(t.parts, part{literal: s[i:end]})
			i = end
			continue
		}
		end := i + n + 2
		before := failed
		x := parseExpression(s, i, end, fail)
		if failed > before {
			t.parts = append(t.parts, part{literal: s[i:end]})
		} else {
			t.follow(x)
		}
		i = end
	}
	return t, errs
}

// follow appends x to the parts.
func (t *Template) follow(x *expression) {
	if n := len(t.parts); n > 0 && t.parts[n-1].expression == nil {
		t.parts[n-1].expression = x
	} else {
		t.parts = append(t.parts, part{expression: x})
	}
}

// literalSet has the ASCII characters of the rule literals (section 2.1).
//
// Spec divergence (the grammar contradicts the text and the published tests):
// the apostrophe is accepted; section 2.1 leaves it out, though section 3.1
// copies every reserved character.
var literalSet = percent.URISet

func checkLiteral(s string, i, end int, fail func(offset, end int, reason percent.Reason)) {
	for i < end {
		c := s[i]
		switch {
		case c == '%':
			if _, ok := pct.Octet(s[i:end]); !ok {
				fail(i, min(i+3, end), percent.InvalidEscape)
				i++
				continue
			}
			i += 3
		case c < utf8.RuneSelf:
			if !literalSet.Contains(c) {
				fail(i, i+1, InvalidLiteral)
			}
			i++
		default:
			r, n := utf8.DecodeRuneInString(s[i:end])
			if r == utf8.RuneError && n == 1 {
				fail(i, i+1, percent.InvalidUTF8)
			} else if !pct.IsUcschar(r) && !pct.IsIprivate(r) {
				fail(i, i+n, InvalidLiteral)
			}
			i += n
		}
	}
}

// parseExpression parses s[start:end], which has its braces.
func parseExpression(s string, start, end int, fail func(offset, end int, reason percent.Reason)) *expression {
	x := &expression{text: s[start:end], op: simple}
	i := start + 1
	switch c := s[i]; {
	case operators[c] != nil:
		x.op = operators[c]
		i++
	case strings.IndexByte("=,!@|", c) >= 0:
		fail(i, i+1, ReservedOperator)
		return x
	}
	for {
		spec, next, reason := parseVarspec(s, i, end-1)
		if reason != "" {
			fail(next, min(next+1, end), reason)
			return x
		}
		if x.op.named {
			spec.label = spec.name + "="
			spec.empty = spec.name + x.op.ifEmpty
		}
		x.specs = append(x.specs, spec)
		if next == end-1 {
			return x
		}
		i = next + 1 // after the comma
	}
}

// parseVarspec parses the varspec at the start of s[i:end]. It returns the index of
// the comma after it, or end, or the index and the reason of an error.
func parseVarspec(s string, i, end int) (spec varspec, next int, reason percent.Reason) {
	spec.offset = i
	start := i
	for dot := true; ; {
		n := varchar(s[i:end])
		if n > 0 {
			i += n
			dot = false
			continue
		}
		if i < end && s[i] == '.' && !dot {
			i++
			dot = true
			continue
		}
		switch {
		case i < end && s[i] == '%':
			return spec, i, percent.InvalidEscape
		case dot && (i == end || strings.IndexByte(",:*", s[i]) >= 0):
			return spec, i, MissingName
		}
		break
	}
	spec.name = s[start:i]
	if i < end && s[i] == '*' {
		spec.explode = true
		i++
	} else if i < end && s[i] == ':' {
		i++
		digits := i
		for ; i < end && i < digits+4 && '0' <= s[i] && s[i] <= '9'; i++ {
			spec.prefix = 10*spec.prefix + int(s[i]-'0')
		}
		if digits == i || s[digits] == '0' {
			return spec, digits, InvalidPrefix
		}
		if i < end && s[i] != ',' {
			return spec, i, InvalidPrefix
		}
	}
	if i < end && s[i] != ',' {
		return spec, i, InvalidName
	}
	return spec, i, ""
}

// varchar returns the length of the varchar at the start of s, or 0.
func varchar(s string) int {
	if s == "" {
		return 0
	}
	c := s[0]
	if c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' {
		return 1
	}
	if _, ok := pct.Octet(s); ok {
		return 3
	}
	return 0
}
