package uri

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pct-encoded/percent"
	"github.com/pct-encoded/percent/internal/growth"
)

// The grammar of RFC 3986, appendix A, and the core rules of RFC 5234 that it
// uses. The matcher below is made from this text and knows nothing of the parser.
const grammar = `
URI           = scheme ":" hier-part [ "?" query ] [ "#" fragment ]
hier-part     = "//" authority path-abempty
              / path-absolute
              / path-rootless
              / path-empty
URI-reference = URI / relative-ref
absolute-URI  = scheme ":" hier-part [ "?" query ]
relative-ref  = relative-part [ "?" query ] [ "#" fragment ]
relative-part = "//" authority path-abempty
              / path-absolute
              / path-noscheme
              / path-empty
scheme        = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
authority     = [ userinfo "@" ] host [ ":" port ]
userinfo      = *( unreserved / pct-encoded / sub-delims / ":" )
host          = IP-literal / IPv4address / reg-name
port          = *DIGIT
IP-literal    = "[" ( IPv6address / IPvFuture  ) "]"
IPvFuture     = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
IPv6address   =                            6( h16 ":" ) ls32
              /                       "::" 5( h16 ":" ) ls32
              / [               h16 ] "::" 4( h16 ":" ) ls32
              / [ *1( h16 ":" ) h16 ] "::" 3( h16 ":" ) ls32
              / [ *2( h16 ":" ) h16 ] "::" 2( h16 ":" ) ls32
              / [ *3( h16 ":" ) h16 ] "::"    h16 ":"   ls32
              / [ *4( h16 ":" ) h16 ] "::"              ls32
              / [ *5( h16 ":" ) h16 ] "::"              h16
              / [ *6( h16 ":" ) h16 ] "::"
h16           = 1*4HEXDIG
ls32          = ( h16 ":" h16 ) / IPv4address
IPv4address   = dec-octet "." dec-octet "." dec-octet "." dec-octet
dec-octet     = DIGIT
              / %x31-39 DIGIT
              / "1" 2DIGIT
              / "2" %x30-34 DIGIT
              / "25" %x30-35
reg-name      = *( unreserved / pct-encoded / sub-delims )
path-abempty  = *( "/" segment )
path-absolute = "/" [ segment-nz *( "/" segment ) ]
path-noscheme = segment-nz-nc *( "/" segment )
path-rootless = segment-nz *( "/" segment )
path-empty    = 0pchar
segment       = *pchar
segment-nz    = 1*pchar
segment-nz-nc = 1*( unreserved / pct-encoded / sub-delims / "@" )
pchar         = unreserved / pct-encoded / sub-delims / ":" / "@"
query         = *( pchar / "/" / "?" )
fragment      = *( pchar / "/" / "?" )
pct-encoded   = "%" HEXDIG HEXDIG
unreserved    = ALPHA / DIGIT / "-" / "." / "_" / "~"
sub-delims    = "!" / "$" / "&" / "'" / "(" / ")"
              / "*" / "+" / "," / ";" / "="
ALPHA         = %x41-5A / %x61-7A
DIGIT         = %x30-39
HEXDIG        = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"
`

// An automaton is a nondeterministic one, made from a rule, that becomes
// deterministic as it is used.
type automaton struct {
	rules  map[string]string
	edges  [][]edge // of each state
	accept int
	states map[string]int // sets of states to states of the deterministic one
	sets   [][]int
	next   [][256]int32 // 0: not known yet; -1: none
}

type edge struct {
	lo, hi byte
	empty  bool
	to     int
}

func newAutomaton(text, rule string) *automaton {
	a := &automaton{rules: map[string]string{}, states: map[string]int{}}
	var name string
	for line := range strings.Lines(text) {
		if head, body, ok := strings.Cut(line, " = "); ok && !strings.HasPrefix(line, " ") {
			name = strings.TrimSpace(head)
			a.rules[name] = body
		} else {
			a.rules[name] += " " + line
		}
	}
	start := a.state()
	in := &abnf{automaton: a, tokens: tokens(a.rules[rule])}
	a.accept = in.alternatives(start)
	a.intern(a.closure([]int{start}))
	return a
}

func (a *automaton) state() int {
	a.edges = append(a.edges, nil)
	return len(a.edges) - 1
}

func (a *automaton) join(from, to int) {
	a.edges[from] = append(a.edges[from], edge{empty: true, to: to})
}

// abnf reads the tokens of a rule; each method adds what it reads after the
// state from and returns the state in which that ends.
type abnf struct {
	*automaton
	tokens []string
}

