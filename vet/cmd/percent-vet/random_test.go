package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// helpers are functions of the module that random functions call.
const helpers = `package main

import (
	"net/url"
	"strings"

	"example.com/p/q"
)

type text string

type conf struct{ A, B string }

type tool struct{}

func (tool) escape(s string) string { return url.QueryEscape(s) }

func (*tool) segment(s string) string { return url.PathEscape(s) }

type encoder interface{ escape(string) string }

var anyTool encoder = tool{}

var escaper = url.QueryEscape

var current string

func escape(s string) string { return url.QueryEscape(s) }

func segmentOf(s string) string {
	s = strings.TrimSpace(s)
	if s == "" {
		return ""
	}
	return url.PathEscape(s)
}

func spaces(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }

func generic[T ~string](s T) string { return url.QueryEscape(string(s)) }

func same[T any](v T) T { return v }

func id(s string) string { return s }

func first(all ...string) string { return all[0] }

func two(s string) (string, error) { return s, nil }

func apply(f func(string) string, s string) string { return f(s) }

func again(s string, n int) string {
	if n == 0 {
		return s
	}
	return again(s, n-1)
}

func either(s string, path bool) string {
	if path {
		return url.PathEscape(s)
	}
	return url.QueryEscape(s)
}

func decode(s string) string {
	v, err := url.QueryUnescape(s)
	if err != nil {
		return s
	}
	return v
}

func withSlash(s string) string { return "/" + s }

func isPath(s string) bool { return strings.HasPrefix(s, "/") }

func isLocal(s string) bool {
	u, err := url.Parse(s)
	return err == nil && u.Host == "" && u.Scheme == ""
}

var _ = []any{conf{}, (*tool).segment, escaper, current, escape, segmentOf, spaces, generic[text], same[int], id, first, two, apply, again, either, decode, withSlash, isPath, isLocal, anyTool, q.Escape}
`

const other = `// Package q has helpers of another package.
package q

import "net/url"

// Escape escapes.
func Escape(s string) string { return url.QueryEscape(s) }

// Segment escapes.
func Segment(s string) string { return url.PathEscape(s) }

// Decode decodes.
func Decode(s string) string {
	v, _ := url.PathUnescape(s)
	return v
}
`

// A made is a random function.
type made struct {
	name   string
	lines  []string
	owner  []int  // of each line: the slot to which it belongs, or -1
	call   string // how the oracle calls it
	slots  []string
	labels []string

	encoders []string // of its values
	free     bool     // that only its fixes are judged: values are encoded before, or go in with others as a query, a path or a URL
}

// A maker makes random functions.
type maker struct {
	r       *rand.Rand
	f       *made
	decoded bool // whether values come from what is decoded
	slot    int  // the lines that are added now belong to it
	n       int  // for names
}

func (m *maker) pick(all ...string) string { return all[m.r.IntN(len(all))] }

func (m *maker) chance(percent int) bool { return m.r.IntN(100) < percent }

// line adds lines of code, in which each %s is the next argument.
func (m *maker) line(format string, args ...any) {
	for _, l := range strings.Split(fmt.Sprintf(format, args...), "\n") {
		m.f.lines = append(m.f.lines, l)
		m.f.owner = append(m.f.owner, m.slot)
	}
}

func (m *maker) label(s string) { m.f.labels = append(m.f.labels, s) }

func (m *maker) name(prefix string) string {
	m.n++
	return prefix + strconv.Itoa(m.n)
}

// choose picks one of the forms and notes which.
func (m *maker) choose(kind string, forms ...string) string {
	s := m.pick(forms...)
	m.label(kind + ": " + s)
	return s
}

// sources are the kinds of functions: parameters, how the oracle calls them, and what
// gives the first and the second value.
var sources = []struct{ parameters, call, a, b string }{
	{"(a, b string) string", "%s(a, b)", "a", "b"},
	{"(a, b string) string", "%s(a, b)", "a", "b"},
	{"(w http.ResponseWriter, r *http.Request) string", "%s(httptest.NewRecorder(), requestOf(a, b))", `r.FormValue("a")|r.URL.Query().Get("a")|r.PostFormValue("a")|r.URL.Query()["a"][0]|r.PathValue("a")|r.URL.Path[1:]|strings.TrimPrefix(r.URL.Path, "/")|fmt.Sprint(r.FormValue("a"))`, `r.FormValue("b")|r.URL.Query().Get("b")|r.PathValue("b")`},
	{"(w http.ResponseWriter, r *http.Request) string", "%s(httptest.NewRecorder(), requestOf(a, b))", `r.FormValue("a")|r.URL.Query().Get("a")|r.PathValue("a")`, `r.PostFormValue("b")|r.URL.Query().Get("b")`},
	{"(c *conf) string", "%s(&conf{a, b})", "c.A", "c.B"},
	{"(c conf) string", "%s(conf{a, b})", "c.A", "c.B"},
	{"(values map[string]string) string", `%s(map[string]string{"a": a, "b": b})`, `values["a"]`, `values["b"]`},
	{"(a, b []byte) string", "%s([]byte(a), []byte(b))", "string(a)", "string(b)"},
	{"(a, b text) string", "%s(text(a), text(b))", "string(a)", "string(b)"},
	{"[T ~string](a, b T) string", "%s(text(a), text(b))", "string(a)", "string(b)"},
	{"(all ...string) string", "%s(a, b)", "all[0]", "all[1]"},
	{"(u *url.URL) string", "%s(urlOf(a, b))", `u.Query().Get("a")|u.User.Username()|u.Path[1:]`, `u.Query().Get("b")|u.Fragment`},
	{"(form url.Values) string", `%s(url.Values{"a": {a}, "b": {b}})`, `form.Get("a")|form["a"][0]`, `form.Get("b")`},
}

