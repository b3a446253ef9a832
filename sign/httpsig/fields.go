package httpsig

import (
	"encoding/base64"
	"strconv"
	"strings"

	"github.com/pct-encoded/percent/sign/internal/params"
)

// Structured fields (RFC 9651), as far as signatures need them: dictionaries whose values
// are items or lists of items, and how they are written again.

// A param is a parameter of an item, with its value as it is written again; "" for true.
type param struct{ name, value string }

// An item is a value with its parameters.
type item struct {
	value  string // as it is written again
	text   string // of a string or a sequence of octets, decoded
	inner  []item // of a list; value is ""
	isList bool
	params []param
}

// A member is one of a dictionary.
type member struct {
	name string
	item
}

func (p param) String() string {
	if p.value == "" {
		return ";" + p.name
	}
	return ";" + p.name + "=" + p.value
}

// String returns an item as section 4.1 of RFC 9651 writes it.
func (i item) String() string {
	var b strings.Builder
	if i.isList {
		b.WriteString("(")
		for n, in := range i.inner {
			if n > 0 {
				b.WriteString(" ")
			}
			b.WriteString(in.String())
		}
		b.WriteString(")")
	}
	b.WriteString(i.value)
	for _, p := range i.params {
		b.WriteString(p.String())
	}
	return b.String()
}

//go:noinline
func (i item) param(name string) (value string, ok bool) {
	for _, p := range i.params {
		if p.name == name {
			return p.value, true
		}
	}
	return "", false
}

// A parser reads a field from its beginning. Failed is set at the first fault.
type parser struct {
	rest   string
	failed bool
}

//go:noinline
func (p *parser) fail() string {
	p.failed, p.rest = true, ""
	return ""
}

func (p *parser) eat(c byte) bool {
	if p.rest != "" && p.rest[0] == c {
		p.rest = p.rest[1:]
		return true
	}
	return false
}

func (p *parser) spaces(set string) { p.rest = strings.TrimLeft(p.rest, set) }

