package weburl

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/charset"
)

// A maker makes the cases of testdata/record.mjs: the same inputs from the same
// seed, and what this package does with them.
type maker struct {
	seeds, pieces [][]rune
	state         uint32
}

func newMaker(t testing.TB) *maker {
	lines := func(name string) (all [][]rune) {
		data, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(data)) {
			all = append(all, []rune(strings.TrimSuffix(line, "\n")))
		}
		return all
	}
	g := &maker{seeds: lines("seeds.txt"), pieces: lines("pieces.txt")}
	for _, r := range " \t\n\r\x00\x1f\x7f\u0080\u2028\uFFFD" {
		g.pieces = append(g.pieces, []rune{r})
	}
	return g
}

func (g *maker) start(seed, i int) {
	g.state = uint32(seed)*0x9E3779B1 ^ uint32(i)*0x85EBCA6B
}

func (g *maker) random(n int) int {
	g.state += 0x6D2B79F5
	z := g.state
	z = (z ^ z>>16) * 0x21F0AAAD
	z = (z ^ z>>15) * 0x735A2D97
	return int((z ^ z>>15) % uint32(n))
}

func (g *maker) pick(list [][]rune) []rune { return list[g.random(len(list))] }

// mutated returns a seed with up to that many changes.
func (g *maker) mutated(changes int) string {
	s := slices.Clone(g.pick(g.seeds))
	splice := func(at, remove int, insert []rune) {
		s = slices.Replace(s, at, min(at+remove, len(s)), insert...)
	}
	for n := g.random(changes + 1); n > 0; n-- {
		at := g.random(len(s) + 1)
		switch g.random(6) {
		case 0, 1, 2:
			splice(at, 0, g.pick(g.pieces))
		case 3:
			splice(at, g.random(4), nil)
		case 4:
			splice(at, 1, g.pick(g.pieces))
		case 5:
			other := g.pick(g.seeds)
			remove := g.random(len(s) + 1)
			splice(at, remove, other[g.random(len(other)+1):])
		}
	}
	return string(s)
}