// function makes a function whose values go through encoders to places of a URL.
func (m *maker) function(name string) *made {
	m.f = &made{name: name}
	m.n = 0
	m.slot = -1
	switch m.r.IntN(20) {
	case 0:
		m.redirect()
	case 1:
		m.reads()
	case 2:
		m.guards()
	default:
		m.writes()
	}
	m.slot = -1
	m.line("}")
	return m.f
}

// writes is for values that are written.
func (m *maker) writes() {
	s := sources[m.r.IntN(len(sources))]
	m.label("source: " + s.parameters)
	m.line("func %s%s {", m.f.name, s.parameters)
	m.f.call = fmt.Sprintf(s.call, m.f.name)
	m.decoded = strings.Contains(s.parameters, "http.") || strings.Contains(s.parameters, "url.")
	m.slot = 0
	a := m.choose("value", strings.Split(s.a, "|")...)
	m.flow(&a, 30)
	m.slot = 1
	b := m.choose("value", strings.Split(s.b, "|")...)
	m.flow(&b, 30)
	m.place(a, b)
}

// encoders are ways to encode, right and wrong, without and with an error.
var (
	forQuery = []string{"url.QueryEscape(%s)", "url.QueryEscape(%s)", "escape(%s)", "q.Escape(%s)", "tool{}.escape(%s)", "generic(text(%s))", "generic(%s)", "escaper(%s)", "apply(url.QueryEscape, %s)", "func(s string) string { return url.QueryEscape(s) }(%s)", "anyTool.escape(%s)", "either(%s, false)", "spaces(%s)", "template.URLQueryEscaper(%s)", "apply(func(s string) string { return url.QueryEscape(id(s)) }, %s)", "string([]byte(url.QueryEscape(%s)))", `strings.ReplaceAll(url.QueryEscape(%s), "+", "%%20")`}
	forPath  = []string{"url.PathEscape(%s)", "url.PathEscape(%s)", "segmentOf(%s)", "q.Segment(%s)", "new(tool).segment(%s)", "either(%s, true)", "spaces(%s)", `strings.ReplaceAll(url.QueryEscape(%s), "+", "%%20")`}
	forUser  = []string{"spaces(%s)", `strings.ReplaceAll(url.QueryEscape(%s), "+", "%%20")`, "percent.RFC3986.Encode(%s)"}
	noneOf   = []string{"%s", "%s", "id(%s)", "strings.TrimSpace(%s)", "string(text(%s))"}
	wrongOf  = []string{
		"%s", "url.QueryEscape(%s)", "url.PathEscape(%s)", "url.QueryEscape(url.QueryEscape(%s))", "url.PathEscape(url.QueryEscape(%s))", "url.QueryEscape(escape(%s))",
		`strings.Replace(url.QueryEscape(%s), "+", "%%20", 1)`, `url.QueryEscape(strings.ReplaceAll(%s, " ", "%%20"))`, `url.QueryEscape(strings.ReplaceAll(%s, " ", "+"))`,
		`strings.ReplaceAll(url.PathEscape(%s), "%%20", "+")`, "decode(%s)", "q.Decode(%s)", "url.QueryEscape(decode(%s))", `url.QueryEscape(strings.ReplaceAll(%s, "+", " "))`, "DECODE",
	}
)

// encode puts a value into an encoder that is right for a place, or into any.
func (m *maker) encode(v string, right []string) string {
	form := m.pick(right...)
	if m.chance(45) {
		form = m.pick(append(slices.Concat(forQuery, forPath), wrongOf...)...)
	}
	if (strings.Contains(strings.ToLower(form), "decode") || strings.Contains(form, `"+", " "`)) && !m.decoded {
		form = m.pick(right...) // a parameter may well be encoded
	}
	m.f.encoders = append(m.f.encoders, form)
	if m.chance(8) { // encoded before, somewhere else
		m.f.free = true
		v = fmt.Sprintf(m.pick(slices.Concat(forQuery, forPath)...), v)
		m.flow(&v, 100-100/len(ways))
	}
	if form == "DECODE" {
		x := m.name("x")
		f := m.pick("url.QueryUnescape", "url.PathUnescape")
		switch m.r.IntN(4) {
		case 0:
			m.line("%s, _ := %s(%s)", x, f, v)
		case 1:
			m.line("%s, err := %s(%s)\nif err != nil {\npanic(refuse())\n}", x, f, v)
		case 2:
			m.line("%s, err := %s(%s)\nif err != nil {\npanic(err)\n}", x, f, v)
			m.f.lines[len(m.f.lines)-2] = "refuse()"
		default:
			m.line("%s := %s\nif y, err := %s(%s); err == nil {\n%s = y\n}", x, v, f, v, x)
		}
		v = x
	} else {
		v = fmt.Sprintf(form, v)
	}
	m.flow(&v, 40)
	return v
}

// flow takes a value on a way through variables, fields and functions, by chance.
func (m *maker) flow(v *string, percent int) {
	for n := 0; n < 4 && m.chance(percent); n++ {
		x, e := m.name("x"), *v
		way := m.r.IntN(len(ways))
		m.label("way: " + ways[way])
		way1 := strings.ReplaceAll(strings.ReplaceAll(ways[way], "X", x), "E", e)
		if expression, ok := strings.CutPrefix(way1, "="); ok {
			*v = expression
			continue
		}
		for i := range 3 {
			way1 = strings.ReplaceAll(way1, "T"+strconv.Itoa(i), m.name("t"))
		}
		m.line("%s", way1)
		*v = x
	}
}

