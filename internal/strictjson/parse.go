// Package strictjson reads and writes the JSON of the command, the page and the
// npm package: structs by their json tags, as encoding/json does, but with text
// that may be any bytes, and nothing dropped in silence.
//
// [Append] writes a string that is not UTF-8 in base64, under its key with
// _base64 after it, and an element of an array as {"base64":"…"}. [Read] takes
// both back. Unknown keys, a key that comes twice, null, a lone surrogate, text
// that is not UTF-8 and values of another type are errors that say where.
package strictjson

import (
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/pct-encoded/percent"
)

// The reasons of a *percent.SyntaxError.
const (
	NotJSON       percent.Reason = "not JSON"
	EndsTooEarly  percent.Reason = "the JSON ends too early"
	MoreThanOne   percent.Reason = "more than one JSON value"
	TooDeep       percent.Reason = "too many levels"
	LoneSurrogate percent.Reason = "half of a surrogate pair"
	DuplicateKey  percent.Reason = "duplicate key"
	UnknownKey    percent.Reason = "unknown key"
	MissingKey    percent.Reason = "missing key"
	BothKeys      percent.Reason = "a key both as text and in base64"
	IsNull        percent.Reason = "null"
	NotObject     percent.Reason = "not a JSON object"
	NotArray      percent.Reason = "not an array"
	NotString     percent.Reason = "not a string"
	NotBase64     percent.Reason = "not base64"
	NotNumber     percent.Reason = "not a whole number"
	NotBool       percent.Reason = "neither true nor false"
)

// A Kind is the kind of a Value.
type Kind uint8

// The kinds of values.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

// A Value is a JSON value and where it was found.
type Value struct {
	Kind    Kind
	Text    string   // of a string, decoded; of a number, true and false as written
	Items   []Value  // of an array
	Members []Member // of an object, in order; no key comes twice
	Raw     string   // as written
	Offset  int      // of Raw in what was parsed
}

// A Member is a key of an object with its value.
type Member struct {
	Key       string
	KeyOffset int
	Value     Value
}

// Get returns the value with that key.
//
//go:noinline
func (v *Value) Get(key string) (Value, bool) {
	for _, m := range v.Members {
		if m.Key == key {
			return m.Value, true
		}
	}
	return Value{}, false
}

// MaxDepth is how many arrays and objects may lie inside each other.
const MaxDepth = 1000

// Parse reads one JSON value. The error is a *percent.SyntaxError.
//
//go:noinline
func Parse(text string) (Value, error) { return parse(&parser{text: text}) }

// ParseWTF8 is Parse for strings that may hold lone surrogates. Each becomes the
// three bytes that UTF-8 would have for it.
func ParseWTF8(text string) (Value, error) { return parse(&parser{text: text, lone: true}) }

func parse(p *parser) (Value, error) {
	v := p.value(0)
	p.space()
	if p.err == nil && p.at < len(p.text) {
		p.fail(p.at, p.character(), MoreThanOne)
	}
	if p.err != nil {
		return Value{}, p.err
	}
	return v, nil
}

type parser struct {
	text string
	at   int
	lone bool // surrogates may stand alone
	err  *percent.SyntaxError
}

//go:noinline
func (p *parser) fail(at int, bytes string, reason percent.Reason) {
	if p.err == nil {
		p.err = &percent.SyntaxError{Format: "json", Offset: int64(at), Bytes: bytes, Reason: reason}
	}
}

// character returns the character at the current place, or one byte.
func (p *parser) character() string {
	_, n := utf8.DecodeRuneInString(p.text[p.at:])
	return p.text[p.at : p.at+n]
}

// unexpected fails at the current place.
func (p *parser) unexpected() {
	switch text := p.character(); {
	case text == "":
		p.fail(p.at, "", EndsTooEarly)
	case !utf8.ValidString(text):
		p.fail(p.at, text, percent.InvalidUTF8)
	default:
		p.fail(p.at, text, NotJSON)
	}
}

func (p *parser) space() {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n", p.text[p.at]) >= 0 {
		p.at++
	}
}

// take takes the byte b, after white space, if it comes next.
func (p *parser) take(b byte) bool {
	p.space()
	if p.err == nil && p.at < len(p.text) && p.text[p.at] == b {
		p.at++
		return true
	}
	return false
}

// list takes the items up to end.
func (p *parser) list(end byte, item func()) {
	if p.take(end) {
		return
	}
	for p.err == nil {
		item()
		if p.err != nil || p.take(end) {
			return
		}
		if !p.take(',') {
			p.unexpected()
		}
	}
}