func tokens(s string) []string {
	var out []string
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		n := 1
		switch {
		case s[0] == '"':
			n = strings.IndexByte(s[1:], '"') + 2
		case strings.IndexByte("()[]/", s[0]) < 0:
			if n = strings.IndexAny(s, " \t\n()[]\""); n < 0 {
				n = len(s)
			}
		}
		out, s = append(out, s[:n]), s[n:]
	}
	return out
}

func (in *abnf) peek() string {
	if len(in.tokens) == 0 {
		return ""
	}
	return in.tokens[0]
}

func (in *abnf) take() string {
	t := in.peek()
	in.tokens = in.tokens[1:]
	return t
}

func (in *abnf) alternatives(from int) int {
	end := in.state()
	for {
		in.join(in.sequence(from), end)
		if in.peek() != "/" {
			return end
		}
		in.take()
	}
}

func (in *abnf) sequence(from int) int {
	at := in.state()
	in.join(from, at)
	for t := in.peek(); t != "" && t != "/" && t != ")" && t != "]"; t = in.peek() {
		at = in.repetition(at)
	}
	return at
}

// repetition reads <n>*<m>element, <n>element or element.
func (in *abnf) repetition(from int) int {
	t := in.peek()
	n := strings.IndexFunc(t, func(r rune) bool { return !strings.ContainsRune("0123456789*", r) })
	if n < 0 {
		n = len(t)
	}
	least, most := 1, 1
	if n > 0 {
		count := in.take()
		if n < len(count) {
			in.tokens = append([]string{count[n:]}, in.tokens...)
		}
		lo, hi, star := strings.Cut(count[:n], "*")
		least, _ = strconv.Atoi(lo)
		if most = least; star {
			most = -1
			if hi != "" {
				most, _ = strconv.Atoi(hi)
			}
		}
	}
	element := in.tokens
	for range least {
		in.tokens = element
		from = in.element(from)
	}
	if most < 0 {
		loop, end := in.state(), in.state()
		in.join(from, loop)
		in.join(loop, end)
		in.tokens = element
		in.join(in.element(loop), loop)
		return end
	}
	end := in.state()
	in.join(from, end)
	for range most - least {
		in.tokens = element
		from = in.element(from)
		in.join(from, end)
	}
	if most == 0 {
		in.tokens = element
		in.element(in.state()) // not reached
	}
	return end
}

func (in *abnf) element(from int) int {
	t := in.take()
	switch {
	case t == "(":
		end := in.alternatives(from)
		in.take()
		return end
	case t == "[":
		end := in.alternatives(from)
		in.take()
		in.join(from, end)
		return end
	case t[0] == '"':
		for i := 1; i < len(t)-1; i++ {
			to := in.state()
			lower, upper := strings.ToLower(t[i : i+1])[0], strings.ToUpper(t[i : i+1])[0]
			in.edges[from] = append(in.edges[from], edge{lo: lower, hi: lower, to: to}, edge{lo: upper, hi: upper, to: to})
			from = to
		}
		return from
	case strings.HasPrefix(t, "%x"):
		lo, hi, _ := strings.Cut(t[2:], "-")
		l, _ := strconv.ParseUint(lo, 16, 8)
		h, _ := strconv.ParseUint(hi, 16, 8)
		to := in.state()
		in.edges[from] = append(in.edges[from], edge{lo: byte(l), hi: byte(h), to: to})
		return to
	}
	body, ok := in.rules[t]
	if !ok {
		panic("no rule " + t)
	}
	rule := &abnf{automaton: in.automaton, tokens: tokens(body)}
	return rule.alternatives(from)
}

func (a *automaton) closure(set []int) []int {
	seen := map[int]bool{}
	var visit func(int)
	visit = func(s int) {
		if seen[s] {
			return
		}
		seen[s] = true
		for _, e := range a.edges[s] {
			if e.empty {
				visit(e.to)
			}
		}
	}
	for _, s := range set {
		visit(s)
	}
	out := make([]int, 0, len(seen))
	for s := range seen {
		out = append(out, s)
	}
	slices.Sort(out)
	return out
}

func (a *automaton) intern(set []int) int {
	key := fmt.Sprint(set)
	if i, ok := a.states[key]; ok {
		return i
	}
	a.states[key] = len(a.sets)
	a.sets = append(a.sets, set)
	a.next = append(a.next, [256]int32{})
	return len(a.sets) - 1
}