var getterNames = []string{"href", "origin", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"}

// A urlCase is an input, a base or nil, and what comes of them: nil or the values
// of the getters; and the names of the validation errors.
type urlCase struct {
	input          string
	base           *string
	values, errors []string
}

// inputs makes the input and the base of case i.
func (g *maker) inputs(seed, i int) (c urlCase) {
	g.start(seed, i)
	if g.random(2) != 0 {
		base := g.mutated(1)
		c.base = &base
	}
	c.input = g.mutated(4)
	return c
}

// parse fills in what this package does. Of what fails values are nil; where the
// base does, errors too.
func (c *urlCase) parse(t testing.TB) {
	var p Parser
	if c.base != nil {
		var err error
		if p.Base, err = Parse(*c.base); err != nil {
			return
		}
	}
	c.errors = []string{}
	p.OnError = func(e ValidationError) {
		c.errors = append(c.errors, string(e.Name))
		if int(e.Offset)+len(e.Bytes) > len(c.input) || c.input[e.Offset:int(e.Offset)+len(e.Bytes)] != e.Bytes {
			t.Errorf("%q: %v is not there", c.input, e)
		}
	}
	u, err := p.Parse(c.input)
	p.OnError = nil
	if v, err2 := p.Parse(c.input); v != u || (err2 == nil) != (err == nil) {
		t.Errorf("%q, %q: %q, %v with OnError, %q, %v without", c.input, p.Base, u, err, v, err2)
	}
	if p.CanParse(c.input) != (err == nil) {
		t.Errorf("CanParse(%q), %q is not as Parse: %v", c.input, p.Base, err)
	}
	if err != nil {
		return
	}
	for _, name := range getterNames {
		c.values = append(c.values, getters[name](u))
	}
}

// flat is the case as record.mjs writes it to be hashed.
func (c *urlCase) flat() string {
	list := func(values []string) string {
		if values == nil {
			return "\x00"
		}
		return "(" + strings.Join(values, "\x02") + ")"
	}
	base := "\x00"
	if c.base != nil {
		base = *c.base
	}
	return list([]string{c.input, base, list(c.values), list(c.errors)})
}

func (g *maker) value() string {
	switch g.random(4) {
	case 0:
		return g.mutated(2)
	case 1:
		return ""
	}
	var s strings.Builder
	for n := g.random(4); n >= 0; n-- {
		s.WriteString(string(g.pick(g.pieces)))
	}
	return s.String()
}

var (
	paramNames = []string{"a", "q", "b", "é", "", "a b", "\U0001F308", "\uFB03"}
	settable   = []string{"href", "protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"}
	paramCalls = []string{"append", "append", "set", "set", "delete", "deleteValue", "get", "getAll", "has", "hasValue", "sort", "size"}
)

// calls makes case i of calls of setters and of methods of the search parameters,
// and does them.
func (g *maker) calls(t testing.TB, seed, i int) []string {
	g.start(seed, i)
	var u URL
	var from string
	for err := error(nil); u.IsZero() || err != nil; {
		from = g.mutated(1)
		u, err = Parse(from)
	}
	out := []string{from, u.Href()}
	becameFile := false // see FuzzSet
	name := func() string { return paramNames[g.random(len(paramNames))] }
	for n := 1 + g.random(6); n > 0; n-- {
		op := g.random(len(settable) + len(paramCalls))
		result := ""
		if op < len(settable) {
			v := g.value()
			was := u.scheme()
			var err error
			u, err = setters[settable[op]](u, v)
			switch {
			case settable[op] != "href":
				becameFile = becameFile || u.scheme() == schemeFile && was != schemeFile
			case err != nil:
				result = "TypeError"
			default:
				becameFile = false
			}
			out = append(out, settable[op], v)
		} else {
			k, v := name(), ""
			if g.random(3) == 0 {
				v = g.value()
			} else {
				v = name()
			}
			call := paramCalls[op-len(settable)]
			result = callParams(&u, call, k, v)
			out = append(out, call, k, v)
		}
		checkGetters(t, u)
		if !becameFile {
			checkURL(t, u)
		}
		out = append(out, result, u.Href(), u.SearchParams().String())
	}
	return out
}

// callParams calls a method of the search parameters as JavaScript does, where
// they belong to the URL.
func callParams(u *URL, call, k, v string) string {
	p := u.SearchParams()
	changed := true
	result := ""
	switch call {
	case "append":
		p.Append(k, v)
	case "set":
		p.Set(k, v)
	case "delete":
		p.Delete(k)
	case "deleteValue":
		p.DeleteValue(k, v)
	case "sort":
		p.Sort()
	default:
		changed = false
	}
	switch call {
	case "get":
		result = "null"
		if got, ok := p.Get(k); ok {
			result = got
		}
	case "getAll":
		result = strings.Join(p.GetAll(k), "\x01")
	case "has":
		result = strconv.FormatBool(p.Has(k))
	case "hasValue":
		result = strconv.FormatBool(p.HasValue(k, v))
	case "size":
		result = strconv.Itoa(len(p))
	}
	if changed {
		*u, _ = u.WithSearchParams(p)
	}
	return result
}

var (
	charsetLabels  = []string{"utf-8", "shift_jis", "iso-2022-jp", "euc-jp", "euc-kr", "big5", "gbk", "gb18030", "windows-1252", "windows-1251", "koi8-r", "ibm866", "macintosh", "x-user-defined", "iso-8859-8-i"}
	charsetLetters = []rune("aAz09%41&'\"<>日本語ア¥‾≡‽€가한丂⼀Жяﾊèéß\x0E\x1B\u0080\u00A5\u203E\u2212\uFF0D\U00020089\U0002F8DC\uE5E5\uF780\uFFFD☃😀\u05D0\u20AC\u0152")
	charsetStarts  = []string{"http://h/é?", "https://h?", "ftp://h/?", "file:///?", "ws://h/?", "wss://h/?", "foo://h/?", "foo:?"}
)

// inCharset makes case i of queries in the charset of a document, and parses it.
func (g *maker) inCharset(t testing.TB, seed, i int) []string {
	g.start(seed, i)
	label := charsetLabels[g.random(len(charsetLabels))]
	input := charsetStarts[g.random(len(charsetStarts))]
	for n := g.random(8); n >= 0; n-- {
		input += string(charsetLetters[g.random(len(charsetLetters))])
	}
	if g.random(4) == 0 {
		input += "#é"
	}
	cs, err := charset.Lookup(label)
	if err != nil {
		t.Fatal(err)
	}
	u, err := Parser{Charset: cs}.Parse(input)
	if err != nil {
		return []string{label, input, "\x00"}
	}
	return []string{label, input, u.Href()}
}
