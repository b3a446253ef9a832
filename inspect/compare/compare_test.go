package compare

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/pct-encoded/percent/internal/growth"
	"github.com/pct-encoded/percent/internal/mistake"
)

// The generator of wrong texts. It shares no code with what it tests: it builds
// base strings and canonical requests from parameters, with one thing, or two,
// done wrongly on the way.

type param struct{ name, value string }

type request struct {
	method, scheme, host, path string
	params                     []param
	header                     []param
}

// A maker is how a text is made. The zero value is filled in by fix.
type maker struct {
	inner   func(string) string // encodes names and values
	outer   func(string) string // encodes the parts of a base string
	path    func(string) string // encodes a path of a canonical request
	less    func(m *maker, x, y param) bool
	port    bool
	bare    bool // no '=' without a value
	without int  // parameters left out
	method  func(string) string
}

func strict(s string) string { return encodeWith(s, "-._~") }

func encodeWith(s, kept string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte(kept, c) >= 0 {
			b.WriteByte(c)
		} else {
			const digits = "0123456789ABCDEF"
			b.Write([]byte{'%', digits[c>>4], digits[c&15]})
		}
	}
	return b.String()
}

func byEncoded(m *maker, x, y param) bool {
	a, b := m.inner(x.name), m.inner(y.name)
	return a < b || a == b && m.inner(x.value) < m.inner(y.value)
}

func correct() *maker {
	return &maker{inner: strict, outer: strict, path: func(s string) string { return encodeWith(s, "-._~/") }, less: byEncoded, method: strings.ToUpper}
}

func (m *maker) query(r request) string {
	params := append([]param{}, r.params[:len(r.params)-m.without]...)
	sort.SliceStable(params, func(i, j int) bool { return m.less(m, params[i], params[j]) })
	var pieces []string
	for _, p := range params {
		piece := m.inner(p.name)
		if p.value != "" || !m.bare {
			piece += "=" + m.inner(p.value)
		}
		pieces = append(pieces, piece)
	}
	return strings.Join(pieces, "&")
}

func (m *maker) host(r request) string {
	if !m.port {
		return r.host
	}
	return r.host + map[string]string{"http": ":80", "https": ":443"}[r.scheme]
}

func (m *maker) base(r request) string {
	return m.method(r.method) + "&" + m.outer(r.scheme+"://"+m.host(r)+strict2(r.path)) + "&" + m.outer(m.query(r))
}

func strict2(path string) string { return encodeWith(path, "-._~/") }

func (m *maker) canonical(r request) string {
	s := m.method(r.method) + "\n" + m.path(r.path) + "\n" + m.query(r) + "\n"
	s += "host:" + m.host(r) + "\n"
	for _, h := range r.header {
		s += h.name + ":" + h.value + "\n"
	}
	s += "\nhost"
	for _, h := range r.header {
		s += ";" + h.name
	}
	return s + "\n" + strings.Repeat("ab", 32)
}

// random returns a request in which every mistake can be made.
func random(rnd *rand.Rand) request {
	pick := func(list ...string) string { return list[rnd.IntN(len(list))] }
	word := func() string {
		s := ""
		for range 1 + rnd.IntN(4) {
			s += pick("a", "Z", "0", "-", ".", "_", "x y", "é", "☃", "b", "/", "%", "q")
		}
		return s
	}
	r := request{
		method: pick("GET", "POST", "PUT"), scheme: pick("http", "https"),
		host: pick("example.com", "api.example.net"),
		path: "/" + word() + "/" + pick("a b", "c~d", "x*y") + "/r s'(t)",
	}
	for range rnd.IntN(6) {
		r.params = append(r.params, param{word(), word()})
	}
	r.params = append(r.params,
		// Where the order depends on what is sorted: '{' comes after all letters.
		param{"k{", "1"}, param{"kk", "2"},
		param{"empty" + word(), ""},
		param{"space", "a b"},
		param{"tilde", "c~d"},
		param{"star", "it's *(here)!"},
		param{"nonce", word()},
	)
	r.header = []param{{"x-amz-date", "20130524T000000Z"}, {"x-other", word()}}
	return r
}

func encodeURIComponent(s string) string { return encodeWith(s, "-._~!'()*") }

