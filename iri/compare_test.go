package iri

import (
	"testing"

	"github.com/pct-encoded/percent/uri"
)

func TestSpell(t *testing.T) {
	for _, tt := range []struct{ a, b, want string }{
		{"http://é.com/", "http://xn--9ca.com/", "equivalent by rfc3987.3.1"},
		{"http://É.com/", "http://xn--9ca.com/", "equivalent by rfc3987.3.1, uts46"},
		{"http://%C3%A9.com/é", "http://é.com/%c3%a9", "equivalent by rfc3986.6.2.2.1, rfc3987.3.1"},
		{"http://é.com/a", "http://xn--9ca.com/b", `different: path at byte 14 and 19, "a" and "b": different text`},
		{"/é/a", "/%C3%A9/b", `different: path at byte 4 and 8, "a" and "b": different text`},
		{"/é", "/è", `different: path at byte 2 and 2, "\xa9" and "\xa8": different text`},
	} {
		if got := (uri.Comparer{IRI: Spell}).Compare(uri.ParseLenient(tt.a), uri.ParseLenient(tt.b)).String(); got != tt.want {
			t.Errorf("%s and %s: %s", tt.a, tt.b, got)
		}
	}
}