// ways take the value E into the variable X, or are an expression.
var ways = []string{
	"X := E",
	"var X string\nX = E",
	"X := \"\"\nif len(os.Args) > 0 {\nX = E\n} else {\nX = E\n}",
	"X := \"\"\nif len(os.Args) > 0 {\nX = E\n}",
	"X := \"\"\nfor range 1 {\nX = E\n}",
	"X := \"\"\nfor T0 := 0; T0 < 2; T0++ {\nif T0 == 1 {\nX = E\n}\n}",
	"X := func() string { return E }()",
	"X := \"\"\nfunc() { X = E }()",
	"X := func() (T0 string) {\ndefer func() { T0 = E }()\nreturn \"\"\n}()",
	"X := func() (T0 string) {\ndefer func() { _ = recover() }()\nT0 = E\nreturn\n}()",
	"T0 := struct{ s string }{E}\nX := T0.s",
	"T0 := &conf{A: E}\nX := T0.A",
	"T0 := map[string]string{\"k\": E}\nX := T0[\"k\"]",
	"T0 := map[string]string{}\nT0[\"k\"] = E\nX, T1 := T0[\"k\"]\n_ = T1",
	"T0 := []string{E}\nX := T0[0]",
	"T0 := append([]string(nil), E)\nX := T0[len(T0)-1]",
	"var X string\nfor _, X = range []string{E} {\n}",
	"T0 := make(chan string, 1)\nT0 <- E\nX := <-T0",
	"var T0 any = E\nX, _ := T0.(string)",
	"var T0 any = E\nX := \"\"\nswitch T1 := T0.(type) {\ncase string:\nX = T1\n}",
	"T0 := new(string)\n*T0 = E\nX := *T0",
	"var T0 strings.Builder\nT0.WriteString(E)\nX := T0.String()",
	"var T0 bytes.Buffer\nfmt.Fprintf(&T0, \"%s\", E)\nX := T0.String()",
	"current = E\nX := current",
	"X, T0 := two(E)\nif T0 != nil {\npanic(refuse())\n}",
	"X := \"\"\nX += E",
	"goto T0\nT0:\nX := E",
	"T0 := E\nX := T0\nT0 = \"\"\n_ = T0",
	"X := \"\"\nselect {\ndefault:\nX = E\n}",
	"X := \"\"\nswitch {\ncase len(os.Args) == 0:\nX = \"x\"\ndefault:\nX = E\n}",
	"T0 := [2]string{E, \"\"}\nX := T0[0]",
	"T0 := id\nX := T0(E)",
	"X := \"\"\nT0 := make(chan bool)\ngo func() {\nX = E\nclose(T0)\n}()\n<-T0",
	"T0 := func(s string) (string, string) { return s, \"\" }\nX, _ := T0(E)",
	"=id(E)", "=same(E)", "=same[string](E)", "=first(E)", "=first([]string{E}...)", "=string([]byte(E))", "=string(text(E))", "=strings.TrimSpace(E)", "=strings.ToLower(E)", "=fmt.Sprint(E)", "=fmt.Sprintf(\"%s\", E)", "=fmt.Sprintf(\"%v\", E)", "=again(E, 2)", "=strings.Clone(E)", "=(E)", "=apply(id, E)", "=func(s string) string { return s }(E)", "=strings.Join([]string{E}, \"\")",
}

func (m *maker) reading(slots ...string) { m.f.slots = slots }