func lowerDigits(s string) string {
	u := strict(s)
	var b strings.Builder
	for i := 0; i < len(u); i++ {
		if u[i] == '%' {
			b.WriteString(strings.ToLower(u[i : i+3]))
			i += 2
		} else {
			b.WriteByte(u[i])
		}
	}
	return b.String()
}

// faults are wrong ways to make both kinds of text, by the ID of the mistake.
// What is nil is not possible there.
var faults = []struct {
	id              string
	name            string
	base, canonical func(*maker)
}{
	{mistake.SpaceAsPlus, "QueryEscape", func(m *maker) { m.inner = url.QueryEscape }, func(m *maker) { m.inner = url.QueryEscape }},
	{
		mistake.UnreservedEscaped, "old rawurlencode", func(m *maker) { m.inner = func(s string) string { return encodeWith(s, "-._") } },
		func(m *maker) { m.inner = func(s string) string { return encodeWith(s, "-._") } },
	},
	{mistake.UnreservedEscaped, "only letters and digits, everywhere", func(m *maker) {
		m.inner = func(s string) string { return encodeWith(s, "") }
		m.outer = m.inner
	}, func(m *maker) {
		m.inner = func(s string) string { return encodeWith(s, "") }
		m.path = func(s string) string { return encodeWith(s, "/") }
	}},
	{
		mistake.ReservedUnescaped, "encodeURIComponent", func(m *maker) { m.inner = encodeURIComponent },
		func(m *maker) { m.inner = encodeURIComponent },
	},
	{mistake.ReservedUnescaped, "encodeURIComponent everywhere", func(m *maker) { m.inner, m.outer = encodeURIComponent, encodeURIComponent }, func(m *maker) {
		m.inner = encodeURIComponent
		m.path = func(s string) string { return encodeWith(s, "-._~!'()*/") }
	}},
	{
		mistake.ReservedUnescaped, "star", func(m *maker) { m.inner = func(s string) string { return encodeWith(s, "-._~*") } },
		func(m *maker) { m.path = func(s string) string { return encodeWith(s, "-._~*'/") } },
	},
	{mistake.HexCase, "everywhere", func(m *maker) { m.inner, m.outer = lowerDigits, lowerDigits }, func(m *maker) {
		m.inner = lowerDigits
		m.path = func(s string) string { return strings.ReplaceAll(lowerDigits(s), "%2f", "/") }
	}},
	{mistake.HexCase, "inside", func(m *maker) { m.inner = lowerDigits }, func(m *maker) { m.inner = lowerDigits }},
	{mistake.HexCase, "outside", func(m *maker) { m.outer = lowerDigits }, nil},
	{
		mistake.DoubleEncoding, "parameters", func(m *maker) { m.inner = func(s string) string { return strict(strict(s)) } },
		func(m *maker) { m.inner = func(s string) string { return strict(strict(s)) } },
	},
	{
		mistake.DoubleEncoding, "the whole, or the path", func(m *maker) { m.outer = func(s string) string { return strict(strict(s)) } },
		func(m *maker) {
			m.path = func(s string) string { return encodeWith(encodeWith(s, "-._~/"), "-._~/") }
		},
	},
	{
		mistake.MissingEncoding, "parameters", func(m *maker) { m.inner = func(s string) string { return s } },
		func(m *maker) { m.inner = func(s string) string { return s } },
	},
	{
		mistake.MissingEncoding, "the whole, or the path", func(m *maker) { m.outer = func(s string) string { return s } },
		func(m *maker) { m.path = func(s string) string { return s } },
	},
	{mistake.SortedBeforeEncoding, "by name and value", func(m *maker) { m.less = byPlain }, func(m *maker) { m.less = byPlain }},
	{mistake.MissingEquals, "", func(m *maker) { m.bare = true }, func(m *maker) { m.bare = true }},
	{mistake.SlashEscaped, "path", nil, func(m *maker) { m.path = strict }},
	{
		mistake.SlashUnescaped, "parameters", func(m *maker) { m.inner = func(s string) string { return encodeWith(s, "-._~/") } },
		func(m *maker) { m.inner = func(s string) string { return encodeWith(s, "-._~/") } },
	},
	{mistake.SlashUnescaped, "the whole", func(m *maker) { m.outer = func(s string) string { return encodeWith(s, "-._~/") } }, nil},
	{mistake.DefaultPort, "", func(m *maker) { m.port = true }, func(m *maker) { m.port = true }},
	{mistake.MissingParameter, "one", func(m *maker) { m.without = 1 }, func(m *maker) { m.without = 1 }},
	{mistake.MissingParameter, "several", func(m *maker) { m.without = 3 }, func(m *maker) { m.without = 3 }},
	{mistake.MethodCase, "", func(m *maker) { m.method = strings.ToLower }, func(m *maker) { m.method = strings.ToLower }},
}

