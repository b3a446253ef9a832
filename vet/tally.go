package vet

import (
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"
)

// A Tally counts parameters in URLs, escaped and not, and keeps the reports of rules that
// are on where most of a module is right.
type Tally struct {
	seen  map[token.Position]bool
	count map[counted]*[2]int // escaped, and all
	kept  []kept

	// Mentions says whether a file of the module has a name, where the driver sees it whole.
	Mentions func(name string) bool
}

type counted struct {
	module string
	at     place
}

type kept struct {
	counted
	pass *analysis.Pass
	d    analysis.Diagnostic
	sure bool
}

// NewTally returns an empty one.
func NewTally() *Tally {
	return &Tally{seen: map[token.Position]bool{}, count: map[counted]*[2]int{}}
}

// shared is that of a driver that sees whole modules.
var shared *Tally

// Share makes all passes count in one tally, of which the driver calls Report in the end.
// Without it each package is counted for itself.
func Share(t *Tally) { shared = t }

// add counts a parameter: one that is escaped, or one with a report that says it is not,
// which counts in any case if others in the same text are escaped.
func (t *Tally) add(p *analysis.Pass, in spot, pos token.Pos, d *analysis.Diagnostic) {
	where := p.Fset.Position(pos)
	if t.seen[where] {
		return // a package is looked at once more with its tests
	}
	t.seen[where] = true
	key := counted{at: in.at}
	if p.Module != nil {
		key.module = p.Module.Path
	}
	if t.count[key] == nil {
		t.count[key] = new([2]int)
	}
	t.count[key][1]++
	if d == nil {
		t.count[key][0]++
		return
	}
	t.kept = append(t.kept, kept{key, p, *d, in.beside})
}

// fewest is of how many parameters one is escaped where those beside one that is are reported:
// where nearly none is, that one differs from the others on purpose.
const fewest = 10

// Report reports what stands where at least half are escaped, or beside one that is, and
// returns how many others there are.
func (t *Tally) Report() (left int) {
	for _, k := range t.kept {
		n := t.count[k.counted]
		why := fmt.Sprintf("%d of %d such parameters are escaped", n[0], n[1])
		switch {
		case k.sure && n[0]*fewest >= n[1]:
			why = "others in the same text are escaped"
		case n[0]*2 < n[1]:
			left++
			continue
		}
		k.d.Message += fmt.Sprintf(" (%s; --rules -%s turns this off)", why, k.d.Category)
		k.pass.Report(k.d)
	}
	return left
}