// place puts two values into a URL, and says how they are read there.
func (m *maker) place(a, b string) {
	both := func(forA, forB []string) {
		m.slot = 0
		a = m.encode(a, forA)
		m.slot = 1
		b = m.encode(b, forB)
		m.slot = -1
	}
	slotOf := func(read string) string { return "{" + read + ", plain, ordinary}" }
	n := m.r.IntN(27)
	m.label("place: " + strconv.Itoa(n))
	switch n {
	case 0:
		both(forPath, forQuery)
		m.line(`return "https://h.example/users/" + %s + "?q=" + %s`, a, b)
		m.reading(slotOf("segment(1, 2)"), slotOf(`query("q")`))
	case 1:
		both(forPath, forQuery)
		m.line(`base := "https://h.example"`)
		m.line(`return fmt.Sprintf("%%s/users/%%s/x?n=%%d&q=%%s&z=1", base, %s, 1, %s)`, a, b)
		m.reading(slotOf("segment(1, 3)"), slotOf(`query("q")`))
	case 2:
		both(forUser, forUser)
		m.line(`return "postgres://" + %s + ":" + %s + "@h.example/db"`, a, b)
		m.reading(slotOf("user"), slotOf("password"))
	case 3:
		both(forUser, forUser)
		m.line(`return fmt.Sprintf("amqp://%%s:%%s@%%s/", %s, %s, "h.example")`, a, b)
		m.reading(slotOf("user"), slotOf("password"))
	case 4:
		both(forPath, forPath)
		m.line(`return strings.Join([]string{"https://h.example", "a", %s, %s}, "/")`, a, b)
		m.reading(slotOf("segment(1, 3)"), slotOf("segment(2, 3)"))
	case 5:
		both(noneOf, forQuery)
		m.line("address := url.URL{Scheme: \"https\", Host: \"h.example\"}\naddress.Path = \"/x/\" + %s\naddress.RawQuery = \"q=\" + %s\nreturn address.String()", a, b)
		m.reading(slotOf(`path("/x/")`), slotOf(`query("q")`))
	case 6:
		both(noneOf, noneOf)
		m.line("values1 := url.Values{}\nvalues1.Set(\"k\", %s)\nvalues1.Add(\"l\", %s)\nreturn \"https://h.example/?\" + values1.Encode()", a, b)
		m.reading(slotOf(`query("k")`), slotOf(`query("l")`))
	case 7:
		both(noneOf, noneOf)
		m.line("values1 := url.Values{\"k\": {%s}}\nvalues1[\"l\"] = []string{%s}\nreturn values1.Encode()", a, b)
		m.reading(slotOf(`form("k")`), slotOf(`form("l")`))
	case 8:
		both(noneOf, noneOf)
		m.line("address := &url.URL{Scheme: \"https\", Host: \"h.example\", User: url.UserPassword(%s, %s)}\nreturn address.String()", a, b)
		m.reading(slotOf("user"), slotOf("password"))
	case 9:
		both(noneOf, noneOf)
		m.line("address, err := url.Parse(\"https://h.example/\")\nif err != nil {\npanic(refuse())\n}\naddress.Path += %s\naddress.Fragment = %s\nreturn address.String()", a, b)
		m.reading(slotOf(`path("/")`), slotOf("fragment"))
	case 10:
		both(forPath, forPath)
		m.line("address, _ := url.Parse(\"https://h.example/base\")\nreturn address.JoinPath(\"x\", %s, %s).String()", a, b)
		m.reading(`{segment(2, 4), plain, whole}`, `{segment(3, 4), plain, whole}`)
	case 11:
		both(forPath, forQuery)
		m.line("req, err := http.NewRequest(http.MethodGet, \"https://h.example/x/\"+%s+\"?y=\"+%s, nil)\nif err != nil {\npanic(refuse())\n}\nreturn req.URL.String()", a, b)
		m.reading(slotOf("segment(1, 2)"), slotOf(`query("y")`))
	case 12:
		both(forPath, forQuery)
		m.line("var url1 strings.Builder\nurl1.WriteString(\"https://h.example/x/\")\nurl1.WriteString(%s)\nurl1.WriteString(\"?q=\" + %s)\nreturn url1.String()", a, b)
		m.reading(slotOf("segment(1, 2)"), slotOf(`query("q")`))
	case 13:
		both(forPath, forPath)
		m.line("return strings.NewReplacer(\"{a}\", %s).Replace(strings.ReplaceAll(\"/users/{a}/{b}\", \"{b}\", %s))", a, b)
		m.reading(slotOf("segment(1, 3)"), slotOf("segment(2, 3)"))
	case 14:
		m.slot = 0
		a = m.encode(a, forUser)
		m.line("_ = %s\nreturn \"attachment; filename*=UTF-8''\" + %s", b, a)
		m.reading(slotOf("parameter"))
	case 15:
		both(forQuery, forQuery)
		m.line("return \"https://h.example/?q=\" + %s + \"&u=\" + url.QueryEscape(\"https://g.example/?p=\" + %s)", a, b)
		m.reading(slotOf(`query("q")`), slotOf(`nested("u", "p")`))
	case 16:
		both(forQuery, forQuery)
		m.line("s := \"https://h.example/\"\ns += \"?a=\" + %s\ns += \"&b=\" + %s\nreturn s", a, b)
		m.reading(slotOf(`query("a")`), slotOf(`query("b")`))
	case 17:
		both(forQuery, forQuery)
		m.line("parts := []string{\"a=\" + %s}\nparts = append(parts, \"b=\"+%s)\nreturn \"https://h.example/?\" + strings.Join(parts, \"&\")", a, b)
		m.reading(slotOf(`query("a")`), slotOf(`query("b")`))
	case 18:
		both(forPath, forQuery)
		m.line("path := withSlash(%s)\nif len(os.Args) > 100 {\npath = \"/x\"\n}\nreturn \"https://h.example\" + path + \"?b=\" + %s", a, b)
		m.reading(slotOf("segment(0, 1)"), slotOf(`query("b")`))
	case 19:
		// Compared after encoding.
		both(forQuery, forQuery)
		m.line("return fmt.Sprint(%s == %s)", a, b)
		m.f.call = strings.ReplaceAll(m.f.call, "(a, b)", "(a, a)")
		m.f.call = strings.NewReplacer("{a, b}", "{a, a}", "(a), []byte(b)", "(a), []byte(a)", "(a), text(b)", "(a), text(a)", `"b": b`, `"b": a`, `"b": {b}`, `"b": {a}`).Replace(m.f.call)
		m.reading("{identity, yes, ordinary}")
	case 20:
		both(forUser, forUser)
		m.line("return \"GET\\nk=\" + %s + \"\\nAWS4-HMAC-SHA256\\n\" + %s", a, b)
		m.reading(slotOf("signed"), slotOf("rest"))
	case 21:
		both(forPath, forQuery)
		m.line("s := fmt.Sprintf(\"https://h.example/%%s\", %s)\nif true {\ns = fmt.Sprintf(\"%%s?x=%%s\", s, %s)\n}\nreturn s", a, b)
		m.reading(slotOf("segment(0, 1)"), slotOf(`query("x")`))
	case 22:
		both(forQuery, forQuery)
		m.line("return \"/?q=\" + func() string { return %s }() + \"&r=\" + string([]byte(%s))", a, b)
		m.reading(slotOf(`query("q")`), slotOf(`query("r")`))
	case 23:
		both(forQuery, forQuery)
		m.line("out := []byte(\"https://h.example/?q=\")\nout = append(out, %s...)\nout = append(out, \"&r=\"...)\nout = append(out, %s...)\nreturn string(out)", a, b)
		m.reading(slotOf(`query("q")`), slotOf(`query("r")`))
	case 24: // a query as a whole
		m.slot = 0
		whole := m.pick("url.Values{\"q\": {%s}, \"r\": {\"x\"}}.Encode()", "\"r=x&q=\" + url.QueryEscape(%s)", "string([]byte(\"q=\" + url.QueryEscape(%s)))")
		v := fmt.Sprintf(whole, a)
		m.flow(&v, 50)
		form := m.pick("%s", "url.PathEscape(%s)", "url.PathEscape(%s)", "strings.ReplaceAll(url.PathEscape(%s), \"%%20\", \"+\")", "url.QueryEscape(%s)")
		m.f.free = true
		m.line("_ = %s\nreturn \"https://h.example/?\" + %s", b, fmt.Sprintf(form, v))
		m.reading(slotOf(`query("q")`))
	case 25: // a query, a path and a URL of a URL
		m.slot = 0
		v := m.pick("address.RawQuery", "address.RequestURI()", "address.EscapedPath()", "address.String()", "address.Path")
		m.line("address := url.URL{Scheme: \"https\", Host: \"h.example\", Path: \"/\" + %s, RawQuery: url.Values{\"q\": {%s}}.Encode()}\n_ = %s", a, a, b)
		m.flow(&v, 30)
		m.f.free = true
		m.line("return \"https://h.example/%s\" + %s", m.pick("?", "?next=", "?a=b&", "", "x/"), fmt.Sprintf(m.pick("%s", "url.PathEscape(%s)", "url.QueryEscape(%s)"), v))
		m.reading(slotOf(m.pick(`query("q")`, `path("/")`, `query("next")`, `path("/x/")`)))
	default:
		both(forPath, forQuery)
		m.line("s, err := url.JoinPath(\"https://h.example/x\", %s)\nif err != nil {\npanic(refuse())\n}\nreturn s + \"?b=\" + %s", a, b)
		m.reading(`{segment(1, 2), plain, whole}`, slotOf(`query("b")`))
	}
}