func byPlain(_ *maker, x, y param) bool {
	return x.name < y.name || x.name == y.name && x.value < y.value
}

// perFault is how many texts each mistake is made in.
func perFault() int {
	switch {
	case growth.Whole() && !growth.Race:
		return 1000
	case growth.LongAndFast():
		return 80
	}
	return 40
}

// TestEveryMistakeIsNamed makes each mistake in random requests, on either
// side.
func TestEveryMistakeIsNamed(t *testing.T) {
	for _, format := range []Format{BaseString, CanonicalRequest} {
		for i, f := range faults {
			fault, render := f.base, (*maker).base
			if format == CanonicalRequest {
				fault, render = f.canonical, (*maker).canonical
			}
			if fault == nil {
				continue
			}
			t.Run(fmt.Sprintf("%v/%s/%s", format, f.id, f.name), func(t *testing.T) {
				t.Parallel()
				rnd := rand.New(rand.NewPCG(uint64(i), 6))
				made, first := 0, 0
				for tries := 0; made < perFault(); tries++ {
					if tries > 50*perFault() {
						t.Fatalf("only %d requests in which it matters", made)
					}
					r := random(rnd)
					wrong := correct()
					fault(wrong)
					a, b := render(correct(), r), render(wrong, r)
					if a == b {
						continue
					}
					made++
					c := Compare(a, b, format)
					if !check(t, c, a, b, f.id, Second) {
						return
					}
					if c.Mistakes[0].ID == f.id {
						first++
					}
					if made%8 == 0 && !check(t, Compare(b, a, format), b, a, f.id, First) {
						return
					}
				}
				if first < perFault()*9/10 {
					t.Errorf("it is the first of the list only %d times", first)
				}
			})
		}
	}
}

// TestOrderOfSigned: a mistake of order is never one of the text whose parameters are in the
// order of the RFC, whichever text comes first and whatever else differs.
func TestOrderOfSigned(t *testing.T) {
	base := func(params string) string { return "GET&https%3A%2F%2Fh.example%2F&" + strict(params) }
	canonical := func(params string) string {
		return "GET\n/\n" + params + "\nhost:h.example\n\nhost\n" + emptyHash
	}
	for _, tt := range []struct{ name, sorted, other, want string }{ // want "": none is found
		{"as they came", "a=1&b=2", "b=2&a=1", mistake.WrongOrder},
		{"backwards", "a=1&b=2&c=3", "c=3&b=2&a=1", mistake.WrongOrder},
		{"by values, too", "a=1&a=2", "a=2&a=1", mistake.WrongOrder},
		{"before they were encoded", "a=%2A&a=1", "a=1&a=%2A", mistake.WrongOrder},
		{"as name=value", "a=2&a-b=1", "a-b=1&a=2", mistake.SortedAsText},
		{"and a space as +", "a=1&b=x%20y", "b=x+y&a=1", ""},
	} {
		for f, write := range map[Format]func(string) string{BaseString: base, CanonicalRequest: canonical} {
			for _, side := range []Side{First, Second} {
				texts := [2]string{write(tt.sorted), write(tt.sorted)}
				texts[side] = write(tt.other)
				c := Compare(texts[0], texts[1], f)
				found := false
				for _, m := range append(slices.Clone(c.Mistakes), c.Together...) {
					isOrder := m.ID == mistake.WrongOrder || m.ID == mistake.SortedAsText || m.ID == mistake.SortedBeforeEncoding
					if isOrder && m.Side != side {
						t.Errorf("%s, %v: %v has %v", tt.name, f, m.Side, m)
					}
					found = found || m.ID == tt.want && m.Side == side
					if m.ID == mistake.WrongOrder && m.Fix() != "sort the encoded parameters by name, then by value" {
						t.Errorf("%s, %v: %s", tt.name, f, m.Fix())
					}
				}
				if !found && tt.want != "" {
					t.Errorf("%s, %v: no %s of the %v: %v %v", tt.name, f, tt.want, side, c.Mistakes, c.Together)
				}
			}
		}
	}
}

