package header

import (
	"encoding/base64"
	"slices"
	"strings"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/form"
	"github.com/pct-encoded/percent/internal/pct"
	"github.com/pct-encoded/percent/internal/words"
)

// A SearchVariance is what a No-Vary-Search field says: which differences
// between the queries of two URLs do not matter to a cache. The zero value is
// the default: all of them matter, byte by byte.
type SearchVariance struct {
	Order  KeyOrder
	Params ParamRule
	Names  []string // decoded
}

// KeyOrder says whether the order of parameters matters. Among parameters with the
// same name it always does.
type KeyOrder uint8

// The values of KeyOrder.
const (
	KeyOrderMatters KeyOrder = iota // no key-order
	KeyOrderIgnored                 // key-order
)

var keyOrderWords = []string{"matters", "ignored"}

// String returns "matters" or "ignored".
func (k KeyOrder) String() string { return words.Of(keyOrderWords, k) }

// ParamRule says which parameters the names stand for.
type ParamRule uint8

// The values of ParamRule.
const (
	NamedIgnored  ParamRule = iota // params=("a" "b"): the parameters of these names do not matter
	OthersIgnored                  // params, except=("a" "b"): only those of these names matter
)

var paramRuleWords = []string{"named ignored", "others ignored"}

// String returns "named ignored" or "others ignored".
func (p ParamRule) String() string { return words.Of(paramRuleWords, p) }

func (v SearchVariance) isDefault() bool {
	return v.Order == KeyOrderMatters && v.Params == NamedIgnored && len(v.Names) == 0
}

// ParseSearchKey decodes a name in a No-Vary-Search field, by "parse a key" of
// its specification: '+' is a space, %HH an octet, malformed escapes stay, and
// what is not UTF-8 becomes U+FFFD.
func ParseSearchKey(s string) string {
	text, _ := searchKey.Decode(s)
	return text
}

var searchKey = form.Standard.Encoding()

// ParseNoVarySearch parses a No-Vary-Search field (draft-ietf-httpbis-no-vary-search-05,
// May 2026, section 5), a dictionary of Structured Fields. Several lines of the
// field have to be joined by commas. Keys that the specification does not know
// are ignored. With an error, a *percent.SyntaxError, the variance is the default
// one, by which a cache errs on the safe side.
func ParseNoVarySearch(s string) (SearchVariance, error) {
	p := &scanner{s: s}
	members, err := p.dictionary()
	if err != nil {
		return SearchVariance{}, err
	}
	var v SearchVariance
	wrong := func(m sfValue) (SearchVariance, error) {
		return SearchVariance{}, syntax.Error(s, m.start, m.end, WrongType)
	}
	if m, ok := members["key-order"]; ok {
		switch {
		case m.kind != sfBoolean:
			return wrong(m)
		case m.text == "1":
			v.Order = KeyOrderIgnored
		}
	}
	params, ok := members["params"]
	if ok {
		switch {
		case params.kind == sfBoolean && params.text == "1":
			v.Params = OthersIgnored
		case params.kind == sfBoolean:
		case params.kind == sfList:
			if v.Names, ok = searchKeys(params); !ok {
				return wrong(params)
			}
		default:
			return wrong(params)
		}
	}
	if except, ok := members["except"]; ok {
		if v.Params != OthersIgnored || except.kind != sfList {
			return wrong(except)
		}
		if v.Names, ok = searchKeys(except); !ok {
			return wrong(except)
		}
	}
	return v, nil
}

func searchKeys(list sfValue) (names []string, ok bool) {
	for _, item := range list.items {
		if item.kind != sfString {
			return nil, false
		}
		names = append(names, ParseSearchKey(item.text))
	}
	return names, true
}

// Build returns v as a No-Vary-Search field, which is empty for the default
// variance: the field is left out then. The error, a *percent.SyntaxError, reports a name
// that is not UTF-8.
func (v SearchVariance) Build() (string, error) {
	var parts []string
	if v.Order == KeyOrderIgnored {
		parts = append(parts, "key-order")
	}
	list := make([]string, len(v.Names))
	for i, name := range v.Names {
		if err := syntax.UTF8(name); err != nil {
			return "", pct.In("Names, "+pct.Nth(i)+" name", err)
		}
		list[i] = `"` + searchKey.Encode(name) + `"`
	}
	names := "=(" + strings.Join(list, " ") + ")"
	switch {
	case v.Params == OthersIgnored && len(list) > 0:
		parts = append(parts, "params", "except"+names)
	case v.Params == OthersIgnored:
		parts = append(parts, "params")
	case len(list) > 0:
		parts = append(parts, "params"+names)
	}
	return strings.Join(parts, ", "), nil
}