// handler begins a function that is given a request.
func (m *maker) handler(request string) {
	m.line("func %s(w http.ResponseWriter, r *http.Request) string {", m.f.name)
	m.f.call = fmt.Sprintf("%s(httptest.NewRecorder(), %s)", m.f.name, request)
	m.slot = 0
}

// reads is for what is read from a request.
func (m *maker) reads() {
	n := m.r.IntN(9)
	m.label("reads: " + strconv.Itoa(n))
	request := "requestOf(a, b)"
	if n == 5 {
		request = `httptest.NewRequest("GET", "/api/" + url.PathEscape(a) + "/x", nil)`
	}
	m.handler(request)
	decode := func(v string) string {
		x := m.name("x")
		f := m.pick("url.PathUnescape", "url.QueryUnescape")
		switch m.r.IntN(3) {
		case 0:
			m.line("%s, _ := %s(%s)", x, f, v)
		case 1:
			m.line("%s, err := %s(%s)\nif err != nil {\npanic(refuse())\n}", x, f, v)
		default:
			return v
		}
		return x
	}
	read := "{identity, plain, ordinary}"
	var v string
	switch n {
	case 0: // the whole path
		v = m.choose("value", "r.URL.EscapedPath()", "r.URL.Path", "r.URL.EscapedPath()")
		m.flow(&v, 30)
		for e := v; v == e; {
			v = decode(v)
		}
		read = "{identity, slashed, ordinary}"
	case 1: // a segment
		x := m.choose("value", "r.URL.EscapedPath()", "r.URL.Path")
		m.flow(&x, 20)
		m.line("all := strings.Split(%s, \"/\")\nif len(all) != 2 {\npanic(refuse())\n}", x)
		for v = "all[1]"; v == "all[1]" && x != "r.URL.Path"; {
			v = decode(v)
		}
	case 2: // a query by hand
		m.line("v := \"\"\nfor _, pair := range strings.Split(r.URL.RawQuery, \"&\") {\nname, value, _ := strings.Cut(pair, \"=\")")
		m.line("if name == \"a\" {")
		m.line("v = %s\n}\n}", m.pick("value", "decode(value)", "func() string { s, _ := url.QueryUnescape(value); return s }()"))
		v = "v"
	case 3:
		v = m.choose("value", `r.FormValue("a")`, `r.URL.Query().Get("a")`, `r.PathValue("a")`, "strings.TrimPrefix(r.URL.Path, \"/\")", `r.PostFormValue("a")`)
		m.flow(&v, 40)
		v = decode(v)
		m.flow(&v, 40)
	case 4: // the host
		v = m.choose("value", "r.URL.Host", "r.Host")
		m.flow(&v, 20)
		read = "{identity, host, ordinary}"
	case 5: // a prefix goes, and the path is forwarded
		if m.chance(30) {
			m.line("r.URL.RawPath = strings.TrimPrefix(r.URL.RawPath, \"/api\")")
		}
		m.line("%s", m.pick("r.URL.Path = strings.TrimPrefix(r.URL.Path, \"/api\")", "p := strings.TrimPrefix(r.URL.Path, \"/api\")\nr.URL.Path = p", "u := r.URL\nu.Path = u.Path[4:]"))
		v = "r.URL.EscapedPath()"
		read = "{identity, sentAs, ordinary}"
	case 6: // a "+" that is data
		v = fmt.Sprintf(m.pick(`strings.ReplaceAll(%s, "+", " ")`, `strings.ReplaceAll(%s, " ", " ")`), m.pick(`r.FormValue("a")`, `r.URL.Query().Get("a")`, "decode(url.QueryEscape(r.FormValue(\"a\")))"))
	case 7:
		v = m.pick(`decode(url.QueryEscape(r.FormValue("a")))`, `q.Decode(url.PathEscape(r.FormValue("a")))`, `decode(url.PathEscape(r.FormValue("a")))`)
	default:
		m.line("password, _ := urlOf(a, b).User.Password()")
		m.f.lines[len(m.f.lines)-1] = `u := &url.URL{User: url.UserPassword("u", r.FormValue("a"))}`
		m.line("_, v, _ := strings.Cut(u.User.String(), \":\")")
		for v = "v"; v == "v"; {
			v = decode(v)
		}
	}
	m.line("return %s", v)
	m.reading(read)
}