// check fails unless the comparison names the mistake, and every mistake of it
// makes one text of the other.
func check(t *testing.T, c *Comparison, a, b, id string, side Side) bool {
	t.Helper()
	if n := c.Offset; n < 0 || a[:n] != b[:n] || n < len(a) && n < len(b) && a[n] == b[n] {
		t.Errorf("offset %d of\n%q\n%q", n, a, b)
		return false
	}
	found := false
	for _, m := range c.Mistakes {
		right, wrong := a, b
		if m.Side == First {
			right, wrong = b, a
		}
		if m.Apply(right) != wrong {
			t.Errorf("%v does not make\n%q of\n%q", m, wrong, right)
			return false
		}
		found = found || m.ID == id && m.Side == side
	}
	if !found {
		t.Errorf("not named: %v\n%q\n%q", c.Mistakes, a, b)
	}
	return found
}

// TestTwoMistakes makes two at once. No single one explains that.
func TestTwoMistakes(t *testing.T) {
	t.Parallel()
	// What a program that keeps '*' and one that keeps '/' do together is still
	// one wrong set, and a missing encoding swallows what an encoder does.
	oneSet := func(x, y string) bool {
		sets := []string{mistake.ReservedUnescaped, mistake.SlashUnescaped}
		return slices.Contains(sets, x) && slices.Contains(sets, y)
	}
	rnd := rand.New(rand.NewPCG(7, 7))
	made := map[string]int{}
	total, explained := 0, 0
	for range 20 * perFault() {
		format := Format(1 + rnd.IntN(2))
		x, y := faults[rnd.IntN(len(faults))], faults[rnd.IntN(len(faults))]
		fx, fy, render := x.base, y.base, (*maker).base
		if format == CanonicalRequest {
			fx, fy, render = x.canonical, y.canonical, (*maker).canonical
		}
		if fx == nil || fy == nil || x.id == y.id || oneSet(x.id, y.id) {
			continue
		}
		r := random(rnd)
		onlyX, onlyY, both := correct(), correct(), correct()
		fx(onlyX)
		fy(onlyY)
		fx(both)
		fy(both)
		right, a, b, ab := render(correct(), r), render(onlyX, r), render(onlyY, r), render(both, r)
		// Where one replaces the other, or does not matter, there is only one.
		if ab == right || ab == a || ab == b || a == right || b == right {
			continue
		}
		made[x.id+" and "+y.id]++
		c := Compare(right, ab, format)
		// What some function does is one mistake, whatever parts it has.
		c.Mistakes = slices.DeleteFunc(c.Mistakes, func(m Mistake) bool { return m.ID == mistake.WrongFunction || m.ID == mistake.FormEncoding })
		if total++; len(c.Mistakes) == 0 {
			continue
		}
		explained++
		for _, m := range c.Mistakes {
			if m.Side == Second && m.Apply(right) != ab {
				t.Fatalf("%v is not proved", m)
			}
		}
		// A proved explanation is one, even of what was made by two; but none of
		// the two may be claimed.
		for _, m := range c.Mistakes {
			if m.ID == x.id && m.Side == Second || m.ID == y.id && m.Side == Second {
				t.Errorf("%s and %s are explained by %v\n%q\n%q", x.id, y.id, m, right, ab)
				return
			}
		}
	}
	if explained > 0 {
		t.Errorf("%d of %d are explained by one mistake", explained, total)
	}
	if len(made) < 80 && perFault() == 1000 {
		t.Errorf("only %d combinations", len(made))
	}
}

