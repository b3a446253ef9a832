package csp

import (
	"strings"
	"testing"
)

func TestMatchPath(t *testing.T) {
	for _, tt := range []struct {
		pattern, path string
		want          bool
	}{
		{"/subdirectory/", "/subdirectory/file", true}, // the example of the specification
		{"/subdirectory/file", "/subdirectory/", false},
		{"", "/x", true},
		{"/", "", true},
		{"/", "/", true},
		{"/", "/x/y", true},
		{"/a", "", false},
		{"/a", "/a", true},
		{"/a", "/a/", false},
		{"/a/", "/a", false},
		{"/a/", "/a/", true},
		{"/a/", "/ab/c", false},
		{"/a", "/ab", false},
		{"/a/b/", "/a/b/c/d", true},
		{"/a//", "/a//b", true},
		{"/a//", "/a/b", false},
		{"/a//", "/a/b/c", false},
		{"/%61%2fb", "/a%2Fb", true},
		{"/a%2Fb", "/a/b", false},
		{"/a/b", "/a%2Fb", false},
		{"/scripts/", "/scripts%2Fa", false},
		{"/%C3%A9", "/%c3%a9", true},
		{"/é", "/%c3%a9", true},
		{"/a+b", "/a%20b", false},
		{"/a%2Bb", "/a+b", true},
		{"/%zz", "/%25zz", true},
		{"/%zz", "/%ZZ", false},
		{"/A", "/a", false},
		{"/%2541", "/%41", false},
	} {
		if got := MatchPath(tt.pattern, tt.path); got != tt.want {
			t.Errorf("%q matches %q: %v", tt.pattern, tt.path, got)
		}
	}
}

// match is the algorithm of the specification, step by step.
func match(a, b string) bool {
	if a == "" || a == "/" && b == "" {
		return true
	}
	exact := !strings.HasSuffix(a, "/")
	listA, listB := strings.Split(a, "/"), strings.Split(b, "/")
	if len(listA) > len(listB) || exact && len(listA) != len(listB) {
		return false
	}
	if !exact {
		listA = listA[:len(listA)-1]
	}
	for i := range listA {
		if decode(listA[i]) != decode(listB[i]) {
			return false
		}
	}
	return true
}

func FuzzMatchPath(f *testing.F) {
	f.Add("/a/%62/", "/a/b/c")
	f.Add("/", "")
	f.Add("a//", "a/%2f/%zz")
	f.Fuzz(func(t *testing.T, a, b string) {
		if got := MatchPath(a, b); got != match(a, b) {
			t.Fatalf("%q matches %q: %v", a, b, got)
		}
		if !MatchPath(a, a) {
			t.Fatalf("%q does not match itself", a)
		}
	})
}