// guards is for a URL whose host is checked before it is requested.
func (m *maker) guards() {
	m.line("func %s(s string) string {", m.f.name)
	m.f.call = m.f.name + "(a)"
	m.slot = 0
	m.line("%s", m.choose("guard",
		"if !strings.HasPrefix(s, \"https://good.example\") {\npanic(refuse())\n}",
		"if !strings.HasPrefix(s, \"https://good.example/\") {\npanic(refuse())\n}",
		"if u, err := url.Parse(s); err != nil || u.Host != \"good.example\" {\npanic(refuse())\n}",
		"if !strings.HasPrefix(strings.TrimPrefix(s, \"https://\"), \"good.example/\") {\npanic(refuse())\n}",
		"switch {\ncase strings.HasPrefix(s, \"https://good.example:\"):\ndefault:\npanic(refuse())\n}",
	))
	m.line("return s")
	m.reading("{reached, good, hosts}")
}

// redirect is for a target that is checked before a browser is sent there.
func (m *maker) redirect() {
	m.line("func %s(w http.ResponseWriter, r *http.Request) {", m.f.name)
	m.f.call = "location(" + m.f.name + ", a, b)"
	m.slot = 0
	next := m.choose("value", `r.FormValue("a")`, `r.URL.Query().Get("a")`)
	m.flow(&next, 15)
	m.line("next := %s", next)
	tests := []string{
		`strings.HasPrefix(next, "/")`, `len(next) > 0 && next[0] == '/'`, `!strings.HasPrefix(next, "//")`, `!strings.HasPrefix(next, "/\\")`, `!strings.Contains(next, "\\")`,
		`isLocal(next)`, `isPath(next)`, `(len(next) < 2 || next[1] != '/' && next[1] != '\\')`, `!strings.ContainsAny(next, "\\\n")`, `!strings.HasPrefix(next, "https:")`,
	}
	var all []string
	for range 1 + m.r.IntN(3) {
		all = append(all, m.choose("test", tests...))
	}
	condition := strings.Join(all, " && ")
	send := m.pick("http.Redirect(w, r, next, http.StatusFound)", "w.Header().Set(\"Location\", next)", "http.Redirect(w, r, next, 302)")
	switch m.r.IntN(4) {
	case 0:
		m.line("if %s {\n%s\n}", condition, send)
	case 1:
		m.line("if !(%s) {\nnext = \"/\"\n}\n%s", condition, send)
	case 2:
		m.line("if !(%s) {\nhttp.Error(w, \"\", 400)\nreturn\n}\n%s", condition, send)
	default:
		m.line("ok := %s\nif !ok {\nreturn\n}\n%s", condition, send)
	}
	m.reading("{landing, here, targets}")
}

// A package has random functions, and where each of them stands.
type random struct {
	functions []*made
	text      string
	first     map[string]int // the line on which a function begins
	driver    string
}

func makeRandom(t *testing.T, seed uint64, count int) *random {
	t.Helper()
	m := &maker{r: rand.New(rand.NewPCG(seed, 31))}
	p := &random{first: map[string]int{}}
	var table strings.Builder
	for n := range count {
		f := m.function("f" + strconv.Itoa(n))
		p.functions = append(p.functions, f)
		fmt.Fprintf(&table, "\t%q: {func(a, b string) string { return %s }, []slot{%s}},\n", f.name, f.call, strings.Join(f.slots, ", "))
	}
	p.text = p.assemble()
	p.driver = strings.Replace(read(t, "testdata/oracle.go.txt"), "\t// The functions.\n", table.String(), 1)
	return p
}

// assemble returns the file with the functions.
func (p *random) assemble() string {
	text := []string{"package main", "", "import ("}
	for _, i := range []string{"bytes", "fmt", "html/template", "net/http", "net/url", "os", "strings", "example.com/p/q", "github.com/pct-encoded/percent"} {
		text = append(text, "\t"+strconv.Quote(i))
	}
	text = append(text, ")", "", "var _ = []any{bytes.Clone, fmt.Sprint, template.New, http.Error, url.Parse, os.Exit, strings.Split, q.Escape, percent.RFC3986}", "")
	for _, f := range p.functions {
		p.first[f.name] = len(text) + 1
		text = append(append(text, f.lines...), "")
	}
	return strings.Join(text, "\n")
}

