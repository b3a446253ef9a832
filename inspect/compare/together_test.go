package compare

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pct-encoded/percent/internal/mistake"
)

// A coder encodes data from the definition of what is right, A-Z a-z 0-9 - . _ ~ and
// nothing else left alone, with some things done wrongly. It shares no code with what it
// tests.
type coder struct {
	latin1, twiceUTF8, crlf bool   // of the text
	keep                    string // left alone besides
	escape                  string // not left alone
	raw                     bool   // what is beyond ASCII
	plus, lower, twice      bool   // of what is written
}

func (c *coder) encode(s string) string {
	if c.crlf {
		s = strings.ReplaceAll(s, "\n", "\r\n")
	}
	if c.latin1 {
		var b []byte
		for _, r := range s {
			b = append(b, byte(r))
		}
		s = string(b)
	}
	if c.twiceUTF8 {
		var b []byte
		for _, octet := range []byte(s) {
			b = utf8.AppendRune(b, rune(octet))
		}
		s = string(b)
	}
	digits := "0123456789ABCDEF"
	if c.lower {
		digits = strings.ToLower(digits)
	}
	var b strings.Builder
	for _, octet := range []byte(s) {
		letter := 'a' <= octet && octet <= 'z' || 'A' <= octet && octet <= 'Z' || '0' <= octet && octet <= '9'
		plain := letter || strings.IndexByte("-._~", octet) >= 0 && strings.IndexByte(c.escape, octet) < 0
		switch {
		case octet == ' ' && c.plus:
			b.WriteByte('+')
		case plain, strings.IndexByte(c.keep, octet) >= 0, octet >= 0x80 && c.raw:
			b.WriteByte(octet)
		default:
			b.Write([]byte{'%', digits[octet>>4], digits[octet&15]})
		}
	}
	if c.twice {
		return strings.ReplaceAll(b.String(), "%", "%25")
	}
	return b.String()
}

// A making is how a text is made of data: its parts, and what is done to all of it.
type making struct {
	path, query coder
	port, upper bool
	newline     bool
}

// flaws are mistakes whose parts are independent of each other. Each changes what is made
// of path, query or both.
var flaws = []struct {
	id   string
	make func(*making, *coder) // of each part in which it is made
	text bool                  // whether it is possible in texts that are not signed only
}{
	{mistake.SpaceAsPlus, func(_ *making, c *coder) { c.plus = true }, false},
	{mistake.ReservedUnescaped, func(_ *making, c *coder) { c.keep += "()!" }, false},
	{mistake.ReservedUnescaped, func(_ *making, c *coder) { c.keep += "@:" }, false},
	{mistake.UnreservedEscaped, func(_ *making, c *coder) { c.escape = "~" }, false},
	{mistake.HexCase, func(_ *making, c *coder) { c.lower = true }, false},
	{mistake.DoubleEncoding, func(_ *making, c *coder) { c.twice = true }, false},
	{mistake.WrongCharset, func(_ *making, c *coder) { c.latin1 = true }, true},
	{mistake.DoubleUTF8, func(_ *making, c *coder) { c.twiceUTF8 = true }, false},
	{mistake.NonASCIIRaw, func(_ *making, c *coder) { c.raw = true }, true},
	{mistake.LineEnd, func(_ *making, c *coder) { c.crlf = true }, true},
	{mistake.LineEnd, func(m *making, _ *coder) { m.newline = true }, true},
	{mistake.DefaultPort, func(m *making, _ *coder) { m.port = true }, false},
	{mistake.HostCase, func(m *making, _ *coder) { m.upper = true }, true},
}

// The shapes of texts that are made of data.
var shapes = []struct {
	name   string
	format Format
	write  func(m *making, segment, name, value string) string
}{
	{"component", Text, func(m *making, segment, _, _ string) string { return m.path.encode(segment) + m.end() }},
	{"path", Text, func(m *making, segment, _, _ string) string { return "/p/" + m.path.encode(segment) + m.end() }},
	{"query", Text, func(m *making, _, name, value string) string {
		return m.query.encode(name) + "=" + m.query.encode(value) + "&z=" + m.end()
	}},
	{"form", Form, func(m *making, _, name, value string) string {
		return "a=1&" + m.query.encode(name) + "=" + m.query.encode(value) + m.end()
	}},
	{"URL", Text, func(m *making, segment, name, value string) string {
		return m.url(segment) + "?" + m.query.encode(name) + "=" + m.query.encode(value) + m.end()
	}},
	{"base string", BaseString, func(m *making, segment, name, value string) string {
		return "GET&" + strict(m.url(segment)) + "&" + strict("a=1&"+m.query.encode(name)+"="+m.query.encode(value))
	}},
	{"canonical request", CanonicalRequest, func(m *making, segment, name, value string) string {
		host := "h.example"
		if m.port {
			host += ":443"
		}
		return "GET\n/p/" + m.path.encode(segment) + "\na=1&" + m.query.encode(name) + "=" + m.query.encode(value) + "\nhost:" + host + "\n\nhost\nUNSIGNED-PAYLOAD"
	}},
}

