package words

import (
	"slices"
	"strings"

	"github.com/pct-encoded/percent/internal/lazy"
)

// programNames are other names that a program or its language goes by, in lower case.
var programNames = lazy.Value[map[string][]string]{Make: func() map[string][]string {
	return map[string][]string{
		"go":   {"golang"},
		"js":   {"javascript", "node", "nodejs"},
		"node": {"nodejs"},
		"py":   {"cpython"},
	}
}}

// FunctionOf returns the name that a recorded function has in its program, such as
// "quote", if asked is one of the names of that: what the ID begins with, as in "py", its
// own, or another, such as "CPython". Case does not matter. The name is empty if the
// program is one function, as encodeurl is.
func FunctionOf(id, program, asked string) (function string, ok bool) {
	// Names of programs may have full stops, as oauth-1.0a.
	head := program
	if function, ok = strings.CutPrefix(id, program+"."); !ok {
		head, function, _ = strings.Cut(id, ".")
	}
	ok = strings.EqualFold(head, asked) || strings.EqualFold(program, asked) || slices.Contains(programNames.Get()[head], strings.ToLower(asked))
	return function, ok
}