// A fate is what became of a value.
type fate struct {
	Value, Want, Got string
	Refused          bool
}

func (f fate) lost() bool { return f.Refused || f.Got != f.Want }

// run runs the functions.
func (p *random) run(t *testing.T) map[string][][]fate {
	t.Helper()
	cmd := exec.Command("go", "run", ".")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, errs.String()[:min(errs.Len(), 3000)])
	}
	var all map[string][][]fate
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return all
}

// findings runs percent-vet and returns what it says of each function.
func findings(t *testing.T, args ...string) map[string][]record {
	t.Helper()
	var out, errs bytes.Buffer
	if status := run(append(args, "--rules", "all", "--json"), &out, &errs); status != statusFindings {
		t.Fatalf("status %d\n%s", status, &errs)
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "p.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]record{}
	for d := json.NewDecoder(&out); d.More(); {
		var r record
		if err := d.Decode(&r); err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && r.Source == "p.go" && set.Position(f.Pos()).Line <= r.Line && r.Line <= set.Position(f.End()).Line {
				all[f.Name.Name] = append(all[f.Name.Name], r)
			}
		}
	}
	return all
}

// says is the part of a message about a value.
var says = regexp.MustCompile(`("(?:[^"\\]|\\.)*") (?:(?:arrives|is signed) as ("(?:[^"\\]|\\.)*")|is refused)$`)

// limits are what the analyzer does not follow: channels, variables of the package,
// interfaces, functions that call themselves or choose between encoders.
var limits = []string{"make(chan string", "current", "anyTool", "again(", "either("}

// limited says why a mistake may go unnoticed.
func (f *made) limited(slot int) bool {
	if f.free {
		return true // not every such mistake is one of the rules
	}
	all := strings.Join(f.lines, "\n")
	for _, l := range limits {
		if strings.Contains(all, l) {
			return true
		}
	}
	switch {
	case strings.HasPrefix(f.call, "location("):
		// Without any check for a local path, or with a search for backslashes, the
		// mistake is another.
		return strings.Contains(all, `\\`) || !slices.ContainsFunc([]string{"test: strings.HasPrefix(next, \"/\")", "test: len(next) > 0 && next[0] == '/'", "test: isLocal(next)", "test: isPath(next)"},
			func(test string) bool { return slices.Contains(f.labels, test) })
	case f.encoders != nil:
		// What is not encoded at all is reported only where it comes from a parameter
		// or a request.
		return slices.Contains(noneOf, f.encoders[min(slot, len(f.encoders)-1)]) || len(f.slots) < len(f.encoders) && slices.ContainsFunc(f.encoders, func(e string) bool { return slices.Contains(noneOf, e) })
	}
	return false
}

// TestRandom compares what percent-vet says of random functions with what they do with
// values that break URLs: before and after its fixes.
func TestRandom(t *testing.T) {
	seed, count := uint64(1), 150
	if os.Getenv("PERCENT_LONG") != "" {
		seed, count = uint64(time.Now().UnixNano()), 3000
	}
	for _, set := range []struct {
		name string
		to   func(n uint64)
	}{{"SEED", func(n uint64) { seed = n }}, {"COUNT", func(n uint64) { count = int(n) }}} {
		if n, err := strconv.ParseUint(os.Getenv("PERCENT_VET_"+set.name), 10, 64); err == nil {
			set.to(n)
		}
	}
	t.Logf("PERCENT_VET_SEED=%d PERCENT_VET_COUNT=%d", seed, count)
	p := makeRandom(t, seed, count)
	module(t, map[string]string{"p.go": p.text, "helpers.go": helpers, "driver.go": p.driver, "q/q.go": other})
	before := p.run(t)
	found := findings(t)
	left := findings(t, "--fix")
	after := p.run(t)
	fixed := bodies(t, "p.go")
	if got := read(t, "helpers.go"); got != helpers {
		t.Errorf("helpers.go changed:\n%s", got)
	}
	broken, seen := 0, 0
	for _, f := range p.functions {
		show := func(what string, r record, slot int) {
			t.Errorf("%s of value %d: line %d: %s: %s\n%s\nfixed:\n%s\nwas %v\nis %v", what, slot, r.Line-p.first[f.name], r.Rule, r.Message, strings.Join(f.lines, "\n"), fixed[f.name], lostOf(before[f.name]), lostOf(after[f.name]))
		}
		all := found[f.name]
		for _, r := range all {
			slot := p.owner(f, r)
			if f.judges(r) && !anyLost(before[f.name], slot) {
				show("false finding", r, slot)
			}
			if len(all) == 1 && !f.limited(max(slot, 0)) && f.judges(record{}) {
				p.checkMessage(r, slot, before[f.name], show)
			}
		}
		for slot, fates := range before[f.name] {
			if !slices.ContainsFunc(fates, fate.lost) {
				continue
			}
			is := slices.ContainsFunc(all, func(r record) bool { o := p.owner(f, r); return o == slot || o < 0 })
			if is {
				seen++
			}
			if is || !f.limited(slot) {
				broken++
			}
			if !is && !f.limited(slot) {
				show("missed", record{}, slot)
			}
		}
		p.checkFixes(f, all, left[f.name], before[f.name], after[f.name], fixed[f.name], show)
	}
	t.Logf("%d values are lost, of which %d are reported", broken, seen)
}

