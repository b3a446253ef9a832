package uritemplate

import (
	"strings"
	"testing"
)

// TestMaxErrors: errors beyond the most that are returned change nothing else.
func TestMaxErrors(t *testing.T) {
	bad := strings.Repeat("\"", maxErrors)
	tmpl, errs := ParseLenient(bad + "{!}{a}")
	if len(errs) != maxErrors || errs[maxErrors-1].Offset != int64(maxErrors-1) {
		t.Errorf("%d errors, the last %v", len(errs), errs[len(errs)-1])
	}
	if names := tmpl.Variables(); len(names) != 1 || names[0] != "a" {
		t.Errorf("%q", names)
	}
}
