package header

import (
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/pct"
)

// AttributeChar is RFC 2231 section 7, attribute-char: what RFC 8187 keeps, and
// braces.
var AttributeChar = AttrChar.Add("{}")

// ParameterEncoding writes and reads the octets of parameter values (RFC 2231
// section 7). It keeps AttributeChar.
var ParameterEncoding = percent.New(AttributeChar)

var tolerantParameter = ParameterEncoding.WithMalformed(percent.MalformedKept)

// ParseParameters parses the parameters of a MIME field such as
//
//	; title*0*=us-ascii'en'This%20is%20; title*1="a title"
//
// the part of the field after its type (RFC 2231). Sections are put together
// in the order of their numbers; escapes are decoded in those that are marked
// with an asterisk, and the octets of all of them together are text in the
// charset of the first. Without a charset it is US-ASCII or UTF-8.
//
// Strict refuses malformed escapes, octets that are not text, names that come
// twice and missing sections. Lenient keeps the escapes, writes U+FFFD for the
// octets, takes the first of two and ends before a missing section. Both read
// extended values in quotes, which RFC 6381 uses, and escapes with digits of either
// case. The error is a *percent.SyntaxError.
func ParseParameters(s string, mode Mode) ([]Param, error) {
	p := &scanner{s: s, mode: mode, tokens: AttributeChar}
	list, err := p.params(false)
	if err == nil && !p.end() {
		err = p.fail(percent.InvalidByte)
	}
	if err != nil && mode == Strict {
		return nil, err
	}
	var names []string
	byName := map[string][]section{}
	type place struct {
		name                string
		number              int
		continued, extended bool
	}
	seen := map[place]bool{}
	for _, r := range list {
		name, sec, err := parseSection(r)
		// A section is one thing, whether it is extended or not.
		at := place{name, sec.number, sec.continued, sec.extended && !sec.continued}
		if err == nil && seen[at] {
			err = syntax.At(r.offset, r.raw, DuplicateName)
		}
		if err != nil {
			if mode == Strict {
				return nil, err
			}
			continue
		}
		seen[at] = true
		if byName[name] == nil {
			names = append(names, name)
		}
		byName[name] = append(byName[name], sec)
	}
	var params []Param
	for _, name := range names {
		param, ok, err := joinSections(name, byName[name], mode)
		if err != nil {
			return params, err
		}
		if ok {
			params = append(params, param)
		}
	}
	return params, nil
}

// section is one of the parts that a parameter may come in.
type section struct {
	rawParam
	number    int
	continued bool // has a number
	extended  bool // has an asterisk at the end
}

// parseSection takes the name of a parameter apart: name, name*, name*N or
// name*N*.
func parseSection(r rawParam) (string, section, error) {
	s := section{rawParam: r}
	name, rest, starred := strings.Cut(r.name, "*")
	if name == "" {
		return "", s, syntax.At(r.offset, r.raw, MissingName)
	}
	if !starred {
		return name, s, nil
	}
	if rest == "" {
		s.extended = true
		return name, s, nil
	}
	rest, s.extended = strings.CutSuffix(rest, "*")
	n, err := strconv.ParseUint(rest, 10, 16)
	if err != nil || len(rest) > 1 && rest[0] == '0' || rest[0] == '+' {
		return "", s, syntax.At(r.offset, r.raw, InvalidSection)
	}
	s.number, s.continued = int(n), true
	return name, s, nil
}