// match reports whether s matches, and the index of the first byte with which no
// text that matches goes on.
func (a *automaton) match(s string) (ok bool, dead int) {
	at := 0
	for i := range len(s) {
		c := s[i]
		next := a.next[at][c]
		if next == 0 {
			var to []int
			for _, state := range a.sets[at] {
				for _, e := range a.edges[state] {
					if !e.empty && e.lo <= c && c <= e.hi {
						to = append(to, e.to)
					}
				}
			}
			if next = -1; to != nil {
				next = int32(a.intern(a.closure(to))) + 1
			}
			a.next[at][c] = next
		}
		if next < 0 {
			return false, i
		}
		at = int(next) - 1
	}
	return slices.Contains(a.sets[at], a.accept), len(s)
}

func TestAutomaton(t *testing.T) {
	a := newAutomaton(grammar, "URI-reference")
	for s, want := range map[string]bool{
		"": true, "a": true, "a:": true, ":a": false, "//[::1]": true, "//[1]": false, "%4": false, "%4a": true, "//h:8": true, "a b": false,
		"//[1:2:3:4:5:6:7:8]": true, "//[1:2:3:4:5:6:7]": false, "HTTP://h": true, "//[V1f.a]": true, "./a:b": true, "1:b": false,
	} {
		if got, _ := a.match(s); got != want {
			t.Errorf("match(%q) = %v", s, got)
		}
	}
}

// agree checks the parser against the automaton, the error against the longest
// text that could have gone on, and the components against each other.
func agree(t *testing.T, a *automaton, s string) {
	u, err := Parse(s)
	ok, dead := a.match(s)
	if ok != (err == nil) {
		t.Fatalf("Parse(%q) gives %v, the grammar says %v", s, err, ok)
	}
	if lenient := ParseLenient(s); lenient.String() != s || ok && lenient != u {
		t.Fatalf("ParseLenient(%q) = %+v, Parse gives %+v", s, lenient, u)
	}
	if ok {
		if u.String() != s {
			t.Fatalf("Parse(%q).String() = %q", s, u)
		}
		return
	}
	e := err.(*percent.SyntaxError)
	at := int(e.Offset)
	if at > len(s) || !strings.HasPrefix(s[at:], e.Bytes) || (e.Bytes == "") != (at == len(s)) {
		t.Fatalf("Parse(%q): %#v does not point at its bytes", s, e)
	}
	switch e.Reason {
	case InvalidScheme, InvalidPort, InvalidUserinfo:
		// What is wrong there may still have become a path, a userinfo or a literal.
		if at > dead {
			t.Fatalf("Parse(%q): %v, but byte %d ends it", s, err, dead)
		}
	case percent.InvalidEscape, percent.TruncatedEscape:
		if at > dead || dead > at+2 {
			t.Fatalf("Parse(%q): %v, but byte %d ends it", s, err, dead)
		}
	default:
		if at != dead {
			t.Fatalf("Parse(%q): %v, but byte %d ends it", s, err, dead)
		}
	}
}

func TestGrammarOnShortStrings(t *testing.T) {
	a := newAutomaton(grammar, "URI-reference")
	for _, tt := range []struct {
		name, prefix, alphabet string
		length                 int
	}{
		{"all", "", "a1:/?#@[]%.-! ", 6},
		{"every byte", "", string(everyByte()), 2},
		{"authority", "//", "a0:@[]%/.v", 6},
		{"literal", "//[", ":1f].v/", 8},
		{"long literal", "//[1:2:3:4", ":1]", 11},
		{"embedded IPv4", "//[::", ":12.5]", 7},
		{"IPv4 octets", "//[::1.25", "0.256]", 7},
		{"port", "a://h:", "09a%/@:?", 5},
		{"escapes", "", "%0aFg/:", 6},
	} {
		t.Run("case="+tt.name, func(t *testing.T) {
			if !growth.Long() && len(tt.alphabet) < 256 {
				tt.length--
			}
			n := 0
			b := []byte(tt.prefix)
			var extend func(int)
			extend = func(left int) {
				agree(t, a, string(b))
				n++
				for i := 0; i < len(tt.alphabet) && left > 0; i++ {
					b = append(b, tt.alphabet[i])
					extend(left - 1)
					b = b[:len(b)-1]
				}
			}
			extend(tt.length)
			t.Logf("%d strings", n)
		})
	}
}

func everyByte() []byte {
	b := make([]byte, 256)
	for i := range b {
		b[i] = byte(i)
	}
	return b
}
