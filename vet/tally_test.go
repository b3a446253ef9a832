package vet

import (
	"go/token"
	"testing"

	"golang.org/x/tools/go/analysis"
)

// TestTally counts parameters of one module, of which one that is not escaped is reported,
// or is one of those that are left.
func TestTally(t *testing.T) {
	for _, test := range []struct {
		escaped, raw int
		beside       bool
		reported     bool
	}{
		{1, 1, false, true},
		{1, 2, false, false},
		{1, 9, true, true},
		{1, 10, true, false},
	} {
		tally, reports := NewTally(), 0
		p := &analysis.Pass{Fset: token.NewFileSet(), Report: func(analysis.Diagnostic) { reports++ }}
		f := p.Fset.AddFile("a.go", -1, 100)
		for i := range test.escaped + test.raw {
			var d *analysis.Diagnostic
			if i >= test.escaped {
				d = new(analysis.Diagnostic)
			}
			tally.add(p, spot{at: inPath, beside: test.beside}, f.Pos(i), d)
		}
		want := 0
		if test.reported {
			want = test.raw
		}
		if left := tally.Report(); reports != want || left != test.raw-want {
			t.Errorf("%+v: %d reported, %d left", test, reports, left)
		}
	}
}