// Equivalent reports whether two queries are the same to a cache, by section 6
// of the specification: with the default variance if they are the same bytes,
// with any other if the parameters that matter are. A query includes its question
// mark; "" is no query. Comparing the rest of the URLs is left to the caller.
// Queries beyond the limits of package form are the same only if their bytes are.
func (v SearchVariance) Equivalent(a, b string) bool {
	if v.isDefault() || a == b {
		return a == b
	}
	pairsA, errA := v.significant(a)
	pairsB, errB := v.significant(b)
	return errA == nil && errB == nil && slices.Equal(pairsA, pairsB)
}

// significant returns the pairs of a query that matter, in the order that
// matters.
func (v SearchVariance) significant(query string) (form.Pairs, error) {
	pairs, err := form.Parse(strings.TrimPrefix(query, "?"))
	if err != nil {
		return nil, err
	}
	named := make(map[string]bool, len(v.Names))
	for _, name := range v.Names {
		named[name] = true
	}
	pairs = slices.DeleteFunc(pairs, func(p form.Pair) bool { return named[p.Name] == (v.Params == NamedIgnored) })
	if v.Order == KeyOrderIgnored {
		pairs.Sort()
	}
	return pairs, nil
}

// sfKind is a type of Structured Fields, as far as it matters here.
type sfKind uint8

const (
	sfOther sfKind = iota
	sfBoolean
	sfString
	sfList
)

// sfValue is the value of a member of a dictionary, or an item.
type sfValue struct {
	kind       sfKind
	text       string // of a string, and "0" or "1"
	items      []sfValue
	start, end int // in the field
}

var (
	sfKeyStart = percent.ByteSet{}.AddRange('a', 'z').Add("*")
	sfKey      = sfKeyStart.AddRange('0', '9').Add("_-.")
	digits     = percent.ByteSet{}.AddRange('0', '9')
	letters    = percent.ByteSet{}.AddRange('a', 'z').AddRange('A', 'Z')
	sfToken    = percent.TcharSet.Add(":/")
	base64Set  = letters.Union(digits).Add("+/=")
)

// dictionary consumes a dictionary of Structured Fields (RFC 9651 section 4.2.2).
// Parameters are checked and dropped. If a key comes twice, the later value counts.
func (p *scanner) dictionary() (map[string]sfValue, error) {
	members := map[string]sfValue{}
	p.token(spaces)
	for !p.end() {
		start := p.pos
		key, err := p.sfKey()
		if err != nil {
			return nil, err
		}
		v := sfValue{kind: sfBoolean, text: "1", start: start}
		if p.skip('=') {
			if v, err = p.sfMember(); err != nil {
				return nil, err
			}
		}
		v.end = p.pos
		if err := p.sfParams(); err != nil {
			return nil, err
		}
		members[key] = v
		p.space()
		if p.end() {
			return members, nil
		}
		if !p.skip(',') {
			return nil, p.fail(percent.InvalidByte)
		}
		p.space()
		if p.end() {
			return nil, p.fail(MissingName)
		}
	}
	return members, nil
}

var spaces = percent.ByteSet{}.Add(" ")

func (p *scanner) sfKey() (string, error) {
	if p.end() || !sfKeyStart.Contains(p.s[p.pos]) {
		return "", p.fail(MissingName)
	}
	return p.token(sfKey), nil
}

// sfMember consumes an inner list or an item, without its parameters.
func (p *scanner) sfMember() (sfValue, error) {
	if !p.next('(') {
		return p.sfBare()
	}
	v := sfValue{kind: sfList, start: p.pos}
	p.pos++
	for {
		p.token(spaces)
		switch {
		case p.skip(')'):
			v.end = p.pos
			return v, nil
		case p.end():
			return v, syntax.Error(p.s, v.start, len(p.s), UnclosedList)
		}
		item, err := p.sfBare()
		if err != nil {
			return v, err
		}
		if err := p.sfParams(); err != nil {
			return v, err
		}
		v.items = append(v.items, item)
		if !p.end() && !p.next(' ') && !p.next(')') {
			return v, p.fail(percent.InvalidByte)
		}
	}
}

