package uri

import (
	"strings"
	"testing"
)

// seeds are the texts from which fuzzing starts.
func seeds(f *testing.F) []string {
	out := []string{
		"", "http://u:p@h:80/a/./b/../c?q=1#f", "//[::ffff:1.2.3.4]:1", "//[v1.a]", "urn:Example:a%2c", "mailto:A@B,c@D?Cc=E",
		"file://localhost/a", "%%34%31", "a/..//b:c", "./a:b", "/.//b", "%2e%2E/x", "x:/..//y", "http://%EF%BC%85%EF%BC%94%EF%BC%91:080", "//[fe80::1%25A]/%7e",
	}
	n := 0
	for line := range strings.Lines(malformed) {
		if _, text, ok := strings.Cut(line, " "); ok {
			out = append(out, strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "»", ""))
			n++
		}
	}
	if n < 200 {
		f.Fatalf("only %d seeds", n)
	}
	return out
}

// FuzzGrammar checks that Parse takes what the grammar takes, points at the right
// byte otherwise, and takes apart as appendix B does.
func FuzzGrammar(f *testing.F) {
	for _, s := range seeds(f) {
		f.Add(s)
	}
	a := newAutomaton(grammar, "URI-reference")
	f.Fuzz(func(t *testing.T, s string) {
		agree(t, a, s)
		checkAppendixB(t, s)
	})
}

// FuzzNormalize checks the laws of normalization on any text, and that its parts
// make the same text again.
func FuzzNormalize(f *testing.F) {
	for _, s := range seeds(f) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		u := ParseLenient(s)
		checkNormalization(t, u)
		parts := map[Part]string{}
		for _, p := range [...]Part{Scheme, Userinfo, Host, Port, Path, Query, Fragment} {
			if c := u.Get(p); c.Present {
				parts[p] = c.Raw
			}
		}
		if v, err := Compose(parts); err != nil || v != u {
			t.Fatalf("%q is put together as %q, %v", s, v, err)
		}
	})
}

// FuzzResolve checks that resolving legal references gives a legal one that is
// taken apart as it was put together, and that normalizing a reference does not
// change what it resolves to.
func FuzzResolve(f *testing.F) {
	all := seeds(f)
	for i, s := range all {
		f.Add(all[len(all)-1-i], s)
		f.Add("http://a/b/c/d;p?q", s)
	}
	f.Add("ttp://", "BBe:%2E/x")
	f.Fuzz(func(t *testing.T, base, ref string) {
		b, err := Parse(base)
		if err != nil {
			return
		}
		r, err := Parse(ref)
		if err != nil {
			return
		}
		for _, u := range []URI{b.Resolve(r), b.ResolveCompatible(r)} {
			if v, err := Parse(u.String()); err != nil || v != u {
				t.Fatalf("%q from %q is %q: %v", ref, base, u, err)
			}
		}
		// Behind a scheme, a path that does not begin with '/' keeps its dot segments
		// when normalized, and loses those not escaped when resolved.
		opaque := r.IsAbsolute() && !r.hasAuthority() && !r.IsRooted()
		if b.IsAbsolute() && b.hasAuthority() && !opaque {
			one, other := b.Resolve(r), b.Resolve(r.Normalize(SyntaxBased))
			if c := Compare(one, other); c.Verdict == Different {
				t.Fatalf("%q from %q is %q, normalized before %q: %v", ref, base, one, other, c)
			}
		}
	})
}

// FuzzWith checks that a part that was set is there, and that nothing else has
// changed.
func FuzzWith(f *testing.F) {
	for i, s := range seeds(f) {
		f.Add(s, uint8(i), "x")
		f.Add("http://u:p@h:80/a?q#f", uint8(i), s)
	}
	f.Fuzz(func(t *testing.T, s string, part uint8, value string) {
		p := Part(part % uint8(len(partNames)))
		u, err := Parse(s)
		if err != nil {
			return
		}
		for _, with := range []func(Part, string) (URI, error){u.With, u.WithData} {
			v, err := with(p, value)
			if err != nil {
				continue
			}
			if w, err := ParseZoned(v.String()); err != nil || w != v {
				t.Fatalf("%q with %v %q is %q: %v", s, p, value, v, err)
			}
			for _, q := range Parts() {
				if p != q && !contains(p, q) && !contains(q, p) && q != Host && u.Get(q).Raw != v.Get(q).Raw {
					t.Fatalf("%q with %v %q is %q: %v has changed", s, p, value, v, q)
				}
			}
			if c := v.Get(p); !c.Present {
				t.Fatalf("%q with %v %q is %q, without it", s, p, value, v)
			}
		}
		if v, err := u.With(p, value); err == nil && v.Get(p).Raw != value {
			t.Fatalf("%q with %v %q has %q", s, p, value, v.Get(p).Raw)
		}
		if v, err := u.WithData(p, value); err == nil && p != Authority && (p != Host || !strings.HasPrefix(value, "[")) && v.Get(p).Text() != value {
			t.Fatalf("%q with %v data %q has %q", s, p, value, v.Get(p).Text())
		}
		if v, err := u.WithSegments(value, "x", value); err == nil {
			segments := v.Segments()
			if n := len(segments); segments[n-1].Text() != value || segments[n-3].Text() != value {
				t.Fatalf("%q with segments %q is %q", s, value, v)
			}
		}
	})
}