// owner returns the value that a finding is about, or -1 if it may be either.
func (p *random) owner(f *made, r record) int {
	if len(f.slots) == 1 {
		return 0
	}
	return f.owner[r.Line-p.first[f.name]]
}

// judges says whether the oracle can tell if a finding is right.
func (f *made) judges(r record) bool {
	// Texts that are encoded twice may well be equal, and no value is a dot segment.
	return r.Rule != "dot-segment" && !f.free && !slices.Contains(f.labels, "place: 19") || r.Rule == "compared-encodings"
}

func anyLost(all [][]fate, slot int) bool {
	for i, fates := range all {
		if (slot < 0 || slot == i) && slices.ContainsFunc(fates, fate.lost) {
			return true
		}
	}
	return false
}

// decodes is for functions that decode a value.
var decodes = regexp.MustCompile(`(?i)decode|unescape|"\+", " "`)

func lostOf(all [][]fate) []string {
	var lost []string
	for i, fates := range all {
		for _, x := range fates {
			if x.lost() && len(lost) < 4 {
				lost = append(lost, fmt.Sprintf("%d: %+v", i, x))
			}
		}
	}
	return lost
}

// checkMessage checks that the value that a message names is lost, and arrives as it
// says unless other mistakes add to it.
func (p *random) checkMessage(r record, slot int, all [][]fate, show func(string, record, int)) {
	m := says.FindStringSubmatch(r.Message)
	if m == nil {
		return
	}
	value, _ := strconv.Unquote(m[1])
	as, _ := strconv.Unquote(m[2])
	for i, fates := range all {
		if slot != i && (slot >= 0 || len(all) > 1) {
			continue
		}
		for _, x := range fates {
			if x.Value == value && (!x.lost() || !x.Refused && m[2] != "" && r.Rule != "compared-encodings" && !strings.HasSuffix(x.Got, as)) {
				show("wrong value", r, slot)
			}
		}
	}
}

// checkFixes checks that what was reported is right now, or something else is reported,
// and that all else is as it was.
func (p *random) checkFixes(f *made, all, left []record, before, after [][]fate, text string, show func(string, record, int)) {
	fix := func(r record) bool { return len(r.Fix) > 0 }
	if same := text == strings.Join(f.lines, "\n"); same == slices.ContainsFunc(all, fix) {
		show("changed without a fix, or not changed with one", record{}, -1)
	}
	if slices.ContainsFunc(left, fix) {
		show("a fix is left", left[0], -1)
	}
	lost := false
	for slot := range before {
		mine := slices.DeleteFunc(slices.Clone(all), func(r record) bool { o := p.owner(f, r); return o >= 0 && o != slot })
		lost = lost || anyLost(after, slot) && !f.limited(slot)
		if !slices.ContainsFunc(mine, fix) && !slices.Equal(before[slot], after[slot]) {
			show("changed by the fix of another", record{}, slot)
		}
		// A value that was decoded too often may arrive by accident: "+" becomes a space,
		// which is escaped as "+"; and two texts that are encoded in different ways may be
		// equal. Of such functions, only those count that were right.
		accidents := anyLost(before, slot) && (decodes.MatchString(strings.Join(f.lines, "\n")) || slices.Contains(f.labels, "place: 19"))
		for i, was := range before[slot] {
			if is := after[slot][i]; !was.lost() && is.lost() && !accidents && (f.free || f.judges(record{})) {
				show(fmt.Sprintf("a fix breaks %q, which is now %+v:", was.Value, is), record{}, slot)
				break
			}
		}
	}
	if lost && left == nil && f.judges(record{}) {
		show("not fixed", record{}, -1)
	}
}

// TestWays shows which ways of a value the analyzer follows.
func TestWays(t *testing.T) {
	m := &maker{r: rand.New(rand.NewPCG(1, 1))}
	p := &random{first: map[string]int{}}
	add := func(name, form, e string) {
		m.f = &made{name: name}
		m.line("func %s(v string) string {", name)
		way := strings.ReplaceAll(strings.ReplaceAll(form, "X", "x"), "E", e)
		for i := range 3 {
			way = strings.ReplaceAll(way, "T"+strconv.Itoa(i), "t"+strconv.Itoa(i))
		}
		v := "x"
		if expression, ok := strings.CutPrefix(way, "="); ok {
			v = expression
		} else {
			m.line("%s", way)
		}
		m.line("values1 := url.Values{}\nvalues1.Set(\"k\", %s)\nreturn values1.Encode()\n}", v)
		p.functions = append(p.functions, m.f)
	}
	for i, w := range ways {
		add("wrong"+strconv.Itoa(i), w, "url.QueryEscape(v)")
		add("right"+strconv.Itoa(i), w, "v")
	}
	n := len(ways)
	for i, w := range slices.Concat(forQuery, forPath) {
		add("wrong"+strconv.Itoa(n+i), "=E", fmt.Sprintf(w, "v"))
		p.functions[len(p.functions)-1].labels = []string{w}
	}
	module(t, map[string]string{"p.go": p.assemble(), "helpers.go": helpers, "driver.go": "package main\n\nfunc refuse() string { return \"\" }\n\nfunc main() {}\n", "q/q.go": other})
	found := findings(t)
	for _, f := range p.functions {
		all := strings.Join(f.lines, "\n")
		want := strings.HasPrefix(f.name, "wrong") && !slices.ContainsFunc(limits, func(l string) bool { return strings.Contains(all, l) })
		if is := found[f.name] != nil; is != want {
			t.Errorf("found %v, want %v:\n%s", is, want, all)
		}
	}
}