func joinSections(name string, list []section, mode Mode) (Param, bool, error) {
	param := Param{Name: name}
	// Prefer a value in numbered sections, in their order.
	sort.SliceStable(list, func(i, j int) bool {
		a, b := list[i], list[j]
		if a.continued != b.continued {
			return a.continued
		}
		return a.number < b.number
	})
	if !list[0].continued || list[0].number != 0 {
		if list[0].continued && mode == Strict {
			return param, false, missingSection(list[0])
		}
		var plain []section
		for _, s := range list {
			if !s.continued && (len(plain) == 0 || s.extended) {
				plain = []section{s}
			}
		}
		if len(plain) == 0 {
			return param, false, nil
		}
		list = plain
	}
	label := ""
	var octets strings.Builder
	for i, s := range list {
		if s.continued != list[0].continued || s.number != i {
			if s.continued && mode == Strict {
				return param, false, missingSection(s)
			}
			break
		}
		text, at := s.value, s.at
		if s.extended {
			if i == 0 {
				var ok, ok2 bool
				var rest string
				label, rest, ok = strings.Cut(text, "'")
				param.Language, text, ok2 = strings.Cut(rest, "'")
				if !ok || !ok2 {
					if mode == Strict {
						return param, false, syntax.At(at, s.value, MissingCharset)
					}
					label, param.Language, text = "", "", s.value
				} else {
					at += len(label) + len(param.Language) + 2
				}
				if err := checkLanguage(param.Language, at-len(param.Language)-1); err != nil {
					if mode == Strict {
						return param, false, err
					}
					param.Language = ""
				}
			}
			enc := ParameterEncoding
			if mode == Lenient {
				enc = tolerantParameter
			}
			decoded, err := enc.Decode(text)
			if err != nil {
				return param, false, syntax.Shift(err, s.in, at)
			}
			text = decoded
		}
		octets.WriteString(text)
	}
	first := list[0]
	value, ok := octets.String(), true
	switch {
	case !first.extended && !first.continued:
		param.Value = value
		return param, true, nil
	case label == "" && utf8.ValidString(value):
		param.Value = value
	case label == "":
		param.Value, ok = decodeCharset(value, "utf-8")
	default:
		param.Value, ok = decodeCharset(value, label)
	}
	if !ok {
		if mode == Strict {
			return param, false, syntax.At(first.at, label, UnknownCharset)
		}
		return param, false, nil
	}
	if mode == Strict && !isText(value, label) {
		return param, false, syntax.At(first.at, first.value, InvalidText)
	}
	return param, true, nil
}

func missingSection(s section) error {
	return syntax.At(s.offset, s.raw, MissingSection)
}

// BuildParameter returns a parameter of a MIME field, each section after a
// semicolon and a space. A value of printable ASCII that fits is a
// quoted-string; any other is extended, in UTF-8, and cut into sections of at
// most width bytes, name and semicolon included. Width 0 is no limit; a section
// holds at least one escape, whatever the width. The error, a *percent.SyntaxError,
// reports a name that is not an attribute, a value that is not UTF-8, and an invalid
// language tag.
func BuildParameter(p Param, width int) (string, error) {
	if err := checkName(p.Name, AttributeChar); err != nil {
		return "", pct.In("Name", err)
	}
	if err := syntax.UTF8(p.Value); err != nil {
		return "", pct.In("Value", err)
	}
	if err := checkLanguage(p.Language, 0); err != nil {
		return "", pct.In("Language", err)
	}
	if p.Language == "" && isPrintable(p.Value) {
		b := appendQuoted([]byte("; "+p.Name+"="), p.Value)
		if width == 0 || len(b) <= width {
			return string(b), nil
		}
	}
	text := ParameterEncoding.Encode(p.Value)
	prefix := "UTF-8'" + p.Language + "'"
	whole := "; " + p.Name + "*=" + prefix + text
	if width == 0 || len(whole) <= width {
		return whole, nil
	}
	var b strings.Builder
	for i := 0; i == 0 || text != ""; i++ {
		start := "; " + p.Name + "*" + strconv.Itoa(i) + "*="
		if i == 0 {
			start += prefix
		}
		n := 0
		for n < len(text) {
			size := 1
			if text[n] == '%' {
				size = 3
			}
			if n > 0 && len(start)+n+size > width {
				break
			}
			n += size
		}
		b.WriteString(start)
		b.WriteString(text[:n])
		text = text[n:]
	}
	return b.String(), nil
}
