package inspect

import (
	"slices"
	"testing"
)

func lintAs(t testing.TB, as Reading, s string) []Finding {
	t.Helper()
	found, err := Linter{}.As(as).Lint(s)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func ids(found []Finding) []string {
	var list []string
	for _, f := range found {
		list = append(list, f.Rule)
	}
	return list
}

// TestRules checks each rule by a text in which it alone finds something, and
// one in which nothing does.
func TestRules(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range ruleExamples {
		t.Run("rule="+e.id, func(t *testing.T) {
			seen[e.id] = true
			found := lintAs(t, e.as, e.bad)
			if !slices.Equal(ids(found), []string{e.id}) {
				t.Fatalf("%q: found %+v", e.bad, found)
			}
			f := found[0]
			if f.Offset != e.offset || f.Len != e.len {
				t.Errorf("%q: at %d, %d bytes: %q", e.bad, f.Offset, f.Len, e.bad[f.Offset:f.Offset+f.Len])
			}
			if f.Replacement != e.replace || f.Mechanical != (e.replace != "") {
				t.Errorf("%q: replacement %q", e.bad, f.Replacement)
			}
			if r, ok := LookupRule(e.id); !ok || f.Severity != r.Severity || f.Fix == "" || f.Message == "" {
				t.Errorf("%+v", f)
			}
			if found := lintAs(t, e.as, e.clean); len(found) > 0 {
				t.Errorf("%q: found %+v", e.clean, found)
			}
		})
	}
	for _, r := range Rules() {
		if !seen[r.ID] {
			t.Errorf("%s has no example", r.ID)
		}
	}
}
