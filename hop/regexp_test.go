package hop

import (
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"strings"
	"testing"
)

func recognizes(t *testing.T, c condition, path string) bool {
	t.Helper()
	r, ok := recognized(c)
	if !ok {
		t.Fatalf("%s is no automaton", c.text())
	}
	var s uint32
	for i := range len(path) {
		if s != always && s != never {
			s = r.step(s, path[i])
		}
	}
	return s == always || s != never && r.holdsAt(s)
}

// TestMatcher compares the automata of random expressions with regexp.
func TestMatcher(t *testing.T) {
	random := rand.New(rand.NewPCG(39, 1))
	pieces := []string{"a", "b", ".", "/", "[^/]", "[ab]", "(?:a|bc)", "\\b", "\\d", "^", "\\z", "(?:ab)*", "(?:a|)", "\\W", "(?i:C)", "[[:alpha:]]", "(?m:^b$)"}
	tried := 0
	for range 400 {
		var b strings.Builder
		for range 1 + random.IntN(5) {
			b.WriteString(pieces[random.IntN(len(pieces))])
			if p := b.String(); random.IntN(4) == 0 && !strings.HasSuffix(p, "^") && !strings.HasSuffix(p, "b") && !strings.HasSuffix(p, "z") && !strings.HasSuffix(p, "*") {
				b.WriteString([]string{"?", "*", "+", "{2}"}[random.IntN(4)])
			}
		}
		want, err := regexp.Compile(b.String())
		if err != nil {
			continue
		}
		parsed, err := syntax.Parse(b.String(), syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		program, err := syntax.Compile(parsed.Simplify())
		if err != nil {
			t.Fatal(err)
		}
		c := matches{source: b.String(), pattern: want, program: program}
		for range 50 {
			tried++
			path := make([]byte, random.IntN(8))
			for i := range path {
				path[i] = "ab/1c_\n"[random.IntN(7)]
			}
			if holds := want.Match(path); recognizes(t, c, string(path)) != holds || c.holds(string(path)) != holds {
				t.Errorf("%q %q: %v", b.String(), path, holds)
			}
		}
	}
	if tried < 10000 {
		t.Errorf("%d tried", tried)
	}
}