func TestCompare(t *testing.T) {
	const request = "GET\n/a%20b/\na=1&b=%2F\nhost:example.com\nx-amz-date:20130524T000000Z\n\nhost;x-amz-date\nUNSIGNED-PAYLOAD"
	for _, tt := range []struct {
		name          string
		first, second string
		format        Format
		offset        int
		part          string
		want          []string // ID and side of each mistake
	}{
		{"equal", "a", "a", Text, -1, "", nil},
		{"nothing in common", "a=1", "q", Text, 0, "", nil},
		{"prefix", "a%20b", "a%20bc", Text, 5, "", []string{"truncated first"}},
		{"plus", "a=r%20b&c=", "a=r+b&c=", Text, 3, "parameter \"a\"", []string{"space-as-plus second"}},
		{"plus in the first", "a+b", "a%20b", Text, 1, "", []string{"space-as-plus first"}},
		{"plus, raw", "a b", "a+b", Text, 1, "", []string{"space-as-plus second"}},
		{"tilde", "a~b", "a%7Eb", Text, 1, "", []string{"unreserved-escaped second"}},
		{"quote", "a%27b", "a'b", Text, 1, "", []string{"reserved-unescaped second", "reserved-escaped first"}},
		{"slash", "a%2Fb%20", "a/b%20", Text, 1, "", []string{"slash-unescaped second", "slash-escaped first"}},
		{"hex", "%C3%A9", "%c3%a9", Text, 1, "", []string{"hex-case second"}},
		{"one of two", "%C3%A9", "%c3%A9", Text, 1, "", nil},
		{"twice", "a%2520", "a%252520", Text, 5, "", []string{"double-encoding second", "missing-encoding first"}},
		{"port", "https://h/p?q", "https://h:443/p?q", Text, 9, "port", []string{"default-port second"}},
		{"other port", "https://h/", "https://h:80/", Text, 9, "port", nil},
		{"latin1", "a=caf%C3%A9", "a=caf%E9", Text, 6, "parameter \"a\"", []string{"wrong-charset second"}},
		{"mojibake", "caf%C3%A9", "caf%C3%83%C2%A9", Text, 7, "", []string{"double-utf8 second", "wrong-charset first"}},
		{"line end", "a", "a\n", Text, 1, "", []string{"line-end second"}},
		{"path", request, strings.Replace(request, "%20", "%2520", 1), CanonicalRequest, 8, "canonical URI", []string{"double-encoding second", "missing-encoding first"}},
		{"header", request, strings.Replace(strings.Replace(request, "x-amz-date:20130524T000000Z\n", "", 1), ";x-amz-date", "", 1), CanonicalRequest, 39, "header field \"x-amz-date\"", []string{"missing-header second"}},
		{"header case", request, strings.Replace(request, "x-amz-date:", "X-Amz-Date:", 1), CanonicalRequest, 39, "header field \"x-amz-date\"", []string{"header-case second"}},
		{"lines of no canonical request", "GET\n/\n\n\nx", "GET\n/\n\n\ny", CanonicalRequest, 8, "", nil},
		{"payload", request, strings.Replace(request, "UNSIGNED-PAYLOAD", "e3b0", 1), CanonicalRequest, 84, "payload hash", []string{"payload-hash second", "payload-hash first"}},
		{"base, one parameter", "GET&http%3A%2F%2Fh%2F&a%3D%252F%26b%3D%2520", "GET&http%3A%2F%2Fh%2F&a%3D%252F%26b%3D%252520", BaseString, 42, "parameter \"b\"", []string{"double-encoding second", "missing-encoding first"}},
		{"base, plus not decoded", "GET&http%3A%2F%2Fh%2F&a%3D1%25202", "GET&http%3A%2F%2Fh%2F&a%3D1%252B2", BaseString, 31, "parameter \"a\"", []string{"plus-as-literal second", "plus-as-space first"}},
		{"base, another nonce", "GET&http%3A%2F%2Fh%2F&n%3D1", "GET&http%3A%2F%2Fh%2F&n%3D2", BaseString, 26, "parameter \"n\"", nil},
		{"base, path normalized", "GET&http%3A%2F%2Fh%2Fa%2F..%2Fb&", "GET&http%3A%2F%2Fh%2Fb&", BaseString, 21, "base string URI", []string{"path-normalized second"}},
		{"base, host", "GET&http%3A%2F%2Fh%2F&", "GET&http%3A%2F%2FH%2F&", BaseString, 17, "base string URI", []string{"host-case second"}},
		{"base, query", "GET&http%3A%2F%2Fh%2F&a%3D1", "GET&http%3A%2F%2Fh%2F%3Fa%3D1&a%3D1", BaseString, 21, "base string URI", []string{"query-kept second"}},
		{"not a base string", "x", "y", BaseString, 0, "", nil},
		{"order", "b=1&a=2&c=3", "c=3&b=1&a=2", Text, 0, "parameter \"c\"", []string{"wrong-order second"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := Compare(tt.first, tt.second, tt.format)
			var got []string
			for _, m := range c.Mistakes {
				got = append(got, m.ID+" "+m.Side.String())
			}
			if c.Offset != tt.offset || c.Part != tt.part || !slices.Equal(got, tt.want) || c.Equal() != (tt.first == tt.second) {
				t.Errorf("at %d in %q: %q", c.Offset, c.Part, got)
			}
		})
	}
}