func (p *scanner) sfParams() error {
	for p.skip(';') {
		p.token(spaces)
		if _, err := p.sfKey(); err != nil {
			return err
		}
		if p.skip('=') {
			if _, err := p.sfBare(); err != nil {
				return err
			}
		}
	}
	return nil
}

// sfBare consumes a bare item (RFC 9651 section 4.2.3.1).
func (p *scanner) sfBare() (v sfValue, err error) {
	v.start = p.pos
	if p.end() {
		return v, p.fail(MissingValue)
	}
	c := p.s[p.pos]
	switch {
	case c == '"':
		v.kind = sfString
		v.text, err = p.sfString()
	case c == '?':
		v.kind = sfBoolean
		p.pos++
		if !p.next('0') && !p.next('1') {
			return v, p.fail(percent.InvalidByte)
		}
		v.text = p.s[p.pos : p.pos+1]
		p.pos++
	case c == '*' || letters.Contains(c):
		p.token(sfToken)
	case c == '-' || digits.Contains(c):
		err = p.sfNumber(maxDecimalWhole)
	case c == '@':
		p.pos++
		err = p.sfNumber(0)
	case c == ':':
		err = p.sfBytes()
	case c == '%':
		err = p.sfDisplay()
	default:
		err = p.fail(percent.InvalidByte)
	}
	v.end = p.pos
	return v, err
}

// sfString consumes a string, in which only '"' and '\' may be escaped.
func (p *scanner) sfString() (string, error) {
	start := p.pos
	p.pos++
	var b strings.Builder
	for !p.end() {
		c := p.s[p.pos]
		switch {
		case c == '"':
			p.pos++
			return b.String(), nil
		case c < ' ' || c > '~':
			return "", p.fail(percent.InvalidByte)
		case c == '\\':
			p.pos++
			if !p.next('"') && !p.next('\\') {
				return "", p.fail(percent.InvalidByte)
			}
			c = p.s[p.pos]
		}
		b.WriteByte(c)
		p.pos++
	}
	return "", syntax.Error(p.s, start, len(p.s), UnclosedQuote)
}

// The limits of numbers in digits (RFC 9651 sections 3.3.1 and 3.3.2).
const (
	maxInteger      = 15
	maxDecimalWhole = 12
	maxDecimalPart  = 3
)

// sfNumber consumes an integer, or a decimal with at most whole digits before
// its point, unless whole is 0.
func (p *scanner) sfNumber(whole int) error {
	start := p.pos
	p.skip('-')
	integer := p.token(digits)
	if integer == "" {
		return p.fail(MissingValue)
	}
	if whole == 0 || !p.next('.') {
		if len(integer) > maxInteger {
			return syntax.Error(p.s, start, p.pos, TooLong)
		}
		return nil
	}
	p.pos++
	part := p.token(digits)
	switch {
	case part == "":
		return p.fail(MissingValue)
	case len(integer) > whole || len(part) > maxDecimalPart:
		return syntax.Error(p.s, start, p.pos, TooLong)
	}
	return nil
}

// sfBytes consumes a byte sequence.
func (p *scanner) sfBytes() error {
	start := p.pos
	p.pos++
	text := p.token(base64Set)
	if !p.skip(':') {
		if p.end() {
			return syntax.Error(p.s, start, len(p.s), UnclosedQuote)
		}
		return p.fail(percent.InvalidByte)
	}
	if _, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(text, "=")); err != nil {
		return syntax.Error(p.s, start, p.pos, InvalidText)
	}
	return nil
}

// sfDisplay consumes a Display String.
func (p *scanner) sfDisplay() error {
	start := p.pos
	end := len(p.s)
	if len(p.s) > start+2 {
		if i := strings.IndexByte(p.s[start+2:], '"'); i >= 0 {
			end = start + 2 + i + 1
		}
	}
	if _, err := ParseDisplayString(p.s[start:end]); err != nil {
		return syntax.Shift(err, p.s, start)
	}
	p.pos = end
	return nil
}