// span returns what stands at the beginning of the rest of these characters.
func (p *parser) span(ok func(c byte) bool) string {
	n := 0
	for n < len(p.rest) && ok(p.rest[n]) {
		n++
	}
	text := p.rest[:n]
	p.rest = p.rest[n:]
	return text
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func digit(c byte) bool  { return c >= '0' && c <= '9' }

func (p *parser) key() string {
	if p.rest == "" || p.rest[0] != '*' && (p.rest[0] < 'a' || p.rest[0] > 'z') {
		return p.fail()
	}
	return p.span(func(c byte) bool { return c >= 'a' && c <= 'z' || digit(c) || strings.IndexByte("_-.*", c) >= 0 })
}

// dictionary reads a field that is a dictionary; ok is false if it is none.
func dictionary(text string) (list []member, ok bool) {
	p := &parser{rest: strings.Trim(text, " ")}
	at := map[string]int{}
	for p.rest != "" && !p.failed {
		m := member{name: p.key()}
		if p.eat('=') {
			m.item = p.itemOrList()
		} else {
			m.value = "?1"
			m.params = p.parameters()
		}
		if i, again := at[m.name]; again { // the last one counts, in the place of the first
			list[i] = m
		} else {
			at[m.name] = len(list)
			params.Add(&list, m)
		}
		p.spaces(" \t")
		if p.rest == "" {
			break
		}
		if !p.eat(',') {
			p.fail()
		}
		p.spaces(" \t")
		if p.rest == "" { // a comma at the end
			p.failed = true
		}
	}
	return list, !p.failed
}

func (p *parser) itemOrList() item {
	if !p.eat('(') {
		return p.item()
	}
	i := item{isList: true}
	for !p.failed {
		p.spaces(" ")
		if p.eat(')') {
			i.params = p.parameters()
			return i
		}
		params.Add(&i.inner, p.item())
		if p.rest == "" || p.rest[0] != ' ' && p.rest[0] != ')' {
			p.fail()
		}
	}
	return i
}

func (p *parser) item() item {
	i := item{}
	i.value, i.text = p.bare()
	i.params = p.parameters()
	return i
}

func (p *parser) parameters() (list []param) {
	for p.eat(';') {
		p.spaces(" ")
		q := param{name: p.key()}
		if p.eat('=') {
			if q.value, _ = p.bare(); q.value == "?1" {
				q.value = ""
			}
		}
		again := false
		for n := range list {
			if list[n].name == q.name {
				list[n], again = q, true
			}
		}
		if len(list) == mostParams {
			p.fail()
			return list
		}
		if !again {
			params.Add(&list, q)
		}
	}
	return list
}

// mostParams is up to how many parameters an item may have.
const mostParams = 256

// bare reads an item without parameters, and returns it as it is written again, and the
// text of a string or of a sequence of octets.
func (p *parser) bare() (value, text string) {
	if p.rest == "" {
		return p.fail(), ""
	}
	switch c := p.rest[0]; {
	case c == '"':
		text = p.quoted()
		return quoted(text), text
	case c == ':':
		end := strings.IndexByte(p.rest[1:], ':')
		if end < 0 {
			return p.fail(), ""
		}
		encoded := p.rest[1 : 1+end]
		p.rest = p.rest[end+2:]
		octets, err := base64.StdEncoding.DecodeString(padded(encoded))
		if err != nil {
			return p.fail(), ""
		}
		return ":" + base64.StdEncoding.EncodeToString(octets) + ":", string(octets)
	case c == '?':
		if len(p.rest) < 2 || p.rest[1] != '0' && p.rest[1] != '1' {
			return p.fail(), ""
		}
		value, p.rest = p.rest[:2], p.rest[2:]
		return value, ""
	case c == '-' || digit(c):
		return p.number(), ""
	case c == '@':
		p.rest = p.rest[1:]
		return "@" + p.number(), ""
	case c == '*' || letter(c):
		return p.span(func(c byte) bool { return letter(c) || digit(c) || strings.IndexByte("!#$%&'*+-.^_`|~:/", c) >= 0 }), ""
	}
	return p.fail(), ""
}

func padded(text string) string {
	text = strings.TrimRight(text, "=")
	return text + "==="[:(4-len(text)%4)%4]
}

func (p *parser) number() string {
	sign := ""
	if p.eat('-') {
		sign = "-"
	}
	whole := p.span(digit)
	if whole == "" || len(whole) > 15 {
		return p.fail()
	}
	n, err := strconv.ParseInt(whole, 10, 64)
	if err != nil {
		return p.fail()
	}
	value := sign + strconv.FormatInt(n, 10)
	if n == 0 {
		value = "0"
	}
	if !p.eat('.') {
		return value
	}
	part := p.span(digit)
	if part == "" || len(part) > 3 || len(whole) > 12 {
		return p.fail()
	}
	if part = strings.TrimRight(part, "0"); part == "" {
		part = "0"
	}
	return sign + strconv.FormatInt(n, 10) + "." + part
}

func (p *parser) quoted() string {
	var b strings.Builder
	for i := 1; i < len(p.rest); i++ {
		switch c := p.rest[i]; {
		case c == '"':
			p.rest = p.rest[i+1:]
			return b.String()
		case c == '\\':
			if i++; i == len(p.rest) || p.rest[i] != '"' && p.rest[i] != '\\' {
				return p.fail()
			}
			b.WriteByte(p.rest[i])
		case c < ' ' || c > '~':
			return p.fail()
		default:
			b.WriteByte(c)
		}
	}
	return p.fail()
}

// quoted returns text as a string of structured fields.
func quoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}

// written returns a dictionary as it is written again.
func written(list []member) string {
	var parts []string
	for _, m := range list {
		text := m.name
		switch {
		case !m.isList && m.value == "?1":
			m.value = ""
			text += m.item.String()
		default:
			text += "=" + m.item.String()
		}
		params.Add(&parts, text)
	}
	return strings.Join(parts, ", ")
}