func (m *making) url(segment string) string {
	host := "https://h.example"
	if m.upper {
		host = "https://H.example"
	}
	if m.port {
		host += ":443"
	}
	return host + "/p/" + m.path.encode(segment)
}

func (m *making) end() string {
	if m.newline {
		return "\n"
	}
	return ""
}

// TestTogether makes one, two or three independent mistakes, in all of a text or in a part
// of it: these are named, and no other.
func TestTogether(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(39, 3))
	// All that a mistake can be made in, in any order.
	data := func() string {
		pieces := []string{" ", "(x)!", "@:", "~", "é", "/", "\n", "a", "Z7", "é ü", " ", "%"}
		rnd.Shuffle(len(pieces), func(i, j int) { pieces[i], pieces[j] = pieces[j], pieces[i] })
		return "b" + strings.Join(pieces[:3+rnd.IntN(10)], "") + "q"
	}
	tried := map[string]int{}
	named := 0
	for tried[""] < 30*perFault() {
		shape := shapes[rnd.IntN(len(shapes))]
		segment, name, value := data(), "n"+data(), data()
		var ids []string
		write := func(chosen []int, where []int) string {
			var m making
			for k, i := range chosen {
				if where[k] != 2 {
					flaws[i].make(&m, &m.path)
				}
				if where[k] != 1 {
					flaws[i].make(&m, &m.query)
				}
			}
			return shape.write(&m, segment, name, value)
		}
		chosen := rnd.Perm(len(flaws))[:1+rnd.IntN(3)]
		where := []int{rnd.IntN(3), rnd.IntN(3), rnd.IntN(3)}
		wrong := write(chosen, where)
		matters := true
		for k, i := range chosen {
			ids = append(ids, flaws[i].id)
			matters = matters && (!flaws[i].text || shape.format == Text || shape.format == Form)
			// Without it, the text is another.
			matters = matters && write(slices.Delete(slices.Clone(chosen), k, k+1), slices.Delete(slices.Clone(where), k, k+1)) != wrong
		}
		slices.Sort(ids)
		if !matters || len(slices.Compact(slices.Clone(ids))) < len(ids) || related(ids) {
			continue
		}
		right := write(nil, nil)
		tried[""]++
		tried[fmt.Sprint(len(ids), " in a ", shape.name)]++
		c := Compare(right, wrong, shape.format)
		madeTogether(t, c, right, wrong)
		var got []string
		if len(ids) == 1 {
			for _, m := range c.Mistakes[:min(1, len(c.Mistakes))] {
				got = append(got, m.ID)
			}
			got = append(got, idsOf(c.Together)...)
		} else {
			got = idsOf(c.Together)
		}
		slices.Sort(got)
		got = slices.Compact(got) // the same in several parts
		if slices.Equal(got, ids) && !slices.ContainsFunc(c.Together, func(m Mistake) bool { return m.Side != Second }) {
			named++
		} else if tried[""]-named < 12 {
			t.Logf("%s, %v: alone %v, together %v\n%q\n%q", shape.name, ids, c.Mistakes, c.Together, right, wrong)
		}
	}
	t.Logf("%d of %d: %v", named, tried[""], tried)
	if named < tried[""]*99/100 {
		t.Errorf("%d of %d are named", named, tried[""])
	}
}

// related reports whether some mistakes are one together, or leave no trace of one of them.
func related(ids []string) bool {
	for _, pair := range [][]string{
		{mistake.SpaceAsPlus, mistake.UnreservedEscaped}, // an encoder of forms
		{mistake.WrongCharset, mistake.DoubleUTF8},       // the other undoes one
		{mistake.NonASCIIRaw, mistake.WrongCharset},      // what is no UTF-8
		{mistake.LineEnd, mistake.DoubleEncoding},
	} {
		if slices.Contains(ids, pair[0]) && slices.Contains(ids, pair[1]) {
			return true
		}
	}
	return false
}

func idsOf(list []Mistake) (ids []string) {
	for _, m := range list {
		ids = append(ids, m.ID)
	}
	return ids
}

// madeTogether fails unless the mistakes, made one after the other, give the same text.
func madeTogether(t *testing.T, c *Comparison, first, second string) {
	t.Helper()
	for _, m := range c.Together {
		if m.Side == Second {
			first = m.Apply(first)
		} else {
			second = m.Apply(second)
		}
	}
	if len(c.Together) > 0 && first != second || len(c.Together) == 1 {
		t.Fatalf("%v make\n%q and\n%q", c.Together, first, second)
	}
}

