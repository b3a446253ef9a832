package fragment

import (
	"slices"
	"testing"
)

func TestIndicated(t *testing.T) {
	for _, tt := range []struct {
		fragment string
		names    []string
		name     string
		what     Indication
	}{
		{"a", []string{"a"}, "a", IndicatesElement},
		{"a%20b", []string{"a b", "a%20b"}, "a%20b", IndicatesElement}, // as it stands goes first
		{"a%20b", []string{"a b"}, "a b", IndicatesElement},
		{"caf%C3%A9", []string{"café"}, "café", IndicatesElement},
		{"a+b", []string{"a b"}, "", IndicatesNothing},
		{"50%", []string{"50%"}, "50%", IndicatesElement},
		{"%zz%41", []string{"%zzA"}, "%zzA", IndicatesElement},
		{"%FF", []string{"\uFFFD"}, "\uFFFD", IndicatesElement},
		{"%EF%BB%BFa", []string{"a"}, "", IndicatesNothing}, // the byte order mark is text
		{"%EF%BB%BFa", []string{"\uFEFFa"}, "\uFEFFa", IndicatesElement},
		{"%2541", []string{"A"}, "", IndicatesNothing}, // decoded once
		{"A", []string{"a"}, "", IndicatesNothing},
		{"", []string{""}, "", IndicatesTop},
		{"TOP", nil, "", IndicatesTop},
		{"%74op", nil, "", IndicatesTop},
		{"top", []string{"top"}, "top", IndicatesElement},
		{"%74op", []string{"top"}, "top", IndicatesElement},
		{"to\u212A", nil, "", IndicatesNothing},
	} {
		calls := 0
		name, what := Indicated(tt.fragment, func(name string) bool { calls++; return slices.Contains(tt.names, name) })
		if name != tt.name || what != tt.what || calls > 2 {
			t.Errorf("%q among %q: %q, %d in %d calls", tt.fragment, tt.names, name, what, calls)
		}
	}
}

func FuzzIndicated(f *testing.F) {
	f.Add("a%20b%zz%FF", "top")
	f.Fuzz(func(t *testing.T, fragment, name string) {
		found, what := Indicated(fragment, func(s string) bool { return s == name })
		if (what == IndicatesElement) != (fragment != "" && (fragment == name || decodeText(fragment) == name)) || found != "" && found != name {
			t.Fatalf("%q, %q: %q, %d", fragment, name, found, what)
		}
	})
}
