package hop

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestExpression checks expressions against what Perl 5.36 answered, which reads these as
// PCRE does, and that the automaton of each answers the same.
func TestExpression(t *testing.T) {
	for _, tt := range []struct {
		pattern string
		fold    bool
		yes, no []string
	}{
		{`\.php$`, false, []string{"/a.php", "/a.php\n"}, []string{"/a.php\n\n", "/a.PHP", "/a.php/"}},
		{`\.(gif|jpe?g)$`, true, []string{"/A.JPEG", "/a.jpg", "/a.gIf\n"}, []string{"/a.jpgx", "/a_jpg"}},
		{`^/a.b$`, false, []string{"/axb", "/a\xffb", "/a\x00b"}, []string{"/a\nb", "/a\xc3\xa9b"}},
		{`^/a(.*)$`, false, []string{"/a", "/ab\n"}, []string{"/a\nb", "/b"}},
		{`^/[^/]+/x`, false, []string{"/\n/x", "/\xe9/x"}, []string{"//x"}},
		{`a\sb`, false, []string{"a b", "a\vb", "a\tb"}, []string{"a\x85b", "ab"}},
		{`a[\s_]b`, false, []string{"a\vb", "a_b"}, []string{"a-b"}},
		{`a\Sb`, false, []string{"a-b", "a\xa0b"}, []string{"a\vb"}},
		{`\badmin\b`, true, []string{"/Admin/", "admin", "/admin\xe9"}, []string{"/admins", "/_admin"}},
		{`[]x]$`, false, []string{"a]", "x"}, []string{"a["}},
		{`[[:alpha:]]{2}\d`, false, []string{"/ab1"}, []string{"/a1b"}},
		{`(?m)^b$`, false, []string{"a\nb\nc", "b"}, []string{"ab"}},
		{`a\z`, false, []string{"a"}, []string{"a\n"}},
		{`^(?:/x|/y(?:z|$))`, false, []string{"/x1", "/y", "/yz", "/y\n"}, []string{"/y1", "y"}},
		{`(?i)Kelvin`, false, []string{"kELVIN"}, []string{"\xe2\x84\xaaelvin"}},
		{``, true, []string{"", "/"}, nil},
	} {
		c, ok := expression(pcre, tt.pattern, tt.fold)
		if !ok {
			t.Errorf("%q is not followed", tt.pattern)
			continue
		}
		for _, path := range slices.Concat(tt.yes, tt.no) {
			want := slices.Contains(tt.yes, path)
			if c.holds(path) != want || recognizes(t, c, path) != want {
				t.Errorf("%q %q: %v, as an automaton %v, want %v", tt.pattern, path, c.holds(path), recognizes(t, c, path), want)
			}
		}
	}
	for _, pattern := range []string{`(a)\1`, `a(?=b)`, `a(?!b)`, `(?<=a)b`, `(?>a)`, `a++`, `\Qa.b\E`, `\p{L}`, `\h`, `\Ka`, `[\S]`, `(`} {
		if c, ok := expression(pcre, pattern, false); ok {
			t.Errorf("%q is followed: %s", pattern, c.text())
		}
	}
	// In Apache a dot is every octet, and $ the end only.
	for path, want := range map[string]bool{"/a\nb": true, "/ab": true, "/a\nb\n": false} {
		if c, ok := expression(apacheRegexp, `^/a.?b$`, false); !ok || c.holds(path) != want || recognizes(t, c, path) != want {
			t.Errorf("%q", path)
		}
	}
}

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
	pieces := []string{"a", "b", ".", "/", "[^/]", "[ab]", "(?:a|bc)", "\\b", "\\d", "^", "\\z", "(?:ab)*", "(?:a|)", "\\W"}
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
		c, ok := expression(pcre, b.String(), true)
		if !ok {
			t.Fatalf("%q is not followed", b.String())
		}
		for range 50 {
			tried++
			path := make([]byte, random.IntN(8))
			for i := range path {
				path[i] = "ab/1c_"[random.IntN(6)]
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
