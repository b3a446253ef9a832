package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// TestCompareByComponent: for the characters that RFC 3986, appendix A, lets stand in
// some components only, compare says so of each component.
func TestCompareByComponent(t *testing.T) {
	const delimiters = "!$&'()*+,;=:@/?#[]"
	for _, place := range []struct{ name, before, behind, holds string }{
		{"the userinfo", "http://a", "b@h/", "!$&'()*+,;=:"},
		{"a host name", "http://a", "b/", "!$&'()*+,;="},
		{"a path", "http://h/a", "b", "!$&'()*+,;=:@/"},
		{"the first segment of a relative path", "2a", "b/c?d=e", "!$&'()*+,;=@"},
		{"a query", "?a=b", "c", "!$&'()*+,;=:@/?"},
		{"a fragment", "#a", "b", "!$&'()*+,;=:@/?"},
	} {
		for _, c := range delimiters {
			got := runIn(t, strings.NewReader(""), 0, "compare", "--json", "--", place.before+string(c)+place.behind, fmt.Sprintf("%s%%%X%s", place.before, c, place.behind))
			var answer struct {
				Verdict  string
				Mistakes []struct{ Mistake, Text, Fix string }
			}
			if err := json.Unmarshal([]byte(got.stdout), &answer); err != nil || got.status != 1 || answer.Verdict != "different" {
				t.Fatalf("%s, %q: status %d, %s%s, %v", place.name, c, got.status, got.stdout, got.stderr, err)
			}
			want := ", which " + place.name + " may not hold"
			switch {
			case c == '/' && strings.HasSuffix(place.name, "path"):
				want = " segments" // which it separates there
			case strings.ContainsRune(place.holds, c):
				want = ", which " + place.name + " may hold"
			}
			named := 0
			for _, m := range answer.Mistakes {
				if strings.HasPrefix(m.Mistake, "reserved-") || strings.HasPrefix(m.Mistake, "slash-") {
					named++
					if !strings.HasSuffix(m.Text, want) && m.Text != `"/" is not escaped where it is data` {
						t.Errorf("%q: %s: %s, want %q", c, m.Mistake, m.Text, want)
					}
				}
			}
			if named == 0 {
				t.Errorf("%s, %q: %s", place.name, c, got.stdout)
			}
		}
	}
}
