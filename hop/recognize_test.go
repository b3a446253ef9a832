package hop

import (
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"testing"
)

// TestUnescaped compares the recognizer of a condition on what url_dec makes of a path with the
// condition, for random paths.
func TestUnescaped(t *testing.T) {
	const expr = `(?i)^/adm[^/]*(/|\z)`
	tree, err := syntax.Parse(expr, syntax.Perl)
	if err != nil {
		t.Fatal(err)
	}
	program, err := syntax.Compile(tree.Simplify())
	if err != nil {
		t.Fatal(err)
	}
	pattern := matches{source: expr, pattern: regexp.MustCompile(expr), program: program}
	r := rand.New(rand.NewPCG(1, 45))
	pieces := []string{"/", "a", "d", "m", "A", "%61", "%2f", "%2F", "%", "%0", "%00", "%zz", "x", "/adm", "%4D", "."}
	for _, c := range []condition{hasPrefix("/adm"), either{hasPrefix("/adm"), hasSuffix("x")}, not{hasPrefix("/adm")}, pattern} {
		for _, null := range []bool{false, true} {
			d := &haproxyDecoded{c, null}
			u, ok := recognized(d)
			if !ok {
				t.Fatalf("%s is not recognized", d.text())
			}
			held := 0
			for range 20_000 {
				path := []string{"/", "/adm", "/%61dm", "/AD%4d"}[r.IntN(4)]
				for range r.IntN(8) {
					path += pieces[r.IntN(len(pieces))]
				}
				s := uint32(0)
				for i := 0; i < len(path) && s != always && s != never; i++ {
					s = u.step(s, path[i])
				}
				got, want := s == always || s != never && u.holdsAt(s), d.holds(path)
				if got != want {
					t.Fatalf("%s %q: %v, want %v", d.text(), path, got, want)
				}
				if want {
					held++
				}
			}
			if held < 100 || held > 19_900 {
				t.Errorf("%s: %d hold", d.text(), held)
			}
		}
	}
}