func TestMistakeIDs(t *testing.T) {
	for _, id := range MistakeIDs() {
		if Describe(id) == "" || FixFor(id) == "" || id != strings.ToLower(id) {
			t.Errorf("%q", id)
		}
	}
	if Describe("no-such") != "" || FixFor("no-such") != "" {
		t.Error("no-such is described")
	}
}

func TestLongTexts(t *testing.T) {
	long := strings.Repeat("%20", maxCompared)
	if c := Compare(long, strings.ReplaceAll(long, "%20", "+"), Text); c.Offset != 0 || c.Mistakes != nil {
		t.Errorf("%d, %v", c.Offset, c.Mistakes)
	}
}

// FuzzCompare: the offset is that of the first difference, and every mistake is
// proved.
func FuzzCompare(f *testing.F) {
	f.Add("a%20b", "a+b", uint8(0))
	f.Add("GET&http%3A%2F%2Fh%2F&a%3D1", "GET&http%3A%2F%2Fh%3A80%2F&a%3D1", uint8(1))
	f.Add("GET\n/\na=\nhost:h\n\nhost\nx", "GET\n/\na\nhost:h\n\nhost\nx", uint8(2))
	f.Fuzz(func(t *testing.T, a, b string, format uint8) {
		c := Compare(a, b, Format(format%3))
		if c.Equal() != (a == b) {
			t.Fatal("equal?")
		}
		for _, m := range c.Mistakes {
			right, wrong := a, b
			if m.Side == First {
				right, wrong = b, a
			}
			if m.Apply(right) != wrong {
				t.Fatalf("%v", m)
			}
		}
	})
}

// TestALPN: identifiers are compared as they are written (RFC 7639, section 2.2).
func TestALPN(t *testing.T) {
	for _, test := range []struct{ a, b, part, mistake string }{
		{"h2, http%2F1.1", "h2,http%2F1.1", "", ""},
		{"h2,,h3 ", "h2\t, h3", "", ""},
		{"h2, http%2F1.1", "h2, http%2f1.1", "identifier 2", mistake.HexCase},
		{"http%2F1.1", "http/1.1", "identifier 1", mistake.SlashUnescaped},
		{"w%3Dx%3Ay#z", "w=x:y#z", "identifier 1", mistake.ReservedUnescaped},
		{"http%2F1.1", "http%252F1.1", "identifier 1", mistake.DoubleEncoding},
		{"h2", "%682", "identifier 1", mistake.UnreservedEscaped},
		{"h2, h3", "h3, h2", "identifier 1", ""},
		{"h2", "h2, h3", "identifier 2", ""},
		{"h2, http%2F1.1", "h2,http%2f1.1", "identifier 2", mistake.HexCase},
	} {
		c := Compare(test.a, test.b, ALPN)
		mistake := ""
		if len(c.Mistakes) > 0 {
			mistake = c.Mistakes[0].ID
		}
		if same := test.part == ""; c.Equal() != same || (c.Verdict == Identical) != same || c.Part != test.part || test.mistake != "" && mistake != test.mistake {
			t.Errorf("%q and %q: %v at %d, %q, %v", test.a, test.b, c.Verdict, c.Offset, c.Part, c.Mistakes)
		}
	}
}
