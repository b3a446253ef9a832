package plan

import "testing"

// TestDecided: conditions that are decided stay one of two.
func TestDecided(t *testing.T) {
	a, b := Path("/a"), Path("/b")
	for name, is := range map[string]bool{
		"every path has the empty prefix": Prefix("") == Any,
		"not any":                         Not(Any) == None && Not(None) == Any,
		"twice negated":                   Not(Not(a)) == a,
		"and any":                         And(a, Any) == a && And(Any, a) == a,
		"and none":                        And(a, None) == None && And(None, a) == None,
		"or none":                         Or(a, None) == a && Or(None, a) == a,
		"or any":                          Or(a, Any) == Any && Or(Any, a) == Any,
		"the same twice":                  And(a, a) == a && Or(a, a) == a,
		"others":                          And(a, b).Kind == IsAnd && Or(a, b).Kind == IsOr,
	} {
		if !is {
			t.Error(name)
		}
	}
}
