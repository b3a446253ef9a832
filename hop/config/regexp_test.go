package config

import (
	"slices"
	"testing"

	"github.com/pct-encoded/percent/hop"
	"github.com/pct-encoded/percent/hop/internal/plan"
)

// TestExpression checks expressions against what Perl 5.36 answered, which reads these as
// PCRE does.
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
			if holds(c, path) != want {
				t.Errorf("%q %q: %v, want %v", tt.pattern, path, !want, want)
			}
		}
	}
	for _, pattern := range []string{`(a)\1`, `a(?=b)`, `a(?![bc])`, `a(?!b)c`, `(?<=a)b`, `(?>a)`, `a++`, `\Qa.b\E`, `\p{L}`, `\h`, `\Ka`, `[\S]`, `(`} {
		if c, ok := expression(pcre, pattern, false); ok {
			t.Errorf("%q is followed: %+v", pattern, c)
		}
	}
	// In Apache a dot is every octet, and $ the end only.
	for path, want := range map[string]bool{"/a\nb": true, "/ab": true, "/a\nb\n": false} {
		if c, ok := expression(apacheRegexp, `^/a.?b$`, false); !ok || holds(c, path) != want {
			t.Errorf("%q", path)
		}
	}
}

// holds reports whether a condition holds, as a hop says.
func holds(c *plan.Condition, path string) bool {
	h := hop.Compose("", "", "", []plan.Step{when(c, []plan.Step{plan.Answer(403)})})
	return h.Apply(path).Status == 403
}