// TestTogetherCases: which mistakes are named, and on which side.
func TestTogetherCases(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		first, second   string
		format          Format
		alone, together string // IDs and sides
	}{
		// Two of one text, on either side.
		{"/x%20%28y%29", "/x+(y)", Text, "", "space-as-plus second, reserved-unescaped second"},
		{"/x+(y)", "/x%20%28y%29", Text, "", "space-as-plus first, reserved-unescaped first"},
		{"q=%2A%2F%20", "q=*%2f%20", Text, "", "reserved-unescaped second, hex-case second"},
		{"/%2F?q=a%20b", "/%252F?q=a+b", Text, "", "space-as-plus second, double-encoding second"},
		{"u%20%C3%B1", "u+%F1", Text, "", "space-as-plus second, wrong-charset second"},
		{"u%0A%20v", "u%0D%0A+v", Text, "", "line-end second, space-as-plus second"},
		{"x%21%C3%A9%20", "x!é%20", Text, "", "reserved-unescaped second, non-ascii-raw second"},
		{"https://h/a%20b%3B", "https://h:443/a+b;", Text, "", "default-port second, space-as-plus second, reserved-unescaped second"},
		{"%2Fx%20", "%252fx%2520", Text, "", "hex-case second, double-encoding second"},
		// One of each text.
		{"/n%7E%20x", "/n~+x", Text, "", "unreserved-escaped first, space-as-plus second"},
		{"/n%c3%a9%20", "/n%C3%A9+", Text, "", "space-as-plus second, hex-case first"},
		// One encoder does both.
		{"n~%20x", "n%7Ex+", Text, "", ""},
		{"n~%20x", "n%7E+x", Text, "space-as-plus second", ""},
		{"*%20", "*+", Text, "space-as-plus second", ""},
		{"%2A%20", "*+", Text, "space-as-plus second", ""},
		{"(%20", "%28+", Text, "space-as-plus second", ""},
		// Where a text has no escape, it was left alone rather than the other encoded twice.
		{"k(v)", "k%2528v%2529", Text, "reserved-unescaped first, double-encoding second", ""},
		{"k%252528v", "k(v", Text, "reserved-unescaped second, double-encoding first", ""},
		{"/k/v!", "/k/v%2521", Text, "reserved-unescaped first, double-encoding second", ""},
		{"é", "%25C3%25A9", Text, "non-ascii-raw first, double-encoding second", ""},
		{"100%25", "100%2525", Text, "double-encoding second, missing-encoding first", ""},
		{"GET\n/k(v)\n\nhost:h\n\nhost\nx", "GET\n/k%28v%29\n\nhost:h\n\nhost\nx", CanonicalRequest, "reserved-unescaped first, double-encoding second, missing-encoding first", ""},
		{"GET\n/k%2528v%2529\n\nhost:h\n\nhost\nx", "GET\n/k(v)\n\nhost:h\n\nhost\nx", CanonicalRequest, "reserved-unescaped second, double-encoding first", ""},
		// A function does both, and so may two mistakes.
		{"GET\n/x%20%28y%29\n\nhost:h\n\nhost\nx", "GET\n/x+(y)\n\nhost:h\n\nhost\nx", CanonicalRequest, "wrong-function second", "space-as-plus second, reserved-unescaped second"},
		{"GET&http%3A%2F%2Fh%2F&a%3Dx%2520%2528", "GET&http%3A%2F%2Fh%2F&a%3Dx%2B%28", BaseString, "wrong-function second", "space-as-plus second, reserved-unescaped second"},
		{"GET&http%3A%2F%2Fh%2F&a%3Dx%2520%2528", "GET&http%3A%2F%2Fh%3A80%2F&a%3Dx%2B%2528", BaseString, "", "default-port second, space-as-plus second"},
		// Other texts.
		{"hello", "world", Text, "", ""},
		{"a=1&b=2", "a=1&c=2", Text, "", ""},
		{"%C3%A9%20", "%c3%A9+", Text, "", ""},
	} {
		c := Compare(tt.first, tt.second, tt.format)
		proved(t, c, tt.first, tt.second)
		madeTogether(t, c, tt.first, tt.second)
		said := func(list []Mistake) string {
			var ids []string
			for _, m := range list {
				ids = append(ids, m.ID+" "+m.Side.String())
			}
			return strings.Join(ids, ", ")
		}
		if alone, together := said(c.Mistakes), said(c.Together); alone != tt.alone || together != tt.together {
			t.Errorf("%q and %q: alone %q, together %q", tt.first, tt.second, alone, together)
		}
	}
}

// TestNotTogether: texts of different data are not explained.
func TestNotTogether(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(39, 4))
	pieces := []string{" ", "(", "~", "é", "/", "a", "Z7", "hm", "%", "&", "x y", "q", "0", "."}
	word := func() string {
		s := ""
		for range 3 + rnd.IntN(8) {
			s += pieces[rnd.IntN(len(pieces))]
		}
		return s
	}
	claimed := 0
	for range 5 * perFault() {
		a, b := word(), word()
		right, wrong := "/p/"+strict(a), "/p/"+strict(b)
		if c := Compare(right, wrong, Text); a != b && len(c.Mistakes) == 0 && len(c.Together) > 0 {
			claimed++
			t.Logf("%v\n%q\n%q", c.Together, right, wrong)
		}
	}
	if claimed > perFault()/20 {
		t.Errorf("%d of %d", claimed, 5*perFault())
	}
}