func (p *parser) value(depth int) (v Value) {
	p.space()
	v.Offset = p.at
	if depth > MaxDepth {
		p.fail(p.at, "", TooDeep)
		return v
	}
	rest := p.text[p.at:]
	switch {
	case p.take('{'):
		v.Kind = Object
		seen := map[string]bool{}
		p.list('}', func() {
			p.space()
			m := Member{KeyOffset: p.at}
			if m.Key = p.string(); seen[m.Key] {
				p.fail(m.KeyOffset, m.Key, DuplicateKey)
			}
			seen[m.Key] = true
			if !p.take(':') {
				p.unexpected()
				return
			}
			m.Value = p.value(depth + 1)
			v.Members = append(v.Members, m)
		})
	case p.take('['):
		v.Kind = Array
		p.list(']', func() { v.Items = append(v.Items, p.value(depth+1)) })
	case strings.HasPrefix(rest, `"`):
		v.Kind, v.Text = String, p.string()
	case strings.HasPrefix(rest, "null"):
		p.at += len("null")
	case strings.HasPrefix(rest, "true"):
		v.Kind, v.Text = Bool, rest[:len("true")]
		p.at += len("true")
	case strings.HasPrefix(rest, "false"):
		v.Kind, v.Text = Bool, rest[:len("false")]
		p.at += len("false")
	default:
		v.Kind, v.Text = Number, p.number()
	}
	v.Raw = p.text[v.Offset:p.at]
	return v
}

// number takes a number, and returns it as it is written.
func (p *parser) number() string {
	start := p.at
	digits := func() {
		from := p.at
		for p.at < len(p.text) && '0' <= p.text[p.at] && p.text[p.at] <= '9' {
			p.at++
		}
		if p.at == from {
			p.unexpected()
		}
	}
	next := func(set string) bool {
		if p.at < len(p.text) && strings.IndexByte(set, p.text[p.at]) >= 0 {
			p.at++
			return true
		}
		return false
	}
	next("-")
	if !next("0") {
		digits()
	}
	if next(".") {
		digits()
	}
	if next("eE") {
		next("+-")
		digits()
	}
	return p.text[start:p.at]
}

// string takes a string, and returns it decoded.
func (p *parser) string() string {
	if p.at == len(p.text) || p.text[p.at] != '"' {
		p.unexpected()
		return ""
	}
	p.at++
	start := p.at
	var decoded []byte // nil as long as there is no escape
	for p.at < len(p.text) {
		switch c := p.text[p.at]; {
		case c == '"':
			end := p.at
			p.at++
			if decoded == nil {
				return p.text[start:end]
			}
			return string(append(decoded, p.text[start:end]...))
		case c < ' ':
			p.unexpected()
			return ""
		case c == '\\':
			decoded = append(decoded, p.text[start:p.at]...)
			decoded = p.escape(decoded)
			start = p.at
			if p.err != nil {
				return ""
			}
		case c < utf8.RuneSelf:
			p.at++
		default:
			r, n := utf8.DecodeRuneInString(p.text[p.at:])
			if r == utf8.RuneError && n == 1 {
				p.unexpected()
				return ""
			}
			p.at += n
		}
	}
	p.unexpected()
	return ""
}

// escape takes an escape, and appends what it stands for.
func (p *parser) escape(dst []byte) []byte {
	at := p.at
	p.at++
	if p.at == len(p.text) {
		p.unexpected()
		return dst
	}
	const letters, meanings = `"\/bfnrt`, "\"\\/\b\f\n\r\t"
	c := p.text[p.at]
	if i := strings.IndexByte(letters, c); i >= 0 {
		p.at++
		return append(dst, meanings[i])
	}
	if c != 'u' {
		p.unexpected()
		return dst
	}
	p.at++
	r := p.unit()
	if utf16.IsSurrogate(r) {
		second, first, behind := rune(0), r, p.at
		if strings.HasPrefix(p.text[p.at:], `\u`) {
			p.at += 2
			second = p.unit()
		}
		if r = utf16.DecodeRune(r, second); r == utf8.RuneError && p.lone {
			p.at = behind
			return append(dst, 0xE0|byte(first>>12), 0x80|byte(first>>6&0x3F), 0x80|byte(first&0x3F))
		}
		if r == utf8.RuneError {
			p.fail(at, p.text[at:at+6], LoneSurrogate)
		}
	}
	return utf8.AppendRune(dst, r)
}

// unit takes the four digits of a \u.
func (p *parser) unit() rune {
	end := min(p.at+4, len(p.text))
	n, err := strconv.ParseUint(p.text[p.at:end], 16, 16)
	if err != nil || end < p.at+4 {
		for p.at < end && strings.IndexByte("0123456789abcdefABCDEF", p.text[p.at]) >= 0 {
			p.at++
		}
		p.unexpected()
		return 0
	}
	p.at = end
	return rune(n)
}
